#include "core/base/files/folder_sync.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "core/base/descriptor.h"

namespace schiri {

bool sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Descriptor opened(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.is_open() && (::fsync(opened.number()) == 0 || errno == EINVAL);
}

}  // namespace schiri
