#!/usr/bin/env bash
# Compares the symbols, their version nodes and struct sizes of libschiri with the promised interface
# in interface.txt. Additions must be added there, in a node of their interface. Any other difference
# breaks existing programs and requires a new version number in the library's name.
# bash interface_test.sh SHARED_LIBRARY SIZES (interface_test, which prints them)
set -euo pipefail

library=${1:?the shared library}
sizes=${2:?the program that prints the sizes}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! command -v nm >/dev/null 2>&1; then exit 77; fi

# The promised sizes are those of 64-bit machines.
if [ "$(getconf LONG_BIT)" != 64 ]; then exit 77; fi

# Only the program reads lines of a terminal.
if readelf -d "$library" | grep 'NEEDED.*edit'; then exit 1; fi

{
  nm -D --defined-only --format=posix "$library" | awk '$2 == "T" { sub(/@@SCHIRI_1$/, "", $1); sub(/@@/, " ", $1); print "function " $1 }
    $2 != "T" && $2 != "A" { print "not a function: " $1 }'
  "$sizes" --sizes
} | LC_ALL=C sort | diff "$here/interface.txt" - || {
  echo "< is in the list, > is in the library"
  exit 1
}
