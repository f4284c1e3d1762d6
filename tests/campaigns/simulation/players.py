"""The players of each game: the walkers of the tests of rules, with commands of their own mixed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tests.campaigns.simulation.simulated_play import SimulatedPlay
from tests.games.doubletrack.fist_walker import NAMES as FIST_NAMES
from tests.games.doubletrack.fist_walker import RARE, fill, next_thing, some
from tests.games.doubletrack.fist_walker import random_houses as fist_houses
from tests.games.doubletrack.fists import Fists
from tests.games.doubletrack.test_doubletrack_walks import Walk as FistWalk
from tests.games.evening import Evening
from tests.games.rat_a_tat_cat.catround import CatEvening
from tests.games.rat_a_tat_cat.test_cat_walks import NAMES as CAT_NAMES
from tests.games.rat_a_tat_cat.test_cat_walks import NOW
from tests.games.rat_a_tat_cat.test_cat_walks import Walker as CatWalker
from tests.games.rat_a_tat_cat.test_cat_walks import random_houses as random_cat_houses
from tests.games.rat_race_monopoly.millions import Millions as MillionsEvening
from tests.games.rat_race_monopoly.test_rrm_walks import MillionsWalker
from tests.games.rat_race_monopoly.test_rrm_walks import random_houses as random_streets_houses
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses
from tests.games.totopoly.stable import Stable
from tests.games.totopoly.test_totopoly_walks import TotopolyWalker, go_to_the_gate
from tests.games.totopoly.test_totopoly_walks import random_houses as random_race_houses

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from models.ledger import Proposal


class Seated:
    """A walker in a simulated play. ``act`` tries one command of the game's own, and may be refused."""

    seldom: ClassVar[tuple[str, ...]] = ()
    """What hardly ever comes up by itself."""

    def take_up(self, name: str) -> None:
        """Fill an action in, and try it."""
        self.fill(name, {})

    def begin(self) -> SimulatedPlay:
        """Return the simulated play, which is there already."""
        return self.evening

    def act(self) -> None:
        """Do what the book expects, anything possible or anything at all."""
        dice = self.random.random() * 100
        follow, possible, at_all, _ = self.weights
        if dice * (follow + possible + at_all) / 100 < follow:
            self.follow_the_prompt()
        elif dice * (follow + possible + at_all) / 100 < follow + possible:
            self.anything_possible()
        else:
            self.anything_at_all()

    def open(self) -> None:
        """What is done before anything else."""

    def debts(self) -> set[str]:
        """The accounts in which a player may have less than none."""
        return set()

    def check_receipt(self, proposal: Proposal) -> None:
        """As ever, unless somebody has changed names: a receipt has the name of now, and another may have the old."""
        table = self.evening.table
        if all(table.name(seat.key) == seat.name for seat in table.seats):
            super().check_receipt(proposal)

    def now_and_then(self) -> None:
        """What a game's evening needs now and then, to get anywhere."""

    def stain(self) -> None:
        """Lines were voided or corrected: from now on figures may be strange."""
        self.stained = True

    def some_answer(self, action: str, question: object, answers: dict[str, object]) -> object:
        """Some answer to a question of an action, whether it makes sense or not."""
        del action
        return self.some(question, answers)

    def sitting(self) -> None:
        """What must be so after every command."""
        self.look()


class RatracePlay(SimulatedPlay, Evening):
    """A simulated play of Ratrace."""

    key = "ratrace"


class RatracePlayer(Seated, RatraceWalker):
    """Plays Ratrace."""

    seldom = (
        "reopen",
        "settle",
        "retire",
        "move_up",
        "gift",
        "private_sale",
        "correct_paper",
        "correct_card",
        "call_off",
        "repay",
    )

    def __init__(self, random: Random, players: int, sit: Callable[..., SimulatedPlay]) -> None:
        self.sit = sit
        super().__init__(random, 2 + players % 5, random_houses(random))

    def begin(self) -> SimulatedPlay:
        """Sit down."""
        return self.sit(RatracePlay, self.seated, self.houses)

    def now_and_then(self) -> None:
        """Give somebody who is short the cash for a debt that is due, which is then paid by an entry of its own."""
        evening = self.evening
        if evening.event == "due" and self.random.random() < 0.3:
            who, owed = str(evening.mark("due", "who")), int(evening.mark("due", "amount"))
            evening.do("correct_money", giver="treasury", taker=who, amount=owed, reason="for the debt")
            evening.do("settle")

    def debts(self) -> set[str]:
        """What is owed on the Credit Card."""
        return {"credit"}


class CatPlay(SimulatedPlay, CatEvening):
    """A simulated play of Rat-a-Tat Cat."""

    key = "rat_a_tat_cat"


class CatPlayer(Seated, CatWalker):
    """Plays Rat-a-Tat Cat."""

    seldom = ("time_up", "end_game", "pause_clock", "resume_clock", "correct_dealer")

    def __init__(self, random: Random, players: int, sit: Callable[..., SimulatedPlay]) -> None:
        self.random = random
        self.names = CAT_NAMES[: 2 + players % 5]
        self.houses = random_cat_houses(random)
        self.evening = sit(CatPlay, self.names, self.houses)
        self.seen: set[str] = set()
        self.ended: set[str] = set()
        self.struck = False
        self.clock = NOW

    def act(self) -> None:
        """Do what the book expects, correct a round, or do anything at all."""
        self.clock += self.random.choice((0, 5, 30, 200))
        dice = self.random.random()
        if dice < 0.55:
            self.follow_the_prompt()
        elif dice < 0.6:
            self.fill("join", {})
        elif dice < 0.75:
            self.correct()
        else:
            self.anything()

    def some_answer(self, action: str, question: object, answers: dict[str, object]) -> object:
        """Some answer to a question of an action, whether it makes sense or not."""
        return self.some(action, question, answers)


class DoubletrackPlay(SimulatedPlay, Fists):
    """A simulated play of Doubletrack."""

    key = "doubletrack"


class DoubletrackPlayer(Seated, FistWalk):
    """Plays Doubletrack."""

    seldom = ("correct_bids", "passage", "toll", "losers_bonus", "sell_lead", "sell_pass", "pawns", "lift_screens")

    def __init__(self, random: Random, players: int, sit: Callable[..., SimulatedPlay]) -> None:
        self.random = random
        self.houses = fist_houses(random)
        self.evening = sit(DoubletrackPlay, FIST_NAMES[: 3 + players % 2], self.houses)
        self.stained = self.revived = self.by_hand = False
        self.seen: set[str] = set()

    def open(self) -> None:
        """Deal the chips, mostly before any pawns are chosen."""
        if self.random.random() < 0.8:
            self.evening.do("start", first=self.evening.table.seats[0].key)

    def sitting(self) -> None:
        """What must be so once the chips are dealt; before that, and with the dealing undone, there are none."""
        if self.evening.table.ledger.balances:
            self.look()

    def act(self) -> None:
        """Do the next thing, or anything at all."""
        if self.random.random() < 0.85:
            name, answers = next_thing(self.random, self.evening)
            if self.random.random() < RARE.get(name, 1) and not self.why_not(name, answers):
                filled = fill(self.random, self.evening, name, answers)
                if filled is not None:
                    self.try_out(name, filled, shown=not self.stained)
        else:
            name = self.random.choice([one.name for one in self.evening.game.actions])
            if self.random.random() < RARE.get(name, 1):
                questions = self.evening.game.find_action(name).questions
                answers = {one.name: some(self.random, self.evening, one, {}) for one in questions}
                self.try_out(name, answers, shown=False)

    def take_up(self, name: str) -> None:
        """Fill an action in, and try it."""
        filled = fill(self.random, self.evening, name, {})
        if filled is not None:
            self.try_out(name, filled, shown=False)

    def some_answer(self, action: str, question: object, answers: dict[str, object]) -> object:
        """Some answer to a question of an action, whether it makes sense or not."""
        del action
        return some(self.random, self.evening, question, answers)

    def stain(self) -> None:
        """Lines were voided or corrected: from now on figures may be strange."""
        self.stained = self.revived = True


class MillionsPlay(SimulatedPlay, MillionsEvening):
    """A simulated play of Rat Race Monopoly."""

    key = "rat_race_monopoly"


class MillionsPlayer(Seated, MillionsWalker):
    """Plays Rat Race Monopoly."""

    seldom = ("declare", "lift_mortgage", "lose_streets", "insure", "raise_shares", "start_by_throw", "update_price")

    def __init__(self, random: Random, players: int, sit: Callable[..., SimulatedPlay]) -> None:
        self.sit = sit
        super().__init__(random, 2 + players % 7, random_streets_houses(random))

    def begin(self) -> SimulatedPlay:
        """Sit down."""
        return self.sit(MillionsPlay, self.seated, self.houses)

    def debts(self) -> set[str]:
        """Loans."""
        return {"debt"}

    def now_and_then(self) -> None:
        """Give somebody what streets, degrees and houses cost, or nearly nothing."""
        self.grow_rich()


class TotopolyPlay(SimulatedPlay, Stable):
    """A simulated play of Totopoly."""

    key = "totopoly"


class TotopolyPlayer(Seated, TotopolyWalker):
    """Plays Totopoly."""

    seldom = (
        "gain_card", "gain_card", "use_card", "throw_in", "sell_card", "scratch", "correct_pool", "settle", "retire",
        "join", "settle_book", "book_bet", "take_back", "bend", "swap", "withdraw", "disqualify",
    )  # fmt: skip

    def __init__(self, random: Random, players: int, sit: Callable[..., SimulatedPlay]) -> None:
        self.sit = sit
        super().__init__(random, 2 + players % 5, random_race_houses(random))

    def begin(self) -> SimulatedPlay:
        """Sit down."""
        return self.sit(TotopolyPlay, self.seated, self.houses)

    def debts(self) -> set[str]:
        """Cash, where nobody's is followed: then it is what somebody has won or lost."""
        return set() if self.evening.table.house("keeps") == "evening" else {"cash"}

    def open(self) -> None:
        """Begin, and often lease two horses to everyone, so that the evening comes to the race."""
        self.record("start", {})
        go_to_the_gate(self)

    def now_and_then(self) -> None:
        """Leave somebody with hardly any cash, so that debts can't be met."""
        who = self.evening.mark("due", "who")
        if who and self.random.random() < 0.3:
            self.evening.do("correct_money", giver="bank", taker=who, amount=700, reason="for the debt")
            self.evening.do("settle")
        elif self.evening.stage in ("ring", "parade"):
            self.grow_poor()


PLAYERS = {
    "ratrace": RatracePlayer,
    "rat_race_monopoly": MillionsPlayer,
    "totopoly": TotopolyPlayer,
    "rat_a_tat_cat": CatPlayer,
    "doubletrack": DoubletrackPlayer,
}
