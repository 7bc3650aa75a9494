"""An agent for NoGo 5x5 that learns from games against random moves: MaskablePPO of sb3-contrib (Stable-Baselines3).

pip install 'tengen[envs]' sb3-contrib
python examples/train_sb3.py
"""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import tengen as tg
import tengen.envs  # registers the environments with Gymnasium

ENVIRONMENTS = 64
STEPS = 64  # of each environment in a round


def share_won(model, games, seed):
    """Against random moves, with the likeliest move each time: half of the games as Black, half as White."""
    won = 0
    for side in (0, 1):
        batch = tg.batch(tg.nogo.start(5), games // 2, seed=seed, opening=side)  # as White: Black has moved
        while not batch.over.all():
            boards = np.flatnonzero(~batch.over)
            planes, mask = batch.planes[boards], batch.mask[boards]
            batch.step(model.predict(planes, action_masks=mask, deterministic=True)[0], boards)
            batch.play_random()
        won += np.count_nonzero(batch.rewards[:, side] > 0)
    return won / games


class Report(BaseCallback):
    """Prints after every so many rounds how the agent does."""

    def __init__(self, every):
        super().__init__()
        self.every, self.number = every, 0
        self.began, self.processor = time.perf_counter(), time.process_time()

    def _on_rollout_start(self):  # what was learned in the rounds before is in the net now
        if self.number and self.number % self.every == 0:
            seconds, busy = time.perf_counter() - self.began, time.process_time() - self.processor
            won = share_won(self.model, 1000, self.number)
            print(f"round {self.number}: {won:.1%} won, {seconds:.0f} s, processor {busy:.1f} s", flush=True)
        self.number += 1

    def _on_step(self):
        return True


def train(rounds, seed, report_every=5):
    """Plays and learns by turns. Gives the model."""
    torch.set_num_threads(1)  # more are no faster with so small a net
    # The environment draws a side for every game; a step is the agent's move and the random answer.
    environments = make_vec_env("tengen/NoGo-v0", ENVIRONMENTS, seed, env_kwargs={"size": 5, "opponent": "random"})
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        learning_rate=0.001,
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1,  # a win is a win, however late
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
    )
    return model.learn(rounds * ENVIRONMENTS * STEPS, callback=Report(report_every))


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=60, help=f"{ENVIRONMENTS * STEPS} moves each")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    trained = train(given.rounds, given.seed)
    print(f"{share_won(trained, 10_000, given.seed):.1%} of 10,000 games won against random")
