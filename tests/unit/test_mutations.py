"""Every parser, given texts that are nearly right: whatever it does not read it refuses with an error of ours."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import prod

import tengen as tg
from conftest import REPOSITORY, SEED
from tengen import nets, players
from tengen.cli.positions import is_size, read_size
from tengen.errors import TengenError
from tengen.formats import contest, diagram, moves, safetensors
from tengen.formats.vertex import GTP, OTHELLO
from tengen.games import NAMES, by_name
from tengen.grid import Board
from tengen.protocols.gtp import commands_for, split_line
from tengen.protocols.gtp_game import GtpGame
from tengen.protocols.gtp_session import Failure, Session
from tengen.protocols.lines import Lines
from tengen.verbs.flips import contest_hashes

CASES = 200_000 if SEED else 20_000
MOST_BYTES = 1_500  # of a text to start from: what is short is mutated more often

# What has been too much for some parser somewhere.
MORSELS = [
    b"\0",
    b"\x0b",
    b"\x0c",
    b"\x1c",
    b"\x85",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xc2\xb2",
    b"\xd9\xa3",
    b"\xe2\x80\xa8",
    b"\r",
    b"\n",
    b"\r\n",
    b" ",
    b"\t",
    b"",
    b"-",
    b"+",
    b"0",
    b"1",
    b"9",
    b"-1",
    b"99999999999999999999999",
    b"9223372036854775808",
    b"4294967296",
    b"1e999",
    b"nan",
    b"0x10",
    b"1_0",
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b":",
    b"#",
    b"X",
    b"O",
    b".",
    b"x",
    b"o",
    b"tt",
    b"pass",
    b"A",
    b"I",
    b"a1",
    b"CA[utf\0-8]",
    b"CA[utf-7]",
    b"SZ[52]",
    b"GM[2]",
    b"PL[W]",
    b"AB[aa:ss]",
    b"B[]",
    b"Black to play",
]

# Those that take no time; the others search, write files or wait for lines.
GTP_NAMES = (
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "undo",
    "showboard",
    "set_position",
    "final_score",
    "legal_moves",
    "list_stones",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "loadsgf",
    "known_command",
    "fixed_handicap",
    "set_free_handicap",
    "final_status_list",
    "gogui-rules_legal_moves",
)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")  # with lone surrogates in it, as arguments may have them


def _gtp(game: str) -> Callable[[bytes], object]:
    """Lines to one server after the other: a session goes on for as long as nothing breaks it."""
    nothing, other = os.pipe()
    os.close(other)
    session = Session(
        GtpGame(by_name(game), 5, 5, {}), players.random.seeded(1), commands_for(game), Lines(nothing), lambda _: None
    )

    def answer(data: bytes) -> None:
        for line in data.split(b"\n")[:20]:
            _, name, words = split_line(line)
            command = session.commands.get(name) if name in GTP_NAMES else None
            if command is not None and command.least <= len(words) <= command.most:
                with suppress(Failure, TengenError):
                    command.run(session, words)

    return answer


def _sgf(data: bytes) -> None:
    for tree in tg.read_sgf_games(data):
        assert tg.read_sgf(tree.to_sgf()).record == tree.record
        tree.view()


def readers() -> dict[str, Callable[[bytes], object]]:
    """What reads texts, by name."""
    found: dict[str, Callable[[bytes], object]] = {}
    for name in NAMES:
        game = by_name(name)
        start = game.start(5, 5)
        found[f"{name} contest"] = lambda data, game=game: game.contest.parse(data, (3, 3))  # type: ignore[misc]
        found[f"{name} position"] = lambda data, name=name: getattr(tg, name).parse(data)  # type: ignore[misc]
        found[f"{name} string"] = lambda data, name=name: getattr(tg, name).parse(_text(data))  # type: ignore[misc]
        found[f"{name} judge"] = lambda data, start=start: tg.judge(start, data)  # type: ignore[misc]
        found[f"{name} gtp"] = _gtp(name)
    return {
        **found,
        "diagram": lambda data: diagram.parse(_text(data)),
        "flips": lambda data: contest_hashes(by_name("go"), data),
        "vertex": lambda data: GTP.parse(_text(data), 9, 9),
        "name": lambda data: OTHELLO.parse(_text(data), 8, 8),
        "moves": lambda data: moves.parse(data, 9, 9, GTP),
        "transcript": lambda data: contest.parse_transcript(data, Board(5, 5, bytes(25))),
        "proof": lambda data: tg.judge_proof(data, memory=16),
        "proof string": lambda data: tg.judge_proof(_text(data), memory=16),
        "sgf": _sgf,
        "sgf string": lambda data: tg.read_sgf(_text(data)),
        "size": lambda data: is_size(_text(data)) and read_size(_text(data)),
        "net": tg.Net,
    }


def _net() -> bytes:
    tensors = {
        name: safetensors.Tensor("F16", shape, bytes(2 * prod(shape)))
        for name, shape in nets.tensor_shapes(5, 2, 0).items()
    }
    return safetensors.write(tensors, {"format": nets.FORMAT, "game": "nogo", "history": "[]"})


def corpus() -> dict[str, list[bytes]]:
    """Texts that are right, or nearly, by the first word of the names of their readers."""
    data = REPOSITORY / "tests" / "data"
    examples = [path.read_bytes() for path in sorted((REPOSITORY / "examples").glob("*.txt"))]
    games = [
        path.read_bytes() for folder in (data / "sgf", REPOSITORY / "examples") for path in sorted(folder.glob("*.sgf"))
    ]
    lines = [line[2:] for line in (data / "gtp_transcript.txt").read_bytes().split(b"\n") if line.startswith(b"> ")]
    diagrams = [str(tg.generate(by_name(name).start(4, 5), fill=0.4, seed=3)).encode() for name in NAMES]
    cases = json.loads((data / "nogo_judge_cases.json").read_text())["cases"]
    transcripts = [each["transcript"].encode() for each in cases if "transcript" in each]
    _, proof = tg.prove(tg.nogo.start((1, 4)))
    assert proof is not None
    boards = [
        *examples,
        *diagrams,
        *(by_name(name).contest.write(by_name(name).start(3, 3).board).encode() for name in NAMES),
    ]
    found = {
        **{name: [*boards, *transcripts, b"\n".join(lines)] for name in NAMES},
        "diagram": diagrams,
        "flips": examples,
        "vertex": [b"A1", b"J9", b"e5"],
        "name": [b"a1", b"h8"],
        "moves": [b"A1\nJ9\npass\n"],
        "transcript": transcripts,
        "sgf": games,
        "size": [b"9", b"9x13", b"19X19"],
        "net": [_net()],
        "proof": [proof.text, proof.text.replace(b"\n", b"\r\n"), gzip.compress(proof.text, mtime=0)],
    }
    return {name: [text for text in texts if len(text) <= MOST_BYTES] for name, texts in found.items()}


def mutated(rng: random.Random, texts: list[bytes]) -> bytes:
    """One of these texts with a few things changed in it."""
    data = rng.choice(texts)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 0, 1, 1, 2, 5, 40)))
        kind = rng.randrange(5)
        if kind == 0:  # another byte, or some taken away
            data = data[:start] + (bytes([rng.randrange(256)]) if rng.random() < 0.5 else b"") + data[end:]
        elif kind == 1:
            data = data[:start] + rng.choice(MORSELS) + data[end:]
        elif kind == 2:  # the same again
            data = data[:end] + data[start:end] * rng.choice((1, 1, 9)) + data[end:]
        elif kind == 3:  # from another text
            other = rng.choice(texts)
            at = rng.randrange(len(other) + 1)
            data = data[:start] + other[at : at + rng.randrange(30)] + data[end:]
        else:
            data = data[:start] if rng.random() < 0.3 else data[:start] + data[end:]
    return data


def mutated_inputs(rng: random.Random, cases: int) -> Iterator[tuple[str, Callable[[bytes], object], bytes]]:
    """So many inputs, each with the name of its reader and the reader."""
    texts = corpus()
    table = [(name, read, texts[name.partition(" ")[0]]) for name, read in readers().items()]
    for _ in range(cases):
        name, read, own = rng.choice(table)
        yield name, read, mutated(rng, own)


def test_whatever_cannot_be_read_is_refused_in_words(chance: random.Random) -> None:
    for name, read, data in mutated_inputs(chance, CASES):
        try:
            read(data)
        except (TengenError, contest.BadTranscript):
            continue
        except Exception as error:
            raise AssertionError(f"the reader of {name!r} has no words for {data!r}") from error
