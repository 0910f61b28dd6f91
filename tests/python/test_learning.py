"""Tests of what programs that learn need: numbers of turns, positions after them, resets, resuming, PettingZoo."""

import importlib.util
import itertools
import pickle
import random
import sys
import types
from pathlib import Path

import pytest
import schiri
from test_schiri import GAMES

numpy = pytest.importorskip("numpy")
VARIANTS = [(kind.name, variant) for kind in schiri.kinds() for variant in kind.variants]


@pytest.mark.parametrize("name, variant", VARIANTS)
def test_every_part_of_a_turn_has_a_number(name, variant):
    kind = schiri.Game(name, variant, seed=1).kind
    known, seen = set(kind.parts), set()
    assert len(known) == len(kind.parts)
    for seed in range(4):
        game, dice = schiri.Game(name, variant, seed=seed), random.Random(seed)
        while not game.is_over and len(game) < 60:
            begun = game.parts()
            while begun.next and not (begun.is_turn and dice.random() < 0.3):
                seen.update(begun.next)
                begun = game.parts(begun.begun + dice.choice(begun.next))
            game.play(begun.begun)
    assert len(seen) > 50 and seen <= known


def test_every_turn_of_creeper_has_a_number():
    kind = schiri.Game("creeper").kind
    assert len(set(kind.actions)) == len(kind.actions) == 412 and not schiri.Game("sperre", seed=1).kind.actions
    numbers = {turn: number for number, turn in enumerate(kind.actions)}
    for seed in range(20):
        game, dice = schiri.Game("creeper"), random.Random(seed)
        while not game.is_over:
            turns = list(game.turns())
            assert all(turn in numbers for turn in turns)
            assert game.action_id(turns[-1].lower()) == numbers[turns[-1]]
            game.play(dice.choice(turns))
    with pytest.raises(schiri.IllegalTurn):
        schiri.Game("creeper").action_id("E1+E2")
    with pytest.raises(schiri.WrongUse, match="too many turns"):
        schiri.Game("sperre", seed=1).action_id("pass")


def test_actions_are_played_and_masked():
    vector = schiri.VectorGame("creeper", 6, seed=3)
    for _ in range(30):
        actions, masks, kind = vector.actions(), vector.action_masks(), vector.kind
        for i, game in enumerate(vector):
            turns = list(game.turns())
            assert [kind.actions[action] for action in actions[i] if action >= 0] == turns
            assert (actions[i, len(turns):] == -1).all() and {kind.actions[j] for j in numpy.flatnonzero(masks[i])} == set(turns)
        chosen = numpy.array([numpy.flatnonzero(mask)[0] for mask in masks])
        before = list(vector)
        step = vector.step(actions=chosen)
        for game, action, after, ended in zip(before, chosen, vector, step.ended):
            game.play(kind.actions[action])
            assert ended or game == after
    wrong = chosen.copy()
    wrong[2] = numpy.flatnonzero(~vector.action_masks()[2])[0]
    before = list(vector)
    for bad in (wrong, numpy.full(6, -1), numpy.full(6, 10**6)):
        with pytest.raises(schiri.IllegalTurn, match="has no turn of the action"):
            vector.step(actions=bad)
    assert list(vector) == before
    with pytest.raises(schiri.WrongUse, match="not both"):
        vector.step(numpy.zeros(6, int), actions=chosen)
    with pytest.raises(schiri.WrongUse, match="too many turns"):
        schiri.VectorGame("sperre", 2, seed=1).actions()


@pytest.mark.parametrize("name", ["creeper", "springerjagd"])
def test_afterstates_are_the_positions_after_turns(name):
    vector = schiri.VectorGame(name, 4, seed=3)
    vector.step()
    for mover in (True, False):
        planes = vector.afterstates(mover=mover)
        assert planes.shape[:2] == (4, vector.counts().max())
        for i, game in enumerate(vector):
            turns = list(game.turns())
            for j, turn in enumerate(turns):
                after = game.copy()
                after.play(turn)
                assert (planes[i, j] == numpy.asarray(after.planes(mover))).all()
            assert not planes[i, len(turns):].any()
    some = vector.afterstates([[2, -1], [0, 1], [1, 1], [-1, -1]], mover=False)
    assert (some[0, 0] == planes[0, 2]).all() and (some[2, 1] == planes[2, 1]).all() and not some[3].any()
    with pytest.raises(schiri.IllegalTurn, match="game 1 has no turn of the number 1099511627776"):
        vector.afterstates([[0], [2**40], [0], [0]])
    for wrong in ([0, 1, 2, 3], [[0]], [[0.5]] * 4):
        with pytest.raises(schiri.WrongUse):
            vector.afterstates(wrong)
    assert vector.afterstates(numpy.empty((4, 0), int)).shape[1] == 0


def test_the_last_position_is_seen_before_the_reset():
    vector, ended = schiri.VectorGame("creeper", 8, seed=3, max_turns=90), 0
    for _ in range(200):
        step = vector.step()
        last = vector.last_planes(step)
        for i in range(8):
            if step.ended[i]:
                game = vector.ended_game(i)
                assert (game.is_over or step.cut[i]) and tuple(step.returns[i]) == game.returns()
                assert (last[i] == numpy.asarray(game.planes(mover=True))).all() and len(vector[i]) == 0
                ended += 1
            else:
                assert (last[i] == numpy.asarray(vector[i].planes(mover=True))).all()
                with pytest.raises(schiri.WrongUse, match="no game has ended"):
                    vector.ended_game(i)
    assert ended > 8


def test_games_are_reset():
    vector = schiri.VectorGame("sperre", 4, seed=3)
    vector.step()
    kept = vector[1]
    vector.reset([True, False, True, False])
    assert [len(game) for game in vector] == [0, 1, 0, 1] and vector[1] == kept and vector[0] != vector[2]
    vector.reset()
    assert [len(game) for game in vector] == [0, 0, 0, 0]
    with pytest.raises(schiri.WrongUse):
        vector.reset([True])


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_vector_plays_on_as_before(name):
    vector = schiri.VectorGame(name, 5, seed=3, max_turns=40)
    for _ in range(30):
        vector.step()
    again = pickle.loads(pickle.dumps(vector))
    assert list(again) == list(vector) and again.kind == vector.kind
    for _ in range(30):
        assert again.step().cut.tolist() == vector.step().cut.tolist()
    assert list(again) == list(vector)
    load, (saved,) = vector.__reduce__()
    for wrong in (b"", b"{}", b"[]", b'{"games": []}', saved[:-3], saved.replace(b'"played":["', b'"played":["?')):
        with pytest.raises((schiri.WrongUse, ValueError)):
            load(wrong)


class StandIn(types.ModuleType):
    """As much of gymnasium.spaces and of pettingzoo as the example uses, where they are not installed."""

    class Box:
        def __init__(self, low, high, shape, dtype):
            self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

        def contains(self, value):
            return value.shape == self.shape and value.dtype == self.dtype and (value >= self.low).all() and (value <= self.high).all()

    class Discrete:
        def __init__(self, n):
            self.n = n

        def sample(self, mask):
            return int(numpy.random.choice(numpy.flatnonzero(mask)))

    class Dict(dict):
        def contains(self, value):
            return self.keys() == value.keys() and all(self[key].contains(value[key]) for key in self)

    class AECEnv:
        def last(self):
            agent = self.agent_selection
            return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                    self.infos[agent])

        def agent_iter(self):
            while self.agents:
                yield self.agent_selection

        def _clear_rewards(self):
            self.rewards = dict.fromkeys(self.rewards, 0)

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action):
            assert action is None
            agent = self.agent_selection
            self.agents.remove(agent)
            for facts in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del facts[agent]
            if self.agents:
                self.agent_selection = self.agents[0]


@pytest.fixture
def example(monkeypatch):
    try:
        import gymnasium  # noqa: F401
        import pettingzoo  # noqa: F401
    except ImportError:
        stand_in = StandIn("stand_in")
        stand_in.spaces = StandIn
        stand_in.AECEnv = StandIn.AECEnv
        monkeypatch.setitem(sys.modules, "gymnasium", stand_in)
        monkeypatch.setitem(sys.modules, "pettingzoo", stand_in)
    file = Path(__file__).resolve().parents[2] / "cli/share/examples/pettingzoo_env.py"
    spec = importlib.util.spec_from_file_location("pettingzoo_env", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", GAMES)
def test_an_environment_of_pettingzoo_plays_whole_games(example, name):
    env = example.env(name, max_turns=40 if name == "sperre" else 0)
    for seed in range(2):
        env.reset(seed=seed)
        total, turns = {"white": 0, "black": 0}, 0
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            assert env.observation_space(agent).contains(observation)
            total[agent] += reward
            if termination or truncation:
                assert not observation["action_mask"].any()
                env.step(None)
                continue
            assert agent == env.game.side and observation["action_mask"].any()
            illegal = int(numpy.flatnonzero(observation["action_mask"] == 0)[0])
            with pytest.raises(schiri.IllegalTurn):
                env.step(illegal)
            env.step(env.action_space(agent).sample(observation["action_mask"]))
        assert total == dict(zip(("white", "black"), env.game.returns())) and (env.game.is_over or len(env.game) == 40)


def test_the_environment_passes_the_test_of_pettingzoo(example):
    test = pytest.importorskip("pettingzoo.test")
    for name in GAMES:
        test.api_test(example.env(name, max_turns=30), num_cycles=300)
