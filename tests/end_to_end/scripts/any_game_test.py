"""Plays Breakthrough, a game that schiri does not know, under a referee, and uses its records.

python3 any_game_test.py PROGRAM

The programs are tests/programs/breakthrough.py. Exit status: 0 no errors, 1 errors.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.normpath(os.path.join(HERE, "..", "..", "programs", "breakthrough.py"))
SCRIPTED = os.path.join(os.path.dirname(ENGINE), "scripted_game.py")
program = os.path.abspath(sys.argv[1])
has_page = os.path.exists(os.path.join(os.path.dirname(program), "schiri-engine.wasm"))
failures = []
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def engine(fault="", **keys):
    words = f"cmd=\"python3 -B '{ENGINE}'" + (f" '{fault}'" if fault else "") + '"'
    return " ".join([words, *(f"{key}={value}" for key, value in keys.items())])


def schiri(*words, text=""):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [program, *words], input=text, capture_output=True, encoding="utf-8", env=environment, timeout=300
    )


def check(is_right, what):
    if not is_right:
        failures.append(what)
        print("wrong:", what)


def expect(words, status, *parts, text=""):
    """Runs a command and checks its status and parts of its output."""
    run = schiri(*words, text=text)
    shown = f"schiri {' '.join(words)}\nstatus {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-3000:]}"
    check(run.returncode in (status if isinstance(status, tuple) else (status,)), f"status {status}: {shown}")
    for part in parts:
        check(part in run.stdout + run.stderr, f"'{part}' in: {shown}")
    return run


def match(*more, referee=None, a="", b="", name="breakthrough", watchdog="60"):
    return [
        *("tournament", "run", "--referee", referee or engine(name="umpire"), "--watchdog", watchdog, "--seed", "1"),
        *("--bot", engine(a, nodes=1, name="a"), "--bot", engine(b, nodes=1, name="b"), "--game", name, "-j", "2"),
        *more,
    ]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


START = "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww"
write("openings.txt", f"startpos\nstartpos moves a2a3 f5f4\n{START} b\n{START} w moves a2b3\n{START} o\n# comment\n")


def test_games():
    expect(match("--db", "g.db", "--openings", "openings.txt", "--rounds", "5", "--pgn", "played.pgn"), 0, "10 games")
    export = expect(["db", "export", "--db", "g.db"], 0).stdout
    write("games.pgn", export)
    check(export.count('[Game "breakthrough"]') == 10, "10 games are exported")
    check(export.count('[Referee "umpire"]') == 10, "the referee is named")
    check(export.count(f'[Position "{START} b"]') == 2, "positions are stored")
    check(export.count(f'[Position "{START} o p2"]') == 2, "the referee says who begins")
    check(export.count("\n1... ") == 4, "Black begins where the position says so")
    check(export.count('[Termination "normal"]') == 10, "the referee ended all games")
    expect(["validate", "--strict", "games.pgn", "played.pgn"], 0, "20 games, 20 valid")
    expect(["tournament", "verify", "--db", "g.db"], 0)
    expect(["db", "check", "--db", "g.db"], 0)
    expect(["tournament", "show", "--db", "g.db"], 0, "10 games", "referee: umpire (cmd=")
    expect(["tournament", "resume", "--db", "g.db"], 0)
    rated = expect(["ratings", "--db", "g.db", "--format", "json"], 0).stdout
    check('"breakthrough"' in rated and '"a"' in rated, "ratings: " + rated)
    for form in ("json", "csv"):
        text = expect(["convert", "--to", form, "games.pgn"], 0).stdout
        write("games." + form, text)
        back = expect(["convert", "--from", form, "--to", "pgn", "games." + form], 0).stdout
        check(back == export, f"{form} is read back")


def test_logs():
    """A record of a log is that of the game; what needs the rules says so alone."""
    words = match("--db", "l.db", "--log", "l.log", "--pgn", "l.pgn", "--openings", "openings.txt", b="lies")
    expect(words, 0, "2 games")
    expect(["convert", "--from", "log", "l.log", "-o", "log.pgn"], 0)
    for name in ("log.pgn", "l.pgn"):
        expect(["validate", "--strict", name], 0, "2 games, 2 valid")
    expect(["dedupe", "l.pgn", "log.pgn", "-o", "one.pgn"], (0, 1))
    check(read("one.pgn").count("[Event ") == 2, "the log has the games that were stored")
    expect(["tournament", "show", "--db", "l.db", "--failures"], 0, "schiri db export --db l.db --id")
    run = expect(["replay", "l.pgn"], 2, "schiri does not know the rules of breakthrough")
    check(not run.stdout, "nothing of a game that cannot be replayed is shown: " + run.stdout)


def test_names():
    for words in (["ratings", "games.pgn"], ["ratings", "--db", "g.db"], ["db", "query", "games", "--db", "g.db"]):
        expect([*words, "--game", "breakthrough"], 0, "a")
    expect(["select", "games.pgn", "--game", "breakthrough", "--player", "a"], 0, "breakthrough")
    expect(["ratings", "games.pgn", "--game", "breakthruogh"], 2, "no game 'breakthruogh' is known")
    expect(match(name="creeper"), 2, "schiri knows the rules of creeper; omit the referee")
    expect(match(name="No Game!"), 2, "a game's name is small letters, digits and '-', not 'No Game!'")
    without_name = match()
    at = without_name.index("--game")
    expect(without_name[:at] + without_name[at + 2 :], 2, "--referee: name the game as well, --game NAME")
    expect(match(referee="greedy"), 2, "--referee: expected a program")
    expect(["tournament", "run", "--game", "hex", "--bot", "random", "--bot", "greedy"], 2, "no game 'hex' is known")
    # What needs the list of turns says that the program has none.
    no_turns = "the program 'Breakthrough engine' does not answer 'query turns', which this needs"
    expect([*match(), "--bot", "random"], 2, no_turns)
    expect(match("--opening-turns", "2"), 2, no_turns)
    expect([*match(), "--bot", "greedy"], 2, "the built-in bots for games of your own are random and uct")


def test_openings():
    for line, message in (
        ("startpos moves a2a4", "opening 1: turn 1, 'a2a4': "),
        (f"{START} w moves a2a3 a2a3", "opening 1: turn 2, 'a2a3': "),
        ("b5/6/6/6/6/wwwwww w moves a1a2", None),
        ("6/6/6/6/6/wwwwww w", "opening 1: the game is over after it"),
        ("startpos moves a{3", "'a{3' is not a turn"),
    ):
        write("bad.txt", line + "\n")
        words = match("--no-db", "--openings", "bad.txt", "--rounds", "1")
        expect(words, 0 if message is None else 2, message or "2 games")
    write("bad.txt", "nonsense\n")
    expect(match("--no-db", "--openings", "bad.txt"), 3, "the game program 'umpire'", "; its last words: ValueError: not enough values")


def test_sides_of_positions():
    """A position of the program may end with the words that name the first player in a record."""
    board = "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww"
    for own in ("p1", "p2"):
        write("own.txt", f"{board} {own}\n")
        words = match("--db", own + ".db", "--openings", "own.txt", "--rounds", "1")
        expect(words, 0, "2 games")
        export = expect(["db", "export", "--no-times", "--db", own + ".db"], 0).stdout
        check(export.count(f'[Position "{board} {own} {own}"]') == 2, f"{own} stays in the position: {export}")
        check(export.count("\n1... ") == (2 if own == "p2" else 0), f"the first player of {own}: {export}")
        expect([*words, "--resume"], 0, "0 games played")
        write("again.txt", f"{board} {own} {own}\n")
        expect(match("--db", own + "-again.db", "--openings", "again.txt", "--rounds", "1"), 0, "2 games")
        again = expect(["db", "export", "--no-times", "--db", own + "-again.db"], 0).stdout
        check(export == again, f"it is read as it is stored: {again}")


def test_options():
    """The options of the referee, as a size or a komi, are in the records."""
    referee = engine(name="umpire") + " option.Seed=5 option.Komi=6.5"
    expect(match("--db", "options.db", referee=referee), 0, "has not announced the option 'Komi'")
    export = expect(["db", "export", "--db", "options.db"], 0).stdout
    check(export.count('[RefereeOptions "Seed=5 Komi=6.5"]') == 2, "options are recorded: " + export)
    expect(["tournament", "verify", "--db", "options.db"], 0, "0 findings")


def test_faults():
    """Each answer that is missing, late or contradictory voids the game, and five in a row end the event."""
    for fault, message in (
        ("silent on gameover", "did not give one answer to each of the queries"),
        ("silent on result", "did not give one answer to each of the queries"),
        ("answers twice", "did not give one answer to each of the queries"),
        ("gameover maybe", "answered 'query gameover' with 'maybe'"),
        ("p1turn", "answered 'query p1turn' with ''"),
        ("result p3win", "answered 'query result' with 'p3win'"),
        ("over without result", "says that the game is over, but has no result"),
        ("dies", "was ended by signal 9"),
        ("hangs", "did not answer within 5 s"),
    ):
        words = match("--no-db", referee=engine(fault), watchdog="5" if fault == "hangs" else "60")
        run = expect(words, 3, "is void: the game program 'Breakthrough " + fault + "' " + message, "5 games in a row were void")
        check("  > query gameover" in run.stderr, f"{fault}: the conversation is shown: {run.stderr}")
    expect(match("--db", "void.db", referee=engine("dies", name="umpire")), 3)
    record = expect(["db", "query", "sql", "--db", "void.db", "SELECT record FROM void_games LIMIT 1"], 0).stdout
    check("query gameover" in record, "the conversation is stored: " + record)
    for fault in ("mute", "no program"):
        referee = engine(fault) if fault == "mute" else "cmd=./nowhere"
        run = expect(match("--db", "none.db", referee=referee, watchdog="5"), 3, "--referee: ")
        check("game 1" not in run.stdout + run.stderr, f"{fault}: no game was played")


def test_result_during_the_game():
    expect(match("--no-db", referee=engine("result during the game")), 0, "2 games")


def test_unusual_games():
    """Turns of any text are played and recorded, and so are two turns of one player; no bot loses by
    what the protocol cannot hold."""
    for turns, status, message in (
        ("a1?", 0, "a1~3F"),
        ("d1-d7(g7)", 0, "d1-d7~28g7~29"),
        ("\u6b69", 0, "~E6~AD~A9"),
        ("pass_turn", 3, "the game cannot be played: 'pass turn' is not a turn"),
        ("a,b,c again=2", 0, "1. a 1... b 2. c"),
        ("a,b,c again=2 loud", 0, "1. a 1... b 2. c"),
    ):
        first, *options = turns.split()
        scripted = f"cmd=\"python3 -B '{SCRIPTED}' '{first}' {' '.join(options)}\""
        words = ["tournament", "run", "--game", "scripted", "--referee", scripted, "--each", "nodes=1"]
        words += ["--bot", scripted + " name=a", "--bot", scripted + " name=b", "--no-db", "--pgn", "u.pgn"]
        run = expect(words, status, "" if status == 0 else message)
        check("is void" not in run.stderr, f"{turns}: {run.stderr}")
        if status == 0:
            turns_alone = " ".join(re.sub(r"\{[^}]*\}", "", read("u.pgn")).split())
            check(message in turns_alone, f"'{message}' in {turns_alone}")
            check("illegal" not in read("u.pgn"), f"{turns}: {read('u.pgn')}")
            expect(["validate", "--strict", "u.pgn"], 0)
        if os.path.exists("u.pgn"):
            os.remove("u.pgn")


def test_illegal_turns():
    for referee, fault, message in (
        ("", "lies", "is still to move"),
        ("answers errors", "lies", "the referee answers 'error illegal turn a1a6'"),
        ("", "babbles", 'answered "a~7B1~7D": by the referee Black is still to move'),
    ):
        name = f"i{len(fault)}{len(referee)}.db"
        expect(match("--db", name, "--single", referee=engine(referee), a=fault), 0, "illegal move")
        remarks = expect(["tournament", "show", "--db", name, "--failures"], 0).stdout
        check(message in remarks, f"'{message}' in {remarks}")


#: Each command on records of the game: its status, and a part of what it says. A command that needs
#: the rules says so in one sentence.
UNKNOWN = "schiri does not know the rules of breakthrough"
COMMANDS = {
    "analyse": (["games.pgn", "--bot", "greedy"], 2, UNKNOWN),
    "board": (["--db", "g.db", "--id", "1"], 2, UNKNOWN),
    "book": (["games.pgn", "-o", "book.txt"], 2, UNKNOWN),
    "bot check": (["breakthrough", "--bot", "random"], 2, "no game 'breakthrough' is known"),
    "convert": (["games.pgn", "--to", "json"], 0, '"breakthrough"'),
    "data": (["games.pgn"], (0, 1, 2), ""),
    "db check": (["--db", "g.db"], 0, ""),
    "db export": (["--db", "g.db"], 0, "Referee"),
    "db import": (["--db", "i.db", "games.pgn"], 0, "10 games"),
    "db index": (["--db", "g.db"], 0, ""),
    "db query duplicates": (["--db", "g.db"], 0, ""),
    "db query endings": (["--db", "g.db"], 0, "referee"),
    "db query games": (["--db", "g.db"], 0, "breakthrough"),
    "db query openings": (["--db", "g.db", "breakthrough"], 2, ""),
    "db query players": (["--db", "g.db"], 0, "a"),
    "dedupe": (["games.pgn"], (0, 1), "breakthrough"),
    "merge": (["games.pgn"], 0, "breakthrough"),
    "page": (["-o", "page.html"], 0 if has_page else 3, ""),
    "perft": (["breakthrough", "--depth", "2"], 2, "no game 'breakthrough' is known"),
    "play": (["--resume", "games.pgn"], 2, ""),
    "position": (["breakthrough"], 2, "no game 'breakthrough' is known"),
    "ratings": (["games.pgn"], 0, "a"),
    "replay": (["games.pgn"], 2, UNKNOWN),
    "report": (["games.pgn", "-o", "report.html"], 0, ""),
    "rules": (["breakthrough"], 2, "no game 'breakthrough' is known"),
    "select": (["games.pgn", "--ending", "referee"], 0, "breakthrough"),
    "select ": (["games.pgn", "--pieces", "W=1", "--game", "breakthrough"], 2, UNKNOWN),
    "sort": (["games.pgn"], 0, "breakthrough"),
    "split": (["games.pgn", "--by", "white", "-o", "parts"], 0, ""),
    "stats elo": (["--wdl", "8,0,0"], 0, ""),
    "summary": (["games.pgn"], 0, "breakthrough"),
    "table": (["games.pgn"], 0, "a"),
    "tag": (["games.pgn", "--set", "Site=here"], 0, "here"),
    "tournament show": (["--db", "g.db"], 0, "a"),
    "tournament status": (["--db", "g.db"], (0, 2, 3), ""),
    "tournament verify": (["--db", "g.db"], 0, ""),
    "turns": (["breakthrough"], 2, "no game 'breakthrough' is known"),
    "ugi": (["breakthrough", "--bot", "random"], 2, "no game 'breakthrough' is known"),
    "validate": (["games.pgn"], 0, "10 games, 10 valid"),
}
#: Commands that read no records.
OTHERS = set("game games help lsp otb study".split())


def test_commands():
    table = re.search(r"^_schiri_table='(.*?)'$", expect(["help", "--format", "bash"], 0).stdout, re.M | re.S)[1]
    known = {line.split("\t")[2] for line in table.split("\n") if line.startswith("command\tschiri\t")}
    tried = {name.split()[0] for name in COMMANDS} | {"test", "tune"}
    known.add("otb")  # which a build may lack
    check(known == tried | OTHERS, f"commands that are not tried: {sorted(known ^ (tried | OTHERS))}")
    for name, (words, status, part) in COMMANDS.items():
        run = expect([*name.split(), *words], status, part)
        if run.returncode:
            check(run.stderr.count("\n") <= 2 and run.stderr, f"{name}: one sentence, not: {run.stderr}")


def test_test():
    referee = ["--referee", engine(), "--game", "breakthrough", "--openings", "openings.txt", "--no-db", "--seed", "1"]
    bots = [engine(nodes=1, name="new"), "--baseline", engine("lies", nodes=1, name="old")]
    expect(["test", *bots, *referee, "--sprt", "elo0=0,elo1=200", "-j", "2"], 0, "H1")
    settings = {"game": "breakthrough", "referee": engine(), "bots": [engine(name="a"), engine(name="b")]}
    write("event.json", json.dumps({**settings, "each": "nodes=1"}))
    expect(["tournament", "run", "event.json", "--no-db"], 0, "2 games")


def test_hostile_records():
    """Many names of games in one file are findings, not a full table of games."""
    tags = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "w"]\n[Black "b"]\n[Result "*"]\n'
    game = tags + '[Game "game-{0}"]\n[Referee "r"]\n\n{1} *\n\n'
    write("many.pgn", "".join(game.format(i, "1. a b") for i in range(1200)))
    run = expect(["validate", "many.pgn"], 1, "unknown-game")
    check("1200 games, 1020 valid" in run.stdout, "the table of games has a limit: " + run.stdout[-100:])
    check("game-1006 and game-1007, and 1008 more" in run.stderr, "a note names a few games: " + run.stderr[-300:])
    for movetext, status in (
        ("1. 4 5 2. 12 |3|4", 0),
        ("1. a b {a comment} 2. c $1 (2. d) d", 0),
        ("1. " + "x" * 100 + " y", 0),
        ("1. " + "x" * 101 + " y", 1),
        ("1. a[b c", 1),
        ("1. a\\b c", 1),
        ("1. resign", 1),
    ):
        write("one.pgn", game.format("x", movetext))
        expect(["validate", "one.pgn"], status)


for name, test in list(globals().items()):
    if name.startswith("test_") and (len(sys.argv) < 3 or name in sys.argv[2:]):
        print(name, flush=True)
        test()
sys.exit(1 if failures else 0)
