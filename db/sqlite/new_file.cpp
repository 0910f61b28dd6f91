#include "db/sqlite/new_file.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/descriptor.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "core/base/message.h"
#include "db/sqlite/connection.h"
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

[[noreturn]] void fail(const std::string& path, int error) {
  throw StoreError(message("{0}: {1}", path, system_message(error)));
}

void sync(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.is_open()) fail(path, file.error());
  if (fsync(file.number()) != 0) fail(path, errno);
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

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  refuse_log(path_);
  try {
    folder_ = make_temporary_folder(std::filesystem::path(path_).parent_path().string());
  } catch (const std::system_error& error) {
    fail(path_, error.code().value());
  }
  unfinished_ = folder_.path() + "/database";
}

void NewFile::put_in_place() {
  if (!settle_log(unfinished_)) {
    throw StoreError(message(
        "{0}: its log cannot be merged into it; check the free space on the disk", unfinished_));
  }
  sync(unfinished_);
  if (rename(unfinished_.c_str(), path_.c_str()) != 0) fail(path_, errno);
  if (!sync_folder_of(path_)) fail(path_, errno);
}

}  // namespace schiri::db
