"""Mistakes whose effect comes round by later lines, such as a bet in a pool that is shared out at the end.

What such a mistake does to a purse shows in no line by itself: it is suspected because of its kind alone, and only
the whole evening tells whether it explains the difference to the last coin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.amending import Change
from companion.counting.missing import put_in
from companion.counting.slips import slips
from companion.counting.suspects import misread, swapped, twice
from companion.counting.suspicion import CORRECTIONS
from companion.kinds import Amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.counting.suspicion import Suspicion
    from companion.counting.walk import Step, Walk


RECENT = 250
"""Lines further back are not looked at: there would be no time to try them out."""


def roundabout(walk: Walk) -> Iterator[Suspicion]:
    """Every mistake of the likelier kinds, whatever its own line moves; the latest first."""
    for step in reversed(walk.steps[-RECENT:]):
        if twin := walk.twin(step):
            yield twice(walk, step, twin, 76)
        yield from _others(walk, step)
        for question in step.action.questions:
            figure = step.answers.get(question.name)
            if isinstance(question.kind, Amount) and isinstance(figure, int):
                yield from (misread(walk, step, question.name, meant, 34) for meant in slips(figure))
    yield from _skipped(walk)


def _others(walk: Walk, step: Step) -> Iterator[Suspicion]:
    """The line as any other player's, or the other way round between two of them."""
    named = [value for _, value in step.people()]
    seats = [value for value in named if value in walk.names]
    for theirs in seats:
        for mine in walk.names:
            if mine not in named:
                yield swapped(walk, step, {theirs: mine}, 30)
    if len(named) == 2 and named[0] != named[1]:
        yield swapped(walk, step, {named[0]: named[1], named[1]: named[0]}, 30)


def _skipped(walk: Walk) -> Iterator[Suspicion]:
    """What the others did in the last round, each after his own manner, and this player did not."""
    who, round_ = walk.purse.seat, 3 * max(2, len(walk.names))
    if not who:
        return
    done = {(step.action.name, value) for step in walk.steps[-round_:] for _, value in step.people()}
    for step in reversed(walk.steps[-round_:]):
        for other in {value for _, value in step.people()} & set(walk.names):
            if (step.action.name, who) not in done and step.action.group != CORRECTIONS:
                change = Change(step.action.name, step.swapped({other: who}))
                yield from (put_in(walk, change, at, 36) for at in (step.at, walk.last))
