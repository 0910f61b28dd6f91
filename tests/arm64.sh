#!/usr/bin/env bash
# Builds the program as one file for 64-bit ARM on another machine, and compares its answers with those of
# the program for this machine: the same records, counts, games, ratings and pages.
# bash tests/arm64.sh SCHIRI [BUILD]
#
# Takes Debian's g++-aarch64-linux-gnu and qemu-user-static, and the libraries of cli/dependencies (kinds
# build, part and long) with :arm64 after their names, after `dpkg --add-architecture arm64`.
#
# Exit status: 0 passed, 1 failed, 77 a package is missing.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
schiri=$(readlink -f -- "${1:?the program for this machine}")
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
build=${2:-$folder/build}
libraries=/usr/lib/aarch64-linux-gnu
for tool in aarch64-linux-gnu-g++ qemu-aarch64-static; do
  command -v "$tool" >/dev/null || { echo "not tested: $tool is missing"; exit 77; }
done
for library in sqlite3 SQLiteCpp archive z bz2 lzma zstd utf8proc edit acl lz4 nettle; do
  [ -e "$libraries/lib$library.a" ] || { echo "not tested: lib$library.a for arm64 is missing"; exit 77; }
done

export PKG_CONFIG_LIBDIR=$libraries/pkgconfig:/usr/share/pkgconfig SOURCE_DATE_EPOCH=1767225600
cmake -S "$here/.." -B "$build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64-static \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DSCHIRI_STATIC=ON -DSCHIRI_TESTS=OFF \
  -DSCHIRI_ENGINE=OFF >"$folder/log" || { cat "$folder/log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target schiri >"$folder/log" || { tail -30 "$folder/log"; exit 1; }

bash "$here/same_answers.sh" "$schiri" qemu-aarch64-static "$build/schiri"
