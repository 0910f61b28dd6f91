#include "cli/working_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "cli/command.h"
#include "core/match/process.h"
#include "db/maintenance.h"
#include "notation/finding_log.h"

namespace schiri::cli {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  const int error = errno;
  throw UnusableError(printable(path, 4096) + " cannot be " + what + ": " + std::strerror(error));
}

void write_all(int file, const char* data, std::size_t size, const std::string& path) {
  while (size > 0) {
    const ssize_t written = write(file, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "written");
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

/// Copies a file and returns when the copy is on its disk.
void copy_file(const std::string& from, const std::string& to) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.is_open()) fail(from, "read");
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!target.is_open()) fail(to, "written");
  std::vector<char> buffer(std::size_t{1} << 20);
  while (true) {
    const ssize_t size = read(source.number(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail(from, "read");
    if (size == 0) break;
    write_all(target.number(), buffer.data(), static_cast<std::size_t>(size), to);
  }
  if (fsync(target.number()) != 0) fail(to, "written");
}

/// So that the name of a file in it is on the disk as well.
void sync_folder(const std::string& folder) {
  const Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open()) fsync(descriptor.number());
}

std::string folder_of(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

/// No other process on any machine that shares the storage takes the same.
std::string unfinished_name(const std::string& path) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  return path + ".unfinished-" + host + '-' + std::to_string(getpid());
}

}  // namespace

WorkingCopy::WorkingCopy(std::string home, const std::string& scratch)
    : home_(std::move(home)), folder_(scratch + "/schiri-XXXXXX") {
  if (!mkdtemp(folder_.data())) fail(scratch, "used as a folder to work in");
  path_ = folder_ + '/' + std::filesystem::path(home_).filename().string();
  try {
    taken_ = identify(home_);
    if (taken_) copy_file(home_, path_);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    throw;
  }
}

WorkingCopy::~WorkingCopy() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string WorkingCopy::fetch(const std::string& database, const std::string& name) const {
  std::string copy = folder_ + '/' + name;
  copy_file(database, copy);
  return copy;
}

void WorkingCopy::bring_back(const db::Store& store) {
  const std::string whole = folder_ + "/brought-back";
  const std::string unfinished = unfinished_name(home_);
  std::error_code ignored;
  std::filesystem::remove(whole, ignored);
  db::back_up(store, whole);
  try {
    copy_file(whole, unfinished);
    if (!same(taken_, identify(home_))) {
      throw UnusableError(printable(home_, 4096) +
                          " has been replaced by another process, which plays the same; what was "
                          "played here is dropped");
    }
    if (std::rename(unfinished.c_str(), home_.c_str()) != 0) fail(home_, "replaced");
  } catch (...) {
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
  sync_folder(folder_of(home_));
  taken_ = identify(home_);
  std::filesystem::remove(whole, ignored);
}

std::optional<WorkingCopy::Identity> WorkingCopy::identify(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    return Identity{status.st_dev, status.st_ino, status.st_size, status.st_mtim};
  }
  if (errno != ENOENT) fail(path, "read");
  return std::nullopt;
}

bool WorkingCopy::same(const std::optional<Identity>& a, const std::optional<Identity>& b) {
  if (!a || !b) return !a && !b;
  return a->device == b->device && a->file == b->file && a->size == b->size &&
         a->changed.tv_sec == b->changed.tv_sec && a->changed.tv_nsec == b->changed.tv_nsec;
}

}  // namespace schiri::cli
