"""The Python package answers as the program."""

import json
import os


def package(program, records):
    """Findings, results, tags, written forms, ratings, commands and databases."""
    import schiri

    program.write("a.pgn", "".join(records.several(50)))
    folder = os.getcwd()
    os.chdir(program.folder)
    try:
        compare(program, schiri)
    finally:
        os.chdir(folder)


def compare(program, schiri):
    read = list(schiri.read("a.pgn"))
    rows = program.rows("validate", "a.pgn")[:-1]
    program.same("records", len(rows), len(read))
    for record, row in zip(read, rows):
        for key, findings in (("errors", record.errors), ("warnings", record.warnings)):
            program.same(key, [[one[name] for name in ("code", "line", "column", "turn", "message")] for one in row[key]],
                         [[one.code, one.line, one.column, one.turn, one.message] for one in findings])
        program.same("result", row["result"], record.result or None)
    for record, tags in zip(read, schiri.read_tags("a.pgn")):
        program.same("tags", dict(record.tags), tags.tags)
    valid = [record for record in read if not record.errors]
    for form in ("pgn", "json", "csv"):
        schiri.write(valid, f"b.{form}", form)
        program.same(f"write {form}", program.run("convert", "-q", "a.pgn", "--to", form).out, program.read(f"b.{form}"))
    for options in ({}, {"method": "elo"}, {"method": "glicko2"}, {"prior": "none"}, {"repeats": "count"}):
        words = [word for key, value in options.items() for word in ("--" + key, value)]
        keys = ("player", "rating", "error", "wins", "draws", "losses")
        program.same(f"rate {options}", [[row[key] for key in ("game", "variant", *keys)] for row in program.rows("ratings", "a.pgn", *words)],
                     [[one.game, one.variant, player.name, *(getattr(player, key) for key in keys[1:])]
                      for one in schiri.rate(valid, **options) for player in one.players])
    program.run("db", "import", "-q", "--db", "a.db", "-", text=program.run("convert", "a.pgn").out)
    schiri.Database("b.db", create=True).add(valid)
    program.same("database", program.run("db", "export", "--db", "a.db").out, program.run("db", "export", "--db", "b.db").out)
    for command in ("ratings a.pgn", "table a.pgn", "summary a.pgn", "validate a.pgn", "db query games --db a.db",
                    "db query players --db a.db", "db query endings --db a.db"):
        answer = program.run(*command.split(), "--format", "json")
        rows = schiri.run(*command.split())
        program.same(f"run {command}", [answer.status, *map(json.loads, answer.out.splitlines())], [rows.status, *map(dict, rows)])


def positions(program, records):
    """Turns and texts of positions."""
    import schiri

    for tags, (*words, _) in records.random.sample(records.games, 12):
        words = words[:records.random.randint(0, min(30, len(words)))]
        variant = ["--variant", tags["Variant"]] if "Variant" in tags else []
        if "Roll" in tags:
            variant += ["--roll", tags["Roll"]]
        rules = {key.lower(): tags[key] for key in ("Variant", "Roll") if key in tags}
        game = schiri.Game(tags["Game"], **rules)
        for word in words:
            game.play(word)
        start = [tags["Game"], *variant, "--play", " ".join(words)] if words else [tags["Game"], *variant]
        program.same(f"position {start}", program.run("position", *start).out.split("\n")[0], game.position)
        if game.is_over:
            continue
        if tags["Game"] != "sperre":
            turns = program.run("turns", *start).out.split()
            program.same(f"turns {start}", sorted(turns), sorted(game.turns()))
