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
};

struct SwapOptions : EventListOptions {
  std::vector<std::string> names;  ///< two players, or the numbers of two boards
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

ExitStatus run_otb_pair(const PairOptions& options) {
  otb::Journal journal = open_to_change(options.file);
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

ExitStatus run_otb_swap(const SwapOptions& options) {
  if (options.names.size() != 2) {
    throw InputError(message("expected two players, or the numbers of two boards"));
  }
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.list.output, options.file);
  const std::string &a = options.names[0], &b = options.names[1];
  const bool are_boards = is_board_number(a) && is_board_number(b) && !has_entered(journal, a);
  otb::act::Swap swap{round_or_last(journal, 0)};
  if (are_boards) {
    swap.boards = {std::stoull(a), std::stoull(b)};
  } else {
    const auto names = entered_names(journal, options.names);
    swap.players = {names[0], names[1]};
  }
  journal.add(swap);
  return finish_round(journal, options, output);
}

ExitStatus run_reversal(const UndoOptions& options, Reversal reverse) {
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  for (const Message& answer : reversed(journal, reverse, options.any)) {
    say(output.stream(), answer);
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
      commands.add("pair", "Pair the next round and show it", "cup.otb", run_otb_pair);
  pair.command.add_flag("--again", pair.options.again,
                        "Pair the last round again, if it has no result yet");
  pair.command
      .add_option("--fix", pair.options.fixed, "Pair these two players, White first; repeatable")
      ->words(-2)
      ->type_name("WHITE BLACK");
  add_round_format(pair.command, pair.options.list);
  const auto swap =
      commands.add("swap", "Swap two players of the last round, or the numbers of two boards",
                   "cup.otb Anna Bert", run_otb_swap);
  swap.command.add_option("WHO", swap.options.names, "Two players, or the numbers of two boards")
      ->required()
      ->words(2);
  add_round_format(swap.command, swap.options.list);
  const auto undo = commands.add("undo", "Undo your last command", "cup.otb", run_otb_undo);
  const auto redo = commands.add("redo", "Redo what you undid last", "cup.otb", run_otb_redo);
  for (const auto& [app, options] :
       {std::pair(&undo.command, &undo.options), std::pair(&redo.command, &redo.options)}) {
    app->add_flag("--any", options->any, "Choose among the commands of all helpers");
    app->add_file("-o,--output", options->output, "Write to this file instead of standard output");
  }
}

}  // namespace schiri::cli
