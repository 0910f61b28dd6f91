#include "db/sqlite/connection.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "core/base/date.h"
#include "core/base/message.h"
#include "core/base/name_order.h"
#include "db/sqlite/new_file.h"

namespace schiri::db {

namespace {

Message refusal(const std::string& path, const std::vector<Message>& reasons) {
  const std::size_t others = reasons.size() - 1;
  const Message& first = reasons.front();
  return message(
      "{0}: {1}; the database is not used. 'schiri db salvage' saves its games in a new one", path,
      others == 0 ? first
                  : message("{0} (and {1} more such {1:problem|problems}, see 'schiri db check')",
                            first, others));
}

/// Defines the SQL functions `day_of(TEXT)` and `last_day_of(TEXT)`: the first and the last day
/// that a date may mean, as `YYYY.MM.DD`, or null if the text is not a date or the year is unknown;
/// and `name_order(TEXT)`, by which names are sorted, null for `?`.
void add_functions(SQLite::Database& database);

template <std::optional<std::chrono::year_month_day> (Date::*limit)() const>
void day_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto* text = sqlite3_value_text(arguments[0]);
  const auto date = text ? read_date(reinterpret_cast<const char*>(text)) : std::nullopt;
  const auto day = date ? ((*date).*limit)() : std::nullopt;
  if (!day) return sqlite3_result_null(context);
  const std::string written = day_text(*day);
  sqlite3_result_text(context, written.data(), static_cast<int>(written.size()), SQLITE_TRANSIENT);
}

void name_order(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto* text = sqlite3_value_text(arguments[0]);
  const std::string key = text ? name_order_key(reinterpret_cast<const char*>(text)) : "";
  if (key.empty()) return sqlite3_result_null(context);
  sqlite3_result_text(context, key.data(), static_cast<int>(key.size()), SQLITE_TRANSIENT);
}

void add_functions(SQLite::Database& database) {
  database.createFunction("day_of", 1, true, nullptr, day_of<&Date::first_day>);
  database.createFunction("last_day_of", 1, true, nullptr, day_of<&Date::last_day>);
  database.createFunction("name_order", 1, true, nullptr, name_order);
}

constexpr int busy_timeout = 30'000;  // milliseconds

/// A path that SQLite treats as a file: some names have special meanings.
std::string plain_path(const std::string& path) {
  return path.starts_with(':') || path.starts_with("file:") ? "./" + path : path;
}

/// SQLite's own text, translated if it is one that users meet.
Message sqlite_message(const SQLite::Exception& error) {
  if (error.what() == std::string_view("unable to open database file")) {
    return message("unable to open database file");
  }
  return error.what();
}

/// A write-ahead log needs memory that programs share by mapping a file, which some file systems of
/// networks, containers and virtual machines refuse.
bool lacks_shared_memory(const SQLite::Exception& error) {
  switch (error.getExtendedErrorCode()) {
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMLOCK:
    case SQLITE_IOERR_SHMMAP:
      return true;
    default:
      return false;
  }
}

Message reason(const SQLite::Exception& error) {
  if (lacks_shared_memory(error)) {
    return message(
        "the file system cannot share memory between programs ({0}), which a database needs while "
        "it is written; move the database to a local disk",
        error.what());
  }
  switch (error.getErrorCode()) {
    case SQLITE_NOTADB:
      return message(
          "this is not a database, or its beginning is destroyed; use 'schiri db salvage' to "
          "recover its games");
    case SQLITE_CORRUPT:
      return message(
          "the database is damaged ({0}); use 'schiri db check' to find the damage, 'schiri db "
          "salvage' to recover intact games",
          error.what());
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return message("another program keeps the database locked");
    case SQLITE_FULL:
      return message("the disk is full");
    case SQLITE_READONLY:
      return message("the database cannot be written: {0}", error.what());
    case SQLITE_IOERR:
      return message(
          "the file cannot be read or written properly ({0}); check the free space on the disk",
          error.what());
    case SQLITE_INTERRUPT:
      return message("the time limit was exceeded");
    case SQLITE_CONSTRAINT:
      return message("the new data contradicts stored data: {0}", error.what());
    default:
      return sqlite_message(error);
  }
}

/// Memory statistics would take a lock for each allocation.
void configure_once() {
  static const int status = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(status);
}

/// Opens a file without writing to it or beside it.
SQLite::Database open_to_read(const ReadableFile& file) {
  return SQLite::Database(
      file.uri(), SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLITE_OPEN_NOMUTEX, busy_timeout);
}

SQLite::Database open_to_write(const std::string& path, OpenMode mode) {
  refuse_log_without_database(path);
  refuse_super_journal(path);
  const int create = mode == OpenMode::create ? SQLite::OPEN_CREATE : 0;
  // A connection belongs to one thread, so it needs no locks of its own.
  return SQLite::Database(plain_path(path),
                          SQLite::OPEN_READWRITE | SQLite::OPEN_URI | SQLITE_OPEN_NOMUTEX | create,
                          busy_timeout);
}

SQLite::Database open(const std::string& path, OpenMode mode, const ReadableFile* readable) {
  configure_once();
  std::error_code ignored;
  if (mode != OpenMode::create && !std::filesystem::exists(path, ignored)) {
    throw StoreError(
        message("{0}: there is no such database; create one with 'schiri db import' or 'schiri "
                "tournament run'",
                path));
  }
  require_file(path);
  try {
    return readable ? open_to_read(*readable) : open_to_write(path, mode);
  } catch (const SQLite::Exception& error) {
    throw StoreError(message("{0}: {1}", path, reason(error)));
  }
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// The file that a reading connection opens; null for a writing one or if there is no file.
std::unique_ptr<ReadableFile> readable_file(const std::string& path, OpenMode mode) {
  const bool reads = mode == OpenMode::read && exists(path);
  return reads ? std::make_unique<ReadableFile>(path) : nullptr;
}

}  // namespace

StoreUntrusted::StoreUntrusted(const std::string& path, std::vector<Message> found)
    : StoreError(refusal(path, found)), reasons(std::move(found)) {}

bool is_new(SQLite::Database& database) {
  return single_value(database, "PRAGMA application_id").getInt64() == 0 &&
         single_value(database, "SELECT count(*) = 0 FROM sqlite_schema").getBool();
}

Connection::Connection(const std::string& path, OpenMode mode, const DatabaseFormat& format)
    : path_(path),
      mode_(mode),
      existed_(exists(path)),
      readable_(readable_file(path, mode)),
      database_(open(path, mode, readable_.get())) {
  if (!readable_) open_mark_ = std::make_unique<OpenMark>(path);
  run([&] {
    harden(database_);
    accept(format);
    if (readable_) readable_->forget_name();
    add_functions(database_);
    if (mode != OpenMode::read) {
      database_.exec("PRAGMA synchronous = NORMAL");
      cache_at_most(usual_cache);
    }
    database_.exec("PRAGMA foreign_keys = ON");
  });
}

Connection::~Connection() {
  if (mode_ == OpenMode::read) return;
  // A closed database is one file that can be read anywhere. While other connections are open it
  // keeps its log, which the last one removes.
  database_.tryExec("PRAGMA busy_timeout = 0");
  database_.tryExec("PRAGMA main.journal_mode = DELETE");
  if (discards_) discard();
}

/// Removes the file if it is as this connection made it; no other can change it meanwhile. Another
/// one that has it open finds out before it stores anything.
void Connection::discard() noexcept {
  if (!made_version_ || database_.tryExec("BEGIN EXCLUSIVE") != SQLITE_OK) return;
  try {
    require_in_place();
    const bool is_unchanged =
        single_value(database_, "PRAGMA data_version").getInt64() == *made_version_ &&
        single_value(database_, "PRAGMA main.journal_mode").getString() == "delete";
    if (is_unchanged) std::filesystem::remove(path_);
  } catch (const std::exception&) {
    // An empty database stays.
  }
}

void Connection::complain(const SQLite::Exception& error) const {
  if (error.getErrorCode() == SQLITE_CORRUPT)
    throw StoreDamaged(message("{0}: {1}", path_, reason(error)));
  if (error.getErrorCode() == SQLITE_BUSY)
    throw StoreBusy(message("{0}: {1}", path_, reason(error)));
  throw StoreError(message("{0}: {1}", path_, reason(error)));
}

void Connection::back_up(const std::string& path) {
  NewFile file(path);
  // The copy has the same limit of memory; with less, pages are written again and again.
  cache_at_most(usual_cache);
  Statement copy(database_, "VACUUM INTO ?");
  copy.bind(1, file.unfinished());
  try {
    copy.exec();
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_FULL && error.getExtendedErrorCode() != SQLITE_IOERR_WRITE) {
      throw;
    }
    throw StoreError(message("{0}: {1}", path, reason(error)));
  }
  file.put_in_place();
}

void Connection::accept(const DatabaseFormat& format) {
  if (mode_ == OpenMode::create && is_new(database_)) {
    trust_schema(database_);
    try {
      format.create(database_);
    } catch (const SQLite::Exception&) {
      std::error_code ignored;
      if (!existed_ && std::filesystem::is_empty(path_, ignored)) {
        std::filesystem::remove(path_, ignored);
      }
      throw;
    }
    if (!existed_) made_version_ = single_value(database_, "PRAGMA data_version").getInt64();
  }
  format.require(database_, path_);
  trust_schema(database_);
}

void Connection::write_ahead() {
  // SQLite does not wait for others when it changes the journal mode.
  constexpr int pause = 5;  // milliseconds
  for (int waited = 0;; waited += sqlite3_sleep(pause)) {
    const int result = database_.tryExec("PRAGMA main.journal_mode = WAL");
    writes_ahead_ = result == SQLITE_OK;
    if (writes_ahead_) return;
    const bool busy = (result & 0xff) == SQLITE_BUSY;
    if (busy && waited < busy_timeout) continue;
    const SQLite::Exception error(database_.getHandle(), result);
    if (lacks_shared_memory(error)) leave_write_ahead();
    throw error;
  }
}

/// Makes the file readable again after its header has been changed for a log that cannot be used.
void Connection::leave_write_ahead() noexcept {
  database_.tryExec("PRAGMA locking_mode = EXCLUSIVE");  // needs no shared memory
  database_.tryExec("PRAGMA main.journal_mode = DELETE");
  database_.tryExec("PRAGMA locking_mode = NORMAL");
  database_.tryExec("SELECT count(*) FROM sqlite_schema");  // ends the lock
}

void Connection::write_next_directly() {
  // Fails if others have the file open; then a log is used.
  database_.tryExec("PRAGMA busy_timeout = 0");
  if (writes_ahead_) database_.tryExec("PRAGMA main.journal_mode = DELETE");
  database_.setBusyTimeout(busy_timeout);
  writes_ahead_ = single_value(database_, "PRAGMA main.journal_mode").getString() == "wal";
  directly_once_ = true;
  // Sorting a million rows for an index is faster in pieces than at once in memory.
  database_.exec("PRAGMA temp_store = FILE");
}

void Connection::sync_commits() {
  run([&] { database_.exec("PRAGMA synchronous = FULL"); });
}

void Connection::cache_at_most(int mebibytes) {
  run([&] { database_.exec("PRAGMA cache_size = -" + std::to_string(mebibytes * 1024)); });
}

void Connection::require_in_place() {
  int moved = 0;
  sqlite3_file_control(database_.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved == 0) return;
  throw StoreError(
      message("{0}: the database was deleted or moved while it was in use; the work stops because "
              "further data would be lost",
              path_));
}

void Connection::begin() {
  require_in_place();
  if (!writes_ahead_ && !std::exchange(directly_once_, false)) write_ahead();
  database_.exec("BEGIN IMMEDIATE");
  std::int64_t version = 0;
  try {
    version = single_value(database_, "PRAGMA data_version").getInt64();
  } catch (...) {
    database_.tryExec("ROLLBACK");
    throw;
  }
  if (std::exchange(data_version_, version) != version) {
    for (ConnectionCache* cache : caches_) cache->forget_rows();
  }
}

void Connection::commit() {
  database_.exec("COMMIT");
  made_version_.reset();
  require_in_place();
}

void Connection::roll_back() noexcept {
  for (ConnectionCache* cache : caches_) cache->drop_statements();
  database_.tryExec("ROLLBACK");
  for (ConnectionCache* cache : caches_) cache->forget_rows();
}

}  // namespace schiri::db
