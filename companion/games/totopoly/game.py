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

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.api import (
    Ask,
    Condition,
    Game,
    KeptNames,
    Seat,
    State,
    Thing,
    TurnOf,
    listed,
    sentence,
)
from companion.api.show import Cash, Tile
from companion.games.kept_names import RESERVED
from companion.games.totopoly.box import (
    BOARD_VALUES,
    BUSINESSES,
    HORSES,
    INKS,
    LEASE_CARDS,
    LEASES,
    LOTS,
    NAMES,
    OVER,
    PAYING_OUT,
    PHASES,
    RUNNING,
    SETUP,
    TRAINING_CARDS,
    Phase,
)
from companion.games.totopoly.notes import RACE, LeaseCard, RaceDay, RaceNotes
from companion.games.totopoly.options import (
    AUCTION_ONLY,
    BOOK_ONLY,
    EVENING,
    SCOPES,
    TOTE_ONLY,
    House,
    Scope,
)
from companion.rules import betting
from companion.rules.betting import Odds, Wager, read_odds

POUND = "\u00a3"
BOX, BANK, TRAINING, TOTE = "box", "bank", "training", "tote"
PACK, HAMMER, OUT, STACK = "pack", "hammer", "out", "stack"
FUND, POOL, TILL, LEASED, GAINED, EARNED = "fund", "pool", "book", "cards", "training", "earned"
"""Purses beside cash: of the bank, the Tote, a bookmaker; lease cards and training cards; and what a role earned."""
BOOKS, DUE = "side", "due"
"""Of whom more is noted: all bookmakers' books, and the debt that is due."""

OWN_PURSES = {BANK: FUND, TOTE: POOL}
"""Where money lies that is not cash."""
ENTRANCE, FEE = 25, "fee"
"""The entrance fee of a horse, and the kind of debt that is made up of such fees."""

BETS = {betting.WIN: "to win", betting.PLACE: "for a place"}

BANKER, AUCTIONEER, CLERK = "banker", "auctioneer", "clerk"
NOBODY = "nobody"
ROLES = {BANKER: "Banker", AUCTIONEER: "Auctioneer", CLERK: "Tote Clerk"}
BANK_NAMES = {
    BOX: "the money box",
    BANK: "the prize fund",
    TRAINING: "the training account",
    TOTE: "the Tote",
}
BANK_NAMES |= {NOBODY: "nobody", **{role: f"the {name}" for role, name in ROLES.items()}}
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
        return bool(self.t.books["settled", self.key])

    def earnings_by(self, role: str) -> int:
        return self.t.held(self, role, EARNED)

    @property
    def earned_in_all(self) -> int:
        return sum(self.earnings_by(role) for role in ROLES)

    @property
    def cards(self) -> tuple[str, ...]:
        return self.t.find_lying(self)

    @property
    def training(self) -> dict[str, int]:
        held = self.t.holdings(self, GAINED)
        return {kind: held[kind] for kind in TRAINING_CARDS if held.get(kind, 0) > 0}

    @property
    def horses(self) -> tuple[str, ...]:
        return tuple(horse for horse in self.t.runners if self.t.owner(horse) == self)

    @property
    def fees_due(self) -> tuple[str, ...]:
        """The horses for which the entrance fee is still to be paid."""
        return tuple(horse for horse in self.horses if not self.t.lease(horse).fee)

    @property
    def fees(self) -> int:
        return ENTRANCE * len(self.fees_due)

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

    def require_cash(self, amount: int, question: str) -> None:
        """Refuse what a player can't pay, where cash is followed."""
        held, written = max(0, self.cash), self.t.written
        missing = self.t.tracked and amount > held
        self.t.refuse(missing, f"{self} holds {written(held)}, not {written(amount)}.", question)

    @property
    def book(self) -> tuple[Bet, ...]:
        return tuple(bet for bet in self.t.book_slips if bet.keeper == self)

    @property
    def stakes(self) -> int:
        return sum(bet.stake for bet in self.book)

    @property
    def free_in_till(self) -> int:
        """What lies in the till beyond the stakes of bets not paid out yet."""
        return max(0, self.till - (0 if self.book_paid else self.stakes))

    @property
    def exposure(self) -> dict[str, int]:
        """What the book would make on this race if each horse won, at worst; negative is a loss."""
        return betting.exposure((bet.wager for bet in self.book), self.t.runners, self.t.last_place)

    def odds_on(self, horse: str) -> Odds | None:
        return read_odds(str(self.t.noted(BOOKS, f"odds_{self.key}_{horse}") or ""))


class Role(Thing):
    """A role at the table: who has it, and whether the table has said so, be it nobody."""

    who, settled = State(Player), State[int | None](None)


class DebtDue(Thing):
    """A debt for which cash is raised, as it is noted; ``to`` is the account it is paid into."""

    who, amount = State(Player), State(0)
    to, what, kind = State(""), State(""), State("")


class Due(NamedTuple):
    """A debt that is due: who pays, how much, to whom and what for, in words.

    One of the ``kind`` of entrance fees goes with the horses: a horse sold is one fee less.
    """

    who: Player
    amount: int
    to: Player
    what: str
    kind: str = ""


class Bet(NamedTuple):
    """A bet at the Tote, whose are those on the pad, or in the book of a bookmaker, to win or for a place, at odds."""

    number: int
    keeper: Player
    who: Player
    horse: str
    stake: int
    kind: str = betting.WIN
    odds: Odds = Odds(1, 1)

    @property
    def pad(self) -> RaceNotes:
        return self.who.t.tote if self.keeper.key == TOTE else self.who.t.books

    @property
    def wager(self) -> Wager:
        return Wager(self.horse, self.kind, self.stake, self.odds)

    @property
    def words(self) -> str:
        """How much is laid on which horse, and with a bookmaker, to win or for a place, at which odds."""
        t = self.who.t
        words = f"{t.written(self.stake)} on {t.horse_name(self.horse)}"
        return (
            words if self.keeper.key == TOTE else f"{words} {BETS[self.kind]}, at {self.odds.words}"
        )

    def write(self) -> None:
        """Note the bet, as the last of its race where it is new."""
        who, pad = self.who.key, self.pad
        noted = f"{who} {self.horse} {self.stake}"
        if self.keeper.key != TOTE:
            noted = f"{self.keeper.key} {who} {self.horse} {self.kind} {self.stake} {self.odds.key}"
        pad["bet", self.number] = noted
        pad["bets"] = max(self.number, pad.next_bet - 1)

    def give_back(self) -> None:
        """Give the stake back from pool or till, and take the bet off the pad."""
        purse = "cash" if self.keeper.key == TOTE else TILL
        self.who.t.pay(self.keeper, self.who, self.stake, purse, into="cash", what="")
        self.pad["bet", self.number] = None


def by_backer(bets: Iterable[Bet]) -> dict[Player, list[Bet]]:
    """Sort bets by who laid them."""
    found: dict[Player, list[Bet]] = {}
    for bet in bets:
        found.setdefault(bet.who, []).append(bet)
    return found


class TotopolyTurn(TurnOf[Player]):
    """The table in the words of Totopoly."""

    seat_class = Player
    signs_losses = False

    field, swapped, dealer, resume = State(0), State(False), State(Player), State("")
    stage = State(SETUP.key)

    debt = DebtDue.known_as(DUE)
    day = RaceDay.known_as(RACE)
    tote = RaceNotes.known_as(TOTE)
    course = RaceNotes.known_as(RACE)
    books = RaceNotes.known_as(BOOKS)

    @property
    def due(self) -> Due | None:
        """The debt for which cash is being raised, if there is one."""
        debt, who = self.debt, self.debt.who
        if not who:
            return None
        amount = who.fees if debt.kind == FEE else debt.amount
        return Due(who, amount, self.holder(debt.to.partition(":")[0]), debt.what, debt.kind)

    def lease(self, card: str) -> LeaseCard:
        """Return what becomes of a lease card, also of the horse on it."""
        return self.thing(LeaseCard, card)

    def forget_due(self) -> None:
        self.debt.set(who=None, amount=None, to=None, what=None, kind=None)

    # --- what the book keeps, and how far the evening is ------------------------------------------

    @property
    def house(self) -> House:
        return House(self)

    @cached_property
    def keeps(self) -> Scope:
        return SCOPES[self.house.keeps]

    @property
    def tracked(self) -> bool:
        """Whether everybody's cash is followed, so that nobody can pay more than there is."""
        return self.keeps == EVENING

    @cached_property
    def bets_only(self) -> bool:
        """Whether nothing but bets is kept, on horses by their numbers, race after race."""
        return self.keeps in (TOTE_ONLY, BOOK_ONLY)

    @cached_property
    def phase(self) -> Phase:
        """How far the evening is; before anything is recorded, that is the setting up.

        The end is only the end when all is settled: a payout that is crossed out leads back to the paying out. And once
        the prizes are paid the evening is over with the last open bet, whichever way that was settled.
        """
        noted = PHASES[self.stage]
        if (noted == OVER and self.keeps != AUCTION_ONLY) or (
            noted == PAYING_OUT and self.keeps.prizes
        ):
            return OVER if self._all_settled else PAYING_OUT
        return noted

    @property
    def day_phase(self) -> Phase:
        """How far the evening is; while the cards of who left are auctioned, how far it was before."""
        return PHASES[self.resume] if self.resume and self.phase == LOTS else self.phase

    def go_to(self, phase: Phase) -> None:
        self.stage = phase.key

    @property
    def why_not_begun(self) -> str:
        """Why nothing can be recorded: nothing is laid out yet, or the game is over."""
        return {SETUP: "The book is not open yet. Open it first.", OVER: GAME_OVER}.get(
            self.phase, ""
        )

    # --- money and roles ---------------------------------------------------------------------------

    @property
    def fund(self) -> int:
        return self.held(BANK)

    @property
    def in_pool(self) -> int:
        return self.held(TOTE)

    def role(self, role: str) -> Player:
        """Return who has a role, or the role itself where nobody at the table has it."""
        return self.thing(Role, role).who or self.holder(role)

    def give_role(self, role: str, who: Player) -> None:
        """Record who has a role from now on, be it nobody at the table."""
        self.thing(Role, role).set(who=None if who.key == NOBODY else who, settled=1)

    def _account(self, holder: Thing | str, purse: str) -> str:
        """Money that lies with the bank is the prize fund, and with the Tote the pool."""
        own = OWN_PURSES.get(self._key(holder), purse) if purse == "cash" else purse
        return super()._account(holder, own)

    def earn(self, role: str, amount: int, giver: Player | str) -> None:
        """Pay what a role earns, and count it."""
        self.pay(giver, self.role(role), amount)
        self.pay(self.role(role), BOX, -amount, role, EARNED)

    # --- cards ---------------------------------------------------------------------------------------

    def move(self, card: str, giver: Player | str, taker: Player | str) -> None:
        self.pay(giver, taker, 1, LEASED, card)

    def find_lying(self, place: Player | str) -> tuple[str, ...]:
        account, held = self._account(place, LEASED), self.table.ledger.balances.get
        return tuple(card for card in LEASE_CARDS if held((account, card), 0) > 0)

    @cached_property
    def owners(self) -> dict[str, Player]:
        """Who leases which card; the first of two, as an entry that is crossed out may leave it."""
        return {card: who for who in reversed(self.everybody) for card in who.cards}

    def owner(self, card: str) -> Player | None:
        return self.owners.get(card)

    @property
    def keepable(self) -> tuple[str, ...]:
        """The lease cards that a player may name as kept: while hands are hidden, those of other hands too."""
        gone = {*self.find_lying(HAMMER), *self.find_lying(OUT)}
        return tuple(
            card
            for card in LEASE_CARDS
            if card not in gone
            and (not self.owner(card) or (self.hidden and self.business_type(card) != "auctioneer"))
        )

    @property
    def unkept(self) -> tuple[str, ...]:
        """The lease cards nobody has paid for, that are not for sale in the auction nor out of the game."""
        return tuple(card for card in self.keepable if not self.owner(card))

    @property
    def hidden(self) -> bool:
        """Whether hands are still kept from each other, so that no page may name a card."""
        return self.house.hidden == "hidden" and self.phase in (LEASES, LOTS) and not self.resume

    def business_type(self, card: str) -> str:
        return str(self.printed(f"{card}.role")) if card in BUSINESSES else ""

    def business_of(self, kind: str) -> str:
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

    def ink(self, card: str) -> str:
        """Return the colour a horse is drawn in; empty where nobody has copied its card, for then it is a guess."""
        return (
            INKS.get(self.colour(card), "") if card in HORSES and not self.by_number(card) else ""
        )

    def by_number(self, horse: str) -> bool:
        """Whether a horse goes by its number alone: only bets are kept, and nobody has copied the horse's card."""
        return self.bets_only and self.printed(f"{horse}.name") == NAMES[HORSES.index(horse)]

    def horse_name(self, horse: str) -> str:
        """Return what a horse is called in a sentence: its name, or its number where it goes by that."""
        return f"horse {horse[1:]}" if self.by_number(horse) else str(self.printed(f"{horse}.name"))

    def horse(self, horse: str) -> str:
        return sentence(self.horse_name(horse))

    def card_name(self, card: str) -> str:
        """Return what is printed on a lease card, a horse with its number, or by that alone."""
        if card not in LEASE_CARDS:
            return card.capitalize()
        if card in HORSES and self.by_number(card):
            return f"No. {card[1:]}"
        printed = str(self.printed(f"{card}.name"))
        return f"{card[1:]} \u00b7 {printed}" if card in HORSES else printed

    def card_detail(self, card: str) -> str:
        price = self.written(self.price(card)) if self.price(card) else "price?"
        return f"{self.colour(card)}, {price}" if card in HORSES else price

    def tile(self, horse: str) -> Tile:
        return Tile(horse[1:] if horse in HORSES else "\u2013", self.ink(horse))

    # --- the race --------------------------------------------------------------------------------------

    @cached_property
    def runners(self) -> tuple[str, ...]:
        """The horses that run: leased and not scratched; where only bets are kept, as many as were named.

        While hands are hidden none does: a list of them would show what is kept.
        """
        there = () if self.hidden else HORSES[: self.field] if self.bets_only else self.owners
        return tuple(
            horse for horse in HORSES if horse in there and not self.lease(horse).scratched
        )

    # --- what is settled ---------------------------------------------------------------------------------

    @property
    def tote_paid(self) -> bool:
        return bool(self.tote["paid"])

    @property
    def bets_open(self) -> bool:
        """Whether a bet of this race waits for its payout, at the Tote or in a bookmaker's book."""
        return bool((self.slips and not self.tote_paid) or self.owing)

    @property
    def _all_settled(self) -> bool:
        """Whether no bet is open, no prize, and in the pool is only what belongs there."""
        if self.bets_open or (self.keeps.prizes and not self.day.prizes):
            return False
        return not self.keeps.tote or self.in_pool == self.belongs

    @property
    def who_has_paid(self) -> str:
        """Who has paid out on the result already; empty where nobody has."""
        if self.tote_paid:
            return "The Tote has"
        if self.day.prizes:
            return "The bank has"
        return next((f"{who} has" for who in self.everybody if who.book_paid), "")

    # --- bets ----------------------------------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        """Whether the race has come so far that nobody may bet on it any more."""
        if self.day_phase == RUNNING and self.house.close == "bend":
            return bool(self.tote["closed"])
        return self.day_phase in (RUNNING, PAYING_OUT, OVER)

    @property
    def owners_first(self) -> bool:
        """Whether only owners bet so far, each on their own horses."""
        return self.tracked and self.house.owners_round == "round" and not self.noted(TOTE, "open")

    @cached_property
    def slips(self) -> tuple[Bet, ...]:
        """The bets of this race on the Tote's pad, in the order they were laid."""
        players = {who.key: who for who in self.everybody}
        tote = self.bank(TOTE)
        return tuple(
            Bet(number, tote, players.get(who) or self.holder(who), horse, int(stake))
            for number, (who, horse, stake) in self.tote.bets
        )

    @property
    def laid(self) -> int:
        return sum(slip.stake for slip in self.slips)

    @property
    def carried_here(self) -> int:
        """How much an earlier race left in the pool beside the bets of this one."""
        if self.tote_paid:
            return 0
        noted = self.tote["carried"]
        # an older book did not say
        return (
            int(noted) if noted else 0 if self.day.number == 1 else max(0, self.in_pool - self.laid)
        )

    @property
    def belongs(self) -> int:
        """How much should lie in the pool: the bets and what was carried here, or what the payout carries on."""
        if not self.tote_paid:
            return self.laid + self.carried_here
        noted = self.tote["left"]
        return int(noted) if noted else 0 if self.tracked else max(0, self.in_pool)

    @property
    def tote_due(self) -> bool:
        return (
            self.keeps.tote and not self.tote_paid and (bool(self.slips) or self.carried_here > 0)
        )

    @cached_property
    def book_slips(self) -> tuple[Bet, ...]:
        return tuple(
            Bet(
                number,
                self.holder(of),
                self.holder(who),
                horse,
                int(stake),
                kind,
                read_odds(odds) or Odds(1, 1),
            )
            for number, (of, who, horse, kind, stake, odds) in self.books.bets
        )

    @property
    def last_place(self) -> int:
        """The last place that counts as one in a bookmaker's book."""
        return 3 if self.house.book_place == "three" else 2

    @property
    def bookmakers(self) -> tuple[Player, ...]:
        return tuple(who for who in self.seats if self.noted(BOOKS, f"open_{who.key}") is not None)

    @property
    def payers(self) -> tuple[Player, ...]:
        """Everyone who keeps a book, and who has left with bets of this race in one: those are still paid."""
        pay = {*self.bookmakers, *(bet.keeper for bet in self.book_slips)}
        return tuple(who for who in self.everybody if who in pay)

    @property
    def owing(self) -> tuple[Player, ...]:
        """The bookmakers who have bets on this race and have not paid out yet."""
        return tuple(who for who in self.payers if who.book and not who.book_paid)

    # --- the result ----------------------------------------------------------------------------------------

    @cached_property
    def finishers(self) -> tuple[str, ...]:
        found = (self.course["home", at] for at in range(1, len(HORSES) + 1))
        return self._with_level([horse for horse in found if horse])

    @property
    def to_come(self) -> tuple[str, ...]:
        return tuple(horse for horse in self.runners if horse not in self.finishers)

    @property
    def still_in(self) -> tuple[str, ...]:
        return tuple(horse for horse in self.finishers if not self.why_disqualified(horse))

    @property
    def in_places_now(self) -> tuple[str, ...]:
        """The horses that have a place so far, set by hand or as they came in."""
        return tuple(filter(None, self.by_hand or self.still_in))

    def close_tote(self) -> None:
        self.tote["closed"] = 1

    @cached_property
    def levels(self) -> dict[str, str]:
        """The horses of dead heats, each with the horse that it is level with."""
        noted = ((horse, self.course["level", horse]) for horse in HORSES)
        return {horse: other for horse, other in noted if other} if self.bets_only else {}

    def _with_level(self, horses: Sequence[str]) -> tuple[str, ...]:
        """Put behind each horse those that are level with it and have no place of their own."""
        level = [(horse, other) for horse, other in self.levels.items() if horse not in horses]
        return tuple(
            each
            for first in horses
            for each in (first, *(horse for horse, other in level if other == first))
        )

    def why_disqualified(self, horse: str) -> str:
        return self.course["out", horse]

    @cached_property
    def by_hand(self) -> tuple[str, ...]:
        """The horses in the places that the table has set; none where it has not."""
        noted = [self.course["place", at] for at in (1, 2, 3)]
        return (
            self._with_level(["" if horse == NOBODY else horse for horse in noted])
            if noted[0]
            else ()
        )

    def in_places(self, came: Iterable[str]) -> list[tuple[str, ...]]:
        """Put horses into places in their order; those of a dead heat share one, and leave as many vacant behind it."""
        groups: dict[str, tuple[str, ...]] = {}
        for at, horse in enumerate(came):
            by = self.levels.get(horse, horse) or f"nobody at {at}"
            groups[by] = (*groups.get(by, ()), *filter(None, (horse,)))
        return [place for level in groups.values() for place in (level, *[()] * (len(level) - 1))]

    @cached_property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The horses in the first three places as far as they are known; several in one in a dead heat.

        A place is vacant where it is nobody's, and after a dead heat.
        """
        if self.by_hand:
            return (*self.in_places(self.by_hand), (), (), ())[:3]
        # where the next one moves up, a disqualified horse leaves no place vacant
        came = self.still_in if self.house.moves_up == "up" else self.finishers
        places = self.in_places(came)
        return (
            *(tuple(horse for horse in level if horse in self.still_in) for level in places),
            (),
            (),
            (),
        )[:3]

    @property
    def placed(self) -> tuple[str, ...]:
        """The official first, second and third, one horse each; empty where a place is nobody's."""
        return tuple(horses[0] if horses else "" for horses in self.places)

    @property
    def waits(self) -> bool:
        """Whether the race still waits for a horse to pass the post."""
        if self.by_hand or self.course["no_more"] or not self.to_come:
            return False
        return (
            sum(map(len, self.places)) if self.house.moves_up == "up" else len(self.finishers)
        ) < 3

    @property
    def official(self) -> bool:
        return self.phase == PAYING_OUT and not self.waits


ask = Ask[TotopolyTurn]()

# --- when something can be done ---------------------------------------------------------------------------

When = Condition[TotopolyTurn]
BEGUN = When(lambda t: not t.why_not_begun, lambda t: t.why_not_begun)
NO_DEBT = When(
    lambda t: not t.debt.who, lambda t: f"First {t.debt.who} settles the debt that is due."
)
KEEPS_TOTE = When(lambda t: t.keeps.tote, "This book keeps no Tote.")
RESULT = When(
    lambda t: t.official,
    "The result is not known yet: say which horse comes next, or that no more come.",
)
UNPAID = When(
    lambda t: not t.who_has_paid,
    lambda t: f"{t.who_has_paid} paid out on this race. Undo that first.",
)


def during(*phases: Phase) -> Condition[TotopolyTurn]:
    """Require one of these phases of the evening."""
    belongs = f"That belongs to {listed((phase.name for phase in phases), 'or')}"
    return When(
        lambda t: t.phase in phases,
        lambda t: (
            t.why_not_begun or f"{belongs}; now it is {t.phase.name}. Set the stage to change that."
        ),
    )


def ask_lease(
    text: str,
    now: Callable[[TotopolyTurn], Iterable[str]] | None = None,
    why: str = "",
    **more: Any,
) -> Any:
    """Ask for a lease card, one of all of them unless ``now`` says which."""
    more = {"detail": TotopolyTurn.card_detail, "swatch": TotopolyTurn.ink, **more}
    return ask.choice(text, LEASE_CARDS, label=TotopolyTurn.card_name, now=now, why=why, **more)


def ask_horse(
    text: str,
    now: Callable[[TotopolyTurn], Iterable[str]] | None = lambda t: t.runners,
    why: str = "does not run in this race",
    choices: Sequence[str] = HORSES,
    **more: Any,
) -> Any:
    """Ask for a horse, one of those that run unless ``now`` says which; or for another of the ``choices``."""
    more = {"tile": TotopolyTurn.tile, **more}
    return ask.choice(text, choices, label=TotopolyTurn.card_name, now=now, why=why, **more)


GAME: Game[TotopolyTurn] = Game(
    "totopoly",
    "Totopoly",
    "Bank, auction, Tote and bookmaker, from the leases to the prizes.",
    colour="#14532D",
    players=(2, 6),
    late_join=True,
    edition="rulebook edition",
    options=House.options(),
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
