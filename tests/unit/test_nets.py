"""Nets: the core beside PyTorch's answers, and what is refused."""

from __future__ import annotations

import json
import pickle
import struct
import threading
from array import array
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen as tg
from conftest import REPOSITORY
from oracles.net import plain_net, weights_of
from tengen import _core, nets, players
from tengen.formats import safetensors
from tengen.formats.safetensors import Tensor

DATA = REPOSITORY / "tests" / "data"
TINY = DATA / "net_tiny.safetensors"
KNOWN = json.loads((DATA / "net_known.json").read_text())
NEAR = 0.05  # where the processor multiplies short numbers; the core's own tests hold the other kernels to 1e-4

Change = Callable[[dict[str, Tensor], dict[str, str]], object]


def planes_of(board: dict[str, Any]) -> NDArray[np.float32]:
    rows = [[float(digit) for digit in plane] for plane in board["planes"]]
    return np.array(rows, np.float32).reshape(len(rows), board["height"], board["width"])


def in_float32(data: bytes) -> bytes:
    tensors, metadata = safetensors.parse(data)
    for tensor in tensors.values():
        numbers = struct.unpack(f"<{len(tensor.data) // 2}e", tensor.data)
        tensor.dtype, tensor.data = "F32", struct.pack(f"<{len(numbers)}f", *numbers)
    return safetensors.write(tensors, metadata)


@pytest.mark.parametrize("board", KNOWN["boards"], ids=lambda board: f"{board['height']}x{board['width']}")
def test_the_core_answers_as_pytorch_does(board: dict[str, Any]) -> None:
    planes = planes_of(board)
    on_board = planes[4] == 1
    for net in (tg.Net.load(TINY), tg.Net(in_float32(TINY.read_bytes()))):
        policy, value = net.evaluate(planes)
        expected = np.array(board["policy"]).reshape(on_board.shape)
        assert abs(np.asarray(policy) - expected)[on_board].max() < NEAR
        assert value == pytest.approx(board["value"], abs=NEAR)


@pytest.mark.parametrize("board", KNOWN["boards"], ids=lambda board: f"{board['height']}x{board['width']}")
def test_the_oracle_answers_as_pytorch_does(board: dict[str, Any]) -> None:
    planes = planes_of(board)
    policy, value = plain_net(weights_of(TINY.read_bytes()), planes)
    assert abs(policy - np.array(board["policy"]))[planes[4].ravel() == 1].max() < KNOWN["near"]
    assert value == pytest.approx(board["value"], abs=KNOWN["near"])


def test_a_net_is_a_value() -> None:
    net = tg.Net.load(TINY, game="nogo")
    assert (net.game, net.blocks, net.channels, net.planes) == ("nogo", 2, 8, 5)
    assert net.history == {"weights": "drawn at random, seed 1"}
    again = pickle.loads(pickle.dumps(net))
    assert again == net == tg.Net(TINY.read_bytes())
    assert hash(again) == hash(net)
    assert net != tg.Net(in_float32(TINY.read_bytes()))
    assert repr(net) == f"Net(game='nogo', digest='{net.digest}', blocks=2, channels=8, planes=5, passes=False)"
    planes = tg.batch(tg.nogo.start(4), 1, planes="float32").planes[0]
    assert bytes(again.evaluate(planes)[0]) == bytes(net.evaluate(planes)[0])


def test_planes_without_numpy() -> None:
    net = tg.Net.load(TINY)
    planes = memoryview(array("f", [1.0] * 30)).cast("B").cast("f", (5, 2, 3))
    policy, value = net.evaluate(planes)
    assert (policy.shape, policy.format) == ((2, 3), "f")
    assert -1 <= value <= 1


@pytest.mark.parametrize(
    "planes",
    [np.zeros((5, 3, 3)), np.zeros((4, 3, 3), "f4"), np.zeros((5, 9), "f4"), np.zeros((5, 3, 6), "f4")[:, :, ::2]],
)
def test_planes_that_are_refused(planes: NDArray[Any]) -> None:
    with pytest.raises(
        tg.UsageError, match=r"^planes of '[fd]' in the shape .*; expected 'f' \(float32\), 5 planes x rows"
    ):
        tg.Net.load(TINY).evaluate(planes)


def test_what_is_no_board_is_refused() -> None:
    net = tg.Net.load(TINY)
    with pytest.raises(TypeError, match="'list' is not an array of float32"):
        net.evaluate([1.0])  # type: ignore[arg-type]
    with pytest.raises(tg.UsageError, match="a board has at least one row and one column"):
        net.evaluate(np.zeros((5, 0, 3), "f4"))
    with pytest.raises(ValueError, match="a 4000x4000 board takes 1281 MiB with this net; at most 1024 are allowed"):
        _core.NetAsker(net._native, 4000, 4000)


def test_threads_share_a_net() -> None:
    net = tg.Net.load(TINY)
    boards = [planes_of(board) for board in KNOWN["boards"][2:5]]
    alone = [net.evaluate(planes)[1] for planes in boards]
    found: list[list[float]] = [[], []]

    def ask(answers: list[float]) -> None:
        answers += [net.evaluate(planes)[1] for planes in boards * 10]

    threads = [threading.Thread(target=ask, args=(answers,)) for answers in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone * 10] * 2


def _with_passes(seed: int) -> tuple[tg.Net, dict[str, NDArray[Any]]]:
    """A net for Go with random weights, and these."""
    chance = np.random.default_rng(seed)
    weights = {
        name: chance.normal(0, (2 / prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.3, shape).astype("f4")
        for name, shape in nets.tensor_shapes(10, 8, 2, passes=True).items()
    }
    tensors = {name: Tensor("F32", weight.shape, weight.tobytes()) for name, weight in weights.items()}
    return tg.Net(safetensors.write(tensors, {"format": nets.FORMAT, "game": "go", "history": "null"})), weights


def _go_planes(position: tg.go.Position) -> NDArray[np.float32]:
    planes = tg.batch(position, 1, planes="float32").planes[0]
    komi = (1 if position.to_play is tg.WHITE else -1) * 2 * position.komi / 16
    return np.concatenate([planes, komi * planes[4:5]]).astype("f4")


def test_a_net_that_knows_passes() -> None:
    net, weights = _with_passes(1)
    assert (net.game, net.planes, net.passes) == ("go", 10, True)
    for text in ("X.O.\n.#..\n..X.\nO...", "..X\n.O.", "....."):
        planes = _go_planes(tg.go.parse(text, komi=3.5))
        policy, value = net.evaluate(planes)
        expected = plain_net(weights, planes)
        points = np.append(planes[4].ravel() == 1, True)
        assert np.asarray(policy).shape == (points.size,)
        assert abs(np.asarray(policy) - expected[0])[points].max() < NEAR
        assert value == pytest.approx(expected[1], abs=NEAR)


@pytest.mark.parametrize("komi", [7.5, -2, 0])
def test_a_search_tells_the_net_the_komi(komi: float) -> None:
    net, _ = _with_passes(2)
    position = tg.go.start(5, komi=komi)
    for move in ("C3", "B2", "D2", "C4", "pass", "B3"):
        policy, value = net.evaluate(_go_planes(position))
        logits = np.exp(policy - np.max(policy)).ravel() * np.asarray(position.mask)
        search = players.Search(position, evaluate=net)
        search.run(visits=0)
        choice = search.choice()
        assert choice.value == pytest.approx(0.5 + 0.5 * value, abs=1e-6)
        for each in choice.candidates:
            number = 25 if isinstance(each.move, tg.Pass) else each.move.row * 5 + each.move.col
            assert each.prior == pytest.approx(logits[number] / logits.sum(), abs=1e-6)
        position = position.play(move)


def without(name: str) -> Change:
    return lambda tensors, metadata: tensors.pop(name)


def with_number(name: str, number: float) -> Change:
    def change(tensors: dict[str, Tensor], metadata: dict[str, str]) -> None:
        data = bytes(tensors[name].data)
        tensors[name].data = data[:-2] + struct.pack("<e", number)

    return change


def of_shape(name: str, *shape: int, dtype: str = "F16") -> Change:
    data = bytes(prod(shape) * (2 if dtype in ("F16", "BF16") else 4))
    return lambda tensors, metadata: tensors.update({name: Tensor(dtype, shape, data)})


def of_metadata(**words: str) -> Change:
    return lambda tensors, metadata: metadata.update(words)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of_metadata(format="tengen net 2"), "its format is 'tengen net 2'; expected 'tengen net 1'"),
        (lambda tensors, metadata: metadata.clear(), "its format is ''; expected 'tengen net 1'"),
        (of_metadata(game="chess"), "a net for the game 'chess'; expected nogo, go, gomoku or othello"),
        (of_metadata(history="{"), "its history is not JSON"),
        (without("stem.weight"), "it has no tensor 'stem.weight'"),
        (without("blocks.1.pool.bias"), "it has no tensor 'blocks.1.pool.bias'"),
        (without("blocks.1.a.weight"), "a net of 1 blocks has no tensor 'blocks.1.a.bias'"),
        (of_shape("extra", 1), "a net of 2 blocks has no tensor 'extra'"),
        (
            of_shape("stem.weight", 8, 5, 9),
            "tensor 'stem.weight' has the shape [8, 5, 9]; expected [channels, planes, 3, 3]",
        ),
        (of_shape("value.b.bias", 2), "tensor 'value.b.bias' has the shape [2]; expected [1]"),
        (of_shape("value.b.bias", 1, dtype="BF16"), "tensor 'value.b.bias' has the dtype BF16; expected F32 or F16"),
        (of_shape("value.b.bias", 1, dtype="F32"), "tensor 'value.b.bias' has the dtype F32, and 'stem.weight' F16"),
        (
            of_shape("stem.weight", 8, 4, 3, 3),
            "a net of 4 planes, 8 channels and 2 blocks is too small or too large",
        ),
        (
            with_number("value.a.bias", float("nan")),
            "tensor 'value.a.bias' has a number that is infinite or none (NaN)",
        ),
        (with_number("stem.weight", float("-inf")), "tensor 'stem.weight' has a number that is infinite or none (NaN)"),
    ],
)
def test_what_is_no_net_is_refused(change: Change, words: str, tmp_path: Path) -> None:
    tensors, metadata = safetensors.parse(TINY.read_bytes())
    change(tensors, metadata)
    data = safetensors.write(tensors, metadata)
    with pytest.raises(tg.ParseError) as refused:
        tg.Net(data)
    assert str(refused.value) == words
    path = tmp_path / "net"
    path.write_bytes(data)
    with pytest.raises(tg.ParseError) as refused:
        tg.Net.load(path)
    assert str(refused.value) == f"{str(path)!r} is no net: {words}"


def test_files_that_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tg.UsageError, match=r"^cannot read '.*none': No such file or directory$"):
        tg.Net.load(tmp_path / "none")
    with pytest.raises(tg.UsageError, match=r"^'.*net_tiny.safetensors' is a net for NoGo, not for Go$"):
        tg.Net.load(TINY, game="go")
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate((1 << 28) + 1)  # a file with nothing in it takes no room
    with pytest.raises(tg.ParseError, match=r"is no net: it has more than 256 MiB$"):
        tg.Net.load(large)


def test_the_shapes_are_those_of_the_core() -> None:
    for size in ((5, 8, 2, False), (12, 17, 0, False), (7, 24, 3, False), (10, 8, 1, True)):
        count = sum(prod(shape) for shape in nets.tensor_shapes(*size).values())
        assert _core.Net.fault(*size, array("f", bytes(4 * count))) is None
