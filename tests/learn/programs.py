"""The programs that train an agent learn, at reduced length. `make test-learn` runs this; `make test` has no PyTorch."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conftest import REPOSITORY


@pytest.mark.parametrize(("name", "rounds"), [("torch", 20), ("sb3", 20), ("numpy", 400)])
def test_a_program_learns(name: str, rounds: int) -> None:
    """An untrained net wins 40 to 60 % of its games."""
    program = REPOSITORY / "examples" / f"train_{name}.py"
    command = [sys.executable, str(program), "--rounds", str(rounds), "--seed", "1"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    *reports, last = result.stdout.splitlines()
    assert reports
    for line in reports:
        assert re.fullmatch(r"round \d+: \d+\.\d% won, \d+ s, processor \d+\.\d s", line)
    share = re.fullmatch(r"(\d+\.\d)% of 10,000 games won against random", last)
    assert share is not None
    assert float(share[1]) > 70
