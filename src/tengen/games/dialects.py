"""How each game is written in SGF: its number, its points, its rules, its scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tengen.errors import ParseError, listed
from tengen.formats.sgf import LETTERS, Letters
from tengen.formats.vertex import OTHELLO, Coordinates
from tengen.games import by_name
from tengen.games.game import Game, Position
from tengen.grid import BLACK, WHITE, Color

# As KataGo has them: by the book Chinese rules have superko, but games are played with simple ko.
_GO_RULES = {
    "tromptaylor": ("positional", True),
    "nz": ("situational", True),
    "newzealand": ("situational", True),
    "aga": ("situational", False),
    "bga": ("situational", False),
    "french": ("situational", False),
    "goe": ("positional", True),
    "ing": ("positional", True),
    "japanese": ("simple", False),
    "korean": ("simple", False),
    "chinese": ("simple", False),
}
_GO_NAMES = {("positional", True): "Tromp-Taylor", ("situational", True): "NZ", ("situational", False): "AGA"}

# Gomocup's numbers, which its managers write, stand for the same.
_VARIANTS = {
    "freestyle": "freestyle",
    "standard": "standard",
    "caro": "caro",
    "renju": "renju",
    "0": "freestyle",
    "1": "standard",
    "4": "renju",
    "8": "caro",
}


class Dialect:
    """What is the same in Go, NoGo and Gomoku."""

    number = 1
    usual_side = 19
    coordinates: Letters | Coordinates = LETTERS  # as they are written; letters are always read
    pass_names: tuple[str, ...] = ()  # beside those of FF[4]

    def read_rules(self, komi: str, rules: str) -> dict[str, Any]:
        """The rules that these properties name; what they do not say is left to the game."""
        return {}

    def rules_to_try(self, said: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """What a record may be read by, given what is said of its rules: the usual first, then laxer ones."""
        yield said

    def write_rules(self, start: Position) -> dict[str, str]:
        """The properties that name the rules of a position, and its handicap."""
        return {}

    def side_to_move(self, blacks: int, whites: int) -> Color | None:
        """Who moves first after stones that were set up, if these numbers say so."""
        return None


class _Nogo(Dialect):
    def write_rules(self, start: Position) -> dict[str, str]:
        return {"RU": "NoGo"}


class _Go(Dialect):
    def read_rules(self, komi: str, rules: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if komi.strip():
            try:
                found["komi"] = float(komi)
            except ValueError:
                raise ParseError(f"KM[{komi[:20]}] is not a number") from None
        name = re.sub("[^a-z0-9]", "", rules.lower())
        explicit = re.search("ko(simple|positional|situational).*sui([01])", name)
        if explicit:
            found["ko"], found["suicide"] = explicit[1], explicit[2] == "1"
        elif name in _GO_RULES:
            found["ko"], found["suicide"] = _GO_RULES[name]
        return found

    def rules_to_try(self, said: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for suicide in (False, True):
            for ko in ("positional", "situational", "simple"):
                if (ko, suicide) == (said.get("ko", ko), said.get("suicide", suicide)):
                    yield {**said, "ko": ko, "suicide": suicide}

    def write_rules(self, start: Position) -> dict[str, str]:
        rules = start.rules
        explicit = f"ko{rules['ko'].upper()}scoreAREAtaxNONEsui{rules['suicide']:d}"
        found = {"KM": f"{rules['komi']:.15g}", "RU": _GO_NAMES.get((rules["ko"], rules["suicide"]), explicit)}
        blacks, whites = start.board.count(BLACK), start.board.count(WHITE)
        if blacks > 1 and not whites and start.to_play is WHITE:
            found["HA"] = str(blacks)
        return found

    def side_to_move(self, blacks: int, whites: int) -> Color | None:
        return WHITE if blacks > 1 and not whites else None


class _Gomoku(Dialect):
    number = 4

    def read_rules(self, komi: str, rules: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        variant, _, rest = rules.strip().lower().partition(",")
        if variant.strip() in _VARIANTS:
            found["variant"] = _VARIANTS[variant.strip()]
        row = re.fullmatch(r"\s*([0-9]{1,9}) in a row\s*", rest)
        if row:
            found["in_a_row"] = int(row[1])
        return found

    def write_rules(self, start: Position) -> dict[str, str]:
        rules = start.rules
        row = "" if rules["in_a_row"] == 5 else f", {rules['in_a_row']} in a row"
        return {"RU": rules["variant"] + row}


class _Othello(Dialect):
    number = 2
    usual_side = 8
    coordinates = OTHELLO
    pass_names = ("pa", "pass")


_TITLES = {"1": "Go or NoGo", "2": "Othello", "4": "Gomoku"}
_READ_AS = {"": ("go", "nogo", "gomoku", "othello"), "1": ("go", "nogo", "gomoku"), "2": ("othello",), "4": ("gomoku",)}


def dialect_of(game: Game) -> Dialect:
    return {"go": _Go, "nogo": _Nogo, "gomoku": _Gomoku, "othello": _Othello}[game.name]()


def game_of(number: str, rules: str, wanted: str | None) -> Game:
    """The game of a file, by its GM and RU and by what the caller says it is.

    FF[4] has no number for NoGo, and programs that do not care write 1 or nothing: so such a file is what the caller
    says.
    """
    number = number.strip()
    if number not in _READ_AS:
        raise ParseError(
            f"GM[{number[:20]}] is a game that is not known here; expected "
            f"{listed(f'{known} ({title})' for known, title in _TITLES.items())}"
        )
    if wanted is None:
        is_nogo = "nogo" in _READ_AS[number] and rules.strip().lower() == "nogo"
        return by_name("nogo" if is_nogo else _READ_AS[number][0])
    if wanted not in _READ_AS[number]:
        raise ParseError(f"GM[{number}] is {_TITLES[number]}, not {by_name(wanted).title}")
    return by_name(wanted)
