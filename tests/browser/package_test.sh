#!/usr/bin/env bash
# Tests the package for JavaScript in Chromium, by the web page of the manual.
# bash package_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 no errors, 1 errors, 77 no browser with a driver, or no engine.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$here/tools.sh"

need_browser "the package for JavaScript"
if [ ! -f "$(dirname -- "$program")/npm/schiri-engine.wasm" ]; then
  echo "not tested: the package for JavaScript: the engine was not built (it requires emscripten)" >&2
  exit 77
fi
run_browser_test package_test.py "$program" "${2:-}"
