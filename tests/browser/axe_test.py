"""The accessibility of pages is checked by one version of axe-core, and by no other code.

python3 axe_test.py PROGRAM FOLDER

Exit status: 0 no errors, 1 errors.
"""

import io
import os
import sys
import tarfile

import checks

# Instead of npm: it packs another script under the same name.
os.makedirs(f"{checks.folder}/bin")
npm = f"{checks.folder}/bin/npm"
with open(npm, "w", encoding="utf-8") as file:
    file.write(f"#!{sys.executable}\nimport os, sys\nopen('words', 'w').write(' '.join(sys.argv[1:]))\n"
               "os.path.exists('other.tgz') or sys.exit(1)\n"
               "os.link('other.tgz', sys.argv[-1].replace('@', '-') + '.tgz')\n")
os.chmod(npm, 0o755)
os.environ |= {"PATH": f"{checks.folder}/bin", "XDG_STATE_HOME": f"{checks.folder}/state"}


def expect(what, is_so):
    if not is_so:
        print("failed:", what)
        sys.exit(1)


expect("without npm nothing is checked, and nothing fails", checks.axe_source() is None and not checks.failures)
with open(f"{checks.folder}/words", encoding="utf-8") as words:
    expect("npm is asked for one version", words.read() == f"pack --silent axe-core@{checks.AXE_VERSION}")
with tarfile.open(f"{checks.folder}/other.tgz", "w:gz") as archive:
    script = b"window.axe = 'another script'"
    member = tarfile.TarInfo("package/axe.min.js")
    member.size = len(script)
    archive.addfile(member, io.BytesIO(script))
expect("another package is refused", checks.axe_source() is None and len(checks.failures) == 1)
expect("it is not kept", not os.path.exists(f"{checks.folder}/state"))
print("0 failures")
