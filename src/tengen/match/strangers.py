"""Somebody's own player in a process of its own: what it does there is nobody else's fault, and it can be stopped."""

from __future__ import annotations

import json
import os
import pickle
import socket
import sys
import time
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

from tengen.errors import PlayerFailed, UsageError
from tengen.games.game import Position
from tengen.grid import Points
from tengen.match.processes import end_with_parent
from tengen.match.versions import require_version
from tengen.players import Candidate, Choice, Clock, Player
from tengen.players.course import FAILURES
from tengen.players.player import ask, checked, worded
from tengen.store.finished import MOST_REASON
from tengen.values import Value

TIMEOUT = 60.0  # seconds for a function to answer if there is no clock, and to be loaded, as for a program
_MOST_STDERR = 1 << 16
_MOST_ANSWER = 1 << 20  # bytes
_POLITE = 1.0  # seconds for a process that has closed its end to be gone


class Stranger(Value):
    """A player of somebody else on its way to its process. It is unpacked only there, for that runs its code."""

    __slots__ = ("data", "words")

    data: bytes
    words: str  # as it prints

    def __init__(self, data: bytes, words: str) -> None:
        self._set(data=data, words=words)

    def unpacked(self, name: str, version: str | None) -> Player:
        """The player, if it is the version that the match was started with."""
        return _unpacked(self.data, name, version)


@lru_cache(maxsize=64)
def _unpacked(data: bytes, name: str, version: str | None) -> Player:
    player: Player = pickle.loads(data)
    require_version(name, player, version)
    return player


class StrangerProcess:
    """A stranger as a player, in a process that is killed if it does not answer in time, and replaced if it ended."""

    def __init__(self, stranger: Stranger, name: str, version: str | None, timeout: float = TIMEOUT) -> None:
        self._stranger = stranger
        self._who = (name, version)
        self._timeout = timeout
        self._seed = 0
        self._process: BaseProcess | None = None
        self._failure: PlayerFailed | None = None
        self._unread = b""

    def seeded(self, seed: int) -> StrangerProcess:
        """Makes sure that there is a process, so that no clock runs while it starts."""
        self._seed = seed
        if self._process is None or not self._process.is_alive():
            self.close()
            try:
                self._start()
            except PlayerFailed as failure:
                self._failure = failure
        return self

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        if self._failure is not None:
            raise self._failure
        # A little longer than the clock: the game judges by the clock whether the move came in time.
        seconds = self._timeout if clock is None else clock.patience + 0.1
        question = pickle.dumps((self._seed, position, clock))
        answer = self._ask(len(question).to_bytes(8, "big") + question, seconds, "choosing a move")
        try:
            choice = _choice(answer, position)
        except (TypeError, ValueError, IndexError):
            raise self._failed("answered with what is no move", "protocol") from None
        return checked(choice, position, self)

    @property
    def process(self) -> int | None:
        """Its number, if it runs."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._socket.close()
        self._process, self._failure, self._unread = None, None, b""

    def _start(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = get_context("spawn").Process(
            target=_serve, args=(theirs, self._stranger, *self._who), daemon=True
        )
        self._process.start()
        theirs.close()
        refusal = self._ask(b"", TIMEOUT, "getting ready")
        if refusal:
            raise UsageError(str(refusal[0]))

    def _ask(self, question: bytes, seconds: float, doing: str) -> list[Any]:
        """Its answer, as a list."""
        end = time.monotonic() + seconds
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(question)
            while b"\n" not in self._unread:
                self._socket.settimeout(max(end - time.monotonic(), 1e-3))
                data = self._socket.recv(1 << 16)
                if not data:
                    raise self._gone(doing)
                self._unread += data
                if len(self._unread) > _MOST_ANSWER:
                    raise self._failed(f"wrote more than {_MOST_ANSWER} bytes instead of {doing}", "protocol")
        except TimeoutError:
            raise self._failed(f"did not answer within {seconds:.3g} seconds", "timeout") from None
        except OSError:
            raise self._gone(doing) from None
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            answer = json.loads(line)
            if answer["failed"] is not None:
                message, cause, stderr = answer["failed"]
                if cause not in FAILURES or not isinstance(stderr, str):
                    raise ValueError
                raise PlayerFailed(str(message)[:MOST_REASON], cause, stderr[-_MOST_STDERR:])
            return list(answer["answer"])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._failed("answered with what is no move", "protocol") from None

    def _gone(self, doing: str) -> PlayerFailed:
        assert self._process is not None
        self._process.join(_POLITE)
        status = self._process.exitcode
        how = (
            "closed its connection"
            if status is None
            else f"was killed by signal {-status}"
            if status < 0
            else f"ended with exit status {status}"
        )
        return self._failed(f"{how} instead of {doing}", "crash")

    def _failed(self, what: str, cause: str) -> PlayerFailed:
        self.close()
        self._failure = PlayerFailed(f"{self._stranger.words} {what}", cause)
        return self._failure

    def __str__(self) -> str:
        return self._stranger.words


def _choice(answer: list[Any], position: Position) -> Choice:
    """What the process answered, as a choice; raises TypeError, ValueError or IndexError if it is none."""
    move, value, visits, line, exact = answer
    chosen = None if move is None else position.move(move)
    if value is None:
        return Choice(chosen)
    after = position.points(line) if line else None
    candidates = (
        (Candidate(chosen, int(visits), float(value), after or Points([], position.width)),)
        if (visits and chosen is not None)
        else ()
    )
    return Choice(chosen, float(value), candidates, after, bool(exact))


def _serve(theirs: socket.socket, stranger: Stranger, name: str, version: str | None) -> None:
    """The life of the process: gets ready, then answers questions until there are none."""
    end_with_parent()
    os.setsid()  # Ctrl-C is the match's
    os.dup2(2, 1)  # what somebody's own player prints does not go into the table
    answers = theirs.makefile("w", encoding="ascii")

    def say(answer: list[Any], failed: tuple[str, str, str] | None = None) -> None:
        answers.write(json.dumps({"answer": answer, "failed": failed}) + "\n")
        answers.flush()

    try:
        player = stranger.unpacked(name, version)
    except UsageError as error:
        say([str(error)])
        return
    except BaseException as error:
        say([], (worded(error)[:MOST_REASON], "crash", ""))
        return
    say([])
    seeded, of_game = player, None
    questions = theirs.makefile("rb")
    while length := questions.read(8):
        seed, position, clock = pickle.loads(questions.read(int.from_bytes(length, "big")))
        try:
            if seed != of_game:
                seeded, of_game = player.seeded(seed), seed
            answer = _told(ask(seeded, position, clock, stranger.words), position)
        except PlayerFailed as failure:
            say([], (failure.message[:MOST_REASON], failure.cause, failure.stderr))
        except BaseException as error:  # sys.exit() must not end more than this game
            say([], (worded(error)[:MOST_REASON], "crash", ""))
        else:
            say(answer)
    sys.stderr.flush()
    os._exit(0)


def _told(choice: Choice, position: Position) -> list[Any]:
    """A choice as it is sent: its move and, if that makes sense, what the player thought."""
    move = None if choice.move is None else position.points([choice.move]).indices[0]
    try:
        return [
            move,
            None if choice.value is None else float(choice.value),
            int(sum(choice.visits.values())),
            position.points(choice.line or ()).indices,
            bool(choice.exact),
        ]
    except Exception:  # somebody's own player may call anything a value, or a line
        return [move, None, 0, [], False]
