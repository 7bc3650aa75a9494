"""Batched steps of other packages, timed by the interpreter that has them: a line in, one run, its moves a second out.

python benchmarks/batch_peers.py PACKAGE GAME: of this repository it needs nothing, so that any interpreter runs it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BOARDS = 1024
PLIES = {"go": 162, "othello": 60, "nogo": 81, "gomoku": 225}  # of a long game: runs are made of whole games
SECONDS = 0.3  # that a run takes at least


class Loop(Protocol):
    def choose(self) -> Any:
        """One random move for each board; this is not timed."""

    def step(self, moves: Any) -> int:
        """Makes them; how many moves were made."""


def rate(loop: Loop, plies: int, clock: Callable[[], float] = time.process_time) -> float:
    """Moves a second of processor time, or of another clock."""
    made, spent = 0, 0.0
    while spent < SECONDS:
        for _ in range(plies):
            moves = loop.choose()
            begin = clock()
            made += loop.step(moves)
            spent += clock() - begin
    return made / spent


def chosen(mask: NDArray[Any], chance: np.random.Generator) -> NDArray[np.int32]:
    """A random legal move for each row of the mask."""
    number = (chance.random(len(mask)) * mask.sum(1)).astype("int16")
    found: NDArray[np.int32] = (mask.cumsum(1, dtype="int16") > number[:, None]).argmax(1).astype("int32")
    return found


class Pgx:
    def __init__(self, game: str) -> None:
        import jax
        import numpy
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make({"go": "go_9x9", "othello": "othello"}[game])
        self.keys = jax.random.split(jax.random.PRNGKey(0), BOARDS)
        self.state = jax.jit(jax.vmap(env.init))(self.keys)
        self.jitted = jax.jit(jax.vmap(auto_reset(env.step, env.init)), donate_argnums=0)
        self.ready = jax.block_until_ready
        self.chance = numpy.random.default_rng(1)
        self.array = numpy.asarray

    def choose(self) -> Any:
        return chosen(self.array(self.state.legal_action_mask), self.chance)

    def step(self, moves: Any) -> int:
        self.state = self.ready(self.jitted(self.state, moves, self.keys))
        return BOARDS


class EnvPool:
    def __init__(self, game: str) -> None:
        import envpool
        import numpy

        name = {"go": "Go9x9-v1", "othello": "Othello-v1"}[game]
        self.env = envpool.make_gymnasium(name, num_envs=BOARDS, num_threads=1, seed=1)
        self.mask = self.env.reset()[1]["legal_action_mask"]
        self.chance = numpy.random.default_rng(1)

    def choose(self) -> Any:
        return chosen(self.mask, self.chance)

    def step(self, moves: Any) -> int:
        self.mask = self.env.step(moves)[4]["legal_action_mask"]
        return BOARDS


class PufferLib:
    """Its step plays Black's move and then a move of its own for White. It has no mask: empty points are chosen, and a
    pass after a move that was refused. Its moves are counted with its answers, and refused ones too."""

    def __init__(self, game: str) -> None:
        import numpy
        from pufferlib.ocean.go.go import Go

        refused = -0.125  # a number that no sum of its other rewards comes to
        self.env = Go(num_envs=BOARDS, grid_size=9, log_interval=1 << 30, reward_move_invalid=refused)
        self.seen = self.env.reset(0)[0]
        self.answered = numpy.ones(BOARDS, bool)
        self.refused = refused
        self.chance = numpy.random.default_rng(1)

    def choose(self) -> Any:
        return self.answered * (1 + chosen(self.seen[:, :81] + self.seen[:, 81:162] == 0, self.chance))

    def step(self, moves: Any) -> int:
        self.answered = self.env.step(moves)[1] != self.refused
        return BOARDS + int(self.answered.sum())


def main() -> None:
    package, game = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):  # one core, so that XLA makes one thread
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    loops: dict[str, Callable[[str], Loop]] = {"pgx": Pgx, "envpool": EnvPool, "pufferlib": PufferLib}
    loop = loops[package](game)
    for _ in range(3):
        loop.step(loop.choose())
    for _ in sys.stdin:
        print(rate(loop, PLIES[game]), flush=True)


if __name__ == "__main__":
    main()
