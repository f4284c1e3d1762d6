"""What was remarkable about a day at the races: coups at the Tote and with bookmakers, prizes, and horses that paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.api import listed
from companion.api.show import Best, Highlight, Kind, Line
from companion.games.totopoly.betting import payouts
from companion.games.totopoly.box import OVER
from companion.games.totopoly.game import GAME, POUND, Player, TotopolyTurn

RESULT = Kind("result", "Money at the end", POUND, final=True)
RESULT_OF_BETS = Kind("result.bets", "Won or lost at the bets", POUND, final=True)
COUP = Kind("coup", "Best coup at the Tote", POUND)
BOOK_WIN = Kind("book_win", "Best win with a bookmaker", POUND)
BOOK = Kind("book", "Most made by a book on one race", POUND)
STAKED = Kind("staked", "Staked in all", POUND, adds=True)
PRIZES = Kind("prizes", "Prize money", POUND, adds=True)
WINNERS = Kind("winners", "Winning horses owned", "", adds=True)
LOT = Kind("lot", "Dearest lot bought", POUND)
EARNED = Kind("earned", "Earned in roles", POUND, adds=True)


class Day:
    """What is counted over a day, entry by entry."""

    def __init__(self, t: TotopolyTurn) -> None:
        self.t, self.best = t, Best()
        self.staked, self.prizes = Counter[str](), Counter[str]()
        self.paid: dict[tuple[str, str], int] = {}
        """What everybody last paid for a lease card."""

    def _coup(self, kind: Kind, entry: Line, who: Player, sums: tuple[int, int], text: str) -> None:
        """Keep a win, by its odds first, then by its size; bets given back are no coup."""
        stake, got = sums
        if got > stake:
            weight = 35 + min(40, 3 * got // max(1, stake)) + min(20, (got - stake) // 25)
            words = (
                f"{self.t.holder(who.key)} laid {self.t.written(stake)} on {text} and was paid {self.t.written(got)}."
            )
            self.best.put(Highlight(kind, who.key, got - stake, words, entry.place, weight))

    def pay_tote(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note everybody who backed the winner, with what that brought."""
        laid, backed = Counter[Player](), dict[Player, dict[str, str]]()
        for slip in before.slips:
            self.staked[slip.who.key] += slip.stake
            if slip.horse in before.places[0]:
                laid[slip.who] += slip.stake
                backed.setdefault(slip.who, {})[slip.horse] = before.horse_name(slip.horse)
        for who, stake in laid.items():
            got = int(after.in_race("tote", "payout", who.key).partition(" ")[0] or 0)
            self._coup(COUP, entry, who, (stake, got), listed(backed[who].values()))

    def settle_book(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note the bets won in a book that paid in full, and what the race made for the bookmaker."""
        bookmaker = before.holder(str(entry.proposal.answers["bookmaker"]))
        won = [(bet, bet.wager.pays(before.places, before.last_place)) for bet in bookmaker.book]
        owed = Counter[Player]()
        for bet, amount in won:
            owed[bet.who] += amount
            self.staked[bet.who.key] += bet.stake
        paid = {who: int(after.in_race("side", "payout", bookmaker.key, who.key) or 0) for who in owed}
        for bet, amount in won:
            # what a bookmaker who is short shares out belongs to no one bet
            if paid[bet.who] == owed[bet.who]:
                text = f"{before.horse_name(bet.horse)} at {bet.wager.odds.words} with {bookmaker.name}"
                self._coup(BOOK_WIN, entry, bet.who, (bet.stake, amount), text)
        made = bookmaker.stakes - sum(paid.values())
        if made > 0:
            text = f"{self.t.holder(bookmaker.key)}'s book made {self.t.written(made)} on one race."
            self.best.put(Highlight(BOOK, bookmaker.key, made, text, entry.place, 25 + min(30, made // 10)))

    def lease(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note what a card was kept, sold or bought for; under the hammer everybody sees it."""
        said = entry.proposal.answers
        who, card = str(said.get("taker") or said["who"]), str(said.get("lot") or said["card"])
        price = int(said.get("price") or after.fund - before.fund)
        self.paid[who, card] = price
        if entry.proposal.action == "sell" and price > 0:
            text = f"{self.t.holder(who)} bought {self.t.card_name(card)} for {self.t.written(price)}."
            self.best.put(Highlight(LOT, who, price, text, entry.place, 10 + min(30, price // 10)))

    def pay_prizes(self, _entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note what the prize fund paid everybody for horses; the banker's tenth is earned, not won."""
        # a fund below zero pays nothing, and a fund alone keeps no cash of anybody's
        for who in before.everybody if after.fund != before.fund else ():
            then = after.holder(who.key)
            self.prizes[who.key] += (then.cash - who.cash) - (then.earned_in_all - who.earned_in_all)


@GAME.highlights
def highlights(t: TotopolyTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Return everything worth keeping of a day, the best of each kind that everybody did."""
    day = Day(t)
    rules = {rule.__name__: rule for rule in (day.pay_tote, day.settle_book, day.pay_prizes)}
    rules |= dict.fromkeys(("keep", "sell", "private_sale"), day.lease)
    for entry, before, after in t.walk(entries):
        if rule := rules.get(entry.proposal.action):
            rule(entry, before, after)
    earned = Counter({who.key: who.earned_in_all for who in t.everybody})
    return (
        *_results(t),
        *day.best.highlights,
        *_winner(t, day.paid),
        *_sums(t, STAKED, day.staked, "{} staked {} in all.", 12),
        *_sums(t, PRIZES, day.prizes, "{} won {} in prizes.", 20),
        *_sums(t, EARNED, earned, "{} earned {} in roles.", 15),
    )


def _winner(t: TotopolyTurn, paid: dict[tuple[str, str], int]) -> Iterable[Highlight]:
    """Say whose horse won, once the prizes are paid."""
    winner = t.placed[0] if t.phase == OVER and t.keeps.prizes else ""
    if who := t.owner(winner):
        cost = paid.get((who.key, winner), 0)
        had = f", leased for {t.written(cost)}" if cost > 0 else ""
        text = f"{who} owned the winner, {t.horse_name(winner)}{had}."
        yield Highlight(WINNERS, who.key, 1, text, weight=45)


def _results(t: TotopolyTurn) -> Iterable[Highlight]:
    """Say what everybody came out with; what an auction or a bank took in is no result."""
    over = payouts.ending(t)
    if not over or t.keeps.spent:
        return
    for seat, _, _ in over.places or ():
        who = t.holder(seat.key)
        amount = payouts.money(who)
        if t.tracked:
            yield Highlight(RESULT, who.key, amount, f"{who} had {t.written(amount)} at the end.")
        else:
            did = f"{'won' if amount >= 0 else 'lost'} {t.written(abs(amount))}"
            yield Highlight(RESULT_OF_BETS, who.key, amount, f"{who} {did}.")


def _sums(t: TotopolyTurn, kind: Kind, sums: Counter[str], words: str, weight: int) -> Iterable[Highlight]:
    for who, amount in sums.items():
        if amount > 0:
            text = words.format(t.holder(who), t.written(amount))
            yield Highlight(kind, who, amount, text, weight=weight + min(20, amount // 50))
