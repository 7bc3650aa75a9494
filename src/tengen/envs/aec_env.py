"""PettingZoo's environment: two agents, one move after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tengen.envs import common
from tengen.games.game import Position
from tengen.verbs.batch import Batch, batch

AGENTS = ("player_0", "player_1")  # Black and White


def aec(
    game: str,
    size: common.Size = None,
    *,
    start: Position | None = None,
    most_plies: int | None = None,
    render_mode: str | None = None,
    **rules: Any,
) -> Any:
    """A game between player_0, who is Black, and player_1, who is White, for PettingZoo.

    size: a number, or rows and columns; the game's usual one if it is left out.
    start: a position to begin with, which has a size and rules of its own.
    most_plies: a game is truncated after this many plies and scored as it stands. None: as `batch` does it.
    render_mode: "human" (prints the board after every move), "ansi" or "rgb_array".
    rules: those of the game, as its `start` takes them.

    An illegal action ends the game, as in PettingZoo's own: -1 for who took it, 0 for the other. An action outside the
    action space is an AssertionError.
    """
    begun = common.start_of(game, size, start, rules)
    env = _TwoAgents(batch(begun, 1, most_plies=most_plies), common.checked_render_mode(render_mode))
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=-1)))


class _TwoAgents(AECEnv):  # type: ignore[misc]
    def __init__(self, game: Batch[Any], render_mode: str | None) -> None:
        super().__init__()
        self._batch = game
        self.render_mode = render_mode
        self.metadata = {**common.METADATA, "name": f"{game.game.name}_v0", "is_parallelizable": False}
        self.possible_agents = list(AGENTS)
        seen, moves = common.spaces_of(self._batch)
        mask = Box(0, 1, (self._batch.moves,), np.int8)
        self.observation_spaces = {agent: Dict({"observation": seen, "action_mask": mask}) for agent in AGENTS}
        self.action_spaces = {agent: Discrete(moves.n) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. Nothing is left to chance, so the seed changes nothing."""
        self._batch.reset()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._turn()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._batch.step([action])
        for agent, reward in zip(AGENTS, self._batch.rewards[0], strict=True):
            self.rewards[agent] = float(reward)
        over, truncated = bool(self._batch.over[0]), bool(self._batch.truncated[0])
        self.terminations = dict.fromkeys(AGENTS, over and not truncated)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self._accumulate_rewards()
        self._turn()

    def _turn(self) -> None:
        self.agent_selection = AGENTS[self._batch.to_play[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The planes as this agent sees them; it may do nothing while it is not its turn."""
        planes, mask = self._batch.planes[0], self._batch.mask[0].view(np.int8)
        if agent == AGENTS[self._batch.to_play[0]]:
            return {"observation": planes.copy(), "action_mask": mask.copy()}
        return {"observation": common.from_the_other_side(planes), "action_mask": np.zeros_like(mask)}

    def render(self) -> Any:
        return common.picture(self._batch.positions[0], self.render_mode)
