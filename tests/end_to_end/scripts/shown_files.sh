#!/usr/bin/env bash
# Writes the files that a page shows into the current folder. Each is a block after a line that ends
# with "`NAME`:", in French with a no-break space before the colon, and ends before an example.
# bash shown_files.sh PAGE
set -euo pipefail

awk '/`[^`\/]+`[^ -~]*:$/ { name = $0; sub(/`[^`]*:$/, "", name); sub(/.*`/, "", name); next }
     inside && /^([^ ]|    \$ )/ { inside = 0; close(name); name = "" }
     name != "" && !inside && /^    / { inside = 1 }
     name != "" && !inside && NF { name = "" }
     inside { print substr($0, 5) > name }' "${1:?the page}"
find . -maxdepth 1 -name '*.py' -exec chmod +x {} +
