#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iomanip>

#include "cli/bots/bot_argument.h"
#include "cli/bots/record_analysis.h"
#include "cli/input/inputs.h"
#include "cli/input/played_turns.h"
#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/line/index_ranges.h"
#include "cli/line/interrupt.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/bots/options.h"
#include "core/match/terms.h"
#include "core/match/turn_comment.h"
#include "core/ugi/players.h"
#include "notation/analysis/analysis.h"
#include "notation/board/position_text.h"
#include "notation/programs/own_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

std::optional<Score> seen_from(PointOfView view, const std::optional<Score>& score, Side side) {
  return score ? std::optional(schiri::seen_from(view, *score, side)) : std::nullopt;
}

struct AnalysedLine : ShownScore {
  const Line& line;
};

const Columns<AnalysedLine>& line_columns() {
  using Row = const AnalysedLine&;
  static const Columns<AnalysedLine> columns = [] {
    Columns<AnalysedLine> all;
    all.add(score_columns());
    all.add({"depth", {}, Holds::count, "turns"}, [](Row row) { return row.line.depth; });
    all.add({"line", {}, Holds::list, "the turns of the line"},
            [](Row row) { return row.line.turns; });
    return all;
  }();
  return columns;
}

struct AnalysedPosition {
  const Game& game;
  const BotSpec& bot;
  const Thought& thought;
  double seconds;
  PointOfView view;
};

Json lines_json(const AnalysedPosition& row) {
  Json lines = Json::array();
  for (const Line& line : row.thought.lines) {
    const auto score = seen_from(row.view, line.score, row.game.side_to_move());
    lines.push_back(line_columns().object({{score, row.view}, line}));
  }
  return lines;
}

Columns<AnalysedPosition> position_columns(bool has_times) {
  using Row = const AnalysedPosition&;
  Columns<AnalysedPosition> columns = {
      {{"position", {}, Holds::text, "position string"},
       [](Row row) { return row.game.position(); }},
      {{"side", {}, Holds::side, "side to move"},
       [](Row row) { return side_key(row.game.side_to_move()); }},
      {{"bot", {}, Holds::text, "name of the bot"}, [](Row row) { return row.bot.name; }},
      {{"nodes", {}, Holds::count, "positions that it searched; null if it does not report them"},
       [](Row row) { return row.thought.nodes; }}};
  if (has_times) {
    columns.add({"seconds", {}, Holds::seconds, "missing with `--no-times`"},
                [](Row row) { return row.seconds; });
  }
  columns.add({"lines", {}, Holds::list, "the best first, `--lines` of them"}, lines_json);
  return columns;
}

std::string score_or_dash(const std::optional<Score>& score) {
  return score ? score_text(*score) : "-";
}

/// The analysis of a position.
class PositionAnalysis {
 public:
  PositionAnalysis(const AnalyseOptions& options, const GameType& type, std::string variant)
      : options_(options),
        type_(type),
        variant_(std::move(variant)),
        spec_(analysing_bot(options, own_game_type(&type) != nullptr, options.lines)) {}

  ExitStatus run(const Game& game) {
    if (const auto ending = game.ending()) {
      throw InputError(message("the game is over: {0}", describe(*ending)));
    }
    const InterruptStop interrupt;
    const auto player = make_player(type_, variant_, spec_, options_.watchdog_time());
    try {
      player->new_game(options_.seed);
      player->make_ready(interrupt.token());
      const auto begin = monotonic_time();
      Thought thought = player->think(game, terms_of(spec_).limits, interrupt.token());
      const auto time = thought.time.value_or(monotonic_time() - begin);
      if (interrupt.interrupted()) return ExitStatus::interrupted;
      if (const auto error = game.clone()->play(thought.turn)) {
        throw PlayerFailure(Termination::illegal_move,
                            message("answered '{0}': {1}", thought.turn, error->message));
      }
      if (thought.lines.empty()) {
        thought.lines.push_back({{thought.turn}, thought.score, thought.depth});
      }
      print(game, thought, time);
    } catch (const PlayerFailure& failure) {
      refuse(spec_, failure);
    }
    return ExitStatus::done;
  }

 private:
  void print(const Game& game, const Thought& thought, std::chrono::nanoseconds time) const {
    const double seconds = std::chrono::duration<double>(time).count();
    if (options_.format == Format::json) {
      return write_line(console::out,
                        position_columns(!options_.no_times)
                            .object({game, spec_, thought, seconds, options_.view()}));
    }
    const Side side = game.side_to_move();
    const Side viewer = options_.own_side ? side : Side::white;
    const auto named = [](Side one) {
      return one == Side::white ? message("White") : message("Black");
    };
    say(console::out, message("{0} to move; {1} sees, from {2}'s side", named(side),
                              printable(spec_.name), named(viewer)));
    for (std::size_t i = 0; i < thought.lines.size(); ++i) {
      const Line& line = thought.lines[i];
      console::out << std::setw(3) << i + 1 << "  " << std::setw(6)
                   << score_or_dash(seen_from(options_.view(), line.score, side)) << '/'
                   << std::left << std::setw(3) << line.depth << std::right << join(line.turns, " ")
                   << '\n';
    }
    if (!thought.nodes && options_.no_times) return;
    const Decimal time_text{fixed_text(seconds, 3)};
    const Message nodes = thought.nodes ? message("{0} {0:node|nodes}", *thought.nodes) : Message();
    say(console::out, options_.no_times ? nodes
                      : nodes.empty()   ? message("in {0} s", time_text)
                                        : message("{0} in {1} s", nodes, time_text));
  }

  const AnalyseOptions& options_;
  const GameType& type_;
  std::string variant_;
  BotSpec spec_;
};

/// The position of GAME and its options.
ExitStatus analyse_position(const AnalyseOptions& options) {
  const CheckOptions& read = options.input.read.check;
  const StartOptions start{options.input.files.front(), read.variant, options.position, read.roll};
  const auto game = start.start();
  require_turns(*game, start.type(), options.turns);
  const std::string variant =
      read.variant.empty() ? std::string(start.type().variant_table.standard()) : read.variant;
  return PositionAnalysis(options, start.type(), variant).run(*game);
}

/// A position of a game of a file.
ExitStatus analyse_turn(AnalyseOptions& options) {
  options.input.check();
  InputOptions input = options.input;
  input.read.keep = Keep::records;
  const std::uint64_t wanted =
      options.index.is_given() ? options.index.ranges().front().first : std::uint64_t{1};
  std::optional<CheckedRecord> found;
  const ExitStatus reading =
      read_inputs(input, [&](const std::string& file, CheckedRecord& record) {
        if (!input.is_stored() && record.check.index != wanted) return true;
        if (!record.check.valid()) print_findings(console::err, file, record.check);
        found = std::move(record);
        return false;
      });
  if (reading != ExitStatus::done) return reading;
  if (!found) throw InputError(message("--index {0}: no game has this number", wanted));
  if (!found->check.valid()) return ExitStatus::wrong;
  const GameType& type = *find_game(found->check.game);
  const auto game = type.start(start_of(*found, input.read.check));
  const auto turns = found->record.turns();
  const auto length = static_cast<std::int64_t>(turns.size());
  const std::int64_t turn = *options.turn < 0 ? length + 1 + *options.turn : *options.turn;
  if (turn < 0 || turn > length) {
    throw InputError(message("--turn {0}: the game has {1} {1:turn|turns}", *options.turn,
                             static_cast<std::uint64_t>(length)));
  }
  for (std::int64_t i = 0; i < turn; ++i) game->play(turns[static_cast<std::size_t>(i)]);
  return PositionAnalysis(options, type, found->check.variant).run(*game);
}

ExitStatus analyse_records(AnalyseOptions& options) {
  if (!options.position.empty() || !options.turns.empty()) {
    throw InputError(message("--position and --play: only with GAME, not with files"));
  }
  if (options.lines > 1)
    throw InputError(message("--lines: only for a single position; specify GAME or --turn"));
  options.input.check({.written = {options.output, options.rejects}});
  // The table is written to standard output, records only to a file.
  if (options.accuracy && options.output == "-") options.output = "/dev/null";
  RecordOutput output(options.output, options.rejects, options.input.files);
  if (output.is_input() && options.writes_turns()) {
    throw InputError(
        message("{0} contains records and would be written as JSON; specify another output file",
                printable(options.output, 4096)));
  }
  return RecordAnalysis(options, output).run();
}

/// Validates the options before reading.
void check_options(const AnalyseOptions& options) {
  const BotSpec spec = analysing_bot(options, false, 1);
  // A game of one's own has other built-in bots, which are made when its first record comes.
  const bool has_own_game = std::ranges::any_of(game_types(), own_game_type);
  if (spec.command.empty() && !has_own_game) require_bot(spec);
  const auto& marks = options.marks;
  if (marks.size() != 3 || !(0 < marks[0] && marks[0] <= marks[1] && marks[1] <= marks[2])) {
    throw InputError(
        message("--marks: expected three increasing percentages, for example 10,20,30"));
  }
}

/// Is it a script or binary that may be run, rather than records?
bool is_program(const std::string& file) {
  if (file.find('/') == file.npos || ::access(file.c_str(), X_OK) != 0) return false;
  std::string begin(512, ' ');
  std::ifstream in(file);
  begin.resize(static_cast<std::size_t>(in.read(begin.data(), 512).gcount()));
  return begin.starts_with("#!") || begin.starts_with("\177ELF") || begin.starts_with("\xcf\xfa");
}

/// Is the argument a game rather than a file of records? Then it becomes the game's name.
bool names_game(std::vector<std::string>& files) {
  if (files.size() != 1) return false;
  std::string& named = files.front();
  const bool is_own = is_program(named) || named.starts_with("cmd=");
  if (is_own || defaults().games.contains(named)) named = game_named(named);
  return find_game(named) != nullptr;
}

ExitStatus run_analyse(AnalyseOptions& options) {
  const bool has_game = names_game(options.input.files);
  check_options(options);
  if (options.format == Format::csv && !options.accuracy) {
    throw InputError(message("--format csv: only with --accuracy"));
  }
  if ((options.turn || has_game) && options.accuracy) {
    throw InputError(message("--accuracy: only for whole games of files"));
  }
  if (options.turn) return analyse_turn(options);
  return has_game ? analyse_position(options) : analyse_records(options);
}

}  // namespace

void add_analyse(Command& app) {
  const auto [command, options] = app.add<AnalyseOptions>(
      "analyse", "Analyse a position or recorded games by a bot",
      "The records have the bot's evaluation after each turn, for White, and after a mistake its "
      "mark\nand the better turn.\nExamples: schiri analyse creeper --play A2+B3 --lines 3\n       "
      "   schiri analyse games.pgn --bot mcts:nodes=50000 -o analysed.pgn",
      "analysis", run_analyse);
  options.input.add_to(command);
  add_language(command);
  command.get_option("FILE")->about(
      "A game for a position, or record files; - means standard input");
  options.input.add_stored(command);
  command.add_option(
      "--bot", options.bot,
      "Analyse by this bot (alphabeta:nodes=100000; uct:nodes=1000 for a game of your own)");
  add_presets(command, options.presets);
  command.add_option("--position", options.position, "With a game: analyse this position");
  command.add_option("--roll", options.input.read.check.roll,
                     "Set the first roll of a game with dice, and of records without the tag Roll");
  add_turns_option(command, options.turns,
                   "With a game: play this turn or movetext first; repeatable");
  options.index.add_to(command, "Analyse only these games of each file, counted from 1");
  command.add_option("--turn", options.turn,
                     "Analyse only the position after turn N: 0 the start, -1 the end");
  command.add_option("--lines", options.lines, "Show the N best turns of a position (1)")
      ->range(1, 500);
  command
      .add_option("--marks", options.marks,
                  "Set the losses of winning chance, in percent, of ?!, ?, ?? (10,20,30)")
      ->type_name("A,B,C")
      ->delimiter(',');
  command.add_option("--seed", options.seed, "Set the random seed (1)");
  command
      .add_option("--watchdog", options.watchdog, "Stop a program that is silent this long (30)")
      ->type_name("SECONDS")
      ->within(0.001, 1e6);
  command.prints([] { return position_columns(true); }, "a position");
  command.prints(line_columns, "each of `lines`");
  command.prints(analysed_turn_columns, "a turn of a file");
  command.prints(analysed_failure_columns, "a game that ended by a failure, after its turns");
  command.prints(accuracy_columns, "--accuracy");
  command.add_format(options.format, "Set the output format; csv only with --accuracy (text)",
                     {Format::text, Format::json, Format::csv});
  command.add_file("-o,--output", options.output,
                   "Write to this file; in an input file, other games stay unchanged");
  command.add_file("--rejects", options.rejects,
                   "Write games that cannot be analysed to this file, unchanged");
  command.add_flag("--no-times", options.no_times, "Omit what depends on the clock");
  command.add_flag("--own-side", options.own_side,
                   "Print evaluations for the side to move instead of White");
  command.add_flag("--accuracy", options.accuracy,
                   "Print the accuracy of each player, also by colour, phase and time");
}

}  // namespace schiri::cli
