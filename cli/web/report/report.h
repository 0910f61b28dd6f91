#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/tables/cross_table.h"
#include "notation/analysis/accuracy.h"
#include "notation/analysis/study.h"
#include "notation/board/diagram.h"
#include "notation/text/table.h"

/// The command `report`. The contents of a report are plain data, which ReportBuilder makes from
/// games and report_page() writes as one HTML document, whose script shows them. Used only by the
/// program; uses web/, input/, line/, print/, ratings/ and tournament/.
namespace schiri::cli {

/// Games by result: White won, drawn, Black won, no result.
using ResultCounts = std::array<std::uint64_t, 4>;

/// The index of a result in ResultCounts.
std::size_t place_of_result(std::string_view result);

/// A game of the list; names and words are stored once, in Report.
struct ReportGame {
  std::size_t kind = 0;
  std::size_t white = 0;   ///< in Report::players
  std::size_t black = 0;   ///< in Report::players
  std::size_t result = 0;  ///< as in ResultCounts
  std::size_t ending = 0;  ///< in Report::words
  std::size_t turns = 0;
  std::size_t event = 0;  ///< in Report::words
  std::size_t date = 0;   ///< in Report::words
  std::string round;
  std::optional<std::int64_t> id = {};  ///< of a game of a database, which the page shows
};

/// A warning for the reader, and the games that it concerns.
struct ReportWarning {
  std::string text;
  std::vector<std::size_t> games;  ///< in Report::games, if they are listed there
};

/// A game that was lost by a failure of a program or a clock; texts are printable.
struct ReportFailure {
  std::optional<std::size_t> game;  ///< in Report::games, if it is listed there
  std::size_t player = 0;           ///< in Report::players
  std::size_t opponent = 0;         ///< in Report::players
  std::size_t ending = 0;           ///< in Report::words
  std::size_t turns = 0;
  std::string round;
  std::string remark;
  std::string position;
  std::vector<std::string> conversation;  ///< the last lines
  std::string error;                      ///< the last line of standard error
};

/// A turn of the opening tree with its results.
struct OpeningNode {
  std::string turn;          ///< at a root the start of the games: empty for the usual start
  Side mover = Side::white;  ///< who plays the turn; at a root, who begins
  ResultCounts results{};
  std::optional<std::size_t> game = {};  ///< the first game that reached it, in Report::games
  std::vector<OpeningNode> children;

  std::uint64_t games() const { return results[0] + results[1] + results[2] + results[3]; }
};

/// The thinking time of a player, from games with times.
struct TimeUse {
  std::size_t player = 0;  ///< in Report::players
  std::uint64_t turns = 0;
  double total = 0;    ///< seconds
  double longest = 0;  ///< seconds
};

/// The accuracy of a player, by an analysis.
struct PlayerAccuracy {
  std::string player;
  std::vector<AccuracySum> sums;  ///< one for each of accuracy_parts()
};

/// The ratings of players over time.
struct RatingHistory {
  std::vector<std::uint64_t> games;  ///< the number of games played at each point
  std::vector<std::string> dates;    ///< of the last game, as in records
  std::vector<std::string> players;
  std::vector<std::vector<double>> ratings;  ///< by player and point; NaN before the first game
};

/// The values of one option during a tune.
struct OptionTrace {
  std::string name;
  std::string start, value;        ///< the first and the last one, as in the protocol
  std::vector<std::string> words;  ///< the choices; empty for a number
  double least = 0, most = 0;      ///< bounds; of words their places in the list
  std::vector<double> values;      ///< one for each of TuningTrace::pairs
};

/// The course of tuning the options of a bot.
struct TuningTrace {
  std::string event;
  std::uint64_t planned = 0;         ///< pairs of games
  std::vector<std::uint64_t> pairs;  ///< the number played at each point
  std::vector<OptionTrace> options;
};

/// A study of a game; its figures are those of the command `study`.
struct ReportStudy {
  std::string event, game, variant;
  std::string observer;  ///< the bot whose evaluations tell who leads
  std::uint64_t seed = 0;
  Study study;
};

/// The match of two players, from the side of `first`.
struct ReportMatch {
  std::string first, second;
  rating::MatchSummary summary;
};

/// Everything about one game and variant.
struct ReportKind {
  std::string game;
  std::string variant;
  std::string title;
  DiagramBoard board;
  Figures figures;  ///< those that occur, by their number in `blocks`
  std::vector<rating::RatingList> ratings;
  std::vector<rating::CrossTable> tables;
  std::vector<ReportMatch> matches;
  RatingHistory history;
  ResultCounts results{};
  std::map<std::string, ResultCounts, std::less<>> endings;
  std::map<std::size_t, std::uint64_t> lengths;  ///< games by number of turns
  std::vector<TimeUse> times;
  std::vector<PlayerAccuracy> accuracy;
  double evaluation_scale = 0;          ///< see GameType::evaluation_scale()
  std::vector<OpeningNode> openings;    ///< one for each start
  std::uint64_t openings_from = 0;      ///< turns of fewer games are left out; 0 if none is
  std::vector<ReportFailure> failures;  ///< the first ones
  std::uint64_t all_failures = 0;
  std::vector<ReportWarning> warnings;
};

/// Unless `--limit` says otherwise, games have boards until these take so many bytes of the page.
inline constexpr std::size_t usual_board_bytes = 3'500'000;

struct Report {
  std::string title;
  std::vector<std::string> players;
  std::vector<std::string> words;
  std::vector<ReportKind> kinds;
  std::uint64_t total = 0;  ///< all counted games
  std::string first_date;   ///< of all games, as in records; empty if unknown
  std::string last_date;
  std::vector<ReportGame> games;        ///< the first ones, which are shown
  std::vector<ReportWarning> warnings;  ///< those that concern no single game and variant
  std::vector<TuningTrace> tunes;
  std::vector<ReportStudy> studies;
  /// The games turn by turn, in the order of `games`: JSON arrays of PlayedGame::line with
  /// `ending`, a sentence, and `record`, the game as text; deflated, in base64.
  std::vector<std::string> blocks;
  static constexpr std::size_t games_per_block = 32;
};

}  // namespace schiri::cli
