"""The training ring: what squares and reports ask and grant, and the cards that are gained there.

Rulebook: «Training Ring», «The Colour Cards» and «Use of the Colour Cards and White Cards».
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import Refusal, name_key
from companion.api.questions import QuestionType, Value
from companion.games.totopoly import options
from companion.games.totopoly.borrowing import (
    Due,
    falls_due,
    open_due,
    pay_if_possible,
    pay_seller,
    require_buyer,
    require_seller,
)
from companion.games.totopoly.game import BANK, FUND, GAINED, GAME, STACK, TRAINING, Player, Stage, TotopolyTurn, ask
from companion.games.totopoly.lease_cards import ADVANTAGE, BUSINESSES, COLOURS, TRAINING_CARDS, WHITES
from companion.games.totopoly.options import BANK_ONLY
from companion.games.totopoly.race import white_cards_counted

RING_SOURCE = "Training Ring"
CARDS_SOURCE = "Use of the Colour Cards and White Cards"
RULE = "Squares and reports are obeyed as they are written; a business pays its owner, and an unowned one the bank."

KINDS = (
    {one: f"{one.capitalize()} card" for one in COLOURS}
    | {one: f"White card for {colour}" for one, colour in WHITES.items()}
    | {"remount": "Special card"}
)
SQUARE, CARD = "square", "card"
MANY = 20
"""More cards of a kind than any game has."""


# --- payments ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Payee(QuestionType[str]):
    """Who pays or is paid in training: the bank, a player, or with ``businesses`` the owner of one."""

    businesses: bool = True

    @property
    def word(self) -> str:
        """Whom it takes."""
        return "bank, a business (b1 to b8) or a player" if self.businesses else "bank or a player"

    def read(self, text: str, t: TotopolyTurn) -> Value:
        """Read a key, or the name of a player or business."""
        plain, known = text.strip(), self.candidates(t)
        for value in known:
            if plain == value or name_key(plain) == name_key(self.show(value, t)):
                return value
        raise Refusal(f"There is no {plain[:40]!r} here; choose {', '.join(str(value) for value in known)}.")

    def show(self, value: Value, t: TotopolyTurn) -> str:
        """Say the bank, the business or the player."""
        key = str(value)
        if key == BANK:
            return "The bank"
        return str(t.card_name(key) if key in BUSINESSES else t.holder(key))

    def candidates(self, t: TotopolyTurn) -> tuple[Value, ...]:
        """The bank, the businesses that a player has, everyone seated, and the businesses that stand for the bank."""
        shops = [shop for shop in BUSINESSES if self.businesses and t.business_type(shop) != "auctioneer"]
        owned = [shop for shop in shops if t.owner(shop)]
        return (BANK, *owned, *(who.key for who in t.everybody), *(shop for shop in shops if shop not in owned))

    def detail(self, t: TotopolyTurn, value: str) -> str:
        """Say whose a business is."""
        if value not in BUSINESSES:
            return ""
        owner = t.owner(value)
        return f"{owner.name}'s" if owner else "nobody's: to the bank"


def _require_training(t: TotopolyTurn, who: Player) -> None:
    t.require_stage(Stage.RING)
    t.require_no_debt()
    who.require_playing()


def _bank(t: TotopolyTurn) -> tuple[Player, str]:
    return (t.bank(BANK), FUND) if t.option(options.TRAINING) == "fund" else (t.bank(TRAINING), "cash")


def _name_house_rule(t: TotopolyTurn) -> None:
    if t.option(options.TRAINING) == "fund":
        t.by_house_rule("What training pays to the bank, or takes from it, goes through the prize fund.")


def _named(t: TotopolyTurn, question: str) -> str:
    """Whom a button names, within a sentence."""
    key = str(t.answers[question])
    return "the bank" if key == BANK else Payee().show(key, t)


@GAME.action("Pay in training", group="Training", source=RING_SOURCE, button=lambda t: f"Pay {_named(t, 'to')}")
def train_pay(
    t: TotopolyTurn,
    who: Player = ask.anybody("Whose horse is it?"),
    to: str = ask.of("Who gets it?", Payee()),
    amount: int = ask.money("How much?"),
    reason: str | None = ask.reason("What for?", optional=True),
) -> None:
    """Pay what a square or a report asks, to the bank, a business or a player."""
    _require_training(t, who)
    what, owner = reason or "training", None
    if to in BUSINESSES:
        shop, owner = t.card_name(to), t.owner(to)
        t.refuse(owner == who, f"{shop} is {who.name}'s: there is nothing to pay.", "to")
        what = f"{shop}, {reason}" if reason else shop
    elif to != BANK:
        owner = t.holder(to)
        owner.require_playing("to")
        t.refuse(owner == who, "Choose another player to pay.", "to")
    taker, purse = (owner, "cash") if owner else _bank(t)
    t.explain(RULE)
    falls_due(Due(who, amount, taker, purse, what))
    if not owner:
        _name_house_rule(t)


@GAME.action(
    "Receive in training",
    group="Training",
    source=RING_SOURCE,
    button=lambda t: f"Get paid by {_named(t, 'giver')}",
)
def train_get(
    t: TotopolyTurn,
    who: Player = ask.anybody("Whose horse is it?"),
    giver: str = ask.of("Who pays it?", Payee(businesses=False)),
    amount: int = ask.money("How much?"),
    reason: str | None = ask.reason("What for?", optional=True),
) -> None:
    """Receive what a square or a report grants, from the bank or a player."""
    _require_training(t, who)
    t.explain(RULE)
    if giver != BANK:
        payer = t.holder(giver)
        payer.require_playing("giver")
        t.refuse(payer == who, "Choose another player to pay.", "giver")
        falls_due(Due(payer, amount, who, "cash", reason or "training"))
        return
    bank, purse = _bank(t)
    t.pay(bank, who, amount, purse, into="cash")
    t.narrate(f"{who} gets {t.written(amount)} from the bank: {reason or 'training'}.")
    t.step(f"{who} gets", amount, signed=True, total=True)
    who.show_cash()
    _name_house_rule(t)


@GAME.action("All horses are home", group="Training", source=RING_SOURCE)
def end_training(t: TotopolyTurn) -> None:
    """End the training: every horse has made its circuit, and the entrance fees are next."""
    t.require_stage(Stage.RING)
    t.require_no_debt()
    t.go_to(Stage.PARADE)
    t.narrate("Training is over. The horses go to the starting gate.")
    then = "the race" if t.keeps == BANK_ONLY else "the Tote"
    t.step(f"Next: entrance fees, then who nominates a horse, then {then}")
    t.explain("Every horse makes one circuit of the training ring; what a mistaken second one paid stands.")


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


def _cards_of(t: TotopolyTurn, question: str) -> dict[str, int]:
    return t.find_player(question).training


def _require_card(who: Player, kind: str, question: str) -> None:
    who.t.refuse(not who.training.get(kind), f"{who} has no {KINDS[kind].lower()}.", question)


def _require_colour(who: Player, colour: str, why: str, question: str) -> None:
    t = who.t
    runs = any(t.colour(horse) == colour for horse in who.horses)
    t.refuse(not runs, f"{who} runs no {colour} horse{why}.", question)


@GAME.action("Gain a card", group="Training", source="The Colour Cards", button="Gain {kind}")
def gain_card(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who gains it?"),
    kind: str = ask.choice("Which card?", {kind: KINDS[kind] for kind in TRAINING_CARDS}, detail=_card_detail),
    count: int = ask.number("How many?", 1, MANY, what="number of cards", usual=1),
) -> None:
    """Note a card gained in training."""
    t.require_stage(Stage.RING, Stage.PARADE, Stage.BETTING, Stage.RUNNING)
    who.require_playing()
    t.pay(STACK, who, count, GAINED, kind)
    t.narrate(f"{who} gains {_a_card(kind) if count == 1 else f'{count} {cards_words(kind).lower()}'}.")
    t.step(f"{cards_words(kind)} then held", who.training.get(kind, 0), unit="")
    t.explain("A colour card serves any horse of its colour; white cards must be gone before the race is over.")


@GAME.action("Use a card", group="Race", source=CARDS_SOURCE, button="Use {kind}")
def use_card(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who uses it?"),
    kind: str = ask.choice(
        "Which card?",
        {kind: KINDS[kind] for kind in (*COLOURS, "remount")},
        now=lambda t: [kind for kind in _cards_of(t, "who") if kind not in WHITES],
        detail=_card_detail,
    ),
) -> None:
    """Put a card gained in training on the track, once."""
    t.require_stage(Stage.RUNNING)
    who.require_playing()
    t.refuse(not any(one.training for one in t.seats), "Nobody has a card from training.")
    t.refuse(not who.training, f"{who} has no card from training.", "who")
    _require_card(who, kind, "kind")
    if kind in COLOURS:
        _require_colour(who, kind, ", so the card is of no use", "kind")
    t.pay(who, STACK, 1, GAINED, kind)
    t.narrate(f"{who} uses {_a_card(kind)}{f': {ADVANTAGE[kind]} on' if kind in ADVANTAGE else ''}.")
    t.step(f"{cards_words(kind)} left", who.training.get(kind, 0), unit="")
    t.explain(
        "On a square of another colour a horse stands still, unless a card of its own colour is put on the track."
    )


def _given_label(t: TotopolyTurn, given: str) -> str:
    colour = WHITES.get(str(t.answers.get("white")), "colour")
    return "A square of the horse's colour" if given == SQUARE else f"A {colour} card"


@GAME.action("Throw in a white card", group="Race", source=CARDS_SOURCE, button="Throw in {white}")
def throw_in(
    t: TotopolyTurn,
    who: Player = ask.anybody("Who throws it in?"),
    white: str = ask.choice(
        "Which white card? It goes with horses of the colour that gained it.",
        {kind: KINDS[kind] for kind in WHITES},
        now=lambda t: [kind for kind in _cards_of(t, "who") if kind in WHITES],
    ),
    instead: str = ask.choice("Which advantage is given up?", (SQUARE, CARD), label=_given_label),
) -> None:
    """Get rid of a white card: a horse of that colour gives up an advantage, a square or a card."""
    t.require_stage(Stage.RUNNING)
    who.require_playing()
    t.refuse(white_cards_counted(t), "The white cards were counted as the horses came home: none goes now.")
    t.refuse(not any(one.white_cards for one in t.seats), "Nobody has a white card.")
    t.refuse(not who.white_cards, f"{who} has no white card.", "who")
    _require_card(who, white, "white")
    colour = WHITES[white]
    _require_colour(who, colour, " to throw it in with", "white")
    t.pay(who, STACK, 1, GAINED, white)
    with_it = "and takes no advantage of the square"
    if instead == CARD:
        _require_card(who, colour, "instead")
        t.pay(who, STACK, 1, GAINED, colour)
        with_it = f"together with {_a_card(colour)}"
    t.narrate(f"{who} throws in {_a_card(white)} {with_it}.")
    t.step(f"{cards_words(white)} left", who.training.get(white, 0), unit="")
    t.explain(
        "A white card goes only where a horse of its colour gives up an advantage: a square of that colour, or a "
        "card of it that could be used."
    )


@GAME.action(
    "Sell a training card",
    group="Players",
    source="Borrowing",
    asked_by="giver",
    button="Sell to {taker}",
    agreed_by=lambda t: t.find_player("taker"),
)
def sell_card(
    t: TotopolyTurn,
    giver: Player = ask.anybody("Who sells?"),
    kind: str = ask.choice(
        "Which card?",
        {kind: KINDS[kind] for kind in TRAINING_CARDS},
        now=lambda t: _cards_of(t, "giver"),
        detail=_card_detail,
    ),
    taker: Player = ask.anybody("Who buys?"),
    price: int = ask.money("For how much?", at_most=lambda t: t.can_pay("taker")),
) -> None:
    """Sell a card gained in training: a special one to anybody, a colour card only to meet a debt, a white one never.

    There is no credit.
    """
    t.require_stage(Stage.RING, Stage.PARADE, Stage.BETTING, Stage.RUNNING)
    require_seller(giver)
    t.refuse(not giver.training, f"{giver} has no card from training.", "giver")
    _require_card(giver, kind, "kind")
    t.refuse(kind in WHITES, "White cards are never sold.", "kind")
    t.refuse(kind in COLOURS and not open_due(t), "A colour card is sold only to pay a debt.", "kind")
    require_buyer(taker, giver, price)
    pay_seller(taker, giver, price, _a_card(kind))
    t.pay(giver, taker, 1, GAINED, kind)
    t.explain("Special cards may be sold to anybody; colour cards only by who can't pay; white cards never.")
    pay_if_possible(t)
