"""A separate bookmaker's book: opening it, odds, bets at fixed odds, putting them right, and paying out.

A winning bet is paid from the till, then from cash, at last from the prizes. There is no credit, and nobody buys a
horse when the race is run: what is missing then is written off.

Rulebook: «The Totalisator or Bookmaker», «Borrowing».
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from companion.api import Refusal, listed
from companion.api.questions import Choice, Value
from companion.games.totopoly.betting.totalisator import (
    SINCE_OFF,
    SOURCE,
    ask_bet,
    take_bet_back,
    to_be_paid,
)
from companion.games.totopoly.box import PAYING_OUT, RACE_DAY, RUNNING
from companion.games.totopoly.game import (
    BETS,
    BOOKS,
    GAME,
    NO_DEBT,
    POUND,
    RESULT,
    TILL,
    Bet,
    Player,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    by_backer,
    during,
)
from companion.games.totopoly.options import House
from companion.rules.betting import PLACE, USUAL, Odds, read_odds

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
books = partial(GAME.action, group="Bookmaker", source=SOURCE, when=KEPT)


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

    def show(self, value: Value, t: TotopolyTurn) -> str:
        """Say odds as people do."""
        del t
        odds = read_odds(str(value))
        return odds.words.capitalize() if odds else str(value)


def _order_odds(t: TotopolyTurn) -> tuple[str, ...]:
    """Offer the odds that are asked on the horse, then the usual ones."""
    asked = t.find_player("bookmaker").odds_on(str(t.answers.get("horse") or ""))
    return (asked.key, *(odds for odds in USUAL if odds != asked.key)) if asked else USUAL


def would_cost(t: TotopolyTurn, horse: str) -> str:
    """Say what a win of a horse would bring or cost a bookmaker as the book stands."""
    bookmaker = t.find_player("bookmaker")
    if not bookmaker.key:
        return ""
    made = bookmaker.exposure.get(horse, 0)
    brings = f"costs {t.written(-made)}" if made < 0 else f"brings {t.written(made)}"
    odds = bookmaker.odds_on(horse)
    return f"{odds.words} asked, if it wins: {brings}" if odds else f"if it wins: {brings}"


def _ask_bookmaker(text: str) -> Player:
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
    horse: str = ask_horse("On which horse?", detail=would_cost),
    kind: str = ask.choice(
        "To win, or for a place?", {kind: words.capitalize() for kind, words in BETS.items()}
    ),
    odds: Odds = ask.of(
        "At which odds?",
        OddsChoice(USUAL, now=_order_odds),
        read=lambda _, odds: read_odds(odds) or Odds(1, 1),
    ),
    stake: int = ask.money("How much?", paid_by="who"),
) -> None:
    """Take a bet at fixed odds, seeing first what each result would then cost."""
    t.refuse(
        bookmaker.book_paid, f"{bookmaker} has paid out on this race. Undo that first.", "bookmaker"
    )
    bet = Bet(t.books.next_bet, bookmaker, who, horse, stake, kind, odds)
    t.pay(who, bookmaker, stake, into=TILL)
    bet.write()
    t.narrate(f"{who} lays {bet.words}, with {bookmaker.name}.")
    if kind == PLACE:
        t.by_house_rule(House.book_place)
    back = bet.wager.back
    t.step(
        f"Profit at {odds.words}: {t.written(stake)} \u00d7 {odds.profit} \u00f7 {odds.stake}",
        back - stake,
    )
    t.step(f"If it is won, {who.name} gets back", back)
    _show_exposure(bookmaker)


def _show_exposure(bookmaker: Player) -> None:
    """Show what a winner would cost a bookmaker at worst, and warn where that is more than there is."""
    t, costs = bookmaker.t, bookmaker.exposure
    worst = min(costs.values(), default=0)
    if worst >= 0:
        return
    names = listed(
        (t.horse_name(horse) for horse, result in costs.items() if result == worst), "or"
    )
    t.step(f"At worst, if {names} wins, the book makes", worst, signed=True)
    # where cash is not followed, an empty till says nothing of what there is
    cash = max(0, bookmaker.cash) if t.tracked else 0
    there = max(0, bookmaker.till - bookmaker.stakes + cash)
    if there + worst < 0 and (t.tracked or there):
        t.step(f"Warning: besides the stakes {bookmaker.name} has only", there)


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
    t.note(BOOKS, **{f"open_{who.key}": 1})
    t.narrate(f"{who} opens a book with {t.written(amount)} in the till.")
    _fill_till(who, amount)


def _fill_till(who: Player, amount: int) -> None:
    """Move cash into the till, or out of it."""
    who.t.pay(who, who, amount, into=TILL)
    who.t.step("Into the till", amount, total=True)


@books("Chalk up odds", when=OPEN, asked_by="bookmaker", rule=RULE, button="Ask {odds} on {horse}")
def lay_odds(
    t: TotopolyTurn,
    bookmaker: Player = _ask_bookmaker("Whose book?"),
    horse: str = ask_horse("On which horse?", detail=would_cost),
    odds: str = ask.words("Which odds? Write them as 7-2, or evens."),
) -> None:
    """Chalk up the odds a bookmaker asks on a horse; bets laid before keep theirs."""
    price = read_odds(odds)
    if price is None:
        raise Refusal("These are no odds; write them as 7-2, or evens.", "odds")
    t.note(BOOKS, **{f"odds_{bookmaker.key}_{horse}": price.key})
    t.narrate(f"{bookmaker} asks {price.words} on {t.horse_name(horse)}.")
    t.step(f"A winning {POUND}10 gets back", 10 + price.profit_on(10))


@books("Top up a till", rule=OWN_MONEY)
def top_up(
    t: TotopolyTurn,
    who: Player = _ask_bookmaker("Whose till?"),
    amount: int = ask.money("How much?", paid_by="who"),
) -> None:
    """Put more of a bookmaker's cash into the till."""
    t.narrate(f"{who} puts {t.written(amount)} into the till.")
    _fill_till(who, amount)


@books("Take money out of a till", rule=OWN_MONEY)
def draw_out(
    t: TotopolyTurn,
    who: Player = _ask_bookmaker("Whose till?"),
    amount: int = ask.money("How much?", at_most=lambda t: t.find_player("who").free_in_till),
) -> None:
    """Take money out of a bookmaker's till; stakes stay in it until the race is paid out."""
    free = t.written(who.free_in_till)
    t.refuse(
        amount > who.free_in_till,
        f"{free} can be drawn from this till; stakes stay there.",
        "amount",
    )
    t.narrate(f"{who} draws {t.written(amount)} out of the till.")
    t.pay(who, who, amount, TILL, into="cash")
    t.step("Out of the till", amount, total=True)


@books(
    "Take a fixed-odds bet back",
    when=(*RUNS_DAY, When(to_be_paid, "There is no bet to take back.")),
    rule="A bet can be taken back; after the off only for a reason.",
)
def book_take_back(
    t: TotopolyTurn,
    slip: Bet = ask_bet("Which bet?", to_be_paid, "bet", "is in no book that is still to pay"),
    reason: str | None = ask.reason(SINCE_OFF, optional=True),
) -> None:
    """Take a bet out of a bookmaker's book: the stake goes back."""
    take_bet_back(t, slip, reason)


# --- paying out -------------------------------------------------------------------------------------------


def won_bets(bookmaker: Player) -> dict[Bet, int]:
    """Return the bets won in a book on the official result, with what each is owed."""
    t = bookmaker.t
    owed = {bet: bet.wager.pays(t.places, t.last_place) for bet in bookmaker.book}
    return {bet: due for bet, due in owed.items() if due}


def _there(bookmaker: Player) -> tuple[int, int, int]:
    """Return what a bookmaker owes, can pay of it, and how much of that comes from cash."""
    owed, in_till = sum(won_bets(bookmaker).values()), max(0, bookmaker.till)
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
    when=(
        KEEPS_BOOKS,
        during(RUNNING, PAYING_OUT),
        RESULT,
        When(lambda t: t.owing, "No bookmaker has bets to pay out."),
    ),
    asked_by="bookmaker",
    rule="A winning bet gets its profit at the odds agreed, and the stake on top; the till pays first, then cash.",
    amount=lambda t: _there(t.find_player("bookmaker"))[1],
)
def settle_book(
    t: TotopolyTurn,
    bookmaker: Player = ask.player(
        "Whose book?", among=lambda t: t.owing, why="has no bets to pay out"
    ),
) -> None:
    """Pay every bet won in a bookmaker's book."""
    owed, there, from_cash = _there(bookmaker)
    t.refuse(
        there < owed and not t.day.prizes and bookmaker in t.seats,
        f"{bookmaker} is {t.written(owed - there)} short, with till and cash together: first the prizes are paid.",
        "bookmaker",
    )
    won = won_bets(bookmaker)
    shares = _share_out(won, there)
    t.pay(bookmaker, bookmaker, from_cash, into=TILL)
    t.books["settled", bookmaker.key] = 1
    t.step("Stakes taken", bookmaker.stakes)
    for bet, amount in shares.items():
        less = f", owed {t.written(won[bet])}" if amount < won[bet] else ""
        t.step(f"{bet.who}, {bet.words}{_in_part(bet)}{less}", -amount, signed=True)
    paid = {who: sum(map(shares.__getitem__, own)) for who, own in by_backer(shares).items()}
    for who, amount in paid.items():
        t.pay(bookmaker, who, amount, TILL, into="cash")
        t.books["payout", bookmaker.key, who.key] = amount
    made = bookmaker.stakes - there
    t.step("The book makes", made, signed=True, total=True)
    if from_cash:
        t.step(f"From {bookmaker.name}'s cash into the till", from_cash)
    if owed > there:
        t.step("Unpaid and written off; what is there is shared in proportion", owed - there)
    whom = listed(f"{who.name} {t.written(amount)}" for who, amount in paid.items()) or "nobody"
    t.narrate(f"{bookmaker} pays {whom}; the book makes {t.written(made, signed=True)}.")
    if any(map(_in_part, bookmaker.book)):
        t.explain(DEAD_HEAT)
    # a bet for a place was lost only because the third horse is not placed
    if any(bet.kind == PLACE and bet.horse in t.places[2] for bet in bookmaker.book):
        t.by_house_rule(House.book_place)


def _in_part(bet: Bet) -> str:
    """Say how a bet that has won in part, in a dead heat, is worked out; empty where it has won whole or lost."""
    t, wager = bet.who.t, bet.wager
    part = wager.part_won(t.places, t.last_place)
    if part.denominator == 1:
        return ""
    times = f" \u00d7 {part.numerator}" if part.numerator > 1 else ""
    return f", in a dead heat: {t.written(wager.back)}{times} \u00f7 {part.denominator}"


def _share_out(won: dict[Bet, int], there: int) -> dict[Bet, int]:
    """Share what is there in proportion to what bets are owed; odd units go to the earlier ones."""
    owed = sum(won.values())
    paid = {bet: due * there // owed for bet, due in won.items()}
    for bet in tuple(won)[: there - sum(paid.values())]:
        paid[bet] += 1
    return paid
