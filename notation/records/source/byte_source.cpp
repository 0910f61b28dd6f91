#include "notation/records/source/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "notation/text/printable.h"

namespace schiri {

namespace {

std::atomic<std::uint64_t> file_bytes{0};
ReadBytes standard_input;

class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(ByteSource& source) : source_(source) {}
  std::size_t read(char* buffer, std::size_t size) override { return source_.read(buffer, size); }

 private:
  ByteSource& source_;
};

}  // namespace

void set_standard_input(ReadBytes read) { standard_input = std::move(read); }

std::uint64_t bytes_read_from_files() { return file_bytes.load(std::memory_order_relaxed); }

FileSource::FileSource(const std::string& path, Kind kind)
    : path_(path == "-" ? "standard input" : path), descriptor_(STDIN_FILENO) {
  if (path == "-" && standard_input) return;
  if (path != "-") {
    const int waits = kind == Kind::file ? O_NONBLOCK : 0;
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | waits);
  }
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path);
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) return;
  if (kind == Kind::file && !S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw std::system_error(EINVAL, std::generic_category(), path + " is not a file");
  }
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !isatty(descriptor_)) left_ = most_of_device;
}

FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::size_t FileSource::read(char* buffer, std::size_t size) {
  while (!ended_) {
    if (left_ == 0) {
      throw std::system_error(EFBIG, std::generic_category(),
                              path_ + " is a device, of which 64 MiB are read");
    }
    if (descriptor_ == STDIN_FILENO && standard_input) return standard_input(buffer, size);
    const ssize_t got = ::read(descriptor_, buffer, std::min(size, left_.value_or(size)));
    if (got >= 0) {
      if (left_) *left_ -= static_cast<std::size_t>(got);
      file_bytes.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
      ended_ = got == 0 && size != 0;
      return static_cast<std::size_t>(got);
    }
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), path_);
    }
  }
  return 0;
}

std::size_t TextSource::read(char* buffer, std::size_t size) {
  const std::size_t taken = std::min(size, rest_.size());
  std::copy_n(rest_.data(), taken, buffer);
  rest_.remove_prefix(taken);
  return taken;
}

PeekedSource::PeekedSource(std::unique_ptr<ByteSource> source, std::size_t size)
    : source_(std::move(source)), front_(size, '\0') {
  std::size_t got = 0;
  try {
    while (got < size) {
      const std::size_t more = source_->read(front_.data() + got, size - got);
      if (more == 0) break;
      got += more;
    }
  } catch (const std::system_error&) {
    failure_ = std::current_exception();
  }
  front_.resize(got);
}

std::size_t PeekedSource::read(char* buffer, std::size_t size) {
  if (at_ == front_.size() && failure_) std::rethrow_exception(failure_);
  if (at_ == front_.size()) return source_->read(buffer, size);
  const std::size_t taken = std::min(size, front_.size() - at_);
  std::copy_n(front_.data() + at_, taken, buffer);
  at_ += taken;
  return taken;
}

bool BufferedBytes::refill() {
  constexpr std::size_t size = std::size_t{1} << 16;
  buffer_.resize(size);
  buffer_.resize(source_.read(buffer_.data(), size));
  at_ = 0;
  return !buffer_.empty();
}

std::unique_ptr<ByteSource> borrowed(ByteSource& source) {
  return std::make_unique<BorrowedSource>(source);
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
  for (auto there = bytes_.bytes(); !there.empty(); there = bytes_.bytes()) {
    any = true;
    const std::size_t newline = there.find('\n');
    const std::size_t size = std::min(newline, there.size());
    const std::size_t room = most - std::min(most, line.size());
    too_long = too_long || size > room;
    line.append(there.substr(0, std::min(size, room)));
    bytes_.skip(newline == there.npos ? size : size + 1);
    if (newline != there.npos) break;
  }
  number_ += any;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  while (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return any;
}

}  // namespace schiri
