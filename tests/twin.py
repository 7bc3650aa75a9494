"""What a graphics card does, done here: the same games with the same totals, the same batch."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from tengen.games.game import Position
from tengen.verbs.card import SOURCES, Twin
from tengen.verbs.simulate_many import Simulations, play_on


def simulate_as_card(position: Position, games: int, seed: int, **named: Any) -> Simulations:
    return play_on(Twin(), position, games, seed, **named)


class CardHere:
    """What stands for a card in a batch: its memory is ours, and the kernels, the very source that a card is given, are
    compiled by this machine's compiler. A block has one lane."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memory: dict[int, Any] = {}

    def functions(self, source: str, names: Sequence[str]) -> list[Any]:
        library = self._folder / f"{hashlib.sha256(source.encode()).hexdigest()}.so"
        if not library.exists():
            program = _LAUNCHES + source + "".join(_LAUNCH.format(name=name) for name in names)
            command = [
                os.environ.get("CXX", "c++"),
                "-std=c++20",
                "-O1",
                "-shared",
                "-fPIC",
                f"-I{SOURCES}",
                "-xc++",
                "-",
            ]
            subprocess.run([*command, "-o", library], input=program, text=True, check=True)
        loaded = ctypes.CDLL(str(library))
        return [getattr(loaded, f"launch_{name}") for name in names]

    def launch(self, function: Any, lanes: int, threads: int, job: ctypes.Structure) -> None:
        function(ctypes.byref(job), ctypes.c_uint32(threads))

    def allocate(self, size: int) -> int:
        memory = ctypes.create_string_buffer(b"\xa5" * (size + 256), size + 256)  # a card's memory is not zeros
        address = -(-ctypes.addressof(memory) // 256) * 256
        self._memory[address] = memory
        return address

    def free(self, address: int) -> None:
        del self._memory[address]

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(address, data, len(data))

    def read(self, address: int, size: int) -> bytearray:
        return bytearray(ctypes.string_at(address, size))

    def copy(self, to: int, address: int, size: int) -> None:
        ctypes.memmove(to, address, size)

    def fill(self, address: int, size: int) -> None:
        ctypes.memset(address, 0xFF, size)

    def array(self, address: int, shape: tuple[int, ...], kind: str, owner: Any) -> Any:
        memory = self._memory[owner.address]
        return np.frombuffer(memory, kind, prod(shape), address - ctypes.addressof(memory)).reshape(shape)


# (The C library has a function of the name `step` too.)
_LAUNCHES = """#define __global__ __attribute__((visibility("hidden")))
static struct { unsigned x; } blockIdx, threadIdx, blockDim{1};
"""
_LAUNCH = """
extern "C" void launch_{name}(const Job* job, unsigned threads) {{
    for (blockIdx.x = 0; blockIdx.x < threads; blockIdx.x++) {name}(*job, threads);
}}
"""
