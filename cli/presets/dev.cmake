# For development: each file is compiled alone, so that one that has changed is soon in the program.
#   cmake -C cli/presets/dev.cmake -B build-dev -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS" CACHE STRING "")
set(SCHIRI_WERROR ON CACHE BOOL "")
set(SCHIRI_ENGINE OFF CACHE STRING "")
find_program(SCHIRI_CCACHE ccache)
if(SCHIRI_CCACHE)
  # It keeps what has a precompiled header only if it need not look for macros of the time.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${SCHIRI_CCACHE} CACHE STRING "")
endif()
