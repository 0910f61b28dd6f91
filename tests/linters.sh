#!/usr/bin/env bash
# Checks what no compiler of ours reads.
# bash tests/linters.sh scripts|python
#
# scripts: shell scripts, with shellcheck; python: the types of the Python package, with mypy.
# Exit status: 0 no errors, 1 errors, which are printed, 77 the program is missing.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
need() { command -v "$1" >/dev/null || { echo "not tested: $1 is not installed" && exit 77; }; }
case ${1:-} in
  scripts)
    need shellcheck
    find .ci cli core notation db tests -type f \( -name '*.sh' -o -path .ci/run \) -print0 |
      xargs -0 shellcheck --external-sources --severity=warning
    ;;
  python)
    need mypy
    # What is a cast to one version's types is none to another's.
    mypy --strict --no-warn-redundant-casts --cache-dir=/dev/null cli/share/python/schiri
    ;;
  *)
    echo "linters.sh: expected scripts or python" >&2
    exit 2
    ;;
esac
