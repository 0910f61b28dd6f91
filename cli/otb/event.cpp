#include <iostream>
#include <memory>

#include "cli/input/filter_options.h"
#include "cli/line/command.h"
#include "cli/line/option_value.h"
#include "cli/line/usual_options.h"
#include "cli/otb/lists.h"
#include "cli/otb/options.h"
#include "core/base/date.h"
#include "core/pairing/swiss_simulation.h"
#include "core/tournament/systems.h"
#include "db/otb/act_json.h"
#include "db/otb/event_records.h"
#include "db/otb/player_table.h"
#include "notation/game_types.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/nearest_name.h"
#include "notation/text/printable.h"
#include "notation/trf/trf_of_event.h"
#include "notation/trf/trf_writer.h"

namespace schiri::cli {

namespace {

/// A round-robin of the players of two teams.
constexpr const char* scheveningen = "scheveningen";
constexpr const char* all_systems = "dutch, swiss, roundrobin, knockout or scheveningen";

bool is_paired_by_points(System system) {
  return system == System::swiss || system == System::dutch;
}

/// Settings of systems other than the one that was chosen.
void require_fitting(const PeopleOptions& options, System system) {
  const std::tuple<bool, bool, const char*, const char*> settings[] = {
      {!options.accelerate.empty(), system == System::dutch, "--accelerate", "dutch"},
      {options.half_byes.has_value(), is_paired_by_points(system), "--half-byes", "dutch or swiss"},
      {options.cycles != 1, system == System::round_robin, "--cycles", "roundrobin"},
      {options.games != 1, system == System::knockout, "--games", "knockout"},
      {options.third_place, system == System::knockout, "--third-place", "knockout"}};
  if (options.system == scheveningen && options.cycles != 1) {
    throw InputError("by the Scheveningen system everybody meets everybody once");
  }
  if (options.system == scheveningen && options.boards == 0) {
    throw InputError("--boards: how many players have the two teams?");
  }
  for (const auto& [is_told, fits, option, systems] : settings) {
    if (is_told && !fits) {
      throw InputError(std::string(option) + " goes with --system " + systems);
    }
  }
}

std::vector<rating::TieBreakId> tie_breaks_of(const PeopleOptions& options) {
  return read_for("--tie-breaks", [&] { return rating::read_tie_breaks(options.tie_breaks); });
}

ExitStatus run_new(const PeopleOptions& options) {
  otb::EventHead head = options.head;
  complete_game(head);
  head.date = head.date.empty() ? utc_date() : require_date("--date", head.date).text();
  const auto system =
      options.system == scheveningen ? System::round_robin : find_system(options.system);
  if (!system) throw InputError(std::string("--system: expected ") + all_systems);
  if (is_paired_by_points(*system) && options.rounds == 0) {
    throw InputError("--rounds: a Swiss event needs to know how many");
  }
  require_fitting(options, *system);
  otb::Terms terms{*system, options.rounds,
                   options.accelerate.empty() ? otb::Acceleration::none : otb::Acceleration::baku};
  terms.half_byes = options.half_byes;
  terms.cycles = options.cycles;
  terms.games = options.games;
  terms.third_place = options.third_place;
  terms.boards = options.boards;
  terms.is_scheveningen = options.system == scheveningen;
  if (!options.tie_breaks.empty()) terms.tie_breaks = tie_breaks_of(options);
  auto players =
      options.players.empty()
          ? std::vector<otb::Entry>()
          : otb::read_player_table(options.players, options.players_delimiter, print_note);
  const std::string ratings = options.ratings.database();
  if (!ratings.empty()) add_ratings(players, options.ratings, head.game, head.variant, {});
  // What cannot be is told before there is a file.
  otb::Event trial(terms);
  for (const otb::Entry& player : players) trial.enter(for_team(player, trial));
  otb::Journal::begin(options.file, head, terms);
  if (players.empty()) return ExitStatus::done;
  otb::Journal journal = open_to_change(options.file);
  for (const otb::Entry& player : players) journal.enter(for_team(player, trial));
  journal.commit();
  std::cout << count_entered(journal.event()) << '\n';
  return ExitStatus::done;
}

/// What can be set, as it is.
Json settings_of(const otb::Journal& journal) {
  const otb::Terms& terms = journal.event().terms();
  const otb::EventHead& head = journal.head();
  Json settings = {{"rounds", terms.rounds},
                   {"name", head.name},
                   {"place", head.place},
                   {"date", head.date},
                   {"tie_breaks", otb::tie_break_codes(terms.tie_breaks)}};
  if (terms.half_byes) settings["half_byes"] = *terms.half_byes;
  return settings;
}

/// What of an event is to be different, as its file has it. What is so already is not written
/// again.
ExitStatus run_set(const PeopleOptions& options) {
  Json settings = Json::object();
  if (options.rounds > 0) settings["rounds"] = options.rounds;
  if (options.half_byes) settings["half_byes"] = *options.half_byes;
  if (!options.head.name.empty()) settings["name"] = options.head.name;
  if (!options.head.place.empty()) settings["place"] = options.head.place;
  if (!options.head.date.empty()) {
    settings["date"] = require_date("--date", options.head.date).text();
  }
  if (!options.tie_breaks.empty()) {
    settings["tie_breaks"] = otb::tie_break_codes(tie_breaks_of(options));
  }
  if (settings.empty()) {
    throw InputError(
        "nothing to change: tell --rounds, --half-byes, --tie-breaks, --name, --place or --date");
  }
  otb::Journal journal = open_to_change(options.file);
  const Json known = settings_of(journal);
  const Json wanted = settings;
  for (const auto& [key, value] : wanted.members()) {
    const Json* now = known.find(key);
    if (now && *now == value) settings.erase(key);
  }
  if (settings.empty()) {
    std::cerr << "schiri: note: the event is so already\n";
    return ExitStatus::done;
  }
  journal.set(settings);
  journal.commit();
  return ExitStatus::done;
}

ExitStatus run_show(const PeopleOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options);
  print_round(output.stream(), journal, round_of(journal, options), ListFormat(options.paper));
  output.commit();
  return ExitStatus::done;
}

ExitStatus run_standing(const PeopleOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  const std::uint64_t rounds = counted_rounds(journal, options);
  const auto tie_breaks =
      options.tie_breaks.empty() ? journal.event().tie_breaks() : tie_breaks_of(options);
  OutputFile output = open_output(options);
  if (options.people) {
    print_people(output.stream(), journal, rounds, ListFormat(options.paper));
  } else {
    print_open_standing(output.stream(), journal, rounds, ListFormat(options.paper), tie_breaks);
  }
  output.commit();
  return ExitStatus::done;
}

ExitStatus run_simulate(const PeopleOptions& options) {
  OutputFile output(options.output);
  SimulationTerms terms = options.simulation;
  terms.baku = !options.accelerate.empty();
  const SimulatedEvent event = simulate_swiss(terms);
  TrfTournament told;
  told.name = "simulated, seed " + std::to_string(options.simulation.seed);
  told.about = {{"092", "Individual: Swiss-System"}, {"192", "FIDE_DUTCH_2025"}};
  told.history = event.history;
  told.rounds = event.rounds;
  for (std::size_t p = 0; p < event.ratings.size(); ++p) {
    TrfPlayer& player = told.players.emplace_back();
    player.id = p + 1;
    player.name = "Player " + std::to_string(p + 1);
    player.rating = event.ratings[p];
  }
  output.stream() << write_trf(told);
  output.commit();
  if (event.rounds == options.simulation.rounds) return ExitStatus::done;
  std::cerr << "schiri: only " << event.rounds << " of " << options.simulation.rounds
            << " rounds could be paired\n";
  return ExitStatus::wrong;
}

template <void (*print)(std::ostream&, const otb::Journal&)>
ExitStatus run_print(const PeopleOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options);
  print(output.stream(), journal);
  output.commit();
  return ExitStatus::done;
}

ExitStatus run_export(const PeopleOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options);
  if (options.exported == "pgn") {
    otb::write_records(output.stream(), journal);
  } else {
    otb::write_trf(output.stream(), journal.head(), journal.event(),
                   options.exported == "trf26" ? TrfFormat::trf26 : TrfFormat::trf16);
  }
  output.commit();
  return ExitStatus::done;
}

/// The commands below `otb`, with what they have in common.
class EventCommands {
 public:
  EventCommands(Command& app, ExitStatus& status)
      : event_(*app.add_subcommand("otb", "Run an over-the-board event, round by round")),
        status_(status) {
    event_.require_subcommand(1);
  }

  struct Part {
    Command* app;
    std::shared_ptr<PeopleOptions> options;
  };

  Part add(const char* name, const char* description, const char* example,
           ExitStatus (*run)(const PeopleOptions&)) {
    const Part part = add_without_event(name, description, example, run);
    part.app->add_option("EVENT", part.options->file, "The event's file")->required();
    return part;
  }

  Part add_without_event(const char* name, const char* description, const char* example,
                         ExitStatus (*run)(const PeopleOptions&)) {
    auto options = std::make_shared<PeopleOptions>();
    Command* command = event_.add_subcommand(name, description);
    command->footer(std::string("Example: schiri otb ") + example);
    command->callback([options, run, &status = status_] {
      try {
        status = run(*options);
      } catch (const otb::EventError& error) {
        std::cerr << "schiri: " << printable(error.what(), 4096) << '\n';
        status = ExitStatus::usage;
      }
    });
    return {command, options};
  }

 private:
  Command& event_;
  ExitStatus& status_;
};

void add_names(const EventCommands::Part& command) {
  command.app->add_option("NAME", command.options->names, "Who")->required();
}

void add_page(const EventCommands::Part& command) {
  add_list_format(*command.app, command.options->paper, command.options->output);
}

void add_round(const EventCommands::Part& command, const char* what) {
  command.app->add_option("--round", command.options->round, what)->above_zero();
}

void add_simulate(const EventCommands::Part& command) {
  SimulationTerms& terms = command.options->simulation;
  Command& app = *command.app;
  app.add_option("--players", terms.players, "How many (50)")->range(2, 2000);
  app.add_option("--rounds", terms.rounds, "How many (9)")->range(1, 99);
  app.add_option("--seed", terms.seed, "Another seed, another event (1)");
  const std::tuple<const char*, int*, const char*> shares[] = {
      {"--draws", &terms.draws, "Percent of games between equals that are drawn (30)"},
      {"--forfeits", &terms.forfeits, "Percent of games to which somebody does not come (2)"},
      {"--withdrawals", &terms.withdrawals, "Percent of players who leave after a round (1)"},
      {"--half-byes", &terms.half_byes, "Percent of players who ask for half a point (2)"},
      {"--absences", &terms.absences, "Percent of players who miss a round (1)"},
      {"--late", &terms.late_entries, "Percent of players who come in later (3)"}};
  for (const auto& [name, value, help] : shares) app.add_option(name, *value, help)->range(0, 100);
  app.add_option("--accelerate", command.options->accelerate, "baku: accelerated rounds")
      ->one_of({"baku"});
  app.add_option("-o,--output", command.options->output, "The file to write instead of the output");
}

void add_half_byes(const EventCommands::Part& command, const char* what) {
  command.app->add_option("--half-byes", command.options->half_byes, what)->range(0, 1000);
}

void add_tie_breaks(const EventCommands::Part& command, const char* what) {
  command.app->add_option("--tie-breaks", command.options->tie_breaks, what)->type_name("LIST");
}

void add_set(EventCommands& commands) {
  const auto set = commands.add("set", "Change the event itself: rounds, tie-breaks, name",
                                "set cup.otb --rounds 7", run_set);
  otb::EventHead& head = set.options->head;
  set.app->add_option("--rounds", set.options->rounds, "Of a dutch or swiss event")->above_zero();
  add_half_byes(set, "How many half-point byes everybody may have from now on");
  add_tie_breaks(set, "What decides between equal points, e.g. DE,WIN,SB");
  set.app->add_option("--name", head.name, "What the event is called");
  set.app->add_option("--place", head.place, "Where");
  set.app->add_option("--date", head.date, "When: 2026.11.21 or 2026-11-21");
}

void add_rating(const EventCommands::Part& command) {
  command.app->add_option("--rating", command.options->rating, "The player's rating")
      ->not_negative();
  command.app->add_option("--club", command.options->club, "The player's club");
  for (std::size_t i = 0; i < otb::player_fields.size(); ++i) {
    const otb::PlayerField& field = otb::player_fields[i];
    command.app->add_option(field.option, command.options->details[i], field.about);
  }
}

void add_players(const EventCommands::Part& command, const char* name, const char* what) {
  command.app->add_option(name, command.options->players, what)->type_name("FILE");
  add_delimiter(*command.app, command.options->players_delimiter,
                "Between the cells of that table: , ; or tab (what its first row has most of)");
  command.app->add_flag("--from-ratings", command.options->ratings.is_wanted,
                        "With the ratings of --db; all of its players if none is told");
  command.app->add_option("--db", command.options->ratings.db,
                          "The database whose ratings count, stored or computed");
  command.app->add_option("--list", command.options->ratings.list,
                          "With --from-ratings: the ratings of the list kept under this name");
}

void add_entrants(EventCommands& commands) {
  const auto enter = commands.add("enter", "Register players, also late ones",
                                  "enter cup.otb 'Anna Berg' --rating 1840", run_enter);
  enter.app->add_option("NAME", enter.options->names, "Who");
  add_players(
      enter, "--from",
      "A table of players (CSV): name, rating, club, fide-id, title, federation, sex, born");
  enter.app->add_option("--team", enter.options->team,
                        "The team they play for, in the order of its boards");
  add_rating(enter);
  add_half_byes(enter, "For so many of the rounds missed half a point each (as the event allows)");
  const auto lineup =
      commands.add("lineup", "Who plays for a team in a round, in the order of its boards",
                   "lineup league.otb Ulm Anna Carla Dora Emil", run_lineup);
  lineup.app->add_option("TEAM", lineup.options->team, "Which team")->required();
  add_names(lineup);
  add_round(lineup, "Which round (the one that is being played, else the next)");
  const auto change = commands.add("change", "Change a player's name, rating, club and the like",
                                   "change cup.otb 'Ana Berg' --name 'Anna Berg'", run_change);
  add_names(change);
  change.app->add_option("--name", change.options->new_name, "The right name");
  add_rating(change);
  change.app->add_flag("--no-rating", change.options->no_rating, "The rating is not known")
      ->excludes(change.app->get_option("--rating"));
  add_names(commands.add("withdraw", "Players leave; they are not paired any more",
                         "withdraw cup.otb 'Anna Berg'", run_withdraw));
  add_names(commands.add("reinstate", "Pair players again who have withdrawn",
                         "reinstate cup.otb 'Anna Berg'", run_reinstate));
  const auto bye = commands.add("bye", "Grant half-point byes in a coming round",
                                "bye cup.otb 'Anna Berg' --round 3", run_bye);
  add_names(bye);
  add_round(bye, "Which round (the next)");
  bye.app->add_flag("--zero", bye.options->zero, "Zero-point byes");
  const auto forbid = commands.add("forbid", "Players who may not meet each other from now on",
                                   "forbid cup.otb Anna Bert", run_forbid);
  add_names(forbid);
  forbid.app->add_flag("--lift", forbid.options->lift, "They may meet again");
}

void add_pairings(EventCommands& commands) {
  const auto pair =
      commands.add("pair", "Pair the next round and show it", "pair cup.otb", run_pair);
  pair.app->add_flag("--again", pair.options->again,
                     "Pair the last round anew, which has no result yet");
  pair.app
      ->add_option("--fix", pair.options->fixed,
                   "Two who are to meet, White first; may be given several times")
      ->words(-2)
      ->type_name("WHITE BLACK");
  add_page(pair);
  const auto swap = commands.add(
      "swap", "Two players of the last round change seats, or two boards their numbers",
      "swap cup.otb Anna Bert", run_swap);
  swap.app->add_option("WHO", swap.options->names, "Two players, or the numbers of two boards")
      ->required()
      ->words(2);
  add_page(swap);
  const auto undo =
      commands.add("undo", "Take back what the last command has done", "undo cup.otb", run_undo);
  undo.app->add_option("-o,--output", undo.options->output,
                       "The file to write instead of the output");
}

void add_results(EventCommands& commands) {
  const auto result = commands.add("result", "Enter results, or correct them",
                                   "result cup.otb 1 1-0 2 = 3 0-1", run_result);
  result.app
      ->add_option("RESULT", result.options->results,
                   "Boards and their results in turn: 1-0, 0-1, 1/2-1/2 or =; +-- or --+ where "
                   "somebody did not come, --- where neither did; * for none. - reads them from "
                   "standard input")
      ->required()
      ->type_name("BOARD RESULT");
  add_round(result, "The round (the last)");
  result.app->add_flag("--correct", result.options->correct,
                       "Change the result; both stay in the file");
  const auto results = commands.add("results", "Enter results line by line: 3 1-0, undo, show",
                                    "results cup.otb", run_results);
  add_round(results, "The round (the last)");
}

void add_papers(EventCommands& commands) {
  add_page(commands.add("players", "Show the start list",
                        "players cup.otb --format html -o players.html", run_players));
  const auto table = commands.add("table", "Show the cross table",
                                  "table cup.otb --format html -o table.html", run_table);
  add_page(table);
  add_round(table, "After this round, finished or not (the last finished one)");
  const auto cards = commands.add("cards", "Show a card of each player, to be handed out",
                                  "cards cup.otb --format html -o cards.html", run_cards);
  cards.app->add_option("NAME", cards.options->names, "Whose (everybody's)");
  add_page(cards);
}

}  // namespace

void add_otb(Command& app, ExitStatus& status) {
  EventCommands commands(app, status);
  const auto begin =
      commands.add("new", "Begin an event in a new file",
                   "new cup.otb --name 'Spring cup' --game creeper --rounds 5", run_new);
  otb::EventHead& head = begin.options->head;
  begin.app->add_option("--name", head.name, "What the event is called")->required();
  add_game(*begin.app, "--game", head.game, "What is played, see 'schiri games'")->required();
  add_variant(*begin.app, "--variant", head.variant, "A variant instead of the standard one");
  begin.app
      ->add_option("--system", begin.options->system,
                   "dutch, swiss, roundrobin, knockout or scheveningen (dutch: FIDE's Swiss "
                   "system)")
      ->one_of({"dutch", "swiss", "roundrobin", "knockout", scheveningen});
  begin.app->add_option("--rounds", begin.options->rounds, "Of a dutch or swiss event")
      ->above_zero();
  begin.app
      ->add_option("--accelerate", begin.options->accelerate,
                   "baku: the better half has virtual points in the first rounds of a dutch event")
      ->one_of({"baku"});
  add_half_byes(begin,
                "How many half-point byes everybody may have, also for rounds missed before "
                "a late entry (any that are asked for in time)");
  begin.app->add_option("--cycles", begin.options->cycles, "How often all meet in a roundrobin (1)")
      ->range(1, 10);
  begin.app->add_option("--games", begin.options->games, "Of a match in a knockout (1)")
      ->range(1, 100);
  begin.app->add_flag("--third-place", begin.options->third_place,
                      "In a knockout, those who lost in the semi-finals meet");
  begin.app
      ->add_option("--boards", begin.options->boards,
                   "Teams play, matches of so many boards; a scheveningen has as many rounds")
      ->range(1, 100);
  add_players(begin, "--players", "A table of those who enter (CSV), as 'otb enter --from' reads");
  add_tie_breaks(begin,
                 "What decides between equal points, e.g. BH-C1,BH,SB,DE (the system's "
                 "own, see 'schiri help otb')");
  begin.app->add_option("--place", head.place, "Where");
  begin.app->add_option("--date", head.date, "When: 2026.11.21 or 2026-11-21 (today)");

  add_set(commands);
  add_entrants(commands);

  add_pairings(commands);
  const auto show = commands.add("show", "Show a round, with its results so far",
                                 "show cup.otb --round 2 --format html -o round2.html", run_show);
  add_page(show);
  add_round(show, "The round (the last)");

  add_results(commands);
  const auto results =
      commands.add("import-results", "Import the last round's results from records of its games",
                   "import-results cup.otb round3.pgn", run_import_results);
  results.options->input.add_to(*results.app);

  const auto standing =
      commands.add("standing", "Show the standings", "standing cup.otb --round 3", run_standing);
  add_page(standing);
  add_round(standing, "After this round, finished or not (the last finished one)");
  add_tie_breaks(standing, "By these, e.g. DE,WON,SB (those of the event)");
  standing.app->add_flag("--players", standing.options->people,
                         "The players of all teams, board by board");
  add_papers(commands);
  const auto add_output = [](const EventCommands::Part& command) {
    command.app->add_option("-o,--output", command.options->output,
                            "The file to write instead of the output");
  };
  add_output(commands.add("log", "Show everything that was done, and when", "log cup.otb",
                          run_print<print_acts>));
  const auto check =
      commands.add("check", "Pair every finished round again by the rules, also of a report (TRF)",
                   "check cup.trf", run_check);
  check.app->add_option("--format", check.options->paper.format, "text or json")
      ->one_of({"text", "json"});
  add_output(check);
  add_simulate(commands.add_without_event("simulate", "Write a report (TRF) of an event by chance",
                                          "simulate --players 80 --rounds 9 --seed 7 -o x.trf",
                                          run_simulate));
  const auto import =
      commands.add_without_event("import", "Go on with an event that a report (TRF) tells of",
                                 "import cup.trf -o cup.otb", run_import);
  import.app->add_option("TRF", import.options->file, "The report, - for standard input")
      ->required();
  import.app->add_option("-o,--output", import.options->output, "The event's new file")->required();
  add_game(*import.app, "--game", import.options->head.game,
           "What is played (as the report says, else creeper)");
  add_variant(*import.app, "--variant", import.options->head.variant,
              "A variant instead of the standard one");
  const auto exported =
      commands.add("export", "Write FIDE's tournament report file (TRF), or the games as records",
                   "export cup.otb --format trf26 -o cup.trf", run_export);
  exported.app
      ->add_option("--format", exported.options->exported,
                   "trf16, with the extensions that most programs read, trf26, or pgn: the games "
                   "as records, for a database or ratings (trf16)")
      ->one_of({"trf16", "trf26", "pgn"});
  add_output(exported);
}

}  // namespace schiri::cli
