#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

namespace schiri::db {

/// What is done while it lives is taken back unless it is committed. SQLite::Transaction would end
/// the program where taking back fails and there is no memory to say so.
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
