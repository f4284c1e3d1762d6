"""Correcting past lines: one is changed, voided or put in, and every later line is computed again from its answers."""

from __future__ import annotations

import logging
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.core.answers import REASON, Answers
from companion.core.recording.differences import add_remark, remark
from companion.core.recording.rules_at import RulesAt
from companion.core.show.statement import DEBTS
from companion.core.table import Table, in_place
from models.ledger import (
    Entry,
    Line,
    Mark,
    Place,
    Posting,
    Proposal,
    Refusal,
    RunningLedger,
    sum_postings,
)

LATER, KEPT = "later", "kept"
PLACE = re.compile(r"(0|[1-9][0-9]{0,8})(?:[.]([1-9][0-9]{0,8}))?")


def session_line(action: str, answers: Answers) -> str:
    """Write an action with its answers, as in a session; empty answers are left out."""
    given = (
        f"{name}={shlex.quote(str(value))}"
        for name, value in answers.items()
        if value not in (None, "")
    )
    return " ".join((action, *given))


def write_decisions(decisions: Decisions, *, again: bool) -> dict[str, str]:
    """Write decisions as answers."""
    answers = {
        _place(place): decision
        if isinstance(decision, str)
        else session_line(decision.action, decision.answers)
        for place, decision in sorted(decisions.items())
    }
    return answers if again else {**answers, LATER: KEPT}


def read_decisions(answers: Mapping[str, str]) -> tuple[Decisions, bool]:
    """Read decisions, and whether later lines are computed again. A reason among them is ignored.

    Raises:
        Refusal: an answer is none of these.

    """
    decisions: dict[Place, Decision] = {}
    for name, value in answers.items():
        if name in (LATER, REASON):
            continue
        match = PLACE.fullmatch(name)
        if match is None:
            raise Refusal(
                f"{name[:40]!r} is no entry; amend takes NUMBER=LINE, NUMBER=drop, NUMBER=keep and reason."
            )
        decisions[Place(int(match[1]), int(match[2] or 0))] = _read(value)
    if not decisions:
        raise Refusal("Say which entry is to be corrected.")
    if answers.get(LATER, KEPT) != KEPT:
        raise Refusal("Later entries are worked out again, or later=kept.")
    return decisions, LATER not in answers


def keeps(answers: Answers) -> bool:
    """Whether a correction with these answers leaves lines as they were written."""
    return LATER in answers or KEEP in answers.values()


def _place(place: Place) -> str:
    return f"{place.seq}.{place.n}" if place.n else str(place.seq)


def _read(text: str) -> Decision:
    if text == DROP:
        return DROP
    if text == KEEP:
        return KEEP
    try:
        words = shlex.split(text)
    except ValueError:
        raise Refusal("A quotation mark is missing.") from None
    answers: dict[str, str] = {}
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign or not name or not value or name in answers:
            raise Refusal(f"{word[:60]!r} is not name=value, or is there twice.")
        answers[name] = value
    if not words:
        raise Refusal("Say what the entry is to say.")
    return Change(words[0], answers)


log = logging.getLogger("companion")

DROP: Literal["drop"] = "drop"
KEEP: Literal["keep"] = "keep"


@dataclass(frozen=True)
class Change:
    """The corrected line: an action, and the answers to its questions."""

    action: str
    answers: Answers


Decision: TypeAlias = "Change | Literal['drop', 'keep']"
"""Change the line, void it, or keep it as written whatever the rules say."""

Decisions: TypeAlias = "Mapping[Place, Decision]"

How: TypeAlias = Literal[
    "same", "receipt", "effects changed", "changed", "put in", "dropped", "kept", "refused"
]
"""What becomes of a line: no change, another receipt, other effects, or what was decided; or the rules refuse it.

A line that would only be worded differently today is the same.
"""

UNCHANGED = "same", "kept"
FAULT = "The book can't work this entry out again."


@dataclass(frozen=True)
class Consequence:
    """What becomes of one line: how it is ``now``, and how it will be ``then``; or the ``refusal``.

    A refused line counts as voided until something is decided.
    """

    place: Place
    number: int
    how: How
    now: Line | None
    then: Proposal | None
    refusal: str = ""

    @property
    def shows_other_sums(self) -> bool:
        """Whether nothing but its receipt changes, and in a figure: other words and more lines are no change."""
        if self.how != "receipt" or not self.now or not self.then:
            return False
        was, then = (_figures(proposal) for proposal in (self.now.proposal, self.then))
        return not (was <= then or then <= was)


def _figures(proposal: Proposal) -> set[tuple[str, int]]:
    return {(line.unit, line.figure) for line in proposal.working if line.figure is not None}


@dataclass(frozen=True)
class Revision:
    """The result of decisions: what becomes of each line from the first decided on, and the table after them."""

    decisions: Decisions
    again: bool
    consequences: tuple[Consequence, ...]
    after: Table

    def those(self, how: How) -> tuple[Consequence, ...]:
        """The lines of which this becomes."""
        return tuple(consequence for consequence in self.consequences if consequence.how == how)

    @property
    def refused(self) -> tuple[Consequence, ...]:
        """The lines that the rules refuse; while there are any, nothing can be recorded."""
        return self.those("refused")

    def lines(self, lines: Iterable[Line]) -> list[Line]:
        """The lines as they would be, from the effective ones as they are now."""
        then = {line.place: line for line in lines}
        for consequence in self.consequences:
            if consequence.then:
                then[consequence.place] = Line(
                    consequence.place, consequence.number, consequence.then
                )
            else:
                then.pop(consequence.place, None)
        return sorted(then.values(), key=lambda line: line.place)

    @property
    def idle(self) -> bool:
        """Whether nothing would change."""
        return all(consequence.how in UNCHANGED for consequence in self.consequences)


def add_up(lines: Iterable[Line | Entry]) -> RunningLedger:
    """What everyone holds by some lines or entries."""
    running = RunningLedger()
    for line in lines:
        running.take(line.proposal.postings, line.proposal.marks)
    return running


def next_place(lines: Iterable[Line], seq: int) -> Place:
    """The place of a line that is put in after an entry: after those put in there already."""
    return Place(seq, 1 + max((line.place.n for line in lines if line.place.seq == seq), default=0))


def revise(  # noqa: PLR0913 - what was decided, on which lines, and how
    rules: RulesAt,
    lines: Sequence[Line],
    decisions: Decisions,
    *,
    again: bool = True,
    keep: bool = False,
    stale: bool = False,
) -> Revision:
    """Compute what decisions on some lines do to them and to all later ones.

    Lines without a decision are computed ``again`` from their own answers, or else left as written. To ``keep`` is to
    leave those that the rules refuse, and that can stand, as written too. Where lines were left so before, they are
    ``stale``: they may belong to another table, so what they would be today proves nothing.

    Raises:
        Refusal: a decision is about a line that does not count, or a line is put in where none can be.

    """
    places, last = {line.place: line for line in lines}, rules.version
    _check(places, decisions, last)
    first = min(decisions, default=Place(last + 1))
    running = add_up(line for line in lines if line.place < first)
    written = RunningLedger(running.view(last))
    trying = _Trying(rules, running, written, decisions, again, keep, stale)
    later = sorted({*decisions, *(place for place in places if place >= first)})
    consequences = [trying.line(place, places.get(place)) for place in later]
    return Revision(decisions, again, tuple(consequences), rules.table.at(running.view(last)))


def _check(places: Mapping[Place, Line], decisions: Decisions, last: int) -> None:
    new = [place for place in decisions if place not in places]
    for place in new:
        if not place.n:
            raise Refusal(f"There is no entry {place.seq} that counts.", "seq")
        if not isinstance(decisions[place], Change):
            raise Refusal(f"No entry is put in after entry {place.seq}.", "seq")
        if not 0 <= place.seq <= last or place != next_place(places.values(), place.seq):
            raise Refusal(
                "An entry is put in after one that is there, behind those put in already.", "seq"
            )
    if len(new) > 1:
        raise Refusal("One entry is put in at a time.", "seq")


@dataclass
class _Trying:
    """Goes through the lines from the first decided on, and computes what becomes of each.

    ``running`` is what everyone holds with the decisions, ``written`` what everyone held without them. Where lines are
    ``stale``, they are compared word for word.
    """

    rules: RulesAt
    running: RunningLedger
    written: RunningLedger
    decisions: Decisions
    again: bool
    keep: bool
    stale: bool

    def line(self, place: Place, now: Line | None) -> Consequence:
        """Return what becomes of a line, and add it up."""
        decided = self.decisions.get(place)
        number = now.number if now else self.rules.version + 1
        found = Consequence(place, number, "same", now, now.proposal if now else None)
        if now and decided == DROP:
            found = replace(found, how="dropped", then=None)
        elif now and decided == KEEP:
            found = replace(found, how="kept")
        elif self.again or decided:
            found = self._rework(found, decided)
        if found.then:
            self.running.take(found.then.postings, found.then.marks)
        if now:
            self.written.take(now.proposal.postings, now.proposal.marks)
        return found

    def _rework(self, line: Consequence, decided: Decision | None) -> Consequence:
        """Compute a line, as decided or else from its own answers."""
        now = line.now
        try:
            then = self._propose(self.running, line.number, line.then, decided)
        except Refusal as refusal:
            return self._refuse_or_keep(line, decided, refusal.sentence)
        except Exception:
            log.exception("line %s could not be worked out again", line.place)
            return self._refuse_or_keep(line, decided, FAULT)
        if line.place.n:
            then = in_place(then, line.place, line.number)
        how = _how(now, then, changed=decided is not None)
        if now and how != "same" and not self.stale and self._only_reworded(now, then):
            return line
        return replace(line, how=how, then=then)

    def _refuse_or_keep(
        self, line: Consequence, decided: Decision | None, sentence: str
    ) -> Consequence:
        if self.keep and line.now and decided is None and self._can_stand(line.now):
            return replace(line, how="kept")
        return replace(line, how="refused", then=None, refusal=sentence)

    def _can_stand(self, now: Line) -> bool:
        """Whether nobody would give what they don't have then: no account goes below zero that did not as written.

        What is owed may grow. What is hidden is not looked at, or the answer would tell how much there is.
        """
        then, was = self.running.view(now.number - 1), self.written.view(now.number - 1)
        table = self.rules.table.at(then)
        return not any(
            quantity < 0
            and then.balance(account, unit) + quantity < 0 <= was.balance(account, unit) + quantity
            and account.partition(":")[2] not in DEBTS
            and not self.rules.game.is_secret(table, account)
            for (account, unit), quantity in sum_postings(now.proposal.postings).items()
        )

    def _only_reworded(self, now: Line, then: Proposal) -> bool:
        """Whether a line has the effects it had, and would be worded so today without any decision."""
        if not _does(now.proposal, then):
            return False
        try:
            today = self._propose(self.written, now.number, now.proposal, None)
        except Exception:  # noqa: BLE001 - the rules can't compute it today, so the line is not as they have it
            return False
        return _same_words(today, then)

    def _propose(
        self, running: RunningLedger, number: int, now: Proposal | None, decided: Decision | None
    ) -> Proposal:
        game, table, said = self.rules.game, self.rules.table.at(running.view(number - 1)), ""
        if isinstance(decided, Change):
            action, answers = decided.action, decided.answers
        elif now:
            action, said = now.action, remark(now)
            answers = game.said("reanswer", table, now, otherwise=now.answers)
        else:
            raise Refusal(f"There is no entry known as {number}.")
        return add_remark(
            game.require_open(table, game.find_action(action).propose(table, answers)), said
        )


def _how(now: Line | None, then: Proposal, *, changed: bool) -> How:
    if now is None:
        return "put in"
    was = now.proposal
    if _does(was, then) and _same_words(was, then):
        return "same"
    if changed:
        return "changed"
    return "receipt" if _effects(was) == _effects(then) else "effects changed"


def _does(was: Proposal, then: Proposal) -> bool:
    """Whether two lines have the same answers and the same effects."""
    return (was.action, was.answers, _effects(was)) == (then.action, then.answers, _effects(then))


def _same_words(was: Proposal, then: Proposal) -> bool:
    """Whether two lines have the same words and figures."""
    return all(
        getattr(was, part) == getattr(then, part)
        for part in ("narration", "working", "rule", "house")
    )


def _effects(proposal: Proposal) -> tuple[object, object]:
    """The effects of a line, whose order means nothing."""
    return sum_postings(proposal.postings), {
        (mark.holder, mark.name): mark.value for mark in proposal.marks
    }


def effects(
    revision: Revision, lines: Sequence[Line], entries: Sequence[Entry]
) -> tuple[tuple[Line, ...], tuple[int, ...], tuple[Posting, ...], tuple[Mark, ...]]:
    """The revised entries of a correction, the entries it voids, its postings and its marks.

    An earlier correction of some of the same lines is voided as a whole; its other revised entries are repeated here.
    """
    revised = {
        consequence.place: Line(consequence.place, consequence.number, consequence.then)
        for consequence in revision.consequences
        if consequence.then and consequence.how not in UNCHANGED
    }
    touched = {*revised, *(consequence.place for consequence in revision.those("dropped"))}
    older = {
        line.entry.seq: line.entry for line in lines if line.place in touched and line.corrected
    }
    voided = {line.entry.seq for line in lines if line.place in touched}
    for entry in older.values():
        voided |= set(entry.voids)
        revised |= {
            line.place: line for line in entry.proposal.revised if line.place not in touched
        }
    rewritten = tuple(revised[place] for place in sorted(revised))
    sums = sum_postings(posting for line in rewritten for posting in line.proposal.postings)
    postings = tuple(Posting(account, quantity, unit) for (account, unit), quantity in sums.items())
    # the marks to set so that with these entries voided all marks are as the revision has them
    left = (entry for entry in entries if entry.voided_by is None and entry.seq not in voided)
    marks, wanted = add_up(left).view(0).marks, revision.after.ledger.marks
    keys = [key for key in dict.fromkeys((*wanted, *marks)) if marks.get(key) != wanted.get(key)]
    changed = tuple(Mark(*key, wanted.get(key)) for key in keys)
    return rewritten, tuple(sorted(voided)), postings, changed


NAMED = 5
"""The most decisions that are named one by one; people read the entry."""
MORE = {"dropped": "crossed out", "kept": "kept as written"}
CORRECTED = "corrected"


def summary(revision: Revision, reason: str) -> str:
    """Say what was decided and why, and how many later lines have other effects."""
    decided = [
        line
        for line in revision.consequences
        if line.place in revision.decisions and line.how != "same"
    ]
    words = [
        _describe_decision(line, "" if at else f" ({reason})")
        for at, line in enumerate(decided[:NAMED])
    ]
    more = Counter(MORE.get(line.how, CORRECTED) for line in decided[NAMED:])
    words += [f"{more[done]} more {done}." for done in (*MORE.values(), CORRECTED) if more[done]]
    if later := len(revision.those("effects changed")):
        words.append(
            "1 later entry comes out differently."
            if later == 1
            else f"{later} later entries come out differently."
        )
    return " ".join(words)


def _describe_decision(consequence: Consequence, why: str) -> str:
    where = name(consequence.place)
    if consequence.how == "kept":
        return f"Kept {where} as written{why}."
    did = {"dropped": "Crossed out", "put in": "Put in"}.get(consequence.how, "Corrected")
    proposal = consequence.then or (consequence.now.proposal if consequence.now else None)
    return (
        f"{did} {where}{why}: {proposal.narration}"
        if proposal and proposal.narration
        else f"{did} {where}{why}."
    )


def name(place: Place) -> str:
    """Name a line by its place, as the journal shows it."""
    if not place.n:
        return f"entry {place.seq}"
    return f"an entry after {place.seq}" if place.seq else "an entry at the start"
