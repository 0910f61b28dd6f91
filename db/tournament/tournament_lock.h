#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/descriptor.h"

namespace schiri::db {

/// Keeps other processes on this machine from playing the same event. The system releases the lock
/// when the process ends, however it ends. It is a lock on a small file beside the database, which
/// is removed with the lock; a file left by a killed process does no harm.
class TournamentLock {
 public:
  /// Returns nullopt if another process has the lock. Throws StoreError if the file cannot be
  /// created.
  static std::optional<TournamentLock> take(const std::string& database_path,
                                            std::int64_t event_id);
  /// Locks the file of this path. Some shared storage does not support locks: there a lock that is
  /// not `needed` excludes no process, and a needed lock throws StoreError.
  static std::optional<TournamentLock> take_file(const std::string& path, bool needed);

  TournamentLock(TournamentLock&& other) noexcept = default;
  ~TournamentLock();

 private:
  TournamentLock(std::string path, Descriptor file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  Descriptor file_;
};

class Connection;

/// Keeps other processes from playing any of these events. Throws StoreError, which names the
/// event, if one is being played.
std::vector<TournamentLock> lock_events(Connection& connection, std::vector<std::int64_t> events);

}  // namespace schiri::db
