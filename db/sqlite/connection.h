#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/errors.h"
#include "db/sqlite/readable_file.h"
#include "db/sqlite/statement.h"
#include "db/sqlite/statement_limits.h"

/// The interface to SQLite for all other rooms of the database: opening untrusted files, statements
/// with checked values, transactions, limits of work, whole files. This room has no knowledge of
/// tables or games; it includes `core/base` and SQLite alone.
namespace schiri::db {

/// A database that cannot be used: it is missing, not a database, of another program, of a newer
/// schema, locked for too long, or the disk is full. The message names the file and the reason.
struct StoreError : UnusableError {
  using UnusableError::UnusableError;
};

/// Another program has kept the database locked for half a minute; the same may succeed later.
struct StoreBusy : StoreError {
  using StoreError::StoreError;
};

/// A file without content: new, or a program was killed while it made the database.
struct StoreEmpty : StoreError {
  using StoreError::StoreError;
};

/// A database whose file is damaged.
struct StoreDamaged : StoreError {
  using StoreError::StoreError;
};

/// A database with content that schiri does not write: foreign tables or triggers, a journal that
/// would delete another file. Nothing of it is used; `schiri db salvage` reads its games.
struct StoreUntrusted : StoreError {
  /// `found`: one clause for each reason, at least one.
  StoreUntrusted(const std::string& path, std::vector<Message> found);

  std::vector<Message> reasons;  ///< the first is in the message
};

/// The modes of opening a database.
enum class OpenMode {
  read,    ///< the file must exist; nothing is written to it or beside it
  write,   ///< the file must exist
  create,  ///< the file is created if it does not exist
};

/// The requirements on a file to be opened.
struct DatabaseFormat {
  /// Creates this format in an empty file, unless another process has just done so. Throws
  /// SQLite::Exception.
  void (*create)(SQLite::Database& database);
  /// Throws StoreError, which names the path, if a file is not a database of this format. Must run
  /// no trigger and no view.
  void (*require)(SQLite::Database& database, const std::string& path);
};

/// Whether a database has no tables and belongs to no program. Throws SQLite::Exception.
bool is_new(SQLite::Database& database);

/// A cache of data of a database between transactions.
class ConnectionCache {
 public:
  /// A transaction is about to be rolled back: discards prepared statements, because a failed one
  /// cannot be bound again.
  virtual void drop_statements() noexcept = 0;
  /// Rows may have changed: a transaction was rolled back, or another connection has written.
  virtual void forget_rows() noexcept = 0;

 protected:
  ~ConnectionCache() = default;
};

/// An open database. Errors of SQLite become StoreError.
class Connection {
 public:
  Connection(const std::string& path, OpenMode mode, const DatabaseFormat& format);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  const std::string& path() const { return path_; }
  SQLite::Database& database() { return database_; }

  /// Runs work on the database, and prefixes errors of SQLite with the file's name.
  template <class Work>
  decltype(auto) run(Work&& work) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      complain(error);
    }
  }

  /// The results of `read(Statement&)` for each row of a query; the values are bound from the first
  /// parameter on.
  template <class Read, class... Values>
  auto rows(const std::string& sql, const Read& read, const Values&... values) {
    return run([&] {
      std::vector<std::invoke_result_t<Read, Statement&>> list;
      Statement select(database_, sql, values...);
      while (select.executeStep()) list.push_back(read(select));
      return list;
    });
  }

  /// Writes the next transaction directly into the file; with a log each page would be written
  /// twice. Only for a file that no other program reads meanwhile.
  void write_next_directly();

  /// Writes all committed data to a new file, even if others write meanwhile; the file appears when
  /// it is complete.
  void back_up(const std::string& path);

  /// A file that this connection has made is removed when it is closed, unless something was
  /// committed.
  void discard_if_unused() { discards_ = true; }

  /// From now on each commit waits for the disk, so that it survives even a power cut.
  void sync_commits();
  /// From now on at most this much of the file is cached in memory.
  void cache_at_most(int mebibytes);
  /// What connections that write cache at most, in mebibytes.
  static constexpr int usual_cache = 64;

  /// Starts writing, with a log beside the file, so that others may read meanwhile.
  void begin();
  void commit();
  void roll_back() noexcept;

  /// The cache must outlive the connection, or be detached.
  void attach(ConnectionCache& cache) { caches_.push_back(&cache); }
  void detach(ConnectionCache& cache) { std::erase(caches_, &cache); }

 private:
  [[noreturn]] void complain(const SQLite::Exception& error) const;
  void accept(const DatabaseFormat& format);
  void require_in_place();
  void write_ahead();
  void leave_write_ahead() noexcept;
  void discard() noexcept;

  std::string path_;
  OpenMode mode_;
  bool existed_;
  std::unique_ptr<ReadableFile> readable_;
  SQLite::Database database_;
  std::unique_ptr<OpenMark> open_mark_;
  std::vector<ConnectionCache*> caches_;
  bool writes_ahead_ = false;
  bool directly_once_ = false;
  bool discards_ = false;
  /// The version of a file that this connection has made, until it commits.
  std::optional<std::int64_t> made_version_;
  std::int64_t data_version_ = 0;  ///< grows when another connection has written
};

}  // namespace schiri::db
