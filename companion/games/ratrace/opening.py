"""Opening the table: cash for everyone, Businesses picked in turn; joining late and leaving.

Rulebook: «Q. What happens after the Treasurer is picked?» and «Q. There are six Businesses in the game. What
if there are fewer than six players?».
"""

from __future__ import annotations

from companion.core.action import action
from companion.core.questions import Name, Who
from companion.core.table import JOINED, Effect, Line, Mark, Posting, Refusal, Table, listed, seat_key
from companion.games.ratrace import gates, state
from companion.games.ratrace.board import COLOURS
from companion.games.ratrace.business import Business
from companion.games.ratrace.dues import START_CASH
from companion.games.ratrace.state import STOCK, TABLE, TREASURY, money, name

SOURCE = "Q. What happens after the Treasurer is picked?"
FEWER_SOURCE = "Q. There are six Businesses in the game. What if there are fewer than six players?"
MOST_PLAYERS = 6
MOST_LETTERS = 40


def next_pick(table: Table) -> str | None:
    """Who picks next: who has too few Businesses, first picks before second ones; nobody once all have picked."""
    first = table.ledger.mark(TABLE, "first")
    if first is None or state.started(table):
        return None
    once = (str(first), *state.others_from_left(table, str(first)))
    twice = once[::-1] if table.house("second_pick") == "reverse" else once
    order = ((who, have) for have, whole in enumerate((once, twice)) for who in whole)
    return next((who for who, have in order if len(state.owned(table, who)) <= have), None)


@action(SOURCE, title="Open the table", group="Set-up")
def start(table: Table, first: Who) -> Effect:
    """Give everyone $200 and say who rolled lowest: that player picks first and takes the first turn.

    first: Who rolled lowest? Those tied roll again.
    """
    if table.ledger.mark(TABLE, "first") is not None:
        raise Refusal("The table is open already.")
    seats = state.playing(table)
    postings = tuple(posting for who in seats for posting in state.pay(START_CASH, TREASURY, who))
    marks: tuple[Mark, ...] = ()
    for who in seats:
        marks += (Mark(who, "class", "working"), Mark(who, "square", 0))
    return Effect(
        f"Everyone starts on Graduation Day with {money(START_CASH)} and a Credit Card. "
        f"{name(table, first)} picks first.",
        postings,
        (*marks, Mark(TABLE, "first", first), Mark(TABLE, "turn", first)),
        (Line(f"The Treasury pays each of {len(seats)} players", START_CASH, signed=True),),
        "The lowest roll picks first and takes the first turn; picks and turns go round to the left.",
    )


@action(SOURCE, title="Pick a Business", group="Set-up")
def pick(table: Table, who: Who, business: Business) -> Effect:
    """Pick a Business with its nine Status Symbol cards.

    who: Who picks?
    business: Which Business?
    """
    expected = next_pick(table)
    if expected is None:
        opened = table.ledger.mark(TABLE, "first") is not None
        raise Refusal("Every Business is picked." if opened else "First say who rolled lowest.")
    if who != expected:
        raise Refusal(f"It is {table.name(expected)}'s pick.", "who")
    if (taken := state.owner(table, business)) != TREASURY:
        raise Refusal(f"{state.business_name(table, business)} is {table.name(taken)}'s.", "business")
    token = () if state.owned(table, who) else (Mark(who, "token", business),)
    picked = Effect(
        f"{name(table, who)} picks {state.business_name(table, business)}.",
        marks=(Mark("business", business, who), *token),
        working=(Line(f"{name(table, who)} owns {state.business_name(table, business)}"),),
        rule="Nobody owns more than two Businesses; those nobody owns are the Treasury's.",
    )
    after = table.after(picked)
    if not state.started(after):
        return picked
    left = [state.business_name(table, one) for one in COLOURS if state.owner(after, one) == TREASURY]
    working = (Line(f"The Treasury's: {listed(left)}"),) if left else ()
    return picked + Effect(marks=(Mark(TABLE, "started", 1),), working=working)


@action(FEWER_SOURCE, title="Join late", group="Players")
def join(table: Table, called: Name, business: Business) -> Effect:
    """Seat a late joiner, who starts like everybody else with a Business nobody owns.

    called: What is the new player called?
    business: With which Business?
    """
    gates.quiet(table)
    if len(state.playing(table)) >= MOST_PLAYERS:
        raise Refusal("Six players are the most.")
    if all(state.owner(table, one) != TREASURY for one in COLOURS):
        raise Refusal("Every Business has its owner: nobody can join.")
    if any(table.name(seat.key).casefold() == called.casefold() for seat in table.players):
        raise Refusal(f"{called} is at the table already, or was; a new player needs a name of their own.", "called")
    if len(called) > MOST_LETTERS:
        raise Refusal(f"Keep the name under {MOST_LETTERS} letters.", "called")
    if (taken := state.owner(table, business)) != TREASURY:
        raise Refusal(f"{state.business_name(table, business)} is {table.name(taken)}'s.", "business")
    who = seat_key(called, (seat.key for seat in table.players))
    last = max((state.count(table, seat.key, JOINED) for seat in table.players), default=0)
    marks = (
        Mark(who, JOINED, max(last, len(table.seats)) + 1),
        Mark(who, "name", called),
        Mark(who, "class", "working"),
        Mark(who, "square", 0),
        Mark("business", business, who),
    )
    return Effect(
        f"{called[0].upper()}{called[1:]} joins with {state.business_name(table, business)} and {money(START_CASH)}.",
        state.pay(START_CASH, TREASURY, who),
        marks,
        (Line(f"The Treasury pays {called}", START_CASH, signed=True, total=True),),
        "A late joiner starts like everybody else, seated last, with a Business nobody owns.",
    )


@action(FEWER_SOURCE, title="Leave for good", group="Players")
def leave(table: Table, who: Who) -> Effect:
    """Take a player out of the game: cash and cards go back, debt is written off.

    who: Who leaves?
    """
    gates.quiet(table)
    gates.seated(table, who)
    if len(state.playing(table)) == 1:
        raise Refusal("The last player can't leave; end the play from the shelf instead.", "who")
    held, owed = state.cash(table, who), state.debt(table, who)
    postings: tuple[Posting, ...] = (*state.pay(held, who, TREASURY), *state.pay(owed, TREASURY, who, "credit"))
    for item in state.cards(table, who):
        postings += state.hand_card(item, f"{who}:cards", STOCK)
    marks = [Mark(who, "left", 1), Mark(who, "paper", None), Mark(who, "closed", None), Mark(who, "misses", None)]
    marks += [Mark("business", business, None) for business in state.owned(table, who)]
    marks += [Mark(who, "owes_auction", None)]
    now = state.pending(table)
    if now is not None and now[0] == who:
        marks += state.LANDING_DONE
    effect = Effect(
        f"{name(table, who)} leaves the game; cash, cards and Businesses go to the Treasury.",
        postings,
        tuple(marks),
        (
            Line("Cash to the Treasury", -held, signed=True),
            *([Line("Credit debt written off", owed)] if owed else []),
        ),
        "Who leaves for good gives everything to the Treasury; the credit debt is written off.",
    )
    return effect + state.next_turn(table.after(effect), who) if state.on_turn(table) == who else effect


ACTIONS = (start, pick, join, leave)
