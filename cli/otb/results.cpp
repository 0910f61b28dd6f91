#include <charconv>
#include <iostream>
#include <memory>
#include <sstream>

#include "cli/line/interrupt.h"
#include "cli/otb/lists.h"
#include "cli/otb/options.h"
#include "cli/play/line_editor.h"
#include "core/otb/teams.h"
#include "notation/records/source/line_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A board and what it is to have: a result or none. `match`: of an event of teams, or 0.
struct BoardEntry {
  std::uint64_t match;
  std::uint64_t board;
  std::optional<otb::BoardResult> result;
};

std::uint64_t read_number(std::string_view text, const std::string& word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number > 0) return number;
  throw InputError("expected the number of a board, not '" + printable(word) + "'");
}

/// `3`, or the third board of the second match, `2.3`.
BoardEntry read_board(const std::string& word, const std::optional<otb::BoardResult>& result) {
  const std::string_view text = word;
  const std::size_t point = text.find('.');
  if (point == text.npos) return {0, read_number(text, word), result};
  return {read_number(text.substr(0, point), word), read_number(text.substr(point + 1), word),
          result};
}

BoardEntry read_entry(const std::string& board, const std::string& result) {
  const auto read = otb::read_board_result(result);
  if (read || otb::is_no_result(result)) return read_board(board, read);
  throw InputError("'" + printable(result) +
                   "' is no result; a result is 1-0, 0-1, 1/2-1/2, =, +-- or --+ (somebody did "
                   "not come), --- (neither did), or * for none");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

/// Boards and results in turn.
std::vector<BoardEntry> read_entries(const std::vector<std::string>& words) {
  if (words.size() % 2 != 0) {
    throw InputError("expected boards and their results in turn: 1 1-0 2 = 3 0-1");
  }
  std::vector<BoardEntry> entries;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    entries.push_back(read_entry(words[i], words[i + 1]));
  }
  return entries;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// A line that somebody has typed: the same, or one board whose result has blanks in it.
std::vector<BoardEntry> read_line(const std::string& line) {
  const auto words = words_of(line);
  if (words.size() > 2) {
    const std::string result = joined({words.begin() + 1, words.end()});
    if (otb::read_board_result(result)) return {read_entry(words.front(), result)};
  }
  return read_entries(words);
}

/// A list, some boards and results on each line.
std::vector<BoardEntry> read_list() {
  constexpr std::size_t longest_line = 65536, most_entries = 100'000;
  std::vector<BoardEntry> entries;
  FileSource input("-");
  LineSource lines(input);
  std::string line;
  for (bool too_long = false; lines.next(line, longest_line, too_long);) {
    const std::size_t number = lines.number();
    try {
      if (too_long || entries.size() > most_entries) throw InputError("no list is that large");
      const auto some = read_line(line);
      entries.insert(entries.end(), some.begin(), some.end());
    } catch (const InputError& error) {
      throw InputError("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return entries;
}

/// Enters a result for all boards of a match.
void enter_match(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry,
                 bool correct) {
  const otb::Event& event = journal.event();
  if (entry.result && was_played(*entry.result)) {
    const std::string match = std::to_string(entry.board);
    throw InputError("match " + match + " has several boards: tell the result of each, as " +
                     match +
                     ".1 1-0; of a whole match only +--, --+ or ---, where a team did not "
                     "come, or * for none");
  }
  const std::uint64_t first = event.board_number(entry.board, 1);
  if (round < 1 || round > event.rounds().size() ||
      entry.board > event.rounds()[round - 1].boards.size()) {
    return journal.correct_result(round, first, entry.result);  // says why it cannot be
  }
  const std::vector<otb::TeamGame> games = event.rounds()[round - 1].boards[entry.board - 1].games;
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::optional<otb::BoardResult> result;
    if (entry.result) result = games[i].first_is_white ? *entry.result : swapped(*entry.result);
    if (games[i].result == result || (!result && games[i].is_empty())) continue;
    if (correct || !result || games[i].is_empty()) {
      journal.correct_result(round, first + i, result);
    } else {
      journal.set_result(round, first + i, *result, "");
    }
  }
}

void enter(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry, bool correct) {
  const otb::Event& event = journal.event();
  if (event.has_teams() && entry.match == 0) return enter_match(journal, round, entry, correct);
  if (!event.has_teams() && entry.match > 0) {
    throw InputError("boards of matches, as " + std::to_string(entry.match) + "." +
                     std::to_string(entry.board) + ", are those of events of teams");
  }
  const std::uint64_t board =
      event.has_teams() ? event.board_number(entry.match, entry.board) : entry.board;
  if (correct || !entry.result) {
    journal.correct_result(round, board, entry.result);
  } else {
    journal.set_result(round, board, *entry.result, "");
  }
}

/// What is still to come of the last round, in a line.
std::string still_open(const otb::Event& event) {
  const std::string open = open_boards(event);
  if (!open.empty()) return "without a result: board " + open;
  return "round " + std::to_string(event.rounds().size()) + " has all its results";
}

/// Somebody types results line by line, each of which is a command of its own: others can write in
/// between.
class ResultPrompt {
 public:
  explicit ResultPrompt(const PeopleOptions& options) : options_(options) {
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

  /// What is wrong with a line is reported, and the next one is read.
  void answer(const std::string& line) {
    ++number_;
    try {
      if (line.empty()) return;
      if (line == "show") return show();
      line == "undo" ? undo() : take(line);
    } catch (const InputError& error) {
      complain(error.what());
    } catch (const otb::EventError& error) {
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
    print_round(std::cout, journal, round_of(journal, options_), ListFormat(options_.paper));
    std::cout.flush();
  }

  void take(const std::string& line) const {
    const auto entries = read_line(line);
    otb::Journal journal = open_to_change(options_.file);
    const std::uint64_t round = round_of(journal, options_);
    for (const BoardEntry& entry : entries) enter(journal, round, entry, false);
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
      return person ? people[*person].name : "nobody";
    };
    return line(game.table(), name(game.white), name(game.black));
  }

  static std::vector<std::string> no_completion(std::string_view) { return {}; }

  const PeopleOptions& options_;
  InterruptGuard interrupt_{"what was typed on this line is lost"};
  std::optional<LineEditor> editor_;
  InputLines input_{0};
  ExitStatus status_ = ExitStatus::done;
  std::size_t number_ = 0;
};

}  // namespace

ExitStatus run_result(const PeopleOptions& options) {
  const bool is_list = options.results.size() == 1 && options.results.front() == "-";
  const auto entries = is_list ? read_list() : read_entries(options.results);
  otb::Journal journal = open_to_change(options.file);
  OutputFile output = open_output(options);
  const std::uint64_t round = round_of(journal, options);
  for (const BoardEntry& entry : entries) enter(journal, round, entry, options.correct);
  if (!journal.event().rounds().empty()) output.stream() << still_open(journal.event()) << '\n';
  finish(journal, output);
  return ExitStatus::done;
}

ExitStatus run_results(const PeopleOptions& options) { return ResultPrompt(options).run(); }

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

}  // namespace schiri::cli
