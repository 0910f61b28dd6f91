#!/usr/bin/env bash
# Checks the types of all JavaScript in the HTML of schiri, the page, a report, the page of an event
# and the page of a tournament, with the TypeScript compiler.
# bash tests/javascript.sh SCHIRI
#
# Exit status: 0 no errors, 1 errors, which are printed, 77 tsc or the engine is missing.
set -euo pipefail

schiri=$1
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
command -v tsc >/dev/null || { echo "tsc is not installed (Debian: node-typescript)"; exit 77; }
if [ ! -f "$(dirname -- "$schiri")/schiri-engine.wasm" ]; then
  echo "JavaScript is not checked: the engine for browsers was not built (it requires emscripten)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

"$schiri" page -o "$folder/page.html"
"$schiri" report "$here/data/creeper-sample.pgn" -o "$folder/report.html"

# Features of browsers that TypeScript 4.8 lacks.
cat >"$folder/browser.d.ts" <<'END'
declare var trustedTypes: any;
declare const DecompressionStream: any;
declare const CompressionStream: any;
END

# Unused names and places without a value are errors, except in reports.
strict=(--strictNullChecks --strictBindCallApply --strictFunctionTypes --noImplicitThis --noImplicitReturns
  --noFallthroughCasesInSwitch --noUnusedLocals --noUnusedParameters)

# check_types NAME OPTION...: checks the script NAME.js.
check_types() {
  (cd "$folder" && tsc --noEmit --skipDefaultLibCheck --allowJs --checkJs --target es2022 --lib es2022,dom,dom.iterable \
    "${@:2}" browser.d.ts "$1.js")
  echo "$1: $(wc -l <"$folder/$1.js") lines"
}

# The page of an event is served as three files; its script ends with room.js.
{
  cat "$here/../cli/web/shared/dom.js"
  echo 'const schiriLanguages = [], schiriTexts = {};'
  cat "$here/../cli/web/shared/words.js" "$here/../cli/web/otb/room.js"
} >"$folder/room.js"
check_types room "${strict[@]}"

cp "$here/../cli/web/live/live.js" "$folder/live.js"
(cd "$folder" && tsc --noEmit --skipDefaultLibCheck --allowJs --checkJs --target es2022 --lib es2022,dom,dom.iterable live.js)
echo "live: $(wc -l <"$folder/live.js") lines"

for document in page report; do
  # A script with a type is data.
  awk '/<script( id="library"| type="module")?>/ { sub(/.*<script[^>]*>/, ""); inside = 1 }
       inside { end = sub(/<\/script>.*/, ""); print; if (end) inside = 0 }' \
    "$folder/$document.html" >"$folder/$document.js"
  [ -s "$folder/$document.js" ] || { echo "$document has no script"; exit 1; }
  case $document in
    page) check_types page "${strict[@]}" ;;
    report) check_types report --module es2022 --moduleDetection force ;;
  esac
done
