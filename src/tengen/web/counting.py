"""The end of a game that is counted: which stones are dead is for the players to agree on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tengen.games.game import HasDeadStones, Position
from tengen.grid import BLACK, WHITE, Color, Point, Points
from tengen.render.view import rows_of
from tengen.web import boards
from tengen.web.refusals import Refused, bad_input

BOTH = frozenset((BLACK, WHITE))


class Counting:
    """Which stones are proposed as dead, and who agrees. A computer's side agrees to its own opinion and nothing else:
    those who see it differently play on."""

    def __init__(self, position: Position, opinion: Points, computers: frozenset[Color]) -> None:
        self._position = position
        self._opinion = frozenset(point for point in opinion if isinstance(point, Point))
        self._computers = computers
        self._dead = self._opinion
        self._people: frozenset[Color] = frozenset()  # who have agreed
        self.version = 0  # counts the changes, so that nobody agrees to what they have not seen

    @property
    def dead(self) -> Points:
        return self._position.points(sorted(self._dead))

    @property
    def agreed(self) -> frozenset[Color]:
        return self._people | (self._computers if self._dead == self._opinion else frozenset())

    def turn_over(self, name: str) -> None:
        """The chain with this stone is dead if it was alive, and the other way round; all have to agree again."""
        point = boards.read_move(self._position, name)
        if not isinstance(point, Point) or self._position[point] is None:
            raise bad_input(f"there is no stone at {self._position.vertex(point)}")
        chain = _chain(self._position, point)
        self._dead = self._dead - chain if point in self._dead else self._dead | chain
        self._people = frozenset()
        self.version += 1

    def agree(self, sides: frozenset[Color], version: int) -> None:
        if version != self.version:
            raise Refused(409, "marks changed", "the dead stones were marked differently meanwhile; look again")
        self._people |= sides


def counted(position: Position, dead: Points, agreed: Iterable[Color], version: int) -> dict[str, Any]:
    """The board as it is counted without these stones, for the page."""
    game = position.game
    assert isinstance(game, HasDeadStones)
    bare = game.without(position, dead)
    winner = game.outcome(bare).winner
    return {
        "dead": boards.pairs(dead),
        "owners": rows_of(game.owners(bare)),
        "agreed": sorted(map(boards.color_name, agreed)),
        "version": version,
        "winner": winner and boards.color_name(winner),
        **game.outcome_data(bare),
    }


def _chain(position: Position, start: Point) -> frozenset[Point]:
    """The stones of one colour that hang together with this one."""
    color, chain, edge = position[start], {start}, [start]
    while edge:
        row, col = (point := edge.pop()).row, point.col
        for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= near[0] < position.height and 0 <= near[1] < position.width:
                beside = Point(*near)
                if beside not in chain and position[beside] is color:
                    chain.add(beside)
                    edge.append(beside)
    return frozenset(chain)
