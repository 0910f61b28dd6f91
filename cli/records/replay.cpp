#include <filesystem>
#include <optional>

#include "cli/input/failed_game.h"
#include "cli/input/inputs.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/index_ranges.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/errors.h"
#include "notation/board/position_text.h"
#include "notation/game_svg.h"
#include "notation/programs/own_game.h"
#include "notation/programs/word_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ReplayOptions {
  InputOptions input;
  IndexRanges index;
  std::optional<std::int64_t> turn;
  Format format = Format::text;
  std::string output = "-";
  DiagramOptions diagram;

  /// Is each position written to its own file?
  bool fills_folder() const {
    std::error_code error;
    return output.ends_with('/') || std::filesystem::is_directory(output, error);
  }
};

/// The output of positions: one file, or a folder with a diagram of each.
class ReplayOutput {
 public:
  explicit ReplayOutput(const ReplayOptions& options)
      : options_(options), fills_folder_(options.fills_folder()) {
    if (!fills_folder_) {
      file_ = std::make_unique<OutputFile>(options.output, options.input.files);
      return;
    }
    if (options.format != Format::svg) {
      throw InputError(message("{0} is a folder; only --format svg writes into a folder",
                               printable(options.output, 4096)));
    }
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (error) {
      throw UnusableError(
          message("{0}: {1}", printable(options.output, 4096), system_message(error)));
    }
  }

  bool fills_folder() const { return fills_folder_; }
  /// The output of the next position.
  std::ostream& stream() { return file_->stream(); }

  /// Opens the file of a diagram. Games are counted over all files.
  void begin_drawing(std::size_t game, std::size_t turn) {
    if (!fills_folder_) {
      if (has_drawing_) {
        throw InputError(
            message("-o: a file of SVG has one drawing; choose a game with --index, or specify a "
                    "folder"));
      }
      has_drawing_ = true;
      return;
    }
    const std::string name =
        "game-" + std::to_string(game) + "-turn-" + std::to_string(turn) + ".svg";
    file_ = std::make_unique<OutputFile>((std::filesystem::path(options_.output) / name).string(),
                                         options_.input.files, OutputFile::Link::replace);
  }
  void end_drawing() {
    if (fills_folder_) finish();
  }

  /// Moves the output to its place.
  void finish() {
    if (file_) file_->commit();
    if (fills_folder_) file_.reset();
  }

 private:
  const ReplayOptions& options_;
  bool fills_folder_;
  bool has_drawing_ = false;
  std::unique_ptr<OutputFile> file_;
};

/// Shows the positions of one game.
struct PositionRow {
  std::uint64_t index;
  std::size_t turn;
  std::string_view text;
  const Game& game;
};

const Columns<PositionRow>& replay_columns() {
  using Row = const PositionRow&;
  static const Columns<PositionRow> columns = {
      {{"index", {}, Holds::count, "number of the game in its file, from 1"},
       [](Row row) { return row.index; }},
      {{"turn", {}, Holds::count, "turns played"}, [](Row row) { return row.turn; }},
      {{"text", {}, Holds::text, "the last turn; null at the start"},
       [](Row row) { return text_or_null(row.text); }},
      {{"position", {}, Holds::text, "position string, as `--position` takes it"},
       [](Row row) { return row.game.position(); }},
      {{"side", {}, Holds::side, "side to move"},
       [](Row row) { return side_key(row.game.side_to_move()); }},
      {{"outcome", {}, Holds::side, "`white`, `black` or `draw`; null if the game goes on"},
       [](Row row) { return outcome_or_null(row.game.ending()); }}};
  return columns;
}

class PrintedReplay {
 public:
  /// `number`: of the game among all that are read.
  PrintedReplay(const CheckedRecord& record, const ReplayOptions& options, std::size_t number,
                ReplayOutput& out)
      : record_(record),
        options_(options),
        number_(number),
        out_(out),
        game_(require_game(record.check.game).start(start_of(record, options.input.read.check))) {}

  /// False if the game ends before the turn of the option.
  bool run() {
    const auto turns = record_.record.turns();
    const auto length = static_cast<std::int64_t>(turns.size());
    if (options_.turn && (*options_.turn > length || *options_.turn < -1 - length)) return false;
    const GameType& type = require_game(record_.check.game);
    if (!type.facts.has_rules) throw RulesUnknown(type.name());
    print_heading();
    if (is_wanted(length)) show("");
    for (const std::string_view turn : turns) {
      mover_ = game_->side_to_move();
      game_->play(turn);
      if (is_wanted(length)) show(turn);
    }
    print_failure(length);
    return true;
  }

 private:
  /// Must the present position be shown, in a game of this many turns?
  bool is_wanted(std::int64_t length) const {
    const bool one = options_.turn || (options_.format == Format::svg && !out_.fills_folder());
    const std::int64_t turn = options_.turn.value_or(-1);
    return !one || (turn < 0 ? length + 1 + turn : turn) ==
                       static_cast<std::int64_t>(game_->turns().size());
  }

  std::string players() const {
    const auto name = [&](const char* tag) {
      const std::string_view value = record_.record.tag(tag);
      return value.empty() ? "?" : printable(value);
    };
    return name("White") + " - " + name("Black");
  }

  void print_heading() const {
    if (options_.format != Format::text) return;
    const std::string& result = record_.record.result;
    out_.stream() << translated(message("Game {0}: {1}, {2}, {3}", record_.check.index, players(),
                                        record_.check.game, result.empty() ? "*" : result))
                  << "\n\n";
  }

  /// Prints how a failure ended the game, after the last position.
  void print_failure(std::int64_t length) const {
    if (options_.format != Format::text || !is_wanted(length)) return;
    const auto& type = require_game(record_.check.game);
    const auto failed =
        failed_game(record_, type, start_of(record_, options_.input.read.check), options_.input);
    if (!failed) return;
    say(out_.stream(),
        failure_sentence(*failed, record_.check.index, static_cast<std::size_t>(length)));
    print_conversation(out_.stream(), *failed);
    out_.stream() << '\n';
  }

  void show(std::string_view turn) const {
    const std::size_t number = game_->turns().size();
    if (options_.format == Format::svg) {
      const std::string title = players() + ", " + heading_of(turn);
      out_.begin_drawing(number_, number);
      out_.stream() << draw_svg(require_game(record_.check.game), record_.check.variant, *game_,
                                title, options_.diagram.style());
      out_.end_drawing();
      return;
    }
    if (options_.format == Format::json) {
      const PositionRow row{record_.check.index, number, turn, *game_};
      Json object = replay_columns().object(row);
      if (const auto drawing = drawing_of(*game_)) object["board"] = *drawing;
      return write_line(out_.stream(), object);
    }
    out_.stream() << translated(heading_of(turn)) << "\n\n"
                  << StyledText{game_->board(board_style())} << '\n'
                  << translated(state_sentence(*game_)) << "\n\n";
  }

  std::string heading_of(std::string_view turn) const {
    if (turn.empty()) return translated(message("Start"));
    const std::size_t number = game_->turns().size();
    const std::string shown = shown_turn(*game_, turn);
    return translated(mover_ == Side::white ? message("Turn {0}: White {1}", number, shown)
                                            : message("Turn {0}: Black {1}", number, shown));
  }

  const CheckedRecord& record_;
  const ReplayOptions& options_;
  std::size_t number_;
  ReplayOutput& out_;
  std::unique_ptr<Game> game_;
  Side mover_ = Side::white;  ///< of the last turn
};

/// Could the game be set up, so that its turns before an error can be shown?
bool was_set_up(const GameCheck& check) {
  if (check.errors.empty()) return true;
  switch (check.errors.front().code) {
    case Code::bad_tag:
    case Code::unknown_game:
    case Code::unknown_variant:
    case Code::bad_position:
    case Code::missing_roll:
    case Code::too_large:
      return false;
    default:
      return !check.variant.empty();
  }
}

ExitStatus run_replay(ReplayOptions& options) {
  options.input.check({.written = {options.output}});
  require_drawing_name(options.output);
  ReplayOutput out(options);
  ExitStatus status = ExitStatus::done;
  std::size_t seen = 0, shown = 0;
  const ExitStatus reading =
      read_inputs(options.input, [&](const std::string& file, CheckedRecord& record) {
        ++seen;
        const std::size_t index = record.check.index;
        options.index.see(index);
        if (!options.index.contains(index)) return true;
        if (was_set_up(record.check)) shown += PrintedReplay(record, options, seen, out).run();
        if (!record.check.valid()) {
          console::out.flush();
          print_findings(console::err, file, record.check);
          status = ExitStatus::wrong;
        }
        const bool is_last = options.input.files.size() == 1 && options.index.ends_at(index);
        return !options.index.is_single() && !is_last;
      });
  if (reading == ExitStatus::done) options.index.require_seen();
  if (options.turn && shown == 0 && status == ExitStatus::done && reading == ExitStatus::done) {
    throw InputError(
        message("--turn {0}: no game has that many turns", std::to_string(*options.turn)));
  }
  out.finish();
  return worse(status, reading);
}

}  // namespace

void add_replay(Command& app) {
  const auto [command, options] =
      app.add<ReplayOptions>("replay", "Show the board after each turn of a record",
                             "games.pgn --index 2 --turn 17", "records", run_replay);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  add_language(command);
  options.input.add_stored(command);
  options.index.add_to(command, "Show only these games of the file, counted from 1");
  command.add_option("--turn", options.turn,
                     "Show only the position after turn N: 0 the start, -1 the end");
  command.prints(replay_columns);
  command.add_format(options.format, "Set the output format (text)",
                     {Format::text, Format::json, Format::svg});
  command.add_file("-o,--output", options.output,
                   "Write to this file, or with --format svg to this folder");
  options.diagram.add_to(command);
}

}  // namespace schiri::cli
