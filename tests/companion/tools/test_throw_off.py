"""Throwing for who starts: the highest does, and who ties throws again."""

import pytest

from companion.tools.throw_off import ThrowOff

THREE = ("ann", "ben", "cy")


@pytest.mark.parametrize(
    ("faces", "lowest", "winner"),
    [
        ((3, 5, 1), False, "ben"),
        ((3, 5, 1), True, "cy"),
        ((5, 5, 1, 2, 6), False, "ben"),
        ((4, 4, 4, 4, 4, 4, 1, 2, 3), False, "cy"),
        ((2, 6, 2, 3, 3, 1, 5), True, "ann"),
    ],
)
def test_one_is_found_however_often_they_tie(faces, lowest, winner):
    off = ThrowOff(THREE, lowest)
    for face in faces:
        assert not off.winner
        off = off.throw(face)
    assert (off.winner, off.waiting) == (winner, ())
    assert off.throw(6) is off, "nobody throws once it is decided"
