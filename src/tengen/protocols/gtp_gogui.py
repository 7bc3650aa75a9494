"""What GoGui asks for: the rules of games that it does not know, and pictures of what the program thinks."""

from __future__ import annotations

from tengen._core import Cancel
from tengen.grid import BLACK, WHITE, Pass, Point
from tengen.interrupts import Job
from tengen.players.choice import Choice
from tengen.players.mcts import DEFAULT_SECONDS, MctsPlayer
from tengen.protocols.gtp_commands import legal_moves, query_boardsize
from tengen.protocols.gtp_session import Command, Failure, Session
from tengen.verbs.simulate_many import Simulations, simulate_many

_GLYPHS = ".XO?"
_RANDOM_POINTS = 1_000_000  # points of all the boards of the random games together


def _game_id(session: Session, words: list[str]) -> str:
    return session.game.game.name.capitalize()


def _board(session: Session, words: list[str]) -> str:
    board = session.position.board
    return rows(session, [_GLYPHS[cell] for cell in board.cells])


def _side_to_move(session: Session, words: list[str]) -> str:
    return str(session.position.to_play).lower()


def _final_result(session: Session, words: list[str]) -> str:
    outcome = session.position.outcome
    if outcome is None:
        raise Failure("the game is not over")
    return str(outcome)


def _analyze_commands(session: Session, words: list[str]) -> str:
    shown = [
        f"{kind}/{label}/{command}" for kind, label, command in _PICTURES if command.split()[0] in session.commands
    ]
    return "\n".join(shown)


_PICTURES = [
    ("gfx", "Search", "tengen-search"),
    ("dboard", "Random Games: Owners", "tengen-owners"),
    ("pspairs", "Random Games: Win Rates", "tengen-win_rates"),
    ("plist", "Legal Moves", "legal_moves %c"),
    ("gfx", "Points for One Side Only", "tengen-one_sided"),
    ("bwboard", "Area", "tengen-area"),
    ("string", "Final Score", "final_score"),
]


def _search(session: Session, words: list[str]) -> str:
    """The moves that a search looked at, by win rate, and how play would go on."""
    position = session.position
    if position.is_over:
        raise Failure("the game is over")
    search, player = session.search(position), session.player

    def work(cancel: Cancel) -> Choice:
        if isinstance(player, MctsPlayer):
            return player.choose(position, None, cancel)
        search.run(seconds=DEFAULT_SECONDS, cancel=cancel)
        return search.choice()

    choice = session.wait(Job(work))
    tried = [each for each in choice.candidates if each.visits and not isinstance(each.move, Pass)]
    sign = 1 if position.to_play is BLACK else -1
    most = max((each.visits for each in tried), default=1)
    shares = " ".join(f"{session.vertex(each.move)} {sign * each.visits / most:.2f}" for each in tried)
    rates = " ".join(f"{session.vertex(each.move)} {100 * each.value:.0f}" for each in tried[:12])
    line = "" if choice.line is None else f": {session.vertices(choice.line[:12])}"
    value = 0.0 if choice.value is None else choice.value
    visits = sum(each.visits for each in choice.candidates)
    text = f"TEXT {position.to_play} {100 * value:.1f}%{' exactly' if choice.exact else ''}, {visits} visits{line}"
    return "\n".join([*([f"INFLUENCE {shares}", f"LABEL {rates}"] if tried else []), text])


def _random_games(session: Session) -> Simulations:
    games = min(2000, _RANDOM_POINTS // session.position.board.point_count)
    return simulate_many(session.position, games, by_point=True)


def _owners(session: Session, words: list[str]) -> str:
    """Whose stone stands on each point at the end of random games, from -1 (White's) to 1 (Black's)."""
    total = _random_games(session)
    return rows(session, [f"{(each.black_ended - each.white_ended) / total.games:.2f}" for each in total.points])


def _win_rates(session: Session, words: list[str]) -> str:
    """In per cent, of the random games that began with each move."""
    if session.position.is_over:
        return ""
    return " ".join(
        f"{session.vertex(each.point)} {100 * each.win_rate:.0f}"
        for each in _random_games(session).points
        if each.win_rate is not None
    )


def _one_sided(session: Session, words: list[str]) -> str:
    """The points where only one side may still play: its private moves."""
    legal = {
        color: {move for move in session.game.facing(color).legal_moves if isinstance(move, Point)}
        for color in (BLACK, WHITE)
    }
    lines = []
    for color in (BLACK, WHITE):
        own = sorted(legal[color] - legal[color.opponent])
        if own:
            lines.append(f"{str(color).upper()} {' '.join(session.vertex(point) for point in own)}")
    counts = [len(legal[color] - legal[color.opponent]) for color in (BLACK, WHITE)]
    both = len(legal[BLACK] & legal[WHITE])
    return "\n".join([*lines, f"TEXT Black alone {counts[0]}, White alone {counts[1]}, both {both}"])


def rows(session: Session, cells: list[str]) -> str:
    width = session.position.width
    return "\n" + "\n".join(" ".join(cells[start : start + width]) for start in range(0, len(cells), width))


COMMANDS = {
    "gogui-interrupt": Command(lambda session, words: ""),
    "gogui-analyze_commands": Command(_analyze_commands),
    "gogui-rules_game_id": Command(_game_id),
    "gogui-rules_board": Command(_board),
    "gogui-rules_board_size": Command(query_boardsize),
    "gogui-rules_legal_moves": Command(legal_moves),
    "gogui-rules_side_to_move": Command(_side_to_move),
    "gogui-rules_final_result": Command(_final_result),
    "tengen-search": Command(_search),
    "tengen-owners": Command(_owners),
    "tengen-win_rates": Command(_win_rates),
}

# Where stones stay and need liberties, a point that one side may not play at stays so.
OF_ONE_SIDE = {"tengen-one_sided": Command(_one_sided)}
