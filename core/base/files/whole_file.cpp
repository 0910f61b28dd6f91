#include "core/base/files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "core/base/descriptor.h"

namespace schiri {

std::optional<std::string> read_descriptor(int descriptor, std::size_t most) {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
    if (text.size() <= most) continue;
    errno = EFBIG;
    return std::nullopt;
  }
}

CopyFailure copy_all(int from, int to) {
  std::string buffer(std::size_t{1} << 20, '\0');
  while (true) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CopyFailure::reading;
    if (got == 0) return CopyFailure::none;
    if (!write_all(to, {buffer.data(), static_cast<std::size_t>(got)})) return CopyFailure::writing;
  }
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

bool write_to_disk(int descriptor, std::string_view bytes) {
  return write_all(descriptor, bytes) && ::fsync(descriptor) == 0;
}

bool sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Descriptor opened(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && (::fsync(opened.number()) == 0 || errno == EINVAL);
}

}  // namespace schiri
