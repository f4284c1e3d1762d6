"""A game: what its author declares, and what the book and the screens read of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from types import ModuleType
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
)

from companion.core import check, corrections, counting, seating
from companion.core.action import CORRECTIONS, Action, Auction, Condition, Question
from companion.core.answers import NO_ANSWERS, Answers
from companion.core.ask import ask
from companion.core.declared import NEW_NAMES, Declared, F, HiddenRefusal, Hook, KeptNames
from companion.core.option import BoardValue, Option
from companion.core.prompt import Prompt
from companion.core.questions import Amount, Player, QuestionType
from companion.core.several import Payments
from companion.core.show.boards import Board, Grid
from companion.core.show.cards import Badge, Calculator, Cash, Ending, Page, Standing, Worth
from companion.core.show.highlights import Highlight, Kind
from companion.core.table import (
    BOARD,
    GONE,
    JOINED,
    LEAVES,
    Refusal,
    Reserved,
    Table,
    Value,
    listed,
)
from companion.core.table import Seat as TableSeat
from companion.core.teams import teams as teams_of
from companion.core.turn import G, HasState, Pot, Seat, State, Turn, TurnOf
from companion.core.units import format_amount
from models.ledger import AMEND, REDO, UNDO, VOID, Line, Proposal

VERSION = 1
"""The version of this interface. A game says which one it was written for, and a newer one is refused."""

OF_THE_BOOK = (
    "name",
    "colour",
    JOINED,
    GONE,
    "t",
    "key",
    "game",
    "table",
    "effect",
    "answers",
    "number",
)
"""Marks of a seat that the book itself reads, and what seats and turns have already."""
OF_EVERY_GAME = ("join", LEAVES, "correct_money", "change_house", "change_board")
"""Actions that the book adds and no game may declare, unless it replaces them."""

OF_THE_JOURNAL = {UNDO: "Undo", REDO: "Redo", VOID: "Crossed out", AMEND: "Correction"}
"""The titles of what is no action: it is about entries alone."""

Wins: TypeAlias = Literal["highest", "lowest"]
Beginning: TypeAlias = Mapping[str, Value | bool | type[Seat]]
"""State by names alone, each with its value at the start."""
H = TypeVar("H", bound=HasState)
P = ParamSpec("P")
R = TypeVar("R")


WHY = ask.reason()


def _pots(t: TurnOf[Any]) -> tuple[Pot, ...]:
    return t.things(Pot)


class More(TypedDict, Generic[G], total=False):
    """What an action may say besides: see `Game.action`."""

    source: str
    needs_reason: str
    asked_by: str | Mapping[str, str] | None
    on_turn: bool | Callable[[G], object]
    button: str | Callable[[G], str]
    amount: str | Callable[[G], int] | None
    way_out: str
    auction: Auction | None
    agreed_by: Callable[[G], object] | None
    asks_why: Callable[[G, Sequence[Line]], str] | None
    icon: str


class Game(Declared, Generic[G]):
    """A game for the book: what is declared here, and what its functions add.

    ``banks`` are holders of money besides the players. ``table_state`` and ``seat_state`` name what the game keeps,
    each with the value that it has at the start. ``money`` is the currency, unless an option says which one is used; it
    is empty where nobody plays for any.
    With ``late_join`` players may sit down after the start. ``board_values`` are what is printed on the board,
    ``pages`` the rules in our words; ``shortlist`` names the actions that are offered first,
    ``templates`` well-known ways to play it, each with the options that it plays otherwise than usual. ``icon`` is the
    name of one of Material's.
    ``stakes`` are purses of money that lies on the table until it is paid out, as that of a pot does in every game.
    ``without`` are actions that the book has for every game and this one does without.
    ``teams`` says of a turn whether players may play together: see `Team`.
    ``turn`` is a class of the game's own that its rules see the table by. ``api`` is the version of this interface.
    """

    def __init__(
        self,
        key: str,
        title: str,
        tagline: str,
        *,
        players: tuple[int, int],
        colour: str = "#5A5146",
        icon: str = "CASINO_OUTLINED",
        edition: str = "",
        options: Sequence[Option[Any]] = (),
        banks: Sequence[str] = (),
        table_state: Beginning | None = None,
        seat_state: Beginning | None = None,
        money: str = "$",
        late_join: bool = False,
        board_values: Sequence[BoardValue] = (),
        pages: Sequence[Page] = (),
        shortlist: Sequence[str] = (),
        templates: Mapping[str, Mapping[str, object]] | None = None,
        cash: Cash | None = None,
        debts: Sequence[str] = (),
        stakes: Sequence[str] = (),
        turn: type[TurnOf[Any]] = Turn,
        kept: KeptNames = NEW_NAMES,
        without: Sequence[str] = (),
        teams: Callable[[Any], object] | None = None,
        api: int = VERSION,
    ) -> None:
        self.key = key
        self.title = title
        self.tagline = tagline
        self.colour = colour
        self.edition = edition
        self.icon, self.options, self.banks = icon, tuple(options), tuple(banks)
        self.least, self.most = self.players = players
        self._options = {option.key: option for option in options}
        self.money, self.late_join, self.teams, self.api = money, late_join, teams, api
        self.board_values, self._pages = tuple(board_values), list(pages)
        self.tools: tuple[object, ...] = ()
        self._shortlist, self.missing = tuple(shortlist), ""
        self.debts = frozenset(debts)
        self.stakes = frozenset(stakes)
        self.without = frozenset(without)
        seats = self._with_state(turn.seat_class, seat_state or {}, Seat)
        self.turn_class = self._with_state(turn, table_state or {}, TurnOf)
        if seats is not turn.seat_class:
            self.turn_class = type(turn.__name__, (self.turn_class,), {"seat_class": seats})
        self.templates = {
            name: {key: str(way) for key, way in ways.items()}
            for name, ways in (templates or {}).items()
        }
        self.sign, self.table, self.gone = kept.sign, kept.table, kept.gone
        usual = (
            Cash(bank="" if "correct_money" in without else f"{self.sign}{banks[0]}")
            if banks and money
            else None
        )
        self.cash = cash or usual
        self.reserved = Reserved(kept.reserved.words.union(banks), kept.reserved.numbered)
        self.currency = next((option.key for option in options if option.currency), "")
        self._actions: list[Action[...]] = []
        self._order: dict[str, int] = {}
        self._columns: list[
            tuple[str, Callable[[Any, Any], str], Callable[[Any], object] | None]
        ] = []
        self._score: Callable[[Any, Any], int | None] | None = None
        self._score_title, self._score_unit = "", ""
        self.scores = []
        self._wins: Callable[[Any], Wins] = lambda _: "highest"
        self.rules = {}

    def _with_state(self, reader: type[H], beginning: Beginning, of_the_book: type) -> type[H]:
        """Return a class of turns or seats, also with the state that is declared by names and values alone.

        Raises:
            ValueError: rules could not read it, or the book keeps it for itself.
            TypeError: it begins as something that can't be kept.

        """
        for name, value in {
            **{name: state.usual for name, state in reader.states().items()},
            **beginning,
        }.items():
            if hasattr(reader if name in beginning else of_the_book, name) or name in OF_THE_BOOK:
                raise ValueError(f"{self.key}: no state can be called {name!r}")
            if not (
                isinstance(value, str | int | None)
                or (isinstance(value, type) and issubclass(value, Seat))
            ):
                raise TypeError(
                    f"{self.key}: {name} begins as words, a whole number, True, False, None or Seat"
                )
        states = {name: State(value) for name, value in beginning.items()}
        return type(reader.__name__, (reader,), states) if states else reader

    # --- what its functions are ------------------------------------------------------------------

    def action(
        self,
        title: str,
        *,
        group: str = "More",
        when: Condition[G] | Callable[[G], object] | Sequence[Condition[G]] = (),
        rule: str = "",
        replaces: bool = False,
        **more: Unpack[More[G]],
    ) -> Callable[[Callable[Concatenate[G, P], None]], Action[P]]:
        """Declare something that can happen: the function's name is kept in the journal, its docstring is the help.

        Every parameter after the turn has a question as its default. ``source`` is the rulebook's heading, and ``rule``
        explains every receipt of it. Of several conditions the first that doesn't hold says why. ``needs_reason`` is
        the sentence that asks for a reason where such an entry is undone. ``asked_by`` names the parameter of the
        player who may ask for it on a phone of their own: ``who`` unless it is a correction; where there is none, or it
        is empty, that is the bank's alone. Where several may, it gives each parameter what it is called on that
        player's phone. One that is ``on_turn`` may be asked for by whom the table waits for, or by whom a function of
        the turn gives. ``button`` is what the button that records it says, with answers by their names, as ``Buy
        {item}``, or a function of the turn; without one it is the title. The figure that the journal shows is added
        where it says none: ``amount`` names the question whose answer is added instead, or is a function of the turn,
        in the table's currency; an empty one adds none. ``way_out`` is what leaving its sheet says, in the same way,
        where the tap of a tile records it. With an ``auction`` it sells to who bids highest on phones.
        ``agreed_by`` gives the players, of a turn, whose yes it needs besides the yes of those who lose by it.
        ``asks_why`` is what a table may record against a rule: a function of the turn and of the entries so far says
        which rule is against it, or gives an empty sentence. ``reason`` answers it; a session is replayed without.
        ``icon`` is the name of one of Material's, for its tile where it is a landing.
        With ``replaces`` it is there instead of one that the book has for every game, such as leaving.
        """
        single = Condition(when, f"Not now: {title}.") if callable(when) else when
        conditions = (single,) if isinstance(single, Condition) else tuple(single)

        def declare(function: Callable[Concatenate[G, P], None]) -> Action[P]:
            made = self._action(
                function, title, group, conditions=conditions, explained=rule, **more
            )
            taken = [action.name for action in self._actions]
            if made.name in (*taken, *(() if replaces else OF_EVERY_GAME)):
                raise ValueError(f"{self.key}: there is another action called {made.name}")
            self._actions.append(made)
            return cast("Action[P]", made)

        return declare

    def correction(
        self,
        title: str,
        *,
        why: Any = WHY,
        when: Condition[G] | Callable[[G], object] | Sequence[Condition[G]] = (),
        replaces: bool = False,
        **more: Unpack[More[G]],
    ) -> Callable[[Callable[Concatenate[G, P], str]], Action[P]]:
        """Declare something that the table puts right by hand; the rest is as for `action`.

        The rule returns what is true from now on, for the middle of a sentence: ``"Ann holds $40"``. The book asks
        ``why``, unless that is ``None``, and writes ``Correction: Ann holds $40 (miscounted).``, or ``Corrected
        (miscounted).`` where the rule returns no words and narrates the rest itself. The receipt says that the table
        may always do so, where the rule explains nothing else.
        """
        declare = self.action(title, group=CORRECTIONS, when=when, replaces=replaces, **more)
        return lambda rule: declare(corrections.with_reason(rule, why))

    def _action(
        self,
        rule: Callable[..., None],
        title: str,
        group: str,
        asked_by: str | Mapping[str, str] | None = None,
        *,
        auction: Auction | None = None,
        **more: Any,
    ) -> Action[...]:
        asked = {
            name: parameter.default
            for name, parameter in list(inspect.signature(rule).parameters.items())[1:]
        }
        if wrong := [name for name, kind in asked.items() if not isinstance(kind, QuestionType)]:
            raise TypeError(
                f"{self.key}.{rule.__name__}: {listed(wrong)} has no question as its default"
            )

        questions = [
            Question.of(
                name, kind.in_currency(self.only_currency) if isinstance(kind, Amount) else kind
            )
            for name, kind in asked.items()
        ]
        players = [
            question.name for question in questions if isinstance(question.kind, Player | Payments)
        ]
        if asked_by is None:
            asked_by = "who" if "who" in players and group != CORRECTIONS else ""
        if isinstance(asked_by, str):
            asked_by = {asked_by: ""} if asked_by else {}
        if wrong := [name for name in asked_by if name not in players]:
            raise ValueError(f"{self.key}.{rule.__name__}: {listed(wrong)} asks for no player")
        if auction:
            kinds = {question.name: question.kind for question in questions}
            if not isinstance(kinds.get(auction.buyer), Player) or not isinstance(
                kinds.get(auction.price), Amount
            ):
                raise ValueError(
                    f"{self.key}.{rule.__name__}: an auction needs a buyer and a price"
                )
        summary = (inspect.getdoc(rule) or title).split("\n", 1)[0]
        asks, turn = tuple(asked_by.items()), self.turn
        return Action(
            rule.__name__,
            title,
            summary,
            group,
            tuple(questions),
            rule,
            turn,
            asks=asks,
            auction=auction,
            **more,
        )

    def extend(self, name: str, *, needs_reason: str = "") -> Callable[[F], F]:
        """Declare what is special here about an action that the book has for every game, such as `change_house`.

        The rule is given the turn, a function that does the usual, and the answers. The action is at this place among
        the others.
        """
        usual = next(action for action in self._of_the_book() if action.name == name)

        def declare(rule: F) -> F:
            @wraps(rule)
            def special(t: TurnOf[Any], **given: Any) -> None:
                rule(t, lambda: usual.rule(t, **given), **t.answers)

            self._actions.append(
                replace(usual, rule=special, needs_reason=needs_reason or usual.needs_reason)
            )
            return rule

        return declare

    def page(
        self,
        title: str,
        *paragraphs: str | Callable[[Any], str],
        grids: Callable[[Any], tuple[Grid, ...]] | None = None,
        asks: Calculator | None = None,
    ) -> None:
        """Add a page of the rules in our words.

        A paragraph with figures of the table is a function of the turn; so are ``grids``, and what ``asks`` answers.
        """
        self._pages.append(Page(title, paragraphs, grids, asks))

    @property
    def only_currency(self) -> str:
        """The currency at every table; empty where the table decides."""
        return "" if self.currency or self.turn_class.unit is not TurnOf.unit else self.money

    def rehearse(self, table: Table, players: Mapping[str, str], **options: str) -> Any:
        """Return the turn of a table with other players, by key and name, and options, to try the rules out on."""
        seats = tuple(TableSeat(key, name) for key, name in players.items())
        return self.turn(replace(table, seats=seats, houses={**table.houses, **options}))

    def order(self, *places: ModuleType | str) -> None:
        """Say in which order actions are listed: by their names, or all that a module declares.

        Raises:
            ValueError: an action is left out, or there is none of a name.

        """
        names = [place if isinstance(place, str) else place.__name__ for place in places]
        own = {action.name: action.rule.__module__ for action in self._actions}
        left_out = [
            name for name, module in own.items() if name not in names and module not in names
        ]
        made_up = {place for place in places if isinstance(place, str)} - {
            *own,
            *(action.name for action in self._of_the_book()),
        }
        if left_out or made_up:
            raise ValueError(
                f"{self.key}: the order leaves out, or makes up, {listed(sorted({*left_out, *made_up}))}"
            )
        self._order = {name: at for at, name in enumerate(names)}

    def _place(self, action: Action[...]) -> int:
        return self._order.get(
            action.name, self._order.get(action.rule.__module__, len(self._order))
        )

    def score(
        self, title: str, *, wins: Wins | Callable[[Any], Wins], unit: str = ""
    ) -> Callable[[F], F]:
        """Declare what a player's score is, in money unless ``unit`` says otherwise; ``None`` while there is none.

        ``wins`` is a function of the turn where an option decides whether the highest or the lowest score wins.
        """
        if not callable(wins) and wins not in ("highest", "lowest"):
            raise ValueError(f"{self.key}: the highest or the lowest score wins, not {wins!r}")

        def declare(rule: F) -> F:
            self._score, self._score_title, self._score_unit = rule, title, unit
            self.scores.append(title)
            self._wins = wins if callable(wins) else lambda _: wins
            return rule

        return declare

    def column(
        self, title: str, *, large: Callable[[Any], object] | None = None
    ) -> Callable[[F], F]:
        """Declare a fact about each player; on the card it is the large figure where ``large`` says so.

        A whole number is written as the table counts money; nothing is said of ``None``.
        """

        def declare(rule: F) -> F:
            def say(turn: TurnOf[Any], who: Seat) -> str:
                fact = rule(turn, who)
                return turn.format_amount(fact) if isinstance(fact, int) else str(fact or "")

            self._columns.append((title, say, large))
            return rule

        return declare

    card = Hook("what a player's card shows, as a `Standing`, instead of the score and all columns")
    board = Hook(
        "what is shown in the middle of the table, instead of the table of all columns; it may be several"
    )
    television = Hook(
        "the boards for the room, as a tuple of one or two; where empty, those that suit the game"
    )
    status = Hook("what is said of the whole table, in a few words or as badges")
    next = Hook(
        "what comes next: a heading, then the actions to offer, the likeliest first; or a `Prompt`"
    )
    end_if = Hook("when the game is over; it returns a `Result` then")
    joined = Hook("what happens besides when somebody sits down late")
    left = Hook("what happens besides when somebody leaves for good; it may refuse")
    after_each = Hook("what every entry brings about besides, at its end")
    clock = Hook("the `Clock` that runs, if one does")
    worth = Hook("what a player is worth over time, as a `Worth`, instead of the score")
    highlights = Hook(
        "what was remarkable, of a turn and the entries that count, instead of the score at the end"
    )
    exposure = Hook(
        "what each result still open would bring a player in money, or cost, by any names of the results"
    )
    secret = Hook("whether what an account holds is hidden from the table")
    why_not_record = Hook(
        "why an entry can't be recorded, which its sheet must not say as it rests on what is hidden"
    )
    why_not_void = Hook("why an entry, by its number, can't be crossed out by itself")
    again = Hook(
        "what is recorded first when the same people play once more, as offers with their answers"
    )
    reanswer = Hook(
        "with which answers an entry is worked out again once an earlier one was corrected"
    )

    # --- what the book makes of it ---------------------------------------------------------------

    def check(self, table: Table | None = None) -> tuple[str, ...]:
        """Say what is wrong with the declaration and what is offered first, or with what is offered on a ``table``."""
        if table is None:
            seats = tuple(
                TableSeat(f"player_{at}", f"Player {at}") for at in range(1, self.least + 1)
            )
            first = Table(seats, houses=self.house_rules(), printed=self.printed_values())
            return (*check.check_declaration(self, self.actions), *self.check(first))
        return tuple(
            check.check_offers(
                check.all_offers(self.said("next", table, otherwise=("",))), self.actions
            )
        )

    def turn(self, table: Table, answers: Answers = NO_ANSWERS) -> TurnOf[Any]:
        """Look at a table as this game's rules do."""
        return self.turn_class(self, table, answers)

    def why_not(self, action: str, table: Table, answers: Answers) -> str | None:
        """Why an action can't be done on a table; ``None`` if it can."""
        return self.find_action(action).why_not(table, answers)

    @cached_property
    def actions(self) -> tuple[Action[...], ...]:
        """Everything that can be done at the table, in the game's order; nothing is declared after it is read."""
        own = {action.name for action in self._actions} | self.without
        actions = [
            *self._actions,
            *(action for action in self._of_the_book() if action.name not in own),
        ]
        return tuple(sorted(actions, key=self._place))

    @cached_property
    def _aside(self) -> tuple[Action[...], ...]:
        """What every game has beside its actions, each with a place of its own on screen."""
        return (
            self._action(counting.count, "Count", ""),
            self._action(seating.another_device, "One more device", ""),
        )

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The rules in our words."""
        return tuple(self._pages) or (Page(self.title, (self.tagline,)),)

    @property
    def shortlist(self) -> tuple[str, ...]:
        """The actions that are offered first, by their names."""
        return self._shortlist or tuple(action.name for action in self._actions)[:10]

    def pots(self, table: Table) -> tuple[tuple[str, str, int], ...]:
        """What the table opened to hold money: key, name and what lies in it; none while any money is hidden.

        What comes into a pot and goes out of it would give away what a hidden hand holds.
        """
        pots = self.turn(table).things(Pot)
        return (
            ()
            if not pots or self.hides(table)
            else tuple((pot.key, pot.name, pot.holds) for pot in pots)
        )

    def open_fact(self, table: Table, key: str) -> Value:
        """What is printed under a key, as far as the table knows: what is hidden is as it was before the play."""
        return table.printed[key] if self.is_secret(table, f"{BOARD}:{key}") else table.fact(key)

    def require_open(self, table: Table, proposal: Proposal) -> Proposal:
        """Return what is about to be recorded, or refuse what only the book can refuse.

        Raises:
            HiddenRefusal: it can't be, and why.

        """
        if why := self.said("why_not_record", table, proposal):
            raise HiddenRefusal(why)
        return proposal

    def auctioneer(self, table: Table, name: str) -> str:
        """The player who offers the lots of an action, or says that nobody bids for one; empty where none does."""
        for action in self.actions:
            if action.auction and name in (action.name, action.auction.unsold):
                return next(iter(action.players(action.auction.held_by, table)), "")
        return ""

    def find_action(self, name: str) -> Action[...]:
        """The action under this name.

        Raises:
            Refusal: this game knows no such action.

        """
        for known in (*self.actions, *self._aside):
            if known.name == name:
                return known
        raise Refusal(self.missing or f"{self.title} knows no action {name[:40]!r}.")

    def action_title(self, name: str) -> str:
        """Name the action of an entry, also one of the journal itself, in the players' words."""
        titles = {
            **OF_THE_JOURNAL,
            **{action.name: action.title for action in (*self._aside, *self.actions)},
        }
        return titles.get(name) or name.replace("_", " ").capitalize()

    def said(self, name: str, table: Table, *rest: Any, otherwise: Any = "") -> Any:
        """Ask a function that the game may have declared, by a turn of the table."""
        rule = self.rules.get(name)
        return rule(self.turn(table), *rest) if rule else otherwise

    def is_secret(self, table: Table, account: str) -> bool:
        """Whether what an account holds is hidden from the table; what is printed is ``board:`` and its key.

        What its own player may see is on that player's card.
        """
        return bool(self.said("secret", table, account))

    def _scores(self, turn: TurnOf[Any]) -> dict[Seat, int]:
        rule = self._score
        found = {who: rule(turn, who) for who in turn.seats} if rule else {}
        return {who: figure for who, figure in found.items() if figure is not None}

    def ranks(self, turn: TurnOf[Any]) -> dict[Seat, int]:
        """The place of everybody who has a score; who has the same score shares the place. A team has one."""
        scores = self._scores(turn)
        sign = 1 if self._wins(turn) == "lowest" else -1
        counted = {
            who
            for members in teams_of(turn).values()
            for who in [member for member in members if member in scores][1:]
        }
        against = [score for who, score in scores.items() if who not in counted]
        return {
            who: 1 + sum(sign * other < sign * mine for other in against)
            for who, mine in scores.items()
        }

    def _figure(self, turn: TurnOf[Any], figure: int) -> str:
        return format_amount(figure, self._score_unit or turn.unit)

    def standings(self, table: Table) -> tuple[Standing, ...]:
        """What everyone's card shows."""
        return tuple(self.standing(table, seat.key) for seat in table.players)

    def standing(self, table: Table, key: str) -> Standing:
        """What a player's card shows."""
        turn = self.turn(table)
        who = turn.holder(key)
        if card := self.rules.get("card"):
            return card(turn, who)  # type: ignore[no-any-return] # as it is declared
        scores, ranks = self._scores(turn), self.ranks(turn)
        cells = [(name, says(turn, who), large) for name, says, large in self._columns]
        large = next(
            ((title, says) for title, says, large in cells if large and says and large(who)), None
        )
        scored = self._figure(turn, scores[who]) if who in scores else ""
        # a title alone, as in "Won", would be taken for what happened; who has left keeps what there was
        none = "\u2013" if self._score and who in turn.seats else ""
        title, figure = large or (self._score_title, scored or none)
        rank = f"{ranks[who]}." if who in ranks and len(set(scores.values())) > 1 else ""
        details = [(self._score_title, scored)] if scored and large else []
        return Standing(
            key,
            figure,
            title,
            rank=Badge(rank),
            details=(
                *details,
                *((name, says) for name, says, _ in cells if name != title and says),
            ),
            out=who not in turn.seats,
        )

    def prompt(self, table: Table) -> Prompt:
        """What the book expects next, and the actions it offers."""
        said = self.said("next", table, otherwise=("",))
        if isinstance(said, Prompt):
            return said
        heading, *offers = said
        possible = [
            offer for offer in offers if self.why_not(offer.action, table, offer.answers) is None
        ]
        if not possible:
            return Prompt(heading)
        first, *others = possible
        ready = self.find_action(first.action).find_missing(first.answers) is None
        # of several that are ready to be recorded one is chosen first; once it is over no sheet is laid out
        if (others and ready) or self.turn(table).result is not None:
            return Prompt(heading, offers=tuple(possible))
        return Prompt(heading, first.label, replace(first, tone="primary"), tuple(others))

    def ending(self, table: Table) -> Ending | None:
        """How the game ended; ``None`` while it goes on."""
        turn = self.turn(table)
        result = turn.result
        if result is None:
            return None
        together = {
            team.key: tuple(who.key for who in members) for team, members in teams_of(turn).items()
        }
        if result.places is not None:
            places = tuple((who.key, place, figure) for who, place, figure in result.places)
            return Ending(
                result.reason, tuple(who.key for who in result.winners or ()), places, together
            )
        ranks, scores = self.ranks(turn), self._scores(turn)
        winners = (
            result.winners
            if result.winners is not None
            else tuple(who for who, at in ranks.items() if at == 1)
        )
        order = sorted(ranks, key=ranks.__getitem__)
        return Ending(
            result.reason.format(winners=turn.names(winners) or "Nobody"),
            tuple(who.key for who in winners),
            tuple((who.key, ranks[who], self._figure(turn, scores[who])) for who in order),
            together,
        )

    def status_of(self, table: Table) -> tuple[Badge, ...]:
        """What is said of the whole table."""
        said = self.said("status", table)
        if isinstance(said, str):
            return (Badge(said),) if said else ()
        return tuple(said)

    def worth_of(self, table: Table, key: str) -> Worth | None:
        """What a player is worth now; ``None`` where the game has no such figure, as before being dealt in.

        It may use hidden balances: ``companion.statistics.one_play`` checks first whether anything is hidden.
        """
        return self.worths(table, (key,))[0]

    def worths(self, table: Table, keys: Sequence[str]) -> list[Worth | None]:
        """What several players are worth now, in their order."""
        turn = self.turn(table)
        people = [turn.holder(key) for key in keys]
        if rule := self.rules.get("worth"):
            return [rule(turn, who) for who in people]
        scores = self._scores(turn)  # who comes later has none yet
        unit = self._score_unit or turn.unit
        return [
            Worth(scores[who], unit, self._score_title) if who in scores else None for who in people
        ]

    def highlights_of(self, table: Table, lines: Sequence[Line]) -> tuple[Highlight, ...]:
        """What was remarkable, without what is still hidden."""
        turn = self.turn(table)
        if rule := self.rules.get("highlights"):
            return tuple(rule(turn, lines))
        if self._score is None or turn.result is None:
            return ()
        kind = Kind(
            "score",
            self._score_title,
            self._score_unit or turn.unit,
            low=self._wins(turn) == "lowest",
            final=True,
        )
        return tuple(
            Highlight(kind, who.key, figure, f"{who} came out with {self._figure(turn, figure)}.")
            for who, figure in self._scores(turn).items()
        )

    def boards(self, table: Table) -> tuple[Board, ...]:
        """What is in the middle of the table."""
        turn = self.turn(table)
        if rule := self.rules.get("board"):
            shown = rule(turn)
            return shown if isinstance(shown, tuple) else (shown,) if shown else ()
        if not self._columns:
            return ()
        titles, rules, _ = zip(*self._columns, strict=True)
        rows = tuple((str(who), *(says(turn, who) for says in rules)) for who in turn.everybody)
        return (Grid(("Player", *titles), rows, self.title),)

    def _of_the_book(self) -> tuple[Action[...], ...]:
        """What every game has: who comes and goes, and what the table puts right, whatever the rules say."""
        name, seat = (
            corrections.with_reason(rule, None) for rule in (seating.rename, seating.move_seat)
        )
        joining = self._action(seating.join, "Sit down late", "Players", conditions=(seating.OPEN,))
        board = self._action(
            corrections.board_changes(self.board_values), "Correct the board", CORRECTIONS
        )
        return (
            *((joining,) if self.late_join else ()),
            self._action(seating.leave, "Leave for good", "Players", conditions=(seating.OPEN,)),
            self._action(name, "Change a name", CORRECTIONS, button="Call {who} {called}"),
            self._action(seat, "Move a seat", CORRECTIONS, button="{who} sits after {after}"),
            *self._money(),
            self._action(
                corrections.house_rule_changes(self.options), "Change a house rule", CORRECTIONS
            ),
            *((board,) if self.board_values else ()),
        )

    def _money(self) -> tuple[Action[...], ...]:
        """What corrects money, where there is any."""
        if not self.banks or not self.money:
            return ()
        bank = f"{self.sign}{self.banks[0]}"

        def correct_money(
            t: TurnOf[Any],
            giver: Seat = ask.anybody("Who pays?", bank, besides=_pots),
            taker: Seat = ask.anybody("Whom?", bank, besides=_pots, but="giver"),
            amount: int = ask.money("How much?"),
        ) -> str:
            """Put money right by hand; the reason stays in the journal."""
            t.pay(giver, taker, amount)
            return f"{t.format_amount(amount)} from {giver.name} to {taker.name}"

        return (
            self._action(corrections.with_reason(correct_money, WHY), "Correct money", CORRECTIONS),
        )
