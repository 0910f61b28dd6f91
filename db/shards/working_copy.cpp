#include "db/shards/working_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>

#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "core/base/files/unfinished_file.h"
#include "core/base/files/whole_file.h"
#include "core/match/clock.h"
#include "core/process/process.h"
#include "db/games/store.h"
#include "db/sqlite/new_file.h"
#include "db/tournament/tournament_lock.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

constexpr Pattern not_read = message_pattern("{0} cannot be read: {1}"),
                  not_written = message_pattern("{0} cannot be written: {1}"),
                  not_replaced = message_pattern("{0} cannot be replaced: {1}"),
                  unusable = message_pattern("{0} cannot be used as a working folder: {1}");

/// `pattern`: of a message with the path and the system's text for errno.
[[noreturn]] void fail(Pattern pattern, const std::string& path) {
  const int error = errno;
  throw UnusableError(Message(
      pattern, {message_value(printable(path, 4096)), message_value(system_message(error))}));
}

/// Copies a file into another, which gets this name later, and returns when the copy is on its
/// disk.
void copy_into(const Descriptor& target, const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.is_open()) fail(not_read, from);
  if (!target.is_open()) fail(not_written, to);
  const CopyFailure failure = copy_all(source.number(), target.number());
  if (failure == CopyFailure::reading) fail(not_read, from);
  if (failure == CopyFailure::writing || fsync(target.number()) != 0) fail(not_written, to);
}

/// Copies a file to a place where there is none yet.
void copy_file(const std::string& from, const std::string& to) {
  const Descriptor target(
      open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  copy_into(target, from, to);
}

/// A name that no other process uses, on any machine that shares the storage.
std::string own_name(const std::string& path, const std::string& what) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  return path + '.' + what + '-' + host + '-' + std::to_string(getpid());
}

/// Stores a file beside its target under the first free name; returns the name.
std::string put_beside(UnfinishedFile& file, const std::string& home) {
  const std::string name = own_name(home, "kept");
  std::string kept = name;
  for (int attempt = 2; !file.put_new(kept); ++attempt) {
    if (errno != EEXIST || attempt > 1000) fail(not_written, kept);
    kept = name + '-' + std::to_string(attempt);
  }
  return kept;
}

std::string make_lasting_folder(const std::string& scratch) {
  std::string folder = scratch + "/schiri-XXXXXX";
  if (!mkdtemp(folder.data())) fail(unusable, scratch);
  return folder;
}

/// No temporary folder if games are at stake, which need a permanent one.
TemporaryName make_folder(const std::string& scratch, WorkingCopy::Stake stake) {
  if (stake == WorkingCopy::Stake::games) return {};
  try {
    return make_temporary_folder(scratch);
  } catch (const std::system_error& error) {
    errno = error.code().value();
    fail(unusable, scratch);
  }
}

/// The process with the lock only copies or renames one file.
TournamentLock lock_place(const std::string& home) {
  constexpr std::chrono::seconds patience{60};
  const auto end = monotonic_time() + patience;
  while (monotonic_time() < end) {
    if (auto lock = TournamentLock::take_file(home + "-place.lock", false)) return std::move(*lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw UnusableError(message("{0} is being replaced by another process, which does not finish",
                              printable(home, 4096)));
}

/// Tries twice because a failure may be transient; reports a folder that stays.
void remove_folder(const std::string& folder, const std::function<void(const std::string&)>& note) {
  std::error_code error;
  for (int attempts = 0; attempts < 2; ++attempts) {
    std::filesystem::remove_all(folder, error);
    if (!error) return;
  }
  note(printable(folder, 4096) + " could not be removed: " + error.message());
}

}  // namespace

WorkingCopy::WorkingCopy(std::string home, const std::string& scratch, Stake stake,
                         std::function<void(const std::string&)> note)
    : note_(std::move(note)),
      stake_(stake),
      home_(std::move(home)),
      temporary_(make_folder(scratch, stake)),
      folder_(temporary_.is_set() ? temporary_.path() : make_lasting_folder(scratch)),
      // A folder for the database alone, so that no other file can have its name.
      path_(folder_ + "/database/" + std::filesystem::path(home_).filename().string()) {
  try {
    std::filesystem::create_directory(folder_ + "/database");
    std::filesystem::create_directory(folder_ + "/other");
    take();
  } catch (...) {
    remove_folder(folder_, note_);
    throw;
  }
}

WorkingCopy::~WorkingCopy() {
  if (!is_unsaved_) remove_folder(folder_, note_);
}

void WorkingCopy::take() {
  const auto lock = lock_place(home_);
  if (!settle_log(home_)) {
    throw UnusableError(
        message("{0} is open in another program, as the log beside it shows, and cannot be played "
                "elsewhere; wait until that program has ended",
                printable(home_, 4096)));
  }
  taken_ = identify(home_);
  if (!taken_) return refuse_log(home_);
  copy_database(home_, path_);
  if (!same(taken_, identify(home_)) || has_log(home_)) {
    throw UnusableError(
        message("{0} was changed while it was copied; try again", printable(home_, 4096)));
  }
}

/// A file without a log is copied unchanged, so that shared storage needs no locks.
void WorkingCopy::copy_database(const std::string& from, const std::string& to) {
  const auto before = identify(from);
  if (!has_log(from)) {
    copy_file(from, to);
    if (same(before, identify(from)) && !has_log(from)) return;
    std::filesystem::remove(to);
  }
  back_up(Store(from, Store::Mode::read), to);
}

std::string WorkingCopy::fetch(const std::string& database) const {
  std::string copy = folder_ + "/other/fetched";
  std::filesystem::remove(copy);
  copy_database(database, copy);
  return copy;
}

void WorkingCopy::bring_back(const Store& store) {
  const std::string whole = folder_ + "/other/whole";
  UnfinishedFile unfinished(home_);
  std::error_code ignored;
  std::filesystem::remove(whole, ignored);
  is_unsaved_ = stake_ == Stake::games;
  try {
    back_up(store, whole);
    const Descriptor copy = unfinished.create();
    copy_into(copy, whole, home_);
    if (!unfinished.give_name(copy.number())) fail(not_written, home_);
    replace(unfinished);
  } catch (const std::runtime_error& error) {
    if (!is_unsaved_) throw;
    throw UnusableError(message("{0}; the games played here stay in {1}", message_of(error),
                                printable(path_, 4096)));
  }
  is_unsaved_ = false;
  std::filesystem::remove(whole, ignored);
}

/// Moves the complete file to its target, under the lock.
void WorkingCopy::replace(UnfinishedFile& unfinished) {
  const auto lock = lock_place(home_);
  if (const Pattern why = objection(); !why.empty()) {
    const Message complaint(why, {message_value(printable(home_, 4096))});
    if (stake_ == Stake::nothing) {
      throw UnusableError(message("{0}; try again when it has ended", complaint));
    }
    const std::string kept = put_beside(unfinished, home_);
    is_unsaved_ = false;
    throw KeptElsewhere(message("{0}; the games played here are kept", complaint), home_, kept);
  }
  if (!unfinished.replace()) fail(not_replaced, home_);
  taken_ = identify(home_);
}

/// The pattern of the reason why the database, its place, may not be replaced; empty if it may.
Pattern WorkingCopy::objection() const {
  if (!same(taken_, identify(home_))) {
    return message_pattern("{0} has been replaced by another process");
  }
  if (has_log(home_)) {
    return message_pattern("{0} is open in another program, as the log beside it shows");
  }
  return {};
}

std::optional<WorkingCopy::Identity> WorkingCopy::identify(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    return Identity{status.st_dev, status.st_ino, status.st_size, change_time(status)};
  }
  if (errno != ENOENT) fail(not_read, path);
  return std::nullopt;
}

bool WorkingCopy::same(const std::optional<Identity>& a, const std::optional<Identity>& b) {
  if (!a || !b) return !a && !b;
  return a->device == b->device && a->file == b->file && a->size == b->size &&
         is_same_time(a->changed, b->changed);
}

}  // namespace schiri::db
