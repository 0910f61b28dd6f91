#include "core/tournament/schedule.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/pairing/circle.h"
#include "core/tournament/systems.h"

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

/// A game of a round, from 0, which has its own opening; the other numbers as in ScheduledGame.
ScheduledGame game_of_round(std::uint64_t number, std::uint64_t round, std::uint64_t leg,
                            std::uint64_t white, std::uint64_t black) {
  return {number,
          round + 1,
          static_cast<int>(leg),
          static_cast<std::size_t>(white),
          static_cast<std::size_t>(black),
          round + 1};
}

}  // namespace

ScheduledGame game_of_pair(std::uint64_t number, std::uint64_t round, std::size_t first,
                           std::size_t second) {
  const bool swapped = number % 2 == 0;
  return {number, round, swapped ? 2 : 1, swapped ? second : first, swapped ? first : second,
          round};
}

std::uint64_t rounds_ahead(std::uint64_t known) { return std::max<std::uint64_t>(16, known / 16); }

std::size_t add_results(Schedule& schedule, std::span<const GameResult> results) {
  std::size_t taken = 0;
  for (const GameResult& result : results) {
    if (result.number < 1 || result.number > schedule.paired()) break;
    schedule.add(result);
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

void PairScore::add(std::optional<Outcome> outcome, Side first) {
  --missing;
  if (outcome && half_points) {
    *half_points += schiri::half_points(*outcome, first);
  } else {
    half_points.reset();
  }
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
  return game_of_round(number, round, legs_ == 2 ? leg + 1 : 0, white, black);
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
  return game_of_round(number, round, legs_ == 2 ? leg + 1 : 0, white, black);
}

Ladder::Ladder(std::size_t players, std::uint64_t rounds, Legs legs)
    : steps_(players - 1), rounds_(rounds), legs_(leg_count(legs)) {
  if (players < 2 || rounds < 1) {
    throw ValueError(message("a ladder needs at least two players and one round"));
  }
  require_numbers(rounds, steps_, 1);
}

ScheduledGame Ladder::game(std::uint64_t number) const {
  const std::uint64_t index = number - 1;
  const std::uint64_t round = index / (steps_ * legs_);
  const std::uint64_t step = index / legs_ % steps_;
  const std::uint64_t leg = index % legs_;
  std::uint64_t white = step, black = step + 1;
  if ((round + step + leg) % 2 == 1) std::swap(white, black);
  return game_of_round(number, round, legs_ == 2 ? leg + 1 : 0, white, black);
}

ExtendedSchedule::ExtendedSchedule(std::vector<Plan> plans)
    : plans_(std::move(plans)), new_places_(plans_.size()) {
  for (std::size_t plan = 1; plan < plans_.size(); ++plan) {
    const std::size_t known = plans_[plan - 1].players;
    if (plans_[plan].players == known) continue;
    for (std::uint64_t place = 0; place < games_a_round(plan); ++place) {
      const ScheduledGame game = plans_[plan].schedule->game(place + 1);
      if (std::max(game.white, game.black) >= known) new_places_[plan].push_back(place);
    }
  }
}

std::uint64_t ExtendedSchedule::games_a_round(std::size_t plan) const {
  return plans_[plan].schedule->games() / plans_[plan].rounds;
}

std::uint64_t ExtendedSchedule::first_number(std::size_t plan) const {
  return plan == 0 ? 1 : plans_[plan - 1].schedule->games() + 1;
}

ScheduledGame ExtendedSchedule::game(std::uint64_t number) const {
  std::size_t plan = plans_.size() - 1;
  while (number < first_number(plan)) --plan;
  std::uint64_t index = number - first_number(plan);
  if (plan > 0) {
    const std::uint64_t rounds_before = plans_[plan - 1].rounds;
    const auto& places = new_places_[plan];
    const std::uint64_t late = rounds_before * places.size();
    if (index < late) {
      index = index / places.size() * games_a_round(plan) + places[index % places.size()];
    } else {
      index += rounds_before * games_a_round(plan) - late;
    }
  }
  ScheduledGame game = plans_[plan].schedule->game(index + 1);
  game.number = number;
  return game;
}

namespace {

Legs legs_of(const TournamentConfig& config) { return config.single ? Legs::one : Legs::both; }

using MakeFixed = std::unique_ptr<FixedSchedule> (*)(const TournamentConfig&, std::size_t players,
                                                     std::uint64_t rounds);

/// The schedule of a system whose games follow from their numbers, even after it was extended.
std::unique_ptr<Schedule> make_fixed(const TournamentConfig& config, MakeFixed make) {
  if (config.earlier_plans.empty()) return make(config, config.bots.size(), config.rounds);
  std::vector<ExtendedSchedule::Plan> plans;
  const auto add = [&](std::size_t players, std::uint64_t rounds) {
    plans.push_back({make(config, players, rounds), players, rounds});
  };
  for (const EarlierPlan& plan : config.earlier_plans) add(plan.players, plan.rounds);
  add(config.bots.size(), config.rounds);
  return std::make_unique<ExtendedSchedule>(std::move(plans));
}

std::unique_ptr<FixedSchedule> round_robin_of(const TournamentConfig& config, std::size_t players,
                                              std::uint64_t rounds) {
  return std::make_unique<RoundRobin>(players, rounds, legs_of(config));
}

std::unique_ptr<FixedSchedule> match_of_two(const TournamentConfig& config, std::size_t players,
                                            std::uint64_t rounds) {
  if (players == 2) return round_robin_of(config, players, rounds);
  throw ValueError(message("a match is between two players, not {0}", players));
}

std::unique_ptr<FixedSchedule> gauntlet_of(const TournamentConfig& config, std::size_t players,
                                           std::uint64_t rounds) {
  const auto seeds = static_cast<std::size_t>(config.seeds.value_or(1));
  return std::make_unique<Gauntlet>(players, seeds, rounds, legs_of(config));
}

std::unique_ptr<FixedSchedule> ladder_of(const TournamentConfig& config, std::size_t players,
                                         std::uint64_t rounds) {
  return std::make_unique<Ladder>(players, rounds, legs_of(config));
}

}  // namespace

extern constinit const TournamentSystem round_robin_system = {
    .id = System::round_robin,
    .name = "round-robin",
    .title = "round-robin",
    .make = [](const TournamentConfig& config) { return make_fixed(config, round_robin_of); }};

extern constinit const TournamentSystem gauntlet_system = {
    .id = System::gauntlet,
    .name = "gauntlet",
    .title = "gauntlet",
    .make = [](const TournamentConfig& config) { return make_fixed(config, gauntlet_of); }};

extern constinit const TournamentSystem match_system = {
    .id = System::match,
    .name = "match",
    .title = "match",
    .make = [](const TournamentConfig& config) { return make_fixed(config, match_of_two); }};

extern constinit const TournamentSystem ladder_system = {
    .id = System::ladder,
    .name = "ladder",
    .title = "ladder",
    .make = [](const TournamentConfig& config) { return make_fixed(config, ladder_of); }};

}  // namespace schiri
