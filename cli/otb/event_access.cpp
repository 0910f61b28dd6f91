#include "cli/otb/event_access.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/line/option_value.h"
#include "cli/line/start.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/otb/teams.h"
#include "notation/game_types.h"
#include "notation/rating/tie_break_list.h"
#include "notation/records/forms/content.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::cli {

namespace {

/// If more boards are open, only their numbers are listed.
constexpr std::size_t most_named = 8;

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

/// Several helpers may change an event, and each undoes what is theirs.
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

otb::Journal open_journal(const std::string& file, otb::JournalFile::Access access) {
  otb::Journal journal =
      with_kind_explained(file, "an event file", [&] { return otb::Journal::open(file, access); });
  warn_of_cut_off(journal.cut_off());
  return journal;
}

}  // namespace

void explain_kind(const std::string& file, const std::string& expected) {
  const std::string front = front_of(file);
  const Content content = content_of(front);
  const std::string wrong = printable(file, 4096) + ": expected " + expected + ", but this ";
  if (is_event_file(front)) {
    if (expected.find("event file") != expected.npos) throw;
    throw UnusableError(wrong +
                        "is an event file, which needs no import; for example: schiri otb " +
                        "show " + printable(file, 4096));
  }
  if (is_trf(front) && expected == "an event file") {
    throw UnusableError(wrong + "looks like a TRF file; 'schiri otb import' imports it");
  }
  if (content == Content::records) {
    throw UnusableError(wrong + "looks like " + std::string(content_name(content)) +
                        "; 'schiri otb import-results' imports the results of records");
  }
  if (content == Content::json || content == Content::page || content == Content::binary) {
    throw UnusableError(wrong + "looks like " + std::string(content_name(content)));
  }
  throw;
}

void warn_of_cut_off(const std::string& cut_off) {
  if (!cut_off.empty()) std::cerr << "schiri: " << cut_off << '\n';
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
    throw UnusableError("the output could not be written completely; the event is unchanged");
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
  if (paired == 0) throw InputError("no round is paired yet; 'schiri otb pair' pairs the first");
  throw InputError("--round: round " + std::to_string(round) +
                   " is not paired; the last is round " + std::to_string(paired));
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

/// Someone who can be named: an entrant, or a player of a team.
struct Nameable {
  std::string name;
  std::string fide_id;
  std::size_t number = 0;  ///< in the start list; 0 for a player of a team
};

std::vector<Nameable> nameable(const otb::Event& event, bool members) {
  std::vector<Nameable> all;
  const auto list = event.start_list();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const otb::Entrant& entrant = event.entrants()[list[i]];
    all.push_back({entrant.name, entrant.details.fide_id, i + 1});
  }
  if (!members || !event.has_teams()) return all;
  for (const otb::Player& person : otb::players(event)) {
    all.push_back({person.name, person.details.fide_id});
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
      return one.fide_id == text || (one.number > 0 && std::to_string(one.number) == text);
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

/// Throws InputError if others have the name with a number, `Anna Berg (2)`, and each has a number
/// in the start list: then the number says who is meant.
void require_one_person(const std::vector<Nameable>& all, const Nameable& named) {
  std::string list;
  for (const Nameable& one : all) {
    const bool is_numbered = one.name.size() > named.name.size() + 3 && one.name.ends_with(')') &&
                             is_same_name(one.name.substr(0, named.name.size()), named.name) &&
                             one.name.substr(named.name.size(), 2) == " (" &&
                             parse_number<int>(std::string_view(one.name).substr(
                                 named.name.size() + 2, one.name.size() - named.name.size() - 3));
    if (!is_numbered || one.number == 0 || named.number == 0) continue;
    list += ", " + std::to_string(one.number) + " " + printable(one.name);
  }
  if (list.empty()) return;
  throw InputError("several players are named '" + printable(named.name) + "'; use the number: " +
                   std::to_string(named.number) + " " + printable(named.name) + list);
}

std::string entered_name(const otb::Event& event, const std::vector<Nameable>& all,
                         const std::string& text, bool members) {
  const std::string who = members ? "player" : event.entrant_word();
  for (const Nameable& one : all) {
    if (!is_same_name(one.name, text)) continue;
    require_one_person(all, one);
    return text;
  }
  const auto found = text.empty() ? std::vector<const Nameable*>() : meant_by(all, text);
  if (found.size() == 1) {
    std::cerr << "schiri: note: '" << printable(text) << "' is " << printable(found[0]->name)
              << '\n';
    return found[0]->name;
  }
  if (found.empty()) {
    NearestName nearest(text);
    for (const Nameable& one : all) nearest.look_at(one.name);
    throw InputError("no " + who + " named '" + printable(text) + "' has entered" +
                     advice(nearest));
  }
  std::string list;
  for (std::size_t i = 0; i < std::min(found.size(), most_named); ++i) {
    list += (i == 0 ? "" : ", ") + printable(found[i]->name);
  }
  throw InputError("'" + printable(text) + "' may be " + std::to_string(found.size()) + ' ' + who +
                   "s: " + list + (found.size() > most_named ? ", ..." : ""));
}

}  // namespace

std::vector<std::string> entered_names(const otb::Journal& journal,
                                       const std::vector<std::string>& names, bool members) {
  const auto all = nameable(journal.event(), members);
  std::vector<std::string> found;
  for (const std::string& name : names) {
    found.push_back(entered_name(journal.event(), all, name, members));
  }
  return found;
}

std::string count_entered(const otb::Event& event) {
  const std::string players = counted(otb::players(event).size(), "player");
  const std::size_t teams = event.entrants().size();
  if (!event.has_teams()) return players;
  return players + " in " + counted(teams, "team");
}

std::string open_boards(const otb::Event& event) {
  if (event.rounds().empty()) return {};
  auto open = otb::games(event, event.rounds().size());
  std::erase_if(open, [](const otb::TableGame& game) { return game.result.has_value(); });
  const auto people = otb::players(event);
  std::string list;
  for (const otb::TableGame& game : open) {
    list += (list.empty() ? "" : ", ") + game.table();
    if (open.size() > most_named) continue;
    list += " (" + printable(people[*game.white].name) + " - " +
            printable(people[*game.black].name) + ")";
  }
  return list;
}

}  // namespace schiri::cli
