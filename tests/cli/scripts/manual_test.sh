#!/usr/bin/env bash
# Holds the manual page against the program: the same commands, each with the same options; and each
# command's --help shows an example of it.
# bash manual_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
page=$here/../../../cli/manual/schiri.1

# shellcheck source-path=SCRIPTDIR source=../../../cli/completions/schiri.bash
. "$here/../../../cli/completions/schiri.bash"

# One line for each option of each command below this one, and one for the command itself. An
# option with a short name counts once, by its long one if it has one.
told_by_program() {
  local commands command option
  commands=$(_schiri_commands "$program" "$@")
  for command in $commands; do told_by_program "$@" "$command"; done
  if [ -n "$commands" ] || [ $# -eq 0 ]; then return 0; fi
  echo "$*"
  "$program" "$@" --help | awk -v command="$*" '/^ +-/ {
    n = split($0, word, /[ ,]+/)
    for (i = 2; i <= n && word[i] ~ /^-/; i++) name = word[i]
    if (name != "--help" && name != "-h") print command, name
  }'
}

# The same from the page: `.Ss command` and `.It Fl -option` or `.It Fl o , Fl -option` below it.
told_by_page() {
  awk '
    $1 == ".Sh" || $1 == ".Ss" { command = "" }
    $1 == ".Ss" && $2 ~ /^[a-z]/ {
      command = $2
      for (i = 3; i <= NF && $i !~ /^(Ar|Op)$/; i++) command = command " " $i
      print command
    }
    command != "" && $1 == ".It" && $2 == "Fl" {
      name = $3
      if ($4 == "," && $5 == "Fl") name = $6
      print command, "-" name
    }' "$page"
}

differences=$(diff <(told_by_program | sort -u) <(told_by_page | sort -u) | grep '^[<>]' || true)
if [ -n "$differences" ]; then
  echo "The manual page and the program differ; < only the program, > only the page:"
  echo "$differences"
  exit 1
fi
told_by_program | grep -v ' -' | sort -u | while read -r command; do
  # shellcheck disable=SC2086
  if ! "$program" $command --help | grep -A 99 '^Example' | grep -q "schiri $command"; then
    echo "schiri $command --help shows no example of it"
    exit 1
  fi
done
if command -v mandoc >/dev/null 2>&1; then mandoc -T lint -W warning "$page"; fi
if command -v man >/dev/null 2>&1; then
  warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  if [ -n "$warnings" ]; then echo "$warnings"; exit 1; fi
fi
