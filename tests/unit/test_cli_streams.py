"""What the command does about closed pipes, full disks, Ctrl-C and terminals."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from conftest import TENGEN, missing
from unit.test_cli import SAMPLE
from waiting import PATIENCE, wait_until_busy, wait_until_idle


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"400\n" + (b"." * 400 + b"\n") * 400)
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{TENGEN} simulate nogo {board} | head -1"],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout, result.stderr) == (141, b"1 1\n", b"")


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        missing("/dev/full", "Linux")
    for words in ("simulate nogo", "--help", "count --help", "--version"):
        result = subprocess.run(
            f"{TENGEN} {words} > /dev/full", input=SAMPLE, shell=True, capture_output=True, check=False
        )
        assert (result.returncode, result.stderr) == (2, b"tengen: cannot write the answer: No space left on device\n")


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("count nogo 2x2 --depth 2", b"0 1\n1 4\n2 12\n"),
        ("count nogo 2x2 --positions", b"57\n"),
        ("solve nogo 1x2 --format json", b'{"position": '),
        ("simulate nogo --games 8 --seed 1", b"3 5 0\n"),
        ("generate nogo --size 1 --fill 0", b"1\n.\n"),
    ],
)
def test_a_closed_standard_error_does_not_matter(words: str, out: bytes) -> None:
    result = subprocess.run(f"{TENGEN} {words} 2>&-", input=SAMPLE, shell=True, capture_output=True, check=False)
    assert (result.returncode, result.stdout[: len(out)]) == (0, out)


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "nogo", "BOARD", "--games", "1000000000000"),
        ("count", "nogo", "9x9"),
        ("count", "gomoku", "9x9"),
        ("count", "nogo", "9x9", "--depth", "30"),
    ],
)
def test_ctrl_c_ends_with_what_is_done(tmp_path: Path, words: tuple[str, ...]) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"9\n" + (b"." * 9 + b"\n") * 9)
    process = subprocess.Popen(
        [TENGEN, *(str(board) if word == "BOARD" else word for word in words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_until_busy(process, 1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in error
    assert out
    assert b"tengen: interrupted: " in error
    if words[0] == "count" and "--depth" not in words:  # every line of play that was counted begins some game
        assert out.startswith(b"at least ")
        assert int(out.split()[2]) >= 81
    if "--games" in words:
        assert sum(map(int, out.split())) > 0
    if "--depth" in words:
        assert out.startswith(b"0 1\n1 81\n2 6480\n3 511912\n")


@pytest.mark.parametrize(
    "words", [("simulate", "nogo", "BOARD", "--seed", "7"), ("generate", "nogo", "--size", "4000")]
)
def test_ctrl_c_in_one_big_game(tmp_path: Path, words: tuple[str, ...]) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"4000\n" + (b"." * 4000 + b"\n") * 4000)
    process = subprocess.Popen(
        [TENGEN, *(str(board) if word == "BOARD" else word for word in words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    wait_until_busy(process, 0.25)  # reading it takes less, playing it far more
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert error.startswith(b"tengen: interrupted")


def test_a_closed_standard_input_is_said() -> None:
    result = subprocess.run(f"{TENGEN} simulate nogo <&-", shell=True, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (2, b"tengen: cannot read standard input: Bad file descriptor\n")


def test_ctrl_c_while_waiting_for_input() -> None:
    process = subprocess.Popen(
        [TENGEN, "simulate", "nogo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_until_idle(process)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, error) == (130, b"", b"tengen: interrupted\n")


def test_a_terminal_sees_progress_and_a_file_does_not(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"19\n" + (b"." * 19 + b"\n") * 19)
    command = [str(TENGEN), "simulate", "nogo", "--games", "300000", "--threads", "1", str(board)]
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    seen = b""
    try:
        while piece := os.read(leader, 4096):
            seen += piece
    except OSError:
        pass  # how a terminal says that nobody is at its other end any more
    process.wait(timeout=60)
    os.close(leader)
    assert b"games [" in seen
    assert b"s left" in seen
    assert seen.endswith(b"\r\x1b[K")
