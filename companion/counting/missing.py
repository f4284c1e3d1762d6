"""Lines that may be missing: what others had in that round, what is usual, or what the rules pay of themselves."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from companion.amending import Change, name, next_place
from companion.counting.suspicion import CORRECTIONS, Suspicion, acts, points
from companion.kinds import Amount, Choice, Number, Player, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.action import Question
    from companion.counting.walk import Step, Walk
    from companion.kinds import Answers
    from models.ledger import Value

MOST_PLACES = 6
"""A line that may be missing is put in at so many places at most."""
MOST_FIXED = 1_500
"""So many ways to answer the game's actions are tried for what fits exactly."""


def missing(walk: Walk) -> Iterator[Suspicion]:
    """Lines that may have been left out, each at the places where it is likeliest to belong."""
    if not walk.purse.seat or not walk.lines:
        return
    seen: set[tuple[str, str]] = set()
    for step in reversed(walk.steps):
        if step.action.group == CORRECTIONS:
            continue
        for answers, near, base in _like(walk, step):
            key = (step.action.name, repr(sorted(answers.items())))
            if key not in seen:
                seen.add(key)
                change = Change(step.action.name, answers)
                for at in islice(_places(walk, near), MOST_PLACES):
                    yield put_in(walk, change, at, base)
    yield from _fixed(walk)


def _like(walk: Walk, step: Step) -> Iterator[tuple[Answers, tuple[int, ...], int]]:
    """What a line would say of this player: the same once more, or what another had and he did not."""
    who, names = walk.purse.seat, walk.names
    if acts(step, who):
        if walk.own(step) == walk.short:
            # a sum that people agree on is seldom paid twice; what the rules pay comes again
            yield step.answers, (), 40 if _agreed(step) else 54
        return
    for other in {value for _, value in step.people()} & set(names):
        answers = step.swapped({other: who})
        if step.of(other) == walk.short and not _had_it(walk, step, answers):
            yield answers, (step.at,), 48 if _agreed(step) else 66


def _agreed(step: Step) -> bool:
    """Whether somebody named the sum, rather than the rules."""
    return any(isinstance(one.kind, Amount) and step.answers.get(one.name) is not None for one in step.action.questions)


def _had_it(walk: Walk, step: Step, answers: Answers) -> bool:
    """Whether the player had the same about then: once a round, before or after the other."""
    round_ = 2 * max(2, len(walk.names))
    about = (walk.at.get(at) for at in range(step.at - round_, step.at + round_ + 1))
    return any(one and one.action.name == step.action.name and dict(one.answers) == dict(answers) for one in about)


def _places(walk: Walk, near: tuple[int, ...]) -> Iterator[int]:
    """After which lines one may be missing: one like it, the last, then about the player's own, the latest first."""
    own = (one.at for one in reversed(walk.steps) if acts(one, walk.purse.seat))
    for at in dict.fromkeys((*near, walk.last, *(spot for one in own for spot in (one, one - 1)))):
        if at >= 0:
            yield at


def put_in(walk: Walk, change: Change, at: int, base: int) -> Suspicion:
    """Suspect that a line is missing after the one at a place of the evening."""
    title = walk.judge.game.action(change.action).title
    told = walk.lines[at].place
    where = "at the end" if at == walk.last else f"after {name(told)}"
    return Suspicion(
        "missing",
        points(walk, at, base),
        {next_place(walk.lines, told.seq): change},
        f"A line may be missing {where}: {title}.",
        f"{title} was missing {where}",
        walk.short,
    )


def _fixed(walk: Walk) -> Iterator[Suspicion]:
    """What the rules pay of themselves and comes to exactly the difference, such as a windfall; put in at the end."""
    tries = 0
    ledger = walk.judge.table.ledger
    for action in walk.judge.game.actions:
        if action.group == CORRECTIONS or not any(isinstance(one.kind, Player) for one in action.questions):
            continue
        for answers in _answered(walk, action.questions, {}):
            tries += 1
            if tries > MOST_FIXED:
                return
            then = walk.propose(ledger, action.name, answers)
            if then and walk.into(then) == walk.short:
                yield put_in(walk, Change(action.name, answers), walk.last, 44)


def _answered(walk: Walk, questions: tuple[Question, ...], given: dict[str, Value]) -> Iterator[Answers]:
    """Every way to answer an action in which this player does it, where each answer can be listed."""
    if not questions:
        yield given
        return
    question, rest = questions[0], questions[1:]
    values: tuple[Value, ...] = ()
    if question.optional:
        yield from _answered(walk, rest, given)
    elif isinstance(question.kind, Player):
        values = tuple(walk.names) if given else (walk.purse.seat,)
    elif isinstance(question.kind, Choice | Roll | Number):
        values = question.kind.candidates(walk.judge.table, given) or ()
    for value in values:
        yield from _answered(walk, rest, {**given, question.name: value})
