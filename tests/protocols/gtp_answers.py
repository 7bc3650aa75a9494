"""A GTP server in this process: what it answers to what it is sent."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from tengen.games import by_name
from tengen.players import Player, parse
from tengen.protocols.gtp import GtpServer
from tengen.protocols.gtp_game import GtpGame


def answers_to(
    sent: bytes,
    game: str = "nogo",
    size: int | None = None,
    player: Player | None = None,
    log: Callable[[str], None] = lambda line: None,
) -> bytes:
    """What a server in this process writes when it is sent this."""
    rules, side = by_name(game), size or by_name(game).usual_size
    source, sink = os.pipe()
    written: list[bytes] = []

    def feed() -> None:
        with open(sink, "wb") as file:
            file.write(sent)

    feeding = threading.Thread(target=feed)
    feeding.start()
    GtpServer(GtpGame(rules, side, side, {}), player or parse("random:seed=1"), source, written.append, log).serve()
    feeding.join()
    os.close(source)
    return b"".join(written)


def words(answer: bytes) -> list[str]:
    """The answers, one by one."""
    return answer.decode().split("\n\n")[:-1]
