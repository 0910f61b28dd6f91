#!/usr/bin/env bash
# Runs the examples of the README or of a page of the manual in order and in one folder, and
# compares their output.
# bash readme_test.sh PROGRAM [PAGE [--update]]
#
# --update writes the real output into the page where it differs, for example into all translations:
#   for page in ROOT/cli/share/manual/*.??.md; do bash readme_test.sh PROGRAM "$page" --update; done
#
# The examples run in the language of the page: otb.de.md in German, a page of one name in English.
# An example is a line `    $ command`. The following lines up to the next `$` or the end of the
# block are the expected output: standard output, or standard error followed by standard output. An
# example without output must succeed. The line `...` alone is output that --update is to write.
set -euo pipefail

program=${1:?the program}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
page=${2:-$here/../../../README.md}
update=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/work"
PATH=$(dirname -- "$program"):$PATH
cd "$folder/work"

case $page in
  *.de.md) LANG=de_DE.UTF-8 ;;
  *.fr.md) LANG=fr_FR.UTF-8 ;;
  *) LANG=en_GB.UTF-8 ;;
esac
# Only the language of messages; Bash warns of a locale that is not installed, which does no harm.
{ unset LC_ALL LC_MESSAGES; } 2>/dev/null
LC_CTYPE=C.UTF-8 LC_COLLATE=C
export LANG LC_CTYPE LC_COLLATE

# The file that examples use without showing it.
if grep -q 'server\.pgn' "$page"; then
  schiri tournament run --game creeper --bot 'greedy name="Dörte Müller"' --bot 'random name="Mae O'"'"'Hara"' \
    --bot random --rounds 5 --db server.db >/dev/null 2>&1
  schiri db export --db server.db >server.pgn
  cat server.pgn server.pgn | gzip >server.pgn.gz
fi

# Results of a club from January to April, without turns.
if grep -q 'club\.db' "$page"; then
  while read -r date white black result; do
    printf '[Event "Club"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n' \
      "$date" "$white" "$black" "$result"
    printf '[Game "creeper"]\n[Termination "resignation"]\n\n%s\n\n' "$result"
  done <<'END' | schiri db import --db club.db - >/dev/null
2026.01.07 Anna Björn 1-0
2026.01.14 Björn Carla 1/2-1/2
2026.01.21 Carla Anna 1-0
2026.02.07 Björn Anna 1/2-1/2
2026.02.14 Carla Björn 1-0
2026.02.21 Anna Carla 1-0
2026.03.07 Dora Anna 0-1
2026.03.14 Björn Dora 1/2-1/2
2026.04.07 Anna Björn 1-0
2026.04.21 Björn Anna 0-1
END
fi

bash "$here/shown_files.sh" "$page"

# Python imports the package from the source tree. Without it, its examples are omitted.
PYTHONPATH=$here/../../../cli/share/python
SCHIRI_LIBRARY=$(dirname -- "$program")/libschiri.so.1
export PYTHONPATH SCHIRI_LIBRARY PYTHONDONTWRITEBYTECODE=1
python=
if python3 -c 'import schiri' 2>/dev/null; then python=yes; fi

# Node imports the package of the build. Without either, its examples are omitted.
node=
if command -v node >/dev/null 2>&1 && [ -f "$(dirname -- "$program")/npm/schiri-engine.wasm" ]; then
  node=yes
  mkdir node_modules
  cp -r "$(dirname -- "$program")/npm" node_modules/schiri
fi

# Writes files N.command and N.wanted for each example.
awk -v folder="$folder" '
  /^    \$ / { n++; inside = 1; print substr($0, 7) > (folder "/" n ".command"); next }
  inside && !/^    / && NF { inside = 0 }
  inside && NF == 0 { blank++; next }
  inside { file = folder "/" n ".wanted"
           for (; blank > 0; blank--) if (seen == n) print "" > file
           print substr($0, 5) > file; seen = n }
  { blank = 0 }
' "$page"

# Replaces what differs between runs: times and random turns. Removes trailing spaces.
plain() {
  sed -E 's/after [0-9]+ ms/after N ms/; s/ in [0-9.]+ s$/ in N s/
          /^ok /s/[A-G][1-7][-+x][A-G][1-7]/TURN/; s/ +$//' "$1" |
    awk 'NF == 0 { blank++; next } { for (; blank > 0; blank--) print ""; print }'
}

# Sorts messages and puts them first: programs in a pipeline print them in any order.
arranged() {
  plain "$1" | grep '^schiri: ' | sort || true
  plain "$1" | grep -v '^schiri: ' || true
}

failures=0 examples=0 updates=0
for ((n = 1; ; n++)); do
  if [ ! -e "$folder/$n.command" ]; then break; fi
  command=$(cat "$folder/$n.command")
  case $command in
    *.py*) if [ -z "$python" ]; then continue; fi ;;
    *repaired.pgn* | *.mjs*) if [ -z "$node" ]; then continue; fi ;;
    schiri*) ;;
    *) continue ;;
  esac
  examples=$((examples + 1))
  status=0
  bash -c "$command" >"$folder/out" 2>"$folder/err" </dev/null || status=$?
  if [ ! -e "$folder/$n.wanted" ]; then
    if [ "$status" -ne 0 ]; then
      echo "status $status: $command"
      cat "$folder/err"
      failures=$((failures + 1))
    fi
    continue
  fi
  cat "$folder/err" "$folder/out" >"$folder/all"
  if cmp -s <(plain "$folder/$n.wanted") <(plain "$folder/out") ||
    cmp -s <(arranged "$folder/$n.wanted") <(arranged "$folder/all"); then
    continue
  fi
  if [ "$update" = --update ]; then
    shown=$folder/out
    if [ ! -s "$shown" ] || grep -q '^schiri: ' "$folder/$n.wanted"; then shown=$folder/all; fi
    text=$(sed 's/ *$//' "$shown")
    # The first line is there even if the output is empty.
    printf '%s\n' updated ${text:+"$text"} >"$folder/$n.new"
    updates=$((updates + 1))
    continue
  fi
  echo "The page (<) and the program (>) differ: $command"
  diff <(arranged "$folder/$n.wanted") <(arranged "$folder/all") || true
  failures=$((failures + 1))
done

# The lines of an example end where the awk program above ends them.
if [ "$updates" -gt 0 ]; then
  awk -v folder="$folder" '
    function end_example() {
      for (; blank > 0; blank--) print ""
      inside = updated = 0
    }
    /^    \$ / {
      end_example()
      print
      file = folder "/" ++n ".new"
      inside = 1
      if ((getline line < file) > 0) {
        updated = 1
        while ((getline line < file) > 0) print (line == "" ? "" : "    " line)
        close(file)
      }
      next
    }
    inside && NF == 0 { blank++; next }
    inside && !/^    / { end_example() }
    inside && updated { blank = 0; next }
    { for (; blank > 0; blank--) print ""; print }
    END { end_example() }
  ' "$page" >"$folder/updated"
  cat "$folder/updated" >"$page"
  echo "$updates outputs updated"
fi

# The same questions in other programs.
if [ "$(basename -- "$page")" = sql.md ] && command -v python3 >/dev/null 2>&1; then
  python3 -B "$here/sql_page_test.py" "$page" || failures=$((failures + 1))
fi

echo "$examples examples, $failures failures"
shown=$(grep -c '^    \$ schiri' "$page" || true)
if [ "$page" -ef "$here/../../../README.md" ] && [ "$shown" -lt 8 ]; then
  echo "only $shown examples"
  exit 1
fi
[ "$failures" -eq 0 ]
