#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

#include <filesystem>
#include <string>

#include "core/base/descriptor.h"

/// What systems do differently with files: system-linux.cpp does it by calls of Linux,
/// system-posix.cpp as well as POSIX permits.
namespace schiri {

/// Opens a file without a name in the folder, which vanishes unless name_file() names it. Not open,
/// with errno, if the system or the file system has none; on POSIX always.
Descriptor open_nameless(const std::string& folder, int flags, mode_t mode);
/// Gives an unused name to such a file. False, with errno, if that fails.
bool name_file(int nameless, const std::string& name);
/// The folder of the files that this process has open, by their numbers.
extern const char* const open_files_folder;
/// A path by which an open file can be opened once more.
inline std::string path_of(int descriptor) {
  return open_files_folder + ('/' + std::to_string(descriptor));
}

/// Renames a file to a name that does not exist, at once. False, with errno, if that fails: EEXIST
/// if something is there, ENOSYS or EINVAL if the system or the file system cannot do it; POSIX
/// cannot.
bool rename_new(const char* from, const char* to);

/// The path of this program, free of links; empty if the system does not tell. On POSIX it follows
/// from the name by which the program was called, which note_program() remembers at the start.
std::filesystem::path program_path();
void note_program(const char* called);

/// Calls `visit(context, name)` for each name in an open folder but . and .. . On Linux
/// async-signal-safe; on POSIX it allocates memory.
void visit_names(int folder, void (*visit)(void* context, const char* name), void* context);
template <class Visitor>
void visit_names(int folder, Visitor&& visitor) {
  visit_names(
      folder,
      [](void* context, const char* name) { (*static_cast<decltype(&visitor)>(context))(name); },
      &visitor);
}

/// When a file was last changed.
inline timespec change_time(const struct stat& state) {
#ifdef __APPLE__
  return state.st_mtimespec;
#else
  return state.st_mtim;
#endif
}

inline bool is_same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace schiri
