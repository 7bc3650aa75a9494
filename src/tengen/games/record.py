"""A game that was played: where it started, the moves, how it ended."""

from tengen.games.game import Position
from tengen.games.results import Outcome
from tengen.grid import Color, Points
from tengen.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tengen.render import Animation, View


class Record(Value):
    """A start, the moves from it, and the outcome (None if the game was not over). Immutable."""

    __slots__ = ("_end", "moves", "seed", "start")

    start: Position
    moves: Points
    seed: int | None  # of the chance in it, if there was any
    _end: Position | None  # once somebody has asked

    def __init__(self, start: Position, moves: Points, seed: int | None = None, end: Position | None = None) -> None:
        """`end`: where the moves lead, if that is known; else they are played when somebody asks."""
        known = moves if moves.height is not None else start.points(moves)  # so that passes have numbers
        self._set(start=start, moves=known, seed=seed, _end=end)

    @property
    def end(self) -> Position:
        """The position after the last move."""
        if self._end is None:
            right, end = self.start.replay(self.moves)
            if right < len(self.moves):
                end.play(self.moves[right])  # raises IllegalMove, and says why
            self._set(_end=end)
            return end
        return self._end

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; one as long as its game lets simulated games be (Go) is taken as it stands."""
        allowed = self.start.game.plies_allowed(self.start)
        stopped = allowed is not None and len(self.moves) >= allowed
        return self.start.game.outcome(self.end) if stopped else self.end.outcome

    @property
    def winner(self) -> Color | None:
        outcome = self.outcome
        return outcome.winner if outcome else None

    def to_sgf(
        self, comments: "Sequence[str | None]" = (), black_wins: "Sequence[float | None]" = (), **properties: str
    ) -> str:
        """The game as SGF FF[4] text. Of each move a comment, and the chance that Black wins after it, from 0 to 1.

        `properties` are the root's, by their names in SGF: PB="Ann", RE="B+R".
        """
        from tengen.games.sgf import write_record

        return write_record(self, comments, black_wins, (), **properties)

    def view(self, move: int | None = None, *, numbers: bool = True) -> "View":
        """What a picture of the board after this many moves shows; without a number, after all of them."""
        from tengen.games.views import record_view

        return record_view(self, move, numbers)

    def animation(self, *, numbers: bool = False, frames_per_second: float = 2.0) -> "Animation":
        """The game as a picture that moves."""
        from tengen.games.views import record_animation

        return record_animation(self, numbers, frames_per_second)

    def _repr_svg_(self) -> "str | None":
        from tengen.render.notebook import inline

        return inline(self.view)

    def __len__(self) -> int:
        """How many plies were played."""
        return len(self.moves)

    def __repr__(self) -> str:
        shown = self.start.vertices(self.moves[:8]) + (" ..." if len(self.moves) > 8 else "")
        return f"<Record: {shown}; {self.outcome or 'not over'}>"

    def __setstate__(self, state: "dict[str, Any]") -> None:
        self._set(_end=None, **state)
