"""Swap2, an opening that is fair whoever begins: one side makes a position, and the other chooses.

The first player puts three stones: black, white, black. The second takes White, or Black; or puts a white and a black
stone more, and the first takes a side. White is to move then.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tengen.errors import PlayerFailed, UsageError, listed
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.grid import BLACK, WHITE, Color, Point, Points
from tengen.players.clock import Clock
from tengen.players.external import ExternalPlayer
from tengen.players.player import Player, chance
from tengen.players.thinking import think

OPENING_RULES = ("swap2",)
LEAST_SIDE = 5
_USUAL = ((0, 0), (0, 1), (2, 2))  # rows and columns from the middle
_NEAR = 4  # rows and columns: how far from the first stone the others are
_TRIES = 12
_LOOK, _DECISION = Clock.per_move(0.2), Clock.per_move(1.0)  # at most; openings are not on the game's clock


class Opened(NamedTuple):
    """The moves that a game was opened with, and whether the first player has White now."""

    record: Record
    swapped: bool
    failed: tuple[Color, PlayerFailed] | None = None  # the player of this side, if its player failed over it


def check_rule(rule: str, start: Position) -> None:
    """Refuses another opening rule, and a position that swap2 cannot begin with."""
    if rule not in OPENING_RULES:
        raise UsageError(f"there is no opening rule {rule!r}; expected {listed(OPENING_RULES)}")
    if start.has_passes or start.to_play is not BLACK or start.board.count(BLACK) + start.board.count(WHITE):
        raise UsageError("swap2 begins with an empty board, and in a game without passes")
    if min(start.height, start.width) < LEAST_SIDE:
        raise UsageError(
            f"swap2 on a {start.height}x{start.width} board; expected {LEAST_SIDE} rows and columns or more"
        )


def swap2(start: Position, first: Player, second: Player) -> Opened:
    """Lets the two players open a game, from a start that `check_rule` takes. The first is Black till then."""
    record = Record(start, Points([], start.width, start.height))
    players = {BLACK: first, WHITE: second}
    while True:
        side = opener_at(len(record))
        try:
            done = part_of(players[side], record)
        except PlayerFailed as failure:
            return Opened(record, False, (side, failure))
        if isinstance(done, Color):
            return Opened(record, done is not side)
        record = done


def opener_at(plies: int) -> Color:
    """Who acts after so many stones of the opening: the first player, as Black, or the second."""
    return BLACK if plies < 3 or plies == 5 else WHITE


def part_of(player: Player, record: Record) -> Color | Record:
    """What this player does whose turn it is in an opening: the side that it takes, or the record with its stones."""
    if not len(record):
        return _with(record, player, three_stones(player, record.start))
    answer = side_or_stones(player, record.end)
    return answer if isinstance(answer, Color) else _with(record, player, answer)


def _with(record: Record, player: Player, stones: Points) -> Record:
    """After these stones, which must be as many as it takes: three on an empty board, else two."""
    wanted = {0: 3, 3: 2}.get(len(record), 0)
    if len(stones) != wanted:
        words = str(wanted) if wanted else "a side to be taken"
        raise PlayerFailed(f"{player} put {len(stones)} stones; expected {words}", "protocol")
    position = record.end
    for stone in stones:
        if why := position.why_illegal(stone):
            raise PlayerFailed(f"{player} chose an illegal move: {why}", "illegal")
        position = position.play(stone)
    if position.is_over:
        raise PlayerFailed(f"{player} ended the game with its opening", "illegal")
    return Record(record.start, record.start.points([*record.moves, *stones]))


def three_stones(player: Player, start: Position) -> Points:
    """Those of a few that leave the sides most equal, as far as this player can tell; if it cannot, the usual ones."""
    if isinstance(player, ExternalPlayer) and (answer := player.swap2(start, _DECISION)) is not None:
        return answer if isinstance(answer, Points) else start.points([])
    middle = start.height // 2, start.width // 2
    usual = start.points(Point(middle[0] + down, middle[1] + right) for down, right in _USUAL)
    best, least = usual, 1.0
    for stones in (usual, *_some(start, chance(getattr(player, "seed", None), start))):
        position = start
        for stone in stones:
            position = position.play(stone)
        value = _value(player, position, _LOOK)
        if value is None:
            return usual
        if abs(value - 0.5) < least:
            best, least = stones, abs(value - 0.5)
    return best


def _some(start: Position, seed: int) -> list[Points]:
    """Three points each, near each other anywhere on the board."""
    random = Random(seed)
    free = [move for move in start.legal_moves if isinstance(move, Point)]
    found = []
    for _ in range(_TRIES - 1):
        first = random.choice(free)
        near = [each for each in free if max(abs(each.row - first.row), abs(each.col - first.col)) <= _NEAR]
        found.append(start.points(random.sample(near, 3)))
    return found


def side_or_stones(player: Player, position: Position) -> Color | Points:
    """The side that this player takes, or stones that it puts first. One that cannot tell which is better takes White,
    whose turn it is. None of ours puts stones: with two more, the other player has the choice."""
    if isinstance(player, ExternalPlayer) and (answer := player.swap2(position, _DECISION)) is not None:
        return answer
    value = _value(player, position, _DECISION)
    return BLACK if value is not None and value < 0.5 else WHITE


def _value(player: Player, position: Position, clock: Clock) -> float | None:
    """What this position is worth to the side to move, if the player can tell."""
    return None if isinstance(player, ExternalPlayer) else think(player, position, clock).value
