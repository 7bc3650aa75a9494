"""Bytes in and out of a command, without half-written answers and without noise when a pipe is closed."""

import os
import sys

from tengen.errors import UsageError


class BrokenOutput(Exception):
    """The program that read our output has gone away."""


def read(path: str | None) -> bytes:
    """The whole of this file, or of standard input for None and "-"."""
    standard = path is None or path == "-"
    try:
        file = 0 if standard else os.open(path or "", os.O_RDONLY)
        try:
            return _read_all(file)
        finally:
            if not standard:
                os.close(file)
    except OSError as error:
        raise cannot_read(path, error) from None


def cannot_read(path: str | None, error: OSError) -> UsageError:
    return UsageError(f"cannot read {'standard input' if path in (None, '-') else repr(path)}: {error.strerror}")


def _read_all(file: int) -> bytes:
    size = os.fstat(file).st_size
    pieces = []
    while piece := os.read(file, max(size, 1 << 16) + 1):
        pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def write(data: bytes, file: int = 1) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(file, view) :]
    except BrokenPipeError:
        raise BrokenOutput from None
    except OSError as error:
        raise UsageError(f"cannot write the answer: {error.strerror}") from None


def write_text(text: str) -> None:
    write(text.encode())


def write_error(message: str) -> None:
    """One line on standard error."""
    try:
        sys.stderr.write(f"tengen: {message}\n")
        sys.stderr.flush()
    except (OSError, AttributeError):
        pass
