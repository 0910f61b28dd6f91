#include "db/sqlite/connection.h"

#include <sqlite3.h>

#include <filesystem>
#include <utility>

#include "core/base/names.h"
#include "db/games/record_row.h"
#include "db/schema.h"
#include "db/sqlite/date_function.h"
#include "db/sqlite/log_files.h"
#include "db/sqlite/new_file.h"

namespace schiri::db {

namespace {

constexpr int busy_timeout = 30'000;  // milliseconds

/// SQLite gives some names a meaning of their own.
std::string plain_path(const std::string& path) {
  return path.starts_with(':') || path.starts_with("file:") ? "./" + path : path;
}

std::string reason(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      return "this is not a database, or its beginning is destroyed; what is left of one can be "
             "saved"
             " by 'schiri db salvage'";
    case SQLITE_CORRUPT:
      return "the database is damaged (" + std::string(error.what()) +
             "); 'schiri db check' looks for what is wrong, 'schiri db salvage' saves what is "
             "whole";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program keeps the database locked";
    case SQLITE_FULL:
      return "the disk is full";
    case SQLITE_READONLY:
      return "the database cannot be written: " + std::string(error.what());
    case SQLITE_IOERR:
      return "the file cannot be read or written properly (" + std::string(error.what()) +
             "); is there room on the disk?";
    case SQLITE_INTERRUPT:
      return "the time ran out";
    case SQLITE_CONSTRAINT:
      return "what is to be stored contradicts what is already there: " + std::string(error.what());
    default:
      return error.what();
  }
}

/// Nobody asks how much memory SQLite uses, and counting it takes a lock for each piece.
void configure_once() {
  static const int status = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(status);
}

}  // namespace

namespace {

/// Opened for reading, nothing is written to the file or beside it.
SQLite::Database open_to_read(const ReadableFile& file) {
  return SQLite::Database(
      file.uri(), SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLITE_OPEN_NOMUTEX, busy_timeout);
}

SQLite::Database open_to_write(const std::string& path, Store::Mode mode) {
  refuse_log_without_database(path);
  refuse_super_journal(path);
  const int create = mode == Store::Mode::create ? SQLite::OPEN_CREATE : 0;
  // A connection belongs to one thread, so it needs no locks of its own.
  return SQLite::Database(plain_path(path),
                          SQLite::OPEN_READWRITE | SQLite::OPEN_URI | SQLITE_OPEN_NOMUTEX | create,
                          busy_timeout);
}

SQLite::Database open(const std::string& path, Store::Mode mode, const ReadableFile* readable) {
  configure_once();
  std::error_code ignored;
  if (mode != Store::Mode::create && !std::filesystem::exists(path, ignored)) {
    throw StoreError(path +
                     ": there is no such database; 'schiri db import' and 'schiri tournament"
                     " run' make one");
  }
  require_file(path);
  try {
    return readable ? open_to_read(*readable) : open_to_write(path, mode);
  } catch (const SQLite::Exception& error) {
    throw StoreError(path + ": " + reason(error));
  }
}

/// No reading connection without one.
std::unique_ptr<ReadableFile> readable_file(const std::string& path, Store::Mode mode) {
  std::error_code ignored;
  const bool reads = mode == Store::Mode::read && std::filesystem::exists(path, ignored);
  return reads ? std::make_unique<ReadableFile>(path) : nullptr;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

void check_schema(SQLite::Database& database, const std::string& path) {
  std::vector<std::string> differences = schema_differences(schema_objects(database));
  if (!differences.empty()) throw StoreUntrusted(path, std::move(differences));
}

std::vector<std::int64_t> ids_of_name(SQLite::Database& database, const std::string& table,
                                      std::string_view name) {
  std::vector<std::int64_t> ids;
  Statement same(database, "SELECT id FROM " + table + " WHERE name = ?");
  same.bind(1, std::string(name));
  if (same.executeStep()) ids.push_back(same.getColumn(0).getId());
  if (!ids.empty() && is_ascii(name)) return ids;
  Statement select(database, "SELECT id, name FROM " + table + " ORDER BY id");
  while (select.executeStep()) {
    const Column stored = select.getColumn(1);
    const std::string_view text = stored.view();
    if (text != name && is_same_name(text, name)) ids.push_back(select.getColumn(0).getId());
  }
  return ids;
}

/// A table of names and what is known of it.
struct Connection::NameTable {
  NameTable(SQLite::Database& connection, const std::string& table)
      : database(connection),
        name(table),
        find(database, "SELECT id FROM " + table + " WHERE name = ?"),
        insert(database, "INSERT INTO " + table + " (name) VALUES (?)") {}

  std::optional<std::int64_t> id_of(const std::string& wanted) {
    bind_text(find, 1, wanted);
    std::optional<std::int64_t> id;
    if (find.executeStep()) id = find.getColumn(0).getId();
    find.reset();
    return id;
  }

  /// The id of one that is stored under another spelling of the name with this key.
  std::optional<std::int64_t> id_of_other_spelling(const std::string& key) {
    if (!others) others = other_spellings();
    const auto found = others->find(key);
    return found == others->end() ? std::nullopt : std::optional(found->second);
  }

  std::int64_t add(const std::string& added) {
    bind_text(insert, 1, added);
    insert.exec();
    insert.reset();
    return database.getLastInsertRowid();
  }

  SQLite::Database& database;
  std::string name;
  Statement find, insert;
  std::optional<Names> others;  ///< names that are not stored under their keys, by these

 private:
  Names other_spellings() {
    Names found;
    Statement select(database, "SELECT name, id FROM " + name + " ORDER BY id");
    while (select.executeStep()) {
      const std::string stored = select.getColumn(0).getString();
      if (std::string key = name_key(stored); key != stored) {
        found.emplace(std::move(key), select.getColumn(1).getId());
      }
    }
    return found;
  }
};

struct Connection::Statements {
  explicit Statements(SQLite::Database& database)
      : players(database, "player"),
        events(database, "event"),
        insert_game(database,
                    "INSERT INTO game (id, event_id, number, round, site, date, white_id, black_id,"
                    " result, game, variant, position, roll, termination, tags, outcome, reason,"
                    " turns, hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
        insert_movetext(database, "INSERT INTO movetext (game_id, text, comments) VALUES (?,?,?)") {
  }

  NameTable players, events;
  Statement insert_game, insert_movetext;
};

Connection::Connection(const std::string& path, Store::Mode mode)
    : path_(path),
      mode_(mode),
      readable_(readable_file(path, mode)),
      database_(open(path, mode, readable_.get())) {
  if (!readable_) open_mark_ = std::make_unique<OpenMark>(path);
  run([&] {
    harden(database_);
    check_identity();
    if (readable_) readable_->forget_name();
    add_day_of(database_);
    budget_.watch(database_);
    if (mode != Store::Mode::read) {
      database_.exec("PRAGMA synchronous = NORMAL");
      database_.exec("PRAGMA cache_size = -65536");
    }
    database_.exec("PRAGMA foreign_keys = ON");
  });
}

Connection::~Connection() {
  statements_.reset();
  if (mode_ == Store::Mode::read) return;
  // At rest a database is one file that can be read anywhere. While others have it open it stays
  // as it is, and the last one does this.
  database_.tryExec("PRAGMA busy_timeout = 0");
  database_.tryExec("PRAGMA main.journal_mode = DELETE");
}

void Connection::complain(const SQLite::Exception& error) const {
  if (error.getErrorCode() == SQLITE_CORRUPT) throw StoreDamaged(path_ + ": " + reason(error));
  if (error.getErrorCode() == SQLITE_INTERRUPT && budget_.is_used_up()) {
    throw StoreDamaged(path_ +
                       ": the work takes far longer than a database of this size explains; its"
                       " content may be made to be slow");
  }
  throw StoreError(path_ + ": " + reason(error));
}

void Connection::back_up(const std::string& path) {
  NewFile file(path);
  Statement copy(database_, "VACUUM INTO ?");
  copy.bind(1, file.unfinished());
  copy.exec();
  file.put_in_place();
}

void Connection::check_identity() {
  const std::int64_t id = single_value(database_, "PRAGMA application_id").getInt64();
  const bool is_new =
      id == 0 && single_value(database_, "SELECT count(*) = 0 FROM sqlite_schema").getBool();
  if (is_new && mode_ == Store::Mode::create) {
    trust_schema(database_);
    create_schema(database_);
  } else if (id != application_id) {
    throw StoreError(path_ + (is_new ? ": this file is empty, not yet a schiri database;"
                                       " 'schiri db import' turns it into one"
                                     : ": this is not a schiri database"));
  }
  check_version();
  check_schema(database_, path_);
  trust_schema(database_);
}

void Connection::check_version() {
  const std::int64_t version = single_value(database_, "PRAGMA user_version").getInt64();
  if (version == schema_version) return;
  throw StoreError(path_ + ": another version of schiri has written this database (its schema " +
                   std::to_string(version) + ", known here " + std::to_string(schema_version) +
                   "); 'schiri db export' of that version and 'schiri db import' of this one take"
                   " its games over");
}

Connection::Statements& Connection::statements() {
  if (!statements_) statements_ = std::make_unique<Statements>(database_);
  return *statements_;
}

void Connection::write_ahead() {
  // Here SQLite does not wait for others by itself.
  constexpr int pause = 5;  // milliseconds
  for (int waited = 0;; waited += sqlite3_sleep(pause)) {
    const int result = database_.tryExec("PRAGMA main.journal_mode = WAL");
    writes_ahead_ = result == SQLITE_OK;
    if (writes_ahead_) return;
    const bool busy = (result & 0xff) == SQLITE_BUSY;
    if (!busy || waited >= busy_timeout) throw SQLite::Exception(database_.getHandle(), result);
  }
}

void Connection::write_directly_if_empty() {
  if (!single_value(database_, "SELECT NOT EXISTS (SELECT 1 FROM game)").getBool()) return;
  // Fails if others have it open; then it is written as usual.
  database_.tryExec("PRAGMA busy_timeout = 0");
  if (writes_ahead_) database_.tryExec("PRAGMA main.journal_mode = DELETE");
  database_.setBusyTimeout(busy_timeout);
  writes_ahead_ = single_value(database_, "PRAGMA main.journal_mode").getString() == "wal";
  directly_once_ = true;
  // Sorting a million rows for an index is quicker in pieces than in one piece in memory.
  database_.exec("PRAGMA temp_store = FILE");
}

void Connection::trust_rows(bool trusted) {
  database_.exec(trusted ? "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON"
                         : "PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF");
}

void Connection::require_in_place() {
  int moved = 0;
  sqlite3_file_control(database_.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0) return;
  throw StoreError(path_ +
                   ": the database was deleted or moved while it was in use; what is stored from"
                   " now on would be lost, so the work ends here");
}

void Connection::begin() {
  require_in_place();
  if (!writes_ahead_ && !std::exchange(directly_once_, false)) write_ahead();
  database_.exec("BEGIN IMMEDIATE");
  const std::int64_t version = single_value(database_, "PRAGMA data_version").getInt64();
  if (std::exchange(data_version_, version) != version) forget_names();
}

void Connection::commit() {
  database_.exec("COMMIT");
  require_in_place();
}

void Connection::roll_back() noexcept {
  statements_.reset();  // one that has failed cannot be bound again
  database_.tryExec("ROLLBACK");
  forget_names();
}

void Connection::forget_names() {
  players_.clear();
  events_.clear();
  if (!statements_) return;
  statements_->players.others.reset();
  statements_->events.others.reset();
}

std::int64_t Connection::next_game_id() {
  return single_value(database_,
                      "SELECT 1 + max((SELECT coalesce(max(id), 0) FROM game),"
                      " (SELECT coalesce(max(last_game), 0) FROM import),"
                      " (SELECT last_id FROM gone_game),"
                      " (SELECT coalesce(max(first_game + games - 1), 0) FROM event),"
                      " (SELECT coalesce(max(s.first_game + games - first_number), 0)"
                      " FROM event_span AS s JOIN event ON event.id = s.event_id)) AS next_id")
      .between(1, Column::most / 2);
}

std::int64_t Connection::id_of_name(const std::string& name, Names& known, NameTable& table) {
  if (const auto it = known.find(name); it != known.end()) return it->second;
  const std::string key = name_key(name);
  std::optional<std::int64_t> id;
  if (const auto it = known.find(key); it != known.end()) id = it->second;
  if (!id) id = table.id_of(name);
  if (!id && key != name) id = table.id_of(key);
  if (!id) id = table.id_of_other_spelling(key);
  if (!id) id = table.add(name);
  known.emplace(name, *id);
  known.emplace(key, *id);
  return *id;
}

std::int64_t Connection::player_id(const std::string& name) {
  return id_of_name(name, players_, statements().players);
}

std::int64_t Connection::event_id(const std::string& name) {
  return id_of_name(name, events_, statements().events);
}

void Connection::insert_game(std::int64_t id, std::int64_t event,
                             std::optional<std::uint64_t> number, const RecordRow& row) {
  Statement& insert = statements().insert_game;
  int index = 0;
  const auto bind = [&](const auto& value) { bind_uncopied(insert, ++index, value); };
  const auto bind_optional = [&](const auto& value) {
    value ? bind_uncopied(insert, ++index, *value) : insert.bind(++index);
  };
  const auto stored = [](const std::optional<std::uint64_t>& value) {
    return value ? std::optional(to_stored(*value)) : std::nullopt;
  };
  bind(id);
  bind(event);
  bind_optional(stored(number));
  bind(row.round);
  bind(row.site);
  bind(row.date);
  bind(player_id(row.white));
  bind(player_id(row.black));
  bind(row.result);
  bind(row.game);
  bind(row.variant);
  bind_optional(row.position);
  bind_optional(row.roll);
  bind_optional(row.termination);
  bind_optional(row.other_tags);
  bind_optional(row.outcome);
  bind_optional(row.reason);
  bind(to_stored(row.turns));
  bind_optional(stored(row.hash));
  insert.exec();
  insert.reset();

  Statement& insert_text = statements().insert_movetext;
  insert_text.bind(1, id);
  bind_text(insert_text, 2, row.movetext);
  bind_text_or_null(insert_text, 3, row.comments ? &*row.comments : nullptr);
  insert_text.exec();
  insert_text.reset();
}

void Connection::insert_opening(std::int64_t event, const OpeningRow& opening) {
  Statement insert(database_,
                   "INSERT INTO opening (event_id, number, position, roll, turns)"
                   " VALUES (?, ?, nullif(?, ''), nullif(?, ''), ?)"
                   " ON CONFLICT DO NOTHING");
  const std::string turns = joined(opening.turns);
  insert.bind(1, event);
  insert.bind(2, to_stored(opening.number));
  bind_text(insert, 3, opening.position);
  bind_text(insert, 4, opening.roll);
  bind_text(insert, 5, turns);
  insert.exec();
}

void Connection::insert_failure(std::int64_t game, const FailureRow& failure) {
  Statement insert(database_,
                   "INSERT INTO failure (game_id, side, remark, standard_error, protocol)"
                   " VALUES (?, ?, ?, ?, ?)");
  insert.bind(1, game);
  insert.bind(2, failure.side == Side::white ? "white" : "black");
  bind_text(insert, 3, failure.remark);
  bind_text(insert, 4, failure.standard_error);
  bind_text(insert, 5, failure.protocol);
  insert.exec();
}

}  // namespace schiri::db
