"""GTP conversations that take time: analysis, Ctrl-C, the end of the input; and files, pictures, bad usage."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tengen as tg
from conftest import TENGEN, Tengen
from protocols.gtp_answers import answers_to, words
from tengen.games import NAMES, by_name
from tengen.players import parse
from waiting import PATIENCE, wait_until_busy


class Talk:
    """A server in a process of its own."""

    def __init__(self, *options: str) -> None:
        self._process = subprocess.Popen(
            [TENGEN, "gtp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "it has ended"
        return line.decode().removesuffix("\n")

    def answer(self) -> list[str]:
        """The lines up to an empty one."""
        lines = []
        while line := self.line():
            lines.append(line)
        return lines

    def wait_until_busy(self) -> None:
        wait_until_busy(self._process, 0.2)

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def close_output(self) -> None:
        assert self._process.stdout is not None
        self._process.stdout.close()

    def end(self, last: bytes = b"") -> tuple[int, str, str]:
        """Closes the input: exit status, the rest of the output, and standard error."""
        output, log = self._process.communicate(last, timeout=60)
        return self._process.returncode, (output or b"").decode(), log.decode()


@pytest.fixture
def talk() -> Iterator[Callable[..., Talk]]:
    talks: list[Talk] = []

    def start(*options: str) -> Talk:
        talks.append(Talk(*options))
        return talks[-1]

    yield start
    for each in talks:
        each._process.kill()
        each._process.wait()
        for stream in (each._process.stdin, each._process.stdout, each._process.stderr):
            if stream is not None and not stream.closed:
                stream.close()


VERTEX = r"[A-HJ]\d"
LEELA = re.compile(
    rf"(info move {VERTEX} visits \d+ winrate \d{{1,5}} prior \d+ lcb \d+ order \d+ "
    rf"pv {VERTEX}( {VERTEX})* ?)+"
)
KATAGO = re.compile(
    rf"(info move {VERTEX} visits \d+ winrate [01]\.\d+ prior 0\.\d+ lcb [01]\.\d+ order \d+ "
    rf"pv {VERTEX}( {VERTEX})* ?)+"
)


def visits(line: str) -> int:
    return sum(map(int, re.findall(r"visits (\d+)", line)))


@pytest.mark.parametrize("stop", [b"\n", b"# a comment\n", b"7 name\n", b"frobnicate\n"])
def test_analysis_streams_until_the_next_line(talk: Callable[..., Talk], stop: bytes) -> None:
    server = talk("nogo", "--player", "mcts:threads=1")
    server.send(b"12 lz-analyze b 5 maxmoves 3\n")
    assert server.line() == "=12"
    lines = [server.line()]
    while visits(lines[-1]) <= visits(lines[0]):
        lines.append(server.line())
    server.send(stop)
    lines += server.answer()
    for line in lines:
        assert LEELA.fullmatch(line), line
        orders = [int(order) for order in re.findall(r"order (\d+)", line)]
        assert orders == list(range(len(orders)))
        assert 1 <= len(orders) <= 3
        assert re.findall(r"move (\S+)", line) == re.findall(r"pv (\S+)", line)
    if stop.startswith(b"7"):
        assert server.answer() == ["=7 Tengen mcts:threads=1"]
    if stop.startswith(b"f"):
        assert server.answer() == ["? unknown command"]
    assert server.end(b"list_stones b\n")[:2] == (0, "=\n\n")


@pytest.mark.parametrize("player", [[], ["--player", "random"]])
def test_analysis_is_the_usual_players(talk: Callable[..., Talk], player: list[str]) -> None:
    """It knows what the net thinks of each move beforehand."""
    server = talk("nogo", *player)
    server.send(b"name\nlz-analyze 5\n")
    assert server.answer() == ["= Tengen random" if player else "= Tengen net"]
    assert server.line() == "="
    line = server.line()
    server.send(b"quit\n")
    assert LEELA.fullmatch(line), line
    assert len(set(re.findall(r"prior (\d+)", line))) > 1


def test_a_board_that_is_too_large_for_a_net(tengen: Tengen) -> None:
    asked = b"boardsize 65\nlz-genmove_analyze b\n"
    too_large = "a 65x65 board is too large for a net; expected at most 4096 points"
    result = tengen("gtp", "nogo", "--player", "net:visits=1", input=asked)
    assert (result.returncode, result.stdout.decode()) == (0, f"=\n\n? {too_large}\n\n")
    result = tengen("gtp", "nogo", input=b"time_settings 0 1 10\nboardsize 65\ngenmove b\n")
    assert re.fullmatch(r"=\n\n=\n\n= [A-Z]{1,2}\d+\n\n", result.stdout.decode())


def test_analysis_in_katagos_words(talk: Callable[..., Talk]) -> None:
    server = talk("nogo", "--player", "random")  # the analysis is a search all the same
    server.send(b"kata-analyze interval 5 minmoves 81 ownership true rootInfo true\n")
    assert server.line() == "="
    while not (line := server.line()):
        pass
    moves, root, values = line.partition(" rootInfo ")
    assert KATAGO.fullmatch(moves)
    assert moves.count("info move") == 81
    assert re.fullmatch(r"visits \d+ winrate 0\.\d+", values)
    assert root
    assert server.end()[0] == 0


def test_analysis_in_go_has_the_lead(talk: Callable[..., Talk]) -> None:
    server = talk("go", "--size", "9", "--komi", "70.5", "--player", "mcts:threads=1")
    server.send(b"kata-analyze b 5 maxmoves 3 rootInfo true\n")
    assert server.line() == "="
    while not (line := server.line()):
        pass
    moves, _, values = line.partition(" rootInfo ")
    leads = [float(lead) for lead in re.findall(r"winrate \S+ scoreLead (-\d+\.\d\d) prior", moves)]
    assert len(leads) == moves.count("info move") == 3
    assert all(-152 < lead < 0 for lead in leads)  # nobody makes up for such a komi
    assert values.endswith(f" scoreLead {leads[0]:.2f}")
    server.send(b"lz-analyze b 5\n")
    server.answer()
    assert server.line() == "="
    assert "scoreLead" not in server.line()
    assert server.end()[0] == 0


def test_analysis_of_a_decided_position_waits_for_its_end(talk: Callable[..., Talk]) -> None:
    server = talk("nogo", "--size", "3")
    server.send(b"play b B3\nplay b A2\nplay b C2\nlz-analyze b 1\n")
    assert [server.answer() for _ in range(3)] == [["="]] * 3
    assert server.line() == "="
    line = server.line()
    assert re.search(r"winrate 10000 .* lcb 10000 order 0 ", line)
    time.sleep(0.3)
    server.send(b"\n")
    assert set(server.answer()) <= {line}  # and no flood of the same
    assert server.end()[0] == 0


def test_a_move_with_analysis(talk: Callable[..., Talk]) -> None:
    server = talk("nogo", "--player", "mcts:seconds=0.5")
    server.send(b"3 kata-genmove_analyze b 10 maxmoves 1\nlist_stones b\n")  # the next line does not end it
    head, *lines, last = server.answer()
    assert head == "=3"
    assert len(lines) >= 2
    assert all(KATAGO.fullmatch(line) for line in lines)
    assert server.answer() == [f"= {last.removeprefix('play ')}"]
    assert last.startswith("play ")


def test_pictures_for_gogui() -> None:
    for game in NAMES:
        _, owners, rates, seconds = words(answers_to(b"play b D6\ntengen-owners\ntengen-win_rates\ncputime\n", game))
        side = by_name(game).usual_size
        rows = [[float(value) for value in row.split()] for row in owners.split("\n")[1:]]
        assert (len(rows), {len(row) for row in rows}) == (side, {side})
        assert all(-1 <= value <= 1 for row in rows for value in row)
        pairs = rates[2:].split()
        assert set(pairs[::2]) <= {f"{letter}{number}" for letter in "ABCDEFGHJKLMNOPQRST" for number in range(1, 20)}
        assert all(0 <= int(value) <= 100 for value in pairs[1::2])
        assert float(seconds[2:]) > 0
    found = words(answers_to(b"tengen-search\n", "nogo", 4, parse("mcts:visits=500,seed=1")))[0]
    assert re.fullmatch(
        r"= INFLUENCE( [A-D][1-4] [01]\.\d\d)+\nLABEL( [A-D][1-4] \d+)+\n"
        r"TEXT Black \d+\.\d%( exactly)?, \d+ visits: [A-D][1-4].*",
        found,
    )


@pytest.mark.parametrize("sent", [b"", b"genmove b\n", b"lz-analyze 5\n"])
def test_ctrl_c_ends_it_at_once(talk: Callable[..., Talk], sent: bytes) -> None:
    server = talk("nogo", "--player", "mcts:seconds=60")
    server.send(b"name\n")
    assert server.answer()
    server.send(sent)
    if sent:
        server.wait_until_busy()
    began = time.monotonic()
    server.interrupt()
    status, _, log = server.end()
    assert (status, log) == (130, "tengen: interrupted\n")
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize(("ctrl_c", "status", "said"), [(True, 130, "tengen: interrupted\n"), (False, 0, "")])
def test_pondering_ends_at_once(talk: Callable[..., Talk], ctrl_c: bool, status: int, said: str) -> None:
    server = talk("nogo", "--player", "mcts:visits=10", "--ponder")
    server.send(b"genmove b\n")
    assert re.fullmatch(rf"= {VERTEX}", server.answer()[0])
    server.wait_until_busy()
    if ctrl_c:
        server.interrupt()
    assert server.end() == (status, "", said)


def test_a_player_that_can_only_pass_does_not_ponder(talk: Callable[..., Talk]) -> None:
    """It has no net for this game, which only matters when it searches."""
    server = talk("go", "--player", "net", "--ponder", "--size", "1")
    server.send(b"genmove b\n")
    assert server.answer() == ["= pass"]
    assert server.end(b"name\n") == (0, "= Tengen net\n\n", "")


def test_goguis_interrupt_answers_with_the_best_move_so_far(talk: Callable[..., Talk]) -> None:
    server = talk("nogo", "--player", "mcts:seconds=60")
    server.send(b"name\n")
    assert server.answer()
    server.send(b"genmove b\n")
    server.wait_until_busy()
    server.send(b"# interrupt\n")
    assert re.fullmatch(rf"= {VERTEX}", server.answer()[0])
    assert server.end()[0] == 0


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"genmove b", rf"= {VERTEX}\n\n"),
        (b"lz-analyze 1", r"=\n(info .*\n)*\n"),
        (b"", ""),
        (b"quit\nname\n", r"=\n\n"),
    ],
)
def test_when_the_input_ends_it_finishes_and_goes(talk: Callable[..., Talk], sent: bytes, answer: str) -> None:
    status, output, log = talk("nogo", "--player", "mcts:seconds=0.3").end(sent)
    assert (status, log) == (0, "")
    assert re.fullmatch(answer, output)


def test_a_reader_that_goes_away_is_no_error(talk: Callable[..., Talk]) -> None:
    server = talk("nogo", "--player", "random")
    server.close_output()
    status, _, log = server.end(b"name\n" * 3)
    assert (status, log) == (141, "")


def test_games_from_files_and_into_files(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "a game.sgf").write_text("(;GM[1]FF[4]SZ[5]KM[3.5];B[cc];W[bb];B[];W[dd](;B[aa])(;B[ee]))")
    (tmp_path / "bad.sgf").write_text("(;GM[1]FF[4]SZ[5];B[cc];W[cc])")
    (tmp_path / "none.sgf").write_text("this is no game")
    sent = (
        'loadsgf a game.sgf\nlist_stones b\nlist_stones w\nfinal_score\nloadsgf "a game.sgf" 3\nlist_stones w\n'
        "printsgf out.sgf\nloadsgf bad.sgf\nloadsgf none.sgf\nloadsgf .\nquery_boardsize\nprintsgf none/x\n"
        "loadsgf out.sgf\nundo\nlist_stones w\nkomi 0\nfinal_score\n"
    )
    result = tengen("gtp", "go", "--player", "random", input=sent.encode(), cwd=tmp_path)
    assert words(result.stdout) == [
        "=",
        "= A5 C3",
        "= B4 D2",
        "= W+3.5",
        "=",
        "= B4",
        "=",
        "? cannot load file",
        "? cannot load file",
        "? cannot load file",
        "= 5",
        "? cannot save file",
        "=",
        "=",
        "=",
        "=",
        "= B+25",
    ]
    assert result.stderr.decode().splitlines() == [
        "tengen: cannot load 'bad.sgf': line 1, column 24: move 2, White C3, is illegal: C3 is occupied by Black",
        "tengen: cannot load 'none.sgf': line 1, column 1: there is no game; expected (; where one starts",
        "tengen: cannot load '.': Is a directory",
        "tengen: cannot write the game: No such file or directory",
    ]
    assert tg.read_sgf((tmp_path / "out.sgf").read_text()).record.moves.indices == [12, 6]


@pytest.mark.parametrize(
    ("game", "sent", "answered"),
    [
        (
            "nogo",
            "name\ngenmove b\nlz-analyze\nknown_command reg_genmove",
            ["= Tengen referee", *["? unknown command"] * 2, "= false"],
        ),
        (
            "nogo",
            "boardsize 2\nplay w A1\nplay b A1\nplay w A1\nplay w B2\nlist_moves\nfinal_score\nplay b A2\nfinal_score",
            [
                "=",
                "? illegal move: it is Black's turn",
                "=",
                "? illegal move: A1 is occupied by Black",
                "=",
                "= A2 B1",
                "? cannot score: the game is not over",
                "=",
                "= B+",
            ],
        ),
        ("go", "boardsize 3\nplay b pass\nplay w pass\nplay b B2\nfinal_score", ["=", "=", "=", "=", "= B+1.5"]),
        (
            "othello",  # whose own people count rows from the top
            "boardsize 4\nplay b A1\nplay b B4",
            ["=", "? illegal move: A1 (a4): Black at a4 brackets no disc of White", "="],
        ),
        (
            "gomoku",
            "boardsize 1 5\n" + "play b A1\nplay w A2\nplay b A3\nplay w A4\nplay b A5\nplay w A5\nfinal_score",
            [*["="] * 6, "? illegal move: A5 is occupied by Black", "= 0"],
        ),
    ],
)
def test_a_referee_holds_the_rules(tengen: Tengen, game: str, sent: str, answered: list[str]) -> None:
    result = tengen("gtp", game, "--referee", input=f"{sent}\n".encode())
    assert (words(result.stdout), result.stderr) == (answered, b"")


def test_bad_usage(tengen: Tengen) -> None:
    for options, message in (
        (("go", "--player", "nobody"), "there is no player 'nobody'"),
        (("othello", "--size", "17"), "a 17x17 board; Othello is played on at most 16x16"),
        (("nogo", "--size", "101"), "a 101x101 board; over GTP a board has 1 to 100 rows and columns"),
        (("nogo", "--komi", "5"), "unrecognized arguments: --komi"),
        (("chess",), "there is no game 'chess'"),
        (("nogo", "--ponder", "--player", "greedy"), "greedy has no search to ponder with; expected mcts or net"),
        (("nogo", "--referee", "--player", "mcts"), "a referee does not play; leave out --player or --referee"),
        (("nogo", "--ponder", "--referee"), "a referee does not ponder; leave out --ponder or --referee"),
    ):
        result = tengen("gtp", *options)
        assert (result.returncode, result.stdout) == (2, b"")
        assert message in result.stderr.decode()
        assert result.stderr.count(b"\n") == 1
    assert b"unrecognized" in tengen("gomocup", "nogo").stderr
    assert b"invalid choice: 'go'" in tengen("botzone", "go").stderr
