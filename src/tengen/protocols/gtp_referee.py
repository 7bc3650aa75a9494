"""What a server answers that plays no moves of its own: it holds the rules, and says why a move is illegal."""

from __future__ import annotations

from tengen.errors import IllegalMove
from tengen.protocols import gtp_analysis, gtp_commands
from tengen.protocols.gtp_session import Command, Failure, Session

_PLAYS_OR_THINKS = {"genmove", "reg_genmove", "gogui-analyze_commands", *gtp_analysis.COMMANDS}


def _name(session: Session, words: list[str]) -> str:
    return "Tengen referee"


def _play(session: Session, words: list[str]) -> str:
    """Unlike a player, a referee has sides take turns."""
    color, move = session.color(words[0]), session.move(words[1])
    to_play = session.position.to_play
    if color is not to_play and not session.position.is_over:
        raise Failure(f"illegal move: it is {to_play.name.capitalize()}'s turn")
    try:
        session.game.play(color, move)
    except IllegalMove as error:
        names = session.names(move)
        where = "" if names == session.vertex(move) else f"{names}: "  # the reason has the game's own names
        raise Failure(f"illegal move: {where}{error}") from None
    return ""


def refereeing(commands: dict[str, Command]) -> dict[str, Command]:
    """Of these commands those that a referee answers, with its own."""
    kept = {
        name: command
        for name, command in commands.items()
        if name not in _PLAYS_OR_THINKS and not name.startswith("tengen-")
    }
    return {
        **kept,
        "name": kept["name"]._replace(run=_name),
        "play": kept["play"]._replace(run=_play),
        "list_moves": gtp_commands.COMMANDS["legal_moves"],
    }
