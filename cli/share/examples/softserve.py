#!/usr/bin/env python3
"""Play Creeper through the HTTP interface of softserve, the server of Harding University, or be that server at home.

    ./softserve.py serve                     serve http://127.0.0.1:8000, where alphabeta waits for other players
    ./softserve.py play URL NAME [TOKEN]     let a built-in bot play; without a token as a new player
    ./softserve.py games URL NAME TOKEN      print the games of a player for: schiri convert - --from softserve

At home, the event `home` is an endless series of games against alphabeta with changing colours. For a bot of your own,
call play() with a function that chooses a turn of a schiri.Game.
"""
import argparse, inspect, json, re, secrets, signal, sys, threading, time
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib import error, request

import schiri

PIECES, BASES = str.maketrans("WwBb", "xxoo", "/ "), {49: "o", 54: "x", 79: "x", 84: "o"}
SQUARES = str.maketrans("ABCDEFG1234567", "abcdefg7654321", "+-x")


def state_of(game):
    """A position as softserve writes it: rows from the top, home bases as pieces of their owners."""
    cells = re.sub(r"\d", lambda run: "." * int(run[0]), game.position.translate(PIECES))
    return "".join(BASES.get(i, cell) for i, cell in enumerate(cells))


def actions_of(game):
    """The legal turns by their actions, which count rows from the top and have no sign."""
    return {turn.translate(SQUARES): turn for turn in game.turns()}


def game_of(states):
    """The game that passed through these states; the last one alone would hide repetitions."""
    game = schiri.Game("creeper", start=states[0])
    for before, after in zip(states, states[1:]):
        moved = [(after[i] == before[-1], "abcdefg"[i % 7] + str(i // 7 + 1)) for i in range(49)
                 if (before[i] == before[-1]) != (after[i] == before[-1])]
        game.play(actions_of(game)["".join(square for _, square in sorted(moved))])
    return game


def post(url, **fields):
    """The answer of a server, or None for the status 204."""
    sent = request.Request(url, json.dumps(fields).encode(), {"Content-Type": "application/json"})
    with request.urlopen(sent, timeout=60) as answer:
        return None if answer.status == 204 else json.loads(answer.read(1 << 22))


def play(url, name, token, choose, event="*", longest_wait=5):
    """Plays for ever. `choose` returns a turn of a schiri.Game."""
    wait = 0.1
    while True:
        if asked := post(url + "/aivai/play-state", event=event, player=name, token=token):
            action = choose(game_of(asked["history"])).translate(SQUARES)
            post(url + "/aivai/submit-action", action=action, action_id=asked["action_id"], player=name, token=token)
        else:
            time.sleep(wait)
        wait = 0.1 if asked else min(2 * wait, longest_wait)


def require(condition, status, detail):
    if not condition:
        raise error.HTTPError("", status, detail, None, None)


class Handler(BaseHTTPRequestHandler):
    timeout, log_message = 60, lambda *_: None

    def do_GET(self):
        try:
            size = min(max(int(self.headers.get("Content-Length", 0)), 0), 1 << 22)
            status, answer = 200, self.server.answer(self.command, self.path, self.rfile.read(size))
        except error.HTTPError as refused:
            status, answer = refused.code, json.dumps({"detail": refused.reason})
        except (ValueError, RecursionError) as wrong:  # of json, int or schiri
            status, answer = 422, json.dumps({"detail": str(wrong)[:200]})
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"" if status == 204 else answer.encode())
    do_POST = do_GET


class Home(ThreadingHTTPServer):
    """softserve on loopback, with one bot. The parameters of each call are the keys of its JSON."""

    def __init__(self, bot, choose, port=0, think_time=4.3, clock=time.monotonic):
        super().__init__(("127.0.0.1", port), Handler)
        self.url, self.think_time, self.clock = f"http://127.0.0.1:{self.server_port}", think_time, clock
        self.lock, self.bot, self.tokens = threading.Lock(), bot, {bot: secrets.token_urlsafe()}
        self.games, self.asked, self.open = [], [], {}  # `open`: the unanswered index of `asked` by the index of games
        self.calls = {"/player/create": self.create, "/player/games": self.list_games, "/game/data": self.game_data,
                      "/aivai/play-state": self.play_state, "/aivai/submit-action": self.submit_action}
        threading.Thread(target=self.serve_forever, daemon=True).start()
        threading.Thread(target=play, args=(self.url, bot, self.tokens[bot], choose, "*", 0.1), daemon=True).start()

    def answer(self, method, path, body):
        if method == "GET" and (get := re.fullmatch("/state/(?:initial|([^/]+)/(?:actions|winner|act/([^/]+)))", path)):
            return json.dumps(self.state(*get.groups()))
        require(method == "POST" and path in self.calls, 404, "Not Found")
        fields, keys = json.loads(body), inspect.signature(self.calls[path]).parameters
        require(type(fields) is dict and all(type(fields.get(key)) is keys[key].annotation for key in keys), 422,
                f"expected {', '.join(map(str, keys.values()))}")
        with self.lock:
            return json.dumps(self.calls[path](*[fields[key] for key in keys]))

    def state(self, state=None, action=None):
        """softserve returns the keys that the path asks for, this server all of them."""
        game = schiri.Game("creeper", start=state)
        if action:
            require(action in actions_of(game), 422, "invalid action")
            game.play(actions_of(game)[action])
        winner = {"white": "x", "black": "o", "draw": "draw"}[game.ending.outcome] if game.is_over else "none"
        return {"state": state_of(game), "actions": list(actions_of(game)), "winner": winner, "log": ""}

    def create(self, name: str, email: str):
        require(name and name not in self.tokens, 403, "player name already exists")
        self.tokens[name] = secrets.token_urlsafe()
        return {"token": self.tokens[name]}

    def list_games(self, name: str, token: str):
        require(self.tokens.get(name) == token, 403, "invalid credentials")
        return {"game_ids": [i for i, game in enumerate(self.games, 1) if name in game["players"]]}

    def game_data(self, game_id: int, token: str):
        require(0 < game_id <= len(self.games), 404, "game not found")
        require(token in [self.tokens[name] for name in self.games[game_id - 1]["players"]], 403, "invalid token")
        return self.games[game_id - 1]

    def play_state(self, event: str, player: str, token: str):
        require(self.tokens.get(player) == token, 403, "invalid credentials")
        event = "home" if event == "*" else event
        require(event in ("home", "mirror"), 404, "event not found")
        mine = [i for i, game in enumerate(self.games)
                if player in game["players"] and game["event"] == event and game["result"] == "ongoing"]
        if not mine and (event == "mirror" or player != self.bot):
            mine, start = [len(self.games)], self.state()["state"]
            players = [player, player if event == "mirror" else self.bot]
            self.games.append({"event": event, "players": players[::-1 if len(self.games) % 2 else 1],
                               "initial_state": start, "states": [start], "actions": [], "result": "ongoing",
                               "forfeit": "none", "start_timestamp": str(datetime.now()), "end_timestamp": "None"})
        mine = [i for i in mine if self.games[i]["players"][len(self.games[i]["actions"]) % 2] == player]
        require(mine, 204, "")
        if mine[0] not in self.open:
            self.open[mine[0]] = len(self.asked)
            self.asked.append((player, mine[0], self.clock()))
        states = self.games[mine[0]]["states"]
        return {"state": states[-1], "action_id": self.open[mine[0]], "game_id": mine[0] + 1, "history": states}

    def submit_action(self, action: str, player: str, token: str, action_id: int):
        require(self.tokens.get(player) == token, 403, "invalid credentials")
        require(0 <= action_id < len(self.asked), 404, "action_id not found")
        owner, i, begin = self.asked[action_id]
        require(owner == player, 401, "player-action_id mismatch")
        require(self.open.get(i) == action_id, 401, "action has already been submitted")
        game = self.games[i]
        after = self.state(game["states"][-1], action)
        if self.clock() - begin > self.think_time and game["forfeit"] == "none":
            game["forfeit"] = player
        del self.open[i]
        game["actions"].append(action)
        game["states"].append(after["state"])
        if after["winner"] != "none" or game["states"].count(after["state"]) == 3:
            game["end_timestamp"] = str(datetime.now())
            game["result"] = dict(zip("xo", game["players"])).get(after["winner"], "draw")
        return {"winner": after["winner"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["serve", "play", "games"])
    parser.add_argument("player", nargs="*", metavar="URL NAME TOKEN", default=[])
    parser.add_argument("--bot", default="alphabeta:movetime=2000", help="the bot that plays (alphabeta:movetime=2000)")
    parser.add_argument("--event", default="*", help="the event to play in (*: all)")
    parser.add_argument("--port", type=int, default=8000, help="of the server (8000)")
    parser.add_argument("--time", type=float, default=4.3, help="seconds for an action at home (4.3)")
    asked = parser.parse_args()
    url, name, token = (asked.player + [None] * 3)[:3]
    if not name and asked.command != "serve":
        parser.error("expected URL and NAME")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # threads may be within the library
    if asked.command == "serve":
        print(Home("alphabeta", schiri.Bot(asked.bot).choose, asked.port, asked.time).url, flush=True)
        threading.Event().wait()
    if asked.command == "games":
        for game_id in post(url + "/player/games", name=name, token=token)["game_ids"]:
            print(json.dumps(post(url + "/game/data", game_id=game_id, token=token)))
    else:
        if not token:
            token = post(url + "/player/create", name=name, email="")["token"]
            print(token, flush=True)
        play(url, name, token, schiri.Bot(asked.bot).choose, asked.event)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, LookupError, TypeError) as problem:
        sys.exit(f"softserve.py: {problem!r} {problem.read(999) if isinstance(problem, error.HTTPError) else ''}")
