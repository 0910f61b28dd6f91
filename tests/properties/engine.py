"""The engine of the page and of the package for JavaScript answers as the program."""

import json
import os
import pathlib
import shutil
import subprocess
import sys


def engine(program, records):
    """Findings, facts, tags, written forms, ratings and tables."""
    package = os.environ.get("SCHIRI_NPM", "")
    if not shutil.which("node") or not os.path.exists(os.path.join(package, "node.js")):
        print("not tested: Node or the engine is missing")
        sys.exit(77)
    program.write("a.pgn", "".join(records.several(50)))
    script = pathlib.Path(__file__).with_name("engine.mjs")
    answer = json.loads(subprocess.run(["node", script, package, program.folder / "a.pgn"], stdout=subprocess.PIPE, check=True).stdout)
    rows = program.rows("validate", "a.pgn")[:-1]
    program.same("records", len(rows), len(answer["records"]))
    for row, record in zip(rows, answer["records"]):
        for key in ("errors", "warnings"):
            program.same(key, [[one[name] for name in ("code", "line", "column", "turn", "message")] for one in row[key]], record[key])
        program.same("facts", [row[name] for name in ("game", "result", "turns", "outcome")], record["facts"])
    valid = [record for record in answer["records"] if not record["errors"]]
    written = program.run("convert", "-q", "a.pgn", "--to", "json").out
    program.same("tags", [dict(json.loads(line)["tags"]) for line in written.splitlines()], [record["tags"] for record in valid])
    for form, text in answer["written"].items():
        program.same(f"write {form}", program.run("convert", "-q", "a.pgn", "--to", form).out, text)
    tables = [[row[key] for key in ("player", "points", "games")] for row in program.rows("table", "a.pgn")]
    for words, rated in zip(((), ("--prior", "none"), ("--prior", "field")), answer["ratings"]):
        keys = ("game", "variant", "player", "rating", "error", "wins", "draws", "losses")
        program.same(f"ratings {words}", [near([row[key] for key in keys]) for row in program.rows("ratings", "a.pgn", *words)],
                     [near(row) for row in rated["players"]])
    program.same("table", tables, answer["ratings"][0]["rows"])


def near(figures):
    """Another library's logarithms may differ in the last digits."""
    return [round(one, 6) if isinstance(one, float) else one for one in figures]
