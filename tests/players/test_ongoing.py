"""A game as it goes on: turns, undo, clocks, hints, players that think, fail, or are no longer wanted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from threading import Event

import pytest

import tengen as tg
from conformance.clients import CLIENTS, Client
from players.shared import Programs
from tengen import players
from tengen.errors import IllegalMove, ParseError, UsageError
from tengen.games.game import Position
from tengen.players import Clock
from tengen.players.learned import usual
from tengen.players.ongoing import OngoingGame
from tengen.players.words import played_sgf
from waiting import PATIENCE, wait_until

LONG = players.mcts(seconds=600.0, threads=1, memory=64)


def until(game: OngoingGame, holds: Callable[[], object]) -> None:
    def polled() -> object:
        game.poll()
        return holds()

    wait_until(polled)


def persons_turn(game: OngoingGame) -> None:
    until(game, lambda: game.is_persons_turn or game.is_over)


def line(game: OngoingGame) -> str:
    return game.start.vertices(game.moves)


def first(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
    return position.legal_moves[0]


FIRST = players.FunctionPlayer(first)


class Slow:
    """A function that chooses when it is let."""

    def __init__(self) -> None:
        self.may_answer = Event()
        self.asked: list[Position] = []

    def __call__(self, position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        self.asked.append(position)
        self.may_answer.wait(20)
        return position.legal_moves[0]


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.may_answer.set()


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_whole_games_of_a_person_against_a_player(client: Client, chance: random.Random) -> None:
    for number, start in enumerate(map(client.parse, client.starts)):
        player = players.random.seeded(number)
        seats = (None, player) if number % 2 else (player, None)
        game = OngoingGame(start, *seats)
        persons_turn(game)
        while not game.is_over and len(game.moves) < 200:
            game.play(chance.choice(game.position.legal_moves))
            persons_turn(game)
        played = game.played
        assert played.end == game.position
        assert [choice.move for choice in played.choices] == list(game.moves)
        assert len(played.seconds) == len(game.moves)
        if game.is_over:
            outcome = game.position.outcome
            assert outcome is not None
            assert (played.winner, played.reason, played.ending) == (outcome.winner, outcome.termination, "over")


def test_two_people() -> None:
    game = OngoingGame(tg.gomoku.start(3, in_a_row=3))
    for move in ("B2", "A1", "B1", "A2"):
        assert game.is_persons_turn
        game.play(move)
    assert str(game.played) == "no result: the game is not over"
    game.play(tg.Point(0, 1))
    assert game.is_over
    assert str(game.played) == "Black wins: 3 in a row from B3 to B1"
    with pytest.raises(IllegalMove, match="the game is over: Black wins: 3 in a row"):
        game.play("C3")
    assert game.undo() == 1
    assert line(game) == "B2 A1 B1 A2"
    game.play("C3")
    assert not game.is_over


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        ("C3", IllegalMove, "C3 is occupied by Black"),
        ("pass", IllegalMove, "nobody passes in NoGo"),
        ("Z9", ParseError, "'Z9' is not on this board; its corners are A1 and E5"),
        ("here", ParseError, "'here' is not a vertex; expected a letter (not I) and a number, like E5"),
    ],
)
def test_a_move_that_cannot_be_made_changes_nothing(move: str, error: type[Exception], message: str) -> None:
    game = OngoingGame(tg.nogo.start(5))
    game.play("C3")
    changes = game.changes
    with pytest.raises(error) as caught:
        game.play(move)
    assert str(caught.value) == message
    assert (line(game), game.changes) == ("C3", changes)


def test_nobody_moves_out_of_turn(slow: Slow) -> None:
    game = OngoingGame(tg.nogo.start(5), None, players.FunctionPlayer(slow))
    game.play("C3")
    game.poll()
    with pytest.raises(IllegalMove, match="it is White's turn"):
        game.play("C4")
    with pytest.raises(UsageError, match="a hint is for the side to move, if it is yours"):
        game.ask_hint()
    slow.may_answer.set()
    persons_turn(game)
    assert line(game) == "C3 A5"


def test_undo_takes_back_the_answer_too() -> None:
    game = OngoingGame(tg.nogo.start(5), None, FIRST)
    for move in ("C3", "D3"):
        game.play(move)
        persons_turn(game)
    assert line(game) == "C3 A5 D3 B5"
    assert game.undo() == 2
    assert line(game) == "C3 A5"
    assert game.undo() == 2
    with pytest.raises(UsageError, match="there is no move of yours to take back"):
        game.undo()
    game.play("A5")
    persons_turn(game)
    assert line(game) == "A5 B5"


def test_what_a_player_opened_with_is_not_taken_back() -> None:
    game = OngoingGame(tg.nogo.start(5), FIRST, None)
    persons_turn(game)
    with pytest.raises(UsageError):
        game.undo()
    assert line(game) == "A5"


def test_undo_interrupts_a_search() -> None:
    game = OngoingGame(tg.nogo.start(9), None, LONG)
    game.play("E5")
    until(game, lambda: game.thinking is not None and game.thinking.so_far() is not None)
    thinking = game.thinking
    assert thinking is not None
    choice = thinking.so_far()
    assert choice is not None
    assert 0 <= (choice.value or 0) <= 1
    assert game.undo() == 1
    assert game.is_persons_turn
    assert thinking.is_done(5)
    game.play("D4")
    until(game, lambda: game.thinking is not None and game.thinking.so_far() is not None)
    assert game.thinking is not None
    assert game.thinking.position == tg.nogo.start(9).play("D4")
    game.close()


def test_a_function_that_is_no_longer_wanted_is_waited_for_and_its_answer_dropped(slow: Slow) -> None:
    game = OngoingGame(tg.nogo.start(5), None, players.FunctionPlayer(slow))
    game.play("C3")
    until(game, lambda: slow.asked)
    game.undo()
    game.play("C4")
    for _ in range(20):
        game.poll()
        time.sleep(0.002)
    assert len(slow.asked) == 1  # one thing at a time
    assert game.seconds == 0  # and no time is counted until it is asked
    slow.may_answer.set()
    persons_turn(game)
    assert line(game) == "C4 A5"
    assert [position.vertices(position.legal_moves).count("C3") for position in slow.asked] == [0, 1]


def test_undo_interrupts_a_program_which_is_started_again(programs: Programs) -> None:
    game = OngoingGame(tg.nogo.start(5), None, programs("bad", "silent"))
    for move in ("C3", "D3"):
        game.play(move)
        until(game, lambda: game.thinking is not None and game.thinking.seconds > 0)
        assert programs.running() == 1
        begun = time.monotonic()
        game.undo()
        programs.wait_for(0)
        assert time.monotonic() - begun < PATIENCE
    assert game.is_persons_turn


def test_a_program_follows_when_moves_are_taken_back(programs: Programs) -> None:
    game = OngoingGame(tg.nogo.start(5), None, programs("plain", "--answers", "D4", "B2"))
    for move in ("C3", "C4"):
        game.play(move)
        persons_turn(game)
    game.undo()
    game.play("E5")
    persons_turn(game)
    assert line(game) == "C3 D4 E5 A1"


def test_an_idle_program_that_was_interrupted_is_started_again(programs: Programs) -> None:
    player = programs("plain")
    position = tg.nogo.start(5)
    assert player.choose(position).move == position.point("A1")
    player.interrupt()
    programs.wait_for(0)
    assert player.choose(position).move == position.point("A1")


def test_restarting_while_a_player_thinks() -> None:
    game = OngoingGame(tg.nogo.start(5), LONG, None)
    until(game, lambda: game.thinking is not None)
    game.restart(None, FIRST)
    assert game.is_persons_turn
    assert not game.moves
    game.play("C3")
    persons_turn(game)
    assert line(game) == "C3 A5"


def test_resigning() -> None:
    game = OngoingGame(tg.nogo.start(5), None, LONG)
    game.play("C3")
    game.poll()
    game.resign()  # while the other side thinks
    assert str(game.played) == "White wins: Black resigned"
    assert game.played.ending == "resigned"
    assert game.thinking is None
    with pytest.raises(IllegalMove):
        game.resign()
    assert game.undo() == 1  # the move as well, since it was not the person's turn
    game.resign()
    assert game.undo() == 0
    assert game.is_persons_turn
    with pytest.raises(UsageError, match="no person plays in this game"):
        OngoingGame(tg.nogo.start(5), FIRST, FIRST).resign()


def test_a_player_may_resign() -> None:
    game = OngoingGame(tg.nogo.start(5), None, players.FunctionPlayer(lambda position, clock: "resign"))
    game.play("C3")
    until(game, lambda: game.is_over)
    assert str(game.played) == "Black wins: White resigned"


@pytest.mark.parametrize(
    ("answer", "reason", "ending"),
    [
        ("C3", "White's player failed: bot chose an illegal move: C3 is occupied by Black", "illegal"),
        (ZeroDivisionError("oh\nno"), "White's player failed: bot failed: ZeroDivisionError: oh no", "crash"),
    ],
)
def test_a_player_that_fails_loses_and_undo_goes_on(answer: str | Exception, reason: str, ending: str) -> None:
    def bot(position: Position, clock: Clock | None) -> str:
        if isinstance(answer, Exception):
            raise answer
        return answer

    game = OngoingGame(tg.nogo.start(5), None, players.FunctionPlayer(bot))
    game.play("C3")
    until(game, lambda: game.is_over)
    assert (game.played.winner, game.played.ending) == (tg.BLACK, ending)
    assert game.played.reason.partition(" (test_ongoing.py, line ")[0] == reason
    assert game.undo() == 1
    assert game.is_persons_turn


def test_a_program_that_cannot_be_started() -> None:
    game = OngoingGame(tg.nogo.start(5), players.external("no-such-program-anywhere"), None)
    until(game, lambda: game.is_over)
    assert game.played.reason == (
        "Black's player failed: cannot start 'no-such-program-anywhere': No such file or directory"
    )


def test_a_person_who_takes_too_long_has_lost() -> None:
    game = OngoingGame(tg.nogo.start(5), clock=Clock(1))
    until(game, lambda: game.is_over)
    assert str(game.played) == "White wins: Black ran out of time"
    assert game.played.ending == "time"
    assert game.clock(tg.BLACK) == Clock(0)
    assert game.clock(tg.WHITE) == Clock(1)
    assert game.undo() == 0
    game.play("C3")
    until(game, lambda: game.is_over)
    assert str(game.played) == "Black wins: White ran out of time"


def test_a_player_that_takes_too_long_has_lost(slow: Slow) -> None:
    game = OngoingGame(tg.nogo.start(5), players.FunctionPlayer(slow), None, clock=Clock(0.1))
    until(game, lambda: game.is_over)
    assert str(game.played) == "White wins: Black ran out of time"
    assert game.thinking is None


def test_clocks_run_and_undo_turns_them_back() -> None:
    game = OngoingGame(tg.nogo.start(5), clock=Clock(60, increment=5))
    time.sleep(0.5)
    running = game.clock(tg.BLACK)
    assert running is not None
    assert 40 < running.remaining <= 59.5
    assert game.clock(tg.WHITE) == Clock(60, increment=5)
    assert game.seconds >= 0.5
    game.play("C3")
    after = game.clock(tg.BLACK)
    assert after is not None
    assert game.played.seconds[0] >= 0.5
    assert after.remaining == pytest.approx(60 - game.played.seconds[0] + 5)
    game.undo()
    again = game.clock(tg.BLACK)
    assert again is not None
    assert running.remaining < again.remaining <= 60  # less what has passed since


def test_a_player_is_told_its_clock() -> None:
    told: list[Clock | None] = []

    def bot(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        told.append(clock)
        return position.legal_moves[0]

    game = OngoingGame(tg.nogo.start(5), None, players.FunctionPlayer(bot), clock=Clock(30))
    game.play("C3")
    persons_turn(game)
    assert told == [Clock(30)]


def test_the_usual_player_gives_hints() -> None:
    game = OngoingGame(tg.gomoku.start(5), None, FIRST)
    assert game.ask_hint().player == usual(seconds=2)
    game.close()


def test_hints() -> None:
    game = OngoingGame(tg.nogo.start(9), None, FIRST, adviser=LONG)
    hint = game.ask_hint()
    until(game, lambda: hint.so_far() is not None)
    assert game.hint is hint
    choice = hint.so_far()
    assert choice is not None
    assert choice.move is not None
    assert choice.line is not None
    assert choice.line[0] == choice.move
    assert game.is_persons_turn
    game.drop_hint()
    assert hint.is_done(5)
    again = game.ask_hint()
    until(game, lambda: again.so_far() is not None)
    game.play(choice.move)
    assert game.hint is None
    assert again.is_done(5)
    usual = OngoingGame(tg.nogo.start(3)).ask_hint()
    assert usual.is_done(20)
    assert usual.result().exact  # so small a board is solved


def test_what_was_thought_is_kept_in_sgf() -> None:
    game = OngoingGame(tg.nogo.start(5), None, players.mcts(visits=50, seed=1))
    game.play("C3")
    persons_turn(game)
    text = played_sgf(game.played, PB="person", PW="mcts")
    tree = tg.read_sgf(text)
    assert tree.record.moves == game.moves
    assert text.count("C[win ") == 1
    game.resign()
    assert "RE[W+R]" in played_sgf(game.played)


def test_who_may_play_where() -> None:
    start = tg.nogo.parse(". X .\nX . .\n. . O\nBlack to play\n")
    game = OngoingGame(start)
    assert start.point("A3") in game.legal_for(tg.BLACK)
    assert start.point("A3") not in game.legal_for(tg.WHITE)


def test_changes_are_counted() -> None:
    game = OngoingGame(tg.nogo.start(5), None, FIRST)
    seen = [game.changes]
    for act in (lambda: game.play("C3"), lambda: persons_turn(game), game.resign, game.undo, game.undo, game.restart):
        act()
        seen.append(game.changes)
    assert sorted(set(seen)) == seen
    game.poll()
    assert game.changes == seen[-1]
    assert game.last is None
    game.play("C3")
    assert game.last is not None
    assert (game.last[0], game.last[1].move) == (tg.nogo.start(5), tg.nogo.start(5).point("C3"))


def test_a_position_that_cannot_be_played_on_is_refused() -> None:
    with pytest.raises(tg.IllegalPosition):
        OngoingGame(tg.nogo.parse("X O\nO .\n"))
