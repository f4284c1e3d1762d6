"""Statistics of all plays: everybody's tally, the best of each game, and two players head to head."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import inf
from typing import NamedTuple, TypeAlias

from companion.core.recording.rules_at import RulesAt
from companion.core.show.boards import Grid
from companion.core.show.cards import Ending
from companion.core.show.highlights import Highlight, Kind
from companion.core.table import Table, listed
from companion.core.units import format_amount, is_money, per_whole, sign_of
from companion.games import game_of, infos
from models import integrity
from models.errors import DamagedError, NoSuchPlayError
from models.frozen import frozen
from models.journal import Journal
from models.ledger import Projection
from models.names import name_key
from models.plays import Play, Player

NOTE = "Archived games count, deleted ones don't. Of the wins, so many were shared."
MOST_BESTS = 6
NOTHING = "Nothing is recorded yet."


def read(journal: Journal) -> PlayerStats:
    """Read all plays of a book at once."""
    memory = Memory()
    for _ in memory.steps(journal):
        pass
    return PlayerStats.of(memory, journal)


def join_players(journal: Journal, player: str, other: str) -> None:
    """Count the games of one record, by its key, for another player, who is the same person. No play changes."""
    journal.set_preference(SAME + other, "")
    journal.set_preference(SAME + player, other)


def take_apart(journal: Journal, player: str) -> None:
    """Count the games of a record for itself again."""
    journal.set_preference(SAME + player, "")


def tables(journal: Journal) -> tuple[Grid, ...]:
    """All statistics of a book: its players, then game by game, then head to head."""
    book = read(journal)
    return (
        _players(book),
        *(grid for key, title in book.games for grid in _game(book, key, title)),
        *_meetings(book),
    )


def _counts(tally: Tally) -> tuple[str, ...]:
    return str(tally.played), str(tally.wins), str(tally.shared), str(tally.going)


def _players(book: PlayerStats) -> Grid:
    rows = tuple(
        (person.name, *_counts(person.tally), f"{person.last:%Y-%m-%d}") for person in book.people
    )
    out = tuple(f"Left out: {one.title}. {one.why}" for one in book.left_out)
    note = " ".join((NOTE if rows else NOTHING, *out))
    return Grid(
        ("Player", "Played", "Won", "Shared", "Going on", "Last played"), rows, "Players", note
    )


def _game(book: PlayerStats, key: str, title: str) -> tuple[Grid, ...]:
    ranking = book.ranking(key)
    rows = tuple((one.name, *_counts(here.tally), _results(here)) for one, here in ranking)
    best = tuple(
        (one.highlight.label, one.names, one.highlight.said, one.evening.title)
        for one in book.best_of(key)
    )
    grids = [Grid(("Player", "Played", "Won", "Shared", "Going on", "Results"), rows, title)]
    if best:
        grids.append(Grid(("Record", "Who", "Figure", "Game"), best, f"Best of {title}"))
    return tuple(grids)


def _results(here: InGame) -> str:
    return "; ".join(
        f"{result.kind.label}: best {result.best.highlight.said}, {result.average} on average"
        for result in here.results
    )


def _meetings(book: PlayerStats) -> tuple[Grid, ...]:
    rows = []
    for person, other in combinations(sorted(book.people, key=lambda who: who.key), 2):
        met = book.between(person.key, other.key)
        if met.together:
            counts = (met.together, met.ahead, met.behind, met.level, met.undecided)
            rows.append((person.name, other.name, *map(str, counts)))
    heads = ("First", "Second", "Together", "First ahead", "Second ahead", "Level", "Undecided")
    return (
        (Grid(heads, tuple(rows), "Head to head", "Who came out ahead, by place."),) if rows else ()
    )


log = logging.getLogger("companion")

SAME = "same_player:"
"""Begins the key of the preference that holds for whom a record counts; a player's key follows."""

DAMAGED = "It is damaged, so none of its figures is counted."
UNKNOWN = "This version of Companion does not know its game."

Version: TypeAlias = tuple[object, ...]


@frozen
class Sat:
    """A player in a play: the name, colour and token there.

    ``rank`` is the place at the end, from 1; ``None`` in a play that goes on, or for a player who left.
    """

    player: str
    name: str
    colour: str = ""
    token: str = ""
    rank: int | None = None
    won: bool = False


@frozen
class PlayRecord:
    """The statistics of a play: its players, each once, and their highlights.

    ``over`` is by the rules. ``winners`` counts seats: where there are several, the win is shared.
    """

    play: str
    game: str
    title: str
    at: datetime
    over: bool
    winners: int
    people: tuple[Sat, ...]
    highlights: tuple[tuple[str, Highlight], ...]

    def sat(self, player: str) -> Sat | None:
        """How a player took part, or ``None``."""
        return next((person for person in self.people if person.player == player), None)


@frozen
class LeftOut:
    """A play that does not count, and why, in a sentence."""

    title: str
    why: str


class Progress(NamedTuple):
    """How many plays are read, of how many."""

    done: int
    many: int


class Memory:
    """Caches what was read of each play until it is written to."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Version, PlayRecord | LeftOut]] = {}

    def steps(self, journal: Journal) -> Iterator[Progress]:
        """Read every play that is new or was written to, one a step; each step yields the progress.

        Between two steps a screen can be drawn. Cached plays take no step.
        """
        plays = journal.every_play()
        self._kept = {play.id: self._kept[play.id] for play in plays if play.id in self._kept}
        unread = [
            play for play in plays if self._kept.get(play.id, ((), None))[0] != _version(play)
        ]
        for at, play in enumerate(unread):
            yield Progress(len(plays) - len(unread) + at, len(plays))
            try:
                self._kept[play.id] = _version(play), _read(journal, play)
            except NoSuchPlayError:
                self._kept.pop(play.id, None)  # it has just been purged

    @property
    def evenings(self) -> tuple[PlayRecord, ...]:
        """The plays that count, the earliest first."""
        found = [one for _, one in self._kept.values() if isinstance(one, PlayRecord)]
        return tuple(sorted(found, key=lambda evening: (evening.at, evening.play)))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The plays that don't count, by title."""
        found = [one for _, one in self._kept.values() if isinstance(one, LeftOut)]
        return tuple(sorted(found, key=lambda play: name_key(play.title)))


def _read(journal: Journal, play: Play) -> PlayRecord | LeftOut:
    try:
        if not integrity.check(journal, play.id):
            rules = RulesAt(play, game_of(play.game), journal.ledger(play.id))
            game, table = rules.game, rules.table
            if game.missing:
                return LeftOut(play.title, UNKNOWN)
            lines = Projection(journal.all_entries(play.id)).lines
            return evening(play, table, game.ending(table), game.highlights_of(table, lines))
    except NoSuchPlayError:
        raise
    except DamagedError:
        log.warning("play %s is damaged and left out of the records", play.id)
    except Exception:
        # a fault in one play must not hide the others
        log.exception("play %s is left out of the records", play.id)
    return LeftOut(play.title, DAMAGED)


def _version(play: Play) -> Version:
    return play.entries, play.touched, play.title, play.created, play.seats


def evening(
    play: Play, table: Table, over: Ending | None, highlights: tuple[Highlight, ...]
) -> PlayRecord:
    """Return the statistics of a play, by the present names of all who sat down or joined."""
    ranks: Mapping[str, int] = {who: rank for who, rank, _ in over.ranks} if over else {}
    winners = over.winners if over else ()
    sat: dict[str, Sat] = {}
    for seat in table.players:
        name, rank = table.name(seat.key), ranks.get(seat.key)
        sat[seat.key] = Sat(
            name_key(name), name, seat.colour, seat.token, rank, seat.key in winners
        )
    return PlayRecord(
        play.id,
        game_of(play.game).key,
        play.title,
        play.touched,
        over is not None,
        len(winners),
        _each_once(sat.values()),
        tuple(
            (sat[highlight.seat].player, highlight)
            for highlight in highlights
            if highlight.seat in sat
        ),
    )


def _each_once(people: Iterable[Sat]) -> tuple[Sat, ...]:
    """Return every player once: of two seats of one player, as after a correction, the better place counts."""
    found: dict[str, Sat] = {}
    for sat in people:
        known = found.get(sat.player)
        if known is None or (sat.rank or inf) < (known.rank or inf):
            found[sat.player] = sat
    return tuple(found.values())


@frozen
class PlayerHighlight:
    """A highlight with its player and its play; ``others`` are the names of those with the same figure, in any play."""

    evening: PlayRecord
    sat: Sat
    highlight: Highlight
    others: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """The names of everybody who holds it."""
        return listed((self.sat.name, *self.others))


@frozen
class Tally:
    """How often a player finished, and won alone or ``shared``; plays still ``going`` on are separate."""

    played: int = 0
    won: int = 0
    shared: int = 0
    going: int = 0

    @property
    def wins(self) -> int:
        """The number of wins, alone or shared."""
        return self.won + self.shared


@frozen
class Somebody:
    """A player: as remembered, else as seated last; ``last`` is when one of their plays was last touched."""

    key: str
    name: str
    colour: str
    token: str
    tally: Tally
    last: datetime
    remembered: bool


@frozen
class Sum:
    """All highlights of a player of one kind: the best, their sum in whole ones, and their number.

    ``kind`` has the smallest of their units, such as cents.
    """

    kind: Kind
    best: PlayerHighlight
    total: Fraction
    plays: int

    @property
    def said(self) -> str:
        """The sum, as text."""
        unit = self.kind.unit
        return format_amount(int(self.total * per_whole(unit)), unit)

    @property
    def average(self) -> str:
        """The average, as text: money to the nearest of its unit, points to a tenth."""
        unit = self.kind.unit
        if is_money(unit):
            total = self.total * per_whole(unit)
            return format_amount((2 * total + self.plays) // (2 * self.plays), unit)
        tenths = (20 * self.total + self.plays) // (2 * self.plays)
        minus = "\u2212" if tenths < 0 else ""
        return f"{minus}{abs(tenths) // 10:,}.{abs(tenths) % 10} {sign_of(unit)}".rstrip()


@frozen
class InGame:
    """A player in one game: the tally, and the sums of each kind."""

    title: str
    tally: Tally
    results: tuple[Sum, ...]
    sums: tuple[Sum, ...]
    bests: tuple[Sum, ...]


@frozen
class Between:
    """Two players in the finished plays they both took part in, from the first one's view.

    ``undecided`` are plays in which one of them left before the end, or nobody can be ranked.
    """

    ahead: int = 0
    behind: int = 0
    level: int = 0
    undecided: int = 0
    going: int = 0

    @property
    def together(self) -> int:
        """The number of finished plays."""
        return self.ahead + self.behind + self.level + self.undecided


class PlayerStats:
    """All records of a book, as far as they are read. ``remembered`` players give names, colours and tokens.

    ``same`` says for which other player a record counts, by their keys.
    """

    def __init__(
        self,
        evenings: Iterable[PlayRecord],
        left_out: tuple[LeftOut, ...],
        remembered: Iterable[Player],
        same: Mapping[str, object],
    ) -> None:
        self._same = {
            player: other for player, other in same.items() if other and isinstance(other, str)
        }
        known = {name_key(player.name): player for player in remembered}
        apart = tuple(evenings)
        self._names = {sat.player: sat.name for one in apart for sat in one.people}
        self._names |= {key: one.name.strip() for key, one in known.items()}
        self.evenings = tuple(map(self._joined_in, apart))
        self.left_out = left_out
        self._remembered = {key: one for key, one in known.items() if self.counts_for(key) == key}
        self.in_game = cache(self._in_game)
        """A player's statistics in one game."""

    @classmethod
    def of(cls, memory: Memory, journal: Journal) -> PlayerStats:
        """All records of what was read of a book."""
        return cls(memory.evenings, memory.left_out, journal.players(), journal.preferences(SAME))

    # --- records of one person ------------------------------------------------------------------

    def counts_for(self, player: str) -> str:
        """For whom a record counts: for itself, unless it was joined with another."""
        seen: set[str] = set()
        while player in self._same and player not in seen:
            seen.add(player)
            player = self._same[player]
        return player

    def joined_with(self, player: str) -> tuple[tuple[str, str], ...]:
        """The records that were joined with a player's: key and name of each."""
        return tuple(
            (key, self._names.get(key, key))
            for key in self._same
            if self.counts_for(key) == player != key
        )

    def others(self, player: str) -> tuple[Somebody, ...]:
        """Those who may be the same person: everybody who never sat in one game with a player."""
        met = {who.key for who in self.partners(player)}
        return tuple(
            person for person in self.people if person.key not in met and person.key != player
        )

    def _joined_in(self, evening: PlayRecord) -> PlayRecord:
        """Return the statistics of a play with every record counting for whom it does, by the latest name."""
        people = []
        for sat in evening.people:
            key = self.counts_for(sat.player)
            people.append(replace(sat, player=key, name=self._names.get(key, sat.name)))
        highlights = tuple(
            (self.counts_for(player), highlight) for player, highlight in evening.highlights
        )
        return replace(evening, people=_each_once(people), highlights=highlights)

    # --- people --------------------------------------------------------------------------------

    @cached_property
    def people(self) -> tuple[Somebody, ...]:
        """Everybody who ever played or is remembered, the latest first."""
        # the latest play comes last, and overwrites
        seen = {
            sat.player: (sat, evening.at) for evening in self.evenings for sat in evening.people
        }
        found: list[Somebody] = []
        for key in {**self._remembered, **seen}:
            known = self._remembered.get(key)
            look: Player | Sat = known or seen[key][0]
            last = seen[key][1] if key in seen else self._remembered[key].last_seen
            found.append(
                Somebody(
                    key,
                    look.name.strip(),
                    look.colour,
                    look.token,
                    self._tally(key),
                    last,
                    known is not None,
                )
            )
        return tuple(sorted(found, key=lambda person: person.last, reverse=True))

    def _tally(self, player: str, game: str = "") -> Tally:
        """How often a player finished and won, in one game or in all."""
        counts = Counter[str]()
        for evening in self._played(game):
            if sat := evening.sat(player):
                counts.update(_outcome(evening, sat))
        return Tally(**counts)

    def _played(self, game: str) -> Iterator[PlayRecord]:
        return (evening for evening in self.evenings if game in ("", evening.game))

    def somebody(self, key: str) -> Somebody | None:
        """The player with a key, or for whom that one's record counts; ``None`` if there is nobody."""
        return next((person for person in self.people if person.key == self.counts_for(key)), None)

    # --- one player ------------------------------------------------------------------------------

    def games_of(self, player: str) -> tuple[InGame, ...]:
        """A player's statistics in each game, in the order of the games."""
        found = (self.in_game(player, game) for game, _ in self.games)
        return tuple(one for one in found if one.tally != Tally())

    def _in_game(self, player: str, game: str) -> InGame:
        by_kind: dict[str, list[PlayerHighlight]] = {}
        for evening in self._played(game):
            for whose, highlight in evening.highlights:
                if whose == player and (sat := evening.sat(player)):
                    by_kind.setdefault(highlight.key, []).append(
                        PlayerHighlight(evening, sat, highlight)
                    )
        sums = [_sum(some) for some in by_kind.values()]
        return InGame(
            dict(self.games)[game],
            self._tally(player, game),
            tuple(one for one in sums if one.kind.final),
            tuple(one for one in sums if one.kind.adds),
            tuple(one for one in sums if not one.kind.final and not one.kind.adds),
        )

    def bests_of(self, player: str) -> tuple[PlayerHighlight, ...]:
        """A player's most remarkable highlights, the best of each kind in each game."""
        found = [
            result.best
            for game in self.games_of(player)
            for result in (*game.bests, *game.sums)
            if result.best.highlight.weight > 0
        ]
        return tuple(sorted(found, key=lambda record: -record.highlight.weight)[:MOST_BESTS])

    # --- all players -----------------------------------------------------------------------------

    @property
    def games(self) -> tuple[tuple[str, str], ...]:
        """The games that were played, by key and title, in the order of the games."""
        played = {one.game for one in self.evenings}
        return tuple((info.key, info.title) for info in infos() if info.key in played)

    def best_of(self, game: str) -> tuple[PlayerHighlight, ...]:
        """The best highlight of each kind in a game, the earlier of two alike, with all who share it.

        Results come first, those of most plays in front, then the most remarkable.
        """
        best: dict[str, PlayerHighlight] = {}
        for evening in self._played(game):
            for player, highlight in evening.highlights:
                known, sat = best.get(highlight.key), evening.sat(player)
                if sat is None:
                    continue
                if known is None or highlight.kind.better(
                    highlight.in_wholes, known.highlight.in_wholes
                ):
                    best[highlight.key] = PlayerHighlight(evening, sat, highlight)
                elif highlight.in_wholes == known.highlight.in_wholes:
                    names = dict.fromkeys((known.sat.name, *known.others, sat.name))
                    best[highlight.key] = replace(known, others=tuple(names)[1:])
        often = Counter(
            highlight.key for evening in self._played(game) for _, highlight in evening.highlights
        )

        def order(moment: PlayerHighlight) -> tuple[bool, int, int]:
            final = moment.highlight.kind.final
            return not final, -often[moment.highlight.key] if final else 0, -moment.highlight.weight

        return tuple(sorted(best.values(), key=order))

    def ranking(self, game: str) -> tuple[tuple[Somebody, InGame], ...]:
        """Everybody who played a game, by wins."""
        found = [
            (person, here)
            for person in self.people
            if (here := self.in_game(person.key, game)).tally != Tally()
        ]

        def order(pair: tuple[Somebody, InGame]) -> tuple[int, int, int, str]:
            tally = pair[1].tally
            return -tally.wins, tally.shared, tally.played, pair[0].key

        return tuple(sorted(found, key=order))

    def between(self, person: str, other: str, game: str = "") -> Between:
        """Two players head to head, in one game or in all."""
        counts = Counter[str]()
        for evening in self._played(game):
            first, second = evening.sat(person), evening.sat(other)
            if first and second and person != other:
                counts[_compare(evening, first, second)] += 1
        return Between(**counts)

    def partners(self, player: str) -> tuple[Somebody, ...]:
        """Everybody who played with a player, most often first."""
        often = Counter(
            sat.player for evening in self.evenings if evening.sat(player) for sat in evening.people
        )
        met = [person for person in self.people if person.key != player and person.key in often]
        return tuple(sorted(met, key=lambda partner: -often[partner.key]))


def _outcome(evening: PlayRecord, sat: Sat) -> tuple[str, ...]:
    """What a play counts as in the tally of a player."""
    if not evening.over:
        return ("going",)
    if not sat.won:
        return ("played",)
    return ("played", "won" if evening.winners == 1 else "shared")


def _compare(evening: PlayRecord, first: Sat, second: Sat) -> str:
    """What a play counts as between two players."""
    if not evening.over:
        return "going"
    if first.rank is None or second.rank is None:
        return "undecided"
    return (
        "ahead" if first.rank < second.rank else "behind" if first.rank > second.rank else "level"
    )


def _sum(highlights: list[PlayerHighlight]) -> Sum:
    best = highlights[0]
    for moment in highlights[1:]:
        if moment.highlight.kind.better(moment.highlight.in_wholes, best.highlight.in_wholes):
            best = moment
    smallest = max(
        (highlight.highlight.kind for highlight in highlights),
        key=lambda kind: per_whole(kind.unit),
    )
    total = sum((highlight.highlight.in_wholes for highlight in highlights), Fraction())
    return Sum(smallest, best, total, len(highlights))
