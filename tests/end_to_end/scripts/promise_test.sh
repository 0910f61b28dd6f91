#!/usr/bin/env bash
# Compares commands, options, keys, views, the schema and the packages with tests/data/promise.txt.
# bash promise_test.sh PROGRAM [--complete | --update]
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/promise_test.py" "$@"
