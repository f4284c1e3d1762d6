"""The picture of an end to send: its size, what is in it, and that nothing hidden is."""

from __future__ import annotations

import struct
import zlib

import pytest

from companion.formats import bg_stats, picture
from companion.formats.evening import read
from companion.formats.picture.canvas import Canvas, rounded_rectangle
from companion.formats.picture.glyphs import Face
from companion.formats.session import replay, steps
from tests.paths import ROOT, SESSION_FOLDER

FONTS = ROOT / "views" / "assets" / "fonts"
PAPER = "#FFFFFF"


@pytest.fixture
def evening(journal):
    def read_one(name: str):
        text = (SESSION_FOLDER / f"{name}.session").read_text(encoding="utf-8")
        return read(journal, replay(journal, steps(text)).play.id)

    return read_one


def pixels(png: bytes) -> list[bytes]:
    width, height = struct.unpack_from(">II", png, 16)
    start = png.index(b"IDAT") + 4
    raw = zlib.decompress(png[start : start + struct.unpack_from(">I", png, start - 8)[0]])
    return [raw[at * (3 * width + 1) + 1 : (at + 1) * (3 * width + 1)] for at in range(height)]


def test_a_shape_covers_whole_pixels_wholly_and_half_of_one_by_half():
    canvas = Canvas(4, [PAPER] * 3)
    canvas.fill([rounded_rectangle(1, 1, 1.5, 1, (0,) * 4)], "#000000")

    rows = pixels(canvas.png())

    assert rows[0] == rows[2] == b"\xff" * 12
    assert [rows[1][3 * x] for x in range(4)] == [255, 0, 127, 255]


def test_letters_of_the_apps_own_fonts_are_read_with_their_accents():
    for name in ("companion-sans", "companion-serif"):
        face = Face(FONTS / f"{name}.ttf")
        assert len(face.outlines("o", 100)) == 2, "a ring, and what is in it"
        assert len(face.outlines("\u00f6", 100)) == 4, "and two points above"
        assert face.has("\u2212")
        assert face.has("\u00a3")
        assert 0 < face.advance("i", 100) < face.advance("W", 100)


@pytest.mark.parametrize("name", ["ratrace-retirement", "rat_a_tat_cat-time-between-rounds", "totopoly-bank-only"])
def test_a_picture_has_the_size_that_group_chats_show_whole(evening, name):
    png = picture.Drawing(picture.Result(evening(name)), FONTS).png()

    assert png.startswith(b"\x89PNG")
    assert struct.unpack_from(">II", png, 16) == (1080, 1350)
    assert len(png) < 250_000


def test_where_chips_are_hidden_the_picture_has_no_course_and_bg_stats_no_score(evening):
    hidden, open_ = evening("doubletrack-fourth-pass"), evening("doubletrack-first-home-four")

    assert picture.Result(hidden).course is None
    assert picture.Result(open_).course
    assert "score" not in bg_stats.link(hidden)
    assert "score" in bg_stats.link(open_)


def test_every_highlight_and_figure_can_be_written_in_the_apps_own_letters(evening):
    face = Face(FONTS / "companion-sans.ttf")
    for path in sorted(SESSION_FOLDER.glob("*.session"))[::5]:
        result = picture.Result(evening(path.stem))
        words = [result.sentence, *(sentence for _, sentence in result.moments)]
        assert not [sign for said in words for sign in said if not face.has(sign)]
