"""Proofs: written, checked by two readers, tampered with, and every way a text can fail to be one."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tengen as tg
from conftest import TENGEN, Tengen
from oracles import nogo as oracle
from oracles import nogo_proof
from tengen.games.game import Position
from tengen.games.nogo import Nogo
from tengen.verbs.judge_proof import NO_ROOM, STOPPED
from tengen.verbs.prove import Proof
from waiting import PATIENCE, wait_until_idle

GOOD = b"""\
tengen proof 1 nogo
  A B
2 . . 2
1 . . 1
  A B
Black to play
Black wins
ACB
"""


def proof_of(position: Position) -> Proof:
    solution, proof = tg.prove(position, all_moves=False, threads=1, memory=16)
    assert proof is not None
    assert proof.winner is solution.winner
    return proof


def letters_of(proof: Proof) -> bytes:
    assert proof.letters is not None
    return proof.letters


@st.composite
def positions(draw: st.DrawFn) -> tg.nogo.Position:
    height, width = draw(st.sampled_from([(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (2, 4), (3, 4)]))
    glyphs = draw(st.lists(st.sampled_from("....XO#"), min_size=height * width, max_size=height * width))
    rows = ["".join(glyphs[k * width : (k + 1) * width]) for k in range(height)]
    position = tg.nogo.parse("\n".join(rows), draw(st.sampled_from([tg.BLACK, tg.WHITE])))
    assume(position.is_sound)
    return position


@given(positions())
def test_what_is_proven_is_so_and_holds(position: tg.nogo.Position) -> None:
    proof = proof_of(position)
    board = tuple("".join(line.split()[1:-1]) for line in str(position).splitlines()[1:-2])
    mover_wins = oracle.wins(board, "X" if position.to_play is tg.BLACK else "O")
    assert proof.winner is (position.to_play if mover_wins else position.to_play.opponent)
    judgement = tg.judge_proof(proof.text)
    assert judgement.is_right
    assert (judgement.position, judgement.winner) == (position, proof.winner)
    assert judgement.answers == proof.answers == len(letters_of(proof))
    assert nogo_proof.holds(proof.text.decode())
    assert not tg.judge_proof(Proof(position, proof.winner.opponent, proof.letters).text).is_right


@settings(max_examples=40)
@given(positions(), st.data())
def test_tampered_proofs_are_refused(position: tg.nogo.Position, data: st.DataObject) -> None:
    proof = proof_of(position)
    points = sorted({*position.legal_moves, *position.with_to_play(position.to_play.opponent).legal_moves})
    assume(points and proof.letters)
    letters = bytearray(letters_of(proof))
    at = data.draw(st.integers(0, len(letters) - 1))
    letter = nogo_proof.LETTERS[data.draw(st.integers(0, len(points) - 1))].encode()
    changed = {
        "change": bytes(letters[:at]) + letter + bytes(letters[at + 1 :]),
        "add": bytes(letters[:at]) + letter + bytes(letters[at:]),
        "drop": bytes(letters[:at] + letters[at + 1 :]),
        "cut": bytes(letters[:at]),
    }
    for how, other in changed.items():
        tampered = Proof(position, proof.winner, other)
        judgement = tg.judge_proof(tampered.text)
        assert judgement.is_right == nogo_proof.holds(tampered.text.decode()), how
        if how == "cut":
            assert not judgement.is_right
        if not judgement.is_right:
            right, end = position.replay(judgement.line)
            assert end == judgement.end
            assert right >= len(judgement.line) - 1


@pytest.mark.parametrize("board", ["...\n...\n...", "....\nX...\n....", "..O\n#..\n...", ".X..\n...."])
def test_all_ways_to_lay_a_board_down(board: str) -> None:
    position = tg.nogo.parse(board)
    winner = proof_of(position).winner
    for turned in {*position.symmetries, *(position.transformed(k) for k in range(8))}:
        proof = proof_of(turned)
        assert proof.winner is winner
        assert tg.judge_proof(proof.text).is_right
        swapped = proof_of(turned.colors_swapped())
        assert swapped.winner is winner.opponent
        assert tg.judge_proof(swapped.text).is_right


def test_larger_boards(chance: random.Random) -> None:
    for size in (4, (3, 5), (2, 7)):
        proof = proof_of(tg.nogo.start(size))
        judgement = tg.judge_proof(proof.text)
        assert judgement.is_right
        assert judgement.answers == proof.answers > 1000
        assert not tg.judge_proof(proof.text[: -chance.randint(2, 900)]).is_right
    game = tg.simulate(tg.nogo.start(9), seed=chance.randrange(2**32))
    _, late = game.start.replay(tg.Points(list(game.moves)[:-8], 9))
    proof = proof_of(late)
    assert tg.judge_proof(proof.text).is_right


@pytest.mark.parametrize(
    ("board", "letters", "words"),
    [
        ("..\n..", b"ACB", "all 3 answers are right"),
        (".#", b"", "White wins: Black has no legal move"),
        ("..\n..", b"A", "line 8, column 2: the proof ends, but after A2 B2 Black has no answer"),
        ("..\n..", b"", "line 8, column 1: the proof ends, but at the start Black has no answer"),
        ("..\n..", b"AA", "line 8, column 2: after A2 B2 the answer A2 is illegal: A2 is occupied by Black"),
        ("..\n..", b"ACBCA", "line 8, column 4: answers are left over: all is proven before this one"),
        ("..\n.X", b"A", "its one answer is right"),
        (".O\n..", b"A", "line 8, column 2: after A2 B1 Black has no legal move, and loses"),
        (".", b"", "line 7, column 1: at the start Black has no legal move, and loses"),
    ],
)
def test_the_words(board: str, letters: bytes, words: str) -> None:
    position = tg.nogo.parse(board)
    winner = tg.WHITE if "#" in board else tg.BLACK
    judgement = tg.judge_proof(Proof(position, winner, letters).text)
    assert str(judgement) == words
    assert judgement.is_right == (words.startswith(("all", "its", "White")))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: b"",
            "line 1, column 1: '' is not the first line of a proof; expected `tengen proof 1` and the name of a game",
        ),
        (
            lambda text: b"3\n...\n...\n...\n",
            "line 1, column 1: '3' is not the first line of a proof; expected `tengen proof 1` and the name of a game",
        ),
        (lambda text: text.replace(b"proof 1", b"proof 2"), "line 1, column 14: a proof of format 2; expected 1"),
        (lambda text: text.replace(b"nogo", b"othello"), "line 1, column 16: a proof of 'othello'; expected nogo"),
        (lambda text: text.replace(b"nogo", b"chess"), "line 1, column 16: a proof of 'chess'; expected nogo"),
        (
            lambda text: text.replace(b"2 . . 2", b"2 . ? 2"),
            "line 3, column 5: '?' is not a stone; expected X, O, . or #",
        ),
        (
            lambda text: text.replace(b"2 . . 2", b"2 . 2"),
            "line 4, column 3: the row has 2 points; expected 1 as in the first row",
        ),
        (lambda text: text[:20], "line 1, column 1: there is no board; expected rows of X, O, . and #"),
        (
            lambda text: text.replace(b"Black to play\n", b""),
            "line 6, column 1: expected `Black to play` or `White to play` below the board",
        ),
        (
            lambda text: text[: text.index(b"Black to")],
            "line 6, column 1: expected `Black to play` or `White to play` below the board",
        ),
        (
            lambda text: text.replace(b"Black wins\n", b""),
            "line 7, column 1: 'ACB' is not a claim; expected `Black wins` or `White wins`",
        ),
        (
            lambda text: text[: text.index(b"Black wins")],
            "line 7, column 1: the proof ends without a claim; expected `Black wins` or `White wins`",
        ),
        (
            lambda text: text.replace(b"ACB", b"A\n Z"),
            "line 9, column 2: 'Z' is not the letter of a point; this board has A to D",
        ),
        (
            lambda text: text.replace(b"ACB", "AC€".encode()),
            "line 8, column 3: '€' is not the letter of a point; this board has A to D",
        ),
        (
            lambda text: text.replace(b"2 . . 2", b"2 # # 2").replace(b"1 . . 1", b"1 # . 1"),
            "line 8, column 1: 'A' is not the letter of a point; there is none, for nobody can move",
        ),
        (
            lambda text: text.replace(b"2 . . 2", b"2 X O 2").replace(b"1 . . 1", b"1 O . 1"),
            "line 3, column 3: the black stone at A2 has no liberty",
        ),
        (lambda text: gzip.compress(text)[:-9], "the compressed file ends too early"),
        (lambda text: gzip.compress(text)[:20] + b"!" * 20, "the compressed file is damaged"),
    ],
)
def test_bad_texts(change, message: str, tengen: Tengen) -> None:  # type: ignore[no-untyped-def]
    result = tengen("judge", "nogo", "--proof", "-", input=change(GOOD))
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")


@given(st.binary(max_size=80))
def test_any_bytes(data: bytes) -> None:
    for text in (data, GOOD[:-4] + data, GOOD[:20] + data):
        try:
            tg.judge_proof(text)
        except tg.ParseError:
            continue


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.decode(),
        b"\xef\xbb\xbf" + GOOD,
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.replace(b"ACB", b" A\tC\n\nB"),
        GOOD[:-1],
        gzip.compress(GOOD, mtime=0),  # the time would be in the name of the test
        GOOD.replace(b"  A B\n", b"").replace(b"2 . . 2", b"..").replace(b"1 . . 1", b".."),
    ],
)
def test_accepted_without_fuss(text: str | bytes) -> None:
    assert tg.judge_proof(text).is_right


def test_limits() -> None:
    with pytest.raises(tg.UsageError, match=r"^0 MiB for the positions; expected 1 to 1048576$"):
        tg.judge_proof(GOOD, memory=0)
    with pytest.raises(tg.UsageError, match=r"^there are no proofs of Othello$"):
        tg.prove(tg.othello.start(4))
    with pytest.raises(tg.UsageError, match=r"^there are no proofs of Othello$"):
        tg.judge_proof(GOOD, game="othello")
    assert tg.judge_proof(gzip.compress(GOOD + b" " * 60_000), memory=1).is_right
    with pytest.raises(
        tg.UsageError,
        match=r"^the proof has more than 65536 characters; allow it more memory "
        r"than 1 MiB$",
    ):
        tg.judge_proof(gzip.compress(GOOD + b" " * 2**20), memory=1)
    bomb = gzip.compress(GOOD + b" " * 2**27, compresslevel=6)
    tracemalloc.start()
    with pytest.raises(
        tg.UsageError,
        match=r"^the proof has more than 4194304 characters; allow it more memory "
        r"than 64 MiB$",
    ):
        tg.judge_proof(bomb, memory=64)
    assert tracemalloc.get_traced_memory()[1] < 2**21
    tracemalloc.stop()
    wide = Proof(tg.nogo.start((1, 65)), tg.BLACK, b"").text
    with pytest.raises(tg.UsageError, match=r"^65 points can still be played; a proof has letters for at most 64$"):
        tg.judge_proof(wide)


class Stub:
    """A prover or a proof that comes to this, or goes on until it is stopped."""

    answers = 7

    def __init__(self, fault: int | None) -> None:
        self.fault = fault

    def prove(self, write: Callable[[bytes], object], _seconds: float, cancel: tg.Cancel) -> int:
        write(b"ACB")
        while self.fault is None and not cancel.requested:
            time.sleep(0.01)
        return self.fault or STOPPED

    def check(self, read: Callable[[], bytes], cancel: tg.Cancel) -> tuple[int, tg.Points]:
        assert read() == b"ACB\n"
        return self.prove(lambda letters: None, 0.0, cancel), tg.Points([], 2)


@pytest.mark.parametrize("name", [None, "it.proof", "it.proof.gz"])
def test_proofs_that_are_not_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str | None) -> None:
    start = tg.nogo.start(2)
    path = None if name is None else tmp_path / name
    if path is not None:
        path.write_bytes(b"an older one")
    stub = Stub(NO_ROOM)
    monkeypatch.setattr(Nogo, "prover", lambda *settings: SimpleNamespace(run=stub.prove, answers=stub.answers))
    with pytest.raises(
        tg.UsageError, match=r"^the positions of the proof do not fit in 16 MiB: there are more than 7$"
    ):
        tg.prove(start, memory=16, path=path)
    stub.fault = 1
    with pytest.raises(
        tg.TengenError,
        match=r"^the solver's answer could not be proven: two positions had the same "
        r"key; try another seed$",
    ):
        tg.prove(start, memory=16, path=path)
    stub.fault = STOPPED
    solution, proof = tg.prove(start, memory=16, path=path)
    assert solution.winner is tg.BLACK
    assert proof is None
    stub.fault = None
    stop = tg.Cancel()

    def stop_at_seven(answers: int) -> None:
        assert answers == 7
        stop.request()

    with pytest.raises(tg.Cancelled) as caught:
        tg.prove(start, memory=16, path=path, cancel=stop, writing=stop_at_seven)
    assert caught.value.partial.winner is tg.BLACK
    if path is not None:
        assert [(file, file.read_bytes()) for file in tmp_path.iterdir()] == [(path, b"an older one")]


def test_no_proof_of_what_is_not_known() -> None:
    solution, proof = tg.prove(tg.nogo.start(6), memory=16, seconds=0.2)
    assert not solution.is_known
    assert proof is None


def test_proofs_that_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    stub = Stub(NO_ROOM)
    monkeypatch.setattr(Nogo, "proof", lambda *settings: SimpleNamespace(run=stub.check, answers=stub.answers))
    with pytest.raises(tg.UsageError, match=r"^the positions of the proof do not fit in 2 MiB: there are more than 7$"):
        tg.judge_proof(GOOD, memory=2)
    stub.fault = None
    stop = tg.Cancel()

    def stop_at_once(done: int, total: int) -> None:
        assert (done, total) == (len(GOOD), len(GOOD))
        stop.request()

    with pytest.raises(tg.Cancelled) as caught:
        tg.judge_proof(GOOD, cancel=stop, progress=stop_at_once)
    assert caught.value.partial == 7


def test_values() -> None:
    proof = proof_of(tg.nogo.start(2))
    assert repr(proof) == "<Proof: Black wins, 3 answers>"
    assert proof == proof_of(tg.nogo.start(2))
    assert repr(tg.judge_proof(proof.text)) == "<ProofJudgement: Black wins, all 3 answers are right>"
    assert repr(tg.judge_proof(GOOD[:-3])) == (
        "<ProofJudgement: not proven, line 8, column 2: the proof ends, but after A2 B2 Black has no answer>"
    )


def test_files(tmp_path: Path) -> None:
    proof = proof_of(tg.nogo.start(4))
    plain, packed = tmp_path / "4x4.proof", tmp_path / "4x4.proof.gz"
    proof.save(plain)
    proof.save(packed)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes() == proof.text
    assert len(packed.read_bytes()) < 0.7 * len(proof.text)
    with pytest.raises(tg.UsageError, match=r"cannot write '.*/none/4x4.proof': No such file or directory"):
        proof.save(tmp_path / "none" / "4x4.proof")


def test_written_as_it_is_found(tmp_path: Path) -> None:
    """In pieces of 2^16 letters, which are no whole lines."""
    start = tg.nogo.start((2, 9))
    settings = {"all_moves": False, "threads": 1, "memory": 16}
    _, kept = tg.prove(start, **settings)  # type: ignore[arg-type]
    assert kept is not None
    for name in ("2x9.proof", "2x9.proof.gz"):
        path = tmp_path / name
        _, proof = tg.prove(start, path=path, **settings)  # type: ignore[arg-type]
        assert proof == Proof(start, tg.WHITE, None, kept.answers) != kept
        assert repr(proof) == repr(kept)
        data = path.read_bytes()
        assert (gzip.decompress(data) if name.endswith("gz") else data) == kept.text
        with path.open("rb") as file:
            assert tg.judge_proof(file) == tg.judge_proof(kept.text)
        with pytest.raises(tg.UsageError, match=r"^the letters of this proof are in its file alone$"):
            _ = proof.text
    assert sorted(tmp_path.iterdir()) == [tmp_path / "2x9.proof", tmp_path / "2x9.proof.gz"]


def test_only_a_piece_of_a_proof_is_in_memory(tmp_path: Path) -> None:
    wrong = GOOD[:-4] + b"\n" * 2**21 + b"A" * 2**21  # found at the second letter, and read to the end
    texts = [gzip.compress(wrong), gzip.compress(wrong + b"?")]
    tracemalloc.start()
    _, proof = tg.prove(tg.nogo.start((2, 9)), all_moves=False, threads=1, memory=16, path=tmp_path / "a.gz")
    assert proof is not None
    assert proof.answers > 80_000
    with (tmp_path / "a.gz").open("rb") as file:
        assert tg.judge_proof(file, memory=16).is_right
    judgement = tg.judge_proof(texts[0], memory=128)
    assert str(judgement).startswith("line 2097160, column 2: after A2 B2 the answer A2 is illegal")
    with pytest.raises(tg.ParseError, match=r"^line 2097160, column 2097153: '\?' is not the letter of a point; "):
        tg.judge_proof(texts[1], memory=128)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**22


def test_a_disk_that_fills_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "it.proof"
    path.write_bytes(b"an older one")
    monkeypatch.setattr("os.fsync", full)
    for write in (lambda: tg.prove(tg.nogo.start(2), path=path), lambda: proof_of(tg.nogo.start(2)).save(path)):
        with pytest.raises(tg.UsageError, match=rf"^cannot write '{path}': No space left on device$"):
            write()
        assert [(file, file.read_bytes()) for file in tmp_path.iterdir()] == [(path, b"an older one")]
    with pytest.raises(tg.UsageError, match=r"^cannot write '/dev/null': it is no regular file"):
        tg.prove(tg.nogo.start(2), path="/dev/null")


def test_a_disk_that_fills_up_leaves_the_solution(tmp_path: Path) -> None:
    """What was found in hours is said all the same."""
    program = (
        "import os, sys\n"
        "def full(*_): raise OSError(28, 'No space left on device')\n"
        "os.fsync = full\n"
        "from tengen.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    path = tmp_path / "it.proof"
    result = subprocess.run(
        [sys.executable, "-c", program, "solve", "nogo", "2x2", "--proof", str(path)], capture_output=True, text=True
    )
    assert result.stdout.startswith("Black wins\n")
    assert (result.returncode, result.stderr) == (2, f"tengen: cannot write '{path}': No space left on device\n")


def test_files_of_gzip_that_were_joined() -> None:
    half = len(GOOD) // 2
    joined = gzip.compress(GOOD[:half]) + gzip.compress(GOOD[half:])
    assert tg.judge_proof(joined).is_right
    wrong = tg.judge_proof(gzip.compress(GOOD) + gzip.compress(b"A"))
    assert str(wrong) == "line 9, column 1: answers are left over: all is proven before this one"
    for data in (joined[:-3], gzip.compress(GOOD) + b"nothing that was packed"):
        with pytest.raises(tg.ParseError, match=r"^the compressed file (ends too early|is damaged)$"):
            tg.judge_proof(data)


@pytest.mark.parametrize("given", [b"", GOOD[:5], GOOD[:-2]])
def test_ctrl_c_while_nothing_comes(given: bytes) -> None:
    """From a pipe whose other end stays open and silent."""
    with subprocess.Popen(
        [TENGEN, "judge", "nogo", "--proof", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(given)
        wait_until_idle(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr.read().startswith(b"tengen: interrupted")


def test_a_flag_while_nothing_comes() -> None:
    reading, writing = os.pipe()
    cancel = tg.Cancel()
    with open(reading, "rb") as file, open(writing, "wb", buffering=0) as end:
        end.write(GOOD[:-2])
        Timer(0.3, cancel.request).start()
        with pytest.raises(tg.Cancelled) as stopped:
            tg.judge_proof(file, cancel=cancel)
        assert stopped.value.partial == 2


def test_a_head_without_an_end() -> None:
    for head in (b"tengen proof 1 nogo\n" + b"." * 2**21, b"tengen proof 1 nogo\n" + b"\n" * 2**21):
        with pytest.raises(tg.ParseError, match=r"no claim in the first 1048576 characters; expected `Black wins` or"):
            tg.judge_proof(head)


def test_the_command(tengen: Tengen, tmp_path: Path) -> None:
    file = tmp_path / "proof.gz"
    file.write_bytes(gzip.compress(GOOD))
    result = tengen("judge", "nogo", "--proof", str(file))
    assert (result.returncode, result.stdout, result.stderr) == (0, b"Black wins\nall 3 answers are right\n", b"")
    result = tengen("judge", "nogo", "--proof", "-", "--format", "diagram", input=GOOD.replace(b"ACB", b"AA"))
    assert (result.returncode, result.stderr) == (1, b"")
    assert (
        result.stdout.decode()
        == """\
not proven
line 8, column 2: after A2 B2 the answer A2 is illegal: A2 is occupied by Black

  A B
2 X O 2
1 . . 1
  A B
Black to play
"""
    )
    result = tengen("judge", "nogo", "--proof", "-", "--format", "json", input=GOOD.replace(b"ACB", b"AA"))
    assert json.loads(result.stdout) == {
        "position": {"game": "nogo", "height": 2, "width": 2, "to_play": "black", "rows": ["..", ".."]},
        "proven": False,
        "winner": None,
        "answers": 1,
        "reason": "after A2 B2 the answer A2 is illegal: A2 is occupied by Black",
        "line": 8,
        "column": 2,
        "moves": ["A2", "B2", "A2"],
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("judge", "nogo", "--proof", "none"), "cannot read 'none': No such file or directory"),
        (
            ("judge", "nogo", "board", "--proof", "none"),
            "a proof says which board it is about; give no other with --proof",
        ),
        (
            ("judge", "nogo", "--to-play", "white", "--proof", "x"),
            "a proof says which board it is about; give no other with --proof",
        ),
        (("judge", "nogo", "board", "--memory", "5"), "--memory goes with --proof"),
        (("judge", "go", "--proof", "x"), "unrecognized arguments: --proof x (see tengen judge --help)"),
    ],
)
def test_bad_usage(tengen: Tengen, words: tuple[str, ...], message: str) -> None:
    result = tengen(*words)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"tengen: {message}\n")
