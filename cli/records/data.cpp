#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>

#include "cli/line/command.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/data_rows.h"
#include "cli/records/selection.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "notation/analysis/analysis.h"
#include "notation/analysis/annotation.h"
#include "notation/records/game_hash.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

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
  DataDrawer(const DataOptions& options, const std::string& format, std::ostream& out)
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
    const auto scores = scores_of(record, game->side_to_move());
    const auto turns = record.turns();
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
      if (options_.only_quiet && !row.quiet.value_or(false)) continue;
      writer().add(row);
      ++written_;
    }
    waiting_.clear();
  }

  /// Begins with the first positions: before, the games may prove unreadable.
  DataWriter& writer() {
    if (!writer_) writer_ = make_data_writer(format_, out_);
    return *writer_;
  }

  const DataOptions& options_;
  std::array<double, 2> ends_;
  std::string format_;
  std::ostream& out_;
  std::unique_ptr<DataWriter> writer_;
  std::vector<DataRow> waiting_;  ///< to be judged and written
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
  std::uint64_t games_ = 0;
  std::uint64_t written_ = 0;
  std::uint64_t duplicates_ = 0;
  std::uint64_t without_result_ = 0;
};

/// The format of the option, otherwise that of the file's name.
std::string format_of(const DataOptions& options) {
  const std::string format =
      options.format.empty() ? std::string(data_format_of(options.output)) : options.format;
  if (format.empty() && options.output.ends_with(".parquet")) {
    throw InputError(
        message("{0}: Parquet is not supported; write CSV and convert it with pyarrow ('schiri "
                "help learning')",
                printable(options.output)));
  }
  return format.empty() ? "csv" : format;
}

ExitStatus run_data(DataOptions& options) {
  const std::string format = format_of(options);
  if (!(options.quiet_margin >= 0 && options.quiet_margin <= 1)) {
    throw InputError(message("--quiet-margin: expected a share from 0 to 1"));
  }
  if (options.only_quiet && options.no_quiet) {
    throw InputError(message("--only-quiet and --no-quiet exclude each other"));
  }
  read_shares(options.shares);
  options.games.prepare();
  OutputFile output(options.output, options.games.files());
  DataDrawer drawer(options, format, output.stream());
  const ExitStatus status = options.games.visit(
      [&](const CheckedRecord& checked, const StartSpec& start) { drawer.add(checked, start); });
  drawer.finish();
  output.commit();
  drawer.tell();
  return status;
}

constexpr char example[] =
    "Example, eight positions of each game of an event, none of the first ten turns:\n"
    "  schiri data --db games.db --event 'Spring cup' --per-game 8 --skip-first 10 -o data.csv\n"
    "Manual: schiri help learning";

}  // namespace

void add_data(Command& app, ExitStatus& status) {
  auto options = std::make_shared<DataOptions>();
  Command* command =
      app.add_subcommand("data", "Write distinct positions of games as training data");
  options->games.add_to(*command);
  command
      ->add_option("--per-game", options->per_game, "Draw N positions of each game at random (all)")
      ->not_negative();
  command
      ->add_option("--skip-first", options->skip_first,
                   "Skip the positions before the first N turns (0)")
      ->not_negative();
  command
      ->add_option("--shares", options->shares,
                   "Set the shares for training, validation and test (0.8,0.1,0.1)")
      ->type_name("A,B,C");
  command->add_option("--seed", options->seed, "Set the seed for drawing games and positions")
      ->default_text("1");
  command->add_flag("--only-quiet", options->only_quiet,
                    "Write only those of the drawn positions that are quiet");
  command
      ->add_option("--quiet-margin", options->quiet_margin,
                   "Set the change of the winning chance that one more turn may make (0.1)")
      ->type_name("SHARE");
  command->add_flag("--no-quiet", options->no_quiet,
                    "Do not determine which positions are quiet (faster)");
  command->add_flag("--keep-duplicates", options->keep_duplicates,
                    "Write a position as many times as it occurs");
  command
      ->add_option("--format", options->format,
                   "Set the output format (by the file name, otherwise csv)")
      ->one_of({"csv", "json", "npz"});
  command->prints(data_columns);
  command->add_file("-o,--output", options->output,
                    "Write to this file instead of standard output");
  command->footer(example);
  command->callback([options, &status] { status = run_data(*options); });
}

}  // namespace schiri::cli
