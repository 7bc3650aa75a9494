"""GTP engines that misbehave, each in its way: bad.py TAG FAULT."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[2]


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def child() -> None:
    """Something that the engine has started, which keeps the engine's output open."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", sys.argv[1]])


def genmove() -> None:
    """Instead of a move."""
    if FAULT == "crash":
        sys.stderr.write("out of ideas\n")
        sys.exit(3)
    if FAULT == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "closes":
        os.close(1)
        time.sleep(600)
    if FAULT == "garbage":
        say("Let me see ...\n")
    if FAULT == "banana":
        say("= banana\n\n")
    if FAULT == "nothing":
        say("=\n\n")
    if FAULT == "off":
        say("= K10\n\n")
    if FAULT == "passes":
        say("= pass\n\n")
    if FAULT in ("occupied", "later"):
        say("= A1\n\n")
    if FAULT == "later":
        sys.exit(0)
    if FAULT == "refuses":
        say("? I am not in the mood\nat all\n\n")
    if FAULT == "endless":
        while True:
            say("=" * 65536)
    if FAULT == "blank lines":
        while True:
            say("\n" * 65536)
    if FAULT == "chatters":
        while True:
            say("." * 1000 + "\n")
    if FAULT == "drips":
        while True:
            say(".")
            time.sleep(0.02)
    if FAULT == "leaves a child":
        child()
        sys.exit(4)
    if FAULT == "noisy":
        for number in range(50_000):
            sys.stderr.write(f"thought {number}\n")
        say("Eureka\n")
        sys.exit(0)
    time.sleep(600)


if FAULT in ("stubborn", "hangs"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child()
if FAULT == "never starts":
    time.sleep(600)
if FAULT == "ends at once":
    sys.exit("no licence")

for line in sys.stdin:
    if line.startswith("genmove") and FAULT != "stubborn":
        genmove()
    elif FAULT == "stubborn" and line.startswith("genmove"):
        say("= A1\n\n")
    else:
        say("=\n\n")
if FAULT == "stubborn":
    time.sleep(600)
