#!/usr/bin/env bash
# Counts the lines of product C++ by folder and compares them with the last release, the latest tag
# `v*`.
# bash tests/lines.sh [DEPTH]: counts folders to this depth (2)
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
depth=${1:-2}
old=$(mktemp -d)
trap 'rm -rf -- "$old"' EXIT

# Prints FOLDER LINES for each folder and for the total.
count() {
  (cd -- "$1" && find core notation db cli -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) \
    -exec awk -v depth="$depth" '
      FNR == 1 { parts = split(FILENAME, part, "/"); folder = part[1]
                 for (i = 2; i <= depth && i < parts; ++i) folder = folder "/" part[i] }
      { ++lines[folder]; ++lines["total"] }
      END { for (folder in lines) print folder, lines[folder] }' {} +) | sort
}

release=$(git -C "$root" describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)
if [ -n "$release" ]; then
  git -C "$root" archive "$release" core notation db cli | tar -x -C "$old"
  count "$old" >"$old/then"
else
  echo "no release to compare with"
  : >"$old/then"
fi
count "$root" >"$old/now"
printf '%-28s %7s %7s %7s\n' folder now "${release:--}" change
join -a 1 -a 2 -e 0 -o 0,1.2,2.2 "$old/now" "$old/then" |
  awk -v known="$release" '{ printf "%-28s %7d %7s %7s\n", $1, $2, known ? $3 : "-", known ? $2 - $3 : "-" }'
