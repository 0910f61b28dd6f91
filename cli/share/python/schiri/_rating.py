"""Ratings, cross tables, and what they let one expect."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, NamedTuple, Optional, Sequence, Union

from schiri import _html
from schiri import _library as c
from schiri._library import elements, encoded, found, json_of, library, options_of, require, text
from schiri._record import Record

Games = Iterable[Union[Record, Sequence[str]]]
Anchors = Mapping[str, Union[float, tuple[float, float]]]
Starts = Mapping[str, Union[float, tuple[float, ...]]]


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
    notes: list[str]
    players: list[Player]


class RatingList(_ListFields):
    """Players who can be compared: of one game, variant and pool. Best first."""

    _rated: Optional[tuple[_Ratings, int]] = None

    def __getstate__(self) -> None:
        """A copy does not predict."""

    def predict(self, white: str, black: str) -> Prediction:
        """What to expect of a game between two players of the list, which takes `rate(..., matrix=True)`."""
        if self._rated is None:
            raise c.WrongUse("only a list as rate() has made it predicts")
        ratings, index = self._rated
        return Prediction(**{"superiority" if name == "los" else name: value for name, value in
                             json_of(library.ratings_predict(ratings.handle, index, encoded(white),
                                                             encoded(black))).items()})


class Ratings(list[RatingList]):
    """Lists of ratings, one for each game, variant and pool of players who can be compared."""

    _text: dict[str, str]

    def write(self, form: str = "csv") -> str:
        """The lists as `csv` or `json` (an object a line), as `schiri ratings --format` has them."""
        return _form(self._text, form)

    def _repr_html_(self) -> str:  # for notebooks
        return "".join(_html.table(["player", one.scale, "error", "wins", "draws", "losses"],
                             [(p.name, p.bound if p.rating is None else p.rating, p.error, p.wins, p.draws, p.losses)
                              for p in one.players], _title(one)) for one in self)


class TableRow(NamedTuple):
    """A player of a cross table."""

    name: str
    points: float
    wins: int
    draws: int
    losses: int
    tie_breaks: dict[str, Optional[float]]  # by their codes; None where one says nothing
    performance: Optional[float]  # the rating at which these points were to be expected
    performance_bound: str  # `>` all points were made, `<` none, or empty
    against: dict[str, tuple[int, int, int]]  # wins, draws and losses against each opponent met


class CrossTable(NamedTuple):
    """Players connected by games of one game and variant, by points and tie-breaks. Best first."""

    game: str
    variant: str
    pool: int
    pools: int
    scale: str
    notes: list[str]
    tie_breaks: list[str]
    rows: list[TableRow]


class Tables(list[CrossTable]):
    """Cross tables, one for each game, variant and pool of players connected by games."""

    _text: dict[str, str]

    def write(self, form: str = "csv") -> str:
        """The tables as `csv` or `json` (an object a line), as `schiri table --format` has them."""
        return _form(self._text, form)

    def _repr_html_(self) -> str:  # for notebooks
        return "".join(_html.table(["player", "points", "wins", "draws", "losses", *one.tie_breaks, one.scale],
                             [(r.name, r.points, r.wins, r.draws, r.losses, *r.tie_breaks.values(),
                               r.performance_bound if r.performance is None else r.performance) for r in one.rows],
                             _title(one)) for one in self)


class RatingPoint(NamedTuple):
    """A player's rating after a day or period with games."""

    game: str
    variant: str
    date: str  # of the last game in it: `2026.05.01`
    rating: float
    error: Optional[float]  # half of the 95 % interval
    games: int  # in it


class _Ratings:
    def __init__(self) -> None:
        self.handle = found(library.ratings_new())
        self._free = library.ratings_free

    def __del__(self) -> None:
        if handle := self.__dict__.pop("handle", None):
            self._free(handle)

    def set(self, options: Mapping[str, Any]) -> None:
        """Options by their names, with `_` for `-`."""
        for name, value in options.items():
            if name == "start":
                value = _starts(value)
            for one in _values(value):
                require(library.ratings_set(self.handle, encoded(name.replace("_", "-")), encoded(one)))

    def add(self, games: Games) -> None:
        for one in games:
            if isinstance(one, Record):
                if one.is_valid:
                    require(library.ratings_add(self.handle, one._handle))
            else:
                self._add_result(one)

    def _add_result(self, result: Sequence[str]) -> None:
        if not isinstance(result, (tuple, list)) or not 4 <= len(result) <= 5:
            raise c.WrongUse(f"expected a record or (game, White, Black, result) or that and a date, not {result!r}")
        for word in result:
            encoded(word)
        names = ("game", "white", "black", "result", "date")
        require(library.ratings_add_result(self.handle, options_of(**dict(zip(names, result)))))

    def lists(self) -> Ratings:
        made = Ratings()
        for facts in json_of(library.ratings_lists(self.handle)):
            facts["players"] = [Player(**_named(player)) for player in facts["players"]]
            one = RatingList(**facts)
            one._rated = (self, len(made))
            made.append(one)
        made._text = {form: library.ratings_write(self.handle, encoded(form)) for form in ("csv", "json")}
        return made

    def tables(self) -> Tables:
        require(library.ratings_tabulate(self.handle))
        made = Tables()
        for facts in json_of(library.ratings_tables(self.handle)):
            facts["rows"] = [_row(row) for row in facts["rows"]]
            made.append(CrossTable(**facts))
        made._text = {form: library.ratings_write_tables(self.handle, encoded(form)) for form in ("csv", "json")}
        return made

    def history(self, player: str, method: str) -> list[RatingPoint]:
        points = json_of(library.ratings_history(self.handle, encoded(method), encoded(player)))
        return [RatingPoint(**point) for point in points]


def _named(facts: dict[str, Any]) -> dict[str, Any]:
    return {"name" if key == "player" else key: value for key, value in facts.items()}


def _row(facts: dict[str, Any]) -> TableRow:
    its = _named(facts)
    its["performance_bound"] = its.pop("bound")
    its["against"] = {name: tuple(met) for name, met in its["against"].items()}
    return TableRow(**its)


def _title(one: Union[RatingList, CrossTable]) -> str:
    pool = f", pool {one.pool} of {one.pools}" if one.pools > 1 else ""
    return f"{one.game} {one.variant}{pool}"


def _form(texts: Mapping[str, str], form: str) -> str:
    if form not in texts:
        raise c.WrongUse(f"there is no form '{form}'; there are csv and json")
    return texts[form]


def _values(value: Any) -> list[Optional[str]]:
    """What stands behind an option, each time that it is given."""
    if value is None or value is False:
        return []
    if value is True:
        return [None]
    if isinstance(value, Mapping):
        return [f"{name}={_anchor(its)}" for name, its in value.items()]
    return [str(value)]


def _anchor(value: Union[float, tuple[float, float]]) -> str:
    return "+-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _starts(starts: Optional[Starts]) -> dict[str, str]:
    return {name: ",".join(map(str, its)) if isinstance(its, tuple) else str(its) for name, its in (starts or {}).items()}


def rating_methods() -> list[str]:
    """`bt`, `elo`, `glicko2`; `schiri help ratings` says what each does."""
    return elements(text(library.rating_methods()))


def rating_options() -> dict[str, str]:
    """The options of rate(), history() and table(), and what each does."""
    return {name.replace("-", "_"): meaning for name, meaning in json_of(library.rating_options()).items()}


def rate(games: Games, method: str = "bt", *, no_prior: bool = False, prior_sd: Optional[float] = None,
         anchor: Optional[Anchors] = None, no_errors: bool = False, k: Optional[float] = None,
         fide: bool = False, period: Optional[str] = None, tau: Optional[float] = None,
         start: Optional[Starts] = None, no_forfeits: bool = False, repeats: Optional[str] = None,
         matrix: bool = False) -> Ratings:
    """Rates players by records, or by results `("creeper", "Anna", "Emil", "1-0")`.

    A result may have a date behind it: `"2026.05.01"`. Records with an error are left out. One list
    for each game, variant and pool of players who can be compared.

    Options are those of the command `schiri ratings`; see rating_options(). Anchors are what ratings
    are known to be, and perhaps half of the 95 % interval: `anchor={"Anna": 1600}`,
    `anchor={"Anna": (1600, 50)}`. With `matrix=True` the lists can predict games.
    Starts are first ratings for `elo` and `glicko2`, for the latter perhaps with a deviation and a
    volatility: `start={"Anna": (1500, 200, 0.06)}`.
    """
    ratings = _Ratings()
    ratings.set({"no_prior": no_prior, "prior_sd": prior_sd, "anchor": anchor, "no_errors": no_errors, "k": k,
                 "fide": fide, "period": period, "tau": tau, "start": start, "no_forfeits": no_forfeits,
                 "repeats": repeats, "matrix": matrix})
    ratings.add(games)
    require(library.ratings_rate(ratings.handle, encoded(method)))
    return ratings.lists()


def history(games: Games, player: str, method: str = "elo", **options: Any) -> list[RatingPoint]:
    """One player's rating over time, by a method that knows time: `elo` or `glicko2`.

    Games and options are those of rate(). Earliest first, one game and variant after the other.
    """
    ratings = _Ratings()
    ratings.set(options)
    ratings.add(games)
    return ratings.history(player, method)


def table(games: Games, tie_breaks: Union[str, Sequence[str]] = ()) -> Tables:
    """Cross tables of games as rate() takes them: points, tie-breaks, and results against each other.

    `tie_breaks` are the codes of what decides between equal points: `["DE", "WON"]` or `"DE,WON"`.
    """
    ratings = _Ratings()
    codes = tie_breaks if isinstance(tie_breaks, str) else ",".join(tie_breaks)
    ratings.set({"tie_breaks": codes or None})
    ratings.add(games)
    return ratings.tables()
