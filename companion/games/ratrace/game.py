"""The table of Ratrace as its rules see it: players, Businesses, cards, squares, and what is under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.api import Ask, Condition, Game, KeptNames, Refusal, Seat, State, Thing, TurnOf
from companion.api.show import Cash
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
    PAPER_CLASS,
    RINGS,
    SQUARE_NAMES,
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

RACE, EXCHANGE, LOTTERY, AUCTION, DUE = "race", "exchange", "lottery", "auction", "due"
EVENT_NAMES = {
    RACE: "the race",
    EXCHANGE: "the investment",
    LOTTERY: "the Lottery",
    AUCTION: "the auction",
    DUE: "the debt that is due",
}


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


ITEMS = {item.unit: item for item in (Item(business, rank) for business in COLOURS for rank in CLASSES)}
"""Every Status Symbol, by what it is called in the books."""


class Player(Seat):
    """A player, with money, class, Businesses and cards; the Treasury and the stock are holders of some of it too."""

    t: RatraceTurn

    token = State[str | None](None)
    rank = State(CLASSES[0], "class")
    square = State(0)
    paper = State[str | None](None)
    closed, misses = State[int | None](None), State[int | None](None)
    owes_auction = State[str | None](None)
    bankruptcies = State(0)
    left = State[int | None](None)

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

    def place(self, rank: str, square: int = 0) -> None:
        """Put the token on a square of a class."""
        self.rank, self.square = rank, square

    @property
    def own_paper(self) -> str | None:
        """The diploma or membership of the player's class; one of another class counts for nothing."""
        return self.paper if self.paper is not None and PAPER_CLASS[self.paper] == self.rank else None

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
        return tuple(one for one in self.cards if one.level >= level and self.t.owner(one.business) != self)

    def why_not_hold(self, item: Item, *, any_class: bool = False) -> str | None:
        """Why the player may not hold one Status Symbol more, namely this one."""
        if len(self.cards) >= HAND:
            return f"{self} holds three Status Symbols already."
        if item in self.cards:
            return f"{self} has the {item.name(self.t)} already."
        if self.t.house.one_of == "business" and any(one.business == item.business for one in self.cards):
            return f"{self} has a symbol of {self.t.business_name(item.business)} already."
        if item.level < self.level and not any_class:
            return f"{item.name(self.t)}: of a class below {self.name}'s own."
        return None

    # --- at the table ----------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """Where the token stands, counted from 0 in the player's class.

        A class that came back when an entry was crossed out may have fewer squares than the last move counted.
        """
        return self.square if self.square < len(RINGS[self.rank]) else 0

    @property
    def place_name(self) -> str:
        """The square where the token stands, as a sentence has it: ``the Lottery``, but ``Olive's Jewellery``."""
        return self.t.name_square(self.rank, self.at)

    @property
    def stands_on(self) -> str:
        """What is printed on the square where the token stands."""
        return self.t.square_name(self.rank, self.at)

    @property
    def others_from_left(self) -> tuple[Player, ...]:
        """Everyone else still in the game, starting at the left of the player's seat and going round."""
        seats = self.t.everybody
        at = seats.index(self) if self in seats else 0
        playing = self.t.seats
        return tuple(one for one in seats[at:] + seats[:at] if one in playing and one != self)

    def must_play(self, at: str = "who") -> None:
        self.t.refuse(self not in self.t.seats, f"{self} has left the game.", at)

    def must_roll_next(self) -> None:
        """Refuse unless it is the player's turn and the dice are still to be rolled."""
        QUIET.check(self.t)
        self.must_play()
        if not self.t.follows:
            self.t.refuse(
                self.closed,
                f"{self} misses a turn. Open the Business again once {self.name} moves.",
                "who",
            )
            return
        turn = self.t.on_turn
        if turn != self:
            whose = f"{turn.name}'s" if turn else "nobody's"
            raise Refusal(f"It is {whose} turn, not {self.name}'s. The turn can be set by hand.", "who")
        if self.t.landed and self.t.must:
            lander, _ = self.t.landed
            raise Refusal(f"{lander} is still to deal with {lander.stands_on}.")

    def must_have_auctioned(self) -> None:
        """Refuse while the player has still to auction what a wedding left behind."""
        self.t.refuse(self.owes_auction, f"{self} first auctions the symbols of the class left behind.", "who")

    def deals_with(self, code: str, at: str = "who") -> None:
        """Record that the player deals with the square landed on; refuse who is not on it.

        Where the book does not follow the tokens, the square must only be there in the player's class.
        ``at`` is the question whose answer says which square.
        """
        QUIET.check(self.t)
        self.must_play()
        what = self.t.business_name(code) if code in BUSINESSES else SQUARE_NAMES[code]
        if not self.t.follows:
            if code not in self.t.ring(self.rank):
                raise Refusal(f"There is no {what} square in {CLASS_IN[self.rank]}.", at)
        elif self.t.landed is None:
            raise Refusal("Nobody stands on a square that is still to be dealt with. Tokens can be put right by hand.")
        else:
            lander, waiting = self.t.landed
            if lander != self:
                raise Refusal(f"{self} has not just landed on {what}. A token can be put right by hand.", "who")
            if waiting != code:
                raise Refusal(f"{self} has landed on {self.stands_on}, not on {what}.", at)
        self.t.square_is_done()


WITH_ARTICLE = ("racetrack", "stock_exchange", "lottery", "country_club", "university", "yacht_club")
"""Squares that a sentence names with an article."""


class Event(Thing):
    """What is under way until it ends, such as a race, and whose it is: whoever began it, or landed there."""

    who, lander = State(Player), State(Player)


class Race(Event):
    """A race: which horse is bet on, and how often the dice were rolled for it."""

    horse, rolls = State(0), State(0)


class Investment(Event):
    """An investment: who rolls for it, by their keys with blanks between, the last level, and what it is worth now."""

    order = State("")
    rolls, level, invested, value = State(0), State(0), State(0), State(0)


class Lottery(Event):
    """A Lottery: what each puts in, and whether anybody has rolled."""

    stake, rolled = State(0), State(0)

    def roll_of(self, who: Player) -> int | str | None:
        """What somebody rolled, or a word for who is still to roll or out."""
        return self.t.noted(self, slot(who))

    def note_rolls(self, rolls: Mapping[Player, int | str]) -> None:
        """Record what some rolled, or a word for who is still to roll or out."""
        self.t.note(self, **{slot(who): roll for who, roll in rolls.items()})


class AuctionHeld(Event):
    """An auction on moving up: the class that was entered, and the diploma or membership for sale."""

    entered, paper = State(""), State("")


class DebtDue(Event):
    """A debt for which cash is raised; ``tried`` are the lots put up in vain, with blanks between them."""

    creditor, amount = State(Player), State(0)
    what, kind, then, tried = State(""), State(""), State(""), State("")


def slot(who: Player) -> str:
    """Return under which name a Lottery remembers somebody's roll; a dot is in nobody's key, so it is nothing else."""
    return f"roll.{who.key}"


class RatraceTurn(TurnOf[Player]):
    """The table of Ratrace."""

    seat_class = Player

    first, ended, turn = State(Player), State(Player), State(Player)
    moved_up, lander = State(Player), State(Player)
    rounds = State(0)
    pending, event = State[str | None](None), State[str | None](None)
    started, must = State[int | None](None), State[int | None](None)

    def find_player(self, name: str = "who") -> Player:
        """Return whom an earlier question of the action was answered with."""
        return self.holder(str(self.answers.get(name) or ""))

    @property
    def house(self) -> House:
        """How the table plays."""
        return House(self)

    # --- Businesses and cards --------------------------------------------------------------------

    def owner(self, business: str) -> Player:
        """Return who owns a Business: a player or the Treasury."""
        return self.holder(str(self.noted("business", business) or TREASURY))

    def business_name(self, business: str) -> str:
        return str(self.printed(f"business.{business}"))

    @property
    def unowned(self) -> list[str]:
        return [one for one in COLOURS if self.owner(one).key == TREASURY]

    @property
    def under_way(self) -> bool:
        """Whether every Business was picked, or, by a change of the house rule, need no longer be."""
        if self.started is not None:
            return True
        each = 2 if len(self.seats) <= FEW and self.house.businesses == "two" else 1
        return self.first is not None and all(len(who.businesses) >= each for who in self.seats)

    def cards_of(self, holder: Player | str) -> tuple[Item, ...]:
        """Return the Status Symbols that a player has, or that are under the hammer."""
        held = self.holdings(holder, CARDS)
        return tuple(item for unit, item in ITEMS.items() for _ in range(held.get(unit, 0)))

    def hand_over(self, item: Item, giver: Player | str, taker: Player | str) -> None:
        self.pay(giver, taker, 1, CARDS, item.unit)

    def in_stock(self, item: Item) -> int | None:
        """How many cards of an item are for sale, zero or more; ``None`` when the table never runs out."""
        limit = self.house.stock
        return None if limit == "unlimited" else max(0, int(limit) + self.held(STOCK, CARDS, item.unit))

    # --- squares and turns -----------------------------------------------------------------------

    @property
    def follows(self) -> bool:
        return self.house.position == "on"

    def ring(self, rank: str) -> tuple[str, ...]:
        """Return the squares of a class, clockwise from the one where it is entered."""
        return tuple(str(self.printed(f"square.{rank}.{at}")) for at in range(len(RINGS[rank])))

    def name_square(self, rank: str, at: int) -> str:
        """Return a square as a sentence has it."""
        name = self.square_name(rank, at)
        return f"the {name}" if self.printed(f"square.{rank}.{at}") in WITH_ARTICLE else name

    def square_name(self, rank: str, at: int) -> str:
        """Return what is printed on a square."""
        code = self.printed(f"square.{rank}.{at}")
        if code in BUSINESSES:
            return self.business_name(code)
        if code == "enter":
            return f"Enter {CLASS_NAMES[rank]}"
        if code == "income":
            return f"Collect {self.printed(f'income.{rank}'):,}"
        return SQUARE_NAMES[code]

    @property
    def landed(self) -> tuple[Player, str] | None:
        """Who stands on a square that is still to be dealt with, and its code; the book must follow the tokens."""
        who = self.lander if self.follows else None
        return (who, self.pending) if who in self.seats and self.pending is not None else None

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
        return next((one for one in self.seats if one == self.first), self.seats[0])

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
        skipped = tuple(takewhile(lambda player: player.misses is not None, order))
        after = order[len(skipped) % len(order)]
        for absent in skipped:
            self.narrate(f"{absent} misses a turn.")
            absent.misses = None
        if self.opens in (*skipped, after):
            self.rounds += 1
        self.turn = after

    # --- what is under way -----------------------------------------------------------------------

    @property
    def race(self) -> Race:
        return self.thing(Race, RACE)

    @property
    def investment(self) -> Investment:
        return self.thing(Investment, EXCHANGE)

    @property
    def lottery(self) -> Lottery:
        return self.thing(Lottery, LOTTERY)

    @property
    def auction(self) -> AuctionHeld:
        return self.thing(AuctionHeld, AUCTION)

    @property
    def debt(self) -> DebtDue:
        return self.thing(DebtDue, DUE)

    @property
    def open_event(self) -> Event | None:
        """The race, investment, Lottery, auction or debt that is under way."""
        return self.thing(Event, self.event) if self.event else None

    def begin(self, event: Event, /, **remembered: str | int | Player) -> None:
        """Record that an event begins, and what it must remember; what an earlier one left behind is forgotten."""
        self.event = event.key
        self.forget(event, but=remembered)
        self.note(event, **remembered)

    def end(self) -> None:
        """Record that what was under way is over."""
        over, self.event = self.open_event, None
        if over:
            self.forget(over)

    @property
    def event_player(self) -> Player:
        """Whose race, investment, Lottery, auction or debt is under way."""
        event = self.open_event
        return (event and (event.who or event.lander)) or self.holder("")

    def on_table(self, purse: str) -> dict[Player, int]:
        """Return whose money lies on the table in a purse (race, lottery, investment), and how much."""
        return {who: held for who in self.everybody if (held := self.held(who, purse))}

    # --- refusals that many actions share --------------------------------------------------------

    @property
    def why_not_going(self) -> str:
        """Why the game does not go on, where it has not begun or is over."""
        if self.ended is not None:
            return "The game is over. Undo the retirement to play on."
        return "" if self.under_way else "Everybody picks a Business first."

    @property
    def why_not_quiet(self) -> str:
        """Why nothing new can begin: the game does not go on, or an event is under way."""
        if self.event is None:
            return self.why_not_going
        return self.why_not_going or f"First finish {EVENT_NAMES[self.event]}, or call it off."


ask = Ask[RatraceTurn]()

QUIET = Condition[RatraceTurn](lambda t: not t.why_not_quiet, lambda t: t.why_not_quiet)
GOING = Condition[RatraceTurn](lambda t: not t.why_not_going, lambda t: t.why_not_going)


def during(otherwise: str, *kinds: str) -> Condition[RatraceTurn]:
    """Require that an event of one of these kinds is under way."""
    return Condition[RatraceTurn](
        lambda t: not t.why_not_going and t.event in kinds, lambda t: t.why_not_going or otherwise
    )


LANDED_THERE: Player = ask.anybody("Who landed there?")
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
    stakes=(RACE, EXCHANGE, LOTTERY),
    turn=RatraceTurn,
    kept=KeptNames(sign="", table="table", gone="left", reserved=RESERVED),
)  # fmt: skip
