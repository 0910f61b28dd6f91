#!/usr/bin/env bash
# What the build says on command lines, in a folder whose name has blanks and commas: files as text,
# and the engine for browsers, if em++ is there.
# bash places_test.sh SOURCE GENERATOR
set -euo pipefail

source=$1
place=$(mktemp -d)
trap 'rm -rf -- "$place"' EXIT
folder="$place/a folder, b"
mkdir "$folder"
cd -- "$folder"
printf 'first\n' >'one, two.txt'
printf 'second\n' >second.txt
printf '#include "number.h"\n' >number.cpp
printf 'extern "C" int number() { return 1; }\n' >number.h
cp "$source"/cli/embed.cmake .
{
  printf 'cmake_minimum_required(VERSION 3.21)\nproject(place NONE)\n'
  sed -n '/^function(embed_files/,/^endfunction/p' "$source/cli/CMakeLists.txt"
  # shellcheck disable=SC2016
  printf '%s\n' 'embed_files(texts.cpp texts.h table "one=${CMAKE_CURRENT_SOURCE_DIR}/one, two.txt" "two.de=second.txt")' \
    'add_custom_target(texts ALL DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/texts.cpp)'
} >CMakeLists.txt
if command -v em++ >/dev/null; then
  cat >>CMakeLists.txt <<END
include("$source/cli/web/engine/files.cmake")
set(SCHIRI_EMXX em++)
set(here \${CMAKE_CURRENT_BINARY_DIR})
engine_file(\${here}/number.o \${CMAKE_CURRENT_SOURCE_DIR}/number.cpp -c)
engine_response_file(\${here}/objects \${here}/number.o)
add_custom_command(OUTPUT \${here}/engine.wasm DEPENDS \${here}/number.o VERBATIM
  COMMAND em++ @\${here}/objects --no-entry -sSTANDALONE_WASM -sEXPORTED_FUNCTIONS=_number -o \${here}/engine.wasm)
add_custom_target(engine ALL DEPENDS \${here}/engine.wasm)
END
else
  echo "not tested: the engine for browsers: em++ is missing"
fi
cmake -G "$2" -S . -B build >log
build() { cmake --build build >log 2>&1 || { cat log && exit 1; }; }
build
diff - build/texts.cpp <<'END'
#include "texts.h"

namespace schiri::cli {

static const EmbeddedFile kept_table[] = {
    {"one", R"~~~(first
)~~~"},
    {"two.de", R"~~~(second
)~~~"},
};

const std::span<const EmbeddedFile> table = kept_table;

}  // namespace schiri::cli
END
[ -f build/engine.wasm ] || exit 0
# Nothing is made twice, except for what has changed.
build
if grep Building log; then echo "a second build compiles again"; exit 1; fi
sleep 1
touch number.h
build
grep -q Building log || { echo "a change of a header is not noticed"; exit 1; }
echo "0 failures"
