"""Fills in the questions of Doubletrack at random, as people would or as they would not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.answers import write_each
from companion.core.questions import Amount, Choice, Each, Several, Words
from companion.games.doubletrack.box import COLOURS
from companion.games.doubletrack.options import OPTIONS

if TYPE_CHECKING:
    from random import Random

    from companion.core.action import Question
    from tests.games.doubletrack.fists import Fists

NAMES = ("Table", "Bank", "Pass", "Toll")
FIGURES = (0, 5, 5, 10, 10, 15, 20, 25, 25, 30, 50, 100, 125, 7, 505)
RARE = {"home": 0.05, "leave": 0.3}
"""How often what ends or changes a play is done when it comes up."""


def random_houses(random: Random) -> dict[str, str]:
    """Some way of playing every house rule."""
    ways = {one.key: random.choice([way for way, _ in one.ways]) for one in OPTIONS}
    ways["stack"] = random.choice(("125", "125", "25", "60", "5"))
    return ways


def some(random: Random, evening: Fists, question: Question, answers: dict[str, object]) -> object:
    """Some answer to a question that has no list of them, sensible more often than not."""
    kind, t = question.kind, evening.game.turn(evening.table, answers)
    if isinstance(kind, Amount):
        held = evening.chips(str(answers.get("who")))
        return random.choice((*FIGURES, held)) if question.name != "chips" or random.random() < 0.2 else held
    if isinstance(kind, Each):
        return write_each({who: number(random, kind, evening, answers, who) for who in kind.seats_asked(t)})
    if isinstance(kind, Several):
        there = list(kind.values_offered(t))
        least, most = kind.count_on(t)
        wanted = min(len(there), random.randint(least, most)) if there else 0
        return "+".join(there[:wanted])
    if isinstance(kind, Words):
        rule = next((one for one in OPTIONS if question.name == "way" and one.key == answers.get("rule")), None)
        ways = [way for way, _ in rule.ways] if rule else ["for the test", "12", "Lilac"]
        return random.choice(ways)
    return random.choice(list(kind.values if isinstance(kind, Choice) else kind.candidates(t)))


def number(random: Random, kind: Each, evening: Fists, answers: dict[str, object], who: str) -> int:
    """A bid or a roll of one player: mostly one that can be, often one of the few that tie."""
    least, most = kind.limits_of(who, evening.game.turn(evening.table, answers))
    if random.random() < 0.05:
        return random.choice((0, 3, most + 5, 1_000))
    if kind.dice:
        return random.randint(least, most)
    return min(most, max(least, random.choice((5, 10, 10, 15, 20, 25, 40))))


def fill(random: Random, evening: Fists, name: str, answers: dict[str, object]) -> dict[str, object] | None:
    """Answer every question from what is not greyed; nothing where a list has nothing left to choose."""
    action = evening.game.find_action(name)
    for question in action.questions:
        if question.name in answers or (question.optional and random.random() < 0.4):
            continue
        options = action.options(evening.table, answers, question.name)
        if options is None:
            answers[question.name] = some(random, evening, question, answers)
            continue
        able = [one.value for one in options if one.refusal is None]
        if not able:
            return None
        answers[question.name] = random.choice(able)
    return answers


def next_thing(random: Random, evening: Fists) -> tuple[str, dict[str, object]]:
    """What to do next: what the prompt offers, or anything else."""
    prompt = evening.prompt
    offers = [one for one in (prompt.sheet, prompt.sheet, *prompt.offers) if one is not None]
    if offers and random.random() < 0.75:
        offer = random.choice(offers)
        return offer.action, dict(offer.answers)
    return random.choice([action.name for action in evening.game.actions]), {}


def holders(evening: Fists) -> dict[str, str]:
    """Who holds which gate pass."""
    return {colour: evening.keeper(colour) for colour in COLOURS}
