"""Functions as players, in a module so that other processes find them."""

from __future__ import annotations

import time
from contextlib import suppress

from tengen.games.game import Position
from tengen.grid import Pass, Point
from tengen.players import Choice, Clock, mcts


def first(position: Position, clock: Clock | None) -> Point | Pass:
    return position.legal_moves[0]


def last(position: Position, clock: Clock | None) -> Point | Pass:
    return position.legal_moves[-1]


def confident(position: Position, clock: Clock | None) -> Choice:
    """Knows what it expects: three quarters."""
    return Choice(position.legal_moves[0], 0.75)


def resigning(position: Position, clock: Clock | None) -> str:
    return "resign"


def searching(position: Position, clock: Clock | None) -> Choice:
    return mcts(visits=50, seed=1, threads=1).choose(position)


def late(position: Position, clock: Clock | None) -> Point | Pass:
    """Has a move, but not within any clock of these tests."""
    time.sleep(1)
    return position.legal_moves[0]


def endless(position: Position, clock: Clock | None) -> Point | Pass:
    """Never has a move, and hears of no error."""
    while True:
        with suppress(Exception):
            time.sleep(600)


def sleepy(position: Position, clock: Clock | None) -> Point | Pass:
    """Uses no processor time before its first move, but half a second."""
    if position.board.count(position.to_play) == 0:
        time.sleep(0.5)
    return position.legal_moves[0]


def burning(position: Position, clock: Clock | None) -> Point | Pass:
    """Never has a move, and never rests."""
    while True:
        pass
