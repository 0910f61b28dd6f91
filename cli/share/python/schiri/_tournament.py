"""Tournaments of bots, functions among them."""

from __future__ import annotations

import ctypes
import json
import os
import random
import re
import tempfile
import threading
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from schiri import _library as c
from schiri._bot import Bot
from schiri._database import Database
from schiri._game import Game
from schiri._library import encoded, library, require, text
from schiri._record import Record
from schiri._run import Rows, Run, _values, rows_of
from schiri._ugi import _answered, _limits, _Search, _takes_two

Chooser = Callable[..., Any]
Player = Union[str, Bot, Chooser]


class Tournament:
    """A tournament that was played."""

    def __init__(self, event: str, rows: Rows, database: Optional[Database], records: Optional[list[Record]],
                 games: Rows) -> None:
        self.event = event
        self.rows = rows  # all that `schiri tournament run --format json` prints
        self.database = database  # None if the games were not to be kept
        self.games = games  # a row for each game
        self._records = records

    @property
    def standing(self) -> Rows:
        """A row for each player, with rating and results."""
        standing = Rows(row for row in self.rows if "player" in row)
        standing.columns = list(dict.fromkeys(key for row in standing for key in row))
        return standing

    @property
    def test(self) -> Optional[dict[str, Any]]:
        """The sequential test, if there was one."""
        return next((row["sprt"] for row in self.rows if "sprt" in row), None)

    @property
    def records(self) -> list[Record]:
        """The records of its games."""
        if self._records is not None:
            return self._records
        assert self.database is not None
        return list(self.database.records(event=self.event))

    def __repr__(self) -> str:
        return f"<schiri.Tournament {self.event}: {len(self.games)} games>"

    def _repr_html_(self) -> str:  # for notebooks
        return self.standing._repr_html_()


_one_at_a_time = threading.Lock()  # as the functions of the library have names
_inside = threading.local()


class _Stopped(BaseException):
    """Ends a function whose answer nobody needs any more."""


class _Referee:
    """Asks functions for turns, on the threads of the tournament, and ends it."""

    def __init__(self, raises: bool, progress: Optional[Callable[[int, int], Any]],
                 note: Optional[Callable[[str], Any]]) -> None:
        self._raises, self._progress, self._note = raises, progress, note
        self._lock = threading.Lock()
        self._asked: dict[int, _Search] = {}  # by the thread on which a function chooses
        self._heard = b""
        self.error: Optional[BaseException] = None

    def chooser(self, function: Chooser) -> Any:
        takes_limits = _takes_two(function)

        def choose(choice: Any, _: Any) -> None:
            answer: Any = None
            _inside.a_function = True
            try:
                answer = encoded(str(self._choose(function, takes_limits, choice)))
            except _Stopped:
                pass
            except BaseException as error:
                if self._raises or not isinstance(error, Exception):
                    self.error = self.error or error
                else:
                    library.choice_answer(choice, None, _reason(error))
                    return
            if answer is None:
                while not library.choice_is_stopped(choice):  # such a game does not count
                    time.sleep(0.01)
            else:
                library.choice_answer(choice, answer, None)

        return c.Chooser(choose)

    def _choose(self, function: Chooser, takes_limits: bool, choice: Any) -> str:
        its = choice.contents
        game = Game._of(library.game_copy(its.game))
        search = _Search([word for word in text(its.limits).split() if word != "infinite"])  # as no `stop` is to come
        limits = _limits(search, game.side)
        if its.is_first:
            random.seed(its.seed)
        with self._asking(search):
            return _answered(function(game, limits) if takes_limits else function(game), limits)

    @contextmanager
    def _asking(self, search: _Search) -> Iterator[None]:
        thread = threading.get_ident()
        with self._lock:
            if self.error is not None:
                raise _Stopped
            self._asked[thread] = search
        try:
            yield
        finally:
            with self._lock:
                del self._asked[thread]
                _raise_in(thread, None)

    def hear(self, notes: bytes) -> None:
        """What the tournament tells: its progress and notes, line by line."""
        self._heard += notes
        *lines, self._heard = self._heard.split(b"\n")
        for line in lines:
            progress = re.match(rb"(\d+) of (?:at most )?(\d+) games", line)
            if progress and self._progress:
                self._progress(int(progress[1]), int(progress[2]))
            elif self._note and line.startswith(b"schiri: "):
                self._note(text(line).removeprefix("schiri: ").removeprefix("note: "))

    def end(self, error: BaseException) -> None:
        """Ends the functions, whose answers nobody needs any more."""
        with self._lock:
            self.error = self.error or error
            for thread, search in self._asked.items():
                search.stop()
                _raise_in(thread, _Stopped)


def _raise_in(thread: int, kind: Optional[type]) -> None:
    """Raises an exception in a thread as soon as it runs Python; None takes back one that is not raised yet."""
    exception = ctypes.py_object(kind) if kind else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), exception)


def _reason(error: Exception) -> Optional[bytes]:
    told = " ".join(f"{type(error).__name__}: {error}".replace("\0", " ").split())
    return encoded(f"raised {told}")


def _named(bots: Union[Mapping[str, Player], Sequence[Any]]) -> Iterator[tuple[Optional[str], Player]]:
    if isinstance(bots, Mapping):
        yield from bots.items()
        return
    if isinstance(bots, str):
        raise TypeError("expected a list of bots, not one text")
    for bot in bots:
        if isinstance(bot, tuple) and len(bot) == 2:
            yield bot[0], bot[1]
        else:
            yield None, bot


class _Field:
    """The bots as a file of settings describes them, and the functions among them."""

    def __init__(self, bots: Union[Mapping[str, Player], Sequence[Any]], referee: _Referee) -> None:
        self.settings: list[Any] = []
        self.functions: list[tuple[bytes, Any]] = []
        self._names: set[str] = set()
        for name, bot in _named(bots):
            if isinstance(bot, (str, Bot)):
                self._add_described(name, bot if isinstance(bot, str) else bot.description)
            elif callable(bot):
                self._add_function(name, bot, referee)
            else:
                raise TypeError(f"expected a bot's description, a Bot or a function, not {bot!r}")

    def _add_described(self, name: Optional[str], description: str) -> None:
        quoted = (name or "").replace("\\", "\\\\").replace('"', '\\"')
        self.settings.append(description if name is None else f'{description} name="{quoted}"')

    def _add_function(self, name: Optional[str], bot: Chooser, referee: _Referee) -> None:
        own = str(getattr(bot, "__name__", type(bot).__name__)) if name is None else name
        unique, number = own, 2
        while name is None and unique in self._names:
            unique, number = f"{own} {number}", number + 1
        self._names.add(unique)
        self.settings.append({"function": unique, "name": unique})
        self.functions.append((unique.encode("utf-8", "surrogatepass"), referee.chooser(bot)))

    @contextmanager
    def known(self) -> Iterator[None]:
        """While it lives, the library knows the functions."""
        if getattr(_inside, "a_function", False):
            raise c.WrongUse("a tournament is running that this function plays in; run the other one afterwards")
        while not _one_at_a_time.acquire(timeout=0.1):
            pass
        try:
            for name, choose in self.functions:
                require(library.bot_function(name, choose, None))
            yield
        finally:
            for name, _ in self.functions:
                library.bot_function(name, c.Chooser(0), None)
            _one_at_a_time.release()


def tournament(bots: Union[Mapping[str, Player], Sequence[Any]], *, game: str,
               db: Union[None, str, "os.PathLike[str]", Database] = None, resume: bool = False, errors: str = "forfeit",
               progress: Optional[Callable[[int, int], Any]] = None, note: Optional[Callable[[str], Any]] = None,
               **settings: Any) -> Tournament:
    """Plays a tournament: `schiri.tournament([mine, "greedy"], game="creeper", rounds=10, db="games.db")`.

    A bot is a description as for `--bot`, a Bot, or a function as for serve(), which gets a Game and,
    if it takes two arguments, Limits; `{"name": bot}` names them. The game may be a program of your
    own, "./mygame.py". The settings are those of `schiri tournament run`, with `_` for `-`. The games
    go into the database, which `resume` goes on with; without one they are kept by the result alone.
    Functions play one game at a time unless `threads` says otherwise; `random` is seeded before each game.

    A function that raises an exception loses its game, like a program that crashes, and the record
    tells the exception; with `errors="raise"` the tournament ends with it. Ctrl-C ends it as well,
    as soon as no function sleeps or waits. What is finished is stored. `progress(played, total)` is
    called now and then, `note(text)` for notes and warnings.
    """
    if errors not in ("forfeit", "raise"):
        raise c.WrongUse(f"errors is 'forfeit' or 'raise', not {errors!r}")
    if resume and db is None:
        raise c.WrongUse("resume goes on with the tournament of a database; give it as db")
    referee = _Referee(errors == "raise", progress, note)
    field = _Field(bots, referee)
    wanted: dict[str, Any] = {}
    for name, value in settings.items():
        values = _values(value)
        if values:
            wanted[name.replace("_", "-")] = values if isinstance(value, (list, tuple, set, frozenset)) else values[0]
    if field.functions:
        wanted.setdefault("threads", 1)
    wanted.update(game=game, bots=field.settings)
    if db is not None:
        path = db.path if isinstance(db, Database) else os.fspath(db)
        rows = _run({**wanted, "db": path}, field, referee, resume)
        database = Database(path)
        return Tournament(rows.event, rows, database, None, database.games(event=rows.event))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.db")
        rows = _run({**wanted, "db": path}, field, referee, False)
        database = Database(path)
        return Tournament(rows.event, rows, None, list(database.records()), database.games())


class _Tournament(Run):
    """The command of a tournament, which ends with its functions."""

    def __init__(self, words: Sequence[str], settings: str, referee: _Referee) -> None:
        super().__init__(words, settings, tell=referee.hear)
        self._referee = referee

    def _sink(self, *told: Any) -> int:
        super()._sink(*told)
        self.error = self.error or self._referee.error
        if self.error is not None:
            self._referee.end(self.error)
        return int(self.error is not None)


class _Results(Rows):
    event: str


def _run(settings: Mapping[str, Any], field: _Field, referee: _Referee, resume: bool) -> _Results:
    path = str(settings["db"])
    before = _events(path) if os.path.exists(path) else []
    # A word may name the program of a game, and a file that is no UTF-8; a setting does not.
    words = ["tournament", "run", "-", f"--game={settings['game']}", f"--db={path}", "--format=json", "--progress=1",
             *(["--resume"] if resume else [])]
    command = _Tournament(words, json.dumps({name: value for name, value in settings.items() if name not in ("game", "db")}), referee)
    with field.known():
        command.end()
    results = _Results(rows_of(command.output.decode(errors="replace")))
    results.columns = list(dict.fromkeys(key for row in results for key in row))
    new = [event for event in _events(path) if event not in before]
    results.event = str(settings.get("event") or (new[0] if new else _usual_event(settings, results)))
    return results


def _usual_event(settings: Mapping[str, Any], results: Rows) -> str:
    """The name of an event that has been given none."""
    game, variant = str(settings["game"]), settings.get("variant")
    if "referee" not in settings:
        try:
            played, standard = (Game(game, variant=one, seed=1).variant for one in (variant or None, None))
            game = Game(game, seed=1).name
        except c.WrongUse:  # a program of one's own
            ((game, played),) = {(row["game"], row["variant"]) for row in results if "player" in row}
            standard = "standard"
        variant = None if played == standard else played
    return " ".join([game, *([str(variant)] if variant else []), str(settings.get("system", "round-robin"))])


def _events(path: str) -> list[str]:
    return [row["event"] for row in Database(path).query("events")]
