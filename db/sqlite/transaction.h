#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace schiri::db {

/// A transaction without Connection::begin(): a snapshot for several statements that read, or
/// making a schema. Takes back what was written while it lives, unless it was committed.
/// SQLite::Transaction would end the program if taking back fails without memory.
class Transaction {
 public:
  /// Throws SQLite::Exception.
  explicit Transaction(SQLite::Database& database, const char* begin = "BEGIN")
      : database_(database) {
    database_.exec(begin);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (open_) database_.tryExec("ROLLBACK");
  }

  /// Throws SQLite::Exception.
  void commit() {
    database_.exec("COMMIT");
    open_ = false;
  }

 private:
  SQLite::Database& database_;
  bool open_ = true;
};

}  // namespace schiri::db
