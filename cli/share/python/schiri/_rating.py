"""Ratings, cross tables, and what they let one expect."""

from __future__ import annotations

import itertools
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

from schiri import _html
from schiri import _library as c
from schiri._database import records_file
from schiri._game import Game
from schiri._library import encoded
from schiri._record import Record
from schiri._run import Output, Rows, run, words_of

Games = Iterable[Union[Record, Sequence[str]]]
Anchors = Mapping[str, Union[float, tuple[float, float]]]
Starts = Mapping[str, Union[float, tuple[float, ...]]]


class Player(NamedTuple):
    """A player of a list; results are from its own side."""

    name: str
    rating: Optional[float]  # None where `bound` says more
    error: Optional[float]  # half of the 95 % interval; None if an end is open
    low: Optional[float]  # its ends; None if open
    high: Optional[float]
    wins: int
    draws: int
    losses: int
    effective_games: int  # that the rating has used
    bound: str  # `>` if the games set no upper end, `<` no lower one, or empty


class Prediction(NamedTuple):
    """What to expect of a game between two players; chances are from 0 to 1."""

    white_wins: float
    draw: float
    black_wins: float
    difference: float  # White's rating minus Black's
    error: float  # half of its 95 % interval
    superiority: float  # how likely White is the stronger player

    @property
    def score(self) -> float:
        """The points that White makes on the average."""
        return self.white_wins + self.draw / 2


class _ListFields(NamedTuple):
    game: str
    variant: str
    pool: int
    pools: int
    scale: str
    players: list[Player]


class RatingList(_ListFields):
    """Players who can be compared: of one game, variant and pool. Best first."""

    _made: Optional[_Command] = None

    def __getstate__(self) -> None:
        """A copy does not predict."""

    def predict(self, white: str, black: str) -> Prediction:
        """What to expect of a game between two players of the list, which the method `bt` has made."""
        if self._made is None:
            raise c.WrongUse("only a list as rate() has made it predicts")
        for row in self._made.run("--predict", white, black):
            if (row["game"], row["variant"], row["white"]) == (self.game, self.variant, white):
                return Prediction(*(row[key] for key in ("white_wins", "draw", "black_wins", "difference", "error", "los")))
        raise c.WrongUse(f"the list has no players '{white}' and '{black}'")


class Ratings(list[RatingList]):
    """Lists of ratings, one for each game, variant and pool of players who can be compared."""

    _made: _Command

    def write(self, form: str = "csv") -> str:
        """The lists as `csv` or `json` (an object a line), as `schiri ratings --format` has them."""
        return self._made.write(form)

    def _repr_html_(self) -> str:  # for notebooks
        return "".join(_html.table(["player", one.scale, "error", "wins", "draws", "losses"],
                             [(p.name, p.bound if p.rating is None else p.rating, p.bound if p.error is None else p.error, p.wins, p.draws, p.losses)
                              for p in one.players], _title(one)) for one in self)


class TableRow(NamedTuple):
    """A player of a cross table."""

    name: str
    points: float
    wins: int
    draws: int
    losses: int
    tie_breaks: dict[str, Optional[float]]  # by their keys in tables; None where one says nothing
    performance: Optional[float]  # the rating at which these points were to be expected
    performance_bound: str  # `>` all points were made, `<` none, or empty
    against: dict[str, tuple[int, int, int]]  # wins, draws and losses against each opponent met


class CrossTable(NamedTuple):
    """Players connected by games of one game and variant, by points and tie-breaks. Best first."""

    game: str
    variant: str
    pool: int
    pools: int
    tie_breaks: list[str]
    rows: list[TableRow]


class Tables(list[CrossTable]):
    """Cross tables, one for each game, variant and pool of players connected by games."""

    _made: _Command

    def write(self, form: str = "csv") -> str:
        """The tables as `csv` or `json` (an object a line), as `schiri table --format` has them."""
        return self._made.write(form)

    def _repr_html_(self) -> str:  # for notebooks
        return "".join(_html.table(["player", "points", "wins", "draws", "losses", *one.tie_breaks, "performance"],
                             [(r.name, r.points, r.wins, r.draws, r.losses, *r.tie_breaks.values(),
                               r.performance_bound if r.performance is None else r.performance) for r in one.rows],
                             _title(one)) for one in self)


class RatingPoint(NamedTuple):
    """A player's rating after a day or period with games."""

    game: str
    variant: str
    date: Optional[str]  # of the last game in it: `2026-05-01`
    rating: float
    error: Optional[float]  # half of the 95 % interval
    games: int  # in it


class _Command:
    """A command that reads games, to be run once and again."""

    def __init__(self, games: Games, words: Sequence[str]) -> None:
        with records_file(map(_record_of, games), take_all=False) as file:
            self._text = file.read()
        self._words = words

    def run(self, *more: str) -> Output:
        return run(*self._words, *more, "--quiet", "-", input=self._text)

    def write(self, form: str) -> str:
        if form not in ("csv", "json"):
            raise c.WrongUse(f"there is no form '{form}'; there are csv and json")
        return self.run("--format", form).text


def _record_of(one: Any) -> Any:
    """A record, or that of a result."""
    if isinstance(one, (Record, Game)):
        return one
    if not isinstance(one, (tuple, list)) or not 4 <= len(one) <= 5:
        raise c.WrongUse(f"expected a record or (game, White, Black, result) or that and a date, not {one!r}")
    for word in one:
        encoded(word)
    name, white, black, result, *date = one
    record = Game(name, seed=1).record(White=white, Black=black, **({"Date": date[0]} if date else {}))
    record.result = result
    return record


def _pools(rows: Rows) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The rows of each pool, after what they have in common."""
    def kind(row: dict[str, Any]) -> tuple[Any, ...]:
        return row["game"], row["variant"], row["pool"]

    pools = [(key, list(its)) for key, its in itertools.groupby(rows, kind)]
    last = {key[:2]: max(other[2] for other, _ in pools if other[:2] == key[:2]) for key, _ in pools}
    return [({"game": key[0], "variant": key[1], "pool": key[2], "pools": last[key[:2]]}, its) for key, its in pools]


def _title(one: Union[RatingList, CrossTable]) -> str:
    pool = f", pool {one.pool} of {one.pools}" if one.pools > 1 else ""
    return f"{one.game} {one.variant}{pool}"


def _options(options: Mapping[str, Any]) -> list[str]:
    """Options as words; a rating may have more numbers behind it."""
    def joined(its: Any, sign: str) -> str:
        return sign.join(map(str, its)) if isinstance(its, tuple) else str(its)

    signs = {"anchor": "+-", "start": ","}
    return words_of({name: [f"{player}={joined(its, signs.get(name, ','))}" for player, its in value.items()]
                     if isinstance(value, Mapping) else value for name, value in options.items()})


def rate(games: Games, method: str = "bt", **options: Any) -> Ratings:
    """Rates players by records, or by results `("creeper", "Anna", "Emil", "1-0")`.

    A result may have a date behind it: `"2026.05.01"`. Records with an error are left out. One list
    for each game, variant and pool of players who can be compared.

    Options are those of `schiri ratings`, with `_` for `-`. Anchors are what ratings are known to be, and
    perhaps half of the 95 % interval: `anchor={"Anna": 1600}`, `anchor={"Anna": (1600, 50)}`. Starts are
    first ratings for `elo` and `glicko2`, for the latter perhaps with a deviation and a volatility:
    `start={"Anna": (1500, 200, 0.06)}`.
    """
    command = _Command(games, ["ratings", "--method", method, *_options(options)])
    made = Ratings()
    for common, rows in _pools(command.run()):
        players = [Player(row["player"], row["rating"], row["error"], row["low"], row["high"], row["wins"], row["draws"], row["losses"],
                          row["effective_games"], row["bound"] or "") for row in rows]
        one = RatingList(**common, scale=rows[0]["scale"], players=players)
        one._made = command
        made.append(one)
    made._made = command
    return made


def history(games: Games, player: str, method: str = "elo", **options: Any) -> list[RatingPoint]:
    """One player's rating over time, by a method that knows time: `elo` or `glicko2`.

    Games and options are those of rate(). Earliest first, one game and variant after the other.
    """
    rows = _Command(games, ["ratings", "--method", method, *_options(options)]).run("--history", player)
    names = ("game", "variant", "date", "rating", "error", "games")
    return [RatingPoint(*(row[name] for name in names)) for row in rows]


_OF_ROWS = ("game", "player", "rank", "games", "wins", "draws", "losses", "points", "performance", "performance_bound",
            "variant", "pool", "against")


def table(games: Games, tie_breaks: Union[str, Sequence[str]] = ()) -> Tables:
    """Cross tables of games as rate() takes them: points, tie-breaks, and results against each other.

    `tie_breaks` are the codes of what decides between equal points: `["DE", "WON"]` or `"DE,WON"`.
    """
    codes = tie_breaks if isinstance(tie_breaks, str) else ",".join(tie_breaks)
    command = _Command(games, ["table", *words_of({"tie_breaks": codes or None})])
    made = Tables()
    for common, rows in _pools(command.run()):
        keys = [key for key in rows[0] if key not in _OF_ROWS]
        made.append(CrossTable(**common, tie_breaks=keys, rows=[TableRow(
            row["player"], row["points"], row["wins"], row["draws"], row["losses"], {key: row[key] for key in keys},
            row["performance"], row["performance_bound"] or "",
            {name: (met[0], met[1], met[2]) for name, met in row["against"].items()}) for row in rows]))
    made._made = command
    return made
