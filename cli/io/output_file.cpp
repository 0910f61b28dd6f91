#include "cli/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include "cli/command.h"
#include "cli/io/folder_sync.h"
#include "core/descriptor.h"
#include "notation/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw UnusableError(printable(path, 4096) +
                      " cannot be written: " + std::generic_category().message(error));
}

/// The descriptor of this process that a path such as /dev/fd/1 names.
std::optional<int> own_descriptor(const fs::path& path) {
  const std::string number = path.filename().string();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (number.empty() || number.size() > 9 || !std::all_of(number.begin(), number.end(), is_digit)) {
    return std::nullopt;
  }
  std::error_code error;
  const fs::path folder = fs::canonical(path.parent_path(), error);
  if (error || folder != fs::canonical("/proc/self/fd", error)) return std::nullopt;
  return std::stoi(number);
}

/// What the links that a path names lead to, even if nothing is there yet.
std::string follow_links(const std::string& path) {
  constexpr int most_links = 40;
  fs::path at = path;
  for (int links = 0; links < most_links; ++links) {
    std::error_code error;
    if (own_descriptor(at)) return at.string();
    const fs::path target = fs::read_symlink(at, error);
    if (error) return at.string();
    at = at.parent_path() / target;
  }
  fail_to_write(path, ELOOP);
}

/// False if nothing can be asked about it.
bool ask(const std::string& path, int standard_descriptor, struct stat& status) {
  if (path == "-") return fstat(standard_descriptor, &status) == 0;
  return stat(path.c_str(), &status) == 0;
}

bool is_database(const std::string& path) {
  constexpr std::string_view header("SQLite format 3\0", 16);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string front(header.size(), '\0');
  file.read(front.data(), static_cast<std::streamsize>(front.size()));
  return file && front == header;
}

/// The database that a file of this name belongs to, or an empty text.
std::string database_of(const std::string& path) {
  for (const std::string_view suffix : {"", "-wal", "-shm", "-journal"}) {
    if (!path.ends_with(suffix)) continue;
    const std::string database = path.substr(0, path.size() - suffix.size());
    if (is_database(database)) return database;
  }
  return "";
}

/// Where the system shows an open file.
std::string path_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// A name of its own beside a file, which nothing has.
std::string unfinished_name(const std::string& path) {
  static std::atomic<int> files = 0;
  const std::string name =
      ".schiri-" + std::to_string(getpid()) + "-" + std::to_string(++files) + ".unfinished";
  std::string beside = (fs::path(path).parent_path() / name).string();
  unlink(beside.c_str());
  return beside;
}

/// On the disk, as far as the file system can do that.
bool sync(int descriptor) { return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

}  // namespace

bool writes_over(const std::string& output, const std::string& input) {
  struct stat written {};
  struct stat read {};
  const bool is_there = ask(output, STDOUT_FILENO, written);
  if (is_there != ask(input, STDIN_FILENO, read)) return false;
  if (is_there) {
    return S_ISREG(written.st_mode) && written.st_dev == read.st_dev &&
           written.st_ino == read.st_ino;
  }
  std::error_code error;
  return fs::weakly_canonical(follow_links(output), error) ==
         fs::weakly_canonical(follow_links(input), error);
}

bool is_one_of(const std::vector<std::string>& inputs, const std::string& output) {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const std::string& input) { return writes_over(output, input); });
}

void require_separate(const std::string& output, const std::vector<std::string>& others) {
  for (const std::string& other : others) {
    if (other.empty() || !writes_over(output, other)) continue;
    const bool same_name = output == other;
    throw UsageError(
        printable(output, 4096) + " cannot be written: it is " +
        (same_name ? "used" : "the same file as " + printable(other, 4096) + ", used") +
        " for something else by this command; name another file");
  }
}

void require_no_database(const std::string& path) {
  const std::string database = database_of(follow_links(path));
  if (database.empty()) return;
  throw UsageError(printable(path, 4096) + " cannot be written: " + printable(database, 4096) +
                   " is a database; name another file");
}

OutputFile::OutputFile(std::string path, const std::vector<std::string>& others)
    : path_(std::move(path)) {
  require_separate(path_, others);
  if (path_ == "-") return;
  packing_of(path_);
  const std::string target = follow_links(path_);
  const auto own = own_descriptor(target);
  if (own == STDOUT_FILENO) return;
  require_no_database(path_);
  if (own) {
    buffer_ = std::make_unique<DescriptorBuffer>(fcntl(*own, F_DUPFD_CLOEXEC, 0));
  } else {
    open(target);
  }
  if (buffer_->descriptor() < 0) fail(errno);
  open_stream();
}

OutputFile::~OutputFile() {
  if (!unfinished_path_.empty()) unlink(unfinished_path_.c_str());
}

/// A device or a pipe is written to, never replaced; nor is a file that is protected.
void OutputFile::open(const std::string& target) {
  struct stat status {};
  const bool is_there = stat(target.c_str(), &status) == 0;
  if (is_there && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    buffer_ = std::make_unique<DescriptorBuffer>(descriptor);
    return;
  }
  if (is_there && faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
  target_ = target;
  buffer_ = std::make_unique<DescriptorBuffer>(create());
  if (is_there && buffer_->descriptor() >= 0) take_after_old_file();
}

void OutputFile::open_stream() {
  const std::string_view packing = packing_of(path_);
  if (packing.empty()) {
    stream_ = std::make_unique<std::ostream>(buffer_.get());
    return;
  }
  packing_ = std::make_unique<PackingBuffer>(packing, *buffer_);
  stream_ = std::make_unique<std::ostream>(packing_.get());
}

/// In the folder of the target, if the system can without a name: then nothing is left of it
/// however this process ends.
int OutputFile::create() {
  const std::string folder = fs::path(target_).parent_path().string();
  const char* const place = folder.empty() ? "." : folder.c_str();
  const int nameless = ::open(place, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (nameless >= 0 && access(path_of(nameless).c_str(), F_OK) == 0) return nameless;
  if (nameless >= 0) ::close(nameless);
  unfinished_path_ = unfinished_name(target_);
  return ::open(unfinished_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/// Only a file with a name can take the place of another.
void OutputFile::give_name() {
  const std::string name = unfinished_name(target_);
  const std::string nameless = path_of(buffer_->descriptor());
  if (linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    fail(errno);
  }
  unfinished_path_ = name;
}

/// Who may read it, and as far as possible whose it is.
void OutputFile::take_after_old_file() const {
  struct stat old {};
  if (stat(target_.c_str(), &old) != 0) return;
  [[maybe_unused]] const int ignored = fchown(buffer_->descriptor(), old.st_uid, old.st_gid);
  if (fchmod(buffer_->descriptor(), old.st_mode & 07777) != 0) fail(errno);
}

std::ostream& OutputFile::stream() { return stream_ ? *stream_ : std::cout; }

void OutputFile::close() {
  if (!stream_ || closed_) return;
  closed_ = true;
  stream_->flush();
  if (packing_ && !packing_->finish() && buffer_->error() == 0) fail(ENOMEM);
  buffer_->pubsync();
  if (!target_.empty() && buffer_->error() == 0) {
    if (!sync(buffer_->descriptor())) fail(errno);
    if (unfinished_path_.empty()) give_name();
  }
  if (!buffer_->close()) fail(buffer_->error());
  stream_.reset();
  packing_.reset();
  buffer_.reset();
}

void OutputFile::commit() {
  close();
  if (target_.empty()) return;
  if (std::rename(unfinished_path_.c_str(), target_.c_str()) != 0) fail(errno);
  unfinished_path_.clear();
  sync_folder_of(target_);
}

void OutputFile::fail(int error) const { fail_to_write(path_, error); }

}  // namespace schiri::cli
