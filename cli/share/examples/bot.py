#!/usr/bin/env python3
"""A bot for schiri, to be copied and made better.

It finds its turns in Creeper itself: it captures where it can, else it takes the octagon that
gains most. In the other games it asks a bot that knows the rules, `schiri ugi`, in the same words
in which it is asked itself. Examine it with: schiri bot check creeper --bot cmd=./bot.py
"""
import os, random, subprocess, sys

GAMES = "creeper var springerjagd var more-or-less var sperre"
START = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w"
BASES = [(0, 0), (5, 5), (0, 5), (5, 0)]


class Creeper:
    """Squares and octagons are (column, row), counted from 0 at A1."""

    def __init__(self, position):
        pawns, discs, self.side = position.split()
        self.pawns, self.discs = self.read(pawns), self.read(discs)

    @staticmethod
    def read(rows):
        places = {}
        for row, text in enumerate(reversed(rows.split("/"))):
            column = 0
            for letter in text:
                if letter.isdigit():
                    column += int(letter)
                else:
                    places[column, row] = letter.lower()
                    column += 1
        return places

    def play(self, turn):
        here, there = square(turn[:2]), square(turn[3:])
        side = self.pawns[there] = self.pawns.pop(here)
        between = (here[0] + there[0]) // 2, (here[1] + there[1]) // 2
        if turn[2] == "x":
            del self.pawns[between]
        elif turn[2] == "+" and between not in BASES:
            self.discs[between] = side
        self.side = "b" if side == "w" else "w"

    def turns(self):
        """Each legal turn and what it gains."""
        for column, row in [place for place, owner in self.pawns.items() if owner == self.side]:
            for across in (-2, -1, 0, 1, 2):
                for up in (-2, -1, 0, 1, 2):
                    here, there = (column, row), (column + across, row + up)
                    between = (column + there[0]) // 2, (row + there[1]) // 2
                    sort = sorted((abs(across), abs(up)))
                    if not is_square(there) or there in self.pawns:
                        continue
                    if sort == [1, 1]:
                        disc = self.side if between in BASES else self.discs.get(between)
                        gain = 0 if disc == self.side else 2 if disc else 1
                        yield name(here) + "+" + name(there), gain
                    elif sort == [0, 1]:
                        yield name(here) + "-" + name(there), 0
                    elif sort == [0, 2] and self.pawns.get(between) == self.other():
                        yield name(here) + "x" + name(there), 3

    def other(self):
        return "b" if self.side == "w" else "w"


def is_square(place):
    return all(0 <= i <= 6 for i in place) and not all(i in (0, 6) for i in place)


def name(place):
    return "ABCDEFG"[place[0]] + "1234567"[place[1]]


def square(text):
    return "ABCDEFG".index(text[0]), "1234567".index(text[1])


def think(position, dice):
    words = position.split()
    end = words.index("moves") if "moves" in words else len(words)
    game = Creeper(" ".join(words[2:end]) if words[1] == "fen" else START)
    for turn in words[end + 1:]:
        game.play(turn)
    return max(game.turns(), key=lambda found: found[1] + dice.random())[0]


def ask(game, words):
    """Lets a bot answer that plays any legal turn."""
    command = [os.environ.get("SCHIRI", "schiri"), "ugi", game, "--bot", "random"]
    told = subprocess.run(command, input=words + "go\n", capture_output=True, text=True)
    return told.stdout.split("bestmove ")[-1].strip()


settings, position, dice = {}, "position startpos\n", random.Random("1")
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "ugi":
        print("id name example in Python\nid author the schiri project")
        print("option name Game type combo default creeper var", GAMES)
        print("option name Variant type string default standard")
        print("option name Seed type string default 1\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "setoption" and len(words) == 5:
        settings[words[2]] = words[4]
    elif words[0] == "uginewgame":
        dice = random.Random(settings.get("Seed", "1"))
    elif words[0] == "position" and len(words) > 1:
        position = line
    elif words[0] == "go" and settings.get("Game", "creeper") == "creeper":
        print("bestmove", think(position, dice), flush=True)
    elif words[0] == "go":
        told = "".join(f"setoption name {n} value {v}\n" for n, v in settings.items())
        print("bestmove", ask(settings["Game"], told + position), flush=True)
    elif words[0] == "quit":
        break
