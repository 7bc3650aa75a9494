"""The commands that only Go has: handicap stones, and which stones are alive at the end."""

from __future__ import annotations

from tengen.board import BLACK, WHITE, Point
from tengen.protocols.gtp_commands import stones
from tengen.protocols.gtp_session import Command, Failure, Session, number, syntax_error

_MOST_STONES = 10**4


def handicap_points(height: int, width: int) -> list[list[Point]]:
    """Where GTP puts 0, 1, 2, ... handicap stones, as far as the board takes them; never just one."""
    if min(height, width) < 7:
        return [[], []]
    (top, row, bottom), (left, column, right) = _lines(height), _lines(width)
    corners = [Point(bottom, left), Point(top, right), Point(top, left), Point(bottom, right)]
    few = [[], [], corners[:2], corners[:3], corners]
    if min(height, width) == 7 or height % 2 == 0 or width % 2 == 0:
        return few
    centre = [Point(row, column)]
    six = [*corners, Point(row, left), Point(row, right)]
    eight = [*six, Point(bottom, column), Point(top, column)]
    return [*few, corners + centre, six, six + centre, eight, eight + centre]


def _lines(side: int) -> tuple[int, int, int]:
    """The third or fourth line from either edge, and the middle between them."""
    edge = 2 if side < 13 else 3
    return edge, side // 2, side - 1 - edge


def _require_empty(session: Session) -> None:
    if session.game.moves or any(session.position.board.count(color) for color in (BLACK, WHITE)):
        raise Failure("board not empty")


def _fixed_handicap(session: Session, words: list[str]) -> str:
    wanted = number(words[0], 0, _MOST_STONES)
    _require_empty(session)
    choices = handicap_points(session.position.height, session.position.width)
    if not 2 <= wanted < len(choices):
        raise Failure("invalid number of stones")
    return _placed(session, choices[wanted])


def _place_free_handicap(session: Session, words: list[str]) -> str:
    """As many as are wanted, or as there are good places for: GTP lets an engine place fewer."""
    wanted = number(words[0], 0, _MOST_STONES)
    _require_empty(session)
    choices = handicap_points(session.position.height, session.position.width)
    if wanted < 2 or len(choices) <= 2:
        raise Failure("invalid number of stones")
    return _placed(session, choices[min(wanted, len(choices) - 1)])


def _set_free_handicap(session: Session, words: list[str]) -> str:
    points = [session.move(word) for word in words]
    _require_empty(session)
    placed = [point for point in points if isinstance(point, Point)]
    if len(set(placed)) < len(points) or len(points) < 2 or len(points) >= session.position.board.point_count:
        raise Failure("bad vertex list")
    _placed(session, placed)
    return ""


def _placed(session: Session, points: list[Point]) -> str:
    session.game.place_handicap(points)
    return session.vertices(list(points))


def _final_status_list(session: Session, words: list[str]) -> str:
    """Area scoring takes the board as it stands: whatever is there is alive."""
    if words[0] not in ("alive", "dead", "seki"):
        syntax_error(f"{words[0]!r} is not a status; expected alive, dead or seki")
    board = session.position.board
    alive = sorted(stones(board, BLACK) + stones(board, WHITE)) if words[0] == "alive" else []
    return " ".join(session.vertex(point) for point in alive)


COMMANDS = {
    "fixed_handicap": Command(_fixed_handicap, 1, 1, "a number of stones"),
    "place_free_handicap": Command(_place_free_handicap, 1, 1, "a number of stones"),
    "set_free_handicap": Command(_set_free_handicap, 2, _MOST_STONES, "at least two vertices"),
    "final_status_list": Command(_final_status_list, 1, 1, "alive, dead or seki"),
}
