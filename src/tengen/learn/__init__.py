"""Learning to play, with PyTorch (the extra `learn`): nets that play games with themselves and train on them.

    from tengen import learn

    learn.train("nogo", sizes="5", net="3x24", minutes=3)
"""

from tengen.learn.plan import Plan
from tengen.learn.trainer import train

__all__ = ["Plan", "train"]
