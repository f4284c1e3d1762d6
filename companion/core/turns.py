"""The round and the player's turn in which each entry was recorded, as the game's own status and cards say."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from companion.core.revision import RunningLedger
from companion.core.rules_at import RulesAt
from companion.core.table import Table
from models.ledger import EffectiveEntry, Place

ROUND = re.compile(r"round \d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turn:
    """A round in the game's words, and the player the table waited for; each empty where the game has none."""

    round: str = ""
    seat: str = ""


@dataclass(slots=True)
class Turns:
    """Finds the turns of a play's entries; each is worked out once, as long as nothing before it changes."""

    _known: dict[int, Turn] = field(default_factory=dict)

    def of(self, rules: RulesAt, lines: Sequence[EffectiveEntry], wanted: Collection[Place]) -> dict[Place, Turn]:
        """Return the turns of the wanted entries among all that count."""
        running = RunningLedger()
        found: dict[Place, Turn] = {}
        last, before = Turn(), 0
        for line in lines:
            before = hash((before, line.place, line.entry.seq))
            now = self._known.get(before)
            if line.place in wanted and now is None:
                now = _turn(rules, rules.table_of(running.before(line.number)), last)
            running.take(line.proposal)
            if line.place not in wanted or now is None:
                continue
            if before not in self._known and line.proposal.answers.get("who") not in (None, now.seat):
                now = _passed_on(rules, rules.table_of(running.before(line.number + 1)), line, now)
            last = found[line.place] = self._known[before] = now
        return found


def _turn(rules: RulesAt, table: Table, last: Turn) -> Turn:
    """Return whose turn it is on a table; what others do in an event is still part of the ``last`` turn."""
    game = rules.game
    badges = (ROUND.match(one.text) for one in game.status(table))
    now = next((found[0].capitalize() for found in badges if found), "")
    seat = next((one.key for one in table.players if game.standing(table, one.key).up), "")
    if seat != last.seat and last.seat and game.prompt(table).event:
        return last
    return Turn(now, seat)


def _passed_on(rules: RulesAt, table: Table, line: EffectiveEntry, before: Turn) -> Turn:
    """Return the turn of somebody else's entry: that player's own, if the entry has begun it."""
    after = _turn(rules, table, before)
    return after if after.seat == line.proposal.answers.get("who") else before
