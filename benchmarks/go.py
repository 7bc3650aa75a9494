"""Go: flips, whole commands beside the published C++; random games beside open_spiel."""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from pathlib import Path

import tengen as tg
from benchmarks.peers import Peers
from benchmarks.timing import TENGEN, Contender, command_seconds, medians, peak_memory, table

SIZE, CASES, ROUNDS = 1000, 5, 5
PEER = "go-1"


def boards(glyphs: str, weights: list[int]) -> str:
    chance = random.Random(1)
    cases = []
    for _ in range(CASES):
        rows = ["".join(chance.choices(glyphs, weights, k=SIZE)) for _ in range(SIZE)]
        cases.append("\n".join([str(SIZE), *rows, ""]))
    return f"{CASES}\n{''.join(cases)}"


KINDS = {
    "random, no empty point": boards("xo", [1, 1]),
    "random, 1 % empty": boards("xo.", [99, 99, 2]),
    "random thirds": boards("xo.", [1, 1, 1]),
    "80 % white, no empty point": boards("xo", [20, 80]),
    "80 % white, 1 % empty": boards("xo.", [19, 80, 1]),
    "all white, one empty point": "",
}
KINDS["all white, one empty point"] = (
    f"{CASES}\n" + (f"{SIZE}\n." + "o" * (SIZE - 1) + "\n" + ("o" * SIZE + "\n") * (SIZE - 1)) * CASES
)


def answer(command: list[str | Path], text: Path) -> list[bytes]:
    with text.open("rb") as source:
        return subprocess.run(command, stdin=source, capture_output=True, check=True).stdout.split()


def flips_report(peers: Peers) -> str:
    peer = peers.program(PEER)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "boards.txt"
        for name, text in KINDS.items():
            file.write_text(text)
            ours: list[str | Path] = [TENGEN, "flips", "go"]
            contenders = {"ours": command_seconds(ours, file)}
            if peer:
                theirs: list[str | Path] = ["bash", "-c", f"ulimit -s unlimited; exec {peer}"]
                contenders["peer"] = command_seconds(theirs, file)
                assert answer(ours, file) == answer(theirs, file), name
            found = medians(contenders, ROUNDS)
            row = [name, f"{1000 * found['ours']:.0f}", f"{peak_memory(ours, file) / 1024:.0f}"]
            if peer:
                row += [f"{1000 * found['peer']:.0f}", f"**{found['peer'] / found['ours']:.1f}**"]
            rows.append(row)
    header = ["five boards, n = 1000", "`tengen flips go`, ms", "peak MiB"]
    header += [f"`{PEER}`, ms", "times faster"] if peer else []
    return f"## Go flips, whole commands\n\n{table(header, rows)}\n"


def games_report(peers: Peers) -> str:
    def ours(policy: str) -> Contender:
        start, games = tg.go.start(9), 20_000

        def run() -> float:
            begin = time.perf_counter()
            result = tg.simulate_many(start, games, 1, policy=policy, threads=1)
            return result.mean_plies * result.games / (time.perf_counter() - begin)

        return run

    contenders = {"tengen, uniform": ours("uniform"), "tengen, random": ours("random")}
    if peers.package("pyspiel"):
        contenders["open_spiel from Python"] = open_spiel_moves("go(board_size=9)")
    found = medians(contenders, ROUNDS)
    rows = [[name, f"{rate:,.0f}", f"**{found['tengen, uniform'] / rate:.1f}**"] for name, rate in found.items()]
    return f"## Go 9x9, random games on one thread\n\n{table(['loop', 'moves/s', 'ours, uniform / this'], rows)}\n"


def open_spiel_moves(game_name: str, seconds: float = 0.7) -> Contender:
    """Moves a second of a Python loop over open_spiel's states."""
    import pyspiel

    game = pyspiel.load_game(game_name)

    def run() -> float:
        choice = random.Random(1).choice
        moves, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                moves += 1
        return moves / (time.perf_counter() - begin)

    return run
