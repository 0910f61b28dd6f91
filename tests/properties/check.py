"""Checks properties of the program with sets of odd records.

python3 check.py PROGRAM PROPERTY SEED...

A property holds for all records: see the functions. The same seed gives the same records. Exit status 77:
something that it needs is missing.
"""

import inspect
import pathlib
import sys
import tempfile

import engine
import forms
import lists
import package
import sources
from program import Program
from records import Records

PROPERTIES = {name: check for module in (sources, lists, forms, package, engine) for name, check in inspect.getmembers(module, inspect.isfunction)
              if list(inspect.signature(check).parameters) == ["program", "records"] and check.__module__ == module.__name__}


def main(path, name, *seeds):
    differences = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            program = Program(pathlib.Path(path).resolve(), folder)
            PROPERTIES[name](program, Records(program, int(seed)))
            if program.differences:
                print(f"{name}, seed {seed}: {program.differences} differences")
            differences += program.differences
    return 1 if differences else 0


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[2] not in PROPERTIES:
        sys.exit(f"{__doc__}\nProperties: {', '.join(PROPERTIES)}")
    sys.exit(main(*sys.argv[1:]))
