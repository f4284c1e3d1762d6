"""Putting the book right: the table has the last word, and every correction carries its reason."""

from __future__ import annotations

from companion.api import Refusal
from companion.games.totopoly.borrowing import require_may_hold, warn, warn_of_horses
from companion.games.totopoly.game import (
    BANK,
    BANK_NAMES,
    BEGUN,
    BOX,
    GAINED,
    GAME,
    HAMMER,
    LEASED,
    NO_DEBT,
    NOBODY,
    OUT,
    PACK,
    STACK,
    TRAINING,
    Player,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    ask_lease,
)
from companion.games.totopoly.phases import BETTING, LEASES, OVER, PAYING_OUT, PHASES, RUNNING, SETUP
from companion.games.totopoly.training import KINDS, MANY, cards_words

BANKS = {"bank": BOX, "fund": BANK, "training": TRAINING}
PLACES = {"hammer": HAMMER, NOBODY: OUT, "dummy": PACK}
PLACE_NAMES = {"hammer": "under the hammer", NOBODY: "out of the game", "dummy": "with nobody yet"}


def _ask_holder(text: str) -> Player:
    """Ask for a player or one of the piles of money."""
    return ask.anybody(text, *BANKS, names={key: BANK_NAMES[bank] for key, bank in BANKS.items()})


@GAME.correction("Move money", replaces=True)
def correct_money(
    t: TotopolyTurn,
    giver: Player = _ask_holder("From whom?"),
    taker: Player = _ask_holder("To whom?"),
    amount: int = ask.money("How much?"),
) -> str:
    """Move money between players, the prize fund, the training account and the box, for a reason."""
    t.refuse(giver == taker, "Giver and taker are the same.", "taker")
    if giver.key not in BANKS:
        giver.require_cash(amount, "amount")
    gives, gets = (t.holder(BANKS.get(who.key, who.key)) for who in (giver, taker))
    t.pay(gives, gets, amount)
    t.step("Moved", amount, total=True)
    return f"{t.written(amount)} from {gives.name} to {gets.name}"


@GAME.correction(
    "Move a lease card",
    when=(When(lambda t: not t.bets_only, "This book keeps only bets: nobody leases a card."), BEGUN),
)
def correct_lease(
    t: TotopolyTurn,
    card: str = ask_lease("Which card?"),
    to: Player = ask.player("Who has it?", *PLACES, names=PLACE_NAMES),
) -> str:
    """Say who has a lease card, for a reason; no money moves."""
    place = next((key for key, place in PLACES.items() if t.held(place, LEASED, card) > 0), "dummy")
    lies, name = t.owner(card) or t.holder(place), t.card_name(card)
    if to.key not in PLACES:
        require_may_hold(to, card, "to")
    elif to.key == "hammer" and t.business_type(card) == "auctioneer":
        raise Refusal("The auctioneer's card is not sold.", "to")
    t.move(card, t.holder(PLACES.get(lies.key, lies.key)), t.holder(PLACES.get(to.key, to.key)))
    if t.lease(card).passed is not None:
        t.lease(card).passed = None
    came, went = (PLACE_NAMES.get(holder.key) or holder.name for holder in (lies, to))
    t.step(f"A card: to {went}" if t.hidden else f"{name}: from {came} to {went}")
    if to.key not in PLACES:
        warn(to, card)
    whose = PLACE_NAMES.get(to.key) or f"{to.name}'s"
    return f"{'a card' if t.hidden else name} is {whose}"


@GAME.correction("Set training cards")
def correct_training(
    t: TotopolyTurn,
    who: Player = ask.player("Whose cards?"),
    kind: str = ask.choice("Which cards?", KINDS),
    count: int = ask.number("How many are there?", 0, MANY, what="number of cards"),
) -> str:
    """Set how many cards of a kind a player has from training, for a reason."""
    before = who.training.get(kind, 0)
    # crossing an entry out may have left less than none
    t.pay(STACK, who, count - t.held(who, GAINED, kind), GAINED, kind)
    what = KINDS[kind] if count == 1 else cards_words(kind)
    t.step("Until now", before, unit="")
    t.step("From now on", count, unit="", total=True)
    return f"{who} has {count} {what.lower()}"


@GAME.correction("Say whether a horse runs", when=BEGUN)
def correct_scratch(
    t: TotopolyTurn,
    horse: str = ask_horse("Which horse?", None),
    runs: bool = ask.yes_no("Does it run?"),
) -> str:
    """Put a horse back into the race, or take it out, for a reason; bets stay as they are."""
    t.lease(horse).scratched = None if runs else 1
    if runs and (owner := t.owner(horse)):
        warn_of_horses(owner)
    return f"{t.card_name(horse)} {'runs' if runs else 'does not run'}"


@GAME.correction("Set the stage", when=(BEGUN, NO_DEBT))
def correct_stage(
    t: TotopolyTurn,
    stage: str = ask.choice(
        "Where is the table?", {phase.key: phase.short for phase in PHASES.values() if phase not in (SETUP, OVER)}
    ),
) -> str:
    """Say how far the evening is, for a reason. Back at the leases, unsold lots can be kept again."""
    phase = PHASES[stage]
    if t.bets_only and phase not in (BETTING, RUNNING, PAYING_OUT):
        raise Refusal("This book keeps only bets: choose betting, the race or paying out.", "stage")
    t.step(f"Until now: {t.phase.name}")
    t.go_to(phase)
    if t.resume:
        t.resume = None
    lots = t.find_lying(HAMMER) if phase == LEASES else ()
    for card in lots:
        t.move(card, HAMMER, PACK)
    if lots:
        t.step("Lots not sold, to be kept or thrown in again", len(lots), unit="")
    return f"the table is at {phase.name}"
