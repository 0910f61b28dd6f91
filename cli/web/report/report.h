#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/rating/models/rating_list.h"
#include "core/rating/tables/cross_table.h"
#include "notation/board/diagram.h"
#include "notation/contest/accuracy.h"

/// The command `report`. What a report holds is plain data, which ReportBuilder makes of games and
/// ReportDocument writes as one HTML document; its script shows it and decodes the games
/// (GameBlocks, PlyTable, FigureTable). Used by the program alone; uses web/, input/, line/,
/// print/, ratings/ and tournament/.
namespace schiri::cli {

/// Games by result: White won, drawn, Black won, no result.
using ResultCounts = std::array<std::uint64_t, 4>;

/// The place of a result in ResultCounts.
std::size_t place_of_result(std::string_view result);

/// One game of the list; names and words are kept once, in Report.
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
};

/// Something that the reader should know, and the games it is about.
struct ReportWarning {
  std::string text;
  std::vector<std::size_t> games;  ///< in Report::games, as far as they are there
};

/// A turn of the opening tree with what came of it.
struct OpeningNode {
  std::string turn;  ///< at a root where the games began: nothing for the usual start
  ResultCounts results{};
  std::optional<std::size_t> game = {};  ///< the first that has come here, in Report::games
  std::vector<OpeningNode> children;

  std::uint64_t games() const { return results[0] + results[1] + results[2] + results[3]; }
};

/// How long a player has thought, where its games say.
struct TimeUse {
  std::size_t player = 0;  ///< in Report::players
  std::uint64_t turns = 0;
  double total = 0;    ///< seconds
  double longest = 0;  ///< seconds
};

/// How well a player has played, by an analysis.
struct PlayerAccuracy {
  std::string player;
  std::vector<AccuracySum> sums;  ///< one for each of accuracy_parts()
};

/// The ratings of one player after this many games of all.
struct RatingHistory {
  std::vector<std::uint64_t> games;  ///< how many had been played at each point
  std::vector<std::string> dates;    ///< of the last of them, as records have it
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

/// How the options of a bot were tuned.
struct TuningTrace {
  std::string event;
  std::uint64_t planned = 0;         ///< pairs of games
  std::vector<std::uint64_t> pairs;  ///< that had been played at each point
  std::vector<OptionTrace> options;
};

/// Everything about one game and variant.
struct ReportKind {
  std::string game;
  std::string variant;
  std::string title;
  DiagramBoard board;
  Figures figures;                       ///< those that occur, by their code in `blocks`
  std::vector<std::string_view> layers;  ///< their symbols, lowest first
  /// PlyTable::plies() as in `blocks`: what turns change, by their code there.
  std::string plies;
  std::vector<rating::RatingList> ratings;
  std::vector<rating::CrossTable> tables;
  RatingHistory history;
  ResultCounts results{};
  std::map<std::string, ResultCounts> endings;
  std::map<std::size_t, std::uint64_t> lengths;  ///< games by number of turns
  std::vector<TimeUse> times;
  std::vector<PlayerAccuracy> accuracy;
  double evaluation_scale = 0;        ///< see GameType::evaluation_scale()
  std::vector<OpeningNode> openings;  ///< one for each start
  std::vector<ReportWarning> warnings;
};

struct Report {
  std::string title;
  std::vector<std::string> players;
  std::vector<std::string> words;
  std::vector<ReportKind> kinds;
  std::uint64_t total = 0;  ///< games that were counted
  std::string first_date;   ///< of all games, as records have it; empty where none is known
  std::string last_date;
  std::vector<ReportGame> games;        ///< the first ones, as many as are shown
  std::vector<ReportWarning> warnings;  ///< those about no kind of games
  std::vector<TuningTrace> tunes;
  /// The games turn by turn: `games_per_block` in each block, in the order of `games`, as
  /// GameBlocks encodes them.
  std::vector<std::string> blocks;
  std::size_t games_per_block = 1;
};

}  // namespace schiri::cli
