"""The commands that only Go has: handicap stones, its rules, its area, and which stones are alive at the end."""

from __future__ import annotations

import json

from tengen.errors import IllegalMove, listed
from tengen.games.go import GAME as GAME
from tengen.games.go import KO_RULES
from tengen.games.go import Position as GoPosition
from tengen.grid import BLACK, WHITE, Point
from tengen.protocols.gtp_commands import stones
from tengen.protocols.gtp_gogui import rows
from tengen.protocols.gtp_session import Command, Failure, Session, number, syntax_error

_MOST_STONES = 10**4
_OWNERS = '""', "black", "white", '""'  # by the cells of a board


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
    """Before both sides have passed nothing is dead. What lives in seki is not told from what lives otherwise."""
    if words[0] not in ("alive", "dead", "seki"):
        syntax_error(f"{words[0]!r} is not a status; expected alive, dead or seki")
    board, dead = session.position.board, session.dead_stones
    if words[0] == "dead":
        return session.vertices(dead)
    alive = sorted({*stones(board, BLACK), *stones(board, WHITE)} - {*dead}) if words[0] == "alive" else []
    return " ".join(session.vertex(point) for point in alive)


# KataGo's names for rules by which area is counted: the ko rule, and whether suicide is allowed. A bonus for handicap
# stones, which some of them have, is for the komi to hold.
_RULESETS = {
    "tromp-taylor": ("positional", True),
    "chinese": ("simple", False),
    "chinese-ogs": ("positional", False),
    "chinese-kgs": ("positional", False),
    "aga": ("situational", False),
    "bga": ("situational", False),
    "new-zealand": ("situational", True),
}
# What there is no choice about.
_FIXED = {"scoring": "AREA", "tax": "NONE", "hasButton": False, "whiteHandicapBonus": "0"}
_PASSES = "friendlyPassOk"  # let pass: the board is counted as it stands, and final_status_list says what is dead


def _kata_get_rules(session: Session, words: list[str]) -> str:
    position = session.position
    assert isinstance(position, GoPosition)
    rules = {**_FIXED, "ko": position.ko.upper(), "suicide": position.suicide}
    return json.dumps(rules, separators=(",", ":"), sort_keys=True)


def _kata_set_rules(session: Session, words: list[str]) -> str:
    """A name, or JSON in the words of kata-get-rules; what it does not name stays as it is."""
    text = " ".join(words)
    name = text.lower().replace("_", "-")
    if name in _RULESETS:
        ko, suicide = _RULESETS[name]
        return _changed(session, {"ko": ko, "suicide": suicide})
    if not text.startswith("{"):
        raise Failure(f"unsupported rules: {text!r}; expected {listed(_RULESETS)}, or JSON like that of kata-get-rules")
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        syntax_error(f"{text!r} is not JSON")
    return _changed(
        session,
        dict(
            _rule(key, value)
            for key, value in asked.items()
            if key != _PASSES and (key not in _FIXED or value != _FIXED[key])
        ),
    )


def _rule(key: str, value: object) -> tuple[str, object]:
    """In our own words."""
    if key == "ko" and isinstance(value, str) and value.lower() in KO_RULES:
        return key, value.lower()
    if key == "suicide" and isinstance(value, bool):
        return key, value
    expected = {
        "ko": listed([rule.upper() for rule in KO_RULES]),
        "suicide": "true or false",
        **{name: json.dumps(fixed).strip('"') for name, fixed in _FIXED.items()},
    }
    if key not in expected:
        raise Failure(f"unsupported rules: there is no rule {key!r} here; expected {listed(sorted(expected))}")
    raise Failure(f"unsupported rules: {key} {json.dumps(value)}; expected {expected[key]}")


def _changed(session: Session, changes: dict[str, object]) -> str:
    try:
        session.game.set_rules(**changes)
    except IllegalMove as error:
        raise Failure(f"a move so far would be illegal: {error}") from None
    return ""


def _area(session: Session, words: list[str]) -> str:
    """Whose area each point is as the board stands."""
    assert isinstance(session.position, GoPosition)
    return rows(session, [_OWNERS[cell] for cell in session.position.owners().cells])


COMMANDS = {
    "kata-get-rules": Command(_kata_get_rules),
    "kata-set-rules": Command(_kata_set_rules, 1, 100, "a name like chinese, or JSON like that of kata-get-rules"),
    "fixed_handicap": Command(_fixed_handicap, 1, 1, "a number of stones"),
    "place_free_handicap": Command(_place_free_handicap, 1, 1, "a number of stones"),
    "set_free_handicap": Command(_set_free_handicap, 2, _MOST_STONES, "at least two vertices"),
    "final_status_list": Command(_final_status_list, 1, 1, "alive, dead or seki"),
    "tengen-area": Command(_area),
}
