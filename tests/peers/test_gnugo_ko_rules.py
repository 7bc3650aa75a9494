"""Go beside GNU Go under the rules that test_gnugo.py leaves out: superko of both kinds, and suicide.

Not both at once: GNU Go lets a lone stone commit suicide under positional superko, though that repeats the board. And
in games of at most LONGEST plies: after 500 it forgets the first boards.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator

import pytest

import tengen as tg
from conftest import gnugo_path

LONGEST = 400
RULES = {
    "positional": ("--positional-superko", "--forbid-suicide"),
    "situational": ("--situational-superko", "--forbid-suicide"),
    "simple with suicide": ("--simple-ko", "--allow-all-suicide"),
}


class GnuGo:
    """A GTP conversation; many commands go at once, which is what makes it fast."""

    def __init__(self, options: tuple[str, ...]) -> None:
        self._process = subprocess.Popen(
            [gnugo_path(), "--mode", "gtp", "--chinese-rules", *options],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, *commands: str) -> list[str]:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{command}\n" for command in commands))
        self._process.stdin.flush()
        return [self._answer(command) for command in commands]

    def _answer(self, command: str) -> str:
        assert self._process.stdout is not None
        lines: list[str] = []
        while line := self._process.stdout.readline().rstrip("\n"):
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return " ".join(lines).removeprefix("=").strip()

    def close(self) -> None:
        self._process.communicate("quit\n", timeout=20)


@pytest.fixture(params=RULES)
def peer(request: pytest.FixtureRequest) -> Iterator[tuple[GnuGo, str, bool]]:
    """GNU Go, and the ko rule and suicide that it was told to play by."""
    program = GnuGo(RULES[request.param])
    yield program, request.param.split()[0], "suicide" in request.param
    program.close()


def stones(position: tg.go.Position, color: tg.Color) -> set[str]:
    points = (tg.Point(row, col) for row in range(position.height) for col in range(position.width))
    return {position.vertex(point) for point in points if position[point] is color}


def compare(program: GnuGo, position: tg.go.Position, tried: list[str]) -> None:
    black, white, by_black, by_white, *legal = program.ask(
        "list_stones black",
        "list_stones white",
        "captures black",
        "captures white",
        *(f"is_legal {position.to_play.name} {vertex}" for vertex in tried),
    )
    assert set(black.split()) == stones(position, tg.BLACK)
    assert set(white.split()) == stones(position, tg.WHITE)
    assert (int(by_black), int(by_white)) == (position.captures(tg.BLACK), position.captures(tg.WHITE))
    assert [answer == "1" for answer in legal] == [position.is_legal(vertex) for vertex in tried], position


@pytest.mark.parametrize(("size", "moves"), [(2, 400), (3, 600), (5, 800), (7, 600), (9, 500), (13, 300), (19, 300)])
def test_random_games_move_by_move(chance: random.Random, peer: tuple[GnuGo, str, bool], size: int, moves: int) -> None:
    program, ko, suicide = peer
    played = 0
    while played < moves:
        program.ask(f"boardsize {size}", "clear_board")
        position = tg.go.start(size, ko=ko, suicide=suicide)
        every = [position.vertex(tg.Point(row, col)) for row in range(size) for col in range(size)]
        for _ in range(LONGEST):
            compare(program, position, every if size <= 5 else chance.sample(every, 12))
            legal = [position.vertex(move) for move in position.legal_moves]
            move = chance.choice(legal[:-1]) if len(legal) > 1 and chance.random() < 0.97 else "pass"
            program.ask(f"play {position.to_play.name} {move}")
            position = position.play(move)
            played += 1
            if position.is_over:
                break
        compare(program, position, [])
