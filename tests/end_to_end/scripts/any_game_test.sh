#!/usr/bin/env bash
# Plays Breakthrough, a game that schiri does not know, under a referee, and uses its records.
# bash any_game_test.sh PROGRAM
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/any_game_test.py" "$@"
