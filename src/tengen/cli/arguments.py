"""The options of every command. Imported only when a command line has options."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from tengen import __version__
from tengen.cli.help import HELP
from tengen.cli.options import CLOCKS, PLAYERS, add_rules, add_size, at_least
from tengen.cli.positions import RULES, read_size
from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError, listed, unknown
from tengen.games import NAMES

_DESCRIPTION = """Stone games on a grid: the same few questions, asked of every game."""

_USUAL = "net, or mcts on boards that it never learned"  # who plays when no player is named
_PROTOCOLS = ("gtp", "botzone", "gomocup")  # commands that talk until they are told to stop
# Of commands that do not have all of them. With only one, no GAME is named.
_GAMES = {
    "botzone": ("nogo", "gomoku", "othello"),
    "gomocup": ("gomoku",),
    "report": ("any",),
    "sprt": ("any",),
    "serve": ("any",),
    "completion": ("any",),
}


class _Parser(argparse.ArgumentParser):
    def print_help(self, file: object = None) -> None:
        write_text(self.format_help())

    def error(self, message: str) -> NoReturn:
        write_error(f"{message} (see {self.prog} --help)")
        sys.exit(2)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = action.choices or ()
        if action.dest in ("command", "game") and value not in (*choices, *NAMES):
            expected = f"expected {listed(choices)}" if action.dest == "game" else "see tengen --help"
            raise UsageError(unknown(action.dest, value, choices, expected))
        super()._check_value(action, value)


def parse(words: list[str]) -> tuple[str, str, dict[str, Any]]:
    """The file of the command, game and options. Prints help, or what is wrong, and exits where that is due."""
    name = _top().parse_args(words[:1] or ["--help"]).command
    named = next((word for word in words[1:] if word in NAMES), None)
    of_sgf = name == "review" or (name == "render" and any(word.lower().endswith("sgf") for word in words))
    if of_sgf and named is None:
        named = "any"  # as the file says
    parser = _command(name, named)
    options = vars(parser.parse_intermixed_args(words[1:]))  # files may stand before and after options
    game = options.pop("game", None) or _GAMES[name][0]
    options["files"] = [options.pop(file) for file in ("board", "moves") if options.get(file) is not None]
    options["rules"] = {rule: options.pop(rule) for rule in RULES if options.get(rule) is not None}
    if options.get("size"):
        options["size"] = read_size(options["size"])
    return "talking" if name in _PROTOCOLS else name, game, options


def _top() -> argparse.ArgumentParser:
    questions = "".join(f"  {name:9} {summary}\n" for name, (summary, _, _) in HELP.items())
    parser = _Parser(
        prog="tengen",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="tengen COMMAND GAME [FILE] [options]",
        epilog=f"commands:\n{questions}\ngames:\n  {' '.join(NAMES)}\n\nexamples:\n"
        f"  tengen generate nogo --size 5 | tengen simulate nogo --format diagram\n"
        f"  tengen simulate nogo board.txt | tengen judge nogo board.txt\n"
        f"  tengen simulate go --help",
    )
    parser.add_argument("--version", action="version", version=f"tengen {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=HELP, help="one of those below")
    return parser


def _command(name: str, game: str | None) -> argparse.ArgumentParser:
    _, description, lines = HELP[name]
    parser = _Parser(
        prog=f"tengen {name}",
        description=description,
        epilog=f"examples:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(parser, name, game)
    return parser


def add_arguments(parser: argparse.ArgumentParser, name: str, game: str | None) -> None:
    """What this command takes; of a game's own options those of all games, unless one is named."""
    games = _GAMES.get(name, NAMES)
    if game == "any":
        parser.set_defaults(game=game)
        game = None
    elif len(games) > 1:
        parser.add_argument("game", metavar="GAME", choices=games, help=f"one of: {', '.join(games)}")
    if name in _PROTOCOLS:
        _add_protocol(parser, name, game)
    elif name in ("match", "report"):
        from tengen.cli.match_options import add_match_options

        add_match_options(parser, name, game)
    elif name == "play":
        _add_play(parser, game)
    elif name == "review":
        _add_review(parser, game)
    elif name == "train":
        _add_train(parser)
    elif name == "sprt":
        parser.add_argument(
            "counts", nargs="*", type=at_least(0), metavar="N", help="three, or five for pairs of games"
        )
        parser.add_argument("--test", default="0,30", metavar="ELO0,ELO1", help="as --sprt of match (default: 0,30)")
    elif name == "stress":
        _add_stress(parser)
    elif name == "checker":
        parser.add_argument("paths", nargs="*", metavar="FILE", help="INPUT OUTPUT ANSWER, and REPORT for the words")
        parser.add_argument("--export", choices=("testlib",), help="write a program in C++ that does the same")
        parser.add_argument(
            "--points",
            type=at_least(1),
            default=10,
            metavar="N",
            help="NoGo: of a right output; one that begins right gets some of them (default: 10)",
        )
    elif name == "completion":
        parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")
    elif name == "serve":
        from tengen.cli.serve import add_options

        add_options(parser)
    else:
        _add_question(parser, name, game)


def _add_question(command: argparse.ArgumentParser, name: str, game: str | None) -> None:
    add = command.add_argument
    if name != "generate":
        stdin = "standard input if there is none, or for -"
        board = "a file" if name == "flips" else "a file, or a size like 5x5 for the start of a game"
        add("board", nargs="?", metavar="BOARD", help=board if name == "judge" else f"{board}; {stdin}")
        if name == "judge":
            add("moves", nargs="?", metavar="MOVES", help=f"a file; {stdin}")
        add(
            "--input",
            choices=("contest", "diagram", "sgf"),
            default="contest",
            help="how the board is written: its contest text; rows of X O . # with or without coordinates; or a game "
            "in SGF, for the board at its end",
        )
        add("--to-play", choices=("black", "white"), help="the side to move (default: as the text has it)")
        if game in (None, "gomoku"):
            add("--size", help="Gomoku: rows x columns of the contest text, like 15x15 (default: 19x19)")
        else:
            command.set_defaults(size=None)
    if name == "judge":
        add("--dir", metavar="FOLDER", help="judge the outputs of a program for a whole data set instead; with --data")
        add("--data", metavar="FOLDER", help="the data set, as generate --cases made it")
        if game in (None, "nogo"):
            add("--proof", metavar="FILE", help="NoGo: check this proof of who wins instead; - for standard input")
            add(
                "--memory",
                type=at_least(1),
                metavar="MIB",
                help="with --proof: at most so much for its positions (default: 4096)",
            )
        else:
            command.set_defaults(proof=None, memory=None)
    if name == "simulate":
        add(
            "--policy",
            choices=("first", "random", "uniform") if game in (None, "go") else ("first", "random"),
            help="first: each side's first legal point; random: uniform, in Go without filling own eyes; uniform (Go): "
            "over all legal moves (default: first, or random with --seed)",
        )
        add("--games", type=at_least(1), metavar="N", help="play N random games and add them up")
        add("--points", action="store_true", help="with --games: what happened at each point")
        add(
            "--device",
            choices=("cpu", "gpu", "auto"),
            help="with --games: what plays them; auto: the graphics card where that pays (default: cpu)",
        )
    if name == "generate":
        add_size(command, game)
        add("--fill", type=float, metavar="SHARE", help="share of the points that have a stone (default: 0.5)")
        add("--stones", type=at_least(0), metavar="N", help="number of stones, instead of --fill")
        add("--count", type=at_least(1), metavar="N", help="N boards, one after the other, from one seed")
        add("--cases", type=at_least(1), metavar="N", help="a data set of N inputs with answers, instead of a board")
        add("--dir", metavar="FOLDER", help="with --cases: where to write it")
        add(
            "--layout",
            choices=("plain", "polygon", "dmoj", "hydro", "luogu"),
            help="with --cases: as this judge wants it (default: plain)",
        )
        add("--families", metavar="NAMES", help="with --cases: only these, with commas (default: all)")
        add("--sizes", metavar="FROM-TO", help="with --cases: of the boards (default: as published)")
    if name in ("simulate", "generate"):
        add("--seed", type=at_least(0), metavar="N", help="the same seed gives the same game")
    if name == "check":
        add("--explain", action="store_true", help="every reason why not")
    if name == "count":
        add("--depth", type=at_least(0), metavar="N", help="count lines of 0 to N plies instead")
        add("--free-passes", action="store_true", help="with --depth: a pass is not a ply")
        add(
            "--positions",
            action="store_true",
            help="Go, NoGo: count the legal positions with these stones, and any on the empty points, instead",
        )
        add(
            "--by-stones",
            action="store_true",
            help="with --positions: a row for each number of black stones, a column for each of white ones",
        )
        add("--memory", type=at_least(1), metavar="MIB", help="with --positions: at most so much (default: 4096)")
    if name == "solve":
        _add_solve(command)
    if name in ("simulate", "count", "solve"):
        add("--threads", type=at_least(1), metavar="N", help="how many to use (default: all cores)")
    add_rules(command, game)
    if name == "render":
        _add_render(command)
        return
    usual = "text" if name == "solve" else "contest"
    formats = (usual, "diagram", "json", *(("sgf",) if name == "simulate" else ()))
    add("--format", choices=formats, default=usual, help=f"how to write the answer (default: {usual})")


def _add_stress(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("program", nargs="+", metavar="PROGRAM", help="the command, after --; it reads an input and writes an answer")
    add(
        "--cases",
        type=at_least(1),
        default=1000,
        metavar="N",
        help="stop after N cases without a failure (default: 1000)",
    )
    add("--seed", type=at_least(0), metavar="N", help="the same seed gives the same boards")
    add("--seconds", type=float, default=10.0, metavar="S", help="that it may take for a case (default: 10)")
    add("--memory", type=at_least(1), default=512, metavar="MIB", help="that it may take (default: 512)")


def _add_solve(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--one", action="store_true", help="stop when it is known who wins, without looking into every move")
    add("--memory", type=at_least(1), metavar="MIB", help="for the table of positions (default: 1024)")
    add("--seconds", type=float, metavar="S", help="stop after so many, and say what is known")
    add("--seed", type=at_least(0), default=0, metavar="N", help="NoGo: another way to the same answer (default: 0)")
    add(
        "--plies",
        action="store_true",
        help="NoGo: count them too: how many the winner takes if the other side delays it as best it can",
    )
    add(
        "--proof",
        metavar="FILE",
        help="NoGo: write a proof there, for tengen judge nogo --proof; compressed if it ends with .gz",
    )
    add(
        "--checkpoint",
        metavar="FILE",
        help="NoGo: keep there what took long to find out; the same command goes on from it after a stop",
    )
    add("--scheduler", metavar="ADDRESS", help="NoGo: search on the Dask cluster there, as in tcp://host:8786")


def _add_protocol(command: argparse.ArgumentParser, name: str, game: str | None) -> None:
    command.set_defaults(protocol=name)
    time = "" if name == "gtp" else ", within the time limit"
    command.add_argument("--player", metavar="PLAYER", help=f"{PLAYERS} (default: {_USUAL}{time})")
    if name == "gtp":
        command.add_argument(
            "--referee", action="store_true", help="hold the rules and play no moves: a board for GUIs and bots"
        )
        command.add_argument(
            "--ponder", action="store_true", help="think on until the next command comes, on the opponent's time"
        )
        add_size(command, game)
        add_rules(command, game)
    if name == "botzone":
        command.add_argument(
            "--keep-running", action="store_true", help="answer turn after turn, as Botzone's keep-running mode has it"
        )
        command.add_argument(
            "--export",
            metavar="FILE",
            help="write the player there, as one file of Python to upload, and answer nothing",
        )


def _add_play(command: argparse.ArgumentParser, game: str | None) -> None:
    add = command.add_argument
    add("board", nargs="?", metavar="SIZE", help="of the board, as with --size")
    add("--player", metavar="PLAYER", help=f"the opponent: {PLAYERS} (default: {_USUAL}, a second a move)")
    add("--color", choices=("black", "white", "random"), help="yours (default: black, which begins)")
    add("--two", action="store_true", help="two people, and no player")
    add(
        "--opening-rule",
        choices=("swap2",),
        help="Gomoku, NoGo: Black of --color puts the first stones, and then sides are taken (default: none)",
    )
    add("--clock", metavar="TIME", help=f"for each side: {CLOCKS} (default: none)")
    add(
        "--seed",
        type=at_least(0),
        metavar="N",
        help="the same seed gives the same chance to a player that has any, and to --color random",
    )
    add("--sgf", metavar="FILE", help="keep the game there, in SGF, move by move")
    add("--plain", action="store_true", help="print the board and read a move a line, as without a terminal")
    add_size(command, game)
    add_rules(command, game)


def _add_review(command: argparse.ArgumentParser, game: str | None) -> None:
    from tengen.players.review import USUAL_BLUNDER

    add = command.add_argument
    add("board", nargs="?", metavar="FILE", help="a game in SGF; standard input if there is none, or for -")
    add(
        "--player",
        metavar="PLAYER",
        help=f"who is asked: mcts:visits=1000, net:visits=200, ... (default: {_USUAL}, a second a move)",
    )
    add(
        "--blunder",
        type=float,
        default=USUAL_BLUNDER,
        metavar="SHARE",
        help=f"of the chance to win, from 0 to 1, that a move loses to be one (default: {USUAL_BLUNDER})",
    )
    add("--sgf", metavar="FILE", help="write the game there, with what is thought of each move and the better lines")
    add("--plot", metavar="FILE", help="draw Black's chance to win, move by move: .png, .svg or .pdf")
    add_rules(command, game)
    add("--format", choices=("text", "json"), default="text", help="how to write the answer (default: text)")


def _add_train(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--sizes", help="of the boards, as in 9, 5-13 or 5-7,9,7x9 (default: the game's usual one)")
    add("--net", default="6x64", metavar="BxC", help="blocks x channels (default: 6x64)")
    add("--minutes", type=float, default=30.0, metavar="N", help="of training, all pieces together (default: 30)")
    add("--dir", metavar="FOLDER", help="where all is kept (default: GAME-train)")
    add("--resume", action="store_true", help="go on with the run in the folder")
    add("--weights", metavar="FILE", help="begin with this net, not with random weights")
    add("--distil", metavar="BxC", help="train a net of this size on games of the folder's best one")
    add("--threads", type=at_least(1), metavar="N", help="how many to use (default: all cores)")
    add("--seed", type=at_least(0), default=0, metavar="N", help="of the first weights and the games (default: 0)")


def _add_render(command: argparse.ArgumentParser) -> None:
    from tengen.cli import render
    from tengen.render.svg import MOST_PIXELS
    from tengen.render.themes import THEMES

    add = command.add_argument
    command.set_defaults(input=None)  # as the file's name says
    add(
        "-o",
        "--output",
        metavar="FILE",
        help="where to: a name that ends with .svg, .png, .pdf or .gif (default: SVG on standard output)",
    )
    add(
        "--marks",
        choices=render.MARKS,
        default="none",
        help="dots for legal moves, crosses for illegal ones; the reasons of check; the counts of flips; win rates of "
        "random games by first move; what the search thinks (default: none)",
    )
    add("--move", type=at_least(0), metavar="N", help="SGF: the board after N moves")
    add("--numbers", action="store_true", help="SGF: number the stones")
    add("--animate", action="store_true", help="SGF: play the game, in .svg or .gif")
    add("--fps", type=float, metavar="N", help="animation: frames a second (default: 2)")
    add("--theme", choices=THEMES, default="light", help="the colours; paper is white (default: light)")
    add(
        "--pixels",
        type=at_least(1),
        metavar="N",
        help=f"how wide, at most {MOST_PIXELS} (default: what suits the board)",
    )
    add("--caption", metavar="TEXT", help="what stands below the board, instead of whose turn it is")
    add("--games", type=at_least(1), metavar="N", help=f"--marks wins: how many (default: {render.USUAL_GAMES})")
    add("--visits", type=at_least(1), metavar="N", help=f"--marks search: how many (default: {render.USUAL_VISITS})")
    add("--seed", type=at_least(0), metavar="N", help="the same seed gives the same games and search")
