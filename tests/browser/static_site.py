"""The page without a server, from a plain file server: what only it has, and that its engine says what a server says.

`make test-wasm` runs this, and with it the tests of the page itself: TENGEN_SITE=build/site names the folder.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tengen as tg
from browser.conftest import SITE
from browser.visitor import Visitor, expect
from tengen.errors import TengenError
from tengen.games import by_name
from tengen.grid import BLACK, WHITE
from tengen.store.seated import SeatedGame, SeatedMove
from tengen.web import boards, editing, verbs
from tengen.web.settings import Settings
from tengen.web.state import Seat, WebGame, new_game
from tengen.web.wire import dumps
from waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from playwright.sync_api import BrowserContext

    from browser.conftest import Visit
    from tengen.games.game import Position

    Json = dict[str, Any]

assert SITE is not None, "TENGEN_SITE is the folder of a site: make site, then make test-wasm"

PERSON = {"kind": "person", "name": ""}
STARTS: dict[str, dict[str, Any]] = {
    "nogo": {"game": "nogo", "diagram": ".....\n..#..\n.....\nX...O", "to_play": "black", "rules": {}},
    "nogo 9": {"game": "nogo", "diagram": "\n".join(["." * 9] * 9), "to_play": "black", "rules": {}},
    "go": {
        "game": "go",
        "diagram": "\n".join(["." * 5] * 5),
        "to_play": "black",
        "rules": {"komi": 0.5, "ko": "simple", "suicide": True},
    },
    "go 7": {
        "game": "go",
        "diagram": "\n".join(["." * 7] * 7),
        "to_play": "white",
        "rules": {"komi": -3, "ko": "situational", "suicide": False},
    },
    "gomoku": {
        "game": "gomoku",
        "diagram": "\n".join(["." * 9] * 9),
        "to_play": "black",
        "rules": {"in_a_row": 4, "variant": "freestyle"},
    },
    "renju": {
        "game": "gomoku",
        "diagram": "\n".join(["." * 11] * 9),
        "to_play": "black",
        "rules": {"in_a_row": 5, "variant": "renju"},
    },
    "othello": {
        "game": "othello",
        "diagram": "......\n......\n..OX..\n..XO..\n......\n......",
        "to_play": "black",
        "rules": {},
    },
}
ASK = """async ([method, path, body]) => {
    const api = await import(new URL("static/js/local/engine.js", document.baseURI));
    try {
        return { answer: await new api.LocalEngine().request(method, path, body ?? undefined) };
    } catch (error) {
        return { error: error.message, code: error.code };
    }
}"""
# Says one message after the other, each after a state that is as wanted, and gives those states.
TALK = """async ([wanted, talk]) => {
    const { LocalEngine } = await import(new URL("static/js/local/engine.js", document.baseURI));
    const engine = new LocalEngine();
    const { id } = await engine.request("POST", "games", wanted);
    const heard = [];
    let next = () => {};
    const line = engine.openLine(id, null, { heard: (said) => { heard.push(said); next(); }, changed: () => {} });
    const state = async (isWanted) => {
        for (;;) {
            while (!heard.length) await new Promise((resolve) => (next = resolve));
            const message = heard.shift();
            const found = message.state ?? message;
            if (isWanted(found)) return found;
        }
    };
    const states = [];
    for (const [message, name, value] of talk) {
        if (message) line.send(message);
        states.push(await state((found) => name.split(".").reduce((part, key) => part?.[key], found) === value));
    }
    line.close();
    return states;
}"""


def ask(visitor: Visitor, method: str, path: str, body: Json | None = None) -> Json:
    found: Json = visitor.page.evaluate(ASK, [method, path, body])
    return found


def said(answer: Callable[[], Json]) -> Json:
    """What a server answers, or refuses."""
    try:
        return {"answer": json.loads(dumps(answer()))}
    except TengenError as error:
        return {"error": str(error), "code": "bad input"}


def verb_said(verb: str, body: Json) -> Json:
    return said(lambda: verbs.answer(verb, body, Settings(), tg.Cancel()))


def position_of(data: Json) -> Position:
    return boards.read_position(data, 25)


@pytest.mark.parametrize("name", STARTS)
def test_states_are_those_of_the_server(visit: Visit, chance: Random, name: str) -> None:
    visitor = visit()
    start = position_of(STARTS[name])
    record = tg.simulate(start, seed=chance.randrange(2**32), most_plies=90)
    names = [start.vertex(move) for move in record.moves]
    wanted = {"start": STARTS[name], "black": PERSON, "white": PERSON}
    talk = [[{"type": "move", "move": move, "ply": ply}, "ply", ply + 1] for ply, move in enumerate(names)]
    states = visitor.page.evaluate(TALK, [wanted, [[None, "ply", 0], *talk]])
    stored, _ = new_game(start, {BLACK: Seat(""), WHITE: Seat("")}, None)
    opened = {each: getattr(stored, each) for each in ("id", "created", "updated", "start", "seats", "tokens")}
    assert len(states) == len(names) + 1
    for ply, found in enumerate(states):
        moves = tuple(SeatedMove(move, 0.0, None) for move in names[:ply])
        game = WebGame(SeatedGame(**opened, moves=moves))
        expected = json.loads(game.state((BLACK, WHITE), 0.0, False))
        assert {**found, "id": stored.id, "type": None} == {**expected, "type": None}, ply


def test_the_end_of_go_is_counted_as_by_the_server(visit: Visit) -> None:
    start = tg.go.start(5, komi=0.5)
    names = ["C3", "B2", "C4", "A1", "C2", "A5", "C1", "pass", "C5", "D4", "pass", "pass"]  # White's stones are lost
    talk: list[Any] = [[None, "ply", 0]]
    talk += [[{"type": "move", "move": name, "ply": ply}, "ply", ply + 1] for ply, name in enumerate(names)]
    talk += [
        [None, "count.version", 0],
        [{"type": "mark", "stone": "D4"}, "count.version", 1],
        [{"type": "mark", "stone": "C3"}, "count.version", 2],
        [{"type": "mark", "stone": "C3"}, "count.version", 3],
        [{"type": "play on"}, "ply", len(names) - 2],
        *talk[-2:],
        [None, "count.version", 0],
        [{"type": "agree", "version": 0}, "over.ending", "agreed"],
    ]
    wanted = {"start": boards.write_position(start), "black": PERSON, "white": PERSON}
    first, *marked, played_on, _, _, _, settled = visit().page.evaluate(TALK, [wanted, talk])[len(names) + 1 :]

    stored, _ = new_game(start, {BLACK: Seat(""), WHITE: Seat("")}, None)
    opened = {each: getattr(stored, each) for each in ("id", "created", "updated", "start", "seats", "tokens")}
    game = WebGame(SeatedGame(**opened, moves=tuple(SeatedMove(name, 0.0, None) for name in names)))
    position = game.position
    counting = game.begin_counting(position.game.dead_stones(position))  # type: ignore[attr-defined]
    assert first["count"] == json.loads(game.state((), 0.0, False))["count"]
    for state, stone in zip(marked, ("D4", "C3", "C3"), strict=True):
        counting.turn_over(stone)
        game.counting_changed()
        assert state["count"] == json.loads(game.state((), 0.0, False))["count"]
    assert played_on["over"] is None
    game = WebGame(SeatedGame(**opened, moves=tuple(SeatedMove(name, 0.0, None) for name in names)))
    counting = game.begin_counting(position.game.dead_stones(position))  # type: ignore[attr-defined]
    game.go_to(game.course.agreed(counting.dead))
    agreed = json.loads(game.state((BLACK, WHITE), 0.0, False))
    assert {key: settled[key] for key in ("over", "count", "moves")} == {
        key: agreed[key] for key in ("over", "count", "moves")
    }


def test_illegal_moves_are_refused_with_the_same_words(visit: Visit, chance: Random) -> None:
    visitor = visit()
    asked = []
    for data in STARTS.values():
        position = position_of(data)
        for _ in range(3):
            record = tg.simulate(position, seed=chance.randrange(2**32), most_plies=chance.randrange(8, 40))
            end = record.end
            width = end.width
            for index in range(end.height * width):
                point = tg.Point(*divmod(index, width))
                if not end.is_legal(point):
                    asked.append({"action": "look", "position": boards.write_position(end), "move": end.vertex(point)})
            asked.append({"action": "look", "position": boards.write_position(end), "move": "pass"})
    chance.shuffle(asked)
    rules = set()
    for body in asked[:300]:
        expected = said(lambda body=body: editing.answer(body, 25))  # type: ignore[misc]
        assert ask(visitor, "POST", "position", body) == expected
        rules.add(expected["answer"]["why"] and expected["answer"]["why"]["rule"])
    assert {"occupied", "capture", "suicide", "flips nothing", "pass"} <= rules


TEXTS: list[tuple[str | None, str]] = [
    ("nogo", "3\nX.O\n...\n..X\n"),
    ("nogo", "3\nX.O\n..Q\n..X\n"),
    ("nogo", "3\nX.O\n..\n..X\n"),
    ("nogo", "3\nX.O\n....\n..X\n"),
    ("nogo", "3\nX.O\n...\n"),
    ("nogo", "0\n"),
    ("go", "2\nxo\n..\n"),
    ("go", "2\nxo\n..\n..\n"),
    ("gomoku", "ox.\n...\n...\n"),
    ("gomoku", "o.x\n.o.\nx..\n"),
    ("othello", "4\n-1 -1 -1 -1\n-1 1 0 -1\n-1 0 1 -1\n-1 -1 -1 -1\n"),
    ("othello", "2\n-1 7\n0 0\n"),
    ("othello", "2\n-1\n0 0\n"),
    ("othello", "  a b\n1 X O 1\n2 . # 2\n  a b\nWhite to play\n"),
    ("go", "  A B C\n3 . X . 3\n2 O # . 2\n1 . . . 1\n  A B C\nWhite to play\n"),
    ("nogo", "X O .\n. ? .\n"),
    ("nogo", "X O .\n. .\n"),
    ("nogo", "XO\nOX\n"),
    (None, "(;GM[1]FF[4]SZ[5];B[cc];W[bb];B[dd])"),
    (None, "(;GM[1]SZ[5]KM[0]RU[Japanese]AB[aa:bb]PL[W];W[dd];B[];W[])"),
    (None, "(;GM[1]SZ[9]RU[NoGo];B[ee];W[ef];B[ee])"),
    (None, "(;GM[2];B[d3];W[c3];B[c4])"),
    (None, "(;GM[2]SZ[8];B[f5]C[a \\] b];W[f6])"),
    (None, "(;GM[4]SZ[15]RU[renju];B[hh];W[hg])"),
    (None, "(;GM[4]SZ[7:5];B[aa](;W[bb];B[cc])(;W[dd]))"),
    (None, "(;GM[9];B[aa])"),
    (None, "(;GM[1]SZ[9];B[zz])"),
    (None, "(;GM[1]SZ[9];B[aa]"),
    ("nogo", "(;GM[1]SZ[5];B[aa];W[ba];B[bb])"),
]


@pytest.mark.parametrize(("game", "text"), TEXTS)
def test_texts_are_read_as_the_server_reads_them(visit: Visit, game: str | None, text: str) -> None:
    visitor = visit()
    body = {"action": "parse", "text": text, **({"game": game} if game else {})}
    found = ask(visitor, "POST", "position", body)
    assert found == said(lambda: editing.answer(body, 25))


def test_positions_are_written_as_the_server_writes_them(visit: Visit) -> None:
    visitor = visit()
    for data in STARTS.values():
        end = boards.write_position(tg.simulate(position_of(data), seed=5, most_plies=9).end)
        for form in ("diagram", "contest", "sgf"):
            body = {"action": "write", "position": end, "format": form}
            found = ask(visitor, "POST", "position", body)
            expected = said(lambda body=body: editing.answer(body, 25))  # type: ignore[misc]
            if form == "sgf" and "answer" in expected:  # lines may be broken elsewhere
                records = [tg.read_sgf(each["answer"]["text"]).record for each in (found, expected)]
                assert records[0] == records[1]
            else:
                assert found == expected


@pytest.mark.parametrize("name", STARTS)
def test_questions_are_answered_as_by_the_server(visit: Visit, name: str) -> None:
    visitor = visit()
    position = boards.write_position(tg.simulate(position_of(STARTS[name]), seed=1, most_plies=8).end)
    start = STARTS[name]
    rows = start["diagram"].split("\n")
    chains = by_name(start["game"]).has_chains
    bodies: list[tuple[str, Json]] = [
        ("simulate", {"position": position, "seed": 7}),
        ("check", {"position": position}),
        ("check", {"position": {**position, "to_play": "white"}}),
        ("count", {"position": position, "depth": 2}),
        (
            "generate",
            {"game": start["game"], "size": [len(rows), len(rows[0])], "rules": start["rules"], "fill": 0.3, "seed": 3},
        ),
        *((("flips", {"position": position, "dead": dead}) for dead in ("both", "black", "white")) if chains else ()),
    ]
    for verb, body in bodies:
        assert ask(visitor, "POST", f"verbs/{verb}", body) == verb_said(verb, body), verb


def test_many_games_have_the_same_totals(visit: Visit) -> None:
    visitor = visit()
    for name in ("go", "gomoku"):  # the others differ between kinds of processors, too
        for more in ({}, {"error": 0.02}):
            body = {"position": STARTS[name], "games": 3000, "seed": 11, **more}
            assert ask(visitor, "POST", "verbs/simulate_many", body) == verb_said("simulate_many", body)


def test_complete_games_are_counted(visit: Visit) -> None:
    visitor = visit()
    body = {"position": {"game": "nogo", "diagram": "...\n...\n...", "to_play": "black", "rules": {}}}
    assert ask(visitor, "POST", "verbs/count", body) == verb_said("count", body)


LEVELS = ("beginner", "easy", "medium", "hard", "strong", "strongest")
FIRST = {"NoGo": "C3", "Go": "C3", "Gomoku": "C3", "Othello": "d3"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", FIRST)
def test_every_level_of_every_game_answers(visit: Visit, game: str, level: str) -> None:
    visitor = visit()
    visitor.new_game(game, size=8 if game == "Othello" else 5, white=level)
    visitor.point(FIRST[game]).click()
    visitor.expect_moves(2)
    expect(visitor.status).to_have_text("Your turn")


def test_a_friend_is_not_offered(visit: Visit) -> None:
    visitor = visit()
    visitor.button("New game").click()
    choices = visitor.page.get_by_role("dialog").get_by_label("White", exact=True).locator("option")
    assert [option.get_attribute("value") for option in choices.all()] == ["me", *LEVELS]


def test_a_game_is_still_there_after_a_reload_and_in_the_list(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    for count, vertex in enumerate(("E5", "E6", "F5"), 1):
        visitor.point(vertex).click()
        visitor.expect_moves(count)
    visitor.page.reload()
    visitor.expect_moves(3)
    visitor.point("E6").click()
    expect(visitor.detail).to_have_text("E6 is occupied by White.")
    visitor.button("Undo").click()
    visitor.expect_moves(2)
    visitor.page.get_by_role("link", name="Tengen").click()
    visitor.button("Games").click()
    dialog = visitor.page.get_by_role("dialog")
    with visitor.page.expect_download() as download:
        dialog.get_by_role("button", name=re.compile("^SGF")).click()
    record = tg.read_sgf(download.value.path().read_text("utf-8")).record
    assert record.start.vertices(record.moves) == "E5 E6"
    dialog.get_by_role("button", name=re.compile("^Open")).click()
    visitor.expect_moves(2)


def stored(visitor: Visitor) -> list[str]:
    """The games in the browser's store."""
    ids: list[str] = visitor.page.evaluate(
        """() => new Promise((resolve, reject) => {
            const opening = indexedDB.open("tengen");
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
                const asked = opening.result.transaction("games").objectStore("games").getAllKeys();
                asked.onsuccess = () => resolve(asked.result);
            };
        })"""
    )
    return ids


def test_a_game_that_is_forgotten_is_gone(visit: Visit) -> None:
    """From the store too, and it does not come back when somebody who is at it plays on."""
    visitor = visit()
    kept = []
    for _ in range(2):
        visitor.new_game("Gomoku", size=9)
        visitor.point("E5").click()
        visitor.expect_moves(1)
        kept.append(visitor.page.url.partition("#game=")[2])
    assert sorted(stored(visitor)) == sorted(kept)
    visitor.button("Games").click()
    dialog = visitor.page.get_by_role("dialog")
    forget = dialog.get_by_role("button", name=re.compile("^Forget"))
    expect(forget).to_have_count(2)
    while forget.count():
        forget.first.click()
    dialog.get_by_role("button", name="Close").click()
    wait_until(lambda: not stored(visitor))
    visitor.point("E6").click()
    visitor.expect_moves(2)
    assert not stored(visitor)
    visitor.page.reload()
    expect(visitor.status).to_have_text("Gomoku, 9 × 9")


def test_games_that_are_too_many_are_gone(visit: Visit) -> None:
    visitor = visit()
    visitor.new_game("Gomoku", size=9)
    visitor.point("E5").click()
    visitor.expect_moves(1)
    assert len(stored(visitor)) == 1
    visitor.page.evaluate(
        """async () => {
            const { keepGame } = await import(new URL("static/js/kept.js", document.baseURI));
            for (let number = 0; number < 200; number += 1) keepGame(`game ${number}`, {});
        }"""
    )
    wait_until(lambda: not stored(visitor))


def test_two_pages_of_one_game_do_not_lose_moves(visit: Visit, contexts: Callable[..., BrowserContext]) -> None:
    context = contexts()
    one = visit(context=context)
    one.new_game("Gomoku", size=9)
    other = visit(one.page.url.rpartition("/")[2], context=context)
    one.point("E5").click()
    one.expect_moves(1)
    other.point("C3").click()  # on the board as it was: this page sees the move of the other one instead
    other.expect_moves(1)
    expect(other.point("E5")).to_have_accessible_name(re.compile("black stone"))
    other.point("C3").click()
    other.expect_moves(2)


def test_a_first_move_waits_for_few_files(visit: Visit) -> None:
    """Counted, not timed: over a telephone each takes its sixth of a second, however small it is."""
    asked: list[str] = []
    visitor = visit(
        prepare=lambda page: page.on("request", lambda request: asked.append(request.url)), service_workers="block"
    )
    visitor.point("E5").click()
    expect(visitor.page.locator(".stones .stone").first).to_be_attached()
    files = [url for url in asked if not url.startswith(("data:", "blob:"))]
    assert len(set(files)) <= 8, files
    assert len(files) == len(set(files))  # and none is loaded twice


def test_it_works_without_a_network_after_the_first_visit(
    visit: Visit, contexts: Callable[..., BrowserContext]
) -> None:
    context = contexts()
    first = visit(context=context)
    wait_until(lambda: _is_kept(first))
    first.page.close()
    context.set_offline(True)
    visitor = visit(context=context)
    for game, vertex in FIRST.items():
        visitor.new_game(game, size=8 if game == "Othello" else 5, white="strongest")
        visitor.point(vertex).click()
        visitor.expect_moves(2)
    visitor.page.reload()
    visitor.expect_moves(2)


def _is_kept(visitor: Visitor) -> bool:
    """Has the service worker all files, the nets too?"""
    return bool(
        visitor.page.evaluate(
            """async () => {
            const text = await (await fetch("offline-files.js")).text();
            const { version, first, later } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
            if (!(await caches.has(`tengen-${version}`))) return false;
            const cache = await caches.open(`tengen-${version}`);
            const there = await Promise.all([...first, ...later].map((name) => cache.match(name)));
            return there.every(Boolean) && Boolean(navigator.serviceWorker.controller);
        }"""
        )
    )


def test_boards_of_the_documentation_are_played_on(visit: Visit, address: str) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{address}/docs/nogo.html")
    page.get_by_role("link", name="Play on, board 2", exact=True).first.click()
    expect(visitor.point("C4")).to_have_accessible_name(re.compile("black stone"))
    assert tg.nogo.parse(visitor.diagram()).board == tg.nogo.parse(".....\n.#X#.\n..#..\n.#O#.\n.....").board
    visitor.point("A1").click()
    expect(visitor.point("A1")).to_have_accessible_name(re.compile("black stone"))


def test_every_board_of_the_documentation_is_one(visit: Visit, address: str) -> None:
    """The page takes all their positions. Contest text has no side to move, and says the game by its file."""
    assert SITE is not None
    folder = Path(SITE) / "docs"
    linked = {
        path.stem: re.findall(r'class="play-on" href="[^"]*(#p=[^"]+)"', path.read_text())
        for path in folder.rglob("*.html")
    }
    assert {"#p=go:black:1O/2", "#p=go:black:1X1/XOO/OX1", "#p=go:black:OO/OO"} <= set(linked["flips"])
    assert "#p=othello:white:4/1OXO/1XOX/4" in linked["othello"]
    assert "#p=othello:black:4/1OOO/1XXO/2XO" in linked["generate"]
    assert "#p=nogo:black:XXXX/3X/O3/OOOO" in linked["set-a-problem"]
    assert "#p=go:black:1XO1/XXO1/1XOO/1XO1:komi=0.5" in linked["go"]
    assert "#p=gomoku:black:3/1X1/O2:in_a_row=3" in linked["gomoku"]
    refused = visit().page.evaluate(
        """async (fragments) => {
          const [{ position }, { fromFragment }, { about }] = await Promise.all(["api", "grid", "api"].map((name) =>
            import(new URL(`static/js/${name}.js`, document.baseURI))));
          const games = (await about()).games.map(({ name }) => name);
          const look = (text) => position("look", { position: fromFragment(text.slice(3), games, 25) });
          const found = await Promise.all(fragments.map((text) => look(text).then(() => "", ({ message }) => `${text}: ${message}`)));
          return found.filter(Boolean);
        }""",
        sorted({fragment for each in linked.values() for fragment in each}),
    )
    assert refused == []
