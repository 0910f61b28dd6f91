#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/match/player.h"

namespace schiri {

/// When a player with lost evaluations has lost.
struct ResignRule {
  int score = 0;          ///< its evaluations were at or below minus this many hundredths
  int turns = 0;          ///< in this many of its own turns in a row
  bool twosided = false;  ///< and its opponent's at or above them in as many

  friend bool operator==(const ResignRule&, const ResignRule&) = default;
};

/// When a game that both players evaluate as level is a draw.
struct DrawRule {
  int score = 0;  ///< evaluations were at most this many hundredths away from zero
  int turns = 0;  ///< in this many turns in a row, each player's counted separately
  int after = 0;  ///< not before this many turns of the game

  friend bool operator==(const DrawRule&, const DrawRule&) = default;
};

/// The ends of a game other than by its rules.
struct Adjudication {
  std::optional<int> max_turns = {};      ///< since the start; the game is then a draw
  std::optional<ResignRule> resign = {};  ///< when a player with low evaluations has lost
  std::optional<DrawRule> draw = {};      ///< when a game with level evaluations is a draw

  friend bool operator==(const Adjudication&, const Adjudication&) = default;
};

/// Reads `score=600,turns=3`, optionally with `,twosided`, in any order. Nullopt if the text is
/// invalid.
std::optional<ResignRule> parse_resign_rule(std::string_view text);
/// Reads `score=10,turns=8`, optionally with `,after=40`, in any order. Nullopt if the text is
/// invalid.
std::optional<DrawRule> parse_draw_rule(std::string_view text);
/// The text of a rule.
std::string write_rule(const ResignRule& rule);
std::string write_rule(const DrawRule& rule);

/// Ends a game by the evaluations of its players. A turn without an evaluation interrupts every
/// run.
class Adjudicator {
 public:
  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  /// Adds the evaluation that a player reported with its turn.
  void note(Side mover, const std::optional<Score>& score);

  struct Verdict {
    Outcome outcome = Outcome::draw;
    Termination termination = Termination::agreement;  ///< or resignation
    std::string remark;                                ///< the reason, in a sentence
  };
  /// Is the game over after this many turns? To be called after each note().
  std::optional<Verdict> verdict(int played) const;

 private:
  bool has_resigned(Side side) const;
  std::string resignation_remark(Side side) const;

  Adjudication rules_;
  Side mover_ = Side::white;
  // The number of turns in a row, by side.
  std::array<int, 2> lost_{};
  std::array<int, 2> won_{};
  int level_ = 0;
};

}  // namespace schiri
