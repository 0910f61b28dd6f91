#include "db/import/import.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "core/base/date.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/probing_table.h"
#include "core/base/random.h"
#include "db/games/compact_movetext.h"
#include "db/games/game_inserter.h"
#include "db/games/name_ids.h"
#include "db/schema.h"
#include "db/sqlite/connection.h"
#include "db/sqlite/transaction.h"
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
                      {"message", finding.message.english()},
                      {"excerpt", finding.excerpt}});
    }
  }
  return list.dump();
}

/// What makes a broken record the same one: its text, or its place and findings if it was too large
/// to be kept.
std::string broken_key(const std::string& file, std::uint64_t line, std::uint64_t number,
                       const std::string& findings, const std::string& text) {
  if (!text.empty()) return text;
  return file + '\n' + std::to_string(line) + '\n' + std::to_string(number) + '\n' + findings;
}

/// In mebibytes, while rows are only appended; the sorting of an index takes twice as much.
constexpr int bulk_cache = 16;

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

QuarantinedRecord record_of(Statement& row) {
  QuarantinedRecord record{row.id(0),   row.text(1), row.count(2), row.count(3), row.text(4),
                           row.text(5), row.text(6), row.text(7),  std::nullopt};
  if (!row.is_null(8)) record.text = row.text(8);
  return record;
}

}  // namespace

/// Finds a game that is stored already, also with a date that is more exact if its other tags
/// identify it. Rows are compared, so that no game is lost by a hash collision. While there are no
/// indexes, a table in memory gives the ids to compare.
///
/// Games without turns are indistinguishable; of those that are equal in everything else, as many
/// count as known as were stored before this import.
class Import::KnownGames {
 public:
  KnownGames(SQLite::Database& database, bool in_memory, std::int64_t first_id)
      : in_memory_(in_memory),
        first_id_(first_id),
        find_same_(database,
                   std::string("SELECT movetext.text, game.id, number NOT NULL, comments, site,"
                               " termination, tags FROM game"
                               " JOIN movetext ON movetext.game_id = game.id WHERE ") +
                       (in_memory ? "game.id = ?12 AND " : "game.id < ?12 AND ") +
                       "hash IS ?1 AND event_id = ?2 AND round = ?3"
                       " AND (date = ?4 OR date GLOB ?13)"
                       " AND white_id = ?5 AND black_id = ?6 AND game = ?7 AND variant = ?8"
                       " AND position IS ?9 AND roll IS ?10 AND result = ?11"
                       " ORDER BY date <> ?4, game.id") {}

  struct Known {
    std::int64_t id = 0;
    bool played_here = false;
    bool is_equal = false;  ///< also in comments and tags
  };

  /// The game if it is stored already; otherwise adds it with the id `id`.
  std::optional<Known> find(const GameNameIds& names, const RecordRow& row, std::int64_t id) {
    if (!row.hash) {
      if (in_memory_) return std::nullopt;
      const std::uint64_t key = key_without_turns(names, row);
      const auto taken = taken_.find(key);
      const auto known =
          find_same(names, row, first_id_, taken == taken_.end() ? 0 : taken->second);
      if (known) ++taken_[key];
      return known;
    }
    if (!in_memory_) return find_same(names, row, id, 0);
    const std::uint64_t key = key_of(names, row);
    std::optional<Known> known;
    ids_.any(key, [&](std::int64_t other) {
      known = find_same(names, row, other, 0);
      return known.has_value();
    });
    if (!known) ids_.add(key, id);
    return known;
  }

 private:
  static std::uint64_t key_of(const GameNameIds& names, const RecordRow& row) {
    std::uint64_t key = row.identity;
    for (const std::int64_t id : {names.event, names.white, names.black}) {
      key = mix64(key + static_cast<std::uint64_t>(id));
    }
    return key;
  }

  /// Of all that find_same() compares: the count belongs to one kind of games.
  static std::uint64_t key_without_turns(const GameNameIds& names, const RecordRow& row) {
    std::uint64_t key = key_of(names, row);
    for (const std::string& text : {row.date, row.game, row.variant, row.position.value_or(""),
                                    row.roll.value_or(""), row.result}) {
      key = mix64(key + std::hash<std::string>()(text));
    }
    return key;
  }

  /// The same game, after skipping `others` of them: among games before `id`, or, while
  /// there are no indexes, only the game `id`.
  std::optional<Known> find_same(const GameNameIds& names, const RecordRow& row, std::int64_t id,
                                 std::uint64_t others) {
    const std::optional<std::string> dates = more_exact_dates(row);
    find_same_.bind_values(row.hash, names.event, row.round, row.date, names.white, names.black,
                           row.game, row.variant, row.position, row.roll, row.result, id, dates);
    std::optional<Known> same;
    while (!same && find_same_.executeStep()) {
      const Column turns = find_same_.getColumn(0);
      const std::string_view text = turns.view();
      if (same_turns(text, row.movetext) && others-- == 0) {
        same = Known{find_same_.id(1), find_same_.flag(2),
                     text == row.movetext && is(3, row.comments) && is(4, row.site) &&
                         is(5, row.termination) && is(6, row.other_tags)};
      }
    }
    find_same_.reset();
    return same;
  }

  bool is(int column, const std::optional<std::string>& text) {
    return text ? find_same_.getColumn(column).view() == *text : find_same_.is_null(column);
  }

  /// A pattern of the dates that are more exact: a `?` of SQLite's GLOB is any character.
  static std::optional<std::string> more_exact_dates(const RecordRow& row) {
    const auto date = row.hash && names_one_game(row) ? read_date(row.date) : std::nullopt;
    return date && date->text() == row.date ? std::optional(row.date) : std::nullopt;
  }

  bool in_memory_;
  std::int64_t first_id_;
  Statement find_same_;
  std::unordered_map<std::uint64_t, std::uint64_t> taken_;
  IdsByKey ids_;
};

/// The records in quarantine before an import, by hashes: a broken file that is imported again adds
/// none. Equal records of one file are as many records.
class Import::KnownBroken {
 public:
  explicit KnownBroken(SQLite::Database& database)
      : find_(database, "SELECT file, line, number, findings, text FROM quarantine WHERE id = ?") {
    Statement select(database, "SELECT id, file, line, number, findings, text FROM quarantine");
    while (select.executeStep()) {
      ids_.emplace(std::hash<std::string>()(key_in(select, 1)), select.id(0));
    }
  }

  /// Is there such a record that no other one of this import is?
  bool take(const std::string& key) {
    const auto [first, end] = ids_.equal_range(std::hash<std::string>()(key));
    const auto same = std::find_if(first, end, [&](const auto& entry) {
      find_.bind(1, entry.second);
      const bool is_same = find_.executeStep() && key_in(find_, 0) == key;
      find_.reset();
      return is_same;
    });
    if (same == end) return false;
    ids_.erase(same);
    return true;
  }

 private:
  static std::string key_in(Statement& row, int column) {
    return broken_key(row.text(column), row.count(column + 1), row.count(column + 2),
                      row.text(column + 3),
                      row.is_null(column + 4) ? std::string() : row.text(column + 4));
  }

  Statement find_;
  std::unordered_multimap<std::size_t, std::int64_t> ids_;
};

bool is_without_games(SQLite::Database& database) {
  return single_value(database, "SELECT NOT EXISTS (SELECT 1 FROM game)").getBool();
}

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

/// A transaction that is rolled back, if it is not committed, before SQLite checks rows again.
struct Import::Writing {
  explicit Writing(Connection& connection) : trusted(connection), transaction(connection) {}

  TrustedRows trusted;
  WriteTransaction transaction;
};

Import::Import(Store& store, std::string file, Corrections corrections,
               std::uint64_t most_in_memory)
    : connection_(store.connection()),
      inserter_(store.inserter()),
      file_(std::move(file)),
      corrections_(corrections),
      most_in_memory_(most_in_memory) {
  connection_.run([&] {
    SQLite::Database& database = connection_.database();
    if (is_without_games(database)) connection_.write_next_directly();
    writing_ = std::make_unique<Writing>(connection_);
    first_id_ = next_id_ = inserter_.next_game_id();
    bulk_ = is_without_games(database);
    if (bulk_) {
      connection_.cache_at_most(bulk_cache);
      for (const auto& [name, definition] : game_indexes) {
        database.exec("DROP INDEX " + std::string(name));
      }
    }
    database.exec("DROP TRIGGER game_stored");
    known_ = std::make_unique<KnownGames>(database, bulk_, first_id_);
    if (!bulk_) finder_ = std::make_unique<CorrectionFinder>(connection_, corrections, first_id_);
  });
}

Import::~Import() = default;

bool Import::add(const RecordRow& game, std::uint64_t place) {
  return connection_.run([&] {
    const GameNameIds names = inserter_.ids_of(game);
    if (names.white == names.black) require_one_player(game);
    if (const auto known = known_->find(names, game, next_id_)) {
      if (finder_) finder_->claim(known->id);
      ++known_games_;
      if (!known->played_here && !known->is_equal) take_copy(known->id, game, place);
      return false;
    }
    const std::int64_t id = next_id_++;
    inserter_.insert(id, names, game);
    ++stored_games_;
    if (bulk_ && stored_games_ >= most_in_memory_) leave_bulk();
    ++kinds_[{game.game, game.variant}];
    if (finder_ && names_one_game(game)) {
      finder_->add({id, place, names.event, names.white, names.black, game.round, game.game});
    }
    return true;
  });
}

void Import::take_copy(std::int64_t game, const RecordRow& copy, std::uint64_t place) {
  // A game of this import needs no undoing of its own.
  const auto by = [&] { return game < first_id_ ? std::optional(id()) : std::nullopt; };
  auto correction = db::take_copy(connection_, game, row_content(copy), corrections_, by);
  if (!correction) return;
  correction->place = place;
  if (correction->applied) --known_games_;
  by_copies_.push_back(*std::move(correction));
}

/// Two players that meet are not one, so an alias that makes them one is wrong.
void Import::require_one_player(const RecordRow& game) const {
  if (is_same_name(game.white, game.black)) return;
  const bool is_white = name_of_alias(connection_.database(), "player", game.white).has_value();
  const std::string& alias = is_white ? game.white : game.black;
  const std::string& other = is_white ? game.black : game.white;
  throw NamesCollide(
      message("{0}: '{1}' is an alias, and its game against '{2}' ({3}, round {4}) would be one of "
              "a player against itself; 'schiri db delete-alias' makes it a player of its own; "
              "nothing of this file is stored",
              connection_.path(), alias, other, game.event, game.round));
}

Settled Import::settle() {
  return connection_.run([&] {
    Settled settled;
    if (finder_) settled = finder_->settle([this] { return std::optional(id()); });
    finder_.reset();
    stored_games_ -= settled.corrections.size() + settled.known;
    known_games_ += settled.known;
    for (Correction& copy : by_copies_) settled.corrections.push_back(std::move(copy));
    by_copies_.clear();
    return settled;
  });
}

void Import::quarantine(std::string_view file, const GameCheck& check, std::string_view text) {
  connection_.run([&] {
    SQLite::Database& database = connection_.database();
    if (!broken_) broken_ = std::make_unique<KnownBroken>(database);
    const std::string name(file), record(text), findings = findings_json(check);
    const std::string key = broken_key(name, check.line, check.index, findings, record);
    if (broken_->take(key)) return;
    Statement(database,
              "INSERT INTO quarantine (file, line, number, game, findings, text, import_id)"
              " VALUES (?,?,?,?,?,?,?)")
        .run(name, check.line, check.index, text_or_null(check.game), findings,
             text_or_null(record), id());
  });
}

bool Import::release(std::int64_t quarantined) {
  return connection_.run([&] {
    Statement(connection_.database(),
              "INSERT INTO released (id, file, line, number, game, findings, text,"
              " import_id, released_by) SELECT id, file, line, number, game, findings,"
              " text, import_id, ? FROM quarantine WHERE id = ?")
        .run(id(), quarantined);
    Statement(connection_.database(), "DELETE FROM quarantine WHERE id = ?").run(quarantined);
    return connection_.database().getChanges() > 0;
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

/// Creates the indexes, by which games are found from now on.
void Import::leave_bulk() {
  bulk_ = false;
  known_.reset();
  for (const auto& [name, definition] : game_indexes) connection_.database().exec(definition);
  connection_.cache_at_most(Connection::usual_cache);
  known_ = std::make_unique<KnownGames>(connection_.database(), false, first_id_);
}

void Import::mark_new_games() {
  Statement(connection_.database(),
            "INSERT OR IGNORE INTO unindexed SELECT id FROM game WHERE id >= ?")
      .run(first_id_);
}

void Import::commit() {
  settle();
  connection_.run([&] {
    broken_.reset();
    note_games();
    note_kinds();
    mark_new_games();
    if (bulk_) leave_bulk();
    known_.reset();
    connection_.database().exec(game_stored_trigger);
    writing_->transaction.commit();
    writing_.reset();
  });
}

namespace {

/// Visits the records for which a condition of SQL holds, in the order of ids.
void visit_quarantine_where(const Store& store, const std::string& condition,
                            const std::function<bool(const QuarantinedRecord&)>& visitor) {
  store.connection().run([&] {
    Statement select(store.connection().database(),
                     "SELECT id, file, line, number, game, valid ->> '$[0].code',"
                     " valid ->> '$[0].message', findings, text FROM (SELECT *,"
                     " iif(json_valid(findings), findings, '[]') AS valid FROM quarantine) WHERE " +
                         condition + " ORDER BY id");
    while (select.executeStep() && visitor(record_of(select))) {
    }
  });
}

}  // namespace

std::vector<std::int64_t> visit_quarantine(
    const Store& store, const std::vector<std::int64_t>& ids,
    const std::function<bool(const QuarantinedRecord&)>& visitor) {
  std::vector<std::int64_t> missing = ids;
  visit_quarantine_where(store, ids.empty() ? "true" : "id IN " + id_list(ids),
                         [&](const QuarantinedRecord& record) {
                           std::erase(missing, record.id);
                           return visitor(record);
                         });
  return missing;
}

void visit_quarantine_after(const Store& store, std::int64_t id,
                            const std::function<bool(const QuarantinedRecord&)>& visitor) {
  visit_quarantine_where(store, "id > " + std::to_string(id), visitor);
}

void drop_quarantine(Store& store, const std::vector<std::int64_t>& ids) {
  store.connection().run([&] {
    WriteTransaction transaction(store.connection());
    store.connection().database().exec("DELETE FROM quarantine WHERE id IN " + id_list(ids));
    transaction.commit();
  });
}

}  // namespace schiri::db
