"""How things draw themselves in a notebook."""

from __future__ import annotations

from collections.abc import Callable

from tengen.errors import UsageError
from tengen.render.view import View


def inline(make: Callable[[], View]) -> str | None:
    """The picture, or None, and then a notebook shows text, for what cannot be drawn: a board that is too large."""
    try:
        return make().to_svg()
    except UsageError:
        return None
