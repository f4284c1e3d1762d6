"""A game as its author declares it, the turn that its rules see, and what the book makes of both."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from companion.api.ask import Ask
from companion.api.players import arrive, depart
from companion.core.action import Action, Question
from companion.core.boards import Board, Grid
from companion.core.changes import change_actions
from companion.core.game import Badge, Cash, Ending, Option, Page, Standing, Wealth, Worth
from companion.core.game import Game as CoreGame
from companion.core.highlights import Highlight, Kind
from companion.core.prompt import Offer, Prompt
from companion.core.questions import Amount, Player, Words, read_each, write_each
from companion.core.rematch import LEAVES
from companion.core.table import JOINED, OWN, Effect, Line, Mark, Posting, Refusal, Table, listed, sentence
from companion.core.units import written
from models.ledger import EffectiveEntry, Value

VERSION = 1
"""The version of this interface. A game says which one it was written for, and a newer one is refused."""

CASH = "cash"
TABLE = f"{OWN}table"
"""Who holds what is true of the table as a whole."""
GONE = "gone"
"""The mark of who left for good."""

OF_THE_BOOK = ("name", "colour", JOINED, GONE, "key", "game", "table", "effect")
"""Marks of a seat that the book itself reads, and what seats and turns have already."""
OF_EVERY_GAME = ("join", LEAVES, "correct_money", "change_house", "change_board")
"""Actions that the book adds."""

State: TypeAlias = Mapping[str, Value | bool]
Holder: TypeAlias = "Seat | str"
"""Somebody at the table, or one of the game's ``banks`` by its name."""
Wins: TypeAlias = Literal["highest", "lowest"]
F = TypeVar("F", bound=Callable[..., Any])


class Seat:
    """A player as a turn sees them: ``str`` is the name, attributes are the state that the game declares."""

    def __init__(self, turn: Turn, key: str) -> None:
        self._turn, self.key = turn, key

    def __getattr__(self, name: str) -> Any:
        return self._turn.state(self.key, name, self._turn.game.seat_state)

    def set(self, **values: Value | bool | Seat) -> None:
        """Record what is true of this player from now on."""
        self._turn.write(self.key, values, self._turn.game.seat_state)

    def __str__(self) -> str:
        return sentence(self._turn.table.name(self.key))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. ``{winners}`` in ``reason`` are those with the best score, or the ``winners`` given here."""

    reason: str = "{winners} won"
    winners: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be so before an action is possible, and the sentence that says why it isn't."""

    holds: Callable[[Turn], object]
    otherwise: str


class Turn:
    """The table after what this turn recorded so far; attributes are the state that the game declares.

    Amounts are whole numbers of the table's currency unless a ``unit`` is named.
    """

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table, self.effect = game, table, Effect()

    # --- reading ---------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        return self.state(TABLE, name, self.game.table_state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who plays, in the order of the seats."""
        return tuple(one for one in self.everybody if not self.table.ledger.mark(one.key, GONE))

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """Everybody who ever sat down, also who left since."""
        return tuple(Seat(self, one.key) for one in self.table.players)

    def seat(self, key: str) -> Seat:
        """Return the player under this key."""
        return Seat(self, self.table.seat(key).key)

    def option(self, key: str) -> Any:
        """Return how the table plays an option: a whole number where it is one, else the key of its choice."""
        way = self.table.house(key)
        return int(way) if self.game.core.house(key).whole else way

    @property
    def unit(self) -> str:
        """The currency of this table."""
        return self.table.house(self.game.currency) if self.game.currency else self.game.money

    def held(self, holder: Holder, purse: str = CASH, unit: str | None = None) -> int:
        """Return what a player or a bank holds."""
        return self.table.ledger.balance(self._account(holder, purse), unit or self.unit)

    def written(self, amount: int, unit: str | None = None, *, signed: bool = False) -> str:
        """Write an amount with the currency of the table, or a number with its unit."""
        return written(amount, self.unit if unit is None else unit, signed=signed)

    def count(self, number: int, what: str) -> str:
        """Write a number of things: ``1 payment``, ``2 payments``."""
        return f"{number:,} {what}{'' if number == 1 else 's'}"

    def names(self, seats: Iterable[Seat]) -> str:
        """Write names as people say them."""
        return listed(str(one) for one in seats)

    def state(self, holder: str, name: str, declared: State) -> Any:
        """Return what is true of a holder, or what the game declares to be so at the start.

        Raises:
            AttributeError: the game declares no such state.

        """
        if name not in declared:
            raise AttributeError(f"{self.game.key} declares no state {name!r}; it has {listed(declared) or 'none'}")
        usual, value = declared[name], self.table.ledger.mark(holder, name)
        if value is None:
            return usual
        return bool(value) if isinstance(usual, bool) else value

    def appended(self, name: str) -> tuple[Value, ...]:
        """Return the list that was made under a name by `append`, in order."""
        return tuple(value for _, value in self._numbered(name) if value is not None)

    def appended_numbers(self, name: str) -> tuple[dict[Seat, int], ...]:
        """Return a list of numbers of several players, such as the rounds of an evening."""
        return tuple(
            {Seat(self, key): number for key, number in read_each(str(one)).items()} for one in self.appended(name)
        )

    @property
    def ranks(self) -> dict[Seat, int]:
        """The place of everybody who has a score; who has the same score shares the place."""
        return self.game.ranks(self)

    def _numbered(self, name: str) -> list[tuple[int, Value]]:
        marks = self.table.ledger.marks.items()
        pieces = ((mark.rpartition("."), value) for (holder, mark), value in marks if holder == TABLE)
        return sorted((int(at), value) for (of, _, at), value in pieces if of == name)

    def _account(self, holder: Holder, purse: str) -> str:
        if isinstance(holder, Seat):
            return f"{holder.key}:{purse}"
        if holder not in self.game.banks:
            raise ValueError(f"{self.game.key} declares no bank {holder!r}; it has {listed(self.game.banks) or 'none'}")
        return f"{OWN}{holder}:{purse}"

    # --- recording -------------------------------------------------------------------------------

    def pay(self, giver: Holder, taker: Holder, amount: int, purse: str = CASH, unit: str | None = None) -> None:
        """Move an amount from one to the other; a negative one moves the other way."""
        unit = unit or self.unit
        gone = Posting(self._account(giver, purse), -amount, unit)
        come = Posting(self._account(taker, purse), amount, unit)
        if amount:
            self._record(Effect(postings=(gone, come)))

    def share(self, giver: Holder, takers: Sequence[Seat], amount: int) -> None:
        """Pay an amount to several in equal parts; what is left over goes to the first of them, one each.

        Raises:
            Refusal: there is nobody to pay.

        """
        self.refuse(not takers, "There is nobody to share it among.")
        part, rest = divmod(abs(amount), len(takers))
        for at, taker in enumerate(takers):
            self.pay(giver, taker, (part + (at < rest)) * (1 if amount > 0 else -1))

    def set(self, **values: Value | bool | Seat) -> None:
        """Record what is true of the table from now on."""
        self.write(TABLE, values, self.game.table_state)

    def append(self, name: str, value: str | int | Mapping[Seat, int]) -> None:
        """Add to a list of the table; where the entry is crossed out, what it added goes with it.

        Numbers of several players are kept as one value, which `appended_numbers` reads.
        """
        if isinstance(value, Mapping):
            value = write_each({who.key: number for who, number in value.items()})
        last = max((at for at, _ in self._numbered(name)), default=0)
        self._record(Effect(marks=(Mark(TABLE, f"{name}.{last + 1}", value),)))

    def narrate(self, words: str) -> None:
        """Add a sentence to what the journal says of this entry."""
        self._record(Effect(narration=words))

    def step(self, words: str, figure: int | None = None, *, total: bool = False, unit: str | None = None) -> None:
        """Add a line to the receipt; a ``total`` is what the lines above it come to."""
        line = Line(words, figure, self.unit if unit is None else unit, signed=bool(figure and figure < 0), total=total)
        self._record(Effect(working=(line,)))

    def explain(self, rule: str) -> None:
        """Say on the receipt which rule it is."""
        self._record(Effect(rule=rule))

    def refuse(self, wrong: object, why: str, at: str | None = None) -> None:
        """Refuse the entry if something is ``wrong``; ``at`` names the question whose answer is at fault.

        Raises:
            Refusal: it is.

        """
        if wrong:
            raise Refusal(why, at)

    def run(self, act: Act, **answers: Any) -> None:
        """Do another action as a part of this one."""
        act.rule(self, **answers)

    def write(self, holder: str, values: Mapping[str, Value | bool | Seat], declared: State) -> None:
        """Record what is true of a holder.

        Raises:
            AttributeError: the game declares no such state.

        """
        marks = []
        for name, value in values.items():
            self.state(holder, name, declared)
            if isinstance(value, Seat):
                value = value.key  # noqa: PLW2901 - a seat is kept by its key
            marks.append(Mark(holder, name, int(value) if isinstance(value, bool) else value))
        self._record(Effect(marks=tuple(marks)))

    def _record(self, effect: Effect) -> None:
        self.effect += effect
        self.table = self.table.after(effect)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that can happen at the table. Called with answers, it is an offer to do it."""

    name: str
    title: str
    rule: Callable[..., None]

    def __call__(self, label: str = "", /, **answers: Any) -> Offer:
        """Offer the action, with the answers that are known already."""
        known = {name: value.key if isinstance(value, Seat) else value for name, value in answers.items()}
        return Offer(self.name, known, label or self.title)


@dataclass(frozen=True, slots=True)
class Column:
    """A fact about each player, for the card, the table in the middle and the export."""

    title: str
    says: Callable[[Turn, Seat], str]
    large: Callable[[Seat], object] | None = None


class Game:
    """A game for the book: what is declared here, and what its functions add.

    ``banks`` are holders of money besides the players. ``table_state`` and ``seat_state`` name what the game keeps,
    each with the value that it has at the start. ``money`` is the currency, unless an option says which one is used; it
    is empty where nobody plays for any.
    With ``late_join`` players may sit down after the start. ``api`` is the version of this interface.
    """

    def __init__(  # noqa: PLR0913 - a declaration: all by name
        self,
        key: str,
        title: str,
        tagline: str,
        *,
        players: tuple[int, int],
        colour: str = "#5A5146",
        edition: str = "",
        options: Sequence[Option] = (),
        banks: Sequence[str] = (),
        table_state: State | None = None,
        seat_state: State | None = None,
        money: str = "$",
        late_join: bool = False,
        api: int = VERSION,
    ) -> None:
        self.key, self.title, self.tagline, self.colour, self.edition = key, title, tagline, colour, edition
        self.players, self.options, self.banks = players, tuple(options), tuple(banks)
        self.table_state, self.seat_state = dict(table_state or {}), dict(seat_state or {})
        self.money, self.late_join, self.api = money, late_join, api
        self._check_state()
        self.currency = next((one.key for one in options if one.currency), "")
        self._actions: list[Action] = []
        self._columns: list[Column] = []
        self._boards: list[Callable[[Turn], Board | None]] = []
        self._score: Callable[[Turn, Seat], int | None] | None = None
        self._score_title, self._score_unit = "", ""
        self._wins: Callable[[Turn], Wins] = lambda _: "highest"
        self._status: Callable[[Turn], str] = lambda _: ""
        self._next: Callable[[Turn], Any] = lambda _: ("",)
        self._end: Callable[[Turn], Result | None] = lambda _: None
        self._joined: Callable[[Turn, Seat], object] = lambda _turn, _who: None
        self._left: Callable[[Turn, Seat], object] = lambda _turn, _who: None

    def _check_state(self) -> None:
        """Refuse state that rules could not read, or that the book keeps for itself.

        Raises:
            ValueError: there is some.

        """
        for state, reader in ((self.table_state, Turn), (self.seat_state, Seat)):
            for name, value in state.items():
                if hasattr(reader, name) or name in OF_THE_BOOK:
                    raise ValueError(f"{self.key}: no state can be called {name!r}")
                if not isinstance(value, str | int | None):
                    raise TypeError(f"{self.key}: {name} begins as words, a whole number, True, False or None")

    # --- what its functions are ------------------------------------------------------------------

    def action(
        self,
        title: str,
        *,
        group: str = "More",
        when: Condition | Callable[[Turn], object] | None = None,
        source: str = "",
        needs_reason: str = "",
    ) -> Callable[[Callable[..., None]], Act]:
        """Declare something that can happen: the function's name is kept in the journal, its docstring is the help.

        Every parameter after the turn has a question as its default. ``source`` is the rulebook's heading.
        ``needs_reason`` is the sentence that asks for a reason where such an entry is undone.
        """
        condition = when if isinstance(when, Condition) or when is None else Condition(when, f"Not now: {title}.")

        def declare(rule: Callable[..., None]) -> Act:
            asked = {name: one.default for name, one in list(inspect.signature(rule).parameters.items())[1:]}
            if wrong := [name for name, one in asked.items() if not isinstance(one, Ask)]:
                raise TypeError(f"{self.key}.{rule.__name__}: {listed(wrong)} has no question as its default")

            def effect(table: Table, **answers: Value) -> Effect:
                turn = self.turn(table)
                if condition and not condition.holds(turn):
                    raise Refusal(condition.otherwise)
                given = {name: answers.get(name) for name in asked}
                rule(turn, **{k: None if said is None else asked[k].read(turn, said) for k, said in given.items()})
                return turn.effect

            questions = tuple(
                Question(name, one.make(self.turn), one.text, one.optional) for name, one in asked.items()
            )
            summary = (inspect.getdoc(rule) or title).split("\n", 1)[0]
            if rule.__name__ in (*OF_EVERY_GAME, *(one.name for one in self._actions)):
                raise ValueError(f"{self.key}: there is another action called {rule.__name__}")
            self._actions.append(Action(rule.__name__, title, summary, group, source, questions, effect, needs_reason))
            return Act(rule.__name__, title, rule)

        return declare

    def score(self, title: str, *, wins: Wins | Callable[[Turn], Wins], unit: str = "") -> Callable[[F], F]:
        """Declare what a player's score is, in money unless ``unit`` says otherwise; ``None`` while there is none.

        ``wins`` is a function of the turn where an option decides whether the highest or the lowest score wins.
        """
        if not callable(wins) and wins not in ("highest", "lowest"):
            raise ValueError(f"{self.key}: the highest or the lowest score wins, not {wins!r}")

        def declare(rule: F) -> F:
            self._score, self._score_title, self._score_unit = rule, title, unit
            self._wins = wins if callable(wins) else lambda _: wins
            return rule

        return declare

    def column(self, title: str, *, large: Callable[[Seat], object] | None = None) -> Callable[[F], F]:
        """Declare a fact about each player; on the card it is the large figure where ``large`` says so."""

        def declare(rule: F) -> F:
            self._columns.append(Column(title, rule, large))
            return rule

        return declare

    def board(self, rule: F) -> F:
        """Declare what is shown in the middle of the table, instead of the table of all columns."""
        self._boards.append(rule)
        return rule

    def status(self, rule: F) -> F:
        """Declare what is said of the whole table, in a few words."""
        self._status = rule
        return rule

    def next(self, rule: F) -> F:
        """Declare what comes next: a heading, then the actions to offer, the likeliest first."""
        self._next = rule
        return rule

    def end_if(self, rule: F) -> F:
        """Declare when the game is over; it returns a `Result` then."""
        self._end = rule
        return rule

    def joined(self, rule: F) -> F:
        """Declare what happens besides when somebody sits down late."""
        self._joined = rule
        return rule

    def left(self, rule: F) -> F:
        """Declare what happens besides when somebody leaves for good; it may refuse."""
        self._left = rule
        return rule

    # --- what the book makes of it ---------------------------------------------------------------

    def turn(self, table: Table) -> Turn:
        """Look at a table as this game's rules do."""
        return Turn(self, table)

    @cached_property
    def core(self) -> CoreGame:
        """The same game as the book and the screens know one."""
        loose = tuple(one for one in self.options if not one.fixed)
        actions = (*self._actions, *self._for_players(), *self._corrections(), *change_actions(loose, ()))
        return CoreGame(
            key=self.key,
            title=self.title,
            tagline=self.tagline,
            accent=self.colour,
            least=self.players[0],
            most=self.players[1],
            edition=self.edition,
            houses=self.options,
            facts=(),
            actions=actions,
            standing=self._standing,
            prompt=self._prompt,
            ending=self._ending,
            pages=(Page(self.title, (self.tagline,)),),
            status=lambda table: tuple(Badge(one) for one in (self._status(self.turn(table)),) if one),
            quick=tuple(one.name for one in self._actions)[:10],
            boards=self._in_the_middle,
            wealth=Wealth(self._worth),
            cash=Cash(lambda table: self.turn(table).unit, bank=f"{OWN}{self.banks[0]}")
            if self.banks and self.money
            else None,
            highlights=self._records,
        )

    def _scores(self, turn: Turn) -> dict[Seat, int]:
        rule = self._score
        found = {who: rule(turn, who) for who in turn.seats} if rule else {}
        return {who: figure for who, figure in found.items() if figure is not None}

    def ranks(self, turn: Turn) -> dict[Seat, int]:
        """The place of everybody who has a score; who has the same score shares the place."""
        scores = self._scores(turn)
        sign = 1 if self._wins(turn) == "lowest" else -1
        return {who: 1 + sum(sign * other < sign * mine for other in scores.values()) for who, mine in scores.items()}

    def _figure(self, turn: Turn, figure: int) -> str:
        return written(figure, self._score_unit or turn.unit)

    def _standing(self, table: Table, key: str) -> Standing:
        turn = self.turn(table)
        who, scores, ranks = Seat(turn, key), self._scores(turn), self.ranks(turn)
        cells = [(one.title, one.says(turn, who), one.large) for one in self._columns]
        large = next(((title, says) for title, says, large in cells if large and says and large(who)), None)
        scored = self._figure(turn, scores[who]) if who in scores else ""
        title, figure = large or (self._score_title, scored)
        rank = f"{ranks[who]}." if who in ranks and len(set(scores.values())) > 1 else ""
        details = [(self._score_title, scored)] if scored and large else []
        return Standing(
            key,
            figure,
            title,
            rank=Badge(rank),
            details=(*details, *((name, says) for name, says, _ in cells if name != title)),
            out=who not in turn.seats,
        )

    def _prompt(self, table: Table) -> Prompt:
        turn = self.turn(table)
        heading, *offers = self._next(turn)
        game = self.core
        possible = [one for one in offers if game.action(one.action).why_not(table, one.answers) is None]
        if not possible:
            return Prompt(heading)
        first, *others = possible
        if others and game.action(first.action).missing(first.answers) is None:
            return Prompt(heading, offers=tuple(possible))  # several are ready to be recorded: one is chosen first
        return Prompt(heading, "", replace(first, tone="primary"), tuple(others))

    def _ending(self, table: Table) -> Ending | None:
        turn = self.turn(table)
        result = self._end(turn)
        if result is None:
            return None
        ranks, scores = self.ranks(turn), self._scores(turn)
        winners = result.winners if result.winners is not None else tuple(who for who, at in ranks.items() if at == 1)
        order = sorted(ranks, key=ranks.__getitem__)
        return Ending(
            result.reason.format(winners=turn.names(winners) or "Nobody"),
            tuple(who.key for who in winners),
            tuple((who.key, ranks[who], self._figure(turn, scores[who])) for who in order),
        )

    def _worth(self, table: Table, key: str) -> Worth | None:
        turn = self.turn(table)
        figure = self._scores(turn).get(Seat(turn, key))  # who comes later has none yet
        return None if figure is None else Worth(figure, self._score_unit or turn.unit, self._score_title)

    def _records(self, table: Table, _lines: Sequence[EffectiveEntry]) -> tuple[Highlight, ...]:
        turn = self.turn(table)
        if self._score is None or self._end(turn) is None:
            return ()
        kind = Kind(
            "score", self._score_title, self._score_unit or turn.unit, low=self._wins(turn) == "lowest", final=True
        )
        return tuple(
            Highlight(kind, who.key, figure, f"{who} came out with {self._figure(turn, figure)}.")
            for who, figure in self._scores(turn).items()
        )

    def _in_the_middle(self, table: Table) -> tuple[Board, ...]:
        turn = self.turn(table)
        if self._boards:
            return tuple(board for rule in self._boards if (board := rule(turn)))
        if not self._columns:
            return ()
        rows = tuple((str(who), *(one.says(turn, who) for one in self._columns)) for who in turn.everybody)
        return (Grid(("Player", *(one.title for one in self._columns)), rows, self.title),)

    def _for_players(self) -> tuple[Action, ...]:
        def join(table: Table, called: str) -> Effect:
            turn = self.turn(table)
            turn.refuse(len(turn.seats) >= self.players[1], f"{self.players[1]} players are the most.")
            turn._record(arrive(table, called))  # noqa: SLF001 - the same turn goes on
            self._joined(turn, turn.everybody[-1])
            return turn.effect

        def leave(table: Table, who: str) -> Effect:
            turn = self.turn(table)
            seat = turn.seat(who)
            turn.refuse(seat not in turn.seats, f"{seat} has left already.", "who")
            self._left(turn, seat)
            turn._record(depart(table, who, GONE))  # noqa: SLF001 - as above
            return turn.effect

        name = Question("called", Words(), "What is the new player called?")
        joining = Action("join", "Sit down late", "Seat a player who comes later.", "Players", "", (name,), join)
        going = Question("who", Player(), "Who leaves?")
        leaving = Action(LEAVES, "Leave for good", "Take a player out of the game.", "Players", "", (going,), leave)
        return (joining, leaving) if self.late_join else (leaving,)

    def _corrections(self) -> tuple[Action, ...]:
        """Money put right by hand, whatever the rules say: the table has the last word."""
        if not self.banks or not self.money:
            return ()
        bank = f"{OWN}{self.banks[0]}"

        def correct(table: Table, giver: str, taker: str, amount: int, reason: str) -> Effect:
            turn = self.turn(table)
            turn.refuse(giver == taker, "Choose two different holders.", "taker")
            gone = Posting(f"{giver}:{CASH}", -amount, turn.unit)
            names = sentence(table.name(giver)), table.name(taker)
            return Effect(
                f"Corrected: {names[0]} pays {names[1]} {turn.written(amount)} ({reason}).",
                postings=(gone, Posting(f"{taker}:{CASH}", amount, turn.unit)),
            )

        questions = (
            Question("giver", Player((bank,)), "Who pays?"),
            Question("taker", Player((bank,)), "Whom?"),
            Question("amount", Amount(board=lambda table: (self.turn(table).unit, 1)), "How much?"),
            Question("reason", Words(2), "Why?"),
        )
        help_line = "Put money right by hand; the reason stays in the journal."
        return (Action("correct_money", "Correct money", help_line, "Corrections", "", questions, correct),)
