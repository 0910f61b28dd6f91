"""Ratings."""

from __future__ import annotations

import math
from typing import Iterable, NamedTuple, Optional, Union

from schiri import _library as c
from schiri._game import Game
from schiri._library import elements, encoded, found, library, require, text
from schiri._record import Record


class Player(NamedTuple):
    """A player of a list; results are from its own side."""

    name: str
    rating: Optional[float]  # None where `bound` says more
    error: Optional[float]  # half of the 95 % interval
    wins: int
    draws: int
    losses: int
    effective_games: int  # that the rating has used
    bound: str  # `>` stronger than all it can be compared with, `<` weaker, or empty


class RatingList(NamedTuple):
    """Players who can be compared: of one game, variant and pool. Best first."""

    game: str
    variant: str
    pool: int
    pools: int
    scale: str
    notes: list[str]
    players: list[Player]


class _Ratings:
    def __init__(self) -> None:
        self.handle = found(library.ratings_new())

    def __del__(self) -> None:
        library.ratings_free(self.handle)

    def lists(self) -> list[RatingList]:
        told = c.RatingList()
        made: list[RatingList] = []
        while library.ratings_list(self.handle, len(made), told) == c.OK:
            players = [self._player(len(made), i) for i in range(told.players)]
            made.append(RatingList(text(told.game), text(told.variant), told.pool, told.pools, text(told.scale),
                                   elements(text(told.notes)), players))
        return made

    def _player(self, index: int, player: int) -> Player:
        told = c.RatedPlayer()
        require(library.ratings_player(self.handle, index, player, told))
        return Player(text(told.name), _number(told.rating), _number(told.error), told.wins, told.draws,
                      told.losses, told.effective_games, ("", ">", "<")[told.bound])


def _number(value: float) -> Optional[float]:
    return None if math.isnan(value) else value


def rating_methods() -> list[str]:
    return elements(text(library.rating_methods()))


def rate(games: Iterable[Union[Record, tuple[str, str, str, str]]], method: str = "bt") -> list[RatingList]:
    """Rates players by records, or by results `("creeper", "Anna", "Emil", "1-0")`.

    Records with an error are left out. One list for each game, variant and pool of players who can
    be compared.
    """
    ratings = _Ratings()
    for one in games:
        if not isinstance(one, Record):
            game, white, black, result = (encoded(word) for word in one)
            require(library.ratings_add_result(ratings.handle, game, None, white, black, result, None, None, None))
        elif one.is_valid:
            require(library.ratings_add(ratings.handle, one._handle))
    require(library.ratings_rate(ratings.handle, encoded(method)))
    return ratings.lists()
