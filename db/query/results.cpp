#include "db/query/results.h"

#include <unordered_map>

#include "core/base/date.h"
#include "db/games/record_row.h"
#include "db/query/filter_query.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

GameFilter without_pages(GameFilter filter) {
  filter.limit.reset();
  filter.offset = 0;
  return filter;
}

/// The finished games of a filter from one side's point of view.
std::string side(const std::string& me, const std::string& you, const char* win, const char* loss,
                 const std::string& conditions) {
  return "SELECT game.game, game.variant, game." + me + " AS me, game." + you +
         " AS you, game.date, CASE game.result WHEN '" + win + "' THEN 1.0 WHEN '" + loss +
         "' THEN 0.0 ELSE 0.5 END AS points, coalesce(game.reason, game.termination, '') AS how, " +
         (me == "white_id" ? "1" : "0") + " AS white FROM game" + conditions +
         (conditions.empty() ? " WHERE " : " AND ") + "game.result <> '*'";
}

void add_game(PlayerRow& row, std::optional<Outcome> result, Outcome win, std::string_view date) {
  ++row.games;
  if (result) ++(*result == Outcome::draw ? row.draws : *result == win ? row.wins : row.losses);
  const auto read = read_date(date);
  if (!read || !read->year) return;
  const std::string day = read->text();
  if (row.first_date.empty() || day < row.first_date) row.first_date = day;
  if (day > row.last_date) row.last_date = day;
}

}  // namespace

void visit_players(const Store& store, const GameFilter& filter,
                   const std::function<bool(const PlayerRow&)>& visitor) {
  store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    const FilterQuery query(store, without_pages(filter));
    // Summed here because SQLite would sort all games.
    std::unordered_map<std::int64_t, PlayerRow> rows;
    Statement games(database,
                    "SELECT white_id, black_id, result, date FROM game" + query.conditions());
    query.bind(games);
    while (games.executeStep()) {
      const auto result = stored_outcome(stored_result(games.getColumn(2)));
      const std::string_view date = games.getColumn(3).view();
      const std::int64_t white = games.id(0);
      const std::int64_t black = games.id(1);
      add_game(rows[white], result, Outcome::white_wins, date);
      add_game(rows[black], result, Outcome::black_wins, date);
    }
    Statement names(database, "SELECT id, name FROM player ORDER BY name");
    while (names.executeStep()) {
      const auto found = rows.find(names.id(0));
      if (found == rows.end() && filter.asks_for_anything()) continue;
      PlayerRow row = found == rows.end() ? PlayerRow() : found->second;
      row.name = names.text(1);
      if (!visitor(row)) return;
    }
  });
}

std::map<std::int64_t, std::uint64_t> games_of_events(const Store& store,
                                                      const GameFilter& filter) {
  return store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    std::map<std::int64_t, std::uint64_t> games;
    Statement select(store.connection().database(), "SELECT game.event_id, count(*) FROM game" +
                                                        query.conditions() + " GROUP BY 1");
    query.bind(select);
    while (select.executeStep()) {
      games[select.id(0)] = select.count(1);
    }
    return games;
  });
}

void visit_endings(const Store& store, const GameFilter& filter,
                   const std::function<bool(const EndingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    Statement select(
        store.connection().database(),
        "SELECT game.game, game.variant, game.result, coalesce(game.reason, game.termination, ''),"
        " count(*), min(game.turns), max(game.turns), avg(game.turns) FROM game" +
            query.conditions() + " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 5 DESC, 3, 4");
    query.bind(select);
    while (select.executeStep()) {
      if (!visitor({select.text(0), select.text(1), select.text(2), select.text(3), select.count(4),
                    select.count(5), select.count(6), select.number(7)})) {
        return;
      }
    }
  });
}

void visit_meetings(const Store& store, const GameFilter& filter,
                    const std::function<bool(const MeetingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    const std::string conditions = query.conditions();
    std::string sql =
        "SELECT side.game, side.variant, p.name, o.name, count(*), sum(points = 1.0),"
        " sum(points = 0.5), sum(points = 0.0), sum(white), sum(points * white), max(date) FROM (" +
        side("white_id", "black_id", "1-0", "0-1", conditions) + " UNION ALL " +
        side("black_id", "white_id", "0-1", "1-0", conditions) +
        ") AS side JOIN player AS p ON p.id = me JOIN player AS o ON o.id = you";
    if (!filter.players.empty()) {
      sql += " WHERE me IN " + ids_called(store, "player", filter.players.front());
    }
    sql += " GROUP BY side.game, side.variant, me, you ORDER BY 1, 2, 3, 5 DESC, 4";
    Statement select(store.connection().database(), sql);
    query.bind(select);
    while (select.executeStep()) {
      if (!visitor({select.text(0), select.text(1), select.text(2), select.text(3), select.count(4),
                    select.count(5), select.count(6), select.count(7), select.count(8),
                    select.number(9), select.text(10)})) {
        return;
      }
    }
  });
}

std::uint64_t duplicate_games(const Store& store, const std::string& player,
                              const std::string& other) {
  return store.connection().run([&] {
    std::uint64_t games = 0;
    for (const auto& [own, opponent] :
         {std::pair("white_id", "black_id"), std::pair("black_id", "white_id")}) {
      const std::string side(own), across(opponent);
      Statement select(
          store.connection().database(),
          "SELECT count(*) FROM game AS a JOIN game AS b ON b.hash = a.hash AND b.date = a.date"
          " AND b." +
              across + " = a." + across +
              " AND b.result = a.result"
              " WHERE a." +
              side + " = (SELECT id FROM player WHERE name = ?) AND b." + side +
              " = (SELECT id FROM player WHERE name = ?)",
          player, other);
      if (select.executeStep()) games += select.count(0);
    }
    return games;
  });
}

void visit_player_endings(const Store& store, const GameFilter& filter,
                          const std::function<bool(const PlayerEndingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    const std::string conditions = query.conditions();
    Statement select(
        store.connection().database(),
        "SELECT player.name, how, sum(points = 1.0), sum(points = 0.5), sum(points = 0.0) FROM (" +
            side("white_id", "black_id", "1-0", "0-1", conditions) + " UNION ALL " +
            side("black_id", "white_id", "0-1", "1-0", conditions) +
            ") JOIN player ON player.id = me GROUP BY me, how ORDER BY 1, 2");
    query.bind(select);
    while (select.executeStep()) {
      if (!visitor({select.text(0), select.text(1), select.count(2), select.count(3),
                    select.count(4)})) {
        return;
      }
    }
  });
}

}  // namespace schiri::db
