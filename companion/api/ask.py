"""The questions that an action may ask: each stands as the default of the parameter that gets its answer.

Where a limit or a choice depends on the table, it is a function of the turn. ``optional`` answers may be left out, and
are ``None`` then. Questions that are asked with the same functions are equal, so that an answer is taken along from one
sheet to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.core.questions import (
    NO_ANSWERS,
    PLUS,
    Amount,
    Answers,
    Choice,
    Each,
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
    read_several,
)
from companion.core.table import Refusal, Table, Value

Limit: TypeAlias = int | Callable[[Any], int]
"""A whole number, or a function of the turn that gives one."""
Among: TypeAlias = Callable[[Any], Iterable[Any]]
"""A function of the turn that gives players."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question beside its parameter: its type, or how the game that asks makes it.

    ``read`` makes of the turn and an answer what the action is given.
    """

    text: str
    kind: QuestionType | Callable[[Any], QuestionType]
    optional: bool = False
    read: Callable[[Any, Any], Any] = lambda _turn, value: value
    usual: Value = None

    def of(self, game: Any) -> QuestionType:
        """Return its type in a game."""
        return self.kind if isinstance(self.kind, QuestionType) else self.kind(game)


@dataclass(frozen=True, slots=True)
class Seen:
    """A function of a game's turn, as a question calls it: with the table and the answers so far.

    ``fixed`` are what it is given before the question's own. Two of the same function are equal.
    """

    game: Any
    rule: Callable[..., Any]
    fixed: tuple[Any, ...] = field(default=(), hash=False)

    def __call__(self, table: Table, answers: Answers = NO_ANSWERS, *rest: Any) -> Any:
        """Compute it."""
        return self.rule(self.game.turn(table, answers), *self.fixed, *rest)


@dataclass(frozen=True, slots=True)
class SeenAlone(Seen):
    """The same where a question knows the table alone, and none of the answers."""

    def __call__(self, table: Table, *rest: Any) -> Any:
        """Compute it."""
        return self.rule(self.game.turn(table), *self.fixed, *rest)


@dataclass(frozen=True, slots=True)
class NamedNumber(Number):
    """A number of a range that may be narrower now, with a name for each."""

    label: Callable[..., str] | None = None
    now: Callable[..., tuple[int, ...]] | None = None

    def show(self, value: Value, table: Table, answers: Answers = NO_ANSWERS) -> str:
        """Say the number with its name."""
        return self.label(table, answers, int(value or 0)) if self.label else str(value)

    def candidates(self, table: Table, answers: Answers) -> tuple[Value, ...] | None:
        """The numbers there are now."""
        return self.now(table, answers) if self.now else Number.candidates(self, table, answers)


@dataclass(frozen=True, slots=True)
class SomeOf(Several):
    """Several of fixed words. ``why_not`` says why one that is not there ``now`` can't be named."""

    values: tuple[str, ...] = ()
    why_not: Callable[..., str] | None = None

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


# What questions compute of a turn


def _now(turn: Any, limit: Limit) -> int:
    return limit(turn) if callable(limit) else limit


def _range(turn: Any, at_least: Limit, at_most: Limit, *_: object) -> tuple[int, int]:
    return _now(turn, at_least), _now(turn, at_most)


def _most(turn: Any, at_most: Limit) -> int:
    return max(0, _now(turn, at_most))


def _money(turn: Any, step: Limit) -> tuple[str, int]:
    return turn.unit, _now(turn, step)


def _limits(turn: Any, limits: Callable[[Any, Any], tuple[int, int]], key: str) -> tuple[int, int]:
    return limits(turn, turn.holder(key))


def _all(turn: Any, rule: Callable[[Any], Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(rule(turn))


def _keys(turn: Any, among: Among | None) -> tuple[str, ...]:
    return tuple(one.key for one in (among(turn) if among else turn.seats))


def _name(turn: Any, key: str) -> str:
    return str(turn.holder(key))


def _label(turn: Any, choices: Any, key: str) -> str:
    words = choices(turn) if callable(choices) else choices
    return str(words.get(key, key))


def _yes_no(turn: Any, when: Callable[[Any], object]) -> tuple[str, ...]:
    return ("yes", "no") if when(turn) else ()


# What actions are given


def _seat(turn: Any, key: str) -> Any:
    return turn.seat(key)


def _holder(turn: Any, key: str) -> Any:
    return turn.holder(key)


def _seats(turn: Any, keys: str) -> tuple[Any, ...]:
    return tuple(turn.seat(key) for key in read_several(keys))


def _numbers(turn: Any, answer: str) -> dict[Any, int]:
    return {turn.seat(key): figure for key, figure in read_each(answer).items()}


# The questions


def of(
    text: str,
    kind: QuestionType | Callable[[Any], QuestionType],
    *,
    optional: bool = False,
    usual: Value = None,
    read: Callable[[Any, Any], Any] = lambda _turn, value: value,
) -> Any:
    """Ask a question of any type there is; ``read`` makes of the turn and the answer what the action is given.

    A type that depends on the table is a function of the game. An ``optional`` answer is ``usual`` otherwise.
    """
    return Ask(text, kind, optional, read, usual)


def player(text: str, *, among: Among | None = None, optional: bool = False) -> Any:
    """Ask for a player: one of those who play, or of those that ``among`` gives."""
    return Ask(text, lambda game: Player(now=Seen(game, _keys, (among,)), only=True), optional, _seat)


def anybody(
    text: str,
    *others: str,
    names: Mapping[str, str] | None = None,
    now: Among | None = None,
    optional: bool = False,
) -> Any:
    """Ask for anybody who ever sat down, or one of ``others`` by their keys, such as a bank; the rule says who may.

    ``names`` are those that the others go by here, and ``now`` gives those who are offered.
    """

    def kind(game: Any) -> QuestionType:
        return Player(others, names or {}, Seen(game, _keys, (now,)) if now else None)

    return Ask(text, kind, optional, _holder)


def players(
    text: str, *, among: Among | None = None, at_least: Limit = 1, at_most: Limit = 99, optional: bool = False
) -> Any:
    """Ask for several players."""

    def kind(game: Any) -> QuestionType:
        count = Seen(game, _range, (at_least, at_most))
        return Several(Seen(game, _keys, (among,)), Seen(game, _name), count)

    return Ask(text, kind, optional, _seats)


def money(
    text: str,
    *,
    at_least: int = 1,
    at_most: Limit | None = None,
    quick: Sequence[int] = (),
    step: Limit = 1,
    unit: str = "",
    usual: int | None = None,
    settles: bool = False,
    optional: bool = False,
) -> Any:
    """Ask for an amount in the table's currency or another ``unit``, a multiple of ``step``.

    ``quick`` ones get a button; they are counted in steps. A ``step`` that depends on the table, such as its smallest
    note, is a function of the turn. With a ``usual`` amount no answer is needed. One that ``settles`` is recorded with
    the tap on a button for an amount, where nothing else is asked: the button says what that leaves.
    """

    def kind(game: Any) -> QuestionType:
        most = None if at_most is None else Seen(game, _most, (at_most,))
        if callable(step):
            return Amount(at_least, most, board=Seen(game, _money, (step,)), quick=tuple(quick), settles=settles)
        if only := unit or game.only_currency:
            return Amount(at_least, most, step, only, quick=tuple(quick), settles=settles)
        return Amount(at_least, most, step, board=Seen(game, _money, (step,)), quick=tuple(quick), settles=settles)

    return Ask(text, kind, optional or usual is not None, usual=usual)


def number(
    text: str,
    at_least: int,
    at_most: int,
    *,
    what: str = "number",
    label: Callable[[Any, int], str] | None = None,
    now: Callable[[Any], Iterable[int]] | None = None,
    detail: Callable[[Any, str], str] | None = None,
    usual: int | None = None,
    optional: bool = False,
) -> Any:
    """Ask for a whole number of a short range; ``what`` names one of them, such as ``horse``.

    ``label`` says what each is called at this table, such as a square by its name, ``now`` which there are now, and
    ``detail`` a little more of each, such as the odds. With a ``usual`` number no answer is needed.
    """

    def kind(game: Any) -> QuestionType:
        more = Seen(game, detail) if detail else None
        if not label and not now:
            return Number(at_least, at_most, what, more)
        offered = Seen(game, _all, (now,)) if now else None
        return NamedNumber(at_least, at_most, what, more, Seen(game, label) if label else None, offered)

    return Ask(text, kind, optional or usual is not None, usual=usual)


def numbers(
    text: str,
    *,
    among: Among | None = None,
    at_least: Limit = 0,
    at_most: Limit = 10_000,
    unit: str = "points",
    what: str = "number",
    optional: bool = False,
) -> Any:
    """Ask for a whole number from each player, such as the scores of a round; limits may be below zero."""

    def kind(game: Any) -> QuestionType:
        limits = Seen(game, _range, (at_least, at_most))
        return Each(Seen(game, _keys, (among,)), limits, unit=unit, what=what, digits=True)

    return Ask(text, kind, optional, _numbers)


def amounts(
    text: str,
    limits: Callable[[Any, Any], tuple[int, int]],
    *,
    among: Among | None = None,
    step: int = 1,
    sealed: bool = False,
    what: str = "amount",
    optional: bool = False,
) -> Any:
    """Ask for an amount of dollars from each player; ``limits`` are the minimum and the maximum for one of them.

    With ``sealed`` they are given in secret and opened for all at once, as bids are.
    """

    def kind(game: Any) -> QuestionType:
        return Each(Seen(game, _keys, (among,)), Seen(game, _limits, (limits,)), step, sealed=sealed, what=what)

    return Ask(text, kind, optional, _numbers)


def rolls(text: str, *, among: Among | None = None, dice: int = 2, optional: bool = False) -> Any:
    """Ask what each player rolls."""

    def kind(game: Any) -> QuestionType:
        sums = Seen(game, _range, (dice, 6 * dice))
        return Each(Seen(game, _keys, (among,)), sums, unit="", dice=dice, what="roll")

    return Ask(text, kind, optional, _numbers)


def choice(
    text: str,
    choices: Mapping[str, str] | Sequence[str] | Callable[[Any], Mapping[str, str]],
    *,
    label: Callable[[Any, str], str] | None = None,
    now: Callable[[Any], Iterable[str]] | None = None,
    detail: Callable[[Any, str], str] | None = None,
    tile: Callable[[Any, str], Tile] | None = None,
    settles: bool = False,
    optional: bool = False,
    read: Callable[[Any, Any], Any] = lambda _turn, value: value,
) -> Any:
    """Ask for one of a few words: what is kept of each, and what is said; a function gives those possible now.

    ``label`` says what each is called at this table where that differs, and ``now`` which of them are offered; the rule
    refuses the others. ``detail`` says more of one of them, and ``tile`` is the small square it is shown as;
    ``read`` makes of the turn and the answer what the action is given. One that ``settles`` is recorded with the tap
    that answers it last, since its detail says what it comes to.
    """

    def kind(game: Any) -> QuestionType:
        offered = choices if callable(choices) else now
        worded = callable(choices) or isinstance(choices, Mapping)
        usual = Seen(game, _label, (choices,)) if worded else plain_label
        return Choice(
            () if callable(choices) else tuple(choices),
            Seen(game, label) if label else usual,
            Seen(game, _all, (offered,)) if offered else None,
            Seen(game, detail) if detail else None,
            SeenAlone(game, tile) if tile else None,
            settles,
        )

    return Ask(text, kind, optional, read)


def several(
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

    def kind(game: Any) -> QuestionType:
        return SomeOf(
            Seen(game, _all, (now,)),
            Seen(game, label),
            Seen(game, count),
            Seen(game, detail) if detail else None,
            SeenAlone(game, tile) if tile else None,
            draw,
            none,
            tuple(values),
            Seen(game, why_not) if why_not else None,
        )

    return Ask(text, kind, optional, lambda turn, answer: tuple(read(turn, one) for one in read_several(answer)))


def yes_no(
    text: str, *, when: Callable[[Any], object] | None = None, optional: bool = False, usual: str | None = None
) -> Any:
    """Ask for yes or no, which the action gets as ``True`` or ``False``; it may be ``usual`` to say ``no``.

    It is offered only ``when`` the turn says so.
    """

    def kind(game: Any) -> QuestionType:
        return Choice(("yes", "no"), now=Seen(game, _yes_no, (when,)) if when else None)

    return Ask(text, kind, optional or usual is not None, lambda _turn, answer: answer == "yes", usual)


def roll(text: str, *, dice: int = 2, optional: bool = False) -> Any:
    """Ask what one die or two dice show together."""
    return Ask(text, Roll(dice), optional)


def words(text: str, *, ready: Sequence[str] = (), optional: bool = False) -> Any:
    """Ask for a few words, such as a name or a reason; ``ready`` ones get a button."""
    return Ask(text, Words(1, tuple(ready)), optional)


def reason(text: str = "Why?", *, ready: Sequence[str] = (), optional: bool = False) -> Any:
    """Ask for a reason, which stays in the journal; ``ready`` ones get a button."""
    return Ask(text, Words(2, tuple(ready)), optional)


def moment(text: str, *, optional: bool = True) -> Any:
    """Ask when it is; screens answer it themselves. It comes in whole seconds since 1970."""
    return Ask(text, Moment(), optional)
