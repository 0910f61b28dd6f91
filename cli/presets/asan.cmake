# With AddressSanitizer and UndefinedBehaviorSanitizer:
#   cmake -C cli/presets/asan.cmake -B build-asan -G Ninja
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS" CACHE STRING "")
# Tests start the program thousands of times, which takes half as long without relocations.
set(CMAKE_EXE_LINKER_FLAGS "-no-pie" CACHE STRING "")
set(SCHIRI_ASAN ON CACHE BOOL "")
