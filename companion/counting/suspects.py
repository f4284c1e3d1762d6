"""What may have gone wrong: single mistakes that would explain a difference, by what is known of each line alone.

Nothing here is proven. ``explaining`` tries every suspicion out on the whole evening.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.amending import DROP, Change, name
from companion.counting.missing import missing
from companion.counting.slips import slip
from companion.counting.suspicion import CORRECTIONS, Suspicion, acts, points
from companion.kinds import Amount, Choice, Number, Player, Roll
from companion.table import sentence
from companion.units import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.action import Question
    from companion.counting.walk import Step, Walk
    from models.ledger import Place, Value

SLIPS = {
    "two digits changed places": 86, "a nought too many": 84, "a nought too few": 84, "one key beside": 70,
    "a digit too many": 58, "a digit too few": 58,
}  # fmt: skip
"""What each slip in a figure is worth in points."""
RECENT = 60
"""Lines further back than this are not tried with every answer they could have had."""


def suspicions(walk: Walk) -> Iterator[Suspicion]:
    """Everything that may explain the difference, in no order; the same decision may come twice."""
    short = walk.short
    for step in walk.steps:
        yield from _dropped(walk, step, short)
        yield from _other_player(walk, step, short)
        yield from _other_figure(walk, step, short)
        yield from _other_answer(walk, step, short)
    yield from missing(walk)
    yield from _both(walk, short)


def called(place: Place) -> str:
    """Name a line as the first words of a sentence."""
    return sentence(name(place))


# -- a line too many --------------------------------------------------------------------------------


def _dropped(walk: Walk, step: Step, short: int) -> Iterator[Suspicion]:
    if not walk.own(step) or walk.own(step) != -short:
        return
    if twin := walk.twin(step):
        yield twice(walk, step, twin, 92)
        return
    words = f"{called(step.place)} may not have happened."
    reason = f"{name(step.place)} did not happen"
    yield Suspicion("idle", points(walk, step.at, 42), {step.place: DROP}, words, reason, short)


def twice(walk: Walk, step: Step, twin: Step, base: int) -> Suspicion:
    """Suspect that a line says once more what another has said."""
    words = f"{called(step.place)} may be there twice: {name(twin.place)} says the same."
    likely = points(walk, step.at, base - 2 * (step.at - twin.at))
    return Suspicion("twice", likely, {step.place: DROP}, words, f"{name(step.place)} was there twice", -walk.own(step))


# -- somebody else's --------------------------------------------------------------------------------


def _other_player(walk: Walk, step: Step, short: int) -> Iterator[Suspicion]:
    who, own = walk.purse.seat, walk.own(step)
    named = {value for _, value in step.people()}
    if not who or not named:
        return
    for other in sorted({*walk.names, *named, *_banks(step)} - {who}):
        player = other in walk.names
        if who in named and other in named:
            # what a bank has is no purse, but it gains what the other loses
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
            yield swapped(walk, step, swap, 72 if other in swap else 64)


def _banks(step: Step) -> list[str]:
    return [value for one in step.action.questions if isinstance(one.kind, Player) for value in one.kind.others]


def swapped(walk: Walk, step: Step, swap: Mapping[str, str], base: int) -> Suspicion:
    """Suspect that a line was another player's, or went the other way where two change places."""
    decisions = {step.place: Change(step.action.name, step.swapped(swap))}
    line, table = name(step.place), walk.judge.table
    if len(swap) > 1:
        words, reason = f"{called(step.place)} may have gone the other way.", f"{line} went the other way"
        return Suspicion("way", points(walk, step.at, base + 8), decisions, words, reason, walk.short)
    ((theirs, mine),) = swap.items()
    if any(acts(one, mine) for one in walk.beside(step)):
        base += 4
    words = f"{called(step.place)} may have been {table.name(mine)}'s, not {table.name(theirs)}'s."
    reason = f"{line} was {table.name(mine)}'s"
    return Suspicion("player", points(walk, step.at, base), decisions, words, reason, walk.short)


# -- another figure, another answer -----------------------------------------------------------------


def _other_figure(walk: Walk, step: Step, short: int) -> Iterator[Suspicion]:
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
        if how := slip(figure, meant):
            yield misread(walk, step, question.name, meant, SLIPS[how])


def misread(walk: Walk, step: Step, question: str, meant: int, base: int) -> Suspicion:
    """Suspect a slip in a figure of a line."""
    figure = int(step.answers[question] or 0)
    how, unit = slip(figure, meant), walk.purse.unit
    words = f"{called(step.place)} may be {written(meant, unit)}, not {written(figure, unit)}: {how}."
    reason = f"{name(step.place)} was {written(meant, unit)}, {how}"
    change = Change(step.action.name, {**step.answers, question: meant})
    return Suspicion("amount", points(walk, step.at, base), {step.place: change}, words, reason, walk.short)


def _other_answer(walk: Walk, step: Step, short: int) -> Iterator[Suspicion]:
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
            table, was = walk.table(step), step.answers.get(question.name)
            meant = question.kind.show(value, table, step.answers)
            said = question.kind.show(was, table, step.answers) if was is not None else "nothing"
            words = f"{called(step.place)} may have been \u201c{meant}\u201d, not \u201c{said}\u201d."
            base = 56 if _beside(question, was, value) else 50
            reason = f"{name(step.place)} was {meant}, not {said}"
            decisions = {step.place: Change(step.action.name, answers)}
            yield Suspicion("answer", points(walk, step.at, base), decisions, words, reason, short)


def _others(walk: Walk, step: Step, question: Question) -> tuple[Value, ...]:
    """The other answers that a question of a line had."""
    if not isinstance(question.kind, Choice | Roll | Number):
        return ()
    was = step.answers.get(question.name)
    found = question.kind.candidates(walk.table(step), {**step.answers, question.name: None}) or ()
    return tuple(one for one in found if one != was)[:40]


def _beside(question: Question, was: Value, value: Value) -> bool:
    if isinstance(was, int) and isinstance(value, int):
        return abs(was - value) == 1
    # of two ways it is soon the wrong one
    return isinstance(question.kind, Choice) and len(question.kind.values) == 2


# -- two at once ------------------------------------------------------------------------------------

MOST_PAIRS = 12
TWO = 150
"""Two mistakes at once are looked for among so many lines; further back too many pairs fit by chance."""


def _both(walk: Walk, short: int) -> Iterator[Suspicion]:
    """Two mistakes of the likelier kinds, which come to the difference together."""
    single: dict[int, list[Suspicion]] = {}
    for step in reversed(walk.steps[-TWO:]):
        for one in _atoms(walk, step):
            if one.shift != short:
                single.setdefault(one.shift, []).append(one)
    pairs = 0
    for shift, ones in single.items():
        for first in ones:
            for second in single.get(short - shift, ()):
                if min(first.decisions) >= min(second.decisions):
                    continue
                likely = min(first.points, second.points) - 40
                words = f"{first.words} And {second.words[0].lower()}{second.words[1:]}"
                reason = f"{first.reason}, {second.reason}"
                yield Suspicion("both", likely, {**first.decisions, **second.decisions}, words, reason, short)
                pairs += 1
                if pairs >= MOST_PAIRS:
                    return


def _atoms(walk: Walk, step: Step) -> Iterator[Suspicion]:
    own = walk.own(step)
    if own and walk.twin(step):
        yield from _dropped(walk, step, -own)
    for other in walk.names:
        if other != walk.purse.seat and (shift := step.of(other) - own):
            for one in _other_player(walk, step, shift):
                (swap,) = one.decisions.values()
                if isinstance(swap, Change) and one.kind in ("player", "way"):
                    yield Suspicion(one.kind, one.points, one.decisions, one.words, one.reason, shift)
