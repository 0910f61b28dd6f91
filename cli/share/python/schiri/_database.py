"""Databases of games: queries as rows, records in and out."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from contextlib import contextmanager
from typing import IO, Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from schiri import _library as c
from schiri._game import Game
from schiri._library import path_of
from schiri._record import IN_MEMORY, Record, printed_records, readable, record_of
from schiri._run import Output, Rows, run, words_of

_OWN = ("db", "format", "help", "output")


class Imported(NamedTuple):
    """What became of the records of an import."""

    stored: int
    known: int  # were stored already
    quarantined: int  # have errors
    repaired: int  # repaired versions of quarantined records, which left the quarantine
    corrected: int  # replaced a stored game that differs
    refused: int  # differ from a stored game, which stays


class Database:
    """A database of games, as `schiri db` has it.

    It is opened for each call, read-only where the call only reads, and may come from a stranger. With
    `create` the file need not exist; the first import makes it.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, create: bool = False) -> None:
        self.path = os.fsdecode(path_of(path))
        if not create:
            readable(self.path)
            self.query("imports", limit=0)

    def __repr__(self) -> str:
        return f"schiri.Database({self.path!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Database):
            return NotImplemented
        return os.path.abspath(self.path) == os.path.abspath(other.path)

    def __hash__(self) -> int:
        return hash(os.path.abspath(self.path))

    def _words(self, command: str, arguments: Sequence[str], options: Mapping[str, Any]) -> list[str]:
        for name in _OWN:
            if name in options:
                raise c.WrongUse(f"'{name}' is no option here: the database is this one, and the answer has rows")
        guard = ["--"] if any(argument.startswith("-") and argument != "-" for argument in arguments) else []
        return ["db", *command.split(), *words_of(options), f"--db={self.path}", *guard, *arguments]

    def query(self, name: str, *arguments: str, **options: Any) -> Rows:
        """Answers a query of `schiri db query`: `db.query("players", sort="-games", limit=20)`.

        Arguments and options are those of `schiri db query NAME`, with `_` for `-`; several values are a list.
        """
        words = self._words("query " + name, arguments, options)
        rows = run(*words)
        if not rows:
            head = run(*words[:3], "--format=csv", *words[3:]).text
            rows.columns = next(csv.reader(io.StringIO(head)), [])
        return rows

    def sql(self, statement: str, *, timeout: float = 10) -> Rows:
        """Runs an SQL statement that only reads; `schiri help sql` lists the views."""
        return self.query("sql", statement, timeout=timeout)

    def games(self, **options: Any) -> Rows:
        """The games without their turns: `db.games(player="Anna", since=2024)`."""
        return self.query("games", **options)

    def players(self, **options: Any) -> Rows:
        """The players with their results in the games that the options select."""
        return self.query("players", **options)

    def records(self, **options: Any) -> Iterator[Record]:
        """The records that the options of games() select, in the order of their ids, which are their `index`.

        They are whole and in this order, so `columns` and `sort` are no options.
        """
        for name in ("columns", "sort"):
            if name in options:
                raise c.WrongUse(f"'{name}' is no option here: records are whole, in the order of their ids")
        ids = [row["id"] for row in self.games(**options, columns="id")]
        return printed_records(self._words("export", (), options), ids)

    __iter__ = records

    def add(self, records: Iterable[Union[Record, Game]], *, corrections: str = "report") -> Imported:
        """Stores records, all of them or none: after an exception nothing of them is stored.

        Records with errors go into quarantine, with what was edited; they must have been read as pgn.
        `corrections` says what to do with a record that differs from a stored game: `report`, `apply` or `both`.
        """
        with records_file(records) as file:
            return _imported(run(*self._words("import", ["-"], {"corrections": corrections}), input=file))

    def add_file(self, file: Union[str, "os.PathLike[str]"], form: str = "pgn", **options: Any) -> Imported:
        """Stores the records of a file; options are those of `schiri db import`."""
        return _imported(run(*self._words("import", [os.fsdecode(path_of(file))], {"from": form, **options})))

    def index(self) -> None:
        """Adds new games to the position index, which makes searches for positions fast."""
        run("db", "index", "--db", self.path)


def _imported(output: Output) -> Imported:
    if not output:
        raise c.Unusable(output.notes.strip())
    return Imported(**output[-1])


@contextmanager
def records_file(records: Iterable[Any], take_all: bool = True) -> Iterator[IO[bytes]]:
    """Records for a command to read: it must not run while they are gone through, which may run others."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        for one in records:
            record = record_of(one)
            if record.is_valid:
                file.write(record.write().encode("utf-8", "surrogatepass"))
            elif take_all:
                file.write(record._with_errors().encode("utf-8", "surrogatepass") + b"\n\n")
        file.seek(0)
        yield file
