#include "cli/print/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/files/system.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct Compression {
  std::string_view ending;
  std::string_view name;  ///< of CompressingBuffer
};

constexpr Compression compressions[] = {
    {".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bzip2"}, {".xz", "xz"}};

constexpr std::string_view other_endings[] = {".zip",  ".7z",   ".rar", ".tar",  ".tgz",
                                              ".tbz",  ".tbz2", ".txz", ".tzst", ".lz4",
                                              ".lzma", ".br",   ".z"};

/// By the ending of a path, in any case; null if there is none.
const Compression* find_compression(const std::string& path) {
  const std::string name = lower_case(path);
  const auto found = std::find_if(
      std::begin(compressions), std::end(compressions),
      [&](const Compression& compression) { return name.ends_with(compression.ending); });
  return found == std::end(compressions) ? nullptr : found;
}

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
  if (error || folder != fs::canonical(open_files_folder, error)) return std::nullopt;
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

/// What SQLite adds to the name of a database for the files beside it; the first is itself.
constexpr std::string_view database_suffixes[] = {"", "-wal", "-shm", "-journal"};

/// The database to which a file of this name belongs, or an empty text.
std::string database_of(const std::string& path) {
  for (const std::string_view suffix : database_suffixes) {
    if (!path.ends_with(suffix)) continue;
    const std::string database = path.substr(0, path.size() - suffix.size());
    if (is_database(database)) return database;
  }
  return "";
}

/// Syncs a file to disk, if the file system supports that.
bool sync(int descriptor) { return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

bool is_within_character(char c) { return (c & '\xc0') == '\x80'; }

bool is_safe(char c) {
  return is_letter(c) || is_digit(c) || c == '.' || c == '-' || (c & '\x80') != 0;
}

}  // namespace

std::string_view compression_of(const std::string& path) {
  // An archive may be compressed as well: games.tar.gz.
  const std::string name = lower_case(without_compression_ending(path));
  for (const std::string_view ending : other_endings) {
    if (!name.ends_with(ending)) continue;
    throw InputError(
        message("{0} cannot be written: {1} is not supported for output; compressed "
                "files end in .gz, .zst, .bz2 or .xz",
                printable(path, 4096), ending));
  }
  const Compression* const compression = find_compression(path);
  if (!compression) return {};
  if (!compressing_buffer) {
    throw UnusableError(message(
        "{0} cannot be written: this schiri was built without libarchive, which compresses; "
        "specify a name without {1}",
        printable(path, 4096), compression->ending));
  }
  return compression->name;
}

std::string without_compression_ending(const std::string& path) {
  const Compression* const compression = find_compression(path);
  return compression ? path.substr(0, path.size() - compression->ending.size()) : path;
}

DescriptorBuffer::DescriptorBuffer(Descriptor file)
    : file_(std::move(file)), error_(file_.error()) {
  setp(room_.data(), room_.data() + room_.size());
}

bool DescriptorBuffer::close() {
  if (!file_.is_open()) return error_ == 0;
  write_out();
  // Some file systems report a full disk only now; the descriptor is closed nevertheless.
  const bool closed = ::close(file_.release()) == 0 || errno == EINTR;
  if (!closed && error_ == 0) error_ = errno;
  return error_ == 0;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (!write_out()) return traits_type::eof();
  if (character != traits_type::eof()) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() { return write_out() ? 0 : -1; }

bool DescriptorBuffer::write_out() {
  for (const char* at = pbase(); error_ == 0 && at < pptr();) {
    const ssize_t written = ::write(descriptor(), at, static_cast<std::size_t>(pptr() - at));
    if (written >= 0) {
      at += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(room_.data(), room_.data() + room_.size());
  return error_ == 0;
}

bool writes_over(const std::string& output, const std::string& input) {
  struct stat written {};
  struct stat read {};
  // The streams of a guest are no files.
  if (console::is_guest() && (output == "-" || input == "-")) return false;
  const bool is_there = ask(output, STDOUT_FILENO, written);
  if (is_there != ask(input, STDIN_FILENO, read)) return false;
  if (is_there) {
    return S_ISREG(written.st_mode) && written.st_dev == read.st_dev &&
           written.st_ino == read.st_ino;
  }
  // Relative names stay relative if their first part does not exist.
  const auto whole = [](const std::string& path) {
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(follow_links(path), error), error);
  };
  return whole(output) == whole(input);
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

std::vector<std::string> files_of_database(const std::string& database) {
  std::vector<std::string> files;
  for (const std::string_view suffix : database_suffixes)
    files.push_back(database + std::string(suffix));
  return files;
}

void require_no_part_of(const std::string& database, const std::vector<std::string>& inputs) {
  if (database.empty()) return;
  for (const std::string& part : files_of_database(database)) {
    for (const std::string& input : inputs) {
      if (input.empty() || !writes_over(part, input)) continue;
      throw InputError(
          message("{0} belongs to the database {1}, which this command uses, and cannot be read "
                  "as an input as well; specify the other files alone",
                  printable(input, 4096), printable(database, 4096)));
    }
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
    buffer_ = std::make_unique<DescriptorBuffer>(Descriptor(fcntl(*own, F_DUPFD_CLOEXEC, 0)));
  } else {
    open(target);
  }
  if (buffer_->error() != 0) fail_to_write();
  open_stream();
}

OutputFile::~OutputFile() {
  if (settled_ || std::uncaught_exceptions() > exceptions_) return;
  console::out.flush();
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
  buffer_ = std::make_unique<DescriptorBuffer>(unfinished_->create());
  if (is_there && !is_link && buffer_->descriptor() >= 0) take_after(old);
}

/// Opens a device or a pipe, if the user has specified it.
void OutputFile::open_special(const std::string& target) {
  if (link_ == Link::replace) {
    throw UnusableError(message("{0} cannot be written: it is not a file", printable(path_, 4096)));
  }
  Descriptor file(::open(target.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat opened {};
  const bool is_file =
      file.is_open() && fstat(file.number(), &opened) == 0 && S_ISREG(opened.st_mode);
  if (is_file) {
    throw UnusableError(message("{0} has been replaced; try again", printable(path_, 4096)));
  }
  buffer_ = std::make_unique<DescriptorBuffer>(std::move(file));
}

void OutputFile::open_stream() {
  const std::string_view compression = compression_of(path_);
  std::streambuf* below = buffer_.get();
  if (isatty(buffer_->descriptor())) below = &filter_.emplace(*buffer_);
  if (!compression.empty()) {
    compressor_ = compressing_buffer(compression, *below);
    below = compressor_.get();
  }
  guard_ = std::make_unique<Guard>(*this, *below);
  stream_ = std::make_unique<std::ostream>(guard_.get());
  stream_->exceptions(std::ios::badbit);
}

/// Copies the permissions and, if possible, the owner of the old file. As after any write, the file
/// runs as nobody else.
void OutputFile::take_after(const struct ::stat& old) const {
  [[maybe_unused]] const int ignored = fchown(buffer_->descriptor(), old.st_uid, old.st_gid);
  if (fchmod(buffer_->descriptor(), old.st_mode & 0777) != 0) fail(errno);
}

std::ostream& OutputFile::stream() { return stream_ ? *stream_ : console::out; }

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

bool is_database(const std::string& path) {
  constexpr std::string_view header("SQLite format 3\0", 16);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string front(header.size(), '\0');
  file.read(front.data(), static_cast<std::streamsize>(front.size()));
  return file && front == header;
}

std::string file_part(std::string_view text, std::size_t longest) {
  std::string part = printable(text, text.size());
  if (part.size() > longest) {
    while (longest > 0 && is_within_character(part[longest])) --longest;
    part.resize(longest);
  }
  std::replace_if(
      part.begin(), part.end(), [](char c) { return !is_safe(c); }, '_');
  if (part.starts_with('.') || part.starts_with('-')) part.front() = '_';
  return part;
}

}  // namespace schiri::cli
