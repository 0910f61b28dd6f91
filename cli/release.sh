#!/usr/bin/env bash
# Makes what is published of a version; see --help.
set -euo pipefail

usage() {
  cat <<'TEXT'
bash cli/release.sh [--check] [--tag] [--no-install]

Makes in release/, from the last commit: the source archive, the Debian package, the wheel for
Python, the package for JavaScript, and their SHA-256 sums. The same commit gives the same bytes.
What cannot be made here is named with the missing tool. Nothing is published.

  --check       only compare the version with the changelog
  --tag         afterwards set the tag vVERSION, which takes a changelog with a date
  --no-install  installs no packages; CMake must find the dependencies
  --help        this text

Exit status: 0 all is made, 1 something is missing or wrong.
TEXT
}

check='' tag='' install=yes
for word in "$@"; do
  case $word in
    --check) check=yes ;;
    --tag) tag=yes ;;
    --no-install) install='' ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
done

# shellcheck source-path=SCRIPTDIR source=setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"
cd -- "$root"
umask 022
export LC_ALL=C TZ=UTC

stop() {
  say "release.sh: $*"
  exit 1
}

# The first heading of the changelog: "0.1.0 (not yet released)", "0.1.0 (2026-12-24)".
version=$(sed -n 's/^project(schiri VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
read -r logged state < <(sed -n 's/^## \([0-9.]*\) (\(.*\))$/\1 \2/p' cli/share/manual/changelog.md) ||
  stop "the changelog has no heading of a version"
package=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' cli/share/npm/package.json)
if [ "$logged" != "$version" ]; then stop "the version is $version, that of the changelog $logged"; fi
if [ "$package" != "$version" ]; then stop "the version is $version, that of package.json $package"; fi
case $state in
  'not yet released') ;;
  20[0-9][0-9]-[01][0-9]-[0-3][0-9]) ;;
  *) stop "the changelog has neither a date nor 'not yet released' behind $version" ;;
esac
say "version $version, $state"
if [ -n "$check" ]; then exit 0; fi

if [ -n "$(git status --porcelain)" ]; then stop "there are changes without a commit: git status"; fi
if [ -n "$tag" ]; then
  if [ "$state" = 'not yet released' ]; then stop "replace 'not yet released' in the changelog by a date"; fi
  tagged=$(git rev-parse -q --verify "v$version^{commit}" || true)
  if [ -n "$tagged" ] && [ "$tagged" != "$(git rev-parse HEAD)" ]; then stop "v$version is another commit"; fi
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

if [ -n "$install" ]; then ensure_packages; fi
# The objects are those that tests/run.sh has tested, if nothing has changed since.
configure_release OFF -DSCHIRI_ENGINE=AUTO -DSCHIRI_TESTS=OFF
build "$root/build" all
bash tests/end_to_end/scripts/promise_test.sh build/schiri --complete ||
  stop "name what is promised: bash tests/end_to_end/scripts/promise_test.sh build/schiri --update"

release=$root/release
rm -rf -- "$release"
mkdir -- "$release"
incomplete=''

# needs WHAT COMMAND...: are the commands there?
needs() {
  local command
  for command in "${@:2}"; do
    if ! have "$command"; then
      say "$1: not made, $command is missing"
      incomplete=yes
      return 1
    fi
  done
}

git archive --format=tar --prefix="schiri-$version/" HEAD | gzip -n -9 >"$release/schiri-$version.tar.gz"

if needs 'Debian package' cpack dpkg-shlibdeps; then
  packed=$(mktemp -d)
  trap 'rm -rf -- "$packed"' EXIT
  (cd build && quietly "$root/build/cpack.log" cpack -G DEB -B "$packed")
  cp -- "$packed"/schiri_*.deb "$release"
fi
if needs wheel python3; then
  PYTHONPATH=cli/share/python python3 -B -c 'import build_wheel, sys
build_wheel.build_wheel(sys.argv[1], {"build-dir": "build"})' "$release"
fi
if needs 'package for JavaScript' em++ npm; then
  (cd "$release" && npm pack --silent --offline "$root/build/npm" >/dev/null)
  mv -- "$release/schiri-$version.tgz" "$release/schiri-npm-$version.tgz"
fi

cd -- "$release"
sha256sum -- * | tee SHA256SUMS
if [ -n "$incomplete" ]; then exit 1; fi
if [ -n "$tag" ] && [ -z "$tagged" ]; then
  git tag -a "v$version" -m "schiri $version"
  say "tagged v$version; git push --tags publishes it"
fi
