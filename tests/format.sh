#!/usr/bin/env bash
# Checks that every C++ file is formatted by one version of clang-format, since versions differ
# slightly.
# bash tests/format.sh [--fix]
#
# Exit status: 0 no errors, 1 unformatted files, 2 wrong usage, 77 this version is not installed.
# For tests/run.sh: --tool prints the name of the program, --can-check checks that it is installed.
set -euo pipefail

version=14

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

# Prints the name of a clang-format of this version; fails if it is not installed.
find_tool() {
  local tool
  for tool in "clang-format-$version" clang-format; do
    if "$tool" --version 2>/dev/null | grep -q "version $version\."; then
      echo "$tool"
      return 0
    fi
  done
  echo "Formatting is not checked: clang-format $version is not installed." >&2
  return 77
}

# The files of the project, each terminated by a zero byte; without git, all files in its folders.
list_files() {
  cd -- "$root"
  git ls-files -z --cached --others --exclude-standard -- '*.h' '*.cpp' 2>/dev/null ||
    find core notation db cli tests -type f \( -name '*.h' -o -name '*.cpp' \) -print0
}

case ${1:-} in
  '' | --fix) ;;
  --tool)
    echo "clang-format-$version"
    exit 0
    ;;
  --can-check)
    find_tool >/dev/null
    exit 0
    ;;
  *)
    echo "format.sh: unknown option $1" >&2
    exit 2
    ;;
esac

tool=$(find_tool)
cd -- "$root"
if [ "${1:-}" = --fix ]; then
  list_files | xargs -0 -r "$tool" -i
elif ! list_files | xargs -0 -r "$tool" --dry-run -Werror; then
  echo "These files are not formatted; run: bash tests/format.sh --fix" >&2
  exit 1
fi
