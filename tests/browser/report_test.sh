#!/usr/bin/env bash
# Clicks through a report in Chromium and compares what it shows with the database. bash
# report_test.sh PROGRAM [FOLDER FOR PICTURES] Exit status: 0 all is well, 1 something is not, 77 no
# browser that can be driven is here.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)

for tool in chromium chromedriver python3; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "Reports are not looked at in a browser: that takes $tool, which is not installed here." >&2
    exit 77
  fi
done

folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-browser.XXXXXX")
trap 'rm -rf -- "$folder"' EXIT
PYTHONDONTWRITEBYTECODE=1 python3 "$here/report_test.py" "$program" "$folder" "${2:-}"
