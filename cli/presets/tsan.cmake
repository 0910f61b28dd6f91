# With ThreadSanitizer:
#   cmake -C cli/presets/tsan.cmake -B build-tsan -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS" CACHE STRING "")
set(SCHIRI_TSAN ON CACHE BOOL "")
