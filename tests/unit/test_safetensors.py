"""safetensors files: what is written reads back, and everything that can be wrong with one is said."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import ParseError
from tengen.formats.safetensors import MOST_HEADER, Tensor, parse, write

SIZES = {"F32": 4, "F16": 2, "U8": 1, "I64": 8}


@st.composite
def tensors(draw: st.DrawFn) -> dict[str, Tensor]:
    made = {}
    for name in draw(
        st.lists(st.text(max_size=9).filter(lambda name: name != "__metadata__"), unique=True, max_size=5)
    ):
        dtype = draw(st.sampled_from(list(SIZES)))
        shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
        size = SIZES[dtype]
        for length in shape:
            size *= length
        made[name] = Tensor(dtype, shape, draw(st.binary(min_size=size, max_size=size)))
    return made


@given(tensors(), st.dictionaries(st.text(max_size=9), st.text(max_size=20), max_size=3))
def test_what_is_written_reads_back(written: dict[str, Tensor], metadata: dict[str, str]) -> None:
    data = write(written, metadata)
    found, also = parse(data)
    assert also == metadata
    assert {name: (each.dtype, each.shape, bytes(each.data)) for name, each in found.items()} == {
        name: (each.dtype, each.shape, each.data) for name, each in written.items()
    }
    for end in range(0, len(data), 7):
        with pytest.raises(ParseError):
            parse(data[:end])


@given(st.binary(max_size=60))
def test_nonsense_is_refused(data: bytes) -> None:
    with pytest.raises(ParseError):
        parse(data)


def test_the_bytes_of_a_file() -> None:
    header = b'{"__metadata__":{"a":"b"},"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'
    file = struct.pack("<Q", 80) + header.ljust(80) + struct.pack("<2f", 1, 2)
    assert write({"x": Tensor("F32", (2,), struct.pack("<2f", 1, 2))}, {"a": "b"}) == file


def file(header: Any, body: bytes = b"", length: int | None = None) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + body


def about(shape: Any, *offsets: Any, dtype: Any = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": list(offsets)}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it ends after 0 bytes; the length of the header takes 8"),
        (b"\1" * 7, "it ends after 7 bytes; the length of the header takes 8"),
        (file(b"", length=2**63), f"a header of {2**63} bytes; at most {MOST_HEADER} are read"),
        (file(b"{}", length=9), "it ends in the header, after 2 of 9 bytes"),
        (file(b"{"), "the header is not JSON"),
        (file(b"\xff"), "the header is not JSON"),
        (file(b"[" * 100_000), "the header is not JSON"),
        (file(b"9" * 10_000), "the header is not JSON"),
        (file([]), "the header is not a JSON object"),
        (file(b'{"x": 1, "x": 2}'), "the header has 'x' twice"),
        (file({"__metadata__": 1}), "__metadata__ is not an object of strings"),
        (file({"__metadata__": {"a": 1}}), "__metadata__ is not an object of strings"),
        (file({"x": 1}), "tensor 'x' is not described by dtype, shape and data_offsets"),
        (file({"x": {"dtype": "F32"}}), "tensor 'x' is not described by dtype, shape and data_offsets"),
        (
            file({"x": about([1], 0, 4, dtype="F31")}, bytes(4)),
            "tensor 'x' has the dtype 'F31'; expected one of BOOL, U8, I8, U16, I16, F16, BF16, U32, I32, F32, U64, "
            "I64, F64",
        ),
        (file({"x": about([True], 0, 4)}, bytes(4)), "tensor 'x' has a shape that is not a list of lengths"),
        (file({"x": about([-1], 0, 4)}, bytes(4)), "tensor 'x' has a shape that is not a list of lengths"),
        (file({"x": about([2**50], 0, 4)}, bytes(4)), "tensor 'x' has a shape that is not a list of lengths"),
        (file({"x": about("12", 0, 4)}, bytes(4)), "tensor 'x' has a shape that is not a list of lengths"),
        (file({"x": about([1], 0)}, bytes(4)), "tensor 'x' has data_offsets that are not a start and an end"),
        (file({"x": about([1], 4, 0)}, bytes(4)), "tensor 'x' has data_offsets that are not a start and an end"),
        (file({"x": about([1], 0, 4.0)}, bytes(4)), "tensor 'x' has data_offsets that are not a start and an end"),
        (file({"x": about([2, 3], 0, 20)}, bytes(20)), "tensor 'x' has 20 bytes; F32 of [2, 3] takes 24"),
        (file({"x": about([1], 0, 4), "y": about([1], 2, 6)}, bytes(6)), "tensor 'y' overlaps the tensor before it"),
        (
            file({"x": about([1], 0, 4), "y": about([1], 7, 11)}, bytes(11)),
            "tensor 'y' leaves a gap of 3 bytes before it",
        ),
        (file({"x": about([1], 4, 8)}, bytes(8)), "tensor 'x' leaves a gap of 4 bytes before it"),
        (file({"x": about([2], 0, 8)}, bytes(5)), "it ends in tensor 'x': 3 bytes are missing"),
        (file({"x": about([1], 0, 4)}, bytes(6)), "2 bytes follow the last tensor"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, words: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse(data)
    assert str(refused.value) == words
