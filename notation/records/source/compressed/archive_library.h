#pragma once

#ifdef SCHIRI_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>

namespace schiri {

#ifdef SCHIRI_ARCHIVE_LIBRARY
/// A function of libarchive. The library is loaded at the first call and not with the program: it
/// brings libraries for XML and Unicode, and all of them together make a start twice as long.
/// Throws UnusableError if it is missing.
void* archive_function(const char* name);

/// A function of libarchive without `archive_` before its name.
#define SCHIRI_ARCHIVE(name) \
  (reinterpret_cast<decltype(&archive_##name)>(archive_function("archive_" #name)))
#else
#define SCHIRI_ARCHIVE(name) (&archive_##name)
#endif

}  // namespace schiri
#endif
