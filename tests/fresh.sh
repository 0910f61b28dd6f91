#!/usr/bin/env bash
# Runs what README and manual promise in a fresh system, before a release.
set -euo pipefail

usage() {
  cat <<'END'
bash tests/fresh.sh SUITE [--compiler NAME] [--mirror URL] [--folder DIR] [-- COMMAND...]

Makes a minimal system with git (mmdebstrap), clones the last commit into it, and runs there, as
root, in this order: bash cli/demo.sh, bash tests/run.sh, README's third line, the use of what it
has installed, and the build of one file of the page `platforms`. Prints the time of each, and the
summary of the tests. Takes root, mmdebstrap, the network, 20 GB and one to two hours.

  SUITE            bookworm (Debian 12), trixie (Debian 13), or another that the mirror has
  --compiler NAME  the only compiler there, such as g++-13, with which Ubuntu 24.04 compiles
  --mirror URL     where packages come from (http://deb.debian.org/debian)
  --folder DIR     keep the system and the logs in this folder; the next run there makes a new clone
                   in the same system (otherwise they are removed at the end)
  -- COMMAND...    run this shell command there instead, such as `bash tests/run.sh --core`
  --help           this text

The exit status is 0 if everything passed, 1 if something failed, 3 if there is no system.
END
}

wrong_usage() {
  printf 'fresh.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 2
}

suite='' compiler='' mirror=http://deb.debian.org/debian folder='' commands=()
while [ $# -gt 0 ]; do
  case $1 in
    --compiler | --mirror | --folder)
      if [ -z "${2:-}" ]; then wrong_usage "$1 takes a value"; fi
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    --)
      commands=("${@:2}")
      break
      ;;
    -*) wrong_usage "unknown option $1" ;;
    *)
      if [ -n "$suite" ]; then wrong_usage "one system at a time"; fi
      suite=$1
      ;;
  esac
  shift
done
if [ -z "$suite" ]; then wrong_usage "which system? bookworm or trixie"; fi

give_up() {
  printf 'fresh.sh: %s\n' "$1" >&2
  exit 3
}
sources=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
[ "$(id -u)" -eq 0 ] || give_up "only root can mount and enter another system"
for tool in mmdebstrap unshare chroot git; do
  command -v "$tool" >/dev/null || give_up "$tool is missing"
done

# Root may clone the checkout of another user; what the environment says of that alone reaches the part
# of git that reads it.
settings=$(mktemp)
trap 'rm -f -- "$settings"' EXIT
printf '[safe]\n\tdirectory = %s\n\tdirectory = %s/.git\n' "$sources" "$sources" >"$settings"
export GIT_CONFIG_GLOBAL=$settings
git -C "$sources" rev-parse --verify --quiet HEAD >/dev/null || give_up "$sources has no commit that git can clone"

if [ -z "$folder" ]; then
  folder=$(mktemp -d "${TMPDIR:-/var/tmp}/schiri-$suite.XXXXXX")
  trap 'rm -rf --one-file-system -- "$folder"; rm -f -- "$settings"' EXIT
fi
mkdir -p -- "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd -P)
system=$folder/system
if [ ! -d "$system" ]; then
  echo "Making a system of $suite"
  mmdebstrap --quiet --variant=minbase --include=git,ca-certificates "$suite" "$system" "$mirror" ||
    give_up "mmdebstrap made no system; its messages are above"
fi
# The network of this machine.
cp -L -- /etc/resolv.conf /etc/hosts "$system/etc/"

# What a login has, and how this machine reaches its mirrors.
environment=(HOME=/root "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" TERM=dumb
  "CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)")
for name in http_proxy https_proxy no_proxy; do
  if [ -n "${!name:-}" ]; then environment+=("$name=${!name}"); fi
done

# inside COMMAND: a shell runs it in the system, which has processes of its own and is a mount point
# like that of a real machine.
inside() {
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child sh -c '
    mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
      mount --rbind /sys "$1/sys" && shift && exec "$@"' sh "$system" \
    env -i "${environment[@]}" chroot "$system" sh -c "cd /root/schiri 2>/dev/null; $1" </dev/null
}

if [ -n "$compiler" ]; then
  inside "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $compiler" \
    >"$folder/compiler.log" 2>&1 || give_up "$compiler cannot be installed, see $folder/compiler.log"
  environment+=("CXX=$compiler" "CC=${compiler/g++/gcc}")
fi
rm -rf -- "$system/root/schiri"
git clone --quiet --no-hardlinks -- "$sources" "$system/root/schiri" || give_up "$sources cannot be cloned"

status=0 step=0
# run WHAT COMMAND: runs it, and prints its time, its status, and the line of a summary.
run() {
  local what=$1 log=$folder/$((++step)).log start=$SECONDS result=0 summary
  inside "$2" >"$log" 2>&1 || result=$?
  summary=$(grep -E '^[0-9]+% tests passed' "$log" | tail -n 1 || true)
  printf '%5d s  status %d  %s%s\n' $((SECONDS - start)) "$result" "$what" "${summary:+: $summary}"
  if [ "$result" -eq 0 ]; then return 0; fi
  status=1
  tail -n 25 -- "$log" | sed 's/^/    /'
}

inside 'sed -n "s/^PRETTY_NAME=//p" /etc/os-release; git log -1 --format="commit %h"'
if [ ${#commands[@]} -gt 0 ]; then
  run "${commands[*]}" "${commands[*]}"
  exit $status
fi
run "bash cli/demo.sh" "bash cli/demo.sh"
run "bash tests/run.sh" "bash tests/run.sh"
run "bash tests/run.sh, again" "bash tests/run.sh"
# In a clone without a build, as for whoever starts with this line.
third=$(sed -n 's/^    \(cmake -B build .*\)$/\1/p' "$sources/README.md")
run "$third" "git clone -q . ../plain && cd ../plain && $third"
run "use what is installed" "apt-get install -y --no-install-recommends man-db >/dev/null
  /usr/bin/python3 -c 'import schiri; print(schiri.Game(\"creeper\"))' && man -w schiri && man -w schiri-records &&
  printf '#include <schiri/schiri.h>\nint main(void) { return schiri_version()[0] == 0; }\n' >/tmp/one.c &&
  \${CC:-cc} /tmp/one.c \$(pkg-config --cflags --libs schiri) -o /tmp/one && /tmp/one"
# shellcheck disable=SC2016
one_file=$(grep -o '`cmake -B one [^`]*`' "$sources/cli/share/manual/platforms.md" | tr -d '`')
run "$one_file" "apt-get install -y --no-install-recommends libacl1-dev liblz4-dev >/dev/null
  ($one_file) && one/schiri --version"
exit $status
