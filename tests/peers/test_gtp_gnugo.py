"""`tengen gtp go` against GNU Go: whole games through two pipes, where both agree on every move and on the board."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from conftest import TENGEN, gnugo_path
from waiting import PATIENCE

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
    engine = Engine(
        gnugo_path(), "--mode", "gtp", "--chinese-rules", "--positional-superko", "--level", "0", "--seed", "1"
    )
    yield engine
    engine.close()


@pytest.mark.parametrize(("player", "color"), [("random:seed=1", "white"), ("mcts:visits=50,seed=1", "black")])
def test_a_game_against_gnugo(gnugo: Engine, player: str, color: str) -> None:
    ours = Engine(str(TENGEN), "gtp", "go", "--player", player, "--komi", "6.5")
    try:
        other = "white" if color == "black" else "black"
        sides = {color: (ours, gnugo), other: (gnugo, ours)}
        for engine in (ours, gnugo):
            assert engine.ask("protocol_version") == "2"
            for command in ("boardsize 7", "clear_board", "komi 6.5", "time_settings 600 0 0"):
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
        assert ours.process.wait(PATIENCE) == 0
    finally:
        ours.close()


# Games between the two that ended with dead stones on the board: the moves before the passes, and what it comes to.
ENDED = [
    (
        "W+1.5",
        "C7 C4 G7 F3 E5 D4 E3 E4 F4 E2 G3 F2 F5 G2 H3 B6 B8 H2 G4 B7 C6 B5 D5 A8 B9 J3 J4 J2 C5 A7 C8 A9 B4 B3 A4 "
        "A3 A5 A6 A4",
    ),
    (
        "B+2.5",
        "C4 G7 G3 D7 E6 E7 F6 F7 G6 C6 H6 D5 C3 E5 E3 B5 H7 A2 D6 C5 B4 A4 B3 A3 H8 G8 G9 F9 H9 B2 C2 B1 C1 F5 G4 "
        "G5 H5 D4 C7 C8 B7 D3 B8 E8 C9 E2 D8 H1 D9 F3 G2 G1 H2 F1 H4 F2 J2 B6 J1 A7 A8 A6 F4 E4 H3",
    ),
    (
        "B+42.5",
        "F6 C5 C7 B6 E6 G4 E4 E5 C3 D3 D4 C4 D2 B3 E3 F2 B2 A2 H2 D5 F5 H6 F3 A3 B7 H1 H8 G3 G2 J2 E2 F1 H3 A7 A8 "
        "A6 B1 G1 J3 H4 J1 B8 C8 J2 F8 J4 H7 E1 J6 D1 F4 A9 H5 C9 D9 D7 B9 A8 D8 E8 D6 G6 G5 F7 J5 G7 C1 E7 C6 B5 "
        "A4 F9 G8 J7 J8 G9 E9 D7 E7 F7 C2 A1",
    ),
]


@pytest.mark.parametrize(("score", "moves"), ENDED, ids=[score for score, _ in ENDED])
def test_both_agree_on_what_is_dead_and_on_the_score(gnugo: Engine, score: str, moves: str) -> None:
    ours = Engine(str(TENGEN), "gtp", "go", "--player", "random")
    try:
        for engine in (ours, gnugo):
            for command in ("boardsize 9", "clear_board", "komi 6.5"):
                engine.ask(command)
            for number, vertex in enumerate([*moves.split(), "pass", "pass"]):
                engine.ask(f"play {'bw'[number % 2]} {vertex}")
        dead = [set(engine.ask("final_status_list dead").split()) for engine in (ours, gnugo)]
        assert dead[0] == dead[1] != set()
        assert ours.ask("final_score") == gnugo.ask("final_score") == score
        stones = {*ours.ask("list_stones b").split(), *ours.ask("list_stones w").split()}
        assert set(ours.ask("final_status_list alive").split()) == stones - dead[0]
        ours.ask("undo")
        assert ours.ask("final_status_list dead") == ""  # the game goes on
    finally:
        ours.close()
