"""Tests of games of one's own: what serve_game() answers, and what is known of their records."""

import copy
import functools
import io
import json
import math
import os
import re
import subprocess
import sys
import threading
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
import schiri

PACKAGE = Path(schiri.__file__).parents[1]


def answers(game, *lines):
    """What a program of this class answers to the lines."""
    out = io.StringIO()
    schiri.serve_game(game, lines=lines, out=out)
    return out.getvalue().splitlines()


class Row:
    """Noughts and crosses on a row of three; the last turn loses."""

    def start(self):
        return "   ", 0

    def turns(self, state):
        return [str(i) for i in range(3) if state[0][i] == " "]

    def play(self, state, turn):
        at = int(turn)
        return state[0][:at] + "xo"[state[1]] + state[0][at + 1:], 1 - state[1]

    def result(self, state):
        return None if " " in state[0] else state[1]


@pytest.mark.parametrize("position", ["('o  ', 1)", "('o  ', 1)  ", "('o  ', 1) moves", "('   ', 0) moves 0"])
def test_a_position_is_read_with_its_blanks(position):
    lines = f"position fen {position}", "query turns", "query p1turn"
    assert answers(Row, *lines) == ["response 1 2", "response false"]


def test_a_position_is_told_as_it_is_read():
    assert answers(Row, "position startpos moves 1", "query position") == ["response (' x ', 1)"]


@pytest.mark.parametrize("text", [" 0", "0 ", "", "a\nb", "moves", "a moves b"])
def test_a_text_that_no_position_can_have_is_refused(text):
    class Written(Row):
        def write(self, state):
            return text

    (told,) = answers(Written, "query position")
    assert told.startswith(f"error Written.write(('   ', 0)) is {text!r}: expected ")


@pytest.mark.parametrize("result", [True, False, 7, "1", -1])
def test_a_result_is_a_number_of_points(result):
    class Ended(Row):
        def result(self, state):
            return result

    assert answers(Ended, "query gameover", "go nodes 3") == 2 * [
        f"error Ended.result(('   ', 0)) is {result!r}: expected None, 0 or 1 for the first or second player's win, or 0.5"]


@pytest.mark.parametrize("name", ["bool_", "bool"])
def test_a_bool_of_numpy_is_no_number_either(name):
    class Ended(Row):
        def result(self, state):
            return type(name, (), {"__eq__": lambda one, other: other == 1, "__hash__": None})()

    assert "expected None, 0 or 1" in answers(Ended, "query gameover")[0]


def test_an_answer_that_cannot_be_compared_is_told():
    class Numbers:
        def __eq__(self, other):
            raise ValueError("the truth of many numbers")

    class Odd(Row):
        def result(self, state):
            return Numbers()

    told = answers(Odd, "query gameover", "position fen ('   ', 0)", "query gameover", "isready")
    assert told[0].startswith("error Odd: ValueError: the truth of many numbers (test_own_game.py, line ")
    assert told[1].startswith("error position ValueError: the truth of many numbers") and told[2:] == ["readyok"]


@pytest.mark.parametrize("bot", ["uct", "random", "alphabeta"])
def test_a_state_without_turns_and_result_is_told_by_each_bot(bot):
    class Stuck(Row):
        def turns(self, state):
            return super().turns(state) if state[0] == "   " else []

        def value(self, state):
            return 0

    fault = "is empty, but its result is None"
    told = answers(Stuck, f"setoption name Bot value {bot}", "position startpos moves 1", "go nodes 9", "isready")
    assert told == [f"error Stuck.turns((' x ', 1)) {fault}", "readyok"]
    if bot != "random":
        (told,) = answers(Stuck, f"setoption name Bot value {bot}", "go nodes 50")
        assert told.startswith("error Stuck.turns((") and told.endswith(fault)


@pytest.mark.parametrize("limits", ["depth --3", "depth \N{SUPERSCRIPT TWO}", "nodes --", "movetime -5", "depth -3", "depth 0", "nodes -1",
                                    "p1time x p2time"])
@pytest.mark.parametrize("bot", ["uct", "alphabeta"])
def test_odd_limits_are_none(bot, limits):
    class Valued(Row):
        def value(self, state):
            return 0

    *_, told = answers(Valued, f"setoption name Bot value {bot}", f"go {limits}", "query playout \N{SUPERSCRIPT TWO}", f"go {limits}")
    assert told in ("bestmove 0", "bestmove 1", "bestmove 2")


def test_a_depth_of_nothing_does_not_search_forever():
    class Long(Row):
        def turns(self, state):
            return ["1", "2"]

        def play(self, state, turn):
            calls.append(turn)
            assert len(calls) < 10_000
            return state[0], 1 - state[1]

        def value(self, state):
            return 0

    calls = []
    for depth in (0, -1):
        assert "bestmove" in answers(Long, "setoption name Bot value alphabeta", f"go depth {depth}")[-1]


@pytest.mark.parametrize("value", [None, "much", float("nan")])
def test_a_value_is_a_number(value):
    class Valued(Row):
        def value(self, state):
            return value

    (told,) = answers(Valued, "setoption name Bot value alphabeta", "go depth 1")
    assert told.startswith("error Valued.value((") and told.endswith(f" is {value!r}: expected a number")


def test_a_wrong_value_of_an_option_is_told():
    class Sized(Row):
        size = 3

    assert answers(Sized, "setoption name Bot value alphabeta", "isready") == [
        "info string option Bot: expected one of uct, random, not 'alphabeta'", "readyok"]
    assert answers(Sized, "setoption name Seed value abc", "setoption name size value x", "isready") == [
        "info string option Seed: expected a whole number, not 'abc'",
        "info string option size: expected a whole number from -2147483648 to 2147483647, not 'x'", "readyok"]
    fault = "option size: expected a whole number from -2147483648 to 2147483647, not 'x'"
    for name in ("size", "Size"):
        assert answers(Sized, f"setoption name {name} value x", "query gameover", "setoption name size value 2", "query gameover") == [
            f"info string {fault}", f"error {fault}", "response false"]


def test_options_are_inherited():
    class Base(Row):
        size, wide, name = 3, True, "base"
        limit = 1

        def start(self):
            return " " * self.size, 0

    class Derived(Base):
        name = "derived"

        @property
        def limit(self):  # no value any more
            return 2

    told = answers(Derived, "ugi", "setoption name size value 5", "query position")
    assert [line for line in told if line.startswith("option") and line.split()[2].islower()] == [
        "option name size type spin default 3 min -2147483648 max 2147483647",
        "option name wide type check default true", "option name name type string default derived"]
    assert told[-1] == "response ('     ', 0)"


def test_a_function_that_ends_python_is_told():
    class Ends(Row):
        def play(self, state, turn):
            sys.exit("bye")

    (told,) = answers(Ends, "position startpos moves 1", "query turns")
    assert told.startswith("error Ends.play(('   ', 0), '1') raises SystemExit: bye (test_own_game.py, line ")


def test_the_line_is_one_of_the_class():
    class Deep(Row):
        def turns(self, state):
            return copy.copy(Wrong())

    class Wrong:
        def __copy__(self):
            return json.loads("{")

    (told,) = answers(Deep, "query turns")
    assert "JSONDecodeError" in told and "(test_own_game.py, line " in told


def test_an_answer_that_is_none_is_told_with_its_function():
    class Nothing(Row):
        def turns(self, state):
            pass

    (told,) = answers(Nothing, "query turns")
    line = Nothing.turns.__code__.co_firstlineno
    assert told == f"error Nothing.turns(('   ', 0)) raises TypeError: 'NoneType' object is not iterable (test_own_game.py, line {line})"


def test_a_class_that_cannot_be_made_with_its_options_is_told():
    class Small(Row):
        size = 3

        def __init__(self):
            self.row = [" "] * self.limit()

        def limit(self):
            return 3 if Small.made() else {}["size"]

        @classmethod
        def made(cls, calls=[]):  # once
            calls.append(1)
            return len(calls) < 2

    told = answers(Small, "setoption name size value 9", "position startpos", "query turns")
    assert len(told) == 1 and told[0].startswith("error Small: KeyError: 'size' (test_own_game.py, line ")


@pytest.mark.parametrize("name", ["board", "value"])
def test_what_no_rule_needs_is_checked(name):
    class Checked(Row):
        pass

    setattr(Checked, name, lambda self, state: 1 // state[0].count("x"))
    told = answers(Checked, "query gameover", "setoption name Check value true", "query gameover")
    assert told[0] == "response false" and told[1].startswith(f"error Checked.{name}(('   ', 0)) raises ZeroDivisionError")


def test_a_board_is_a_text():
    class Drawn(Row):
        def board(self, state):
            return ["a", "b"]

    assert answers(Drawn, "query board") == ["error Drawn.board(('   ', 0)) is ['a', 'b']: expected lines of text"]


def test_a_question_that_nobody_knows_is_refused_in_a_broken_state_too():
    class Broken(Row):
        def start(self):
            raise ValueError("no")

    told = answers(Broken, "query turns", "query nothing", "query board")
    assert told[0].startswith("error Broken.start() raises ValueError: no")
    assert told[1:] == ["error there is no answer to 'query nothing'", "error there is no answer to 'query board'"]


class Held:
    """A state without `==`."""

    def __init__(self, row=(), mover=0):
        self.row, self.mover = list(row), mover


class Slots:
    __slots__ = ("row", "mover")
    __init__ = Held.__init__


@pytest.mark.parametrize("held", [Held, Slots])
@pytest.mark.parametrize("changes", [False, True])
def test_an_object_without_equality_is_what_it_holds(held, changes):
    class Objects(Row):
        def start(self):
            return held()

        def turns(self, state):
            return ["1", "2"]

        def play(self, state, turn):
            new = state if changes else held(state.row, state.mover)
            new.row.append(turn)
            return new

        def mover(self, state):
            return state.mover

        def result(self, state):
            return None

        def write(self, state):
            return " ".join(["w", *state.row])

    told = answers(Objects, "setoption name Check value true", "position startpos moves 1 2", "query position")
    assert ("has changed its argument" in told[0]) if changes else told == ["response w 1 2"]


def test_states_that_hold_each_other_are_compared():
    from schiri._own_game import _differ
    one, other = Held([1]), Held([1])
    one.row.append(one), other.row.append(other)
    assert not _differ(one, other)
    other.mover = 1
    assert _differ(one, other)
    assert _differ({"a": [Held([1])]}, {"a": [Held([2])]}) and not _differ({"a": [Held([1])]}, {"a": [Held([1])]})
    assert _differ((1, 2), [1, 2]) and _differ((1,), (1, 2)) and not _differ(math.nan, math.nan)


class Cells:
    """No `==` either."""

    def __init__(self, *cells):
        self.cells = list(cells)


@dataclass
class Generated:
    held: object
    cache: list = field(default_factory=list, compare=False)


class Pair(NamedTuple):
    held: object
    number: int = 0


class Named:
    """Its `==` asks that of what it holds."""

    __hash__ = None

    def __init__(self, held):
        self.held = held

    def __eq__(self, other):
        return self.held == other.held


class Raising(Named):
    def __eq__(self, other):
        raise ValueError("no")


class Hashed(Named):
    def __hash__(self):
        raise ValueError("no")


class Copied(Named):
    """Copies itself, and all that it holds, in its own way."""

    def __deepcopy__(self, _):
        return Copied({Cells(*one.cells) for one in self.held})


class Listed(list):
    pass


# What holds some cells, which have no `==`.
HOLDERS = {
    "list": lambda cells: [cells], "tuple": lambda cells: (cells, 1), "dict": lambda cells: {"a": cells}, "key": lambda cells: {cells: 1},
    "key in a tuple": lambda cells: {(cells, 1): cells}, "deque": lambda cells: deque([cells]), "set": lambda cells: {cells, Cells(), 3},
    "frozenset": lambda cells: frozenset([cells, Cells()]), "dataclass": Generated, "named tuple": Pair, "an own ==": Named,
    "== that raises": Raising, "hash that raises": Hashed, "defaultdict": lambda cells: defaultdict(list, {1: cells}),
    "ordered": lambda cells: OrderedDict({1: cells}), "list of its own": lambda cells: Listed([cells]), "method": lambda cells: cells.__init__,
    "iterator": lambda cells: iter([cells]), "an own copy": lambda cells: Copied({cells, Cells(1)}), "cycle": lambda cells: cycle(cells),
    "deep": lambda cells: deep(cells), "namespace": lambda cells: SimpleNamespace(cells=cells),
}


def cycle(cells):
    cells.back, cells.others = [cells], {cells, Cells()}
    return cells


def deep(cells):
    for _ in range(100):
        cells = [Generated(cells)]
    return cells


@pytest.mark.parametrize("kind", HOLDERS)
def test_a_change_is_found_wherever_it_is_and_nothing_else(kind):
    class Holding(Row):
        changes = False

        def turns(self, state):
            if self.changes:
                cells.cells[1] = 7
            return super().turns(state)

        def start(self):
            return "   ", HOLDERS[kind](cells), 0

    cells = Cells(1, 2, math.nan)
    assert answers(Holding, "setoption name Check value true", "query turns") == ["response 0 1 2"]
    (told,) = answers(Holding, "setoption name changes value true", "setoption name Check value true", "query turns")
    assert told.startswith("error Holding.turns has changed its argument ")


def test_a_changed_key_is_found():
    class Key(Named):
        def __hash__(self):
            return hash(self.held)

    from schiri._own_game import _differ
    for hold in (lambda key: {key: 1}, lambda key: {key: None}, lambda key: {key}, lambda key: {key: 1, 2: 3}):
        key, copies = Key(1), {}
        held = hold(key)
        before = copy.deepcopy(held, copies)
        assert not _differ(before, held, copies)
        key.held = 2
        assert _differ(before, held, copies)


@pytest.mark.parametrize("which", range(30))
def test_a_change_is_found_in_each_of_many_objects(which):
    from schiri._own_game import _differ
    held = [Held([i]) for i in range(30)]
    before = copy.deepcopy(held)
    assert not _differ(before, held)
    held[which].row[0] = -1
    assert _differ(before, held)


def test_what_equal_values_are():
    from schiri._own_game import _differ
    some = Generated(Cells(1))
    same = copy.deepcopy(some)
    some.cache.append(1)
    assert not _differ(same, some)  # no part of it
    assert not _differ({1: 2, 3: 4}, {3: 4, 1: 2}) and _differ({1: 2}, {1: 3}) and _differ({1: 2}, {1: 2, 3: 4}) and _differ({1: 2}, {2: 2})
    assert not _differ({1, 2}, {2, 1}) and _differ({1, 2}, {1, 3}) and _differ({1}, set())
    assert not _differ({Cells(1), Cells(2)}, {Cells(2), Cells(1)}) and _differ({Cells(1), Cells(2)}, {Cells(1), Cells(3)})
    assert not _differ(object(), object()) and _differ(int, str) and not _differ(int, int) and _differ(len, max)
    assert not _differ(float("nan"), float("nan")) and _differ(math.nan, 1.0) and not _differ(1, True) and _differ("1", 1)


def test_what_cannot_be_copied_is_not_compared():
    class Locked(Row):
        def start(self):
            return "   ", self.held, 0

    for held in (threading.Lock(), functools.reduce(lambda inner, _: [inner], range(100_000), [])):
        Locked.held = held
        assert answers(Locked, "setoption name Check value true", "query turns") == ["response 0 1 2"]


def test_arrays_are_compared():
    numpy = pytest.importorskip("numpy")
    from schiri._own_game import _differ
    for array in (numpy.zeros(3), numpy.array([1, math.nan, 2]), numpy.array([[1, 2], [3, 4]]).T[:, ::-1], numpy.zeros((0, 2)),
                  numpy.array([Cells(1), [2], None], object), numpy.array(["a", "b"]), numpy.array([(1, math.nan)], "i4,f8"),
                  numpy.ma.array([1, 2, 3], mask=[0, 1, 0]), numpy.array(7)):
        for held in (array, [array], Generated(array), {"a": array}, Named(array)):
            assert not _differ(copy.deepcopy(held), held)
        if array.size:
            before = copy.deepcopy(array)
            array.flat[0] = array.dtype.type(9) if array.dtype.kind not in "VO" else (2, 2.0) if array.dtype.kind == "V" else Cells(2)
            assert _differ(before, array) and _differ([before], [array]) and _differ(Generated(before), Generated(array))
    assert _differ(numpy.array([5]), numpy.array([5, 5])) and _differ(numpy.zeros((0,)), numpy.zeros((1,)))
    assert not _differ(numpy.float64("nan"), numpy.float64("nan")) and _differ(numpy.float64(1), numpy.float64(2))


HANGS = """import sys, time
import schiri
class Hangs:
    def start(self): return "", 0
    def turns(self, state):
        if len(state[0]) == 1:
            while True: time.sleep(0.01)
        return ["a"]
    def play(self, state, turn): return state[0] + turn, 1 - state[1]
    def result(self, state): return None
schiri.serve_game(Hangs)
"""


def test_who_gives_up_is_told_where_the_class_hangs(tmp_path):
    (tmp_path / "hangs.py").write_text(HANGS)
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    with subprocess.Popen([sys.executable, "hangs.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=tmp_path, env=environment, text=True) as program:
        program.stdin.write("isready\nposition startpos moves a\nquery turns\n")
        program.stdin.flush()
        assert program.stdout.readline() == "readyok\n"
        program.stdin.close()
        told = program.stderr.readline()
        program.kill()
    assert re.fullmatch(r"Hangs\.turns\(\('a', 1\)\) has not returned yet \(hangs\.py, line 7\), after \d+\.\d s\n", told), told


def test_a_program_whose_input_ends_while_it_answers_says_nothing(tmp_path):
    (tmp_path / "hangs.py").write_text(HANGS)
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    done = subprocess.run([sys.executable, "hangs.py"], input="position startpos\nquery turns\n", capture_output=True, cwd=tmp_path,
                          env=environment, text=True, check=True, timeout=300)
    assert done.stdout == "response a\n" and not done.stderr


GAME = """import sys
import schiri
class Letters:
    def start(self): return "\N{LATIN SMALL LETTER E WITH ACUTE}", 0
    def turns(self, state): return ["\N{LATIN SMALL LETTER A WITH DIAERESIS}1"]
    def play(self, state, turn): return state[0] + turn[1], 1 - state[1]
    def result(self, state): return None
    def board(self, state): return "\N{BLACK CHESS PAWN}\\ud800"
schiri.serve_game(Letters)
"""
BOT = """import schiri
def choose(game):
    return next(game.turns()), None, None, (), "\N{BLACK CHESS PAWN}"
schiri.serve(choose, name="\N{LATIN SMALL LETTER E WITH ACUTE}")
"""


def spoken(tmp_path, program, encoding, lines):
    """What a program says where Python's own output has this encoding."""
    (tmp_path / "program.py").write_bytes(program.encode())
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, "program.py"], input="\n".join([*lines, "quit"]).encode(), capture_output=True,
                          cwd=tmp_path, env=environment, check=True, timeout=300)
    assert not done.stderr
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-16", "utf-8"])
def test_the_protocol_is_utf_8_in_every_locale(tmp_path, encoding):
    asked = "position startpos moves \N{LATIN SMALL LETTER A WITH DIAERESIS}1", "query position", "query turns", "query board"
    assert spoken(tmp_path, GAME, encoding, asked).splitlines() == [
        "response ('\N{LATIN SMALL LETTER E WITH ACUTE}1', 1)", "response \N{LATIN SMALL LETTER A WITH DIAERESIS}1",
        "response \N{BLACK CHESS PAWN}\\ud800"]
    told = spoken(tmp_path, BOT, encoding, ["ugi", "setoption name Game value creeper", "position startpos", "go nodes 1"])
    assert "id name \N{LATIN SMALL LETTER E WITH ACUTE}\n" in told and "info string \N{BLACK CHESS PAWN}\n" in told


RECORD = """[White "a"]
[Black "b"]
[Result "*"]
[Game "no-known-game"]
[Referee "its program"]

1. a b 2. c *
"""


def test_a_record_of_a_game_that_is_not_known():
    (record,) = schiri.read_text(RECORD)
    assert record.is_valid and record.game == "no-known-game" and record.played == ["a", "b", "c"]
    shown = record._repr_html_()
    assert "no-known-game" in shown and "a b c" in shown and "<svg" not in shown
    assert "no-known-game" not in [row["game"] for row in schiri.run("games")]
    game = record.replay()
    assert game._repr_svg_() is None and "no-known-game" in repr(game)
    for ask in (lambda: game.kind, game.planes, lambda: game.action_id("a"), lambda: game.perft(2)):
        with pytest.raises(schiri.WrongUse, match="schiri does not know the rules of no-known-game"):
            ask()
