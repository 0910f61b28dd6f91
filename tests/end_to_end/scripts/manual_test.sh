#!/usr/bin/env bash
# Checks that tools for man pages give no warnings about those of the program and of each topic.
# bash manual_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

"$program" help --format man >"$folder/schiri.1"
for page in "$here"/../../../cli/share/manual/*.md; do
  topic=$(basename "$page" .md)
  # A translation is no man page.
  case $topic in *.*) continue ;; esac
  "$program" help "$topic" --format man >"$folder/schiri-$topic.7" || fail "no page $topic"
done
for page in "$folder"/*.[17]; do
  if command -v mandoc >/dev/null 2>&1; then mandoc -T lint -W warning "$page" || fail "$page"; fi
  if command -v man >/dev/null 2>&1; then
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    if [ -n "$warnings" ]; then fail "$page: $warnings"; fi
  fi
done

echo "$failures failures"
[ "$failures" -eq 0 ]
