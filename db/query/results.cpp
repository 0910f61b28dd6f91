#include "db/query/results.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "core/base/date.h"
#include "core/base/random.h"
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

namespace {

/// One game, variant, player and opponent.
struct MeetingKey {
  std::size_t kind;
  std::int64_t player, opponent;

  friend bool operator==(const MeetingKey&, const MeetingKey&) = default;
};

struct MeetingHash {
  std::size_t operator()(const MeetingKey& key) const {
    return static_cast<std::size_t>(derive_seed(key.kind, key.player, key.opponent));
  }
};

/// Adds meetings up in memory, because SQLite would sort all games.
class MeetingTable {
 public:
  void add(std::size_t kind, std::int64_t player, std::int64_t opponent, int half_points,
           bool is_white, std::string_view date) {
    MeetingRow& row = rows_[{kind, player, opponent}];
    ++row.games;
    ++(half_points == 2 ? row.wins : half_points == 1 ? row.draws : row.losses);
    if (is_white) {
      ++row.games_as_white;
      row.points_as_white += half_points / 2.0;
    }
    if (date > row.last_date) row.last_date = date;
  }

  /// The rows of these players, with names; sorted by game, variant and player, the most games
  /// first.
  std::vector<MeetingRow> take(const std::vector<std::pair<std::string, std::string>>& kinds,
                               const std::unordered_map<std::int64_t, std::string>& names) {
    std::vector<MeetingRow> rows;
    for (auto& [key, row] : rows_) {
      const auto player = names.find(key.player), opponent = names.find(key.opponent);
      // A damaged database may lack names.
      if (player == names.end() || opponent == names.end()) continue;
      std::tie(row.game, row.variant) = kinds[key.kind];
      row.player = player->second;
      row.opponent = opponent->second;
      rows.push_back(std::move(row));
    }
    const auto order = [](const MeetingRow& a, const MeetingRow& b) {
      return std::tie(a.game, a.variant, a.player, b.games, a.opponent) <
             std::tie(b.game, b.variant, b.player, a.games, b.opponent);
    };
    std::sort(rows.begin(), rows.end(), order);
    return rows;
  }

 private:
  std::unordered_map<MeetingKey, MeetingRow, MeetingHash> rows_;
};

std::unordered_map<std::int64_t, std::string> player_names(SQLite::Database& database) {
  std::unordered_map<std::int64_t, std::string> names;
  Statement players(database, "SELECT id, name FROM player");
  while (players.executeStep()) names[players.id(0)] = players.text(1);
  return names;
}

/// The players of this name, otherwise of names that contain it.
std::unordered_set<std::int64_t> players_called(const Store& store, const std::string& name) {
  std::unordered_set<std::int64_t> ids;
  Statement players(store.connection().database(),
                    "SELECT id FROM player WHERE id IN " + ids_called(store, "player", name));
  while (players.executeStep()) ids.insert(players.id(0));
  return ids;
}

}  // namespace

void visit_meetings(const Store& store, const GameFilter& filter,
                    const std::function<bool(const MeetingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    const bool has_players = !filter.players.empty();
    std::unordered_set<std::int64_t> players;
    if (has_players) players = players_called(store, filter.players.front());
    std::vector<std::pair<std::string, std::string>> kinds;
    const auto kind_of = [&](std::string_view game, std::string_view variant) {
      std::size_t i = 0;
      while (i < kinds.size() && (kinds[i].first != game || kinds[i].second != variant)) ++i;
      if (i == kinds.size()) kinds.emplace_back(game, variant);
      return i;
    };
    MeetingTable table;
    Statement games(
        store.connection().database(),
        "SELECT game, variant, white_id, black_id, result, date FROM game" + query.conditions());
    query.bind(games);
    while (games.executeStep()) {
      const auto outcome = stored_outcome(stored_result(games.getColumn(4)));
      if (!outcome) continue;
      const std::size_t kind = kind_of(games.getColumn(0).view(), games.getColumn(1).view());
      const std::int64_t white = games.id(2), black = games.id(3);
      const std::string_view date = games.getColumn(5).view();
      const auto add = [&](std::int64_t player, std::int64_t opponent, Side side) {
        if (has_players && !players.contains(player)) return;
        table.add(kind, player, opponent, half_points(*outcome, side), side == Side::white, date);
      };
      add(white, black, Side::white);
      add(black, white, Side::black);
    }
    for (const MeetingRow& row : table.take(kinds, player_names(store.connection().database()))) {
      if (!visitor(row)) return;
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
