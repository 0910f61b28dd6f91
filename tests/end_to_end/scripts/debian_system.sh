#!/usr/bin/env bash
# In a clean system, for debian_test.sh: installs the package beside this script, uses it and purges it.
set -euo pipefail

given=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
unset PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX

# All files except those of apt and dpkg, and the caches.
list_files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /root -o -path /tmp -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /etc/ld.so.cache \) -prune -o -print | sort
}
step() { echo "--- $*"; }
# must_have TEXT COMMAND...: the output of a command contains a text.
must_have() {
  local out
  out=$("${@:2}" 2>&1) || { echo "$out"; echo "failed: ${*:2}"; exit 1; }
  case $out in *"$1"*) ;; *) echo "$out"; echo "'$1' is missing: ${*:2}"; exit 1 ;; esac
}

step install
list_files >/tmp/before
apt-get install -q -y --no-install-recommends "$given/schiri.deb" >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
mkdir /tmp/work
cd /tmp/work
cp "$given"/* .

step program
must_have 'schiri 0.' schiri --version
must_have tournament schiri help
for file in man/man1/schiri-select.1.gz man/fr/man7/schiri-records.7.gz doc/schiri/changelog.gz doc/schiri/copyright; do
  [ -s "/usr/share/$file" ] || { echo "missing: $file"; exit 1; }
done
must_have .TH gzip -dc /usr/share/man/man1/schiri.1.gz

step records
printf '[Game "creeper"]\n\n1. E7+D6 G3+F4 2. D6+E5 E1+D2 *\n' >game.pgn
must_have '1 valid' schiri validate game.pgn
# zip needs libarchive, which the program loads itself.
python3 -c 'import zipfile; zipfile.ZipFile("game.zip", "w").write("game.pgn")'
must_have '1 valid' schiri validate game.zip
printf '[Game "creeper"]\n\n1. E7+D6 E1+E2 *\n' >wrong.pgn
if schiri validate wrong.pgn >log 2>&1 || ! grep -q illegal log; then
  cat log
  exit 1
fi

step tournament
schiri tournament run --game creeper --bot greedy --bot random --rounds 2 --db cup.db >log 2>&1 || { cat log; exit 1; }
schiri db export --db cup.db -o cup.pgn >log 2>&1 || { cat log; exit 1; }
must_have '0 invalid' schiri validate cup.pgn
must_have greedy schiri ratings cup.pgn

step "web server, page"
schiri otb new cup.otb --name Cup --game creeper --rounds 3 >log 2>&1 || { cat log; exit 1; }
if [ -e /usr/lib/schiri/schiri-web.so ]; then
  schiri otb serve cup.otb --port 0 >serve.log 2>&1 &
  server=$!
  while kill -0 "$server" 2>/dev/null && ! grep -qs Ctrl-C serve.log; do sleep 0.1; done
  kill -INT "$server" 2>/dev/null || true
  wait "$server" || { cat serve.log; exit 1; }
fi
if [ -e /usr/share/schiri/schiri-engine.wasm ]; then
  schiri page -o page.html
  grep -q 'id="engine"' page.html
fi

step library
read -ra flags <<<"$(pkg-config --cflags --libs schiri)"
cc -std=c11 -Wall -Werror player.c "${flags[@]}" -o player
must_have '24' ./player

step Python
# As root, which leaves compiled files beside the package.
must_have '24 True' python3 -c 'import schiri; print(schiri.Game("creeper").count_turns(), schiri.__file__.startswith("/usr/"))'
[ -d /usr/lib/python3/dist-packages/schiri/__pycache__ ] || { echo "Python has compiled nothing"; exit 1; }

step completion
must_have schiri bash -c '. /usr/share/bash-completion/completions/schiri && complete -p schiri'

step purge
cd /
apt-get purge -q -y --auto-remove schiri >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }
if grep -i warning /tmp/log || ldconfig -p | grep schiri || ls /var/lib/dpkg/info/schiri* 2>/dev/null; then exit 1; fi
list_files >/tmp/after
# Python has compiled files of its own.
grep -v __pycache__ /tmp/after | diff <(grep -v __pycache__ /tmp/before) - || { echo "the purge has left files"; exit 1; }
if grep schiri /tmp/after; then exit 1; fi
step "done"
