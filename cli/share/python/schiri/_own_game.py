"""A game of your own: serve_game() answers questions about its rules, and plays it."""

from __future__ import annotations

import copy
import dataclasses
import math
import os
import random
import select
import sys
import threading
import time
import traceback
from typing import IO, Any, Iterable, Optional

from schiri._ugi import _Options, _standard_input, _standard_output

_LONGEST = 10_000  # turns of a random game, after which it is a draw
_NODES = 1000  # of a turn without a limit
_BOTS = ("uct", "random", "alphabeta")
_NO_STATE: Any = object()  # before the first position; a class may have any value as a state
_QUESTIONS = ("gameover", "p1turn", "result", "turns", "position", "board", "playout")
_PATIENCE = 0.3  # seconds that a function may still take after nobody waits for its answer any more
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_FAULTS = (Exception, SystemExit)  # what a class may raise; whatever else ends the program


class _Fault(Exception):
    """What the class has done wrong, in one line."""


def _differ(one: Any, other: Any, copies: Optional[dict[int, Any]] = None,
            seen: Optional[dict[tuple[int, int], Any]] = None) -> bool:
    """Are two values different? Those are equal whose `==` says so, or which hold equal values.

    `copies` is what copy.deepcopy() has noted: the copies in `one` of the objects in `other`.
    """
    copies, seen = copies or {}, {} if seen is None else seen
    left = [(one, other)]
    while left:
        one, other = left.pop()
        if one is other or (id(one), id(other)) in seen:
            continue
        if type(one) is not type(other) or isinstance(one, type) or type(one) in _PLAIN:
            if not _are_equal(one, other) and not (_is_nan(one) and _is_nan(other)):
                return True
            continue
        seen[id(one), id(other)] = one, other  # which must live on: the next values would have their numbers
        if type(one) in (list, tuple):
            if len(one) != len(other):
                return True
            left.extend(pair for pair in zip(one, other) if pair[0] is not pair[1])
        elif type(one) is dict or isinstance(one, (set, frozenset)):
            pairs = _pairs(one, other, copies, seen)
            if pairs is None:
                return True
            left.extend(pairs)
            if isinstance(one, dict):
                ones, others = ({id(key): value for key, value in held.items()} for held in (one, other))  # a changed key finds nothing
                left.extend((ones[id(a)] if id(a) in ones else one[a], others[id(b)]) for a, b in pairs)
        elif not (equal := _are_equal(one, other)):
            held = [_held(one), _held(other)]
            if None not in held:
                left.append((held[0], held[1]))
            elif equal is False and _has_equality(one):
                return True
    return False


def _is_nan(value: Any) -> bool:
    return isinstance(value, (float, complex)) and value != value


def _has_equality(value: Any) -> bool:
    return getattr(type(value), "__eq__", None) is not object.__eq__


def _are_equal(one: Any, other: Any) -> Optional[bool]:
    """What `==` says; None if it says nothing."""
    try:
        equal = one == other
        if hasattr(equal, "all"):  # numpy compares each element, and repeats those of the smaller array
            equal = one.shape == other.shape and equal.all()
        return bool(equal)
    except Exception:
        return None


def _held(value: Any) -> Optional[list[Any]]:
    """What an object holds, as for copying it; None if it does not tell."""
    try:
        if dataclasses.is_dataclass(value) and _has_equality(value):
            return [getattr(value, field.name) for field in dataclasses.fields(value) if field.compare]
        told = value.__reduce_ex__(4)
        if isinstance(told, str):
            return [told]
        arguments, state, items, pairs = (*told[1:], None, None, None)[:4]
        return [arguments, state, list(items or ()), list(pairs or ())]
    except Exception:
        return None


def _pairs(ones: Any, others: Any, copies: dict[int, Any], seen: dict[tuple[int, int], Any]) -> Optional[list[tuple[Any, Any]]]:
    """The elements of two sets, or keys of two dicts, that belong together; None if some have no other."""
    def is_in(values: Any, one: Any) -> bool:
        try:
            return one in values
        except Exception:  # its hash or `==` fails
            return False

    pairs = [(other, other) for other in others if is_in(ones, other)]
    left = {id(one): one for one in ones if not is_in(others, one)}
    if len(ones) != len(others) or len(pairs) + len(left) != len(ones):
        return None
    # Without an `==` of its own a copy is not found.
    strangers = []
    for other in others:
        if not is_in(ones, other):
            copied = id(copies.get(id(other)))
            if copied in left:
                pairs.append((left.pop(copied), other))
            else:
                strangers.append(other)
    for other in strangers:
        alike = [one for one in left.values() if not _differ(one, other, copies, dict(seen))]
        if not alike:
            return None
        pairs.append((left.pop(id(alike[0])), other))
    return pairs


class _Rules:
    """The functions of a game, each fault with its place."""

    def __init__(self, game: Any, checks: bool = False) -> None:
        self.game, self.checks = game, checks
        self.name = type(game).__name__
        self.running: Optional[tuple[str, tuple[Any, ...], float]] = None  # the function that is called, its arguments, since when

    def call(self, name: str, *arguments: Any) -> Any:
        before, copies = self.copied(arguments) if self.checks else (arguments, {})
        self.running = name, arguments, time.monotonic()
        try:
            answer = getattr(self.game, name)(*arguments)
            if name == "turns":  # which may be a generator
                answer = [str(turn) for turn in answer]
        except _FAULTS as error:
            raise _Fault(f"{self.text_of(name, arguments)} raises {self.told(error, name)}") from None
        finally:
            self.running = None
        if self.checks and _differ(before, arguments, copies):
            raise _Fault(f"{self.name}.{name} has changed its argument {before!r} to {arguments!r}")
        return answer

    def copied(self, arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[int, Any]]:
        """A copy to compare with later, and the copies of all objects in it."""
        copies: dict[int, Any] = {}
        try:
            return copy.deepcopy(arguments, copies), copies
        except Exception:  # a lock, or lists in lists a thousand times: then nobody can tell what is changed
            return arguments, {}

    def text_of(self, name: str, arguments: tuple[Any, ...]) -> str:
        return f"{self.name}.{name}({', '.join(map(repr, arguments))})"

    def told(self, error: BaseException, name: str = "") -> str:
        """What a function has raised, and where."""
        return f"{type(error).__name__}: {error} ({self.place(traceback.extract_tb(error.__traceback__), name)})"

    def place(self, frames: traceback.StackSummary, name: str = "") -> str:
        """Where the class is at work, rather than what it has called; where the function begins whose answer is no answer."""
        here = _Rules.place.__code__.co_filename
        ours = max((i for i, frame in enumerate(frames) if frame.filename == here), default=-1)
        files = {function.__code__.co_filename for one in type(self.game).__mro__ for function in vars(one).values()
                 if hasattr(function, "__code__")}
        called = frames[ours + 1:] or frames
        code = getattr(getattr(self.game, name, None), "__code__", None)
        if code and called is frames:
            return f"{os.path.basename(code.co_filename)}, line {code.co_firstlineno}"
        last = [frame for frame in called if frame.filename in files] or called
        return f"{os.path.basename(last[-1].filename)}, line {last[-1].lineno}"

    def start(self) -> Any:
        return self.call("start")

    def turns(self, state: Any) -> list[str]:
        turns: list[str] = self.call("turns", state)
        if " ".join(turns).split() != turns:
            wrong = next(turn for turn in turns if turn.split() != [turn])
            raise _Fault(f"{self.name}.turns({state!r}) has {wrong!r}: expected words without spaces")
        return turns

    def choices(self, state: Any) -> list[str]:
        """The turns of a state without a result: there is one at least."""
        turns = self.turns(state)
        if not turns:
            raise _Fault(f"{self.name}.turns({state!r}) is empty, but its result is None")
        return turns

    def play(self, state: Any, turn: str) -> Any:
        return self.call("play", state, turn)

    def result(self, state: Any) -> Optional[float]:
        """The first player's points: 1.0, 0.5 or 0.0; None during the game."""
        result = self.call("result", state)
        if result is None:
            return None
        # True is 1 to Python, and no winner; numpy's bool is a class of its own.
        if type(result).__name__ in ("bool", "bool_") or result not in (0, 0.5, 1):
            raise _Fault(f"{self.name}.result({state!r}) is {result!r}: expected None, 0 or 1 for the first or second "
                         "player's win, or 0.5")
        return 1.0 - float(result)

    def mover(self, state: Any) -> int:
        try:
            mover = self.call("mover", state) if hasattr(self.game, "mover") else state[-1]
        except (LookupError, TypeError):
            raise _Fault(f"{self.name}: the state {state!r} has no last element, the player to move; define mover()") from None
        if mover not in (0, 1):
            raise _Fault(f"{self.name}: the player to move in {state!r} is {mover!r}: expected 0 or 1")
        return int(mover)

    def write(self, state: Any) -> str:
        text = self.call("write", state) if hasattr(self.game, "write") else repr(state)
        if not isinstance(text, str) or not text or not text.isprintable():
            raise _Fault(f"{self.name}.write({state!r}) is {text!r}: expected a line of text")
        if text.strip() != text or " moves " in f" {text} ":
            raise _Fault(f"{self.name}.write({state!r}) is {text!r}: expected no blank at its ends, and not the word 'moves'")
        return text

    def read(self, text: str) -> Any:
        if hasattr(self.game, "read"):
            return self.game.read(text)
        import ast
        return ast.literal_eval(text)

    def board(self, state: Any) -> str:
        board = self.call("board", state)
        if not isinstance(board, str):
            raise _Fault(f"{self.name}.board({state!r}) is {board!r}: expected lines of text")
        return board

    def finish(self, state: Any, draw: random.Random) -> float:
        """The first player's points in a random game."""
        for _ in range(_LONGEST):
            result = self.result(state)
            if result is not None:
                return result
            state = self.play(state, draw.choice(self.choices(state)))
        return 0.5

    def value(self, state: Any) -> float:
        """For the player to move."""
        value = self.call("value", state)
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if math.isnan(number):
            raise _Fault(f"{self.name}.value({state!r}) is {value!r}: expected a number")
        return number


class _Limit:
    """How long a bot may think about a turn."""

    def __init__(self, words: list[str], mover: int) -> None:
        values = dict(zip(words, words[1:]))

        def number(name: str) -> Optional[int]:
            return int(values[name]) if values.get(name, "").removeprefix("-").isdecimal() else None

        self.nodes, self.depth = number("nodes"), number("depth")
        if self.depth is not None and self.depth < 1:
            self.depth = None
        seconds: Optional[float] = number("movetime")
        left = number(f"p{mover + 1}time")
        if left is not None:
            share = left / 25 + (number(f"p{mover + 1}inc") or 0) * 0.8
            seconds = min(share, left / 2) if seconds is None else min(seconds, share, left / 2)
        self._end = None if seconds is None else time.monotonic() + seconds / 1000 * 0.9
        if self.nodes is None and self._end is None and self.depth is None:
            self.nodes = _NODES
        self.spent = 0

    def is_over(self) -> bool:
        return (self.nodes is not None and self.spent >= self.nodes
                or self._end is not None and time.monotonic() >= self._end)


class _Node:
    __slots__ = ("state", "turns", "children", "visits", "points", "result")

    def __init__(self, rules: _Rules, state: Any, draw: random.Random) -> None:
        self.state, self.visits, self.points = state, 0, 0.0
        self.result = rules.result(state)
        self.turns = [] if self.result is not None else rules.choices(state)
        draw.shuffle(self.turns)
        self.children: list[tuple[str, _Node]] = []


def _uct(rules: _Rules, state: Any, limit: _Limit, draw: random.Random) -> tuple[str, float]:
    """A turn and the share of points of the player to move; of equal turns one at random."""
    root = _Node(rules, state, draw)
    limit.nodes = limit.nodes if limit.nodes is not None else _NODES if limit._end is None else None
    while not limit.is_over():
        path, node = [root], root
        while node.result is None and not node.turns:
            mover, log = rules.mover(node.state), math.log(node.visits)
            node = max((child for _, child in node.children),
                       key=lambda child: (child.points if mover == 0 else child.visits - child.points) / child.visits
                       + math.sqrt(log / child.visits))
            path.append(node)
        if node.result is None:
            turn = node.turns.pop()
            child = _Node(rules, rules.play(node.state, turn), draw)
            node.children.append((turn, child))
            path.append(child)
            node = child
        points = node.result if node.result is not None else rules.finish(node.state, draw)
        for one in path:
            one.visits += 1
            one.points += points
        limit.spent += 1
    if not root.children:
        return draw.choice(root.turns), 0.5
    most = max(child.visits for _, child in root.children)
    turn, child = draw.choice([pair for pair in root.children if pair[1].visits == most])
    share = child.points / child.visits
    return turn, share if rules.mover(state) == 0 else 1 - share


def _alphabeta(rules: _Rules, state: Any, limit: _Limit, draw: random.Random) -> tuple[str, float]:
    """A turn and its value for the player to move, searched one turn deeper each time."""
    win = 1e9

    def value(state: Any, depth: int, least: float, most: float) -> float:
        """For the first player, between these bounds."""
        limit.spent += 1
        points = rules.result(state)
        if points is not None:
            return (2 * points - 1) * (win + depth)
        if depth == 0 or limit.is_over():
            return rules.value(state) * (1 if rules.mover(state) == 0 else -1)
        is_first = rules.mover(state) == 0
        best = -math.inf if is_first else math.inf
        for turn in rules.choices(state):
            found = value(rules.play(state, turn), depth - 1, least, most)
            best = max(best, found) if is_first else min(best, found)
            if is_first:
                least = max(least, best)
            else:
                most = min(most, best)
            if least >= most:
                break
        return best

    turns, sign = rules.choices(state), 1 if rules.mover(state) == 0 else -1
    draw.shuffle(turns)
    best, chosen = -math.inf, turns[0]
    for depth in range(1, (limit.depth or 60) + 1):
        found = []
        for turn in turns:
            found.append((sign * value(rules.play(state, turn), depth - 1, -math.inf, math.inf), turn))
            if limit.is_over():
                break
        if len(found) == len(turns) or depth == 1:
            best, chosen = max(found, key=lambda pair: pair[0])
            scores = {turn: score for score, turn in found}
            turns.sort(key=lambda turn: -scores.get(turn, -math.inf))
        if limit.is_over() or abs(best) >= win:
            break
    return chosen, best


class _Attributes(dict[str, Any]):
    """The options of a class: its public attributes that are values, its own and inherited ones."""

    def __init__(self, game: type) -> None:
        attributes: dict[str, Any] = {}
        for one in reversed(game.__mro__):
            attributes.update(vars(one))
        super().__init__((name, value) for name, value in attributes.items()
                         if not name.startswith("_") and isinstance(value, (bool, int, float, str)))


class _Server:
    def __init__(self, game: type, out: IO[str], name: str) -> None:
        self._class, self._out, self._name = game, out, name or game.__name__
        self._values = _Attributes(game)
        self._options = _Options(self._values)
        self._draw = random.Random(1)
        self._bot, self._checks = _BOTS[0], False
        self._bots = [bot for bot in _BOTS if bot != "alphabeta" or hasattr(game, "value")]
        self._rules = self._made()
        self._state, self._fault, self._unmade = _NO_STATE, "", ""
        self._known: dict[str, Any] = {}
        self._wrong: dict[str, str] = {}  # what to say of each option with a wrong value

    def _made(self) -> _Rules:
        game = self._class()
        for name, value in self._values.items():
            setattr(game, name, value)
        return _Rules(game, self._checks)

    def tell_where_it_hangs(self) -> None:
        """Whoever gives up waiting for an answer closes the input; then standard error says what the class is at."""
        try:
            poll, main = select.poll(), threading.get_ident()
            poll.register(sys.stdin.fileno(), 0)
        except (AttributeError, OSError, ValueError):
            return  # no system's poll, or no system's input

        def wait() -> None:
            poll.poll()
            # Until then it may still be reading what was asked.
            while True:
                rules = self._rules
                running = rules.running
                time.sleep(_PATIENCE)
                frame = sys._current_frames().get(main)
                if running and running is rules.running and frame:
                    name, arguments, since = running
                    place, seconds = rules.place(traceback.extract_stack(frame)), time.monotonic() - since
                    print(f"{rules.text_of(name, arguments)} has not returned yet ({place}), after {seconds:.1f} s", file=sys.stderr,
                          flush=True)
                    return

        threading.Thread(target=wait, daemon=True).start()

    def _say(self, text: str) -> None:
        try:
            print(text, file=self._out, flush=True)
        except BrokenPipeError:
            os._exit(1)  # nobody reads any more

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                return
            try:
                self._answer(words, line)
            except _FAULTS as error:
                self._say("error " + " ".join(self._fault_of(error).splitlines()))

    def _fault_of(self, error: BaseException) -> str:
        """Not all faults of a class show in its functions: an answer may be one that cannot be compared."""
        return str(error) if isinstance(error, _Fault) else f"{self._rules.name}: {self._rules.told(error)}"

    def _answer(self, words: list[str], line: str) -> None:
        kind = words[0] if words else ""
        if kind == "ugi":
            self._introduce()
        elif kind == "isready":
            self._say("readyok")
        elif kind == "setoption":
            self._set_option(words)
        elif kind == "position":
            self._set_position(line)
        elif kind == "query":
            self._say("response " + self._response(words[1] if len(words) > 1 else "", words[2:]))
        elif kind == "go":
            self._go(words)

    def _introduce(self) -> None:
        self._say(f"id name {self._name}\nid author {os.path.basename(sys.argv[0] or 'unknown')}")
        for line in self._options.lines():
            self._say(line)
        self._say("option name Bot type combo default uct" + "".join(f" var {bot}" for bot in self._bots))
        self._say(f"option name Check type check default false\noption name Seed type spin default 1 min 0 max {2**63 - 1}")
        self._say("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if "value" not in words:
            return
        at = words.index("value")
        name, text = " ".join(words[2:at]), " ".join(words[at + 1:])
        if name == "Seed":
            try:
                self._draw = random.Random(int(text))
            except ValueError:
                self._say(f"info string option Seed: expected a whole number, not {text!r}")
        elif name == "Bot":
            if text in self._bots:
                self._bot = text
            else:
                self._say(f"info string option Bot: expected one of {', '.join(self._bots)}, not {text!r}")
        elif name == "Check":
            self._checks = text == "true"
        else:
            self._wrong.pop(name.lower(), None)
            fault = self._options.set(name, text)
            if fault:
                self._say(f"info string {fault}")
                self._wrong[name.lower()] = fault  # a referee does not read what is said now
        self._known, self._state, self._fault, self._unmade = {}, _NO_STATE, "", ""
        try:
            self._rules = self._made()
        except _FAULTS as error:
            self._unmade = self._fault_of(error)

    def _set_position(self, line: str) -> None:
        """Faults are told when a question is asked."""
        self._fault = ""
        head, _, turns = (line.rstrip() + " ").partition(" moves ")
        kind, text = (head.rstrip().split(None, 2) + ["", ""])[1:3]  # the text with the blanks in it
        try:
            if kind == "startpos":
                state = self._rules.start()
            elif text in self._known:
                state = self._known[text]
            else:
                try:
                    state = self._rules.read(text)
                    self._rules.mover(state), self._rules.result(state)
                except _Fault as fault:
                    raise _Fault(f"position {fault}") from None
                except _FAULTS as error:
                    told = f"position {type(error).__name__}: {error}"
                    if not hasattr(self._rules.game, "read"):
                        told += "; a state that is no tuple of plain values needs write() and read()"
                    raise _Fault(told) from None
            for turn in turns.split():
                if self._rules.checks and turn not in self._rules.turns(state):
                    raise _Fault(f"the turn {turn} is not legal in {state!r}")
                state = self._rules.play(state, turn)
            self._state = state
        except _FAULTS as error:
            self._fault = self._fault_of(error)

    def _here(self) -> Any:
        fault = self._unmade or next(iter(self._wrong.values()), "") or self._fault
        if fault:
            raise _Fault(fault)
        if self._state is _NO_STATE:
            self._state = self._rules.start()
        return self._state

    def _response(self, asked: str, more: list[str]) -> str:
        rules = self._rules
        if asked not in _QUESTIONS or asked == "board" and not hasattr(rules.game, "board"):
            raise _Fault(f"there is no answer to 'query {asked}'")
        state = self._here()
        result = rules.result(state)
        if asked == "gameover":
            if rules.checks:
                self._look_at(state, result)
            return "false" if result is None else "true"
        if asked == "p1turn":
            return "true" if rules.mover(state) == 0 else "false"
        if asked == "result":
            return {None: "none", 1.0: "p1win", 0.5: "draw", 0.0: "p2win"}[result]
        if asked == "turns":
            return " ".join(rules.turns(state)) if result is None else ""
        if asked == "position":
            text = rules.write(state)
            if len(self._known) > 1000:
                self._known.clear()
            if not rules.checks:
                self._known[text] = state
            return text
        if asked == "board":
            return rules.board(state).replace("\n", "\\n")
        draw = random.Random(int(more[0])) if more and more[0].isdecimal() else self._draw
        return {1.0: "p1win", 0.5: "draw", 0.0: "p2win"}[rules.finish(state, draw)]

    def _look_at(self, state: Any, result: Optional[float]) -> None:
        """Tries the functions that no rule needs."""
        if hasattr(self._rules.game, "board"):
            self._rules.board(state)
        if result is None and hasattr(self._rules.game, "value"):
            self._rules.value(state)

    def _go(self, words: list[str]) -> None:
        rules, state = self._rules, self._here()
        if rules.result(state) is not None:
            return self._say("bestmove 0000")
        limit = _Limit(words, rules.mover(state))
        if self._bot == "random":
            return self._say("bestmove " + self._draw.choice(rules.choices(state)))
        if self._bot == "alphabeta":
            turn, value = _alphabeta(rules, state, limit, self._draw)
            score = round(max(-30000.0, min(30000.0, 100 * value)))
        else:
            turn, share = _uct(rules, state, limit, self._draw)
            share = min(max(share, 0.001), 0.999)
            score = round(200 * math.log(share / (1 - share)))
        self._say(f"info nodes {limit.spent} score cp {score} pv {turn}")
        self._say("bestmove " + turn)


def serve_game(game: type, name: str = "", *, lines: Optional[Iterable[str]] = None, out: Optional[IO[str]] = None) -> None:
    """Answers questions about a game of your own until there are no more: `schiri.serve_game(MyGame)`.

    The class has these functions; a state is a value such as a tuple, whose last element is the
    player to move, 0 for the first and 1 for the second, unless there is `mover`:

        start()            the first state
        turns(state)       the legal turns, texts without blanks
        play(state, turn)  the state after a turn
        result(state)      None during the game, 0 or 1 for the first or second player's win, 0.5 for a draw
        mover(state)       the player to move; one may move twice
        board(state)       a drawing, lines of text
        write(state), read(text)  a state as a line of text, without blanks at its ends, and back;
                           Python's own form without them
        value(state)       how good it is for the player to move; then the bot `alphabeta` plays as well

    Attributes of the class, its own or inherited, that are numbers, True, False or texts are options,
    and settings of variants: `size = 6` is set by `--variant "size=7"`. The same program is a bot: its
    option `Bot` is `uct`, `random` or `alphabeta`.
    """
    server = _Server(game, out or _standard_output(), name)
    if lines is None:
        server.tell_where_it_hangs()
    server.serve(_standard_input() if lines is None else lines)
