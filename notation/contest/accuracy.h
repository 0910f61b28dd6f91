#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "notation/contest/annotation.h"
#include "notation/records/record.h"

/// How well players have played, by what an analysis says of their turns.
namespace schiri {

/// A turn of an analysed record.
struct JudgedTurn {
  Side side = Side::white;
  TurnEvaluation evaluation;
  std::optional<double> seconds;       ///< spent on the turn
  std::optional<double> seconds_left;  ///< on the player's clock afterwards
};

/// The evaluation of each turn of a record as the comments after it give it; nothing for turns
/// without an analysis. If a comment lacks the score of the best turn, the comment before has it.
std::vector<std::optional<JudgedTurn>> judged_turns(const Record& record, Side first_to_move);

/// Some turns of a player together.
struct AccuracySum {
  std::uint64_t games = 0;
  std::uint64_t turns = 0;
  std::uint64_t compared = 0;            ///< turns known to be best or not
  std::uint64_t best = 0;                ///< of turns compared
  std::uint64_t weighed = 0;             ///< turns whose loss is known
  double loss = 0;                       ///< of turns weighed, in hundredths of the bot's unit
  double chance = 0;                     ///< of turns weighed, of the chance to win, in shares of 1
  std::array<std::uint64_t, 4> marks{};  ///< by Mark

  /// Means and shares of 1; nothing if no turn is known.
  std::optional<double> best_share() const;
  std::optional<double> mean_loss() const;
  std::optional<double> mean_chance_loss() const;

  /// `scale`: see GameType::evaluation_scale(). What lies beyond four times that, a forced win too,
  /// counts as four times that.
  void add(const JudgedTurn& turn, double scale);
};

/// How turns are divided, and into which part: `phase`, `opening`.
struct AccuracyPart {
  std::string_view by;
  std::string_view part;
};

/// All turns; then by colour, by phase (thirds of the game), by time taken and by time left.
std::span<const AccuracyPart> accuracy_parts();

/// Sums up players over games of one kind.
class AccuracyTable {
 public:
  /// One sum for each of accuracy_parts().
  using Sums = std::vector<AccuracySum>;

  explicit AccuracyTable(double evaluation_scale) : scale_(evaluation_scale) {}

  /// Counts a game if it has an analysis.
  void add(std::string_view white, std::string_view black,
           std::span<const std::optional<JudgedTurn>> turns);

  /// By player.
  const std::map<std::string, Sums, std::less<>>& players() const { return players_; }

 private:
  Sums& sums_of(std::string_view player);

  double scale_;
  std::map<std::string, Sums, std::less<>> players_;
};

}  // namespace schiri
