#!/usr/bin/env bash
# Plays, and checks records, in the page of `schiri page` in Chromium.
# bash page_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 all is well, 1 something is not, 77 no browser that can be driven, or no engine.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$here/tools.sh"

need_browser "the page"
if [ ! -f "$(dirname -- "$program")/schiri-engine.wasm" ]; then
  echo "Not looked at: the page. The engine for browsers was not built, which takes emscripten." >&2
  exit 77
fi
look page_test.py "$program" "${2:-}" "$here/../data"
