"""Cards gained in training: colour cards, white cards, and those that are used once, such as remounting.

Rulebook: «The Colour Cards» and «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Amount, Answers, Choice, Number, Who
from companion.core.table import Effect, Line, Refusal, Table
from companion.games.totopoly import dues, gates, race, state
from companion.games.totopoly.board import ADVANTAGE, COLOURS, TRAINING_CARDS, WHITES
from companion.games.totopoly.leases import left_with
from companion.games.totopoly.state import BETTING, PARADE, RING, RUNNING, STACK, line, money, name

SOURCE = "Use of the Colour Cards and White Cards"
KINDS = (
    {one: f"{one.capitalize()} card" for one in COLOURS}
    | {one: f"White card for {colour}" for one, colour in WHITES.items()}
    | {"remount": "Special card"}
)
SQUARE, CARD = "square", "card"
MANY = 20
"""More cards of a kind than any game has."""


def _kind_label(_table: Table, _answers: Answers, kind: str) -> str:
    return KINDS[kind]


def _what(_table: Table, _answers: Answers, kind: str) -> str:
    if kind in ADVANTAGE:
        return f"{ADVANTAGE[kind]} {'length' if ADVANTAGE[kind] == 1 else 'lengths'} for a {kind} horse"
    if kind in WHITES:
        return f"a disadvantage, to be got rid of with a {WHITES[kind]} horse"
    return "remounting and the like, used once"


def _usable(table: Table, answers: Answers) -> tuple[str, ...]:
    return tuple(one for one in state.training(table, str(answers.get("who") or "")) if one not in WHITES)


def _for_sale(table: Table, answers: Answers) -> tuple[str, ...]:
    return tuple(state.training(table, str(answers.get("giver") or "")))


def _whites(table: Table, answers: Answers) -> tuple[str, ...]:
    return tuple(state.whites(table, str(answers.get("who") or "")))


def _way_label(_table: Table, answers: Answers, way: str) -> str:
    colour = WHITES.get(str(answers.get("white")), "colour")
    return "A square of the horse's own colour" if way == SQUARE else f"A {colour} card"


def _most(table: Table, answers: Answers) -> int:
    return max(0, state.cash(table, str(answers.get("taker") or ""))) if state.tracked(table) else 0


Gained: TypeAlias = Annotated[str, Choice(TRAINING_CARDS, _kind_label, detail=_what)]
Used: TypeAlias = Annotated[str, Choice((*COLOURS, "remount"), _kind_label, _usable, _what)]
Sold: TypeAlias = Annotated[str, Choice(TRAINING_CARDS, _kind_label, _for_sale, _what)]
White: TypeAlias = Annotated[str, Choice(tuple(WHITES), _kind_label, _whites)]
Given: TypeAlias = Annotated[str, Choice((SQUARE, CARD), _way_label)]
Cards: TypeAlias = Annotated[int, Number(1, MANY, "number of cards")]
Price: TypeAlias = Annotated[int, Amount(1, _most, unit=state.UNIT)]


def a_card(kind: str) -> str:
    """Say one card of a kind, as a sentence has it."""
    return f"a {KINDS[kind].lower()}"


def many_cards(kind: str) -> str:
    """Say the cards of a kind."""
    return KINDS[kind].replace(" card", " cards", 1)


@action("The Colour Cards", title="Gain a card", group="Training")
def gain_card(table: Table, who: Who, kind: Gained, count: Cards = 1) -> Effect:
    """Note a card gained in training.

    who: Who gains it?
    kind: Which card?
    count: How many?
    """
    gates.at(table, RING, PARADE, BETTING, RUNNING)
    gates.seated(table, who)
    what = a_card(kind) if count == 1 else f"{count} {many_cards(kind).lower()}"
    return Effect(
        f"{name(table, who)} gains {what}.",
        state.move(kind, STACK, f"{who}:training", count),
        working=(Line(f"{many_cards(kind)} then held", state.training(table, who).get(kind, 0) + count, ""),),
        rule="A colour card serves any horse of its colour; white cards must be gone before the race is over.",
    )


def _in_race(table: Table, who: str) -> None:
    gates.at(table, RUNNING)
    gates.seated(table, who)


def _held(table: Table, who: str, kind: str, question: str) -> None:
    if not state.training(table, who).get(kind):
        raise Refusal(f"{name(table, who)} has no {KINDS[kind].lower()}.", question)


def _runs(table: Table, who: str, kind: str, question: str) -> None:
    if kind in COLOURS and not any(state.colour(table, one) == kind for one in state.own_horses(table, who)):
        raise Refusal(f"{name(table, who)} runs no {kind} horse, so the card is of no use.", question)


@action(SOURCE, title="Use a card", group="Race")
def use_card(table: Table, who: Who, kind: Used) -> Effect:
    """Put a card gained in training on the track, once.

    who: Who uses it?
    kind: Which card?
    """
    _in_race(table, who)
    if not any(state.training(table, one) for one in state.playing(table)):
        raise Refusal("Nobody has a card from training.")
    if not state.training(table, who):
        raise Refusal(f"{name(table, who)} has no card from training.", "who")
    _held(table, who, kind, "kind")
    _runs(table, who, kind, "kind")
    moves = f": {ADVANTAGE[kind]} on" if kind in ADVANTAGE else ""
    return Effect(
        f"{name(table, who)} uses {a_card(kind)}{moves}.",
        state.move(kind, f"{who}:training", STACK),
        working=(Line(f"{many_cards(kind)} left", state.training(table, who)[kind] - 1, ""),),
        rule="On a square of another colour a horse stands still, unless a card of its own colour is put on the track.",
    )


@action(SOURCE, title="Throw in a white card", group="Race")
def throw_in(table: Table, who: Who, white: White, instead: Given) -> Effect:
    """Get rid of a white card by giving up an advantage of a horse of its colour: a square, or a card it could use.

    who: Who throws it in?
    white: Which white card? It goes with horses of the colour that gained it.
    instead: Which advantage is given up?
    """
    _in_race(table, who)
    if race.counted(table):
        raise Refusal("The white cards were counted as the horses came home: none goes now.")
    if not any(state.whites(table, one) for one in state.playing(table)):
        raise Refusal("Nobody has a white card.")
    if not state.whites(table, who):
        raise Refusal(f"{name(table, who)} has no white card.", "who")
    _held(table, who, white, "white")
    colour = WHITES[white]
    if not any(state.colour(table, one) == colour for one in state.own_horses(table, who)):
        raise Refusal(f"{name(table, who)} runs no {colour} horse to throw it in with.", "white")
    postings = state.move(white, f"{who}:training", STACK)
    with_it = "and takes no advantage of the square"
    if instead == CARD:
        _held(table, who, colour, "instead")
        postings += state.move(colour, f"{who}:training", STACK)
        with_it = f"together with {a_card(colour)}"
    return Effect(
        f"{name(table, who)} throws in {a_card(white)} {with_it}.",
        postings,
        working=(Line(f"{many_cards(white)} left", state.whites(table, who)[white] - 1, ""),),
        rule="A white card goes only where a horse of its colour gives up an advantage: a square of that colour, or a "
        "card of it that could be used.",
    )


@action("Borrowing", title="Sell a training card", group="Players")
def sell_card(table: Table, giver: Who, kind: Sold, taker: Who, price: Price) -> Effect:
    """Sell a card gained in training: a special one to anybody, a colour card only to meet a debt, a white one never.

    giver: Who sells?
    kind: Which card?
    taker: Who buys?
    price: For how much?
    """
    gates.at(table, RING, PARADE, BETTING, RUNNING)
    gates.seated(table, giver, "giver")
    due = dues.open_due(table)
    if due is not None and due.who != giver:
        gates.quiet(table)
    if not state.training(table, giver):
        raise Refusal(f"{name(table, giver)} has no card from training.", "giver")
    _held(table, giver, kind, "kind")
    if kind in WHITES:
        raise Refusal("White cards are never sold.", "kind")
    if kind in COLOURS and due is None:
        raise Refusal("Colour cards are sold only by who can't pay a debt.", "kind")
    check_buyer(table, giver, taker, price)
    sold = Effect(
        f"{name(table, taker)} buys {a_card(kind)} from {table.name(giver)} for {money(price)}.",
        state.pay(price, state.purse(taker), state.purse(giver))
        + state.move(kind, f"{giver}:training", f"{taker}:training"),
        working=(
            line(f"{name(table, taker)} pays {table.name(giver)}", price, total=True),
            *left_with(table, taker, state.cash(table, taker) - price),
            *left_with(table, giver, state.cash(table, giver) + price),
        ),
        rule="Special cards may be sold to anybody; colour cards only by who can't pay; white cards never.",
    )
    return sold + dues.settled_if_met(table.after(sold))


def check_buyer(table: Table, giver: str, taker: str, price: int) -> None:
    """Refuse a buyer who is the seller, has left, or can't pay."""
    gates.seated(table, taker, "taker")
    if taker == giver:
        raise Refusal("Seller and buyer are the same.", "taker")
    held = state.cash(table, taker)
    if not state.tracked(table):
        return
    if held < 1:
        raise Refusal(f"{name(table, taker)} has no cash.", "taker")
    if held < price:
        raise Refusal(f"{name(table, taker)} holds {money(held)}, not {money(price)}: there is no credit.", "price")


ACTIONS = (gain_card, use_card, throw_in, sell_card)
