"""What a training run is to do: which boards, which net, how long."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

from tengen.errors import UsageError
from tengen.games.game import HasSelfPlay, Position
from tengen.grid import Board

MOST_SIDE = 19
_SMALL = 9  # boards up to this side share a canvas of it: the others are padded with holes
_SHARES = {"usual": 0.6, "square": 0.2, "rectangle": 0.1, "holes": 0.1}  # of the boards; usual: the largest square
_HOLE = 3
_SMALL_SHARE = 0.75  # of the games, where there are large boards too
_STARTS = 160  # boards that are drawn for a canvas


@dataclass(frozen=True)
class Plan:
    """sizes: as in "9", "5-13" or "5-7,9,7x9". net: blocks x channels. minutes: of training, all pieces together.
    weights: the file of a net to begin with, instead of random weights."""

    game: str
    sizes: str = "9"
    net: str = "6x64"
    minutes: float = 30.0
    seed: int = 0
    weights: str | None = None
    rectangles: tuple[tuple[int, int], ...] = field(init=False, repr=False)
    blocks: int = field(init=False, repr=False)
    channels: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.minutes < float("inf"):
            raise UsageError(f"{self.minutes:g} minutes; expected more than 0")
        object.__setattr__(self, "rectangles", _rectangles(self.sizes))
        blocks, channels = read_net(self.net)
        object.__setattr__(self, "blocks", blocks)
        object.__setattr__(self, "channels", channels)


def read_net(text: str) -> tuple[int, int]:
    """Blocks and channels, from "6x64"."""
    found = re.fullmatch(r"(\d{1,3})x(\d{1,4})", text)
    if not found or not 1 <= int(found[1]) <= 40 or not 8 <= int(found[2]) <= 512 or int(found[2]) % 8:
        raise UsageError(
            f"{text!r} is not a net; expected blocks x channels like 6x64, 1 to 40 and 8 to 512, a multiple of 8"
        )
    return int(found[1]), int(found[2])


def _rectangles(text: str) -> tuple[tuple[int, int], ...]:
    sizes: set[tuple[int, int]] = set()
    for part in text.split(","):
        numbers = [int(number) for number in re.findall(r"\d{1,3}", part)]
        if re.fullmatch(r"\d{1,3}", part):
            found = {(numbers[0], numbers[0])}
        elif re.fullmatch(r"\d{1,3}x\d{1,3}", part):
            found = {(numbers[0], numbers[1])}
        elif re.fullmatch(r"\d{1,3}-\d{1,3}", part) and numbers[0] <= numbers[1]:
            sides = range(numbers[0], numbers[1] + 1)
            found = {(height, width) for height in sides for width in sides}
        else:
            raise UsageError(f"{part!r} is not a size; expected one like 9, 7x9 or 5-13, or several with commas")
        if not all(2 <= side <= MOST_SIDE for size in found for side in size):
            raise UsageError(f"{part!r}: boards of 2x2 to {MOST_SIDE}x{MOST_SIDE} can be trained on")
        sizes |= found
    return tuple(sorted(sizes))


@dataclass(frozen=True)
class Canvas:
    """Boards of different sizes and shapes that one batch holds: each lies in the middle of holes."""

    height: int
    width: int
    starts: tuple[Position, ...]  # the likelier several times
    share: float  # of the games


def canvases(plan: Plan, game: HasSelfPlay[Any], seed: int) -> list[Canvas]:
    """One for small boards and one for large ones, if there are such. A board that is alone gets no holes."""
    chance = random.Random(seed)
    small = [size for size in plan.rectangles if max(size) <= _SMALL]
    large = [size for size in plan.rectangles if max(size) > _SMALL]
    return [
        _canvas(
            sizes,
            game,
            chance,
            _SMALL_SHARE if sizes is small and large else 1 - _SMALL_SHARE if large and small else 1.0,
        )
        for sizes in (small, large)
        if sizes
    ]


def _canvas(sizes: list[tuple[int, int]], game: HasSelfPlay[Any], chance: random.Random, share: float) -> Canvas:
    height, width = max(size[0] for size in sizes), max(size[1] for size in sizes)
    squares = [size for size in sizes if size[0] == size[1]]
    usual = max(squares or sizes)

    def drawn(kind: str) -> Position:
        size = usual if kind == "usual" else chance.choice(squares if kind == "square" and squares else sizes)
        return _start(game, (height, width), size, chance, holes=kind == "holes")

    kinds = ["usual"] if len(sizes) == 1 else list(_SHARES)
    starts = [drawn(kind) for kind in kinds for _ in range(round(_STARTS * (_SHARES[kind] if len(kinds) > 1 else 1)))]
    chance.shuffle(starts)
    return Canvas(height, width, tuple(starts), share)


def _start(
    game: HasSelfPlay[Any], canvas: tuple[int, int], size: tuple[int, int], chance: random.Random, holes: bool
) -> Position:
    top, left = (canvas[0] - size[0]) // 2, (canvas[1] - size[1]) // 2
    inside = [(top + row, left + col) for row in range(size[0]) for col in range(size[1])]
    missing = set(chance.sample(inside, chance.randint(1, max(1, len(inside) // 8)))) if holes else set()
    cells = bytearray([_HOLE]) * (canvas[0] * canvas[1])
    for row, col in set(inside) - missing:
        cells[row * canvas[1] + col] = 0
    start = game.training_start(Board(*canvas, bytes(cells)), chance)
    return start if not start.is_over else _start(game, canvas, size, chance, holes=False)
