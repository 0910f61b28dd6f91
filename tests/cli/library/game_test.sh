#!/usr/bin/env bash
# Builds the example of a game of one's own with what is installed, by find_package alone, and uses
# it in all that schiri does. Checks that what is no such game is refused. bash game_test.sh
# BUILD_FOLDER
set -euo pipefail

build=${1:?the build folder}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset DESTDIR CMAKE_PREFIX_PATH SCHIRI_PLUGINS SCHIRI_LIBRARY
prefix=$folder/installed
cmake --install "$build" --prefix "$prefix" >/dev/null
PATH=$prefix/bin:$PATH
cd "$folder"

cp "$prefix/share/doc/schiri/examples/hex.cpp" .
# As the manual shows it.
awk '/^    find_package\(schiri .*\)$/ { getline; getline; if ($1 ~ /^schiri_add_game/) print substr($0, 5) }' \
  "$here/../../../cli/share/manual/library.md" >add_game
grep -q 'schiri_add_game(hex hex.cpp)' add_game
cat - add_game >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(schiri 0.1 REQUIRED)
END
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug >log 2>&1 && cmake --build build >>log 2>&1 || {
  cat log
  exit 1
}
cp build/libhex.so .

failures=0
fail() {
  echo "$1"
  failures=$((failures + 1))
}
# says WORDS STATUS COMMAND...: does it end with the status, and say the words?
says() {
  local words=$1 wanted=$2 status=0
  shift 2
  "$@" >out 2>&1 || status=$?
  if [ "$status" -ne "$wanted" ] || { [ -n "$words" ] && ! grep -qE -- "$words" out; }; then
    fail "status $status instead of $wanted, or not '$words': $*"
    head -20 out
  fi
}

# Only what is said of it can be seen in the plug-in.
nm -D --defined-only libhex.so | awk '$2 ~ /[TDBR]/ { print $3 }' | diff - <(echo schiri_plugin) || fail 'it shows more'

says 'hex: 13 points, 0 failed' 0 schiri game check ./libhex.so
says 'creeper: 13 points, 0 failed' 0 schiri game check creeper
says '^hex  Hex: a chain' 0 schiri --plugin ./libhex.so games
says '^49$' 0 schiri --plugin=libhex.so turns hex --count
says 'D4: a stone lies there' 1 schiri --plugin libhex.so position hex --play D4 --play D4
export SCHIRI_PLUGINS=$folder/libhex.so
says 'White wins' 0 schiri rules hex
says 'hex-white' 0 schiri board hex --play D4
says 'games played|rank' 0 schiri tournament run --game hex --bot greedy --bot random --bot mcts:nodes=200 \
  --bot 'cmd="schiri ugi hex --bot alphabeta:nodes=100" name=program' --rounds 2 --db hex.db
says '^hex' 0 schiri ratings --db hex.db
says 'hex' 0 schiri table --db hex.db
says '^[A-G][1-7] +12 ' 0 schiri db query openings hex --db hex.db
says '' 0 schiri db check --db hex.db
says '' 0 schiri db index --db hex.db
says 'chain' 0 schiri db query endings --db hex.db
schiri db export --db hex.db -o hex.pgn
says '24 games, 24 valid' 0 schiri validate --strict hex.pgn
says '' 0 schiri convert hex.pgn --to json -o hex.json
says '24 games, 24 valid' 0 schiri validate --from json hex.json
says 'hex' 0 schiri summary hex.pgn
says 'A B C D E F G' 0 schiri replay hex.pgn --index 1 --turn -1
says 'analysis: ' 0 schiri analyse hex.pgn --bot greedy --index 1
says '' 0 schiri report hex.pgn -o hex.html
says '' 0 schiri otb new cup.otb --name Cup --game hex --rounds 1
says '2 players' 0 schiri otb enter cup.otb Anna Emil
printf '[Game "hex"]\n\n1. D4 D4 *\n' >wrong.pgn
says 'wrong.pgn:3:7: error: D4: a stone lies there already' 1 schiri validate wrong.pgn
if SCHIRI_LIBRARY='' PYTHONPATH=$prefix/lib/python3/dist-packages python3 -c 'import schiri' 2>/dev/null; then
  says '^\(3, 7, 7\) 49$' 0 env PYTHONPATH="$prefix/lib/python3/dist-packages" python3 -c '
import schiri
game = schiri.Game("hex")
print(game.planes().shape, game.count_turns())'
fi
# The same one twice is the same one.
says '^hex' 0 schiri --plugin ./libhex.so --plugin libhex.so games
unset SCHIRI_PLUGINS
says "no game 'hex'" 1 schiri validate hex.pgn
says "no game 'hex'" 2 schiri turns hex

# fake NAME FORM VERSION BUILD: a plug-in that says so of itself, and would end the program if it were called.
fake() {
  printf '%s\n' 'struct plugin { unsigned form; const char* version; const char* build; void (*type)(void); };' \
    '#include <stdlib.h>' "const struct plugin schiri_plugin = {$2, \"$3\", \"$4\", abort};" >fake.c
  "${CC:-cc}" -shared -fPIC fake.c -o "$1"
}
version=$(schiri --version | cut -d' ' -f2)
fake newer.so 2 "$version" x
says 'newer.so: the plug-in was made for another version of schiri; build' 3 schiri --plugin ./newer.so games
fake other.so 1 9.9.9 x
says "other.so: the plug-in was made for schiri 9.9.9, and this is schiri $version; build" 3 schiri --plugin ./other.so games
fake build.so 1 "$version" x
says "build.so: the plug-in was made for another build of schiri $version; build" 3 schiri game check ./build.so
echo 'int nothing;' >empty.c && "${CC:-cc}" -shared -fPIC empty.c -o empty.so
says 'empty.so: this is not a game for schiri' 3 schiri --plugin ./empty.so games
says 'hex.pgn: the plug-in cannot be loaded' 3 schiri --plugin hex.pgn games
says 'nothing.so: the plug-in cannot be loaded' 3 env SCHIRI_PLUGINS=./nothing.so schiri games
says "there is a game 'hex' already" 3 schiri --plugin ./libhex.so --plugin build/libhex.so games

echo "$failures failures"
[ "$failures" -eq 0 ]
