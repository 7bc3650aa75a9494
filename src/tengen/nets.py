"""Nets: files of weights that the core evaluates by itself."""

from __future__ import annotations

import json
import os
import sys
from abc import ABC, abstractmethod
from array import array
from hashlib import sha256
from struct import unpack
from typing import TYPE_CHECKING, Any, Self

from tengen import _core
from tengen.errors import ParseError, UsageError, listed
from tengen.formats import safetensors
from tengen.formats.safetensors import Tensor
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.values import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

FORMAT = "tengen net 1"
_MOST_POINTS = 4096  # of a board that the core shows to a net
_MOST_BYTES = 1 << 28  # of a file


class NetFile(Value, ABC):
    """A file of numbers that were learned, to judge the positions of a game."""

    __slots__ = ("_data", "_history", "digest", "game")

    format: str  # as the file names it
    game: str
    digest: str
    _history: str
    _data: bytes

    def __init__(self, data: bytes) -> None:
        """From the bytes of a file; what is wrong with them is a ParseError."""
        data = bytes(data)
        tensors, metadata = safetensors.parse(data)
        if metadata.get("format") != self.format:
            raise ParseError(f"its format is {metadata.get('format', '')[:40]!r}; expected {self.format!r}")
        game = metadata.get("game", "")
        if game not in NAMES:
            raise ParseError(f"a net for the game {game[:40]!r}; expected {listed(NAMES)}")
        history = metadata.get("history", "null")
        try:
            json.loads(history)
        except (ValueError, RecursionError):
            raise ParseError("its history is not JSON") from None
        self._set(game=game, digest=sha256(data).hexdigest(), _history=history, _data=data)
        self._take(tensors)

    @abstractmethod
    def _take(self, tensors: dict[str, Tensor]) -> None:
        """What each kind makes of its tensors."""

    @property
    @abstractmethod
    def for_core(self) -> Any:
        """As the core's searches take it."""

    @abstractmethod
    def misfit(self, position: Position) -> str | None:
        """Why it cannot judge the positions of this board, if it cannot."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: str | None = None) -> Self:
        """The net in this file; only one for this game, if a game is named."""
        name = os.fspath(path)
        try:
            with open(path, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
        except OSError as error:
            raise UsageError(f"cannot read {name!r}: {error.strerror}") from None
        if len(data) > _MOST_BYTES:
            raise ParseError(f"{name!r} is no net: it has more than {_MOST_BYTES >> 20} MiB")
        try:
            net = cls(data)
        except ParseError as error:
            raise ParseError(f"{name!r} is no net: {error}") from None
        if game is not None and net.game != game:
            raise UsageError(f"{name!r} is a net for {by_name(net.game).title}, not for {by_name(game).title}")
        return net

    @property
    def tensors(self) -> dict[str, Tensor]:
        """What the file has, by name."""
        return safetensors.parse(self._data)[0]

    @property
    def history(self) -> Any:
        """On what it was trained, and against whom it won: what its maker wrote."""
        return json.loads(self._history)

    def _fields(self) -> dict[str, Any]:
        slots = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        return {name: getattr(self, name) for name in slots if not name.startswith("_")}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._data,)


class Net(NetFile):
    """What a net was made for, how large it is, and what it says of a board. See `Net.load`."""

    __slots__ = ("_asker", "_native", "blocks", "channels", "passes", "planes")

    format = FORMAT
    blocks: int
    channels: int
    planes: int
    passes: bool  # does its policy have a number for the pass?
    _native: _core.Net
    _asker: dict[tuple[int, int], _core.NetAsker]

    def _take(self, tensors: dict[str, Tensor]) -> None:
        planes, channels, blocks, passes = _size(tensors)
        self._set(
            blocks=blocks,
            channels=channels,
            planes=planes,
            passes=passes,
            _native=_native(tensors, planes, channels, blocks, passes),
            _asker={},
        )

    @property
    def for_core(self) -> _core.Net:
        return self._native

    def misfit(self, position: Position) -> str | None:
        if position.height * position.width <= _MOST_POINTS:
            return None
        return (
            f"a {position.height}x{position.width} board is too large for a net; expected at most {_MOST_POINTS} points"
        )

    def evaluate(self, planes: NDArray[np.float32] | Buffer) -> tuple[memoryview[float], float]:
        """What it says of one board: a number for each point, the higher the better to play there, and the value of the
        position for the side to move, from -1 to 1. The policy has rows and columns; with `passes` it is one row of all
        moves by their numbers, the pass last.

        planes: float32, planes x rows x columns, as `batch(..., planes="float32").planes[0]` has them. In some games a
        net takes more: docs/nets.md lists them.
        """
        try:
            shown = memoryview(planes)  # type: ignore[arg-type,unused-ignore]  # numpy's types are ours from 3.12 on
        except TypeError:
            raise TypeError(f"{type(planes).__name__!r} is not an array of float32") from None
        shape = shown.shape or ()
        if shown.format != "f" or len(shape) != 3 or shape[0] != self.planes or not shown.c_contiguous:
            raise UsageError(
                f"planes of {shown.format!r} in the shape {shape}; expected 'f' (float32), {self.planes} planes "
                f"x rows x columns, one after the other"
            )
        size = shape[1], shape[2]
        asker = self._asker.get(size)
        if asker is None:
            try:
                asker = _core.NetAsker(self._native, *size)
            except ValueError as error:
                raise UsageError(str(error)) from None
            self._asker.clear()  # one size at a time: its memory is for that size
            self._asker[size] = asker
        policy, value = asker.ask(shown)
        return memoryview(policy).cast("f", (size[0] * size[1] + 1,) if self.passes else size), value


def tensor_shapes(planes: int, channels: int, blocks: int, passes: bool = False) -> dict[str, tuple[int, ...]]:
    """What a net has, in the core's order. `batch` says how many planes a game has."""
    shapes: dict[str, tuple[int, ...]] = {}

    def add(name: str, *shape: int) -> None:
        shapes[f"{name}.weight"] = shape
        shapes[f"{name}.bias"] = shape[:1]

    add("stem", channels, planes, 3, 3)
    for block in range(blocks):
        add(f"blocks.{block}.a", channels, channels, 3, 3)
        add(f"blocks.{block}.b", channels, channels, 3, 3)
        if block % 2:
            add(f"blocks.{block}.pool", channels, 3 * channels)
    add("policy.a", channels // 2, channels)
    add("policy.b", 1, channels // 2)
    for head in ("value", "pass") if passes else ("value",):
        add(f"{head}.a", channels, 3 * channels)
        add(f"{head}.b", 1, channels)
    return shapes


def _size(tensors: dict[str, Tensor]) -> tuple[int, int, int, bool]:
    """Planes, channels, blocks and whether it knows passes. This follows from the tensors; every one must be there and
    have its shape."""
    stem = tensors.get("stem.weight")
    if stem is None:
        raise ParseError("it has no tensor 'stem.weight'")
    if len(stem.shape) != 4:
        raise ParseError(f"tensor 'stem.weight' has the shape {list(stem.shape)}; expected [channels, planes, 3, 3]")
    channels, planes = stem.shape[:2]
    blocks = 0
    while f"blocks.{blocks}.a.weight" in tensors:
        blocks += 1
    passes = "pass.a.weight" in tensors
    shapes = tensor_shapes(planes, channels, blocks, passes)
    for name, shape in shapes.items():
        if name not in tensors:
            raise ParseError(f"it has no tensor {name!r}")
        tensor = tensors[name]
        if tensor.shape != shape:
            raise ParseError(f"tensor {name!r} has the shape {list(tensor.shape)}; expected {list(shape)}")
        if tensor.dtype not in ("F32", "F16"):
            raise ParseError(f"tensor {name!r} has the dtype {tensor.dtype}; expected F32 or F16")
        if tensor.dtype != stem.dtype:
            raise ParseError(f"tensor {name!r} has the dtype {tensor.dtype}, and 'stem.weight' {stem.dtype}")
    for name in tensors:
        if name not in shapes:
            raise ParseError(f"a net of {blocks} blocks has no tensor {name!r}")
    return planes, channels, blocks, passes


def _native(tensors: dict[str, Tensor], planes: int, channels: int, blocks: int, passes: bool) -> _core.Net:
    names = list(tensor_shapes(planes, channels, blocks, passes))
    numbers = array("f")
    for name in names:
        numbers.extend(floats_of(tensors[name]))
    fault = _core.Net.fault(planes, channels, blocks, passes, numbers)
    if fault is None:
        return _core.Net(planes, channels, blocks, passes, numbers)
    if fault < 0:
        raise ParseError(f"a net of {planes} planes, {channels} channels and {blocks} blocks is too small or too large")
    raise ParseError(f"tensor {names[fault]!r} has a number that is infinite or none (NaN)")


def floats_of(tensor: Tensor) -> array[float]:
    if tensor.dtype == "F16":
        return array("f", unpack(f"<{len(tensor.data) // 2}e", tensor.data))
    numbers = array("f")
    numbers.frombytes(tensor.data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
