# Writes OUTPUT, which tells plug-ins from which headers below SOURCE both sides were made.
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/core/*.h ${SOURCE}/notation/*.h)
list(SORT headers)
foreach(header IN LISTS headers)
  file(SHA256 ${SOURCE}/${header} hash)
  string(APPEND all "${header} ${hash}\n")
endforeach()
string(SHA256 all "${all}")
string(SUBSTRING ${all} 0 16 build)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[
#pragma once

/// The version, and what stands in all headers of it.
#define SCHIRI_BUILD_VERSION "@VERSION@"
#define SCHIRI_BUILD "@build@"
]] @ONLY)
