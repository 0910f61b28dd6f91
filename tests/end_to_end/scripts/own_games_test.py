"""Uses the games of the manual's page `own-games` as they stand, and games that are wrong.

python3 own_games_test.py PROGRAM

Exit status: 0 no errors, 1 errors.
"""

import base64
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
program = pathlib.Path(sys.argv[1]).resolve()
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
os.environ |= {"PYTHONPATH": str(ROOT / "cli/share/python"), "SCHIRI_LIBRARY": str(program.parent / "libschiri.so.1"),
               "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8",
               "XDG_CONFIG_HOME": folder.name}
failures = []


def schiri(*words):
    return subprocess.run([program, *words], capture_output=True, encoding="utf-8", timeout=300, check=False,
                          stdin=subprocess.DEVNULL)


def check(is_right, *what):
    if not is_right:
        failures.append(what)
        print("wrong:", *what)


def works(*words, has=""):
    done = schiri(*words)
    text = done.stdout + done.stderr
    faults = [line for line in text.splitlines() if line.startswith("failed")]
    check(done.returncode == 0 and has in text, " ".join(words), f"[{done.returncode}], without '{has}':\n", *faults, text[-600:])
    return done.stdout


def refused(status, says, *words):
    done = schiri(*words)
    text = done.stdout + done.stderr
    check(done.returncode == status and says in text, " ".join(words), f"[{done.returncode}], without '{says}':\n", text[-900:])


def shown_files():
    subprocess.run(["bash", HERE / "shown_files.sh", ROOT / "cli/share/manual/own-games.md"], check=True)
    for name in ("breakthrough.py", "hex.py", "clobber.py"):
        lines = [line for line in pathlib.Path(name).read_text().splitlines() if line.strip()]
        check(len(lines) <= 27, name, "has", len(lines), "lines")
    cpp = [line for line in pathlib.Path("hex.cpp").read_text().splitlines() if line.strip()]
    check(len(cpp) <= 45, "hex.cpp has", len(cpp), "lines")


def compile_header():
    os.mkdir("include")
    os.symlink(ROOT / "cli/library", "include/schiri")
    built = subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror",
                            "-Iinclude", "hex.cpp", "-o", "hexcpp"], capture_output=True, encoding="utf-8", check=False)
    check(built.returncode == 0, built.stderr)


def test_commands():
    """Everything that takes a game takes a program."""
    for game, depth, turns in (("./breakthrough.py", "2", "256"), ("./hex.py", "2", "625"), ("./hexcpp", "2", "625"),
                               ("./clobber.py", "1", None)):
        works("game", "check", game, has=", 0 faults")
        found = works("perft", game, "--depth", depth).split()
        check(turns is None or found[:1] == [turns], "perft", game, found)
    works("tournament", "run", "--game", "./hexcpp", "--variant", "size=4", "--bot", "random", "--bot", "uct:nodes=20", "--bot",
          "cmd=./hexcpp name=program nodes=10", "--rounds", "1", "--opening-turns", "2", "--db", "own.db", has="games played")
    refused(0, "", "db", "export", "--db", "own.db", "-o", "own.pgn")
    works("validate", "own.pgn", "--game", "./hexcpp", has="6 valid")
    works("convert", "own.pgn", "--game", "./hexcpp", "--to", "json", "-o", "own.json")
    works("replay", "own.pgn", "--game", "./hexcpp", "--index", "1", "--turn", "-1", has="Game 1")
    works("report", "own.pgn", "--game", "./hexcpp", "-o", "own.html")
    works("db", "import", "own.pgn", "--game", "./hexcpp", "--db", "copy.db", has="6 games stored")
    works("db", "check", "--game", "./hexcpp", "--db", "copy.db", has="6 games replayed, 0 problems")
    works("tournament", "verify", "--game", "./hexcpp", "--db", "own.db", has="0 findings")
    works("db", "query", "openings", "./hexcpp", "--variant", "size=4", "--db", "own.db", has="White wins")
    check("\n" in works("db", "query", "openings", "./hexcpp", "--variant", "size=4", "--db", "copy.db", "--format", "json"),
          "the openings are empty")
    works("position", "./breakthrough.py", "--play", "a2-a3", has="w . . . . .")
    works("analyse", "own.pgn", "--game", "./hexcpp", "--bot", "uct:nodes=20", "--index", "1", "-o", "notes.pgn")
    works("play", "./hexcpp", "--white", "random", "--black", "uct:nodes=20", "-o", "played.pgn")
    refused(4, "8 games played", "test", "uct:nodes=40", "--baseline", "random", "--game", "./hexcpp", "--rounds", "4", "--db", "test.db")
    tuned = schiri("tune", "./hexcpp", "--bot", "cmd=./hexcpp nodes=10", "--option", "Seed=1..9", "--games", "4", "--proof",
                   "elo0=0,elo1=400", "--db", "tune.db")
    check(tuned.returncode in (0, 1) and "games played" in tuned.stderr, "tune:", tuned.stderr[-600:])
    works("bot", "check", "./hexcpp", "--bot", "cmd=./hexcpp")
    refused(2, "use --game ./PROGRAM", "games", "--plugin", "x")
    refused(2, "has no diagrams", "board", "./hexcpp")
    text = pathlib.Path("own.pgn").read_text()
    at = text.index("\n\n1. ") + 5
    pathlib.Path("wrong.pgn").write_text(text[:at] + "z9 " + text[at + 3:])
    line = text[:at].count("\n") + 1
    refused(1, f"wrong.pgn:{line}:4: error: 'z9'", "validate", "wrong.pgn", "--game", "./hexcpp")


def page_of(path):
    """The data of a report, and its games."""
    page = pathlib.Path(path).read_text()

    def unpacked(text):
        return json.loads(zlib.decompress(base64.b64decode(text), -15))

    blocks = json.loads(re.search(r'id="blocks">(.*?)</script>', page, re.S)[1])
    return unpacked(re.search(r'id="data">([^<]*)<', page)[1]), [game for block in blocks for game in unpacked(block)]


def test_report():
    """Boards are what the program draws, and a study has its section."""
    works("study", "./hexcpp", "--variant", "size=3", "--games", "40", "--nodes", "2", "--db", "studied.db")
    works("report", "--db", "studied.db", "--game", "./hexcpp", "-o", "studied.html")
    data, games = page_of("studied.html")
    told = [json.loads(line) for line in works("study", "--db", "studied.db", "--game", "./hexcpp", "--format", "json").splitlines()]
    check(len(data["studies"]) == 1 and len(data["studies"][0]["levels"]) == sum("player" in one for one in told)
          and data["studies"][0]["conclusions"] == [one["text"] for one in told if "conclusion" in one], data["studies"], told)
    check(games and all(len(game["drawings"]) == len(game["positions"]) == len(game["turns"]) + 1 for game in games), "drawings", games[:1])
    works("report", "--db", "studied.db", "-o", "unknown.html")
    data, _ = page_of("unknown.html")
    check(not data["studies"] and "left out: schiri does not know the rules" in data["warnings"][0]["text"], data["warnings"])
    works("play", "./breakthrough.py", "--white", "random", "--black", "random", "-o", "drawn.pgn")
    shown = [json.loads(line) for line in works("replay", "drawn.pgn", "--game", "./breakthrough.py", "--format", "json").splitlines()]
    works("report", "drawn.pgn", "--game", "./breakthrough.py", "-o", "drawn.html")
    _, games = page_of("drawn.html")
    check([one["board"] for one in shown] == games[0]["drawings"] and shown[0]["board"].startswith("b b b b b b\n"), "boards", shown[:1])
    start = json.loads(works("position", "./breakthrough.py", "--format", "json"))
    check(start["board"] == shown[0]["board"], start)
    check("board" not in json.loads(works("position", "creeper", "--format", "json")), "a board of creeper")


def test_balanced():
    """Balanced openings are different, and the same for both games of a pair."""
    works("tournament", "run", "--game", "./hexcpp", "--variant", "size=4", "--bot", "random", "--bot", "random name=second", "--rounds", "6",
          "--opening-turns", "3", "--balanced", "--db", "balanced.db", has="12 games played")
    works("db", "export", "--db", "balanced.db", "-o", "balanced.pgn")
    text = pathlib.Path("balanced.pgn").read_text()
    turns = [re.findall(r"[a-d][1-4]|swap", re.sub(r"\{.*?\}", "", game, flags=re.S))[:3] for game in re.split(r"\n\n(?=1\. )", text)[1:]]
    counts = collections.Counter(tuple(first) for first in turns)
    check(len(counts) == 6 and set(counts.values()) == {2}, "openings", counts)
    refused(0, "no further balanced opening of 1 turn", "tournament", "run", "--game", "./hexcpp", "--variant", "size=3; swap=false", "--bot",
            "random", "--bot", "random name=second", "--rounds", "9", "--opening-turns", "1", "--balanced", "--no-db")


GAME = '''#!/usr/bin/env python3
import os, sys, time
import schiri

class Wrong:
    """Three turns by each player; what is wrong replaces a function."""
    def start(self):
        return "", 0
    def turns(self, state):
        return ["a", "b"]
    def play(self, state, turn):
        return state[0] + turn, 1 - state[1]
    def result(self, state):
        return 0.5 if len(state[0]) >= 6 else None
{0}
schiri.serve_game(Wrong)
'''

# What is wrong in the middle of a game, and what is said about it.
WRONG = {
    "raises": ("def turns(self, state): return ['a'] if len(state[0]) < 3 else [1 // 0]",
               "Wrong.turns(('aaa', 1)) raises ZeroDivisionError: integer division or modulo by zero (raises.py, line 15)"),
    "raises-in-play": ("def play(self, state, turn): return (state[0] + turn, 1 - state[1]) if len(state[0]) < 3 else {}[turn]",
                       "raises KeyError"),
    "raises-late": ("def turns(self, state):\n        yield 'a'\n        if len(state[0]) == 3: yield {}['b']", "raises KeyError: 'b'"),
    "no-value": ("def play(self, state, turn): return (state[0] + turn, 1 - state[1]) if len(state[0]) < 3 else None",
                 "Wrong.result(None) raises TypeError"),
    "hangs": ("def turns(self, state):\n        if len(state[0]) == 3: time.sleep(3600)\n        return ['a']",
              "(Wrong) did not answer within"),
    "no-turn": ("def turns(self, state): return ['a'] if len(state[0]) < 3 else []", "lists no turn"),
    "many": ("def turns(self, state): return ['a'] if len(state[0]) < 3 else [f'turn{i}' for i in range(2_000_000)]",
             "(Wrong) wrote a line that is too long, of more than 1048576 bytes, asked 'query turns' about '"),
    "nonsense": ("def turns(self, state):\n        if len(state[0]) == 3: print('response what'); sys.stdout.flush()\n        return ['a']",
                 "did not give one answer"),
    "long-line": ("def turns(self, state):\n        if len(state[0]) == 3: print('response ' + 'x' * (1 << 20)); sys.stdout.flush()\n"
                  "        return ['a']", "wrote a line that is too long"),
    "wrong-result": ("def result(self, state): return None if len(state[0]) < 3 else 7", "is 7: expected None, 0 or 1"),
    "blank": ("def turns(self, state): return ['a'] if len(state[0]) < 3 else ['a b']", "'a b'"),
    "dies": ("def turns(self, state):\n        if len(state[0]) == 3: os._exit(3)\n        return ['a']", "(Wrong) ended with status 3, asked 'query turns' about '"),
    "exits": ("def turns(self, state):\n        if len(state[0]) == 3: sys.exit(3)\n        return ['a']",
              "Wrong.turns(('aaa', 1)) raises SystemExit: 3 (exits.py, line 16)"),
}

# What is wrong at the start.
AT_START = {
    "start": ("def start(self): return {}['x']", "the game program './start.py' answers 'Wrong.start() raises KeyError: 'x' (start.py, line 15)'"),
    "turns": ("def turns(self, state): return oops", "answers 'Wrong.turns(('', 0)) raises NameError: name 'oops' is not defined (turns.py, line 15)'"),
    "write": ("def write(self, state): return oops", "answers 'Wrong.write(('', 0)) raises NameError"),
    "board": ("def board(self, state): return oops", "answers 'Wrong.board(('', 0)) raises NameError"),
    "value": ("def value(self, state): return oops", "answers 'Wrong.value(('', 0)) raises NameError"),
    "long-state": ("def start(self): return '.' * 3000, 0\n    def result(self, state): return oops",
                   "raises NameError: name 'oops' is not defined (long-state.py, line 16)'"),
    "resigns": ("def turns(self, state): return ['a', 'resign']", "lists the turn 'resign', by which bots resign, in '('', 0)'"),
    "long-turn": ("def turns(self, state): return ['x' * 101]", "in '('', 0)': expected turns of at most 100 bytes, as a record writes them"),
}

# Files that are no programs; `game check` of each.
NO_PROGRAMS = {
    "syntax": (GAME.replace("{0}", "    def play((self): pass"), 0o755, 3, "the game program './syntax.py' ended with status 1 before it had answered"
               " 'ugi'; its last words: SyntaxError: ", "(syntax.py, line 15)"),
    "imports": ("#!/usr/bin/env python3\nimport no_such_module\n", 0o755, 3, "No module named 'no_such_module' (imports.py, line 2)", ""),
    "plain": ("import schiri\n", 0o755, 2, "./plain.py: its first line must be #!/usr/bin/env python3", ""),
    "no-mode": (GAME.replace("{0}", ""), 0o644, 2, "./no-mode.py is not executable; make it so by: chmod +x ./no-mode.py", ""),
}


RECORD = """[Event "?"]
[Site "?"]
[Date "2026.01.01"]
[Round "1"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]
[Game "{0}"]

1. a a 2. a a 3. a a 1/2-1/2
"""


def test_wrong_games():
    """Every command says in a sentence what is wrong and in which state, and what was played before is kept."""
    for name, (fault, says) in WRONG.items():
        path, database, record = pathlib.Path(f"{name}.py"), f"{name}.db", pathlib.Path(f"{name}.pgn")
        path.write_text(GAME.replace("{0}", f"    {fault}"))
        path.chmod(0o755)
        pair = ("--bot", "random", "--bot", "random name=second")
        tournament = ("tournament", "run", "--game", f"./{name}.py", *pair, "--rounds", "1", "--watchdog", "2" if name == "hangs" else "60", "--db",
                      database)
        check_file = ("game", "check", f"./{name}.py", "--timeout", "8" if name == "hangs" else "60")
        for words, statuses in ((tournament, (0, 1, 3)), (check_file, (1,))):
            done = schiri(*words)
            text = done.stdout + done.stderr
            check(says in text and ("'aa" in text or "None" in says) and "Traceback" not in text and done.returncode in statuses, name,
                  f"[{done.returncode}]:\n", text[-1200:])
        stored = schiri("db", "check", "--db", database)
        check(stored.returncode == 0 and "0 problems" in stored.stdout, name, stored.stdout + stored.stderr)
        if name == "hangs":
            continue  # these commands wait half a minute for each answer
        refused(3, says, "study", f"./{name}.py", "--games", "30", "--nodes", "2", "--db", f"{name}-study.db")
        record.write_text("% before\n" + RECORD.replace("{0}", name))
        refused(3, "in the game that begins on line 2", "validate", str(record), "--game", f"./{name}.py")
        refused(3, says, "play", f"./{name}.py", "--white", "random", "--black", "random", "-o", f"{name}-played.pgn")
        played = pathlib.Path(f"{name}-played.pgn").read_text()
        check(played.count(" a {") >= 3 and '[Result "*"]' in played, name, "the game is lost:", played)
        path.write_text(GAME.replace("{0}", ""))
        works("play", f"./{name}.py", "--continue", f"{name}-played.pgn", "--white", "random", "--black", "random", has="is drawn")


def test_wrong_starts():
    """A class that is wrong at its start is no wrong use: it is told what and where."""
    for name, (fault, says) in AT_START.items():
        path = pathlib.Path(f"{name}.py")
        path.write_text(GAME.replace("{0}", f"    {fault}"))
        path.chmod(0o755)
        refused(1, says, "game", "check", f"./{name}.py")
        if name != "value":
            refused(3, says, "position", f"./{name}.py")
        if name not in ("board", "value"):
            refused(3, says, "tournament", "run", "--game", f"./{name}.py", "--bot", "random", "--bot", "random name=second", "--no-db")
    for name, (text, mode, status, says, also) in NO_PROGRAMS.items():
        path = pathlib.Path(f"{name}.py")
        path.write_text(text)
        path.chmod(mode)
        refused(status, says, "game", "check", f"./{name}.py")
        refused(status, also, "turns", f"./{name}.py")
    path = pathlib.Path("over.py")
    path.write_text(GAME.replace("{0}", "    def result(self, state): return 1"))
    path.chmod(0o755)
    refused(2, "the game is over at its start", "study", "./over.py", "--games", "20", "--db", "over.db")
    refused(2, "no game 'hex.py' is known; the program in this folder is ./hex.py", "game", "check", "hex.py")


def test_a_hang():
    """The check of a class that hangs is over after one wait, and says where."""
    begun = time.monotonic()
    refused(1, "; its last words: Wrong.turns(('aaa', 1)) has not returned yet (hangs.py, line 16), after ", "game", "check", "./hangs.py", "--timeout", "3")
    check(time.monotonic() - begun < 15, "the check of a game that hangs takes", time.monotonic() - begun)


# What `game check` alone finds; the shortest line of turns that shows it.
AUTHORS = {
    "swaps": ("def turns(self, state): return ['a'] + ['swap'] * (len(state[0]) in (1, 5))", "the swap is offered twice", "after a swap"),
    "lists": ("def play(self, state, turn): return (state[0] + turn, 1 - state[1]) if turn == 'a' else {}[turn]", "raises KeyError: 'b'",
              "after b"),
    "endless": ("def play(self, state, turn): return '', 1 - state[1]", "none of its 2 positions is an end", "at the start"),
    "double": ("def turns(self, state): return ['a', 'b', 'a']", "the turn 'a' is listed twice", "at the start"),
    "plain-states": ("def start(self): return frozenset(), 0\n    def play(self, state, turn): return state[0], 1 - state[1]",
                     "needs write() and read()", "at the start"),
    "unread": ("def read(self, text): return '', 0", "does not read back", "after a"),
    "changes": ("def start(self): return ['', 0]\n    def play(self, state, turn):\n        state[0] += turn\n        return [state[0], 1 - state[1]]",
                "has changed its argument", "after a"),
}


def test_authors():
    for name, (fault, says, line) in AUTHORS.items():
        path = pathlib.Path(f"{name}.py")
        path.write_text(GAME.replace("{0}", f"    {fault}"))
        path.chmod(0o755)
        refused(1, says, "game", "check", f"./{name}.py")
        refused(1, line, "game", "check", f"./{name}.py")


ODD = """#!/usr/bin/env python3
import schiri
class Odd:
    def start(self): return ("", 0)
    def turns(self, state): return ["a;b", "{c}", "\u65e5\u672c", "1-0"]
    def play(self, state, turn): return state[0] + turn[0], (0, 1, 1, 0)[(len(state[0]) + 1) % 4]
    def result(self, state): return len(state[0]) % 3 / 2 if len(state[0]) >= 6 else None
schiri.serve_game(Odd)
"""


def odd_game():
    path = pathlib.Path("odd.py")
    path.write_text(ODD)
    path.chmod(0o755)


def test_shown_turns():
    """People see turns as they type them; records have them escaped."""
    odd_game()
    check(sorted(works("turns", "./odd.py").split()) == sorted(["a;b", "{c}", "\u65e5\u672c", "1-0"]), "turns are shown escaped")
    works("perft", "./odd.py", "--depth", "2", "--divide", has="{c} 4\n")
    works("play", "./odd.py", "--white", "random", "--black", "random", "-o", "odd.pgn")
    shown = works("replay", "odd.pgn", "--game", "./odd.py")
    check("~" not in shown and "~" in pathlib.Path("odd.pgn").read_text(), "replay shows escaped turns:", shown[:300])


def test_two_turns():
    """A player may move twice: who has moved is the one that was to move."""
    odd_game()
    works("play", "./odd.py", "--white", "random", "--black", "random", "-o", "twice.pgn")
    shown = works("replay", "twice.pgn", "--game", "./odd.py")
    check(re.findall(r"^Turn \d: (\w+)", shown, re.M) == ["White", "Black", "Black", "White", "White", "Black"], "who has moved:", shown)
    seen = works("analyse", "twice.pgn", "--game", "./odd.py", "--bot", "uct:nodes=30", "--format", "json")
    sides = [json.loads(line).get("side") for line in seen.splitlines() if '"turn"' in line]
    check(sides == ["white", "black", "black", "white", "white", "black"], "whose turn is analysed:", seen)


COUNT = """#!/usr/bin/env python3
import schiri
class Count:
    def start(self): return (0, 0)
    def turns(self, state): return ["a1", "a2"]
    def play(self, state, turn): return (state[0] + int(turn[1]), 1 - state[1])
    def result(self, state): return None if state[0] < 7 else 1 - state[1]
schiri.serve_game(Count)
"""


def test_names_and_starts():
    """Of a file with a blank and an underscore; who is to move is part of a position that is written."""
    os.mkdir("my games")
    path = pathlib.Path("my games/count_up.py")
    path.write_text(COUNT)
    path.chmod(0o755)
    name = "./my games/count_up.py"
    works("perft", name, "--depth", "3", has="8")
    works("position", name, "--play", "a1", has="(1, 1) p2")
    works("position", name, "--position", "(1, 1) p2", has="(1, 1) p2")
    refused(2, "'(1, 1) p1' says by its last word that White is to move; by its program it is Black", "position", name, "--position", "(1, 1) p1")
    works("game", "check", name, has="0 faults")
    works("perft", "./hex.py option.size=3", "--depth", "1", has="9")
    works("analyse", "./hex.py", "--play", "a1", "--bot", "uct:nodes=5", has="Black to move")
    works("analyse", "./hex.py", has="uct:nodes=1000 sees")
    refused(2, "--lines: uct shows one line", "analyse", "./hex.py", "--lines", "2")
    works("bot", "check", "./hex.py", "--bot", "uct:nodes=5")
    served = subprocess.run([program, "ugi", "./hex.py", "--bot", "uct"], input="ugi\nposition startpos\ngo depth 1\nisready\n", timeout=300,
                            capture_output=True, encoding="utf-8", check=False)
    check("bestmove " in served.stdout, "uct needs no limit that ends:", served.stdout[-300:])
    announced = {line.split()[2] for line in served.stdout.splitlines() if line.startswith("option name ")}
    check(announced == {"Game", "Variant", "size", "swap", "Check", "Seed", "Ponder"}, "uct of own games announces:", announced)
    os.makedirs("schiri", exist_ok=True)
    pathlib.Path("schiri/schiri.toml").write_text(f'[games]\nupward = "{path.resolve()}"\n')
    works("perft", "upward", "--depth", "2", has="4")
    works("analyse", "upward", "--bot", "uct:nodes=5", has="White to move")
    os.remove("schiri/schiri.toml")
    done = subprocess.run([program, "play", name, "--white", "human", "--black", "human", "-o", "count.pgn"], input="a1\na2\na1\nquit\n",
                          capture_output=True, encoding="utf-8", timeout=300, check=False)
    check("schiri play './my games/count_up.py' --continue count.pgn" in done.stdout, "play tells no program:", done.stdout[-300:])
    works("play", name, "--position", "(1, 1)", "--white", "random", "--black", "random", "-o", "second.pgn")
    written = pathlib.Path("second.pgn").read_text()
    check('[Position "(1, 1) p2"]' in written and "1... " in written, "who begins:", written)
    works("validate", "second.pgn", "--game", name, has="1 valid")
    records = works("convert", "count.pgn", "--game", name, "--cut", "2-")
    check('[Position "(1, 1) p2"]' in records and "1... a2" in records, "convert --cut:", records)


def test_studies():
    name = "./my games/count_up.py"
    study = ("study", name, "--games", "14", "--nodes", "2", "--db", "count.db")
    first = works(*study)
    check(works(*study) == first, "a study is not continued by the same command")
    check(works("study", "--game", name, "--db", "count.db") == first, "a study of one's own game is not read again")
    works("study", name, "--games", "14", "--nodes", "2", "--seed", "2", "--db", "other.db")
    works("study", "--game", name, "--compare", "count.db", "other.db", has="B - A")


def test_blanks():
    """A state may have blanks in a row, such as empty squares."""
    path = pathlib.Path("blanks.py")
    path.write_text(GAME.replace("{0}", "    def start(self): return ' ' * 3, 0"))
    path.chmod(0o755)
    works("game", "check", "./blanks.py", has=", 0 faults")
    works("tournament", "run", "--game", "./blanks.py", "--bot", "random", "--bot", "uct:nodes=5", "--rounds", "1", "--opening-turns", "1",
          "--db", "blanks.db", has="games played")
    works("tournament", "verify", "--game", "./blanks.py", "--db", "blanks.db", has="0 findings")


def test_ties():
    """Of equal turns uct takes one at random: the order of turns must favour nobody."""
    path = pathlib.Path("equal.py")
    path.write_text(GAME.replace("{0}", ""))
    path.chmod(0o755)
    works("tournament", "run", "--game", "./equal.py", "--bot", "uct:nodes=8", "--bot", "uct:nodes=8 name=second", "--rounds", "15",
          "--db", "equal.db")
    works("db", "export", "--db", "equal.db", "-o", "equal.pgn")
    lines = [line.split()[1] for line in pathlib.Path("equal.pgn").read_text().splitlines() if line.startswith("1. ")]
    check(len(lines) == 30 and 6 <= lines.count("a") <= 24, "the first turns of 30 games:", lines)


PAIRS = '''#!/usr/bin/env python3
import os, schiri

class Pairs:
    """Each player moves twice in a row, and {1} begins; {2} wins."""
    def start(self): return "", {1}
    def turns(self, state): return ["a", "b", "c"]
    def play(self, state, turn): return state[0] + turn, ({1} + (len(state[0]) + 1) // 2) % 2
    def result(self, state): return {2} if len(state[0]) == 6 else None
    def board(self, state): return os.environ.get("SCHIRI_LIBRARY", "none")

schiri.serve_game(Pairs)
'''
SIDES = ["white", "white", "black", "black", "white", "white"]


def json_lines(*words):
    return [json.loads(line) for line in works(*words).splitlines()]


def program_file(name, text):
    path = pathlib.Path(name)
    path.write_text(text)
    path.chmod(0o755)
    return f"./{name}"


def test_two_turns_in_a_row():
    """Whose turn it was is what the game says, in every command."""
    pairs = program_file("pairs.py", PAIRS.replace("{1}", "0").replace("{2}", "0"))
    works("play", pairs, "--white", "random", "--black", "random", "-o", "pairs.pgn")
    record = ("pairs.pgn", "--game", pairs)
    shown = re.findall(r"Turn \d: (\w+)", works("replay", *record))
    check([one.lower() for one in shown] == SIDES, "replay:", shown)
    analysis = ("analyse", *record, "--bot", "uct:nodes=20 seed=1")
    told = json_lines(*analysis, "--format", "json")
    check([one["side"] for one in told] == SIDES, "analyse:", told)
    check(all(one["score"] > 0 for one in told), "White, who wins anyway, is not ahead everywhere:", told)
    works(*analysis, "-o", "pairs-notes.pgn")
    counts = json_lines(*analysis, "--accuracy", "--format", "json")
    turns = {one["part"]: one["turns"] for one in counts if one["by"] == "colour"}
    check(turns == {"white": 4, "black": 2}, "accuracy:", counts)
    text = pathlib.Path("pairs.pgn").read_text()
    pathlib.Path("timed.pgn").write_text(re.sub(r"\{[^}]*\}", "{[%emt 0:00:01]}", text.replace('White "random"', 'White "first"')))
    works("report", "timed.pgn", "--game", pairs, "-o", "pairs.html")
    data, _ = page_of("pairs.html")
    used = {data["players"][one[0]]: one[1] for one in data["kinds"][0]["times"]}
    check(used == {"first": 4, "random": 2}, "time use:", used)
    notes = " ".join(pathlib.Path("pairs-notes.pgn").read_text().split())
    check(notes.count("analysis: White +") == 6, "notes:", notes)
    later = program_file("later.py", PAIRS.replace("{1}", "1").replace("{2}", "0"))
    works("play", later, "--white", "random", "--black", "random", "-o", "later.pgn")
    shown = re.findall(r"Turn \d: (\w+)", works("replay", "later.pgn", "--game", later))
    check(shown == ["Black", "Black", "White", "White", "Black", "Black"], "replay of a game that Black begins:", shown)
    works("validate", "later.pgn", "--game", later, has="1 valid")


def test_positions():
    """A program is a GAME for analyse; the word that says who begins is added, and refused if it is wrong."""
    pairs = "./pairs.py"
    works("analyse", pairs, "--position", "('ab', 1)", "--bot", "uct:nodes=10", has="Black to move")
    works("analyse", pairs, "--play", "a", "--bot", "uct:nodes=10", has="White to move")
    pathlib.Path("schiri").mkdir(exist_ok=True)
    pathlib.Path("schiri/schiri.toml").write_text(f'[games]\ndouble = "{pathlib.Path("pairs.py").resolve()}"\n')
    works("analyse", "double", "--bot", "uct:nodes=10", has="White to move")
    pathlib.Path("schiri/schiri.toml").unlink()
    pathlib.Path("program.pgn").write_text(pathlib.Path("pairs.pgn").read_text())
    pathlib.Path("program.pgn").chmod(0o755)
    works("analyse", "./program.pgn", "--game", pairs, "--bot", "uct:nodes=10", has="1 game, 6 turns")
    works("position", pairs, "--position", "('ab', 1) p2", has="('ab', 1) p2")
    refused(2, "says by its last word that White is to move", "position", pairs, "--position", "('ab', 1) p1")
    works("play", pairs, "--position", "('ab', 1)", "--white", "random", "--black", "random", "-o", "begun.pgn")
    text = pathlib.Path("begun.pgn").read_text()
    check('[Position "(\'ab\', 1) p2"]' in text and "\n1... " in text, "a game that Black begins:", text)
    pathlib.Path("plain.pgn").write_text(text.replace(" p2", ""))
    done = schiri("validate", "plain.pgn", "--game", pairs)
    check(done.returncode == 0 and "1 valid" in done.stdout and "comes before" not in done.stdout, "1... of a plain position:", done.stdout)
    pathlib.Path("plain.pgn").write_text(text.replace(" p2", "").replace("1... ", "1. "))
    works("validate", "plain.pgn", "--game", pairs, has="1 valid")
    check('Black "' not in works("replay", "plain.pgn", "--game", pairs).split("Turn 1")[0], "replay")
    pathlib.Path("plain.pgn").write_text(text.replace(" p2", " p1"))
    refused(1, "says by its last word that White is to move", "validate", "plain.pgn", "--game", pairs)


def test_limits():
    """Every limit lets a built-in bot answer, and the bots are checked as programs."""
    timed = ("go movetime", "go with clocks", "stop", "ponder", "isready while thinking", "quit", "end of input")
    for words in (("./pairs.py", "--bot", "uct:nodes=10"), ("./pairs.py", "--bot", "uct:depth=1"), ("./pairs.py", "--bot", "random nodes=1"),
                  ("./hex.py", "--variant", "size=3; swap=false", "--bot", "uct:nodes=10")):
        points = [json.loads(line) for line in schiri("bot", "check", *words, "--format", "json").stdout.splitlines()]
        failed = [one for one in points if one["verdict"] == "failed" and one["point"] not in timed]
        check(len(points) == 26 and not failed, words, len(points), [(one["point"], one["remark"]) for one in failed])
    works("tournament", "run", "--game", "./pairs.py", "--bot", "uct:depth=1", "--bot", "random", "--rounds", "1", "--no-db",
          has="2 games played")


def test_library_variable():
    """Programs get the variable by which the Python package finds its library."""
    check(os.environ["SCHIRI_LIBRARY"] in works("position", "./pairs.py"), "SCHIRI_LIBRARY is not passed on")


def test_without_the_program():
    """What was not replayed is not said to be replayed, and how it would be is said."""
    works("tournament", "run", "--game", "./pairs.py", "--bot", "random", "--bot", "random name=second", "--rounds", "1", "--db", "left.db")
    works("db", "export", "--db", "left.db", "-o", "left.pgn")
    unknown = "schiri does not know the rules of 2 games of pairs, which were not replayed"
    asks = "name their program, as in --game ./mygame.py"
    check("0 games replayed, 0 problems" in works("db", "check", "--db", "left.db", has=unknown), "db check")
    works("db", "check", "--db", "left.db", has=asks)
    works("db", "check", "--db", "left.db", "--game", "./hex.py", has="the program of --game is hex")
    works("db", "check", "--db", "left.db", "--game", "./pairs.py", has="2 games replayed, 0 problems")
    told = json.loads(works("db", "check", "--db", "left.db", "--format", "json"))["summary"]
    check((told["games"], told["without_rules"]) == (0, 2), told)
    works("tournament", "verify", "--db", "left.db", has=unknown)
    check("not replayed" not in schiri("tournament", "verify", "--db", "left.db", "--game", "./pairs.py").stderr, "verify")
    checked = "2 games of pairs, of which only syntax, tags and result were checked; "
    works("db", "import", "left.pgn", "--db", "left-2.db", has=checked + asks)
    works("validate", "left.pgn", "--game", "./hex.py", has=checked + "the program of --game is hex; --override-game takes them as hex")
    pathlib.Path("open.pgn").write_text('[Game "pairs"]\n[Referee "Pairs"]\n[Result "*"]\n\n1. a b *\n')
    for words in (("replay", "left.pgn"), ("play", "--continue", "open.pgn")):
        refused(2, "unless its program is named, as in ./pairs.py", *words)
    works("study", "./pairs.py", "--games", "14", "--nodes", "2", "--db", "left-study.db")
    refused(2, "unless its program is named, as in ./pairs.py", "study", "--db", "left-study.db")
    refused(2, "unless its program is named, as in ./pairs.py", "study", "--compare", "left-study.db", "left-study.db")
    first = json_lines("study", "--db", "left-study.db", "--game", "./pairs.py", "--format", "json")[0]
    check(first["game"] == "pairs" and first["variant"] == "standard" and first["seed"] == 1 and first["games"] >= 14
          and first["observer"].startswith("uct") and first["study"] == "pairs study", first)


SIGNS = """#!/usr/bin/env python3
import schiri
class Odd:
    torus, size = False, 2
    def start(self): return ("", 0)
    def turns(self, state): return ["x?", "a~3F"]
    def play(self, state, turn): return (state[0] + turn[0], 1 - state[1])
    def result(self, state): return 0.5 if len(state[0]) == self.size else None
    def board(self, state): return "   a b" + chr(10) + "1 . ."
schiri.serve_game(Odd)
"""


def served(name, *lines):
    done = subprocess.run([program, "ugi", name, "--bot", "random"], input="".join(f"{line}\n" for line in lines), timeout=300,
                          capture_output=True, encoding="utf-8", check=False)
    check(done.returncode == 0, "ugi ends with", done.returncode, done.stdout, done.stderr)
    return done.stdout.splitlines()


def test_served_games():
    """Another program sees turns, positions and settings as the game's program says them."""
    name = program_file("odd_served.py", SIGNS)
    for _ in range(2):
        turn = served(name, "position startpos", "go nodes 1")[-1]
        check(turn in ("bestmove x?", "bestmove a~3F"), "served as", turn)
    told = served(name, "position startpos moves x? a~3F", "query gameover", "position fen garbage", "query gameover",
                  "setoption name size value nonsense", "query gameover")
    check([line for line in told if line.startswith("response")] == ["response true"] * 3, "a refused position or setting changes nothing:", told)
    check(sum(line.startswith("info string") for line in told) == 2, "a refused position or setting is told:", told)
    works("tournament", "run", "--game", name, "--bot", "random", "--bot", f"cmd=\"{program} ugi {name} --bot random\" name=served", "--rounds",
          "2", "--no-db")
    check(works("position", name).splitlines()[2:4] == ["   a b", "1 . ."], "the drawing:", works("position", name))
    # What the program is told to have played comes back as the same turn.
    check(served(name, "position startpos moves a~7E3F", "query position") == served(name, "position startpos moves a~3F", "query position"),
          "a turn as it was sent")
    works("position", name, "--play", "a~3F")
    works("position", name, "--play", "x? a~3F")
    pathlib.Path("odd.pgn").write_text('[Game "odd-served"]\n\n1. x~3F {a} 1... a~7E3F 1/2-1/2\n')
    works("validate", "odd.pgn", "--game", name, has="1 valid, 0 invalid, 2 turns")
    works("data", "odd.pgn", "--game", name)


def test_words():
    """Several turns in one option, and sentences with a subject."""
    turns = " ".join(one["text"] for one in json_lines("replay", "left.pgn", "--game", "./pairs.py", "--index", "1", "--format", "json")[1:3])
    works("select", "left.pgn", "--game", "./pairs.py", "--begins", turns, has="[Game \"pairs\"]")
    refused(2, "the game is over: White has won", "select", "left.pgn", "--game", "./pairs.py", "--begins", "a a a a a a a")
    works("db", "query", "games", "--db", "left.db", "--game", "pairs", "--begins", turns, has="pairs")
    works("position", "./pairs.py", "--play", "a b", has="('ab', 1)")
    refused(2, "each of them once", "turns", "./hex.py", "--variant", "size=3; size=4")
    over = program_file("over.py", PAIRS.replace("{1}", "0").replace("{2}", "0").replace("== 6", ">= 0"))
    refused(2, "is over at its start", "tournament", "run", "--game", over, "--bot", "random", "--bot", "uct", "--no-db")


shown_files()
if shutil.which(os.environ.get("CXX", "c++")):
    compile_header()
    test_commands()
    test_report()
    test_balanced()
test_wrong_games()
test_wrong_starts()
test_a_hang()
test_authors()
test_shown_turns()
test_two_turns()
test_names_and_starts()
test_studies()
test_blanks()
test_ties()
test_two_turns_in_a_row()
test_positions()
test_limits()
test_library_variable()
test_without_the_program()
test_served_games()
test_words()
print(len(failures), "failures")
sys.exit(bool(failures))
