#!/usr/bin/env bash
# Brings de.po and fr.po up to date with the sentences of the sources: new ones are added without a
# translation, those that no source has any more are removed.
# bash cli/share/translations/update.sh [--check] MESSAGE_TEMPLATE
#
# MESSAGE_TEMPLATE is the program build/tests/message_template. --check changes nothing, and ends
# with status 1 if a file is not up to date or lacks a translation, 77 if gettext is missing.
set -euo pipefail

check=''
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
program=${1:?message_template is missing}
folder=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
if ! command -v msgmerge >/dev/null; then
  echo "gettext is missing" >&2
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
"$program" >"$work/schiri.pot"

# plain FILE: without the breaks of lines, which other versions of gettext put elsewhere.
plain() { msgcat --no-wrap --sort-output --add-location=file "$1"; }

failed=0
for language in de fr; do
  file=$folder/$language.po
  msgmerge --quiet --no-fuzzy-matching --sort-output --add-location=file "$file" "$work/schiri.pot" |
    msgattrib --no-obsolete --sort-output --add-location=file -o "$work/$language.po"
  if ! msgfmt --output-file=/dev/null "$work/$language.po"; then failed=1; fi
  missing=$(msgattrib --untranslated "$work/$language.po")
  if [ -n "$missing" ]; then
    printf '%s.po lacks translations:\n%s\n' "$language" "$missing" >&2
    failed=1
  fi
  if [ -z "$check" ]; then
    cat -- "$work/$language.po" >"$file"
  elif ! diff <(plain "$file") <(plain "$work/$language.po") >"$work/difference"; then
    head -n 20 -- "$work/difference" >&2
    printf '%s.po is not up to date; bash cli/share/translations/update.sh %s\n' "$language" "$program" >&2
    failed=1
  fi
done
exit $failed
