"""What was remarkable about a day at the races: coups at the Tote and with bookmakers, prizes, and horses that paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from companion.api import listed
from companion.api.show import Best, Highlight, Kind, Line
from companion.games.totopoly.betting import payouts
from companion.games.totopoly.box import OVER
from companion.games.totopoly.game import GAME, POUND, Bet, Player, TotopolyTurn

RESULT = Kind("result", "Money at the end", POUND, final=True)
RESULT_OF_BETS = Kind("result.bets", "Won or lost at the bets", POUND, final=True)
COUP = Kind("coup", "Best coup at the Tote", POUND)
BOOK_WIN = Kind("book_win", "Best win with a bookmaker", POUND)
BOOK = Kind("book", "Most made by a book on one race", POUND)
STAKED = Kind("staked", "Staked in all", POUND, adds=True)
PRIZES = Kind("prizes", "Prize money", POUND, adds=True)
WINNERS = Kind("winners", "Winning horses owned", "", adds=True)


class Day:
    """What is counted over a day, entry by entry."""

    def __init__(self, t: TotopolyTurn) -> None:
        self.t, self.best = t, Best()
        self.staked, self.prizes = Counter[str](), Counter[str]()

    def _race(
        self,
        kind: Kind,
        entry: Line,
        bets: Sequence[Bet],
        won: Sequence[Bet],
        payout: Callable[[Player], str],
    ) -> int:
        """Note what everybody staked on a race, and what came of the bets won; return what was paid."""
        t, paid = self.t, 0
        for who in t.everybody:
            self.staked[who.key] += sum(bet.stake for bet in bets if bet.who == who)
            own = [bet for bet in won if bet.who == who]
            stake, got = sum(bet.stake for bet in own), int(payout(who).partition(" ")[0] or 0)
            paid += got
            if got > stake > 0:  # bets given back are no coup
                horses = listed(dict.fromkeys(t.horse_name(bet.horse) for bet in own))
                weight = 35 + min(40, 3 * got // stake) + min(20, (got - stake) // 25)
                text = f" laid {t.written(stake)} on {horses} and was paid {t.written(got)}."
                self.best.put(
                    Highlight(kind, who.key, got - stake, f"{who}{text}", entry.place, weight)
                )
        return paid

    def pay_tote(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note everybody who backed the winner, with what that brought."""
        won = [slip for slip in before.slips if slip.horse in before.places[0]]
        self._race(COUP, entry, before.slips, won, lambda who: after.tote["payout", who.key])

    def settle_book(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note the bets won in a book, and what the race made for the bookmaker."""
        bookmaker = before.holder(str(entry.proposal.answers["bookmaker"]))
        won = [bet for bet in bookmaker.book if bet.wager.pays(before.places, before.last_place)]
        paid = self._race(
            BOOK_WIN,
            entry,
            bookmaker.book,
            won,
            lambda who: after.books["payout", bookmaker.key, who.key],
        )
        made = bookmaker.stakes - paid
        if made > 0:
            text = f"{bookmaker}'s book made {self.t.written(made)} on one race."
            self.best.put(
                Highlight(BOOK, bookmaker.key, made, text, entry.place, 25 + min(30, made // 10))
            )

    def pay_prizes(self, _entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note what the prize fund paid everybody for horses; the banker's tenth is earned, not won."""
        # a fund below zero pays nothing, and a fund alone keeps no cash of anybody's
        for who in before.everybody if after.fund != before.fund else ():
            then = after.holder(who.key)
            self.prizes[who.key] += (then.cash - who.cash) - (
                then.earned_in_all - who.earned_in_all
            )


@GAME.highlights
def highlights(t: TotopolyTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Return everything worth keeping of a day, the best of each kind that everybody did."""
    day = Day(t)
    rules = {rule.__name__: rule for rule in (day.pay_tote, day.settle_book, day.pay_prizes)}
    for entry, before, after in t.walk(entries):
        if rule := rules.get(entry.proposal.action):
            rule(entry, before, after)
    return (
        *_results(t),
        *day.best.highlights,
        *_winner(t),
        *_sums(t, STAKED, day.staked, "{} staked {} in all.", 12),
        *_sums(t, PRIZES, day.prizes, "{} won {} in prizes.", 20),
    )


def _winner(t: TotopolyTurn) -> Iterable[Highlight]:
    """Say whose horse won, once the prizes are paid."""
    winner = t.placed[0] if t.phase == OVER and t.keeps.prizes else ""
    if who := t.owner(winner):
        text = f"{who} owned the winner, {t.horse_name(winner)}."
        yield Highlight(WINNERS, who.key, 1, text, weight=45)


def _results(t: TotopolyTurn) -> Iterable[Highlight]:
    """Say what everybody came out with; what an auction or a bank took in is no result."""
    over = payouts.ending(t)
    kind, had = (RESULT, "had") if t.tracked else (RESULT_OF_BETS, "came out with")
    for seat, _, figure in (over and over.places) or () if not t.keeps.spent else ():
        amount = payouts.money(t.holder(seat.key))
        yield Highlight(kind, seat.key, amount, f"{seat} {had} {figure} at the end.")


def _sums(
    t: TotopolyTurn, kind: Kind, sums: Counter[str], words: str, weight: int
) -> Iterable[Highlight]:
    for who, amount in sums.items():
        if amount > 0:
            text = words.format(t.holder(who), t.written(amount))
            yield Highlight(kind, who, amount, text, weight=weight + min(20, amount // 50))
