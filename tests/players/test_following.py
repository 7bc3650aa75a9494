"""From one position to another: the moves between them, lines from the start, stones one by one."""

from __future__ import annotations

import random

import pytest

import tengen as tg
from conformance.clients import CLIENTS, Client
from tengen.games.game import Position
from tengen.players.following import before_ko, line_between, moves_between, placements


def line_of(start: Position, chance: random.Random) -> list[Position]:
    """The positions of a random game; in Go any legal moves, with all their captures, passes and suicides."""
    policy = start.game.policies[-1]
    line = [start]
    for move in tg.simulate(start, policy, seed=chance.randrange(2**32)).moves:
        line.append(line[-1].play(move))
    return line


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_moves_between_the_positions_of_a_game(client: Client, chance: random.Random) -> None:
    for start in map(client.parse, client.starts):
        line = line_of(start, chance)
        for k, earlier in enumerate(line):
            for later in line[k : k + 3]:
                moves = moves_between(earlier, later)
                assert moves is not None, (earlier, later)
                position = earlier
                for move in moves:
                    position = position.play(move)
                assert position == later
            if k >= 1:
                assert moves_between(earlier, line[k - 1]) is None


def test_moves_between_positions_of_different_kinds() -> None:
    assert moves_between(tg.nogo.start(3), tg.gomoku.start(3)) is None
    assert moves_between(tg.nogo.start(3), tg.nogo.start(4)) is None
    assert moves_between(tg.go.start(3), tg.go.start(3, komi=0).play("B2")) is None
    assert moves_between(tg.nogo.start(3), tg.nogo.start(3).play("A1").play("B2").play("C3")) is None
    assert moves_between(tg.nogo.start(3), tg.nogo.start(3).play("A1").play("B2"), 1) is None
    assert moves_between(tg.nogo.start(3), tg.nogo.start(3).with_to_play(tg.WHITE)) is None


def test_stones_that_are_gone_again() -> None:
    """The first move is taken by the second; the second fills what the first has taken."""
    start = tg.go.parse(". O .\n. . .\n. . .\nBlack to play\n")
    assert moves_between(start, start.play("A3").play("A2")) == (tg.Point(0, 0), tg.Point(1, 0))
    start = tg.go.parse("O O .\nX X .\n. . .\nBlack to play\n")
    assert moves_between(start, start.play("C3").play("B3")) == (tg.Point(0, 2), tg.Point(0, 1))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_lines_of_othello(size: int, chance: random.Random) -> None:
    line = line_of(tg.othello.start(size), chance)
    for later in line[:10]:  # of a full 4x4 board the search for a line may be given up
        moves = line_between(line[0], later)
        assert moves is not None
        position = line[0]
        for move in moves:
            position = position.play(move)
        assert position == later
    odd = tg.othello.parse("X O . .\n. . . .\n. . . .\n. . . X\nBlack to play\n")
    assert line_between(tg.othello.start(4), odd) is None
    assert line_between(tg.othello.start(6), odd) is None


@pytest.mark.parametrize(
    "client", [client for client in CLIENTS if client.game.name != "othello"], ids=lambda client: client.name
)
def test_stones_one_by_one(client: Client, chance: random.Random) -> None:
    for start in map(client.parse, client.starts):
        for position in line_of(start, chance)[:-1]:
            empty = tg.Board(
                position.height, position.width, bytes(cell if cell == 3 else 0 for cell in position.board.cells)
            )
            shown = position.game.position(empty, tg.BLACK, **position.rules)
            stones = placements(position)
            for color, point in stones:
                shown = shown.with_to_play(color).play(point)
            assert shown.board == position.board
            if position.board.count(position.to_play.opponent):
                assert stones[-1][0] is position.to_play.opponent


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_kos(ko: str) -> None:
    before = tg.go.parse(". X O .\nX O . O\n. X O .\n. . . .\nBlack to play\n", ko=ko)
    assert before_ko(before) is None
    taken = before.play("C3")
    assert not taken.is_legal("B3")
    found = before_ko(taken)
    assert found is not None
    earlier, move = found
    assert earlier.play(move).board == taken.board
    assert not earlier.play(move).is_legal("B3")
    assert before_ko(taken.with_to_play(tg.WHITE)) is None  # where nobody knows of the capture
