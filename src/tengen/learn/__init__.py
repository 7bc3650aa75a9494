"""Learning to play, with PyTorch (the extra `learn`): nets that play games with themselves and train on them.

from tengen import learn

learn.train(learn.Plan("nogo", sizes="5", net="3x24", minutes=3), "mine")
"""

from typing import TYPE_CHECKING, Any

from tengen.learn.plan import Plan

if TYPE_CHECKING:
    from tengen.learn.trainer import train

__all__ = ["Plan", "train"]


def __getattr__(name: str) -> Any:
    """PyTorch is imported when it is needed: a plan that cannot be is refused without it."""
    if name != "train":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tengen.learn.trainer import train

    return train
