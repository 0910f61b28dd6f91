#!/usr/bin/env bash
# Tests a report in Chromium and compares it with the database.
# bash report_test.sh PROGRAM [FOLDER FOR PICTURES] [--long]
# Exit status: 0 no errors, 1 errors, 77 no browser with a driver.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/tools.sh"

need_browser "reports"
need_scripts "${1:?the program}" "reports"
run_browser_test report_test.py "$@"
