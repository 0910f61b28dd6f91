"""Many games at once, for programs that learn."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from schiri import _library as c
from schiri._game import Game, Kind, facts_of
from schiri._library import encoded, found, library, require, whole

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray


class Step(NamedTuple):
    """What a step has brought at each place."""

    returns: NDArray[numpy.float32]  # of White and Black: 1, 0 or -1 where a game has ended, otherwise 0
    ended: NDArray[numpy.bool_]  # where a game has ended, and the next one has begun
    cut: NDArray[numpy.bool_]  # where it has ended by max_turns
    sides: NDArray[numpy.uint8]  # who is to move now: 0 White, 1 Black


class VectorGame(c.Shared):
    """Games of one kind side by side: `VectorGame("creeper", 1024)`. It needs numpy.

    Each step plays a turn in every game; a game that ends gives its place to a new one. A turn is a
    number, its place in the order of `game.turns()`, or -1 for a turn that is drawn quickly. The same
    seed and the same choices give the same games.
    """

    def __init__(self, name: str, games: int, variant: Optional[str] = None, *, seed: Optional[int] = None,
                 max_turns: int = 0) -> None:
        drawn = random.getrandbits(64) if seed is None else whole(seed, "a seed", 2**64 - 1)
        self._take(found(library.batch_new(encoded(name), encoded(variant), whole(games, "the number of games"), drawn,
                                           whole(max_turns, "max_turns"))), games)

    def _take(self, handle: Any, games: int) -> None:
        import numpy

        self._free, self._handle, self._numpy, self._games = library.batch_free, handle, numpy, games
        form = facts_of(self[0].name)["planes"]
        self._shape = (games, len(form["names"]), form["rows"], form["columns"])
        self._steps = numpy.dtype([("returns", "f4", 2), ("ended", "?"), ("cut", "?"), ("side", "u1"), ("", "u1")])

    def __del__(self) -> None:
        if handle := self.__dict__.pop("_handle", None):
            self._free(handle)

    def __len__(self) -> int:
        return self._games

    def __repr__(self) -> str:
        return f"<schiri.VectorGame of {self._games} games of {self.kind.name}>"

    def __getitem__(self, index: int) -> Game:
        """A copy of the game at this place."""
        place = index + self._games if index < 0 else index
        if not 0 <= place < self._games:
            raise IndexError(f"there are {self._games} games, and no game {index}")
        return Game._of(library.batch_game(self._handle, place, 0))

    def copy(self) -> VectorGame:
        """It plays on as this one; the games that have ended in the last step are left behind."""
        with c.alone(self) as handle:
            return _loaded(found(library.batch_save(handle)).encode())

    __copy__ = copy

    def __deepcopy__(self, _: Any) -> VectorGame:
        return self.copy()

    def __reduce__(self) -> Any:
        """It plays on as this one; the games that have ended in the last step are left behind."""
        with c.alone(self) as handle:
            return _loaded, (found(library.batch_save(handle)).encode(),)

    @property
    def kind(self) -> Kind:
        return self[0].kind

    def step(self, turns: Optional[ArrayLike] = None, *, actions: Optional[ArrayLike] = None) -> Step:
        """Plays a turn in each game: these numbers, or these actions, or turns that are drawn quickly in all."""
        np = self._numpy
        numbers = None if turns is None else self._whole_numbers(turns)
        if actions is not None:
            if turns is not None:
                raise c.WrongUse("a step takes numbers of turns or actions, not both")
            chosen = self._whole_numbers(actions)
            known = self.actions()
            is_it = (known == chosen[:, None]) & (known >= 0)
            if not is_it.any(axis=1).all():
                place = int(is_it.any(axis=1).argmin())
                raise c.IllegalTurn(f"game {place} has no turn of the action {chosen[place]}")
            numbers = is_it.argmax(axis=1).astype(np.int64)
        steps = np.empty(self._games, self._steps)
        with c.alone(self) as handle:
            require(library.batch_play(handle, None if numbers is None else numbers.ctypes.data, steps.ctypes.data,
                                       self._games))
        return Step(steps["returns"], steps["ended"], steps["cut"], steps["side"])

    def _whole_numbers(self, given: ArrayLike, dimensions: int = 1) -> NDArray[numpy.int64]:
        """Numbers for C, one for each game or a row of them."""
        np = self._numpy
        numbers: NDArray[Any] = np.ascontiguousarray(given)
        if numbers.dtype.kind not in "iu" or numbers.ndim != dimensions or len(numbers) != self._games:
            wanted = "whole numbers of turns" if dimensions == 1 else "rows of whole numbers of turns"
            raise c.WrongUse(f"expected {self._games} {wanted}, not {numbers.dtype} of shape {numbers.shape}")
        made: NDArray[numpy.int64] = numbers.astype(np.int64, copy=False)
        wrapped = (made < 0) & (numbers > 0)  # those from 2**63 on
        if wrapped.any():
            place = tuple(np.argwhere(wrapped)[0])
            raise c.IllegalTurn(f"game {place[0]} has no turn of the number {numbers[place]}")
        return made

    def reset(self, places: Optional[ArrayLike] = None) -> None:
        """Begins new games, at all places or where `places` is true."""
        np = self._numpy
        given: Any = None if places is None else np.ascontiguousarray(places)
        if given is not None and (given.shape != (self._games,) or given.dtype.kind not in "biu"):
            raise c.WrongUse(f"expected {self._games} truth values, not {given.dtype} of shape {given.shape}")
        if given is not None and not np.isin(given, (0, 1)).all():
            raise c.WrongUse(f"expected {self._games} truth values, not numbers of places")
        chosen = None if given is None else given.astype(np.bool_, copy=False)
        with c.alone(self) as handle:
            require(library.batch_reset(handle, None if chosen is None else chosen.ctypes.data, self._games))

    def ended_game(self, index: int) -> Game:
        """The game that has ended at this place in the last step, as it was before the next one began."""
        return Game._of(library.batch_game(self._handle, whole(index, "the place of a game"), 1))

    def last_planes(self, step: Step, mover: bool = True) -> NDArray[numpy.float32]:
        """The planes before the automatic reset: those of planes(), but the last position of each game that
        has ended in this step, the latest one."""
        last = self.planes(mover)
        for index in self._numpy.flatnonzero(step.ended):
            last[index] = self._numpy.asarray(self.ended_game(int(index)).planes(mover))
        return last

    def actions(self) -> NDArray[numpy.int64]:
        """The actions of the legal turns in each game, by their numbers: games by the most turns there are, -1
        after the last one. `kind.actions` has the turn of each."""
        most = int(self.counts().max())
        actions: NDArray[numpy.int64] = self._numpy.empty((self._games, most), self._numpy.int64)
        with c.alone(self) as handle:
            require(library.batch_actions(handle, actions.ctypes.data, actions.size))
        return actions

    def action_masks(self) -> NDArray[numpy.bool_]:
        """Which of `kind.actions` are legal in each game."""
        np, actions = self._numpy, self.actions()
        masks: NDArray[numpy.bool_] = np.zeros((self._games, len(self.kind.actions)), np.bool_)
        places, turns = np.nonzero(actions >= 0)
        masks[places, actions[places, turns]] = True
        return masks

    def afterstates(self, turns: Optional[ArrayLike] = None, mover: bool = True) -> NDArray[numpy.float32]:
        """The planes after each of some turns: `turns` are numbers, games by turns, -1 for none; by default all.

        The shape is games, turns, planes, rows, columns. With `mover` they are from the point of view of the
        side to move then, the opponent.
        """
        np = self._numpy
        if turns is None:
            counts = self.counts()
            most = np.arange(int(counts.max()))
            turns = np.where(most < counts[:, None].astype(np.int64), most, -1)
        numbers = self._whole_numbers(turns, 2)
        made: NDArray[numpy.float32] = np.empty((*numbers.shape, *self._shape[1:]), np.float32)
        with c.alone(self) as handle:
            require(library.batch_afterstates(handle, numbers.ctypes.data, numbers.shape[1], bool(mover), made.ctypes.data,
                                              made.size))
        return made

    def planes(self, mover: bool = True, out: Optional[NDArray[numpy.float32]] = None) -> NDArray[numpy.float32]:
        """The planes of each game (see Game.planes), from the point of view of the side to move.

        The shape is games, planes, rows, columns; `out` is an array that takes them.
        """
        np = self._numpy
        made: NDArray[numpy.float32] = np.empty(self._shape, np.float32) if out is None else out
        if made.shape != self._shape or made.dtype != np.float32 or not made.flags.carray:
            raise c.WrongUse(f"expected an array of float32 of the shape {self._shape}, row by row and not read-only")
        with c.alone(self) as handle:
            require(library.batch_planes(handle, bool(mover), made.ctypes.data, made.size))
        return made

    def counts(self) -> NDArray[numpy.uint64]:
        """The number of legal turns in each game."""
        counts: NDArray[numpy.uint64] = self._numpy.empty(self._games, self._numpy.uint64)
        with c.alone(self) as handle:
            require(library.batch_count_turns(handle, counts.ctypes.data, self._games))
        return counts

    def masks(self, width: Optional[int] = None) -> NDArray[numpy.bool_]:
        """Which numbers name a turn in each game: games by `width`, by default the most turns there are now."""
        counts = self.counts()
        most = int(counts.max()) if width is None else whole(width, "the width")
        if most > 1_000_000:
            raise c.WrongUse(f"a mask of {most} turns is too wide; choose among turns that are drawn")
        masks: NDArray[numpy.bool_] = self._numpy.arange(most, dtype=self._numpy.uint64) < counts[:, None]
        return masks


def _loaded(saved: bytes) -> VectorGame:
    vector = VectorGame.__new__(VectorGame)
    handle = found(library.batch_load(saved))
    vector._take(handle, len(json.loads(saved)["games"]))
    return vector
