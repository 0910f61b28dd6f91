#!/usr/bin/env bash
# Checks the bot of the manual.
# bash readme_bot_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! command -v python3 >/dev/null 2>&1; then exit 77; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PATH=$(dirname -- "$program"):$PATH
PYTHONPATH=$here/../../../cli/share/python
SCHIRI_LIBRARY=$(dirname -- "$program")/libschiri.so.1
export PYTHONPATH SCHIRI_LIBRARY PYTHONDONTWRITEBYTECODE=1
if ! python3 -c 'import schiri' 2>/dev/null; then exit 77; fi
cd "$folder"
bash "$here/shown_files.sh" "$here/../../../cli/share/manual/bots.md"
"$program" bot check creeper --bot "cmd=./dice.py margin=60000"
"$program" tournament run --game creeper --bot "cmd=./dice.py movetime=60000 name=dice" --bot random \
  --max-turns 10 --db dice.db
"$program" db query games --db dice.db --format csv | grep -c 'max turns' | grep -qx 2
