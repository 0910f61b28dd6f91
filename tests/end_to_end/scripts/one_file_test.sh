#!/usr/bin/env bash
# Builds the program as one file (-DSCHIRI_STATIC=ON), and runs it in a folder that holds nothing else; makes
# its archive twice, which must be the same bytes.
# bash one_file_test.sh SOURCE [BUILD]
#
# Exit status: 0 passed, 1 failed, 77 a static library or the right to change the root is missing.
set -euo pipefail

source=$1
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
build=${2:-$folder/build}
for library in libarchive libnettle libacl liblz4 libedit libbsd libmd libtinfo; do
  [ -n "$(find /usr/lib -name "$library.a" -print -quit)" ] || { echo "not tested: $library.a is missing"; exit 77; }
done
unshare --user --map-root-user true 2>/dev/null || { echo "not tested: no namespace of users"; exit 77; }
fail() { echo "$1"; exit 1; }

export SOURCE_DATE_EPOCH=1767225600
cmake -S "$source" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DSCHIRI_STATIC=ON -DSCHIRI_TESTS=OFF \
  -DSCHIRI_ENGINE=OFF >/dev/null
cmake --build "$build" --parallel "$(nproc)" >"$folder/log" 2>&1 || { tail -30 "$folder/log"; fail "it does not build"; }
if ldd "$build/schiri" >/dev/null 2>&1; then fail "it needs libraries"; fi

# An empty system.
root=$folder/root
mkdir -p "$root/tmp"
cp "$build/schiri" "$root/"
cp "$source/tests/data/creeper-sample.pgn" "$root/games.pgn"
gzip -k "$root/games.pgn"
(cd "$root" && tar cf games.tar games.pgn && zstd -q games.pgn -o games.pgn.zst)
inside() { unshare --user --map-root-user --root="$root" /schiri "$@"; }
for file in games.pgn games.pgn.gz games.pgn.zst games.tar; do
  inside validate "/$file" >"$folder/out" 2>&1 || true
  cmp -s <("$build/schiri" validate "$root/$file" 2>&1 | sed "s#$root##") "$folder/out" || { cat "$folder/out"; fail "validate $file"; }
done
inside tournament run --game sperre --bot greedy --bot random --rounds 3 --db /t.db >/dev/null 2>&1 || fail "tournament run"
[ "$(inside ratings --db /t.db --format csv 2>/dev/null | wc -l)" = 3 ] || fail "ratings"
inside report --db /t.db -o /report.html 2>/dev/null || fail "report"
grep -q 'type="module"' "$root/report.html" || fail "the report is not whole"
inside otb new /cup.otb --name Cup --game creeper --rounds 3 >/dev/null || fail "otb new"
# What it lacks is said.
if inside otb serve /cup.otb >/dev/null 2>"$folder/err"; then fail "otb serve: expected a refusal"; fi
grep -q "this schiri is one file" "$folder/err" || { cat "$folder/err"; fail "otb serve"; }

for turn in 1 2; do
  (cd "$build" && cpack -G TGZ -B "$folder/pack$turn" >/dev/null 2>&1) || fail "cpack"
done
cmp "$folder"/pack1/schiri-*.tar.gz "$folder"/pack2/schiri-*.tar.gz
(cd "$folder/pack1" && sha256sum --quiet --check schiri-*.sha256)
tar tzf "$folder"/pack1/schiri-*.tar.gz >"$folder/names"
for part in bin/schiri share/man/man1/schiri.1 share/bash-completion/completions/schiri; do
  grep -q "/$part" "$folder/names" || { cat "$folder/names"; fail "the archive lacks $part"; }
done
echo "one file of $(stat -c %s "$build/schiri") bytes"
