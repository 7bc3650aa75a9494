"""The tree search on NoGo beside perfect play: every small board, and the ends of games on larger ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import tengen as tg
from conftest import SEED
from oracles import nogo as oracle
from oracles.nogo_solver import Solver
from tengen import players
from tengen.players import Choice, Search

WINNERS = {
    (entry["rows"], entry["cols"]): entry["winner"]
    for entry in json.loads((Path(__file__).resolve().parent.parent / "data" / "nogo_known.json").read_text())[
        "winners"
    ]
}
SMALL = [(height, width) for height in range(1, 13) for width in range(1, 13) if 1 < height * width <= 12]
ENOUGH = 10_000_000  # visits; of thousands of positions with 14 empty points none took a million to prove


def rows(board: tg.Board) -> oracle.Board:
    text = board.cells.translate(b".XO#" + bytes(252)).decode()
    return tuple(text[start : start + board.width] for start in range(0, len(text), board.width))


def solver_of(position: tg.nogo.Position) -> Solver:
    return Solver(rows(position.board), "X" if position.to_play is tg.BLACK else "O")


def late_position(chance: random.Random, empties: int) -> tg.nogo.Position:
    """From a random game on a board of 4x4 to 9x9, sometimes with holes: at most so many points are empty, not over."""
    while True:
        holes = chance.choice([0, 0, 0.05, 0.15])
        width = chance.randint(4, 9)
        position = tg.nogo.parse(
            "\n".join(
                "".join("#" if chance.random() < holes else "." for _ in range(width))
                for _ in range(chance.randint(4, 9))
            )
        )
        for move in tg.simulate(position, seed=chance.randrange(2**64)).moves:
            if position.board.cells.count(0) <= empties:
                return position
            position = position.play(move)


def check_perfect(position: tg.nogo.Position, choice: Choice) -> None:
    """The value is proven and right, the move wins if any does, and so for every move that is called exact."""
    solver = solver_of(position)
    assert choice.exact, position
    assert choice.value == float(solver.mover_wins()), position
    assert choice.candidates[0].exact, position
    assert {each.move for each in choice.candidates} == set(position.legal_moves)
    for candidate in choice.candidates:
        assert isinstance(candidate.move, tg.Point)
        if candidate.exact:
            assert candidate.value == float(solver.is_winning(candidate.move.row, candidate.move.col)), position
        assert position.replay(candidate.line)[0] == len(candidate.line)


def test_solver_agrees_with_the_slower_oracle(chance: random.Random) -> None:
    for _ in range(60):
        width = chance.randint(1, 4)
        board = tuple("".join(chance.choice(".....#XO") for _ in range(width)) for _ in range(chance.randint(1, 3)))
        if oracle.dead_chains(board) or sum(row.count(".") for row in board) > 8:
            continue
        for colour in "XO":
            solver = Solver(board, colour)
            assert solver.mover_wins() == oracle.wins(board, colour), board
            for row, col in oracle.legal_moves(board, colour):
                after = oracle.place(board, row, col, colour)
                assert solver.is_winning(row, col) != oracle.wins(after, oracle.opponent(colour)), board


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_small_boards_are_solved(size: tuple[int, int], chance: random.Random) -> None:
    for start in (tg.nogo.start(size), tg.nogo.start(size).with_to_play(tg.WHITE)):
        choice = players.mcts(visits=ENOUGH, seed=chance.randrange(2**64)).choose(start)
        assert choice.value == (1.0 if WINNERS[min(size), max(size)] == "N" else 0.0)
        check_perfect(start, choice)


@pytest.mark.parametrize("empties", range(4, 15))
def test_ends_of_games_are_perfect(empties: int, chance: random.Random) -> None:
    for number in range(20 if SEED else 8):
        position = late_position(chance, empties)
        search = Search(position, seed=chance.randrange(2**64), threads=1 + number % 2)
        search.run(visits=ENOUGH)
        check_perfect(position, search.choice())


def test_perfect_play_wins_what_is_won(chance: random.Random) -> None:
    for _ in range(10):
        position = late_position(chance, 10)
        seed = chance.randrange(2**64)
        perfect = players.mcts(visits=ENOUGH, seed=seed)
        winner = position.to_play if solver_of(position).mover_wins() else position.to_play.opponent
        other = players.random.seeded(seed)
        pair = (perfect, other) if winner is tg.BLACK else (other, perfect)
        assert players.play(position, *pair).winner is winner, position
