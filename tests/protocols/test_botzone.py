"""Botzone's JSON: exact exchanges, whole games, the time that is taken, and whatever can be wrong with the input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from conftest import Tengen
from tengen.errors import ParseError, PlayerFailed, TengenError, UsageError
from tengen.games import by_name
from tengen.games.game import Position
from tengen.grid import PASS, Pass, Point
from tengen.players import Candidate, Choice, Clock, FunctionPlayer, mcts, random
from tengen.players.botzone_engine import SIZES
from tengen.protocols.botzone import DEFAULT_LIMIT, Bot, later_limit, thinking_time
from waiting import PATIENCE

OPENING = {"x": -1, "y": -1}


def first_legal(position: Position, clock: Clock | None) -> Point | Pass:
    return position.legal_moves[0]


class Watcher:
    """A player that keeps what it was asked."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.clock: Clock | None = None

    def player(self) -> FunctionPlayer:
        def watch(position: Position, clock: Clock | None) -> Point | Pass:
            self.position, self.clock = position, clock
            return position.legal_moves[0]

        return FunctionPlayer(watch)


def as_json(move: Point | Pass) -> dict[str, int]:
    return dict(OPENING) if isinstance(move, Pass) else {"x": move.col, "y": move.row}


def history(moves: list[Point | Pass], **more: Any) -> str:
    """What Botzone sends to the side whose turn it is after these moves."""
    own = [as_json(move) for move in moves[len(moves) % 2 :: 2]]
    other = [as_json(move) for move in moves[(len(moves) + 1) % 2 :: 2]]
    if len(moves) % 2 == 0:
        other.insert(0, OPENING)
    return json.dumps({"requests": other, "responses": own, **more})


@pytest.mark.parametrize(
    ("game", "line", "answer"),
    [
        (
            "nogo",
            '{"requests":[{"x":-1,"y":-1}],"responses":[]}',
            '{"response":{"x":0,"y":0},"debug":"chosen by first_legal"}',
        ),
        (
            "nogo",
            '{"requests":[{"x":0,"y":0}],"responses":[],"data":"","globaldata":"","time_limit":"","memory_limit":""}',
            '{"response":{"x":1,"y":0},"debug":"chosen by first_legal"}',
        ),
        (
            "nogo",
            '{"requests":[{"x":-1,"y":-1},{"x":1,"y":0}],"responses":[{"x":0,"y":0}]}',
            '{"response":{"x":2,"y":0},"debug":"chosen by first_legal"}',
        ),
        (
            "gomoku",
            '{"requests":[{"x":0,"y":0},{"x":2,"y":0}],"responses":[{"x":1,"y":0}]}',
            '{"response":{"x":3,"y":0},"debug":"chosen by first_legal"}',
        ),
        (
            "othello",
            '{"requests":[{"x":-1,"y":-1}],"responses":[]}',
            '{"response":{"x":3,"y":2},"debug":"chosen by first_legal"}',
        ),
    ],
)
def test_exact_exchanges(game: str, line: str, answer: str) -> None:
    assert Bot(game, FunctionPlayer(first_legal)).turn(line) == answer
    assert Bot(game, FunctionPlayer(first_legal)).turn(line.encode()) == answer


def test_x_is_the_column_and_y_the_row_from_the_top() -> None:
    watcher = Watcher()
    Bot("nogo", watcher.player()).turn('{"requests":[{"x":7,"y":1}]}')
    assert watcher.position == tg.nogo.start(9).play("H8")
    assert watcher.position is not None
    assert watcher.position[Point(1, 7)] is tg.BLACK


def test_debug_says_what_the_player_knows() -> None:
    def knows(position: Position, clock: Clock | None) -> Choice:
        line = tg.Points([Point(0, 0), Point(8, 8)], 9)
        return Choice(
            Point(0, 0), 1.0, (Candidate(Point(0, 0), 90, 1.0, line), Candidate(Point(1, 1), 10, 0.5, line)), line, True
        )

    answer = json.loads(Bot("nogo", FunctionPlayer(knows)).turn(history([])))
    assert answer == {"response": {"x": 0, "y": 0}, "debug": "a proven win after 100 visits; A9 J1"}


def test_debug_is_not_longer_than_the_site_keeps() -> None:
    line = tg.Points([Point(7, 7)] * 1000, 15)
    bot = Bot("gomoku", FunctionPlayer(lambda position, clock: Choice(Point(7, 7), 0.5, (), line)))
    assert len(json.loads(bot.turn(history([])))["debug"]) == 1000


def following(script: dict[Position, Point | Pass]) -> FunctionPlayer:
    return FunctionPlayer(lambda position, clock: script[position])


def games(game: str, chance: Random) -> Iterator[list[tuple[Position, Point | Pass]]]:
    """Random games: each position and the move made there. Of Othello enough for passes to happen."""
    for _ in range(30 if game == "othello" else 3):
        start = by_name(game).start(SIZES[game], SIZES[game])
        position = start
        steps: list[tuple[Position, Point | Pass]] = []
        moves = tg.simulate(start, "random", chance.getrandbits(32)).moves
        while game == "nogo" and moves[0] == Point(4, 4):  # where the bot does not open
            moves = tg.simulate(start, "random", chance.getrandbits(32)).moves
        for move in moves:
            steps.append((position, move))
            position = position.play(move)
        yield steps


@pytest.mark.parametrize("game", SIZES)
def test_a_whole_history_is_understood_at_every_turn(game: str, chance: Random) -> None:
    passes = 0
    for steps in games(game, chance):
        moves = [move for _, move in steps]
        passes += moves.count(PASS)
        for ply, (position, _) in enumerate(steps):
            watcher = Watcher()
            Bot(game, watcher.player()).turn(history(moves[:ply]))
            assert watcher.position == position
    assert passes or game != "othello"


@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_running_bot_understands_one_move_after_the_other(game: str, side: int, chance: Random) -> None:
    for steps in games(game, chance):
        moves = [move for _, move in steps]
        bot = Bot(game, following(dict(steps)))
        for ply in range(side, len(moves), 2):
            answer = bot.turn(history(moves[:ply]) if ply == side else json.dumps(as_json(moves[ply - 1])))
            assert json.loads(answer)["response"] == as_json(moves[ply])


@pytest.mark.parametrize("game", SIZES)
@pytest.mark.parametrize("keeps_running", [False, True])
@pytest.mark.parametrize("side", [0, 1])
def test_whole_games_against_a_random_opponent(game: str, keeps_running: bool, side: int, chance: Random) -> None:
    """A little referee: every answer is a legal move, up to the end of the game."""
    position = by_name(game).start(SIZES[game], SIZES[game])
    bot = Bot(game, random)
    moves: list[Point | Pass] = []
    while not position.is_over:
        if len(moves) % 2 == side:
            if not keeps_running:
                bot = Bot(game, random)
            whole = not keeps_running or len(moves) < 2
            answer = json.loads(bot.turn(history(moves) if whole else json.dumps(as_json(moves[-1]))))
            assert set(answer) == {"response", "debug"}
            x, y = answer["response"]["x"], answer["response"]["y"]
            move: Point | Pass = PASS if x == -1 else Point(y, x)
        else:
            move = chance.choice(list(position.legal_moves))
        assert position.is_legal(move)
        position = position.play(move)
        moves.append(move)
    assert position.outcome is not None


def test_a_running_bot_takes_a_whole_history_too() -> None:
    watcher = Watcher()
    bot = Bot("nogo", watcher.player())
    bot.turn(history([]))
    bot.turn(history([Point(3, 3)]))
    assert watcher.position == tg.nogo.start(9).play(Point(3, 3))


def test_without_a_move_the_answer_is_nowhere() -> None:
    moves: list[Point | Pass] = [*tg.simulate(tg.nogo.start(9), "random", 7).moves]
    bot = Bot("nogo", random)
    loser = ("Black", "White")[len(moves) % 2]
    winner = ("White", "Black")[len(moves) % 2]
    assert json.loads(bot.turn(history(moves))) == {
        "response": OPENING,
        "debug": f"the game is over: {winner} wins: {loser} has no legal move",
    }
    with pytest.raises(ParseError, match="the game is over: the last answer was no move"):
        bot.turn('{"x":0,"y":0}')


def test_a_player_that_resigns_answers_nowhere() -> None:
    bot = Bot("gomoku", FunctionPlayer(lambda position, clock: "resign", "coward"))
    assert bot.turn(history([])) == '{"response":{"x":-1,"y":-1},"debug":"coward resigns"}'


def test_the_first_move_of_nogo_is_not_the_centre() -> None:
    centre = FunctionPlayer(lambda position, clock: Point(4, 4))
    assert json.loads(Bot("nogo", centre).turn(history([])))["response"] == {"x": 3, "y": 4}
    assert json.loads(Bot("nogo", centre).turn(history([Point(0, 0)])))["response"] == {"x": 4, "y": 4}
    line = tg.Points([Point(2, 6)], 9)
    knows = FunctionPlayer(
        lambda position, clock: Choice(
            Point(4, 4), 0.9, (Candidate(Point(4, 4), 9, 0.9, line), Candidate(Point(2, 6), 1, 0.25, line))
        )
    )
    assert json.loads(Bot("nogo", knows).turn(history([]))) == {
        "response": {"x": 6, "y": 2},
        "debug": "win 25.0 % after 10 visits; G7",
    }
    corner = FunctionPlayer(lambda position, clock: Point(7, 7))
    assert json.loads(Bot("gomoku", corner).turn(history([])))["response"] == {"x": 7, "y": 7}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", 'there is no input; expected a line of JSON like {"requests": [{"x": -1, "y": -1}], "responses": []}'),
        ("{", "the input is not JSON: Expecting property name enclosed in double quotes at character 2"),
        ("1" * 5000, "the input is not JSON that can be read: ValueError"),
        ("[" * 200_000, "the input is not JSON that can be read: RecursionError"),
        (b"\xff\xfe{", "the input is not JSON that can be read: UnicodeDecodeError"),
        ("[1]", 'the input is a list; expected an object like {"requests": [{"x": -1, "y": -1}], "responses": []}'),
        ("null", 'the input is null; expected an object like {"requests": [{"x": -1, "y": -1}], "responses": []}'),
        ("{}", '"requests" is missing; expected an object like {"requests": [{"x": -1, "y": -1}], "responses": []}'),
        (
            '{"x":1,"y":2}',
            '"requests" is missing; expected an object like {"requests": [{"x": -1, "y": -1}], "responses": []}',
        ),
        ('{"requests":null}', '"requests" is null; expected a list'),
        ('{"requests":"x"}', '"requests" is a string; expected a list'),
        ('{"requests":[],"responses":{}}', '"responses" is an object; expected a list'),
        ('{"requests":[],"responses":[]}', "0 requests and 0 responses; expected one response fewer than requests"),
        (
            '{"requests":[{},{}],"responses":[]}',
            "2 requests and 0 responses; expected one response fewer than requests",
        ),
        ('{"requests":["4 4"]}', 'request 1 is a string; expected {"x": column, "y": row}'),
        ('{"requests":[{"x":1}]}', 'request 1: "y" is missing; expected a whole number'),
        ('{"requests":[{"x":true,"y":0}]}', 'request 1: "x" is true; expected a whole number'),
        ('{"requests":[{"x":"1","y":0}]}', 'request 1: "x" is "1"; expected a whole number'),
        ('{"requests":[{"x":1.5,"y":0}]}', 'request 1: "x" is 1.5; expected a whole number'),
        ('{"requests":[{"x":[],"y":0}]}', 'request 1: "x" is a list; expected a whole number'),
        ('{"requests":[{"x":9,"y":0}]}', "request 1: x=9, y=0 is not on the 9x9 board; expected 0 to 8"),
        ('{"requests":[{"x":-1,"y":0}]}', "request 1: x=-1, y=0 is not on the 9x9 board; expected 0 to 8"),
        (
            '{"requests":[{"x":' + "9" * 30 + ',"y":0}]}',
            "request 1: x=a number of more than 20 digits, y=0 is not on the 9x9 board; expected 0 to 8",
        ),
        (
            '{"requests":[{"x":4,"y":4},{"x":4,"y":4}],"responses":[{"x":0,"y":0}]}',
            "request 2 (x=4, y=4) is illegal: E5 is occupied by Black",
        ),
        (
            '{"requests":[{"x":4,"y":4},{"x":0,"y":0}],"responses":[{"x":4,"y":4}]}',
            "response 1 (x=4, y=4) is illegal: E5 is occupied by Black",
        ),
        (
            '{"requests":[{"x":4,"y":4},{"x":-1,"y":-1}],"responses":[{"x":0,"y":0}]}',
            "request 2 (x=-1, y=-1) is illegal: nobody passes in NoGo",
        ),
        (
            '{"requests":[{"x":-1,"y":-1},{"x":1,"y":0},{"x":0,"y":1}],"responses":[{"x":0,"y":0},{"x":8,"y":8}]}',
            "request 3 (x=0, y=1) is illegal: White at A8 leaves without a liberty the black stone at A9 "
            "(no capture in NoGo)",
        ),
        (
            '{"requests":[{"x":-1,"y":-1}],"time_limit":"soon"}',
            '"time_limit" is "soon"; expected a number of seconds, or of milliseconds from 100 up',
        ),
        (
            '{"requests":[{"x":-1,"y":-1}],"time_limit":-1}',
            '"time_limit" is -1; expected a number of seconds, or of milliseconds from 100 up',
        ),
        (
            '{"requests":[{"x":-1,"y":-1}],"time_limit":true}',
            '"time_limit" is true; expected a number of seconds, or of milliseconds from 100 up',
        ),
        (
            '{"requests":[{"x":-1,"y":-1}],"time_limit":NaN}',
            '"time_limit" is NaN; expected a number of seconds, or of milliseconds from 100 up',
        ),
    ],
)
def test_bad_input_is_said_in_one_line(line: str | bytes, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        Bot("nogo", random).turn(line)
    assert str(caught.value) == message


def test_bad_input_in_a_running_bot() -> None:
    bot = Bot("othello", FunctionPlayer(first_legal))
    bot.turn(history([]))
    for line, message in (
        ('{"x":0,"y":0}', "(x=0, y=0) is illegal: White at a1 brackets no disc of Black"),
        ('{"x":-1,"y":-1}', "(x=-1, y=-1) is illegal: White has a move and may not pass"),
    ):
        with pytest.raises(ParseError) as caught:
            bot.turn(line)
        assert str(caught.value) == f"the request {message}"
    assert json.loads(bot.turn('{"x":2,"y":2}'))["response"] != OPENING


def test_games_that_are_not_there() -> None:
    with pytest.raises(UsageError) as caught:
        Bot("go")
    assert str(caught.value) == "'go' is not played on Botzone as it is here; expected nogo, gomoku or othello"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("Point(99, 0)", "bad chose an illegal move: Point(99, 0) is not on a 9x9 board"),
        ("'A9'", "bad chose an illegal move: A9 is occupied by Black"),
        ("1 / 0", "bad failed: ZeroDivisionError: division by zero"),
        ("exit('no\\nway')", "bad failed: SystemExit: no way"),
    ],
)
def test_a_player_that_fails(code: str, message: str) -> None:
    bot = Bot("nogo", FunctionPlayer(eval(f"lambda position, clock: {code}", {"Point": Point}), "bad"))
    with pytest.raises(PlayerFailed) as caught:
        bot.turn(history([Point(0, 0)]))
    assert str(caught.value) == message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["x", "y", "requests", "responses", "time_limit", "data"]) | st.text(max_size=2),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
TURNS = st.fixed_dictionaries(
    {
        "requests": st.lists(
            st.fixed_dictionaries({"x": st.integers(-1, 9), "y": st.integers(-1, 9)}) | JSON, max_size=4
        ),
        "responses": st.lists(st.fixed_dictionaries({"x": st.integers(-1, 9), "y": st.integers(-1, 9)}), max_size=3),
    },
    optional={"time_limit": JSON},
)


@given(
    game=st.sampled_from(list(SIZES)),
    lines=st.lists(st.binary(max_size=30) | JSON.map(json.dumps) | TURNS.map(json.dumps), min_size=1, max_size=3),
)
def test_whatever_comes_is_answered_or_refused_in_one_line(game: str, lines: list[str | bytes]) -> None:
    bot = Bot(game, random)
    for line in lines:
        try:
            answer = bot.turn(line)
        except TengenError as error:
            said = str(error)
        else:
            said = answer
            assert set(json.loads(answer)["response"]) == {"x", "y"}
        assert said
        assert "\n" not in said


def test_how_much_of_a_limit_is_spent() -> None:
    assert thinking_time(DEFAULT_LIMIT) == pytest.approx(0.7)
    assert thinking_time(6.0) == pytest.approx(5.1)
    assert later_limit(0.5) == 0.5
    assert later_limit(1.0) == 1.0
    assert later_limit(1.2) == 1.0
    assert later_limit(6.0) == 4.0


@pytest.mark.parametrize(
    ("more", "spent", "first", "later"),
    [
        ({}, 0.0, 0.7, 0.7),
        ({}, 0.2, 0.5, 0.7),
        ({}, 5.0, 0.05, 0.7),
        ({"time_limit": ""}, 0.0, 0.7, 0.7),
        ({"time_limit": None}, 0.0, 0.7, 0.7),
        ({"time_limit": 2}, 0.0, 1.7, 4 / 3 - 0.3),
        ({"time_limit": 2000}, 0.0, 1.7, 4 / 3 - 0.3),
        ({"time_limit": "6000"}, 0.5, 4.6, 3.4),
        ({"time_limit": 0.3}, 0.0, 0.05, 0.05),
    ],
)
def test_the_clock_that_a_player_gets(
    more: dict[str, Any], spent: float, first: float, later: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.protocols.botzone.monotonic", lambda: 0.0)
    watcher = Watcher()
    bot = Bot("nogo", watcher.player())
    bot.turn(history([], **more), spent)
    assert watcher.clock is not None
    assert watcher.clock.remaining == pytest.approx(first)
    assert watcher.clock.stones_left == 1
    bot.turn('{"x":8,"y":8}')
    assert watcher.clock is not None
    assert watcher.clock.remaining == pytest.approx(later)


def test_a_search_keeps_to_the_clock_whatever_it_was_told() -> None:
    position = tg.nogo.start(9)
    clock = Clock.per_move(0.7)
    assert mcts(seconds=60).seconds_for(position, clock) == clock.allowance(1)
    assert mcts(visits=10**7).seconds_for(position, clock) == clock.allowance(1)
    assert clock.allowance(1) < 0.7


def test_a_real_search_is_over_when_the_turn_is(tengen: Tengen) -> None:
    began = monotonic()
    result = tengen("botzone", "nogo", "--player", "mcts:seconds=600", input=history([]).encode())
    assert monotonic() - began < PATIENCE
    assert "visits" in json.loads(result.stdout)["debug"]


def test_the_age_of_a_process_counts_from_its_start() -> None:
    """The clock of a turn runs since the program was started, so what went by before our first line counts."""
    script = "import time; time.sleep(0.6); from tengen.cli.talking import process_age; print(process_age())"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert 0.6 <= float(result.stdout) < 10
