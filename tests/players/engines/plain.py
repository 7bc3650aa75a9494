"""A GTP engine that knows no rules but does as it is told.

It plays the vertices of --answers, then empty points from A1 on. --log keeps what it was asked, --knows adds commands
to its list, --refuses names commands that it refuses, --chatter is what it says before it answers,
--dead what final_status_list says.
"""

from __future__ import annotations

import argparse
import sys

BASICS = ["list_commands", "boardsize", "clear_board", "komi", "play", "genmove", "quit"]
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tag")
    parser.add_argument("--answers", nargs="*", default=[])
    parser.add_argument("--knows", nargs="*", default=[])
    parser.add_argument("--refuses", nargs="*", default=[])
    parser.add_argument("--whole-seconds", action="store_true")
    parser.add_argument("--chatter", default="")
    parser.add_argument("--dead", default="")
    parser.add_argument("--log", default="")
    options = parser.parse_args()
    commands = BASICS + options.knows
    answers = list(options.answers)
    size, stones = 19, set[str]()
    if options.chatter:
        print(f"Welcome!\n\n{options.chatter}", flush=True)
    for line in sys.stdin:
        name, *words = line.split()
        if options.log:
            with open(options.log, "a") as log:
                log.write(line)
        answer = "="
        if name not in commands:
            answer = "? unknown command"
        elif name in options.refuses:
            answer = f"? no {name} today"
        elif options.whole_seconds and name.startswith("time_") and any("." in word for word in words):
            answer = "? not an integer"
        elif name == "list_commands":
            answer = "= " + "\n".join(commands)
        elif name == "final_status_list":
            answer = f"= {options.dead}"
        elif name == "boardsize":
            size = int(words[0])
        elif name == "clear_board":
            stones.clear()
        elif name == "play":
            stones.add(words[1])
        elif name == "genmove":
            everywhere = (f"{letter}{row}" for row in range(1, size + 1) for letter in LETTERS[:size])
            move = answers.pop(0) if answers else next(vertex for vertex in everywhere if vertex not in stones)
            stones.add(move)
            answer = f"= {move}"
        if options.chatter:
            print(f"{options.chatter} {name} ...", flush=True)
        print(answer, end="\n\n", flush=True)
        if name == "quit":
            return


main()
