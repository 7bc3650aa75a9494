"""The options of every command, and their help. Imported only when a command line has options."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from tengen import __version__
from tengen.cli.positions import RULES, read_size
from tengen.cli.streams import write_error, write_text
from tengen.errors import UsageError, listed, unknown
from tengen.games import NAMES, by_name

_DESCRIPTION = """Stone games on a grid: the same few questions, asked of every game."""

# Of each command: what it does, in a line; more about that; examples.
HELP: dict[str, tuple[str, str, str]] = {
    "simulate": (
        "play it to the end, at random or first-legal",
        """Plays a board to its end and prints the moves, one a line: for NoGo `row col` from the top-left, then -1 -1;
for the other games in the game's own notation.""",
        """  tengen simulate nogo board.txt                   each side plays its first legal point
  tengen simulate nogo < board.txt                 the same, from standard input
  tengen simulate nogo board.txt --seed 7          a uniformly random game, the same one every time
  tengen simulate nogo board.txt --format diagram  a game that a person can follow
  tengen simulate nogo board.txt --format sgf      a game that other programs can show
  tengen simulate nogo 9x9                         from the empty board of this size
  tengen simulate go board.txt --games 100000      black wins, white wins and draws of 100,000 random games
  tengen simulate nogo board.txt --games 100000 --points --format diagram
                                                   ... and what happened at each point"""),
    "judge": (
        "is this record of moves right, and how far?",
        """Judges a record of moves and says what is wrong with its first wrong line. The score is the first line of the
answer: for NoGo 0 to 10, as the special judge of the published problem has it; else the number of right moves.
With --proof, checks a proof that solve wrote, or anybody, by the rules alone.""",
        """  tengen judge nogo board.txt moves.txt
  tengen simulate nogo board.txt | tengen judge nogo board.txt
  tengen judge othello board.txt moves.txt --format json
  tengen judge nogo --proof 4x4.proof              is it so that White wins?"""),
    "check": (
        "can this position arise in a legal game, and if not, why not?",
        """Prints YES or NO; where more cannot be known cheaply, "no contradiction found".""",
        """  tengen check gomoku board.txt                    YES or NO
  tengen check nogo board.txt --explain            ... and every reason, with its place
  tengen check nogo board.txt --to-play white"""),
    "flips": (
        "if this one stone changed colour, which stones would be dead?",
        """Reads a number of boards and prints a hash for each, as the published problem asks. With --format diagram or
json it reads one board and shows the counts themselves.""",
        """  tengen flips go boards.txt                       a hash for each board
  tengen flips go board.txt --format diagram       one board, counts on the board"""),
    "count": (
        "all lines of play from here, by outcome, or by depth",
        """Prints the number of different complete games that Black wins, that White wins and that are drawn.
With --depth, prints the number of lines of play of each length instead; with --positions, the number of legal
positions.""",
        """  tengen count othello board.txt                   complete games: Black wins, White wins, draws
  tengen count nogo board.txt --depth 4
  tengen count nogo board.txt --threads 1 --format json
  tengen count nogo 4x4                            all games on the empty board
  tengen count go 9x9 --positions                  every legal position"""),
    "solve": (
        "who wins with perfect play, and with which moves?",
        """Prints who wins, by how much where that counts, every move that keeps it, and how the game would go. What it
says is proven; stopped before that, it says what it knows and exits with 1.""",
        """  tengen solve nogo 4x4                            an empty board of this size
  tengen solve nogo board.txt --format diagram     + wins, - loses, on the board
  tengen solve nogo 5x5 --one --threads 2          only who wins, not every move
  tengen solve nogo 4x4 --one --plies              ... and how soon
  tengen solve nogo 4x4 --proof 4x4.proof          ... and why, for tengen judge nogo --proof
  tengen solve nogo 5x6 --memory 8192 --checkpoint 5x6.run
                                                   a long run, which goes on after a stop
  tengen solve othello board.txt                   the exact difference in discs
  tengen solve gomoku 4x4 --in-a-row 3
  tengen solve go 2x3 --komi 0 --seconds 60"""),
    "generate": (
        "a legal random position of this size and fill",
        """Prints the position when a random game from the usual start has this many stones.
The contest text of NoGo has Black to move, so its number of stones is even.""",
        """  tengen generate nogo                             9x9, half full
  tengen generate nogo --size 600 --fill 0.4 --seed 7
  tengen generate othello --size 8 --stones 20 --format diagram"""),
    "match": (
        "players against each other: who is stronger, and by how much?",
        """Plays games between two or more players and prints the table. Every game is kept in a file as soon as it is
over; the same command, given again, goes on where it stopped. Players: random, greedy, mcts:visits=1000,
mcts:seconds=0.1, 'gtp:COMMAND', FILE.py:FUNCTION, each with a name before it if you like: new=mcts:visits=2000.""",
        """  tengen match nogo mcts:visits=1000 greedy         100 games, colours changed after each
  tengen match nogo new=bot.py:choose old=old.py:choose --sprt 0,30
                                                   until one of the two is shown to be true
  tengen match go mcts 'gnu=gtp:gnugo --mode gtp' --size 9 --games 40 --clock 30+0.5 --sgf games
  tengen match othello a=mcts:visits=100 b=mcts:visits=400 greedy --plot ratings.svg"""),
    "report": (
        "the table of a match that was played, its games, its picture",
        """Reads the file of a match, which may still be going on, and prints its table.""",
        """  tengen report nogo-match.db
  tengen report nogo-match.db --format csv > table.csv
  tengen report nogo-match.db --sgf games --plot ratings.png"""),
    "render": (
        "a board or a game as a picture",
        """Draws a board, or a game in SGF, as SVG, PNG, PDF or GIF; without --output, as SVG on standard output. A game
is drawn at its end or after a move, or played as an animation. SGF says which game it is: GAME may be left out.""",
        """  tengen render nogo board.txt -o board.svg
  tengen render othello board.txt -o board.png --marks legal --pixels 800
  tengen render go board.txt -o board.pdf --marks flips --theme paper
  tengen render nogo board.txt -o map.svg --marks wins --games 100000
  tengen render game.sgf -o game.png --move 50 --numbers
  tengen render game.sgf -o game.gif --fps 4         the whole game; as .svg with --animate"""),
    "play": (
        "play against the computer, or each other, in this terminal",
        """Draws a board: arrow keys and Enter play, or a vertex and Enter; the other keys are shown below it. Without a
terminal, or with --plain, it prints the board and reads a move a line.""",
        """  tengen play nogo                                 you are Black, the search thinks a second a move
  tengen play go 9x9 --komi 5.5 --color white --player mcts:seconds=5
  tengen play gomoku --two --sgf game.sgf          two people; the game is kept in a file
  tengen play othello --player greedy --clock 300+5
  tengen play go --player 'gtp:gnugo --mode gtp --chinese-rules'
  printf 'E5\\nC3\\n' | tengen play nogo              two moves and the answers to them"""),
    "serve": (
        "the board in the browser: play, watch, analyse, ask",
        """Serves the board at an address that it prints, until Ctrl-C. A move is in the file before it is shown.""",
        """  tengen serve --open                              for this machine alone, and show the page
  tengen serve --host 0.0.0.0 --file class.db      for a classroom
  tengen serve --port 80 --host 0.0.0.0 --name board.example.org"""),
    "gtp": (
        "a player for GUIs and arbiters that speak GTP",
        """Answers GTP version 2 on standard input and output, until `quit`. Points have GTP's names in every game: A1
is the bottom-left, and there is no I.""",
        """  tengen gtp go --size 9                           the built-in search, a second a move
  tengen gtp nogo --player mcts:visits=1000
  tengen gtp nogo --player mybot.py:choose         a function of yours: choose(position, clock)
  echo 'genmove black' | tengen gtp othello --player greedy"""),
    "botzone": (
        "a bot for botzone.org: NoGo, Gomoku or Othello",
        """Reads Botzone's JSON, a turn, and answers it within the time limit of the site.""",
        """  tengen botzone nogo < turn.json                  one turn, then it ends
  tengen botzone nogo --keep-running               turn after turn in one process
  tengen botzone othello --player mybot.py:choose  a function of yours: choose(position, clock)"""),
    "gomocup": (
        "a Gomoku brain for Piskvork and other Gomocup managers",
        """Answers the Gomocup protocol on standard input and output, until END.""",
        """  tengen gomocup                                   as long as the manager allows
  tengen gomocup --player mcts:seconds=0.5"""),
    "completion": (
        "a script with which the shell completes all this",
        """Prints a script for bash, zsh or fish. With it the tab key completes commands, games, options and files.""",
        """  source <(tengen completion bash)                 for this session; for good, as below
  tengen completion bash > ~/.local/share/bash-completion/completions/tengen
  tengen completion fish > ~/.config/fish/completions/tengen.fish
  eval "$(tengen completion zsh)"                  in ~/.zshrc, after compinit"""),
}

_PLAYERS = "random, greedy, mcts, mcts:visits=1000, mcts:seconds=0.5,threads=2, gtp:COMMAND, or FILE.py:FUNCTION"
_CLOCKS = "60 (seconds a game), 60+1, 60+5x10, 60+30/5 or 0.5/move"
_PROTOCOLS = ("gtp", "botzone", "gomocup")  # commands that talk until they are told to stop
# Of commands that do not have all of them. With only one, no GAME is named.
_GAMES = {"botzone": ("nogo", "gomoku", "othello"), "gomocup": ("gomoku",), "report": ("any",), "serve": ("any",),
          "completion": ("any",)}


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
    if name == "render" and named is None and any(word.lower().endswith("sgf") for word in words):
        named = "any"  # as the file says
    parser = _command(name, named)
    options = vars(parser.parse_intermixed_args(words[1:]))  # files may stand before and after options
    game = options.pop("game", "gomoku")
    options["files"] = [options.pop(file) for file in ("board", "moves") if options.get(file) is not None]
    options["rules"] = {rule: options.pop(rule) for rule in RULES if options.get(rule) is not None}
    if options.get("size"):
        options["size"] = read_size(options["size"])
    return "talking" if name in _PROTOCOLS else name, game, options


def _top() -> argparse.ArgumentParser:
    questions = "".join(f"  {name:9} {summary}\n" for name, (summary, _, _) in HELP.items())
    parser = _Parser(prog="tengen", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter,
                     usage="tengen COMMAND GAME [FILE] [options]",
                     epilog=f"commands:\n{questions}\ngames:\n  {' '.join(NAMES)}\n\nexamples:\n"
                            f"  tengen generate nogo --size 5 | tengen simulate nogo --format diagram\n"
                            f"  tengen simulate nogo board.txt | tengen judge nogo board.txt\n"
                            f"  tengen simulate go --help")
    parser.add_argument("--version", action="version", version=f"tengen {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=HELP, help="one of those below")
    return parser


def _command(name: str, game: str | None) -> argparse.ArgumentParser:
    _, description, lines = HELP[name]
    parser = _Parser(prog=f"tengen {name}", description=description, epilog=f"examples:\n{lines}",
                     formatter_class=argparse.RawDescriptionHelpFormatter)
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
        _add_match(parser, name, game)
    elif name == "play":
        _add_play(parser, game)
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
        add("--input", choices=("contest", "diagram", "sgf"), default="contest",
            help="how the board is written: its contest text; rows of X O . # with or without coordinates; or a game "
                 "in SGF, for the board at its end")
        add("--to-play", choices=("black", "white"), help="the side to move (default: as the text has it)")
        if game in (None, "gomoku"):
            add("--size", help="Gomoku: rows x columns of the contest text, like 15x15 (default: 19x19)")
        else:
            command.set_defaults(size=None)
    if name == "judge":
        if game in (None, "nogo"):
            add("--proof", metavar="FILE", help="NoGo: check this proof of who wins instead; - for standard input")
            add("--memory", type=_at_least(1), metavar="MIB",
                help="with --proof: at most so much for its positions (default: 4096)")
        else:
            command.set_defaults(proof=None, memory=None)
    if name == "simulate":
        add("--policy", choices=("first", "random", "uniform") if game in (None, "go") else ("first", "random"),
            help="first: each side's first legal point; random: uniform, in Go without filling own eyes; uniform (Go): "
                 "over all legal moves (default: first, or random with --seed)")
        add("--games", type=_at_least(1), metavar="N", help="play N random games and add them up")
        add("--points", action="store_true", help="with --games: what happened at each point")
    if name == "generate":
        _add_size(command, game)
        add("--fill", type=float, metavar="SHARE", help="share of the points that have a stone (default: 0.5)")
        add("--stones", type=_at_least(0), metavar="N", help="number of stones, instead of --fill")
    if name in ("simulate", "generate"):
        add("--seed", type=_at_least(0), metavar="N", help="the same seed gives the same game")
    if name == "check":
        add("--explain", action="store_true", help="every reason why not")
    if name == "count":
        add("--depth", type=_at_least(0), metavar="N", help="count lines of 0 to N plies instead")
        add("--free-passes", action="store_true", help="with --depth: a pass is not a ply")
        add("--positions", action="store_true",
            help="Go, NoGo: count the legal positions with these stones, and any on the empty points, instead")
        add("--by-stones", action="store_true",
            help="with --positions: a row for each number of black stones, a column for each of white ones")
        add("--memory", type=_at_least(1), metavar="MIB", help="with --positions: at most so much (default: 4096)")
    if name == "solve":
        _add_solve(command)
    if name in ("simulate", "count", "solve"):
        add("--threads", type=_at_least(1), metavar="N", help="how many to use (default: all cores)")
    _add_rules(command, game)
    if name == "render":
        _add_render(command)
        return
    usual = "text" if name == "solve" else "contest"
    formats = (usual, "diagram", "json", *(("sgf",) if name == "simulate" else ()))
    add("--format", choices=formats, default=usual, help=f"how to write the answer (default: {usual})")


def _add_solve(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--one", action="store_true", help="stop when it is known who wins, without looking into every move")
    add("--memory", type=_at_least(1), metavar="MIB", help="for the table of positions (default: 1024)")
    add("--seconds", type=float, metavar="S", help="stop after so many, and say what is known")
    add("--seed", type=_at_least(0), default=0, metavar="N", help="NoGo: another way to the same answer (default: 0)")
    add("--plies", action="store_true",
        help="NoGo: count them too: how many the winner takes if the other side delays it as best it can")
    add("--proof", metavar="FILE",
        help="NoGo: write a proof there, for tengen judge nogo --proof; compressed if it ends with .gz")
    add("--checkpoint", metavar="FILE",
        help="NoGo: keep there what took long to find out; the same command goes on from it after a stop")


def _add_protocol(command: argparse.ArgumentParser, name: str, game: str | None) -> None:
    usual = "mcts" if name == "gtp" else None
    command.set_defaults(protocol=name)
    command.add_argument("--player", default=usual, metavar="PLAYER",
                         help=f"{_PLAYERS} (default: mcts{'' if usual else ' within the time limit'})")
    if name == "gtp":
        _add_size(command, game)
        _add_rules(command, game)
    if name == "botzone":
        command.add_argument("--keep-running", action="store_true", help="answer turn after turn, as Botzone's "
                                                                         "keep-running mode has it")


def _add_play(command: argparse.ArgumentParser, game: str | None) -> None:
    add = command.add_argument
    add("board", nargs="?", metavar="SIZE", help="of the board, as with --size")
    add("--player", metavar="PLAYER", help=f"the opponent: {_PLAYERS} (default: mcts, a second a move)")
    add("--color", choices=("black", "white", "random"), help="yours (default: black, which begins)")
    add("--two", action="store_true", help="two people, and no player")
    add("--clock", metavar="TIME", help=f"for each side: {_CLOCKS} (default: none)")
    add("--seed", type=_at_least(0), metavar="N",
        help="the same seed gives the same chance to a player that has any, and to --color random")
    add("--sgf", metavar="FILE", help="keep the game there, in SGF, move by move")
    add("--plain", action="store_true", help="print the board and read a move a line, as without a terminal")
    _add_size(command, game)
    _add_rules(command, game)


def _add_render(command: argparse.ArgumentParser) -> None:
    from tengen.cli import render
    from tengen.render.svg import MOST_PIXELS
    from tengen.render.themes import THEMES

    add = command.add_argument
    command.set_defaults(input=None)  # as the file's name says
    add("-o", "--output", metavar="FILE",
        help="where to: a name that ends with .svg, .png, .pdf or .gif (default: SVG on standard output)")
    add("--marks", choices=render.MARKS, default="none",
        help="dots for legal moves, crosses for illegal ones; the reasons of check; the counts of flips; win rates of "
             "random games by first move; what the search thinks (default: none)")
    add("--move", type=_at_least(0), metavar="N", help="SGF: the board after N moves")
    add("--numbers", action="store_true", help="SGF: number the stones")
    add("--animate", action="store_true", help="SGF: play the game, in .svg or .gif")
    add("--fps", type=float, metavar="N", help="animation: frames a second (default: 2)")
    add("--theme", choices=THEMES, default="light", help="the colours; paper is white (default: light)")
    add("--pixels", type=_at_least(1), metavar="N",
        help=f"how wide, at most {MOST_PIXELS} (default: what suits the board)")
    add("--caption", metavar="TEXT", help="what stands below the board, instead of whose turn it is")
    add("--games", type=_at_least(1), metavar="N", help=f"--marks wins: how many (default: {render.USUAL_GAMES})")
    add("--visits", type=_at_least(1), metavar="N", help=f"--marks search: how many (default: {render.USUAL_VISITS})")
    add("--seed", type=_at_least(0), metavar="N", help="the same seed gives the same games and search")


def _add_match(command: argparse.ArgumentParser, name: str, game: str | None) -> None:
    add = command.add_argument
    if name == "report":
        add("file", metavar="FILE", help="as tengen match made it")
    else:
        from tengen.match.schedule import MODES

        add("players", nargs="+", metavar="PLAYER", help="two or more; NAME=PLAYER to give it a name")
        add("--games", type=_at_least(1), default=100, metavar="N",
            help="of each pairing; an even number is played (default: 100)")
        add("--file", help="where the games are kept (default: GAME-match.db)")
        add("--fresh", action="store_true", help="begin anew; the games in the file are kept under another name")
        add("--mode", choices=MODES, default=MODES[0],
            help="everybody against everybody, or the first against everybody else (default: round-robin)")
        add("--clock", metavar="TIME", help=f"for each side: {_CLOCKS} (default: none)")
        add("--opening-plies", type=_at_least(0), default=2, metavar="N",
            help="random plies that a pair of games begins with (default: 2)")
        add("--openings", metavar="FILE", help="SGF: games begin where each of its games ends, in turn")
        add("--seed", type=_at_least(0), metavar="N",
            help="the same seed gives the same openings, and the same chance to players that have a seed")
        add("--sprt", metavar="ELO0,ELO1",
            help="stop when the first player is shown to be stronger by more than ELO0, or by less than ELO1")
        add("--parallel", type=_at_least(1), metavar="N", help="games at once (default: one a core)")
        add("--scheduler", metavar="ADDRESS", help="play on the Dask cluster there, as in tcp://host:8786")
        _add_size(command, game)
        _add_rules(command, game)
    add("--format", choices=("table", "csv", "json"), default="table", help="how to write the table (default: table)")
    add("--sgf", metavar="FOLDER", help="write every game there, in SGF")
    add("--plot", metavar="FILE", help="draw the ratings: .png, .svg or .pdf")


def _add_size(command: argparse.ArgumentParser, game: str | None) -> None:
    usual = f"{by_name(game).usual_size}" if game else "the game's usual size"
    command.add_argument("--size", help=f"rows, or rows x columns like 9x13 (default: {usual})")


def _add_rules(command: argparse.ArgumentParser, game: str | None) -> None:
    if game in (None, "go"):
        command.add_argument("--komi", type=float, help="Go: points given to White (default: 7.5)")
        command.add_argument("--ko", choices=("simple", "positional", "situational"),
                             help="Go: the ko rule (default: positional superko)")
        command.add_argument("--suicide", action="store_true", default=None, help="Go: suicide is allowed")
    if game in (None, "gomoku"):
        command.add_argument("--in-a-row", type=_at_least(1), metavar="K",
                             help="Gomoku: how many in a row win (default: 5)")
        command.add_argument("--variant", choices=("freestyle", "standard", "caro"),
                             help="Gomoku: K or more; exactly K; more than K, or K not blocked at both ends "
                                  "(default: freestyle)")


def _at_least(least: int) -> Any:
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value}: expected {least} or more")
        return value

    number.__name__ = "whole number"
    return number
