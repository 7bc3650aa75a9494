"""An agent for NoGo 5x5 that learns from its own games, in PyTorch: PPO with a small convolutional net.

pip install tengen numpy torch
python examples/train_torch.py
"""

import argparse
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import tengen as tg

START = tg.nogo.start(5)
MOVES = 25
WIDTH = 32
RATE = 0.001
ENTROPY = 0.05  # what keeps it trying other moves


class Net(nn.Module):
    """For the side to move: a number for each move, the likelier the larger, and the value, from -1 to 1."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential()
        for planes in (5, WIDTH, WIDTH):
            self.body += nn.Sequential(nn.Conv2d(planes, WIDTH, 3, padding=1), nn.ReLU())
        self.policy = nn.Sequential(nn.Conv2d(WIDTH, 1, 1), nn.Flatten())
        self.value = nn.Sequential(nn.Flatten(), nn.Linear(WIDTH * MOVES, 1), nn.Tanh(), nn.Flatten(0))

    def forward(self, planes, mask):
        body = self.body(planes)
        return self.policy(body).masked_fill(mask == 0, -1e9), self.value(body)


@torch.no_grad()
def self_play(net, batch, chance):
    """One game on each board. Gives all positions, the moves made there, and 1 or -1: did who moved win?"""
    batch.reset()
    batch.play_random(int(chance.integers(13)))  # other positions than those it would reach by itself
    seen = []
    while not batch.over.all():
        boards = np.flatnonzero(~batch.over)
        planes, mask, side = batch.planes[boards], batch.mask[boards], batch.to_play[boards]  # copies, which stay
        planes, mask = torch.from_numpy(planes), torch.from_numpy(mask)
        policy = Categorical(logits=net(planes, mask)[0])
        moves = policy.sample()
        batch.step(moves, boards)
        seen.append((planes, mask, moves, policy.log_prob(moves), torch.from_numpy(boards), torch.from_numpy(side)))
    planes, mask, moves, logs, boards, side = map(torch.cat, zip(*seen, strict=True))
    return planes, mask, moves, logs, torch.from_numpy(batch.rewards)[boards, side.long()]


def learn(net, optimizer, planes, mask, moves, logs, results):
    """One step. A move that led to more than the value said becomes likelier, within bounds; the value comes nearer."""
    logits, value = net(planes, mask)
    policy = Categorical(logits=logits)
    advantage = results - value.detach()
    ratio = (policy.log_prob(moves) - logs).exp()
    gain = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage)
    loss = -gain + 0.5 * (results - value) ** 2 - ENTROPY * policy.entropy()
    optimizer.zero_grad()
    loss.mean().backward()
    optimizer.step()


@torch.no_grad()
def share_won(net, games, seed):
    """Against random moves, with the likeliest move each time: half of the games as Black, half as White."""
    won = 0
    for side in (0, 1):
        batch = tg.batch(START, games // 2, planes="float32", seed=seed, opening=side)  # as White: Black has moved
        while not batch.over.all():
            boards = np.flatnonzero(~batch.over)
            logits, _ = net(torch.from_numpy(batch.planes[boards]), torch.from_numpy(batch.mask[boards]))
            batch.step(logits.argmax(1), boards)
            batch.play_random()
        won += np.count_nonzero(batch.rewards[:, side] > 0)
    return won / games


def train(rounds, seed, report_every=10):
    """Plays and learns by turns. Gives the net."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more are no faster with so small a net
    chance = np.random.default_rng(seed)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    batch = tg.batch(START, 256, planes="float32", seed=seed)
    began, processor = time.perf_counter(), time.process_time()
    for number in range(1, rounds + 1):
        games = self_play(net, batch, chance)
        for _ in range(2):
            for part in torch.randperm(len(games[0])).chunk(4):
                learn(net, optimizer, *(array[part] for array in games))
        if number % report_every == 0:
            seconds, busy = time.perf_counter() - began, time.process_time() - processor
            won = share_won(net, 1000, number)
            print(f"round {number}: {won:.1%} won, {seconds:.0f} s, processor {busy:.1f} s", flush=True)
    return net


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=120, help="256 games each")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    trained = train(given.rounds, given.seed)
    print(f"{share_won(trained, 10_000, given.seed):.1%} of 10,000 games won against random")
