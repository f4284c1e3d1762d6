"""The three auctions, and opened bids put right.

Rulebook: «SELL A CARD SPACES», «SELL A PASS SPACE» and «SELL THE LEAD! SPACE».
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from companion.core.action import Action, action
from companion.core.questions import Answers, Choice, Each, Reason, Who, read_each
from companion.core.table import Effect, Line, Mark, Refusal, Table, Value
from companion.games.doubletrack import binding, gates, sales, state
from companion.games.doubletrack.board import COLOURS, STEP
from companion.games.doubletrack.opening import colour_label, colour_tile
from companion.games.doubletrack.sales import EverybodysBids, OpponentsBids, Sale
from companion.games.doubletrack.state import AUCTION, BOARD, money, name

FIRM = "Opened bids are not taken back without a reason. Why?"


def _own_passes(table: Table, answers: Answers) -> tuple[str, ...]:
    return state.passes(table, str(answers.get("who") or ""))


@action("SELL A CARD SPACES", title="Sell a card", group="Auctions", needs_reason=FIRM)
def sell_card(table: Table, who: Who, bids: OpponentsBids) -> Effect:
    """Sell one of three cards, face down, to the opponents, who bid with closed fists.

    who: Who sells a card?
    bids: What does each of the others bid?
    """
    gates.quiet(table)
    gates.seated(table, who)
    return sales.outcome(table, Sale(sales.CARD, who, read_each(bids)), state.coming(table))


@action("SELL A PASS SPACE", title="Sell a pass", group="Auctions", needs_reason=FIRM)
def sell_pass(
    table: Table,
    who: Who,
    what: Annotated[str, Choice(COLOURS, colour_label, _own_passes, tile=colour_tile)],
    bids: OpponentsBids,
) -> Effect:
    """Sell a gate pass to the opponents, who bid with closed fists.

    who: Who sells a pass?
    what: Which pass? It is named before the bids.
    bids: What does each of the others bid?
    """
    gates.quiet(table)
    if all(state.keeper(table, one) == BOARD for one in COLOURS):
        raise Refusal("All gate passes are out of play: there is none to sell.")
    gates.seated(table, who)
    mine = state.passes(table, who)
    if not mine:
        raise Refusal(f"{name(table, who)} has no gate pass to sell: nothing happens.", "who")
    if what not in mine:
        raise Refusal(f"{name(table, who)} does not hold the {state.colour_name(table, what)} gate pass.", "what")
    return sales.outcome(table, Sale(sales.PASS, who, read_each(bids), what), state.coming(table))


@action("SELL THE LEAD! SPACE", title="Sell the lead", group="Auctions", needs_reason=FIRM)
def sell_lead(table: Table, who: Who, bids: EverybodysBids) -> Effect:
    """Sell the lead on the inside track. Everybody bids, who landed on the space too.

    who: Who landed on the space?
    bids: What does each player bid?
    """
    gates.quiet(table)
    gates.seated(table, who)
    return sales.outcome(table, Sale(sales.LEAD, who, read_each(bids)), state.coming(table))


def _who_bid(table: Table, _answers: Answers) -> tuple[str, ...]:
    return tuple(sales.bids_of_the_last(table)) or state.playing(table)


def _any_bid(table: Table, _answers: Answers, _who: str) -> tuple[int, int]:
    # all chips there are: what one player has is nobody's business
    return 0, state.in_play(table)


@action("", title="Correct the opened bids", group="Corrections", needs_reason=FIRM)
def correct_bids(
    table: Table, bids: Annotated[str, Each(_who_bid, _any_bid, STEP, what="bid")], reason: Reason
) -> Effect:
    """Put right how the bids of the last auction were read, in the open. They are never bid again.

    bids: What lay in each fist?
    reason: Why?
    """
    gates.going(table)
    sale = sales.last(table)
    if sale is None:
        raise Refusal(
            "Bids can be put right until something else happens. After that, put chips, passes and pawns right by hand."
        )
    right = Sale(sale.kind, sale.who, read_each(bids), sale.what)
    if right.bids == sale.bids:
        raise Refusal("Those are the bids as they were opened.", "bids")
    back = sales.taken_back(table, sale)
    before = table.after(back)
    for who, bid in right.bids.items():
        if bid > state.held(before, who):
            raise Refusal(state.short(before, who), "bids")
        if not bid and state.held(before, who) > 0:
            raise Refusal(f"{name(table, who)} has chips, and so bids at least {money(STEP)}.", "bids")
    was = tuple(
        Line(f"{name(table, who)}'s bid was read as", bid) for who, bid in sale.bids.items() if bid != right.bids[who]
    )
    rests = binding.rests_on(binding.RIGHT, sales.line_of_the_last(table), table)
    told = Effect(f"Bids corrected ({reason}).", marks=rests, working=was)
    return sales.netted(back + told + sales.outcome(before, right, state.coming(table)))


def closing(action: Action) -> Action:
    """An action after which the bids of the last auction stand as they are."""

    def rule(table: Table, **answers: Value) -> Effect:
        effect = action.rule(table, **answers)
        if sales.last(table) is None:
            return effect
        return effect + Effect(marks=(Mark(AUCTION, "open", None),))

    return replace(action, rule=rule)


def told_openly(action: Action) -> Action:
    """An action whose receipt says what everybody then has, where chips lie open."""

    def rule(table: Table, **answers: Value) -> Effect:
        effect = action.rule(table, **answers)
        if state.hidden(table):
            return effect
        after = table.after(effect)
        changed = [who for who in state.playing(after) if state.held(after, who) != state.held(table, who)]
        return effect + Effect(
            working=tuple(Line(f"{name(table, who)} then has", state.held(after, who)) for who in changed)
        )

    return replace(action, rule=rule)


AUCTIONS = (sell_card, sell_pass, sell_lead)
CORRECTIONS = (correct_bids,)
