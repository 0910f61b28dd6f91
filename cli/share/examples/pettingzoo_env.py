#!/usr/bin/env python3
"""The games of schiri as environments of PettingZoo (AECEnv), for libraries of reinforcement learning.

    import pettingzoo_env

    env = pettingzoo_env.env("creeper")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Actions mean the same in every position: `env.words[action]` is a turn where a game has few enough
(Creeper). Elsewhere an action is a part of a turn, `+C4`, and an agent acts until its turn is complete;
the action `end` ends a turn that could go on. What it has chosen so far is in the observation.

It needs pettingzoo and gymnasium. `schiri help library` is the manual of the package schiri.
"""

import random

import numpy
import schiri
from gymnasium import spaces
from pettingzoo import AECEnv

END = "end"


def env(name="creeper", variant=None, *, max_turns=0, render_mode=None):
    """A game that `max_turns` turns cut (0: none do)."""
    return BoardGame(name, variant, max_turns, render_mode)


class BoardGame(AECEnv):
    metadata = {"name": "schiri_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, name, variant, max_turns, render_mode):
        super().__init__()
        self.name, self.variant, self.max_turns, self.render_mode = name, variant, max_turns, render_mode
        self.kind = next(kind for kind in schiri.kinds() if kind.name == name)
        self.words = self.kind.actions or [END, *self.kind.parts]
        self.numbers = {word: number for number, word in enumerate(self.words)}
        self.has_parts = not self.kind.actions
        self.possible_agents = ["white", "black"]
        game = schiri.Game(name, variant, seed=0)
        size = len(self.words)
        observed = {"observation": spaces.Box(0, 1, game.planes().shape, numpy.float32),
                    "action_mask": spaces.Box(0, 1, (size,), numpy.int8)}
        if self.has_parts:
            observed["begun"] = spaces.Box(0, 1, (size,), numpy.int8)
        self.observation_spaces = {agent: spaces.Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.chance = random.Random()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.chance = random.Random(seed)
        self.game = schiri.Game(self.name, self.variant, seed=self.chance.getrandbits(64))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._begin_turn()

    def _is_cut(self):
        return bool(self.max_turns) and len(self.game) >= self.max_turns

    def _begin_turn(self):
        self.begun, self.chosen = "", []
        self.agent_selection = self.game.side

    def _legal(self):
        """The words that can be chosen now."""
        if not self.has_parts:
            return list(self.game.turns())
        parts = self.game.parts(self.begun)
        if parts is None:
            return []
        return parts.next + ([END] if parts.is_turn else [])

    def observe(self, agent):
        mask = numpy.zeros(len(self.words), numpy.int8)
        if agent == self.agent_selection and not (self.game.is_over or self._is_cut()):
            mask[[self.numbers[word] for word in self._legal()]] = 1
        # Whoever is to move sees its own pieces in the planes that are named after White.
        planes = numpy.array(self.game.planes(mover=agent == self.game.side))
        observed = {"observation": planes, "action_mask": mask}
        if self.has_parts:
            observed["begun"] = numpy.zeros(len(self.words), numpy.int8)
            if agent == self.agent_selection:
                observed["begun"][self.chosen] = 1
        return observed

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        word = self.words[action]
        if word not in self._legal():
            raise schiri.IllegalTurn(f"{word} is not a legal action here; the action mask has the legal ones")
        if not self.has_parts:
            self._play(word)
        else:
            self._choose(word, action)
        self._accumulate_rewards()

    def _choose(self, word, action):
        if word != END:
            self.begun += word
            self.chosen.append(action)
            parts = self.game.parts(self.begun)
            self.begun = parts.begun
            if parts.next:  # the agent goes on
                return
        self._play(self.begun)

    def _play(self, turn):
        self.game.play(turn)
        if self.game.is_over:
            self.rewards = dict(zip(self.possible_agents, self.game.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        self._begin_turn()

    def render(self):
        return self.game.board()

    def close(self):
        pass
