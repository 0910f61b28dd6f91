#!/usr/bin/env bash
# Checks the folders of the sources, below core, notation, db and cli:
# - a folder includes only earlier ones in the order core, notation, db, cli;
# - includes of folders form no cycles, so that the folders can be read in order;
# - no folder has more than 45 sources;
# - only the table of commands includes the wing of events of people, cli/otb; in it, folders include
#   only earlier ones in the order in which data flow;
# - a header of each folder begins with a comment on the purpose of the folder;
# - the map of the sources (the manual's page `architecture`) has each folder, and names files that exist.
# bash tests/rooms.sh [ROOT]
#
# Exit status: 0 no errors, 1 errors, which are printed.
set -euo pipefail

root=${1:-$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)}
cd -- "$root"
most=45
failed=0

report() {
  printf '%s\n' "$*" >&2
  failed=1
}

# The engine for browsers and examples are separate programs.
sources() {
  find core notation db cli -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) \
    ! -path 'cli/web/engine/*' ! -path 'cli/share/*' | LC_ALL=C sort
}

# FROM TO FILE INCLUDED for each include of another folder.
includes() {
  sources | xargs grep -HoE '^#include "[a-z_]+/[^"]+"' |
    sed -E 's/^(.*)\/([^/:]+):#include "(.*)\/([^/"]+)"$/\1 \3 \1\/\2 \3\/\4/' | awk '$1 != $2'
}
includes_found=$(includes)

above=$(awk 'BEGIN { rank["core"] = 0; rank["notation"] = 1; rank["db"] = 2; rank["cli"] = 3 }
  { split($1, from, "/"); split($2, to, "/") }
  rank[from[1]] < rank[to[1]] { print $3 " includes " $4 ", which is above it" }' <<<"$includes_found")
if [ -n "$above" ]; then report "$above"; fi

wing='event acts trf lists commands publish serve'
above=$(awk -v wing="$wing" 'BEGIN { for (i = split(wing, names, " "); i > 0; --i) rank["cli/otb/" names[i]] = i }
  $2 !~ /^cli\/otb(\/|$)/ { next }
  $1 !~ /^cli\/otb(\/|$)/ { if ($3 != "cli/app.cpp" || $2 != "cli/otb") print $3 " includes " $4 ", which is of the wing" ; next }
  $1 != "cli/otb" && rank[$2] > rank[$1] { print $3 " includes " $4 ", which is after it" }' <<<"$includes_found")
if [ -n "$above" ]; then report "$above"; fi

# tsort prints the folders of each cycle on standard error.
cycles=$(awk '{ print $1, $2 }' <<<"$includes_found" | LC_ALL=C sort -u | tsort 2>&1 >/dev/null || true)
if [ -n "$cycles" ]; then
  report "these folders include each other in a cycle:"
  folders=$(sed -n 's/^tsort: //p' <<<"$cycles" | grep / || true)
  printf '%s\n' "$folders" >&2
  awk 'NR == FNR { in_cycle[$1] = 1; next } in_cycle[$1] && in_cycle[$2] { print "  " $3 " includes " $4 }' \
    <(printf '%s\n' "$folders") <(printf '%s\n' "$includes_found") >&2
fi

map=cli/share/manual/architecture.md
while read -r folder file _; do
  for one in $folder; do
    if [ ! -e "$one$file" ]; then report "$map names $one$file, which does not exist"; fi
    printf '%s\n' "$one"
  done
done < <(grep -E '^    [a-z_/]+(\*/)? +[a-z_]+\.(h|cpp) ' "$map") >"${mapped:=$(mktemp)}"
trap 'rm -f "$mapped"' EXIT
while read -r folder; do
  if ! grep -qxF "$folder/" "$mapped"; then report "$map has no line for $folder"; fi
done < <(sources | sed 's/\/[^/]*$//' | LC_ALL=C sort -u)
while read -r name; do
  if [ ! -e "$name" ]; then report "$map names $name, which does not exist"; fi
done < <(grep -E '^    [a-z]' "$map" | grep -oE '(core|notation|db|cli)/[a-z_/]+(\.[a-z]+)?')

while read -r count folder; do
  if [ "$count" -gt "$most" ]; then report "$folder holds $count sources, at most $most"; fi
done < <(sources | sed 's/\/[^/]*$//' | LC_ALL=C sort | uniq -c)

while read -r folder; do
  headers=("$folder"/*.h)
  [ -e "${headers[0]}" ] || continue
  # Requires two lines of comment before the first declaration.
  described=$(awk '
    FNR == 1 { lines = 0; over = 0 }
    over { next }
    /^\/\/\/?/ { if (++lines == 2) { print FILENAME; exit } next }
    { lines = 0 }
    /^namespace schiri/ { over = 1 }' "${headers[@]}")
  if [ -z "$described" ]; then report "no header of $folder begins with a description of the folder"; fi
done < <(sources | sed 's/\/[^/]*$//' | LC_ALL=C sort -u)

exit "$failed"
