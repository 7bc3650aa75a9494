"""A net in other packages, timed by the interpreter that has them: a line in, one run, its microseconds out.

python benchmarks/net_peers.py PACKAGE NET PLANES HEIGHT WIDTH: the first line of the output is what the package answers,
the policy and the value. Of this repository it needs nothing, so that any interpreter runs it.
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

ASKED = 50  # times in a run, whose median counts

Floats = NDArray[np.float32]
Ask = Callable[[], tuple[Floats, Floats]]


def read_tensors(path: Path) -> dict[str, Floats]:
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    body = data[8 + length :]
    return {
        name: np.frombuffer(body[slice(*about["data_offsets"])], "<f4").reshape(about["shape"])
        for name, about in header.items()
    }


def onnx_model(tensors: dict[str, Floats], height: int, width: int) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    nodes: list[Any] = []
    constants = {name: tensors[name] for name in tensors}
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
    for k in range(sum(name.endswith(".a.weight") and name.startswith("blocks.") for name in tensors)):
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


def in_onnxruntime(tensors: dict[str, Floats], planes: Floats) -> Ask:
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

    def ask() -> tuple[Floats, Floats]:
        session.run_with_iobinding(bound)
        return tuple(bound.copy_outputs_to_cpu())

    def run() -> tuple[Floats, Floats]:
        session.run_with_iobinding(bound)
        return None  # type: ignore[return-value]

    run.answer = ask  # type: ignore[attr-defined]
    return run
