#!/usr/bin/env bash
# Builds the Debian package, checks it by lintian, installs it in a clean system of this release, uses
# what is in it, and purges it.
# bash debian_test.sh BUILD_FOLDER
# Exit status: 0 no errors, 1 errors, 77 the tools, or Debian's packages, cannot be had.
set -euo pipefail

build=${1:?the build folder}
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
for tool in cpack dpkg-shlibdeps mmdebstrap lintian; do
  command -v "$tool" >/dev/null || { echo "not tested: $tool is not installed"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
chmod 755 "$folder"
unset DESTDIR

(cd "$build" && cpack -G DEB -B "$folder/packed" >"$folder/log" 2>&1) || { cat "$folder/log"; exit 1; }
package=("$folder"/packed/schiri_*.deb)
allow=()
if [ "$(id -u)" -eq 0 ]; then allow=(--allow-root); fi
lintian "${allow[@]}" --tag-display-limit 0 --fail-on error,warning "${package[0]}"

mkdir "$folder/given"
cp "${package[0]}" "$folder/given/schiri.deb"
cp "$here/debian_system.sh" "$folder/given/"
(cd "$folder/given" && bash "$here/shown_files.sh" "$here/../../../cli/share/manual/library.md")

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $release" 'Component: main' 2>/dev/null | head -n 1 || true)
# The file is made when the system is complete; what fails before it is not schiri's.
status=0
mmdebstrap --quiet --variant=minbase --include=python3-minimal,libpython3-stdlib,gcc,libc6-dev,pkg-config \
  --customize-hook="touch '$folder/complete'" --customize-hook="copy-in '$folder/given' /root" \
  --customize-hook='chroot "$1" bash /root/given/debian_system.sh' "$release" /dev/null ${mirror:+"$mirror"} \
  >"$folder/log" 2>&1 || status=$?
if [ ! -e "$folder/complete" ]; then
  tail -n 5 "$folder/log"
  echo "not tested: a system of $release cannot be made here"
  exit 77
fi
sed -n '/^--- /,$p' "$folder/log"
exit "$status"
