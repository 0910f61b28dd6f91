#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/game.h"
#include "notation/analysis/annotation.h"
#include "notation/records/record.h"

/// The accuracy of players by an analysis of their turns.
namespace schiri {

/// A turn of an analysed record.
struct JudgedTurn {
  Side side = Side::white;
  TurnEvaluation evaluation;
  std::optional<double> seconds;       ///< spent on the turn
  std::optional<double> seconds_left;  ///< on the player's clock afterwards
};

/// The evaluation of each turn of a record from the comments after it; nullopt for turns without an
/// analysis. If a comment lacks the score of the best turn, it is taken from the comment before.
/// `movers`: the side of each turn, see movers_of().
std::vector<std::optional<JudgedTurn>> judged_turns(const Record& record,
                                                    std::span<const Side> movers);

/// Sums over turns of a player.
struct AccuracySum {
  std::uint64_t games = 0;
  std::uint64_t turns = 0;
  std::uint64_t compared = 0;            ///< turns that are classified as best or not
  std::uint64_t best = 0;                ///< best ones among the turns compared
  std::uint64_t weighed = 0;             ///< turns with a known loss
  double loss = 0;                       ///< of turns weighed, in hundredths of the bot's unit
  double chance = 0;                     ///< of turns weighed, of the chance to win, in shares of 1
  std::array<std::uint64_t, 4> marks{};  ///< by Mark

  /// Means and shares of 1; nullopt if no turn is known.
  std::optional<double> best_share() const;
  std::optional<double> mean_loss() const;
  std::optional<double> mean_chance_loss() const;

  /// `scale`: see GameType::evaluation_scale(). Greater values, forced wins included, count as four
  /// times that.
  void add(const JudgedTurn& turn, double scale);
};

/// A division of turns and one of its parts: `phase`, `opening`.
struct AccuracyPart {
  Pattern by;
  Pattern part;
};

/// All turns; then by colour, by phase (thirds of the game), by time taken and by time left.
std::span<const AccuracyPart> accuracy_parts();

/// Sums up players over games of one kind.
class AccuracyTable {
 public:
  /// The sums for each of accuracy_parts().
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
