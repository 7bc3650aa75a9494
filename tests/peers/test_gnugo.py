"""Go beside GNU Go, through GTP: board, captures and legality after every move of random games, and area scores."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator

import pytest

import tengen as tg
from conftest import gnugo_path


class GnuGo:
    """A GTP conversation with GNU Go: simple ko, no suicide, area scoring."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [gnugo_path(), "--mode", "gtp", "--chinese-rules", "--forbid-suicide", "--simple-ko"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command: str) -> tuple[bool, str]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        lines = []
        while line := self._process.stdout.readline().rstrip("\n"):
            lines.append(line)
        return lines[0].startswith("="), "\n".join(lines)[1:].strip()

    def answer(self, command: str) -> str:
        fine, words = self.ask(command)
        assert fine, (command, words)
        return words

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def gnugo() -> Iterator[GnuGo]:
    peer = GnuGo()
    yield peer
    peer.close()


def stones_of(position: tg.go.Position, color: tg.Color) -> set[str]:
    points = (tg.Point(row, col) for row in range(position.height) for col in range(position.width))
    return {position.vertex(point) for point in points if position[point] is color}


@pytest.mark.parametrize(("size", "games"), [(5, 12), (7, 6), (9, 4), (13, 2), (19, 1)])
def test_random_games_are_the_same_games(gnugo: GnuGo, chance: random.Random, size: int, games: int) -> None:
    for _ in range(games):
        gnugo.answer(f"boardsize {size}")
        gnugo.answer("clear_board")
        position = tg.go.start(size, ko="simple")
        for _ in range(3 * size * size):
            color = position.to_play
            points = [move for move in position.legal_moves if isinstance(move, tg.Point)]
            if not points or position.is_over:
                break
            everywhere = [tg.Point(row, col) for row in range(size) for col in range(size)]
            for point in chance.sample(everywhere, 3):
                legal = gnugo.answer(f"is_legal {color.name} {position.vertex(point)}") == "1"
                assert legal == position.is_legal(point), (position, point)
            move = chance.choice(points)
            assert gnugo.answer(f"play {color.name} {position.vertex(move)}") == ""
            position = position.play(move)
            for stones in (tg.BLACK, tg.WHITE):
                assert set(gnugo.answer(f"list_stones {stones.name}").split()) == stones_of(position, stones)
                assert int(gnugo.answer(f"captures {stones.name}")) == position.captures(stones)


@pytest.mark.parametrize("size", [5, 7, 9])
def test_area_scores_of_finished_games(gnugo: GnuGo, size: int) -> None:
    """Random games that leave only one-point eyes are settled, so GNU Go's estimate has nothing to guess at."""
    compared = 0
    for seed in range(12):
        record = tg.simulate(tg.go.start(size, ko="simple", komi=0), seed=seed)
        if not record.end.is_over:
            continue
        gnugo.answer(f"boardsize {size}")
        gnugo.answer("clear_board")
        gnugo.answer("komi 0")
        color = tg.BLACK
        for move in record.moves:
            gnugo.answer(f"play {color.name} {record.start.vertex(move)}")
            color = color.opponent
        black, white, neutral = record.end.area()  # type: ignore[attr-defined]
        alive = gnugo.answer("final_status_list dead") == ""
        if not alive or neutral:
            continue
        lead = black - white
        expected = "0" if not lead else f"{'B' if lead > 0 else 'W'}+{abs(lead)}.0"
        assert gnugo.answer("final_score") == expected
        compared += 1
    assert compared >= 3
