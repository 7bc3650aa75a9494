"""review: which moves lost what, held to the solver; in SGF, on the command line."""

from __future__ import annotations

import json
import pickle
import shlex
import signal
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

import tengen as tg
from conftest import REPOSITORY, TENGEN, Tengen, require
from tengen import players
from tengen.games.game import Position
from tengen.players import Choice, Clock
from tengen.players.player import Function
from waiting import wait_until

# The third move gives the win away and the sixth gives it back.
GAME = b"(;GM[1]RU[NoGo]SZ[3];B[ab];W[ac];B[ba];W[ca];B[cc];W[cb];B[aa])"
SEARCH = "mcts:visits=100,seed=1"
TABLE = """\
move  side   played  before  after  better line
   3  Black  B3       100 %    0 %  C2 C3 B2 C1 A3
   6  White  C2       100 %    0 %  B2
mcts:visits=100,seed=1: Black lost 25.0 % a move, 1 blunder; White lost 38.2 % a move, 1 blunder
Black wins: White has no legal move
"""


def perfect(position: Position, clock: Clock | None) -> Choice:
    """Knows who wins."""
    solution = tg.solve(position, threads=1)
    value = 0.5 if solution.winner is None else float(solution.winner is position.to_play)
    return Choice((solution.best_moves or position.legal_moves)[0], value)


def always(value: float, move: str) -> Function:
    return lambda position, clock: Choice(position.move(move), value)


@pytest.mark.parametrize(
    "start",
    [tg.nogo.start(3), tg.go.start(2, komi=0), tg.gomoku.start(3, in_a_row=3), tg.othello.start(4)],
    ids=["nogo", "go", "gomoku", "othello"],
)
def test_a_player_that_knows_who_wins_finds_every_mistake(start: Position) -> None:
    record = tg.simulate(start, seed=7)
    review = tg.review(record, perfect)
    worth = {None: 0.5, tg.BLACK: 1.0, tg.WHITE: 0.0}
    position, chances = start, [worth[tg.solve(start, threads=1).winner]]
    for move in record.moves:
        position = position.play(move)
        over = position.is_over
        chances.append(worth[position.winner if over else tg.solve(position, threads=1).winner])
    assert review.black_wins == tuple(chances)
    assert [each.number for each in review.moves] == list(range(1, len(record) + 1))
    assert [each.move for each in review.moves] == list(record.moves)
    lost = [number for number, (before, after) in enumerate(pairwise(chances), 1) if before != after]
    assert [each.number for each in review.blunders] == lost != []
    assert (review.is_complete, review.plies, review.record) == (True, len(record), record)
    assert pickle.loads(pickle.dumps(review)) == review


def test_what_is_said_of_a_move() -> None:
    start = tg.nogo.start(3)
    record = tg.Record(start, start.points(["A1", "B2"]))
    review = tg.review(record, always(0.6, "C3"))
    first, second = review.moves
    assert (first.color, first.before, first.after) == (tg.BLACK, 0.6, 0.4)
    assert first.loss == pytest.approx(0.2)
    assert (second.color, second.number) == (tg.WHITE, 2)
    assert review.black_wins == (0.6, 0.4, 0.6)
    assert review.words(first) == "Black 40 %; better was C3 (60 %): C3"
    assert review.average_loss(tg.WHITE) == pytest.approx(0.2)
    assert repr(review) == (
        "<Review of 2 moves by <lambda>: Black lost 20.0 % a move, 1 blunder; White lost 20.0 % a move, 1 blunder>"
    )
    assert tg.review(record, always(0.6, "C3"), blunder=0.21).blunders == ()
    assert tg.review(record, always(0.6, "C3"), blunder=0.21).words(first) == "Black 40 %"


def test_the_players_own_move_loses_nothing() -> None:
    """Its value may fall all the same: then it had hoped for too much, but knows of no better move."""
    start = tg.nogo.start(3)
    [move] = tg.review(
        tg.Record(start, start.points(["A1"])),
        lambda position, clock: Choice(position.move("A1" if position == start else "C3"), 0.9),
    ).moves
    assert (move.before, move.after, move.loss) == (0.9, 1 - 0.9, 0.0)


def test_a_player_that_would_resign_has_no_better_move() -> None:
    start = tg.nogo.start(3)
    [move] = tg.review(tg.Record(start, start.points(["A1"])), lambda position, clock: Choice(None, 0.7)).moves
    assert (move.best, len(move.line), move.loss) == (None, 0, 0.0)


@pytest.mark.parametrize(
    ("line", "kept"),
    [(["C3", "B2", "A1"], "C3 B2 A1"), (["C3", "C3", "A1"], "C3"), (["B2"], "C3"), (["Q9"], "C3"), (7, "C3")],
)
def test_of_a_line_what_is_legal_is_kept(line: object, kept: str) -> None:
    start = tg.nogo.start(3)
    record = tg.Record(start, start.points(["A1"]))
    review = tg.review(record, lambda position, clock: Choice(position.move("C3"), 0.6, line=line))  # type: ignore[arg-type]
    assert start.vertices(review.moves[0].line) == kept


def test_sgf() -> None:
    """All that was in the file stays; a chance, words and better lines are added."""
    tree = tg.read_sgf("(;RU[NoGo]SZ[3]C[Ann won];B[aa]C[Hm.](;W[bb])(;W[cc]N[mine]))")
    review = tg.review(tree, always(0.6, "B1"))
    text = review.to_sgf()
    assert (
        text
        == """\
(;FF[4]
C[Ann won

<lambda>: Black lost 20.0 % a move, 1 blunder; White lost 20.0 % a move, 1 blunder]
CA[UTF-8]GM[1]RU[NoGo]SBKV[60.00]SZ[3]V[0.200](;B[aa]
C[Hm.

Black 40 %; better was B1 (60 %): B1]SBKV[40.00]V[-0.200](;
C[White 40 %; better was B1 (60 %): B1]SBKV[60.00]V[0.200]W[bb])(;N[mine]W[cc])
(;C[White 60 %]SBKV[40.00]V[-0.200]W[bc]))(;B[bc]C[Black 60 %]SBKV[60.00]
V[0.200]))
"""
    )
    again = tg.read_sgf(text)
    assert again.record == tree.record
    assert tg.review(again, always(0.6, "B1")).to_sgf() == text  # nothing is said twice


@pytest.mark.parametrize("name", [path.name for path in sorted((REPOSITORY / "tests/data/sgf").glob("*.sgf"))])
def test_files_of_all_games(name: str) -> None:
    """With stones set up on the way, passes left out, and players who went on after two passes."""
    tree = tg.read_sgf((REPOSITORY / "tests/data/sgf" / name).read_bytes())
    review = tg.review(tree, players.mcts(visits=2, seed=1), blunder=0.01)
    assert review.is_complete
    again = tg.read_sgf(review.to_sgf())
    assert again.record == tree.record
    written = [node.text("SBKV") for node in again.main_line if node.move is not None]
    assert [share for share in written if share] == [f"{100 * chance:.2f}" for chance in review.black_wins[1:]]
    for line in again.lines:
        again.record_to(line[-1])  # every better line is legal


def test_moves_after_passes_and_passes_left_out() -> None:
    tree = tg.read_sgf("(;SZ[3]KM[0];B[bb];W[];B[];W[aa];W[cc])")
    review = tg.review(tree, players.mcts(visits=5, seed=1))
    assert [(each.number, str(each.color), tree.start.vertex(each.move)) for each in review.moves] == [
        (1, "Black", "B2"),
        (2, "White", "pass"),
        (3, "Black", "pass"),
        (2, "White", "A3"),
        (4, "White", "C1"),
    ]
    assert review.moves[2].after == 1.0  # two passes ended it, for then


@pytest.mark.parametrize(
    ("player", "name"),
    [
        (players.random, "random"),
        (players.greedy.seeded(1), "greedy:seed=1"),
        (lambda position, clock: "A1", "<lambda>"),
        (lambda position, clock: Choice(position.legal_moves[0], 1.5), "<lambda>"),
        (lambda position, clock: Choice(position.legal_moves[0], "good"), "<lambda>"),  # type: ignore[arg-type]
    ],
)
def test_a_player_without_values(player: players.Player, name: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        tg.review(tg.read_sgf(GAME), player)
    assert str(caught.value) == (
        f"{name} does not say how likely a side is to win; review with a player that does, like mcts:visits=1000 or "
        "net:visits=200"
    )


def test_refusals() -> None:
    tree = tg.read_sgf(GAME)
    for blunder in (0, -0.1, 1.01):
        with pytest.raises(tg.UsageError) as caught:
            tg.review(tree, perfect, blunder=blunder)
        assert str(caught.value) == f"a blunder is a loss of {blunder}; expected more than 0 and at most 1"
    with pytest.raises(tg.UsageError, match=r"^the game has no move to review$"):
        tg.review(tg.read_sgf("(;SZ[3])"), perfect)
    with pytest.raises(TypeError, match=r"^7 is not a game; expected a Record or a GameTree$"):
        tg.review(7, perfect)  # type: ignore[arg-type]
    with pytest.raises(tg.PlayerFailed, match=r"^broken failed: ZeroDivisionError: division by zero \(test_review.py"):
        tg.review(tree, broken)


def broken(position: Position, clock: Clock | None) -> Choice:
    return Choice(None, 1 / 0)


def test_a_raised_flag_keeps_what_was_reviewed() -> None:
    cancel, asked = tg.Cancel(), list[Position]()
    looks = 0  # since the flag was raised: at the second one it has been seen

    def slow(position: Position, clock: Clock | None) -> Choice:
        asked.append(position)
        if len(asked) == 4:
            cancel.request()
            wait_until(lambda: looks >= 2)
        return perfect(position, clock)

    def progress(done: int, total: int) -> None:
        nonlocal looks
        looks += cancel.requested
        assert total == 7

    tree = tg.read_sgf(GAME)
    with pytest.raises(tg.Cancelled) as caught:
        tg.review(tree, slow, progress=progress, cancel=cancel)
    review = caught.value.partial
    assert (len(review.moves), review.plies, review.is_complete) == (2, 7, False)
    assert review.moves == tg.review(tree, perfect).moves[:2]
    written = tg.read_sgf(review.to_sgf())
    assert written.record == tree.record
    assert [bool(node.comment) for node in written.main_line] == [True] * 3 + [False] * 5


def test_the_command(tengen: Tengen, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes(GAME)
    for words, given in (((str(file),), b""), ((), GAME), (("nogo", "-"), GAME), (("nogo", str(file)), b"")):
        result = tengen("review", *words, "--player", SEARCH, input=given)
        assert (result.returncode, result.stdout.decode(), result.stderr) == (0, TABLE, b"")
    review = tg.review(tg.read_sgf(GAME), players.parse(SEARCH))
    result = tengen("review", "--player", SEARCH, "--sgf", "out.sgf", "--format", "json", input=GAME, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    assert (tmp_path / "out.sgf").read_text() == review.to_sgf()
    answer = json.loads(result.stdout)
    assert answer["moves"][2] == {
        "number": 3,
        "color": "black",
        "move": "B3",
        "before": 1.0,
        "after": 0.0,
        "loss": 1.0,
        "blunder": True,
        "best": "C2",
        "line": ["C2", "C3", "B2", "C1", "A3"],
    }
    assert answer["black"] == {"moves": 4, "average_loss": 0.25, "blunders": 1}
    assert {name: answer[name] for name in ("player", "blunder", "complete", "winner", "termination")} == {
        "player": SEARCH,
        "blunder": 0.15,
        "complete": True,
        "winner": "black",
        "termination": "White has no legal move",
    }


def test_the_command_without_blunders(tengen: Tengen) -> None:
    result = tengen("review", "--player", "mcts:visits=2,seed=1", "--blunder", "1", input=b"(;GM[4]SZ[7]RE[W+R];B[dd])")
    first, *_, last = result.stdout.decode().splitlines()
    assert (first, last) == ("no move lost 100 % or more", "the game is not over; the file says W+R")


def test_the_usual_player(tengen: Tengen) -> None:
    """The net in NoGo: it proves the end of a small game at once."""
    result = tengen("review", input=b"(;RU[NoGo]SZ[2];B[aa];W[bb];B[ab])")
    assert result.stdout.decode() == (
        "no move lost 15 % or more\nnet: Black lost 0.0 % a move, no blunders; White lost 0.0 % a move, no blunders\n"
        "Black wins: White has no legal move\n"
    )


@pytest.mark.parametrize("name", ["curve.png", "curve.svg", "curve.pdf"])
def test_the_curve(tmp_path: Path, name: str) -> None:
    require("matplotlib", "matplotlib", "pip install 'tengen[plots]'")
    tg.review(tg.read_sgf(GAME), perfect).plot(tmp_path / name)
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("--player", "greedy"), GAME, "greedy does not say how likely a side is to win; review with a player that "),
        (("--blunder", "2"), GAME, "a blunder is a loss of 2.0; expected more than 0 and at most 1\n"),
        (("--sgf", "none/out.sgf"), b"", "cannot write 'none/out.sgf': No such file or directory\n"),
        (("--plot", "none/a.png"), b"", "cannot write 'none/a.png': No such file or directory\n"),
        (("--plot", "a.bmp"), b"", "cannot draw 'a.bmp'; expected a name that ends with .png, .svg, .pdf\n"),
        ((), b"(;SZ[9])", "the game has no move to review\n"),
        (("go",), b"(;GM[2];B[d3])", "line 1, column 2: GM[2] is Othello, not Go\n"),
        (("othello", "none.sgf"), b"", "cannot read 'none.sgf': No such file or directory\n"),
        ((), b"3\n...\n...\n...\n", "line 1, column 1: there is no game; expected (; where one starts\n"),
    ],
)
def test_bad_input(tengen: Tengen, tmp_path: Path, words: tuple[str, ...], text: bytes, message: str) -> None:
    result = tengen("review", *words, input=text, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"tengen: {message}")
    assert result.stderr.count(b"\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_writes_what_was_reviewed(tmp_path: Path) -> None:
    """The first move wins, which a search proves at once; then an empty board is set up, which would take days."""
    game = "(;GM[4]SZ[9]AB[aa][ba][ca][da]AW[ac][cc][ec][gc]PL[B];B[ea];AE[aa:ii]PL[B];B[ee];W[aa])"
    (tmp_path / "game.sgf").write_text(game)
    (tmp_path / "bot.py").write_text(
        "import numpy as np\n"
        "from tengen import players\n"
        "def evaluate(batch):\n"
        "    if batch.planes[0, :2].sum() < 8:\n"
        "        open('at the empty board', 'w').close()\n"
        "    return np.zeros((len(batch), batch.moves)), np.zeros(len(batch))\n"
        "choose = players.mcts(visits=16_000_000, evaluate=evaluate)\n"
    )
    with subprocess.Popen(
        [TENGEN, "review", "game.sgf", "--player", "bot.py:choose", "--sgf", "out.sgf"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        wait_until((tmp_path / "at the empty board").exists)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"tengen: interrupted: only 1 of 3 moves were reviewed\n")
    assert out.decode() == (
        "no move lost 15 % or more\n"
        "mcts:visits=16000000,evaluate=evaluate: Black lost 0.0 % a move, no blunders; "
        "White lost 0.0 % a move, no blunders\n"
        "the game is not over\n"
    )
    written = tg.read_sgf((tmp_path / "out.sgf").read_text())
    assert written.record == tg.read_sgf(game).record
    assert [node.text("SBKV") for node in written.nodes] == ["100.00", "100.00", "", "", ""]


def test_the_page_shows_what_the_command_says(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "review.md").read_text(encoding="utf-8")
    shown = 0
    for block in page.split("```console\n")[1:]:
        for part in ("\n" + block.split("```")[0]).split("\n$ ")[1:]:
            command, _, answer = part.partition("\n")
            if answer:
                words = shlex.split(command.replace("examples/", f"{REPOSITORY}/examples/"))
                result = subprocess.run([TENGEN, *words[1:]], cwd=tmp_path, capture_output=True, check=True, timeout=60)
                assert result.stdout.decode() == answer, command
                shown += 1
    assert shown
