"""Compares what programs of users rely on with the list tests/data/promise.txt.

python3 promise_test.py PROGRAM [--complete | --update]

A name in the list that is gone, or has another kind, is an error: it breaks programs of users (the
manual's page `stability`). New names are promised by the release that has them first: --complete,
which cli/release.sh uses, takes their absence from the list for an error, --update adds them.
Exit status: 0 no errors, 1 errors.
"""

import ast
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
LIST = os.path.join(ROOT, "tests", "data", "promise.txt")
program = os.path.abspath(sys.argv[1])
option = sys.argv[2] if len(sys.argv) > 2 else ""


def run(*words):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run([program, *words], capture_output=True, encoding="utf-8", check=True, env=environment).stdout


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def command_lines():
    """Commands, their options, and the values of options that are words."""
    table = re.search(r"^_schiri_table='((?:[^']|'\\'')*)'$", run("help", "--format", "bash"), re.M)[1]
    for line in table.strip("\n").split("\n"):
        kind, path, name, *rest = line.split("\t")
        if kind == "command":
            yield f"commands of {path}", name
        elif kind == "option":
            yield f"options of {path}", name
            for value in rest[1].split() if rest[0] in ("words", "file", "either") else []:
                yield f"values of {name}", value


def output_keys():
    """Keys of JSON and CSV with their kinds, from the page `output`: of commands, then of other objects."""
    command = None
    for line in run("help", "output").split("\n"):
        if line.startswith("schiri "):
            command = line
        elif line and not line.startswith(" "):
            command = None
        elif command and (row := re.match(r"  ((?:`[^`]+`(?:, )?)+) +(\S+(?: \S+)*)", line)):
            for key in re.findall(r"`([^`]+)`", row[1]):
                yield f"keys of {command}", f"{key}={row[2].split(',')[0]}"
    name = None
    for line in read("cli/share/manual/output.md").split("\n"):
        if heading := re.match(r"\| ([^|`]+) \| kind \|", line):
            name = heading[1]
        elif row := re.match(r"\| ((?:`[^`]+`(?:, )?)+) \| ([^|,]+)", line):
            for key in re.findall(r"`([^`]+)`", row[1]):
                yield f"keys of {name}", f"{key}={row[2].strip().replace(' ', '_')}"


def stable_columns():
    """The stable columns of the views in databases, with their kinds."""
    for line in run("db", "query", "sql", "--schema", "--format", "json").splitlines():
        column = json.loads(line)
        if column["stable"]:
            yield f"columns of {column['view']}", f"{column['column']}={column['kind'].replace(' ', '_')}"


def schema():
    """The version of databases, and a hash of all definitions, which change only together."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "empty.db")
        record = os.path.join(folder, "one.pgn")
        with open(record, "w", encoding="utf-8") as file:
            file.write('[Game "creeper"]\n\n1. E7+D6 *\n')
        run("db", "import", "--db", path, record)
        database = sqlite3.connect(path)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        select = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type, name"
        rows = database.execute(select).fetchall()
        database.close()
        return f"{version}={hashlib.sha256(repr(rows).encode()).hexdigest()[:12]}"


def rows_of_overview(pattern):
    """The first cell of the rows of the page `overview` that match."""
    return re.findall(rf"^\| `({pattern})` \|", read("cli/share/manual/overview.md"), re.M)


def python_names():
    """What the package exports, and the public members of its classes."""
    exported = []
    for name in sorted(os.listdir(os.path.join(ROOT, "cli/share/python/schiri"))):
        if not name.endswith(".py"):
            continue
        for node in ast.parse(read(f"cli/share/python/schiri/{name}")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                exported = [element.value for element in node.value.elts]
            elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                for member in node.body:
                    named = getattr(member, "name", getattr(getattr(member, "target", None), "id", "_"))
                    if not named.startswith("_"):
                        yield f"members of schiri.{node.name} in Python", named
    for name in exported:
        yield "names of the Python package", name


def c_names():
    """The constants of libschiri with their values, and its functions with their types."""
    header = re.sub(r"/\*.*?\*/", "", read("cli/library/schiri.h"), flags=re.S)
    for constant in re.findall(r"\b(SCHIRI_[A-Z_]+ = \d+)", header):
        yield "constants of libschiri", constant.replace(" ", "")
    for kind, name, parameters in re.findall(r"^SCHIRI_API ([^(;]*?)(\w+)\(([^)]*)\);", header, re.M):
        types = [re.sub(r"\s*\w+$", "", parameter.strip()) or parameter.strip() for parameter in parameters.split(",")]
        yield "functions of libschiri", f"{name}={kind.strip()}({','.join(types)})".replace(" ", "_").replace("\n", "_")


def javascript_names():
    """The interfaces of the package for JavaScript and their members."""
    types = re.sub(r"/\*.*?\*/", "", read("cli/share/npm/schiri.d.ts"), flags=re.S)
    for name, body in re.findall(r"^export (?:interface|class) (\w+)[^{]*\{(.*?)^\}", types, re.M | re.S):
        for member in re.findall(r"^  (?:readonly )?(\w+)\??[:(]", body, re.M):
            yield f"members of {name} in JavaScript", member
    for name in re.findall(r"^export function (\w+)", types, re.M):
        yield "functions of the package for JavaScript", name


def names_of_today():
    found = {}

    def add(pairs):
        for place, name in pairs:
            found.setdefault(place, set()).add(name)

    add(command_lines())
    add(output_keys())
    add(stable_columns())
    add([("schema of databases", schema())])
    add(("exit statuses", status) for status in rows_of_overview(r"\d+"))
    add(("keys of schiri.toml", name) for name in rows_of_overview(r"[a-z]+"))
    add(("variables of the environment", name) for name in rows_of_overview(r"[A-Z_]{4,}"))
    endings = re.findall(r'\{T::\w+, "([^"]+)"', read("core/match/termination.cpp"))
    add(("values of the tag Termination", ending.replace(" ", "_")) for ending in endings)
    add(c_names())
    add(python_names())
    add(javascript_names())
    return found


def names_of_list():
    found = {}
    # A build may lack the events of people.
    has_otb = ("commands of schiri", "otb") in command_lines()
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            place, names = line.rstrip("\n").split(": ")
            if has_otb or not re.search(r" of schiri otb\b", place):
                found[place] = set(names.split())
    if not has_otb:
        found["commands of schiri"].discard("otb")
        found["values of --format"] -= {"pgn", "trf16"}
    return found


def main():
    today = names_of_today()
    listed = names_of_list() if os.path.exists(LIST) or option != "--update" else {}
    gone = {place: names - today.get(place, set()) for place, names in listed.items()}
    added = {place: names - listed.get(place, set()) for place, names in today.items()}
    for title, differences in ("promised, but gone", gone), ("not in tests/data/promise.txt", added):
        for place, names in sorted(differences.items()):
            if names and (differences is gone or option == "--complete"):
                print(f"{title}: {place}: {' '.join(sorted(names))}")
    if option == "--update":
        with open(LIST, "w", encoding="utf-8") as file:
            for place in sorted({*listed, *today}):
                names = listed.get(place, set()) | today.get(place, set())
                file.write(f"{place}: {' '.join(sorted(names))}\n")
    print(f"{sum(map(len, listed.values()))} names are promised, {sum(map(len, added.values()))} are new")
    return 1 if any(gone.values()) or option == "--complete" and any(added.values()) else 0


sys.exit(main())
