# The library of emscripten, completed: the headers in SCHIRI_EMSCRIPTEN_HEADERS go before it, and
# missing.h is included everywhere. For the engine and for the program under Node.
set(SCHIRI_EMSCRIPTEN_HEADERS ${PROJECT_BINARY_DIR}/emscripten/include)

# emscripten 3.1.6 cannot construct a string_view from two pointers; this adds it to its header. The
# copy is made again when the header has changed, or this file, or another compiler is used.
set(patched ${SCHIRI_EMSCRIPTEN_HEADERS}/string_view)
if(NOT SCHIRI_EMXX STREQUAL SCHIRI_PATCHED_EMXX OR NOT EXISTS "${SCHIRI_PATCHED_HEADER}")
  file(WRITE ${PROJECT_BINARY_DIR}/string_view.cpp "#include <string_view>\n")
  execute_process(COMMAND ${SCHIRI_EMXX} -std=c++20 -M ${PROJECT_BINARY_DIR}/string_view.cpp OUTPUT_VARIABLE headers
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "[^ \n]*/v1/string_view" header "${headers}")
  set(SCHIRI_PATCHED_EMXX ${SCHIRI_EMXX} CACHE INTERNAL "The compiler whose header is patched")
  set(SCHIRI_PATCHED_HEADER ${header} CACHE INTERNAL "The header that is patched")
  file(REMOVE ${patched})
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${SCHIRI_PATCHED_HEADER})
if(${SCHIRI_PATCHED_HEADER} IS_NEWER_THAN ${patched} OR ${CMAKE_CURRENT_LIST_FILE} IS_NEWER_THAN ${patched})
  file(READ ${SCHIRI_PATCHED_HEADER} text)
  set(usual "basic_string_view(const _CharT* __s, size_type __len)")
  string(REPLACE "    ${usual}" "    basic_string_view(const _CharT* __s, const _CharT* __end) _NOEXCEPT
      : __data(__s), __size(static_cast<size_type>(__end - __s)) {}
    _LIBCPP_CONSTEXPR _LIBCPP_INLINE_VISIBILITY
    ${usual}" text "${text}")
  file(WRITE ${patched} "${text}")
endif()
