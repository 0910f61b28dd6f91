#!/usr/bin/env bash
# Counts lines and files of C++ by folder, and the cases of the tests, and compares them with a
# commit or the last release, the latest tag `v*`.
# bash tests/lines.sh [DEPTH [COMMIT]]: counts folders to this depth (2)
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
depth=${1:-2}
then=${2:-$(git -C "$root" describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
old=$(mktemp -d)
trap 'rm -rf -- "$old"' EXIT

# Prints FOLDER LINES FILES CASES for each folder of $2... in $1 and for the total.
count() {
  local top=$1
  shift
  (cd -- "$top" && find "$@" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) \
    -exec awk -v depth="$depth" -v total=total '
      FNR == 1 { parts = split(FILENAME, part, "/"); folder = part[1]
                 for (i = 2; i <= depth && i < parts; ++i) folder = folder "/" part[i]
                 ++files[folder]; ++files[total] }
      { ++lines[folder]; ++lines[total] }
      /^(TEMPLATE_)?TEST_CASE(_METHOD)?\(/ { ++cases[folder]; ++cases[total] }
      END { for (folder in lines) print folder, lines[folder], files[folder], cases[folder] + 0 }' {} +) |
    sort
}

if [ -n "$then" ]; then
  git -C "$root" archive "$then" core notation db cli tests | tar -x -C "$old"
else
  echo "no release to compare with"
  mkdir -p "$old"/{core,notation,db,cli,tests}
fi
for folders in "core notation db cli" tests; do
  # shellcheck disable=SC2086
  count "$old" $folders >"$old/then"
  # shellcheck disable=SC2086
  count "$root" $folders >"$old/now"
  printf '%-28s %7s %7s %7s   %5s %7s   %5s %7s\n' folder lines "${then:0:7}" change files change cases change
  join -a 1 -a 2 -e 0 -o 0,1.2,2.2,1.3,2.3,1.4,2.4 "$old/now" "$old/then" |
    awk '{ printf "%-28s %7d %7d %+7d   %5d %+7d   %5d %+7d\n", $1, $2, $3, $2 - $3, $4, $4 - $5, $6, $6 - $7 }'
done
