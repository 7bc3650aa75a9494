"""generate: a legal random position of this size and fill."""

from tengen._core import Cancel
from tengen.board import BLACK, WHITE
from tengen.errors import UnreachableFill, UsageError
from tengen.games.game import GamePosition
from tengen.games.record import Record
from tengen.verbs.simulate import simulate


def generate(start: GamePosition, fill: float | None = None, *, stones: int | None = None, seed: int | None = None,
             cancel: Cancel | None = None) -> GamePosition:
    """The position when a uniformly random game from `start` has this many stones on the board.

    Say how full with `fill`, a share of the points, or with `stones`. This is not the uniform distribution over legal
    positions: it is what random play leads to. A game can end before the board is so full: UnreachableFill says how
    full it got.
    """
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
    if start.game.stones_stay:
        record = simulate(start, "random", seed, most_plies=wanted - already, cancel=cancel)
        position, got = record.end, already + len(record)
    else:
        record = simulate(start, "random", seed, cancel=cancel)
        position, got = _first_as_full(record, wanted)
    if got < wanted and not (cancel and cancel.requested):
        raise UnreachableFill(f"a fill of {wanted / points:.3f} ({wanted} of {points} points) was not reached: with "
                              f"seed {record.seed} the game ended at a fill of {got / points:.3f} ({got} points)")
    return position


def _first_as_full(record: Record, wanted: int) -> tuple[GamePosition, int]:
    """The first position of the game with so many stones, or its last with the most that it ever had."""
    position, most = record.start, 0
    for move in [None, *record.moves]:
        position = position if move is None else position.play(move)
        stones = position.board.count(BLACK) + position.board.count(WHITE)
        most = max(most, stones)
        if stones == wanted:
            break
    return position, most
