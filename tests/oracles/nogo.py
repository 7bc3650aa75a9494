"""NoGo, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  Boards and points are those of `grid`.
The rule, literally: after a move every chain on the board, of either colour, has at least one liberty.
The side to move without a legal move loses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from oracles.grid import BLACK as BLACK
from oracles.grid import EMPTY, HOLE, WHITE, Chain, Point, chain_at, liberties
from oracles.grid import Board as Board
from oracles.grid import count_stones as count_stones
from oracles.grid import empty_board as empty_board
from oracles.grid import on_board as on_board
from oracles.grid import opponent as opponent
from oracles.grid import points as points

# --- chains ----------------------------------------------------------------------------------------------------


def chains(board: Board) -> list[Chain]:
    """All chains, in row-major order of their first stones."""
    found: list[Chain] = []
    seen: set[Point] = set()
    for row, col in points(board):
        if board[row][col] in (BLACK, WHITE) and (row, col) not in seen:
            chain = chain_at(board, (row, col))
            seen |= chain
            found.append(chain)
    return found


def dead_chains(board: Board) -> list[Chain]:
    """The chains without a liberty, in row-major order of their first stones."""
    return [chain for chain in chains(board) if not liberties(board, chain)]


# --- moves -----------------------------------------------------------------------------------------------------


def place(board: Board, row: int, col: int, colour: str) -> Board:
    """The board with a stone put on an empty point; whether the move is legal is not asked."""
    if not on_board(board, row, col) or board[row][col] != EMPTY:
        raise ValueError(f"{(row, col)} is not an empty point")
    changed = board[row][:col] + colour + board[row][col + 1 :]
    return (*board[:row], changed, *board[row + 1 :])


def why_illegal(board: Board, row: int, col: int, colour: str) -> tuple[str, list[Chain]] | None:
    """None for a legal move, else the reason and the chains that the move would leave without a liberty.

    'off board', 'hole' and 'occupied' come with no chains.  'captures': some chain of the other colour would be
    dead (own chains may be dead as well, as on a filled board); 'suicide': only own chains would be.
    """
    opponent(colour)
    if not on_board(board, row, col):
        return "off board", []
    if board[row][col] == HOLE:
        return "hole", []
    if board[row][col] != EMPTY:
        return "occupied", []
    after = place(board, row, col, colour)
    dead = dead_chains(after)
    if not dead:
        return None
    for chain in dead:
        first_row, first_col = min(chain)
        if after[first_row][first_col] == opponent(colour):
            return "captures", dead
    return "suicide", dead


def is_legal(board: Board, row: int, col: int, colour: str) -> bool:
    return why_illegal(board, row, col, colour) is None


@cache
def _legal_moves(board: Board, colour: str) -> tuple[Point, ...]:
    return tuple((row, col) for row, col in points(board) if is_legal(board, row, col, colour))


def legal_moves(board: Board, colour: str) -> list[Point]:
    """All legal moves of the colour in row-major order."""
    return list(_legal_moves(board, colour))


def first_legal_game(board: Board, colour: str = BLACK) -> list[Point]:
    """The game in which each side always plays its first legal move in row-major order."""
    game: list[Point] = []
    while True:
        for row, col in points(board):
            if is_legal(board, row, col, colour):
                break
        else:
            return game
        board = place(board, row, col, colour)
        game.append((row, col))
        colour = opponent(colour)


def wins(board: Board, colour: str) -> bool:
    """Whether the colour, to move, wins with best play."""
    return _wins(board, colour)


@cache
def _wins(board: Board, colour: str) -> bool:
    return any(not _wins(place(board, row, col, colour), opponent(colour)) for row, col in _legal_moves(board, colour))


# --- counting --------------------------------------------------------------------------------------------------


def perft(board: Board, colour: str, depth: int) -> list[int]:
    """The numbers of different legal sequences of 0, 1, ..., depth moves, by playing every one of them."""
    counts = [0] * (depth + 1)

    def play(now: Board, to_play: str, ply: int) -> None:
        counts[ply] += 1
        if ply < depth:
            for row, col in _legal_moves(now, to_play):
                play(place(now, row, col, to_play), opponent(to_play), ply + 1)

    play(board, colour, 0)
    return counts


def complete_games(board: Board, colour: str) -> tuple[int, int]:
    """How many complete games Black wins and how many White wins; a game that is already over counts as one."""
    return _complete_games(board, colour)


@cache
def _complete_games(board: Board, colour: str) -> tuple[int, int]:
    moves = _legal_moves(board, colour)
    if not moves:
        return (0, 1) if colour == BLACK else (1, 0)
    black_wins = white_wins = 0
    for row, col in moves:
        black, white = _complete_games(place(board, row, col, colour), opponent(colour))
        black_wins += black
        white_wins += white
    return black_wins, white_wins


def all_boards(height: int, width: int) -> Iterator[Board]:
    """Every filling of the rectangle with empty, black and white."""
    for chars in product(EMPTY + BLACK + WHITE, repeat=height * width):
        text = "".join(chars)
        yield tuple(text[row * width : (row + 1) * width] for row in range(height))


def legal_positions_by_stones(height: int, width: int) -> dict[tuple[int, int], int]:
    """The number of legal positions for each (number of black stones, number of white stones)."""
    return dict(Counter(count_stones(board) for board in all_boards(height, width) if not dead_chains(board)))


# --- uniformly random play, exactly ----------------------------------------------------------------------------


def random_play_probability(board: Board, colour: str) -> Fraction:
    """The probability that Black wins when both sides choose uniformly among their legal moves."""
    return _random_play_probability(board, colour)


@cache
def _random_play_probability(board: Board, colour: str) -> Fraction:
    moves = _legal_moves(board, colour)
    if not moves:
        return Fraction(0) if colour == BLACK else Fraction(1)
    total = Fraction(0)
    for row, col in moves:
        total += _random_play_probability(place(board, row, col, colour), opponent(colour))
    return total / len(moves)


def first_move_distribution(board: Board, colour: str) -> dict[Point, Fraction]:
    """The probability of each first move under uniformly random play (no entry for an illegal move)."""
    moves = legal_moves(board, colour)
    return {move: Fraction(1, len(moves)) for move in moves}


def win_probability_by_first_move(board: Board, colour: str) -> dict[Point, Fraction]:
    """For each legal first move of the colour, the probability that Black wins by random play after it."""
    return {
        (row, col): random_play_probability(place(board, row, col, colour), opponent(colour))
        for row, col in legal_moves(board, colour)
    }


def mean_plies(board: Board, colour: str) -> Fraction:
    """The expected number of moves until the end of a uniformly random game."""
    return _mean_plies(board, colour)


@cache
def _mean_plies(board: Board, colour: str) -> Fraction:
    moves = _legal_moves(board, colour)
    if not moves:
        return Fraction(0)
    total = Fraction(0)
    for row, col in moves:
        total += _mean_plies(place(board, row, col, colour), opponent(colour))
    return 1 + total / len(moves)


def plies_distribution(board: Board, colour: str) -> dict[int, Fraction]:
    """The probability of each length of a uniformly random game."""
    return dict(sorted(_plies_distribution(board, colour).items()))


@cache
def _plies_distribution(board: Board, colour: str) -> dict[int, Fraction]:
    moves = _legal_moves(board, colour)
    if not moves:
        return {0: Fraction(1)}
    result: dict[int, Fraction] = {}
    for row, col in moves:
        for plies, chance in _plies_distribution(place(board, row, col, colour), opponent(colour)).items():
            result[plies + 1] = result.get(plies + 1, Fraction(0)) + chance / len(moves)
    return result


def ended_probability(board: Board, colour: str) -> dict[Point, tuple[Fraction, Fraction]]:
    """For each point but the holes, the probabilities that a random game ends with X there and with O there."""
    return dict(_ended_probability(board, colour))


@cache
def _ended_probability(board: Board, colour: str) -> dict[Point, tuple[Fraction, Fraction]]:
    moves = _legal_moves(board, colour)
    places = [(row, col) for row, col in points(board) if board[row][col] != HOLE]
    if not moves:
        return {
            (row, col): (Fraction(board[row][col] == BLACK), Fraction(board[row][col] == WHITE)) for row, col in places
        }
    black = {point: Fraction(0) for point in places}
    white = {point: Fraction(0) for point in places}
    for row, col in moves:
        later = _ended_probability(place(board, row, col, colour), opponent(colour))
        for point in places:
            black[point] += later[point][0] / len(moves)
            white[point] += later[point][1] / len(moves)
    return {point: (black[point], white[point]) for point in places}


# --- symmetries ------------------------------------------------------------------------------------------------


def identity(board: Board) -> Board:
    return board


def transpose(board: Board) -> Board:
    """Mirror in the main diagonal: (row, col) goes to (col, row)."""
    return tuple("".join(row[col] for row in board) for col in range(len(board[0])))


def flip_left_right(board: Board) -> Board:
    return tuple(row[::-1] for row in board)


def flip_up_down(board: Board) -> Board:
    return tuple(reversed(board))


def rotate_90(board: Board) -> Board:
    """A quarter turn clockwise: the left column, read upwards, becomes the top row."""
    return flip_left_right(transpose(board))


def rotate_180(board: Board) -> Board:
    return flip_left_right(flip_up_down(board))


def rotate_270(board: Board) -> Board:
    """A quarter turn anticlockwise: the right column, read downwards, becomes the top row."""
    return flip_up_down(transpose(board))


def anti_transpose(board: Board) -> Board:
    """Mirror in the other diagonal (bottom left to top right)."""
    return rotate_180(transpose(board))


# The first four keep the shape; the last four turn an h x w board into a w x h one.
SYMMETRIES: dict[str, Callable[[Board], Board]] = {
    "identity": identity,
    "rotate_180": rotate_180,
    "flip_left_right": flip_left_right,
    "flip_up_down": flip_up_down,
    "transpose": transpose,
    "anti_transpose": anti_transpose,
    "rotate_90": rotate_90,
    "rotate_270": rotate_270,
}


def symmetry_point(name: str, height: int, width: int, row: int, col: int) -> Point:
    """Where the symmetry takes a point of an h x w board."""
    down, right = height - 1 - row, width - 1 - col
    images = {
        "identity": (row, col),
        "rotate_180": (down, right),
        "flip_left_right": (row, right),
        "flip_up_down": (down, col),
        "transpose": (col, row),
        "anti_transpose": (right, down),
        "rotate_90": (col, down),
        "rotate_270": (right, row),
    }
    return images[name]


def colour_swap(board: Board) -> Board:
    """Black stones become white ones and the other way round."""
    swapped = {BLACK: WHITE, WHITE: BLACK, EMPTY: EMPTY, HOLE: HOLE}
    return tuple("".join(swapped[char] for char in row) for row in board)


# --- reachability ----------------------------------------------------------------------------------------------


def reachable(board: Board, to_play: str) -> bool:
    """Whether the position, with this side to move, can arise from the empty board, Black moving first.

    Taking a stone off a legal position leaves a legal position (the neighbours of the point gain a liberty, and
    so do the parts that a chain may fall into).  So the stones can have been played in any alternating order:
    the position is reachable exactly when it is legal and the number of stones fits the side to move.
    """
    black, white = count_stones(board)
    ahead = {BLACK: 0, WHITE: 1}[to_play]
    return black - white == ahead and not dead_chains(board)


def reachable_set(start: Board, to_play: str = BLACK) -> frozenset[tuple[Board, str]]:
    """Every (position, side to move) that legal play from the start can arrive at, by brute force."""
    seen = {(start, to_play)}
    todo = [(start, to_play)]
    while todo:
        board, colour = todo.pop()
        for row, col in _legal_moves(board, colour):
            following = (place(board, row, col, colour), opponent(colour))
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return frozenset(seen)
