#include "cli/otb/acts/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "cli/otb/event/terms.h"
#include "core/base/errors.h"
#include "core/base/files/unfinished_file.h"
#include "core/base/files/whole_file.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

constexpr std::string_view before_digits = ",\"crc32\":\"", after_digits = "\"}";
constexpr std::size_t digits = 8;
constexpr std::size_t length = before_digits.size() + digits + after_digits.size();

bool is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

std::string ending_of(std::string_view covered) {
  const uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(covered.data()), covered.size());
  std::array<char, digits + 1> text{};
  std::snprintf(text.data(), text.size(), "%08lx", sum);
  return std::string(before_digits) + text.data() + std::string(after_digits);
}

std::string_view without_brace(std::string_view object) {
  if (object.ends_with('}')) object.remove_suffix(1);
  return object;
}

}  // namespace

std::string with_checksum(std::string_view object) {
  const std::string_view covered = without_brace(object);
  return std::string(covered) + ending_of(covered);
}

bool has_checksum(std::string_view line) {
  if (line.size() <= length || !line.ends_with(after_digits)) return false;
  const std::string_view tail = line.substr(line.size() - length);
  const std::string_view number = tail.substr(before_digits.size(), digits);
  return tail.starts_with(before_digits) && std::all_of(number.begin(), number.end(), is_digit);
}

std::optional<ChecksumFault> checksum_fault(std::string_view line) {
  const bool is_missing = !has_checksum(line);
  std::string right =
      ending_of(is_missing ? without_brace(line) : line.substr(0, line.size() - length));
  if (!is_missing && line.ends_with(right)) return std::nullopt;
  return ChecksumFault{is_missing, std::move(right)};
}

namespace {

/// The message names the right checksum, so that a user who knows the line can accept it.
Message complaint_about(const ChecksumFault& fault) {
  return fault.is_missing
             ? message(
                   "the line has no checksum: it was changed by something other than schiri; "
                   "restore the file from a copy, or, if the line is correct as it is, end it "
                   "with {0}",
                   fault.right)
             : message(
                   "the line does not match its checksum: it was changed by something other "
                   "than schiri; restore the file from a copy, or, if the line is correct as it "
                   "is, end it with {0}",
                   fault.right);
}

}  // namespace

std::vector<JournalLine> journal_lines(std::string_view text) {
  std::vector<JournalLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    lines.push_back({lines.size() + 1, line, end < text.size(), Json::parse_if_valid(line)});
    at = end + 1;
  }
  return lines;
}

std::size_t count_whole(const std::vector<JournalLine>& lines) {
  std::size_t last = lines.size();
  while (last > 0 && lines[last - 1].may_be_torn()) --last;
  if (last == 0) return 0;
  const JournalLine& line = lines[last - 1];
  const std::size_t begin = last - std::min(line.part(), last);
  const bool is_complete = line.part() >= line.parts() &&
                           std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                       lines.begin() + static_cast<std::ptrdiff_t>(last),
                                       [](const JournalLine& one) { return !one.may_be_torn(); });
  return is_complete ? last : begin;
}

void verify(JournalLine& line) {
  if (!line.reads() && !has_checksum(line.text)) throw JsonError("an incomplete line");
  if (line.reads() && line.act->at("v") != journal_version) {
    throw EventError(message(
        "the line is of version {0} of event files; this version of schiri reads version {1} only; "
        "use the version that wrote it",
        printable(line.act->at("v").dump()), journal_version));
  }
  if (const auto fault = checksum_fault(line.text)) throw EventError(complaint_about(*fault));
  if (!line.reads()) throw JsonError("not JSON");
  line.act->erase(checksum_key);
}

namespace {

[[noreturn]] void give_up(const std::string& path, const Message& what) {
  throw UnusableError(message("{0}: {1}", printable(path, 4096), what));
}

[[noreturn]] void give_up_writing(const std::string& path) {
  give_up(path, message("cannot be written: {0}", system_message(errno)));
}

}  // namespace

void JournalFile::create(const std::string& path, std::string_view text) {
  const auto require_new = [&](bool is_new) {
    if (!is_new && errno == EEXIST) give_up(path, message("the file exists already"));
    if (!is_new) give_up(path, message("cannot be created: {0}", system_message(errno)));
  };
  if (std::filesystem::exists(std::filesystem::symlink_status(path))) {
    give_up(path, message("the file exists already"));
  }
  UnfinishedFile unfinished(path);
  const Descriptor file = unfinished.create();
  require_new(file.is_open());
  if (!write_to_disk(file.number(), text)) give_up_writing(path);
  require_new(unfinished.give_name(file.number()) && unfinished.put_new());
}

JournalFile::JournalFile(const std::string& path, Access access) : path_(path) {
  if (access == Access::read) {
    open(O_RDONLY);
    was_at_rest_ = ::flock(file_.number(), LOCK_SH | LOCK_NB) == 0;
    return;
  }
  struct stat status {};
  do {
    open(O_RDWR);
    if (::fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
      give_up(path, message("cannot be written: it is not a file"));
    }
    lock();
  } while (!is_in_place());  // replaced while this waited: the lock is on a file without a name
}

void JournalFile::open(int flags) {
  file_ = Descriptor(::open(path_.c_str(), flags | O_CLOEXEC));
  if (!file_.is_open()) give_up(path_, message("cannot be opened: {0}", system_message(errno)));
}

/// Is the open file the one that has the path?
bool JournalFile::is_in_place() const {
  struct stat own {
  }, named{};
  return ::fstat(file_.number(), &own) == 0 && ::stat(path_.c_str(), &named) == 0 &&
         own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

void JournalFile::lock() {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (::flock(file_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EINTR && errno != EWOULDBLOCK) {
      give_up(path_, message("cannot be locked: {0}", system_message(errno)));
    }
    if (std::chrono::steady_clock::now() >= end) {
      give_up(path_,
              message("another command has been writing to it for ten seconds; try again later"));
    }
    std::this_thread::sleep_for(5ms);
  }
}

std::string JournalFile::read() {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  std::optional<std::string> read = read_descriptor(file_.number(), most_bytes);
  if (!read && errno == EFBIG) {
    give_up(path_, message("is larger than 64 MiB, the limit of event files"));
  }
  if (!read) give_up(path_, message("cannot be read: {0}", system_message(errno)));
  std::string text = std::move(*read);
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
  if (write_to_disk(file_.number(), (ends_in_line_ ? "\n" : "") + std::string(lines))) {
    if (is_in_place()) return;
    give_up(path_,
            message("another file took its place while the change was written; that file does "
                    "not have the change, so make it again"));
  }
  const Message reason = system_message(errno);
  take_back();
  give_up(path_, message("cannot be written: {0}; it is unchanged", reason));
}

void JournalFile::take_back() { cut(size_before_); }

namespace {

/// Opens a regular file for appending that is neither a symbolic link nor has other hard links; not
/// open, with errno, otherwise.
Descriptor open_own(const std::string& path) {
  Descriptor file(::open(
      path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return {};
  if (S_ISREG(status.st_mode) && status.st_nlink == 1) return file;
  errno = EEXIST;
  return {};
}

}  // namespace

void JournalFile::keep_torn() {
  const Descriptor aside = open_own(torn_path());
  if (!aside.is_open() ||
      !write_to_disk(aside.number(), torn_ + (torn_.back() == '\n' ? "" : "\n")) ||
      !sync_folder_of(torn_path())) {
    give_up_writing(torn_path());
  }
  cut(::lseek(file_.number(), 0, SEEK_END) - static_cast<off_t>(torn_.size()));
  torn_.clear();
}

void JournalFile::cut(off_t size) {
  if (::ftruncate(file_.number(), size) != 0 || ::fsync(file_.number()) != 0)
    give_up_writing(path_);
}

}  // namespace schiri::otb
