"""Corrections: what the table puts right by hand, and what each of them asks and says."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from inspect import Parameter
from typing import Any

from companion.core.table import sentence
from companion.core.turn import TurnOf

RULE = "The table may correct the book at any time"


def with_reason(rule: Callable[..., str], why: Any) -> Callable[..., None]:
    """Turn a rule that returns what is true from now on into one that asks why and tells both.

    The reason is asked before what may be left out. What the rule narrates itself comes after that.
    """

    @wraps(rule)
    def correct(t: TurnOf[Any], *, reason: str | None = None, **answers: Any) -> None:
        words = rule(t, **answers)
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

    turn, *questions = inspect.signature(rule).parameters.values()
    questions = [question.replace(kind=Parameter.KEYWORD_ONLY) for question in questions]
    if why is not None:
        place = sum(not getattr(question.default, "optional", False) for question in questions)
        questions.insert(place, Parameter("reason", Parameter.KEYWORD_ONLY, default=why))
    correct.__signature__ = inspect.Signature([turn, *questions])  # type: ignore[attr-defined] # `inspect` reads it
    return correct
