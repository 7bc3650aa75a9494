"""A board as an array of numbers, as numpy shows it: 0 empty, 1 black, 2 white, 3 no point there."""

from tengen.errors import UsageError
from tengen.grid import HOLE_CELL, MOST_POINTS, Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_EXPECTED = "expected 0 (empty), 1 (black), 2 (white) or 3 (no point there)"
_WHOLE = tuple("bBhHiIlLqQ")  # what arrays of whole numbers call their items


def read(array: object) -> Board:
    """The board of an array of two dimensions: numpy's, anything else that exports a buffer, or a list of lists."""
    rows = _rows(array)
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise TypeError(f"{_shown(array)} is not an array of two dimensions")
    _require_size(len(rows), len(rows[0]) if rows else 0)
    for row, numbers in enumerate(rows):
        if len(numbers) != len(rows[0]):
            raise UsageError(f"row {row} has {len(numbers)} numbers; expected {len(rows[0])}, as row 0 has")
        for col, number in enumerate(numbers):
            if type(number) is not int or not 0 <= number <= HOLE_CELL:
                raise UsageError(f"Point({row}, {col}) is {_shown(number)}; {_EXPECTED}")
    return Board(len(rows), len(rows[0]), bytes(number for numbers in rows for number in numbers))


def _rows(array: "Any") -> object:
    try:
        view = memoryview(array)
    except TypeError:  # no buffer: lists, and tensors that make them
        return array.tolist() if hasattr(array, "tolist") else array
    if view.ndim != 2:
        raise UsageError(f"an array of {view.ndim} dimension{'' if view.ndim == 1 else 's'}; expected rows and columns")
    height, width = view.shape or ()
    _require_size(height, width)
    if view.format not in _WHOLE:
        raise UsageError(f"an array of {getattr(array, 'dtype', view.format)}; expected whole numbers")
    return view.tolist()


def _require_size(height: int, width: int) -> None:
    if height < 1 or width < 1 or height * width > MOST_POINTS:
        raise UsageError(
            f"an array of {height} rows and {width} columns; expected at least one of each and at most "
            f"{MOST_POINTS} points"
        )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
