"""The lines of a play for the search: what each moved, and into which purse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.core.action import Action
from companion.core.questions import Answers, Player
from companion.core.rules_at import RulesAt
from companion.core.table import Table
from companion.reconcile.countable import CASH, Countable
from models.ledger import EffectiveEntry, Ledger, Place, Proposal, Refusal, ledgers, moved

NEAR = 8
"""The most lines between a line and its duplicate."""


@dataclass(frozen=True)
class Step:
    """One line: its index in the play, what it moved in one unit by account, and the ledger before it."""

    at: int
    entry: EffectiveEntry
    action: Action
    flows: Mapping[str, int]
    before: Ledger = field(repr=False)

    @property
    def place(self) -> Place:
        """The place of the line."""
        return self.entry.place

    @property
    def answers(self) -> Answers:
        """The answers of the line."""
        return self.entry.proposal.answers

    def flow(self, account: str) -> int:
        """How much it moved into an account; negative if out of it."""
        return self.flows.get(account, 0)

    def of(self, seat: str) -> int:
        """How much it moved into a player's cash."""
        return self.flow(f"{seat}:{CASH}")

    def people(self) -> Iterator[tuple[str, str]]:
        """The players it names: each question for a player that was answered, and with whom."""
        for one in self.action.questions:
            value = self.answers.get(one.name)
            if isinstance(one.kind, Player) and value is not None:
                yield one.name, str(value)

    def swapped(self, swap: Mapping[str, str]) -> Answers:
        """Its answers with some people in the places of others."""
        named = {name: swap.get(who, who) for name, who in self.people()}
        return {**self.answers, **named}


@dataclass(frozen=True)
class Walk:
    """The lines in which the mistake must be, and the purse that was counted; the book is ``short`` by so much."""

    rules: RulesAt
    purse: Countable
    short: int
    lines: tuple[EffectiveEntry, ...]
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """The index of the last line."""
        return len(self.lines) - 1

    def back(self, at: int) -> int:
        """The number of lines since one."""
        return self.last - at

    def twin(self, step: Step) -> Step | None:
        """The duplicate of a line shortly before it, if there is one."""
        for back in range(1, NEAR + 1):
            one = self.at.get(step.at - back)
            if one and one.action.name == step.action.name and dict(one.answers) == dict(step.answers):
                return one
        return None

    @cached_property
    def at(self) -> Mapping[int, Step]:
        """The steps by their index."""
        return {one.at: one for one in self.steps}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the players are called, by their keys."""
        table = self.rules.table
        return {seat.key: table.name(seat.key) for seat in table.players}

    def own(self, step: Step) -> int:
        """How much a line moved into the purse that was counted."""
        return step.flow(self.purse.account)

    def into(self, proposal: Proposal) -> int:
        """How much a proposal would move into the purse that was counted."""
        return moved(proposal.postings)[self.purse.account, self.purse.unit]

    def table(self, step: Step) -> Table:
        """The table as it was before a line."""
        return self.rules.table_of(step.before)

    def propose(self, ledger: Ledger, action: str, answers: Answers) -> Proposal | None:
        """What an action would bring about on another table; ``None`` where it can't be done there."""
        try:
            return self.rules.game.action(action).propose(self.rules.table_of(ledger), answers)
        except Refusal:
            return None
        except Exception:  # noqa: BLE001 - a fault in one rule must not end the whole search
            return None


def walk(rules: RulesAt, lines: list[EffectiveEntry], purse: Countable, counted: int, since: Place | None) -> Walk:
    """Go through a play, and keep the lines after the place at which a count of the purse last agreed."""
    known = {one.name: one for one in rules.game.actions}
    steps: list[Step] = []
    before = Ledger()
    for at, (entry, after) in enumerate(ledgers(lines)):
        action = known.get(entry.proposal.action)
        if action and (since is None or entry.place > since):
            sums = moved(entry.proposal.postings)
            flows = {account: quantity for (account, unit), quantity in sums.items() if unit == purse.unit}
            steps.append(Step(at, entry, action, flows, before))
        before = after
    return Walk(rules, purse, counted - purse.held, tuple(lines), tuple(steps))
