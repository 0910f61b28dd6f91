#include <cmath>
#include <deque>
#include <future>
#include <iomanip>
#include <iostream>
#include <mutex>

#include "cli/command.h"
#include "cli/game/played_turns.h"
#include "cli/game/start.h"
#include "cli/io/findings.h"
#include "cli/io/index_range.h"
#include "cli/io/inputs.h"
#include "cli/io/interrupt.h"
#include "cli/io/json.h"
#include "cli/records/record_output.h"
#include "core/bots/options.h"
#include "core/decimals.h"
#include "core/match/play.h"
#include "core/match/terms.h"
#include "notation/contest/analysis.h"
#include "notation/contest/players.h"
#include "notation/printable.h"
#include "notation/records/record_start.h"

namespace schiri::cli {

namespace {

struct AnalyseOptions {
  InputOptions input;
  std::string bot = "alphabeta:nodes=100000";
  std::string position;
  std::vector<std::string> turns;
  IndexRange index;
  std::optional<long> turn;
  int lines = 1;
  std::vector<double> marks = {10, 20, 30};
  std::uint64_t seed = 1;
  double watchdog = 30;
  std::string format = "text";
  std::string output = "-";
  std::string rejects;
  bool no_times = false;
  bool own_side = false;

  PointOfView view() const { return own_side ? PointOfView::own : PointOfView::white; }
  std::chrono::milliseconds watchdog_time() const {
    return std::chrono::milliseconds(std::llround(watchdog * 1000));
  }
};

/// The bot as it is told how many lines are wanted.
BotSpec analysing_bot(const AnalyseOptions& options) {
  BotSpec spec = parse_bot_spec(options.bot);
  if (!spec.time_control.empty()) throw UsageError("tc: no clock runs while a game is analysed");
  if (options.lines > 1) {
    spec.options[spec.command.empty() ? "multipv" : "MultiPV"] = std::to_string(options.lines);
  }
  return spec;
}

/// In units of the bot, or a number of turns to a win (positive) or loss.
void add_score(Json& object, const std::optional<Score>& score, PointOfView view) {
  object["view"] = view == PointOfView::white ? "white" : "own";
  const bool is_value = score && score->kind == Score::Kind::value;
  object["score"] = is_value ? Json(score->amount / 100.0) : Json();
  object["mate"] = score && !is_value
                       ? Json(score->kind == Score::Kind::win ? score->amount : -score->amount)
                       : Json();
}

std::string score_or_dash(const std::optional<Score>& score) {
  return score ? score_text(*score) : "-";
}

std::optional<Score> seen_from(PointOfView view, const std::optional<Score>& score, Side side) {
  return score ? std::optional(schiri::seen_from(view, *score, side)) : std::nullopt;
}

std::string joined(const std::vector<std::string>& turns) {
  std::string text;
  for (const std::string& turn : turns) text += (text.empty() ? "" : " ") + turn;
  return text;
}

/// A program that fails here is no result but a program that cannot be used.
[[noreturn]] void refuse(const BotSpec& spec, const PlayerFailure& failure) {
  throw UnusableError("bot '" + printable(spec.name) + "' " + printable(failure.what(), 500));
}

/// One position.
class PositionAnalysis {
 public:
  PositionAnalysis(const AnalyseOptions& options, const GameType& type, std::string variant)
      : options_(options),
        type_(type),
        variant_(std::move(variant)),
        spec_(analysing_bot(options)) {}

  ExitStatus run(const Game& game) {
    if (const auto ending = game.ending()) {
      throw UsageError("the game is over: " + describe(*ending));
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
                            "answered '" + thought.turn + "': " + error->message);
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
    if (options_.format == "json") return print_json(game, thought, seconds);
    const Side side = game.side_to_move();
    std::cout << side_name(side) << " to move; " << printable(spec_.name) << " sees, from "
              << side_name(options_.own_side ? side : Side::white) << "'s side\n";
    for (std::size_t i = 0; i < thought.lines.size(); ++i) {
      const Line& line = thought.lines[i];
      std::cout << std::setw(3) << i + 1 << "  " << std::setw(6)
                << score_or_dash(seen_from(options_.view(), line.score, side)) << '/' << std::left
                << std::setw(3) << line.depth << std::right << joined(line.turns) << '\n';
    }
    if (!thought.nodes && options_.no_times) return;
    if (thought.nodes) std::cout << *thought.nodes << " nodes";
    if (!options_.no_times) {
      std::cout << (thought.nodes ? " in " : "in ") << fixed_text(seconds, 3) << " s";
    }
    std::cout << '\n';
  }

  void print_json(const Game& game, const Thought& thought, double seconds) const {
    Json object = {{"position", game.position()},
                   {"side", side_letter(game.side_to_move())},
                   {"bot", spec_.name},
                   {"nodes", thought.nodes ? Json(*thought.nodes) : Json()}};
    if (!options_.no_times) object["seconds"] = seconds;
    object["lines"] = Json::array();
    for (const Line& line : thought.lines) {
      Json told;
      add_score(told, seen_from(options_.view(), line.score, game.side_to_move()), options_.view());
      told["depth"] = line.depth;
      told["turns"] = line.turns;
      object["lines"].push_back(told);
    }
    write_line(std::cout, object);
  }

  const AnalyseOptions& options_;
  const GameType& type_;
  std::string variant_;
  BotSpec spec_;
};

/// A record and what was seen in it.
struct AnalysedGame {
  CheckedRecord checked;
  std::string file;
  bool is_wanted = true;
  std::optional<std::vector<AnalysedTurn>> turns;  ///< nothing if it was not looked at to its end
};

/// Records, several at a time; they come out in their order.
class RecordAnalysis {
 public:
  RecordAnalysis(AnalyseOptions& options, RecordOutput& out)
      : options_(options),
        out_(out),
        spec_(analysing_bot(options)),
        marks_{options.marks[0] / 100, options.marks[1] / 100, options.marks[2] / 100} {}

  ExitStatus run() {
    InputOptions input = options_.input;
    const std::size_t most = 2 * std::size_t{input.read.threads};
    input.read.threads = 1;
    input.read.keep = Keep::records;
    input.read.keep_text = out_.needs_text();
    const ExitStatus reading =
        read_inputs(input, [&](const std::string& file, CheckedRecord& record) {
          options_.index.see(record.check.index);
          start(file, std::move(record));
          while (running_.size() >= most) finish_first();
          return !interrupt_.interrupted() && bool(out_.stream());
        });
    while (!running_.empty()) finish_first();
    if (reading == ExitStatus::done && !interrupt_.interrupted()) options_.index.require_seen();
    tell_counts();
    out_.finish(reading == ExitStatus::done && !interrupt_.interrupted());
    if (interrupt_.interrupted()) return ExitStatus::interrupted;
    return worse(reading, status_);
  }

 private:
  void start(const std::string& file, CheckedRecord&& record) {
    const bool wanted = options_.index.contains(record.check.index);
    const bool valid = record.check.valid();
    auto game = std::make_shared<AnalysedGame>(AnalysedGame{std::move(record), file, wanted, {}});
    const bool takes_long = wanted && valid;
    // Where no thread is to be had it is done when it is waited for.
    const auto policy =
        takes_long ? std::launch::async | std::launch::deferred : std::launch::deferred;
    // A name for it, as libstdc++ has moved the work away before it finds no thread.
    const auto work = [this, game, takes_long] {
      if (takes_long) analyse(*game);
      return game;
    };
    running_.push_back(std::async(policy, work));
  }

  /// Players are expensive; those that have finished a game play the next.
  std::unique_ptr<Player> take_player(const GameType& type, const std::string& variant) {
    {
      const std::lock_guard lock(mutex_);
      auto& free = players_[{std::string(type.name()), variant}];
      if (!free.empty()) {
        auto player = std::move(free.back());
        free.pop_back();
        return player;
      }
    }
    return make_player(type, variant, spec_, options_.watchdog_time());
  }

  void analyse(AnalysedGame& game) {
    const GameCheck& check = game.checked.check;
    const GameType& type = *find_game(check.game);
    auto player = take_player(type, check.variant);
    Analyst analyst(type, *player, terms_of(spec_).limits, marks_, options_.seed);
    const auto turns = game.checked.record.turns();
    game.turns = analyst.analyse(start_of(game.checked, options_.input.read.check), turns,
                                 interrupt_.token());
    const std::lock_guard lock(mutex_);
    players_[{std::string(type.name()), check.variant}].push_back(std::move(player));
  }

  void finish_first() {
    auto first = std::move(running_.front());
    running_.pop_front();
    std::shared_ptr<AnalysedGame> game;
    try {
      game = first.get();
    } catch (const PlayerFailure& failure) {
      refuse(spec_, failure);
    } catch (const NoEvaluation&) {
      throw UsageError("--bot: " + printable(spec_.name) + " reports no evaluation");
    }
    if (!game->is_wanted) {
      out_.keep(game->file, game->checked);
    } else if (!game->checked.check.valid()) {
      print_findings(std::cerr, game->file, game->checked.check);
      status_ = ExitStatus::wrong;
      out_.leave_out(game->file, game->checked);
    } else if (game->turns) {
      count(*game->turns);
      write(*game);
    }
  }

  void write(AnalysedGame& game) {
    CheckedRecord& checked = game.checked;
    const StartSpec start = start_of(checked, options_.input.read.check);
    const auto begin = find_game(checked.check.game)->start(start);
    if (options_.format == "json") return write_turns(game, begin->side_to_move());
    complete_tags(checked, options_.input.read.check);
    annotate(checked.record, begin->side_to_move(), *game.turns, options_.view());
    checked.record.set_tag("Annotator", "schiri " + spec_.name);
    out_.stream() << write_record(checked.record);
    out_.count_written();
  }

  void write_turns(const AnalysedGame& game, Side side) {
    std::size_t number = 0;
    for (const AnalysedTurn& turn : *game.turns) {
      Json object = {{"index", game.checked.check.index},
                     {"turn", ++number},
                     {"side", side_letter(side)},
                     {"text", turn.turn}};
      add_score(object, seen_from(options_.view(), turn.score, side), options_.view());
      object["depth"] = turn.depth;
      object["best"] = turn.best;
      object["line"] = Json(turn.better.turns);
      object["loss"] = std::round(turn.loss * 1000) / 10;
      object["mark"] = text_or_null(mark_glyph(turn.mark));
      write_line(out_.stream(), object);
      side = opponent(side);
    }
    out_.count_written();
  }

  void count(const std::vector<AnalysedTurn>& turns) {
    ++games_;
    turns_ += turns.size();
    for (const AnalysedTurn& turn : turns) ++counts_[static_cast<std::size_t>(turn.mark)];
  }

  void tell_counts() const {
    std::cerr << "schiri: " << games_ << (games_ == 1 ? " game, " : " games, ") << turns_
              << (turns_ == 1 ? " turn; " : " turns; ") << counts_[1] << " ?!, " << counts_[2]
              << " ?, " << counts_[3] << " ??\n";
  }

  AnalyseOptions& options_;
  RecordOutput& out_;
  BotSpec spec_;
  MarkLimits marks_;
  InterruptStop interrupt_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::vector<std::unique_ptr<Player>>> players_;
  std::deque<std::future<std::shared_ptr<AnalysedGame>>> running_;  // ends before all above
  ExitStatus status_ = ExitStatus::done;
  std::uint64_t games_ = 0, turns_ = 0;
  std::array<std::uint64_t, 4> counts_{};
};

/// The position that GAME and its options describe.
ExitStatus analyse_position(const AnalyseOptions& options) {
  const CheckOptions& read = options.input.read.check;
  const StartOptions start{options.input.files.front(), read.variant, options.position, read.roll};
  const auto game = start.start();
  require_turns(*game, start.type(), options.turns);
  const std::string variant =
      read.variant.empty() ? std::string(start.type().variants().front()) : read.variant;
  return PositionAnalysis(options, start.type(), variant).run(*game);
}

/// One position of one game of a file.
ExitStatus analyse_turn(AnalyseOptions& options) {
  options.input.check();
  InputOptions input = options.input;
  input.read.keep = Keep::records;
  const std::uint64_t wanted = options.input.id ? static_cast<std::uint64_t>(*options.input.id)
                               : options.index.is_given() ? options.index.first()
                                                          : 1;
  std::optional<CheckedRecord> found;
  const ExitStatus reading =
      read_inputs(input, [&](const std::string& file, CheckedRecord& record) {
        if (record.check.index != wanted) return true;
        if (!record.check.valid()) print_findings(std::cerr, file, record.check);
        found = std::move(record);
        return false;
      });
  if (reading != ExitStatus::done) return reading;
  if (!found) throw UsageError("--index " + std::to_string(wanted) + ": there is no such game");
  if (!found->check.valid()) return ExitStatus::wrong;
  const GameType& type = *find_game(found->check.game);
  const auto game = type.start(start_of(*found, input.read.check));
  const auto turns = found->record.turns();
  const auto length = static_cast<long>(turns.size());
  const long turn = *options.turn < 0 ? length + 1 + *options.turn : *options.turn;
  if (turn < 0 || turn > length) {
    throw UsageError("--turn " + std::to_string(*options.turn) + ": the game has " +
                     std::to_string(length) + " turns");
  }
  for (long i = 0; i < turn; ++i) game->play(turns[static_cast<std::size_t>(i)]);
  return PositionAnalysis(options, type, found->check.variant).run(*game);
}

ExitStatus analyse_records(AnalyseOptions& options) {
  if (!options.position.empty() || !options.turns.empty()) {
    throw UsageError("--position and --play go with a GAME, not with files");
  }
  if (options.lines > 1) throw UsageError("--lines is for one position: a GAME, or --turn");
  options.input.check();
  RecordOutput output(options.output, options.rejects, options.input.files);
  if (output.is_input() && options.format == "json") {
    throw UsageError(printable(options.output, 4096) +
                     " holds records and would be written as JSON; name another file");
  }
  return RecordAnalysis(options, output).run();
}

/// What can be known before anything is looked at.
void check_options(const AnalyseOptions& options) {
  const BotSpec spec = analysing_bot(options);
  if (spec.command.empty()) game_types().front()->make_bot(spec);
  const auto& marks = options.marks;
  if (marks.size() != 3 || !(0 < marks[0] && marks[0] <= marks[1] && marks[1] <= marks[2])) {
    throw UsageError("--marks: expected three rising percentages, as in 10,20,30");
  }
}

ExitStatus run_analyse(AnalyseOptions& options) {
  check_options(options);
  if (options.turn) return analyse_turn(options);
  const bool names_game = options.input.files.size() == 1 && find_game(options.input.files.front());
  return names_game ? analyse_position(options) : analyse_records(options);
}

}  // namespace

void add_analyse(Command& app, ExitStatus& status) {
  auto options = std::make_shared<AnalyseOptions>();
  Command* command =
      app.add_subcommand("analyse", "Let a bot comment on a position, or on recorded games");
  options->input.add_to(*command);
  command->get_option("FILE")->about(
      "A game's name for a position, or record files; - is standard input");
  add_from(*command, options->input.from);
  options->input.add_stored(*command);
  command->add_option("--bot", options->bot,
                      "The bot, as for 'schiri tournament run' (alphabeta:nodes=100000)");
  command->add_option("--position", options->position, "With a game's name: a position");
  add_turns_option(*command, options->turns,
                   "With a game's name: a turn to play, or the turns of a movetext; may be given "
                   "several times");
  options->index.add_to(*command, "With files: only these games of each, counted from 1");
  command->add_option("--turn", options->turn,
                      "With files: only the position after this turn of a game: 0 the start, -1 "
                      "the end");
  command->add_option("--lines", options->lines, "Of a position: how many of the best turns (1)")
      ->range(1, 500);
  command
      ->add_option("--marks", options->marks,
                   "How many percent of the chance to win a turn loses that is marked ?!, ?, ?? "
                   "(10,20,30)")
      ->delimiter(',');
  command->add_option("--seed", options->seed, "Seed of everything random (1)");
  command
      ->add_option("--watchdog", options->watchdog,
                   "Seconds a program may stay silent where no clock runs (30)")
      ->within(0.001, 1e6);
  command->add_option("--format", options->format, "text (records where files are read) or json")
      ->one_of({"text", "json"});
  command->add_option("-o,--output", options->output,
                      "With files: the file to write; in one of the files that are read, games "
                      "that cannot be analysed stay as they are");
  command->add_option("--rejects", options->rejects,
                      "With files: a file for games that cannot be analysed, as they stand");
  command->add_flag("--no-times", options->no_times, "Leave out what depends on the clock");
  command->add_flag("--own-side", options->own_side,
                    "Evaluations from the side of who plays, not from White's");
  command->footer(
      "Records come out with the bot's evaluation after each turn, from White's side, and after a\n"
      "mistake its mark and the better turn.\n"
      "Examples: schiri analyse creeper --play A2+B3 --lines 3\n"
      "          schiri analyse games.pgn --bot mcts:nodes=50000 -o analysed.pgn");
  command->callback([options, &status] { status = run_analyse(*options); });
}

}  // namespace schiri::cli
