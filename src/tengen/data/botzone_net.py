"""A net as a bot: the player in a file that `tengen botzone --player net --export` writes. It plays what the net likes
best, without a search, and needs numpy.

What is computed is in docs/nets.md. Boards of Botzone have no holes, so there is no mask here.
"""

import base64

import numpy as np

from tengen.data.botzone_rules import PASS, Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tengen.data.botzone_rules import Clock, Position

# All four are filled in when a file is written.
BLOCKS: int = 0
SHAPES: "list[tuple[int, ...]]" = []  # of the tensors, in the order in which they are used
KIND: str = "<f2"  # of their numbers, as numpy calls it
DATA: str = ""  # the numbers, in base 85


def tensors() -> "Iterator[Any]":
    numbers = np.frombuffer(base64.b85decode(DATA), KIND).astype("float32")
    for shape in SHAPES:
        count = int(np.prod(shape))
        yield numbers[:count].reshape(shape)
        numbers = numbers[count:]


def evaluated(planes: "Any") -> "tuple[Any, float]":
    """A number for each point, and the value of the position for the side to move, from -1 to 1."""
    given = tensors()
    y = relu(convolved(planes, next(given), next(given)))
    for block in range(BLOCKS):
        z = relu(convolved(y, next(given), next(given)))
        last = next(given), next(given)
        if block % 2:
            z = z + (next(given) @ pooled(z) + next(given))[:, None, None]
        y = relu(y + convolved(z, *last))
    hidden = relu(next(given) @ y.reshape(len(y), -1) + next(given)[:, None])
    policy = next(given) @ hidden + next(given)[:, None]
    hidden = relu(next(given) @ pooled(y) + next(given))
    value = np.tanh(next(given) @ hidden + next(given))
    return policy.reshape(y.shape[1:]), float(value[0])


def relu(y: "Any") -> "Any":
    return np.maximum(y, 0)


def convolved(y: "Any", weight: "Any", bias: "Any") -> "Any":
    height, width = y.shape[1:]
    wide = np.pad(y, ((0, 0), (1, 1), (1, 1)), "constant")
    near = [wide[:, row : row + height, col : col + width] for row in range(3) for col in range(3)]
    seen = np.stack(near, 1).reshape(-1, height * width)
    return (weight.reshape(len(weight), -1) @ seen + bias[:, None]).reshape(-1, height, width)


def pooled(y: "Any") -> "Any":
    height, width = y.shape[1:]
    mean, most = y.mean((1, 2)), y.max((1, 2))
    return np.concatenate([mean, most, mean * (np.sqrt(height * width) - 9) / 4])


def planes_of(position: "Position") -> "Any":
    """What the side to move sees: its stones, the other's, where it may play, where the other might, the board."""
    side, size = position.to_play, (position.height, position.width)
    cells = np.array(position.board)
    legal = [
        np.array(list(each.mask)[: cells.size], "float32").reshape(size)
        for each in (position, position.with_to_play(side.opponent))
    ]
    stones = [cells == 1, cells == 2] if str(side) == "Black" else [cells == 2, cells == 1]
    return np.array([*stones, *legal, np.ones(size)], "float32")


def choose(position: "Position", clock: "Clock") -> "Choice":
    moves = [move for move in position.legal_moves if move is not PASS]
    if not moves:
        return Choice(PASS)
    policy, value = evaluated(planes_of(position))
    return Choice(max(moves, key=lambda move: policy[move.row, move.col]), (1 + value) / 2)
