"""simulate: play a position to the end, at random or first-legal."""

from tengen._core import Cancel
from tengen.errors import Cancelled, UsageError, listed
from tengen.games.game import Position
from tengen.games.record import Record

NO_LIMIT = 2**31 - 1
MOST_SEED = 2**64 - 1


def simulate(
    position: Position,
    policy: str = "random",
    seed: int | None = None,
    *,
    most_plies: int = NO_LIMIT,
    cancel: Cancel | None = None,
) -> Record:
    """One whole game from this position, as a Record.

    policy "first": each side plays its first legal point, row by row.
    policy "random": uniform over the legal moves; in Go over those that do not fill an own one-point eye.
    policy "uniform" (Go): over all legal moves, the pass included.
    One seed, one game, on every machine; without a seed one is drawn, and the record says which. A cancel flag that is
    raised before the end raises Cancelled, whose `partial` is the game so far.
    """
    position.require_sound()
    if most_plies < 0:
        raise UsageError(f"at most {most_plies} plies; expected 0 or more")
    if policy not in position.game.policies:
        raise UsageError(f"there is no policy {policy!r}; expected {listed(position.game.policies)}")
    if policy == "first":
        if seed is not None:
            raise UsageError("policy first leaves nothing to chance; it takes no seed")
        record = Record(position, position.game.first_game(position, most_plies, cancel))
    else:
        seed = checked_seed(seed)
        record = Record(position, position.game.random_game(position, policy, seed, most_plies, cancel), seed)
    if cancel is not None and cancel.requested and len(record) < most_plies and record.outcome is None:
        raise Cancelled(record)
    return record


def checked_seed(seed: int | None) -> int:
    """The seed, or a fresh one if there is none."""
    if seed is None:
        from os import urandom

        return int.from_bytes(urandom(6), "big")
    if not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise UsageError(f"the seed is {seed}; expected a whole number from 0 to 2**64 - 1")
    return seed
