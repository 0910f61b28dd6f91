"""Tests of the example softserve.py: its client and its server play against each other on loopback."""

import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import schiri

TESTS = Path(__file__).resolve().parents[1]
SCRIPT = TESTS.parent / "cli" / "share" / "examples" / "softserve.py"
START = ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox"
CHAIN = ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.oxxxxx.x.....x.....x.....x....xx...oo"
# Both sides step back and forth, so the start recurs twice.
REPEATED = ["c7d7", "c1d1", "d7c7", "d1c1"] * 2

_spec = importlib.util.spec_from_file_location("softserve", SCRIPT)
softserve = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(softserve)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def first_turn(game):
    return next(game.turns())


def home(choose=first_turn, **options):
    return softserve.Home("alphabeta", choose, **options)


def asked(url, body=None):
    """The status and the JSON of an answer, as a student's program sees them."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data), timeout=300) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.loads(refused.read())


class Student:
    """A program that knows the requests and nothing of schiri."""

    def __init__(self, server, name, event="*"):
        self.url, self.event = server.url, event
        status, answer = asked(self.url + "/player/create", {"name": name, "email": "a@b"})
        assert status == 200
        self.name, self.token = name, answer["token"]

    def state(self, **changed):
        return asked(self.url + "/aivai/play-state",
                     {"event": self.event, "player": self.name, "token": self.token, **changed})

    def submit(self, action, action_id, **changed):
        return asked(self.url + "/aivai/submit-action", {
            "action": action, "action_id": action_id, "player": self.name, "token": self.token, **changed})

    def await_state(self):
        while True:
            status, answer = self.state()
            if status == 200:
                return answer
            assert (status, answer) == (204, None)

    def actions(self, state):
        return asked(f"{self.url}/state/{state}/actions")[1]["actions"]

    def play_game(self, choose, before_answer=lambda: None):
        """Plays one game and returns its data."""
        game_id = self.await_state()["game_id"]
        while (game := self.data(game_id))["result"] == "ongoing":
            status, answer = self.state()
            if status == 200:
                before_answer()
                assert self.submit(choose(self.actions(answer["state"])), answer["action_id"])[0] == 200
        return game

    def data(self, game_id):
        status, game = asked(self.url + "/game/data", {"game_id": game_id, "token": self.token})
        assert status == 200
        return game


def test_the_script_is_short_and_needs_nothing_but_the_package():
    text = SCRIPT.read_text()
    assert text.count("\n") <= 200 and max(map(len, text.splitlines())) <= 120
    modules = {name for line in re.findall(r"^(?:from|import) (.*)$", text, re.M)
               for name in line.split(" import")[0].split(", ")}
    assert modules == {"argparse", "datetime", "http.server", "inspect", "json", "re", "schiri", "secrets", "signal",
                       "sys", "threading", "time", "urllib"}


def test_states_and_actions_are_those_of_another_program():
    for fragment in json.loads((TESTS / "data" / "creeper-fragments.json").read_text())["fragments"]:
        game = schiri.Game("creeper", start=fragment["position"])
        states = [softserve.state_of(game)]
        assert states == [fragment["softserve"]]
        for step in fragment["steps"]:
            assert softserve.actions_of(game)[step["softserve_action"]] == step["turn"]
            game.play(step["turn"])
            states.append(softserve.state_of(game))
            assert states[-1] == step["softserve"] and len(softserve.actions_of(game)) == step["legal_turns"]
        again = softserve.game_of(states)
        assert again.played == game.played and again.start == game.start
    assert softserve.state_of(schiri.Game("creeper")) == START
    assert schiri.Game("creeper", start=START).position == schiri.Game("creeper").position


def test_the_server_describes_states():
    url = home().url + "/state/"
    assert asked(url + "initial")[1]["state"] == START
    status, answer = asked(f"{url}{START}/actions")
    assert status == 200 and len(answer["actions"]) == 24 and answer["log"] == ""
    status, answer = asked(f"{url}{START}/act/a5b4")
    assert status == 200 and answer["state"][28:30] == ".." and answer["state"][22] == "x" and len(answer["actions"]) > 20
    assert [asked(f"{url}{state}/winner")[1]["winner"] for state in (START, CHAIN)] == ["none", "x"]
    assert asked(f"{url}{CHAIN}/actions")[1]["actions"] == []
    assert asked(f"{url}{START}/act/a5a5") == (422, {"detail": "invalid action"})
    for path in (START[1:] + "/actions", "x" * 86 + "/winner", START[:-1] + "z/actions"):
        status, answer = asked(url + path)
        assert status == 422 and "state string" in answer["detail"]
    for path in ("", START, f"{START}/act", f"{START}/act/a5b4/more", f"{START}/moves", "initial/"):
        assert asked(url + path)[0] == 404


def test_every_refusal_has_the_status_of_softserve():
    server = home()
    anna, emil = Student(server, "Anna"), Student(server, "Emil", "mirror")
    assert asked(server.url + "/player/create", {"name": "Anna", "email": ""})[0] == 403
    assert anna.state(token="wrong") == anna.state(player="Nobody") == (403, {"detail": "invalid credentials"})
    assert anna.state(event="final")[0] == 404
    game = emil.await_state()
    assert (game["state"], game["history"]) == (START, [START])
    assert emil.await_state() == game
    number = game["action_id"]
    assert emil.submit("a5a5", number) == (422, {"detail": "invalid action"})
    assert emil.submit("a5b4", 99) == emil.submit("a5b4", -1) == (404, {"detail": "action_id not found"})
    assert anna.submit("a5b4", number)[0] == 401
    assert emil.submit("a5b4", number, token="")[0] == 403
    assert emil.submit("a5b4", number) == (200, {"winner": "none"})
    assert emil.submit("a5b4", number) == (401, {"detail": "action has already been submitted"})
    for token in ("wrong", anna.token):
        assert asked(server.url + "/game/data", {"game_id": game["game_id"], "token": token})[0] == 403
    assert asked(server.url + "/game/data", {"game_id": 99, "token": emil.token})[0] == 404
    assert asked(server.url + "/player/games", {"name": "Emil", "token": emil.token}) == (200, {"game_ids": [1]})


@pytest.mark.parametrize("body", [
    b"", b"{", b"[1]", b"null", b'"x"', b"{}", b"[" * 100000, b'{"a":' * 100000, b"\xff\xfe", b'{"name": "x"}',
    b'{"name": "x", "email": 5}', b'{"name": null, "email": ""}', b'{"name": ["x"], "email": ""}',
    b'{"name": NaN, "email": ""}', b'{"name": 1' + b"0" * 5000 + b', "email": ""}'])
def test_a_hostile_request_is_refused(body, shared=[]):
    shared.append(shared[0] if shared else home())
    status, answer = asked(shared[0].url + "/player/create", body)
    assert status == 422 and len(answer["detail"]) <= 200


def test_hostile_keys_and_paths_are_refused():
    server = home()
    anna = Student(server, "Anna", "mirror")
    number = anna.await_state()["action_id"]
    for changed in ({"action_id": "0"}, {"action_id": True}, {"action_id": 0.0}, {"action_id": None}, {"action": 5},
                    {"player": []}, {"action": {"a5b4": "A3+B4"}}):
        assert anna.submit(**{"action": "a5b4", "action_id": number, **changed})[0] == 422
    assert anna.submit("a5b4", 10 ** 1000)[0] == 404
    assert anna.state(token="\ud800")[0] == anna.state(player="\ud800")[0] == 403
    for path in ("/", "/answer", "/player_create", "/aivai/play_state", "/__init__", "/player/create/", "//"):
        assert asked(server.url + path, {})[0] == 404
    assert anna.submit("a5b4", number)[0] == 200


def test_a_draw_by_repetition_has_no_winner_and_a_new_game_follows():
    anna = Student(home(), "Anna", "mirror")
    for action in REPEATED:
        game = anna.await_state()
        assert game["game_id"] == 1
        assert anna.submit(action, game["action_id"]) == (200, {"winner": "none"})
    assert anna.data(1)["result"] == "draw"
    game = anna.await_state()
    assert (game["game_id"], game["history"]) == (2, [START])
    (record,) = schiri.read_text(json.dumps(anna.data(1)), "softserve")
    assert record.is_valid and record.result == "1/2-1/2" and record.ending.reason == "repetition"


def test_the_client_knows_the_whole_game():
    seen = []

    def choose(game):
        seen.append(list(game.played))
        turn = next(game.turns())
        if len(game) > 5:
            raise InterruptedError
        return turn

    server = home()
    token = asked(server.url + "/player/create", {"name": "Anna", "email": ""})[1]["token"]
    with pytest.raises(InterruptedError):
        softserve.play(server.url, "Anna", token, choose, "mirror")
    assert [len(played) for played in seen] == list(range(7)) and seen[6][:5] == seen[5]


def test_a_student_meets_alphabeta_and_the_games_are_converted():
    bot, dice = schiri.Bot("alphabeta:nodes=200"), random.Random(1)
    student = Student(home(bot.choose), "student")
    games = [student.play_game(dice.choice) for _ in range(2)]
    assert [game["players"] for game in games] == [["student", "alphabeta"], ["alphabeta", "student"]]
    records = schiri.read_text("\n".join(map(json.dumps, games)), "softserve")
    for game, record in zip(games, records):
        tags = record.tags
        assert record.is_valid and record.ending and not record.errors
        assert [tags["White"], tags["Black"]] == game["players"] and "Forfeit" not in tags
        winner = {"1-0": tags["White"], "0-1": tags["Black"], "1/2-1/2": "draw"}[record.result]
        assert game["result"] == winner and game["forfeit"] == "none"
        assert len(record.played) == len(game["actions"]) == len(game["states"]) - 1
        assert tags["Event"] == "home" and tags["Date"] == game["start_timestamp"][:10].replace("-", ".")
        assert tags["Time"] in game["start_timestamp"] and tags["EndTime"] in game["end_timestamp"]
        assert softserve.game_of(game["states"]).played == record.played


@pytest.mark.parametrize("seconds, is_late", [(0, False), (4.3, False), (4.4, True)])
def test_a_late_player_forfeits_and_the_game_goes_on(seconds, is_late):
    clock, dice = Clock(), random.Random(2)
    student = Student(home(schiri.Bot("alphabeta:nodes=100").choose, clock=clock), "student")
    delays = [0, seconds]

    def think():
        clock.now += delays.pop() if delays else 0

    game = student.play_game(dice.choice, think)
    assert game["forfeit"] == ("student" if is_late else "none") and len(game["actions"]) > 4
    (record,) = schiri.read_text(json.dumps(game), "softserve")
    assert record.is_valid and record.ending and record.tags.get("Forfeit") == ("student" if is_late else None)


def test_the_first_late_player_forfeits():
    clock = Clock()

    def choose(game):
        clock.now += 5
        return next(game.turns())

    student = Student(home(choose, clock=clock, think_time=3), "student")
    student.submit("a5b4", student.await_state()["action_id"])
    number = student.await_state()["action_id"]
    clock.now += 5
    assert student.submit(student.actions(student.state()[1]["state"])[0], number)[0] == 200
    assert student.data(1)["forfeit"] == "alphabeta"


def test_the_script_serves_plays_and_prints_games(tmp_path):
    command = [sys.executable, str(SCRIPT)]
    environment = {**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}

    def run(*words):
        return subprocess.run([*words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, env=environment,
                              timeout=300)

    with subprocess.Popen([*command, "serve", "--port", "0", "--bot", "alphabeta:nodes=50"], stdout=subprocess.PIPE,
                          env=environment) as server:
        url = server.stdout.readline().decode().strip()
        with subprocess.Popen([*command, "play", url, "mine", "--bot", "greedy"], stdout=subprocess.PIPE,
                              env=environment) as client:
            token = client.stdout.readline().decode().strip()
            while len(asked(url + "/player/games", {"name": "mine", "token": token})[1]["game_ids"]) < 2:
                pass
            client.kill()
        games = run(*command, "games", url, "mine", token).stdout
        (tmp_path / "games.json").write_bytes(games)
        wrong = run(*command, "games", url, "mine", "wrong")
        assert wrong.returncode == 1 and b"invalid credentials" in wrong.stderr
        assert run(*command, "play", url, "mine").returncode == 1
        server.kill()
    assert run(*command, "play", url).returncode == 2
    gone = run(*command, "play", url, "mine", token)
    assert gone.returncode == 1 and gone.stderr.startswith(b"softserve.py: ") and b"Traceback" not in gone.stderr
    done = run(os.environ["SCHIRI"], "convert", "games.json", "--from", "softserve")
    assert done.returncode == 0 and done.stdout.count(b'[Event "home"]') == 2 and b'"mine"]' in done.stdout
