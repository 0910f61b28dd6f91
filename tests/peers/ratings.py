"""Compares ratings with Ordo, which has the same model, and with BayesElo, which has another.

Ordo solves the equations of `schiri ratings --prior none`: expected points are the points made, by
the logistic curve and one advantage of White. So ratings differ by rounding alone, if 76 % are
200.24 points as in the scale of 400 points for odds of ten to one. It gets White's advantage, whose
own iteration it ends early. BayesElo has a model of draws and a scale of its own: only the order
counts of players who are further apart than both errors (95 %) together.
"""

import csv
import random
from itertools import combinations
from math import hypot
from pathlib import Path

from peer import CASES, WORK, compare, finish, report, rows, run, schiri

Ratings = dict[str, float]


def games(seed: int) -> Path:
    """Results of 4 to 12 players, through a database, as PGN."""
    dice = random.Random(seed)
    players = {f"Player {chr(65 + i)}": dice.gauss(0, 150) for i in range(4 + seed % 9)}
    text = ""
    for number in range(60 * len(players)):
        white, black = dice.sample(sorted(players), 2)
        score = 1 / (1 + 10 ** ((players[black] - players[white] - 30) / 400))
        draw = 1.2 * score * (1 - score)
        shares = [score - draw / 2, draw, 1 - score - draw / 2]
        result = dice.choices(["1-0", "1/2-1/2", "0-1"], shares)[0]
        tags = {"Event": f"E{seed}", "Site": "?", "Date": "2026.01.01", "Round": str(number + 1)}
        tags |= {"White": white, "Black": black, "Result": result, "Game": "creeper"}
        tags |= {"Termination": "not recorded"}
        text += "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        text += f"\n{result}\n\n"
    database, file = WORK / f"ratings{seed}.db", WORK / f"ratings{seed}.pgn"
    database.unlink(missing_ok=True)
    schiri("db", "import", "--db", database, "-", text=text)
    schiri("db", "export", "--db", database, "-o", file)
    return file


def ordo(program: str, file: Path, advantage: float) -> Ratings:
    table = file.with_suffix(".csv")
    options = ["-q", "-w", advantage, "-z", "200.24", "-a", "1500", "-N", "3,3"]
    run(program, *options, "-p", file, "-c", table)
    lines = csv.DictReader(table.read_text().splitlines())
    return {row["PLAYER"]: float(row["RATING"]) for row in lines}


def bayeselo(program: str, file: Path, _: float) -> Ratings:
    """The lines of its list: rank, name, rating, plus, minus, games, ..."""
    talk = f"readpgn {file.name}\nelo\nprior 0\nmm 1 1\nratings\nx\nx\n"
    lines = [line.split(">")[-1].split() for line in run(program, text=talk).splitlines()]
    return {f"Player {cells[2]}": float(cells[3]) for cells in lines if cells[1:2] == ["Player"]}


def check(peer: str, program: str) -> None:
    differences = []
    cases = 0
    for seed in range(1, max(2, CASES // 2) + 1):
        file = games(seed)
        options = ["--prior", "none", "--repeats", "count", "--format", "json"]
        ours = [row for row in rows(schiri("ratings", file, *options)) if "player" in row]
        rate = ordo if peer == "Ordo" else bayeselo
        theirs = rate(program, file, ours[0]["white_advantage"])
        for one, two in combinations(ours, 2):
            gap = one["rating"] - two["rating"]
            other = theirs[one["player"]] - theirs[two["player"]]
            error = hypot(one["error"], two["error"])
            cases += 1
            if abs(gap - other) > 0.1 if peer == "Ordo" else gap > error and other <= 0:
                differences.append(f"{file}: {one['player']} - {two['player']}: {gap}, {other}")
    what = "differences within 0.1" if peer == "Ordo" else "order, if significant"
    report(peer, f"ratings without a prior: {what}, of two players", cases, differences)


compare("Ordo", "ordo", "github.com/michiguel/Ordo", lambda found: check("Ordo", found))
compare("BayesElo", "bayeselo", "github.com/MichaelB7/bayeselo",
        lambda found: check("BayesElo", found))  # fmt: skip
finish()
