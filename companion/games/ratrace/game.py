"""The table of Ratrace as its rules see it: players, Businesses, cards, squares, and what is under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial, wraps
from itertools import takewhile
from typing import Any, ClassVar

from companion.api import (
    Action,
    Ask,
    Condition,
    Game,
    KeptNames,
    Refusal,
    Seat,
    State,
    Thing,
    TurnOf,
)
from companion.api.show import Bar, Bars, Cash, Prompt
from companion.games.kept_names import RESERVED
from companion.games.ratrace.board import (
    BOARD_VALUES,
    BUSINESSES,
    CLASS_IN,
    CLASS_NAMES,
    CLASSES,
    COLOURS,
    CREDIT_INTEREST,
    EDITION,
    PAPERS,
    RINGS,
    SQUARES,
)
from companion.games.ratrace.options import House
from companion.rules.money import interest

START_CASH = 200
HAND = 3
"""So many Status Symbols at most in a hand."""
FEW = 3
"""Up to so many players may have two Businesses each."""
TREASURY, STOCK, HAMMER = "treasury", "stock", "hammer"
CARDS, CREDIT = "cards", "credit"


@dataclass(frozen=True, slots=True)
class Item:
    """A Status Symbol: one class of one Business."""

    business: str
    rank: str

    @property
    def unit(self) -> str:
        """What the card is called in the books."""
        return f"{self.business}.{self.rank}"

    @property
    def level(self) -> int:
        """How high its class is, from 0."""
        return CLASSES.index(self.rank)

    def name(self, t: RatraceTurn) -> str:
        return str(t.printed(f"item.{self.unit}"))


ITEMS = {
    item.unit: item for item in (Item(business, rank) for business in COLOURS for rank in CLASSES)
}
"""Every Status Symbol, by what it is called in the books."""


class Player(Seat):
    """A player, with money, class, Businesses and cards; the Treasury and the stock are holders of some of it too."""

    t: RatraceTurn

    token = State("")
    rank = State(CLASSES[0], "class")
    square = State(0)
    paper = State("")
    closed, misses = State(0), State(0)
    owes_auction = State("")
    bankruptcies = State(0)
    left = State(0)

    # --- money -----------------------------------------------------------------------------------

    @property
    def cash(self) -> int:
        """Cash in hand, in dollars."""
        return self.t.held(self)

    @property
    def debt(self) -> int:
        """Debt on the Credit Card, in dollars; below zero only when half of a payment was crossed out."""
        return -self.t.held(self, CREDIT)

    @property
    def interest(self) -> int:
        """The interest that falls due with the debt, rounded as the table plays it."""
        return interest(max(0, self.debt), CREDIT_INTEREST, rounding=self.t.house.interest)

    @property
    def to_clear(self) -> int:
        """What it costs to be rid of the credit debt now."""
        return max(0, self.debt) + self.interest

    @property
    def worth(self) -> int:
        """Cash once all credit is cleared, which is what the goal is measured by."""
        return self.cash - self.to_clear

    # --- class and cards -------------------------------------------------------------------------

    @property
    def level(self) -> int:
        """How high the class is, from 0."""
        return CLASSES.index(self.rank)

    @property
    def lower(self) -> str:
        """The class below, if there is one."""
        return CLASSES[max(0, self.level - 1)]

    def place(self, rank: str, square: int = 0) -> None:
        """Put the token on a square of a class."""
        self.rank, self.square = rank, square

    @property
    def own_paper(self) -> str:
        """The diploma or membership of the player's class; one of another class counts for nothing."""
        return self.paper if self.paper and self.rank in SQUARES[self.paper].classes else ""

    @property
    def businesses(self) -> tuple[str, ...]:
        return tuple(business for business in COLOURS if self.t.owner(business) == self)

    @property
    def token_colour(self) -> str:
        """The Business whose colour the token has: the one picked first."""
        return self.token if self.token in self.businesses else next(iter(self.businesses), "")

    @property
    def cards(self) -> tuple[Item, ...]:
        return self.t.cards_of(self)

    def cards_from(self, level: int) -> tuple[Item, ...]:
        """Cards of at least so high a class that are not of the player's own Businesses."""
        return tuple(
            item
            for item in self.cards
            if item.level >= level and self.t.owner(item.business) != self
        )

    def why_not_hold(self, item: Item, *, any_class: bool = False) -> str:
        """Why the player may not hold one Status Symbol more, namely this one; empty where that is allowed."""
        if len(self.cards) >= HAND:
            return f"{self} holds three Status Symbols already."
        if item in self.cards:
            return f"{self} has the {item.name(self.t)} already."
        if self.t.house.one_of == "business" and item.business in [
            held.business for held in self.cards
        ]:
            return f"{self} has a symbol of {self.t.business_name(item.business)} already."
        if item.level < self.level and not any_class:
            return f"{item.name(self.t)}: of a class below {self.name}'s own."
        return ""

    # --- at the table ----------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """Where the token stands, counted from 0 in the player's class.

        A class that came back when an entry was crossed out may have fewer squares than the last move counted.
        """
        return self.square if self.square < self.squares else 0

    @property
    def squares(self) -> int:
        """How many squares the player's class has."""
        return len(RINGS[self.rank])

    def square_at(self, at: int) -> str:
        """Return which square of the player's class it is, clockwise from the one where it is entered."""
        return str(self.t.printed(f"square.{self.rank}.{at}"))

    def name_square(self, at: int) -> str:
        """Return a square of the player's class as a sentence has it: ``the Lottery``, but ``Olive's Jewellery``."""
        code = self.square_at(at)
        if code in BUSINESSES:
            return self.t.business_name(code)
        if code == "enter":
            return f"Enter {CLASS_NAMES[self.rank]}"
        if code == "income":
            return f"Collect {self.figure(code):,}"
        return SQUARES[code].name

    def title_square(self, at: int) -> str:
        """Return what is printed on a square of the player's class."""
        return self.name_square(at).removeprefix("the ")

    @property
    def stands_on(self) -> str:
        """What is printed on the square where the token stands."""
        return self.title_square(self.at)

    def figure(self, name: str) -> int:
        """Return a figure of the board: that of the player's class where each has its own."""
        own = f"{name}.{self.rank}"
        return int(self.t.printed(own if own in self.t.table.printed else name))

    @property
    def others_from_left(self) -> tuple[Player, ...]:
        """Everyone else still in the game, starting at the left of the player's seat and going round."""
        return tuple(other for other in self.t.to_left(self) if other != self)

    def must_roll_next(self) -> None:
        """Refuse unless it is the player's turn and the dice are still to be rolled."""
        t, turn = self.t, self.t.on_turn
        if not t.follows:
            t.refuse(
                self.closed,
                f"{self} misses a turn. Open the Business again once {self.name} moves.",
                "who",
            )
            return
        if turn != self:
            whose = f"{turn.name}'s" if turn else "nobody's"
            raise Refusal(
                f"It is {whose} turn, not {self.name}'s. The turn can be set by hand.", "who"
            )
        if t.landed and t.must:
            lander, _ = t.landed
            raise Refusal(f"{lander} is still to deal with {lander.stands_on}.")

    def must_have_auctioned(self) -> None:
        """Refuse while the player has still to auction what a wedding left behind."""
        self.t.refuse(
            self.owes_auction, f"{self} first auctions the symbols of the class left behind.", "who"
        )

    def why_void(self, code: str) -> str:
        """Say why nothing happens on a square in the player's class; empty where something does."""
        square = SQUARES.get(code)
        if square and self.rank not in square.classes:
            return f"There is no {square.title} in {CLASS_IN[self.rank]}."
        return (
            f"{self} has the {PAPERS[self.own_paper]}: the square is void."
            if self.has_joined(code)
            else ""
        )

    def has_joined(self, code: str) -> bool:
        """Whether a square is a school or club that the player needs no more."""
        return bool(code in PAPERS and self.own_paper)

    def deals_with(self, code: str, at: str = "who") -> None:
        """Record that the player deals with the square landed on; refuse who is not on it.

        Where the book does not follow the tokens, the square must only be there in the player's class.
        ``at`` is the question whose answer says which square.
        """
        t, landed = self.t, self.t.landed
        what = t.business_name(code) if code in BUSINESSES else SQUARES[code].title
        if not t.follows:
            there = code in map(self.square_at, range(self.squares))
            t.refuse(not there, f"There is no {what} square in {CLASS_IN[self.rank]}.", at)
        elif landed is None:
            raise Refusal(
                "Nobody stands on a square that is still to be dealt with. Tokens can be put right by hand."
            )
        else:
            lander, waiting = landed
            wrong = f"{self} has not just landed on {what}. A token can be put right by hand."
            t.refuse(lander != self, wrong, "who")
            t.refuse(waiting != code, f"{self} has landed on {self.stands_on}, not on {what}.", at)
        t.refuse(why := self.why_void(code), why, at)
        t.square_is_done()


EVENTS: dict[str, type[Event]] = {}
"""What can be under way, by what it is called in the books."""


class Event(Thing):
    """What is under way until it ends, such as a race, and whose it is: whoever began it, or landed there."""

    t: RatraceTurn

    code: ClassVar[str]
    called: ClassVar[str]
    """What a sentence calls it."""
    title: ClassVar[str]
    """What it stands under on a screen."""
    who, lander = State(Player), State(Player)

    def __init_subclass__(cls) -> None:
        if "code" in vars(cls):
            EVENTS[cls.code] = cls

    def __init__(self, t: RatraceTurn) -> None:
        super().__init__(t, self.code)

    @property
    def player(self) -> Player:
        """Whose it is."""
        return self.who or self.lander or self.t.holder("")

    @property
    def awaited(self) -> Player | None:
        """Whom the table waits for."""
        return self.player

    def prompt(self) -> Prompt:
        """Say what comes next in it."""
        raise NotImplementedError

    def begin(self, **remembered: str | int | Player) -> None:
        """Record that it begins, and what it must remember; what an earlier one left behind is forgotten."""
        self.t.event = self.code
        self.t.forget(self, but=remembered)
        self.t.note(self, **remembered)

    def end(self) -> None:
        """Record that it is over."""
        self.t.event = None
        self.t.forget(self)

    def call_off(self) -> None:
        """End it before its time."""
        self.end()


class Gamble(Event):
    """An event for which money lies on the table, in a purse of its code."""

    staked: ClassVar[str]
    """What is said of that money."""
    where: ClassVar[str]
    """Where money is lost in it."""

    @property
    def stakes(self) -> dict[Player, int]:
        """Whose money lies on the table for it, and how much."""
        return {who: held for who in self.t.everybody if (held := self.t.held(who, self.code))}

    def board(self) -> Bars:
        """Return what stands across the room: the stakes, and what each has come to so far."""
        raise NotImplementedError

    def bars(self, title: str, remarks: Mapping[Player, str]) -> Bars:
        """Lay out the stakes, the highest on top, with a remark on each."""
        stakes = sorted(self.stakes.items(), key=lambda bet: -bet[1])
        return Bars(
            title, "$", tuple(Bar(who.key, stake, remarks.get(who, "")) for who, stake in stakes)
        )

    def results(self, stake: int) -> tuple[tuple[str, str], ...]:
        """Say what each result brings for a stake."""
        raise NotImplementedError

    def put_up(self, who: Player, stake: int) -> None:
        """Put money from a player's hand on the table, unless a funeral keeps the player from gambling."""
        self.t.refuse(
            who.closed, f"After the funeral {who.name} does not gamble before moving again.", "who"
        )
        self.t.pay(who, who, stake, into=self.code)
        self.t.step(f"{who} puts up", stake, total=True)

    def give_back(self) -> None:
        """Pay back what lies on the table, be it that an entry crossed out left it there."""
        for who, stake in self.stakes.items():
            self.t.pay(who, who, stake, self.code, into="cash")
            self.t.step(f"{who} takes back", stake, signed=True)


class RatraceTurn(TurnOf[Player]):
    """The table of Ratrace."""

    seat_class = Player

    first, ended, turn = State(Player), State(Player), State(Player)
    moved_up, lander = State(Player), State(Player)
    rounds = State(0)
    pending, event = State(""), State("")
    started, must = State(0), State(0)

    house = cached_property(House)

    # --- money -----------------------------------------------------------------------------------

    @property
    def treasury(self) -> Player:
        return self.bank(TREASURY)

    def for_what(self, what: str) -> str:
        """Say what money is for, unless the journal says so already."""
        return "" if what in self.effect.narration else f": {what}"

    # --- Businesses and cards --------------------------------------------------------------------

    def owner(self, business: str) -> Player:
        """Return who owns a Business: a player or the Treasury."""
        return self.holder(str(self.noted("business", business) or TREASURY))

    def business_name(self, business: str) -> str:
        return str(self.printed(f"business.{business}"))

    @property
    def unowned(self) -> tuple[str, ...]:
        return self.treasury.businesses

    @property
    def under_way(self) -> bool:
        """Whether every Business was picked, or, by a change of the house rule, need no longer be."""
        if self.started:
            return True
        each = 2 if len(self.seats) <= FEW and self.house.businesses == "two" else 1
        return bool(self.first) and all(len(who.businesses) >= each for who in self.seats)

    def cards_of(self, holder: Player | str) -> tuple[Item, ...]:
        """Return the Status Symbols that a player has, or that are under the hammer."""
        held = self.holdings(holder, CARDS)
        return tuple(
            item for unit, item in ITEMS.items() if unit in held for _ in range(held[unit])
        )

    def hand_over(self, item: Item, giver: Player | str, taker: Player | str) -> None:
        self.pay(giver, taker, 1, CARDS, item.unit)

    def in_stock(self, item: Item) -> int | None:
        """How many cards of an item are for sale, zero or more; ``None`` when the table never runs out."""
        limit = self.house.stock
        return (
            None
            if limit == "unlimited"
            else max(0, int(limit) + self.held(STOCK, CARDS, item.unit))
        )

    # --- squares and turns -----------------------------------------------------------------------

    @property
    def follows(self) -> bool:
        return self.house.position == "on"

    @property
    def landed(self) -> tuple[Player, str] | None:
        """Who stands on a square that is still to be dealt with, and its code; the book must follow the tokens."""
        who = self.lander if self.follows else None
        return (who, self.pending) if who in self.seats and self.pending else None

    @property
    def awaited(self) -> tuple[Player, str] | None:
        """Who is still to deal with a square, and its code; nothing once the next player has moved up without it."""
        return None if self.moved_up == self.on_turn else self.landed

    def square_is_done(self) -> None:
        self.lander = self.pending = self.must = None

    @property
    def on_turn(self) -> Player | None:
        """Whose turn it is to roll: the next to the left where that player is no longer there."""
        who = self.turn
        return who if who is None or who in self.seats else next(iter(who.others_from_left), None)

    @property
    def opens(self) -> Player:
        """With whose turn a round begins: who began the game, else the first who is still there."""
        return next((who for who in self.seats if who == self.first), self.seats[0])

    @property
    def round_now(self) -> int:
        """Which round it is. It is not over before the square of the last player in it is dealt with."""
        turn, now = self.on_turn, self.awaited
        acting = now[0] if now else self.event_player
        if acting not in self.seats or turn is None or acting == turn:
            return self.rounds + 1
        round_to = (*takewhile(lambda player: player != turn, acting.others_from_left), turn)
        return self.rounds + 1 - (self.opens in round_to)

    def pass_turn(self, who: Player) -> None:
        """Pass the turn to the left, over everyone who misses one; it may come round to the same player."""
        order = who.others_from_left + ((who,) if who in self.seats else ())
        if not order:
            self.turn = None
            return
        skipped = tuple(takewhile(lambda player: player.misses, order))
        after = order[len(skipped) % len(order)]
        for absent in skipped:
            self.narrate(f"{absent} misses a turn.")
            absent.misses = None
        if self.opens in (*skipped, after):
            self.rounds += 1
        self.turn = after

    # --- what is under way -----------------------------------------------------------------------

    @property
    def open_event(self) -> Event | None:
        """The race, investment, Lottery, auction or debt that is under way."""
        return EVENTS[self.event](self) if self.event else None

    @property
    def event_player(self) -> Player:
        """Whose race, investment, Lottery, auction or debt is under way."""
        return self.open_event.player if self.open_event else self.holder("")

    @property
    def gambles(self) -> tuple[Gamble, ...]:
        """All that money may lie on the table for, whether it is under way or not."""
        return tuple(kind(self) for kind in EVENTS.values() if issubclass(kind, Gamble))


ask = Ask[RatraceTurn]()

GOING = (
    Condition[RatraceTurn](
        lambda t: not t.ended, "The game is over. Undo the retirement to play on."
    ),
    Condition[RatraceTurn](lambda t: t.under_way, "Everybody picks a Business first."),
)
QUIET = (
    *GOING,
    Condition[RatraceTurn](
        lambda t: not t.event, lambda t: f"First finish {EVENTS[t.event].called}, or call it off."
    ),
)


def during(otherwise: str, *kinds: type[Event]) -> tuple[Condition[RatraceTurn], ...]:
    """Require that an event of one of these kinds is under way."""
    return *GOING, Condition[RatraceTurn](lambda t: isinstance(t.open_event, kinds), otherwise)


LANDED_THERE: Player = ask.player("Who landed there?")
BOTH_DICE = ask.roll("What do both dice show?")


def ask_business(text: str) -> Any:
    """Ask for a Business, by what is printed over it."""
    return ask.choice(text, COLOURS, label=RatraceTurn.business_name)


GAME: Game[RatraceTurn] = Game(
    "ratrace",
    "Ratrace",
    "The Treasurer's book: cash, credit, cards and classes, to retirement.",
    colour="#8B4A08",
    players=(2, 6),
    edition=EDITION,
    options=House.options(),
    board_values=BOARD_VALUES,
    banks=(TREASURY, STOCK, HAMMER),
    shortlist=(
        "roll", "buy", "credit_due", "join_club", "race", "invest", "lottery", "taxes", "move_up", "correct_money",
    ),
    cash=Cash(
        bank=TREASURY, leave_out="Leave out what lies under the Credit Card, and stakes on the board."
    ),
    debts=(CREDIT,),
    stakes=("race", "exchange", "lottery"),
    turn=RatraceTurn,
    kept=KeptNames(sign="", table="table", gone="left", reserved=RESERVED),
)  # fmt: skip


on_turn = partial(GAME.action, group="Turn", when=QUIET)


@GAME.after_each
def show_what_is_left(t: RatraceTurn) -> None:
    """End a receipt with what everybody then has whose cash it changes; at the start all have the same.

    At a Business only the buyer's is shown: a correction of what its owner has would be one of this receipt too.
    """
    sells = t.owner(str(t.answers.get("business")))
    if t.before.first:
        t.show_what_is_left(who for who in t.seats if who != sells)


AT_SQUARE: dict[str, Action[...]] = {}
"""What is done on squares, by what these are called in the books."""


def at_square(
    title: str, *codes: str, at: str = "who", **more: Any
) -> Callable[[Callable[..., None]], Action[...]]:
    """Declare what a player does on the square landed on; of several squares the answer ``at`` says on which."""

    def declare(rule: Callable[..., None]) -> Action[...]:
        @wraps(rule)
        def deal(t: RatraceTurn, /, **answers: Any) -> None:
            code, *others = codes
            t.find_player().deals_with(str(t.answers[at]) if others else code, at)
            rule(t, **answers)

        action = GAME.action(title, group="Squares", when=QUIET, **more)(deal)
        AT_SQUARE.update(dict.fromkeys(codes, action))
        return action

    return declare
