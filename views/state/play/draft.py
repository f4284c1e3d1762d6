"""A sheet being filled in: plain values, so that every keystroke is a new sheet and an old one stays true."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Protocol, TypeAlias
from uuid import uuid4

from companion.core.action import Action, PossibleAnswer, Question
from companion.core.answers import NO_ANSWERS, REASON
from companion.core.prompt import Offer
from companion.core.recording import meanwhile
from companion.core.recording.meanwhile import Shown
from companion.core.table import Value
from companion.core.turn import TurnOf
from models.frozen import frozen
from models.ledger import Proposal, Refusal
from views.state.play.play_snapshot import Person, PlaySnapshot

log = logging.getLogger("companion.views")

Answers: TypeAlias = "Mapping[str, Value]"
ANY_WORDS = "as agreed"
"""A placeholder for words still to come, to try what is there already."""


@frozen
class Draft:
    """A sheet: whose action it is, what is answered, what is typed, and the id that makes it one entry.

    ``preset`` are the answers known before anybody was asked, ``settled`` those that had only one possible
    answer, ``opened`` is the one asked again; ``at`` is the player whose hand is on the pad, or whose row takes
    the keys; ``throws`` are the dice the app threw for players, ``drawn`` the question it drew for. ``known`` is the
    last entry that whoever fills it in knew of, and ``step`` what the turn was headed by then; ``warned`` says that a
    tap on Record came to nothing because of what was recorded since.
    """

    action: str
    preset: Mapping[str, Value]
    answers: Mapping[str, Value]
    lead: bool
    label: str = ""
    tone: str = "plain"
    texts: Mapping[str, str] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    opened: str = ""
    faces: tuple[int, ...] = ()
    keys: str = ""
    at: str = ""
    throws: tuple[tuple[str, tuple[int, ...]], ...] = ()
    drawn: str = ""
    seen: int = 0
    known: int = 0
    step: str = ""
    warned: bool = False
    command: str = field(default_factory=lambda: uuid4().hex)

    @property
    def touched(self) -> bool:
        """Whether a person has answered anything on it."""
        return any(map(self.is_answered, self.answers))

    def is_answered(self, question: str) -> bool:
        """Whether a person has answered this, and it was not known before."""
        return (
            question in self.answers
            and question not in self.preset
            and question not in self.settled
        )

    @property
    def is_by_person(self) -> bool:
        """Whether a person opened it or answered anything on it; else it is as the book laid it out."""
        return not self.lead or self.touched or bool(self.texts)

    def fits(self, offer: Offer) -> bool:
        """Whether this is the sheet that an offer would lay out."""
        return (self.action, self.preset) == (offer.action, offer.answers)


class QuestionContext(Protocol):
    """What questions are put about: a play, or the small table of a quick tool."""

    def turn(self, answers: Answers = NO_ANSWERS) -> TurnOf[Any]:
        """What rules look at, with the answers so far."""

    def options(
        self, action: str, answers: Answers, question: str
    ) -> tuple[PossibleAnswer, ...] | None:
        """What may be answered, and why not where not."""

    def person(self, key: str) -> Person | None:
        """The player under this key, if one sits there."""


class AnswerTarget(Protocol):
    """What takes the answers: the state of a play on one screen, or a quick tool."""

    def redraw(self) -> None:
        """Draw the sheet anew."""

    @property
    def draft(self) -> Draft | None:
        """The sheet as it is now."""

    @property
    def scale(self) -> Callable[[], float]:
        """How large text is."""

    def answer(self, question: str, value: Value) -> None:
        """Answer a question."""

    def pick(self, *answers: tuple[str, Value]) -> None:
        """Give answers that may settle the sheet: where nothing is left to be said, it is recorded."""

    def type(self, question: str, words: str) -> None:
        """Keep what is typed for a question, whether it is an answer yet or not."""

    def take_throw(self, question: str, faces: tuple[int, ...]) -> None:
        """Answer with dice thrown by the app."""


@frozen
class Meanwhile:
    """What was recorded since a sheet was begun, in words; ``again`` where it would be recorded once more by it."""

    words: str
    again: bool

    @classmethod
    def of(
        cls, snapshot: PlaySnapshot, draft: Draft, proposal: Proposal | None
    ) -> Meanwhile | None:
        """Make one if it matters: the same was recorded, the step is over, or a tap on Record came too late."""
        since = snapshot.since(draft.known)
        same = meanwhile.find_repetitions(snapshot.game, proposal, since) if proposal else ()
        over = draft.lead and draft.step != snapshot.prompt.title
        if not since or not (same or over or draft.warned):
            return None
        return cls(meanwhile.summary(same or since, "\n"), bool(same))


@frozen
class Outcome:
    """What a sheet comes to: a proposal, or a sentence that says why not and at which question.

    ``meanwhile`` is what others have recorded, where it has to be read before this is recorded too.
    """

    proposal: Proposal | None = None
    sentence: str = ""
    question: str = ""
    missing: str = ""
    meanwhile: Meanwhile | None = None

    @classmethod
    def of(cls, snapshot: PlaySnapshot, draft: Draft, now: int = 0) -> Outcome:
        """Try a sheet against the table as it is, at a moment in whole seconds since 1970."""
        outcome = cls._try_out(snapshot, draft, now)
        if draft.known >= snapshot.version or not (draft.is_by_person or draft.warned):
            return outcome
        return replace(outcome, meanwhile=Meanwhile.of(snapshot, draft, outcome.proposal))

    def to_shown(self, draft: Draft, version: int) -> Shown:
        """What Record is drawn from on a version of the book."""
        if self.meanwhile:
            return Shown(version, self.proposal, announced=True)
        return Shown(min(draft.known, version), self.proposal)

    @classmethod
    def _try_out(cls, snapshot: PlaySnapshot, draft: Draft, now: int) -> Outcome:
        action = snapshot.find_action(draft.action)
        answers = with_time(action, draft.answers, now)
        if missing := action.find_missing(answers):
            return cls._so_far(snapshot, action, answers, missing)
        for question in action.questions:
            if answers.get(question.name) is None and (
                wrong := typing_error(snapshot, draft, question)
            ):
                return cls(sentence=wrong, question=question.name)
        try:
            proposal = snapshot.rules.propose(draft.action, answers)
            if why := snapshot.rules.asks_why(draft.action, answers):
                return cls(sentence=why, question=REASON)
            return cls(proposal)
        except Refusal as refusal:
            # what is not in sight can't say what is wrong with it: the foot of the panel does. One that may be left
            # out, and that the rule asks for all the same, comes into sight by that
            asked = [
                question
                for question in visible_questions(action, draft)
                if not question.optional or answers.get(question.name) is None
            ]
            shown = {draft.opened, *(question.name for question in asked)}
            where = refusal.question or ""
            return cls(sentence=refusal.sentence, question=where if where in shown else "")
        except Exception:
            log.exception("%s could not be worked out", draft.action)
            return cls(
                sentence="The book can't work this one out. Nothing is recorded; try another way."
            )

    @classmethod
    def _so_far(
        cls, snapshot: PlaySnapshot, action: Action[...], answers: Answers, missing: Question
    ) -> Outcome:
        """A sheet that still lacks an answer. If it lacks only words, a wrong figure is reported at once."""
        lacking = [
            question
            for question in action.questions
            if not question.optional and answers.get(question.name) is None
        ]
        if not all(question.kind.is_text for question in lacking):
            return cls(missing=missing.name)
        try:
            snapshot.rules.propose(
                action.name, {**answers, **{question.name: ANY_WORDS for question in lacking}}
            )
        except Refusal as refusal:
            asked = refusal.question or ""
            if answers.get(asked) is not None and action.question(asked).kind.takes_digits:
                return cls(sentence=refusal.sentence, question=asked, missing=missing.name)
        except Exception:
            log.exception("%s could not be tried", action.name)
        return cls(missing=missing.name)


def with_time(action: Action[...], answers: Answers, now: int) -> dict[str, Value]:
    """The answers with the moment put in wherever an action asks for it; people are never asked the time."""
    moments = {question.name: now for question in action.questions if not question.kind.asked}
    return {**answers, **moments}


def asked_beside(action: Action[...], name: str) -> Question | None:
    """The question of this name where a pad asks it beside its keys; ``None`` if none does."""
    on_pads = {beside for question in action.questions for beside in question.kind.beside}
    return next(
        (
            question
            for question in action.questions
            if question.optional and question.name == name and name in on_pads
        ),
        None,
    )


def visible_questions(action: Action[...], draft: Draft) -> tuple[Question, ...]:
    """The questions a sheet asks one by one: no moments, which the state knows, and none that a pad asks itself.

    A pad that asks for a reason has other words asked only where they are needed.
    """
    reason, knocked = asked_beside(action, REASON), asked_beside(action, "knocked")
    padded = any(question.kind.beside for question in action.questions)

    def quiet(question: Question) -> bool:
        said = draft.opened == question.name or (
            draft.answers.get(question.name) is not None and question is not reason
        )
        return padded and question.optional and question.kind.is_text and not said

    return tuple(
        question
        for question in action.questions
        if question.kind.asked and question is not knocked and not quiet(question)
    )


def next_missing(action: Action[...], answers: Answers) -> Question | None:
    """The first question that a person must still answer."""
    return action.find_missing(with_time(action, answers, 0))


def begin(snapshot: PlaySnapshot, offer: Offer, *, lead: bool) -> Draft:
    """Make a fresh sheet for an offer."""
    version, answers = snapshot.version, offer.answers
    draft = Draft(
        offer.action,
        answers,
        answers,
        lead,
        offer.label,
        offer.tone,
        seen=version,
        known=version,
        step=snapshot.prompt.title if lead else "",
    )
    return settle(snapshot, draft)


def with_presets(snapshot: PlaySnapshot, offer: Offer) -> Offer:
    """An offer with what its questions have filled in for a person to change."""
    t = snapshot.turn(offer.answers)
    questions = snapshot.find_action(offer.action).questions
    presets = {
        question.name: question.kind.preset(t) for question in questions if question.kind.preset
    }
    known = {name: value for name, value in presets.items() if value is not None}
    return replace(offer, answers={**known, **offer.answers})


def carry_over(snapshot: PlaySnapshot, draft: Draft, lead: Draft | None) -> Draft:
    """A sheet with what a person has said already on the one of the turn, where the same is asked."""
    if lead is None:
        return draft
    before = snapshot.find_action(lead.action)
    for question in snapshot.find_action(draft.action).questions:
        name = question.name
        if (
            lead.is_answered(name)
            and same_question(before.question(name), question)
            and not question.optional
            and name not in draft.answers
        ):
            draft = with_answer(snapshot, draft, name, lead.answers[name])
    return draft


def same_question(question: Question, other: Question) -> bool:
    """Whether two actions ask the same: alike in type and words, whatever functions a type was made with."""
    return question.kind == other.kind or (
        type(question.kind) is type(other.kind) and question.text == other.text
    )


def would_be(snapshot: PlaySnapshot, offer: Offer) -> Proposal | None:
    """What an offer comes to where nothing is left to be asked, not even what may be left out; else ``None``."""
    key = offer.action, tuple(sorted(offer.answers.items()))
    if key not in snapshot.whole:
        action = snapshot.find_action(offer.action)
        open_ones = any(
            question.name not in offer.answers
            for question in action.questions
            if question.kind.asked
        )
        snapshot.whole[key] = (
            None if open_ones else Outcome.of(snapshot, begin(snapshot, offer, lead=False)).proposal
        )
    return snapshot.whole[key]


def update(snapshot: PlaySnapshot, draft: Draft) -> Draft:
    """The sheet on the table as it is now; where nobody has said anything on it, as if it had just been laid out."""
    draft = settle(snapshot, replace(draft, seen=snapshot.version))
    if draft.label:
        offers = (offer.label for offer in snapshot.prompt.offers if draft.fits(offer))
        draft = replace(draft, label=next(offers, ""))
    if draft.is_by_person:
        return draft
    return replace(draft, known=snapshot.version, step=snapshot.prompt.title, warned=False)


def settle(snapshot: PlaySnapshot, draft: Draft) -> Draft:
    """Answer what has only one possible answer."""
    action = snapshot.find_action(draft.action)
    answers = dict(draft.answers)
    settled = set(draft.settled)
    for question in action.questions:
        if question.optional or not question.kind.asked or answers.get(question.name) is not None:
            continue
        if action.auction and question.name == action.auction.buyer:
            break  # nobody is named before anybody has bid
        only = None if draft.texts.get(question.name) else _only(snapshot, draft, question, answers)
        if only is None:
            break
        answers[question.name] = only
        settled.add(question.name)
        if (
            next_missing(action, answers) is None
            and not draft.touched
            and not (question.kind.goes_without_saying and not snapshot.secret)
        ):
            # nobody has answered anything yet: what makes it an entry, and is a person's to say, is left open
            del answers[question.name]
            settled.discard(question.name)
            break
    return replace(draft, answers=answers, settled=frozenset(settled))


def go_on(snapshot: PlaySnapshot, draft: Draft | None, last: Draft) -> Draft | None:
    """The sheet laid out next; where it is the last one again, whoever stays is named on it, and can be changed."""
    if draft is None or not last.lead or draft.action != last.action:
        return draft
    same = {
        question.name: last.answers[question.name]
        for question in snapshot.find_action(draft.action).questions
        if question.kind.stays
        and question.name in last.answers
        and question.name not in draft.preset
    }
    answers = {**draft.answers, **same}
    return settle(snapshot, replace(draft, answers=answers, settled=draft.settled | same.keys()))


def _only(snapshot: PlaySnapshot, draft: Draft, question: Question, answers: Answers) -> Value:
    """The only possible answer to a question; ``None`` if it has none or several."""
    if question.kind.chosen:
        options = snapshot.options(draft.action, answers, question.name) or ()
        open_ones = [option for option in options if option.refusal is None]
        return open_ones[0].value if len(open_ones) == 1 else None
    try:
        return question.kind.forced(snapshot.turn(answers))
    except Refusal:
        return None


def with_answer(snapshot: PlaySnapshot, draft: Draft, question: str, value: Value) -> Draft:
    """The sheet with one answer more; later answers that no longer make sense are asked again."""
    action = snapshot.find_action(draft.action)
    answers = {**draft.answers, question: value}
    if value is None:
        del answers[question]
    other = draft.answers.get(question) not in (None, value)
    fallen = {asked.name for asked in action.questions if other and asked.kind.about == question}
    names = [question.name for question in action.questions]
    for later in action.questions[names.index(question) + 1 :]:
        # what had one answer only, for the choice made before, is settled anew
        earlier = {name: value for name, value in answers.items() if name != later.name}
        if later.name in draft.settled | fallen or (
            later.name in answers
            and not later.kind.still_answers(answers[later.name], snapshot.turn(earlier))
        ):
            answers.pop(later.name, None)
    texts = {
        name: words
        for name, words in draft.texts.items()
        if name not in (question, *fallen)
        and _still_there(snapshot, action.question(name), words, answers)
    }
    changed = replace(
        draft,
        answers=answers,
        texts=texts,
        settled=frozenset(name for name in draft.settled if name in answers and name != question),
        opened="",
        keys="",
        faces=draft.faces if sum(draft.faces) in answers.values() else (),
        drawn=draft.drawn if draft.drawn in answers and draft.drawn != question else "",
    )
    return settle(snapshot, changed) if value is not None else changed


def _still_there(snapshot: PlaySnapshot, question: Question, words: str, answers: Answers) -> bool:
    try:
        return question.kind.may_become(words, snapshot.turn(answers))
    except Refusal:
        return False


def with_typed(snapshot: PlaySnapshot, draft: Draft, question: str, words: str) -> Draft:
    """The sheet with words typed at a question; they are an answer as soon as they can be read as one.

    What may be left out, and one of several sums, stays open while it is typed: the first digit of a price is an
    answer, and not the last.
    """
    action = snapshot.find_action(draft.action)
    asked = action.question(question)
    try:
        value = asked.kind.read(words, snapshot.turn(draft.answers)) if words.strip() else None
    except Refusal:
        value = None
    changed = with_answer(snapshot, draft, question, value)
    texts = {**changed.texts, question: words}
    one_of_sums = asked.kind.is_sum and sum(other.kind.is_sum for other in action.questions) > 1
    stays = asked.optional or one_of_sums
    return replace(changed, texts=texts, opened=question if stays else draft.opened)


def typing_error(snapshot: QuestionContext, draft: Draft, question: Question) -> str:
    """Why what is typed at a question is no answer to it; empty if it is, or nothing is typed."""
    words = draft.texts.get(question.name, "")
    if not words.strip():
        return ""
    try:
        question.kind.read(words, snapshot.turn(draft.answers))
    except Refusal as refusal:
        return refusal.sentence
    return ""


def find_asked(action: Action[...], draft: Draft) -> Question | None:
    """The question that the keys go to: the one asked again, else the first without an answer."""
    if draft.opened:
        return action.question(draft.opened)
    open_one = next_missing(action, draft.answers)
    mine = [q for q in action.questions if q.name not in draft.preset and q.kind.takes_digits]
    if open_one and (open_one.kind.takes_digits or not any(q.name in draft.texts for q in mine)):
        return open_one
    # a figure being typed stays the one that is typed, though words are asked for next
    return mine[-1] if mine else None
