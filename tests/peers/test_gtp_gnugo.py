"""`tengen gtp go` against GNU Go: whole games through two pipes, where both agree on every move and on the board."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from conftest import TENGEN, gnugo_path

MOST_PLIES = 400


class Engine:
    """One end of a game: a program that speaks GTP."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """The answer, which is no failure."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        answer = "\n".join(lines)
        assert answer.startswith("="), (command, answer)
        return answer[1:].strip()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def gnugo() -> Iterator[Engine]:
    engine = Engine(gnugo_path(), "--mode", "gtp", "--chinese-rules", "--positional-superko", "--level", "0")
    yield engine
    engine.close()


@pytest.mark.parametrize(("player", "color"), [("random", "white"), ("mcts:visits=50", "black")])
def test_a_game_against_gnugo(gnugo: Engine, player: str, color: str) -> None:
    ours = Engine(str(TENGEN), "gtp", "go", "--player", player, "--komi", "6.5")
    try:
        other = "white" if color == "black" else "black"
        sides = {color: (ours, gnugo), other: (gnugo, ours)}
        for engine in (ours, gnugo):
            assert engine.ask("protocol_version") == "2"
            for command in ("boardsize 9", "clear_board", "komi 6.5", "time_settings 600 0 0"):
                engine.ask(command)
        passes = plies = 0
        mover = "black"
        while passes < 2 and plies < MOST_PLIES:
            engine, opponent = sides[mover]
            engine.ask(f"time_left {mover} 500 0")
            move = engine.ask(f"genmove {mover}")
            if move.lower() == "resign":
                break
            opponent.ask(f"play {mover} {move}")
            passes = passes + 1 if move.lower() == "pass" else 0
            plies += 1
            mover = "white" if mover == "black" else "black"
            for stones in ("black", "white"):
                assert set(ours.ask(f"list_stones {stones}").split()) == set(gnugo.ask(f"list_stones {stones}").split())
        assert plies > 10
        assert ours.ask("final_score")[0] in "BW"
        assert ours.ask("quit") == ""
        assert ours.process.wait(10) == 0
    finally:
        ours.close()
