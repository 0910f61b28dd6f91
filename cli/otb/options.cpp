#include "cli/otb/options.h"

#include "core/base/text.h"
#include "notation/text/nearest_name.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// More open boards than these are given by their numbers.
constexpr std::size_t most_named = 8;

}  // namespace

const GameType& game_of(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  NearestName nearest(name);
  for (const GameType* type : game_types()) nearest.look_at(type->name());
  throw InputError("--game: there is no game '" + printable(name) + "'" + nearest.advice() +
                   "; see 'schiri games'");
}

void finish(EventJournal& journal, OutputFile& output) {
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

std::uint64_t counted_rounds(const EventJournal& journal, const PeopleOptions& options) {
  if (options.round > journal.event().rounds().size()) {
    throw InputError("--round: round " + std::to_string(options.round) + " is not paired");
  }
  return options.round ? options.round : journal.event().finished_rounds();
}

void require_entered(const EventJournal& journal, const std::vector<std::string>& names,
                     bool with_people) {
  const OpenEvent& event = journal.event();
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const Entrant& entrant : event.players()) nearest.look_at(entrant.name);
    for (const Person& person : event.people()) {
      if (with_people) nearest.look_at(person.name);
    }
    if (nearest.is_known()) continue;
    throw InputError("no " + std::string(with_people ? "player" : event.word()) + " named '" +
                     printable(name) + "' has entered" + nearest.advice());
  }
}

std::string count_entered(const OpenEvent& event) {
  const std::string players = std::to_string(event.people().size()) + " players";
  const std::size_t teams = event.players().size();
  if (!event.has_teams()) return players;
  return players + " in " + counted(teams, "team");
}

std::string open_boards(const OpenEvent& event) {
  if (event.rounds().empty()) return {};
  auto open = event.games(event.rounds().size());
  std::erase_if(open, [](const TableGame& game) { return game.result.has_value(); });
  const auto people = event.people();
  std::string list;
  for (const TableGame& game : open) {
    list += (list.empty() ? "" : ", ") + game.table();
    if (open.size() > most_named) continue;
    list += " (" + printable(people[*game.white].name) + " - " +
            printable(people[*game.black].name) + ")";
  }
  return list;
}

}  // namespace schiri::cli
