"""The list of moves, what else could have been played, hints, and taking moves back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import tengen as tg
from browser.visitor import expect

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.visitor import Visitor


def play(visitor: Visitor, *vertices: str) -> None:
    """Moves at a board for two."""
    for count, vertex in enumerate(vertices, 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)


def shown(visitor: Visitor) -> list[str]:
    """The names in the list, in its order."""
    moves: list[str] = visitor.page.locator("#move-list .move").evaluate_all("all => all.map((each) => each.ariaLabel)")
    return moves


def test_the_list_leads_through_the_game(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5)
    expect(visitor.page.locator("#moves")).to_be_hidden()
    play(visitor, "C3", "B2", "D4")
    current = visitor.page.locator("#move-list [aria-current=true]")
    expect(current).to_have_accessible_name("Move 3, Black D4")
    assert shown(visitor) == ["Move 1, Black C3", "Move 2, White B2", "Move 3, Black D4"]
    visitor.button("Move 1, Black C3").click()
    expect(visitor.status).to_have_text("Move 1 of 3")
    expect(visitor.point("B2")).to_have_accessible_name("B2, empty")
    expect(current).to_have_accessible_name("Move 1, Black C3")
    for key, name in (
        ("ArrowRight", "Move 2, White B2"),
        ("End", "Move 3, Black D4"),
        ("ArrowUp", "Move 2, White B2"),
        ("Home", "Move 1, Black C3"),
    ):
        visitor.page.keyboard.press(key)
        expect(current).to_have_accessible_name(name)
        expect(current).to_be_focused()
    assert visitor.page.locator("#move-list .move[tabindex='0']").count() == 1


def test_a_move_adds_to_the_list_and_leaves_the_rest_of_it(visit: Visit) -> None:
    """However long the game is: on a large board it must not take longer than a frame."""
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    moves = [f"{letter}{row}" for row in (1, 3, 5, 7) for letter in "ABCDE"]
    for count, move in enumerate(moves[:10], 1):
        visitor.point(move).click()
        visitor.expect_moves(count)
    visitor.page.evaluate("""() => {
      window.added = 0;
      const count = (changes) => changes.forEach((each) => (window.added += each.addedNodes.length));
      new MutationObserver(count).observe(document.querySelector("#move-list"), { childList: true });
    }""")
    for count, move in enumerate(moves[10:14], 11):
        visitor.point(move).click()
        visitor.expect_moves(count)
    rows = visitor.page.locator("#move-list .row")
    expect(rows).to_have_count(7)
    assert visitor.page.evaluate("window.added") == 4
    assert [row.split() for row in rows.all_inner_texts()] == [
        [str(row + 1), *moves[2 * row : 2 * row + 2]] for row in range(7)
    ]
    visitor.button("Move 2, White B1").click()
    visitor.point("H8").click()  # what was tried stays too
    expect(visitor.status).to_have_text("What if, move 3 of 3")
    visitor.button("Back to the game").click()
    visitor.page.locator("#live").click()
    visitor.page.evaluate("window.added = 0")
    for count, move in enumerate(moves[14:18], 15):
        visitor.point(move).click()
        visitor.expect_moves(count)
    expect(rows).to_have_count(9)
    assert visitor.page.evaluate("window.added") == 4
    expect(visitor.page.locator("#move-list .row:nth-child(2) + .variation")).to_contain_text("H8")
    visitor.button("Undo").click()
    visitor.expect_moves(17)
    expect(rows.last).to_have_text(f"9{moves[16]}")
    visitor.new_game("Gomoku", size=9)
    visitor.point("E5").click()
    visitor.expect_moves(1)
    expect(rows).to_have_text(["1E5"])


def test_another_move_makes_a_line_that_leads_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.new_game("NoGo", size=5)
    play(visitor, "C3", "B2", "D4")
    visitor.button("Move 1, Black C3").click()
    visitor.point("A1").click()  # instead of B2
    expect(visitor.status).to_have_text("What if, move 2 of 2")
    visitor.point("A5").click()
    expect(visitor.status).to_have_text("What if, move 3 of 3")
    expect(visitor.detail).to_have_text(re.compile("^White to play"))
    visitor.point("A5").click()
    expect(visitor.detail).to_contain_text("is occupied")
    page.locator("#previous").click()
    visitor.point("E5").click()  # a line that leaves that line
    expect(visitor.point("E5")).to_have_accessible_name("E5, black stone, last move")
    main = ["Move 1, Black C3", "Move 2, White B2"]
    tried = ["Move 2, White A1", "Move 3, Black A5", "Move 3, Black E5"]
    assert shown(visitor) == [*main, *tried, "Move 3, Black D4"]
    visitor.button("Back to the game").click()
    expect(visitor.status).to_have_text("Move 1 of 3")
    visitor.point("A1").click()  # known already
    expect(visitor.status).to_have_text("What if, move 2 of 3")
    assert len(shown(visitor)) == 6
    with page.expect_download() as download:
        visitor.button("Save as SGF").click()
    tree = tg.read_sgf(download.value.path().read_text())
    assert [str(tree.start.vertices(tree.record_to(line[-1]).moves)) for line in tree.lines] == [
        "C3 B2 D4",
        "C3 A1 A5",
        "C3 A1 E5",
    ]
    page.get_by_label("Forget this line").first.click()
    expect(page.locator("#move-list .move")).to_have_count(5)
    visitor.button("Move 3, Black D4").click()
    visitor.expect_moves(3)
    visitor.point("E1").click()  # and the game goes on
    visitor.expect_moves(4)
    expect(visitor.status).to_have_text("Black to play")


def test_what_was_tried_is_still_there_after_a_reload(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.new_game("NoGo", size=5)
    play(visitor, "C3", "B2", "D4")
    visitor.button("Move 1, Black C3").click()
    for vertex in ("A1", "A5"):
        visitor.point(vertex).click()
        expect(visitor.point(vertex)).to_have_accessible_name(re.compile("stone, last move"))
    page.locator("#previous").click()
    visitor.point("E5").click()
    expect(visitor.point("E5")).to_have_accessible_name("E5, black stone, last move")
    before = shown(visitor)
    assert len(before) == 6
    page.reload()
    visitor.expect_moves(3)
    assert shown(visitor) == before
    visitor.button("Move 3, Black E5").click()
    expect(visitor.status).to_have_text("What if, move 3 of 3")
    assert visitor.diagram() == "....X\n.....\n..X..\n.....\nO...."
    expect(visitor.point("B1")).to_have_accessible_name("B1, empty, legal")
    visitor.button("Back to the game").click()
    page.locator("#live").click()
    visitor.button("Undo").click()
    visitor.expect_moves(2)
    visitor.button("Undo").click()  # the moves that the lines leave are still the same
    visitor.expect_moves(1)
    page.reload()
    visitor.expect_moves(1)
    assert shown(visitor) == ["Move 1, Black C3", "Move 2, White A1", "Move 3, Black A5", "Move 3, Black E5"]
    visitor.button("Games").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Forget")).click()
    assert page.evaluate("localStorage['tengen.tried']") == "[]"
    page.reload()
    expect(page.locator("#move-list .variation")).to_have_count(0)


def test_the_lines_of_many_games_take_little_room(visit: Visit) -> None:
    """The oldest are forgotten first, and all of a game that is forgotten."""
    visitor = visit()
    kept = """async ([games, length]) => {
      const { forgetGame, keepGame, keepLines, linesOf } = await import(new URL("static/js/kept.js", document.baseURI));
      const moves = Array(length).fill("A1");
      const names = Array.from({ length: games }, (_, number) => `game ${number}`);
      for (const name of names) {
        keepGame(name, {});
        keepLines(name, { moves: [], steps: [], branches: [{ of: 0, ply: 0, moves, steps: moves.map(() => []) }] });
      }
      forgetGame(names.at(-1));
      return [names.filter(linesOf), localStorage["tengen.tried"].length];
    }"""
    names, characters = visitor.page.evaluate(kept, [60, 1000])
    assert names
    assert names == [f"game {number}" for number in range(59 - len(names), 59)]
    assert 200_000 < characters < 301_000


def test_lines_of_a_file_are_walked(visit: Visit) -> None:
    visitor = visit()
    visitor.tab("Set up")
    visitor.page.locator("#text").fill("(;GM[1]RU[NoGo]SZ[5];B[cc](;W[bb];B[dd])(;W[aa];B[ee](;W[ea])(;W[ae])))")
    visitor.button("Read").click()
    visitor.expect_moves(3)
    visitor.button("Move 4, White A1").click()
    expect(visitor.status).to_have_text("What if, move 4 of 4")
    expect(visitor.point("E1")).to_have_accessible_name("E1, black stone")
    expect(visitor.point("B1")).to_have_accessible_name("B1, empty, legal")
    visitor.button("Play from here").click()
    visitor.page.get_by_role("dialog").get_by_label("White", exact=True).select_option("me")
    visitor.button("Start").click()
    expect(visitor.status).to_have_text("Black to play")
    expect(visitor.point("A1")).to_have_accessible_name("A1, white stone")


def test_a_hint_is_drawn_with_its_value(visit: Visit) -> None:
    visitor = visit("#p=nogo:black:3/3/3")
    visitor.button("Hint").click()
    expect(visitor.detail).to_have_text(re.compile(r"^Hint: Black \w\d, 100% to win\. Proven\.$"))
    expect(visitor.page.locator(".ghost")).to_have_count(1)
    expect(visitor.page.locator("#share-black")).to_have_text("100%")
    best = re.search(r"Black (\w\d)", visitor.detail.inner_text())
    assert best is not None
    visitor.point(best[1]).click()
    visitor.expect_moves(2)
    expect(visitor.page.locator(".ghost")).to_have_count(0)


@pytest.mark.usefixtures("server")
def test_two_people_ask_each_other_and_nobody_is_helped(visit: Visit) -> None:
    ann = visit()
    ann.new_game("NoGo", size=5, white="friend")
    bob = visit(ann.invitation().split("/")[-1])
    ann.point("C3").click()
    bob.expect_moves(1)
    for each in (ann, bob):
        expect(each.button("Hint")).to_be_hidden()
        expect(each.button("Analyse")).to_be_disabled()
        expect(each.button("Review the game")).to_be_hidden()
    for answer, left in (("Decline", 1), ("Allow", 0)):
        ann.button("Ask to undo").click()
        expect(bob.page.locator("#undo-asked")).to_contain_text("Black asks to take the last move back.")
        expect(ann.page.locator("#undo-asked")).to_contain_text("The other side is asked")
        bob.button(answer).click()
        expect(ann.page.locator("#undo-asked")).to_be_hidden()
        expect(ann.page.locator("#move-list .move")).to_have_count(left)
        if left:
            expect(ann.detail).to_have_text("The other side did not agree to take the move back.")
    ann.button("Resign").click()
    ann.button("Really resign?").click()
    expect(bob.status).to_contain_text("White wins")
