#!/usr/bin/env bash
# What alone.sh finds in a copy, with and without git, and what run.sh counts of it.
# bash alone_test.sh SOURCE COMPILER
set -euo pipefail

source=$1 compiler=$2
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
failures=0
# No repository around the folder.
export GIT_CEILING_DIRECTORIES=$folder GIT_CONFIG_GLOBAL=/dev/null
mkdir -p "$folder"/{core/deep,cli/share,build,tests}
cp "$source/tests/alone.sh" "$folder/tests/"
cd -- "$folder"
echo 'inline int one() { return 1; }' >core/deep/one.h
printf '#include "core/deep/one.h"\nint main() { return one(); }\n' >core/main.cpp
echo 'this is no header of the project' >cli/share/example.h
printf '[{"directory": "%s", "file": "%s", "command": "%s -std=c++20 -I%s -o main.o -c %s"}]' \
  "$folder/build" "$folder/core/main.cpp" "$compiler" "$folder" "$folder/core/main.cpp" >build/compile_commands.json

# counts KIND TESTS FAILED: what run.sh adds for this kind.
eval "$(sed -n '/^files_alone()/,/^}/p' "$source/tests/run.sh")"
counts() {
  # The variables of the function.
  # shellcheck disable=SC2034
  local root=$folder
  tests=0 failed=0
  files_alone "$1" "$compiler" >output
  if [ "$tests $failed" != "$2 $3" ]; then
    echo "$what: $1: $tests tests and $failed failures instead of $2 and $3"
    cat output
    failures=$((failures + 1))
  fi
}

what="without git"
counts headers 1 0
counts both 2 0
what="a header that lacks another"
echo 'inline std::string two() { return ""; }' >core/two.h
counts headers 2 1
what="no header"
rm core/two.h core/deep/one.h
counts headers 1 1
if command -v git >/dev/null; then
  what="with git"
  git init -q
  echo 'inline int one() { return 1; }' >core/deep/one.h
  git add core
  echo 'inline int three() { return 3; }' >core/three.h
  counts both 2 0
fi

echo "$failures failures"
[ "$failures" -eq 0 ]
