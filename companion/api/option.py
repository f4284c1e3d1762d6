"""The options of a game, agreed on when it is set up. A ``fixed`` one can't be changed once play has begun.

``lead`` options make the game what it is, and are asked for openly; the others are folded away. ``when`` names another
option and the choice of it without which this one says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.game import Option
from companion.core.units import written

CURRENCIES = {"$": "Dollars.", "\u00a3": "Pounds.", "\u20ac": "Euros."}
CENTS = {"$.00": "Dollars and cents.", "\u00a3.00": "Pounds and pence.", "\u20ac.00": "Euros and cents."}


def choice(
    key: str,
    title: str,
    choices: Mapping[str, str],
    *,
    group: str = "",
    lead: bool = False,
    fixed: bool = False,
    when: tuple[str, str] | None = None,
) -> Option:
    """One of a few ways to play, each with the sentence that says what it means; the first is the usual one."""
    return Option(key, title, tuple(choices.items()), group, lead=lead, fixed=fixed, when=when)


def number(
    key: str,
    title: str,
    usual: int,
    *,
    at_least: int = 0,
    at_most: int = 10**6,
    unit: str = "",
    quick: Sequence[int] = (),
    said: Mapping[int, str] | None = None,
    group: str = "",
    lead: bool = False,
    fixed: bool = False,
    when: tuple[str, str] | None = None,
) -> Option:
    """A whole number; ``quick`` ones get a button, and ``said`` has words for some, such as ``{0: "No target"}``."""
    words = {usual: written(usual, unit), **(said or {})}
    return Option(
        key,
        title,
        tuple((str(figure), meaning) for figure, meaning in words.items()),
        group,
        whole=True,
        least=at_least,
        most=at_most,
        unit=unit,
        quick=tuple(quick),
        lead=lead,
        fixed=fixed,
        when=when,
    )


def money(
    key: str,
    title: str,
    usual: int,
    *,
    at_least: int = 0,
    at_most: int = 10**6,
    quick: Sequence[int] = (),
    said: Mapping[int, str] | None = None,
    group: str = "",
    lead: bool = False,
    fixed: bool = False,
) -> Option:
    """An amount of whole dollars, or of what the table's currency is; rules get it in cents where it has them."""
    option = number(key, title, usual, at_least=at_least, at_most=at_most, quick=quick, said=said, group=group)
    return replace(option, money=True, lead=lead, fixed=fixed)


def words(key: str, title: str, empty: str, *, group: str = "", lead: bool = False) -> Option:
    """A few words, such as the names of rows; ``empty`` says what none mean. They never change during a play."""
    return Option(key, title, (("", empty),), group, text=True, lead=lead, fixed=True)


def currency(key: str = "currency", title: str = "Money", *, group: str = "") -> Option:
    """The currency of the table, with cents or without, which never changes while it plays."""
    return Option(key, title, tuple((CURRENCIES | CENTS).items()), group, lead=True, fixed=True, currency=True)
