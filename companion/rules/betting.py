"""Betting: a bookmaker's odds, a totalisator, a tote board, a pot, and a prize fund.

Whole units only; fractions of a profit are dropped. A bookmaker's odds are agreed when the bet is laid, with the stake
returned on top; a place bet wins at its full odds where the horse is among the first two or three. In a totalisator all
stakes go into one pool, the clerk takes a commission, and the winner's backers share the rest: on any terms, what was
laid and carried in equals what is paid, commission, breakage, refunded and carried on.

In a dead heat a stake at fixed odds is divided by the horses that share the place, and so is a pool, as racecourses do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol, TypeAlias

WIN, PLACE = "win", "place"
USUAL = (
    "1-2",
    "1-1",
    "2-1",
    "3-1",
    "4-1",
    "5-1",
    "6-1",
    "8-1",
    "10-1",
    "12-1",
    "16-1",
    "20-1",
    "25-1",
    "33-1",
    "50-1",
)
"""The most common odds, as a bookmaker writes them."""

ODDS = re.compile(r"0*([1-9][0-9]{0,3}) ?(?:-|/|to) ?0*([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds: ``profit`` units won on every ``stake`` units laid."""

    profit: int
    stake: int

    def profit_on(self, laid: int) -> int:
        """Return the profit on a stake; a fraction is dropped.

        >>> Odds(7, 2).profit_on(5), Odds(1, 2).profit_on(1)
        (17, 0)
        """
        return laid * self.profit // self.stake

    @property
    def key(self) -> str:
        """The same as it is typed."""
        return f"{self.profit}-{self.stake}"

    @property
    def words(self) -> str:
        """The same as it is said."""
        return "evens" if self.profit == self.stake else f"{self.profit} to {self.stake}"


def read_odds(text: str) -> Odds | None:
    """Read odds as people write them; ``None`` where they are none.

    >>> read_odds("7-2"), read_odds("5 to 1"), read_odds("Evens"), read_odds("0-1")
    (Odds(profit=7, stake=2), Odds(profit=5, stake=1), Odds(profit=1, stake=1), None)
    """
    plain = " ".join(text.split()).casefold()
    if plain in ("evens", "even"):
        return Odds(1, 1)
    found = ODDS.fullmatch(plain)
    return Odds(int(found[1]), int(found[2])) if found else None


Placed: TypeAlias = Sequence[Sequence[str]]
"""A result: the horses in each place. A vacant place has none; after a dead heat of two the next place is vacant."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet at fixed odds, to win or for a place."""

    horse: str
    kind: str
    stake: int
    odds: Odds

    @property
    def back(self) -> int:
        """What the backer of a winning bet gets: the profit, and the stake on top."""
        return self.stake + self.odds.profit_on(self.stake)

    def part_won(self, placed: Placed, places: int) -> Fraction:
        """The part of the stake that has won on a result: in a dead heat, the places there are for each of its horses.

        >>> Wager("a", WIN, 10, Odds(4, 1)).part_won([("a", "b")], 3)
        Fraction(1, 2)
        """
        last = 1 if self.kind == WIN else places
        for at, horses in enumerate(placed[:last]):
            if self.horse in horses:
                return Fraction(min(len(horses), last - at), len(horses))
        return Fraction(0)

    def pays(self, placed: Placed, places: int) -> int:
        """What the backer gets on a result; a fraction is dropped."""
        return int(self.back * self.part_won(placed, places))


def exposure(wagers: Iterable[Wager], runners: Sequence[str], places: int) -> dict[str, int]:
    """A bookmaker's profit if each runner won, with the other places as costly as possible.

    >>> exposure([Wager("a", WIN, 10, Odds(4, 1)), Wager("b", PLACE, 10, Odds(1, 1))], ("a", "b", "c"), 2)
    {'a': -50, 'b': 0, 'c': 0}
    """
    taken, to_win, to_place = 0, Counter[str](), Counter[str]()
    for wager in wagers:
        taken += wager.stake
        (to_win if wager.kind == WIN else to_place)[wager.horse] += wager.back
    costs: dict[str, int] = {}
    for winner in runners:
        others = sorted((to_place[horse] for horse in runners if horse != winner), reverse=True)
        costs[winner] = taken - to_win[winner] - to_place[winner] - sum(others[: places - 1])
    return costs


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


@dataclass(frozen=True, slots=True)
class Dividend:
    """What a runner pays if it wins: ``net`` shared among ``laid``, or in a dead heat one of its ``parts``."""

    laid: int
    total: int
    commission: int
    figure: int | None = None
    """The round dividend for each unit, stake included; ``None`` where there is none."""
    gave_way: bool = False
    """Whether the commission was reduced so that the stakes are returned in full."""
    parts: int = 1
    whole: bool = False
    """Whether in a dead heat its part was raised to what was laid on it."""

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
        return self.backed and self.net < self.laid * self.parts

    def words(self, places: int = 2) -> str:
        """Write what a unit gets back, with decimals where they matter.

        >>> Dividend(320, 2_000, 200).words(), Dividend(320, 2_000, 200).words(1), Dividend(70, 100, 10).words()
        ('5.63', '5.6', '1.29')
        """
        if self.figure is not None or not self.backed:
            return f"{self.figure or 0:,}"
        return decimal(self.net, self.laid * self.parts, places)


@dataclass(frozen=True, slots=True)
class Payout:
    """How a pool is paid out. A pool that the clerk keeps is all commission.

    ``total`` is always ``paid + commission + breakage + refunded + carried``.
    """

    total: int
    payouts: tuple[int, ...]
    """One for each bet, in their order; losers get nothing."""
    dividends: dict[str, Dividend] = field(default_factory=dict)
    """Of the winner, or of each horse of a dead heat; none of a horse that nobody backed."""
    commission: int = 0
    breakage: int = 0
    refunded: int = 0
    carried: int = 0
    shared_out: int = 0
    """How many units left over went to the largest remainders; they are paid."""

    @property
    def paid(self) -> int:
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
    """Return the usual commission to the nearest unit, halves up.

    >>> tenth(2_000), tenth(2_345), tenth(14), tenth(15)
    (200, 235, 1, 2)
    """
    return (total * USUAL_PERCENT + 50) // 100


def round_figure(total: int, laid: int) -> int | None:
    """Find the whole-unit dividend whose commission is closest to 10%, from 5% to 15%; ``None`` where none fits.

    Of two that are equally close it is the higher one, which is better for the backers.

    >>> round_figure(2_000, 180), round_figure(150, 10), round_figure(100, 70), round_figure(100, 100)
    (10, 14, None, None)
    """
    if not laid:
        return None
    near = (100 - USUAL_PERCENT) * total // (100 * laid)
    # a hundred times the commission that each figure leaves
    left = {figure: 100 * (total - figure * laid) for figure in (near + 1, near) if figure}
    fits = [
        figure for figure in left if LEAST_PERCENT * total <= left[figure] <= MOST_PERCENT * total
    ]
    return min(fits, key=lambda figure: abs(left[figure] - USUAL_PERCENT * total), default=None)


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


def sum_stakes(bets: Iterable[Staked]) -> dict[str, int]:
    """Add up what is laid on each runner."""
    sums = Counter[str]()
    for bet in bets:
        sums[bet.horse] += bet.stake
    return sums


def dividends(
    bets: Sequence[Staked], runners: Iterable[str], terms: Terms, carried_in: int = 0
) -> dict[str, Dividend]:
    """What every runner would pay, in one pass over the book."""
    sums = sum_stakes(bets)
    total = sum(sums.values()) + carried_in
    return {horse: dividend(total, sums.get(horse, 0), terms) for horse in runners}


def share_dead_heat(total: int, laid: Mapping[str, int], terms: Terms) -> dict[str, Dividend]:
    """Return what the horses of a dead heat pay: the pool less 10%, in equal parts, each shared by what is laid on it.

    With ``least=stake`` a horse whose part is less than was laid on it pays the stakes back, and the others share the
    rest. Nothing is rounded to a whole dividend.

    >>> [of.words() for of in share_dead_heat(200, {"a": 50, "b": 100}, Terms()).values()]
    ['1.8', '0.9']
    >>> [of.words() for of in share_dead_heat(200, {"a": 50, "b": 100}, Terms(least="stake")).values()]
    ['1.6', '1']
    """
    rest, whole = dict(laid), {}
    of = exact(total, sum(laid.values()), terms)
    net = of.net
    while short := [
        horse for horse in rest if terms.least == STAKE and rest[horse] * len(rest) > net
    ]:
        for horse in short:
            stakes = rest.pop(horse)
            whole[horse] = Dividend(stakes, stakes, 0, 1, whole=True)
            net -= stakes
    equal = replace(of, total=net + of.commission, parts=len(rest))
    return {
        horse: whole.get(horse) or replace(equal, laid=stakes) for horse, stakes in laid.items()
    }


def share(net: int, stakes: Sequence[tuple[int, Dividend]], terms: Terms) -> tuple[int, ...]:
    """Share ``net`` among stakes by their dividends; units left over go to the largest remainders, or to nobody.

    >>> of, small = Dividend(30, 100, 10), Dividend(7, 10, 1)
    >>> share(90, [(20, of), (10, of)], Terms()), share(9, [(5, small), (2, small)], Terms(breakage="remainders"))
    ((60, 30), (6, 3))
    """
    exactly = [(stake * of.net, of.laid * of.parts) for stake, of in stakes]
    paid = [over // under for over, under in exactly]
    if terms.breakage == REMAINDERS:
        remainders = [Fraction(over % under, under) for over, under in exactly]
        # sorting keeps equal remainders in the order of the bets
        for at in sorted(range(len(paid)), key=lambda at: -remainders[at])[: net - sum(paid)]:
            paid[at] += 1
    return tuple(paid)


def pay_out(
    bets: Sequence[Staked], winners: Sequence[str], terms: Terms, carried_in: int = 0
) -> Payout:
    """Pay out a pool, bet by bet: on the winner, on the horses of a dead heat, or on none where no horse has won.

    Of a dead heat those that nobody backed have no part. ``carried_in`` is what an earlier race left in the pool.
    """
    stakes = tuple(bet.stake for bet in bets)
    total = sum(stakes) + carried_in
    laid = sum_stakes(bet for bet in bets if bet.horse in winners)
    if laid:
        alone = {horse: dividend(total, stake, terms) for horse, stake in laid.items()}
        dividends = alone if len(alone) == 1 else share_dead_heat(total, laid, terms)
        return _pay_backers(bets, total, dividends, terms)
    nothing = (0,) * len(bets)
    if terms.unbacked == REFUND:
        return Payout(total, stakes, refunded=total - carried_in, carried=carried_in)
    if terms.unbacked == CARRIED:
        return Payout(total, nothing, carried=total)
    return Payout(total, nothing, commission=total)


def _pay_backers(
    bets: Sequence[Staked], total: int, dividends: dict[str, Dividend], terms: Terms
) -> Payout:
    commission = max(of.commission for of in dividends.values())
    net = total - commission
    stakes = [(bet.stake, dividends[bet.horse]) for bet in bets if bet.horse in dividends]
    paid = share(net, stakes, terms)
    floors = share(net, stakes, replace(terms, breakage=CLERK))
    won = iter(paid)
    payouts = tuple(next(won) if bet.horse in dividends else 0 for bet in bets)
    breakage, shared_out = net - sum(paid), sum(paid) - sum(floors)
    return Payout(total, payouts, dividends, commission, breakage, shared_out=shared_out)


@dataclass(frozen=True, slots=True)
class Prizes:
    """A fund divided: the banker's share, then the prizes of first, second and third."""

    banker: int
    prizes: tuple[int, int, int]
    left_over: int


def divide(fund: int, *, rest_to_banker: bool = False) -> Prizes:
    """Divide a fund: 10% to the nearest unit, halves up; quarters rounded down, with the rest to the winner.

    ``left_over`` is that rest, which is in the winner's prize or the banker's share already. A negative fund has no
    prizes.

    >>> divide(2_345)
    Prizes(banker=235, prizes=(1056, 527, 527), left_over=1)
    >>> divide(2_345, rest_to_banker=True)
    Prizes(banker=236, prizes=(1055, 527, 527), left_over=1)
    """
    fund = max(0, fund)
    banker = tenth(fund)
    net = fund - banker
    half, quarter = net // 2, net // 4
    rest = net - half - 2 * quarter
    if rest_to_banker:
        return Prizes(banker + rest, (half, quarter, quarter), rest)
    return Prizes(banker, (half + rest, quarter, quarter), rest)


def awards(placed: Sequence[str]) -> tuple[str, ...]:
    """Return who gets each prize: a vacant prize goes to the best placed one left, else to nobody.

    >>> awards(("a", "", "c")), awards(("", "b", "")), awards(("", "", ""))
    (('a', 'a', 'c'), ('b', 'b', 'b'), ('', '', ''))
    """
    best = next((taker for taker in placed if taker), "")
    return tuple(taker or best for taker in placed)
