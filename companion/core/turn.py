"""The table as a game's rules see it: everybody at it, what is kept, and what the rule records."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast, overload

from companion.core.answers import NO_ANSWERS, PLUS, Answers, read_each, read_several, write_each
from companion.core.declared import Declared
from companion.core.option import Option
from companion.core.prompt import Offer
from companion.core.table import (
    JOINED,
    SEATED,
    Mark,
    Posting,
    ReceiptLine,
    Refusal,
    Table,
    listed,
    seat_key,
    sentence,
)
from companion.core.units import count_of, format_amount, parts_of, per_whole
from models.frozen import frozen
from models.ledger import Ledger, Line, Proposal, Value, ledgers, sum_postings
from models.names import name_key

CASH = "cash"
OF_A_TURN = {
    "game",
    "answers",
    "_begun",
    "_narration",
    "_postings",
    "_marks",
    "_working",
    "_rule",
    "_house",
}
"""What a turn has at all times. Everything else it knows holds until something is recorded."""
MOST_LETTERS = 40
"""The longest name of a player."""

S = TypeVar("S", bound="Seat")
T = TypeVar("T", bound="TurnOf[Any]")
if TYPE_CHECKING:  # which knows defaults of type variables, as Python does from 3.13 on
    from typing_extensions import TypeVar as WithDefault

    G = WithDefault("G", bound="TurnOf[Any]", default=Any)
else:
    G = TypeVar("G", bound="TurnOf[Any]")
"""What the game's rules see the table by."""
K = TypeVar("K", bound="Thing")
N = TypeVar("N", bound="NamedThing")
R = TypeVar("R")
V = TypeVar("V")


@frozen
class Result:
    """How a game ended. ``{winners}`` in ``reason`` are those with the best score, or the ``winners`` given here.

    ``places`` are everybody's, with the figure each rests on, in a game that has no score.
    """

    reason: str = "{winners} won"
    winners: tuple[Seat, ...] | None = None
    places: tuple[tuple[Seat, int, str], ...] | None = None


class State(Generic[V]):
    """An attribute of a table, a seat or a thing that is kept in the book, declared with its value at the start.

    ``Seat``, or a class of seats, stands for a player, who is nobody then. ``None`` makes it so again. It is
    kept under its own name, unless ``key`` is another.
    """

    @overload
    def __init__(self: State[S | None], usual: type[S], key: str = "") -> None: ...
    @overload
    def __init__(self, usual: V, key: str = "") -> None: ...
    def __init__(self, usual: Any, key: str = "") -> None:
        self.usual, self.key = usual, key

    def __set_name__(self, _owner: type, name: str) -> None:
        self.key = self.key or name

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...
    @overload
    def __get__(self, of: HasState, owner: type) -> V: ...
    def __get__(self, of: HasState | None, owner: type) -> Any:
        if of is None:
            return self
        turn, holder = of.state_holder()
        usual, value = self.usual, turn.table.ledger.marks.get((holder, self.key))
        if isinstance(usual, type):
            return None if value is None else turn.holder(str(value))
        if value is None:
            return usual
        return bool(value) if isinstance(usual, bool) else value

    def __set__(self, of: HasState, value: V | None) -> None:
        turn, holder = of.state_holder()
        turn.record(marks=[self.mark(holder, value)])

    def mark(self, holder: str, value: Any) -> Mark:
        """Return what is recorded of a holder: a seat is kept by its key, yes and no as 1 and 0."""
        return Mark(holder, self.key, int(value) if isinstance(value, bool) else to_stored(value))


class HasState:
    """What has state: the table, or anything at it."""

    def state_holder(self) -> tuple[TurnOf[Any], str]:
        """Return the turn that it is seen by, and the holder that its state is kept of."""
        raise NotImplementedError

    @classmethod
    def states(cls) -> dict[str, State[Any]]:
        """Everything that is declared, by name."""
        every = (item for kind in reversed(cls.__mro__) for item in vars(kind).items())
        return {name: state for name, state in every if isinstance(state, State)}

    def set(self, **values: Value | bool | Seat) -> None:
        """Record what is true from now on."""
        turn, holder = self.state_holder()
        turn.record(
            marks=[self._find_state(name).mark(holder, value) for name, value in values.items()]
        )

    def _find_state(self, name: str) -> State[Any]:
        state = getattr(type(self), name, None)
        if not isinstance(state, State):
            key, known = self.state_holder()[0].game.key, listed(self.states()) or "none"
            raise AttributeError(f"{key} declares no state {name!r}; it has {known}")  # noqa: TRY004 - it is an attribute
        return state

    if not TYPE_CHECKING:  # which then finds a name that is misspelled

        def __getattr__(self, name: str) -> Any:
            return self._find_state(name)


class Thing(HasState):
    """Anything at the table that a game keeps state of, such as a race or an auction: a turn's `thing` finds it."""

    def __init__(self, t: TurnOf[Any], key: str) -> None:
        self.t, self.key = t, key

    @classmethod
    def known_as(cls, key: str) -> Self:
        """Declare that a turn has it under this name: ``race = Race.known_as("race")`` in the class of the turn."""
        return cast("Self", property(lambda t: t.thing(cls, key)))

    def state_holder(self) -> tuple[TurnOf[Any], str]:
        """Return the turn that it is seen by, and its key."""
        return self.t, self.key


class Party(Thing):
    """Whoever or whatever has a name and can hold money or points: ``str`` is the name."""

    @property
    def name(self) -> str:
        """The name as it is written, for the middle of a sentence: ``the Treasury``."""
        return self.t.table.name(self.key)

    def __str__(self) -> str:
        return sentence(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Party) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"


class Seat(Party):
    """A player as a turn sees them: ``str`` is the name, attributes are the state that the game declares.

    A game with more to say of its players has a class of its own for them.
    """


class NamedThing(Party):
    """What the table opens under a name of its own, such as a pot: it holds money or points, and is no player.

    ``prefix`` begins its key and is kept in every book, as ``pot``.
    """

    prefix: ClassVar[str] = ""
    called, opened = State("", "name"), State(0)


class Pot(NamedThing):
    """Money that belongs to nobody: players pay in, and it pays out. It is shown wherever no money is hidden."""

    prefix = "pot"

    @property
    def holds(self) -> int:
        """What lies in it, in the table's currency."""
        return self.t.held(self)


Holder: TypeAlias = Thing | str
"""Somebody or something at the table, or one of the game's ``banks`` by its name."""
Kept: TypeAlias = Value | Thing | Sequence[Party] | Mapping[Any, int]
"""What can be noted or answered: also a seat, several seats, or a number of each of several."""


def to_stored(value: Kept) -> Value:
    """Return a value as it is kept: seats by their keys."""
    if isinstance(value, Thing):
        return value.key
    if isinstance(value, Mapping):
        return write_each({who.key: number for who, number in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, str):
        return PLUS.join(who.key for who in value)
    return value


class TurnOf(HasState, Generic[S]):
    """The table after what this turn recorded so far; attributes are the state that the game declares.

    Amounts are whole numbers of the table's currency unless a ``unit`` is named. ``answers`` are those given so far,
    where a question is worded by them. A game that has a class of its own for its players is seen by turns of them.
    A `cached_property` of a turn holds until something is recorded.
    """

    seat_class: type[Seat] = Seat
    signs_losses = True
    """Whether a figure below zero on a receipt has its sign in colour, as a change has."""
    # what was recorded so far; most turns record nothing
    _narration: tuple[str, ...] = ()
    _postings: tuple[Posting, ...] = ()
    _marks: tuple[Mark, ...] = ()
    _working: tuple[ReceiptLine, ...] = ()
    _rule = ""
    _house: tuple[str, ...] = ()

    def __init__(self, game: Declared, table: Table, answers: Answers = NO_ANSWERS) -> None:
        self.game, self.answers = game, answers
        self.table = self._begun = table

    # --- reading ---------------------------------------------------------------------------------

    def state_holder(self) -> tuple[TurnOf[Any], str]:
        """Return this turn, and the holder that the table's state is kept of."""
        return self, self.game.table

    @cached_property
    def table(self) -> Table:
        """The table as the core knows one, after what was recorded so far."""
        # the entry is not written yet: its number is still the next one
        return self._begun.at(self._begun.ledger.plus(self._postings, self._marks), self._marks)

    @property
    def effect(self) -> Proposal:
        """Everything that was recorded so far, of no action yet."""
        return Proposal(
            "",
            NO_ANSWERS,
            " ".join(filter(None, self._narration)),
            self._postings,
            self._marks,
            self._working,
            self._rule,
            house=tuple(dict.fromkeys(self._house)),
        )

    @property
    def before(self) -> Self:
        """The table as it was before anything of this turn was recorded."""
        return type(self)(self.game, self._begun, self.answers)

    @property
    def number(self) -> int:
        """The number that this entry will have."""
        return self._begun.ledger.seq + 1

    @cached_property
    def seats(self) -> tuple[S, ...]:
        """Everybody who plays, in the order of the seats."""
        marks, gone = self.table.ledger.marks, self.game.gone
        return tuple(
            self.holder(seat.key)
            for seat in self.table.players
            if marks.get((seat.key, gone)) is None
        )

    @cached_property
    def everybody(self) -> tuple[S, ...]:
        """Everybody who ever sat down, also who left since."""
        return tuple(self.holder(seat.key) for seat in self.table.players)

    def seated(self, before: int) -> tuple[S, ...]:
        """Return everybody who ever sat down, in the order of the seats as it was before an entry, by its number."""
        return tuple(self.holder(seat.key) for seat in self.table.seated(before))

    def to_left(self, who: Seat | None) -> tuple[S, ...]:
        """Return everybody who plays, going round from the left of a player, who comes last."""
        at = self.everybody.index(who) + 1 if who in self.everybody else 0
        return tuple(
            each for each in (*self.everybody[at:], *self.everybody[:at]) if each in self.seats
        )

    def after(self, who: Seat) -> S:
        """Return the next player to the left who still plays, of whoever plays or has left."""
        return next(iter(self.to_left(who)), self.holder(who.key))

    def possible(self, offer: Offer) -> bool:
        """Whether what is offered can be done."""
        return self.game.why_not(offer.action, self.table, offer.answers) is None

    def seat(self, key: str) -> S:
        """Return the player under this key."""
        return self.holder(self.table.seat(key).key)

    def holder(self, key: str) -> S:
        """Return whoever is kept under this key, also a bank."""
        return self.seat_class(self, key)  # type: ignore[return-value] # the class that a game says it has

    def bank(self, name: str) -> S:
        """Return one of the game's banks.

        Raises:
            ValueError: it declares none of this name.

        """
        if name not in self.game.banks:
            raise ValueError(
                f"{self.game.key} declares no bank {name!r}; it has {listed(self.game.banks) or 'none'}"
            )
        return self.holder(f"{self.game.sign}{name}")

    def option(self, option: Option[V]) -> V:
        """Return how the table plays an option: a whole number where it is one, else the key of its choice.

        An amount of money comes as the table counts it, in cents where it plays with cents. The option's key will do
        too, which the type checker can't see.
        """
        known = self.game.option(option)
        way = self.table.house(known.key)
        return cast("V", int(way) * (self.per_whole if known.money else 1) if known.whole else way)

    def printed(self, key: str) -> Any:
        """Return what is printed on this table's board under a key: words or a whole number."""
        return self.table.fact(key)

    @cached_property
    def unit(self) -> str:
        """The currency of this table."""
        return self.table.house(self.game.currency) if self.game.currency else self.game.money

    @property
    def per_whole(self) -> int:
        """How many of the table's unit make a whole one: 100 cents, or 2 halves of a point."""
        return per_whole(self.unit)

    def held(self, holder: Holder, purse: str = CASH, unit: str | None = None) -> int:
        """Return what a player or a bank holds."""
        return self.table.ledger.balance(self._account(holder, purse), unit or self.unit)

    def holdings(self, holder: Holder, purse: str = CASH) -> dict[str, int]:
        """Return what is in a purse, by unit."""
        return self.table.ledger.holdings(self._account(holder, purse))

    def format_amount(self, amount: int, unit: str | None = None, *, signed: bool = False) -> str:
        """Write an amount with the currency of the table, or a number with its unit."""
        return format_amount(amount, self.unit if unit is None else unit, signed=signed)

    written = format_amount

    def bare(self, points: int) -> str:
        """Write points without their unit, with the parts that the table counts."""
        return format_amount(points, parts_of(self.unit))

    def count(self, number: int, what: str) -> str:
        """Write a number of things: ``1 payment``, ``2 payments``."""
        return count_of(number, what)

    def names(self, seats: Iterable[Seat], last: str = "and") -> str:
        """Write names for the beginning of a sentence; `listed` is for the middle of one."""
        return sentence(listed((seat.name for seat in seats), last))

    def thing(self, kind: type[K], key: str) -> K:
        """Return something at the table, by any name, as what it is."""
        return kind(self, self._key(key))

    def things(self, kind: type[N]) -> tuple[N, ...]:
        """Return all of a kind that the table opened by name, in that order; also one that only holds something yet."""
        begins, ledger = f"{self.game.sign}{kind.prefix}_", self.table.ledger
        keys = {
            of: int(number or 0) for (of, name), number in ledger.marks.items() if name == "opened"
        }
        keys |= {
            key: 0
            for (account, _), held in ledger.balances.items()
            if held and (key := account.partition(":")[0]) not in keys
        }
        found = sorted(
            (self.table.order(number), key)
            for key, number in keys.items()
            if key.startswith(begins)
        )
        return tuple(kind(self, key) for _, key in found)

    def noted(self, holder: Holder, name: str) -> Value:
        """Return what was noted of anything: a player, a square, an auction; ``None`` where nothing is."""
        return self.table.ledger.marks.get((self._key(holder), name))

    def all_noted(self, holder: Holder) -> dict[str, Value]:
        """Return everything that was noted of a holder, by name."""
        key = self._key(holder)
        return {name: value for (of, name), value in self.table.ledger.marks.items() if of == key}

    def holders(self, name: str) -> dict[str, Value]:
        """Return everything of which something is noted under a name, such as all auctions, with what it is."""
        sign = self.game.sign
        return {
            of.removeprefix(sign): value
            for (of, known), value in self.table.ledger.marks.items()
            if known == name
        }

    def appended(self, name: str) -> tuple[Value, ...]:
        """Return the list that was made under a name by `append`, in order."""
        return tuple(self.by_entry(name).values())

    def by_entry(self, name: str) -> dict[int, Value]:
        """Return the same list with the number of the entry that added each, for a tap that leads there."""
        noted = self.all_noted(self.game.table).items()
        found = {
            int(mark.removeprefix(f"{name}.")): value
            for mark, value in noted
            if mark.startswith(f"{name}.")
        }
        return {number: found[number] for number in sorted(found, key=self.table.order)}

    def numbers_in(self, value: Value) -> dict[S, int]:
        """Read a number of each of several players, as it was noted or answered."""
        return {self.holder(key): number for key, number in read_each(str(value or "")).items()}

    def seats_in(self, value: Value) -> tuple[S, ...]:
        """Read whom a note or an answer names: several, one, or nobody."""
        return tuple(self.holder(key) for key in read_several(value))

    def find_player(self, question: str = "who") -> S:
        """Return who is named in answer to a question; nobody, who has nothing, before it is answered."""
        return self.holder(str(self.answers.get(question) or ""))

    def named(self, question: str) -> tuple[S, ...]:
        """Return who is named in answer to a question, as far as it is answered."""
        return self.seats_in(self.answers.get(question))

    @property
    def ranks(self) -> dict[Seat, int]:
        """The place of everybody who has a score; who has the same score shares the place."""
        return self.game.ranks(self)

    @property
    def result(self) -> Result | None:
        """How the game ended; ``None`` while it goes on."""
        rule = self.game.rules.get("end_if")
        return rule(self) if rule else None

    def walk(self, entries: Iterable[Line]) -> Iterator[tuple[Line, Self, Self]]:
        """Go through what happened: each entry, with the table before and after it."""
        before = type(self)(self.game, self.table.at(Ledger()))
        for entry, ledger in ledgers(entries):
            after = type(self)(self.game, self.table.at(ledger))
            yield entry, before, after
            before = after

    def _key(self, holder: Holder) -> str:
        """The key of anything of which something is noted; a game's own begins with its sign."""
        if isinstance(holder, Thing):
            return holder.key
        sign = self.game.sign
        return holder if holder.startswith(sign) else f"{sign}{holder}"

    def _account(self, holder: Holder, purse: str) -> str:
        return f"{(holder if isinstance(holder, Thing) else self.bank(holder)).key}:{purse}"

    # --- recording -------------------------------------------------------------------------------

    def pay(
        self,
        giver: Holder,
        taker: Holder,
        amount: int,
        purse: str = CASH,
        unit: str | None = None,
        *,
        into: str | None = None,
        what: str | None = None,
    ) -> None:
        """Move an amount from one to the other; a negative one moves the other way.

        It goes from a purse into the same of the taker, or ``into`` another one. With ``what`` it is for, if only an
        empty one, the receipt says who pays whom.
        """
        unit = unit or self.unit
        gone = self._account(giver, purse)
        come = self._account(taker, into or purse)
        if not amount or gone == come:
            return
        self.record([Posting(gone, -amount, unit), Posting(come, amount, unit)])
        if what is not None:
            payer, payee = (self.holder(account.partition(":")[0]).name for account in (gone, come))
            words = f"{what}: {payer}" if what else sentence(payer)
            self.step(f"{words} pays {payee}", amount, total=True, unit=unit)

    def pool(
        self,
        gives: Mapping[Any, int],
        gets: Mapping[Any, int],
        purse: str = CASH,
        unit: str | None = None,
        *,
        into: str | None = None,
    ) -> None:
        """Pay what several give to several others in one go, each in one sum; both must come to the same."""
        sides = [(self._account(who, purse), -amount) for who, amount in gives.items()]
        sides += [(self._account(who, into or purse), amount) for who, amount in gets.items()]
        self.record([Posting(of, amount, unit or self.unit) for of, amount in sides if amount])

    def share(self, giver: Holder, takers: Sequence[Seat], amount: int) -> None:
        """Pay an amount to several in equal parts; what is left over goes to the first of them, one each.

        Raises:
            Refusal: there is nobody to pay.

        """
        self.refuse(not takers, "There is nobody to share it among.")
        part, rest = divmod(abs(amount), len(takers))
        for at, taker in enumerate(takers):
            self.pay(giver, taker, (part + (at < rest)) * (1 if amount > 0 else -1))

    def new_thing(self, kind: type[N], called: str, at: str = "name") -> N:
        """Open a pot or something else of a kind under a name, which the question ``at`` asked for.

        Raises:
            Refusal: the name is taken or too long.

        """
        self.refuse(len(called) > MOST_LETTERS, f"Keep the name under {MOST_LETTERS} letters.", at)
        taken = name_key(called) in {
            name_key(there.name) for there in (*self.everybody, *self.things(kind))
        }
        self.refuse(taken, f"{called} is there already. Choose another name.", at)
        # by the number of its entry, which stays when that entry is corrected to another name
        made = kind(self, f"{self.game.sign}{kind.prefix}_{self.number}")
        made.set(called=called, opened=self.number)
        return made

    def require_name(self, called: str, at: str = "called", *, of: Seat | None = None) -> None:
        """Refuse what nobody at the table can be called from now on, other than ``of``.

        Raises:
            Refusal: the name is taken or too long.

        """
        here = name_key(called) in {name_key(who.name) for who in self.everybody if who != of}
        self.refuse(here, f"{called} is at the table already, or was. Choose another name.", at)
        self.refuse(len(called) > MOST_LETTERS, f"Keep the name under {MOST_LETTERS} letters.", at)

    def seat_after(self, who: Seat, other: Seat) -> None:
        """Move a player to the seat that comes after another one's, which is to the left."""
        self.record(marks=[Mark(SEATED, str(self.number), f"{who.key} {other.key}")])

    def sit_down(self, called: str, after: Seat | None = None, *, anew: bool = False) -> S:
        """Seat somebody ``after`` another player, or behind the last.

        It is ``anew`` so that nothing is left of somebody whose joining was voided.

        Raises:
            Refusal: the name is taken or too long.

        """
        self.require_name(called)
        seats, ledger = self.table.players, self.table.ledger
        taken = {seat.key for seat in seats}
        if anew:
            taken |= {account.partition(":")[0] for account, _ in ledger.balances} | {
                of for of, _ in ledger.marks
            }
        key = seat_key(called, taken, self.game.reserved)
        last = max((int(ledger.mark(seat.key, JOINED) or 0) for seat in seats), default=0)
        place = max(last, len(self.table.seats)) + 1
        self.record(marks=[Mark(key, JOINED, place), Mark(key, "name", called)])
        who = self.holder(key)
        if after:
            self.seat_after(who, after)
        return who

    def note(self, holder: Holder, **values: Kept) -> None:
        """Record something of anything there is at the table, by any name; ``None`` takes it back."""
        key = self._key(holder)
        self.record(marks=[Mark(key, name, to_stored(value)) for name, value in values.items()])

    def forget(self, holder: Holder, but: Iterable[str] = ()) -> None:
        """Take back everything noted of a holder."""
        self.note(
            holder,
            **dict.fromkeys(name for name in self.all_noted(holder) if name not in tuple(but)),
        )

    def append(self, name: str, value: str | int | Mapping[Any, int]) -> None:
        """Add to a list of the table; where the entry is crossed out, what it added goes with it.

        Numbers of several players are kept as one value, which `numbers_in` reads. An entry adds one to a list.
        """
        self.note(self.game.table, **{f"{name}.{self.number}": value})

    def narrate(self, words: str) -> None:
        """Add a sentence to what the journal says of this entry."""
        self._narration += (words,)

    def step(
        self,
        words: str,
        figure: int | None = None,
        *,
        total: bool = False,
        unit: str | None = None,
        signed: bool | None = None,
    ) -> None:
        """Add a line to the receipt; a ``total`` is what the lines above it come to.

        Where a step doesn't say whether it is ``signed``, a figure below zero is, in a game that has it so.
        """
        shown = self.signs_losses and bool(figure and figure < 0) if signed is None else signed
        of = "$" if figure is None else self.unit if unit is None else unit
        self._working += (ReceiptLine(words, figure, of, shown, total),)

    def show_what_is_left(self, of: Iterable[Party] | None = None) -> None:
        """End the receipt with what each then has whose cash was changed, of all who play or of others."""
        before = self.before
        for who in self.seats if of is None else of:
            if self.held(who) != before.held(who):
                self.step(f"{who} then has", self.held(who))

    def explain(self, rule: str) -> None:
        """Say on the receipt which rule it is."""
        if rule not in self._rule:
            self._rule = f"{self._rule} {rule}".strip()

    def rewrite(
        self,
        *,
        narration: str | None = None,
        working: Iterable[ReceiptLine] | None = None,
        rule: str | None = None,
    ) -> None:
        """Put another sentence in the journal, or other steps or another rule on the receipt, than there are so far."""
        if narration is not None:
            self._narration = (narration,)
        if working is not None:
            self._working = tuple(working)
        if rule is not None:
            self._rule = rule

    def by_house_rule(self, words: str | Option[Any]) -> None:
        """Say on the receipt that it is so by an option: in words, or in its own where it is not usual."""
        said = words if isinstance(words, str) else words.remark(self.table.house(words.key))
        if said:
            self._house += (said,)

    def net(self) -> None:
        """Sum up what was recorded so far: one posting for each account, and of each mark the last."""
        sums = sum_postings(self._postings)
        self._postings = tuple(
            Posting(account, held, unit) for (account, unit), held in sums.items()
        )
        self._marks = tuple({(mark.holder, mark.name): mark for mark in self._marks}.values())

    def refuse(self, wrong: object, why: str, at: str | None = None) -> None:
        """Refuse the entry if something is ``wrong``; ``at`` names the question whose answer is at fault.

        Raises:
            Refusal: it is.

        """
        if wrong:
            raise Refusal(why, at)

    def record(self, postings: Iterable[Posting] = (), marks: Iterable[Mark] = ()) -> None:
        """Add what a rule of the core brings about."""
        self._postings += tuple(postings)
        self._marks += tuple(marks)
        for name in self.__dict__.keys() - OF_A_TURN:
            del self.__dict__[name]  # it is computed anew once it is read


class Turn(TurnOf[Seat]):
    """The turn of a game whose players are plain seats."""


def with_answers(t: T, answers: Answers) -> T:
    """Look at the same table with other answers."""
    return type(t)(t.game, t.table, answers)


def cached(rule: Callable[[T], R]) -> Callable[[T], R]:
    """Cache what many screens read of the same table, such as a sheet counted from all its rounds.

    It may rest on whatever is noted, on options and on who plays, never on what anybody holds; and nobody changes it.
    """
    known: deque[tuple[Table, object, R]] = deque(maxlen=4)

    @wraps(rule)
    def compute(turn: T) -> R:
        table, there = turn.table, tuple(known)
        for seen, _, result in there:
            if seen is table:
                return result
        # a copy: what is noted changes in place while a correction is tried out
        now = dict(table.ledger.marks), table.seats, table.houses, table.printed
        same = [result for _, noted, result in there if noted == now]
        known.append((table, now, same[-1] if same else rule(turn)))
        return known[-1][2]

    return compute


remembered = cached
"""What games written for version 1.1 call it."""
