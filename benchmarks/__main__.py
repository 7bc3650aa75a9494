"""python -m benchmarks [--peers FOLDER] [PART ...]: prints every table as Markdown."""

from __future__ import annotations

import argparse
import datetime
import os
import platform

from benchmarks import (
    batch,
    first_move,
    frames,
    go,
    gomoku,
    gpu,
    gpu_batch,
    growth,
    matches,
    nets,
    othello,
    playouts,
    positions,
    search,
    seed_nogo,
    solve,
    steps,
    wasm,
)
from benchmarks.peers import Peers

PARTS = {
    "seed": seed_nogo.report,
    "playouts": playouts.report,
    "search": search.report,
    "matches": matches.report,
    "steps": steps.report,
    "batch": batch.report,
    "growth": growth.report,
    "nets": nets.report,
    "flips": go.flips_report,
    "go": go.games_report,
    "check": gomoku.check_report,
    "check_many": gomoku.many_report,
    "gomoku": gomoku.games_report,
    "count": othello.count_report,
    "perft": othello.perft_report,
    "othello": othello.games_report,
    "endgame": othello.endgame_report,
    "positions": positions.report,
    "solve": solve.report,
    "wasm": wasm.report,
    "gpu": gpu.report,
    "gpu_batch_check": gpu_batch.check_report,
    "gpu_batch": gpu_batch.report,
    "first_move": first_move.report,
    "frames": frames.report,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--peers",
        default=os.environ.get("TENGEN_PEERS"),
        metavar="FOLDER",
        help="executables to measure against: nogo-2, yardstick, go-1, gomoku-1, othello-1, ntest, hahanogo, "
        "sbhsolver-4x5 and other sizes; `packages`, an environment with pgx, envpool, pufferlib, "
        "onnx, onnxruntime and torch "
        "(default: $TENGEN_PEERS)",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)} (default: all)")
    options = parser.parse_args()
    peers = Peers(options.peers)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{datetime.date.today()}, {machine}\n")
    for name in options.parts or PARTS:
        print(PARTS[name](peers), flush=True)
    print(f"Peers missing: {', '.join(peers.missing) or 'none'}.")


if __name__ == "__main__":
    main()
