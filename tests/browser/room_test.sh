#!/usr/bin/env bash
# Tests the page of `schiri otb serve` in three browsers at once.
# bash room_test.sh PROGRAM [FOLDER FOR PICTURES]
# Exit status: 0 no errors, 1 errors, 77 no browser with a driver, or no web server.
set -euo pipefail

program=${1:?the program}
# shellcheck source-path=SCRIPTDIR source=tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/tools.sh"

need_browser "the page of an event"
need_scripts "$program" "the page of an event"
if [ ! -f "$(dirname -- "$program")/schiri-web.so" ]; then
  echo "not tested: the page of an event: the web server was not built (it requires libcpp-httplib-dev and libqrencode-dev)" >&2
  exit 77
fi
run_browser_test room_test.py "$program" "${2:-}"
