#include "cli/bots/record_analysis.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "cli/bots/bot_argument.h"
#include "cli/input/failed_game.h"
#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "core/bots/options.h"
#include "core/match/play.h"
#include "core/match/terms.h"
#include "core/ugi/players.h"
#include "notation/board/position_text.h"
#include "notation/programs/own_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"
#include "notation/text/table.h"

namespace schiri::cli {

BotSpec analysing_bot(const AnalyseOptions& options, bool of_own_games, int lines) {
  const char* const usual = of_own_games ? "uct:nodes=1000" : "alphabeta:nodes=100000";
  BotSpec spec = bot_argument(options.bot.value_or(usual), options.presets);
  if (!spec.time_control.empty())
    throw InputError(message("tc: an analysis has no clock; specify movetime, nodes or depth"));
  if (lines > 1) {
    const auto known = of_own_games ? std::span<const BotOption>() : bot_options(spec.builtin);
    if (spec.command.empty() &&
        std::ranges::find(known, "multipv", &BotOption::name) == known.end())
      throw InputError(message("--lines: {0} shows one line", printable(spec.builtin)));
    spec.options[spec.command.empty() ? "multipv" : "MultiPV"] = std::to_string(lines);
  }
  return spec;
}

const Columns<ShownScore>& score_columns() {
  using Row = const ShownScore&;
  const auto is_value = [](Row row) { return row.score && row.score->kind == Score::Kind::value; };
  static const Columns<ShownScore> columns = {
      {{"view",
        {},
        Holds::side,
        "side that `score` and `mate` are seen from: `white`, or `own` with `--own-side`"},
       [](Row row) { return row.view == PointOfView::white ? "white" : "own"; }},
      {{"score",
        {},
        Holds::number,
        "evaluation in units of the game; null for a forced end, or if the bot reports none"},
       [is_value](Row row) { return is_value(row) ? Cell(row.score->amount / 100.0) : Cell(); }},
      {{"mate", {}, Holds::count, "turns to a forced end, negative for a loss"},
       [is_value](Row row) {
         if (!row.score || is_value(row)) return Cell();
         return Cell(row.score->kind == Score::Kind::win ? row.score->amount : -row.score->amount);
       }}};
  return columns;
}

void refuse(const BotSpec& spec, const PlayerFailure& failure) {
  throw UnusableError(
      message("bot '{0}' {1}", printable(spec.name), printable(message_of(failure), 500)));
}

namespace {

struct AccuracyRow {
  const std::pair<std::string, std::string>& kind;  ///< game and variant
  const std::string& player;
  const AccuracyPart& part;
  const AccuracySum& sum;

  std::uint64_t marked(Mark mark) const { return sum.marks[static_cast<std::size_t>(mark)]; }
};

std::optional<double> per_cent(const std::optional<double>& share) {
  return share ? std::optional(rounded_to(100 * *share, 1)) : std::nullopt;
}

std::string_view name_or_unknown(std::string_view name) { return name.empty() ? "?" : name; }

Columns<AccuracyRow> columns_of_accuracy() {
  using Row = const AccuracyRow&;
  return {
      {{"game", message("game")}, [](Row row) { return row.kind.first; }},
      {{"player", message("player"), Holds::text, "`?` if unknown"},
       [](Row row) { return row.player; }},
      {{"by", message("by"), Holds::text,
        "what divides the turns: `all`, `colour`, `phase`, `time` (for the turn) or `clock` (time "
        "left)"},
       [](Row row) { return Cell(row.part.by.text(), row.part.by); }},
      {{"part", message("part"), Holds::text,
        "turns that count, such as `all`, `white`, `opening`, `1 to 10 s`"},
       [](Row row) { return Cell(row.part.part.text(), row.part.part); }},
      {{"games", message("games"), Holds::count, "games that count"},
       [](Row row) { return row.sum.games; }},
      {{"turns", message("turns"), Holds::count, "turns that count"},
       [](Row row) { return row.sum.turns; }},
      {{"best", message("best %"), Holds::number, "per cent of the turns that are the bot's own"},
       [](Row row) { return per_cent(row.sum.best_share()); }},
      {{"loss", message("loss"), Holds::number, "mean loss of evaluation, in hundredths"},
       [](Row row) { return row.sum.mean_loss(); }},
      {{"chance_loss", message("chance loss %"), Holds::number,
        "mean loss of the chance to win, in per cent"},
       [](Row row) { return per_cent(row.sum.mean_chance_loss()); }},
      {{"inaccuracies", "?!", Holds::count, "turns marked `?!`"},
       [](Row row) { return row.marked(Mark::inaccuracy); }},
      {{"mistakes", "?", Holds::count, "turns marked `?`"},
       [](Row row) { return row.marked(Mark::mistake); }},
      {{"blunders", "??", Holds::count, "turns marked `??`"},
       [](Row row) { return row.marked(Mark::blunder); }},
      {{"variant", message("variant")}, [](Row row) { return row.kind.second; }}};
}

}  // namespace

void AccuracyRows::add(const GameType& type, const std::string& variant, const Record& record,
                       std::span<const Side> movers) {
  auto& table = tables_.try_emplace({std::string(type.name()), variant}, type.evaluation_scale())
                    .first->second;
  table.add(name_or_unknown(record.tag("White")), name_or_unknown(record.tag("Black")),
            judged_turns(record, movers));
}

std::vector<Column> accuracy_columns() { return columns_of_accuracy().columns(); }

void AccuracyRows::print(std::ostream& out, Format format) const {
  RowWriter rows(out, for_process(format), columns_of_accuracy());
  for (const auto& [kind, table] : tables_) {
    for (const auto& [player, sums] : table.players()) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i].turns > 0) rows.add({kind, player, accuracy_parts()[i], sums[i]});
      }
    }
  }
  rows.finish();
}

namespace {

struct FailureRow {
  const FailedGame& failed;
  std::uint64_t index;
};

const Columns<FailureRow>& failure_columns() {
  using Row = const FailureRow&;
  static const Columns<FailureRow> columns = {
      {{"index", {}, Holds::count, "number of the game in its file, from 1"},
       [](Row row) { return row.index; }},
      {{"ending", {}, Holds::text, "tag `Termination`: time forfeit, illegal move, crash ..."},
       [](Row row) { return row.failed.termination; }},
      {{"side", {}, Holds::side, "side that lost"},
       [](Row row) { return side_key(row.failed.side); }},
      {{"remark", {}, Holds::text, "what happened"},
       [](Row row) { return text_or_null(row.failed.remark); }},
      {{"position", {}, Holds::text, "position in which it happened"},
       [](Row row) { return row.failed.position; }},
      {{"conversation",
        {},
        Holds::list,
        "with `--db` and `--id`: the last ten lines sent (`> `) and received (`< `)"},
       [](Row row) { return Json(row.failed.conversation); }},
      {{"stderr", {}, Holds::text, "with `--db` and `--id`: the last line of standard error"},
       [](Row row) { return text_or_null(row.failed.error); }}};
  return columns;
}

struct TurnRow : ShownScore {
  std::uint64_t index;
  std::size_t number;
  const AnalysedTurn& turn;
};

const Columns<TurnRow>& turn_columns() {
  using Row = const TurnRow&;
  static const Columns<TurnRow> columns = [] {
    Columns<TurnRow> all = {
        {{"index", {}, Holds::count, "number of the game in its file, from 1"},
         [](Row row) { return row.index; }},
        {{"turn", {}, Holds::count, "number of the turn, from 1"},
         [](Row row) { return row.number; }},
        {{"side", {}, Holds::side, "side that played it"},
         [](Row row) { return side_key(row.turn.side); }},
        {{"text", {}, Holds::text, "the turn"}, [](Row row) { return row.turn.turn; }}};
    all.add(score_columns());
    all.add({{{"depth", {}, Holds::count, "turns"}, [](Row row) { return row.turn.depth; }},
             {{"best", {}, Holds::text, "the bot's turn"}, [](Row row) { return row.turn.best; }},
             {{"line", {}, Holds::list, "the better line, if the turn has a mark"},
              [](Row row) { return Json(row.turn.better.turns); }},
             {{"loss", {}, Holds::number, "lost chance to win, in per cent"},
              [](Row row) { return rounded_to(100 * row.turn.loss, 1); }},
             {{"mark", {}, Holds::text, "`?!`, `?`, `??` or null"},
              [](Row row) { return text_or_null(mark_symbol(row.turn.mark)); }}});
    return all;
  }();
  return columns;
}

void print_failure(std::ostream& out, const FailedGame& failed, std::uint64_t index,
                   std::size_t turns) {
  out << "schiri: " << translated(failure_sentence(failed, index, turns)) << '\n'
      << failed.board << translated(message("position: {0}", failed.position)) << '\n';
  print_conversation(out, failed);
}

}  // namespace

std::vector<Column> analysed_turn_columns() { return turn_columns().columns(); }
std::vector<Column> analysed_failure_columns() { return failure_columns().columns(); }

std::unique_ptr<Player> PlayerPool::take(const GameType& type, const std::string& variant,
                                         const BotSpec& spec) {
  {
    const std::lock_guard lock(mutex_);
    auto& free = free_[{std::string(type.name()), variant}];
    if (!free.empty()) {
      auto player = std::move(free.back());
      free.pop_back();
      return player;
    }
  }
  return make_player(type, variant, spec, watchdog_);
}

void PlayerPool::give_back(const GameType& type, const std::string& variant,
                           std::unique_ptr<Player> player) {
  const std::lock_guard lock(mutex_);
  free_[{std::string(type.name()), variant}].push_back(std::move(player));
}

RecordAnalysis::RecordAnalysis(AnalyseOptions& options, RecordOutput& out)
    : options_(options),
      out_(out),
      bot_(analysing_bot(options, false, 1)),
      own_game_bot_(options.bot ? bot_ : analysing_bot(options, true, 1)),
      players_(options.watchdog_time()),
      places_(options.input.read.threads),
      marks_{options.marks[0] / 100, options.marks[1] / 100, options.marks[2] / 100} {}

ExitStatus RecordAnalysis::run() {
  try {
    return run_whole();
  } catch (...) {
    interrupt_.stop();  // the other games, whose end would be awaited
    throw;
  }
}

ExitStatus RecordAnalysis::run_whole() {
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
        return goes_on();
      });
  while (!running_.empty()) finish_first();
  const bool is_whole = reading == ExitStatus::done && !interrupt_.interrupted();
  if (is_whole) options_.index.require_seen();
  tell_counts();
  if (options_.accuracy) accuracy_.print(console::out, options_.format);
  out_.finish(is_whole);
  if (interrupt_.interrupted()) return ExitStatus::interrupted;
  return worse(reading, status_);
}

void RecordAnalysis::start(const std::string& file, CheckedRecord&& record) {
  const bool wanted = options_.index.contains(record.check.index);
  const bool valid = record.check.valid();
  auto game = std::make_shared<AnalysedGame>(AnalysedGame{std::move(record), file, wanted});
  const bool takes_long = wanted && valid;
  // Without a thread, the work is done when its result is waited for.
  const auto policy = takes_long && has_threads ? std::launch::async | std::launch::deferred
                                                : std::launch::deferred;
  // A variable, because libstdc++ has moved the work before it finds that there is no thread.
  const auto work = [this, game, takes_long] {
    if (takes_long) analyse(*game);
    return game;
  };
  running_.push_back(std::async(policy, work));
}

const BotSpec& RecordAnalysis::bot_of(const AnalysedGame& game) const {
  return own_game_type(find_game(game.checked.check.game)) ? own_game_bot_ : bot_;
}

void RecordAnalysis::analyse(AnalysedGame& game) {
  // More games wait than are analysed at once.
  const WorkPlaces::Taken place(places_);
  const GameCheck& check = game.checked.check;
  const GameType& type = *find_game(check.game);
  const BotSpec& bot = bot_of(game);
  try {
    auto player = players_.take(type, check.variant, bot);
    Analyst analyst(type, *player, terms_of(bot).limits, marks_, options_.seed);
    const auto turns = game.checked.record.turns();
    game.turns = analyst.analyse(start_of(game.checked, options_.input.read.check), turns,
                                 interrupt_.token());
    players_.give_back(type, check.variant, std::move(player));
  } catch (const PlayerFailure& failure) {
    refuse(bot, failure);
  } catch (const NoEvaluation&) {
    throw InputError(message("--bot: {0} does not report evaluations", printable(bot.name)));
  }
}

void RecordAnalysis::finish_first() {
  auto first = std::move(running_.front());
  running_.pop_front();
  const std::shared_ptr<AnalysedGame> game = first.get();
  if (!game->is_wanted) {
    out_.keep(game->file, game->checked);
  } else if (!game->checked.check.valid()) {
    print_findings(console::err, game->file, game->checked.check);
    status_ = ExitStatus::wrong;
    out_.leave_out(game->file, game->checked);
  } else if (game->turns) {
    count(*game->turns);
    write(*game);
  }
}

void RecordAnalysis::write(AnalysedGame& game) {
  CheckedRecord& checked = game.checked;
  const StartSpec start = start_of(checked, options_.input.read.check);
  const GameType& type = *find_game(checked.check.game);
  std::vector<Side> movers;
  for (const AnalysedTurn& turn : *game.turns) movers.push_back(turn.side);
  complete_tags(checked, options_.input.read.check);
  annotate(checked.record, *game.turns, options_.view());
  checked.record.set_tag("Annotator", "schiri " + bot_of(game).name);
  accuracy_.add(type, checked.check.variant, checked.record, movers);
  if (options_.writes_turns()) {
    write_turns(game);
  } else {
    out_.stream() << write_record(checked.record);
  }
  tell_failure(game, type, start);
  out_.count_written();
}

void RecordAnalysis::write_turns(const AnalysedGame& game) {
  std::size_t number = 0;
  for (const AnalysedTurn& turn : *game.turns) {
    const TurnRow row{{seen_from(options_.view(), turn.score, turn.side), options_.view()},
                      game.checked.check.index,
                      ++number,
                      turn};
    write_line(out_.stream(), turn_columns().object(row));
  }
}

/// Reports the failure that ended a game, if one did: where it happened, and the end of the
/// conversation if the game is stored with it.
void RecordAnalysis::tell_failure(const AnalysedGame& game, const GameType& type,
                                  const StartSpec& start) {
  const Record& record = game.checked.record;
  const std::uint64_t index = game.checked.check.index;
  const auto failed = failed_game(game.checked, type, start, options_.input);
  if (!failed) return;
  if (options_.writes_turns()) {
    write_line(out_.stream(), failure_columns().object({*failed, index}));
  } else {
    print_failure(console::err, *failed, index, record.turns().size());
  }
}

void RecordAnalysis::count(const std::vector<AnalysedTurn>& turns) {
  ++games_;
  turns_ += turns.size();
  for (const AnalysedTurn& turn : turns) ++counts_[static_cast<std::size_t>(turn.mark)];
}

void RecordAnalysis::tell_counts() const {
  print_message(message("{0} {0:game|games}, {1} {1:turn|turns}; {2} ?!, {3} ?, {4} ??", games_,
                        turns_, counts_[1], counts_[2], counts_[3]));
}

}  // namespace schiri::cli
