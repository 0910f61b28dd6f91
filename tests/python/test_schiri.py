"""The Python package, as it lies in the tree or is installed: python3 -m pytest (see package_test.sh)."""

import gc
import io
import itertools
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import schiri

DATA = Path(__file__).resolve().parents[1] / "data"
SAMPLE = DATA / "creeper-sample.pgn"
GAMES = [kind.name for kind in schiri.kinds()]
WRONG_RESULT = """[White "Anna"]
[Black "Emil"]
[Game "creeper"]

1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. b1+c2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D7
6. D3+C4 D2-D3 7. C1+D2 E2xC2 8. C4+D5 C2-B2 9. D5+E4 0-1
"""


def play_randomly(game, turns, seed=1):
    dice = random.Random(seed)
    for _ in range(turns):
        if game.is_over:
            break
        game.play(game.random_turn(dice))


def test_kinds_tell_themselves():
    assert GAMES == ["creeper", "springerjagd", "more-or-less", "sperre"]
    for kind in schiri.kinds():
        assert kind.variants and kind.endings and len(kind.rules) > 500 and "\n" not in kind.summary


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_its_turns(name):
    game = schiri.Game(name, seed=4)
    for turn in game.turns(3):
        other = game.copy()
        other.play(turn)
        assert (other.played, len(other), other.side) == ([turn], 1, "black")
        other.undo()
        assert other.position == game.position == game.start
    assert game.played == [] and bool(game)


@pytest.mark.parametrize("name", GAMES)
def test_all_turns_are_visited_and_no_more_than_asked(name):
    game = schiri.Game(name, seed=4)
    play_randomly(game, 6)
    count = game.count_turns()
    known = list(itertools.islice(game.turns(), 20000))
    assert len(known) == len(set(known)) == min(count, 20000)
    assert list(game.turns(5)) == known[:5] and list(game.turns(0)) == []


def test_turns_go_on_while_the_game_is_played():
    game = schiri.Game("sperre", seed=4)
    while game.count_turns() < 20000:
        play_randomly(game, 1, len(game))
    stream = game.turns()
    first = next(stream)
    game.play(first)
    assert len(set(itertools.islice(stream, 19000))) == 19000


def test_a_forbidden_turn_says_why_and_changes_nothing():
    game = schiri.Game("Creeper")
    for turn, words in (("E7+D5", "no pawn"), ("nonsense", "is not a turn"), ("", "is not a turn"), ("\ud800", "?")):
        with pytest.raises(schiri.IllegalTurn) as caught:
            game.play(turn)
        assert words in str(caught.value) or turn == "E7+D5"
    assert len(game) == 0
    with pytest.raises(ValueError):
        game.play("E7\0+D6")


@pytest.mark.parametrize("arguments", [
    {"name": "chess"}, {"name": "creeper", "variant": "nonsense"}, {"name": "creeper", "position": "nonsense"},
    {"name": "sperre"}, {"name": "sperre", "roll": "999"}, {"name": ""}])
def test_a_game_that_there_is_not_is_told(arguments):
    with pytest.raises(schiri.WrongUse) as caught:
        schiri.Game(**arguments)
    assert len(str(caught.value)) > 10


def test_a_game_ends():
    game = schiri.Game("creeper")
    assert game.ending is None and game.result == "*" and not game.is_over
    play_randomly(game, 10000)
    assert game.is_over and game.ending.outcome in ("white", "black", "draw") and game.result != "*"
    assert list(game.turns()) == [] and game.count_turns() == 0
    with pytest.raises(schiri.Error):
        game.random_turn()


def test_a_file_that_is_no_game_is_told(tmp_path):
    for file in (tmp_path / "nothing.so", SAMPLE):
        with pytest.raises(schiri.Unusable) as caught:
            schiri.load_game(file)
        assert str(file) in str(caught.value)


def test_parts_of_a_turn():
    parts = schiri.Game("creeper").parts("e7")
    assert parts.begun == "E7" and not parts.is_turn and "+D6" in parts.next
    assert schiri.Game("creeper").parts("E7+D6").is_turn
    assert schiri.Game("creeper").parts("Z") is None


def test_boards():
    game = schiri.Game("springerjagd")
    assert len(game.board().splitlines()) > 6 and "\x1b" in game.board(colour=True)
    assert game.svg(theme="dark").startswith("<svg") and len(game.figures()) == 20
    with pytest.raises(schiri.WrongUse):
        game.svg(theme="pink")


@pytest.mark.parametrize("name", GAMES)
def test_planes_tell_positions_apart(name):
    game = schiri.Game(name, seed=4)
    kind, seen = game.kind, set()
    for _ in range(20):
        planes = game.planes()
        assert planes.shape[0] == len(kind.planes) and planes.format == "f"
        numbers = planes.tobytes()
        assert numbers not in seen
        seen.add(numbers)
        play_randomly(game, 1, len(seen))


def test_numpy_takes_planes_without_a_copy():
    numpy = pytest.importorskip("numpy")
    planes = numpy.asarray(schiri.Game("creeper").planes())
    assert planes.shape == (5, 7, 7) and planes.dtype == numpy.float32
    assert planes[0].sum() == planes[1].sum() == 8 and planes.min() == 0 and planes.max() == 1
    gc.collect()
    assert planes[0].sum() == 8


def test_records_come_with_their_findings():
    (record,) = schiri.read_text(WRONG_RESULT)
    assert not record.is_valid and record.tags["White"] == "Anna" and len(record.turns) == 17
    (error,) = record.errors
    assert (error.code, error.line, error.column, error.turn) == ("result-mismatch", 6, 55, 17)
    assert str(error).startswith("6:55: error: the record says 0-1")
    assert record.warnings and "chain" in error.message and "rules" in schiri.explain(error.code)
    assert record.ending == ("white", "chain")
    assert any("0-1" in done for done in record.repair()) and record.is_valid
    assert record.result == "1-0" and record.replay(16).side == "white"


def test_a_file_is_read_as_the_program_reads_it():
    records = list(schiri.read(SAMPLE))
    assert len(records) > 3 and [record.index for record in records] == list(range(1, len(records) + 1))
    program = os.environ.get("SCHIRI")
    if program:
        told = subprocess.run([program, "validate", "--format", "json", str(SAMPLE)], stdout=subprocess.PIPE)
        checks = [json.loads(line) for line in told.stdout.splitlines()][:-1]
        for record, check in zip(records, checks):
            assert (record.is_valid, len(record.turns), record.line) == (check["valid"], check["turns"], check["line"])
            assert [finding.message for finding in record.warnings] == [w["message"] for w in check["warnings"]]


@pytest.fixture
def many(tmp_path):
    """More records than are read ahead."""
    file = tmp_path / "many.pgn"
    file.write_text(SAMPLE.read_text() * 40)
    return file


def test_reading_may_be_left_at_any_moment(many):
    before = threading.active_count()
    for stop in (0, 1, 2, 100):
        reading = schiri.read(many)
        for _ in range(stop):
            next(reading)
        del reading
    gc.collect()
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(10)
    assert threading.active_count() <= before


def test_a_program_may_end_while_it_reads(many):
    program = "import schiri, sys; reading = schiri.read(sys.argv[1]); print(next(reading).index)"
    told = subprocess.run([sys.executable, "-c", program, str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=60, env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert (told.returncode, told.stdout, told.stderr) == (0, b"1\n", b"")


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(OSError):
        schiri.read(tmp_path / "nothing.pgn")
    with pytest.raises(OSError):
        list(schiri.read(tmp_path))
    with pytest.raises(schiri.WrongUse):
        schiri.read(SAMPLE, "nonsense") and list(schiri.read(SAMPLE, "nonsense"))


def test_what_was_written_reads(tmp_path):
    game = schiri.Game("more-or-less")
    play_randomly(game, 20)
    record = game.record(White="Björn", Event="\"quoted\"")
    record.comment(1, "schön")
    assert ("comment", "schön") in record.movetext
    for form in ("pgn", "json"):
        file = tmp_path / form
        assert schiri.write([record, game], file, form) == 2
        again, other = schiri.read(file, form)
        assert again.turns == other.turns == game.played and again.is_valid
        assert again.tags["White"] == "Björn" and again.tags["Event"] == "\"quoted\""
    stream = io.StringIO()
    schiri.write([record], stream)
    assert str(record) == stream.getvalue()
    with pytest.raises(schiri.WrongUse):
        record.comment(1, "}")
    with pytest.raises(schiri.WrongUse):
        record.write("nonsense")
    with pytest.raises(schiri.WrongUse):
        record.result = "2-0"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", schiri.bots())
def test_bots_choose_legal_turns(name, bot):
    game = schiri.Game(name, seed=4)
    player = schiri.Bot(f"{bot}:nodes=100")
    for _ in range(2):
        game.play(player.choose(game))
    player.new_game(5)
    first = player.choose(game)
    player.new_game(5)
    assert player.choose(game) == first


def test_a_bot_tells_what_it_thinks_and_stops():
    game, bot, seen = schiri.Game("creeper"), schiri.Bot("alphabeta"), []

    def listen(thought):
        seen.append(thought)
        if thought.depth >= 3:
            bot.stop()

    thought = bot.think(game, nodes=10**12, listener=listen)
    assert seen[-1].depth == 3 and thought.lines[0].turns[0] == thought.turn and thought.score is not None
    assert bot.think(game, depth=1).depth == 1
    for wrong in ("nonsense", "cmd=true", "", "greedy:option.random=1000"):
        with pytest.raises(schiri.WrongUse):
            schiri.Bot(wrong)
    play_randomly(game, 10000)
    with pytest.raises(schiri.Error):
        bot.choose(game)


def test_what_a_listener_raises_ends_the_thinking():
    def listen(thought):
        raise KeyError(thought.depth)

    with pytest.raises(KeyError):
        schiri.Bot("alphabeta").think(schiri.Game("creeper"), nodes=10**12, listener=listen)


def test_a_bot_analyses():
    (record,) = schiri.read_text(WRONG_RESULT)
    with pytest.raises(schiri.WrongUse):
        schiri.Bot("greedy").analyse(record)
    record.repair()
    schiri.Bot("greedy").analyse(record)
    assert sum(kind == "comment" for kind, _ in record.movetext) == 17


@pytest.mark.parametrize("method", schiri.rating_methods())
def test_ratings_of_results(method):
    results = [("creeper", "Anna", "Emil", "1-0"), ("creeper", "Emil", "Anna", "1/2-1/2"),
               ("sperre", "Anna", "Emil", "0-1")]
    creeper, sperre = schiri.rate(results, method)
    assert [player.name for player in creeper.players] == ["Anna", "Emil"] and creeper.scale
    assert creeper.players[0].rating > creeper.players[1].rating and sperre.players[0].name == "Emil"
    assert (creeper.players[0].wins, creeper.players[0].draws) == (1, 1)


def test_ratings_of_records_are_those_of_the_program():
    (ratings,) = schiri.rate(schiri.read(SAMPLE))
    program = os.environ.get("SCHIRI")
    if program:
        told = subprocess.run([program, "ratings", "--format", "json", str(SAMPLE)], stdout=subprocess.PIPE, check=True)
        wanted = {row["player"]: row["rating"] for row in map(json.loads, told.stdout.splitlines())}
        assert {player.name: player.rating for player in ratings.players} == pytest.approx(wanted)
    with pytest.raises(schiri.WrongUse):
        schiri.rate([], "nonsense")
    with pytest.raises(schiri.WrongUse):
        schiri.rate([("creeper", "A", "B", "3-0")])


def served(choose, *lines, **options):
    out = io.StringIO()
    schiri.serve(choose, lines=io.StringIO("\n".join(lines) + "\n"), out=out, **options)
    return out.getvalue().splitlines()


def test_serving_answers_a_referee():
    seen = []

    def choose(game, limits):
        seen.append((game.name, game.played, limits.nodes))
        return next(game.turns())

    said = served(choose, "ugi", "isready", "uginewgame", "position startpos", "go nodes 7",
                  "position startpos moves E7+D6", "position startpos moves E7+D6 G3+F4", "go",
                  "setoption name Game value sperre", "setoption name Variant value both", "go movetime 5", "quit",
                  "isready", name="mine")
    assert said[0] == "id name mine" and "ugiok" in said and said.count("readyok") == 1
    assert [(name, played) for name, played, _ in seen] == [
        ("creeper", []), ("creeper", ["E7+D6", "G3+F4"]), ("sperre", [])]
    assert seen[0][2] == 7 and sum(line.startswith("bestmove ") for line in said) == 3


@pytest.mark.parametrize("choose", [
    lambda game, **settings: next(game.turns()), lambda game, *, deep=False: next(game.turns()),
    lambda game, *limits: next(game.turns()) if limits[0].nodes == 7 else "", lambda game, limits=None: next(game.turns())])
def test_serving_gives_limits_where_there_is_a_place_for_them(choose):
    assert sum(line.startswith("bestmove ") for line in served(choose, "go nodes 7")) == 1


def test_serving_passes_over_what_it_does_not_know():
    said = served(lambda game: next(game.turns()), "", "nonsense", "position", "position fen nonsense", "go",
                  "position startpos moves Z", "setoption", "setoption name x", "go depth x", "stop")
    assert sum(line.startswith("bestmove ") for line in said) == 2
    assert sum(line.startswith("info string ") for line in said) == 2


def test_what_a_bot_draws_follows_from_the_seed():
    lines = ["setoption name Seed value 5", "uginewgame", "go", "uginewgame", "go"]
    first, second = served(lambda game: random.choice(list(game.turns())), *lines)
    assert first == second
    assert served(lambda game: random.choice(list(game.turns())), *lines)[0] == first


def test_the_library_is_named_where_it_is_missing(tmp_path):
    told = subprocess.run([sys.executable, "-c", "import schiri"], stderr=subprocess.PIPE,
                          env={**os.environ, "SCHIRI_LIBRARY": str(tmp_path / "libschiri.so.0"),
                               "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert told.returncode != 0 and b"libschiri.so.0" in told.stderr
