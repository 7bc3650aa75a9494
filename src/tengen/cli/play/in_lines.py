"""A game in lines: a board is printed, a move is read. For pipes, screen readers, and terminals that draw nothing."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from tengen.cli.play.signals import Signals
from tengen.cli.play.table import Table, opinion
from tengen.formats import diagram
from tengen.protocols.lines import Lines

_TICK = 0.1  # seconds
_COMMANDS = ("pass", "undo", "hint", "moves", "save", "resign", "new", "quit")
_WORDS = {**{name: name for name in _COMMANDS}, **{name[0]: name for name in _COMMANDS}, "?": "hint"}
_HELP = """a vertex plays there; other words, or their first letters (? for a hint):
pass    where the rules have it
undo    takes back your last move, and the answer to it
hint    what a search would play, after two seconds
moves   shows, or hides, the points where only Black (b), only White (w) or nobody (-) may play
board   prints the board
save    writes the game to a file, in SGF
resign  gives up
new     begins another game
quit    ends"""


class LineGame:
    """Lets people play at this table until they leave it, or there are no more lines."""

    def __init__(self, table: Table, lines: Lines, write: Callable[[str], None], signals: Signals, prompt: str) -> None:
        self._table = table
        self._lines = lines
        self._write = write
        self._signals = signals
        self._prompt = prompt
        self._shown = -1  # `game.changes` when the board was last printed

    def play(self) -> bool:
        """Plays until somebody quits (True), or there are no more lines (False)."""
        position, sides = self._table.game.position, self._table.sides
        title = f"{position.game.title} {position.height}x{position.width}"
        self._say(f"{title}{f': {sides}' if sides else ''}; help lists the words")
        while not self._table.is_left:
            line = self._next_line()
            if line is None:
                return False
            self._obey(line.strip())
        return True

    def _next_line(self) -> str | None:
        """The next line, once it is a person's turn to say something."""
        game = self._table.game
        while not (game.is_persons_turn or game.is_over):
            self._poll()
            with self._signals.waiting():
                if game.thinking is not None:
                    game.thinking.is_done(_TICK)
                elif not game.is_persons_turn and not game.is_over:
                    sleep(_TICK)  # the player has not stopped its last search yet
        self._poll()
        self._write(self._prompt)
        while True:
            with self._signals.waiting():
                if self._lines.arrived(_TICK):
                    break
            self._poll()  # time may be up
        data = self._lines.take()
        return None if data is None else data.decode("utf-8", "replace")

    def _poll(self) -> None:
        """Takes in what has happened, and says it."""
        game = self._table.game
        plies, was_opening = game.plies, game.is_opening
        self._table.poll()
        if was_opening and self._table.sides:
            self._say(self._table.sides)
        if game.plies > plies and not was_opening and game.last is not None:
            before, choice = game.last
            assert choice.move is not None
            words = opinion(before, choice)
            self._say(f"{before.to_play} plays {before.vertex(choice.move)}{f': {words}' if words else ''}")
        if game.changes != self._shown and (game.is_persons_turn or game.is_over):
            self._show_board()

    def _obey(self, line: str) -> None:
        word = line.lower()
        self._table.said = ""
        if not word:
            return
        if word in ("help", "h"):
            self._say(_HELP)
        elif word in ("board", "b"):
            self._show_board()
        elif word not in _WORDS:
            self._table.play(line)
        else:
            self._table.command(_WORDS[word])
            while self._table.game.hint is not None:
                with self._signals.waiting():
                    self._table.game.hint.is_done(_TICK)
                self._table.poll()
            if _WORDS[word] == "moves":
                self._show_board()
        if self._table.said:
            self._say(self._table.said)

    def _show_board(self) -> None:
        game, position = self._table.game, self._table.game.position
        self._shown = game.changes
        board = diagram.write(position.board, marks=self._table.marks, coordinates=position.game.coordinates)
        clock = "" if game.is_over or not (left := self._table.clock(position.to_play)) else f", {left} left"
        self._say(f"\n{board}\n{self._table.status}{clock}")

    def _say(self, words: str) -> None:
        self._write(f"{words}\n")
