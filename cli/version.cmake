# Writes OUTPUT, a C++ file with the version and the commit. In a source archive git has written the
# commit here (.gitattributes).
set(archived "$Format:%H %cs$")
if(archived MATCHES "^([0-9a-f]+) ([0-9-]+)$")
  set(date ${CMAKE_MATCH_2})
  string(SUBSTRING ${CMAKE_MATCH_1} 0 10 commit)
else()
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10 --exclude=*
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git -C ${SOURCE} log -1 --format=%cs
                  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
  set(commit "unknown")
endif()
if(NOT date)
  string(TIMESTAMP date "%Y-%m-%d" UTC)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#include "cli/line/version.h"

namespace schiri::cli {

const char* const version_number = "schiri @VERSION@";
const char* const version_date = "@date@";
const char* const version = "schiri @VERSION@ (commit @commit@)";

}  // namespace schiri::cli
]] @ONLY)
