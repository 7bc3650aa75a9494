"""tengen serve: the board in the browser."""

from __future__ import annotations

import argparse
import logging
from dataclasses import fields
from pathlib import Path
from typing import Any

from tengen.cli.streams import write_text
from tengen.errors import UsageError
from tengen.store.finished import GameFile
from tengen.store.seated import SeatedFile
from tengen.web.settings import ENVIRONMENT, Settings, option

DEFAULT_PORT = 8765
DEFAULT_FILE = "games.db"


def add_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--host", default="127.0.0.1", help="where to listen; 0.0.0.0: for everybody (default: 127.0.0.1)")
    add("--port", type=int, default=DEFAULT_PORT, help=f"0: any that is free (default: {DEFAULT_PORT})")
    add("--file", default=DEFAULT_FILE, help=f"where the games are kept (default: {DEFAULT_FILE})")
    add("--match", metavar="FILE", help="show this match of `tengen match` too, while it is played or afterwards")
    add("--open", action="store_true", help="show the page in this machine's browser")
    add(
        "--name",
        action="append",
        metavar="HOST",
        help="the server may be called by this name, and by no other that is not given (default: any; on loopback: "
        "localhost)",
    )
    add("--proxy", metavar="ADDRESS", help="believe the X-Forwarded-For of a proxy at this address")
    limits = command.add_argument_group("limits", f"also as variables, like {ENVIRONMENT}MOST_ROWS=19")
    for each in fields(Settings):
        assert isinstance(each.default, int | float)
        limits.add_argument(
            option(each.name),
            type=type(each.default),
            metavar="N",
            help=f"{each.metadata['words']} (default: {each.default:g})",
        )


def run(game: str, options: dict[str, Any]) -> int:
    settings = Settings.chosen(options)
    if not options["host"].isprintable():  # bytes of the command line that are no text
        raise UsageError(f"there is no host {options['host']!r}")
    try:
        from tengen.web import server
    except ImportError as error:
        raise UsageError(f"tengen serve needs {error.name}; install it with: pip install 'tengen[web]'") from None
    logging.basicConfig(format="tengen: %(message)s", level=logging.WARNING)
    match = None if options["match"] is None else Path(options["match"])
    if match is not None:
        GameFile(match).close()  # to say now what is wrong with it
    with SeatedFile(options["file"], create=True, any_thread=True) as file:
        file.hold("serving it")
        with server.listen(options["host"], options["port"]) as listening:
            page = f"{server.address(listening)}{'#match' if match else ''}"
            write_text(f"{page}\n")
            if options["open"]:
                import webbrowser

                webbrowser.open(page)
            server.serve(
                listening,
                file,
                settings,
                options["name"] or server.usual_hosts(options["host"]),
                options["proxy"],
                match,
            )
    return 0
