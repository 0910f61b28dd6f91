#include "core/base/files/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace schiri {

TemporaryFile::TemporaryFile() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  if (error) throw std::system_error(error, "the folder for temporary files (TMPDIR)");
  file_ = Descriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file_.is_open() && ::access(path().c_str(), R_OK) == 0) return;
  name_ = TemporaryName(folder);
  file_ = Descriptor(
      ::open(name_.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file_.is_open()) throw std::system_error(errno, std::generic_category(), folder);
}

std::string TemporaryFile::path() const {
  return name_.is_set() ? name_.path() : "/proc/self/fd/" + std::to_string(file_.number());
}

}  // namespace schiri
