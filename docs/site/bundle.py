"""Many modules in one file, for `make site`: where each file takes long to ask for, seventy would take seconds.

A module becomes a function that is called once and gives what the module exports. That does for modules as ours are
written: exports have names, nothing goes in circles, and what is imported later may as well be there at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";\n', re.MULTILINE)
PASSED_ON = re.compile(r'^export (\{[^}]*\}) from "(\.[^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
DECLARED = re.compile(r"^export (?=(?:async )?(?:function|class|const)\*? (\w+))", re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)


def bundled(*entries: Path) -> str:
    """One module that does what these do, one after the other."""
    names: dict[Path, str] = {}
    functions: list[str] = []

    def add(module: Path) -> str:
        """What the module's exports are called here; it comes after all that it needs."""
        if names.get(module) == "":
            raise ValueError(f"{module} imports itself, by way of others")
        if module not in names:
            names[module] = ""
            function = _function(module, lambda near: add((module.parent / near).resolve()))
            names[module] = f"module{len(functions)}"
            functions.append(f"const {names[module]} = {function};\n")
        return names[module]

    for entry in entries:
        add(entry.resolve())
    return "\n".join(functions)


def _function(module: Path, add: Callable[[str], str]) -> str:
    text = module.read_text("utf-8")
    text = PASSED_ON.sub(r'import \1 from "\2";\nexport \1;\n', text)
    listed = " ".join(LISTED.findall(text))
    if " as " in listed or re.search(r"^export (?:const|let) \w+ = [^\n{(\[]*, \w+ =", text, re.MULTILINE):
        raise ValueError(f"{module}: exports with another name, or two in one line, are not understood here")
    exported = [*DECLARED.findall(text), *re.findall(r"\w+", listed)]

    def imported(found: re.Match[str]) -> str:
        return f"const {found[1].removeprefix('* as ').replace(' as ', ': ')} = {add(found[2])};\n"

    text = IMPORT.sub(imported, text)
    text = LATER.sub(lambda found: f"Promise.resolve({add(found[1])})", text)
    text = LISTED.sub("", DECLARED.sub("", text))
    if unknown := re.search(r"^(import|export)\b.*", text, re.MULTILINE):
        raise ValueError(f"{module}: {unknown[0]!r} is not understood here")
    return f"(() => {{\n{text}return {{ {', '.join(exported)} }};\n}})()"
