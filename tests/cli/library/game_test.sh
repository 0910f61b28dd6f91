#!/usr/bin/env bash
# Builds the example of a custom game with the installed files, by find_package alone, and uses it
# in all commands. Checks that invalid plug-ins are refused.
# bash game_test.sh BUILD_FOLDER
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
# The line of the manual.
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
# expect_output PATTERN STATUS COMMAND...: checks that the output matches the pattern, and the exit
# status.
expect_output() {
  local pattern=$1 wanted=$2 status=0
  shift 2
  "$@" >out 2>&1 || status=$?
if [ "$status" -ne "$wanted" ] || { [ -n "$pattern" ] && ! grep -qE -- "$pattern" out; }; then
    fail "status $status instead of $wanted, or no match of '$pattern': $*"
    head -20 out
  fi
}

# The plug-in exports only its description.
nm -D --defined-only libhex.so | awk '$2 ~ /[TDBR]/ { print $3 }' | diff - <(echo schiri_plugin) || fail 'it exports other symbols'

expect_output 'hex: 14 points, 0 failed' 0 schiri game check ./libhex.so
# Fourteen points for each combination of settings.
expect_output 'creeper: 84 points, 0 failed' 0 schiri game check creeper
expect_output '^hex  Hex: a chain' 0 schiri --plugin ./libhex.so games
expect_output '^49$' 0 schiri --plugin=libhex.so turns hex --count
expect_output 'D4: a stone lies there' 1 schiri --plugin libhex.so position hex --play D4 --play D4
export SCHIRI_PLUGINS=$folder/libhex.so
expect_output 'White wins' 0 schiri rules hex
expect_output 'hex-white' 0 schiri board hex --play D4
expect_output 'games played|rank' 0 schiri tournament run --game hex --bot greedy --bot random --bot mcts:nodes=200 \
  --bot 'cmd="schiri ugi hex --bot alphabeta:nodes=100" name=program' --rounds 2 --db hex.db
expect_output '^hex' 0 schiri ratings --db hex.db
expect_output 'hex' 0 schiri table --db hex.db
expect_output '^[A-G][1-7] +12 ' 0 schiri db query openings hex --db hex.db
expect_output '' 0 schiri db check --db hex.db
expect_output '' 0 schiri db index --db hex.db
expect_output 'chain' 0 schiri db query endings --db hex.db
schiri db export --db hex.db -o hex.pgn
expect_output '24 games, 24 valid' 0 schiri validate --strict hex.pgn
expect_output '' 0 schiri convert hex.pgn --to json -o hex.json
expect_output '24 games, 24 valid' 0 schiri validate --from json hex.json
expect_output 'hex' 0 schiri summary hex.pgn
expect_output 'A B C D E F G' 0 schiri replay hex.pgn --index 1 --turn -1
expect_output 'analysis: ' 0 schiri analyse hex.pgn --bot greedy --index 1
expect_output '' 0 schiri report hex.pgn -o hex.html
# A build may lack the events of people.
if schiri otb --help >/dev/null 2>&1; then
  expect_output '' 0 schiri otb new cup.otb --name Cup --game hex --rounds 1
  expect_output '2 players' 0 schiri otb enter cup.otb Anna Emil
fi
printf '[Game "hex"]\n\n1. D4 D4 *\n' >wrong.pgn
expect_output 'wrong.pgn:3:7: error: D4: a stone lies there already' 1 schiri validate wrong.pgn
if SCHIRI_LIBRARY='' PYTHONPATH=$prefix/lib/python3/dist-packages python3 -c 'import schiri' 2>/dev/null; then
  expect_output '^\(3, 7, 7\) 49$' 0 env PYTHONPATH="$prefix/lib/python3/dist-packages" python3 -c '
import schiri
game = schiri.Game("hex")
print(game.planes().shape, game.count_turns())'
fi
# Loading the same plug-in twice is harmless.
expect_output '^hex' 0 schiri --plugin ./libhex.so --plugin libhex.so games
unset SCHIRI_PLUGINS
expect_output "no game 'hex'" 1 schiri validate hex.pgn
expect_output "no game 'hex'" 2 schiri turns hex

# fake NAME FORM VERSION BUILD: a plug-in with this description, which aborts the program if it is
# called.
fake() {
  printf '%s\n' 'struct plugin { unsigned form; const char* version; const char* build; void (*type)(void); };' \
    '#include <stdlib.h>' "const struct plugin schiri_plugin = {$2, \"$3\", \"$4\", abort};" >fake.c
  "${CC:-cc}" -shared -fPIC fake.c -o "$1"
}
version=$(schiri --version | cut -d' ' -f2)
fake newer.so 2 "$version" x
expect_output 'newer.so: the plug-in was made for another version of schiri; build' 3 schiri --plugin ./newer.so games
fake other.so 1 9.9.9 x
expect_output "other.so: the plug-in was made for schiri 9.9.9, and this is schiri $version; build" 3 schiri --plugin ./other.so games
fake build.so 1 "$version" x
expect_output "build.so: the plug-in was made for another build of schiri $version; build" 3 schiri game check ./build.so
echo 'int nothing;' >empty.c && "${CC:-cc}" -shared -fPIC empty.c -o empty.so
expect_output 'empty.so: this is not a game for schiri' 3 schiri --plugin ./empty.so games
expect_output 'hex.pgn: the plug-in cannot be loaded' 3 schiri --plugin hex.pgn games
expect_output 'nothing.so: the plug-in cannot be loaded' 3 env SCHIRI_PLUGINS=./nothing.so schiri games
expect_output "there is a game 'hex' already" 3 schiri --plugin ./libhex.so --plugin build/libhex.so games

echo "$failures failures"
[ "$failures" -eq 0 ]
