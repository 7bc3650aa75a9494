"""Programs that speak Botzone's, Gomocup's and NBoard's protocol, as players."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, missing
from players.shared import ENGINES, Programs, choose_vertex, failure, told
from tengen import players
from tengen.errors import UsageError
from tengen.players import Clock


def program(programs: Programs, protocol: str, name: str, *words: str, timeout: float = 20.0) -> players.ExternalPlayer:
    programs.made.append(players.external(programs.command(name, *words), protocol=protocol, timeout=timeout))
    return programs.made[-1]


# Botzone


def test_a_bot_that_is_started_for_every_turn_is_told_the_whole_game(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = program(programs, "botzone", "botzone", "--log", str(log))
    position = tg.nogo.start(9)
    move = bot.choose(position).move
    assert move == tg.Point(0, 0)
    assert programs.running() == 0
    position = position.play(move).play(tg.Point(8, 8))
    assert bot.choose(position, Clock.per_move(2)).move == tg.Point(0, 2)
    first, second = map(json.loads, told(log))
    nowhere = {"x": -1, "y": -1}
    assert first == {"requests": [nowhere], "responses": [], "time_limit": 6.0}
    limit = second.pop("time_limit")
    assert 1.5 < limit <= 2
    assert second == {
        "requests": [nowhere, {"x": 8, "y": 8}],
        "responses": [{"x": 0, "y": 0}],
        "data": "after 0,0",
    }


def test_a_bot_that_goes_on_running_is_told_the_last_move(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = program(programs, "botzone", "botzone", "--keep", "--log", str(log))
    game = players.play(tg.nogo.start(9), players.greedy.seeded(3), bot)
    assert game.ending in ("over", "resigned")
    first, *rest = map(json.loads, told(log))
    assert len(first["requests"]) == 1
    assert first["responses"] == []
    assert rest
    assert all(set(line) == {"x", "y"} for line in rest)
    assert programs.running() == 1
    again = tg.nogo.start(9).play(tg.Point(4, 4)).play(tg.Point(4, 5)).play(tg.Point(4, 6))
    bot.choose(again)  # another game: it is started again and told all of it
    (line,) = map(json.loads, told(log))
    assert sorted((move["y"], move["x"]) for move in line["requests"]) == [(4, 4), (4, 6)]
    assert line["responses"] == [{"x": 5, "y": 4}]
    assert programs.running() == 1


@pytest.mark.parametrize("way", ["", "--keep-running"])
@pytest.mark.parametrize("game", ["nogo", "gomoku", "othello"])
def test_our_own_bot_plays_whole_games_as_botzone_asks_it(game: str, way: str) -> None:
    start = {"nogo": tg.nogo.start(9), "gomoku": tg.gomoku.start(15), "othello": tg.othello.start()}[game]
    if game != "othello" and not way:
        start = play_to_the_middle(start)  # a process for each turn: a short game will do
    with players.parse(f"botzone:{TENGEN} botzone {game} --player greedy:seed=1 {way}") as bot:  # type: ignore[attr-defined]
        played = players.play(start, players.parse("random:seed=2"), bot, most_plies=12)
    assert played.ending in ("over", "unfinished"), played.reason


def after_choice(player: players.Player, position: tg.Position, clock: Clock | None = None) -> tg.Position:
    move = player.choose(position, clock).move
    assert move is not None
    return position.play(move)


def play_to_the_middle(position: tg.Position) -> tg.Position:
    for _ in range(20):
        position = after_choice(players.parse("random:seed=5"), position)
    return position


def test_a_bot_in_another_language(tmp_path: Path) -> None:
    compiler = shutil.which("c++")
    if compiler is None:
        missing("a C++ compiler", "Debian: g++")
    subprocess.run([str(compiler), "-o", str(tmp_path / "bot"), str(ENGINES / "botzone.cpp")], check=True)
    with players.external(shlex.quote(str(tmp_path / "bot")), protocol="botzone") as bot:
        position = tg.nogo.start(9)
        for point in (tg.Point(0, 0), tg.Point(0, 2), tg.Point(0, 4)):
            assert bot.choose(position).move == point
            position = position.play(point).play(tg.Point(8 - point.row, 8 - point.col))


@pytest.mark.parametrize(
    ("says", "complaint", "cause"),
    [
        ("hello", "answered with no JSON: 'hello'", "protocol"),
        ("[1]", "answered with no object: '[1]'", "protocol"),
        ('{"x": 1}', """answered '{"x": 1}'; expected {"response": {"x": 0, "y": 0}}""", "protocol"),
        (
            '{"response": {"x": true, "y": 1}}',
            """answered '{"response": {"x": true, "y": 1}}'; expected {"response": {"x": 0, "y": 0}}""",
            "protocol",
        ),
        ('{"response": {"x": 9, "y": 1}}', "chose an illegal move: x=9, y=1 is not on the board", "illegal"),
        ('{"response": {"x": 4, "y": 4}}', "chose an illegal move: E5 is occupied by Black", "illegal"),
    ],
)
def test_a_bot_that_answers_nonsense(programs: Programs, says: str, complaint: str, cause: str) -> None:
    bot = program(programs, "botzone", "botzone", "--says", says)
    failed = failure(bot, tg.nogo.start(9).play(tg.Point(4, 4)))
    assert str(failed) == f"{bot.command!r} {complaint}"
    assert failed.cause == cause


def test_a_bot_that_has_no_move_resigns(programs: Programs) -> None:
    bot = program(programs, "botzone", "botzone", "--says", '{"response": {"x": -1, "y": -1}}')
    assert bot.choose(tg.nogo.start(9)).move is None


def test_a_bot_that_ends_or_lingers(tmp_path: Path) -> None:
    failed = failure(players.external("true", protocol="botzone"), tg.nogo.start(9))
    assert (str(failed), failed.cause) == ("'true' ended with exit status 0 instead of answering turn 1", "crash")
    sleepy = players.external("sleep 60", protocol="botzone", timeout=0.1)
    assert str(failure(sleepy, tg.nogo.start(9))) == "'sleep 60' did not answer turn 1 within 0.1 seconds"


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (tg.go.start(9), "cannot play go: Botzone has nogo, gomoku or othello"),
        (tg.nogo.start(7), "cannot be told of a 7x7 board: on Botzone nogo is 9x9"),
        (
            tg.nogo.parse("X" + "." * 8 + ("\n" + "." * 9) * 8, tg.BLACK),
            "cannot be told of this position: no line of moves from the usual start to it was found",
        ),
        (tg.nogo.parse("#" + "." * 8 + ("\n" + "." * 9) * 8), "cannot be told of a board with holes"),
    ],
)
def test_what_botzone_has_no_words_for(position: tg.Position, complaint: str) -> None:
    bot = players.external("true", protocol="botzone")
    assert str(failure(bot, position)) == f"'true' {complaint}"


# Gomocup


@pytest.mark.parametrize("size", [(15, 15), (9, 11)])
def test_our_own_brain_plays_a_game(size: tuple[int, int]) -> None:
    with players.external(f"{TENGEN} gomocup --player greedy:seed=1", protocol="gomocup") as brain:
        for black in (True, False):
            both = (brain, players.greedy) if black else (players.greedy, brain)
            game = players.play(tg.gomoku.start(size, variant="standard"), *both, clock=Clock.per_move(5))
            assert game.ending == "over", game.reason


def test_what_a_brain_is_told(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    brain = program(programs, "gomocup", "gomocup", "--log", str(log), "--answers", "7,7", "8,8", "9,9", "0,0")
    position: tg.Position = tg.gomoku.start(15, variant="caro")
    position = after_choice(brain, position).play(tg.Point(0, 1))
    assert told(log) == [
        "START 15",
        "INFO rule 8",
        "INFO timeout_turn 1000",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
        "BEGIN",
    ]
    after_choice(brain, position, Clock(60))
    assert told(log) == ["INFO timeout_turn 60000", "INFO timeout_match 60000", "INFO time_left 60000", "TURN 1,0"]
    position = tg.gomoku.start(15, variant="caro").play(tg.Point(3, 4)).play(tg.Point(5, 6)).play(tg.Point(1, 2))
    brain.choose(position, Clock(0, period=30, stones=3))
    lines = told(log)
    assert lines[:4] == ["START 15", "INFO rule 8", "INFO timeout_turn 10000", "INFO timeout_match 0"]
    assert lines[5] == "BOARD"
    assert sorted(lines[6:9]) == ["2,1,2", "4,3,2", "6,5,1"]
    assert lines[9:] == ["DONE"]


@pytest.mark.parametrize(
    ("answer", "complaint", "cause"),
    [
        ("ERROR too small", "refused it: ERROR too small", "protocol"),
        ("UNKNOWN command", "refused it: UNKNOWN command", "protocol"),
        ("15,0", "chose an illegal move: 15,0 is not on the board", "illegal"),
        ("1,0", "chose an illegal move: B15 is occupied by Black", "illegal"),
    ],
)
def test_a_brain_that_answers_nonsense(programs: Programs, answer: str, complaint: str, cause: str) -> None:
    brain = program(programs, "gomocup", "gomocup", "--answers", answer)
    failed = failure(brain, tg.gomoku.start(15).play(tg.Point(0, 1)))
    assert str(failed) == f"{brain.command!r} {complaint}"
    assert failed.cause == cause


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (tg.nogo.start(9), "cannot play nogo: the Gomocup protocol is for gomoku"),
        (tg.gomoku.start(9, in_a_row=4), "cannot be told of 4 in a row: the Gomocup protocol has 5"),
    ],
)
def test_what_gomocup_has_no_words_for(programs: Programs, position: tg.Position, complaint: str) -> None:
    brain = program(programs, "gomocup", "gomocup")
    assert str(failure(brain, position)) == f"{brain.command!r} {complaint}"


# NBoard


def test_a_program_plays_a_game_of_othello(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program_ = program(programs, "nboard", "nboard", "--log", str(log))
    game = players.play(tg.othello.start(), program_, players.greedy.seeded(1), clock=Clock(90))
    assert game.ending == "over", game.reason
    assert told(log)[:5] == [
        "nboard 2",
        "set depth 8",
        "ping 1",
        "set game (;GM[Othello]PC[Tengen]PB[black]PW[white]RE[?]TI[1:30]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *];)",
        "ping 2",
    ]


def test_a_program_answers_nonsense(programs: Programs) -> None:
    bad = program(programs, "nboard", "nboard", "--says", "=== z9")
    failed = failure(bad, tg.othello.start())
    assert str(failed) == (
        f"{bad.command!r} answered 'go' with no move: 'z9' is not on this board; its corners are a1 and h8"
    )
    other = program(programs, "nboard", "nboard", "--says", "=== A1")
    assert failure(other, tg.othello.start()).cause == "illegal"


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (tg.gomoku.start(9), "cannot play gomoku: the protocol of NBoard is for othello"),
        (tg.othello.start(6), "cannot be told of this board: the protocol of NBoard has 8x8, without holes"),
    ],
)
def test_what_nboard_has_no_words_for(programs: Programs, position: tg.Position, complaint: str) -> None:
    other = program(programs, "nboard", "nboard")
    assert str(failure(other, position)) == f"{other.command!r} {complaint}"


# By name


def test_they_have_names() -> None:
    assert players.parse("gomocup: ./brain -x ") == players.external("./brain -x", protocol="gomocup")
    deep = players.parse("nboard:depth=12 ./ntest x")
    assert deep == players.external("./ntest x", protocol="nboard", depth=12)
    assert str(deep) == "nboard:depth=12 ./ntest x"
    assert str(players.external("bot", protocol="botzone")) == "botzone:bot"
    assert players.external("bot", protocol="botzone") != players.external("bot")
    with pytest.raises(UsageError, match=r"^there is no protocol 'uci'; expected gtp, botzone, gomocup or nboard$"):
        players.external("bot", protocol="uci")
    with pytest.raises(UsageError, match=r"^a depth of 99; expected 1 to 60$"):
        players.parse("nboard:depth=99 ntest")


def test_gtp_is_a_bridge_to_the_other_protocols(programs: Programs) -> None:
    command = f"{TENGEN} gtp othello --player {shlex.quote('nboard:' + programs.command('nboard'))}"
    with players.external(command) as bridged:
        assert choose_vertex(bridged, tg.othello.start()) == choose_vertex(
            program(programs, "nboard", "nboard"), tg.othello.start()
        )
