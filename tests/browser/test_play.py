"""Games in a real browser: by mouse, by keyboard, for two, for watchers."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from browser.visitor import expect

if TYPE_CHECKING:
    from browser.conftest import Visit
    from browser.visitor import Visitor

AT_RANDOM = "beginner"
SETTLED = re.compile("Your turn|wins")


def answered(visitor: Visitor, before: str) -> None:
    """A move was made after `before`, and it is our turn again or the game is over."""
    expect(visitor.ply).not_to_have_text(before)
    expect(visitor.status).to_have_text(SETTLED)


def test_a_whole_game_of_nogo_by_clicking(visit: Visit, chance: Random) -> None:
    visitor = visit()
    visitor.new_game("NoGo", white=AT_RANDOM)
    moves = 0
    while legal := visitor.legal():
        before = visitor.ply.inner_text()
        visitor.point(chance.choice(legal)).click()
        answered(visitor, before)
        moves += 1
    assert moves > 10
    winner, loser = ("Black", "White") if "Black wins" in visitor.status.inner_text() else ("White", "Black")
    expect(visitor.status).to_have_text(f"{winner} wins")
    no_draws = "There are no draws: no stone is ever taken off, so in the end somebody cannot move."
    expect(visitor.why).to_have_text(f"{loser} has no legal move left. {no_draws}")
    expect(visitor.said).to_contain_text(f"{winner} wins: {loser} has no legal move left.")
    expect(visitor.button("Play again")).to_be_visible()
    expect(visitor.button("Resign")).to_be_hidden()
    black, white = (sum(words in label for label in visitor.labels()) for words in ("black stone", "white stone"))
    assert black == moves
    assert black - white == (1 if winner == "Black" else 0)


def test_the_first_click_begins_a_game(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.status).to_have_text("NoGo, 9 × 9")
    assert visitor.label("E5") == "E5, empty, legal"
    visitor.point("E5").click()
    visitor.expect_moves(2)
    expect(visitor.status).to_have_text("Your turn")
    assert visitor.label("E5") == "E5, black stone"
    assert "#game=" in visitor.page.url
    visitor.page.reload()
    expect(visitor.status).to_have_text("Your turn")
    assert visitor.label("E5") == "E5, black stone"


def test_a_whole_game_by_keyboard_alone(visit: Visit, chance: Random) -> None:
    visitor = visit()
    keyboard = visitor.page.keyboard
    keyboard.press("Tab")
    expect(visitor.page.get_by_role("link", name="To the board")).to_be_focused()
    for _ in range(2):
        keyboard.press("Tab")
    expect(visitor.button("New game")).to_be_focused()
    keyboard.press("Enter")
    dialog = visitor.page.get_by_role("dialog")
    keyboard.press("Tab")
    expect(dialog.get_by_label("Rows", exact=True)).to_be_focused()
    keyboard.press("Control+a")
    keyboard.type("5")
    for name, choice in (("White", "Computer, beginner"), ("Start", "\n")):
        while visitor.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent") != name:
            keyboard.press("Tab")
        keyboard.type(choice)
    expect(dialog).to_be_hidden()
    expect(visitor.point("C3")).to_be_focused()
    row, col = 2, 2
    while legal := visitor.legal():
        vertex = chance.choice(legal)
        to_row, to_col = 5 - int(vertex[1:]), "ABCDE".index(vertex[0])
        for key, steps in (
            ("ArrowDown", to_row - row),
            ("ArrowUp", row - to_row),
            ("ArrowRight", to_col - col),
            ("ArrowLeft", col - to_col),
        ):
            for _ in range(steps):
                keyboard.press(key)
        row, col = to_row, to_col
        expect(visitor.point(vertex)).to_be_focused()
        before = visitor.ply.inner_text()
        keyboard.press(chance.choice(["Enter", " "]))
        answered(visitor, before)
    expect(visitor.why).to_contain_text("has no legal move")


def test_a_won_row_is_struck_through(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    strike = visitor.page.locator(".strike.over")
    for count, vertex in enumerate(("C3", "A1", "D4", "B1", "E5", "C1", "F6", "D1", "G7"), 1):
        expect(strike).to_have_count(0)
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    expect(visitor.status).to_have_text("Black wins")
    expect(visitor.why).to_have_text("5 in a row from G7 to C3.")
    expect(strike).to_have_count(1)
    line, ends = strike.bounding_box(), [visitor.point(vertex).bounding_box() for vertex in ("C3", "G7")]
    assert line is not None
    for end in ends:
        assert end is not None
        assert line["x"] < end["x"] + end["width"] / 2 < line["x"] + line["width"]
        assert line["y"] < end["y"] + end["height"] / 2 < line["y"] + line["height"]
    visitor.page.locator("#previous").click()
    expect(strike).to_have_count(0)  # it was not won yet


def test_undo_numbers_and_resigning(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    for count, vertex in enumerate(("E5", "E6", "F5"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    assert visitor.label("F5") == "F5, black stone, last move"
    visitor.page.get_by_label("Move numbers").check()
    expect(visitor.page.locator(".marks .written")).to_have_text(["1", "2", "3"])
    visitor.button("Undo").click()
    visitor.expect_moves(2)
    assert visitor.label("F5") == "F5, empty, legal"
    visitor.button("Resign").click()
    expect(visitor.status).to_have_text("Black to play")
    visitor.button("Really resign?").click()
    expect(visitor.status).to_have_text("White wins")
    expect(visitor.why).to_have_text("Black resigned.")
    expect(visitor.button("Undo")).to_be_disabled()


def test_go_counts_captures_and_ends_after_two_passes(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Go", size=5)
    for count, vertex in enumerate(("B5", "A5", "A4"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    expect(visitor.page.locator(".player.black")).to_contain_text("1 capture")
    assert visitor.label("A5") == "A5, empty, illegal"  # suicide, for White
    for count in (4, 5):
        visitor.button("Pass").click()
        visitor.expect_moves(count)
    expect(visitor.status).to_have_text("Black wins by 17.5")
    expect(visitor.why).to_have_text("25 points for Black, 0 for White and 7.5 komi.")


def test_othello_turns_discs(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Othello")
    expect(visitor.button("Pass")).to_be_hidden()
    visitor.point("d3").click()
    expect(visitor.page.locator(".player.black")).to_contain_text("4 discs")
    assert visitor.label("d4") == "d4, black stone"


def test_clocks_run_and_time_is_lost(visit: Visit) -> None:
    visitor = visit()
    visitor.button("New game").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("White", exact=True).select_option("me")
    dialog.get_by_label("Clock", exact=True).select_option("own")
    dialog.get_by_label("Other…").fill("2")
    dialog.get_by_role("button", name="Start").click()
    clock = visitor.page.locator(".player.black .clock")
    expect(clock).to_have_text(re.compile(r"1\.\d"))
    expect(clock).to_have_class("clock short running")
    expect(visitor.page.locator(".player.white .clock")).to_have_text("2.0")
    expect(visitor.status).to_have_text("White wins")
    expect(visitor.why).to_have_text("Black ran out of time.")


def test_clocks_stand_one_below_the_other(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", clock="5 minutes each")
    black, white = (visitor.page.locator(f".player.{side} .clock") for side in ("black", "white"))
    expect(black).to_have_class("clock running")
    boxes = [clock.bounding_box() for clock in (black, white)]
    assert all(boxes)
    assert len({(box["x"], box["width"], box["height"]) for box in boxes if box}) == 1


def test_levels_have_names(visit: Visit) -> None:
    visitor = visit(locale="zh-CN")
    white = visitor.page.get_by_role("dialog").get_by_label("白方", exact=True)
    visitor.button("新对局").click()
    assert [text.split(" · ")[0] for text in white.locator("option").all_inner_texts()[-6:]] == [
        f"电脑，{level}" for level in ("新手", "简单", "中等", "困难", "很强", "最强")
    ]
    visitor.page.keyboard.press("Escape")
    visitor.button("English").click()
    visitor.new_game("NoGo", size=5, white="strong")
    expect(visitor.page.locator(".player.white .who")).to_have_text("White · Computer, strong")
    visitor.point("C3").click()
    visitor.expect_moves(2)


def test_what_was_chosen_before_there_were_levels(visit: Visit) -> None:
    kept = '{"game": "nogo", "black": "me", "white": "mcts 0.3"}'
    visitor = visit(prepare=lambda page: page.add_init_script(f"localStorage.setItem('tengen.settings', '{kept}')"))
    visitor.point("E5").click()
    expect(visitor.page.locator(".player.black .who")).to_have_text("Black · you")
    expect(visitor.page.locator(".player.white .who")).to_have_text("White · Computer, medium")


def test_two_players_are_watched(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=3, black=AT_RANDOM, white=AT_RANDOM)
    expect(visitor.why).to_contain_text("has no legal move")
    visitor.page.get_by_label("To the start").click()
    expect(visitor.status).to_have_text(re.compile(r"Move 0 of \d+"))
    assert all(", empty" in label for label in visitor.labels())


@pytest.mark.usefixtures("server")
def test_a_friend_by_a_link_and_a_stranger(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("NoGo", size=5, white="friend")
    expect(visitor.detail).to_contain_text("invitation")
    link = visitor.invitation()
    friend = visit(link.split("/")[-1])
    assert "token" not in friend.page.url
    stranger = visit(visitor.page.url.split("/")[-1])
    expect(friend.status).to_have_text("Waiting for Black")
    stranger.point("A1").click()
    expect(stranger.detail).to_have_text("You are watching: these seats are not yours.")
    visitor.point("C3").click()
    expect(friend.status).to_have_text("Your turn")
    friend.point("B2").click()
    for each in (visitor, friend, stranger):
        each.expect_moves(2)
        assert each.label("B2") == "B2, white stone, last move"
    friend.point("A1").click()
    expect(friend.detail).to_have_text("It is Black's turn.")
    visitor.point("D4").click()
    expect(friend.status).to_have_text("Your turn")
    expect(friend.detail).to_have_text("Black played D4.")  # what was said of the turn before is gone


def test_names_are_text(visit: Visit) -> None:
    visitor = visit()
    visitor.button("New game").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Name of Black").fill("<img src=x onerror=alert(1)>")
    dialog.get_by_role("button", name="Start").click()
    expect(visitor.page.locator(".player.black .who")).to_have_text("Black · <img src=x onerror=alert(1)>")
    visitor.button("Games").click()
    expect(visitor.page.get_by_role("dialog")).to_contain_text("<img src=x onerror=alert(1)>")
    assert visitor.page.locator("img").count() == 0


def test_all_games_that_are_kept_are_in_the_list(visit: Visit) -> None:
    """More than a server tells of at once. The oldest can be opened, and forgotten."""
    visitor = visit()
    page = visitor.page
    page.evaluate(
        """async (games) => {
      const [{ createGame }, { keepGame }] = await Promise.all(["api", "kept"].map((name) =>
        import(new URL(`static/js/${name}.js`, document.baseURI))));
      for (let number = 1; number <= games; number += 1) {
        const [black, white] = ["Ann", `Bob ${number}`].map((name) => ({ kind: "person", name }));
        const { id, tokens } = await createGame({ game: "nogo", size: [3, 3], black, white });
        keepGame(id, tokens);
      }
    }""",
        103,
    )
    visitor.button("Games").click()
    items = page.get_by_role("dialog").get_by_role("listitem")
    expect(items).to_have_count(103)
    oldest = items.filter(has_text=re.compile(r"Bob 1(?!\d)"))
    oldest.get_by_role("button", name=re.compile("^Open")).click()
    expect(page.locator(".player.white .who")).to_have_text(re.compile("Bob 1"))
    visitor.button("Games").click()
    oldest.get_by_role("button", name=re.compile("^Forget")).click()
    expect(items).to_have_count(102)
    expect(oldest).to_have_count(0)


def test_games_are_found_replayed_and_downloaded(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    for count, vertex in enumerate(("E5", "E6", "F5"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.new_game("NoGo", size=5)
    visitor.button("Games").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_label("Find a game").fill("gomoku")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    with visitor.page.expect_download() as download:
        dialog.get_by_role("button", name=re.compile("^SGF")).click()
    text = download.value.path().read_text()
    assert "GM[4]" in text
    assert ";B[ee]" in text
    dialog.get_by_role("button", name=re.compile("^Open")).click()
    visitor.expect_moves(3)
    visitor.status.click()
    for key, ply in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2)):
        visitor.page.keyboard.press(key)
        expect(visitor.ply).to_have_text(f"{ply} / 3")
    assert visitor.label("F5") == "F5, empty"
    expect(visitor.detail).to_have_text("What if? Click a point to try another move for Black.")
    visitor.button("To the last move").last.click()
    visitor.expect_moves(3)
