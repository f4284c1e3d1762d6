"""Mistakes that would explain a difference, in the order in which they are tried; of each kind the latest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any, Literal, TypeAlias

from companion.core.action import CORRECTIONS, Action, Question
from companion.core.answers import Answers
from companion.core.questions import Amount, Choice, Number, Player, Roll
from companion.core.recording.countable import CASH, Countable
from companion.core.recording.revision import DROP, Change, Decisions, name, next_place
from companion.core.recording.rules_at import RulesAt
from companion.core.table import sentence
from companion.core.turn import TurnOf
from companion.core.units import format_amount
from models.ledger import Ledger, Line, Place, Proposal, Refusal, Value, ledgers, sum_postings

NEAR = 8
"""The most lines between a line and its duplicate."""


@dataclass(frozen=True)
class WalkStep:
    """One line: its index in the play, what it moved in one unit by account, and the ledger before it."""

    at: int
    entry: Line
    action: Action[...]
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
        for question in self.action.questions:
            value = self.answers.get(question.name)
            if isinstance(question.kind, Player) and value is not None:
                yield question.name, str(value)

    def swap_people(self, swap: Mapping[str, str]) -> Answers:
        """Its answers with some people in the places of others."""
        named = {name: swap.get(who, who) for name, who in self.people()}
        return {**self.answers, **named}


@dataclass(frozen=True)
class Walk:
    """The lines in which the mistake must be, and the purse that was counted; the book is ``short`` by so much."""

    rules: RulesAt
    purse: Countable
    short: int
    lines: tuple[Line, ...]
    steps: tuple[WalkStep, ...]

    @property
    def last(self) -> int:
        """The index of the last line."""
        return len(self.lines) - 1

    def back(self, at: int) -> int:
        """The number of lines since one."""
        return self.last - at

    def twin(self, step: WalkStep) -> WalkStep | None:
        """The duplicate of a line shortly before it, if there is one."""
        for back in range(1, NEAR + 1):
            one = self.at.get(step.at - back)
            if one and one.action.name == step.action.name and dict(one.answers) == dict(step.answers):
                return one
        return None

    @cached_property
    def at(self) -> Mapping[int, WalkStep]:
        """The steps by their index."""
        return {one.at: one for one in self.steps}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the players are called, by their keys."""
        table = self.rules.table
        return {seat.key: table.name(seat.key) for seat in table.players}

    def own(self, step: WalkStep) -> int:
        """How much a line moved into the purse that was counted."""
        return step.flow(self.purse.account)

    def into(self, proposal: Proposal) -> int:
        """How much a proposal would move into the purse that was counted."""
        return sum_postings(proposal.postings)[self.purse.account, self.purse.unit]

    def turn(self, step: WalkStep, answers: Answers) -> TurnOf[Any]:
        """The table as it was before a line, with the answers of one."""
        return self.rules.game.turn(self.rules.table.at(step.before), answers)

    def propose(self, ledger: Ledger, action: str, answers: Answers) -> Proposal | None:
        """What an action would bring about on another table; ``None`` where it can't be done there."""
        try:
            return self.rules.game.find_action(action).propose(self.rules.table.at(ledger), answers)
        except Refusal:
            return None
        except Exception:  # noqa: BLE001 - a fault in one rule must not end the whole search
            return None


def walk(rules: RulesAt, lines: list[Line], purse: Countable, counted: int, since: Place | None) -> Walk:
    """Go through a play, and keep the lines after the place at which a count of the purse last agreed."""
    known = {one.name: one for one in rules.game.actions}
    steps: list[WalkStep] = []
    before = Ledger()
    for at, (entry, after) in enumerate(ledgers(lines)):
        action = known.get(entry.proposal.action)
        if action and (since is None or entry.place > since):
            sums = sum_postings(entry.proposal.postings)
            flows = {account: quantity for (account, unit), quantity in sums.items() if unit == purse.unit}
            steps.append(WalkStep(at, entry, action, flows, before))
        before = after
    return Walk(rules, purse, counted - purse.held, tuple(lines), tuple(steps))


Kind: TypeAlias = Literal["twice", "player", "way", "amount", "answer", "missing", "idle", "both"]
"""What went wrong: recorded twice, another player's, the other way round, another figure, another answer, left out,
never happened, or two of these together.
"""


@dataclass(frozen=True)
class Suspicion:
    """A mistake that would explain a difference: the decisions that correct it, and a sentence.

    ``reason`` goes into the journal with the correction. ``shift`` is how much it would change the purse.
    """

    kind: Kind
    decisions: Decisions
    words: str
    reason: str
    shift: int


def acts(step: WalkStep, who: str) -> bool:
    """Whether a line names a player."""
    return any(value == who for _, value in step.people())


KEYS = {str(key): divmod(key - 1, 3) for key in range(1, 10)} | {"0": (3, 1)}
"""The row and column of each digit on the keypad."""


def typo(written: int, meant: int) -> str:
    """Say how one whole number may have been typed for another; empty where no common typo explains it.

    >>> typo(36, 63), typo(400, 40), typo(150, 180)
    ('two digits changed places', 'a zero too many', 'one key beside')
    """
    if min(written, meant) <= 0 or written == meant:
        return ""
    if written == 10 * meant:
        return "a zero too many"
    if meant == 10 * written:
        return "a zero too few"
    first, second = str(written), str(meant)
    if len(first) == len(second):
        return _same_length(first, second)
    longer, shorter = sorted((first, second), key=len, reverse=True)
    if len(longer) == len(shorter) + 1 and any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))):
        return "a digit too many" if longer == first else "a digit too few"
    return ""


def _same_length(first: str, second: str) -> str:
    unlike = [at for at in range(len(first)) if first[at] != second[at]]
    if len(unlike) == 2 and first[unlike[0]] == second[unlike[1]] and first[unlike[1]] == second[unlike[0]]:
        return "two digits changed places" if unlike[1] == unlike[0] + 1 else ""
    if len(unlike) == 1:
        (row, column), (other_row, other_column) = KEYS[first[unlike[0]]], KEYS[second[unlike[0]]]
        if abs(row - other_row) + abs(column - other_column) == 1:
            return "one key beside"
    return ""


def typos(written: int) -> set[int]:
    """The figures that were most likely meant: two digits swapped, a zero more or less."""
    words = str(written)
    turned = {words[:at] + words[at + 1] + words[at] + words[at + 2 :] for at in range(len(words) - 1)}
    found = {int(one) for one in turned if not one.startswith("0")} | {written * 10}
    if not written % 10:
        found.add(written // 10)
    return {one for one in found - {written} if typo(written, one)}


RECENT_PAIRS = 250
"""The number of latest lines that are tried."""


def indirect_mistakes(walk: Walk) -> Iterator[Suspicion]:
    """Every other mistake of the likelier kinds, whatever its own line moved."""
    for step in reversed(walk.steps[-RECENT_PAIRS:]):
        yield from _indirect_others(walk, step)
        for question in step.action.questions:
            figure = step.answers.get(question.name)
            if isinstance(question.kind, Amount) and isinstance(figure, int):
                yield from (suspect_misreading(walk, step, question.name, meant) for meant in typos(figure))
    yield from _skipped_lines(walk)


def _indirect_others(walk: Walk, step: WalkStep) -> Iterator[Suspicion]:
    """The line as any other player's, or the other way round between two of them."""
    named = [value for _, value in step.people()]
    seats = [value for value in named if value in walk.names]
    for theirs in seats:
        for mine in walk.names:
            if mine not in named:
                yield suspect_swap(walk, step, {theirs: mine})
    if len(named) == 2 and named[0] != named[1]:
        yield suspect_swap(walk, step, {named[0]: named[1], named[1]: named[0]})


def _skipped_lines(walk: Walk) -> Iterator[Suspicion]:
    """What others did in the last round, and this player did not."""
    who, round_ = walk.purse.seat, 3 * max(2, len(walk.names))
    if not who:
        return
    done = {(step.action.name, value) for step in walk.steps[-round_:] for _, value in step.people()}
    for step in reversed(walk.steps[-round_:]):
        for other in {value for _, value in step.people()} & set(walk.names):
            if (step.action.name, who) not in done and step.action.group != CORRECTIONS:
                change = Change(step.action.name, step.swap_people({other: who}))
                yield from (put_in(walk, change, at) for at in (step.at, walk.last))


MOST_PLACES = 6
"""The most places at which a missing line is tried."""
MOST_FIXED = 1_500
"""The most ways to answer the game's actions that are tried for an exact fit."""


def missing_lines(walk: Walk) -> Iterator[Suspicion]:
    """Lines that may have been left out, each at its likeliest places."""
    if not walk.purse.seat or not walk.lines:
        return
    seen: set[tuple[str, str]] = set()
    for step in reversed(walk.steps):
        if step.action.group == CORRECTIONS:
            continue
        for answers, near in _like(walk, step):
            key = (step.action.name, repr(sorted(answers.items())))
            if key not in seen:
                seen.add(key)
                change = Change(step.action.name, answers)
                for at in islice(_places(walk, near), MOST_PLACES):
                    yield put_in(walk, change, at)
    yield from _fixed_payments(walk)


def _like(walk: Walk, step: WalkStep) -> Iterator[tuple[Answers, tuple[int, ...]]]:
    """A line for this player: the same once more, or one that another player had."""
    who, names = walk.purse.seat, walk.names
    if acts(step, who):
        if walk.own(step) == walk.short:
            yield step.answers, ()
        return
    for other in {value for _, value in step.people()} & set(names):
        answers = step.swap_people({other: who})
        if step.of(other) == walk.short and not _has_had(walk, step, answers):
            yield answers, (step.at,)


def _has_had(walk: Walk, step: WalkStep, answers: Answers) -> bool:
    """Whether the player had the same line about then: once a round, before or after the other."""
    round_ = 2 * max(2, len(walk.names))
    about = (walk.at.get(at) for at in range(step.at - round_, step.at + round_ + 1))
    return any(one and one.action.name == step.action.name and dict(one.answers) == dict(answers) for one in about)


def _places(walk: Walk, near: tuple[int, ...]) -> Iterator[int]:
    """The lines after which one may be missing: a similar one, the last, then about the player's own."""
    own = (one.at for one in reversed(walk.steps) if acts(one, walk.purse.seat))
    for at in dict.fromkeys((*near, walk.last, *(spot for one in own for spot in (one, one - 1)))):
        if at >= 0:
            yield at


def put_in(walk: Walk, change: Change, at: int) -> Suspicion:
    """Suspect that a line is missing after another."""
    title = walk.rules.game.find_action(change.action).title
    place = walk.lines[at].place
    where = "at the end" if at == walk.last else f"after {name(place)}"
    return Suspicion(
        "missing",
        {next_place(walk.lines, place.seq): change},
        f"An entry may be missing {where}: {title}.",
        f"{title} was missing {where}",
        walk.short,
    )


def _fixed_payments(walk: Walk) -> Iterator[Suspicion]:
    """Actions that pay exactly the difference by the rules, such as a windfall; put in at the end."""
    tries = 0
    ledger = walk.rules.table.ledger
    for action in walk.rules.game.actions:
        if action.group == CORRECTIONS or not any(isinstance(one.kind, Player) for one in action.questions):
            continue
        for answers in _ways_to_answer(walk, action.questions, {}):
            tries += 1
            if tries > MOST_FIXED:
                return
            then = walk.propose(ledger, action.name, answers)
            if then and walk.into(then) == walk.short:
                yield put_in(walk, Change(action.name, answers), walk.last)


def _ways_to_answer(walk: Walk, questions: tuple[Question, ...], given: dict[str, Value]) -> Iterator[Answers]:
    """Every way for this player to do an action, where each answer can be listed."""
    if not questions:
        yield given
        return
    question, rest = questions[0], questions[1:]
    values: tuple[Value, ...] = ()
    if question.optional:
        yield from _ways_to_answer(walk, rest, given)
    elif isinstance(question.kind, Player):
        values = tuple(walk.names) if given else (walk.purse.seat,)
    elif isinstance(question.kind, Choice | Roll | Number):
        values = question.kind.candidates(walk.rules.game.turn(walk.rules.table, given)) or ()
    for value in values:
        yield from _ways_to_answer(walk, rest, {**given, question.name: value})


MOST = 4
"""The most payments that are asked about."""


@dataclass(frozen=True)
class Handing:
    """A line that moved exactly the difference: the question about it, and its narration."""

    place: Place
    words: str
    narration: str


def handings(walk: Walk) -> tuple[Handing, ...]:
    """The payments of exactly the difference: first those that may never have been made, the latest first."""
    paying = [step for step in reversed(walk.steps) if walk.own(step) and step.action.group != CORRECTIONS]
    missed = [_ask_about(walk, step, "was it handed over?") for step in paying if walk.own(step) == -walk.short]
    twice = [_ask_about(walk, step, "was it handed over twice?") for step in paying if walk.own(step) == walk.short]
    return (*missed, *twice)[:MOST]


def _ask_about(walk: Walk, step: WalkStep, question: str) -> Handing:
    own, purse = walk.own(step), walk.purse
    way = f"{'to' if own > 0 else 'from'} {purse.name}"
    words = f"{sentence(name(step.place))}, {format_amount(abs(own), purse.unit)} {way}: {question}"
    return Handing(step.place, words, step.entry.proposal.narration)


RECENT = 60
"""The number of latest lines that are tried with every other answer."""


def suspicions(walk: Walk) -> Iterator[Suspicion]:
    """Every suspicion that may explain the difference; the same decision may come twice.

    First what one line explains by its own figure, then what one line may have caused, then two lines together.
    """
    latest = walk.steps[::-1]
    duplicates = [one for step in latest for one in _duplicate(walk, step)]
    yield from (one for one in duplicates if one.shift == walk.short)
    for kind in (_other_player, _other_figure):
        for step in latest:
            yield from kind(walk, step, walk.short)
    yield from duplicates
    yield from missing_lines(walk)
    for kind in (_other_answer, _idle):
        for step in latest:
            yield from kind(walk, step, walk.short)
    yield from indirect_mistakes(walk)
    yield from _both(walk)


def name_line(place: Place) -> str:
    """Name a line as the first words of a sentence."""
    return sentence(name(place))


# -- a line too many --------------------------------------------------------------------------------


def _duplicate(walk: Walk, step: WalkStep) -> Iterator[Suspicion]:
    if twin := walk.twin(step):
        words = f"{name_line(step.place)} may be there twice: {name(twin.place)} says the same."
        reason = f"{name(step.place)} was there twice"
        yield Suspicion("twice", {step.place: DROP}, words, reason, -walk.own(step))


def _idle(walk: Walk, step: WalkStep, short: int) -> Iterator[Suspicion]:
    if walk.own(step) and walk.own(step) == -short:
        words = f"{name_line(step.place)} may not have happened."
        yield Suspicion("idle", {step.place: DROP}, words, f"{name(step.place)} did not happen", short)


# -- somebody else's --------------------------------------------------------------------------------


def _other_player(walk: Walk, step: WalkStep, short: int) -> Iterator[Suspicion]:
    who, own = walk.purse.seat, walk.own(step)
    named = {value for _, value in step.people()}
    if not who or not named:
        return
    for other in sorted({*walk.names, *named, *_banks(step)} - {who}):
        player = other in walk.names
        if who in named and other in named:
            # a bank's money is not counted, but it gains what the other loses
            fits = (step.of(other) if player else -own) - own == short
            swap = {other: who, who: other}
        elif who in named:
            fits, swap = -own == short, {who: other}
        elif other in named:
            gains = step.of(other) == short if player else abs(short) in map(abs, step.flows.values())
            fits, swap = gains, {other: who}
        else:
            continue
        if fits:
            yield suspect_swap(walk, step, swap)


def _banks(step: WalkStep) -> list[str]:
    return [value for one in step.action.questions if isinstance(one.kind, Player) for value in one.kind.others]


def suspect_swap(walk: Walk, step: WalkStep, swap: Mapping[str, str]) -> Suspicion:
    """Suspect that a line was another player's, or went the other way where two are swapped."""
    decisions = {step.place: Change(step.action.name, step.swap_people(swap))}
    line, table = name(step.place), walk.rules.table
    if len(swap) > 1:
        words, reason = f"{name_line(step.place)} may have gone the other way.", f"{line} went the other way"
        return Suspicion("way", decisions, words, reason, walk.short)
    ((theirs, mine),) = swap.items()
    words = f"{name_line(step.place)} may have been {table.name(mine)}'s, not {table.name(theirs)}'s."
    reason = f"{line} was {table.name(mine)}'s"
    return Suspicion("player", decisions, words, reason, walk.short)


# -- another figure, another answer -----------------------------------------------------------------


def _other_figure(walk: Walk, step: WalkStep, short: int) -> Iterator[Suspicion]:
    own = walk.own(step)
    for question in step.action.questions:
        figure = step.answers.get(question.name)
        if not isinstance(question.kind, Amount) or not isinstance(figure, int) or not figure or not own:
            continue
        # one figure may be paid several times over, or in part
        change = short * figure
        if change % own:
            continue
        meant = figure + change // own
        if typo(figure, meant):
            yield suspect_misreading(walk, step, question.name, meant)


def suspect_misreading(walk: Walk, step: WalkStep, question: str, meant: int) -> Suspicion:
    """Suspect a typo in a figure of a line."""
    figure = int(step.answers[question] or 0)
    how, unit = typo(figure, meant), walk.purse.unit
    words = f"{name_line(step.place)} may be {format_amount(meant, unit)}, not {format_amount(figure, unit)}: {how}."
    reason = f"{name(step.place)} was {format_amount(meant, unit)}, {how}"
    change = Change(step.action.name, {**step.answers, question: meant})
    return Suspicion("amount", {step.place: change}, words, reason, walk.short)


def _other_answer(walk: Walk, step: WalkStep, short: int) -> Iterator[Suspicion]:
    who = walk.purse.seat
    party = walk.own(step) or (who and acts(step, who))
    if not party or walk.back(step.at) > RECENT or step.action.group == CORRECTIONS:
        return
    for question in step.action.questions:
        for value in _others(walk, step, question):
            answers = {**step.answers, question.name: value}
            then = walk.propose(step.before, step.action.name, answers)
            if then is None:
                continue
            if walk.into(then) - walk.own(step) != short:
                continue
            t, was = walk.turn(step, step.answers), step.answers.get(question.name)
            meant = question.kind.show(value, t)
            said = question.kind.show(was, t) if was is not None else "nothing"
            words = f"{name_line(step.place)} may have been \u201c{meant}\u201d, not \u201c{said}\u201d."
            reason = f"{name(step.place)} was {meant}, not {said}"
            decisions = {step.place: Change(step.action.name, answers)}
            yield Suspicion("answer", decisions, words, reason, short)


def _others(walk: Walk, step: WalkStep, question: Question) -> tuple[Value, ...]:
    """The other answers that were possible for a question of a line."""
    if not isinstance(question.kind, Choice | Roll | Number):
        return ()
    was = step.answers.get(question.name)
    found = question.kind.candidates(walk.turn(step, {**step.answers, question.name: None})) or ()
    return tuple(one for one in found if one != was)[:40]


# -- two at once ------------------------------------------------------------------------------------

MOST_PAIRS = 12
TWO = 150
"""The number of latest lines among which pairs are tried; further back too many pairs fit by chance."""


def _both(walk: Walk) -> Iterator[Suspicion]:
    """Two mistakes of the likelier kinds, which come to the difference together."""
    short = walk.short
    single: dict[int, list[Suspicion]] = {}
    for step in reversed(walk.steps[-TWO:]):
        for suspicion in _atoms(walk, step):
            if suspicion.shift != short:
                single.setdefault(suspicion.shift, []).append(suspicion)
    pairs = 0
    for shift, ones in single.items():
        for first in ones:
            for second in single.get(short - shift, ()):
                if min(first.decisions) >= min(second.decisions):
                    continue
                words = f"{first.words} And {second.words[0].lower()}{second.words[1:]}"
                reason = f"{first.reason}, {second.reason}"
                yield Suspicion("both", {**first.decisions, **second.decisions}, words, reason, short)
                pairs += 1
                if pairs >= MOST_PAIRS:
                    return


def _atoms(walk: Walk, step: WalkStep) -> Iterator[Suspicion]:
    own = walk.own(step)
    yield from _duplicate(walk, step)
    for other in walk.names:
        if other != walk.purse.seat and (shift := step.of(other) - own):
            yield from (replace(one, shift=shift) for one in _other_player(walk, step, shift))
