"""Gomoku: k in a row wins, on any board.

>>> import tengen as tg
>>> tg.gomoku.start(15).play("H8")
<Gomoku 15x15: 1 black, 0 white, White to play>
"""

from tengen._core import (
    Cancel,
    CardGames,
    GomokuBatch,
    GomokuCardBatch,
    GomokuJobs,
    GomokuPosition,
    GomokuSearch,
    GomokuSelfPlay,
    GomokuSolver,
    Totals,
)
from tengen.errors import UsageError, listed
from tengen.formats.bare import BareContest
from tengen.games import game
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal
from tengen.grid import BLACK, MOST_POINTS, WHITE, Board, Color, Pass, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

__all__ = ["VARIANTS", "Position", "from_array", "parse", "start"]
__dir__ = __all__.copy  # dir() shows these alone

VARIANTS = ("freestyle", "standard", "caro", "renju")
_OTHER_SIDE_WON, _NO_LAST_STONE, _OVERLINE = 2, 3, 4
_BANS = {1: ("overline", "an"), 2: ("double four", "a"), 3: ("double three", "a")}
_MOST_SOLVED = 1024  # points


class Position(GomokuPosition, game.Position):
    """A Gomoku position: the stones, the side to move, and the rules."""

    __slots__ = ()

    @property
    def rules(self) -> "dict[str, Any]":
        return {"in_a_row": self.in_a_row, "variant": self.variant}

    def _like(self, board: Board, to_play: Color) -> "Self":
        return type(self)(board, to_play, self.in_a_row, VARIANTS.index(self.variant))


def start(size: "int | tuple[int, int]" = 19, *, in_a_row: int = 5, variant: str = "freestyle") -> Position:
    """An empty board; a size is a number, or rows and columns."""
    height, width = game.checked_size(size)
    return make(Board(height, width, bytes(height * width)), BLACK, in_a_row, variant)


def parse(
    text: "str | bytes", to_play: Color | None = None, *, in_a_row: int = 5, variant: str = "freestyle"
) -> Position:
    """A position from contest text (`o` is Black) or a diagram (`X` is Black). The counts say who is to play, unless
    the text or `to_play` does."""
    parsed = game.read_any(text, Gomoku)
    return make(parsed.board, to_play or parsed.to_play, in_a_row, variant)


def from_array(
    array: object, to_play: Color | None = None, *, in_a_row: int = 5, variant: str = "freestyle"
) -> Position:
    """A position from an array of two dimensions, as `numpy.asarray(position.board)` is: 0 empty, 1 black, 2 white,
    3 no point there. The counts say who is to play, unless `to_play` does."""
    from tengen.formats import array as arrays

    return make(arrays.read(array), to_play, in_a_row, variant)


def make(board: Board, to_play: Color | None, in_a_row: int = 5, variant: str = "freestyle") -> Position:
    if variant not in VARIANTS:
        raise UsageError(f"there is no variant {variant!r}; expected {listed(VARIANTS)}")
    if not isinstance(in_a_row, int) or not 1 <= in_a_row <= MOST_POINTS:
        raise UsageError(f"{in_a_row} in a row; expected a whole number from 1 to {MOST_POINTS}")
    if variant == "renju" and in_a_row != 5:
        raise UsageError(f"{in_a_row} in a row in renju; expected 5")
    if to_play is None:
        to_play = BLACK if board.count(BLACK) <= board.count(WHITE) else WHITE
    return Position(board, to_play, in_a_row, VARIANTS.index(variant))


class Gomoku(game.HasCardGames[Position], game.HasGameCount[Position], game.HasSelfPlay[Position]):
    """What the verbs ask of Gomoku."""

    name = "gomoku"
    title = "Gomoku"
    contest = BareContest(b".ox", (19, 19))
    contest_to_play = None
    batch = GomokuBatch
    card_batch = GomokuCardBatch
    usual_size = 19
    sizes = (9, 13, 15, 19)
    levels = (  # no Elo: the first never wins, so nothing says how far it is below the others
        ("random", None),
        ("greedy", None),
        ("mcts:visits=100", None),
        ("mcts:visits=400", None),
        ("mcts:visits=3000", None),
        ("net:seconds=2", None),
    )

    def position(self, board: Board, to_play: Color | None = None, **rules: "Any") -> Position:
        return make(board, to_play, **rules)

    def start(self, height: int, width: int, **rules: "Any") -> Position:
        return start((height, width), **rules)

    def net_suits(self, position: Position) -> bool:
        learned = (15, 15), {"in_a_row": 5, "variant": "freestyle"}
        return ((position.height, position.width), position.rules) == learned

    def moves_left(self, position: Position) -> float:
        # Between equals half of the games on 15x15 end within 32 plies; the board is hardly ever filled.
        return min(super().moves_left(position), 16.0)

    def rule_choices(self, rule: str) -> tuple[str, ...]:
        return VARIANTS if rule == "variant" else ()

    def outcome(self, position: Position) -> Outcome:
        rows = position.winning_rows()
        if position.winner is None:
            stuck = "every empty point is forbidden to Black"
            return Outcome(None, stuck if position.forbidden else "the board is full")
        row = next(row for row in rows if position[row[0]] is position.winner)
        return Outcome(
            position.winner, f"{len(row)} in a row from {position.vertex(row[0])} to {position.vertex(row[-1])}"
        )

    def outcome_data(self, position: Position) -> "dict[str, Any]":
        if position.winner is not None:
            rows = [row for row in position.winning_rows() if position[row[0]] is position.winner]
            return {"rule": "row", "lines": [[[end.row, end.col] for end in (row[0], row[-1])] for row in rows]}
        return {"rule": "stuck" if position.forbidden else "full"}

    def highlights(self, position: Position) -> Points:
        rows = position.winning_rows()
        return Points(list(dict.fromkeys(point for row in rows for point in row)), position.width)

    def forbidden(self, position: Position) -> Points:
        return position.forbidden

    def refusal(self, position: Position, move: Point | Pass) -> Refusal:
        if isinstance(move, Pass):
            return Refusal("pass", "nobody passes in Gomoku")
        place = position.vertex(move)
        if not position.board.has_point(move):
            return Refusal("hole", f"there is no point at {place}")
        if position[move] is not None:
            return Refusal("occupied", f"{place} is occupied by {position[move]}")
        if position.is_over:
            return Refusal("game over", f"the game is over: {self.outcome(position)}")
        code, rows = GomokuJobs.ban(position, move)
        ban, article = _BANS[code]
        made = " and ".join("-".join(position.vertex(point) for point in row) for row in rows)
        return Refusal(ban, f"Black at {place} makes {article} {ban}: {made} (renju)", tuple(rows))

    def contradictions(self, position: Position) -> list[Reason]:
        code, _, rows = GomokuJobs.check(position)
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        nowhere: Points[Point] = Points([], position.width)
        reasons = []
        if black - white not in (0, 1):
            reasons.append(
                Reason(
                    "stone counts",
                    f"{black} black and {white} white stones; expected as many black as white, or one more",
                    nowhere,
                )
            )
        elif (position.to_play is BLACK) != (black == white):
            reasons.append(
                Reason(
                    "side to move",
                    f"{black} black and {white} white stones with {position.to_play} to "
                    f"play; expected {position.to_play.opponent}",
                    nowhere,
                )
            )
        last = BLACK if black > white else WHITE
        if code == _OTHER_SIDE_WON:
            reasons += [
                Reason("played on", f"{last.opponent} had won already: {self._row(position, row)}", row)
                for row in rows
                if position[row[0]] is not last
            ]
        elif code == _NO_LAST_STONE and rows:
            reasons += [
                Reason(
                    "too many rows",
                    f"no one stone of {last} can have made all its winning rows: {self._row(position, row)}",
                    row,
                )
                for row in rows
            ]
        elif code == _NO_LAST_STONE:
            over = "the game was over before it"
            if last is BLACK and position.variant == "renju":
                over += ", or it was forbidden"
            reasons.append(Reason("no last stone", f"whichever stone {last} put last, {over}", nowhere))
        elif code == _OVERLINE:
            reasons += [
                Reason("overline", f"Black made an overline, which renju forbids: {self._row(position, row)}", row)
                for row in rows
            ]
        return reasons

    def _row(self, position: Position, row: Points) -> str:
        return f"{len(row)} in a row from {position.vertex(row[0])} to {position.vertex(row[-1])}"

    def check_is_exact_for(self, position: Position) -> bool:
        return position.variant == "freestyle"

    def last_moves(self, position: Position) -> Points:
        return GomokuJobs.check(position)[1]

    def first_game(self, start: Position, most_plies: int, cancel: Cancel | None) -> Points:
        return GomokuJobs.first_legal_game(start, most_plies, cancel)

    def random_game(self, start: Position, policy: str, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        return GomokuJobs.random_game(start, seed, most_plies, cancel)

    def games_in_block(self, start: Position) -> int:
        return GomokuJobs.games_in_block(start)

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
        return GomokuJobs.random_games(start, games, seed, first_block, by_point, cancel)

    def card_misfit(self, start: Position, policy: str) -> str | None:
        if start.variant == "renju":
            return "renju"
        return None if GomokuJobs.fits_card(start) else f"Gomoku on a {start.height}x{start.width} board"

    def card_games(self, start: Position, policy: str, by_point: bool) -> CardGames:
        return GomokuJobs.card_games(start, by_point)

    def card_batch_misfit(self, start: Position) -> str | None:
        return "renju" if start.variant == "renju" else super().card_batch_misfit(start)

    def perft(self, start: Position, plies: int, part: int, pass_is_ply: bool, cancel: Cancel | None) -> LinesOfPlay:
        if plies < 2 or start.is_over:
            return LinesOfPlay(GomokuJobs.perft(start, plies, cancel))
        after = start.play(start.legal_moves[part])
        return LinesOfPlay(GomokuJobs.perft(after, plies - 1, cancel))

    def count_parts(self, start: Position) -> "list[int]":
        return self.parts_by_move(start)

    def count(self, start: Position, part: int, cancel: Cancel | None) -> LinesOfPlay:
        after = start if start.is_over else start.play(start.legal_moves[part])
        black, white, draws = GomokuJobs.count_games(after, cancel)
        return LinesOfPlay(black + white + draws, black, white, draws)

    def self_play(
        self, starts: "list[Position]", games: int, visits: int, candidates: int, opening: int, threads: int, seed: int
    ) -> GomokuSelfPlay:
        return GomokuSelfPlay(starts, games, visits, candidates, opening, threads, seed)

    def search(self, position: Position, seed: int, most_bytes: int) -> GomokuSearch:
        return GomokuSearch(position, seed, most_bytes)

    def solver(self, position: Position, most_bytes: int, seed: int = 0, threads: int = 1) -> GomokuSolver:
        if position.variant == "renju":
            raise UsageError("Gomoku is not solved by the rules of renju; expected another variant")
        if (points := position.height * position.width) > _MOST_SOLVED:
            raise UsageError(
                f"a {position.height}x{position.width} board has {points} points; Gomoku is solved on at "
                f"most {_MOST_SOLVED}"
            )
        return GomokuSolver(position, most_bytes)

    def gains(self, position: Position) -> "list[float]":
        return GomokuJobs.gains(position)

    def check_many(self, like: Position, cells: bytes, cancel: Cancel | None) -> bytes:
        return GomokuJobs.check_many(like, cells, cancel)


GAME: "game.Game[Any]" = Gomoku()
Position.game = GAME
