"""A game that plays itself shows, at every moment, the picture of that moment."""

from __future__ import annotations

import random
from collections import Counter
from xml.etree import ElementTree

import pytest

import tengen as tg
from render.shared import SVG, parsed
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.render import Animation, View

GO_CAPTURE = "C3 C2 pass D3 pass B3 pass C4 pass C3"  # a stone is taken, then another put in its place


def seen_at(root: ElementTree.Element, share: float) -> Counter[bytes]:
    """What a browser shows when this share of the time has passed."""
    seen: Counter[bytes] = Counter()
    for each in root:
        if each.tag == f"{SVG}g" and each.find(f"{SVG}animate") is not None:
            animate = each.find(f"{SVG}animate")
            assert animate is not None
            assert (animate.get("attributeName"), animate.get("calcMode")) == ("opacity", "discrete")
            assert animate.get("repeatCount") == "indefinite"
            values = animate.get("values", "").split(";")
            times = list(map(float, animate.get("keyTimes", "").split(";")))
            assert times[0] == 0
            assert times == sorted(set(times))
            assert times[-1] < 1
            now = [value for value, time in zip(values, times, strict=True) if time <= share][-1]
            if now == "1":
                seen.update(ElementTree.tostring(part) for part in each if part is not animate)
        else:
            seen[ElementTree.tostring(each)] += 1
    return seen


def taller(view: View, captions: tuple[str, ...]) -> Counter[bytes]:
    """What the picture of one view has, drawn as large as its neighbours."""
    from tengen.render.svg import draw

    return Counter(ElementTree.tostring(each) for each in parsed(draw(view, captions=captions)))


def check_every_moment(animation: Animation) -> None:
    root = parsed(animation.to_svg())
    captions = tuple(view.caption for view in animation.views)
    total = len(animation.views) - 1 + animation.hold
    skipped = {f"{SVG}desc", f"{SVG}title"}  # said once, of the end
    for number, view in enumerate(animation.views):

        def shown(pieces: Counter[bytes]) -> Counter[bytes]:
            return Counter(
                {piece: count for piece, count in pieces.items() if ElementTree.fromstring(piece).tag not in skipped}
            )

        for moment in (number + 0.01, number + 0.99):
            assert shown(seen_at(root, moment / total)) == shown(taller(view, captions))
    durations = {each.get("dur") for each in root.iter(f"{SVG}animate")}
    assert durations <= {f"{total / animation.frames_per_second:g}s"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("numbers", [False, True])
def test_every_moment_of_a_random_game(name: str, numbers: bool, chance: random.Random) -> None:
    record = tg.simulate(
        by_name(name).start(5, 5) if name != "othello" else tg.othello.start(6),
        seed=chance.randrange(2**32),
        most_plies=30,
    )
    animation = record.animation(numbers=numbers, frames_per_second=chance.choice([0.5, 2, 3.7]))
    assert len(animation.views) == len(record) + 1
    check_every_moment(animation)


def played(start: Position, moves: str) -> tg.Record:
    return tg.Record(start, tg.Points([start.move(move) for move in moves.split()], start.width))


def test_a_capture_and_a_stone_in_its_place() -> None:
    record = played(tg.go.start(5), GO_CAPTURE)
    animation = record.animation(numbers=True)
    point = record.start.point("C3").row * 5 + record.start.point("C3").col
    assert [dict(view.numbers).get(point) for view in animation.views] == [None, *[1] * 7, None, None, 10]
    assert [view.last for view in animation.views][3] is None  # a pass
    check_every_moment(animation)


def test_where_nothing_moves_the_end_is_shown() -> None:
    animation = tg.simulate(tg.othello.start(6), seed=3).animation()
    root = parsed(animation.to_svg())
    left = Counter[bytes]()
    for each in root:
        animate = each.find(f"{SVG}animate")
        if animate is None:
            left[ElementTree.tostring(each)] += 1
        elif each.get("opacity") != "0":
            left.update(ElementTree.tostring(part) for part in each if part is not animate)
    assert left == taller(animation.views[-1], tuple(view.caption for view in animation.views))


def test_captions_tell_the_moves_and_the_end() -> None:
    record = tg.simulate(tg.nogo.start(3), seed=1)
    captions = [view.caption for view in record.animation().views]
    assert captions[0] == "Black to play"
    assert captions[1] == f"1. Black {record.start.vertex(record.moves[0])}"
    assert captions[-1].endswith(f"; {record.outcome}")


def test_a_game_without_moves_is_a_picture() -> None:
    record = tg.Record(tg.go.start(5), tg.Points([], 5))
    svg = record.animation().to_svg()
    assert "<animate" not in svg
    assert svg == record.start.view().to_svg()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Animation(()), "an animation of 0 frames; expected 1 to 2000"),
        (lambda: Animation((View((".",)),) * 2001), "an animation of 2001 frames; expected 1 to 2000"),
        (lambda: Animation((View((".",)), View(("..",)))), "the views of an animation are of different boards"),
        (lambda: Animation((View((".",)),), 0), "0 frames a second; expected 0.1 to 50"),
        (lambda: Animation((View((".",)),), 51), "51 frames a second; expected 0.1 to 50"),
        (lambda: Animation((View((".",)),), float("nan")), "nan frames a second; expected 0.1 to 50"),
        (
            lambda: tg.simulate(tg.nogo.start(60), seed=1).animation(),
            "a game of {} moves; at most 1999 can be animated",
        ),
        (
            lambda: tg.simulate(tg.nogo.start(101), seed=1).animation(),
            "a 101x101 board cannot be drawn; pictures have 1 to 100 rows and columns",
        ),
    ],
)
def test_what_cannot_be_animated(make: object, message: str) -> None:
    with pytest.raises(tg.UsageError) as refused:
        make()  # type: ignore[operator]
    assert str(refused.value) == message.format(len(tg.simulate(tg.nogo.start(60), seed=1)))
