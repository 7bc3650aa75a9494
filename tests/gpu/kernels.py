"""What takes the extra `gpu`: every kernel compiled for cards old and new, the driver's answers in words, and on a
machine with a card its totals beside the twin's and its batch beside the core's. `make test-gpu` installs the extra,
which is large, and runs this."""

from __future__ import annotations

import pytest
from benchmarks.gpu_batch import held
from cuda.bindings import driver

import tengen as tg
from conformance.clients import Client
from conformance.test_card import CARD
from conftest import missing
from tengen.errors import UsageError
from tengen.games.game import HasCardGames, Position
from tengen.verbs import card_batch
from tengen.verbs.card import Card, card, compiled, program
from tengen.verbs.simulate_many import play_on
from twin import simulate_as_card

STARTS = (
    tg.nogo.start(9),
    tg.go.start(9, ko="simple"),
    tg.go.start(19, ko="simple"),
    tg.gomoku.start(15),
    tg.othello.start(),
    tg.othello.start(10),
)


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90", "sm_120"])
@pytest.mark.parametrize("client", CARD, ids=str)
def test_every_kernel_compiles(client: Client, architecture: str) -> None:
    for start in (client.game.start(8, 8, **client.rules), client.game.start(5, 7, **client.rules)):
        assert isinstance(client.game, HasCardGames)
        if client.game.card_misfit(start, "random") is None:
            assert compiled(program(client.game.card_games(start, "random", True)), architecture)[:4] == b"\x7fELF"


@pytest.mark.parametrize("architecture", ["sm_75", "sm_90", "sm_120"])
@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_every_kernel_of_a_batch_compiles(start: Position, architecture: str) -> None:
    assert isinstance(start.game, HasCardGames)
    native = start.game.card_batch(start, 2, 1, False, False, 0, 0)
    source = card_batch.program(native, start.height, start.width)
    assert compiled(source, architecture)[:4] == b"\x7fELF"


def test_a_kernel_that_no_compiler_knows_is_refused() -> None:
    start = tg.nogo.start(9)
    with pytest.raises(UsageError, match=r"^no kernel could be compiled for sm_1: "):
        compiled(program(start.game.card_games(start, "random", False)), "sm_1")  # type: ignore[attr-defined]


def test_what_a_driver_answers_is_said_in_words() -> None:
    result = driver.CUresult
    asked = Card.__new__(Card)
    asked._driver, asked.name = driver, "NVIDIA H200"
    for status, words in (
        (result.CUDA_ERROR_NO_DEVICE, "there is no graphics card here that CUDA can use"),
        (
            result.CUDA_ERROR_OUT_OF_MEMORY,
            "the graphics card NVIDIA H200 has no memory left; another program may be using it",
        ),
        (
            result.CUDA_ERROR_DEVICE_UNAVAILABLE,
            "the graphics card NVIDIA H200 is busy: another program has it to itself",
        ),
        (result.CUDA_ERROR_LAUNCH_FAILED, "the graphics card NVIDIA H200 failed: CUDA_ERROR_LAUNCH_FAILED"),
    ):
        with pytest.raises(UsageError) as said:
            asked._check((status,))
        assert str(said.value) == words
    assert asked._check((result.CUDA_SUCCESS, 5)) == 5


@pytest.mark.parametrize("client", CARD, ids=str)
def test_a_card_has_the_totals_of_its_twin(client: Client) -> None:
    try:
        found = card()
    except UsageError as error:
        missing("a graphics card", str(error))
    for text in (*client.starts, *client.tiny):
        start = client.parse(text)
        assert isinstance(client.game, HasCardGames)
        if not start.is_sound or client.game.card_misfit(start, "random") is not None:
            continue
        for games, by_point in ((1, True), (31, False), (1000, True)):
            assert play_on(found, start, games, 3, by_point=by_point) == simulate_as_card(
                start, games, 3, by_point=by_point
            )


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_a_card_has_the_batch_of_the_core(start: Position) -> None:
    try:
        card()
    except UsageError as error:
        missing("a graphics card", str(error))
    assert held(start, 300, 200)
