# A Debian package: `cpack -G DEB` in the build folder. dpkg-shlibdeps, of the package dpkg-dev, finds
# the dependencies of the program.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(NOT DPKG_SHLIBDEPS)
  message(STATUS "No packages can be made here: that takes dpkg-shlibdeps, of the package dpkg-dev")
  return()
endif()
set(CPACK_PACKAGE_VENDOR "The schiri authors")
set(CPACK_PACKAGE_CONTACT "The schiri authors <authors@schiri.invalid>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program loads this library itself, so dpkg-shlibdeps does not see it.
execute_process(COMMAND dpkg-query --search */${archive_name} OUTPUT_VARIABLE archive_package)
string(REGEX MATCH "^[^:]+" CPACK_DEBIAN_PACKAGE_DEPENDS "${archive_package}")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# For bots in Python, and clusters.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client")
set(CPACK_STRIP_FILES ON)
include(CPack)
