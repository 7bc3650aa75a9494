"""Othello: bracket and flip.

    >>> import tengen as tg
    >>> position = tg.othello.start().play("d3")
    >>> position.to_play
    Color.WHITE
"""

from tengen._core import Cancel, OthelloJobs, OthelloPosition, OthelloSearch, OthelloSolver, Totals, othello_start
from tengen.board import BLACK, WHITE, Board, Color, Pass, Point, Points
from tengen.errors import UsageError
from tengen.formats.numbers import NumbersContest
from tengen.formats.vertex import OTHELLO
from tengen.games.game import Game, cast, checked_size, read_any
from tengen.games.game import Position as GamePosition
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_ROWS = 16

# Where counts go through the positions that some plies lead to, each once: perft of so many plies, up to the last few,
FEWEST_PLIES_IN_LAYERS = 9
PLIES_AFTER_LAYER = 4
# and complete games with so many empty points. With fewer, parts that share nothing lose more than that gains.
FEWEST_EMPTIES_IN_LAYERS = 17
EMPTIES_AFTER_LAYER = 9


class Position(OthelloPosition, GamePosition):
    """An Othello position: the discs and the side to move."""

    __slots__ = ()


def start(size: "int | tuple[int, int]" = 8) -> Position:
    """The usual four discs in the middle, Black to play; a size is a number, or rows and columns."""
    height, width = checked_size(size)
    if max(height, width) > MOST_ROWS:
        raise UsageError(f"a {height}x{width} board; Othello is played on at most {MOST_ROWS}x{MOST_ROWS}")
    return Position(othello_start(height, width), BLACK)


def parse(text: "str | bytes", to_play: Color | None = None) -> Position:
    """A position from contest text, where White is to play, or a diagram, where Black is, unless it says otherwise."""
    parsed = read_any(text, Othello.contest)
    from_contest = isinstance(text, str | bytes) and Othello.contest.starts(
        (text.encode() if isinstance(text, str) else text).removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    return make(parsed.board, to_play or parsed.to_play or (WHITE if from_contest else BLACK))


def from_array(array: object, to_play: Color | None = None) -> Position:
    """A position from an array of two dimensions, as `numpy.asarray(position.board)` is: 0 empty, 1 black, 2 white,
    3 no point there. Black is to play unless told otherwise."""
    from tengen.formats import array as arrays

    return make(arrays.read(array), to_play or BLACK)


def make(board: Board, to_play: Color) -> Position:
    if max(board.height, board.width) > MOST_ROWS:
        raise UsageError(f"a {board.height}x{board.width} board; Othello is played on at most {MOST_ROWS}x{MOST_ROWS}")
    return Position(board, to_play)


def _fits_layers(start: GamePosition) -> bool:
    return max(start.height, start.width) <= 8


class Othello(Game):
    """What the verbs ask of Othello."""

    name = "othello"
    title = "Othello"
    has_passes = True
    has_margin = True
    contest = NumbersContest((b"-1", b"1", b"0"), MOST_ROWS)
    contest_to_play = WHITE
    coordinates = OTHELLO
    style = "squares"
    usual_size = 8
    stones_stay = False  # every disc does, but a pass adds none

    def position(self, board: Board, to_play: Color | None = None, **rules: "Any") -> Position:
        return make(board, to_play or BLACK)

    def start(self, height: int, width: int, **rules: "Any") -> Position:
        return start((height, width))

    def outcome(self, position: GamePosition) -> Outcome:
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        return Outcome(position.winner, f"{black} discs to {white}")

    def refusal(self, position: GamePosition, move: Point | Pass) -> Refusal:
        fault = cast(Position, position).refusal(move)
        rule = ("occupied", "hole", "flips nothing", "pass", "game over")[fault - 1]
        if rule == "game over":
            return Refusal(rule, f"the game is over: {self.outcome(position)}")
        if rule == "pass":
            return Refusal(rule, f"{position.to_play} has a move and may not pass")
        place = position.vertex(move)
        if rule == "hole":
            return Refusal(rule, f"there is no point at {place}")
        if rule == "occupied":
            assert isinstance(move, Point)
            return Refusal(rule, f"{place} is occupied by {position[move]}")
        return Refusal(rule, f"{position.to_play} at {place} brackets no disc of {position.to_play.opponent}")

    def contradictions(self, position: GamePosition) -> list[Reason]:
        words = ("fewer than four discs", "an empty point in the middle", "four discs that are not the usual start",
                 "discs that do not touch the rest around the middle",
                 "no disc that can have been the last one placed")
        rules = ("disc count", "centre", "start", "connection", "last move")
        reasons = []
        for code, points in cast(Position, position).contradictions():
            where = f": {position.vertices(points)}" if len(points) else ""
            reasons.append(Reason(rules[code], words[code] + where, points))
        return reasons

    def check_is_exact_for(self, position: GamePosition) -> bool:
        return False

    def first_game(self, start: GamePosition, most_plies: int, cancel: Cancel | None) -> Points:
        return OthelloJobs.first_legal_game(cast(Position, start), most_plies, cancel)

    def random_game(self, start: GamePosition, policy: str, seed: int, most_plies: int,
                    cancel: Cancel | None) -> Points:
        return OthelloJobs.random_game(cast(Position, start), seed, most_plies, cancel)

    def random_fill(self, start: GamePosition, stones: int, seed: int, cancel: Cancel | None) -> tuple[Points, int]:
        moves = self.random_game(start, "random", seed, 2 * start.board.point_count, cancel)  # no game is longer
        discs = start.board.count(BLACK) + start.board.count(WHITE)
        for plies, move in enumerate(moves):
            if discs == stones:
                return moves[:plies], discs
            discs += not isinstance(move, Pass)
        return moves, discs

    def block_games(self, start: GamePosition) -> int:
        return OthelloJobs.block_games()

    def random_games(self, start: GamePosition, policy: str, games: int, seed: int, first_block: int, by_point: bool,
                     cancel: Cancel | None) -> Totals:
        return OthelloJobs.random_games(cast(Position, start), games, seed, first_block, by_point, cancel)

    def perft_parts(self, start: GamePosition, plies: int) -> "list[int]":
        if plies >= FEWEST_PLIES_IN_LAYERS and _fits_layers(start):
            return self._layer_parts()
        # A pass that is no ply leaves the depth as it is, so it is not split off.
        forced = len(start.legal_moves) == 1
        return [0] if forced or plies < 3 else self.first_moves(start, plies)

    def perft(self, start: GamePosition, plies: int, part: int, pass_is_ply: bool,
              cancel: Cancel | None) -> LinesOfPlay:
        if plies >= FEWEST_PLIES_IN_LAYERS and _fits_layers(start):
            from tengen.games.othello_layers import LAYERS, PARTS

            layer = LAYERS.layer(cast(Position, start), pass_is_ply, plies - PLIES_AFTER_LAYER, cancel)
            return LinesOfPlay(layer.perft(plies, part, PARTS, cancel))
        if len(self.perft_parts(start, plies)) == 1:
            return LinesOfPlay(OthelloJobs.perft(cast(Position, start), plies, pass_is_ply, cancel))
        after = start.play(start.legal_moves[part])
        return LinesOfPlay(OthelloJobs.perft(cast(Position, after), plies - 1, pass_is_ply, cancel))

    def count_parts(self, start: GamePosition) -> "list[int]":
        # Small counts are quicker whole, where the parts share what they find.
        if self.is_quick(start):
            return [-1]
        return self._layer_parts() if self._games_go_by_layers(start) else self.first_moves(start)

    def is_quick(self, start: GamePosition) -> bool:
        return self._empties(start) <= 12

    def count(self, start: GamePosition, part: int, cancel: Cancel | None) -> LinesOfPlay:
        if self._games_go_by_layers(start):
            from tengen.games.othello_layers import LAYERS, PARTS

            layer = LAYERS.layer(cast(Position, start), False, self._empties(start) - EMPTIES_AFTER_LAYER, cancel)
            black, white, draws = layer.count_games(part, PARTS, cancel)
        else:
            after = start if part < 0 or start.is_over else start.play(start.legal_moves[part])
            black, white, draws = OthelloJobs.count_games(cast(Position, after), cancel)
        return LinesOfPlay(black + white + draws, black, white, draws)

    def _games_go_by_layers(self, start: GamePosition) -> bool:
        return self._empties(start) >= FEWEST_EMPTIES_IN_LAYERS and _fits_layers(start)

    def _layer_parts(self) -> "list[int]":
        from tengen.games.othello_layers import PARTS

        return list(range(PARTS))

    def _empties(self, position: GamePosition) -> int:
        return position.board.cells.count(0)

    def search(self, position: GamePosition, seed: int, most_bytes: int) -> OthelloSearch:
        return OthelloSearch(cast(Position, position), seed, most_bytes)

    def solver(self, position: GamePosition, most_bytes: int, seed: int = 0, threads: int = 1) -> OthelloSolver:
        empties = self._empties(position)
        if empties > OthelloSolver.MOST_EMPTIES:
            raise UsageError(f"{empties} empty points; solve takes at most {OthelloSolver.MOST_EMPTIES} in Othello")
        return OthelloSolver(cast(Position, position), most_bytes)

    def margin_solver(self, position: GamePosition, most_bytes: int, nodes: int | None) -> OthelloSolver | None:
        # Every empty point about doubles what there is to look at: 20 of them take two million nodes, or five.
        empties = self._empties(position)
        if empties > OthelloSolver.MOST_EMPTIES or (nodes is not None and nodes < 2 << empties):
            return None
        return OthelloSolver(cast(Position, position), most_bytes, False)

    def final_value(self, position: GamePosition) -> float:
        # The margin in discs; empty points count for nobody.
        side = position.to_play
        return float(position.board.count(side) - position.board.count(side.opponent))

    def moves_left(self, position: GamePosition) -> float:
        # The last fourteen empty points take the search no time.
        return max(3.0, (self._empties(position) - 14) / 2)

    def gains(self, position: GamePosition) -> "list[float]":
        # The lead in discs.
        side = position.to_play
        boards = [position.play(move).board for move in position.legal_moves]
        return [board.count(side) - board.count(side.opponent) for board in boards]


GAME = Othello()
Position.game = GAME
