"""A game in progress as a value: what a move, a late move, an illegal one and an undo make of it."""

from __future__ import annotations

import pytest

import tengen as tg
from tengen.errors import PlayerFailed
from tengen.players import Choice, Clock
from tengen.players.course import Course, taken_back

START = tg.nogo.start(3)
BEGUN = Course.begun(START, Clock(10), Clock(20, increment=1))


def after(*moves: str, seconds: float = 2.0) -> list[Course]:
    courses = [BEGUN]
    for move in moves:
        courses.append(courses[-1].play(Choice(START.move(move)), seconds))
    return courses


def test_a_move_gives_the_next_course_and_changes_none() -> None:
    begun, first, second = after("A1", "C3")
    assert (begun.plies, begun.position, begun.clock) == (0, START, Clock(10))
    assert (first.black, first.white, first.clock) == (Clock(8), Clock(20, increment=1), Clock(20, increment=1))
    assert (second.black, second.white) == (Clock(8), Clock(19, increment=1))
    assert second.played.seconds == (2.0, 2.0)
    assert START.vertices(second.record.moves) == "A1 C3"
    assert second.position == second.record.end
    assert str(second.played) == "no result: the game is not over"


def test_a_move_that_comes_too_late_is_not_made() -> None:
    in_time, late = BEGUN.play(Choice(START.move("A1")), 10.04), BEGUN.play(Choice(START.move("A1")), 10.06)
    assert (in_time.plies, in_time.end) == (1, None)
    assert (late.plies, str(late.played), late.played.ending) == (0, "White wins: Black ran out of time", "time")
    assert late.clock_of(tg.BLACK, 0) == Clock(0)
    assert BEGUN.is_late(10.06)
    assert not BEGUN.is_late(10.04)
    with pytest.raises(tg.IllegalMove, match="nobody passes in NoGo"):
        BEGUN.play(Choice(tg.PASS), 10.06)


def test_endings() -> None:
    assert str(BEGUN.play(Choice(None)).played) == "White wins: Black resigned"
    assert str(BEGUN.resigned(tg.WHITE).played) == "Black wins: White resigned"
    failed = BEGUN.failed(tg.BLACK, PlayerFailed("it is tired", "timeout", "yawn")).played
    assert (str(failed), failed.ending, failed.stderr) == (
        "White wins: Black's player failed: it is tired",
        "timeout",
        "yawn",
    )
    assert BEGUN.failed(tg.BLACK, tg.UsageError("no")).played.ending == "crash"
    stopped = Course.begun(START, most_plies=0)
    assert (stopped.is_over, str(stopped.played)) == (True, "no result: stopped after 0 plies")
    assert BEGUN.resigned(tg.BLACK).ended(None) == BEGUN


def test_a_running_clock() -> None:
    assert BEGUN.clock_of(tg.BLACK, 4) == Clock(6)
    assert BEGUN.clock_of(tg.BLACK, 400) == Clock(0)
    assert BEGUN.clock_of(tg.WHITE, 4) == Clock(20, increment=1)
    assert BEGUN.resigned(tg.WHITE).clock_of(tg.BLACK, 4) == Clock(10)
    assert Course.begun(START).clock_of(tg.BLACK, 4) is None


@pytest.mark.parametrize(
    ("mine", "people", "moves", "left"),
    [
        ("B", "B", "A1 C3 A2 C1", 2),
        ("B", "B", "A1 C3 A2", 2),
        ("BW", "BW", "A1 C3", 1),
        ("W", "BW", "A1 C3", 1),
        ("B", "BW", "A1 C3", None),
        ("B", "B", "", None),
    ],
)
def test_taking_back(mine: str, people: str, moves: str, left: int | None) -> None:
    sides = {"B": tg.BLACK, "W": tg.WHITE}
    courses = after(*moves.split())
    arguments = courses, [sides[side] for side in mine], [sides[side] for side in people]
    if left is None:
        with pytest.raises(tg.UsageError, match="there is no move of yours to take back"):
            taken_back(*arguments)
    else:
        assert taken_back(*arguments) is courses[left]
