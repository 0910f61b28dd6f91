#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace schiri {

/// One game of a schedule. Players are indices into the event's list.
struct Pairing {
  std::uint64_t number = 0;  ///< of the game in the event, from 1
  std::uint64_t round = 0;   ///< from 1; each round has its own opening
  int leg = 0;               ///< 1 or 2: the game of the pair, which swap colours
  std::size_t white = 0;
  std::size_t black = 0;

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

/// What a record says in the tag `Round`: `5.1` and `5.2` are the two games of one pair.
std::string round_tag(const Pairing& pairing);

/// A round-robin: in each round every two players meet twice with colours swapped. Nothing is
/// stored, a game's pairing follows from its number alone. The two games of a pair have adjacent
/// numbers, and pairs follow each other by the circle method, so that at any moment players have
/// met almost equally often: the numbers of games that two players have played never differ by
/// more than 2, or 4 where an odd number of players lets one pause.
class RoundRobin {
 public:
  /// At least two players and one round. Throws std::invalid_argument, also if the games are too
  /// many to be numbered.
  RoundRobin(std::size_t players, std::uint64_t rounds);

  /// How many games there are: rounds * players * (players - 1).
  std::uint64_t games() const { return rounds_ * games_a_round(); }
  /// The game of a number from 1 to games().
  Pairing game(std::uint64_t number) const;

 private:
  std::uint64_t games_a_round() const { return players_ * (players_ - 1); }

  std::uint64_t players_;
  std::uint64_t rounds_;
};

}  // namespace schiri
