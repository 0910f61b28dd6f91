#pragma once

// The pairings of a knockout, and the progress of each entrant.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/otb/event.h"
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

  bool is_decided() const;
  bool is_over() const;
  /// The number of remaining rounds if no match is drawn.
  std::uint64_t rounds_left() const;
  /// By player: the stage it has reached. The winner of the match for the third place ranks above
  /// the loser.
  std::vector<double> stages() const;
  /// The name of the last round: `final`, `round of 16`; for the second game of a match, `final,
  /// game 2`.
  Message round_name() const;
  /// Are all matches of the stage decided in the same way?
  bool stands_as(const Knockout& other) const;
  /// The next pairings; `is_here` returns whether a player can be paired.
  Round next_round(const std::function<bool(std::size_t player)>& is_here);

 private:
  using Encounter = Bracket::Encounter;

  /// A match and its score.
  struct Match {
    Encounter encounter;
    int lead = 0;                                ///< of the first, in half points
    std::uint64_t games = 0;                     ///< with a result
    bool is_open = false;                        ///< a game without a result
    std::optional<std::size_t> last_white = {};  ///< of their last game
  };

  void begin_stage();
  void advance();
  void add(const Round& round);
  void add(const Board& board);
  void win(std::size_t player);
  void decide(Match& match);
  Match* match_of(std::size_t player);
  Board board_of(std::size_t number) const;
  std::uint64_t games_left(const Match& match) const;
  /// The matches of the bracket, without that for the third place.
  std::size_t encounters() const { return matches_.size() - has_third_place_; }

  std::uint64_t games_;
  bool third_place_;
  bool has_third_place_ = false;  ///< the last of the matches is for it
  std::uint64_t rounds_ = 0;      ///< of this stage
  Bracket bracket_;
  std::vector<Match> matches_;  ///< of this stage
  std::vector<double> stages_;
  std::vector<int> colours_;  ///< by player: games as White minus games as Black
};

/// The knockout of an event after this many of its rounds, at most those that are paired.
Knockout knockout_after(const Event& event, std::size_t rounds);

/// The name of a round of a knockout: `final`, `semi-finals`; empty for other systems.
Message round_name(const Event& event, std::uint64_t round);

}  // namespace schiri::otb
