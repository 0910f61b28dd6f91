#!/usr/bin/env bash
# Tests the parts of the game table that need no browser, with Node.
# bash tests/web/table_test.sh SCHIRI
#
# Exit status: 0 passed, 1 failed, 77 Node, esbuild or the engine is missing.
set -euo pipefail

SCHIRI_ENGINE=$(dirname -- "$1")/schiri-engine.wasm
SCHIRI_SOURCE=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
export SCHIRI_ENGINE SCHIRI_SOURCE
command -v node >/dev/null || { echo "node is not installed (Debian: nodejs)"; exit 77; }
command -v esbuild >/dev/null || { echo "esbuild is not installed"; exit 77; }
[ -f "$SCHIRI_ENGINE" ] || { echo "the engine for browsers was not built (it requires emscripten)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
esbuild "$(dirname -- "${BASH_SOURCE[0]}")/table_test.mjs" --bundle --platform=node --format=esm --target=node18 \
  --log-level=warning --outfile="$folder/table_test.mjs"
node --test "$folder/table_test.mjs"
