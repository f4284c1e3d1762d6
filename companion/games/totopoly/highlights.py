"""What was remarkable about a day at the races: coups at the Tote and with bookmakers, prizes, and horses that paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.api import listed
from companion.api.show import Best, Highlight, Kind, Line
from companion.games.totopoly import race
from companion.games.totopoly.betting import bets, payouts
from companion.games.totopoly.game import GAME, POUND, Player, Stage, TotopolyTurn

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

    def pay_tote(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note everybody who backed the winner, with what that brought; bets given back are no coup."""
        winners, laid = race.find_places(before)[0], Counter[Player]()
        backed: dict[Player, dict[str, str]] = {}
        for slip in bets.slips(before):
            self.staked[slip.who.key] += slip.stake
            if slip.horse in winners:
                laid[slip.who] += slip.stake
                backed.setdefault(slip.who, {})[slip.horse] = before.horse_name(slip.horse)
        for who, stake in laid.items():
            got = int(after.in_race("tote", "payout", who.key).partition(" ")[0] or 0)
            if got > stake:
                horses, sums = listed(backed[who].values()), (self.t.written(stake), self.t.written(got))
                text = f"{self._name(who)} laid {sums[0]} on {horses} and was paid {sums[1]}."
                self.best.put(Highlight(COUP, who.key, got - stake, text, entry.place, _weight(stake, got)))

    def settle_book(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note the bets won in a book that paid in full, and what the race made for the bookmaker."""
        bookmaker = before.holder(str(entry.proposal.answers.get("bookmaker")))
        found, result = bets.book_slips(before, bookmaker), race.find_places(before)
        owed = Counter[Player]()
        for slip in found:
            owed[slip.who] += slip.wager.pays(result, bets.places(before))
            self.staked[slip.who.key] += slip.wager.stake
        paid = {who: int(after.in_race("side", "payout", bookmaker.key, who.key) or 0) for who in owed}
        for slip in found:
            got, stake = slip.wager.pays(result, bets.places(before)), slip.wager.stake
            # what a bookmaker who is short shares out belongs to no one bet
            if got > stake and paid[slip.who] == owed[slip.who]:
                text = (
                    f"{self._name(slip.who)} laid {self.t.written(stake)} on {before.horse_name(slip.wager.horse)} at "
                    f"{slip.wager.odds.words} with {self.t.holder(bookmaker.key).name} and was paid "
                    f"{self.t.written(got)}."
                )
                self.best.put(Highlight(BOOK_WIN, slip.who.key, got - stake, text, entry.place, _weight(stake, got)))
        made = bets.stakes(found) - sum(paid.values())
        if made > 0:
            text = f"{self._name(bookmaker)}'s book made {self.t.written(made)} on one race."
            self.best.put(Highlight(BOOK, bookmaker.key, made, text, entry.place, 25 + min(30, made // 10)))

    def sell(self, entry: Line, _before: TotopolyTurn, _after: TotopolyTurn) -> None:
        """Note what was paid under the hammer, where everybody sees it."""
        who, lot, price = (entry.proposal.answers.get(name) for name in ("who", "lot", "price"))
        if isinstance(price, int) and price > 0:
            self.paid[str(who), str(lot)] = price
            text = f"{self.t.holder(str(who))} bought {self.t.card_name(str(lot))} for {self.t.written(price)}."
            self.best.put(Highlight(LOT, str(who), price, text, entry.place, 10 + min(30, price // 10)))

    def keep(self, entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note the price of a card that was kept."""
        who, card = (str(entry.proposal.answers.get(name)) for name in ("who", "card"))
        self.paid[who, card] = after.fund - before.fund

    def private_sale(self, entry: Line, _before: TotopolyTurn, _after: TotopolyTurn) -> None:
        """Note the price of a private sale."""
        who, card, price = (entry.proposal.answers.get(name) for name in ("taker", "card", "price"))
        if isinstance(price, int):
            self.paid[str(who), str(card)] = price

    def pay_prizes(self, _entry: Line, before: TotopolyTurn, after: TotopolyTurn) -> None:
        """Note what the prize fund paid everybody for horses; the banker's tenth is earned, not won."""
        # a fund below zero pays nothing, and a fund alone keeps no cash of anybody's
        if after.fund != before.fund:
            for who in before.everybody:
                then = after.holder(who.key)
                self.prizes[who.key] += (then.cash - who.cash) - (then.earned_in_all - who.earned_in_all)

    def _name(self, who: Player) -> str:
        return str(self.t.holder(who.key))


def _weight(stake: int, got: int) -> int:
    """Return how remarkable a win is: by its odds first, then by its size."""
    return 35 + min(40, 3 * got // max(1, stake)) + min(20, (got - stake) // 25)


@GAME.highlights
def highlights(t: TotopolyTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Return everything worth keeping of a day, the best of each kind that everybody did."""
    day = Day(t)
    rules = {
        "pay_tote": day.pay_tote,
        "settle_book": day.settle_book,
        "sell": day.sell,
        "keep": day.keep,
        "private_sale": day.private_sale,
        "pay_prizes": day.pay_prizes,
    }
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
    winner = race.find_placed(t)[0] if t.stage == Stage.OVER and t.keeps_prizes else ""
    if who := t.owner(winner):
        cost = paid.get((who.key, winner), 0)
        had = f", leased for {t.written(cost)}" if cost > 0 else ""
        text = f"{who} owned the winner, {t.horse_name(winner)}{had}."
        yield Highlight(WINNERS, who.key, 1, text, weight=45)


def _results(t: TotopolyTurn) -> Iterable[Highlight]:
    """Say what everybody came out with; what an auction or a bank took in is no result."""
    over = payouts.ending(t)
    if not over or t.nobody_wins:
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
