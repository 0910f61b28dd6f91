#!/usr/bin/env bash
# Compares what libschiri shows, and how large the structs of its interface are, with the list of
# what has been promised: additions are to be added there, all else breaks programs that were built
# with it and takes another number in its name.
# bash interface_test.sh SHARED_LIBRARY SIZES (interface_test, which prints them)
set -euo pipefail

library=${1:?the shared library}
sizes=${2:?the program that prints the sizes}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! command -v nm >/dev/null 2>&1; then exit 77; fi

# Promised are the sizes of machines with pointers of eight bytes.
if [ "$(getconf LONG_BIT)" != 64 ]; then exit 77; fi

{
  nm -D --defined-only --format=posix "$library" | awk '$2 == "T" { sub(/@.*/, "", $1); print "function " $1 }
    $2 != "T" && $2 != "A" { print "not a function: " $1 }'
  "$sizes" --sizes
} | LC_ALL=C sort | diff "$here/interface.txt" - || {
  echo "< stands in the list, > is shown by the library"
  exit 1
}
