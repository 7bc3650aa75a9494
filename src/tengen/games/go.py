"""Go: surround. Captures, ko, passes; the game ends after two passes and the area is counted.

>>> import tengen as tg
>>> position = tg.go.start(9, komi=7).play("E5").play("pass")
>>> position.to_play
Color.BLACK
"""

from tengen._core import (
    Cancel,
    CardGames,
    GoBatch,
    GoCardBatch,
    GoJobs,
    GoPosition,
    GoSearch,
    GoSelfPlay,
    GoSolver,
    Totals,
)
from tengen.errors import UsageError, listed
from tengen.formats.contest import SquareContest
from tengen.games import game
from tengen.games.chains import chain_name, without_liberties
from tengen.games.results import LinesOfPlay, Outcome, Reason, Refusal
from tengen.grid import BLACK, PASS, WHITE, Board, Color, Pass, Point, Points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any, Self

__all__ = ["KO_RULES", "Position", "from_array", "parse", "start"]
__dir__ = __all__.copy  # dir() shows these alone

KO_RULES = ("simple", "positional", "situational")
MOST_KOMI = 1_000_000
_BLOCK = 256
_GAMES_PLAYED_ON = 400  # to see which stones are dead
_MOST_MARGIN = 12  # points, where a player looks for the margin
_USUAL_KOMI = 0.75  # of the games that a net learns from
_MOST_SOLVED = 25  # points: what the core numbers boards by has room for no more


class Position(GoPosition, game.Position):
    """A Go position: the stones, the side to move, the rules, and what the ko rule needs of the past."""

    __slots__ = ()

    @property
    def rules(self) -> "dict[str, Any]":
        return {"komi": self.komi, "ko": self.ko, "suicide": self.suicide}

    def _like(self, board: Board, to_play: Color) -> "Self":
        return type(self)(board, to_play, int(2 * self.komi), self.suicide, KO_RULES.index(self.ko))


def start(
    size: "int | tuple[int, int]", *, komi: float = 7.5, ko: str = "positional", suicide: bool = False
) -> Position:
    """An empty board; a size is a number, or rows and columns."""
    height, width = game.checked_size(size)
    return make(Board(height, width, bytes(height * width)), BLACK, komi, ko, suicide)


def parse(
    text: "str | bytes",
    to_play: Color | None = None,
    *,
    komi: float = 7.5,
    ko: str = "positional",
    suicide: bool = False,
) -> Position:
    """A position from contest text or a diagram. Black is to play unless the text or `to_play` says otherwise."""
    parsed = game.read_any(text, Go)
    return make(parsed.board, to_play or parsed.to_play or BLACK, komi, ko, suicide)


def from_array(
    array: object, to_play: Color | None = None, *, komi: float = 7.5, ko: str = "positional", suicide: bool = False
) -> Position:
    """A position from an array of two dimensions, as `numpy.asarray(position.board)` is: 0 empty, 1 black, 2 white,
    3 no point there. Black is to play unless told otherwise."""
    from tengen.formats import array as arrays

    return make(arrays.read(array), to_play or BLACK, komi, ko, suicide)


def make(board: Board, to_play: Color, komi: float = 7.5, ko: str = "positional", suicide: bool = False) -> Position:
    if ko not in KO_RULES:
        raise UsageError(f"there is no ko rule {ko!r}; expected {listed(KO_RULES)}")
    if not isinstance(komi, int | float) or not abs(komi) <= MOST_KOMI or komi * 2 != int(komi * 2):
        raise UsageError(f"the komi is {komi}; expected whole or half points, at most {MOST_KOMI}")
    return Position(board, to_play, int(komi * 2), bool(suicide), KO_RULES.index(ko))


class Go(
    game.HasCardGames[Position],
    game.HasGameCount[Position],
    game.HasMargin[Position],
    game.HasDeadStones[Position],
    game.HasSelfPlay[Position],
):
    """What the verbs ask of Go."""

    name = "go"
    title = "Go"
    goes_on_after_passes = True
    contest = SquareContest(b".xo")
    contest_to_play = BLACK
    batch = GoBatch
    card_batch = GoCardBatch
    levels = (
        ("random", 0),
        ("mcts:visits=4", 830),
        ("mcts:visits=64", 1270),
        ("mcts:visits=300", 1810),
        ("mcts:visits=1500", 2260),
        ("net:seconds=1", None),
    )
    more_planes = ("ko", "last move", "move before", "passed")
    has_net_number = True
    has_owners = True
    policies = ("first", "random", "uniform")
    has_chains = True
    every_ply_adds_a_stone = False

    def position(self, board: Board, to_play: Color | None = None, **rules: "Any") -> Position:
        return make(board, to_play or BLACK, **rules)

    def start(self, height: int, width: int, **rules: "Any") -> Position:
        return start((height, width), **rules)

    def net_suits(self, position: Position) -> bool:
        return max(position.height, position.width) <= 13  # it learned 7x7 to 9x9; larger boards were not tried

    def rule_choices(self, rule: str) -> tuple[str, ...]:
        return KO_RULES if rule == "ko" else ()

    def outcome(self, position: Position) -> Outcome:
        black, white, _ = position.area()
        komi = f" + {position.komi:g}" if position.komi else ""
        lead = black - white - position.komi
        return Outcome(
            BLACK if lead > 0 else WHITE if lead < 0 else None,
            f"area {black} to {white}{komi}" + ("" if position.is_over else ", stopped before two passes"),
        )

    def outcome_data(self, position: Position) -> "dict[str, Any]":
        black, white, _ = position.area()
        margin = abs(self.margin(position))
        return {"rule": "area", "black": black, "white": white, "komi": position.komi, "margin": margin}

    def refusal(self, position: Position, move: Point | Pass) -> Refusal:
        fault, chains, repeats = GoJobs.refusal(position, move)
        rule = ("occupied", "hole", "suicide", "ko", "superko", "game over", "unsound position")[fault - 1]
        place = position.vertex(move)
        if rule == "game over":
            return Refusal(rule, "the game is over: both sides passed")
        if rule == "unsound position":
            return Refusal(rule, self.flaws(position)[0].text, tuple(chains))
        if rule == "hole":
            return Refusal(rule, f"there is no point at {place}")
        assert isinstance(move, Point)
        if rule == "occupied":
            return Refusal(rule, f"{place} is occupied by {position[move]}", tuple(chains))
        mover = f"{position.to_play} at {place}"
        if rule == "suicide":
            own = chain_name(position, chains[0], move) if chains else "its own chain"
            return Refusal(rule, f"{mover} leaves without a liberty the {own} (suicide)", tuple(chains))
        if rule == "ko":
            return Refusal(rule, f"{mover} takes back the ko at once", tuple(chains))
        when = f" as it was after {repeats} plies" if repeats >= 0 else " that was there before"
        return Refusal(rule, f"{mover} makes the board{when} ({position.ko} superko)", tuple(chains))

    def flaws(self, position: Position) -> list[Reason]:
        return without_liberties(position, position.dead_chains())

    def contradictions(self, position: Position) -> list[Reason]:
        # None: with passing allowed, stones that all breathe can have been put down one colour after the other.
        return []

    def passes(self, position: Position) -> int:
        return position.passes

    def plies_allowed(self, start: Position) -> int:
        return GoJobs.plies_allowed(start)

    def first_game(self, start: Position, most_plies: int, cancel: Cancel | None) -> Points:
        # Superko makes it end, but not soon.
        return GoJobs.first_legal_game(start, min(most_plies, self.plies_allowed(start)), cancel)

    def random_game(self, start: Position, policy: str, seed: int, most_plies: int, cancel: Cancel | None) -> Points:
        return GoJobs.random_game(start, policy == "uniform", seed, most_plies, cancel)

    def random_fill(self, start: Position, stones: int, seed: int, cancel: Cancel | None) -> tuple[Points, int]:
        return GoJobs.random_fill(start, seed, stones, cancel)

    def games_in_block(self, start: Position) -> int:
        return _BLOCK

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
        return GoJobs.random_games(start, policy == "uniform", games, seed, first_block * _BLOCK, by_point, cancel)

    def card_misfit(self, start: Position, policy: str) -> str | None:
        if superko := self._superko(start):
            return superko
        if start.suicide:
            return "Go with suicide"
        return None if GoJobs.fits_card(start) else f"Go on a {start.height}x{start.width} board"

    def card_games(self, start: Position, policy: str, by_point: bool) -> CardGames:
        return GoJobs.card_games(start, policy == "uniform", by_point)

    def card_batch_misfit(self, start: Position) -> str | None:
        return self._superko(start) or super().card_batch_misfit(start)

    def _superko(self, start: Position) -> str | None:
        return None if start.ko == "simple" else f"Go with {start.ko} superko (ko=simple it does)"

    def perft(self, start: Position, plies: int, part: int, pass_is_ply: bool, cancel: Cancel | None) -> LinesOfPlay:
        if not pass_is_ply:
            raise UsageError("in Go a pass is a move like any other; only forced passes can be left uncounted")
        if plies < 2 or start.is_over:
            return LinesOfPlay(GoJobs.perft(start, plies, cancel))
        after = start.play(start.legal_moves[part])
        return LinesOfPlay(GoJobs.perft(after, plies - 1, cancel))

    def count_parts(self, start: Position) -> "list[int]":
        if start.ko == "simple":
            raise UsageError("under the simple ko rule games need not end; count them under a superko rule")
        return self.parts_by_move(start)

    def count(self, start: Position, part: int, cancel: Cancel | None) -> LinesOfPlay:
        after = start if start.is_over else start.play(start.legal_moves[part])
        black, white, draws = GoJobs.count_games(after, cancel)
        return LinesOfPlay(black + white + draws, black, white, draws)

    def self_play(
        self, starts: "list[Position]", games: int, visits: int, candidates: int, opening: int, threads: int, seed: int
    ) -> GoSelfPlay:
        return GoSelfPlay(starts, games, visits, candidates, opening, threads, seed)

    def net_number(self, position: Position) -> int:
        return GoJobs.komi_seen(position)

    def training_start(self, board: Board, chance: "Random") -> Position:
        # Mostly the usual komi, so that it learns that best; others, so that it knows what a komi is.
        komi = 7.5 if chance.random() < _USUAL_KOMI else round(2 * chance.gauss(7, 4)) / 2
        return self.position(board, komi=komi)

    def search(self, position: Position, seed: int, most_bytes: int) -> GoSearch:
        return GoSearch(position, seed, most_bytes)

    def solver(self, position: Position, most_bytes: int, seed: int = 0, threads: int = 1) -> GoSolver:
        if position.ko == "simple":
            raise UsageError("under the simple ko rule games need not end; solve them under a superko rule")
        if (points := position.height * position.width) > _MOST_SOLVED:
            raise UsageError(
                f"a {position.height}x{position.width} board has {points} points; Go is solved on at most "
                f"{_MOST_SOLVED}"
            )
        return GoSolver(position, most_bytes)

    def margin_solver(self, position: Position, most_bytes: int, nodes: int | None) -> GoSolver | None:
        # How much there is to look at does not show in the board, so it is not tried before a side has won.
        if nodes is not None or position.ko == "simple":
            return None
        return GoSolver(position, most_bytes) if position.board.point_count <= _MOST_MARGIN else None

    def dead_stones(self, position: Position) -> Points:
        return GoJobs.dead_stones(position, _GAMES_PLAYED_ON, 0)

    def owners(self, position: Position) -> Board:
        return position.owners()

    def without(self, position: Position, stones: Points) -> Position:
        bare = super().without(position, stones)
        return bare.play(PASS).play(PASS) if position.is_over else bare

    def margin(self, position: Position) -> float:
        black, white, _ = position.area()
        return black - white - position.komi

    def gains(self, position: Position) -> "list[float]":
        # The lead in area; a pass comes before moves that gain nothing, so that games end.
        sign = 1 if position.to_play is BLACK else -1
        gains: list[float] = []
        for move in position.legal_moves:
            black, white, _ = position.play(move).area()
            gains.append(sign * (black - white) + (0.5 if isinstance(move, Pass) else 0))
        return gains


GAME: "game.Game[Any]" = Go()
Position.game = GAME
