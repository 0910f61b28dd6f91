#include "notation/records/source/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "notation/text/printable.h"

namespace schiri {

namespace {

std::atomic<std::uint64_t> file_bytes{0};
ReadBytes standard_input;

}  // namespace

void set_standard_input(ReadBytes read) { standard_input = std::move(read); }

std::uint64_t bytes_read_from_files() { return file_bytes.load(std::memory_order_relaxed); }

std::size_t ByteSource::get(char* buffer, std::size_t size) {
  if (failure_) std::rethrow_exception(failure_);
  const std::size_t got = ended_ ? 0 : fetch(buffer, size);
  ended_ = got == 0;
  return got;
}

std::size_t ByteSource::read(char* buffer, std::size_t size) {
  if (size == 0) return 0;
  if (at_ == held_.size()) return get(buffer, size);
  const std::size_t taken = std::min(size, held_.size() - at_);
  std::copy_n(held_.data() + at_, taken, buffer);
  at_ += taken;
  return taken;
}

/// False at the end and at an error.
bool ByteSource::hold_more() {
  constexpr std::size_t step = std::size_t{1} << 16;
  const std::size_t before = held_.size();
  held_.resize(before + step);
  std::size_t got = 0;
  try {
    got = get(held_.data() + before, step);
  } catch (...) {
    failure_ = std::current_exception();
  }
  held_.resize(before + got);
  return got > 0;
}

bool ByteSource::refill() {
  held_.clear();
  at_ = 0;
  const bool any = hold_more();
  if (!any && failure_) std::rethrow_exception(failure_);
  return any;
}

std::string_view ByteSource::front(std::size_t size) {
  held_.erase(0, std::exchange(at_, 0));
  while (held_.size() < size && hold_more()) {
  }
  return std::string_view(held_).substr(0, size);
}

FileSource::FileSource(const std::string& path, Kind kind)
    : path_(path == "-" ? "standard input" : path) {
  if (path == "-" && standard_input) return;
  if (path != "-") {
    const int waits = kind == Kind::file ? O_NONBLOCK : 0;
    file_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | waits));
    if (!file_.is_open()) throw std::system_error(file_.error(), std::generic_category(), path);
  }
  const int number = file_.is_open() ? file_.number() : STDIN_FILENO;
  struct stat status {};
  if (fstat(number, &status) != 0) return;
  if (kind == Kind::file && !S_ISREG(status.st_mode)) {
    throw std::system_error(EINVAL, std::generic_category(), path + " is not a file");
  }
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !isatty(number)) left_ = most_of_device;
}

std::size_t FileSource::fetch(char* buffer, std::size_t size) {
  if (left_ == 0) {
    throw std::system_error(EFBIG, std::generic_category(),
                            path_ + " is a device, of which 64 MiB are read");
  }
  if (!file_.is_open() && standard_input) return standard_input(buffer, size);
  const int number = file_.is_open() ? file_.number() : STDIN_FILENO;
  while (true) {
    const ssize_t got = ::read(number, buffer, std::min(size, left_.value_or(size)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::generic_category(), path_);
    if (left_) *left_ -= static_cast<std::size_t>(got);
    file_bytes.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    return static_cast<std::size_t>(got);
  }
}

std::size_t TextSource::fetch(char* buffer, std::size_t size) {
  const std::size_t taken = std::min(size, rest_.size());
  std::copy_n(rest_.data(), taken, buffer);
  rest_.remove_prefix(taken);
  return taken;
}

std::optional<std::string> read_all(ByteSource& source, std::size_t most) {
  std::string text, buffer(std::size_t{1} << 16, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (size > most - text.size()) return std::nullopt;
    text.append(buffer, 0, size);
  }
  return text;
}

bool LineSource::next(std::string& line, std::size_t most, bool& too_long) {
  line.clear();
  too_long = false;
  bool any = false;
  for (auto there = source_.bytes(); !there.empty(); there = source_.bytes()) {
    any = true;
    const std::size_t newline = there.find('\n');
    const std::size_t size = std::min(newline, there.size());
    const std::size_t room = most - std::min(most, line.size());
    too_long = too_long || size > room;
    line.append(there.substr(0, std::min(size, room)));
    source_.skip(newline == there.npos ? size : size + 1);
    if (newline != there.npos) break;
  }
  number_ += any;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  while (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return any;
}

}  // namespace schiri
