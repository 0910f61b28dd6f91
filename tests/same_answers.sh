#!/usr/bin/env bash
# Compares the answers of a program for another machine with those of the program for this one, byte by
# byte: records, counts, games, databases, ratings, events, pages. tests/arm64.sh and tests/node.sh run it.
# bash tests/same_answers.sh SCHIRI COMMAND...
#
# COMMAND... runs the other program. Exit status: 0 alike, 1 not.
set -euo pipefail

data=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/data" && pwd -P)
schiri=$(readlink -f -- "${1:?the program for this machine}")
other=("${@:2}")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
# The other program may not know the terminal's language or the settings of the user.
export LC_ALL=C.UTF-8 XDG_CONFIG_HOME=$folder/none TZ=UTC
mkdir "$folder/here" "$folder/there"

failed=0 count=0
# same WORD...: both programs answer alike, but for the time they take, in an own folder each.
same() {
  local one run
  count=$((count + 1))
  for one in here there; do
    if [ $one = here ]; then run=("$schiri"); else run=("${other[@]}"); fi
    (cd "$folder/$one" && "${run[@]}" "$@" >"../$one.out" 2>"../$one.err" <"${input:-/dev/null}") || echo "status $?" >>"$folder/$one.out"
    sed -i -E 's/ in [0-9.]+ s$/ in N s/; s/^[0-9.]+ s(, [0-9.]+ million turns a second)?$/N s/' "$folder/$one.out" "$folder/$one.err"
  done
  if ! cmp -s "$folder/here.out" "$folder/there.out" || ! cmp -s "$folder/here.err" "$folder/there.err"; then
    echo "differs: schiri $*"
    diff -a "$folder/here.out" "$folder/there.out" | cut -c1-300 | head -5 || true
    diff -a "$folder/here.err" "$folder/there.err" | cut -c1-300 | head -5 || true
    failed=$((failed + 1))
  fi
}
# same_file FILE: both programs have written the same file.
same_file() {
  count=$((count + 1))
  if ! cmp "$folder/here/$1" "$folder/there/$1"; then failed=$((failed + 1)); fi
}

for game in creeper springerjagd more-or-less sperre; do
  records=$data/$game-sample.pgn depth=2 start=()
  if [ $game = sperre ]; then start=(--roll 147); fi
  if [ $game = creeper ]; then depth=3; fi
  same perft $game --depth $depth "${start[@]}"
  same rules $game
  same rules $game --language de
  same position $game "${start[@]}"
  same turns $game "${start[@]}"
  same board $game "${start[@]}"
  same validate "$records"
  same validate "$records" --strict --format json
  same validate "$records" --language fr
  for form in json pgn csv abstractplay softserve; do same convert --to $form "$records"; done
  for compression in gz bz2 xz zst; do
    same convert "$records" -o $game.pgn.$compression
    same_file $game.pgn.$compression
    same validate $game.pgn.$compression
  done
  same replay "$records" --index 1
  same replay "$records" --index 2 --turn 5 --format json
  same select "$records" --min-turns 20
  same sort "$records" --by length
  same dedupe "$records"
  same tag "$records" --set Event=x
  same summary "$records" --format json
  same split "$records" --by Round -o "$game.split"
  same merge "$records" "$records"
  same ratings --format json "$records"
  same ratings --matrix "$records"
  same ratings --method elo --format csv "$records"
  same table --format json "$records"
  same analyse "$records" --index 1 --bot alphabeta:nodes=50 --format json
  same play $game --white greedy --black random --seed 1
  same tournament run --game $game --bot "alphabeta nodes=200" --bot "mcts nodes=200" --bot greedy --rounds 1 --seed 7 -j 2 \
    --db $game.db --event e
  same tournament run --game $game --bot greedy --bot random --rounds 3 --seed 2 --system swiss --db $game.db --event f
  same tournament show --event e --db $game.db
  for query in games players events; do same db query $query --db $game.db --format csv; done
  same db query sql "select count(*), sum(turns), round(avg(turns), 6) from game" --db $game.db
  same db check --db $game.db
  same db export --no-times --db $game.db
  same db import "$records" --db $game.db
  same ratings --db $game.db --format json
  same table --db $game.db
  same stats elo --event f --db $game.db
  same report "$records" --no-engine -o -
done
same otb check "$data/pairings/d040-11-131.trf"
same otb new cup.otb --game creeper --rounds 3 --name Cup
same otb enter cup.otb Anna Ben Cem Dora Emil
same otb pair cup.otb
for list in show standing players table cards; do same otb $list cup.otb; done
same otb export cup.otb
same games
same games --format json
same help
for topic in overview tutorial tournaments otb ratings database sql output; do same help $topic; done
for command in validate convert tournament db otb report; do same $command --help; done
same validate missing.pgn
same convert --to nothing "$data/creeper-sample.pgn"
same valdate
[ "$failed" = 0 ] || { echo "$failed of $count answers differ"; exit 1; }
echo "$count answers are alike"
