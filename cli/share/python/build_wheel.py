"""Builds a wheel of the package with the compiled library in it (PEP 517).

    pip wheel --no-build-isolation cli/share/python

in a checkout, with the packages that a build of schiri needs. CMake builds in a temporary folder. With
`--config-settings build-dir=FOLDER` the library is that of a build in this folder of the checkout.
"""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LIBRARY = "libschiri.so.1"


def _version():
    return re.search(r"project\(schiri VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def _published(folder):
    """Who publishes the package, as the build in this folder says, and the address of its page."""
    cache = ROOT / folder / "CMakeCache.txt"
    told = dict(re.findall(r"^SCHIRI_(CONTACT|HOMEPAGE):STRING=(.+)$", cache.read_text(encoding="utf-8"), re.M)) if cache.exists() else {}
    contact = told.get("CONTACT", "The schiri authors")
    fields = f"Author: {contact.split(' <')[0]}\n" + (f"Author-email: {contact}\n" if "<" in contact else "")
    return fields + (f"Home-page: {told['HOMEPAGE']}\n" if "HOMEPAGE" in told else "")


def _metadata(published):
    return (f"Metadata-Version: 2.1\nName: schiri\nVersion: {_version()}\n"
            "Summary: Abstract board games: rules, records, bots, ratings\n" + published +
            "License: MIT\nLicense-File: LICENSE\nLicense-File: copyright\nRequires-Python: >=3.9\n"
            "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text(encoding="utf-8"))


def _tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _built_library(told):
    # pip calls this in the folder of the package; a relative name is one of the checkout.
    library = ROOT / told / LIBRARY
    if not library.exists():
        raise FileNotFoundError(f"there is no {library}; build there first, or leave out build-dir")
    return library.read_bytes()


def _library():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                        "-DSCHIRI_TESTS=OFF", "-DSCHIRI_ENGINE=OFF"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "schiri_shared", "--parallel", str(os.cpu_count() or 1)],
                       check=True)
        return Path(folder, LIBRARY).read_bytes()


def _files(library, published):
    """The files of the wheel by their names, but for its RECORD."""
    info = f"schiri-{_version()}.dist-info"
    for file in sorted((HERE / "schiri").iterdir()):
        if file.suffix in (".py", ".typed"):
            yield f"schiri/{file.name}", file.read_bytes()
    yield f"schiri/{LIBRARY}", library
    yield f"{info}/METADATA", _metadata(published).encode()
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: schiri\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    yield f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes()
    yield f"{info}/copyright", (ROOT / "cli" / "copyright").read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel in a folder and returns its name."""
    told = (config_settings or {}).get("build-dir")
    library = _built_library(told) if told else _library()
    name = f"schiri-{_version()}-{_tag()}.whl"
    record = ""
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in _files(library, _published(told or ".")):
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(content)}\n"
            wheel.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
        path = f"schiri-{_version()}.dist-info/RECORD"
        wheel.writestr(zipfile.ZipInfo(path), f"{record}{path},,\n", zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The library's sources are outside of this folder."""
    raise NotImplementedError("schiri is built from a checkout: pip wheel --no-build-isolation cli/share/python")
