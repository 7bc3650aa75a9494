"""What a player runs, as digests of its files: a player whose files have changed is another player."""

from __future__ import annotations

import ast
import os
import shlex
import shutil
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import file_digest, sha256
from importlib.machinery import all_suffixes
from pathlib import Path
from types import CodeType, ModuleType

from tengen.errors import UsageError

_WRITTEN = (".log", ".sgf")  # files that a command names to write them, not to read them
_INSTALLED = ("site-packages", "dist-packages")  # a file beside a module there is no part of it

_loaded: dict[Path, str] = {}  # files of modules as this process has loaded them, which it does once


def file_source(path: Path) -> str:
    """The digest of a Python file that is about to be run, and of the modules beside it that it imports."""
    path = path.resolve()
    _loaded.pop(path, None)
    return _python(path.parent, [path])


def module_source(module: ModuleType) -> str | None:
    """The same of a module, with its package; None if it has no file."""
    file = getattr(module, "__file__", None)
    if file is None or not os.path.isfile(file):
        return None
    path = Path(file).resolve()
    spec = module.__spec__
    if spec is None or path.suffix != ".py":
        return _python(path.parent, [path])
    is_package = spec.submodule_search_locations is not None
    root = path.parents[spec.name.count(".") + is_package]
    alone = not is_package and "." not in spec.name and root.name not in _INSTALLED
    return _python(root, [path, *_files_of(root, spec.name)], None if alone else spec.name.partition(".")[0])


def data_source(path: str) -> str:
    """The digest of a file that a player reads, as it is now."""
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(f"cannot read {path!r}: {error.strerror}") from None


def code_source(*codes: CodeType) -> str:
    """The digest of functions that are in no file."""
    return sha256(repr([_code(code) for code in codes]).encode("utf-8", "replace")).hexdigest()


def command_source(command: str) -> str:
    """The digest of a program and of the files that its command line names, as they are now."""
    program, *words = shlex.split(command)
    found = [("", shutil.which(program) or "")]
    for word in words:
        found += [
            (word, file)
            for file in (word, word.partition("=")[2])
            if os.path.isfile(file) and not file.endswith(_WRITTEN)
        ]
    return _joined(
        (
            word,
            _python(Path(file).resolve().parent, [Path(file).resolve()], now=True)
            if file.endswith(".py")
            else _hash(file),
        )
        for word, file in found
    )


def imported_files(path: Path) -> set[Path]:
    """A Python file, and the files beside it that it imports, however deep."""
    path = path.resolve()
    return _reached(path.parent, [path])


def _python(root: Path, ahead: list[Path], package: str | None = None, *, now: bool = False) -> str:
    """Of these files and all that they import below this folder, or of this package of it."""
    found = _reached(root, ahead, package)
    hashes = {path: _hash(path) if now else _loaded.setdefault(path, _hash(path)) for path in found}
    return _joined((os.path.relpath(path, root), digest) for path, digest in hashes.items())


def _reached(root: Path, ahead: list[Path], package: str | None = None) -> set[Path]:
    found: set[Path] = set()
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        found.add(path)
        for base, name in _imports(str(path), *_state(path)):
            if base is not None:
                ahead += _files_of(Path(base), name)
            elif package is None or name.partition(".")[0] == package:
                ahead += _files_of(root, name)
    return found


@lru_cache(maxsize=1024)
def _imports(file: str, *state: int) -> list[tuple[str | None, str]]:
    """The modules that this file may import, also later on: each with the folder to look in, if the file says so."""
    try:
        tree = ast.parse(Path(file).read_bytes()) if file.endswith(".py") else ast.Module([], [])
    except (SyntaxError, ValueError, RecursionError, OSError):
        return []
    found: list[tuple[str | None, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(None, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = str(Path(file, *[".."] * node.level).resolve()) if node.level else None
            found += [(base, f"{node.module}.{alias.name}" if node.module else alias.name) for alias in node.names]
    return found


def _files_of(folder: Path, name: str) -> Iterator[Path]:
    """The files of a module of this dotted name, and of the packages around it; none if it is not in this folder."""
    for part in name.split("."):
        for suffix in all_suffixes():
            for path in (folder / f"{part}{suffix}", folder / part / f"__init__{suffix}"):
                if os.path.isfile(path):
                    yield path.resolve()
        folder /= part


def _code(code: CodeType) -> list[object]:
    constants = [
        _code(each) if isinstance(each, CodeType) else sorted(map(repr, each)) if isinstance(each, frozenset) else each
        for each in code.co_consts
    ]
    return [code.co_code, code.co_names, code.co_varnames, constants]


def _joined(parts: Iterable[tuple[str, str]]) -> str:
    return sha256(repr(sorted(parts)).encode("utf-8", "surrogateescape")).hexdigest()


def _hash(path: str | Path) -> str:
    """Of what is in this file; "" if that cannot be read."""
    return _hash_of(str(path), *_state(path))


@lru_cache(maxsize=1024)
def _hash_of(file: str, *state: int) -> str:
    try:
        with open(file, "rb") as opened:
            return file_digest(opened, "sha256").hexdigest()
    except OSError:
        return ""


def _state(path: str | Path) -> tuple[int, ...]:
    """Changes whenever the file does, so that nothing is read twice."""
    try:
        state = os.stat(path)
    except OSError:
        return ()
    return state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns
