"""What is written is read again as it was, and nothing is lost between a whole and its parts."""

import os

from records import NAMES, split_records

# Bytes that records get wrong.
PIECES = ["{", "}", "(", ")", ";", "%", "\n", "\r\n", "\t", '"', "\\", "[", "]", "$", "$999", "!?", "...", "1.", "1/2", "*", "1-0", "–",
          "\u00a0", "\u200b", "\u202e", "\x00", "\x1b[31m", "\x7f", "e\u0301", "😀", "<", "&", "'", "=", "+", "@", ",", "::", "{a{b}c}",
          "(()", "( {x} )", ";}x\n", "{\n\n}", "\ufeff", "±", " pass", "resigns", "[%clk 1:00]", '[Event "x"]', '\n\n[Site "y"]\n', " --",
          "{" + "w" * 200 + "}", "\x85", "\u2028"]


def mutated(rng, text):
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(text))
        kind = rng.random()
        if kind < 0.6:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind < 0.8:
            text = text[:at] + text[at + rng.randint(1, 5):]
        else:
            other = rng.randrange(len(text))
            text = text[:at] + text[other:other + rng.randint(1, 60)] + text[at:]
    return text


def number_of_games(program, name):
    path = program.folder / name
    if not path.exists() or not path.stat().st_size:
        return 0
    return program.rows("validate", name)[-1]["summary"]["games"]


def written(program, records):
    """What convert writes of any text is valid, writes again the same, and passes whole through JSON, CSV and a database."""
    for number in range(6):
        texts = records.several(25, broken=0.05)
        if number % 3:
            texts = [mutated(records.random, text) for text in texts]
        program.write("a.pgn", "".join(texts))
        options = ["--fix"] if number % 2 else []
        text = program.run("convert", "-q", "a.pgn", *options).out
        program.write("b.pgn", text)
        program.same("valid", 0, program.run("validate", "b.pgn").status)
        program.same("again", text, program.run("convert", "-q", "b.pgn").out)
        for form in ("json", "csv"):
            other = program.run("convert", "-q", "b.pgn", "--to", form).out
            program.same(f"by {form}", text, program.run("convert", "-q", "-", "--from", form, text=other).out)
            program.same(f"{form} again", other, program.run("convert", "-q", "-", "--from", form, "--to", form, text=other).out)
        db = f"{number}.db"
        program.run("db", "import", "--db", db, "b.pgn", "--corrections", "both")
        export = program.run("db", "export", "--db", db).out
        known = program.run("db", "import", "--db", db, "-", text=export)
        if known.status or "0 games stored" not in known.out:
            program.differ("import of its own export", known.out[-200:], known.err[-200:])
        program.same("check", 0, program.run("db", "check", "--db", db).status)
        program.same("export is canonical", export, program.run("convert", "-q", "-", text=export).out)
        program.run("convert", "a.pgn", *options, "-o", "c.pgn", "--rejects", "d.pgn")
        # What is torn apart may be divided otherwise beside other neighbours.
        if number % 3 == 0:
            program.same("each is written or rejected", number_of_games(program, "a.pgn"),
                         number_of_games(program, "c.pgn") + number_of_games(program, "d.pgn"))
        program.run("convert", "a.pgn", *options, "-o", "a.pgn")
        once = program.read("a.pgn")
        program.run("convert", "a.pgn", *options, "-o", "a.pgn")
        program.same("in place", once, program.read("a.pgn"))


def parts(program, records):
    """The parts of split, select, dedupe and sort together are the whole."""
    program.write("a.pgn", "".join(records.several(60)))

    def games_of(*names):
        return sorted(game for name in names if os.path.exists(program.folder / name) for game in split_records(program.read(name)))

    whole = games_of("a.pgn")
    for tag in ("White", "Event", "Game", "Date", "Round", "Annotator"):
        if not any(f"[{tag} " in game for game in whole):
            continue
        program.run("split", "a.pgn", "--by", tag, "-o", f"by-{tag}")
        files = sorted(os.listdir(program.folder / f"by-{tag}"))
        program.same(f"split by {tag}", whole, games_of(*(f"by-{tag}/{file}" for file in files)))
        program.same(f"split by {tag}: names without case", len(files), len({file.lower() for file in files}))
    program.run("select", "-q", "a.pgn", "-o", "valid.pgn")
    program.run("select", "-q", "a.pgn", "--split", "7", "-o", "seven.pgn")
    program.same("select --split", games_of("valid.pgn"), games_of(*(path.name for path in program.folder.glob("seven-*.pgn"))))
    program.run("dedupe", "-q", "a.pgn", "-o", "b.pgn", "--duplicates", "c.pgn")
    program.same("dedupe", whole, games_of("b.pgn", "c.pgn"))
    program.run("dedupe", "-q", "b.pgn", "-o", "d.pgn")
    program.same("dedupe twice", games_of("b.pgn"), games_of("d.pgn"))
    for filters in ("--player Anna", "--result 1-0", "--min-turns 5", "--tag Site=Ulm", "--legality invalid"):
        for name in ("e.pgn", "f.pgn"):
            program.write(name, "")
        program.run("select", "-q", "a.pgn", *filters.split(), "-o", "e.pgn", "--rejects", "f.pgn")
        program.same(f"select {filters}, rejects", whole, games_of("e.pgn", "f.pgn"))
    for keys in ("date", "name", "white,black", "event,length", "rating"):
        text = program.run("sort", "-q", "a.pgn", "--by", keys).out
        program.same(f"sort by {keys} twice", text, program.run("sort", "-q", "-", "--by", keys, text=text).out)
    text = program.run("tag", "-q", "a.pgn", "--set", "Zz=1").out
    program.same("tag and back", program.run("tag", "-q", "a.pgn", "--remove", "Zz", may_refuse=True).out,
                 program.run("tag", "-q", "-", "--remove", "Zz", text=text).out)


def at_once(program, records):
    """Processes at once on one database, one event, one output leave what they would leave in turn."""
    def together(*commands):
        processes = [program.start(*command) for command in commands]
        answers = [program.finish(process) for process in processes]
        for command, answer in zip(commands, answers):
            if answer.status not in (0, 1, 2):
                program.differ("status", answer.status, command, answer.err[-300:])
        return answers

    def games_of(db):
        return sorted(split_records(program.run("db", "export", "--db", db).out))

    files = [program.write(f"{k}.pgn", "".join(records.several(40, [f"{name} {k}" for name in NAMES[3:9]], 0.05, False))) for k in range(4)]
    together(*(["db", "import", "-q", "--db", "one.db", file] for file in files))
    for file in files:
        program.run("db", "import", "-q", "--db", "two.db", file)
    program.same("imports", games_of("two.db"), games_of("one.db"))
    together(*(["db", "import", "-q", "--db", "three.db", files[0]] for _ in range(4)))
    program.run("db", "import", "-q", "--db", "four.db", files[0])
    program.same("one file four times", games_of("four.db"), games_of("three.db"))
    together(["db", "index", "--db", "one.db"], ["db", "backup", "--db", "one.db", "-o", "copy.db"], ["db", "merge", "--db", "one.db", "four.db"],
             ["ratings", "--db", "one.db", "--store", "-q"], ["db", "vacuum", "--db", "one.db"], ["db", "check", "--db", "one.db"],
             ["db", "undo-import", "--db", "one.db", "--import", "2", "--yes"])
    for db in ("one.db", "copy.db"):
        program.same(f"check of {db}", 0, program.run("db", "check", "--db", db).status)
    play = ["tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "random name=other", "--rounds", "10", "-j", "1"]
    together([*play, "--event", "A", "--db", "play.db"], [*play, "--event", "B", "--db", "play.db"])
    program.same("two events", {"A": 20, "B": 20}, {row["event"]: row["games"] for row in program.rows("db", "query", "events", "--db", "play.db")})
    program.same("verify", 0, program.run("tournament", "verify", "--db", "play.db").status)
    together(*(["sort", file, "-o", "same.pgn"] for file in files))
    program.same("one output is whole", True, program.read("same.pgn") in [program.run("sort", file).out for file in files])
