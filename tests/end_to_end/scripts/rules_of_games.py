"""The rules of the four games in every setting, written from the specification alone.

They share nothing with the program; counts_test.py compares the two.
"""

import collections
import itertools
import math

WINS = {"w": "white", "b": "black"}


def other(side):
    return "b" if side == "w" else "w"


def runs_of(cells):
    """A row of a position string: digits for runs of '.'."""
    runs = ("".join(run) for _, run in itertools.groupby(cells))
    return "".join(str(len(run)) if run[0] == "." else run for run in runs)


def cells_of(row):
    return "".join("." * int(c) if c.isdigit() else c for c in row)


def changed(cells, changes):
    cells = list(cells)
    for at, content in changes:
        cells[at] = content
    return "".join(cells)


class Rules:
    """One game with one setting of each ruling. States are hashable; equal ones are the same
    position. A subclass gives `game`, `rulings` (a name, the default, the alternatives),
    `variants`, `start`, `read`, `write`, `turns` (text and state after it) and `outcome`."""

    ends_by_repetition = True

    def __init__(self, variant):
        self.variant = variant
        name, *settings = variant.split("; ")
        self.name = name
        self.settings = dict(setting.split("=") for setting in settings)
        self.repetition = self.settings.get("repetition", "3") == "3" and self.ends_by_repetition

    def meaning(self, plies):
        """Equal for settings whose counts of so many turns are equal: no position occurs for the
        third time before 8 turns."""
        return (self.name, self.repetition and plies > 8) + tuple(
            self.settings.get(name) for name in ("bases", "swap", "turns", "own-goal"))

    def results(self, state):
        """The state after each turn and the number of turns that lead to it."""
        return collections.Counter(after for _, after in self.turns(state))

    def count(self, state):
        return sum(1 for _ in self.turns(state))

    def draw_turn(self, state, rng):
        # Positions may have too many turns for a list.
        turns = list(itertools.islice(self.turns(state), 1500))
        return turns[int(rng.random() * len(turns))]

    def blocked(self, state):
        return not any(True for _ in self.turns(state))

    def perft(self, state, depth):
        known = {}

        def visit(state, depth, history):
            if depth == 0:
                return 1
            if self.outcome(state) or history.get(state) == 3:
                return 0
            # A position that occurred `times` times ends the game only if it can occur three times
            # with a turn left; between two occurrences both players play.
            relevant = frozenset(item for item in history.items() if depth >= 2 + 2 * (2 - item[1]))
            key = (state, depth, relevant)
            if key not in known:
                if depth == 1:
                    known[key] = self.count(state)
                else:
                    total = 0
                    for after, number in self.results(state).items():
                        if self.repetition:
                            total += number * visit(after, depth - 1,
                                                    {**history, after: history.get(after, 0) + 1})
                        else:
                            total += number * visit(after, depth - 1, history)
                    known[key] = total
            return known[key]

        return visit(state, depth, {state: 1} if self.repetition else {})


class Creeper(Rules):
    game = "creeper"
    rulings = [["bases", "white-ab12", "white-ab67"], ["repetition", "3", "off", "claim"]]
    variants = ["standard"]
    corners = {(0, 0), (0, 6), (6, 0), (6, 6)}
    diagonal = {"w": {(0, 0), (5, 5)}, "b": {(0, 5), (5, 0)}}

    def __init__(self, variant):
        super().__init__(variant)
        self.mirrored = self.settings.get("bases") == "white-ab67"
        self.bases = dict(self.diagonal)
        if self.mirrored:
            self.bases = {"w": self.diagonal["b"], "b": self.diagonal["w"]}
        self.all_bases = self.bases["w"] | self.bases["b"]
        self.ways = [list(self.ways_from(at)) for at in range(49)]
        self.counts = {}

    def start(self):
        rows = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1"
        if self.mirrored:
            rows = "/".join(row[::-1] for row in rows.split("/"))
        return self.read(f"{rows} 6/6/6/6/6/6 w")

    def read(self, text):
        pawns, discs, side = text.split()
        return tuple("".join(cells_of(row) for row in reversed(part.split("/")))
                     for part in (pawns.lower(), discs)) + (side,)

    def write(self, state):
        pawns, discs, side = state
        parts = []
        for cells, width in ((pawns.upper(), 7), (discs, 6)):
            rows = [cells[i:i + width] for i in range(0, len(cells), width)]
            parts.append("/".join(runs_of(row) for row in reversed(rows)))
        return " ".join(parts + [side])

    def ways_from(self, at):
        """(to, octagon jumped over or None, square jumped over or None, text) of each pawn's step."""
        column, row = at % 7, at // 7
        for right, up in itertools.product((-2, -1, 0, 1, 2), repeat=2):
            to = (column + right, row + up)
            if not (0 <= to[0] < 7 and 0 <= to[1] < 7) or to in self.corners:
                continue
            octagon = over = None
            if abs(right) == abs(up) == 1:
                sign, octagon = "+", (min(column, to[0]), min(row, to[1]))
                octagon = None if octagon in self.all_bases else octagon[1] * 6 + octagon[0]
            elif abs(right) + abs(up) == 1:
                sign = "-"
            elif 0 in (right, up) and (right, up) != (0, 0):
                sign, over = "x", (row + up // 2) * 7 + column + right // 2
            else:
                continue
            text = "{}{}{}{}{}".format("ABCDEFG"[column], row + 1, sign, "ABCDEFG"[to[0]], to[1] + 1)
            yield to[1] * 7 + to[0], octagon, over, text

    def turns(self, state):
        pawns, discs, side = state
        for at, owner in enumerate(pawns):
            if owner != side:
                continue
            for to, octagon, over, text in self.ways[at]:
                if pawns[to] != "." or (over is not None and pawns[over] != other(side)):
                    continue
                moved = changed(pawns, [(at, "."), (to, side)] + ([] if over is None else [(over, ".")]))
                after = discs if octagon is None else changed(discs, [(octagon, side)])
                yield text, (moved, after, other(side))

    def count(self, state):
        # Discs change no pawn's turns.
        pawns, _, side = state
        if (pawns, side) not in self.counts:
            self.counts[pawns, side] = super().count(state)
        return self.counts[pawns, side]

    def blocked(self, state):
        return self.count(state) == 0

    def outcome(self, state):
        _, discs, side = state
        mover = other(side)
        if discs.count(mover) < 9:
            return "draw" if self.blocked(state) else None
        first, last = sorted(self.bases[mover])
        reached, waiting = {first}, [first]
        while waiting:
            column, row = waiting.pop()
            for to in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if to in reached or not (0 <= to[0] < 6 and 0 <= to[1] < 6):
                    continue
                if to in self.bases[mover] or discs[to[1] * 6 + to[0]] == mover:
                    reached.add(to)
                    waiting.append(to)
        if last in reached:
            return WINS[mover]
        return "draw" if self.blocked(state) else None


class Springerjagd(Rules):
    game = "springerjagd"
    rulings = [["repetition", "3", "off", "claim"], ["swap", "own", "any"]]
    variants = ["standard"]
    names = [f"{column}{row}" for row in range(1, 7) for column in "abcdef"]

    def start(self):
        return self.read("1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -")

    def read(self, text):
        rows, side, protected = text.split()
        return "".join(cells_of(row) for row in reversed(rows.split("/"))), side, protected

    def write(self, state):
        board, side, protected = state
        rows = [runs_of(board[i:i + 6]) for i in range(0, 36, 6)]
        return " ".join(["/".join(reversed(rows)), side, protected])

    @staticmethod
    def steps(at, offsets):
        column, row = at % 6, at // 6
        return [(row + up) * 6 + column + right for right, up in offsets
                if 0 <= column + right < 6 and 0 <= row + up < 6]

    def turns(self, state):
        board, side, protected = state
        knight, pawn, pair = "NPD" if side == "w" else "npd"
        enemy_knight, enemy_pawn, enemy_pair = "npd" if side == "w" else "NPD"
        if knight not in board:
            return
        around = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        jumps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
        for at in (i for i, piece in enumerate(board) if piece == knight):
            targets = [to for to in self.steps(at, jumps) if board[to] in ("." + enemy_knight + enemy_pawn)]
            targets += [to for to in self.steps(at, around)
                        if board[to] == enemy_knight and self.names[to] != protected]
            for to in targets:
                taken = board[to]
                text = self.names[at] + ("-" if taken == "." else "x") + self.names[to]
                moved = changed(board, [(at, "."), (to, knight)])
                end = (other(side), self.names[to])
                if taken == enemy_knight and enemy_knight not in moved:
                    yield text, (moved,) + end
                    continue
                for fill, filled in self.fills(moved, at, pawn, pair):
                    if taken == enemy_pawn:
                        yield f"{text}/{fill}", (filled,) + end
                        continue
                    seconds = [i for i, piece in enumerate(filled) if i != at and piece in (pawn, pair)]
                    if not seconds:
                        yield f"{text}/{fill}", (filled,) + end
                    for source in seconds:
                        rest = pawn if filled[source] == pair else "."
                        for goal, piece in enumerate(filled):
                            if goal != source and piece in (".", pawn):
                                now = pawn if piece == "." else pair
                                yield (f"{text}/{fill}/{self.names[source]}-{self.names[goal]}",
                                       (changed(filled, [(source, rest), (goal, now)]),) + end)
            for to, piece in enumerate(board):
                if piece == pair or (piece == enemy_pair and self.settings.get("swap") == "any"):
                    left = pawn if piece == pair else enemy_pawn
                    yield (f"{self.names[at]}~{self.names[to]}",
                           (changed(board, [(at, left), (to, knight)]), other(side), self.names[to]))

    def fills(self, board, at, pawn, pair):
        if board.count(pawn) + 2 * board.count(pair) < 8:
            return [("@", changed(board, [(at, pawn)]))]
        kind, rest = (pair, pawn) if pair in board else (pawn, ".")
        return [(self.names[i], changed(board, [(i, rest), (at, pawn)]))
                for i, piece in enumerate(board) if piece == kind]

    def outcome(self, state):
        board, side, _ = state
        if ("N" if side == "w" else "n") not in board or self.blocked(state):
            return WINS[other(side)]
        return None


class MoreOrLess(Rules):
    game = "more-or-less"
    rulings = [["turns", "12", "6"]]
    variants = ["51", "31"]
    ends_by_repetition = False

    def __init__(self, variant):
        super().__init__(variant)
        self.limit = 2 * int(self.settings.get("turns", "12"))
        self.rings = "ABCDE" if self.name == "51" else "CDE"
        self.names = ["O"] + [f"{ring}{i}" for ring in self.rings for i in range(10)]
        lines = []

        def line(k, text):
            names = [part[0] + (str((k + int(part[1:])) % 10) if part[1:] else "") for part in text.split()]
            lines.append([self.names.index(name) for name in names])

        for k in range(10):
            line(k, "E0 D0 C1 C2 D2 E3")
            if self.name == "51":
                line(k, "C0 B0 A1 A2 B2 C3")
        for k in range(5):
            line(k, "E0 C0 A0 O A5 C5 E5" if self.name == "51" else "E0 C0 O C5 E5")
        self.rays = [[] for _ in self.names]  # the points of each line from a point on
        for points in lines:
            for way in (points, points[::-1]):
                for i, point in enumerate(way):
                    self.rays[point].append(way[i + 1:])
        self.rims = [[] for _ in self.names]
        for k in range(10):
            a, b = (self.names.index(f"E{i % 10}") for i in (k, k + 1))
            self.rims[a].append([b])
            self.rims[b].append([a])

    def start(self):
        return "." * len(self.names), "w", 0, 0

    def read(self, text):
        groups, side, white, black = text.split()
        cells = "".join(cells_of(group.replace("X", "55")) for group in groups.split("/"))
        return cells, side, int(white), int(black)

    def write(self, state):
        cells = state[0]
        groups = [runs_of(cells[0])] + [runs_of(cells[i:i + 10]) for i in range(1, len(cells), 10)]
        return "/".join(groups).replace("10", "X") + " " + " ".join(map(str, state[1:]))

    def hops(self, cells, at):
        return [(ray[0], ray[1]) for ray in self.rays[at]
                if len(ray) > 1 and cells[ray[0]] != "." and cells[ray[1]] == "."]

    @staticmethod
    def turned(cells, over):
        return changed(cells, [(over, other(cells[over]))])

    def turns(self, state):
        cells, side, white, black = state
        placed = len(cells) - cells.count(".")
        if placed == 0:
            yield "O", (changed(cells, [(0, "w")]), "b", 0, 0)
        elif placed < 25:
            for pair in itertools.combinations([i for i, c in enumerate(cells) if c == "."], 2):
                yield (",".join(self.names[i] for i in pair),
                       (changed(cells, [(i, side) for i in pair]), other(side), 0, 0))
        else:
            end = (other(side), white + (side == "w"), black + (side == "b"))
            seen = False
            for at in (i for i, c in enumerate(cells) if c == side):
                lifted = changed(cells, [(at, ".")])
                for text, turned, to in itertools.chain(
                        self.walks(self.names[at], lifted, at, {at: 1}), self.glides(lifted, at)):
                    seen = True
                    yield text, (changed(turned, [(to, side)]),) + end
            if not seen:
                yield "pass", (cells,) + end

    def walks(self, text, cells, at, visits):
        for over, to in self.hops(cells, at):
            if visits.get(to, 0) == 2:
                continue
            longer, turned = f"{text}x{self.names[to]}", self.turned(cells, over)
            yield longer, turned, to
            yield from self.walks(longer, turned, to, {**visits, to: visits.get(to, 0) + 1})

    def glides(self, cells, at):
        for ray in self.rays[at] + self.rims[at]:
            for stop in itertools.takewhile(lambda point: cells[point] == ".", ray):
                for over, to in self.hops(cells, stop):
                    yield (f"{self.names[at]}-{self.names[stop]}x{self.names[to]}",
                           self.turned(cells, over), to)

    def outcome(self, state):
        cells, side, white, black = state
        if white + black == 0:
            return None
        own = cells.count(other(side))
        if own >= 19 or own <= 6:
            return WINS[other(side)]
        if white + black == self.limit:
            return "white" if cells.count("w") < cells.count("b") else "black"
        return None


class Sperre(Rules):
    """A state: White's stones, Black's, side, tops, index of the die tilted last, the winner."""

    game = "sperre"
    rulings = [["own-goal", "wins", "nothing"], ["repetition", "3", "off", "claim"],
               ["roll", "any", "distinct"]]
    variants = ["standard", "move-first", "rows", "both", "move-first+rows", "move-first+both"]
    dice = [("III", "192756"), ("IV", "193845"), ("V", "273846")]
    goals = {"w": (9, 5), "b": (1, 5)}
    squares = list(itertools.product(range(1, 10), repeat=2))
    around = {(row, column): {(row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1)
                              if (up or right) and 1 <= row + up <= 9 and 1 <= column + right <= 9}
              for row, column in squares}

    def __init__(self, variant):
        super().__init__(variant)
        self.move_first = "move-first" in self.name
        self.by_row = "rows" in self.name or "both" in self.name
        self.by_column = "rows" not in self.name
        self.own_goal_wins = self.settings.get("own-goal", "wins") == "wins"
        self.known = {}

    def start(self, roll="147"):
        return self.read(f"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w {roll} -")

    def read(self, text):
        rows, side, tops, last = text.split()
        stones = {"W": set(), "B": set()}
        for row, cells in zip(range(9, 0, -1), rows.split("/")):
            for column, content in enumerate(cells_of(cells), 1):
                if content != ".":
                    stones[content].add((row, column))
        winner = None
        if self.own_goal_wins:
            winner = next((owner for owner, own in (("w", stones["W"]), ("b", stones["B"]))
                           if self.goals[owner] in own), None)
        return (frozenset(stones["W"]), frozenset(stones["B"]), side, tops,
                None if last == "-" else int(last) - 3, winner)

    def write(self, state):
        white, black, side, tops, last, _ = state
        rows = [runs_of("".join("W" if (row, column) in white else "B" if (row, column) in black else "."
                                for column in range(1, 10))) for row in range(9, 0, -1)]
        return f"{'/'.join(rows)} {side} {tops} {'-' if last is None else last + 3}"

    def tilts(self, tops, last):
        """(text, tops, die) of each tilt."""
        for die, (name, faces) in enumerate(self.dice):
            if die != last:
                opposite = faces[faces.index(tops[die]) ^ 1]
                for face in faces:
                    if face not in (tops[die], opposite):
                        yield name + face, tops[:die] + face + tops[die + 1:], die

    def locked(self, stone, tops):
        return ((self.by_row and str(stone[0]) in tops) or (self.by_column and str(stone[1]) in tops))

    def moves(self, stones, enemies):
        """(from, to, enemies beside the target) of each stone's moves, locks apart."""
        key = (stones, enemies)
        if key not in self.known:
            taken = stones | enemies
            found = self.known[key] = []
            for at in sorted(stones):
                first = self.around[at] - taken
                for to in sorted(first.union(*(self.around[step] for step in first)) - taken):
                    beside = [(to[0] + up, to[1] + right) for up, right in ((0, 1), (0, -1), (1, 0), (-1, 0))]
                    found.append((at, to, tuple(sorted(stone for stone in beside if stone in enemies))))
        return self.known[key]

    def plans(self, state):
        """What precedes displacing: (tilts, moves) that go together, where no moves are a pass."""
        white, black, side, tops, last, _ = state
        own, enemies = (white, black) if side == "w" else (black, white)
        moves = self.moves(own, enemies)
        tilts = list(self.tilts(tops, last))
        if self.move_first:
            return [(tilts, [move for move in moves if not self.locked(move[0], tops)])]
        plans = [([tilt], [move for move in moves if not self.locked(move[0], tilt[1])]) for tilt in tilts]
        return [plan for plan in plans if plan[1]] or plans

    def outcomes(self, state, move):
        """(text, enemies, winner) of each way to displace after a move; a text ends the turn there."""
        white, black, side = state[:3]
        own, enemies = (white, black) if side == "w" else (black, white)
        at, to, beside = move
        text = "/{}{}-{}{}".format(*at, *to)
        if to == self.goals[side]:
            yield text, enemies, side
            return
        free = [square for square in self.squares
                if square not in enemies and square != to and (square == at or square not in own)]
        for number in range(len(beside) + 1):
            for sources in itertools.combinations(beside, number):
                for targets in itertools.combinations(free, number):
                    part = ",".join("{}{}>{}{}".format(*pair[0], *pair[1]) for pair in zip(sources, targets))
                    wins = self.own_goal_wins and self.goals[other(side)] in targets
                    yield (text + ("/" + part if part else ""), enemies - set(sources) | set(targets),
                           other(side) if wins else None)

    def after(self, state, move, outcome, tilt):
        """The text of the turn and the state after it; without a tilt it won in a move-first game."""
        white, black, side, tops, last, _ = state
        own, enemies = (white, black) if side == "w" else (black, white)
        text, winner = "/pass", None
        if move:
            text, enemies, winner = outcome
            own = own - {move[0]} | {move[1]}
        if tilt:
            tops, last = tilt[1], tilt[2]
            text = f"{text[1:]}/{tilt[0]}" if self.move_first else tilt[0] + text
        else:
            text = text[1:]
        return text, ((own, enemies) if side == "w" else (enemies, own)) + (other(side), tops, last, winner)

    def turns(self, state):
        for tilts, moves in self.plans(state):
            for move in moves or [None]:
                for outcome in self.outcomes(state, move) if move else [None]:
                    ends = self.move_first and outcome and outcome[2] == state[2]
                    for tilt in [None] if ends else tilts:
                        yield self.after(state, move, outcome, tilt)

    def count(self, state):
        white, black, side, tops, last, _ = state
        own, enemies = (white, black) if side == "w" else (black, white)
        wins, others = collections.Counter(), collections.Counter()
        for at, to, beside in self.moves(own, enemies):
            if to == self.goals[side]:
                wins[at] += 1
            else:
                # 63 squares are free; a set of stones goes to any set of as many squares.
                others[at] += sum(math.comb(len(beside), n) * math.comb(63, n) for n in range(len(beside) + 1))

        def sums(tops):
            return [sum(number for at, number in counts.items() if not self.locked(at, tops))
                    for counts in (wins, others)]

        tilts = list(self.tilts(tops, last))
        if self.move_first:
            won, went_on = sums(tops)
            return won + went_on * len(tilts) or len(tilts)
        return sum(sum(sums(tilt[1])) for tilt in tilts) or len(tilts)

    def draw_turn(self, state, rng):
        def one_of(choices):
            return choices[int(rng.random() * len(choices))]

        tilts, moves = one_of(self.plans(state))
        if not moves:
            return self.after(state, None, None, one_of(tilts))
        # Turns that displace are preferred, and among them those to the owner's goal.
        move = one_of([move for move in moves if move[2]] if rng.random() < 0.6 and
                      any(move[2] for move in moves) else moves)
        outcomes = list(itertools.islice(self.outcomes(state, move), 2500))
        goal = self.goals[other(state[2])]
        to_goal = [outcome for outcome in outcomes if goal in outcome[1] and outcome[2] != state[2]]
        outcome = one_of(to_goal if to_goal and rng.random() < 0.3 else outcomes)
        ends = self.move_first and outcome[2] == state[2]
        return self.after(state, move, outcome, None if ends else one_of(tilts))

    def outcome(self, state):
        return WINS.get(state[5])


def variants_of(rules):
    """Every variant with every combination of settings, in the order of the specification."""
    for name in rules.variants:
        for values in itertools.product(*(setting[1:] for setting in rules.rulings)):
            parts = [name] + [f"{setting[0]}={value}" for setting, value in zip(rules.rulings, values)
                              if value != setting[1]]
            yield "; ".join(parts)


def pairwise_variants_of(rules):
    """Variants in which each pair of values of two settings occurs; the variant's name is one."""
    def pairs_of(variant):
        game = rules(variant)
        values = [variant.split(";")[0]] + [game.settings.get(setting[0], setting[1]) for setting in rules.rulings]
        return set(itertools.combinations(enumerate(values), 2))

    left = {variant: pairs_of(variant) for variant in variants_of(rules)}
    chosen = []
    while any(left.values()):
        best = max(left, key=lambda variant: len(left[variant]))
        chosen.append(best)
        found = left[best]
        left = {variant: pairs - found for variant, pairs in left.items()}
    return chosen
