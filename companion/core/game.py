"""What defines a game, and the values that it gives the screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.action import Action
from companion.core.answers import Answers
from companion.core.boards import BigBoard, Board, Clock, Grid
from companion.core.highlights import Highlight
from companion.core.prompt import Prompt
from companion.core.table import BOARD, NOTHING_RESERVED, Reserved, Table, Value, seat_key
from companion.core.turn import TurnOf, bare_turn
from companion.core.units import THOUSANDS, counted, is_money, read_thousands, written
from models.ledger import Line, Proposal, Refusal


class HiddenRefusal(Refusal):
    """Why an entry can't be recorded, which rests on what is hidden: whoever asks for it is told nothing."""


MOST_LETTERS = 300
"""The longest words that an option takes."""


@dataclass(frozen=True, slots=True)
class Template:
    """A well-known way to play a game: its name, and the options that it plays otherwise than usual."""

    title: str
    ways: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its choices (``ways``) and what each means, the default first.

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
            return str(self._whole(plain))
        if self.text:
            return self._words(plain)
        if plain not in dict(self.ways):
            known = ", ".join(way for way, _ in self.ways)
            raise Refusal(f"{self.title}: there is no {plain[:40]!r}; choose {known}.", self.key)
        return plain

    def _words(self, plain: str) -> str:
        words = " ".join("".join(sign if sign.isprintable() else " " for sign in plain).split())
        if len(words) > MOST_LETTERS:
            raise Refusal(f"{self.title}: keep it to {MOST_LETTERS} letters; these are {len(words)}.", self.key)
        return words

    def _whole(self, plain: str) -> int:
        if self.unit == THOUSANDS:
            try:
                number = read_thousands(plain, self.title)
            except Refusal as refusal:
                raise Refusal(refusal.sentence, self.key) from None
            if not self.least <= number <= self.most:
                upto = f"to {written(self.most, self.unit)}" if self.most < 10**9 else "up"
                raise Refusal(f"{self.title}: from {written(self.least, self.unit)} {upto}.", self.key)
            return number
        digits = "".join(plain.removeprefix(self.unit).replace(",", "").split())
        if not (digits.isascii() and digits.isdigit()) or not self.least <= int(digits) <= self.most:
            upto = f"to {self.most:,}" if self.most < 10**9 else "up"
            raise Refusal(f"{self.title}: a whole number of {self.what} from {self.least:,} {upto}.", self.key)
        return int(digits)

    def say(self, way: str) -> str:
        """What a way of playing it means."""
        if (said := dict(self.ways).get(way)) or self.text:
            return said or way
        if is_money(self.unit):
            return written(int(way), self.unit)
        return f"{int(way):,} {self.unit.removesuffix('s') if int(way) == 1 else self.unit}"

    @property
    def what(self) -> str:
        """What a whole number of it counts."""
        return counted(self.unit)

    def speaks(self, ways: Mapping[str, str]) -> bool:
        """Whether the rule applies where the others are played these ways."""
        return self.when is None or ways.get(self.when[0]) == self.when[1]


@dataclass(frozen=True, slots=True)
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
        plain = " ".join(text.split())
        if self.ways and plain not in dict(self.ways):
            known = ", ".join(way for way, _ in self.ways)
            raise Refusal(f"{self.label}: there is no {plain[:40]!r}; choose {known}.", self.key)
        if not self.whole:
            if not 1 <= len(plain) <= 60 or not plain.isprintable():
                raise Refusal(f"{self.label}: write what is printed there, up to 60 letters.", self.key)
            return plain
        digits = "".join(plain.lstrip("$\u00a3").replace(",", "").split())
        if not (digits.isascii() and digits.isdigit()) or not self.least <= int(digits) <= self.most:
            raise Refusal(f"{self.label}: a whole number from {self.least:,} to {self.most:,}.", self.key)
        return int(digits)

    def say(self, value: Value) -> str:
        """What is printed, as people would read it."""
        return dict(self.ways).get(str(value)) or (f"{value:,}" if self.whole else str(value))


@dataclass(frozen=True, slots=True)
class Badge:
    """A short remark on a player's card; ``tone`` is one of plain, good, warn, bad, info."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Holding:
    """One of a player's places for a card: the card, or an empty place."""

    text: str = ""
    detail: str = ""
    counts: bool = True
    colour: str = ""
    sign: str = ""
    """A letter or a number for it on a screen across the room; else the first of its name."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is needed for the next step, and how far it is: ``detail`` says what is there or missing."""

    text: str
    done: bool
    detail: str = ""
    brief: str | None = None
    """The same in two or three words, for a screen across the room; empty where the cards say it."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player has at stake now, for all to see, and what each result brings: its name and words."""

    title: str
    results: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player's card shows: one large figure, remarks, cards held, and progress.

    ``checks`` are all that is needed for the next step, which ``toward`` names, as in ``Next: Middle Class``.

    ``progress`` is a percentage, or ``None`` where a game has none. ``secret`` is for this player alone, label and
    words: screens show it only while it is held, and in no accessibility label. ``figure`` must not reveal it.
    """

    seat: str
    figure: str
    subtitle: str = ""
    rank: Badge = field(default_factory=lambda: Badge(""))
    debt: Badge = field(default_factory=lambda: Badge(""))
    chips: tuple[Badge, ...] = ()
    holdings: tuple[Holding, ...] = ()
    progress: int | None = None
    note: str = ""
    warning: str = ""
    ready: bool = False
    out: bool = False
    up: bool = False
    colour: str = ""
    details: tuple[tuple[str, str], ...] = ()
    secret: tuple[tuple[str, str], ...] = ()
    toward: str = ""
    checks: tuple[Check, ...] = ()
    stakes: tuple[Stake, ...] = ()

    @property
    def masked(self) -> bool:
        """Whether the large figure itself is secret, and dots stand in its place."""
        return bool(self.secret) and not any(sign.isdigit() for sign in self.figure)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a play ended: why, who won, and everyone's rank with the figure it rests on."""

    reason: str
    winners: tuple[str, ...]
    ranks: tuple[tuple[str, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Worth:
    """A player's net worth in the game's own terms: a whole number of ``unit``.

    ``title`` is what the game calls it, ``note`` says what counts.
    """

    amount: int
    unit: str = "$"
    title: str = "Worth"
    note: str = ""
    goal: int | None = None
    """With how much the game is won, where that is what counts."""


@dataclass(frozen=True, slots=True)
class Wealth:
    """How a game computes what its players have.

    ``worth`` returns what one of them is worth now: ``None`` before being dealt in, once out, or where the game has no
    such figure. It may use hidden balances: ``companion.statistics.one_play`` checks first whether anything is hidden.
    ``debts`` are the purses in which money owed is negative.
    """

    worth: Callable[[Table, str], Worth | None] = lambda _table, _who: None
    debts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cash:
    """Money that can be counted at the table: its unit, and whether a play records it.

    ``notes`` are those of the box, largest first, in whole numbers of the unit; none where they are not known. ``bank``
    is the bank's name in the game's correction of money; empty where that sets a balance instead. ``leave_out`` names
    what is on the table and is no player's cash. ``purses`` are those that players have besides their cash, and what
    each is called; ``piles`` are common to all, by key: a name that begins a sentence, and the account.
    """

    unit: Callable[[Any], str] = lambda t: t.unit
    followed: Callable[[Any], bool] = lambda _: True
    notes: Callable[[Any], tuple[int, ...]] = lambda _: ()
    bank: str = ""
    leave_out: str = ""
    purses: Mapping[str, str] = field(default_factory=dict)
    piles: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calculator:
    """A field on a page that answers what is typed into it; ``calculate`` refuses what it can't answer.

    Nothing of it is recorded.
    """

    label: str
    hint: str
    calculate: Callable[[Any, str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules in our own words: a heading and its paragraphs.

    ``grids`` are computed of the turn, by the rules; ``asks`` answers what is typed.
    """

    title: str
    paragraphs: tuple[str | Callable[[Any], str], ...]
    """A paragraph with figures of the table is computed of the turn."""
    grids: Callable[[Any], tuple[Grid, ...]] | None = None
    asks: Calculator | None = None

    def words(self, t: TurnOf[Any]) -> tuple[str, ...]:
        """Return the paragraphs, with the figures of a table."""
        return tuple(words(t) if callable(words) else words for words in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Game:
    """A game the book can keep.

    ``secret`` tells whether an account's balance is hidden from the table; what its own player may see is in that
    player's ``Standing``; what is printed is asked for as ``board:`` and its key. ``barred`` says why what was proposed
    can't be recorded though its sheet can be filled in: the reason would show what is hidden to whoever tries.
    ``bound`` says why a line can't be voided by itself, as when a later one was computed from it; empty where it can.
    ``highlights`` returns what was remarkable, without what is still hidden. ``retell`` returns the answers with which
    a line is computed again on a table, as where it names another by a number that has changed.
    """

    key: str
    title: str
    tagline: str
    accent: str
    least: int
    most: int
    edition: str
    houses: tuple[Option, ...]
    facts: tuple[BoardValue, ...]
    actions: tuple[Action, ...]
    standing: Callable[[Table, str], Standing]
    prompt: Callable[[Table], Prompt]
    ending: Callable[[Table], Ending | None]
    pages: tuple[Page, ...] = ()
    status: Callable[[Table], tuple[Badge, ...]] = lambda _: ()
    quick: tuple[str, ...] = ()
    boards: Callable[[Table], tuple[Board, ...]] = lambda _: ()
    television: Callable[[Table], tuple[BigBoard, ...]] = lambda _: ()
    clock: Callable[[Table], Clock | None] = lambda _: None
    secret: Callable[[Table, str], bool] = lambda _table, _account: False
    barred: Callable[[Table, Proposal], str] = lambda _table, _proposal: ""
    bound: Callable[[Table, int], str] = lambda _table, _seq: ""
    retell: Callable[[Table, Proposal], Answers] = lambda _table, line: line.answers
    wealth: Wealth = Wealth()
    cash: Cash | None = None
    highlights: Callable[[Table, Sequence[Line]], tuple[Highlight, ...]] = lambda _table, _lines: ()
    tools: tuple[object, ...] = ()
    templates: tuple[Template, ...] = ()
    icon: str = "CASINO_OUTLINED"
    missing: str = ""
    reserved: Reserved = NOTHING_RESERVED
    check: Callable[[Table | None], tuple[str, ...]] = lambda _table: ()
    turn: Callable[..., TurnOf[Any]] = bare_turn

    def seat_key(self, name: str, taken: Iterable[str] = ()) -> str:
        """Make a player's key from a name, unlike any key taken, and unlike what the game keeps besides players."""
        return seat_key(name, taken, self.reserved)

    def hides(self, table: Table) -> bool:
        """Whether any sum of money is hidden from the table now, so that no figure of the play may be shown."""
        return any(is_money(unit) and self.secret(table, account) for account, unit in table.ledger.balances)

    def open_fact(self, table: Table, key: str) -> Value:
        """What is printed under a key, as far as the table knows: what is hidden is as it was before the play."""
        return table.printed[key] if self.secret(table, f"{BOARD}:{key}") else table.fact(key)

    def require_open(self, table: Table, proposal: Proposal) -> None:
        """Refuse what only the book can refuse, as it is about to be recorded.

        Raises:
            HiddenRefusal: it can't be, and why.

        """
        if why := self.barred(table, proposal):
            raise HiddenRefusal(why)

    def may_ask(self, seat: str, action: str, answers: Answers) -> bool:
        """Whether a player may ask for an action with these answers, on a phone of their own."""
        asked_by = self.action(action).asked_by
        return bool(asked_by) and answers.get(asked_by) == seat

    def action(self, name: str) -> Action:
        """The action under this name.

        Raises:
            Refusal: this game knows no such action.

        """
        for one in self.actions:
            if one.name == name:
                return one
        raise Refusal(self.missing or f"{self.title} knows no action {name[:40]!r}.")

    def house(self, key: str) -> Option:
        """The house rule under this key.

        Raises:
            Refusal: this game has no such house rule.

        """
        for one in self.houses:
            if one.key == key:
                return one
        known = ", ".join(one.key for one in self.houses)
        raise Refusal(f"{self.title} has no house rule {key[:40]!r}; it has {known}.")

    def fact(self, key: str) -> BoardValue:
        """What is printed under this key.

        Raises:
            Refusal: nothing is.

        """
        for one in self.facts:
            if one.key == key:
                return one
        raise Refusal(f"Nothing is printed under {key[:40]!r} on the board of {self.title}.")

    def house_rules(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every house rule with the way it is played: the way chosen, or the default."""
        rules = {one.key: one.default for one in self.houses}
        for key, way in (chosen or {}).items():
            rules[key] = self.house(key).read(way)
        return rules

    def printed(self, edits: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """Everything printed: the known edition's values, with the table's own edits."""
        known = {one.key: one.value for one in self.facts}
        return {**known, **{key: value for key, value in (edits or {}).items() if key in known}}

    def begin(self, seats: int) -> None:
        """Check that so many can play.

        Raises:
            Refusal: too few or too many.

        """
        if not self.least <= seats <= self.most:
            raise Refusal(f"{self.title} is for {self.least} to {self.most} players; here are {seats}.")
