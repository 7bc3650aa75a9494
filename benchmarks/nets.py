"""Nets: one board, one thread, ours beside onnxruntime and PyTorch with the same weights."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import net_peers
from benchmarks.net_peers import Floats, median_microseconds
from benchmarks.peers import Peers
from benchmarks.timing import Contender, medians, table
from tengen import nets
from tengen.formats import safetensors

ROUNDS = 9
NETS = ((6, 64), (4, 32), (3, 24))  # blocks, channels
SIZES = (5, 9, 13, 19)
PLANES = 5
PEERS = ("onnxruntime", "torch")
NEAR = 0.05  # ours may multiply short numbers


def net_file(blocks: int, channels: int) -> bytes:
    """Weights drawn at random, about as large as those that a net learns."""
    chance = np.random.default_rng(blocks * 1000 + channels)
    tensors = {}
    for name, shape in nets.tensor_shapes(PLANES, channels, blocks).items():
        most = 0.3 if len(shape) == 1 else np.sqrt(3 / np.prod(shape[1:]))
        numbers = chance.uniform(-most, most, shape).astype("<f4")
        tensors[name] = safetensors.Tensor("F32", shape, numbers.tobytes())
    return safetensors.write(tensors, {"format": nets.FORMAT, "game": "nogo", "history": "null"})


def random_planes(size: int) -> Floats:
    planes = np.random.default_rng(size).integers(0, 2, (PLANES, size, size)).astype("<f4")
    planes[4] = 1
    return planes


def elsewhere(arguments: Sequence[str | Path], open_ones: ExitStack) -> tuple[Contender, Floats]:
    """The package in a process of its own, which waits between its runs; and what it answers."""
    child = open_ones.enter_context(
        subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    )
    assert child.stdin
    assert child.stdout
    to, back = child.stdin, child.stdout
    answer = json.loads(back.readline())

    def run() -> float:
        to.write("\n")
        to.flush()
        return float(back.readline())

    return run, np.array([*answer["policy"], answer["value"]], "f4")


def report(peers: Peers) -> str:
    pythons = {package: peers.interpreter(package) for package in PEERS}
    if pythons["onnxruntime"] and not peers.interpreter("onnx"):
        pythons["onnxruntime"] = None
    rows = []
    for blocks, channels in NETS:
        data = net_file(blocks, channels)
        net = nets.Net(data)
        for size in SIZES:
            planes = random_planes(size)
            policy, value = net.evaluate(planes)
            ours = np.append(np.asarray(policy), np.float32(value))
            contenders: dict[str, Contender] = {"ours": partial(median_microseconds, partial(net.evaluate, planes))}
            with ExitStack() as open_ones:
                folder = Path(open_ones.enter_context(tempfile.TemporaryDirectory()))
                (folder / "net").write_bytes(data)
                (folder / "planes").write_bytes(planes.tobytes())
                files: list[str | Path] = [folder / "net", folder / "planes", str(size), str(size)]
                for package, python in pythons.items():
                    if python:
                        command = [python, net_peers.__file__, package, *files]
                        contenders[package], theirs = elsewhere(command, open_ones)
                        assert abs(theirs - ours).max() < NEAR, (package, blocks, channels, size)
                found = medians(contenders, ROUNDS)
            row = [f"{blocks} blocks, {channels} channels", f"{size}x{size}", f"{found['ours']:,.0f}"]
            for package in PEERS:
                other = found.get(package)
                row += [f"{other:,.0f}", f"**{other / found['ours']:.1f}**"] if other else ["-", "-"]
            rows.append(row)
    header = ["net", "board", "ours, µs"]
    header += [word for package in PEERS for word in (f"{package}, µs", f"{package} / ours")]
    return f"## Nets: one board, one thread\n\n{table(header, rows)}\n"
