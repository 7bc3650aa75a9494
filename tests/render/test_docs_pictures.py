"""The pictures in the docs are what the commands beside them draw."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from conftest import REPOSITORY, TENGEN
from render.shared import parsed

PAGE = REPOSITORY / "docs" / "pictures.md"
IMAGES = REPOSITORY / "docs" / "images"
MOST_BYTES = 30_000
COMMANDS = [
    line.removeprefix("$ ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("$ tengen ")
]


def name_of(command: str) -> str:
    return command.split("-o ")[-1].split()[0]


@pytest.mark.usefixtures("pictures")
@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
def test_a_command_draws_its_picture(command: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("tengen ", f"{TENGEN} ")],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    drawn = tmp_path / name_of(command)
    if drawn.suffix == ".gif":
        assert drawn.read_bytes().startswith(b"GIF89a")
        return
    kept = IMAGES / drawn.name
    if "--marks wins" in command:  # many random games need not be the same on every machine
        assert parsed(kept.read_text(encoding="utf-8"))[0].text == parsed(drawn.read_text(encoding="utf-8"))[0].text
    else:
        assert kept.read_bytes() == drawn.read_bytes(), f"draw docs/images/{drawn.name} again: {command}"


def test_every_picture_of_the_page_has_its_command() -> None:
    shown = {part.split(")")[0] for part in PAGE.read_text(encoding="utf-8").split("](images/")[1:]}
    assert shown == {name_of(command) for command in COMMANDS if name_of(command).endswith(".svg")}
    assert shown


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.svg")), ids=lambda path: path.name)
def test_pictures_are_small(path: Path) -> None:
    assert path.stat().st_size < MOST_BYTES
    parsed(path.read_text(encoding="utf-8"))
