"""Objects of another kind are a TypeError in every function, never a crash: what C gets, it trusts."""

import inspect
import subprocess
import sys

import pytest
import schiri

# Each function of the package and each method and property of its classes, with an object of every kind in every
# place, also in that of the object itself. In a process of its own, as a mistake ends the process.
TRIAL = """
import inspect, itertools, os, sys, warnings
import schiri
warnings.simplefilter("ignore")
os.chdir(sys.argv[1])

def objects():
    game = schiri.Game("creeper")
    game.play(next(game.turns()))
    record = game.record()
    bot = schiri.Bot("random")
    return [game, record, bot, schiri.VectorGame("creeper", 2), record.tags, game.turns(), game.kind,
            None, -1, 0.5, "x\\0", b"x", [game], {}, schiri.Game.__new__(schiri.Game),
            schiri.Bot.__new__(schiri.Bot), schiri.Record.__new__(schiri.Record)]

def functions():
    for name in schiri.__all__:
        one = getattr(schiri, name)
        if name in ("serve", "run", "tournament"):
            continue  # serve() talks; the others take texts and numbers only
        if not inspect.isclass(one):
            yield name, one, None
            continue
        if issubclass(one, BaseException):
            continue
        yield name, one, None
        for its, member in inspect.getmembers(one):
            if isinstance(member, property):
                yield f"{name}.{its}", member.fget, one
            elif callable(member) and (not its.startswith("__") or its in ("__getitem__", "__contains__", "__len__", "__eq__")):
                yield f"{name}.{its}", member, one

def takes(function):
    try:
        all_of_it = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    return sum(one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in all_of_it)

tried = refused = 0
for name, function, owner in functions():
    count = takes(function)
    for choice in itertools.product(range(len(objects())), repeat=min(count, 2)):
        given = objects()
        arguments = [given[place] for place in (*choice, *choice[:1] * (count - 2))]
        print(name, choice, file=sys.stderr, flush=True)
        tried += 1
        try:
            function(*arguments)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            refused += 1
print(tried, refused)
"""


def test_objects_of_every_kind_in_every_place(tmp_path):
    done = subprocess.run([sys.executable, "-c", TRIAL, str(tmp_path)], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr[-500:]
    tried, refused = map(int, done.stdout.split()[-2:])
    assert tried > 5000 and refused > tried / 2


def test_a_handle_of_another_kind_is_a_type_error():
    game, bot = schiri.Game("creeper"), schiri.Bot("random")
    record = game.record()
    for call, expected in [
        (lambda: bot.think(record), "a game"), (lambda: bot.choose(record), "a game"), (lambda: bot.think(bot), "a game"),
        (lambda: bot.analyse(game), "a record"), (lambda: bot.analyse(bot), "a record"),
        (lambda: schiri.Tags(bot)["White"], "a record"), (lambda: schiri.Game.play(record, "A2+B3"), "a game"),
        (lambda: schiri.Record.write(game), "a record"), (lambda: schiri.Bot.new_game(game), "a bot"),
    ]:
        with pytest.raises(TypeError, match=f"expected {expected}"):
            call()
