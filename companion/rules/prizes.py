"""A prize fund: a tenth to the banker, a half and two quarters to the first three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.totalisator import tenth


@dataclass(frozen=True, slots=True)
class Prizes:
    """A fund divided: the banker's share, then the prizes of first, second and third."""

    fund: int
    banker: int
    prizes: tuple[int, int, int]
    left_over: int


def divide(fund: int, *, rest_to_banker: bool = False) -> Prizes:
    """Divide a fund: 10% to the nearest unit, halves up; quarters rounded down, with the rest to the winner.

    ``left_over`` is that rest, which is in the winner's prize or the banker's share already. A negative fund has no
    prizes.

    >>> divide(2_345)
    Prizes(fund=2345, banker=235, prizes=(1056, 527, 527), left_over=1)
    >>> divide(2_345, rest_to_banker=True)
    Prizes(fund=2345, banker=236, prizes=(1055, 527, 527), left_over=1)
    """
    fund = max(0, fund)
    banker = tenth(fund)
    net = fund - banker
    half, quarter = net // 2, net // 4
    rest = net - half - 2 * quarter
    if rest_to_banker:
        return Prizes(fund, banker + rest, (half, quarter, quarter), rest)
    return Prizes(fund, banker, (half + rest, quarter, quarter), rest)


def awards(prizes: Sequence[int], placed: Sequence[str]) -> tuple[str, ...]:
    """Return who gets each prize: a vacant prize goes to the best placed one left, else to nobody.

    >>> awards((2, 1, 1), ("a", "", "c")), awards((2, 1, 1), ("", "b", "")), awards((2, 1, 1), ("", "", ""))
    (('a', 'a', 'c'), ('b', 'b', 'b'), ('', '', ''))
    """
    best = next((taker for taker in placed if taker), "")
    return tuple((placed[at] if at < len(placed) else "") or best for at in range(len(prizes)))
