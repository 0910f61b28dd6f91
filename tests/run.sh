#!/usr/bin/env bash
# Builds schiri and runs its tests; see --help.
set -euo pipefail

usage() {
  cat <<'END'
bash tests/run.sh [--core] [--long] [--sanitize asan|tsan] [--bench] [--fuzz SECONDS] [--no-install]

Installs missing packages that a build needs (Debian 12 and 13, Ubuntu 24.04), builds into
build/ with warnings as errors and runs all tests. The exit status is that of ctest.

  --core           without browser, emscripten and Slurm: installs less, omits their tests
  --long           also the long tests (tagged [long])
  --sanitize asan  AddressSanitizer and UndefinedBehaviorSanitizer, in build-asan/
  --sanitize tsan  ThreadSanitizer, in build-tsan/
  --bench          builds and runs the benchmarks instead of the tests, in tests/bench/
  --fuzz SECONDS   builds the fuzz targets with clang's libFuzzer in build-fuzz/ instead, and runs
                   each for this time; findings stay there
  --no-install     installs no packages; CMake must find the dependencies
  --help           this text

The long tests take an hour or more. Tournaments are killed at 400 points and must have the same
result as without. A tournament of 100,056 games with six kinds of misbehaviour is killed eleven
times; its counts must be consistent and its memory constant (20 MB). A sweep covers every command
that reads or writes valuable data: the n-th system call fails, for n = 1, 2, 3 and then in
growing steps; limits are lowered; the disk is full; signals arrive at thousands of points. The Debian package is installed
in a clean system and purged.
`ctest --test-dir build -R 'sweep: databases - Signals'` runs a single part.
END
}

wrong_usage() {
  printf 'run.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

arguments=("$@")
core='' long='' sanitize='' bench='' fuzz='' install=yes
while [ $# -gt 0 ]; do
  case $1 in
    --core) core=yes ;;
    --long) long=yes ;;
    --sanitize)
      case ${2:-} in asan | tsan) sanitize=$2 ;; *) wrong_usage "--sanitize takes asan or tsan" ;; esac
      shift
      ;;
    --bench) bench=yes ;;
    --fuzz)
      case ${2:-} in '' | *[!0-9]*) wrong_usage "--fuzz takes a number of seconds" ;; esac
      fuzz=$2
      shift
      ;;
    --no-install) install='' ;;
    -h | --help)
      usage
      exit 0
      ;;
    *) wrong_usage "unknown option $1" ;;
  esac
  shift
done
if [ -n "$sanitize$long" ] && [ -n "$bench$fuzz" ] || [ -n "$bench" ] && [ -n "$fuzz" ]; then
  wrong_usage "--bench and --fuzz exclude other options"
fi

# shellcheck source-path=SCRIPTDIR source=../cli/setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../cli/setup.sh"

# The benchmarks compare with pgn-extract, if it is installed.
run_benchmarks() {
  if [ -n "$install" ]; then ensure_packages; fi
  configure_release ON -DSCHIRI_BENCH=ON
  build "$root/build" all
  exec "$root/build/tests/bench/schiri_bench"
}

# New interesting inputs are collected in addition to the seeds, for later runs.
run_fuzzers() {
  if [ -n "$install" ]; then
    ensure_packages
    have clang++ || install_needed clang
  fi
  folder=$root/build-fuzz
  CXX=clang++ configure "$folder" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g -D_GLIBCXX_ASSERTIONS" -DSCHIRI_FUZZ=ON
  build "$folder" all
  local targets target seeds status=0
  mapfile -t targets <"$folder/tests/fuzz/targets"
  for target in "${targets[@]}"; do
    seeds=$root/tests/fuzz/seeds/$target
    mkdir -p "$folder/found/$target"
    (cd "$folder/found" && "$folder/tests/fuzz/fuzz_$target" -max_total_time="$fuzz" -timeout=20 \
      -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 "$target" "$seeds") || status=1
  done
  exit $status
}

build_sanitized() {
  folder=$root/build-$sanitize
  configure "$folder" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1 -D_GLIBCXX_ASSERTIONS" \
    "-DSCHIRI_${sanitize^^}=ON"
  build "$folder" all
  export LSAN_OPTIONS=suppressions=$root/tests/leaks.supp:print_suppressions=0
}

build_plain() {
  folder=$root/build
  local engine=AUTO benchmarks=OFF
  if [ -n "$core" ]; then engine=OFF; fi
  # So that the benchmarks still compile.
  if [ -n "$long" ]; then benchmarks=ON; fi
  configure_release ON "-DSCHIRI_ENGINE=$engine" "-DSCHIRI_BENCH=$benchmarks"
  build "$folder" all
}

# ThreadSanitizer of gcc 12 does not work with the address randomisation of newer kernels, and the
# build runs the test programs, too, to list their tests.
without_randomisation() {
  if [ "$sanitize" != tsan ] || [ -n "${SCHIRI_FIXED_ADDRESSES:-}" ]; then return 0; fi
  if setarch "$(uname -m)" -R true 2>/dev/null; then
    SCHIRI_FIXED_ADDRESSES=1 exec setarch "$(uname -m)" -R "$BASH" "${BASH_SOURCE[0]}" "$@"
  fi
}

without_randomisation "${arguments[@]}"
if [ -n "$bench" ]; then run_benchmarks; fi
if [ -n "$fuzz" ]; then run_fuzzers; fi
if [ -n "$install" ]; then
  ensure_packages
  kinds=(tests)
  if [ -z "$core" ]; then kinds+=(more); fi
  if [ -n "$long" ]; then kinds+=(long); fi
  install_wanted "${kinds[@]}"
fi
if [ -n "$sanitize" ]; then build_sanitized; else build_plain; fi
bash "$root/tests/format.sh" --can-check || true

# Most tests wait for a program that they have started.
options=(--test-dir "$folder" --output-on-failure --no-tests=error --parallel "$((3 * jobs))"
  --timeout 300)
if [ -n "$core" ]; then options+=(--exclude-regex '^(browser|cluster): '); fi
if [ -z "$long" ]; then options+=(--label-exclude '^long$'); fi
exec ctest "${options[@]}"
