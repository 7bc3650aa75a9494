"""The engines of tests/players/engines as players."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from tengen import players
from tengen.errors import PlayerFailed
from tengen.games.game import Position
from waiting import wait_until

ENGINES = Path(__file__).parent / "engines"


class Programs:
    """Makes players of the engines beside this file, marked so that their processes can be found."""

    def __init__(self) -> None:
        self.tag = f"tag-{uuid4()}"
        self.made: list[players.ExternalPlayer] = []

    def command(self, name: str, *words: str) -> str:
        return shlex.join([sys.executable, str(ENGINES / f"{name}.py"), self.tag, *words])

    def __call__(
        self, name: str, *words: str, timeout: float = 20.0, start_timeout: float = 20.0
    ) -> players.ExternalPlayer:
        self.made.append(players.external(self.command(name, *words), timeout=timeout, start_timeout=start_timeout))
        return self.made[-1]

    def running(self) -> int:
        """How many processes with the mark there are."""
        listed = subprocess.run(["ps", "-A", "-ww", "-o", "stat=,args="], capture_output=True, text=True, check=True)
        return sum(self.tag in line and not line.startswith("Z") for line in listed.stdout.splitlines())

    def wait_for(self, number: int) -> None:
        wait_until(lambda: self.running() == number)


def failure(player: players.ExternalPlayer, position: Position, clock: players.Clock | None = None) -> PlayerFailed:
    with pytest.raises(PlayerFailed) as caught:
        player.choose(position, clock)
    return caught.value


def choose_vertex(player: players.Player, position: Position) -> str:
    move = player.choose(position).move
    assert move is not None
    return position.vertex(move)


def told(log: Path) -> list[str]:
    """What is in the log of an engine, which is then empty."""
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines
