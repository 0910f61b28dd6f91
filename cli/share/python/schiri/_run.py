"""Commands of the program, run in this process."""

from __future__ import annotations

import ctypes
import datetime
import importlib
import io
import json
import sys
from typing import IO, Any, Callable, Iterable, Mapping, Optional, Union

from schiri import _html
from schiri import _library as c
from schiri._library import encoded, failure, library

Input = Union[str, bytes, bytearray, memoryview, IO[bytes], None]
_DONE, _USAGE, _UNUSABLE, _INTERRUPTED = 0, 2, 3, 130
_OUT = 1


class Rows(list[dict[str, Any]]):
    """Rows that a command prints: a dict each, with the columns as keys, as `--format json` has them."""

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


class Output(Rows):
    """What a command has printed: rows, if it prints such."""

    text: str  # all of standard output
    notes: str  # all of standard error
    status: int  # 0, or 1 if it has found something wrong; `schiri help output` has all


def flush_printed() -> None:
    """What was printed before comes first, if Python has a standard output."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _word(word: str) -> Optional[bytes]:
    """A word for C; a file's name keeps its bytes, of which Python makes surrogates."""
    told = encoded(word)
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # other surrogates
        return told


def _stream(given: Input) -> IO[bytes]:
    if isinstance(given, str):
        return io.BytesIO(given.encode("utf-8", "surrogatepass"))
    if given is None or isinstance(given, (bytes, bytearray, memoryview)):
        return io.BytesIO(given or b"")
    if not callable(getattr(given, "read", None)):
        raise TypeError(f"expected a text, bytes or an open file as input, not {given!r}")
    return given


def _bytes(read: Any) -> bytes:
    try:
        return memoryview(read).tobytes()
    except TypeError:
        raise TypeError(f"read() of the input has returned {read!r:.50}, not bytes; open a file in the mode 'rb'") from None


class Run(c.Callee):
    """A command under way."""

    def __init__(self, words: Iterable[Any], input: Input = None, take: Optional[Callable[[bytes], Any]] = None,
                 tell: Optional[Callable[[bytes], Any]] = None) -> None:
        self._words = [_word(str(word)) for word in words]
        self._input = _stream(input)
        self.output, self.notes = bytearray(), bytearray()
        self._take, self._tell = take or self.output.extend, tell

    def _source(self, place: int, size: int, _: Any) -> int:
        try:
            if self.error is not None:
                return -1
            piece = _bytes(self.ask(self._input.read, size))
            if len(piece) > size:
                raise ValueError(f"the input was asked for {size} bytes, and has read {len(piece)}")
            ctypes.memmove(place, piece, len(piece))
            return len(piece)
        except BaseException as error:
            self.note(error)
            return -1

    def _sink(self, stream: int, place: int, size: int, _: Any) -> int:
        try:
            if size and stream == _OUT:
                self._take(ctypes.string_at(place, size))
            elif size:
                self.notes += ctypes.string_at(place, size)
                if self._tell:
                    self._tell(ctypes.string_at(place, size))
        except BaseException as error:
            self.note(error)
        return int(self.error is not None)

    def end(self) -> int:
        """Runs it to its end. Raises what is wrong, or what Python has raised."""
        words = (ctypes.c_char_p * len(self._words))(*self._words)
        flush_printed()
        with self.called():
            status = int(library.run(words, len(words), c.Source(self._source), c.Sink(self._sink), None))
        if status < 0:
            raise failure()
        if status in (_USAGE, _UNUSABLE):
            raise (c.WrongUse if status == _USAGE else c.Unusable)(self._complaint())
        return status

    def _complaint(self) -> str:
        """The sentence with which the command ends."""
        lines = [line for line in self.notes.decode(errors="replace").splitlines() if not line.startswith("See 'schiri")]
        told = [line for line in lines if line.startswith("schiri: ")]
        return (told or lines or ["the command has failed"])[-1].removeprefix("schiri: ")


def rows_of(text: str) -> Rows:
    """Rows from an object a line."""
    rows = Rows(json.loads(line) for line in text.split("\n") if line)
    rows.columns = list(dict.fromkeys(key for row in rows for key in row))
    return rows


def run(*words: Any, input: Input = None) -> Output:
    """Runs a command of the program: `schiri.run("ratings", "--db", "games.db")`; `schiri help` has all.

    The answer has the rows that the command prints with `--format json`, which is added where it can be,
    and its text. `input` is what it reads as `-`. Wrong usage is WrongUse, a file that cannot be used
    Unusable; Ctrl-C ends it. One command runs at a time; others wait.
    """
    command = Run(words, input)
    status = command.end()
    text = command.output.decode(errors="replace")
    output = Output()
    if text.startswith("{"):
        output.extend(rows_of(text))
    output.columns = list(dict.fromkeys(key for row in output for key in row))
    output.text, output.notes, output.status = text, command.notes.decode(errors="replace"), status
    return output


def words_of(options: Mapping[str, Any]) -> list[str]:
    """Options of a command by their names, with `_` for `-`: True sets one, a list sets it several times."""
    words = []
    for name, value in options.items():
        for one in _values(value):
            words.append("--" + name.replace("_", "-") + ("" if one is True else f"={one}"))
    return words


def _values(value: Any) -> list[Any]:
    if value is None or value is False:
        return []
    if isinstance(value, (list, tuple, set, frozenset)):
        return [each for one in value for each in _values(one)]
    if isinstance(value, datetime.date):
        return [value.strftime("%Y.%m.%d")]
    if value is True or isinstance(value, (str, int, float)):
        return [value]
    raise TypeError(f"expected a text, a number, a day, True or False, or several of them, not {value!r}")
