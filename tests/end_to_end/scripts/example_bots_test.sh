#!/usr/bin/env bash
# Examines the example bots and lets them play whole events of every game.
# bash example_bots_test.sh PROGRAM BOT (the one in C++, built)
set -euo pipefail

SCHIRI=${1:?the program}
compiled=${2:?the bot in C++}
export SCHIRI
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
examples=$here/../../../cli/share/examples
if ! command -v python3 >/dev/null 2>&1; then exit 77; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Small enough to be read at once.
for file in "$examples/bot.py" "$examples/bot.cpp"; do
  if [ "$(wc -l <"$file")" -ge 120 ]; then
    echo "$file is too long"
    exit 1
  fi
done

python="cmd=\"'$examples/bot.py'\" margin=60000"
cpp="cmd=\"'$compiled'\" margin=60000"
for game in creeper springerjagd more-or-less sperre; do
  for bot in "$python" "$cpp"; do
    "$SCHIRI" bot check "$game" --bot "$bot" | tee "$folder/check"
    tail -1 "$folder/check" | grep -q ' 0 failed'
  done
done

# play GAME MAX-TURNS...: every game of the event ends by the rules, or is long enough.
play() {
  local game=$1
  shift
  "$SCHIRI" tournament run --game "$game" --db "$folder/e.db" --event "$game" "$@" \
    --bot "$python movetime=60000 name=python" --bot "$cpp movetime=60000 name=cpp" --bot random
  "$SCHIRI" db query games --db "$folder/e.db" --game "$game" --format csv | tail -n +2 >"$folder/games"
  if [ "$(wc -l <"$folder/games")" -ne 6 ] || grep -vE 'normal|max turns' "$folder/games"; then
    echo "$game: not all of 6 games ended well"
    exit 1
  fi
}
play creeper
play springerjagd --max-turns 20
play more-or-less
play sperre --variant both --max-turns 20
"$SCHIRI" db export --db "$folder/e.db" | "$SCHIRI" validate --strict -
