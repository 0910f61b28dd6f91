# shellcheck shell=bash
# Sourced by cli/demo.sh and tests/run.sh: from a bare Debian 12, Debian 13 or Ubuntu 24.04 to a
# built program. What is there already is neither installed nor built again.
#
# Sets `root` (the project's folder) and `jobs` (how many processes to build and test with).

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s\n' "$*" >&2; }

# Ends the script: the reason and what to do about it, a line each.
give_up() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  shift
  if [ $# -gt 0 ]; then printf '  %s\n' "$@" >&2; fi
  exit 3
}

# One process for each core, but no more than memory allows at 1 GiB for a compiler.
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

# --- packages ---------------------------------------------------------------------------------

# Prints the packages that a build needs and that are not here, each on a line.
missing_packages() {
  local libraries=(catch2 libarchive-dev libbz2-dev libcli11-dev libedit-dev liblzma-dev libmd-dev
    libsqlite3-dev libsqlitecpp-dev libutf8proc-dev libzstd-dev nlohmann-json3-dev pkg-config zlib1g-dev)
  if ! have "${CXX:-c++}"; then echo g++; fi
  if ! have cmake; then echo cmake; fi
  if ! have ninja && ! have make; then echo ninja-build; fi
  dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${libraries[@]}" 2>/dev/null |
    awk -v wanted="${libraries[*]}" '
      $1 == "installed" { here[$2] = 1 }
      END { n = split(wanted, name, " "); for (i = 1; i <= n; i++) if (!here[name[i]]) print name[i] }'
}

is_root() { [ "$(id -u)" -eq 0 ]; }

# True where nobody would be asked for a password.
is_root_unasked() { is_root || { have sudo && sudo -n true 2>/dev/null; }; }

# True also where there is someone to ask.
can_be_root() { is_root_unasked || { have sudo && [ -t 0 ]; }; }

as_root() { if is_root; then "$@"; else sudo "$@"; fi; }

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=2 -o APT::Install-Recommends=false "$@" </dev/null
}

# offered PACKAGE...: prints those that this system's package lists know.
offered() {
  local package
  for package; do
    if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; fi
  done
}

# install_needed PACKAGE...: all or the script ends.
install_needed() {
  local log by_hand="apt-get update && apt-get install $*"
  if ! can_be_root; then
    give_up "packages are missing and only root can install them: $*" \
      "As root: $by_hand" "Then run this again."
  fi
  say "Installing $*"
  log=$(mktemp)
  if ! { apt update && apt install "$@"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    give_up "these packages could not be installed: $*" \
      "The lines above are the end of what apt-get said. Is there a network?" \
      "By hand, as root: $by_hand" "Then run this again."
  fi
  rm -f "$log"
}

# install_wished PACKAGE...: those that are to be had without asking; nothing depends on them.
install_wished() {
  local available
  if [ $# -eq 0 ] || ! is_root_unasked; then return 0; fi
  mapfile -t available < <(offered "$@")
  if [ ${#available[@]} -eq 0 ]; then return 0; fi
  say "Installing ${available[*]}"
  apt install "${available[@]}" >/dev/null 2>&1 || say "That failed; going on without."
}

# ensure_packages [WISH...]: installs what a build needs where it is missing, and each WISH, a
# package of which no program of that name is here, where the system has it.
ensure_packages() {
  local missing package wished=()
  if ! have dpkg-query || ! have apt-get; then
    have cmake || give_up "cmake is missing, and there is no apt-get to install it with" \
      "README.md names everything that a build needs."
    return 0
  fi
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -gt 0 ]; then install_needed "${missing[@]}"; fi
  for package; do have "$package" || wished+=("$package"); done
  install_wished "${wished[@]}"
}

# --- build ------------------------------------------------------------------------------------

# A build folder knows the place of its sources; moved or copied along with them it is useless.
forget_moved_build() {
  local cache=$1/CMakeCache.txt was
  if [ ! -f "$cache" ]; then return 0; fi
  was=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  if [ "$was" != "$root" ]; then
    say "${1##*/}/ was made for $was; building it afresh."
    rm -rf -- "$1"
  fi
}

# ccache is used where it is installed, but it may not have a place to write to (a read-only home).
choose_ccache() {
  launcher=
  if ! have ccache; then return 0; fi
  launcher=ccache
  local place
  place=${CCACHE_DIR:-$(ccache --get-config cache_dir 2>/dev/null || true)}
  if ! mkdir -p -- "$place" 2>/dev/null || [ ! -w "$place" ]; then export CCACHE_DISABLE=1; fi
}

# quietly LOG COMMAND...: shows the output only if the command fails, and ends the script then.
quietly() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1; then
    cat -- "$log" >&2
    give_up "this failed: $*"
  fi
}

# configure FOLDER OPTION...: CMake with these options. Sixteen files at a time are compiled together,
# which takes half as long as one by one.
configure() {
  local folder=$1 generator=()
  shift
  forget_moved_build "$folder"
  if [ ! -f "$folder/CMakeCache.txt" ] && [ -z "${CMAKE_GENERATOR:-}" ] && have ninja; then
    generator=(-G Ninja)
  fi
  choose_ccache
  mkdir -p -- "$folder" || give_up "$folder cannot be made" "The build needs a place to write to."
  quietly "$folder/configure.log" cmake -S "$root" -B "$folder" "${generator[@]}" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 "$@"
}

# build FOLDER TARGET...: on a terminal with the build's own progress, else quietly.
build() {
  local folder=$1 command=(cmake --build "$1" --parallel "$jobs" --target "${@:2}")
  if [ -t 1 ]; then
    "${command[@]}" || give_up "the build failed; the compiler's words stand above"
    return 0
  fi
  say "Building into ${folder##*/}/ with $jobs processes"
  if [ -f "$folder/build.ninja" ]; then
    quietly "$folder/build.log" "${command[@]}" -- --quiet
  else
    quietly "$folder/build.log" "${command[@]}"
  fi
}

# The build that the demo and the tests share.
# configure_release [OPTION...]
configure_release() {
  configure "$root/build" -DCMAKE_BUILD_TYPE=Release -DSCHIRI_WERROR=ON -DSCHIRI_TESTS=ON \
    -DSCHIRI_ASAN=OFF -DSCHIRI_TSAN=OFF -DSCHIRI_NATIVE=OFF -DSCHIRI_BENCH=OFF "$@"
}
