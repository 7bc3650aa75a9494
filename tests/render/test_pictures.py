"""What positions, games and answers show of themselves."""

from __future__ import annotations

import random

import pytest

import tengen as tg
from render.shared import parsed, stones
from tengen import players
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.render import Mark, View
from tengen.verbs.simulate_many import Simulations


def points(position: Position, names: str) -> list[int]:
    found = [position.point(name) for name in names.split()]
    return [point.row * position.width + point.col for point in found]


def marked(view: View, kind: str, role: str) -> list[str]:
    return [view.name(mark.point) for mark in view.marks if (mark.kind, mark.role) == (kind, role)]


@pytest.mark.parametrize("name", NAMES)
def test_a_position_draws_itself(name: str, chance: random.Random) -> None:
    start = by_name(name).start(8, 8)
    position = tg.simulate(start, seed=chance.randrange(2**32), most_plies=20).end
    view = position.view()
    svg = position._repr_svg_()
    assert svg == view.to_svg()
    assert view.title == f"{position.game.title}, 8x8"
    assert (view.style, view.coordinates) == (("squares", "othello") if name == "othello" else ("intersections", "gtp"))
    glyphs = {tg.BLACK: "X", tg.WHITE: "O"}
    expected = {
        row * 8 + col: glyphs[color]
        for row in range(8)
        for col in range(8)
        if (color := position[tg.Point(row, col)]) is not None
    }
    assert stones(svg, view) == expected


@pytest.mark.parametrize("name", NAMES)
def test_legal_and_illegal_points_are_marked(name: str, chance: random.Random) -> None:
    position = tg.simulate(by_name(name).start(6, 6), seed=chance.randrange(2**32), most_plies=14).end
    legal = {position.vertex(move) for move in position.legal_moves} - {"pass"}
    assert set(marked(position.view("legal"), "dot", "plain")) == legal
    view = position.view("illegal")
    empty = {view.name(point) for point, glyph in enumerate(view.cells) if glyph == "."}
    assert set(marked(view, "cross", "bad")) == empty - legal
    with pytest.raises(tg.UsageError, match="there are no marks 'all'; expected none, legal or illegal"):
        position.view("all")


def test_whose_turn_it_is_and_how_a_game_ended() -> None:
    assert tg.go.start(5).play("C3").view().caption == "White to play"
    assert tg.nogo.parse("X.\n..").view("legal").caption == "Black to play; dots: legal moves"
    over = tg.simulate(tg.nogo.start(4), seed=1)
    assert over.end.view().caption == str(over.outcome)


def test_a_position_that_breaks_the_rules_is_drawn_and_has_no_legal_moves() -> None:
    broken = tg.nogo.parse("XO.\nOO.\n...")
    assert broken.view().caption == "Black to play"
    with pytest.raises(tg.IllegalPosition):
        broken.view("legal")


def test_the_winning_row_is_pointed_out() -> None:
    won = tg.gomoku.parse("XXXXX\nOOOO.\n.....")
    assert marked(won.view(), "circle", "good") == ["A3", "B3", "C3", "D3", "E3"]
    assert won.view().caption == "Black wins: 5 in a row from A3 to E3"


def test_a_record_shows_its_end_with_numbers() -> None:
    start = tg.othello.start(4)
    record = tg.Record(start, tg.Points([start.point(name) for name in ("b1", "a1", "a2")], 4))
    view = record.view()
    assert view.numbers == ((0, 2), (1, 1), (4, 3))
    assert view.last == 4
    assert view.caption == "White to play, after 3 moves"
    assert record._repr_svg_() == view.to_svg()
    first = record.view(1, numbers=False)
    assert (first.numbers, first.last, first.caption) == ((), 1, "White to play, after 1 move")
    assert record.view(0).last is None
    for move in (-1, 4):
        with pytest.raises(tg.UsageError, match=f"there is no move {move}; the game has 3"):
            record.view(move)


def test_numbers_are_left_off_stones_that_are_gone() -> None:
    start = tg.go.start(3)
    record = tg.Record(start, tg.Points([start.move(name) for name in ("A3", "B3", "C1", "A2", "pass")], 3))
    view = record.view()
    assert [view.name(point) for point, _ in view.numbers] == ["B3", "A2", "C1"]
    assert view.last is None  # nobody sees a pass


def test_a_tree_shows_the_marks_of_its_file() -> None:
    tree = tg.read_sgf(
        "(;GM[1]SZ[5]KM[7];B[cc];W[bb]TR[cc]SQ[bb]CR[ee]MA[aa:ba]LB[dd:A][ed:long label][zz:B]MA[x](;B[dc])(;B[cd]))"
    )
    last = tree.nodes[2]
    view = tree.view(last)
    assert marked(view, "triangle", "plain") == ["C3"]
    assert marked(view, "square", "plain") == ["B4"]
    assert marked(view, "circle", "plain") == ["E1"]
    assert marked(view, "cross", "plain") == ["A5", "B5"]
    assert [(view.name(mark.point), mark.text) for mark in view.marks if mark.text] == [("D2", "A"), ("E2", "long")]
    assert view.last == 6
    end = tree.view()
    assert end.marks == ()
    assert end.name(end.last or 0) == "D3"
    assert tree._repr_svg_() == end.to_svg()


def test_othellos_marks_have_othellos_names() -> None:
    tree = tg.read_sgf("(;GM[2]SZ[8];B[d3]LB[a1:1]TR[d3])")
    view = tree.view()
    assert [(view.name(mark.point), mark.kind) for mark in view.marks] == [("a1", "label"), ("d3", "triangle")]


def test_flips_are_heat_on_the_stones() -> None:
    answer = tg.flips(tg.go.parse(".X.\nXOO\nOX."))
    counts = [white + black for white, black in zip(answer.dead_white.counts, answer.dead_black.counts, strict=True)]
    assert any(counts)
    view = answer.view()
    assert {each.point: each.label for each in view.heat} == {k: str(count) for k, count in enumerate(counts) if count}
    assert max(each.value for each in view.heat) == 1
    assert all(each.value == int(each.label) / max(counts) for each in view.heat)
    for color, part in ((tg.WHITE, answer.dead_white.counts), (tg.BLACK, answer.dead_black.counts)):
        shown = answer.view(color)
        assert {each.point: int(each.label) for each in shown.heat} == {k: n for k, n in enumerate(part) if n}
        assert str(color).lower() in shown.caption
    assert answer._repr_svg_() == view.to_svg()
    assert tg.flips(tg.go.start(3)).view().heat == ()


def test_many_games_are_a_map_of_win_rates() -> None:
    result = tg.simulate_many(tg.nogo.start(5).play("C3"), 4000, seed=1, by_point=True)
    view = result.view()
    rates = {k: each.win_rate for k, each in enumerate(result.points) if each.win_rate is not None}
    assert {each.point: each.label for each in view.heat} == {k: f"{100 * rate:.0f}" for k, rate in rates.items()}
    best = max(rates, key=lambda k: rates[k])
    worst = min(rates, key=lambda k: rates[k])
    assert {each.point: each.value for each in view.heat}[best] == 1
    assert {each.point: each.value for each in view.heat}[worst] == 0
    assert view.caption.startswith("Win rate of White by first move, in percent, in 4000 random games; Black won ")
    assert result._repr_svg_() == view.to_svg()


def test_many_games_without_points_are_told_in_words() -> None:
    result = tg.simulate_many(tg.nogo.start(5), 100, seed=1)
    assert result._repr_svg_() is None
    with pytest.raises(tg.UsageError, match="play the games with by_point=True"):
        result.view()
    over = tg.simulate_many(tg.simulate(tg.nogo.start(3), seed=1).end, 10, seed=1, by_point=True)
    assert isinstance(over, Simulations)
    assert over.view().heat == ()


def test_the_reasons_of_check_are_drawn() -> None:
    answer = tg.check(tg.nogo.parse("XO.\nOO.\n..."))
    view = answer.view()
    assert view.marks == (Mark(0, "cross", "bad"),)
    assert view.caption == (
        "Not reachable: the black stone at A3 has no liberty; 1 black and 3 white stones with "
        "Black to play; expected as many black as white"
    )
    assert answer._repr_svg_() == view.to_svg()
    assert answer.position == tg.nogo.parse("XO.\nOO.\n...")
    fine = tg.check(tg.gomoku.start(5)).view()
    assert (fine.marks, fine.caption) == ((), "Reachable")
    assert tg.check(tg.othello.start()).view().caption == "No contradiction found"


def test_a_long_list_of_reasons_is_cut() -> None:
    full = tg.nogo.parse("\n".join("XO" * 20 if row % 2 else "OX" * 20 for row in range(40)))
    assert len(tg.check(full).view().caption) <= 1000


def test_a_search_shows_what_it_thinks() -> None:
    position = tg.nogo.start(5).play("C3")
    search = players.Search(position, seed=1)
    search.run(visits=400)
    choice, view = search.choice(), search.view()
    assert search._repr_svg_() == view.to_svg()
    assert isinstance(choice.move, tg.Point)
    assert view == choice.view(position)
    heat = {each.point: each for each in view.heat}
    best = choice.move.row * 5 + choice.move.col
    assert heat[best].value == max(each.value for each in view.heat)
    assert heat[best].label == f"{100 * choice.candidates[0].value:.0f}"
    assert choice.line is not None
    expected = choice.line.indices[1:8]
    assert [each.point for each in view.ghosts] == expected
    assert [each.label for each in view.ghosts] == [str(k) for k in range(2, 2 + len(expected))]
    assert [each.stone for each in view.ghosts] == ["X" if k % 2 == 0 else "O" for k in range(len(expected))]
    assert not set(expected) & set(heat)
    assert view.caption == f"White {position.vertex(choice.move)}: {players_words(position, choice)}"


def players_words(position: Position, choice: players.Choice) -> str:
    from tengen.players.words import thought

    return thought(position, choice)


def test_choices_that_know_little() -> None:
    position = tg.go.start(5)
    assert players.Choice(None).view(position).caption == "Black resigns"
    assert players.Choice(tg.PASS).view(position).caption == "Black passes"
    plain = players.random.choose(position).view(position)
    assert (plain.heat, plain.ghosts) == ((), ())


def test_a_played_game_says_how_it_ended() -> None:
    game = players.play(tg.nogo.start(5), players.random.seeded(1), players.greedy.seeded(2))
    view = game.view()
    assert view.caption == str(game)
    assert len(view.numbers) == len(game.record)
    assert game._repr_svg_() == view.to_svg()
    assert game.view(2).caption == "Black to play, after 2 moves"


def test_pictures_say_nothing_about_positions_that_are_too_large() -> None:
    large = tg.go.start(200)
    assert large._repr_svg_() is None
    assert tg.simulate(tg.nogo.start(120), seed=1)._repr_svg_() is None
    assert tg.flips(large)._repr_svg_() is None
    assert tg.check(large)._repr_svg_() is None


def test_pictures_in_one_page_do_not_disturb_each_other() -> None:
    """A notebook puts them into one document: an id must mean the same in all of them."""
    meanings: dict[str, str] = {}
    from xml.etree import ElementTree

    for theme in ("light", "dark", "paper"):
        for position in (tg.nogo.start(5).play("C3"), tg.go.start(19), tg.othello.start()):
            for each in parsed(position.view().to_svg(theme=theme)).iter():
                if name := each.get("id"):
                    meaning = ElementTree.tostring(each).decode()
                    assert meanings.setdefault(name, meaning) == meaning
