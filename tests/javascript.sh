#!/usr/bin/env bash
# Checks the types of all JavaScript in what schiri writes for browsers, the page to play in and a
# report, by TypeScript's compiler.
# bash tests/javascript.sh SCHIRI
#
# Exit status: 0 all is well, 1 something is not and is printed, 77 there is no tsc, or no engine.
set -euo pipefail

schiri=$1
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
command -v tsc >/dev/null || { echo "tsc is missing, of the package node-typescript"; exit 77; }
if [ ! -f "$(dirname -- "$schiri")/schiri-engine.wasm" ]; then
  echo "Not looked at: JavaScript. The engine for browsers was not built, which takes emscripten."
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

"$schiri" page -o "$folder/page.html"
"$schiri" report "$here/data/creeper-sample.pgn" -o "$folder/report.html"

# What TypeScript 4.8 does not know of browsers yet.
cat >"$folder/browser.d.ts" <<'END'
declare const trustedTypes: any;
declare const DecompressionStream: any;
END

for document in page report; do
  # A script with a type is data.
  awk '/<script( id="library")?>/ { sub(/.*<script[^>]*>/, ""); inside = 1 }
       inside { end = sub(/<\/script>.*/, ""); print; if (end) inside = 0 }' \
    "$folder/$document.html" >"$folder/$document.js"
  [ -s "$folder/$document.js" ] || { echo "$document: there is no script"; exit 1; }
  (cd "$folder" && tsc --noEmit --allowJs --checkJs --target es2022 --lib es2022,dom,dom.iterable \
    browser.d.ts "$document.js")
  echo "$document: $(wc -l <"$folder/$document.js") lines"
done
