"""What some tests of pictures need."""

from __future__ import annotations

import pytest

from conftest import require


@pytest.fixture
def pictures() -> None:
    """The libraries of the extra `pictures`."""
    for module, package in (("PIL", "pillow"), ("resvg_py", "resvg-py"), ("svglib", "svglib")):
        require(module, package, "pip install 'tengen[pictures]'")


@pytest.fixture
def notebooks() -> None:
    """What runs a notebook."""
    for package in ("nbclient", "nbformat", "ipykernel"):
        require(package, package)
