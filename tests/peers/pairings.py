"""Compares Swiss pairings and tie-breaks with bbpPairings and TieBreakServer."""

import csv
import random
import sys
from pathlib import Path
from typing import Any

from peer import CASES, DATA, FEW, SCHIRI, WORK, compare, finish, report, rows, run, schiri

# The tie-breaks that both know, and their keys in `otb standing`. AOB comes before FB, after which
# TieBreakServer averages other values.
KEYS = dict(
    pair.split("=")
    for pair in """BH=buchholz BH-C1=buchholz_cut1 BH-C2=buchholz_cut2 BH-M1=buchholz_median1
    BH-M2=buchholz_median2 SB=sonneborn_berger SB-C1=sonneborn_berger_cut1 WIN=all_wins WON=wins
    BPG=black_games BWG=black_wins PS=progressive ARO=average_rating ARO-C1=average_rating_cut1
    TPR=performance_rating PTP=perfect_performance APRO=average_performance
    APPO=average_perfect_performance STD=standard_points REP=rounds_elected AOB=average_buchholz
    FB=fore_buchholz FB-C1=fore_buchholz_cut1 TPN=pairing_number""".split()
)
ROUND_ROBIN_KEYS = {c: k for c, k in KEYS.items() if "buchholz" not in k} | {"KS": "koya"}
TEAM_KEYS = dict(
    pair.split("=")
    for pair in """BH=buchholz BH-C1=buchholz_cut1 BH-GP=buchholz_games MPvGP=game_points
    EMMSB=sonneborn_match_match EMGSB=sonneborn_match_game EGMSB=sonneborn_game_match
    EGGSB=sonneborn_game_game EMGSB-C1=sonneborn_match_game_cut1 SSSC=schedule_strength
    BC=board_count""".split()
)
# Those that order tied teams only. Not EDEBT and EDEBB: there TieBreakServer takes the greater
# board count as better, against 12.1.
TEAM_ORDERS = ["EDE", "EDET", "EDEB", "TBR", "BBE"]


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


def played(seed: int, kind: str, form: str = "trf26") -> Path:
    """The TRF file of an event that is played by commands, with random results and forfeits."""
    dice = random.Random(seed)
    event = WORK / f"{kind}{seed}.otb"
    event.unlink(missing_ok=True)
    is_round_robin = kind.startswith("round-robin")
    teams = 6 + seed % 4 if kind.endswith("teams") else 0
    # So few that all of them can be paired: TieBreakServer counts planned rounds as absences.
    options: list[Any] = ["--rounds", 3 if teams else 4]
    if is_round_robin:
        options = ["--system", "round-robin"]
    if teams:
        options += ["--boards", 3]
    elif is_round_robin and seed % 3 == 0:
        options += ["--cycles", 2]
    if kind == "points":
        options += ["--points", ("3-1-0", "3-1-0,bye=1", "2-1-0,forfeit=0")[seed % 3]]
    table = ["name;rating;team"]
    for number in range(3 * teams or 6 + seed % 5 + (0 if is_round_robin else 5)):
        rating = dice.choice([2400 - 37 * number, 1500])
        table.append(f"P{number};{rating};{f'T{number // 3}' if teams else ''}")
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
    file = event.with_suffix(f".{form}.trf")
    schiri("otb", "export", event, "--format", form, "-o", file)
    return file


def check_pairings(program: str) -> None:
    seeds = range(1, FEW + 1)
    groups = {
        "tournaments of the tests": sorted((DATA / "pairings").glob("*.trf")),
        "random tournaments": [simulated(seed) for seed in range(1, CASES + 1)],
        "events as TRF16": [played(seed, "dutch", "trf16") for seed in seeds],
        "events with other points as TRF16": [played(seed, "points", "trf16") for seed in seeds],
        "events with other points as TRF26": [played(seed, "points") for seed in seeds],
    }
    for group, files in groups.items():
        differences = []
        for file in files:
            # Its version 6 knows the name of the year before only.
            copy = WORK / ("bbp-" + file.name)
            copy.write_text(file.read_text().replace("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"))
            output = run(program, "--dutch", copy, "-c", allowed=(0, 1, 3))
            # Below the head of each round it lists what differs.
            lines = [line for line in output.splitlines() if line.strip()]
            if not lines or any("Round #" not in line for line in lines):
                differences.append(f"{copy}: {output}")
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
        words = [code.replace("-GP", ":GP").replace("-", "/") for code in codes]
        output = run(sys.executable, program, "-i", file, "-dT", "-t", *words)
        table = list(csv.reader(output.splitlines(), delimiter="\t"))
        return {int(row[0]): row[1:] for row in table[1:]}

    def ours(event: Path, *codes: str) -> list[dict[str, Any]]:
        options = ["--tie-breaks", ",".join(codes), "--format", "json"]
        return rows(schiri("otb", "standing", event, *options))

    seeds = range(1, FEW + 1)
    groups: list[tuple[str, list[Path], dict[str, str], list[str]]] = [
        ("tournaments of the tests", sorted((DATA / "pairings").glob("*.trf")), KEYS, ["DE"]),
        ("random tournaments", [simulated(s) for s in range(1, CASES + 1)], KEYS, ["DE"]),
        ("events with other points", [played(s, "points") for s in seeds], KEYS, ["DE"]),
        ("round-robins", [played(s, "round-robin") for s in seeds], ROUND_ROBIN_KEYS, ["DE"]),
        ("Swiss teams", [played(s, "dutch-teams") for s in seeds], TEAM_KEYS, TEAM_ORDERS),
        ("round-robins of teams", [played(s, "round-robin-teams") for s in seeds],
         {code: key for code, key in TEAM_KEYS.items() if code[:2] != "BH"}, TEAM_ORDERS),
    ]  # fmt: skip
    for group, files, keys, orders in groups:
        differences = []
        values = 0
        points, total = ("MPTS", "match_points") if "teams" in group else ("PTS", "points")
        for file in files:
            event = WORK / (file.stem + ".again.otb")
            event.unlink(missing_ok=True)
            schiri("otb", "import", file, "-o", event)
            found = theirs(file, points, *keys)
            for row in ours(event, *keys):
                for key, value in zip([total, *keys.values()], found[row["no"]][1:]):
                    values += 1
                    if abs(float(row[key] or 0) - float(value)) > 0.005001:
                        differences.append(f"{file.name} {row['no']} {key}: {row[key]}, {value}")
            for code in orders:
                found = theirs(file, points, code)
                for row in ours(event, code):
                    values += 1
                    if row["rank"] != int(found[row["no"]][0]):
                        what = f"{file.name} {row['no']} by {code}"
                        differences.append(f"{what}: {row['rank']}, {found[row['no']]}")
        what = f"{len(keys)} tie-breaks and {len(orders)} orders of {len(files)} {group}"
        report("TieBreakServer", what, values, differences)


compare("bbpPairings", "bbpPairings.exe", "github.com/BieremaBoyzProgramming/bbpPairings",
        check_pairings)  # fmt: skip
compare("TieBreakServer", "tiebreakchecker.py", "github.com/OttoMilvang/TieBreakServer",
        check_tie_breaks)  # fmt: skip
finish()
