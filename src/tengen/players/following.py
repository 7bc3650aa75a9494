"""How to get from one position to another: the moves between them, or stones put down one by one.

A position does not say which moves led to it, and a GTP program can only be told moves.
"""

from __future__ import annotations

from tengen.games.game import Position
from tengen.grid import BLACK, BLACK_CELL, EMPTY_CELL, WHITE, WHITE_CELL, Board, Color, Pass, Point

Moves = tuple[Point | Pass, ...]
Placed = tuple[Color, Point]

_MOST_POSITIONS = 20_000  # looked at for a line from the start; that is well beyond any opening


def moves_between(earlier: Position, later: Position, most_plies: int = 2) -> Moves | None:
    """The moves that lead from one to the other, if at most this many do."""
    if earlier == later:
        return ()
    if most_plies == 0 or earlier.is_over or not _alike(earlier, later):
        return None
    added = sum(not before and after != 0 for before, after in zip(earlier.board.cells, later.board.cells, strict=True))
    if added > most_plies:
        return None
    for plies in range(1, most_plies + 1):
        for move in _candidates(earlier, later, plies):
            rest = moves_between(earlier.play(move), later, plies - 1)
            if rest is not None:
                return (move, *rest)
    return None


def line_between(earlier: Position, later: Position) -> Moves | None:
    """Some line of moves from one to the other, however long, in a game whose stones stay; None: none was found soon.

    Depth first, putting stones only where `later` has some.
    """
    if not _alike(earlier, later):
        return None
    seen = {earlier}
    path: list[tuple[Position, list[Point | Pass]]] = [(earlier, _candidates(earlier, later, 1))]
    line: list[Point | Pass] = []
    while path and len(seen) < _MOST_POSITIONS:
        position, ahead = path[-1]
        if position == later:
            return tuple(line)
        if not ahead:
            path.pop()
            del line[-1:]
            continue
        move = ahead.pop()
        after = position.play(move)
        if after not in seen:
            seen.add(after)
            line.append(move)
            path.append((after, _candidates(after, later, 1)))
    return None


def placements(position: Position) -> list[Placed]:
    """The stones of this position, in an order in which they can be put down on an empty board one by one.

    Stones can be taken off a sound position in any order, since what is left breathes all the better; only in Gomoku a
    row may win once it has lost its neighbours, and in renju a stone may be forbidden without others. Colours take
    turns as far as there are stones, and the side that is not to move has the last one: some programs go by that.
    """
    board = position.board
    color = position.to_play.opponent
    backwards: list[Placed] = []
    while board.count(BLACK) or board.count(WHITE):
        if not board.count(color):
            color = color.opponent
        point, board = _taken_off(position, board, color)
        backwards.append((color, point))
        color = color.opponent
    return backwards[::-1]


def before_ko(position: Position) -> tuple[Position, Point] | None:
    """If a ko was just taken: a position before that, and the move that took it."""
    for index in range(len(position.board.cells)):
        point = Point(*divmod(index, position.width))
        refusal = position.why_illegal(point) if position.board[point] is None else None
        if refusal is None or refusal.rule not in ("ko", "superko"):
            continue
        for taker in _neighbours(position, point):
            if position.board[taker] is not position.to_play.opponent:
                continue
            board = _with_cell(_with_cell(position.board, taker, EMPTY_CELL), point, _cell(position.to_play))
            earlier = position.game.position(board, position.to_play.opponent, **position.rules)
            if earlier.is_sound and earlier.is_legal(taker) and earlier.play(taker).board == position.board:
                return earlier, taker
    return None


def _alike(one: Position, other: Position) -> bool:
    return (
        type(one) is type(other) and one.rules == other.rules and (one.height, one.width) == (other.height, other.width)
    )


def _candidates(earlier: Position, later: Position, plies: int) -> list[Point | Pass]:
    """The legal moves that can be the first of this many that lead to the other position, the likely ones first."""
    after = later.board.cells
    moves: list[Point | Pass] = list(earlier.legal_moves)
    if earlier.game.has_chains and not earlier.game.every_ply_adds_a_stone and (plies > 1 or earlier.rules["suicide"]):
        # The stone may be gone again: taken by the reply, or by itself.
        return sorted(moves, key=lambda move: not isinstance(move, Pass) and not after[_index(move, earlier.width)])
    return [move for move in moves if isinstance(move, Pass) or after[_index(move, earlier.width)]]


def _taken_off(position: Position, board: Board, color: Color) -> tuple[Point, Board]:
    """A stone of this colour, and the board without it, on which it could be put."""
    cells, first = board.cells, None
    index = cells.find(_cell(color))
    while index >= 0:
        point = Point(*divmod(index, board.width))
        without = _with_cell(board, point, EMPTY_CELL)
        if position.game.has_chains or position.game.position(without, color, **position.rules).is_legal(point):
            return point, without
        first = first or (point, without)
        index = cells.find(_cell(color), index + 1)
    assert first is not None
    return first


def _neighbours(position: Position, point: Point) -> list[Point]:
    around = ((point.row + down, point.col + right) for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return [Point(row, col) for row, col in around if 0 <= row < position.height and 0 <= col < position.width]


def _cell(color: Color) -> int:
    return BLACK_CELL if color is BLACK else WHITE_CELL


def _with_cell(board: Board, point: Point, cell: int) -> Board:
    cells = bytearray(board.cells)
    cells[_index(point, board.width)] = cell
    return Board(board.height, board.width, bytes(cells))


def _index(point: Point, width: int) -> int:
    return point.row * width + point.col
