#!/usr/bin/env bash
# Installs into an empty folder, builds a Debian package if possible, and checks that all files are
# there.
# bash install_test.sh BUILD_FOLDER OPTIONAL...
#
# OPTIONAL: what this build has of what a build can do without, by the names in cli/libraries.cmake.
set -euo pipefail

build=${1:?the build folder}
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
unset DESTDIR LD_LIBRARY_PATH
cmake --install "$build" --prefix "$prefix" >"$prefix/install.log"

# serves PROGRAM: does its web server start?
serves() {
  local event="$prefix/cup.otb" server status=0
  [ -f "$event" ] || "$1" otb new "$event" --name Cup --game creeper --rounds 3
  # Of an earlier server, whose line would be taken for that of this one.
  rm -f "$prefix/serve.log"
  "$1" otb serve "$event" --port 0 >"$prefix/serve.log" 2>&1 &
  server=$!
  for _ in $(seq 600); do
    if grep -qs Ctrl-C "$prefix/serve.log"; then break; fi
    sleep 0.1
  done
  kill -INT "$server" 2>/dev/null || true
  wait "$server" || status=$?
  [ "$status" -eq 0 ] && grep -q '^Cup: http' "$prefix/serve.log"
}

failures=0
libraries=(CLI11 nlohmann/json SQLiteCpp SQLite zlib utf8proc)
packages=(libsqlite3-0 libutf8proc zlib1g)
for optional in "${@:2}"; do
  case $optional in
    libarchive) packages+=(libarchive13) ;;
    bzip2) packages+=(libbz2-1.0) ;;
    liblzma) packages+=(liblzma5) ;;
    zstd) packages+=(libzstd1) ;;
    libedit) packages+=(libedit2) ;;
    *) continue ;;
  esac
  libraries+=("$optional")
done
# check_files FOLDER: checks the installed files in this folder.
check_files() {
  local file
  for file in bin/schiri share/man/man1/schiri.1 share/man/man1/schiri-db-import.1 \
    share/man/man7/schiri-records.7 share/man/de/man7/schiri-records.7 share/bash-completion/completions/schiri \
    share/zsh/site-functions/_schiri share/fish/vendor_completions.d/schiri.fish \
    share/doc/schiri/copyright share/doc/schiri/examples/bot.py \
    share/doc/schiri/examples/bot.cpp \
    share/doc/schiri/examples/softserve.py share/doc/schiri/examples/pettingzoo_env.py \
    share/schiri/editors/vscode/package.json share/schiri/editors/vim/syntax/pgn.vim \
    include/schiri/schiri.h include/schiri/game.hpp include/schiri/core/game.h \
    lib/libschiri.so.1 lib/libschiri.a lib/cmake/schiri/schiriConfig.cmake lib/pkgconfig/schiri.pc \
    lib/python3/dist-packages/schiri/__init__.py lib/python3/dist-packages/schiri/py.typed; do
    if [ ! -s "$1/$file" ]; then
      echo "not installed: $file"
      failures=$((failures + 1))
    fi
  done
  local library
  for library in "${libraries[@]}"; do
    if ! grep -q "^Files: $library" "$1/share/doc/schiri/copyright" ||
      ! "$1/bin/schiri" help licences --format man | grep -qE "^  $library +" ||
      ! "$1/bin/schiri" --version --verbose | grep -qE "^$library [0-9.]+ \(.+\)\$"; then
      echo "the version or licence of $library is missing"
      failures=$((failures + 1))
    fi
  done
  if [ -f "$build/schiri-web.so" ] && "$1/bin/schiri" otb --help >/dev/null 2>&1; then
    if ! grep -q '^Files: cpp-httplib' "$1/share/doc/schiri/copyright" || ! serves "$1/bin/schiri"; then
      echo "the installed program has no web server"
      failures=$((failures + 1))
    fi
  fi
  "$1/bin/schiri" --version | grep -E '^schiri [0-9]+\.[0-9]+\.[0-9]+ \(commit [^)]+\)$' || failures=$((failures + 1))
}
check_files "$prefix"

# What the installation prints is enough for a prefix that the system does not search.
grep '^  export ' "$prefix/install.log" >"$prefix/exports"
cat >"$prefix/user.sh" <<'END'
set -eu
. ./exports
schiri --version >/dev/null
[ -s "${MANPATH%%:*}/man1/schiri.1" ]
[ -s "${XDG_DATA_DIRS%%:*}/bash-completion/completions/schiri" ]
[ -s "${XDG_DATA_DIRS%%:*}/fish/vendor_completions.d/schiri.fish" ]
[ -s "$CMAKE_PREFIX_PATH/lib/cmake/schiri/schiriConfig.cmake" ]
if command -v pkg-config >/dev/null; then
  echo '#include <schiri/schiri.h>' >one.c
  echo 'int main(void) { return schiri_version()[0] == 0; }' >>one.c
  "${CC:-cc}" one.c $(pkg-config --cflags --libs schiri) -o one
  ./one
fi
if command -v python3 >/dev/null; then python3 -B -c 'import schiri; schiri.Game("creeper")'; fi
END
# Its variables are those of no user.
if ! (cd "$prefix" && env -i PATH="$PATH" MANPATH= bash user.sh); then
  echo "a user of this prefix needs more than the installation prints:"
  cat "$prefix/exports"
  failures=$((failures + 1))
fi

# The system searches in /usr.
DESTDIR=$prefix/staged cmake --install "$build" --prefix /usr >"$prefix/install.log"
check_files "$prefix/staged/usr"
if grep '^  export ' "$prefix/install.log" || grep rpath "$prefix/staged/usr/lib/pkgconfig/schiri.pc"; then
  echo "an installation in /usr needs no paths"
  failures=$((failures + 1))
fi

if command -v cpack >/dev/null 2>&1 && command -v dpkg-shlibdeps >/dev/null 2>&1; then
  (cd "$build" && cpack -G DEB -B "$prefix/packed" >"$prefix/cpack.log" 2>&1) || cat "$prefix/cpack.log"
  package=("$prefix"/packed/schiri_*.deb)
  # The same commit gives the same bytes, with the date of the commit.
  (cd "$build" && cpack -G DEB -B "$prefix/again" >"$prefix/cpack.log" 2>&1) || cat "$prefix/cpack.log"
  cmp "${package[0]}" "$prefix"/again/schiri_*.deb || failures=$((failures + 1))
  dpkg-deb -x "${package[0]}" "$prefix/unpacked"
  # Its manual pages are compressed, as Debian wants them.
  find "$prefix/unpacked" -name 'schiri*.gz' -exec gzip -d {} +
  check_files "$prefix/unpacked/usr"
  if grep rpath "$prefix/unpacked/usr/lib/pkgconfig/schiri.pc"; then failures=$((failures + 1)); fi
  for library in "${packages[@]}"; do
    dpkg-deb -f "${package[0]}" Depends | grep -q "$library" || {
      echo "the package does not depend on $library"
      failures=$((failures + 1))
    }
  done
  dpkg-deb -f "${package[0]}" Suggests | grep 'python3, slurm-client' || failures=$((failures + 1))
fi

echo "$failures failures"
[ "$failures" -eq 0 ]
