"""The built-in bots."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from schiri import _library as c
from schiri._game import Game
from schiri._library import encoded, found, json_of, library, options_of, require, text
from schiri._record import Record
from schiri._ugi import Limits


class Line(NamedTuple):
    """How a bot sees the game go on."""

    turns: list[str]  # of both players, its own first
    score: Optional[float]  # in units of the game's evaluation, positive is good for the bot
    mate: Optional[int]  # a win in this many of its own turns, or a loss if it is negative
    depth: int


class Thought(NamedTuple):
    """What a bot thinks."""

    turn: str
    score: Optional[float]
    mate: Optional[int]
    depth: int  # turns looked ahead
    nodes: int  # positions looked at
    lines: list[Line]


def _scores(told: Optional[dict[str, Any]]) -> dict[str, Any]:
    kind, amount = (told["kind"], told["amount"]) if told else ("", 0)
    return {"score": amount / 100 if kind == "value" else None, "mate": {"win": amount, "loss": -amount}.get(kind)}


def _thought(told: Optional[str]) -> Thought:
    facts = json_of(told)
    facts["lines"] = [Line(**{**line, "turns": line["turns"].split(), **_scores(line["score"])}) for line in facts["lines"]]
    facts.update(_scores(facts["score"]))
    return Thought(**facts)


def bots() -> list[str]:
    """The built-in bots, weakest first."""
    return list(c.facts()["bots"])


class Bot(c.Shared):
    """A built-in bot as `--bot` names it: `Bot("alphabeta:nodes=1000")`. It plays every game."""

    def __init__(self, description: str) -> None:
        self._free = library.bot_free
        self._thinking: Any = None  # its handle, while it thinks
        self._handle = found(library.bot_new(encoded(description)))
        self.description = description

    def __del__(self) -> None:
        if handle := self.__dict__.pop("_handle", None):
            self._free(handle)

    def __repr__(self) -> str:
        return f"schiri.Bot({self.description!r})"

    def __reduce__(self) -> Any:
        """A copy is a new bot of the same description."""
        return Bot, (self.description,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bot):
            return NotImplemented
        return self.description == other.description

    def __hash__(self) -> int:
        return hash(self.description)

    def new_game(self, seed: int = 1) -> None:
        """A new game begins; everything random in it follows from the seed."""
        require(library.bot_new_game(self._handle, c.whole(seed, "a seed", 2**64 - 1)))

    def think(self, game: Game, limits: Optional[Limits] = None, *, nodes: int = 0, depth: int = 0,
              milliseconds: int = 0, listener: Optional[Callable[[Thought], None]] = None) -> Thought:
        """What it thinks of a position, within these limits or those of its description.

        The listener is told what it thinks so far, and may stop it. With the Limits of a function
        that serve() asks, it thinks as long as the referee lets it.
        """
        c.of_kind(game, Game, "a game")
        if limits is None:
            return self._think(game, nodes, depth, milliseconds, listener)
        should_stop = c.of_kind(limits, Limits, "the limits of a function that is asked").should_stop

        def listen(thought: Thought) -> None:
            if should_stop():
                self.stop()
            if listener:
                listener(thought)

        with limits._search.telling(self.stop):
            told = limits._for_built_in()
            return self._think(game, nodes or told[0], depth or told[1], milliseconds or told[2], listen)

    def _think(self, game: Game, nodes: int, depth: int, milliseconds: int,
               listener: Optional[Callable[[Thought], None]]) -> Thought:
        callee = c.Callee()

        def tell(so_far: Any, _: Any) -> None:
            try:
                if listener and callee.error is None:
                    callee.ask(listener, _thought(text(so_far)))
            except BaseException as error:
                callee.note(error)
            if callee.error is not None:
                self.stop()

        call = c.Listener(tell) if listener else c.Listener(0)
        limits = options_of(nodes=c.whole(nodes, "nodes", 2**64 - 1), depth=c.whole(depth, "depth", 2**31 - 1),
                            milliseconds=c.whole(milliseconds, "milliseconds", 2**64 - 1))
        copy = game.copy()
        with c.alone(self) as handle:
            self._thinking = handle
            try:
                with callee.called():
                    told = library.bot_think(handle, copy._handle, limits, call, None)
            finally:
                self._thinking = None
        return _thought(told)

    def choose(self, game: Game, limits: Optional[Limits] = None, *, nodes: int = 0, depth: int = 0,
               milliseconds: int = 0) -> str:
        """The turn that it would play."""
        return self.think(game, limits, nodes=nodes, depth=depth, milliseconds=milliseconds).turn

    def stop(self) -> None:
        """Ends its thinking soon; any thread may call it."""
        handle = self._thinking
        if handle is not None:
            library.bot_stop(handle)

    def analyse(self, record: Record) -> None:
        """Comments on each turn of a valid record."""
        c.of_kind(record, Record, "a record")
        with c.alone(self) as handle, c.alone(record) as its:
            self._thinking = handle
            try:
                require(library.record_analyse(its, handle, None))
            finally:
                self._thinking = None
