"""The questions that an action may ask. Each reads its answer from text, names its limits, and says what it becomes.

Where a limit or a choice depends on the table, it is a function of the turn, whose ``answers`` are those given so far.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, field, replace
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from companion.core.figures import read_figure
from companion.core.table import Refusal, Value, listed, sentence
from companion.core.turn import G, Seat, TurnOf
from companion.core.units import THOUSANDS, format_amount, per_whole, plural_of
from models.frozen import frozen
from models.names import clean, name_key

MOST_MONEY = 1_000_000_000
MOST_THOUSANDS = 1_000_000
"""A thousand millions, in thousands. 1500000 typed on a board in millions means 1.5M."""

MOST_WORDS = 200
USUAL_WHY = "can't be named here"

A = TypeVar("A")
"""What an action is given for an answer."""
Limit: TypeAlias = int | Callable[[G], int]
"""A whole number, or a function of the turn that gives one."""
Among: TypeAlias = Callable[[Any], Iterable[Any]]
"""A function of the turn that gives players."""
Says: TypeAlias = Callable[[Any, str], str]
"""A function of the turn and of a word that says something of it."""


def limit_now(limit: Limit, t: TurnOf[Any]) -> int:
    """A limit as it is at this table."""
    return limit(t) if callable(limit) else limit


def all_seats(t: TurnOf[Any]) -> tuple[Any, ...]:
    """Everybody who plays."""
    return t.seats


@frozen
class Sums:
    """The ``usual`` sums that go with an answer, each a tap that records; the ``question`` asks for another."""

    question: str = ""
    title: str = ""
    """What is said before the sum, such as ``For``."""
    usual: Sequence[int] = ()


@frozen
class QuestionType(Generic[A]):
    """A question beside its parameter. ``read`` refuses what is not an answer to it.

    Two of one type with the same limits are equal, so that an answer is taken along from one sheet to another.
    """

    open_ended: ClassVar[bool] = False
    """Whether its answers can't all be listed, as text."""
    asked: ClassVar[bool] = True
    """Whether a person answers it; a screen answers a moment itself."""
    chosen: ClassVar[bool] = False
    """Whether it is answered with one of those that are offered, and the rule may leave one of them."""
    names_player: ClassVar[bool] = False
    """Whether its answer is a player."""
    is_sum: ClassVar[bool] = False
    """Whether its answer is one figure that may be of any length."""
    is_text: ClassVar[bool] = False
    """Whether any words answer it."""
    beside: ClassVar[tuple[str, ...]] = ()
    """Questions of the same action that are asked on the same pad, where they may be left out."""
    _: KW_ONLY
    text: str = field(default="", compare=False)
    optional: bool = field(default=False, compare=False)
    """Whether it may be left out; the answer is ``usual`` then."""
    usual: Value = field(default=None, compare=False)
    preset: Callable[[Any], Value] | None = field(default=None, compare=False)
    """What a screen fills in for a person to change, as a function of the turn; ``None`` where that is nothing."""
    convert: Callable[[Any, Any], Any] | None = field(default=None, compare=False)
    """What makes of the turn and an answer what the action is given, where it is not what the type makes of it."""
    about: str = field(default="", compare=False)
    """The question whose answer it is about, such as the card with a price: with another answer it is asked anew."""
    private: Callable[[Any], object] | None = field(default=None, compare=False)
    """The player for whom alone it is, such as which hidden card: a function of the turn, nobody where all may see."""
    why: str = field(default="", compare=False)
    """Why nothing but what is offered can be answered, behind what was: ``does not run``. Empty where the rule says."""
    stays: bool = field(default=False, compare=False)
    """Whether the answer is the same on the next sheet, until another is chosen."""

    @property
    def takes_digits(self) -> bool:
        """Whether it can be answered by typing digits."""
        return False

    @property
    def in_secret(self) -> bool:
        """Whether each player answers it in secret, and all answers are opened at once."""
        return False

    @property
    def settles_with_tap(self) -> bool:
        """Whether the tap that answers it last records at once: what is tapped says what it comes to."""
        return False

    @property
    def goes_without_saying(self) -> bool:
        """Whether its only possible answer is taken, though it makes an entry: the button names it and waits."""
        return False

    @property
    def word(self) -> str:
        """What it takes, for a list of actions."""
        raise NotImplementedError

    def read(self, text: str, t: Any) -> Value:
        """Turn what was typed into an answer."""
        raise NotImplementedError

    def show(self, value: Value, t: Any) -> str:
        """Write an answer for people, given the other answers."""
        return str(value)

    def candidates(self, t: Any) -> tuple[Value, ...] | None:
        """Every possible answer where they can be listed, else ``None``."""
        return None

    def sample(self, t: Any) -> Value:
        """Return a possible answer where they can't be listed; empty where there is none."""
        return None

    def tries(self, t: Any) -> tuple[Value, ...]:
        """What to try it with while it is open; with nothing to choose from now, the rule itself says why."""
        sample = self.sample(t)
        return self.candidates(t) or (() if sample in {None, ""} else (sample,))

    def forced(self, t: Any) -> Value:
        """The only answer that its limits leave; ``None`` where there are several, or none."""
        return None

    def is_empty(self, t: Any) -> bool:
        """Whether there is nothing to answer it with now."""
        return self.candidates(t) == ()

    def still_answers(self, answer: Value, t: Any) -> bool:
        """Whether what was answered is still possible, once an answer before it is another."""
        values = self.candidates(t)
        if values is not None:
            return answer in values
        try:
            self.read(str(answer), t)
        except Refusal:
            return False
        return True

    def may_become(self, words: str, t: Any) -> bool:
        """Whether what was tapped together so far can still be meant, once an answer before it is another."""
        return True

    def sums_with(self, answer: Value) -> Sums:
        """The usual sums that go with an answer; none where no sum does."""
        return Sums()

    def unit_on(self, t: Any) -> str:
        """What its figures count at this table; empty where that is nothing."""
        return ""

    def colour_of(self, t: Any, answer: Value) -> str:
        """The colour (``#rrggbb``) at the edge of an answer; empty where it has none."""
        return ""

    def detail_of(self, t: Any, answer: Value) -> str:
        """A little more of an answer; empty where nothing more is said."""
        return ""

    def to_argument(self, t: Any, answer: Value) -> A:
        """What the action is given for an answer."""
        return self.convert(t, answer) if self.convert else self.interpret(t, answer)  # type: ignore[no-any-return] # as the author types it

    def interpret(self, t: Any, answer: Value) -> Any:
        """What this type makes of an answer."""
        return answer

    def why_refused(self, t: Any, answer: Value) -> str:
        """Why an answer can't be given at this table; empty where it can."""
        offered = self.candidates(t) if self.why else None
        return "" if offered is None or answer in offered else f"{self.show(answer, t)} {self.why}."

    def may_ask(self, answer: Value, seats: Collection[str]) -> bool:
        """Whether one of these seats may ask for what is answered so."""
        return answer in seats


@frozen
class Player(QuestionType["Seat"]):
    """One of the players seated; ``others`` lists what else may be named, such as the treasury.

    ``names`` are what the others are called here, and ``besides`` gives those that only this table has, such as pots.
    Those ``now`` are offered; with ``only`` nobody but these and the others can be named, and ``why`` says so. ``but``
    is the question whose answer can't be given again, such as who sells. Where it is thrown for, that is whoever throws
    highest, or ``lowest``, with so many ``dice``.
    """

    chosen = True
    names_player = True
    others: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    now: Among | None = None
    only: bool = False
    but: str = ""
    besides: Among | None = None
    lowest: bool = False
    dice: int = 1

    @property
    def word(self) -> str:
        """Whom it takes."""
        return " or ".join(("a player", *self.others))

    def others_on(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """Everybody and everything besides the players that may be named at this table."""
        return (*self.others, *keys_of(self.besides, t)) if self.besides else self.others

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read a key or a name."""
        plain, table = text.strip(), t.table
        keys = [*(seat.key for seat in table.players), *self.others_on(t)]
        there = {key: key if key in self.others else table.name(key) for key in keys}
        if key := find_named(plain, there):
            return key
        raise Refusal(
            f"Nobody called {plain[:40]!r} sits at this table; choose {listed(there.values(), 'or')}."
        )

    def show(self, value: Value, t: TurnOf[Any]) -> str:
        """Write the player's name."""
        key = str(value)
        return sentence(self.names.get(key) or t.table.name(key))

    def candidates(self, t: TurnOf[Any]) -> tuple[Value, ...] | None:
        """Those who are offered: everyone seated and the others that may be named, unless it says who is now."""
        there = keys_of(self.now, t) if self.now else tuple(seat.key for seat in t.table.players)
        keys = (*there, *self.others_on(t)) if self.only or not self.now else there
        return tuple(key for key in keys if key != t.answers.get(self.but))

    def why_refused(self, t: TurnOf[Any], answer: Value) -> str:
        """Why somebody can't be named: another question has them already, they left, or are not meant."""
        name = sentence(t.table.name(str(answer)))
        if answer == t.answers.get(self.but):
            return f"{name} is named already. Choose somebody else."
        if not self.only or not self.now or answer in (*keys_of(self.now, t), *self.others):
            return ""
        left = {who.key for who in t.everybody if who not in t.seats}
        return f"{name} {'has left the game' if answer in left else self.why or USUAL_WHY}."

    def interpret(self, t: TurnOf[Any], answer: Value) -> Seat:
        """The player."""
        return t.holder(str(answer))  # type: ignore[no-any-return] # a seat of the game's own class


def find_named(said: str, there: Mapping[str, str]) -> str:
    """Return the key that is meant, by itself or by what it is called; empty where there is none."""
    if said in there:
        return said
    return next((key for key, name in there.items() if name_key(said) == name_key(name)), "")


def keys_of(among: Among, t: TurnOf[Any]) -> tuple[str, ...]:
    """The keys of those whom a function of the turn gives; words stand for themselves."""
    return tuple(who if isinstance(who, str) else who.key for who in among(t))


@frozen
class Amount(QuestionType[int], Generic[G]):
    """An amount of the table's currency or of another ``unit``, a multiple of ``step``.

    The screen offers ``at_most`` as a quick choice, and the rule decides. ``quick`` ones get a button; they are counted
    in steps, and may be a function of the turn. A ``step`` that depends on the table, such as its smallest note, is one
    too. With a ``usual`` amount no answer is needed, and a ``preset`` one, a function of the turn, is filled in on the
    screen. One that ``settles`` is recorded with the tap on a button for an amount, where it is the last answer: the
    button says what that leaves. ``paid_by`` is the question whose answer pays it: where cash is followed, it is at
    most what they hold. ``brings`` says in two words what a usual amount would bring. One that is ``about`` what
    another question is answered with, such as the price of a card, is asked anew once that answer is another.
    """

    is_sum = True
    takes_digits = True
    at_least: int = 1
    at_most: Limit[G] | None = None
    step: Limit[G] = 1
    unit: str | None = None
    quick: Sequence[int] | Callable[[G], Sequence[int]] = ()
    settles: bool = False
    paid_by: str = ""
    brings: Callable[[G, int], str] | None = None

    def in_currency(self, unit: str) -> Self:
        """The same in a game that is played for one currency at every table."""
        return (
            replace(self, unit=unit)
            if unit and self.unit is None and not callable(self.step)
            else self
        )

    def unit_on(self, t: G) -> str:
        """What it counts at this table."""
        return str(t.unit) if self.unit is None else self.unit

    def step_on(self, t: G) -> int:
        """The step of answers at this table."""
        return limit_now(self.step, t)

    def quick_on(self, t: G) -> Sequence[int]:
        """Amounts, counted in steps, that get a button at this table."""
        return self.quick(t) if callable(self.quick) else self.quick

    def most_on(self, t: G) -> int | None:
        """The maximum at this table, where there is one."""
        most = None if self.at_most is None else max(0, limit_now(self.at_most, t))
        held = self._payable(t)
        if held is None:
            return most
        payable = held if most is None else min(held, most)
        return payable - payable % self.step_on(t)

    def is_empty(self, t: G) -> bool:
        """Whether nothing is there."""
        return self.most_on(t) == 0

    def _payable(self, t: G) -> int | None:
        """What the player who pays it holds; ``None`` where cash is not followed, or a bank pays."""
        followed = t.game.cash and t.game.cash.followed(t)
        return next(
            (
                max(0, t.held(who))
                for who in t.named(self.paid_by)
                if followed and who in t.everybody
            ),
            None,
        )

    def why_refused(self, t: G, answer: Value) -> str:
        """Why it can't be paid: who pays it holds less."""
        held = self._payable(t)
        if held is None or int(answer or 0) <= held:
            return ""
        return f"{t.names(t.named(self.paid_by))} holds {self.show(held, t)}, not {self.show(answer, t)}."

    def tries(self, t: G) -> tuple[Value, ...]:
        """The least and the most."""
        step = self.step_on(t)
        least = -(-self.at_least // step) * step
        return tuple(sorted({least, max(least, self.most_on(t) or least)}))

    @property
    def word(self) -> str:
        """Its limits, as far as they are known without a table."""
        of = (
            "the board's money"
            if self.unit is None or callable(self.step)
            else plural_of(self.unit)
        )
        step = "" if callable(self.step) or self.step == 1 else f", a multiple of {self.step}"
        held = ", up to what is there" if self.at_most is not None else ""
        return f"a whole number of {of}, {self.at_least} or more{held}{step}"

    def read(self, text: str, t: G) -> Value:
        """Read a whole number within the limits that need no rule."""
        unit, step = self.unit_on(t), self.step_on(t)
        amount = read_figure(text, unit, "An amount", signed=self.at_least < 0, at_till=True)
        if unit == THOUSANDS and amount > MOST_THOUSANDS:
            raise Refusal(
                "That is more than any game has. A figure alone is thousands: write 1.5M for 1,500."
            )
        if amount > MOST_MONEY:
            raise Refusal("That is more money than any game has.")
        if amount < self.at_least:
            raise Refusal(f"It must be at least {_plain(max(self.at_least, step), unit)}.")
        if amount % step:
            raise Refusal(f"It must be a multiple of {_plain(step, unit)}.")
        return amount

    def show(self, value: Value, t: G) -> str:
        """Write the amount with its unit."""
        return format_amount(int(value or 0), self.unit_on(t))


def _plain(number: int, unit: str) -> str:
    return (
        format_amount(number, unit) if unit == THOUSANDS or per_whole(unit) > 1 else f"{number:,}"
    )


@frozen
class Number(QuestionType[int], Generic[G]):
    """A whole number from a short range; ``what`` names one of them, such as ``horse``.

    ``label`` says what each is called at this table, such as a square by its name, ``now`` which there are now, and
    ``detail`` a little more of each, such as the odds. With a ``usual`` number no answer is needed.
    """

    chosen = True
    takes_digits = True
    goes_without_saying = True
    at_least: Limit[G]
    at_most: Limit[G]
    what: str = "number"
    label: Callable[[G, int], str] | None = None
    now: Callable[[G], Iterable[int]] | None = None
    detail: Callable[[G, str], str] | None = None

    def range_on(self, t: G) -> range:
        """Every number of the range at this table."""
        return range(limit_now(self.at_least, t), limit_now(self.at_most, t) + 1)

    @property
    def named(self) -> bool:
        """Whether they are chosen by their names, or of those there are now, and not typed."""
        return bool(self.label or self.now)

    @property
    def word(self) -> str:
        """Its range."""
        from_table = callable(self.at_least) or callable(self.at_most)
        return f"a {self.what} " + (
            "within the table's limits" if from_table else f"from {self.at_least} to {self.at_most}"
        )

    def read(self, text: str, t: G) -> Value:
        """Read a number within the range."""
        number, there = read_figure(text, what=f"A {self.what}"), self.range_on(t)
        if number not in there:
            choose = f"; choose {there[0]} to {there[-1]}" if there else ""
            raise Refusal(f"There is no {self.what} {number}{choose}.")
        return number

    def show(self, value: Value, t: G) -> str:
        """Say the number, by its name where it has one."""
        return self.label(t, int(value or 0)) if self.label else str(value)

    def candidates(self, t: G) -> tuple[Value, ...] | None:
        """All of the range, or those there are now."""
        return tuple(self.now(t)) if self.now else tuple(self.range_on(t))


@frozen
class Roll(QuestionType[int]):
    """What the dice show, added up; thrown at the table, or by the app when it is asked to.

    ``detail`` says in a word what each roll leads to, such as a square, and ``swatch`` which colour that has.
    ``square`` says what is printed there, and for 0 where the token stands.
    """

    takes_digits = True
    dice: int = 2
    detail: Callable[[Any, str], str] | None = None
    swatch: Callable[[Any, str], str] | None = None
    square: Callable[[Any, str], str] | None = None

    @property
    def word(self) -> str:
        """Its range."""
        of = "both dice together" if self.dice == 2 else "one die"
        return f"a roll of {of}, {self.dice} to {6 * self.dice}"

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read the sum of the dice."""
        number = read_figure(text, what="A roll")
        if not self.dice <= number <= 6 * self.dice:
            what = "Two dice show" if self.dice == 2 else "One die shows"
            raise Refusal(f"{what} {self.dice} to {6 * self.dice}, not {number}.")
        return number

    def detail_of(self, t: Any, answer: Value) -> str:
        """What ``detail`` says."""
        return self.detail(t, str(answer)) if self.detail else ""

    def colour_of(self, t: Any, answer: Value) -> str:
        """What ``swatch`` says."""
        return self.swatch(t, str(answer)) if self.swatch else ""

    def candidates(self, t: TurnOf[Any]) -> tuple[Value, ...] | None:
        """All sums the dice can show."""
        return tuple(range(self.dice, 6 * self.dice + 1))

    def tries(self, t: TurnOf[Any]) -> tuple[Value, ...]:
        """The lowest and the highest sum: what can be done with both can be done with every sum between."""
        return self.dice, 6 * self.dice


def plain_label(t: TurnOf[Any], value: str) -> str:
    """Label a choice by its own word."""
    return value.replace("_", " ").capitalize()


@frozen
class Tile:
    """A small square that stands for a choice, such as a horse's number on its colour (``#rrggbb``, or empty).

    ``note`` is a word or a figure in small below the sign, such as a price or what the horse pays.
    """

    sign: str
    colour: str = ""
    note: str = ""


@frozen
class Choice(QuestionType[A]):
    """One of a few words: what is kept of each, and what is said where they are a mapping.

    ``label`` says what each is called at this table where that differs; ``now`` narrows them to what is possible.
    Where ``choices`` are a function of the turn, it is any of those possible now. With ``tile`` the choices are small
    enough for one row. One that ``settles``, or has answers that do, is recorded with the tap that answers it last: its
    ``detail`` says what it comes to. ``swatch`` is the colour (``#rrggbb``, or empty) at the edge of a choice in words.
    """

    chosen = True
    choices: Mapping[str, str] | Sequence[str] | Callable[[Any], Mapping[str, str]] = field(
        hash=False
    )
    label: Says | None = None
    now: Callable[[Any], Iterable[str]] | None = None
    detail: Says | None = None
    tile: Callable[[Any, str], Tile] | None = None
    settles: bool | Collection[str] = False
    swatch: Says | None = None
    sums: Mapping[str, Sums] = field(default_factory=dict, hash=False)

    @property
    def values(self) -> tuple[str, ...]:
        """What is kept of each; nothing where the table decides which there are."""
        return () if callable(self.choices) else tuple(self.choices)

    @property
    def settles_with_tap(self) -> bool:
        """Whether it settles the sheet."""
        return bool(self.settles)

    def records(self, value: str) -> bool:
        """Whether the tap on this answer records."""
        return self.settles is True or bool(self.settles and value in self.settles)

    def sums_with(self, answer: Value) -> Sums:
        """What ``sums`` says."""
        return self.sums.get(str(answer), Sums())

    @property
    def goes_without_saying(self) -> bool:
        """Whether a thing is chosen: nobody agrees to anything without being asked."""
        return self.values != ("yes", "no")

    @property
    def word(self) -> str:
        """The words it takes."""
        return "one of " + (", ".join(self.values) or "those on the table")

    def read(self, text: str, t: Any) -> Value:
        """Read one of the words."""
        plain = text.strip()
        values = self.values or tuple(map(str, self.candidates(t) or ()))
        if value := find_named(plain, {value: self.show(value, t) for value in values}):
            return value
        raise Refusal(
            f"There is no {plain[:40]!r} to choose{'; choose ' + ', '.join(values) if values else ''}."
        )

    def show(self, value: Value, t: Any) -> str:
        """Write the choice for people."""
        key = str(value)
        if self.label:
            return self.label(t, key)
        words = self.choices(t) if callable(self.choices) else self.choices
        return str(words.get(key, key)) if isinstance(words, Mapping) else plain_label(t, key)

    def candidates(self, t: Any) -> tuple[Value, ...] | None:
        """The words that are possible now."""
        if callable(self.choices):
            return tuple(self.choices(t))
        return tuple(self.now(t)) if self.now else self.values

    def colour_of(self, t: Any, answer: Value) -> str:
        """What ``swatch`` says."""
        return self.swatch(t, str(answer)) if self.swatch else ""

    def detail_of(self, t: Any, answer: Value) -> str:
        """What ``detail`` says."""
        return self.detail(t, str(answer)) if self.detail else ""

    def tries(self, t: Any) -> tuple[Value, ...]:
        """The words that are possible now, or else all of them."""
        return self.candidates(t) or self.values


@frozen
class YesNo(Choice[bool], Generic[G]):
    """Yes or no, which the action gets as ``True`` or ``False``; it may be ``usual`` to say ``no``.

    It is offered only ``when`` the turn says so; what is said other than usually ``by_bank`` is the banker's alone.
    """

    choices: Sequence[str] = ("yes", "no")
    when: Callable[[G], object] | None = None
    by_bank: bool = False

    def candidates(self, t: G) -> tuple[Value, ...] | None:
        """Both, where it is offered."""
        return self.values if self.when is None or self.when(t) else ()

    def interpret(self, t: TurnOf[Any], answer: Value) -> bool:
        """Whether it is yes."""
        return answer == "yes"


@frozen
class Moment(QuestionType[int]):
    """When something happened, in whole seconds since 1970. Screens answer it themselves as they record."""

    optional: bool = field(default=True, compare=False, kw_only=True)

    word = "a time in seconds since 1970"

    asked = False
    open_ended = True

    def sample(self, t: TurnOf[Any]) -> int:
        """Return any moment."""
        return 0

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read a number of seconds."""
        return read_figure(text, what="A time")


@frozen
class Words(QuestionType[str]):
    """A few words, such as a name or a reason; ``ready`` ones get a button."""

    least: int = 1
    ready: Sequence[str] = ()

    word = "a few words"

    is_text = True
    open_ended = True

    def sample(self, t: TurnOf[Any]) -> str:
        """Return any words."""
        return "as agreed"

    def read(self, text: str, t: TurnOf[Any]) -> Value:
        """Read words, without line breaks or other control signs."""
        plain = clean(text)
        if len(plain) < self.least:
            raise Refusal("Say it in a few words.")
        if len(plain) > MOST_WORDS:
            raise Refusal(f"Keep it under {MOST_WORDS} letters.")
        return plain


@frozen
class Reason(Words):
    """A reason, which stays in the journal; ``ready`` ones get a button."""

    least: int = 2
    text: str = field(default="Why?", compare=False, kw_only=True)
