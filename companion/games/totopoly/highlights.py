"""What was remarkable about a day at the races: coups at the Tote and with bookmakers, prizes, and horses that paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.highlights import Best, Highlight, Kind, walk
from companion.core.table import Table
from companion.games.totopoly import book_slips, dividends, ending, race, state
from companion.games.totopoly.dividends import TOTE, race_number
from companion.games.totopoly.houses import AUCTION, BANK, EVENING
from companion.games.totopoly.state import FUND, HATS, UNIT, money, name
from models.ledger import EffectiveEntry, Proposal, moved

RESULT = Kind("result", "Money at the end", UNIT, final=True)
RESULT_OF_BETS = Kind("result.bets", "Won or lost at the bets", UNIT, final=True)
COUP = Kind("coup", "Best coup at the Tote", UNIT)
BOOK_WIN = Kind("book_win", "Best win with a bookmaker", UNIT)
BOOK = Kind("book", "Most made by a book on one race", UNIT)
STAKED = Kind("staked", "Staked in all", UNIT, adds=True)
PRIZES = Kind("prizes", "Prize money", UNIT, adds=True)
WINNERS = Kind("winners", "Winning horses owned", "", adds=True)
LOT = Kind("lot", "Dearest lot bought", UNIT)
EARNED = Kind("earned", "Earned under hats", UNIT, adds=True)


def highlights(table: Table, lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Everything worth keeping of a day, the best of each kind that everybody did."""
    best, staked, won = Best(), Counter[str](), Counter[str]()
    paid: dict[tuple[str, str], int] = {}
    for told, before, _ in walk(table, lines):
        proposal = told.proposal
        _note_price(paid, proposal)
        if proposal.action == "pay_tote":
            _tote(best, staked, table, told, before)
        elif proposal.action == "settle_book":
            _book(best, staked, table, told, before)
        elif proposal.action == "sell":
            _lot(best, table, told)
        elif proposal.action == "pay_prizes":
            won += _prizes(proposal, before)
    return (
        *_results(table),
        *best.highlights,
        *_winner(table, paid),
        *_sums(table, STAKED, staked, "{} staked {} in all.", 12),
        *_sums(table, PRIZES, won, "{} won {} in prizes.", 20),
        *_sums(table, EARNED, _under_hats(table), "{} earned {} under the hats.", 15),
    )


def _tote(best: Best, staked: Counter[str], table: Table, told: EffectiveEntry, before: Table) -> None:
    """Tell of everybody who backed the winner what that brought; bets given back are no coup."""
    number, winner, laid = race_number(before), race.placed(before)[0], Counter[str]()
    for slip in dividends.slips(before):
        staked[slip.who] += slip.stake
        if slip.horse == winner:
            laid[slip.who] += slip.stake
    said = {mark.name: str(mark.value) for mark in told.proposal.marks if mark.holder == TOTE}
    for who, stake in laid.items():
        got = int(said.get(f"payout_{number}_{who}", "0").partition(" ")[0])
        if got > stake:
            horse = state.horse_name(before, winner)
            text = f"{name(table, who)} laid {money(stake)} on {horse} and was paid {money(got)}."
            best.put(Highlight(COUP, who, got - stake, text, told.place, _weight(stake, got)))


def _weight(stake: int, got: int) -> int:
    """How remarkable a win is: by its odds first, then by its size."""
    return 35 + min(40, 3 * got // max(1, stake)) + min(20, (got - stake) // 25)


def _book(best: Best, staked: Counter[str], table: Table, told: EffectiveEntry, before: Table) -> None:
    """Tell of the bets won in a book that paid in full, and of what the race made for the bookmaker."""
    keeper, number = str(told.proposal.answers.get("bookmaker")), race_number(before)
    placed, places = race.placed(before), book_slips.places(before)
    said = {mark.name: mark.value for mark in told.proposal.marks if mark.holder == book_slips.SIDE}
    slips = book_slips.slips(before, keeper)
    owed, stakes = Counter[str](), 0
    for slip in slips:
        owed[slip.who] += slip.wager.pays(placed, places)
        staked[slip.who] += slip.wager.stake
        stakes += slip.wager.stake
    paid = {who: int(said.get(f"payout_{number}_{keeper}_{who}") or 0) for who in owed}
    for slip in slips:
        got, stake = slip.wager.pays(placed, places), slip.wager.stake
        # what a bookmaker who is short shares out belongs to no one bet
        if got > stake and paid[slip.who] == owed[slip.who]:
            text = (
                f"{name(table, slip.who)} laid {money(stake)} on {state.horse_name(before, slip.wager.horse)} at "
                f"{slip.wager.odds.words} with {table.name(keeper)} and was paid {money(got)}."
            )
            best.put(Highlight(BOOK_WIN, slip.who, got - stake, text, told.place, _weight(stake, got)))
    made = stakes - sum(paid.values())
    if made > 0:
        text = f"{name(table, keeper)}'s book made {money(made)} on one race."
        best.put(Highlight(BOOK, keeper, made, text, told.place, 25 + min(30, made // 10)))


def _lot(best: Best, table: Table, told: EffectiveEntry) -> None:
    """Tell what was paid under the hammer, where everybody sees it."""
    lot, who, price = (told.proposal.answers.get(key) for key in ("lot", "who", "price"))
    if isinstance(price, int) and price > 0:
        text = f"{name(table, str(who))} bought {state.card_name(table, str(lot))} for {money(price)}."
        best.put(Highlight(LOT, str(who), price, text, told.place, 10 + min(30, price // 10)))


def _prizes(proposal: Proposal, before: Table) -> Counter[str]:
    """What the prize fund paid everybody for horses; the banker's tenth is earned, not won."""
    won: Counter[str] = Counter()
    sums = moved(proposal.postings)
    for seat in before.players:
        earned = (sums[f"{seat.key}:{hat}", "earned"] for hat in HATS)
        won[seat.key] = sums[state.purse(seat.key), UNIT] - sum(earned)
    # a fund below nought pays nothing, and a fund alone keeps no cash of anybody's
    return won if any(one.account == FUND for one in proposal.postings) else Counter()


def _note_price(paid: dict[tuple[str, str], int], proposal: Proposal) -> None:
    """Keep in mind what everybody last paid for a lease card."""
    answers = proposal.answers
    if proposal.action == "keep":
        cost = moved(proposal.postings)[FUND, UNIT]
        paid[str(answers.get("who")), str(answers.get("card"))] = cost
    elif proposal.action == "sell" and isinstance(price := answers.get("price"), int):
        paid[str(answers.get("who")), str(answers.get("lot"))] = price
    elif proposal.action == "private_sale" and isinstance(price := answers.get("price"), int):
        paid[str(answers.get("taker")), str(answers.get("card"))] = price


def _winner(table: Table, paid: dict[tuple[str, str], int]) -> Iterable[Highlight]:
    """Tell whose horse won, once the prizes are paid."""
    winner = race.placed(table)[0] if ending.ending(table) and state.keeps(table) in (EVENING, BANK) else ""
    who = state.owner(table, winner) if winner else ""
    if who:
        cost = paid.get((who, winner), 0)
        had = f", leased for {money(cost)}" if cost > 0 else ""
        text = f"{name(table, who)} owned the winner, {state.horse_name(table, winner)}{had}."
        yield Highlight(WINNERS, who, 1, text, weight=45)


def _under_hats(table: Table) -> Counter[str]:
    return Counter({seat.key: sum(state.earned(table, seat.key, hat) for hat in HATS) for seat in table.players})


def _results(table: Table) -> Iterable[Highlight]:
    """Tell what everybody came out with; what an auction or a bank took in is no result."""
    over = ending.ending(table)
    if not over or state.keeps(table) in (AUCTION, BANK):
        return
    kind = RESULT if state.tracked(table) else RESULT_OF_BETS
    for who, _, _ in over.ranks:
        amount = ending.worth(table, who)
        did = (
            f"had {money(amount)} at the end"
            if kind is RESULT
            else f"{'won' if amount >= 0 else 'lost'} {money(abs(amount))}"
        )
        yield Highlight(kind, who, amount, f"{name(table, who)} {did}.")


def _sums(table: Table, kind: Kind, sums: Counter[str], told: str, weight: int) -> Iterable[Highlight]:
    for who, amount in sums.items():
        if amount > 0:
            said = told.format(name(table, who), money(amount))
            yield Highlight(kind, who, amount, said, weight=weight + min(20, amount // 50))
