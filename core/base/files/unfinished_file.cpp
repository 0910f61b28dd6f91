#include "core/base/files/unfinished_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "core/base/files/system.h"
#include "core/base/files/whole_file.h"

namespace schiri {

namespace {

constexpr const char* ending = ".unfinished";

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

/// Does the error mean that the file system has no links?
bool lacks_links(int error) {
  return error == EPERM || error == EOPNOTSUPP || error == ENOSYS || error == EMLINK;
}

/// False, with errno, also if something is there. If the system cannot rename so, what appears
/// there at the same moment is replaced.
bool rename_unless_there(const char* from, const char* to) {
  if (rename_new(from, to)) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  struct stat state {};
  if (lstat(to, &state) != 0) return std::rename(from, to) == 0;
  errno = EEXIST;
  return false;
}

}  // namespace

/// In the folder of the target, without a name if the system permits: then nothing is left of the
/// file however this process ends.
Descriptor UnfinishedFile::create(mode_t mode) {
  const std::string folder = folder_of(target_);
  Descriptor nameless = open_nameless(folder.empty() ? "." : folder, O_WRONLY, mode);
  if (nameless.is_open()) return nameless;
  name_ = TemporaryName(folder, ending);
  Descriptor named(
      ::open(name_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!named.is_open()) name_.keep();
  return named;
}

bool UnfinishedFile::give_name(int descriptor) {
  if (name_.is_set()) return true;
  name_ = TemporaryName(folder_of(target_), ending);
  if (name_file(descriptor, name_.path())) return true;
  name_.keep();
  return false;
}

bool UnfinishedFile::replace() {
  if (std::rename(name_.path().c_str(), target_.c_str()) != 0) return false;
  name_.keep();
  sync_folder_of(target_);
  return true;
}

bool UnfinishedFile::put_new(const std::string& place) {
  if (::link(name_.path().c_str(), place.c_str()) != 0) {
    if (!lacks_links(errno)) return false;
    if (!rename_unless_there(name_.path().c_str(), place.c_str())) return false;
    name_.keep();
  }
  if (sync_folder_of(place)) return true;
  const int error = errno;
  ::unlink(place.c_str());
  errno = error;
  return false;
}

}  // namespace schiri
