"""The questions that an action may ask: each stands as the default of the parameter that gets its answer.

Where a limit or a choice depends on the table, it is a function of the turn. ``optional`` answers may be left out, and
are ``None`` then. To the type checker each is what the action is given for its answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    ParamSpec,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    get_origin,
)

from companion.core.questions import (
    A,
    Amount,
    Choice,
    Limit,
    Moment,
    Number,
    Player,
    QuestionType,
    Reason,
    Roll,
    Sums,
    Tile,
    Words,
    YesNo,
    all_seats,
)
from companion.core.several import Amounts, Counts, Numbers, Payments, Rolls, Several
from companion.core.table import Value
from companion.core.turn import G, NamedThing, Party, Seat, TurnOf

F = ParamSpec("F")
S = TypeVar("S", bound=Seat)
N = TypeVar("N", bound=NamedThing)
T = TypeVar("T")
if TYPE_CHECKING:  # which knows defaults of type variables, as Python does from 3.13 on
    from typing_extensions import TypeVar as WithDefault

    B = WithDefault("B", default=A)
    W = WithDefault("W", default=str)
else:
    B, W = TypeVar("B"), TypeVar("W")
"""What ``read`` makes of an answer, where it is not as it is kept: a word."""

Says: TypeAlias = "Callable[[G, str], str] | None"
Tiles: TypeAlias = "Callable[[G, str], Tile] | None"
Among: TypeAlias = "Callable[[T], Iterable[S]]"


class OfAPlayer(TypedDict, total=False):
    """What a question for a player may say besides: see `Player`."""

    names: Mapping[str, str]
    but: str
    stays: bool
    lowest: bool
    dice: int
    optional: bool


class OfAChoice(TypedDict, Generic[G], total=False):
    """What a question for one of a few words may say besides: see `Choice`."""

    label: Says[G]
    now: Callable[[G], Iterable[str]] | None
    detail: Says[G]
    tile: Tiles[G]
    swatch: Says[G]
    settles: bool | Collection[str]
    sums: Mapping[str, Sums]
    why: str
    private: Callable[[G], object] | None
    optional: bool


class OfSeveral(TypedDict, Generic[G], total=False):
    """What a question for several words may say besides: see `Several`."""

    count: tuple[Limit[G], Limit[G]] | Callable[[G], tuple[int, int]]
    why_not: Says[G]
    none: str
    detail: Says[G]
    tile: Tiles[G]
    draw: bool
    optional: bool


def _require_turns(text: str, kind: QuestionType[Any]) -> None:
    """Say which line to change of a type that was written for a table and answers in place of a turn."""
    if not isinstance(kind, QuestionType):
        raise TypeError(
            f"{text!r}: ask.of takes the type of question itself; its functions are given the turn."
        )
    own = [getattr(type(kind), name, None) for name in ("read", "show", "candidates", "sample")]
    for rule in (*own, *(getattr(kind, field.name) for field in fields(kind))):
        if (
            inspect.isfunction(rule)
            and {"table", "_table", "answers"} & inspect.signature(rule).parameters.keys()
        ):
            where = f"{rule.__code__.co_filename}, line {rule.__code__.co_firstlineno}"
            raise TypeError(
                f"{where}: {rule.__qualname__} is given the turn t: t.table and t.answers are part of it."
            )


class Asks(Generic[F, A]):
    """Asks a question of a type, with what the type is declared with; to the type checker it is the answer."""

    def __init__(self, kind: Callable[F, QuestionType[A]]) -> None:
        self.kind: Any = get_origin(kind) or kind

    def __call__(self, text: str = "", *rest: F.args, **more: F.kwargs) -> A:
        """Ask it in these words, or in its usual ones."""
        words = {"text": text} if text else {}
        return cast("A", self.kind(*rest, **more, **words))


class Ask(Generic[G]):
    """The questions that an action may ask, of rules that see the table by turns of one class."""

    @staticmethod
    def answer_to(question: QuestionType[A]) -> A:
        """Type a question as its answer, which is what its parameter gets."""
        return cast("A", question)

    def of(
        self,
        text: str,
        kind: QuestionType[A],
        *,
        optional: bool = False,
        usual: Value = None,
        read: Callable[[G, Any], B] | None = None,
    ) -> B:
        """Ask a question of any type there is; ``read`` makes of the turn and the answer what the action is given.

        An ``optional`` answer is ``usual`` otherwise.

        Raises:
            TypeError: its functions take a table and answers, as they did before they took a turn.

        """
        _require_turns(text, kind)
        return cast(
            "B",
            replace(kind, text=text, optional=optional, usual=usual, convert=read or kind.convert),
        )

    money = Asks(Amount[G])
    number = Asks(Number[G])
    amounts = Asks(Amounts[G])
    numbers = Asks(Numbers[G])
    counts = Asks(Counts[G])
    payments = Asks(Payments[G])
    yes_no = Asks(YesNo[G])
    roll, rolls = Asks(Roll), Asks(Rolls[G])
    words, reason, moment = Asks(Words), Asks(Reason), Asks(Moment)

    def player(
        self,
        text: str,
        *others: str,
        among: Among[G, S] = all_seats,
        why: str = "",
        **more: Unpack[OfAPlayer],
    ) -> S:
        """Ask for a player: one of those who play, of those that ``among`` gives, or of ``others`` by their keys.

        ``names`` are those that the others go by here. Somebody else is refused: the name, and ``why``. ``but`` is the
        question whose answer can't be given again. One who ``stays`` is the answer on the next sheet too, until another
        is chosen.
        """
        return cast("S", Player(others, now=among, only=True, why=why, text=text, **more))

    def anybody(
        self,
        text: str,
        *others: str,
        now: Among[G, S] | None = None,
        besides: Callable[[G], Iterable[Party]] | None = None,
        **more: Unpack[OfAPlayer],
    ) -> S:
        """Ask for anybody who ever sat down, or one of ``others`` by their keys, such as a bank; the rule says who may.

        ``names`` are those that the others go by here, ``besides`` gives what only this table has, such as its pots,
        and ``now`` those who are offered. One who ``stays`` is the answer on the next sheet too, until another is
        chosen. ``but`` is the question whose answer can't be given again. Of those who throw for who starts it is the
        highest, or ``lowest``, of so many ``dice``.
        """
        return cast("S", Player(others, now=now, besides=besides, text=text, **more))

    def seat_before(self, *, optional: bool = True) -> Any:
        """Ask after whom a player sits: where that may be left out it is the last."""
        return Player(
            now=lambda t: [other for other in t.seats if other not in t.named("who")],
            only=True,
            text="Sits after whom?",
            optional=optional,
        )

    def thing(
        self, text: str, kind: type[N], *, detail: Says[G] = None, optional: bool = False
    ) -> N:
        """Ask for one of those that the table opened by name, such as a pot; ``detail`` says more of one."""
        made: Choice[N] = Choice(
            lambda t: {there.key: str(there) for there in t.things(kind)},
            detail=detail,
            text=text,
            optional=optional,
            convert=kind,
        )
        return self.answer_to(made)

    def players(
        self,
        text: str,
        *,
        among: Among[G, S] = all_seats,
        at_least: Limit[G] = 1,
        at_most: Limit[G] = 99,
        optional: bool = False,
    ) -> tuple[S, ...]:
        """Ask for several players."""
        kind: Several[S] = Several(
            among,
            lambda t, key: str(t.holder(key)),
            (at_least, at_most),
            text=text,
            optional=optional,
            convert=TurnOf.seat,
        )
        return self.answer_to(kind)

    def choice(
        self,
        text: str,
        choices: Mapping[str, str] | Sequence[str] | Callable[[G], Mapping[str, str]],
        *,
        read: Callable[[G, Any], W] | None = None,
        **more: Unpack[OfAChoice[G]],
    ) -> W:
        """Ask for one of a few words: what is kept of each, and what is said; a function gives those possible now.

        ``label`` says what each is called at this table where that differs, and ``now`` which of them are offered;
        ``why`` another can't be named, behind its label, and where that is empty the rule says. ``detail`` says more of
        one of them, and ``tile`` is the small square it is shown as; ``read`` makes of the turn and the answer what the
        action is given. One that ``settles``, or has answers that do, is recorded with the tap that answers it last,
        since its detail says what it comes to. ``sums`` are the usual ones that go with an answer, and the question
        that asks for another: a tap on one records too. ``swatch`` is the colour at the edge of a choice in words, as
        ``#rrggbb``; empty for none. One that is ``private`` to a player, by a function of the turn,
        is asked and shown only where that player's secrets may be seen.
        """
        kind: Choice[W] = Choice(choices, text=text, convert=read, **more)
        return self.answer_to(kind)

    def several(
        self,
        text: str,
        values: Sequence[str],
        *,
        now: Callable[[G], Iterable[Any]],
        label: Callable[[G, str], str],
        read: Callable[[G, Any], W] | None = None,
        **more: Unpack[OfSeveral[G]],
    ) -> tuple[W, ...]:
        """Ask for several of fixed words, such as streets: ``now`` are those possible, ``count`` how few and how many.

        ``why_not`` says why another can't be named, ``none`` that none can. ``label``, ``detail`` and ``tile`` describe
        one of them, and ``read`` makes of one what the action is given. With ``draw`` they are drawn at random.
        """
        kind: Several[W] = Several(
            now, label, text=text, values=tuple(values), convert=read, **more
        )
        return self.answer_to(kind)


ask: Ask[Any] = Ask()
"""For games whose rules see the table by turns of the book's own."""
