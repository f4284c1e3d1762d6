"""A play being set up: who sits where, by which options, and whether it can begin. No control is made here.

Names and titles are trimmed, and refused with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from weakref import WeakKeyDictionary

import flet as ft

from companion.core.rematch import next_title
from companion.core.show.player_colours import HOUSE_ACCENT, INKS, SHAPES, valid_colour
from companion.core.table import Table, listed
from companion.core.units import IN_PARTS, is_money
from companion.dates import short_date
from companion.games import infos, is_inked, key_of_play
from models.journal import Journal
from models.ledger import Refusal, Value
from models.names import clean, name_key
from models.plays import Player, Seat
from views.state.client import Client
from views.state.room_book import book_for
from views.state.shared_table import seats_now

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from companion.core.option import Option
    from companion.core.rematch import Rematch
    from views.state.play.play_snapshot import Person

BETWEEN_NAMES = re.compile(r"[,\n]")
"""What stands between two names, and so ends one."""
FIRST_WORDS = re.compile("[.:;]")
"""What ends the first words of a sentence about a choice, which are enough where there is little room."""
LONGEST_NAME = 30
LONGEST_TITLE = 60
OPTIONS, GAMES, TEMPLATE = "options", "games", "template"
"""Sections that open: how it is played, the choice of another game, and the name for a way to play."""


def split_names(words: str) -> tuple[str, ...]:
    """Take names apart that were written in one go."""
    return tuple(name for name in map(clean, BETWEEN_NAMES.split(words)) if name)


def split_finished(words: str) -> tuple[tuple[str, ...], str]:
    """Tell the names that something ends from what follows the last of them, which may grow yet."""
    rest = BETWEEN_NAMES.split(words)[-1]
    return split_names(words[: len(words) - len(rest)]), clean(rest)


def without(names: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The names that are left when each of those gone is removed once."""
    left = list(names)
    for name in gone:
        if name in left:
            left.remove(name)
    return tuple(left)


def read_name(words: str, taken: Iterable[str]) -> str:
    """Read a player's name.

    Raises:
        Refusal: it is empty, too long, or somebody's already.

    """
    name = clean(words)
    if not name:
        raise Refusal("Write a name first.", "name")
    if len(name) > LONGEST_NAME:
        raise Refusal(f"Keep a name to {LONGEST_NAME} letters; this one has {len(name)}.", "name")
    if name_key(name) in map(name_key, taken):
        raise Refusal(f"{name} is at the table already. Add a letter to tell them apart.", "name")
    return name


def read_title(words: str) -> str:
    """Read a play's title; nothing written is no title.

    Raises:
        Refusal: it is too long.

    """
    title = clean(words)
    if len(title) > LONGEST_TITLE:
        raise Refusal(
            f"Keep the title to {LONGEST_TITLE} letters; this one has {len(title)}.", "title"
        )
    return title


def usual_title(game: Game, now: datetime | None = None, taken: Collection[str] = ()) -> str:
    """Name a play that nobody has named: by game and day, and where that is ``taken`` by a number as well."""
    day = short_date(now or datetime.now().astimezone())
    number, title = 1, f"{game.title}, {day}"
    while title in taken:
        number += 1
        title = f"{game.title} {number}, {day}"
    return title


def titles(journal: Journal) -> set[str]:
    """The titles that plays have, those in the archive too."""
    return {play.title for away in (False, True) for play in journal.plays(archived=away)}


def terms(game: Game, ways: Mapping[str, str], own_facts: int) -> str:
    """Say in few words what is played for, and how much of it is not as usual."""
    leads = [option for option in game.options if option.lead and option.applies(ways)]
    told = {lead.when for lead in leads}  # "5 rounds" says that it ends after a number of rounds
    said = []
    for rule in leads:
        way = ways[rule.key]
        if rule.whole:
            amount = rule.say(way)
            said.append(f"{rule.title} {amount}" if rule.money or is_money(rule.unit) else amount)
        elif way != rule.default and (rule.key, way) not in told:
            said.append(f"{rule.title}: {FIRST_WORDS.split(rule.say(way))[0]}")
    if changed := sum(
        ways[option.key] != option.default
        for option in game.options
        if not option.lead and option.applies(ways)
    ):
        said.append("1 house rule changed" if changed == 1 else f"{changed} house rules changed")
    if own_facts:
        said.append(
            "1 figure of your own board"
            if own_facts == 1
            else f"{own_facts} figures of your own board"
        )
    return ", ".join(said)


def quick_amounts(rule: Option[Any]) -> tuple[int, ...]:
    """Amounts worth a button for a house rule that takes any: the game's own, the usual one and shorter games."""
    usual = int(rule.default)
    if rule.quick:
        return tuple(sorted({*rule.quick, usual}))
    parts = (
        (usual // 4, usual // 2) if usual % 4 == 0 and usual // 4 >= rule.least and usual else ()
    )
    return (*parts, usual)


def known_ways(game: Game, kept: Mapping[str, object]) -> dict[str, str]:
    """House rules as kept from an earlier play; what this game no longer knows is left out."""
    ways = game.house_rules()
    for rule in game.options:
        try:
            ways[rule.key] = rule.read(str(kept[rule.key]))
        except (KeyError, Refusal):
            continue
    return ways


INK_NAMES = dict(zip(INKS, ("black", "red", "olive", "blue", "plum", "ochre"), strict=True))
NO_TEXTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Somebody who is going to play; ``number`` tells two apart while names change."""

    number: int
    name: str
    colour: str
    shape: str

    @property
    def person(self) -> Person:
        """The same, as a badge shows them."""
        from views.state.play.play_snapshot import Person  # noqa: PLC0415 - with the first game

        return Person(str(self.number), self.name, self.colour, self.shape)


@dataclass(eq=False)
class SetupForm(ft.Observable):
    """What has been filled in so far. Every change is a method, so that no handler works on an old state.

    ``chosen`` is whether somebody has said which game.
    ``again`` is the title of the play that this is a rematch of, ``laid`` when it was filled in for that, and ``lent``
    the board of that play, with what this book had ``known`` of its own board then. ``play_id`` is what the play is to
    go by, so that it is begun once however often Start is tapped. ``name`` is all that is written in the field for
    names, ``taken`` who of those sits there by now, and ``emptied`` how often a tap on Add has emptied it; ``writing``
    is whether somebody is in that field.
    """

    game: Game = field(default_factory=lambda: infos()[0].open())  # noqa: PLW0108 - looked up when a form is made
    chosen: bool = False
    players: tuple[Player, ...] = ()
    last_seats: tuple[Seat, ...] = ()
    last_ways: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    saved: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))
    template_name: str = ""
    template_error: str = ""
    board: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    title: str = ""
    title_error: str = ""
    name: str = ""
    name_error: str = ""
    taken: tuple[str, ...] = ()
    emptied: int = 0
    writing: bool = False
    seated: tuple[SeatedPlayer, ...] = ()
    edited: int = 0
    rename: str = ""
    rename_error: str = ""
    ways: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    typed: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    wrong: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS)
    open: frozenset[str] = frozenset()
    begun: str = ""
    play_id: str = field(default_factory=lambda: uuid4().hex)
    again: str = ""
    laid: float = float("-inf")
    lent: Mapping[str, Value] | None = None
    rematch: Rematch | None = None
    valid_colour: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    _next: int = 1
    _rested: str = ""

    @classmethod
    def of(cls, journal: Journal) -> SetupForm:
        """Make an empty form, with what this book remembers; the only game there is need not be chosen."""
        form = cls(players=tuple(journal.players()))
        if len(infos()) == 1:
            form.choose_game(form.game, journal)
        return form

    # -- the game ----------------------------------------------------------------------------------
    def choose_game(self, game: Game, journal: Journal) -> None:
        """Take another game: its house rules, and what was played last. It is no rematch then, with the same people."""
        if self.again:
            self.again = self.title = self.title_error = ""
        self.lent = self.rematch = None
        self.game, self.chosen = game, True
        # with ways to play by name, the options are what one comes for
        self.open = frozenset({OPTIONS} if game.templates else ())
        kept: dict[str, object] = journal.preference(f"houses:{game.key}", {})
        ways = known_ways(game, kept)
        self.last_ways = MappingProxyType(ways if ways != game.house_rules() else {})
        played = (play for play in journal.plays() if play.game.removesuffix(IN_PARTS) == game.key)
        self.last_seats = next((seats_now(journal, play) for play in played), ())
        self.ways = MappingProxyType(game.house_rules())
        self.saved = MappingProxyType(dict(journal.preference(f"templates:{game.key}", {})))
        self.template_name = self.template_error = ""
        self.typed = self.wrong = NO_TEXTS
        self.look_up(journal)

    def look_up(self, journal: Journal) -> None:
        """Read what is printed on the table's own board."""
        self.board = MappingProxyType(self.figures(journal))

    @property
    def own_facts(self) -> int:
        """How many figures the table's own board has otherwise than the edition."""
        return sum(
            self.board.get(fact.key, fact.value) != fact.value for fact in self.game.board_values
        )

    def lend(self, board: Mapping[str, Value], journal: Journal) -> None:
        """Play on the board of an earlier play."""
        self.lent = board
        self.known = MappingProxyType(journal.board_facts(self.game.key, self.game.edition))
        self.look_up(journal)

    def figures(self, journal: Journal) -> dict[str, Value]:
        """Everything printed: on the earlier play's board if there is one, with later changes of the board book."""
        own = journal.board_facts(self.game.key, self.game.edition)
        board = self.game.printed_values(own)
        if self.lent is None:
            return board
        same = {key for key in board if own.get(key) == self.known.get(key)}
        return {**board, **{key: self.lent[key] for key in same}}

    def type_title(self, words: str) -> None:
        """Keep the title as it is typed."""
        self.title = words
        try:
            read_title(words)
            self.title_error = ""
        except Refusal as refusal:
            self.title_error = refusal.sentence

    def usual_title(self, journal: Journal) -> str:
        """What the play is called if nobody names it."""
        return usual_title(self.game, taken=titles(journal))

    def _title(self, journal: Journal) -> str:
        title = read_title(self.title)
        if title in self.templates and title in (taken := titles(journal)):
            return next_title(title, taken, LONGEST_TITLE)
        return title or self.usual_title(journal)

    # -- who plays ---------------------------------------------------------------------------------
    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody seated as the table shows them; in no colour yet where the board decides it after the start."""
        if not is_inked(self.game.key):
            return tuple(seat.person for seat in self.seated)
        seats = self._seats()
        table = Table(
            tuple(seats), houses=self.ways, printed={**self.game.printed_values(), **self.board}
        )
        shown = [
            valid_colour(self.game.standing(table, seat.key).colour, HOUSE_ACCENT) for seat in seats
        ]
        return tuple(
            replace(one.person, colour=colour)
            for one, colour in zip(self.seated, shown, strict=True)
        )

    def _seats(self) -> list[Seat]:
        seats: list[Seat] = []
        for sitter in self.seated:
            seats.append(
                Seat(
                    self.game.seat_key(sitter.name, [seat.key for seat in seats]),
                    sitter.name,
                    sitter.colour,
                    sitter.shape,
                )
            )
        return seats

    @property
    def full(self) -> bool:
        """Whether the table is full."""
        return len(self.seated) >= self.game.most

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who is written in the field and does not sit there yet; what is no finished name may still grow."""
        return without(split_names(self.name), self.taken)

    @property
    def absent(self) -> tuple[Player, ...]:
        """Players remembered who do not sit here yet and fit what is typed."""
        here = {name_key(seat.name) for seat in self.seated}
        part = name_key(split_finished(self.name)[1])
        return tuple(
            player
            for player in self.players
            if name_key(player.name) not in here and part in name_key(player.name)
        )

    def type_names(self, words: str) -> None:
        """Keep names as they are typed. One that is finished is seated at once.

        It stays in the field until typing pauses: a field that is emptied while somebody types in it loses what was
        typed since.
        """
        if not self._rested or not words.startswith(self._rested):
            self._rested = ""
        words = words.removeprefix(self._rested)  # written on while the field was being emptied
        names, _ = split_finished(words)
        self.name, self.name_error = words, ""
        self.taken = tuple(name for name in self.taken if name in names)
        for name in without(names, self.taken):
            try:
                self._sit(name)
            except Refusal as refusal:
                self.name_error = refusal.sentence
                return
            self.taken = (*self.taken, name)

    @property
    def all_seated(self) -> bool:
        """Whether everybody typed is seated, so that the field can be emptied."""
        return bool(self.taken) and not self.waiting and self.name.rstrip(" ").endswith((",", "\n"))

    def clear_seated(self, words: str) -> None:
        """Empty the field if nothing was written since these words."""
        if self.name == words and self.all_seated:
            self.name, self.taken, self._rested = "", (), words

    def write(self, on: bool) -> None:
        """Somebody has come into the field for names, or left it."""
        self.writing = on
        if not on:
            self.leave()

    def leave(self) -> None:
        """Remove from the field whoever is seated; the rest stays."""
        if self.taken:
            self.name, self.taken = ", ".join(self.waiting), ()

    def add_typed(self) -> bool:
        """Seat everybody typed in the field, and empty it; whoever is refused, and those after, stay in it."""
        names = self.waiting
        seated = self._add_all(names if names or self.taken else (self.name,))
        self.emptied += seated
        return seated

    def invite(self, player: Player) -> None:
        """Seat somebody remembered, of whom a part of the name may be written, after those written before."""
        _, part = split_finished(self.name)
        waiting = self.waiting
        if self._add_all(waiting[:-1] if part else waiting):
            self.add(player.name, player)

    def _add_all(self, names: Sequence[str]) -> bool:
        written = self.name
        for at, name in enumerate(names):
            try:
                self._sit(name)
            except Refusal as refusal:
                self.name = ", ".join(names[at:]) if at or self.taken else written
                self.taken, self.name_error = (), refusal.sentence
                return False
        self._empty()
        return True

    def _empty(self) -> None:
        self.name, self.name_error, self.taken = "", "", ()

    def _sit(self, name: str, known: Player | None = None) -> None:
        if self.full:
            raise Refusal(f"{self.game.title} takes {self.game.most} players at most.", "name")
        read = read_name(name, (seat.name for seat in self.seated))
        known = known or next(
            (player for player in self.players if name_key(player.name) == name_key(read)), None
        )
        self.seat(read, known.colour if known else "", known.token if known else "")

    def add(self, name: str, known: Player | None = None) -> None:
        """Seat somebody, with the colour and shape they had last if they are free, and empty the field.

        Raises:
            Refusal: the table is full, or it is no name.

        """
        self._sit(name, known)
        self._empty()

    def seat(self, name: str, colour: str, shape: str) -> None:
        """Seat somebody at the end of the table, with a colour and shape that nobody else has."""
        colours, shapes = (
            {seat.colour for seat in self.seated},
            {seat.shape for seat in self.seated},
        )
        at = len(self.seated)
        if colour not in INKS or colour in colours:
            colour = next((ink for ink in INKS if ink not in colours), INKS[at % len(INKS)])
        if shape not in SHAPES or shape in shapes:
            shape = next(
                (shape for shape in SHAPES if shape not in shapes), SHAPES[at % len(SHAPES)]
            )
        self.seated = (*self.seated, SeatedPlayer(self._next, name, colour, shape))
        self._next += 1

    def seat_as_last(self) -> None:
        """Seat everybody who played last time, in the same order."""
        for seat in self.last_seats[: self.game.most]:
            if (
                name_key(seat.name) not in {name_key(sitter.name) for sitter in self.seated}
                and not self.full
            ):
                self.seat(seat.name, seat.colour, seat.token)

    def remove(self, number: int) -> None:
        """Let somebody stand up again."""
        self.seated = tuple(seat for seat in self.seated if seat.number != number)
        self.edit(0)

    def move(self, number: int, by: int) -> None:
        """Move somebody up or down the order round the table."""
        order = list(self.seated)
        at = next((at for at, one in enumerate(order) if one.number == number), -1)
        if at >= 0 and 0 <= at + by < len(order):
            order.insert(at + by, order.pop(at))
            self.seated = tuple(order)

    def edit(self, number: int) -> None:
        """Open what can be changed about somebody, or close it again."""
        self.edited = 0 if number == self.edited else number
        self.rename_error = ""
        self.rename = next((seat.name for seat in self.seated if seat.number == self.edited), "")

    def type_new_name(self, words: str) -> None:
        """Keep another name for the player being edited."""
        self.rename = words
        try:
            name = read_name(
                words, (seat.name for seat in self.seated if seat.number != self.edited)
            )
        except Refusal as refusal:
            self.rename_error = refusal.sentence
            return
        self.rename_error = ""
        self.seated = tuple(
            replace(seat, name=name) if seat.number == self.edited else seat for seat in self.seated
        )

    def set_colour(self, number: int, colour: str) -> None:
        """Give somebody a colour; whoever had it takes theirs."""
        mine = next((seat.colour for seat in self.seated if seat.number == number), colour)
        self.seated = tuple(
            replace(
                sitter,
                colour=colour
                if sitter.number == number
                else mine
                if sitter.colour == colour
                else sitter.colour,
            )
            for sitter in self.seated
        )

    def shape(self, number: int, shape: str) -> None:
        """Give somebody a token's shape; whoever had it takes theirs."""
        mine = next((seat.shape for seat in self.seated if seat.number == number), shape)
        self.seated = tuple(
            replace(
                sitter,
                shape=shape
                if sitter.number == number
                else mine
                if sitter.shape == shape
                else sitter.shape,
            )
            for sitter in self.seated
        )

    # -- how it is played --------------------------------------------------------------------------
    @property
    def changed(self) -> int:
        """How many of the house rules below are played otherwise than the rulings; those that lead are no rulings."""
        below = (
            option for option in self.game.options if not option.lead and option.applies(self.ways)
        )
        return sum(self.ways[option.key] != option.default for option in below)

    def toggle(self, section: str) -> None:
        """Unfold a section, or fold it up again."""
        self.open = self.open ^ {section}

    def play_by(self, key: str, way: str) -> None:
        """Settle a house rule."""
        self.ways = MappingProxyType({**self.ways, key: way})
        self._clear(key)

    def ask_amount(self, key: str) -> None:
        """Open the field for another amount."""
        self.typed = MappingProxyType({**self.typed, key: self.typed.get(key, "")})

    def amount(self, key: str, words: str) -> None:
        """Keep an amount as it is typed; the last good one counts until this is one."""
        self.typed = MappingProxyType({**self.typed, key: words})
        try:
            way = self.game.option(key).read(words)
        except Refusal as refusal:
            self.wrong = MappingProxyType({**self.wrong, key: refusal.sentence})
            return
        self.ways = MappingProxyType({**self.ways, key: way})
        self.wrong = MappingProxyType({one: said for one, said in self.wrong.items() if one != key})

    def play_as_last(self) -> None:
        """Take the house rules of the last play."""
        self.ways, self.typed, self.wrong = self.last_ways, NO_TEXTS, NO_TEXTS

    def play_by_rulings(self) -> None:
        """Take the default of every house rule but those that lead: they make the game what it is."""
        lead = {option.key for option in self.game.options if option.lead}
        ways = self.game.house_rules()
        self.ways = MappingProxyType(
            {key: self.ways[key] if key in lead else way for key, way in ways.items()}
        )
        self.typed = MappingProxyType(
            {key: words for key, words in self.typed.items() if key in lead}
        )
        self.wrong = MappingProxyType(
            {key: words for key, words in self.wrong.items() if key in lead}
        )

    def _clear(self, key: str) -> None:
        self.typed = MappingProxyType(
            {one: words for one, words in self.typed.items() if one != key}
        )
        self.wrong = MappingProxyType({one: said for one, said in self.wrong.items() if one != key})

    # -- ways to play by name ----------------------------------------------------------------------
    @property
    def templates(self) -> dict[str, Mapping[str, str]]:
        """Ways to play by their names: the game's own, then those that people have saved."""
        return {**self.game.templates, **self.saved}

    @property
    def template(self) -> str:
        """The name of how it would be played now, if it has one."""
        return next(
            (name for name, ways in self.templates.items() if self._all_ways(ways) == self.ways), ""
        )

    @property
    def called(self) -> str:
        """What is begun: the game, or where that is for many the template that was chosen, such as Hearts."""
        return (self.template if self.game.templates else "") or self.game.title

    def _all_ways(self, ways: Mapping[str, str]) -> dict[str, str]:
        return known_ways(self.game, {**self.game.house_rules(), **ways})

    def use_template(self, name: str) -> None:
        """Play as a template says, under its name unless the play has one already."""
        if self.title in ("", *self.templates):
            self.type_title(name)
        self.ways = MappingProxyType(self._all_ways(self.templates[name]))
        self.typed = self.wrong = NO_TEXTS
        self.template_name = self.template_error = ""

    def type_template(self, words: str) -> None:
        """Keep the name under which these ways are to be saved, as it is typed."""
        self.template_name, self.template_error = words, ""

    def save_template(self, journal: Journal) -> None:
        """Save how it would be played under a name; plays that were begun by it keep what they were begun with."""
        try:
            name = read_title(self.template_name)
            if not name:
                raise Refusal("Write a name first.")  # noqa: TRY301 - shown at the field, as the other is
            if name in self.game.templates:
                raise Refusal(f"{name} is there already. Choose another name.")  # noqa: TRY301 - as above
        except Refusal as refusal:
            self.template_error = refusal.sentence
            return
        self._keep_templates({**self.saved, name: dict(self.ways)}, journal)
        self.template_name, self.open = "", self.open - {TEMPLATE}

    def forget_template(self, name: str, journal: Journal) -> None:
        """Remove a template that somebody has saved."""
        self._keep_templates(
            {one: ways for one, ways in self.saved.items() if one != name}, journal
        )

    def _keep_templates(self, saved: Mapping[str, Mapping[str, str]], journal: Journal) -> None:
        journal.set_preference(f"templates:{self.game.key}", dict(saved))
        self.saved = MappingProxyType(dict(saved))

    # -- beginning ---------------------------------------------------------------------------------
    @property
    def expected(self) -> int:
        """The number of players it begins with: whoever is typed in the field is seated then."""
        return len(self.seated) + len(self.waiting)

    @property
    def missing(self) -> str:
        """The next step before it can begin, as the button says it; empty if there is none."""
        if not self.chosen:
            return "Choose a game"
        less, more = self.game.least - self.expected, self.expected - self.game.most
        if less > 0:
            return "Add 1 player" if less == 1 else f"Add {less} players"
        if more > 0:
            return "Remove 1 player" if more == 1 else f"Remove {more} players"
        return ""

    @property
    def error(self) -> str:
        """What is written and can't be used, in a sentence; empty if nothing is."""
        # an error in a rule that has no effect now does not matter
        wrong = [
            self.wrong[option.key]
            for option in self.game.options
            if option.key in self.wrong and option.applies(self.ways)
        ]
        unread = [self.title_error, self.name_error, self.rename_error, *wrong]
        return next((said for said in unread if said), "")

    def begin(self, journal: Journal) -> str:
        """Begin the play and return its id; called again, return the same one.

        Raises:
            Refusal: something is missing.

        """
        if self.begun:
            return self.begun
        if self.waiting and not self.add_typed():
            raise Refusal(self.name_error, "name")
        if self.missing or self.error:
            raise Refusal(self.error or f"{self.missing} first.")
        game = self.game
        houses = game.house_rules(self.ways)
        with (
            journal.database.writing()
        ):  # who sits there and how they like it is remembered along with it
            play = journal.begin(
                game=key_of_play(game, houses),
                title=self._title(journal),
                seats=self._seats(),
                houses=houses,
                board=self.figures(journal),
                edition=game.edition,
                play=self.play_id,
            )
            if self.rematch and self.rematch.first:
                from companion.core.recording.again import record_first  # noqa: PLC0415 - with the first rematch

                record_first(journal, game, play, self.rematch)
            for sitter in reversed(self.seated):
                journal.remember_player(sitter.name, sitter.colour, sitter.shape)
            journal.set_preference(f"houses:{game.key}", dict(self.ways))
        self.begun = play.id
        return self.begun

    def last_players(self) -> str:
        """Who played last time, in a sentence's words."""
        return listed(seat.name for seat in self.last_seats[: self.game.most])


FORMS: WeakKeyDictionary[Client, SetupForm] = WeakKeyDictionary()
"""The form that each session is filling in; it outlives a look at the board book, and a reload."""


def form_of(client: Client) -> SetupForm:
    """The form a session is filling in."""
    if client not in FORMS:
        FORMS[client] = SetupForm.of(book_for(client))
    return FORMS[client]
