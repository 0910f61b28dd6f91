#!/usr/bin/env python3
"""A UGI program for Breakthrough on 6 x 6 squares: a bot, and a referee for tests.

breakthrough.py [FAULT] [ANYTHING...]

White (p1) begins on ranks 1 and 2 and moves up, Black on 5 and 6; a position may also call Black
`o`. A turn is two squares: `a2b3`.
Men step forward, straight only to empty squares, and capture diagonally; who reaches the last rank
has won. With a fault the program misbehaves as a referee from its fifth position on.
"""

import os
import random
import re
import signal
import sys
import time

SIZE = 6
START = "bbbbbb/bbbbbb/6/6/wwwwww/wwwwww w"
FAULT = sys.argv[1] if len(sys.argv) > 1 else ""


class Position:
    def __init__(self, text: str) -> None:
        board, side = text.split()[:2]
        rows = re.sub("[1-6]", lambda empty: "." * int(empty[0]), board).split("/")
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows) or side not in ("w", "b", "o", "p1", "p2"):
            raise ValueError(text)
        self.men = {(x, SIZE - 1 - y): man for y, row in enumerate(rows) for x, man in enumerate(row)}
        self.white = side in ("w", "p1")

    def turns(self) -> list[str]:
        if self.winner():
            return []
        own, step = ("w", 1) if self.white else ("b", -1)
        found = []
        for (x, y), man in sorted(self.men.items()):
            for aside in (-1, 0, 1):
                there = self.men.get((x + aside, y + step), own)
                if man == own and there != own and (aside or there == "."):
                    found.append(square(x, y) + square(x + aside, y + step))
        return found

    def play(self, turn: str) -> None:
        if turn not in self.turns():
            raise ValueError(turn)
        start, end = (("abcdef".index(turn[i]), int(turn[i + 1]) - 1) for i in (0, 2))
        self.men[end] = self.men[start]
        self.men[start] = "."
        self.white = not self.white

    def winner(self) -> str:
        if any(self.men[x, SIZE - 1] == "w" for x in range(SIZE)) or "b" not in self.men.values():
            return "p1win"
        if any(self.men[x, 0] == "b" for x in range(SIZE)) or "w" not in self.men.values():
            return "p2win"
        return ""


def square(x: int, y: int) -> str:
    return "abcdef"[x] + str(y + 1)


def say(text: str) -> None:
    print(text, flush=True)


class Server:
    def __init__(self) -> None:
        self.position = Position(START)
        self.refused = ""
        self.positions = 0
        self.random = random.Random(1)

    def set_position(self, words: list[str]) -> None:
        moves = words.index("moves") if "moves" in words else len(words)
        self.positions += 1
        self.refused = ""
        self.position = Position(START if words[0] == "startpos" else " ".join(words[1:moves]))
        for turn in words[moves + 1 :]:
            try:
                self.position.play(turn)
            except ValueError:
                self.refused = turn
                return

    def query(self, name: str) -> None:
        winner = self.position.winner()
        answers = {
            "gameover": "true" if winner else "false",
            "p1turn": "true" if self.position.white else "false",
            "result": winner or "none",
        }
        answer = answers[name]
        if self.positions >= 5:
            if FAULT == f"silent on {name}":
                return
            if FAULT == "dies":
                os.kill(os.getpid(), signal.SIGKILL)
            if FAULT == "hangs":
                time.sleep(1000)
            wrong = {"over without result": "gameover true", "result during the game": "result draw"}
            kind, _, text = wrong.get(FAULT, FAULT).partition(" ")
            if kind == name:
                answer = text
            if FAULT == "answers twice":
                say("response " + answer)
        if self.refused and FAULT == "answers errors":
            say("error illegal turn " + self.refused)
        else:
            say("response " + answer)

    def choose(self) -> str:
        """A win, otherwise any turn of a bot that is told to lie or by chance."""
        turns = self.position.turns()
        if FAULT == "lies" and self.positions >= 4:
            return "a1a6"
        if FAULT == "babbles" and self.positions >= 4:
            return "a{1}"
        wins = [turn for turn in turns if turn[3] in "16"]
        return wins[0] if wins else self.random.choice(turns)

    def run(self) -> None:
        for line in sys.stdin:
            words = line.split()
            if not words:
                continue
            if words[0] == "ugi":
                if FAULT == "mute":
                    continue
                say("id name Breakthrough " + (FAULT or "engine"))
                say("option name Seed type spin default 1 min 0 max 1000000")
                say("ugiok")
            elif words[0] == "setoption":
                self.random = random.Random(words[-1])
            elif words[0] == "isready":
                say("readyok")
            elif words[0] == "position":
                self.set_position(words[1:])
            elif words[0] == "query":
                self.query(words[1])
            elif words[0] == "go":
                say("info depth 1 score cp 0")
                say("bestmove " + self.choose())
            elif words[0] == "quit":
                return


Server().run()
