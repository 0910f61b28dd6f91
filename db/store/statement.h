#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace schiri::db {

/// A prepared statement that is run a million times: nothing is copied, texts must live until it
/// has run.
class RepeatedStatement {
 public:
  RepeatedStatement(SQLite::Database& database, std::string_view text)
      : database_(database.getHandle()) {
    require(sqlite3_prepare_v3(database_, text.data(), static_cast<int>(text.size()),
                               SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) == SQLITE_OK);
  }
  RepeatedStatement(const RepeatedStatement&) = delete;
  RepeatedStatement& operator=(const RepeatedStatement&) = delete;
  ~RepeatedStatement() { sqlite3_finalize(statement_); }

  void bind(int index, std::int64_t number) { sqlite3_bind_int64(statement_, index, number); }
  void bind(int index, const std::string& text) {
    sqlite3_bind_text64(statement_, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  void bind_null(int index) { sqlite3_bind_null(statement_, index); }

  /// False at the end; then it may be bound anew.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status == SQLITE_ROW) return true;
    sqlite3_reset(statement_);
    require(status == SQLITE_DONE);
    return false;
  }
  /// Runs one that gives no rows.
  void run() { step(); }
  void reset() { sqlite3_reset(statement_); }

  std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  std::string_view text(int column) const {
    const auto* text = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }

 private:
  void require(bool good) const {
    if (!good) throw SQLite::Exception(database_);
  }

  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace schiri::db
