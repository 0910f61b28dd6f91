#!/usr/bin/env bash
# Runs the tests of the Python package in the source tree, and checks that an installed package is
# found.
# bash package_test.sh PROGRAM BUILD_FOLDER
set -euo pipefail

SCHIRI=${1:?the program}
build=${2:?the build folder}
export SCHIRI SCHIRI_LIBRARY=$build/libschiri.so.1 PYTHONDONTWRITEBYTECODE=1
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

# The wheel has the library in it, and is found without the environment.
cd "$prefix"
PYTHONPATH=$here/../../cli/share/python "$python" -c '
import sys, build_wheel
print(build_wheel.build_wheel(".", {"build-dir": sys.argv[1]}))' "$build" >log
wheel=$(tail -n 1 log)
# A relative folder is one of the checkout, wherever pip calls it from, and nothing is built in another.
PYTHONPATH=$here/../../cli/share/python "$python" -c '
import os, sys, build_wheel
assert build_wheel.build_wheel(".", {"build-dir": os.path.relpath(sys.argv[1], build_wheel.ROOT)}) == sys.argv[2]
try:
    build_wheel.build_wheel(".", {"build-dir": "nowhere"})
except FileNotFoundError as error:
    assert "nowhere" in str(error)
else:
    raise AssertionError' "$build" "$wheel"
"$python" -m zipfile -e "$wheel" unpacked
# What is compiled into the library demands its notices.
diff -q "$here/../../cli/copyright" unpacked/schiri-*.dist-info/copyright
unset SCHIRI_LIBRARY
PYTHONPATH=$prefix/unpacked "$python" -c '
import importlib.metadata, pathlib, schiri
assert pathlib.Path(schiri.__file__).is_relative_to(pathlib.Path.cwd() / "unpacked"), schiri.__file__
assert schiri.__version__.split()[-1] == importlib.metadata.version("schiri"), schiri.__version__
about = importlib.metadata.metadata("schiri")
assert about["Author"] and "schiri.Game" in about.get_payload(), about
assert about.get_all("License-File") == ["LICENSE", "copyright"], about
assert len(list(schiri.Game("creeper").turns())) == 24'
if "$python" -c 'import pip, venv, ensurepip' 2>/dev/null; then
  "$python" -m venv fresh
  # No index: there is no network.
  fresh/bin/pip install -q --no-index "$wheel"
  fresh/bin/python -c 'import schiri; assert schiri.Game("sperre", roll="147").count_turns() > 100'
  fresh/bin/pip check -q
fi
