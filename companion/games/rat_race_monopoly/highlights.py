"""What was remarkable about an evening: share deals, disasters, salary lost to loans, careers and rents."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.api import listed
from companion.api.show import Best, Highlight, Kind, Line, Place
from companion.games.rat_race_monopoly.board import THOUSANDS, TOP_JOB
from companion.games.rat_race_monopoly.game import BANK, GAME, PASSED, Player, RatRaceTurn
from companion.games.rat_race_monopoly.net_worth import buildings_cost, net_worth
from companion.games.rat_race_monopoly.options import House
from companion.games.rat_race_monopoly.stock_exchange import TRADE
from companion.games.rat_race_monopoly.work import full_salary, salary

GOALS = (House.goal.default, House.goal_classic.default)
RESULT = Kind("result", "Net worth at the end", THOUSANDS, final=True)
DEAL = Kind("deal", "Best share deal", THOUSANDS)
RENT = Kind("rent", "Highest rent taken", THOUSANDS)
LOANS = Kind("loans", "Salary lost to loans", THOUSANDS, adds=True)
WORST = Kind("worst", "Most lost in one disaster", THOUSANDS)
DISASTERS = Kind("disasters", "Disasters suffered", "", adds=True)
JOB = Kind("job", "Best job", "levels")
JAIL = Kind("jail", "Times in Jail", "", adds=True)
BANKRUPTCIES = Kind("bankruptcies", "Bankruptcies", "", adds=True)


WEIGHTS = {DEAL: 35, WORST: 40, RENT: 25}


class Collected:
    """What the entries have shown so far. Money is kept apart by the board it is played on: millions and dollars."""

    def __init__(self, t: RatRaceTurn) -> None:
        self.t = t
        self.best = Best()
        self.counts: dict[Kind, Counter[str]] = {
            kind: Counter() for kind in (LOANS, DISASTERS, JAIL, BANKRUPTCIES)
        }
        self.bought: dict[str, deque[int]] = {}

    def kind(self, kind: Kind) -> Kind:
        """The kind as this board's money has it."""
        if self.t.unit == THOUSANDS or kind.unit != THOUSANDS:
            return kind
        return replace(
            kind, key=f"{kind.key}.classic", label=f"{kind.label}, in dollars", unit=self.t.unit
        )

    def put(self, kind: Kind, who: str, figure: int, said: str, place: Place) -> None:
        """Keep a highlight in money of somebody's, if there is none better."""
        weight = WEIGHTS[kind] + self.scale(figure)
        self.best.put(
            Highlight(self.kind(kind), who, figure, f"{self.t.holder(who)} {said}.", place, weight)
        )

    def scale(self, amount: int) -> int:
        """How remarkable an amount is, from 0 to 50: a tenth of the goal is all of it."""
        return min(50, 500 * amount // max(1, self.t.goal))

    def take_in(self, entry: Line, before: RatRaceTurn, after: RatRaceTurn) -> None:
        """Look at an entry, with the table before and after it."""
        self._trades(entry)
        for key, costs in self.bought.items():
            while len(costs) > max(0, after.holder(key).shares):
                costs.pop()  # put right by hand, or gone back to the bank
        action, answers = entry.proposal.action, entry.proposal.answers
        who = before.holder(str(answers.get("who") or ""))
        for mark in (mark for mark in entry.proposal.marks if mark.value is not None):
            if mark.name == "jail":
                self.counts[JAIL][mark.holder] += 1
            elif mark.name.startswith(PASSED):
                self.counts[LOANS][mark.holder] += lost_salary(before.holder(mark.holder))
            elif mark.name == "job" and isinstance(mark.value, int) and action == "apply_for_job":
                self._job(entry, mark.holder, mark.value)
        if action == "lose_streets":
            self._disaster(entry, who, after.holder(who.key))
        elif action == "bankrupt":
            self.counts[BANKRUPTCIES][who.key] += 1
        elif action == "rent":
            self._rent(entry, who)

    def _trades(self, entry: Line) -> None:
        """Follow every share from its purchase to its sale, the first bought sold first."""
        trades = sorted(
            (int(mark.name), str(mark.value).split())
            for mark in entry.proposal.marks
            if mark.holder == TRADE and mark.name.isdigit() and mark.value is not None
        )
        for _, (who, count, price) in trades:
            held, many = self.bought.setdefault(who, deque()), int(count)
            if many > 0:
                held.extend([int(price)] * many)
                continue
            # shares from a correction have no price of their own, and make no deal
            costs = [held.popleft() for _ in range(min(-many, len(held)))]
            got, cost = int(price) * len(costs), sum(costs)
            if got > cost:
                shares, written = self.t.count(len(costs), "share"), self.t.written
                said = f"sold {shares} for {written(got)} that had cost {written(cost)}"
                self.put(DEAL, who, got - cost, said, entry.place)

    def _job(self, entry: Line, who: str, level: int) -> None:
        job, weight = self.t.job_name(level), 45 if level == TOP_JOB else 5 * level
        said = f"{self.t.holder(who)} became {job}."
        self.best.put(Highlight(JOB, who, level, said, entry.place, weight, job))

    def _disaster(self, entry: Line, who: Player, now: Player) -> None:
        self.counts[DISASTERS][who.key] += 1
        lost = streets_worth(who) - streets_worth(now)
        if lost > 0:
            gone = [str(street) for street in who.streets if street not in now.streets]
            what = listed(gone) if gone else "buildings"
            said = f"lost {what}, worth {self.t.written(lost)}, in a disaster"
            self.put(WORST, who.key, lost, said, entry.place)

    def _rent(self, entry: Line, who: Player) -> None:
        answers = entry.proposal.answers
        street, amount = who.t.street(str(answers.get("street") or "")), answers.get("amount")
        owner = street.owner
        if isinstance(amount, int) and owner.key != BANK and owner != who:
            said = f"took {self.t.written(amount)} in rent from {self.t.holder(who.key).name} for {street}"
            self.put(RENT, owner.key, amount, said, entry.place)

    def results(self) -> Iterable[Highlight]:
        """What everybody was worth at the end; who is out before has nothing left to compare."""
        t, kind = self.t, self.kind(RESULT)
        if str(t.goal) not in GOALS:
            # what one is worth at the end compares only among games to the same goal
            kind = replace(
                kind, key=f"{kind.key}.{t.goal}", label=f"{kind.label}, goal {t.written(t.goal)}"
            )
        for who in t.seats if t.result else ():
            worth = net_worth(who)[0]
            yield Highlight(kind, who.key, worth, f"{who} was worth {t.written(worth)} at the end.")

    def list_counts(self) -> Iterable[Highlight]:
        """What is counted over the evening, such as disasters."""
        for key, lost in self.counts[LOANS].items():
            if lost > 0:
                said = f"{self.t.holder(key)} lost {self.t.written(lost)} of salary to loans."
                yield Highlight(self.kind(LOANS), key, lost, said, weight=20 + self.scale(lost))
        for kind, did, weight in (
            (DISASTERS, "was hit by disaster", 30),
            (JAIL, "went to Jail", 12),
            (BANKRUPTCIES, "went bankrupt", 55),
        ):
            for key, count in self.counts[kind].items():
                often = "once" if count == 1 else "twice" if count == 2 else f"{count} times"
                said = f"{self.t.holder(key)} {did} {often}."
                yield Highlight(kind, key, count, said, weight=min(75, weight + 6 * count))


@GAME.highlights
def highlights(t: RatRaceTurn, entries: Sequence[Line]) -> tuple[Highlight, ...]:
    """Everything worth keeping of an evening, the best of each kind that everybody did."""
    evening = Collected(t)
    for entry, before, after in t.walk(entries):
        evening.take_in(entry, before, after)
    return (*evening.results(), *evening.best.highlights, *evening.list_counts())


def streets_worth(who: Player) -> int:
    """What a player's streets and the buildings on them are worth."""
    return buildings_cost(who) + sum(street.worth for street in who.streets)


def lost_salary(who: Player) -> int:
    """What the loans took of a salary: the interest on them."""
    return full_salary(who.t, who.job) - salary(who.t, who.job, len(who.loans))
