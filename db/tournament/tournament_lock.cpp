#include "db/tournament/tournament_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

/// Is the open file still the file of this path? Another process may have removed it after it was
/// opened; then a lock on it would exclude no process.
bool is_file_of(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// Errors of shared storage that does not support locks.
bool knows_no_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL;
}

int try_lock(int descriptor) {
  int result = 0;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
}

}  // namespace

std::optional<TournamentLock> TournamentLock::take(const std::string& database_path,
                                                   std::int64_t event_id) {
  return take_file(std::filesystem::weakly_canonical(database_path).string() + "-event-" +
                       std::to_string(event_id) + ".lock",
                   true);
}

std::optional<TournamentLock> TournamentLock::take_file(const std::string& path, bool needed) {
  while (true) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file.is_open()) {
      throw StoreError(message("{0}: {1}", path, system_message(errno)));
    }
    const int error = try_lock(file.number());
    const bool held = error == 0 || (!needed && knows_no_locks(error));
    if (held && is_file_of(file.number(), path)) return TournamentLock(path, std::move(file));
    if (error == EWOULDBLOCK) return std::nullopt;
    if (!held) throw StoreError(message("{0}: {1}", path, system_message(error)));
  }
}

std::vector<TournamentLock> lock_events(Connection& connection, std::vector<std::int64_t> events) {
  std::sort(events.begin(), events.end());
  events.erase(std::unique(events.begin(), events.end()), events.end());
  std::vector<TournamentLock> locks;
  for (const std::int64_t event : events) {
    if (auto lock = TournamentLock::take(connection.path(), event)) {
      locks.push_back(std::move(*lock));
      continue;
    }
    Statement name(connection.database(), "SELECT name FROM event WHERE id = ?", event);
    name.executeStep();
    throw StoreError(
        message("{0}: the event '{1}' is being played; stop it first, and resume it afterwards",
                connection.path(), name.text(0)));
  }
  return locks;
}

TournamentLock::~TournamentLock() {
  if (file_.is_open()) unlink(path_.c_str());
}

}  // namespace schiri::db
