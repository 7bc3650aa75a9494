"""A game that was played, looked at again: what a player thinks of every move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tengen._core import Cancel
from tengen.errors import Cancelled, UsageError
from tengen.games.game import Position
from tengen.games.record import Record
from tengen.games.sgf import Note, read_sgf, write_tree
from tengen.games.tree import GameTree, played
from tengen.grid import BLACK, WHITE, Color, Pass, Point, Points
from tengen.interrupts import run_cancellable
from tengen.players.choice import Choice
from tengen.players.player import Function, Player, as_player
from tengen.players.thinking import think
from tengen.render.chart import check_plot, save_figure
from tengen.values import Value
from tengen.verbs.jobs import Progress

USUAL_BLUNDER = 0.15
_LINE = 8  # moves of a better line: what a search expects after them is hardly more than a guess


class ReviewedMove(Value):
    """A move, and what the player thinks of it. Chances to win are those of the side that moves; a draw is half."""

    __slots__ = ("after", "before", "best", "color", "line", "move", "number")

    number: int  # from 1
    color: Color
    move: Point | Pass
    before: float  # the chance to win before the move
    after: float  # and after it
    best: Point | Pass | None  # what the player would have played; None: it would have resigned
    line: Points  # how it would have gone on, its move first

    def __init__(
        self,
        number: int,
        color: Color,
        move: Point | Pass,
        before: float,
        after: float,
        best: Point | Pass | None,
        line: Points,
    ) -> None:
        self._set(number=number, color=color, move=move, before=before, after=after, best=best, line=line)

    @property
    def loss(self) -> float:
        """How much of the chance to win it lost. The player's own move loses nothing: no better one is known."""
        return 0.0 if self.best in (None, self.move) else max(0.0, self.before - self.after)

    def black_wins(self, chance: float) -> float:
        """Black's chance, where the side that moves has this one."""
        return chance if self.color is BLACK else 1 - chance


class Review(Value):
    """What a player thinks of the moves of a game. After Ctrl-C, of those that it came to."""

    __slots__ = ("blunder", "game", "moves", "player", "plies")

    game: Record | GameTree
    player: str
    blunder: float  # a move that loses at least so much of the chance to win is one
    moves: tuple[ReviewedMove, ...]
    plies: int  # moves of the game, reviewed or not

    def __init__(
        self, game: Record | GameTree, player: str, blunder: float, moves: tuple[ReviewedMove, ...], plies: int
    ) -> None:
        self._set(game=game, player=player, blunder=blunder, moves=moves, plies=plies)

    @property
    def record(self) -> Record:
        return self.game if isinstance(self.game, Record) else self.game.record

    @property
    def is_complete(self) -> bool:
        return len(self.moves) == self.plies

    @property
    def black_wins(self) -> tuple[float, ...]:
        """Black's chance to win before the first move, and after each."""
        first = self.moves[:1]
        return (
            *(each.black_wins(each.before) for each in first),
            *(each.black_wins(each.after) for each in self.moves),
        )

    @property
    def blunders(self) -> tuple[ReviewedMove, ...]:
        """In the order of play."""
        return tuple(each for each in self.moves if self.is_blunder(each))

    def is_blunder(self, move: ReviewedMove) -> bool:
        return move.loss >= self.blunder

    def moves_of(self, color: Color) -> tuple[ReviewedMove, ...]:
        return tuple(each for each in self.moves if each.color is color)

    def average_loss(self, color: Color) -> float:
        """What a move of this side lost on average."""
        moves = self.moves_of(color)
        return sum(each.loss for each in moves) / len(moves) if moves else 0.0

    def words(self, move: ReviewedMove) -> str:
        """What is thought of a move: "Black 62 %"; of a blunder, "Black 31 %; better was D4 (71 %): D4 E5 C3"."""
        words = f"{move.color} {percent(move.after)}"
        if not self.is_blunder(move):
            return words
        start = self.game.start
        best = start.vertex(move.line[0])
        return f"{words}; better was {best} ({percent(move.before)}): {start.vertices(move.line)}"

    def to_sgf(self) -> str:
        """The game as SGF text, with all that was in it: to each move Black's chance to win and words are added, and
        beside each blunder the better line is a variation."""
        tree = self.game if isinstance(self.game, GameTree) else read_sgf(self.game.to_sgf())
        notes = {0: Note(self.summary(), self.black_wins[0])} if self.moves else {}
        lines = {}
        for turn, move in zip(_turns(tree), self.moves, strict=False):
            notes[turn.node] = Note(self.words(move), move.black_wins(move.after))
            parent = tree.nodes[turn.node].parent
            beside = () if parent is None else tree.nodes[parent].children
            if beside and self.is_blunder(move) and move.best not in [tree.nodes[each].move for each in beside]:
                words = f"{move.color} {percent(move.before)}"
                lines[turn.node] = move.line, Note(words, move.black_wins(move.before))
        return write_tree(tree, notes, lines)

    def summary(self) -> str:
        """Who lost how much, in a line."""
        sides = []
        for color in (BLACK, WHITE):
            blunders = sum(each.color is color for each in self.blunders)
            counted = f"{blunders or 'no'} blunder{'' if blunders == 1 else 's'}"
            sides.append(f"{color} lost {100 * self.average_loss(color):.1f} % a move, {counted}")
        return f"{self.player}: {'; '.join(sides)}"

    def plot(self, path: str | Path) -> None:
        """Draws Black's chance to win, move by move, with a dot at each blunder: .png, .svg or .pdf."""
        path = Path(path)
        check_plot(path)
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 3.2), layout="constrained")
        axes = figure.add_subplot()
        axes.axhline(50, color="#999999", linewidth=1)
        chances = [100 * chance for chance in self.black_wins]
        axes.plot(range(len(chances)), chances, color="#356859", linewidth=1.5)
        for place, move in enumerate(self.moves, 1):
            if self.is_blunder(move):
                color = "black" if move.color is BLACK else "white"
                axes.plot(place, chances[place], "o", color=color, markeredgecolor="black")
        axes.set_ylim(0, 100)
        axes.set_xlabel("move; a dot is a blunder of its side")
        axes.set_ylabel("Black's chance to win, %")
        axes.set_title(self.player)
        axes.margins(x=0.01)
        axes.grid(alpha=0.3)
        save_figure(figure, path)

    def __repr__(self) -> str:
        return f"<Review of {len(self.moves)} moves by {self.summary()}>"


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def review(
    game: Record | GameTree,
    player: Player | Function,
    *,
    blunder: float = USUAL_BLUNDER,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Review:
    """Asks the player about every position of a game; of a tree, about those of its main line.

    The chance to win after a move is what the player thinks of the next position; at the end of a game it is the
    outcome. A move is a blunder if it lost at least `blunder` of the chance to win and the player has a better one.
    The player must give values: `mcts`, `net`, or a function that answers with a `Choice` that has one. Ctrl-C raises
    Interrupted, a raised cancel flag Cancelled; `partial` has the moves that were reviewed by then.
    """
    if not isinstance(game, Record | GameTree):
        raise TypeError(f"{game!r} is not a game; expected a Record or a GameTree")
    if not 0 < blunder <= 1:
        raise UsageError(f"a blunder is a loss of {blunder}; expected more than 0 and at most 1")
    plies = sum(1 for _ in _turns(game))
    if not plies:
        raise UsageError("the game has no move to review")
    asked = as_player(player)
    moves: list[ReviewedMove] = []

    def watch() -> None:
        if progress is not None:
            progress(len(moves), plies)

    def work(stop: Cancel) -> None:
        for move in _reviewed(game, asked, stop):
            moves.append(move)

    _, why = run_cancellable(work, watch, cancel)
    found = Review(game, str(asked), blunder, tuple(moves), plies)
    if why is not None:
        raise why(found)
    return found


class _Turn(NamedTuple):
    """A move of a game. `node`: its number in a tree."""

    node: int
    number: int
    before: Position
    move: Point | Pass
    after: Position


def _turns(game: Record | GameTree) -> Iterator[_Turn]:
    """The moves of a game one after the other: the positions of a long one, all at once, would take gigabytes."""
    number = 0
    if isinstance(game, Record):
        after = game.start
        for number, move in enumerate(game.moves, 1):
            before, after = after, after.play(move)
            yield _Turn(number, number, before, move, after)
        return
    line = game.main_line
    for node, step in zip(line, played(game.start, line), strict=True):
        number += len(step.moves) - step.taken_back
        if step.moves:
            yield _Turn(node.number, number, step.before, step.moves[-1], step.position)


def _reviewed(game: Record | GameTree, player: Player, stop: Cancel) -> Iterator[ReviewedMove]:
    asked: Position | None = None  # what the player was asked about last
    for turn in _turns(game):
        if turn.before is not asked:
            choice, value = _opinion(player, turn.before, stop)
        best, before, asked = choice, value, turn.after
        if turn.after.is_over:
            after = {None: 0.5, turn.before.to_play: 1.0}.get(turn.after.winner, 0.0)
        else:
            choice, value = _opinion(player, turn.after, stop)
            after = 1 - value
        side = turn.before.to_play
        yield ReviewedMove(turn.number, side, turn.move, before, after, best.move, _line(turn.before, best))


def _opinion(player: Player, position: Position, stop: Cancel) -> tuple[Choice, float]:
    """What the player would do here, and the chance to win of the side to move."""
    choice = think(player, position, None, stop)
    if stop.requested:
        raise Cancelled(None)  # a search that was cut short knows too little
    try:
        value = -1.0 if choice.value is None else float(choice.value)
    except Exception:  # somebody's own player may call anything a value
        value = -1.0
    if not 0 <= value <= 1:
        raise UsageError(
            f"{player} does not say how likely a side is to win; review with a player that does, like "
            "mcts:visits=1000 or net:visits=200"
        )
    return choice, value


def _line(position: Position, choice: Choice) -> Points:
    """How the player would have gone on, as far as that is legal: somebody's own player may call anything a line."""
    if choice.move is None:
        return position.points([])
    try:
        line = position.points(islice(choice.line or (), _LINE))
        legal, _ = position.replay(line)
    except Exception:
        legal = 0
    return line[:legal] if legal and line[0] == choice.move else position.points([choice.move])
