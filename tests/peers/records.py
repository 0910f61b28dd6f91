"""Reads what schiri writes, nasty records included, with pgn-extract and python-chess.

Both know chess only. python-chess skips words that are no chess moves; pgn-extract stops at them,
so it gets the records without their turns.
"""

import io
import random
import re
import sys
from pathlib import Path
from typing import Any, Callable

from peer import CASES, DATA, WORK, compare, finish, report, rows, run, schiri

Game = dict[str, Any]
TEXTS = [
    'Jean "le Fou" Renard',
    "C:\\bots\\alpha\\",
    "Łukasz Żółć, 楊 中文, Ünïcödé 🎲",
    "[Event] {not a comment} ; 100% $5 (no variation)",
    "x" * 300,
    "a  b",
]
COMMENTS = [
    'quoted "text" and a \\ backslash',
    "[%clk 0:01:23] [not a tag]",
    "; $3 (brackets) 1-0 *",
    "word" * 60,
    "Łukasz 楊 🎲 ½",
    "%escape",
    "1. A2+B3",
]


def nasty(game: str) -> tuple[str, list[Game]]:
    """Records made nasty, and their tags, comments, NAGs and results."""
    dice = random.Random(game)
    records = rows(schiri("convert", DATA / f"{game}-sample.pgn", "--to", "json", "-q"))[:CASES]
    text = ""
    for record in records:
        record["tags"] = dict(record["tags"]) | {"SetUp": "1", "FEN": "8/8/8/8/8/8/8/8 w - - 0 1"}
        for name in ("Event", "White", "Annotator", "Opening"):
            record["tags"][name] = dice.choice(TEXTS)
        comments, nags, movetext = [], [], []
        for turn in record["movetext"]:
            movetext.append(turn)
            kind = dice.choices(["comment", "nag", "variation", ""], [2, 1, 1, 6])[0]
            if kind == "nag":
                nags.append(dice.choice([1, 2, 5, 139]))
                movetext.append(f"${nags[-1]}")
            elif kind:
                comments.append(dice.choice(COMMENTS))
                movetext.append("{" + comments[-1] + "}")
                if kind == "variation":
                    movetext[-1] = f"({turn} {movetext[-1]})"
        lines = [f'[{name} "{escaped(value)}"]' for name, value in record["tags"].items()]
        lines += ["", " ".join([*movetext, record["result"]]), "", ""]
        text += dice.choice(["\n", "\r\n"]).join(lines)
        record |= {"comments": comments, "nags": nags}
    return text, records


def escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def words(value: Any) -> Any:
    """Comments as words, since lines are broken at other places; other values as they are."""
    is_comments = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return " ".join(value).split() if is_comments else value


def check(peer: str, read: Callable[[str], list[Game]]) -> None:
    differences = []
    cases = 0
    for game in ("creeper", "springerjagd", "more-or-less", "sperre"):
        text, expected = nasty(game)
        for width in ("79", "0"):
            found = read(schiri("convert", "-", "-q", "--width", width, text=text))
            cases += len(expected)
            if len(found) != len(expected):
                differences.append(f"{game}: {len(expected)} games, {len(found)} read")
            for number, (ours, theirs) in enumerate(zip(expected, found), 1):
                for key, value in theirs.items():
                    if words(ours[key]) != words(value):
                        differences.append(f"{game} {number} {key}: {ours[key]} {value}")
    report(peer, "tags, comments, NAGs, results of nasty records by 'convert'", cases, differences)


def python_chess(source: str) -> None:
    sys.path.insert(0, str(Path(source).parent.parent))
    import chess.pgn  # pylint: disable=import-outside-toplevel

    class Reader(chess.pgn.BaseVisitor):  # type: ignore[misc]
        """Collects what a game has besides its moves."""

        def begin_game(self) -> None:
            self.game: Game = {"tags": {}, "comments": [], "nags": []}

        def visit_header(self, tagname: str, tagvalue: str) -> None:
            self.game["tags"][tagname] = unescaped(tagvalue)

        def begin_parse_san(self, board: Any, san: str) -> Any:
            return chess.pgn.SKIP

        def visit_comment(self, comment: str) -> None:
            self.game["comments"].append(comment)

        def visit_nag(self, nag: int) -> None:
            self.game["nags"].append(nag)

        def visit_result(self, result: str) -> None:
            self.game["result"] = result

        def handle_error(self, error: Exception) -> None:
            pass

        def result(self) -> Game:
            return self.game

    def read(text: str) -> list[Game]:
        stream, games = io.StringIO(text), []
        while game := chess.pgn.read_game(stream, Visitor=Reader):
            games.append(game)
        return games

    check("python-chess", read)


def pgn_extract(program: str) -> None:
    def read(text: str) -> list[Game]:
        bare = []
        for block in text.split("\n\n"):
            if block.strip() and not block.lstrip().startswith("["):
                block = "\n".join([*re.findall(r"{[^}]*}", block), block.split()[-1]])
            bare.append(block)
        (WORK / "bare.pgn").write_text("\n\n".join(bare), encoding="utf-8")
        output = run(program, "--quiet", "-w", "10000", WORK / "bare.pgn")
        games = []
        for part in re.split(r"\n(?=\[Event )", output):
            tags = re.findall(r'\[([A-Za-z0-9_]+) "((?:[^"\\]|\\.)*)"\]', part)
            movetext = part.rsplit('"]\n', 1)[1]
            games.append({
                "tags": {name: unescaped(value) for name, value in tags},
                "comments": re.findall(r"{([^}]*)}", movetext),
                "result": movetext.split()[-1],
            })  # fmt: skip
        return games

    check("pgn-extract", read)


compare("pgn-extract", "pgn-extract", "Debian: pgn-extract", pgn_extract)
compare("python-chess", "chess/pgn.py", "PyPI: chess, a folder with its sources", python_chess)
finish()
