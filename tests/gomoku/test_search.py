"""Gomoku's tree search and greedy measure: tactics that an oracle answers for, and proofs beside perfect play."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from gomoku.shared import RULES, position_of, random_board, readings_agree
from oracles import gomoku as oracle
from oracles.gomoku_threats import saving_moves, winning_moves
from tengen.games.game import Position
from tengen.players import Search
from tengen.players.mcts import MctsPlayer
from tengen.players.player import GreedyPlayer, Player, RandomPlayer

TACTICS = json.loads((Path(__file__).resolve().parent.parent / "data" / "gomoku_tactics.json").read_text())["positions"]
every_tactic = pytest.mark.parametrize("tactic", TACTICS, ids=[tactic["name"] for tactic in TACTICS])


def position_in(tactic: dict[str, Any]) -> tg.gomoku.Position:
    to_play = tg.BLACK if tactic["to_play"] == "black" else tg.WHITE
    return tg.gomoku.parse("\n".join(tactic["rows"]), to_play, in_a_row=tactic["in_a_row"], variant=tactic["variant"])


def points_of(tactic: dict[str, Any]) -> set[oracle.Point]:
    points = [position_in(tactic).point(name) for name in tactic["moves"]]
    return {(point.row, point.col) for point in points}


def laid_down_again(tactic: dict[str, Any], symmetry: int) -> tuple[tg.gomoku.Position, set[tg.Point]]:
    """The position turned or mirrored, and its moves."""
    position = position_in(tactic)
    marks = bytearray(position.height * position.width)
    for row, col in points_of(tactic):
        marks[row * position.width + col] = 1
    marked = tg.Board(position.height, position.width, bytes(marks)).transformed(symmetry)
    turned = position.transformed(symmetry)
    return turned, {tg.Point(*divmod(k, turned.width)) for k, mark in enumerate(marked.cells) if mark}


@every_tactic
def test_oracle_answers_for_the_tactics(tactic: dict[str, Any]) -> None:
    board, k, rule, n = tuple(tactic["rows"]), tactic["in_a_row"], tactic["variant"], tactic["within"]
    colour, moves = "X" if tactic["to_play"] == "black" else "O", points_of(tactic)
    assert oracle.outcome(board, k, rule) is None
    if tactic["kind"] == "win":
        # On a large board it would take minutes to try every first move of a deep win.
        among = moves if n > 2 and len(board) * len(board[0]) > 100 else None
        assert winning_moves(board, colour, n, k, rule, among) == moves
        assert n == 1 or not winning_moves(board, colour, n - 1, k, rule)
    else:
        assert saving_moves(board, colour, n, k, rule) == moves
        assert bool(moves) == (tactic["kind"] == "defend")
        assert not winning_moves(board, colour, 1, k, rule)


@every_tactic
def test_search_finds_the_tactics(tactic: dict[str, Any]) -> None:
    for symmetry in range(8):
        position, moves = laid_down_again(tactic, symmetry)
        for turned in (position, position.colors_swapped()):
            choice = MctsPlayer(visits=800, seed=symmetry).choose(turned)
            if tactic["kind"] == "loss":
                assert (choice.exact, choice.value) == (True, 0)
                continue
            assert choice.move in moves, f"symmetry {symmetry}: {choice}"
            if tactic["kind"] == "win":
                assert (choice.exact, choice.value) == (True, 1)


def test_proofs_are_perfect_play(chance: random.Random) -> None:
    proven = 0
    while proven < 60:
        k, rule = chance.randint(2, 4), chance.choice(RULES)
        board = random_board(chance, most=4, even=True)
        position = position_of(board, k, rule)
        if position.is_over or len(position.legal_moves) > 9 or not readings_agree(board, k, rule):
            continue
        search = Search(position, seed=chance.randrange(2**32))
        search.run(visits=3000)
        choice = search.choice()
        if choice.exact:
            proven += 1
            mover = "X" if position.to_play is tg.BLACK else "O"
            best = oracle.best_outcome(board, mover, k, rule)
            assert choice.value == (0.5 if best == oracle.DRAW else float(best == mover)), board
        for candidate in choice.candidates:
            assert position.replay(candidate.line)[0] == len(candidate.line), board


@pytest.mark.parametrize(
    ("size", "k", "value"),
    [
        ((3, 3), 3, 0.5),
        ((3, 4), 3, 1),
        ((4, 4), 3, 1),
        ((1, 1), 1, 1),
        ((2, 2), 2, 1),
        ((5, 6), 4, 1),
        ((1, 4), 5, 0.5),
    ],
)
def test_known_games_are_solved(size: tuple[int, int], k: int, value: float) -> None:
    search = Search(tg.gomoku.start(size, in_a_row=k), seed=1)
    search.run(visits=100_000)
    assert search.is_decided
    assert search.choice().value == value


def game(black: Player, white: Player, position: Position) -> Position:
    """Played to its end."""
    while not position.is_over:
        move = (black if position.to_play is tg.BLACK else white).choose(position).move
        assert move is not None
        position = position.play(move)
    return position


def test_one_seed_is_one_game() -> None:
    start = tg.gomoku.start(9)
    first, again = (game(MctsPlayer(visits=60, seed=3), MctsPlayer(visits=60, seed=3), start) for _ in range(2))
    assert first == again


def test_search_beats_greedy_and_greedy_beats_random() -> None:
    chance = random.Random(1)

    def wins(ours: Player, theirs: Player) -> int:
        won = 0
        for _ in range(5):
            start = tg.gomoku.start(15)
            start = start.play(chance.choice(start.legal_moves))
            won += game(ours, theirs, start).winner is tg.BLACK
            won += game(theirs, ours, start).winner is tg.WHITE
        return won

    assert wins(MctsPlayer(visits=600, seed=1), GreedyPlayer(seed=2)) >= 8
    assert wins(GreedyPlayer(seed=3), RandomPlayer(seed=4)) == 10


def test_gains_complete_then_deny_then_build() -> None:
    def best(text: str, to_play: tg.Color, **rules: Any) -> str:
        position = tg.gomoku.parse(text, to_play, **rules)
        move = GreedyPlayer(seed=1).choose(position).move
        assert move is not None
        return position.vertex(move)

    rows = ["XXXX....", "........", "OOOO....", "........"]
    assert best("\n".join(rows), tg.BLACK) == "E4"
    assert best("\n".join(rows), tg.WHITE) == "E2"
    assert best("\n".join(rows[:2] + ["........"] * 2), tg.WHITE) == "E4"
    assert best("OXXXX.XX\n........\nOOOO....\n........", tg.BLACK, variant="standard") == "E2"
    assert best("\n".join([".........."] * 4 + ["...XXX...."] + [".........."] * 5), tg.WHITE) in ("C6", "G6")


def test_gains_are_for_the_legal_moves_whatever_the_board(chance: random.Random) -> None:
    for _ in range(30):
        board = random_board(chance, most=7)
        position = position_of(board, chance.randint(1, 6), chance.choice(RULES))
        assert len(position.game.gains(position)) == len(position.legal_moves)
    middle = tg.gomoku.start(19)
    assert GreedyPlayer(seed=1).choose(middle).move == middle.move("K10")


def test_large_boards_are_searched() -> None:
    position = tg.gomoku.start(100).play("J50")
    choice = MctsPlayer(visits=50, seed=1, threads=2).choose(position)
    assert choice.move in position.legal_moves
