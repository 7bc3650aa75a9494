"""The tree search as a player: its budgets, what it says, what it keeps, and that one seed is one game."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tengen as tg
from conformance.clients import CLIENTS, Client
from tengen import players
from tengen._core import Cancel
from tengen.games import NAMES
from tengen.games.game import Position
from tengen.players import Choice, Clock, Search
from waiting import PATIENCE

# So large that no search of these tests proves anything.
STARTS: dict[str, Position] = {
    "nogo": tg.nogo.start(9),
    "go": tg.go.start(9),
    "gomoku": tg.gomoku.start(15),
    "othello": tg.othello.start(),
}
every_game = pytest.mark.parametrize("start", [STARTS[name] for name in NAMES], ids=NAMES)
OVER = tg.nogo.parse(". X\nX .\nWhite to play\n")
UNSOUND = tg.nogo.parse("X O\nO X\n")


def middle_of(start: Position, plies: int, seed: int) -> Position:
    return start.replay(tg.simulate(start, seed=seed).moves[:plies])[1]


def played(position: Position, choice: Choice) -> Position:
    assert choice.move is not None
    return position.play(choice.move)


def check_choice(position: Position, choice: Choice) -> None:
    """Says what a choice may say of this position."""
    assert choice.move == choice.candidates[0].move
    assert (choice.value, choice.line) == (choice.candidates[0].value, choice.candidates[0].line)
    moves = [candidate.move for candidate in choice.candidates]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(position.legal_moves)
    if position.game.name in ("nogo", "othello"):  # elsewhere what is hopeless or far away may be left out
        assert len(moves) == len(position.legal_moves)
    assert choice.visits == {candidate.move: candidate.visits for candidate in choice.candidates}
    for candidate in choice.candidates:
        assert 0 <= candidate.value <= 1
        assert candidate.visits >= 0
        assert candidate.line[0] == candidate.move
        assert position.replay(candidate.line)[0] == len(candidate.line)
        if candidate.exact:
            assert candidate.value in (0, 0.5, 1)
    assert not choice.resigns


# What it says.


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_choices_say_what_was_found(start: Position, threads: int, chance: random.Random) -> None:
    for plies in (0, 1, 7, 30):
        position = middle_of(start, plies, chance.randrange(2**64))
        if position.is_over:
            continue
        search = Search(position, threads=threads, seed=chance.randrange(2**64))
        for visits in (0, 1, 2, 150):
            search.run(visits=visits)
            choice = search.choice()
            check_choice(position, choice)
            assert sum(choice.visits.values()) == search.visits
            assert search.visits == visits or (search.visits < visits and choice.exact)
            assert choice.exact == search.is_decided


@pytest.mark.parametrize("client", CLIENTS, ids=str)
def test_games_against_random_play_are_legal_to_the_end(client: Client, chance: random.Random) -> None:
    for start in map(client.parse, client.starts):
        if start.is_over:
            continue
        mcts = players.mcts(visits=12, seed=chance.randrange(2**64))
        other = players.random.seeded(chance.randrange(2**64))
        for pair in ((mcts, other), (other, mcts)):
            game = players.play(start, *pair)
            assert game.ending in ("over", "stopped"), game
            position = start
            for move, choice in zip(game.record.moves, game.choices, strict=True):
                if choice.candidates:
                    check_choice(position, choice)
                position = position.play(move)
            assert position == game.end


@every_game
def test_better_than_random_play(start: Position) -> None:
    mcts, chance = players.mcts(visits=60, seed=1), players.random.seeded(2)
    assert players.play(start, mcts, chance).winner is tg.BLACK
    assert players.play(start, chance, mcts).winner is tg.WHITE


# Budgets.


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_visits_include_what_was_kept(start: Position, threads: int) -> None:
    player, position = players.mcts(visits=250, threads=threads, seed=3), start
    kept = []
    for _ in range(4):
        kept.append(player.search(position).visits)
        choice = player.choose(position)
        assert sum(choice.visits.values()) == player.search(position).visits == max(250, kept[-1])
        assert player.choose(position) == choice  # there is nothing left to do
        position = played(position, choice)
    assert kept[0] == 0
    assert all(0 < each < 250 for each in kept[1:])


def test_seconds_are_kept_to() -> None:
    for threads in (1, 2):
        player = players.mcts(seconds=0.2, threads=threads)
        begun = time.monotonic()
        choice = player.choose(STARTS["nogo"])
        assert 0.2 <= time.monotonic() - begun < PATIENCE
        before = sum(choice.visits.values())
        assert before > 0
        assert sum(player.choose(STARTS["nogo"]).visits.values()) > before  # it goes on where it was


def test_the_smaller_budget_counts() -> None:
    begun = time.monotonic()
    choice = players.mcts(visits=100, seconds=1000, seed=1).choose(STARTS["nogo"])
    assert sum(choice.visits.values()) == 100
    players.mcts(visits=10_000_000, seconds=0.05).choose(STARTS["nogo"])
    assert time.monotonic() - begun < PATIENCE


def test_how_long_it_thinks() -> None:
    start, clock = STARTS["nogo"], Clock(60)
    allowed = clock.allowance(start.game.moves_left(start))
    assert 0 < allowed < 60
    assert players.mcts().seconds_for(start, None) == 1
    assert players.mcts(visits=5).seconds_for(start, None) is None
    assert players.mcts(seconds=7).seconds_for(start, None) == 7
    for player in (players.mcts(), players.mcts(visits=5), players.mcts(seconds=59)):
        assert player.seconds_for(start, clock) == allowed
    assert players.mcts(seconds=allowed / 2).seconds_for(start, clock) == allowed / 2


def test_a_clock_of_gomoku_is_not_saved_for_a_full_board() -> None:
    for size, moves in ((5, 25 / 3), (15, 16), (19, 16)):
        start = tg.gomoku.start(size)
        assert start.game.moves_left(start) == moves
        assert players.mcts().seconds_for(start, Clock(60)) == Clock(60).allowance(moves)


@pytest.mark.parametrize(
    ("clock", "settles"),
    [
        (None, False),
        (Clock(60), True),
        (Clock(0, period=10, stones=5), True),
        (Clock(0, period=10, stones=5, stones_left=1), False),
        (Clock.per_move(1), False),
    ],
    ids=str,
)
def test_time_is_saved_where_it_is_kept(clock: Clock | None, settles: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    settled = []
    monkeypatch.setattr(players.Search, "run", lambda *_, settle: settled.append(settle))
    players.mcts().choose(STARTS["nogo"], clock)
    assert settled == [settles]


def test_clocks_are_kept_to() -> None:
    begun = time.monotonic()
    for clock in (Clock(0), Clock(0.01), Clock(0, period=0.1), Clock(2), Clock.per_move(0.2)):
        choice = players.mcts(threads=2).choose(STARTS["nogo"], clock)
        assert sum(choice.visits.values()) > 0
    assert time.monotonic() - begun < PATIENCE
    game = players.play(tg.nogo.start(7), players.mcts(threads=1), players.random.seeded(1), clock=Clock(1), grace=5)
    assert (game.winner, game.ending) == (tg.BLACK, "over")


def test_a_forced_move_takes_no_time() -> None:
    empty = "...............\n"
    four = tg.gomoku.parse(7 * empty + "XOOOO..........\n" + 6 * empty + "...X..X...X....\n")
    player, clock = players.mcts(threads=1), Clock(2000)
    seconds = player.seconds_for(four, clock)
    assert seconds is not None
    assert seconds > 10
    begun = time.monotonic()
    choice = player.choose(four, clock)
    assert (choice.move, choice.exact) == (four.point("F8"), False)
    assert time.monotonic() - begun < PATIENCE


def test_what_is_proven_takes_no_time() -> None:
    begun = time.monotonic()
    choice = players.mcts(seconds=1000, seed=1).choose(tg.nogo.start(3))
    assert (choice.exact, choice.value) == (True, 1)
    assert sum(choice.visits.values()) > 0
    assert time.monotonic() - begun < PATIENCE


def test_asked_by_several_threads_it_thinks_for_one_after_the_other() -> None:
    player = players.mcts(visits=100, threads=2)

    def play(start: Position) -> int:
        position, plies = start, 0
        while not position.is_over and plies < 20:
            choice = player.choose(position)
            check_choice(position, choice)
            position, plies = played(position, choice), plies + 1
        return plies

    with ThreadPoolExecutor(4) as pool:
        assert min(pool.map(play, [STARTS["nogo"], STARTS["gomoku"], STARTS["nogo"].play("A1"), STARTS["go"]])) > 5


@pytest.mark.parametrize("threads", [1, 2])
def test_cancelling_gives_the_best_so_far(threads: int) -> None:
    cancel, player = Cancel(), players.mcts(seconds=1000, threads=threads)
    search = player.search(STARTS["nogo"])

    def stop() -> None:
        while search.visits < 200:
            time.sleep(0.001)
        cancel.request()

    other = threading.Thread(target=stop)
    other.start()
    begun = time.monotonic()
    choice = player.choose(STARTS["nogo"], cancel=cancel)
    other.join()
    assert time.monotonic() - begun < PATIENCE
    check_choice(STARTS["nogo"], choice)
    visits = sum(choice.visits.values())
    assert visits >= 200
    again = player.choose(STARTS["nogo"], cancel=cancel)  # already raised
    assert visits <= sum(again.visits.values()) < visits + 1000


def test_a_search_can_be_watched() -> None:
    search, cancel = Search(STARTS["nogo"], threads=2, seed=1), Cancel()
    running = threading.Thread(target=lambda: search.run(cancel=cancel))
    running.start()
    seen = [0]
    while seen[-1] < 2000:
        choice = search.choice()
        check_choice(search.position, choice)
        seen.append(sum(choice.visits.values()))
        assert seen[-1] <= search.visits
    cancel.request()
    running.join()
    assert seen == sorted(seen)
    assert search.visits >= 2000


# One seed, one game.


@every_game
def test_a_seed_repeats_games(start: Position) -> None:
    games = [
        players.play(start, players.mcts(visits=80, seed=seed), players.mcts(visits=80, seed=9), most_plies=12)
        for seed in (5, 5, 6)
    ]
    assert games[0].choices == games[1].choices
    assert games[0].choices != games[2].choices


def test_seeds_and_threads() -> None:
    assert Search(STARTS["nogo"], seed=1).threads == 1
    assert Search(STARTS["nogo"], seed=1, threads=3).threads == 3
    assert Search(STARTS["nogo"]).threads >= 1
    assert Search(STARTS["nogo"]).seed != Search(STARTS["nogo"]).seed
    first, second = (players.mcts(visits=200, threads=1).choose(STARTS["nogo"]) for _ in range(2))
    assert first != second


# What it keeps.


@every_game
@pytest.mark.parametrize("plies", [1, 2])
def test_the_tree_is_kept(start: Position, plies: int) -> None:
    player = players.mcts(visits=600, seed=4)
    choice = player.choose(start)
    assert choice.line is not None
    _, position = start.replay(choice.line[:plies])
    search = player.search(position)
    assert search.position == position
    assert 0 < search.visits < 600
    if plies == 1:
        visits = choice.candidates[0].visits
        assert visits / 2 < search.visits <= visits  # all but the few before it had moves of its own
    check_choice(position, search.choice())


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (
            tg.othello.parse("......\n......\n..OOO.\n..XXX.\n......\n......\nBlack to play"),
            "d2 c1",
        ),  # turns the disc over
        (
            tg.go.parse(". . . . .\n. . O . .\n. O . O .\n. . . . .\n. . . . .\n", komi=0.5),
            "C3 C2",
        ),  # and takes the stone
    ],
    ids=["turned", "taken"],
)
def test_the_tree_is_kept_whatever_the_answer_did(position: Position, line: str) -> None:
    search = Search(position, seed=1)
    search.run(visits=5000)
    for move in line.split():
        position = position.play(move)
    search.move_on(position)
    assert search.visits > 0
    search.run(visits=search.visits + 50)
    check_choice(position, search.choice())


def test_the_tree_is_dropped_where_it_has_nothing_to_say() -> None:
    start = STARTS["nogo"]
    elsewhere: list[Position] = [
        middle_of(start, 3, 1),
        start.with_to_play(tg.WHITE),
        tg.nogo.start(7),
        tg.go.start(9),
        tg.gomoku.start(9),
    ]
    for position in elsewhere:
        player = players.mcts(visits=100, seed=1)
        player.choose(start)
        assert player.search(position).visits == 0
        assert player.choose(position) == players.mcts(visits=100, seed=1).choose(position)
    go = players.mcts(visits=100, seed=1)
    go.choose(tg.go.start(5, komi=0.5))
    assert go.search(tg.go.start(5, komi=1.5).play("C3")).visits == 0


def test_memory_bounds_the_tree_and_not_the_search() -> None:
    small, large = (Search(tg.nogo.start(19), seed=1, memory=memory) for memory in (1, 64))
    for search in (small, large):
        search.run(visits=3000)
        assert search.visits == 3000
        check_choice(search.position, search.choice())
    assert small.choice() != large.choice()


# A value.


def test_players_are_values_whatever_they_searched() -> None:
    player, like = players.mcts(visits=50, seed=2), players.mcts(visits=50, seed=2)
    choice = player.choose(STARTS["go"])
    assert player == like
    assert hash(player) == hash(like)
    assert len({player, like, players.mcts(visits=51, seed=2), players.mcts(visits=50), players.random}) == 4
    again = pickle.loads(pickle.dumps(player))
    assert again == player
    assert pickle.dumps(player) == pickle.dumps(like)
    assert again.search(STARTS["go"]).visits == 0
    assert again.choose(STARTS["go"]) == choice
    assert players.mcts(5, 1.5, 2, 7, 3).seeded(8) == players.mcts(5, 1.5, 2, 8, 3)
    assert player.search(STARTS["go"]).visits == 50
    with pytest.raises(AttributeError, match="a MctsPlayer cannot be changed"):
        player.visits = 3


def test_choices_are_values() -> None:
    choice = players.mcts(visits=50, seed=2).choose(STARTS["go"])
    assert pickle.loads(pickle.dumps(choice)) == choice


# Errors.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"visits": 0}, "0 visits; expected 1 to 16777214"),
        ({"visits": -5}, "-5 visits; expected 1 to 16777214"),
        ({"visits": 16777215}, "16777215 visits; expected 1 to 16777214"),
        ({"seconds": 0}, "0 seconds; expected more than 0"),
        ({"seconds": -1}, "-1 seconds; expected more than 0"),
        ({"seconds": float("inf")}, "inf seconds; expected more than 0"),
        ({"seconds": float("nan")}, "nan seconds; expected more than 0"),
        ({"threads": 0}, "0 threads; expected 1 or more"),
        ({"threads": 1025}, "1025 threads; expected at most 1024"),
        ({"memory": 0}, "0 MiB for the tree; expected 1 to 1048576"),
        ({"memory": 2**20 + 1}, "1048577 MiB for the tree; expected 1 to 1048576"),
        ({"seed": -1}, "the seed is -1; expected a whole number from 0 to 2**64 - 1"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        players.mcts(**options)
    assert str(caught.value) == message
    if "visits" not in options and "seconds" not in options:
        with pytest.raises(tg.UsageError) as caught:
            Search(STARTS["nogo"], **options)
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        ({}, "a search without an end; give it visits, seconds or a cancel flag"),
        ({"visits": -1}, "-1 visits; expected 0 or more"),
        ({"seconds": -1}, "-1 seconds; expected 0 or more"),
        ({"seconds": float("inf")}, "inf seconds; expected 0 or more"),
        ({"seconds": float("nan")}, "nan seconds; expected 0 or more"),
    ],
)
def test_budgets_that_make_no_sense(budget: dict[str, Any], message: str) -> None:
    search = Search(STARTS["nogo"], seed=1)
    with pytest.raises(tg.UsageError) as caught:
        search.run(**budget)
    assert str(caught.value) == message
    assert search.visits == 0


@pytest.mark.parametrize(
    ("position", "error", "message"),
    [
        (OVER, tg.UsageError, "the game is over; there is no move to choose"),
        (UNSOUND, tg.IllegalPosition, "the black stone at A2 has no liberty"),
    ],
)
def test_positions_without_a_move(position: Position, error: type[Exception], message: str) -> None:
    fresh, used = players.mcts(visits=10, seed=1), players.mcts(visits=10, seed=1)
    choice = used.choose(STARTS["nogo"])
    for player in (fresh, used):
        with pytest.raises(error) as caught:
            player.choose(position)
        assert str(caught.value) == message
    assert used.search(STARTS["nogo"]).choice() == choice  # it is still where it was


@pytest.mark.skipif(sys.platform != "linux", reason="limits are another matter elsewhere")
def test_fewer_threads_will_do_where_the_system_gives_no_more() -> None:
    # Each thread is to have a stack of a gibibyte, and there is room for three of them.
    program = """
import resource
import tengen as tg
from tengen import players
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 15 * 2**28, resource.RLIM_INFINITY))
print(sum(players.mcts(visits=2000, threads=16).choose(tg.nogo.start(9)).visits.values()))
"""
    command = ["sh", "-c", 'ulimit -s 1048576 && exec "$0" -c "$1"', sys.executable, program]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (run.returncode, run.stdout) == (0, "2000\n"), run.stderr
