"""Runs the statements of the page `sql` of the manual in Python's sqlite3, in the shell of sqlite3
and, if it is there, in pandas, and compares the answers with those of schiri.

python3 sql_page_test.py PAGE; the databases of the page are in the working directory
"""

import csv
import io
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys

try:
    import pandas
except ImportError:
    pandas = None

failures = []


def value_of(cell):
    try:
        return float(cell)
    except ValueError:
        return cell


def table(text):
    return [[value_of(cell) for cell in row] for row in csv.reader(io.StringIO(text))][1:]


def plain(rows):
    return [[value_of("" if cell is None else str(cell)) for cell in row] for row in rows]


def by_schiri(words):
    return table(subprocess.run(words + ["--format", "csv"], capture_output=True, text=True, check=True).stdout)


def by_python(database, statement):
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    # As strict as a program can be with the definitions of views.
    connection.execute("PRAGMA trusted_schema = OFF")
    return plain(connection.execute(statement).fetchall())


def by_shell(database, statement):
    command = ["sqlite3", "-readonly", "-header", "-csv", database, statement]
    return table(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def are_near(a, b):
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b) <= 0.51 if max(abs(a), abs(b)) > 20 else abs(a - b) <= 0.051
    return a == b


def are_same(a, b):
    """The same rows in any order; the page rounds some numbers."""
    return len(a) == len(b) and all(
        any(len(x) == len(y) and all(map(are_near, x, y)) for y in b) for x in a)


def check(number, program, rows, wanted):
    if not are_same(rows, wanted):
        failures.append(f"question {number}, {program}: {rows}, not {wanted}")


with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
questions = re.findall(r"^## (\d+)\. .*\n\n    \$ (schiri db query sql .*)$", page, re.M)
if [int(number) for number, _ in questions] != list(range(1, 11)):
    failures.append("the page does not have ten questions")
frames = {}
if pandas:
    block = re.search(r"    import sqlite3, pandas\n(    .*\n)+", page).group(0)
    exec(re.sub(r"^    ", "", block, flags=re.M), frames)
for number, command in questions:
    words = shlex.split(command)
    database, statement = words[words.index("--db") + 1], words[-1]
    wanted = by_schiri(words)
    if not wanted:
        failures.append(f"question {number} has no answer")
    check(number, "Python", by_python(database, statement), wanted)
    if shutil.which("sqlite3"):
        check(number, "the shell", by_shell(database, statement), wanted)
    answer = re.search(rf"^    # {number}\n    (.*)$", page, re.M)
    if not answer:
        failures.append(f"question {number} is not asked in pandas")
    elif pandas:
        frame = eval(answer.group(1), frames).reset_index()
        check(number, "pandas", plain(frame.values.tolist()), wanted)
shell = re.findall(r"^    (sqlite3 -readonly .*)$", page, re.M)
for command in shell:
    if shutil.which("sqlite3"):
        subprocess.run(shlex.split(command), check=True, stdout=subprocess.DEVNULL)
print(f"{len(questions)} questions, {len(failures)} failures" + ("" if pandas else "; pandas is not installed"))
print("\n".join(failures))
sys.exit(1 if failures else 0)
