"""An Othello program that speaks NBoard's protocol: it plays the first legal move. --says: what it answers instead."""

from __future__ import annotations

import argparse
import re
import sys

import tengen as tg
from tengen.formats.vertex import OTHELLO


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tag")
    parser.add_argument("--says", default="")
    parser.add_argument("--log", default="")
    options = parser.parse_args()
    position = tg.othello.start()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if options.log:
            with open(options.log, "a") as log:
                log.write(line)
        if word == "ping":
            print("set myname first\npong", rest, flush=True)
        elif rest.startswith("game "):
            board, side = re.search(r"BO\[8 ([-*O]{64}) ([*O])\]", rest).groups()  # type: ignore[union-attr]
            rows = [board[at : at + 8].replace("-", ".").replace("*", "X") for at in range(0, 64, 8)]
            position = tg.othello.parse("\n".join(rows), tg.BLACK if side == "*" else tg.WHITE)
        elif word == "go":
            move = position.legal_moves[0]
            name = "PA" if isinstance(move, tg.Pass) else OTHELLO.write(move, 8).upper()
            print("status thinking\nnodestats 10 0.00\n" + (options.says or f"=== {name}/1.00/0.0"), flush=True)


main()
