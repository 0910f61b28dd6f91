#include "notation/records/source/compressed/archive_library.h"

#include <dlfcn.h>

#include "core/base/errors.h"

#ifdef SCHIRI_ARCHIVE_LIBRARY
namespace schiri {

void* archive_function(const char* name) {
  static void* const library =
      dlopen(SCHIRI_ARCHIVE_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (void* const function = library ? dlsym(library, name) : nullptr) return function;
  const char* const error = dlerror();
  throw UnusableError(
      message("libarchive cannot be loaded: {0}", (error ? error : "unknown reason")));
}

}  // namespace schiri
#endif
