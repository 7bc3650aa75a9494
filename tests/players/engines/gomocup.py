"""A Gomocup brain that knows no rules: it plays --answers, one after another. --log keeps what it was told."""

from __future__ import annotations

import argparse
import sys


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tag")
    parser.add_argument("--answers", nargs="*", default=[])
    parser.add_argument("--log", default="")
    options = parser.parse_args()
    answers = iter(options.answers)
    for line in sys.stdin:
        if options.log:
            with open(options.log, "a") as log:
                log.write(line)
        word = line.split()[0]
        if word in ("START", "RESTART"):
            print("MESSAGE hello\nOK", flush=True)
        elif word in ("BEGIN", "TURN", "DONE"):
            print("DEBUG thinking\n" + next(answers), flush=True)
        elif word == "END":
            return


main()
