"""The game as it is declared, and the table, its players and its streets as the rules see them.

Money is a whole number of the board's unit (``K`` or ``$``): ``ann:cash`` against ``bank:cash``, and ``ann:debt``,
below zero, against ``bank:debt``. A street is one of the unit ``s5``, at ``ann:streets`` or ``bank:streets``.
Buildings are ``houses`` at ``s5:houses``, from ``bank:houses``; five are a hotel. Shares are ``shares`` at
``ann:shares``, from ``market:shares``. Everything else is noted.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.api import (
    Ask,
    Condition,
    Game,
    KeptNames,
    Refusal,
    Seat,
    State,
    Thing,
    TurnOf,
    listed,
)
from companion.api.show import Cash
from companion.games.kept_names import RESERVED
from companion.games.rat_race_monopoly.board import (
    BOARD_VALUES,
    EDITION,
    GROUP_OF,
    JOBS,
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
from companion.games.rat_race_monopoly.options import House

if TYPE_CHECKING:
    from companion.api import Option

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
    """One of a player's two loans: its slot, what is owed on it, and the number of the entry by which it was taken."""

    who: Player
    slot: str
    owed: int
    since: int

    @property
    def why_not_repay(self) -> str:
        """Why it can't be repaid yet, whatever the cash; empty when it can."""
        if self.who.t.house.repay == "any" or self.who.has_passed_go_since(self.since):
            return ""
        return (
            f"{self.who} has not passed GO with this loan yet; it can be repaid after the next GO."
        )


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
        return self.t.figure(f"price.{self.key}")

    @property
    def mortgage_value(self) -> int:
        """What the bank lends on it: half its printed price."""
        return self.t.whole(self.price // 2)

    @property
    def lifting_cost(self) -> int:
        """What lifting its mortgage costs: the value and interest, fractions of a note dropped."""
        return self.t.whole(self.mortgage_value * (100 + MORTGAGE_INTEREST) // 100)

    @property
    def worth(self) -> int:
        """What it counts: its printed price, or half of it while it is mortgaged."""
        return self.mortgage_value if self.mortgaged else self.price

    @property
    def house_cost(self) -> int:
        """What one house costs on it; a hotel costs another."""
        return self.t.figure(f"house.{self.group.key}")

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
        return any(street.houses > 0 for street in self.whole_group)

    @property
    def mortgaged(self) -> bool:
        """Whether it is; a street of the bank never should be."""
        return self.mortgage is not None

    def hand_over(self, taker: Player) -> None:
        """Make it the taker's and nobody else's.

        Voided entries may have left it with two holders or with less than none: whoever else holds any of it comes to
        zero, the taker to one, and the bank's side makes up the sum.
        """
        others = {
            who: held for who, held in self.holders.items() if who.key != BANK and who != taker
        }
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
        return tuple(who for who in self.t.to_left(self) if who != self)

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
        owners, bank = self.t.owners, self.t.the_bank
        return tuple(self.t.street(key) for key in STREETS if owners.get(key, bank) == self)

    @property
    def built(self) -> tuple[Street, ...]:
        return tuple(street for street in self.streets if street.houses > 0)

    @property
    def loans(self) -> tuple[Loan, ...]:
        """The loans that are not repaid, two at most."""
        every = (
            Loan(self, slot, *(self.t.read_number(self, name) for name in (slot, f"{slot}_since")))
            for slot in SLOTS
        )
        return tuple(loan for loan in every if loan.owed)

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
        return tuple(
            int(name.removeprefix(PASSED))
            for name in self.t.all_noted(self)
            if name.startswith(PASSED)
        )

    def has_passed_go_since(self, number: int) -> bool:
        """Whether GO was passed after the entry of this number; one below zero is before any GO."""
        order = self.t.table.order
        return number < 0 or any(order(go) > order(number) for go in self.gos)

    # What they may do

    @property
    def why_no_loan(self) -> str:
        """Why the player can't have a loan now; empty when they can."""
        if len(self.loans) >= len(SLOTS):
            return f"{self} has two loans already: a third is never given."
        return "" if self.bracket else f"{self} has no job, and so no loan."

    def spend(
        self, cost: int, what: str, at: str = "who", *, due: bool = False, total: bool = False
    ) -> None:
        """Pay the bank for something, with a line on the receipt; refuse what the cash is too little for.

        No money moves where the book keeps nobody's cash.
        """
        self.must_hold(cost, at, due=due)
        if not self.t.broker_alone:
            self.t.pay(self, BANK, cost)
        self.t.step(what, -cost, signed=True, total=total)

    def earn(self, amount: int, what: str, *, total: bool = False) -> None:
        """Be paid by the bank for something, with a line on the receipt."""
        if not self.t.broker_alone:
            self.t.pay(BANK, self, amount)
        self.t.step(what, amount, signed=True, total=total)

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
    def ways_to_raise(self) -> dict[str, int]:
        """What money can still be made of, in words, and what each would bring without anybody's help."""
        ways: dict[str, int] = {}
        mine, written = self.streets, self.t.written
        built = sum(street.house_refund * max(0, street.houses) for street in mine)
        if built:
            ways[f"sell buildings back (up to {written(built)})"] = built
        if lend := sum(street.mortgage_value for street in mine if not street.mortgaged):
            first = ", buildings first" if built else ""
            ways[f"mortgage streets (up to {written(lend)}{first})"] = lend
        if self.shares > 0:
            anywhere, price = self.t.house.raise_shares == "anywhere", self.t.share_price
            where = "" if anywhere else " on an exchange"
            ways[f"sell shares{where} ({self.shares} at {written(price)})"] = (
                self.shares * price * anywhere
            )
        if not self.why_no_loan and self.t.current in (None, self):
            ways[f"take a loan of {written(self.loan_size)}"] = (
                len(SLOTS) - len(self.loans)
            ) * self.loan_size
        if mine:
            ways["make a deal with another player"] = 0
        return ways


class Dice(Thing):
    """What the throws of a turn have come to: doubles in a row, whose they are, and who went to Jail by them."""

    doubles, thrower, jailed = State(0), State(Player), State(Player)


class Disaster(Thing):
    """The disaster that waits: who threw the 7, how severe it is, and from whom streets are drawn already, by key."""

    t: RatRaceTurn

    by, severity, done = State(Player), State[str | None](None), State("")

    @property
    def thrower(self) -> Player | None:
        """Who throws for it: who threw the 7, or who is on turn where that player is gone."""
        seats = self.t.seats
        return (
            self.by
            if self.by is None or self.by in seats
            else self.t.current or next(iter(seats), None)
        )

    @property
    def why_first(self) -> str:
        """Why nothing else goes on; empty where no disaster waits."""
        whose = self.by and (f"{self.by.name}'s" if self.by in self.t.seats else "a")
        return f"First comes the disaster of {whose} 7." if whose else ""

    def end(self) -> None:
        self.by = self.severity = self.done = None


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

    house = cached_property(House)
    opened = State(False)
    declared, declared_sum = State(Player), State(0)

    turn = TurnNow.known_as(TURN)
    market = Market.known_as(MARKET)
    dice = Dice.known_as(DICE)
    disaster = Disaster.known_as(DISASTER)

    # Money

    @cached_property
    def board_money(self) -> Money:
        return MONEY[self.house.board]

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

    def figure(self, key: str) -> int:
        """What is printed under a key in notes, as an amount of money."""
        return self.notes(self.printed(key))

    def on_board(self, millions: Option[int], classic: Option[int]) -> Option[int]:
        """Of an option that is a sum of money, that of the board that is played on."""
        return millions if self.house.board == MILLIONS else classic

    @property
    def goal(self) -> int:
        return self.option(self.on_board(House.goal, House.goal_classic))

    @property
    def broker_alone(self) -> bool:
        """Whether only the share price, the trades and the holdings are kept, and nobody's cash."""
        return self.house.books == "broker"

    @cached_property
    def owners(self) -> dict[str, Player]:
        """Which player has which street; of two holders it is the first by the seats."""
        last_first = [(who, self.holdings(who, OWNED)) for who in reversed(self.everybody)]
        return {
            street: who for who, held in last_first for street, many in held.items() if many > 0
        }

    @property
    def the_bank(self) -> Player:
        """The bank, which owns what nobody does."""
        return self.bank(BANK)

    # People and turns

    def read_number(self, holder: Seat | str, name: str) -> int:
        """The number that is noted; zero where none is."""
        value = self.noted(holder, name)
        return value if isinstance(value, int) else 0

    @cached_property
    def keeps_turns(self) -> bool:
        return self.house.turns == "on"

    @property
    def current(self) -> Player | None:
        """Whose turn it is: the next to the left where that player is out; nobody where turns are not kept."""
        who = self.turn.who
        if who is None or not self.keeps_turns:
            return None
        return who if who in self.seats else next(iter(who.others), None)

    def begin_turn(self, who: Player | None) -> None:
        """Give somebody the turn; whatever was noted of the turn before is forgotten."""
        for holder, name in tuple(self.table.ledger.marks):
            if holder in (TURN, DICE) and name != "who":
                self.note(holder, **{name: None})
        self.turn.who = who

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

    def job_label(self, level: str) -> str:
        """A job among others, where one is chosen."""
        return JOBS[0] if level == "0" else f"{level} \u00b7 {self.job_name(int(level))}"

    def loan_size(self, bracket: int) -> int:
        """What one loan of a bracket is; zero without a job."""
        return self.figure(f"loan.{bracket}") if bracket else 0

    @property
    def share_price(self) -> int:
        """What a share costs now."""
        return self.market.price or self.figure("share")

    @property
    def point(self) -> int:
        """By how much the price moves up or down at once: a sum, or a percentage of the price, at least one note."""
        if self.house.point_kind == "percent":
            return max(
                self.notes(1), self.whole(self.share_price * self.house.point_percent // 100)
            )
        return max(
            self.notes(1), self.whole(self.option(self.on_board(House.point, House.point_classic)))
        )

    @property
    def floor(self) -> int:
        """The least a share can cost."""
        return max(
            self.notes(1), self.whole(self.option(self.on_board(House.floor, House.floor_classic)))
        )


ask = Ask[RatRaceTurn]()

OPEN = Condition[RatRaceTurn](lambda t: t.opened, "First open the table.")
"""Corrections may still be needed after the end."""
GOING = (
    OPEN,
    Condition[RatRaceTurn](
        lambda t: not t.result, lambda t: f"The game is over: {t.result and t.result.reason}."
    ),
)
QUIET = (
    *GOING,
    Condition[RatRaceTurn](lambda t: not t.disaster.by, lambda t: t.disaster.why_first),
)
"""No disaster waits to be dealt with."""
BANKER = Condition[RatRaceTurn](
    lambda t: not t.broker_alone,
    "This book is the stock broker's alone: the banker keeps that elsewhere.",
)
PLAYING = (BANKER, *QUIET)
OWN_TURN = Condition[RatRaceTurn](
    lambda t: t.current in (None, t.find_player()),
    lambda t: (
        f"It is {t.current and t.current.name}'s turn, not {t.find_player().name}'s. The turn can be put right by hand."
    ),
    "who",
)
"""Where the table keeps the turns itself, it is everybody's."""
ON_TURN = (*PLAYING, OWN_TURN)


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
    options=House.options(),
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


@GAME.after_each
def show_cash(t: RatRaceTurn) -> None:
    """Say on each receipt what those then have whose cash it changed."""
    said = [line.text for line in t.effect.working]
    if t.before.opened:
        t.show_what_is_left(who for who in t.seats if f"{who} then has" not in said)
