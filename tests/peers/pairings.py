"""Compares Swiss pairings and tie-breaks with bbpPairings and TieBreakServer."""

import csv
import random
import sys
from pathlib import Path
from typing import Any

from peer import CASES, DATA, FEW, SCHIRI, WORK, compare, finish, report, rows, run, schiri

# The tie-breaks that both know, and their keys in `otb standing`.
KEYS = {
    "BH": "buchholz",
    "BH-C1": "buchholz_cut1",
    "SB": "sonneborn_berger",
    "WIN": "all_wins",
    "WON": "wins",
    "PS": "progressive",
    "ARO": "average_rating",
    "TPR": "performance_rating",
}
ROUND_ROBIN_KEYS = {c: k for c, k in KEYS.items() if "buchholz" not in k} | {"KS": "koya"}


# A program of the tests, beside schiri in its build folder.
SIMULATE = Path(SCHIRI).parent / "tests" / "simulate_swiss"


def simulated(seed: int) -> Path:
    """A random tournament of 12 to 55 players, with all that happens at tournaments."""
    file = WORK / f"simulated{seed}.trf"
    rounds = 3 + seed % 7
    size = [f"players={3 * rounds + 3 + seed * 7 % 25}", f"rounds={rounds}", f"seed={seed}"]
    rates = "forfeits=6 withdrawals=3 half_byes=5 absences=3 late_entries=6".split()
    file.write_text(run(SIMULATE, *size, *rates, allowed=(0, 1)))
    return file


def played(seed: int, kind: str) -> Path:
    """The TRF file of an event that is played by commands, with random results and forfeits."""
    dice = random.Random(seed)
    event = WORK / f"{kind}{seed}.otb"
    event.unlink(missing_ok=True)
    is_round_robin = kind == "round-robin"
    # So few that all of them can be paired: TieBreakServer counts planned rounds as absences.
    options: list[Any] = ["--rounds", 4]
    if is_round_robin:
        options = ["--system", "round-robin", "--cycles", 2 if seed % 3 == 0 else 1]
    if kind == "points":
        options += ["--points", ("3-1-0", "3-1-0,bye=1", "2-1-0,forfeit=0")[seed % 3]]
    table = ["name;rating"]
    for number in range(6 + seed % 5 + (0 if is_round_robin else 5)):
        table.append(f"P{number};{dice.choice([2400 - 37 * number, 1500])}")
    (WORK / "players.csv").write_text("\n".join(table) + "\n")
    options += ["--players", WORK / "players.csv"]
    schiri("otb", "new", event, "--name", "E", "--game", "creeper", *options)
    while True:
        paired = rows(schiri("otb", "pair", event, "--format", "json", allowed=(0, 1, 2)))
        boards = [row["board"] for row in paired if row.get("board") and row.get("black")]
        if not boards:
            break
        for board in boards:
            result = dice.choices(["1-0", "=", "0-1", "+--", "--+"], [35, 30, 25, 5, 5])[0]
            schiri("otb", "result", event, board, result)
    file = event.with_suffix(".trf")
    schiri("otb", "export", event, "-o", file)
    return file


def check_pairings(program: str) -> None:
    seeds = range(1, FEW + 1)
    groups = {
        "tournaments of the tests": sorted((DATA / "pairings").glob("*.trf")),
        "random tournaments": [simulated(seed) for seed in range(1, CASES + 1)],
        "events": [played(seed, "dutch") for seed in seeds],
        "events with other points": [played(seed, "points") for seed in seeds],
    }
    for group, files in groups.items():
        differences = []
        for file in files:
            output = run(program, "--dutch", file, "-c", allowed=(0, 1, 3))
            # Below the head of each round it lists what differs.
            lines = [line for line in output.splitlines() if line.strip()]
            if not lines or any("Round #" not in line for line in lines):
                differences.append(f"{file}: {output}")
        report("bbpPairings", f"its checker on {group}", len(files), differences)

    differences = []
    for seed in range(1, 2 * CASES + 1):
        file, settings = WORK / f"bbp{seed}.trf", WORK / "bbp.conf"
        rounds = 3 + seed % 7
        settings.write_text(
            f"PlayersNumber={3 * rounds + 3 + seed * 11 % 60}\nRoundsNumber={rounds}\n"
            "ForfeitRate=15\nRetiredRate=60\nHalfPointByeRate=40\n"
        )
        run(program, "--dutch", "-g", settings, "-o", file, "-s", seed)
        checked = rows(schiri("otb", "check", file, "--format", "json", allowed=(0, 1)))
        differences += [f"{file}: {row}" for row in checked if not row["equal"]]
    report("bbpPairings", "'otb check' on its random tournaments", 2 * CASES, differences)


def check_tie_breaks(program: str) -> None:
    """Values, player by player; of those that order tied ones only, the ranks that they bring."""

    def theirs(file: Path, *codes: str) -> dict[int, list[str]]:
        words = [code.replace("-", "/") for code in codes]
        output = run(sys.executable, program, "-i", file, "-dT", "-t", *words)
        table = list(csv.reader(output.splitlines(), delimiter="\t"))
        return {int(row[0]): row[1:] for row in table[1:]}

    def ours(event: Path, *codes: str) -> list[dict[str, Any]]:
        options = ["--tie-breaks", ",".join(codes), "--format", "json"]
        return rows(schiri("otb", "standing", event, *options))

    seeds = range(1, FEW + 1)
    groups: list[tuple[str, list[Path], dict[str, str]]] = [
        ("tournaments of the tests", sorted((DATA / "pairings").glob("*.trf")), KEYS),
        ("random tournaments", [simulated(seed) for seed in range(1, CASES + 1)], KEYS),
        ("events with other points", [played(seed, "points") for seed in seeds], KEYS),
        ("round-robins", [played(seed, "round-robin") for seed in seeds], ROUND_ROBIN_KEYS),
    ]
    for group, files, keys in groups:
        differences = []
        values = 0
        for file in files:
            event = WORK / (file.stem + ".again.otb")
            event.unlink(missing_ok=True)
            schiri("otb", "import", file, "-o", event)
            found = theirs(file, "PTS", *keys)
            for row in ours(event, *keys):
                for key, value in zip(["points", *keys.values()], found[row["no"]][1:]):
                    values += 1
                    if abs(float(row[key] or 0) - float(value)) > 0.005001:
                        differences.append(f"{file.name} {row['no']} {key}: {row[key]}, {value}")
            found = theirs(file, "PTS", "DE")
            for row in ours(event, "DE"):
                values += 1
                if row["rank"] != int(found[row["no"]][0]):
                    what = f"{file.name} {row['no']} by DE"
                    differences.append(f"{what}: {row['rank']}, {found[row['no']]}")
        what = f"{len(keys)} tie-breaks and the order by DE of {len(files)} {group}"
        report("TieBreakServer", what, values, differences)


compare("bbpPairings", "bbpPairings.exe", "github.com/BieremaBoyzProgramming/bbpPairings",
        check_pairings)  # fmt: skip
compare("TieBreakServer", "tiebreakchecker.py", "github.com/OttoMilvang/TieBreakServer",
        check_tie_breaks)  # fmt: skip
finish()
