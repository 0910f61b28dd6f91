#include "core/tournament/schedule.h"

#include <limits>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/pairing/circle.h"

namespace schiri {

namespace {

/// Throws std::invalid_argument if there are too many games to number.
void require_numbers(std::uint64_t rounds, std::uint64_t first, std::uint64_t second) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  if (first > most / 2 / second || rounds > most / (first * second * 2)) {
    throw ValueError(message("too many games"));
  }
}

std::uint64_t leg_count(Legs legs) { return legs == Legs::both ? 2 : 1; }

}  // namespace

void add_result(Schedule& schedule, const GameResult& result) {
  if (result.failed) schedule.add_failure(result.number, *result.failed);
  schedule.add_result(result.number, result.outcome);
}

std::size_t add_results(Schedule& schedule, std::span<const GameResult> results) {
  std::size_t taken = 0;
  for (const GameResult& result : results) {
    if (result.number < 1 || result.number > schedule.paired()) break;
    add_result(schedule, result);
    ++taken;
  }
  return taken;
}

std::string round_tag(const ScheduledGame& scheduled) {
  std::string tag = std::to_string(scheduled.round);
  if (scheduled.pair > 0) tag += '.' + std::to_string(scheduled.pair);
  if (scheduled.leg > 0) tag += '.' + std::to_string(scheduled.leg);
  return tag;
}

RoundRobin::RoundRobin(std::size_t players, std::uint64_t rounds, Legs legs)
    : players_(players), rounds_(rounds), legs_(leg_count(legs)) {
  if (players < 2 || rounds < 1) {
    throw ValueError(message("a round-robin needs at least two players and one round"));
  }
  if (players % 2 == 0) {
    require_numbers(rounds, players / 2, players - 1);
  } else {
    require_numbers(rounds, players, (players - 1) / 2);
  }
}

ScheduledGame RoundRobin::game(std::uint64_t number) const {
  const std::uint64_t index = number - 1;
  const std::uint64_t round = index / games_a_round();
  const std::uint64_t pair = index % games_a_round() / legs_;
  const std::uint64_t leg = index % legs_;
  // With an odd number of players the last seat stays empty, and its table is left out.
  const bool odd = players_ % 2 == 1;
  const std::uint64_t tables = players_ / 2;
  const std::uint64_t turn = pair / tables;
  const std::uint64_t table = pair % tables + odd;
  auto [white, black] = circle(players_ + odd, turn, table);
  // White in the first game alternates, and the second game swaps. Without a second game, a
  // player's colour alternates from table to table.
  const std::uint64_t swaps = legs_ == 2 || table == 0 ? turn + table : table;
  if ((round + swaps + leg) % 2 == 1) std::swap(white, black);
  return {number, round + 1, legs_ == 2 ? static_cast<int>(leg) + 1 : 0, white, black, round + 1};
}

Gauntlet::Gauntlet(std::size_t players, std::size_t seeds, std::uint64_t rounds, Legs legs)
    : seeds_(seeds),
      others_(players < seeds ? 0 : players - seeds),
      rounds_(rounds),
      legs_(leg_count(legs)) {
  if (seeds < 1 || others_ < 1 || rounds < 1) {
    throw ValueError(message("a gauntlet needs at least one seed, one other player and one round"));
  }
  require_numbers(rounds, seeds_, others_);
}

ScheduledGame Gauntlet::game(std::uint64_t number) const {
  const std::uint64_t index = number - 1;
  const std::uint64_t round = index / games_a_round();
  const std::uint64_t pair = index % games_a_round() / legs_;
  const std::uint64_t leg = index % legs_;
  const std::uint64_t seed = pair % seeds_, turn = pair / seeds_;
  // Seeds start with different opponents, so that these, too, are met evenly.
  std::size_t white = seed, black = seeds_ + (turn + seed) % others_;
  if ((round + turn + seed + leg) % 2 == 1) std::swap(white, black);
  return {number, round + 1, legs_ == 2 ? static_cast<int>(leg) + 1 : 0, white, black, round + 1};
}

}  // namespace schiri
