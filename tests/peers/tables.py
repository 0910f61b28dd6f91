"""Opens a database of schiri with sqlite3 and pandas, and the tables that it prints with pandas."""

import csv
import importlib
import io
import json
import re
import sqlite3
from contextlib import closing
from typing import Any

from peer import DATA, WORK, compare, finish, report, rows, run, schiri

NAMES = ['Müller, "Bob"', "=1+1", "NA", "null", "007", "O'Brien; x", "@home", "-5", "1e5"]
DATABASE, EVENT = WORK / "tables.db", WORK / "tables.otb"


def make_sample() -> None:
    """A database with records, a tournament, an event and rating lists; and the event."""
    for old in [EVENT, *WORK.glob("tables.db*")]:
        old.unlink(missing_ok=True)
    samples = sorted(DATA.glob("*-sample.pgn"))
    schiri("db", "import", "--db", DATABASE, *samples, allowed=(0, 1))
    play = "tournament run --game creeper --bot greedy --bot random --rounds 5 --event bots --db"
    schiri(*play.split(), DATABASE)
    schiri("otb", "new", EVENT, "--name", "E", "--game", "creeper", "--rounds", "3")
    for number, name in enumerate(NAMES):
        schiri("otb", "enter", EVENT, f"--rating={1500 + number}", "--", name)
    for _ in range(3):
        schiri("otb", "pair", EVENT)
        schiri("otb", "result", EVENT, "1", "1-0", "2", "=", "3", "--+", "4", "0-1")
    schiri("ratings", "--db", DATABASE, "--store", "--name", "april")
    schiri("ratings", "--db", DATABASE, "--store")


def check_sqlite(program: str) -> None:
    def shell(statement: str, *options: str) -> str:
        return run(program, "-readonly", "-batch", *options, DATABASE, statement)

    wanted = {"integrity_check": "ok\n", "foreign_key_check": "", "quick_check": "ok\n"}
    found = {pragma: shell(f"PRAGMA {pragma}") for pragma in wanted}
    differences = [f"{one}: {found[one]}" for one in wanted if found[one] != wanted[one]]
    report("sqlite3", "integrity, keys", len(wanted), differences)

    manual = (DATA.parent.parent / "cli/share/manual/sql.md").read_text(encoding="utf-8")
    views = shell("SELECT name FROM sqlite_master WHERE type = 'view'").split()
    statements = [f"SELECT * FROM {view}" for view in views]
    statements += re.findall(r'db query sql --db \S+ "(SELECT .*)"', manual)
    differences = []
    for statement in statements:
        theirs = list(csv.reader(io.StringIO(shell(statement, "-csv", "-header"))))[1:]
        options = ["--db", DATABASE, "--format", "json"]
        objects = rows(schiri("db", "query", "sql", *options, statement))
        ours = [[as_shell(value) for value in row.values()] for row in objects]
        if sorted(theirs) != sorted(ours):
            differences.append(f"{statement}: other rows, {len(theirs)} and {len(ours)}")
    report("sqlite3", "all views, statements of 'help sql'", len(statements), differences)


def as_shell(value: Any) -> str:
    if isinstance(value, float):
        text = f"{value:.15g}"
        return text if re.search("[.e]", text) else text + ".0"
    return "" if value is None else str(value)


def check_pandas(pandas: Any) -> None:
    def is_number(column: Any) -> bool:
        return bool(pandas.api.types.is_numeric_dtype(column.dropna().infer_objects()))

    query = ["db", "query", "sql", "--db", DATABASE, "--format", "json"]
    schema = rows(schiri(*query, "--schema"))
    differences = []
    for view in sorted({row["view"] for row in schema}):
        with closing(sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True)) as connection:
            frame = pandas.read_sql(f"SELECT * FROM {view}", connection)
        for row in (row for row in schema if row["view"] == view):
            column, kind = frame[row["column"]], row["kind"]
            is_empty = column.dropna().empty
            if not is_empty and kind in ("integer", "real", "text"):
                if is_number(column) != (kind != "text"):
                    differences.append(f"{view}.{row['column']}: {kind}, {column.dtype}")
    report("pandas", "kinds of the columns of all views", len(schema), differences)

    queries = "games players events imports endings head-to-head streaks".split()
    commands = [["db", "query", query, "--db", DATABASE] for query in queries]
    commands += [["ratings", "--db", DATABASE], ["table", "--db", DATABASE, "--event", "E"]]
    commands += [["otb", command, EVENT] for command in ("standing", "show", "table")]
    commands += [["otb", "players", EVENT, "--columns", "all"]]
    differences = []
    cells = 0
    for command in commands:
        name = " ".join(str(word) for word in command[:3])
        text = schiri(*command, "--format", "csv")
        frame = pandas.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""])
        text = schiri(*command, "--format", "json")
        lines = pandas.read_json(io.StringIO(text), lines=True, convert_dates=False, dtype=False)
        # Some commands end with an object of another kind.
        objects = [row for row in rows(text) if set(frame.columns) <= set(row)]
        if len(objects) != len(frame):
            differences.append(f"{name}: {len(frame)} rows of CSV, {len(objects)} objects")
        for column in frame.columns:
            values = [row[column] for row in objects if row[column] is not None]
            if values and all(type(value) in (int, float) for value in values):
                for kind, table in (("CSV", frame), ("JSON", lines)):
                    if not is_number(table[column]):
                        differences.append(f"{name} {column}: numbers are text in {kind}")
            for row, cell in zip(objects, frame[column]):
                cells += 1
                if not is_same(row[column], None if pandas.isna(cell) else cell):
                    differences.append(f"{name} {column}: {row[column]!r} in JSON, {cell!r} in CSV")
    report("pandas", f"CSV and JSON Lines of {len(commands)} commands", cells, differences)


def is_same(value: Any, cell: Any) -> bool:
    """Whether JSON and CSV agree; text that looks like a formula has an apostrophe in CSV."""
    if value is None or cell is None:
        return cell is None and value in (None, "")
    if isinstance(value, (bool, int, float)):
        return abs(float(value) - float(cell)) < 1e-9
    if isinstance(value, (list, dict)):
        return bool(json.loads(cell) == value)
    return str(cell) in (value, "'" + value) or value.isdigit() and int(value) == cell


make_sample()
compare("sqlite3", "sqlite3", "Debian: sqlite3", check_sqlite)
try:
    check_pandas(importlib.import_module("pandas"))
except ModuleNotFoundError:
    print("pandas, not here: Debian: python3-pandas", flush=True)
finish()
