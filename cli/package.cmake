# A Debian package: `cpack -G DEB` in the build folder.
set(CPACK_PACKAGE_VENDOR "The schiri authors")
set(CPACK_PACKAGE_CONTACT "The schiri authors <authors@schiri.invalid>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# Bots in Python, and clusters.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client")
set(CPACK_STRIP_FILES ON)

# package_dependencies(OUTPUT): what the program was linked with here, for where dpkg-shlibdeps
# cannot look. It runs with no older versions than those that it was built with.
function(package_dependencies output)
  execute_process(COMMAND getconf GNU_LIBC_VERSION OUTPUT_VARIABLE libc ERROR_QUIET)
  string(REGEX MATCH "[0-9]+\\.[0-9]+" libc "${libc}")
  string(REGEX MATCH "^[0-9]+" compiler "${CMAKE_CXX_COMPILER_VERSION}")
  if(NOT libc)
    set(libc 2.36)
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(compiler 12)
  endif()
  # Its package is called by the number of its interface, 2 on Debian 12 and 3 since.
  get_filename_component(utf8proc "${pkgcfg_lib_utf8proc_utf8proc}" REALPATH)
  string(REGEX MATCH "\\.so\\.([0-9]+)" number "${utf8proc}")
  set(number "${CMAKE_MATCH_1}")
  if(NOT number)
    set(number 2)
  endif()
  string(JOIN ", " dependencies "libarchive13 (>= ${LibArchive_VERSION})"
         "libbz2-1.0 (>= ${BZIP2_VERSION_STRING})" "libc6 (>= ${libc})" "libedit2 (>= 3.1)" "libgcc-s1 (>= ${compiler})"
         "liblzma5 (>= ${LIBLZMA_VERSION_STRING})" "libmd0 (>= ${libmd_VERSION})" "libsqlite3-0 (>= ${SQLite3_VERSION})"
         "libstdc++6 (>= ${compiler})" "libutf8proc${number} (>= 2.8)"
         "libzstd1 (>= ${zstd_VERSION})" "zlib1g (>= 1:${ZLIB_VERSION_STRING})")
  set(${output} "${dependencies}" PARENT_SCOPE)
endfunction()

find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
else()
  package_dependencies(CPACK_DEBIAN_PACKAGE_DEPENDS)
endif()
include(CPack)
