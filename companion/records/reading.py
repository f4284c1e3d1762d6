"""Reading each play once: who sat there, who came out ahead, and what was remarkable."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.judge import Judge
from models.history import history
from models.trouble import Damaged, NoSuchPlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from companion.feats import Feat
    from companion.game import Ending
    from companion.table import Table
    from models.journal import Journal
    from models.play import Play

log = logging.getLogger("companion")

DAMAGED = "It is damaged, so none of its figures is counted."
UNKNOWN = "This version of Companion does not know its game."

Version: TypeAlias = tuple[object, ...]


def key_of(name: str) -> str:
    """Make the key under which a player is known: Zo\u00eb and ZO\u00cb are one."""
    return name.strip().casefold()


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a play: the player, the name gone by there, and the looks chosen.

    ``rank`` is the place at the end, from 1; nothing in a play that goes on, or for who left before.
    """

    player: str
    name: str
    colour: str = ""
    token: str = ""
    rank: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """What a play tells: its people, each once, and the feats of each, by player.

    ``over`` is told by the rules. ``winners`` counts seats: where there are several, the win is shared.
    """

    play: str
    game: str
    title: str
    at: datetime
    over: bool
    winners: int
    people: tuple[Sat, ...]
    feats: tuple[tuple[str, Feat], ...]

    def sat(self, player: str) -> Sat | None:
        """Tell how a player sat there, if at all."""
        return next((one for one in self.people if one.player == player), None)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A play that is not counted, and why, in a sentence."""

    play: str
    title: str
    why: str


class Progress(NamedTuple):
    """How many plays are read, of how many."""

    done: int
    many: int


class Memory:
    """Keeps what was read of each play until somebody writes to it."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Version, Evening | LeftOut]] = {}

    def steps(self, journal: Journal) -> Iterator[Progress]:
        """Read every play that is new or was written to, a small step at a time; each step tells how far it is.

        Between two steps a screen can be drawn. What is there already takes no step.
        """
        plays = _counted(journal)
        self._kept = {one.id: self._kept[one.id] for one in plays if one.id in self._kept}
        unread = [one for one in plays if not self._knows(one)]
        for at, play in enumerate(unread):
            try:
                for _ in self._read(journal, play):
                    yield Progress(len(plays) - len(unread) + at, len(plays))
            except NoSuchPlay:
                self._kept.pop(play.id, None)  # somebody has just deleted it for good

    def ready(self, journal: Journal) -> bool:
        """Whether every play is read as it is now."""
        return all(map(self._knows, _counted(journal)))

    @property
    def evenings(self) -> tuple[Evening, ...]:
        """Every play that was read and counts, the earliest first."""
        found = [one for _, one in self._kept.values() if isinstance(one, Evening)]
        return tuple(sorted(found, key=lambda one: (one.at, one.play)))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Every play that does not count, by title."""
        found = [one for _, one in self._kept.values() if isinstance(one, LeftOut)]
        return tuple(sorted(found, key=lambda one: one.title.casefold()))

    def _knows(self, play: Play) -> bool:
        return play.id in self._kept and self._kept[play.id][0] == _version(play)

    def _read(self, journal: Journal, play: Play) -> Iterator[None]:
        found: Evening | LeftOut = LeftOut(play.id, play.title, DAMAGED)
        try:
            yield
            # quiet: whatever is wrong, no balance is told
            sound = not journal.check(play.id, quiet=True)
            yield
            if sound:
                judge = Judge(play, journal.ledger(play.id))
                lines = history(journal.all_entries(play.id))
                yield
                game, table = judge.game, judge.table
                found = (
                    LeftOut(play.id, play.title, UNKNOWN)
                    if game.missing
                    else evening(play, table, game.ending(table), game.feats(table, lines))
                )
        except NoSuchPlay:
            raise
        except Damaged:
            log.warning("play %s is damaged and left out of the records", play.id)
        except Exception:
            # one play that can't be told must not keep all the others from being
            log.exception("play %s is left out of the records", play.id)
        self._kept[play.id] = (_version(play), found)


def _counted(journal: Journal) -> list[Play]:
    return [*journal.plays(), *journal.plays(archived=True)]


def _version(play: Play) -> Version:
    return play.entries, play.touched, play.title, play.created, play.seats


def evening(play: Play, table: Table, over: Ending | None, feats: tuple[Feat, ...]) -> Evening:
    """Tell a play by its players: whoever sat down, or joined, under the name gone by now."""
    ranks: Mapping[str, int] = {who: rank for who, rank, _ in over.ranks} if over else {}
    winners = over.winners if over else ()
    found: dict[str, Sat] = {}
    players: dict[str, str] = {}
    for seat in table.players:
        name = table.name(seat.key)
        one = Sat(key_of(name), name, seat.colour, seat.token, ranks.get(seat.key), seat.key in winners)
        players[seat.key] = one.player
        known = found.get(one.player)
        # two seats of one name, as after a correction, are one player: the better place counts
        if known is None or (one.rank or len(ranks) + 1) < (known.rank or len(ranks) + 1):
            found[one.player] = one
    return Evening(
        play.id,
        play.game,
        play.title,
        play.touched,
        over is not None,
        len(winners),
        tuple(found.values()),
        tuple((players[feat.seat], feat) for feat in feats if feat.seat in players),
    )
