"""For the reference: what the comment beside an attribute says of it, and lists where docstrings name arguments."""

from __future__ import annotations

import re
from typing import Any

from griffe import Attribute, Class, Docstring, Extension, Function

BESIDE = re.compile(r"[^#\"']*  # (?!noqa|type:)(.+)$")
WORDS = re.compile(r'= _limit\(.*, "(.+)"\)$')  # of a setting, which are also those of `tengen serve --help`
ARGUMENT = re.compile(r'([a-z_]+(?: "\w+"(?: \(\w+\))?)?): ')


class Docstrings(Extension):
    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        found = attr.docstring is None and attr.lines and (BESIDE.match(attr.lines[0]) or WORDS.search(attr.lines[0]))
        if found:
            text = found[1].strip()
            attr.docstring = Docstring(text[0].upper() + text[1:], parent=attr)

    def on_function_instance(self, *, func: Function, **_: Any) -> None:
        _list_arguments(func)

    def on_class_instance(self, *, cls: Class, **_: Any) -> None:
        _list_arguments(cls)


def _list_arguments(described: Function | Class) -> None:
    """A line `name: words` begins an item; it goes on until the next, or until a sentence begins with the line."""
    if described.docstring is None:
        return
    lines: list[str] = []
    listing = False
    for line in described.docstring.value.splitlines():
        found = ARGUMENT.match(line)
        if found:
            lines += [*([] if listing else [""]), f"- `{found[1]}`: {line[found.end() :]}"]
        elif listing and line[:1].isupper() and lines[-1].endswith("."):
            lines += ["", line]
        else:
            lines.append(f"  {line}" if listing and line else line)
        listing = bool(found) or (listing and lines[-1].startswith("  "))
    described.docstring.value = "\n".join(lines)
