"""The options of a game, agreed on when it is set up. A ``fixed`` one can't be changed once play has begun.

``lead`` options make the game what it is, and are asked for openly; the others are folded away. ``when`` names another
option and the choice of it without which this one says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Self, TypedDict, TypeVar, Unpack, overload

from companion.core.figures import read_figure
from companion.core.table import Value
from companion.core.units import THOUSANDS, format_amount, plural_of
from models.frozen import frozen
from models.ledger import Refusal
from models.names import clean

V = TypeVar("V")
MOST_LETTERS = 300
"""The longest words that an option takes."""


@frozen
class Option(Generic[V]):
    """A house rule: its choices (``ways``) and what each means, the default first; ``V`` is what a rule reads of it.

    ``whole`` takes any whole number of ``unit`` from ``least`` to ``most`` instead of one of the ways; ``quick`` are
    numbers worth a button. A ``lead`` rule makes the game what it is, and is asked for openly before a play;
    ``when`` names another rule and the way of it without which this one says nothing. A ``fixed`` one can't be changed
    once play has begun; that of the ``currency`` never can, or what was recorded would be of another. A ``money`` one
    is a number of whole ones of that currency. A ``text`` one takes a few words, such as the names of rows.
    """

    key: str
    title: str
    ways: tuple[tuple[str, str], ...]
    group: str = ""
    whole: bool = False
    least: int = 0
    most: int = 10**9
    unit: str = "$"
    quick: tuple[int, ...] = ()
    lead: bool = False
    when: tuple[str, str] | None = None
    fixed: bool = False
    currency: bool = False
    money: bool = False
    text: bool = False

    def __set_name__(self, _owner: type, name: str) -> None:
        if not self.key:
            object.__setattr__(self, "key", name)

    @overload
    def __get__(self, rules: None, owner: type) -> Self: ...
    @overload
    def __get__(self, rules: HouseRules, owner: type) -> V: ...
    def __get__(self, rules: HouseRules | None, owner: type) -> Any:
        return self if rules is None else rules.t.option(self)

    @property
    def default(self) -> str:
        """The way it is played by default."""
        return self.ways[0][0]

    def read(self, text: str) -> str:
        """Read one of the ways.

        Raises:
            Refusal: there is no such way.

        """
        plain = text.strip()
        if self.whole:
            return str(_read_within(plain, self, self.title, self.unit))
        if self.text:
            words = clean(plain)
            if len(words) > MOST_LETTERS:
                raise Refusal(
                    f"{self.title}: keep it to {MOST_LETTERS} letters; these are {len(words)}.",
                    self.key,
                )
            return words
        _require_way(plain, self, self.title)
        return plain

    def say(self, way: str) -> str:
        """What a way of playing it means."""
        if (said := dict(self.ways).get(way)) or self.text:
            return said or way
        return format_amount(int(way), self.unit)

    def remark(self, way: str) -> str:
        """What a receipt says of it: its title, and what the way it is played means; empty by default."""
        said = self.say(way).rstrip(".")
        return "" if way == self.default else f"{self.title}: {said[:1].lower()}{said[1:]}."

    @property
    def what(self) -> str:
        """What a whole number of it counts."""
        return plural_of(self.unit)

    def applies(self, ways: Mapping[str, str]) -> bool:
        """Whether the rule applies where the others are played these ways."""
        return self.when is None or ways.get(self.when[0]) == self.when[1]


class HouseRules:
    """Options that are declared as attributes of a class: of a turn's, each is how the table plays it."""

    def __init__(self, t: Any) -> None:
        self.t = t

    @classmethod
    def options(cls) -> tuple[Option[Any], ...]:
        """Everything that is declared, in this order."""
        return tuple(declared for declared in vars(cls).values() if isinstance(declared, Option))


def _require_way(way: str, of: Option[Any] | BoardValue, title: str) -> None:
    """Refuse what is none of the ways of an option or of what is printed on a board."""
    ways = dict(of.ways)
    if way not in ways:
        raise Refusal(f"{title}: there is no {way[:40]!r}; choose {', '.join(ways)}.", of.key)


def _read_within(text: str, of: Option[Any] | BoardValue, title: str, unit: str = "") -> int:
    """Read a whole number within the limits of an option or of what is printed on a board."""
    scale = THOUSANDS if unit == THOUSANDS else ""
    try:
        number = read_figure(text, scale, title, signed=True)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, of.key) from None
    if not of.least <= number <= of.most:
        least, most = (format_amount(limit, scale) for limit in (of.least, of.most))
        what = (
            "" if scale else f"a whole number{f' of {plural_of(unit)}' if plural_of(unit) else ''} "
        )
        raise Refusal(
            f"{title}: {what}from {least} {f'to {most}' if of.most < 10**9 else 'up'}.", of.key
        )
    return number


@frozen
class BoardValue:
    """Something printed on the board or a card, with the value of the known edition.

    ``whole`` facts are whole numbers from ``least`` to ``most``; others are words, or one of ``ways``.
    """

    key: str
    label: str
    value: Value
    group: str
    least: int = 0
    most: int = 10**9
    ways: tuple[tuple[str, str], ...] = ()

    @property
    def whole(self) -> bool:
        """Whether it is a number."""
        return isinstance(self.value, int)

    def read(self, text: str) -> Value:
        """Read what the table's own board says.

        Raises:
            Refusal: it is empty, or not a number where one belongs.

        """
        plain = clean(text)
        if self.ways:
            _require_way(plain, self, self.label)
        if not self.whole:
            if not 1 <= len(plain) <= 60:
                raise Refusal(
                    f"{self.label}: write what is printed there, up to 60 letters.", self.key
                )
            return plain
        return _read_within(plain, self, self.label)

    def say(self, value: Value) -> str:
        """What is printed, as people would read it."""
        return dict(self.ways).get(str(value)) or (f"{value:,}" if self.whole else str(value))


CURRENCIES = {
    "$": "Dollars.",
    "\u00a3": "Pounds.",
    "\u20ac": "Euros.",
    "$.00": "Dollars and cents.",
    "\u00a3.00": "Pounds and pence.",
    "\u20ac.00": "Euros and cents.",
}


class Agreed(TypedDict, total=False):
    """What any option may say besides: see `Option`."""

    group: str
    lead: bool
    fixed: bool
    when: tuple[str, str] | None


class Counted(Agreed, total=False):
    """What a whole number may say besides."""

    at_least: int
    at_most: int
    quick: Sequence[int]
    said: Mapping[int, str]


def choice(key: str, title: str, choices: Mapping[str, str], **more: Unpack[Agreed]) -> Option[str]:
    """One of a few ways to play, each with the sentence that says what it means; the first is the usual one."""
    return Option(key, title, tuple(choices.items()), **more)


def ways(
    group: str,
    title: str,
    /,
    *,
    lead: bool = False,
    fixed: bool = False,
    when: tuple[str, str] | None = None,
    **choices: str,
) -> Option[str]:
    """One of a few ways to play, kept under the name of its attribute of `HouseRules`; the first is the usual one."""
    return choice("", title, choices, group=group, lead=lead, fixed=fixed, when=when)


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
    **more: Unpack[Agreed],
) -> Option[int]:
    """A whole number; ``quick`` ones get a button, and ``said`` has words for some, such as ``{0: "No target"}``."""
    words = {usual: format_amount(usual, unit), **(said or {})}
    return Option(
        key,
        title,
        tuple((str(figure), meaning) for figure, meaning in words.items()),
        whole=True,
        least=at_least,
        most=at_most,
        unit=unit,
        quick=tuple(quick),
        **more,
    )


def money(key: str, title: str, usual: int, **more: Unpack[Counted]) -> Option[int]:
    """An amount of whole dollars, or of what the table's currency is; rules get it in cents where it has them."""
    return replace(number(key, title, usual, **more), money=True)


def words(key: str, title: str, empty: str, *, group: str = "", lead: bool = False) -> Option[str]:
    """A few words, such as the names of rows; ``empty`` says what none mean. They never change during a play."""
    return Option(key, title, (("", empty),), group, text=True, lead=lead, fixed=True)


def currency(
    key: str = "currency",
    title: str = "Money",
    *,
    group: str = "",
    units: Mapping[str, str] = CURRENCIES,
    lead: bool = True,
) -> Option[str]:
    """What the table counts in, which never changes while it plays: a currency, with cents or without, or ``units``."""
    return Option(key, title, tuple(units.items()), group, lead=lead, fixed=True, currency=True)
