"""What is wrong with how a game is declared, and with what it offers: each in a sentence that names the place.

None of it keeps a game from being played. The author is told by `random_evening`, the terminal and `companion doctor`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.core.action import NAMED, Action
from companion.core.declared import Declared
from companion.core.prompt import Offer, Prompt
from companion.core.table import listed

KEY = re.compile(r"[A-Za-z0-9_.-]+")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


def check_declaration(game: Declared, actions: Sequence[Action[...]]) -> Iterator[str]:
    """Name what is wrong with the declaration."""
    if not KEY.fullmatch(game.key):
        yield f"The key {game.key!r} may have letters without accents, digits and _ only, such as poker_night."
    if not COLOUR.fullmatch(game.colour):
        yield f"colour={game.colour!r} is no colour: write it as #1B5E3B."
    yield from _twice("option", [option.key for option in game.options])
    yield from _twice("bank", game.banks)
    if len(game.scores) > 1:
        yield f"score is declared {len(game.scores)} times: {listed(map(repr, game.scores))}. The last counts."
    names = [action.name for action in actions]
    yield from (
        f"shortlist: there is no action {name!r}; there are {listed(names)}."
        for name in game.shortlist
        if name not in names
    )
    for action in actions:
        yield from _places(action)


def check_offers(offers: Iterable[Offer], actions: Sequence[Action[...]]) -> Iterator[str]:
    """Name what actions are offered with, though they don't ask for it."""
    known = {action.name: action for action in actions}
    for offer in offers:
        action = known.get(offer.action)
        if action is None:
            yield f"next offers {offer.action!r}, and there is no such action."
            continue
        asked = [question.name for question in action.questions]
        yield from (
            f"next offers {action.name}({name}=...), which asks for {listed(asked) or 'nothing'}."
            for name in offer.answers
            if name not in asked
        )


def all_offers(said: Prompt | tuple[str, *tuple[Offer, ...]]) -> Iterator[Offer]:
    """Everything that is offered, also once something else has been chosen."""
    for offer in (said.sheet, *said.offers) if isinstance(said, Prompt) else said[1:]:
        if isinstance(offer, Offer):
            yield offer
            if offer.then:
                yield from all_offers(offer.then)


def _places(action: Action[...]) -> Iterator[str]:
    """Look for places in the words of an action for answers that it doesn't ask for."""
    asked = [question.name for question in action.questions]
    words = [("button", action.button if isinstance(action.button, str) else "")]
    words += [(f"the question {question.name}", question.template) for question in action.questions]
    if isinstance(action.amount, str) and action.amount not in {"", *asked}:
        yield f"{action.name}: amount is {action.amount!r}, and it asks for {listed(asked) or 'nothing'}."
    for where, text in words:
        for name in NAMED.findall(text):
            if name not in asked:
                yield f"{action.name}: {where} has {{{name}}}, and it asks for {listed(asked) or 'nothing'}."


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"The {what} {name!r} is there {times} times."
