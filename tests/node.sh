#!/usr/bin/env bash
# Builds the program for Node, compares its answers with those of the program for this machine, and runs it
# by npx from the package for JavaScript.
# bash tests/node.sh SCHIRI [BUILD [SOURCES]]
#
# SCHIRI: in a build folder with the engine. SOURCES: a folder with clones of the libraries that
# cli/libraries.cmake downloads otherwise (cli11, json, ...).
#
# Exit status: 0 passed, 1 failed, 77 a package or the network is missing.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
schiri=$(readlink -f -- "${1:?the program for this machine}")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
build=${2:-$folder/build}
sources=${3:-}
for tool in em++ node npm; do
  command -v "$tool" >/dev/null || { echo "not tested: $tool is missing"; exit 77; }
done
given=()
for library in ${sources:+cli11 json sqlitecpp zlib bzip2 xz zstd utf8proc libarchive}; do
  given+=("-DFETCHCONTENT_SOURCE_DIR_${library^^}=$sources/$library")
done
if [ -z "$sources" ] && ! timeout 20 git ls-remote https://github.com/madler/zlib >/dev/null 2>&1; then
  echo "not tested: the libraries cannot be downloaded"
  exit 77
fi

emcmake cmake -S "$here/.." -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 \
  -DSCHIRI_FETCH=ON "${given[@]}" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target schiri >"$folder/log" 2>&1 || { tail -30 "$folder/log"; exit 1; }
bash "$here/same_answers.sh" "$schiri" node "$build/schiri.js"

# What needs processes, threads refuses.
cd "$folder"
refuses() {
  if node "$build/schiri.js" "${@:2}" </dev/null >out 2>err || ! grep -q "$1" err; then
    echo "does not refuse: schiri ${*:2}"
    cat err
    exit 1
  fi
}
refuses "cannot create a process" tournament run --game creeper --bot cmd=./bot --bot greedy --rounds 1
refuses "cannot create a process" turns ./game.py

cmake -DROOT="$here/.." -DENGINE="$(dirname -- "$schiri")/schiri-engine.wasm" -DPROGRAM="$build" -DFOLDER="$folder/npm" \
  -DVERSION="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$here/../cli/share/npm/package.json")" \
  -P "$here/../cli/share/npm/assemble.cmake"
export npm_config_cache=$folder/cache npm_config_offline=true npm_config_audit=false npm_config_fund=false
npm pack --silent ./npm >/dev/null
mkdir app
cd app
echo '{"private": true}' >package.json
npm install --silent ../schiri-*.tgz
npx schiri validate "$here/data/creeper-sample.pgn" >out 2>err
"$schiri" validate "$here/data/creeper-sample.pgn" >expected 2>/dev/null
diff expected out
npx schiri page -o page.html
echo "the package has $(stat -c %s ../schiri-*.tgz) bytes"
