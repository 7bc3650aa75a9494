"""tengen render, as a person runs it."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, TENGEN, Tengen
from render.shared import SVG, opened, parsed, stones
from tengen import players
from waiting import PATIENCE, wait_until_busy

EXAMPLES = REPOSITORY / "examples"
NOGO = str(EXAMPLES / "nogo-5x5.txt")
GAME = b"(;GM[1]SZ[5]KM[7];B[cc];W[bb]LB[cc:A];B[dd];W[];B[])"


@pytest.fixture
def sgf(tmp_path: Path) -> str:
    path = tmp_path / "game.sgf"
    path.write_bytes(GAME)
    return str(path)


def drawn(tengen: Tengen, *words: str, input: bytes = b"") -> str:
    result = tengen("render", *words, input=input)
    assert (result.returncode, result.stderr) == (0, b"")
    return result.stdout.decode()


@pytest.mark.parametrize(
    ("game", "file"),
    [("nogo", "nogo-5x5.txt"), ("go", "go-5x5.txt"), ("gomoku", "gomoku-19x19.txt"), ("othello", "othello-4x4.txt")],
)
def test_a_board_of_every_game(tengen: Tengen, tmp_path: Path, game: str, file: str) -> None:
    text = (EXAMPLES / file).read_text()
    view = getattr(tg, game).parse(text).view()
    out = tmp_path / "board.svg"
    assert drawn(tengen, game, str(EXAMPLES / file), "-o", str(out)) == ""
    assert out.read_text(encoding="utf-8") == view.to_svg()
    assert drawn(tengen, game, input=text.encode()) == view.to_svg()
    assert drawn(tengen, game, str(EXAMPLES / file), "--output", "-") == view.to_svg()


@pytest.mark.usefixtures("pictures")
def test_every_kind_of_file(tengen: Tengen, tmp_path: Path) -> None:
    for kind, start in (("svg", b"<svg "), ("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-"), ("gif", b"GIF89a")):
        path = tmp_path / f"board.{kind.upper()}"
        drawn(tengen, "nogo", NOGO, "-o", str(path), "--pixels", "200", "--theme", "dark")
        assert path.read_bytes().startswith(start)


def test_diagrams_options_and_captions(tengen: Tengen) -> None:
    text = b"X.#\n..O\nWhite to play\n"
    view = tg.nogo.parse(text.decode()).view()
    assert drawn(tengen, "nogo", "--input", "diagram", input=text) == view.to_svg()
    said = drawn(
        tengen,
        "nogo",
        "--input",
        "diagram",
        "--caption",
        "<me & you>",
        "--theme",
        "paper",
        "--pixels",
        "123",
        input=text,
    )
    assert said == view.changed(caption="<me & you>").to_svg(theme="paper", pixels=123)
    turned = drawn(tengen, "nogo", "--input", "diagram", "--to-play", "black", input=text)
    assert "Black to play" in turned
    gomoku = drawn(tengen, "gomoku", "--size", "2x3", "--in-a-row", "3", "--marks", "legal", input=b"o.x\n...\n")
    assert gomoku == tg.gomoku.parse("X.O\n...", in_a_row=3).view("legal").to_svg()


def test_marks(tengen: Tengen) -> None:
    position = tg.nogo.parse((EXAMPLES / "nogo-5x5.txt").read_text())
    for marks in ("none", "legal", "illegal"):
        assert drawn(tengen, "nogo", NOGO, "--marks", marks) == position.view(marks).to_svg()
    assert drawn(tengen, "nogo", NOGO, "--marks", "flips") == tg.flips(position).view().to_svg()
    broken = tg.nogo.parse((EXAMPLES / "nogo-broken.txt").read_text())
    assert drawn(tengen, "nogo", str(EXAMPLES / "nogo-broken.txt"), "--marks", "check") == (
        tg.check(broken).view().to_svg()
    )
    many = tg.simulate_many(position, 500, seed=3, by_point=True)
    assert drawn(tengen, "nogo", NOGO, "--marks", "wins", "--games", "500", "--seed", "3") == many.view().to_svg()
    search = players.Search(position, seed=3)
    search.run(visits=50)
    assert drawn(tengen, "nogo", NOGO, "--marks", "search", "--visits", "50", "--seed", "3") == search.view().to_svg()


def test_a_seed_that_was_drawn_is_told(tengen: Tengen) -> None:
    result = tengen("render", "nogo", NOGO, "--marks", "wins", "--games", "100")
    assert result.returncode == 0
    said = re.fullmatch(r"tengen: the seed was (\d+)\n", result.stderr.decode())
    assert said is not None
    again = tengen("render", "nogo", NOGO, "--marks", "wins", "--games", "100", "--seed", said[1])
    assert (again.stdout, again.stderr) == (result.stdout, b"")


def test_a_game_at_its_end_or_after_a_move(tengen: Tengen, sgf: str) -> None:
    tree = tg.read_sgf(GAME)
    assert drawn(tengen, sgf) == tree.view().to_svg()
    assert drawn(tengen, "go", sgf) == tree.view().to_svg()
    assert drawn(tengen, "--input", "sgf", input=GAME) == tree.view().to_svg()
    assert drawn(tengen, sgf, "--numbers") == tree.record.view().to_svg()
    assert drawn(tengen, sgf, "--move", "2") == tree.record.view(2, numbers=False).to_svg()
    assert drawn(tengen, sgf, "--move", "2", "--numbers") == tree.record.view(2).to_svg()
    marked = drawn(tengen, sgf, "--move", "2", "--marks", "legal")
    after = tg.Record(tree.record.start, tree.record.moves[:2])
    assert marked == after.end.view("legal").changed(last=after.view().last).to_svg()
    other = drawn(tengen, sgf, "--move", "2", "--to-play", "white")
    assert "White to play" in other
    assert len(stones(other, after.view())) == 2


def test_rules_of_a_game_can_be_given(tengen: Tengen, sgf: str) -> None:
    assert "area 25 to 0 + 30" not in drawn(tengen, sgf)
    assert "+ 30" in drawn(tengen, sgf, "--komi", "30")


@pytest.mark.usefixtures("pictures")
def test_a_game_that_plays_itself(tengen: Tengen, tmp_path: Path, sgf: str) -> None:
    record = tg.read_sgf(GAME).record
    assert drawn(tengen, sgf, "--animate") == record.animation().to_svg()
    assert drawn(tengen, sgf, "--animate", "--numbers", "--fps", "4.5", "--theme", "dark") == record.animation(
        numbers=True, frames_per_second=4.5
    ).to_svg(theme="dark")
    cut = parsed(drawn(tengen, sgf, "--animate", "--move", "1"))
    assert len(list(cut.iter(f"{SVG}use"))) == 1
    for words, frames in (((), 6), (("--animate", "--move", "2"), 3), (("--move", "2"), 1), (("--marks", "legal"), 1)):
        path = tmp_path / "game.gif"
        if "--marks" in words:
            words = (*words, "--move", "3")
        drawn(tengen, sgf, "-o", str(path), *words)
        with opened(path) as picture:
            assert picture.n_frames == frames, words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nogo", NOGO, "-o", "a.bmp"), "cannot draw 'a.bmp'; expected a name that ends with .svg, .png, .pdf or .gif"),
        (("nogo", NOGO, "-o", "none/a.svg"), "cannot write 'none/a.svg': No such file or directory"),
        (("nogo", "none.txt", "-o", "a.svg"), "cannot read 'none.txt': No such file or directory"),
        (("none.sgf", "-o", "a.svg"), "cannot read 'none.sgf': No such file or directory"),
        (("chess", NOGO), "there is no game 'chess'; expected nogo, go, gomoku or othello"),
        ((), "the following arguments are required: GAME (see tengen render --help)"),
        (
            ("nogo", NOGO, "--theme", "pink"),
            "argument --theme: invalid choice: 'pink' (choose from light, dark, paper) (see tengen render --help)",
        ),
        (("nogo", NOGO, "--pixels", "9000"), "a picture 9000 pixels wide; expected 32 to 4096"),
        (("nogo", NOGO, "--pixels", "0"), "argument --pixels: 0: expected 1 or more (see tengen render --help)"),
        (("nogo", NOGO, "--move", "1"), "--move is for games; give one with --input sgf"),
        (("nogo", NOGO, "--numbers"), "--numbers is for games; give one with --input sgf"),
        (("nogo", NOGO, "--animate"), "--animate is for games; give one with --input sgf"),
        (("nogo", NOGO, "--fps", "3"), "--fps is for games; give one with --input sgf"),
        (("nogo", NOGO, "--games", "3"), "--games is for --marks wins"),
        (("nogo", NOGO, "--visits", "3", "--marks", "wins"), "--visits is for --marks search"),
        (("nogo", NOGO, "--seed", "3"), "--seed is for --marks wins and --marks search"),
        (
            ("gomoku", str(EXAMPLES / "gomoku-19x19.txt"), "--marks", "flips"),
            "flips is not asked of Gomoku: its stones need no liberties",
        ),
        (
            ("nogo", str(EXAMPLES / "nogo-broken.txt"), "--marks", "legal"),
            "line 2, column 1: the black stone at A3 has no liberty",
        ),
        (
            ("nogo", NOGO, "--caption", "x" * 1001),
            f"the caption is '{'x' * 20}'; expected text of at most 1000 characters",
        ),
        (
            ("nogo", "game.sgf", "--input", "contest"),
            "line 1, column 1: '(;GM[1]SZ[5]KM[7];B[...' is not a number; expected the board size n",
        ),
        (
            ("game.sgf", "--input", "diagram"),
            "a board does not say which game it is of; name one, as in: tengen render nogo board.txt",
        ),
        (("othello", "game.sgf"), "line 1, column 2: GM[1] is Go or NoGo, not Othello"),
        (("game.sgf", "--move", "6"), "there is no move 6; the game has 5"),
        (("game.sgf", "--fps", "3"), "--fps is for games that move; add --animate"),
        (("game.sgf", "--animate", "--fps", "0"), "0 frames a second; expected 0.1 to 50"),
        (("game.sgf", "--animate", "--marks", "legal"), "--marks is for one board; leave out --animate"),
        (("game.sgf", "--animate", "--caption", ""), "--caption is for one board; leave out --animate"),
        (("game.sgf", "--animate", "--to-play", "white"), "--to-play is for one board; leave out --animate"),
        (("game.sgf", "--animate", "-o", "a.png"), "a PNG does not move; write a game that does to .svg or .gif"),
    ],
)
def test_bad_usage(tengen: Tengen, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    (tmp_path / "game.sgf").write_bytes(GAME)
    result = tengen("render", *words, input=b"", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    said = re.sub(r"\(choose from [^)]*\)", lambda match: match[0].replace("'", ""), result.stderr.decode())
    assert said == f"tengen: {message}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["game.sgf"]  # nothing is left behind


def test_a_board_that_is_too_large(tengen: Tengen) -> None:
    result = tengen("render", "nogo", input=b"101\n" + (b"." * 101 + b"\n") * 101)
    assert (result.returncode, result.stdout, result.stderr) == (
        2,
        b"",
        b"tengen: a 101x101 board cannot be drawn; pictures have 1 to 100 rows and columns\n",
    )


def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"90\n" + (b"X" + b"." * 88 + b"O\n") * 90)
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{TENGEN} render nogo {board} --marks legal | head -c 5"],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (result.returncode, result.stdout, result.stderr) == (141, b"<svg ", b"")


@pytest.mark.parametrize(
    "words", [("--marks", "search", "--visits", "16000000"), ("--marks", "wins", "--games", "1000000000000")]
)
def test_ctrl_c_leaves_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"9\n" + (b"." * 9 + b"\n") * 9)
    command = [str(TENGEN), "render", "nogo", str(board), "-o", str(tmp_path / "a.svg"), "--seed", "1", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_until_busy(process, 1.5)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, error) == (130, b"", b"tengen: interrupted\n")
    assert [each.name for each in tmp_path.iterdir()] == ["board.txt"]


def test_help_teaches_by_example(tengen: Tengen) -> None:
    result = tengen("render", "--help")
    assert result.returncode == 0
    assert b"examples:\n  tengen render " in result.stdout
    assert b"\n  render " in tengen("--help").stdout
