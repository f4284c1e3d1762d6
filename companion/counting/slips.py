"""Slips of the pen and of the finger: how one figure comes to be written for another."""

from __future__ import annotations

KEYS = {str(key): divmod(key - 1, 3) for key in range(1, 10)} | {"0": (3, 1)}
"""Where the digits lie on the pad, in rows and columns, whichever row is on top."""


def slip(written: int, meant: int) -> str:
    """Say how one whole number may have been written for another; nothing where no common slip explains it.

    >>> slip(36, 63), slip(400, 40), slip(150, 180)
    ('two digits changed places', 'a nought too many', 'one key beside')
    """
    if min(written, meant) <= 0 or written == meant:
        return ""
    if written == 10 * meant:
        return "a nought too many"
    if meant == 10 * written:
        return "a nought too few"
    first, second = str(written), str(meant)
    if len(first) == len(second):
        return _same_length(first, second)
    longer, shorter = sorted((first, second), key=len, reverse=True)
    if len(longer) == len(shorter) + 1 and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))):
        return "a digit too many" if longer == first else "a digit too few"
    return ""


def _same_length(first: str, second: str) -> str:
    unlike = [at for at in range(len(first)) if first[at] != second[at]]
    if len(unlike) == 2 and first[unlike[0]] == second[unlike[1]] and first[unlike[1]] == second[unlike[0]]:
        return "two digits changed places" if unlike[1] == unlike[0] + 1 else ""
    if len(unlike) == 1:
        (row, column), (other_row, other_column) = KEYS[first[unlike[0]]], KEYS[second[unlike[0]]]
        if abs(row - other_row) + abs(column - other_column) == 1:
            return "one key beside"
    return ""


def slips(written: int) -> set[int]:
    """The figures for which one is likeliest to be written by a slip: digits in each other's places, a nought more."""
    words = str(written)
    turned = {words[:at] + words[at + 1] + words[at] + words[at + 2 :] for at in range(len(words) - 1)}
    found = {int(one) for one in turned if not one.startswith("0")} | {written * 10}
    if not written % 10:
        found.add(written // 10)
    return {one for one in found - {written} if slip(written, one)}
