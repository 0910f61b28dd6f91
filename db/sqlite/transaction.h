#pragma once

#include <sqlite3.h>

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

/// Turns SQLite's checks of references and values off during its lifetime, for a writer of many
/// rows that are known to be valid. Begins and ends outside of transactions.
class TrustedRows {
 public:
  /// Throws SQLite::Exception.
  explicit TrustedRows(Connection& connection) : database_(connection.database()) {
    database_.exec("PRAGMA foreign_keys = OFF");
    database_.tryExec("PRAGMA ignore_check_constraints = ON");
  }
  TrustedRows(const TrustedRows&) = delete;
  TrustedRows& operator=(const TrustedRows&) = delete;
  /// Without memory the checks stay off; then the connection stores nothing more.
  ~TrustedRows() {
    database_.tryExec("PRAGMA foreign_keys = ON");
    database_.tryExec("PRAGMA ignore_check_constraints = OFF");
  }

 private:
  SQLite::Database& database_;
};

/// During its lifetime, all reading statements see the same rows.
class Snapshot {
 public:
  /// Within another snapshot or a transaction it is a part of that one. Throws SQLite::Exception.
  explicit Snapshot(Connection& connection)
      : database_(connection.database()),
        is_outermost_(sqlite3_get_autocommit(database_.getHandle()) != 0) {
    if (is_outermost_) database_.exec("BEGIN");
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  ~Snapshot() {
    if (is_outermost_) database_.tryExec("ROLLBACK");
  }

 private:
  SQLite::Database& database_;
  bool is_outermost_;
};

}  // namespace schiri::db
