"""safetensors: named arrays of numbers in one file. The length of a header, the header, which is JSON, and the numbers:

8 bytes, the lowest first
{"stem.bias": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}, "__metadata__": {"format": "..."}}
the bytes of all tensors, one after the other, without gaps
"""

import json
from math import prod
from struct import Struct

from tengen.errors import ParseError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MOST_HEADER = 1 << 20  # bytes
_LENGTH = Struct("<Q")
_METADATA = "__metadata__"
_BITS = {"BOOL": 8, "U8": 8, "I8": 8, "U16": 16, "I16": 16, "F16": 16, "BF16": 16, "U32": 32, "I32": 32, "F32": 32}
_BITS |= {"U64": 64, "I64": 64, "F64": 64}
_MOST_LENGTH = 1 << 40  # of a dimension


class Tensor:
    """Numbers of one kind, as bytes, and how they are arranged."""

    __slots__ = ("data", "dtype", "shape")

    def __init__(self, dtype: str, shape: tuple[int, ...], data: "bytes | memoryview") -> None:
        self.dtype = dtype
        self.shape = shape
        self.data = data


def write(tensors: "Mapping[str, Tensor]", metadata: "Mapping[str, str]") -> bytes:
    """The file, with the tensors in this order."""
    header: dict[str, Any] = {_METADATA: dict(metadata)}
    end = 0
    for name, tensor in tensors.items():
        start, end = end, end + len(tensor.data)
        header[name] = {"dtype": tensor.dtype, "shape": tensor.shape, "data_offsets": (start, end)}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _LENGTH.size)  # then the numbers are aligned
    return b"".join((_LENGTH.pack(len(text)), text, *(tensor.data for tensor in tensors.values())))


def parse(data: bytes) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors by name, in the order of their bytes, which are not copied; and the metadata."""
    if len(data) < _LENGTH.size:
        raise ParseError(f"it ends after {len(data)} bytes; the length of the header takes {_LENGTH.size}")
    (length,) = _LENGTH.unpack_from(data)
    if length > MOST_HEADER:
        raise ParseError(f"a header of {length} bytes; at most {MOST_HEADER} are read")
    start = _LENGTH.size + length
    if len(data) < start:
        raise ParseError(f"it ends in the header, after {len(data) - _LENGTH.size} of {length} bytes")
    header = _header(data[_LENGTH.size : start])
    metadata = header.pop(_METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise ParseError(f"{_METADATA} is not an object of strings")
    body = memoryview(data)[start:]
    spans = {name: _span(name, about) for name, about in header.items()}
    tensors = {}
    end = 0
    for name, (begin, after) in sorted(spans.items(), key=lambda each: each[1]):
        if begin != end:
            what = "overlaps the tensor before it" if begin < end else f"leaves a gap of {begin - end} bytes before it"
            raise ParseError(f"tensor {name!r} {what}")
        end = after
        if end > len(body):
            raise ParseError(f"it ends in tensor {name!r}: {end - len(body)} bytes are missing")
        tensors[name] = Tensor(header[name]["dtype"], tuple(header[name]["shape"]), body[begin:end])
    if end < len(body):
        raise ParseError(f"{len(body) - end} bytes follow the last tensor")
    return tensors, metadata


def _header(text: bytes) -> "dict[str, Any]":
    def once(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            raise ParseError(f"the header has {max(names, key=names.count)!r} twice")
        return found

    try:
        header = json.loads(text, object_pairs_hook=once)
    except ParseError:
        raise
    except (ValueError, RecursionError):  # a text that is not UTF-8 is a ValueError too
        raise ParseError("the header is not JSON") from None
    if not isinstance(header, dict):
        raise ParseError("the header is not a JSON object")
    return header


def _span(name: str, about: object) -> tuple[int, int]:
    """From where to where a tensor's bytes are."""
    if not isinstance(about, dict) or about.keys() != {"dtype", "shape", "data_offsets"}:
        raise ParseError(f"tensor {name!r} is not described by dtype, shape and data_offsets")
    dtype, shape, offsets = about["dtype"], about["shape"], about["data_offsets"]
    if not isinstance(dtype, str) or dtype not in _BITS:
        raise ParseError(f"tensor {name!r} has the dtype {str(dtype)[:20]!r}; expected one of {', '.join(_BITS)}")
    if not _are_lengths(shape):
        raise ParseError(f"tensor {name!r} has a shape that is not a list of lengths")
    if not _are_lengths(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ParseError(f"tensor {name!r} has data_offsets that are not a start and an end")
    size = prod(shape) * _BITS[dtype] // 8
    if offsets[1] - offsets[0] != size:
        raise ParseError(f"tensor {name!r} has {offsets[1] - offsets[0]} bytes; {dtype} of {shape} takes {size}")
    return offsets[0], offsets[1]


def _are_lengths(numbers: object) -> bool:
    return isinstance(numbers, list) and all(type(each) is int and 0 <= each <= _MOST_LENGTH for each in numbers)
