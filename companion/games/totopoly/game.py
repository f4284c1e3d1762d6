"""The table as the rules see it: who has which role, who holds which cards, how far the evening is.

Accounts, in pounds: ``<seat>:cash``; ``box:cash``, the money that lies in the box; ``bank:fund``, the prize fund;
``training:cash``, the bank's side of the training ring; ``tote:pool``; ``<seat>:book``, a bookmaker's till. What a role
earns goes to the player's cash at once, and is counted beside that in the unit ``earned`` at ``<seat>:<role>``; a role
that nobody at the table has gets a till of its own, ``<role>:cash``.

Lease cards are units (``h1`` to ``h12``, ``b1`` to ``b8``): ``pack:cards`` until they are paid for, ``<seat>:cards``
when leased, ``hammer:cards`` while they wait for the auction, ``out:cards`` when nobody has them. Cards gained in
training are units too (``black`` ... ``white.black`` ... ``remount``), from ``stack:training`` to ``<seat>:training``.

What is noted of the Tote, the race and the bookmakers' books carries the number of the race, as many may be run where
only bets are kept: ``paid_1``, ``bet_1_12``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from companion.api import Ask, Game, KeptNames, Refusal, Seat, State, Thing, TurnOf, listed, sentence
from companion.api.show import Cash, Tile
from companion.games.kept_names import RESERVED
from companion.games.totopoly import options
from companion.games.totopoly.lease_cards import (
    BOARD_VALUES,
    BUSINESSES,
    COLOURS,
    HORSES,
    INKS,
    LEASE_CARDS,
    NAMES,
    TRAINING_CARDS,
    WHITES,
)
from companion.games.totopoly.options import AUCTION_ONLY, BANK_ONLY, BOOK_ONLY, EVENING, OPTIONS, TOTE_ONLY

POUND = "\u00a3"
BOX, BANK, TRAINING, TOTE = "box", "bank", "training", "tote"
PACK, HAMMER, OUT, STACK = "pack", "hammer", "out", "stack"
FUND, POOL, TILL, LEASED, GAINED, EARNED = "fund", "pool", "book", "cards", "training", "earned"
"""Purses beside cash: of the bank, the Tote, a bookmaker; lease cards and training cards; and what a role earned."""
RACE, SIDE, DUE = "race", "side", "due"
"""Of whom more is noted: the race, all bookmakers' books, and the debt that is due."""

BANKER, AUCTIONEER, CLERK = "banker", "auctioneer", "clerk"
NOBODY = "nobody"
ROLES = {BANKER: "Banker", AUCTIONEER: "Auctioneer", CLERK: "Tote Clerk"}
BANK_NAMES = {BOX: "the money box", BANK: "the prize fund", TRAINING: "the training account", TOTE: "the Tote"}
BANK_NAMES |= {role: f"the {name}" for role, name in ROLES.items()}


class Stage:
    """How far the evening is: cards are kept, sold, trained; fees; bets; the race; payouts."""

    SETUP, LEASES, LOTS, RING, PARADE = "setup", "leases", "lots", "ring", "parade"
    BETTING, RUNNING, HOME, OVER = "betting", "running", "home", "over"


STAGES = {
    Stage.SETUP: "the setting up",
    Stage.LEASES: "the leases",
    Stage.LOTS: "the auction",
    Stage.RING: "the training ring",
    Stage.PARADE: "the parade before the race",
    Stage.BETTING: "the betting",
    Stage.RUNNING: "the race",
    Stage.HOME: "the paying out",
    Stage.OVER: "the end",
}
"""The stages as a sentence has them."""
GAME_OVER = "The game is over. Undo the last entry to play on."


class Player(Seat):
    """A player, or one of the game's banks."""

    t: TotopolyTurn

    nominated, order = State(""), State("")
    left = State[int | None](None)

    @property
    def name(self) -> str:
        return BANK_NAMES.get(self.key) or super().name

    @property
    def cash(self) -> int:
        """Cash in hand; where cash is not followed, what the book has given or taken so far."""
        return self.t.held(self)

    @property
    def till(self) -> int:
        return self.t.held(self, TILL)

    @property
    def book_paid(self) -> bool:
        return bool(self.t.in_race(SIDE, "settled", self.key))

    def earnings_by(self, role: str) -> int:
        return self.t.held(self, role, EARNED)

    @property
    def earned_in_all(self) -> int:
        return sum(self.earnings_by(role) for role in ROLES)

    @property
    def cards(self) -> tuple[str, ...]:
        """The lease cards a player has paid for, horses first."""
        return self.t.find_lying(self)

    @property
    def training(self) -> dict[str, int]:
        """The cards a player has from training, by kind."""
        held = self.t.holdings(self, GAINED)
        return {kind: held[kind] for kind in TRAINING_CARDS if held.get(kind, 0) > 0}

    @property
    def white_cards(self) -> dict[str, int]:
        """The white cards a player has still to get rid of, by kind."""
        return {kind: many for kind, many in self.training.items() if kind in WHITES}

    @property
    def horses(self) -> tuple[str, ...]:
        """The horses of a player that run, in the order of their numbers."""
        return tuple(horse for horse in self.t.runners if self.t.held(self, LEASED, horse) > 0)

    @property
    def fees_due(self) -> tuple[str, ...]:
        """The horses for which the entrance fee is still to be paid."""
        return tuple(horse for horse in self.horses if not self.t.has_entered(horse))

    @property
    def nominee(self) -> str:
        """The horse a player has nominated, as long as it is the player's own and runs; empty without one."""
        return self.nominated if self.nominated in self.horses else ""

    @property
    def to_order(self) -> tuple[str, ...]:
        """The horses of a player but the nominated one, by their numbers."""
        return tuple(horse for horse in self.horses if horse != self.nominee)

    @property
    def fixed_order(self) -> tuple[str, ...]:
        """The order in which those move: as noted, by number where nothing is."""
        noted = tuple(horse for horse in self.order.split() if horse in self.to_order)
        return noted + tuple(horse for horse in self.to_order if horse not in noted)

    def show_cash(self, words: str = "") -> None:
        """Say on the receipt what a player has in hand now, where cash is followed."""
        if self.t.tracked:
            self.t.step(words or f"{self} then has", self.cash)

    def require_playing(self, question: str = "who") -> None:
        self.t.refuse(self not in self.t.seats, f"{self} has left the game.", question)


class Role(Thing):
    """A role at the table: who has it, and whether the table has said so, be it nobody."""

    who, settled = State(Player), State[int | None](None)


class LeaseCard(Thing):
    """What becomes of a lease card: unsold once, its horse scratched, its entrance fee paid."""

    passed, scratched, fee = State[int | None](None), State[int | None](None), State[int | None](None)


class RaceDay(Thing):
    """Which race of the day it is, and whether its prizes are paid."""

    number, prizes = State(1), State[int | None](None)


class DebtDue(Thing):
    """A debt for which cash is raised: by whom, how much, to whom and into which purse, what for."""

    who, amount = State(Player), State(0)
    to, what, kind = State(""), State(""), State("")


class TotopolyTurn(TurnOf[Player]):
    """The table in the words of Totopoly."""

    seat_class = Player
    signs_losses = False

    field, swapped, dealer, resume = State(0), State(False), State(Player), State("")
    noted_stage = State(Stage.SETUP, "stage")

    @property
    def debt(self) -> DebtDue:
        return self.thing(DebtDue, DUE)

    @property
    def day(self) -> RaceDay:
        return self.thing(RaceDay, RACE)

    def lease(self, card: str) -> LeaseCard:
        """Return what becomes of a lease card, also of the horse on it."""
        return self.thing(LeaseCard, card)

    # --- what the book keeps, and how far the evening is ------------------------------------------

    @cached_property
    def keeps(self) -> str:
        """What this book is kept for."""
        return self.option(options.KEEPS)

    @property
    def tracked(self) -> bool:
        """Whether everybody's cash is followed, so that nobody can pay more than there is."""
        return self.keeps == EVENING

    @property
    def keeps_prizes(self) -> bool:
        """Whether it is kept whose horses run, and what they win."""
        return self.keeps in (EVENING, BANK_ONLY)

    @property
    def keeps_tote(self) -> bool:
        return self.keeps in (EVENING, TOTE_ONLY)

    @property
    def keeps_books(self) -> bool:
        return self.keeps in (EVENING, BOOK_ONLY)

    @cached_property
    def bets_only(self) -> bool:
        """Whether nothing but bets is kept, on horses by their numbers, race after race."""
        return self.keeps in (TOTE_ONLY, BOOK_ONLY)

    @property
    def nobody_wins(self) -> bool:
        """Whether nothing is kept but what was spent or paid in."""
        return self.keeps in (AUCTION_ONLY, BANK_ONLY)

    @cached_property
    def stage(self) -> str:
        """How far the evening is; before anything is recorded, that is the setting up.

        The end is only the end when all is settled: a payout that is crossed out leads back to the paying out. And once
        the prizes are paid the evening is over with the last open bet, whichever way that was settled.
        """
        noted = self.noted_stage
        if (noted == Stage.OVER and self.keeps != AUCTION_ONLY) or (noted == Stage.HOME and self.keeps_prizes):
            return Stage.OVER if self._all_settled else Stage.HOME
        return noted

    def go_to(self, stage: str) -> None:
        self.noted_stage = stage

    def require_begun(self) -> None:
        """Refuse while nothing is laid out yet, or when the game is over."""
        self.refuse(self.stage == Stage.SETUP, "The book is not open yet. Open it first.")
        self.refuse(self.stage == Stage.OVER, GAME_OVER)

    def require_stage(self, *stages: str) -> None:
        """Refuse unless the evening is at one of these stages."""
        self.require_begun()
        if self.stage not in stages:
            belongs = listed((STAGES[one] for one in stages), "or")
            raise Refusal(f"That belongs to {belongs}; now it is {STAGES[self.stage]}. Set the stage to change that.")

    def require_no_debt(self) -> None:
        """Refuse while somebody has still to raise cash for a debt."""
        if who := self.debt.who:
            raise Refusal(f"First {who.name} settles the debt that is due.")

    # --- money and roles ---------------------------------------------------------------------------

    @property
    def fund(self) -> int:
        return self.held(BANK, FUND)

    @property
    def in_pool(self) -> int:
        return self.held(TOTE, POOL)

    def find_player(self, question: str) -> Player:
        """Return who is named in answer to a question; nobody that there is while it is not answered."""
        return self.holder(str(self.answers.get(question) or ""))

    def can_pay(self, question: str) -> int:
        """Return the most that whoever is named in answer to a question can pay; zero where cash is not followed."""
        return max(0, self.find_player(question).cash) if self.tracked else 0

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that this book needs."""
        return options.ROLES_IN[self.keeps]

    def role(self, role: str) -> Player:
        """Return who has a role, or the role itself where nobody at the table has it."""
        return self.thing(Role, role).who or self.holder(role)

    def is_role_given(self, role: str) -> bool:
        """Whether the table has said who has a role, be it nobody."""
        return self.thing(Role, role).settled is not None

    def give_role(self, role: str, who: Player | None) -> None:
        """Record who has a role from now on; ``None`` is nobody at the table."""
        self.thing(Role, role).set(who=who, settled=1)

    def earn(self, role: str, amount: int, giver: Player, purse: str) -> None:
        """Pay what a role earns, and count it."""
        self.pay(giver, self.role(role), amount, purse, into="cash")
        self.pay(self.role(role), BOX, -amount, role, EARNED)

    # --- cards ---------------------------------------------------------------------------------------

    def move(self, card: str, giver: Player | str, taker: Player | str) -> None:
        self.pay(giver, taker, 1, LEASED, card)

    def find_lying(self, place: Player | str) -> tuple[str, ...]:
        """Return the lease cards that lie in a place, such as the auction."""
        account, balance = self._account(place, LEASED), self.table.ledger.balance
        return tuple(card for card in LEASE_CARDS if balance(account, card) > 0)

    def owner(self, card: str) -> Player | None:
        """Return who leases a card."""
        held = self.table.ledger.balances.get
        keys = (one.key for one in self.table.players if held((f"{one.key}:{LEASED}", card), 0) > 0)
        return next((self.holder(key) for key in keys), None)

    @property
    def unkept(self) -> tuple[str, ...]:
        """The lease cards nobody has paid for, that are not for sale in the auction nor out of the game."""
        gone = {*self.find_lying(HAMMER), *self.find_lying(OUT)}
        return tuple(card for card in LEASE_CARDS if card not in gone and not self.owner(card))

    @property
    def keepable(self) -> tuple[str, ...]:
        """The lease cards that a player may name as kept: while hands are hidden, those of other hands too."""
        if not self.hidden:
            return self.unkept
        gone = {*self.find_lying(HAMMER), *self.find_lying(OUT)}
        return tuple(
            card
            for card in LEASE_CARDS
            if card not in gone and not (self.business_type(card) == "auctioneer" and self.owner(card))
        )

    @property
    def hidden(self) -> bool:
        """Whether hands are still kept from each other, so that no page may name a card."""
        return self.option(options.HIDDEN) == "hidden" and self.stage in (Stage.LEASES, Stage.LOTS) and not self.resume

    def business_type(self, card: str) -> str:
        """Return what a business is; empty for a horse."""
        return str(self.printed(f"{card}.role")) if card in BUSINESSES else ""

    def business_of(self, kind: str) -> str:
        """Return which card is a business of this type; empty where none is."""
        return next((card for card in BUSINESSES if self.business_type(card) == kind), "")

    def price(self, card: str) -> int:
        """Return the price printed on a lease card; zero where nobody has copied it yet.

        One that was copied as the card was kept would show whose it is, so it is not told while hands are hidden.
        """
        key = f"{card}.price"
        known = self.table.printed[key] if self.hidden and self.owner(card) else self.printed(key)
        return int(known or 0)

    def colour(self, horse: str) -> str:
        return str(self.printed(f"{horse}.colour"))

    def ink(self, horse: str) -> str:
        """Return the colour a horse is drawn in; empty where nobody has copied its card, for then it is a guess."""
        return INKS[self.colour(horse)] if self.colour(horse) in COLOURS and not self.by_number(horse) else ""

    def swatch(self, card: str) -> str:
        """Return the colour of a lease card; empty for a business."""
        return self.ink(card) if card in HORSES else ""

    def by_number(self, horse: str) -> bool:
        """Whether a horse goes by its number alone: only bets are kept, and nobody has copied the horse's card."""
        return self.bets_only and self.printed(f"{horse}.name") == NAMES[HORSES.index(horse)]

    def horse_name(self, horse: str) -> str:
        """Return what a horse is called in a sentence: its name, or its number where it goes by that."""
        return f"horse {horse[1:]}" if self.by_number(horse) else str(self.printed(f"{horse}.name"))

    def horse(self, horse: str) -> str:
        """Return what a horse is called at the beginning of a sentence."""
        return sentence(self.horse_name(horse))

    def card_name(self, card: str) -> str:
        """Return what is printed on a lease card, a horse with its number, or by that alone."""
        if card in HORSES and self.by_number(card):
            return f"No. {card[1:]}"
        printed = str(self.printed(f"{card}.name"))
        return f"{card[1:]} \u00b7 {printed}" if card in HORSES else printed

    def card_detail(self, card: str) -> str:
        """Return what else stands on a lease card: the price, and a horse's colour."""
        price = self.written(self.price(card)) if self.price(card) else "add price"
        return f"{self.colour(card)}, {price}" if card in HORSES else price

    def tile(self, horse: str) -> Tile:
        return Tile(horse[1:], self.ink(horse))

    # --- the race --------------------------------------------------------------------------------------

    @cached_property
    def race(self) -> int:
        """Which race of the day this is, from 1."""
        return self.day.number

    def in_race(self, holder: str, what: str, *of: str | int) -> str:
        """Return what was noted of this race under a name, in words; empty where nothing was."""
        value = self.noted(holder, self._of_race(what, of))
        return "" if value is None else str(value)

    def note_in_race(self, holder: str, what: str, value: str | int | None, *of: str | int) -> None:
        self.note(holder, **{self._of_race(what, of): value})

    def _of_race(self, what: str, of: tuple[str | int, ...]) -> str:
        return "_".join(map(str, (what, self.race, *of))) if of else f"{what}_{self.race}"

    @cached_property
    def runners(self) -> tuple[str, ...]:
        """The horses that run: leased and not scratched; where only bets are kept, as many as were named.

        While hands are hidden none does: a list of them would show what is kept.
        """
        if self.hidden:
            return ()
        if self.bets_only:
            return tuple(horse for horse in HORSES[: self.field] if not self.is_scratched(horse))
        held, hands = self.table.ledger.balances.get, [f"{one.key}:{LEASED}" for one in self.table.players]
        leased = (horse for horse in HORSES if any(held((hand, horse), 0) > 0 for hand in hands))
        return tuple(horse for horse in leased if not self.is_scratched(horse))

    def is_scratched(self, horse: str) -> bool:
        return bool(self.lease(horse).scratched)

    def has_entered(self, horse: str) -> bool:
        return bool(self.lease(horse).fee)

    # --- what is settled ---------------------------------------------------------------------------------

    def bets(self, holder: str) -> list[tuple[int, str]]:
        """Return the bets of this race that stand at the Tote or in all books: number, and what is noted of each."""
        # a pad may hold thousands of bets, and is read at every tap
        noted, name = self.table.ledger.marks.get, f"bet_{self.race}_"
        numbers = range(1, self.next_bet(holder))
        return [(number, str(bet)) for number in numbers if (bet := noted((holder, name + str(number))))]

    def next_bet(self, holder: str) -> int:
        """Return the number of the next bet at the Tote or in all books."""
        return 1 + int(self.in_race(holder, "bets") or 0)

    @property
    def tote_paid(self) -> bool:
        return bool(self.in_race(TOTE, "paid"))

    @property
    def prizes_paid(self) -> bool:
        return bool(self.day.prizes)

    @property
    def bets_open(self) -> bool:
        """Whether a bet of this race waits for its payout, at the Tote or in a bookmaker's book."""
        if not self.tote_paid and self.bets(TOTE):
            return True
        return any(not self.holder(bet.partition(" ")[0]).book_paid for _, bet in self.bets(SIDE))

    @property
    def carried_in(self) -> int | None:
        """How much was carried to this race in the pool; ``None`` where an older book did not say."""
        noted = self.in_race(TOTE, "carried")
        return int(noted) if noted else 0 if self.race == 1 else None

    @property
    def carried_on(self) -> int | None:
        """How much this race's payout left in the pool for the next; ``None`` where an older book did not say."""
        noted = self.in_race(TOTE, "left")
        return int(noted) if noted else 0 if self.tracked else None

    @property
    def _all_settled(self) -> bool:
        """Whether no bet is open, no prize, and in the pool is only what belongs there."""
        if self.bets_open or (self.keeps_prizes and not self.prizes_paid):
            return False
        if not self.keeps_tote:
            return True
        belongs = self.carried_on if self.tote_paid else self.carried_in
        return self.in_pool >= 0 if belongs is None else self.in_pool == belongs


ask = Ask[TotopolyTurn]()


def ask_lease(
    text: str,
    now: Callable[[TotopolyTurn], Iterable[str]] | None = None,
    detail: Callable[[TotopolyTurn, str], str] = TotopolyTurn.card_detail,
    owner: Callable[[TotopolyTurn], Player] | None = None,
) -> Any:
    """Ask for a lease card, one of all of them unless ``now`` says which; while hands are hidden it is its owner's."""
    label, swatch = TotopolyTurn.card_name, TotopolyTurn.swatch

    def private(t: TotopolyTurn) -> Player | None:
        return owner(t) if owner and t.hidden else None

    return ask.choice(text, LEASE_CARDS, label=label, now=now, detail=detail, swatch=swatch, private=private)


def ask_horse(
    text: str,
    now: Callable[[TotopolyTurn], Iterable[str]] | None = lambda t: t.runners,
    *,
    detail: Callable[[TotopolyTurn, str], str] | None = None,
    tile: Callable[[TotopolyTurn, str], Tile] = TotopolyTurn.tile,
    optional: bool = False,
) -> Any:
    """Ask for a horse, one of those that run unless ``now`` says which."""
    label = TotopolyTurn.card_name
    return ask.choice(text, HORSES, label=label, now=now, detail=detail, tile=tile, optional=optional)


GAME: Game[TotopolyTurn] = Game(
    "totopoly",
    "Totopoly",
    "Bank, auction, Tote and bookmaker, from the leases to the prizes.",
    colour="#14532D",
    players=(2, 6),
    edition="rulebook edition",
    options=OPTIONS,
    board_values=BOARD_VALUES,
    banks=(BOX, BANK, TRAINING, TOTE, PACK, HAMMER, OUT, STACK, *ROLES),
    money=POUND,
    stakes=(POOL, TILL),
    turn=TotopolyTurn,
    kept=KeptNames(sign="", table="table", gone="left", reserved=RESERVED),
    cash=Cash(
        followed=lambda t: t.tracked,
        notes=lambda _: (50, 25, 5, 1),
        bank="bank",
        leave_out="Leave out what lies on the Tote or in a bookmaker's till.",
        purses={TILL: "till"},
        piles={
            "fund": ("The prize fund", f"{BANK}:{FUND}"),
            "training": ("The training account", f"{TRAINING}:cash"),
            "pool": ("The Tote's pool", f"{TOTE}:{POOL}"),
        },
    ),
    shortlist=(
        "bet",
        "keep",
        "sell",
        "train_pay",
        "train_get",
        "gain_card",
        "use_card",
        "home",
        "wear_hat",
        "correct_money",
    ),
)
