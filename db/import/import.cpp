#include "db/import/import.h"

#include <unordered_map>

#include "core/base/probing_table.h"
#include "db/games/compact_movetext.h"
#include "db/games/game_inserter.h"
#include "db/schema.h"
#include "db/sqlite/connection.h"
#include "notation/text/json.h"

namespace schiri::db {

namespace {

std::string findings_json(const GameCheck& check) {
  Json list = Json::array();
  for (const auto* findings : {&check.errors, &check.warnings}) {
    for (const Finding& finding : *findings) {
      list.push_back({{"code", code_name(finding.code)},
                      {"line", finding.line},
                      {"column", finding.column},
                      {"turn", finding.turn},
                      {"message", finding.message},
                      {"excerpt", finding.excerpt}});
    }
  }
  return list.dump();
}

/// In mebibytes, while rows are only appended; the sorting of an index takes twice as much.
constexpr int bulk_cache = 16;

/// No program reads a database without games, so its file may be written without a log.
bool is_without_games(SQLite::Database& database) {
  return single_value(database, "SELECT NOT EXISTS (SELECT 1 FROM game)").getBool();
}

/// Ids by a key that several ids may share; keys must be well mixed.
class IdsByKey {
 public:
  void add(std::uint64_t key, std::int64_t id) {
    *ids_.insert(key, [](const auto&) { return false; }).first = {key, id};
  }

  /// Calls `visitor(id)` for the ids of a key until it returns true; returns whether it did.
  template <class Visitor>
  bool any(std::uint64_t key, const Visitor& visitor) const {
    return ids_.find(key, [&](const auto& entry) { return entry.key == key && visitor(entry.id); });
  }

 private:
  struct Kind {
    struct Entry {
      std::uint64_t key = 0;
      std::int64_t id = 0;  ///< 0: none
    };

    static bool is_free(const Entry& entry) { return entry.id == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.key; }
  };

  ProbingTable<Kind> ids_;
};

}  // namespace

/// Finds a game that is stored already. Rows are compared, so that no game is lost by a hash
/// collision. While there are no indexes, a table in memory gives the ids to compare.
///
/// Games without turns are indistinguishable; of those that are equal in everything else, as many
/// count as known as were stored before this import.
class Import::KnownGames {
 public:
  KnownGames(SQLite::Database& database, GameInserter& inserter, bool in_memory,
             std::int64_t first_id)
      : inserter_(inserter),
        in_memory_(in_memory),
        first_id_(first_id),
        find_same_(database,
                   std::string("SELECT movetext.text, game.id FROM game"
                               " JOIN movetext ON movetext.game_id = game.id WHERE ") +
                       (in_memory ? "game.id = ?12 AND " : "game.id < ?12 AND ") +
                       "hash IS ?1 AND event_id = ?2 AND round = ?3 AND date = ?4"
                       " AND white_id = ?5 AND black_id = ?6 AND game = ?7 AND variant = ?8"
                       " AND position IS ?9 AND roll IS ?10 AND result = ?11 ORDER BY game.id") {}

  /// The id of the game if it is stored already; otherwise adds it with the id `id`.
  std::optional<std::int64_t> find(std::int64_t event, const RecordRow& row, std::int64_t id) {
    if (!row.hash) {
      if (in_memory_) return std::nullopt;
      std::uint64_t& taken = taken_[row.identity ^ std::hash<std::string>()(row.result)];
      const auto known = find_same(event, row, first_id_, taken);
      if (known) ++taken;
      return known;
    }
    if (!in_memory_) return find_same(event, row, id, 0);
    std::optional<std::int64_t> known;
    ids_.any(row.identity, [&](std::int64_t other) {
      known = find_same(event, row, other, 0);
      return known.has_value();
    });
    if (!known) ids_.add(row.identity, id);
    return known;
  }

 private:
  /// The id of the same game, after skipping `others` of them: among games before `id`, or, while
  /// there are no indexes, only the game `id`.
  std::optional<std::int64_t> find_same(std::int64_t event, const RecordRow& row, std::int64_t id,
                                        std::uint64_t others) {
    bind(event, row, id);
    std::optional<std::int64_t> same;
    while (!same && find_same_.executeStep()) {
      const Column turns = find_same_.getColumn(0);
      const std::string_view text = turns.view();
      if (same_turns(text, row.movetext) && others-- == 0) {
        same = find_same_.id(1);
      }
    }
    find_same_.reset();
    return same;
  }

  void bind(std::int64_t event, const RecordRow& row, std::int64_t id) {
    find_same_.bind_values(row.hash, event, row.round, row.date, inserter_.player_id(row.white),
                           inserter_.player_id(row.black), row.game, row.variant, row.position,
                           row.roll, row.result, id);
  }

  GameInserter& inserter_;
  bool in_memory_;
  std::int64_t first_id_;
  Statement find_same_;
  std::unordered_map<std::size_t, std::uint64_t> taken_;
  IdsByKey ids_;
};

void visit_imports(const Store& store, const std::function<bool(const ImportRow&)>& visitor) {
  store.connection().run([&] {
    Statement select(store.connection().database(),
                     "SELECT id, time, file, games, quarantined, known, corrected FROM imports"
                     " ORDER BY id");
    while (select.executeStep()) {
      if (!visitor({select.id(0), select.text(1), select.text(2), select.count(3), select.count(4),
                    select.count(5), select.count(6)})) {
        return;
      }
    }
  });
}

Import::Import(Store& store, std::string file, Corrections corrections)
    : connection_(store.connection()), inserter_(store.inserter()), file_(std::move(file)) {
  connection_.run([&] {
    SQLite::Database& database = connection_.database();
    if (is_without_games(database)) connection_.write_next_directly();
    connection_.trust_rows(true);
    connection_.begin();
    first_id_ = next_id_ = inserter_.next_game_id();
    bulk_ = is_without_games(database);
    if (bulk_) {
      connection_.cache_at_most(bulk_cache);
      for (const auto& [name, definition] : game_indexes) {
        database.exec("DROP INDEX " + std::string(name));
      }
    }
    database.exec("DROP TRIGGER game_stored");
    known_ = std::make_unique<KnownGames>(database, inserter_, bulk_, next_id_);
    if (!bulk_) finder_ = std::make_unique<CorrectionFinder>(connection_, corrections, first_id_);
  });
}

Import::~Import() {
  known_.reset();
  finder_.reset();
  if (!open_) return;
  connection_.roll_back();
  try {
    connection_.trust_rows(false);
  } catch (const std::exception&) {  // also without memory
    // The connection stores nothing after such an error.
  }
}

bool Import::add(const FinishedRecord& game) { return add(RecordRow(game)); }

bool Import::add(const RecordRow& game, std::uint64_t place) {
  return connection_.run([&] {
    const std::int64_t event = inserter_.event_id(game.event);
    if (const auto known = known_->find(event, game, next_id_)) {
      if (finder_) finder_->claim(*known);
      ++known_games_;
      return false;
    }
    const std::int64_t id = next_id_++;
    inserter_.insert(id, event, std::nullopt, game);
    ++stored_games_;
    ++kinds_[{game.game, game.variant}];
    if (finder_ && names_one_game(game)) {
      finder_->add({id, place, event, inserter_.player_id(game.white),
                    inserter_.player_id(game.black), game.round, game.game});
    }
    return true;
  });
}

std::vector<Correction> Import::settle() {
  if (!finder_) return {};
  return connection_.run([&] {
    auto corrections = finder_->settle([this] { return std::optional(id()); });
    finder_.reset();
    stored_games_ -= corrections.size();
    return corrections;
  });
}

void Import::quarantine(std::string_view file, const GameCheck& check, std::string_view text) {
  connection_.run([&] {
    const std::string record(text);
    Statement(connection_.database(),
              "INSERT INTO quarantine (file, line, number, game, findings, text, import_id)"
              " VALUES (?,?,?,?,?,?,?)")
        .run(std::string(file), check.line, check.index, text_or_null(check.game),
             findings_json(check), text_or_null(record), id());
  });
}

void Import::release(std::int64_t quarantined) {
  connection_.run([&] {
    Statement(connection_.database(),
              "INSERT INTO released (id, file, line, number, game, findings, text,"
              " import_id, released_by) SELECT id, file, line, number, game, findings,"
              " text, import_id, ? FROM quarantine WHERE id = ?")
        .run(id(), quarantined);
    Statement(connection_.database(), "DELETE FROM quarantine WHERE id = ?").run(quarantined);
  });
}

std::int64_t Import::id() {
  if (id_ == 0) {
    Statement(connection_.database(),
              "INSERT INTO import (file, time, first_game, last_game, known)"
              " VALUES (?, datetime('now'), ?, ?, 0)")
        .run(file_, first_id_, first_id_ - 1);
    id_ = connection_.database().getLastInsertRowid();
  }
  return id_;
}

void Import::note_games() {
  if (stored_games_ == 0 && id_ == 0) return;
  Statement(connection_.database(), "UPDATE import SET last_game = ?, known = ? WHERE id = ?")
      .run(next_id_ - 1, known_games_, id());
}

void Import::note_kinds() {
  Statement note(connection_.database(),
                 "INSERT INTO kind VALUES (?, ?, ?)"
                 " ON CONFLICT DO UPDATE SET changes = changes + excluded.changes");
  for (const auto& [kind, games] : kinds_) note.run(kind.first, kind.second, games);
}

void Import::finish_bulk() {
  // Before the indexes are created and in the order of ids, so that each row is appended to the
  // table.
  connection_.database().exec("INSERT INTO unindexed SELECT id FROM game ORDER BY id");
  for (const auto& [name, definition] : game_indexes) connection_.database().exec(definition);
}

void Import::mark_new_games() {
  Statement(connection_.database(),
            "INSERT OR IGNORE INTO unindexed SELECT id FROM game WHERE id >= ?")
      .run(first_id_);
}

void Import::commit() {
  settle();
  connection_.run([&] {
    known_.reset();
    note_games();
    note_kinds();
    if (bulk_) {
      finish_bulk();
      connection_.cache_at_most(Connection::usual_cache);
    } else {
      mark_new_games();
    }
    connection_.database().exec(game_stored_trigger);
    connection_.commit();
    open_ = false;
    connection_.trust_rows(false);
  });
}

}  // namespace schiri::db
