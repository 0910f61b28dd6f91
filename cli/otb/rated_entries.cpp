#include "cli/otb/rated_entries.h"

#include <algorithm>
#include <cmath>

#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/print/output_language.h"
#include "cli/ratings/stored_lists.h"
#include "core/base/names.h"
#include "core/rating/models/bt.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "db/ratings/rating_rows.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

namespace {

constexpr int largest_rating = 9999;

std::vector<db::StoredRating> listed_players(const RatingSource& source, const std::string& game,
                                             const std::string& variant) {
  std::vector<db::StoredRating> players;
  for (const db::DatedList& list :
       require_lists("--list", source.database(), source.list, {game, variant})) {
    for (const rating::RatingList& pool : list.pools) {
      for (const auto& player : pool.players) players.push_back({player.name, player.rating});
    }
  }
  return players;
}

std::vector<db::StoredRating> rated_players(const RatingSource& source, const std::string& game,
                                            const std::string& variant) {
  if (!source.list.empty()) return listed_players(source, game, variant);
  const db::Store store(source.database(), db::Store::Mode::read);
  auto players = db::stored_ratings(store, {game, variant});
  if (!players.empty()) return players;
  const db::GameFilter filter{.game = game, .variant = variant};
  for (const rating::GameCounts& counts : db::count_results(store, filter)) {
    for (const rating::BtList& list : rating::rate_bt(counts)) {
      for (const auto& player : list.players) players.push_back({player.name, player.rating});
    }
  }
  return players;
}

std::optional<int> whole(const std::optional<double>& rating) {
  if (!rating || !std::isfinite(*rating)) return std::nullopt;
  return std::clamp(static_cast<int>(std::lround(*rating)), 0, largest_rating);
}

template <class People>
auto find_name(People& people, const std::string& name) {
  return std::find_if(people.begin(), people.end(),
                      [&](const auto& one) { return is_same_name(one.name, name); });
}

void look_up(otb::Entry& entrant, const std::vector<db::StoredRating>& rated,
             const std::string& database) {
  const auto found = find_name(rated, entrant.name);
  if (found != rated.end()) {
    entrant.name = otb::read_name(found->name);
    if (!entrant.rating) entrant.rating = whole(found->rating);
    return;
  }
  NearestName nearest(entrant.name);
  for (const auto& player : rated) nearest.look_at(player.name);
  print_note(joined(
      message("{0}: '{1}' has no rating there", printable(database, 4096), printable(entrant.name)),
      known_names(nearest)));
}

}  // namespace

std::string RatingSource::database() const {
  if (!is_wanted && !db.empty()) throw InputError(message("--db: only with --from-ratings"));
  if (!is_wanted && !list.empty()) throw InputError(message("--list: only with --from-ratings"));
  if (!is_wanted) return "";
  const std::string database = db.empty() ? defaults().database.value_or("") : db;
  if (database.empty())
    throw InputError(message("--from-ratings: specify the database with --db FILE"));
  return database;
}

void add_ratings(std::vector<otb::Entry>& entrants, const RatingSource& source,
                 const std::string& game, const std::string& variant,
                 const std::vector<otb::Entrant>& entered) {
  const std::string database = source.database();
  const auto rated = rated_players(source, game, variant);
  for (otb::Entry& entrant : entrants) look_up(entrant, rated, database);
  if (!entrants.empty()) return;
  for (const auto& player : rated) {
    const std::string name = otb::read_name(player.name);
    if (find_name(entered, name) == entered.end()) entrants.push_back({name, whole(player.rating)});
  }
  if (entrants.empty()) {
    throw InputError(message("--from-ratings: {0} has no further player of {1} {2}",
                             printable(database, 4096), game, variant));
  }
}

}  // namespace schiri::cli
