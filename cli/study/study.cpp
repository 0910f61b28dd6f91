#include "cli/study/study.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/measured_games.h"
#include "cli/line/defaults.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/play.h"
#include "cli/tournament/run.h"
#include "cli/tournament/tournament_command.h"
#include "cli/tournament/tournament_options.h"
#include "core/base/errors.h"
#include "core/match/bot_spec.h"
#include "core/tournament/systems.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/analysis/study.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using rating::Estimate;

constexpr std::uint64_t usual_games = 1000, usual_nodes = 32, most_nodes = 1'000'000;

struct StudyOptions {
  TournamentOptions tournament;
  std::optional<std::uint64_t> games, nodes;
  std::vector<std::string> compared;
  std::string replayed;
  bool no_db = false;
  Format format = Format::text;
};

Cell estimate_cell(const std::optional<Estimate>& estimate, Holds kind) {
  if (!estimate) return {};
  return {std::isfinite(estimate->value) ? Json(estimate->value) : Json(),
          estimate_text(*estimate, kind)};
}

/// Adds an estimate, for programs with its interval.
template <class Row, class Get>
void add_estimate(Columns<Row>& columns, const std::string& key, const Message& heading, Holds kind,
                  const std::string& meaning, const Get& get) {
  columns.add({key, heading, kind, meaning},
              [=](const Row& row) { return estimate_cell(get(row), kind); });
  const auto bound = [&](const char* name, std::optional<double> Estimate::*its,
                         const char* which) {
    columns.add({name + ('_' + key), {}, kind, which, Shown::programs}, [=](const Row& row) {
      const std::optional<Estimate> estimate = get(row);
      return estimate ? Cell((*estimate).*its) : Cell();
    });
  };
  bound("low", &Estimate::low, "lower end of its 95 % interval; null if open");
  bound("high", &Estimate::high, "upper end; null if open");
}

const Columns<StudyLevel>& level_columns() {
  using Row = const StudyLevel&;
  static const Columns<StudyLevel> columns = [] {
    Columns<StudyLevel> made = {
        {{"player", message("player"), Holds::text, "bot of the ladder", Shown::all, true},
         [](Row row) { return row.player; }},
        {{"opponent", message("opponent"), Holds::text, "the one before it; its equal in a mirror"},
         [](Row row) { return row.opponent; }},
        {{"games", message("games"), Holds::count, "games with a result"},
         [](Row row) { return row.games; }}};
    for (const StudyMeasure& measure : study_measures()) {
      add_estimate(made, std::string(measure.key), Message(measure.heading), measure.kind,
                   measure.meaning, [&measure](Row row) { return row.*measure.estimate; });
    }
    return made;
  }();
  return columns;
}

/// The value of a figure for people, whose kind differs from row to row.
Cell figure_cell(const StudyFigure& figure, const std::optional<Estimate>& estimate) {
  Cell cell = estimate_cell(estimate, figure.kind);
  if (cell.text && figure.kind == Holds::share) cell.text = message("{0} %", *cell.text);
  return cell;
}

Message figure_name(const StudyFigure& figure) {
  return figure.turn.empty() ? figure.name : message("{0}, {1}", figure.name, figure.turn);
}

const Columns<StudyFigure>& figure_columns() {
  using Row = const StudyFigure&;
  const auto bound = [](std::optional<double> Estimate::*its) {
    return [its](Row row) { return row.estimate ? Cell((*row.estimate).*its) : Cell(); };
  };
  static const Columns<StudyFigure> columns = {
      {{"figure", message("figure"), Holds::text, "`choices`, `forced_rate`, ...", Shown::all,
        true},
       [](Row row) { return Cell(Json(row.key), figure_name(row)); }},
      {{"value", message("value"), Holds::number, "a share from 0 to 1, or a mean"},
       [](Row row) { return figure_cell(row, row.estimate); }},
      {{"low", {}, Holds::number, "lower end of its 95 % interval", Shown::programs},
       bound(&Estimate::low)},
      {{"high", {}, Holds::number, "upper end", Shown::programs}, bound(&Estimate::high)},
      {{"turn", {}, Holds::text, "of the best and the worst first turn", Shown::programs},
       [](Row row) { return row.turn.empty() ? Cell() : Cell(row.turn); }}};
  return columns;
}

const Columns<StudyConclusion>& conclusion_columns() {
  using Row = const StudyConclusion&;
  static const Columns<StudyConclusion> columns = {
      {{"conclusion", {}, Holds::text, "`balance`, `skill`, `draws`, `limit`, `alike`"},
       [](Row row) { return row.key; }},
      {{"is_shown", {}, Holds::flag, "do the games show it?"},
       [](Row row) { return row.is_shown; }},
      {{"games", {}, Holds::count, "of a study that would show it; null if it is shown"},
       [](Row row) { return row.games; }},
      {{"text", {}, Holds::text, "the sentence"}, [](Row row) { return row.text.english(); }}};
  return columns;
}

TableOptions table_options(Format format) { return for_process(format); }

template <class Row>
void write_objects(const Columns<Row>& columns, const std::vector<Row>& rows) {
  for (const Row& row : rows) write_line(console::out, columns.object(row));
}

struct StudyLine {
  const Study& study;
  const TournamentConfig& config;
};

const Columns<StudyLine>& study_columns() {
  using Row = const StudyLine&;
  static const Columns<StudyLine> columns = {
      {{"study", {}, Holds::text, "name of its event"}, [](Row row) { return row.config.name; }},
      {{"game", {}, Holds::text}, [](Row row) { return row.config.game; }},
      {{"variant", {}, Holds::text}, [](Row row) { return row.config.variant; }},
      {{"games", {}, Holds::count, "games with a result"}, [](Row row) { return row.study.games; }},
      {{"seed", {}, Holds::count}, [](Row row) { return row.config.seed; }},
      {{"observer", {}, Holds::text, "bot whose evaluations tell leads"},
       [](Row row) { return observer_of(row.config).name; }}};
  return columns;
}

void print_study(const Study& study, const TournamentConfig& config, Format format) {
  if (format == Format::json) {
    write_line(console::out, study_columns().object({study, config}));
    write_objects(level_columns(), study.levels);
    write_objects(figure_columns(), study.figures);
    write_objects(conclusion_columns(), study.conclusions);
    return;
  }
  say(console::out,
      message("{0} {1}: {2} {2:game|games}, seed {3}; the observer is {4}; errors are 95 %",
              config.game, config.variant, study.games, config.seed, observer_of(config).name));
  write_table(console::out, Table::of(level_columns(), study.levels), table_options(format));
  console::out << '\n';
  write_table(console::out, Table::of(figure_columns(), study.figures), table_options(format));
  console::out << '\n';
  for (const StudyConclusion& conclusion : study.conclusions) say(console::out, conclusion.text);
}

/// The study of a database, by its name, or the only one. Throws InputError.
db::StoredTournament choose_study(const db::Store& store, const std::optional<std::string>& name) {
  const auto is_ladder = [&](const db::StoredTournament& event) {
    return db::config_of(store, event).system == System::ladder;
  };
  if (name) {
    const db::StoredTournament event = choose_tournament(store, name);
    if (is_ladder(event)) return event;
    throw InputError(message("--event: '{0}' is not a study", printable(*name)));
  }
  auto events = db::stored_tournaments(store);
  std::erase_if(events, [&](const auto& event) { return !is_ladder(event); });
  if (events.size() == 1) return events.front();
  const std::string path = printable(store.path(), 4096);
  throw InputError(
      events.empty() ? message("{0} has no study; play one with: schiri study GAME --db {0}", path)
                     : message("{0} has several studies; specify one with --event", path));
}

struct StoredStudy {
  Study study;
  TournamentConfig config;
};

/// Nullopt after Ctrl-C.
std::optional<StoredStudy> stored_study(const std::string& path,
                                        const db::TournamentSettings& told) {
  const db::Store store(path, db::Store::Mode::read);
  const db::StoredTournament event = choose_study(store, told.text("event"));
  const Contest contest = db::stored_contest(store, event);
  if (!db::is_complete(store, event)) {
    print_note(message("{0} of {1} games are played; continue with: {2}", event.stored,
                       event.planned(), resume_command(store, event.name)));
  }
  auto study = read_study(store, event, contest, thread_count(told));
  if (!study) return std::nullopt;
  return StoredStudy{std::move(*study), contest.config()};
}

/// A figure of two studies.
struct ComparedFigure {
  std::string level;  ///< empty of a figure of the game
  StudyFigure figure;
  std::optional<Estimate> a, b, difference;
};

const Columns<ComparedFigure>& compared_columns() {
  using Row = const ComparedFigure&;
  static const Columns<ComparedFigure> columns = [] {
    Columns<ComparedFigure> made = {
        {{"level", message("level"), Holds::text, "player and opponent; null for the whole game",
          Shown::all, true},
         [](Row row) { return row.level.empty() ? Cell() : Cell(row.level); }},
        {{"figure", message("figure"), Holds::text, "as in a study"},
         [](Row row) { return Cell(Json(row.figure.key), row.figure.name); }}};
    const auto add = [&](const char* key, const Message& heading, const char* meaning,
                         std::optional<Estimate> ComparedFigure::*its) {
      made.add({key, heading, Holds::number, meaning}, [its](Row row) {
        // The headings of levels have their per cent in them.
        return row.level.empty() ? figure_cell(row.figure, row.*its)
                                 : estimate_cell(row.*its, row.figure.kind);
      });
    };
    add("a", message("A"), "of the first database", &ComparedFigure::a);
    add("b", message("B"), "of the second", &ComparedFigure::b);
    add("difference", message("B - A"), "of the values", &ComparedFigure::difference);
    const auto bound = [&](const char* key, std::optional<double> Estimate::*its) {
      made.add(
          {key, {}, Holds::number, "end of the 95 % interval of the difference", Shown::programs},
          [its](Row row) { return row.difference ? Cell((*row.difference).*its) : Cell(); });
    };
    bound("low", &Estimate::low);
    bound("high", &Estimate::high);
    made.add({"is_shown", message("shown"), Holds::flag, "does the interval exclude 0?"},
             [](Row row) { return !row.difference->contains(0); });
    return made;
  }();
  return columns;
}

void add_compared(std::vector<ComparedFigure>& rows, const std::string& level,
                  const StudyFigure& figure, const std::optional<Estimate>& other) {
  if (!figure.estimate || !other) return;
  if (!std::isfinite(figure.estimate->value) || !std::isfinite(other->value)) return;
  rows.push_back(
      {level, figure, figure.estimate, other, rating::difference(*figure.estimate, *other)});
}

/// `same_observer`: the evaluations of another one tell other leads.
std::vector<ComparedFigure> compared(const Study& a, const Study& b, bool same_observer) {
  std::vector<ComparedFigure> rows;
  const auto is_left_out = [&](std::string_view key) {
    return !same_observer && (key == "decided" || key == "lead_changes" || key == "behind_rate");
  };
  for (const StudyLevel& level : a.levels) {
    const auto other = std::find_if(b.levels.begin(), b.levels.end(), [&](const StudyLevel& one) {
      return one.player == level.player && one.opponent == level.opponent;
    });
    if (other == b.levels.end()) continue;
    for (const StudyMeasure& measure : study_measures()) {
      if (is_left_out(measure.key)) continue;
      const StudyFigure figure{std::string(measure.key), Message(measure.heading), measure.kind,
                               level.*measure.estimate};
      add_compared(rows, level.player + " - " + level.opponent, figure, (*other).*measure.estimate);
    }
  }
  for (const StudyFigure& figure : a.figures) {
    // The turn is another one in the other study.
    if (!figure.turn.empty() || is_left_out(figure.key)) continue;
    for (const StudyFigure& other : b.figures) {
      if (other.key == figure.key) add_compared(rows, "", figure, other.estimate);
    }
  }
  return rows;
}

ExitStatus compare(const StudyOptions& options) {
  std::vector<StoredStudy> studies;
  for (const std::string& path : options.compared) {
    auto study = stored_study(path, options.tournament.settings);
    if (!study) return ExitStatus::interrupted;
    studies.push_back(std::move(*study));
  }
  const std::string a = observer_of(studies[0].config).name,
                    b = observer_of(studies[1].config).name;
  const std::vector<ComparedFigure> rows = compared(studies[0].study, studies[1].study, a == b);
  if (rows.empty()) throw InputError(message("--compare: the studies have no level in common"));
  if (options.format != Format::json) {
    for (std::size_t i = 0; i < 2; ++i) {
      const TournamentConfig& config = studies[i].config;
      say(console::out,
          message("{0}: {1} {2}, {3} {3:game|games} ({4})", i == 0 ? "A" : "B", config.game,
                  config.variant, studies[i].study.games, printable(options.compared[i], 4096)));
    }
  }
  write_table(console::out, Table::of(compared_columns(), rows), table_options(options.format));
  if (a != b) {
    print_note(
        message("what an observer tells (decided, leads, turns that stood worse) is left out: "
                "A has {0}, B {1}",
                a, b));
  }
  return ExitStatus::done;
}

ExitStatus report(std::optional<StoredStudy> stored, Format format) {
  if (!stored) {
    say(console::err, message("interrupted while the games were measured"));
    return ExitStatus::interrupted;
  }
  print_study(stored->study, stored->config, format);
  return ExitStatus::done;
}

/// A program announces its name only when it plays.
TournamentConfig without_announced_name(TournamentConfig config) {
  if (config.referee) {
    config.referee->name.clear();
    config.referee->is_unnamed = false;
  }
  return config;
}

/// Refuses a database whose study of this name has another plan. Throws InputError.
void require_same_plan(const db::TournamentSettings& settings) {
  const std::string path = require_db(settings);
  if (!std::filesystem::exists(path)) return;
  const db::Store store(path, db::Store::Mode::read);
  const TournamentConfig config = configured(settings);
  const auto event = db::find_tournament(store, config.name);
  if (!event) return;
  const TournamentConfig stored = db::config_of(store, *event);
  if (without_announced_name(stored) == without_announced_name(config)) return;
  throw InputError(
      message("{0} has a study '{1}' with other settings; omit GAME to read it, or specify another "
              "name with --event",
              printable(path, 4096), printable(config.name)));
}

ExitStatus play(StudyOptions& options) {
  db::TournamentSettings& settings = options.tournament.settings;
  TournamentConfig ladder;
  set_ladder(ladder, options.nodes.value_or(usual_nodes), options.games.value_or(usual_games));
  settings.bots = ladder.bots;
  settings.set("system", std::string(system_name(System::ladder)));
  settings.set("rounds", ladder.rounds);
  settings.set("opening-turns", ladder.opening_turns);
  if (!settings.has("event")) {
    settings.set("event", std::string(settings.game_type().name()) + " study");
  }
  options.tournament.complete();
  options.tournament.go_on = translated(message("the same command"));
  const bool is_stored = !options.no_db && (settings.has("db") || defaults().database);
  if (is_stored) require_same_plan(settings);
  RunRequest request{.resume = is_stored, .no_db = !is_stored};
  request.print_end = [&](const db::Store& store, const db::StoredTournament& event,
                          const Contest& contest) {
    auto study = read_study(store, event, contest, thread_count(options.tournament.settings));
    return report(
        study ? std::optional(StoredStudy{std::move(*study), contest.config()}) : std::nullopt,
        options.format);
  };
  return run_tournament(options.tournament, request);
}

ExitStatus study(StudyOptions& options) {
  const db::TournamentSettings& settings = options.tournament.settings;
  if (!options.compared.empty()) return compare(options);
  if (settings.has("game")) return play(options);
  const auto path = settings.has("db") ? settings.text("db") : defaults().database;
  if (!path) {
    throw InputError(
        message("GAME or --db FILE is required: a game to study, or a database with a study"));
  }
  if (options.games || options.nodes || settings.has("variant") || settings.has("seed") ||
      settings.has("max-turns")) {
    throw InputError(message("specify GAME, or omit the options of its plan to read a study"));
  }
  return report(stored_study(*path, settings), options.format);
}

}  // namespace

void add_study(Command& app) {
  const auto [command, options] = app.add<StudyOptions>(
      "study", "Find out what a game is worth: balance, draws, length, skill",
      "Bots play at random and by searches of doubled size, each against half of it; every second "
      "one\nalso against its equal, which shows who is better off. Without GAME the study of --db "
      "is "
      "read.\nExample, 200 games by searches of up to 32 random games a turn:\n"
      "  schiri study creeper --games 200 --nodes 32",
      "games", study);
  db::TournamentSettings& settings = options.tournament.settings;
  add_setting(command, settings, "game", "The game, see 'schiri games'", "GAME");
  add_setting(command, settings, "variant");
  command.add_option("--games", options.games, "Play N games, rounded up to whole rounds (1000)");
  command
      .add_option("--nodes", options.nodes,
                  "Set the random games a turn of the strongest bot (32); others have halves of it")
      ->range(1, most_nodes);
  add_setting(command, settings, "seed");
  add_setting(command, settings, "max-turns");
  add_setting(command, settings, "db",
              "Store the games in this database; without GAME, read its study");
  command.add_flag("--no-db", options.no_db,
                   "Discard the games at the end, as without --db and a default database");
  add_replayed_game(command, options.replayed);
  add_setting(command, settings, "event", "Set the event name (\"GAME study\")");
  add_setting(command, settings, "threads");
  add_setting(command, settings, "progress");
  command
      .add_file("--compare", options.compared,
                "Set the studies of two databases side by side: A.db B.db")
      ->words(2)
      ->excludes(command.get_option("GAME"));
  command.add_format(options.format, "Set the format (text)",
                     {Format::text, Format::json, Format::markdown});
  add_language(command);
  command.prints(study_columns, "the study, first");
  command.prints(level_columns, "a level");
  command.prints(figure_columns, "a figure");
  command.prints(conclusion_columns, "a conclusion");
  command.prints(compared_columns, "--compare");
}

}  // namespace schiri::cli
