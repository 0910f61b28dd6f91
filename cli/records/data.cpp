#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/selection.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "notation/analysis/analysis.h"
#include "notation/analysis/annotation.h"
#include "notation/game_types.h"
#include "notation/programs/word_game.h"
#include "notation/records/conversion/movers.h"
#include "notation/records/game_hash.h"
#include "notation/text/printable.h"
#include "notation/text/table.h"

namespace schiri::cli {

namespace {

/// The part of the data set that contains a game, with all its positions.
enum class DataPart : std::int8_t { train, validation, test };

/// A position of a game as an example to learn from.
struct DataRow {
  std::string game;
  std::string variant;
  std::string position;
  Side side = Side::white;     ///< to move
  std::optional<Score> score;  ///< of that side, as the record has it
  Outcome outcome = Outcome::draw;
  std::size_t ply = 0;        ///< turns played before
  std::optional<bool> quiet;  ///< nothing if not determined
  DataPart part = DataPart::train;
  std::string turn;             ///< the turn played
  std::uint64_t game_hash = 0;  ///< the same for all positions of a game
};

/// A forced win in n turns is worth this many hundredths less n.
constexpr int worth_of_win = 30000;

int hundredths(const Score& score) {
  if (score.kind == Score::Kind::value) return score.amount;
  return score.kind == Score::Kind::win ? worth_of_win - score.amount : score.amount - worth_of_win;
}

/// The result for the side to move: 1, 0.5 or 0.
double points(const DataRow& row) { return half_points(row.outcome, row.side) / 2.0; }

std::string_view part_word(DataPart part) {
  constexpr std::string_view words[] = {"train", "validation", "test"};
  return words[static_cast<std::size_t>(part)];
}

const Columns<DataRow>& data_columns() {
  using Row = const DataRow&;
  static const Columns<DataRow> columns = {
      {{"position", {}, Holds::text, "position string before the turn"},
       [](Row row) { return row.position; }},
      {{"side", {}, Holds::side, "side to move"}, [](Row row) { return side_key(row.side); }},
      {{"score",
        {},
        Holds::count,
        "evaluation in hundredths from the side to move; a win in n turns is 30000 - n"},
       [](Row row) { return row.score ? Cell(hundredths(*row.score)) : Cell(); }},
      {{"result", {}, Holds::points, "points of the side to move: 1.0, 0.5 or 0.0"}, points},
      {{"ply", {}, Holds::count, "turns played before"}, [](Row row) { return row.ply; }},
      {{"quiet", {}, Holds::flag, "null with `--no-quiet` and for a game of your own"},
       [](Row row) { return row.quiet; }},
      {{"part", {}, Holds::text, "`train`, `validation` or `test`"},
       [](Row row) { return part_word(row.part); }},
      {{"turn", {}, Holds::text, "the turn that was played"}, [](Row row) { return row.turn; }},
      {{"game"}, [](Row row) { return row.game; }},
      {{"variant"}, [](Row row) { return row.variant; }},
      {{"game_hash",
        {},
        Holds::text,
        "16 hexadecimal digits, the same for all positions of a game"},
       [](Row row) { return hexadecimal(row.game_hash); }}};
  return columns;
}

/// The format for the ending of a file name. Throws InputError for formats that others write.
Format format_for(std::string_view file) {
  for (const std::string_view ending : {".gz", ".zst", ".bz2", ".xz"}) {
    if (file.ends_with(ending)) file.remove_suffix(ending.size());
  }
  if (file.ends_with(".jsonl") || file.ends_with(".ndjson")) return Format::json;
  for (const std::string_view ending : {".parquet", ".npz"}) {
    if (!file.ends_with(ending)) continue;
    throw InputError(
        message("{0}: {1} is not supported; write CSV, which pyarrow and numpy read "
                "('schiri help learning')",
                printable(file), ending));
  }
  return Format::csv;
}

struct DataOptions {
  ChosenGames games;
  std::optional<std::uint64_t> per_game;
  std::uint64_t skip_first = 0;
  std::uint64_t seed = 1;
  std::string shares = "0.8,0.1,0.1";
  double quiet_margin = 0.1;
  bool only_quiet = false;
  bool no_quiet = false;
  bool keep_duplicates = false;
  std::string format;
  std::string output = "-";
};

[[noreturn]] void refuse_shares() {
  throw InputError(
      message("--shares: expected three shares with the sum 1, for example 0.8,0.1,0.1"));
}

/// The upper bounds of the shares of training and validation data.
std::array<double, 2> read_shares(const std::string& text) {
  std::vector<double> shares;
  for (const std::string_view part : split(text, ',')) {
    const auto share = parse_number<double>(part);
    if (!share || !(*share >= 0 && *share <= 1)) refuse_shares();
    shares.push_back(*share);
  }
  if (shares.size() != 3 || std::abs(shares[0] + shares[1] + shares[2] - 1) > 1e-6) {
    refuse_shares();
  }
  return {shares[0], shares[0] + shares[1]};
}

/// Determines on several threads which positions are quiet.
void judge(std::vector<DataRow>& rows, double margin, unsigned threads) {
  std::atomic<std::size_t> next = 0;
  in_parallel(std::min<std::size_t>(threads, rows.size()), [&](std::size_t) {
    for (std::size_t i = next++; i < rows.size(); i = next++) {
      const GameType& type = *find_game(rows[i].game);
      rows[i].quiet = is_quiet(type, *type.start({rows[i].variant, rows[i].position, ""}), margin);
    }
  });
}

/// Draws positions from games that come one by one and writes them.
class DataDrawer {
 public:
  DataDrawer(const DataOptions& options, Format format, std::ostream& out)
      : options_(options), ends_(read_shares(options.shares)), format_(format), out_(out) {}

  /// Adds a valid game; skips one without a result.
  void add(const CheckedRecord& checked, const StartSpec& start) {
    const GameType* type = find_game(checked.check.game);
    const auto outcome = outcome_of(checked.record.result);
    const auto hash = game_hash(checked.check.game, checked.check.variant, checked.record);
    if (!type || !outcome || !hash) {
      ++without_result_;
      return;
    }
    if (!type->facts.has_rules) throw RulesUnknown(type->name());
    ++games_;
    DataRow row;
    row.game = checked.check.game;
    row.variant = checked.check.variant;
    row.outcome = *outcome;
    row.game_hash = *hash;
    row.part = part_of(*hash);
    draw(positions_of(*type, checked.record, start, row));
    constexpr std::size_t batch = 512;
    if (waiting_.size() >= batch) write();
  }

  void finish() {
    write();
    writer().finish();
  }

  void tell() const {
    if (talk().is_quiet) return;
    Message totals = message("{0} {0:position|positions} of {1} {1:game|games}", written_, games_);
    if (duplicates_) {
      totals = listed(totals, message("{0} {0:duplicate|duplicates} left out", duplicates_));
    }
    if (without_result_) {
      totals =
          listed(totals, message("{0} {0:game|games} without a result left out", without_result_));
    }
    print_message(totals);
  }

 private:
  DataPart part_of(std::uint64_t hash) const {
    const double share = static_cast<double>(derive_seed(options_.seed, hash) >> 11) * 0x1p-53;
    return share < ends_[0]   ? DataPart::train
           : share < ends_[1] ? DataPart::validation
                              : DataPart::test;
  }

  /// The positions before each turn, without those of `--skip-first`.
  std::vector<DataRow> positions_of(const GameType& type, const Record& record,
                                    const StartSpec& start, const DataRow& row) const {
    std::vector<DataRow> rows;
    const auto game = type.start(start);
    const auto turns = record.turns();
    const auto scores = scores_of(record, movers_of(type, start, turns));
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (i >= options_.skip_first) {
        rows.push_back(row);
        rows.back().position = game->position();
        rows.back().side = game->side_to_move();
        rows.back().ply = i;
        rows.back().turn = turns[i];
        if (i < scores.size()) rows.back().score = scores[i];
      }
      if (game->play(turns[i])) break;
    }
    return rows;
  }

  /// Draws new positions in random order and sorts them by ply.
  void draw(std::vector<DataRow> rows) {
    const auto chance = [&](const DataRow& row) {
      return derive_seed(options_.seed, row.game_hash, row.ply);
    };
    if (options_.per_game) {
      std::stable_sort(rows.begin(), rows.end(), [&](const DataRow& one, const DataRow& other) {
        return chance(one) < chance(other);
      });
    }
    std::vector<DataRow> drawn;
    for (DataRow& row : rows) {
      if (options_.per_game && drawn.size() == *options_.per_game) break;
      if (is_new(row)) drawn.push_back(std::move(row));
    }
    std::sort(drawn.begin(), drawn.end(),
              [](const DataRow& one, const DataRow& other) { return one.ply < other.ply; });
    std::move(drawn.begin(), drawn.end(), std::back_inserter(waiting_));
  }

  bool is_new(const DataRow& row) {
    if (options_.keep_duplicates) return true;
    KeyMaker key;
    for (const std::string& text : {row.game, row.variant, row.position}) key.add(text);
    if (seen_.insert({key.key().high, key.key().low}).second) return true;
    ++duplicates_;
    return false;
  }

  void write() {
    if (!options_.no_quiet) {
      judge(waiting_, options_.quiet_margin, options_.games.threads());
    }
    for (const DataRow& row : waiting_) {
      if (options_.only_quiet && !row.quiet) {
        throw InputError(message("--only-quiet: nobody knows which positions of {0} are quiet",
                                 find_game(row.game)->title()));
      }
      if (options_.only_quiet && !*row.quiet) continue;
      writer().add(row);
      ++written_;
    }
    waiting_.clear();
  }

  /// Begins with the first positions: before, the games may prove unreadable.
  RowWriter<DataRow>& writer() {
    if (!writer_) writer_.emplace(out_, TableOptions{.format = format_}, data_columns());
    return *writer_;
  }

  const DataOptions& options_;
  std::array<double, 2> ends_;
  Format format_;
  std::ostream& out_;
  std::optional<RowWriter<DataRow>> writer_;
  std::vector<DataRow> waiting_;  ///< to be judged and written
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
  std::uint64_t games_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t duplicates_ = 0;
  std::uint64_t without_result_ = 0;
};

ExitStatus run_data(DataOptions& options) {
  const Format format = options.format.empty()     ? format_for(options.output)
                        : options.format == "json" ? Format::json
                                                   : Format::csv;
  if (!(options.quiet_margin >= 0 && options.quiet_margin <= 1)) {
    throw InputError(message("--quiet-margin: expected a share from 0 to 1"));
  }
  if (options.only_quiet && options.no_quiet) {
    throw InputError(message("--only-quiet and --no-quiet exclude each other"));
  }
  read_shares(options.shares);
  options.games.prepare(options.output);
  OutputFile output(options.output, options.games.files());
  DataDrawer drawer(options, format, output.stream());
  const ExitStatus status = options.games.visit(
      [&](const CheckedRecord& checked, const StartSpec& start) { drawer.add(checked, start); });
  drawer.finish();
  output.commit();
  drawer.tell();
  return status;
}

}  // namespace

void add_data(Command& app) {
  const auto [command, options] =
      app.add<DataOptions>("data", "Write positions of games as training data",
                           "Example, eight positions of each game of an event, none of the first "
                           "ten turns:\n  schiri db export --db games.db --event 'Spring cup' |\n  "
                           "  schiri data - --per-game 8 --skip-first 10 -o data.csv",
                           "learning", run_data);
  options.games.add_to(command);
  command
      .add_option("--per-game", options.per_game, "Draw N positions of each game at random (all)")
      ->not_negative();
  command
      .add_option("--skip-first", options.skip_first,
                  "Skip the positions before the first N turns (0)")
      ->not_negative();
  command
      .add_option("--shares", options.shares,
                  "Set the shares for training, validation and test (0.8,0.1,0.1)")
      ->type_name("A,B,C");
  command.add_option("--seed", options.seed, "Set the seed for drawing games and positions")
      ->default_text("1");
  command.add_flag("--only-quiet", options.only_quiet,
                   "Write only the quiet ones of the drawn positions");
  command
      .add_option("--quiet-margin", options.quiet_margin,
                  "Set the change of the winning chance that one more turn may make (0.1)")
      ->type_name("SHARE");
  command.add_flag("--no-quiet", options.no_quiet,
                   "Do not determine which positions are quiet (faster)");
  command.add_flag("--keep-duplicates", options.keep_duplicates,
                   "Write a position as many times as it occurs");
  command
      .add_option("--format", options.format,
                  "Set the output format (by the file name, otherwise csv)")
      ->one_of({"csv", "json"});
  command.prints(data_columns);
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

}  // namespace schiri::cli
