#!/usr/bin/env bash
# Completes command lines as the shells do and checks the completions.
# bash completion_test.sh PROGRAM
set -uo pipefail
export LC_ALL=C

program=${1:?the program}
failures=0

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir "$home/work"
completions=$home
"$program" help --format bash >"$home/schiri.bash"
"$program" help --format zsh >"$home/_schiri"
"$program" help --format fish >"$home/schiri.fish"
# shellcheck source=/dev/null
. "$home/schiri.bash"

# offers_bash WORD...: the completions that bash offers for the last word, sorted, on one line.
offers_bash() {
  COMP_WORDS=("$program" "$@") COMP_CWORD=$# COMPREPLY=()
  _schiri 2>/dev/null
  printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ' '
}

# offers_fish WORD...: likewise in fish, which takes the line as text and finds the program in PATH.
offers_fish() {
  # shellcheck disable=SC2016
  PATH=$(dirname -- "$program"):$PATH COMPLETIONS=$completions LINE="schiri $*" \
    HOME=$home XDG_CONFIG_HOME=$home \
    fish -N -c 'source $COMPLETIONS/schiri.fish; complete -C $LINE' | cut -f1 | sort | paste -sd ' '
}

# offers_zsh WORD...: likewise in zsh; functions that print replace those of its completion system.
offers_zsh() {
  # shellcheck disable=SC2016
  COMPLETIONS=$completions zsh -f -c '
    compadd() { [[ $1 == -- ]] && shift; print -rl -- ${(M)@:#${(b)PREFIX}*} }
    _describe() { [[ $1 == -o ]] && shift; local -a list=(${(P)2}); compadd -- ${list%%:*} }
    _files() { print -rl -- ${~PREFIX}*(N) }
    _message() { : }
    compset() { PREFIX=${PREFIX#*=} }
    words=("$@") CURRENT=$# PREFIX=${@[-1]}
    set --
    source $COMPLETIONS/_schiri' zsh "$program" "$@" | grep . | sort | paste -sd ' '
}

# expect SHELL exactly|among WANTED WORD...: the completions equal WANTED or contain all its words.
expect() {
  local shell=$1 how=$2 wanted=$3 offered word
  shift 3
  offered=$("offers_$shell" "$@")
  if [ "$how" = exactly ]; then
    if [ "$offered" = "$wanted" ]; then return; fi
  else
    for word in $wanted; do
      case " $offered " in *" $word "*) ;; *) break ;; esac
      word=
    done
    if [ -z "$word" ]; then return; fi
  fi
  printf '%s: schiri %s\n  wanted %s: %s\n  offered: %s\n' "$shell" "$*" "$how" "$wanted" "$offered"
  failures=$((failures + 1))
}

check() {
  local shell=$1
  expect "$shell" among "games rules turns perft position validate replay convert select dedupe summary tournament ratings table db bot ugi board play analyse stats report page" ""
  expect "$shell" exactly "validate" val
  expect "$shell" exactly "collect extend resume run show status submit verify" tournament ""
  expect "$shell" among "import export query" db ""
  expect "$shell" exactly "export" db ex
  expect "$shell" among "--game --format --strict" validate --
  expect "$shell" exactly "--strict" validate --str
  expect "$shell" among "--game --bot --db --rounds --seed" tournament run --
  expect "$shell" among "alphabeta greedy mcts random record.pgn" tournament run --bot ""
  expect "$shell" exactly "./record.pgn" test ./re
  expect "$shell" exactly "knockout" tournament run --system kn
  expect "$shell" among "standard" position creeper --variant ""
  if [ -f cup.otb ]; then
    expect "$shell" among otb ""
    expect "$shell" exactly "m w" otb enter cup.otb --sex ""
    expect "$shell" exactly "Clara Cora" otb withdraw cup.otb C
    expect "$shell" exactly "Dora" otb forbid cup.otb Clara D
    expect "$shell" exactly "" otb enter cup.otb C
  fi
  expect "$shell" exactly "record.pgn" db replace-game --db names.db 17 re
  expect "$shell" exactly "json text" validate --format ""
  expect "$shell" exactly "* 0-1 1-0 1/2-1/2" db query games --result ""
  expect "$shell" exactly "" replay --turn re
  expect "$shell" exactly "record.pgn" validate --strict re
  expect "$shell" exactly "aliases duplicates endings events games head-to-head history imports openings players sql streaks" db query ""
  expect "$shell" among "creeper" validate --game ""
  expect "$shell" exactly "creeper" rules cr
  expect "$shell" exactly "creeper" ugi cr
  expect "$shell" exactly "creeper" play cr
  expect "$shell" exactly "creeper" analyse cr
  expect "$shell" exactly "record.pgn" analyse re
  expect "$shell" exactly "human" play --white hu
  expect "$shell" exactly "record.pgn" play --continue re
  expect "$shell" exactly "creeper" bot check cr
  expect "$shell" exactly "" validate --no-such
  expect "$shell" exactly "bad-position bad-tag bad-utf8" validate --explain bad
  expect "$shell" exactly "abstractplay csv json pgn softserve" convert --to ""
  expect "$shell" among "--player --reaches --sample --split" select --
  expect "$shell" exactly "exact prefix" dedupe --match ""
  expect "$shell" exactly "record.pgn" dedupe --duplicates re
  expect "$shell" exactly "record.pgn" validate re
  expect "$shell" exactly "record.pgn" ratings --db re
  expect "$shell" exactly "record.pgn" tournament run --openings re
  expect "$shell" exactly "Anna Bert" ratings --db names.db --player ""
  expect "$shell" exactly "Bert" db query games --db names.db --player B
  expect "$shell" exactly "cup" db export --db names.db --event ""
  expect "$shell" exactly "" ratings --db record.pgn --player ""
  expect "$shell" exactly "record.pgn" tournament submit --scratch re
  expect "$shell" exactly "names.db" db import --db na
  expect "$shell" exactly "creeper" db query openings cr
  expect "$shell" exactly "ratings records replay report rules" help r
  expect "$shell" among "coming-from tournaments tournament db" help ""
  expect "$shell" exactly "bash fish man man1 text zsh" help --format ""
}

cd "$home/work" || exit 1
touch record.pgn
"$program" tournament run --game creeper --event cup --bot "random name=Anna" --bot "random name=Bert" \
  --db names.db >/dev/null 2>&1

# A build may lack the events of people.
if "$program" otb --help >/dev/null 2>&1; then
  "$program" otb new cup.otb --name Cup --game creeper --rounds 3
  "$program" otb enter cup.otb Clara Cora Dora >/dev/null
fi

check bash
expect bash exactly "json" validate --format = js
expect bash exactly "json text" validate --format =
"$program" tournament run --game creeper --bot 'random name="O'"'"'Hara, Mae"' --bot random --db blanks.db >/dev/null 2>&1
expect bash exactly "O\\'Hara\\,\\ Mae random" ratings --db blanks.db --player ""
expect bash exactly "O\\'Hara\\,\\ Mae" ratings --db blanks.db --player "O\\'H"
# Every option that takes words or files offers some; each name and kind once.
# shellcheck disable=SC2154
while IFS=$'\t' read -r path name; do
  # shellcheck disable=SC2086
  if [ -z "$(offers_bash ${path#schiri } "$name" "")" ]; then
    echo "bash: $path $name: nothing is offered"
    failures=$((failures + 1))
  fi
done < <(awk -F '\t' '$1 == "option" && ($4 == "words" || $4 == "file" || $4 == "either") && !seen[$3 $4 $5]++ { print $2 "\t" $3 }' \
  <<<"$_schiri_table")
if command -v fish >/dev/null 2>&1; then check fish; fi
if command -v zsh >/dev/null 2>&1; then
  check zsh
  expect zsh exactly "json text" validate --format=
fi

echo "$failures failures"
[ "$failures" -eq 0 ]
