"""A bot as one file of Python to upload to Botzone, where Tengen is not installed."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from base64 import b85encode
from collections.abc import Iterator
from pathlib import Path

from tengen.data.botzone_rules import OFFERED
from tengen.errors import UsageError, listed
from tengen.games import by_name
from tengen.nets import tensor_shapes
from tengen.players import Clock, parse
from tengen.players.botzone_engine import KEEP_RUNNING, SIZES
from tengen.players.digests import imported_files
from tengen.players.learned import NetPlayer

_PYTHON = (3, 6)  # the site's
_INSTALLED = ("numpy",)  # there, of what does not come with Python
_NEWER = ("contextvars", "dataclasses", "graphlib", "tomllib", "zoneinfo")  # modules that came with later Pythons
_PLANES = 5  # that botzone_net.py gives a net to see
_DATA = Path(__file__).parent.parent / "data"
_RANDOM = "from random import choice\n\n\ndef random(position, clock):\n    return choice(position.legal_moves)\n"
_PLAYER = "the player"  # the module that the player is in, by a name that nobody else imports

Modules = dict[str, tuple[str, str]]  # by name: the file, and its text
Refusals = Iterator[tuple[int, str]]  # lines and words


def exported(game: str, player: str, *, keep_running: bool = False) -> str:
    """The text of the file. What the player's files use of tengen, and is not offered there, is refused."""
    loaded = parse(player)
    home, _, function = player.partition(":")
    if player == "random":
        title, modules = player, {_PLAYER: ("random.py", _RANDOM)}
    elif home.endswith(".py"):
        function = function or _name_of(loaded, Path(home))
        title, modules = f"{Path(home).name}:{function}", _modules(Path(home))
        for name, (file, text) in modules.items():
            _require_offered(game, file, text, set(modules), function if name == _PLAYER else None)
    elif isinstance(loaded, NetPlayer):
        title, modules = "net.py:choose", {_PLAYER: ("net.py", _net(loaded, game))}
    else:
        raise UsageError(
            f"the player {player} cannot be exported: Botzone has no Tengen to run it; expected FILE.py, "
            f"FILE.py:FUNCTION, net or random"
        )
    rules, talk = ((_DATA / f"botzone_{part}.py").read_text(encoding="utf-8") for part in ("rules", "talk"))
    talk = re.sub(r"^ *from tengen\.data\..*\n\n?", "", talk.partition("\n\n")[2], flags=re.MULTILINE)
    mark = f"{KEEP_RUNNING}\n" if keep_running else ""
    call = f"run({game!r}, {SIZES[game]}, {mark!r}, {title!r}, MODULES)"
    return f"{rules}\n\n{talk}\n\n{_written(modules)}\n\nif __name__ == '__main__':\n    {call}\n"


def _net(player: NetPlayer, game: str) -> str:
    """A bot that plays the move that this player's net likes best."""
    searching = [f"{name}={value}" for name, value in player._fields().items() if value is not None and name != "file"]
    if searching not in ([], ["visits=1"]):
        raise UsageError(
            f"{', '.join(searching)}: in a file for Botzone a net plays without a search; expected net or net:file=FILE"
        )
    tensors = player.net(game).tensors
    blocks = sum(name.startswith("blocks.") and name.endswith(".a.weight") for name in tensors)
    channels = sum(tensors["stem.bias"].shape) if "stem.bias" in tensors else 0
    shapes = tensor_shapes(_PLANES, channels, blocks)
    if {name: tensor.shape for name, tensor in tensors.items()} != shapes:
        raise UsageError(f"a net of another kind cannot be exported; expected one that sees {_PLANES} planes")
    text = (_DATA / "botzone_net.py").read_text(encoding="utf-8")
    data = b85encode(b"".join(tensors[name].data for name in shapes)).decode()
    given = {
        "BLOCKS": repr(blocks),
        "SHAPES": repr(list(shapes.values())),
        "KIND": repr({"F16": "<f2", "F32": "<f4"}[tensors["stem.bias"].dtype]),
        "DATA": "".join(f"\n    {data[at : at + 1000]!r}" for at in range(0, len(data), 1000)).join(("(", "\n)")),
    }
    text = text.replace(
        "from tengen.data.botzone_rules import PASS, Choice\n",
        "from tengen import PASS\nfrom tengen.players import Choice\n",
    )
    return re.sub(r"^([A-Z]+): .*", lambda line: f"{line[1]} = {given[line[1]]}", text, flags=re.MULTILINE)


def _name_of(player: object, path: Path) -> str:
    """What the only function of a file is called there, or `choose`."""
    names = vars(sys.modules[f"player from {path.resolve()}"])
    found = getattr(player, "function", None) or getattr(player, "_player", player)
    return next(name for name in ("choose", *names) if names.get(name) is found)


def _modules(path: Path) -> Modules:
    """The player's file, and those beside it that it imports, with the packages around them."""
    root = path.resolve().parent
    found = {_PLAYER: (path.name, _text(path))}
    for file in sorted(imported_files(path) - {path.resolve()}):
        if not file.is_relative_to(root):
            raise UsageError(f"{str(file)!r} is not below the folder of {path.name}, so it cannot be exported")
        place = file.relative_to(root)
        name = ".".join(place.with_suffix("").parts).removesuffix(".__init__")
        if name.partition(".")[0] in {*sys.stdlib_module_names, "tengen"}:
            continue  # Python finds another module of this name first
        for dot in re.finditer(r"\.", name):
            package = name[: dot.start()]
            found.setdefault(package, (f"{package.replace('.', '/')}/__init__.py", ""))
        found[name] = (place.as_posix(), _text(file))
    return found


def _text(path: Path) -> str:
    if path.suffix != ".py":
        raise UsageError(f"{path.name} is not Python source and cannot be exported")
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}") from None


def _require_offered(game: str, file: str, text: str, own: set[str], function: str | None) -> None:
    """Refuses, by file and line, what the site's Python cannot read or import, and what is not offered of tengen."""
    try:
        tree = ast.parse(text, feature_version=_PYTHON)
    except SyntaxError as error:
        raise UsageError(f"{file}, line {error.lineno}: {error.msg}; Botzone's Python is 3.6") from None
    for line, words in sorted((*_of_imports(tree, own), *_of_attributes(tree, game, function))):
        raise UsageError(f"{file}, line {line}: {words}")


def _of_imports(tree: ast.Module, own: set[str]) -> Refusals:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        for name in names:
            top = name.partition(".")[0]
            if top == "tengen":
                if name not in OFFERED:
                    yield node.lineno, _not_offered(name)
            elif top in _NEWER:
                yield node.lineno, f"Botzone's Python is 3.6, which has no {top}"
            elif top not in {*sys.stdlib_module_names, *_INSTALLED, *own}:
                yield (
                    node.lineno,
                    f"Botzone has no {top}; a bot may import what Python brings, and {listed(_INSTALLED)}",
                )


def _of_attributes(tree: ast.Module, game: str, function: str | None) -> Refusals:
    """Of what stands for tengen or a part of it in this file; and of what the function is called with."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                modules[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module in OFFERED and not node.level:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                modules[alias.asname or alias.name] = name
                if not _is_offered(name):
                    yield node.lineno, _not_offered(name)
    values = {
        "position": (type(by_name(game).start(SIZES[game], SIZES[game])), OFFERED[f"tengen.{game}"]["Position"]),
        "clock": (Clock, OFFERED["tengen.players"]["Clock"]),
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            values |= {own.arg: values[name] for own, name in zip(node.args.args, ("position", "clock"), strict=False)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        home = _dotted(node.value, modules)
        if home in OFFERED and not _is_offered(f"{home}.{node.attr}"):
            yield node.lineno, _not_offered(f"{home}.{node.attr}")
        elif isinstance(node.value, ast.Name) and node.value.id in values:
            here, there = values[node.value.id]
            if hasattr(here, node.attr) and not hasattr(there, node.attr):
                has = [name for name in dir(there) if not name.startswith("_") and hasattr(here, name)]
                yield node.lineno, f"on Botzone {node.value.id} has no {node.attr}; it has {', '.join(has)}"


def _dotted(node: ast.expr, modules: dict[str, str]) -> str | None:
    """The module's name that this stands for, if it is one."""
    if isinstance(node, ast.Name):
        return modules.get(node.id)
    if isinstance(node, ast.Attribute) and (home := _dotted(node.value, modules)):
        return f"{home}.{node.attr}"
    return None


def _is_offered(name: str) -> bool:
    home, _, last = name.rpartition(".")
    return name in OFFERED or last in OFFERED[home]


def _not_offered(name: str) -> str:
    home = name.rpartition(".")[0]
    home = home if home in OFFERED else "tengen"
    return f"{name} is not on Botzone; of {home} a bot may use {', '.join(_offered(home))}"


def _offered(home: str) -> list[str]:
    return sorted([*OFFERED[home], *(name.rpartition(".")[2] for name in OFFERED if name.startswith(f"{home}."))])


def _written(modules: Modules) -> str:
    """The player's files in Python, a line of each in a line."""
    parts = []
    for name, (file, text) in modules.items():
        lines = "\n".join(f"        {line!r}" for line in text.splitlines(keepends=True)) or "        ''"
        parts.append(f"    {name!r}: ({file!r}, (\n{lines}\n    )),\n")
    return f"# The bot.\nMODULES = {{\n{''.join(parts)}}}\n"
