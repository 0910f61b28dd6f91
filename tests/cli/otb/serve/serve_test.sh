#!/usr/bin/env bash
# Tests the web server of `schiri otb serve` over its socket: limits, signals, kills.
# bash serve_test.sh PROGRAM
# Exit status: 0 no errors, 1 errors, 77 no web server.
set -euo pipefail

program=${1:?the program}
if [ ! -f "$(dirname -- "$program")/schiri-web.so" ]; then
  echo "not tested: the web server was not built (it requires libcpp-httplib-dev and libqrencode-dev)" >&2
  exit 77
fi
# shellcheck source-path=SCRIPTDIR source=../../../browser/tools.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../../../browser/tools.sh"
need_scripts "$program" "the web server"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 "$(dirname -- "${BASH_SOURCE[0]}")/serve_test.py" "$program" "$folder"
