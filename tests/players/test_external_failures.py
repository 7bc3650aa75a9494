"""External programs that misbehave: how each failure is worded, and that no process is left behind, ever."""

from __future__ import annotations

import gc
import os
import pickle
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tengen as tg
from players.shared import ENGINES, Programs, choose_vertex, failure, told
from tengen import players
from tengen.players.program import MOST_STDERR
from waiting import PATIENCE

GENMOVE = "'genmove b'"
EXPECTED = "expected a letter (not I) and a number, like E5"


@pytest.mark.parametrize(
    ("fault", "cause", "message"),
    [
        ("crash", "crash", f"ended with exit status 3 instead of answering {GENMOVE}"),
        ("killed", "crash", f"was killed by signal 11 instead of answering {GENMOVE}"),
        ("closes", "crash", f"closed its output instead of answering {GENMOVE}"),
        ("leaves a child", "crash", f"ended with exit status 4 instead of answering {GENMOVE}"),
        ("ends at once", "crash", "ended with exit status 1 instead of answering 'list_commands'"),
        ("never starts", "timeout", "did not answer 'list_commands' within 0.7 seconds"),
        ("hangs", "timeout", f"did not answer {GENMOVE} within 1.5 seconds"),
        ("drips", "timeout", f"did not answer {GENMOVE} within 1.5 seconds"),
        (
            "garbage",
            "timeout",
            f"did not answer {GENMOVE} within 1.5 seconds; it wrote 'Let me see ...', which is no answer",
        ),
        (
            "chatters",
            "protocol",
            f"wrote more than 1048576 bytes without an end of its answer to {GENMOVE}; it wrote "
            f"'{60 * '.'}...', which is no answer",
        ),
        ("endless", "protocol", f"wrote more than 1048576 bytes without an end of its answer to {GENMOVE}"),
        ("blank lines", "protocol", f"wrote more than 1048576 bytes without an end of its answer to {GENMOVE}"),
        ("banana", "protocol", f"answered {GENMOVE} with no move: 'banana' is not a vertex; {EXPECTED}"),
        ("nothing", "protocol", f"answered {GENMOVE} with no move: '' is not a vertex; {EXPECTED}"),
        ("off", "protocol", f"answered {GENMOVE} with no move: 'K10' is not on this board; its corners are A1 and J9"),
        ("refuses", "protocol", f"refused {GENMOVE}: I am not in the mood"),
        ("occupied", "illegal", "chose an illegal move: A1 is occupied by Black"),
        ("passes", "illegal", "chose an illegal move: nobody passes in NoGo"),
    ],
)
def test_failures(programs: Programs, fault: str, cause: str, message: str) -> None:
    start_timeout = 0.7 if fault == "never starts" else 20
    timeout = 1.5 if fault in ("hangs", "drips", "garbage") else 20
    player = programs("bad", fault, timeout=timeout, start_timeout=start_timeout)
    failed = failure(player, tg.nogo.start(9).play("A1").play("B1"))
    assert str(failed) == f"{player.command!r} {message}"
    assert failed.cause == cause
    assert failed.stderr == {"crash": "out of ideas\n", "ends at once": "no licence\n"}.get(fault, "")
    assert programs.running() == 0
    copy = pickle.loads(pickle.dumps(failed))
    assert (copy.message, copy.cause, copy.stderr) == (failed.message, failed.cause, failed.stderr)


def test_thinking_past_the_clock_is_cut_off(programs: Programs) -> None:
    player = programs("bad", "hangs")
    begun = time.monotonic()
    failed = failure(player, tg.nogo.start(9), players.Clock(0.1, period=0.1, periods=3))
    assert time.monotonic() - begun < PATIENCE
    assert failed.cause == "timeout"
    assert "did not answer 'genmove b' within 1." in str(failed)
    assert programs.running() == 0


def test_dying_between_moves(programs: Programs) -> None:
    player = programs("bad", "later")
    position = tg.gomoku.start(9)
    assert choose_vertex(player, position) == "A1"
    programs.wait_for(0)
    failed = failure(player, position.play("A1").play("B1"))
    assert str(failed) == f"{player.command!r} ended with exit status 0 instead of answering 'play w B1'"
    assert choose_vertex(player, position) == "A1"  # a fresh one


def test_what_is_written_to_stderr_never_blocks_and_its_end_is_kept(programs: Programs) -> None:
    player = programs("bad", "noisy")
    failed = failure(player, tg.nogo.start(9))
    assert str(failed) == (
        f"{player.command!r} ended with exit status 0 instead of answering 'genmove b'; it wrote "
        f"'Eureka', which is no answer"
    )
    assert failed.stderr.endswith("thought 49998\nthought 49999\n")
    assert len(failed.stderr) == MOST_STDERR


def test_commands_that_are_refused(programs: Programs) -> None:
    player = programs("plain", "--refuses", "boardsize")
    failed = failure(player, tg.nogo.start(9))
    assert (str(failed), failed.cause) == (f"{player.command!r} refused 'boardsize 9': no boardsize today", "protocol")
    player = programs("plain", "--refuses", "komi")
    assert str(failure(player, tg.go.start(9))) == f"{player.command!r} refused 'komi 7.5': no komi today"
    assert choose_vertex(player, tg.nogo.start(9)) == "A1"  # nobody asks for a komi in NoGo
    player = programs("plain", "--refuses", "list_commands")
    assert choose_vertex(player, tg.go.start(9)) == "A1"


def test_boards_that_gtp_does_not_have(programs: Programs) -> None:
    player = programs("plain")
    failed = failure(player, tg.nogo.start((3, 4)))
    assert (str(failed), failed.cause) == (
        f"{player.command!r} knows square boards only, not 3x4: it has no command rectangular_boardsize",
        "protocol",
    )
    failed = failure(player, tg.nogo.parse("# .\n. .\n"))
    assert (str(failed), failed.cause) == (
        f"{player.command!r} cannot be told of a board with holes: GTP has none",
        "protocol",
    )


def test_a_program_that_is_not_there() -> None:
    failed = failure(players.external("no-such-program-anywhere --mode gtp"), tg.nogo.start(9))
    assert str(failed) == "cannot start 'no-such-program-anywhere --mode gtp': No such file or directory"
    assert failed.cause == "crash"
    failed = failure(players.external(shlex.quote(str(ENGINES))), tg.nogo.start(9))
    assert str(failed).endswith("Permission denied")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "'' is not a command; expected a program and its options, like gnugo --mode gtp"),
        ("  ", "'  ' is not a command; expected a program and its options, like gnugo --mode gtp"),
        ("gnugo\0", r"'gnugo\x00' is not a command; expected a program and its options, like gnugo --mode gtp"),
        ("gnugo 'gtp", '"gnugo \'gtp" is not a command: no closing quotation'),
    ],
)
def test_commands_that_are_none(command: str, message: str) -> None:
    with pytest.raises(tg.UsageError) as caught:
        players.external(command)
    assert str(caught.value) == message


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_limits_that_are_none(seconds: float) -> None:
    with pytest.raises(tg.UsageError, match=f"a timeout of {seconds} seconds; expected more than 0"):
        players.external("gnugo", timeout=seconds)
    with pytest.raises(tg.UsageError, match=f"a start_timeout of {seconds} seconds; expected more than 0"):
        players.external("gnugo", start_timeout=seconds)


def test_no_move_is_asked_for_where_there_is_none() -> None:
    player = players.external("no-such-program-anywhere")
    with pytest.raises(tg.UsageError, match="the game is over"):
        player.choose(tg.nogo.parse(". X\nX .\nWhite to play\n"))
    with pytest.raises(tg.IllegalPosition):
        player.choose(tg.nogo.parse("X O\nO X\n"))


# What it leaves behind: nothing.


def test_a_player_is_a_value_whether_it_runs_or_not(programs: Programs) -> None:
    player = programs("plain", timeout=7.0)
    same = players.external(player.command, timeout=7, start_timeout=20)
    player.choose(tg.nogo.start(9))
    assert player == same
    assert hash(player) == hash(same)
    copy = pickle.loads(pickle.dumps(player))
    assert copy == player
    assert programs.running() == 1
    assert player != players.external(player.command)
    assert players.parse(str(player)) == players.external(player.command)
    assert repr(player) == f"<player gtp:{player.command}>"
    assert player.seeded(3) is player
    with pytest.raises(AttributeError, match="cannot be changed"):
        player.command = "other"
    assert choose_vertex(copy, tg.nogo.start(9)) == "A1"
    assert programs.running() == 2
    copy.close()
    assert programs.running() == 1


def test_closing(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with programs("plain", "--log", str(log)) as player:
        player.choose(tg.nogo.start(9))
        assert programs.running() == 1
    assert programs.running() == 0
    assert told(log)[-1] == "quit"
    player.close()
    player.choose(tg.nogo.start(9))
    assert programs.running() == 1


def test_a_program_that_will_not_end(programs: Programs) -> None:
    player = programs("bad", "stubborn")
    player.choose(tg.gomoku.start(9))
    assert programs.running() == 2  # it has a child
    player.close()
    assert programs.running() == 0


def test_the_last_reference(programs: Programs) -> None:
    player = players.external(programs.command("plain"))
    player.choose(tg.nogo.start(9))
    assert programs.running() == 1
    del player
    gc.collect()
    assert programs.running() == 0


def python(script: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


START = "import sys, tengen as tg; from tengen import players; player = players.external(sys.argv[1]);"


@pytest.mark.parametrize("words", [["plain"], ["bad", "stubborn"]])
def test_the_end_of_the_interpreter(programs: Programs, words: list[str]) -> None:
    script = START + "print(player.choose(tg.gomoku.start(9)).move)"
    with python(script, programs.command(*words)) as process:
        assert process.communicate(timeout=60) == ("Point(8, 0)\n", "")
    assert programs.running() == 0


def test_an_error_elsewhere(programs: Programs) -> None:
    with python(START + "player.choose(tg.nogo.start(9)); 1 / 0", programs.command("plain")) as process:
        assert process.communicate(timeout=60)[1].endswith("ZeroDivisionError: division by zero\n")
    assert programs.running() == 0


def test_control_c_while_it_thinks(programs: Programs) -> None:
    with python(START + "player.choose(tg.nogo.start(9))", programs.command("bad", "hangs")) as process:
        programs.wait_for(3)  # the script, the engine and its child
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[1].endswith("KeyboardInterrupt\n")
    assert programs.running() == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_has_a_program_of_its_own(programs: Programs) -> None:
    script = (
        START
        + """
import os
position = tg.gomoku.start(9)
player.choose(position)
child = os.fork()
position = position.play("A1").play("B1")
if not child:
    print(player.choose(position).move, flush=True)
    sys.exit()
os.waitpid(child, 0)
print(player.choose(position).move)
"""
    )
    with python(script, programs.command("plain")) as process:
        assert process.communicate(timeout=60) == ("Point(8, 2)\nPoint(8, 2)\n", "")
    assert programs.running() == 0
