"""solve, of any game: the words of the command, limits, interrupts, checkpoints, bad input."""

from __future__ import annotations

import json
import pickle
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from tengen._core import NogoSolver
from tengen.cli.answers import solution_text
from tengen.verbs import solve as solving_module
from tengen.verbs.solve import MoveValue, Solution, Solving
from waiting import PATIENCE, wait_until_busy

LONG = ("solve", "nogo", "6x6", "--memory", "64")


def words(output: bytes) -> str:
    """Without what differs from run to run."""
    return re.sub(r"[\d,]+ nodes, [\d.]+ s, \d+% of the table", "...", output.decode())


def test_a_win(tengen: Tengen) -> None:
    result = tengen("solve", "nogo", "3x3", "--format", "diagram")
    assert (result.returncode, result.stderr) == (0, b"")
    answer, line, closing = words(result.stdout).rsplit("\n", 3)[:3]
    assert (
        answer
        == """\
  A B C
3 + + + 3
2 + + + 2
1 + + + 1
  A B C
Black to play

Black wins
Black wins with: A3 B3 C3 A2 B2 C2 A1 B1 C1"""
    )
    assert closing == "..."
    position = tg.nogo.start(3)
    for vertex in line.removeprefix("line: ").split():
        position = position.play(vertex)
    assert position.is_over
    assert position.winner is tg.BLACK


def test_a_loss_has_no_best_moves(tengen: Tengen) -> None:
    result = tengen("solve", "nogo", "2x3")
    assert result.returncode == 0
    assert re.fullmatch(r"White wins\nline: [A-C1-2 ]+\n\.\.\.\n", words(result.stdout))


def test_a_draw_and_a_margin(tengen: Tengen) -> None:
    assert words(tengen("solve", "gomoku", "3x3", "--in-a-row", "3").stdout).splitlines()[:2] == [
        "draw",
        "Black draws with: A3 B3 C3 A2 B2 C2 A1 B1 C1",
    ]
    assert words(tengen("solve", "go", "2x2", "--komi", "0", "--format", "diagram").stdout).startswith("""\
   A  B
2 +1 +1 2
1 +1 +1 1
   A  B
Black to play

Black wins by 1
Black wins with: A2 B2 A1 B1
""")


def test_json(tengen: Tengen) -> None:
    found = json.loads(tengen("solve", "nogo", "2x2", "--format", "json").stdout)
    assert found["position"]["rows"] == ["..", ".."]
    assert (found["known"], found["result"], found["winner"], found["bounds"]) == (True, "win", "black", [1, 1])
    assert found["best_moves"] == ["A2", "B2", "A1", "B1"] == list(found["moves"])
    assert found["undecided_moves"] == []
    assert found["moves"]["A1"]["result"] == "win"
    assert found["line"] == found["moves"]["A2"]["line"]
    assert found["nodes"] > 0
    assert found["table"]["size"] >= found["table"]["used"]


def test_one_move_is_enough(tengen: Tengen) -> None:
    answer = words(tengen("solve", "nogo", "3x6", "--one").stdout).splitlines()
    assert answer[0] == "Black wins"
    best, rest = (line.split(": ")[1].split() for line in answer[1:3])
    assert answer[2].startswith("not looked into: ")
    assert len(best) + len(rest) <= 18
    assert set(best) <= set(tengen("solve", "nogo", "3x6").stdout.decode().splitlines()[1].split(": ")[1].split())


def test_a_game_that_is_over() -> None:
    position = tg.nogo.parse(".X\nX.", to_play=tg.WHITE)
    assert position.is_over
    solution = tg.solve(position)
    assert (solution.winner, solution.moves, solution.nodes) == (tg.BLACK, (), 0)
    assert len(solution.line) == len(solution.best_moves) == 0


def test_a_limit_says_what_is_known(tengen: Tengen) -> None:
    result = tengen(*LONG, "--seconds", "0.2")
    assert (result.returncode, result.stderr) == (1, b"")
    assert words(result.stdout) == "unknown\n...\n"
    solution = tg.solve(tg.nogo.start(6), seconds=0.1, memory=16)
    assert not solution.is_known
    assert (solution.winner, solution.result, solution.margin) == (None, None, None)
    assert (solution.lower, solution.upper) == (-1, 1)
    assert len(solution.undecided_moves) == 36
    assert repr(solution).startswith("<Solution: unknown, ")


def test_what_is_known_of_some_moves() -> None:
    start = tg.nogo.start((1, 3))
    points = start.legal_moves

    def value(point: tg.Point, lower: float, upper: float) -> MoveValue:
        return MoveValue(tg.Points([point], 3), lower, upper)

    solution = Solution(start, -1, 1, (value(points[0], -1, -1), value(points[1], -1, 1), value(points[2], -1, -1)))
    assert [each.result for each in solution.moves] == ["loss", None, "loss"]
    assert not solution.is_known
    assert list(solution.undecided_moves) == [points[1]]
    solution = Solution(start, 1, 1, (value(points[0], -1, -1), value(points[1], 1, 1), value(points[2], -1, 1)))
    assert list(solution.best_moves) == [points[1]]
    assert list(solution.undecided_moves) == [points[2]]


def test_progress_and_cancel() -> None:
    seen: list[Solving] = []
    cancel = tg.Cancel()

    def watch(solving: Solving) -> None:
        seen.append(solving)
        if len(seen) == 3:
            cancel.request()

    with pytest.raises(tg.Cancelled) as caught:
        tg.solve(tg.nogo.start(6), memory=16, progress=watch, cancel=cancel)
    assert isinstance(caught.value.partial, Solution)
    assert not caught.value.partial.is_known
    assert [each.nodes for each in seen] == sorted(each.nodes for each in seen)
    assert all(0 <= each.done <= 1 and 0 <= each.table_used <= each.table_size for each in seen)


def test_control_c_and_going_on(tmp_path: Path) -> None:
    command = [str(TENGEN), *LONG, "--threads", "2", "--checkpoint", "it.run"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_busy(process, 1.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert words(output).startswith("unknown\n")
    assert errors == b"tengen: interrupted; the same command goes on from it.run\n"
    assert [path.name for path in tmp_path.iterdir()] == ["it.run"]


def test_a_checkpoint_is_gone_on_from(tmp_path: Path) -> None:
    start, path = tg.nogo.start((3, 7)), tmp_path / "it.run"
    first = tg.solve(start, threads=1, all_moves=False, checkpoint=path)
    assert path.stat().st_size > 500
    again = tg.solve(start, threads=1, all_moves=False, checkpoint=path, memory=7)  # another table
    assert again.winner is first.winner is tg.BLACK
    assert again.nodes < first.nodes / 2  # most of them for the line
    _, _, journal = path.read_bytes().partition(b"\n")
    assert len(journal) % 24 == 0


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"", "'{}' is not a checkpoint of Tengen's"),
        (lambda data: b"[]\n", "'{}' is not a checkpoint of Tengen's"),
        (lambda data: b"\xff\xfe\n", "'{}' is not a checkpoint of Tengen's"),
        (lambda data: data[:-1], "'{}' is damaged: its checksum is wrong"),
        (
            lambda data: data.replace(b'"tengen checkpoint": 1', b'"tengen checkpoint": 99'),
            "'{}' was written by another version of Tengen (format 99; this one reads 1)",
        ),
        (
            lambda data: data.replace(b'"seed": 0', b'"seed": 1'),
            "'{}' is a checkpoint of another position, or with another seed",
        ),
    ],
)
def test_a_checkpoint_that_is_none(tmp_path: Path, damage: object, message: str) -> None:
    path = tmp_path / "it.run"
    tg.solve(tg.nogo.start((3, 6)), checkpoint=path)
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(tg.UsageError) as caught:
        tg.solve(tg.nogo.start((3, 6)), checkpoint=path)
    assert str(caught.value) == message.format(path)


def test_a_checkpoint_of_another_position(tmp_path: Path) -> None:
    path = tmp_path / "it.run"
    tg.solve(tg.nogo.start(3), checkpoint=path)
    for position, seed in ((tg.nogo.start(3).play("A1"), 0), (tg.nogo.start((3, 2)), 0), (tg.nogo.start(3), 1)):
        with pytest.raises(tg.UsageError, match="is a checkpoint of another position, or with another seed"):
            tg.solve(position, checkpoint=path, seed=seed)
    with pytest.raises(tg.UsageError) as caught:
        tg.solve(tg.nogo.start(3), checkpoint=tmp_path / "none" / "it.run")
    assert str(caught.value) == f"cannot write '{tmp_path / 'none' / 'it.run'}': No such file or directory"


def test_a_checkpoint_that_can_no_longer_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving_module, "_SAVED_EVERY", 0.0)
    folder = tmp_path / "there"

    def lose_folder(_: Solving) -> None:
        if folder.exists():
            shutil.rmtree(folder)

    def solution(size: tuple[int, int], seconds: float | None) -> Solution:
        folder.mkdir()
        return tg.solve(
            tg.nogo.start(size),
            threads=1,
            memory=64,
            seconds=seconds,
            all_moves=False,
            checkpoint=folder / "it.run",
            progress=lose_folder,
        )

    assert solution((3, 7), None).winner is tg.BLACK  # known: there is nothing to go on with
    assert not folder.exists()
    with pytest.raises(tg.UsageError) as caught:
        solution((6, 6), 0.5)
    assert str(caught.value) == f"cannot write '{folder / 'it.run'}': No such file or directory"


def test_plies(tengen: Tengen) -> None:
    assert words(tengen("solve", "nogo", "3x3", "--one", "--plies").stdout).startswith(
        "Black wins in 7 plies\nBlack wins with: B2\n"
    )
    assert words(tengen("solve", "nogo", "2x3", "--plies").stdout).startswith("White wins in 4 plies\nline: ")
    late = json.loads(tengen("solve", "nogo", "4x4", "--plies", "--one", "--threads", "1", "--format", "json").stdout)
    assert late["plies"] == [14, 14]
    assert len(late["line"]) == 14
    unknown = json.loads(tengen("solve", "nogo", "6x6", "--plies", "--seconds", "0.3", "--format", "json").stdout)
    assert (unknown["result"], unknown["plies"]) == (None, None)
    over = tg.solve(tg.nogo.start(1), plies=True)
    assert (over.plies, over.winner) == ((0, 0), tg.WHITE)
    with pytest.raises(tg.UsageError):
        tg.solve(tg.gomoku.start(3), plies=True)
    found = tg.solve(tg.nogo.start((2, 3)), plies=True, threads=1)
    copy = pickle.loads(pickle.dumps(found))
    assert (copy, copy.line) == (found, found.line)


def test_plies_as_far_as_they_are_known() -> None:
    """Who wins is known at once, how soon is not: Ctrl-C leaves the bounds."""
    start = tg.nogo.start((4, 5))
    cancel = tg.Cancel()
    known = tg.solve(start, threads=1, all_moves=False).nodes

    def watch(solving: Solving) -> None:
        if solving.nodes > known + 200_000:
            cancel.request()

    with pytest.raises(tg.Cancelled) as caught:
        tg.solve(start, threads=1, all_moves=False, plies=True, progress=watch, cancel=cancel)
    partial = caught.value.partial
    assert partial.winner is tg.BLACK
    assert partial.plies is not None
    assert partial.plies[0] == 1
    assert 17 <= partial.plies[1] <= 19
    assert f"Black wins in at most {partial.plies[1]} plies\n" in solution_text(partial, board=False)


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_another_way_to_the_same_answer(seed: int) -> None:
    solution = tg.solve(tg.nogo.start((3, 5)), seed=seed, threads=1)
    assert solution.winner is tg.BLACK
    assert solution.position.vertices(solution.best_moves) == "B3 C3 D3 A2 B2 C2 D2 E2 B1 C1 D1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nogo", "9x9"), "81 points can still be played; NoGo is solved with at most 64"),
        (("nogo", "3x3", "--seconds", "-1"), "-1.0 seconds; expected 0 or more"),
        (("nogo", "3x3", "--memory", "9999999"), "9999999 MiB for the table; expected 1 to 1048576"),
        (
            ("gomoku", "3x3", "--checkpoint", "x"),
            "Gomoku is solved without a seed, a checkpoint or an executor, and without counting plies",
        ),
        (
            ("go", "2x2", "--seed", "1"),
            "Go is solved without a seed, a checkpoint or an executor, and without counting plies",
        ),
        (
            ("othello", "4x4", "--plies"),
            "Othello is solved without a seed, a checkpoint or an executor, and without counting plies",
        ),
        (
            ("go", "2x2", "--scheduler", "tcp://127.0.0.1:1"),  # where nobody is: it is not asked
            "Go is solved without a seed, a checkpoint or an executor, and without counting plies",
        ),
        (("nogo", "0x3"), "a 0x3 board; expected at least one row and one column"),
        (("nogo", "none.txt"), "cannot read 'none.txt': No such file or directory"),
    ],
)
def test_bad_input(tengen: Tengen, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    result = tengen("solve", *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode() == f"tengen: {message}\n"
    assert list(tmp_path.iterdir()) == []


def test_an_unsound_position(tengen: Tengen) -> None:
    result = tengen("solve", "nogo", "--input", "diagram", input=b"XO\nO.\n")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith("tengen: line 1, column 1: ")


@pytest.mark.parametrize("value", [0, 2**20 + 1])
def test_memory_is_bounded(value: int) -> None:
    with pytest.raises(tg.UsageError, match="MiB for the table; expected 1 to 1048576"):
        tg.solve(tg.nogo.start(2), memory=value)


def test_a_proof_is_written_and_holds(tengen: Tengen, tmp_path: Path) -> None:
    for name in ("it.proof", "it.proof.gz"):
        result = tengen("solve", "nogo", "3x4", "--proof", name, cwd=tmp_path)
        assert (result.returncode, result.stderr) == (0, b"")
        judged = tengen("judge", "nogo", "--proof", name, cwd=tmp_path)
        assert judged.returncode == 0
        assert judged.stdout.startswith(b"White wins\nall ")
    assert (tmp_path / "it.proof.gz").read_bytes()[:2] == b"\x1f\x8b"


def test_no_proof_without_an_answer(tengen: Tengen, tmp_path: Path) -> None:
    result = tengen(*LONG, "--seconds", "0.2", "--proof", "it.proof", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (1, b"tengen: no proof was written to it.proof\n")
    assert list(tmp_path.iterdir()) == []
    for path, why in (("none/it.proof", "No such file or directory"), (".", "Is a directory")):
        result = tengen("solve", "nogo", "3x3", "--proof", path, cwd=tmp_path)
        assert (result.returncode, result.stdout) == (2, b"")
        assert result.stderr.decode() == f"tengen: cannot write '{path}': {why}\n"
    result = tengen("solve", "gomoku", "3x3", "--proof", "it.proof", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (2, b"", b"tengen: there are no proofs of Gomoku\n")


def test_what_threads_have_of_their_own_is_taken_off_the_table() -> None:
    start, memory = tg.nogo.start((4, 6)), 64 << 20
    entries = [NogoSolver(start, memory, 0, threads).table[1] for threads in (1, 5, 1024)]
    assert memory - (2 << 20) <= 8 * entries[0] <= memory
    assert 8 * entries[1] <= memory - 4 * (2 << 20)
    assert 8 * entries[2] >= memory // 2 - (4 << 20)  # the rest of the threads do not run
    few = NogoSolver(tg.nogo.start(3), 1 << 20, 0, 1024)
    few.run(True, -1.0, 1024, None)
    assert all(lower == upper for lower, upper, _ in few.report())
