"""Decided games: when both say so, when it is proven, and when nobody may say so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tengen as tg
from tengen import BLACK, WHITE, players
from tengen.errors import UsageError
from tengen.games.game import Position
from tengen.match import Adjudication, Match
from tengen.match.export import game_sgf
from tengen.players import Choice, Clock
from tengen.players.course import Course, End

RULE = Adjudication(0.9, 2)
BOTH_SAY_BLACK = "for 2 moves each, both players gave Black a chance of 90 % or more"


def course(*values: Any, exact: bool = False) -> Course:
    """A game in which the sides gave themselves these chances, one after the other; the last may be a proof."""
    found = Course.begun(tg.nogo.start(5))
    for number, value in enumerate(values, 1):
        found = found.play(Choice(found.position.legal_moves[0], value, exact=exact and number == len(values)))
    return found


@pytest.mark.parametrize(
    ("values", "end"),
    [
        ((0.9, 0.1, 0.95, 0.05), End(BLACK, BOTH_SAY_BLACK, "adjudicated")),
        ((0.5, 0.5, 0.9, 0.1, 0.95, 0.05), End(BLACK, BOTH_SAY_BLACK, "adjudicated")),
        ((0.05, 0.95, 0.0, 1), End(WHITE, BOTH_SAY_BLACK.replace("Black", "White"), "adjudicated")),
        ((), None),
        ((0.9, 0.1, 0.95), None),  # one move short
        ((0.9, 0.1, 0.95, 0.2), None),  # White has hopes
        ((0.9, 0.1, 0.95, 0.05, 0.5), None),  # Black has doubts now
        ((0.99, 0.99, 0.99, 0.99), None),  # each names itself
        ((0.01, 0.01, 0.01, 0.01), None),
        ((0.99, None, 0.99, None), None),  # only one of them says anything
        ((0.99, 0.01, 0.99, 1.01), None),
        ((0.99, 0.01, 0.99, float("nan")), None),
        ((0.99, 0.01, 0.99, "lost"), None),
    ],
)
def test_both_players_say_so(values: tuple[Any, ...], end: End | None) -> None:
    assert RULE.verdict(course(*values), trusted=[]) == end


def test_a_proof_of_a_trusted_side_is_enough() -> None:
    proven = course(0.5, 1.0, exact=True)
    assert RULE.verdict(proven, trusted=[WHITE]) == End(
        WHITE, "White's player has proven that White wins", "adjudicated"
    )
    assert RULE.verdict(course(0.5, 0.0, exact=True), trusted=[WHITE]) == End(
        BLACK, "White's player has proven that Black wins", "adjudicated"
    )
    assert RULE.verdict(proven, trusted=[BLACK]) is None  # anybody could claim one
    assert RULE.verdict(course(0.5, 0.5, exact=True), trusted=[WHITE]) is None  # a draw is played out


def test_a_game_that_is_over_is_left_as_it_is() -> None:
    assert RULE.verdict(course(0.9, 0.1, 0.95, 0.05).resigned(BLACK), trusted=[]) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("soon", "'soon' decides no game; expected a chance, and moves, as in 0.98 or 0.98,4"),
        ("0.9,x", "'0.9,x' decides no game; expected a chance, and moves, as in 0.98 or 0.98,4"),
        ("0.5", "a chance of 0.5 for 4 moves decides no game; expected more than 0.5 to 1, for 1 to 1000 moves"),
        ("1.1", "a chance of 1.1 for 4 moves decides no game; expected more than 0.5 to 1, for 1 to 1000 moves"),
        ("nan", "a chance of nan for 4 moves decides no game; expected more than 0.5 to 1, for 1 to 1000 moves"),
        ("0.9,0", "a chance of 0.9 for 0 moves decides no game; expected more than 0.5 to 1, for 1 to 1000 moves"),
    ],
)
def test_what_decides_nothing(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Adjudication.parse(text)
    assert str(caught.value) == message


def test_words() -> None:
    assert Adjudication.parse("0.98") == Adjudication(0.98, 4)
    assert Adjudication.parse("0.98,2") == Adjudication(0.98, 2)
    assert str(Adjudication(0.98, 2)) == "0.98,2"


def humble(position: Position, clock: Clock | None) -> Choice:
    return Choice(position.legal_moves[0], 0.0)


def proud(position: Position, clock: Clock | None) -> Choice:
    return Choice(position.legal_moves[0], 1.0, exact=True)


def test_a_match_of_decided_games(tmp_path: Path) -> None:
    bots: dict[str, Any] = {"humble": humble, "proud": proud}
    path = tmp_path / "match.db"
    with Match(bots, tg.nogo.start(5), path, opening_plies=1, adjudication=RULE) as match, ThreadPoolExecutor(1) as one:
        standings = match.play(2, executor=one)
        games = list(match.file.games)
    assert standings.tally("proud", "humble").wins == 2
    assert all(not each.forfeits for each in standings.players)
    for game in games:
        color = "Black" if game.black == "proud" else "White"
        assert (str(game.winner), game.ending) == (color, "adjudicated")
        assert game.reason == BOTH_SAY_BLACK.replace("Black", color)
        assert len(game.record) == 1 + 4
        root = tg.read_sgf(game_sgf(game)).root
        assert (root.text("RE"), root.text("GC")) == (f"{color[0]}+", game.reason)
    with pytest.raises(UsageError) as caught:
        Match(bots, tg.nogo.start(5), path, opening_plies=1)
    assert "holds another match: its adjudication is 0.9,2, not none; " in str(caught.value)


def test_nobody_talks_itself_into_a_win(tmp_path: Path) -> None:
    """A function that claims a proof, against one that says nothing."""
    bots: dict[str, Any] = {"proud": proud, "random": players.random}
    with (
        Match(bots, tg.nogo.start(4), tmp_path / "match.db", seed=1, adjudication=Adjudication(0.6, 1)) as match,
        ThreadPoolExecutor(1) as one,
    ):
        match.play(4, executor=one)
        assert {game.ending for game in match.file.games} == {"over"}


def test_a_file_of_an_older_version_plays_its_games_out(tmp_path: Path) -> None:
    bots: dict[str, Any] = {"random": players.random, "greedy": players.greedy}
    path = tmp_path / "match.db"
    with Match(bots, tg.nogo.start(4), path, seed=1) as match:
        settings = match.file.setting("match")
        assert settings is not None
        match.file.keep("match", settings.replace(', "adjudication": "none"', ""))
        assert match.file.setting("match") != settings
    Match(bots, tg.nogo.start(4), path).close()
    with pytest.raises(UsageError) as caught:
        Match(bots, tg.nogo.start(4), path, adjudication=RULE)
    assert "holds another match: its adjudication is none, not 0.9,2; " in str(caught.value)
