#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/results/failure_table.h"
#include "cli/tournament/results/junit_report.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/results/summary.h"
#include "cli/tournament/results/take_table.h"
#include "cli/tournament/results/tune_table.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct ShowOptions {
  TournamentOptions event;
  std::string db;
  Format format = Format::text;
  std::uint64_t games = 40;
  bool openings = false;
  bool failures = false;  ///< only the games lost by a failure
};

/// A bot's limits and options in the syntax of --bot.
std::string description(const BotSpec& bot) {
  std::string text = bot.builtin;
  for (const auto& [key, value] : bot_spec_keys(bot)) {
    if (key != "name") text += (text.empty() ? "" : " ") + key + "=" + value;
  }
  return text;
}

/// The games of a stored tournament.
struct StoredGames {
  const db::StoredTournament& event;
  std::vector<db::StoredResult> results;
};

struct PlanRow {
  const TournamentConfig& config;
  std::uint64_t games;
  bool at_most;
  std::uint64_t paired;
};

const Columns<PlanRow>& plan_columns() {
  using Row = const PlanRow&;
  static const Columns<PlanRow> columns = {
      {{"event", {}, Holds::text, "name of the tournament"},
       [](Row row) { return row.config.name; }},
      {{"game"}, [](Row row) { return row.config.game; }},
      {{"variant"}, [](Row row) { return row.config.variant; }},
      {{"system", {}, Holds::text, "as `--system` names it"},
       [](Row row) { return system_name(row.config.system); }},
      {{"players", {}, Holds::list, "names of the bots"},
       [](Row row) {
         Json players = Json::array();
         for (const BotSpec& bot : row.config.bots) players.push_back(bot.name);
         return players;
       }},
      {{"rounds", {}, Holds::count}, [](Row row) { return row.config.rounds; }},
      {{"games", {}, Holds::count, "games of the plan"}, [](Row row) { return row.games; }},
      {{"at_most", {}, Holds::flag, "true if the tournament may end with fewer"},
       [](Row row) { return row.at_most; }},
      {{"paired", {}, Holds::count, "games whose players are known"},
       [](Row row) { return row.paired; }},
      {{"opening_turns", {}, Holds::count, "random turns at the start of a game"},
       [](Row row) { return row.config.opening_turns; }},
      {{"balanced", {}, Holds::flag, "`--balanced`"}, [](Row row) { return row.config.balanced; }},
      {{"openings", {}, Holds::count, "openings of `--openings`; 0 without it"},
       [](Row row) { return row.config.openings.size(); }},
      {{"max_turns", {}, Holds::count, "turns after which a game is a draw; null without a limit"},
       [](Row row) { return row.config.max_turns; }},
      {{"seed", {}, Holds::count}, [](Row row) { return row.config.seed; }}};
  return columns;
}

struct ByeRow {
  std::uint64_t round;
  const std::string& player;
};

const Columns<ByeRow>& bye_columns() {
  using Row = const ByeRow&;
  static const Columns<ByeRow> columns = {
      {{"round", {}, Holds::count}, [](Row row) { return row.round; }},
      {{"bye", {}, Holds::text, "the player"}, [](Row row) { return row.player; }}};
  return columns;
}

struct GameRow {
  std::optional<std::int64_t> id;  ///< in the database
  const ScheduledGame& game;
  const std::string& white;
  const std::string& black;
  std::string result;
  Opening opening;
};

/// `has_results`: of a stored tournament.
Columns<GameRow> game_columns(bool has_results, bool has_openings) {
  using Row = const GameRow&;
  Columns<GameRow> columns;
  if (has_results) {
    columns.add({"id", {}, Holds::count, "with `--db`: for `--id`; the same in every command"},
                [](Row row) { return row.id; });
  }
  columns.add(
      {{{"number", {}, Holds::count, "of the game in its tournament, from 1"},
        [](Row row) { return row.game.number; }},
       {{"round", {}, Holds::count}, [](Row row) { return record_round(round_tag(row.game)); }},
       {{"board", {}, Holds::count, "game of the round"},
        [](Row row) { return record_board(round_tag(row.game)); }},
       {{"white", {}, Holds::text, "player"}, [](Row row) { return row.white; }},
       {{"black", {}, Holds::text, "player"}, [](Row row) { return row.black; }},
       {{"opening", {}, Holds::count, "number of the opening"},
        [](Row row) { return row.game.opening; }}});
  if (has_results) {
    columns.add({"result", {}, Holds::text, "with `--db`; null if the game is not played"},
                [](Row row) { return text_or_null(row.result); });
  }
  if (has_openings) {
    columns.add({{{"position",
                   {},
                   Holds::text,
                   "start of the opening, with `--with-openings`; null for the usual start"},
                  [](Row row) { return text_or_null(row.opening.start.position); }},
                 {{"roll", {}, Holds::text, "with `--with-openings`"},
                  [](Row row) { return text_or_null(row.opening.start.roll); }},
                 {{"line", {}, Holds::list, "turns of the opening, with `--with-openings`"},
                  [](Row row) { return Json(row.opening.turns); }}});
  }
  return columns;
}

/// The games of a tournament that are paired by the results so far.
class Plan {
 public:
  Plan(const Contest& contest, const ShowOptions& options,
       const std::optional<StoredGames>& stored = {})
      : contest_(contest),
        config_(contest.config()),
        options_(options),
        schedule_(contest.schedule()),
        games_(stored ? stored->event.games : schedule_->games()) {
    if (stored) {
      event_ = &stored->event;
      results_.emplace();
      for (const db::StoredResult& game : stored->results) {
        results_->emplace(game.number, game.result);
      }
      const auto results = db::results_of(stored->results);
      unpaired_ = results.size() - add_results(*schedule_, results);
    }
    // A tournament that ended early has fewer games than planned.
    paired_ = std::min(schedule_->paired(), games_);
    shown_ = options.games == 0 ? paired_ : std::min(options.games, paired_);
    for (const Bye& bye : schedule_->byes()) byes_[bye.round].push_back(bye.player);
  }

  void print(std::ostream& out) const {
    Message text = message("{0}: {1} {2}, {3}, {4} {4:player|players}", printable(config_.name),
                           config_.game, config_.variant,
                           Pattern::of_constant(system_title(config_.system)), config_.bots.size());
    text = listed(text, is_upper_bound() ? message("at most {0} {0:game|games}", games_)
                                         : message("{0} {0:game|games}", games_));
    if (results_) text = listed(text, message("{0} played", results_->size()));
    say(out, text);
    for (std::size_t i = 0; i < config_.bots.size(); ++i) {
      out << "  " << i + 1 << ". " << printable(config_.bots[i].name) << "  ("
          << printable(description(config_.bots[i]), 500) << ")\n";
    }
    if (config_.referee) {
      say(out, message("referee: {0} ({1})", printable(config_.referee->name),
                       printable(description(*config_.referee), 500)));
    }
    Message openings = message("{0} from a list", config_.openings.size());
    if (config_.openings.empty()) {
      openings = message("{0} random {0:turn|turns}", config_.opening_turns);
      if (config_.balanced) openings = listed(openings, message("balanced"));
    }
    say(out, joined(message("openings: {0}, seed {1}", openings, config_.seed),
                    config_.max_turns
                        ? message("games of at most {0} {0:turn|turns}", *config_.max_turns)
                        : message("games of any number of turns")));
    std::uint64_t round = 0;
    for (std::uint64_t number = 1; number <= shown_; ++number) {
      const ScheduledGame game = schedule_->game(number);
      if (game.round != round) print_round(out, round = game.round);
      print_game(out, game);
    }
    print_rest(out);
  }

  void write(std::ostream& out) const {
    write_line(out, plan_columns().object({config_, games_, is_upper_bound(), paired_}));
    for (const Bye& bye : schedule_->byes()) {
      write_line(out, bye_columns().object({bye.round, name(bye.player)}));
    }
    for (std::uint64_t number = 1; number <= shown_; ++number) {
      write_game(out, schedule_->game(number));
    }
  }

  /// The number of stored games whose pairing follows from missing games.
  std::uint64_t unpaired() const { return unpaired_; }

 private:
  bool is_complete() const { return results_ && results_->size() == games_; }
  bool is_upper_bound() const {
    return system_of(config_.system).plans_upper_bound && !is_complete();
  }
  /// The result of a game; empty if it is not played.
  std::string result(std::uint64_t number) const {
    return results_ && results_->contains(number) ? results_->at(number) : "";
  }
  const std::string& name(std::size_t player) const { return config_.bots[player].name; }
  std::optional<std::int64_t> id_of(const ScheduledGame& game) const {
    return event_ ? std::optional(event_->game_id(game.number)) : std::nullopt;
  }

  void print_round(std::ostream& out, std::uint64_t round) const {
    say(out, message("round {0}", round));
    const auto byes = byes_.find(round);
    if (byes == byes_.end()) return;
    for (const std::size_t player : byes->second) {
      out << "  " << translated(message("bye: {0}", printable(name(player)))) << '\n';
    }
  }

  void print_game(std::ostream& out, const ScheduledGame& game) const {
    const auto id = id_of(game);
    out << "  " << (id ? std::to_string(*id) : std::to_string(game.number)) << "  "
        << round_tag(game) << "  " << printable(name(game.white)) << " - "
        << printable(name(game.black));
    const std::string result = this->result(game.number);
    out << (result.empty() ? "" : "  ") << result;
    if (options_.openings) {
      const auto opening = contest_.opening(game.opening);
      out << "  ";
      if (!opening.start.position.empty()) out << ' ' << opening.start.position;
      if (!opening.start.roll.empty()) {
        out << ' ' << translated(message("roll {0}", opening.start.roll));
      }
      for (const std::string& turn : opening.turns) out << ' ' << turn;
    }
    out << '\n';
  }

  void print_rest(std::ostream& out) const {
    if (shown_ < paired_) {
      say(out, message("and {0} more {0:game|games} (--limit 0 shows all)", paired_ - shown_));
    }
    if (!is_fixed(config_.system) && paired_ < games_ && !is_complete()) {
      say(out, message("later rounds are paired by the results"));
    }
    if (const auto winner = schedule_->winner()) {
      say(out, message("winner: {0}", printable(name(*winner))));
    }
  }

  void write_game(std::ostream& out, const ScheduledGame& game) const {
    const std::string played = result(game.number);
    write_line(out, game_columns(results_.has_value(), options_.openings)
                        .object({id_of(game), game, name(game.white), name(game.black), played,
                                 options_.openings ? contest_.opening(game.opening) : Opening()}));
  }

  const Contest& contest_;
  const TournamentConfig& config_;
  const ShowOptions& options_;
  std::unique_ptr<Schedule> schedule_;
  std::uint64_t games_;
  std::uint64_t paired_ = 0;
  std::uint64_t shown_ = 0;
  std::uint64_t unpaired_ = 0;
  const db::StoredTournament* event_ = nullptr;  ///< of a stored tournament, as its results
  std::optional<std::map<std::uint64_t, std::string>> results_;
  std::map<std::uint64_t, std::vector<std::size_t>> byes_;
};

void print(const Plan& plan, Format format) {
  if (format == Format::json) {
    plan.write(console::out);
  } else {
    plan.print(console::out);
  }
}

/// Warns of a stored verdict that differs from that of the games, because a game was changed.
void note_other_verdict(const db::Store& store, const db::StoredTournament& event,
                        const Contest& contest) {
  const auto kept = db::kept_verdict(store, event);
  const auto verdict = kept ? sprt_verdict(store, event, contest) : std::nullopt;
  if (!verdict || verdict->kept() == *kept) return;
  console::out.flush();
  print_note(
      message("the stored verdict differs from that of the games; 'schiri tournament resume' "
              "stores the new one"));
}

/// Reports games that cannot be shown, which is not an error in a part of a tournament.
ExitStatus note_unpaired(const Plan& plan, const db::StoredTournament& event,
                         const std::optional<std::uint64_t>& missing) {
  if (!missing) return ExitStatus::done;
  console::out.flush();
  const Message why = event.shards > 1 ? message("this is part {0}/{1} of the tournament",
                                                 event.shard, event.shards)
                                       : message("the first missing one is game {0}", *missing);
  print_note(
      message("{0} {0:game|games} of later rounds cannot be shown, because earlier games are "
              "missing: {1}",
              plan.unpaired(), why));
  return event.shards > 1 ? ExitStatus::done : ExitStatus::wrong;
}

ExitStatus show_stored(const ShowOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  const db::StoredTournament event = choose_tournament(store, options.event.settings.text("event"));
  if (options.failures) {
    print_failures(console::out, store, event, options.format);
    return ExitStatus::done;
  }
  const Contest contest = db::stored_contest(store, event);
  const TournamentConfig& config = contest.config();
  const StoredGames stored{event, db::stored_results(store, event)};
  const Plan plan(contest, options, stored);
  if (options.format != Format::markdown) print(plan, options.format);
  if (options.format != Format::text || config.system == System::screening) {
    print_summary(console::out, console::err, store, event, contest, options.format);
  } else if (config.tuning) {
    TuneTable(db::stored_tune(store, event, config)).print(console::out, Format::text);
  } else if (match_of(contest.config())) {
    console::out << match_block(db::stored_match(store, event, contest.config(), 0, 1),
                                output_language());
    if (const auto verdict = sprt_verdict(store, event, contest)) {
      console::out << translated(verdict->state_text()) << '\n'
                   << translated(message("Elo {0}", verdict->estimate_text())) << '\n';
    }
  }
  note_other_verdict(store, event, contest);
  if (const auto file = options.event.settings.text("junit")) {
    write_junit_file(*file, store.path(), store, event, contest);
  }
  return note_unpaired(plan, event, db::missing_game(config, db::results_of(stored.results)));
}

ExitStatus show(ShowOptions options) {
  if (options.format == (options.failures ? Format::markdown : Format::csv)) {
    throw InputError(options.failures ? message("--failures: specify --format text, json or csv")
                                      : message("--format csv: only with --failures"));
  }
  if (!options.db.empty()) return show_stored(options);
  if (options.format == Format::markdown || options.event.settings.has("junit")) {
    throw InputError(message(
        "--format markdown and --junit: specify the database of a stored tournament with --db "
        "FILE"));
  }
  options.event.complete();
  const Contest contest(configured(options.event.settings));
  print(Plan(contest, options), options.format);
  return ExitStatus::done;
}

}  // namespace

void add_tournament_show(Command& tournament) {
  const auto [command, options] = tournament.add<ShowOptions>(
      "show", "Show the games of a tournament, planned or stored",
      "--game creeper --system swiss --bot greedy --bot random", "tournaments", show);
  add_tournament_options(command, options.event);
  const auto of_plan = command.options();
  add_setting(command, options.event.settings, "event",
              "With --db: select the tournament by its event name (the only one)");
  add_setting(command, options.event.settings, "junit");
  command.add_option("--limit", options.games, "List at most N games, 0 for all (40)")
      ->not_negative();
  command.add_flag("--with-openings", options.openings, "Show the opening of each game");
  command.add_format(options.format,
                     "Set the output format; markdown only with --db, csv with --failures (text)",
                     {Format::text, Format::json, Format::csv, Format::markdown});
  Option* const db = command.add_file(
      "--db", options.db, "Show a stored tournament of this database, with its results");
  command
      .add_flag("--failures", options.failures,
                "Show only the games lost by failures, and what happened")
      ->needs(db);
  for (Option* const option : of_plan) {
    db->excludes(option);
  }
  command.prints(plan_columns, "the tournament");
  command.prints(bye_columns, "each bye");
  command.prints([] { return game_columns(true, true); }, "each game");
  command.prints(failure_columns, "--failures");
  command.prints(take_columns, "`take`, of each take of a test of several");
}

}  // namespace schiri::cli
