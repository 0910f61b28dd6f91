#include "cli/io/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "cli/command.h"
#include "cli/io/folder_sync.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

[[noreturn]] void give_up(const std::string& path, const std::string& what) {
  throw UnusableError(printable(path, 4096) + ": " + what);
}

std::string system_reason() { return std::strerror(errno); }

[[noreturn]] void give_up_writing(const std::string& path) {
  give_up(path, "cannot be written: " + system_reason());
}

/// Writes and waits for the disk. False, with errno, if that fails.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return ::fsync(descriptor) == 0;
}

/// Gives a complete file its name unless there is one. False, with errno, if that fails.
bool give_name(const std::string& unfinished, const std::string& path) {
  if (::link(unfinished.c_str(), path.c_str()) == 0) return true;
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return false;
  // A file system without links.
  if (::access(path.c_str(), F_OK) == 0) {
    errno = EEXIST;
    return false;
  }
  return std::rename(unfinished.c_str(), path.c_str()) == 0;
}

/// A file that is removed with this object.
struct UnfinishedFile {
  std::string path;
  ~UnfinishedFile() { ::unlink(path.c_str()); }
};

}  // namespace

void JournalFile::create(const std::string& path, std::string_view text) {
  if (std::filesystem::exists(std::filesystem::symlink_status(path))) {
    give_up(path, "the file exists already");
  }
  const UnfinishedFile unfinished{path + ".unfinished-" + std::to_string(getpid())};
  const Descriptor file(
      ::open(unfinished.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.is_open()) give_up(path, "cannot be created: " + system_reason());
  if (!write_all(file.number(), text)) give_up_writing(path);
  if (!give_name(unfinished.path, path)) {
    give_up(path,
            errno == EEXIST ? "the file exists already" : "cannot be created: " + system_reason());
  }
  if (sync_folder_of(path)) return;
  const std::string reason = system_reason();
  ::unlink(path.c_str());
  give_up(path, "cannot be created: " + reason);
}

JournalFile::JournalFile(const std::string& path, Access access) : path_(path) {
  const bool writes = access == Access::write;
  file_ = Descriptor(::open(path.c_str(), (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC));
  if (!file_.is_open()) give_up(path, "cannot be opened: " + system_reason());
  if (writes) {
    lock();
  } else {
    was_at_rest_ = ::flock(file_.number(), LOCK_SH | LOCK_NB) == 0;
  }
}

void JournalFile::lock() {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR && errno != EWOULDBLOCK) {
      give_up(path_, "cannot be locked: " + system_reason());
    }
    if (std::chrono::steady_clock::now() >= end) {
      give_up(path_, "another command has been writing to it for ten seconds; try again later");
    }
    std::this_thread::sleep_for(5ms);
  }
}

std::string JournalFile::read() {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(file_.number(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) give_up(path_, "cannot be read: " + system_reason());
    if (got == 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ends_in_line_ = !text.empty() && text.back() != '\n';
  return text;
}

void JournalFile::set_torn(std::string text) {
  torn_ = std::move(text);
  ends_in_line_ = false;
}

void JournalFile::append(std::string_view lines) {
  if (!torn_.empty()) keep_torn();
  size_before_ = ::lseek(file_.number(), 0, SEEK_END);
  if (size_before_ < 0) give_up_writing(path_);
  if (write_all(file_.number(), (ends_in_line_ ? "\n" : "") + std::string(lines))) return;
  const std::string reason = system_reason();
  take_back();
  give_up(path_, "cannot be written: " + reason + "; it is as it was");
}

void JournalFile::take_back() { cut(size_before_); }

void JournalFile::keep_torn() {
  const Descriptor aside(
      ::open(torn_path().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!aside.is_open() || !write_all(aside.number(), torn_ + (torn_.back() == '\n' ? "" : "\n"))) {
    give_up_writing(torn_path());
  }
  cut(::lseek(file_.number(), 0, SEEK_END) - static_cast<off_t>(torn_.size()));
  torn_.clear();
}

void JournalFile::cut(off_t size) {
  if (::ftruncate(file_.number(), size) != 0 || ::fsync(file_.number()) != 0)
    give_up_writing(path_);
}

}  // namespace schiri::cli
