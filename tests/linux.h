#pragma once

#include "tests/catch.h"

#ifdef SCHIRI_POSIX
inline constexpr bool with_linux = false;
#else
inline constexpr bool with_linux = true;
#endif

/// Whether a build with SCHIRI_POSIX omits a test of what only Linux has. ctest then reports the
/// test as skipped.
inline bool is_omitted_without_linux() {
  if (!with_linux) WARN("not tested: only Linux has it");
  return !with_linux;
}
