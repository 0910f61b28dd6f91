#!/usr/bin/env bash
# Checks the example bots and plays tournaments of every game with them.
# bash example_bots_test.sh PROGRAM BOT (the compiled C++ bot)
set -euo pipefail

SCHIRI=${1:?the program}
compiled=${2:?the bot in C++}
export SCHIRI
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
examples=$here/../../../cli/share/examples
if ! command -v python3 >/dev/null 2>&1; then exit 77; fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Examples must be short.
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

# play GAME OPTION...: every game of the tournament ends by the rules or at the limit of turns.
play() {
  local game=$1
  shift
  "$SCHIRI" tournament run --game "$game" --db "$folder/e.db" --event "$game" "$@" \
    --bot "$python movetime=60000 name=python" --bot "$cpp movetime=60000 name=cpp" --bot random
  "$SCHIRI" db query games --db "$folder/e.db" --game "$game" --format csv | tail -n +2 >"$folder/games"
  if [ "$(wc -l <"$folder/games")" -ne 6 ] || grep -vE 'normal|max turns' "$folder/games"; then
    echo "$game: the 6 games did not all end by the rules or the limit"
    exit 1
  fi
}
play creeper
play springerjagd --max-turns 20
play more-or-less
play sperre --variant both --max-turns 20
"$SCHIRI" db export --db "$folder/e.db" | "$SCHIRI" validate --strict -
