#!/usr/bin/env bash
# Builds the program as one file for 64-bit ARM on another machine, and compares its answers with those of
# the program for this machine: the same records, counts, games, ratings and pages.
# bash tests/arm64.sh SCHIRI [BUILD]
#
# Takes Debian's g++-aarch64-linux-gnu and qemu-user-static, and the libraries of cli/dependencies (kinds
# build and long) with :arm64 after their names, after `dpkg --add-architecture arm64`.
#
# Exit status: 0 passed, 1 failed, 77 a package is missing.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
schiri=$(readlink -f -- "${1:?the program for this machine}")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
build=${2:-$folder/build}
libraries=/usr/lib/aarch64-linux-gnu
for tool in aarch64-linux-gnu-g++ qemu-aarch64-static; do
  command -v "$tool" >/dev/null || { echo "not tested: $tool is missing"; exit 77; }
done
for library in sqlite3 SQLiteCpp archive z bz2 lzma zstd utf8proc edit acl lz4 nettle; do
  [ -e "$libraries/lib$library.a" ] || { echo "not tested: lib$library.a for arm64 is missing"; exit 77; }
done

export PKG_CONFIG_LIBDIR=$libraries/pkgconfig:/usr/share/pkgconfig SOURCE_DATE_EPOCH=1767225600
cmake -S "$here/.." -B "$build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64-static \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DSCHIRI_STATIC=ON -DSCHIRI_TESTS=OFF \
  -DSCHIRI_ENGINE=OFF >"$folder/log" || { cat "$folder/log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target schiri >"$folder/log" || { tail -30 "$folder/log"; exit 1; }

failed=0 count=0
# same WORD...: both programs answer alike, but for the time they take, in an own folder each.
same() {
  local one
  count=$((count + 1))
  for one in here arm; do
    mkdir -p "$folder/$one"
    if [ "$one" = here ]; then run=("$schiri"); else run=(qemu-aarch64-static "$build/schiri"); fi
    (cd "$folder/$one" && "${run[@]}" "$@" >"../$one.out" 2>"../$one.err" </dev/null) || echo "status $?" >>"$folder/$one.out"
    sed -i 's/ in [0-9.]* s$/ in N s/' "$folder/$one.out" "$folder/$one.err"
  done
  if ! cmp -s "$folder/here.out" "$folder/arm.out" || ! cmp -s "$folder/here.err" "$folder/arm.err"; then
    echo "differs: schiri $*"
    diff "$folder/here.out" "$folder/arm.out" | head -5 || true
    diff "$folder/here.err" "$folder/arm.err" | head -5 || true
    failed=$((failed + 1))
  fi
}
for game in creeper springerjagd more-or-less sperre; do
  depth=3
  if [ $game = sperre ] || [ $game = more-or-less ]; then depth=2; fi
  same perft "$game" "$depth"
  same validate --format json "$here/data/$game-sample.pgn"
  for form in json pgn csv; do same convert --to $form "$here/data/$game-sample.pgn"; done
  same replay "$here/data/$game-sample.pgn" --index 1
  same ratings --format json "$here/data/$game-sample.pgn"
  same table --format json "$here/data/$game-sample.pgn"
  same tournament run --game $game --bot "alphabeta nodes=200" --bot "mcts nodes=200" --bot greedy --rounds 1 --seed 7 -j 2 \
    --db "$game.db" --event e
  same db query games --db "$game.db" --columns white,black,result,turns,termination
  same ratings --db "$game.db" --format json
done
same otb simulate --players 40 --rounds 9 --seed 3 -o event.trf
same otb check event.trf
same help tournaments
[ "$failed" = 0 ] || { echo "$failed of $count commands differ"; exit 1; }
echo "$count commands answer alike"
