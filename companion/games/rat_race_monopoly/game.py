"""The game as it is declared, and the table, its players and its streets as the rules see them.

Money is a whole number of the board's unit (``K`` or ``$``): ``ann:cash`` against ``bank:cash``, and ``ann:debt``,
below zero, against ``bank:debt``. A street is one of the unit ``s5``, at ``ann:streets`` or ``bank:streets``.
Buildings are ``houses`` at ``s5:houses``, from ``bank:houses``; five are a hotel. Shares are ``shares`` at
``ann:shares``, from ``market:shares``. Everything else is noted.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from companion.api import Ask, Game, KeptNames, Refusal, Seat, State, Thing, TurnOf, listed
from companion.api.show import Cash
from companion.games.kept_names import RESERVED
from companion.games.rat_race_monopoly import options
from companion.games.rat_race_monopoly.board import (
    BOARD_VALUES,
    EDITION,
    GROUP_OF,
    MILLIONS,
    MONEY,
    MORTGAGE_INTEREST,
    STREETS,
    STREETS_OF,
    Group,
    Money,
    bracket_of,
    buildings_text,
)
from companion.games.rat_race_monopoly.options import OPTIONS, MoneyOption

BANK, MARKET = "bank", "market"
TURN, DICE, DISASTER = "turn", "dice", "disaster"
"""What notes are of, besides the players: the turn that goes on, its throws, and the disaster that waits."""
SLOTS = {"loan_1": "First loan", "loan_2": "Second loan"}
PASSED = "go_"
"""Begins the note of each GO that a player passed, with the number of its entry."""
BUILT, HELD, OWNED, DEBT = "houses", "shares", "streets", "debt"
"""Purses, and the units of buildings and shares."""
QUICK = (5, 10, 20, 50, 100)
"""Sums worth a button, in notes: 50K to 1M, or $5 to $100."""


class Loan(NamedTuple):
    """A loan: its slot, the sum owed, and the number of the entry by which it was taken."""

    slot: str
    owed: int
    since: int


class Street(Seat):
    """A street: what is printed on it, whose it is, and what stands on it."""

    t: RatRaceTurn

    mortgage = State[str | None](None, "mortgaged")

    @property
    def name(self) -> str:
        return str(self.t.printed(f"name.{self.key}"))

    def __str__(self) -> str:
        return self.name

    @property
    def group(self) -> Group:
        return GROUP_OF[self.key]

    @property
    def group_name(self) -> str:
        """The colour group, as inside a sentence."""
        return f"the {self.group.title.lower()} group"

    @property
    def whole_group(self) -> tuple[Street, ...]:
        return tuple(self.t.street(key) for key in STREETS_OF[self.group.key])

    @property
    def price(self) -> int:
        """Its printed price, as an amount of money."""
        return self.t.notes(self.t.printed(f"price.{self.key}"))

    @property
    def mortgage_value(self) -> int:
        """What the bank lends on it: half its printed price."""
        return self.t.notes(self.t.printed(f"price.{self.key}") // 2)

    @property
    def lifting_cost(self) -> int:
        """What lifting its mortgage costs: the value and interest, fractions of a note dropped."""
        return self.t.notes(self.t.printed(f"price.{self.key}") // 2 * (100 + MORTGAGE_INTEREST) // 100)

    @property
    def house_cost(self) -> int:
        """What one house costs on it; a hotel costs another."""
        return self.t.notes(self.t.printed(f"house.{self.group.key}"))

    @property
    def house_refund(self) -> int:
        """What the bank pays back for one house: half, in whole notes."""
        return self.t.whole(self.house_cost // 2)

    @property
    def holders(self) -> dict[Player, int]:
        """Who holds how much of it, the bank included: one holder, unless entries are voided."""
        return {
            self.t.holder(account.partition(":")[0]): held
            for (account, of), held in self.t.table.ledger.balances.items()
            if of == self.key and account.endswith(f":{OWNED}")
        }

    @property
    def owner(self) -> Player:
        """A player, or the bank where nobody holds it. Of two holders it is the first by the seats."""
        return self.t.owners.get(self.key) or self.t.the_bank

    @property
    def houses(self) -> int:
        """How many houses stand on it; five are a hotel."""
        return self.t.held(self, BUILT, BUILT)

    @property
    def buildings(self) -> str:
        """What stands on it, in words."""
        return buildings_text(self.houses)

    @property
    def group_built(self) -> bool:
        return any(one.houses > 0 for one in self.whole_group)

    @property
    def mortgaged(self) -> bool:
        """Whether it is; a street of the bank never should be."""
        return self.mortgage is not None

    def hand_over(self, taker: Player) -> None:
        """Make it the taker's and nobody else's.

        Voided entries may have left it with two holders or with less than none: whoever else holds any of it comes to
        zero, the taker to one, and the bank's side makes up the sum.
        """
        others = {who: held for who, held in self.holders.items() if who.key != BANK and who != taker}
        gained = 0 if taker.key == BANK else 1 - self.t.held(taker, OWNED, self.key)
        rest = gained - sum(others.values())
        self.t.pool({**others, self.t.the_bank: rest}, {taker: gained}, OWNED, self.key)

    def build(self, count: int) -> None:
        """Set so many houses on it, or take them off where it is below zero."""
        self.t.pay(BANK, self, count, BUILT, BUILT)

    def clear(self) -> None:
        """Take its buildings and mortgage away, as when it goes back to the bank."""
        built = self.houses
        self.build(-built)
        if self.mortgaged:
            self.mortgage = None
        if built > 0:
            self.t.step(f"{self}: {buildings_text(built)} gone")


class Player(Seat):
    """A player, or the bank: what they hold, owe, own and do."""

    t: RatRaceTurn

    degree, job, tries = State(0), State(0), State(0)
    out = State(0)
    insured, jail = State[str | None](None), State[str | None](None)

    @property
    def name(self) -> str:
        return "the bank" if self.key == BANK else super().name

    @property
    def others(self) -> tuple[Player, ...]:
        """Everyone else still in the game, from the player's left and on round the table."""
        everybody, playing = self.t.everybody, self.t.seats
        at = everybody.index(self) if self in everybody else 0
        return tuple(one for one in everybody[at:] + everybody[:at] if one != self and one in playing)

    # What they have

    @property
    def cash(self) -> int:
        """Cash in hand; voided entries may leave it below zero."""
        return self.t.held(self)

    @property
    def debt(self) -> int:
        return -self.t.held(self, DEBT)

    @property
    def shares(self) -> int:
        return self.t.held(self, HELD, HELD)

    @property
    def streets(self) -> tuple[Street, ...]:
        """In the order of the board."""
        if self.key == BANK:
            return tuple(street for street in self.t.streets if street.owner == self)
        held = self.t.holdings(self, OWNED)
        mine = (self.t.street(key) for key in STREETS if held.get(key, 0) > 0)
        return tuple(street for street in mine if street.owner == self)

    @property
    def built(self) -> tuple[Street, ...]:
        return tuple(street for street in self.streets if street.houses > 0)

    @property
    def loans(self) -> tuple[Loan, ...]:
        """The loans that are not repaid, two at most."""
        every = ((slot, self.t.read_number(self, slot)) for slot in SLOTS)
        return tuple(Loan(slot, owed, self.t.read_number(self, f"{slot}_since")) for slot, owed in every if owed)

    @property
    def bracket(self) -> int:
        """The bracket of the job held: 1 low, 2 middle, 3 high; zero without a job."""
        return bracket_of(self.job)

    @property
    def loan_size(self) -> int:
        """What one loan is for this player; zero without a job."""
        return self.t.loan_size(self.bracket)

    @property
    def gos(self) -> tuple[int, ...]:
        """The numbers of the entries in which GO was passed, which outlast voided entries as a count would not."""
        return tuple(int(name.removeprefix(PASSED)) for name in self.t.all_noted(self) if name.startswith(PASSED))

    def has_passed_go_since(self, number: int) -> bool:
        """Whether GO was passed after the entry of this number; one below zero is before any GO."""
        order = self.t.table.order
        return number < 0 or any(order(one) > order(number) for one in self.gos)

    # What they may do

    def check_seated(self, at: str = "who") -> None:
        self.t.refuse(self not in self.t.seats, f"{self} is out of the game.", at)

    def check_own_turn(self) -> None:
        """Refuse on somebody else's turn; where the table keeps the turns itself, never."""
        turn = self.t.current
        if turn is not None and turn != self:
            raise Refusal(f"It is {turn.name}'s turn, not {self.name}'s. The turn can be put right by hand.", "who")

    def check_playing(self) -> None:
        """Refuse what only a player may do at the bank while the game goes on, whoever's turn it is."""
        self.t.check_banker()
        self.t.check_quiet()
        self.check_seated()

    def check_on_turn(self) -> None:
        """Refuse what only the player on turn may do at the bank."""
        self.check_playing()
        self.check_own_turn()

    def must_hold(self, amount: int, at: str = "amount", *, due: bool = True) -> None:
        """Refuse what the cash is too little for, and say how it could be raised.

        ``due`` payments have to be met, and end in bankruptcy where nothing is left; others need not be made.
        """
        if self.key == BANK or self.t.broker_alone or self.cash >= amount:
            return
        missing, written = self.t.written(amount - self.cash), self.t.written
        short = f"{self} holds {written(self.cash)}: {missing} short of {written(amount)}."
        if ways := self.ways_to_raise:
            raise Refusal(f"{short} To raise it: {listed(ways, 'or')}.", at)
        end = " Nothing is left to raise it with: that is bankruptcy." if due else ""
        raise Refusal(f"{short}{end}", at)

    @property
    def ways_to_raise(self) -> tuple[str, ...]:
        """What money can still be made of, each with what it would bring at most."""
        ways, mine, written = [], self.streets, self.t.written
        built = sum(street.house_refund * max(0, street.houses) for street in mine)
        if built:
            ways.append(f"sell buildings back (up to {written(built)})")
        if lend := sum(street.mortgage_value for street in mine if not street.mortgaged):
            first = ", buildings first" if built else ""
            ways.append(f"mortgage streets (up to {written(lend)}{first})")
        if self.shares > 0:
            where = "" if self.t.option(options.RAISE_SHARES) == "anywhere" else " on an exchange"
            ways.append(f"sell shares{where} ({self.shares} at {written(self.t.share_price)})")
        if self.loan_size and self.t.current in (None, self) and len(self.loans) < len(SLOTS):
            ways.append(f"take a loan of {written(self.loan_size)}")
        if mine:
            ways.append("make a deal with another player")
        return tuple(ways)


class Dice(Thing):
    """What the throws of a turn have come to: doubles in a row, whose they are, and who went to Jail by them."""

    doubles, thrower, jailed = State(0), State(Player), State(Player)


class Disaster(Thing):
    """The disaster that waits: who threw the 7, how severe it is, and from whom streets are drawn already."""

    by, severity, done = State(Player), State[str | None](None), State("")


class TurnNow(Thing):
    """Whose turn it is, and who has bought or sold shares in it."""

    who, share = State(Player), State(Player)


class Market(Thing):
    """What a share costs; nothing before the price has moved."""

    price = State(0)


class RatRaceTurn(TurnOf[Player]):
    """The table in the words of Rat Race Monopoly."""

    seat_class = Player
    signs_losses = False

    opened = State(False)
    declared, declared_sum = State(Player), State(0)

    @property
    def turn(self) -> TurnNow:
        return self.thing(TurnNow, TURN)

    @property
    def market(self) -> Market:
        return self.thing(Market, MARKET)

    @property
    def dice(self) -> Dice:
        return self.thing(Dice, DICE)

    @property
    def disaster(self) -> Disaster:
        return self.thing(Disaster, DISASTER)

    # Money

    @cached_property
    def board_money(self) -> Money:
        return MONEY[self.option(options.BOARD)]

    @cached_property
    def unit(self) -> str:
        """The unit that money is counted in."""
        return self.board_money.unit

    def notes(self, count: int) -> int:
        """So many notes as an amount: 50 of them are 500 thousand, or 50 dollars on Classic."""
        return count * self.board_money.note

    def whole(self, amount: int) -> int:
        """An amount in whole notes; a fraction of one is dropped."""
        note = self.board_money.note
        return amount // note * note

    def money_option(self, ways: MoneyOption) -> int:
        """An option that is a sum of money, of the board that is played on."""
        millions, classic = ways
        return self.option(millions if self.option(options.BOARD) == MILLIONS else classic)

    @property
    def goal(self) -> int:
        return self.money_option(options.GOAL)

    @property
    def broker_alone(self) -> bool:
        """Whether only the share price, the trades and the holdings are kept, and nobody's cash."""
        return self.option(options.BOOKS) == "broker"

    @cached_property
    def owners(self) -> dict[str, Player]:
        """Which player has which street; of two holders it is the first by the seats."""
        last_first = [(who, self.holdings(who, OWNED)) for who in reversed(self.everybody)]
        return {street: who for who, held in last_first for street, many in held.items() if many > 0}

    @property
    def the_bank(self) -> Player:
        """The bank, which owns what nobody does."""
        return self.bank(BANK)

    def find_cash(self, question: str = "who") -> int:
        """What the player holds who is named in answer to a question; zero where nobody is yet."""
        who = self.find_player(question)
        return who.cash if who else 0

    def pay(  # noqa: PLR0913 - as every game pays
        self,
        giver: Thing | str,
        taker: Thing | str,
        amount: int,
        purse: str = "cash",
        unit: str | None = None,
        *,
        into: str | None = None,
    ) -> None:
        """Move an amount; no money where the book keeps nobody's cash."""
        if unit is not None or not self.broker_alone:
            super().pay(giver, taker, amount, purse, unit, into=into)

    def show_cash(self, *holders: Player) -> None:
        """Show what somebody then has; nothing for the bank, or where no cash is kept."""
        for who in holders:
            if who.key != BANK and not self.broker_alone:
                self.step(f"{who} then has", who.cash)

    # People and turns

    def find_player(self, question: str = "who") -> Player | None:
        """Who is named in answer to a question, as far as it is answered."""
        return next(iter(self.named(question)), None)

    def read_number(self, holder: Seat | str, name: str) -> int:
        """The number that is noted; zero where none is."""
        value = self.noted(holder, name)
        return value if isinstance(value, int) else 0

    @cached_property
    def keeps_turns(self) -> bool:
        return self.option(options.TURNS) == "on"

    @property
    def current(self) -> Player | None:
        """Whose turn it is: the next to the left where that player is out; nobody where turns are not kept."""
        who = self.turn.who
        if who is None or not self.keeps_turns:
            return None
        return who if who in self.seats else next(iter(who.others), None)

    @property
    def thrower(self) -> Player | None:
        """Who throws for the disaster that waits: who threw the 7, or who is on turn where that player is gone."""
        who = self.disaster.by
        if who is None:
            return None
        return who if who in self.seats else self.current or next(iter(self.seats), None)

    def begin_turn(self, who: Player | None) -> None:
        """Give somebody the turn; whatever was noted of the turn before is forgotten."""
        for holder, name in tuple(self.table.ledger.marks):
            if holder in (TURN, DICE) and name != "who":
                self.note(holder, **{name: None})
        self.turn.who = who

    # What may happen

    def check_open(self) -> None:
        """Refuse before the table is open; corrections may still be needed after the end."""
        self.refuse(not self.opened, "First open the table.")

    def check_going(self) -> None:
        """Refuse before the table is open and after the game is over."""
        self.check_open()
        if over := self.result:
            raise Refusal(f"The game is over: {over.reason}.")

    def check_quiet(self) -> None:
        """Refuse as long as a disaster waits to be dealt with, too."""
        self.check_going()
        if who := self.disaster.by:
            whose = f"{who.name}'s" if who in self.seats else "a"
            raise Refusal(f"First comes the disaster of {whose} 7.")

    def check_banker(self) -> None:
        """Refuse what needs a banker where the book keeps the stock broker's part alone."""
        self.refuse(self.broker_alone, "This book is the stock broker's alone: the banker keeps that elsewhere.")

    # Streets, jobs and shares

    def street(self, key: str) -> Street:
        """The street under a key, ``s1`` to ``s22``."""
        return Street(self, key)

    @property
    def streets(self) -> tuple[Street, ...]:
        """All streets, in the order of the board."""
        return tuple(map(self.street, STREETS))

    def job_name(self, level: int) -> str:
        """What the table's sheet calls a job."""
        return str(self.printed(f"job.{level}")) if level else "no job"

    def loan_size(self, bracket: int) -> int:
        """What one loan of a bracket is; zero without a job."""
        return self.notes(self.printed(f"loan.{bracket}")) if bracket else 0

    @property
    def share_price(self) -> int:
        """What a share costs now."""
        return self.market.price or self.notes(self.printed("share"))

    @property
    def point(self) -> int:
        """By how much the price moves up or down at once: a sum, or a percentage of the price, at least one note."""
        if self.option(options.POINT_KIND) == "percent":
            return max(self.notes(1), self.whole(self.share_price * self.option(options.POINT_PERCENT) // 100))
        return max(self.notes(1), self.whole(self.money_option(options.POINT)))

    @property
    def floor(self) -> int:
        """The least a share can cost."""
        return max(self.notes(1), self.whole(self.money_option(options.FLOOR)))


ask = Ask[RatRaceTurn]()


def money(text: str, **more: Any) -> Any:
    """Ask for a sum of money, in whole notes of the board played on."""
    return ask.money(text, quick=QUICK, step=lambda t: t.notes(1), **more)


GAME: Game[RatRaceTurn] = Game(
    "rat_race_monopoly",
    "Rat Race Monopoly",
    "The banker's and the stock broker's books, from the first job to the last million.",
    players=(2, 8),
    colour="#1F5C7A",
    edition=EDITION,
    options=OPTIONS,
    banks=(BANK, MARKET),
    board_values=BOARD_VALUES,
    turn=RatRaceTurn,
    debts=(DEBT,),
    cash=Cash(
        followed=lambda t: not t.broker_alone, notes=lambda t: tuple(map(t.notes, (500, 100, 50, 20, 10, 5, 1)))
    ),
    kept=KeptNames(sign="", table="game", gone="out", reserved=RESERVED),
    without=("correct_money",),
    shortlist=(
        "pass_go", "rent", "pay", "buy_street", "visit", "study", "apply_for_job", "pay_tax", "take_loan", "repay",
        "correct_cash",
    ),
)  # fmt: skip
