"""Othello: bracket and flip.

>>> import tengen as tg
>>> position = tg.othello.start().play("d3")
>>> position.to_play
Color.WHITE
"""

from tengen._core import (
    Cancel,
    CardGames,
    OthelloBatch,
    OthelloCardBatch,
    OthelloJobs,
    OthelloPatterns,
    OthelloPatternSearch,
    OthelloPosition,
    OthelloSearch,
    OthelloSolver,
    Totals,
    othello_start,
)
from tengen.errors import UsageError
from tengen.formats.numbers import NumbersContest
from tengen.formats.vertex import OTHELLO
from tengen.games import game
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal
from tengen.grid import BLACK, WHITE, Board, Color, Pass, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Position", "from_array", "parse", "start"]
__dir__ = __all__.copy  # dir() shows these alone

_MOST_ROWS = 16

# A big count is made in layers: the positions after some plies are found, each once, and counted on from. That is done
# for perft of this many plies or more, and stops this many before the end;
_FEWEST_PLIES_IN_LAYERS = 9
_PLIES_AFTER_LAYER = 4
# and for complete games with this many empty points or more. With fewer it costs more than it gains.
_FEWEST_EMPTIES_IN_LAYERS = 17
_EMPTIES_AFTER_LAYER = 9


class Position(OthelloPosition, game.Position):
    """An Othello position: the discs and the side to move."""

    __slots__ = ()


def start(size: "int | tuple[int, int]" = 8) -> Position:
    """The usual four discs in the middle, Black to play; a size is a number, or rows and columns."""
    height, width = game.checked_size(size)
    _require_fit(height, width)
    return Position(othello_start(height, width), BLACK)


def parse(text: "str | bytes", to_play: Color | None = None) -> Position:
    """A position from contest text, where White is to play, or a diagram, where Black is, unless it says otherwise."""
    parsed = game.read_any(text, Othello)
    return make(parsed.board, to_play or parsed.to_play or BLACK)


def from_array(array: object, to_play: Color | None = None) -> Position:
    """A position from an array of two dimensions, as `numpy.asarray(position.board)` is: 0 empty, 1 black, 2 white,
    3 no point there. Black is to play unless told otherwise."""
    from tengen.formats import array as arrays

    return make(arrays.read(array), to_play or BLACK)


def make(board: Board, to_play: Color) -> Position:
    _require_fit(board.height, board.width)
    return Position(board, to_play)


def _require_fit(height: int, width: int) -> None:
    if max(height, width) > _MOST_ROWS:
        raise UsageError(f"a {height}x{width} board; Othello is played on at most {_MOST_ROWS}x{_MOST_ROWS}")


class Othello(
    game.HasCardGames[Position], game.HasGameCount[Position], game.HasMargin[Position], game.HasPatterns[Position]
):
    """What the verbs ask of Othello."""

    name = "othello"
    title = "Othello"
    contest = NumbersContest((b"-1", b"1", b"0"), _MOST_ROWS)
    contest_to_play = WHITE
    batch = OthelloBatch
    card_batch = OthelloCardBatch
    coordinates = OTHELLO
    style = "squares"
    usual_size = 8
    sizes = (6, 8, 10)
    levels = (
        ("random", 0),
        ("greedy", 140),
        ("mcts:visits=2", 860),
        ("mcts:visits=20", 1300),
        ("mcts:visits=2000", 1660),
        ("net:seconds=1", None),
    )
    starts_empty = False
    every_ply_adds_a_stone = False  # every disc does, but a pass adds none
    stones_are_score = True
    patterns_shape = (OthelloPatterns.knots, OthelloPatterns.numbers)

    def position(self, board: Board, to_play: Color | None = None, **rules: "Any") -> Position:
        return make(board, to_play or BLACK)

    def start(self, height: int, width: int, **rules: "Any") -> Position:
        return start((height, width))

    def outcome(self, position: Position) -> Outcome:
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        return Outcome(position.winner, f"{black} discs to {white}")

    def outcome_data(self, position: Position) -> "dict[str, Any]":
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        return {"rule": "discs", "black": black, "white": white, "margin": abs(black - white)}

    def refusal(self, position: Position, move: Point | Pass) -> Refusal:
        fault = OthelloJobs.refusal(position, move)
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

    def contradictions(self, position: Position) -> list[Reason]:
        words = (
            "fewer than four discs",
            "an empty point in the middle",
            "four discs that are not the usual start",
            "discs that do not touch the rest around the middle",
            "no disc that can have been the last one placed",
        )
        rules = ("disc count", "centre", "start", "connection", "last move")
        reasons = []
        for code, points in OthelloJobs.contradictions(position):
            where = f": {position.vertices(points)}" if len(points) else ""
            reasons.append(Reason(rules[code], words[code] + where, points))
        return reasons

    def check_is_exact_for(self, position: Position) -> bool:
        return False

    def first_game(self, start: Position, most_plies: int, cancel: Cancel | None) -> Points:
        return OthelloJobs.first_legal_game(start, most_plies, cancel)

    def random_game(self, start: Position, policy: str, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        return OthelloJobs.random_game(start, seed, most_plies, cancel)

    def random_fill(self, start: Position, stones: int, seed: int, cancel: Cancel | None) -> tuple[Points, int]:
        moves = self.random_game(start, "random", seed, 2 * start.board.point_count, cancel)  # no game is longer
        discs = start.board.count(BLACK) + start.board.count(WHITE)
        for plies, move in enumerate(moves):
            if discs == stones:
                return moves[:plies], discs
            discs += not isinstance(move, Pass)
        return moves, discs

    def games_in_block(self, start: Position) -> int:
        return OthelloJobs.games_in_block()

    def random_games(
        self,
        start: Position,
        policy: str,
        games: int,
        seed: int,
        first_block: int,
        by_point: bool,
        cancel: Cancel | None,
    ) -> Totals:
        return OthelloJobs.random_games(start, games, seed, first_block, by_point, cancel)

    def card_misfit(self, start: Position, policy: str) -> str | None:
        return None if OthelloJobs.fits_card(start) else f"Othello on a {start.height}x{start.width} board"

    def card_games(self, start: Position, policy: str, by_point: bool) -> CardGames:
        return OthelloJobs.card_games(start, by_point)

    def perft_parts(self, start: Position, plies: int) -> "list[int]":
        if self._lines_go_by_layers(start, plies):
            return self._layer_parts()
        # A pass that is no ply leaves the depth as it is, so it is not split off.
        forced = len(start.legal_moves) == 1
        return [0] if forced or plies < 3 else self.parts_by_move(start)

    def perft(self, start: Position, plies: int, part: int, pass_is_ply: bool, cancel: Cancel | None) -> LinesOfPlay:
        if self._lines_go_by_layers(start, plies):
            from tengen.games.othello_shared_layer import PARTS, SHARED_LAYER

            layer = SHARED_LAYER.after(start, pass_is_ply, plies - _PLIES_AFTER_LAYER, cancel)
            return LinesOfPlay(layer.perft(plies, part, PARTS, cancel))
        if len(self.perft_parts(start, plies)) == 1:
            return LinesOfPlay(OthelloJobs.perft(start, plies, pass_is_ply, cancel))
        after = start.play(start.legal_moves[part])
        return LinesOfPlay(OthelloJobs.perft(after, plies - 1, pass_is_ply, cancel))

    def count_parts(self, start: Position) -> "list[int]":
        # Small counts are quicker whole, where the parts share what they find.
        if self.is_quick(start):
            return [-1]
        return self._layer_parts() if self._games_go_by_layers(start) else self.parts_by_move(start)

    def is_quick(self, start: Position) -> bool:
        return self._empties(start) <= 12

    def count(self, start: Position, part: int, cancel: Cancel | None) -> LinesOfPlay:
        if self._games_go_by_layers(start):
            from tengen.games.othello_shared_layer import PARTS, SHARED_LAYER

            layer = SHARED_LAYER.after(start, False, self._empties(start) - _EMPTIES_AFTER_LAYER, cancel)
            black, white, draws = layer.count_games(part, PARTS, cancel)
        else:
            after = start if part < 0 or start.is_over else start.play(start.legal_moves[part])
            black, white, draws = OthelloJobs.count_games(after, cancel)
        return LinesOfPlay(black + white + draws, black, white, draws)

    def _lines_go_by_layers(self, start: Position, plies: int) -> bool:
        return plies >= _FEWEST_PLIES_IN_LAYERS and max(start.height, start.width) <= 8

    def _games_go_by_layers(self, start: Position) -> bool:
        return self._empties(start) >= _FEWEST_EMPTIES_IN_LAYERS and max(start.height, start.width) <= 8

    def _layer_parts(self) -> "list[int]":
        from tengen.games.othello_shared_layer import PARTS

        return list(range(PARTS))

    def _empties(self, position: Position) -> int:
        return position.board.cells.count(0)

    def search(self, position: Position, seed: int, most_bytes: int) -> OthelloSearch:
        return OthelloSearch(position, seed, most_bytes)

    def patterns(self, numbers: "Any") -> OthelloPatterns:
        return OthelloPatterns(numbers)

    def numbers_of(self, own: "Any", other: "Any") -> "tuple[Any, Any]":
        return OthelloPatterns.numbers_of(own, other)

    def patterns_misfit(self, position: Position) -> str | None:
        if OthelloPatternSearch.takes(position):
            return None
        return "patterns are for boards of 8x8 without holes, with at least four discs"

    def pattern_search(self, position: Position, most_bytes: int) -> OthelloPatternSearch:
        return OthelloPatternSearch(position, most_bytes)

    def solver(self, position: Position, most_bytes: int, seed: int = 0, threads: int = 1) -> OthelloSolver:
        empties = self._empties(position)
        if empties > OthelloSolver.MOST_EMPTIES:
            raise UsageError(f"{empties} empty points; solve takes at most {OthelloSolver.MOST_EMPTIES} in Othello")
        return OthelloSolver(position, most_bytes)

    def margin_solver(self, position: Position, most_bytes: int, nodes: int | None) -> OthelloSolver | None:
        # Every empty point about doubles what there is to look at: 20 of them take two million nodes, or five.
        empties = self._empties(position)
        if empties > OthelloSolver.MOST_EMPTIES or (nodes is not None and nodes < 2 << empties):
            return None
        return OthelloSolver(position, most_bytes, False)

    def margin(self, position: Position) -> float:
        # In discs; empty points count for nobody.
        return float(position.board.count(BLACK) - position.board.count(WHITE))

    def moves_left(self, position: Position) -> float:
        # The last fourteen empty points take the search no time.
        return max(3.0, (self._empties(position) - 14) / 2)

    def gains(self, position: Position) -> "list[float]":
        # The lead in discs.
        side = position.to_play
        boards = [position.play(move).board for move in position.legal_moves]
        return [board.count(side) - board.count(side.opponent) for board in boards]


GAME: "game.Game[Any]" = Othello()
Position.game = GAME
