"""The ways in which a file is damaged: bits, letters and pages, as disks, sticks and editors do it.

Each takes the bytes of a file and a source of chance, and changes the bytes in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

PAGE = 4096


def one_bit(data: bytearray, chance: random.Random) -> None:
    """Flip a single bit anywhere."""
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def letter(data: bytearray, chance: random.Random) -> None:
    """Change a letter or a digit into another one, as if somebody had edited the file."""
    for _ in range(10_000):
        at = chance.randrange(len(data))
        if chr(data[at]).isalnum() and data[at] < 128:
            data[at] = ord(chance.choice("0123456789" if chr(data[at]).isdigit() else "abcdefghijklmnopqrstuvwxyz"))
            return


def cut(data: bytearray, chance: random.Random) -> None:
    """Cut the end off."""
    del data[chance.randrange(len(data)) :]


def zero_page(data: bytearray, chance: random.Random) -> None:
    """Fill a page with zeros, as a disk does with a sector that it gave up."""
    at = _page(data, chance)
    data[at : at + PAGE] = bytes(len(data[at : at + PAGE]))


def noise_page(data: bytearray, chance: random.Random) -> None:
    """Put noise in the place of a page."""
    at = _page(data, chance)
    data[at : at + PAGE] = chance.randbytes(len(data[at : at + PAGE]))


def swap_pages(data: bytearray, chance: random.Random) -> None:
    """Write two pages each in the other's place."""
    one, other = _page(data, chance), _page(data, chance)
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]


def double_page(data: bytearray, chance: random.Random) -> None:
    """Write a page in the place of another as well."""
    one, other = _page(data, chance), _page(data, chance)
    data[other : other + PAGE] = data[one : one + PAGE]


def _page(data: bytearray, chance: random.Random) -> int:
    return chance.randrange(max(1, len(data) // PAGE)) * PAGE


WAYS = (one_bit, letter, cut, zero_page, noise_page, swap_pages, double_page)
