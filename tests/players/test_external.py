"""External programs as players: what they are told of positions and clocks, and real ones on the other end."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest

import tengen as tg
from conftest import TENGEN, gnugo_path
from peers.test_gnugo import stones_of
from players.shared import Programs, choose_vertex, failure, told
from tengen import players
from tengen.games.game import Position
from tengen.players.gtp_engine import GtpEngine
from tengen.players.words import played_sgf


def test_a_game_is_followed_move_by_move(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--answers", "C3", "D4")
    position = tg.gomoku.start(9)
    assert choose_vertex(player, position) == "C3"
    assert told(log) == ["list_commands", "boardsize 9", "clear_board", "genmove b"]
    position = position.play("C3").play("E5")
    assert choose_vertex(player, position) == "D4"
    assert told(log) == ["play w E5", "genmove b"]
    position = position.play("D4")
    assert choose_vertex(player, position) == "A1"
    assert told(log) == ["genmove w"]


def test_asked_by_several_threads_it_answers_one_after_another(programs: Programs) -> None:
    player = programs("plain")
    player.prepare(tg.gomoku.start(9))

    def play(first: str) -> list[str]:
        position, moves = tg.gomoku.start(9).play(first), []
        for _ in range(10):
            moves.append(choose_vertex(player, position))
            position = position.play(moves[-1])
        return moves

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(play, ["A1", "B1"])) == [
            ["B1", "C1", "D1", "E1", "F1", "G1", "H1", "J1", "A2", "B2"],
            ["A1", "C1", "D1", "E1", "F1", "G1", "H1", "J1", "A2", "B2"],
        ]
    assert programs.running() == 1


def test_taking_moves_back_starts_again_from_the_same_place(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log))
    positions = [tg.go.start(5, komi=0.5)]
    for move in ("C3", "C2", "B3", "pass"):
        positions.append(positions[-1].play(move))
        player.prepare(positions[-1])
    assert told(log) == [
        "list_commands",
        "boardsize 5",
        "komi 0.5",
        "clear_board",
        "play b C3",
        "play w C2",
        "play b B3",
        "play w pass",
    ]
    player.prepare(positions[2])
    assert told(log) == ["clear_board", "play b C3", "play w C2"]
    player.prepare(positions[1].play("D4"))
    assert told(log) == ["clear_board", "play b C3", "play w D4"]
    player.prepare(positions[2].with_to_play(tg.WHITE))
    assert told(log) == ["clear_board", "play w C2", "play b C3"]


def test_a_position_is_set_up_with_the_other_side_last(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log))
    player.prepare(tg.nogo.parse("X X X\n. . .\nO . O\nBlack to play\n"))
    assert told(log) == [
        "list_commands",
        "boardsize 3",
        "clear_board",
        "play b C3",
        "play b B3",
        "play w C1",
        "play b A3",
        "play w A1",
    ]
    player.prepare(tg.nogo.parse("X . .\n. . .\n. . .\nBlack to play\n"))
    assert told(log) == ["clear_board", "play b A3"]


def test_a_row_too_long_to_win_is_never_five_on_the_way(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log))
    position = tg.gomoku.parse("X X X X X X . .\n" + ". . . . . . . .\n" * 7 + "White to play\n", variant="standard")
    assert not position.is_over
    player.prepare(position)
    shown = tg.gomoku.start(8, variant="standard")
    plays = [line.split()[2] for line in told(log) if line.startswith("play")]
    assert len(plays) == 6
    for vertex in plays:
        shown = shown.with_to_play(tg.BLACK).play(vertex)
        assert not shown.is_over


def test_a_ko_that_was_just_taken_is_shown_being_taken(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log))
    before = tg.go.parse(". X O .\nX O . O\n. X O .\n. . . .\nBlack to play\n", ko="simple")
    taken = before.play("C3")
    assert not taken.is_legal("B3")
    player.prepare(taken)
    lines = told(log)
    assert lines[-1] == "play b C3"
    assert "play w B3" in lines
    player.prepare(tg.go.start(4, ko="simple"))
    player.prepare(before.play("pass"))
    assert told(log)[-1] == "play b pass"


def test_komi_and_rules_where_they_are_known(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--knows", "rectangular_boardsize", "kata-set-rules")
    player.prepare(tg.go.start((3, 5), komi=-7, ko="situational", suicide=True))
    assert told(log) == [
        "list_commands",
        "rectangular_boardsize 5 3",
        'kata-set-rules {"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":true}',
        "komi -7.0",
        "clear_board",
    ]


def test_othello_goes_by_moves_and_gtp_names(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--answers", "D6", "C4")
    start = tg.othello.start()
    assert choose_vertex(player, start) == "d3"  # GTP counts rows from below
    position = start.play("d3").play("c5").play("d6")
    assert told(log) == ["list_commands", "boardsize 8", "clear_board", "genmove b"]
    player.prepare(position)
    assert told(log) == ["play w C4", "play b D3"]
    player.prepare(start.play("c4"))
    assert told(log) == ["clear_board", "play b C5"]
    fresh = programs("plain", "--log", str(log))
    fresh.prepare(position)  # nobody told it the moves, but there is a line that leads there
    lines = told(log)
    assert lines[:3] == ["list_commands", "boardsize 8", "clear_board"]
    seen = start
    for line in lines[3:]:
        seen = seen.play(tg.gomoku.start(8).point(line.split()[2]))
    assert seen == position


def test_othello_positions_that_no_line_leads_to(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    position = tg.othello.parse("X O . .\n. . . .\n. . . .\n. . . X\nBlack to play\n")
    player = programs("plain", "--log", str(log), "--knows", "set_position", "--answers", "C4")
    assert choose_vertex(player, position) == "c1"
    assert told(log) == ["list_commands", "boardsize 4", "clear_board", "set_position b D1 b A4 w B4", "genmove b"]
    loading = programs("plain", "--log", str(log), "--knows", "loadsgf", "--answers", "C4")
    assert choose_vertex(loading, position) == "c1"
    assert told(log)[3].startswith("loadsgf /")
    other = programs("plain")
    failed = failure(other, position)
    assert str(failed) == (
        f"{other.command!r} cannot be told of this position: no line from the usual start to it was "
        f"found, and the program has neither set_position nor loadsgf"
    )
    assert failed.cause == "protocol"


def test_clocks_are_told_to_those_who_ask(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    position = tg.gomoku.start(9, in_a_row=9)
    kgs = programs("plain", "--log", str(log), "--knows", "kgs-time_settings", "time_left")
    for clock, lines in [
        (players.Clock(300), ["kgs-time_settings absolute 300", "time_left b 300 0"]),
        (players.Clock(250.9), ["time_left b 250 0"]),
        (players.Clock(60, period=30, periods=5), ["kgs-time_settings byoyomi 60 30 5", "time_left b 60 0"]),
        (players.Clock(7.5, period=30, periods=3, stones_left=1), ["time_left b 7.50 1"]),
        (players.Clock(60, period=300, stones=25), ["kgs-time_settings canadian 60 300 25", "time_left b 60 0"]),
        (players.Clock(200, period=300, stones=25, stones_left=20), ["time_left b 200 20"]),
    ]:
        kgs.prepare(position)
        told(log)
        move = kgs.choose(position, clock).move
        assert told(log) == [*lines, "genmove b"]
        assert move is not None
        position = position.play(move)
        position = position.play(tg.Point(0, position.board.count(tg.WHITE)))


@pytest.mark.parametrize(
    ("knows", "clock", "lines"),
    [
        ([], players.Clock(10), []),
        (["time_settings"], players.Clock(10, period=5, stones=3), ["time_settings 10 5 3"]),
        (
            ["time_settings", "time_left"],
            players.Clock.per_move(0.25),
            ["time_settings 0 0.25 1", "time_left b 0.25 1"],
        ),
        (
            ["kata-time_settings", "kgs-time_settings"],
            players.Clock(10, increment=2),
            ["kata-time_settings fischer 10 2"],
        ),
        (["time_settings"], players.Clock(10, increment=2), ["time_settings 10 0 0"]),
    ],
)
def test_clocks_in_the_words_that_are_known(
    programs: Programs, tmp_path: Path, knows: list[str], clock: players.Clock, lines: list[str]
) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--knows", *knows)
    player.choose(tg.gomoku.start(9), clock)
    assert told(log)[3:] == [*lines, "genmove b"]


def test_whole_seconds_for_those_who_take_no_others(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--whole-seconds", "--knows", "time_settings", "time_left")
    position = tg.gomoku.start(9)
    player.choose(position, players.Clock.per_move(2.5))
    assert told(log)[3:] == ["time_settings 0 2.50 1", "time_settings 0 2 1", "time_left b 2 1", "genmove b"]
    player.choose(position.play("A1").play("B1"), players.Clock.per_move(0.5))
    assert told(log) == ["play w B1", "time_settings 0 1 1", "time_left b 1 1", "genmove b"]
    player.choose(position.play("A1").play("B1").play("C1").play("D1"))
    assert told(log) == ["play w D1", "time_settings 0 1 0", "genmove b"]  # there is no clock any more


def test_terse_answers_are_understood(programs: Programs) -> None:
    player = programs("terse", "--moves", "3")
    position = tg.nogo.start(9)
    for vertex in ("J1", "J2", "J3"):
        assert choose_vertex(player, position) == vertex
        position = position.play(vertex)
        position = position.play("A" + vertex[1])
    assert player.choose(position).resigns
    white = programs("terse")
    assert choose_vertex(white, position.play("E5")) == "A4"  # it went by the last stone


# Black has the left, White the right, with a dead stone of the other side in each; nobody takes them.
LEFT_OVER = """
O . X O .
. X X O O
X X X O .
. X X O X
X . X O .
"""
AS_IT_STANDS = "Black wins: area 13 to 8 + 2.5", "over", "B+2.5"


@pytest.mark.parametrize(
    ("black", "white", "expected"),
    [
        ("A5 E2", "e2 a5", ("Black wins: area 15 to 10 + 2.5, without the dead A5 E2", "agreed", "B+")),
        ("E2", "E2", ("White wins: area 12 to 11 + 2.5, without the dead E2", "agreed", "W+")),
        ("A5", "E2", AS_IT_STANDS),
        ("", "", AS_IT_STANDS),
        ("E2", "a stone", AS_IT_STANDS),
        ("E2", None, AS_IT_STANDS),
    ],
)
def test_stones_that_both_sides_take_for_dead(
    programs: Programs, black: str, white: str | None, expected: tuple[str, str, str]
) -> None:
    start = tg.go.parse(LEFT_OVER, komi=2.5)
    sides = [
        programs("plain", "--answers", "pass", "--knows", "final_status_list", "--dead", dead)
        if dead is not None
        else programs("plain", "--answers", "pass")
        for dead in (black, white)
    ]
    game = players.play(start, *sides)
    words, ending, result = expected
    assert (str(game), game.ending) == (words, ending)
    assert f"RE[{result}]" in played_sgf(game)
    assert game.end.board == start.board


def test_our_search_says_what_is_dead_too(programs: Programs) -> None:
    program = programs("plain", "--answers", "pass", "--knows", "final_status_list", "--dead", "A5 E2")
    mcts = players.mcts(visits=100, seed=1)
    game = players.play(tg.go.parse(LEFT_OVER, tg.WHITE, komi=2.5), mcts, program)  # ahead, so it passes too
    assert str(game) == "Black wins: area 15 to 10 + 2.5, without the dead A5 E2"
    game = players.play(tg.go.parse(LEFT_OVER, tg.WHITE, komi=2.5), mcts, lambda position, clock: "pass")
    assert (str(game), game.ending) == AS_IT_STANDS[:2]  # a function says nothing


def test_a_banner_and_stray_lines_are_let_pass(programs: Programs) -> None:
    player = programs("plain", "--chatter", "thinking about", "--answers", "E5", "C3")
    game = players.play(tg.nogo.start(9), player, players.random.seeded(1), most_plies=3)
    assert game.ending == "unfinished", game
    assert [game.end.vertex(move) for move in game.record.moves[::2]] == ["E5", "C3"]


def test_resigning_leaves_nothing_to_rely_on(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = programs("plain", "--log", str(log), "--answers", "Resign", "pass")
    start = tg.go.start(3)
    assert player.choose(start).resigns
    told(log)
    assert player.choose(start).move is tg.PASS
    assert told(log) == ["clear_board", "genmove b"]


# With real ones.


@pytest.mark.parametrize(
    "start",
    [tg.nogo.start(6), tg.nogo.start((3, 5)), tg.go.start(4), tg.gomoku.start(7), tg.othello.start(6)],
    ids=lambda start: f"{start.game.name} {start.width}",
)
def test_our_own_server_behind_gtp_plays_as_without(start: Position, chance: random.Random) -> None:
    """A seeded player answers by the position alone, so the server must have been brought to the very same one."""
    direct = players.random.seeded(3)
    command = shlex.join([str(TENGEN), "gtp", start.game.name, "--player", str(direct)])
    with players.external(command) as player:
        game = players.play(start, player, players.random.seeded(chance.randrange(2**32)), clock=players.Clock(600))
        assert game.ending in ("over", "stopped")
        line = [start]
        for move, choice in zip(game.record.moves, game.choices, strict=True):
            if line[-1].to_play is tg.BLACK:
                assert choice.move == direct.choose(line[-1]).move
            line.append(line[-1].play(move))
        for position in chance.sample(line[:-1], 6):
            assert player.choose(position).move == direct.choose(position).move
        player.close()
        middle = line[len(line) // 2]
        assert player.choose(middle).move == direct.choose(middle).move


@pytest.fixture
def gnugo() -> Iterator[players.ExternalPlayer]:
    with players.external(f"{gnugo_path()} --mode gtp --level 1 --chinese-rules --capture-all-dead") as player:
        yield player


def ask(player: players.ExternalPlayer, command: str) -> str:
    assert isinstance(player._engine, GtpEngine)
    done, words = player._engine.ask(command, 20)
    assert done, words
    return words


def test_gnugo_is_where_we_are(gnugo: players.ExternalPlayer, chance: random.Random) -> None:
    """Jumping back and forth in random games, with all their captures and kos."""
    for size in (4, 5, 7):
        record = tg.simulate(tg.go.start(size, ko="simple"), seed=chance.randrange(2**32))
        line = [cast(tg.go.Position, record.start)]
        for move in record.moves:
            line.append(line[-1].play(move))
        here = 0
        for _ in range(40):
            here = min(len(line) - 2, max(0, here + chance.choice([1, 1, 1, 2, 2, -1, -3, 9])))
            position = line[here]
            if chance.random() < 0.2:
                gnugo.close()  # then it has to be set up from nothing
            gnugo.prepare(position)
            for color in (tg.BLACK, tg.WHITE):
                assert set(ask(gnugo, f"list_stones {color.name}").split()) == stones_of(position, color)
            for row in range(size):
                for col in range(size):
                    point = tg.Point(row, col)
                    legal = ask(gnugo, f"is_legal {position.to_play.name} {position.vertex(point)}") == "1"
                    assert legal == position.is_legal(point), (position, point)


def test_gnugo_plays_games(gnugo: players.ExternalPlayer) -> None:
    game = players.play(tg.go.start(7, ko="simple"), gnugo, players.random.seeded(1))
    assert (game.ending, game.winner) == ("over", tg.BLACK)
    game = players.play(tg.go.start(5, ko="simple"), players.random.seeded(1), gnugo, clock=players.Clock(60))
    assert (game.ending, game.winner) == ("over", tg.WHITE)


def test_gnugo_is_quoted(gnugo: players.ExternalPlayer) -> None:
    failed = failure(gnugo, tg.go.start(25))
    assert str(failed) == f"{gnugo.command!r} refused 'boardsize 25': unacceptable size"
