"""Kinds of large NoGo boards, all legal, with as many black stones as white."""

from __future__ import annotations

from collections.abc import Callable

import tengen as tg

Rule = Callable[[int, int, int], str]  # size, row, col -> glyph


def _drawn(rule: Rule) -> Callable[[int], str]:
    def board(size: int) -> str:
        rows = ["".join(rule(size, row, col) for col in range(size)) for row in range(size)]
        return "\n".join([str(size), *rows, ""])

    return board


def _random(percent: int) -> Callable[[int], str]:
    def board(size: int) -> str:
        stones = size * size * percent // 200 * 2
        position = tg.generate(tg.nogo.start(size), stones=stones, seed=percent)
        return position.game.contest.write(position.board)

    return board


def _snake(size: int, row: int, col: int) -> str:
    """Two snakes side by side, each a single chain from top to bottom."""
    half = size // 2
    inner = col if col < half else size - 1 - col
    turn = half - 2 if row % 4 == 1 else 0
    return ("X" if col < half else "O") if inner < half - 1 and (row % 2 == 0 or inner == turn) else "."


def _comb(size: int, row: int, col: int) -> str:
    """Combs of both colours, teeth between teeth."""
    line = row % 8
    if row >= size - size % 8:
        return "."
    if line in (0, 7):
        return "X" if line == 0 else "O"
    return "X" if col % 4 == 0 and line < 6 else "O" if col % 4 == 2 and line > 1 else "."


BOARDS: dict[str, Callable[[int], str]] = {
    "empty": _drawn(lambda size, row, col: "."),
    "random 10 %": _random(10),
    "random 30 %": _random(30),
    "random 50 %": _random(50),
    "random 70 %": _random(70),
    "rows": _drawn(lambda size, row, col: "X.O."[row % 4]),
    "columns": _drawn(lambda size, row, col: "X.O."[col % 4]),
    "checkers": _drawn(lambda size, row, col: "X.O."[(row + col) % 4]),
    "tight checkers": _drawn(lambda size, row, col: "XO.OX."[(row * 2 + col) % 6]),
    "combs": _drawn(_comb),
    "snakes": _drawn(_snake),
    "dots": _drawn(lambda size, row, col: "." if row % 3 or col % 3 else "XO"[(row // 3 + col // 3) % 2]),
}
