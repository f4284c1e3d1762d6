"""Putting the book right: the table has the last word, and every correction carries its reason."""

from __future__ import annotations

from companion.api import Refusal, sentence
from companion.games.totopoly.discarding import warn, warn_of_horses, why_not_hold
from companion.games.totopoly.game import (
    BANK,
    BANK_NAMES,
    BOX,
    FUND,
    GAINED,
    GAME,
    HAMMER,
    LEASED,
    NOBODY,
    OUT,
    PACK,
    STACK,
    STAGES,
    TRAINING,
    Player,
    Stage,
    TotopolyTurn,
    ask,
    ask_horse,
    ask_lease,
)
from companion.games.totopoly.lease_cards import TRAINING_CARDS
from companion.games.totopoly.training import KINDS, MANY, cards_words

PURSES = {"bank": (BOX, "cash"), "fund": (BANK, FUND), "training": (TRAINING, "cash")}
PURSE_NAMES = {key: BANK_NAMES[bank] for key, (bank, _) in PURSES.items()}
PLACES = {"hammer": HAMMER, NOBODY: OUT, "dummy": PACK}
PLACE_NAMES = {"hammer": "under the hammer", NOBODY: "out of the game", "dummy": "with nobody yet"}
STAGE_LABELS = {
    stage: sentence(STAGES[stage].removeprefix("the "))
    for stage in (Stage.LEASES, Stage.LOTS, Stage.RING, Stage.PARADE, Stage.BETTING, Stage.RUNNING, Stage.HOME)
}


@GAME.correction("Move money", replaces=True)
def correct_money(
    t: TotopolyTurn,
    giver: Player = ask.anybody("From whom?", *PURSES, names=PURSE_NAMES),
    taker: Player = ask.anybody("To whom?", *PURSES, names=PURSE_NAMES),
    amount: int = ask.money("How much?"),
) -> str:
    """Move money between players, the prize fund, the training account and the box, for a reason."""
    t.refuse(giver == taker, "Giver and taker are the same.", "taker")
    if giver.key not in PURSES and t.tracked and giver.cash < amount:
        raise Refusal(f"{giver} holds {t.written(giver.cash)}, not {t.written(amount)}.", "amount")
    (gives, purse), (gets, into) = _purse(giver), _purse(taker)
    t.pay(gives, gets, amount, purse, into=into)
    t.step("Moved", amount, total=True)
    for who in (giver, taker):
        if who.key not in PURSES:
            who.show_cash()
    return f"{t.written(amount)} from {gives.name} to {gets.name}"


def _purse(holder: Player) -> tuple[Player, str]:
    bank, purse = PURSES.get(holder.key, (holder.key, "cash"))
    return holder.t.holder(bank), purse


@GAME.correction("Move a lease card")
def correct_lease(
    t: TotopolyTurn,
    card: str = ask_lease("Which card?"),
    to: Player = ask.anybody("Who has it?", *PLACES, names=PLACE_NAMES),
) -> str:
    """Say who has a lease card, for a reason; no money moves."""
    t.refuse(t.bets_only, "This book keeps only bets: nobody leases a card.")
    t.require_begun()
    lies, name = _lies(t, card), t.card_name(card)
    moved = "a card" if t.hidden else name
    place = PLACE_NAMES.get(to.key) or f"{to.name}'s"
    t.refuse(to == lies and not t.hidden, f"{name} is {place} already.", "to")
    if to.key not in PLACES:
        to.require_playing("to")
        if why := why_not_hold(to, card):
            raise Refusal(why, "to")
    elif to.key == "hammer" and t.business_type(card) == "auctioneer":
        raise Refusal("The auctioneer's card is not sold.", "to")
    t.move(card, t.holder(PLACES.get(lies.key, lies.key)), t.holder(PLACES.get(to.key, to.key)))
    if t.lease(card).passed is not None:
        t.lease(card).passed = None
    came, went = (PLACE_NAMES.get(one.key) or one.name for one in (lies, to))
    t.step(f"A card: to {went}" if t.hidden else f"{name}: from {came} to {went}")
    if to.key not in PLACES:
        warn(to, card)
    return f"{moved} is {place}"


def _lies(t: TotopolyTurn, card: str) -> Player:
    """Return whose a lease card is now, or the word for a place."""
    place = next((key for key, place in PLACES.items() if t.held(place, LEASED, card) > 0), "dummy")
    return t.owner(card) or t.holder(place)


@GAME.correction("Set training cards")
def correct_training(
    t: TotopolyTurn,
    who: Player = ask.anybody("Whose cards?"),
    kind: str = ask.choice("Which cards?", {kind: KINDS[kind] for kind in TRAINING_CARDS}),
    count: int = ask.number("How many are there?", 0, MANY, what="number of cards"),
) -> str:
    """Set how many cards of a kind a player has from training, for a reason."""
    who.require_playing()
    before = who.training.get(kind, 0)
    t.refuse(count == before, "That is what the book has already.", "count")
    # crossing an entry out may have left less than none
    t.pay(STACK, who, count - t.held(who, GAINED, kind), GAINED, kind)
    what = KINDS[kind] if count == 1 else cards_words(kind)
    t.step("Until now", before, unit="")
    t.step("From now on", count, unit="", total=True)
    return f"{who} has {count} {what.lower()}"


@GAME.correction("Say whether a horse runs")
def correct_scratch(
    t: TotopolyTurn,
    horse: str = ask_horse("Which horse?", None),
    runs: bool = ask.yes_no("Does it run?"),
) -> str:
    """Put a horse back into the race, or take it out, for a reason; bets stay as they are."""
    t.require_begun()
    t.refuse(t.is_scratched(horse) != runs, "That is how it is already.", "runs")
    t.lease(horse).scratched = None if runs else 1
    if runs and (owner := t.owner(horse)):
        warn_of_horses(owner)
    return f"{t.card_name(horse)} {'runs' if runs else 'does not run'}"


@GAME.correction("Set the stage")
def correct_stage(t: TotopolyTurn, stage: str = ask.choice("Where is the table?", STAGE_LABELS)) -> str:
    """Say how far the evening is, for a reason. Back at the leases, unsold lots can be kept again."""
    t.require_begun()
    t.require_no_debt()
    if t.bets_only and stage not in (Stage.BETTING, Stage.RUNNING, Stage.HOME):
        raise Refusal("This book keeps only bets: choose betting, the race or paying out.", "stage")
    t.refuse(stage == t.stage, f"The table is at {STAGES[stage]} already.", "stage")
    t.step(f"Until now: {STAGES[t.stage]}")
    t.go_to(stage)
    if t.resume:
        t.resume = None
    lots = t.find_lying(HAMMER) if stage == Stage.LEASES else ()
    for card in lots:
        t.move(card, HAMMER, PACK)
    if lots:
        t.step("Lots not sold, to be kept or thrown in again", len(lots), unit="")
    return f"the table is at {STAGES[stage]}"
