"""Tests of games, records and kinds as values: equal, hashed, copied, pickled, legal turns without a list."""

import copy
import io
import itertools
import json
import pickle
import random
import re
from pathlib import Path

import pytest
import schiri
from test_schiri import GAMES, SAMPLE, WRONG_RESULT, play_randomly


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_legal_in_any_spelling(name):
    game = schiri.Game(name, seed=4)
    for turn in itertools.islice(game.turns(), 20):
        assert turn in game.turns() and game.is_legal(turn)
        assert name != "creeper" or turn.lower() in game.turns()
        assert turn in game.turns(20) and turn not in game.turns(0)
    for wrong in ("", "nonsense", "Z9+Z8", "E7\0", "\ud800"):
        assert wrong not in game.turns() and not game.is_legal(wrong)
    assert 5 not in game.turns()
    with pytest.raises(TypeError):
        game.is_legal(5)
    assert len(game) == 0


def test_a_turn_among_millions_is_found_without_a_list():
    game = schiri.Game("more-or-less")
    play_randomly_quickly(game, 30)
    turns = game.turns()
    assert game.random_turn(exact=False) in turns and "A1-A1" not in turns
    turns = game.turns()
    game.play(next(turns))
    assert len(set(itertools.islice(turns, 5))) == 5  # of the position before


def test_no_turn_is_legal_after_the_end():
    game = schiri.Game("creeper")
    play_randomly(game, 10000)
    assert game.is_over and not game.is_legal("E7+D6") and "E7+D6" not in game.turns()


def play_randomly_quickly(game, turns):
    dice = random.Random(3)
    while len(game) < turns and not game.is_over:
        game.play(game.random_turn(dice, exact=False))


@pytest.mark.parametrize("name", GAMES)
def test_quick_random_turns_are_legal_and_repeatable(name):
    first, second = schiri.Game(name, seed=4), schiri.Game(name, seed=4)
    for game in (first, second):
        play_randomly_quickly(game, 60)
    assert first == second and len(first.played) > 5
    play_randomly_quickly(first, 100000)
    assert first.is_over
    with pytest.raises(schiri.Error, match="over"):
        first.random_turn(exact=False)


def test_a_game_is_made_of_its_turns():
    turns = ["E7+D6", "G3+F4", "d6+e5"]
    game = schiri.Game.from_turns("creeper", turns)
    assert game.played == ["E7+D6", "G3+F4", "D6+E5"]
    again = schiri.Game.from_turns("creeper", game.played[1:], start=schiri.Game.from_turns("creeper", turns[:1]).position)
    assert again.position == game.position and again != game
    assert len(schiri.Game.from_turns("sperre", [], seed=3)) == 0
    with pytest.raises(schiri.IllegalTurn, match="^turn 2: "):
        schiri.Game.from_turns("creeper", ["E7+D6", "E7+D6"])
    with pytest.raises(TypeError):
        schiri.Game.from_turns("creeper", [5])


def test_equal_games_have_equal_hashes():
    game, other = schiri.Game("creeper"), schiri.Game("creeper")
    assert game == other and hash(game) == hash(other) and not game != other
    game.play("E7+D6")
    assert game != other and len({game, other, game.copy()}) == 2
    assert game.position != other.position
    game.undo()
    assert game == other
    assert game != "creeper" and game != schiri.Game("springerjagd")


def test_kinds_are_hashed():
    kinds = schiri.kinds()
    assert len(set(kinds)) == len(kinds) and kinds[0] == schiri.Game(kinds[0].name).kind
    for again in (copy.deepcopy(kinds), pickle.loads(pickle.dumps(kinds))):
        assert again == kinds


def test_equal_records_have_equal_hashes():
    record, other = list(schiri.read(SAMPLE))[0], list(schiri.read(SAMPLE))[0]
    assert record == other and hash(record) == hash(other) and len({record, other}) == 1
    other.set_tag("White", "Anna")
    assert record != other and record != "record"


def test_records_are_pickled_with_their_findings():
    (wrong,) = schiri.read_text(WRONG_RESULT)
    records = [wrong, schiri.Game("creeper").record(White="Björn"), *schiri.read(SAMPLE),
               *schiri.read_text(b"[White \"\xff\xfe\"]\n[Game \"creeper\"]\n\n1. E7+D6 {\xff} *\n")]
    for record in records:
        again = pickle.loads(pickle.dumps(record))
        assert again == record and again.findings == record.findings and again.text == record.text
        assert (again.index, again.line, again.ending) == (record.index, record.line, record.ending)
        assert again.played == record.played and again.is_valid == record.is_valid
        assert again.replay() == record.replay()
    again = pickle.loads(pickle.dumps(wrong))
    assert again.repair() == wrong.repair() and again == wrong
    assert schiri.rate([again])[0].players == schiri.rate([wrong])[0].players


def test_bytes_that_are_no_record_are_refused():
    (record,) = schiri.read_text(WRONG_RESULT)
    load, (saved,), _ = record.__reduce__()
    for wrong in (b"", b"5", b"nonsense", saved[:-1], saved + b"0:", saved[:60], b"99999999999999999999:x",
                  saved.replace(b"creeper", b"chesser")[:200], b"1:x" + saved):
        with pytest.raises(schiri.WrongUse, match="not a record"):
            load(wrong)
    for place in range(0, len(saved), 7):  # anything but a crash
        broken = saved[:place] + bytes([saved[place] ^ 1]) + saved[place + 1:]
        try:
            again = load(broken)
        except schiri.WrongUse:
            continue
        again.findings, again.played, again.movetext, again.ending, str(again.tags)
        try:
            again.replay()
            again.write("json")
        except schiri.Error:
            pass


def test_bots_are_copied_by_their_description():
    bot = schiri.Bot("greedy:nodes=100")
    for again in (copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert again == bot and hash(again) == hash(bot) and again.choose(schiri.Game("creeper"))


def test_what_cannot_be_copied_says_so():
    turns = schiri.Game("creeper").turns()
    for work in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="^the turns of a position cannot be copied"):
            work(turns)


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_those_of_the_result(name):
    game = schiri.Game(name, seed=4)
    assert game.returns() == (0, 0)
    play_randomly_quickly(game, 100000)
    assert game.returns() == {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}[game.result]


@pytest.mark.parametrize("name", GAMES)
def test_planes_of_the_mover(name):
    game = schiri.Game(name, seed=4)
    assert game.planes(mover=True).tobytes() == game.planes().tobytes()
    play_randomly(game, 1)
    fixed, seen = game.planes().tolist(), game.planes(mover=True).tolist()
    names = game.kind.planes
    own, theirs = (next(i for i, one in enumerate(names) if one.startswith(side)) for side in ("white", "black"))

    def count(plane):
        return sum(map(sum, plane))

    assert count(seen[own]) == count(fixed[theirs]) and count(seen[theirs]) == count(fixed[own])
    assert seen[-1] == fixed[-1]


@pytest.mark.parametrize("name, variant, white, black", [
    ("creeper", "standard", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/3w2 w",
     "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 3b2/6/6/6/6/6 b"),
    ("springerjagd", "standard", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 b -"),
    ("sperre", "standard", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 4", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW b 147 4"),
    ("sperre", "rows", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 4", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW b 693 3")])
def test_equal_situations_have_equal_planes(name, variant, white, black):
    first, second = (schiri.Game(name, variant, start=position) for position in (white, black))
    assert first.planes(mover=True).tolist()[:-1] == second.planes(mover=True).tolist()[:-1]


def test_notebooks_show_tables():
    (record,) = schiri.read_text(WRONG_RESULT.replace("Anna", "<b>Anna"))
    assert "&lt;b&gt;Anna" in record._repr_html_() and "<b>" not in record._repr_html_()
    assert "result-mismatch" in record._repr_html_()
    record.repair()
    assert "<svg" in record._repr_html_()
    ratings = schiri.rate([("creeper", "A<", "B", "1-0"), ("creeper", "B", "A<", "1-0")])
    assert "A&lt;" in ratings._repr_html_() and "creeper standard" in ratings._repr_html_()
    tables = schiri.table([("creeper", "A<", "B", "1-0")], ["DE"])
    assert "A&lt;" in tables._repr_html_() and "direct_encounter" in tables._repr_html_()


@pytest.mark.parametrize("wrong", [
    lambda: schiri.Game("creeper").svg(coordinates="yes"), lambda: schiri.Game("creeper").board(colour="yes")])
def test_a_truth_value_may_be_anything(wrong):
    assert wrong()


def test_a_game_that_is_too_large_is_an_error():
    (record,) = schiri.read_text(WRONG_RESULT, max_game_bytes=50)
    assert [str(error) for error in record.errors] == [
        "1:1: error: the game is larger than the limit of 50 bytes [too-large]"]


@pytest.mark.parametrize("wrong", [
    lambda: schiri.read_text("", threads="two"), lambda: schiri.Game("creeper").undo("one"),
    lambda: schiri.Game("creeper").perft(1.5), lambda: schiri.Game("creeper", seed="x"),
    lambda: list(schiri.Game("creeper").turns("x")), lambda: schiri.Game("creeper").svg(width=None)])
def test_a_number_of_a_wrong_type_is_refused(wrong):
    with pytest.raises(TypeError, match="is a whole number, not"):
        wrong()


def test_tags_are_read_and_changed_in_place():
    record = schiri.Game("creeper").record(White="Anna")
    tags = record.tags
    tags["White"] = "B"
    record.set_tag("Event", "cup")
    assert record.tags["White"] == tags["White"] == "B" and tags["Event"] == "cup" and "[White \"B\"]" in record.write()
    tags.update(Black="Zoë", Annotator="C")
    assert tags.pop("Annotator") == "C" and "Annotator" not in tags and tags.get("Annotator", "none") == "none"
    assert dict(tags) == tags == {**tags} and list(tags) == list(dict(tags)) and repr(tags) == repr(dict(tags))
    with pytest.raises(KeyError, match="Annotator"):
        del tags["Annotator"]
    for name, value, wrong in (("no name", "x", schiri.WrongUse), ("White", 3, TypeError), ("White", None, TypeError)):
        with pytest.raises(wrong):
            tags[name] = value
    tags["Result"] = "1-0"
    assert record.result == "1-0"
    with pytest.raises(schiri.WrongUse, match="not a result"):
        tags["Result"] = "2-0"


def test_an_edited_record_is_checked_again():
    game = schiri.Game("creeper")
    play_randomly(game, 10000)
    record = game.record()
    assert record.is_valid
    wrong = {"1-0": "0-1"}.get(game.result, "1-0")
    record.result = wrong
    assert [error.code for error in record.errors] == ["result-mismatch"]
    record.result = game.result
    assert record.is_valid
    record.tags["Game"] = "chess"
    assert [error.code for error in record.errors] == ["unknown-game"]
    record.tags["Game"] = "creeper"
    assert record.is_valid and record.replay() == game
    (unknown,) = schiri.read_text(WRONG_RESULT)
    unknown.tags["White"] = "C"  # what follows the error is not known
    assert [error.code for error in unknown.errors] == ["result-mismatch"]
    with pytest.raises(schiri.WrongUse, match="has been edited"):
        unknown.repair()  # which would lose the edit
    assert unknown.tags["White"] == "C"
    (known,) = schiri.read(io.StringIO(record.write()))
    known.comment(1, "kept")
    known.result = wrong
    again = pickle.loads(pickle.dumps(known))
    assert again.repair() == known.repair() != [] and again == known
    assert known.is_valid and known.result == game.result and ("comment", "kept") in known.movetext


@pytest.mark.parametrize("name", GAMES)
def test_movetext_is_replaced(name):
    game = schiri.Game(name, seed=4)
    play_randomly(game, 4)
    record = game.record()
    turns = game.played
    pieces = [("comment", "schön"), ("turn", turns[0]), ("nag", "1"), ("turn", turns[1].lower()), ("variation open", "("),
              ("variation word", "1..."), ("variation word", turns[1]), ("comment", "or"), ("variation close", ")")]
    record.movetext = pieces
    assert record.is_valid and record.played == turns[:2]
    pieces[3] = ("turn", turns[1])
    assert record.movetext == tuple(pieces)
    (again,) = schiri.read_text(record.write())
    assert again == record
    for wrong in ("nonsense", "a b", "", turns[0] + " {", "1-0"):
        record.movetext = [("turn", wrong)]
        assert not record.is_valid, wrong
    record.movetext = []
    assert record.is_valid and record.played == []
    for wrong in ([("turn", turns[0], "x")], [("move", "x")], [("turn", 3)], [("variation open", "(")], [("variation close", ")")],
                  [("variation word", "x")], [("variation open", "("), ("turn", turns[0]), ("variation close", ")")], [3], ["turn"]):
        with pytest.raises((schiri.WrongUse, TypeError)):
            record.movetext = wrong
        assert record.is_valid and record.movetext == ()


def named_things():
    """The rows of the manual's table of names: Python and the value."""
    page = (Path(__file__).resolve().parents[2] / "cli/share/manual/library.md").read_text(encoding="utf-8")
    table = page.split("## One name in all languages\n", 1)[1].split("\n## ", 1)[0]
    rows = [re.findall("`(.*?)`", line) for line in table.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) > 6
    return [(row[0], json.loads(row[-1])) for row in rows]


@pytest.mark.parametrize("expression, value", named_things())
def test_names_are_those_of_all_languages(expression, value):
    game = schiri.Game.from_turns("creeper", ["E7+D6"])
    assert eval(expression, {"schiri": schiri, "game": game}) == value
    assert schiri.Game("creeper").side == "white" and schiri.read_text(WRONG_RESULT)[0].ending == ("white", "chain")
