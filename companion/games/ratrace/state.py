"""Reading the table in the words of Ratrace: who is what, who holds what, what is going on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from companion.core.table import Effect, Line, Mark, Posting, Table, sentence
from companion.games.ratrace.board import (
    BUSINESSES,
    CLASS_NAMES,
    CLASSES,
    COLOURS,
    PAPERS,
    RINGS,
    SQUARE_NAMES,
)
from companion.rules.money import interest

HAND = 3
FEW = 3
"""Up to so many players may have two Businesses each."""
TABLE = "table"
TREASURY = "treasury"
STOCK = "stock:cards"
HAMMER = "hammer:cards"

RACE, EXCHANGE, LOTTERY, AUCTION, DUE = "race", "exchange", "lottery", "auction", "due"


@dataclass(frozen=True, slots=True)
class Item:
    """A Status Symbol: one class of one Business."""

    business: str
    rank: str

    @property
    def unit(self) -> str:
        """What the card is called in the books."""
        return f"{self.business}.{self.rank}"

    @property
    def level(self) -> int:
        """How high its class is, from 0."""
        return CLASSES.index(self.rank)

    def name(self, table: Table) -> str:
        """What is printed on the card."""
        return table.words(f"item.{self.business}.{self.rank}")


ITEMS = tuple(Item(business, rank) for business in COLOURS for rank in CLASSES)
ITEM_OF = {item.unit: item for item in ITEMS}


# Money


def cash(table: Table, who: str) -> int:
    """Cash in hand, in dollars."""
    return table.ledger.balance(f"{who}:cash")


def debt(table: Table, who: str) -> int:
    """Debt on the Credit Card, in dollars; below nought only when a payment was struck out by halves."""
    return -table.ledger.balance(f"{who}:credit")


def debt_interest(table: Table, who: str) -> int:
    """The 10% that falls due with the debt, rounded as the table plays it."""
    return interest(max(0, debt(table, who)), rounding=table.house("interest"))


def to_clear(table: Table, who: str) -> int:
    """What it costs to be rid of the credit debt now."""
    return max(0, debt(table, who)) + debt_interest(table, who)


def money(amount: int) -> str:
    """Say an amount of dollars."""
    return f"\u2212${-amount:,}" if amount < 0 else f"${amount:,}"


def pay(amount: int, giver: str, taker: str, purse: str = "cash") -> tuple[Posting, ...]:
    """Move money between two holders; nothing moves when they are the same or the amount is nought."""
    if not amount or giver == taker:
        return ()
    return Posting(f"{giver}:{purse}", -amount), Posting(f"{taker}:{purse}", amount)


def hand_card(item: Item, giver: str, taker: str) -> tuple[Posting, ...]:
    """Move a card between two accounts."""
    return Posting(giver, -1, item.unit), Posting(taker, 1, item.unit)


def table_money(table: Table, purse: str) -> dict[str, int]:
    """Whose money lies on the table in a purse (race, lottery, investment), and how much."""
    held = {seat.key: table.ledger.balance(f"{seat.key}:{purse}") for seat in table.players}
    return {who: amount for who, amount in held.items() if amount}


def cleared(table: Table, purse: str) -> Effect:
    """Take back what lies on the table before an event begins: only lines struck out by halves leave any."""
    left = table_money(table, purse)
    return Effect(
        postings=tuple(posting for who, held in left.items() for posting in take_back(who, purse, held)),
        working=tuple(
            Line(f"{name(table, who)}: left on the table by a struck line, settled", held, signed=True)
            for who, held in left.items()
        ),
    )


def take_back(who: str, purse: str, amount: int) -> tuple[Posting, ...]:
    """Move a player's own money from a purse on the table to cash in hand."""
    return Posting(f"{who}:{purse}", -amount), Posting(f"{who}:cash", amount)


# People


def name(table: Table, who: str) -> str:
    """Say a holder's name as the first word of a sentence."""
    return sentence(table.name(who))


def playing(table: Table) -> tuple[str, ...]:
    """Everyone still in the game, in seating order."""
    return tuple(seat.key for seat in table.players if table.ledger.mark(seat.key, "left") is None)


def others_from_left(table: Table, who: str) -> tuple[str, ...]:
    """Everyone else still in the game, starting at the left of a player's seat and going round."""
    seats = tuple(seat.key for seat in table.players)
    at = seats.index(who) if who in seats else 0
    still = playing(table)
    return tuple(one for one in seats[at:] + seats[:at] if one in still and one != who)


def rank(table: Table, who: str) -> str:
    """The class a player is in."""
    return str(table.ledger.mark(who, "class") or "working")


def level(table: Table, who: str) -> int:
    """How high a player's class is, from 0."""
    return CLASSES.index(rank(table, who))


def closed(table: Table, who: str) -> bool:
    """Whether a funeral keeps a player's Businesses closed, and the player from auctions and gambling."""
    return table.ledger.mark(who, "closed") is not None


def paper(table: Table, who: str) -> str | None:
    """The diploma or membership a player holds, if any."""
    held = table.ledger.mark(who, "paper")
    return None if held is None else str(held)


def own_paper(table: Table, who: str) -> str | None:
    """The diploma or membership of the class a player is in; one of another class counts for nothing."""
    held = paper(table, who)
    return held if held is not None and PAPERS[held][1] == rank(table, who) else None


def paper_name(code: str) -> str:
    """Say a diploma or membership."""
    return PAPERS[code][0]


# Businesses and cards


def businesses_each(table: Table) -> int:
    """How many Businesses everybody picks."""
    return 2 if len(playing(table)) <= FEW and table.house("businesses") == "two" else 1


def started(table: Table) -> bool:
    """Whether every Business was picked, or, by a change of the house rule, need no longer be."""
    if table.ledger.mark(TABLE, "started") is not None:
        return True
    each = businesses_each(table)
    return table.ledger.mark(TABLE, "first") is not None and all(
        len(owned(table, who)) >= each for who in playing(table)
    )


def owner(table: Table, business: str) -> str:
    """Who owns a Business: a player or the Treasury."""
    return str(table.ledger.mark("business", business) or TREASURY)


def owned(table: Table, who: str) -> tuple[str, ...]:
    """The Businesses of a player."""
    return tuple(business for business in COLOURS if owner(table, business) == who)


def token(table: Table, who: str) -> str:
    """The Business whose colour a player's token has: the one picked first; nothing without one."""
    mine, picked = owned(table, who), said(table, who, "token")
    return picked if picked in mine else next(iter(mine), "")


def business_name(table: Table, business: str) -> str:
    """What is printed over a Business."""
    return table.words(f"business.{business}")


def cards(table: Table, who: str) -> tuple[Item, ...]:
    """The Status Symbols in a player's hand."""
    return cards_in(table, f"{who}:cards")


def cards_in(table: Table, account: str) -> tuple[Item, ...]:
    """The Status Symbols in an account."""
    held = table.ledger.holdings(account)
    return tuple(item for item in ITEMS for _ in range(held.get(item.unit, 0)))


def counting(table: Table, who: str, least: int) -> tuple[Item, ...]:
    """Cards of at least so high a class that are not of the player's own Businesses."""
    return tuple(one for one in cards(table, who) if one.level >= least and owner(table, one.business) != who)


def in_stock(table: Table, item: Item) -> int | None:
    """How many cards of an item are for sale, nought or more; nothing when the table never runs out."""
    limit = table.house("stock")
    return None if limit == "unlimited" else max(0, int(limit) + table.ledger.balance(STOCK, item.unit))


def why_not_hold(table: Table, who: str, item: Item, *, any_class: bool = False) -> str | None:
    """Why a player may not hold one Status Symbol more, namely this one; nothing when it is allowed."""
    mine = cards(table, who)
    if len(mine) >= HAND:
        return f"{name(table, who)} holds three Status Symbols already."
    if item in mine:
        return f"{name(table, who)} has the {item.name(table)} already."
    if table.house("one_of") == "business" and any(one.business == item.business for one in mine):
        return f"{name(table, who)} has a symbol of {business_name(table, item.business)} already."
    if item.level < level(table, who) and not any_class:
        return f"{item.name(table)}: of a class below {table.name(who)}'s own."
    return None


# Squares


def follows(table: Table) -> bool:
    """Whether the book follows the tokens."""
    return table.house("position") == "on"


def ring(table: Table, rank_name: str) -> tuple[str, ...]:
    """The squares of a class, clockwise from the one where it is entered."""
    return tuple(table.words(f"square.{rank_name}.{at}") for at in range(len(RINGS[rank_name])))


def square(table: Table, who: str) -> int:
    """Where a player's token stands, counted from 0 in the player's class.

    A class put back by striking a line out may have fewer squares than the last move counted.
    """
    at = table.ledger.mark(who, "square")
    return at if isinstance(at, int) and at < len(RINGS[rank(table, who)]) else 0


def square_name(table: Table, rank_name: str, at: int) -> str:
    """What is printed on a square."""
    code = table.words(f"square.{rank_name}.{at}")
    if code in BUSINESSES:
        return business_name(table, code)
    if code == "enter":
        return f"Enter {CLASS_NAMES[rank_name]}"
    if code == "income":
        return f"Collect {table.figure(f'income.{rank_name}'):,}"
    return SQUARE_NAMES[code]


def pending(table: Table) -> tuple[str, str] | None:
    """Who stands on a square that is still to be dealt with, and its code; the book must follow the tokens."""
    who, code = table.ledger.mark(TABLE, "lander"), table.ledger.mark(TABLE, "pending")
    if code is None or not follows(table) or who not in playing(table):
        return None
    return str(who), str(code)


def awaited(table: Table) -> tuple[str, str] | None:
    """Who is still to deal with a square, and its code; nothing once the next player has gone on without it."""
    gone_on = table.ledger.mark(TABLE, "moved_up") == on_turn(table)
    return None if gone_on else pending(table)


def must(table: Table) -> bool:
    """Whether the square landed on has to be dealt with before the game goes on."""
    return table.ledger.mark(TABLE, "must") is not None


def on_turn(table: Table) -> str | None:
    """Whose turn it is to roll: the next to the left where that player is no longer there."""
    turn = table.ledger.mark(TABLE, "turn")
    if turn is None:
        return None
    if turn in playing(table):
        return str(turn)
    return next(iter(others_from_left(table, str(turn))), None)


def opens(table: Table) -> str:
    """With whose turn a round begins: who began the game, else the first who is still there."""
    first = str(table.ledger.mark(TABLE, "first"))
    return first if first in playing(table) else playing(table)[0]


def round_now(table: Table) -> int:
    """Which round it is. It is not over before the square of the last player in it is dealt with."""
    told = count(table, TABLE, "rounds") + 1
    now, kind, turn = awaited(table), event(table), on_turn(table)
    acting = now[0] if now else (said(table, kind, "who") or said(table, kind, "lander")) if kind else ""
    if acting not in playing(table) or turn is None or acting == turn:
        return told
    round_to = (*takewhile(lambda one: one != turn, others_from_left(table, acting)), turn)
    return told - (opens(table) in round_to)


LANDING_DONE = (Mark(TABLE, "lander", None), Mark(TABLE, "pending", None), Mark(TABLE, "must", None))


def next_turn(table: Table, who: str) -> Effect:
    """Pass the turn to the left, over everyone who misses one; it may come round to the same player."""
    order = others_from_left(table, who) + ((who,) if who in playing(table) else ())
    if not order:
        return Effect(marks=(Mark(TABLE, "turn", None),))
    skipped = tuple(takewhile(lambda one: table.ledger.mark(one, "misses") is not None, order))
    after = order[len(skipped) % len(order)]
    said = " ".join(f"{name(table, one)} misses a turn." for one in skipped)
    marks = tuple(Mark(one, "misses", None) for one in skipped)
    if opens(table) in (*skipped, after):
        marks += (Mark(TABLE, "rounds", count(table, TABLE, "rounds") + 1),)
    return Effect(said, marks=(*marks, Mark(TABLE, "turn", after)))


# What is going on


def event(table: Table) -> str | None:
    """The event under way, if any."""
    under_way = table.ledger.mark(TABLE, "event")
    return None if under_way is None else str(under_way)


def begin_event(table: Table, kind: str, /, **facts: str | int) -> tuple[Mark, ...]:
    """Open an event and note what it needs to remember; what an earlier one left behind is forgotten."""
    noted = (Mark(kind, key, value) for key, value in facts.items())
    return (Mark(TABLE, "event", kind), *_forgotten(table, kind, facts), *noted)


def end_event(table: Table, kind: str) -> tuple[Mark, ...]:
    """Close an event and forget what it remembered."""
    return (Mark(TABLE, "event", None), *_forgotten(table, kind))


def _forgotten(table: Table, kind: str, but: Iterable[str] = ()) -> tuple[Mark, ...]:
    kept = (key for (holder, key) in table.ledger.marks if holder == kind and key not in but)
    return tuple(Mark(kind, key, None) for key in kept)


def said(table: Table, kind: str, key: str) -> str:
    """A word that an event remembers."""
    return str(table.ledger.mark(kind, key) or "")


def count(table: Table, kind: str, key: str) -> int:
    """A number that an event remembers."""
    value = table.ledger.mark(kind, key)
    return value if isinstance(value, int) else 0
