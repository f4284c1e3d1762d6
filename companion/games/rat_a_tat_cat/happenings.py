"""What the sheet's marks tell, read back in the order in which it was written.

Everything that happens is marked under the number of its entry, so that any line may be struck out and every other
keeps its place. A round is ``round_7``: the hands are marked with the players, the rest with the round itself. What
else happens is marked with the sheet, as ``leave.7``. A round is on the sheet as long as its own entry stands; what
a correction says of it alone makes no round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.core.questions import Hand, read_hands
from companion.core.table import Mark, Table, Value

SHEET = "sheet"
ROUND, SUDDEN, JOIN, LEAVE, DEAL, RUN, PAUSE, TIME_UP, STOP = (
    "round", "sudden", "join", "leave", "deal", "run", "pause", "time", "stop"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened: its kind, what it is about, and for a round the hands.

    ``penalty`` is how the table played a knock in vain when the round was written: "double", "highest", a number of
    points, or nothing.
    """

    seq: int
    kind: str
    about: Value = None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    knocked: str = ""
    because: str = ""
    at: int | None = None
    penalty: str = ""
    alone: bool = False


def coming(table: Table) -> int:
    """The number of the entry that is about to be written."""
    return table.ledger.seq + 1


def happens(table: Table, kind: str, about: Value) -> Mark:
    """Mark something that happens now."""
    return Mark(SHEET, f"{kind}.{coming(table)}", about)


def holder(seq: int) -> str:
    """Where the round that an entry wrote is marked."""
    return f"{ROUND}_{seq}"


def happenings(table: Table) -> list[Happening]:
    """Everything that happened, in its order."""
    found: list[Happening] = []
    hands: dict[str, dict[str, Hand]] = {}
    for (who, name), value in table.ledger.marks.items():
        if name.startswith("round_"):
            hands.setdefault(name, {}).update(_hand(who, str(value)))
    for (who, name), value in table.ledger.marks.items():
        if name == "kind":
            found.append(_round(table, who, str(value), hands.get(who, {})))
        elif who == SHEET and "." in name:
            kind, _, number = name.partition(".")
            found.append(Happening(int(number), kind, value))
    return sorted(found, key=lambda one: table.order(one.seq))


@lru_cache(maxsize=4096)
def _hand(who: str, said: str) -> Mapping[str, Hand]:
    """Read somebody's hand; those of a whole evening are remembered, as each is read again with every line."""
    return read_hands(f"{who}={said}")


def _round(table: Table, where: str, kind: str, hands: Mapping[str, Hand]) -> Happening:
    hands = {seat.key: hands[seat.key] for seat in table.players if seat.key in hands}

    def said(name: str) -> str:
        return str(table.ledger.mark(where, name) or "")

    at, knocked = table.ledger.mark(where, "at"), said("knocked")
    return Happening(
        int(where.removeprefix(f"{ROUND}_")),
        kind,
        hands=hands,
        # a late joiner who knocked may have been struck out since
        knocked=knocked if knocked in hands else "",
        because=said("because"),
        at=int(at) if at is not None else None,
        penalty=said("penalty"),
        alone=bool(said("alone")),
    )
