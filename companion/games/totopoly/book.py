"""A separate bookmaker's book: opening it, odds, bets at fixed odds, and putting them right.

Rulebook: «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Amount, Answers, Choice, Name, Number, Player, Who
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value, listed
from companion.games.totopoly import book_slips, gates, state
from companion.games.totopoly.board import HORSES
from companion.games.totopoly.book_slips import KINDS, SIDE, BookSlip, asked, behind, in_till, till
from companion.games.totopoly.dividends import race_number
from companion.games.totopoly.houses import BOOK, EVENING
from companion.games.totopoly.state import BETTING, HOME, PARADE, RUNNING, UNIT, money
from companion.games.totopoly.tote import WhyLate, closed, covers, horse_label, running, runs, solvent
from companion.rules.betting import PLACE, USUAL, WIN, Odds, Wager, read_odds

SOURCE = "The Totalisator or Bookmaker"
RULE = "Fixed odds, agreed when the bet is laid; the stake comes back on top, and fractions are dropped."


@dataclass(frozen=True, slots=True)
class Keeper(Player):
    """One of the players who keep a book."""

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Everyone with an open book; everyone seated where none is open."""
        return book_slips.keepers(table) or Player.candidates(self, table, answers)


@dataclass(frozen=True, slots=True)
class Payer(Player):
    """One of those whose book is paid out."""

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Everyone with a book, also who has left with bets in it; everyone seated where there is none."""
        return book_slips.payers(table) or Player.candidates(self, table, answers)


@dataclass(frozen=True, slots=True)
class OddsChoice(Choice):
    """Odds: one of the usual, or any other as people write them."""

    @property
    def word(self) -> str:
        """What it takes."""
        return "odds such as 7-2 or evens"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read odds."""
        del table, answers
        odds = read_odds(text)
        if odds is None:
            raise Refusal(f"{text.strip()[:40]!r} are no odds; write them as 7-2, or evens.")
        return odds.key


@dataclass(frozen=True, slots=True)
class BookSlipNumber(Number):
    """A bet in a bookmaker's book, by its number."""

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The bets that stand."""
        del answers
        return tuple(one.number for one in book_slips.slips(table))

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say what the bet is."""
        del answers
        one = book_slips.slip(table, int(value or 0))
        return f"{value}: {table.name(one.who)}, {book_slips.said_bet(table, one)}" if one else f"Bet {value}"


def _most_of(table: Table, answers: Answers, question: str) -> int:
    who = str(answers.get(question) or "")
    return max(0, state.cash(table, who)) if who and state.tracked(table) else 0


def _in_till(table: Table, answers: Answers) -> int:
    return max(1, in_till(table, str(answers.get("who") or "")))


def _odds_now(table: Table, answers: Answers) -> tuple[str, ...]:
    one = asked(table, str(answers.get("bookmaker") or ""), str(answers.get("horse") or ""))
    return (one.key, *(odds for odds in USUAL if odds != one.key)) if one else USUAL


def _odds_label(_table: Table, _answers: Answers, odds: str) -> str:
    one = read_odds(odds)
    return one.words.capitalize() if one else odds


def _odds_detail(table: Table, answers: Answers, odds: str) -> str:
    one = asked(table, str(answers.get("bookmaker") or ""), str(answers.get("horse") or ""))
    return "as asked" if one and one.key == odds else ""


def _would_cost(table: Table, answers: Answers, horse: str) -> str:
    """Say what a win of a horse would bring or cost a bookmaker as the book stands."""
    who = str(answers.get("bookmaker") or "")
    if not who:
        return ""
    one = asked(table, who, horse)
    made = book_slips.exposure(table, who).get(horse, 0)
    costs = f"if it wins: {brings(made)}"
    return f"{one.words} asked, {costs}" if one else costs


def brings(made: int) -> str:
    """Say what a result brings a bookmaker, or costs."""
    return f"costs {money(-made)}" if made < 0 else f"brings {money(made)}"


OfBook: TypeAlias = Annotated[str, Keeper()]
PaidBook: TypeAlias = Annotated[str, Payer()]
OnHorse: TypeAlias = Annotated[str, Choice(HORSES, horse_label, running, _would_cost, state.horse_tile)]
WinOrPlace: TypeAlias = Annotated[str, Choice((WIN, PLACE), lambda _table, _answers, kind: KINDS[kind].capitalize())]
AtOdds: TypeAlias = Annotated[str, OddsChoice(USUAL, _odds_label, _odds_now, _odds_detail)]
OnBookSlip: TypeAlias = Annotated[int, BookSlipNumber(1, 99_999, "bet")]
Till: TypeAlias = Annotated[int, Amount(0, lambda table, answers: _most_of(table, answers, "who"), unit=UNIT)]
FromCash: TypeAlias = Annotated[int, Amount(1, lambda table, answers: _most_of(table, answers, "who"), unit=UNIT)]
FromTill: TypeAlias = Annotated[int, Amount(1, _in_till, unit=UNIT)]


def kept(table: Table) -> None:
    """Refuse where this book keeps no side books, or the day is not on."""
    if state.keeps(table) not in (EVENING, BOOK):
        raise Refusal("This book keeps no bookmaker's book.")
    gates.at(table, PARADE, BETTING, RUNNING, HOME)


def keeps_one(table: Table, who: str, question: str = "who") -> None:
    """Refuse for somebody without a book."""
    gates.seated(table, who, question)
    if who not in book_slips.keepers(table):
        raise Refusal(f"{state.name(table, who)} keeps no book.", question)


def has(table: Table, who: str, amount: int) -> None:
    """Refuse a sum for the till above what a player holds, where cash is followed."""
    if state.tracked(table) and amount > state.cash(table, who):
        held = money(max(0, state.cash(table, who)))
        raise Refusal(f"{state.name(table, who)} holds {held}, not {money(amount)}.", "amount")


@action(SOURCE, title="Open a bookmaker's book", group="Bookmaker")
def open_book(table: Table, who: Who, amount: Till = 0) -> Effect:
    """Keep a book of fixed odds beside the Tote, with a till of its own.

    who: Who keeps a book?
    amount: How much goes into the till?
    """
    kept(table)
    gates.seated(table, who)
    if who in book_slips.keepers(table):
        raise Refusal(f"{state.name(table, who)} keeps a book already.", "who")
    has(table, who, amount)
    return Effect(
        f"{state.name(table, who)} opens a book with {money(amount)} in the till.",
        state.pay(amount, state.purse(who), till(who)),
        (Mark(SIDE, f"open_{who}", 1),),
        (state.line("In the till", in_till(table, who) + amount, total=True), *_leaves(table, who, amount)),
        "Any player may keep a separate book on the race; its till is the bookmaker's own money.",
    )


@action(SOURCE, title="Top up a till", group="Bookmaker")
def top_up(table: Table, who: OfBook, amount: FromCash) -> Effect:
    """Put more of a bookmaker's cash into the till.

    who: Whose till?
    amount: How much?
    """
    kept(table)
    keeps_one(table, who)
    has(table, who, amount)
    return Effect(
        f"{state.name(table, who)} puts {money(amount)} into the till.",
        state.pay(amount, state.purse(who), till(who)),
        working=(state.line("In the till", in_till(table, who) + amount, total=True), *_leaves(table, who, amount)),
        rule="A bookmaker's till is topped up from the bookmaker's cash.",
    )


@action(SOURCE, title="Draw out of a till", group="Bookmaker")
def draw_out(table: Table, who: OfBook, amount: FromTill) -> Effect:
    """Take money out of a bookmaker's till; stakes stay in it until the race is paid out.

    who: Whose till?
    amount: How much?
    """
    kept(table)
    keeps_one(table, who)
    stakes = 0 if book_slips.settled(table, who) else sum(one.wager.stake for one in book_slips.slips(table, who))
    free = max(0, in_till(table, who) - stakes)
    if amount > free:
        lying = f", and {money(stakes)} in stakes stay there" if stakes else ""
        raise Refusal(f"{money(free)} can be drawn from this till{lying}.", "amount")
    return Effect(
        f"{state.name(table, who)} draws {money(amount)} out of the till.",
        state.pay(amount, till(who), state.purse(who)),
        working=(state.line("In the till", in_till(table, who) - amount, total=True), *_leaves(table, who, -amount)),
        rule="A bookmaker's till is the bookmaker's own money.",
    )


def _leaves(table: Table, who: str, amount: int) -> tuple[Line, ...]:
    if not state.tracked(table):
        return ()
    return (state.line(f"Leaves {table.name(who)} with", state.cash(table, who) - amount),)


@action(SOURCE, title="Ask odds", group="Bookmaker")
def lay_odds(table: Table, bookmaker: OfBook, horse: OnHorse, odds: Name) -> Effect:
    """Chalk up the odds a bookmaker asks on a horse; bets laid before keep theirs.

    bookmaker: Whose book?
    horse: On which horse?
    odds: Which odds? Write them as 7-2, or evens.
    """
    _betting(table)
    keeps_one(table, bookmaker, "bookmaker")
    runs(table, horse)
    one = read_odds(odds)
    if one is None:
        raise Refusal("These are no odds; write them as 7-2, or evens.", "odds")
    return Effect(
        f"{state.name(table, bookmaker)} asks {one.words} on {state.horse_name(table, horse)}.",
        marks=(Mark(SIDE, f"odds_{bookmaker}_{horse}", one.key),),
        working=(
            state.line(f"Profit on \u00a310: \u00a310 \u00d7 {one.profit} \u00f7 {one.stake}", one.won(10)),
            state.line("A winning \u00a310 gets back", 10 + one.won(10)),
        ),
        rule=RULE,
    )


def _betting(table: Table) -> None:
    kept(table)
    if closed(table):
        raise Refusal("They are off: the books are closed.")
    gates.quiet(table)


@action(SOURCE, title="Take a bet at fixed odds", group="Bookmaker")
def book_bet(  # noqa: PLR0913, PLR0917 - what a bookmaker's slip says
    table: Table, bookmaker: OfBook, who: Who, horse: OnHorse, kind: WinOrPlace, odds: AtOdds, stake: FromCash
) -> Effect:
    """Take a bet at fixed odds, seeing first what each result would then cost.

    bookmaker: In whose book?
    who: Who bets?
    horse: On which horse?
    kind: To win, or for a place?
    odds: At which odds?
    stake: How much?
    """
    _betting(table)
    keeps_one(table, bookmaker, "bookmaker")
    if book_slips.settled(table, bookmaker):
        raise Refusal(f"{state.name(table, bookmaker)} has paid out on this race. Undo that first.", "bookmaker")
    gates.seated(table, who)
    if who == bookmaker:
        raise Refusal(f"{state.name(table, who)} keeps this book and can't bet in it.", "who")
    solvent(table, who)
    runs(table, horse)
    covers(table, who, stake, "stake")
    fixed = read_odds(odds) or Odds(1, 1)
    number = state.count(table, SIDE, f"bets_{race_number(table)}") + 1
    slip = BookSlip(number, bookmaker, who, Wager(horse, kind, stake, fixed))
    laid = Effect(
        f"{state.name(table, who)} lays {book_slips.said_bet(table, slip)}, with {table.name(bookmaker)}.",
        state.pay(stake, state.purse(who), till(bookmaker)),
        (book_slips.write_slip(table, number, slip), Mark(SIDE, f"bets_{race_number(table)}", number)),
        rule=RULE,
        house=("A place is first or second.",) if kind == PLACE and book_slips.places(table) == 2 else (),
    )
    after = table.after(laid)
    back = slip.wager.back
    dropped = stake * fixed.profit % fixed.stake
    lines = [
        state.line(f"Profit at {fixed.words}: {money(stake)} \u00d7 {fixed.profit} \u00f7 {fixed.stake}", back - stake),
        state.line(f"If it is won, {table.name(who)} gets back", back),
        *([Line("The fraction of the profit is dropped")] if dropped else []),
        *exposed(after, bookmaker),
        *_leaves(table, who, stake),
    ]
    return laid + Effect(working=tuple(lines))


def exposed(table: Table, keeper: str) -> list[Line]:
    """Show what each winner would bring a bookmaker or cost, and warn where that is more than there is."""
    costs = book_slips.exposure(table, keeper)
    lines = [state.line(f"{state.card_name(table, horse)} wins", made, signed=True) for horse, made in costs.items()]
    there = behind(table, keeper)
    if there is not None and costs and there + min(costs.values()) < 0:
        worst = min(costs.values())
        names = listed((state.horse_name(table, horse) for horse, made in costs.items() if made == worst), "or")
        what = "till and cash hold" if state.tracked(table) else "the till holds"
        lines.append(
            Line(
                f"Warning: a win of {names} could cost {money(-worst)}; beside the stakes {what} {money(max(0, there))}"
            )
        )
    return lines


@action(SOURCE, title="Take a fixed-odds bet back", group="Bookmaker")
def book_take_back(table: Table, slip: OnBookSlip, reason: WhyLate = None) -> Effect:
    """Take a bet out of a bookmaker's book: the stake goes back.

    slip: Which bet?
    reason: Why? After the off it must be said.
    """
    kept(table)
    if not book_slips.slips(table):
        raise Refusal("There is no bet in any book.")
    one = book_slips.slip(table, slip)
    if one is None:
        raise Refusal(f"There is no bet {slip} in any book.", "slip")
    if book_slips.settled(table, one.keeper):
        raise Refusal(f"{state.name(table, one.keeper)} has paid out on this race. Undo that first.", "slip")
    if closed(table) and not reason:
        raise Refusal("They are off: a bet is taken back only for a reason. Say it.", "reason")
    because = f" ({reason})" if reason else ""
    return Effect(
        f"{state.name(table, one.who)} takes back {book_slips.said_bet(table, one)}{because}.",
        rule="A bet can be taken back; after the off only for a reason.",
    ) + book_slips.taken_back(table, one)


ACTIONS = (book_bet, open_book, lay_odds, top_up, draw_out, book_take_back)
