#!/usr/bin/env bash
# Writes the files that a page shows into this folder: each is a block below a line that ends with
# "`NAME`:", whether a program, a record or anything else.
# bash shown_files.sh PAGE
set -euo pipefail

awk '/`[^`\/]+`:$/ { name = $0; sub(/`:$/, "", name); sub(/.*`/, "", name); next }
     inside && /^[^ ]/ { inside = 0; close(name); name = "" }
     name != "" && !inside && /^    / { inside = 1 }
     name != "" && !inside && NF { name = "" }
     inside { print substr($0, 5) > name }' "${1:?the page}"
find . -maxdepth 1 -name '*.py' -exec chmod +x {} +
