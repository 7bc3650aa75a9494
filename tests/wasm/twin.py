"""The WebAssembly build beside Python: the same questions, the same answers, in Node and in Chromium.

`make test-wasm` makes build/wasm and runs this; `make test` does without.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import http.server
import json
import math
import runpy
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import tengen as tg
from browser.conftest import ARGUMENTS, CHROMIUM
from conftest import REPOSITORY, missing
from oracles.net import plain_net, weights_of
from tengen import players
from tengen.formats import safetensors
from tengen.games import NAMES, by_name
from tengen.games.game import HasDeadStones, Position
from tengen.grid import PASS, Point, Points
from tengen.players.evaluating import Evaluate
from tengen.web import boards
from unit.test_signatures import CASES, LARGEST, SIGNATURES, SIZES, started

if TYPE_CHECKING:
    from playwright.sync_api import Page

PACKAGE = REPOSITORY / "build" / "wasm"
HERE = Path(__file__).resolve().parent
Ask = Callable[[list[dict[str, Any]]], list[Any]]


def node(build: str) -> Ask:
    program = shutil.which("node")
    if program is None:
        missing("node", "Debian: nodejs")

    def ask(questions: list[dict[str, Any]]) -> list[Any]:
        command = [program, str(HERE / "answers.js"), str(PACKAGE), build]
        done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True)
        assert not done.returncode, done.stderr
        answers: list[Any] = json.loads(done.stdout)
        return answers

    return ask


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A worker's place: a page from a plain file server, with the module beside it."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        missing("chromium", "Debian: chromium-headless-shell")
    handler = functools.partial(Quiet, directory=str(REPOSITORY))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"http://127.0.0.1:{server.server_port}/build/wasm/README.md")
        yield page
        browser.close()
        server.shutdown()


def chromium(page: Page) -> Ask:
    """Asks in a worker, which is where engines live."""

    def ask(questions: list[dict[str, Any]]) -> list[Any]:
        answers: list[Any] = json.loads(page.evaluate(IN_A_WORKER, questions))
        return answers

    return ask


IN_A_WORKER = """questions => new Promise((resolve, reject) => {
  const code = `
    import { load } from "${location.origin}/build/wasm/tengen.js";
    import { answers } from "${location.origin}/tests/wasm/answers.js";
    onmessage = async ({ data }) => {
      try { postMessage({ found: answers(await load(), data) }); } catch (error) { postMessage({ error: String(error.stack) }); }
    };
    postMessage(null);`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  worker.onerror = (event) => reject(new Error(event.message));
  worker.onmessage = ({ data }) => {
    if (data === null) return worker.postMessage(questions);
    worker.terminate();
    return data.error ? reject(new Error(data.error)) : resolve(data.found);
  };
})"""


@pytest.fixture(params=["simd", "plain", "chromium"])
def ask(request: pytest.FixtureRequest) -> Ask:
    return chromium(request.getfixturevalue("page")) if request.param == "chromium" else node(request.param)


def question(name: str, position: Position, **options: Any) -> dict[str, Any]:
    return {"ask": name, "position": boards.write_position(position), **options}


class Stage(NamedTuple):
    """A position with its past, which matters to ko."""

    start: Position
    moves: Points

    @property
    def position(self) -> Position:
        return self.start.replay(self.moves)[1]

    def question(self, name: str, **options: Any) -> dict[str, Any]:
        return question(name, self.start, past=numbers(self.start, self.moves), **options)


def numbers(position: Position, moves: Points) -> list[int]:
    return [position.height * position.width if move < 0 else move for move in moves.indices]


def compared(ask: Ask, expected: list[tuple[dict[str, Any], Any]]) -> None:
    answers = ask([asked for asked, _ in expected])
    for (asked, right), found in zip(expected, answers, strict=True):
        assert found == right, asked


def side(position: Position) -> dict[str, Any]:
    return {key: boards.write_position(position)[key] for key in ("diagram", "to_play")}


def outcome(position: Position, stopped: bool = False) -> dict[str, Any] | None:
    over = boards.over(position, stopped)
    if over is None:
        return None
    found = {
        "text": over["reason"],
        **{key: over[key] for key in over if key not in ("reason", "ending", "row", "lines")},
    }
    return found | ({"row": [row * position.width + col for row, col in over["row"]]} if "row" in over else {})


def starts(case: str) -> list[Position]:
    sizes = [(1, 1), (1, 7), (4, 4), (5, 6), (9, 9)]
    return [started(case, *size) for size in sizes]


def stages(case: str, chance: Random) -> list[Stage]:
    """Of random games, at every stage; some with holes; and what no game leads to."""
    found = []
    for start in starts(case):
        record = tg.simulate(start, seed=chance.randrange(1000))
        plies = {0, len(record), *(chance.randrange(len(record) + 1) for _ in range(4))}
        found += [Stage(start, record.moves[:ply]) for ply in sorted(plies)]
    game, rules = found[0].start.game, found[0].start.rules
    for _ in range(12):
        height, width = chance.randint(1, 6), chance.randint(1, 6)
        cells = bytes(chance.choices(range(4), (6, 4, 4, 1), k=height * width))
        color = chance.choice((tg.BLACK, tg.WHITE))
        position = game.position(tg.Board(height, width, cells), color, **rules)
        found.append(Stage(position, position.points([])))
    return found


def about(position: Position) -> dict[str, Any]:
    game = position.game
    legal = numbers(position, position.legal_moves) if position.is_sound else []
    rows = position.winning_rows() if game.name == "gomoku" else []  # type: ignore[attr-defined]
    return {
        **side(position),
        "legal": legal,
        "sound": position.is_sound,
        "over": position.is_over,
        "winner": position.winner and boards.color_name(position.winner),
        "forbidden": list(game.forbidden(position).indices),
        "rows": [list(row.indices) for row in rows],
        "names": [position.vertex(position.move(move)) for move in legal],
        "again": legal,
        "outcome": outcome(position),
        "is_itself": True,
    }


def refusal(position: Position, number: int) -> dict[str, Any]:
    points = position.height * position.width
    move = PASS if number == points else Point(*divmod(number, position.width))
    why = position.why_illegal(move)
    if why is None:
        return side(position.play(move))
    chains = [list(chain.indices) for chain in why.chains]
    return {"rule": why.rule, "text": why.text, "chains": chains, "thrown": "IllegalMove", "message": why.text}


@pytest.mark.parametrize("case", CASES)
def test_rules(ask: Ask, case: str, chance: Random) -> None:
    expected: list[tuple[dict[str, Any], Any]] = []
    for stage in stages(case, chance):
        position = stage.position
        points = position.height * position.width
        expected.append((stage.question("about"), about(position)))
        expected.append((stage.question("refusals"), [refusal(position, move) for move in range(points + 1)]))
        found = tg.check(position)
        reasons = [{"rule": e.rule, "text": e.text, "points": list(e.points.indices)} for e in found.reasons]
        answer: dict[str, Any] = {"legal": found.legal, "reachable": found.reachable, "reasons": reasons}
        expected.append((question("check", position), answer))
        if position.game.has_chains:
            dead = tg.flips(position)
            answer = {"deadBlack": dead.dead_black.counts, "deadWhite": dead.dead_white.counts, "hash": dead.hash}
            expected.append((question("flips", position), answer))
    compared(ask, expected)


def test_flips_are_what_changes(ask: Ask, chance: Random) -> None:
    found = ask([stage.question("flipped") for stage in stages("othello", chance)])
    assert any(move for each in found for move, _ in each)
    assert all(said == changed for each in found for said, changed in each)


def test_area(ask: Ask, chance: Random) -> None:
    expected = []
    for size in (5, 9):
        start = tg.go.start(size, komi=0.5)
        record = tg.simulate(start, seed=chance.randrange(1000))
        for plies in (len(record) // 2, len(record)):
            stage = Stage(start, record.moves[:plies])
            position = tg.go.start(size, komi=0.5).replay(stage.moves)[1]
            black, white, _ = position.area()
            game = position.game
            assert isinstance(game, HasDeadStones)
            dead = game.dead_stones(position)
            answer = {
                "black": black,
                "white": white,
                "owners": list(position.owners().cells),
                "dead": list(dead.indices),
                "without": about(game.without(position, dead)),
                "taken": [position.captures(tg.BLACK), position.captures(tg.WHITE)],
                "passes": position.passes,
                "stopped": outcome(position, stopped=True),
            }
            expected.append((stage.question("area"), answer))
    compared(ask, expected)


@pytest.mark.parametrize("case", CASES)
def test_games_have_their_signatures(ask: Ask, case: str) -> None:
    positions = [started(case, *size) for size in SIZES if max(size) <= LARGEST.get(case, 40)]
    seeds: list[dict[str, Any]] = [{"policy": "first"}, *({"seed": seed} for seed in range(10))]
    asked = [(start, question("simulate", start, **seed)) for start in positions for seed in seeds]
    digest = hashlib.sha256()
    for (start, _), found in zip(asked, ask([each for _, each in asked]), strict=True):
        moves = start.points(found["moves"])
        digest.update(b"".join(start.game.transcript(start, moves)) + start.game.closing_line)
    assert digest.hexdigest()[:16] == SIGNATURES["simulate"][case]


@pytest.mark.parametrize("game", NAMES)
def test_searches_have_their_signatures(ask: Ask, game: str) -> None:
    sizes = ((5, 5, 200), (6, 9, 200), (9, 9, 400), (15, 15, 100))
    starts = [by_name(game).start(height, width) for height, width, _ in sizes]
    asked = [
        question("search", start, visits=visits, seed=7, plies=4)
        for start, (_, _, visits) in zip(starts, sizes, strict=True)
    ]
    digest = hashlib.sha256()
    for start, thoughts in zip(starts, ask(asked), strict=True):
        for candidate in (candidate for thought in thoughts for candidate in thought["candidates"]):
            line = start.points(candidate["line"])
            digest.update(f"{' '.join(map(start.vertex, line))}: {candidate['visits']}\n".encode())
    assert digest.hexdigest()[:16] == SIGNATURES["search"][game]


@pytest.mark.parametrize("case", CASES)
def test_simulate(ask: Ask, case: str, chance: Random) -> None:
    expected: list[tuple[dict[str, Any], Any]] = []
    for start in starts(case):
        seed = chance.randrange(2**53)
        for policy in start.game.policies:
            options = {"policy": policy} | ({} if policy == "first" else {"seed": seed})
            record = tg.simulate(start, **options)  # type: ignore[arg-type]
            moves = numbers(start, record.moves)
            stopped = record.outcome is not None
            answer = {"moves": moves, **side(record.end), "outcome": outcome(record.end, stopped)}
            expected.append((question("simulate", start, **options), answer))
        if not start.is_over:
            [move] = numbers(start, tg.simulate(start, seed=seed, most_plies=1).moves)
            expected.append((question("random", start, seed=seed), move))
        if start.board.point_count >= 16:
            filled = tg.generate(start, stones=10, seed=seed)
            expected.append((question("generate", start, stones=10, seed=seed), side(filled)))
    compared(ask, expected)


@pytest.mark.parametrize("case", CASES)
def test_greedy_takes_one_of_the_best(ask: Ask, case: str) -> None:
    start = started(case, 6, 6)
    asked, expected = [], []
    for seed in range(3):
        position = tg.generate(start, stones=8, seed=seed)
        gains = position.game.gains(position)
        moves = zip(numbers(position, position.legal_moves), gains, strict=True)
        expected.append({move for move, gain in moves if gain == max(gains)})
        asked.append(question("gains", position))
    for found, best_moves in zip(ask(asked), expected, strict=True):
        assert set(found) <= best_moves
        assert len(found) > 1 or len(best_moves) == 1


COUNTED = [
    tg.nogo.start((3, 3)),
    tg.nogo.start((2, 4)).play("A1"),
    tg.go.start((1, 3)),
    tg.gomoku.start(3, in_a_row=3),
    tg.othello.start(4),
]


def test_counts(ask: Ask) -> None:
    expected = []
    for position in COUNTED:
        found = tg.count(position)
        games = {"games": found.games, "atLeast": found.at_least}
        games |= {"blackWins": found.black_wins, "whiteWins": found.white_wins, "draws": found.draws}
        answer: dict[str, Any] = {key: str(number) for key, number in games.items()}
        answer |= {"complete": True, "byPlies": [str(each) for each in found.by_plies]}
        expected.append((question("count", position), answer))
    for start in (tg.nogo.start(5), tg.go.start(5), tg.gomoku.start(6), tg.othello.start(), tg.nogo.start((1, 3))):
        lines = [str(each) for each in tg.perft(start, 4)]
        expected.append((question("perft", start, depth=4), {"complete": True, "lines": lines}))
    start = tg.othello.parse("X.\nO.")
    lines = [str(each) for each in tg.perft(start, 3, pass_is_ply=False)]
    expected.append((question("perft", start, depth=3, passIsPly=False), {"complete": True, "lines": lines}))
    compared(ask, expected)


@pytest.mark.parametrize("start", [tg.nogo.start(9), tg.go.start(4), tg.gomoku.start(9), tg.othello.start(6)])
def test_what_takes_too_long_is_stopped(ask: Ask, start: Position) -> None:
    [found] = ask([question("stopped", start)])
    assert not found["counted"]["complete"]
    assert int(found["counted"]["atLeast"]) > 1
    lines = [int(each) for each in found["lines"]["lines"]]
    assert not found["lines"]["complete"]
    assert lines == list(tg.perft(start, max(0, len(lines) - 1)))[: len(lines)]


def test_a_caller_who_has_had_enough_is_heard(ask: Ask) -> None:
    [found] = ask([question("progress", tg.nogo.start(3))])
    assert not found["counted"]["complete"]
    assert len(found["told"]) == 3
    assert all(0 < done <= 1 for done in found["told"])


@pytest.mark.parametrize("case", CASES)
def test_many_games_have_python_s_distribution(ask: Ask, case: str) -> None:
    """Between kinds of processors only that is promised; the error of a difference is 0.7 in a hundred at most."""
    start, games = started(case, 6, 6), 10_000
    [found] = ask([question("many", start, games=games, seed=7)])
    ours = tg.simulate_many(start, games, seed=7)
    assert found["is_same"]
    assert found["games"] == games == found["blackWins"] + found["whiteWins"] + found["draws"] == sum(found["lengths"])
    assert abs(found["blackWins"] - ours.black_wins) < 0.035 * games
    mean = sum(k * number for k, number in enumerate(found["lengths"])) / games
    assert abs(mean - ours.mean_plies) < 0.05 * ours.standard_deviation_plies + 0.01
    assert sum(found["opened"]) == games
    assert all(won <= opened for won, opened in zip(found["openerWon"], found["opened"], strict=True))


SOLVED = [
    tg.nogo.start((3, 4)),
    tg.nogo.start((1, 9)),
    tg.nogo.start(1),
    tg.go.start((2, 2)),
    tg.gomoku.start(3, in_a_row=3),
    tg.gomoku.start((4, 4), in_a_row=3),
    tg.othello.start(4),
]


def test_solutions(ask: Ask) -> None:
    for position, found in zip(SOLVED, ask([question("solve", each) for each in SOLVED]), strict=True):
        right = tg.solve(position)
        assert (found["lower"], found["upper"], found["result"]) == (right.lower, right.upper, right.result)
        assert found["winner"] == (right.winner and boards.color_name(right.winner))
        assert found["isKnown"]
        assert found["bestMoves"] == numbers(position, right.best_moves)
        assert [each["line"][0] for each in found["moves"]] == [each["move"] for each in found["moves"]]


def shipped(game: str) -> bytes:
    return (Path(tg.__file__).parent / "data" / f"{game}.safetensors").read_bytes()


@functools.cache
def judge(game: str, weights: bytes) -> Evaluate | tg.Patterns:
    """What judges positions as JavaScript does, in plain Python: the core may multiply short numbers instead."""
    if game == "othello":
        return tg.Patterns(weights)
    tensors = weights_of(weights)

    def evaluate(batch: tg.Batch[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        planes = np.asarray(batch.planes[0])
        if game == "go":
            komi = (1 if batch.to_play[0] else -1) * 2 * 7.5 / 16
            planes = np.concatenate([planes, komi * planes[4:5]])
        policy, value = plain_net(tensors, planes)
        if len(policy) < batch.moves:
            policy = np.append(policy, policy.min())
        return policy[None], np.array([value])

    return evaluate


def check_play(ask: Ask, game: str, data: bytes, weights: bytes, visits: int) -> None:
    """Sums are added up in different orders, so values differ in their last bits; not by more."""
    start = by_name(game).start(8, 8)
    twin = players.mcts(visits=visits, seed=7, evaluate=judge(game, weights), leaves=None if game == "othello" else 1)
    net = base64.b64encode(data).decode()
    [thoughts] = ask([question("search", start, visits=visits, seed=7, plies=2, net=net)])
    best = {candidate.move: candidate for candidate in twin.choose(start).candidates}
    assert len(thoughts) == 2
    for candidate in thoughts[0]["candidates"][:3]:
        same = best[start.points([candidate["move"]])[0]]
        assert candidate["value"] == pytest.approx(same.value, abs=0.05)
        assert candidate["prior"] == (None if same.prior is None else pytest.approx(same.prior, abs=1e-4))
    assert thoughts[0]["visits"] >= visits * 0.5


NETS = [("nogo", 60), ("go", 60), ("gomoku", 60), ("othello", 20_000)]  # and visits


@pytest.mark.parametrize(("game", "visits"), NETS)
def test_shipped_nets_play(ask: Ask, game: str, visits: int) -> None:
    check_play(ask, game, shipped(game), shipped(game), visits)


def test_where_nets_play_unless_another_player_is_named(ask: Ask) -> None:
    starts = [by_name(game).start(*size) for game in ("nogo", "go") for size in ((9, 9), (13, 13), (14, 5), (19, 19))]
    starts += [tg.gomoku.start(size) for size in (14, 15, 19)]
    starts += [
        tg.gomoku.start(15, in_a_row=4),
        tg.gomoku.start(15, variant="renju"),
        tg.gomoku.start(15, variant="caro"),
    ]
    questions = [question("suits", start, net=base64.b64encode(shipped(start.game.name)).decode()) for start in starts]
    assert ask(questions) == [start.game.net_suits(start) for start in starts]


@pytest.mark.parametrize(("game", "visits"), NETS)
def test_rounded_nets_of_the_page_play(ask: Ask, game: str, visits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(REPOSITORY / "docs/site")
    packed = runpy.run_path(str(REPOSITORY / "docs/site/board.py"))["packed_net"](shipped(game))
    assert len(packed) <= 400_000
    tensors, metadata = safetensors.parse(gzip.decompress(packed))
    whole = {}
    for name, tensor in tensors.items():
        if name.endswith(".apart"):
            continue
        if tensor.dtype == "I8":
            apart = np.frombuffer(tensors[f"{name}.apart"].data, np.float32)
            numbers = np.frombuffer(tensor.data, np.int8).reshape(len(apart), -1) * apart[:, None]
        else:
            numbers = np.frombuffer(tensor.data, np.float16).astype(np.float32)
        whole[name] = safetensors.Tensor("F32", tensor.shape, numbers.tobytes())
    check_play(ask, game, gzip.decompress(packed), safetensors.write(whole, metadata), visits)


def test_clocks_are_shared_out_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the numbers that the page has, as local/live.js reckons with them."""
    monkeypatch.syspath_prepend(REPOSITORY / "docs/site")
    moves_left = runpy.run_path(str(REPOSITORY / "docs/site/board.py"))["_moves_left"]
    for name in NAMES:
        game = by_name(name)
        facts = moves_left(game)
        for stones in (0, 20, 60, 64):
            cells = bytes([1] * stones + [0] * (64 - stones))
            reckoned = min(
                facts["most"] or math.inf, max(facts["least"], (64 - stones - facts["spare"]) / facts["share"])
            )
            assert reckoned == pytest.approx(game.moves_left(game.position(tg.Board(8, 8, cells), tg.BLACK)))


def test_endings_are_won_by_most(ask: Ask) -> None:
    """What the solver of margins adds to a search is the same as in Python."""
    start = tg.generate(tg.othello.start(), stones=54, seed=5)
    seki = tg.go.start((2, 3), komi=0)
    for position, visits in ((start, 500), (seki, 3000)):
        [thoughts] = ask([question("search", position, visits=visits, seed=7, plies=1)])
        choice = players.mcts(visits=visits, seed=7).choose(position)
        found = [(position.vertices(position.points(each["line"])), each["lead"]) for each in thoughts[0]["candidates"]]
        leads = [candidate.lead for candidate in choice.candidates]
        assert [line for line, _ in found] == [position.vertices(each.line) for each in choice.candidates]
        assert [lead for _, lead in found] == [lead if lead is None else pytest.approx(lead) for lead in leads]
        assert thoughts[0]["exact"] == choice.exact


def test_what_is_refused_says_so(ask: Ask) -> None:
    [found] = ask([{"ask": "errors"}])
    assert found["after"] == 25
    for message in found["messages"]:
        assert message.startswith(("TengenError: ", "IllegalMove: ")), message
        assert len(message) > len("TengenError: ") + 8, message


def test_memory_that_runs_out_is_an_error_and_comes_back(ask: Ask) -> None:
    [found] = ask([{"ask": "memory"}])
    assert found["grown"] == 0
    assert found["message"] == "TengenError: out of memory"
    assert found["held"] >= 2
    assert found["freed"] == "the position was given back with free()"
    assert found["after"] == 25


def test_builds(ask: Ask, request: pytest.FixtureRequest) -> None:
    assert ask([{"ask": "build"}]) == ["plain" not in request.node.name]
