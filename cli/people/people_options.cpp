#include "cli/people/people_options.h"

#include "notation/nearest_name.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

/// More open boards than these are given by their numbers.
constexpr std::size_t most_named = 8;

}  // namespace

const GameType& game_of(const std::string& name) {
  if (const GameType* type = find_game(name)) return *type;
  NearestName nearest(name);
  for (const GameType* type : game_types()) nearest.look_at(type->name());
  throw UsageError("--game: there is no game '" + printable(name) + "'" + nearest.advice() +
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
    throw UsageError("--round: round " + std::to_string(options.round) + " is not paired");
  }
  return options.round ? options.round : journal.event().finished_rounds();
}

void require_entered(const EventJournal& journal, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const Entrant& entrant : journal.event().players()) nearest.look_at(entrant.name);
    if (nearest.is_known()) continue;
    throw UsageError("no player named '" + printable(name) + "' has entered" + nearest.advice());
  }
}

std::string open_boards(const OpenEvent& event) {
  if (event.rounds().empty()) return {};
  const auto& boards = event.rounds().back().boards;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (!boards[i].result) open.push_back(i);
  }
  std::string list;
  for (const std::size_t i : open) {
    list += (list.empty() ? "" : ", ") + std::to_string(i + 1);
    if (open.size() > most_named) continue;
    list += " (" + printable(event.players()[boards[i].white].name) + " - " +
            printable(event.players()[boards[i].black].name) + ")";
  }
  return list;
}

}  // namespace schiri::cli
