"""What holds for every game: run on each of clients.CLIENTS."""

from __future__ import annotations

import pickle
import random
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from conformance.clients import CLIENTS, Client
from tengen.games.game import Position

every_game = pytest.mark.parametrize("client", CLIENTS, ids=str)


def some_position(client: Client, seed: int) -> Position:
    """A position from the middle of a random game."""
    chance = random.Random(seed)
    start = client.parse(chance.choice(client.starts))
    record = tg.simulate(start, seed=chance.randrange(2**64))
    return start.replay(record.moves[: chance.randint(0, len(record))])[1]


def without_past(position: Position) -> Position:
    """What a text can say of a position."""
    return position.with_to_play(position.to_play)


@every_game
@given(seed=st.integers(0, 2**32))
def test_what_is_printed_parses_back(client: Client, seed: int) -> None:
    position = without_past(some_position(client, seed))
    assert client.parse(str(position)) == position
    if client.game.contest.can_write(position.board):
        text = position.contest()
        assert client.parse(text, position.to_play) == position
        assert client.parse(text.replace("\n", "\r\n").encode(), position.to_play) == position


@every_game
@given(seed=st.integers(0, 2**32))
def test_moves_are_numbers_too(client: Client, seed: int) -> None:
    position = some_position(client, seed)
    size = position.height * position.width
    mask = np.asarray(position.mask)
    assert mask.dtype == np.uint8
    assert mask.shape == (size + position.has_passes,)
    assert not mask.flags.writeable
    assert mask.nonzero()[0].tolist() == np.asarray(position.legal_moves).tolist() == position.legal_moves.indices
    for number in mask.nonzero()[0]:
        move = position.move(number)
        assert move == (tg.PASS if number == size else tg.Point(*divmod(int(number), position.width)))
        assert position.play(number) == position.play(int(number)) == position.play(move)
    for number in np.flatnonzero(mask == 0):
        assert not position.is_legal(int(number))
        assert not position.is_legal(number)
        assert position.why_illegal(number) == position.why_illegal(position.move(number))
    refused = f"is not a move on a {position.height}x{position.width} board; expected 0 to {len(mask) - 1}"
    for outside in (-1, -2, len(mask), 2**70):
        with pytest.raises(IndexError, match=refused):
            position.play(outside)
    for odd in (True, np.float64(1), object()):
        with pytest.raises(TypeError, match="is not a move; expected a Point, a vertex like"):
            position.is_legal(odd)  # type: ignore[arg-type]


@every_game
@given(seed=st.integers(0, 2**32))
def test_a_board_comes_back_from_an_array(client: Client, seed: int) -> None:
    position = without_past(some_position(client, seed))
    board = np.asarray(position.board)
    from_array = import_module(f"tengen.games.{client.game.name}").from_array
    for array in (board, board.astype(np.int64), np.asfortranarray(board.astype(np.int16)), board.tolist()):
        assert from_array(array, position.to_play, **client.rules) == position
    assert from_array(board, **client.rules) == client.game.position(position.board, None, **client.rules)


@every_game
@given(seed=st.integers(0, 2**32))
def test_legal_moves_are_the_moves_that_can_be_played(client: Client, seed: int) -> None:
    position = some_position(client, seed)
    legal: list[tg.Point | tg.Pass] = list(position.legal_moves)
    points = [move for move in legal if isinstance(move, tg.Point)]
    assert points == sorted(points)
    assert tg.PASS not in legal[:-1]
    assert bool(legal) != position.is_over
    moves: list[tg.Point | tg.Pass] = [tg.PASS]
    moves += [tg.Point(row, col) for row in range(position.height) for col in range(position.width)]
    for move in moves:
        assert position.is_legal(move) == (move in legal) == (position.why_illegal(move) is None)
        assert position.is_legal(position.vertex(move)) == (move in legal)
        if move in legal:
            after = position.play(move)
            assert after.to_play is position.to_play.opponent
            assert type(after) is type(position)
        else:
            with pytest.raises(tg.IllegalMove) as error:
                position.play(move)
            assert str(error.value) == str(position.why_illegal(move))


@every_game
@given(seed=st.integers(0, 2**32))
def test_playing_leaves_the_position_as_it_was(client: Client, seed: int) -> None:
    position = some_position(client, seed)
    before, text = hash(position), str(position)
    for point in position.legal_moves:
        assert position.play(point) != position
    assert (hash(position), str(position)) == (before, text)


@every_game
@given(seed=st.integers(0, 2**32))
def test_values_compare_hash_and_pickle(client: Client, seed: int) -> None:
    position = some_position(client, seed)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert hash(copy) == hash(position)
    assert type(copy) is type(position)
    assert position != position.with_to_play(position.to_play.opponent)
    assert position != object()
    assert copy.legal_moves == position.legal_moves
    record = tg.simulate(position, seed=seed)
    assert pickle.loads(pickle.dumps(record)) == record


@every_game
@given(seed=st.integers(0, 2**32), symmetry=st.integers(0, 7))
def test_the_eight_symmetries(client: Client, seed: int, symmetry: int) -> None:
    position = without_past(some_position(client, seed))
    turned = position.transformed(symmetry)
    assert len(turned.legal_moves) == len(position.legal_moves)
    assert turned.is_over == position.is_over
    assert turned.winner is position.winner
    assert bool(tg.check(turned)) == bool(tg.check(position))
    for point in position.legal_moves:
        if not isinstance(point, tg.Point):
            continue
        row, col = point.row, point.col
        if symmetry & 4:
            row, col = col, row
        row = turned.height - 1 - row if symmetry & 1 else row
        col = turned.width - 1 - col if symmetry & 2 else col
        assert turned.play(tg.Point(row, col)).board == position.play(point).board.transformed(symmetry)
    assert len(position.symmetries) == (8 if position.height == position.width else 4)
    assert position.symmetries[0] == position


@every_game
@given(seed=st.integers(0, 2**32))
def test_colour_swap(client: Client, seed: int) -> None:
    position = without_past(some_position(client, seed))
    swapped = position.colors_swapped()
    assert swapped.colors_swapped() == position
    if not client.same_for_both:
        return
    assert swapped.legal_moves == position.legal_moves
    assert swapped.winner is (position.winner.opponent if position.winner else None)


@every_game
@given(seed=st.integers(0, 2**64 - 1), policy=st.sampled_from(["first", "random"]))
def test_a_simulated_game_is_a_whole_legal_game(client: Client, seed: int, policy: str) -> None:
    for start in map(client.parse, client.starts):
        record = tg.simulate(start, policy, seed if policy == "random" else None)
        position = start
        for point in record.moves:
            assert position.outcome is None
            if policy == "first":
                assert point == position.legal_moves[0]
            position = position.play(point)
        assert position == record.end
        assert position.is_over or len(record) == client.game.plies_allowed(start)
        assert record.outcome is not None
        if position.is_over:
            assert record.outcome == position.outcome
            assert record.winner is position.winner
        assert record == tg.simulate(start, policy, record.seed)


@every_game
def test_many_games_add_up_the_same_on_any_threads(client: Client) -> None:
    for start in map(client.parse, client.starts):
        results = [tg.simulate_many(start, 3000, 5, by_point=True, threads=threads) for threads in (1, 2, 3)]
        assert results[0] == results[1] == results[2]
        result = results[0]
        assert result.games == 3000 == result.black_wins + result.white_wins + result.draws == sum(result.lengths)
        if start.is_over:
            assert result.longest == 0
        if client.game.every_ply_adds_a_stone:
            assert sum(each.opened for each in result.points) == (0 if start.is_over else 3000)
            stones = sum(each.black_ended + each.white_ended for each in result.points)
            before = start.board.count(tg.BLACK) + start.board.count(tg.WHITE)
            assert stones == sum(plies * count for plies, count in enumerate(result.lengths)) + 3000 * before
        assert tg.simulate_many(start, 3000, 5).black_wins == result.black_wins
        assert tg.simulate_many(start, 0, 5).games == 0


@every_game
@given(seed=st.integers(0, 2**32))
def test_the_judge_agrees_with_the_rules(client: Client, seed: int) -> None:
    position = some_position(client, seed)
    record = tg.simulate(position, seed=seed)
    game = client.game
    lines = b"".join(game.transcript(position, record.moves)) + game.closing_line
    judgement = tg.judge(position, lines)
    assert judgement.is_right
    assert judgement.end == record.end
    assert (str(record.outcome) if record.end.is_over else "not over") in str(judgement)
    if record.moves and record.end.is_over:
        again = b"".join(game.transcript(position, tg.Points([*record.moves, record.moves[-1]], position.width)))
        judgement = tg.judge(position, again + game.closing_line)
        assert not judgement.is_right
        assert judgement.first_wrong_line == len(record) + 1
        assert judgement.right == len(record)


@every_game
@given(seed=st.integers(0, 2**32))
def test_what_random_play_reaches_is_reachable(client: Client, seed: int) -> None:
    start = client.game.start(5, 5, **client.rules)
    already = start.board.count(tg.BLACK) + start.board.count(tg.WHITE)
    stones = already + seed % 8
    try:
        position = tg.generate(start, stones=stones, seed=seed)
    except tg.UnreachableFill:
        return  # some games end early
    assert position.board.count(tg.BLACK) + position.board.count(tg.WHITE) == stones
    assert tg.check(position)
    assert tg.generate(start, stones / 25, seed=seed) == position


def lines_of_play(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(lines_of_play(position.play(point), depth - 1) for point in position.legal_moves)


def complete_games(position: Position) -> dict[tg.Color | None, int]:
    if position.is_over:
        return {position.winner: 1}
    games: dict[tg.Color | None, int] = {}
    for point in position.legal_moves:
        for winner, count in complete_games(position.play(point)).items():
            games[winner] = games.get(winner, 0) + count
    return games


@every_game
def test_counts_are_those_of_playing_everything(client: Client) -> None:
    for start in map(client.parse, client.tiny):
        assert tg.perft(start, 4) == tuple(lines_of_play(start, depth) for depth in range(5))
        games = complete_games(start)
        count = tg.count(start, threads=2)
        assert (count.black_wins, count.white_wins, count.draws) == (
            games.get(tg.BLACK, 0),
            games.get(tg.WHITE, 0),
            games.get(None, 0),
        )
        assert not count.by_plies or count.games == sum(count.by_plies)


@every_game
def test_a_position_says_what_it_is(client: Client) -> None:
    start = client.parse(client.starts[-1])
    assert repr(start).startswith(f"<{client.game.title} {start.height}x{start.width}: ")
    with pytest.raises(TypeError, match="could mean"):
        start.play((0, 0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="could mean"):
        start[(0, 0)]  # type: ignore[index]
    with pytest.raises(TypeError, match="is not a move"):
        start.play(3.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is not a colour"):
        start.with_to_play("black")  # type: ignore[arg-type]
    corner = tg.Point(0, 0)
    assert start[start.vertex(corner)] is start[corner]
    with pytest.raises(IndexError, match="is not on a"):
        start.play(tg.Point(0, 99))


@every_game
@given(seed=st.integers(0, 2**32))
def test_a_batch_is_many_positions(client: Client, seed: int) -> None:
    chance = random.Random(seed)
    start = some_position(client, seed)
    if start.is_over:
        return
    batch = tg.batch(start, 3, most_plies=10**6)
    beside: list[Position] = [start] * 3
    history: list[list[int]] = [[], [], []]
    for _ in range(12):
        for k, position in enumerate(beside):
            assert batch.positions[k] == position
            assert bytes(batch.mask[k]) == bytes(position.mask)
            assert (batch.to_play[k], batch.plies[k]) == (position.to_play is tg.WHITE, len(history[k]))
            shown = batch.planes[k].reshape(len(batch.plane_names), -1).tolist()
            planes = dict(zip(batch.plane_names, shown, strict=True))
            assert planes == planes | planes_of(position, history[k])
        going = [k for k, position in enumerate(beside) if not position.is_over]
        moves = [chance.choice(beside[k].legal_moves.indices) for k in going]
        batch.step(moves, going)
        for k, move in zip(going, moves, strict=True):
            beside[k] = beside[k].play(move)
            history[k].append(move)
            won = {None: 0, tg.BLACK: 1, tg.WHITE: -1}[beside[k].winner]
            assert (batch.over[k], batch.rewards[k].tolist()) == (beside[k].is_over, [won, -won])


def planes_of(position: Position, moves: list[int]) -> dict[str, list[int]]:
    """What a batch shows of a position after these moves, by what positions say of themselves."""
    own, other = position.to_play, position.to_play.opponent
    cells = list(position.board.cells)
    points = range(len(cells))
    playing = not position.is_over
    legal = [int(position.is_legal(k)) for k in points]
    planes = {
        "own": [int(cell == (1 if own is tg.BLACK else 2)) for cell in cells],
        "other": [int(cell == (1 if other is tg.BLACK else 2)) for cell in cells],
        "own legal": legal,
        "points": [int(cell != 3) for cell in cells],
    }
    if not isinstance(position, tg.go.Position):
        waiting = position.with_to_play(other)
        planes["other legal"] = [int(playing and waiting.is_legal(k)) for k in points]
    else:
        if position.passes == 0:  # as if the side to move passed; a second pass would end the game
            planes["other legal"] = [int(position.play(tg.PASS).is_legal(k)) for k in points]
        reasons = ["" if cells[k] or legal[k] or not playing else str(position.why_illegal(k)) for k in points]
        planes["ko"] = [int(bool(reason) and "liberty" not in reason) for reason in reasons]
        last = [*moves[::-1], -1, -1]
        planes["last move"] = [int(k == last[0]) for k in points]
        planes["move before"] = [int(k == last[1]) for k in points]
        planes["passed"] = [int(position.passes > 0 and cell != 3) for cell in cells]
    return planes
