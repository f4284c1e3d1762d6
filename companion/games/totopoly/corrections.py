"""Putting the book right: the table is sovereign, and every correction carries its reason."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import NO_ANSWERS, Amount, Answers, Choice, Number, Player, Reason, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value
from companion.games.totopoly import gates, lots, state
from companion.games.totopoly.advantages import KINDS, MANY, many_cards
from companion.games.totopoly.board import CARDS, HORSES, TRAINING_CARDS
from companion.games.totopoly.houses import BOOK, TOTE
from companion.games.totopoly.leases import card_detail, card_label, free, left_with
from companion.games.totopoly.state import (
    BETTING,
    BOX,
    FUND,
    GAME,
    HAMMER,
    HOME,
    LEASES,
    LOTS,
    OUT,
    PACK,
    PARADE,
    RING,
    RUNNING,
    STACK,
    TRAINING,
    line,
    money,
    name,
)

RULE = "The table may correct the book at any time; the reason stays in the journal."
PURSES = {"bank": BOX, "fund": FUND, "training": TRAINING}
SAID = {"bank": "the money box", "fund": "the prize fund", "training": "the training account"}
PLACES = {"hammer": HAMMER, "nobody": OUT, "dummy": PACK}
WHERE = {"hammer": "under the hammer", "nobody": "out of the game", "dummy": "with nobody yet"}
FREE_STAGES = (LEASES, LOTS, RING, PARADE, BETTING, RUNNING, HOME)


class Holder(Player):
    """A player, or one of the book's own accounts or places, in words."""

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say whose it is."""
        words = SAID.get(str(value)) or WHERE.get(str(value)) or Player.show(self, value, table, answers)
        return words[0].upper() + words[1:]


MoneyHolder: TypeAlias = Annotated[str, Holder(tuple(PURSES))]
CardHolder: TypeAlias = Annotated[str, Holder(tuple(PLACES))]
AnyCard: TypeAlias = Annotated[str, Choice(CARDS, card_label, detail=card_detail)]
Horse: TypeAlias = Annotated[str, Choice(HORSES, card_label, tile=state.horse_tile)]
Sum: TypeAlias = Annotated[int, Amount(1, unit=state.UNIT)]
Kind: TypeAlias = Annotated[str, Choice(TRAINING_CARDS, lambda _table, _answers, value: KINDS[value])]
Cards: TypeAlias = Annotated[int, Number(0, MANY, "number of cards")]
Stage: TypeAlias = Annotated[
    str,
    Choice(
        FREE_STAGES,
        lambda _table, _answers, value: (
            gates.STAGE_NAMES[value].removeprefix("the ")[0].upper() + gates.STAGE_NAMES[value].removeprefix("the ")[1:]
        ),
    ),
]


def _purse(holder: str) -> str:
    return PURSES.get(holder) or state.purse(holder)


def _said(table: Table, holder: str) -> str:
    return SAID.get(holder) or WHERE.get(holder) or table.name(holder)


@action("", title="Move money", group="Corrections")
def correct_money(table: Table, giver: MoneyHolder, taker: MoneyHolder, amount: Sum, reason: Reason) -> Effect:
    """Move money between players, the prize fund, the training account and the box, for a reason.

    giver: From whom?
    taker: To whom?
    amount: How much?
    reason: Why?
    """
    if giver == taker:
        raise Refusal("Giver and taker are the same.", "taker")
    held = state.cash(table, giver) if giver not in PURSES else 0
    if giver not in PURSES and state.tracked(table) and held < amount:
        raise Refusal(f"{name(table, giver)} holds {money(held)}, not {money(amount)}.", "amount")
    return Effect(
        f"Correction: {money(amount)} from {_said(table, giver)} to {_said(table, taker)} ({reason}).",
        state.pay(amount, _purse(giver), _purse(taker)),
        working=(
            line("Moved", amount, total=True),
            *(
                one
                for who, change in ((giver, -amount), (taker, amount))
                if who not in PURSES
                for one in left_with(table, who, state.cash(table, who) + change)
            ),
        ),
        rule=RULE,
    )


def _lies(table: Table, card: str) -> str:
    """Tell where a lease card lies now: a seat, or a place."""
    if owner := state.owner(table, card):
        return owner
    return next((place for place, account in PLACES.items() if table.ledger.balance(account, card) > 0), "dummy")


@action("", title="Move a lease card", group="Corrections")
def correct_lease(table: Table, card: AnyCard, to: CardHolder, reason: Reason) -> Effect:
    """Say who has a lease card, for a reason; no money moves.

    card: Which card?
    to: Who has it?
    reason: Why?
    """
    if state.keeps(table) in (TOTE, BOOK):
        raise Refusal("This book keeps bets alone: nobody leases a card in it.")
    gates.begun(table)
    lies = _lies(table, card)
    if to == lies and state.hidden(table):
        raise Refusal("That is how the book has it already.", "to")
    if to == lies:
        where = WHERE.get(to) or f"{table.name(to)}'s"
        raise Refusal(f"{state.card_name(table, card)} is {where} already.", "to")
    warned = Effect()
    if to not in PLACES:
        gates.seated(table, to, "to")
        if reason_not := lots.why_not_hold(table, to, card):
            raise Refusal(reason_not, "to")
        warned = lots.warned(table, to, card)
    elif to == "hammer" and free(table, card):
        raise Refusal("The auctioneer's card is not sold.", "to")
    source = PLACES.get(lies) or f"{lies}:cards"
    target = PLACES.get(to) or f"{to}:cards"
    what = "a card" if state.hidden(table) else state.card_name(table, card)
    where = WHERE[to] if to in PLACES else f"{table.name(to)}'s"
    moved = Effect(
        f"Correction: {what} is {where} ({reason}).",
        state.move(card, source, target),
        lots.forgotten(table, card),
        (Line(f"{state.card_name(table, card)}: from {_said(table, lies)} to {_said(table, to)}"),),
        RULE,
    )
    crowd = lots.crowded(table.after(moved), to) if card in HORSES and to not in PLACES else Effect()
    return moved + warned + crowd


@action("", title="Set training cards", group="Corrections")
def correct_training(table: Table, who: Who, kind: Kind, count: Cards, reason: Reason) -> Effect:
    """Set how many cards of a kind a player has from training, for a reason.

    who: Whose cards?
    kind: Which cards?
    count: How many are there?
    reason: Why?
    """
    gates.seated(table, who)
    before = state.training(table, who).get(kind, 0)
    if count == before:
        raise Refusal("That is what the book has already.", "count")
    change = count - table.ledger.balance(f"{who}:training", kind)
    what = KINDS[kind] if count == 1 else many_cards(kind)
    return Effect(
        f"Correction: {name(table, who)} has {count} {what.lower()} ({reason}).",
        state.move(kind, STACK, f"{who}:training", change),
        working=(Line("Until now", before, ""), Line("From now on", count, "", total=True)),
        rule=RULE,
    )


@action("", title="Set the stage", group="Corrections")
def correct_stage(table: Table, stage: Stage, reason: Reason) -> Effect:
    """Say how far the evening is, for a reason. Back at the leases, unsold lots can be kept again.

    stage: Where is the table?
    reason: Why?
    """
    gates.begun(table)
    gates.quiet(table)
    if state.keeps(table) in (TOTE, BOOK) and stage not in (BETTING, RUNNING, HOME):
        raise Refusal("This book keeps bets alone: betting, the race, paying out.", "stage")
    if stage == state.stage(table):
        raise Refusal(f"The table is at {gates.STAGE_NAMES[stage]} already.", "stage")
    back = state.lying(table, HAMMER) if stage == LEASES else ()
    return Effect(
        f"Correction: the table is at {gates.STAGE_NAMES[stage]} ({reason}).",
        tuple(posting for card in back for posting in state.move(card, HAMMER, PACK)),
        (state.to(stage), *((Mark(GAME, "resume", None),) if state.said(table, GAME, "resume") else ())),
        (
            Line(f"Until now: {gates.STAGE_NAMES[state.stage(table)]}"),
            *((Line("Lots not sold, to be kept or thrown in again", len(back), ""),) if back else ()),
        ),
        rule=RULE,
    )


@action("", title="Say whether a horse runs", group="Corrections")
def correct_scratch(table: Table, horse: Horse, runs: YesNo, reason: Reason) -> Effect:
    """Put a horse back into the race, or take it out, for a reason; bets stay as they are.

    horse: Which horse?
    runs: Does it run?
    reason: Why?
    """
    gates.begun(table)
    if state.scratched(table, horse) == (runs == "no"):
        raise Refusal("That is how it is already.", "runs")
    verb = "runs" if runs == "yes" else "does not run"
    put = Effect(
        f"Correction: {state.card_name(table, horse)} {verb} ({reason}).",
        marks=(Mark(horse, "scratched", None if runs == "yes" else 1),),
        rule=RULE,
    )
    return put + (lots.crowded(table.after(put), state.owner(table, horse)) if runs == "yes" else Effect())


ACTIONS = (correct_money, correct_lease, correct_training, correct_scratch, correct_stage)
