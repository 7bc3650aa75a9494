"""Swap2: who puts which stones, who has which side then, and programs that take part over Gomocup's protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from players.shared import Programs, told
from tengen import players
from tengen.errors import IllegalMove, UsageError
from tengen.match.tournament import Match
from tengen.players import Choice, Clock, FunctionPlayer
from tengen.players.ongoing import OngoingGame
from tengen.players.swap2 import Opened, swap2
from waiting import wait_until

START = tg.gomoku.start(15)
USUAL = "H8 J8 K6"  # around the middle


def judging(values: Iterator[float | None], seen: list[tg.Position] | None = None) -> FunctionPlayer:
    """Plays the first legal point, and says that positions are worth these values to the side to move."""

    def choose(position: tg.Position, clock: Clock | None) -> Choice:
        if seen is not None:
            seen.append(position)
        return Choice(position.legal_moves[0], next(values))

    return FunctionPlayer(choose, "judge")


def always(value: float | None) -> FunctionPlayer:
    return judging(repeat(value))


def brain(programs: Programs, *answers: str, log: Path | None = None) -> players.ExternalPlayer:
    words = [*(("--log", str(log)) if log else ()), "--answers", *answers]
    programs.made.append(players.external(programs.command("gomocup", *words), protocol="gomocup", timeout=20))
    return programs.made[-1]


def moves_of(opened: Opened) -> str:
    return START.vertices(opened.record.moves)


@pytest.mark.parametrize(("value", "swapped"), [(0.6, False), (0.5, False), (0.4, True), (None, False)])
def test_the_second_player_takes_the_better_side(value: float | None, swapped: bool) -> None:
    opened = swap2(START, players.greedy, always(value))
    assert (moves_of(opened), opened.swapped, opened.failed) == (USUAL, swapped, None)
    assert opened.record.end.to_play is tg.WHITE


def test_the_first_player_puts_what_looks_most_equal() -> None:
    seen: list[tg.Position] = []
    values = [0.9, 0.2, 0.8, 0.55, 0.3, 0.44, *[1.0] * 6]
    opened = swap2(START, judging(iter(values), seen), players.random)
    assert len(seen) == len(values)
    assert opened.record.end == seen[3]
    assert all((each.board.count(tg.BLACK), each.board.count(tg.WHITE)) == (2, 1) for each in seen)
    assert len(set(seen)) > 6


def test_one_seed_is_one_opening() -> None:
    def opened(seed: int) -> str:
        return moves_of(swap2(START, players.mcts(visits=20, seed=seed, threads=1), players.random))

    assert opened(1) == opened(1)
    assert len({opened(seed) for seed in range(4)}) > 1


def test_a_game_with_swap2() -> None:
    heard: list[tg.Position] = []
    for value, swapped in ((0.7, False), (0.3, True)):
        clocks = Clock(1000), Clock(2000)
        seen: list[Clock | None] = []

        def first(position: tg.Position, clock: Clock | None, seen: list[Clock | None] = seen) -> tg.Point | tg.Pass:
            seen.append(clock)
            return position.legal_moves[-1]

        heard.clear()
        game = players.play(
            START,
            FunctionPlayer(first),
            always(value),
            opening_rule="swap2",
            clock=clocks,
            on_move=lambda position, choice: heard.append(position),
        )
        assert game.swapped is swapped
        assert START.vertices(game.record.moves[:3]) == USUAL
        assert game.record.start == START
        assert len(heard) == len(game.record) == len(game.choices) == len(game.seconds)
        # The clock of the first player is its own on either side; the openings are not on it.
        own = [clock for clock in seen if clock is not None and clock.available > 2]
        assert all(900 < clock.available <= 1000 for clock in own)
        assert own
        # Black plays the first legal points or the last ones, by who has it.
        assert game.record.moves[4] == (tg.Point(0, 0) if swapped else tg.Point(14, 14))
    assert not players.play(START, players.greedy, players.random).swapped


@pytest.mark.parametrize(
    ("rule", "start", "words"),
    [
        ("pro", START, "there is no opening rule 'pro'; expected swap2"),
        ("swap2", START.play("H8"), "swap2 begins with an empty board, and in a game without passes"),
        ("swap2", tg.go.start(9), "swap2 begins with an empty board, and in a game without passes"),
        ("swap2", tg.gomoku.start((4, 9)), "swap2 on a 4x9 board; expected 5 rows and columns or more"),
    ],
)
def test_what_cannot_be_opened(rule: str, start: tg.Position, words: str, tmp_path: Path) -> None:
    for attempt in (
        lambda: players.play(start, players.random, players.greedy, opening_rule=rule),
        lambda: Match({"a": players.random, "b": players.greedy}, start, tmp_path / "m.db", opening_rule=rule),
    ):
        with pytest.raises(UsageError) as error:
            attempt()
        assert str(error.value) == words
    assert not (tmp_path / "m.db").exists()


def raising(position: tg.Position, clock: Clock | None) -> Choice:
    raise RuntimeError("no mood")


def test_a_player_that_fails_over_the_opening_has_lost() -> None:
    for both, loser in (((raising, players.greedy), "Black"), ((players.greedy, raising), "White")):
        game = players.play(START, *both, opening_rule="swap2")
        assert game.ending == "crash"
        assert str(game).startswith(
            f"{'White' if loser == 'Black' else 'Black'} wins: {loser}'s player failed: raising"
        )


# Programs


def test_what_a_brain_is_told(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    first = brain(programs, "7,7 8,7 9,9", "SWAP", log=log)
    second = brain(programs, "8,8 8,6")
    opened = swap2(START, first, second)
    assert (moves_of(opened), opened.swapped, opened.failed) == (f"{USUAL} J7 J9", False, None)
    infos = ["INFO timeout_turn 1000", "INFO timeout_match 0", "INFO time_left 2147483647"]
    begun = ["START 15", "INFO rule 0", *infos, "SWAP2BOARD"]
    lines = told(log)
    assert lines[:7] == [*begun, "DONE"]
    assert lines[7:13] == begun
    assert sorted(lines[13:18]) == ["7,7", "8,6", "8,7", "8,8", "9,9"]
    assert lines[18:] == ["DONE"]


@pytest.mark.parametrize(("answer", "swapped"), [("SWAP", True), ("swap", True), ("0,0", False)])
def test_the_side_that_a_brain_takes(programs: Programs, answer: str, swapped: bool) -> None:
    opened = swap2(START, players.greedy, brain(programs, answer))
    assert (moves_of(opened), opened.swapped, opened.failed) == (USUAL, swapped, None)


def test_a_brain_that_must_be_told_whose_stones_they_are(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert swap2(START, players.greedy, brain(programs, "ERROR whose?", "SWAP", log=log)).swapped
    assert sorted(told(log)[-4:-1]) == ["7,7,2", "8,7,1", "9,9,2"]


@pytest.mark.parametrize(
    ("first", "answers", "complaint"),
    [
        (True, ["7,7 8,7"], "put 2 stones; expected 3"),
        (True, ["SWAP"], "put 0 stones; expected 3"),
        (True, ["7,7 8,7 7,7"], "chose an illegal move: H8 is occupied by Black"),
        (True, ["7,7 8,7 15,1"], "chose an illegal move: 15,1 is not on the board"),
        (False, ["1,1 2,2 3,3"], "put 3 stones; expected 2"),
        (False, ["7,7 1,1"], "chose an illegal move: H8 is occupied by Black"),
        (False, ["ERROR no", "UNKNOWN command"], "refused SWAP2BOARD"),
    ],
)
def test_a_brain_that_answers_nonsense(programs: Programs, first: bool, answers: list[str], complaint: str) -> None:
    player = brain(programs, *answers)
    opened = swap2(START, player, players.greedy) if first else swap2(START, players.greedy, player)
    assert opened.failed is not None
    side, error = opened.failed
    assert side is (tg.BLACK if first else tg.WHITE)
    assert str(error).endswith(complaint)
    assert players.play(START, *((player, players.greedy) if first else (players.greedy, player)), opening_rule="swap2")


def test_a_program_without_words_for_it_takes_white(programs: Programs) -> None:
    opened = swap2(START, programs("plain"), programs("plain"))
    assert (moves_of(opened), opened.swapped) == (USUAL, False)


def test_our_own_brain_opens_a_game() -> None:
    command = f"{TENGEN} gomocup --player mcts:visits=20,seed=1"
    with players.external(command, protocol="gomocup") as brain_:
        for both in ((brain_, players.greedy), (players.greedy, brain_)):
            game = players.play(START, *both, opening_rule="swap2", clock=Clock.per_move(20))
            assert game.ending == "over", game.reason


# Matches


def test_a_match_with_swap2(tmp_path: Path) -> None:
    start, path = tg.gomoku.start(9), tmp_path / "match.db"
    two: dict[str, players.Player] = {"search": players.mcts(visits=5, seed=1), "greedy": players.greedy}
    with Match(two, start, path, opening_rule="swap2", seed=3) as match:
        match.play(6, workers=1)
        games = list(match.file.games)
        assert len(games) == 6
        assert all(game.opening == 3 for game in games)
        # Whose turn it is to begin goes back and forth; who has Black is another matter.
        assert [game.pair for game in games] == [0, 0, 1, 1, 2, 2]
        assert {game.black for game in games} <= set(two)
    with pytest.raises(UsageError, match="its opening rule is swap2, not none"):
        Match(two, start, path, opening_plies=0, seed=3)
    with pytest.raises(UsageError, match=r"^openings of 2 plies and by swap2; expected one of the two$"):
        Match(two, start, tmp_path / "other.db", opening_plies=2, opening_rule="swap2")


def swapping(position: tg.Position, clock: Clock | None) -> Choice:
    return Choice(position.legal_moves[0], 0.1)


def test_the_names_in_a_match_go_with_the_sides(tmp_path: Path) -> None:
    two: dict[str, Callable[[tg.Position, Clock | None], Choice] | players.Player] = {
        "swaps": swapping,
        "greedy": players.greedy,
    }
    with Match(two, tg.gomoku.start(9), tmp_path / "match.db", opening_rule="swap2", seed=1) as match:
        match.play(2, workers=1)
        # The one who always takes Black has it when it is second; when it is first, the other stays with White.
        assert [game.black for game in match.file.games] == ["swaps", "swaps"]


def test_the_command(tengen: Tengen, tmp_path: Path) -> None:
    words = ["match", "gomoku", "greedy", "random", "--size", "7", "--games", "2", "--opening-rule", "swap2"]
    done = tengen(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"greedy" in done.stdout
    refused = tengen(*words, "--opening-plies", "3", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.endswith(b"openings of 3 plies and by swap2; expected one of the two\n")


# People


def settled(game: OngoingGame) -> None:
    def holds() -> bool:
        game.poll()
        return game.is_persons_turn or game.is_over

    wait_until(holds)


def test_a_person_puts_three_stones_and_the_player_takes_a_side() -> None:
    for value, swapped in ((0.7, False), (0.3, True)):
        clock = Clock(1000)
        game = OngoingGame(START, None, always(value), opening_rule="swap2", clock=clock)
        assert game.clock(tg.BLACK) is None
        for move in ("H8", "J8", "K6"):
            assert (game.turn, game.is_persons_turn, game.may_take_side) == (tg.BLACK, True, False)
            game.play(move)
        assert (game.turn, game.may_take_side) == (tg.WHITE, True)
        with pytest.raises(IllegalMove, match="it is White's turn"):
            game.play("A1")
        with pytest.raises(UsageError, match=r"^there is no side to take$"):
            game.take(tg.WHITE)
        settled(game)
        assert not game.is_opening
        assert game.played.swapped is swapped
        assert (game.players[tg.WHITE] is None) is swapped
        assert game.plies == (3 if swapped else 4)
        assert game.clock(tg.BLACK) is not None
        game.close()


@pytest.mark.parametrize("side", [tg.BLACK, tg.WHITE])
def test_a_person_takes_a_side(side: tg.Color) -> None:
    game = OngoingGame(START, players.greedy.seeded(1), None, opening_rule="swap2")
    settled(game)
    assert (START.vertices(game.moves), game.may_take_side) == (USUAL, True)
    with pytest.raises(UsageError, match=r"^an opening is not taken back$"):
        game.undo()
    game.take(side)
    settled(game)
    assert game.position.to_play is side
    assert game.players[side] is None
    game.play("A1")
    settled(game)
    assert game.undo() == 2
    with pytest.raises(UsageError, match="there is no move of yours to take back"):
        game.undo()
    game.restart(None, players.greedy)
    assert (game.plies, game.is_opening, game.turn) == (0, True, tg.BLACK)
    game.close()


def test_a_person_puts_two_stones_more() -> None:
    game = OngoingGame(START, always(0.2), None, opening_rule="swap2")
    settled(game)
    for move in ("A1", "A2"):
        assert game.turn is tg.WHITE
        game.play(move)
    settled(game)
    assert (game.plies, game.players[tg.WHITE]) == (5, None)
    both = OngoingGame(START, None, None, opening_rule="swap2")
    for move in ("A1", "B1", "C1", "D1", "E1"):
        both.play(move)
    with pytest.raises(UsageError, match=r"^a side is to be taken, Black or White$"):
        both.play("F1")
    both.take(tg.WHITE)
    both.play("F1")
    assert (both.plies, both.played.swapped) == (6, True)
    for each in (game, both):
        each.close()


def test_a_player_that_fails_over_its_part() -> None:
    game = OngoingGame(START, None, FunctionPlayer(raising), opening_rule="swap2")
    for move in ("A1", "B1", "C1"):
        game.play(move)
    settled(game)
    assert str(game.played).startswith("Black wins: White's player failed: raising failed: RuntimeError: no mood (")


def test_the_words_in_the_terminal(tengen: Tengen) -> None:
    words = ["play", "gomoku", "5", "--plain", "--opening-rule", "swap2"]
    done = tengen(*words, "--player", "greedy:seed=1", input=b"C3\nD3\nblack\nE5\nquit\nquit\n").stdout.decode()
    said = [line for line in done.splitlines() if line and line[0] not in " 12345"]
    assert said[:6] == [
        "Gomoku 5x5; help lists the words",
        "put a black stone, 3 to go",
        "put a white stone, 2 to go",
        "put a black stone, 1 to go",
        "'black' is not a vertex; expected a letter (not I) and a number, like E5",
        "you are Black, greedy:seed=1 is White",
    ]
    done = tengen(*words, "--player", "greedy:seed=1", "--color", "white", input=b"black\nquit\nquit\n").stdout.decode()
    said = [line for line in done.splitlines() if line and line[0] not in " 12345"]
    assert said[1:3] == [
        "take a side: type black or white; or put a white stone, 2 to go",
        "you are Black, greedy:seed=1 is White",
    ]
    done = tengen(*words, "--two", input=b"A1\nB1\nC1\nundo\nD1\nE1\nA2\nwhite\nquit\nquit\n").stdout.decode()
    said = [line for line in done.splitlines() if line and line[0] not in " 12345"]
    assert said[4:] == [
        "take a side: type black or white; or put a white stone, 2 to go",
        "an opening is not taken back",
        "put a black stone, 1 to go",
        "take a side: type black or white",
        "a side is to be taken, Black or White",
        "White to play",
        "what was played is not saved: q again to quit, s to save it",
    ]
