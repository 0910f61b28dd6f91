#!/usr/bin/env bash
# Compares schiri with independent programs, those that are installed or built.
# bash tests/peers/run.sh [--peers FOLDER] [--schiri FILE] [--cases N] [--keep FOLDER] [CHECK...]
#
# --peers FOLDER  searches programs and their sources there, and two levels below, before PATH
# --schiri FILE   the program to check (build/schiri, otherwise that of PATH)
# --cases N       random cases of each check (100)
# --keep FOLDER   keeps all files in this folder
# CHECK           pairings, ratings, records, tables, ugi (all)
#
# Each line is: program, what was compared, cases, differences. The first differences follow on
# standard error. A program that is missing has a line that names its source.
#
# PYTHON is the interpreter (/usr/bin/python3, which sees pandas and networkx of Debian).
# Exit status: 0 no differences, 1 differences, 2 wrong usage.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
program=$here/../../build/schiri
[ -x "$program" ] || program=$(command -v schiri || true)
keep=''
CASES=100
checks=()

usage() {
  sed -n '3,18s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
  exit "$1"
}

while [ $# -gt 0 ]; do
  case $1 in
    --help) usage 0 ;;
    --peers | --schiri | --cases | --keep)
      [ $# -gt 1 ] || usage 2 >&2
      case $1 in
        --peers) PEERS=$(realpath -- "$2") ;;
        --schiri) program=$2 ;;
        --cases) CASES=$2 ;;
        --keep) keep=$2 ;;
      esac
      shift 2
      ;;
    pairings | ratings | records | tables | ugi) checks+=("$1") && shift ;;
    *) usage 2 >&2 ;;
  esac
done
[ -x "$program" ] || {
  echo "no program to check: build it, or name it by --schiri" >&2
  exit 2
}

SCHIRI=$(realpath -- "$program")
if [ -n "$keep" ]; then
  mkdir -p -- "$keep"
  WORK=$(realpath -- "$keep")
else
  WORK=$(mktemp -d)
  trap 'rm -rf -- "$WORK"' EXIT
fi
# Neither the user's settings nor language change what is compared.
export SCHIRI WORK CASES PEERS="${PEERS:-}" LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
export XDG_CONFIG_HOME="$WORK"

"$SCHIRI" --version
status=0
for check in "${checks[@]:-pairings ratings records tables ugi}"; do
  # Without names, all of them are in one word.
  for one in $check; do
    "${PYTHON:-/usr/bin/python3}" "$here/$one.py" || status=1
  done
done
exit "$status"
