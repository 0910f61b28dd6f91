# During `cmake --install`: the Python package, in the folder in which Python searches below this
# prefix, otherwise in that of Debian's packages. Sets SCHIRI_PYTHON_DIR to it.
set(python_folder ${SCHIRI_PYTHON_DIR})
# What a package holds is for every version of Debian's Python 3.
if(NOT python_folder AND ("$ENV{DESTDIR}" STREQUAL "" AND NOT CMAKE_INSTALL_PREFIX MATCHES "/_CPack_Packages/|^/usr/*$"))
  string(REGEX REPLACE "/+$" "" prefix "${CMAKE_INSTALL_PREFIX}")
  foreach(python /usr/bin/python3 python3)
    execute_process(COMMAND ${python} -c "import site; print(';'.join(site.getsitepackages()))"
                    OUTPUT_VARIABLE searched ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    foreach(folder IN LISTS searched)
      string(FIND "${folder}" "${prefix}/" at)
      if(at EQUAL 0 AND NOT python_folder)
        string(REPLACE "${prefix}/" "" python_folder "${folder}")
      endif()
    endforeach()
  endforeach()
endif()
if(NOT python_folder)
  set(python_folder lib/python3/dist-packages)
endif()
set(SCHIRI_PYTHON_DIR ${python_folder})
file(INSTALL ${CMAKE_CURRENT_LIST_DIR}/share/python/schiri DESTINATION ${CMAKE_INSTALL_PREFIX}/${SCHIRI_PYTHON_DIR}
     FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN __pycache__ EXCLUDE)
