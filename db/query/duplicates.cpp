#include "db/query/duplicates.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "db/games/compact_movetext.h"
#include "db/games/record_row.h"
#include "db/import/correction.h"
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

/// The turns of stored games.
class TurnsOfGames {
 public:
  explicit TurnsOfGames(SQLite::Database& database)
      : find_(database, "SELECT text FROM movetext WHERE game_id = ?") {}

  std::string of(std::int64_t game) {
    find_.bind_values(game);
    std::string turns = find_.executeStep() ? find_.text(0) : "";
    find_.reset();
    return turns;
  }

 private:
  Statement find_;
};

class DuplicateFinder {
 public:
  explicit DuplicateFinder(SQLite::Database& database) : database_(database), turns_(database) {}

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
    if (!same_turns(turns_.of(first.id), turns_.of(game.id))) return;
    NamePair& pair = pairs_[{kinds[which], std::min(a, b), std::max(a, b)}];
    if (pair.duplicates++ > 0) return;
    pair.game = a < b ? first.id : game.id;
    pair.other_game = a < b ? game.id : first.id;
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
  TurnsOfGames turns_;
  std::map<std::tuple<std::string, std::int64_t, std::int64_t>, NamePair> pairs_;
};

/// A game that may have a twin.
struct PossibleTwin {
  std::int64_t id = 0;
  Names names{};  ///< 0 for an unknown one
  bool played_here = false;
  std::string round, date, board;  ///< the round is empty if it is unknown
  std::string rest;                ///< all that twins have in common
  std::size_t unknown = 0;         ///< names and round, and letters of the date
  bool has_board = false;          ///< the round has a point
};

bool may_be_equal(std::int64_t a, std::int64_t b) { return a == 0 || b == 0 || a == b; }

/// `1` may be the round `1.2` of which the board is unknown.
bool may_be_same_round(const std::string& a, const std::string& b) {
  const auto is_round_of = [](const std::string& round, const std::string& board) {
    return board.starts_with(round) && board.substr(round.size()).starts_with('.');
  };
  return a.empty() || b.empty() || a == b || is_round_of(a, b) || is_round_of(b, a);
}

bool are_twins(const PossibleTwin& a, const PossibleTwin& b) {
  return !(a.played_here && b.played_here) && a.rest == b.rest &&
         std::equal(a.names.begin(), a.names.end(), b.names.begin(), may_be_equal) &&
         may_be_same_round(a.round, b.round) && may_be_same_date(a.date, b.date) &&
         may_be_same_board(a.board, b.board);
}

class TwinFinder {
 public:
  explicit TwinFinder(SQLite::Database& database)
      : database_(database),
        turns_(database),
        unknown_event_(id_of_unknown("event")),
        unknown_player_(id_of_unknown("player")) {}

  std::vector<TwinGames> run() {
    Statement select(database_,
                     "SELECT hash, id, event_id, white_id, black_id, number NOTNULL, round, date,"
                     " tags, game, variant, position, roll, result FROM game WHERE hash IN"
                     " (SELECT hash FROM game WHERE hash NOTNULL GROUP BY hash HAVING count(*) > 1)"
                     " ORDER BY hash, id");
    std::vector<PossibleTwin> games;
    std::int64_t hash = 0;
    while (select.executeStep()) {
      if (select.bits(0) != hash) compare(games);
      hash = select.bits(0);
      games.push_back(game_in(select));
    }
    compare(games);
    std::sort(twins_.begin(), twins_.end(), [](const TwinGames& a, const TwinGames& b) {
      return std::tie(a.id, a.other_id) < std::tie(b.id, b.other_id);
    });
    return std::move(twins_);
  }

 private:
  std::int64_t id_of_unknown(const std::string& table) {
    Statement select(database_, "SELECT id FROM " + table + " WHERE name = '?'");
    return select.executeStep() ? select.id(0) : 0;
  }

  PossibleTwin game_in(Statement& row) const {
    const auto known = [](std::int64_t id, std::int64_t unknown) { return id == unknown ? 0 : id; };
    PossibleTwin game;
    game.id = row.id(1);
    game.names = {known(row.id(2), unknown_event_), known(row.id(3), unknown_player_),
                  known(row.id(4), unknown_player_)};
    game.played_here = row.flag(5);
    game.round = row.text(6);
    if (game.round == "?" || game.round == "-") game.round.clear();
    game.has_board = game.round.find('.') != game.round.npos;
    game.date = row.text(7);
    game.board = board_of(row.text(8));
    for (int column = 9; column < 14; ++column) {
      game.rest += (row.is_null(column) ? "-" : "+" + row.text(column)) + '\n';
    }
    constexpr std::size_t weight = 10;  // of more than a date
    const auto unknown_names = std::count(game.names.begin(), game.names.end(), 0);
    game.unknown = weight * (static_cast<std::size_t>(unknown_names) + game.round.empty()) +
                   static_cast<std::size_t>(std::count(game.date.begin(), game.date.end(), '?'));
    return game;
  }

  /// Finds the twins among games with the same hash.
  void compare(std::vector<PossibleTwin>& games) {
    const auto knows_more = [](const PossibleTwin& a, const PossibleTwin& b) {
      return std::tie(a.unknown, b.has_board, a.id) < std::tie(b.unknown, a.has_board, b.id);
    };
    std::sort(games.begin(), games.end(), knows_more);
    for (auto other = games.begin(); other != games.end(); ++other) {
      const auto game = std::find_if(games.begin(), other, [&](const PossibleTwin& one) {
        return (other->unknown > 0 || one.round != other->round) && are_twins(one, *other) &&
               same_turns(turns_.of(one.id), turns_.of(other->id));
      });
      if (game != other) note(*game, *other);
    }
    games.clear();
  }

  void note(const PossibleTwin& game, const PossibleTwin& other) {
    const bool has_same_names = game.names == other.names && game.round == other.round &&
                                std::count(game.names.begin(), game.names.end(), 0) == 0 &&
                                !game.round.empty();
    const auto& [kept, twin] = other.played_here ? std::tie(other, game) : std::tie(game, other);
    twins_.push_back({kept.id, twin.id, title(kept.id), title(twin.id), has_same_names});
  }

  std::string title(std::int64_t game) {
    Statement select(database_,
                     std::string("SELECT event.name || ', ' || date || ', round ' || round || ', '"
                                 " || white.name || ' - ' || black.name") +
                         from_named_games + " WHERE game.id = ?",
                     game);
    return select.executeStep() ? select.text(0) : std::string();
  }

  SQLite::Database& database_;
  TurnsOfGames turns_;
  std::int64_t unknown_event_;
  std::int64_t unknown_player_;
  std::vector<TwinGames> twins_;
};

}  // namespace

std::vector<TwinGames> twin_games(const Store& store) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Snapshot snapshot(connection);
    return TwinFinder(connection.database()).run();
  });
}

std::vector<DuplicateNames> duplicate_names(const Store& store) {
  Connection& connection = store.connection();
  return connection.run([&] {
    const Snapshot snapshot(connection);
    return DuplicateFinder(connection.database()).run();
  });
}

}  // namespace schiri::db
