#!/usr/bin/env bash
# Clicks through a report in Chromium and compares what it shows with the database.
# bash report_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 all is well, 1 something is not, 77 no browser that can be driven is here.
set -euo pipefail

program=${1:?the program}
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/tools.sh"

need_browser "reports"
look report_test.py "$program" "${2:-}"
