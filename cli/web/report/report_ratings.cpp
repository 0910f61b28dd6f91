#include "cli/web/report/report_ratings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/order.h"
#include "core/rating/models/bt.h"
#include "core/tournament/stop_rule.h"

namespace schiri::cli {

namespace {

constexpr std::size_t least_games = 10;
constexpr std::size_t most_pairings = 50;

/// The place of each player of a log in the lists.
std::vector<std::size_t> places_of(const rating::GameLog& log,
                                   const std::vector<rating::RatingList>& lists) {
  std::unordered_map<std::string_view, std::size_t> listed;
  for (const rating::RatingList& list : lists) {
    for (const auto& player : list.players) listed.emplace(player.name, listed.size());
  }
  std::vector<std::size_t> places;
  for (const std::string& player : log.players()) places.push_back(listed[player]);
  return places;
}

/// The pairings with their numbers of games, in the order of the players' numbers, the better
/// placed player of each first.
std::vector<std::pair<Pairing, std::size_t>> counted_pairings(
    const rating::GameLog& log, const std::vector<std::size_t>& places) {
  std::vector<Pairing> games;  // sorted, as a tree of the pairings takes several times as much room
  games.reserve(log.entries().size());
  for (const rating::GameLog::Entry& entry : log.entries()) {
    games.push_back(
        std::minmax(entry.white, entry.black, by([&](rating::PlayerId id) { return places[id]; })));
  }
  std::sort(games.begin(), games.end());
  std::vector<std::pair<Pairing, std::size_t>> counted;
  for (auto from = games.begin(), to = from; from != games.end(); from = to) {
    to = std::find_if(from, games.end(), [&](const Pairing& game) { return game != *from; });
    const auto count = static_cast<std::size_t>(to - from);
    if (log.players().size() == 2 || count >= least_games) counted.emplace_back(*from, count);
  }
  return counted;
}

std::vector<Pairing> chosen_pairings(const rating::GameLog& log,
                                     const std::vector<std::size_t>& places) {
  auto counted = counted_pairings(log, places);
  std::stable_sort(counted.begin(), counted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (counted.size() > most_pairings) counted.resize(most_pairings);
  std::vector<Pairing> pairings;
  for (const auto& [pairing, count] : counted) pairings.push_back(pairing);
  std::sort(pairings.begin(), pairings.end(), by([&](const Pairing& pairing) {
              return std::pair(places[pairing.first], places[pairing.second]);
            }));
  return pairings;
}

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
  game.pairs_by_results = entry.pairs_by_results;
  if (entry.has_pair) game.pair = entry.pair;
  return game;
}

/// Adds the ratings after the first games of a log.
void add_point(const rating::GameLog& log, const rating::GameRelations& relations,
               std::size_t games, RatingHistory& history) {
  history.dates.emplace_back(log.date(log.entries()[games - 1]));
  std::map<std::string, double> now;
  const rating::GameCounts counts(log, relations, games);
  for (const auto& list : rating::rate_bt(counts, {.errors = false})) {
    for (const auto& player : list.players) {
      if (player.rating) now[player.name] = *player.rating;
    }
  }
  history.games.push_back(games);
  for (std::size_t i = 0; i < history.players.size(); ++i) {
    const auto found = now.find(history.players[i]);
    history.ratings[i].push_back(found == now.end() ? std::numeric_limits<double>::quiet_NaN()
                                                    : found->second);
  }
}

}  // namespace

std::vector<ReportMatch> report_matches(const rating::GameLog& log,
                                        const std::vector<rating::RatingList>& lists) {
  const std::vector<Pairing> pairings = chosen_pairings(log, places_of(log, lists));
  const std::vector<rating::MatchSummary> summaries = played_matches(log, pairings);
  std::vector<ReportMatch> matches;
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const auto& [first, second] = pairings[i];
    matches.push_back({log.players()[first], log.players()[second], summaries[i]});
  }
  return matches;
}

RatingHistory rating_history(const rating::GameLog& log, std::size_t points,
                             std::size_t most_players) {
  RatingHistory history;
  const std::size_t games = log.entries().size();
  if (log.players().size() > most_players || games < points) return history;
  history.players = log.players();
  history.ratings.resize(history.players.size());
  rating::GameLog by_date(log.game(), log.variant());
  for (const std::size_t i : rating::chronological_order(log)) {
    by_date.add(finished_game(log, log.entries()[i]));
  }
  const rating::GameRelations relations(by_date);
  for (std::size_t point = 1; point <= points; ++point) {
    add_point(by_date, relations, games * point / points, history);
  }
  return history;
}

}  // namespace schiri::cli
