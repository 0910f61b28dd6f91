#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Pairings: Swiss rounds for bots (here), FIDE's Dutch system (dutch.h) with its check, knockout
/// brackets, round-robin and Scheveningen tables, and the graph matchings that they use. Used by
/// core/tournament and core/otb; uses core/base. Players are indices, scores are integers.
namespace schiri {

/// A player before a round of a Swiss event, in the order of the start list.
struct SwissPlayer {
  int points = 0;
  int colours = 0;  ///< colour difference in first games
  int byes = 0;
  bool last_white = false;
  std::vector<int> met = {};  ///< number of encounters, by player
};

/// Two players of a round by their indices, White first.
struct SwissPair {
  std::size_t white = 0;
  std::size_t black = 0;

  friend bool operator==(const SwissPair&, const SwissPair&) = default;
};

/// A round: the first board first, and the player with the pairing-allocated bye.
struct SwissRound {
  std::vector<SwissPair> pairs;
  std::optional<std::size_t> bye;

  friend bool operator==(const SwissRound&, const SwissRound&) = default;
};

/// Pairs one round of the Swiss system, from the players' scores, colours, meetings and byes so
/// far: players of equal or almost equal scores meet, no two of them twice if that can be avoided.
/// Within a score group the upper half meets the lower half, in the order of the list. With an odd
/// number a player of the lowest scores has the bye, no player twice while others have had none.
class SwissPairing {
 public:
  /// `round` counts from 1. `balance_colours`: no colour difference is greater than 2, unless that
  /// is impossible; without it (if each encounter has both colours) only the colour of the first
  /// games is balanced. The players must outlive this object.
  SwissPairing(const std::vector<SwissPlayer>& players, std::uint64_t round, bool balance_colours)
      : players_(players), round_(round), balance_colours_(balance_colours) {}

  SwissRound pair() const;

 private:
  struct Tolerance {
    int meetings;  ///< the most encounters of two players
    int colours;   ///< the greatest colour difference
  };

  std::vector<std::size_t> ranking() const;
  std::vector<std::size_t> bye_candidates(const std::vector<std::size_t>& ranking) const;
  bool may_meet(std::size_t first, std::size_t second, const Tolerance& tolerance) const;
  std::optional<std::vector<SwissPair>> couples(const std::vector<std::size_t>& ranking,
                                                const Tolerance& tolerance) const;
  std::vector<std::size_t> preferences(const std::vector<std::size_t>& ranking,
                                       const std::vector<bool>& paired, std::size_t place) const;
  std::optional<std::vector<SwissPair>> couples_at(const std::vector<std::size_t>& ranking,
                                                   int meetings) const;
  SwissRound with_colours(std::vector<SwissPair> couples, std::optional<std::size_t> bye) const;
  bool begins(std::size_t first, std::size_t second, std::size_t board) const;

  const std::vector<SwissPlayer>& players_;
  std::uint64_t round_;
  bool balance_colours_;
};

}  // namespace schiri
