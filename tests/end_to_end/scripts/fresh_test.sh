#!/usr/bin/env bash
# What fresh.sh clones into a new system, with stand-ins for what makes and enters one.
# bash fresh_test.sh SOURCE
# Exit status: 0 no errors, 1 errors, 77 the user is not root, or git is missing.
set -euo pipefail

source=$1
if [ "$(id -u)" -ne 0 ] || ! command -v git >/dev/null; then
  echo "not tested: only root can make a system, and clones it with git"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
failures=0
failed() {
  echo "$what: $1"
  sed 's/^/    /' "$folder/out"
  failures=$((failures + 1))
}
mkdir -p "$folder"/{bin,copy/tests}
export GIT_CEILING_DIRECTORIES=$folder
# The system's folder is the last argument but one.
cat >"$folder/bin/mmdebstrap" <<'END'
#!/bin/bash
mkdir -p "${@: -2:1}"/{etc,root}
END
printf '#!/bin/sh\n' | tee "$folder/bin/unshare" >"$folder/bin/chroot"
chmod +x "$folder"/bin/*
cp "$source/tests/fresh.sh" "$folder/copy/tests/"

# run STATUS: makes a system, whose clone is in $folder/made/system/root/schiri.
run() {
  local status=0
  rm -rf "$folder/made"
  PATH=$folder/bin:$PATH bash "$folder/copy/tests/fresh.sh" bookworm --folder "$folder/made" -- true >"$folder/out" 2>&1 || status=$?
  [ "$status" -eq "$1" ] || failed "status $status instead of $1"
}

what="no commit"
run 3
grep -q "$folder/copy has no commit" "$folder/out" || failed "it does not say why"
[ ! -e "$folder/made" ] || failed "it makes a system all the same"

what="a checkout of root"
git -C "$folder/copy" init -q
git -C "$folder/copy" add .
git -C "$folder/copy" -c user.name=a -c user.email=a@example.org commit -q -m "a commit"
run 0
[ -e "$folder/made/system/root/schiri/tests/fresh.sh" ] || failed "there is no clone"

what="a checkout of another user"
chown -R 65534:65534 "$folder/copy"
run 0
[ -e "$folder/made/system/root/schiri/tests/fresh.sh" ] || failed "there is no clone"

echo "$failures failures"
[ "$failures" -eq 0 ]
