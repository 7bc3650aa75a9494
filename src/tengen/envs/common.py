"""What all environments have in common: where games begin, the spaces, what a side sees, pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from tengen.errors import UsageError, listed, unknown
from tengen.games import NAMES, by_name
from tengen.games.game import Position, checked_size
from tengen.render.files import require_pixels, to_pixels
from tengen.verbs.batch import Batch

Size = int | tuple[int, int] | None
RENDER_MODES = ["human", "ansi", "rgb_array"]
METADATA = {"render_modes": RENDER_MODES, "render_fps": 4}
_OTHER_SIDE = [1, 0, 3, 2]  # planes that trade places: own and other, own legal and other legal


def start_of(name: str, size: Size, start: Position | None, rules: dict[str, Any]) -> Position:
    """What every game begins with: `start`, or the usual position of this game, size and rules."""
    if name not in NAMES:
        raise UsageError(unknown("game", name, NAMES, f"expected {listed(NAMES)}"))
    game = by_name(name)
    if start is not None:
        if not isinstance(start, Position):
            raise TypeError(f"{start!r} is not a position; expected one to begin with, as tg.{name}.start(9) gives it")
        if start.game is not game:
            raise UsageError(f"the start is a position of {start.game.title}, not of {game.title}")
        given = [*(() if size is None else ("size",)), *rules]
        if given:
            raise UsageError(f"the start has a size and rules of its own; leave out {' and '.join(given)}")
        return start
    known = game.start(game.usual_size, game.usual_size).rules
    for rule in rules:
        if rule not in known:
            has = f"expected {listed(known)}" if known else "it has none to choose"
            raise UsageError(f"{game.title} has no rule {rule!r}; {has}")
    return game.start(*checked_size(game.usual_size if size is None else size), **rules)


def spaces_of(batch: Batch[Any]) -> tuple[Box, Discrete]:
    """Of what is seen of one board, and of the moves on it."""
    return Box(0, 1, batch.planes.shape[1:], np.uint8), Discrete(batch.moves)


def from_the_other_side(planes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The planes of boards as the side that is not to move sees them."""
    order = [*_OTHER_SIDE, *range(len(_OTHER_SIDE), planes.shape[-3])]
    return planes[..., order, :, :]


def checked_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(unknown("render mode", mode, RENDER_MODES, f"expected {listed(RENDER_MODES)}"))
    if mode == "rgb_array":
        require_pixels()
    return mode


def picture(position: Position, mode: str | None) -> Any:
    """The position as this render mode shows it."""
    if mode is None:
        raise UsageError("there is nothing to render; make the environment with render_mode='rgb_array'")
    if mode == "rgb_array":
        return np.asarray(to_pixels(position.view()))
    text = str(position)
    if mode == "ansi":
        return text
    print(text, flush=True)
    return None
