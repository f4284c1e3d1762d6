"""Moving up and down: proof, black market, wedding, divorce; and what is missing for the next step.

Rulebook: «Q. How do I move up to the Middle Class?» and the questions that follow it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.core.action import action
from companion.core.questions import Number, TwoDice, Who, YesNo
from companion.core.table import Effect, Line, Mark, Refusal, Table, listed
from companion.games.ratrace import auction, dues, gates, state
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES, CLASSES
from companion.games.ratrace.state import HAND, LANDING_DONE, TABLE, TREASURY, money, name

SOURCE = "Q. How do I move up to the Middle Class?"
PROOF = {"middle": 500, "high": 3_000}
BLACK_MARKET = {"middle": 200, "high": 1_000}
PAPER_MISSING = "a diploma or membership"
MOVE_RULE = (
    "On the own turn before rolling: prove the cash, three counting symbols of the own class or higher, and a "
    "diploma or membership; the black market sells one at this moment."
)


@dataclass(frozen=True, slots=True)
class Step:
    """What a player has and lacks for moving up: in cash, cards, and paper."""

    to: str
    cash: int
    need: int
    symbols: int
    paper: str | None
    black_market: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """What is missing, each in words."""
        lacks = []
        if self.symbols < HAND:
            short = HAND - self.symbols
            lacks.append(f"{short} Status {'Symbol' if short == 1 else 'Symbols'}")
        if self.paper is None and not self.black_market:
            lacks.append(PAPER_MISSING)
        if self.cash < self.need:
            lacks.append(f"{money(self.need - self.cash)} in cash")
        return tuple(lacks)

    @property
    def tenths(self) -> int:
        """How far the player has come, in tenths."""
        card_part = min(HAND, self.symbols) * 2
        paper_part = 2 if self.paper or self.black_market else 0
        cash_part = 2 if self.cash >= self.need else max(0, self.cash) * 2 // self.need
        return card_part + paper_part + cash_part


def proof(table: Table, who: str) -> int:
    """The cash a player can prove, in dollars."""
    held = state.cash(table, who)
    return held - max(0, state.debt(table, who)) if table.house("proof") == "net" else held


def step(table: Table, who: str) -> Step | None:
    """How a player stands for the next class; nothing in High Society."""
    at = state.level(table, who)
    if at == len(CLASSES) - 1:
        return None
    to = CLASSES[at + 1]
    have = proof(table, who)
    symbols = len(state.counting(table, who, at))
    return Step(to, have, PROOF[to], symbols, state.own_paper(table, who), have >= PROOF[to] + BLACK_MARKET[to])


@action(SOURCE, title="Move up a class", group="Turn")
def move_up(table: Table, who: Who, black_market: YesNo = "no") -> Effect:
    """Prove the qualifications, place the token on the Enter square, and auction what is left behind.

    who: Who moves up?
    black_market: Buy the paper on the black market?
    """
    gates.before_rolling(table, who)
    now = step(table, who)
    if now is None:
        raise Refusal(f"{name(table, who)} is in High Society already.", "who")
    if state.follows(table) and table.ledger.mark(TABLE, "moved_up") == who:
        raise Refusal("One class a turn: roll first.", "who")
    gates.no_auction_owed(table, who)
    if state.closed(table, who) and not state.follows(table):
        raise Refusal(f"{name(table, who)} misses a turn and can't move up on it.", "who")
    buys = black_market == "yes"
    _refuse_unready(table, who, now, buys=buys)
    fee = BLACK_MARKET[now.to] if buys else 0
    how = Line(f"Black market: {name(table, who)} pays the Treasury", -fee, signed=True)
    house = ("Credit debt is taken off the cash that is proved.",) if table.house("proof") == "net" else ()
    proved = Effect(
        f"{name(table, who)} moves up to {CLASS_IN[now.to]}{' by the black market' if fee else ''}.",
        state.pay(fee, who, TREASURY),
        (*LANDING_DONE, Mark(TABLE, "moved_up", who)),
        (
            Line("Cash proved, not paid", now.cash),
            Line("Symbols that count", now.symbols, unit=""),
            how if now.paper is None else Line(state.paper_name(now.paper)),
        ),
        MOVE_RULE,
        house,
    )
    return proved + enter(table.after(proved), who, now.to)


def _refuse_unready(table: Table, who: str, now: Step, *, buys: bool) -> None:
    """Refuse a player who lacks something for the next class, and say all of it."""
    fee = BLACK_MARKET[now.to]
    if buys and now.paper is not None:
        held = state.paper_name(now.paper)
        raise Refusal(f"{name(table, who)} has the {held}: no need of the black market.", "black_market")
    if not buys and now.paper is None and not now.missing:
        offer = f"the black market has one for {money(fee)}"
        raise Refusal(f"{name(table, who)} has no diploma or membership; {offer}.", "black_market")
    lacks = [one for one in now.missing if one != PAPER_MISSING]
    if buys and now.need <= now.cash < now.need + fee:
        lacks.append(f"{money(now.need + fee - now.cash)} to still hold {money(now.need)} after the black market")
    if not buys and now.paper is None:
        lacks.append(f"{PAPER_MISSING} (the black market has one for {money(fee)})")
    if lacks:
        raise Refusal(f"{name(table, who)} is not ready for {CLASS_IN[now.to]}: missing {listed(lacks)}.", "who")


def enter(table: Table, who: str, to: str, *, auction_now: bool = True) -> Effect:
    """Place a token on the Enter square of a class and auction what belongs to the one left behind."""
    entered = Effect(marks=(Mark(who, "class", to), Mark(who, "square", 0)))
    if auction_now:
        return entered + auction.open_auction(table.after(entered), who, to)
    return entered + Effect(marks=(Mark(who, "owes_auction", to),))


WEDDING_SOURCE = "Q. That seems like a lot of work. Isn't there an easier way?"


def wedding_of(table: Table, who: str) -> Effect:
    """Move up one class at once; nothing is needed and nothing asked."""
    at = state.level(table, who)
    if at == len(CLASSES) - 1:
        raise Refusal("There is no class above High Society.", "who")
    to = CLASSES[at + 1]
    now = table.house("wedding") == "now"
    house = () if now else ("The auction after a wedding is held on the next turn.",)
    married = Effect(
        f"{name(table, who)} marries into {CLASS_IN[to]}.",
        working=(Line(f"Society Wedding: {name(table, who)} enters {CLASS_IN[to]}"),),
        rule="A Society Wedding moves the player up one class at once; nothing is needed.",
        house=house,
    )
    return married + enter(table.after(married), who, to, auction_now=now)


@action(WEDDING_SOURCE, title="Society Wedding", group="Squares")
def wedding(table: Table, who: Who) -> Effect:
    """Move up one class at once, and auction what is left behind.

    who: Who landed there?
    """
    gates.landed(table, who, "wedding")
    return Effect(marks=LANDING_DONE) + wedding_of(table, who)


@action(WEDDING_SOURCE, title="Auction after a wedding", group="Turn")
def hold_auction(table: Table, who: Who) -> Effect:
    """Hold the auction that a wedding left for the next turn.

    who: Who married?
    """
    entered = table.ledger.mark(who, "owes_auction")
    if entered is None:
        raise Refusal(f"{name(table, who)} has no auction to hold.", "who")
    gates.before_rolling(table, who)
    begun = Effect(
        f"{name(table, who)} auctions what belongs to the class left behind.", marks=(Mark(who, "owes_auction", None),)
    )
    return begun + auction.open_auction(table.after(begun), who, str(entered))


def _lower_square(table: Table, who: str, square: int | None) -> int:
    lower = CLASSES[max(0, state.level(table, who) - 1)]
    if table.house("divorce") == "first":
        if square not in (None, 1):
            raise Refusal("After a divorce the token goes to the first square of the lower class.", "square")
        return 0
    if square is None:
        raise Refusal("Which square of the lower class does the token go to?", "square")
    size = len(state.ring(table, lower))
    if square > size:
        raise Refusal(f"{CLASS_NAMES[lower]} has {size} squares.", "square")
    return square - 1


LowerSquare: TypeAlias = Annotated[int | None, Number(1, 36, "square")]


@action(
    "Q. If I have to return to a lower class because of Divorce, do I have to surrender any of my Status Symbols "
    "or my diploma or membership?",
    title="Divorce",
    group="Squares",
)
def divorce(table: Table, who: Who, roll: TwoDice, square: LowerSquare = None) -> Effect:
    """Pay alimony, go down one class, keep symbols, forfeit a diploma or membership.

    who: Who landed there?
    roll: What do both dice show?
    square: To which square of the lower class, counted from its first?
    """
    gates.landed(table, who, "divorce")
    rank = state.rank(table, who)
    if rank == "working":
        # only a board corrected by the table has the square there
        raise Refusal("There is no class below the Working Class.", "who")
    then = _lower_square(table, who, square)
    times = table.figure(f"alimony.{rank}")
    paid = dues.falls_due(table, dues.Due(who, roll * times, TREASURY, "Alimony", "alimony", str(then)))
    return Effect(marks=LANDING_DONE, working=(Line(f"Alimony: {roll} times {money(times)}", roll * times),)) + paid


ACTIONS = (move_up, wedding, hold_auction, divorce)
