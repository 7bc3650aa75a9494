"""A program in a conversation about one game: where its board stands, what it was told, what it answers."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import NoReturn

from tengen.errors import PlayerFailed
from tengen.games.game import Position
from tengen.grid import HOLE_CELL, Color, Pass, Point, Points
from tengen.players.clock import Clock
from tengen.players.following import Moves, line_between, moves_between, placements
from tengen.players.program import Program

_MARGIN = 1.0  # seconds past the end of a clock before a program is given up; the game judges by the clock


class Engine(ABC):
    """What it was told is remembered, so that it is told only what is new."""

    def __init__(self, command: str, timeout: float) -> None:
        self.command = command
        self.timeout = timeout
        self.program: Program | None = None  # none runs yet
        self.positions: list[Position] = []  # from where its board was set up to where it is now
        self.moves: list[Point | Pass] = []  # between them

    @property
    def is_usable(self) -> bool:
        """Not by a fork, which has the pipes too; nor once it was interrupted."""
        return self.program is None or (self.program.owner == os.getpid() and not self.program.is_interrupted)

    @abstractmethod
    def bring_to(self, position: Position) -> None:
        """Makes its board this position: by the moves since its last one, or from the start."""

    def tell_time(self, color: Color, clock: Clock | None) -> None:
        """Tells it the clock of this side, as far as it wants to know."""
        return

    @abstractmethod
    def choose(self, position: Position, seconds: float | None) -> Point | Pass | None:
        """Its move in this position, where its board is already, or None: it resigns. The move is legal."""

    def dead_stones(self, position: Position) -> Points | None:
        """Those that it takes for dead in this position, where its board is already; None if it does not say."""
        return None

    def swap2(self, position: Position) -> Color | Points | None:
        """Its part of a swap2 opening in this position, where its board is already: the side that it takes, or the
        stones that it puts. None: it does not say."""
        return None

    def patience(self, seconds: float | None) -> float:
        """How long to wait for a move, if its clock has this many seconds."""
        return self.timeout if seconds is None else max(0.0, seconds) + _MARGIN

    def answered(self, position: Position, move: Point | Pass) -> Point | Pass:
        """The move that it chose, which is on its board from now on."""
        if not position.is_legal(move):
            raise self.failed(f"chose an illegal move: {position.why_illegal(move)}", "illegal")
        self.moves.append(move)
        self.positions.append(position.play(move))
        return move

    def way_to(self, position: Position) -> tuple[int, Moves] | None:
        """How many of the moves on its board to keep, and which then to add."""
        last = len(self.positions) - 1
        for kept in range(last, -1, -1):
            moves = moves_between(self.positions[kept], position, 2 if kept == last else 1)
            if moves is not None:
                return kept, moves
        return None

    def remember_line_to(self, position: Position) -> None:
        """Makes `moves` a line from the usual start to this position, for a program that is told nothing else."""
        way = self.way_to(position)
        if way is None:
            start = position.game.start(position.height, position.width, **position.rules)
            self.positions, self.moves = [start], []
            kept, moves = 0, self._line(start, position)
        else:
            kept, moves = way
        del self.positions[kept + 1 :], self.moves[kept:]
        for move in moves:
            self.moves.append(move)
            self.positions.append(self.positions[-1].play(move))

    def _line(self, start: Position, position: Position) -> Moves:
        if HOLE_CELL in position.board.cells:
            self.give_up("cannot be told of a board with holes")
        if not position.game.starts_empty:
            line = line_between(start, position)
        else:
            line = tuple(point for _, point in placements(position))
            here = start
            for point in line:
                if here.is_legal(point):
                    here = here.play(point)
            line = line if here == position else None
        if line is None:
            self.give_up("cannot be told of this position: no line of moves from the usual start to it was found")
        return line

    def failed(self, what: str, cause: str) -> PlayerFailed:
        """What to raise. The program is ended."""
        if self.program is None:
            return PlayerFailed(f"{self.command!r} {what}", cause)
        return self.program.failed(what, cause)

    def give_up(self, what: str) -> NoReturn:
        raise self.failed(what, "protocol")
