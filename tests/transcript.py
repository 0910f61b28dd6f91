"""Runs the examples of a transcript or of a page of the manual, and compares their output.

python3 transcript.py PROGRAM PAGE [--update]

A page is text with blocks of four spaces. A block after a line that ends with "`NAME`:" is a file; all
files are written before the first example. An example is a line `    $ command`, run by Bash, which
lines after `> ` continue; the following lines up to the next `$` or the end of the block are its
output. The examples of a page run in order in one folder, which has nothing but the page's files at
the beginning.

In a transcript (.txt) every line is compared: standard error, each line after `! `, standard output,
and `? STATUS` unless it is 0. $DATA is the folder tests/data. A heading says what the examples below
it show.

In a page of the manual (.md) only commands that begin with `schiri` or run Python or JavaScript are
examples, and their output is standard output, or standard error followed by standard output. An
example without output must succeed. The line `...` alone is output that --update is to write. The
examples run in the language of the page: otb.de.md in German, a page of one name in English.

A page that differs in a build that lacks what its examples take is not tested: it says so, and ctest
reports it as skipped.

--update writes the real output into the page where it differs.
"""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = HERE / "end_to_end/scripts"
NOT_ISOLATED = "schiri: note: programs have network access: this system cannot isolate them"


class Example:
    """A command, and the lines of the page that hold its output."""

    def __init__(self, command, begin):
        self.command = command
        self.begin = self.end = begin
        self.output = []


def examples_of(lines):
    """The examples of a page. Empty lines belong to an output only between two of its lines."""
    examples, inside = [], False
    for i, line in enumerate(lines):
        if line.startswith("    $ "):
            examples.append(Example(line[6:], i + 1))
            inside = True
        elif inside and line.startswith("    > ") and examples[-1].begin == examples[-1].end == i:
            examples[-1].command += "\n" + line[6:]
            examples[-1].begin = examples[-1].end = i + 1
        elif line and not line.startswith("    "):
            inside = False
        elif inside and line:
            example = examples[-1]
            example.output += [""] * (i - example.end) + [line[4:]]
            example.end = i + 1
    return examples


def lacking(program, examples):
    """What the program was built without and some of these examples take; empty if nothing."""
    run = subprocess.run([program, "--version", "--verbose"], capture_output=True, text=True, check=False)
    lacks = run.stdout.partition("\nwithout ")[2]
    takes = {"esbuild": r"\breport\b|schiri page|otb serve", "libarchive": r"\.(gz|zst|bz2|xz|zip|tar|tgz)\b",
             "zstd": "zst", "bzip2": "bz2|bzip2", "liblzma": r"\bxz\b"}
    return [name for name, pattern in takes.items()
            if name in lacks and any(re.search(pattern, example.command) for example in examples)]


def plain(text):
    """Lines without what differs between runs and systems: times, random turns, the names of folders."""
    lines = text if isinstance(text, list) else text.split("\n")
    lines = [line for line in lines if line != NOT_ISOLATED]
    lines = [re.sub(r"after [0-9]+ ms", "after N ms", line.rstrip(" ")) for line in lines]
    lines = [re.sub(r" in [0-9.]+ s$", " in N s", line) for line in lines]
    lines = [re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} UTC", "DAY TIME UTC", line) for line in lines]
    lines = [re.sub(r"(^|! )[0-9]+\.[0-9]{3} s$", r"\1N s", line) for line in lines]
    lines = [re.sub("[A-G][1-7][-+x][A-G][1-7]", "TURN", line, count=1) if line.startswith("ok ") else line
             for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def arranged(lines):
    """Messages sorted and first: programs in a pipeline print them in any order."""
    messages = [line for line in lines if line.startswith("schiri: ")]
    return sorted(messages) + [line for line in lines if not line.startswith("schiri: ")]


class Transcript:
    """Compares all that a command leaves."""

    language = "en_GB.UTF-8"

    def __init__(self, folder):
        self.names = {str(HERE / "data"): "$DATA", str(folder): "$PWD"}

    def prepare(self, page, environment):
        environment["BASH_ENV"] = str(HERE / "transcripts/helpers.sh")

    def is_run(self, command):
        return True

    def shown(self, run):
        for name, sign in self.names.items():
            run.stdout, run.stderr = run.stdout.replace(name, sign), run.stderr.replace(name, sign)
        lines = ["! " + line for line in plain(run.stderr)] + plain(run.stdout)
        # The last digits of a floating-point number depend on the processor.
        lines = [re.sub(r"(\.[0-9]{6})[0-9]+", r"\1", line) for line in lines]
        return lines + ([f"? {run.returncode}"] if run.returncode else [])

    def failures(self, page, environment):
        return 0

    def difference(self, example, run):
        return None if example.output == self.shown(run) else (example.output, self.shown(run))


class ManualPage:
    """Compares what a page of the manual shows."""

    def __init__(self, page, folder, program):
        languages = {".de": "de_DE.UTF-8", ".fr": "fr_FR.UTF-8"}
        self.language = languages.get(pathlib.Path(page.stem).suffix, "en_GB.UTF-8")
        self.folder, self.program = folder, program
        self.has_python = self.has_node = False
        # A build may lack the events of people.
        self.has_otb = subprocess.run([program, "otb", "--help"], capture_output=True, check=False).returncode == 0

    def prepare(self, page, environment):
        """Provides what the examples use without showing it."""
        text = page.read_text()
        for name in ("server.pgn", "club.db"):
            if name in text:
                subprocess.run(["bash", SCRIPTS / "page_files.sh", name], cwd=self.folder, env=environment, check=True)
        # Without the library for Python or the package for Node, their examples are omitted.
        environment["PYTHONPATH"] = str(HERE.parent / "cli/share/python")
        environment["SCHIRI_LIBRARY"] = str(self.program.parent / "libschiri.so.1")
        can_import = subprocess.run(["python3", "-c", "import schiri"], env=environment, capture_output=True, check=False)
        self.has_python = can_import.returncode == 0
        package = self.program.parent / "npm"
        self.has_node = bool(shutil.which("node")) and (package / "schiri-engine.wasm").exists()
        if self.has_node:
            shutil.copytree(package, self.folder / "node_modules/schiri")

    def failures(self, page, environment):
        """Those of more tests of the page: other programs answer the questions of some pages."""
        tests = {"sql.md": "sql_page_test.py", "questions.md": "questions_page_test.py"}
        if page.name not in tests:
            return 0
        command = ["python3", "-B", SCRIPTS / tests[page.name], page]
        return subprocess.run(command, cwd=self.folder, env=environment, check=False).returncode

    def is_run(self, command):
        if "schiri otb" in command and not self.has_otb:
            return False
        if ".py" in command:
            return self.has_python
        if "repaired.pgn" in command or ".mjs" in command:
            return self.has_node
        return command.startswith("schiri")

    def shown(self, run):
        """What --update writes."""
        return [line.rstrip(" ") for line in (run.stderr + run.stdout).rstrip("\n").split("\n")]

    def difference(self, example, run):
        if not example.output:
            return ([], plain(run.stderr) + [f"? {run.returncode}"]) if run.returncode else None
        wanted, out, everything = plain(example.output), plain(run.stdout), plain(run.stderr + run.stdout)
        if wanted == out or arranged(wanted) == arranged(everything):
            return None
        if out and not any(line.startswith("schiri: ") for line in wanted):
            run.stderr = ""
        return arranged(wanted), arranged(everything)


def run_page(program, page, is_update, folder):
    """Runs the examples of a page; the number of those that differ."""
    work = folder / "work"
    work.mkdir()
    kind = Transcript(work) if page.suffix == ".txt" else ManualPage(page, work, program)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("LC_ALL", "LC_MESSAGES", "SCHIRI_DB", "LINES", "COLUMNS")}
    paths = [str(program.parent), str(program.parent / "tests"), environment["PATH"]]
    environment |= {"PATH": ":".join(paths), "LANG": kind.language, "LC_CTYPE": "C.UTF-8", "LC_COLLATE": "C",
                    "XDG_CONFIG_HOME": "/dev/null", "XDG_STATE_HOME": str(folder / "state"),
                    "DATA": str(HERE / "data"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(["bash", SCRIPTS / "shown_files.sh", page], cwd=work, check=True)
    kind.prepare(page, environment)
    lines = page.read_text().split("\n")
    known = examples_of(lines)
    examples = [example for example in known if kind.is_run(example.command)]
    differing, new_outputs = 0, []
    for example in examples:
        run = subprocess.run(["bash", "-c", example.command], cwd=work, env=environment, check=False,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="backslashreplace")
        difference = kind.difference(example, run)
        if not difference:
            continue
        differing += 1
        if is_update and (example.output or page.suffix == ".txt"):
            new_outputs.append((example, kind.shown(run)))
            continue
        print(f"{page.name}:{example.begin}: $ {example.command}")
        for line in difflib.unified_diff(*difference, "expected", "printed", lineterm="", n=2):
            print("  " + line)
    if new_outputs:
        for example, output in reversed(new_outputs):
            lines[example.begin:example.end] = ["    " + line if line else "" for line in output]
        page.write_text("\n".join(lines))
        print(f"{len(new_outputs)} outputs updated")
        differing -= len(new_outputs)
    differing += kind.failures(page, environment)
    lacks = lacking(program, examples) if differing else []
    if lacks:
        print(f"not tested: this program was built without {', '.join(lacks)}")
    print(f"{len(examples)} examples, {differing} failures")
    least = {".txt": 1, "README.md": 8}.get(page.name if page.suffix == ".md" else page.suffix, 0)
    if len(known) < least:
        raise SystemExit(f"only {len(known)} examples")
    return differing


def main():
    program, page = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run_page(program, page, "--update" in sys.argv[3:], pathlib.Path(folder).resolve()) != 0)


main()
