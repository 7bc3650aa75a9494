"""What a graphics card plays, beside what the processor does: other games, the same chances."""

from __future__ import annotations

from math import sqrt

import pytest

import tengen as tg
from conformance.clients import CLIENTS, SHAPES, Client
from tengen.games.game import HasCardGames, Position
from tengen.games.go import GAME as GO
from twin import simulate_as_card

GAMES = 20_000


def starts(client: Client) -> list[Position]:
    """Its boards, with either side to move, from the start and from the middle of a game."""
    found: list[Position] = []
    for text in (*client.starts, *client.tiny):
        start = client.parse(text)
        record = tg.simulate(start, seed=len(found))
        middle = start.replay(record.moves[: len(record) // 2])[1]
        found += [start, start.with_to_play(start.to_play.opponent), middle, record.end]
    return [each for each in found if each.is_sound and card_plays(client, each)]


def card_plays(client: Client, position: Position) -> bool:
    return isinstance(client.game, HasCardGames) and client.game.card_misfit(position, "random") is None


SIMPLE_KO = Client("go with simple ko", GO, SHAPES, ("..", "X.\n.#"), {"komi": 0, "ko": "simple"})
CARD = [client for client in (*CLIENTS, SIMPLE_KO) if starts(client)]


def alike(one: int, of: int, other: int, of_others: int) -> bool:
    """Could both have the same chance? The seeds are fixed: five standard errors leave room for every number here."""
    pooled = (one + other) / (of + of_others)
    error = sqrt(pooled * (1 - pooled) * (1 / of + 1 / of_others))
    return abs(one / of - other / of_others) <= 5 * error


@pytest.mark.parametrize("client", CARD, ids=str)
def test_a_card_plays_as_the_processor_does(client: Client) -> None:
    played = 0
    for start in starts(client):
        card = simulate_as_card(start, GAMES, seed=1, by_point=True)
        here = tg.simulate_many(start, GAMES, seed=2, by_point=True)
        assert card.games == here.games == sum(card.lengths) == GAMES
        pairs = [(card.black_wins, here.black_wins), (card.white_wins, here.white_wins)]
        for k in range(max(len(card.lengths), len(here.lengths))):
            one, other = (each.lengths[k] if k < len(each.lengths) else 0 for each in (card, here))
            pairs.append((one, other))
        for ours, theirs in zip(card.points, here.points, strict=True):
            assert ours.point == theirs.point
            pairs += [
                (ours.black_ended, theirs.black_ended),
                (ours.white_ended, theirs.white_ended),
                (ours.opened, theirs.opened),
                (ours.opener_won, theirs.opener_won),
            ]
        for one, other in pairs:
            assert alike(one, GAMES, other, GAMES), (start, one, other)
        played += 1
    assert played


@pytest.mark.parametrize("client", CARD, ids=str)
def test_totals_do_not_depend_on_how_the_games_are_split(client: Client) -> None:
    start = max(starts(client), key=lambda each: len(each.legal_moves))
    assert isinstance(client.game, HasCardGames)
    games = client.game.card_games(start, "random", True)
    whole, parts = games.twin(7, 0, 1000), games.twin(7, 0, 1)
    for first, count in ((1, 0), (1, 31), (32, 468), (500, 500)):
        parts.add(games.twin(7, first, count))
    assert parts.__getstate__() == whole.__getstate__()
    assert games.twin(8, 0, 1000).__getstate__() != whole.__getstate__()
    assert games.twin(7, 1000, 1000).__getstate__() != whole.__getstate__()
