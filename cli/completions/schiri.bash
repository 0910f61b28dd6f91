# shellcheck shell=bash
# Completion of schiri's command lines in bash.
#
# Commands and options are asked of the program itself (its --help), so they are always those of
# the program that is installed.

# _schiri_commands WORD...: the commands below this one, each on a line.
_schiri_commands() {
  "$@" --help 2>/dev/null </dev/null |
    awk 'tolower($1) ~ /^subcommands:?$/ { inside = 1; next }
         /^[^ ]/ { inside = 0 }
         inside && /^  [a-z]/ { print $1 }'
}

# _schiri_options WORD...: the options of this command, each on a line.
_schiri_options() {
  "$@" --help 2>/dev/null </dev/null |
    awk '/^ +-/ {
           n = split($0, word, /[ ,]+/)
           for (i = 2; i <= n && word[i] ~ /^-/; i++) print word[i]
         }'
}

# _schiri_choices OPTION WORD...: fails if this option of the command takes no value; prints those
# that the help names between braces, as in `--format TEXT:{text,json}`.
_schiri_choices() {
  local option=$1
  shift
  "$@" --help 2>/dev/null </dev/null | awk -v option="$option" '
    /^ +-/ {
      line = $0
      found = 0
      while (match(line, /^ *,? *-[^ ,]+/)) {
        name = substr(line, 1, RLENGTH)
        gsub(/[ ,]/, "", name)
        if (name == option) found = 1
        line = substr(line, RLENGTH + 1)
      }
      if (found && line ~ /^ [^ ]/) {
        takes = 1
        if (match(line, /\{[^}]*\}/)) {
          n = split(substr(line, RSTART + 1, RLENGTH - 2), choice, ",")
          for (i = 1; i <= n; i++) print choice[i]
        }
        exit
      }
    }
    END { exit !takes }'
}

_schiri_games() {
  "$1" games 2>/dev/null </dev/null | awk '/^[a-z]/ { print $1 }'
}

# _schiri_names PROGRAM players|events DATABASE: the names that a database knows, each on a line.
_schiri_names() {
  "$1" db query "$2" --db "$3" --columns "${2%s}" --format csv 2>/dev/null </dev/null |
    sed -e 1d -e 's/^"\(.*\)"$/\1/' -e 's/""/"/g'
}

# The file behind --db in the line that is being typed.
_schiri_database() {
  local i
  for ((i = 1; i + 1 < ${#COMP_WORDS[@]}; i++)); do
    if [ "${COMP_WORDS[i]}" = --db ]; then
      i=$((i + 1))
      if [ "${COMP_WORDS[i]}" = = ]; then i=$((i + 1)); fi
      printf '%s' "${COMP_WORDS[i]/#\~/$HOME}"
      return
    fi
  done
}

# _schiri_offer_names TYPED NAME...: those that go on from what is typed, quoted for the shell.
_schiri_offer_names() {
  local typed=$1 name
  shift
  typed=${typed#[\'\"]}
  typed=${typed//\\/}
  for name; do
    if [ "${name#"$typed"}" != "$name" ] || [ -z "$typed" ]; then
      COMPREPLY+=("$(printf '%q' "$name")")
    fi
  done
}

# Offers those of the words in $1 that go on from what is typed.
_schiri_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

_schiri_offer_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# _schiri_value OPTION TYPED WORD...: offers what can follow the option; fails if it takes no value.
_schiri_value() {
  local option=$1 typed=$2 choices
  shift 2
  if [ "${option:0:1}" != - ] || ! choices=$(_schiri_choices "$option" "$@"); then return 1; fi
  case ${2:-}$option in
    play--white | play--black) option=--player-or-bot choices="human random greedy mcts alphabeta" ;;
  esac
  case $option in
    --game) _schiri_offer "$(_schiri_games "$1")" "$typed" ;;
    --bot | --hint) _schiri_offer "random greedy mcts alphabeta" "$typed" ;;
    --player | --white | --black | --history | --predict | --event)
      local database names what=players
      if [ "$option" = --event ]; then what=events; fi
      database=$(_schiri_database)
      if [ -n "$database" ]; then
        mapfile -t names < <(_schiri_names "$1" "$what" "$database")
        _schiri_offer_names "$typed" "${names[@]}"
      fi
      ;;
    --db | --log | --openings | -o | --output | --resume | --doubles | --rejects) _schiri_offer_files "$typed" ;;
    *) _schiri_offer "$choices" "$typed" ;;
  esac
}

_schiri() {
  local typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} end=$COMP_CWORD
  # bash takes `--format=json` for three words.
  if [ "$typed" = = ]; then
    typed=
  elif [ "$before" = = ] && [ "$COMP_CWORD" -ge 2 ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  local command=("${COMP_WORDS[0]/#\~/$HOME}") commands i
  commands=$(_schiri_commands "${command[@]}")
  for ((i = 1; i < end; i++)); do
    if [ -n "${COMP_WORDS[i]}" ] && grep -qxF -e "${COMP_WORDS[i]}" <<<"$commands"; then
      command+=("${COMP_WORDS[i]}")
      commands=$(_schiri_commands "${command[@]}")
    fi
  done

  COMPREPLY=()
  if _schiri_value "$before" "$typed" "${command[@]}"; then return; fi
  if [ "${typed:0:1}" = - ]; then
    _schiri_offer "$(_schiri_options "${command[@]}")" "$typed"
  elif [ -n "$commands" ]; then
    _schiri_offer "$commands" "$typed"
  else
    case ${command[1]:-} in
      analyse)
        # A game or files.
        _schiri_offer_files "$typed"
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$(_schiri_games "${command[0]}")" -- "$typed")
        ;;
      rules | turns | perft | position | board | play | ugi | bot)
        if [ "$end" -eq ${#command[@]} ]; then _schiri_offer "$(_schiri_games "${command[0]}")" "$typed"; fi
        ;;
      *) _schiri_offer_files "$typed" ;;
    esac
  fi
}

complete -F _schiri schiri
