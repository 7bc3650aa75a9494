"""Asking for a graphics card: what is refused, with words, and what a run on one does besides playing."""

from __future__ import annotations

import json
import sys
import threading

import pytest

import tengen as tg
from conftest import Tengen
from tengen._core import CardGames, Totals
from tengen.errors import UsageError
from tengen.games.game import HasCardGames, Position
from tengen.verbs import card, simulate_many
from tengen.verbs.card import Twin
from tengen.verbs.simulate_many import play_on
from twin import simulate_as_card
from waiting import wait_until

START = tg.nogo.start(5)
NOT_INSTALLED = "games on a graphics card need cuda-bindings and NVRTC; install them with: pip install 'tengen[gpu]'"


@pytest.fixture
def no_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extra were not installed, whether it is or not."""
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    card.card.cache_clear()


def refusal() -> str | None:
    """Why no card can be used here, if none can."""
    try:
        card.card()
    except UsageError as error:
        return str(error)
    return None


def test_a_device_must_be_known() -> None:
    with pytest.raises(UsageError, match=r"^there is no device 'tpu'; expected cpu, gpu or auto$"):
        tg.simulate_many(START, 10, device="tpu")


@pytest.mark.parametrize("named", [{"threads": 2}, {"executor": object()}], ids=["threads", "executor"])
def test_threads_and_executors_are_the_processors(named: dict[str, object]) -> None:
    expected = "^threads and executors are the processor's; leave them out with the device gpu$"
    with pytest.raises(UsageError, match=expected):
        tg.simulate_many(START, 10, device="gpu", **named)  # type: ignore[arg-type]


@pytest.mark.usefixtures("no_libraries")
def test_without_the_extra_the_card_is_refused_with_the_way_to_get_it() -> None:
    with pytest.raises(UsageError) as refused:
        tg.simulate_many(START, 10, device="gpu")
    assert str(refused.value) == NOT_INSTALLED


def test_where_there_is_no_card_the_command_says_so(tengen: Tengen) -> None:
    ran = tengen("simulate", "nogo", "--games", "9", "--device", "gpu", input=b"2\n..\n..\n")
    reason = refusal()
    assert ran.returncode == (2 if reason else 0)
    assert ran.stderr.decode() == (f"tengen: {reason}\n" if reason else "")


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (tg.nogo.start(80), "NoGo on a 80x80 board"),
        (tg.gomoku.start((5, 32)), "Gomoku on a 5x32 board"),
        (tg.gomoku.start(15, variant="renju"), "renju"),
        (tg.othello.start(10), "Othello on a 10x10 board"),
        (tg.go.start(9), "Go with positional superko (ko=simple it does)"),
        (tg.go.start(9, ko="simple", suicide=True), "Go with suicide"),
        (tg.go.start(70, ko="simple"), "Go on a 70x70 board"),
    ],
    ids=str,
)
def test_what_no_card_plays_is_named(start: Position, what: str) -> None:
    with pytest.raises(UsageError) as refused:
        tg.simulate_many(start, 10, device="gpu")
    assert str(refused.value) == f"no graphics card plays {what}; the device cpu does"


def test_auto_takes_the_card_where_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def found() -> Twin:
        asked.append(1)
        return Twin()

    monkeypatch.setattr(card, "card", found)
    assert tg.simulate_many(START, 1000, 1, device="auto").device == "cpu"
    assert not asked  # too few games to look for one
    monkeypatch.setattr(simulate_many, "_CARD_PAYS", 1000 * 25)
    assert tg.simulate_many(START, 1000, 1, device="auto") == simulate_as_card(START, 1000, 1)
    assert tg.simulate_many(START, 999, 1, device="auto").device == "cpu"
    assert tg.simulate_many(START, 1000, 1, device="auto", threads=1).device == "cpu"


@pytest.mark.usefixtures("no_libraries")
def test_auto_does_without_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_many, "_CARD_PAYS", 1)
    assert tg.simulate_many(START, 1000, 1, device="auto") == tg.simulate_many(START, 1000, 1)


def test_a_result_says_what_played_it(tengen: Tengen) -> None:
    assert simulate_as_card(START, 10, 1).device == "gpu"
    ran = tengen("simulate", "nogo", "--games", "9", "--device", "auto", "--format", "json", input=b"2\n..\n..\n")
    assert json.loads(ran.stdout)["device"] == "cpu"


def test_the_device_is_for_many_games(tengen: Tengen) -> None:
    ran = tengen("simulate", "nogo", "--device", "auto", input=b"2\n..\n..\n")
    assert (ran.returncode, ran.stderr) == (2, b"tengen: --device is for many games; say how many with --games\n")


@pytest.mark.parametrize(
    ("start", "black", "white", "plies"),
    [
        (tg.nogo.start(9), 10080, 9920, 1488034),
        (tg.gomoku.start(15), 10280, 9720, 2184992),
        (tg.gomoku.start(19), 10077, 9923, 3087955),
        (tg.othello.start(), 9025, 10147, 1208094),
        (tg.go.start(9, ko="simple"), 8399, 11601, 2222094),
    ],
    ids=repr,
)
def test_known_totals(start: Position, black: int, white: int, plies: int) -> None:
    """One seed, one set of games, on every card and every machine: these must not change unnoticed."""
    known = simulate_as_card(start, 20_000, 7)
    total = sum(k * count for k, count in enumerate(known.lengths))
    assert (known.black_wins, known.white_wins, total) == (black, white, plies)


def test_progress_is_told_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_many, "_CARD_LEAST", 1)
    told: list[tuple[int, int]] = []
    play_on(Twin(), START, 1000, 1, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (63, 63)  # parts of 16 games


def test_a_raised_flag_keeps_the_games_that_were_played() -> None:
    cancel = tg.Cancel()
    begun = threading.Event()

    class Slow(Twin):
        def play(self, games: CardGames, seed: int, first: int, count: int, flag: tg.Cancel | None) -> Totals:
            begun.set()
            return super().play(games, seed, first, count, flag)

    def request() -> None:
        wait_until(begun.is_set)
        cancel.request()

    other = threading.Thread(target=request)
    other.start()
    with pytest.raises(tg.Cancelled) as stopped:
        play_on(Slow(), START, 10**12, 1, cancel=cancel)
    other.join()
    partial = stopped.value.partial
    assert partial.games == sum(partial.lengths) == partial.black_wins + partial.white_wins < 10**12
    assert partial.device == "gpu"


def test_no_games_are_none() -> None:
    assert simulate_as_card(START, 0, 1).games == 0


def test_sums_of_other_games_are_refused() -> None:
    assert isinstance(START.game, HasCardGames)
    games = START.game.card_games(START, "random", False)
    with pytest.raises(ValueError, match="these are not the sums of such games"):
        games.totals(bytes(8))
