"""The games: positions and records, thin faces over native state."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.games.game import Game

NAMES = ("nogo", "go", "gomoku", "othello")


def by_name(name: str) -> "Game":
    """The game of this name; imports it, and no other."""
    if name not in NAMES:
        raise KeyError(name)
    game: Game = __import__(f"tengen.games.{name}", fromlist=["GAME"]).GAME  # importlib costs a millisecond
    return game
