#!/usr/bin/env bash
# Checks the object with the games for x86-64-v3: an older processor must never run any of its code,
# so nothing in it may run by itself at start or take the place of the same function elsewhere.
# bash processor_test.sh OBJECT
#
# Exit status: 0 no errors, 1 errors, which are printed; 77 there is no such object in this build.
set -euo pipefail

object=$1
if [ ! -e "$object" ]; then
  echo "This build has no games for x86-64-v3."
  exit 77
fi
failed=0

sections=$(readelf -SW "$object")
if grep -E '\.(pre)?init_array|\.ctors|[[:space:]]GROUP[[:space:]]' <<<"$sections"; then
  echo "these sections run at start, or may replace others" >&2
  failed=1
fi

# Defined names that other objects see: T, W, V, u and the like.
global=$(nm --defined-only "$object" | awk '$2 ~ /^[A-Zuv]$/ { print $3 }' | LC_ALL=C sort)
games=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../../notation/games" && pwd -P)
expected=$(for folder in "$games"/*/; do
  printf 'schiri_%s_v3\n' "$(basename "$folder")"
done | LC_ALL=C sort)
if [ "$global" != "$expected" ]; then
  printf 'these names are global:\n%s\n' "$global" >&2
  failed=1
fi
exit "$failed"
