"""The players that are built in, functions as players, and players by name."""

from __future__ import annotations

import pickle
import random
import shlex
from collections import Counter
from pathlib import Path

import pytest

import tengen as tg
from conformance.clients import CLIENTS, Client
from conftest import REPOSITORY, Tengen
from tengen import players
from tengen.errors import PlayerFailed
from tengen.games.game import Position
from tengen.players import Choice, Clock, FunctionPlayer, as_player, parse

NAMES = [
    "random",
    "random:seed=7",
    "greedy",
    "greedy:seed=7",
    "mcts",
    "mcts:visits=100",
    "mcts:visits=100,seconds=0.5,threads=2,seed=7",
    "gtp:gnugo --mode gtp",
]


def corner(position: Position, clock: Clock | None) -> str:
    return "A1"


def positions_of(client: Client, seed: int) -> list[Position]:
    """Positions of random games in which something can be played."""
    line = []
    for start in map(client.parse, client.starts):
        position = start
        for move in tg.simulate(start, seed=seed).moves[:40]:
            line.append(position)
            position = position.play(move)
    return line


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
@pytest.mark.parametrize("player", [players.random, players.greedy], ids=str)
def test_moves_are_legal_and_a_seed_settles_them(client: Client, player: players.Player, chance: random.Random) -> None:
    for position in positions_of(client, chance.randrange(2**32)):
        choice = player.choose(position)
        assert choice.move is not None
        assert position.is_legal(choice.move)
        assert (choice.value, choice.candidates, choice.line, choice.exact) == (None, (), None, False)
        assert not choice.resigns
        seeded = player.seeded(5)
        assert seeded.choose(position) == seeded.choose(position) == player.seeded(5).choose(position, Clock(1))


def test_random_moves_are_uniform() -> None:
    position = tg.nogo.start(3).play("B2")
    drawn = Counter(players.random.choose(position).move for _ in range(4000))
    assert set(drawn) == set(position.legal_moves)
    expected = 4000 / len(position.legal_moves)
    chi_square = sum((count - expected) ** 2 / expected for count in drawn.values())
    assert chi_square < 40  # 7 degrees of freedom: passed by chance once in a million times


def test_random_fills_no_eye_and_passes_at_the_end() -> None:
    position = tg.go.parse(". X . X\nX X X X\nO O O O\n. O . O\nBlack to play\n")
    assert players.random.choose(position).move is tg.PASS


@pytest.mark.parametrize(
    ("position", "best"),
    [
        (tg.nogo.parse("X . . .\nWhite to play\n"), {"C1"}),  # then White has D1 and Black nothing
        (tg.go.parse("O . X\nX X X\n. . .\nBlack to play\n"), {"B3"}),
        (tg.go.parse(". X . X\nX X X X\nO O O O\n. O . O\nBlack to play\n"), {"pass"}),
        (tg.othello.parse(". O O X\n. . . .\n. . . .\n. O X .\nBlack to play\n"), {"a1"}),
    ],
)
def test_greedy_takes_what_is_there(position: Position, best: set[str]) -> None:
    chosen = {position.vertex(players.greedy.seeded(seed).choose(position).move or tg.PASS) for seed in range(40)}
    assert chosen == best


def test_greedy_draws_between_equals() -> None:
    position = tg.othello.start()
    chosen = {position.vertex(players.greedy.seeded(seed).choose(position).move or tg.PASS) for seed in range(60)}
    assert chosen == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize("name", NAMES[:6])
def test_there_must_be_a_move_to_choose(name: str) -> None:
    player = parse(name)
    with pytest.raises(tg.UsageError, match="the game is over; there is no move to choose"):
        player.choose(tg.nogo.parse(". X\nX .\nWhite to play\n"))
    with pytest.raises(tg.IllegalPosition, match="has no liberty"):
        player.choose(tg.nogo.parse("X O\nO X\n"))


# Functions.


def test_functions_answer_in_many_ways() -> None:
    position = tg.go.start(9)
    for answer, move in [
        ("e5", tg.Point(4, 4)),
        (tg.Point(4, 4), tg.Point(4, 4)),
        ("pass", tg.PASS),
        (tg.PASS, tg.PASS),
        ("resign", None),
        (Choice(None), None),
        (Choice(tg.Point(4, 4), 0.25), tg.Point(4, 4)),
    ]:
        choice = as_player(lambda position, clock, answer=answer: answer).choose(position)  # type: ignore[misc]
        assert choice.move == move
        assert choice.resigns == (move is None)
        assert choice.value == (0.25 if isinstance(answer, Choice) and answer.move else None)


def test_functions_are_given_the_position_and_the_clock() -> None:
    given: list[tuple[Position, Clock | None]] = []

    def bot(position: Position, clock: Clock | None) -> str:
        given.append((position, clock))
        return "E5"

    as_player(bot).choose(tg.go.start(9), Clock(3))
    assert given == [(tg.go.start(9), Clock(3))]


def test_functions_that_choose_wrongly() -> None:
    player = as_player(corner)
    with pytest.raises(PlayerFailed, match=r"^corner chose an illegal move: A1 is occupied by Black$") as caught:
        player.choose(tg.nogo.start(3).play("A1"))
    assert caught.value.cause == "illegal"
    with pytest.raises(PlayerFailed, match=r"^bot chose an illegal move: 'Q4' is not on this board; its corners are "):
        FunctionPlayer(lambda position, clock: "Q4", "bot").choose(tg.nogo.start(3))


def test_functions_are_values_too() -> None:
    player = as_player(corner)
    assert as_player(player) is player
    assert player == FunctionPlayer(corner)
    assert player != FunctionPlayer(corner, "another name")
    assert (str(player), repr(player)) == ("corner", "<player corner>")
    assert player.seeded(3) is player
    with pytest.raises(TypeError, match=r"'random' is not a player; expected one of tengen.players, or a function"):
        as_player("random")  # type: ignore[arg-type]


# Names.


@pytest.mark.parametrize("name", NAMES)
def test_players_print_as_what_makes_them_again(name: str) -> None:
    player = parse(name)
    assert str(player) == name
    assert repr(player) == f"<player {name}>"
    assert parse(str(player)) == player
    assert hash(parse(name)) == hash(player)
    assert pickle.loads(pickle.dumps(player)) == player
    assert [other for other in NAMES if parse(other) == player] == [name]


def test_seeded_players_are_what_the_seed_makes_of_them() -> None:
    for name in ("random", "greedy"):
        assert str(parse(name).seeded(3)) == f"{name}:seed=3"
    assert str(parse("mcts:visits=10").seeded(3)) == "mcts:visits=10,seed=3"


def test_blank_options_and_commands() -> None:
    assert parse("random:") == players.random
    assert parse("gtp:  gnugo --mode gtp ") == players.external("gnugo --mode gtp")
    assert parse("mcts:seconds=2").seconds == 2.0  # type: ignore[attr-defined]


EXPECTED = (
    "expected random, greedy, mcts or net (as in mcts:visits=1000 or net:seconds=0.5,threads=2), gtp:COMMAND, botzone:COMMAND, gomocup:COMMAND, nboard:COMMAND, "
    "FILE.py or FILE.py:FUNCTION"
)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", f"there is no player ''; {EXPECTED}"),
        ("alphago", f"there is no player 'alphago'; {EXPECTED}"),
        ("gtp:", f"there is no player 'gtp:'; {EXPECTED}"),
        ("gtp", f"there is no player 'gtp'; {EXPECTED}"),
        ("mybot.py:", f"there is no player 'mybot.py:'; {EXPECTED}"),
        ("mybot.py:not a name", f"there is no player 'mybot.py:not a name'; {EXPECTED}"),
        ("random:visits=3", "'visits=3' is no option of the player random; expected seed=..."),
        (
            "mcts:1000",
            "'1000' is no option of the player mcts; expected visits=..., seconds=..., threads=..., seed=... or "
            "memory=...",
        ),
        (
            "mcts:visits=3,,seed=1",
            "'' is no option of the player mcts; expected visits=..., seconds=..., threads=..., seed=... or memory=...",
        ),
        ("mcts:visits=many", "'visits=many' in the player 'mcts:visits=many': 'many' is not a number"),
        ("mcts:visits=1.5", "'visits=1.5' in the player 'mcts:visits=1.5': '1.5' is not a number"),
        ("mcts:visits=0", "0 visits; expected 1 to 16777214"),
        ("mcts:seconds=0", "0.0 seconds; expected more than 0"),
        ("mcts:seconds=nan", "nan seconds; expected more than 0"),
        ("mcts:threads=0", "0 threads; expected 1 or more"),
        ("greedy:seed=-1", "the seed is -1; expected a whole number from 0 to 2**64 - 1"),
        ("gtp:gnugo 'gtp", '"gnugo \'gtp" is not a command: no closing quotation'),
        ("nowhere.py:choose", "there is no file 'nowhere.py' to take the player 'nowhere.py:choose' from"),
        (
            "no_such_module:choose",
            "cannot import 'no_such_module' for the player 'no_such_module:choose': "
            "ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("tengen:nothing", "there is no function 'nothing' in 'tengen'; expected def nothing(position, clock)"),
        ("tengen:Board", "there is no function 'Board' in 'tengen'; expected def Board(position, clock)"),
        ("tengen:nogo", "there is no function 'nogo' in 'tengen'; expected def nogo(position, clock)"),
    ],
)
def test_names_that_are_none(name: str, message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        parse(name)
    assert str(caught.value) == message


def test_a_function_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "taste.py").write_text("FAVOURITE = 'C3'\n")
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "import taste\nfrom tengen import players\n\n"
        "@dataclass\nclass Thought:\n    move: str\n\n"
        "def choose(position, clock):\n    return Thought(taste.FAVOURITE).move\n\n"
        "patient = players.mcts(visits=12)\n"
    )
    player = parse(f"{bot}:choose")
    assert player.choose(tg.nogo.start(5)).move == tg.Point(2, 2)
    assert str(player) == f"{bot}:choose"
    assert parse(str(player)) == player
    assert len({player, parse(str(player))}) == 1
    copy = pickle.loads(pickle.dumps(player))
    assert copy == player
    assert copy.choose(tg.nogo.start(5)).move == tg.Point(2, 2)
    assert player.seeded(1) is player
    assert parse(f"{bot}:patient") == players.mcts(visits=12)
    with pytest.raises(tg.UsageError, match=r"there is no function 'other' in '.*mybot.py'"):
        parse(f"{bot}:other")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def play(position, clock): return helper()\ndef _helper(): pass\n", None),
        ("from os.path import join\ndef one(): pass\ndef choose(position, clock): return 'C3'\n", None),
        ("from tengen import players\nbest = players.mcts(visits=12)\n", None),
        (
            "import os\nclass Bot:\n    def choose(self, position, clock): pass\n",
            "there is no function in 'FILE' that could be a player; expected def choose(position, clock)",
        ),
        (
            "def one(): pass\ndef two(): pass\n",
            "there are 2 functions in 'FILE' (one or two); name one, as in FILE:one",
        ),
    ],
)
def test_a_file_alone_is_its_only_function(tmp_path: Path, source: str, message: str | None) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(source)
    if message is not None:
        with pytest.raises(tg.UsageError) as caught:
            parse(str(bot))
        assert str(caught.value) == message.replace("FILE", str(bot))
        return
    player = parse(str(bot))
    assert pickle.loads(pickle.dumps(player)) == player
    if "choose" in source:
        assert player.choose(tg.nogo.start(5)).move == tg.Point(2, 2)
    elif "best" in source:
        assert player == players.mcts(visits=12)
    else:
        with pytest.raises(NameError, match="helper"):
            player.choose(tg.nogo.start(5))


def test_a_file_that_does_not_load(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("def choose(position, clock:\n")
    with pytest.raises(tg.UsageError) as caught:
        parse(f"{bot}:choose")
    assert str(caught.value).startswith(f"cannot import '{bot}' for the player '{bot}:choose': SyntaxError: ")


def test_the_bot_of_the_docs_over_gtp(tengen: Tengen, tmp_path: Path) -> None:
    """The first function of the page, put into a file, and the session that the page shows."""
    page = (REPOSITORY / "docs" / "write-your-own-bot.md").read_text(encoding="utf-8")
    source = page.split("```python\n")[1].split("```")[0]
    (tmp_path / "mybot.py").write_text("".join(f"{line[4:]}\n" for line in source.splitlines()))
    command, *lines = page.split("```console\n$ ")[1].split("```")[0].splitlines()
    asked = [line for line in lines if line and line[0] != "="]
    assert len(asked) >= 4
    result = tengen(*shlex.split(command)[1:], input="\n".join([*asked, ""]).encode(), cwd=tmp_path)
    answers = [line.strip() for line in result.stdout.decode().splitlines() if line]
    assert answers == [line for line in lines if line and line[0] == "="]
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_function_in_a_module() -> None:
    player = parse("players.test_players:corner")
    assert player.choose(tg.nogo.start(3)).move == tg.Point(2, 0)
    assert pickle.loads(pickle.dumps(player)) == player
    assert parse("tengen.players:greedy") == players.greedy
