"""GNU Go loads what we write in SGF, and we read what it writes."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import gnugo_path
from tengen.games.game import Position


def gnugo(*commands: str) -> list[str]:
    """Its answers to these GTP commands."""
    result = subprocess.run(
        [gnugo_path(), "--mode", "gtp"],
        input="\n".join([*commands, "quit\n"]),
        text=True,
        capture_output=True,
        check=True,
        timeout=60,
    )
    answers = [answer.strip() for answer in result.stdout.split("\n\n")][: len(commands)]
    assert all(answer.startswith("=") for answer in answers), answers
    return [answer[1:].strip() for answer in answers]


def stones(position: Position, color: tg.Color) -> set[str]:
    return {
        position.vertex(tg.Point(*divmod(index, position.width)))
        for index, cell in enumerate(position.board.cells)
        if cell == (1 if color is tg.BLACK else 2)
    }


@pytest.mark.parametrize("size", [5, 9, 19])
def test_gnugo_loads_ours(tmp_path: Path, chance: random.Random, size: int) -> None:
    start = tg.generate(tg.go.start(size, komi=6.5, ko="simple"), fill=0.2, seed=chance.randrange(2**32))
    moves = start.game.random_game(start, "random", chance.randrange(2**32), size * size // 2, None)
    for record in (tg.Record(start, moves), tg.Record(start.with_to_play(tg.WHITE), tg.Points([], size))):
        file = tmp_path / "game.sgf"
        file.write_text(record.to_sgf(["a comment with ] and \\ in it"] * min(1, len(record)), PB="Ann"))
        side, black, white, komi = gnugo(f"loadsgf {file}", "list_stones black", "list_stones white", "get_komi")
        assert side == record.end.to_play.name
        assert set(black.split()) == stones(record.end, tg.BLACK)
        assert set(white.split()) == stones(record.end, tg.WHITE)
        assert float(komi) == 6.5


def test_gnugo_shows_nogo_as_it_is(tmp_path: Path) -> None:
    """A game of NoGo is one of Go, move by move."""
    record = tg.simulate(tg.nogo.start(9), seed=3)
    (tmp_path / "game.sgf").write_text(record.to_sgf())
    _, black = gnugo(f"loadsgf {tmp_path / 'game.sgf'}", "list_stones black")
    assert set(black.split()) == stones(record.end, tg.BLACK)


def test_we_read_gnugos(tmp_path: Path) -> None:
    gnugo(
        "boardsize 9",
        "komi 5.5",
        "fixed_handicap 3",
        "play white E5",
        "play black G3",
        "play white pass",
        f"printsgf {tmp_path / 'game.sgf'}",
    )
    tree = tg.read_sgf((tmp_path / "game.sgf").read_bytes())
    assert tree.start.rules["komi"] == 5.5
    assert stones(tree.record.end, tg.BLACK) == {"G3", *stones(tree.start, tg.BLACK)}
    assert tree.record.end["E5"] is tg.WHITE
