"""A separate bookmaker's book: opening it, odds, bets at fixed odds, putting them right, and paying out.

A winning bet is paid from the till, then from cash, at last from the prizes. There is no credit, and nobody buys a
horse when the race is run: what is missing then is written off.

Rulebook: «The Totalisator or Bookmaker», «Borrowing».
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.api import Refusal, listed
from companion.api.questions import Choice, Value
from companion.api.show import Tile
from companion.games.totopoly import race
from companion.games.totopoly.betting import bets
from companion.games.totopoly.game import GAME, POUND, SIDE, TILL, Player, Stage, TotopolyTurn, ask, ask_horse
from companion.rules.betting import PLACE, USUAL, Odds, Wager, read_odds

SOURCE = "The Totalisator or Bookmaker"
RULE = "Fixed odds, agreed when the bet is laid; the stake comes back on top, and fractions are dropped."
DEAD_HEAT = (
    "In a dead heat the stake is divided by the horses that share the place: with two, half of it wins at the full "
    "odds and the rest is lost. The rulebook has no dead heat; bookmakers settle one so."
)
SHORT_PLACE = "A place is first or second."


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
    return bets.find_odds(t.find_player("bookmaker"), str(t.answers.get("horse") or ""))


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
    made = bets.exposure(bookmaker).get(horse, 0)
    brings = f"costs {t.written(-made)}" if made < 0 else f"brings {t.written(made)}"
    odds = bets.find_odds(bookmaker, horse)
    return f"{odds.words} asked, if it wins: {brings}" if odds else f"if it wins: {brings}"


def tile_with_odds(t: TotopolyTurn, horse: str) -> Tile:
    """Show a horse's number on its colour, and the odds on it where only one bookmaker asks any."""
    odds = [bets.find_odds(who, horse) for who in bets.bookmakers(t)]
    return replace(t.tile(horse), note=odds[0].key if len(odds) == 1 and odds[0] else "")


def _bookmakers(t: TotopolyTurn) -> tuple[Player, ...]:
    return bets.bookmakers(t) or t.everybody


def _ask_bookmaker(text: str) -> Any:
    return ask.anybody(text, now=_bookmakers)


def _bet_label(t: TotopolyTurn, number: int) -> str:
    slip = bets.book_slip(t, number)
    return f"{number}: {slip.who.name}, {bets.bet_words(t, slip)}" if slip else f"Bet {number}"


# --- whether a book is kept -------------------------------------------------------------------------------


def _require_books(t: TotopolyTurn) -> None:
    """Refuse where this book keeps no bookmakers' books, or the day is not on."""
    t.refuse(not t.keeps_books, "This book keeps no bookmaker's book.")
    t.require_stage(Stage.PARADE, Stage.BETTING, Stage.RUNNING, Stage.HOME)


def _require_bookmaker(who: Player, question: str = "who") -> None:
    who.require_playing(question)
    who.t.refuse(who not in bets.bookmakers(who.t), f"{who} keeps no book.", question)


def _require_cash(who: Player, amount: int) -> None:
    t = who.t
    held = t.written(max(0, who.cash))
    t.refuse(t.tracked and amount > who.cash, f"{who} holds {held}, not {t.written(amount)}.", "amount")


def _require_betting(t: TotopolyTurn) -> None:
    _require_books(t)
    t.refuse(bets.is_closed(t), "They are off: the books are closed.")
    t.require_no_debt()


def _require_unpaid(bookmaker: Player, question: str) -> None:
    paid = bookmaker.book_paid
    bookmaker.t.refuse(paid, f"{bookmaker} has paid out on this race. Undo that first.", question)


# --- bets at fixed odds -------------------------------------------------------------------------------------


@GAME.action(
    "Take a bet at fixed odds",
    group="Bookmaker",
    source=SOURCE,
    asked_by={"who": "Bet at fixed odds"},
    button="Bet on {horse} at {odds}",
)
def book_bet(  # noqa: PLR0913, PLR0917 - what a bookmaker's slip says
    t: TotopolyTurn,
    bookmaker: Player = _ask_bookmaker("In whose book?"),
    who: Player = ask.anybody("Who bets?"),
    horse: str = ask_horse("On which horse?", detail=would_cost, tile=tile_with_odds),
    kind: str = ask.choice("To win, or for a place?", {kind: words.capitalize() for kind, words in bets.KINDS.items()}),
    odds: str = ask.of("At which odds?", OddsChoice(USUAL, _odds_words, _order_odds, _as_asked)),
    stake: int = ask.money("How much?", at_most=lambda t: t.can_pay("who")),
) -> None:
    """Take a bet at fixed odds, seeing first what each result would then cost."""
    _require_betting(t)
    _require_bookmaker(bookmaker, "bookmaker")
    _require_unpaid(bookmaker, "bookmaker")
    who.require_playing()
    t.refuse(who == bookmaker, f"{who} keeps this book and can't bet in it.", "who")
    bets.require_money(who)
    bets.require_runner(t, horse)
    bets.require_stake(who, stake, "stake")
    fixed = read_odds(odds) or Odds(1, 1)
    number = t.next_bet(SIDE)
    bet = bets.BookSlip(number, bookmaker, who, Wager(horse, kind, stake, fixed))
    t.pay(who, bookmaker, stake, into=TILL)
    bets.write_book_slip(t, bet)
    t.note_in_race(SIDE, "bets", number)
    t.narrate(f"{who} lays {bets.bet_words(t, bet)}, with {bookmaker.name}.")
    t.explain(RULE)
    if kind == PLACE and bets.places(t) == bets.PLACES["two"]:
        t.by_house_rule(SHORT_PLACE)
    back = bet.wager.back
    sums = f"{t.written(stake)} \u00d7 {fixed.profit} \u00f7 {fixed.stake}"
    t.step(f"Profit at {fixed.words}: {sums}", back - stake)
    t.step(f"If it is won, {who.name} gets back", back)
    if stake * fixed.profit % fixed.stake:
        t.step("The fraction of the profit is dropped")
    _show_exposure(bookmaker)
    who.show_cash(f"Leaves {who.name} with")


def _show_exposure(bookmaker: Player) -> None:
    """Show what each winner would bring a bookmaker or cost, and warn where that is more than there is."""
    t, costs = bookmaker.t, bets.exposure(bookmaker)
    for horse, result in costs.items():
        t.step(f"{t.card_name(horse)} wins", result, signed=True)
    own = bookmaker.till - bets.stakes(bets.book_slips(t, bookmaker))
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


@GAME.action("Open a bookmaker's book", group="Bookmaker", source=SOURCE)
def open_book(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who keeps a book?"),
    amount: int = ask.money("How much goes into the till?", at_least=0, at_most=lambda t: t.can_pay("who"), usual=0),
) -> None:
    """Keep a book of fixed odds beside the Tote, with a separate till."""
    _require_books(t)
    who.require_playing()
    t.refuse(who in bets.bookmakers(t), f"{who} keeps a book already.", "who")
    _require_cash(who, amount)
    t.note(SIDE, **{f"open_{who.key}": 1})
    t.narrate(f"{who} opens a book with {t.written(amount)} in the till.")
    _fill_till(who, amount)
    t.explain("Any player may keep a separate book on the race; its till is the bookmaker's own money.")


def _fill_till(who: Player, amount: int) -> None:
    """Move cash into the till, or out of it."""
    who.t.pay(who, who, amount, into=TILL)
    who.t.step("In the till", who.till, total=True)
    who.show_cash(f"Leaves {who.name} with")


@GAME.action("Chalk up odds", group="Bookmaker", source=SOURCE, asked_by="bookmaker", button="Ask {odds} on {horse}")
def lay_odds(
    t: TotopolyTurn,
    bookmaker: Player = _ask_bookmaker("Whose book?"),
    horse: str = ask_horse("On which horse?", detail=would_cost, tile=tile_with_odds),
    odds: str = ask.words("Which odds? Write them as 7-2, or evens."),
) -> None:
    """Chalk up the odds a bookmaker asks on a horse; bets laid before keep theirs."""
    _require_betting(t)
    _require_bookmaker(bookmaker, "bookmaker")
    bets.require_runner(t, horse)
    price = read_odds(odds)
    if price is None:
        raise Refusal("These are no odds; write them as 7-2, or evens.", "odds")
    t.note(SIDE, **{f"odds_{bookmaker.key}_{horse}": price.key})
    t.narrate(f"{bookmaker} asks {price.words} on {t.horse_name(horse)}.")
    t.step(f"Profit on {POUND}10: {POUND}10 \u00d7 {price.profit} \u00f7 {price.stake}", price.profit_on(10))
    t.step(f"A winning {POUND}10 gets back", 10 + price.profit_on(10))
    t.explain(RULE)


@GAME.action("Top up a till", group="Bookmaker", source=SOURCE)
def top_up(
    t: TotopolyTurn,
    who: Player = _ask_bookmaker("Whose till?"),
    amount: int = ask.money("How much?", at_most=lambda t: t.can_pay("who")),
) -> None:
    """Put more of a bookmaker's cash into the till."""
    _require_books(t)
    _require_bookmaker(who)
    _require_cash(who, amount)
    t.narrate(f"{who} puts {t.written(amount)} into the till.")
    _fill_till(who, amount)
    t.explain("A bookmaker's till is topped up from the bookmaker's cash.")


@GAME.action("Take money out of a till", group="Bookmaker", source=SOURCE)
def draw_out(
    t: TotopolyTurn,
    who: Player = _ask_bookmaker("Whose till?"),
    amount: int = ask.money("How much?", at_most=lambda t: max(1, t.find_player("who").till)),
) -> None:
    """Take money out of a bookmaker's till; stakes stay in it until the race is paid out."""
    _require_books(t)
    _require_bookmaker(who)
    free = bets.free_in_till(who)
    laid = 0 if who.book_paid else bets.stakes(bets.book_slips(t, who))
    lying = f", and {t.written(laid)} in stakes stay there" if laid else ""
    t.refuse(amount > free, f"{t.written(free)} can be drawn from this till{lying}.", "amount")
    t.narrate(f"{who} draws {t.written(amount)} out of the till.")
    t.pay(who, who, amount, TILL, into="cash")
    t.step("In the till", who.till, total=True)
    who.show_cash(f"Leaves {who.name} with")
    t.explain("A bookmaker's till is the bookmaker's own money.")


@GAME.action("Take a fixed-odds bet back", group="Bookmaker", source=SOURCE)
def book_take_back(
    t: TotopolyTurn,
    slip: int = ask.number(
        "Which bet?", 1, 99_999, what="bet", label=_bet_label, now=lambda t: [one.number for one in bets.book_slips(t)]
    ),
    reason: str | None = ask.reason("Why? Needed after the off.", optional=True),
) -> None:
    """Take a bet out of a bookmaker's book: the stake goes back."""
    _require_books(t)
    t.refuse(not bets.book_slips(t), "There is no bet in any book.")
    bet = bets.book_slip(t, slip)
    if bet is None:
        raise Refusal(f"There is no bet {slip} in any book.", "slip")
    _require_unpaid(bet.bookmaker, "slip")
    t.refuse(bets.is_closed(t) and not reason, "They are off: a bet is taken back only for a reason. Say it.", "reason")
    t.narrate(f"{bet.who} takes back {bets.bet_words(t, bet)}{f' ({reason})' if reason else ''}.")
    bets.give_back_from_book(t, bet)
    t.explain("A bet can be taken back; after the off only for a reason.")


# --- paying out -------------------------------------------------------------------------------------------


class SlipPayment(NamedTuple):
    """A bet, what it is owed on the result, and what it gets."""

    bet: bets.BookSlip
    owed: int
    paid: int


def _amounts_owed(bookmaker: Player) -> list[tuple[bets.BookSlip, int]]:
    """Return what every bet in a book is owed on the official result."""
    t = bookmaker.t
    result, last = race.find_places(t), bets.places(t)
    return [(bet, bet.wager.pays(result, last)) for bet in bets.book_slips(t, bookmaker)]


def would_pay(bookmaker: Player) -> dict[Player, int]:
    """Return what everybody with a bet won in a book is owed on the official result."""
    owed: dict[Player, int] = {}
    for bet, amount in _amounts_owed(bookmaker):
        if amount:
            owed[bet.who] = owed.get(bet.who, 0) + amount
    return owed


def _there(bookmaker: Player, owed: int) -> tuple[int, int]:
    """Return what a bookmaker can pay of a sum, and how much of it comes from cash."""
    in_till = max(0, bookmaker.till)
    missing = max(0, owed - in_till)
    # where cash is not followed, there is always enough
    cash = min(missing, max(0, bookmaker.cash)) if bookmaker.t.tracked else missing
    return min(owed, in_till) + cash, cash


def short_by(bookmaker: Player) -> int:
    """Return how much a bookmaker is short of, with till and cash together; zero where all can be paid."""
    owed = sum(would_pay(bookmaker).values())
    return owed - _there(bookmaker, owed)[0]


def _pays_now(t: TotopolyTurn) -> int:
    bookmaker = t.find_player("bookmaker")
    return _there(bookmaker, sum(would_pay(bookmaker).values()))[0]


@GAME.action("Pay out a book", group="After the race", source=SOURCE, asked_by="bookmaker", amount=_pays_now)
def settle_book(
    t: TotopolyTurn, bookmaker: Player = ask.anybody("Whose book?", now=lambda t: bets.payers(t) or t.everybody)
) -> None:
    """Pay every bet won in a bookmaker's book."""
    _require_books(t)
    race.require_result(t)
    if bookmaker not in bets.payers(t):
        _require_bookmaker(bookmaker, "bookmaker")
    t.refuse(bookmaker.book_paid, f"{bookmaker} has paid out on this race already.", "bookmaker")
    won, short = _amounts_owed(bookmaker), short_by(bookmaker)
    t.refuse(not won, f"Nobody has bet with {bookmaker.name}.", "bookmaker")
    t.refuse(
        short and not t.prizes_paid and bookmaker in t.seats,
        f"{bookmaker} is {t.written(short)} short, with till and cash together: first the prizes are paid.",
        "bookmaker",
    )
    owed = sum(amount for _, amount in won)
    there, from_cash = _there(bookmaker, owed)
    rows = _share_out(won, there) if short else [SlipPayment(bet, amount, amount) for bet, amount in won]
    t.pay(bookmaker, bookmaker, from_cash, into=TILL)
    t.note_in_race(SIDE, "settled", 1, bookmaker.key)
    laid = sum(row.bet.wager.stake for row in rows)
    t.step("Stakes taken", laid)
    paid: dict[Player, int] = {}
    for row in rows:
        if row.owed:
            who = row.bet.who
            paid[who] = paid.get(who, 0) + row.paid
            less = f", owed {t.written(row.owed)}" if row.paid < row.owed else ""
            t.step(f"{who}, {bets.bet_words(t, row.bet)}{_in_part(row.bet)}{less}", -row.paid, signed=True)
    for who, amount in paid.items():
        t.pay(bookmaker, who, amount, TILL, into="cash")
        t.note_in_race(SIDE, "payout", amount, bookmaker.key, who.key)
    total = sum(paid.values())
    if from_cash:
        t.step(f"From {bookmaker.name}'s cash into the till", from_cash)
    if owed > total:
        t.step("Unpaid and written off; what is there is shared in proportion", owed - total)
    made = laid - total
    t.step("The book makes", made, signed=True, total=True)
    whom = listed(f"{who.name} {t.written(amount)}" for who, amount in paid.items()) or "nobody"
    result = f"makes {t.written(made)}" if made > 0 else f"loses {t.written(-made)}" if made < 0 else "comes out even"
    t.narrate(f"{bookmaker} pays {whom}, and the book {result}.")
    t.explain("A winning bet gets its profit at the odds agreed, and the stake on top; the till pays first, then cash.")
    if any(_in_part(row.bet) for row in rows):
        t.explain(DEAD_HEAT)
    if _is_third_lost(bookmaker):
        t.by_house_rule(SHORT_PLACE)


def _in_part(bet: bets.BookSlip) -> str:
    """Say how a bet that has won in part, in a dead heat, is worked out; empty where it has won whole or lost."""
    t, wager = bet.who.t, bet.wager
    part = wager.part_won(race.find_places(t), bets.places(t))
    if part.denominator == 1:
        return ""
    times = f" \u00d7 {part.numerator}" if part.numerator > 1 else ""
    return f", in a dead heat: {t.written(wager.back)}{times} \u00f7 {part.denominator}"


def _share_out(won: list[tuple[bets.BookSlip, int]], there: int) -> list[SlipPayment]:
    """Share what is there in proportion to what is owed; odd units go to the earlier bets."""
    owed = sum(amount for _, amount in won)
    sums = [amount * there // owed for _, amount in won]
    for at in [at for at, (_, amount) in enumerate(won) if amount][: there - sum(sums)]:
        sums[at] += 1
    return [SlipPayment(bet, due, paid) for (bet, due), paid in zip(won, sums, strict=True)]


def _is_third_lost(bookmaker: Player) -> bool:
    """Whether a bet for a place was lost only because the third horse is not placed."""
    t = bookmaker.t
    lost = any(
        bet.wager.kind == PLACE and bet.wager.horse in race.find_places(t)[2] for bet in bets.book_slips(t, bookmaker)
    )
    return bets.places(t) == bets.PLACES["two"] and lost
