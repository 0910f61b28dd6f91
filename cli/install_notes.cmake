# After `cmake --install`: makes the libraries known to the system, and prints what the user sets for
# a prefix in which the system does not search.
set(prefix ${CMAKE_INSTALL_PREFIX})
if(NOT "$ENV{DESTDIR}" STREQUAL "" OR prefix MATCHES "/_CPack_Packages/")
  return()
endif()
# Can the Python that `python3` starts import it from there?
set(python "")
if(SCHIRI_PYTHON_DIR)
  execute_process(COMMAND python3 -c "import sys; print(';'.join(p for p in sys.path if p))" OUTPUT_VARIABLE searched ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE WORKING_DIRECTORY /)
  list(FIND searched "${prefix}/${SCHIRI_PYTHON_DIR}" place)
  if(place EQUAL -1)
    set(python "  export PYTHONPATH=${prefix}/${SCHIRI_PYTHON_DIR}")
  endif()
endif()
if(prefix MATCHES "^/usr(/local)?/*$")
  # The system finds libraries there by a cache.
  find_program(ldconfig ldconfig PATHS /sbin /usr/sbin)
  set(status 0)
  if(SCHIRI_PYTHON_DIR AND ldconfig)
    execute_process(COMMAND ${ldconfig} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT status EQUAL 0)
    message(STATUS "For programs with libschiri, as root: ldconfig")
  endif()
  if(python)
    message(STATUS "The Python in your PATH does not search ${prefix}. For it:\n${python}")
  endif()
else()
  if(python)
    string(PREPEND python "\n")
  endif()
  message(STATUS "The system does not search ${prefix}. What you use of schiri needs:
  export PATH=${prefix}/${CMAKE_INSTALL_BINDIR}:$PATH
  export MANPATH=${prefix}/${CMAKE_INSTALL_MANDIR}:$MANPATH
  export PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  export CMAKE_PREFIX_PATH=${prefix}${python}
Completion in bash and fish, and in zsh:
  export XDG_DATA_DIRS=${prefix}/${CMAKE_INSTALL_DATADIR}:\${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
  fpath+=(${prefix}/${CMAKE_INSTALL_DATADIR}/zsh/site-functions)")
endif()
