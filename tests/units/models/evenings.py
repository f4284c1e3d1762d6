"""Made-up evenings: proposals and the ways of taking them back, for Hypothesis to draw."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from hypothesis import strategies as st

from models.ledger import (
    AMEND,
    REDO,
    UNDO,
    VOID,
    Entry,
    Line,
    Mark,
    Place,
    Posting,
    Projection,
    Proposal,
    ReceiptLine,
    sum_postings,
)
from models.plays import Seat

if TYPE_CHECKING:
    from models.journal import Journal

SEATS = (Seat("alice", "Alice", "red", "cat"), Seat("ben", "Ben", "blue", "dog"))

accounts = st.sampled_from(["alice:cash", "ben:cash", "treasury:cash", "alice:credit", "al:cash"])
transfers = st.tuples(
    accounts, accounts, st.integers(-(10**12), 10**12), st.sampled_from(["$", "share"])
)
values = st.one_of(
    st.none(),
    st.integers(-5, 10**18),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
)
marks = st.builds(
    Mark, st.sampled_from(["alice", "ben", "table"]), st.sampled_from(["class", "at"]), values
)


def moving(moves, said=(), narration="Something moves.", **more):
    postings = [
        posting
        for giver, taker, quantity, unit in moves
        for posting in (Posting(giver, -quantity, unit), Posting(taker, quantity, unit))
    ]
    return Proposal(
        "move", more.pop("answers", {}), narration, tuple(postings), tuple(said), **more
    )


def pays(quantity, giver="treasury", taker="alice"):
    return moving(
        [(f"{giver}:cash", f"{taker}:cash", quantity, "$")],
        narration=f"{giver} pays {taker} {quantity}.",
    )


proposals = st.builds(moving, st.lists(transfers, max_size=3), st.lists(marks, max_size=3))


@dataclass(frozen=True)
class Back:
    """Undo, redo, or void: the last picks among the entries that stand, as drawn."""

    how: str
    picks: tuple[int, ...] = ()


backs = st.one_of(
    st.just(Back(UNDO)),
    st.just(Back(REDO)),
    st.builds(Back, st.just(VOID), st.lists(st.integers(0, 50), min_size=1, max_size=3).map(tuple)),
)


@dataclass(frozen=True)
class PickedCorrection:
    """A correction: lines picked as drawn, each struck out or told anew; the last is put in where there is none."""

    picks: tuple[int, ...]
    proposals: tuple[Proposal | None, ...]
    said: tuple[Mark, ...]


picked_corrections = st.builds(
    PickedCorrection,
    st.lists(st.integers(0, 50), min_size=1, max_size=3).map(tuple),
    st.lists(st.one_of(st.none(), proposals), min_size=3, max_size=3).map(tuple),
    st.lists(marks, max_size=2).map(tuple),
)
evenings = st.lists(st.one_of(proposals, backs, picked_corrections), max_size=14)


class Evening:
    """A play in a journal, driven as a table would."""

    def __init__(self, journal: Journal, **how) -> None:
        self.journal = journal
        self.began = journal.begin(
            **{
                "game": "ratrace",
                "title": "Friday",
                "seats": SEATS,
                "houses": {},
                "board": {},
                "edition": "1",
            }
            | how
        )
        self.play = self.began.id

    def write(self, proposal, **how) -> Entry:
        how = {"after": self.journal.last(self.play), "by": "alice", "command": uuid4().hex} | how
        return self.journal.append(self.play, proposal, **how)

    def undo(self):
        target = self.journal.undoable(self.play)
        return target and self.write(Proposal(UNDO, {}, "Undo.", voids=(target.seq,)))

    def redo(self):
        target = self.journal.redoable(self.play)
        return target and self.write(Proposal(REDO, {}, "Redo.", voids=(target.seq,)))

    def void(self, picks):
        standing = [
            one.seq for one in self.journal.entries(self.play, limit=-1) if one.voided_by is None
        ]
        if standing:
            targets = tuple(standing[pick % len(standing)] for pick in picks)
            self.write(Proposal(VOID, {}, "Void.", voids=targets))

    def amend(self, picked):
        """Void the picked lines, and every correction that revises any of them; revise the rest again."""
        lines = {one.place: one for one in Projection(self.journal.all_entries(self.play)).lines}
        places = (
            sorted({list(lines)[pick % len(lines)] for pick in picked.picks})
            if lines
            else [Place(0, 1)]
        )
        older = {lines[place].entry.seq: lines[place].entry for place in places if place in lines}
        corrections = [one for one in older.values() if one.proposal.action == AMEND]
        revised = {one.place: one for entry in corrections for one in entry.proposal.revised}
        for place, proposal in zip(places, picked.proposals, strict=False):
            revised.pop(place, None)
            if proposal:
                number = lines[place].number if place in lines else self.journal.last(self.play) + 1
                revised[place] = Line(place, number, proposal)
        rewritten = tuple(revised[place] for place in sorted(revised))
        sums = sum_postings(posting for one in rewritten for posting in one.proposal.postings)
        postings = tuple(Posting(to, moves, unit) for (to, unit), moves in sums.items())
        voids = (*older, *(seq for entry in corrections for seq in entry.voids))
        with suppress(
            ValueError
        ):  # here striking out an undo may have struck a line out twice, as no table can
            self.write(
                Proposal(
                    AMEND,
                    {"5": "drop"},
                    "Anew.",
                    postings,
                    picked.said,
                    voids=voids,
                    revised=rewritten,
                )
            )

    def go_through(self, steps):
        for step in steps:
            if isinstance(step, PickedCorrection):
                self.amend(step)
            elif isinstance(step, Proposal):
                self.write(step)
            elif step.how == UNDO:
                self.undo()
            elif step.how == REDO:
                self.redo()
            else:
                self.void(step.picks)
        return self

    @property
    def ledger(self):
        return self.journal.ledger(self.play)


ENTRIES_TABLES = ("entry", "posting", "mark", "voiding", "retold")
"""What is written of an entry."""
RICH = Proposal(
    "pay",
    {"who": "alice", "how_much": 30, "note": None},
    "Alice pays Zoë 30 % of 100_0 «so» 😀.",
    pays(30).postings,
    (Mark("alice", "class", "middle"), Mark("alice", "turns", 2), Mark("ben", "lock", None)),
    (ReceiptLine("Rent"), ReceiptLine("Owed", 30, "$", signed=True, total=True)),
    "Rent is due.",
    "Rent",
    ("Rent is doubled.",),
)
