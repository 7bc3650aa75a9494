"""A game at the board, without a server: its state, undo, clocks, captures, SGF."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import tengen as tg
from tengen import players
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.grid import BLACK, WHITE, Color
from tengen.store.seated import SeatedGame, SeatedMove
from tengen.web import boards
from tengen.web.refusals import Refused
from tengen.web.state import Seat, WebGame, new_game, over

ANN, BOB, RANDOM = Seat("Ann"), Seat("Bob"), Seat("random", "random", 0.1)
BOTH = frozenset([BLACK, WHITE])


def seated(start: Position, black: Seat = ANN, white: Seat = RANDOM, clock: str | None = None) -> WebGame:
    return WebGame(new_game(start, {BLACK: black, WHITE: white}, clock)[0])


def played(game: WebGame, *moves: str, seconds: float = 1.0) -> WebGame:
    for move in moves:
        made = game.position.move(move)
        game.go_to(game.course.play(players.Choice(made), seconds), move)
    return game


def state(game: WebGame, *you: Color, spent: float = 0.0, running: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.state(you, spent, running))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_can_be_followed_from_its_steps(name: str, chance: random.Random) -> None:
    """Whoever knows no rules, only the start and the steps, sees the same board."""
    game = seated(by_name(name).start(6, 6))
    while not game.course.is_over:
        played(game, game.position.vertex(chance.choice(list(game.position.legal_moves))), seconds=0)
    found = state(game)
    rows = [list(row) for row in found["start"]["diagram"].split("\n")]
    for step in found["steps"]:
        for row, col, glyph in step:
            rows[row][col] = glyph
    assert ["".join(row) for row in rows] == found["view"]["rows"]
    assert found["ply"] == len(found["moves"]) == len(found["steps"]) == len(found["values"])
    record = tg.Record(game.start, tg.Points([game.start.move(move) for move in found["moves"]], 6))
    assert record.end == game.position


def test_captures_are_counted_for_who_takes() -> None:
    game = played(seated(tg.go.start(3)), "A2", "A3", "B3")
    assert state(game)["captures"] == {"black": 1, "white": 0}
    suicide = played(seated(tg.go.parse(".X.\nXX.\n.O.", WHITE, suicide=True, ko="simple")), "A3")
    assert state(suicide)["captures"] == {"black": 1, "white": 0}
    assert state(played(seated(tg.othello.start(4)), "b1", "a1"))["captures"] == {"black": 0, "white": 0}


def test_state_says_what_the_page_needs() -> None:
    game = played(seated(tg.nogo.start(3)), "B2", "A1")
    found = state(game, BLACK)
    assert found["you"] == ["black"]
    assert (found["game"], found["size"], found["to_play"], found["over"]) == ("nogo", [3, 3], "black", None)
    assert found["moves"] == ["B2", "A1"]
    assert found["steps"] == [[[1, 1, "X"]], [[2, 0, "O"]]]
    assert found["view"]["last"] == 6
    assert found["seats"]["white"] == {"kind": "player", "name": "random", "player": "random", "seconds": 0.1}
    by_level = seated(tg.nogo.start(3), white=Seat("Tengen, hard", level="hard"))
    assert state(by_level)["seats"]["white"] == {"kind": "player", "name": "Tengen, hard", "level": "hard"}
    assert [0, 0] in found["legal"]["white"]
    assert found["pass"] is False
    assert found["clock"] is None
    assert state(seated(tg.go.start(3)))["pass"] is True


@pytest.mark.parametrize(
    ("start", "moves", "over"),
    [
        (
            tg.nogo.parse("3\nXOO\nXO.\nX..\n"),
            ["C1", "C2"],
            {"winner": "white", "reason": "Black has no legal move", "ending": "over", "rule": "no legal move"},
        ),
        (
            tg.go.start(3, komi=0.5),
            ["B2", "pass", "pass"],
            {
                "winner": "black",
                "reason": "area 9 to 0 + 0.5",
                "ending": "over",
                "rule": "area",
                "black": 9,
                "white": 0,
                "komi": 0.5,
                "margin": 8.5,
            },
        ),
        (
            tg.gomoku.start(3, in_a_row=2),
            ["A1", "C3", "B2"],
            {
                "winner": "black",
                "reason": "2 in a row from B2 to A1",
                "ending": "over",
                "rule": "row",
                "row": [[1, 1], [2, 0]],
                "lines": [[[1, 1], [2, 0]]],
            },
        ),
        (
            tg.gomoku.start(1, in_a_row=2),
            ["A1"],
            {"winner": None, "reason": "the board is full", "ending": "over", "rule": "full"},
        ),
        (
            tg.othello.parse("XO.", BLACK),
            ["c1"],
            {
                "winner": "black",
                "reason": "3 discs to 0",
                "ending": "over",
                "rule": "discs",
                "black": 3,
                "white": 0,
                "margin": 3,
            },
        ),
    ],
)
def test_how_games_end(start: Position, moves: list[str], over: dict[str, Any]) -> None:
    game = played(seated(start), *moves)
    found = state(game)["over"]
    assert {name: found[name] for name in over} == over


def test_a_game_of_go_that_does_not_end_is_stopped_and_counted() -> None:
    game = seated(tg.go.start(2, ko="simple"))
    allowed = game.start.game.plies_allowed(game.start)
    assert allowed is not None
    while game.ply < allowed:
        assert state(game)["over"] is None
        played(game, game.position.vertex(game.position.legal_moves[0]))  # takes and retakes, and never passes
    over = state(game)["over"]
    assert (over["ending"], over["rule"]) == ("stopped", "area")


def test_tokens_are_kept_as_digests_and_open_their_own_seats() -> None:
    stored, tokens = new_game(tg.nogo.start(3), {BLACK: ANN, WHITE: BOB}, None)
    game = WebGame(stored)
    assert game.seats_of(tokens["black"]) == {BLACK}
    assert game.seats_of(tokens["white"]) == {WHITE}
    assert game.seats_of(tokens["both"]) == BOTH
    assert len({*tokens.values(), stored.id}) == 4
    assert all(len(secret) >= 24 for secret in (*tokens.values(), stored.id))
    for wrong in (None, "", stored.id, tokens["black"][:-1], tokens["black"] + "x", *stored.tokens.split('"')):
        assert game.seats_of(wrong) == frozenset()
    assert not any(token in stored.tokens for token in tokens.values())
    assert list(new_game(tg.nogo.start(3), {BLACK: RANDOM, WHITE: BOB}, None)[1]) == ["white"]
    assert new_game(tg.nogo.start(3), {BLACK: RANDOM, WHITE: RANDOM}, None)[1] == {}


@pytest.mark.parametrize(
    ("white", "mine", "moves", "left"),
    [
        (RANDOM, [BLACK], ["A1", "C3", "A2", "C1"], 2),  # one's own last move, and the answer
        (RANDOM, [BLACK], ["A1", "C3", "A2"], 2),  # the answer has not come yet
        (RANDOM, [BLACK], ["A1"], 0),
        (RANDOM, [BLACK], [], None),
        (BOB, [BLACK, WHITE], ["A1", "C3"], 1),  # two people at one board: the last move, whoever made it
        (BOB, [BLACK], ["A1"], 0),
        (BOB, [BLACK], ["A1", "C3"], 0),  # the other person has agreed to that
        (BOB, [WHITE], ["A1", "C3"], 1),
    ],
)
def test_undo(white: Seat, mine: list[Color], moves: list[str], left: int | None) -> None:
    game = played(seated(tg.nogo.start(3), white=white), *moves)
    if left is None:
        with pytest.raises(Refused, match="no move of yours") as refused:
            game.before_last_of(frozenset(mine))
        assert refused.value.code == "nothing to undo"
        return
    course = game.before_last_of(frozenset(mine))
    assert course.plies == left
    game.go_to(course)
    assert state(game)["moves"] == moves[:left]
    assert game.position == played(seated(tg.nogo.start(3)), *moves[:left]).position


def test_undo_after_the_end() -> None:
    game = played(seated(tg.go.start(3), white=BOB), "pass", "pass")
    assert state(game)["over"] is not None
    game.go_to(game.before_last_of(BOTH))
    assert (game.ply, state(game)["over"]) == (1, None)
    game.go_to(game.course.resigned(WHITE))
    with pytest.raises(Refused, match="the game is over: White resigned"):
        game.before_last_of(BOTH)


def test_clocks_run_for_the_side_to_move() -> None:
    game = played(seated(tg.nogo.start(3), clock="60+1"), "A1", seconds=5)
    found = state(game, spent=2.5)["clock"]
    assert found == {"black": 56.0, "white": 57.5, "running": "white"}
    assert state(game, spent=2.5, running=False)["clock"] == {"black": 56.0, "white": 60.0, "running": None}
    assert state(game, spent=100)["clock"]["white"] == 0
    assert not game.course.is_late(59)
    assert game.course.is_late(60.2)
    game.go_to(game.before_last_of(frozenset([BLACK])))
    assert state(game)["clock"] == {"black": 60.0, "white": 60.0, "running": "black"}
    game.go_to(game.course.out_of_time())
    found = state(game)
    assert found["clock"] == {"black": 0.0, "white": 60.0, "running": None}
    assert found["over"] == {"winner": "white", "reason": "Black ran out of time", "ending": "time", "rule": "time"}


def test_byo_yomi_counts_until_the_game_is_lost() -> None:
    game = seated(tg.nogo.start(3), clock="10+2x5")
    assert state(game, spent=12)["clock"]["black"] == 8.0
    played(game, "A1", seconds=12)
    assert state(game)["clock"]["black"] == 10.0  # two periods of five


def test_sgf_has_names_values_and_the_result() -> None:
    game = played(seated(tg.nogo.start(3), Seat("A]nn\\"), Seat("Bob")), "A1", "C3")
    game.set_value(1, 0.25)
    game.go_to(game.course.resigned(BLACK))
    tree = tg.read_sgf(game.sgf().write())
    assert tree.root.text("PB") == "A]nn\\"
    assert tree.root.text("RE") == "W+R"
    assert tree.record.end == game.position
    assert "SBKV[25.00]" in game.sgf().write()
    holes = seated(tg.nogo.parse("#.\n.."))
    with pytest.raises(tg.UsageError, match="SGF has no word for that"):
        holes.sgf().write()


def test_a_stored_game_comes_back_whole() -> None:
    stored, tokens = new_game(tg.go.parse("X.\n.#", WHITE, komi=1.5, ko="simple"), {BLACK: ANN, WHITE: BOB}, "60")
    game = WebGame(stored)
    assert game.start == tg.go.parse("X.\n.#", WHITE, komi=1.5, ko="simple")
    assert game.seats == {BLACK: ANN, WHITE: BOB}
    assert boards.write_position(game.start)["rules"] == {"komi": 1.5, "ko": "simple", "suicide": False}
    assert set(tokens) == {"black", "white", "both"}


@pytest.mark.parametrize("given_up", [False, True])
def test_a_stored_game_is_played_again_with_its_clocks_and_its_end(given_up: bool) -> None:
    stored, _ = new_game(tg.nogo.start(3), {BLACK: ANN, WHITE: BOB}, "60+1")
    game = played(WebGame(stored), "A1", "C3", seconds=5)
    if given_up:
        game.go_to(game.course.resigned(WHITE))
    ended = over(game.course)
    again = WebGame(
        SeatedGame(
            stored.id,
            stored.created,
            stored.updated,
            stored.start,
            stored.seats,
            stored.tokens,
            stored.clock,
            None if ended is None else json.dumps(ended),
            (SeatedMove("A1", 5.0), SeatedMove("C3", 5.0)),
        )
    )
    assert state(again) == state(game)
    assert state(again)["over"] == (
        {"winner": "black", "reason": "White resigned", "ending": "resigned", "rule": "resignation"}
        if given_up
        else None
    )
    assert again.sgf().write() == game.sgf().write()
