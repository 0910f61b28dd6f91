"""A bot of your own: it chooses turns, and serve() speaks the Universal Game Interface for it."""

from __future__ import annotations

import inspect
import io
import math
import os
import queue
import random
import sys
import threading
import time
from contextlib import contextmanager
from typing import IO, Any, Callable, Generator, Iterable, Iterator, NamedTuple, Optional, Sequence, Union

from schiri._game import Game, kinds
from schiri._library import Error, WrongUse

_START_SEED = 1  # all programs mean the same by `startpos`
_MOST = 2**64 - 1
_RESERVED = ("game", "variant", "seed", "ponder")  # options that serve() announces
_ENDING = ("go", "setoption", "uginewgame", "ucinewgame", "end")  # whoever says so waits for no answer


class Spin(int):
    """An option that is a whole number from `least` to `most`: Spin(4, 1, 20)."""

    least: int
    most: int

    def __new__(cls, value: int, least: int = -2**31, most: int = 2**31 - 1) -> Spin:
        made = super().__new__(cls, value)
        made.least, made.most = least, most
        if not least <= value <= most:
            raise WrongUse(f"{value} is not from {least} to {most}")
        return made


class Choice(str):
    """An option that is one of some words, without a value the first: Choice("solid", "wild")."""

    words: tuple[str, ...]

    def __new__(cls, *words: str, value: str = "") -> Choice:
        if not words or value and value not in words:
            raise WrongUse(f"{value!r} is none of the words {', '.join(words)}")
        made = super().__new__(cls, value or words[0])
        made.words = words
        return made


class Answer(NamedTuple):
    """A turn and what the bot thinks of it: a function that chooses answers this, such a tuple, or a turn.

    The score is from the bot's own side in the unit of the records, as 0.34. Where the game is
    decided, `mate` is the number of the bot's turns until it wins, negative until it loses.
    """

    turn: str
    score: Optional[float] = None
    depth: Optional[int] = None  # turns looked ahead
    pv: Union[str, Sequence[str]] = ()  # the turns that it expects, its own first
    text: str = ""  # anything to be read with the game
    mate: Optional[int] = None
    nodes: Optional[int] = None  # positions looked at


def _answer(chosen: Any) -> Answer:
    """What a function has answered, in full."""
    try:
        answer = Answer(*chosen) if isinstance(chosen, tuple) else Answer(chosen)
    except TypeError:
        raise WrongUse(f"expected a turn or (turn, score, depth, pv, text), not {chosen!r}") from None
    if answer.turn is None:
        raise WrongUse("the function that chooses has answered no turn")
    return answer


def _info(score: Optional[float] = None, depth: Optional[int] = None, pv: Union[str, Sequence[str]] = (),
          text: str = "", mate: Optional[int] = None, nodes: Optional[int] = None) -> list[str]:
    """The lines that tell a referee what a bot thinks."""
    facts = ("depth %d" % depth if depth is not None else "",
             # The protocol counts the turns of both.
             "score mate %d" % (2 * mate - 1 if mate > 0 else 2 * mate) if mate is not None else
             "score cp %d" % round(score * 100) if score is not None else "",
             "nodes %d" % nodes if nodes is not None else "",
             "pv " + " ".join(pv.split() if isinstance(pv, str) else pv) if pv else "")
    told = " ".join(fact for fact in facts if fact)
    words = " ".join(text.split())
    return (["info " + told] if told else []) + (["info string " + words] if words else [])


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _option(name: str, value: Any) -> tuple[str, str, Callable[[str], Any]]:
    """How an option with this default is announced, what its values are, and how they are read."""
    if isinstance(value, bool):
        return f"check default {str(value).lower()}", "true or false", lambda text: {"true": True, "false": False}[text.lower()]
    if isinstance(value, int):
        spin = value if isinstance(value, Spin) else Spin(value)
        return (f"spin default {value} min {spin.least} max {spin.most}", f"a whole number from {spin.least} to {spin.most}",
                lambda text: Spin(int(text), spin.least, spin.most))
    if isinstance(value, Choice):
        words = {word.lower(): word for word in value.words}
        return (f"combo default {value}" + "".join(f" var {word}" for word in value.words), "one of " + ", ".join(value.words),
                lambda text: Choice(*value.words, value=words[text.lower()]))
    if isinstance(value, float):
        return f"string default {value}", "a number", _finite
    if isinstance(value, str) and len(value.splitlines()) <= 1:
        return f"string default {value}", "a text", str
    raise WrongUse(f"the option {name} is {value!r}, not True or False, a number, a line of text, a Spin or a Choice")


class _Options:
    """The options of a bot, in a dict or in the attributes of an object, where the referee's values go."""

    def __init__(self, options: Any) -> None:
        self._values: dict[str, Any] = {} if options is None else options if isinstance(options, dict) else vars(options)
        self._known = {}
        for name, value in self._values.items():
            words = name.split() if isinstance(name, str) else []
            if not words or " ".join(words) != name or "value" in words or name.lower() in _RESERVED:
                raise WrongUse(f"{name!r} cannot be the name of an option")
            self._known[name.lower()] = name, _option(name, value)

    def lines(self) -> list[str]:
        """As they are announced."""
        return [f"option name {name} type {kind}" for name, (kind, _, _) in self._known.values()]

    def set(self, name: str, text: str) -> Optional[str]:
        """Sets it, if there is one of this name; what is wrong with its value, if something is."""
        if name.lower() in self._known:
            known, (_, wanted, read) = self._known[name.lower()]
            try:
                self._values[known] = read(text)
            except (ValueError, KeyError, WrongUse):
                return f"option {known}: expected {wanted}, not {text!r}"
        return None


class _LimitFields(NamedTuple):
    nodes: Optional[int] = None
    depth: Optional[int] = None
    movetime: Optional[int] = None
    p1time: Optional[int] = None  # left on White's clock
    p2time: Optional[int] = None
    p1inc: Optional[int] = None  # that White's clock gets for each turn
    p2inc: Optional[int] = None


class Limits(_LimitFields):
    """What may be spent on a turn; None is not limited. Times are in milliseconds.

    A function that thinks for long asks now and then whether it should_stop(), and how much time is
    left.
    """

    _search: _Search

    def __new__(cls, nodes: Optional[int] = None, depth: Optional[int] = None, movetime: Optional[int] = None,
                p1time: Optional[int] = None, p2time: Optional[int] = None, p1inc: Optional[int] = None,
                p2inc: Optional[int] = None) -> Limits:
        made = super().__new__(cls, nodes, depth, movetime, p1time, p2time, p1inc, p2inc)
        made._search = _Search()
        return made

    @classmethod
    def _make(cls, iterable: Iterable[Any], **unused: Any) -> Limits:
        return cls(*iterable)

    def __getstate__(self) -> None:
        """Of a copy nobody waits for the answer."""

    def should_stop(self) -> bool:
        """Has the referee said `stop`, or is there no time left?"""
        left = self.time_left()
        return self._search.is_stopped or (left is not None and left <= 0)

    def time_left(self) -> Optional[float]:
        """Milliseconds left for this turn; None where time is not limited.

        On a clock a turn gets a twenty-fifth of the rest and three quarters of the increment. While
        a bot thinks on the opponent's time its own does not run.
        """
        time = self._turn_time()
        return None if time is None else time - self._search.spent()

    def info(self, score: Optional[float] = None, depth: Optional[int] = None, pv: Union[str, Sequence[str]] = (),
             text: str = "", mate: Optional[int] = None, nodes: Optional[int] = None) -> None:
        """Tells the referee what the bot thinks so far; see Answer."""
        self._search.tell_referee(_info(score, depth, pv, text, mate, nodes))

    def _turn_time(self) -> Optional[float]:
        clock, increment = (self.p2time, self.p2inc) if self._search.is_black else (self.p1time, self.p1inc)
        times: list[float] = [] if self.movetime is None else [self.movetime]
        if clock is not None:
            times.append(min(clock / 25 + (increment or 0) * 3 / 4, clock / 2))
        return min(times) * 0.99 if times else None  # something for the way of the answer

    def _for_built_in(self) -> tuple[int, int, int]:
        """Nodes, depth and milliseconds; without any limit a built-in bot takes its own."""
        left = None if self._search.ponders else self.time_left()
        return (min(max(self.nodes or 0, 0), _MOST) or (_MOST if self._search.is_awaited else 0),
                min(max(self.depth or 0, 0), 1000), 0 if left is None else max(1, round(left)))


class _Search:
    """A `go`: when it began, and whether the answer may be given."""

    def __init__(self, words: Sequence[str] = (),
                 tell_referee: Callable[[Sequence[str]], None] = lambda lines: None) -> None:
        self.words = words
        self.tell_referee = tell_referee
        self.is_black = False
        self.limits: Optional[Limits] = None
        self.is_stopped = False
        self._told: list[Callable[[], None]] = []
        self.ponders = "ponder" in words
        self._is_asked_for = threading.Event()
        self._begun = time.monotonic()
        if not self.ponders and "infinite" not in words:
            self._is_asked_for.set()

    @property
    def is_awaited(self) -> bool:
        """Must there be a `stop` or `ponderhit` before the answer?"""
        return not self._is_asked_for.is_set()

    def spent(self) -> float:
        """Milliseconds of one's own time."""
        return 0 if self.ponders else (time.monotonic() - self._begun) * 1000

    def stop(self) -> None:
        self.is_stopped = True
        self._is_asked_for.set()
        self._tell()

    def _tell(self) -> None:
        for tell in list(self._told):
            tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Whoever is told when it is to stop."""
        self._told.append(tell)
        try:
            yield
        finally:
            self._told.remove(tell)

    def hit(self) -> None:
        """The opponent has played as expected: from now on it is one's own time."""
        if not self.ponders:
            return
        self._begun = time.monotonic()
        self.ponders = False
        self._is_asked_for.set()
        left = self.limits.time_left() if self.limits else None
        if left is not None and self._told:
            alarm = threading.Timer(left / 1000, self._tell)
            alarm.daemon = True
            alarm.start()

    def wait(self) -> None:
        self._is_asked_for.wait()


def _limits(search: _Search, side: str) -> Limits:
    told = {name: int(value) for name, value in zip(search.words, search.words[1:])
            if name in Limits._fields and value.removeprefix("-").isdecimal()}
    limits = Limits(**told)
    limits._search = search
    search.is_black = side == "black"
    search.limits = limits
    return limits


def _takes_two(choose: Callable[..., Any]) -> bool:
    """Is there room for a second argument, not counting those that go by their names alone?"""
    kinds_of_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        parameters = inspect.signature(choose).parameters.values()
    except ValueError:  # one written in C may not tell
        return False
    return (sum(parameter.kind in kinds_of_place for parameter in parameters) > 1
            or any(parameter.kind == inspect.Parameter.VAR_POSITIONAL for parameter in parameters))


class _Server:
    """Takes one command after the other. What concerns the choosing under way is heard at once."""

    def __init__(self, choose: Callable[..., Any], name: str, author: str, ponder: bool, out: IO[str], options: Any) -> None:
        self._choose = choose
        self._options = _Options(options)
        self._takes_limits = _takes_two(choose)
        self._name, self._author, self._ponder, self._out = name, author, ponder, out
        self._speaking = threading.Lock()
        self._commands: queue.SimpleQueue[tuple[Optional[str], Optional[_Search]]] = queue.SimpleQueue()
        self._searches: list[_Search] = []  # not yet answered; more than one if its referee does not wait
        self._searching = threading.Lock()
        self._settings = {"Game": kinds()[0].name, "Variant": "", "Seed": "1"}
        self._asked_variant: Optional[str] = None  # until it is needed, as its game may be told after it
        self._line = ""
        self._game: Optional[Game] = None

    def _say_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str) -> None:
        with self._speaking:
            self._out.write(line + "\n")
            self._out.flush()

    def hear(self, lines: Iterable[str]) -> None:
        """Hears all lines, on a thread of its own; choosing may take long."""
        try:
            for line in lines:
                self._hear(line, line.split())
                if line.split()[:1] == ["quit"]:
                    break
        finally:
            self._hear(None, ["end"])

    def _hear(self, line: Optional[str], words: list[str]) -> None:
        command = words[0] if words else ""
        with self._searching:
            for search in self._searches:
                if command in ("stop", "quit") or search.is_awaited and command in _ENDING:
                    search.stop()
                elif command == "ponderhit":
                    search.hit()
            if command == "isready" and self._searches and not self._searches[-1].is_stopped:
                self._say("readyok")
            elif command not in ("stop", "ponderhit"):
                asked = _Search(words, self._say_all) if command == "go" else None
                self._searches += [asked] if asked else []
                self._commands.put((line, asked))

    def serve(self) -> None:
        """Does what is heard, until there is no more."""
        while True:
            line, search = self._commands.get()
            if line is None or not self._take(line, search):
                return

    def _take(self, line: str, search: Optional[_Search]) -> bool:
        """Takes one line; False after `quit`."""
        words = line.split()
        command = words[0] if words else ""
        if command == "position":
            self._set_position(line, words)
        elif search:
            self._go(search)
        elif command == "isready":
            self._say("readyok")
        elif command == "ugi":
            self._introduce()
        elif command == "query" and len(words) > 1:
            self._tell(words[1])
        elif command == "setoption":
            self._set_option(words)
        elif command in ("uginewgame", "ucinewgame"):
            random.seed(self._settings["Seed"])
            self._forget()
        return command != "quit"

    def _tell(self, question: str) -> None:
        """For managers that know no rules."""
        game = self._game or self._start("")
        results = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}
        answers = {"gameover": str(game.is_over).lower(), "p1turn": str(game.side == "white").lower(),
                   "result": results[game.result]}
        if question in answers:
            self._say("response " + answers[question])

    def _introduce(self) -> None:
        games = " ".join("var " + kind.name for kind in kinds())
        self._say_all([f"id name {self._name}", f"id author {self._author}",
                       f"option name Game type combo default {self._settings['Game']} {games}",
                       "option name Variant type string default ", "option name Seed type string default 1",
                       *(["option name Ponder type check default false"] if self._ponder else []),
                       *self._options.lines(), "ugiok"])

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 4 or words[1] != "name" or "value" not in words:
            return
        value = words.index("value")
        name, text = " ".join(words[2:value]), " ".join(words[value + 1:])
        fault = self._options.set(name, text)
        if fault:
            self._say(f"info string {fault}")
        if name == "Game":
            self._set_game(text)
        elif name == "Variant":
            self._asked_variant = text
        elif name == "Seed":
            self._settings[name] = text
        if name in self._settings:
            self._forget()

    def _set_game(self, name: str) -> None:
        """A variant goes on to the next game, if that has it."""
        try:
            Game(name, seed=_START_SEED)
        except Error as error:
            self._say(f"info string {error}")
            return
        if self._asked_variant is None:
            self._asked_variant = self._settings["Variant"]
        self._settings["Game"], self._settings["Variant"] = name, ""

    def _take_variant(self) -> None:
        """One that the game does not have changes nothing."""
        asked, self._asked_variant = self._asked_variant, None
        if asked is None:
            return
        try:
            Game(self._settings["Game"], asked, seed=_START_SEED)
        except Error as error:
            self._say(f"info string {error}")
        else:
            self._settings["Variant"] = asked

    def _forget(self) -> None:
        self._line, self._game = "", None

    def _start(self, position: str) -> Game:
        self._take_variant()
        game, variant = self._settings["Game"], self._settings["Variant"]
        if position:
            return Game(game, variant, start=position)
        return Game(game, variant, seed=_START_SEED)

    def _set_position(self, line: str, words: list[str]) -> None:
        line = line.rstrip()
        if words[1:2] not in (["startpos"], ["fen"]):
            self._say("info string expected position startpos or position fen")
            return
        try:
            more = line[len(self._line):].split() if self._line and line.startswith(self._line + " ") else []
            if self._game and more and "moves" in (more[0], *self._line.split()):
                game, new = self._game.copy(), [word for word in more if word != "moves"]
            else:
                end = words.index("moves") if "moves" in words else len(words)
                game = self._start(" ".join(words[2:end]) if words[1:2] == ["fen"] else "")
                new = words[end + 1:]
            for turn in new:
                game.play(turn)
        except Error as error:  # the position before stays
            self._say(f"info string {error}")
        else:
            self._game, self._line = game, line

    def _go(self, search: _Search) -> None:
        turn = self._chosen(search)
        search.wait()
        with self._searching:  # what is heard from now on comes after the answer
            self._searches.remove(search)
        self._say("bestmove " + turn)

    def _chosen(self, search: _Search) -> str:
        if self._game is None:
            self._game = self._start("")
        if self._game.is_over:
            return "0000"
        limits = _limits(search, self._game.side)
        game = self._game.copy()
        return _answered(self._choose(game, limits) if self._takes_limits else self._choose(game), limits)


def _answered(chosen: Any, limits: Limits) -> str:
    """The turn of what a function has answered, whose thoughts the referee is told. Of answers each
    better than the one before, that which is known when it is to stop."""
    best = None
    for answer in chosen if inspect.isgenerator(chosen) else [chosen]:
        best = _answer(answer)
        limits.info(*best[1:])
        if limits.should_stop():
            break
    if inspect.isgenerator(chosen):
        chosen.close()
    if best is None:
        raise WrongUse("the function that chooses has answered no turn")
    return str(best.turn)


def _standard_input() -> Iterator[str]:
    """Its lines, without its lock: Python could not end while a thread holds that."""
    try:
        file = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        yield from sys.stdin
        return
    rest = b""
    while read := os.read(file, 1 << 16):
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


def _standard_output() -> IO[str]:
    """It speaks UTF-8, as the protocol does, in every locale."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return sys.stdout


def _script_name() -> str:
    """The name of the program's file without its ending: `mine` of mine.py."""
    name = os.path.splitext(os.path.basename(sys.argv[0] if sys.argv else ""))[0]
    return " ".join(name.split()) if name not in ("", "-c", "-m") else "bot"


def serve(choose: Callable[..., Any], name: str = "", author: str = "unknown", *, options: Any = None, ponder: bool = False,
          lines: Optional[Iterable[str]] = None, out: Optional[IO[str]] = None) -> None:
    """Answers the lines of a referee until there are no more: `schiri.serve(choose, name="mine")`.

    `choose(game)` answers the turn to be played. A function of two arguments is told the Limits as
    well, and asks them whether it should stop:

        def choose(game, limits):
            best = None
            for turn in game.turns():
                if best and limits.should_stop():
                    break
                ...
            return best

    A function that yields turns, each better than the one before, need not ask: the last one counts
    when it is to stop. A turn may come with its score and more, as an Answer or a tuple, and
    `limits.info` tells them while the bot thinks; the referee writes them into the record.

    `options` is a dict, or an object with attributes as of a dataclass. Each is announced with its
    value as default, and holds what the referee has set:

        options = {"Depth": schiri.Spin(4, 1, 20), "Style": schiri.Choice("solid", "wild"), "Book": ""}

    With `ponder` the referee is told that the bot likes to think on its
    opponent's time, in the same way. Without a name the bot is called as its file, `mine` of
    mine.py. Before each game `random` is seeded by what the referee says,
    so that a bot which draws from it plays the same again.
    """
    server = _Server(choose, name or _script_name(), author, ponder, out or _standard_output(), options)
    heard = _standard_input() if lines is None else iter(lines)
    threading.Thread(target=server.hear, args=(heard,), daemon=True).start()
    server.serve()
