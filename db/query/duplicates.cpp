#include "db/query/duplicates.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "db/games/compact_movetext.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// The names of a game: of the event, White and Black.
using Names = std::array<std::int64_t, 3>;

constexpr const char* kinds[] = {"event", "player", "player"};

struct SameGame {
  std::int64_t id = 0;
  Names names{};
  bool played_here = false;
};

/// Two names of one kind, and the games that differ in them only.
struct NamePair {
  std::uint64_t duplicates = 0;
  std::int64_t game = 0;        ///< with the first name
  std::int64_t other_game = 0;  ///< with the second
};

/// A name and its games.
struct NameRow {
  std::string name;
  std::uint64_t games = 0;
  bool played_here = false;  ///< of an event
};

class DuplicateFinder {
 public:
  explicit DuplicateFinder(SQLite::Database& database)
      : database_(database), find_turns_(database, "SELECT text FROM movetext WHERE game_id = ?") {}

  std::vector<DuplicateNames> run() {
    compare_games();
    std::vector<DuplicateNames> list;
    for (const auto& [names, pair] : pairs_) {
      const auto& [kind, first, second] = names;
      add(kind, first, second, pair, list);
    }
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
      return std::tie(b.duplicates, a.kind, a.name, a.other) <
             std::tie(a.duplicates, b.kind, b.name, b.other);
    });
    return list;
  }

 private:
  /// Reads the games with equal hashes, one hash after the other.
  void compare_games() {
    Statement select(database_,
                     "SELECT hash, id, event_id, white_id, black_id, number NOTNULL, round, date,"
                     " game, variant, position, roll, result FROM game WHERE hash IN"
                     " (SELECT hash FROM game WHERE hash NOTNULL GROUP BY hash HAVING count(*) > 1)"
                     " ORDER BY hash, id");
    std::map<std::string, std::vector<SameGame>> games;  // by everything except names
    std::int64_t hash = 0;
    while (select.executeStep()) {
      if (select.bits(0) != hash) compare(games);
      hash = select.bits(0);
      std::string key;
      for (int column = 6; column < 13; ++column) {
        key += (select.is_null(column) ? "-" : "+" + select.text(column)) + '\n';
      }
      games[key].push_back(
          {select.id(1), {select.id(2), select.id(3), select.id(4)}, select.flag(5)});
    }
    compare(games);
  }

  void compare(std::map<std::string, std::vector<SameGame>>& games) {
    for (const auto& [key, same] : games) {
      for (std::size_t which = 0; same.size() > 1 && which < 3; ++which) compare(same, which);
    }
    games.clear();
  }

  /// Finds games that differ in one of their names.
  void compare(const std::vector<SameGame>& games, std::size_t which) {
    std::map<Names, const SameGame*> firsts;  // by the other names
    for (const SameGame& game : games) {
      Names others = game.names;
      others[which] = 0;
      const auto [first, is_new] = firsts.try_emplace(others, &game);
      if (!is_new) note(*first->second, game, which);
    }
  }

  void note(const SameGame& first, const SameGame& game, std::size_t which) {
    const std::int64_t a = first.names[which], b = game.names[which];
    if (a == b || (first.played_here && game.played_here)) return;
    if (!same_turns(turns_of(first.id), turns_of(game.id))) return;
    NamePair& pair = pairs_[{kinds[which], std::min(a, b), std::max(a, b)}];
    if (pair.duplicates++ > 0) return;
    pair.game = a < b ? first.id : game.id;
    pair.other_game = a < b ? game.id : first.id;
  }

  std::string turns_of(std::int64_t game) {
    find_turns_.bind_values(game);
    std::string turns = find_turns_.executeStep() ? find_turns_.text(0) : "";
    find_turns_.reset();
    return turns;
  }

  NameRow row_of(const std::string& kind, std::int64_t id) {
    Statement select(database_,
                     kind == "event" ? "SELECT name, (SELECT count(*) FROM game WHERE event_id ="
                                       " event.id), config NOTNULL FROM event WHERE id = ?"
                                     : "SELECT name, (SELECT count(*) FROM game WHERE white_id ="
                                       " player.id OR black_id = player.id), 0 FROM player"
                                       " WHERE id = ?",
                     id);
    if (!select.executeStep()) return {};
    return {select.text(0), select.count(1), select.flag(2)};
  }

  std::uint64_t meetings(std::int64_t a, std::int64_t b) {
    Statement select(database_,
                     "SELECT count(*) FROM game WHERE (white_id = ?1 AND black_id = ?2)"
                     " OR (white_id = ?2 AND black_id = ?1)",
                     a, b);
    return select.executeStep() ? select.count(0) : 0;
  }

  void add(const std::string& kind, std::int64_t first, std::int64_t second, const NamePair& pair,
           std::vector<DuplicateNames>& list) {
    const NameRow a = row_of(kind, first), b = row_of(kind, second);
    if (!is_name(a.name) || !is_name(b.name)) return;
    const bool keeps_first = std::tie(a.played_here, a.games) >= std::tie(b.played_here, b.games);
    const NameRow &kept = keeps_first ? a : b, &other = keeps_first ? b : a;
    const std::uint64_t met = kind == "player" ? meetings(first, second) : 0;
    list.push_back({kind, kept.name, other.name, kept.games, other.games, pair.duplicates, met,
                    keeps_first ? pair.game : pair.other_game,
                    keeps_first ? pair.other_game : pair.game, met == 0 && !other.played_here});
  }

  SQLite::Database& database_;
  Statement find_turns_;
  std::map<std::tuple<std::string, std::int64_t, std::int64_t>, NamePair> pairs_;
};

}  // namespace

std::vector<DuplicateNames> duplicate_names(const Store& store) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Snapshot snapshot(connection);
    return DuplicateFinder(connection.database()).run();
  });
}

}  // namespace schiri::db
