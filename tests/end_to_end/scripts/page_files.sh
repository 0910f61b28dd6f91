#!/usr/bin/env bash
# Writes a file that the examples of the manual use without showing it into the current folder.
# bash page_files.sh server.pgn|club.db
set -euo pipefail

case $1 in
  server.pgn)
    schiri tournament run --game creeper --bot 'greedy name="Dörte Müller"' --bot 'random name="Mae O'"'"'Hara"' \
      --bot random --rounds 5 --db server.db >/dev/null 2>&1
    schiri db export --db server.db >server.pgn
    cat server.pgn server.pgn | gzip >server.pgn.gz
    ;;
  club.db) # results of a club from January to April, without turns
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
    ;;
esac
