#include <iostream>
#include <optional>

#include "cli/line/interrupt.h"
#include "cli/otb/act_sentence.h"
#include "cli/otb/board_entries.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/printed_lists.h"
#include "cli/otb/round_option.h"
#include "cli/play/line_editor.h"
#include "core/otb/teams.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct PromptOptions {
  std::string file;
  std::uint64_t round = 0;
};

/// Reads results line by line. Each line is a separate command, so other processes can write in
/// between.
class ResultPrompt {
 public:
  explicit ResultPrompt(const PromptOptions& options) : options_(options) {
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
    const auto reading = editor_ ? editor_->next("board result> ", no_completion, {}, interrupted)
                                 : input_.next({}, interrupted);
    if (reading.event != InputLines::Event::line) return std::nullopt;
    const auto words = words_of(reading.line);
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
  }

  /// Executes a line; reports an error and goes on with the next line.
  void answer(const std::string& line) {
    ++number_;
    try {
      if (line.empty()) return;
      if (line == "show") return show();
      line == "undo" ? undo() : take(line);
    } catch (const InputError& error) {
      complain(error.what());
    }
  }

  void complain(const std::string& what) {
    std::cout.flush();
    std::cerr << "schiri: " << (editor_ ? "" : "line " + std::to_string(number_) + ": ")
              << printable(what, 4096) << '\n';
    if (!editor_) status_ = ExitStatus::wrong;
  }

  void say(const std::string& text) const { std::cout << text << '\n' << std::flush; }

  void show() const {
    const otb::Journal journal = open_to_read(options_.file);
    print_round(std::cout, journal, round_or_last(journal, options_.round), ListFormat({}));
    std::cout.flush();
  }

  void take(const std::string& line) const {
    const auto entries = read_line(line);
    otb::Journal journal = open_to_change(options_.file);
    const std::uint64_t round = round_or_last(journal, options_.round);
    for (const BoardEntry& entry : entries) enter_result(journal, round, entry, false);
    journal.commit();
    for (const BoardEntry& entry : entries) say(confirmation(journal.event(), round, entry));
    say(still_open(journal.event()));
  }

  void undo() const {
    otb::Journal journal = open_to_change(options_.file);
    for (const Json& act : journal.undo()) say("undone: " + act_sentence(act));
    journal.commit();
    say(still_open(journal.event()));
  }

  static std::string confirmation(const otb::Event& event, std::uint64_t round,
                                  const BoardEntry& entry) {
    const std::string result =
        entry.result ? std::string(board_result_text(*entry.result)) : "no result";
    const auto line = [&](const std::string& table, const std::string& white,
                          const std::string& black) {
      return table + ": " + printable(white) + " - " + printable(black) + "  " + result;
    };
    if (entry.match == 0) {
      const otb::Board& board = event.rounds()[round - 1].boards[entry.board - 1];
      return line(std::to_string(entry.board), event.entrants()[board.first].name,
                  event.entrants()[board.second].name);
    }
    const auto people = otb::players(event);
    const otb::TableGame game =
        otb::games(event, round)[event.board_number(entry.match, entry.board) - 1];
    const auto name = [&](const std::optional<std::size_t>& person) {
      return person ? people[*person].name : "none";
    };
    return line(game.table(), name(game.white), name(game.black));
  }

  static std::vector<std::string> no_completion(std::string_view) { return {}; }

  const PromptOptions& options_;
  InterruptGuard interrupt_{"the input of this line is lost"};
  std::optional<LineEditor> editor_;
  InputLines input_{0};
  ExitStatus status_ = ExitStatus::done;
  std::size_t number_ = 0;
};

ExitStatus run_otb_results(const PromptOptions& options) {
  round_or_last(open_to_read(options.file), options.round);
  return ResultPrompt(options).run();
}

}  // namespace

void add_otb_result_prompt(OtbCommands& commands) {
  const auto results = commands.add("results", "Enter results line by line: 3 1-0, undo, show",
                                    "results cup.otb", run_otb_results);
  add_round(results.app, results.options.round, "Set the round (the last)");
}

}  // namespace schiri::cli
