"""The product's Othello beside the oracle's: the same boards and moves in both."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import tengen as tg
from oracles import othello as oracle

COLORS = {"X": tg.BLACK, "O": tg.WHITE}
FFO: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "data" / "othello_ffo.json").read_text())[
    "positions"
]
NAMES = {tg.BLACK: "X", tg.WHITE: "O", None: "draw"}


def position_of(board: oracle.Board, colour: str = "X") -> tg.othello.Position:
    return tg.othello.parse("\n".join(board), COLORS[colour])


def ffo_position(entry: dict[str, Any]) -> tg.othello.Position:
    board = entry["board"].replace("-", ".")
    return position_of(tuple(board[k : k + 8] for k in range(0, 64, 8)), entry["to_play"])


def rows(board: tg.Board) -> oracle.Board:
    text = board.cells.translate(b".XO#" + bytes(252)).decode()
    return tuple(text[start : start + board.width] for start in range(0, len(text), board.width))


def moves_of(points: tg.Points) -> list[oracle.Move]:
    return ["pass" if isinstance(move, tg.Pass) else (move.row, move.col) for move in points]


def move_of(move: oracle.Move) -> tg.Point | tg.Pass:
    return tg.PASS if move == "pass" else tg.Point(*move)


def random_board(chance: random.Random, most: int, empty: float | None = None) -> oracle.Board:
    height, width = chance.randint(1, most), chance.randint(1, most)
    holes, black = chance.choice([0, 0, 0.1, 0.25]), chance.choice([0.2, 0.5, 0.8])
    empty = chance.random() if empty is None else empty

    def glyph() -> str:
        if chance.random() < holes:
            return "#"
        return "." if chance.random() < empty else "X" if chance.random() < black else "O"

    return tuple("".join(glyph() for _ in range(width)) for _ in range(height))
