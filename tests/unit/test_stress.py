"""Programs under stress: how they fail, and the smallest board on which they do."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from conftest import Tengen
from tengen.formats.contest import END
from tengen.problems.checker import published_answer
from tengen.problems.families import FAMILIES
from tengen.problems.stress import Limits, smaller, stress
from waiting import wait_until

PYTHON = [sys.executable, "-S", "-c"]
SIZES = {"nogo": 6, "go": 5, "gomoku": 19, "othello": 4}


@pytest.mark.parametrize("game", FAMILIES)
def test_smaller_inputs_are_proper_ones(game: str) -> None:
    for number, family in enumerate(FAMILIES[game].values()):
        rng = random.Random(number)
        data = family(rng, SIZES[game])
        found = list(smaller(game, data))
        for less in rng.sample(found, min(20, len(found))):
            published_answer(game, less)
            assert less != data
            assert len(less) <= len(data) + 1  # Othello writes a disc shorter than a gap, and 10 longer than 9
    assert not list(smaller("othello", b"1\n1\n"))


def test_the_smallest_board_is_shown() -> None:
    """A program that never plays the first point: the published solutions have that mistake too."""
    code = (
        "rows = open(0).read().split()[1:]\n"
        "print(*['1 2'] * (rows[0][1:2] == '.' and len(rows) == 2), '-1 -1', sep='\\n')"
    )
    failure = stress("nogo", [*PYTHON, code], seed=1, cases=60)
    assert failure is not None
    assert (failure.kind, failure.output.split(b"\n")[-2]) == ("wrong", b"-1 -1")
    assert failure.data.split()[0] in (b"2", b"3")
    for less in smaller("nogo", failure.data):
        output = subprocess.run([*PYTHON, code], input=less, capture_output=True, check=True, timeout=60).stdout
        assert tg.judge(tg.nogo.parse(less.decode()), output).is_right


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("print('-1 -1')", "wrong", "line 1: -1 -1, but Black can move, for example 1 1"),
        ("raise SystemExit(3)", "crash", "it ended with exit status 3"),
        ("import os; os.abort()", "crash", "it was ended by signal 6 (SIGABRT)"),
        ("print(x)", "crash", "it ended with exit status 1; its last words: NameError: name 'x' is not defined"),
        ("x = bytearray(1 << 30)", "memory", "it needs more than 512 MiB"),
        ("while True: print('x' * 1000000)", "crash", "it wrote more than 64 MiB"),
        ("while True: pass", "time", "it took more than 0.5 seconds"),
        ("import os, time; os.fork(); time.sleep(600)", "time", "it took more than 0.5 seconds"),
    ],
)
def test_ways_to_fail(code: str, kind: str, words: str) -> None:
    seconds = 0.5 if kind == "time" else 20
    failure = stress("nogo", [*PYTHON, code], limits=Limits(seconds, 512), seed=4, cases=40)
    assert failure is not None
    assert (failure.kind, failure.words) == (kind, words)


@pytest.mark.parametrize(("game", "answer"), [("go", "0"), ("gomoku", "YES"), ("othello", "1 0 0")])
def test_the_other_problems(game: str, answer: str) -> None:
    failure = stress(game, [*PYTHON, f"print('{answer}')"], seed=2, cases=60)
    assert failure is not None
    assert failure.kind == "wrong"
    assert failure.output.decode().split() != published_answer(game, failure.data).decode().split()
    if game == "go":
        assert failure.data.split()[:2] in ([b"1", b"1"], [b"2", b"1"])  # one board, of one point
    if game == "gomoku":
        assert failure.data.count(b"o") + failure.data.count(b"x") <= 2


def test_the_command(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("print('-1 -1')\n")
    result = tengen(
        "stress", "nogo", "--seed", "4", "--cases", "50", "--", sys.executable, "-S", "wrong.py", cwd=tmp_path
    )
    assert (result.returncode, result.stderr[:29]) == (1, b"tengen: it failed in case 17;")
    assert result.stdout.decode() == (
        "wrong answer: line 1: -1 -1, but Black can move, for example 1 1\n\nfor this input (random):\n2\n..\n..\n\n"
        f"a right answer would be:\n{published_answer('nogo', b'2' + chr(10).encode() + b'..' + chr(10).encode() + b'..').decode()}\n"
        f"it wrote:\n{END.decode()}"
    )
    result = tengen(
        "stress", "nogo", "--cases", "16", "--seed", "4", "--", sys.executable, "-S", "wrong.py", cwd=tmp_path
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"all 16 cases are right; the seed was 4\n", b"")
    for words, complaint in (
        (["--", "./nowhere"], "cannot start './nowhere': No such file or directory"),
        (["--seconds", "0", "--", "true"], "limits of 0 seconds and 512 MiB; expected more than 0"),
    ):
        result = tengen("stress", "nogo", *words, cwd=tmp_path)
        assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {complaint}\n")


def test_ctrl_c_while_a_program_is_being_started_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []

    class Started(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            begun.append(self)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Started)
    with pytest.raises(KeyboardInterrupt):
        stress("nogo", ["sleep", "600"], seed=1)
    assert begun[0].returncode == -signal.SIGKILL


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, time\nopen('new', 'w').write(str(os.getpid()))\nos.rename('new', 'begun')\ntime.sleep(600)\n"
    )
    tengen = Path(sys.executable).parent / "tengen"
    process = subprocess.Popen(
        [tengen, "stress", "nogo", "--seconds", "600", "--", sys.executable, "slow.py"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    )
    wait_until((tmp_path / "begun").exists)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"tengen: stopped; 0 cases were right\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "begun").read_text()), 0)
