"""The bytes that a terminal sends, as keys."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

ESCAPE = "escape"
_NAMED = {
    "\r": "enter",
    "\n": "enter",
    " ": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x0c": "redraw",
    "\x04": "q",
}
_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
# A key with a name is ESC [ numbers letter, or ESC O letter where a terminal is in application mode.
_SEQUENCE = re.compile(r"\x1b(?:O([A-Za-z])|\[[0-9;?<]*([@-~]))")
_BEGINNING = re.compile(r"\x1b(?:O|\[[0-9;?<]{0,30})?")


class Keys:
    """Takes bytes as they come, in pieces of any length, and gives keys: characters, or names like "up" and "enter"."""

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    @property
    def is_pending(self) -> bool:
        """Is the beginning of a key there? If no more comes, it was the escape key."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[str]:
        text = self._rest + self._decoder.decode(data)
        keys: list[str] = []
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                keys += self._character(text[place])
                place += 1
            elif found := _SEQUENCE.match(text, place):
                name = _ARROWS.get(found[1] or found[2])
                keys += [name] if name else []
                place = found.end()
            elif _BEGINNING.fullmatch(text, place):
                break
            else:
                keys.append(ESCAPE)
                place += 1
        self._rest = text[place:]
        return keys

    def flush(self) -> list[str]:
        """What was waiting for more is the escape key, as no more has come."""
        rest, self._rest = self._rest, ""
        return [ESCAPE] if rest else []

    def _character(self, character: str) -> list[str]:
        if name := _NAMED.get(character):
            return [name]
        return [character] if character.isprintable() else []
