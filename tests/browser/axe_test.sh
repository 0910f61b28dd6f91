#!/usr/bin/env bash
# Which axe-core the browser tests take.
# bash axe_test.sh PROGRAM
set -euo pipefail

command -v python3 >/dev/null || { echo "not tested: python3 is not installed"; exit 77; }
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
python3 -B "$here/axe_test.py" "$1" "$folder"
