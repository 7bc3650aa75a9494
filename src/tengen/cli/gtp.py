"""tengen gtp: a player that speaks GTP version 2."""

from __future__ import annotations

from typing import Any

from tengen.cli.streams import write_error
from tengen.cli.talking import talking
from tengen.games import by_name
from tengen.protocols.gtp import GtpServer
from tengen.protocols.gtp_game import GtpGame

FILES = ()
DEFAULTS: dict[str, Any] = {"player": "mcts", "size": None, "rules": {}}


def run(game: str, options: dict[str, Any]) -> int:
    with talking(options["player"]) as (player, write):
        assert player is not None
        rules = by_name(game)
        height, width = options["size"] or (rules.usual_size, rules.usual_size)
        GtpServer(GtpGame(rules, height, width, options["rules"]), player, 0, write, write_error).serve()
    return 0
