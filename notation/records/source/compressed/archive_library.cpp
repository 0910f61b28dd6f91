#include "notation/records/source/compressed/archive_library.h"

#include <dlfcn.h>

#include <string>

#include "core/base/errors.h"

namespace schiri {

namespace {

[[noreturn]] void refuse() {
  const char* const error = dlerror();
  throw UnusableError(
      message("libarchive cannot be loaded: {0}", (error ? error : "unknown reason")));
}

template <class Function>
void find_function(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (!function) refuse();
}

ArchiveLibrary load() {
  void* const library = dlopen(SCHIRI_ARCHIVE_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) refuse();
  ArchiveLibrary loaded;
#define SCHIRI_FIND(name) find_function(library, "archive_" #name, loaded.name);
  SCHIRI_ARCHIVE_FUNCTIONS(SCHIRI_FIND)
#undef SCHIRI_FIND
  return loaded;
}

}  // namespace

const ArchiveLibrary& libarchive() {
  static const ArchiveLibrary library = load();
  return library;
}

}  // namespace schiri
