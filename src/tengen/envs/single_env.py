"""Gymnasium's environment: one game at a time."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tengen.envs.common import FRAMES_PER_SECOND, RENDER_MODES, Size, checked_render_mode, picture, start_of
from tengen.envs.vector_env import Opponent, VectorEnv
from tengen.games.game import Position


class SingleEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """One game, as `gymnasium.make` gives it: `vector` for one game, with its options.

    render_mode: also "human", which prints the board after every step.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        size: Size = None,
        *,
        start: Position | None = None,
        opponent: Opponent = None,
        most_plies: int | None = None,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        begun = start_of(game, size, start, rules)
        self._games = VectorEnv(begun, 1, opponent, AutoresetMode.DISABLED, most_plies)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space
        self.render_mode = checked_render_mode(render_mode, RENDER_MODES)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self._games.chances[0] = self.np_random
        observations, infos = self._games.reset()
        self._show()
        return observations[0], _only(infos)

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self._games.step(np.asarray([action]))
        self._show()
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _only(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action: is it legal? MaskablePPO of sb3-contrib asks for it."""
        masks: NDArray[np.int8] = self._games.infos()["action_mask"]
        return masks[0].astype(bool)

    def render(self) -> Any:
        return picture(self._games.batch.positions[0], self.render_mode)

    def close(self) -> None:
        self._games.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _only(infos: dict[str, Any]) -> dict[str, Any]:
    return {key: values[0] for key, values in infos.items() if not key.startswith("_")}
