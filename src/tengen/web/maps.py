"""A map of first moves: how often the side to move wins at random after each, to within an error that is told."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tengen._core import Cancel
from tengen.errors import Cancelled
from tengen.games.game import Position
from tengen.grid import BLACK, Point
from tengen.render.view import Heat, View
from tengen.verbs.simulate_many import simulate_many

_FIRST_ROUND = 256  # games for each move; each round plays twice as many as the one before
_SCALE = 0.25  # colours go from this far below one half to as far above it, whatever is found


class Tally(NamedTuple):
    """Random games after one move, or after any of those that are the same by symmetry."""

    moves: tuple[Point, ...]
    games: int = 0
    won: int = 0  # by the side that made the move

    @property
    def rate(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        """The standard error of the rate. A few games that all end alike are no proof, so one of each is added."""
        share = (self.won + 1) / (self.games + 2)
        return sqrt(share * (1 - share) / self.games) if self.games else 1.0


def first_moves(position: Position, error: float, most_games: int, seed: int, cancel: Cancel) -> list[Tally]:
    """Games in rounds, until no error is larger than this one, or so many games are played, or the flag is raised."""
    tallies = [Tally(moves) for moves in alike(position)]
    left, each = most_games, _FIRST_ROUND
    while not cancel.requested:
        open = [number for number, tally in enumerate(tallies) if tally.error > error]
        games = min(each, left // max(1, len(open)))
        if not open or not games:
            break
        for number in open:
            if cancel.requested:
                break
            tallies[number] = _played_on(position, tallies[number], games, seed, cancel)
            seed += 1
        left -= games * len(open)
        each *= 2
    return [tally for tally in tallies if tally.games]


def _played_on(position: Position, tally: Tally, games: int, seed: int, cancel: Cancel) -> Tally:
    try:
        found = simulate_many(position.play(tally.moves[0]), games, seed, threads=1, cancel=cancel)
    except Cancelled as stopped:
        found = stopped.partial
    won = found.black_wins if position.to_play is BLACK else found.white_wins
    return tally._replace(games=tally.games + found.games, won=tally.won + won)


def alike(position: Position) -> list[tuple[Point, ...]]:
    """The points where the side to move may play, those together that a symmetry of the board makes one."""
    height, width, cells = position.height, position.width, position.board.cells
    kept = []
    for symmetry in range(8 if height == width else 4):
        image = [_image(symmetry, *divmod(point, width), height, width) for point in range(height * width)]
        if all(cells[image[point]] == cell for point, cell in enumerate(cells)):
            kept.append(image)
    classes: dict[int, list[Point]] = {}
    for move in position.legal_moves:
        if isinstance(move, Point):
            classes.setdefault(min(image[move.row * width + move.col] for image in kept), []).append(move)
    return [tuple(points) for points in classes.values()]


def _image(symmetry: int, row: int, col: int, height: int, width: int) -> int:
    """Where a point goes: turned over by rows, by columns, and along the diagonal."""
    row, col = (height - 1 - row if symmetry & 1 else row), (width - 1 - col if symmetry & 2 else col)
    return col * width + row if symmetry & 4 else row * width + col


def view(position: Position, tallies: list[Tally]) -> View:
    """The map, on a scale that is the same for every position: in the middle of it both sides win as often."""
    heat = tuple(
        Heat(
            move.row * position.width + move.col,
            max(0.0, min(1.0, 0.5 + (tally.rate - 0.5) / (2 * _SCALE))),
            f"{100 * tally.rate:.0f}",
        )
        for tally in tallies
        for move in tally.moves
    )
    return position.view().changed(marks=(), heat=heat)
