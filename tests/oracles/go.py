"""Go, slow and obvious: the reference the fast code is tested against.

Nothing here is clever, and nothing here imports the product.  Boards and points are those of `grid`.

The rules, literally.  A move puts a stone on an empty point; then the opposing chains next to it that have no
liberty are taken off; then, if the chain of the new stone has no liberty, it is taken off too (suicide), which
`Rules.suicide` allows or forbids.  The board that results must not repeat, as `Rules.ko` says:

- simple: it must not be the board that stood before the opponent's last move (a pass is a move too);
- positional: it must not be any board that stood before in this game, the present one included;
- situational: it must not be any board that stood before in this game with the same side to move.

A pass is always legal, and two in a row end the game.  The score is Tromp-Taylor area.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from oracles.grid import BLACK as BLACK
from oracles.grid import EMPTY, HOLE, WHITE, connected, neighbours
from oracles.grid import Board as Board
from oracles.grid import Chain as Chain
from oracles.grid import Point as Point
from oracles.grid import at as at
from oracles.grid import chain_at as chain_at
from oracles.grid import empty_board as empty_board
from oracles.grid import liberties as liberties
from oracles.grid import opponent as opponent
from oracles.grid import points as points
from oracles.grid import put as put

Pass = Literal["pass"]
Move = Point | Pass
Situation = tuple[Board, str]

PASS: Pass = "pass"
DRAW = "draw"


class Endless(Exception):
    """A game need not come to an end from here, so a plain recursion has no answer."""


@dataclass(frozen=True)
class Rules:
    suicide: bool = False
    ko: Literal["simple", "positional", "situational"] = "positional"
    komi: Fraction = Fraction(15, 2)


@dataclass(frozen=True)
class State:
    """earlier: every (board, side to move) that stood before the present one, the oldest first."""

    board: Board
    to_play: str
    passes: int
    earlier: tuple[Situation, ...]
    rules: Rules


# --- boards ----------------------------------------------------------------------------------------------------


def check_board(board: Board) -> None:
    """Raise ValueError unless this is a rectangle of the four known characters and every chain has a liberty."""
    if not board or not board[0]:
        raise ValueError("a board needs at least one row and one column")
    for row in board:
        if len(row) != len(board[0]):
            raise ValueError("the rows are not equally long")
        for char in row:
            if char not in (BLACK, WHITE, EMPTY, HOLE):
                raise ValueError(f"unknown character {char!r}")
    for point in points(board):
        if board[point[0]][point[1]] in (BLACK, WHITE) and not liberties(board, chain_at(board, point)):
            raise ValueError(f"the chain at {point} has no liberty")


def diagonals(point: Point) -> list[Point]:
    """The four places diagonally next to the point, whether they exist or not."""
    row, col = point
    return [(row - 1, col - 1), (row - 1, col + 1), (row + 1, col - 1), (row + 1, col + 1)]


# --- moves -----------------------------------------------------------------------------------------------------


def new_game(board: Board, rules: Rules, to_play: str = BLACK) -> State:
    """A game from this position, which has no earlier ones."""
    check_board(board)
    opponent(to_play)
    return State(board, to_play, 0, (), rules)


def captures(board: Board, point: Point, colour: str) -> frozenset[Point]:
    """The opposing stones that a stone of this colour on this empty point would take."""
    if at(board, point) != EMPTY:
        raise ValueError(f"{point} is not an empty point")
    after = put(board, [point], colour)
    taken: set[Point] = set()
    for place in neighbours(after, point):
        if at(after, place) == opponent(colour):
            chain = chain_at(after, place)
            if not liberties(after, chain):
                taken |= chain
    return frozenset(taken)


def board_after(board: Board, point: Point, colour: str) -> tuple[Board, frozenset[Point], frozenset[Point]]:
    """The board after a move, the opposing stones taken, and the own stones lost by suicide (the new one included)."""
    taken = captures(board, point, colour)
    after = put(put(board, [point], colour), taken, EMPTY)
    chain = chain_at(after, point)
    if liberties(after, chain):
        return after, taken, frozenset()
    return put(after, chain, EMPTY), taken, chain


def is_over(state: State) -> bool:
    return state.passes >= 2


def why_illegal(state: State, move: Move) -> str | None:
    """None for a legal move, else the first reason that applies.

    In this order: 'game over', 'off board', 'hole', 'occupied', 'suicide', then 'ko' (the simple rule) or
    'superko' (either of the other two).
    """
    if is_over(state):
        return "game over"
    if move == PASS:
        return None
    row, col = move
    if not (0 <= row < len(state.board) and 0 <= col < len(state.board[0])):
        return "off board"
    if state.board[row][col] == HOLE:
        return "hole"
    if state.board[row][col] != EMPTY:
        return "occupied"
    after, _, lost = board_after(state.board, (row, col), state.to_play)
    if lost and not state.rules.suicide:
        return "suicide"
    stood = [*state.earlier, (state.board, state.to_play)]
    if state.rules.ko == "simple":
        if len(stood) >= 2 and after == stood[-2][0]:
            return "ko"
    elif state.rules.ko == "positional":
        if any(after == board for board, _ in stood):
            return "superko"
    elif state.rules.ko == "situational":
        if (after, opponent(state.to_play)) in stood:
            return "superko"
    else:
        raise ValueError(f"unknown ko rule {state.rules.ko!r}")
    return None


def simple_ko_readings_differ(state: State, move: Move) -> bool:
    """Whether the simple rule as written above forbids a move that a rule by 'ko point' would allow.

    Taking back a single stone that has just taken a single stone is what everybody forbids.  The board before
    the opponent's last move can come back in one other way: a stone that is its own whole chain commits suicide
    when the opponent has just passed or done the same.  It matters only where suicide is allowed.
    """
    if state.rules.ko != "simple" or why_illegal(state, move) != "ko" or move == PASS:
        return False
    _, taken, _ = board_after(state.board, move, state.to_play)
    return not taken


def is_legal(state: State, move: Move) -> bool:
    return why_illegal(state, move) is None


def legal_moves(state: State) -> list[Move]:
    """The legal points in row-major order, then PASS; nothing when the game is over."""
    if is_over(state):
        return []
    moves: list[Move] = [point for point in points(state.board) if is_legal(state, point)]
    return [*moves, PASS]


def play(state: State, move: Move) -> State:
    why = why_illegal(state, move)
    if why is not None:
        raise ValueError(f"{move} is illegal: {why}")
    earlier = (*state.earlier, (state.board, state.to_play))
    if move == PASS:
        return replace(state, to_play=opponent(state.to_play), passes=state.passes + 1, earlier=earlier)
    after, _, _ = board_after(state.board, move, state.to_play)
    return replace(state, board=after, to_play=opponent(state.to_play), passes=0, earlier=earlier)


# --- scores ----------------------------------------------------------------------------------------------------


def owners(board: Board) -> dict[Point, str]:
    """For every point but the holes: the colour that has it in the area score, or EMPTY for neither."""
    result: dict[Point, str] = {}
    for point in points(board):
        char = at(board, point)
        if char == EMPTY:
            touched = {at(board, place) for inside in connected(board, point) for place in neighbours(board, inside)}
            colours = touched & {BLACK, WHITE}
            result[point] = colours.pop() if len(colours) == 1 else EMPTY
        elif char != HOLE:
            result[point] = char
    return result


def area_score(board: Board) -> tuple[int, int]:
    """(Black's, White's): stones, and empty points from which only that colour can be reached."""
    owned = list(owners(board).values())
    return owned.count(BLACK), owned.count(WHITE)


def winner(state: State, komi: Fraction | int | None = None) -> str:
    """BLACK, WHITE or DRAW by the area as it stands, komi added to White's; komi: that of the rules if not given."""
    black, white = area_score(state.board)
    margin = black - white - (state.rules.komi if komi is None else komi)
    if margin > 0:
        return BLACK
    if margin < 0:
        return WHITE
    return DRAW


# --- the random policy -----------------------------------------------------------------------------------------


def fills_own_eye(board: Board, point: Point, colour: str) -> bool:
    """Whether the random policy keeps this colour off this empty point.

    It does when all orthogonal neighbours are own stones or do not exist (off the board, or holes), and the
    opposing stones on the diagonals are at most one where all eight places around the point exist, none where one of
    them does not.
    """
    if at(board, point) != EMPTY:
        raise ValueError(f"{point} is not an empty point")
    beside = neighbours(board, point)
    if any(at(board, place) != colour for place in beside):
        return False
    corners = [at(board, place) for place in diagonals(point)]
    allowed = 1 if len(beside) == 4 and HOLE not in corners else 0
    return corners.count(opponent(colour)) <= allowed


Key = tuple[Board, str, int, frozenset[Situation]]


def future_key(state: State) -> Key:
    """All that the further course of the game depends on (for one set of rules)."""
    stood = [*state.earlier, (state.board, state.to_play)]
    if state.rules.ko == "simple":
        remembered = frozenset((board, "") for board, _ in stood[-2:-1])
    elif state.rules.ko == "positional":
        remembered = frozenset((board, "") for board, _ in stood)
    else:
        remembered = frozenset(stood)
    return state.board, state.to_play, state.passes, remembered


# --- counting --------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> list[int]:
    """The numbers of different legal sequences of 0, 1, ..., depth moves, passes included.

    Two passes in a row end a game; it is counted at the depth of the second pass and not after it.
    """
    counts = [0] * (depth + 1)

    def visit(now: State, ply: int) -> None:
        counts[ply] += 1
        if ply < depth:
            for move in legal_moves(now):
                visit(play(now, move), ply + 1)

    visit(state, 0)
    return counts


def complete_games(state: State) -> dict[str, int]:
    """How many different games, played until two passes, BLACK wins, WHITE wins and are a DRAW (superko only)."""
    if state.rules.ko == "simple":
        raise Endless
    known: dict[Key, dict[str, int]] = {}

    def count(now: State) -> dict[str, int]:
        if is_over(now):
            return {name: int(name == winner(now)) for name in (BLACK, WHITE, DRAW)}
        key = future_key(now)
        if key not in known:
            results = [count(play(now, move)) for move in legal_moves(now)]
            known[key] = {name: sum(result[name] for result in results) for name in (BLACK, WHITE, DRAW)}
        return known[key]

    return count(state)
