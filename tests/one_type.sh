#!/usr/bin/env bash
# Checks that no two headers define different things under one name, which the language leaves
# undefined and no compiler sees as long as no file includes both: compiles all headers as one
# file. bash tests/one_type.sh COMPILER GENERATED
#
# Exit status: 0 all is well, else that of the compiler.
set -euo pipefail

compiler=$1
generated=$2  # the folder of generated headers
root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"

# What the page for browsers has in place of files of the program defines the same names.
find core notation db cli -name '*.h' ! -path 'cli/web/engine/*' ! -path 'cli/share/examples/*' | sort |
  sed 's/.*/#include "&"/' | "$compiler" -std=c++20 -fsyntax-only -I . -I "$generated" -x c++ -
