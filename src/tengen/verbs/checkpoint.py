"""A file from which a long run goes on after a stop, here or on another machine."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from tengen.errors import UsageError
from tengen.games.game import Position

_FORMAT = 1  # of the file, and of the keys in it


class Checkpoint:
    """What a solver of this position, with this seed, has found out so far. It is replaced whole: a kill leaves the old
    one or the new one."""

    def __init__(self, path: str | Path, position: Position, seed: int) -> None:
        self.path = Path(path)
        self._position = {"game": position.game.name, "board": str(position), "rules": position.rules, "seed": seed}

    def read(self) -> bytes | None:
        """What is in it, or None if there is no such file yet."""
        try:
            head, _, journal = self.path.read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UsageError(f"cannot read {str(self.path)!r}: {error.strerror}") from None
        try:
            known = json.loads(head)
            about, checksum, version = known["position"], known["crc32"], known["tengen checkpoint"]
        except (ValueError, TypeError, KeyError):
            raise UsageError(f"{str(self.path)!r} is not a checkpoint of Tengen's") from None
        if version != _FORMAT:
            raise UsageError(
                f"{str(self.path)!r} was written by another version of Tengen (format {version}; this one "
                f"reads {_FORMAT})"
            )
        if about != self._position:
            raise UsageError(f"{str(self.path)!r} is a checkpoint of another position, or with another seed")
        if crc32(journal) != checksum:
            raise UsageError(f"{str(self.path)!r} is damaged: its checksum is wrong")
        return journal

    def write(self, journal: bytes) -> None:
        head = {"tengen checkpoint": _FORMAT, "crc32": crc32(journal), "position": self._position}
        replace_file(self.path, lambda file: file.write(json.dumps(head).encode() + b"\n" + journal))


def replace_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    with replacing(path) as file:
        write(file)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file, which takes the place of this one when all is written. A kill leaves the old one or the new one; an
    error the old one."""
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException as error:
        with suppress(OSError):
            new.unlink()
        if isinstance(error, OSError):
            raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from None
        raise
