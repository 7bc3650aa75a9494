"""A bot of three files, for what is exported and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# A typed bot of three files. It uses what is offered, and annotations that could not be evaluated.
FILES = {
    "mybot.py": """\
from __future__ import annotations

import tengen as tg
import taste
from tengen import Point, Position, players
from tengen.players import Choice, Clock

LIKED: Mapping[str, int] = {"E5": 3}


def choose(position: Position | Nothing, clock: Clock | None, *more: Nothing) -> Choice | Nothing:
    print("thinking")
    moves: list[Point] = [move for move in position.legal_moves if move is not tg.PASS]
    if not moves or clock.allowance(10) > clock.remaining:
        return tg.PASS
    if not any(position.board.cells):
        return position.point("E5")
    mine = [move for move in moves if position.play(move).winner is position.to_play]
    best = mine[0] if mine else max(moves, key=lambda move: (taste.worth(position, move), move))
    return players.Choice(best, 0.25)
""",
    "taste.py": """\
from package.deep.inner import mobility


def worth(position, move):
    after = position.play(move)
    return mobility(after.with_to_play(position.to_play)) - mobility(after) - len(position.vertex(move))
""",
    "package/deep/inner.py": "def mobility(position):\n    return sum(position.mask)\n",
}


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the bot of three files is. Other tests have files of the same names: none of a test is left imported."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if tmp_path.parent not in Path(path).parents])
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for name in ("taste", "package", "package.deep", "package.deep.inner"):
        sys.modules.pop(name, None)
