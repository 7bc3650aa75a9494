"""What a position of Go is worth with perfect play under a superko rule, by playing every line with its whole past.

Written on the oracle of the rules alone.  Nothing is remembered but positions with the same past.
"""

from __future__ import annotations

from fractions import Fraction

from oracles import go
from oracles.go import PASS, Key, Move, State
from oracles.grid import BLACK


class TooMuch(Exception):
    """More lines of play than there is time for."""


class Solver:
    """Margins are Black's, with komi.  Gives up after so many positions."""

    def __init__(self, most_positions: int) -> None:
        self.left = most_positions
        self.known: dict[tuple[Key, Fraction], bool] = {}

    def black_gets(self, state: State, margin: Fraction) -> bool:
        """Does Black get at least this much?"""
        if go.is_over(state):
            black, white = go.area_score(state.board)
            return black - white - state.rules.komi >= margin
        key = go.future_key(state), margin
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooMuch
            moves: list[Move] = [PASS, *go.legal_moves(state)[:-1]]
            is_black = state.to_play == BLACK
            result = not is_black
            for move in moves:
                if self.black_gets(go.play(state, move), margin) == is_black:
                    result = is_black
                    break
            self.known[key] = result
        return self.known[key]
