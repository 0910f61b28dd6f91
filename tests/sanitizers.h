#pragma once

// The sanitizers of this build, and the tests that they cannot run.

#include "tests/catch.h"

#if defined(__has_feature)
#define SCHIRI_HAS_FEATURE(name) __has_feature(name)
#else
#define SCHIRI_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || SCHIRI_HAS_FEATURE(address_sanitizer)
inline constexpr bool with_address_sanitizer = true;
#else
inline constexpr bool with_address_sanitizer = false;
#endif

#if defined(__SANITIZE_THREAD__) || SCHIRI_HAS_FEATURE(thread_sanitizer)
inline constexpr bool with_thread_sanitizer = true;
#else
inline constexpr bool with_thread_sanitizer = false;
#endif

inline constexpr bool with_sanitizer = with_address_sanitizer || with_thread_sanitizer;

/// Whether this build omits a test because of what the sanitizer is said to do. ctest then reports
/// the test as skipped, and says why.
inline bool is_omitted_as_sanitizer(const char* does) {
  if (with_sanitizer) WARN("not tested: a sanitizer " << does);
  return with_sanitizer;
}

/// ThreadSanitizer calls the functions of a preloaded library before it is ready for them.
inline bool is_omitted_as_preloading() {
  return with_thread_sanitizer && is_omitted_as_sanitizer("starts before a preloaded library");
}
