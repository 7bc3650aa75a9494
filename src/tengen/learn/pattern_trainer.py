"""Training patterns of Othello: games with themselves, tables fitted to how those ended, and again."""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tengen._core import OthelloPatterns
from tengen.errors import UsageError
from tengen.formats import safetensors
from tengen.games import by_name
from tengen.learn.plan import Plan
from tengen.learn.rows import Row
from tengen.match.elo import Tally
from tengen.patterns import FORMAT, TENSOR, Patterns
from tengen.players import mcts
from tengen.players.playing import play
from tengen.verbs.checkpoint import replace_file

_FIRST_KNOT, _KNOT_DISTANCE = 4, 8  # empty points
_GAMES_A_TASK = 64
_KEPT = 0.6  # of the lessons, the newest, for the last fit
_BATCH = 16_384
_RATE = 0.02
_BETAS = (0.9, 0.999)


class _Stage(NamedTuple):
    """How the games of a part of the training are played."""

    until: float  # this part of the training
    depth: int
    solved: int  # empty points from which on play is perfect


_STAGES = (_Stage(0.02, 1, 10), _Stage(0.06, 2, 12), _Stage(0.25, 3, 12), _Stage(0.5, 4, 13), _Stage(1.0, 5, 14))
_ROUNDS = 12
_FITTED = 0.25  # of a round's time goes into fitting, about
