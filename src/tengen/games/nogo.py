"""NoGo: put a stone where it leaves every chain a liberty; who cannot, loses.

>>> import tengen as tg
>>> position = tg.nogo.start(5).play("C3")
>>> position.to_play
Color.WHITE
"""

from tengen._core import (
    Cancel,
    CardGames,
    NogoBatch,
    NogoCardBatch,
    NogoJobs,
    NogoPosition,
    NogoProof,
    NogoProver,
    NogoSearch,
    NogoSelfPlay,
    NogoSolver,
    NogoStripSolver,
    Totals,
)
from tengen.errors import UsageError
from tengen.formats.contest import END, SquareContest, transcript
from tengen.games import game
from tengen.games.chains import chain_name, without_liberties
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal
from tengen.grid import BLACK, WHITE, Board, Color, Pass, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tengen.games.native import JournalingSolver, NativeSolver

__all__ = ["Position", "from_array", "parse", "start"]
__dir__ = __all__.copy  # dir() shows these alone

_MOST_SOLVED = 64  # points that can still be played: the solver keeps sets of them as bits


class Position(NogoPosition, game.Position):
    """A NoGo position: the stones and the side to move."""

    __slots__ = ()


def start(size: "int | tuple[int, int]") -> Position:
    """An empty board; a size is a number, or rows and columns."""
    height, width = game.checked_size(size)
    return Position(Board(height, width, bytes(height * width)), BLACK)


def parse(text: "str | bytes", to_play: Color | None = None) -> Position:
    """A position from contest text or a diagram. Black is to play unless the text or `to_play` says otherwise."""
    parsed = game.read_any(text, Nogo)
    return Position(parsed.board, to_play or parsed.to_play or BLACK)


def from_array(array: object, to_play: Color | None = None) -> Position:
    """A position from an array of two dimensions, as `numpy.asarray(position.board)` is: 0 empty, 1 black, 2 white,
    3 no point there. Black is to play unless told otherwise."""
    from tengen.formats import array as arrays

    return Position(arrays.read(array), to_play or BLACK)


class Nogo(game.HasCardGames[Position], game.HasProofs[Position], game.HasSelfPlay[Position]):
    """What the verbs ask of NoGo."""

    name = "nogo"
    title = "NoGo"
    contest = SquareContest(b".XO")
    contest_to_play = BLACK
    batch = NogoBatch
    card_batch = NogoCardBatch
    sizes = (5, 7, 9, 11)
    levels = (
        ("random", 0),
        ("mcts:visits=20", 790),
        ("mcts:visits=100", 1360),
        ("mcts:visits=1000", 2200),
        ("net:visits=1", 3030),
        ("net:seconds=1", 3770),
    )
    closing_line = END
    has_published_judge = True
    has_chains = True

    def position(self, board: Board, to_play: Color | None = None, **rules: "Any") -> Position:
        return Position(board, to_play or BLACK)

    def start(self, height: int, width: int, **rules: "Any") -> Position:
        return start((height, width))

    def transcript(self, start: Position, moves: Points) -> "Iterator[bytes]":
        return transcript(moves)

    def outcome(self, position: Position) -> Outcome:
        return Outcome(position.winner, f"{position.to_play} has no legal move")

    def outcome_data(self, position: Position) -> "dict[str, Any]":
        return {"rule": "no legal move"}

    def refusal(self, position: Position, move: Point | Pass) -> Refusal:
        if isinstance(move, Pass):
            return Refusal("pass", "nobody passes in NoGo")
        point = move
        fault, dead = NogoJobs.refusal(position, point)
        rule = ("occupied", "hole", "capture", "suicide", "unsound position")[fault - 1]
        place = position.vertex(point)
        if rule == "occupied":
            return Refusal(rule, f"{place} is occupied by {position[point]}")
        if rule == "hole":
            return Refusal(rule, f"there is no point at {place}")
        if rule == "unsound position":
            return Refusal(rule, self.flaws(position)[0].text, tuple(dead))
        chains = "; ".join(f"the {chain_name(position, chain, point)}" for chain in dead)
        return Refusal(
            rule, f"{position.to_play} at {place} leaves without a liberty {chains} (no {rule} in NoGo)", tuple(dead)
        )

    def flaws(self, position: Position) -> list[Reason]:
        return without_liberties(position, position.dead_chains())

    def contradictions(self, position: Position) -> list[Reason]:
        # Exact: taking stones off a legal position leaves a legal one, so any order of the stones was a legal game.
        black, white = position.board.count(BLACK), position.board.count(WHITE)
        expected = "as many" if position.to_play is BLACK else "one more"
        if black - white == (0 if position.to_play is BLACK else 1):
            return []
        return [
            Reason(
                "stone counts",
                f"{black} black and {white} white stones with {position.to_play} to play; "
                f"expected {expected} black {'as' if expected == 'as many' else 'than'} white",
                Points([], position.width),
            )
        ]

    def first_game(self, start: Position, most_plies: int, cancel: Cancel | None) -> Points:
        return NogoJobs.first_legal_game(start, most_plies, cancel)

    def random_game(self, start: Position, policy: str, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        return NogoJobs.random_game(start, seed, most_plies, cancel)

    def games_in_block(self, start: Position) -> int:
        return NogoJobs.games_in_block(start)

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
        return NogoJobs.random_games(start, games, seed, first_block, by_point, cancel)

    def card_misfit(self, start: Position, policy: str) -> str | None:
        return None if NogoJobs.fits_card(start) else f"NoGo on a {start.height}x{start.width} board"

    def card_games(self, start: Position, policy: str, by_point: bool) -> CardGames:
        return NogoJobs.card_games(start, by_point)

    def perft_parts(self, start: Position, plies: int) -> "list[int]":
        # By the first two stones of the side to move: by the first alone, one part would be nearly half of the work.
        empty = start.board.cells.count(0)
        if plies < 3:
            return [0]
        return [first * empty + second for first in range(empty) for second in range(first + 1, empty)]

    def perft(self, start: Position, plies: int, part: int, pass_is_ply: bool, cancel: Cancel | None) -> LinesOfPlay:
        own, other = (plies + 1) // 2, plies // 2
        first, second = divmod(part, start.board.cells.count(0)) if plies >= 3 else (None, None)
        positions, finished = NogoJobs.count_additions(start, own, other, first, second, cancel)
        # Every order of the stones of each colour is a line of play of its own.
        from math import factorial

        orders = factorial(own) * factorial(other)
        last = start.to_play if plies % 2 else start.to_play.opponent
        return LinesOfPlay(
            positions * orders, finished * orders if last is BLACK else 0, finished * orders if last is WHITE else 0, 0
        )

    def solver(self, position: Position, most_bytes: int, seed: int = 0, threads: int = 1) -> "NativeSolver":
        if 1 in (position.height, position.width):
            return _strip_solver(position, most_bytes, seed)
        return self.journaling_solver(position, most_bytes, seed, threads)

    def journaling_solver(self, position: Position, most_bytes: int, seed: int, threads: int) -> NogoSolver:
        return NogoSolver(_solvable(position), most_bytes, seed, threads)

    def prover(self, solver: "JournalingSolver", winner: Color, most_bytes: int) -> NogoProver:
        assert isinstance(solver, NogoSolver)
        return NogoProver(solver, winner, most_bytes)

    def proof_points(self, start: Position) -> int:
        return NogoProof.points(start)

    def proof(self, start: Position, winner: Color, most_bytes: int) -> NogoProof:
        return NogoProof(start, winner, most_bytes)

    def search(self, position: Position, seed: int, most_bytes: int) -> NogoSearch:
        return NogoSearch(position, seed, most_bytes)

    def self_play(
        self, starts: "list[Position]", games: int, visits: int, candidates: int, opening: int, threads: int, seed: int
    ) -> NogoSelfPlay:
        return NogoSelfPlay(starts, games, visits, candidates, opening, threads, seed)

    def gains(self, position: Position) -> "list[float]":
        # How many more moves the mover then has than the other side.
        side = position.to_play
        after = [position.play(move) for move in position.legal_moves]
        return [len(each.with_to_play(side).legal_moves) - len(each.legal_moves) for each in after]


GAME: "game.Game[Any]" = Nogo()
Position.game = GAME


def _solvable(position: Position) -> Position:
    live = set(position.legal_moves) | set(position.with_to_play(position.to_play.opponent).legal_moves)
    if len(live) > _MOST_SOLVED:
        raise UsageError(f"{len(live)} points can still be played; NoGo is solved with at most {_MOST_SOLVED}")
    return position


def _strip_solver(position: Position, most_bytes: int, seed: int) -> NogoStripSolver:
    """Of a board of one row or one column."""
    points = position.height * position.width
    if points > NogoStripSolver.most_length:
        raise UsageError(f"a strip of {points} points; at most {NogoStripSolver.most_length} can be solved")
    coupled = NogoStripSolver.coupled_points(position)
    if coupled > NogoStripSolver.most_coupled_points:
        raise UsageError(
            f"{coupled} empty points of this strip hang together; "
            f"at most {NogoStripSolver.most_coupled_points} can be solved"
        )
    return NogoStripSolver(position, most_bytes, seed)
