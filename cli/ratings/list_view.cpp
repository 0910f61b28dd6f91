#include "cli/ratings/list_view.h"

#include <chrono>
#include <unordered_map>

#include "cli/line/command.h"
#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

Message way_of(const db::DatedList& list) {
  return message("{0} (scale {1})", list.method, list.pools.front().scale);
}

using Ratings = std::unordered_map<std::string, std::optional<double>>;

/// Players by the keys of their names.
Ratings ratings_of(const db::DatedList& list) {
  Ratings ratings;
  for (const rating::RatingList& pool : list.pools) {
    for (const rating::RatedPlayer& player : pool.players) {
      ratings.emplace(name_key(player.name), player.rating);
    }
  }
  return ratings;
}

/// Has a player with the last game on this day, at the latest, not played for N months?
bool has_rested(const std::string& last_played, const std::string& date, std::uint64_t months) {
  const auto last = read_date(last_played), today = read_date(date);
  const auto last_day = last ? last->last_day() : std::nullopt;
  const auto day = today ? today->last_day() : std::nullopt;
  if (!last_day || !day) return false;
  std::chrono::year_month_day limit = *day - std::chrono::months{months};
  // A month before 31 March is the end of February.
  if (!limit.ok()) limit = limit.year() / limit.month() / std::chrono::last;
  return std::chrono::sys_days(*last_day) <= std::chrono::sys_days(limit);
}

}  // namespace

void ListView::require_comparable(const std::vector<db::DatedList>& lists) const {
  for (const db::DatedList& list : lists) {
    const db::DatedList* before = db::list_of(earlier, list.kind());
    if (!before || way_of(list) == way_of(*before)) continue;
    throw InputError(
        message("the list '{0}' was made by {1}, this one by {2}; their figures cannot be compared",
                printable(before->name), way_of(*before), way_of(list)));
  }
}

std::vector<PlayerView> views_of(const db::DatedList& list, const rating::RatingList& pool,
                                 const ListView& view) {
  const db::DatedList* earlier = db::list_of(view.earlier, list.kind());
  const Ratings old = earlier ? ratings_of(*earlier) : Ratings();
  std::vector<PlayerView> views;
  for (const rating::RatedPlayer& player : pool.players) {
    PlayerView& one = views.emplace_back();
    if (const auto found = old.find(name_key(player.name)); found != old.end()) {
      one.old = found->second;
    }
    one.is_provisional = player.results.games() < view.provisional;
    one.is_inactive = view.inactive > 0 && has_rested(player.last_played, list.date, view.inactive);
  }
  return views;
}

std::vector<Message> notes_on_missing(const db::DatedList& list, const ListView& view) {
  const db::DatedList* earlier = db::list_of(view.earlier, list.kind());
  if (!view.compares()) return {};
  if (!earlier) return {message("no list '{0}' of this game and variant", view.earlier_name)};
  const Ratings now = ratings_of(list);
  std::uint64_t missing = 0;
  for (const auto& [name, rating] : ratings_of(*earlier)) missing += !now.contains(name);
  if (missing == 0) return {};
  return {message("{0} {0:player|players} of the list '{1}' {0:is|are} not in this one", missing,
                  earlier->name)};
}

}  // namespace schiri::cli
