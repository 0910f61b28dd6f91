#include "cli/web/report/rating_history.h"

#include <cmath>
#include <limits>

#include "core/rating/models/bt.h"

namespace schiri::cli {

namespace {

rating::FinishedGame finished_game(const rating::GameLog& log,
                                   const rating::GameLog::Entry& entry) {
  rating::FinishedGame game;
  game.event = log.event(entry);
  game.round = log.round(entry);
  game.date = log.date(entry);
  game.white = log.players()[entry.white];
  game.black = log.players()[entry.black];
  game.result = entry.result;
  if (entry.has_hash) game.hash = entry.hash;
  if (entry.is_long) game.turns = rating::long_game;
  if (entry.has_pair) game.pair = entry.pair;
  return game;
}

void add_point(const rating::GameLog& log, std::string_view date, RatingHistory& history) {
  history.dates.emplace_back(date);
  std::map<std::string, double> now;
  for (const auto& list : rating::rate_bt(rating::GameCounts(log))) {
    for (const auto& player : list.players) {
      if (player.rating) now[player.name] = *player.rating;
    }
  }
  history.games.push_back(log.entries().size());
  for (std::size_t i = 0; i < history.players.size(); ++i) {
    const auto found = now.find(history.players[i]);
    history.ratings[i].push_back(found == now.end() ? std::numeric_limits<double>::quiet_NaN()
                                                    : found->second);
  }
}

}  // namespace

RatingHistory rating_history(const rating::GameLog& log, std::size_t points,
                             std::size_t most_players) {
  RatingHistory history;
  const std::size_t games = log.entries().size();
  if (log.players().size() > most_players || games < points) return history;
  history.players = log.players();
  history.ratings.resize(history.players.size());
  rating::GameLog so_far(log.game(), log.variant());
  std::size_t point = 1;
  for (const std::size_t i : rating::chronological_order(log)) {
    const auto game = finished_game(log, log.entries()[i]);
    so_far.add(game);
    if (so_far.entries().size() < games * point / points) continue;
    add_point(so_far, game.date, history);
    ++point;
  }
  return history;
}

}  // namespace schiri::cli
