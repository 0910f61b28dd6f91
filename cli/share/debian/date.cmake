# When CPack begins: dates in a package are that of the commit, so that the same commit gives the same
# bytes. In a source archive git has written it here (.gitattributes).
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(date "$Format:%ct$")
  if(NOT date MATCHES "^[0-9]+$")
    execute_process(COMMAND git -C ${CMAKE_CURRENT_LIST_DIR} log -1 --format=%ct
                    OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(date)
    set(ENV{SOURCE_DATE_EPOCH} ${date})
  endif()
endif()
