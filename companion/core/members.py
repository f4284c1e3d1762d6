"""Who may do what: the one place that decides it, for every screen and every write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from companion.core.game import Game
from companion.core.questions import Answers
from companion.core.table import Table, listed
from models.ledger import AMEND, COUNT, REDO, UNDO, VOID, Refusal
from models.rooms import IN, THIS_DEVICE, Member

INVITE = "invite"
"""Inviting, letting in and removing devices, and changing their rights."""
NOD = "nod"
"""Recording what was asked for, or declining it."""
ASK = "ask"
"""Asking the bank to record something, or to put an entry right."""
PAST = "past"
"""Looking at the game as it was, and saving it as a file."""
NEXT = "next"
"""Beginning the next game of an evening with its people."""
BOOK = "book"
"""All that concerns more than one evening: beginning and listing games, settings, players, backups."""


def _is_in(member: Member) -> bool:
    return member.state == IN


def _is_host(member: Member) -> bool:
    return member.host


def _is_bank(member: Member) -> bool:
    return member.bank


def _leads(member: Member) -> bool:
    return member.host or member.bank


def _plays(member: Member) -> bool:
    return member.bank or bool(member.people)


def _has_the_book(member: Member) -> bool:
    return member.host and not member.room


BANK_ONLY = "Only the banker records this. Ask for it instead."
HOST_ONLY = "Only the host of this table does this."
RIGHTS: Mapping[str, tuple[Callable[[Member], bool], str]] = MappingProxyType(
    {
        UNDO: (_is_bank, "Only the banker undoes an entry. Say which one is wrong instead."),
        REDO: (_is_bank, "Only the banker brings an entry back."),
        VOID: (_is_bank, "Only the banker takes an entry out. Say what is wrong with it instead."),
        AMEND: (_is_bank, "Only the banker corrects an entry. Say what is wrong with it instead."),
        COUNT: (_is_bank, "Only the banker counts the cash."),
        NOD: (_is_bank, "Only the banker records what is asked for."),
        ASK: (_plays, "Whoever watches asks for nothing. Join as a player first."),
        PAST: (_leads, "Only the host or the banker does this."),
        NEXT: (_leads, "Only the host or the banker begins the next game."),
        INVITE: (_is_host, HOST_ONLY),
        BOOK: (_has_the_book, "Only the device that keeps the book does this."),
    }
)
"""Who may do what is no action of a game."""
GONE = "This device no longer takes part. Ask to be let in again."


def may(
    member: Member, action: str, answers: Answers | None = None, game: Game | None = None, table: Table | None = None
) -> Refusal | None:
    """Why a member may not do something; ``None`` if it may.

    An action of a game is the bank's; a player may do it who asks for it with these answers, where the room records at
    once what players do themselves.
    """
    if not _is_in(member):
        return Refusal(GONE)
    if action in RIGHTS:
        allowed, why = RIGHTS[action]
        return None if allowed(member) else Refusal(why)
    if member.bank:
        return None
    if member.at_once and may_ask(member, action, answers or {}, game, table):
        return None
    return Refusal(BANK_ONLY)


def may_ask(
    member: Member, action: str, answers: Answers, game: Game | None = None, table: Table | None = None
) -> bool:
    """Whether an action with these answers is one of this member's players' own."""
    if not _is_in(member) or game is None or table is None:
        return False
    return any(game.may_ask(seat, action, answers) for seat in own_seats(member, table))


def own_seats(member: Member, table: Table) -> tuple[str, ...]:
    """The seats of those who play on this device, by their keys."""
    people = {one.casefold() for one in member.people}
    return tuple(one.key for one in table.players if table.name(one.key).casefold() in people)


def seats(member: Member, table: Table, others: Iterable[Member] = ()) -> tuple[str, ...]:
    """The seats whose secrets a device shows to whoever holds a finger on them.

    They are those of its players; on the table's own device, which is handed round, those too that no other has.
    """
    own = own_seats(member, table)
    if not (member.bank or member.host):
        return own
    held = {seat for one in others if one.id != member.id and _is_in(one) for seat in own_seats(one, table)}
    return tuple(one.key for one in table.players if one.key in own or one.key not in held)


def signature(member: Member, table: Table, asker: Member | None = None) -> str:
    """Who recorded an entry, and for whom, as the journal keeps it."""
    by = _called(member, table)
    return f"{by} for {_called(asker, table)}" if asker else by


def _called(member: Member, table: Table) -> str:
    own = own_seats(member, table)
    return listed(own) or (THIS_DEVICE.id if not member.room else "bank" if member.bank else "host")
