"""A picture in pixels: shapes with smooth edges, words, and the PNG file that holds it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin

from companion.formats.picture.glyphs import Corner, Face, Outline

FAINTEST = 1 / 512
"""What covers less of a pixel than this is not seen."""
BOLD = 0.045
"""A bold letter is so much wider than a plain one, in parts of its size."""
AROUND = 8
"""So many pieces draw the quarter of a circle."""


def rounded_rectangle(
    left: float, top: float, width: float, height: float, radii: tuple[float, float, float, float]
) -> Outline:
    """A rectangle with rounded corners: top left, top right, bottom right and bottom left."""
    right, bottom = left + width, top + height
    centres = (
        (left, top, 1, 1, pi), (right, top, -1, 1, 1.5 * pi),
        (right, bottom, -1, -1, 0.0), (left, bottom, 1, -1, 0.5 * pi),
    )  # fmt: skip
    made: list[Corner] = []
    for (x, y, to_x, to_y, start), radius in zip(centres, radii, strict=True):
        pieces = AROUND * 2 if radius > 12 else AROUND // 2
        for piece in range(pieces + 1 if radius else 1):
            angle = start + pi / 2 * piece / pieces
            made.append((x + to_x * radius + radius * cos(angle), y + to_y * radius + radius * sin(angle)))
    return tuple(made)


def stroke(points: Sequence[Corner], width: float) -> tuple[Outline, ...]:
    """A line along points, round at its corners and ends."""
    half = width / 2
    pieces: list[Outline] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        long = hypot(x1 - x0, y1 - y0)
        if long:
            across, down = (y1 - y0) / long * half, (x0 - x1) / long * half
            pieces.append(
                ((x0 + across, y0 + down), (x0 - across, y0 - down), (x1 - across, y1 - down), (x1 + across, y1 + down))
            )
    pieces += [rounded_rectangle(x - half, y - half, width, width, (half,) * 4) for x, y in points]
    return tuple(_clockwise(piece) for piece in pieces)


def cut_dashes(points: Sequence[Corner], pattern: Sequence[float]) -> list[list[Corner]]:
    """Cut a line into dashes, their lengths and gaps in turn; a line without a pattern stays whole."""
    if not pattern:
        return [list(points)]
    made: list[list[Corner]] = [[points[0]]]
    at, left = 0, float(pattern[0])
    for (x0, y0), (x1, y1) in pairwise(points):
        long, gone = hypot(x1 - x0, y1 - y0), 0.0
        while long - gone > left:
            gone += left
            here = (x0 + (x1 - x0) * gone / long, y0 + (y1 - y0) * gone / long)
            if at % 2:
                made.append([here])
            else:
                made[-1].append(here)
            at += 1
            left = float(pattern[at % len(pattern)])
        left -= long - gone
        if not at % 2:
            made[-1].append((x1, y1))
    return [dash for dash in made if len(dash) > 1]


def _clockwise(piece: Outline) -> Outline:
    turned = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(piece, (*piece[1:], piece[0]), strict=True))
    return piece if turned > 0 else piece[::-1]


@lru_cache(maxsize=4096)
def _towards(channel: int, share: int) -> bytes:
    """What each value of a channel becomes, with so many of 255 parts of a colour laid over it."""
    return bytes((below * (255 - share) + channel * share + 127) // 255 for below in range(256))


@dataclass(frozen=True, slots=True)
class Letters:
    """How words are written: in which face, size and colour, how strongly, and whether bold."""

    face: Face
    size: float
    colour: str
    strength: float = 1.0
    bold: bool = False

    @property
    def more(self) -> float:
        """How much wider bold makes a letter."""
        return self.size * BOLD

    def width(self, words: str) -> float:
        """How wide words come out."""
        spread = self.more / 2 * len(words) if self.bold else 0.0
        return sum(self.face.advance(sign, self.size) for sign in words) + spread


class Canvas:
    """So many pixels wide and high; each row begins in the colour of the ground there."""

    def __init__(self, width: int, ground: Sequence[str]) -> None:
        self.width, self.height = width, len(ground)
        self._rows = [bytearray(bytes.fromhex(colour[1:]) * width) for colour in ground]

    def fill(self, outlines: Iterable[Outline], colour: str, strength: float = 1.0, below: int | None = None) -> None:
        """Fill what outlines enclose, smoothly at the edges, down to the row ``below``."""
        ink = bytes.fromhex(colour[1:])
        for y, cells in _cells(outlines, min(below or self.height, self.height)).items():
            row, cover, last = self._rows[y], 0.0, 0
            for x in sorted(cells):
                if x > last:
                    self._span(row, last, min(x, self.width), ink, abs(cover) * strength)
                if x >= self.width:
                    break
                turn, area = cells[x]
                self._span(row, x, x + 1, ink, abs(cover + area) * strength)
                cover, last = cover + turn, x + 1

    @staticmethod
    def _span(row: bytearray, first: int, last: int, ink: bytes, share: float) -> None:
        if share < FAINTEST or first >= last:
            return
        if share >= 1 - FAINTEST:
            row[3 * first : 3 * last] = ink * (last - first)
            return
        parts = round(share * 255)
        for channel, value in enumerate(ink):
            place = slice(3 * first + channel, 3 * last, 3)
            row[place] = row[place].translate(_towards(value, parts))

    def write(self, words: str, x: float, y: float, letters: Letters) -> None:
        """Write words from ``x`` on along the baseline ``y``."""
        for sign in words:
            shapes = letters.face.outlines(sign, letters.size)
            moved = [
                tuple((px + x + more, py + y) for px, py in shape)
                for more in ((0.0, letters.more) if letters.bold else (0.0,))
                for shape in shapes
            ]
            self.fill(moved, letters.colour, letters.strength)
            x += letters.width(sign)

    def png(self) -> bytes:
        """The picture as a file."""
        raw = b"".join(b"\0" + row for row in self._rows)
        parts = (
            (b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(raw, 9)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts
        )


def _cells(outlines: Iterable[Outline], bottom: int) -> dict[int, dict[int, tuple[float, float]]]:
    """Of every row the pixels that an edge crosses: how far it goes down there, and what that covers of the pixel."""
    rows: dict[int, dict[int, tuple[float, float]]] = {}
    for outline in outlines:
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if y0 == y1:
                continue
            way, (xa, ya, xb, yb) = (1, (x0, y0, x1, y1)) if y0 < y1 else (-1, (x1, y1, x0, y0))
            slope = (xb - xa) / (yb - ya)
            for y in range(max(0, floor(ya)), min(bottom, ceil(yb))):
                top, foot = max(ya, y), min(yb, y + 1)
                _cross(rows.setdefault(y, {}), xa + (top - ya) * slope, xa + (foot - ya) * slope, way * (foot - top))
    return rows


def _cross(cells: dict[int, tuple[float, float]], x0: float, x1: float, down: float) -> None:
    """Take an edge from ``x0`` to ``x1`` through one row, pixel by pixel."""
    left, right = (x0, x1) if x0 <= x1 else (x1, x0)
    left, right = max(left, 0.0), max(right, 0.0)
    width = right - left
    x = floor(left)
    if right <= x + 1:
        _add(cells, x, down, down * (x + 1 - (left + right) / 2))
        return
    while x < right:
        begin, end = max(left, x), min(right, x + 1)
        part = down * (end - begin) / width
        _add(cells, x, part, part * (x + 1 - (begin + end) / 2))
        x += 1


def _add(cells: dict[int, tuple[float, float]], x: int, turn: float, area: float) -> None:
    known = cells.get(x, (0.0, 0.0))
    cells[x] = known[0] + turn, known[1] + area
