#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/io/filter_options.h"
#include "cli/io/findings.h"
#include "cli/io/inputs.h"
#include "cli/io/output_file.h"
#include "cli/people/event_check.h"
#include "cli/people/event_journal.h"
#include "cli/people/event_pages.h"
#include "cli/tournament/event_log.h"
#include "core/names.h"
#include "core/schedule/swiss_simulation.h"
#include "core/schedule/systems.h"
#include "notation/game_types.h"
#include "notation/nearest_name.h"
#include "notation/printable.h"
#include "notation/trf/trf_writer.h"

namespace schiri::cli {

namespace {

struct PeopleOptions {
  std::string file;
  EventHead head;
  std::string system = "dutch";
  std::string accelerate;
  SimulationTerms simulation;
  std::uint64_t rounds = 0;
  std::vector<std::string> names;
  std::optional<int> rating;
  std::uint64_t round = 0;
  std::uint64_t board = 0;
  std::string result;
  bool correct = false;
  std::string format = "text";
  std::string output = "-";
  InputOptions input;
};

using Page = void (*)(std::ostream& out, const EventJournal& journal, std::uint64_t round,
                      const PageFormat& format);

/// The round that is meant: the one that was named, else the last that is paired.
std::uint64_t round_of(const EventJournal& journal, const PeopleOptions& options) {
  return options.round ? options.round : journal.event().rounds().size();
}

/// Where a command shows what it has to say.
OutputFile open_output(const PeopleOptions& options) {
  return OutputFile(options.output, {options.file});
}

/// Ends a command that has changed the event: what it shows is written first, then what it has
/// done, so that nothing is done where one of the two fails.
void finish(EventJournal& journal, OutputFile& output) {
  output.close();
  if (!output.stream().flush()) {
    throw UnusableError("the output could not be written completely; the event is as it was");
  }
  journal.commit();
  try {
    output.commit();
  } catch (const UnusableError&) {
    journal.take_back();
    throw;
  }
}

ExitStatus print_page(const EventJournal& journal, const PeopleOptions& options, Page page) {
  OutputFile output = open_output(options);
  page(output.stream(), journal, round_of(journal, options), options.format);
  output.commit();
  return ExitStatus::done;
}

const GameType& game_of(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  NearestName nearest(name);
  for (const GameType* type : game_types()) nearest.look_at(type->name());
  throw UsageError("--game: there is no game '" + printable(name) + "'" + nearest.advice() +
                   "; see 'schiri games'");
}

ExitStatus run_new(const PeopleOptions& options) {
  EventHead head = options.head;
  const GameType& type = game_of(head.game);
  require_variant(head.variant, type.variants(), type.title());
  if (head.variant.empty()) head.variant = type.variants().front();
  head.date = head.date.empty() ? utc_date() : require_date("--date", head.date).text();
  const auto system = find_system(options.system);
  if (!system) throw UsageError("--system: expected dutch, swiss, roundrobin or knockout");
  if ((*system == System::swiss || *system == System::dutch) && options.rounds == 0) {
    throw UsageError("--rounds: a Swiss event needs to know how many");
  }
  if (!options.accelerate.empty() && *system != System::dutch) {
    throw UsageError("--accelerate goes with --system dutch");
  }
  EventJournal::begin(options.file, head, *system, options.rounds,
                      options.accelerate.empty() ? Acceleration::none : Acceleration::baku);
  return ExitStatus::done;
}

EventJournal open_to_change(const PeopleOptions& options) {
  return EventJournal::open(options.file, JournalFile::Access::write);
}

EventJournal open_to_look(const PeopleOptions& options) {
  return EventJournal::open(options.file, JournalFile::Access::read);
}

void require_entered(const EventJournal& journal, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const Entrant& entrant : journal.event().players()) nearest.look_at(entrant.name);
    if (nearest.is_known()) continue;
    throw UsageError("no player named '" + printable(name) + "' has entered" + nearest.advice());
  }
}

ExitStatus run_enter(const PeopleOptions& options) {
  if (options.rating && options.names.size() > 1) {
    throw UsageError("--rating goes with one name alone");
  }
  EventJournal journal = open_to_change(options);
  OutputFile output = open_output(options);
  for (const std::string& name : options.names) journal.enter({name, options.rating});
  output.stream() << journal.event().players().size() << " players\n";
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_withdraw(const PeopleOptions& options) {
  EventJournal journal = open_to_change(options);
  require_entered(journal, options.names);
  for (const std::string& name : options.names) journal.withdraw(name);
  journal.commit();
  return ExitStatus::done;
}

ExitStatus run_bye(const PeopleOptions& options) {
  EventJournal journal = open_to_change(options);
  require_entered(journal, options.names);
  for (const std::string& name : options.names) journal.ask_bye(name, options.round);
  journal.commit();
  return ExitStatus::done;
}

/// The boards of the last round that have no result.
std::string open_boards(const OpenEvent& event) {
  std::string list;
  if (event.rounds().empty()) return list;
  const auto& boards = event.rounds().back().boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (boards[i].result) continue;
    list += (list.empty() ? "" : ", ") + std::to_string(i + 1) + " (" +
            printable(event.players()[boards[i].white].name) + " - " +
            printable(event.players()[boards[i].black].name) + ")";
  }
  return list;
}

ExitStatus run_pair(const PeopleOptions& options) {
  EventJournal journal = open_to_change(options);
  OutputFile output = open_output(options);
  const std::string open = open_boards(journal.event());
  if (!open.empty()) {
    std::cerr << "schiri: round " << journal.event().rounds().size()
              << " has no result yet on board " << open << '\n';
    return ExitStatus::wrong;
  }
  journal.pair();
  print_round(output.stream(), journal, journal.event().rounds().size(), options.format);
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_result(const PeopleOptions& options) {
  const bool none = options.result == "none";
  const auto result = read_board_result(options.result);
  if (!result && !none) {
    throw UsageError(
        "a result is 1-0, 0-1, 1/2-1/2, +-- or --+ (somebody did not come), --- "
        "(neither did), or with --correct none");
  }
  EventJournal journal = open_to_change(options);
  OutputFile output = open_output(options);
  const std::uint64_t round = round_of(journal, options);
  if (options.correct) {
    journal.correct_result(round, options.board, result);
  } else if (none) {
    throw UsageError("'none' takes a result away: that goes with --correct");
  } else {
    journal.set_result(round, options.board, *result, "");
  }
  const std::string open = open_boards(journal.event());
  if (!open.empty()) output.stream() << "without a result: board " << open << '\n';
  finish(journal, output);
  return ExitStatus::done;
}

/// Where a record belongs in the last round, as a board from 1; 0 if nowhere.
std::uint64_t board_of(const OpenEvent& event, const Record& record) {
  if (event.rounds().empty()) return 0;
  const auto& boards = event.rounds().back().boards;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (is_same_name(event.players()[boards[i].white].name, record.tag("White")) &&
        is_same_name(event.players()[boards[i].black].name, record.tag("Black"))) {
      return i + 1;
    }
  }
  return 0;
}

std::optional<BoardResult> result_of(const Record& record) {
  const auto result = find_board_result(record.result);
  return result && was_played(*result) ? result : std::nullopt;
}

/// Takes the results of a round from the records of its games.
class ResultTaker {
 public:
  explicit ResultTaker(const PeopleOptions& options)
      : options_(options),
        journal_(open_to_change(options)),
        round_(journal_.event().rounds().size()) {}

  /// Records that do not belong here are reported and the others taken; if a file cannot be read,
  /// none are.
  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep = Keep::records;
    input.check();
    OutputFile output = open_output(options_);
    const ExitStatus reading =
        read_inputs(input, [this](const std::string& file, CheckedRecord& checked) {
          look_at(file, checked);
          return true;
        });
    const bool takes = reading == ExitStatus::done;
    if (!takes) std::cerr << "schiri: the event is as it was\n";
    output.stream() << (takes ? taken_ : 0) << (takes && taken_ == 1 ? " result" : " results")
                    << " taken\n";
    if (takes) finish(journal_, output);
    return worse(status_, reading);
  }

 private:
  void look_at(const std::string& file, CheckedRecord& checked) {
    if (!checked.check.valid()) {
      print_findings(std::cerr, file, checked.check);
      status_ = ExitStatus::wrong;
      return;
    }
    const std::uint64_t board = board_of(journal_.event(), checked.record);
    const auto result = result_of(checked.record);
    if (const char* why = objection(checked, board, result)) {
      std::cerr << "schiri: " << printable(file, 4096) << ": game " << checked.check.index << ": "
                << why << '\n';
      status_ = ExitStatus::wrong;
      return;
    }
    complete(checked.record, board);
    journal_.set_result(round_, board, *result, write_record(checked.record));
    ++taken_;
  }

  /// Why a record is not taken, or null.
  const char* objection(const CheckedRecord& checked, std::uint64_t board,
                        const std::optional<BoardResult>& result) const {
    const EventHead& head = journal_.head();
    if (board == 0) {
      return "its players do not meet in the last round, White and Black like this";
    }
    if (!result) return "it has no result";
    if (checked.check.game != head.game || checked.check.variant != head.variant) {
      return "it is of another game or variant than the event";
    }
    const bool has_result =
        journal_.event().rounds()[round_ - 1].boards[board - 1].result.has_value();
    return has_result ? "its board has a result already" : nullptr;
  }

  /// The event's tags.
  void complete(Record& record, std::uint64_t board) const {
    const EventHead& head = journal_.head();
    record.set_tag("Event", head.name);
    if (record.tag("Site").empty()) record.set_tag("Site", head.place.empty() ? "?" : head.place);
    if (record.tag("Date").empty()) record.set_tag("Date", head.date);
    record.set_tag("Round", std::to_string(round_) + "." + std::to_string(board));
  }

  const PeopleOptions& options_;
  EventJournal journal_;
  const std::uint64_t round_;
  ExitStatus status_ = ExitStatus::done;
  std::size_t taken_ = 0;
};

ExitStatus run_take(const PeopleOptions& options) { return ResultTaker(options).run(); }

ExitStatus run_show(const PeopleOptions& options) {
  return print_page(open_to_look(options), options, print_round);
}

ExitStatus run_standing(const PeopleOptions& options) {
  const EventJournal journal = open_to_look(options);
  if (options.round > journal.event().rounds().size()) {
    throw UsageError("--round: round " + std::to_string(options.round) + " is not paired");
  }
  return print_page(journal, options, print_open_standing);
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

ExitStatus run_check(const PeopleOptions& options) {
  OutputFile output = open_output(options);
  const ExitStatus status = check_event(output.stream(), options.file, options.format);
  output.commit();
  return status;
}

template <void (*print)(std::ostream&, const EventJournal&)>
ExitStatus run_print(const PeopleOptions& options) {
  const EventJournal journal = open_to_look(options);
  OutputFile output = open_output(options);
  print(output.stream(), journal);
  output.commit();
  return ExitStatus::done;
}

/// The commands below `event`, with what they have in common.
class EventCommands {
 public:
  EventCommands(Command& app, ExitStatus& status)
      : event_(*app.add_subcommand("event", "Run an event of people, round by round")),
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
    command->footer(std::string("Example: schiri event ") + example);
    command->callback([options, run, &status = status_] {
      try {
        status = run(*options);
      } catch (const OpenEventError& error) {
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
  command.app->add_option("--format", command.options->format, "text, json, csv, or html to print")
      ->one_of({"text", "json", "csv", "html"});
  command.app->add_option("-o,--output", command.options->output,
                          "The file to write instead of the output");
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

}  // namespace

void spell_results_out(std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "event" || words[1] != "result") return;
  for (std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const auto result = read_board_result(word);
    if (result == BoardResult::black_by_forfeit) word = "0-1f";
    if (result == BoardResult::both_forfeit) word = "0-0f";
  }
}

void add_event(Command& app, ExitStatus& status) {
  EventCommands commands(app, status);
  const auto begin =
      commands.add("new", "Begin an event in a new file",
                   "new cup.event --name 'Spring cup' --game creeper --rounds 5", run_new);
  EventHead& head = begin.options->head;
  begin.app->add_option("--name", head.name, "What the event is called")->required();
  add_game(*begin.app, "--game", head.game, "What is played, see 'schiri games'")->required();
  add_variant(*begin.app, "--variant", head.variant, "A variant instead of the standard one");
  begin.app
      ->add_option("--system", begin.options->system,
                   "dutch, swiss, roundrobin or knockout (dutch: FIDE's Swiss system)")
      ->one_of({"dutch", "swiss", "roundrobin", "knockout"});
  begin.app->add_option("--rounds", begin.options->rounds, "Of a dutch or swiss event")
      ->above_zero();
  begin.app
      ->add_option("--accelerate", begin.options->accelerate,
                   "baku: the better half has virtual points in the first rounds of a dutch event")
      ->one_of({"baku"});
  begin.app->add_option("--place", head.place, "Where");
  begin.app->add_option("--date", head.date, "When: 2026.11.21 or 2026-11-21 (today)");

  const auto enter = commands.add("enter", "Register players, also late ones",
                                  "enter cup.event 'Anna Berg' --rating 1840", run_enter);
  add_names(enter);
  enter.app->add_option("--rating", enter.options->rating, "The player's rating")->not_negative();
  add_names(commands.add("withdraw", "Players leave; they are not paired any more",
                         "withdraw cup.event 'Anna Berg'", run_withdraw));
  const auto bye = commands.add("bye", "Half a point without a game in a coming round",
                                "bye cup.event 'Anna Berg' --round 3", run_bye);
  add_names(bye);
  add_round(bye, "Which round");
  bye.app->get_option("--round")->required();

  add_page(commands.add("pair", "Pair the next round and show it", "pair cup.event", run_pair));
  const auto show = commands.add("show", "Show a round, with its results so far",
                                 "show cup.event --round 2 --format html -o round2.html", run_show);
  add_page(show);
  add_round(show, "The round (the last)");

  const auto result = commands.add("result", "Enter a result, or correct it",
                                   "result cup.event 3 1/2-1/2", run_result);
  result.app->add_option("BOARD", result.options->board, "The board's number")
      ->required()
      ->above_zero();
  result.app
      ->add_option("RESULT", result.options->result,
                   "1-0, 0-1, 1/2-1/2; +-- or --+ where somebody did not come, --- where neither "
                   "did; none with --correct")
      ->required();
  add_round(result, "The round (the last)");
  result.app->add_flag("--correct", result.options->correct,
                       "Change the result; both stay in the file");
  const auto take = commands.add("take", "Take the last round's results from records of its games",
                                 "take cup.event round3.pgn", run_take);
  take.options->input.add_to(*take.app);

  const auto standing =
      commands.add("standing", "Show the standings", "standing cup.event --round 3", run_standing);
  add_page(standing);
  add_round(standing, "After this round (the last)");
  const auto add_output = [](const EventCommands::Part& command) {
    command.app->add_option("-o,--output", command.options->output,
                            "The file to write instead of the output");
  };
  add_output(commands.add("log", "Show everything that was done, and when", "log cup.event",
                          run_print<print_acts>));
  const auto check =
      commands.add("check", "Pair every finished round again by the rules, also of a report (TRF)",
                   "check cup.trf", run_check);
  check.app->add_option("--format", check.options->format, "text or json")
      ->one_of({"text", "json"});
  add_output(check);
  add_simulate(commands.add_without_event("simulate", "Write a report (TRF) of an event by chance",
                                          "simulate --players 80 --rounds 9 --seed 7 -o x.trf",
                                          run_simulate));
  add_output(commands.add("trf", "Write FIDE's tournament report file (TRF16)",
                          "trf cup.event -o cup.trf", run_print<print_trf>));
  add_output(commands.add("records", "Write the games as records, for a database or ratings",
                          "records cup.event -o cup.pgn", run_print<print_records>));
}

}  // namespace schiri::cli
