"""The games: positions and records, thin faces over native state."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.games.game import Game

NAMES = ("nogo",)


def by_name(name: str) -> "Game":
    """The game of this name; imports it, and no other."""
    if name == "nogo":
        from tengen.games.nogo import GAME

        return GAME
    raise KeyError(name)
