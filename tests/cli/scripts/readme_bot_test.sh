#!/usr/bin/env bash
# Takes the bot out of the manual and examines it.
# bash readme_bot_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! command -v python3 >/dev/null 2>&1; then exit 77; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
awk '/^    #!\/usr\/bin\/env python3/ { inside = 1 }
     inside && /^[^ ]/ { exit }
     inside { print substr($0, 5) }' "$here/../../../cli/manual/bots.md" >"$folder/dice.py"
chmod +x "$folder/dice.py"

PATH=$(dirname -- "$program"):$PATH
cd "$folder"
"$program" bot check creeper --bot "cmd=./dice.py margin=60000"
"$program" tournament run --game creeper --bot "cmd=./dice.py movetime=60000 name=dice" --bot random \
  --max-turns 10 --db dice.db
"$program" db query games --db dice.db --format csv | grep -c 'max turns' | grep -qx 2
