"""Environments for reinforcement learning: PettingZoo's for two agents, Gymnasium's for one, or for many games at once.

    from tengen import envs

    envs.aec("nogo", size=9)
    envs.vector("go", size=9, num_envs=1024)
    gymnasium.make("tengen/NoGo-v0", size=9, opponent="random")

Importing this module registers every game with Gymnasium.
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError(
        "tengen.envs needs gymnasium and pettingzoo; install them with: pip install 'tengen[envs]'", name=error.name
    ) from None

from tengen.envs.aec_env import aec
from tengen.envs.single_env import SingleEnv
from tengen.envs.vector_env import vector
from tengen.games import NAMES, by_name

__all__ = ["SingleEnv", "aec", "vector"]

for _name in NAMES:
    gymnasium.register(
        f"tengen/{by_name(_name).title}-v0",
        entry_point="tengen.envs:SingleEnv",
        vector_entry_point="tengen.envs:vector",
        kwargs={"game": _name},
    )
