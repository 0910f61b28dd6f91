"""Game records: reading, checking, writing."""

from __future__ import annotations

import atexit
import ctypes
import errno
import json
import os
import queue
import re
import stat
import tempfile
import threading
import time
import warnings
import weakref
from dataclasses import dataclass
from typing import IO, Any, Callable, Iterable, Iterator, MutableMapping, NamedTuple, Optional, Sequence, Union

from schiri import _library as c
from schiri._html import escape, table
from schiri._game import Ending, Game, has_rules
from schiri._run import Run, flush_printed
from schiri._library import elements, encoded, failure, found, json_of, library, options_of, path_of, require, taken, text

File = Union[str, bytes, "os.PathLike[Any]"]


class Finding(NamedTuple):
    """Something found in a record. Lines, columns and turns count from 1; turn 0 means none."""

    code: str
    message: str
    line: int
    column: int
    turn: int
    is_error: bool
    excerpt: str
    caret: int
    length: int

    def __str__(self) -> str:
        kind = "error" if self.is_error else "warning"
        return f"{self.line}:{self.column}: {kind}: {self.message} [{self.code}]"


class Tags(MutableMapping[str, str]):
    """The tags of a record, in their order; what is changed here is changed in the record."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def _all(self) -> dict[str, str]:
        return _tags(self._record._facts())

    def __getitem__(self, name: str) -> str:
        value = library.record_tag(self._record._handle, encoded(name))
        if value is None:
            raise KeyError(name)
        return text(value)

    def __setitem__(self, name: str, value: str) -> None:
        self._record.set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        self[name]  # an error if there is none
        self._record._set_tag(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


@dataclass(frozen=True)
class Header:
    """The tags of a record whose turns were not read."""

    index: int  # its number in the file, from 1
    line: int  # where it begins
    tags: dict[str, str]


class Note:
    """A turn of a record with what is written about it: comments, NAGs, variations as `(1... E1+D2)`, each a list.

    `clock` (seconds left), `time` (seconds taken), `evaluation` and `mate` are what the comments tell, an
    analysis, a bot or commands such as `[%clk 0:04:55]`; setting one writes the command. An evaluation is
    in units as 0.34, positive if it is good for White; mate is the number of turns until White wins,
    negative until Black wins.
    """

    def __init__(self, turn: str = "", comments: Iterable[str] = (), nags: Iterable[int] = (),
                 variations: Iterable[str] = ()) -> None:
        self.turn, self.comments, self.nags, self.variations = turn, list(comments), list(nags), list(variations)
        self._clock: Optional[float] = None
        self._time: Optional[float] = None
        self._evaluation: Optional[float] = None
        self._mate: Optional[int] = None

    def _content(self) -> tuple[Any, ...]:
        return self.turn, self.comments, self.nags, self.variations

    def __repr__(self) -> str:
        return "Note(%r, %r, %r, %r)" % self._content()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Note):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]

    def _command(self, name: str, value: Optional[str]) -> None:
        """Writes `[%name value]` into the comments, in the place of one that is there; None removes it."""
        old = re.compile(rf"\[%{name}\s[^\]]*\]\s*")
        rest = [(comment, old.sub("", comment).strip()) for comment in self.comments]
        self.comments = [after for before, after in rest if after or not before]
        if value is not None:
            self.comments.append(f"[%{name} {value}]")

    @property
    def clock(self) -> Optional[float]:
        return self._clock

    @clock.setter
    def clock(self, seconds: Optional[float]) -> None:
        self._clock = seconds
        self._command("clk", _duration(seconds))

    @property
    def time(self) -> Optional[float]:
        return self._time

    @time.setter
    def time(self, seconds: Optional[float]) -> None:
        self._time = seconds
        self._command("emt", _duration(seconds))

    @property
    def evaluation(self) -> Optional[float]:
        return self._evaluation

    @evaluation.setter
    def evaluation(self, value: Optional[float]) -> None:
        self._evaluation, self._mate = value, None
        self._command("eval", None if value is None else f"{value:.2f}")

    @property
    def mate(self) -> Optional[int]:
        return self._mate

    @mate.setter
    def mate(self, turns: Optional[int]) -> None:
        self._evaluation, self._mate = None, turns
        self._command("eval", None if turns is None else f"#{turns}")

    def _take(self, facts: dict[str, Any]) -> None:
        self._clock, self._time, score = facts["clock"], facts["time"], facts["score"]
        if score:
            amount = -score["amount"] if score["kind"] == "loss" else score["amount"]
            amount = amount if facts["side"] == "white" else -amount
            if score["kind"] == "value":
                self._evaluation = amount / 100
            else:
                self._mate = amount

    def _pieces(self) -> Iterator[tuple[str, str]]:
        if self.turn:
            yield "turn", self.turn
        yield from (("nag", str(nag)) for nag in self.nags)
        yield from (("comment", comment) for comment in self.comments)
        for variation in self.variations:
            yield from _variation_pieces(variation)


def _duration(seconds: Optional[float]) -> Optional[str]:
    if seconds is None:
        return None
    whole, rest = divmod(round(seconds, 3), 60)
    return f"{int(whole) // 60}:{int(whole) % 60:02}:" + (f"{rest:06.3f}".rstrip("0").rstrip(".") if rest % 1 else f"{int(rest):02}")


def _variation_pieces(variation: str) -> Iterator[tuple[str, str]]:
    kinds = {"(": "variation open", ")": "variation close", "{": "comment", ";": "comment", "$": "nag"}
    for piece in re.findall(r"\{[^}]*\}|;[^\n]*\n|[()]|[^\s(){}]+", variation):
        kind = kinds.get(piece[0], "variation word")
        yield kind, piece[1:-1] if kind == "comment" else piece[1:] if kind == "nag" else piece


def _variation_text(pieces: Iterable[Sequence[str]]) -> str:
    text = ""
    for kind, piece in pieces:
        joins = kind == "variation close" or not text or text[-1] in "(\n"
        # Only a comment up to the end of its line can hold a brace.
        signs = {"comment": ";%s\n" if "}" in piece else "{%s}", "nag": "$%s"}
        text += ("" if joins else " ") + signs.get(kind, "%s") % piece
    return text


class Record(c.Shared):
    """A game record: tags, turns, comments and a result, and what was found when it was checked."""

    _free: Any
    _index: Optional[int] = None  # that of a database
    # The library has the movetext of a record with errors only up to the first one. "tags": such a record has
    # other tags; "all": it has all that was edited; "repaired": there are errors left in an edited record;
    # "other": it was not read as pgn.
    _edited = ""

    @classmethod
    def _of(cls, handle: Any) -> Record:
        record = cls.__new__(cls)
        record._handle = found(handle)
        record._free = library.record_free
        return record

    def __init__(self) -> None:
        raise c.WrongUse("records come from read(), read_text() and Game.record()")

    def __del__(self) -> None:
        if handle := self.__dict__.pop("_handle", None):
            self._free(handle)

    def __repr__(self) -> str:
        facts = self._facts()
        tags = _tags(facts)
        return f"<schiri.Record {tags.get('White', '?')} - {tags.get('Black', '?')}, {facts['game']}, {facts['result']}>"

    def copy(self) -> Record:
        copy = Record._of(library.record_copy(self._handle))
        copy._edited, copy._index = self._edited, self._index
        return copy

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> Record:
        return self.copy()

    def __reduce__(self) -> Any:
        size = ctypes.c_size_t()
        place = ctypes.c_void_p(found(library.record_save(self._handle, size)))
        saved = ctypes.string_at(place.value or 0, size.value)
        library.free(place)
        return _loaded, (saved,), {"_edited": self._edited, "_index": self._index}

    def _content(self) -> tuple[Any, ...]:
        facts = self._facts()
        return (facts["game"], facts["variant"], facts["result"], tuple(_tags(facts).items()),
                tuple(map(tuple, facts["movetext"])))

    def __eq__(self, other: object) -> bool:
        """Equal records have the same tags, movetext and result, wherever they come from."""
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        """Of the record as it is now: one that is a key must not be changed."""
        return hash(self._content())

    def _repr_html_(self) -> str:  # for notebooks
        tags = table(["tag", "value"], self.tags.items())
        findings = "".join(f"<p>{escape(finding)}</p>" for finding in self.findings)
        board = self.replay().svg(width=240) if self.is_valid and has_rules(self.game) else ""
        return f"{tags}{board}<p>{escape(' '.join(self.played))} {escape(self.result)}</p>{findings}"

    @property
    def is_valid(self) -> bool:
        """Is nothing wrong with it, warnings apart?"""
        return bool(library.record_is_valid(self._handle))

    def _facts(self) -> dict[str, Any]:
        return dict(json_of(library.record_json(self._handle)))

    @property
    def findings(self) -> list[Finding]:
        """What was found, errors after warnings."""
        return [Finding(**finding) for finding in self._facts()["findings"]]

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.is_error]

    @property
    def warnings(self) -> list[Finding]:
        return [finding for finding in self.findings if not finding.is_error]

    @property
    def index(self) -> int:
        """Its number in the file, from 1."""
        return int(self._facts()["index"]) if self._index is None else self._index

    @property
    def line(self) -> int:
        """The line of the file where it begins, from 1."""
        return int(self._facts()["line"])

    @property
    def game(self) -> str:
        """The name of the game; empty if it is not told."""
        return str(self._facts()["game"])

    @property
    def variant(self) -> str:
        return str(self._facts()["variant"])

    @property
    def result(self) -> str:
        """The result that it claims."""
        return str(self._facts()["result"])

    @result.setter
    def result(self, value: str) -> None:
        self.set_tag("Result", value)

    @property
    def ending(self) -> Optional[Ending]:
        """How the rules ended its game; None if they did not."""
        facts = self._facts()
        return Ending(facts["outcome"], facts["ending"]) if facts["outcome"] else None

    @property
    def tags(self) -> Tags:
        """The tags in their order, to be read and changed: `record.tags["White"] = "Anna"`."""
        return Tags(self)

    def set_tag(self, name: str, value: str) -> None:
        """The same as `tags[name] = value`."""
        if not isinstance(value, str):
            raise TypeError(f"the value of the tag {name} is a text, not {value!r}")
        self._set_tag(name, value)

    def _set_tag(self, name: str, value: Optional[str]) -> None:
        edited = "all" if self.is_valid else self._edited or "tags"
        require(library.record_set_tag(self._handle, encoded(name), encoded(value)))
        self._edited = edited

    @property
    def played(self) -> list[str]:
        """The turns played: the legal ones that it begins with."""
        return list(self._facts()["played"])

    @property
    def movetext(self) -> tuple[tuple[str, str], ...]:
        """Turns, comments and more, piece by piece: `("turn", "E7+D6")`, `("comment", "oh")`."""
        return tuple((kind, piece) for kind, piece in self._facts()["movetext"])

    @movetext.setter
    def movetext(self, pieces: Iterable[Sequence[str]]) -> None:
        """Puts others in their place. The record is checked again: is_valid, findings and played are of what it is now."""
        told = json.dumps([list(piece) for piece in pieces])
        require(library.record_set_movetext(self._handle, encoded(told)))
        self._edited = "all"

    def notes(self) -> list[Note]:
        """The turns with what is written about them; the first note has no turn, and is what comes before the
        first turn. They are copies: set_notes() puts changed ones back."""
        notes, depth, variation = [Note()], 0, []
        for kind, piece in self.movetext:
            depth += kind == "variation open"
            if depth:
                variation.append((kind, piece))
                depth -= kind == "variation close"
                if not depth:
                    notes[-1].variations.append(_variation_text(variation))
                    variation = []
            elif kind == "turn":
                notes.append(Note(piece))
            elif kind == "nag":
                notes[-1].nags.append(int(piece))
            else:
                notes[-1].comments.append(piece)
        for number, facts in enumerate(self._facts()["turn_data"]):
            notes[number + 1]._take(facts)
        return notes

    def set_notes(self, notes: Iterable[Note]) -> None:
        """Puts others in place of notes(). The record is checked again, as after a change of `movetext`."""
        self._require_all_turns()
        self.movetext = tuple(piece for note in notes for piece in note._pieces())

    def _require_all_turns(self) -> None:
        if not self.is_valid and self._edited in ("", "tags", "other"):
            raise c.WrongUse("the turns behind an error are not known, and would be lost: repair() the record, or set its movetext")

    def comment(self, turns: int, comment: str) -> None:
        """Adds a comment behind so many turns."""
        self._require_all_turns()
        place = c.whole(turns, "the number of turns")
        pieces = list(self.movetext)
        places = [i for i, (kind, _) in enumerate(pieces) if kind == "turn"] + [len(pieces)]
        if place >= len(places):
            raise c.WrongUse(f"the record has only {len(places) - 1} turns")
        encoded(comment)
        pieces.insert(places[place], ("comment", comment))
        self.movetext = tuple(pieces)

    def replay(self, turns: Optional[int] = None) -> Game:
        """Its game after so many turns, or after all."""
        length = len(self.played)
        count = length if turns is None else c.whole(turns, "the number of turns")
        if count > length:
            raise c.WrongUse(f"the record has {length} legal turns, not {count}")
        return Game._of(library.record_replay(self._handle, count))

    @property
    def text(self) -> str:
        """The record as it stood in the file; empty if it was made here."""
        return str(self._facts()["text"])

    def write(self, form: str = "pgn") -> str:
        """The record in one of the forms."""
        written: Optional[str] = library.record_write(self._handle, encoded(form), None)
        if written is None:
            raise failure()
        return written

    def __str__(self) -> str:
        return self.write()

    def losses(self, form: str) -> list[str]:
        """What this form cannot hold of the record, and write() therefore omits."""
        if form == "csv":
            return []
        lost = ctypes.c_void_p()
        found(library.record_write(self._handle, encoded(form), lost))
        return elements(taken(lost))

    def repair(self) -> list[str]:
        """Puts right what needs no guess, and says what that was."""
        done = library.record_repair(self._handle)
        if done is None:
            raise failure()
        if self._edited:
            self._edited = "all" if self.is_valid else "repaired"
        return elements(done)

    def _with_errors(self) -> str:
        """A record that is not valid as pgn: as it was read, but with the tags and the movetext that it has now."""
        text = self.text
        if self._edited == "all" or not text:
            return self.write()
        if self._edited in ("", "tags"):
            read = _read_text(text, options_of())
            if len(read) == 1:
                if dict(read[0].tags) == dict(self.tags):
                    return text
                head = _head(self.write())
                edited = head + _movetext_of(text, self.result)
                wanted, *again = _read_text(head, options_of()) + _read_text(edited, options_of())
                if len(again) == 1 and dict(wanted.tags).items() <= dict(again[0].tags).items():
                    return edited
            if read and not self._edited:
                return text
        error = self.errors[0]
        raise c.WrongUse("all of a record with errors is known only if it was read as pgn and repaired before other edits; "
                         f"this one has in line {error.line}: {error.message}")


_TAG = r'\s*\[\s*(\w[^\s"]*)\s*"(?:\\.|[^"\\])*"\s*\]'
_COMMENT = r"\s*(?:\{[^}]*\}|;[^\n]*(?:\n|$)|(?m:^)%[^\n]*(?:\n|$))"


def _head(written: str) -> str:
    """The tags of a record that the library has written."""
    return written[: written.find("\n\n") + 1]


def _movetext_of(text: str, result: str) -> str:
    """What stands in a record behind its tags, with those that are there twice and comments before them, and
    with this result if it is one."""
    at = end = 0
    doubles, comments, pending = "", "", ""
    names: set[str] = set()
    while found := re.compile(f"{_TAG}|{_COMMENT}").match(text, at):
        at = found.end()
        pending += "" if found[1] else found[0].strip() + "\n"
        if found[1]:
            doubles += found[0].strip() + "\n" if found[1].lower() in names else ""
            names.add(found[1].lower())
            comments, pending, end = comments + pending, "", at
    rest = text[end:].strip()
    if result:  # and no end of a comment
        rest = re.sub(r"(?m)^([^;\n]*\s|)(1-0|0-1|1/2-1/2|\*)\Z", lambda old: old[1] + result, rest)
    return doubles + "\n" + comments + rest + "\n"


def _tags(facts: dict[str, Any]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for name, value in facts["tags"]:
        tags.setdefault(name, value)
    return tags


def _loaded(saved: bytes) -> Record:
    return Record._of(library.record_load(saved, len(saved)))


def forms() -> list[str]:
    """The forms in which records stand in files."""
    return list(c.facts()["forms"])


def explain(code: str) -> str:
    """What the code of a finding means, and what to do about it."""
    guide = c.facts()["codes"].get(code)
    if guide is None:
        raise c.WrongUse(f"there is no code '{code}'")
    return f"{guide['meaning']}\n\n{guide['remedy']}"


def _options(form: str, game: Optional[str], variant: Optional[str], roll: Optional[str], threads: int,
             strict: bool, max_game_bytes: int) -> bytes:
    for word in (form, game, variant, roll):
        encoded(word)
    return options_of(form=form, game=game, variant=variant, roll=roll, strict=bool(strict),
                      max_game_bytes=c.whole(max_game_bytes, "max_game_bytes"),
                      threads=c.whole(threads, "the number of threads", 1024))


class _Reading:
    """Reads on a thread of its own, a little ahead of whoever asks for the records.

    With `waits`, the file may have nothing to read for long, as a pipe.
    """

    under_way: weakref.WeakSet[_Reading] = weakref.WeakSet()

    def __init__(self, start: Callable[[Any], Any], waits: bool, make: Callable[[Any], Any]) -> None:
        self._waits, self._make = waits, make
        self._records: queue.Queue[Any] = queue.Queue(8)  # of lists, and at last the error or None
        self._ready: list[Any] = []
        self._is_wanted = True
        self._thread = threading.Thread(target=self._read, args=(start,), daemon=True)

    def _read(self, start: Callable[[Any], Any]) -> None:
        status = start(c.RecordVisitor(self._take))
        # The message is this thread's.
        error = None if status in (c.OK, c.STOPPED) else failure(status)
        if self._hand_over(self._ready):
            self._hand_over(error)

    def _take(self, handle: Any, _: Any) -> int:
        self._ready.append(self._make(handle))
        # Few records at a time for one who waits, many for one who is slower: handing over takes long.
        if len(self._ready) < 64 and not self._records.empty():
            return int(self._is_wanted)
        ready, self._ready = self._ready, []
        return int(self._hand_over(ready))

    def _hand_over(self, what: Any) -> bool:
        while self._is_wanted:
            try:
                self._records.put(what, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def end(self, latest: float) -> None:
        """Ends it; one that waits for its file is left alone at this time, in seconds of time.monotonic()."""
        self._is_wanted = False
        self._thread.join(max(0.0, latest - time.monotonic()) if self._waits else None)

    def __iter__(self) -> Iterator[Any]:
        self.under_way.add(self)
        self._thread.start()
        try:
            while isinstance(records := self._records.get(), list):
                yield from records
            if records is not None:
                raise records
        finally:
            self._is_wanted = False


IN_MEMORY = 1 << 24  # bytes, before a temporary file is written


def printed_records(words: list[str], ids: Iterable[int]) -> Iterator[Record]:
    """The records that a command prints; `ids` are their indices. Those without one are newer.

    It has ended when the first one is handed over: whoever goes through them may run others meanwhile.
    """
    at_once, options, indices = 1 << 16, options_of(), iter(ids)
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        Run(words, take=file.write).end()
        file.seek(0)
        text, is_end = b"", False
        while not is_end:
            piece = file.read(at_once)
            is_end = not piece
            text += piece
            # Between two records, as no comment has an empty line.
            end = len(text) if is_end else text.rfind(b"\n\n[") + 2
            whole, text = (text[:end], text[end:]) if end > 1 else (b"", text)
            for record, index in zip(_read_text(whole, options) if whole else (), indices):
                record._index = index
                yield record


@atexit.register
def _end_reading() -> None:
    """No thread may be in the library when Python goes, unless it waits for a pipe that may never end."""
    latest = time.monotonic() + 1
    for reading in list(_Reading.under_way):
        reading.end(latest)


def readable(path: str) -> os.stat_result:
    """Raises at once what opening the file would raise.

    It is not opened: closing it would drop the locks that SQLite has on it in this process, and would
    end a program that writes to it if it is a named pipe.
    """
    about = os.stat(path)
    error = 0
    if stat.S_ISDIR(about.st_mode):
        error = errno.EISDIR
    elif not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
        error = errno.EACCES
    if error:
        raise OSError(error, os.strerror(error), path)
    return about


def read(file: Union[File, IO[Any]], form: str = "pgn", *, game: Optional[str] = None,
         variant: Optional[str] = None, roll: Optional[str] = None, threads: int = 1,
         strict: bool = False, max_game_bytes: int = 0) -> Iterator[Record]:
    """Reads and checks the records of a file, compressed or not, one after the other.

    `game`, `variant` and `roll` are for records that do not name theirs; `strict` makes errors of
    warnings. Larger games than `max_game_bytes` (0: 16 MiB) are an error. A file of any size needs
    little memory, unless it is given as an open file, which is read to its end at once.
    """
    options = _options(form, game, variant, roll, threads, strict, max_game_bytes)
    _read_text(b"", options)  # what is wrong with them is told at once
    if callable(getattr(file, "read", None)):
        return iter(_read_text(file.read(), options))  # type: ignore[union-attr]
    return iter(_reading(file, options, _maker(options)))


def read_tags(file: File, form: str = "pgn") -> Iterator[Header]:
    """Reads the tags of the records of a file. In the format pgn the movetext is skipped, whatever is in it."""
    options = options_of(form=encoded(form) and form, only_tags=True)
    _read_text(b"", options)
    return iter(_reading(file, options, _header))


def _reading(file: Any, options: bytes, make: Callable[[Any], Any]) -> _Reading:
    path = path_of(file)
    waits = path == b"-" or not stat.S_ISREG(readable(os.fsdecode(path)).st_mode)
    return _Reading(lambda visitor: library.read_file(path, options, visitor, None), waits, make)


def _header(handle: Any) -> Header:
    facts = Record._of(handle)._facts()
    return Header(facts["index"], facts["line"], _tags(facts))


def read_text(records: Union[str, bytes], form: str = "pgn", *, game: Optional[str] = None,
              variant: Optional[str] = None, roll: Optional[str] = None, threads: int = 1,
              strict: bool = False, max_game_bytes: int = 0) -> list[Record]:
    """The same with records in memory, all at once."""
    return _read_text(records, _options(form, game, variant, roll, threads, strict, max_game_bytes))


def _maker(options: bytes) -> Callable[[Any], Record]:
    """Makes records of what is read with these options."""
    edited = "" if json.loads(options).get("form", "pgn") in ("", "pgn") else "other"

    def make(handle: Any) -> Record:
        record = Record._of(handle)
        record._edited = edited
        return record

    return make


def _read_text(records: Any, options: bytes) -> list[Record]:
    if not isinstance(records, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"expected the text of records, not {records!r}; read() takes a file")
    source = records.encode("utf-8", "surrogatepass") if isinstance(records, str) else bytes(records)
    read_records: list[Record] = []
    make, callee = _maker(options), c.Callee()

    def take(handle: Any, _: Any) -> int:
        read_records.append(make(handle))
        return int(callee.error is None)

    with callee.called():
        status = library.read_text(source, len(source), options, c.RecordVisitor(take), None)
    require(status)
    return read_records


def record_of(one: Any) -> Record:
    """A record, or that of a game."""
    record = one.record() if isinstance(one, Game) else one
    if not isinstance(record, Record):
        raise TypeError(f"expected a record or a game, not {one!r}")
    return record


class _Source(c.Callee):
    """Gives records to the library, one after the other."""

    def __init__(self, records: Iterable[Any], checked: Callable[[Any], Record]) -> None:
        self._records, self._checked = iter(records), checked
        self._given: Optional[Record] = None  # which the library has
        self.count = 0

    def next(self, place: Any, _: Any) -> int:
        status = 1
        try:
            # A copy, as other threads may edit the record while the library writes it.
            self._given = self._checked(self.ask(next, self._records)).copy()
            place[0] = self._given._handle
            self.count += 1
        except StopIteration:
            status = 0
        except BaseException as error:
            self.note(error)
        return status if self.error is None else -1


def write(records: Iterable[Union[Record, Game]], file: Union[File, IO[Any]], form: str = "pgn") -> int:
    """Writes records, or games as they were played, to a file; returns how many.

    The file appears, or takes the place of the one that is there, when all records are written: after
    an exception it is as before, and records may come from the file that they go to. Names that end
    in `.gz`, `.zst`, `.bz2` or `.xz` are compressed. An open file, of text or bytes, gets the records
    one after the other. What the form cannot hold is omitted, with a warning.
    """
    count = 0
    losses: dict[str, int] = {}

    def checked(one: Any) -> Record:
        record = record_of(one)
        if form not in _WHOLE_FORMS:
            for loss in record.losses(form):
                losses[loss] = losses.get(loss, 0) + 1
        return record

    if callable(getattr(file, "write", None)):
        put = _written_to(file)
        if form not in forms():
            raise c.WrongUse(f"unknown record format '{form}'; the formats are: {', '.join(forms())}")
        if form == "csv":  # a table with one heading
            with tempfile.TemporaryDirectory() as folder:
                table = os.path.join(folder, "table")
                count = write(records, table, form)
                with open(table, encoding="utf-8", newline="") as text:
                    put(text.read())
            return count
        for one in records:
            put(checked(one).write(form))
            count += 1
        _warn_of(losses, form)
        return count
    path = path_of(file)
    if path == b"-":
        flush_printed()
    source = _Source(records, checked)
    with source.called():
        status = library.write_file(path, encoded(form), c.RecordSource(source.next), None)
    require(status)
    count = source.count
    _warn_of(losses, form)
    return count


_WHOLE_FORMS = ("pgn", "json", "csv")


def _warn_of(losses: dict[str, int], form: str) -> None:
    for loss, games in losses.items():
        warnings.warn(f"{form} cannot hold {loss}; omitted from {games} {'game' if games == 1 else 'games'}", stacklevel=3)


def _written_to(stream: Any) -> Callable[[str], Any]:
    """A function that writes text, also into a stream of bytes."""
    try:
        stream.write("")
    except TypeError:
        return lambda text: stream.write(text.encode())
    return stream.write  # type: ignore[no-any-return]
