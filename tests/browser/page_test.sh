#!/usr/bin/env bash
# Plays, and checks records, in the page of `schiri page` in Chromium.
# bash page_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 all is well, 1 something is not, 77 no browser that can be driven, or no engine.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)

for tool in chromium chromedriver python3; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "The page is not looked at in a browser: that takes $tool, which is not installed here." >&2
    exit 77
  fi
done
if [ ! -f "$(dirname -- "$program")/schiri-engine.wasm" ]; then
  echo "The page is not looked at: the engine for browsers was not built, which takes emscripten." >&2
  exit 77
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-page.XXXXXX")
trap 'rm -rf -- "$folder"' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 "$here/page_test.py" "$program" "$folder" "${2:-}" "$here/../data"
