"""Corrections: what the table puts right by hand, and what each of them asks and says."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from inspect import Parameter
from typing import Any

from companion.core.table import Refusal, sentence
from companion.core.turn import TurnOf
from models.ledger import sum_postings

RULE = "The table may correct the book at any time"


def with_reason(rule: Callable[..., str], why: Any) -> Callable[..., None]:
    """Turn a rule that returns what is true from now on into one that asks why and tells both.

    The reason is asked before what may be left out. What the rule narrates itself comes after that. Where it
    asks why, what would change nothing is refused, at the last question that has to be answered.
    """
    turn, *questions = inspect.signature(rule).parameters.values()
    questions = [question.replace(kind=Parameter.KEYWORD_ONLY) for question in questions]
    place = sum(not getattr(question.default, "optional", False) for question in questions)
    last = questions[place - 1].name if place else None

    @wraps(rule)
    def correct(t: TurnOf[Any], *, reason: str | None = None, **answers: Any) -> None:
        words = rule(t, **answers)
        if words and why is not None and _is_so_already(t):
            raise Refusal(f"The book says so already: {words}.", last)
        done = t.effect
        because = f" ({reason})" if reason else ""
        if not words:
            narration = f"Corrected{because}."
        elif reason:
            narration = f"Correction: {words}{because}."
        else:
            narration = f"{sentence(words)}."
        usual = f"{RULE}; the reason stays in the journal." if reason else f"{RULE}."
        t.rewrite(narration=f"{narration} {done.narration}".rstrip(), rule=done.rule or usual)

    if why is not None:
        questions.insert(place, Parameter("reason", Parameter.KEYWORD_ONLY, default=why))
    correct.__signature__ = inspect.Signature([turn, *questions])  # type: ignore[attr-defined] # `inspect` reads it
    return correct


def _is_so_already(t: TurnOf[Any]) -> bool:
    """Whether nothing changes; never while anything is hidden, as a sheet that says so would show it."""
    ledger, done = t.before.table.ledger, t.effect
    if any(t.game.is_secret(t.table, account) for account, _ in ledger.balances):
        return False
    noted = any(ledger.mark(mark.holder, mark.name) != mark.value for mark in done.marks)
    return not noted and not any(sum_postings(done.postings).values())
