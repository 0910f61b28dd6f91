#!/usr/bin/env bash
# Compares the program's rules with those of counts_test.py.
# bash counts_test.sh PROGRAM [--pairs]
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/counts_test.py" "${1:?the program}" "${@:2}"
