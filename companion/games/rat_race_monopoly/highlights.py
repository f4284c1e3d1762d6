"""What was remarkable about an evening: share deals, disasters, salary lost to loans, careers and rents."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.core.highlights import Best, Highlight, Kind, walk
from companion.core.questions import read_several
from companion.core.table import Table
from companion.core.units import THOUSANDS
from companion.games.rat_race_monopoly import outcome, salary, state
from companion.games.rat_race_monopoly.board import house_cost, mortgage_value, street_name, street_price
from companion.games.rat_race_monopoly.houses import HOUSES
from companion.games.rat_race_monopoly.market import TRADE
from companion.games.rat_race_monopoly.scale import say, unit
from companion.games.rat_race_monopoly.state import BANK, PASSED, TOP_JOB, name
from companion.games.rat_race_monopoly.worth import net_worth
from models.ledger import EffectiveEntry, Place

GOALS = frozenset(one.default for one in HOUSES if one.key in ("goal", "goal_classic"))
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


class _Tale:
    """What the lines have told so far. Money is kept apart by the board it is played on: millions and dollars."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.best = Best()
        self.counts: dict[str, Counter[str]] = {kind.key: Counter() for kind in (LOANS, DISASTERS, JAIL, BANKRUPTCIES)}
        self.bought: dict[str, deque[int]] = {}

    def of(self, kind: Kind) -> Kind:
        """The kind as this board's money has it."""
        own = unit(self.table)
        if own == THOUSANDS or kind.unit != THOUSANDS:
            return kind
        return replace(kind, key=f"{kind.key}.classic", label=f"{kind.label}, in dollars", unit=own)

    def put(self, kind: Kind, who: str, figure: int, said: str, place: Place) -> None:
        """Keep a feat in money of somebody's, if there is none better."""
        weight = WEIGHTS[kind] + self.scaled(figure)
        self.best.put(Highlight(self.of(kind), who, figure, f"{name(self.table, who)} {said}.", place, weight))

    def scaled(self, amount: int) -> int:
        """How remarkable an amount is, from 0 to 50: a tenth of the goal is all of it."""
        return min(50, 500 * amount // max(1, state.goal(self.table)))

    def line(self, told: EffectiveEntry, before: Table, after: Table) -> None:
        """Take a line in."""
        self._trades(told)
        for who, costs in self.bought.items():
            while len(costs) > max(0, state.shares(after, who)):
                costs.pop()  # put right by hand, or gone back to the bank
        action, answers = told.proposal.action, told.proposal.answers
        who = str(answers.get("who") or "")
        for mark in told.proposal.marks:
            if mark.name == "jail" and mark.value is not None:
                self.counts[JAIL.key][mark.holder] += 1
            elif mark.name.startswith(PASSED) and mark.value is not None:
                self.counts[LOANS.key][mark.holder] += _lost_salary(before, mark.holder)
            elif mark.name == "job" and isinstance(mark.value, int) and action == "apply_for_job":
                self._job(told, mark.holder, mark.value)
        if action == "lose_streets":
            self._disaster(told, before, who)
        elif action == "bankrupt":
            self.counts[BANKRUPTCIES.key][who] += 1
        elif action == "rent":
            self._rent(told, before, who)

    def _trades(self, told: EffectiveEntry) -> None:
        """Follow every share from its purchase to its sale, the first bought sold first."""
        slips = sorted(
            (int(mark.name), str(mark.value).split())
            for mark in told.proposal.marks
            if mark.holder == TRADE and mark.name.isdigit() and mark.value is not None
        )
        for _, (who, count, price) in slips:
            held, many = self.bought.setdefault(who, deque()), int(count)
            if many > 0:
                held.extend([int(price)] * many)
                continue
            # shares from a correction have no price of their own, and make no deal
            costs = [held.popleft() for _ in range(min(-many, len(held)))]
            gain = int(price) * len(costs) - sum(costs)
            if gain > 0:
                shares = "1 share" if len(costs) == 1 else f"{len(costs)} shares"
                got = say(self.table, int(price) * len(costs))
                said = f"sold {shares} for {got} that had cost {say(self.table, sum(costs))}"
                self.put(DEAL, who, gain, said, told.place)

    def _job(self, told: EffectiveEntry, who: str, level: int) -> None:
        said = f"became {state.job_name(self.table, level)}"
        weight = 45 if level == TOP_JOB else 5 * level
        self.best.put(
            Highlight(
                JOB, who, level, f"{name(self.table, who)} {said}.", told.place, weight,
                state.job_name(self.table, level),
            )
        )  # fmt: skip

    def _disaster(self, told: EffectiveEntry, before: Table, who: str) -> None:
        self.counts[DISASTERS.key][who] += 1
        drawn = read_several(str(told.proposal.answers.get("streets") or ""))
        gone = [one for one in told.proposal.postings if one.account == f"{who}:streets" and one.quantity < 0]
        taken = {one.unit for one in gone}
        lost = sum(
            state.houses_on(before, street) * house_cost(before, street)
            + (_worth(before, street) if street in taken else 0)
            for street in drawn
        )
        if lost > 0:
            what = street_name(before, drawn[0]) if len(drawn) == 1 else f"{len(drawn)} streets"
            what = what if taken else f"the buildings on {what}"
            said = f"lost {what}, worth {say(self.table, lost)}, in a disaster"
            self.put(WORST, who, lost, said, told.place)

    def _rent(self, told: EffectiveEntry, before: Table, who: str) -> None:
        street, amount = str(told.proposal.answers.get("street") or ""), told.proposal.answers.get("amount")
        owner = state.owner(before, street)
        if isinstance(amount, int) and owner not in (BANK, who):
            said = (
                f"took {say(self.table, amount)} in rent from {self.table.name(who)} for {street_name(before, street)}"
            )
            self.put(RENT, owner, amount, said, told.place)


def highlights(table: Table, lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
    """Everything worth keeping of an evening, the best of each kind that everybody did."""
    tale = _Tale(table)
    for told, before, after in walk(table, lines):
        tale.line(told, before, after)
    return (*_results(table, tale), *tale.best.highlights, *_counted(table, tale))


def _worth(before: Table, street: str) -> int:
    return mortgage_value(before, street) if state.mortgaged(before, street) else street_price(before, street)


def _lost_salary(before: Table, who: str) -> int:
    """What the loans took of a salary: the interest on them."""
    level, loans = state.job(before, who), len(state.loans(before, who))
    return salary.full_salary(before, level) - salary.salary(before, level, loans)


def _results(table: Table, tale: _Tale) -> Iterable[Highlight]:
    """Tell what everybody was worth at the end; who is out before has nothing left to compare."""
    over = outcome.ending(table)
    kind, goal = tale.of(RESULT), state.goal(table)
    if str(goal) not in GOALS:
        # what one is worth at the end compares only among games to the same goal
        kind = replace(kind, key=f"{kind.key}.{goal}", label=f"{kind.label}, goal {say(table, goal)}")
    for who in state.playing(table) if over else ():
        worth = net_worth(table, who)[0]
        said = f"{name(table, who)} was worth {say(table, worth)} at the end."
        yield Highlight(kind, who, worth, said)


def _counted(table: Table, tale: _Tale) -> Iterable[Highlight]:
    for who, lost in tale.counts[LOANS.key].items():
        if lost > 0:
            said = f"{name(table, who)} lost {say(table, lost)} of salary to loans."
            yield Highlight(tale.of(LOANS), who, lost, said, weight=20 + tale.scaled(lost))
    for kind, told, weight in (
        (DISASTERS, "was hit by disaster", 30),
        (JAIL, "went to Jail", 12),
        (BANKRUPTCIES, "went bankrupt", 55),
    ):
        for who, count in tale.counts[kind.key].items():
            often = "once" if count == 1 else "twice" if count == 2 else f"{count} times"
            yield Highlight(kind, who, count, f"{name(table, who)} {told} {often}.", weight=min(75, weight + 6 * count))
