#!/usr/bin/env bash
# Checks that no two headers define different entities with one name, which is undefined behaviour
# that no compiler detects while no file includes both: compiles all headers as one file.
# bash tests/one_type.sh COMPILER GENERATED
#
# Exit status: that of the compiler.
set -euo pipefail

compiler=$1
generated=$2  # the folder of generated headers
root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"

# The engine for browsers replaces files with the same names.
find core notation db cli -name '*.h' ! -path 'cli/web/engine/*' ! -path 'cli/share/examples/*' | sort |
  sed 's/.*/#include "&"/' | "$compiler" -std=c++20 -fsyntax-only -I . -I "$generated" -x c++ -
