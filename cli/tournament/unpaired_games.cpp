#include "cli/tournament/unpaired_games.h"

#include "cli/line/command.h"
#include "core/base/names.h"
#include "db/query/filtered_games.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

using Couple = std::pair<std::string, std::string>;

std::string text_of(const Couple& players) {
  return printable(players.first) + " - " + printable(players.second);
}

bool is_same(const Couple& a, const Couple& b) {
  return is_same_name(a.first, b.first) && is_same_name(a.second, b.second);
}

}  // namespace

void UnpairedGames::read(const db::Store& store, const db::StoredEvent& event,
                         const GameQueue& agenda) {
  db::GameFilter filter;
  filter.event = event.name;
  db::visit_records(store, filter, [&](const db::StoredRecord& game) {
    if (game.number && (*game.number < 1 || *game.number > agenda.paired())) {
      stored_[*game.number] = {std::string(game.record.tag("White")),
                               std::string(game.record.tag("Black"))};
    }
    return true;
  });
}

void UnpairedGames::check(const TournamentConfig& config, const GameQueue& agenda) {
  while (!stored_.empty() && stored_.begin()->first <= agenda.paired()) {
    const auto& [number, stored] = *stored_.begin();
    const ScheduledGame game = agenda.game(number);
    const Couple planned{config.bots[game.white].name, config.bots[game.black].name};
    if (!is_same(stored, planned)) {
      throw UnusableError("game " + std::to_string(number) + " of the event '" +
                          printable(config.name) + "' is stored as " + text_of(stored) +
                          ", but a game that was missing came to a result by which it is " +
                          text_of(planned) +
                          "; 'schiri tournament verify' tells which games do not fit");
    }
    stored_.erase(stored_.begin());
  }
}

}  // namespace schiri::cli
