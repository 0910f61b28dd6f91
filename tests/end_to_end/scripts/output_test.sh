#!/usr/bin/env bash
# Compares the page `output` of the manual with the program: the keys of each object and the columns
# of each table with their kinds and order, in both directions.
# bash output_test.sh PROGRAM [PAGE]
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/output_test.py" "${1:?the program}" "${2:-$here/../../../cli/share/manual/output.md}"
