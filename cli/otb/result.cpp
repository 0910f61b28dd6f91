#include "cli/otb/board_entries.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/round_option.h"

namespace schiri::cli {

namespace {

struct ResultOptions {
  std::string file;
  std::vector<std::string> results;  ///< boards and their results, in turn
  std::uint64_t round = 0;
  bool correct = false;
  std::string output = "-";
};

ExitStatus run_otb_result(const ResultOptions& options) {
  const bool is_list = options.results.size() == 1 && options.results.front() == "-";
  const auto entries = is_list ? read_list() : read_entries(options.results);
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  const std::uint64_t round = round_or_last(journal, options.round);
  for (const Message& answer : enter_results(journal, round, entries, options.correct)) {
    output.stream() << translated(answer) << '\n';
  }
  const Message note = later_round_note(journal.event(), round);
  if (!note.empty()) print_note(note);
  if (!journal.event().rounds().empty()) {
    output.stream() << translated(still_open(journal.event())) << '\n';
  }
  finish(journal, output);
  return ExitStatus::done;
}

}  // namespace

void spell_results_out(std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "otb" || words[1] != "result") return;
  std::erase(words, "--");
  for (std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const auto result = otb::read_board_result(word);
    if (result == otb::BoardResult::black_by_forfeit) word = "0-1f";
    if (result == otb::BoardResult::both_forfeit) word = "0-0f";
  }
}

void add_otb_result(OtbCommands& commands) {
  const auto result = commands.add("result", "Enter results, or correct them",
                                   "result cup.otb 1 1-0 2 = 3 0-1", run_otb_result);
  result.app
      .add_option("RESULT", result.options.results,
                  "Boards and results: 1-0, 0-1, =, 0-0, +--, --+, ---, * (none); - reads them")
      ->required()
      ->type_name("BOARD RESULT");
  add_round(result.app, result.options.round, "Set the round (the last)");
  result.app.add_flag("--correct", result.options.correct, "Correct a result; the log keeps both");
}

}  // namespace schiri::cli
