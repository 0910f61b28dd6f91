#include "db/position_index/position_index.h"

#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "db/games/stored_line.h"
#include "db/position_index/board_page.h"
#include "db/position_index/position_page.h"
#include "db/position_index/segment.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"

namespace schiri::db {

namespace {

/// A segment has as many entries as can be sorted in about 100 MB.
constexpr std::size_t most_entries = 4'000'000;

std::uint32_t short_key(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

std::string select_line(const std::string& where, const std::string& more_columns = "") {
  return std::string("SELECT ") + StoredLine::columns + more_columns +
         " FROM game JOIN movetext ON movetext.game_id = game.id " + where;
}

/// Sorts by the key alone and stably: the entries of a key stay in the order of games and turns.
void sort_by_key(std::vector<PositionEntry>& entries) {
  std::vector<PositionEntry> sorted(entries.size());
  for (int shift = 0; shift < 32; shift += 11) {
    const auto digit = [shift](const PositionEntry& entry) { return entry.key >> shift & 0x7ff; };
    std::vector<std::size_t> next(0x801);
    for (const PositionEntry& entry : entries) ++next[digit(entry) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    for (const PositionEntry& entry : entries) sorted[next[digit(entry)]++] = entry;
    entries.swap(sorted);
  }
}

/// Removes later visits of a game to the same position.
void keep_first_visits(std::vector<PositionEntry>& entries) {
  const auto same = [](const PositionEntry& a, const PositionEntry& b) {
    return a.key == b.key && a.game == b.game;
  };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
}

/// Writes the pages of a table; returns their size.
class PageTable {
 public:
  PageTable(SQLite::Database& database, const std::string& table, std::int64_t segment)
      : insert_(database, "INSERT INTO " + table + " (id, entries) VALUES (?, ?)"),
        segment_(segment) {}

  void insert(std::uint32_t number, const std::string& page) {
    insert_.bind(1, page_id(segment_, number));
    insert_.bindNoCopy(2, page.data(), static_cast<int>(page.size()));
    insert_.exec();
    insert_.reset();
    bytes_ += page.size();
  }
  std::size_t bytes() const { return bytes_; }

 private:
  Statement insert_;
  std::int64_t segment_;
  std::size_t bytes_ = 0;
};

/// Writes a segment; its entries must be sorted by key. `boards` calls its argument with each page.
void store_segment(
    SQLite::Database& database, std::int64_t segment, std::uint64_t games,
    const std::vector<PositionEntry>& entries,
    const std::function<void(const std::function<void(const std::string&)>&)>& boards) {
  PageTable positions(database, "position_page", segment),
      board_pages(database, "board_page", segment);
  write_pages(entries,
              [&](std::uint32_t key, const std::string& page) { positions.insert(key, page); });
  std::uint32_t number = 0;
  boards([&](const std::string& page) { board_pages.insert(number++, page); });
  Statement(database, "INSERT INTO position_segment VALUES (?, ?, ?, ?, ?)")
      .run(segment, games, entries.size(), positions.bytes(), board_pages.bytes());
}

/// Collects the positions of games and writes a segment whenever there are enough.
class SegmentWriter {
 public:
  explicit SegmentWriter(SQLite::Database& database) : database_(database) {}

  void add(const StoredLine& line) {
    PositionEntry entry{0, 0, line.id()};
    boards_.begin(line.id(), line.game(), line.start().variant);
    line.visit_positions([&](std::uint64_t key, const std::string& position) {
      entry.key = short_key(key);
      entries_.push_back(entry);
      ++entry.turn;
      boards_.add(position);
      return true;
    });
    ++games_;
    if (entries_.size() >= most_entries) finish();
  }

  void finish() {
    if (games_ == 0) return;
    sort_by_key(entries_);
    keep_first_visits(entries_);
    const std::int64_t segment =
        single_value(database_, "SELECT 1 + coalesce(max(id), 0) AS id FROM position_segment")
            .between(1, most_segments);
    store_segment(database_, segment, games_, entries_,
                  [&](const auto& page) { boards_.finish(page); });
    entries_.clear();
    games_ = 0;
  }

 private:
  SQLite::Database& database_;
  std::vector<PositionEntry> entries_;
  BoardWriter boards_;
  std::uint64_t games_ = 0;
};

[[noreturn]] void reject_positions() {
  throw SQLite::Exception("the position index is damaged; 'schiri db index --rebuild' rebuilds it",
                          SQLITE_CORRUPT);
}

/// Visits the entries of a segment that can be read; false if they are not those recorded.
[[nodiscard]] bool read_segment(SQLite::Database& database, std::int64_t segment,
                                const std::function<void(const PositionEntry&)>& visitor) {
  Statement pages(database,
                  "SELECT id, entries FROM position_page WHERE id BETWEEN ? AND ? ORDER BY id",
                  page_id(segment, 0), page_id(segment, 0xffffffff));
  std::uint64_t count = 0;
  bool is_valid = true;
  while (pages.executeStep()) {
    const auto first = static_cast<std::uint32_t>(pages.bits(0) & 0xffffffff);
    const bool is_page = read_page(first, pages.getColumn(1).bytes(), [&](const auto& entry) {
      ++count;
      visitor(entry);
    });
    is_valid = is_valid && is_page;
  }
  Statement recorded(database, "SELECT positions FROM position_segment WHERE id = ?", segment);
  return is_valid && recorded.executeStep() && recorded.count(0) == count;
}

}  // namespace

std::vector<std::int64_t> games_of_key(SQLite::Database& database, std::uint64_t long_key) {
  const std::uint32_t key = short_key(long_key);
  std::vector<std::int64_t> games;
  Statement segments(database, "SELECT id FROM position_segment");
  Statement find(database,
                 "SELECT id, entries FROM position_page WHERE id <= ? AND id >= ?"
                 " ORDER BY id DESC LIMIT 1");
  while (segments.executeStep()) {
    const std::int64_t segment = segment_in(segments.getColumn(0));
    find.bind_values(page_id(segment, key), page_id(segment, 0));
    if (find.executeStep()) {
      const auto first = static_cast<std::uint32_t>(find.bits(0) & 0xffffffff);
      const bool is_valid =
          read_page(first, find.getColumn(1).bytes(), [&](const PositionEntry& entry) {
            if (entry.key == key) games.push_back(entry.game);
          });
      if (!is_valid) reject_positions();
    }
    find.reset();
  }
  std::sort(games.begin(), games.end());
  // The id of a removed game may have been reused.
  games.erase(std::unique(games.begin(), games.end()), games.end());
  return games;
}

std::uint64_t key_of_start(const std::string& game, const std::string& variant,
                           const std::string& position, const std::string& roll) {
  const GameType* type = find_game(game);
  if (!type) throw StartError(StartError::Kind::bad_position, "there is no game of this name");
  std::uint64_t key = 0;
  type->visit_hashes({variant, position, roll}, {}, [&](std::uint64_t hash) {
    key = position_key(hash, game, variant);
    return true;
  });
  return key;
}

void reject_boards() {
  throw SQLite::Exception(
      "the boards of the position index are damaged; 'schiri db index --rebuild' rebuilds it",
      SQLITE_CORRUPT);
}

void visit_board_pages(
    SQLite::Database& database, std::int64_t segment,
    const std::function<void(const BoardDictionary&, std::string_view page)>& visitor) {
  Statement pages(database, "SELECT entries FROM board_page WHERE id BETWEEN ? AND ? ORDER BY id",
                  page_id(segment, 0), page_id(segment, 0xffffffff));
  std::optional<BoardDictionary> dictionary;
  while (pages.executeStep()) {
    const std::string bytes = pages.getColumn(0).bytes();
    if (dictionary) {
      visitor(*dictionary, bytes);
    } else {
      dictionary = BoardDictionary::read(bytes);
      if (!dictionary) reject_boards();
    }
  }
  if (!dictionary) reject_boards();
}

namespace {

/// Replays games and visits those that reach the position of a key.
class Finder {
 public:
  Finder(std::uint64_t key, const std::function<bool(const GameThrough&)>& visitor)
      : key_(key), visitor_(visitor) {}

  /// Replays the game of a row; returns whether to go on.
  bool replay(Statement& row) {
    line_.read(row);
    std::uint64_t turns = 0;
    bool found = false;
    line_.visit_keys([&](std::uint64_t key) {
      found = key == key_;
      if (!found) ++turns;
      return !found;
    });
    return !found || visitor_({line_.id(), turns, line_.turns(), row});
  }

 private:
  std::uint64_t key_;
  const std::function<bool(const GameThrough&)>& visitor_;
  StoredLine line_;
};

std::uint64_t key_of(const PositionGoal& goal) {
  const GameType* type = find_game(goal.game);
  const bool is_named = !type || !goal.variant.empty();
  return key_of_start(goal.game,
                      is_named ? goal.variant : std::string(type->variant_table.standard()),
                      goal.position, goal.roll);
}

}  // namespace

void visit_games_through(const Store& store, const PositionGoal& goal, const GameChoice& choice,
                         const std::function<bool(const GameThrough&)>& visitor) {
  const std::uint64_t key = key_of(goal);
  Finder finder(key, visitor);
  store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    bool go_on = true;
    // The parameters of the other conditions are the first.
    const std::string where =
        choice.conditions.sql.empty() ? "WHERE " : "WHERE " + choice.conditions.sql + " AND ";
    Statement find(database, select_line(where + "game.id = :id AND NOT EXISTS"
                                                 " (SELECT 1 FROM unindexed"
                                                 " WHERE game_id = game.id)",
                                         choice.columns));
    choice.conditions.bind(find);
    for (const std::int64_t id : games_of_key(database, key)) {
      find.bind(":id", id);
      if (find.executeStep()) go_on = finder.replay(find);
      find.reset();
      if (!go_on) return;
    }
    Statement others(database,
                     select_line(where + "game.game = :game AND game.id IN"
                                         " (SELECT game_id FROM unindexed) ORDER BY game.id",
                                 choice.columns));
    choice.conditions.bind(others);
    others.bind(":game", goal.game);
    while (go_on && others.executeStep()) go_on = finder.replay(others);
  });
}

IndexSize index_size(const Store& store) {
  return store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    Statement select(database,
                     "SELECT indexed_games, positions, bytes, unindexed_games, board_bytes"
                     " FROM positions");
    select.executeStep();
    return IndexSize{select.count(0), select.count(1), select.count(2), select.count(3),
                     select.count(4)};
  });
}

namespace {

/// The pages of a segment's boards without removed or changed games, whose steps may remain in the
/// dictionary; adds the games that remain.
std::vector<std::string> boards_without_gone(SQLite::Database& database, std::int64_t segment,
                                             const std::function<bool(std::int64_t)>& is_indexed,
                                             std::set<std::int64_t>& games) {
  Statement select(database, "SELECT entries FROM board_page WHERE id BETWEEN ? AND ? ORDER BY id",
                   page_id(segment, 0), page_id(segment, 0xffffffff));
  std::vector<std::string> pages;
  BoardPageWriter writer([&](const std::string& page) { pages.push_back(page); });
  if (!select.executeStep()) reject_boards();
  pages.push_back(select.getColumn(0).bytes());
  while (select.executeStep()) {
    const std::string page = select.getColumn(0).bytes();
    const bool is_valid = read_board_page(page, [&](const BoardGame& game) {
      if (!is_indexed(game.id)) return;
      writer.add(game);
      games.insert(game.id);
    });
    if (!is_valid) reject_boards();
  }
  writer.finish();
  return pages;
}

/// Rewrites a segment without entries of removed or changed games.
void drop_gone_of(SQLite::Database& database, std::int64_t segment,
                  const std::function<bool(std::int64_t)>& is_indexed) {
  std::vector<PositionEntry> entries;
  std::set<std::int64_t> games;
  const bool is_whole = read_segment(database, segment, [&](const PositionEntry& entry) {
    if (!is_indexed(entry.game)) return;
    entries.push_back(entry);
    games.insert(entry.game);
  });
  if (!is_whole) reject_positions();
  const std::vector<std::string> boards = boards_without_gone(database, segment, is_indexed, games);
  for (const char* sql :
       {"DELETE FROM position_page WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 0xffffffff",
        "DELETE FROM board_page WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 0xffffffff",
        "DELETE FROM position_segment WHERE id = ?1"}) {
    Statement(database, sql).run(segment);
  }
  if (games.empty()) return;
  store_segment(database, segment, games.size(), entries, [&](const auto& page) {
    for (const std::string& board : boards) page(board);
  });
}

/// Removes entries of games that were removed or changed after they were indexed.
void drop_gone(SQLite::Database& database) {
  const bool any = single_value(database,
                                "SELECT (SELECT coalesce(sum(games), 0) FROM position_segment) <>"
                                " (SELECT count(*) FROM game WHERE id NOT IN"
                                " (SELECT game_id FROM unindexed))")
                       .getBool();
  if (!any) return;
  const std::vector<std::int64_t> segments = segments_of(database);
  std::unordered_set<std::int64_t> indexed;
  Statement games(database, "SELECT id FROM game WHERE id NOT IN (SELECT game_id FROM unindexed)");
  while (games.executeStep()) indexed.insert(games.bits(0));
  for (const std::int64_t segment : segments) {
    drop_gone_of(database, segment, [&](std::int64_t id) { return indexed.contains(id); });
  }
}

}  // namespace

IndexSize index_positions(Store& store, bool rebuild, const Progress& progress) {
  Connection& connection = store.connection();
  connection.run([&] {
    WriteTransaction transaction(connection);
    SQLite::Database& database = connection.database();
    if (rebuild) {
      database.exec(
          "DELETE FROM position_page; DELETE FROM board_page; DELETE FROM position_segment;"
          "INSERT OR IGNORE INTO unindexed SELECT id FROM game");
    }
    drop_gone(database);
    SegmentWriter writer(database);
    {
      Statement select(
          database, select_line("JOIN unindexed ON unindexed.game_id = game.id ORDER BY game.id"));
      const std::uint64_t total =
          progress ? single_value(database, "SELECT count(*) FROM unindexed").getCount() : 0;
      std::uint64_t done = 0;
      StoredLine line;
      while (select.executeStep()) {
        line.read(select);
        writer.add(line);
        if (progress) progress(++done, total);
      }
    }
    writer.finish();
    database.exec("DELETE FROM unindexed");
    transaction.commit();
  });
  return index_size(store);
}

namespace {

/// One segment's entries, game by game.
class SegmentReader {
 public:
  SegmentReader(SQLite::Database& database, std::int64_t segment) {
    // index_is_whole() finds what is damaged; here its games are missing.
    static_cast<void>(read_segment(database, segment, [&](const PositionEntry& entry) {
      entries_.emplace_back(entry.game, entry.key);
    }));
    std::sort(entries_.begin(), entries_.end());
  }

  bool has(std::int64_t game, std::uint32_t key) const {
    return std::binary_search(entries_.begin(), entries_.end(), std::pair(game, key));
  }

  std::vector<std::int64_t> games() const {
    std::vector<std::int64_t> ids;
    for (const auto& [game, key] : entries_) {
      if (ids.empty() || ids.back() != game) ids.push_back(game);
    }
    return ids;
  }

 private:
  std::vector<std::pair<std::int64_t, std::uint32_t>> entries_;
};

/// The boards of one segment's games.
class SegmentBoards {
 public:
  SegmentBoards(SQLite::Database& database, std::int64_t segment) {
    Statement select(database,
                     "SELECT entries FROM board_page WHERE id BETWEEN ? AND ? ORDER BY id",
                     page_id(segment, 0), page_id(segment, 0xffffffff));
    if (select.executeStep()) dictionary_ = BoardDictionary::read(select.getColumn(0).bytes());
    while (dictionary_ && select.executeStep()) {
      read_board_page(select.getColumn(0).bytes(), [&](const BoardGame& game) {
        games_[game.id] = {game.start, std::string(game.steps)};
      });
    }
  }

  /// Are these the boards of the game? True if its boards are not stored.
  bool fit(const StoredLine& line) const {
    const auto game = games_.find(line.id());
    if (game == games_.end()) return false;
    const auto& [start, steps] = game->second;
    if (start == 0) return true;
    if (start > dictionary_->starts().size()) return false;
    const BoardStart& first = dictionary_->starts()[start - 1];
    if (first.game != line.game() || first.variant != line.start().variant) return false;
    SpreadPosition now = first.position;
    NumberReader reader(steps);
    bool fits = true, is_first = true;
    line.visit_positions([&](std::uint64_t, const std::string& position) {
      fits = (is_first || play_turn(reader, now)) && now == SpreadPosition(position);
      is_first = false;
      return fits;
    });
    return fits && reader.done();
  }

 private:
  /// Applies steps up to the end of a turn; returns false if they are invalid.
  bool play_turn(NumberReader& reader, SpreadPosition& now) const {
    bool is_valid = true, ends_turn = false;
    while (is_valid && !ends_turn) {
      const auto number = reader.next();
      if (!number || *number >= dictionary_->steps().size()) return false;
      const BoardStep& step = dictionary_->steps()[*number];
      ends_turn = step.ends_turn;
      visit_changes(
          step.changes,
          [&](std::uint64_t at, char before, char after) {
            is_valid = is_valid && at < now.boards.size() && now.boards[at] == before;
            if (is_valid) now.boards[at] = after;
          },
          [&](std::uint64_t word, std::string_view before, std::string_view after) {
            is_valid = is_valid && word < now.words.size() && now.words[word] == before;
            if (is_valid) now.words[word] = after;
          });
    }
    return is_valid;
  }

  std::optional<BoardDictionary> dictionary_;
  std::unordered_map<std::int64_t, std::pair<std::uint64_t, std::string>> games_;
};

bool knows_all(const SegmentReader& segment, const StoredLine& line) {
  bool all = true;
  line.visit_keys([&](std::uint64_t key) {
    all = all && segment.has(line.id(), short_key(key));
    return all;
  });
  return all;
}

}  // namespace

std::vector<std::int64_t> games_missing_in_index(const Store& store) {
  SQLite::Database& database = store.connection().database();
  return store.connection().run([&] {
    std::vector<std::int64_t> missing;
    database.exec("CREATE TEMP TABLE found (game_id INTEGER PRIMARY KEY)");
    Statement found(database, "INSERT OR IGNORE INTO found VALUES (?)");
    Statement find(database, select_line("WHERE game.id = ?"));
    Statement segments(database, "SELECT id FROM position_segment");
    StoredLine line;
    while (segments.executeStep()) {
      const std::int64_t number = segment_in(segments.getColumn(0));
      const SegmentReader segment(database, number);
      const SegmentBoards boards(database, number);
      for (const std::int64_t id : segment.games()) {
        find.bind(1, id);
        if (find.executeStep()) {
          line.read(find);
          if (knows_all(segment, line) && boards.fit(line)) {
            found.run(id);
          }
        }
        find.reset();
      }
    }
    Statement rest(database,
                   "SELECT id FROM game WHERE id NOT IN (SELECT game_id FROM unindexed)"
                   " AND id NOT IN (SELECT game_id FROM found) ORDER BY id");
    while (rest.executeStep()) missing.push_back(rest.bits(0));
    rest.reset();
    database.exec("DROP TABLE found");
    return missing;
  });
}

namespace {

bool positions_are_whole(SQLite::Database& database) {
  const std::vector<std::int64_t> segments = segments_of(database);
  return std::all_of(segments.begin(), segments.end(), [&](std::int64_t segment) {
    return read_segment(database, segment, [](const PositionEntry&) {});
  });
}

/// Can all boards be read, and are they of as many games as are recorded?
bool boards_are_whole(SQLite::Database& database) {
  for (const std::int64_t segment : segments_of(database)) {
    std::uint64_t games = 0;
    bool is_valid = true;
    try {
      visit_board_pages(database, segment, [&](const BoardDictionary&, std::string_view page) {
        is_valid = read_board_page(page, [&](const BoardGame&) { ++games; }) && is_valid;
      });
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_CORRUPT) throw;
      return false;
    }
    Statement expected(database, "SELECT games FROM position_segment WHERE id = ?", segment);
    if (!is_valid || !expected.executeStep() || expected.count(0) != games) return false;
  }
  return true;
}

}  // namespace

bool index_is_whole(const Store& store) {
  SQLite::Database& database = store.connection().database();
  return store.connection().run([&] {
    const bool has_its_pages =
        single_value(database,
                     "SELECT NOT EXISTS (SELECT 1 FROM position_segment AS segment"
                     " WHERE bytes <> (SELECT coalesce(sum(length(entries)), 0) FROM position_page"
                     "  WHERE id BETWEEN segment.id << 32 AND (segment.id << 32) + 0xffffffff)"
                     " OR board_bytes <> (SELECT coalesce(sum(length(entries)), 0) FROM board_page"
                     "  WHERE id BETWEEN segment.id << 32 AND (segment.id << 32) + 0xffffffff))"
                     " AND NOT EXISTS (SELECT 1 FROM position_page"
                     "  WHERE id >> 32 NOT IN (SELECT id FROM position_segment))"
                     " AND NOT EXISTS (SELECT 1 FROM board_page"
                     "  WHERE id >> 32 NOT IN (SELECT id FROM position_segment))")
            .getBool();
    return has_its_pages && positions_are_whole(database) && boards_are_whole(database);
  });
}

}  // namespace schiri::db
