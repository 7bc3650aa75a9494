"""The core's Go beside the oracle's, move by move: every ko rule, suicide or not, all shapes, holes included."""

from __future__ import annotations

import json
import pickle
import random
from fractions import Fraction
from itertools import product
from math import inf, nan
from pathlib import Path
from typing import Any, Literal, get_args

import pytest

import tengen as tg
from go.shared import (
    COLORS,
    NAMES,
    dead_chains,
    legal_moves,
    move_of,
    moves_of,
    play,
    position_of,
    random_board,
    rows,
    rules_of,
)
from oracles import go as oracle

KNOWN = json.loads((Path(__file__).resolve().parent.parent / "data" / "go_known.json").read_text())
Ko = Literal["simple", "positional", "situational"]
EVERY_RULE = [oracle.Rules(suicide, ko, Fraction(0)) for ko in get_args(Ko) for suicide in (False, True)]
every_rule = pytest.mark.parametrize(
    "rules", EVERY_RULE, ids=lambda rules: f"{rules.ko} ko, suicide {'allowed' if rules.suicide else 'forbidden'}")


def compare(position: tg.go.Position, state: oracle.State) -> None:
    """Everything that can be asked of a position, beside what the oracle says."""
    assert rows(position.board) == state.board
    assert (position.to_play, position.passes) == (COLORS[state.to_play], state.passes)
    assert position.is_over == oracle.is_over(state)
    assert position.is_sound
    assert moves_of(position.legal_moves) == legal_moves(state), state
    black, white, neither = position.area()
    owners = oracle.owners(state.board)
    assert (black, white) == oracle.area_score(state.board)
    assert neither == len(owners) - black - white
    assert rows(position.owners()) == oracle.put(oracle.put(oracle.put(
        state.board, [point for point, owner in owners.items() if owner == "X"], "X"),
        [point for point, owner in owners.items() if owner == "O"], "O"),
        [point for point, owner in owners.items() if owner == "."], ".")
    assert NAMES[position.winner] == (oracle.winner(state) if oracle.is_over(state) else "draw")


def compare_refusals(position: tg.go.Position, state: oracle.State) -> None:
    for point in oracle.points(state.board):
        expected = oracle.why_illegal(state, point)
        refusal = position.why_illegal(tg.Point(*point))
        if expected is None or oracle.simple_ko_readings_differ(state, point):
            assert refusal is None
            continue
        assert refusal is not None
        if expected == "game over" and state.board[point[0]][point[1]] != ".":
            expected = "hole" if state.board[point[0]][point[1]] == "#" else "occupied"
        assert refusal.rule == expected
        chains = [set(moves_of(chain)) for chain in refusal.chains]
        if expected == "suicide":
            with_stone = oracle.put(state.board, [point], state.to_play)
            assert chains == [set(oracle.chain_at(with_stone, point))]
        elif expected == "ko":
            assert chains == [set(oracle.captures(state.board, point, state.to_play))]
        elif expected == "superko":
            ply = int(str(refusal).partition(" after ")[2].split()[0])
            after, _, _ = oracle.board_after(state.board, point, state.to_play)
            stood = [*state.earlier, (state.board, state.to_play)]
            assert stood[ply][0] == after
            assert state.rules.ko == "positional" or stood[ply][1] == oracle.opponent(state.to_play)


def walk(chance: random.Random, board: oracle.Board, rules: oracle.Rules, plies: int, ask_why: float) -> None:
    to_play = chance.choice("XO")
    position, state = position_of(board, rules, to_play), oracle.new_game(board, rules, to_play)
    taken = {"X": 0, "O": 0}
    for _ in range(plies):
        compare(position, state)
        assert {name: position.captures(COLORS[name]) for name in "XO"} == taken
        if chance.random() < ask_why:
            compare_refusals(position, state)
        moves = legal_moves(state)
        if not moves:
            break
        move = moves[-1] if len(moves) == 1 or chance.random() < 0.04 else chance.choice(moves[:-1])
        if move != "pass":
            _, captured, lost = oracle.board_after(state.board, move, state.to_play)
            taken[state.to_play] += len(captured)
            taken[oracle.opponent(state.to_play)] += len(lost)
        position, state = position.play(move_of(move)), play(state, move)
    compare(position, state)


@every_rule
def test_random_games_move_by_move(fresh: random.Random, rules: oracle.Rules) -> None:
    for _ in range(30):
        walk(fresh, random_board(fresh), rules, 40, ask_why=0.2)


@every_rule
def test_long_games_on_tiny_boards_where_ko_is_everywhere(fresh: random.Random, rules: oracle.Rules) -> None:
    for _ in range(70):
        walk(fresh, random_board(fresh, most=3), rules, 60, ask_why=0.5)


def test_superko_forbids_a_cycle_that_simple_ko_lets_pass() -> None:
    # Each capture of two is answered by one of one, and after six plies the board is as before.
    tried = 0
    for seed in range(400):
        chance = random.Random(seed)
        state = oracle.new_game(oracle.empty_board(2, 2), oracle.Rules(False, "simple", Fraction(0)))
        position = {ko: position_of(state.board, oracle.Rules(False, ko, Fraction(0))) for ko in get_args(Ko)}
        stood = [(state.board, "X")]
        for _ in range(30):
            moves = [move for move in legal_moves(state) if move != "pass"]
            if not moves:
                break
            move = chance.choice(moves)
            after = oracle.play(state, move)
            repeated = {"simple": False, "positional": after.board in [board for board, _ in stood],
                        "situational": (after.board, after.to_play) in stood}
            for ko, forbidden in repeated.items():
                assert position[ko].is_legal(move_of(move)) is not forbidden
            if any(repeated.values()):
                tried += 1
                break
            position = {ko: each.play(move_of(move)) for ko, each in position.items()}
            state = after
            stood.append((state.board, state.to_play))
    assert tried > 100


@pytest.mark.parametrize("case", KNOWN["situations"], ids=lambda case: case["name"])
def test_situations_with_simple_ko_by_its_point(case: dict[str, Any]) -> None:
    start = position_of(tuple(case["board"]), rules_of(case["rules"]), case["to_play"])
    position, before = start, start
    for move in case["moves"]:
        position, before = position.play(move_of(move)), position
    assert rows(position.board) == tuple(case["board_after"])
    assert position.to_play is COLORS[case["to_play_after"]]
    assert position.is_over is case["over"]
    differ = [tuple(move) for move in case.get("ko_readings_differ", [])]
    for move in case["legal"]:
        assert position.why_illegal(move_of(move)) is None
    for refused in case["illegal"]:
        move = move_of(refused["move"])
        if isinstance(move, tg.Point) and not (0 <= move.row < position.height and 0 <= move.col < position.width):
            with pytest.raises(IndexError, match="is not on a"):
                position.why_illegal(move)
            continue
        refusal = position.why_illegal(move)
        if tuple(refused["move"]) in differ:
            assert refusal is None
            continue
        assert refusal is not None
        if refused["why"] != "game over" or isinstance(move, tg.Pass) or position[move] is None:
            assert refusal.rule == refused["why"]
        with pytest.raises(tg.IllegalMove):
            position.play(move)
    if "all_legal" in case:
        legal = [move if move == "pass" else tuple(move) for move in case["all_legal"]]
        assert [move for move in moves_of(position.legal_moves) if move not in differ] == legal
    if "score" in case:
        assert position.area()[:2] == tuple(case["score"])
    if "passes" in case:
        assert position.passes == case["passes"]
    if case["moves"]:
        taken = sum(position.captures(color) - before.captures(color) for color in COLORS.values())
        assert taken == len(case["removed"])


@pytest.mark.parametrize("case", KNOWN["scores"], ids=lambda case: case["name"])
def test_scores(case: dict[str, Any]) -> None:
    for entry in [{"komi": "0"}, *case.get("winners", [])]:
        start = position_of(tuple(case["board"]), oracle.Rules(False, "positional", Fraction(entry["komi"])))
        assert start.area()[:2] == tuple(case["score"])
        if start.is_sound and "winner" in entry:
            end = start.play("pass").play("pass")
            assert NAMES[end.winner] == entry["winner"]
            assert end.outcome is not None
            assert NAMES[end.outcome.winner] == entry["winner"]


LITERAL = [entry for entry in KNOWN["perft"] if entry["suicide"] and entry["ko"] == "simple"]


def size_and_rules(entry: dict[str, Any]) -> str:
    return f"{entry['rows']}x{entry['cols']}, {entry['ko']}, suicide {entry['suicide']}"


@pytest.mark.parametrize("entry", [entry for entry in KNOWN["perft"] if entry not in LITERAL], ids=size_and_rules)
def test_perft(entry: dict[str, Any]) -> None:
    start = position_of(oracle.empty_board(entry["rows"], entry["cols"]), rules_of(entry))
    counts = entry["counts_from_depth_0"]
    assert tg.perft(start, len(counts) - 1) == tuple(counts)


@pytest.mark.parametrize("entry", LITERAL, ids=size_and_rules)
def test_perft_with_simple_ko_by_its_point_since_the_data_reads_it_literally(entry: dict[str, Any]) -> None:
    depth = min(len(entry["counts_from_depth_0"]) - 1, 5)
    counts = [0] * (depth + 1)

    def visit(state: oracle.State, ply: int) -> None:
        counts[ply] += 1
        for move in legal_moves(state) if ply < depth else []:
            visit(play(state, move), ply + 1)

    board = oracle.empty_board(entry["rows"], entry["cols"])
    visit(oracle.new_game(board, rules_of(entry)), 0)
    assert tg.perft(position_of(board, rules_of(entry)), depth) == tuple(counts)


@pytest.mark.parametrize("entry", KNOWN["complete_games"], ids=size_and_rules)
def test_complete_games(entry: dict[str, Any]) -> None:
    count = tg.count(position_of(oracle.empty_board(entry["rows"], entry["cols"]), rules_of(entry)))
    assert (count.black_wins, count.white_wins, count.draws) == (entry["X"], entry["O"], entry["draw"])


@pytest.mark.parametrize("entry", [entry for entry in KNOWN["legal_positions"]
                                   if entry["rows"] * entry["cols"] <= 9 and entry["count"] < 30_000],
                         ids=lambda entry: f"{entry['rows']}x{entry['cols']}")
def test_sound_positions_are_counted_right(entry: dict[str, Any]) -> None:
    height, width = entry["rows"], entry["cols"]
    boards = (tg.Board(height, width, bytes(cells)) for cells in product(range(3), repeat=height * width))
    assert sum(tg.go.Position(board, tg.BLACK).is_sound for board in boards) == entry["count"]


def test_words_of_refusals() -> None:
    ko = ".XO.\nXO.O\n.XO.\n...."
    assert str(tg.go.parse(ko, ko="simple").play("C3").why_illegal("B3")) == "White at B3 takes back the ko at once"
    for rule in ("positional", "situational"):
        taken = tg.go.parse(ko, ko=rule).play("C3")
        assert str(taken.why_illegal("B3")) == f"White at B3 makes the board as it was after 0 plies ({rule} superko)"
        later = tg.go.parse(ko, ko=rule).play("A1").play("D1").play("C3")
        assert str(later.why_illegal("B3")) == f"White at B3 makes the board as it was after 2 plies ({rule} superko)"
    alone = tg.go.parse(".XX\nX.X\n#X.")
    assert str(alone.why_illegal("C3")) == "C3 is occupied by Black"
    assert str(alone.why_illegal("A1")) == "there is no point at A1"
    assert str(alone.with_to_play(tg.WHITE).why_illegal("B2")) == (
        "White at B2 leaves without a liberty the white stone at B2 (suicide)")
    assert str(tg.go.parse(".X\nXX").why_illegal("A2")) == (
        "Black at A2 leaves without a liberty the black chain of 4 at A2 B2 A1 B1 (suicide)")
    over = tg.go.start(2).play("pass").play("pass")
    for move in ("A1", "pass"):
        assert str(over.why_illegal(move)) == "the game is over: both sides passed"
        with pytest.raises(tg.IllegalMove, match="the game is over: both sides passed"):
            over.play(move)
    assert str(tg.go.start(1, ko="positional", suicide=True).why_illegal("A1")) == (
        "Black at A1 makes the board as it was after 0 plies (positional superko)")


def test_words_of_outcomes() -> None:
    stones = "XX.\n...\n..."
    assert str(tg.go.parse(stones).play("pass").play("pass").outcome) == "Black wins: area 9 to 0 + 7.5"
    assert str(tg.go.parse(stones, komi=9).play("pass").play("pass").outcome) == "a draw: area 9 to 0 + 9"
    assert str(tg.go.parse(stones, komi=9.5).play("pass").play("pass").outcome) == "White wins: area 9 to 0 + 9.5"
    assert str(tg.go.start(2, komi=0).play("pass").play("pass").outcome) == "a draw: area 0 to 0"
    assert str(tg.go.start(2, komi=-1).play("pass").play("pass").outcome) == "Black wins: area 0 to 0 + -1"
    assert tg.go.parse(stones).outcome is None


@pytest.mark.parametrize(("rules", "message"), [
    ({"komi": 0.25}, "the komi is 0.25; expected whole or half points, at most 1000000"),
    ({"komi": -7.3}, "the komi is -7.3; expected whole or half points, at most 1000000"),
    ({"komi": 1_000_000.5}, "the komi is 1000000.5; expected whole or half points, at most 1000000"),
    ({"komi": nan}, "the komi is nan; expected whole or half points, at most 1000000"),
    ({"komi": -inf}, "the komi is -inf; expected whole or half points, at most 1000000"),
    ({"komi": "7"}, "the komi is 7; expected whole or half points, at most 1000000"),
    ({"ko": "super"}, "there is no ko rule 'super'; expected simple, positional or situational"),
])
def test_rules_that_do_not_exist(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(tg.UsageError) as error:
        tg.go.start(9, **rules)
    assert str(error.value) == message
    with pytest.raises(tg.UsageError) as error:
        tg.go.parse("...", **rules)
    assert str(error.value) == message


@pytest.mark.parametrize("komi", [0, 7.5, -3.5, 1_000_000, -1_000_000])
def test_komi_is_kept(komi: float) -> None:
    position = tg.go.start(3, komi=komi, ko="situational", suicide=True)
    for kept in (position, position.play("B2"), position.with_to_play(tg.WHITE), position.colors_swapped(),
                 position.transformed(5), pickle.loads(pickle.dumps(position))):
        assert (kept.komi, kept.ko, kept.suicide) == (komi, "situational", True)


def test_positions_with_dead_chains_are_read_and_refused_with_the_reason() -> None:
    position = tg.go.parse("XO.\nO..\n.OO", ko="simple")
    reason = "the black stone at A3 has no liberty"
    assert not position.is_sound
    assert not position.legal_moves
    assert (position.is_over, position.outcome, position.winner) == (False, None, None)
    for refused in (lambda: position.play("C2"), lambda: position.play("pass"), lambda: tg.simulate(position),
                    lambda: tg.simulate_many(position, 5), lambda: tg.perft(position, 1), lambda: tg.count(position),
                    lambda: tg.judge(position, b"pass\n"), lambda: tg.generate(position, 0.9)):
        with pytest.raises(tg.IllegalPosition) as error:
            refused()
        assert str(error.value) == reason
    for move in ("C2", "pass"):
        refusal = position.why_illegal(move)
        assert refusal is not None
        assert (refusal.rule, str(refusal)) == ("unsound position", reason)
        assert [moves_of(chain) for chain in refusal.chains] == [[(0, 0)]]
    assert str(position.why_illegal("B3")) == "B3 is occupied by White"
    answer = tg.check(position)
    assert (answer.legal, answer.reachable, [str(each) for each in answer.reasons]) == (False, False, [reason])
    assert tg.flips(position).dead_black.counts == [0, 0, 0, 0, 0, 0, 0, 1, 1]


def test_dead_chains_of_random_boards(fresh: random.Random) -> None:
    for _ in range(500):
        board = random_board(fresh, sound=False)
        position = position_of(board, oracle.Rules())
        dead = dead_chains(board)
        answer = tg.check(position)
        assert position.is_sound == answer.legal == answer.reachable == bool(answer) == (not dead)
        assert [set(moves_of(reason.points)) for reason in answer.reasons] == [set(chain) for chain in dead]
        assert bool(position.legal_moves) == (not dead)


def test_pickling_keeps_the_superko_history(fresh: random.Random) -> None:
    forbidden = 0
    for ko in ("positional", "situational"):
        for _ in range(150):
            start = tg.go.start((2, 3), ko=ko, suicide=fresh.random() < 0.5)
            record = tg.simulate(start, "random", fresh.randrange(2**32))
            position = start.replay(record.moves[:fresh.randint(0, len(record))])[1]
            copy = pickle.loads(pickle.dumps(position))
            assert (copy, hash(copy), copy.legal_moves) == (position, hash(position), position.legal_moves)
            for point in oracle.points(oracle.empty_board(2, 3)):
                told, refusal = copy.why_illegal(tg.Point(*point)), position.why_illegal(tg.Point(*point))
                assert told == refusal
                forbidden += refusal is not None and refusal.rule == "superko"
            for move in position.legal_moves:
                assert copy.play(move) == position.play(move)
            assert [copy.captures(color) for color in COLORS.values()] == [
                position.captures(color) for color in COLORS.values()]
    assert forbidden


def test_positions_are_equal_when_their_futures_are() -> None:
    orders = [("A3", "C1", "C3", "A1"), ("C3", "A1", "A3", "C1")]
    for ko, same in (("simple", True), ("positional", False), ("situational", False)):
        one, two = (tg.go.start(3, ko=ko).replay(tg.Points(map(tg.go.start(3).point, order), 3))[1] for order in orders)
        assert one.board == two.board
        assert (one == two) is same
        assert (hash(one) == hash(two)) is same
    # The same boards in another order: a way there and back cannot be, but two passes at different times can.
    start = tg.go.start(3, ko="positional")
    early = start.play("pass").play("pass")
    assert early != start
    assert start.play("A1").play("pass") != tg.go.parse("...\n...\nX..", ko="positional")
    taken = tg.go.parse(".XO.\nXO.O\n.XO.\n....", ko="simple").play("C3")
    assert taken != taken.with_to_play(tg.WHITE)
    assert taken.with_to_play(tg.WHITE).is_legal("B3")
    assert tg.go.start(3, komi=1) != tg.go.start(3, komi=2)
    assert tg.go.start(3, ko="simple") != tg.go.start(3)
    assert tg.go.start(3, suicide=True) != tg.go.start(3)


def test_counting_needs_superko_and_counted_passes() -> None:
    with pytest.raises(tg.UsageError, match="under the simple ko rule games need not end; count them under a superko"):
        tg.count(tg.go.start(1, ko="simple"))
    with pytest.raises(tg.UsageError, match="in Go a pass is a move like any other; only forced passes can be left"):
        tg.perft(tg.go.start(2), 2, pass_is_ply=False)
