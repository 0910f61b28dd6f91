# What the examples of transcripts share; Bash reads it before each of them.
# shellcheck shell=bash

# record TAG=VALUE... MOVETEXT: a record of Creeper.
record() {
  local word game='[Game "creeper"]\n'
  for word in "${@:1:$#-1}"; do
    case $word in
      Event=* | Site=* | Date=* | Round=* | White=* | Black=* | Result=*) ;;
      Game=*) game='' ;;
      *)
        printf "$game"
        game=''
        ;;
    esac
    printf '[%s "%s"]\n' "${word%%=*}" "${word#*=}"
  done
  printf "$game\n%s\n\n" "${!#}"
}

# won EVENT ROUND WHITE BLACK [TURNS]: a game that White has won by resignation.
won() {
  local turns=${5-1. A2+B3 A6-B6}
  record Event="$1" Date=2024.05.17 Round="$2" White="$3" Black="$4" Result=1-0 Termination=resignation "${turns:+$turns }1-0"
}

# bots ROUNDS DATABASE WORDS...: a tournament of random and greedy.
bots() { schiri tournament run --game creeper --bot random --bot greedy --rounds "$1" --db "$2" "${@:3}" >/dev/null 2>&1; }

# sql DATABASE STATEMENTS: changes a database without schiri.
sql() { python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])' "$@"; }

# tag NAME: the values of a tag in the records that it reads, on one line.
tag() { sed -n "s/^\[$1 \"\(.*\)\"\]\r\?$/\1/p" | paste -sd ' '; }

# movetext: the records that it reads without tags and empty lines.
movetext() { sed '/^\[/d;/^\r\?$/d'; }

# key NAME: the values of a key in the lines of JSON that it reads, on one line.
key() { grep -o "\"$1\":\(\"[^\"]*\"\|\[[^]]*\]\|[^],}]*\)" | cut -d : -f 2- | paste -sd ' '; }

# report_data: the data of a report that it reads, as JSON.
report_data() {
  python3 -c 'import base64, re, sys, zlib
data = re.search(r"id=\"data\">([^<]*)<", sys.stdin.read())[1]
print(zlib.decompress(base64.b64decode(data), -zlib.MAX_WBITS).decode())'
}

# changes FILE FILE: the lines that differ, after - or +.
changes() { sed -n "1,2d;/^[-+]/p" <(diff -U 0 "$1" "$2"); }

# each COMMAND WORDS...: runs the command once for each argument, with % replaced by it. Prints the
# argument, the output on one line, the status if it is not 0, and the first line of the error.
each() {
  local command=$1 words output status error
  shift
  for words; do
    status=0
    output=$(set -o pipefail && eval "${command//%/$words}" 2>"../error") || status=$?
    error=$(head -n 1 ../error)
    output=${output//$'\n'/ | }
    if [ "$status" -ne 0 ]; then output+="${output:+ }? $status"; fi
    printf '%s\n' "$words:${output:+ $output}${error:+ ! $error}"
  done
}

# otb COMMAND WORDS...: a command on the event cup.otb.
otb() { schiri otb "$1" cup.otb "${@:2}"; }

# cup N OPTIONS...: a new event with N players, the best one first.
cup() {
  local i names=(Anna Bert Carla Dora Emil Fritz)
  rm -f cup.otb
  otb new --name Cup --game creeper --date 2026.05.01 "${@:2}"
  for ((i = 0; i < $1; ++i)); do otb enter "${names[i]}" --rating $((1900 - 50 * i)) >/dev/null; done
}

# play RESULTS...: pairs the next round, and enters these results.
play() {
  otb pair >/dev/null
  if [ $# -gt 0 ]; then otb result "$@" >/dev/null; fi
}

# acts: the changes of the event without their times.
acts() { otb log | cut -c 23-; }
