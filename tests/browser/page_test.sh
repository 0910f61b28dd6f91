#!/usr/bin/env bash
# Tests play and the record checker in the page of `schiri page` in Chromium.
# bash page_test.sh PROGRAM [FOLDER FOR PICTURES] [--long]
# Exit status: 0 no errors, 1 errors, 77 no browser with a driver, or no engine.
set -euo pipefail

program=${1:?the program}
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/tools.sh"

need_browser "the page"
need_scripts "$program" "the page"
if [ ! -f "$(dirname -- "$program")/schiri-engine.wasm" ]; then
  echo "not tested: the page: the engine for browsers was not built (it requires emscripten)" >&2
  exit 77
fi
run_browser_test page_test.py "$@"
