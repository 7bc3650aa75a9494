"""Pictures as files: the right kind, the right size, whole or not there at all."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import tengen as tg
from render.shared import opened, parsed
from tengen.render import Ghost, Heat, Mark, View
from tengen.render.files import own_font, to_png, write_whole

pytestmark = pytest.mark.usefixtures("pictures")


EVERYTHING = View(
    ("XO.#", "X.O.", "...."),
    title="Everything",
    caption="All of it at once",
    last=1,
    numbers=((0, 12), (4, 7)),
    marks=(Mark(2, "cross", "bad"), Mark(6, "triangle", "note"), Mark(7, "label", "plain", "A")),
    heat=(Heat(8, 0.9, "90"),),
    ghosts=(Ghost(9, "O", "2"),),
)


@pytest.mark.parametrize("theme", ["light", "dark", "paper"])
@pytest.mark.parametrize("pixels", [None, 64, 777])
def test_png(tmp_path: Path, theme: str, pixels: int | None) -> None:
    path = tmp_path / "board.png"
    EVERYTHING.save(path, theme=theme, pixels=pixels)
    root = parsed(EVERYTHING.to_svg(theme=theme, pixels=pixels))
    with opened(path) as image:
        assert image.format == "PNG"
        assert image.size == (int(root.get("width", "")), int(root.get("height", "")))
        assert pixels in (None, image.width)


def test_stones_have_their_colours_in_a_png(tmp_path: Path) -> None:
    position = tg.simulate(tg.go.start(9), seed=4, most_plies=40).end
    path = tmp_path / "board.png"
    position.view().changed(caption="").save(path, pixels=412)  # a unit is a pixel
    with opened(path) as image:
        for row in range(9):
            for col in range(9):
                red, green, blue, _ = image.convert("RGBA").getpixel((46 + 40 * col + 3, 46 + 40 * row + 5))
                color = position[tg.Point(row, col)]
                if color is not None:
                    assert (red + green + blue < 300) == (color is tg.BLACK)
                else:
                    assert blue < green < red  # wood


@pytest.mark.parametrize("caption", ["Black to play", "naïve"])
def test_letters_are_drawn(tmp_path: Path, caption: str) -> None:
    drawn = []
    for words in (caption, "\u00ad"):  # a soft hyphen takes its line, and is not seen
        tg.nogo.start(5).view().changed(caption=words).save(tmp_path / "board.png")
        with opened(tmp_path / "board.png") as image:
            drawn.append(image.convert("RGB").crop((10, 256, 290, 285)))
    assert drawn[0].size == drawn[1].size
    assert drawn[1].getcolors() == [(280 * 29, drawn[1].getpixel((0, 0)))]
    assert len(drawn[0].getcolors(280 * 29)) > 5


def test_letters_of_other_scripts_are_left_to_the_fonts_of_the_machine(tmp_path: Path) -> None:
    tg.nogo.start(5).view().changed(caption="黑方先行").save(tmp_path / "board.png")
    with opened(tmp_path / "board.png") as image:
        assert image.size == (300, 289)


def test_coordinates_are_drawn_by_a_font_that_is_always_there() -> None:
    svg = tg.nogo.start(5).view().to_svg()
    assert to_png(svg) != to_png(re.sub("<text.*?</text>", "", svg))
    import resvg_py

    assert to_png(svg) == resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[own_font() or ""], sans_serif_family="Bitstream Vera Sans"
    )


@pytest.mark.parametrize("caption", ["Black to play", "naïve — “quoted”", "黑方先行 白方胜", ""])
def test_pdf(tmp_path: Path, caption: str) -> None:
    path = tmp_path / "board.pdf"
    view = EVERYTHING.changed(caption=caption)
    view.save(path, theme="paper", pixels=400)
    data = path.read_bytes()
    assert data.startswith(b"%PDF-1.")
    assert data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") == 1
    root = parsed(view.to_svg(pixels=400))
    box = data.partition(b"/MediaBox [")[2].partition(b"]")[0].split()
    assert [float(each) for each in box] == pytest.approx([0, 0, 300, int(root.get("height", "")) * 0.75])
    view.save(path, theme="paper", pixels=400)
    assert path.read_bytes() == data  # no clock in it


def test_a_pdf_is_lines_and_letters(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    tg.nogo.start(5).view().save(path)
    assert b"/Subtype /Image" not in path.read_bytes()


def test_gif(tmp_path: Path) -> None:
    record = tg.simulate(tg.nogo.start(3), seed=2)
    path = tmp_path / "game.gif"
    record.animation(frames_per_second=4, numbers=True).save(path, pixels=200)
    with opened(path) as image:
        assert image.format == "GIF"
        assert image.width == 200
        assert image.n_frames == len(record) + 1
        assert image.info["loop"] == 0
        durations = []
        for frame in range(image.n_frames):
            image.seek(frame)
            durations.append(image.info["duration"])
    assert durations == [*[250] * len(record), 2000]


def test_frames_of_a_gif_are_the_positions(tmp_path: Path) -> None:
    record = tg.simulate(tg.go.start(5), seed=5, most_plies=40)
    path = tmp_path / "game.gif"
    record.animation().save(path, pixels=300)  # as wide as a card: a unit is a pixel
    position = record.start
    with opened(path) as image:
        for frame in range(image.n_frames):
            image.seek(frame)
            picture = image.convert("RGB")
            for row in range(5):
                for col in range(5):
                    level = sum(picture.getpixel((50 + 20 + 40 * col + 4, 26 + 20 + 40 * row + 12)))
                    color = position[tg.Point(row, col)]
                    assert color is (tg.BLACK if level < 250 else tg.WHITE if level > 600 else None), (frame, row, col)
            position = position.play(record.moves[frame]) if frame < len(record) else position


def test_one_position_as_a_gif(tmp_path: Path) -> None:
    EVERYTHING.save(tmp_path / "board.gif")
    with opened(tmp_path / "board.gif") as image:
        assert image.n_frames == 1


def test_a_gif_is_bounded(tmp_path: Path) -> None:
    record = tg.simulate(tg.nogo.start(9), seed=1)
    with pytest.raises(
        tg.UsageError,
        match=r"a GIF of \d+ frames of 3000x\d+ pixels; at most 268435456 pixels in all "
        r"are allowed",
    ):
        record.animation().save(tmp_path / "game.gif", pixels=3000)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("board.bmp", "cannot draw '{}'; expected a name that ends with .svg, .png, .pdf or .gif"),
        ("board", "cannot draw '{}'; expected a name that ends with .svg, .png, .pdf or .gif"),
        ("none/board.svg", "cannot write '{}': No such file or directory"),
        ("folder.svg", "cannot write '{}': Is a directory"),
    ],
)
def test_files_that_cannot_be_written(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    path = tmp_path / name
    with pytest.raises(tg.UsageError) as refused:
        EVERYTHING.save(path)
    assert str(refused.value) == message.format(path)
    assert [each.name for each in tmp_path.iterdir()] == ["folder.svg"]


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_what_moves_is_no_photograph(tmp_path: Path, kind: str) -> None:
    with pytest.raises(tg.UsageError, match=f"a {kind.upper()} does not move; write a game that does to .svg or .gif"):
        tg.simulate(tg.nogo.start(2), seed=1).animation().save(tmp_path / f"game.{kind}")


def test_a_file_is_replaced_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("before")
    with pytest.raises(tg.UsageError):
        EVERYTHING.save(path, theme="pink")
    assert path.read_text() == "before"
    EVERYTHING.save(path)
    assert path.read_text(encoding="utf-8") == EVERYTHING.to_svg()
    assert [each.name for each in tmp_path.iterdir()] == ["board.svg"]


def test_a_file_has_the_rights_of_any_other(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("")
    EVERYTHING.save(tmp_path / "board.svg")
    assert stat.S_IMODE((tmp_path / "board.svg").stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("before")
    (tmp_path / "link.svg").symlink_to("real.svg")
    EVERYTHING.save(tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text(encoding="utf-8") == EVERYTHING.to_svg()


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe.svg"
    os.mkfifo(path)
    got = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    write_whole(path, b"picture")
    reader.join(10)
    assert got == [b"picture"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize(
    ("kind", "package"), [("png", "resvg-py"), ("pdf", "svglib"), ("gif", "resvg-py"), ("svg", None)]
)
def test_without_the_extra_the_message_says_how_to_get_it(tmp_path: Path, kind: str, package: str | None) -> None:
    """In an interpreter that has the package, and nothing else."""
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "tengen").symlink_to(Path(tg.__file__).parent)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'alone')!r}); import tengen as tg\n"
        f"try: tg.nogo.start(3).view().save({str(tmp_path / f'board.{kind}')!r})\n"
        f"except tg.UsageError as error: print(error)"
    )
    result = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True)
    if package is None:
        assert result.stdout == ""
        parsed((tmp_path / "board.svg").read_text(encoding="utf-8"))
    else:
        assert result.stdout == (
            f"{kind.upper()} pictures need {package}; install it with: pip install 'tengen[pictures]'\n"
        )
        assert not (tmp_path / f"board.{kind}").exists()
