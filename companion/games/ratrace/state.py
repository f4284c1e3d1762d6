"""Reading the table in the words of Ratrace: who is what, who holds what, what is going on."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES, CLASSES, COLOURS, PAPERS, SQUARE_NAMES
from companion.rules.credit import interest
from companion.table import Effect, Mark, Posting, Refusal, Table

HAND = 3
TABLE = "table"
TREASURY = "treasury"
STOCK = "stock:cards"
HAMMER = "hammer:cards"

RACE, EXCHANGE, LOTTERY, AUCTION, DUE = "race", "exchange", "lottery", "auction", "due"
EVENT_NAMES = {
    RACE: "a race",
    EXCHANGE: "an investment",
    LOTTERY: "a lottery",
    AUCTION: "an auction",
    DUE: "a debt that can't be met",
}


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
    """Debt on the Credit Card, in dollars; nought or more."""
    return -table.ledger.balance(f"{who}:credit")


def debt_interest(table: Table, who: str) -> int:
    """The 10% that falls due with the debt, rounded as the table plays it."""
    return interest(max(0, debt(table, who)), rounding=table.house("interest"))


def to_clear(table: Table, who: str) -> int:
    """What it costs to be rid of the credit debt now."""
    return max(0, debt(table, who)) + debt_interest(table, who)


def money(amount: int) -> str:
    """Say an amount of dollars."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


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


# People


def name(table: Table, who: str) -> str:
    """Say a holder's name as the first word of a sentence."""
    said = table.name(who)
    return said[0].upper() + said[1:]


def playing(table: Table) -> tuple[str, ...]:
    """Everyone still in the game, in seating order."""
    return tuple(seat.key for seat in table.players if table.ledger.mark(seat.key, "left") is None)


def others_from_left(table: Table, who: str) -> tuple[str, ...]:
    """Everyone else, starting at the left of a player and going round."""
    seated = playing(table)
    if who not in seated:
        return seated
    at = seated.index(who)
    return seated[at + 1 :] + seated[:at]


def rank(table: Table, who: str) -> str:
    """The class a player is in."""
    return str(table.ledger.mark(who, "class") or "working")


def level(table: Table, who: str) -> int:
    """How high a player's class is, from 0."""
    return CLASSES.index(rank(table, who))


def closed(table: Table, who: str) -> bool:
    """Whether a player's Business is closed, and he takes no part in auctions and gambling."""
    return table.ledger.mark(who, "closed") is not None


def paper(table: Table, who: str) -> str | None:
    """The diploma or membership a player holds, if any."""
    held = table.ledger.mark(who, "paper")
    return None if held is None else str(held)


def paper_name(code: str) -> str:
    """Say a diploma or membership."""
    return PAPERS[code][0]


# Businesses and cards


def owner(table: Table, business: str) -> str:
    """Who owns a Business: a player or the Treasury."""
    return str(table.ledger.mark("business", business) or TREASURY)


def owned(table: Table, who: str) -> tuple[str, ...]:
    """The Businesses of a player."""
    return tuple(business for business in COLOURS if owner(table, business) == who)


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
    """How many cards of an item are for sale; nothing when the table never runs out."""
    limit = table.house("stock")
    return None if limit == "unlimited" else int(limit) + table.ledger.balance(STOCK, item.unit)


def why_not_hold(table: Table, who: str, item: Item, *, any_class: bool = False) -> str | None:
    """Why a player may not take a Status Symbol into his hand; nothing when he may."""
    mine = cards(table, who)
    if len(mine) >= HAND:
        return f"{name(table, who)} holds three Status Symbols already."
    if item in mine:
        return f"{name(table, who)} has the {item.name(table)} already."
    if table.house("one_of") == "business" and any(one.business == item.business for one in mine):
        return f"{name(table, who)} has a symbol of {business_name(table, item.business)} already."
    if item.level < level(table, who) and not any_class:
        return f"The {item.name(table)} is of a class below {name(table, who)}'s own."
    return None


# Squares


def follows(table: Table) -> bool:
    """Whether the book follows the tokens."""
    return table.house("position") == "on"


def ring(table: Table, rank_name: str) -> tuple[str, ...]:
    """The squares of a class, clockwise from the one where it is entered."""
    codes: list[str] = []
    while (key := f"square.{rank_name}.{len(codes)}") in table.printed:
        codes.append(table.words(key))
    return tuple(codes)


def square(table: Table, who: str) -> int:
    """Where a player's token stands, counted from 0 in his class."""
    at = table.ledger.mark(who, "square")
    return at if isinstance(at, int) else 0


def square_name(table: Table, rank_name: str, at: int) -> str:
    """What is printed on a square."""
    code = ring(table, rank_name)[at]
    if code in BUSINESSES:
        return business_name(table, code)
    if code == "enter":
        return f"Enter {CLASS_NAMES[rank_name]}"
    if code == "income":
        return f"Collect {table.figure(f'income.{rank_name}'):,}"
    return SQUARE_NAMES[code]


def pending(table: Table) -> tuple[str, str] | None:
    """Who stands on a square that is still to be dealt with, and its code."""
    who, code = table.ledger.mark(TABLE, "lander"), table.ledger.mark(TABLE, "pending")
    return None if who is None or code is None else (str(who), str(code))


def must(table: Table) -> bool:
    """Whether the square landed on has to be dealt with before the game goes on."""
    return table.ledger.mark(TABLE, "must") is not None


def on_turn(table: Table) -> str | None:
    """Whose turn it is to roll."""
    turn = table.ledger.mark(TABLE, "turn")
    return None if turn is None else str(turn)


LANDING_DONE = (Mark(TABLE, "lander", None), Mark(TABLE, "pending", None), Mark(TABLE, "must", None))


def next_turn(table: Table, who: str) -> Effect:
    """Pass the turn to the left, over everyone who misses one."""
    round_table = (*others_from_left(table, who), who)
    skipped: list[str] = []
    for step in range(2 * len(round_table)):
        after = round_table[step % len(round_table)]
        if table.ledger.mark(after, "misses") is None or after in skipped:
            break
        skipped.append(after)
    said = " ".join(f"{name(table, one)} misses a turn." for one in skipped)
    marks = tuple(Mark(one, "misses", None) for one in skipped)
    return Effect(said, marks=(*marks, Mark(TABLE, "turn", after)))


# What is going on


def event(table: Table) -> str | None:
    """The event under way, if any."""
    under_way = table.ledger.mark(TABLE, "event")
    return None if under_way is None else str(under_way)


def begin_event(kind: str, **facts: str | int) -> tuple[Mark, ...]:
    """Open an event and note what it needs to remember."""
    return (Mark(TABLE, "event", kind), *(Mark(kind, key, value) for key, value in facts.items()))


def end_event(table: Table, kind: str) -> tuple[Mark, ...]:
    """Close an event and forget what it remembered."""
    kept = (key for (holder, key), value in table.ledger.marks.items() if holder == kind and value is not None)
    return (Mark(TABLE, "event", None), *(Mark(kind, key, None) for key in kept))


def said(table: Table, kind: str, key: str) -> str:
    """A word that an event remembers."""
    return str(table.ledger.mark(kind, key) or "")


def count(table: Table, kind: str, key: str) -> int:
    """A number that an event remembers."""
    value = table.ledger.mark(kind, key)
    return value if isinstance(value, int) else 0


# Refusals that many actions share


def going(table: Table) -> None:
    """Refuse unless the game has begun and is not over."""
    if table.ledger.mark(TABLE, "ended") is not None:
        raise Refusal("The game is over. Undo the retirement to play on.")
    if table.ledger.mark(TABLE, "started") is None:
        raise Refusal("Everybody picks a Business first.")


def quiet(table: Table) -> None:
    """Refuse while the game is not going, or an event is under way."""
    going(table)
    if (kind := event(table)) is not None:
        raise Refusal(f"First finish {EVENT_NAMES[kind]}, or call it off.")


def seated(table: Table, who: str, question: str = "who") -> None:
    """Refuse for a player who has left."""
    if who != TREASURY and who not in playing(table):
        raise Refusal(f"{name(table, who)} has left the game.", question)


def during(table: Table, kind: str) -> None:
    """Refuse unless this event is under way."""
    going(table)
    if event(table) != kind:
        raise Refusal(f"There is no {EVENT_NAMES[kind].split(' ', 1)[1]} under way.")


def landed(table: Table, who: str, *codes: str) -> None:
    """Refuse unless a player stands on one of these squares and it is still to be dealt with."""
    quiet(table)
    seated(table, who)
    if not follows(table):
        return
    what = " or ".join(business_name(table, code) if code in BUSINESSES else SQUARE_NAMES[code] for code in codes)
    now = pending(table)
    if now is None or now[0] != who or now[1] not in codes:
        raise Refusal(
            f"{name(table, who)} has not just landed on {what}. If he has, put his token there by hand.", "who"
        )


def before_rolling(table: Table, who: str) -> None:
    """Refuse unless it is a player's turn and he has not rolled."""
    quiet(table)
    seated(table, who)
    if not follows(table):
        return
    turn = on_turn(table)
    if turn != who:
        whose = f"It is {table.name(turn)}'s turn" if turn else "It is nobody's turn"
        raise Refusal(f"{whose}, not {table.name(who)}'s. The turn can be set by hand.", "who")
    settled(table)


def settled(table: Table) -> None:
    """Refuse while somebody stands on a square that must be dealt with."""
    now = pending(table)
    if now is not None and must(table):
        who, _ = now
        where = square_name(table, rank(table, who), square(table, who))
        raise Refusal(f"{name(table, who)} is still to deal with {where}.")
