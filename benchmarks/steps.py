"""Single steps from Python: the same loop over our positions and over open_spiel's states."""

from __future__ import annotations

import random
import time

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import Contender, medians, table

SIZE = 9
SECONDS = 0.7
ROUNDS = 5


def ours() -> float:
    start = tg.nogo.start(SIZE)
    choice = random.Random(1).choice
    moves, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        position = start
        while legal := position.legal_moves:
            position = position.play(choice(legal))
            moves += 1
    return moves / (time.perf_counter() - begin)


def open_spiel() -> float:
    import pyspiel

    game = pyspiel.load_game(f"go(board_size={SIZE})")
    choice = random.Random(1).choice
    moves, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
    return moves / (time.perf_counter() - begin)


def report(peers: Peers) -> str:
    contenders: dict[str, Contender] = {"tengen, NoGo 9x9": ours}
    if peers.package("pyspiel"):
        contenders["open_spiel, Go 9x9"] = open_spiel
    found = medians(contenders, ROUNDS)
    rows = [[name, f"{rate:,.0f}", f"{rate / found['tengen, NoGo 9x9']:.2f}"] for name, rate in found.items()]
    return f"## Single steps, a Python loop of random games\n\n{table(['loop', 'moves/s', 'ratio'], rows)}\n"
