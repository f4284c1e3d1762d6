"""The questions that an action may ask: each stands as the default of the parameter that gets its answer.

Where a limit or a choice depends on the table, it is a function of the turn. ``optional`` answers may be left out, and
are ``None`` then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from companion.core.questions import (
    NO_ANSWERS,
    PLUS,
    Amount,
    Answers,
    Choice,
    Each,
    Hands,
    HandsOf,
    Moment,
    Number,
    Player,
    QuestionType,
    Roll,
    Several,
    Tile,
    Words,
    plain_label,
    read_each,
    read_hands,
    read_several,
)
from companion.core.table import Refusal, Table, Value, sentence
from companion.rules.deck import Deck, why_not

Look: TypeAlias = Callable[..., Any]
"""Makes the turn that a table is seen through, with the answers given so far."""
Limit: TypeAlias = int | Callable[[Any], int]
"""A whole number, or a function of the turn that gives one."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question beside its parameter. ``read`` makes of an answer what the action is given."""

    text: str
    make: Callable[[Look], QuestionType]
    optional: bool = False
    read: Callable[[Any, Any], Any] = lambda _turn, value: value
    usual: Value = None
    currency: bool = False
    """Whether it asks for money of the table, whose currency an option may decide."""


@dataclass(frozen=True, slots=True)
class OneOf(Player):
    """One of those players who can be named now."""

    now: Callable[[Table, Answers], tuple[str, ...]] = lambda _table, _answers: ()

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...]:
        """Those who can be named."""
        return self.now(table, answers)

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a name, and refuse whoever can't be named now."""
        key = Player.read(self, text, table, answers)
        if key not in self.now(table, answers):
            raise Refusal(f"{sentence(table.name(str(key)))} can't be named here.")
        return key


@dataclass(frozen=True, slots=True)
class OneNow(Choice):
    """One of those words that can be chosen now, with what is said of each."""

    words: Callable[[Table, Answers], Mapping[str, str]] = lambda _table, _answers: {}

    @property
    def word(self) -> str:
        """What it takes."""
        return "one of those on the table"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read one of the words, or what is said of it."""
        plain, now = text.strip(), self.words(table, answers)
        for value, said in now.items():
            if plain == value or plain.casefold() == said.casefold():
                return value
        raise Refusal(f"There is no {plain[:40]!r} to choose{'; choose ' + ', '.join(now) if now else ''}.")

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the choice."""
        return self.words(table, answers).get(str(value), str(value))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...]:
        """The words there are now."""
        return tuple(self.words(table, answers))


@dataclass(frozen=True, slots=True)
class NamedNumber(Number):
    """A number of a range that may be narrower now, with a name for each."""

    label: Callable[[Table, Answers, int], str] = lambda _table, _answers, value: str(value)
    now: Callable[[Table, Answers], Iterable[int]] | None = None

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the number with its name."""
        return self.label(table, answers, int(value or 0))

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The numbers there are now."""
        return tuple(self.now(table, answers)) if self.now else Number.candidates(self, table, answers)


@dataclass(frozen=True, slots=True)
class SomeOf(Several):
    """Several of fixed words. ``why_not`` says why one that is not there ``now`` can't be named."""

    values: tuple[str, ...] = ()
    why_not: Callable[[Table, Answers, str], str] | None = None

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read words joined by +, and say of the first that can't be named why."""
        there = self.now(table, answers)
        for part in text.split(PLUS):
            for value in self.values:
                known = (value, self.label(table, answers, value).casefold())
                if self.why_not and value not in there and part.strip().casefold() in known:
                    raise Refusal(self.why_not(table, answers, value))
        if not there and self.none:
            raise Refusal(self.none)
        return Several.read(self, text, table, answers)

    def sample(self, table: Table, answers: Answers) -> str:
        """Make an answer to try; where there is none, any word, for the rule to say why none will do."""
        return Several.sample(self, table, answers) or "".join(self.values[:1])


@dataclass(frozen=True, slots=True)
class Anybody(Player):
    """Anybody who ever sat down and the ``others``, under ``names`` of their own; some of them are offered now."""

    names: Mapping[str, str] = field(default_factory=dict)
    now: Callable[[Table, Answers], tuple[str, ...]] | None = None

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say who it is."""
        if value in self.names:
            return sentence(self.names[str(value)])
        return Player.show(self, value, table, answers)

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """Those who are offered."""
        return self.now(table, answers) if self.now else Player.candidates(self, table, answers)


@dataclass(frozen=True, slots=True)
class Numbered(Choice):
    """One of a list, by its number; ``place`` is where the list is."""

    labels: Callable[[Table, Answers], Mapping[int, str]] = lambda _table, _answers: {}
    what: str = "round"
    place: str = "on the sheet"

    @property
    def word(self) -> str:
        """What it takes."""
        return f"the number of a {self.what} {self.place}"

    def read(self, text: str, table: Table, answers: Answers) -> Value:
        """Read a number, also as ``round 2``."""
        there = self.candidates(table, answers)
        plain = text.strip().casefold().removeprefix(f"{self.what} ")
        if plain not in there:
            extent = f"it goes to {self.what} {there[0]}" if there else "it has none yet"
            raise Refusal(f"There is no {self.what} {plain[:40]} {self.place}; {extent}.")
        return plain

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the number, with more of what is still there."""
        said = {str(number): label for number, label in self.labels(table, answers).items()}
        return said.get(str(value), f"{self.what.capitalize()} {value}")

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...]:
        """The numbers there are now, the last one first."""
        return tuple(str(number) for number in reversed(self.labels(table, answers)))


def _limit(limit: Limit, look: Look, table: Table, answers: Answers) -> int:
    return limit(look(table, answers)) if callable(limit) else limit


def _keys(among: Callable[[Any], Iterable[Any]] | None, look: Look) -> Callable[[Table, Answers], tuple[str, ...]]:
    def keys(table: Table, answers: Answers) -> tuple[str, ...]:
        turn = look(table, answers)
        return tuple(one.key for one in (among(turn) if among else turn.seats))

    return keys


def of(
    text: str,
    kind: QuestionType | Callable[[Look], QuestionType],
    *,
    optional: bool = False,
    usual: Value = None,
    read: Callable[[Any, Any], Any] = lambda _turn, value: value,
) -> Any:
    """Ask a question of any type there is; ``read`` makes of the turn and the answer what the action is given.

    A type that depends on the table is a function of how to look at one. An ``optional`` answer is ``usual`` otherwise.
    """
    return Ask(text, (lambda _look: kind) if isinstance(kind, QuestionType) else kind, optional, read, usual)


def player(text: str, *, among: Callable[[Any], Iterable[Any]] | None = None, optional: bool = False) -> Any:
    """Ask for a player: one of those who play, or of those that ``among`` gives."""
    return Ask(text, lambda look: OneOf(now=_keys(among, look)), optional, lambda turn, key: turn.seat(key))


def anybody(
    text: str,
    *others: str,
    names: Mapping[str, str] | None = None,
    now: Callable[[Any], Iterable[Any]] | None = None,
    optional: bool = False,
) -> Any:
    """Ask for anybody who ever sat down, or one of ``others`` by their keys, such as a bank; the rule says who may.

    ``names`` are those that the others go by here, and ``now`` gives those who are offered.
    """

    def make(look: Look) -> QuestionType:
        if names is None and now is None:
            return Player(others)
        return Anybody(others, names or {}, _keys(now, look) if now else None)

    return Ask(text, make, optional, lambda turn, key: turn.holder(key))


def players(
    text: str,
    *,
    among: Callable[[Any], Iterable[Any]] | None = None,
    at_least: Limit = 1,
    at_most: Limit = 99,
    optional: bool = False,
) -> Any:
    """Ask for several players."""

    def make(look: Look) -> QuestionType:
        return Several(
            now=_keys(among, look),
            label=lambda table, _answers, key: sentence(table.name(key)),
            count=lambda table, answers: (
                _limit(at_least, look, table, answers),
                _limit(at_most, look, table, answers),
            ),
        )

    return Ask(text, make, optional, lambda turn, keys: tuple(turn.seat(key) for key in read_several(keys)))


def money(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    *,
    at_least: int = 1,
    at_most: Limit | None = None,
    quick: Sequence[int] = (),
    step: Limit = 1,
    unit: str = "",
    usual: int | None = None,
    optional: bool = False,
) -> Any:
    """Ask for an amount in the table's currency or another ``unit``, a multiple of ``step``.

    ``quick`` ones get a button; they are counted in steps. A ``step`` that depends on the table, such as its smallest
    note, is a function of the turn. With a ``usual`` amount no answer is needed.
    """

    def make(look: Look) -> QuestionType:
        top = None if at_most is None else lambda table, answers: max(0, _limit(at_most, look, table, answers))
        least_step = 1 if callable(step) else step
        if unit:
            return Amount(at_least, top, least_step, unit, quick=tuple(quick))
        return Amount(
            at_least,
            top,
            least_step,
            board=lambda table: (look(table).unit, _limit(step, look, table, NO_ANSWERS)),
            quick=tuple(quick),
        )

    return Ask(text, make, optional or usual is not None, usual=usual, currency=not unit and not callable(step))


def number(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    at_least: int,
    at_most: int,
    *,
    what: str = "number",
    label: Callable[[Any, int], str] | None = None,
    now: Callable[[Any], Iterable[int]] | None = None,
    usual: int | None = None,
    optional: bool = False,
) -> Any:
    """Ask for a whole number of a short range; ``what`` names one of them, such as ``horse``.

    ``label`` says what each is called at this table, such as a square by its name, and ``now`` which there are now.
    With a ``usual`` number no answer is needed.
    """

    def make(look: Look) -> QuestionType:
        if label is None and now is None:
            return Number(at_least, at_most, what)
        return NamedNumber(
            at_least,
            at_most,
            what,
            lambda table, answers, value: label(look(table, answers), value) if label else str(value),
            (lambda table, answers: now(look(table, answers))) if now else None,
        )

    return Ask(text, make, optional or usual is not None, usual=usual)


def numbers(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    *,
    among: Callable[[Any], Iterable[Any]] | None = None,
    at_least: Limit = 0,
    at_most: Limit = 10_000,
    unit: str = "points",
    what: str = "number",
    optional: bool = False,
) -> Any:
    """Ask for a whole number from each player, such as the scores of a round; limits may be below zero."""

    def make(look: Look) -> QuestionType:
        return Each(
            who=_keys(among, look),
            limits=lambda table, answers, _who: (
                _limit(at_least, look, table, answers),
                _limit(at_most, look, table, answers),
            ),
            unit=unit,
            what=what,
            digits=True,
        )

    return Ask(text, make, optional, _numbers)


def _numbers(turn: Any, answer: str) -> dict[Any, int]:
    return {turn.seat(key): figure for key, figure in read_each(answer).items()}


def amounts(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    limits: Callable[[Any, Any], tuple[int, int]],
    *,
    among: Callable[[Any], Iterable[Any]] | None = None,
    step: int = 1,
    sealed: bool = False,
    what: str = "amount",
    optional: bool = False,
) -> Any:
    """Ask for an amount of dollars from each player; ``limits`` are the minimum and the maximum for one of them.

    With ``sealed`` they are given in secret and opened for all at once, as bids are.
    """

    def make(look: Look) -> QuestionType:
        def range_of(table: Table, answers: Answers, key: str) -> tuple[int, int]:
            turn = look(table, answers)
            return limits(turn, turn.holder(key))

        return Each(_keys(among, look), range_of, step, sealed=sealed, what=what)

    return Ask(text, make, optional, _numbers)


def rolls(
    text: str, *, among: Callable[[Any], Iterable[Any]] | None = None, dice: int = 2, optional: bool = False
) -> Any:
    """Ask what each player rolls."""

    def make(look: Look) -> QuestionType:
        return Each(_keys(among, look), lambda *_: (dice, 6 * dice), unit="", dice=dice, what="roll")

    return Ask(text, make, optional, _numbers)


def choice(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    choices: Mapping[str, str] | Sequence[str] | Callable[[Any], Mapping[str, str]],
    *,
    label: Callable[[Any, str], str] | None = None,
    now: Callable[[Any], Iterable[str]] | None = None,
    detail: Callable[[Any, str], str] | None = None,
    tile: Callable[[Any, str], Tile] | None = None,
    optional: bool = False,
    read: Callable[[Any, Any], Any] = lambda _turn, value: value,
) -> Any:
    """Ask for one of a few words: what is kept of each, and what is said; a function gives those possible now.

    ``label`` says what each is called at this table where that differs, and ``now`` which of them are offered; the rule
    refuses the others. ``detail`` says more of one of them, and ``tile`` is the small square it is shown as;
    ``read`` makes of the turn and the answer what the action is given.
    """

    def make(look: Look) -> QuestionType:
        def says(table: Table, answers: Answers, key: str) -> str:
            if label:
                return label(look(table, answers), key)
            return choices.get(key, key) if isinstance(choices, Mapping) else plain_label(table, answers, key)

        def more(table: Table, answers: Answers, key: str) -> str:
            return detail(look(table, answers), key) if detail else ""

        def square(table: Table, key: str) -> Tile:
            return tile(look(table), key) if tile else Tile("")

        if callable(choices):
            kind: Choice = OneNow((), words=lambda table, answers: choices(look(table, answers)))
        else:
            offered = (lambda table, answers: tuple(now(look(table, answers)))) if now else None
            kind = Choice(tuple(choices), says, offered)
        return replace(kind, detail=more if detail else None, tile=square if tile else None)

    return Ask(text, make, optional, read)


def several(  # noqa: PLR0913 - each says one thing of the question
    text: str,
    values: Sequence[str],
    *,
    now: Callable[[Any], Iterable[str]],
    label: Callable[[Any, str], str],
    count: Callable[[Any], tuple[int, int]] = lambda _turn: (1, 10_000),
    why_not: Callable[[Any, str], str] | None = None,
    none: str = "",
    detail: Callable[[Any, str], str] | None = None,
    tile: Callable[[Any, str], Tile] | None = None,
    draw: bool = False,
    optional: bool = False,
    read: Callable[[Any, Any], Any] = lambda _turn, value: value,
) -> Any:
    """Ask for several of fixed words, such as streets: ``now`` are those possible, ``count`` how few and how many.

    ``why_not`` says why another can't be named, ``none`` that none can. ``label``, ``detail`` and ``tile`` describe
    one of them, and ``read`` makes of one what the action is given. With ``draw`` they are drawn at random.
    """

    def make(look: Look) -> QuestionType:
        return SomeOf(
            lambda table, answers: tuple(now(look(table, answers))),
            lambda table, answers, value: label(look(table, answers), value),
            lambda table, answers: count(look(table, answers)),
            (lambda table, answers, value: detail(look(table, answers), value)) if detail else None,
            (lambda table, value: tile(look(table), value)) if tile else None,
            draw,
            none,
            tuple(values),
            (lambda table, answers, value: why_not(look(table, answers), value)) if why_not else None,
        )

    return Ask(text, make, optional, lambda turn, answer: tuple(read(turn, one) for one in read_several(answer)))


def yes_no(
    text: str, *, when: Callable[[Any], object] | None = None, optional: bool = False, usual: str | None = None
) -> Any:
    """Ask for yes or no, which the action gets as ``True`` or ``False``; it may be ``usual`` to say ``no``.

    It is offered only ``when`` the turn says so.
    """

    def make(look: Look) -> QuestionType:
        if when is None:
            return Choice(("yes", "no"))
        return Choice(("yes", "no"), now=lambda table, answers: ("yes", "no") if when(look(table, answers)) else ())

    return Ask(text, make, optional or usual is not None, lambda _turn, answer: answer == "yes", usual)


def numbered(
    text: str, labels: Callable[[Any], Mapping[int, str]], *, what: str = "round", place: str = "on the sheet"
) -> Any:
    """Ask for one of a list by its number, such as a round that was misread; ``labels`` say what each is."""
    return Ask(
        text,
        # a list begins with 1, also while it is empty
        lambda look: Numbered(
            ("1",), labels=lambda table, answers: labels(look(table, answers)), what=what, place=place
        ),
        read=lambda _turn, number: int(number),
    )


def hands(
    text: str,
    deck: Deck,
    *,
    among: Callable[[Any], Iterable[Any]] | None = None,
    absent: Callable[[Any, Any], str] | None = None,
) -> Any:
    """Ask what everybody ends a round with: the total of a hand, or its cards.

    Hands that no deal of the deck gives are pointed out; the rule decides. ``absent`` says why somebody is not asked.
    """

    def doubt(table: Table, _answers: Answers, known: HandsOf) -> str:
        return why_not(deck, [(sentence(table.name(who)), hand) for who, hand in known.items()])

    def make(look: Look) -> QuestionType:
        kind = Hands(_keys(among, look), deck.hand, deck.highest, doubt)
        if absent is None:
            return kind
        return replace(kind, absent=lambda table, key: absent(look(table), look(table).holder(key)))

    return Ask(
        text, make, read=lambda turn, said: {turn.holder(key): hand for key, hand in read_hands(str(said)).items()}
    )


def roll(text: str, *, dice: int = 2, optional: bool = False) -> Any:
    """Ask what one die or two dice show together."""
    return Ask(text, lambda _look: Roll(dice), optional)


def words(text: str, *, ready: Sequence[str] = (), optional: bool = False) -> Any:
    """Ask for a few words, such as a name or a reason; ``ready`` ones get a button."""
    return Ask(text, lambda _look: Words(1, tuple(ready)), optional)


def reason(text: str = "Why?", *, ready: Sequence[str] = (), optional: bool = False) -> Any:
    """Ask for a reason, which stays in the journal; ``ready`` ones get a button."""
    return Ask(text, lambda _look: Words(2, tuple(ready)), optional)


def moment(text: str, *, optional: bool = True) -> Any:
    """Ask when it is; screens answer it themselves. It comes in whole seconds since 1970."""
    return Ask(text, lambda _look: Moment(), optional)
