#include "notation/records/byte_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace schiri {

FileSource::FileSource(const std::string& path) : path_(path), descriptor_(STDIN_FILENO) {
  if (path == "-") return;
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), path);
}

FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::size_t FileSource::read(char* buffer, std::size_t size) {
  while (true) {
    const ssize_t got = ::read(descriptor_, buffer, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(),
                              path_ == "-" ? "standard input" : path_);
    }
  }
}

std::size_t TextSource::read(char* buffer, std::size_t size) {
  const std::size_t taken = std::min(size, rest_.size());
  std::copy_n(rest_.data(), taken, buffer);
  rest_.remove_prefix(taken);
  return taken;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return unpacked(std::make_unique<FileSource>(path), path == "-" ? "standard input" : path);
}

}  // namespace schiri
