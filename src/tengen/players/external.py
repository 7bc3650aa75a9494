"""Any program that speaks GTP, or Botzone's, Gomocup's or NBoard's protocol, as a player."""

from __future__ import annotations

import os
import shlex
import time
from threading import RLock
from types import TracebackType

from tengen.errors import PlayerFailed, UsageError, listed, unknown
from tengen.games.game import Position
from tengen.grid import Color, Points
from tengen.players.botzone_engine import BotzoneEngine
from tengen.players.choice import Choice
from tengen.players.clock import Clock
from tengen.players.engine import Engine
from tengen.players.gomocup_engine import GomocupEngine
from tengen.players.gtp_engine import GtpEngine
from tengen.players.nboard_engine import DEPTH, NBoardEngine
from tengen.players.player import OwnPlayer, require_moves

PROTOCOLS = ("gtp", "botzone", "gomocup", "nboard")
_MOST_DEPTH = 60


class ExternalPlayer(OwnPlayer):
    """A program that speaks GTP or another protocol, started when it is first needed.

    `start_timeout` seconds are allowed until it has answered for the first time, and `timeout` for every command after
    that; on a clock it may think as long as the clock allows. A program that crashes, hangs, answers nonsense or plays
    an illegal move raises PlayerFailed and is ended; the next move is asked of a fresh one. The program and all that it
    has started end with `close`, with a `with` block, with the last reference to the player, and with Python. Asked by
    several threads, it is one program that answers one after another. `depth`: how many plies an Othello program looks
    ahead that speaks NBoard's protocol; the others know no depth.
    """

    __slots__ = ("_engine", "_talks", "command", "depth", "protocol", "start_timeout", "timeout")

    command: str
    protocol: str
    depth: int
    timeout: float
    start_timeout: float
    _engine: Engine | None
    _talks: RLock  # held by the thread that waits for an answer

    def __init__(
        self,
        command: str,
        *,
        protocol: str = "gtp",
        depth: int = DEPTH,
        timeout: float = 60.0,
        start_timeout: float = 60.0,
    ) -> None:
        if protocol not in PROTOCOLS:
            raise UsageError(unknown("protocol", protocol, PROTOCOLS, f"expected {listed(PROTOCOLS)}"))
        if not 1 <= depth <= _MOST_DEPTH:
            raise UsageError(f"a depth of {depth}; expected 1 to {_MOST_DEPTH}")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"{command!r} is not a command: {str(error).lower()}") from None
        if not words or "\0" in command:
            raise UsageError(f"{command!r} is not a command; expected a program and its options, like gnugo --mode gtp")
        for name, seconds in (("timeout", timeout), ("start_timeout", start_timeout)):
            if not 0 < seconds < float("inf"):
                raise UsageError(f"a {name} of {seconds} seconds; expected more than 0")
        self._set(
            command=command,
            protocol=protocol,
            depth=depth,
            timeout=float(timeout),
            start_timeout=float(start_timeout),
            _engine=None,
            _talks=RLock(),
        )

    def seeded(self, seed: int) -> ExternalPlayer:
        return self  # its chance is its own

    def prepare(self, position: Position) -> None:
        """Starts the program and sets up this position, so that its first move takes no longer for that."""
        with self._talks:
            try:
                self._started().bring_to(position)
            except BaseException:
                self._drop()
                raise

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        require_moves(position)
        with self._talks:
            begun = time.perf_counter()
            try:
                engine = self._started()
                engine.bring_to(position)
                engine.tell_time(position.to_play, clock)
                left = None if clock is None else clock.patience - (time.perf_counter() - begun)
                return Choice(engine.choose(position, left))
            except BaseException:
                self._drop()
                raise

    def dead_stones(self, position: Position) -> Points | None:
        """Those that it takes for dead at the end of a game, row by row; None if it does not say."""
        with self._talks:
            try:
                engine = self._started()
                engine.bring_to(position)
                return engine.dead_stones(position)
            except PlayerFailed:
                self._drop()  # the game is over all the same
                return None
            except BaseException:
                self._drop()
                raise

    def swap2(self, position: Position, clock: Clock) -> Color | Points | None:
        """Its part of a swap2 opening: the side that it takes, or the stones that it puts. None: it does not say."""
        with self._talks:
            try:
                engine = self._started()
                engine.bring_to(position)
                engine.tell_time(position.to_play, clock)
                return engine.swap2(position)
            except BaseException:
                self._drop()
                raise

    @property
    def process(self) -> int | None:
        """The number of the program's process, if it runs."""
        engine = self._engine
        return None if engine is None or engine.program is None else engine.program.process

    def interrupt(self) -> None:
        """Ends the program at once while another thread waits for its move, which then fails."""
        engine = self._engine
        if engine is not None and engine.program is not None:
            engine.program.interrupt()

    def close(self) -> None:
        """Ends the program, if it runs. Choosing starts it again."""
        engine = self._engine
        self._set(_engine=None)
        if engine is not None and engine.program is not None and engine.program.owner == os.getpid():
            engine.program.close()

    def _started(self) -> Engine:
        engine = self._engine
        if engine is None or not engine.is_usable:
            engine = self._new_engine()
            self._set(_engine=engine)
        return engine

    def _new_engine(self) -> Engine:
        if self.protocol == "botzone":
            return BotzoneEngine(self.command, self.timeout)
        if self.protocol == "gomocup":
            return GomocupEngine(self.command, self.timeout, self.start_timeout)
        if self.protocol == "nboard":
            return NBoardEngine(self.command, self.timeout, self.start_timeout, self.depth)
        return GtpEngine(self.command, self.timeout, self.start_timeout)

    def _drop(self) -> None:
        """Ends the program at once, so that nothing it still says is taken for an answer to something else."""
        engine = self._engine
        self._set(_engine=None)
        if engine is not None and engine.program is not None:
            engine.program.kill()

    def __enter__(self) -> ExternalPlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __setstate__(self, state: dict[str, object]) -> None:
        self._set(_engine=None, _talks=RLock(), **state)

    def __str__(self) -> str:
        depth = f"depth={self.depth} " if self.depth != DEPTH else ""
        return f"{self.protocol}:{depth}{self.command}"


def external(
    command: str,
    *,
    protocol: str = "gtp",
    depth: int = DEPTH,
    timeout: float = 60.0,
    start_timeout: float = 60.0,
) -> ExternalPlayer:
    """A program as a player, like "gnugo --mode gtp". It speaks GTP, or protocol="botzone", "gomocup" or "nboard"; the
    other options are those of ExternalPlayer."""
    return ExternalPlayer(command, protocol=protocol, depth=depth, timeout=timeout, start_timeout=start_timeout)
