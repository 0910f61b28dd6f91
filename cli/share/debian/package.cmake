# A Debian package of everything: `cpack -G DEB` in the build folder. dpkg-shlibdeps, of the package
# dpkg-dev, finds the dependencies of the program.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(NOT DPKG_SHLIBDEPS)
  message(STATUS "No packages can be made here: that takes dpkg-shlibdeps, of the package dpkg-dev")
  return()
endif()
set(CPACK_PACKAGE_VENDOR "The schiri authors")
set(CPACK_PACKAGE_CONTACT "${SCHIRI_CONTACT}")
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE "${SCHIRI_HOMEPAGE}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_PACKAGE_DESCRIPTION "Rules, records, bots, tournaments and ratings of Creeper, Springerjagd,
More or Less and Sperre, on the command line, with a library for C and C++
and a package for Python. It checks and converts game records, keeps them in
databases, lets bots play each other, pairs over-the-board events, and writes
reports and pages for the browser.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program loads this library itself, so dpkg-shlibdeps does not see it.
if(archive_name)
  execute_process(COMMAND dpkg-query --search */${archive_name} OUTPUT_VARIABLE archive_package)
  string(REGEX MATCH "^[^:]+" CPACK_DEBIAN_PACKAGE_DEPENDS "${archive_package}")
endif()
# The link to the library, the compiled files of Python, and what other packages need for the library.
set(debian ${CMAKE_CURRENT_LIST_DIR})
set(shlibs ${CMAKE_CURRENT_BINARY_DIR}/shlibs)
get_target_property(soversion schiri_shared SOVERSION)
file(CONFIGURE OUTPUT ${shlibs} CONTENT "libschiri @soversion@ schiri (>= @PROJECT_VERSION@)\n" @ONLY)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${debian}/triggers ${debian}/prerm ${shlibs})
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/compress.cmake)
set(CPACK_PROJECT_CONFIG_FILE ${debian}/date.cmake)
# For bots in Python, and clusters.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client")
set(CPACK_STRIP_FILES ON)
include(CPack)
