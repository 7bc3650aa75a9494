"""Games that are played, kept as SGF files."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tengen.errors import UsageError
from tengen.grid import BLACK, WHITE
from tengen.players.ongoing import OngoingGame
from tengen.players.words import played_sgf


class Saver:
    """Saves a game: after every move in the file that was named, or when asked to in a file named after the date."""

    def __init__(self, game: OngoingGame, path: str | None) -> None:
        """The file must not be there yet, and must be one that can be written."""
        self._game = game
        self._wanted = path
        self._path = path
        self._games = 1
        self._saved = game.changes  # `game.changes` when it was last saved, or begun
        if path is not None:
            _require_new(Path(path))

    @property
    def is_unsaved(self) -> bool:
        """Would something be lost?"""
        return self._game.plies > 0 and self._saved != self._game.changes

    @property
    def where(self) -> str:
        """A line that says where this game is, if it is saved."""
        saved = self._path if self._game.plies and not self.is_unsaved else None
        return f"saved in {saved}\n" if saved else ""

    def keep(self) -> None:
        """Saves the game if it has changed and its file was named."""
        if self._wanted is not None and self.is_unsaved:
            self.save()

    def save(self) -> str:
        """Saves the game; the file's name. Raises UsageError if that cannot be done."""
        played = self._game.played
        path = self._path = self._path or _free(f"{self._game.start.game.name}-{datetime.now():%Y%m%d-%H%M%S}.sgf")
        names = {color: str(player or "person") for color, player in self._game.players.items()}
        _write(Path(path), played_sgf(played, PB=names[BLACK], PW=names[WHITE], DT=f"{datetime.now():%Y-%m-%d}"))
        self._saved = self._game.changes
        return path

    def new_game(self) -> None:
        """The next game goes to a file of its own."""
        if self._wanted is None:
            self._path = None
        elif self._saved_one():
            self._games += 1
            stem, dot = os.path.splitext(self._wanted)
            self._path = _free(f"{stem}-{self._games}{dot}")
        self._saved = self._game.changes

    def _saved_one(self) -> bool:
        return self._path is not None and Path(self._path).exists()


def _free(name: str) -> str:
    """This name, or one like it that no file has."""
    stem, dot = os.path.splitext(name)
    number, free = 1, name
    while os.path.lexists(free):
        number += 1
        free = f"{stem}-{number}{dot}"
    return free


def _require_new(path: Path) -> None:
    if os.path.lexists(path):
        raise UsageError(f"there is a file {str(path)!r} already; name another one for the game")
    _write(path, "")
    path.unlink()


def _write(path: Path, text: str) -> None:
    """The whole file or nothing: what was there stays until the new one is complete."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise UsageError(f"cannot save the game in {str(path)!r}: {error.strerror}") from None
