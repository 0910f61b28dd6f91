# shellcheck shell=bash
# Completion of schiri's command lines in bash, as `schiri help --format bash` writes it.

# What the program has, lines with tabs between their fields:
#   command   PATH  NAME  ABOUT
#   option    PATH  NAME  KIND  WORDS  ABOUT
#   argument  PATH  first|other  KIND  WORDS
_schiri_table=@TABLE@

# _schiri_commands PATH: the commands below this one, each on a line.
_schiri_commands() {
  awk -F '\t' -v path="$1" '$1 == "command" && $2 == path { print $3 }' <<<"$_schiri_table"
}

# _schiri_options PATH: the options of this command, each on a line.
_schiri_options() {
  awk -F '\t' -v path="$1" '$1 == "option" && $2 == path { print $3 }' <<<"$_schiri_table"
}

# _schiri_kind option|argument PATH NAME: what it takes, and a blank and words if there are some;
# fails if there is no such option.
_schiri_kind() {
  awk -F '\t' -v what="$1" -v path="$2" -v name="$3" '
    $1 == what && $2 == path && $3 == name { print $4 " " $5; found = 1; exit }
    END { exit !found }' <<<"$_schiri_table"
}

# _schiri_names PROGRAM players|events FILE: the names in a database or an event, each on a line.
_schiri_names() {
  local list=(db query "$2" --db "$3")
  if [ "${COMP_WORDS[1]}" = otb ]; then list=(otb players "$3"); fi
  "$1" "${list[@]}" --columns "${2%s}" --format csv 2>/dev/null </dev/null |
    sed -e 1d -e 's/^"\(.*\)"$/\1/' -e 's/""/"/g'
}

# The file behind --db in the line that is being typed, or the event of `otb COMMAND EVENT`.
_schiri_database() {
  local i
  if [ "${COMP_WORDS[1]}" = otb ]; then
    printf '%s' "${COMP_WORDS[3]/#\~/$HOME}"
    return
  fi
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
_schiri_offer() { mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$1" -- "$2"); }

_schiri_offer_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# _schiri_offer_kind KIND WORDS TYPED PROGRAM: offers what is of a kind.
_schiri_offer_kind() {
  local database names
  case $1 in
    words) _schiri_offer "$2" "$3" ;;
    file | either)
      _schiri_offer_files "$3"
      if [ -n "$2" ]; then _schiri_offer "$2" "$3"; fi
      ;;
    player | event)
      database=$(_schiri_database)
      if [ -n "$database" ]; then
        mapfile -t names < <(_schiri_names "$4" "$1s" "$database")
        _schiri_offer_names "$3" "${names[@]}"
      fi
      ;;
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

  local program=${COMP_WORDS[0]/#\~/$HOME} path=schiri depth=1 commands kind i
  commands=$(_schiri_commands "$path")
  for ((i = 1; i < end; i++)); do
    if [ -n "${COMP_WORDS[i]}" ] && grep -qxF -e "${COMP_WORDS[i]}" <<<"$commands"; then
      path+=" ${COMP_WORDS[i]}"
      depth=$((depth + 1))
      commands=$(_schiri_commands "$path")
    fi
  done

  COMPREPLY=()
  if [ "${before:0:1}" = - ] && kind=$(_schiri_kind option "$path" "$before") &&
    [ "${kind%% *}" != none ]; then
    _schiri_offer_kind "${kind%% *}" "${kind#* }" "$typed" "$program"
  elif [ "${typed:0:1}" = - ]; then
    _schiri_offer "$(_schiri_options "$path")" "$typed"
  elif [ -n "$commands" ]; then
    _schiri_offer "$commands" "$typed"
  else
    if [ "$end" -eq "$depth" ]; then i=first; else i=other; fi
    kind=$(_schiri_kind argument "$path" "$i")
    _schiri_offer_kind "${kind%% *}" "${kind#* }" "$typed" "$program"
  fi
}

complete -F _schiri schiri
