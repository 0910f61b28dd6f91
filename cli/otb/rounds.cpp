#include <iostream>

#include "cli/line/usual_options.h"
#include "cli/otb/act_sentence.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/printed_lists.h"
#include "core/otb/event.h"
#include "db/otb/event_notes.h"
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
  if (names.size() % 2 != 0) throw InputError("--fix: expected two names, White first");
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
  for (const std::string& note : otb::notes_on_round(journal.event())) print_note(note);
  print_round(output.stream(), journal, journal.event().rounds().size(),
              ListFormat(options.list_format));
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
  if (options.again) journal.unpair();
  const std::string open = open_boards(journal.event());
  if (!open.empty()) {
    std::cerr << "schiri: round " << journal.event().rounds().size() << " has no result on board "
              << open << '\n';
    return ExitStatus::wrong;
  }
  OutputFile output = open_output(options.output, options.file);
  journal.pair(demanded(journal, options.fixed));
  return finish_round(journal, options, output);
}

ExitStatus run_otb_swap(const SwapOptions& options) {
  if (options.names.size() != 2) {
    throw InputError("expected two players, or the numbers of two boards");
  }
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  const std::string &a = options.names[0], &b = options.names[1];
  if (is_board_number(a) && is_board_number(b) && !has_entered(journal, a)) {
    journal.swap_boards(std::stoull(a), std::stoull(b));
  } else {
    const auto names = entered_names(journal, options.names);
    journal.swap_entrants(names[0], names[1]);
  }
  return finish_round(journal, options, output);
}

/// Undoes or redoes a command, and prints its changes after `word`.
ExitStatus reverse(const UndoOptions& options, std::vector<Json> (otb::Journal::*change)(bool),
                   const char* word) {
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  for (const Json& act : (journal.*change)(options.any)) {
    output.stream() << word << ": " << act_sentence(act) << '\n';
  }
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_otb_undo(const UndoOptions& options) {
  return reverse(options, &otb::Journal::undo, "undone");
}

ExitStatus run_otb_redo(const UndoOptions& options) {
  return reverse(options, &otb::Journal::redo, "redone");
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
  add_list_format(pair.app, pair.options.list_format, pair.options.output);
  add_columns(pair.app, pair.options.list_format);
  const auto swap =
      commands.add("swap", "Swap two players of the last round, or the numbers of two boards",
                   "swap cup.otb Anna Bert", run_otb_swap);
  swap.app.add_option("WHO", swap.options.names, "Two players, or the numbers of two boards")
      ->required()
      ->words(2);
  add_list_format(swap.app, swap.options.list_format, swap.options.output);
  add_columns(swap.app, swap.options.list_format);
  const auto undo = commands.add("undo", "Undo your last command", "undo cup.otb", run_otb_undo);
  const auto redo = commands.add("redo", "Redo what you undid last", "redo cup.otb", run_otb_redo);
  for (const auto& [app, options] :
       {std::pair(&undo.app, &undo.options), std::pair(&redo.app, &redo.options)}) {
    app->add_flag("--any", options->any, "Choose among the commands of all helpers");
    app->add_option("-o,--output", options->output,
                    "Write to this file instead of standard output");
  }
}

}  // namespace schiri::cli
