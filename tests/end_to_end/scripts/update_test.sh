#!/usr/bin/env bash
# Checks that `transcript.py PROGRAM PAGE --update` writes the real output into a page, in the
# language of the page, and changes nothing else.
# bash update_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { python3 -B "$here/../../transcript.py" "$program" "$@"; }

# write_page RULES TURNS ERROR: a page with these outputs, written to standard output.
write_page() {
  cat <<END
# t - a page

Text, then \`players.txt\`:

    Anna

    Björn

    \$ schiri rules sperre | head -n 4
$1

    \$ schiri perft creeper --depth 1
$2
    \$ schiri perft creeper --depth 1

More text.

    other code

    \$ schiri rules chess
$3
END
}

wrong=$(write_page '    ...' '    99' '    schiri: nothing
    is wrong')
printf '%s\n' "$wrong" >"$folder/t.de.md"
if run "$folder/t.de.md" >"$folder/out"; then
  echo "the examples of a wrong page succeed"
  exit 1
fi
[ "$(cat "$folder/t.de.md")" = "$wrong" ]

run "$folder/t.de.md" --update
first=$("$program" rules sperre --language de | head -n 4 | sed 's/./    &/')
error=$("$program" rules chess --language de 2>&1 | sed 's/./    &/' || true)
diff <(write_page "$first" '    24' "$error") "$folder/t.de.md"
run "$folder/t.de.md"

# A transcript also has standard error and the status.
printf '# t\n\n    $ schiri rules chess\n    $ false\n    ? 1\n' >"$folder/t.txt"
if run "$folder/t.txt" >"$folder/out"; then
  echo "the examples of a wrong transcript succeed"
  exit 1
fi
run "$folder/t.txt" --update
diff - "$folder/t.txt" <<END
# t

    \$ schiri rules chess
$("$program" rules chess 2>&1 | sed 's/^/    ! /')
    ? 2
    \$ false
    ? 1
END
run "$folder/t.txt"
