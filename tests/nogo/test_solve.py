"""NoGo's solver beside one that tries everything, and beside published results."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import SEED
from oracles import nogo as oracle
from oracles.nogo_solver import Solver, Sum
from tengen._core import Cancel, NogoSolver
from tengen.errors import Cancelled
from tengen.verbs.solve import Solution, solve

KNOWN = json.loads((Path(__file__).parent.parent / "data" / "nogo_solved.json").read_text())


def position_of(board: oracle.Board, colour: str) -> tg.nogo.Position:
    cells = "".join(board).encode().translate(bytes.maketrans(b".XO#", bytes(range(4))))
    return tg.nogo.Position(tg.Board(len(board), len(board[0]), cells), tg.BLACK if colour == "X" else tg.WHITE)


def random_board(chance: random.Random, height: int, width: int, empties: int) -> oracle.Board:
    """Stones of any colour wherever the rules let them be, until so few points are empty, if that can be."""
    holes, black = chance.choice([0, 0, 0.1, 0.25]), chance.random()
    board: oracle.Board = tuple(
        "".join("#" if chance.random() < holes else "." for _ in range(width)) for _ in range(height)
    )
    places = list(oracle.points(board))
    chance.shuffle(places)
    for row, col in places:
        if sum(line.count(".") for line in board) <= empties:
            break
        colours = "XO" if chance.random() < black else "OX"
        for colour in colours:
            if oracle.is_legal(board, row, col, colour):
                board = oracle.place(board, row, col, colour)
                break
    return board


def values(solution: Solution) -> list[float]:
    assert all(each.lower == each.upper for each in solution.moves)
    return [each.lower for each in solution.moves]


def check_lines(solution: Solution) -> None:
    """They are legal, end the game, and who is said to win wins."""
    for each in solution.moves:
        now = solution.position
        for move in each.line:
            now = now.play(move)
        assert now.is_over
        assert (now.winner is solution.position.to_play) == (each.lower == 1)


def check(board: oracle.Board, colour: str, **options: Any) -> None:
    position, plain = position_of(board, colour), Solver(board, colour)
    moves = oracle.legal_moves(board, colour)
    expected = [1.0 if plain.is_winning(row, col) else -1.0 for row, col in moves]
    solution = solve(position, **{"threads": 1} | options)
    assert [(each.move.row, each.move.col) for each in solution.moves] == moves  # type: ignore[union-attr]
    assert values(solution) == expected, (board, colour)
    assert (solution.lower, solution.upper) == (max(expected, default=-1),) * 2, (board, colour)
    assert {(move.row, move.col) for move in solution.best_moves if isinstance(move, tg.Point)} == {
        move for move, value in zip(moves, expected, strict=True) if value == 1
    }
    check_lines(solution)


def check_plies(board: oracle.Board, colour: str) -> None:
    solution = solve(position_of(board, colour), threads=1, memory=16, plies=True)
    expected = Solver(board, colour).plies()
    assert solution.plies == (expected, expected), (board, colour)
    assert len(solution.line) == expected
    assert solution.position.replay(solution.line)[1].is_over


def test_plies_of_every_position_of_a_small_board() -> None:
    for size in ((2, 3), (1, 5)):
        for board in oracle.all_boards(*size):
            if not oracle.dead_chains(board):
                for colour in "XO":
                    check_plies(board, colour)


def test_plies_of_random_positions(chance: random.Random) -> None:
    for height, width, empties in ((3, 3, 9), (3, 4, 9), (4, 4, 9), (2, 6, 9), (8, 8, 8), (1, 30, 9)):
        for _ in range(25):
            board = random_board(chance, height, width, chance.randint(4, empties))
            for colour in "XO":
                if len(oracle.legal_moves(board, colour)) <= 12:
                    check_plies(board, colour)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (1, 5)])
def test_every_position_of_a_small_board(size: tuple[int, int]) -> None:
    for board in oracle.all_boards(*size):
        if not oracle.dead_chains(board):
            for colour in "XO":
                check(board, colour)


@pytest.mark.parametrize(
    ("size", "empties", "boards"),
    [
        ((3, 3), 9, 60),
        ((2, 4), 8, 60),
        ((3, 4), 9, 60),
        ((4, 4), 9, 60),
        ((9, 9), 8, 12),
        ((13, 13), 7, 5),
        ((1, 40), 9, 20),
    ],
)
def test_random_positions(size: tuple[int, int], empties: int, boards: int, chance: random.Random) -> None:
    for _ in range(boards):
        board = random_board(chance, *size, chance.randint(4, empties))
        for colour in "XO":
            if len(oracle.legal_moves(board, colour)) <= 12:
                check(board, colour)


def test_late_positions_of_random_games(chance: random.Random) -> None:
    for _ in range(40):
        start = tg.nogo.start((chance.randint(3, 9), chance.randint(4, 9)))
        moves = tg.simulate(start, seed=chance.randrange(2**64)).moves
        position = start.replay(moves[: max(0, len(moves) - 7)])[1]
        text = position.board.cells.translate(b".XO#" + bytes(252)).decode()
        rows = tuple(text[at : at + position.width] for at in range(0, len(text), position.width))
        if text.count(".") <= 18:
            check(rows, "X" if position.to_play is tg.BLACK else "O")


def beside(boards: list[oracle.Board]) -> oracle.Board:
    """One board of several, with walls between."""
    height = max(len(board) for board in boards)
    padded = [[*board, *["#" * len(board[0])] * (height - len(board))] for board in boards]
    return tuple("#".join(board[row] for board in padded) for row in range(height))


def test_free_moves_are_counted(chance: random.Random) -> None:
    """In .X. Black has a move to spare, and White none: so the reductions are tried in every company."""
    for free in range(3):
        assert Sum([(".X.",)], "X", other_free=free).mover_wins() == (free == 0)
        assert Sum([(".X.",)], "O", own_free=free).mover_wins() == (free > 1)
    for _ in range(60 if SEED else 20):
        board = random_board(chance, chance.randint(1, 3), chance.randint(2, 4), 7)
        for added in (-2, -1, 1, 2):
            block: oracle.Board = (".X." if added > 0 else ".O.",)
            whole = beside([board, *[block] * abs(added)])
            for colour in "XO":
                free = added if colour == "X" else -added
                expected = Sum([board], colour, max(free, 0), max(-free, 0)).mover_wins()
                position = position_of(whole, colour)
                assert solve(position, threads=1, all_moves=False).lower == (1 if expected else -1), (whole, colour)


def test_sums_of_boards(chance: random.Random) -> None:
    for _ in range(50):
        boards = [
            random_board(chance, chance.randint(1, 3), chance.randint(1, 4), chance.randint(3, 5)) for _ in range(2)
        ]
        for colour in "XO":
            expected = Sum(boards, colour).mover_wins()
            position = position_of(beside(boards), colour)
            assert solve(position, threads=1, all_moves=False).lower == (1 if expected else -1), (boards, colour)


def test_turned_mirrored_and_with_colours_exchanged(chance: random.Random) -> None:
    for size in ((3, 4), (4, 4), (3, 5)):
        board = random_board(chance, *size, 12)
        expected = {
            (row, col): value
            for (row, col), value in zip(
                oracle.legal_moves(board, "X"), values(solve(position_of(board, "X"))), strict=True
            )
        }
        for name, turn in oracle.SYMMETRIES.items():
            turned = {oracle.symmetry_point(name, *size, *point): value for point, value in expected.items()}
            for colour, changed in (("X", turn(board)), ("O", oracle.colour_swap(turn(board)))):
                solution = solve(position_of(changed, colour))
                assert {
                    (each.move.row, each.move.col): each.lower  # type: ignore[union-attr]
                    for each in solution.moves
                } == turned


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_give_the_same_answers(threads: int, chance: random.Random) -> None:
    for _ in range(60):
        board = random_board(chance, chance.randint(2, 4), chance.randint(3, 5), 9)
        for colour in "XO":
            check(board, colour, threads=threads)
    start = tg.nogo.start((3, 5))
    expected = values(solve(start, threads=1))
    for _ in range(5):
        assert values(solve(start, threads=threads, memory=1)) == expected


@pytest.mark.parametrize("size", [(3, 5), (4, 4)])
def test_a_small_table_gives_the_same_answers(size: tuple[int, int]) -> None:
    start = tg.nogo.start(size)
    solution = solve(start, memory=1)
    assert solution.table_size <= 2**20 / 8
    assert values(solution) == values(solve(start))
    check_lines(solution)


def test_stopped_early_it_never_guesses() -> None:
    start = tg.nogo.start((3, 5))
    expected = values(solve(start))
    for seconds in (0, 0.001, 0.003, 0.01, 0.03):
        for threads in (1, 2):
            solution = solve(start, seconds=seconds, threads=threads)
            for each, value in zip(solution.moves, expected, strict=True):
                assert each.lower <= value <= each.upper
                assert (each.lower, each.upper) in {(-1, 1), (-1, -1), (1, 1)}
    cut = solve(tg.nogo.start(7), seconds=0, memory=16)
    assert (cut.result, cut.winner, list(cut.best_moves)) == (None, None, [])
    assert all((each.lower, each.upper, list(each.line)) == (-1, 1, [each.move]) for each in cut.moves)
    cancel = Cancel()
    cancel.request()
    with pytest.raises(Cancelled) as cancelled:
        solve(tg.nogo.start(7), memory=16, cancel=cancel)
    assert not cancelled.value.partial.is_known


def test_what_was_stopped_goes_on() -> None:
    start = tg.nogo.start((3, 5))
    solver = tg.nogo.GAME.solver(start, 1 << 22)
    runs = 0
    while solver.done < 1:
        solver.run(True, 0.005, 1, None)
        runs += 1
    assert runs > 1
    assert [lower for lower, _, _ in solver.report()] == values(solve(start))


@pytest.mark.parametrize("entry", KNOWN["boards"], ids=lambda entry: "{}x{}".format(*entry["size"]))
def test_published_winners(entry: dict[str, Any]) -> None:
    height, width = entry["size"]
    for size in {(height, width), (width, height)}:
        solution = solve(tg.nogo.start(size), all_moves=False)
        assert solution.winner is (tg.BLACK if entry["winner"] == "first" else tg.WHITE)


def test_published_openings() -> None:
    for entry in KNOWN["openings"]:
        solution = solve(tg.nogo.start(tuple(entry["size"])))
        assert {each.result for each in solution.moves} == {entry["result"]}
        check_lines(solution)
    for entry in KNOWN["only_answers"]:
        position = tg.nogo.start(tuple(entry["size"])).play(entry["opening"])
        assert [position.vertex(move) for move in solve(position).best_moves] == [entry["answer"]]


def test_more_chains_than_points() -> None:
    """Each stone a chain with liberties of its own: only Black can move, and can at once."""
    lattice = tuple(
        "".join("#" if row % 2 and col % 2 else "X" if (row + col) % 2 else "." for col in range(15))
        for row in range(15)
    )
    assert solve(position_of(lattice, "X"), all_moves=False).result == "win"
    assert solve(position_of(lattice, "O")).result == "loss"


def test_a_game_that_is_over() -> None:
    solution = solve(tg.nogo.start(1))
    assert (solution.result, solution.winner, solution.moves, list(solution.line)) == ("loss", tg.WHITE, (), [])


def test_boards_with_too_many_points_are_refused() -> None:
    for position, points in ((tg.nogo.start((5, 13)), 65), (tg.nogo.start(19), 361), (tg.nogo.start(9).play("E5"), 80)):
        with pytest.raises(tg.UsageError) as error:
            solve(position, memory=2**20)
        assert str(error.value) == f"{points} points can still be played; NoGo is solved with at most 64"
    assert isinstance(tg.nogo.GAME.solver(tg.nogo.start((5, 13)).play("A1"), 1 << 20), NogoSolver)
    with pytest.raises(tg.UsageError, match="0 MiB for the table; expected 1 to 1048576"):
        solve(tg.nogo.start(3), memory=0)
    with pytest.raises(tg.UsageError, match="-1 seconds; expected 0 or more"):
        solve(tg.nogo.start(3), seconds=-1)
    with pytest.raises(tg.IllegalPosition):
        solve(position_of(("XO.", "O.."), "X"))
