"""Proofs of NoGo, read and checked the slow and obvious way, as the page about them describes the format.

Nothing here imports the product.
"""

from __future__ import annotations

from oracles import nogo

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
COLOURS = {"Black": "X", "White": "O"}


def holds(text: str) -> bool:
    """Whether a text with the shape of a proof is one."""
    first, rest = text.split("\n", 1)
    assert first == "tengen proof 1 nogo"
    lines = rest.split("\n")
    height = next(k for k, line in enumerate(lines) if line.endswith(" to play")) - 2
    board = tuple("".join(line.split()[1:-1]) for line in lines[1 : height + 1])
    to_play = COLOURS[lines[height + 2].split()[0]]
    winner = COLOURS[lines[height + 3].split()[0]]
    return _Walk(board, winner, "".join("".join(lines[height + 4 :]).split())).holds(to_play)


class _Walk:
    def __init__(self, board: nogo.Board, winner: str, letters: str) -> None:
        self.board, self.winner, self.letters = board, winner, letters
        self.read = 0
        self.points = [
            point for point in nogo.points(board) if any(nogo.is_legal(board, *point, colour) for colour in "XO")
        ]
        self.symmetries = [turn for turn in nogo.SYMMETRIES.values() if turn(board) == board]
        self.seen: set[nogo.Board] = set()

    def holds(self, to_play: str) -> bool:
        follow = self.answered if to_play == self.winner else self.all_answered
        return follow(self.board) and self.read == len(self.letters)

    def answered(self, board: nogo.Board) -> bool:
        """The winner's next answer is a legal move, and all that follows is answered."""
        if self.read == len(self.letters):
            return False
        row, col = self.points[LETTERS.index(self.letters[self.read])]
        self.read += 1
        return nogo.is_legal(board, row, col, self.winner) and self.all_answered(
            nogo.place(board, row, col, self.winner)
        )

    def all_answered(self, board: nogo.Board) -> bool:
        """Every move of the loser is answered, unless it leads to what was seen before."""
        loser = nogo.opponent(self.winner)
        for row, col in nogo.legal_moves(board, loser):
            after = nogo.place(board, row, col, loser)
            least = min(turn(after) for turn in self.symmetries)
            if least in self.seen:
                continue
            self.seen.add(least)
            if not self.answered(after):
                return False
        return True
