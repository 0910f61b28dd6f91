#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "core/base/files/system.h"
#include "core/base/text.h"

namespace schiri {

Descriptor open_nameless(const std::string&, int, mode_t) {
  errno = ENOTSUP;
  return Descriptor();
}

bool name_file(int, const std::string&) {
  errno = ENOTSUP;
  return false;
}

const char* const open_files_folder = "/dev/fd";

bool rename_new(const char*, const char*) {
  errno = ENOSYS;
  return false;
}

namespace {

std::filesystem::path& noted_program() {
  static std::filesystem::path program;
  return program;
}

}  // namespace

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::canonical(noted_program(), error);
}

void note_program(const char* called) {
  namespace fs = std::filesystem;
  const char* const folders = std::getenv("PATH");
  std::error_code ignored;
  if (std::strchr(called, '/') || !folders) {
    noted_program() = fs::absolute(called, ignored);
    return;
  }
  for (const std::string_view folder : split(folders, ':')) {
    const fs::path file = fs::absolute(fs::path(folder) / called, ignored);
    if (::access(file.c_str(), X_OK) != 0) continue;
    noted_program() = file;
    return;
  }
}

void visit_names(int folder, void (*visit)(void* context, const char* name), void* context) {
  const int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR* const entries = copy < 0 ? nullptr : fdopendir(copy);
  if (!entries && copy >= 0) ::close(copy);
  while (const dirent* const entry = entries ? readdir(entries) : nullptr) {
    const char* const name = entry->d_name;
    if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) visit(context, name);
  }
  if (entries) closedir(entries);
}

}  // namespace schiri
