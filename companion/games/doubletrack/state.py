"""Reading the table in the words of Doubletrack: who has what, whose gate is whose, what is still to be settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.table import Mark, Posting, Table, Value, listed, sentence
from companion.core.units import written
from companion.games.doubletrack.board import BOX, CHIP_NAMES, COLOURS, INKS, SEAT_INKS, SPACES, STACK, START_CHIPS
from companion.rules import chips

TABLE, AUCTION, BONUS, PASS, GATE, TRACK, BOARD = "table", "auction", "bonus", "pass", "gate", "track", "board"
BIDS = "table:bids"
"""Where the bids for the lead lie until the Loser's Bonus is given, and a toll until the dice are rolled."""
BONUS_KEYS = ("due", "pot", "line", "tied", "among")
"""What is kept of a bonus that is due: who bought the lead, how much was bid, in which line, who rolls again."""
BANK = "bank:chips"
MASK = "\u2022\u2022\u2022"


# Chips


def purse(who: str) -> str:
    """The account of a player's chips, or of what lies on the table."""
    return BIDS if who == TABLE else f"{who}:chips"


def held(table: Table, who: str) -> int:
    """What a player has in chips, in dollars; a line struck out by halves may leave less than nothing."""
    return table.ledger.balance(purse(who))


def stack(table: Table) -> int:
    """What everybody starts with, or started with, in dollars."""
    dealt = table.ledger.mark(TABLE, "stack")
    return dealt if isinstance(dealt, int) else int(table.house("stack"))


def in_play(table: Table) -> int:
    """All chips in play, in dollars: what the bank dealt out, without what it has back from who left."""
    return -table.ledger.balance(BANK) if started(table) else stack(table) * len(table.players)


def on_table(table: Table) -> int:
    """What lies on the table, in dollars."""
    return max(0, table.ledger.balance(BIDS))


def pledged(table: Table) -> int:
    """How much of what lies on the table is laid down for a toll or for the Loser's Bonus, in dollars."""
    return pot(table) + sum(one.amount for one in tolls(table))


def loose(table: Table) -> int:
    """How much of what lies on the table is laid down for nothing, in dollars."""
    return max(0, on_table(table) - pledged(table))


def money(amount: int) -> str:
    """Say an amount of dollars."""
    return written(amount)


def pay(amount: int, giver: str, taker: str) -> tuple[Posting, ...]:
    """Move chips from one account to another; nothing moves when they are the same or the amount is nought."""
    if not amount or giver == taker:
        return ()
    return Posting(giver, -amount), Posting(taker, amount)


def hidden(table: Table) -> bool:
    """Whether the chips lie behind the screens, and nobody is told what anybody has. At the end they can be lifted."""
    return table.house("secret") == "yes" and not lifted(table)


def lifted(table: Table) -> bool:
    """Whether the screens were lifted at the end; where the game goes on after all, they stand again."""
    return ended(table) and table.ledger.mark(TABLE, "lifted") is not None


def secret(table: Table, account: str) -> bool:
    """Whether what an account holds now is hidden from the table.

    The bank's too: it tells what somebody had who left.
    """
    return account.endswith(":chips") and hidden(table)


def short(table: Table, who: str) -> str:
    """Say that a player has too little, without telling what where chips are hidden."""
    if hidden(table):
        return f"{name(table, who)} has not that much."
    return f"{name(table, who)} has {money(max(0, held(table, who)))}."


def in_chips(heap: Mapping[int, int]) -> str:
    """Say a heap by its colours: ``2 yellow, 3 blue and 1 red``."""
    return listed(f"{heap[value]} {CHIP_NAMES[value]}" for value in CHIP_NAMES if heap.get(value)) or "no chips"


def as_chips(amount: int) -> str:
    """Say which chips make an amount: those of a starting stack as long as they reach, then the whole box."""
    if amount < 0:
        return f"no chips, and {money(-amount)} short"
    made = chips.fewest(amount, START_CHIPS if amount <= STACK else BOX)
    return in_chips(made) if made is not None else "more than the chips in the box make"


# People and their colours


def name(table: Table, who: str) -> str:
    """Say a holder's name as the first word of a sentence."""
    return sentence("the table" if who == TABLE else table.name(who))


def names(table: Table, seats: tuple[str, ...], last: str = "and") -> str:
    """Say several players."""
    return listed((name(table, who) for who in seats), last)


def playing(table: Table) -> tuple[str, ...]:
    """Everyone still in the game, in seating order."""
    return tuple(seat.key for seat in table.players if table.ledger.mark(seat.key, "left") is None)


def started(table: Table) -> bool:
    """Whether the chips are dealt out."""
    return table.ledger.mark(TABLE, "first") is not None


def came_home(table: Table) -> str | None:
    """Whose small pawn is Home, which ends the game."""
    who = table.ledger.mark(TABLE, "ended")
    return str(who) if who is not None and table.ledger.mark(TABLE, "how") == "home" else None


def winner(table: Table) -> str | None:
    """Who has won: whose small pawn came Home, else the last one left, worked out from who is in the game now."""
    rest = playing(table)
    return came_home(table) or (rest[0] if started(table) and len(rest) == 1 else None)


def ended(table: Table) -> bool:
    """Whether somebody has won."""
    return winner(table) is not None


def coming(table: Table) -> int:
    """The number of the line that is about to be written."""
    return table.ledger.seq + 1


def pawns(table: Table) -> dict[str, str]:
    """Whose pawns have which colour: as chosen, else near the colour of the seat, else what is left, in order."""
    seats = [seat.key for seat in table.players]
    taken: dict[str, str] = {}

    def take(who: str, colour: str) -> None:
        if who not in taken and colour in COLOURS and colour not in taken.values():
            taken[who] = colour

    for who in seats:
        take(who, str(table.ledger.mark(who, "pawn") or ""))
    for seat in table.players:
        take(seat.key, SEAT_INKS.get(seat.colour.upper(), ""))
    for who in seats:
        take(who, next((one for one in COLOURS if one not in taken.values()), ""))
    return {who: taken[who] for who in seats if who in taken}


def colour_name(table: Table, colour: str) -> str:
    """What the table calls a colour."""
    return table.words(f"pass.{colour}")


def ink(table: Table, colour: str) -> str:
    """How a colour is drawn, by its printed word."""
    return INKS.get(colour_name(table, colour).casefold(), INKS[colour])


# Passes and gates


def keeper(table: Table, colour: str) -> str:
    """Who holds a gate pass: a player still in the game, or the board."""
    who = str(table.ledger.mark(PASS, colour) or BOARD)
    return who if who in playing(table) else BOARD


def since(table: Table, colour: str) -> int | None:
    """In which line a gate pass came to where it is; nothing where it was never dealt."""
    at = table.ledger.mark(PASS, f"{colour}.since")
    return at if isinstance(at, int) else None


def passes(table: Table, who: str) -> tuple[str, ...]:
    """The gate passes of a player."""
    return tuple(colour for colour in COLOURS if keeper(table, colour) == who)


def hand_pass(colour: str, who: str, at: int | None) -> tuple[Mark, ...]:
    """Give a gate pass to a player or to the board, in line ``at``."""
    return Mark(PASS, colour, who), Mark(PASS, f"{colour}.since", at)


@dataclass(frozen=True, slots=True)
class Toll:
    """Chips laid down for a gate until the dice are rolled: whose, for which gate, how many dollars, in which line.

    They are for the ``keeper``, who holds the gate's pass now. Where that is the asker, or nobody, they come back.
    """

    gate: str
    who: str
    keeper: str
    amount: int
    line: int

    @property
    def lapsed(self) -> bool:
        """Whether nobody is there to be paid."""
        return self.keeper in (self.who, BOARD)


def tolls(table: Table) -> tuple[Toll, ...]:
    """Every toll that is agreed and not settled."""
    found = []
    for colour in COLOURS:
        who, amount = table.ledger.mark(GATE, f"{colour}.asker"), table.ledger.mark(GATE, f"{colour}.toll")
        if who is not None and isinstance(amount, int):
            line = _whole(table.ledger.mark(GATE, f"{colour}.line"))
            found.append(Toll(colour, str(who), keeper(table, colour), amount, line))
    return tuple(found)


def due_bonus(table: Table) -> str | None:
    """Who has bought the lead, as long as the Loser's Bonus for it is still to be given."""
    who = table.ledger.mark(BONUS, "due")
    return None if who is None else str(who)


def pot(table: Table) -> int:
    """The Loser's Bonus that is due, in dollars: what was bid, whatever else lies on the table."""
    if due_bonus(table) is None:
        return 0
    bid = table.ledger.mark(BONUS, "pot")
    # books written before the bids were kept have nothing else on the table then
    return bid if isinstance(bid, int) else on_table(table)


def bonus_line(table: Table) -> int:
    """In which line the bids for the bonus that is due were opened, or put right."""
    return _whole(table.ledger.mark(BONUS, "line"))


def _whole(value: Value) -> int:
    return value if isinstance(value, int) else 0


# The inside track


def follows(table: Table) -> bool:
    """Whether the book follows the small pawns."""
    return table.house("positions") == "yes"


def space(table: Table, who: str) -> int:
    """Where a small pawn stands, in spaces from Start, which is 0."""
    return _whole(table.ledger.mark(who, "space"))


def beyond(table: Table, at: int) -> bool:
    """Whether a space lies beyond the last white one, which is Home; never where nobody has counted them."""
    spaces = table.figure(SPACES)
    return bool(spaces) and at > spaces


def is_home(table: Table, who: str) -> bool:
    """Whether a small pawn is Home: it won, or waits there until the Loser's Bonus is given."""
    return came_home(table) == who or (follows(table) and beyond(table, space(table, who)))


def stand(who: str, at: int, *, by_count: bool = False) -> tuple[Mark, ...]:
    """Put a small pawn on a space; only one that came there by exact count, or by hand, may take its shortcut."""
    return Mark(who, "space", at), Mark(who, "pushed", None if by_count else at)


def by_count(table: Table, who: str) -> bool:
    """Whether a small pawn came to its space by exact count: not bumped, traded, led or moved back."""
    return table.ledger.mark(who, "pushed") != space(table, who)


def shortcut(table: Table, at: int) -> int:
    """The Get-Ahead space of a purple one, as the table said; nought where it said nothing that can be."""
    across = _whole(table.ledger.mark(TRACK, f"shortcut.{at}"))
    return 0 if beyond(table, across) else across


def leader(table: Table) -> str | None:
    """Whose small pawn alone is farthest ahead; nobody while all are on Start."""
    spaces = {who: space(table, who) for who in playing(table)}
    most = max(spaces.values(), default=0)
    ahead = [who for who, at in spaces.items() if at == most]
    return ahead[0] if most and len(ahead) == 1 else None


def farthest_back(table: Table) -> tuple[str, ...]:
    """Whose small pawns are farthest back: several where they share Start."""
    spaces = {who: space(table, who) for who in playing(table)}
    return tuple(who for who, at in spaces.items() if at == min(spaces.values()))


def space_name(at: int) -> str:
    """Say a space of the inside track."""
    return f"space {at}" if at else "Start"
