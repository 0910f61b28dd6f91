#include <unistd.h>

#include <optional>

#include "cli/input/inputs.h"
#include "cli/line/interrupt.h"
#include "cli/otb/acts/event_records.h"
#include "cli/otb/commands/board_entries.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/lists/lists.h"
#include "cli/play/line_editor.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ResultOptions {
  std::string file;
  std::vector<std::string> results;  ///< boards and their results, in turn
  std::uint64_t round = 0;
  bool correct = false;
  std::string output = "-";
};

ExitStatus enter(const ResultOptions& options) {
  const bool is_list = options.results.size() == 1 && options.results.front() == "-";
  const auto entries = is_list ? read_list() : read_entries(options.results);
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options.output, options.file);
  const std::uint64_t round = round_or_last(journal, options.round);
  for (const Message& answer : enter_results(journal, round, entries, options.correct)) {
    say(output.stream(), answer);
  }
  const Message note = later_round_note(journal.event(), round);
  if (!note.empty()) print_note(note);
  if (!journal.event().rounds().empty()) {
    say(output.stream(), still_open(journal.event()));
  }
  finish(journal, output);
  return ExitStatus::done;
}

/// Reads results line by line. Each line is a separate command, so other processes can write in
/// between.
class ResultPrompt {
 public:
  explicit ResultPrompt(const ResultOptions& options) : options_(options) {
    if (LineEditor::is_possible()) editor_.emplace();
  }

  ExitStatus run() {
    say(still_open(open_to_read(options_.file).event()));
    while (!interrupt_.interrupted()) {
      const auto line = next();
      if (!line || *line == "quit" || *line == "q") break;
      answer(*line);
    }
    return interrupt_.interrupted() ? ExitStatus::interrupted : status_;
  }

 private:
  std::optional<std::string> next() {
    const auto interrupted = [this] { return interrupt_.interrupted(); };
    const std::string prompt = translated(message("board result>")) + " ";
    if (!editor_ && console::is_terminal(STDIN_FILENO)) console::out << prompt << std::flush;
    const auto reading = editor_ ? editor_->next(prompt, no_completion, {}, interrupted)
                                 : input_.next({}, interrupted);
    if (reading.event != InputLines::Event::line) return std::nullopt;
    const auto words = words_of(reading.line);
    return join(words, " ");
  }

  /// Executes a line; reports an error and goes on with the next line.
  void answer(const std::string& line) {
    ++number_;
    try {
      if (line.empty()) return;
      if (line == "show") return show();
      if (line == "help") return say(help());
      if (line == "standing") return show_standing();
      if (line == "undo") return change_back(&otb::Journal::undo);
      line == "redo" ? change_back(&otb::Journal::redo) : take(line);
    } catch (const InputError& error) {
      complain(error.message());
    }
  }

  void complain(const Message& what) {
    console::out.flush();
    const Message text = editor_ ? what : message("line {0}: {1}", number_, what);
    console::err << "schiri: " << printable(translated(text), 4096) << '\n';
    if (!editor_) status_ = ExitStatus::wrong;
  }

  static void say(const Message& text) { console::out << translated(text) << '\n' << std::flush; }

  void show() const {
    const otb::Journal journal = open_to_read(options_.file);
    print_list(console::out, journal, round_list(journal, round_or_last(journal, options_.round)),
               for_process(Format::text));
    console::out.flush();
  }

  void take(const std::string& line) const {
    const auto entries = read_line(line);
    otb::Journal journal = open();
    const std::uint64_t round = round_or_last(journal, options_.round);
    const auto answers = enter_results(journal, round, entries, false);
    journal.commit();
    for (const Message& answer : answers) say(answer);
    if (const auto note = later_round_note(journal.event(), round); !note.empty()) say(note);
    say(still_open(journal.event()));
  }

  /// Undoes or redoes what was entered here.
  void change_back(Reversal reverse) const {
    otb::Journal journal = open();
    for (const Message& answer : reversed(journal, reverse, false)) say(answer);
    journal.commit();
    say(still_open(journal.event()));
  }

  void show_standing() const {
    const otb::Journal journal = open_to_read(options_.file);
    print_list(
        console::out, journal,
        standing_list(journal, journal.event().finished_rounds(), journal.event().tie_breaks()),
        for_process(Format::text));
    console::out.flush();
  }

  /// Without a name of the helper, the entries are this prompt's, of which several may run.
  otb::Journal open() const {
    otb::Journal journal = open_to_change(options_.file);
    if (journal.helper().empty()) journal.set_helper("results " + std::to_string(getpid()));
    return journal;
  }

  static Message help() {
    return message(
        "3 1-0     enter the result of board 3; also 3 = or 3 0-1, or several: 1 1-0 2 =\n"
        "3 *       remove the result of board 3\n"
        "show      show the round\n"
        "standing  show the standing after the last finished round\n"
        "undo      take back the last line entered here\n"
        "redo      enter it again\n"
        "quit      end");
  }

  static std::vector<std::string> no_completion(std::string_view) { return {}; }

  const ResultOptions& options_;
  InterruptGuard interrupt_{message("the input of this line is lost")};
  std::optional<LineEditor> editor_;
  InputLines input_{0};
  ExitStatus status_ = ExitStatus::done;
  std::size_t number_ = 0;
};

ExitStatus run_otb_result(const ResultOptions& options) {
  if (!options.results.empty()) return enter(options);
  if (options.correct) throw InputError(message("--correct: specify the boards and results"));
  round_or_last(open_to_read(options.file), options.round);
  return ResultPrompt(options).run();
}

struct ImportResultsOptions {
  std::string file;
  InputOptions input;
};

/// Records that do not belong to the round are reported and the others imported; if a file cannot
/// be read, no result is imported.
ExitStatus run_otb_import_results(const ImportResultsOptions& options) {
  open_to_read(options.file);  // refuses one that cannot be read
  InputOptions input = options.input;
  input.read.keep = Keep::records;
  input.check();
  // Reading may take long, and others change the event meanwhile.
  std::vector<std::pair<std::string, CheckedRecord>> records;
  const ExitStatus reading =
      read_inputs(input, [&](const std::string& file, CheckedRecord& checked) {
        records.emplace_back(file, std::move(checked));
        return true;
      });
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output("-", options.file);
  std::size_t count = 0;
  ExitStatus status = ExitStatus::done;
  for (auto& [file, checked] : records) {
    if (!checked.check.valid()) {
      print_findings(console::err, file, checked.check);
      status = ExitStatus::wrong;
    } else if (const Message why = otb::import_result(journal, checked); why.empty()) {
      ++count;
    } else {
      print_message(message("{0}: game {1}: {2}", printable(file, 4096), checked.check.index, why));
      status = ExitStatus::wrong;
    }
  }
  if (reading != ExitStatus::done) {
    count = 0;
    print_message(message("the event is unchanged"));
  }
  say(output.stream(), message("{0} {0:result|results} imported", count));
  if (reading == ExitStatus::done) {
    finish(journal, output);
  } else {
    output.commit();
  }
  return worse(status, reading);
}

}  // namespace

void add_otb_results(OtbCommands& commands) {
  const auto result =
      commands.add("result", "Enter results, or correct them; without any, line by line",
                   "cup.otb 1 1-0 2 = 3 0-1", run_otb_result);
  result.command
      .add_option("RESULT", result.options.results,
                  "Boards and results: 1-0, 0-1, =, 0-0, +--, --+, ---, * (none); - reads them")
      ->type_name("BOARD RESULT");
  add_round(result.command, result.options.round, "Set the round (the last)");
  result.command.add_flag("--correct", result.options.correct,
                          "Correct a result; the log keeps both");
  const auto import =
      commands.add("import-results", "Import results of the last round from records of its games",
                   "cup.otb round3.pgn", run_otb_import_results);
  import.options.input.add_to(import.command);
}

}  // namespace schiri::cli
