"""The questions that an action may ask: each stands as the default of the parameter that gets its answer.

Where a limit or a choice depends on the table, it is a function of the turn. ``optional`` answers may be left out, and
are ``None`` then. To the type checker each is what the action is given for its answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

from companion.core.questions import (
    A,
    Amount,
    Choice,
    Moment,
    Number,
    Player,
    QuestionType,
    Roll,
    Tile,
    Words,
    YesNo,
    all_seats,
    plain_label,
)
from companion.core.several import Counts, Each, Payments, Several
from companion.core.table import Value
from companion.core.turn import G, NamedThing, Party, Seat

S = TypeVar("S", bound=Seat)
N = TypeVar("N", bound=NamedThing)
P = TypeVar("P", bound=Party)
T = TypeVar("T")
if TYPE_CHECKING:  # which knows defaults of type variables, as Python does from 3.13 on
    from typing_extensions import TypeVar as WithDefault

    B = WithDefault("B", default=A)
    W = WithDefault("W", default=str)
else:
    B, W = TypeVar("B"), TypeVar("W")
"""What ``read`` makes of an answer, where it is not as it is kept: a word."""

Limit: TypeAlias = "int | Callable[[G], int]"
Says: TypeAlias = "Callable[[G, str], str] | None"
Tiles: TypeAlias = "Callable[[G, str], Tile] | None"
Among: TypeAlias = "Callable[[T], Iterable[P]] | None"


def _require_turns(text: str, kind: QuestionType[Any]) -> None:
    """Say which line to change of a type that was written for a table and answers in place of a turn."""
    if not isinstance(kind, QuestionType):
        raise TypeError(f"{text!r}: ask.of takes the type of question itself; its functions are given the turn.")
    own = [getattr(type(kind), name, None) for name in ("read", "show", "candidates", "sample")]
    for rule in (*own, *(getattr(kind, one.name) for one in fields(kind))):
        if inspect.isfunction(rule) and {"table", "_table", "answers"} & inspect.signature(rule).parameters.keys():
            where = f"{rule.__code__.co_filename}, line {rule.__code__.co_firstlineno}"
            raise TypeError(f"{where}: {rule.__qualname__} is given the turn t: t.table and t.answers are part of it.")


def _name(turn: Any, key: str) -> str:
    return str(turn.holder(key))


def _seat(turn: Any, key: str) -> Any:
    return turn.seat(key)


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
        return cast("B", replace(kind, text=text, optional=optional, usual=usual, convert=read or kind.convert))

    def player(
        self,
        text: str,
        *others: str,
        names: Mapping[str, str] | None = None,
        among: Among[G, S] = None,
        why: str = "",
        but: str = "",
        stays: bool = False,
        optional: bool = False,
    ) -> S:
        """Ask for a player: one of those who play, of those that ``among`` gives, or of ``others`` by their keys.

        ``names`` are those that the others go by here. Somebody else is refused: the name, and ``why``. ``but`` is the
        question whose answer can't be given again. One who ``stays`` is the answer on the next sheet too, until another
        is chosen.
        """
        kind = Player(others, names or {}, among or all_seats, only=True, why=why, but=but, stays=stays)
        kind = replace(kind, text=text, optional=optional)
        return cast("S", kind)

    def anybody(
        self,
        text: str,
        *others: str,
        names: Mapping[str, str] | None = None,
        now: Among[G, S] = None,
        besides: Callable[[G], Iterable[Party]] | None = None,
        optional: bool = False,
        stays: bool = False,
        lowest: bool = False,
        dice: int = 1,
    ) -> S:
        """Ask for anybody who ever sat down, or one of ``others`` by their keys, such as a bank; the rule says who may.

        ``names`` are those that the others go by here, ``besides`` gives what only this table has, such as its pots,
        and ``now`` those who are offered. One who ``stays`` is the answer on the next sheet too, until another is
        chosen. Of those who throw for who starts it is the highest, or ``lowest``, of so many ``dice``.
        """
        kind = Player(
            others,
            names or {},
            now,
            stays=stays,
            besides=besides,
            lowest=lowest,
            dice=dice,
            text=text,
            optional=optional,
        )
        return cast("S", kind)

    def seat_before(self, *, optional: bool = True) -> Any:
        """Ask after whom a player sits: where that may be left out it is the last."""

        def others(t: Any) -> list[Any]:
            return [one for one in t.seats if one not in t.named("who")]

        return Player(now=others, only=True, text="Sits after whom?", optional=optional)

    def thing(self, text: str, kind: type[N], *, detail: Says[G] = None, optional: bool = False) -> N:
        """Ask for one of those that the table opened by name, such as a pot; ``detail`` says more of one."""

        def choices(t: Any) -> dict[str, str]:
            return {one.key: str(one) for one in t.things(kind)}

        def read(t: Any, key: Any) -> N:
            return kind(t, str(key))

        made: Choice[Any] = Choice(choices, detail=detail, text=text, optional=optional, convert=read)
        return cast("N", made)

    def payments(
        self, text: str, among: Callable[[G], Iterable[Party]], *, quick: Sequence[int] = (), optional: bool = False
    ) -> tuple[tuple[Party, Party, int], ...]:
        """Ask for several payments that are one entry: who pays whom how much, of those that ``among`` gives."""
        return self.answer_to(Payments(among, tuple(quick), text=text, optional=optional))

    def players(
        self,
        text: str,
        *,
        among: Among[G, S] = None,
        at_least: Limit[G] = 1,
        at_most: Limit[G] = 99,
        optional: bool = False,
    ) -> tuple[S, ...]:
        """Ask for several players."""
        kind: Several[S] = Several(
            among or all_seats, _name, (at_least, at_most), text=text, optional=optional, convert=_seat
        )
        return self.answer_to(kind)

    def money(
        self,
        text: str,
        *,
        at_least: int = 1,
        at_most: Limit[G] | None = None,
        quick: Sequence[int] = (),
        step: Limit[G] = 1,
        unit: str = "",
        usual: int | None = None,
        preset: Callable[[G], int | None] | None = None,
        settles: bool = False,
        paid_by: str = "",
        about: str = "",
        optional: bool = False,
    ) -> int:
        """Ask for an amount in the table's currency or another ``unit``, a multiple of ``step``.

        ``quick`` ones get a button; they are counted in steps. A ``step`` that depends on the table, such as its
        smallest note, is a function of the turn. With a ``usual`` amount no answer is needed, and a ``preset`` one, a
        function of the turn, is filled in on the screen. One that ``settles`` is recorded with the tap on a button for
        an amount, where nothing else is asked: the button says what that leaves. ``paid_by`` is the question whose
        answer pays it, at most what they hold. One that is ``about`` what another question is answered with, such as
        the price of a card, is asked anew once that answer is another.
        """
        kind = Amount(
            at_least,
            at_most,
            step,
            unit or None,
            tuple(quick),
            settles,
            text=text,
            optional=optional or usual is not None,
            usual=usual,
            preset=preset,
            paid_by=paid_by,
            about=about,
        )
        return self.answer_to(kind)

    def number(
        self,
        text: str,
        at_least: Limit[G],
        at_most: Limit[G],
        *,
        what: str = "number",
        label: Callable[[G, int], str] | None = None,
        now: Callable[[G], Iterable[int]] | None = None,
        detail: Says[G] = None,
        why: str = "",
        usual: int | None = None,
        optional: bool = False,
    ) -> int:
        """Ask for a whole number of a short range; ``what`` names one of them, such as ``horse``.

        A limit that depends on the table is a function of the turn.

        ``label`` says what each is called at this table, such as a square by its name, ``now`` which there are now, and
        ``detail`` a little more of each, such as the odds; ``why`` is why no other can be named, behind its name.
        With a ``usual`` number no answer is needed.
        """
        optional = optional or usual is not None
        return self.answer_to(
            Number(
                at_least,
                at_most,
                what,
                label,
                now,
                detail,
                text=text,
                optional=optional,
                usual=usual,
                why=why,
            )
        )

    def numbers(
        self,
        text: str,
        *,
        among: Among[G, P] = None,
        at_least: Limit[G] = 0,
        at_most: Limit[G] = 10_000,
        unit: str | None = "points",
        what: str = "number",
        optional: bool = False,
    ) -> dict[P, int]:
        """Ask for a whole number from each player or team, such as the scores of a round; limits may be below zero.

        Without a ``unit`` it is of the table's, and may have parts.
        """
        kind = Each(
            among or all_seats,
            (at_least, at_most),
            unit=unit or "",
            what=what,
            digits=True,
            in_parts=unit is None,
            text=text,
            optional=optional,
        )
        return cast("dict[P, int]", kind)

    def amounts(
        self,
        text: str,
        limits: Callable[[G, Any], tuple[int, int]],
        *,
        among: Among[G, S] = None,
        step: int = 1,
        sealed: bool = False,
        what: str = "amount",
        optional: bool = False,
    ) -> dict[S, int]:
        """Ask for an amount of dollars from each player; ``limits`` are the minimum and the maximum for one of them.

        With ``sealed`` they are given in secret and opened for all at once, as bids are.
        """
        kind = Each(among or all_seats, limits, step, sealed=sealed, what=what, text=text, optional=optional)
        return cast("dict[S, int]", kind)

    def rolls(self, text: str, *, among: Among[G, S] = None, dice: int = 2, optional: bool = False) -> dict[S, int]:
        """Ask what each player rolls."""
        kind = Each(among or all_seats, (dice, 6 * dice), unit="", dice=dice, what="roll", text=text, optional=optional)
        return cast("dict[S, int]", kind)

    def counts(
        self,
        text: str,
        now: Callable[[G], Iterable[Any]],
        *,
        label: Callable[[G, str], str] = plain_label,
        at_most: int | Callable[[G, str], int] = 10_000,
        total: tuple[Limit[G], Limit[G]] = (1, 10_000),
        none: str = "There is nothing to choose here.",
        optional: bool = False,
    ) -> dict[str, int]:
        """Ask how many of each of several things, such as shares of each company: a number for those that are named.

        ``now`` gives the words there are now, ``label`` says what each is called. ``at_most`` limits one of them, or is
        a function of the turn and the word; ``total`` is how few and how many in all. ``none`` says why there is
        nothing.
        """
        kind = Counts(now, unit="", label=label, of_one=at_most, total=total, none=none, text=text, optional=optional)
        return cast("dict[str, int]", kind)

    def choice(
        self,
        text: str,
        choices: Mapping[str, str] | Sequence[str] | Callable[[G], Mapping[str, str]],
        *,
        label: Says[G] = None,
        now: Callable[[G], Iterable[str]] | None = None,
        detail: Says[G] = None,
        tile: Tiles[G] = None,
        swatch: Says[G] = None,
        settles: bool = False,
        why: str = "",
        private: Callable[[G], object] | None = None,
        optional: bool = False,
        read: Callable[[G, Any], W] | None = None,
    ) -> W:
        """Ask for one of a few words: what is kept of each, and what is said; a function gives those possible now.

        ``label`` says what each is called at this table where that differs, and ``now`` which of them are offered;
        ``why`` another can't be named, behind its label, and where that is empty the rule says. ``detail`` says more of
        one of them, and ``tile`` is the small square it is shown as; ``read`` makes of the turn and the answer what the
        action is given. One that ``settles`` is recorded with the tap that answers it last, since its detail says what
        it comes to. ``swatch`` is the colour at the edge of a
        choice in words, as ``#rrggbb``; empty for none. One that is ``private`` to a player, by a function of the turn,
        is asked and shown only where that player's secrets may be seen.
        """
        kind: Choice[W] = Choice(
            choices,
            label,
            now,
            detail,
            tile,
            settles,
            swatch,
            text=text,
            optional=optional,
            convert=read,
            private=private,
            why=why,
        )
        return self.answer_to(kind)

    def several(
        self,
        text: str,
        values: Sequence[str],
        *,
        now: Callable[[G], Iterable[Any]],
        label: Callable[[G, str], str],
        count: tuple[Limit[G], Limit[G]] | Callable[[G], tuple[int, int]] = (1, 10_000),
        why_not: Says[G] = None,
        none: str = "",
        detail: Says[G] = None,
        tile: Tiles[G] = None,
        draw: bool = False,
        optional: bool = False,
        read: Callable[[G, Any], W] | None = None,
    ) -> tuple[W, ...]:
        """Ask for several of fixed words, such as streets: ``now`` are those possible, ``count`` how few and how many.

        ``why_not`` says why another can't be named, ``none`` that none can. ``label``, ``detail`` and ``tile`` describe
        one of them, and ``read`` makes of one what the action is given. With ``draw`` they are drawn at random.
        """
        kind: Several[W] = Several(
            now,
            label,
            count,
            detail,
            tile,
            draw,
            none,
            tuple(values),
            why_not,
            text=text,
            optional=optional,
            convert=read,
        )
        return self.answer_to(kind)

    def yes_no(
        self,
        text: str,
        *,
        when: Callable[[G], object] | None = None,
        optional: bool = False,
        usual: str | None = None,
        by_bank: bool = False,
    ) -> bool:
        """Ask for yes or no, which the action gets as ``True`` or ``False``; it may be ``usual`` to say ``no``.

        It is offered only ``when`` the turn says so; what is said other than usually ``by_bank`` is the banker's alone.
        """
        return self.answer_to(
            YesNo(when=when, by_bank=by_bank, text=text, optional=optional or usual is not None, usual=usual)
        )

    def roll(self, text: str, *, dice: int = 2, optional: bool = False) -> int:
        """Ask what one die or two dice show together."""
        return self.answer_to(Roll(dice, text=text, optional=optional))

    def words(self, text: str, *, ready: Sequence[str] = (), optional: bool = False) -> str:
        """Ask for a few words, such as a name or a reason; ``ready`` ones get a button."""
        return self.answer_to(Words(1, tuple(ready), text=text, optional=optional))

    def reason(self, text: str = "Why?", *, ready: Sequence[str] = (), optional: bool = False) -> str:
        """Ask for a reason, which stays in the journal; ``ready`` ones get a button."""
        return self.answer_to(Words(2, tuple(ready), text=text, optional=optional))

    def moment(self, text: str, *, optional: bool = True) -> int:
        """Ask when it is; screens answer it themselves. It comes in whole seconds since 1970."""
        return self.answer_to(Moment(text=text, optional=optional))


ask: Ask[Any] = Ask()
"""For games whose rules see the table by turns of the book's own."""
