"""The file to upload to Botzone: its rules beside the core, whole games without Tengen, bots that fail."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import tengen as tg
from conftest import REPOSITORY, Tengen
from oracles.net import plain_net, weights_of
from protocols.conftest import FILES
from protocols.test_botzone import as_json, history
from tengen.data import botzone_rules as there
from tengen.data import botzone_talk
from tengen.games import by_name
from tengen.grid import BLACK, PASS, WHITE, Pass, Point
from tengen.players import Clock, parse
from tengen.players.botzone_engine import KEEP_RUNNING, SIZES
from tengen.players.learned import FOLDER, NetPlayer
from tengen.protocols import botzone
from tengen.protocols.botzone import Bot
from tengen.protocols.botzone_export import exported

PLAIN = [sys.executable, "-I", "-S"]  # no site-packages, so no Tengen


def written(game: str, text: str, *, keep_running: bool = False) -> Path:
    """The only file of a bot, exported from and into this folder."""
    Path("mybot.py").write_text(text)
    upload = Path("upload.py")
    upload.write_text(exported(game, "mybot.py:choose", keep_running=keep_running))
    return upload


def answered(upload: Path, lines: str) -> list[str]:
    result = subprocess.run([*PLAIN, upload], input=lines, capture_output=True, text=True, check=True, timeout=60)
    return result.stdout.splitlines()


# The rules


# Botzone's board, and others, where games end sooner or boards are not square.
BOARDS = {"nogo": [(9, 9), (4, 6), (1, 7)], "gomoku": [(15, 15), (7, 9), (5, 5)], "othello": [(8, 8), (4, 6), (6, 4)]}


def same_move(move: Point | Pass) -> there.Move:
    return there.PASS if isinstance(move, Pass) else there.Point(move.row, move.col)


def same_color(color: tg.Color | None) -> there.Color | None:
    return {BLACK: there.BLACK, WHITE: there.WHITE, None: None}[color]


@pytest.mark.parametrize("game", SIZES)
def test_the_rules_are_those_of_the_core(game: str, chance: Random) -> None:
    """Random games side by side, until both sides have won one, and passed where there are passes."""
    seen: set[object] = set()
    wanted = {BLACK, WHITE, PASS} if game == "othello" else {BLACK, WHITE}
    while not wanted <= seen:
        for size in BOARDS[game]:
            ours, theirs = by_name(game).start(*size), there.OFFERED[f"tengen.{game}"]["start"](size)
            while require_same(ours, theirs):
                move = ours.legal_moves[chance.randrange(len(ours.legal_moves))]
                seen.add(move)
                ours, theirs = ours.play(move), theirs.play(same_move(move))
            seen.add(ours.winner)


def require_same(ours: tg.Position, theirs: there.Position) -> bool:
    """Does the game go on?"""
    assert theirs.board.cells == ours.board.cells
    assert theirs.to_play is same_color(ours.to_play)
    assert list(theirs.legal_moves) == [same_move(move) for move in ours.legal_moves]
    assert theirs.legal_moves.indices == ours.legal_moves.indices
    assert theirs.mask == ours.mask
    assert (theirs.is_over, theirs.winner) == (ours.is_over, same_color(ours.winner))
    other = ours.with_to_play(ours.to_play.opponent)
    assert theirs.with_to_play(theirs.to_play.opponent).legal_moves.indices == other.legal_moves.indices
    return not ours.is_over


@pytest.mark.parametrize("game", SIZES)
def test_positions_answer_as_those_of_the_core(game: str) -> None:
    size = SIZES[game]
    ours, theirs = by_name(game).start(size, size), there.OFFERED[f"tengen.{game}"]["start"](size)
    for number in range(size * size + ours.has_passes):
        move = ours.move(number)
        name = ours.vertex(move)
        assert theirs.move(number) == theirs.move(name) == theirs.move(name.lower()) == same_move(move)
        assert theirs.vertex(same_move(move)) == name
        assert theirs.is_legal(name) == ours.is_legal(move)
    first = ours.legal_moves[0]
    assert theirs.play(ours.legal_moves.indices[0]) == theirs.play(ours.vertex(first))
    assert hash(theirs.play(ours.vertex(first))) == hash(theirs.play(same_move(first)))
    assert theirs.play(same_move(first)) != theirs
    assert theirs.play(same_move(first))[same_move(first)] is there.BLACK
    assert theirs.board[there.Point(0, 0)] is None
    assert np.asarray(theirs.board).tolist() == np.asarray(ours.board).tolist()
    assert np.asarray(theirs.legal_moves).tolist() == np.asarray(ours.legal_moves).tolist()
    wrongs: list[tuple[Any, type[Exception]]] = [
        (there.Point(99, 0), IndexError),
        ((1, 2), TypeError),
        (True, TypeError),
        (-1, IndexError),
        ("Z1", ValueError),
        ("", ValueError),
    ]
    for wrong, error in wrongs:
        with pytest.raises(error):
            theirs.is_legal(wrong)
        with pytest.raises(error):
            ours.is_legal(Point(99, 0) if isinstance(wrong, there.Point) else wrong)
    with pytest.raises(there.IllegalMove, match=f"^{ours.vertex(first)} is illegal for White$"):
        theirs.play(same_move(first)).play(same_move(first))


def test_more_than_five_in_a_row_win_too() -> None:
    ours, theirs = tg.gomoku.start(15), there.start_gomoku(15)
    for name in ["A1", "A15", "B1", "B15", "C1", "C15", "E1", "E15", "F1", "F15", "D1"]:
        ours, theirs = ours.play(name), theirs.play(name)
    assert theirs.winner is same_color(ours.winner) is there.BLACK


def test_values_answer_as_those_of_the_core() -> None:
    for ours, theirs in (
        (BLACK, there.BLACK),
        (WHITE, there.WHITE),
        (PASS, there.PASS),
        (Point(1, 2), there.Point(1, 2)),
    ):
        assert (str(theirs), repr(theirs)) == (str(ours), repr(ours))
    assert [there.BLACK.opponent, there.BLACK.name, there.Color.WHITE] == [there.WHITE, "black", there.WHITE]
    assert there.Point(1, 9) < there.Point(2, 0)
    at_home, on_site = Clock.per_move(0.7), there.Clock(0.7)
    assert on_site.allowance(9) == at_home.allowance(9)
    for name in ("available", "increment", "period", "periods", "remaining", "stones", "stones_left"):
        assert getattr(on_site, name) == getattr(at_home, name)


def test_all_that_is_offered_is_tengens_too_and_on_the_page() -> None:
    text = (REPOSITORY / "docs" / "botzone.md").read_text(encoding="utf-8")
    for home, values in there.OFFERED.items():
        module: Any = tg if home == "tengen" else getattr(tg, home.partition(".")[2])
        assert f"`{home}`" in text
        for name, value in values.items():
            assert hasattr(module, name), (home, name)
            assert f"`{name}`" in text or f"`{name}(size)`" in text, name
            if (
                name in ("Position", "Clock", "Board") and value is not there.Position
            ):  # of which there are only subclasses
                for attribute in (each for each in dir(value) if not each.startswith("_")):
                    assert hasattr(getattr(module, name), attribute), attribute
                    assert f"`{attribute}`" in text, attribute


def test_time_is_shared_out_as_at_home() -> None:
    for limit in (0.3, 1.0, 1.2, 6.0):
        assert botzone_talk.thinking_time(limit) == botzone.thinking_time(limit)
        assert botzone_talk.later_limit(limit) == botzone.later_limit(limit)


# Whole games


@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("game", SIZES)
def test_a_whole_game_without_tengen_is_the_same(game: str, color: tg.Color, bot: Path, chance: Random) -> None:
    """In one process that keeps running, against a random player; some turns also in a process of their own."""
    single = Path("single.py")
    single.write_text(exported(game, "mybot.py"))
    Path("upload.py").write_text(exported(game, "mybot.py:choose", keep_running=True))
    ours, position = Bot(game, parse("mybot.py:choose")), by_name(game).start(SIZES[game], SIZES[game])
    moves: list[Point | Pass] = []
    turns = 0
    with subprocess.Popen(
        [*PLAIN, "upload.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while not position.is_over:
            if position.to_play is color:
                line = json.dumps(as_json(moves[-1])) if turns else history(moves)
                process.stdin.write(f"{line}\n")
                process.stdin.flush()
                said = process.stdout.readline()
                assert said == f"{ours.turn(line)}\n"
                assert process.stdout.readline() == f"{KEEP_RUNNING}\n"
                if turns % 16 == 3:
                    assert answered(single, f"{history(moves)}\n") == [said.strip()]
                answer = json.loads(said)["response"]
                move = PASS if answer["x"] < 0 else Point(answer["y"], answer["x"])
                turns += 1
            else:
                move = position.legal_moves[chance.randrange(len(position.legal_moves))]
            position = position.play(move)
            moves.append(move)
        process.stdin.close()
        assert process.wait(60) == 0
    assert turns > 3


@pytest.mark.parametrize("page", ["botzone", "gtp", "match"])
def test_the_bots_of_the_docs_can_be_exported(page: str, bot: Path) -> None:
    text = (REPOSITORY / "docs" / f"{page}.md").read_text(encoding="utf-8")
    (source,) = {part.split("```")[0] for part in text.split("```python\n")[1:] if part.startswith("def choose")}
    upload = written("nogo", source)
    moves: list[Point | Pass] = [Point(4, 4), Point(0, 0), Point(3, 3)]
    assert answered(upload, history(moves)) == [Bot("nogo", parse("mybot.py:choose")).turn(history(moves))]


def test_files_that_python_does_not_import_stay_at_home(bot: Path) -> None:
    """What is installed, or comes with Python, is found before what lies beside a bot."""
    Path("tengen").mkdir()
    for name in ("tengen/__init__.py", "tengen/players.py", "random.py"):
        Path(name).write_text("1 / 0\n")
    source = "import random\nimport tengen.players as p\n\n\ndef choose(position, clock):\n    return p.Choice(0)\n"
    upload = written("nogo", source)
    assert "1 / 0" not in upload.read_text()
    assert answered(upload, history([])) == ['{"response":{"x":0,"y":0},"debug":"chosen by mybot.py:choose"}']


def test_random_can_be_exported(bot: Path) -> None:
    Path("upload.py").write_text(exported("othello", "random"))
    (line,) = answered(Path("upload.py"), history([]))
    answer = json.loads(line)
    assert answer["debug"] == "chosen by random"
    assert tg.othello.start().is_legal(Point(answer["response"]["y"], answer["response"]["x"]))


@pytest.mark.parametrize("net", ["net", f"net:file={REPOSITORY / 'tests' / 'data' / 'net_tiny.safetensors'},visits=1"])
def test_a_net_can_be_exported(net: str, bot: Path, chance: Random) -> None:
    """There it says what docs/nets.md says of the same boards, but for the last digits."""
    Path("upload.py").write_text(exported("nogo", net, keep_running=True))
    player = parse(net)
    assert isinstance(player, NetPlayer)
    weights = weights_of(Path(player.file or FOLDER / "nogo.safetensors").read_bytes())
    positions = [tg.nogo.start(9)]
    moves: list[Point | Pass] = []
    for _ in range(60):
        moves.append(chance.choice(positions[-1].legal_moves))
        positions.append(positions[-1].play(moves[-1]))
    asked = range(1, 60, 7)
    answers = subprocess.run(
        [sys.executable, "-I", "upload.py"],
        input="".join(f"{history(moves[:count])}\n" for count in asked),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout.splitlines()[::2]
    for count, line in zip(asked, answers, strict=True):
        position, answer = positions[count], json.loads(line)
        policy, value = plain_net(weights, tg.batch(position, 1, planes="float32").planes[0])
        policy = policy.reshape(position.height, position.width)
        said = [policy[move.row, move.col] for move in position.legal_moves if isinstance(move, Point)]
        assert policy[answer["response"]["y"], answer["response"]["x"]] == pytest.approx(max(said), abs=1e-3)
        assert float(answer["debug"].removeprefix("win ").removesuffix(" %")) == pytest.approx(50 + 50 * value, abs=0.1)


def test_a_player_object_can_be_exported(bot: Path) -> None:
    source = (
        "class Corner:\n"
        "    def choose(self, position, clock=None):\n"
        "        from tengen.players import Choice\n"
        "        return Choice(position.move('A1'))\n"
        "    def seeded(self, seed):\n"
        "        return self\n\n\n"
        "choose = Corner()\n"
    )
    assert answered(written("gomoku", source), history([])) == [
        '{"response":{"x":0,"y":14},"debug":"chosen by mybot.py:choose"}'
    ]


def test_the_file_is_small_and_for_old_pythons(bot: Path) -> None:
    text = exported("nogo", "mybot.py:choose")
    assert len(text.encode()) < 64 * 1024
    tree = ast.parse(text, feature_version=(3, 6))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset == 0
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported <= {
        "ast",
        "functools",
        "importlib",
        "importlib.abc",
        "importlib.util",
        "json",
        "random",
        "sys",
        "time",
        "traceback",
        "types",
        "typing",
    }
    assert str(bot) not in text
    ast.parse((REPOSITORY / "src/tengen/data/botzone_net.py").read_text(), feature_version=(3, 6))


# What goes wrong on the site


@pytest.mark.parametrize(
    ("body", "debug"),
    [
        ("1 / 0", "a random move, because of ZeroDivisionError: division by zero (mybot.py, line 5)"),
        ("return None", "a random move, because of TypeError: None is no move"),
        ("return 'A9'", "a random move, because of IllegalMove: A9 is illegal for White"),
        ("return tg.PASS", "a random move, because of IllegalMove: pass is illegal for White"),
        ("return tg.Point(9, 0)", "a random move, because of IndexError: Point(9, 0) is not on a 9x9 board"),
        ("raise SystemExit('no\\nway')", "a random move, because of SystemExit: no way (mybot.py, line 5)"),
        ("raise Mute", "a random move, because of Mute (mybot.py, line 5)"),
        (
            "return choose(position, clock)",
            "a random move, because of RecursionError: maximum recursion depth exceeded",
        ),
    ],
)
def test_a_bot_that_fails_there_makes_a_random_move(body: str, debug: str, bot: Path) -> None:
    source = f"import tengen as tg\n\n\ndef choose(position, clock):\n    {body}\n\n\n"
    source += "class Mute(Exception):\n    def __str__(self):\n        raise self\n"
    upload = written("nogo", source, keep_running=True)
    first, mark, second, _ = answered(upload, f'{history([Point(0, 0)])}\n{{"x":8,"y":8}}\n')
    assert mark == KEEP_RUNNING
    position = tg.nogo.start(9).play("A9")
    for line, reply in ((first, "J1"), (second, None)):
        answer = json.loads(line)
        assert answer["debug"].startswith(debug)
        position = position.play(Point(answer["response"]["y"], answer["response"]["x"]))
        if reply and not position.is_legal(reply):  # the random move was there
            return
        position = position.play(reply) if reply else position


def test_a_bot_that_cannot_be_loaded_there(bot: Path) -> None:
    (line,) = answered(
        written("nogo", "HOME = __file__\n\n\ndef choose(position, clock):\n    return 'A1'\n"), history([])
    )
    assert json.loads(line)["debug"] == (
        "a random move, because of NameError: name '__file__' is not defined (mybot.py, line 1)"
    )


def test_a_bot_may_resign(bot: Path) -> None:
    upload = written("nogo", "def choose(position, clock):\n    return 'Resign'\n")
    assert answered(upload, history([])) == ['{"response":{"x":-1,"y":-1},"debug":"mybot.py:choose resigns"}']


@pytest.mark.parametrize(
    ("line", "debug"),
    [
        ("{", "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ('{"requests":[]}', "IndexError: list index out of range"),
        (
            '{"requests":[{"x":4,"y":4},{"x":4,"y":4}],"responses":[{"x":0,"y":0}]}',
            "IllegalMove: E5 is illegal for Black",
        ),
    ],
)
def test_what_cannot_be_understood_is_answered_too(line: str, debug: str, bot: Path) -> None:
    assert [
        json.loads(answer) for answer in answered(written("nogo", FILES["taste.py"] + "choose = worth\n"), line)
    ] == [{"response": {"x": -1, "y": -1}, "debug": debug}]


@pytest.mark.parametrize(
    ("more", "started", "first", "later"),
    [
        ({}, 100.0, 5.1, 3.4),
        ({}, 98.0, 3.1, 3.4),
        ({}, 90.0, 0.05, 3.4),
        ({"time_limit": ""}, 100.0, 5.1, 3.4),
        ({"time_limit": "1000"}, 100.0, 0.7, 0.7),
        ({"time_limit": 2}, 100.0, 1.7, 4 / 3 - 0.3),
        ({"time_limit": "soon"}, 100.0, 5.1, 3.4),
    ],
)
def test_the_clock_there(
    more: dict[str, Any], started: float, first: float, later: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = []

    def choose(position: there.Position, clock: there.Clock) -> there.Move:
        clocks.append(clock.remaining)
        return there.Point(0, len(clocks))

    monkeypatch.setattr("tengen.data.botzone_talk.time.time", lambda: 100.0)
    bot = botzone_talk.Bot("nogo", 9, "mybot.py:choose", {})
    bot.choose = choose
    bot.turn(history([], **more), started)
    bot.turn('{"x":8,"y":8}', 100.0)
    assert clocks == pytest.approx([first, later])


def test_the_command_writes_the_file_and_says_nothing(bot: Path, tengen: Tengen) -> None:
    words = ("botzone", "nogo", "--player", "mybot.py:choose", "--keep-running", "--export", "upload.py")
    result = tengen(*words, cwd=bot)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert Path("upload.py").read_text() == exported("nogo", "mybot.py:choose", keep_running=True)
