# After `cmake --install`: what the user sets for a prefix in which the system does not search.
set(prefix ${CMAKE_INSTALL_PREFIX})
if("$ENV{DESTDIR}" STREQUAL "" AND NOT prefix MATCHES "/_CPack_Packages/|^/usr/*$")
  set(python "  export PYTHONPATH=${prefix}/${SCHIRI_PYTHON_DIR}")
  if(prefix MATCHES "^/usr/local/*$")
    message(STATUS "For programs with libschiri, run ldconfig once as root. For Python:\n${python}")
  else()
    message(STATUS "The system does not search ${prefix}. What you use of schiri needs:
  export PATH=${prefix}/${CMAKE_INSTALL_BINDIR}:$PATH
  export MANPATH=${prefix}/${CMAKE_INSTALL_MANDIR}:$MANPATH
  export PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  export CMAKE_PREFIX_PATH=${prefix}
${python}
Completion in bash and fish, and in zsh:
  export XDG_DATA_DIRS=${prefix}/${CMAKE_INSTALL_DATADIR}:\${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
  fpath+=(${prefix}/${CMAKE_INSTALL_DATADIR}/zsh/site-functions)")
  endif()
endif()
