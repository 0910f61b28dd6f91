#!/usr/bin/env bash
# Checks the types of the scripts of all web pages with the TypeScript compiler.
# bash tests/javascript.sh
#
# Exit status: 0 no errors, 1 errors, which are printed, 77 tsc is missing.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
command -v tsc >/dev/null || { echo "tsc is not installed (Debian: node-typescript)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

# What TypeScript 4.8 does not know of browsers, and what the program writes before a script.
cat >"$folder/browser.d.ts" <<'END'
declare var trustedTypes: any;
declare const DecompressionStream: any;
declare const CompressionStream: any;
declare const schiriTexts: { languages: string[], packed: string };
END

strict=(--strictNullChecks --strictBindCallApply --strictFunctionTypes --noImplicitThis --noImplicitReturns
  --noFallthroughCasesInSwitch --noUnusedLocals --noUnusedParameters)
cd "$here/../cli/web"
tsc --noEmit --skipDefaultLibCheck --allowJs --checkJs --target es2022 --module es2022 --moduleResolution node \
  --lib es2022,dom,dom.iterable "${strict[@]}" "$folder/browser.d.ts" \
  ../otb/serve/room.js play/start.js report/sections.js shared/page_worker.js
