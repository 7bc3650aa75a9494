"""Playing on a terminal: whole games, keys, what is said, what is left behind."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

import pytest

import tengen as tg
from play.sessions import CALM, DOWN, LEFT, RIGHT, UP, Session, steps
from tengen import players
from tengen.games import by_name
from tengen.games.game import Position
from tengen.grid import PASS, Pass


@pytest.mark.parametrize(
    ("game", "size", "rules"),
    [("nogo", 5, {}), ("go", 3, {"komi": 0.5}), ("gomoku", 4, {"in_a_row": 3}), ("othello", 4, {})],
)
@pytest.mark.parametrize("color", ["black", "white"])
def test_a_whole_game(
    game: str, size: int, rules: dict[str, float], color: str, tmp_path: Path, chance: random.Random
) -> None:
    position = by_name(game).start(size, size, **rules)
    moves: list[tg.Point | tg.Pass] = []
    opponent = players.random.seeded(chance.randrange(100))
    me = tg.BLACK if color == "black" else tg.WHITE
    cursor = tg.Point(size // 2, size // 2)
    options = [word for name, value in rules.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    with Session(
        "play",
        game,
        "--size",
        str(size),
        "--player",
        str(opponent),
        "--color",
        color,
        "--sgf",
        "game.sgf",
        *options,
        cwd=tmp_path,
        env=CALM,
    ) as session:
        while not position.is_over:
            if position.to_play is me:
                session.sees(
                    f"{me} to play"
                    if any(isinstance(each, tg.Point) for each in position.legal_moves) or game == "go"
                    else "must pass"
                )
                move = my_move(position, moves, chance)
                if isinstance(move, Pass):
                    session.press("p")
                elif chance.random() < 0.5:
                    session.press(steps(cursor, move) + chance.choice("\r "))
                    cursor = move
                else:
                    session.press(position.vertex(move).upper() + "\r")
                    cursor = move
            else:
                move = opponent.choose(position).move or PASS
            position = position.play(move)
            moves.append(move)
            if position.to_play is me or position.is_over:  # the answer may be there before one has looked
                session.sees_position(position)
                session.sees(f"last move: {position.to_play.opponent} {position.vertex(move)}")
        assert position.outcome is not None
        session.sees(str(position.outcome)[:26])
        session.press("q")
        assert session.end() == 0
        assert session.modes() == session.modes_before
        board = str(position).rpartition("\n")[0]
        assert session.last_words == f"{board}\n{position.outcome}\nsaved in game.sgf\n"
    record = tg.read_sgf((tmp_path / "game.sgf").read_bytes(), game).record
    assert record.end == position
    assert list(record.moves) == moves


def my_move(position: Position, moves: list[tg.Point | tg.Pass], chance: random.Random) -> tg.Point | tg.Pass:
    legal = list(position.legal_moves)
    if PASS in legal and (moves[-1:] == [PASS] or len(moves) > 40):
        return PASS
    return chance.choice(legal)


def test_an_illegal_point_says_why_and_shows_the_chain() -> None:
    with Session("play", "nogo", "--size", "5", "--two") as session:
        for vertex in ("A2", "A1", "B2"):
            session.sees("to play")
            session.press(f"{vertex}\r")
            session.sees(f"last move: {'White' if vertex == 'A1' else 'Black'} {vertex}")
        session.press("E5\r")
        session.sees("last move: White E5")
        session.press("B1\r")
        session.sees("Black at B1 leaves without a liberty the white stone at A1 (no capture in NoGo)")
        assert session.colors(5, 2) == ("ffffff", "d70000")  # A1, white on red
        assert session.colors(4, 2) == ("000000", "d7af5f")  # A2, black on wood
        assert session.colors(1, 10) == ("ffffff", "d7af5f")
        assert session.lines[5].startswith("1 ●[·]· · · 1")
        session.press(UP)
        session.press("\r")
        session.sees("B2 is occupied by Black")
        assert session.colors(5, 2) == ("ffffff", "d7af5f")


def test_keys_move_the_cursor_and_stay_on_the_board() -> None:
    with Session("play", "nogo", "--two", env=CALM) as session:
        session.sees("[·]")
        assert session.cursor == (5, 10)
        for keys, cursor in (
            (UP, (4, 10)),
            (LEFT, (4, 8)),
            (DOWN, (5, 8)),
            (RIGHT, (5, 10)),
            ("k", (4, 10)),
            ("h", (4, 8)),
            ("j", (5, 8)),
            ("l", (5, 10)),
            (UP * 20 + LEFT * 20, (1, 2)),
            (DOWN * 20 + RIGHT * 20, (9, 18)),
            ("\x1bOA", (8, 18)),
            ("\x1b[5~\x1b[1;5P", (8, 18)),
        ):
            session.press(keys)
            session.until(lambda cursor=cursor: session.cursor == cursor, f"{keys!r}")  # type: ignore[misc]
        session.press("C")
        session.sees("play at: C")
        session.press("33")
        session.sees("play at: C33")
        session.press("\x7f")
        session.until(lambda: session.lines[7] == "3 · ·[·]· · · · · · 3", "the cursor at C3")
        session.press("\x1b")
        session.until(lambda: not any("play at" in line for line in session.lines), "the end of typing")
        session.press("\r")
        session.sees("last move: Black C3")
        session.press(":e5\r")
        session.sees("last move: White E5")
        session.press("Z99\r")
        session.sees("'Z99' is not on this board; its corners are A1 and J9")
        session.press("\x0c")
        session.until(lambda: session.output.count(b"\x1b[2J") == 3, "everything drawn again")
        session.press("p")
        session.sees("nobody passes in NoGo")


def test_a_side_is_taken_by_typing_it() -> None:
    words = ("play", "gomoku", "7", "--player", "greedy:seed=1", "--opening-rule", "swap2", "--color", "white")
    with Session(*words, env=CALM) as session:
        session.sees("take a side: type")
        session.press("black\r")
        session.sees("you are Black, greedy:seed=1 is White")
        session.sees("Black to play")
        session.press("qq")


def test_undo_while_the_other_side_thinks() -> None:
    with Session("play", "nogo", "--player", "mcts:seconds=600,threads=1", env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("White is thinking")
        session.sees(" % after ")
        session.sees("0:01")  # its clock runs
        session.press("\r")
        session.until(lambda: session.lines[21] == "White is thinking", "a refusal")
        session.press("u")
        session.sees("1 move taken back")
        session.sees("Black to play")
        assert session.lines[5].startswith("5 · · · ·[·]")
        session.press("u")
        session.sees("there is no move of yours to take back")
        session.press("q")  # nothing would be lost
        assert session.end() == 0
        assert session.last_words == ""
        assert session.modes() == session.modes_before


def test_hints_come_while_one_waits_and_can_be_stopped() -> None:
    with Session("play", "nogo", "--size", "7", "--two", env=CALM) as session:
        session.sees("Black to play")
        session.press("?")
        session.sees(" visits; ")
        assert any("*" in line for line in session.lines[1:8])
        session.press(LEFT)  # other keys work meanwhile
        session.until(lambda: session.cursor == (4, 6), "the cursor")
        session.press("\x1b")
        session.pump(0.5)
        shown = session.lines[21]
        assert shown.startswith("hint: ")
        assert "win " in shown
        session.pump(0.8)
        assert session.lines[21] == shown
        session.press("?")
        session.press("\r")
        session.sees("last move: Black C4")
        assert session.lines[21] == ""


def test_points_for_one_side_only() -> None:
    with Session("play", "nogo", "--size", "3", "--two", env=CALM) as session:
        for vertex in ("B3", "C1", "A2"):
            session.press(f"{vertex}\r")
            session.sees(f" {vertex}")
        session.press("m")
        session.sees("b: only Black may play there; w: only White; -: nobody")
        assert [line[:8] for line in session.lines[1:4]] == ["3 b ● · ", "2[●]· · ", "1 · · ○ "]
        session.press("m")
        session.until(lambda: session.lines[1].startswith("3 · ●"), "no marks")


def test_saving_resigning_and_another_game(tmp_path: Path) -> None:
    with Session("play", "nogo", "--size", "5", "--player", "random:seed=7", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("s")
        session.sees("there is nothing to save yet")
        session.press("\r")
        session.sees("last move: White E5")
        session.press("q")
        session.sees("what was played is not saved: q again to quit, s to save it")
        session.press("n")
        session.sees("what was played is not saved: n again for a new game, s to save it")
        session.press("s")
        session.sees("saved in nogo-20")
        session.press("r")
        session.sees("White wins: Black resigned")
        session.press("u")
        session.sees("the game goes on")
        session.press("r")
        session.sees("White wins: Black resigned")
        session.press("\r")
        session.sees("White wins: Black resigned; n begins another game, u takes back")
        session.press("snn")
        session.sees("move 1")
        session.press("q")
        assert session.end() == 0
    files = list(tmp_path.iterdir())
    assert len(files) == 1
    assert "RE[W+R]" in files[0].read_text()
    assert "PB[person]PW[random:seed=7]" in files[0].read_text().replace("\n", "")


def test_every_game_has_a_file_of_its_own(tmp_path: Path) -> None:
    with Session("play", "gomoku", "--size", "3", "--two", "--sgf", "our.sgf", cwd=tmp_path, env=CALM) as session:
        for number in range(2):
            session.sees("move 1")
            session.press("B2\r")
            session.sees("last move: Black B2")
            session.press("A1\r" * number)
            session.sees("last move: White A1" if number else "last move: Black B2")
            session.press("n")
        session.sees("move 1")
        session.press("q")
        assert session.end() == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["our-2.sgf", "our.sgf"]
    assert [len(tg.read_sgf((tmp_path / name).read_text()).record) for name in ("our.sgf", "our-2.sgf")] == [1, 2]


def test_time_runs_out() -> None:
    with Session("play", "nogo", "--two", "--clock", "3", env=CALM) as session:
        session.until(lambda: any(re.search(r"Black +[012]\.[1-9]", line) for line in session.lines), "less than 3")
        session.sees("White wins: Black ran out of time")


def test_what_a_player_prints_does_not_tear_the_board(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import sys\n"
        "def choose(position, clock):\n"
        "    print('x' * 2000)\n"
        "    print('y' * 2000, file=sys.stderr)\n"
        "    return position.legal_moves[0]\n"
    )
    with Session("play", "nogo", "--size", "5", "--player", "bot.py:choose", cwd=tmp_path, env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: White A5")
        assert b"xxx" not in session.output
        assert b"yyy" not in session.output


@pytest.mark.parametrize(("rows", "cols", "size"), [(24, 80, 19), (24, 80, 9), (16, 80, 9), (18, 30, 9), (24, 43, 13)])
def test_a_board_that_fits_is_wholly_in_view(rows: int, cols: int, size: int) -> None:
    position = tg.nogo.start(size)
    with Session("play", "nogo", "--size", str(size), "--two", rows=rows, cols=cols, env=CALM) as session:
        session.sees("Black to play")
        session.sees_position(position)
        session.press(f"A1\r{position.vertex(tg.Point(0, size - 1))}\r")
        session.sees_position(position.play("A1").play(tg.Point(0, size - 1)))
        assert session.lines[rows - 1].startswith("Enter play  u undo")
        if size < 19:
            assert not any("larger than this terminal" in line for line in session.lines)


def test_a_larger_board_moves_with_the_cursor() -> None:
    with Session("play", "gomoku", "--size", "30", "--two", env=CALM) as session:
        session.sees("the board is larger than this terminal: it moves with the cursor")
        assert session.lines[0].split()[-1] == "Z"
        session.press(DOWN * 30 + RIGHT * 30 + "\r")
        session.sees("last move: Black AE1")
        session.until(lambda: session.lines[15].endswith("[●] 1"), "the corner")
        assert session.lines[0].split()[-1] == "AE"
        session.press("A30")
        session.until(lambda: session.lines[1].startswith("30 [·]"), "the other corner")


def test_the_size_may_change() -> None:
    with Session("play", "nogo", "--two", env=CALM) as session:
        session.sees("Black to play")
        session.press("\r")
        session.sees("last move: Black E5")
        session.resize(8, 20)
        session.signal(signal.SIGWINCH)
        session.sees("this terminal is too")
        session.resize(40, 100)
        session.signal(signal.SIGWINCH)
        session.sees("last move: Black E5")
        assert session.lines[39].startswith("Enter play")
        session.resize(18, 30)
        session.sees("> ○ White")
        assert session.lines[17].startswith("Enter play")


@pytest.mark.parametrize(
    ("environment", "stones", "ink"),
    [
        ({"NO_COLOR": "1"}, "●○", ("default", "default")),
        ({"NO_COLOR": "1", "LC_ALL": "C"}, "XO", ("default", "default")),
        ({"LC_ALL": "C"}, "XO", ("000000", "d7af5f")),
        ({}, "●●", ("000000", "d7af5f")),
        ({"TERM": "linux"}, "●●", ("black", "brown")),
        ({"LC_ALL": "", "LANG": "de_DE.ISO-8859-1"}, "XO", ("000000", "d7af5f")),
        ({"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "●●", ("000000", "d7af5f")),
    ],
)
def test_looks(environment: dict[str, str], stones: str, ink: tuple[str, str]) -> None:
    with Session("play", "othello", "--two", env=environment) as session:
        session.sees("Black to play")
        white, black = (session.lines[4][col] for col in (8, 10))
        assert black + white == stones
        assert session.colors(4, 10) == ink
        if stones == "XO":
            assert session.output.isascii()


def test_few_bytes_are_sent() -> None:
    with Session("play", "go", "--size", "19", "--two", "--clock", "600") as session:
        session.sees("Black to play")
        while session.pump(0.2):  # the rest of the first drawing
            pass
        assert len(session.output) < 4000
        idle = session.pump(2.5)
        assert 0 < len(idle) < 120  # the clock
        session.press(LEFT)
        assert len(session.pump(0.4)) < 150
        session.press("\r")
        assert len(session.pump(0.4)) < 700
