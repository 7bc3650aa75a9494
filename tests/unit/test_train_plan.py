"""What a training run is to do. Training itself needs PyTorch: tests/learn."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from tengen import learn, nogo
from tengen.errors import UsageError
from tengen.learn.plan import canvases, read_net


def test_sizes() -> None:
    assert learn.Plan("nogo", sizes="9").rectangles == ((9, 9),)
    assert learn.Plan("nogo", sizes="3-4,5x2").rectangles == ((3, 3), (3, 4), (4, 3), (4, 4), (5, 2))
    assert (learn.Plan("nogo", net="4x32").blocks, learn.Plan("nogo", net="4x32").channels) == (4, 32)
    assert read_net("6x64") == (6, 64)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": "9y"}, "'9y' is not a size; expected one like 9, 7x9 or 5-13, or several with commas"),
        ({"sizes": "9,"}, "'' is not a size; expected one like 9, 7x9 or 5-13, or several with commas"),
        ({"sizes": "7-5"}, "'7-5' is not a size; expected one like 9, 7x9 or 5-13, or several with commas"),
        ({"sizes": "5-30"}, "'5-30': boards of 2x2 to 19x19 can be trained on"),
        ({"sizes": "1"}, "'1': boards of 2x2 to 19x19 can be trained on"),
        (
            {"net": "6x65"},
            "'6x65' is not a net; expected blocks x channels like 6x64, 1 to 40 and 8 to 512, a multiple of 8",
        ),
        (
            {"net": "big"},
            "'big' is not a net; expected blocks x channels like 6x64, 1 to 40 and 8 to 512, a multiple of 8",
        ),
        ({"minutes": 0.0}, "0 minutes; expected more than 0"),
        ({"minutes": float("nan")}, "nan minutes; expected more than 0"),
    ],
)
def test_what_cannot_be(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        learn.Plan("nogo", **options)  # type: ignore[arg-type]
    assert str(raised.value) == message


def test_boards_lie_in_the_middle_of_holes() -> None:
    small, large = canvases(learn.Plan("nogo", sizes="5-13"), nogo.Nogo(), seed=1)
    assert (small.height, small.width, large.height, large.width) == (9, 9, 13, 13)
    assert small.share + large.share == 1
    for canvas in (small, large):
        for start in canvas.starts:
            assert (start.height, start.width) == (canvas.height, canvas.width)
            assert not start.is_over
            assert 20 <= start.board.point_count <= canvas.height * canvas.width
    counts = Counter(start.board.point_count for start in small.starts)
    assert counts.most_common(1)[0][0] == 81  # the board that matters most
    assert len(counts) > 10
    assert canvases(learn.Plan("nogo", sizes="5-13"), nogo.Nogo(), seed=1) == [small, large]
    assert canvases(learn.Plan("nogo", sizes="5-13"), nogo.Nogo(), seed=2) != [small, large]


def test_one_size_has_no_holes() -> None:
    (canvas,) = canvases(learn.Plan("nogo", sizes="7x5"), nogo.Nogo(), seed=1)
    assert {start.board.point_count for start in canvas.starts} == {35}
    assert (canvas.height, canvas.width, canvas.share) == (7, 5, 1)


def test_without_pytorch() -> None:
    program = "import sys; sys.modules['torch'] = None; from tengen.cli import main; sys.exit(main(sys.argv[1:]))"
    for words, message in (
        (["train", "nogo"], "tengen: training needs PyTorch; install it with: pip install 'tengen[learn]'\n"),
        (["train", "nogo", "--minutes", "-1"], "tengen: -1 minutes; expected more than 0\n"),
        (
            ["train", "nogo", "--sizes", "x"],
            "tengen: 'x' is not a size; expected one like 9, 7x9 or 5-13, or several with commas\n",
        ),
    ):
        result = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    with pytest.raises(AttributeError, match="has no attribute 'trian'"):
        print(learn.trian)
