"""Letters as outlines, read from a TrueType font: what a picture needs to write, in plain Python.

No imaging library has a build for every form of the app, the one inside a browser first of all.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Corner, ...]
"""A closed line, its last corner joined to its first."""

ON_CURVE, X_SHORT, Y_SHORT, REPEAT, X_SAME, Y_SAME = 1, 2, 4, 8, 16, 32
WORDS, OFFSETS, SCALE, MORE, TWO_SCALES, MATRIX = 1, 2, 8, 32, 64, 128
"""Bits of a point of a simple glyph, and of a part of a composed one, as the OpenType specification has them."""
STEPS = 5
"""So many straight pieces draw a curve."""
Point: TypeAlias = tuple[float, float, bool]
"""A point of a font's outline, and whether it lies on the line."""


class Face:
    """One font file; sizes are in pixels to the em, and y grows downwards from the baseline."""

    def __init__(self, path: Path) -> None:
        self._data = path.read_bytes()
        many = struct.unpack_from(">H", self._data, 4)[0]
        records = (struct.unpack_from(">4s4xII", self._data, 12 + 16 * at) for at in range(many))
        self._tables = {tag.decode(): (at, length) for tag, at, length in records}
        self._em: int = self._read(">H", "head", 18)[0]
        self._long: int = self._read(">h", "head", 50)[0]
        self._wide: int = self._read(">H", "hhea", 34)[0]

    def _read(self, form: str, table: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(form, self._data, self._tables[table][0] + at)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The glyph of every character, from the segments of the plane that has all common scripts."""
        many = self._read(">H", "cmap", 2)[0]
        records = [self._read(">HHI", "cmap", 4 + 8 * at) for at in range(many)]
        start = next(offset for _, _, offset in records if self._read(">H", "cmap", offset)[0] == 4)
        count = self._read(">H", "cmap", start + 6)[0] // 2
        found: dict[int, int] = {}
        for at in range(count):
            last, first = (self._read(">H", "cmap", start + base + 2 * at)[0] for base in (14, 16 + 2 * count))
            delta = self._read(">h", "cmap", start + 16 + 4 * count + 2 * at)[0]
            place = start + 16 + 6 * count + 2 * at
            offset = self._read(">H", "cmap", place)[0]
            for sign in range(first, last + 1):
                glyph = sign
                if offset:
                    glyph = self._read(">H", "cmap", place + offset + 2 * (sign - first))[0]
                if sign < 0xFFFF and (glyph or not offset):
                    found[sign] = (glyph + delta) & 0xFFFF
        return found

    def has(self, sign: str) -> bool:
        """Whether the font has this character."""
        return ord(sign) in self._numbers

    def advance(self, sign: str, size: float) -> float:
        """How far the pen moves on after a character."""
        glyph = min(self._numbers.get(ord(sign), 0), self._wide - 1)
        return self._read(">H", "hmtx", 4 * glyph)[0] * size / self._em

    @cache  # noqa: B019 - a face is kept for as long as the app runs
    def outlines(self, sign: str, size: float) -> tuple[Outline, ...]:
        """The lines that enclose a character whose baseline begins at 0, 0."""
        scale = size / self._em
        return tuple(
            tuple((x * scale, -y * scale) for x, y in _flat(contour))
            for contour in self._contours(self._numbers.get(ord(sign), 0))
            if len(contour) > 1
        )

    def _contours(self, glyph: int) -> list[list[Point]]:
        form, width = (">II", 4) if self._long else (">HH", 2)
        begin, end = (offset * (1 if self._long else 2) for offset in self._read(form, "loca", width * glyph))
        if begin == end:
            return []
        at = self._tables["glyf"][0] + begin
        many = struct.unpack_from(">h", self._data, at)[0]
        return self._simple(at + 10, many) if many >= 0 else self._compose(at + 10)

    def _simple(self, at: int, many: int) -> list[list[Point]]:
        ends = struct.unpack_from(f">{many}H", self._data, at)
        at += 2 * many
        at += 2 + struct.unpack_from(">H", self._data, at)[0]  # what tells a screen of few pixels how to hint
        count = ends[-1] + 1 if ends else 0
        flags: list[int] = []
        while len(flags) < count:
            flag = self._data[at]
            at += 1
            times = 1
            if flag & REPEAT:
                times += self._data[at]
                at += 1
            flags += [flag] * times
        xs, at = self._along(flags, at, X_SHORT, X_SAME)
        ys, at = self._along(flags, at, Y_SHORT, Y_SAME)
        points = [(x, y, bool(flag & ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
        starts = [0, *(end + 1 for end in ends)]
        return [points[first : last + 1] for first, last in zip(starts, ends, strict=False)]

    def _along(self, flags: list[int], at: int, short: int, same: int) -> tuple[list[float], int]:
        """Read one coordinate of every point, each the distance from the one before."""
        found: list[float] = []
        value = 0
        for flag in flags:
            if flag & short:
                value += self._data[at] if flag & same else -self._data[at]
                at += 1
            elif not flag & same:
                value += struct.unpack_from(">h", self._data, at)[0]
                at += 2
            found.append(value)
        return found, at

    def _compose(self, at: int) -> list[list[Point]]:
        """Put a letter together with its accent."""
        found: list[list[Point]] = []
        more = True
        while more:
            flags, glyph = struct.unpack_from(">HH", self._data, at)
            at += 4
            form, width = (">hh", 4) if flags & WORDS else (">bb", 2)
            dx, dy = struct.unpack_from(form, self._data, at) if flags & OFFSETS else (0, 0)
            at += width
            values = 1 if flags & SCALE else 2 if flags & TWO_SCALES else 4 if flags & MATRIX else 0
            shares = [value / 16384 for value in struct.unpack_from(f">{values}h", self._data, at)]
            at += 2 * values
            xx, xy, yx, yy = {0: (1, 0, 0, 1), 1: (*shares, 0, 0, *shares), 4: tuple(shares)}.get(
                values, (shares[0], 0, 0, shares[-1]) if shares else (1, 0, 0, 1)
            )
            found += [
                [(x * xx + y * yx + dx, x * xy + y * yy + dy, on) for x, y, on in contour]
                for contour in self._contours(glyph)
            ]
            more = bool(flags & MORE)
        return found


def _flat(points: list[Point]) -> Iterator[Corner]:
    """Turn the curves of a contour into straight pieces."""
    whole: list[Point] = []
    for at, point in enumerate(points):
        before = points[at - 1]
        if not (point[2] or before[2]):  # between two points beside the line there is one on it
            whole.append(((before[0] + point[0]) / 2, (before[1] + point[1]) / 2, True))
        whole.append(point)
    first = next(at for at, point in enumerate(whole) if point[2])
    whole = [*whole[first:], *whole[:first], whole[first]]
    here = whole[0]
    for at, point in enumerate(whole):
        if point[2]:
            if not at or whole[at - 1][2]:
                yield point[0], point[1]
            here = point
            continue
        after = whole[at + 1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            yield a * here[0] + b * point[0] + c * after[0], a * here[1] + b * point[1] + c * after[1]
