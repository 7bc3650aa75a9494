"""What a net says of a board, computed in numpy's doubles from the words of docs/nets.md, line by line.

It imports nothing of Tengen.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[Any]]


def weights_of(data: bytes) -> Weights:
    """The tensors of a safetensors file: eight bytes with the length of a header in JSON, the header, the numbers."""
    begin = 8 + int.from_bytes(data[:8], "little")
    kinds = {"F32": np.float32, "F16": np.float16}
    weights = {}
    for name, tensor in json.loads(data[8:begin]).items():
        if name != "__metadata__":
            first, last = tensor["data_offsets"]
            numbers = np.frombuffer(data[begin + first : begin + last], kinds[tensor["dtype"]])
            weights[name] = numbers.reshape(tensor["shape"])
    return weights


def plain_net(weights: Weights, planes: NDArray[Any]) -> tuple[NDArray[Any], float]:
    """The policy, a number for each point and then for the pass where there are passes, and the value."""
    mask = planes[4].astype(float)
    area = mask.sum()

    def convolved(name: str, x: NDArray[Any]) -> NDArray[Any]:
        weight, bias = weights[f"{name}.weight"].astype(float), weights[f"{name}.bias"]
        around = np.pad(x.astype(float), ((0, 0), (1, 1), (1, 1)))
        height, width = mask.shape
        total: NDArray[Any] = np.zeros((len(bias), height, width)) + bias[:, None, None]
        for row in range(3):
            for col in range(3):
                total += np.tensordot(weight[:, :, row, col], around[:, row : row + height, col : col + width], 1)
        return total

    def linear(name: str, x: NDArray[Any]) -> NDArray[Any]:
        bias = weights[f"{name}.bias"].reshape(-1, *[1] * (x.ndim - 1))
        sums: NDArray[Any] = np.tensordot(weights[f"{name}.weight"].astype(float), x, 1) + bias
        return sums

    def pool(y: NDArray[Any]) -> NDArray[Any]:
        mean = y.sum((1, 2)) / area
        return np.concatenate([mean, y.max((1, 2)), mean * (area**0.5 - 9) / 4])

    def relu(x: NDArray[Any]) -> NDArray[Any]:
        positive: NDArray[Any] = np.maximum(x, 0)
        return positive

    y = relu(convolved("stem", planes)) * mask
    k = 0
    while f"blocks.{k}.a.weight" in weights:
        z = relu(convolved(f"blocks.{k}.a", y)) * mask
        if k % 2:
            z = z + linear(f"blocks.{k}.pool", pool(z))[:, None, None] * mask
        y = relu(y + convolved(f"blocks.{k}.b", z)) * mask
        k += 1
    policy = linear("policy.b", relu(linear("policy.a", y))).ravel()
    value = float(np.tanh(linear("value.b", relu(linear("value.a", pool(y))))[0]))
    if "pass.a.weight" in weights:
        policy = np.append(policy, linear("pass.b", relu(linear("pass.a", pool(y)))))
    return policy, value
