#!/usr/bin/env bash
# Installs into an empty folder and looks for everything that belongs there.
# bash install_test.sh BUILD_FOLDER
set -euo pipefail

build=${1:?the build folder}
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
unset DESTDIR
cmake --install "$build" --prefix "$prefix" >/dev/null

failures=0
for file in bin/schiri share/man/man1/schiri.1 share/bash-completion/completions/schiri \
  share/zsh/site-functions/_schiri share/fish/vendor_completions.d/schiri.fish; do
  if [ ! -s "$prefix/$file" ]; then
    echo "not installed: $file"
    failures=$((failures + 1))
  fi
done
"$prefix/bin/schiri" --version | grep -E '^schiri [0-9]+\.[0-9]+\.[0-9]+ \(commit [^)]+\)$' || failures=$((failures + 1))

echo "$failures failures"
[ "$failures" -eq 0 ]
