"""`make soak`: the tests that have chance in them, with new seeds, until the time is up.

What fails is printed at once, with the command that repeats it. At the end, or after Ctrl-C, it says what was tried.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent
PYTHON = Path(sys.executable)
CORES = str(os.cpu_count() or 1)
# With the native module that `make soak` has built with the sanitizers.
SANITIZED = (
    'LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libubsan.so)" '
    "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONPATH=build/sanitized-python/python"
)


class Kind(NamedTuple):
    """One kind of test: how all are run, how its output names those that passed and failed, how one is run again."""

    name: str
    command: str
    passed: str
    failed: str
    again: str


def core_tests(name: str, folder: str) -> Kind:
    ctest = f"{PYTHON.parent / 'ctest'} --test-dir {folder} --output-on-failure"
    return Kind(
        name,
        f"{ctest} --parallel {CORES}",
        r"Test +#\d+: (\S+) \.+ +Passed",
        r"Test +#\d+: (\S+) \.*\*\*\*",
        f"{ctest} -R '^{{test}}$'",
    )


def python_tests(name: str, environment: str, files: str) -> Kind:
    pytest = f"{environment} {PYTHON} -m pytest --hypothesis-seed={{seed}}"
    return Kind(
        name,
        f"{pytest} -vv -rf -m chance --numprocesses {CORES} --dist loadfile {files}",
        r"PASSED (\S+)",
        r"^FAILED (.+?)(?: - .*)?$",
        f"{pytest} '{{test}}'",
    )


ARM64 = core_tests("the core's tests, for arm64", "build/core-arm64")  # where `make soak` could build them
KINDS = (
    core_tests("the core's tests, sanitized", "build/core-address"),
    core_tests("the core's tests, at full scale", "build/core-full"),
    python_tests("Python's tests", "", ""),
    python_tests(
        "200,000 mutated inputs, 30,000 knocks at native doors, sanitized",
        SANITIZED,
        "tests/unit/test_mutations.py tests/unit/test_native_doors.py",
    ),
)


def soak(minutes: float, kinds: tuple[Kind, ...]) -> int:
    """Rounds of these kinds until the time is up; 1 if something failed."""
    end = time.monotonic() + 60 * minutes
    passed: Counter[str] = Counter()
    failures: list[str] = []
    rounds = 0
    try:
        while time.monotonic() < end:
            seed = SystemRandom().randrange(2**32)
            rounds += 1
            for kind in kinds:
                done = subprocess.run(
                    kind.command.format(seed=seed),
                    shell=True,
                    cwd=REPOSITORY,
                    check=False,
                    text=True,
                    env={**os.environ, "TENGEN_TEST_SEED": str(seed)},
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                )
                passed[kind.name] += len(re.findall(kind.passed, done.stdout, re.MULTILINE))
                wrong = re.findall(kind.failed, done.stdout, re.MULTILINE)
                if done.returncode:
                    print(done.stdout)
                for test in wrong or ["(all)"] * bool(done.returncode):
                    failures.append(f"TENGEN_TEST_SEED={seed} {kind.again.format(test=test, seed=seed)}")
                    print(f"failed: {failures[-1]}")
                print(f"round {rounds}, seed {seed}: {kind.name}, {passed[kind.name]:,} passed so far", flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    print(f"{rounds} rounds: " + "; ".join(f"{name}: {count:,} passed" for name, count in passed.items()))
    print("\n".join([f"{len(failures)} failures; to see one again:", *failures]) if failures else "nothing failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(soak(float(sys.argv[1]), (*KINDS, ARM64) if "arm64" in sys.argv[2:] else KINDS))
