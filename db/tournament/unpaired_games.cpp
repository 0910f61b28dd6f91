#include "db/tournament/unpaired_games.h"

#include "core/base/errors.h"
#include "core/base/names.h"
#include "db/query/filtered_games.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

using Couple = std::pair<std::string, std::string>;

std::string text_of(const Couple& players) {
  return printable(players.first) + " - " + printable(players.second);
}

bool is_same(const Couple& a, const Couple& b) {
  return is_same_name(a.first, b.first) && is_same_name(a.second, b.second);
}

}  // namespace

void UnpairedGames::read(const Store& store, const StoredEvent& event, const GameQueue& queue) {
  GameFilter filter;
  filter.events = {event.name};
  visit_records(store, filter, [&](const StoredRecord& game) {
    if (game.number && (*game.number < 1 || *game.number > queue.paired())) {
      stored_[*game.number] = {std::string(game.record.tag("White")),
                               std::string(game.record.tag("Black"))};
    }
    return true;
  });
}

void UnpairedGames::check(const TournamentConfig& config, const GameQueue& queue) {
  while (!stored_.empty() && stored_.begin()->first <= queue.paired()) {
    const auto& [number, stored] = *stored_.begin();
    const ScheduledGame game = queue.game(number);
    const Couple planned{config.bots[game.white].name, config.bots[game.black].name};
    if (!is_same(stored, planned)) {
      throw UnusableError(
          message("game {0} of the event '{1}' is stored as {2}, but by the result of a missing "
                  "game it is {3}; run 'schiri tournament verify' for the games that do not fit",
                  number, printable(config.name), text_of(stored), text_of(planned)));
    }
    stored_.erase(stored_.begin());
  }
}

}  // namespace schiri::db
