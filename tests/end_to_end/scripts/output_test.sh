#!/usr/bin/env bash
# Compares the keys that commands print as JSON with the page `output` of the manual.
# bash output_test.sh PROGRAM
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/output_test.py" "${1:?the program}"
