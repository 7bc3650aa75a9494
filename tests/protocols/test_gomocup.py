"""The Gomocup protocol: exact exchanges, whole games with a little manager, time, and lines of garbage."""

from __future__ import annotations

import signal
import subprocess
from random import Random
from time import monotonic, sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from conftest import REPOSITORY, TENGEN, Tengen
from protocols.sessions import console_parts, run_shell
from tengen import __version__
from tengen.games.game import Position
from tengen.grid import Point
from tengen.players import Choice, Clock, FunctionPlayer, mcts, random
from tengen.protocols.gomocup import Brain
from waiting import PATIENCE


def first_legal(position: Position, clock: Clock | None) -> Point:
    move = position.legal_moves[0]
    assert isinstance(move, Point)
    return move


def converse(brain: Brain, text: str) -> list[str]:
    """All answers to these lines."""
    return [answer for line in text.split("\n") for answer in brain.answer(line)]


def random_point(position: Position, chance: Random) -> Point:
    move = chance.choice(list(position.legal_moves))
    assert isinstance(move, Point)
    return move


class Watcher:
    """A player that keeps what it was asked."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.clock: Clock | None = None

    def player(self) -> FunctionPlayer:
        def watch(position: Position, clock: Clock | None) -> Point:
            self.position, self.clock = position, clock
            return first_legal(position, clock)

        return FunctionPlayer(watch)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("START 20", ["OK"]),
        ("start 15\r", ["OK"]),
        ("START 20\nBEGIN", ["OK", "0,0"]),
        ("START 20\nTURN 10,10", ["OK", "0,0"]),
        ("START 20\nTURN 0,0\nTURN 2,0", ["OK", "1,0", "3,0"]),
        ("RECTSTART 30,20\nTURN 29,19", ["OK", "0,0"]),
        ("START 9\nBEGIN\nRESTART\nBEGIN", ["OK", "0,0", "OK", "0,0"]),
        ("START 20\nBOARD\n0,0,1\n1,0,2\nDONE", ["OK", "2,0"]),
        ("START 20\nboard\n 0 , 0 , 2\ndone", ["OK", "1,0"]),
        ("START 20\nBOARD\nDONE", ["OK", "0,0"]),
        ("START 20\nBEGIN\nTURN 5,5\nTAKEBACK 1,0\nTAKEBACK 5,5\nTURN 6,6", ["OK", "0,0", "1,0", "OK", "OK", "1,0"]),
        ("START 20\nPLAY 3,4\nTURN 0,0", ["OK", "3,4", "1,0"]),
        ("ABOUT", [f'name="Tengen", version="{__version__}"']),
        ("\n\r\n   \n", []),
        (
            "INFO timeout_turn 5000\nINFO timeout_match 100000\nINFO max_memory 83886080\nINFO game_type 1\nINFO rule 0\n"
            "INFO time_left 100000\nINFO evaluate 3,4\nINFO folder C:\\data\nINFO something new\nINFO\nINFO rule x",
            [],
        ),
        ("END", []),
        ("SWAP2BOARD\nDONE", ["ERROR there is no board yet; send START first"]),
        ("START 15\nSWAP2BOARD\nDONE", ["OK", "7,7 8,7 9,9"]),
        ("START 5\nSWAP2BOARD\nDONE", ["OK", "2,2 3,2 4,4"]),
        ("START 15\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nBEGIN", ["OK", "0,0", "0,0"]),
    ],
)
def test_exact_exchanges(said: str, answered: list[str]) -> None:
    assert converse(Brain(FunctionPlayer(first_legal)), said) == answered


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("TURN 1,1", "ERROR there is no board yet; send START first"),
        ("BEGIN", "ERROR there is no board yet; send START first"),
        ("RESTART", "ERROR there is no board yet; send START first"),
        ("TAKEBACK 1,1", "ERROR there is no board yet; send START first"),
        ("PLAY 1,1", "ERROR there is no board yet; send START first"),
        ("BOARD\n1,1,1\nDONE", "ERROR there is no board yet; send START first"),
        ("START", "ERROR START ''; expected a size, as in START 20"),
        ("START twenty", "ERROR START 'twenty'; expected a size, as in START 20"),
        ("START 4", "ERROR a board of 4x4; expected 5 to 50 columns and rows"),
        ("START 99999", "ERROR a board of 99999x99999; expected 5 to 50 columns and rows"),
        ("START 9999999", "ERROR START '9999999'; expected a size, as in START 20"),
        ("START -5", "ERROR START '-5'; expected a size, as in START 20"),
        ("START \u0665", "ERROR START '\u0665'; expected a size, as in START 20"),
        ("RECTSTART 30", "ERROR RECTSTART '30'; expected columns and rows, as in RECTSTART 30,20"),
        ("RECTSTART 30,3", "ERROR a board of 30x3; expected 5 to 50 columns and rows"),
        ("HELLO", "UNKNOWN 'HELLO' is not a command here"),
        ("SUGGEST 1,1", "UNKNOWN 'SUGGEST' is not a command here"),
        ("DONE", "UNKNOWN 'DONE' is not a command here"),
        ("1,1,1", "UNKNOWN '1,1,1' is not a command here"),
        ("\x00\x1b[2J" + "A" * 99, "UNKNOWN '\\x00\\x1b[2JAAAAAAAAAAAAAAA...' is not a command here"),
    ],
)
def test_what_is_refused_before_a_board(said: str, answered: str) -> None:
    assert converse(Brain(random), said) == [answered]


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("TURN", "ERROR '' in TURN; expected x,y as in 10,10"),
        ("TURN 1;2", "ERROR '1;2' in TURN; expected x,y as in 10,10"),
        ("TURN 1,2,3", "ERROR '1,2,3' in TURN; expected x,y as in 10,10"),
        ("TURN -1,2", "ERROR '-1,2' in TURN; expected x,y as in 10,10"),
        ("TURN 9,6", "ERROR 9,6 is not on the board of 9x7"),
        ("TURN 8,7", "ERROR 8,7 is not on the board of 9x7"),
        ("TURN 2,3", "ERROR 2,3 is occupied"),
        ("PLAY 0,0", "ERROR 0,0 is occupied"),
        ("TAKEBACK 5,5", "ERROR there is no stone at 5,5"),
        ("BOARD\n1,1\n2,2,1\nDONE", "ERROR '1,1' in BOARD; expected x,y,1 (own) or x,y,2 (the opponent's), or DONE"),
        (
            "BOARD\n1,1,3\nTURN 1,1\nDONE",
            "ERROR '1,1,3' in BOARD; expected x,y,1 (own) or x,y,2 (the opponent's), or DONE",
        ),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR two stones at 1,1"),
        ("BOARD\n9,1,1\nDONE", "ERROR 9,1 is not on the board of 9x7"),
        ("BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\nDONE", "ERROR the game is over"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR 1 stones in SWAP2BOARD; expected none, 3 or 5"),
        ("SWAP2BOARD\n1,1\n1,1\n2,2\nDONE", "ERROR two stones at 1,1"),
        ("SWAP2BOARD\n1,1,1\nDONE", "ERROR '1,1,1' in SWAP2BOARD; expected x,y as in 10,10"),
    ],
)
def test_what_is_refused_changes_nothing(said: str, answered: str) -> None:
    brain = Brain(FunctionPlayer(first_legal))
    assert converse(brain, "RECTSTART 9,7\nTURN 2,3") == ["OK", "0,0"]
    assert converse(brain, said) == [answered]
    assert converse(brain, "TURN 1,0") == ["2,0"]


def test_x_is_the_column_and_the_side_follows_from_the_stones() -> None:
    watcher = Watcher()
    brain = Brain(watcher.player())
    converse(brain, "RECTSTART 9,7\nTURN 8,1")
    assert watcher.position == tg.gomoku.start((7, 9)).play(Point(1, 8))
    converse(brain, "RESTART\nBOARD\n3,3,2\n0,6,1\n4,4,2\n8,0,1\nDONE")
    position = watcher.position
    assert position is not None
    assert position.to_play is tg.BLACK
    assert position[Point(6, 0)] is position[Point(0, 8)] is tg.BLACK
    assert position[Point(3, 3)] is position[Point(4, 4)] is tg.WHITE


@pytest.mark.parametrize(("rule", "variant"), [(0, "freestyle"), (1, "standard"), (4, "renju"), (8, "caro")])
def test_rules_that_are_played(rule: int, variant: str) -> None:
    watcher = Watcher()
    converse(Brain(watcher.player()), f"INFO rule {rule}\nSTART 15\nBEGIN")
    assert watcher.position == tg.gomoku.start(15, variant=variant)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (2, "rule 2 (continuous games) is not played here; expected 0, 1, 4 or 8"),
        (3, "rule 3 (continuous games) is not played here; expected 0, 1, 4 or 8"),
        (6, "rule 6 (continuous games) is not played here; expected 0, 1, 4 or 8"),
        (9, "rule 9 (caro with exactly five) is not played here; expected 0, 1, 4 or 8"),
        (16, "rule 16 is not played here; expected 0, 1, 4 or 8"),
        (-1, "rule -1 is not played here; expected 0, 1, 4 or 8"),
    ],
)
def test_rules_that_are_not_played_are_refused_when_it_is_time_to_move(rule: int, why: str) -> None:
    """Nothing may be answered to INFO; and another rule may still come."""
    brain = Brain(FunctionPlayer(first_legal))
    assert converse(brain, f"INFO rule {rule}\nSTART 15\nINFO rule {rule}") == ["OK"]
    for command in ("BEGIN", "TURN 3,3", "BOARD\n3,3,1\nDONE", "SWAP2BOARD\n1,1\n2,2\n3,3\nDONE"):
        assert converse(brain, command) == [f"ERROR {why}"]
    assert converse(brain, "INFO rule 1\nBEGIN") == ["0,0"]


@pytest.mark.parametrize(
    ("infos", "clock"),
    [
        ([], None),
        (["timeout_turn 5000"], Clock.per_move(5)),
        (["timeout_turn 0"], Clock.per_move(0.05)),
        (["timeout_turn -7"], Clock.per_move(0.05)),
        (["time_left 60000"], Clock(60)),
        (["time_left -20"], Clock(0)),
        (["time_left 2147483647"], None),
        (["timeout_match 0"], None),
        (["timeout_match 60000"], Clock(60)),
        (["timeout_match 60000", "time_left 30000"], Clock(30)),
        (["timeout_turn 30000", "time_left 10000"], Clock(10)),
        (["timeout_turn 100", "time_left 10000000"], Clock.per_move(0.1)),
        (["timeout_turn 1000", "time_left 2147483647"], Clock.per_move(1)),
        (["TIMEOUT_TURN   1000"], Clock.per_move(1)),
        (["timeout_turn 99999999999999999999999"], None),
    ],
)
def test_the_clock_that_a_player_gets(infos: list[str], clock: Clock | None) -> None:
    watcher = Watcher()
    brain = Brain(watcher.player())
    converse(brain, "\n".join(["START 20", *(f"INFO {info}" for info in infos), "BEGIN"]))
    assert watcher.clock == clock


def test_without_time_left_its_own_time_is_counted() -> None:
    seen: list[Clock | None] = []

    def slow(position: Position, clock: Clock | None) -> Point:
        seen.append(clock)
        until = monotonic() + 0.05
        while monotonic() < until:
            pass
        return first_legal(position, clock)

    brain = Brain(FunctionPlayer(slow))
    converse(brain, "INFO timeout_match 10000\nSTART 20\nBEGIN\nTURN 5,5\nRESTART\nBEGIN")
    first, second, third = (clock.remaining for clock in seen if clock is not None)
    assert first == third == 10
    assert 9 < second <= 9.95


def test_a_search_keeps_to_the_clock() -> None:
    position = tg.gomoku.start(20)
    assert mcts(seconds=600).seconds_for(position, Clock.per_move(5)) == pytest.approx(4.5)
    assert mcts().seconds_for(position, Clock(0)) == 0


def test_a_real_search_is_over_when_the_turn_is() -> None:
    began = monotonic()
    *_, move = converse(Brain(mcts(seconds=60)), "START 15\nINFO timeout_turn 300\nBEGIN")
    assert monotonic() - began < PATIENCE
    assert move.count(",") == 1


def knowing(value: float | None) -> FunctionPlayer:
    return FunctionPlayer(lambda position, clock: Choice(Point(3, 2), value, (), tg.Points([Point(3, 2)], 15)))


def test_a_message_says_what_the_player_knows() -> None:
    assert converse(Brain(knowing(0.75)), "START 15\nBEGIN") == ["OK", "MESSAGE win 75.0 %; 2,3", "2,3"]


def test_swap2_takes_the_better_side() -> None:
    three = "START 15\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE"
    five = "START 15\nSWAP2BOARD\n7,7\n8,7\n9,9\n8,8\n8,6\nDONE"
    for opening in (three, five):
        assert converse(Brain(knowing(0.4)), opening) == ["OK", "SWAP"]
        assert converse(Brain(knowing(0.5)), opening) == ["OK", "2,3"]
        assert converse(Brain(knowing(None)), opening) == ["OK", "2,3"]
    watcher = Watcher()
    converse(Brain(watcher.player()), three)
    assert watcher.position == tg.gomoku.start(15).play(Point(7, 7)).play(Point(7, 8)).play(Point(9, 9))


def test_nobody_resigns() -> None:
    coward = Brain(FunctionPlayer(lambda position, clock: "resign", "coward"))
    message, move = converse(coward, "START 15\nBEGIN")[1:]
    assert message == "MESSAGE coward would resign"
    x, y = map(int, move.split(","))
    assert 0 <= x < 15
    assert 0 <= y < 15


def test_a_player_that_fails_is_an_error_and_the_game_goes_on() -> None:
    moves = iter(["A1", "A1", "nowhere", None, "A2"])

    def moody(position: Position, clock: Clock | None) -> str:
        move = next(moves)
        if move is None:
            raise RuntimeError("no\nmood")
        return move

    said = "START 5\nBEGIN\nTURN 4,4\nTURN 4,4\nTURN 4,4\nTURN 4,4"
    answers = converse(Brain(FunctionPlayer(moody, "moody")), said)
    assert [answer.partition(" (test_gomocup.py, line ")[0] for answer in answers] == [
        "OK",
        "0,4",
        "ERROR moody chose an illegal move: A1 is occupied by Black",
        "ERROR moody chose an illegal move: 'nowhere' is not a vertex; expected a letter (not I) and a number, like E5",
        "ERROR moody failed: RuntimeError: no mood",
        "0,3",
    ]


@pytest.mark.parametrize(
    ("start", "height", "width", "rule", "variant"),
    [
        ("START 15", 15, 15, 0, "freestyle"),
        ("START 20", 20, 20, 1, "standard"),
        ("RECTSTART 7,9", 9, 7, 8, "caro"),
        ("START 5", 5, 5, 0, "freestyle"),
    ],
)
def test_whole_games_against_a_random_opponent(
    start: str, height: int, width: int, rule: int, variant: str, chance: Random
) -> None:
    """A little manager: every answer is a legal move, up to the end, through a second game and undone moves."""
    brain = Brain(random)
    assert converse(brain, f"{start}\nINFO timeout_turn 1000\nINFO rule {rule}") == ["OK"]
    for brain_begins in (True, False):
        position = tg.gomoku.start((height, width), variant=variant)
        played: list[Point] = []
        undone = False
        said = "BEGIN"
        if not brain_begins:
            point = random_point(position, chance)
            position, said = position.play(point), f"TURN {point.col},{point.row}"
            played.append(point)
        while True:
            (answer,) = brain.answer(said)
            x, y = map(int, answer.split(","))
            assert position.is_legal(Point(y, x))
            position = position.play(Point(y, x))
            played.append(Point(y, x))
            if position.is_over:
                break
            if len(played) in (6, 7) and not undone:
                undone = True
                for point in (played.pop(), played.pop()):  # the brain's, then the opponent's, who plays it again
                    assert brain.answer(f"TAKEBACK {point.col},{point.row}") == ["OK"]
                position = tg.gomoku.start((height, width), variant=variant)
                for earlier in played:
                    position = position.play(earlier)
            else:
                point = random_point(position, chance)
            position = position.play(point)
            played.append(point)
            said = f"TURN {point.col},{point.row}"
            if position.is_over:
                assert brain.answer(said) == ["ERROR the game is over"]
                break
        assert brain.answer("RESTART") == ["OK"]


WORDS = st.sampled_from(
    [
        "START",
        "TURN",
        "BEGIN",
        "BOARD",
        "DONE",
        "INFO",
        "RESTART",
        "RECTSTART",
        "TAKEBACK",
        "PLAY",
        "SWAP2BOARD",
        "ABOUT",
        "5",
        "9",
        "1,1",
        "2,3",
        "4,4,1",
        "0,0,2",
        "rule",
        "timeout_turn",
        "4",
        "time_left",
        "0",
        "-1",
        ",",
    ]
)
LINES = (
    st.lists(WORDS, max_size=4).map(" ".join)
    | st.text(max_size=20)
    | st.tuples(st.sampled_from(["TURN", "PLAY", "TAKEBACK"]), st.integers(0, 6), st.integers(0, 6)).map(
        lambda move: f"{move[0]} {move[1]},{move[2]}"
    )
)
OPENERS = ("OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=")


@given(st.lists(LINES, max_size=30))
def test_whatever_is_said_is_answered_in_its_way(lines: list[str]) -> None:
    brain = Brain(random)
    brain.answer("START 5")
    for line in lines:
        for answer in brain.answer(line):
            assert "\n" not in answer
            assert "\r" not in answer
            assert answer.startswith(OPENERS) or all(pair.count(",") == 1 for pair in answer.split())
    assert not brain.has_ended or any(line.strip().upper().startswith("END") for line in lines)


def test_the_command_ends_at_end_and_at_the_end_of_input(tengen: Tengen) -> None:
    said = b"START 20\r\nINFO rule 0\r\n\xff\xfe\r\nTURN 10,10\r\n"
    for ending in (b"END\r\nABOUT\r\n", b"end", b""):
        result = tengen("gomocup", "--player", "random:seed=1", input=said + ending)
        assert (result.returncode, result.stderr) == (0, b"")
        ok, unknown, move = result.stdout.decode().splitlines()
        assert ok == "OK"
        assert unknown.startswith("UNKNOWN ")
        assert move.count(",") == 1


def test_the_command_survives_a_very_long_line(tengen: Tengen) -> None:
    result = tengen("gomocup", "--player", "random", input=b"x" * 3_000_000 + b"\nSTART 20\n")
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == b"OK"


def test_ctrl_c_ends_it_while_it_thinks() -> None:
    with subprocess.Popen(
        [TENGEN, "gomocup"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as brain:
        assert brain.stdin is not None
        assert brain.stdout is not None
        brain.stdin.write(b"START 15\nINFO timeout_turn 60000\nABOUT\nBEGIN\n")
        brain.stdin.flush()
        assert brain.stdout.readline() == b"OK\n"
        assert brain.stdout.readline().startswith(b"name=")
        sleep(0.5)
        brain.send_signal(signal.SIGINT)
        out, errors = brain.communicate(timeout=20)
    assert (brain.returncode, out, errors) == (130, b"", b"tengen: interrupted\n")


def test_the_command_refuses_a_player_that_is_none(tengen: Tengen) -> None:
    result = tengen("gomocup", "--player", "strong")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"tengen: there is no player 'strong'")


def test_the_sessions_on_the_page_are_true() -> None:
    shown = 0
    for command, answer in console_parts(REPOSITORY / "docs" / "gomocup.md"):
        assert run_shell(command) == answer, command
        shown += 1
    assert shown >= 2
