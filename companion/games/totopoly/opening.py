"""Opening the book: money for everyone, hats, and the stage where a book of this kind begins.

Rulebook: «Money», «The Deal».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Name, Number
from companion.core.table import JOINED, Effect, Line, Mark, Refusal, Table, seat_key
from companion.games.totopoly import hats, state
from companion.games.totopoly.board import CARDS
from companion.games.totopoly.hats import WhoOrNobody
from companion.games.totopoly.houses import AUCTION, BOOK, EVENING, TOTE
from companion.games.totopoly.state import ALONE, AUCTIONEER, BANKER, BOX, CLERK, GAME, HAMMER, OUT, PACK, SETUP, UNIT

SOURCE = "Money"
START_CASH = 700
FEW = 4
"""With fewer players than this the auctioneer's card is left out."""
ALL_HORSES = 12
MOST_PLAYERS = 6
MOST_LETTERS = 40

Field: TypeAlias = Annotated[int, Number(2, ALL_HORSES, "number of horses")]


@action(SOURCE, title="Open the book", group="Set-up")
def start(
    table: Table,
    horses: Field = ALL_HORSES,
    banker: WhoOrNobody | None = None,
    auctioneer: WhoOrNobody | None = None,
    clerk: WhoOrNobody | None = None,
) -> Effect:
    """Begin: for the whole evening everybody gets 700; for the Tote or a bookmaker alone the betting opens.

    horses: How many horses run?
    banker: Who is Banker?
    auctioneer: Who is Auctioneer?
    clerk: Who is Tote Clerk?
    """
    if state.stage(table) != SETUP:
        raise Refusal("The book is open already.")
    kept = state.keeps(table)
    if kept not in (TOTE, BOOK) and horses != ALL_HORSES:
        raise Refusal("Which horses run is seen from the leases; leave the number out.", "horses")
    worn = hats.put_on(table, {BANKER: banker, AUCTIONEER: auctioneer, CLERK: clerk})
    opened = Effect(marks=(state.to(ALONE[kept]),)) + {
        EVENING: _evening,
        AUCTION: _auction,
        TOTE: _race,
        BOOK: _race,
    }.get(kept, _bank)(table, horses)
    return opened + worn


def _evening(table: Table, _horses: int) -> Effect:
    seats = state.playing(table)
    postings = tuple(posting for who in seats for posting in state.pay(START_CASH, BOX, state.purse(who)))
    paid = Effect(
        f"Everyone begins with {state.money(START_CASH)}.",
        postings,
        working=(
            Line(f"Each of {len(seats)} players gets", START_CASH, UNIT, signed=True),
            Line("Ten 50, six 25, eight 5 and ten 1; the rest goes back in the box"),
        ),
        rule="The bank begins with nothing: what is left after 700 each does not come into the game again.",
    )
    return paid + _left_out(table)


def _bank(table: Table, _horses: int) -> Effect:
    return Effect("The bank's book is open; nobody's cash is followed.") + _left_out(table)


def _left_out(table: Table) -> Effect:
    """Leave the auctioneer's card out where fewer than four play."""
    card = state.business_of(table, "auctioneer")
    if len(state.playing(table)) >= FEW or not card:
        return Effect()
    return Effect(
        postings=state.move(card, PACK, OUT),
        working=(Line("Fewer than four players: the auctioneer's card is left out, an Auctioneer is named"),),
    )


def _auction(table: Table, _horses: int) -> Effect:
    card = state.business_of(table, "auctioneer")
    lots = tuple(one for one in CARDS if one != card)
    postings = tuple(posting for one in lots for posting in state.move(one, PACK, HAMMER))
    postings += state.move(card, PACK, OUT) if card else ()
    return Effect(
        "The auction's book is open; nobody's cash is followed.",
        postings,
        working=(Line(f"{len(lots)} cards may come under the hammer; the auctioneer picks each lot"),),
    )


def _race(_table: Table, horses: int) -> Effect:
    return Effect(
        f"The book is open on {horses} horses.",
        marks=(Mark(GAME, "field", horses),),
        working=(Line(f"Horses by number, 1 to {horses}; nobody's cash is followed"),),
    )


@action("", title="Join", group="Players")
def join(table: Table, called: Name) -> Effect:
    """Seat one more: any time where only bets are kept, else before the cards are dealt.

    called: What is the new player called?
    """
    if state.stage(table) == state.OVER:
        raise Refusal("The game is over. Undo the last line to play on.")
    if state.keeps(table) not in (TOTE, BOOK) and state.stage(table) != SETUP:
        raise Refusal("The cards are dealt: nobody can join any more.")
    if len(state.playing(table)) >= MOST_PLAYERS:
        raise Refusal("Six players are the most.")
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players):
        raise Refusal(f"{called} is at the table already, or was; a new player needs a name of their own.", "called")
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    who = seat_key(called, (seat.key for seat in table.players))
    last = max((state.count(table, seat.key, JOINED) for seat in table.players), default=0)
    return Effect(
        f"{called[0].upper()}{called[1:]} joins.",
        marks=(Mark(who, JOINED, max(last, len(table.seats)) + 1), Mark(who, "name", called)),
        rule="A new backer may come at any time where only bets are kept.",
    )


ACTIONS = (start, join)
