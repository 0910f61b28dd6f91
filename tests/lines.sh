#!/usr/bin/env bash
# Holds the size of the sources below limits, so that they grow only on purpose. A commit that has to
# raise a limit gives the reason in its message; one that deletes much lowers it.
# bash tests/lines.sh
#
# Exit status: 0 all are within their limits, 1 one is not, or a limit is so high that it holds nothing.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
failed=0

# limit MOST COUNT WHAT
limit() {
  local most=$1 count=$2 what=$3
  printf '%7d of at most %7d %s\n' "$count" "$most" "$what"
  if [ "$count" -gt "$most" ]; then
    echo "$what: $((count - most)) too many"
    failed=1
  elif [ "$most" -gt 100 ] && [ $((count * 20)) -lt $((most * 19)) ]; then
    echo "$what: the limit is more than a twentieth above them; lower it"
    failed=1
  fi
}

# sources FOLDER...: the names of C++ files.
sources() { find "$@" -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \); }

# lines_of: counts the lines of the files whose names it reads.
lines_of() { tr '\n' '\0' | xargs -0 cat | wc -l; }

product=$(sources core notation db cli)
limit 129700 "$(lines_of <<<"$product")" "lines of C++ in core, notation, db, cli"
limit 902 "$(wc -l <<<"$product")" "files of C++ in core, notation, db, cli"
limit 62980 "$(sources tests | lines_of)" "lines of C++ in tests"
limit 116 "$(wc -l <README.md)" "lines of README.md"
exit $failed
