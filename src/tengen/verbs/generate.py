"""generate: a legal random position of this size and fill."""

from tengen._core import Cancel
from tengen.errors import Cancelled, UnreachableFill, UsageError
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE
from tengen.verbs.simulate import checked_seed


def generate(
    start: Position,
    fill: float | None = None,
    *,
    stones: int | None = None,
    seed: int | None = None,
    cancel: Cancel | None = None,
) -> Position:
    """The position when a uniformly random game from `start` has this many stones on the board.

    Say how full with `fill`, a share of the points, or with `stones`. This is not the uniform distribution over legal
    positions: it is what random play leads to. A game can end before the board is so full: UnreachableFill says how
    full it got. A raised cancel flag raises Cancelled, whose `partial` is the position so far.
    """
    wanted = stones_wanted(start, fill, stones)
    points = start.board.point_count
    seed = checked_seed(seed)
    moves, got = start.game.random_fill(start, wanted, seed, cancel)
    _, position = start.replay(moves, cancel)
    if cancel is not None and cancel.requested:
        raise Cancelled(position)
    if got < wanted:
        raise UnreachableFill(
            f"a fill of {wanted / points:.3f} ({wanted} of {points} points) was not reached: with "
            f"seed {seed} the game ended at a fill of {got / points:.3f} ({got} points)"
        )
    return position


def stones_wanted(start: Position, fill: float | None, stones: int | None) -> int:
    """How many stones are asked for; refuses what makes no sense."""
    start.require_sound()
    points = start.board.point_count
    if (fill is None) == (stones is None):
        raise UsageError("say how full with fill or with stones, one of the two")
    if fill is not None and not 0 <= fill <= 1:
        raise UsageError(f"the fill is {fill}; expected 0 to 1")
    wanted = stones if stones is not None else round((fill or 0) * points)
    already = start.board.count(BLACK) + start.board.count(WHITE)
    if not already <= wanted <= points:
        raise UsageError(f"{wanted} stones; expected {already} (those there at the start) to {points} (all points)")
    return wanted
