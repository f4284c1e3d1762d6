"""Moving up and down: proof, black market, wedding, divorce; and what is needed for the next class and to retire.

Rulebook: «Q. How do I move up to the Middle Class?» and the questions that follow it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.api import Refusal, listed
from companion.api.show import Check
from companion.games.ratrace.auction import falls_due, open_auction
from companion.games.ratrace.board import CLASS_IN, CLASSES, PAPERS, RINGS
from companion.games.ratrace.game import (
    BOTH_DICE,
    HAND,
    LANDED_THERE,
    TREASURY,
    Player,
    RatraceTurn,
    ask,
    at_square,
    on_turn,
)
from companion.games.ratrace.options import House
from companion.games.ratrace.squares import dice_words, income, times

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
    "On your turn, before you roll: show the cash, three symbols of your class or higher that are not of your own "
    "Business, and a diploma or membership of your class. The black market sells one then."
)


def _check_symbols(who: Player, level: int, what: str) -> Check:
    count = len(who.cards_from(level))
    missing = who.t.count(HAND - count, what) if count < HAND else ""
    return Check(f"{HAND} {what}s", not missing, f"has {count}" if missing else "", "", missing)


def _check_cash(who: Player, need: int, there: int, what: str) -> Check:
    written = who.t.written
    missing = f"{written(need - there)} in cash" if there < need else ""
    short = f"{written(need - there)} short" if missing else ""
    return Check(
        f"{written(need)} {what}", not missing, short, short or f"has {written(need)}", missing
    )


def needs_to_retire(who: Player) -> tuple[Check, ...]:
    """Return what a player needs to retire."""
    house = who.t.house
    cash = _check_cash(
        who, house.goal, who.worth, "after paying off credit" if who.to_clear else "in cash"
    )
    if house.retire_cards == "cash":
        return (cash,)
    return _check_symbols(who, len(CLASSES) - 1, "High Society symbol"), cash


def list_missing(needs: tuple[Check, ...]) -> tuple[str, ...]:
    """Return what is missing, each in words; nothing when all is there."""
    return tuple(need.missing for need in needs if need.missing)


@dataclass(frozen=True)
class Step:
    """How a player stands for the class above: the cash that counts, and the diploma or membership."""

    who: Player
    to: str
    cash: int
    paper: str
    proof: int
    """The cash to be proved."""
    fee: int
    """What a paper costs on the black market."""

    @property
    def black_market(self) -> bool:
        """Whether the cash to be proved is still there after the black market."""
        return self.cash >= self.proof + self.fee

    @property
    def symbols(self) -> int:
        """How many symbols count."""
        return len(self.who.cards_from(self.who.level))

    @cached_property
    def needs(self) -> tuple[Check, ...]:
        """What is needed: symbols, a diploma or membership, and cash."""
        if self.paper:
            name = PAPERS[self.paper]
            paper = Check(name, done=True, brief=name.split()[-1])
        elif self.black_market:
            fee = self.who.t.written(self.fee)
            paper = Check("Diploma or membership", True, f"black market, {fee}", "black market")
        else:
            paper = Check(
                "Diploma or membership", done=False, brief="no diploma", missing=PAPER_MISSING
            )
        symbols = _check_symbols(self.who, self.who.level, "Status Symbol")
        return symbols, paper, _check_cash(self.who, self.proof, self.cash, "in cash")

    @property
    def missing(self) -> tuple[str, ...]:
        """What is missing, each in words."""
        return list_missing(self.needs)

    @property
    def tenths(self) -> int:
        """How far the player has come, in tenths."""
        card_part = min(HAND, self.symbols) * 2
        paper_part = 2 if self.paper or self.black_market else 0
        return card_part + paper_part + min(2, max(0, self.cash) * 2 // self.proof)


def next_step(who: Player) -> Step | None:
    """Return how a player stands for the next class; nothing in High Society."""
    if who.rank == CLASSES[-1]:
        return None
    owed = max(0, who.debt) if who.t.house.proof == "net" else 0
    to = CLASSES[who.level + 1]
    return Step(who, to, who.cash - owed, who.own_paper, PROOF[to], BLACK_MARKET[to])


def _name_next_class(t: RatraceTurn) -> str:
    """Return the class above that of who is asked for, as a sentence has it."""
    return CLASS_IN[CLASSES[min(t.find_player().level + 1, len(CLASSES) - 1)]]


@on_turn(
    "Move up a class",
    source=SOURCE,
    rule=MOVE_RULE,
    button=lambda t: f"Move up to {_name_next_class(t)}",
)
def move_up(
    t: RatraceTurn,
    who: Player = ask.player("Who moves up?"),
    black_market: bool = ask.yes_no(
        "Buy a diploma or membership on the black market?", optional=True, usual="no"
    ),
) -> None:
    """Prove the qualifications, place the token on the Enter square, and auction what is left behind."""
    who.must_roll_next()
    now = next_step(who)
    if now is None:
        raise Refusal(f"{who} is in High Society already.", "who")
    t.refuse(t.follows and t.moved_up == who, "One class a turn: roll first.", "who")
    who.must_have_auctioned()
    lacks, at = [missing for missing in now.missing if missing != PAPER_MISSING], "who"
    if now.paper:
        t.refuse(
            black_market,
            f"{who} has the {PAPERS[now.paper]}: no need of the black market.",
            "black_market",
        )
    elif not (black_market and now.black_market):
        at = "who" if now.missing else "black_market"
        fee, held = t.written(now.fee), t.written(now.proof + now.fee)
        lacks.append(f"{PAPER_MISSING} (the black market has one for {fee} of {held} in hand)")
    t.refuse(lacks, f"{who} is not ready for {CLASS_IN[now.to]}: missing {listed(lacks)}.", at)
    if not now.paper:
        t.pay(who, TREASURY, now.fee, what="Black market")
    else:
        t.step(PAPERS[now.paper])
    t.step("Cash proved, not paid", now.cash)
    t.step("Symbols that count", now.symbols, unit="")
    t.square_is_done()
    t.moved_up = who
    t.narrate(
        f"{who} moves up to {CLASS_IN[now.to]}{' by the black market' if black_market else ''}."
    )
    t.by_house_rule(House.proof)
    if t.follows and t.house.income == "leaving" and who.square_at(who.at) == "income":
        income(t, who)
    who.place(now.to)
    open_auction(t, who, now.to)


def wedding_of(t: RatraceTurn, who: Player) -> None:
    """Move up one class at once; nothing is needed and nothing asked."""
    to = CLASSES[who.level + 1]
    t.narrate(f"{who} marries into {CLASS_IN[to]}.")
    t.explain("A Society Wedding moves the player up one class at once; nothing is needed.")
    t.by_house_rule(House.wedding)
    who.place(to)
    if t.house.wedding == "now":
        open_auction(t, who, to)
    else:
        who.owes_auction = to


@at_square(
    "Society Wedding",
    "wedding",
    source=WEDDING_SOURCE,
    button=lambda t: f"Marry into {_name_next_class(t)}",
)
def wedding(t: RatraceTurn, who: Player = LANDED_THERE) -> None:
    """Move up one class at once, and auction what is left behind."""
    wedding_of(t, who)


@on_turn("Auction after a wedding", source=WEDDING_SOURCE, button="Hold the auction")
def hold_auction(t: RatraceTurn, who: Player = ask.player("Who married?")) -> None:
    """Hold the auction that a wedding left for the next turn."""
    entered = who.owes_auction
    t.refuse(not entered, f"{who} has no auction to hold.", "who")
    who.must_roll_next()
    who.owes_auction = None
    t.narrate(f"{who} auctions what belongs to the class left behind.")
    open_auction(t, who, entered)


@at_square("Divorce", "divorce", source=DIVORCE_SOURCE, button=dice_words("alimony"))
def divorce(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    roll: int = BOTH_DICE,
    square: int | None = ask.number(
        "To which square of the lower class? Count from its first.",
        1,
        lambda t: 1 if t.house.divorce == "first" else len(RINGS[t.find_player().lower]),
        what="square",
        optional=True,
    ),
) -> None:
    """Pay alimony, go down one class, keep symbols, forfeit a diploma or membership."""
    named = t.house.divorce != "first"
    t.refuse(
        named and square is None, "Which square of the lower class does the token go to?", "square"
    )
    falls_due(
        t, who, times(who, roll, "alimony"), "Alimony", "alimony", then=str((square or 1) - 1)
    )
