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

# _schiri_choices OPTION WORD...: what the help of this command says between braces, as in
# `--format TEXT:{text,json}`; nothing where it says nothing.
_schiri_choices() {
  local option=$1
  shift
  "$@" --help 2>/dev/null </dev/null |
    awk -v option="$option" '/^ +-/ {
           n = split($0, word, /[ ,]+/)
           for (i = 2; i <= n && word[i] ~ /^-/; i++) {
             if (word[i] == option && match($0, /\{[^}]*\}/)) {
               n = split(substr($0, RSTART + 1, RLENGTH - 2), choice, ",")
               for (i = 1; i <= n; i++) print choice[i]
               exit
             }
           }
         }'
}

_schiri_games() {
  "$1" games 2>/dev/null </dev/null | awk '/^[a-z]/ { print $1 }'
}

# Offers those of the words in $1 that go on from what is typed.
_schiri_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

_schiri_offer_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# _schiri_value OPTION TYPED WORD...: offers what can follow the option; fails if that is no option
# with a value known here.
_schiri_value() {
  local option=$1 typed=$2
  shift 2
  case $option in
    --game) _schiri_offer "$(_schiri_games "$1")" "$typed" ;;
    --bot) _schiri_offer "random greedy" "$typed" ;;
    --result) _schiri_offer "1-0 0-1 1/2-1/2 *" "$typed" ;;
    --db | --log | -o | --output) _schiri_offer_files "$typed" ;;
    --format | --from | --to | --method | --system)
      _schiri_offer "$(_schiri_choices "$option" "$@")" "$typed"
      ;;
    --variant | --roll | --position | --play | --depth | --index | --turn | --event | --rounds | \
      --opening-turns | --max-turns | --seed | --shard | --player | --max-game-bytes | -j) COMPREPLY=() ;;
    *) return 1 ;;
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
      rules | turns | perft | position)
        if [ "$end" -eq 2 ]; then _schiri_offer "$(_schiri_games "${command[0]}")" "$typed"; fi
        ;;
      *) _schiri_offer_files "$typed" ;;
    esac
  fi
}

complete -F _schiri schiri
