"""Compares the page `output` of the manual with the program.

The heading of a table with the columns `kind` and `meaning` names an object and its rows are the
keys. The commands in code under a heading, with or without `$`, and those of `more` below, run in
one folder. Every object or table that they print must be described under the heading, and every
key and kind of the page must be printed by some command. A command with JSON and CSV prints both.
Examples of the page are compared as well.

python3 output_test.py PROGRAM PAGE
"""

import csv
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

here = os.path.dirname(os.path.abspath(__file__))
program, page = (os.path.abspath(path) for path in sys.argv[1:3])
failures = []


def fail(text):
    if text not in failures:
        failures.append(text)


class Row:
    """A key of an object, or `keys of` another object (then `key` is None)."""

    def __init__(self, key, kind):
        parts = kind.split(", ")
        self.key = key
        self.kinds = parts[0].split(" or ")
        self.optional = "optional" in parts
        self.json_only = "JSON only" in parts
        unknown = set(parts[1:]) - {"optional", "JSON only"}
        if unknown:
            fail(f"the page: {key}: {', '.join(unknown)}")
        self.seen_kinds = set()


class Table:
    """An object of the page. A key `a.b` is the key `b` of a nested object `a`."""

    def __init__(self, name, heading):
        self.name = name
        self.heading = heading
        self.rows = []
        self.seen = False

    def add(self, key, kind):
        outer, dot, inner = key.partition(".") if key else ("", "", "")
        if not dot:
            self.rows.append(Row(key, kind))
            return
        # A nested object is named by its path, a name that no heading can have.
        name = f"{self.name}: {outer}"
        if name not in tables:
            tables[name] = Table(name, None)
            self.rows.append(Row(outer, name))
        tables[name].add(inner, kind)


tables = {}  # by name
commands = []  # (heading, command, example lines)
shared = {}  # heading: names of tables under other headings


def cells_of(line):
    return [cell.strip() for cell in re.findall(r"((?:`[^`]*`|[^|`])*)\|", line[1:])]


def read_page(text):
    heading, table, command, texts = "", None, None, {}
    for line in text.split("\n"):
        if line.startswith("    "):
            code = line[4:]
            if re.match(r"(\$ )?(schiri|cat) ", code) and " | " not in code and ">games.csv" not in code:
                command = (heading, code.removeprefix("$ "), [])
                commands.append(command)
            elif command:
                command[2].append(code)
            continue
        if line:
            command = None
        if line.startswith("## "):
            heading = line[3:]
        if not line.startswith("|"):
            table = None
            texts[heading] = texts.get(heading, "") + line + " "
            continue
        cells = cells_of(line)
        if cells[1:] == ["kind", "meaning"]:
            # For example, `finish, or stop`.
            name = cells[0].split(",")[0]
            if name in tables:
                fail(f"the page: there are two tables '{name}'")
            table = tables[name] = Table(name, heading)
        elif table and not line.startswith("|--"):
            keys = re.findall(r"`([^`]+)`", cells[0])
            if cells[0].startswith("*keys of "):
                table.add(None, cells[1])
            for key in keys:
                table.add(key, cells[1])
    for heading, prose in texts.items():
        shared[heading] = re.findall(r"the object `([^`]+)`", prose)


def kind_of(value):
    if value is None:
        return "null"
    for kind, types in (("boolean", bool), ("integer", int), ("number", float), ("string", str)):
        if isinstance(value, types):
            return kind
    return "object"


class Trial:
    """Compares values with tables. `accept` marks the seen keys."""

    def __init__(self):
        self.errors = []
        self.seen = []

    def accept(self):
        for note in self.seen:
            note()

    def value(self, value, kind, path):
        """Does the value have the kind? Adds errors of a nested object."""
        if kind.startswith("array of "):
            if not isinstance(value, list):
                return False
            return all(self.any_kind(one, kind[9:].split(" / "), path + "[]") for one in value)
        if kind.startswith("map of "):
            return isinstance(value, dict) and all(
                self.any_kind(one, kind[7:].split(" / "), f"{path}.{key}") for key, one in value.items())
        if kind in tables:
            if not isinstance(value, dict):
                return False
            inner = Trial()
            inner.object(value, tables[kind])
            self.errors += inner.errors
            if not inner.errors:
                self.seen += inner.seen
            return True
        if kind not in ("string", "integer", "number", "boolean", "null"):
            fail(f"the page: there is no kind or object '{kind}'")
        return kind_of(value) == kind

    def any_kind(self, value, kinds, path):
        for kind in kinds:
            trial = Trial()
            if trial.value(value, kind, path) and not trial.errors:
                self.seen += trial.seen
                return True
        return False

    def row(self, row, value, path, as_cell):
        kinds = sorted(row_kinds(row), key=lambda kind: cell_order.find(kind)) if as_cell else row_kinds(row)
        errors = []
        for kind in kinds:
            trial = Trial()
            fits = cell_fits(value, kind) if as_cell else trial.value(value, kind, path)
            if fits and not trial.errors:
                self.seen += trial.seen
                self.seen.append(lambda: row.seen_kinds.add(kind))
                return
            if fits:
                errors += trial.errors
        self.errors += errors or [f"{path}: {value!r} is not: {' or '.join(kinds)}"]

    def keys(self, keys, table, as_csv):
        """The rows of the keys, in the order of the table."""
        rows, place = [], 0
        for row in table.rows:
            if row.json_only and as_csv:
                continue
            if row.key is None:
                found = self.some_keys(keys[place:], row) if row.optional else self.keys(
                    keys[place:], tables[row.kinds[0]], as_csv)
                if found:
                    self.see(tables[row.kinds[0]])
                rows += found
                place += len(found)
                continue
            pattern = re.escape(row.key).replace("_N", "_[0-9]+")
            count = 0
            while place < len(keys) and re.fullmatch(pattern, keys[place]) and (count == 0 or "_N" in row.key):
                rows.append(row)
                place += 1
                count += 1
            if count == 0 and not row.optional:
                self.errors.append(f"{table.name}: the key '{row.key}' is missing, or is in another place")
        return rows

    def some_keys(self, keys, row):
        """The rows of the leading keys that belong to a group, in any order."""
        by_key = {one.key: one for one in tables[row.kinds[0]].rows}
        return [by_key[key] for key in itertools.takewhile(lambda key: key in by_key, keys)]

    def see(self, table):
        self.seen.append(lambda: setattr(table, "seen", True))

    def object(self, value, table):
        keys = list(value)
        rows = self.keys(keys, table, False)
        for key in keys[len(rows):]:
            self.errors.append(f"{table.name}: the page lacks the key '{key}', or has it in another place")
        self.see(table)
        for key, row in zip(keys, rows):
            self.row(row, value[key], f"{table.name}: {key}", False)

    def csv(self, lines, table):
        rows = self.keys(lines[0], table, True)
        for key in lines[0][len(rows):]:
            self.errors.append(f"{table.name}: the page lacks the column '{key}', or has it in another place")
        self.see(table)
        for line in lines[1:]:
            for key, row, cell in zip(lines[0], rows, line):
                self.row(row, cell, f"{table.name}: {key}", True)


def row_kinds(row):
    """`array of A or B` is one kind: an array with elements of both kinds."""
    if row.kinds[0].startswith("array of ") and len(row.kinds) > 1:
        return [" / ".join(row.kinds)]
    return row.kinds


# The kind of a cell is the first one that fits.
cell_order = "null boolean integer number string"


def cell_fits(cell, kind):
    if kind == "null":
        return cell == ""
    if kind == "boolean":
        return cell in ("true", "false")
    if kind == "integer":
        return re.fullmatch(r"-?[0-9]+", cell) is not None
    if kind == "number":
        return re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?", cell) is not None and not re.fullmatch(
            r"-?[0-9]+", cell)
    return kind == "string"


def tables_under(heading):
    own = [table for table in tables.values() if table.heading == heading]
    for name in shared.get(heading, []):
        if name in tables:
            own.append(tables[name])
        else:
            fail(f"the page: {heading}: there is no table '{name}'")
    return own


def compare(heading, what, check, candidates=None):
    """Finds a matching table of the heading. Otherwise reports the errors of the nearest one."""
    best = None
    for table in candidates or tables_under(heading):
        trial = Trial()
        check(trial, table)
        if not trial.errors:
            trial.accept()
            return
        if best is None or len(trial.errors) < len(best):
            best = trial.errors
    fail(f"{heading}: {what}\n  " + "\n  ".join((best or ["no table of the page"])[:6]))


def compare_json(heading, line, command):
    try:
        value = json.loads(line)
    except ValueError:
        fail(f"{heading}: {command}: this is not JSON: {line[:200]}")
        return
    compare(heading, f"{command}: {line[:300]}", lambda trial, table: trial.object(value, table))


def compare_csv(heading, text, command):
    lines = list(csv.reader(io.StringIO(text)))
    if not lines:
        fail(f"{heading}: {command} prints no table")
        return
    compare(heading, f"{command}: {','.join(lines[0])}", lambda trial, table: trial.csv(lines, table))


def compare_xml(heading, text):
    for element in xml.etree.ElementTree.fromstring(text).iter():
        if element.attrib:
            values = {key: int(value) if key in ("id", "time", "tests", "failures", "errors", "skipped") else value
                      for key, value in element.attrib.items()}
            table = tables.get(element.tag)
            compare(heading, f"element {element.tag}", lambda trial, table: trial.object(values, table),
                    [table] if table else None)


def run(command, folder):
    environment = dict(os.environ, LC_ALL="C.UTF-8", XDG_STATE_HOME=os.path.join(folder, "state"),
                       XDG_CONFIG_HOME=os.path.join(folder, "config"))
    environment["PATH"] = os.pathsep.join(
        [os.path.join(folder, "bin"), os.path.dirname(program), environment["PATH"]])
    for name in ("SCHIRI_DB", "SCHIRI_PLUGINS"):
        environment.pop(name, None)
    done = subprocess.run(["bash", "-c", command], cwd=os.path.join(folder, "work"), env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode not in (0, 1, 4):
        fail(f"status {done.returncode}: {command}\n  {done.stderr[:500]}")
    return done.stdout


def format_of(command):
    for option in ("format", "to"):
        found = re.search(rf"--{option} (\w+)", command)
        if found and not command.startswith("schiri otb export"):
            return found[1]
    return "json" if command.startswith("cat ") else None


def compare_output(heading, command, text):
    form = format_of(command)
    if text.startswith("<?xml"):
        compare_xml(heading, text)
    elif form == "csv":
        compare_csv(heading, text, command)
    elif form in ("json", "jsonl", "abstractplay"):
        for line in text.splitlines():
            compare_json(heading, line, command)


# The options without which these commands have no CSV.
csv_options = {"analyse": "--accuracy", "tournament show": "--failures"}


def execute(heading, command, folder):
    """Runs the command. If it has JSON and CSV, first runs it with CSV in a copy of the folder."""
    has_csv = command_of(command) in csv_commands and "--audit" not in command
    if has_csv and format_of(command) in ("json", "jsonl"):
        option = csv_options.get(command_of(command), "")
        if option in command:
            with tempfile.TemporaryDirectory() as copy:
                shutil.copytree(folder, copy, dirs_exist_ok=True)
                other = re.sub(r"--format jsonl?", "--format csv", command)
                compare_output(heading, other, run(other, copy))
    compare_output(heading, command, run(command, folder))


def command_of(command):
    """The command of a command line, such as `db query games`."""
    words = []
    for word in command.split()[1:]:
        if " ".join(words + [word]) not in known_commands:
            break
        words.append(word)
    return " ".join(words)


def read_man_page(text):
    """The commands and the formats of each."""
    names, formats = set(), {}
    name = ""
    for line in text.replace("\\-", "-").split("\n"):
        if line.startswith(".SH"):
            name = ""
        found = re.match(r"\.SS schiri ([a-z ().-]+)$", line)
        if found:
            name = found[1].strip()
            for count in range(1, len(name.split()) + 1):
                names.add(" ".join(name.split()[:count]))
        found = re.match(r" +--(format|to) ([a-z|0-9]+)", line)
        if found and name:
            formats[name] = found[2].split("|")
    return names, formats


def write_files(folder):
    subprocess.run(["bash", os.path.join(here, "shown_files.sh"), page], cwd=os.path.join(folder, "work"),
                   check=True)
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(path, 0o755)


def record(white, black, result, tags="", turns="", trailing=""):
    return (f'[Event "More"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Game "creeper"]\n'
            f'{tags}\n{turns}{result}{trailing}\n\n')


over = '[Termination "resignation"]\n'
circle = link = ""
for first, second in (("Anna", "Bert"), ("Bert", "Carl"), ("Carl", "Anna")):
    for number in range(40):
        white, black = (first, second) if number % 2 else (second, first)
        has_won = first if number % 10 else second
        circle += record(white, black, "1-0" if white == has_won else "0-1", over)
for group in ("ABCD", "EFGH"):
    for first in group:
        for second in group:
            if first != second:
                link += record(first, second, "1-0", over) * 20 + record(first, second, "0-1", over) * 15
link += record("A", "E", "1/2-1/2", over)

# Files that the page does not show.
files = {
    "work/bare.pgn": record("Anna", "Bert", "*") + record("Zed Berg", "Zed Bergg", "1-0", over) +
    record("Zed Bergg", "Anna", "1/2-1/2", '[Termination "agreement"]\n[WhiteElo "1500"]\n[Annotator "Z"]\n',
           "1. A2+B3 (1. A2-B2) C7-C6 {x} ") +
    '[Event "?"]\n\n1. A2+B3 *\n\n[Game "more-or-less"]\n[Variant "31"]\n[Result "1-0"]\n' + over + '\n1-0\n',
    "work/few.pgn": record("Anna", "Bert", "*", '[WhiteElo "1500"]\n[Annotator "Z"]\n',
                           "1. A2+B3 C7-C6 ", " {so far}") +
    record("Anna", "Bert", "*"),
    "work/crashed.pgn": record("Anna", "Bert", "1-0", '[Termination "crash"]\n', "1. A2+B3 C7-C6 "),
    "work/circle.pgn": circle,
    "work/link.pgn": link,
    "work/start.pgn": """[Game "sperre"]
[Result "*"]
[Roll "914"]

1. III5/17-29 *

[Game "creeper"]
[Result "*"]
[Position "1BB1WW1/B5W/B5W/7/WW4B/6B/1WW1BB1 6/6/6/6/w5/6 b"]

*
""",
    "work/rounds.pgn": "".join(
        record(white, black, result, f'[Date "{date}"]\n[Round "{round}"]\n' + over, "1. A2+B3 ")
        for date, round, white, black, result in (
            ("2025.12.07", "3.2", "Anna", "Bert", "1-0"), ("2025.12.14", "3.2.1", "Bert", "Carl", "0-1"),
            ("2026.01.??", "Final", "Carl", "Anna", "1-0"), ("????.??.??", "4", "Bert", "Anna", "1-0"))),
    "work/position.txt": "1BB1WW1/B5W/B5W/7/WW4B/6B/1WW1BB1 6/6/6/6/w5/6 b\n",
    "work/stray.pgn": (record("Zed", "Anna", "1-0", over) +
                       "".join(record("Zed", "Bert", "1-0", f'[Round "{round}"]\n' + over)
                               for round in ("Final", "3.2", "3.2.1"))).replace('"More"', '"creeper round-robin"'),
    "work/crash.sh": """#!/bin/sh
while read -r word rest; do
  case $word in
    ugi) printf 'id name crash\\nugiok\\n' ;;
    isready) echo readyok ;;
    go) echo no luck >&2; exit 1 ;;
    quit) exit 0 ;;
  esac
done
""",
    "work/fixed.sh": """#!/bin/sh
while read -r word rest; do
  case $word in
    ugi) printf 'id name fixed\\nugiok\\n' ;;
    isready) echo readyok ;;
    go) echo bestmove B1+C2 ;;
    quit) exit 0 ;;
  esac
done
""",
    "bin/sbatch": "#!/bin/sh\necho 17\n",
    "bin/squeue": "#!/bin/sh\nprintf '17|1|RUNNING|n07|None\\n17|2|PENDING||Priority\\n'\n",
    "bin/sacct": "#!/bin/sh\n",
}

# Additional commands by the heading of the page with their objects.
more = {
    "Checked records": [
        "schiri db export --db cup.db -o cup.pgn",
        "schiri validate bare.pgn cup.pgn --format json",
    ],
    "Positions": [
        "schiri replay cup.pgn --format json",
        """schiri position creeper --format json --position "$(
             schiri replay cup.pgn --index 1 --turn -1 --format json | sed 's/.*"position":"//; s/".*//')" """,
    ],
    "Records in other formats": [
        "schiri convert bare.pgn few.pgn --to json",
        "schiri convert few.pgn --to csv",
        "schiri convert bare.pgn --to csv",
        "schiri convert start.pgn --to csv",
        "schiri convert rounds.pgn --to csv",
        "schiri convert bare.pgn --to abstractplay",
    ],
    "Contents of files": ["schiri summary bare.pgn cup.pgn --format json"],
    "Training data": ["schiri data cup.pgn --per-game 2 --no-quiet --format jsonl"],
    "Analysis": [
        "schiri analyse creeper --bot random --no-times --format json",
        "schiri analyse creeper --bot cmd=./fixed.sh --format json",
        "schiri analyse cup.pgn --bot alphabeta:nodes=100 --format json",
        "schiri analyse cup.pgn --index 1 --turn -2 --bot alphabeta:nodes=100 --format json",
        "schiri analyse cup.pgn --bot alphabeta:nodes=100 --own-side --accuracy --format json",
        "schiri tournament run --game creeper --bot greedy --bot ./crash.sh --db lost.db",
        "schiri analyse --db lost.db --id 1 --bot alphabeta:nodes=100 --format json",
        "schiri db export --db lost.db -o lost.pgn",
        "schiri analyse lost.pgn crashed.pgn --bot alphabeta:nodes=100 --format json",
    ],
    "Bots": [
        "schiri bot check creeper --bot cmd=./crash.sh --format json",
        "schiri bot check creeper --bot cmd=./fixed.sh --bench --format json",
    ],
    "Tournaments": [
        "schiri tournament show --game sperre --bot greedy --bot random --with-openings --format json",
        "schiri tournament show --game creeper --bot greedy --bot random --openings position.txt --with-openings "
        "--max-turns 0 --format json",
        "schiri tournament run --game creeper --bot greedy --bot random --shard 2/4 --rounds 2 --db part.db",
        "schiri tournament show --db part.db --format json",
        "schiri db import --db part.db stray.pgn",
        """python3 -c "import sqlite3
with sqlite3.connect('part.db') as db: db.execute('UPDATE game SET round = 9 WHERE number = 2')" """,
        "schiri tournament verify --db part.db --format json",
    ],
    "Sequential tests": [
        "schiri test greedy --baseline random --game creeper --sprt elo0=0,elo1=100 --no-db --format json",
        "schiri tournament run --game creeper --bot random --bot greedy --sprt elo0=0,elo1=500 --rounds 1 "
        "--db none.db --junit none.xml --format json",
        "schiri tournament run --game creeper --bot random --bot greedy --sprt elo0=0,elo1=9 --rounds 500 "
        "--db worse.db --junit worse.xml --format json",
        "schiri tournament run --game creeper --bot random --bot 'random name=r' --sprt elo0=0,elo1=9 --rounds 30 "
        "--db equal.db --format json",
        "schiri tournament run --game creeper --bot greedy --bot random --sprt elo0=0,elo1=500 --rounds 1 "
        "--db better.db --format json",
    ],
    "Tuning": [
        "schiri tournament run --game creeper --system spsa --bot mcts:nodes=10 --tune 'evaluation=classic"
        "[built-in|classic]' --rounds 2 --batch 1 --max-turns 20 --db words.db --format json",
        "schiri tune creeper --bot mcts:nodes=5 --option 'evaluation=classic|built-in' --games 8 --batch 2 "
        "--max-turns 10 --proof elo0=0,elo1=200 --db start.db --format json",
        "schiri tune creeper --bot greedy --option 'random=40[0,100]' --games 200 --batch 5 --proof elo0=0,elo1=200 "
        "--db best.db --format json",
    ],
    "The log of a tournament": [
        "schiri tournament run --game creeper --bot greedy --bot 'cmd=./crash.sh name=crash' --db crash.db "
        "--log crash.log --junit crash.xml",
        "cat crash.log",
        "schiri tournament run --game creeper --bot random --bot 'random name=r' --balanced --opening-turns 1 "
        "--rounds 60 --max-turns 4 --db balanced.db --log balanced.log",
        "cat balanced.log",
        "schiri tournament run --game creeper --bot greedy --bot 'cmd=./fixed.sh name=far host=\"sh -c\"' "
        "--db far.db --log far.log",
        "cat far.log",
        "schiri tournament run --game creeper --bot greedy --bot random --sprt elo0=0,elo1=100 --rounds 200 "
        "--max-turns 40 --progress 1 --db live.db --log live.log",
        "cat live.log",
        "schiri tournament show --db crash.db --junit crash.xml",
    ],
    "JUnit": ["cat none.xml", "cat worse.xml", "cat crash.xml"],
    "Ratings": [
        "schiri ratings --db cup.db --no-prior --format json",
        "schiri ratings --db cup.db --method elo --format json",
        "schiri ratings --db cup.db --method glicko2 --format json",
        "schiri ratings --db cup.db --method elo --history greedy --format json",
        "schiri ratings --db games.db --list 2026-03 --format json",
        "schiri db import --db games.db bare.pgn open.pgn few.pgn",
        "schiri db import --db undated.db bare.pgn",
        "schiri ratings --db undated.db --store --name old --inactive 1 --format json",
        "schiri ratings --db undated.db --lists --format json",
        "schiri ratings --db undated.db --method elo --history 'Zed Berg' --format json",
        "schiri ratings --db games.db --compare 2026-03 --provisional 2 --inactive 1 --format json",
    ],
    "Audit of ratings": [
        "schiri ratings circle.pgn --audit --format json",
        "schiri ratings link.pgn --audit --format json",
    ],
    "Cross tables": [
        "schiri table cup.pgn --format json",
        "schiri table circle.pgn bare.pgn --format json",
        "schiri table link.pgn --format json",
        "schiri table cup.pgn --tie-breaks WIN,WON,BH-C1,BH-C2,BH-M1,BH-M2,KS --format json",
    ],
    "Statistics of a match": [
        "schiri stats elo --db cup.db --format json",
        "schiri stats plan --elo0 0 --elo1 5 --elo 5 --games-per-hour 600 --format json",
        "schiri stats elo --wdl 0,0,0 --format json",
        "schiri stats elo --penta 0,0,0,0,9 --format json",
        "schiri stats elo --wdl 0,0,9 --format json",
        "schiri stats sprt --elo0 0 --elo1 5 --wdl 1,1,1 --format json",
    ],
    "Queries of a database": [
        "schiri db query games --db games.db --format json",
        "schiri db query players --db games.db --format json",
        "schiri db query events --db part.db --format json",
        "schiri db query openings creeper --db games.db --ratings --format json",
        "schiri db import --db rounds.db rounds.pgn",
        "schiri db query games --db rounds.db --format json",
        "schiri db query openings creeper --by year --db rounds.db --format json",
        "schiri ratings --db rounds.db --until 2025 --store --name 2025 --method elo",
        "schiri ratings --db rounds.db --store --name 2026 --method elo",
        "schiri db query history Anna --db rounds.db --format json",
        "schiri db query improved --db rounds.db --format json",
        "schiri ratings --db undated.db --store --name bounds --no-prior",
        "schiri db query history Zed --db undated.db --format json",
        "schiri db import --db open.db few.pgn",
        "schiri db query openings creeper --db open.db --format json",
        "schiri db query players --db open.db --format json",
        "schiri db query endings --db games.db --format json",
        "cp games.db twice.db",
        "sed -e 's/Anna/Anne/' club.pgn >anne.pgn",
        "schiri db import --db twice.db anne.pgn",
        "schiri db query duplicates --db twice.db --format json",
        "sed -e 's/Bert/Anne/' club.pgn >met.pgn",
        "schiri db import --db twice.db met.pgn",
        "schiri db query duplicates --db twice.db --format json",
        "sed -e '/^\\[Round/d' club.pgn >rounds-unknown.pgn",
        "schiri db import --db twice.db rounds-unknown.pgn",
        "schiri db query duplicates --db twice.db --format json",
        "schiri db rename-player --db twice.db Bert Bertram --yes",
        "schiri db query aliases --db twice.db --format json",
        "schiri db query head-to-head --db games.db --format json",
        "schiri db query streaks --db games.db --format json",
    ],
    "Care of a database": [
        "schiri db quarantine list --db games.db --format json",
        "schiri db similar-players --db games.db --format json",
        "schiri db check --db part.db --format json",
        "head -c 5000 part.db >short.db",
        "schiri db check --db short.db --format json",
    ],
    "Over-the-board events": [
        "schiri otb withdraw cup.otb Bert",
        "schiri otb enter cup.otb Dora Emil",
        "schiri otb pair cup.otb --format json",
        "schiri otb swap cup.otb Dora Emil --format json",
        "schiri otb cards cup.otb --format json",
        "schiri otb result cup.otb 1 1-0 2 =",
        "schiri otb enter cup.otb Fay --title WGM --federation SUI --club Bern --category women",
        "schiri otb enter cup.otb Gus --category women",
        "schiri otb prizes cup.otb --places 9 --format json",
        "schiri otb standing cup.otb --category women --format json",
        "schiri otb check cup.otb --format json",
        "schiri otb show cup.otb --format json",
        "schiri otb table cup.otb --format json",
        "schiri otb standing cup.otb --format json --tie-breaks DE,WIN,WON,BPG,BWG,PS,BH,BH-C1,BH-C2,BH-M1,BH-M2,SB,"
        "SB-C1,KS,ARO,ARO-C1,TPR,REP,STD,TPN,AOB,FB,FB-C1,PTP,APRO,APPO,RTNG,LOTS",
        "schiri otb lots cup.otb Anna Bert",
        "schiri otb standing cup.otb --format json --tie-breaks LOTS",
        "schiri otb new all.otb --name All --game creeper --system round-robin",
        "schiri otb enter all.otb Anna Bert Carl",
        "schiri otb pair all.otb",
        "schiri otb result all.otb 1 1-0",
        "schiri otb table all.otb --format json",
        "schiri otb standing all.otb --tie-breaks AOB --format json",
        "schiri otb simulate --players 8 --rounds 3 --seed 2 -o report.trf",
        "schiri otb import report.trf -o report.otb",
        "schiri otb standing report.otb --tie-breaks DE,ARO,ARO-C1,TPR --format json",
        "sed -E 's/^(001    3.{72})..../\\1 9.5/' report.trf >points.trf",
        "schiri otb check points.trf --format json",
        # The last round of one player contradicts that of the opponent.
        "sed -E 's/^(001    3.*)1( b 1)/\\12\\2/' report.trf >contradiction.trf",
        "schiri otb check contradiction.trf --format json",
        "schiri otb withdraw cup.otb Carl",
        "schiri otb players cup.otb --format json",
    ],
    "Events of teams": [
        "schiri otb enter league.otb Emil --team Kiel --rating 1800 --title FM --federation GER --fide-id 4600001",
        "schiri otb enter league.otb Fay --team Kiel --rating 1700 --title WFM",
        "schiri otb players league.otb --format json",
        "schiri otb withdraw league.otb Bonn",
        "schiri otb pair league.otb --format json",
        "schiri otb cards league.otb --format json",
        "schiri otb result league.otb 1.1 1-0 1.2 1-0",
        "schiri otb table league.otb --format json",
        "schiri otb standing league.otb --format json --tie-breaks BC,EMMSB,EMGSB,EGMSB,EGGSB,EMGSB-C1,EDE,BH-GP,TBR,BBE,EDEBT,EDEBB,EDET,EDEB,SSSC",
        "schiri otb standing league.otb --players --format json",
        "schiri otb new four.otb --name Four --game creeper --boards 1 --rounds 2",
        "for team in A B C D; do schiri otb enter four.otb $team --team Team$team; done",
        "schiri otb pair four.otb",
        "schiri otb result four.otb 1.1 = 2.1 =",
        "schiri otb standing four.otb --tie-breaks EDE,EDEBT,EDEBB,EDET,EDEB,BBE --format json",
        "schiri otb new all4.otb --name All --game creeper --system round-robin --boards 1",
        "for team in A B C; do schiri otb enter all4.otb $team --team Team$team; done",
        "schiri otb pair all4.otb",
        "schiri otb result all4.otb 1.1 =",
        "schiri otb table all4.otb --format json",
    ],
}


# The kind of a round that cannot be paired, which occurs only in a damaged file.
unreachable = {("differing board", "expected", "null")}


def check_seen():
    """Checks that a command has printed every key and kind of the page."""
    for table in tables.values():
        if not table.seen:
            fail(f"no command printed the object '{table.name}'")
            continue
        for row in table.rows:
            if row.key is None:
                continue
            for kind in row_kinds(row):
                if kind not in row.seen_kinds and (table.name, row.key, kind) not in unreachable:
                    fail(f"{table.name}: '{row.key}' was never printed as: {kind}")


def check_commands():
    """Checks that the page has every command with JSON or CSV."""
    shown = [command for _, command, _ in commands] + sum(more.values(), [])
    for name, has in formats.items():
        if "json" in has and not any(command_of(command) == name and format_of(command) for command in shown):
            fail(f"the page lacks the output of: schiri {name}")


def main():
    with open(page, encoding="utf-8") as file:
        read_page(file.read())
    check_commands()
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "work"))
        write_files(folder)
        for heading, command, _ in commands:
            execute(heading, command, folder)
        for heading, lines in more.items():
            for command in lines:
                execute(heading, command, folder)
    for heading, command, example in commands:
        for line in example:
            if line.startswith("{"):
                compare_json(heading, line, "the example of " + command)
    check_seen()
    for text in failures:
        print(text)
    print(f"{len(tables)} objects, {len(failures)} failures")
    return 1 if failures else 0


known_commands, formats = read_man_page(
    subprocess.run([program, "help", "--format", "man"], capture_output=True, encoding="utf-8").stdout)
# Commands whose --format has JSON and CSV.
csv_commands = {name for name, has in formats.items() if "csv" in has}
sys.exit(main())
