#include "cli/ratings/stored_lists.h"

#include <algorithm>
#include <unordered_map>

#include "cli/line/command.h"
#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::size_t longest_name = 100;

/// The last possible day of a date; empty for an invalid date.
std::string last_day_of(const std::string& text) {
  const auto date = read_date(text);
  const auto day = date ? date->last_day() : std::nullopt;
  return day ? day_text(*day) : "";
}

/// Players' last games, by the keys of their names.
using LastGames = std::unordered_map<std::string, std::string>;

LastGames last_games(const db::Kind& kind, const std::vector<rating::GameLog>& logs) {
  LastGames last;
  for (const rating::GameLog& log : logs) {
    if (db::Kind(log.game(), log.variant()) != kind) continue;
    const auto dates = rating::last_dates(log);
    for (std::size_t i = 0; i < dates.size(); ++i) last[name_key(log.players()[i])] = dates[i];
  }
  return last;
}

void tell_last_games(rating::RatingList& pool, const LastGames& last) {
  for (rating::RatedPlayer& player : pool.players) {
    const auto found = last.find(name_key(player.name));
    if (found != last.end()) player.last_played = later_date(player.last_played, found->second);
  }
}

/// The last day of a game in a list.
std::string last_day(const db::KindList& list) {
  std::string day;
  for (const rating::RatingList& pool : list.pools) {
    for (const auto& player : pool.players) day = std::max(day, last_day_of(player.last_played));
  }
  return day;
}

}  // namespace

void StoredListOptions::add_to(Command& command) {
  command.add_option("--name", name,
                     "With --store: store the list under this name, permanently: 2026-03");
  command.add_flag("--replace", replaces, "With --store --name: replace the list with this name");
  command.add_option("--list", shown, "Show the stored list with this name")->type_name("NAME");
  command.add_flag("--lists", overview, "Show the stored lists");
  command
      .add_option("--compare", earlier,
                  "Show the ratings of this stored list, or of another database, and the changes")
      ->type_name("NAME|FILE");
  command
      .add_option("--start-from", start,
                  "elo, glicko2: continue the stored list with this name by later games")
      ->type_name("NAME");
}

std::vector<db::KindList> require_lists(const std::string& option, const std::string& database,
                                        const std::string& name, const db::Kind& kind) {
  const db::Store store(database, db::Store::Mode::read);
  auto lists = db::stored_lists(store, name, kind);
  if (!lists.empty()) return lists;
  NearestName nearest(name);
  for (const db::KindList& list : db::stored_lists(store, "", kind)) nearest.look_at(list.name);
  throw InputError(
      joined(kind.first.empty()
                 ? message("{0}: no stored list '{1}'", option, printable(name))
                 : message("{0}: no stored list '{1}' of this game", option, printable(name)),
             known_names(nearest)));
}

void require_new_list(const std::string& database, const StoredListOptions& options,
                      const db::Kind& kind) {
  if (options.name.size() > longest_name || printable(options.name) != options.name) {
    throw InputError(message("--name: expected at most 100 bytes without control characters"));
  }
  if (options.replaces) return;
  const db::Store store(database, db::Store::Mode::read);
  if (db::stored_lists(store, options.name, kind).empty()) return;
  throw InputError(
      message("--name: a list '{0}' is stored already; --replace replaces it", options.name));
}

Continuation::Continuation(std::vector<db::KindList> earlier, const std::string& method)
    : earlier_(std::move(earlier)) {
  for (const db::KindList& list : earlier_) {
    const std::string name = "--start-from: the list '" + printable(list.name) + "'";
    if (list.method != method) {
      throw InputError(message("{0} was made by {1}, not by {2}", name, list.method, method));
    }
    if (list.date.empty()) {
      throw InputError(message("{0} has no date, so later games cannot be determined", name));
    }
  }
}

bool Continuation::counts(const rating::FinishedGame& game) const {
  if (earlier_.empty()) return true;
  const db::KindList* list =
      db::list_of(earlier_, {std::string(game.game), std::string(game.variant)});
  if (!list) return true;
  const auto date = read_date(game.date);
  if (!date || !date->year) return false;
  return day_text(list->is_bounded ? *date->last_day() : *date->first_day()) > list->date;
}

std::vector<rating::RatedPlayer> Continuation::before(const db::Kind& kind) const {
  const db::KindList* list = db::list_of(earlier_, kind);
  return list ? list->pools.front().players : std::vector<rating::RatedPlayer>();
}

std::string Continuation::date(const db::Kind& kind) const {
  const db::KindList* list = db::list_of(earlier_, kind);
  return list ? list->date : "";
}

std::vector<db::Kind> Continuation::kinds() const {
  std::vector<db::Kind> kinds;
  for (const db::KindList& list : earlier_) kinds.push_back(list.kind());
  return kinds;
}

std::vector<db::KindList> dated(std::vector<rating::RatingList> lists, const std::string& method,
                                const std::string& name, const std::vector<rating::GameLog>& logs,
                                const std::string& until, const Continuation& start) {
  std::vector<db::KindList> all;
  for (rating::RatingList& pool : lists) {
    const db::Kind kind{pool.game, pool.variant};
    if (all.empty() || all.back().kind() != kind) all.push_back({name, method, "", {}});
    all.back().is_bounded = !until.empty();
    all.back().pools.push_back(std::move(pool));
  }
  for (db::KindList& list : all) {
    const db::Kind kind = list.kind();
    const LastGames last = last_games(kind, logs);
    for (rating::RatingList& pool : list.pools) tell_last_games(pool, last);
    list.date = until.empty() ? std::max(last_day(list), start.date(kind)) : until;
  }
  return all;
}

}  // namespace schiri::cli
