"""One game between two players: who wins and why, clocks, and players that fail."""

from __future__ import annotations

import pickle
import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import tengen as tg
from conformance.clients import CLIENTS, Client
from tengen import players
from tengen.errors import PlayerFailed
from tengen.games.game import Position
from tengen.players import Choice, Clock, Played, play, player

ENGINES = Path(__file__).parent / "engines"


def engine(name: str, *words: str) -> str:
    return shlex.join([sys.executable, str(ENGINES / f"{name}.py"), "tag", *words])


def first(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
    return position.legal_moves[0]


def slow(seconds: float) -> players.FunctionPlayer:
    def choose(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        time.sleep(seconds)
        return position.legal_moves[0]

    return players.FunctionPlayer(choose)


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_games_end_as_the_rules_say(client: Client) -> None:
    for k, start in enumerate(map(client.parse, client.starts)):
        game = play(start, players.random.seeded(k), first)
        outcome = game.record.outcome
        assert outcome is not None
        assert (game.winner, game.reason) == (outcome.winner, outcome.termination)
        assert game.ending == ("over" if game.end.is_over else "stopped")
        assert len(game.choices) == len(game.seconds) == len(game.record)
        assert [choice.move for choice in game.choices] == list(game.record.moves)
        assert game.stderr == ""
        again = play(start, players.random.seeded(k), first)
        assert again.record == game.record


def test_a_game_in_words() -> None:
    game = play(tg.nogo.start(2), first, first)
    assert str(game) == "Black wins: White has no legal move"
    assert repr(game) == "<Played 3 plies; Black wins: White has no legal move>"
    draw = play(tg.gomoku.start(1), first, first)
    assert str(draw) == "a draw: the board is full"
    assert draw.winner is None


def test_a_game_that_is_over_is_not_played() -> None:
    def never(position: Position, clock: Clock | None) -> str:
        raise AssertionError

    over = tg.nogo.parse(". X\nX .\nWhite to play\n")
    game = play(over, never, players.external("no-such-program-anywhere"))
    assert (len(game.record), game.winner, game.reason) == (0, tg.BLACK, "White has no legal move")


def test_a_game_from_the_middle_with_white_to_play() -> None:
    start = tg.othello.parse("4\n0 0 0 0\n0 1 -1 0\n0 -1 1 0\n0 0 0 0\n")
    assert start.to_play is tg.WHITE
    asked: list[tg.Color] = []

    def watch(position: Position, choice: Choice) -> None:
        asked.append(position.to_play.opponent)

    game = play(start, players.greedy.seeded(1), players.random.seeded(1), on_move=watch)
    assert game.ending == "over"
    assert asked[0] is tg.WHITE
    assert len(asked) == len(game.record)


def test_a_game_is_told_move_by_move() -> None:
    told: list[tuple[Position, Choice]] = []
    game = play(
        tg.nogo.start(4),
        players.random.seeded(1),
        players.random.seeded(2),
        on_move=lambda position, choice: told.append((position, choice)),
    )
    position: Position = tg.nogo.start(4)
    for (after, choice), move in zip(told, game.record.moves, strict=True):
        position = position.play(move)
        assert (after, choice.move) == (position, move)


def test_an_error_of_the_watcher_is_not_a_players() -> None:
    def watch(position: Position, choice: Choice) -> None:
        raise RuntimeError("no ink")

    with pytest.raises(RuntimeError, match="no ink"):
        play(tg.nogo.start(3), first, first, on_move=watch)


def test_an_unsound_position_is_nobodys_fault() -> None:
    with pytest.raises(tg.IllegalPosition, match="has no liberty"):
        play(tg.nogo.parse("X O\nO X\n"), first, first)
    with pytest.raises(TypeError, match=r"3 is not a player; expected one of tengen.players, or a function"):
        play(tg.nogo.start(3), cast(players.Player, 3), first)


def test_a_start_that_is_no_position() -> None:
    with pytest.raises(TypeError) as caught:
        play(cast(Position, "nogo"), first, first)
    assert str(caught.value) == "'nogo' is not a position; expected one like tengen.nogo.start(9)"


@pytest.mark.parametrize("maker", [players.mcts, players.external, players.MctsPlayer, players.RandomPlayer])
def test_what_makes_a_player_is_none(maker: Callable[..., players.Player]) -> None:
    for pair in ((maker, first), (first, maker)):
        with pytest.raises(TypeError) as caught:
            play(tg.nogo.start(3), *cast(tuple[players.Player, players.Player], pair))
        name = maker.__name__
        assert str(caught.value) == f"{name} makes a player and is none itself; call it, as in {name}(...)"


def test_makers_make_what_their_classes_do() -> None:
    assert players.mcts(5, 1.5, 2, 7, 3) == players.MctsPlayer(5, 1.5, 2, 7, 3)
    assert players.external("gnugo", timeout=7, start_timeout=8) == players.ExternalPlayer(
        "gnugo", timeout=7, start_timeout=8
    )
    assert isinstance(players.random, players.RandomPlayer)
    assert isinstance(players.greedy, players.GreedyPlayer)


# Where a game is stopped.


def test_go_is_scored_as_it_stands() -> None:
    def shuffle(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        return position.legal_moves[0]  # takes and retakes, and never passes

    game = play(tg.go.start(3), shuffle, shuffle)
    assert len(game.record) == 27  # three plies a point
    assert game.ending == "stopped"
    assert game.reason.startswith("area ")
    assert game.reason.endswith(", stopped before two passes")
    short = play(tg.go.start(3, komi=0), first, first, most_plies=1)
    assert str(short) == "Black wins: area 9 to 0, stopped before two passes"
    even = play(tg.go.start(3, komi=0), first, first, most_plies=0)
    assert str(even) == "a draw: area 0 to 0, stopped before two passes"
    longer = play(tg.go.start(3), shuffle, shuffle, most_plies=40)
    assert len(longer.record) > 27


def test_other_games_have_no_result_when_stopped() -> None:
    game = play(tg.gomoku.start(9), first, first, most_plies=3)
    assert (game.winner, game.ending, str(game)) == (None, "unfinished", "no result: stopped after 3 plies")
    whole = play(tg.gomoku.start(9), first, lambda position, clock: position.legal_moves[-1], most_plies=9)
    assert (whole.ending, whole.winner, len(whole.record)) == ("over", tg.BLACK, 9)
    with pytest.raises(tg.UsageError, match="at most -1 plies; expected 0 or more"):
        play(tg.gomoku.start(9), first, first, most_plies=-1)


# Resigning, time and failures.


def test_resigning() -> None:
    def give_up(position: Position, clock: Clock | None) -> str:
        return "resign"

    game = play(tg.nogo.start(5), first, give_up)
    assert (str(game), game.ending) == ("Black wins: White resigned", "resigned")
    assert len(game.record) == len(game.choices) == 1


def test_running_out_of_time() -> None:
    game = play(tg.nogo.start(5), slow(1), first, clock=Clock(1.9), grace=0)
    assert (str(game), game.ending) == ("White wins: Black ran out of time", "time")
    assert len(game.record) == 2
    assert game.seconds[0] >= 1


def test_grace() -> None:
    assert (
        play(tg.nogo.start(5), slow(0.1), first, clock=Clock.per_move(0.08), grace=10, most_plies=4).ending
        == "unfinished"
    )
    assert play(tg.nogo.start(5), slow(0.1), first, clock=Clock.per_move(0.08), grace=0).ending == "time"
    assert play(tg.nogo.start(5), slow(0.5), first, clock=Clock.per_move(0.1)).ending == "time"
    with pytest.raises(tg.UsageError, match="a grace of -1 seconds; expected 0 or more"):
        play(tg.nogo.start(5), first, first, clock=Clock(1), grace=-1)


def test_each_side_has_its_clock() -> None:
    seen: dict[tg.Color, list[Clock | None]] = {tg.BLACK: [], tg.WHITE: []}

    def choose(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        seen[position.to_play].append(clock)
        return position.legal_moves[0]

    play(tg.nogo.start(3), choose, choose, clock=(Clock(100), Clock(50, increment=1)), most_plies=6)
    black = [clock.remaining for clock in seen[tg.BLACK] if clock]
    white = [clock.remaining for clock in seen[tg.WHITE] if clock]
    assert black[0] == 100
    assert 99 < black[2] < black[1] < 100
    assert white[0] == 50
    assert 50.5 < white[1] < 51
    play(tg.nogo.start(3), choose, choose, most_plies=2)
    assert seen[tg.BLACK][-1] is None


@pytest.mark.parametrize(
    ("answer", "ending", "reason"),
    [
        ("A9", "illegal", "bot chose an illegal move: 'A9' is not on this board; its corners are A1 and C3"),
        (
            "hello",
            "illegal",
            "bot chose an illegal move: 'hello' is not a vertex; expected a letter (not I) and a number, like A1",
        ),
        ("A1", "illegal", "bot chose an illegal move: A1 is occupied by Black"),
        ("pass", "illegal", "bot chose an illegal move: nobody passes in NoGo"),
        (tg.Point(7, 7), "illegal", "bot chose an illegal move: Point(7, 7) is not on a 3x3 board"),
        (
            4.2,
            "illegal",
            'bot chose an illegal move: 4.2 is not a move; expected a Point, a vertex like "E5" or a number',
        ),
        (Choice(tg.Point(2, 0)), "illegal", "bot chose an illegal move: A1 is occupied by Black"),
        (ZeroDivisionError("division by zero"), "crash", "ZeroDivisionError: division by zero"),
        (PlayerFailed("it is tired", "timeout", "yawn"), "timeout", "it is tired"),
        (None, "illegal", "bot gave None, which is no move; to resign it would give 'resign'"),
    ],
)
def test_a_player_that_fails_loses(answer: object, ending: str, reason: str) -> None:
    def bot(position: Position, clock: Clock | None) -> object:
        if isinstance(answer, Exception):
            raise answer
        return answer

    game = play(tg.nogo.start(3), lambda position, clock: "A1", cast(players.Player, bot))
    place = r" \(test_playing.py, line \d+\)" if ending == "crash" else ""
    assert re.fullmatch(re.escape(f"Black wins: White's player failed: {reason}") + place, str(game))
    assert (game.ending, len(game.record)) == (ending, 1)
    assert game.stderr == ("yawn" if ending == "timeout" else "")
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_player_of_ones_own_kind_is_checked_too() -> None:
    class Stubborn:
        def choose(self, position: Position, clock: Clock | None = None) -> Choice:
            return Choice(tg.Point(0, 0), 0.75)

        def seeded(self, seed: int) -> Stubborn:
            return self

        def __str__(self) -> str:
            return "stubborn"

    game = play(tg.gomoku.start(9), Stubborn(), first)
    assert str(game) == ("White wins: Black's player failed: stubborn chose an illegal move: A9 is occupied by Black")
    assert game.choices[0].value == 0.75


def test_an_answer_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody else's answer comes in. Tengen's own players are not checked at all."""

    class Own:
        def choose(self, position: Position, clock: Clock | None = None) -> Choice:
            return Choice(position.legal_moves[0])

        def seeded(self, seed: int) -> Own:
            return self

    names: list[object] = []
    real = player.checked

    def counted(answer: player.Answer, position: Position, name: object) -> Choice:
        names.append(name)
        return real(answer, position, name)

    monkeypatch.setattr(player, "checked", counted)
    for bot, times in ((players.random.seeded(1), 0), (players.mcts(visits=2, seed=1), 0), (first, 1), (Own(), 1)):
        names.clear()
        game = play(tg.gomoku.start(5), bot, bot, most_plies=4)
        assert (len(names), len(game.record)) == (4 * times, 4)


def test_a_player_that_exits_loses() -> None:
    def leave(position: Position, clock: Clock | None) -> str:
        sys.exit(3)

    game = play(tg.nogo.start(3), leave, first)
    assert str(game).startswith("White wins: Black's player failed: SystemExit: 3 (test_playing.py, line ")


def test_a_name_in_a_choice_becomes_a_move() -> None:
    game = play(tg.gomoku.start(9), lambda position, clock: Choice(cast(tg.Point, "E5"), 0.5), first, most_plies=1)
    assert game.choices == (Choice(tg.Point(4, 4), 0.5),)


def test_control_c_is_not_a_failure() -> None:
    def interrupted(position: Position, clock: Clock | None) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(tg.nogo.start(3), interrupted, first)


# Programs.


def test_a_program_that_crashes_loses() -> None:
    player = players.external(engine("bad", "crash"))
    game = play(tg.nogo.start(9), first, player)
    assert str(game) == (
        f"Black wins: White's player failed: {player.command!r} ended with exit status 3 instead of "
        f"answering 'genmove w'"
    )
    assert (game.ending, game.stderr, len(game.record)) == ("crash", "out of ideas\n", 1)


def test_a_program_that_does_not_start_loses_before_the_first_move() -> None:
    game = play(tg.nogo.start(9), first, players.external("no-such-program-anywhere"))
    assert str(game) == (
        "Black wins: White's player failed: cannot start 'no-such-program-anywhere': No such file or directory"
    )
    assert (game.ending, len(game.record)) == ("crash", 0)


def test_a_program_that_hangs_runs_out_of_time() -> None:
    game = play(tg.nogo.start(9), players.external(engine("bad", "hangs")), first, clock=Clock.per_move(0.2))
    assert (str(game), game.ending) == ("White wins: Black ran out of time", "time")


def test_loading_a_program_costs_no_time() -> None:
    """It takes longer to start Python than there is for a move."""
    with players.external(engine("plain")) as player:
        game = play(tg.gomoku.start(9), player, first, clock=Clock.per_move(0.01), grace=1)
        assert player._engine is not None
    assert (game.ending, game.winner) == ("over", tg.BLACK)


def test_one_program_on_both_sides() -> None:
    with players.external(engine("plain")) as player:
        game = play(tg.gomoku.start(5), player, player)
        assert str(game) == "Black wins: 5 in a row from A5 to E1"


def test_two_games_with_the_same_program() -> None:
    with players.external(engine("plain")) as player:
        games = [play(tg.gomoku.start(7), player, players.random.seeded(5)) for _ in range(2)]
    assert games[0].record == games[1].record
    assert games[0].ending == "over"


def test_a_played_game_is_a_value() -> None:
    game = play(tg.nogo.start(4), first, first)
    same = Played(game.record, game.winner, game.reason, game.ending, game.choices, game.seconds)
    assert same == game
    assert hash(same) == hash(game)
    assert Played(game.record, None, game.reason) != game
