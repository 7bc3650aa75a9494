"""A NoGo engine with the manners of one that plays in real tournaments.

It answers `=` to whatever it does not know, list_commands too; no blank after `=`, small letters, CRLF, blank lines to
spare. It goes by the last stone, not by the colour that genmove names, and resigns when it has made --moves.
"""

from __future__ import annotations

import argparse
import sys


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tag")
    parser.add_argument("--moves", type=int, default=1000)
    moves = parser.parse_args().moves
    free = {"w": [f"a{row}" for row in range(1, 10)], "b": [f"j{row}" for row in range(1, 10)]}
    last = "w"
    for line in sys.stdin:
        words = line.split()
        answer = ""
        if words[0] == "play":
            last = words[1]
            for vertices in free.values():
                if words[2].lower() in vertices:
                    vertices.remove(words[2].lower())
        elif words[0] == "clear_board":
            last = "w"
            free = {"w": [f"a{row}" for row in range(1, 10)], "b": [f"j{row}" for row in range(1, 10)]}
        elif words[0] == "genmove":
            last = "b" if last == "w" else "w"
            answer = free[last].pop(0) if moves else "resign"
            moves -= 1
        sys.stdout.write(f"\r\n\r\n={answer}\r\n\r\n")
        sys.stdout.flush()


main()
