"""Pictures of boards: a View says what is shown, and is drawn as SVG, PNG, PDF or GIF. No rules are known here."""

from tengen.render.animation import Animation
from tengen.render.view import Ghost, Heat, Mark, View

__all__ = ["Animation", "Ghost", "Heat", "Mark", "View"]
