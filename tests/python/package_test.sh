#!/usr/bin/env bash
# Runs the tests of the Python package in the source tree, and checks that an installed package is
# found.
# bash package_test.sh PROGRAM BUILD_FOLDER
set -euo pipefail

SCHIRI=${1:?the program}
build=${2:?the build folder}
export SCHIRI SCHIRI_LIBRARY=$build/libschiri.so.0 PYTHONDONTWRITEBYTECODE=1
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)

# The first Python with pytest.
python=
for one in python3 /usr/bin/python3; do
  if [ -z "$python" ] && "$one" -c 'import sys, pytest; assert sys.version_info >= (3, 9)' 2>/dev/null; then python=$one; fi
done
if [ -z "$python" ]; then
  echo 'pytest is not installed (Debian: python3-pytest)'
  exit 77
fi

PYTHONPATH=$here/../../cli/share/python "$python" -m pytest -q -p no:cacheprovider -W error "$here"

prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
unset DESTDIR SCHIRI_LIBRARY
cmake --install "$build" --prefix "$prefix" >/dev/null
cd "$prefix"
PYTHONPATH=$prefix/lib/python3/dist-packages "$python" -c '
import schiri, pathlib
assert pathlib.Path(schiri.__file__).is_relative_to(pathlib.Path.cwd()), schiri.__file__
assert len(list(schiri.Game("creeper").turns())) == 24
assert (pathlib.Path(schiri.__file__).parent / "py.typed").exists()'
