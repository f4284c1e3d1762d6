"""A play being set up: who sits where, by which options, and whether it can begin. No control is made here.

Names and titles are trimmed, and refused with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from weakref import WeakKeyDictionary

import flet as ft

from companion.core.rematch import next_title
from companion.core.show.player_colours import INKS, SHAPES, valid_colour
from companion.core.units import IN_PARTS, THOUSANDS, format_amount
from companion.dates import short_date
from companion.games import infos, key_of_play
from models.journal import Journal
from models.ledger import Refusal, Value
from models.names import clean, name_key
from models.plays import Player, Seat
from views.components.fields import Typed, is_writing
from views.state.client import Client
from views.state.room_book import book_for
from views.state.shared_table import seats_now

if TYPE_CHECKING:  # loaded with the first game
    from companion.core.game import Game
    from companion.core.option import Option
    from companion.core.rematch import Rematch

BETWEEN_NAMES = re.compile(r"[,\n]")
"""What stands between two names, and so ends one."""
FIRST_WORDS = re.compile("[.:;]")
"""What ends the first words of a sentence about a choice, which are enough where there is little room."""
LONGEST_NAME = 30
LONGEST_TITLE = 60
HOUSES, GAMES, TEMPLATE = "houses", "games", "template"
"""Sections that open: the house rules, the choice of another game, and the name for a way to play."""


def split_names(words: str) -> tuple[str, ...]:
    """Take names apart that were written in one go."""
    return tuple(name for name in map(clean, BETWEEN_NAMES.split(words)) if name)


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


def current_number(rule: Option[Any], way: str) -> str:
    """The number in force, as the field shows it at first."""
    return format_amount(int(way), THOUSANDS) if rule.unit == THOUSANDS and way.isdigit() else way


def pick_free(wanted: str, looks: Sequence[str], taken: Sequence[str]) -> str:
    """The colour or shape that is wanted, else the first that nobody has; where all are taken, the next in turn."""
    free = (look for look in (wanted, *looks) if look in looks and look not in taken)
    return next(free, looks[len(taken) % len(looks)])


@dataclass(eq=False)
class SetupForm(ft.Observable):
    """What has been filled in so far. Every change is a method, so that no handler works on an old state.

    ``chosen`` is whether somebody has said which game. A seat's key is its own while names change; the play's keys are
    made of the names when it begins. ``again`` is the title of the play that this follows, ``rematch`` what that hands
    on, with what this book had ``known`` of its own board then. ``play_id`` is what the play is to go by, so that it
    is begun once however often Start is tapped. ``taken`` are those in the field for names who sit by now,
    ``emptied`` counts how often a tap on Add has emptied that field.
    """

    game: Game = field(default_factory=lambda: infos()[0].open())  # noqa: PLW0108 - looked up when a form is made
    chosen: bool = False
    players: tuple[Player, ...] = ()
    seats: tuple[Seat, ...] = ()
    last_names: tuple[str, ...] = ()
    ways: dict[str, str] = field(default_factory=dict)
    last_ways: dict[str, str] = field(default_factory=dict)
    saved: dict[str, Mapping[str, str]] = field(default_factory=dict)
    board: dict[str, Value] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict)
    title: Typed = field(init=False)
    name: Typed = field(init=False)
    new_name: Typed = field(init=False)
    template_name: Typed = field(init=False)
    taken: tuple[str, ...] = ()
    emptied: int = 0
    edited: str = ""
    open: frozenset[str] = frozenset()
    begun: str = ""
    play_id: str = field(default_factory=lambda: uuid4().hex)
    again: str = ""
    rematch: Rematch | None = None
    _typed: dict[str, Typed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.title = Typed(read_title, changed=self.notify)
        self.name = Typed(self._type_names, changed=self._leave_names)
        self.new_name = Typed(self._rename, changed=self.notify)
        self.template_name = Typed(changed=self.notify)

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
            self.again, self.rematch = "", None
            self.title.type("")
        self.game, self.chosen = game, True
        self.open = frozenset()
        ways = known_ways(game, journal.preference(f"houses:{game.key}", {}))
        self.last_ways = ways if ways != game.house_rules() else {}
        played = (play for play in journal.plays() if play.game.removesuffix(IN_PARTS) == game.key)
        last = next((seats_now(journal, play) for play in played), ())
        self.last_names = tuple(seat.name for seat in last[: game.most])
        self.saved = dict(journal.preference(f"templates:{game.key}", {}))
        self.template_name.type("")
        self.ways, self._typed = game.house_rules(), {}
        self.look_up(journal)

    def look_up(self, journal: Journal) -> None:
        """Read what other screens may have changed: how players look, and what is printed on the table's own board.

        In a rematch it is played on the board of the play before, with later changes of the board book.
        """
        before = {(player.name, player.colour, player.token) for player in self.players}
        self.players = tuple(journal.players())
        for player in self.players:
            if (player.name, player.colour, player.token) not in before:
                self._dress(player)
        own = journal.board_facts(self.game.key, self.game.edition)
        lent = self.rematch.board if self.rematch else {}
        same = {key: lent[key] for key in lent if own.get(key) == self.known.get(key)}
        self.board = {**self.game.printed_values(own), **same}

    def follow(self, rematch: Rematch, journal: Journal) -> None:
        """Play once more, on the same board and by the same house rules."""
        self.rematch = rematch
        self.play_by(rematch.ways)
        self.known = journal.board_facts(self.game.key, self.game.edition)
        self.look_up(journal)

    @property
    def own_facts(self) -> int:
        """How many figures the table's own board has otherwise than the edition."""
        return sum(
            self.board.get(fact.key, fact.value) != fact.value for fact in self.game.board_values
        )

    def usual_title(self, journal: Journal) -> str:
        """What the play is called if nobody names it."""
        return usual_title(self.game, taken=titles(journal))

    def _title(self, journal: Journal) -> str:
        title = read_title(self.title.words)
        if title in self.templates and title in (taken := titles(journal)):
            return next_title(title, taken, LONGEST_TITLE)
        return title or self.usual_title(journal)

    # -- who plays ---------------------------------------------------------------------------------
    def keyed(self) -> tuple[Seat, ...]:
        """The seats with the keys that they have in the play."""
        keys: list[str] = []
        for seat in self.seats:
            keys.append(self.game.seat_key(seat.name, keys))
        return tuple(replace(seat, key=key) for seat, key in zip(self.seats, keys, strict=True))

    @property
    def full(self) -> bool:
        """Whether the table is full."""
        return len(self.seats) >= self.game.most

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who is written in the field and does not sit there yet; the last may still grow."""
        return without(split_names(self.name.words), self.taken)

    @property
    def part(self) -> str:
        """What is written of the last name, which nothing has ended."""
        return clean(BETWEEN_NAMES.split(self.name.words)[-1])

    @property
    def absent(self) -> tuple[Player, ...]:
        """Players remembered who do not sit here yet and fit what is typed."""
        here = {name_key(seat.name) for seat in self.seats}
        return tuple(
            player
            for player in self.players
            if name_key(player.name) not in here and name_key(self.part) in name_key(player.name)
        )

    def _type_names(self, words: str) -> None:
        """Seat whoever is ended by a comma or Enter; the words stay, for somebody writes there.

        Of who is refused, and those after, the names alone stay.
        A field that is emptied while somebody types in it loses what was typed since.
        """
        finished = split_names(words[: len(words) - len(BETWEEN_NAMES.split(words)[-1])])
        self.taken = tuple(name for name in self.taken if name in finished)
        for name in without(finished, self.taken):
            try:
                self._sit(name)
            except Refusal:
                # behind the end of its line it would be out of sight
                self.name.words, self.taken = ", ".join(self.waiting), ()
                raise
            self.taken = (*self.taken, name)

    def _leave_names(self) -> None:
        if self.taken and not is_writing():
            self.name.words, self.taken = ", ".join(self.waiting), ()
        self.notify()  # type: ignore[no-untyped-call]

    def add_typed(self) -> bool:
        """Seat everybody written in the field; where nobody sits yet, there must be somebody."""
        nobody = () if self.seats else ("",)
        seated = self.add(*(self.waiting or nobody))
        self.emptied += seated
        return seated

    def invite(self, player: Player) -> None:
        """Seat somebody remembered, of whom a part of the name may be written, after those written before."""
        self.add(*(self.waiting[:-1] if self.part else self.waiting), player.name)

    def add(self, *names: str) -> bool:
        """Seat players and empty the field; whoever is refused, and those after, stay in it."""
        for at, name in enumerate(names):
            with self.name.showing_refusal():
                self._sit(name)
            if self.name.error:
                self.name.words, self.taken = ", ".join(names[at:]), ()
                return False
        self.name.words, self.taken = "", ()
        return True

    def _sit(self, name: str) -> None:
        """Seat somebody, with the colour and shape of last time if they are free.

        Raises:
            Refusal: the table is full, or it is no name.

        """
        if self.full:
            raise Refusal(f"{self.game.title} takes {self.game.most} players at most.", "name")
        read = read_name(name, (seat.name for seat in self.seats))
        known = [player for player in self.players if name_key(player.name) == name_key(read)]
        self.seat(read, *((known[0].colour, known[0].token) if known else ("", "")))

    def seat(self, name: str, colour: str, shape: str) -> None:
        """Seat somebody at the end of the table, with a colour and shape that nobody else has."""
        colour = pick_free(colour, INKS, [seat.colour for seat in self.seats])
        shape = pick_free(shape, SHAPES, [seat.token for seat in self.seats])
        self.seats = (*self.seats, Seat(uuid4().hex, name, colour, shape))

    def remove(self, key: str) -> None:
        """Let somebody stand up again."""
        self.seats = tuple(seat for seat in self.seats if seat.key != key)
        self.edited = ""

    def move(self, key: str, by: int) -> None:
        """Move somebody up or down the order round the table."""
        order = list(self.seats)
        at = next((at for at, seat in enumerate(order) if seat.key == key), -1)
        if at >= 0 and 0 <= at + by < len(order):
            order.insert(at + by, order.pop(at))
            self.seats = tuple(order)

    def edit(self, key: str) -> None:
        """Open what can be changed about somebody, or close it again."""
        self.edited = "" if key == self.edited else key
        self.new_name.error = ""
        self.new_name.words = next((seat.name for seat in self.seats if seat.key == key), "")

    def _rename(self, words: str) -> None:
        name = read_name(words, (seat.name for seat in self.seats if seat.key != self.edited))
        self.seats = tuple(
            replace(seat, name=name) if seat.key == self.edited else seat for seat in self.seats
        )

    def _dress(self, player: Player) -> None:
        for seat in self.seats:
            if name_key(seat.name) == name_key(player.name):
                self.swap(seat.key, "colour", valid_colour(player.colour, seat.colour))
                self.swap(seat.key, "token", player.token or seat.token)

    def swap(self, key: str, part: str, wanted: str) -> None:
        """Give somebody a colour or a token's shape; whoever had it takes theirs."""
        own = next((getattr(seat, part) for seat in self.seats if seat.key == key), wanted)
        self.seats = tuple(
            replace(seat, **{part: wanted})
            if seat.key == key
            else replace(seat, **{part: own})
            if getattr(seat, part) == wanted
            else seat
            for seat in self.seats
        )

    # -- how it is played --------------------------------------------------------------------------
    @property
    def changed(self) -> int:
        """How many of the house rules below are played otherwise than the rulings; those that lead are no rulings."""
        below = (
            option for option in self.game.options if not option.lead and option.applies(self.ways)
        )
        return sum(self.ways[option.key] != option.default for option in below)

    @property
    def terms(self) -> str:
        """What is played for, and how much of it is not as usual, in few words."""
        said = [
            f"{rule.title}: {FIRST_WORDS.split(rule.say(self.ways[rule.key]))[0]}"
            for rule in self.game.options
            if rule.lead and rule.applies(self.ways)
            if rule.whole or self.ways[rule.key] != rule.default
        ]
        if self.changed:
            said.append(f"house rules changed: {self.changed}")
        if self.own_facts:
            said.append(f"figures of your own board: {self.own_facts}")
        return ", ".join(said)

    def toggle(self, section: str) -> None:
        """Unfold a section, or fold it up again."""
        self.open = self.open ^ {section}

    def play_by(self, ways: Mapping[str, str]) -> None:
        """Settle some house rules; what was typed for them counts no longer."""
        self.ways = {**self.ways, **ways}
        for key in ways:
            self._typed.pop(key, None)

    def play_by_rulings(self) -> None:
        """Take the default of every house rule but those that lead: they make the game what it is."""
        self.play_by(
            {option.key: option.default for option in self.game.options if not option.lead}
        )

    def typed(self, rule: Option[Any]) -> Typed:
        """What is typed for a house rule that takes any number, or words; the last good one counts."""

        def read(words: str) -> None:
            self.ways[rule.key] = rule.read(words)

        now = current_number(rule, self.ways[rule.key])
        return self._typed.setdefault(rule.key, Typed(read, now, changed=self.notify))

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

    def _all_ways(self, ways: Mapping[str, str]) -> dict[str, str]:
        return known_ways(self.game, {**self.game.house_rules(), **ways})

    def use_template(self, name: str) -> None:
        """Play as a template says, under its name unless the play has one already."""
        if self.title.words in ("", *self.templates):
            self.title.type(name)
        self.play_by(self._all_ways(self.templates[name]))
        self.template_name.type("")

    def save_template(self, journal: Journal) -> None:
        """Save how it would be played under a name; plays that were begun by it keep what they were begun with."""
        with self.template_name.showing_refusal():
            name = read_title(self.template_name.words)
            if not name:
                raise Refusal("Write a name first.")
            if name in self.game.templates:
                raise Refusal(f"{name} is there already. Choose another name.")
            self._keep_templates({**self.saved, name: dict(self.ways)}, journal)
            self.template_name.words, self.open = "", self.open - {TEMPLATE}

    def forget_template(self, name: str, journal: Journal) -> None:
        """Remove a template that somebody has saved."""
        self._keep_templates({key: self.saved[key] for key in self.saved if key != name}, journal)

    def _keep_templates(self, saved: dict[str, Mapping[str, str]], journal: Journal) -> None:
        journal.set_preference(f"templates:{self.game.key}", saved)
        self.saved = saved

    # -- beginning ---------------------------------------------------------------------------------
    @property
    def expected(self) -> int:
        """The number of players it begins with: whoever is typed in the field is seated then."""
        return len(self.seats) + len(self.waiting)

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
        amounts = [
            self._typed[option.key]
            for option in self.game.options
            if option.key in self._typed and option.applies(self.ways)
        ]
        fields = (self.title, self.name, self.new_name, *amounts)
        return next((typed.error for typed in fields if typed.error), "")

    def begin(self, journal: Journal) -> str:
        """Begin the play and return its id; called again, return the same one.

        Raises:
            Refusal: something is missing.

        """
        if self.begun:
            return self.begun
        if self.waiting and not self.add_typed():
            raise Refusal(self.name.error, "name")
        if self.missing or self.error:
            raise Refusal(self.error or f"{self.missing} first.")
        self.look_up(journal)
        game = self.game
        houses = game.house_rules(self.ways)
        with (
            journal.database.writing()
        ):  # who sits there and how they like it is remembered along with it
            play = journal.begin(
                game=key_of_play(game, houses),
                title=self._title(journal),
                seats=self.keyed(),
                houses=houses,
                board=self.board,
                edition=game.edition,
                play=self.play_id,
            )
            if self.rematch and self.rematch.first:
                from companion.core.recording.again import record_first  # noqa: PLC0415 - with the first rematch

                record_first(journal, game, play, self.rematch)
            for seat in reversed(self.seats):
                journal.remember_player(seat.name, seat.colour, seat.token)
            journal.set_preference(f"houses:{game.key}", dict(self.ways))
        self.begun = play.id
        return self.begun


FORMS: WeakKeyDictionary[Client, SetupForm] = WeakKeyDictionary()
"""The form that each session is filling in; it outlives a look at the board book, and a reload."""


def form_of(client: Client) -> SetupForm:
    """The form a session is filling in."""
    if client not in FORMS:
        FORMS[client] = SetupForm.of(book_for(client))
    return FORMS[client]
