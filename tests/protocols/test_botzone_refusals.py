"""What cannot be exported to Botzone, and how that is said."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from conftest import Tengen
from protocols.conftest import FILES
from tengen.errors import UsageError
from tengen.formats import safetensors
from tengen.formats.safetensors import Tensor
from tengen.nets import FORMAT, tensor_shapes
from tengen.protocols.botzone_export import exported

OF_TENGEN = "BLACK, Board, Color, IllegalMove, PASS, Pass, Point, Points, Position, TengenError, WHITE, gomoku, nogo, othello, players"


def refusal(source: str) -> str:
    """Why a bot with this file cannot be exported."""
    Path("mybot.py").write_text(source)
    with pytest.raises(UsageError) as caught:
        exported("nogo", "mybot.py:choose")
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "import tengen as tg\n\n\ndef choose(position, clock):\n    return tg.simulate(position).moves[0]\n",
            f"mybot.py, line 5: tengen.simulate is not on Botzone; of tengen a bot may use {OF_TENGEN}",
        ),
        (
            "from tengen.verbs.solve import solve\n\n\ndef choose(position, clock): pass\n",
            f"mybot.py, line 1: tengen.verbs.solve is not on Botzone; of tengen a bot may use {OF_TENGEN}",
        ),
        (
            "from tengen import BLACK, solve\n\n\ndef choose(position, clock): pass\n",
            f"mybot.py, line 1: tengen.solve is not on Botzone; of tengen a bot may use {OF_TENGEN}",
        ),
        (
            "from tengen import *\n\n\ndef choose(position, clock): pass\n",
            f"mybot.py, line 1: tengen.* is not on Botzone; of tengen a bot may use {OF_TENGEN}",
        ),
        (
            "import tengen\n\n\ndef choose(position, clock):\n    x = 1\n    return tengen.players.mcts(visits=9).choose(position)\n",
            "mybot.py, line 6: tengen.players.mcts is not on Botzone; of tengen.players a bot may use Choice, Clock",
        ),
        (
            "from tengen import players as p\n\n\ndef choose(position, clock):\n    return p.greedy.choose(position)\n",
            "mybot.py, line 5: tengen.players.greedy is not on Botzone; of tengen.players a bot may use Choice, Clock",
        ),
        (
            "from tengen import nogo\n\n\ndef choose(position, clock):\n    return nogo.parse('').legal_moves[0]\n",
            "mybot.py, line 5: tengen.nogo.parse is not on Botzone; of tengen.nogo a bot may use Position, start",
        ),
        (
            "import numpy.linalg\nimport hypothesis.strategies\n\n\ndef choose(position, clock): pass\n",
            "mybot.py, line 2: Botzone has no hypothesis; a bot may import what Python brings, and numpy",
        ),
        (
            "from dataclasses import dataclass\n\n\ndef choose(position, clock): pass\n",
            "mybot.py, line 1: Botzone's Python is 3.6, which has no dataclasses",
        ),
        (
            "def choose(position, clock):\n    while (n := 0):\n        pass\n",
            "mybot.py, line 2: Assignment expressions are only supported in Python 3.8 and greater; Botzone's Python is 3.6",
        ),
        (
            "def choose(here, time):\n    return here.symmetries[0].legal_moves[0]\n",
            "mybot.py, line 2: on Botzone here has no symmetries; it has board, has_passes, height, is_legal, is_over, "
            "legal_moves, mask, move, play, point, to_play, vertex, width, winner, with_to_play",
        ),
        (
            "def choose(position, clock):\n    clock.running(1)\n",
            "mybot.py, line 2: on Botzone clock has no running; it has allowance, available, increment, period, periods, "
            "remaining, stones, stones_left",
        ),
        (
            "import taste\n\n\ndef choose(position, clock): pass\n",
            "package/deep/inner.py, line 2: tengen.count is not on Botzone; of tengen a bot may use " + OF_TENGEN,
        ),
    ],
)
def test_what_is_not_there_is_refused_by_file_and_line(source: str, message: str, bot: Path) -> None:
    Path("package/deep/inner.py").write_text("import tengen as tg\nmobility = tg.count\n")
    assert refusal(source) == message


def test_a_file_from_elsewhere_is_refused(bot: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "taste.py"
    elsewhere.write_text("FAVOURITE = 'E5'\n")
    Path("taste.py").unlink()
    Path("taste.py").symlink_to(elsewhere)
    message = refusal("import taste\n\n\ndef choose(position, clock):\n    return taste.FAVOURITE\n")
    assert message == f"{str(elsewhere)!r} is not below the folder of mybot.py, so it cannot be exported"


@pytest.mark.parametrize("player", ["greedy", "mcts:visits=10", "random:seed=1", "gtp:gnugo", "taste:worth"])
def test_players_that_cannot_be_exported(player: str, bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(bot)
    with pytest.raises(UsageError) as caught:
        exported("nogo", player)
    assert str(caught.value) == (
        f"the player {player} cannot be exported: Botzone has no Tengen to run it; "
        "expected FILE.py, FILE.py:FUNCTION, net or random"
    )


@pytest.mark.parametrize(
    ("player", "options"), [("net:visits=9", "visits=9"), ("net:seconds=1,seed=0", "seconds=1.0, seed=0")]
)
def test_nets_that_cannot_be_exported(player: str, options: str) -> None:
    with pytest.raises(UsageError) as caught:
        exported("nogo", player)
    assert str(caught.value) == (
        f"{options}: in a file for Botzone a net plays without a search; expected net or net:file=FILE"
    )


def test_a_net_that_sees_more_cannot_be_exported(tmp_path: Path) -> None:
    shapes = tensor_shapes(6, 2, 1)
    tensors = {name: Tensor("F32", shape, bytes(4 * prod(shape))) for name, shape in shapes.items()}
    (tmp_path / "net").write_bytes(safetensors.write(tensors, {"format": FORMAT, "game": "gomoku"}))
    with pytest.raises(UsageError) as caught:
        exported("gomoku", f"net:file={tmp_path / 'net'}")
    assert str(caught.value) == "a net of another kind cannot be exported; expected one that sees 5 planes"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), b"--export writes a player of yours; name it, as in --player mybot.py:choose"),
        (("--player", "yours.py"), b"there is no file 'yours.py' to take the player 'yours.py' from"),
        (("--player", "mybot.py:win"), b"there is no function 'win' in 'mybot.py'; expected def win(position, clock)"),
        (("--player", "taste.py"), b"--export taste.py would overwrite a file of the player; name another"),
        (("--player", "mybot.py"), b"--export taste.py would overwrite a file of the player; name another"),
    ],
)
def test_the_command_refuses_in_one_line_and_writes_nothing(
    words: tuple[str, ...], message: bytes, bot: Path, tengen: Tengen
) -> None:
    before = sorted(path for path in bot.rglob("*") if "__pycache__" not in str(path))
    result = tengen("botzone", "nogo", *words, "--export", "taste.py", cwd=bot)
    assert (result.returncode, result.stdout, result.stderr) == (2, b"", b"tengen: " + message + b"\n")
    assert Path("taste.py").read_text() == FILES["taste.py"]
    assert sorted(path for path in bot.rglob("*") if "__pycache__" not in str(path)) == before
