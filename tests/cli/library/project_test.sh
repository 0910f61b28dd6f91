#!/usr/bin/env bash
# Builds example projects of users in C and C++ with the installed files: by find_package alone, by
# pkg-config alone, and after the installation was moved.
# bash project_test.sh BUILD_FOLDER
set -euo pipefail

build=${1:?the build folder}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DESTDIR CMAKE_PREFIX_PATH PKG_CONFIG_PATH LD_LIBRARY_PATH
cmake --install "$build" --prefix "$folder/installed" >/dev/null
mv "$folder/installed" "$folder/moved"
prefix=$folder/moved
library=$(dirname -- "$(find "$prefix" -name 'libschiri.so')")

failures=0
# is WANTED GOT WHAT
is() {
  if [ "$1" != "$2" ]; then
    printf '%s: expected "%s", got "%s"\n' "$3" "$1" "$2"
    failures=$((failures + 1))
  fi
}

# The examples of the manual.
mkdir "$folder/project"
cd "$folder/project"
bash "$here/../../end_to_end/scripts/shown_files.sh" "$here/../../../cli/share/manual/library.md"
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_VERBOSE_MAKEFILE=ON \
  >"$folder/log" 2>&1 && cmake --build build --parallel 2 >>"$folder/log" 2>&1 || {
  cat "$folder/log"
  exit 1
}
played=$(printf 'E1+D2 E1+F2 E1-D1\n24')
is "$played" "$(build/player)" 'with find_package'
is 'Creeper: 24 turns, the best is good' "$(build/searcher)" 'in C++'
# Of the flags of schiri's build, a project gets only the include folder.
if grep -- ' -c .*player\.c' "$folder/log" | grep -E -- ' -(W|march|include|fvisibility|O[1-3s])|Winvalid-pch'; then
  echo 'compiler flags have leaked'
  failures=$((failures + 1))
fi

if command -v pkg-config >/dev/null 2>&1; then
  export PKG_CONFIG_PATH=$library/pkgconfig
  read -ra flags <<<"$(pkg-config --cflags --libs schiri)"
  "${CC:-cc}" -std=c11 -Wall -Werror player.c "${flags[@]}" -o "$folder/by_pkg_config"
  is "$played" "$("$folder/by_pkg_config")" 'with pkg-config'
  is "$("$prefix/bin/schiri" --version | cut -d' ' -f2)" "$(pkg-config --modversion schiri)" 'the version'
  read -ra flags <<<"$(pkg-config --static --cflags --libs schiri)"
  # It has no commands.
  printf '#include <schiri/schiri.h>\n#include <stdio.h>\nint main(void) { return puts(schiri_facts()) < 0; }\n' >facts.c
  "${CC:-cc}" -std=c11 facts.c "${flags[@]/#-lschiri/-l:libschiri.a}" -o "$folder/static"
  is '{"games":[{"name":"creeper"' "$("$folder/static" | cut -c 1-27)" 'with the static library'
fi

echo "$failures failures"
[ "$failures" -eq 0 ]
