"""Auctions with closed fists: a card, a gate pass or the lead for sale; the Loser's Bonus; opened bids corrected.

The last auction is kept in mind as long as nothing has happened since, so that bids read wrongly can be corrected.

Rulebook: «SELL A CARD SPACES», «SELL A PASS SPACE», «SELL THE LEAD! SPACE», «Here's how to sell a card and how your
opponents bid on it».
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.doubletrack.box import STEP
from companion.games.doubletrack.game import (
    GAME,
    PLAYING,
    SETTLED,
    Bonus,
    DoubletrackTurn,
    LastAuction,
    Player,
    ask,
    ask_colour,
)
from companion.games.doubletrack.inside_track import take_the_lead, win

SELL_LEAD = "SELL THE LEAD! SPACE"
CARD, PASS, LEAD = "card", "pass", "lead"
ALL_PAY = "Everybody's bid is paid, the losing ones too."
RULES = {
    CARD: f"The highest bidder gets the card and plays it at once, the seller all bids; in a tie the seller keeps the "
    f"card, must play it, and has the bids too. {ALL_PAY}",
    PASS: f"The highest bidder gets the gate pass, the seller all bids; in a tie the seller keeps the pass and has the "
    f"bids too. {ALL_PAY}",
    LEAD: f"The highest bidder takes the lead, and who is then farthest back gets all bids; in a tie the player on the "
    f"space has the lead and the bids. {ALL_PAY}",
}
BONUS_RULE = "Who is farthest back gets all bids for the lead. Several on Start roll for it, and the low roll gets it."
"""What is kept of a bonus that is due: who bought the lead, how much was bid, in which line, who rolls again."""
OPENED = "Opened bids are not taken back without a reason. Why?"


# Who may bid what


def opponents(t: DoubletrackTurn) -> list[Player]:
    return [who for who in t.seats if who not in t.named("who")]


def limits(_t: DoubletrackTurn, who: Player) -> tuple[int, int]:
    """From one red chip to all there is; an empty fist from who has nothing, and from nobody else."""
    return (STEP, who.chips) if who.chips >= STEP else (0, 0)


auction = partial(
    GAME.action, group="Auctions", source=SELL_LEAD, needs_reason=OPENED, when=SETTLED
)
BIDS = ask.amounts(
    "What does each of the others bid?", limits, among=opponents, step=STEP, sealed=True, what="bid"
)


@auction("Sell a card", source="SELL A CARD SPACES")
def sell_card(
    t: DoubletrackTurn,
    who: Player = ask.player("Who sells a card?"),
    bids: dict[Player, int] = BIDS,
) -> None:
    """Sell one of three cards, face down, to the opponents, who bid with closed fists."""
    open_bids(t, CARD, who, bids)


@auction("Sell a pass", source="SELL A PASS SPACE")
def sell_pass(
    t: DoubletrackTurn,
    who: Player = ask.player("Who sells a pass?"),
    what: str = ask_colour(
        "Which pass? It is named before the bids.",
        now=lambda t: [colour for seller in t.named("who") for colour in seller.passes],
    ),
    bids: dict[Player, int] = BIDS,
) -> None:
    """Sell a gate pass to the opponents, who bid with closed fists."""
    t.refuse(not t.in_hands, "All gate passes are out of play: there is none to sell.")
    t.refuse(not who.passes, f"{who} has no gate pass to sell: nothing happens.", "who")
    t.refuse(
        what not in who.passes, f"{who} does not hold the {t.colour_name(what)} gate pass.", "what"
    )
    open_bids(t, PASS, who, bids, what)


@auction("Sell the lead")
def sell_lead(
    t: DoubletrackTurn,
    who: Player = ask.player("Who landed on the space?"),
    bids: dict[Player, int] = ask.amounts(
        "What does each player bid?", limits, step=STEP, sealed=True, what="bid"
    ),
) -> None:
    """Sell the lead on the inside track. Everybody bids, who landed on the space too."""
    open_bids(t, LEAD, who, bids)


# What becomes of the bids


def open_bids(
    t: DoubletrackTurn, kind: str, who: Player, bids: Mapping[Player, int], what: str = ""
) -> None:
    """Pay all bids, and hand over what was sold; the auction is noted, with what it changes as it was before."""
    sale, since = t.auction, t.since(what) if what else None
    t.note(sale, open=t.number, kind=kind, who=who, bids=bids, what=what or None, since=since)
    mover = (sale.winner or who) if kind == LEAD and t.follows else None
    t.note(sale, mover=mover, space=mover and mover.space, pushed=mover and mover.pushed)
    pay_bids(t, sale)
    for bidder, bid in bids.items():
        t.step(f"{bidder} bids", bid)
    t.step("All bids", sale.pot)
    if sale.kind == LEAD:
        sell_the_lead(t, sale)
    else:
        t.narrate(describe_sale(t, sale))
        t.step(f"{sale.seller} gets all bids", sale.pot, total=True)
        if sale.kind == PASS and sale.winner:
            t.hand_pass(sale.what, sale.winner)
            t.step(f"{sale.winner} has the {t.colour_name(sale.what)} gate pass")
    t.explain(RULES[sale.kind])


def pay_bids(t: DoubletrackTurn, sale: LastAuction, *, back: bool = False) -> None:
    """Pay every bid to the seller, or to the table until the Loser's Bonus is given; or take it ``back``."""
    taker = t.middle if sale.kind == LEAD and sale.winner else sale.seller
    for who, bid in sale.bids.items():
        who.pay(taker, -bid if back else bid)


def describe_sale(t: DoubletrackTurn, sale: LastAuction) -> str:
    """Say who has a card or a gate pass now."""
    seller, top, pot = sale.seller, t.written(sale.top), t.written(sale.pot)
    what = "a card" if sale.kind == CARD else f"the {t.colour_name(sale.what)} gate pass"
    plays = " and plays it at once" if sale.kind == CARD else ""
    if not sale.winner:
        return f"{seller} sells {what}. {tie(t, sale, f'keeps it{plays}')}"
    draws = " and draws a card" if sale.kind == CARD else ""
    return f"{seller} sells {what}: {sale.winner} wins it with {top}{plays}. {seller} gets the {pot}{draws}."


def tie(t: DoubletrackTurn, sale: LastAuction, has: str) -> str:
    """Say who tied at the top, and that who sells has the thing for sale and the bids."""
    top = (
        f"{t.names(sale.tied)} tie at {t.written(sale.top)}"
        if sale.top
        else "No fist holds a chip, which is a tie"
    )
    return (
        f"{top}: {sale.seller} {has}{f', and gets the {t.written(sale.pot)}' if sale.pot else ''}."
    )


def sell_the_lead(t: DoubletrackTurn, sale: LastAuction) -> None:
    """Give the lead to who has won it, with a Loser's Bonus still to be given; in a tie to who landed there."""
    if sale.winner:
        t.narrate(f"The lead is sold: {sale.winner} wins it with {t.written(sale.top)}.")
        t.step("On the table, for the Loser's Bonus", sale.pot, total=True)
        t.bonus.set(due=sale.winner, pot=sale.pot, line=t.number, tied=None, among=None)
    else:
        t.bonus.set(**dict.fromkeys(Bonus.states()))
        t.narrate(f"The lead is sold. {tie(t, sale, 'has the lead')}")
        t.step(f"{sale.seller} gets all bids", sale.pot, total=True)
        t.step("No Loser's Bonus")
    if t.follows:
        take_the_lead(sale.winner or sale.seller, bonus=sale.winner is not None)


# The Loser's Bonus


def find_tied(t: DoubletrackTurn) -> tuple[Player, ...]:
    """Find who rolled equally low, as long as those who rolled are farthest back: a corrected pawn ends the tie."""
    if t.follows and t.seats_in(t.bonus.among) != t.farthest_back:
        return ()
    return t.seats_in(t.bonus.tied)


def may_be_last(t: DoubletrackTurn) -> tuple[Player, ...]:
    """Find who may be farthest back: those still tied, else as the small pawns stand, else all but the new leader."""
    if tied := find_tied(t):
        return tied
    return t.farthest_back if t.follows else tuple(who for who in t.seats if who != t.buyer)


def find_last(t: DoubletrackTurn) -> tuple[Player, ...]:
    """Find who is farthest back, where the book knows."""
    return may_be_last(t) if t.follows or find_tied(t) else ()


@auction(
    "Give the Loser's Bonus",
    needs_reason="The Loser's Bonus and the dice for it are not taken back without a reason. Why?",
    when=PLAYING,
)
def losers_bonus(
    t: DoubletrackTurn,
    last: tuple[Player, ...] = ask.players(
        "Who is farthest back? Several only if they all stand on Start.",
        among=may_be_last,
        at_least=lambda t: len(find_last(t)) or 1,
        at_most=lambda t: len(may_be_last(t)),
    ),
    rolls: dict[Player, int] | None = ask.rolls(
        "What does each of them roll? The low roll gets it.",
        among=lambda t: t.named("last") if len(t.named("last")) > 1 else (),
        optional=True,
    ),
) -> None:
    """Give all bids for the lead to who is farthest back now."""
    t.refuse(not t.buyer, "No Loser's Bonus is due.")
    if len(last) == 1:
        give_bonus(t, last[0], f"{last[0]} is farthest back and gets")
        return
    rolls = rolls or {}
    t.refuse(not rolls, f"{t.names(last)} roll both dice: the low roll gets it.", "rolls")
    for who, roll in rolls.items():
        t.step(f"{who} rolls", roll, unit="")
    low = min(rolls.values())
    lowest = tuple(who for who in last if rolls[who] == low)
    if len(lowest) == 1:
        give_bonus(t, lowest[0], f"{lowest[0]} rolls lowest, {low}, and gets")
        return
    t.narrate(f"{t.names(lowest)} each roll {low}, and roll again for the Loser's Bonus.")
    t.note(t.bonus, tied=lowest, among=t.farthest_back if t.follows else None)
    t.rest_on("given", t.bonus.line)
    t.explain(f"{BONUS_RULE} Equal low rolls roll again.")


def give_bonus(t: DoubletrackTurn, who: Player, narration: str) -> None:
    """Give the bonus; where the lead was Home, the sale and the game are over with it."""
    pot, buyer, line = t.pot, t.buyer, t.bonus.line
    t.narrate(f"{narration} the Loser's Bonus of {t.written(pot)}.")
    t.middle.pay(who, pot)
    t.bonus.set(**dict.fromkeys(Bonus.states()))
    t.rest_on("given", line)
    t.step(f"{who} gets the Loser's Bonus", pot, total=True)
    t.explain(BONUS_RULE)
    if buyer and buyer.home:
        win(buyer)


# The last auction, and its bids corrected


def take_back(t: DoubletrackTurn, sale: LastAuction) -> None:
    """Unmake the last auction: everybody's bid, the gate pass and the small pawn are as they were before."""
    pay_bids(t, sale, back=True)
    if sale.kind == PASS:
        t.note("pass", **{sale.what: sale.seller.key, f"{sale.what}.since": sale.since})
    if mover := sale.mover:
        mover.set(space=sale.space, pushed=sale.pushed)
    t.bonus.due = None


@GAME.correction("Correct the opened bids", needs_reason=OPENED, when=PLAYING)
def correct_bids(
    t: DoubletrackTurn,
    bids: dict[Player, int] = ask.amounts(
        "What lay in each fist?",
        # all chips there are: what one player has is nobody's business
        lambda t, _: (0, t.in_play),
        among=lambda t: t.auction.bids or t.seats,
        step=STEP,
        what="bid",
    ),
) -> str:
    """Put right how the bids of the last auction were read, in the open. They are never bid again."""
    sale, line, read = t.auction, t.auction.open, t.auction.bids
    late = "Bids can be put right until something else happens. After that, put chips, passes and pawns right by hand."
    t.refuse(not line, late)
    t.refuse(bids == read, "Those are the bids as they were opened.", "bids")
    take_back(t, sale)
    for who, bid in bids.items():
        t.refuse(bid > who.chips, who.too_little, "bids")
        few = f"{who} has chips, and so bids at least {t.written(STEP)}."
        t.refuse(not bid and who.chips > 0, few, "bids")
    t.rest_on("right", line)
    for who, bid in read.items():
        if bid != bids[who]:
            t.step(f"{who}'s bid was read as", bid)
    open_bids(t, sale.kind, sale.seller, bids, sale.what)
    t.net()
    return ""
