"""Tests of the Python package in the source tree or installed: python3 -m pytest (see package_test.sh)."""

import copy
import gc
import io
import itertools
import json
import os
import pickle
import queue
import random
import shutil
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


def test_kinds_describe_themselves():
    assert "creeper" in GAMES
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
def test_turns_visits_all_turns_up_to_the_limit(name):
    game = schiri.Game(name, seed=4)
    play_randomly(game, 6)
    count = game.count_turns()
    known = list(itertools.islice(game.turns(), 20000))
    assert len(known) == len(set(known)) == min(count, 20000)
    assert list(game.turns(5)) == known[:5] and list(game.turns(0)) == []


def test_an_iterator_of_turns_survives_played_turns():
    game = schiri.Game("sperre", seed=4)
    while game.count_turns() < 20000:
        play_randomly(game, 1, len(game))
    stream = game.turns()
    first = next(stream)
    game.play(first)
    assert len(set(itertools.islice(stream, 19000))) == 19000


@pytest.mark.parametrize("name", GAMES)
def test_games_are_copied_and_pickled(name):
    game = schiri.Game(name, seed=4)
    play_randomly(game, 5)
    record = game.record(White="Anna")
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again.name, again.variant, again.played, again.start) == (name, game.variant, game.played, game.start)
        again.undo()
        assert len(game) == 5
    assert copy.deepcopy([record])[0].tags == record.tags


def test_other_tuples_are_copied_and_pickled():
    limits = schiri.Limits(5, movetime=60000)
    for again in (copy.deepcopy(limits), pickle.loads(pickle.dumps(limits)), limits._replace(depth=None)):
        assert again == limits and not again.should_stop() and 0 < again.time_left() <= 60000
    ratings = schiri.rate([("creeper", "A", "B", "1-0")])
    for again in (copy.deepcopy(ratings), pickle.loads(pickle.dumps(ratings))):
        assert again == ratings and again.write() == ratings.write()
        with pytest.raises(schiri.WrongUse):
            again[0].predict("A", "B")


@pytest.mark.parametrize("wrong", [
    lambda: schiri.Game(5), lambda: schiri.Game("creeper").play(5), lambda: schiri.Bot(b"greedy"),
    lambda: schiri.rate([("creeper", "A", "B", 1)]), lambda: schiri.serve(next, lines=5)])
def test_an_argument_of_a_wrong_type_is_refused(wrong):
    with pytest.raises(TypeError, match="^(expected a text, not |'int' object is not iterable)"):
        wrong()


def test_an_illegal_turn_is_explained_and_changes_nothing():
    game = schiri.Game("Creeper")
    for turn, words in (("E7+D5", "no pawn"), ("nonsense", "is not a turn"), ("", "is not a turn"), ("\ud800", "?")):
        with pytest.raises(schiri.IllegalTurn) as caught:
            game.play(turn)
        assert words in str(caught.value) or turn == "E7+D5"
    assert len(game) == 0
    with pytest.raises(ValueError):
        game.play("E7\0+D6")


@pytest.mark.parametrize("arguments", [
    {"name": "chess"}, {"name": "creeper", "variant": "nonsense"}, {"name": "creeper", "start": "nonsense"},
    {"name": "sperre"}, {"name": "sperre", "roll": "999"}, {"name": ""}])
def test_an_unknown_game_is_refused(arguments):
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
def test_planes_distinguish_positions(name):
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


def test_records_have_findings():
    (record,) = schiri.read_text(WRONG_RESULT)
    assert not record.is_valid and record.tags["White"] == "Anna" and len(record.played) == 17
    (error,) = record.errors
    assert (error.code, error.line, error.column, error.turn) == ("result-mismatch", 6, 55, 17)
    assert str(error).startswith("6:55: error: the result is 0-1")
    assert record.warnings and "chain" in error.message and "rules" in schiri.explain(error.code)
    assert record.ending == ("white", "chain")
    assert any("0-1" in done for done in record.repair()) and record.is_valid
    assert record.result == "1-0" and record.replay(16).side == "white"


def test_a_file_is_read_like_the_program_reads_it():
    records = list(schiri.read(SAMPLE))
    assert len(records) > 3 and [record.index for record in records] == list(range(1, len(records) + 1))
    program = os.environ.get("SCHIRI")
    if program:
        done = subprocess.run([program, "validate", "--format", "json", str(SAMPLE)], stdout=subprocess.PIPE)
        checks = [json.loads(line) for line in done.stdout.splitlines()][:-1]
        for record, check in zip(records, checks):
            assert (record.is_valid, len(record.played), record.line) == (check["valid"], check["turns"], check["line"])
            assert [finding.message for finding in record.warnings] == [w["message"] for w in check["warnings"]]


@pytest.fixture
def many(tmp_path):
    """More records than the reader buffers."""
    file = tmp_path / "many.pgn"
    file.write_text(SAMPLE.read_text() * 40)
    return file


def test_reading_can_be_abandoned_at_any_time(many):
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


def test_a_program_can_end_while_it_reads(many):
    program = "import schiri, sys; reading = schiri.read(sys.argv[1]); print(next(reading).index)"
    done = subprocess.run([sys.executable, "-c", program, str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=300, env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1\n", b"")


def test_an_unreadable_file_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="directory: '"):
        schiri.read(tmp_path / "nothing.pgn")
    with pytest.raises(OSError):
        list(schiri.read(tmp_path))
    with pytest.raises(schiri.WrongUse):
        schiri.read(SAMPLE, "nonsense") and list(schiri.read(SAMPLE, "nonsense"))


def test_a_written_file_can_be_read(tmp_path):
    game = schiri.Game("more-or-less")
    play_randomly(game, 20)
    record = game.record(White="Björn", Event="\"quoted\"")
    record.comment(1, "schön")
    assert ("comment", "schön") in record.movetext
    for form in ("pgn", "json"):
        file = tmp_path / form
        assert schiri.write([record, game], file, form) == 2
        again, other = schiri.read(file, form)
        assert again.played == other.played == game.played and again.is_valid
        assert again.tags["White"] == "Björn" and again.tags["Event"] == "\"quoted\""
    stream = io.StringIO()
    schiri.write([record], stream)
    assert str(record) == stream.getvalue()
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


def test_a_bot_reports_its_search_and_can_be_stopped():
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


def test_a_bot_obeys_limits_of_a_referee():
    game, bot = schiri.Game("springerjagd"), schiri.Bot("alphabeta")
    assert bot.think(game, schiri.Limits(depth=1)).depth == 1
    assert bot.think(game, schiri.Limits(nodes=500)).nodes <= 500 < bot.think(game, schiri.Limits(nodes=5000)).nodes
    assert bot.choose(game, schiri.Limits(movetime=1)) in list(game.turns())
    reports = []
    bot.think(game, schiri.Limits(depth=2), listener=reports.append)
    assert reports[-1].depth == 2


def test_an_exception_in_a_listener_ends_the_search():
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


@pytest.mark.parametrize("method", ["bt", "elo", "glicko2"])
def test_ratings_of_results(method):
    results = [("creeper", "Anna", "Emil", "1-0"), ("creeper", "Emil", "Anna", "1/2-1/2"),
               ("sperre", "Anna", "Emil", "0-1")]
    creeper, sperre = schiri.rate(results, method)
    assert [player.name for player in creeper.players] == ["Anna", "Emil"] and creeper.scale
    assert creeper.players[0].rating > creeper.players[1].rating and sperre.players[0].name == "Emil"
    assert (creeper.players[0].wins, creeper.players[0].draws) == (1, 1)


def test_ratings_of_records_equal_those_of_the_program():
    (ratings,) = schiri.rate(schiri.read(SAMPLE))
    program = os.environ.get("SCHIRI")
    if program:
        done = subprocess.run([program, "ratings", "--format", "json", str(SAMPLE)], stdout=subprocess.PIPE, check=True)
        wanted = {row["player"]: row["rating"] for row in map(json.loads, done.stdout.splitlines())}
        assert {player.name: player.rating for player in ratings.players} == pytest.approx(wanted)
    with pytest.raises(schiri.WrongUse):
        schiri.rate([], "nonsense")
    with pytest.raises(schiri.WrongUse):
        schiri.rate([("creeper", "A", "B", "3-0")])


MATCH = """[White "{white}"]
[Black "{black}"]
[Date "2026.05.0{day}"]
[Game "creeper"]
[Termination "agreement"]

1. E7+D6 {result}

"""


@pytest.fixture
def club(tmp_path):
    """A few games of three players."""
    games = [("Anna", "Emil", "1-0"), ("Emil", "Anna", "1/2-1/2"), ("Emil", "Zoë", "1-0"), ("Zoë", "Anna", "1/2-1/2"),
             ("Anna", "Zoë", "1-0"), ("Zoë", "Emil", "1-0")]
    file = tmp_path / "club.pgn"
    file.write_text("".join(MATCH.format(white=white, black=black, day=day, result=result)
                            for day, (white, black, result) in enumerate(games, 1)), encoding="utf-8")
    return file


def program_output(*words):
    program = os.environ.get("SCHIRI") or pytest.skip("SCHIRI does not name the program")
    return subprocess.run([program, *map(str, words)], stdout=subprocess.PIPE, check=True).stdout.decode()


@pytest.mark.parametrize("method, options, words", [
    ("bt", {}, []), ("bt", {"prior": "none"}, ["--prior", "none"]),
    ("bt", {"repeats": "count"}, ["--repeats", "count"]),
    ("bt", {"anchor": {"Anna": 1600}}, ["--anchor", "Anna=1600"]),
    ("bt", {"anchor": {"Anna": 1600, "Emil": 1400}}, ["--anchor", "Anna=1600", "--anchor", "Emil=1400"]),
    ("bt", {"anchor": {"Anna": (1600, 50), "Emil": (1500.5, 40)}}, ["--anchor", "Anna=1600+-50", "--anchor", "Emil=1500.5+-40"]),
    ("bt", {"prior": "field"}, ["--prior", "field"]), ("bt", {"no_errors": True}, ["--no-errors"]),
    ("elo", {"k": 10}, ["--k", "10"]), ("elo", {"fide": True}, ["--fide"]),
    ("glicko2", {"tau": 1.2, "period": "day"}, ["--tau", "1.2", "--period", "day"]),
    ("glicko2", {"start": {"Anna": (1600, 100, 0.07), "Emil": 1700}}, ["--start", "Anna=1600,100,0.07", "--start", "Emil=1700"]),
    ("elo", {"start": {"Anna": 1600}}, ["--start", "Anna=1600"])])
def test_ratings_have_the_options_of_the_program(club, method, options, words):
    ratings = schiri.rate(schiri.read(club), method, **options)
    for form in ("csv", "json"):
        assert ratings.write(form) == program_output("ratings", club, "--method", method, "--format", form, *words)


def test_histories_and_predictions_equal_those_of_the_program(club):
    points = schiri.history(schiri.read(club), "Anna", k=10)
    rows = map(json.loads, program_output("ratings", club, "--method", "elo", "--k", "10", "--history", "Anna", "--format",
                                          "json").splitlines())
    assert [(point.date, point.rating, point.games) for point in points] == [
        (row["date"], row["rating"], row["games"]) for row in rows]
    (ratings,) = schiri.rate(schiri.read(club))
    prediction = ratings.predict("Anna", "Emil")
    row = json.loads(program_output("ratings", club, "--predict", "Anna", "Emil", "--format", "json").splitlines()[0])
    assert [*prediction, prediction.score] == [row[key] for key in (
        "white_wins", "draw", "black_wins", "difference", "error", "los", "score_rate")]


def test_cross_tables_equal_those_of_the_program(club):
    tables = schiri.table(schiri.read(club))
    for form in ("csv", "json"):
        assert tables.write(form) == program_output("table", club, "--format", form)
    assert schiri.table(schiri.read(club), ["WON", "BH"]).write() == program_output(
        "table", club, "--tie-breaks", "WON,BH", "--format", "csv")
    assert schiri.table(schiri.read(club), "WON,BH") == schiri.table(schiri.read(club), ("WON", "BH"))
    (table,) = tables
    anna, *others = table.rows
    assert (anna.name, anna.points, anna.wins, anna.draws, anna.losses) == ("Anna", 3, 2, 2, 0)
    assert anna.against == {"Emil": (1, 1, 0), "Zoë": (1, 1, 0)} and list(anna.tie_breaks) == ["direct_encounter", "sonneborn_berger", "buchholz"]
    assert sum(row.points for row in table.rows) == 6 and anna.performance > others[0].performance


@pytest.mark.parametrize("wrong", [
    lambda results: schiri.rate(results, "elo", prior="none"),
    lambda results: schiri.rate(results, anchor={"Nobody": 1500}), lambda results: schiri.rate(results, k=-1),
    lambda results: schiri.rate(["creeper"]), lambda results: schiri.rate([5]),
    lambda results: schiri.rate(results)[0].predict("Anna", "Nobody"),
    lambda results: schiri.rate(results).write("xml"), lambda results: schiri.table(results, ["PS"]),
    lambda results: schiri.history(results, "Anna", "bt"), lambda results: schiri.history(results, "Nobody"),
    lambda results: schiri.history(results, "Anna", nonsense=1)])
def test_invalid_options_of_ratings_are_explained(wrong):
    with pytest.raises(schiri.WrongUse) as caught:
        wrong([("creeper", "Anna", "Emil", "1-0", "2026.05.01"), ("creeper", "Emil", "Anna", "1-0")])
    assert len(str(caught.value)) > 20


def served(choose, *lines, **options):
    out = io.StringIO()
    schiri.serve(choose, lines=io.StringIO("\n".join(lines) + "\n"), out=out, **options)
    return out.getvalue().splitlines()


def test_serving_answers_a_referee():
    seen = []

    def choose(game, limits):
        seen.append((game.name, game.played, limits.nodes))
        return next(game.turns())

    sent = served(choose, "ugi", "isready", "uginewgame", "position startpos", "go nodes 7",
                  "position startpos moves E7+D6", "position startpos moves E7+D6 G3+F4", "go",
                  "setoption name Game value sperre", "setoption name Variant value both", "go movetime 5", "quit",
                  "isready", name="mine")
    assert sent[0] == "id name mine" and "ugiok" in sent and sent.count("readyok") == 1
    assert [(name, played) for name, played, _ in seen] == [
        ("creeper", []), ("creeper", ["E7+D6", "G3+F4"]), ("sperre", [])]
    assert seen[0][2] == 7 and sum(line.startswith("bestmove ") for line in sent) == 3


@pytest.mark.parametrize("choose", [
    lambda game, **settings: next(game.turns()), lambda game, *, deep=False: next(game.turns()),
    lambda game, *limits: next(game.turns()) if limits[0].nodes == 7 else "", lambda game, limits=None: next(game.turns())])
def test_serving_passes_limits_to_functions_that_accept_them(choose):
    assert sum(line.startswith("bestmove ") for line in served(choose, "go nodes 7")) == 1


def test_serving_ignores_unknown_commands():
    sent = served(lambda game: next(game.turns()), "", "nonsense", "position", "position fen nonsense", "go",
                  "position startpos moves Z", "setoption", "setoption name x", "go depth x", "stop")
    assert sum(line.startswith("bestmove ") for line in sent) == 2
    assert sum(line.startswith("info string ") for line in sent) == 3


class Referee:
    """Communicates with a bot that is served on another thread."""

    def __init__(self, choose, **options):
        self.lines, self.answers = queue.Queue(), queue.Queue()
        self.thread = threading.Thread(target=schiri.serve, args=(choose,), daemon=True, kwargs={
            "lines": iter(self.lines.get, None), "out": self, **options})
        self.thread.start()

    def write(self, text):
        for line in text.splitlines():
            self.answers.put(line)

    def flush(self):
        pass

    def send(self, *lines):
        for line in lines:
            self.lines.put(line + "\n")

    def receive(self):
        return self.answers.get(timeout=300)

    def leave(self, line="quit"):
        self.lines.put(line)
        self.thread.join(60)
        assert not self.thread.is_alive()


def think_until_stopped(game, limits):
    while not limits.should_stop():
        pass
    return next(game.turns())


def think_ever_longer(game):
    while True:
        yield next(game.turns())


def let_think(game, limits):
    schiri.Bot("alphabeta").think(game, limits)
    return next(game.turns())


@pytest.mark.parametrize("choose", [
    think_until_stopped, think_ever_longer, let_think, lambda game: next(game.turns())])
def test_a_searching_bot_answers_isready_and_can_be_stopped(choose):
    referee = Referee(choose)
    for _ in range(3):
        referee.send("position startpos moves E7+D6", "go infinite", "isready")
        assert referee.receive() == "readyok"
        referee.send("isready", "nonsense", "query p1turn", "")
        assert referee.receive() == "readyok"
        assert referee.answers.empty()
        # The answer to `stop` is the output before the next `readyok`.
        referee.send("stop", "stop", "isready")
        assert referee.receive() == "bestmove E1+D2"
        assert referee.receive() == "response false"
        assert referee.receive() == "readyok"
    referee.send("go movetime 20")
    assert referee.receive() == "bestmove E1+D2"
    referee.leave()


def test_commands_after_an_answer_are_answered_in_order():
    answered, received, sent = threading.Event(), threading.Event(), []

    def lines():
        yield "go"
        answered.wait(60)
        yield "query p1turn"
        yield "isready"
        received.set()

    class Out(io.StringIO):
        def write(self, text):
            sent.append(text.split()[0])
            answered.set()
            received.wait(5)  # a referee that is faster than the bot

    schiri.serve(lambda game: next(game.turns()), lines=lines(), out=Out())
    assert sent == ["bestmove", "response", "readyok"]


@pytest.mark.parametrize("last", ["quit", None, "go movetime 1", "uginewgame"])
def test_a_search_ends_when_its_answer_is_not_needed(last):
    referee = Referee(think_until_stopped)
    referee.send("go infinite")
    if last and last != "quit":
        referee.send(last)
        assert referee.receive().startswith("bestmove ")
        last = "quit"
    if last:
        referee.send("go movetime 600000", "go movetime 600000")
    referee.leave(last)


def test_pondering_does_not_use_the_bots_own_time():
    seen = []

    def choose(game, limits):
        seen.append((limits.time_left(), limits.should_stop()))
        while not limits.should_stop():
            pass
        seen.append((limits.time_left(), limits.should_stop()))
        return next(game.turns())

    referee = Referee(choose, ponder=True)
    referee.send("ugi")
    assert "option name Ponder type check default false" in [referee.receive() for _ in range(7)]
    for end in ("stop", "ponderhit"):
        referee.send("go ponder movetime 100", "isready")
        assert referee.receive() == "readyok" and referee.answers.empty()
        referee.send(end)
        assert referee.receive().startswith("bestmove ")
    # The bot's own time starts at `ponderhit`; `stop` does not start it.
    assert seen[0][0] == seen[1][0] == 99 and seen[3][0] <= 0
    assert seen[1][1] and seen[3][1]
    referee.leave()


def test_a_built_in_bot_ponders():
    referee = Referee(let_think, ponder=True)
    for end in ("stop", "ponderhit"):
        referee.send("go ponder movetime 50", "isready")
        assert referee.receive() == "readyok"
        referee.send(end)
        assert referee.receive().startswith("bestmove ")
    referee.send("position startpos moves E7+D6", "go p1time 9 p2time 500")
    assert referee.receive() == "bestmove E1+D2"
    referee.leave()


@pytest.mark.parametrize("line, most", [
    ("go movetime 60000", 60000), ("go p1time 2500000 p2time 40 p1inc 1000 p2inc 1", 100750),
    ("go p1time 2500000 movetime 70000", 70000), ("go p1time 90000 p1inc 900000", 45000), ("go nodes 5", None)])
def test_limits_report_the_remaining_time(line, most):
    left = []

    def choose(game, limits):
        left.append(limits.time_left())
        return next(game.turns())

    served(choose, line)
    assert left == [None] if most is None else most - 40000 < left[0] <= most
    assert not schiri.Limits(movetime=60000).should_stop() and schiri.Limits(movetime=0).should_stop()


@pytest.mark.parametrize("line", ["go depth -1 nodes 50", "go nodes -5 movetime 5", "go depth 99999999999 nodes 50",
                                  "go nodes 99999999999999999999999 depth 1", "go p1time -500 p2time 7", "go nodes 0",
                                  "go movetime 0", "go nodes x"])
def test_a_built_in_bot_accepts_unusual_limits(line):
    (sent,) = served(let_think, line)
    assert sent.startswith("bestmove ")


@pytest.mark.parametrize("choose", [lambda game: None, lambda game: (turn for turn in ())])
def test_a_bot_without_an_answer_gets_an_error(choose):
    with pytest.raises(schiri.WrongUse, match="no turn"):
        served(choose, "go")


def test_a_failing_bot_ends_although_its_referee_waits():
    program = "import schiri\nschiri.serve(lambda game: 1 / 0)"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as bot:
        bot.stdin.write(b"go\n")
        bot.stdin.flush()
        assert bot.wait(60) == 1 and bot.stdout.read() == b""
        assert b"ZeroDivisionError" in bot.stderr.read()


def test_a_bot_answers_commands_before_the_end_of_input():
    program = "import schiri\nschiri.serve(lambda game, limits: next(game.turns()))"
    done = subprocess.run([sys.executable, "-c", program], input=b"isready\ngo nodes 5\nposition startpos\ngo", timeout=300,
                          stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert done.stdout.decode().split("\n")[0] == "readyok" and done.stdout.count(b"bestmove ") == 2


def test_a_bot_without_a_name_is_called_as_its_file(tmp_path):
    program = "import schiri\nschiri.serve(lambda game: next(game.turns()))"
    (tmp_path / "my bot.py").write_text(program)
    for words, name in ((["my bot.py"], "my bot"), (["-c", program], "bot")):
        said = subprocess.run([sys.executable, *words], input=b"ugi\n", timeout=300, stdout=subprocess.PIPE, cwd=tmp_path,
                              env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
        assert said.stdout.decode().split("\n")[0] == "id name " + name


class Settings:
    """Options in attributes, as those of a dataclass."""

    def __init__(self):
        self.Depth, self.Style, self.Noise, self.Quiet, self.Book = schiri.Spin(4, 1, 20), schiri.Choice("solid", "wild"), 0.5, False, "none"


ANNOUNCED = ["option name Depth type spin default 4 min 1 max 20", "option name Style type combo default solid var solid var wild",
             "option name Noise type string default 0.5", "option name Quiet type check default false",
             "option name Book type string default none"]


@pytest.mark.parametrize("options", [Settings(), vars(Settings())])
def test_options_are_announced_and_hold_what_the_referee_sets(options):
    seen = []

    def choose(game):
        seen.append([options[name] if isinstance(options, dict) else getattr(options, name)
                     for name in ("Depth", "Style", "Noise", "Quiet", "Book")])
        return next(game.turns())

    sent = served(choose, "ugi", "go", "setoption name depth value 7", "setoption name Style value WILD", "setoption name Noise value 0.25",
                  "setoption name Quiet value true", "setoption name Book value my openings", "go", options=options)
    assert [line for line in sent if line.startswith("option ")][-5:] == ANNOUNCED
    assert seen == [[4, "solid", 0.5, False, "none"], [7, "wild", 0.25, True, "my openings"]]
    before = list(seen[-1])
    for name, value, wanted in (("Depth", "21", "a whole number from 1 to 20"), ("Depth", "deep", "a whole number from 1 to 20"),
                                ("Style", "calm", "one of solid, wild"), ("Quiet", "yes", "true or false"), ("Noise", "loud", "a number"), ("Noise", "nan", "a number")):
        said, _ = served(choose, f"setoption name {name} value {value}", "go", options=options)
        assert said == f"info string option {name}: expected {wanted}, not '{value}'"
        assert seen[-1] == before


@pytest.mark.parametrize("options", [{"Seed": 1}, {"": 1}, {"two  blanks": 1}, {"the value": 1}, {"List": []}, {"Text": "a\nb"}, {1: 1}])
def test_wrong_options_are_refused(options):
    with pytest.raises(schiri.WrongUse, match="option"):
        served(lambda game: next(game.turns()), "ugi", options=options)
    with pytest.raises(schiri.WrongUse):
        schiri.Spin(4, 5, 6)
    with pytest.raises(schiri.WrongUse):
        schiri.Choice()


@pytest.mark.parametrize("answer, told", [
    (("E7+D6", 0.34), ["info score cp 34"]),
    (("E7+D6", -1, 3, ["E7+D6", "G3+F4"], "a\ntry"), ["info depth 3 score cp -100 pv E7+D6 G3+F4", "info string a try"]),
    (schiri.Answer("E7+D6", mate=3, nodes=99, pv="E7+D6"), ["info score mate 5 nodes 99 pv E7+D6"]),
    (schiri.Answer("E7+D6", mate=-2), ["info score mate -4"]), (("E7+D6",), [])])
def test_a_turn_may_come_with_what_the_bot_thinks(answer, told):
    assert served(lambda game: answer, "go") == told + ["bestmove E7+D6"]

    def better(game, limits):
        limits.info(depth=1, text="begun")
        yield "A2+B3"
        yield answer

    assert served(better, "go") == ["info depth 1", "info string begun"] + told + ["bestmove E7+D6"]


@pytest.mark.parametrize("answer", [(), ("E7+D6", 1, 2, [], "", 3, 4, 5), (None, 1), None])
def test_an_answer_without_a_turn_is_an_error(answer):
    with pytest.raises(schiri.WrongUse, match="turn"):
        served(lambda game: answer, "go")


@pytest.mark.parametrize("line", ["position", "position nonsense", "position startposmoves E7+D6"])
def test_an_invalid_position_changes_nothing(line):
    seen = []

    def choose(game):
        seen.append(game.played)
        return next(game.turns())

    sent = served(choose, "position startpos moves E7+D6", line, "go", "position startpos moves E7+D6 G3+F4", "go")
    assert seen == [["E7+D6"], ["E7+D6", "G3+F4"]] and sent[0].startswith("info string expected position ")


def test_a_seed_is_given_without_position_and_roll():
    start = schiri.Game("sperre", roll="147").position
    for more in ({"start": start}, {"roll": "147"}):
        with pytest.raises(schiri.WrongUse, match="a seed draws the start"):
            schiri.Game("sperre", seed=1, **more)


def test_nothing_follows_a_draw_by_repetition():
    game = schiri.Game("creeper")
    while not game.is_over:
        for turn in ("A2-B2", "G2-F2", "B2-A2", "F2-G2"):
            if not game.is_over:
                game.play(turn)
    assert game.perft(0) == 1 and game.perft(1) == 0 and not game.count_turns()


def test_perft_knows_what_was_played():
    game = schiri.Game("creeper")
    for turn in ("A2-B2", "G2-F2", "B2-A2", "F2-G2", "A2-B2", "G2-F2", "B2-A2"):
        game.play(turn)
    counts = []
    for turn in game.turns():
        after = game.copy()
        after.play(turn)
        counts.append(after.count_turns())
    assert 0 in counts  # one of the turns ends the game
    assert game.perft(0) == 1 and game.perft(1) == len(counts) and game.perft(2) == sum(counts)
    assert schiri.Game("creeper", start=game.position).perft(2) > sum(counts)
    for one in (game, schiri.Game("creeper")):
        with pytest.raises(schiri.WrongUse, match="from 0 to 1000, not 1001"):
            one.perft(1001)


@pytest.mark.parametrize("number", [-1, 2**64, "1", 1.5, None])
def test_wrong_numbers_are_refused_by_a_sentence(number):
    game = schiri.Game("creeper")
    record = game.record()
    bot = schiri.Bot("random")
    for call in (lambda: game.undo(number), lambda: game.perft(number), lambda: game.svg(width=number),
                 lambda: record.comment(number, "x"), lambda: bot.new_game(number),
                 lambda: bot.think(game, nodes=number), lambda: bot.think(game, depth=number)):
        with pytest.raises(schiri.WrongUse if isinstance(number, int) else TypeError, match="number"):
            call()


def test_replay_refuses_more_turns_than_there_are():
    game = schiri.Game("creeper")
    game.play("A2+B3")
    record = game.record()
    assert record.replay(1).played == ["A2+B3"] and record.replay(0).played == []
    with pytest.raises(schiri.WrongUse, match="the record has 1 legal turns, not 2"):
        record.replay(2)


def run_together(*functions):
    """Runs functions on threads of their own; returns what they have raised."""
    raised = []

    def call(function):
        try:
            function()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=call, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def test_threads_share_a_game():
    game = schiri.Game("creeper")
    turns = ["A2-B2", "A6-B6", "B2-A2", "B6-A6"]

    def play():
        for _ in range(3000):
            try:
                game.play(turns[len(game) % 4])
                if len(game) > 6:
                    game.undo(2)
            except schiri.Error:
                pass  # another thread has played in between

    def look():
        for _ in range(2000):
            assert game.position and game.record().played is not None and len(game.played) < 20

    assert run_together(play, play, look, look) == []
    game.undo(len(game))
    assert game.perft(1) == 24


def test_a_bot_thinks_for_one_thread_at_a_time():
    bot, game = schiri.Bot("mcts"), schiri.Game("creeper")
    is_thinking = threading.Event()

    def think():
        bot.think(game, nodes=10**9, listener=lambda _: is_thinking.set())

    def interfere():
        assert is_thinking.wait(60)
        try:
            game.play("A2+B3")  # it thinks about a copy
            with pytest.raises(schiri.WrongUse, match="this Bot is in use"):
                bot.think(game, nodes=1)
            with pytest.raises(schiri.WrongUse, match="this Bot is in use"):
                bot.new_game(1)
        finally:
            bot.stop()

    assert run_together(think, interfere) == []
    assert bot.think(game, nodes=100).turn


def test_the_seed_determines_random_choices():
    lines = ["setoption name Seed value 5", "uginewgame", "go", "uginewgame", "go"]
    first, second = served(lambda game: random.choice(list(game.turns())), *lines)
    assert first == second
    assert served(lambda game: random.choice(list(game.turns())), *lines)[0] == first


def last_of(game):
    return list(game.turns())[-1]


def test_a_wrong_setting_changes_nothing():
    usual = served(last_of, "position startpos", "go")
    for setting in ("Variant value nonsense", "Game value chess"):
        for ask in ("query gameover", "position startpos", "isready"):
            told = served(last_of, f"setoption name {setting}", ask, "go", "go")
            assert [line for line in told if line.startswith("bestmove")] == 2 * usual
            assert [line.startswith("info string ") for line in told].count(True) == 1


def test_a_variant_may_come_before_its_game():
    def start(*settings):
        (told,) = served(lambda game: f"{game.name}/{game.variant}", *(f"setoption name {one}" for one in settings), "position startpos", "go")
        return told

    game, wanted, other = "Game value more-or-less", "Variant value 31", "Variant value 51"
    assert start(game, wanted) == start(wanted, game) == start(game, other, wanted) == "bestmove more-or-less/31"
    assert start(wanted, game, other) == start(game, other) == "bestmove more-or-less/51"
    told = served(lambda game: f"{game.name}/{game.variant}", *(f"setoption name {one}" for one in (game, wanted)), "position startpos", "go",
                  "setoption name Variant value nonsense", "go", "setoption name Game value creeper", "go")
    assert told[0::2] == ["bestmove more-or-less/31", "bestmove more-or-less/31", "bestmove creeper/standard"]
    assert all(line.startswith("info string ") for line in told[1::2])


@pytest.mark.parametrize("wrong", [
    "position startpos moves E7+D6 nonsense", "position startpos moves nonsense", "position fen garbage", "position nowhere", "position",
    "position startpos moves E7+D6 G3+F4 nonsense"])
def test_a_refused_position_changes_nothing(wrong):
    def played(game):
        return "/".join(game.played) or "none"

    assert [line for line in served(played, wrong, "go")][1:] == ["bestmove none"]
    told = served(played, "position startpos moves E7+D6", wrong, "go", "position startpos moves E7+D6 G3+F4", "go")
    assert told[0].startswith("info string ") and told[1:] == ["bestmove E7+D6", "bestmove E7+D6/G3+F4"]


def test_a_position_is_read_as_it_is_written():
    def played(game):
        return "/".join(game.played) or "none"

    assert served(played, "go", " position startpos moves E7+D6", "go") == ["bestmove none", "bestmove E7+D6"]
    fen = schiri.Game("creeper").position
    assert served(played, f"position fen {fen}", "go", f"position fen {fen} moves E7+D6", "go", f"position fen {fen} moves E7+D6 G3+F4", "go",
                  f"position fen {fen}", "go") == [f"bestmove {one}" for one in ("none", "E7+D6", "E7+D6/G3+F4", "none")]


def test_a_library_that_others_may_have_planted_is_not_loaded(tmp_path):
    package = tmp_path / "lib/python3/dist-packages/schiri"
    shutil.copytree(Path(schiri.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {name: value for name, value in os.environ.items() if name != "SCHIRI_LIBRARY"}
    environment["PYTHONPATH"] = str(package.parent)

    def load(place, folder_mode=0o755, file_mode=0o644):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(b"planted")
        place.chmod(file_mode)
        before = place.parent.stat().st_mode
        place.parent.chmod(folder_mode)
        done = subprocess.run([sys.executable, "-c", "import schiri"], stderr=subprocess.PIPE, env=environment)
        place.parent.chmod(before)
        place.unlink()
        return str(place).encode() in done.stderr

    name = schiri._library.FILE
    assert load(tmp_path / "lib" / name)
    assert load(package / name)
    assert not load(tmp_path / "lib" / name, folder_mode=0o777)
    assert not load(tmp_path / "lib" / name, folder_mode=0o1777)
    assert not load(tmp_path / "lib/any" / name, file_mode=0o666)
    assert not load(tmp_path.parent / name)


def test_an_older_library_is_named(tmp_path):
    source = tmp_path / "old.c"
    source.write_text("int schiri_interface(void) { return 5; }")
    if not shutil.which("cc"):
        pytest.skip("there is no compiler")
    old = tmp_path / "libschiri.so.1"
    subprocess.run(["cc", "-shared", "-fPIC", source, "-o", old], check=True)
    done = subprocess.run([sys.executable, "-c", "import schiri"], stderr=subprocess.PIPE,
                          env={**os.environ, "SCHIRI_LIBRARY": str(old), "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert b"ImportError" in done.stderr and b"older than this package" in done.stderr


def test_a_missing_library_is_named(tmp_path):
    done = subprocess.run([sys.executable, "-c", "import schiri"], stderr=subprocess.PIPE,
                          env={**os.environ, "SCHIRI_LIBRARY": str(tmp_path / "libschiri.so.1"),
                               "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert done.returncode != 0 and b"libschiri.so.1" in done.stderr


def test_the_named_library_is_a_file_of_this_folder(tmp_path):
    library = Path(schiri._library._load()._name).resolve()
    if not library.exists():
        pytest.skip("the system has found the library")
    (tmp_path / "mine.so").symlink_to(library)
    environment = {**os.environ, "SCHIRI_LIBRARY": "mine.so", "PYTHONPATH": str(Path(schiri.__file__).parents[1])}
    environment.pop("LD_LIBRARY_PATH", None)
    words = [sys.executable, "-c", "import schiri; print(len(schiri.kinds()))"]
    assert subprocess.run(words, stdout=subprocess.PIPE, cwd=tmp_path, env=environment, check=True).stdout.split() == [
        str(len(schiri.kinds())).encode()]
    assert subprocess.run(words, stderr=subprocess.DEVNULL, cwd=tmp_path.parent, env=environment).returncode != 0


def test_a_game_without_rules_is_refused_in_a_sentence():
    [record] = schiri.read_text(SAMPLE_OF_WORDS)
    assert record.game == "word-game"
    assert "creeper" in [kind.name for kind in schiri.kinds()]
    assert "word-game" not in [kind.name for kind in schiri.kinds()]
    game = record.replay()
    for ask in (game.board, lambda: list(game.turns()), lambda: list(game.turns(9)), game.count_turns, game.svg):
        with pytest.raises(schiri.WrongUse, match="schiri does not know the rules of word-game"):
            ask()


SAMPLE_OF_WORDS = """[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "a"]
[Black "b"]
[Result "1-0"]
[Game "word-game"]
[Referee "r"]

1. one two 2. three 1-0
"""
