"""Compares the program's rules with those of rules_of_games.py.

For each setting of a game alone: the numbers of turn sequences from a table of positions, the lists
of turns where they are short, also in positions of drawn games, and every position and result of
games that are drawn at random there, or in which a position occurs for the third time.

With --pairs each pair of values of two settings occurs, and sequences of every length are counted.
Rules that only three settings together break are not found. Without it only the shortest and the
longest of at most 7 turns are counted: a draw by repetition after 8 is left to the games.

python3 counts_test.py PROGRAM [--pairs]
"""

import collections
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

import rules_of_games
from rules_of_games import Creeper, MoreOrLess, Sperre, Springerjagd

program = sys.argv[1]
pairs = "--pairs" in sys.argv[2:]
failures = []
compared = collections.Counter()


def variants_of(rules):
    if pairs:
        return rules_of_games.pairwise_variants_of(rules)
    return [variant for variant in rules_of_games.variants_of(rules) if variant.count(";") < 2]


def run(*arguments):
    result = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else f"status {result.returncode}: {result.stderr}"


def compare(kind, what, ours, theirs):
    compared[kind] += 1
    if ours != theirs:
        failures.append(f"{what}: {ours} by the specification, {theirs} by the program")


# (rules, names of variants or None for all, position or None for the start, depth)
POSITIONS = [
    (Creeper, None, None, 3),
    (Creeper, None, "7/4W2/3WBW1/4W2/1W5/2W1B2/7 6/6/6/6/6/6 w", 3),
    (Creeper, None, "5W1/B1B1B1W/7/2WB2W/5BB/W4B1/4WB1 2w3/bbw2w/bb4/w5/5b/1wwwb1 b", 3),
    (Creeper, None, "2WB3/B2B2W/4B2/7/3WB2/7/1WW1B2 1bwbw1/1bwww1/b1wwbw/1bw1b1/wwbb1b/4w1 w", 3),
    (Creeper, None, "7/3W2W/3B3/W6/1W1W3/7/7 1bbww1/b1wbww/ww1bwb/1wwwbb/1wbbb1/2bbb1 w", 3),
    (Creeper, None, "1B5/1BB4/6W/3B3/W6/6B/1W5 1bbbw1/bbbwbw/bwbbbw/wwwbbb/wwwbbb/1wwbb1 w", 2),
    (Creeper, None, "7/7/7/4W2/7/7/7 1wwwb1/bwbwwb/bwbbbw/wbwbww/bwwwww/1wwwb1 b", 2),
    (Creeper, None, "3B3/7/7/B1B4/5B1/1W4B/7 1bb3/5b/6/4wb/1w4/2w3 w", 4),
    (Creeper, ["standard", "standard; repetition=off", "standard; repetition=claim"],
     "7/6B/7/7/7/7/1W5 6/6/6/6/6/6 w", 9),
    (Springerjagd, None, None, 1),
    (Springerjagd, None, "1p2d1/1P2P1/3Pnp/P1p2P/pp1Pp1/PNP3 w e4", 2),
    (Springerjagd, None, "pp3N/1pPPp1/4P1/1d1PP1/1D2n1/1ppP2 w e2", 2),
    (Springerjagd, None, "6/6/1n1dp1/2d2p/6/N5 w -", 2),
    (Springerjagd, None, "n5/2n1d1/6/3N2/6/6 w -", 2),
    (Springerjagd, None, "3d2/N5/2p1Dn/1d4/6/6 w -", 2),
    (Springerjagd, None, "1d4/p5/6/6/6/1n3N w -", 3),
    (Springerjagd, None, "4n1/3d2/6/6/1N4/3n2 w -", 2),
    (Springerjagd, None, "6/2p3/6/d5/5n/1p2N1 w -", 2),
    (Springerjagd, None, "5n/6/6/1P4/2P3/N4d w -", 3),
    (Springerjagd, None, "4N1/p1PP2/p1p1P1/N2pp1/1pPP1n/P1ppD1 b a3", 2),
    (Springerjagd, None, "np3P/1pp1p1/Dp1PNp/P1P3/p2PN1/1P3p b e4", 2),
    (MoreOrLess, None, None, 2),
    (MoreOrLess, ["31", "31; turns=6"], "w/1bwbwbw1bw/bb1wb1wbww/wbw1bww1wb b 5 5", 3),
    (MoreOrLess, ["31", "31; turns=6"], "w/1bwbwbw1bw/bb1wb1wbww/wbw1bww1wb w 5 6", 3),
    (MoreOrLess, ["31", "31; turns=6"], "w/2wwbbwbbw/1wbwwwwwbw/bwbbww1b2 b 5 5", 3),
    (MoreOrLess, ["31", "31; turns=6"], "b/wbw1wbbbww/1wbb1b1b2/wbbbbbbwwb b 5 5", 3),
    (MoreOrLess, ["31", "31; turns=6"], "b/b3wwbbbw/b1ww1bbwbw/wb1bbbwbbb w 5 6", 3),
    (MoreOrLess, ["31", "31; turns=6"], "b/b3wwbbbw/b1ww1bbwbw/wb1bbbwbbb b 6 6", 2),
    (MoreOrLess, ["31"], "b/b3wwbbbw/b1ww1bbwbw/wb1bbbwbbb b 11 11", 3),
    (MoreOrLess, ["51", "51; turns=6"], "1/X/X/5bbbbw/bbbbbbbbww/bwbbwwbwwb b 5 5", 3),
    (MoreOrLess, ["51", "51; turns=6"], "1/X/X/5bwbbw/bwwbbwwbww/bbwbwwbwww w 5 6", 3),
    (MoreOrLess, ["51", "51; turns=6"], "1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 3 3", 3),
    (MoreOrLess, ["51", "51; turns=6"], "1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 5 5", 3),
    (MoreOrLess, ["51"], "1/w1b5ww/1w6ww/wwwwb2bww/bbb5bb/bwbw3w2 b 11 11", 3),
    (Sperre, None, None, 1),
    (Sperre, None, "BBB1B3B/1B6B/5B1B1/9/9/8W/W1WWW4/9/W1W3WW1 w 182 4", 1),
    (Sperre, None, "BB1B2BBB/3B1B3/7B1/W8/9/9/4W4/9/WWW1WW1WW b 688 3", 1),
    # Two full columns, both locked: only some tilts allow a move.
    (Sperre, ["standard", "standard; own-goal=nothing"],
     "WB7/WB7/WB7/WB7/WB7/WB7/WB7/WB7/WB7 w 292 3", 2),
]


def sperre_variants(wanted):
    return [variant for variant in variants_of(Sperre) if wanted(variant)]


for name, position in [
        ("standard", "1BB2B2B/1B4B2/4B1BB1/9/W8/9/6WWW/4W3W/W2WW4 b 236 4"),
        ("rows", "BBB2B3/2BB3BB/9/6B2/9/9/2W4W1/9/WWW1WWWW1 b 994 3"),
        ("both", "BB1B1B2B/3BB4/1B5B1/9/9/2WW5/9/5W3/1W2WWWWW b 912 3"),
        ("move-first", "BBBBB1B2/5B3/5B3/6B2/9/9/2W2W3/6WW1/1W1W1WWW1 w 917 4"),
        ("move-first+rows", "1BBB1BBBB/4B4/1B7/9/9/1W7/4W3W/9/1WWW1WWW1 w 752 5"),
        ("move-first+both", "1BBBBBB1B/9/1B7/9/5W3/6B2/9/4W4/WWWWWW2W w 296 5")]:
    variants = sperre_variants(lambda variant: variant.split(";")[0] == name)
    POSITIONS.append((Sperre, variants, position, 2))
for position in ["B1BBWBBBB/B8/9/9/9/9/9/9/WWWWBWWWW w 147 3",
                 "BBBB1BBBB/4W4/B8/9/9/9/9/9/WWWW1WWWW w 147 3",
                 "BBBB1BBB1/4WB3/9/9/9/9/9/4B4/WWWWW1WWW b 287 5"]:
    POSITIONS.append((Sperre, sperre_variants(lambda variant: "nothing" in variant), position, 1))


def compare_counts():
    known = {}
    for rules, variants, position, depth in POSITIONS:
        for variant in variants or variants_of(rules):
            game = rules(variant)
            state = game.read(position) if position else game.start()
            text = game.write(state)
            if position and text != position:
                failures.append(f"{position} is read as {text}")
            where = [game.game, "--variant", variant, "--position", text]
            turns = sorted(itertools.islice((turn for turn, _ in game.turns(state)), 1001))
            if not game.outcome(state) and len(turns) <= 1000:
                compare("lists of turns", f"turns {where}", turns,
                        sorted(run("turns", *where).splitlines()))
            for plies in range(1, depth + 1) if pairs else sorted({1, min(depth, 7)}):
                # Settings that are equal for counts are counted once.
                key = (rules, game.meaning(plies), text, plies)
                if key not in known:
                    known[key] = game.perft(state, plies)
                arguments = ["turns", *where, "--count"] if plies == 1 else [
                    "perft", *where, "--depth", str(plies)]
                compare("counts", f"{plies} turns, {where}", str(known[key]), run(*arguments))


class Line:
    """A game in progress, as record and as the positions that `schiri replay` prints."""

    def __init__(self, game, state, tags):
        self.game, self.state, self.tags = game, state, tags
        self.occurrences = collections.Counter([state])
        self.turns, self.lines = [], []
        self.note(None)

    def note(self, text):
        outcome = self.game.outcome(self.state)
        if not outcome and self.game.repetition and self.occurrences[self.state] == 3:
            outcome = "draw"
        self.outcome = outcome
        position = self.game.write(self.state)
        self.lines.append({"turn": len(self.turns), "text": text, "position": position,
                           "side": {"w": "white", "b": "black"}[position.split()[1 if self.game.game != "creeper" else 2]],
                           "outcome": outcome})

    def play(self, text, after):
        self.state = after
        self.occurrences[after] += 1
        self.turns.append(text)
        self.note(text)

    def record(self):
        result = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2", None: "*"}[self.outcome]
        tags = {"Event": "counts", "Game": self.game.game, "Variant": self.game.variant, **self.tags,
                "Result": result}
        numbers = [f"{i // 2 + 1}. " if i % 2 == 0 else "" for i in range(len(self.turns))]
        return ("".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + "\n" +
                "\n".join(map(str.__add__, numbers, self.turns)) + f"\n{result}\n\n")


def drawn_game(game, seed):
    rng = random.Random(seed)
    tags, state = {}, game.start()
    if game.game == "sperre":
        rolls = [a + b + c for a, b, c in itertools.product(*(faces for _, faces in game.dice))]
        if game.settings.get("roll") == "distinct":
            rolls = [roll for roll in rolls if len(set(roll)) == 3]
        tags["Roll"] = rolls[int(rng.random() * len(rolls))]
        state = game.start(tags["Roll"])
    line = Line(game, state, tags)
    while not line.outcome and len(line.turns) < 60:
        line.play(*game.draw_turn(line.state, rng))
    return line


def compare_lists():
    """Compares the turns of positions of drawn games, where they are not too many."""
    for rules in (Creeper, Springerjagd, MoreOrLess):
        for seed, variant in enumerate(variants_of(rules)[:2] * 2):
            game = rules(variant)
            rng, state, plies = random.Random(100 + seed), game.start(), 0
            while not game.outcome(state) and plies < 60:
                _, state = game.draw_turn(state, rng)
                plies += 1
                if plies % 7 or game.outcome(state):
                    continue
                turns = sorted(itertools.islice((turn for turn, _ in game.turns(state)), 1001))
                if len(turns) <= 1000:
                    where = [game.game, "--variant", variant, "--position", game.write(state)]
                    compare("lists of turns", f"turns {where}", turns, sorted(run("turns", *where).splitlines()))


CYCLES = {
    "creeper": (None, "A2-B2 B7-B6 B2-A2 B6-B7"),
    "springerjagd": ("3ppn/pppppp/6/6/PPPPPP/NPP3 w f6",
                     "a1-b3/c2/f2-f1 f6-e4/d5/a5-a6 b3-d4/a1/f1-f2 e4-c3/f6/a6-a5 "
                     "d4-c2/b3/f2-f1 c3-d5/e4/a5-a6 c2-a1/d4/f1-f2 d5-f6/c3/a6-a5"),
    "sperre": ("BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 547 4", "III7/12-22 IV3/92-82 III5/22-12 IV4/82-92"),
}


def repeated_game(game):
    """The cycle four times, and one turn more, as far as the game goes on."""
    position, turns = CYCLES[game.game]
    if game.game == "creeper" and game.mirrored:
        turns = turns.translate(str.maketrans("ABCDEFG", "GFEDCBA"))
    if game.game == "sperre" and game.move_first:
        turns = " ".join("/".join(reversed(turn.split("/"))) for turn in turns.split())
    state = game.read(position) if position else game.start()
    line = Line(game, state, {"Position": position} if position else {})
    for text in turns.split() * 4 + turns.split()[:1]:
        if not line.outcome:
            line.play(text, next(after for turn, after in game.turns(line.state) if turn == text))
    return line


def compare_games():
    games = []
    for rules in (Creeper, Springerjagd, MoreOrLess, Sperre):
        for number, variant in enumerate(variants_of(rules)):
            game = rules(variant)
            if game.game in CYCLES:
                games.append(repeated_game(game))
            games += [drawn_game(game, 2 * number + i) for i in range(1 if rules is Sperre else 2)]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "games.pgn")
        with open(file, "w", encoding="utf-8") as records:
            records.write("".join(line.record() for line in games))
        replayed = [json.loads(text) for text in run("replay", file, "--format", "json").splitlines()]
    wanted = [{"index": index, **line} for index, game in enumerate(games, 1) for line in game.lines]
    compare("games", "numbers of positions", len(wanted), len(replayed))
    compared["games"] = len(games)
    for ours, theirs in zip(wanted, replayed):
        compare("positions", games[ours["index"] - 1].game.variant, ours, theirs)
        if failures:
            return
    return collections.Counter(game.outcome for game in games)


if __name__ == "__main__":
    compare_counts()
    compare_lists()
    print("endings:", dict(compare_games() or {}))
    print("compared:", dict(compared))
    print("\n".join(failures[:20]))
    sys.exit(1 if failures else 0)
