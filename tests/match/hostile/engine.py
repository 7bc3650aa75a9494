"""A NoGo engine that plays by the rules until it does not: engine.py TAG FAULT, which may be "none"."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from threading import Timer

FAULT = sys.argv[2]
if FAULT == "never starts":
    sys.stderr.write("loading\n")
    sys.stderr.flush()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", sys.argv[1]])
    time.sleep(60)

import tengen as tg  # noqa: E402


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def child() -> None:
    """Something that the engine has started, which keeps the engine's output open."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", sys.argv[1]])


def misbehave(position: tg.nogo.Position) -> None:
    """Instead of the second move of a game."""
    if FAULT == "hangs":
        complain("this needs some thought\n")
        time.sleep(60)
    if FAULT == "too slow":
        complain("just a moment\n")
        time.sleep(0.9)
    if FAULT == "crashes":
        complain("out of ideas\n")
        sys.exit(3)
    if FAULT == "is killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "leaves":
        os._exit(0)
    if FAULT == "leaves a child":
        child()
        os._exit(4)
    if FAULT == "floods and crashes":
        complain("thought\n" * 1_000_000 + "the last words\n")
        sys.exit(5)
    if FAULT == "garbage":
        say("\x00\xff Let me see ...\n\n")
        os._exit(0)
    if FAULT == "endless":
        while True:
            say("=" * 65536)
    if FAULT == "banana":
        say("= banana\n\n")
    if FAULT == "occupied":
        taken = next(tg.Point(row, col) for row in range(5) for col in range(5) if position[tg.Point(row, col)])
        say(f"= {position.vertex(taken)}\n\n")
    if FAULT == "passes":
        say("= pass\n\n")
    if FAULT == "refuses":
        say("? I am not in the mood\n\n")


def main() -> None:
    if FAULT == "crashes at start":
        sys.exit("no licence")
    if FAULT == "leaves at start":
        sys.exit(0)
    if FAULT == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child()
    position, moves = tg.nogo.start(5), 0
    for line in sys.stdin:
        name, *words = line.split()
        answer = ""
        if name == "clear_board":
            position, moves = tg.nogo.start(5), 0
        elif name == "play":
            position = position.with_to_play(tg.BLACK if words[0] == "b" else tg.WHITE).play(words[1])
        elif name == "genmove":
            position = position.with_to_play(tg.BLACK if words[0] == "b" else tg.WHITE)
            moves += 1
            if moves == 2:
                misbehave(position)
            if FAULT == "floods":
                complain("thought\n" * 20_000)
            if FAULT == "kills its parent":
                Timer(0.1, os.kill, [os.getppid(), signal.SIGKILL]).start()
            move = position.legal_moves[0]
            answer = position.vertex(move)
            position = position.play(move)
        elif name == "quit" and FAULT != "stubborn":
            say("=\n\n")
            return
        say(f"= {answer}\n\n")
    if FAULT == "stubborn":
        time.sleep(60)


main()
