"""Gymnasium's environment: one game at a time."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from tengen.envs import common
from tengen.envs.vector_env import vector


class SingleEnv(gymnasium.Env[NDArray[np.uint8], int]):
    """One game, as `gymnasium.make` gives it. The options are those of `vector` that are not about many games."""

    metadata = common.METADATA

    def __init__(self, game: str, size: common.Size = None, **options: Any) -> None:
        self._games = vector(game, size, 1, autoreset_mode=AutoresetMode.DISABLED, **options)
        self.render_mode = self._games.render_mode
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self._games.chances[0] = self.np_random
        observations, infos = self._games.reset()
        return observations[0], _only(infos)

    def step(self, action: int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self._games.step(np.asarray([action]))
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _only(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action: is it legal? MaskablePPO of sb3-contrib asks for it."""
        legal: NDArray[np.bool_] = self._games.infos()["action_mask"][0] == 1
        return legal

    def render(self) -> Any:
        return self._games.render()[0]

    def close(self) -> None:
        self._games.close()


def _only(infos: dict[str, Any]) -> dict[str, Any]:
    return {key: values[0] for key, values in infos.items() if not key.startswith("_")}
