"""A Botzone bot for NoGo that knows no rules: the first empty point of every second row and column; then it resigns.

--keep: it goes on running. --log keeps the lines that it got. --says: what it answers instead.
"""

from __future__ import annotations

import argparse
import json
import sys


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tag")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--log", default="")
    parser.add_argument("--says", default="")
    options = parser.parse_args()
    taken = set()
    for line in sys.stdin:
        if options.log:
            with open(options.log, "a") as log:
                log.write(line)
        message = json.loads(line)
        for move in [*message["requests"], *message["responses"]] if "requests" in message else [message]:
            taken.add((move["x"], move["y"]))
        x, y = next(((x, y) for y in range(0, 9, 2) for x in range(0, 9, 2) if (x, y) not in taken), (-1, -1))
        taken.add((x, y))
        print(options.says or json.dumps({"response": {"x": x, "y": y}, "data": f"after {x},{y}"}))
        if not options.keep:
            return
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)


main()
