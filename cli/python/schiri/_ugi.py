"""A bot of your own: it chooses turns, and serve() speaks the Universal Game Interface for it."""

from __future__ import annotations

import inspect
import random
import sys
from typing import IO, Any, Callable, NamedTuple, Optional

from schiri._game import Game, kinds
from schiri._library import Error

_START_SEED = 1  # all programs mean the same by `startpos`


class Limits(NamedTuple):
    """What may be spent on a turn; None is not limited. Times are in milliseconds."""

    nodes: Optional[int] = None
    depth: Optional[int] = None
    movetime: Optional[int] = None
    p1time: Optional[int] = None  # left on White's clock
    p2time: Optional[int] = None
    p1inc: Optional[int] = None  # that White's clock gets for each turn
    p2inc: Optional[int] = None


def _limits(words: list[str]) -> Limits:
    told = {name: int(value) for name, value in zip(words, words[1:])
            if name in Limits._fields and value.lstrip("-").isdigit()}
    return Limits(**told)


def _takes_two(choose: Callable[..., Any]) -> bool:
    """Is there room for a second argument, not counting those that go by their names alone?"""
    kinds_of_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(choose).parameters.values()
    return (sum(parameter.kind in kinds_of_place for parameter in parameters) > 1
            or any(parameter.kind == inspect.Parameter.VAR_POSITIONAL for parameter in parameters))


class _Server:
    def __init__(self, choose: Callable[..., str], name: str, author: str, out: IO[str]) -> None:
        self._choose = choose
        self._takes_limits = _takes_two(choose)
        self._name, self._author, self._out = name, author, out
        self._settings = {"Game": kinds()[0].name, "Variant": "", "Seed": "1"}
        self._line = ""
        self._game: Optional[Game] = None

    def _say(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()

    def take(self, line: str) -> bool:
        """Takes one line; False after `quit`."""
        words = line.split()
        command = words[0] if words else ""
        if command == "position":
            self._set_position(line, words)
        elif command == "go":
            self._say("bestmove " + self._answer(words))
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
        self._say(f"id name {self._name}\nid author {self._author}\n"
                  f"option name Game type combo default {self._settings['Game']} {games}\n"
                  "option name Variant type string default \n"
                  "option name Seed type string default 1\nugiok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 4 or words[1] != "name" or "value" not in words:
            return
        value = words.index("value")
        self._settings[" ".join(words[2:value])] = " ".join(words[value + 1:])
        self._forget()

    def _forget(self) -> None:
        self._line, self._game = "", None

    def _start(self, position: str) -> Game:
        game, variant = self._settings["Game"], self._settings["Variant"]
        if position:
            return Game(game, variant, position=position)
        return Game(game, variant, seed=_START_SEED)

    def _set_position(self, line: str, words: list[str]) -> None:
        line = line.rstrip()
        try:
            if self._game is None or not line.startswith(self._line + " "):
                end = words.index("moves") if "moves" in words else len(words)
                self._game = self._start(" ".join(words[2:end]) if words[1:2] == ["fen"] else "")
                new = words[end + 1:]
            else:
                new = [word for word in line[len(self._line):].split() if word != "moves"]
            for turn in new:
                self._game.play(turn)
            self._line = line
        except Error as error:
            self._forget()
            self._say(f"info string {error}")

    def _answer(self, words: list[str]) -> str:
        if self._game is None:
            self._game = self._start("")
        if self._game.is_over:
            return "0000"
        game = self._game.copy()
        return str(self._choose(game, _limits(words)) if self._takes_limits else self._choose(game))


def serve(choose: Callable[..., Any], name: str = "bot", author: str = "unknown", *,
          lines: Optional[IO[str]] = None, out: Optional[IO[str]] = None) -> None:
    """Answers the lines of a referee until there are no more: `schiri.serve(choose, name="mine")`.

    `choose(game)` answers the turn to be played. A function of two arguments is told the Limits as
    well. Before each game `random` is seeded by what the referee says, so that a bot which draws
    from it plays the same again.
    """
    server = _Server(choose, name, author, out or sys.stdout)
    for line in lines or sys.stdin:
        if not server.take(line):
            break
