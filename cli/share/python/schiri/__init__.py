"""The games of schiri in Python: rules, records, bots, ratings, and bots of your own.

    import schiri

    game = schiri.Game("creeper")
    for turn in game.turns():
        print(turn)
    game.play("E7+D6")

It needs no compiler and no other package: it calls the library libschiri, which is installed along
with it. `schiri help library` is its manual.
"""

from schiri._game import Ending, Figure, Game, Kind, Parts, Turns, kinds
from schiri._library import Error, IllegalTurn, Unusable, WrongUse, library as _functions
from schiri._record import Finding, Header, Note, Record, Tags, explain, forms, read, read_tags, read_text, write
from schiri._bot import Bot, Line, Thought, bots
from schiri._rating import (CrossTable, Player, Prediction, RatingList, RatingPoint, Ratings, TableRow, Tables, history,
                            rate, table)
from schiri._own_game import serve_game
from schiri._ugi import Answer, Choice, Limits, Spin, serve
from schiri._database import Database, Imported
from schiri._run import Output, Rows, run
from schiri._tournament import Tournament, tournament
from schiri._vector import Step, VectorGame

__version__: str = _functions.version().decode()

__all__ = [
    "Answer", "Bot", "Choice", "CrossTable", "Database", "Ending", "Error", "Figure", "Finding", "Game", "Header", "IllegalTurn", "Imported", "Kind",
    "Limits", "Line", "Note", "Output", "Parts", "Player", "Prediction", "RatingList", "RatingPoint", "Ratings", "Record", "Rows", "Spin", "Step",
    "TableRow", "Tables", "Tags", "Thought", "Tournament", "Turns", "Unusable", "VectorGame", "WrongUse", "bots", "explain",
    "forms", "history", "kinds", "rate", "read", "read_tags", "read_text", "run", "serve", "serve_game", "table", "tournament",
    "write",
]
