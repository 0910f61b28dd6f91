# For scripts that look at pages in a browser.

# need_browser WHAT: ends with 77 where no browser can be driven.
need_browser() {
  local tool
  for tool in chromium chromedriver python3; do
    if ! command -v "$tool" >/dev/null 2>&1; then
      echo "Not looked at in a browser: $1. That takes $tool, which is not installed here." >&2
      exit 77
    fi
  done
}

# look SCRIPT PROGRAM ARGUMENT...: runs a script of this folder with a folder for its files.
look() {
  local script=$1 program=$2
  shift 2
  folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-browser.XXXXXX")
  trap 'rm -rf -- "$folder"' EXIT
  PYTHONDONTWRITEBYTECODE=1 python3 "$(dirname -- "${BASH_SOURCE[0]}")/$script" "$program" "$folder" "$@"
}
