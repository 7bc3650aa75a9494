"""The product's Gomoku beside the oracle's: the same boards in both."""

from __future__ import annotations

import random

import tengen as tg
from oracles import gomoku as oracle

RULES: tuple[oracle.Rule, ...] = ("freestyle", "standard", "caro")
NAMES = {tg.BLACK: "X", tg.WHITE: "O", None: "draw"}


def position_of(board: oracle.Board, k: int, rule: oracle.Rule = "freestyle") -> tg.gomoku.Position:
    """With the side to move that the counts say."""
    return tg.gomoku.parse("\n".join(board) + f"\n{by_counts(board)} to play", in_a_row=k, variant=rule)


def by_counts(board: oracle.Board) -> tg.Color:
    black, white = oracle.count_stones(board)
    return tg.BLACK if black <= white else tg.WHITE


def pairs(points: tg.Points) -> list[oracle.Point]:
    return [(point.row, point.col) for point in points if isinstance(point, tg.Point)]


def random_board(chance: random.Random, most: int = 7, even: bool = False) -> oracle.Board:
    """Random glyphs; even: as many black stones as white ones, or one more."""
    height, width = chance.randint(1, most), chance.randint(1, most)
    holes = chance.choice([0, 0, 0.1, 0.3])
    board = tuple("".join("#" if chance.random() < holes else "." for _ in range(width)) for _ in range(height))
    free = [point for point in oracle.points(board) if oracle.at(board, point) == "."]
    chance.shuffle(free)
    for number, point in enumerate(free[: chance.randint(0, len(free))]):
        board = oracle.put(board, point, "XO"[number % 2] if even else chance.choice("XO"))
    return board


# Caro: the oracle lets opposing stones at both ends spoil a row of any length, the product only one of exactly k
# ("overlines are immune": Wikipedia). What follows is the product's reading, on the oracle's runs.


def winning_runs(board: oracle.Board, k: int, rule: oracle.Rule) -> list[tuple[str, oracle.Run]]:
    if rule != "caro":
        return oracle.winning_runs(board, k, rule)
    return [
        (colour, run)
        for colour, run, before, beyond in oracle.runs(board)
        if len(run) > k or (len(run) == k and not before == beyond == oracle.opponent(colour))
    ]


def winners(board: oracle.Board, k: int, rule: oracle.Rule) -> set[str]:
    return {colour for colour, _ in winning_runs(board, k, rule)}


def readings_agree(board: oracle.Board, k: int, rule: oracle.Rule) -> bool:
    """Is there no room for more than k in a row and an opposing stone at both ends?"""
    return rule != "caro" or max(len(board), len(board[0])) < k + 3
