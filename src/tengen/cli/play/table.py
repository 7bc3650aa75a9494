"""A game and the words about it: what playing on a screen and in lines have in common."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tengen.cli.play.saving import Saver
from tengen.errors import IllegalMove, ParseError, TengenError, UsageError
from tengen.games.game import Position
from tengen.grid import BLACK, EMPTY_CELL, PASS, WHITE, Color, Pass, Point
from tengen.players.choice import Choice
from tengen.players.ongoing import OngoingGame, PlayerOrPerson
from tengen.players.words import thought

_LOOK_EVERY = 0.3  # seconds between looks at what a player thinks: a screen may be at the end of a slow line


class Table:
    """Carries out what the people at the board want, one command at a time, and says what came of it."""

    def __init__(
        self, game: OngoingGame, keeper: Saver, seats: Callable[[], tuple[PlayerOrPerson, PlayerOrPerson]]
    ) -> None:
        """`seats`: who plays Black and White in the next game."""
        self.game = game
        self.keeper = keeper
        self._seats = seats
        self.said = ""
        self.chain: frozenset[Point] = frozenset()  # that a refused move would leave without a liberty
        self.hinted: Point | None = None
        self.opinion = ""  # of the player that thinks
        self.shows_moves = False
        self.is_left = False
        self._wanted = ""  # new or quit, asked for once: the second time an unsaved game is lost
        self._looked = 0.0
        self._commands = {
            "pass": lambda: self.play(PASS),
            "undo": self._undo,
            "hint": self._hint,
            "moves": self._show_moves,
            "save": self._save,
            "resign": self._resign,
            "new": self._new,
            "quit": self._quit,
        }

    # What people want.

    def play(self, move: Point | Pass | str) -> None:
        """Plays it, or says why not."""
        self._hush()
        position = self.game.position
        if self.game.may_take_side and self.game.is_persons_turn and str(move).lower() in _SIDES:
            self.game.take(_SIDES[str(move).lower()])
            self.said = self.sides
            self._changed()
            return
        try:
            chosen = position.move(move)
            refusal = position.why_illegal(chosen) if self.game.is_persons_turn else None
            if refusal is not None and not self._must_pass:
                self.said = str(refusal)
                self.chain = frozenset(point for chain in refusal.chains for point in chain)
                return
            self.game.play(chosen)
        except (ParseError, UsageError) as error:
            self.said = str(error)
        except IllegalMove:
            self.said = f"{self.status}{_GO_ON if self.game.is_over else ''}"
        self._changed()

    def command(self, name: str) -> None:
        """One of: pass, undo, hint, moves, save, resign, new, quit."""
        wanted, self._wanted = self._wanted, ""
        self._hush()
        if name in ("new", "quit") and self.keeper.is_unsaved and wanted != name:
            self._wanted = name
            self.said = f"what was played is not saved: {name[0]} again {_LOSING[name]}, s to save it"
            return
        try:
            self._commands[name]()
        except TengenError as error:
            self.said = str(error)
        self._changed()

    def stop_hint(self) -> None:
        """Takes the hint as it is so far."""
        if self.game.hint is not None:
            self._look_at_hint()
            self.game.drop_hint()

    def poll(self) -> None:
        """Takes in what has happened."""
        before = self.game.changes
        self.game.poll()
        if self.game.changes != before:
            self._hush()
            self._changed()
        now = monotonic()
        if now - self._looked >= _LOOK_EVERY:
            self._looked = now
            self._look_at_opinion()
        hint = self.game.hint
        if hint is not None and hint.is_done():
            self.stop_hint()
        elif hint is not None and self._looked == now:
            self._look_at_hint()

    def rescue(self) -> str:
        """Saves the game if it is unsaved, and says where."""
        if not self.keeper.is_unsaved:
            return ""
        try:
            return f"the game so far is in {self.keeper.save()}"
        except TengenError as error:
            return str(error)

    # What there is to say.

    @property
    def status(self) -> str:
        """How the game stands, in a line."""
        game, side = self.game, self.game.position.to_play
        if game.is_over:
            return str(game.played)
        if not game.is_persons_turn:
            return "the other side opens the game" if game.is_opening else f"{side} is thinking"
        if game.is_opening:
            stones = f"put a {str(side).lower()} stone, {3 - game.plies if game.plies < 3 else 5 - game.plies} to go"
            return stones if not game.may_take_side else _TAKE if game.plies == 5 else f"{_TAKE}; or {stones}"
        if self._must_pass:
            return f"{side} has no move and must pass (p)"
        return f"{side} to play"

    @property
    def sides(self) -> str:
        """Who plays which side, in a line; nothing between two people, and before sides are taken."""
        names = {color: self.name(color) for color in (BLACK, WHITE) if not self.game.is_opening}
        return ", ".join(f"{name} {'are' if name == 'you' else 'is'} {color}" for color, name in names.items() if name)

    def name(self, color: Color) -> str:
        """Who plays this side; nothing where two people do."""
        player = self.game.players[color]
        return str(player) if player is not None else "you" if self.game.players[color.opponent] else ""

    def time(self, color: Color) -> str:
        """What this side has left; without a clock, how long it has taken over this move."""
        is_turn = color is self.game.position.to_play and not self.game.is_over
        return self.clock(color) or (_duration(self.game.seconds) if is_turn else "")

    def clock(self, color: Color) -> str:
        """What this side has left: seconds, in byo-yomi also moves or periods. Nothing without a clock."""
        clock = self.game.clock(color)
        if clock is None:
            return ""
        left = _duration(clock.remaining, clock.remaining < 10)
        if clock.stones_left and clock.stones > 1:
            left += f" /{clock.stones_left}"
        return left + (f" x{clock.periods}" if clock.stones_left and clock.periods > 1 else "")

    @property
    def marks(self) -> dict[int, str]:
        """If they are to be shown, by row * width + col: b where only Black may play, w only White, - neither."""
        if not self.shows_moves:
            return {}
        position = self.game.position
        black, white = (frozenset(self.game.legal_for(color)) for color in (BLACK, WHITE))
        found = {}
        for index, cell in enumerate(position.board.cells):
            point = Point(*divmod(index, position.width))
            if cell == EMPTY_CELL and (mark := _MARKS.get((point in black, point in white))):
                found[index] = mark
        return found

    @property
    def _must_pass(self) -> bool:
        """Is a pass all that the rules leave the person to move? In Go a pass is a move like others."""
        position = self.game.position
        return (
            self.game.is_persons_turn
            and not position.game.has_chains
            and not any(isinstance(move, Point) for move in position.legal_moves)
        )

    def _hush(self) -> None:
        self.said = ""
        self.chain = frozenset()
        self.hinted = None

    def _changed(self) -> None:
        self._looked = 0.0
        try:
            self.keeper.keep()
        except TengenError as error:
            self.said = str(error)

    def _look_at_opinion(self) -> None:
        thinking = self.game.thinking
        choice = thinking.so_far() if thinking is not None else None
        self.opinion = opinion(self.game.position, choice) if choice is not None else ""

    def _look_at_hint(self) -> None:
        hint = self.game.hint
        assert hint is not None
        choice = hint.so_far()
        if choice is None or choice.move is None:
            return
        self.hinted = choice.move if isinstance(choice.move, Point) else None
        self.said = f"{_HINT}{hint.position.vertex(choice.move)}, {thought(hint.position, choice)}"

    # The commands.

    def _undo(self) -> None:
        taken = self.game.undo()
        self.said = f"{taken} move{'s' if taken > 1 else ''} taken back" if taken else "the game goes on"

    def _hint(self) -> None:
        if self.game.hint is not None:
            self.stop_hint()
            return
        self.game.ask_hint()
        self.said = f"{_HINT}..."

    def _show_moves(self) -> None:
        self.shows_moves = not self.shows_moves
        if self.shows_moves:
            self.said = "b: only Black may play there; w: only White; -: nobody"

    def _save(self) -> None:
        self.said = f"saved in {self.keeper.save()}" if self.game.plies else "there is nothing to save yet"

    def _resign(self) -> None:
        self.game.resign()

    def _new(self) -> None:
        self.game.restart(*self._seats())
        self.keeper.new_game()

    def _quit(self) -> None:
        self.is_left = True


_SIDES = {"black": BLACK, "white": WHITE}
_TAKE = "take a side: type black or white"
_GO_ON = "; n begins another game, u takes back"
_HINT = "hint: "
_MARKS = {(True, False): "b", (False, True): "w", (False, False): "-"}  # may Black play there, may White?
_LOSING = {"new": "for a new game", "quit": "to quit"}


def opinion(position: Position, choice: Choice) -> str:
    """What a player thinks of its move, without the line that it expects."""
    return thought(position, Choice(choice.move, choice.value, choice.candidates, None, choice.exact))


def _duration(seconds: float, tenths: bool = False) -> str:
    if tenths:
        return f"{int(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
