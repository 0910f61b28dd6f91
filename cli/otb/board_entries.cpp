#include "cli/otb/board_entries.h"

#include <sstream>

#include "cli/otb/event_access.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/otb/event.h"
#include "core/otb/teams.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

std::uint64_t read_board_number(std::string_view text, const std::string& word) {
  const auto number = parse_number<std::uint64_t>(text);
  if (number && *number > 0) return *number;
  throw InputError(message("expected a board number, not '{0}'", printable(word)));
}

/// `3`, or the third board of the second match, `2.3`.
BoardEntry read_board(const std::string& word, const std::optional<otb::BoardResult>& result) {
  const std::string_view text = word;
  const std::size_t point = text.find('.');
  if (point == text.npos) return {0, read_board_number(text, word), result};
  return {read_board_number(text.substr(0, point), word),
          read_board_number(text.substr(point + 1), word), result};
}

BoardEntry read_entry(const std::string& board, const std::string& result) {
  const auto read = otb::read_board_result(result);
  if (read || otb::is_no_result(result)) return read_board(board, read);
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

/// Enters a result for all boards of a match.
void enter_match(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry,
                 bool correct) {
  const otb::Event& event = journal.event();
  if (entry.result && was_played(*entry.result)) {
    throw InputError(message(
        "match {0} has several boards: enter the result of each, for example {0}.1 1-0; for the "
        "whole match only +--, --+ or --- (forfeit), or * for none",
        entry.board));
  }
  static_cast<void>(event.board_number(entry.board, 1));  // throws if there is none
  if (round < 1 || round > event.rounds().size() ||
      entry.board > event.rounds()[round - 1].boards.size()) {
    // Throws, with the reason.
    return journal.add(otb::act::Correct{{round, entry.board, 1}, entry.result});
  }
  const std::vector<otb::TeamGame> games = event.rounds()[round - 1].boards[entry.board - 1].games;
  for (std::size_t i = 0; i < games.size(); ++i) {
    std::optional<otb::BoardResult> result;
    if (entry.result) result = games[i].first_is_white ? *entry.result : swapped(*entry.result);
    if (games[i].result == result || (!result && games[i].is_empty())) continue;
    if (correct || !result || games[i].is_empty()) {
      journal.add(otb::act::Correct{{round, entry.board, i + 1}, result});
    } else {
      journal.add(otb::act::Result{{round, entry.board, i + 1}, *result});
    }
  }
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

/// The games of a round that an entry is about; none if there are no such boards.
std::vector<otb::TableGame> games_of(const otb::Event& event, std::uint64_t round,
                                     const BoardEntry& entry) {
  if (round < 1 || round > event.rounds().size()) return {};
  auto games = otb::games(event, round);
  std::erase_if(games, [&](const otb::TableGame& game) {
    if (!event.has_teams() || entry.match > 0) {
      return game.match != entry.match || game.board != entry.board;
    }
    return game.match != entry.board;
  });
  return games;
}

/// Throws InputError for a game at a board without a player: it is forfeited.
void require_players_at(const otb::Event& event, std::uint64_t round, const BoardEntry& entry) {
  for (const otb::TableGame& game : games_of(event, round, entry)) {
    if (!event.has_teams() || (game.white && game.black)) continue;
    if (!entry.result || !was_played(*entry.result)) continue;
    const std::string result(
        board_result_text(game.result.value_or(otb::BoardResult::both_forfeit)));
    throw InputError(
        game.white ? message("board {0} has no player with Black, so it is forfeited: {1}; 'schiri "
                             "otb lineup' seats a player",
                             game.table(), result)
        : game.black
            ? message("board {0} has no player with White, so it is forfeited: {1}; 'schiri otb "
                      "lineup' seats a player",
                      game.table(), result)
            : message("board {0} has no players, so it is forfeited: {1}; 'schiri otb lineup' "
                      "seats a player",
                      game.table(), result));
  }
}

void enter_result(otb::Journal& journal, std::uint64_t round, const BoardEntry& entry,
                  bool correct) try {
  const otb::Event& event = journal.event();
  if (event.has_teams() && entry.match == 0) return enter_match(journal, round, entry, correct);
  if (!event.has_teams() && entry.match > 0) {
    throw InputError(message(
        "board {0}.{1}: only team events have boards of matches; specify the board number alone",
        entry.match, entry.board));
  }
  require_players_at(event, round, entry);
  const otb::act::OnBoard board{round, entry.match, entry.board};
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
Message answer(const otb::Event& event, std::uint64_t round, const otb::TableGame& before,
               const otb::TableGame& after) {
  const auto people = otb::players(event);
  const auto name = [&](const std::optional<std::size_t>& person) {
    return person ? Message(printable(people[*person].name)) : message("none");
  };
  const Message board = message("R{0} board {1} {2} – {3}", round, after.table(), name(after.white),
                                name(after.black));
  const Message now = shown_result(after.result);
  if (before.result == after.result) return message("{0}: {1} (unchanged)", board, now);
  if (!before.result) return message("{0}: {1}", board, now);
  return message("{0}: {1} -> {2}", board, shown_result(before.result), now);
}

}  // namespace

std::vector<Message> enter_results(otb::Journal& journal, std::uint64_t round,
                                   const std::vector<BoardEntry>& entries, bool correct) {
  std::vector<Message> answers;
  for (const BoardEntry& entry : entries) {
    const auto before = games_of(journal.event(), round, entry);
    // In a list of corrections a result may be right already.
    const bool is_right =
        correct && entries.size() > 1 && before.size() == 1 && before[0].result == entry.result;
    if (!is_right) enter_result(journal, round, entry, correct);
    const auto after = games_of(journal.event(), round, entry);
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (after.size() > 1 && before[i].result == after[i].result) continue;
      answers.push_back(answer(journal.event(), round, before[i], after[i]));
    }
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

Message seat_late(otb::Journal& journal, const std::vector<std::string>& names) {
  const otb::act::Late late =
      otb::late_pairing(journal.event(), names[0], names.size() > 1 ? names[1] : "");
  journal.add(late);
  const otb::Event& event = journal.event();
  const std::string white = printable(late.players[0]), black = printable(late.players[1]);
  return event.has_teams()
             ? message("R{0} match {1} {2} – {3}", late.round, late.board, white, black)
             : message("R{0} board {1} {2} – {3}", late.round, late.board, white, black);
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
