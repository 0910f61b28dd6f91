"""Lets CuteGames, the match runner of UGI's author, referee schiri's bots, and checks its records.

CuteGames knows none of the rules: the side to move, the end and the result are what the engines
answer to its queries. No foreign engine plays one of the games; cmalo, an engine for Pijersi, is
examined by `schiri bot check` as far as the game does not matter.
"""

import json
import shlex
import sys

from peer import CASES, DATA, SCHIRI, WORK, compare, finish, report, rows, run, schiri

# Games and the variant that is played.
GAMES = dict.fromkeys(["creeper", "springerjagd", "sperre"], "standard") | {"more-or-less": "51"}
BOTS = ["greedy", "random", "alphabeta:nodes=200"]
LIMITS = [{"type": "nodes", "nodes": 200}, {"type": "clock", "time": 60000, "inc": 100}]


def check(program: str) -> None:
    for game, variant in GAMES.items():
        records, openings = WORK / f"{game}.pgn", WORK / "openings.txt"
        records.unlink(missing_ok=True)
        # The start, and a position of a recorded game with each side to move.
        sample = DATA / f"{game}-sample.pgn"
        recorded = schiri("select", sample, "--variant", variant, "--first", "1")
        turns = rows(schiri("replay", "-", "--format", "json", text=recorded))
        openings.write_text(f"startpos\n{turns[5]['position']}\n{turns[8]['position']}\n")
        roll = "--roll 147" if game == "sperre" else ""
        games = max(6, CASES // 20)
        for limit in LIMITS:
            settings = {
                "games": games,
                "ratinginterval": 10000,
                "protocol": {"askturn": True, "gameover": "both"},
                "openings": {"path": str(openings), "repeat": True},
                "adjudication": {"timeoutbuffer": 5000, "maxfullmoves": 3000},
                "timecontrol": limit,
                "pgn": {"enabled": True, "path": str(records)},
                "engines": [
                    {"name": bot, "path": SCHIRI, "parameters": f"ugi {game} --bot {bot} {roll}"}
                    for bot in BOTS
                ],
            }
            (WORK / "cutegames.json").write_text(json.dumps(settings))
            run(program, "--settings", WORK / "cutegames.json")
        text = records.read_text().replace('[FEN "startpos"]\n', "").replace("[FEN ", "[Position ")
        command = ["validate", "-", "--game", game, *roll.split(), "--format", "json"]
        checked = [r for r in rows(schiri(*command, text=text, allowed=(0, 1))) if "file" in r]
        differences = [json.dumps(row) for row in checked if not row["valid"] or not row["outcome"]]
        expected = len(LIMITS) * games * len(BOTS) * (len(BOTS) - 1) // 2
        if len(checked) != expected or "[Adjudicated" in text:
            differences.append(f"{len(checked)} games of {expected}, or some were adjudicated")
        report("CuteGames", f"{game}: games that it referees, by 'validate'", expected, differences)


def check_engine(file: str) -> None:
    engine = WORK / "engine.sh"
    engine.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, file])} 2>/dev/null\n")
    engine.chmod(0o755)
    output = schiri("bot", "check", "creeper", "--bot", f"cmd={engine}", allowed=(1,))
    expected = [f"ok      {step}" for step in ("handshake", "isready", "options", "new game")]
    expected.append("is not a turn")
    differences = [f"not in the answer: {text}" for text in expected if text not in output]
    report("cmalo", "conversation until its first turn, by 'bot check'", 5, differences)


compare("CuteGames", "cutegames", "github.com/kz04px/cutegames", check)
compare("cmalo", "pijersi_ugi.py", "github.com/LucasBorboleta/pijersi-certu", check_engine)
finish()
