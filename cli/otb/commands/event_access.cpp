#include "cli/otb/commands/event_access.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/rating/tie_break_list.h"
#include "notation/records/forms/content.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

/// If more boards are open, only their numbers are listed.
constexpr std::size_t most_named = 8;

/// The kinds of files that explain_kind() knows.
constexpr std::string_view event_file = "an event file", trf_file = "a TRF file";

const GameType& game_of(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  throw InputError(message("--game: {0}", unknown_game_message(name)));
}

/// The first bytes of a regular file; empty if it cannot be read.
std::string front_of(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string front(content_front, '\0');
  stream.read(front.data(), static_cast<std::streamsize>(front.size()));
  front.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return front;
}

/// An event file is JSON Lines whose first line begins the event.
bool is_event_file(std::string_view front) {
  const std::string_view line = front.substr(0, front.find('\n'));
  return line.starts_with('{') && line.find("\"act\"") != line.npos;
}

/// Every line of a TRF file begins with a number of three digits.
bool is_trf(std::string_view front) {
  return front.size() > 3 && front[3] == ' ' &&
         std::all_of(front.begin(), front.begin() + 3, [](char c) { return c >= '0' && c <= '9'; });
}

otb::Journal open_journal(const std::string& file, otb::JournalFile::Access access) {
  otb::Journal journal = with_kind_explained(file, message("an event file"),
                                             [&] { return otb::Journal::open(file, access); });
  warn_of_cut_off(journal.cut_off());
  return journal;
}

}  // namespace

std::string helper_name() {
  constexpr std::size_t longest = 100;
  if (const char* name = std::getenv("SCHIRI_HELPER"); name && *name) {
    return printable(name, longest);
  }
  std::array<char, 256> terminal{};
  if (ttyname_r(STDIN_FILENO, terminal.data(), terminal.size()) != 0) return "";
  const std::string path = terminal.data();
  return path.starts_with("/dev/") ? path.substr(5) : path;
}

void explain_kind(const std::string& file, const Message& expected) {
  const std::string front = front_of(file), shown = printable(file, 4096);
  const Content content = content_of(front);
  if (is_event_file(front)) {
    if (expected.pattern() != trf_file) throw;
    throw UnusableError(message(
        "{0}: expected {1}, but this is an event file, which needs no import; for example: schiri "
        "otb show {0}",
        shown, expected));
  }
  if (is_trf(front) && expected.pattern() == event_file) {
    throw UnusableError(
        message("{0}: expected {1}, but this looks like a TRF file; 'schiri otb import' imports it",
                shown, expected));
  }
  if (content == Content::records) {
    throw UnusableError(message(
        "{0}: expected {1}, but this looks like {2}; 'schiri otb import-results' imports the "
        "results of records",
        shown, expected, content_name(content)));
  }
  if (content == Content::json || content == Content::page || content == Content::binary) {
    throw UnusableError(message("{0}: expected {1}, but this looks like {2}", shown, expected,
                                content_name(content)));
  }
  throw;
}

void warn_of_cut_off(const Message& cut_off) {
  if (!cut_off.empty()) print_message(cut_off);
}

otb::Journal open_to_change(const std::string& file) {
  otb::Journal journal = open_journal(file, otb::JournalFile::Access::write);
  journal.set_helper(helper_name());
  return journal;
}

otb::Journal open_to_read(const std::string& file) {
  return open_journal(file, otb::JournalFile::Access::read);
}

void require_game(const std::string& game) {
  if (game.empty()) throw InputError(missing_game_message());
}

void complete_game(otb::EventHead& head) {
  const GameType& type = game_of(head.game);
  type.variant_table.require(head.variant);
  if (head.variant.empty()) head.variant = type.variant_table.standard();
}

std::vector<rating::TieBreakId> tie_breaks_of(const std::string& text) {
  return read_for("--tie-breaks", [&] { return rating::read_tie_breaks(text); });
}

void finish(otb::Journal& journal, OutputFile& output) {
  output.close();
  if (!output.stream().flush()) {
    throw UnusableError(
        message("the output could not be written completely; the event is unchanged"));
  }
  journal.commit();
  try {
    output.commit();
  } catch (const UnusableError&) {
    journal.take_back();
    throw;
  }
}

void require_paired(const otb::Event& event, std::uint64_t round) {
  const std::size_t paired = event.rounds().size();
  if (round <= paired) return;
  if (paired == 0)
    throw InputError(message("no round is paired yet; 'schiri otb pair' pairs the first"));
  throw InputError(
      message("--round: round {0} is not paired; the last is round {1}", round, paired));
}

std::uint64_t round_or_last(const otb::Journal& journal, std::uint64_t round) {
  require_paired(journal.event(), std::max<std::uint64_t>(round, 1));
  return round ? round : journal.event().rounds().size();
}

std::uint64_t counted_rounds(const otb::Journal& journal, std::uint64_t round) {
  require_paired(journal.event(), round);
  return round ? round : journal.event().finished_rounds();
}

namespace {

/// A player who can be named.
struct Nameable {
  std::string name;
  std::string fide_id;
  std::size_t number = 0;  ///< in the start list
};

std::vector<Nameable> nameable(const otb::Event& event) {
  std::vector<Nameable> all;
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const otb::Entrant& entrant = event.entrants()[list[i]];
    all.push_back({entrant.name, entrant.details.fide_id, i + 1});
  }
  return all;
}

/// Those whom a text means: by number or ID, otherwise by the whole name, otherwise by a part.
std::vector<const Nameable*> meant_by(const std::vector<Nameable>& all, const std::string& text) {
  const auto those = [&](const auto& is_meant) {
    std::vector<const Nameable*> found;
    for (const Nameable& one : all) {
      if (is_meant(one)) found.push_back(&one);
    }
    return found;
  };
  if (text.find_first_not_of("0123456789") == text.npos) {
    return those([&](const Nameable& one) {
      return one.fide_id == text || std::to_string(one.number) == text;
    });
  }
  const std::string plain = plain_letters(text), spelled = spelled_letters(text);
  auto found = those([&](const Nameable& one) {
    return plain_letters(one.name) == plain || spelled_letters(one.name) == spelled;
  });
  if (!found.empty() || plain.empty()) return found;
  return those([&](const Nameable& one) {
    return plain_letters(one.name).find(plain) != std::string::npos ||
           spelled_letters(one.name).find(spelled) != std::string::npos;
  });
}

/// Throws InputError if others have the name with a number, `Anna Berg (2)`: then the number in the
/// start list says who is meant.
void require_one_person(const std::vector<Nameable>& all, const Nameable& named) {
  std::string list;
  for (const Nameable& one : all) {
    const bool is_numbered = one.name.size() > named.name.size() + 3 && one.name.ends_with(')') &&
                             is_same_name(one.name.substr(0, named.name.size()), named.name) &&
                             one.name.substr(named.name.size(), 2) == " (" &&
                             parse_number<int>(std::string_view(one.name).substr(
                                 named.name.size() + 2, one.name.size() - named.name.size() - 3));
    if (!is_numbered) continue;
    list += ", " + std::to_string(one.number) + " " + printable(one.name);
  }
  if (list.empty()) return;
  throw InputError(message("several players are named '{0}'; use the number: {1} {0}{2}",
                           printable(named.name), named.number, list));
}

std::string entered_name(const std::vector<Nameable>& all, const std::string& text) {
  for (const Nameable& one : all) {
    if (!is_same_name(one.name, text)) continue;
    require_one_person(all, one);
    return text;
  }
  const auto found = text.empty() ? std::vector<const Nameable*>() : meant_by(all, text);
  if (found.size() == 1) {
    print_note(message("'{0}' is {1}", printable(text), printable(found[0]->name)));
    return found[0]->name;
  }
  if (found.empty()) {
    NearestName nearest(text);
    for (const Nameable& one : all) nearest.look_at(one.name);
    throw InputError(joined(message("no player named '{0}' has entered", printable(text)),
                            known_names(nearest)));
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(found.size(), most_named); ++i) {
    list += (i == 0 ? "" : ", ") + printable(found[i]->name);
  }
  if (found.size() > most_named) list += ", ...";
  throw InputError(message("'{0}' may be {1} players: {2}", printable(text), found.size(), list));
}

}  // namespace

std::vector<std::string> entered_names(const otb::Journal& journal,
                                       const std::vector<std::string>& names) {
  const auto all = nameable(journal.event());
  std::vector<std::string> found;
  for (const std::string& name : names) found.push_back(entered_name(all, name));
  return found;
}

Message count_entered(const otb::Event& event) {
  return message("{0} {0:player|players}", event.entrants().size());
}

std::string open_boards(const otb::Event& event) {
  if (event.rounds().empty()) return {};
  const auto& boards = event.rounds().back().boards;
  const auto is_open = [](const otb::Board& board) { return !board.result; };
  const auto open = static_cast<std::size_t>(std::count_if(boards.begin(), boards.end(), is_open));
  std::string list;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (!is_open(boards[i])) continue;
    list += (list.empty() ? "" : ", ") + std::to_string(i + 1);
    if (open > most_named) continue;
    list += " (" + printable(event.entrants()[boards[i].first].name) + " - " +
            printable(event.entrants()[boards[i].second].name) + ")";
  }
  return list;
}

namespace {

std::string name_of(const otb::Event& event, std::size_t entrant) {
  return printable(event.entrants()[entrant].name);
}

void note_board(std::vector<Message>& notes, const otb::Event& event, const otb::Board& board) {
  if (!board.by_hand) return;
  const std::string first = name_of(event, board.first), second = name_of(event, board.second);
  for (const std::uint64_t round : event.meetings(board.first, board.second)) {
    notes.push_back(message("'{0}' and '{1}' have met in round {2}", first, second, round));
  }
  if (event.is_forbidden(board.first, board.second)) {
    notes.push_back(message("'{0}' and '{1}' are forbidden to meet", first, second));
  }
}

/// Notes a player who has the bye by hand and had one before.
void note_bye(std::vector<Message>& notes, const otb::Event& event, const otb::Bye& bye) {
  if (!bye.by_hand || bye.kind != otb::ByeKind::pairing_allocated) return;
  for (std::size_t r = 0; r + 1 < event.rounds().size(); ++r) {
    for (const otb::Bye& before : event.rounds()[r].byes) {
      if (before.entrant != bye.entrant || before.kind != otb::ByeKind::pairing_allocated) continue;
      notes.push_back(
          message("'{0}' has had the bye in round {1}", name_of(event, bye.entrant), r + 1));
    }
  }
}

}  // namespace

std::vector<Message> notes_on_round(const otb::Event& event) {
  std::vector<Message> notes;
  if (event.rounds().empty()) return notes;
  for (const otb::Board& board : event.rounds().back().boards) note_board(notes, event, board);
  for (const otb::Bye& bye : event.rounds().back().byes) note_bye(notes, event, bye);
  return notes;
}

}  // namespace schiri::cli
