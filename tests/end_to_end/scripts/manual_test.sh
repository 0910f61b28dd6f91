#!/usr/bin/env bash
# Compares the man pages with the program: they have the same commands and options. Checks that the
# pages of the manual and README name no other ones, that --help of each command has an example, and
# that tools for man pages give no warnings.
# bash manual_test.sh PROGRAM
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$here/../../..
folder=$(mktemp -d)
mkdir "$folder/help"
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# help_of COMMAND...: prints the name of a file with the output of --help, which runs once.
help_of() {
  local file="$folder/help/schiri $*"
  if [ ! -e "$file" ]; then "$program" "$@" --help >"$file"; fi
  printf '%s\n' "$file"
}

# The subcommands of a command, one per line.
commands_of() {
  awk '
    tolower($1) ~ /^subcommands:?$/ { inside = 1; next }
    /^[^ ]/ { inside = 0 }
    inside && /^  [a-z]/ { print $1 }' "$(help_of "$@")"
}

# One line for each command without subcommands, and one for each of its options. An option with a
# short and a long name counts once by its long name.
lines_of_program() {
  local commands command
  commands=$(commands_of "$@")
  for command in $commands; do lines_of_program "$@" "$command"; done
  if [ -n "$commands" ]; then return 0; fi
  echo "$*"
  awk -v command="$*" '/^ +-/ {
    n = split($0, word, /[ ,]+/)
    for (i = 2; i <= n && word[i] ~ /^-/; i++) name = word[i]
    if (name != "--help") print command, name
  }' "$(help_of "$@")"
}

# The same lines from schiri(1): `.SS schiri command`, and its options as in --help.
lines_of_page() {
  sed 's/\\-/-/g' "$folder/schiri.1" | awk '
    $1 == ".SH" { command = "" }
    $1 == ".SS" {
      command = $3
      for (i = 4; i <= NF; i++) command = command " " $i
      print command
    }
    command != "" && /^ +-/ {
      n = split($0, word, /[ ,]+/)
      for (i = 2; i <= n && word[i] ~ /^-/; i++) name = word[i]
      if (name != "--help") print command, name
    }'
}

"$program" help --format man >"$folder/schiri.1"
lines_of_program | sort -u >"$folder/lines"
differences=$(diff "$folder/lines" <(lines_of_page | sort -u) | grep '^[<>]' || true)
if [ -n "$differences" ]; then
  fail "schiri(1) and the program differ; < only the program, > only the page:
$differences"
fi

while read -r command; do
  # shellcheck disable=SC2086
  awk -v command="schiri $command" '/^Example/ { inside = 1 } inside && index($0, command) { found = 1 }
    END { exit !found }' "$(help_of $command)" ||
    fail "schiri $command --help shows no example of it"
done < <(grep -v ' -' "$folder/lines")

# Options of other programs in the pages.
other_options='fixresulttags|fixtagstrings|minply|maxply|stopafter|json|compliance|core|fuzz|test-dir|no-install|bench|sanitize|long|help|prefix|install|version|build|cflags|libs|no-build-isolation|config-settings|update|large'
help_of >/dev/null
cat "$folder"/help/* | grep -oE -- '^ +-[^ ]*' | grep -oE -- '--[a-z0-9-]+' | sort -u >"$folder/options"
sed 's/ .*//' "$folder/lines" | sort -u >"$folder/commands"
for page in "$root/README.md" "$root"/cli/share/manual/*.md; do
  # The first cells of the tables in coming-from name options of other programs.
  case $page in *coming-from.md) own='s/^|[^|]*|//' ;; *) own='' ;; esac
  unknown=$(sed "$own" "$page" | grep -oE -- '--[a-z][a-z0-9-]+' | grep -vxE -- "--($other_options)" | sort -u |
    comm -23 - "$folder/options")
  if [ -n "$unknown" ]; then fail "$page: no command has these options: $unknown"; fi
  unknown=$(grep -oE '(^    |\$ |`|; |\| )schiri [a-z]+' "$page" | grep -oE '[a-z]+$' | sort -u |
    comm -23 - "$folder/commands")
  if [ -n "$unknown" ]; then fail "$page: there are no such commands: $unknown"; fi
done

for page in "$root"/cli/share/manual/*.md; do
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
