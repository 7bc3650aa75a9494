"""Clocks: main time, increments, byo-yomi of both kinds, and how they are shared out over the moves to come."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from tengen.players import Clock

EIGHTHS = st.integers(0, 800).map(lambda eighths: eighths / 8)  # sums of them are exact


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    period, stones = draw(EIGHTHS), draw(st.integers(1, 5))
    left = draw(st.integers(0, stones)) if period else 0
    return Clock(draw(EIGHTHS), draw(EIGHTHS), period, draw(st.integers(1, 4)), stones, left)


def spent(clock: Clock | None, *seconds: float) -> Clock | None:
    for each in seconds:
        assert clock is not None
        clock = clock.after(each)
    return clock


@pytest.mark.parametrize(
    ("clock", "seconds", "after"),
    [
        # Main time alone.
        (Clock(10), [4, 5], Clock(1)),
        (Clock(10), [10], Clock(0)),
        (Clock(10), [10.5], None),
        (Clock(0), [0], Clock(0)),
        (Clock(0), [0.1], None),
        # Each move adds something, but only to those who made it in time.
        (Clock(10, increment=2), [4, 1], Clock(9, increment=2)),
        (Clock(1, increment=60), [1.5], None),
        # Japanese byo-yomi: a move within the period gives the period back, a slow one costs periods.
        (Clock(10, period=5, periods=3), [12], Clock(5, period=5, periods=3, stones_left=1)),
        (Clock(10, period=5, periods=3), [15], Clock(5, period=5, periods=3, stones_left=1)),
        (Clock(10, period=5, periods=3), [16], Clock(5, period=5, periods=2, stones_left=1)),
        (Clock(10, period=5, periods=3), [12, 5, 4, 3], Clock(5, period=5, periods=3, stones_left=1)),
        (Clock(10, period=5, periods=3), [12, 11], Clock(5, period=5, periods=1, stones_left=1)),
        (Clock(10, period=5, periods=3), [12, 11, 5], Clock(5, period=5, periods=1, stones_left=1)),
        (Clock(10, period=5, periods=3), [12, 11, 5.5], None),
        (Clock(10, period=5, periods=3), [25], Clock(5, period=5, periods=1, stones_left=1)),
        (Clock(10, period=5, periods=3), [25.5], None),
        (Clock(10, period=5), [10], Clock(5, period=5, stones_left=1)),
        # Canadian: so many moves within the period, then it begins anew.
        (Clock(0, period=30, stones=3), [10], Clock(20, period=30, stones=3, stones_left=2)),
        (Clock(0, period=30, stones=3), [10, 15], Clock(5, period=30, stones=3, stones_left=1)),
        (Clock(0, period=30, stones=3), [10, 15, 5], Clock(30, period=30, stones=3, stones_left=3)),
        (Clock(0, period=30, stones=3), [10, 15, 6], None),
        (Clock(4, period=30, stones=3), [5], Clock(29, period=30, stones=3, stones_left=2)),
        (Clock(0, period=30, stones=3, periods=2), [10, 25], Clock(25, period=30, stones=3, stones_left=2)),
        # There is no increment in byo-yomi.
        (Clock(1, increment=2, period=5), [2], Clock(5, increment=2, period=5, stones_left=1)),
        (Clock.per_move(2), [1.5, 2, 0], Clock.per_move(2)),
        (Clock.per_move(2), [2.5], None),
    ],
)
def test_after(clock: Clock, seconds: list[float], after: Clock | None) -> None:
    assert spent(clock, *seconds) == after


@given(clocks(), EIGHTHS)
def test_a_clock_that_runs_shows_what_is_left(clock: Clock, seconds: float) -> None:
    running = clock.running(seconds)
    assert (running is None) == (clock.after(seconds) is None)
    if running is not None:
        assert running.available == clock.available - seconds
        assert running.periods <= clock.periods


@given(clocks(), EIGHTHS, EIGHTHS)
def test_a_little_more_may_be_forgiven(clock: Clock, seconds: float, grace: float) -> None:
    forgiven = clock.after(seconds, grace)
    assert (forgiven is None) == (seconds - grace > clock.available)
    if seconds <= clock.available:
        assert forgiven == clock.after(seconds)


@given(clocks(), EIGHTHS)
def test_time_is_up_when_more_is_spent_than_there_is(clock: Clock, seconds: float) -> None:
    after = clock.after(seconds)
    assert (after is None) == (seconds > clock.available)
    if after is not None:
        assert (after.increment, after.period, after.stones) == (clock.increment, clock.period, clock.stones)
        assert after.periods <= clock.periods
        assert after.available <= clock.available - seconds + max(clock.increment, seconds, clock.period)


@given(clocks(), st.floats(0, 500))
def test_what_is_allowed_is_there_and_leaves_time_to_say_the_move(clock: Clock, moves_left: float) -> None:
    allowed = clock.allowance(moves_left)
    assert allowed >= 0
    if clock.available > 0.04:
        assert clock.after(allowed + 0.02) is not None  # the lag of being told and heard
    assert allowed <= clock.available


@given(clocks(), st.integers(1, 300))
def test_a_side_that_keeps_to_its_allowance_never_runs_out(clock: Clock, moves: int) -> None:
    left: Clock | None = clock
    for ahead in range(moves, 0, -1):
        assert left is not None
        left = left.after(left.allowance(ahead))
    assert left is not None


@pytest.mark.parametrize(
    ("clock", "moves_left", "seconds"),
    [
        (Clock(100), 20, 4.5),  # a tenth is left over
        (Clock(100), 0.5, 90),
        (Clock(100, increment=5), 20, 8.1),
        (Clock(0.5, increment=60), 20, 0.46),  # the increment comes after the move
        (Clock.per_move(1), 50, 0.9),
        (Clock.per_move(0.1), 50, 0.06),
        (Clock.per_move(0.03), 50, 0),
        (Clock(20, period=30, periods=3, stones_left=1), 50, 18),
        (Clock(100, period=300, stones=25, stones_left=5), 50, 18),
        (Clock(100, period=10), 10, 16.2),
    ],
)
def test_allowance(clock: Clock, moves_left: float, seconds: float) -> None:
    assert clock.allowance(moves_left) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"remaining": -1}, "a clock with -1 seconds of remaining; expected 0 or more"),
        ({"remaining": float("nan")}, "a clock with nan seconds of remaining; expected 0 or more"),
        ({"remaining": float("inf")}, "a clock with inf seconds of remaining; expected 0 or more"),
        ({"remaining": 1, "increment": -2}, "a clock with -2 seconds of increment; expected 0 or more"),
        ({"remaining": 1, "period": -2}, "a clock with -2 seconds of period; expected 0 or more"),
        ({"remaining": 1, "period": 1, "periods": 0}, "a clock with 0 periods; expected 1 or more"),
        ({"remaining": 1, "period": 1, "stones": 0}, "a clock with 0 stones; expected 1 or more"),
        ({"remaining": 1, "period": 1, "stones_left": 2}, "a clock with 2 stones left of 1 in a period"),
        ({"remaining": 1, "stones_left": 1}, "a clock with 1 stones left of 0 in a period"),
    ],
)
def test_clocks_that_are_none(words: dict[str, float], message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        Clock(**words)  # type: ignore[arg-type]
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("60", Clock(60)),
        (" 0.25 ", Clock(0.25)),
        ("60+1", Clock(60, increment=1)),
        ("60+0.5", Clock(60, increment=0.5)),
        ("60+5x10", Clock(60, period=10, periods=5)),
        ("0+1x0.5", Clock(0, period=0.5)),
        ("60+30/5", Clock(60, period=30, stones=5)),
        ("0+300/25", Clock(0, period=300, stones=25)),
        ("0.5/move", Clock.per_move(0.5)),
    ],
)
def test_clocks_in_words(text: str, clock: Clock) -> None:
    assert Clock.parse(text) == clock


@given(EIGHTHS, EIGHTHS, st.integers(1, 50))
def test_every_kind_of_clock_has_words(main: float, more: float, number: int) -> None:
    assert Clock.parse(f"{main}+{more}") == Clock(main, more)
    assert Clock.parse(f"{main}+{number}x{more}") == Clock(main, period=more, periods=number)
    assert Clock.parse(f"{main}+{more}/{number}") == Clock(main, period=more, stones=number)
    assert Clock.parse(f"{more}/move") == Clock.per_move(more)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "-1",
        "+1",
        "60+",
        "60+-1",
        "1e3",
        "60s",
        "1:00",
        "60+5x",
        "60+x5",
        "60+5x10x2",
        "60+5.5x10",
        "60+30/",
        "60+30/2.5",
        "60/5",
        "/move",
        "5/moves",
        "5/move+1",
        "60 + 1",
        "nan",
        "inf",
        ".5",
        "5.",
        "60+1" + "0" * 5000 + "x1",
        "1+1/" + "9" * 5000,
    ],
)
def test_words_that_are_no_clock(text: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        Clock.parse(text)
    assert str(caught.value) == (
        f"{text!r} is not a clock; expected seconds as in 60, 60+1 (a second more with each move), 60+5x10 (then 5 "
        f"periods of 10), 60+30/5 (then 30 for every 5 moves), or 0.5/move"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("60+0x10", "a clock with 0 periods; expected 1 or more"),
        ("60+10/0", "a clock with 0 stones; expected 1 or more"),
        ("9" * 400, "a clock with inf seconds of remaining; expected 0 or more"),
    ],
)
def test_words_of_clocks_that_are_none(text: str, message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        Clock.parse(text)
    assert str(caught.value) == message


def test_a_clock_is_a_value() -> None:
    clock = Clock(60, period=10, periods=3)
    assert clock == Clock(60.0, 0.0, 10.0, 3)
    assert clock != Clock(60, period=10)
    assert len({clock, Clock(60, period=10, periods=3)}) == 1
    assert pickle.loads(pickle.dumps(clock)) == clock
    with pytest.raises(AttributeError, match="a Clock cannot be changed"):
        clock.remaining = 5.0


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (Clock(60), "<Clock 60 s>"),
        (Clock(60, increment=0.5), "<Clock 60 s, 0.5 s more with each move>"),
        (Clock(60, period=30, periods=5), "<Clock 60 s, then 5 x 30 s for 1 move>"),
        (Clock(0, period=300, stones=25), "<Clock 300 s for 25 of 25 moves>"),
        (Clock(7, period=30, periods=5, stones_left=1), "<Clock 7 s for 1 of 1 moves, 4 more periods of 30 s>"),
        (Clock(7, period=30, periods=2, stones_left=1), "<Clock 7 s for 1 of 1 moves, 1 more period of 30 s>"),
    ],
)
def test_words(clock: Clock, words: str) -> None:
    assert repr(clock) == words
