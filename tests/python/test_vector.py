"""Tests of schiri.VectorGame."""

import copy
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import schiri
from test_schiri import GAMES

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("name", GAMES)
def test_random_steps_play_whole_games(name):
    vector = schiri.VectorGame(name, 8, seed=3)
    ended = 0
    for _ in range(150):
        step = vector.step()
        assert step.returns.shape == (8, 2) and step.ended.dtype == bool and not step.cut.any()
        assert (step.returns.sum(axis=1) == 0).all() and not step.returns[~step.ended].any()
        assert [("white", "black")[side] for side in step.sides] == [game.side for game in vector]
        assert all(not game.is_over for game in vector)
        assert [len(game) == 0 for game in vector] == step.ended.tolist()
        ended += step.ended.sum()
    assert ended > 0


@pytest.mark.parametrize("name", GAMES)
def test_planes_are_those_of_each_game(name):
    vector = schiri.VectorGame(name, 4, seed=3)
    vector.step()
    planes = vector.planes()
    assert planes.dtype == numpy.float32 and planes.shape[:2] == (4, len(vector.kind.planes))
    fixed = vector.planes(mover=False)
    for i, game in enumerate(vector):
        assert (planes[i] == numpy.asarray(game.planes(mover=True))).all()
        assert (fixed[i] == numpy.asarray(game.planes())).all()
    out = numpy.full(planes.shape, 7, numpy.float32)
    assert vector.planes(out=out) is out and (out == planes).all()


def test_chosen_turns_are_those_of_the_game():
    vector = schiri.VectorGame("creeper", 3, seed=3)
    turns = [list(game.turns()) for game in vector]
    vector.step([0, 5, len(turns[2]) - 1])
    assert [game.played for game in vector] == [[turns[0][0]], [turns[1][5]], [turns[2][-1]]]
    assert vector.counts().tolist() == [game.count_turns() for game in vector]
    before = list(vector)
    for wrong in ([0, 0, 1000], [-2, 0, 0], [0, 0, 2**40]):
        with pytest.raises(schiri.IllegalTurn, match="game [02] has no turn of the number"):
            vector.step(wrong)
        assert list(vector) == before  # nothing was played
    vector.step(numpy.array([0, -1, -1], dtype=numpy.int8))
    assert [len(game) for game in vector] == [2, 2, 2]


def test_a_number_that_is_too_large_is_no_other_one():
    vector = schiri.VectorGame("creeper", 3, seed=3)
    before = list(vector)
    for wrong in (2**63, 2**64 - 1, 2**64 - 2):
        numbers = numpy.array([0, wrong, 0], numpy.uint64)
        for play in (lambda: vector.step(numbers), lambda: vector.step(actions=numbers), lambda: vector.afterstates(numbers[:, None])):
            with pytest.raises(schiri.IllegalTurn, match=f"game 1 has no turn of the number {wrong}$"):
                play()
        assert list(vector) == before
    vector.step(numpy.array([0, 1, 2], numpy.uint64))
    assert [len(game) for game in vector] == [1, 1, 1]


def test_an_action_that_is_none_is_refused():
    vector = schiri.VectorGame("creeper", 3, seed=3)
    vector.step()
    for _ in range(3):
        with pytest.raises(schiri.IllegalTurn, match="game 0 has no turn of the action -1"):
            vector.step(actions=[-1, -1, -1])
        vector.step()


def test_masks_name_the_turns():
    vector = schiri.VectorGame("springerjagd", 5, seed=3)
    vector.step()
    masks = vector.masks()
    assert masks.shape == (5, vector.counts().max()) and (masks.sum(axis=1) == vector.counts()).all()
    assert vector.masks(1000).shape == (5, 1000) and vector.masks(0).shape == (5, 0)


def test_the_same_seed_gives_the_same_games():
    first, second = (schiri.VectorGame("sperre", 6, seed=9) for _ in range(2))
    larger = schiri.VectorGame("sperre", 12, seed=9)
    for _ in range(40):
        assert first.step().ended.tolist() == second.step().ended.tolist() == larger.step().ended[:6].tolist()
    assert list(first) == list(second) == list(larger)[:6]
    assert list(schiri.VectorGame("sperre", 6, seed=10)) != list(schiri.VectorGame("sperre", 6, seed=9))
    again = copy.deepcopy(first)
    first.step()
    second = again.copy()
    again.step()
    assert list(again) == list(first) != list(second)


def test_long_games_are_cut():
    vector = schiri.VectorGame("creeper", 4, seed=3, max_turns=5)
    steps = [vector.step() for _ in range(5)]
    assert steps[-1].cut.all() and steps[-1].ended.all() and not steps[-1].returns.any() and not steps[3].ended.any()


@pytest.mark.parametrize("wrong", [
    lambda v: v.step([0]), lambda v: v.step([0.5, 0, 0]), lambda v: v.step([[0, 0, 0]]),
    lambda v: v.step([[0, 1], [2, 3], [4, 5]]), lambda v: v.step(numpy.zeros((3, 1), int)),
    lambda v: v.step(actions=[[0, 1], [2, 3], [4, 5]]), lambda v: v.afterstates([0, 1, 2]),
    lambda v: v.afterstates([[[0]], [[1]], [[2]]]), lambda v: v.afterstates([[0], [1]]),
    lambda v: v.reset([0, 1, 2]), lambda v: v.reset(["", "", "a"]), lambda v: v.reset([[True], [True], [True]]),
    lambda v: v.planes(out=numpy.empty(3, numpy.float32)), lambda v: v.planes(out=v.planes().astype(numpy.float64)),
    lambda v: v.masks(-1), lambda v: schiri.VectorGame("creeper", 0), lambda v: schiri.VectorGame("creeper", 10**9),
    lambda v: schiri.VectorGame("chess", 3), lambda v: schiri.VectorGame("creeper", 3, "nonsense")])
def test_wrong_arguments_are_refused(wrong):
    vector = schiri.VectorGame("creeper", 3)
    with pytest.raises(schiri.WrongUse):
        wrong(vector)


def test_places():
    vector = schiri.VectorGame("creeper", 3)
    assert len(vector) == 3 and vector[-1].name == "creeper" and "3 games of creeper" in repr(vector)
    for wrong in (3, -4):
        with pytest.raises(IndexError):
            vector[wrong]


def test_threads_do_not_meet_in_a_vector():
    vector = schiri.VectorGame("creeper", 2000, seed=3)
    refused = []

    def work():
        for _ in range(20):
            try:
                vector.step()
                vector.planes()
            except schiri.WrongUse as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("in use" in message for message in refused) and len(vector.counts()) == 2000


def test_the_manual_plays_against_itself(tmp_path):
    page = (Path(__file__).resolve().parents[2] / "cli" / "share" / "manual" / "library.md").read_text(encoding="utf-8")
    shown = page.split("This is `selfplay.py`:\n\n", 1)[1].split("\n\nThe command", 1)[0]
    (tmp_path / "selfplay.py").write_text("\n".join(line[4:] for line in shown.splitlines()))
    done = subprocess.run([sys.executable, tmp_path / "selfplay.py", "50"], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert b" games; White won " in done.stdout and b"shape (1000, 5, 7, 7)" in done.stdout
