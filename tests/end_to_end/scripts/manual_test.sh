#!/usr/bin/env bash
# Has the build's script write the man pages of all commands and topics, and checks that tools for man
# pages give no warnings and find names and descriptions.
# bash manual_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
cli=$here/../../../cli
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# Pages TOPIC.md, and translations TOPIC.LANGUAGE.md.
names=$(cd "$cli/share/manual" && printf '%s\n' *.md | sed 's/\.md$//')
# A build may lack the events of people.
if ! "$program" otb --help >/dev/null 2>&1; then names=$(grep -Ev '^(otb|fide)(\.|$)' <<<"$names"); fi
cmake -DPROGRAM="$program" -DFOLDER="$folder" -DTOPICS="$(grep -v '\.' <<<"$names" | paste -sd,)" \
  -DTRANSLATED="$(grep '\.' <<<"$names" | paste -sd,)" -P "$cli/help/generate.cmake"
cd "$folder/man"
for page in man1/schiri.1 man1/schiri-select.1 man1/schiri-db-query-games.1 man7/schiri-records.7 \
  de/man7/schiri-records.7 fr/man7/schiri-records.7; do
  [ -s "$page" ] || fail "no $page"
done
mapfile -t pages < <(find . -name '*.[17]')
if command -v mandoc >/dev/null 2>&1; then mandoc -T lint -W warning "${pages[@]}" || fail mandoc; fi
if command -v groff >/dev/null 2>&1; then
  warnings=$(groff -man -ww -K utf8 -T utf8 -z "${pages[@]}" 2>&1)
  if [ -n "$warnings" ]; then fail "groff: $warnings"; fi
fi
if command -v lexgrog >/dev/null 2>&1; then
  # PAGE: "schiri-NAME - what it is"
  LC_ALL=C.UTF-8 lexgrog "${pages[@]}" >"$folder/names" || fail lexgrog
  for page in "${pages[@]}"; do
    name=$(basename "$page")
    grep -q "^$page: \"${name%.*} - .*\"$" "$folder/names" || fail "$page has no name and description"
  done
fi

echo "$failures failures"
[ "$failures" -eq 0 ]
