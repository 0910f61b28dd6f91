#!/usr/bin/env bash
# Uses the language server in Neovim, see editor_test.lua.
# bash editor_test.sh PROGRAM
set -euo pipefail

if ! command -v nvim >/dev/null 2>&1; then
  echo "neovim is not installed"
  exit 77
fi
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_STATE_HOME=$folder
SCHIRI=${1:?the program} timeout 300 nvim --headless --clean -n -c "luafile $here/editor_test.lua" \
  "$folder/games.pgn"
