# shellcheck shell=bash
# Sourced by cli/demo.sh and tests/run.sh: installs the dependencies on Debian 12, Debian 13 or
# Ubuntu 24.04 and builds the program. Existing parts are neither installed nor built again.
#
# Sets `root` (the project's folder) and `jobs` (the number of processes for building and testing).

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }

# Ends the script; prints the reason, and the remedies on lines of their own.
give_up() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  shift
  if [ $# -gt 0 ]; then printf '  %s\n' "$@" >&2; fi
  exit 3
}

# One process for each core, limited by memory at 1 GiB for each compiler.
count_jobs() {
  local cores memory
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo 2>/dev/null || true)
  memory=${memory:-$cores}
  if [ "$memory" -lt 1 ]; then memory=1; fi
  echo $((cores < memory ? cores : memory))
}
jobs=$(count_jobs)

have() { command -v "$1" >/dev/null 2>&1; }

# --- what fails says why -------------------------------------------------------------------------

# need_writable FOLDER: ends the script if this user cannot build there.
need_writable() {
  local folder=$1 parent=${1%/*} owner
  if [ ! -e "$folder" ]; then
    # Root may write everywhere but on a file system that is read-only.
    [ -w "$parent" ] || give_up "$folder cannot be made: $parent cannot be written" \
      "The build needs a checkout that can be written: git clone $root FOLDER makes one."
    return 0
  fi
  local file
  for file in "$folder" "$folder"/{CMakeCache.txt,build.ninja,.ninja_log,configure.log,build.log}; do
    if [ ! -e "$file" ] || [ -w "$file" ]; then continue; fi
    owner=$(stat -c %U -- "$file" 2>/dev/null || echo "another user")
    give_up "$file cannot be written; it belongs to $owner" \
      "Remove $folder as that user, or go on as that user."
  done
}

# attended COMMAND...: runs it as a group of processes that ends with this script, so that no compiler
# goes on after a signal.
attended() {
  local status=0
  is_attending=yes
  set -m
  "$@" &
  set +m
  wait "$!" || status=$?
  is_attending=
  return "$status"
}
is_attending=

# end_by SIGNAL STATUS: what a trap of this signal does. Nothing but `$!` names the group at once.
end_by() {
  if [ -n "$is_attending" ]; then kill -s "$1" -- "-${!:-none}" 2>/dev/null || true; fi
  exit "$2"
}
# A subshell has the traps of its shell no more.
trap_signals() {
  trap 'end_by HUP 129' HUP
  trap 'end_by INT 130' INT
  trap 'end_by TERM 143' TERM
}
trap_signals

# --- packages ---------------------------------------------------------------------------------

# is_here PACKAGE RECOGNISED: is it installed? RECOGNISED as in cli/dependencies.
is_here() {
  local command
  case $2 in
    -) [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
    python:*) /usr/bin/python3 -c "import ${2#*:}" 2>/dev/null || python3 -c "import ${2#*:}" 2>/dev/null ;;
    *)
      for command in ${2//|/ }; do
        if have "$command" || [ -x "/usr/sbin/$command" ]; then return 0; fi
      done
      return 1
      ;;
  esac
}

# missing_packages KIND...: prints the lines of cli/dependencies of these kinds whose package is
# missing.
missing_packages() {
  local kind package recognised reason
  while read -r kind package recognised reason; do
    case " $* " in *" $kind "*) ;; *) continue ;; esac
    if [ "$package" = g++ ] && [ -n "${CXX:-}" ]; then recognised=${CXX%% *}; fi
    if ! is_here "$package" "$recognised"; then printf '%s %s %s\n' "$package" "$recognised" "$reason"; fi
  done <"$root/cli/dependencies"
}

is_root() { [ "$(id -u)" -eq 0 ]; }

# Can root commands run without a password?
is_root_unasked() { is_root || { have sudo && sudo -n true 2>/dev/null; }; }

# Can root commands run, perhaps after asking for a password?
can_be_root() { is_root_unasked || { have sudo && [ -t 0 ]; }; }

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -q -y -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=2 -o APT::Install-Recommends=false "$@" </dev/null
}

# install PACKAGE...: false if one cannot be installed; then prints what apt-get names as errors, each
# once, or the end of its output. An outdated list of packages may do, so a failed update, of which
# apt-get says by itself only in warnings, does not end it.
install() {
  local log causes
  say "Installing $*"
  log=$(mktemp)
  apt update -o APT::Update::Error-Mode=any >"$log" 2>&1 || true
  if apt install "$@" >>"$log" 2>&1; then
    rm -f "$log"
    return 0
  fi
  causes=$(awk '/^(E|W|Err):/ && !seen[$0]++' "$log" | tail -n 15)
  printf '%s\n' "${causes:-$(tail -n 15 "$log")}" >&2
  rm -f "$log"
  return 1
}

# offered PACKAGE...: prints those in this system's package lists.
offered() {
  local package
  for package; do
    if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; fi
  done
}

# install_needed PACKAGE...: ends the script if one cannot be installed.
install_needed() {
  local by_hand="apt-get update && apt-get install $*"
  if ! can_be_root; then
    give_up "packages are missing and only root can install them: $*" \
      "As root: $by_hand" "Then run this again."
  fi
  install "$@" ||
    give_up "these packages could not be installed: $*" \
      "The lines above are what apt-get says of it. Is there a network?" \
      "By hand, as root: $by_hand" "Then run this again."
}

# install_optional PACKAGE...: goes on without them if they cannot be installed, and says why.
install_optional() {
  install "$@" ||
    say "These packages could not be installed (see above); it goes on without them: $*"
}

# Prints names and purposes of the missing packages that it reads.
list_purposes() { awk '{ name = $1; $1 = $2 = ""; sub(/^ +/, ""); printf "  %-20s %s\n", name, $0 }' >&2; }

# install_wanted KIND...: lists the optional packages of the tests and their purposes, and installs
# those that the system offers, if that needs no password.
install_wanted() {
  local lines packages available
  lines=$(missing_packages "$@")
  if [ -z "$lines" ]; then return 0; fi
  if ! is_root_unasked; then
    say "Only root can install what these tests use; they are left out:"
    list_purposes <<<"$lines"
    return 0
  fi
  mapfile -t packages < <(cut -d ' ' -f 1 <<<"$lines")
  mapfile -t available < <(offered "${packages[@]}")
  if [ ${#available[@]} -eq 0 ]; then return 0; fi
  say "The tests use further packages (fewer with tests/run.sh --core, none with --no-install):"
  awk -v names=" ${available[*]} " 'index(names, " " $1 " ")' <<<"$lines" | list_purposes
  install_optional "${available[@]}"
}

# ensure_packages: installs missing packages that a build needs, and those of its parts that the
# system offers.
ensure_packages() {
  local missing lines available
  if ! have dpkg-query || ! have apt-get; then
    say "There is no apt-get, so nothing is installed; cli/dependencies lists what a build takes."
    return 0
  fi
  mapfile -t missing < <(missing_packages build | cut -d ' ' -f 1)
  if [ ${#missing[@]} -gt 0 ]; then install_needed "${missing[@]}"; fi
  lines=$(missing_packages part)
  if [ -z "$lines" ]; then return 0; fi
  if ! can_be_root; then
    say "Only root can install what these parts of the program take; it is built without them:"
    list_purposes <<<"$lines"
    return 0
  fi
  mapfile -t missing < <(cut -d ' ' -f 1 <<<"$lines")
  mapfile -t available < <(offered "${missing[@]}")
  if [ ${#available[@]} -gt 0 ]; then install_optional "${available[@]}"; fi
}

# --- build ------------------------------------------------------------------------------------

# A build folder contains the path of its sources; after moving or copying both it is useless.
forget_moved_build() {
  local cache=$1/CMakeCache.txt was
  if [ ! -f "$cache" ]; then return 0; fi
  was=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  if [ "$was" != "$root" ]; then
    say "${1##*/}/ was made for $was; building it afresh."
    rm -rf -- "$1"
  fi
}

# Uses ccache if it is installed; its cache may not be writable (a read-only home). It keeps what has a
# precompiled header only if it need not look for macros of the time, which no source has.
choose_ccache() {
  launcher=
  if ! have ccache; then return 0; fi
  launcher=ccache
  export CCACHE_SLOPPINESS=pch_defines,time_macros
  local place
  place=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null || true)}
  if ! mkdir -p -- "$place" 2>/dev/null || [ ! -w "$place" ]; then export CCACHE_DISABLE=1; fi
}

# quietly LOG COMMAND...: if the command fails, shows its output and ends the script.
quietly() {
  local log=$1
  shift
  if ! attended "$@" >"$log" 2>&1; then
    cat -- "$log" >&2
    give_up "this failed: $*"
  fi
}

# configure FOLDER OPTION...: runs CMake with these options. Sixteen files are compiled together, which
# takes half the time.
configure() {
  local folder=$1 generator=()
  shift
  have cmake || give_up "cmake is missing" "cli/dependencies lists what a build takes."
  need_writable "$folder"
  forget_moved_build "$folder"
  if [ ! -f "$folder/CMakeCache.txt" ] && [ -z "${CMAKE_GENERATOR:-}" ] && have ninja; then
    generator=(-G Ninja)
  fi
  choose_ccache
  mkdir -p -- "$folder"
  quietly "$folder/configure.log" cmake -S "$root" -B "$folder" "${generator[@]}" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 "$@"
}

# build FOLDER TARGET...: builds, on a terminal with the progress of the build, otherwise quietly.
build() {
  local folder=$1 command=(cmake --build "$1" --parallel "$jobs" --target "${@:2}")
  if [ -t 1 ]; then
    attended "${command[@]}" || give_up "the build failed; the compiler's messages are above"
    return 0
  fi
  say "Building into ${folder##*/}/ with $jobs processes"
  if [ -f "$folder/build.ninja" ]; then
    quietly "$folder/build.log" "${command[@]}" -- --quiet
  else
    quietly "$folder/build.log" "${command[@]}"
  fi
}

# Configures the build that the demo and the tests share. Warnings are errors only for the tests: a
# newer compiler has more warnings.
# configure_release WERROR [OPTION...]: WERROR is ON or OFF.
configure_release() {
  configure "$root/build" -DCMAKE_BUILD_TYPE=Release "-DSCHIRI_WERROR=$1" -DSCHIRI_TESTS=ON \
    -DSCHIRI_ASAN=OFF -DSCHIRI_TSAN=OFF -DSCHIRI_NATIVE=OFF -DSCHIRI_BENCH=OFF "${@:2}"
}
