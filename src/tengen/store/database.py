"""A SQLite file of Tengen's: refused if it is something else, written safely, held by one process if need be."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from tengen.errors import UsageError

_BUSY = 10.0  # seconds to wait for somebody else who writes


class DatabaseFile:
    """An open file. What was written is on the disk: neither a killed process nor a power cut takes it away."""

    _application: ClassVar[int]  # how SQLite files say whose they are
    _version: ClassVar[int]
    _schema: ClassVar[tuple[str, ...]]
    _kind: ClassVar[str]  # in words

    def __init__(self, path: str | Path, *, create: bool = False, any_thread: bool = False) -> None:
        """any_thread: not only the thread that opens the file may use it, though only one at a time."""
        self.path = Path(path)
        self._held: int | None = None
        if not create and not os.path.isfile(path):  # unlike Path's, also of a name that is too long
            raise UsageError(f"there is no file {str(path)!r}")
        with self._worded():
            self._database = sqlite3.connect(
                self.path, timeout=_BUSY, isolation_level=None, check_same_thread=not any_thread
            )
        try:
            with self._worded():
                self._open(create)
        except BaseException:
            self._database.close()
            raise

    def _open(self, create: bool) -> None:
        run = self._database.execute
        empty = not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if empty and create:
            # Readers go on while something is written, and a write is one append.
            self._journal_ahead()
            run("BEGIN IMMEDIATE")
            if not run("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in self._schema:
                    run(statement)
                run(f"PRAGMA application_id = {self._application}")
                run(f"PRAGMA user_version = {self._version}")
            run("COMMIT")
        if run("PRAGMA application_id").fetchone()[0] != self._application:
            raise UsageError(f"{str(self.path)!r} is not {self._kind}")
        version = run("PRAGMA user_version").fetchone()[0]
        if version != self._version:
            raise UsageError(
                f"{str(self.path)!r} was written by another version of Tengen (format {version}; this one "
                f"reads {self._version})"
            )
        run("PRAGMA synchronous = FULL")

    def _journal_ahead(self) -> None:
        """Switches to a write-ahead journal. SQLite itself waits for locks everywhere but here."""
        end = time.monotonic() + _BUSY
        while True:
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)

    def hold(self, doing: str) -> None:
        """Makes sure that no other process is doing this with the file, until it is closed or this process ends."""
        import fcntl

        self._held = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(f"{str(self.path)!r} is in use: another process is {doing}") from None

    def set_aside(self) -> Path:
        """Gives the file, which is held, another name, and closes it; the new name."""
        with self._worded():
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._database.close()
        if Path(f"{self.path}-wal").exists():  # a process that has it open would lose what is in there
            self.close()
            raise UsageError(f"{str(self.path)!r} is in use: another process is reading it")
        number = 1
        while (aside := self.path.with_name(f"{self.path.stem}-{number}{self.path.suffix}")).exists():
            number += 1
        self.path.rename(aside)
        self.close()
        return aside

    def close(self) -> None:
        self._database.close()
        # Not before: a process that closes a file gives up all of SQLite's own locks on it.
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All that is written within is kept, or none of it if something fails. It is on the disk at the end."""
        with self._worded():
            try:
                self._database.execute("BEGIN IMMEDIATE")
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # a full disk has ended it already; Ctrl-C may come before or after
                    self._database.execute("ROLLBACK")
                raise

    @contextmanager
    def still(self) -> Iterator[None]:
        """What is read within is of one moment, whatever others write meanwhile."""
        with self._worded():
            try:
                self._database.execute("BEGIN")
                yield
            finally:
                if self._database.in_transaction:  # Ctrl-C may have come before it began
                    self._database.execute("COMMIT")

    def rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """The answer to a question in SQL."""
        with self._worded():
            return self._database.execute(query, values).fetchall()

    @contextmanager
    def _worded(self) -> Iterator[None]:
        """SQLite's errors in our words."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except UnicodeDecodeError:  # SQLite quotes what a damaged file has instead of words
            raise self._damaged("it has text that is not UTF-8") from None
        except sqlite3.Error as error:
            words = "".join(letter if letter.isprintable() else "?" for letter in str(error))
            raise UsageError(f"cannot use {str(self.path)!r} as {self._kind}: {words}") from None

    def _damaged(self, what: str) -> UsageError:
        return UsageError(f"{str(self.path)!r} is damaged: {what}")
