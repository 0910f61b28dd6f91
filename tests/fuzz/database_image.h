#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/fuzz/target.h"

namespace schiri {

/// A database file in memory, edited by SQL as an attacker could: constraints are off, the schema
/// is writable, and no other file can be accessed.
class DatabaseImage {
 public:
  explicit DatabaseImage(const std::string& bytes)
      : database_(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    sqlite3* const handle = database_.getHandle();
    auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    require(copy, "memory for a database can be allocated");
    std::memcpy(copy, bytes.data(), bytes.size());
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    constexpr unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE;
    require(sqlite3_deserialize(handle, "main", copy, size, size, flags) == SQLITE_OK,
            "the original database can be opened");
    bound_work();
    run("PRAGMA writable_schema = ON");
    run("PRAGMA foreign_keys = OFF");
    run("PRAGMA ignore_check_constraints = ON");
    for (const char* word : {" STRICT", " NOT NULL"}) {
      run(std::string("UPDATE sqlite_schema SET sql = replace(sql, '") + word +
          "', '') WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    }
    run("PRAGMA writable_schema = RESET");  // reads the schema again
    run("PRAGMA writable_schema = ON");
    loose_ = schema();
    sqlite3_set_authorizer(handle, allow, nullptr);
  }

  /// Runs statements; invalid ones are ignored.
  void run(const std::string& statements) {
    operations_ = 0;
    database_.tryExec(statements);
  }

  /// Sets a column to a value, an SQL expression, in every row.
  void set(const std::string& table, const std::string& column, const std::string& value) {
    run("UPDATE " + table + " SET " + column + " = " + value);
  }

  /// Restores the original declarations of tables, except those that have been declared again.
  void restore_schema(const std::map<std::string, std::string>& strict) {
    const std::map<std::string, std::string> now = schema();
    for (const auto& [name, sql] : strict) {
      const auto was = std::as_const(loose_).find(name), is = now.find(name);
      if (was != loose_.end() && is != now.end() && was->second == is->second) declare(name, sql);
    }
  }

  /// Changes the declaration of an object in the schema; SQLite reads it only when the file is
  /// opened.
  void declare(const std::string& name, const std::string& sql) {
    run("UPDATE sqlite_schema SET sql = '" + quoted(sql) + "' WHERE name = '" + quoted(name) + "'");
  }

  std::string bytes() {
    sqlite3_int64 size = 0;
    unsigned char* const data = sqlite3_serialize(database_.getHandle(), "main", &size, 0);
    if (!data) return "";
    std::string copy(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
    sqlite3_free(data);
    return copy;
  }

  /// The declaration of each object in the schema by name.
  std::map<std::string, std::string> schema() {
    std::map<std::string, std::string> objects;
    SQLite::Statement select(database_,
                             "SELECT name, coalesce(sql, '') FROM sqlite_schema"
                             " WHERE name NOT LIKE 'sqlite_%'");
    while (select.executeStep()) {
      objects[select.getColumn(0).getString()] = select.getColumn(1).getString();
    }
    return objects;
  }

 private:
  static std::string quoted(const std::string& text) {
    std::string result;
    for (const char character : text) result += std::string(character == '\'' ? 2 : 1, character);
    return result;
  }

  /// Permits no other file and no setting of the process.
  static int allow(void*, int action, const char* first, const char*, const char*, const char*) {
    if (action == SQLITE_ATTACH || action == SQLITE_DETACH) return SQLITE_DENY;
    if (action != SQLITE_PRAGMA || !first) return SQLITE_OK;
    for (const char* harmless : {"user_version", "application_id", "writable_schema"}) {
      if (std::string_view(first) == harmless) return SQLITE_OK;
    }
    return SQLITE_DENY;
  }

  void bound_work() {
    sqlite3* const handle = database_.getHandle();
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_progress_handler(
        handle, 1000,
        [](void* operations) -> int { return ++*static_cast<int*>(operations) > 200; },
        &operations_);
  }

  int operations_ = 0;
  SQLite::Database database_;
  std::map<std::string, std::string> loose_;
};

}  // namespace schiri
