"""A net in other packages, timed by the interpreter that has them: a line in, one run, its microseconds out.

python benchmarks/net_peers.py PACKAGE NET PLANES HEIGHT WIDTH: PLANES is a file of float32. The first line of output is
what the package answers, as JSON. Of this repository it needs nothing, so that any interpreter runs it.
"""

from __future__ import annotations

import json
import statistics
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

ASKED = 40  # times in a run, whose median counts

Floats = NDArray[np.float32]
Ask = Callable[[], Any]  # what a package gives, and that as the policy and the value
Peer = tuple[Ask, Callable[[Any], tuple[Any, Any]]]


def read_tensors(path: Path) -> dict[str, Floats]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    body = data[8 + length :]
    kinds = {"F32": "<f4", "F16": "<f2"}
    return {
        name: np.frombuffer(body[slice(*about["data_offsets"])], kinds[about["dtype"]])
        .reshape(about["shape"])
        .astype("f4")
        for name, about in header.items()
    }


def blocks_of(tensors: dict[str, Floats]) -> int:
    return sum(name.startswith("blocks.") and name.endswith(".a.weight") for name in tensors)


def onnx_model(tensors: dict[str, Floats], height: int, width: int) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    nodes: list[Any] = []
    constants: dict[str, Any] = dict(tensors)
    channels, planes = tensors["stem.weight"].shape[:2]

    def add(kind: str, *inputs: str, **attributes: Any) -> str:
        out = f"out{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def constant(value: Any) -> str:
        name = f"constant{len(constants)}"
        constants[name] = value
        return name

    def convolved(x: str, name: str, size: int = 3) -> str:
        if size == 1:
            constants[f"{name}.weight"] = tensors[f"{name}.weight"][:, :, None, None]
        pads = [size // 2] * 4
        return add("Conv", x, f"{name}.weight", f"{name}.bias", kernel_shape=[size, size], pads=pads)

    def finished(x: str) -> str:
        return add("Mul", add("Relu", x), mask)

    over_board = constant(np.array([2, 3], np.int64))

    def pooled(y: str) -> str:
        mean = add("Div", add("ReduceSum", y, over_board, keepdims=0), area)
        most = add("ReduceMax", y, over_board, keepdims=0)
        return add("Concat", mean, most, add("Mul", mean, scale), axis=1)

    def linear(x: str, name: str) -> str:
        return add("Gemm", x, f"{name}.weight", f"{name}.bias", transB=1)

    mask = add("Slice", "planes", *(constant(np.array([k], np.int64)) for k in (4, 5, 1)))
    area = add("ReduceSum", mask, constant(np.array([1, 2, 3], np.int64)), keepdims=0)
    area = add("Reshape", area, constant(np.array([1, 1], np.int64)))
    root = add("Sub", add("Sqrt", area), constant(np.float32(9)))
    scale = add("Div", root, constant(np.float32(4)))
    y = finished(convolved("planes", "stem"))
    for k in range(blocks_of(tensors)):
        z = finished(convolved(y, f"blocks.{k}.a"))
        if k % 2:
            bias = linear(pooled(z), f"blocks.{k}.pool")
            bias = add("Reshape", bias, constant(np.array([1, channels, 1, 1], np.int64)))
            z = add("Add", z, add("Mul", bias, mask))
        y = finished(add("Add", y, convolved(z, f"blocks.{k}.b")))
    policy = convolved(add("Relu", convolved(y, "policy.a", 1)), "policy.b", 1)
    value = add("Tanh", linear(add("Relu", linear(pooled(y), "value.a")), "value.b"))
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, [1, planes, height, width])],
        [
            helper.make_tensor_value_info(policy, TensorProto.FLOAT, [1, 1, height, width]),
            helper.make_tensor_value_info(value, TensorProto.FLOAT, [1, 1]),
        ],
        [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    serialized: bytes = model.SerializeToString()
    return serialized


def in_onnxruntime(tensors: dict[str, Floats], planes: Floats) -> Peer:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    model = onnx_model(tensors, *planes.shape[1:])
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    bound = session.io_binding()  # the arrays stay where they are: quicker than run()
    bound.bind_cpu_input("planes", planes[None])
    for output in session.get_outputs():
        bound.bind_output(output.name)
    return lambda: session.run_with_iobinding(bound), lambda _: tuple(bound.copy_outputs_to_cpu())


def in_torch(tensors: dict[str, Floats], planes: Floats) -> Peer:
    import torch
    from torch.nn.functional import conv2d, linear

    torch.set_num_threads(1)
    weights = {name: torch.from_numpy(tensor) for name, tensor in tensors.items()}
    x = torch.from_numpy(planes)[None]
    blocks = blocks_of(tensors)

    def layer(name: str) -> tuple[Any, Any]:
        return weights[f"{name}.weight"], weights[f"{name}.bias"]

    @torch.inference_mode()  # type: ignore[untyped-decorator,unused-ignore]
    def ask() -> Any:
        mask = x[:, 4:5]
        area = mask.sum()

        def pooled(y: Any) -> Any:
            mean = y.sum((2, 3)) / area
            return torch.cat((mean, y.amax((2, 3)), mean * ((area.sqrt() - 9) / 4)), 1)

        y = conv2d(x, *layer("stem"), padding=1).relu() * mask
        for k in range(blocks):
            z = conv2d(y, *layer(f"blocks.{k}.a"), padding=1).relu() * mask
            if k % 2:
                z = z + linear(pooled(z), *layer(f"blocks.{k}.pool"))[:, :, None, None] * mask
            y = (y + conv2d(z, *layer(f"blocks.{k}.b"), padding=1)).relu() * mask
        last = y.permute(0, 2, 3, 1)
        policy = linear(linear(last, *layer("policy.a")).relu(), *layer("policy.b"))
        value = linear(linear(pooled(y), *layer("value.a")).relu(), *layer("value.b")).tanh()
        return policy, value

    return ask, lambda answer: answer


def median_microseconds(ask: Ask) -> float:
    times = []
    for _ in range(ASKED):
        begin = time.perf_counter()
        ask()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1e6


def main() -> None:
    package, net, path, height, width = sys.argv[1:]
    planes = np.fromfile(path, "<f4").reshape(-1, int(height), int(width))
    peers = {"onnxruntime": in_onnxruntime, "torch": in_torch}
    ask, answer = peers[package](read_tensors(Path(net)), planes)
    policy, value = answer(ask())
    print(json.dumps({"policy": policy.flatten().tolist(), "value": value.item()}), flush=True)
    for _ in sys.stdin:
        print(median_microseconds(ask), flush=True)


if __name__ == "__main__":
    main()
