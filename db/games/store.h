#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "db/sqlite/connection.h"

/// Games as rows: the open database, converting records to rows and back, names and their ids,
/// inserting games, rows for ratings and positions. All other rooms store and read games through
/// this one, which uses `db/sqlite` and the schema.
namespace schiri::db {

class Connection;
class GameInserter;
class Snapshot;

/// An open database of games. All its errors are thrown as StoreError. A store belongs to one
/// thread at a time.
class Store {
 public:
  using Mode = OpenMode;

  Store(const std::string& path, Mode mode);
  Store(Store&&) noexcept;
  ~Store();

  /// The file, for messages.
  const std::string& path() const;
  /// For the rooms of the database that read and write rows.
  Connection& connection() const { return *connection_; }
  GameInserter& inserter() { return *inserter_; }

  /// While the result exists all reading of this store sees the same rows.
  std::shared_ptr<const Snapshot> snapshot() const;

  /// A database that this store has made is removed when the store is closed, unless something was
  /// stored: a command that fails leaves no empty file.
  void discard_if_unused();

  /// From now on each commit waits for the disk, so that it survives even a power cut.
  void sync_commits();
  /// From now on at most this much of the file is cached in memory: a few mebibytes are enough for
  /// games stored one by one.
  void cache_at_most(int mebibytes);

 private:
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<GameInserter> inserter_;  ///< of the connection
};

/// Called after each game of a long operation, with the number of games done and the total.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Writes all committed data to a new file, even if others write meanwhile; the file appears when
/// it is complete.
void back_up(const Store& store, const std::string& path);

/// Reclaims unused space of the file.
void vacuum(Store& store);

}  // namespace schiri::db
