"""Compares the keys that commands print as JSON with the page `output` of the manual.

python3 output_test.py PROGRAM
"""

import json
import os
import re
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
GAME = """[Event "Club"]
[Date "2026.03.07"]
[Round "1"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[Game "creeper"]
[Termination "resignation"]

1. A2+B3 C7-C6 1-0

"""
# Each is run in one folder; those with JSON are compared.
COMMANDS = """
validate club.pgn bad.pgn
replay club.pgn
position creeper --play A2+B3
games creeper
summary club.pgn
data club.pgn
perft creeper --depth 1 --divide
analyse creeper --bot alphabeta:nodes=100 --lines 2
analyse club.pgn --bot alphabeta:nodes=100
analyse club.pgn --bot alphabeta:nodes=100 --accuracy
bot check creeper --bot greedy
bot check creeper --bot alphabeta:nodes=100 --bench
tournament show --game creeper --system swiss --rounds 1 --bot greedy --bot random --bot mcts --with-openings
tournament verify --db g.db
stats elo --wdl 512,301,422
stats sprt --elo0 0 --elo1 5 --wdl 512,301,422
stats plan --elo0 0 --elo1 50 --elo 50 --tests 50
ratings --db g.db
ratings --db g.db --matrix
ratings --db g.db --predict Anna Bert
ratings --db g.db --method elo --history Anna
ratings --db g.db --compare 2026-03 --provisional 3 --inactive 1
ratings --db g.db --lists
table --db g.db
db query games --db g.db
db query players --db g.db
db query events --db g.db
db query imports --db g.db
db query aliases --db g.db
db query duplicates --db g.db
db query openings creeper --db g.db --by year
db query endings --db g.db
db query head-to-head --db g.db
db query streaks --db g.db
db query history Anna --db g.db
db query sql --schema
db quarantine list --db g.db
db query duplicates --db g.db --similar
db check --db g.db
db salvage --db g.db -o saved.db
otb players cup.otb
otb show cup.otb
otb standing cup.otb
otb table cup.otb
otb cards cup.otb
otb check cup.otb
""".strip().split("\n")
SETUP = """
otb new cup.otb --name Cup --game creeper --rounds 3 --date 2026.03.07
otb enter cup.otb Anna Bert Carla
otb pair cup.otb
otb result cup.otb 1 1-0
db import --db g.db club.pgn bad.pgn
ratings --db g.db --store --name 2026-03
ratings --db g.db --store --name 2026-04
tournament run --game creeper --bot greedy --bot random --db g.db --event cup --max-turns 10
""".strip().split("\n")


def run(words, folder):
    return subprocess.run([program] + words, cwd=folder, capture_output=True, encoding="utf-8")


def documented():
    """The keys of each command; a table of a nested object counts for its command."""
    keys, command = {}, None
    markdown = run(["help", "output", "--format", "man"], ".").stdout
    for line in markdown.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").split("\n"):
        heading = re.match(r'\.SH "?SCHIRI ([A-Z0-9 -]+?)"?$', line.upper())
        if heading:
            command = heading.group(1).lower()
        elif command:
            keys.setdefault(command, set()).update(re.findall(r"[a-z][a-z0-9_]*", line))
    return keys


def main():
    known, failures = documented(), []
    # A build may lack the events of people.
    if run(["otb", "--help"], ".").returncode != 0:
        for lines in SETUP, COMMANDS:
            lines[:] = [line for line in lines if not line.startswith("otb ")]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "club.pgn"), "w", encoding="utf-8") as file:
            file.write(GAME + GAME.replace("2026", "2027").replace('"1"', '"2"'))
        with open(os.path.join(folder, "bad.pgn"), "w", encoding="utf-8") as file:
            file.write(GAME.replace("C7-C6", "C7-C9").replace('"1"', '"3"'))
        for line in SETUP:
            result = run(line.split(), folder)
            if result.returncode > 1:
                failures.append(f"{line}: {result.stderr}")
        for line in COMMANDS:
            result = run(line.split() + ["--format", "json"], folder)
            name = next((name for name in sorted(known, key=len, reverse=True) if line.startswith(name)), None)
            if result.returncode > 1 or name is None:
                failures.append(f"{line}: {result.stderr}" if name else f"the page has no schiri {line}")
                continue
            for text in result.stdout.splitlines():
                for key, value in json.loads(text).items():
                    nested = value if isinstance(value, dict) and key in ("summary", "sprt", "tune") else {}
                    for one in [key, *nested]:
                        one = re.sub(r"_\d+$", "_1", one)
                        if one not in known[name] and one != "summary":
                            failures.append(f"the page lacks the key {one} of schiri {line}")
    print("\n".join(sorted(set(failures))))
    print(f"{len(COMMANDS)} commands, {len(set(failures))} failures")
    return 1 if failures else 0


sys.exit(main())
