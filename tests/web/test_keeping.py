"""Games in the file: there before anybody hears of them, all or nothing, and held by one server."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tengen.errors import UsageError
from tengen.store.finished import GameFile
from tengen.store.seated import SeatedFile, SeatedGame, SeatedMove
from tengen.web.keeper import Keeper
from tengen.web.refusals import Refused
from web.shared import run_apart

GAME = SeatedGame("id", "2026-01-01", "2026-01-01", "start", "seats", "tokens", "60+1")


def opened(folder: Path) -> SeatedFile:
    return SeatedFile(folder / "games.db", create=True, any_thread=True)


def test_games_and_moves_come_back(tmp_path: Path) -> None:
    with opened(tmp_path) as file, file.writing():
        file.add(GAME)
        file.add_move("id", 0, SeatedMove("E5", 1.5, 0.25), None, "2026-01-02")
        file.add_move("id", 1, SeatedMove("pass", 0.5), "over", "2026-01-03")
        file.keep_value("id", 1, 0.75)
    with SeatedFile(tmp_path / "games.db") as file:
        moves = (SeatedMove("E5", 1.5, 0.25), SeatedMove("pass", 0.5, 0.75))
        assert file.game("id") == SeatedGame(
            "id", "2026-01-01", "2026-01-03", "start", "seats", "tokens", "60+1", "over", moves
        )
        assert file.game("other") is None
        assert [(game.id, game.over, plies) for game, plies in file.summaries(["x", "id"])] == [("id", "over", 2)]
        with file.writing():
            file.cut("id", 1, None, "2026-01-04")
        kept = file.game("id")
        assert kept is not None
        assert (kept.moves, kept.over) == (moves[:1], None)
        with file.writing():
            file.cut("id", 1, "resigned", "2026-01-05")
        assert file.summaries(["id"])[0][0].over == "resigned"


def test_a_ply_is_played_once(tmp_path: Path) -> None:
    with opened(tmp_path) as file:
        with file.writing():
            file.add(GAME)
            file.add_move("id", 0, SeatedMove("E5", 1), None, "now")
        with pytest.raises(sqlite3.IntegrityError), file.writing():
            file.add_move("id", 0, SeatedMove("C3", 1), None, "now")
        kept = file.game("id")
        assert kept is not None
        assert [made.move for made in kept.moves] == ["E5"]


def test_files_that_are_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("not a database, though it is long enough to look at")
    with pytest.raises(UsageError, match=r"cannot use .*text\.db' as a file of Tengen's games at the board"):
        SeatedFile(tmp_path / "text.db", create=True)
    GameFile(tmp_path / "match.db", create=True).close()
    with pytest.raises(UsageError, match=r"match\.db' is not a file of Tengen's games at the board"):
        SeatedFile(tmp_path / "match.db", create=True)
    SeatedFile(tmp_path / "seated.db", create=True).close()
    with pytest.raises(UsageError, match=r"seated\.db' is not a file of Tengen's games"):
        GameFile(tmp_path / "seated.db")
    with pytest.raises(UsageError, match="there is no file"):
        SeatedFile(tmp_path / "none.db")


def test_one_server_holds_the_file(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second:
        first.hold("serving it")
        with pytest.raises(UsageError, match="is in use: another process is serving it"):
            second.hold("serving it")


def test_what_many_write_at_once_is_written_at_once(tmp_path: Path) -> None:
    """Transactions are counted: far fewer than writes, and every write is there."""
    file = opened(tmp_path)
    transactions = 0

    def count(statement: str) -> None:
        nonlocal transactions
        transactions += statement.startswith("COMMIT")

    async def main() -> None:
        keeper = Keeper(file)
        keeper.start()
        await keeper.do(lambda file: file.add(GAME))
        file._database.set_trace_callback(count)

        def write(ply: int) -> None:
            file.add_move("id", ply, SeatedMove("E5", 0), None, "now")

        await asyncio.gather(*(keeper.do(lambda _, ply=ply: write(ply)) for ply in range(500)))  # type: ignore[misc]
        keeper.put(lambda file: file.keep_value("id", 499, 0.5))
        kept = await keeper.do(lambda file: file.game("id"))
        assert kept is not None
        assert (len(kept.moves), kept.moves[-1].value) == (500, 0.5)
        keeper.close()

    run_apart(main())
    assert 1 <= transactions < 100


def test_work_that_fails_fails_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        keeper = Keeper(opened(tmp_path))
        keeper.start()
        await keeper.do(lambda file: file.add(GAME))
        results = await asyncio.gather(
            keeper.do(lambda file: file.add_move("id", 0, SeatedMove("A1", 0), None, "now")),
            keeper.do(lambda file: file.add_move("id", 0, SeatedMove("A2", 0), None, "now")),
            keeper.do(lambda file: file.add_move("id", 1, SeatedMove("A3", 0), None, "now")),
            return_exceptions=True,
        )
        kept = await keeper.do(lambda file: file.game("id"))
        keeper.close()
        assert kept is not None
        assert [made.move for made in kept.moves] == ["A1", "A3"]
        assert results[0] is results[2] is None
        assert isinstance(results[1], Refused)
        assert results[1].status == 503
        assert str(tmp_path) not in str(results[1])  # where the file is is nobody's business

    run_apart(main())
    assert "UNIQUE constraint failed" in caplog.text
