"""An agent for NoGo 5x5 that learns from its own games, in numpy alone: REINFORCE with a value as its baseline.

    pip install tengen numpy
    python examples/train_numpy.py

The net has two dense layers; `learn` has its gradients, written out.
"""

import argparse
import os
import time

os.environ["OPENBLAS_NUM_THREADS"] = (
    "1"  # with so small a net more threads wait for each other, above all on a busy machine
)
import numpy as np

import tengen as tg

START = tg.nogo.start(5)
MOVES = 25
INPUTS = 5 * MOVES  # five planes
HIDDEN = 128
RATE = 0.001
ENTROPY = 0.1  # what keeps it trying other moves


def new_net(chance):
    """Three layers, each a matrix and a vector. The last column is the value's, the others are the moves'."""
    layers = []
    for inputs, outputs in ((INPUTS, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, MOVES + 1)):
        layers.append(chance.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32))
        layers.append(np.zeros(outputs, np.float32))
    return layers


def forward(net, planes, mask):
    """For the side to move: the probability of each move, and the value, from -1 to 1. Also the layers on the way."""
    first = np.maximum(planes.reshape(-1, INPUTS) @ net[0] + net[1], 0)
    second = np.maximum(first @ net[2] + net[3], 0)
    last = second @ net[4] + net[5]
    logits = np.where(mask, last[:, :MOVES], -1e9)
    policy = np.exp(logits - logits.max(1, keepdims=True))
    return policy / policy.sum(1, keepdims=True), np.tanh(last[:, MOVES]), first, second


def self_play(net, batch, chance):
    """One game on each board. Gives all positions, the moves made there, and 1 or -1: did who moved win?"""
    batch.reset()
    batch.play_random(int(chance.integers(13)))  # other positions than those it would reach by itself
    seen = []
    while not batch.over.all():
        boards = np.flatnonzero(~batch.over)
        planes, mask, side = batch.planes[boards], batch.mask[boards], batch.to_play[boards]  # copies, which stay
        policy = forward(net, planes, mask)[0]
        moves = (policy / chance.exponential(size=policy.shape)).argmax(1)  # each as likely as the policy says
        batch.step(moves, boards)
        seen.append((planes, mask, moves, boards, side))
    planes, mask, moves, boards, side = map(np.concatenate, zip(*seen, strict=True))
    return planes, mask, moves, batch.rewards[boards, side]


def learn(net, adam, planes, mask, moves, results):
    """One step of Adam. A move that led to more than the value said becomes likelier; the value comes nearer."""
    policy, value, first, second = forward(net, planes, mask)
    made = np.eye(MOVES, dtype=np.float32)[moves]
    logs = np.log(policy + 1e-9)
    entropy_slope = policy * (logs - (policy * logs).sum(1, keepdims=True))
    moves_slope = (results - value)[:, None] * (policy - made) + ENTROPY * entropy_slope
    value_slope = (value - results) * (1 - value**2)
    last_slope = np.column_stack((moves_slope, value_slope)) / len(moves)
    second_slope = (last_slope @ net[4].T) * (second > 0)
    first_slope = (second_slope @ net[2].T) * (first > 0)
    slopes = []
    for inputs, slope in ((planes.reshape(-1, INPUTS), first_slope), (first, second_slope), (second, last_slope)):
        slopes += [inputs.T @ slope, slope.sum(0)]
    adam["steps"] += 1
    for weights, slope, mean, square in zip(net, slopes, adam["means"], adam["squares"], strict=True):
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        unbiased = mean / (1 - 0.9 ** adam["steps"]), square / (1 - 0.999 ** adam["steps"])
        weights -= RATE * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


def share_won(net, games, seed):
    """Against random moves, with the likeliest move each time: half of the games as Black, half as White."""
    won = 0
    for side in (0, 1):
        batch = tg.batch(START, games // 2, planes="float32", seed=seed, opening=side)  # as White: Black has moved
        while not batch.over.all():
            boards = np.flatnonzero(~batch.over)
            batch.step(forward(net, batch.planes[boards], batch.mask[boards])[0].argmax(1), boards)
            batch.play_random()
        won += np.count_nonzero(batch.rewards[:, side] > 0)
    return won / games


def train(rounds, seed, report_every=50):
    """Plays and learns by turns. Gives the net."""
    chance = np.random.default_rng(seed)
    net = new_net(chance)
    adam = {"steps": 0, "means": [0 * weights for weights in net], "squares": [0 * weights for weights in net]}
    batch = tg.batch(START, 256, planes="float32", seed=seed)
    began, processor = time.perf_counter(), time.process_time()
    for number in range(1, rounds + 1):
        games = self_play(net, batch, chance)
        for part in np.array_split(chance.permutation(len(games[0])), 4):
            learn(net, adam, *(array[part] for array in games))
        if number % report_every == 0:
            seconds, busy = time.perf_counter() - began, time.process_time() - processor
            won = share_won(net, 1000, number)
            print(f"round {number}: {won:.1%} won, {seconds:.0f} s, processor {busy:.1f} s", flush=True)
    return net


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=2000, help="256 games each")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    trained = train(given.rounds, given.seed)
    print(f"{share_won(trained, 10_000, given.seed):.1%} of 10,000 games won against random")
