"""Betting: a bookmaker's odds, a totalisator, a tote board, a pot, and a prize fund.

Whole units only; fractions of a profit are dropped. A bookmaker's odds are agreed when the bet is laid, with the stake
returned on top; a place bet wins at its full odds where the horse is among the first two or three. In a totalisator all
stakes go into one pool, the clerk takes a commission, and the winner's backers share the rest: on any terms, what was
laid and carried in equals what is paid, commission, breakage, refunded and carried on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

WIN, PLACE = "win", "place"
USUAL = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "8-1", "10-1", "12-1", "16-1", "20-1", "25-1", "33-1", "50-1")
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

    def pays(self, placed: Sequence[str], places: int) -> int:
        """What the backer gets on a result: the horses in their places, empty where a place is vacant."""
        if self.kind == WIN:
            return self.back if placed and placed[0] == self.horse else 0
        return self.back if self.horse in placed[:places] else 0


def result(wagers: Iterable[Wager], placed: Sequence[str], places: int) -> int:
    """A bookmaker's profit on a result: all stakes less all payments; negative is a loss."""
    return sum(wager.stake - wager.pays(placed, places) for wager in wagers)


def exposure(wagers: Iterable[Wager], runners: Sequence[str], places: int) -> dict[str, int]:
    """A bookmaker's profit if each runner won, with the other places as costly as possible.

    >>> exposure([Wager("a", WIN, 10, Odds(4, 1)), Wager("b", PLACE, 10, Odds(1, 1))], ("a", "b", "c"), 2)
    {'a': -50, 'b': 0, 'c': 0}
    """
    taken = 0
    to_win = dict.fromkeys(runners, 0)
    to_place = dict.fromkeys(runners, 0)
    for wager in wagers:
        taken += wager.stake
        side = to_win if wager.kind == WIN else to_place
        if wager.horse in side:
            side[wager.horse] += wager.back
    dearest = sorted(runners, key=lambda horse: -to_place[horse])
    costs: dict[str, int] = {}
    for winner in runners:
        others = [horse for horse in dearest if horse != winner][: places - 1]
        costs[winner] = taken - to_win[winner] - to_place[winner] - sum(to_place[horse] for horse in others)
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


class Bet(NamedTuple):
    """A stake on a runner, in whole units; a named tuple, as large books make many."""

    horse: str
    stake: int


@dataclass(frozen=True, slots=True)
class Dividend:
    """What a runner pays if it wins: ``net`` shared among ``laid``."""

    laid: int
    total: int
    commission: int
    figure: int | None = None
    """The round dividend for each unit, stake included; ``None`` where there is none."""
    gave_way: bool = False
    """Whether the commission was reduced so that the stakes are returned in full."""

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
    """How a pool is paid out on one winner. A pool that the clerk keeps is all commission.

    ``total`` is always ``paid + commission + breakage + refunded + carried``.
    """

    dividend: Dividend
    payouts: tuple[int, ...]
    """One for each bet, in their order; losers get nothing."""
    commission: int = 0
    breakage: int = 0
    refunded: int = 0
    carried: int = 0
    shared_out: int = 0
    """How many units left over went to the largest remainders; they are paid."""

    @property
    def total(self) -> int:
        return self.dividend.total

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
    best: tuple[int, int] | None = None
    for figure in (near + 1, near):
        hundredfold = 100 * (total - figure * laid)
        if LEAST_PERCENT * total <= hundredfold <= MOST_PERCENT * total and figure:
            away = abs(hundredfold - USUAL_PERCENT * total)
            best = min(best or (away, figure), (away, figure), key=lambda pair: pair[0])
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


def sum_stakes(bets: Iterable[Staked]) -> dict[str, int]:
    """Add up what is laid on each runner."""
    sums: dict[str, int] = {}
    for bet in bets:
        sums[bet.horse] = sums.get(bet.horse, 0) + bet.stake
    return sums


def dividends(bets: Sequence[Staked], runners: Iterable[str], terms: Terms, carried_in: int = 0) -> dict[str, Dividend]:
    """What every runner would pay, in one pass over the book."""
    sums = sum_stakes(bets)
    total = sum(sums.values()) + carried_in
    return {horse: dividend(total, sums.get(horse, 0), terms) for horse in runners}


def share(of: Dividend, stakes: Sequence[int], terms: Terms) -> tuple[int, ...]:
    """Share what a runner pays among the stakes on it; units left over go to the largest remainders, or to nobody.

    >>> share(Dividend(30, 100, 10), (20, 10), Terms()), share(Dividend(7, 10, 1), (5, 2), Terms(breakage="remainders"))
    ((60, 30), (6, 3))
    """
    exactly = [stake * of.net for stake in stakes]
    paid = [one // of.laid for one in exactly]
    if terms.breakage == REMAINDERS:
        # sorting keeps equal remainders in the order of the bets
        for at in sorted(range(len(paid)), key=lambda at: -(exactly[at] % of.laid))[: of.net - sum(paid)]:
            paid[at] += 1
    return tuple(paid)


def pay_out(bets: Sequence[Staked], winner: str | None, terms: Terms, carried_in: int = 0) -> Payout:
    """Pay out a pool on the winner, bet by bet; where there is no winner at all the clerk keeps the pool.

    ``carried_in`` is what an earlier race left in the pool.
    """
    stakes = tuple(bet.stake for bet in bets)
    total = sum(stakes) + carried_in
    of = dividend(total, sum(bet.stake for bet in bets if bet.horse == winner), terms)
    nothing = (0,) * len(bets)
    if of.backed:
        on_it = [bet.stake if bet.horse == winner else 0 for bet in bets]
        paid = share(of, on_it, terms)
        shared = sum(paid) - sum(share(of, on_it, replace(terms, breakage=CLERK)))
        return Payout(of, paid, of.commission, breakage=of.net - sum(paid), shared_out=shared)
    if winner is not None and terms.unbacked == REFUND:
        return Payout(of, stakes, refunded=total - carried_in, carried=carried_in)
    if winner is not None and terms.unbacked == CARRIED:
        return Payout(of, nothing, carried=total)
    return Payout(of, nothing, commission=total)


def winnings(stake: int, figure: int, *, includes_stake: bool = False) -> int:
    """Return the profit on a stake at so much for each dollar, without the stake itself.

    Where the board's figure includes the stake, the profit is one less for each dollar.

    >>> winnings(50, 3), winnings(50, 3, includes_stake=True)
    (150, 100)
    """
    return stake * (figure - 1 if includes_stake else figure)


def shares(pot: int, sharers: int) -> tuple[int, int]:
    """Split a pot evenly: what each gets, and the odd rest.

    >>> shares(100, 3)
    (33, 1)
    """
    return divmod(pot, sharers)


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
