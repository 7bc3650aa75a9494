"""The usual player of each game, and the levels of the page."""

from __future__ import annotations

import pickle

import pytest

import tengen as tg
from conftest import REPOSITORY
from tengen import players
from tengen.errors import UsageError
from tengen.games import NAMES, by_name
from tengen.players.learned import usual
from tengen.players.levels import levels
from tengen.players.mcts import MctsPlayer
from tengen.players.specs import parse

LARGE = tg.nogo.start(65)  # 4225 points


def test_the_usual_player_is_the_net() -> None:
    assert str(usual(seconds=0.5, threads=1)) == "net:seconds=0.5,threads=1"


def test_a_board_that_is_too_large_for_a_net() -> None:
    with pytest.raises(UsageError) as refused:
        players.net(visits=1).choose(LARGE)
    assert str(refused.value) == "a 65x65 board is too large for a net; expected at most 4096 points"
    assert usual(visits=1).choose(LARGE).move in LARGE.legal_moves
    assert players.net(visits=1).choose(tg.nogo.start(64)).candidates[0].prior is not None


def test_boards_that_the_net_never_learned_are_played_out() -> None:
    player = usual(visits=1)
    assert player.search(tg.go.start(13)).evaluate is not None
    assert player.search(tg.go.start((9, 14))).evaluate is None
    player = usual(visits=1)
    assert player.search(tg.gomoku.start(15)).evaluate is not None
    for size, rules in (((15, 14), {}), (19, {}), (15, {"in_a_row": 4}), (15, {"variant": "renju"})):
        assert player.search(tg.gomoku.start(size, **rules)).evaluate is None


def test_the_usual_player_asks_the_net_again_when_the_board_is_smaller() -> None:
    player, small = usual(visits=2, threads=1), tg.nogo.start(5)
    assert player.search(LARGE).evaluate is None
    assert player.choose(small) == players.net(visits=2, threads=1).choose(small)


def test_one_player_in_two_games() -> None:
    """The net of one game is never asked about another."""
    player = players.net(visits=2, threads=1)
    for game in NAMES:
        start = by_name(game).start(8, 8)
        assert player.choose(start) == players.net(visits=2, threads=1).choose(start)


def test_the_usual_player_is_a_value() -> None:
    player = usual(visits=3)
    assert player == pickle.loads(pickle.dumps(player)) == usual(visits=3) != usual(visits=4)
    assert player.seeded(7) == pickle.loads(pickle.dumps(player.seeded(7)))


def test_the_levels_in_the_docs() -> None:
    rows = zip(*(levels(by_name(game)) for game in NAMES), strict=True)
    table = "\n".join(
        f"| {row[0].name} |"
        + "".join(f" `{level.player}` |{' |' if level.elo is None else f' {level.elo} |'}" for level in row)
        for row in rows
    )
    assert f"\n{table}\n" in (REPOSITORY / "docs" / "serve.md").read_text()


@pytest.mark.parametrize("game", NAMES)
def test_levels(game: str) -> None:
    found = levels(by_name(game))
    assert [level.name for level in found] == ["beginner", "easy", "medium", "hard", "strong", "strongest"]
    start = by_name(game).start(4, 4)
    for level in found:
        assert str(parse(str(level.player))) == str(level.player)
        if not isinstance(level.player, MctsPlayer) or level.player.seconds is None:
            assert level.player.choose(start).move in start.legal_moves
    measured = [level.elo for level in found if level.elo is not None]
    assert measured == sorted(set(measured))
    assert found[0].elo == (0 if measured else None)
