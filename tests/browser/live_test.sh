#!/usr/bin/env bash
# Tests the page of a tournament in progress in Chromium.
# bash live_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 no errors, 1 errors, 77 no browser with a driver.
set -euo pipefail

program=${1:?the program}
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/tools.sh"

need_browser "the page of a tournament"
run_browser_test live_test.py "$program" "${2:-}"
