"""Sales under way: what is up for sale, who may buy it, and what becomes of it when nobody does.

Two sales share one form: on moving up the cards lie under the hammer until they are sold or turned in; a
debtor keeps them until somebody buys. Rulebook: «Q. What do I do with my old Status Symbols and my diploma
or club membership when I move up?» and «Q. What happens when a player goes bankrupt?».
"""

from __future__ import annotations

from companion.core.table import Effect, Line, Mark, Table
from companion.games.ratrace import state
from companion.games.ratrace.board import CLASS_IN, CLASSES, PAPERS
from companion.games.ratrace.state import AUCTION, DUE, HAMMER, ITEM_OF, STOCK, TREASURY, money, name

BUY_BACK = {"middle": 10, "high": 50}
PAPER = "paper"


def selling(table: Table) -> str | None:
    """Which sale is under way: ``auction`` on moving up, ``due`` for a debtor, or none."""
    kind = state.event(table)
    return kind if kind in (AUCTION, DUE) else None


def seller(table: Table) -> str:
    """Whose lots are sold."""
    kind = selling(table)
    return state.said(table, kind, "who") if kind else ""


def lots(table: Table) -> tuple[str, ...]:
    """The lots still to be sold: card units, and ``paper`` for the diploma or membership."""
    kind = selling(table)
    if kind == DUE:
        return debtor_lots(table)
    if kind is None:
        return ()
    under = tuple(item.unit for item in state.cards_in(table, HAMMER))
    return under + ((PAPER,) if state.said(table, AUCTION, PAPER) else ())


def debtor_lots(table: Table) -> tuple[str, ...]:
    """What an insolvent player has still to put up: symbols first, then the diploma or membership."""
    who = seller(table)
    tried = set(state.said(table, DUE, "tried").split())
    symbols = tuple(item.unit for item in state.cards(table, who) if item.unit not in tried)
    if symbols:
        return symbols
    return () if state.paper(table, who) is None or PAPER in tried else (PAPER,)


def lot_name(table: Table, lot: str) -> str:
    """Say a lot."""
    if lot in ITEM_OF:
        return ITEM_OF[lot].name(table)
    code = paper_code(table)
    return state.paper_name(code) if code else "Diploma or membership"


def paper_code(table: Table) -> str:
    """Which diploma or membership the seller has to sell; nothing when there is none."""
    if selling(table) == AUCTION:
        return state.said(table, AUCTION, PAPER)
    return state.paper(table, seller(table)) or ""


def why_not_bid(table: Table, buyer: str, lot: str) -> str | None:
    """Why a player may not buy a lot; nothing when it is allowed."""
    if buyer == seller(table):
        return "The seller does not bid."
    if buyer not in state.playing(table):
        return f"{name(table, buyer)} has left the game."
    if state.closed(table, buyer):
        return f"After the funeral {table.name(buyer)} takes no part in auctions before moving again."
    kind = selling(table)
    if kind == AUCTION and table.house("bidders") == "below":
        entered = state.said(table, AUCTION, "entered")
        if state.level(table, buyer) >= CLASSES.index(entered):
            return f"Only players below {CLASS_IN[entered]} bid; {table.name(buyer)} is not."
    if lot == PAPER:
        reason = _why_not_paper(table, buyer)
    else:
        any_class = kind == DUE and table.house("bankrupt_class") == "any"
        reason = state.why_not_hold(table, buyer, ITEM_OF[lot], any_class=any_class)
    if reason is None and state.cash(table, buyer) < 1:
        reason = f"{name(table, buyer)} has no cash."
    return reason


def _why_not_paper(table: Table, buyer: str) -> str | None:
    rank = PAPERS[paper_code(table)][1]
    if state.rank(table, buyer) != rank:
        return f"{name(table, buyer)} is not in {CLASS_IN[rank]}."
    held = state.own_paper(table, buyer)
    return None if held is None else f"{name(table, buyer)} has the {state.paper_name(held)} already."


def bidders(table: Table, lot: str) -> tuple[str, ...]:
    """Everyone who may buy a lot."""
    return tuple(who for who in state.playing(table) if why_not_bid(table, who, lot) is None)


def swept(table: Table) -> Effect:
    """Pass over every lot that nobody may buy, and end an auction that has no lots left."""
    effect, after = Effect(), table
    while (lot := next((one for one in lots(after) if not bidders(after, one)), None)) is not None:
        effect += not_sold(after, lot, "can buy")
        after = table.after(effect)
    if selling(after) == AUCTION and not lots(after):
        effect += Effect(marks=state.end_event(after, AUCTION))
    return effect


def not_sold(table: Table, lot: str, verb: str = "buys") -> Effect:
    """Take a lot off the sale: the Treasury takes a symbol back on moving up; a debtor keeps it."""
    who, what = seller(table), lot_name(table, lot)
    if selling(table) == DUE:
        tried = f"{state.said(table, DUE, 'tried')} {lot}".strip()
        return Effect(
            f"Nobody {verb} the {what}.",
            marks=(Mark(DUE, "tried", tried),),
            working=(Line(f"{what}: not sold"),),
            rule="The Treasury buys nothing from a debtor.",
        )
    if lot == PAPER:
        return Effect(
            f"Nobody {verb} the {what}: it is surrendered.",
            marks=(Mark(AUCTION, PAPER, None),),
            working=(Line(f"{what}: surrendered, for nothing"),),
            rule="The Treasury pays nothing for a diploma or membership.",
        )
    back = BUY_BACK[state.said(table, AUCTION, "entered")]
    return Effect(
        f"Nobody {verb} the {what}: the Treasury takes it back for {money(back)}.",
        (*state.hand_card(ITEM_OF[lot], HAMMER, STOCK), *state.pay(back, TREASURY, who)),
        working=(
            Line(f"{what}: unsold, the Treasury pays {table.name(who)}", back, signed=True),
            Line(f"{name(table, who)} then has", state.cash(table, who) + back),
        ),
        rule="Unsold symbols are turned in at the Treasury; the cards go back to stock.",
    )
