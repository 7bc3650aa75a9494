"""A program of somebody's own, as a process: lines to it, lines from it, and its end, whatever happens."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import time
import weakref
from threading import Lock, Thread
from typing import IO, cast

from tengen.errors import PlayerFailed
from tengen.interrupts import HeldInterrupts

MOST_ANSWER = 1 << 20  # bytes: no answer is that long
MOST_STDERR = 1 << 16  # bytes of it that are kept, the last ones
_POLITE = 1.0  # seconds for a program to end by itself, and again after SIGTERM
_AWAKE = 0.2  # seconds between looks at a program that says nothing: a child of it may hold its output open

_running: weakref.WeakSet[Program] = weakref.WeakSet()
_starting = Lock()  # while it is held, there may be a program that is not in the set yet
_ended = False  # no more programs are to be started


class Program:
    """A running program. Any failure ends it, with all that it started; so does losing the last reference to it."""

    def __init__(self, command: str, farewell: str) -> None:
        """farewell: the line that asks it to end, if there is one."""
        self.command = command
        with _starting, HeldInterrupts():  # Ctrl-C while it is being started would leave it running
            if _ended:
                raise PlayerFailed(f"cannot start {command!r}: this process is about to end", "crash")
            try:
                self._process = subprocess.Popen(
                    shlex.split(command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                )
            except OSError as error:
                raise PlayerFailed(f"cannot start {command!r}: {error.strerror}", "crash") from None
            self._end = weakref.finalize(
                self, _end, self._process, f"{farewell}\n".encode() if farewell else b"", os.getpid()
            )
            _running.add(self)
        self._stdin, self._stdout, stderr = (
            cast("IO[bytes]", pipe) for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._unread = bytearray()
        self._asked = ""  # what it was asked last, in words
        self._seconds = self._deadline = 0.0  # for its answer
        self._most = 0  # bytes that may still come
        self.stray = ""  # the first line of its output that is no answer
        self._tail = bytearray()
        self._drain = Thread(target=_drain, args=(stderr, self._tail), daemon=True)
        self._drain.start()
        self.is_interrupted = False
        self.owner = os.getpid()  # a fork has the pipes too, but the conversation is not its own

    @property
    def process(self) -> int:
        """Its number."""
        return self._process.pid

    def send(self, text: str, seconds: float, asked: str | None = None) -> None:
        """Sends a line, which it has this many seconds to answer. asked: the line in words, for complaints."""
        self._asked = repr(text) if asked is None else asked
        self._seconds, self._deadline = seconds, time.monotonic() + seconds
        self._most = MOST_ANSWER
        self.stray = ""
        with contextlib.suppress(BrokenPipeError):  # it is gone, and reading will say how
            self._stdin.write(f"{text}\n".encode())

    def read_line(self) -> str:
        """The next line of its answer."""
        line = self.read_line_or_end()
        if line is None:
            raise self._gone()
        return line

    def read_line_or_end(self) -> str | None:
        """The next line of its answer; None if it has closed its output or ended."""
        try:
            while True:
                end = self._unread.find(b"\n")
                if end >= 0:
                    line = self._unread[:end].decode("utf-8", "replace").strip()
                    del self._unread[: end + 1]
                    return line
                data = self._read()
                if not data:
                    rest = self._unread.decode("utf-8", "replace").strip()
                    self._unread.clear()
                    return rest or None
                self._most -= len(data)
                if self._most < 0:
                    raise self.failed(
                        f"wrote more than {MOST_ANSWER} bytes without an end of its answer to {self._asked}", "protocol"
                    )
                self._unread += data
        except BaseException:
            self.kill()
            raise

    def _read(self) -> bytes:
        """Waits for more of its output; nothing if there will be none."""
        poll = select.poll()
        poll.register(self._stdout, select.POLLIN)
        ended = False
        while True:
            left = self._deadline - time.monotonic()
            if poll.poll(max(0, min(left, _AWAKE)) * 1000):
                return os.read(self._stdout.fileno(), 1 << 16)
            if ended:
                return b""
            if left <= 0:
                raise self.failed(f"did not answer {self._asked} within {self._seconds:.3g} seconds", "timeout")
            ended = self._process.poll() is not None  # then one more look, for what it wrote last

    def _gone(self) -> PlayerFailed:
        try:
            status = self._process.wait(_POLITE)
        except subprocess.TimeoutExpired:
            return self.failed(f"closed its output instead of answering {self._asked}", "crash")
        how = f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"
        return self.failed(f"{how} instead of answering {self._asked}", "crash")

    def failed(self, what: str, cause: str) -> PlayerFailed:
        """What to raise, once the program is ended and what it wrote to stderr is collected."""
        self.kill()
        wrote = f"; it wrote {quoted(self.stray)}, which is no answer" if self.stray else ""
        return PlayerFailed(f"{self.command!r} {what}{wrote}", cause, self.stderr)

    @property
    def stderr(self) -> str:
        """The end of what it has written there."""
        return bytes(self._tail).decode("utf-8", "replace")

    def close(self) -> None:
        """Ends the program: asks it to quit, then insists."""
        if self._end.alive:
            self._end()
            self._finish()

    def kill(self) -> None:
        """Ends the program at once."""
        if self._end.alive:
            _kill(self._process)
            self._end.detach()
            self._finish()

    def interrupt(self) -> None:
        """Ends the program from beside the thread that talks to it: that one sees its end and cleans up."""
        if self._end.alive:
            self.is_interrupted = True
            _signal(self._process, signal.SIGKILL)

    def _finish(self) -> None:
        self._drain.join(_POLITE)
        self._stdin.close()
        self._stdout.close()


def end_programs() -> None:
    """Ends all programs of this process for good, also those that another thread is talking to."""
    global _ended
    with _starting:
        _ended = True
        for program in list(_running):
            program._end()


def _drain(stderr: IO[bytes], tail: bytearray) -> None:
    """Reads all that comes, so that the program never waits for a reader; keeps the end of it."""
    with stderr:
        while data := stderr.read(1 << 16):
            tail += data
            del tail[:-MOST_STDERR]


def _end(process: subprocess.Popen[bytes], farewell: bytes, owner: int) -> None:
    """Ends a program politely, with all that it started; at the latest when this interpreter ends."""
    if os.getpid() != owner:
        return  # a fork, where the program is somebody else's
    assert process.stdin is not None
    with contextlib.suppress(OSError, ValueError):
        process.stdin.write(farewell)
        process.stdin.close()
    for insist in (None, signal.SIGTERM):
        if insist:
            _signal(process, insist)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_POLITE)
            break
    _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The program leads a group of its own: what it started is in it, and may outlive it."""
    _signal(process, signal.SIGKILL)
    process.wait()


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
        os.killpg(process.pid, number)


def quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "...")
