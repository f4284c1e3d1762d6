"""The training ring: what squares and reports ask and grant, and the cards that are gained there.

Rulebook: «Training Ring», «The Colour Cards» and «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import partial

from companion.api import Condition
from companion.games.totopoly.borrowing import (
    falls_due,
    pay_if_possible,
    require_seller,
    sell_to,
    sells,
)
from companion.games.totopoly.box import (
    ADVANTAGE,
    BETTING,
    BUSINESSES,
    COLOURS,
    PARADE,
    RING,
    RUNNING,
    WHITES,
)
from companion.games.totopoly.game import (
    BANK,
    GAINED,
    GAME,
    NO_DEBT,
    STACK,
    TRAINING,
    Due,
    Player,
    TotopolyTurn,
    When,
    ask,
    during,
)
from companion.games.totopoly.options import House

RULE = "Squares and reports are obeyed as they are written; a business pays its owner, and an unowned one the bank."

KINDS = (
    {colour: f"{colour.capitalize()} card" for colour in COLOURS}
    | {white: f"White card for {colour}" for white, colour in WHITES.items()}
    | {"remount": "Special card"}
)
USED = {*COLOURS, "remount"}
SQUARE, CARD = "square", "card"
MANY = 20
"""More cards of a kind than any game has."""

ring = partial(GAME.action, group="Training", source="Training Ring", when=(during(RING), NO_DEBT))
track = partial(
    GAME.action,
    group="Race",
    source="Use of the Colour Cards and White Cards",
    when=during(RUNNING),
)
WHILE_USEFUL = during(RING, PARADE, BETTING, RUNNING)


# --- payments ----------------------------------------------------------------------------------------


def _payees(t: TotopolyTurn) -> dict[str, str]:
    """Return who may be paid: the bank, businesses that a player has, everyone, and those that stand for the bank."""
    shops = {
        shop: t.card_name(shop) for shop in BUSINESSES if t.business_type(shop) != "auctioneer"
    }
    owned = {shop: name for shop, name in shops.items() if t.owner(shop)}
    return {BANK: "The bank", **owned, **{who.key: str(who) for who in t.seats}, **shops}


def _whose(t: TotopolyTurn, payee: str) -> str:
    """Say whose a business is."""
    owner = t.owner(payee)
    return f"{owner.name}'s" if owner else "nobody's: to the bank" if payee in BUSINESSES else ""


def _bank(t: TotopolyTurn) -> Player:
    """Return the bank's side of the training, and say where a house rule makes it the prize fund."""
    t.by_house_rule(House.training)
    return t.bank(BANK if t.house.training == "fund" else TRAINING)


@ring("Pay in training", rule=RULE)
def train_pay(
    t: TotopolyTurn,
    who: Player = ask.player("Whose horse is it?"),
    to: str = ask.choice("Who gets it?", _payees, detail=_whose),
    amount: int = ask.money("How much?"),
    reason: str | None = ask.reason("What for?", optional=True),
) -> None:
    """Pay what a square or a report asks, to the bank, a business or a player."""
    shop = t.card_name(to) if to in BUSINESSES else ""
    taker = t.owner(to) if shop else None if to == BANK else t.holder(to)
    t.refuse(taker == who, f"{who} would get it: there is nothing to pay.", "to")
    falls_due(
        Due(who, amount, taker or _bank(t), ", ".join(filter(None, (shop, reason))) or "training")
    )


@ring("Receive in training", rule=RULE)
def train_get(
    t: TotopolyTurn,
    who: Player = ask.player("Whose horse is it?"),
    giver: Player = ask.player("Who pays it?", BANK, names={BANK: "the bank"}, but="who"),
    amount: int = ask.money("How much?"),
    reason: str | None = ask.reason("What for?", optional=True),
) -> None:
    """Receive what a square or a report grants, from the bank or a player."""
    falls_due(Due(_bank(t) if giver.key == BANK else giver, amount, who, reason or "training"))


@ring(
    "All horses are home",
    rule="Every horse makes one circuit of the training ring; what a mistaken second one paid stands.",
)
def end_training(t: TotopolyTurn) -> None:
    """End the training: every horse has made its circuit, and the entrance fees are next."""
    t.go_to(PARADE)
    t.narrate("Training is over. The horses go to the starting gate.")


# --- cards that are gained -------------------------------------------------------------------------------


def cards_words(kind: str) -> str:
    return KINDS[kind].replace(" card", " cards", 1)


def _a_card(kind: str) -> str:
    return f"a {KINDS[kind].lower()}"


def _card_detail(_t: TotopolyTurn, kind: str) -> str:
    if kind in ADVANTAGE:
        return f"{ADVANTAGE[kind]} {'length' if ADVANTAGE[kind] == 1 else 'lengths'} for a {kind} horse"
    if kind in WHITES:
        return f"a burden, thrown in with a {WHITES[kind]} horse"
    return "remounting and the like, used once"


def _require_colour(who: Player, colour: str, why: str, question: str) -> None:
    t = who.t
    runs = any(t.colour(horse) == colour for horse in who.horses)
    t.refuse(not runs, f"{who} runs no {colour} horse{why}.", question)


def _holders(t: TotopolyTurn, kinds: AbstractSet[str]) -> list[Player]:
    return [who for who in t.seats if kinds & who.training.keys()]


def _somebody_has(kinds: AbstractSet[str], why: str) -> Condition[TotopolyTurn]:
    return When(lambda t: _holders(t, kinds), why)


def _ask_holder(text: str, kinds: AbstractSet[str], why: str) -> Player:
    """Ask for a player who has some cards of these kinds."""
    return ask.player(text, among=lambda t: _holders(t, kinds), why=why)


def _ask_kind(
    text: str, kinds: AbstractSet[str], of: str, why: str = "is none that this player has"
) -> str:
    """Ask which card from training it is, of those that a player has."""
    return ask.choice(
        text,
        KINDS,
        now=lambda t: [kind for kind in t.find_player(of).training if kind in kinds],
        why=why,
        detail=_card_detail,
    )


@ring(
    "Gain a card",
    source="The Colour Cards",
    when=WHILE_USEFUL,
    rule="A colour card serves any horse of its colour; white cards must be gone before the race is over.",
    button="Gain {kind}",
)
def gain_card(
    t: TotopolyTurn,
    who: Player = ask.player("Who gains it?"),
    kind: str = ask.choice("Which card?", KINDS, detail=_card_detail),
    count: int = ask.number("How many?", 1, MANY, what="number of cards", usual=1),
) -> None:
    """Note a card gained in training."""
    t.pay(STACK, who, count, GAINED, kind)
    t.narrate(
        f"{who} gains {_a_card(kind) if count == 1 else f'{count} {cards_words(kind).lower()}'}."
    )


@track(
    "Use a card",
    when=(during(RUNNING), _somebody_has(USED, "Nobody has a card to use.")),
    rule="On a square of another colour a horse stands still, unless a card of its own colour is put on the track.",
    button="Use {kind}",
)
def use_card(
    t: TotopolyTurn,
    who: Player = _ask_holder("Who uses it?", USED, "has no such card"),
    kind: str = _ask_kind("Which card?", USED, "who"),
) -> None:
    """Put a card gained in training on the track, once."""
    if kind in COLOURS:
        _require_colour(who, kind, ", so the card is of no use", "kind")
    t.pay(who, STACK, 1, GAINED, kind)
    t.narrate(
        f"{who} uses {_a_card(kind)}{f': {ADVANTAGE[kind]} on' if kind in ADVANTAGE else ''}."
    )


@track(
    "Throw in a white card",
    when=(
        during(RUNNING),
        When(
            lambda t: not t.course["counted"],
            "The white cards were counted as the horses came home: none goes now.",
        ),
        _somebody_has(WHITES.keys(), "Nobody has a white card."),
    ),
    rule="A white card goes only where a horse of its colour gives up an advantage: a square of that colour, or a card "
    "of it that could be used.",
    button="Throw in {white}",
)
def throw_in(
    t: TotopolyTurn,
    who: Player = _ask_holder("Who throws it in?", WHITES.keys(), "has no white card"),
    white: str = _ask_kind(
        "Which white card? It goes with horses of the colour that gained it.", WHITES.keys(), "who"
    ),
    instead: str = ask.choice(
        "Which advantage is given up?",
        {SQUARE: "A square of the horse's colour", CARD: "A card of it"},
    ),
) -> None:
    """Get rid of a white card: a horse of that colour gives up an advantage, a square or a card."""
    colour = WHITES[white]
    _require_colour(who, colour, " to throw it in with", "white")
    t.pay(who, STACK, 1, GAINED, white)
    with_it = "and takes no advantage of the square"
    if instead == CARD:
        t.refuse(not who.training.get(colour), f"{who} has no {KINDS[colour].lower()}.", "instead")
        t.pay(who, STACK, 1, GAINED, colour)
        with_it = f"together with {_a_card(colour)}"
    t.narrate(f"{who} throws in {_a_card(white)} {with_it}.")


@sells(
    "Sell a training card",
    when=(WHILE_USEFUL, _somebody_has(USED, "Nobody has a card to sell.")),
    rule="Special cards may be sold to anybody; colour cards only by who can't pay; white cards never.",
    button="Sell to {taker}",
)
def sell_card(
    t: TotopolyTurn,
    giver: Player = _ask_holder("Who sells?", USED, "has no card to sell"),
    kind: str = _ask_kind("Which card?", USED, "giver", "can't be sold by this player"),
    taker: Player = ask.player("Who buys?", but="giver"),
    price: int = ask.money("For how much?", paid_by="taker"),
) -> None:
    """Sell a card gained in training: a special one to anybody, a colour card only to meet a debt, a white one never.

    There is no credit.
    """
    for_debt = require_seller(giver)
    t.refuse(kind in COLOURS and not for_debt, "A colour card is sold only to pay a debt.", "kind")
    sell_to(taker, giver, price, _a_card(kind))
    t.pay(giver, taker, 1, GAINED, kind)
    pay_if_possible(t)
