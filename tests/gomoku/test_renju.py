"""Renju: the core's forbidden moves beside the oracle's, and everything that asks for legal moves."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tengen as tg
from gomoku.shared import NAMES, pairs
from oracles import gomoku, renju
from tengen._core import GomokuSolver
from tengen.games.results import Refusal
from tengen.players import Search
from tengen.players.player import GreedyPlayer, RandomPlayer

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "renju_known.json").read_text())["positions"]
every_known = pytest.mark.parametrize("case", KNOWN, ids=[case["name"] for case in KNOWN])
Stones = frozenset[frozenset[gomoku.Point]]


def parsed(board: gomoku.Board, to_play: tg.Color = tg.BLACK) -> tg.gomoku.Position:
    return tg.gomoku.parse("\n".join(board), to_play, variant="renju")


def crossing_lines(chance: random.Random, size: int, far: str = ".....XO#") -> gomoku.Board:
    """Patterns laid on the four lines through one point or two, so that there is much to be forbidden."""
    board = gomoku.empty_board(size, size)
    for _ in range(chance.choice([1, 1, 2])):
        row, col = chance.randrange(2, size - 2), chance.randrange(2, size - 2)
        for down, right in gomoku.DIRECTIONS:
            for steps in range(-5, 6):
                point = row + steps * down, col + steps * right
                if steps and gomoku.at(board, point) == ".":
                    board = gomoku.put(board, point, chance.choice("XXXX.....OO" if abs(steps) < 4 else far))
    return board


def random_glyphs(chance: random.Random, height: int, width: int, glyphs: str = "..XXO.") -> gomoku.Board:
    return tuple("".join(chance.choice(glyphs) for _ in range(width)) for _ in range(height))


def made(refusal: Refusal) -> Stones:
    return frozenset(frozenset(pairs(stones)) for stones in refusal.chains)


@every_known
def test_known_positions_in_all_symmetries(case: dict[str, Any]) -> None:
    board, at = tuple(case["rows"]), (case["at"][0], case["at"][1])
    stones = frozenset(frozenset((row, col) for row, col in each) for each in case["stones"])
    assert renju.why_forbidden(board, at) == ((case["ban"], stones) if case["ban"] else None)
    position = parsed(board)
    refusal = position.why_illegal(tg.Point(*at))
    assert (refusal and refusal.rule) == case["ban"]
    assert refusal is None or made(refusal) == stones
    marks = np.zeros((position.height, position.width), np.uint8)
    marks[at] = 1
    for symmetry, turned in enumerate(position.symmetries):
        mark = tg.Board(*marks.shape, marks.tobytes()).transformed(symmetry).cells.index(1)
        assert turned.is_legal(mark) is (case["ban"] is None)


def compare(board: gomoku.Board) -> int:
    position = parsed(board)
    if renju.winners(board):
        assert not position.forbidden
        assert position.is_over
        return 0
    closed = renju.forbidden(board)
    assert pairs(position.forbidden) == closed, board
    assert pairs(position.legal_moves) == renju.legal_moves(board, "X")
    assert position.is_over is (not position.legal_moves)
    for point in closed:
        refusal, why = position.why_illegal(tg.Point(*point)), renju.why_forbidden(board, point)
        assert refusal is not None
        assert why is not None
        if not position.is_over:
            assert (refusal.rule, made(refusal)) == why, (board, point)
    white = parsed(board, tg.WHITE)
    assert not white.forbidden
    assert pairs(white.legal_moves) == renju.legal_moves(board, "O")
    return len(closed)


def test_forbidden_points_on_dense_boards(chance: random.Random) -> None:
    found = sum(compare(crossing_lines(chance, chance.choice([7, 9]))) for _ in range(60))
    assert found > 30
    for _ in range(40):
        compare(random_glyphs(chance, chance.randint(1, 7), chance.randint(1, 9), chance.choice(["..XXO.", "XX.XO#"])))
    renju.why_forbidden.cache_clear()


def test_forbidden_points_turn_with_the_board(chance: random.Random) -> None:
    for _ in range(200):
        position = parsed(crossing_lines(chance, 11))
        marks = bytearray(121)
        for index in position.forbidden.indices:
            marks[index] = 1
        for symmetry, turned in enumerate(position.symmetries):
            marked = tg.Board(11, 11, bytes(marks)).transformed(symmetry)
            assert turned.forbidden.indices == [index for index, mark in enumerate(marked.cells) if mark]


def test_words() -> None:
    position = tg.gomoku.start(15, variant="renju")
    for move in ("F8", "A1", "G8", "A3", "H6", "A5", "H7", "A7"):
        position = position.play(move)
    words = "Black at H8 makes a double three: F8-G8-H8 and H8-H7-H6 (renju)"
    assert str(position.why_illegal("H8")) == words
    with pytest.raises(tg.IllegalMove) as error:
        position.play("H8")
    assert str(error.value) == words
    assert position.vertices(position.forbidden) == "H8"
    assert position.play("O15").is_legal("H8")  # White may
    assert str(parsed(("XXX.XX.",)).why_illegal("D1")) == "Black at D1 makes an overline: A1-B1-C1-D1-E1-F1 (renju)"
    fours = parsed((".X.X.X.X.",)).why_illegal("E1")
    assert str(fours) == "Black at E1 makes a double four: B1-D1-E1-F1 and D1-E1-F1-H1 (renju)"


def test_who_has_only_forbidden_points_has_drawn() -> None:
    stuck = parsed(("XXX.XXX",))
    assert str(stuck.outcome) == "a draw: every empty point is forbidden to Black"
    assert stuck.game.outcome_data(stuck) == {"rule": "stuck"}
    assert str(stuck.why_illegal("D1")) == f"the game is over: {stuck.outcome}"
    assert (stuck.winner, len(stuck.legal_moves), len(stuck.forbidden)) == (None, 0, 1)
    assert str(parsed(("XO",)).outcome) == "a draw: the board is full"
    assert not parsed(("XXX.XXX",), tg.WHITE).is_over
    before = parsed(("XXX.XXX.",), tg.WHITE)
    assert before.play("D1").is_over is False
    assert before.play("H1").outcome == stuck.outcome
    count = tg.count(before)
    assert (count.black_wins, count.white_wins, count.draws) == (0, 0, 2)
    assert tg.perft(before, 3) == (1, 2, 1, 0)


def test_rows_that_win() -> None:
    for board, winner in (
        (("XXXXX.",), tg.BLACK),
        (("XXXXXX",), None),
        (("OOOOO.",), tg.WHITE),
        (("OOOOOO",), tg.WHITE),
    ):
        assert parsed(board).winner is winner
    with pytest.raises(tg.UsageError) as error:
        tg.gomoku.start(9, in_a_row=4, variant="renju")
    assert str(error.value) == "4 in a row in renju; expected 5"


def few_empty_points(chance: random.Random) -> tuple[gomoku.Board, str]:
    """A board that is nearly full and not won, with the side to move."""
    while True:
        board = random_glyphs(chance, chance.randint(1, 5), chance.randint(6, 7), "XXXO.")
        empty = [point for point in gomoku.points(board) if gomoku.at(board, point) == "."]
        for point in empty[chance.randint(3, 6) :]:
            board = gomoku.put(board, point, chance.choice("XO#"))
        if not renju.winners(board):
            return board, chance.choice("XO")


def test_counts_and_random_games(chance: random.Random) -> None:
    stopped = 0
    for _ in range(60):
        board, colour = few_empty_points(chance)
        start = parsed(board, tg.BLACK if colour == "X" else tg.WHITE)
        stopped += bool(renju.forbidden(board))
        games = renju.complete_games(board, colour)
        count = tg.count(start)
        assert (count.black_wins, count.white_wins, count.draws) == (games["X"], games["O"], games["draw"]), board
        assert tg.perft(start, 5) == tuple(renju.perft(board, colour, 5))
        shares, many = renju.random_play_probabilities(board, colour), 4000
        result = tg.simulate_many(start, many, seed=chance.randrange(2**32))
        for name, wins in (("X", result.black_wins), ("O", result.white_wins), ("draw", result.draws)):
            share = float(shares[name])
            assert abs(wins - many * share) <= 4.5 * sqrt(many * share * (1 - share)) + 1e-9, board
    assert stopped > 3


def test_games_move_by_move(chance: random.Random) -> None:
    for policy in ("random", "first"):
        for _ in range(20):
            board = tuple(row.replace("O", ".") for row in random_glyphs(chance, 6, 7, "...XX#"))
            position = parsed(board, tg.WHITE)
            if position.is_over:
                continue
            seed = chance.randrange(2**32) if policy == "random" else None
            record = tg.simulate(position, policy=policy, seed=seed)
            for move in pairs(record.moves):
                colour = NAMES[position.to_play]
                legal = renju.legal_moves(board, colour)
                assert pairs(position.legal_moves) == legal
                assert policy == "random" or move == legal[0]
                board, position = gomoku.put(board, move, colour), position.play(tg.Point(*move))
            assert position == record.end
            assert NAMES[position.winner] == renju.outcome(board, NAMES[position.to_play])


def test_a_batch_closes_the_same_points(chance: random.Random) -> None:
    sides = tg.BLACK, tg.WHITE
    positions = [parsed(crossing_lines(chance, 9, ".....XO"), chance.choice(sides)) for _ in range(40)]
    batch = tg.batch(tg.gomoku.start(9, variant="renju"), len(positions))
    for number, position in enumerate(positions):
        batch.positions[number] = position
        assert bytes(batch.mask[number]) == bytes(position.mask)
        assert bool(batch.over[number]) is position.is_over
    assert sum(len(position.forbidden) for position in positions) > 20
    going = [number for number, position in enumerate(positions) if not position.is_over]
    assert len(going) > 10
    moves = [chance.choice(positions[number].legal_moves.indices) for number in going]
    batch.step(np.array(moves), np.array(going))
    for number, move in zip(going, moves, strict=True):
        after = positions[number].play(move)
        assert batch.positions[number] == after
        assert bytes(batch.mask[number]) == bytes(after.mask)


def in_balance(chance: random.Random, board: gomoku.Board) -> gomoku.Board:
    """Without as many stones as it takes for the counts to be those of a game."""
    while gomoku.last_mover(board) is None:
        black, white = gomoku.count_stones(board)
        much = "X" if black > white else "O"
        stones = [point for point in gomoku.points(board) if gomoku.at(board, point) == much]
        board = gomoku.put(board, chance.choice(stones), ".")
    return board


def test_check_beside_its_definition(chance: random.Random) -> None:
    possible = 0
    for number in range(150):
        board = random_glyphs(chance, chance.randint(1, 6), chance.randint(6, 8), chance.choice(["XO", "XO.", "XXO."]))
        if number % 2:  # long rows
            board = tuple(("X" * chance.randint(3, 9) + "OXO......")[:9] for _ in range(3)) + ("OO.OO.OO.",) * 2
        board = in_balance(chance, board)
        mover, (black, _) = gomoku.last_mover(board), gomoku.count_stones(board)
        if not black:
            continue
        assert mover is not None
        position = tg.gomoku.parse("\n".join(board), variant="renju")
        answer, last = tg.check(position), renju.possible_last_stones(board, mover)
        assert not answer.exact
        assert answer.last_moves is not None
        assert pairs(answer.last_moves) == last, board
        assert bool(answer.reasons) is (not last)
        assert tg.check_many(position, position.board.cells) == [bool(last)]
        possible += bool(last)
    assert 20 < possible < 130


def test_reasons_of_check() -> None:
    def reasons(text: str) -> list[str]:
        return [f"{each.rule}: {each}" for each in tg.check(tg.gomoku.parse(text, variant="renju")).reasons]

    overline = "overline: Black made an overline, which renju forbids: 6 in a row from A2 to F2"
    assert reasons("XXXXXX.\nOOO.OOO") == [overline]
    assert reasons("XXXXXX.\nOOO.OO.") == [overline]
    assert reasons("XXXXX.\nOOOO.O") == ["played on: Black had won already: 5 in a row from A2 to E2"]
    two = "XXXXX.XXXXX\n" + "O.O.O.O.O.O\n" + "O.O.......O"
    words = "no one stone of Black can have made all its winning rows"
    assert reasons(two) == [
        f"too many rows: {words}: 5 in a row from A3 to E3",
        f"too many rows: {words}: 5 in a row from G3 to L3",
    ]
    # Every black stone is where two fours meet.
    whichever = "whichever stone Black put last, the game was over before it, or it was forbidden"
    block = "......\n" + ".XXXX.\n" * 4 + "......\n" + "OOOO.O\n" * 3
    assert reasons(block) == [f"no last stone: {whichever}"]


def test_solving_is_refused() -> None:
    start = tg.gomoku.start(5, variant="renju")
    with pytest.raises(tg.UsageError) as error:
        tg.solve(start)
    assert str(error.value) == "Gomoku is not solved by the rules of renju; expected another variant"
    with pytest.raises(ValueError, match="the solver does not take this position"):
        GomokuSolver(start, 1 << 20)


def test_players_keep_to_the_rules(chance: random.Random) -> None:
    players = (GreedyPlayer(), RandomPlayer(seed=3), tg.players.mcts(visits=30, seed=2))
    for number in range(24):
        position = parsed(crossing_lines(chance, 9), chance.choice((tg.BLACK, tg.WHITE)))
        if not position.is_over:
            move = players[number % 3].choose(position).move
            assert move is not None
            assert position.is_legal(move)


def test_white_wins_where_black_may_not_answer() -> None:
    """At A1 White makes a four, and the one point that stops it, E5, would be a double three."""
    text = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . X X . . .
    . . X X . . . . .
    . . . O . . . . .
    . . O . . . . . .
    . O . . . . . . .
    . . . . . . . O .
    """
    player = tg.players.mcts(visits=400, seed=1)
    for variant, is_win in (("renju", True), ("standard", False)):
        position = tg.gomoku.parse(text, tg.WHITE, variant=variant)
        choice = player.choose(position)
        assert (choice.exact and choice.value == 1.0) is is_win
        assert (choice.move == position.move("A1")) is is_win
    lost = tg.gomoku.parse(text, tg.WHITE, variant="renju").play("A1")
    choice = player.choose(lost)
    assert (choice.exact, choice.value) == (True, 0.0)
    assert choice.move is not None
    assert lost.is_legal(choice.move)


def test_proofs_are_perfect_play(chance: random.Random) -> None:
    proven = 0
    for _ in range(60):
        board, colour = few_empty_points(chance)
        position = parsed(board, tg.BLACK if colour == "X" else tg.WHITE)
        if position.is_over:
            continue
        search = Search(position, seed=chance.randrange(2**32))
        search.run(visits=3000)
        choice = search.choice()
        best = renju.best_outcome(board, colour)
        if choice.exact:
            proven += 1
            assert choice.value == (0.5 if best == "draw" else float(best == colour)), board
        for candidate in choice.candidates:
            assert position.replay(candidate.line)[0] == len(candidate.line), board
    assert proven > 30
