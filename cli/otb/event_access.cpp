#include "cli/otb/event_access.h"

#include <iostream>

#include "cli/line/option_value.h"
#include "cli/line/start.h"
#include "core/base/text.h"
#include "core/otb/teams.h"
#include "notation/game_types.h"
#include "notation/rating/tie_break_list.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// More open boards than these are given by their numbers.
constexpr std::size_t most_named = 8;

const GameType& game_of(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  throw InputError("--game: " + unknown_game_message(name));
}

otb::Journal open_journal(const std::string& file, otb::JournalFile::Access access) {
  otb::Journal journal = otb::Journal::open(file, access);
  warn_of_cut_off(journal.cut_off());
  return journal;
}

}  // namespace

void warn_of_cut_off(const std::string& cut_off) {
  if (!cut_off.empty()) std::cerr << "schiri: " << cut_off << '\n';
}

otb::Journal open_to_change(const std::string& file) {
  return open_journal(file, otb::JournalFile::Access::write);
}

otb::Journal open_to_read(const std::string& file) {
  return open_journal(file, otb::JournalFile::Access::read);
}

void complete_game(otb::EventHead& head) {
  const GameType& type = game_of(head.game);
  require_variant(head.variant, type.variants(), type.title());
  if (head.variant.empty()) head.variant = type.variants().front();
}

std::vector<rating::TieBreakId> tie_breaks_of(const std::string& text) {
  return read_for("--tie-breaks", [&] { return rating::read_tie_breaks(text); });
}

void finish(otb::Journal& journal, OutputFile& output) {
  output.close();
  if (!output.stream().flush()) {
    throw UnusableError("the output could not be written completely; the event is as it was");
  }
  journal.commit();
  try {
    output.commit();
  } catch (const UnusableError&) {
    journal.take_back();
    throw;
  }
}

std::uint64_t round_or_last(const otb::Journal& journal, std::uint64_t round) {
  return round ? round : journal.event().rounds().size();
}

std::uint64_t counted_rounds(const otb::Journal& journal, std::uint64_t round) {
  if (round > journal.event().rounds().size()) {
    throw InputError("--round: round " + std::to_string(round) + " is not paired");
  }
  return round ? round : journal.event().finished_rounds();
}

void require_entered(const otb::Journal& journal, const std::vector<std::string>& names,
                     bool members) {
  const otb::Event& event = journal.event();
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const otb::Entrant& entrant : event.entrants()) nearest.look_at(entrant.name);
    for (const otb::Player& person : otb::players(event)) {
      if (members) nearest.look_at(person.name);
    }
    if (nearest.is_known()) continue;
    throw InputError("no " + std::string(members ? "player" : event.entrant_word()) + " named '" +
                     printable(name) + "' has entered" + advice(nearest));
  }
}

std::string count_entered(const otb::Event& event) {
  const std::string players = std::to_string(otb::players(event).size()) + " players";
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
