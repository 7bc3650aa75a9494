"""The special judge: every clause, by hand and by fuzzing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen as tg
from oracles import nogo_judge

CASES = json.loads((Path(__file__).resolve().parent.parent / "data" / "nogo_judge_cases.json").read_text())["cases"]


def transcript_of(case: dict[str, Any]) -> bytes:
    if "transcript_hex" in case:
        return bytes.fromhex(case["transcript_hex"])
    return str(case["transcript"]).encode()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_table(case: dict[str, Any]) -> None:
    judgement = tg.judge(tg.nogo.parse("\n".join(case["board"])), transcript_of(case))
    assert judgement.score == case["score"]
    assert judgement.first_wrong_line == case["first_wrong_line"]
    assert judgement.right == (case["right"] or 0)
    assert judgement.is_right == (case["why"] == "right")
    words = {"right": "lines are right", "illegal": "is illegal", "ended too early": "can move", "no lines": "no line"}
    if case["why"] in words:
        assert words[case["why"]] in judgement.reason


@given(st.binary(max_size=60))
def test_any_bytes(transcript: bytes) -> None:
    board = ("...", ".X.", "..O")
    score, right, _ = nogo_judge.judge(board, transcript)
    judgement = tg.judge(tg.nogo.parse("\n".join(board)), transcript)
    assert (judgement.score, judgement.right) == (score, right or 0)


@given(
    st.lists(
        st.sampled_from(
            [
                b"1",
                b"2",
                b"3",
                b"-1",
                b" ",
                b"  ",
                b"\n",
                b"\r\n",
                b"\t",
                b"-1 -1\n",
                b"+",
                b"4",
                b"0",
                b"1 1\n",
                b"3 1\n",
                b"2 2\n",
                b"\r",
            ]
        ),
        max_size=14,
    )
)
def test_almost_transcripts(pieces: list[bytes]) -> None:
    board = ("..", "..", "..")
    transcript = b"".join(pieces)
    score, right, _ = nogo_judge.judge(board, transcript)
    judgement = tg.judge(tg.nogo.parse("\n".join(board)), transcript)
    assert (judgement.score, judgement.right) == (score, right or 0)


@given(st.text(max_size=20))
def test_any_text(transcript: str) -> None:
    assert tg.judge(tg.nogo.start(3), transcript).score in (0, 10)


@pytest.mark.parametrize(
    ("transcript", "words"),
    [
        (b"", "there is no line at all; expected moves and a last line -1 -1"),
        (b"I AK IOI", "line 1: 'I AK IOI' is not two numbers"),
        (b"1 1\n-1 -1\n", "line 1: 1 1 is illegal: A3 is occupied by Black"),
        (b"3 3\n-1 -1\n", "line 2: -1 -1, but White can move, for example 2 3"),
        (b"2 3\n-1 -1\n", "all 2 lines are right; Black wins: White has no legal move"),
        (b"2 3\n", "line 1: the last line is '2 3'; expected -1 -1"),
        (b"2 4\n-1 -1\n", "line 1: '2 4' is not on a 3x3 board"),
        (b"-1 -1\n-1 -1\n", "line 1: '-1 -1' is not on a 3x3 board; -1 -1 belongs on the last line"),
    ],
)
def test_words(transcript: bytes, words: str) -> None:
    assert str(tg.judge(tg.nogo.parse("3\nXOO\nXO.\nX..\n"), transcript)) == words
