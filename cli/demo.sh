#!/usr/bin/env bash
# Shows schiri's main job, from a record to a rating, on real input; builds it first if necessary.
set -euo pipefail

usage() {
  cat <<'END'
bash cli/demo.sh [--no-install]

Installs missing packages that a build needs (Debian 12 and 13, Ubuntu 24.04), builds schiri into
build/ and demonstrates it. Leaves only build/.

  --no-install  installs no packages; CMake must find the dependencies
  --help        this text
END
}

install=yes
for option; do
  case $option in
    --no-install) install='' ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      printf 'demo.sh: unknown option %s\n\n' "$option" >&2
      usage >&2
      exit 2
      ;;
  esac
done

# shellcheck source-path=SCRIPTDIR source=setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

need_writable "$root/build"
if [ -n "$install" ]; then ensure_packages; fi
configure_release OFF
build "$root/build" schiri

folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-demo.XXXXXX")
trap 'rm -rf -- "$folder"' EXIT
data=$root/tests/data
cp -- "$data/demo-mistake.pgn" "$data/creeper-fragment.pgn" "$folder"
cd -- "$folder"
PATH=$root/build:$PATH

if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi

heading() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }

# show STATUS WORD...: prints a command line and runs it; ends the script unless it ends with this
# status.
show() {
  local wanted=$1 status=0 word line=
  shift
  for word; do
    case $word in *[[:blank:]]*) line+=" '$word'" ;; *) line+=" $word" ;; esac
  done
  printf '$%s\n' "$line"
  attended "$@" || status=$?
  if [ "$status" -ne "$wanted" ]; then
    give_up "the demo went wrong: this ended with status $status instead of $wanted:$line"
  fi
}

# show_beginning LINES WORD...: the same with only the first lines of the output.
show_beginning() {
  local lines=$1 status
  shift
  printf '$ %s | head -n %s\n' "$*" "$lines"
  "$@" >output || {
    status=$?
    give_up "the demo went wrong: this ended with status $status: $*"
  }
  head -n "$lines" output
}

heading "A record with a mistake: its place and the violated rule"
show 1 schiri validate demo-mistake.pgn

heading "A real fragment, from the roll-outs of another program: the final board"
show 0 schiri replay creeper-fragment.pgn --turn -1

heading "A round-robin of the built-in bots, in a database"
show 0 schiri tournament run --game creeper --bot greedy --bot random \
  --bot "greedy name=copycat" --bot "random name=dice" --rounds 1000 --db demo.db -j "$jobs"

heading "Its cross table"
show 0 schiri table --db demo.db

heading "The ratings of its players, with errors"
show 0 schiri ratings --db demo.db

heading "The first of its games, as the database lists them"
show_beginning 6 schiri db query games --db demo.db

heading "All games as records, and the last board of the first"
show 0 schiri db export --db demo.db -o games.pgn
show 0 schiri replay games.pgn --index 1 --turn -1
