#!/usr/bin/env bash
# Uses the games of the manual's page `own-games`, and games that are wrong.
# bash own_games_test.sh PROGRAM
set -euo pipefail

if ! command -v python3 >/dev/null 2>&1; then
  echo "python3 is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
exec python3 -B "$here/own_games_test.py" "$@"
