"""The GTP server: a long conversation to the byte, garbage, analysis, clocks, and what goes wrong around it."""

from __future__ import annotations

import os
import random
import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from conftest import REPOSITORY, Tengen
from protocols.gtp_answers import answers_to, words
from protocols.sessions import console_parts, run_shell
from tengen.games import NAMES, by_name
from tengen.games.game import Position
from tengen.players import Clock, FunctionPlayer
from tengen.protocols.gtp import commands_for, split_line
from tengen.protocols.gtp_game import Clocks, GtpGame
from tengen.protocols.gtp_go import handicap_points

TRANSCRIPT = REPOSITORY / "tests" / "data" / "gtp_transcript.txt"
ANSWER = re.compile(rb"([=?])(\d*)(?: (\S[^\n]*))?\n((?:[^\n]+\n)*)\n")


def exchanges() -> Iterator[tuple[str, list[tuple[bytes, bytes]]]]:
    for section in TRANSCRIPT.read_text().split("## ")[1:]:
        options, _, rest = section.partition("\n")
        pairs = []
        for part in ("\n" + rest).split("\n> ")[1:]:
            sent, _, answer = part.partition("\n")
            pairs.append(
                (
                    sent.encode().decode("unicode_escape").encode("latin-1") + b"\n",
                    answer.rstrip("\n").encode() + b"\n\n" if answer.strip() else b"",
                )
            )
        yield options, pairs


@pytest.mark.parametrize(("options", "pairs"), list(exchanges()), ids=[options for options, _ in exchanges()])
def test_a_conversation_to_the_byte(tengen: Tengen, options: str, pairs: list[tuple[bytes, bytes]]) -> None:
    result = tengen("gtp", *shlex.split(options), input=b"".join(sent for sent, _ in pairs))
    expected = b"".join(answer for _, answer in pairs)
    if result.stdout != expected:  # the first exchange that differs is all one wants to see
        rest = result.stdout
        for sent, answer in pairs:
            assert rest[: len(answer)] == answer, sent
            rest = rest[len(answer) :]
    assert (result.returncode, result.stdout) == (0, expected)


def test_the_conversations_leave_out_no_command() -> None:
    said = {split_line(sent)[1] for _, pairs in exchanges() for sent, _ in pairs}
    known = {name for game in NAMES for name in commands_for(game)}
    by_other_tests = {"cputime", "tengen-search", "tengen-owners", "tengen-win_rates", "kata-genmove_analyze"}
    assert known - said == by_other_tests
    assert sum(len(pairs) for _, pairs in exchanges()) >= 250


def test_the_page_has_every_command_and_its_sessions_are_true(tmp_path: Path) -> None:
    page = REPOSITORY / "docs" / "gtp.md"
    text = page.read_text(encoding="utf-8")
    for game in NAMES:
        for name in commands_for(game):
            assert f"`{name}" in text, name
    (tmp_path / "mybot.py").write_text(text.split("```python\n")[1].split("```")[0])
    sessions = list(console_parts(page))
    assert len(sessions) >= 3
    for command, answer in sessions:
        assert run_shell(command, tmp_path) == answer, command


# Garbage


def needs_answer(line: bytes) -> bool:
    """By the specification: control characters go, comments go, and a line of blanks is no command."""
    kept = bytes(byte for byte in line if byte == 9 or (byte >= 32 and byte != 127))
    return bool(kept.split(b"#")[0].replace(b"\t", b" ").strip(b" "))


def garbage(chance: random.Random, commands: list[str]) -> bytes:
    arguments = [
        "b",
        "w",
        "black",
        "WHITE",
        "A1",
        "c3",
        "E5",
        "T19",
        "pass",
        "resign",
        "0",
        "1",
        "3",
        "9",
        "-1",
        "1e9",
        "99999999999999999999",
        "nan",
        "7.5",
        "interval",
        "maxmoves",
        "\xe9\xe9",
        "alive",
        "",
        '"',
        "%c",
        ".",
    ]
    kind = chance.randrange(8)
    if kind == 0:
        line = chance.randbytes(chance.randrange(60))
    elif kind == 1:
        line = bytes(chance.choice(b" \t\r\x00\x7f#=?0123456789abz\xff") for _ in range(chance.randrange(20)))
    else:
        name = chance.choice(commands)
        some = [] if name == "printsgf" else chance.choices(arguments, k=chance.choice([0, 1, 1, 2, 2, 3, 5]))
        identity = [str(chance.randrange(2**31))] if chance.random() < 0.5 else []
        line = chance.choice([" ", "  ", "\t"]).join([*identity, name, *some]).encode("latin-1")
        if kind == 2 and line:  # a byte of it changed
            place = chance.randrange(len(line))
            line = line[:place] + chance.randbytes(1) + line[place + 1 :]
    line = line.replace(b"\n", b"") + chance.choice([b"", b"", b"\r", b" # why", b"#"])
    if chance.random() < 0.002:
        line += b" x" * 200_000
    _, name, some = split_line(line)
    return b"" if name in ("quit", "tengen-search") or (name == "printsgf" and some) else line


def test_garbage_is_answered_line_by_line(
    chance: random.Random, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TENGEN_FUZZ_SECONDS makes it longer."""
    monkeypatch.chdir(tmp_path)
    end = time.monotonic() + float(os.environ.get("TENGEN_FUZZ_SECONDS") or 2)
    rounds = 0
    while time.monotonic() < end or rounds < len(NAMES):
        game = NAMES[rounds % len(NAMES)]
        commands = [*commands_for(game), "play", "play", "play", "genmove", "undo", "boardsize 5", "clear_board"]
        lines = [garbage(chance, commands) for _ in range(300)]
        logged: list[str] = []
        answered = answers_to(b"\n".join(lines), game, size=chance.choice([1, 2, 5, 9]), log=logged.append)
        found = list(ANSWER.finditer(answered))
        assert b"".join(match[0] for match in found) == answered, answered
        expected = [split_line(line)[0].encode() for line in lines if needs_answer(line)]
        assert [match[2] for match in found] == expected
        assert not [line for line in logged if re.search(r"\(\w+\.py, line \d+\)$", line)]  # no error of ours
        rounds += 1
    assert not list(tmp_path.iterdir())


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "7", "2147483647"]),
            st.lists(
                st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#")),
                min_size=1,
                max_size=4,
            ),
        ),
        max_size=5,
    ),
    st.data(),
)
def test_blanks_and_control_characters_do_not_matter(rows: list[tuple[str, list[str]]], data: st.DataObject) -> None:
    noise = st.text(st.sampled_from("\x00\x01\x08\x0b\r\x1f\x7f"), max_size=2)
    for identity, parts in rows:
        said = [part for part in parts if part]
        if not said or (said[0].isdigit() and not identity):
            continue
        between = st.sampled_from([" ", "\t", "  ", " \t"])
        line = "".join(data.draw(between) + data.draw(noise) + part for part in [identity, *said])
        assert split_line((line + data.draw(st.sampled_from(["", "#x", " # y # z"]))).encode()) == (
            identity,
            said[0],
            said[1:],
        )


# The game on the board


@pytest.mark.parametrize("game", NAMES)
@given(choices=st.lists(st.tuples(st.booleans(), st.integers(0, 10**6)), max_size=40), back=st.integers(0, 40))
def test_undo_goes_back_exactly(game: str, choices: list[tuple[bool, int]], back: int) -> None:
    board = GtpGame(by_name(game), 4, 4, {})
    before = [board.position]
    for is_black, index in choices:
        color = tg.BLACK if is_black else tg.WHITE
        moves = board.facing(color).legal_moves
        if moves:
            board.play(color, moves[index % len(moves)])
            before.append(board.position)
            assert board.course.record.end == board.position or board.ends_with_passes
    for expected in reversed(before[:-1][-back:] if back else []):
        board.undo()
        assert board.position == expected


def test_moves_out_of_turn_keep_superko() -> None:
    """Black takes the ko, moves again elsewhere, and White may still not repeat the board."""
    board = GtpGame(by_name("go"), 4, 4, {"komi": 0.5})
    for color, vertices in ((tg.BLACK, "B4 A3 C3 B2"), (tg.WHITE, "C4 D3 C2 B3")):
        for vertex in vertices.split():
            board.play(color, tg.go.start(4).point(vertex))
    ko = tg.go.start(4).point("C3")
    with pytest.raises(tg.IllegalMove, match="superko"):
        board.play(tg.BLACK, ko)
    board.set_rules(komi=3.5)
    assert board.position.rules["komi"] == 3.5
    with pytest.raises(tg.IllegalMove, match="superko"):
        board.play(tg.BLACK, ko)


@pytest.mark.parametrize(
    ("size", "most"),
    [
        ((6, 9), 1),
        ((7, 7), 4),
        ((8, 8), 4),
        ((9, 8), 4),
        ((9, 9), 9),
        ((19, 13), 9),
    ],
)
def test_handicap_stones(size: tuple[int, int], most: int) -> None:
    points = handicap_points(*size)
    assert len(points) - 1 == most
    for count, stones in enumerate(points):
        assert len(set(stones)) == len(stones) == (count if count > 1 else 0)
        turned = {tg.Point(size[0] - 1 - point.row, size[1] - 1 - point.col) for point in stones}
        assert turned == set(stones) or count == 3


# Players


def test_a_player_that_fails_is_answered_and_logged() -> None:
    logged: list[str] = []

    def choose(position: Position, clock: Clock | None) -> str:
        if position["A1"] is None:
            return "A1"
        if position["B1"] is None:
            raise ZeroDivisionError("by zero")
        return "A1"

    sent = b"genmove b\n5 genmove b\nplay b B1\ngenmove w\nreg_genmove w\nkata-genmove_analyze w 1\nname\n"
    answered = words(answers_to(sent, "gomoku", 5, FunctionPlayer(choose), logged.append))
    assert answered == [
        "= A1",
        f"?5 {logged[0]}",
        "=",
        *["? choose chose an illegal move: A1 is occupied by Black"] * 3,
        "= Tengen choose",
    ]
    assert len(logged) == 4
    assert re.fullmatch(r"choose failed: ZeroDivisionError: by zero \(test_gtp.py, line \d+\)", logged[0])


def test_a_player_of_ones_own_may_print_resign_and_exit(tengen: Tengen, tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("""
import os, sys
print("imported")
def choose(position, clock):
    print("thinking")
    os.system("echo of something")
    if len(position.legal_moves) == 9:
        return position.legal_moves[4]
    if len(position.legal_moves) == 8:
        return "resign"
    sys.exit("enough")
""")
    result = tengen(
        "gtp",
        "nogo",
        "--size",
        "3",
        "--player",
        "mybot.py:choose",
        cwd=tmp_path,
        input=b"genmove b\ngenmove w\nplay w A1\ngenmove b\nname\n",
    )
    assert words(result.stdout) == [
        "= B2",
        "= resign",
        "=",
        "? mybot.py:choose failed: SystemExit: enough (mybot.py, line 11)",
        "= Tengen mybot.py:choose",
    ]
    assert result.returncode == 0
    assert result.stderr.count(b"of something\n") == 3
    assert b"imported\n" in result.stderr
    assert b"thinking\n" in result.stderr
    assert b"tengen: mybot.py:choose failed: SystemExit: enough (mybot.py, line 11)\n" in result.stderr


# Clocks


@pytest.mark.parametrize(
    ("settings", "told", "expected"),
    [
        ("time_settings 300 0 0", None, Clock(300)),
        ("time_settings 300 30 5", None, Clock(300, period=30, stones=5)),
        ("time_settings 0 30 5", None, Clock(30, period=30, stones=5, stones_left=5)),
        ("time_settings 300 30 0", None, None),
        ("time_settings 0 0 0", None, None),
        ("kgs-time_settings none", None, None),
        ("kgs-time_settings absolute 60", None, Clock(60)),
        ("kgs-time_settings byoyomi 60 10 3", None, Clock(60, period=10, periods=3)),
        ("kgs-time_settings canadian 60 10 3", None, Clock(60, period=10, stones=3)),
        ("name", "time_left black 42.5 0", Clock(42.5)),
        ("name", "time_left black 10 4", Clock(10, period=10, stones=4, stones_left=4)),
        ("time_settings 300 30 5", "time_left b 120 0", Clock(120, period=30, stones=5)),
        ("time_settings 300 30 5", "time_left b 12 3", Clock(12, period=30, stones=5, stones_left=3)),
        ("kgs-time_settings byoyomi 60 10 3", "time_left b 7 2", Clock(7, period=10, periods=2, stones_left=1)),
        ("time_settings 300 0 0", "time_left w 1 0", Clock(300)),
    ],
)
def test_the_player_gets_its_clock(settings: str, told: str | None, expected: Clock | None) -> None:
    clocks: list[Clock | None] = []

    def choose(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        clocks.append(clock)
        return position.legal_moves[0]

    sent = "\n".join([settings, *([told] if told else []), "reg_genmove b\n"])
    assert words(answers_to(sent.encode(), player=FunctionPlayer(choose)))[-1] == "= A9"
    assert clocks == [expected]


def test_the_server_counts_the_clock_down_itself() -> None:
    clocks: list[Clock] = []

    def choose(position: Position, clock: Clock | None) -> tg.Point | tg.Pass:
        assert clock is not None
        clocks.append(clock)
        time.sleep(0.05)
        return position.legal_moves[0]

    answers_to(
        b"time_settings 60 0 0\ngenmove b\ngenmove b\ngenmove w\nclear_board\ngenmove b\n",
        player=FunctionPlayer(choose),
    )
    first, second, other, again = (clock.remaining for clock in clocks)
    assert first == other == again == 60
    assert 59 < second <= 59.95


def test_a_clock_that_ran_out_has_nothing_left() -> None:
    clocks = Clocks()
    clocks.set(Clock(1, period=0.5, periods=2))
    clocks.spend(tg.BLACK, 1.2)
    assert clocks.of(tg.BLACK) == Clock(0.5, period=0.5, periods=2, stones_left=1)
    clocks.spend(tg.BLACK, 9)
    assert clocks.of(tg.BLACK) == Clock(0)
    assert clocks.of(tg.WHITE) == Clock(1, period=0.5, periods=2)
