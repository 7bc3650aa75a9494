"""Players that ask a net: the one that Tengen brings, and one in a file."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import tengen as tg
from conftest import REPOSITORY
from tengen import players
from tengen.errors import ParseError, UsageError
from tengen.match.versions import is_own, version
from tengen.players.learned import shipped_net

TINY = str(REPOSITORY / "tests" / "data" / "net_tiny.safetensors")


def test_the_shipped_net_is_small_and_says_where_it_comes_from() -> None:
    net = shipped_net("nogo")
    assert net.game == "nogo"
    assert net.history["positions"] > 1_000_000
    assert (Path(tg.__file__).parent / "data" / "nogo.safetensors").stat().st_size <= 2_000_000


@pytest.mark.parametrize("text", ["...\n...\n...", "X.O..\n..#..\n.....\n....."], ids=["3x3", "holes"])
def test_one_visit_plays_what_the_net_likes_best(text: str) -> None:
    position = tg.nogo.parse(text)
    batch = tg.batch(position, 1, planes="float32")
    net = shipped_net("nogo")
    assert isinstance(net, tg.Net)
    logits = np.asarray(net.evaluate(np.ascontiguousarray(batch.planes[0]))[0]).ravel()
    liked = int(np.where(batch.mask[0] == 1, logits, -np.inf).argmax())
    choice = players.net(visits=1).choose(position)
    if not choice.exact:
        assert choice.move == tg.Point(*divmod(liked, position.width))


def test_it_wins_what_is_won() -> None:
    won = 0
    for seed in range(8):
        position = tg.generate(tg.nogo.start(5), stones=9, seed=seed)
        answer = tg.solve(position, threads=1)
        choice = players.net(visits=200, seed=1).choose(position)
        assert choice == players.net(visits=200, seed=1).choose(position)
        if answer.winner is position.to_play:
            won += 1
            assert choice.move in answer.best_moves
    assert won >= 2


def test_it_beats_the_search_with_random_games() -> None:
    """With a visit for every thirty of the other."""
    won = 0
    for seed in range(4):
        net, mcts = players.net(visits=10), players.mcts(visits=300, seed=seed)
        start = tg.nogo.start(7).play("D4" if seed < 2 else "B2")
        played = players.play(start, net, mcts) if seed % 2 else players.play(start, mcts, net)
        won += (played.winner is tg.BLACK) == bool(seed % 2)
    assert won >= 3


def test_as_a_value() -> None:
    player = players.net(visits=20, seed=3, file=TINY)
    assert str(player) == f"net:visits=20,seed=3,file={TINY}"
    assert players.parse(str(player)) == player == pickle.loads(pickle.dumps(player))
    assert str(players.net()) == "net"
    assert players.net(seconds=0.5).seeded(4) == players.parse("net:seconds=0.5,seed=4")
    assert isinstance(player, players.MctsPlayer)
    assert player != players.mcts(visits=20, seed=3)


def test_a_match_knows_its_file(tmp_path: Path) -> None:
    assert is_own(players.net())
    assert version(players.net()) is None
    file = tmp_path / "net.safetensors"
    shutil.copy(TINY, file)
    before = version(players.net(file=str(file)))
    assert is_own(players.net(file=str(file)))
    data = file.read_bytes()
    file.write_bytes(data[:-1] + b"\x00")
    assert version(players.net(file=str(file))) != before
    with pytest.raises(UsageError, match=r"cannot read 'none': No such file or directory"):
        version(players.net(file="none"))


def test_what_is_refused() -> None:
    with pytest.raises(UsageError, match=r"net_tiny.safetensors' is a net for NoGo, not for Go"):
        players.net(file=TINY).choose(tg.go.start(5))
    with pytest.raises(ParseError, match=r"test_learned.py' is no net: "):
        players.net(file=__file__).choose(tg.nogo.start(5))
    with pytest.raises(
        UsageError, match=r"'leaves=3' is no option of the player net; expected visits=..., seconds=..., "
    ):
        players.parse("net:leaves=3")


def test_a_net_as_the_evaluator_of_mcts() -> None:
    net = tg.Net.load(TINY)
    search = players.Search(tg.nogo.start(5), evaluate=net, threads=2)
    search.run(visits=50)
    assert search.visits >= 50
    assert search.choice().candidates[0].prior is not None
    again = players.mcts(visits=50, seed=1, evaluate=net).choose(tg.nogo.start(5))
    assert again == players.mcts(visits=50, seed=1, evaluate=net).choose(tg.nogo.start(5))
    with pytest.raises(UsageError, match=r"leaves=4 without a function to ask about them; give evaluate too"):
        players.mcts(evaluate=net, leaves=4)
