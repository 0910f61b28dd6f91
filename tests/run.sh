#!/usr/bin/env bash
# Builds schiri and runs its tests; see --help.
set -euo pipefail

usage() {
  cat <<'END'
bash tests/run.sh [PART...] [--quick] [--everything] [--core] [--minutes N] [--no-install]

Installs missing packages that a build needs (Debian 12 and 13, Ubuntu 24.04), builds, and runs the
parts. The exit status is 0 if nothing failed.

  suite     all tests but the long ones, and of these a twentieth in turn by the date, in build/,
            with warnings as errors (the default)
  threads   the tests of what runs in several threads under ThreadSanitizer, in build-tsan/
  posix     the suite of a build without what only Linux has and without all that a build can do
            without, in build-posix/
  long      the long tests (tagged [long]), in build/
  fuzz      each fuzz target, N minutes, from its seeds with clang's libFuzzer, in build-fuzz/;
            findings stay there
  coverage  how often the intervals of ratings contain the truth, in simulated lists
  growth    how the cost of commands grows with the games of a file
  asan      the suite under AddressSanitizer and UndefinedBehaviorSanitizer, in build-asan/
  sources   each header and source alone with gcc and with clang, and checks of clang-tidy; the
            tests of the suite that read sources: formatting, shellcheck, tsc, mypy
  bench     the other benchmarks

  --quick       only what is near a change, in build-dev/: the unit tests of the folders that differ
                from what was pushed, and the table of users' mistakes
  --everything  all parts but bench in this order, some hours, and a table of them at the end; after an
                interruption it goes on with the next part, if the sources are the same
  --core        without browser, emscripten and Slurm: installs less, omits their tests
  --minutes N   of each fuzz target (1)
  --no-install  installs no packages; CMake must find the dependencies
  --help        this text

`ctest --test-dir build -R 'sweep: databases - Signals'` runs a single test.
END
}

wrong_usage() {
  printf 'run.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

all_parts=(suite threads posix long fuzz coverage growth asan sources)
arguments=("$@")
parts=() core='' minutes=1 install=yes goes_on=''
while [ $# -gt 0 ]; do
  case $1 in
    suite | sources | asan | threads | posix | long | fuzz | coverage | growth | bench) parts+=("$1") ;;
    --everything)
      parts+=("${all_parts[@]}")
      goes_on=yes
      ;;
    --quick) parts+=(quick) ;;
    --core) core=yes ;;
    --minutes)
      case ${2:-} in '' | *[!0-9]* | 0*) wrong_usage "--minutes takes a whole number from 1 on" ;; esac
      minutes=$2
      shift
      ;;
    --no-install) install='' ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*) wrong_usage "unknown option $1" ;;
    *) wrong_usage "unknown part $1" ;;
  esac
  shift
done
if [ ${#parts[@]} -eq 0 ]; then parts=(suite); fi

# shellcheck source-path=SCRIPTDIR source=../cli/setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/setup.sh"

has_part() { [[ " ${parts[*]} " == *" $1 "* ]]; }

install_packages() {
  if [ -z "$install" ]; then return 0; fi
  local kinds=(tests)
  ensure_packages
  if [ -z "$core" ]; then kinds+=(more); fi
  if has_part long; then kinds+=(long); fi
  if has_part sources; then kinds+=(alone); fi
  if has_part fuzz && ! have clang++; then install_needed clang; fi
  install_wanted "${kinds[@]}"
}

# --- what the parts share -----------------------------------------------------------------------
# Each part sets `tests` and `failed`, its numbers of tests.

# shown LOG COMMAND...: prints what the command prints, and keeps it in LOG.
shown() { "${@:2}" | tee "$1"; }

# tests_of FOLDER OPTION...: runs ctest.
tests_of() {
  local folder=$1 log=$1/ctest.log
  shift
  # Most tests wait for a program that they have started.
  local options=(--test-dir "$folder" --output-on-failure --no-tests=error
    --parallel "$((3 * jobs))" --timeout 1800)
  attended shown "$log" ctest "${options[@]}" "$@" || true
  local numbers='s/.* tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p'
  # Without its summary ctest itself has failed.
  read -r failed tests < <(sed -n "$numbers" "$log") || tests=0 failed=1
}

build_release() {
  local engine=AUTO benchmarks=OFF
  if [ -n "$core" ]; then engine=OFF; fi
  if has_part growth || has_part bench; then benchmarks=ON; fi
  configure_release ON "-DSCHIRI_ENGINE=$engine" "-DSCHIRI_BENCH=$benchmarks"
  build "$root/build" all
}

# build_sanitized asan|tsan
build_sanitized() {
  configure "$root/build-$1" -C "$root/cli/presets/$1.cmake"
  build "$root/build-$1" all
}

# check COMMAND...: runs it as one test.
check() {
  tests=$((tests + 1))
  if ! "$@"; then
    failed=$((failed + 1))
    say "failed: $*"
  fi
}

# files_alone KIND [COMPILER]: adds the numbers that alone.sh prints at its end. No files are a failure.
files_alone() {
  local log=$root/build/alone.log files wrong
  bash "$root/tests/alone.sh" "$root/build" "$@" | tee "$log" || true
  if read -r files wrong < <(sed -n 's/^\([0-9]*\) files, \([0-9]*\) failed$/\1 \2/p' "$log") && [ "$files" -gt 0 ]; then
    tests=$((tests + files)) failed=$((failed + wrong))
  else
    tests=$((tests + 1)) failed=$((failed + 1))
  fi
}

# The tests that --core omits, and the option of ctest for them.
large='(browser|cluster): ' omitted=()
if [ -n "$core" ]; then omitted=(--exclude-regex "^$large"); fi

# --- the parts ----------------------------------------------------------------------------------

# tests_by_number FOLDER OPTION...: lines `NUMBER NAME`. A regular expression for names would change
# the numbers.
tests_by_number() {
  local unwanted='^$'
  if [ -n "$core" ]; then unwanted="^[0-9]+ $large"; fi
  ctest --test-dir "$1" -N "${@:2}" | sed -n 's/^ *Test *#\([0-9]*\): /\1 /p' | grep -vE "$unwanted"
}

# All tests but the long ones, and of these every twentieth: in twenty days all but eight, which take
# longer than the others together: sweeps that wait for locks and signals, whole games in a browser and
# of programs, builds for other machines.
tests_of_today() {
  local day=$(($(date +%s) / 86400))
  printf '0,0,0'
  {
    tests_by_number "$1" --label-exclude '^long$'
    tests_by_number "$1" --label-regex '^long$' |
      grep -vE 'sweep: (events|databases|changes of databases) - Failures$|changes of databases - Signals$|whole games$|games of your own$|: (Node|64-bit ARM)$' |
      awk -v day="$day" 'NR % 20 == day % 20'
  } | sed 's/ .*//; s/^/,/' | tr -d '\n'
}

part_suite() {
  build_release
  bash "$root/tests/format.sh" --can-check || true
  tests_of "$root/build" --tests-information "$(tests_of_today "$root/build")"
}

# The test files of the folders of changed files: of tests/db/query for db/query/rows.cpp, or of the
# nearest folder above that has tests.
changed_tests() {
  local base
  base=$(git merge-base HEAD '@{upstream}' 2>/dev/null) || base=HEAD
  {
    git diff --name-only "$base"
    git ls-files --others --exclude-standard
  } | sed -nE 's,^(tests/)?((core|notation|db)(/[^/]+)*)/[^/]+\.(cpp|h|inc)$,\2,p' | sort -u |
    while read -r folder; do
      while [ -n "$folder" ] && ! ls "tests/$folder"/*_test.cpp >/dev/null 2>&1; do
        case $folder in */*) folder=${folder%/*} ;; *) folder='' ;; esac
      done
      if [ -n "$folder" ]; then printf '%s\n' "tests/$folder"/*_test.cpp; fi
    done | sort -u
}

part_quick() {
  local files programs program chosen folder=$root/build-dev
  cd -- "$root"
  files=$(changed_tests)
  configure "$folder" -C "$root/cli/presets/dev.cmake" -DCMAKE_UNITY_BUILD=OFF
  mapfile -t programs < <(sed -nE 's,^tests/([a-z]+)/.*,\1_tests,p' <<<"$files" | sort -u)
  build "$folder" schiri cli_tests "${programs[@]}"
  for program in "${programs[@]}"; do
    # A file's name is a tag of its cases.
    chosen=$(sed -nE "s,^tests/${program%_tests}/(.*/)?([^/]*)\.cpp$,[#\2]~[long],p" <<<"$files" | paste -sd ,)
    if [ -n "$chosen" ]; then check "$folder/tests/$program" -# "$chosen"; fi
  done
  check "$folder/tests/cli_tests" 'mistyped:*'
}

part_sources() {
  build_release
  tests_of "$root/build" --tests-regex '^(formatting$|sources: )'
  files_alone both g++
  files_alone headers clang++
  files_alone tidy
}

part_asan() {
  build_sanitized asan
  LSAN_OPTIONS=suppressions=$root/tests/leaks.supp:print_suppressions=0 \
    tests_of "$root/build-asan" --label-exclude '^long$' "${omitted[@]}"
}

# What runs in several threads: workers, search, reading, tournaments, servers.
part_threads() {
  build_sanitized tsan
  tests_of "$root/build-tsan" --label-exclude '^long$' --tests-regex \
    '^(core_tests:(worker|threads|runner|parallel)|notation_tests:(pgn|reader|source)|db_tests:(loop|tournament)|cli_tests:(tournament|tune|analyse|convert|select|data|book|train|ugi|room|interrupt|stopping))'
}

part_posix() {
  configure "$root/build-posix" -DCMAKE_BUILD_TYPE=Release -DSCHIRI_WERROR=ON -DSCHIRI_POSIX=ON \
    -DSCHIRI_WITHOUT=all -DSCHIRI_ENGINE=OFF
  build "$root/build-posix" all
  tests_of "$root/build-posix" --label-exclude '^long$' "${omitted[@]}"
}

part_long() {
  build_release
  tests_of "$root/build" --label-regex '^long$' "${omitted[@]}" --timeout 7200
}

# Prints the targets that have failed. New interesting inputs are collected in addition to the seeds, for
# later runs.
fuzz_each() {
  local folder=$1
  xargs -P "$jobs" -I '{}' sh -c \
    "'$folder/tests/fuzz/fuzz_{}' -max_total_time=$((60 * minutes)) -timeout=20 \
      -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 '{}' '$root/tests/fuzz/seeds/{}' \
      >'{}.log' 2>&1 || echo '{}'" <"$folder/tests/fuzz/targets"
}

part_fuzz() {
  local folder=$root/build-fuzz targets target
  CXX=clang++ configure "$folder" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g -D_GLIBCXX_ASSERTIONS" -DSCHIRI_FUZZ=ON
  build "$folder" all
  mapfile -t targets <"$folder/tests/fuzz/targets"
  for target in "${targets[@]}"; do mkdir -p "$folder/found/$target"; done
  cd -- "$folder/found"
  attended shown "$folder/failed" fuzz_each "$folder" || true
  tests=${#targets[@]} failed=$(wc -l <"$folder/failed")
}

part_coverage() {
  build_release
  tests_of "$root/build" --tests-regex 'cover the truth' --timeout 3600
}

# part_benchmark PROGRAM ARGUMENT...
part_benchmark() {
  build_release
  check "$root/build/tests/bench/$1" "${@:2}"
}

run_part() {
  case $1 in
    quick) part_quick ;;
    suite) part_suite ;;
    sources) part_sources ;;
    asan) part_asan ;;
    threads) part_threads ;;
    posix) part_posix ;;
    long) part_long ;;
    fuzz) part_fuzz ;;
    coverage) part_coverage ;;
    growth) part_benchmark schiri_growth ;;
    bench) part_benchmark schiri_bench ;;
  esac
}

# part_alone PART: runs it in a shell of its own, and leaves its numbers in a file.
part_alone() {
  set -e
  trap_signals
  is_attending=
  run_part "$1"
  printf '%s %s\n' "$tests" "$failed" >"$root/build/numbers"
}

changed_sources() {
  git -C "$root" diff HEAD
  (cd -- "$root" && git ls-files -z --others --exclude-standard | xargs -0 -r sha256sum --)
}

# A python3 that is a script which looks for an interpreter, as that of pyenv, takes longer to start
# than most tests need.
use_python_itself() {
  local python begin
  python=$(command -v python3) || return 0
  IFS= read -r -n 2 begin <"$python" || return 0
  if [ "$begin" != '#!' ]; then return 0; fi
  python=$(python3 -c 'import sys; print(sys.executable)') || return 0
  if [ -x "$python" ]; then PATH=${python%/*}:$PATH; fi
}

# ThreadSanitizer of gcc 12 does not work with the address randomisation of newer kernels, and the
# build runs the test programs, too, to list their tests.
without_randomisation() {
  if ! has_part threads || [ -n "${SCHIRI_FIXED_ADDRESSES:-}" ]; then return 0; fi
  if setarch "$(uname -m)" -R true 2>/dev/null; then
    SCHIRI_FIXED_ADDRESSES=1 exec setarch "$(uname -m)" -R "$BASH" "${BASH_SOURCE[0]}" "$@"
  fi
}

without_randomisation "${arguments[@]}"
need_writable "$root/build"
mkdir -p -- "$root/build"
install_packages
use_python_itself
# Lines `SOURCES PART TESTS FAILED MINUTES` of parts that ended; SOURCES names the commit, what differs
# and what is new.
ended=$root/build/ended-parts
these=''
if [ -n "$goes_on" ] && git -C "$root" rev-parse HEAD >/dev/null 2>&1; then
  these=${core:-all}-$minutes-$(git -C "$root" rev-parse HEAD)-$(changed_sources | sha256sum | cut -c 1-8)
fi

table='' status=0
for part in "${parts[@]}"; do
  if [ -n "$these" ] && read -r _ _ tests failed took < <(grep -s "^$these $part " "$ended"); then
    say "== $part: ended before"
    if [ "$failed" -gt 0 ]; then status=1; fi
    table+=$(printf '%-9s %6d %7d %8d' "$part" "$tests" "$failed" "$took")$'\n'
    continue
  fi
  tests=0 failed=0
  start=$SECONDS
  if [ ${#parts[@]} -gt 1 ]; then say "== $part"; fi
  if [ ${#parts[@]} -eq 1 ]; then
    run_part "$part"
  else
    # A part that cannot be built has failed, and the others run; a signal ends all.
    set +e
    attended part_alone "$part"
    ended_with=$?
    set -e
    if [ "$ended_with" -gt 128 ]; then exit "$ended_with"; fi
    if [ "$ended_with" -gt 0 ]; then printf '1 1\n' >"$root/build/numbers"; fi
    read -r tests failed <"$root/build/numbers"
  fi
  took=$(((SECONDS - start + 30) / 60))
  if [ "$failed" -gt 0 ]; then status=1; fi
  table+=$(printf '%-9s %6d %7d %8d' "$part" "$tests" "$failed" "$took")$'\n'
  if [ -n "$these" ]; then printf '%s\n' "$these $part $tests $failed $took" >>"$ended"; fi
done
if [ -n "$these" ]; then rm -f -- "$ended"; fi
if [ ${#parts[@]} -gt 1 ]; then printf '\npart       tests  failed  minutes\n%s' "$table"; fi
exit $status
