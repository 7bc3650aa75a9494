"""The console sessions of a page: what was typed, and what the page says came back."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from conftest import REPOSITORY, TENGEN


def console_parts(page: Path) -> Iterator[tuple[str, str]]:
    """Commands of the page, with their answers. A command goes on while its lines end with a backslash."""
    for block in page.read_text(encoding="utf-8").split("```console\n")[1:]:
        yield from block_parts(block.split("```")[0])


def block_parts(block: str) -> Iterator[tuple[str, str]]:
    for part in ("\n" + block).split("\n$ ")[1:]:
        lines = part.split("\n")
        end = next(number for number, line in enumerate(lines) if not line.endswith("\\"))
        yield "\n".join(lines[: end + 1]), "\n".join(lines[end + 1 :]).strip()


def run_shell(command: str, cwd: Path = REPOSITORY) -> str:
    """Both outputs of a command, as a person sees them."""
    path = f"{TENGEN.parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "PATH": path},
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return result.stdout.strip()
