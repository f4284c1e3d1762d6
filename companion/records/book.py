"""What all plays come to: everybody's tally, the best of each game, and how two players fared against each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from companion.games import GAMES
from companion.records.reading import key_of
from companion.table import listed
from companion.units import written
from models.ledger import MONEY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from companion.feats import Feat, Kind
    from companion.records.reading import Evening, LeftOut, Memory, Sat
    from models.play import Player


@dataclass(frozen=True, slots=True)
class Deed:
    """A feat with who did it, and in which play; ``others`` are called who did as well, in this play or another."""

    player: str
    name: str
    feat: Feat
    play: str
    title: str
    at: datetime
    others: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """Everybody who holds it, as people say it."""
        return listed((self.name, *self.others))


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody played to the end, and won alone or ``shared``; plays still ``going`` on are apart."""

    played: int = 0
    won: int = 0
    shared: int = 0
    going: int = 0

    @property
    def wins(self) -> int:
        """How often somebody won, alone or together with others."""
        return self.won + self.shared

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.played + other.played, self.won + other.won, self.shared + other.shared, self.going + other.going
        )


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player: as remembered for the next time, else as seated last; ``last`` is when a play was last touched."""

    key: str
    name: str
    colour: str
    token: str
    tally: Tally
    last: datetime
    remembered: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """All that a player did of one kind: the best of it, and in how many plays it comes to how much."""

    kind: Kind
    best: Deed
    total: int
    plays: int

    @property
    def said(self) -> str:
        """What it comes to in all, a figure as people write it."""
        return written(self.total, self.kind.unit)

    @property
    def average(self) -> str:
        """What it is on average, a figure as people write it: money to the nearest whole, points to a tenth."""
        unit = self.kind.unit
        if unit in MONEY:
            return written((2 * self.total + self.plays) // (2 * self.plays), unit)
        tenths = (20 * self.total + self.plays) // (2 * self.plays)
        minus = "\u2212" if tenths < 0 else ""
        return f"{minus}{abs(tenths) // 10:,}.{abs(tenths) % 10} {unit}".rstrip()


@dataclass(frozen=True, slots=True)
class InGame:
    """A player in one game: how often, and what of each kind."""

    game: str
    title: str
    tally: Tally
    results: tuple[Sum, ...]
    sums: tuple[Sum, ...]
    bests: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """How two players fared in the finished plays they sat in together, as the first of them sees it.

    ``undecided`` are those where one of them left before the end, or nobody can be ranked.
    """

    ahead: int = 0
    behind: int = 0
    level: int = 0
    undecided: int = 0
    going: int = 0

    @property
    def together(self) -> int:
        """How many finished plays that is."""
        return self.ahead + self.behind + self.level + self.undecided

    @property
    def turned(self) -> Between:
        """The same as the other one sees it."""
        return replace(self, ahead=self.behind, behind=self.ahead)


class Book:
    """All records of a book, as far as they are read. ``remembered`` lend names and looks."""

    def __init__(
        self,
        evenings: Iterable[Evening],
        left_out: tuple[LeftOut, ...] = (),
        remembered: Iterable[Player] = (),
    ) -> None:
        self.evenings = tuple(evenings)
        self.left_out = left_out
        self._remembered = {key_of(one.name): one for one in remembered}
        self._in_games: dict[tuple[str, str], InGame] = {}

    @classmethod
    def of(cls, memory: Memory, remembered: Iterable[Player]) -> Book:
        """The book of what was read."""
        return cls(memory.evenings, memory.left_out, remembered)

    # --- people --------------------------------------------------------------------------------

    @cached_property
    def people(self) -> tuple[Somebody, ...]:
        """Everybody who ever sat down or is remembered, who played last first."""
        found = {
            key: Somebody(key, one.name.strip(), one.colour, one.token, Tally(), one.last_seen, remembered=True)
            for key, one in self._remembered.items()
        }
        for evening in self.evenings:  # the latest comes last, and has the last word
            for sat in evening.people:
                known = found.get(sat.player)
                here = Somebody(sat.player, sat.name, sat.colour, sat.token, Tally(), evening.at, remembered=False)
                if known:
                    looks = known if known.remembered else here
                    here = replace(looks, tally=known.tally, last=evening.at)
                found[sat.player] = replace(here, tally=here.tally + _tally(evening, sat))
        return tuple(sorted(found.values(), key=lambda one: one.last, reverse=True))

    def somebody(self, key: str) -> Somebody | None:
        """The player of a key; nothing where nobody is known by it."""
        return next((one for one in self.people if one.key == key), None)

    def name(self, key: str) -> str:
        """What a player is called."""
        one = self.somebody(key)
        return one.name if one else key

    # --- one player ------------------------------------------------------------------------------

    def games_of(self, player: str) -> tuple[InGame, ...]:
        """What a player did in each game, in the order of the games."""
        found = (self.in_game(player, game) for game, _ in self.games)
        return tuple(one for one in found if one.tally != Tally())

    def in_game(self, player: str, game: str) -> InGame:
        """What a player did in one game."""
        if (player, game) not in self._in_games:
            self._in_games[player, game] = self._in_game(player, game)
        return self._in_games[player, game]

    def _in_game(self, player: str, game: str) -> InGame:
        tally = Tally()
        deeds: dict[str, list[Deed]] = {}
        for evening in self.evenings:
            sat = evening.sat(player) if evening.game == game else None
            if sat is None:
                continue
            tally += _tally(evening, sat)
            for whose, feat in evening.feats:
                if whose == player:
                    deeds.setdefault(feat.key, []).append(self._deed(evening, sat, feat))
        sums = [_sum(some) for some in deeds.values()]
        return InGame(
            game,
            next(one.title for one in GAMES if one.key == game),
            tally,
            tuple(one for one in sums if one.kind.final),
            tuple(one for one in sums if one.kind.adds),
            tuple(one for one in sums if not one.kind.final and not one.kind.adds),
        )

    def bests_of(self, player: str, most: int = 6) -> tuple[Deed, ...]:
        """The most remarkable of what a player did, the best of each kind in each game."""
        found = [
            one.best for game in self.games_of(player) for one in (*game.bests, *game.sums) if one.best.feat.weight > 0
        ]
        return tuple(sorted(found, key=lambda one: -one.feat.weight)[:most])

    # --- all players -----------------------------------------------------------------------------

    @property
    def games(self) -> tuple[tuple[str, str], ...]:
        """The games that were played, by key and title, in the order of the games."""
        played = {one.game for one in self.evenings}
        return tuple((one.key, one.title) for one in GAMES if one.key in played)

    def best_of(self, game: str) -> tuple[Deed, ...]:
        """The best that anybody did of each kind in a game, the earlier of two alike with whoever did as well.

        Results come first, those of most plays in front, and then whatever is most remarkable.
        """
        best: dict[str, Deed] = {}
        for evening in self.evenings:
            if evening.game != game:
                continue
            for player, feat in evening.feats:
                known, sat = best.get(feat.key), evening.sat(player)
                if sat is None:
                    continue
                if known is None or feat.kind.better(feat.figure, known.feat.figure):
                    best[feat.key] = self._deed(evening, sat, feat)
                elif feat.figure == known.feat.figure:
                    names = dict.fromkeys((known.name, *known.others, self._called(sat)))
                    best[feat.key] = replace(known, others=tuple(names)[1:])
        often = Counter(feat.key for one in self.evenings if one.game == game for _, feat in one.feats)

        def order(one: Deed) -> tuple[bool, int, int]:
            final = one.feat.kind.final
            return not final, -often[one.feat.key] if final else 0, -one.feat.weight

        return tuple(sorted(best.values(), key=order))

    def ranking(self, game: str) -> tuple[tuple[Somebody, InGame], ...]:
        """Everybody who played a game, who has won most first."""
        found = [(one, self.in_game(one.key, game)) for one in self.people]
        return tuple(
            sorted(
                (pair for pair in found if pair[1].tally != Tally()),
                key=lambda pair: (-pair[1].tally.wins, pair[1].tally.shared, pair[1].tally.played, pair[0].key),
            )
        )

    def between(self, one: str, other: str, game: str = "") -> Between:
        """How two players fared against each other, in one game or in all."""
        ahead = behind = level = undecided = going = 0
        for evening in self.evenings:
            first, second = evening.sat(one), evening.sat(other)
            if first is None or second is None or one == other or game not in ("", evening.game):
                continue
            if not evening.over:
                going += 1
            elif first.rank is None or second.rank is None:
                undecided += 1
            else:
                ahead += first.rank < second.rank
                behind += first.rank > second.rank
                level += first.rank == second.rank
        return Between(ahead, behind, level, undecided, going)

    def partners(self, player: str) -> tuple[Somebody, ...]:
        """Everybody who sat in a play with a player, who did so most often first."""
        often: dict[str, int] = {}
        for evening in self.evenings:
            if evening.sat(player):
                for sat in evening.people:
                    often[sat.player] = often.get(sat.player, 0) + 1
        met = [one for one in self.people if one.key != player and one.key in often]
        return tuple(sorted(met, key=lambda one: -often[one.key]))

    def _deed(self, evening: Evening, sat: Sat, feat: Feat) -> Deed:
        return Deed(sat.player, self._called(sat), feat, evening.play, evening.title, evening.at)

    def _called(self, sat: Sat) -> str:
        known = self._remembered.get(sat.player)
        return known.name.strip() if known else sat.name


def _tally(evening: Evening, sat: Sat) -> Tally:
    if not evening.over:
        return Tally(going=1)
    alone = evening.winners == 1
    return Tally(played=1, won=int(sat.won and alone), shared=int(sat.won and not alone))


def _sum(deeds: list[Deed]) -> Sum:
    best = deeds[0]
    for one in deeds[1:]:
        if one.feat.kind.better(one.feat.figure, best.feat.figure):
            best = one
    return Sum(best.feat.kind, best, sum(one.feat.figure for one in deeds), len(deeds))
