"""JSON, as it goes out and as it is read: with suspicion."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, NoReturn

from tengen.errors import listed
from tengen.web.refusals import Refused, bad_input

_SHOWN = 40  # characters of what was wrong
_DEEPEST = 16  # values within values: nobody needs more than five


def dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def loads(data: bytes | str) -> Any:
    """A JSON value of finite numbers and whole characters."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")  # half a character can be escaped, but is no text
    except UnicodeError:
        raise bad_input("this is not UTF-8") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise bad_input(f"this is not JSON: {error}"[:200]) from None
    within = [value]
    for _ in range(_DEEPEST):
        within = [
            inner
            for each in within
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    if within:
        raise _too_deep()
    return value


def _too_deep() -> Refused:
    return bad_input("this JSON is nested too deeply")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def shown(value: Any) -> str:
    """The start of a value, quoted for a message."""
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


class Fields:
    """The members of a JSON object, each asked for by name and type; at the end none may be left over."""

    def __init__(self, value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise bad_input(f"{shown(value)} is not {what}; expected a JSON object")
        self._left = dict(value)
        self._what = what

    def has(self, name: str) -> bool:
        return self._left.get(name) is not None

    def raw(self, name: str) -> Any:
        """What stands there, or None."""
        return self._left.pop(name, None)

    def text(self, name: str, usual: str | None = None) -> str:
        value: str = self._typed(name, str, "text", usual)
        return value

    def flag(self, name: str) -> bool:
        value: bool = self._typed(name, bool, "true or false", None)
        return value

    def one_of(self, name: str, choices: Iterable[str], usual: str | None = None) -> str:
        value = self.text(name, usual)
        if value not in choices:
            raise bad_input(f"{name!r} is {shown(value)}; expected {listed(choices)}")
        return value

    def whole(self, name: str, least: int, most: int, usual: int | None = None) -> int:
        value: int = self._typed(name, int, "a whole number", usual)
        self._require(name, value, least, most)
        return value

    def number(self, name: str, least: float, most: float, usual: float | None = None) -> float:
        value: float = self._typed(name, (int, float), "a number", usual)
        self._require(name, value, least, most)
        return value

    def done(self) -> None:
        if self._left:
            raise bad_input(f"{self._what} has no {shown(next(iter(self._left)))}")

    def _require(self, name: str, value: float, least: float, most: float) -> None:
        if not least <= value <= most:
            raise bad_input(f"{name!r} is {shown(value)}; expected {least:.15g} to {most:.15g}")

    def _typed(self, name: str, kind: Any, words: str, usual: Any) -> Any:
        value = self._left.pop(name, None)
        if value is None and usual is not None:
            return usual
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise bad_input(f"{name!r} is {'missing' if value is None else shown(value)}; expected {words}")
        return value
