"""Inputs of the published problems, in families of boards that break programs. Each family draws one by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import count

import tengen.games.nogo as nogo
import tengen.games.othello as othello
from tengen.games import by_name
from tengen.grid import BLACK_CELL, EMPTY_CELL, PASS, WHITE_CELL, Board
from tengen.verbs.simulate import simulate

Family = Callable[[random.Random, int], bytes]  # an input with boards of this size
Place = tuple[int, int]

_GOMOKU_SIZE = 19
_ROW = 5  # that wins


class Grid:
    """A square board that is being made."""

    def __init__(self, size: int, cell: Callable[[int, int], int] = lambda row, col: EMPTY_CELL) -> None:
        self.size = size
        self.cells = [[cell(row, col) for col in range(size)] for row in range(size)]

    def __getitem__(self, place: Place) -> int:
        return self.cells[place[0]][place[1]]

    def __setitem__(self, place: Place, cell: int) -> None:
        self.cells[place[0]][place[1]] = cell

    def __contains__(self, place: Place) -> bool:
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size

    def places(self, cell: int) -> list[Place]:
        return [(row, col) for row in range(self.size) for col in range(self.size) if self.cells[row][col] == cell]

    def beside(self, place: Place) -> Iterable[Place]:
        row, col = place
        return (there for there in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)) if there in self)

    @property
    def board(self) -> Board:
        return Board(self.size, self.size, bytes(cell for row in self.cells for cell in row))

    @classmethod
    def of(cls, board: Board) -> Grid:
        return cls(board.width, lambda row, col: board.cells[row * board.width + col])


# NoGo: every chain has a liberty, and there are as many stones of each colour.


def nogo_input(rng: random.Random, grid: Grid) -> bytes:
    """What can be made of this with fewer stones: to take stones off a legal board leaves a legal one."""
    seen: set[Place] = set()
    for start in [*grid.places(BLACK_CELL), *grid.places(WHITE_CELL)]:
        if start in seen or grid[start] == EMPTY_CELL:
            continue
        chain, ahead, breathes = {start}, [start], False
        while ahead:
            for there in grid.beside(ahead.pop()):
                breathes = breathes or grid[there] == EMPTY_CELL
                if grid[there] == grid[start] and there not in chain:
                    chain.add(there)
                    ahead.append(there)
        seen |= chain
        if not breathes:
            grid[rng.choice(sorted(chain))] = EMPTY_CELL
    black, white = grid.places(BLACK_CELL), grid.places(WHITE_CELL)
    more, surplus = (black, len(black) - len(white)) if len(black) > len(white) else (white, len(white) - len(black))
    for place in rng.sample(more, surplus):
        grid[place] = EMPTY_CELL
    return nogo.GAME.contest.write(grid.board).encode()


def _halves(size: int, is_stone: Callable[[int, int], bool]) -> Grid:
    """A pattern of Black's in the upper half and the same of White's, turned, in the lower one."""
    half = size // 2

    def cell(row: int, col: int) -> int:
        if row < half and is_stone(row, col):
            return BLACK_CELL
        if row >= size - half and is_stone(size - 1 - row, size - 1 - col):
            return WHITE_CELL
        return EMPTY_CELL

    return Grid(size, cell)


def _nogo_random(rng: random.Random, size: int) -> bytes:
    start = nogo.start(size)
    stones = 2 * rng.randrange(size * size // 3 + 1)
    return nogo_input(
        rng, Grid.of(start.replay(simulate(start, "random", rng.getrandbits(32), most_plies=stones).moves)[1].board)
    )


def _nogo_chequers(rng: random.Random, size: int) -> bytes:
    shift = rng.randrange(4)
    cells = {0: BLACK_CELL, 2: WHITE_CELL}
    return nogo_input(
        rng, Grid(size, lambda row, col: cells.get((row + (col if row % 2 else -col) + shift) % 4, EMPTY_CELL))
    )


def _nogo_snakes(rng: random.Random, size: int) -> bytes:
    return nogo_input(rng, _halves(size, lambda row, col: row % 2 == 0 or col == (size - 1 if row % 4 == 1 else 0)))


def _nogo_combs(rng: random.Random, size: int) -> bytes:
    return nogo_input(rng, _halves(size, lambda row, col: row == 0 or col % 2 == 0))


def _nogo_one_chain(rng: random.Random, size: int) -> bytes:
    grid = _halves(size, lambda row, col: True)
    for cell in (BLACK_CELL, WHITE_CELL):
        if places := grid.places(cell):
            grid[rng.choice(places)] = EMPTY_CELL
    return nogo_input(rng, grid)


def _nogo_almost_full(rng: random.Random, size: int) -> bytes:
    grid = Grid.of(simulate(nogo.start(size), "random", rng.getrandbits(32)).end.board)
    stones = [*grid.places(BLACK_CELL), *grid.places(WHITE_CELL)]
    for place in rng.sample(stones, min(len(stones), rng.randrange(1 + size // 2))):
        grid[place] = EMPTY_CELL
    return nogo_input(rng, grid)


def _nogo_corners(rng: random.Random, size: int) -> bytes:
    reach = max(1, size // 4)

    def cell(row: int, col: int) -> int:
        if min(row, size - 1 - row) >= reach or min(col, size - 1 - col) >= reach:
            return EMPTY_CELL
        return rng.choice((EMPTY_CELL, BLACK_CELL, WHITE_CELL))

    return nogo_input(rng, Grid(size, cell))


def _nogo_eyes(rng: random.Random, size: int) -> bytes:
    """The first point and the last are Black's alone. White has more such points, so Black needs both of them.

    The white stone in the first row has one liberty, where nobody may ever play: it would be capture or suicide. So
    Black's chain keeps that liberty, and may fill its other ones at any time.
    """
    last = size - 1
    grid = Grid(size, lambda row, col: BLACK_CELL if col == last or min(row, col) >= last - 1 else WHITE_CELL)
    for place in ((0, 0), (0, 2), (last, last)):
        if place in grid:
            grid[place] = EMPTY_CELL
    white = grid.places(WHITE_CELL)
    more = len(white) - len(grid.places(BLACK_CELL)) - rng.randrange(size, 2 * size)  # than White is to have
    for place in [place for place in white if place != (0, 3)][: max(0, more) // 2]:
        grid[place] = BLACK_CELL
    return nogo_input(rng, grid)  # it takes off stones of White's, which has moves there then


# Go: any stones, several boards in an input.


def go_input(grids: Iterable[Grid]) -> bytes:
    texts = [by_name("go").contest.write(grid.board) for grid in grids]
    return f"{len(texts)}\n{''.join(texts)}".encode()


def _sizes(rng: random.Random, size: int) -> list[int]:
    """One board of the size, and some smaller ones."""
    return [size, *(rng.randint(1, size) for _ in range(rng.randrange(4)))]


def _go_drawn(weights: tuple[int, int, int]) -> Family:
    def family(rng: random.Random, size: int) -> bytes:
        cells = (EMPTY_CELL, BLACK_CELL, WHITE_CELL)
        return go_input(Grid(side, lambda row, col: rng.choices(cells, weights)[0]) for side in _sizes(rng, size))

    return family


def _go_nested(rng: random.Random, size: int) -> bytes:
    def rings(side: int) -> Grid:
        cells = [rng.choice((WHITE_CELL, BLACK_CELL, WHITE_CELL, EMPTY_CELL)) for _ in range(side)]
        return Grid(side, lambda row, col: cells[min(row, col, side - 1 - row, side - 1 - col)])

    return go_input(rings(side) for side in _sizes(rng, size))


def _go_spiral(rng: random.Random, size: int) -> bytes:
    """One white chain from the edge to the middle, with Black or nothing between its turns."""

    def spiral(side: int) -> Grid:
        between = rng.choice((EMPTY_CELL, BLACK_CELL))
        grid = Grid(side, lambda row, col: between)
        row, col, step, turns = 0, 0, (0, 1), 0
        grid[row, col] = WHITE_CELL
        while turns < 2:
            there, beyond = (row + step[0], col + step[1]), (row + 2 * step[0], col + 2 * step[1])
            if there in grid and grid[there] != WHITE_CELL and (beyond not in grid or grid[beyond] != WHITE_CELL):
                row, col = there
                grid[row, col] = WHITE_CELL
                turns = 0
            else:
                step = step[1], -step[0]
                turns += 1
        return grid

    return go_input(spiral(side) for side in _sizes(rng, size))


def _go_one_liberty(rng: random.Random, size: int) -> bytes:
    """White but for one point, which every stone needs; and with it taken."""

    def white(side: int) -> Grid:
        grid = Grid(side, lambda row, col: WHITE_CELL)
        grid[rng.randrange(side), rng.randrange(side)] = rng.choice((EMPTY_CELL, BLACK_CELL))
        return grid

    return go_input(white(side) for side in _sizes(rng, size))


# Gomoku: a board that can arise, or one that cannot for one reason alone.


class _Rows:
    """A Gomoku board with these rows of five or more, to which stones are added that make no other."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._grid = Grid(_GOMOKU_SIZE)

    def line(self, cell: int, length: int, through: Place | None = None) -> Place:
        """A new row of this length, through this place or anywhere; its middle."""
        rng = self._rng
        while True:
            step = rng.choice(((0, 1), (1, 0), (1, 1), (1, -1)))
            first = (rng.randrange(_GOMOKU_SIZE), rng.randrange(_GOMOKU_SIZE))
            if through is not None:
                back = rng.randrange(length)
                first = (through[0] - back * step[0], through[1] - back * step[1])
            places = [(first[0] + k * step[0], first[1] + k * step[1]) for k in range(-1, length + 1)]
            inside = places[1:-1]
            taken = [place for place in inside if place != through]
            around = [place for place in places if place in self._grid and place != through]
            if all(place in self._grid for place in inside) and all(
                self._grid[place] == EMPTY_CELL for place in around
            ):
                for place in taken:
                    self._grid[place] = cell
                if through is None or self._longest(through) == length:
                    return inside[length // 2]
                for place in taken:
                    self._grid[place] = EMPTY_CELL

    def _longest(self, place: Place) -> int:
        cell, longest = self._grid[place], 0
        for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                row, col = place[0] + way * step[0], place[1] + way * step[1]
                while (row, col) in self._grid and self._grid[row, col] == cell:
                    length, row, col = length + 1, row + way * step[0], col + way * step[1]
            longest = max(longest, length)
        return longest

    def filled(self, surplus: int) -> bytes:
        """With quiet stones, so that Black has this many more than White."""
        rng, grid = self._rng, self._grid
        empty = grid.places(EMPTY_CELL)
        rng.shuffle(empty)
        wanted = rng.randrange(60)
        while empty:
            difference = len(grid.places(BLACK_CELL)) - len(grid.places(WHITE_CELL)) - surplus
            if difference == 0 and wanted <= 0:
                break
            cell = BLACK_CELL if difference < 0 or (difference == 0 and rng.random() < 0.5) else WHITE_CELL
            place = empty.pop()
            grid[place] = cell
            if self._longest(place) >= _ROW:
                grid[place] = EMPTY_CELL
            wanted -= 1
        return by_name("gomoku").contest.write(grid.board).encode()


def _side(rng: random.Random) -> tuple[int, int]:
    """A colour, and by how many stones Black is ahead after its move."""
    return rng.choice(((BLACK_CELL, 1), (WHITE_CELL, 0)))


def _gomoku_quiet(rng: random.Random, size: int) -> bytes:
    return _Rows(rng).filled(rng.randrange(2))


def _gomoku_won(rng: random.Random, size: int) -> bytes:
    rows, (cell, surplus) = _Rows(rng), _side(rng)
    rows.line(cell, rng.randint(_ROW, 2 * _ROW - 1))
    return rows.filled(surplus)


def _gomoku_double(rng: random.Random, size: int) -> bytes:
    """Two rows through one stone, which was the last one."""
    rows, (cell, surplus) = _Rows(rng), _side(rng)
    rows.line(cell, _ROW, through=rows.line(cell, _ROW))
    return rows.filled(surplus)


def _gomoku_miscounted(rng: random.Random, size: int) -> bytes:
    return _Rows(rng).filled(rng.choice((-1, 2, -2, 3)))


def _gomoku_played_on(rng: random.Random, size: int) -> bytes:
    """The loser made another move."""
    rows, (cell, surplus) = _Rows(rng), _side(rng)
    rows.line(cell, _ROW)
    return rows.filled(1 - surplus)


def _gomoku_two_rows(rng: random.Random, size: int) -> bytes:
    """Two rows of one side, apart."""
    rows, (cell, surplus) = _Rows(rng), _side(rng)
    for _ in range(2):
        rows.line(cell, _ROW)
    return rows.filled(surplus)


def _gomoku_both(rng: random.Random, size: int) -> bytes:
    rows = _Rows(rng)
    for cell in (BLACK_CELL, WHITE_CELL):
        rows.line(cell, _ROW)
    return rows.filled(rng.randrange(2))


def _gomoku_too_long(rng: random.Random, size: int) -> bytes:
    """Ten or more in a row: without any of its stones it still has five."""
    rows, (cell, surplus) = _Rows(rng), _side(rng)
    rows.line(cell, rng.randint(2 * _ROW, 15))
    return rows.filled(surplus)


# Othello: any discs, at most ten empty points.


def _othello(grid: Grid) -> bytes:
    return othello.GAME.contest.write(grid.board).encode()


def _empties(rng: random.Random, size: int) -> int:
    return rng.randint(0, min(10, size * size))


def _othello_random(rng: random.Random, size: int) -> bytes:
    grid = Grid(size, lambda row, col: rng.choice((BLACK_CELL, WHITE_CELL)))
    for place in rng.sample([(row, col) for row in range(size) for col in range(size)], _empties(rng, size)):
        grid[place] = EMPTY_CELL
    return _othello(grid)


def _othello_where(wanted: Callable[[othello.Position], bool]) -> Family:
    """A random board of which this is so; a larger one if there seems to be none."""

    def family(rng: random.Random, size: int) -> bytes:
        for tries in count():
            text = _othello_random(rng, min(5, size + tries // 500))
            position = othello.GAME.position(othello.GAME.contest.parse(text).board, othello.GAME.contest_to_play)
            if wanted(position):
                return text
        raise AssertionError

    return family


def _othello_one_colour(rng: random.Random, size: int) -> bytes:
    cell = rng.choice((BLACK_CELL, WHITE_CELL))
    grid = Grid(size, lambda row, col: cell)
    for place in rng.sample(grid.places(cell), _empties(rng, size)):
        grid[place] = EMPTY_CELL
    return _othello(grid)


FAMILIES: dict[str, dict[str, Family]] = {
    "nogo": {
        "random": _nogo_random,
        "chequers": _nogo_chequers,
        "snakes": _nogo_snakes,
        "one-chain": _nogo_one_chain,  # the largest board of 20 cases: it fills the stack of a program that recurses
        "combs": _nogo_combs,
        "almost-full": _nogo_almost_full,
        "corners": _nogo_corners,
        "eyes": _nogo_eyes,
    },
    "go": {
        "random": _go_drawn((1, 1, 1)),
        "sparse": _go_drawn((6, 1, 1)),
        "dense": _go_drawn((1, 6, 30)),
        "all-white": _go_drawn((0, 0, 1)),
        "nested": _go_nested,
        "spiral": _go_spiral,
        "one-liberty": _go_one_liberty,
    },
    "gomoku": {
        "quiet": _gomoku_quiet,
        "won": _gomoku_won,
        "double": _gomoku_double,
        "miscounted": _gomoku_miscounted,
        "played-on": _gomoku_played_on,
        "two-rows": _gomoku_two_rows,
        "both": _gomoku_both,
        "too-long": _gomoku_too_long,
    },
    "othello": {
        "random": _othello_random,
        "pass-first": _othello_where(lambda position: not position.is_over and position.legal_moves[0] == PASS),
        "over": _othello_where(lambda position: position.is_over),
        "one-colour": _othello_one_colour,
    },
}
SIZES = {"nogo": (1, 600), "go": (1, 1000), "gomoku": (_GOMOKU_SIZE, _GOMOKU_SIZE), "othello": (1, 5)}  # as published
