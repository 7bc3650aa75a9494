"""Botzone's JSON, and the bot's own files: the second part of a file that `tengen botzone --export` writes."""

import ast
import importlib
import importlib.abc
import importlib.util
import json
import random
import sys
import time
import traceback
import types

from tengen.data.botzone_rules import OFFERED, PASS, Choice, Clock, IllegalMove, Pass, Point, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from typing import Any

    from tengen.data.botzone_rules import Move

    Modules = dict[str, tuple[str, str]]  # by name: the file, and its text

STARTED = time.time() - time.process_time()  # about when the process was, since when the site's clock runs
LIMIT = 6.0  # seconds for a turn in Python, where the site does not say


class BotFiles(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the bot's own files, whose text is in this one."""

    def __init__(self, modules: "Modules") -> None:
        self.modules = modules

    def find_spec(self, name: str, path: "Any" = None, target: "Any" = None) -> "ModuleSpec | None":
        if name not in self.modules:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=self.modules[name][0].endswith("__init__.py"))

    def exec_module(self, module: types.ModuleType) -> None:
        file, text = self.modules[module.__name__]
        exec(compile(without_annotations(ast.parse(text, file)), file, "exec"), module.__dict__)


def without_annotations(tree: "ast.Module") -> "ast.Module":
    """Python 3.6 cannot evaluate `Clock | None` or `list[int]`, and nobody needs it to."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.copy_location(ast.Name("object", ast.Load()), node.annotation)
    tree.body = [node for node in tree.body if getattr(node, "module", None) != "__future__"]
    return tree


def offer() -> None:
    """Puts a module `tengen` where the bot's files find it, with what is offered and nothing else."""
    for name, values in sorted(OFFERED.items()):  # tengen first
        module = sys.modules[name] = types.ModuleType(name)
        module.__dict__.update(values)
        home, dot, last = name.rpartition(".")
        if dot:
            setattr(sys.modules[home], last, module)


def thinking_time(limit: float) -> float:
    """How much of a limit may be spent; the rest is for being told and heard, for ending, and for a busy machine."""
    return limit - max(0.3, 0.15 * limit)


def later_limit(limit: float) -> float:
    """The limit of later turns in a program that keeps running: where it is not the same, it is two thirds."""
    return max(min(limit, 1.0), limit * 2 / 3)


class Bot:
    """One game, from one side."""

    def __init__(self, game: str, size: int, player: str, modules: "Modules") -> None:
        self.game = game
        self.player = player  # FILE.py:FUNCTION
        self.modules = modules
        self.start: Position = OFFERED["tengen." + game]["start"](size)
        self.position: Position | None = None
        self.choose: Callable[[Position, Clock], Any] | None = None
        self.limit = LIMIT

    def turn(self, line: str, started: float) -> str:
        """The answer to a line. Whatever goes wrong, it is one that the site can read."""
        try:
            message = json.loads(line)
            if self.position is None or "requests" in message:
                position = self.from_history(message)
                seconds = thinking_time(self.limit)
            else:
                position = self.position.play(as_move(message))
                seconds = thinking_time(later_limit(self.limit))
            if position.is_over:
                return answer(PASS, "the game is over")
        except Exception as error:
            return answer(PASS, self.worded(error))
        move, debug = self.chosen(position, Clock(max(0.05, seconds - (time.time() - started))))
        if move is None:
            return answer(PASS, debug)
        centre = Point(position.height // 2, position.width // 2)
        if self.game == "nogo" and move == centre and not any(position.board.cells):
            move = Point(centre.row, centre.col - 1)  # some events forbid Black the centre on the first move
        self.position = position.play(move)
        return answer(move, debug)

    def from_history(self, message: "Any") -> Position:
        requests, responses = message["requests"], message.get("responses") or []
        try:
            limit = float(message.get("time_limit") or LIMIT)
            self.limit = limit / 1000 if limit >= 100 else limit
        except (TypeError, ValueError):
            pass
        moves = [as_move(each) for pair in zip(requests, [*responses, None]) for each in pair if each]  # noqa: B905
        position = self.start
        for move in moves[1:] if moves[0] is PASS else moves:
            position = position.play(move)
        return position

    def chosen(self, position: Position, clock: Clock) -> "tuple[Move | None, str]":
        """The move of the bot, or any if it fails; None if it resigns. And words about it."""
        try:
            if self.choose is None:
                found = getattr(importlib.import_module("the player"), self.player.rpartition(":")[2])
                self.choose = getattr(found, "choose", found)
            said = self.choose(position, clock)
            if said is None:
                raise TypeError("None is no move")
            choice = said if isinstance(said, Choice) else Choice(said)
            if choice.move is None or (isinstance(said, str) and said.lower() == "resign"):
                return None, f"{self.player} resigns"
            move = position.move(choice.move)
            if not position.is_legal(move):
                raise IllegalMove(f"{position.vertex(move)} is illegal for {position.to_play}")
            words = f"chosen by {self.player}" if choice.value is None else f"win {100 * choice.value:.1f} %"
        except (Exception, SystemExit) as error:
            return random.choice(position.legal_moves), f"a random move, because of {self.worded(error)}"
        return move, words

    def worded(self, error: BaseException) -> str:
        """The last line of the traceback, and where in the bot's files it was."""
        try:
            words = " ".join(f"{type(error).__name__}: {error}".split())
        except Exception:  # its own words fail
            words = type(error).__name__
        files = {file for file, _ in self.modules.values()}
        places = [place for place in traceback.extract_tb(error.__traceback__) if place[0] in files]
        return f"{words} ({places[-1][0]}, line {places[-1][1]})" if places else words


def as_move(value: "Any") -> "Move":
    """In JSON x is the column and y the row; -1, -1 is a pass, and what Black gets before the first move."""
    return PASS if value["x"] == value["y"] == -1 else Point(value["y"], value["x"])


def answer(move: "Move", debug: str) -> str:
    x, y = (-1, -1) if isinstance(move, Pass) else (move.col, move.row)
    return json.dumps({"response": {"x": x, "y": y}, "debug": debug[:1000]}, separators=(",", ":"))


def run(game: str, size: int, mark: str, player: str, modules: "Modules") -> None:
    """Answers one line, or, if there is a mark to print after an answer, all that come."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the bot prints is no answer
    offer()
    sys.meta_path.insert(0, BotFiles(modules))
    bot = Bot(game, size, player, modules)
    for line in iter(sys.stdin.readline, ""):
        if line.strip():
            answers.write(bot.turn(line, STARTED if bot.position is None else time.time()) + "\n" + mark)
            answers.flush()
            if not mark:
                break
