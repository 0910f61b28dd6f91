#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/player.h"
#include "notation/records/record.h"

/// Analyses of games by bots: their annotations in records (here: comments, NAGs and variations
/// after turns), the accuracy of players. Commands and reports use it.
namespace schiri {

/// The assessment of a turn by an analysis.
enum class Mark : std::uint8_t { none, inaccuracy, mistake, blunder };

/// `?!`, `?`, `??`; empty for none.
std::string_view mark_symbol(Mark mark);

/// A bot's evaluation of a turn of a game. Scores are from the side that played it.
struct AnalysedTurn {
  std::string turn;
  Side side;  ///< that played it
  Score score;
  int depth = 0;       ///< search depth in turns
  std::string best;    ///< the bot's own choice
  Score best_score;    ///< of the best turn
  int best_depth = 0;  ///< search depth in turns
  Line better;         ///< its continuation if the turn gets a mark; otherwise empty
  double loss = 0;     ///< of the chance to win, in shares of 1
  Mark mark = Mark::none;
};

/// The point of view of a score.
enum class PointOfView : std::uint8_t {
  white,  ///< `White +0.34`
  own,    ///< of the side that plays or has played
};

/// Converts the score of a side to a view, and back.
Score seen_from(PointOfView view, const Score& score, Side side);

/// The chance to win, from 0 to 1, of a score; see GameType::evaluation_scale().
double win_chance(const Score& score, double evaluation_scale);

/// Writes the analysis after each turn of a record: a comment `analysis: White +0.34/6, best` or
/// `analysis: White +0.34/6, best A2+B3 +0.40/7` (without `White` from the player's side), and
/// after a mistake a NAG and a variation with the better turn. Replaces the annotations of earlier
/// analyses, from either side; other annotations stay.
void annotate(Record& record, std::span<const AnalysedTurn> turns, PointOfView view);

/// The evaluation of a turn in its comments. Scores are from the side that played it.
struct TurnEvaluation {
  Score score;
  int depth = 0;
  std::optional<bool> is_best = {};  ///< whether no turn has a better score
  std::optional<Score> best = {};    ///< the score of the best turn
  Mark mark = Mark::none;
};

/// Whether a comment begins as those of an analysis.
bool is_of_analysis(std::string_view comment);
/// Whether the record has a comment of an analysis.
bool has_analysis(const Record& record);

/// Reads the comment of an analysis, from either side; nullopt for any other.
std::optional<TurnEvaluation> read_analysis(std::string_view comment, Side side);

/// Reads the comment of a bot about the turn that it has just played, `+0.34/6 0.120s`; nullopt for
/// any other.
std::optional<Score> read_thought(std::string_view comment);

/// The score of each turn of a record, from the side that played it: by an analysis, otherwise by
/// the bot that played or by a command `[%eval 0.35]`; nullopt for turns without a score. `movers`:
/// the side of each turn, see movers_of().
std::vector<std::optional<Score>> scores_of(const Record& record, std::span<const Side> movers);

}  // namespace schiri
