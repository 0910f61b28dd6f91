"""Tournaments of bots, functions among them."""

from __future__ import annotations

import ctypes
import json
import os
import random
import signal
import tempfile
import threading
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence, Union

from schiri import _library as c
from schiri._bot import Bot
from schiri._database import Database, Rows, _plain, rows_of
from schiri._game import Game
from schiri._library import elements, encoded, failure, library, taken, text
from schiri._record import Record
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


class _Stopped(BaseException):
    """Ends a function whose answer nobody needs any more."""


class _Referee:
    """Asks functions for turns, on the threads of the tournament, and ends it."""

    def __init__(self, raises: bool, progress: Optional[Callable[[int, int], Any]],
                 note: Optional[Callable[[str], Any]]) -> None:
        self._raises, self._progress, self._note = raises, progress, note
        self._lock = threading.Lock()
        self._asked: dict[int, _Search] = {}  # by the thread on which a function chooses
        self._last_progress: Optional[tuple[int, int]] = None
        self.error: Optional[BaseException] = None

    def chooser(self, function: Chooser) -> Any:
        takes_limits = _takes_two(function)

        def choose(choice: Any, _: Any) -> None:
            answer: Any = None
            try:
                answer = encoded(str(self._choose(function, takes_limits, choice)))
            except _Stopped:
                pass
            except BaseException as error:
                if self._raises or not isinstance(error, Exception):
                    self.error = self.error or error
                else:
                    library.choice_fail(choice, _reason(error))
                    return
            if answer is None:
                while not library.choice_is_stopped(choice):  # such a game does not count
                    time.sleep(0.01)
            else:
                library.choice_answer(choice, answer)

        return c.Chooser(choose)

    def _choose(self, function: Chooser, takes_limits: bool, choice: Any) -> str:
        game = Game._of(library.choice_game(choice))
        search = _Search(text(library.choice_limits(choice)).split())
        limits = _limits(search, game.side)
        if library.choice_is_first(choice):
            random.seed(library.choice_seed(choice))
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

    def is_stopped(self, played: int, total: int, _: Any) -> int:
        try:
            if self._progress and (played, total) != self._last_progress and self.error is None:
                self._last_progress = played, total
                self._progress(played, total)
        except BaseException as error:
            self.error = self.error or error
        if self.error is None:
            return 0
        with self._lock:
            for thread, search in self._asked.items():
                search.stop()
                _raise_in(thread, _Stopped)
        return 1

    def tell(self, note: Any, _: Any) -> None:
        try:
            if self._note:
                self._note(text(note))
        except BaseException as error:
            self.error = self.error or error


    @contextmanager
    def noting_signals(self) -> Iterator[None]:
        """Ctrl-C would be lost if it was raised where C calls Python; here it ends the tournament."""
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(before):
            yield
            return
        answer = before

        def note(number: int, frame: Any) -> None:
            try:
                answer(number, frame)
            except BaseException as error:
                self.error = self.error or error

        signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


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


def tournament(bots: Union[Mapping[str, Player], Sequence[Any]], *, game: str,
               db: Union[None, str, "os.PathLike[str]", Database] = None, resume: bool = False, errors: str = "forfeit",
               progress: Optional[Callable[[int, int], Any]] = None, note: Optional[Callable[[str], Any]] = None,
               **settings: Any) -> Tournament:
    """Plays a tournament: `schiri.tournament([mine, "greedy"], game="creeper", rounds=10, db="games.db")`.

    A bot is a description as for `--bot`, a Bot, or a function as for serve(), which gets a Game and,
    if it takes two arguments, Limits; `{"name": bot}` names them. The settings are those of
    `schiri tournament run`, with `_` for `-`. The games go into the database, which `resume` goes on
    with; without one they are kept by the result alone. Functions play one game at a time unless
    `threads` says otherwise; `random` is seeded before each game.

    A function that raises an exception loses its game, like a program that crashes, and the record
    tells the exception; with `errors="raise"` the tournament ends with it. Ctrl-C ends it as well.
    What is finished is stored. `progress(played, total)` is called now and then, `note(text)` for
    notes and warnings.
    """
    if errors not in ("forfeit", "raise"):
        raise c.WrongUse(f"errors is 'forfeit' or 'raise', not {errors!r}")
    if resume and db is None:
        raise c.WrongUse("resume goes on with the tournament of a database; give it as db")
    referee = _Referee(errors == "raise", progress, note)
    field = _Field(bots, referee)
    wanted = {name.replace("_", "-"): _plain(value) for name, value in settings.items()}
    if field.functions:
        wanted.setdefault("threads", 1)
    wanted.update(game=game, bots=field.settings)
    if db is not None:
        path = db.path if isinstance(db, Database) else os.fspath(db)
        event, rows = _run({**wanted, "db": path}, field, referee, resume)
        database = Database(path)
        return Tournament(event, rows, database, None, database.games(event=event))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.db")
        event, rows = _run({**wanted, "db": path}, field, referee, False)
        database = Database(path)
        return Tournament(event, rows, None, list(database.records()), database.games())


def _run(settings: Mapping[str, Any], field: _Field, referee: _Referee, resume: bool) -> tuple[str, Rows]:
    described = [c.Function(name, choose, None) for name, choose in field.functions]
    functions = (c.Function * len(described))(*described)
    options = c.TournamentOptions(ctypes.sizeof(c.TournamentOptions), functions, len(functions),
                                  c.IsStopped(referee.is_stopped), c.Note(referee.tell), None, resume, 0)
    event, results = ctypes.c_void_p(), ctypes.c_void_p()
    with referee.noting_signals():
        status = library.tournament_run(json.dumps(settings).encode(), options, event, results)
    told = taken(event), taken(results)
    if referee.error is not None:
        raise referee.error
    if status not in (c.OK, c.STOPPED):
        raise failure(status)
    return told[0], rows_of(told[1])
