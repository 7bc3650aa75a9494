"""A graphics card, NVIDIA's, with the extra `gpu`: random games, and what a batch asks of it. Kernels are compiled when
they are first needed."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Protocol

from tengen._core import Cancel, CardGames, Totals, card_array
from tengen.errors import UsageError

SOURCES = Path(__file__).resolve().parent.parent / "data" / "core"
LANES = 32  # of a warp, each with a game
_MOST_WARPS = 32  # of a block
_CUDA, _NO_STREAM, _DEFAULT_STREAM = 2, -1, 1  # as DLPack numbers them
# What an array is made of: as numpy writes it, as memoryview does, and its bytes.
_KINDS: dict[str, tuple[str, Any, int]] = {
    "uint8": ("|u1", "B", 1),
    "bool": ("|b1", "?", 1),
    "int32": ("<i4", "i", 4),
    "float32": ("<f4", "f", 4),
}
_SECONDS = 0.1  # that a launch should take: a card cannot be interrupted

_PROGRAM = """#include "gpu/{header}"
#include "gpu/card.hpp"
using namespace tengen::gpu;
extern "C" __global__ void games(Job<{game}::Word> job, unsigned long long* sums) {{ play<{game}>(job, sums); }}
"""


class Device(Protocol):
    """What plays the games of a card."""

    def play(self, games: CardGames, seed: int, first: int, count: int, cancel: Cancel | None) -> Totals: ...


class Twin:
    """The same games on this processor, one after the other."""

    def play(self, games: CardGames, seed: int, first: int, count: int, cancel: Cancel | None) -> Totals:
        return games.twin(seed, first, count, cancel)


class _Job(ctypes.Structure):
    """As Job in core/gpu/games.hpp."""

    _fields_ = [
        ("start", ctypes.c_uint64),
        ("words", ctypes.c_uint32),
        ("origin", ctypes.c_uint32),
        ("lengths", ctypes.c_uint32),
        ("points", ctypes.c_uint32),
        ("white", ctypes.c_uint32),
        ("seed", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
    ]


def program(games: CardGames) -> str:
    """The source of the kernel that plays these games."""
    return _PROGRAM.format(header=games.header, game=games.game)


def compiled(source: str, architecture: str) -> bytes:
    """These kernels for cards of this kind, as "sm_90"."""
    nvrtc = _library("nvrtc")
    _, program = nvrtc.nvrtcCreateProgram(source.encode(), b"kernels.cu", 0, [], [])
    options = [
        f"--include-path={SOURCES}",
        f"--include-path={SOURCES / 'gpu' / 'std'}",
        f"--gpu-architecture={architecture}",
        "--std=c++20",
        "--device-as-default-execution-space",
    ]
    try:
        (status,) = nvrtc.nvrtcCompileProgram(program, len(options), [option.encode() for option in options])
        if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
            _, size = nvrtc.nvrtcGetProgramLogSize(program)
            log = bytes(size)
            nvrtc.nvrtcGetProgramLog(program, log)
            reason = log.rstrip(b"\0 \n").decode()
            raise UsageError(f"no kernel could be compiled for {architecture}: {reason}")
        _, size = nvrtc.nvrtcGetCUBINSize(program)
        code = bytes(size)
        nvrtc.nvrtcGetCUBIN(program, code)
        return code
    finally:
        nvrtc.nvrtcDestroyProgram(program)


@dataclass
class _Kernel:
    function: Any
    memory: int  # bytes that a block shares
    warps: int  # of a block
    blocks: int  # that the card runs at once
    at_once: int  # games of a launch


class CardArray:
    """An array on a card, for DLPack and the CUDA array interface: torch, JAX and CuPy take it without a copy."""

    def __init__(self, card: Card, address: int, shape: tuple[int, ...], kind: str, owner: object) -> None:
        self.shape, self.dtype = shape, kind
        self._card, self._address = card, address
        self._native = card_array(address, shape, kind, owner)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, 0

    def __dlpack__(self, *, stream: int | None = None, **named: Any) -> Any:
        if stream not in (None, _NO_STREAM, _DEFAULT_STREAM):
            self._card.hold_back(int(stream))
        return self._native.__dlpack__(**named)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": _KINDS[self.dtype][0],
            "data": (self._address, False),
            "strides": None,
            "version": 3,
            "stream": _DEFAULT_STREAM,
        }

    def host(self) -> memoryview:
        """A copy on the processor, once all that was asked of the card is done."""
        data: memoryview = memoryview(self._card.read(self._address, array_bytes(self.shape, self.dtype)))
        return data.cast(_KINDS[self.dtype][1], self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} on the graphics card {self._card.name}>"


def array_bytes(shape: tuple[int, ...], kind: str) -> int:
    return prod(shape) * _KINDS[kind][2]


def on_card(array: Any) -> bool:
    return hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] == _CUDA


class Card:
    """The first graphics card that CUDA shows (CUDA_VISIBLE_DEVICES chooses)."""

    def __init__(self) -> None:
        _library("nvrtc")
        self._driver = driver = _library("driver")
        self.name = "there"
        self._check(driver.cuInit(0))
        device = self._check(driver.cuDeviceGet(0))
        self.name = self._check(driver.cuDeviceGetName(128, device)).partition(b"\0")[0].decode()

        def attribute(name: str) -> int:
            which = getattr(driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
            return int(self._check(driver.cuDeviceGetAttribute(which, device)))

        major, minor = (attribute(f"COMPUTE_CAPABILITY_{which}") for which in ("MAJOR", "MINOR"))
        self.architecture = f"sm_{major}{minor}"
        self._processors = attribute("MULTIPROCESSOR_COUNT")
        self._most_memory = attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN")
        self._context = self._check(driver.cuDevicePrimaryCtxRetain(device))
        self._kernels: dict[tuple[str, int, int], _Kernel] = {}
        self._modules: dict[str, Any] = {}
        self._lock = Lock()

    def play(self, games: CardGames, seed: int, first: int, count: int, cancel: Cancel | None) -> Totals:
        """The games of these numbers; of those that were launched by then, if the flag is raised."""
        driver = self._driver
        with self._lock:
            self._check(driver.cuCtxSetCurrent(self._context))
            kernel = self._kernel(games)
            start, sums = games.start, bytearray(8 * games.sums)
            at = int(self._check(driver.cuMemAlloc(len(start) + len(sums) + 8)))
            try:
                answer = at + (len(start) + 7) // 8 * 8
                self._check(driver.cuMemcpyHtoD(at, start, len(start)))
                self._check(driver.cuMemsetD8(answer, 0, len(sums)))
                end = first + count
                while first < end and not (cancel is not None and cancel.requested):
                    until = min(end, first + kernel.at_once)
                    asked = games.words, games.origin, games.lengths, games.points, games.white
                    job = _Job(at, *asked, seed, first, until)
                    began = monotonic()
                    self._launch(kernel, job, answer)
                    self._check(driver.cuCtxSynchronize())
                    took = monotonic() - began
                    if until - first == kernel.at_once and not _SECONDS / 2 < took < 2 * _SECONDS:
                        kernel.at_once = max(LANES, 2 * kernel.at_once if took < _SECONDS else kernel.at_once // 2)
                    first = until
                self._check(driver.cuMemcpyDtoH(sums, answer, len(sums)))
            finally:
                driver.cuMemFree(at)
        return games.totals(bytes(sums))

    def _launch(self, kernel: _Kernel, job: _Job, answer: int) -> None:
        lanes = LANES * kernel.warps
        blocks = min(kernel.blocks, -(-(job.end - job.first) // lanes))
        self._run(kernel.function, blocks, lanes, kernel.memory, job, ctypes.c_uint64(answer))

    def _run(self, function: Any, blocks: int, lanes: int, memory: int, *arguments: Any) -> None:
        pointers = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
        self._check(
            self._driver.cuLaunchKernel(function, blocks, 1, 1, lanes, 1, 1, memory, 0, ctypes.addressof(pointers), 0)
        )

    # What a batch asks of the card. All of it is done one after the other, on the stream that CUDA has by default.

    def functions(self, source: str, names: Sequence[str]) -> list[Any]:
        """The kernels of these names, compiled when they are first asked for."""
        driver = self._driver
        self._check(driver.cuCtxSetCurrent(self._context))
        if source not in self._modules:
            self._modules[source] = self._check(driver.cuModuleLoadData(compiled(source, self.architecture)))
        return [self._check(driver.cuModuleGetFunction(self._modules[source], name.encode())) for name in names]

    def launch(self, function: Any, lanes: int, threads: int, job: ctypes.Structure) -> None:
        """A kernel that takes a job and so many threads, in blocks of so many lanes; it goes on by itself."""
        self._check(self._driver.cuCtxSetCurrent(self._context))
        self._run(function, -(-threads // lanes), lanes, 0, job, ctypes.c_uint32(threads))

    def allocate(self, size: int) -> int:
        self._check(self._driver.cuCtxSetCurrent(self._context))
        return int(self._check(self._driver.cuMemAlloc(size)))

    def free(self, address: int) -> None:
        self._driver.cuCtxSetCurrent(self._context)
        self._driver.cuMemFree(address)

    def write(self, address: int, data: bytes) -> None:
        self._check(self._driver.cuCtxSetCurrent(self._context))
        self._check(self._driver.cuMemcpyHtoD(address, data, len(data)))

    def read(self, address: int, size: int) -> bytearray:
        """What is there when all that was launched is done."""
        data = bytearray(size)
        self._check(self._driver.cuCtxSetCurrent(self._context))
        self._check(self._driver.cuMemcpyDtoH(data, address, size))
        return data

    def copy(self, to: int, address: int, size: int) -> None:
        self._check(self._driver.cuCtxSetCurrent(self._context))
        self._check(self._driver.cuMemcpyDtoD(to, address, size))

    def fill(self, address: int, size: int) -> None:
        """With bytes of all ones."""
        self._check(self._driver.cuCtxSetCurrent(self._context))
        self._check(self._driver.cuMemsetD8Async(address, 0xFF, size, 0))

    def hold_back(self, stream: int) -> None:
        """Has another stream wait for what was launched so far."""
        driver = self._driver
        self._check(driver.cuCtxSetCurrent(self._context))
        event = self._check(driver.cuEventCreate(driver.CUevent_flags.CU_EVENT_DISABLE_TIMING))
        self._check(driver.cuEventRecord(event, 0))
        self._check(driver.cuStreamWaitEvent(stream, event, 0))
        self._check(driver.cuEventDestroy(event))

    def array(self, address: int, shape: tuple[int, ...], kind: str, owner: object) -> CardArray:
        return CardArray(self, address, shape, kind, owner)

    def _kernel(self, games: CardGames) -> _Kernel:
        warp_memory, sums_memory = LANES * games.memory, 4 * games.sums
        memory = warp_memory + sums_memory
        found = self._kernels.get((games.game, memory, games.sums))
        if found is not None:
            return found
        if memory > self._most_memory:
            raise UsageError(
                f"the board is too large for the graphics card {self.name}: {LANES} games side by side take "
                f"{memory} bytes, and it has {self._most_memory} for them"
            )
        driver = self._driver
        function = self.functions(program(games), ("games",))[0]
        attributes = driver.CUfunction_attribute
        most = attributes.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        self._check(driver.cuFuncSetAttribute(function, most, self._most_memory))
        share = attributes.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
        self._check(driver.cuFuncSetAttribute(function, share, 100))
        # A card keeps some memory back for each block, so more warps may run at once if they share blocks.
        kernel = _Kernel(function, memory, 1, 0, 0)
        for warps in range(1, min(_MOST_WARPS, (self._most_memory - sums_memory) // warp_memory) + 1):
            memory = warps * warp_memory + sums_memory
            each = int(self._check(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, LANES * warps, memory)))
            if warps * each * self._processors > kernel.warps * kernel.blocks:
                kernel = _Kernel(function, memory, warps, each * self._processors, 0)
        kernel.at_once = 16 * LANES * kernel.warps * kernel.blocks
        self._kernels[games.game, warp_memory + sums_memory, games.sums] = kernel
        return kernel

    def _check(self, answer: tuple[Any, ...]) -> Any:
        """What the driver answered; an error is raised in words."""
        status, *values = answer
        results = self._driver.CUresult
        if status == results.CUDA_SUCCESS:
            return values[0] if values else None
        if status in (results.CUDA_ERROR_NO_DEVICE, results.CUDA_ERROR_INVALID_DEVICE):
            raise UsageError("there is no graphics card here that CUDA can use")
        if status == results.CUDA_ERROR_OUT_OF_MEMORY:
            raise UsageError(f"the graphics card {self.name} has no memory left; another program may be using it")
        if status == results.CUDA_ERROR_DEVICE_UNAVAILABLE:
            raise UsageError(f"the graphics card {self.name} is busy: another program has it to itself")
        raise UsageError(f"the graphics card {self.name} failed: {results(status).name}")


@cache
def card() -> Card:
    """The card of this process; UsageError if there is none that could be used, with the reason."""
    return Card()


def _library(name: str) -> Any:
    """A part of cuda.bindings, with what it loads."""
    try:
        if name == "nvrtc":
            from cuda.bindings import nvrtc

            nvrtc.nvrtcVersion()
            return nvrtc
        from cuda.bindings import driver
    except (ImportError, RuntimeError):
        raise UsageError(
            "games on a graphics card need cuda-bindings and NVRTC; install them with: pip install 'tengen[gpu]'"
        ) from None
    try:
        driver.cuDriverGetVersion()
    except RuntimeError:
        raise UsageError("there is no graphics card here, or no driver for it: NVIDIA's is not installed") from None
    return driver
