"""All lists of the same games have the same figures: those of files and of databases, with filters and
without, in any order of the games."""

import collections
import csv
import io
import os
import re
import unicodedata

from program import Answer
from records import FEW_NAMES, split_records

RATED = ["ratings --format csv", "ratings --repeats count --format csv", "ratings --no-forfeits --format json",
         "ratings --method elo --format csv", "ratings --method glicko2 --period day --format csv",
         "ratings --method elo --history Anna --format csv", "ratings --matrix --format csv",
         "ratings --provisional 3 --inactive 6 --format csv", "ratings --min-games 2 --format csv",
         "ratings --anchor Anna=1700 --format csv", "ratings --predict Anna Björn --format csv",
         "table --format json", "table --repeats count --format csv", "table --tie-breaks DE,WON,BH-C1,KS --format csv",
         "data", "data --no-quiet --format json", "merge"]
QUERIES = ["players", "events", "endings", "head-to-head", "streaks", "openings creeper --columns -id"]
FILTERS = ["--player=Anna", "--player=ann", "--player=Anna --player=Björn", "--white=-dash", "--black=张伟", "--event=Club",
           "--event=club --event=Club", "--event=?", "--result=1-0", "--result=*", "--since=2026", "--until=2026-03-07",
           "--since=1999 --until=2025", "--ending=resignation", "--ending=unexplained", "--ending=unfinished",
           "--min-turns=5", "--max-turns=20", "--upset=1", "--tag=WhiteElo>=1500", "--tag=WhiteElo!=*",
           "--tag=Site!=Ulm", "--tag=Round=1.*", "--tag=Date=????.??.??", "--tag=Termination=*", "--tag=White=A*",
           "--tag=Variant=*", "--tag=Annotator=7", "--game=creeper", "--game=sperre --since=2024",
           "--game=more-or-less --variant=31", "--game=creeper --pieces=W=7 --at-end", "--min-turns=10 --result=0-1"]


def some_games(program, records, names=FEW_NAMES):
    """a.pgn and a.db with the same valid games, no two of them equal."""
    program.write("raw.pgn", "".join(records.several(90, names, broken=0, twins=False)))
    program.run("db", "import", "-q", "--db", "a.db", "raw.pgn")
    program.run("db", "export", "--db", "a.db", "-o", "a.pgn")


def sorted_notes(answer):
    return Answer(answer.status, answer.out, "\n".join(sorted(answer.err.split("\n"))))


def database(program, records):
    """A file and a database answer the same, and the games that a filter selects as that filter."""
    some_games(program, records)
    program.same("export", program.run("convert", "a.pgn").out, program.run("db", "export", "--db", "a.db").out)
    for number, name in enumerate(FILTERS):
        filters = name.split()
        selected = program.run("select", "-q", "a.pgn", *filters)
        program.same(f"select, export {name}", selected.out, program.run("db", "export", "--db", "a.db", *filters).out)
        for command in RATED[number % 6::6]:
            words = command.split()
            # A filter may leave no game of the player that an option names.
            may_refuse = any(option in words for option in ("--predict", "--anchor", "--history"))
            of_file = program.run(*words, "a.pgn", *filters, may_refuse=may_refuse)
            of_database = program.run(*words, "--db", "a.db", *filters, may_refuse=may_refuse)
            program.same(f"{command} {name}: file, database", sorted_notes(of_file), sorted_notes(of_database))
            if selected.out and of_file.status != 2:
                of_selected = program.run(*words, "-", text=selected.out)
                program.same(f"{command} {name}: file, selected", of_file[:2], of_selected[:2])
        if not selected.out:
            continue
        if os.path.exists(program.folder / "selected.db"):
            os.remove(program.folder / "selected.db")
        program.run("db", "import", "-q", "--db", "selected.db", "-", text=selected.out)
        for query in QUERIES:
            if query.startswith("openings") and "--game" in name:
                continue
            words = ["db", "query", *query.split(), "--format", "csv", "--db"]
            # Lists of two players show those that are asked for.
            players = [one for one in filters if one.startswith("--player")]
            lists = [sorted(program.run(*words, *rest).out.split("\n")) for rest in (["a.db", *filters], ["selected.db", *players])]
            program.same(f"{query} {name}: filtered, selected", *lists)


def order(program, records):
    """The order of games, of files and of imports changes no figure."""
    games = records.several(60, FEW_NAMES, broken=0, twins=False)
    commands = ["ratings --format csv", "ratings --matrix --format csv", "ratings --prior none --format csv --limit 40", "table --format csv",
                "table --repeats count --tie-breaks DE,BH-C1,WON,KS --format csv", "summary --format json"]
    first = None
    for files in (1, 3, 5):
        if first:
            records.random.shuffle(games)
        names = [program.write(f"{files}-{k}.pgn", "".join(games[k::files])) for k in range(files)]
        db = f"{files}.db"
        for name in names:
            program.run("db", "import", "-q", "--db", db, name)
        answers = {command: program.run(*command.split(), *names).out for command in commands}
        answers |= {f"{command} of a database": program.run(*command.split(), "--db", db).out for command in commands[:-1]}
        # Which of the games of a day was the last is not known.
        answers |= {query: program.run("db", "query", *query.split(), "--db", db, "--format", "csv").out
                    for query in QUERIES if query != "streaks"}
        answers["export"] = "\n\n".join(sorted(split_records(program.run("db", "export", "--db", db).out)))
        # Players of equal figures may change their places.
        answers = {name: sorted(re.sub(r"^\d+,", "", line) for line in text.split("\n")) for name, text in answers.items()}
        first = first or answers
        for name, lines in answers.items():
            program.same(f"{name}, {files} files", first[name], lines)


def score_of(result):
    return {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}.get(result)


def counted(rows, *keys):
    return {tuple(row[key] for key in keys): (row["games"], row["wins"], row["draws"], row["losses"]) for row in rows}


def figures(program, records):
    """Games, wins, draws and losses of each list are what the list of games adds up to."""
    some_games(program, records)
    games = program.rows("db", "query", "games", "--db", "a.db", "--columns", "all")
    figures = collections.defaultdict(lambda: (0, 0, 0, 0))
    active = set()  # without a game that was played there is no rating

    def add(key, score):
        figures[key] = tuple(a + b for a, b in zip(figures[key], (1, *(score or (0, 0, 0)))))

    for game in games:
        score = score_of(game["result"])
        for player, opponent, turned in ((game["white"], game["black"], False), (game["black"], game["white"], True)):
            if player in (None, "?") or (player == opponent and turned):
                continue
            own = score[::-1] if score and turned else score
            add((player,), own if player != opponent else None)
            if score and player != opponent and opponent not in (None, "?"):
                add((game["game"], game["variant"], player), own)
                if game["turns"]:
                    active.add((game["game"], game["variant"], player))
                add((game["game"], game["variant"], player, opponent), own)
    by_length = [{key: value for key, value in figures.items() if len(key) == length} for length in range(5)]
    program.same("players", by_length[1], counted(program.rows("db", "query", "players", "--db", "a.db"), "player"))
    program.same("head-to-head", by_length[4], counted(program.rows("db", "query", "head-to-head", "--db", "a.db"), "game", "variant", "player", "opponent"))
    for source in (["--db", "a.db"], ["a.pgn"]):
        once = counted(program.rows("table", *source), "game", "variant", "player")
        for words, of_table in ((["table", "--repeats", "count"], by_length[3]), (["ratings", "--repeats", "count"], by_length[3]),
                                (["ratings"], once), (["ratings", "--method", "elo"], by_length[3]), (["ratings", "--method", "glicko2"], by_length[3])):
            rows = counted(program.rows(*words, *source), "game", "variant", "player")
            expected = {key: value for key, value in of_table.items() if words[0] == "table" or key in active or key in rows}
            program.same(f"{words} {source}", expected, rows)
    events = collections.Counter(game["event"] for game in games)
    program.same("events", dict(events), {row["event"]: row["games"] for row in program.rows("db", "query", "events", "--db", "a.db")})
    endings = collections.Counter()
    for row in program.rows("db", "query", "endings", "--db", "a.db"):
        endings[row["game"], row["variant"], row["ending"]] += row["games"]
    for summary in program.rows("summary", "a.pgn"):
        if "game" not in summary:
            continue
        of_match = [game for game in games if (game["game"], game["variant"]) == (summary["game"], summary["variant"])]
        turns = sorted(game["turns"] for game in of_match)
        program.same(f"summary {summary['game']}", (len(turns), sum(turns), turns[0], turns[-1]),
                     tuple(summary[key] for key in ("games", "turns", "shortest", "longest")))
        program.same("results", dict(collections.Counter(game["result"] for game in of_match)),
                     {key: value for key, value in summary["results"].items() if value})
        program.same("endings", {key[2]: value for key, value in endings.items() if key[:2] == (summary["game"], summary["variant"])},
                     summary["endings"])


def formats(program, records):
    """JSON and CSV of a list have the same values; --sort, --limit and parts of an export change no row."""
    some_games(program, records)
    lists = [f"db query {query} --columns all" for query in ("games", "players", "events", "head-to-head", "streaks", "endings")]
    for command in ["ratings", "table", *lists, "db query duplicates", "db query openings creeper"]:
        words = [*command.split(), "--db", "a.db"]
        rows = program.rows(*words)
        table = list(csv.DictReader(io.StringIO(program.run(*words, "--format", "csv").out)))
        plain = [{key: value for key, value in row.items() if not isinstance(value, (dict, list))} for row in rows]
        program.same(f"{command}: JSON, CSV", [cells(row) for row in plain], [{key: cell(line.get(key)) for key in row} for row, line in zip(plain, table)])
        if not plain:
            continue
        # A figure of which only a bound is known is sorted by that.
        for column in [name for name in plain[0] if name + "_bound" not in plain[0]]:
            for sign in ("", "-"):
                values = program.rows(*words, f"--sort={sign}{column}")
                program.same(f"{command} --sort={sign}{column}: rows", sorted(map(str, rows)), sorted(map(str, values)))
                numbers = [row[column] for row in values]
                known = [number for number in numbers if number is not None]
                program.same(f"{command} --sort={sign}{column}: unknown ones last", known, numbers[:len(known)])
                if all(isinstance(number, (int, float)) for number in known):
                    program.same(f"{command} --sort={sign}{column}", sorted(known, reverse=sign == "-"), known)
        if command.startswith("db query"):
            program.same(f"{command} --limit", rows[:3], program.rows(*words, "--limit", "3"))
    whole = program.run("db", "export", "--db", "a.db").out
    parts = [program.run("db", "export", "--db", "a.db", "--limit", "7", "--offset", str(offset)).out for offset in range(0, 98, 7)]
    program.same("export of parts", whole, "".join(parts))


def cell(text):
    """A number, or the text without the mark that keeps a spreadsheet from taking it for a formula."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return unicodedata.normalize("NFC", (text or "").replace("'", ""))


def cells(row):
    return {key: cell({True: "true", False: "false"}.get(value, value) if isinstance(value, bool) else value) for key, value in row.items()}
