"""A sheet being filled in: plain values, so that every keystroke is a new sheet and an old one stays true."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias
from uuid import uuid4

from companion.hands import Hands
from companion.kinds import Amount, Choice, Moment, Number, Player, Roll, Words
from models.ledger import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.action import Action, Question
    from companion.game import Offer
    from companion.kinds import Kind
    from companion.table import Value
    from models.ledger import Proposal
    from views.picture import Picture

log = logging.getLogger("companion.views")

Answers: TypeAlias = "Mapping[str, Value]"
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Draft:
    """A sheet: whose action it is, what is answered, what is typed, and the id that makes it one entry.

    ``preset`` are the answers known before anybody was asked, ``settled`` those that had only one possible
    answer, ``opened`` is the one asked again; ``at`` is the player whose hand is on the pad; ``begun`` is the last
    line of the journal when it was laid out.
    """

    action: str
    preset: Mapping[str, Value]
    answers: Mapping[str, Value]
    lead: bool
    label: str = ""
    tone: str = "plain"
    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    settled: frozenset[str] = frozenset()
    opened: str = ""
    faces: tuple[int, ...] = ()
    keys: str = ""
    at: str = ""
    seen: int = 0
    begun: int = 0
    command: str = field(default_factory=lambda: uuid4().hex)

    @property
    def touched(self) -> bool:
        """Whether a person has answered anything on it."""
        return any(name not in self.preset and name not in self.settled for name in self.answers)

    def fits(self, offer: Offer) -> bool:
        """Whether this is the sheet that an offer would lay out."""
        return self.action == offer.action and dict(self.preset) == dict(offer.answers)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sheet comes to: a proposal, or a sentence that says why not and at which question."""

    proposal: Proposal | None = None
    sentence: str = ""
    question: str = ""
    missing: str = ""

    @classmethod
    def of(cls, picture: Picture, draft: Draft, now: int = 0) -> Outcome:
        """Try a sheet against the table as it is, at a moment in whole seconds since 1970."""
        action = picture.game.action(draft.action)
        answers = timed(action, draft.answers, now)
        if missing := action.missing(answers):
            return cls(missing=missing.name)
        try:
            return cls(picture.referee.propose(draft.action, answers))
        except Refusal as refusal:
            # what is not in sight can't say what is wrong with it: the foot of the panel does
            shown = [one.name for one in seen(action, draft) if not one.optional or draft.opened == one.name]
            return cls(sentence=refusal.sentence, question=refusal.question if refusal.question in shown else "")
        except Exception:
            log.exception("%s could not be worked out", draft.action)
            return cls(sentence="The book can't work this one out. Nothing is recorded; try another way.")


def timed(action: Action, answers: Answers, now: int) -> dict[str, Value]:
    """The answers with the moment put in wherever an action asks for it; people are never asked the time."""
    moments = {one.name: now for one in action.questions if isinstance(one.kind, Moment)}
    return {**answers, **moments}


def knocker(action: Action) -> Question | None:
    """The question who ended the round, which the card pad asks beside the hands; nothing where none is."""
    if not any(isinstance(one.kind, Hands) for one in action.questions):
        return None
    asked = (one for one in action.questions if one.optional and isinstance(one.kind, Player | Choice))
    return next((one for one in asked if one.name == "knocked"), None)


def seen(action: Action, draft: Draft) -> tuple[Question, ...]:
    """What a sheet asks one by one: no moments, which the desk knows, and nothing that a card pad asks on the way.

    The pad asks who knocked, and for words only where a round needs them.
    """
    padded = any(isinstance(one.kind, Hands) for one in action.questions)

    def quiet(one: Question) -> bool:
        said = draft.opened == one.name or draft.answers.get(one.name) is not None
        return padded and one.optional and isinstance(one.kind, Words) and not said

    beside = knocker(action)
    return tuple(one for one in action.questions if not (isinstance(one.kind, Moment) or one is beside or quiet(one)))


def lacking(action: Action, answers: Answers) -> Question | None:
    """The first question that a person must still answer."""
    return action.missing(timed(action, answers, 0))


def begin(picture: Picture, offer: Offer, *, lead: bool) -> Draft:
    """Lay out a fresh sheet for an offer."""
    given = MappingProxyType(dict(offer.answers))
    draft = Draft(
        offer.action, given, given, lead, offer.label, offer.tone, seen=picture.version, begun=picture.version
    )
    return settle(picture, draft)


def settle(picture: Picture, draft: Draft) -> Draft:
    """Answer what has only one answer, so that nobody need tap the obvious."""
    action = picture.game.action(draft.action)
    answers = dict(draft.answers)
    settled = set(draft.settled)
    for question in action.questions:
        if question.optional or isinstance(question.kind, Moment) or answers.get(question.name) is not None:
            continue
        if draft.texts.get(question.name) or not isinstance(question.kind, Choice | Player | Number):
            break
        options = picture.options(draft.action, answers, question.name) or ()
        open_ones = [option for option in options if option.refusal is None]
        if len(open_ones) != 1:
            break
        answers[question.name] = open_ones[0].value
        settled.add(question.name)
        if lacking(action, answers) is None and not draft.touched:
            # nobody has said a word yet: the last answer, the one that makes it an entry, is a person's
            del answers[question.name]
            settled.discard(question.name)
            break
    return replace(draft, answers=MappingProxyType(answers), settled=frozenset(settled))


def answered(picture: Picture, draft: Draft, question: str, value: Value) -> Draft:
    """The sheet with one answer more; later answers that no longer make sense are asked again."""
    action = picture.game.action(draft.action)
    answers = {**draft.answers, question: value}
    if value is None:
        del answers[question]
    names = [one.name for one in action.questions]
    for later in action.questions[names.index(question) + 1 :]:
        # what had one answer only, for the choice made before, is settled anew
        if later.name in draft.settled or (later.name in answers and not _still(picture, later, answers)):
            answers.pop(later.name, None)
    texts = {name: words for name, words in draft.texts.items() if name != question}
    changed = replace(
        draft,
        answers=MappingProxyType(answers),
        texts=MappingProxyType(texts),
        settled=frozenset(name for name in draft.settled if name in answers and name != question),
        opened="",
        keys="",
        faces=() if isinstance(action.question(question).kind, Roll) else draft.faces,
    )
    return settle(picture, changed) if value is not None else changed


def _still(picture: Picture, question: Question, answers: Answers) -> bool:
    values = question.kind.candidates(picture.table, {k: v for k, v in answers.items() if k != question.name})
    return values is None or answers[question.name] in values


def typed(picture: Picture, draft: Draft, question: str, words: str) -> Draft:
    """The sheet with words typed at a question; they are an answer as soon as they can be read as one."""
    action = picture.game.action(draft.action)
    kind = action.question(question).kind
    try:
        value = kind.read(words, picture.table, draft.answers) if words.strip() else None
    except Refusal:
        value = None
    changed = answered(picture, draft, question, value)
    texts = MappingProxyType({**changed.texts, question: words})
    return replace(changed, texts=texts, opened=draft.opened)


def complaint(picture: Picture, draft: Draft, question: Question) -> str:
    """Why what is typed at a question is no answer to it; nothing when it is, or nothing is typed."""
    words = draft.texts.get(question.name, "")
    if not words.strip():
        return ""
    try:
        question.kind.read(words, picture.table, draft.answers)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def asked_now(action: Action, draft: Draft) -> Question | None:
    """The question that keys and eyes go to: the one asked again, else the first without an answer."""
    if draft.opened:
        return action.question(draft.opened)
    open_one = lacking(action, draft.answers)
    mine = [q for q in action.questions if q.name not in draft.preset and takes_digits(q.kind)]
    if open_one and (takes_digits(open_one.kind) or not any(q.name in draft.texts for q in mine)):
        return open_one
    # a figure being typed stays the one that is typed, though words are asked for next
    return mine[-1] if mine else None


def takes_digits(kind: Kind) -> bool:
    """Whether a question can be answered by typing digits."""
    return isinstance(kind, Amount | Roll | Number | Hands)
