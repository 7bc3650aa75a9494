"""A batch in the memory of a graphics card. The kernels (core/gpu/batch.hpp) have the core's own rules."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol, Self
from weakref import finalize

from tengen._core import card_numbers
from tengen.errors import UsageError
from tengen.games.native import NativeCardBatch
from tengen.verbs.card import array_bytes, on_card

KERNELS = ("check", "step", "play_random", "reset", "take_up", "show")
_PROGRAM = """#define KERNEL_WIDTH {width}
#include "{folder}/rules_on_sets.hpp"
#include "gpu/batch.hpp"
using namespace tengen;
using Rules = {rules};
using Job = gpu::BatchJob<Rules>;
static_assert(sizeof(BatchTable<Rules>) == {table} && sizeof(BatchSeat<Rules::State>) == {seat} &&
              sizeof(gpu::Shown<Rules>) == {shown} && sizeof(Job) == {job});
"""
_KERNEL = """extern "C" __global__ void {kernel}(Job job, unsigned threads) {{
    const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < threads) gpu::BatchKernels<Rules, {points}>::{kernel}(job, k);
}}
"""
_LANES, _SHOWING_LANES = 64, 256  # of a block: few boards, so that all of the card has some
_PIECE = 16  # bytes that a thread shows
_ALIGNED = 256
_BITS_AT_MOST = 2**32  # of all masks, or of all planes: the kernels count them so


class Device(Protocol):
    """What a batch asks of a card."""

    def functions(self, source: str, names: Sequence[str]) -> list[Any]: ...
    def launch(self, function: Any, lanes: int, threads: int, job: ctypes.Structure) -> None: ...
    def allocate(self, size: int) -> int: ...
    def free(self, address: int) -> None: ...
    def write(self, address: int, data: bytes) -> None: ...
    def read(self, address: int, size: int) -> bytearray: ...
    def copy(self, to: int, address: int, size: int) -> None: ...
    def fill(self, address: int, size: int) -> None: ...
    def array(self, address: int, shape: tuple[int, ...], kind: str, owner: object) -> Any: ...


class _Job(ctypes.Structure):
    """As BatchJob in core/gpu/batch.hpp."""

    _fields_ = [
        *((name, ctypes.c_uint64) for name in ("table", "seats", "to_play", "rewards", "over", "truncated", "plies")),
        *((name, ctypes.c_uint64) for name in ("mask", "planes", "shown", "where", "seeds", "moves")),
        ("stride", ctypes.c_int64),
        ("bytes", ctypes.c_uint32),
        ("is_signed", ctypes.c_uint32),
        ("wrong", ctypes.c_uint64),
        ("count", ctypes.c_uint32),
        ("random_plies", ctypes.c_int32),
        ("points", ctypes.c_int32),
    ]


class _Memory:
    """Some of the card's, as long as it is used."""

    def __init__(self, device: Device, size: int) -> None:
        self.size = size
        self.address = device.allocate(size)
        finalize(self, device.free, self.address).atexit = False  # when the process ends, the driver frees all


def program(native: NativeCardBatch, height: int, width: int) -> str:
    """The source of the kernels of this batch."""
    head = _PROGRAM.format(
        width=width,
        folder=native.rules.partition(":")[0],
        rules=native.rules,
        table=len(native.table),
        seat=native.seat_bytes,
        shown=native.shown_bytes,
        job=native.job_bytes,
    )
    return head + "".join(_KERNEL.format(kernel=kernel, points=height * width) for kernel in KERNELS)


class CardBatch:
    """Many games side by side on a card, as the core's classes offer them (NativeBatch)."""

    mask: Any
    planes: Any = None
    to_play: Any
    rewards: Any
    over: Any
    truncated: Any
    plies: Any

    def __init__(
        self, device: Device, native: NativeCardBatch, height: int, width: int, planes: str | None, illegal_loses: bool
    ) -> None:
        points, boards, row = height * width, native.boards, (height * width + 7) // 8
        most = (_BITS_AT_MOST - 1) // max(native.moves, 8 * row * native.planes)
        if boards > most:
            raise UsageError(
                f"{boards} such boards are more than a graphics card's batch takes; expected {most} at most"
            )
        assert ctypes.sizeof(_Job) == native.job_bytes
        self._device, self._native, self._refuses = device, native, not illegal_loses
        shapes: dict[str, tuple[tuple[int, ...], str]] = {
            "mask": ((boards, native.moves), "uint8"),
            "to_play": ((boards,), "uint8"),
            "rewards": ((boards, 2), "float32"),
            "over": ((boards,), "bool"),
            "truncated": ((boards,), "bool"),
            "plies": ((boards,), "int32"),
        }
        if planes is not None:
            of_plane = (row,) if planes == "bits" else (height, width)
            shapes["planes"] = (boards, native.planes, *of_plane), "float32" if planes == "float32" else "uint8"
        sizes = {
            "table": len(native.table),
            "seats": boards * native.seat_bytes,
            "shown": boards * native.shown_bytes,
            "wrong": 4,
            "given_where": 4 * boards,
            "given_seeds": 8 * boards,
            "given_moves": 8 * boards,
        }
        sizes |= {name: array_bytes(*shape) for name, shape in shapes.items()}
        self._shapes, self._sizes, self._offsets, size = shapes, sizes, {}, 0
        for name, needed in sizes.items():
            self._offsets[name] = size
            size += -(-needed // _ALIGNED) * _ALIGNED
        self._pieces = -(-sizes["mask"] // _PIECE) + -(-sizes.get("planes", 0) // _PIECE)
        self._functions = dict(zip(KERNELS, device.functions(program(native, height, width), KERNELS), strict=True))
        self._points = points
        self._take(_Memory(device, size))
        device.write(self._at("table"), native.table)

    def _take(self, memory: _Memory) -> None:
        self._memory, self._lock, self._moves_in_use = memory, Lock(), None
        self._job = _Job(points=self._points)
        for name in ("table", "seats", "shown", *self._shapes):
            setattr(self._job, name, self._at(name))
        for name, (shape, kind) in self._shapes.items():
            setattr(self, name, self._device.array(self._at(name), shape, kind, memory))

    def _at(self, name: str) -> int:
        return self._memory.address + self._offsets[name]

    @property
    def boards(self) -> int:
        return self._native.boards

    @property
    def moves(self) -> int:
        return self._native.moves

    def step(self, moves: Any, where: Any) -> tuple[int, int, bool] | None:
        with self._lock:
            named = self._name_boards(where)
            self._give_moves(moves)
            if self._refuses:
                self._job.wrong = self._at("wrong")
                self._device.fill(self._job.wrong, 4)
                self._run("check")
            self._run("step", "show")
            if not self._refuses:
                return None
            wrong = int.from_bytes(self._device.read(self._job.wrong, 4), "little")
            if wrong >= self._job.count:
                return None
            board = wrong if named is None else int(named[wrong])
            at = self._job.moves + wrong * self._job.stride * self._job.bytes
            number = int.from_bytes(self._device.read(at, self._job.bytes), "little", signed=bool(self._job.is_signed))
            is_over = bool(self._device.read(self._at("over") + board, 1)[0])
        if not 0 <= number < self.moves:
            raise UsageError(f"board {board}: {number} is not the number of a move; expected 0 to {self.moves - 1}")
        return board, number, is_over

    def play_random(self, plies: int, where: Any) -> None:
        with self._lock:
            self._name_boards(where)
            self._job.random_plies = plies
            self._run("play_random", "show")

    def reset(self, where: Any, seed: Any) -> None:
        with self._lock:
            boards = self._from_card(where)
            self._name_boards(boards)
            self._job.seeds = 0
            if seed is not None:
                self._job.seeds = self._give("given_seeds", self._native.seeds(self._from_card(seed), boards))
            self._run("reset", "show")

    def position(self, board: int, like: Any) -> Any:
        with self._lock:
            return self._native.position(self._seat(board), like)

    def put(self, board: int, position: Any) -> None:
        with self._lock:
            changed = self._native.put(self._seat(board), position)
            self._device.write(self._at("seats") + board * self._native.seat_bytes, changed)
            self._job.where, self._job.count = self._give("given_where", board.to_bytes(4, "little")), 1
            self._run("take_up", "show")

    def copy(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        with self._lock:
            made._take(_Memory(self._device, self._memory.size))
            self._device.copy(made._memory.address, self._memory.address, self._memory.size)
        return made

    def rest(self, board: int) -> Any:
        raise UsageError("a batch on a graphics card cannot be pickled; its positions can: batch.positions[:]")

    def put_rest(self, board: int, saved: Any) -> None:
        self.rest(board)

    def transformed(self, symmetry: int) -> Self:
        raise UsageError("a batch on a graphics card is not laid down another way; its symmetries say how arrays are")

    def _run(self, *kernels: str) -> None:
        for kernel in kernels:
            lanes, threads = (_SHOWING_LANES, self._pieces) if kernel == "show" else (_LANES, self._job.count)
            if threads:
                self._device.launch(self._functions[kernel], lanes, threads, self._job)

    def _seat(self, board: int) -> bytes:
        size = self._native.seat_bytes
        return bytes(self._device.read(self._at("seats") + board * size, size))

    def _give(self, name: str, data: bytes) -> int:
        self._device.write(self._at(name), data)
        return self._at(name)

    def _name_boards(self, where: Any) -> memoryview[int] | None:
        """Has the next kernels do these boards; which they are, if not all."""
        if where is None:
            self._job.where, self._job.count = 0, self.boards
            return None
        which = self._native.which(self._from_card(where))
        self._job.where, self._job.count = self._give("given_where", which), len(which) // 4
        return memoryview(which).cast("I")

    def _give_moves(self, moves: Any) -> None:
        job = self._job
        if on_card(moves):
            job.moves, count, job.stride, job.bytes, job.is_signed, are_bools = card_numbers(_capsule(moves))
            if are_bools:
                raise UsageError("the moves are not integers")
            self._moves_in_use = moves  # so that its memory is not used for something else before the card has read it
        else:
            numbers = self._native.numbers(moves)
            job.stride, job.bytes, job.is_signed, count = 1, 8, 1, len(numbers) // 8
            if count == job.count:
                job.moves = self._give("given_moves", numbers)
        if count != job.count:
            raise UsageError(f"{count} moves for {job.count} boards")

    def _from_card(self, numbers: Any) -> Any:
        """What is in an array on the card; anything else as it is."""
        if not on_card(numbers):
            return numbers
        address, count, stride, size, is_signed, are_bools = card_numbers(_capsule(numbers))
        letter: Any = "?" if are_bools else {1: "b", 2: "h", 4: "i", 8: "q"}[size]
        span = max(0, count - 1) * stride  # from the first to the last
        read = self._device.read(address + size * min(span, 0), size * (abs(span) + 1) if count else 0)
        if stride == 0:
            read, stride = read * count, 1
        return memoryview(read).cast(letter if is_signed or are_bools else letter.upper())[::stride]


def _capsule(array: Any) -> Any:
    """Of an array on the card, once the work that it comes from is done before ours."""
    return array.__dlpack__(stream=1)
