"""flips: if this one stone changed colour, which stones would be dead?"""

from tengen._core import FlipCounts, flip_counts, flips_hash
from tengen.errors import UsageError
from tengen.formats.contest import SquareContest, read_number, read_size, refuse_rest
from tengen.formats.source import without_bom
from tengen.games.game import Game, Position
from tengen.grid import BLACK, WHITE
from tengen.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tengen.grid import Board, Color
    from tengen.render.view import View


class Flips(Value):
    """For every stone: how many stones of each colour would be dead if it alone changed colour.

    A stone is dead when its chain touches no empty point. The counts are native arrays with one entry a point, row by
    row, 0 where there is no stone; numpy reads them as grids without copying.
    """

    __slots__ = ("dead_black", "dead_white", "position")

    position: Position
    dead_white: FlipCounts
    dead_black: FlipCounts

    def __init__(self, position: Position, dead_white: FlipCounts, dead_black: FlipCounts) -> None:
        self._set(position=position, dead_white=dead_white, dead_black=dead_black)

    @property
    def hash(self) -> int:
        """The published problem's answer: Horner with 1000007 modulo 1000000007 over the stones' dead white ones."""
        return self.dead_white.hash

    def view(self, dead: "Color | None" = None) -> "View":
        """A heat map: at each stone, how many would be dead if it changed colour; of one colour only, if told."""
        from tengen.render.view import Heat

        view = self.position.view()
        white, black = self.dead_white.counts, self.dead_black.counts
        counts = white if dead is WHITE else black if dead is BLACK else list(map(int.__add__, white, black))
        most = max(counts)
        heat = tuple(Heat(point, count / most, str(count)) for point, count in enumerate(counts) if count)
        of = "" if dead is None else f"{str(dead).lower()} "
        return view.changed(heat=heat, caption=f"How many {of}stones would be dead if this one changed colour")

    def _repr_svg_(self) -> "str | None":
        from tengen.render.notebook import inline

        return inline(self.view)

    def __repr__(self) -> str:
        return f"<Flips of {self.position!r}: hash {self.hash}>"


def flips(position: Position) -> Flips:
    """What would be dead if one stone changed colour, for every stone. The position need not be legal."""
    require_chains(position.game)
    return Flips(position, flip_counts(position.board, WHITE), flip_counts(position.board, BLACK))


def contest_hashes(game: Game, data: bytes) -> bytes:
    """The published job: a hash for each board, one a line. The counts are not kept."""
    return b"".join(b"%d\n" % flips_hash(board) for board in contest_boards(game, data))


def contest_boards(game: Game, data: bytes) -> "Iterator[Board]":
    """The boards of the published job: T, then T boards, each with its size. T may be missing, as in a board that
    another command wrote."""
    contest = game.contest
    require_chains(game)
    if not isinstance(contest, SquareContest):
        raise UsageError(f"{game.title} has no contest text with several boards; use --format diagram")
    data = without_bom(data)
    cases, offset = read_number(data, 0, "the number of cases", "the number of cases T")
    line = 2
    end = len(data.rstrip())
    has_number = not (offset < end and data[offset] in contest.glyphs)
    if not has_number:  # a row follows, so that was the size of the first board
        cases, offset, line = end, 0, 1
    while cases and (has_number or offset < end):
        cases -= 1
        size, offset = read_size(data, offset)
        parsed, offset = contest.parse_rows(data, offset, size, size, line + 1)
        line += 1 + size
        yield parsed.board
    refuse_rest(data, offset, 0, 0, b"")


def require_chains(game: Game) -> None:
    if not game.has_chains:
        raise UsageError(f"flips is not asked of {game.title}: its stones need no liberties")
