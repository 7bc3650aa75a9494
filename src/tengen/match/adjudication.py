"""Ending a game that is decided: both players say so, or Tengen's search has proven it."""

from __future__ import annotations

from collections.abc import Collection

from tengen.errors import UsageError
from tengen.grid import BLACK, WHITE, Color
from tengen.players.course import Course, End
from tengen.players.words import black_share
from tengen.values import Value

USUAL_MOVES = 4
MOST_MOVES = 1000
_ROUNDING = 1e-9


class Adjudication(Value):
    """When a game counts as decided: both players have given the same side at least this chance, for this many moves
    each, one after the other; or one of Tengen's own players has proven who wins."""

    __slots__ = ("chance", "moves")

    chance: float
    moves: int

    def __init__(self, chance: float, moves: int = USUAL_MOVES) -> None:
        if not 0.5 < chance <= 1 or not 1 <= moves <= MOST_MOVES:
            raise UsageError(
                f"a chance of {chance:g} for {moves} moves decides no game; expected more than 0.5 to 1, for 1 to "
                f"{MOST_MOVES} moves"
            )
        self._set(chance=chance, moves=moves)

    @classmethod
    def parse(cls, text: str) -> Adjudication:
        """From words like "0.98" or "0.98,4": the chance, and the moves of each side."""
        chance, _, moves = text.partition(",")
        try:
            found = float(chance), int(moves or USUAL_MOVES)
        except ValueError:
            raise UsageError(f"{text!r} decides no game; expected a chance, and moves, as in 0.98 or 0.98,4") from None
        return cls(*found)

    def __str__(self) -> str:
        return f"{self.chance:.15g},{self.moves}"

    def verdict(self, course: Course, trusted: Collection[Color]) -> End | None:
        """How the game ends here, if it is decided. The proofs of trusted sides are believed: of others, anybody could
        claim one."""
        ply, side = course.last, course.to_play.opponent
        if ply is None or course.is_over:
            return None
        share = black_share(side, ply.choice)
        if side in trusted and ply.choice.exact and share in (0.0, 1.0):
            winner = BLACK if share else WHITE
            return End(winner, f"{side}'s player has proven that {winner} wins", "adjudicated")
        named = set()
        for _ in range(2 * self.moves):
            share = None if ply is None else black_share(side, ply.choice)
            if ply is None or share is None or max(share, 1 - share) < self.chance - _ROUNDING:
                return None
            named.add(BLACK if share > 0.5 else WHITE)
            ply, side = ply.earlier, side.opponent
        if len(named) > 1:
            return None
        (winner,) = named
        moves = f"{self.moves} move{'s' * (self.moves > 1)}"
        words = f"for {moves} each, both players gave {winner} a chance of {100 * self.chance:.15g} % or more"
        return End(winner, words, "adjudicated")
