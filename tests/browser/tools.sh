# shellcheck shell=bash
# Functions for tests of pages in a browser.

# need_browser WHAT: exits with 77 if no browser can be controlled.
need_browser() {
  local tool
  for tool in chromium chromedriver python3; do
    if ! command -v "$tool" >/dev/null 2>&1; then
      echo "not tested: $1: $tool is not installed" >&2
      exit 77
    fi
  done
}

# need_scripts PROGRAM WHAT: exits with 77 if the program was built without the scripts of its pages.
need_scripts() {
  if "$1" --version --verbose | grep -q '^without .*esbuild'; then
    echo "not tested: $2: the program was built without esbuild" >&2
    exit 77
  fi
}

# run_browser_test SCRIPT PROGRAM ARGUMENT...: runs a script of this folder with a temporary folder.
run_browser_test() {
  local script=$1 program=$2
  shift 2
  folder=$(mktemp -d "${TMPDIR:-/tmp}/schiri-browser.XXXXXX")
  trap 'rm -rf -- "$folder"' EXIT
  PYTHONDONTWRITEBYTECODE=1 python3 "$(dirname -- "${BASH_SOURCE[0]}")/$script" "$program" "$folder" "$@"
}
