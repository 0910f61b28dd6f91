#include "core/match/schedule.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace schiri {

namespace {

struct Pair {
  std::uint64_t first;
  std::uint64_t second;
};

/// The circle method for an even number of seats: the last one stays, the others turn around it,
/// and seats facing each other meet. `turn` from 0 to seats - 2, `table` from 0 to seats / 2 - 1;
/// at table 0 sits the last one.
Pair circle(std::uint64_t seats, std::uint64_t turn, std::uint64_t table) {
  const std::uint64_t ring = seats - 1;
  if (table == 0) return {ring, turn};
  return {(turn + table) % ring, (turn + ring - table) % ring};
}

}  // namespace

std::string round_tag(const Pairing& pairing) {
  return std::to_string(pairing.round) + '.' + std::to_string(pairing.leg);
}

RoundRobin::RoundRobin(std::size_t players, std::uint64_t rounds)
    : players_(players), rounds_(rounds) {
  if (players < 2 || rounds < 1) {
    throw std::invalid_argument("a round-robin needs two players and one round at least");
  }
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  if (players - 1 > most / players || rounds > most / (players * (players - 1))) {
    throw std::invalid_argument("these are more games than can be numbered");
  }
}

Pairing RoundRobin::game(std::uint64_t number) const {
  const std::uint64_t index = number - 1;
  const std::uint64_t round = index / games_a_round();
  const std::uint64_t pair = index % games_a_round() / 2;
  const int leg = static_cast<int>(index % 2);
  // With an odd number one seat stays empty: it is the last one, whose table is left out.
  const bool odd = players_ % 2 == 1;
  const std::uint64_t tables = players_ / 2;
  const std::uint64_t turn = pair / tables;
  const std::uint64_t table = pair % tables + odd;
  auto [white, black] = circle(players_ + odd, turn, table);
  // Who begins with White alternates, and the second game swaps.
  if ((round + turn + table + static_cast<std::uint64_t>(leg)) % 2 == 1) std::swap(white, black);
  return {number, round + 1, leg + 1, white, black};
}

}  // namespace schiri
