"""The product's Go beside the oracle's: the same boards, moves and rules in both."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import tengen as tg
from oracles import go as oracle

COLORS = {"X": tg.BLACK, "O": tg.WHITE}
NAMES = {tg.BLACK: "X", tg.WHITE: "O", None: "draw"}


def position_of(board: oracle.Board, rules: oracle.Rules, to_play: str = "X") -> tg.go.Position:
    return tg.go.parse("\n".join(board), COLORS[to_play], komi=float(rules.komi), ko=rules.ko, suicide=rules.suicide)


def rules_of(entry: dict[str, Any]) -> oracle.Rules:
    """The rules that an entry of go_known.json is about."""
    return oracle.Rules(entry["suicide"], entry["ko"], Fraction(entry.get("komi", "0")))


def rows(board: tg.Board) -> oracle.Board:
    text = board.cells.translate(b".XO#" + bytes(252)).decode()
    return tuple(text[start : start + board.width] for start in range(0, len(text), board.width))


def moves_of(points: tg.Points) -> list[oracle.Move]:
    return ["pass" if isinstance(move, tg.Pass) else (move.row, move.col) for move in points]


def move_of(move: Any) -> tg.Point | tg.Pass:
    return tg.PASS if move == "pass" else tg.Point(*move)


# Simple ko by its point: what may not be taken back at once is the one stone that took one stone. The oracle reads the
# rule as "not the board before the opponent's last move", which forbids the suicide of a lone stone now and then.


def legal_moves(state: oracle.State) -> list[oracle.Move]:
    if oracle.is_over(state):
        return []
    moves: list[oracle.Move] = [*oracle.points(state.board), oracle.PASS]
    return [move for move in moves if oracle.is_legal(state, move) or oracle.simple_ko_readings_differ(state, move)]


def play(state: oracle.State, move: oracle.Move) -> oracle.State:
    if move == "pass" or not oracle.simple_ko_readings_differ(state, move):
        return oracle.play(state, move)
    after, _, _ = oracle.board_after(state.board, move, state.to_play)
    return replace(
        state,
        board=after,
        to_play=oracle.opponent(state.to_play),
        passes=0,
        earlier=(*state.earlier, (state.board, state.to_play)),
    )


def random_board(chance: random.Random, most: int = 6, sound: bool = True) -> oracle.Board:
    """Random glyphs; where it must be sound, a stone that would leave a chain without a liberty is left out."""
    height, width = chance.randint(1, most), chance.randint(1, most)
    holes, fill = chance.choice([0, 0, 0, 0.15, 0.3]), chance.choice([0, 0, chance.random()])
    board = tuple("".join("#" if chance.random() < holes else "." for _ in range(width)) for _ in range(height))
    for point in list(oracle.points(board)):
        if oracle.at(board, point) == "." and chance.random() < fill:
            after = oracle.put(board, [point], chance.choice("XO"))
            if not sound or not dead_chains(after):
                board = after
    return board


def dead_chains(board: oracle.Board) -> list[oracle.Chain]:
    """Row by row, by their first stone."""
    chains = {
        oracle.chain_at(board, point): None for point in oracle.points(board) if oracle.at(board, point) in ("X", "O")
    }
    return [chain for chain in chains if not oracle.liberties(board, chain)]
