#pragma once

// The pairings of a knockout, and the progress of each entrant.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/otb/event/event.h"
#include "core/base/message.h"
#include "core/pairing/bracket.h"

namespace schiri::otb {

/// The state of a knockout after the rounds that were played: a match has a fixed number of games,
/// but ends as soon as it is decided; if it is level, it continues until a game is won. A forfeited
/// game is lost.
class Knockout {
 public:
  /// `players`: the start list. The last round may have open games. `games`: of a match.
  /// `third_place`: the losers of the semi-finals meet.
  Knockout(const std::vector<std::size_t>& players, std::span<const Round> rounds,
           std::uint64_t games = 1, bool third_place = false);

  bool is_decided() const { return bracket_.is_decided(); }
  bool is_over() const { return bracket_.is_over(); }
  /// The number of remaining rounds if no match is drawn.
  std::uint64_t rounds_left() const;
  /// By player: the stage it has reached. The winner of the match for the third place ranks above
  /// the loser.
  const std::vector<double>& stages() const { return stages_; }
  /// The name of the last round: `final`, `round of 16`; for the second game of a match, `final,
  /// game 2`.
  Message round_name() const;
  /// The encounters of each stage, from the top of the tree to its bottom: those that were played,
  /// then those to come, of the players who are known. That for the third place is the last one of
  /// the final.
  std::vector<std::vector<Bracket::Encounter>> tree() const;
  /// Are all matches of the stage decided in the same way?
  bool stands_as(const Knockout& other) const;
  /// The next pairings; `is_here` returns whether a player can be paired.
  Round next_round(const std::function<bool(std::size_t player)>& is_here);

 private:
  using Encounter = Bracket::Encounter;

  void add(const Round& round);
  void add(const Board& board);
  void advance();
  void win(Encounter& match, std::size_t player);
  Board board_of(std::size_t number) const;
  std::uint64_t games_left(const Encounter& match) const;

  std::uint64_t games_;
  std::uint64_t rounds_ = 0;  ///< of this stage
  Bracket bracket_;
  std::vector<std::vector<Encounter>> past_;  ///< the stages before this one
  std::vector<double> stages_;
  std::vector<int> colours_;  ///< by player: games as White minus games as Black
};

/// The knockout of an event after this many of its rounds, at most those that are paired.
Knockout knockout_after(const Event& event, std::size_t rounds);

/// The name of the stage with this many matches: `semi-finals` for 2.
Message stage_name(std::size_t matches);
/// The name of a round of a knockout: `final`, `semi-finals`; empty for other systems.
Message round_name(const Event& event, std::uint64_t round);

}  // namespace schiri::otb
