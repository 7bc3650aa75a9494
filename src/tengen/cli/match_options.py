"""The options of tengen match and tengen report."""

from __future__ import annotations

import argparse

from tengen.cli.options import CLOCKS, add_rules, add_size, at_least
from tengen.match.schedule import MODES


def add_match_options(command: argparse.ArgumentParser, name: str, game: str | None) -> None:
    add = command.add_argument
    if name == "report":
        add("file", metavar="FILE", help="as tengen match made it")
        add("--failures", action="store_true", help="why players failed, every time and not the first time alone")
    else:
        add("players", nargs="+", metavar="PLAYER", help="two or more; NAME=PLAYER to give it a name")
        add(
            "--games",
            type=at_least(1),
            default=100,
            metavar="N",
            help="of each pairing; an even number is played (default: 100)",
        )
        add("--file", help="where the games are kept (default: GAME-match.db)")
        add("--watch", action="store_true", help="show the match in the browser while it is played (the extra web)")
        add("--fresh", action="store_true", help="begin anew; the games in the file are kept under another name")
        add(
            "--mode",
            choices=MODES,
            default=MODES[0],
            help="everybody against everybody, the first against everybody else, or in rounds: those of equal points "
            "meet, or those who have won (default: round-robin)",
        )
        add(
            "--rounds",
            type=at_least(1),
            metavar="N",
            help="--mode swiss: how many (default: as many as a knock-out would have)",
        )
        add(
            "--clock",
            action="append",
            metavar="[NAME=]TIME",
            help=f"for each side: {CLOCKS}; given again with a name, for that player alone (default: none)",
        )
        add(
            "--cpu-clock",
            action="store_true",
            help="the clock counts the processor time of a player's process and its children (Linux)",
        )
        add(
            "--adjudicate",
            metavar="P[,N]",
            help="end a game when both players have given the same side the chance P or more for N moves each "
            "(default: 4), or Tengen's search has proven who wins, as in 0.98,4 (default: play all games out)",
        )
        add(
            "--opening-plies",
            type=at_least(0),
            metavar="N",
            help="random plies that a pair of games begins with (default: 2)",
        )
        add(
            "--opening-rule",
            choices=("swap2",),
            help="Gomoku, NoGo: the players open every game by swap2 and choose their sides (default: random plies)",
        )
        add(
            "--openings",
            metavar="FILE",
            help="games begin where each line of play in this SGF ends, or each line of moves",
        )
        add(
            "--seed",
            type=at_least(0),
            metavar="N",
            help="the same seed gives the same openings, and the same chance to players that have a seed",
        )
        add(
            "--sprt",
            metavar="ELO0,ELO1",
            help="stop when the first player is shown to be stronger by more than ELO0, or by less than ELO1",
        )
        add("--parallel", type=at_least(1), metavar="N", help="games at once (default: one a core)")
        add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster there, as in tcp://host:8786")
        add_size(command, game)
        add_rules(command, game)
    add("--format", choices=("table", "csv", "json"), default="table", help="how to write the table (default: table)")
    add(
        "--anchor",
        metavar="NAME=ELO",
        help="the rating of this player is known; the others are rated beside it (default: the average is 0)",
    )
    add("--sgf", metavar="FOLDER", help="write every game there, in SGF")
    add("--plot", metavar="FILE", help="draw the ratings: .png, .svg or .pdf")
