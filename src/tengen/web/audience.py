"""Those who look at a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from tengen.grid import Color
from tengen.web.wire import dumps


class Viewer(Protocol):
    """Somebody at the board, as a game sees them."""

    address: str
    seats: frozenset[Color]  # that they may move for
    analyses: bool

    def send(self, text: str) -> None:
        """Text that they must get, soon."""

    def show(self, text: str) -> None:
        """What is thought at this moment: of no interest when there is something newer."""


class Audience:
    """All the viewers of one game."""

    def __init__(self) -> None:
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came

    def __bool__(self) -> bool:
        return bool(self._viewers)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    def add(self, viewer: Viewer) -> None:
        self._viewers[viewer] = None

    def remove(self, viewer: Viewer) -> None:
        del self._viewers[viewer]

    @property
    def address(self) -> str | None:
        """Of the first of them."""
        return next((viewer.address for viewer in self._viewers), None)

    @property
    def analysts(self) -> list[Viewer]:
        """Those who want to see analysis."""
        return [viewer for viewer in self._viewers if viewer.analyses]

    def send(self, text: Callable[[Viewer], str]) -> None:
        for viewer in self._viewers:
            viewer.send(text(viewer))

    def show(self, thinking: dict[str, Any], analysts_only: bool) -> None:
        text = dumps(thinking)
        for viewer in self.analysts if analysts_only else self._viewers:
            viewer.show(text)
