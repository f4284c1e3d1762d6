"""The round and the player's turn in which each entry was recorded, as the game's own status and cards say."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.core.recording.rules_at import RulesAt
from companion.core.table import Table
from models.frozen import frozen
from models.ledger import Line, Place, RunningLedger

ROUND = re.compile(r"round \d+", re.IGNORECASE)


@frozen
class TurnLabel:
    """A round in the game's words, and the player the table waited for; each empty where the game has none."""

    round: str = ""
    seat: str = ""


@dataclass(slots=True)
class Turns:
    """Finds the turns of a play's entries; each is worked out once, as long as nothing before it changes."""

    _known: dict[int, TurnLabel] = field(default_factory=dict)

    def of(
        self, rules: RulesAt, lines: Sequence[Line], wanted: Collection[Place]
    ) -> dict[Place, TurnLabel]:
        """Return the turns of the wanted entries among all that count."""
        running = RunningLedger()
        found: dict[Place, TurnLabel] = {}
        last, before = TurnLabel(), 0
        for line in lines:
            before = hash((before, line.place, line.entry.seq))
            known = self._known.get(before)
            if line.place not in wanted or known:
                running.take(line.proposal.postings, line.proposal.marks)
            else:
                known = self._known[before] = _turn_of(rules, running, line, last)
            if known and line.place in wanted:
                last = found[line.place] = known
        return found


def _turn_of(rules: RulesAt, running: RunningLedger, line: Line, last: TurnLabel) -> TurnLabel:
    """Return the turn of an entry, and add it up: whose turn it was, or that of whoever began one by it.

    What others do in an event, such as a lottery, is still part of the ``last`` turn.
    """
    table = rules.table.at(running.view(line.number - 1))
    now, who = _turn(rules, table), line.proposal.answers.get("who")
    event = now.seat != last.seat and rules.game.prompt(table).event
    running.take(line.proposal.postings, line.proposal.marks)
    if event:
        return last if last.seat else now
    if who not in (None, now.seat):
        then = _turn(rules, rules.table.at(running.view(line.number)))
        return then if then.seat == who else now
    return now


def _turn(rules: RulesAt, table: Table) -> TurnLabel:
    game = rules.game
    badges = (ROUND.match(badge.text) for badge in game.status_of(table))
    now = next((found[0].capitalize() for found in badges if found), "")
    return TurnLabel(
        now, next((seat.key for seat in table.players if game.standing(table, seat.key).up), "")
    )
