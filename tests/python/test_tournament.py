"""Tests of schiri.tournament against the program's `schiri tournament`."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import schiri
from test_schiri import program_output


def last(game):
    """Chooses the last turn of a few."""
    return list(game.turns(20))[-1]


def any_turn(game):
    return game.random_turn()


def test_a_tournament_of_functions_and_bots(tmp_path):
    path = tmp_path / "a.db"
    done = schiri.tournament([last, "greedy:nodes=50", schiri.Bot("random")], game="creeper", rounds=2, db=path,
                             max_turns=60)
    assert len(done.games) == 12 and {row["player"] for row in done.standing} == {"last", "greedy:nodes=50", "random"}
    assert done.test is None and done.event == "creeper round-robin" and done.database == schiri.Database(path)
    assert len(done.records) == 12 and all(record.is_valid for record in done.records)
    shown = program_output("tournament", "show", "--db", path, "--format", "json")
    assert [json.loads(line) for line in shown.splitlines()][13:] == list(done.rows)  # after its plan and games
    assert "greedy" in done._repr_html_() and "12 games" in repr(done)


def test_the_same_tournament_as_the_program(tmp_path):
    settings = {"game": "springerjagd", "rounds": 2, "seed": 7}
    bots = ["greedy:nodes=60", "mcts:nodes=60"]
    done = schiri.tournament(bots, db=tmp_path / "a.db", **settings)
    program_output("tournament", "run", "--game", "springerjagd", "--rounds", 2, "--seed", 7, "--db", tmp_path / "b.db",
                   "--bot", bots[0], "--bot", bots[1])
    for one, other in zip(done.records, schiri.Database(tmp_path / "b.db")):
        assert (one.played, one.tags) == (other.played, other.tags)  # comments have times
    for name in ("a.db", "b.db"):
        program_output("tournament", "verify", "--db", tmp_path / name)


def test_games_are_repeated_with_the_seed():
    first, second, other = (schiri.tournament([any_turn, ("other", any_turn)], game="creeper", rounds=1, seed=seed)
                            for seed in (1, 1, 2))
    turns = [[record.played for record in done.records] for done in (first, second, other)]  # comments have times
    assert turns[0] == turns[1] != turns[2]
    assert first.database is None and len(first.records) == 2


def test_a_test_ends_a_tournament():
    done = schiri.tournament({"new": "greedy:nodes=200", "old": "random"}, game="creeper", rounds=60,
                             sprt="elo0=0,elo1=200", opening_turns=4)
    assert done.test["decision"] == "H1" and len(done.games) < 120 and {row["player"] for row in done.standing} == {"new", "old"}


def test_functions_may_be_methods_objects_generators_and_lambdas():
    class Mine:
        def __call__(self, game, limits):
            assert limits.nodes is None and limits.movetime == 50 and not limits.should_stop()
            yield list(game.turns(1))[0]
            yield last(game)

    done = schiri.tournament([Mine(), lambda game: last(game), lambda game: last(game), any_turn], game="creeper",
                             rounds=1, max_turns=10, each="movetime=50")
    assert {row["player"] for row in done.standing} == {"Mine", "<lambda>", "<lambda> 2", "any_turn"}


def test_a_function_that_raises_loses_its_game():
    def broken(game):
        if len(game) > 3:
            raise ValueError("lost\nthe thread \0 }")
        return last(game)

    done = schiri.tournament([broken, any_turn], game="creeper", rounds=1, opening_turns=0)
    assert [row["how"] if "how" in row else row["termination"] for row in done.games] == ["crash"] * 2
    assert all("raised ValueError: lost the thread ?" in " ".join(str(record).split()) for record in done.records)
    with pytest.raises(ValueError, match="^lost"):
        schiri.tournament([broken, any_turn], game="creeper", rounds=1, errors="raise")


@pytest.mark.parametrize("answer, termination", [
    ("E7+E5", "illegal move"), ("nonsense", "illegal move"), (None, "crash"), ("a\0b", "crash"),
    ("\ud800", "illegal move"), (5, "illegal move"), ("resign", "resignation")])
def test_wrong_answers(answer, termination):
    done = schiri.tournament({"wrong": lambda game: answer, "right": any_turn}, game="creeper", rounds=1)
    assert {record.tags["Termination"] for record in done.records} == {termination}
    assert {record.tags["White"] for record in done.records if record.result == "0-1"} == {"wrong"}


def test_an_exception_leaves_what_is_finished(tmp_path):
    seen = []

    def broken(game):
        if len(seen) > 3:
            raise KeyError("enough")
        if len(game) <= 1:
            seen.append(1)
        return last(game)

    settings = {"game": "creeper", "rounds": 4, "max_turns": 12, "opening_turns": 0, "db": tmp_path / "a.db"}
    with pytest.raises(KeyError):
        schiri.tournament({"a": broken, "b": last}, errors="raise", **settings)
    database = schiri.Database(tmp_path / "a.db")
    stored = len(database.games())
    assert 0 < stored < 8 and not any("crash" in str(record) for record in database)
    with pytest.raises(schiri.WrongUse, match="already; resume"):
        schiri.tournament({"a": last, "b": last}, **settings)
    with pytest.raises(schiri.WrongUse, match="other settings"):
        schiri.tournament({"a": last, "c": last}, resume=True, **settings)
    done = schiri.tournament({"a": last, "b": last}, resume=True, **settings)
    assert len(done.games) == 8
    program = os.environ.get("SCHIRI")
    if program:
        words = [program, "tournament", "verify", "--db", str(tmp_path / "a.db")]
        assert subprocess.run(words, stdout=subprocess.PIPE).returncode == 0


def test_the_program_does_not_go_on_with_functions(tmp_path):
    def broken(game):
        raise KeyError

    with pytest.raises(KeyError):
        schiri.tournament([broken, "random"], game="creeper", rounds=1, errors="raise", db=tmp_path / "a.db")
    program = os.environ.get("SCHIRI") or pytest.skip("SCHIRI does not name the program")
    done = subprocess.run([program, "tournament", "resume", "--db", str(tmp_path / "a.db")], stderr=subprocess.PIPE)
    assert done.returncode == 3 and b"'broken' is a function" in done.stderr
    assert subprocess.run([program, "tournament", "show", "--db", str(tmp_path / "a.db")],
                          stdout=subprocess.PIPE).returncode == 0


ENDLESS = """
import schiri, sys, time, signal

def endless(game, limits):
    print("thinks", flush=True)
    while True:
        pass

try:
    schiri.tournament({bots}, game="creeper", rounds=5, db=sys.argv[1])
except KeyboardInterrupt:
    print("stopped", len(schiri.Database(sys.argv[1]).games()), flush=True)
"""


@pytest.mark.parametrize("bots", ['[endless, "random"]', '["mcts:movetime=1000000", endless]'])
def test_ctrl_c_stops_even_an_endless_function(tmp_path, bots):
    words = [sys.executable, "-c", ENDLESS.replace("{bots}", bots), str(tmp_path / "a.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as process:
        if bots.startswith("[endless"):
            assert process.stdout.readline() == b"thinks\n"
        else:
            while not (tmp_path / "a.db").exists():
                time.sleep(0.01)
            time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()
    assert (process.returncode, out.splitlines()[-1:], err) == (0, [b"stopped 0"], b"")


def test_several_games_at_once():
    threads = set()

    def noted(game):
        threads.add(threading.get_ident())
        time.sleep(0.001)
        return last(game)

    done = schiri.tournament([noted, "random"], game="creeper", rounds=4, threads=4, max_turns=30)
    assert len(done.games) == 8 and len(threads) > 1


def test_the_working_directory_sets_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schiri.toml").write_text("nonsense = 1\n")
    done = schiri.tournament(["greedy:nodes=20", "random"], game="creeper", rounds=1, db=tmp_path / "a.db", max_turns=8)
    assert len(done.database.games()) == 2


def test_progress_and_notes():
    seen, notes = [], []
    schiri.tournament([last, any_turn], game="creeper", rounds=2, max_turns=20, progress=lambda *one: seen.append(one),
                      note=notes.append)
    assert seen and seen == sorted(set(seen)) and seen[-1][1] == 4

    def failing(played, total):
        raise KeyError(played)

    with pytest.raises(KeyError):
        schiri.tournament([last, any_turn], game="creeper", rounds=2, progress=failing)


@pytest.mark.parametrize("bots, settings, words", [
    (["random"], {}, "at least two bots"), ([], {}, "at least two bots"),
    ([last, last], {"rounds": 0}, "round"), (["random", "nonsense"], {}, "nonsense"),
    ([("a", "random"), ("a", last)], {}, "two bots are called 'a'"), ([("", last), last], {}, "has no value"),
    ([("?", last), last], {}, "cannot be called"),
    (["random", "greedy"], {"who": 1}, "who"), (["random", "greedy"], {"opening_turns": -1}, "opening-turns"),
    (["random", "greedy"], {"game": "chess"}, "chess"),
    (["random", "greedy"], {"openings": "/nowhere/a.txt"}, "nowhere"),
    (["random", "function=x"], {}, "is a function"), (["random", "greedy"], {"errors": "hide"}, "errors"),
    (["random", "greedy"], {"resume": True}, "resume")])
def test_wrong_settings_are_refused(bots, settings, words):
    with pytest.raises((schiri.WrongUse, schiri.Unusable)) as caught:
        schiri.tournament(bots, **{"game": "creeper", **settings})
    assert words in str(caught.value)


@pytest.mark.parametrize("bots", ["random", [5, 6], [None, last]])
def test_bots_of_a_wrong_type_are_refused(bots):
    with pytest.raises(TypeError, match="^expected a"):
        schiri.tournament(bots, game="creeper")


def test_a_program_plays_too(tmp_path):
    script = tmp_path / "mine.py"
    script.write_text(f"#!{sys.executable}\nimport schiri\nschiri.serve(lambda game: next(game.turns()), name='mine')\n")
    script.chmod(0o755)
    done = schiri.tournament([f"cmd={script}", last], game="creeper", rounds=1, max_turns=8)
    assert {row["player"] for row in done.standing} == {"mine", "last"}
    with pytest.raises(schiri.Unusable, match="could not be started"):
        schiri.tournament(["cmd=/nowhere/bot", last], game="creeper", rounds=1)


OWN = """#!{python}
import schiri
class Sticks:
    heap, most = 5, 2
    def start(self): return self.heap, 0
    def turns(self, state): return [str(i + 1) for i in range(min(state[0], self.most))]
    def play(self, state, turn): return state[0] - int(turn), 1 - state[1]
    def result(self, state): return None if state[0] else 1 - state[1]
schiri.serve_game(Sticks)
"""


@pytest.mark.parametrize("settings, event", [
    ({}, "my-sticks round-robin"), ({"variant": " heap=7"}, "my-sticks heap=7 round-robin"),
    ({"variant": "heap = 5", "system": "swiss"}, "my-sticks heap=5 swiss"), ({"event": "Cup"}, "Cup")])
def test_a_game_of_ones_own_is_played(tmp_path, monkeypatch, settings, event):
    script = tmp_path / "my_sticks.py"
    script.write_text(OWN.replace("{python}", sys.executable))
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    settings = {"game": "./my_sticks.py", "rounds": 1, "opening_turns": 1, "db": "a.db", **settings}
    first = schiri.tournament(["random", ("other", lambda game: next(game.turns()))], **settings)
    assert first.event == event and len(first.games) == 2 and {row["game"] for row in first.games} == {"my-sticks"}
    assert all(record.is_valid and record.played for record in first.records)
    again = schiri.tournament(["random", ("other", any_turn)], resume=True, **settings)
    assert (again.event, again.games) == (event, first.games)


def test_a_built_in_bot_of_a_function_has_its_own_limits_where_there_are_none():
    def choose(game, limits):
        bot = schiri.Bot("mcts:nodes=20")
        alarm = threading.Timer(5, bot.stop)
        alarm.start()
        thought = bot.think(game, limits)
        alarm.cancel()
        nodes.append(thought.nodes)
        return thought.turn

    nodes = []
    schiri.tournament([choose, "random"], game="creeper", rounds=1, max_turns=4, errors="raise")
    assert nodes and max(nodes) <= 20


def test_the_database_s_name_may_be_no_utf_8(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/b\xf6rn.db")
    first = schiri.tournament(["random", "greedy"], game="creeper", db=path, max_turns=2)
    assert os.path.exists(path) and len(first.games) == 2
    assert schiri.tournament(["random", "greedy"], game="creeper", db=path, max_turns=2, resume=True).games == first.games


def test_tournaments_leave_random_alone_between_games():
    random.seed(5)
    expected = random.Random(5).random()
    schiri.tournament(["random", "greedy:nodes=20"], game="creeper", rounds=1, max_turns=10)
    assert random.random() == expected


def test_a_function_that_plays_runs_no_command():
    def choose(game):
        with pytest.raises(schiri.WrongUse, match="is a part of"):
            schiri.run("games")
        with pytest.raises(schiri.WrongUse, match="a tournament is running"):
            schiri.tournament([choose, "random"], game="creeper")
        return next(game.turns())

    done = schiri.tournament([choose, "random"], game="creeper", rounds=1, max_turns=4)
    assert not any("crash" in str(record) for record in done.records)


@pytest.mark.parametrize("opening_turns", [0, 2])
def test_a_function_that_plays_counts_sequences(opening_turns):
    def choose(game):
        counts.append(game.perft(2) - sum(after.count_turns() for after in game._afterwards()))
        return next(game.turns())

    counts = []
    done = schiri.tournament([choose, "random"], game="creeper", rounds=1, max_turns=4, opening_turns=opening_turns)
    assert not any("crash" in str(record) for record in done.records) and counts and not any(counts)


@pytest.mark.parametrize("game, variant", [("sperre", "move-first"), ("sperre", None), ("Creeper", "standard"), ("more-or-less", "51"), ("more-or-less", "31"), ("creeper", None)])
def test_a_resumed_tournament_has_its_name(tmp_path, game, variant):
    settings = {"game": game, "db": tmp_path / "a.db", **({"variant": variant} if variant else {})}
    first = schiri.tournament(["random", "greedy"], **settings)
    assert schiri.tournament(["random", "greedy"], resume=True, **settings).event == first.event
