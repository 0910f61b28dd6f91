#!/usr/bin/env bash
# What stops the two scripts of the README says why, in a copy with a system of stand-ins: apt-get,
# dpkg-query, id and cmake are scripts here.
# bash setup_test.sh SOURCE
set -euo pipefail

source=$1
# An ordinary user, since root may write nearly everywhere; who could not enter a TMPDIR of root's own.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  export TMPDIR=/tmp
fi
folder=$(mktemp -d)
trap 'chmod -R u+w -- "$folder"; rm -rf -- "$folder"' EXIT
failures=0

# stand_in NAME: a command of the stand-in system, with this text.
stand_in() {
  { echo '#!/bin/bash'; cat; } >"$folder/bin/$1"
  chmod +x "$folder/bin/$1"
}

# A copy of the scripts, a system in which every package is there, and whose builds succeed.
fresh() {
  chmod -R u+w -- "$folder" && rm -rf -- "${folder:?}"/*
  mkdir -p "$folder/copy/cli" "$folder/copy/tests" "$folder/bin" "$folder/tmp"
  cp "$source"/cli/{demo.sh,setup.sh,dependencies} "$folder/copy/cli/"
  cp "$source/tests/run.sh" "$folder/copy/tests/"
  local command
  for command in bash sh env cat sed awk grep rm mkdir mktemp stat tail head sleep cut cp date dirname nproc tee seq; do
    ln -s "$(command -v "$command")" "$folder/bin/$command"
  done
  stand_in ninja </dev/null
  stand_in id <<<'echo 0'
  stand_in dpkg-query <<<'echo installed'
  stand_in apt-get <<<'echo "apt-get $*" >>"$LOG"; exit 0'
  stand_in apt-cache </dev/null
  stand_in cmake <<<'echo "cmake $*" >>"$LOG"; exit 0'
  for command in c++ make pkg-config esbuild; do stand_in "$command" </dev/null; done
  if [ "${#as_user[@]}" -gt 0 ]; then chown -R 65534:65534 "$folder"; fi
}

# run SCRIPT...: as an ordinary user; its output into $out, its status into $status.
run() {
  status=0
  out=$(cd "$folder/copy" && "${as_user[@]}" env -i LOG="$folder/log" TMPDIR="$folder/tmp" PATH="$folder/bin" \
    bash "$@" 2>&1) || status=$?
}

# says STATUS WORDS...: the last run ended so, and said all of this.
says() {
  local wanted=$1 words
  shift
  [ "$status" -eq "$wanted" ] || failed "status $status instead of $wanted"
  for words; do
    case $out in *"$words"*) ;; *) failed "it does not say: $words" ;; esac
  done
}
failed() {
  printf '%s: %s\n%s\n' "$what" "$1" "$out"
  failures=$((failures + 1))
}

what="no network"
fresh
stand_in dpkg-query </dev/null
stand_in apt-get <<'END'
case "$*" in
  *update*) echo "W: Failed to fetch http://deb.debian.org/InRelease  Could not resolve 'deb.debian.org'"; exit 100 ;;
esac
seq 100
echo "E: Unable to locate package catch2"
exit 100
END
for script in cli/demo.sh tests/run.sh; do
  run "$script"
  says 3 "could not be installed: catch2" "Could not resolve 'deb.debian.org'" \
    "Unable to locate package catch2" "apt-get update && apt-get install catch2"
done

what="apt-get ends without naming an error"
stand_in apt-get <<<'echo "the disk is gone"; exit 100'
run cli/demo.sh
says 3 "the disk is gone" "could not be installed: catch2"

what="packages are missing, and the user is not root"
stand_in id <<<'echo 1000'
run cli/demo.sh
says 3 "only root can install them: catch2" "apt-get install catch2"

what="parts and tests are missing, and the user is not root"
fresh
stand_in id <<<'echo 1000'
stand_in dpkg-query <<<'case "$*" in *httplib*) ;; *) echo installed ;; esac'
run tests/run.sh
says 1 "Only root can install what these parts" "libcpp-httplib-dev" "the web server of schiri otb serve" \
  "Only root can install what these tests use" "mypy" "types of the Python package"

what="no apt-get"
fresh
rm "$folder"/bin/apt-get "$folder/bin/cmake"
run cli/demo.sh
says 3 "There is no apt-get" "cmake is missing" "cli/dependencies"
what="no cmake, and nothing may be installed"
run cli/demo.sh --no-install
says 3 "cmake is missing"

what="a checkout that cannot be written"
fresh
chmod a-w "$folder/copy"
for script in cli/demo.sh tests/run.sh; do
  run "$script"
  says 3 "$folder/copy/build cannot be made" "git clone"
  [ ! -e "$folder/log" ] || failed "something was run before: $(cat "$folder/log")"
done
chmod u+w "$folder/copy"

what="a build folder of another user"
fresh
mkdir "$folder/copy/build"
echo "an old success" >"$folder/copy/build/build.log"
chmod a-w "$folder"/copy/build{/build.log,}
run cli/demo.sh
says 3 "build cannot be written; it belongs to " "Remove $folder/copy/build"
case $out in *"an old success"*) failed "it shows an old log" ;; esac
chmod a+w "$folder/copy/build"
run cli/demo.sh
says 3 "build/build.log cannot be written; it belongs to "

what="a build that fails"
fresh
stand_in cmake <<<'case $1 in --build) echo "an error of the compiler"; exit 1 ;; esac'
run cli/demo.sh
says 3 "an error of the compiler" "this failed: cmake --build"

# Nothing that a script has started goes on after a signal, also if that comes at the very beginning: before
# a script that is slow there does its next step.
for when in TERM INT HUP TERM,slow; do
  signal=${when%,*}
  what="SIG$when during a build"
  fresh
  mkfifo -m 666 "$folder/alive"
  : >"$folder/steps"
  # shellcheck disable=SC2016
  case $when in *slow) echo 'set -T; trap '\''[ "${FUNCNAME[0]:-}" != attended ] || sleep 0.2'\'' DEBUG' >"$folder/steps" ;; esac
  # Its child holds the pipe open, as a compiler would. In the background it would ignore SIGINT until it is
  # `sleep`, and say before that it has started.
  # shellcheck disable=SC2016
  stand_in cmake <<<'case $1 in --build) sh -c "echo started; exec sleep 1000" >"$ALIVE" ;; esac'
  # Waiting for the end of the pipe is waiting for the end of that child.
  set -m  # what runs in the background of a shell without it ignores SIGINT
  (cd "$folder/copy" && exec "${as_user[@]}" env -i ALIVE="$folder/alive" LOG="$folder/log" TMPDIR="$folder/tmp" \
    PATH="$folder/bin" BASH_ENV="$folder/steps" bash cli/demo.sh >"$folder/out" 2>&1) &
  script=$!
  set +m
  # shellcheck disable=SC2016
  timeout 300 sh -c '{ read -r _ && kill -s "$1" "$2" && cat >/dev/null; } <"$3"' sh "$signal" "$script" "$folder/alive" || {
    out=$(cat "$folder/out")
    failed "no build begins, or it goes on after the signal"
    kill -s KILL "$script" 2>/dev/null || true
  }
  status=0
  wait "$script" || status=$?
  out=$(cat "$folder/out")
  case $signal in HUP) says 129 ;; INT) says 130 ;; TERM) says 143 ;; esac
done

echo "$failures failures"
[ "$failures" -eq 0 ]
