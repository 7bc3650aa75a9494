"""Chains in words, for the games whose stones live by liberties."""

from tengen.games.game import Position
from tengen.games.results import Reason
from tengen.grid import Point, Points


def chain_name(position: Position, chain: "Points[Point]", played: Point | None = None) -> str:
    """A chain in words: colour, number of stones, and where it is; `played` is a stone of the side to move."""
    color = position.to_play if played is not None and played in chain else position[chain[0]]
    stones = "stone" if len(chain) == 1 else f"chain of {len(chain)}"
    shown = position.vertices(chain[:12]) + (" ..." if len(chain) > 12 else "")
    return f"{str(color).lower()} {stones} at {shown}"


def without_liberties(position: Position, dead: "list[Points[Point]]") -> list[Reason]:
    return [Reason("no liberty", f"the {chain_name(position, chain)} has no liberty", chain) for chain in dead]
