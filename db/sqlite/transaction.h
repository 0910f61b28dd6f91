#pragma once

#include "db/sqlite/connection.h"

namespace schiri::db {

// SQLite::Transaction would end the program if a rollback fails for lack of memory.

/// Rolls back in its destructor, unless it was committed.
class WriteTransaction {
 public:
  /// Throws SQLite::Exception, and StoreError if the file is no longer in its place.
  explicit WriteTransaction(Connection& connection) : connection_(connection) {
    connection_.begin();
  }
  WriteTransaction(const WriteTransaction&) = delete;
  WriteTransaction& operator=(const WriteTransaction&) = delete;
  ~WriteTransaction() {
    if (open_) connection_.roll_back();
  }

  void commit() {
    connection_.commit();
    open_ = false;
  }

 private:
  Connection& connection_;
  bool open_ = true;
};

/// During its lifetime, all reading statements see the same rows.
class Snapshot {
 public:
  /// Throws SQLite::Exception.
  explicit Snapshot(Connection& connection) : database_(connection.database()) {
    database_.exec("BEGIN");
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot() { database_.tryExec("ROLLBACK"); }

 private:
  SQLite::Database& database_;
};

}  // namespace schiri::db
