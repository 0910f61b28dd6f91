"""Databases of games: queries as rows, records in and out."""

from __future__ import annotations

import csv
import datetime
import importlib
import io
import json
import os
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Optional, Union

from schiri import _html
from schiri import _library as c
from schiri._game import Game
from schiri._library import elements, encoded, failure, found, json_of, library, path_of, require, text
from schiri._record import Record, _Reading, read, record_of


class Rows(list[dict[str, Any]]):
    """Rows of a query: a dict each, with the columns as keys, as `--format json` of the program has them."""

    columns: list[str]

    def to_pandas(self) -> Any:
        """The rows as a DataFrame of pandas."""
        return importlib.import_module("pandas").DataFrame(list(self), columns=self.columns)

    def to_polars(self) -> Any:
        """The rows as a DataFrame of polars."""
        return importlib.import_module("polars").DataFrame(
            {column: [row.get(column) for row in self] for column in self.columns}, strict=False)

    def _repr_html_(self) -> str:  # for notebooks
        most = 100
        more = f"{len(self)} rows, the first {most} of them" if len(self) > most else ""
        return _html.table(self.columns, ([row.get(column) for column in self.columns] for row in self[:most]), more)


def rows_of(lines: str, columns: Optional[list[str]] = None) -> Rows:
    """Rows from an object a line; `columns` are for those without rows."""
    rows = Rows(json.loads(line) for line in elements(lines))
    rows.columns = list(dict.fromkeys(key for row in rows for key in row)) or columns or []
    return rows


class Imported(NamedTuple):
    """What became of the records of an import."""

    stored: int
    known: int  # were stored already
    quarantined: int  # have errors
    repaired: int  # repaired versions of quarantined records, which left the quarantine
    corrected: int  # replaced a stored game that differs
    refused: int  # differ from a stored game, which stays


class _Import:
    """An import under way, which other threads do not see."""

    def __init__(self, path: bytes, source: Optional[str], corrections: str) -> None:
        self._free = library.import_free
        self.handle = found(library.import_new(path, encoded(source), encoded(corrections)))

    def __enter__(self) -> _Import:
        return self

    def __exit__(self, *_: Any) -> None:
        self._free(self.handle)

    def finish(self) -> Imported:
        return Imported(**json_of(library.import_finish(self.handle)))


def queries() -> list[str]:
    """The queries of a database; `schiri db query NAME --help` shows the options of each."""
    return elements(text(library.database_queries()))


class Database:
    """A database of games, as `schiri db` has it.

    It is opened for each call, read-only where the call only reads, and may come from a stranger. With
    `create` the file need not exist; the first import makes it.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, create: bool = False) -> None:
        self._file = path_of(path)
        self.path = os.fsdecode(self._file)
        if not create:
            open(self.path, "rb").close()  # to be told at once if there is none
            self.query("imports", limit=0)

    def __repr__(self) -> str:
        return f"schiri.Database({self.path!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Database):
            return NotImplemented
        return os.path.abspath(self.path) == os.path.abspath(other.path)

    def __hash__(self) -> int:
        return hash(os.path.abspath(self.path))

    def query(self, name: str, **options: Any) -> Rows:
        """Answers one of queries(): `db.query("players", sort="-games", limit=20)`.

        Options have the names of `schiri db query NAME`, with `_` for `-`; several values are a list.
        """
        return self._rows(name, options)

    def sql(self, statement: str, *, timeout: float = 10) -> Rows:
        """Runs an SQL statement that only reads; `schiri help sql` lists the views."""
        return self._rows("sql", {"statement": statement, "timeout": timeout})

    def games(self, **options: Any) -> Rows:
        """The games without their turns: `db.games(player="Anna", since=2024)`."""
        return self._rows("games", options)

    def players(self, **options: Any) -> Rows:
        """The players with their results in the games that the options select."""
        return self._rows("players", options)

    def _rows(self, name: str, options: Mapping[str, Any]) -> Rows:
        wanted = _options(options)
        rows = rows_of(self._answer(name, wanted, "json"))
        if not rows:
            head = self._answer(name, wanted, "csv")
            rows.columns = next(csv.reader(io.StringIO(head)), [])
        return rows

    def _answer(self, name: str, options: bytes, form: str) -> str:
        answer: Optional[str] = library.database_query(self._file, encoded(name), options, encoded(form))
        if answer is None:
            raise failure()
        return answer

    def records(self, **options: Any) -> Iterator[Record]:
        """The records that the options of games() select, in the order of their ids, which are their `index`."""
        wanted = _options(options)
        return iter(_Reading(lambda visitor: library.database_visit(self._file, wanted, visitor, None)))

    __iter__ = records

    def add(self, records: Iterable[Union[Record, Game]], *, source: Optional[str] = None,
            corrections: str = "report") -> Imported:
        """Stores records, all of them or none: after an exception nothing of them is stored.

        Records with errors go into quarantine. `source` names the origin in the list of imports.
        `corrections` says what to do with a record that differs from a stored game: `report`, `apply`
        or `both`.
        """
        with _Import(self._file, source, corrections) as under_way:
            for one in records:
                record = record_of(one)  # which must live until it is added
                require(library.import_add(under_way.handle, record._handle))
            return under_way.finish()

    def add_file(self, file: Union[str, "os.PathLike[str]"], form: str = "pgn", *, corrections: str = "report",
                 **options: Any) -> Imported:
        """Stores the records of a file, which read() reads with the same options."""
        return self.add(read(file, form, **options), source=os.fspath(file), corrections=corrections)

    def index(self) -> None:
        """Adds new games to the position index, which makes searches for positions fast."""
        require(library.database_index(self._file))


def _options(options: Mapping[str, Any]) -> bytes:
    return json.dumps({name.replace("_", "-"): _plain(value) for name, value in options.items()}).encode()


def _plain(value: Any) -> Any:
    """A value as JSON has it; days as `2026.05.01`."""
    if isinstance(value, (tuple, set, frozenset)):
        return [_plain(one) for one in value]
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, datetime.date):
        return value.strftime("%Y.%m.%d")
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise TypeError(f"expected a text, a number, a day, True or False, or several of them, not {value!r}")
