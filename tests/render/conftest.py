"""What some tests of pictures need."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest


def require(module: str, package: str, extra: str) -> None:
    """Skips a test for want of a library, by its name; CI must have it."""
    if find_spec(module) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"CI must have {package} ({extra})")
        pytest.skip(f"{package} is not here ({extra})")


@pytest.fixture
def pictures() -> None:
    """The libraries of the extra `pictures`."""
    for module, package in (("PIL", "pillow"), ("resvg_py", "resvg-py"), ("svglib", "svglib")):
        require(module, package, "pip install 'tengen[pictures]'")


@pytest.fixture
def notebooks() -> None:
    """What runs a notebook."""
    for package in ("nbclient", "nbformat", "ipykernel"):
        require(package, package, f"pip install {package}")
