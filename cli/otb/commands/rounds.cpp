#include "cli/line/usual_options.h"
#include "cli/otb/commands/board_entries.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/event/event.h"
#include "cli/otb/lists/lists.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct PairOptions : EventListOptions {
  bool again = false;
  std::vector<std::string> fixed;  ///< two names each
  std::vector<std::string> late;   ///< one or two names
};

struct SwapOptions : EventListOptions {
  std::vector<std::string> names;  ///< two players, or the numbers of two boards
  std::uint64_t round = 0;         ///< 0: the last, which has no results
};

struct UndoOptions {
  std::string file;
  bool any = false;
  std::string output = "-";
};

/// The players of the requested boards.
std::vector<otb::Couple> demanded(const otb::Journal& journal,
                                  const std::vector<std::string>& names) {
  if (names.size() % 2 != 0) throw InputError(message("--fix: expected two names, White first"));
  const auto players = entered_names(journal, names);
  std::vector<otb::Couple> couples;
  for (std::size_t i = 0; i + 1 < players.size(); i += 2) {
    couples.emplace_back(journal.event().find(players[i]), journal.event().find(players[i + 1]));
  }
  return couples;
}

/// Ends a command that has changed the last round.
ExitStatus finish_round(otb::Journal& journal, const EventListOptions& options,
                        OutputFile& output) {
  for (const Message& note : notes_on_round(journal.event())) print_note(note);
  print_list(output.stream(), journal, round_list(journal, journal.event().rounds().size()),
             options.list.resolved());
  finish(journal, output);
  return ExitStatus::done;
}

/// Writes an answer above a list for people, otherwise to standard error.
void print_answer(const EventListOptions& options, OutputFile& output, const Message& answer) {
  if (options.list.format == Format::text) {
    output.stream() << translated(answer) << '\n';
  } else {
    print_note(answer);
  }
}

bool is_board_number(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == text.npos;
}

bool has_entered(const otb::Journal& journal, const std::string& name) {
  try {
    journal.event().find(name);
    return true;
  } catch (const otb::EventError&) {
    return false;
  }
}

/// Adds a board for a late player to the last round.
ExitStatus run_late(otb::Journal& journal, const PairOptions& options) {
  if (options.late.size() > 2) {
    throw InputError(message("--late: expected one player, or two who are paired with each other"));
  }
  OutputFile output = open_output(options.list.output, options.file);
  print_answer(options, output, seat_late(journal, entered_names(journal, options.late)));
  return finish_round(journal, options, output);
}

ExitStatus run_otb_pair(const PairOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  if (!options.late.empty()) return run_late(journal, options);
  if (options.again) journal.add(otb::act::Unpair{journal.event().rounds().size()});
  const std::string open = open_boards(journal.event());
  if (!open.empty()) {
    print_message(
        message("round {0} has no result on board {1}", journal.event().rounds().size(), open));
    return ExitStatus::wrong;
  }
  OutputFile output = open_output(options.list.output, options.file);
  journal.add(otb::next_pairing(journal.event(), demanded(journal, options.fixed)));
  return finish_round(journal, options, output);
}

/// `Anna – Bert 1-0`
std::string board_text(const otb::Event& event, const otb::Board& board) {
  const auto name = [&](std::size_t p) { return printable(event.entrants()[p].name); };
  const std::string names = name(board.first) + " – " + name(board.second);
  return board.result ? names + ' ' + std::string(board_result_text(*board.result)) : names;
}

/// `R3 board 2: Bert – Anna 0-1, before Anna – Bert 1-0; the points stay`
Message exchange_colours(otb::Journal& journal, std::uint64_t round,
                         const std::vector<std::string>& names) {
  const std::size_t a = journal.event().find(names[0]);
  const std::vector<otb::Board> before = journal.event().rounds()[round - 1].boards;
  journal.add(otb::act::Swap{round, {}, {names[0], names[1]}, true});
  const otb::Event& event = journal.event();
  std::size_t i = 0;
  while (!before[i].has(a)) ++i;
  const std::string now = board_text(event, event.rounds()[round - 1].boards[i]);
  const std::string old = board_text(event, before[i]);
  return message("R{0} board {1}: {2}, before {3}; the points stay", round, i + 1, now, old);
}

/// `R3 board 1: Carla – Dora 0-1; board 4: Anna – Bert 1-0`
Message exchange_boards(otb::Journal& journal, std::uint64_t round, std::uint64_t a,
                        std::uint64_t b) {
  journal.add(otb::act::Swap{round, {{a, b}}, {}, true});
  const otb::Event& event = journal.event();
  const auto& boards = event.rounds()[round - 1].boards;
  const std::string one = board_text(event, boards[a - 1]),
                    other = board_text(event, boards[b - 1]);
  return message("R{0} board {1}: {2}; board {3}: {4}", round, a, one, b, other);
}

ExitStatus run_otb_swap(const SwapOptions& options) {
  if (options.names.size() != 2) {
    throw InputError(message("expected two players, or the numbers of two boards"));
  }
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.list.output, options.file);
  const std::string &a = options.names[0], &b = options.names[1];
  const bool are_boards = is_board_number(a) && is_board_number(b) && !has_entered(journal, a);
  const auto names = are_boards ? options.names : entered_names(journal, options.names);
  const std::uint64_t round = round_or_last(journal, options.round);
  const auto& last = journal.event().rounds().back();
  const bool is_played =
      options.round > 0 && (round < journal.event().rounds().size() || last.has_results());
  if (!is_played) {
    otb::act::Swap swap{journal.event().rounds().size()};
    if (are_boards) {
      swap.boards = {std::stoull(a), std::stoull(b)};
    } else {
      swap.players = {names[0], names[1]};
    }
    journal.add(swap);
    return finish_round(journal, options, output);
  }
  print_answer(options, output,
               are_boards ? exchange_boards(journal, round, std::stoull(a), std::stoull(b))
                          : exchange_colours(journal, round, names));
  const Message note = later_round_note(journal.event(), round);
  if (!note.empty()) print_note(note);
  print_list(output.stream(), journal, round_list(journal, round), options.list.resolved());
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_reversal(const UndoOptions& options, Reversal reverse) {
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  for (const Message& answer : reversed(journal, reverse, options.any)) {
    output.stream() << translated(answer) << '\n';
  }
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_otb_undo(const UndoOptions& options) {
  return run_reversal(options, &otb::Journal::undo);
}

ExitStatus run_otb_redo(const UndoOptions& options) {
  return run_reversal(options, &otb::Journal::redo);
}

/// The form of the round that a command prints after a change; `otb show` chooses rows and columns.
void add_round_format(Command& command, ListOptions& options) {
  add_table_format(command, options, {Format::text, Format::json, Format::csv, Format::html});
  add_language(command, options.language_name);
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

}  // namespace

void add_otb_rounds(OtbCommands& commands) {
  const auto pair =
      commands.add("pair", "Pair the next round and show it", "pair cup.otb", run_otb_pair);
  pair.app.add_flag("--again", pair.options.again,
                    "Pair the last round again, if it has no result yet");
  pair.app
      .add_option("--fix", pair.options.fixed, "Pair these two players, White first; repeatable")
      ->words(-2)
      ->type_name("WHITE BLACK");
  pair.app
      .add_option("--late", pair.options.late,
                  "Pair a late player now, with the one who has the bye; twice: two late players")
      ->repeatable()
      ->type_name("NAME")
      ->excludes(pair.app.get_option("--again"))
      ->excludes(pair.app.get_option("--fix"));
  add_round_format(pair.app, pair.options.list);
  const auto swap =
      commands.add("swap", "Swap two players of the last round, or the numbers of two boards",
                   "swap cup.otb Anna Bert", run_otb_swap);
  swap.app.add_option("WHO", swap.options.names, "Two players, or the numbers of two boards")
      ->required()
      ->words(2);
  add_round(swap.app, swap.options.round,
            "Swap colours of opponents or boards in round N, also with results (the last)");
  add_round_format(swap.app, swap.options.list);
  const auto undo = commands.add("undo", "Undo your last command", "undo cup.otb", run_otb_undo);
  const auto redo = commands.add("redo", "Redo what you undid last", "redo cup.otb", run_otb_redo);
  for (const auto& [app, options] :
       {std::pair(&undo.app, &undo.options), std::pair(&redo.app, &redo.options)}) {
    app->add_flag("--any", options->any, "Choose among the commands of all helpers");
    app->add_file("-o,--output", options->output, "Write to this file instead of standard output");
  }
}

}  // namespace schiri::cli
