"""Games being played."""

from __future__ import annotations

import ctypes
import random as chance
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Optional, Union, cast

from schiri._library import (OK, WRONG, IllegalTurn, Shared, WrongUse, elements, encoded, facts, failure,
                             found, json_of, library, require, text, whole)
from schiri._run import run

if TYPE_CHECKING:
    from schiri._record import Record

_FEW = 2048  # turns that are listed at once
_OUTCOMES = (None, "white", "black", "draw")
_RETURNS = {"*": (0.0, 0.0), "1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
_RESULTS = {None: "*", "white": "1-0", "black": "0-1", "draw": "1/2-1/2"}


class Ending(NamedTuple):
    """How the rules ended a game."""

    outcome: str  # `white`, `black` or `draw`
    reason: str  # a word of the game's rules: `chain`


class Figure(NamedTuple):
    """What lies on the board, and where: coordinates of the drawing, downwards and to the right."""

    symbol: str
    x: float
    y: float


class Parts(NamedTuple):
    """How the beginning of a turn can go on."""

    begun: str  # the beginning as turns are spelled
    is_turn: bool  # is it a whole turn?
    next: list[str]  # the parts that can follow, each with its sign


class Kind(NamedTuple):
    """One of the games that there are."""

    name: str
    title: str
    summary: str
    rules: str
    variants: list[str]
    endings: list[str]
    starts_with_roll: bool
    streams_turns: bool
    planes: list[str]
    settings: dict[str, list[str]]  # the values of each, the default first
    actions: list[str]  # all turns that any position may have, for policies; none if they are too many
    parts: list[str]  # all parts that turns may have, see Game.parts()

    def __hash__(self) -> int:
        return hash(self.name)


def facts_of(name: str) -> dict[str, Any]:
    for its in facts()["games"]:
        if its["name"] == name:
            return dict(its)
    raise WrongUse(f"schiri does not know the rules of {name}")


def has_rules(name: str) -> bool:
    """Is it one of schiri's games? Records may be of others."""
    return any(its["name"] == name for its in facts()["games"])


def _kind(its: dict[str, Any]) -> Kind:
    return Kind(**{name: its["planes"]["names"] if name == "planes" else its[name] for name in Kind._fields})


_numbers: dict[str, dict[str, int]] = {}  # of the actions of each game


def _action_numbers(name: str) -> dict[str, int]:
    if name not in _numbers:
        _numbers[name] = {turn: number for number, turn in enumerate(facts_of(name)["actions"])}
    return _numbers[name]


def kinds() -> list[Kind]:
    """All games that there are."""
    return [_kind(its) for its in facts()["games"]]


class Turns(Iterator[str]):
    """The legal turns of a position, one after the other, as they are asked for. They may be millions.

    `turn in game.turns()` asks the rules, in any spelling, and goes through none of them; with a
    limit it goes through those.
    """

    def __init__(self, game: Game, limit: Optional[int]) -> None:
        self._game, self._limit = game.copy(), limit
        self._listed = iter(self._list())

    def _list(self) -> Iterator[str]:
        def listed(turns: Optional[str]) -> list[str]:
            if turns is None:
                raise failure()
            return elements(turns)

        limit = self._limit
        if limit == 0:
            return
        if limit is not None and limit > _FEW:
            yield from listed(library.many_game_turns(self._game._handle, limit))
            return
        first = listed(library.game_turns(self._game._handle, limit or _FEW))
        yield from first
        if limit is None and len(first) == _FEW:
            yield from self._further(len(first))

    def _further(self, given: int) -> Iterator[str]:
        """Each time it looks further, so that the first ones come soon and all in the time of twice."""
        while True:
            room = 8 * given
            turns = library.many_game_turns(self._game._handle, room)
            if turns is None:
                raise failure()
            known = elements(turns)
            yield from known[given:]
            if len(known) < room:
                return
            given = room

    def __next__(self) -> str:
        return next(self._listed)

    def __contains__(self, turn: object) -> bool:
        if not isinstance(turn, str):
            return False
        if self._limit is not None:
            return turn in Turns(self._game, self._limit)._listed
        return self._game.is_legal(turn)

    def __reduce__(self) -> Any:
        raise TypeError("the turns of a position cannot be copied or pickled; copy the game, or list(game.turns())")


def _played(name: str, variant: str, start: str, turns: list[str]) -> Game:
    game = Game(name, variant, start=start)
    for turn in turns:
        game.play(turn)
    return game


class Game(Shared):
    """A game of some kind, in some variant, from its start or another position.

    What is left to chance (in Sperre the first roll) is either told or drawn from `seed`. Turns are
    texts, in any spelling of the game's notation.
    """

    def __init__(self, name: str, variant: Optional[str] = None, *, start: Optional[str] = None,
                 roll: Optional[str] = None, seed: Optional[int] = None) -> None:
        if seed is not None and (start is not None or roll is not None):
            raise WrongUse("a seed draws the start; give it without start and roll")
        drawn = None if seed is None else ctypes.c_uint64(whole(seed, "a seed", 2**64 - 1))
        handle = library.game_new(encoded(name), encoded(variant), encoded(start), encoded(roll), drawn)
        self._take(found(handle))

    def _take(self, handle: Any) -> None:
        self._handle = handle
        self._free = library.game_free

    @classmethod
    def _of(cls, handle: Any) -> Game:
        game = cls.__new__(cls)
        game._take(found(handle))
        return game

    def __del__(self) -> None:
        if handle := self.__dict__.pop("_handle", None):
            self._free(handle)

    def __repr__(self) -> str:
        return f"<schiri.Game {self.name}: {self.position}>"

    def copy(self) -> Game:
        """The same game, to be played on by itself."""
        return Game._of(library.game_copy(self._handle))

    __copy__ = copy

    def __reduce__(self) -> Any:
        return _played, (self.name, self.variant, self.start, self.played)

    @classmethod
    def from_turns(cls, name: str, turns: Iterable[str], variant: Optional[str] = None, *,
                   start: Optional[str] = None, roll: Optional[str] = None, seed: Optional[int] = None) -> Game:
        """The game after these turns. Raises IllegalTurn, whose message begins with the turn's number."""
        game = cls(name, variant, start=start, roll=roll, seed=seed)
        for number, turn in enumerate(turns, 1):
            try:
                game.play(turn)
            except IllegalTurn as error:
                raise IllegalTurn(f"turn {number}: {error}") from None
        return game

    def _content(self) -> tuple[str, str, str, tuple[str, ...]]:
        return self.name, self.variant, self.start, tuple(self.played)

    def __eq__(self, other: object) -> bool:
        """Equal games have the same variant, start and turns. Equal positions have equal `position`."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        """Of the game as it is now: one that is a key must not be played on."""
        return hash(self._content())

    @property
    def kind(self) -> Kind:
        """What is known of the game as such: title, rules, variants and more."""
        return _kind(facts_of(self.name))

    def _told(self) -> dict[str, Any]:
        return dict(json_of(library.game_json(self._handle)))

    def _lasting(self, name: str) -> str:
        """What stays as it is, however the game goes on."""
        if name not in self.__dict__.setdefault("_known", {}):
            told = self._told()
            self._known = {each: told[each] for each in ("name", "variant", "start")}
        return str(self._known[name])

    @property
    def name(self) -> str:
        return self._lasting("name")

    @property
    def variant(self) -> str:
        return self._lasting("variant")

    @property
    def side(self) -> str:
        """Whose turn it is: `white` or `black`."""
        return "black" if library.game_side(self._handle) else "white"

    @property
    def ending(self) -> Optional[Ending]:
        """How the rules ended the game; None while it goes on."""
        reason = ctypes.c_char_p()
        outcome = _OUTCOMES[library.game_ending(self._handle, reason)]
        return Ending(outcome, text(reason.value)) if outcome else None

    @property
    def is_over(self) -> bool:
        return bool(library.game_ending(self._handle, None))

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        return _RESULTS[_OUTCOMES[library.game_ending(self._handle, None)]]

    @property
    def position(self) -> str:
        """The position now, as `schiri position` writes it and `start=` reads it."""
        return str(library.game_position(self._handle))

    @property
    def start(self) -> str:
        """The position before the first turn."""
        return self._lasting("start")

    @property
    def played(self) -> list[str]:
        """The turns played so far, as they are usually spelled."""
        return list(self._told()["played"])

    def __len__(self) -> int:
        """How many turns were played."""
        return len(self.played)

    def __bool__(self) -> bool:
        return True

    def play(self, turn: str) -> None:
        """Plays a turn. Raises IllegalTurn, whose message names the rule; then nothing has changed."""
        status = library.game_play(self._handle, encoded(turn))
        if status:
            raise failure(status)

    def undo(self, turns: int = 1) -> None:
        """Takes the last turns back."""
        require(library.game_undo(self._handle, whole(turns, "the number of turns")))

    def turns(self, limit: Optional[int] = None) -> Turns:
        """The legal turns, at most `limit` of them. They may be millions, and come as they are asked for."""
        return Turns(self, None if limit is None else whole(limit, "the limit"))

    def is_legal(self, turn: str) -> bool:
        """Could the turn be played now, in this or another spelling?"""
        try:
            status = library.game_check_turn(self._handle, encoded(turn))
        except WrongUse:  # a zero byte
            return False
        if status >= WRONG:
            raise failure(status)
        return bool(status == OK)

    def count_turns(self) -> int:
        """How many turns are legal."""
        count = ctypes.c_uint64()
        require(library.game_count_turns(self._handle, count))
        return count.value

    def random_turn(self, random: Any = chance, *, exact: bool = True) -> str:
        """A legal turn, each equally likely; `random` is the module or a random.Random.

        Without `exact` it is drawn quickly: each turn is possible, but not equally likely if that
        would be slow (in More or Less).
        """
        seed = ctypes.c_uint64(random.getrandbits(64))
        turn: Optional[str] = library.game_random_turn(self._handle, seed, not exact)
        if turn is None:
            raise failure()
        return turn

    def parts(self, begun: str = "") -> Optional[Parts]:
        """How a turn that begins so can go on, part by part; None if no legal turn begins so."""
        following = library.game_parts(self._handle, encoded(begun))
        return None if following is None else Parts(**json_of(following))

    def action_id(self, turn: str) -> int:
        """The number of a legal turn among `kind.actions`, the same in every position."""
        numbers = _action_numbers(self.name)
        if not numbers:
            raise WrongUse(f"{self.kind.title} has too many turns to number them; its turns have parts, see parts()")
        after = self.copy()
        after.play(turn)
        return numbers[after.played[-1]]

    def perft(self, depth: int) -> int:
        """The number of sequences of so many turns; none follow the end of the game, repetition included."""
        turns = whole(depth, "the depth", 1000)
        if turns == 0:
            return 1
        if turns == 1 or self.is_over:
            return self.count_turns()
        if not self.played:  # a position alone would not tell what is repeated
            words = ("perft", self.name, "--variant", self.variant, "--position", self.position)
            try:
                (row,) = run(*words, "--depth", str(turns))
                return int(row["turns"])
            except WrongUse:  # in a command, as a function that plays in a tournament is
                pass
        return sum(after.perft(turns - 1) for after in self._afterwards())

    def _afterwards(self) -> Iterator[Game]:
        """The games after each of the legal turns."""
        for turn in self.turns():
            after = self.copy()
            after.play(turn)
            yield after

    def board(self, colour: bool = False) -> str:
        """The board in characters."""
        drawn: Optional[str] = library.game_draw(self._handle, b"colour" if colour else b"text", 0, 0)
        if drawn is None:
            raise failure()
        return drawn

    def svg(self, theme: str = "system", coordinates: bool = False, width: int = 480) -> str:
        """The board as an SVG document. Themes are `light`, `dark` and `system`."""
        if theme not in facts()["styles"]:
            raise WrongUse(f"unknown theme '{theme}'; the themes are: {', '.join(facts()['styles'])}")
        drawn: Optional[str] = library.game_draw(self._handle, encoded(theme), bool(coordinates),
                                                 whole(width, "the width", 2**31 - 1))
        if drawn is None:
            raise failure()
        return drawn

    def _repr_svg_(self) -> Optional[str]:  # for notebooks, which show the position if there is none
        return self.svg(width=360) if has_rules(self.name) else None

    def figures(self) -> list[Figure]:
        """What lies on the board, lowest first."""
        return [Figure(*figure) for figure in self._told()["figures"]]

    def planes(self, mover: bool = False) -> memoryview:
        """The position for programs that learn: numbers from 0 to 1, by plane, row and column.

        `numpy.asarray(game.planes())` takes it without a copy; `game.kind.planes` names the planes.
        With `mover` from the point of view of the side to move: its own pieces stand where White's
        are named, and the board is turned for Black, so that equal situations of both sides have
        equal planes but for the last one.
        """
        form = facts_of(self.name)["planes"]
        shape = len(form["names"]), form["rows"], form["columns"]
        count = shape[0] * shape[1] * shape[2]
        numbers = (ctypes.c_float * count)()
        side = library.game_side(self._handle) if mover else 0
        require(library.game_planes(self._handle, side, numbers, count))
        # To newer checkers of types a memoryview without further words is one of whole numbers.
        return cast("memoryview", memoryview(numbers).cast("B").cast("f", shape))

    def returns(self) -> tuple[float, float]:
        """What White and Black have got: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
        return _RETURNS[self.result]

    def record(self, **tags: str) -> Record:
        """The record of the game as it was played: `game.record(White="Anna", Date="2026.05.01")`."""
        from schiri._record import Record  # it knows games

        record = Record._of(library.record_of_game(self._handle))
        for name, value in tags.items():
            record.set_tag(name, value)
        return record
