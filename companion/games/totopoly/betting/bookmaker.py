"""A separate bookmaker's book: opening it, odds, bets at fixed odds, putting them right, and paying out.

A winning bet is paid from the till, then from cash, at last from the prizes. There is no credit, and nobody buys a
horse when the race is run: what is missing then is written off.

Rulebook: «The Totalisator or Bookmaker», «Borrowing».
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from companion.api import Refusal, listed
from companion.api.questions import Choice, Value
from companion.api.show import Tile
from companion.games.totopoly.betting import totalisator
from companion.games.totopoly.box import PAYING_OUT, RACE_DAY, RUNNING
from companion.games.totopoly.game import (
    GAME,
    NO_DEBT,
    POUND,
    RESULT,
    SIDE,
    TILL,
    BookSlip,
    Player,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    during,
)
from companion.games.totopoly.options import House
from companion.rules.betting import PLACE, USUAL, Odds, Wager, read_odds

RULE = "Fixed odds, agreed when the bet is laid; the stake comes back on top, and fractions are dropped."
DEAD_HEAT = (
    "In a dead heat the stake is divided by the horses that share the place: with two, half of it wins at the full "
    "odds and the rest is lost. The rulebook has no dead heat; bookmakers settle one so."
)
OWN_MONEY = "A bookmaker's till is the bookmaker's own money."

KEEPS_BOOKS = When(lambda t: t.keeps.books, "This book keeps no bookmaker's book.")
RUNS_DAY = (KEEPS_BOOKS, during(*RACE_DAY))
KEPT = (*RUNS_DAY, When(lambda t: t.bookmakers, "Nobody keeps a book."))
OPEN = (*KEPT, When(lambda t: not t.is_closed, "They are off: the books are closed."), NO_DEBT)
books = partial(GAME.action, group="Bookmaker", source=totalisator.SOURCE, when=KEPT)


# --- questions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OddsChoice(Choice[str]):
    """Odds: one of the usual, or any other as people write them."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "odds such as 7-2 or evens"

    def read(self, text: str, t: TotopolyTurn) -> Value:
        """Read odds."""
        del t
        odds = read_odds(text)
        if odds is None:
            raise Refusal(f"{text.strip()[:40]!r} are no odds; write them as 7-2, or evens.")
        return odds.key


def _odds_asked(t: TotopolyTurn) -> Odds | None:
    """Return the odds asked in the book and on the horse that were answered so far."""
    return t.find_player("bookmaker").odds_on(str(t.answers.get("horse") or ""))


def _order_odds(t: TotopolyTurn) -> tuple[str, ...]:
    """Offer the odds that are asked, then the usual ones."""
    asked = _odds_asked(t)
    return (asked.key, *(odds for odds in USUAL if odds != asked.key)) if asked else USUAL


def _odds_words(_t: TotopolyTurn, odds: str) -> str:
    known = read_odds(odds)
    return known.words.capitalize() if known else odds


def _as_asked(t: TotopolyTurn, odds: str) -> str:
    asked = _odds_asked(t)
    return "as asked" if asked and asked.key == odds else ""


def would_cost(t: TotopolyTurn, horse: str) -> str:
    """Say what a win of a horse would bring or cost a bookmaker as the book stands."""
    bookmaker = t.find_player("bookmaker")
    if not bookmaker.key:
        return ""
    made = bookmaker.exposure.get(horse, 0)
    brings = f"costs {t.written(-made)}" if made < 0 else f"brings {t.written(made)}"
    odds = bookmaker.odds_on(horse)
    return f"{odds.words} asked, if it wins: {brings}" if odds else f"if it wins: {brings}"


def tile_with_odds(t: TotopolyTurn, horse: str) -> Tile:
    """Show a horse's number on its colour, and the odds on it where only one bookmaker asks any."""
    odds = [who.odds_on(horse) for who in t.bookmakers]
    return replace(t.tile(horse), note=odds[0].key if len(odds) == 1 and odds[0] else "")


def _ask_bookmaker(text: str) -> Any:
    return ask.player(text, among=lambda t: t.bookmakers, why="keeps no book")


# --- bets at fixed odds -------------------------------------------------------------------------------------


@books(
    "Take a bet at fixed odds",
    when=OPEN,
    asked_by={"who": "Bet at fixed odds"},
    rule=RULE,
    button="Bet on {horse} at {odds}",
)
def book_bet(  # noqa: PLR0913, PLR0917 - what a bookmaker's slip says
    t: TotopolyTurn,
    bookmaker: Player = _ask_bookmaker("In whose book?"),
    who: Player = ask.player("Who bets?", but="bookmaker"),
    horse: str = ask_horse("On which horse?", detail=would_cost, tile=tile_with_odds),
    kind: str = ask.choice(
        "To win, or for a place?", {kind: words.capitalize() for kind, words in totalisator.KINDS.items()}
    ),
    odds: str = ask.of("At which odds?", OddsChoice(USUAL, _odds_words, _order_odds, _as_asked)),
    stake: int = ask.money("How much?", paid_by="who"),
) -> None:
    """Take a bet at fixed odds, seeing first what each result would then cost."""
    t.refuse(bookmaker.book_paid, f"{bookmaker} has paid out on this race. Undo that first.", "bookmaker")
    totalisator.require_runner(t, horse)
    fixed = read_odds(odds) or Odds(1, 1)
    number = t.next_bet(SIDE)
    bet = BookSlip(number, bookmaker, who, Wager(horse, kind, stake, fixed))
    t.pay(who, bookmaker, stake, into=TILL)
    totalisator.write_book_slip(t, bet)
    t.note_in_race(SIDE, "bets", number)
    t.narrate(f"{who} lays {totalisator.bet_words(t, bet)}, with {bookmaker.name}.")
    if kind == PLACE:
        t.by_house_rule(House.book_place)
    back = bet.wager.back
    sums = f"{t.written(stake)} \u00d7 {fixed.profit} \u00f7 {fixed.stake}"
    t.step(f"Profit at {fixed.words}: {sums}", back - stake)
    t.step(f"If it is won, {who.name} gets back", back)
    if stake * fixed.profit % fixed.stake:
        t.step("The fraction of the profit is dropped")
    _show_exposure(bookmaker)


def _show_exposure(bookmaker: Player) -> None:
    """Show what each winner would bring a bookmaker or cost, and warn where that is more than there is."""
    t, costs = bookmaker.t, bookmaker.exposure
    for horse, result in costs.items():
        t.step(f"{t.card_name(horse)} wins", result, signed=True)
    own = bookmaker.till - bookmaker.stakes
    there = own + max(0, bookmaker.cash) if t.tracked else own
    worst = min(costs.values(), default=0)
    # where cash is not followed, an empty till says nothing of what there is
    if costs and there + worst < 0 and (t.tracked or own > 0):
        names = listed((t.horse_name(horse) for horse, result in costs.items() if result == worst), "or")
        what = "till and cash hold" if t.tracked else "the till holds"
        t.step(
            f"Warning: a win of {names} could cost {t.written(-worst)}; "
            f"beside the stakes {what} {t.written(max(0, there))}"
        )


# --- the till -----------------------------------------------------------------------------------------------


@books(
    "Open a bookmaker's book",
    when=RUNS_DAY,
    rule="Any player may keep a separate book on the race; its till is the bookmaker's own money.",
)
def open_book(
    t: TotopolyTurn,
    who: Player = ask.player("Who keeps a book?"),
    amount: int = ask.money("How much goes into the till?", at_least=0, paid_by="who", usual=0),
) -> None:
    """Keep a book of fixed odds beside the Tote, with a separate till."""
    t.refuse(who in t.bookmakers, f"{who} keeps a book already.", "who")
    t.note(SIDE, **{f"open_{who.key}": 1})
    t.narrate(f"{who} opens a book with {t.written(amount)} in the till.")
    _fill_till(who, amount)


def _fill_till(who: Player, amount: int) -> None:
    """Move cash into the till, or out of it."""
    who.t.pay(who, who, amount, into=TILL)
    who.t.step("In the till", who.till, total=True)


@books("Chalk up odds", when=OPEN, asked_by="bookmaker", rule=RULE, button="Ask {odds} on {horse}")
def lay_odds(
    t: TotopolyTurn,
    bookmaker: Player = _ask_bookmaker("Whose book?"),
    horse: str = ask_horse("On which horse?", detail=would_cost, tile=tile_with_odds),
    odds: str = ask.words("Which odds? Write them as 7-2, or evens."),
) -> None:
    """Chalk up the odds a bookmaker asks on a horse; bets laid before keep theirs."""
    totalisator.require_runner(t, horse)
    price = read_odds(odds)
    if price is None:
        raise Refusal("These are no odds; write them as 7-2, or evens.", "odds")
    t.note(SIDE, **{f"odds_{bookmaker.key}_{horse}": price.key})
    t.narrate(f"{bookmaker} asks {price.words} on {t.horse_name(horse)}.")
    t.step(f"Profit on {POUND}10: {POUND}10 \u00d7 {price.profit} \u00f7 {price.stake}", price.profit_on(10))
    t.step(f"A winning {POUND}10 gets back", 10 + price.profit_on(10))


@books("Top up a till", rule=OWN_MONEY)
def top_up(
    t: TotopolyTurn, who: Player = _ask_bookmaker("Whose till?"), amount: int = ask.money("How much?", paid_by="who")
) -> None:
    """Put more of a bookmaker's cash into the till."""
    t.narrate(f"{who} puts {t.written(amount)} into the till.")
    _fill_till(who, amount)


@books("Take money out of a till", rule=OWN_MONEY)
def draw_out(
    t: TotopolyTurn,
    who: Player = _ask_bookmaker("Whose till?"),
    amount: int = ask.money("How much?", at_most=lambda t: max(1, t.find_player("who").till)),
) -> None:
    """Take money out of a bookmaker's till; stakes stay in it until the race is paid out."""
    free = who.free_in_till
    laid = 0 if who.book_paid else who.stakes
    lying = f", and {t.written(laid)} in stakes stay there" if laid else ""
    t.refuse(amount > free, f"{t.written(free)} can be drawn from this till{lying}.", "amount")
    t.narrate(f"{who} draws {t.written(amount)} out of the till.")
    t.pay(who, who, amount, TILL, into="cash")
    t.step("In the till", who.till, total=True)


def _bet_label(t: TotopolyTurn, number: int) -> str:
    found = (
        f"{number}: {bet.who.name}, {totalisator.bet_words(t, bet)}" for bet in t.book_slips if bet.number == number
    )
    return next(found, f"Bet {number}")


@books(
    "Take a fixed-odds bet back",
    when=(*RUNS_DAY, When(lambda t: t.book_slips, "There is no bet in any book.")),
    rule="A bet can be taken back; after the off only for a reason.",
)
def book_take_back(
    t: TotopolyTurn,
    slip: int = ask.number(
        "Which bet?", 1, 99_999, what="bet", label=_bet_label, now=lambda t: [bet.number for bet in t.book_slips]
    ),
    reason: str | None = ask.reason("Why? Needed after the off.", optional=True),
) -> None:
    """Take a bet out of a bookmaker's book: the stake goes back."""
    bet = next((bet for bet in t.book_slips if bet.number == slip), None)
    if bet is None:
        raise Refusal(f"There is no bet {slip} in any book.", "slip")
    paid = f"{bet.bookmaker} has paid out on this race. Undo that first."
    t.refuse(bet.bookmaker.book_paid, paid, "slip")
    t.refuse(t.is_closed and not reason, "They are off: a bet is taken back only for a reason. Say it.", "reason")
    t.narrate(f"{bet.who} takes back {totalisator.bet_words(t, bet)}{f' ({reason})' if reason else ''}.")
    totalisator.give_back_from_book(t, bet)


# --- paying out -------------------------------------------------------------------------------------------


def _owed(bookmaker: Player) -> list[tuple[BookSlip, int]]:
    """Return what every bet in a book is owed on the official result."""
    t = bookmaker.t
    return [(bet, bet.wager.pays(t.places, t.last_place)) for bet in bookmaker.book]


def would_pay(bookmaker: Player) -> Counter[Player]:
    """Return what everybody with a bet won in a book is owed on the official result."""
    owed = Counter[Player]()
    for bet, amount in _owed(bookmaker):
        if amount:
            owed[bet.who] += amount
    return owed


def _there(bookmaker: Player) -> tuple[int, int, int]:
    """Return what a bookmaker owes, can pay of it, and how much of that comes from cash."""
    owed, in_till = would_pay(bookmaker).total(), max(0, bookmaker.till)
    missing = max(0, owed - in_till)
    # where cash is not followed, there is always enough
    cash = min(missing, max(0, bookmaker.cash)) if bookmaker.t.tracked else missing
    return owed, min(owed, in_till) + cash, cash


def short_by(bookmaker: Player) -> int:
    """Return how much a bookmaker is short of, with till and cash together; zero where all can be paid."""
    owed, there, _ = _there(bookmaker)
    return owed - there


@books(
    "Pay out a book",
    group="After the race",
    when=(KEEPS_BOOKS, during(RUNNING, PAYING_OUT), RESULT),
    asked_by="bookmaker",
    rule="A winning bet gets its profit at the odds agreed, and the stake on top; the till pays first, then cash.",
    amount=lambda t: _there(t.find_player("bookmaker"))[1],
)
def settle_book(
    t: TotopolyTurn, bookmaker: Player = ask.anybody("Whose book?", now=lambda t: t.payers or t.everybody)
) -> None:
    """Pay every bet won in a bookmaker's book."""
    t.refuse(bookmaker not in t.payers, f"{bookmaker} keeps no book.", "bookmaker")
    t.refuse(bookmaker.book_paid, f"{bookmaker} has paid out on this race already.", "bookmaker")
    t.refuse(not bookmaker.book, f"Nobody has bet with {bookmaker.name}.", "bookmaker")
    owed, there, from_cash = _there(bookmaker)
    t.refuse(
        there < owed and not t.prizes_paid and bookmaker in t.seats,
        f"{bookmaker} is {t.written(owed - there)} short, with till and cash together: first the prizes are paid.",
        "bookmaker",
    )
    rows = _share_out(_owed(bookmaker), there)
    t.pay(bookmaker, bookmaker, from_cash, into=TILL)
    t.note_in_race(SIDE, "settled", 1, bookmaker.key)
    t.step("Stakes taken", bookmaker.stakes)
    paid = Counter[Player]()
    for bet, due, amount in rows:
        if due:
            paid[bet.who] += amount
            less = f", owed {t.written(due)}" if amount < due else ""
            t.step(f"{bet.who}, {totalisator.bet_words(t, bet)}{_in_part(bet)}{less}", -amount, signed=True)
    for who, amount in paid.items():
        t.pay(bookmaker, who, amount, TILL, into="cash")
        t.note_in_race(SIDE, "payout", amount, bookmaker.key, who.key)
    if from_cash:
        t.step(f"From {bookmaker.name}'s cash into the till", from_cash)
    if owed > there:
        t.step("Unpaid and written off; what is there is shared in proportion", owed - there)
    made = bookmaker.stakes - there
    t.step("The book makes", made, signed=True, total=True)
    whom = listed(f"{who.name} {t.written(amount)}" for who, amount in paid.items()) or "nobody"
    result = f"makes {t.written(made)}" if made > 0 else f"loses {t.written(-made)}" if made else "comes out even"
    t.narrate(f"{bookmaker} pays {whom}, and the book {result}.")
    if any(map(_in_part, bookmaker.book)):
        t.explain(DEAD_HEAT)
    # a bet for a place was lost only because the third horse is not placed
    if any(bet.wager.kind == PLACE and bet.horse in t.places[2] for bet in bookmaker.book):
        t.by_house_rule(House.book_place)


def _in_part(bet: BookSlip) -> str:
    """Say how a bet that has won in part, in a dead heat, is worked out; empty where it has won whole or lost."""
    t, wager = bet.who.t, bet.wager
    part = wager.part_won(t.places, t.last_place)
    if part.denominator == 1:
        return ""
    times = f" \u00d7 {part.numerator}" if part.numerator > 1 else ""
    return f", in a dead heat: {t.written(wager.back)}{times} \u00f7 {part.denominator}"


def _share_out(won: list[tuple[BookSlip, int]], there: int) -> list[tuple[BookSlip, int, int]]:
    """Share what is there in proportion to what bets are owed; odd units go to the earlier ones."""
    owed = sum(due for _, due in won)
    rows = [(bet, due, due * there // max(1, owed)) for bet, due in won]
    odd = there - sum(paid for _, _, paid in rows)
    winning = [at for at, (_, due, _) in enumerate(rows) if due][:odd]
    return [(bet, due, paid + (at in winning)) for at, (bet, due, paid) in enumerate(rows)]
