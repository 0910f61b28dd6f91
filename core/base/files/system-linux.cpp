#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/base/files/system.h"

namespace schiri {

Descriptor open_nameless(const std::string& folder, int flags, mode_t mode) {
  Descriptor file(::open(folder.c_str(), flags | O_TMPFILE | O_CLOEXEC, mode));
  // Without /proc it can be neither named nor opened once more.
  if (file.is_open() && ::access(path_of(file.number()).c_str(), F_OK) != 0) file.close();
  return file;
}

bool name_file(int nameless, const std::string& name) {
  return ::linkat(AT_FDCWD, path_of(nameless).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
         0;
}

const char* const open_files_folder = "/proc/self/fd";

bool rename_new(const char* from, const char* to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0;
}

std::filesystem::path program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

void note_program(const char*) {}

namespace {

/// An entry as the system call returns it; opendir() would allocate memory.
struct KernelEntry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[1];
};

}  // namespace

void visit_names(int folder, void (*visit)(void* context, const char* name), void* context) {
  alignas(KernelEntry) std::array<char, 4096> buffer;
  while (true) {
    const long size = syscall(SYS_getdents64, folder, buffer.data(), buffer.size());
    if (size <= 0) return;
    for (long at = 0; at < size;) {
      const char* const entry = buffer.data() + at;
      const char* const name = entry + offsetof(KernelEntry, name);
      if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) visit(context, name);
      unsigned short length = 0;
      std::memcpy(&length, entry + offsetof(KernelEntry, length), sizeof length);
      at += length;
    }
  }
}

}  // namespace schiri
