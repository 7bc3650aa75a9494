"""The example notebook runs, and shows what it is said to show."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from conftest import REPOSITORY
from render.shared import parsed

NOTEBOOK = REPOSITORY / "examples" / "tengen.ipynb"
MOST_BYTES = 150_000


def read() -> Any:
    """The notebook, which is one."""
    nbformat: Any = import_module("nbformat")  # parts of it have no types
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    return notebook


def outputs(notebook: Any) -> list[list[Any]]:
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.usefixtures("pictures", "notebooks")
def test_the_notebook_runs(tmp_path: Path) -> None:
    from nbclient import NotebookClient

    kept, fresh = read(), read()
    NotebookClient(fresh, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for before, now in zip(outputs(kept), outputs(fresh), strict=True):
        assert [each.output_type for each in now] == [each.output_type for each in before]
        for old, new in zip(before, now, strict=True):
            assert new.get("text") == old.get("text")  # what was printed
            kinds = set(old.get("data", ()))
            assert set(new.get("data", ())) == kinds
            if "image/svg+xml" in kinds:
                titles = [parsed(each.data["image/svg+xml"])[0].text for each in (new, old)]
                assert titles[0] == titles[1]  # many random games need not be the same on every machine
            elif kinds:
                assert new.data["text/plain"] == old.data["text/plain"]
    assert {each.name for each in tmp_path.iterdir()} == {"board.svg", "board.png", "game.gif"}


@pytest.mark.usefixtures("notebooks")
def test_the_notebook_is_small_and_full_of_pictures() -> None:
    assert NOTEBOOK.stat().st_size < MOST_BYTES
    kept = read()
    pictures = [each for cell in outputs(kept) for each in cell if "image/svg+xml" in each.get("data", {})]
    assert len(pictures) >= 8
    assert not [each for cell in outputs(kept) for each in cell if each.output_type == "error"]
