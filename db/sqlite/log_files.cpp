#include "db/sqlite/log_files.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <filesystem>

#include "core/base/errors.h"
#include "db/sqlite/errors.h"
#include "db/sqlite/readable_file.h"
#include "db/sqlite/statement.h"
#include "db/sqlite/statement_limits.h"

namespace schiri::db {

namespace {

constexpr const char* endings[] = {"-wal", "-journal"};

/// The name of an existing log, or empty.
std::string log_of(const std::string& path) {
  for (const char* ending : endings) {
    if (is_log(path + ending)) return path + ending;
  }
  return {};
}

}  // namespace

bool has_log(const std::string& path) { return !log_of(path).empty(); }

bool settle_log(const std::string& path) {
  std::error_code ignored;
  if (!has_log(path) || !std::filesystem::exists(path, ignored)) return true;
  try {
    refuse_super_journal(path);
    SQLite::Database database(std::filesystem::absolute(path).string(),
                              SQLite::OPEN_READWRITE | SQLITE_OPEN_NOMUTEX);
    harden(database);
    single_value(database, "SELECT count(*) FROM sqlite_schema");
    database.tryExec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception& error) {
    throw StoreError(message("{0}: the log {1} cannot be merged into the database: {2}", path,
                             log_of(path), message_of(error)));
  }
  return !has_log(path);
}

void refuse_log(const std::string& path) {
  if (const std::string log = log_of(path); !log.empty()) {
    throw StoreError(
        message("{0} was left by another database of this name; it would damage {1}: move it away, "
                "or choose another name",
                log, path));
  }
}

}  // namespace schiri::db
