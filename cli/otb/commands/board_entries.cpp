#include "cli/otb/commands/board_entries.h"

#include <sstream>

#include "cli/otb/commands/event_access.h"
#include "cli/otb/event/event.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

std::uint64_t read_board(const std::string& word) {
  const auto number = parse_number<std::uint64_t>(word);
  if (number && *number > 0) return *number;
  throw InputError(message("expected a board number, not '{0}'", printable(word)));
}

BoardEntry read_entry(const std::string& board, const std::string& result) {
  const auto read = otb::read_board_result(result);
  if (read || otb::is_no_result(result)) return {read_board(board), read};
  throw InputError(message(
      "'{0}' is not a result; expected 1-0, 0-1, 1/2-1/2, =, 0-0 (both lose a game that was "
      "played), +-- or --+ (forfeit), --- (double forfeit), or * for none",
      printable(result)));
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word;
  return text;
}

}  // namespace

std::vector<BoardEntry> read_entries(const std::vector<std::string>& words) {
  if (words.size() % 2 != 0) {
    throw InputError(message("expected each board followed by its result: 1 1-0 2 = 3 0-1"));
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

std::vector<BoardEntry> read_line(const std::string& line) {
  const auto words = words_of(line);
  if (words.size() > 2) {
    const std::string result = joined_words({words.begin() + 1, words.end()});
    if (otb::read_board_result(result)) return {read_entry(words.front(), result)};
  }
  return read_entries(words);
}

std::vector<BoardEntry> read_list() {
  constexpr std::size_t longest_line = 65536, most_entries = 100'000;
  std::vector<BoardEntry> entries;
  FileSource input("-");
  LineSource lines(input);
  std::string line;
  for (bool too_long = false; lines.next(line, longest_line, too_long);) {
    const std::size_t number = lines.number();
    try {
      if (too_long || entries.size() > most_entries)
        throw InputError(message("the list is too large"));
      const auto some = read_line(line);
      entries.insert(entries.end(), some.begin(), some.end());
    } catch (const InputError& error) {
      throw InputError(message("line {0}: {1}", number, error.message()));
    }
  }
  return entries;
}

namespace {

/// A board of a round; null if there is none.
const otb::Board* board_at(const otb::Event& event, std::uint64_t round, std::uint64_t board) {
  if (round < 1 || round > event.rounds().size()) return nullptr;
  const auto& boards = event.rounds()[round - 1].boards;
  return board <= boards.size() ? &boards[board - 1] : nullptr;
}

void enter_result(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry,
                  bool correct) try {
  const otb::act::OnBoard board{round, entry.board};
  if (correct || !entry.result) {
    journal.add(otb::act::Correct{board, entry.result});
  } else {
    journal.add(otb::act::Result{board, *entry.result});
  }
} catch (const otb::ResultStands& error) {
  throw otb::EventError(message("{0}; --correct changes it, * removes it", error.message()));
}

Message shown_result(const std::optional<otb::BoardResult>& result) {
  if (!result) return message("no result");
  return result == otb::BoardResult::draw ? Message("½") : Message(board_result_text(*result));
}

/// `R7 board 1 Dvořák – Weiß: 1-0 -> ½`
Message answer(const otb::Event& event, std::uint64_t round, std::uint64_t number,
               const std::optional<otb::BoardResult>& before) {
  const otb::Board& board = *board_at(event, round, number);
  const Message where = message("R{0} board {1} {2} – {3}", round, number,
                                printable(event.entrants()[board.first].name),
                                printable(event.entrants()[board.second].name));
  const Message now = shown_result(board.result);
  if (before == board.result) return message("{0}: {1} (unchanged)", where, now);
  if (!before) return message("{0}: {1}", where, now);
  return message("{0}: {1} -> {2}", where, shown_result(before), now);
}

}  // namespace

std::vector<Message> enter_results(otb::Journal& journal, std::uint64_t round,
                                   const std::vector<BoardEntry>& entries, bool correct) {
  std::vector<Message> answers;
  for (const BoardEntry& entry : entries) {
    const otb::Board* const board = board_at(journal.event(), round, entry.board);
    const std::optional<otb::BoardResult> before = board ? board->result : std::nullopt;
    // In a list of corrections a result may be right already.
    const bool is_right = correct && entries.size() > 1 && board && before == entry.result;
    if (!is_right) enter_result(journal, round, entry, correct);
    answers.push_back(answer(journal.event(), round, entry.board, before));
  }
  return answers;
}

Message later_round_note(const otb::Event& event, std::uint64_t round) {
  if (round >= event.rounds().size()) return {};
  return message("round {0} is paired already, and its pairings stay", round + 1);
}

Message still_open(const otb::Event& event) {
  const std::string open = open_boards(event);
  if (!open.empty()) return message("without a result: board {0}", open);
  return message("round {0} has all its results", event.rounds().size());
}

std::vector<Message> reversed(otb::Journal& journal, Reversal reverse, bool any) {
  const bool undoes = reverse == &otb::Journal::undo;
  std::vector<Message> answers;
  for (const Json& line : (journal.*reverse)(any)) {
    const Message what = otb::line_sentence(line);
    answers.push_back(undoes ? message("undone: {0}", what) : message("redone: {0}", what));
  }
  return answers;
}

}  // namespace schiri::cli
