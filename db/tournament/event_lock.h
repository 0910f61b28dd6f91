#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace schiri::db {

/// Keeps other processes on this machine from playing the same event. The system gives it up when
/// the process ends, however it ends. Stands in a small file beside the database, which goes away
/// with the lock; one that was left behind by a process that was killed does no harm.
class TournamentLock {
 public:
  /// Nothing if another process holds it. Throws StoreError if the file cannot be made.
  static std::optional<TournamentLock> take(const std::string& database_path,
                                            std::int64_t event_id);
  /// The same kind of lock in a file of this path. Some storage that machines share knows no locks:
  /// there one that is not `needed` keeps nobody out, any other is a StoreError.
  static std::optional<TournamentLock> take_file(const std::string& path, bool needed);

  TournamentLock(TournamentLock&& other) noexcept;
  TournamentLock(const TournamentLock&) = delete;
  TournamentLock& operator=(const TournamentLock&) = delete;
  ~TournamentLock();

 private:
  TournamentLock(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
};

class Connection;

/// Keeps other processes from playing any of these events. Throws StoreError, which names it, if
/// one of them is being played.
std::vector<TournamentLock> lock_events(Connection& connection, std::vector<std::int64_t> events);

}  // namespace schiri::db
