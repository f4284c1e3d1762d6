"""A totalisator: all stakes go into one pool, the clerk takes a commission, the winner's backers share the rest.

Whole units only. On any terms, what was laid and carried in equals what is paid, commission, breakage, refunded and
carried on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

ROUND, EXACT = "round", "exact"
"""The dividend: in whole units with a commission near 10%, or with exactly 10%."""
CLERK, REMAINDERS = "clerk", "remainders"
"""Who gets the units left over: the clerk, or the bets with the largest remainders."""
KEPT, REFUND, CARRIED = "clerk", "refund", "carried"
"""What becomes of a pool whose winner nobody backed."""
COMPUTED, STAKE = "computed", "stake"
"""Whether a pool too small for the stakes on the winner is paid as computed, or the commission is reduced."""

LEAST_PERCENT, USUAL_PERCENT, MOST_PERCENT = 5, 10, 15


@dataclass(frozen=True, slots=True)
class Terms:
    """The house rules of a totalisator."""

    dividend: str = ROUND
    breakage: str = CLERK
    unbacked: str = KEPT
    least: str = COMPUTED


class Staked(Protocol):
    """Anything with a stake on a runner, such as a slip of the Tote pad."""

    @property
    def horse(self) -> str:
        """The runner."""

    @property
    def stake(self) -> int:
        """The stake, in whole units."""


class Bet(NamedTuple):
    """A stake on a runner, in whole units; a named tuple, as large books make many."""

    horse: str
    stake: int


@dataclass(frozen=True, slots=True)
class Dividend:
    """What a runner pays if it wins: ``net`` shared among ``laid``.

    ``figure`` is the round dividend for each unit, stake included; ``None`` where there is none. ``gave_way`` is
    whether the commission was reduced so that the stakes are returned in full.
    """

    laid: int
    total: int
    commission: int
    figure: int | None = None
    gave_way: bool = False

    @property
    def net(self) -> int:
        """What the backers share."""
        return self.total - self.commission

    @property
    def backed(self) -> bool:
        """Whether anybody has a stake on the runner."""
        return self.laid > 0

    @property
    def short(self) -> bool:
        """Whether the backers get back less than they laid."""
        return self.backed and self.net < self.laid

    def words(self, places: int = 2) -> str:
        """Write what a unit gets back, with decimals where they matter.

        >>> Dividend(320, 2_000, 200).words(), Dividend(320, 2_000, 200).words(1), Dividend(70, 100, 10).words()
        ('5.63', '5.6', '1.29')
        """
        if self.figure is not None or not self.backed:
            return f"{self.figure or 0:,}"
        return decimal(self.net, self.laid, places)


@dataclass(frozen=True, slots=True)
class Payout:
    """How a pool is paid out on one winner. ``payouts`` goes with the bets, in their order; losers get nothing.

    ``total`` is always ``paid + commission + breakage + refunded + carried``. A pool that the clerk keeps is all
    commission. ``shared_out`` is how many units left over went to the largest remainders; they are paid.
    """

    dividend: Dividend
    payouts: tuple[int, ...]
    commission: int = 0
    breakage: int = 0
    refunded: int = 0
    carried: int = 0
    shared_out: int = 0

    @property
    def total(self) -> int:
        """All that was in the pool."""
        return self.dividend.total

    @property
    def paid(self) -> int:
        """What the backers of the winner get."""
        return sum(self.payouts) - self.refunded


def decimal(over: int, under: int, places: int) -> str:
    """Divide, and write so many decimals, halves up, without trailing zeros.

    >>> decimal(1_800, 180, 2), decimal(18_180, 2_000, 2), decimal(1, 3, 1)
    ('10', '9.09', '0.3')
    """
    scale = 10**places
    whole, part = divmod((2 * over * scale + under) // (2 * under), scale)
    return f"{whole:,}.{part:0{places}}".rstrip("0").removesuffix(".")


def tenth(total: int) -> int:
    """Return 10% to the nearest unit, halves up.

    >>> tenth(2_000), tenth(2_345), tenth(14), tenth(15)
    (200, 235, 1, 2)
    """
    return (total + 5) // 10


def round_figure(total: int, laid: int) -> int | None:
    """Find the whole-unit dividend whose commission is closest to 10%, from 5% to 15%; ``None`` where none fits.

    Of two that are equally close it is the higher one, which is better for the backers.

    >>> round_figure(2_000, 180), round_figure(150, 10), round_figure(100, 70), round_figure(100, 100)
    (10, 14, None, None)
    """
    if not laid:
        return None
    near = (100 - USUAL_PERCENT) * total // (100 * laid)
    best: tuple[int, int] | None = None
    for figure in (near + 1, near):
        hundredfold = 100 * (total - figure * laid)
        if LEAST_PERCENT * total <= hundredfold <= MOST_PERCENT * total and figure:
            away = abs(hundredfold - USUAL_PERCENT * total)
            best = min(best or (away, figure), (away, figure), key=lambda one: one[0])
    return best[1] if best else None


def exact(total: int, laid: int, terms: Terms | None = None) -> Dividend:
    """Return the dividend at a commission of exactly 10%, to the nearest unit.

    With ``least=stake`` the commission is reduced where the stakes on the winner would not be returned in full.
    """
    commission = tenth(total)
    if terms and terms.least == STAKE and total - commission < laid:
        return Dividend(laid, total, total - laid, gave_way=True)
    return Dividend(laid, total, commission)


def dividend(total: int, laid: int, terms: Terms) -> Dividend:
    """Return what a runner pays with so much laid on it, by the terms of the table."""
    if terms.dividend == ROUND and (figure := round_figure(total, laid)) is not None:
        return Dividend(laid, total, total - figure * laid, figure)
    return exact(total, laid, terms)


def laid_on(bets: Iterable[Staked]) -> dict[str, int]:
    """Add up what is laid on each runner."""
    sums: dict[str, int] = {}
    for bet in bets:
        sums[bet.horse] = sums.get(bet.horse, 0) + bet.stake
    return sums


def dividends(bets: Sequence[Staked], runners: Iterable[str], terms: Terms, carried_in: int = 0) -> dict[str, Dividend]:
    """What every runner would pay, in one pass over the book."""
    sums = laid_on(bets)
    total = sum(sums.values()) + carried_in
    return {horse: dividend(total, sums.get(horse, 0), terms) for horse in runners}


def pay_out(bets: Sequence[Staked], winner: str | None, terms: Terms, carried_in: int = 0) -> Payout:
    """Pay out a pool on the winner, bet by bet; where there is no winner at all the clerk keeps the pool.

    ``carried_in`` is what an earlier race left in the pool.
    """
    stakes = tuple(bet.stake for bet in bets)
    total = sum(stakes) + carried_in
    of = dividend(total, sum(bet.stake for bet in bets if bet.horse == winner), terms)
    nothing = (0,) * len(bets)
    if of.backed:
        exactly = [bet.stake * of.net if bet.horse == winner else 0 for bet in bets]
        paid = [one // of.laid for one in exactly]
        left, shared = of.net - sum(paid), 0
        if terms.breakage == REMAINDERS:
            # sorting keeps equal remainders in the order of the bets
            for at in sorted(range(len(bets)), key=lambda at: -(exactly[at] % of.laid))[:left]:
                paid[at] += 1
            left, shared = 0, left
        return Payout(of, tuple(paid), of.commission, breakage=left, shared_out=shared)
    if winner is not None and terms.unbacked == REFUND:
        return Payout(of, stakes, refunded=total - carried_in, carried=carried_in)
    if winner is not None and terms.unbacked == CARRIED:
        return Payout(of, nothing, carried=total)
    return Payout(of, nothing, commission=total)
