#include "cli/print/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <system_error>

#include "cli/print/database_file.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/system_message.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw UnusableError(
      message("{0} cannot be written: {1}", printable(path, 4096), system_message(error)));
}

/// The descriptor of this process for a path such as /dev/fd/1.
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

/// The target of the links of a path, even if it does not exist yet.
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

/// Returns false if the file cannot be examined.
bool ask(const std::string& path, int standard_descriptor, struct stat& status) {
  if (path == "-") return fstat(standard_descriptor, &status) == 0;
  return stat(path.c_str(), &status) == 0;
}

/// The database to which a file of this name belongs, or an empty text.
std::string database_of(const std::string& path) {
  for (const std::string_view suffix : {"", "-wal", "-shm", "-journal"}) {
    if (!path.ends_with(suffix)) continue;
    const std::string database = path.substr(0, path.size() - suffix.size());
    if (is_database(database)) return database;
  }
  return "";
}

/// Syncs a file to disk, if the file system supports that.
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
    if (output == other) {
      throw InputError(
          message("{0} cannot be written: it is used for something else by this "
                  "command; specify another file",
                  printable(output, 4096)));
    }
    throw InputError(
        message("{0} cannot be written: it is the same file as {1}, used for something "
                "else by this command; specify another file",
                printable(output, 4096), printable(other, 4096)));
  }
}

void require_no_database(const std::string& path) {
  const std::string database = database_of(follow_links(path));
  if (database.empty()) return;
  throw InputError(message("{0} cannot be written: {1} is a database; specify another file",
                           printable(path, 4096), printable(database, 4096)));
}

/// Forwards everything, and throws if it cannot be written.
class OutputFile::Guard final : public std::streambuf {
 public:
  Guard(const OutputFile& file, std::streambuf& below) : file_(file), below_(below) {}

 protected:
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return 0;
    const int_type put = below_.sputc(traits_type::to_char_type(character));
    if (traits_type::eq_int_type(put, traits_type::eof())) file_.fail_to_write();
    return put;
  }
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    if (below_.sputn(bytes, count) != count) file_.fail_to_write();
    return count;
  }
  int sync() override {
    if (below_.pubsync() != 0) file_.fail_to_write();
    return 0;
  }

 private:
  const OutputFile& file_;
  std::streambuf& below_;
};

OutputFile::OutputFile(std::string path, const std::vector<std::string>& others, Link link)
    : path_(std::move(path)), link_(link) {
  require_separate(path_, others);
  if (path_ == "-") return;
  compression_of(path_);
  const std::string target = link == Link::follow ? follow_links(path_) : path_;
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
  if (settled_ || std::uncaught_exceptions() > exceptions_) return;
  std::cout.flush();
  print_message(message("something is wrong inside of schiri: {0} was never completed",
                        printable(path_, 4096)));
  std::abort();
}

/// A write-protected file is not replaced.
void OutputFile::open(const std::string& target) {
  struct stat old {};
  const bool is_there = lstat(target.c_str(), &old) == 0;
  const bool is_link = is_there && S_ISLNK(old.st_mode);
  if (is_there && !is_link && !S_ISREG(old.st_mode)) return open_special(target);
  if (is_there && !is_link && faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0)
    fail(errno);
  unfinished_.emplace(target);
  buffer_ = std::make_unique<DescriptorBuffer>(unfinished_->create().release());
  if (is_there && !is_link && buffer_->descriptor() >= 0) take_after(old);
}

/// Opens a device or a pipe, if the user has specified it.
void OutputFile::open_special(const std::string& target) {
  if (link_ == Link::replace) {
    throw UnusableError(message("{0} cannot be written: it is not a file", printable(path_, 4096)));
  }
  const int descriptor = ::open(target.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  buffer_ = std::make_unique<DescriptorBuffer>(descriptor);
  struct stat opened {};
  const bool is_file = fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode);
  if (is_file) {
    throw UnusableError(message("{0} has been replaced; try again", printable(path_, 4096)));
  }
}

void OutputFile::open_stream() {
  const std::string_view compression = compression_of(path_);
  std::streambuf* below = buffer_.get();
  if (isatty(buffer_->descriptor())) below = &filter_.emplace(*buffer_);
  if (!compression.empty()) {
    compressor_ = std::make_unique<CompressingBuffer>(compression, *below);
    below = compressor_.get();
  }
  guard_ = std::make_unique<Guard>(*this, *below);
  stream_ = std::make_unique<std::ostream>(guard_.get());
  stream_->exceptions(std::ios::badbit);
}

/// Copies the permissions and, if possible, the owner of the old file.
void OutputFile::take_after(const struct ::stat& old) const {
  [[maybe_unused]] const int ignored = fchown(buffer_->descriptor(), old.st_uid, old.st_gid);
  if (fchmod(buffer_->descriptor(), old.st_mode & 07777) != 0) fail(errno);
}

std::ostream& OutputFile::stream() { return stream_ ? *stream_ : std::cout; }

void OutputFile::close() {
  if (!stream_ || closed_) return;
  closed_ = true;
  if (compressor_ && !compressor_->finish()) fail_to_write();
  filter_.reset();
  buffer_->pubsync();
  if (unfinished_ && buffer_->error() == 0) {
    if (!sync(buffer_->descriptor()) || !unfinished_->give_name(buffer_->descriptor())) fail(errno);
  }
  if (!buffer_->close()) fail_to_write();
  stream_.reset();
  guard_.reset();
  compressor_.reset();
  buffer_.reset();
}

void OutputFile::commit() {
  close();
  if (unfinished_ && !unfinished_->replace()) fail(errno);
  settled_ = true;
}

void OutputFile::fail(int error) const { schiri::cli::fail_to_write(path_, error); }

/// Compression fails if its output cannot be written, otherwise only for lack of memory.
void OutputFile::fail_to_write() const { fail(buffer_->error() != 0 ? buffer_->error() : ENOMEM); }

}  // namespace schiri::cli
