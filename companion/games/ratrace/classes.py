"""Moving up and down: proof, black market, wedding, divorce; and what is missing for the next class.

Rulebook: «Q. How do I move up to the Middle Class?» and the questions that follow it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import Refusal, listed
from companion.games.ratrace.auction import Due, due_words, falls_due, open_auction
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES, CLASSES, PAPER_NAMES, RINGS
from companion.games.ratrace.game import BOTH_DICE, GAME, HAND, LANDED_THERE, TREASURY, Player, RatraceTurn, ask
from companion.games.ratrace.options import House
from companion.games.ratrace.squares import leave_square

SOURCE = "Q. How do I move up to the Middle Class?"
WEDDING_SOURCE = "Q. That seems like a lot of work. Isn't there an easier way?"
DIVORCE_SOURCE = (
    "Q. If I have to return to a lower class because of Divorce, do I have to surrender any of my Status Symbols "
    "or my diploma or membership?"
)
PROOF = {"middle": 500, "high": 3_000}
BLACK_MARKET = {"middle": 200, "high": 1_000}
PAPER_MISSING = "a diploma or membership"
MOVE_RULE = (
    "On your turn, before you roll: show the cash, three counting symbols of your class or higher, and a "
    "diploma or membership. The black market sells one then."
)


@dataclass(frozen=True, slots=True)
class Step:
    """What a player has and lacks for moving up: in cash, cards, and paper."""

    to: str
    cash: int
    symbols: int
    paper: str | None
    missing: tuple[str, ...]
    """What is missing, each in words."""

    @property
    def need(self) -> int:
        """The cash to be proved."""
        return PROOF[self.to]

    @property
    def fee(self) -> int:
        """What a paper costs on the black market."""
        return BLACK_MARKET[self.to]

    @property
    def black_market(self) -> bool:
        """Whether the cash to be proved is still there after the black market."""
        return self.cash >= self.need + self.fee

    @property
    def tenths(self) -> int:
        """How far the player has come, in tenths."""
        card_part = min(HAND, self.symbols) * 2
        paper_part = 2 if self.paper or self.black_market else 0
        cash_part = 2 if self.cash >= self.need else max(0, self.cash) * 2 // self.need
        return card_part + paper_part + cash_part


def step(t: RatraceTurn, who: Player) -> Step | None:
    """Return how a player stands for the next class; nothing in High Society."""
    if who.rank == CLASSES[-1]:
        return None
    to = CLASSES[who.level + 1]
    cash = who.cash - max(0, who.debt) if t.house.proof == "net" else who.cash
    symbols = len(who.cards_from(who.level))
    missing = []
    if symbols < HAND:
        missing.append(t.count(HAND - symbols, "Status Symbol"))
    if who.own_paper is None and cash < PROOF[to] + BLACK_MARKET[to]:
        missing.append(PAPER_MISSING)
    if cash < PROOF[to]:
        missing.append(f"{t.written(PROOF[to] - cash)} in cash")
    return Step(to, cash, symbols, who.own_paper, tuple(missing))


def _name_next_class(t: RatraceTurn) -> str:
    """Return the class above that of who is asked for, as a sentence has it."""
    return CLASS_IN[CLASSES[min(t.find_player().level + 1, len(CLASSES) - 1)]]


@GAME.action("Move up a class", group="Turn", source=SOURCE, button=lambda t: f"Move up to {_name_next_class(t)}")
def move_up(
    t: RatraceTurn,
    who: Player = ask.anybody("Who moves up?"),
    black_market: bool = ask.yes_no("Buy a diploma or membership on the black market?", optional=True, usual="no"),
) -> None:
    """Prove the qualifications, place the token on the Enter square, and auction what is left behind."""
    who.must_roll_next()
    now = step(t, who)
    if now is None:
        raise Refusal(f"{who} is in High Society already.", "who")
    t.refuse(t.follows and t.moved_up == who, "One class a turn: roll first.", "who")
    who.must_have_auctioned()
    _must_be_ready(t, who, now, buys=black_market)
    t.step("Cash proved, not paid", now.cash)
    t.step("Symbols that count", now.symbols, unit="")
    if now.paper is None:
        t.pay(who, TREASURY, now.fee)
        t.step(f"Black market: {who} pays the Treasury", -now.fee)
    else:
        t.step(PAPER_NAMES[now.paper])
    t.square_is_done()
    t.moved_up = who
    t.narrate(f"{who} moves up to {CLASS_IN[now.to]}{' by the black market' if black_market else ''}.")
    t.explain(MOVE_RULE)
    t.by_house_rule(House.proof)
    leave_square(t, who)
    who.place(now.to)
    open_auction(t, who, now.to)


def _must_be_ready(t: RatraceTurn, who: Player, now: Step, *, buys: bool) -> None:
    """Refuse a player who lacks something for the next class, and say all of it."""
    fee, need = t.written(now.fee), t.written(now.need)
    lacks = [one for one in now.missing if one != PAPER_MISSING]
    if now.paper is not None:
        held = PAPER_NAMES[now.paper]
        t.refuse(buys, f"{who} has the {held}: no need of the black market.", "black_market")
    elif not buys:
        offer = f"the black market has one for {fee}"
        t.refuse(not now.missing, f"{who} has no diploma or membership; {offer}.", "black_market")
        lacks.append(f"{PAPER_MISSING} ({offer})")
    elif now.cash >= now.need and not now.black_market:
        lacks.append(f"{t.written(now.need + now.fee - now.cash)} to still hold {need} after the black market")
    t.refuse(lacks, f"{who} is not ready for {CLASS_IN[now.to]}: missing {listed(lacks)}.", "who")


def wedding_of(t: RatraceTurn, who: Player) -> None:
    """Move up one class at once; nothing is needed and nothing asked."""
    t.refuse(who.rank == CLASSES[-1], "There is no class above High Society.", "who")
    to = CLASSES[who.level + 1]
    t.narrate(f"{who} marries into {CLASS_IN[to]}.")
    t.step(f"Society Wedding: {who} enters {CLASS_IN[to]}")
    t.explain("A Society Wedding moves the player up one class at once; nothing is needed.")
    who.place(to)
    if t.house.wedding == "now":
        open_auction(t, who, to)
    else:
        t.by_house_rule(House.wedding)
        who.owes_auction = to


@GAME.action(
    "Society Wedding", group="Squares", source=WEDDING_SOURCE, button=lambda t: f"Marry into {_name_next_class(t)}"
)
def wedding(t: RatraceTurn, who: Player = LANDED_THERE) -> None:
    """Move up one class at once, and auction what is left behind."""
    who.deals_with("wedding")
    wedding_of(t, who)


@GAME.action("Auction after a wedding", group="Turn", source=WEDDING_SOURCE, button="Hold the auction")
def hold_auction(t: RatraceTurn, who: Player = ask.anybody("Who married?")) -> None:
    """Hold the auction that a wedding left for the next turn."""
    entered = who.owes_auction or ""
    t.refuse(not entered, f"{who} has no auction to hold.", "who")
    who.must_roll_next()
    who.owes_auction = None
    t.narrate(f"{who} auctions what belongs to the class left behind.")
    open_auction(t, who, entered)


def _lower_square(t: RatraceTurn, who: Player, square: int | None) -> int:
    lower = CLASSES[max(0, who.level - 1)]
    if t.house.divorce == "first":
        t.refuse(
            square not in (None, 1), "After a divorce the token goes to the first square of the lower class.", "square"
        )
        return 0
    if square is None:
        raise Refusal("Which square of the lower class does the token go to?", "square")
    size = len(RINGS[lower])
    t.refuse(square > size, f"{CLASS_NAMES[lower]} has {size} squares.", "square")
    return square - 1


def _alimony_words(t: RatraceTurn) -> str:
    who = t.find_player()
    return due_words(who, int(t.answers["roll"] or 0) * int(t.printed(f"alimony.{who.rank}")))


@GAME.action("Divorce", group="Squares", source=DIVORCE_SOURCE, button=_alimony_words)
def divorce(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    roll: int = BOTH_DICE,
    square: int | None = ask.number(
        "To which square of the lower class? Count from its first.", 1, 36, what="square", optional=True
    ),
) -> None:
    """Pay alimony, go down one class, keep symbols, forfeit a diploma or membership."""
    who.deals_with("divorce")
    # only a board corrected by the table has the square there
    t.refuse(who.rank == CLASSES[0], "There is no class below the Working Class.", "who")
    then, times = _lower_square(t, who, square), t.printed(f"alimony.{who.rank}")
    t.step(f"Alimony: {roll} times {t.written(times)}", roll * times)
    falls_due(t, Due(who, roll * times, t.bank(TREASURY), "Alimony", "alimony", str(then)))
