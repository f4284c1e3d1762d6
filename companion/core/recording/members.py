"""Authorization: who may do what, decided in one place for every screen and every write."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from types import MappingProxyType

from companion.core.answers import NO_ANSWERS, Answers
from companion.core.questions import Roll
from companion.core.recording.losses import SAY, losses
from companion.core.recording.rules_at import RulesAt
from companion.core.table import Table, listed
from models.ledger import AMEND, ANOTHER, COUNT, REDO, UNDO, VOID, Proposal, Refusal
from models.names import name_key
from models.rooms import IN, THIS_DEVICE, Member

# a right begins with a sign that no action of a game can have in its name
INVITE = "@invite"
"""Inviting, letting in and removing devices, and changing their rights."""
NOD = "@nod"
"""Recording what was asked for, or declining it."""
ASK = "@ask"
"""Asking the bank to record something, or to put an entry right."""
PAST = "@past"
"""Looking at the game as it was, and saving it as a file."""
NEXT = "@next"
"""Beginning the next game of an evening with its people."""
BOOK = "@book"
"""All that concerns more than one evening: beginning and listing games, settings, players, backups, keeping it."""
REOPEN = "@reopen"
"""Opening the book again after a failed save."""


def _is_in(member: Member) -> bool:
    return member.state == IN


def _leads(member: Member) -> bool:
    return member.host or member.bank


BY_HOST, BY_BANK = attrgetter("host"), attrgetter("bank")
BANK_ONLY = "Only the banker records this. Ask for it instead."
HOST_ONLY = "Only the host of this table does this."
RIGHTS: Mapping[str, tuple[Callable[[Member], bool], str]] = MappingProxyType(
    {
        UNDO: (BY_BANK, "Only the banker undoes an entry. Say which one is wrong instead."),
        REDO: (BY_BANK, "Only the banker brings an entry back."),
        VOID: (BY_BANK, "Only the banker takes an entry out. Say what is wrong with it instead."),
        AMEND: (BY_BANK, "Only the banker corrects an entry. Say what is wrong with it instead."),
        ANOTHER: (BY_HOST, HOST_ONLY),
        COUNT: (BY_BANK, "Only the banker counts the cash."),
        NOD: (BY_BANK, "Only the banker records what is asked for."),
        ASK: (
            lambda member: member.bank or bool(member.people),
            "Whoever watches asks for nothing. Join as a player first.",
        ),
        PAST: (_leads, "Only the host or the banker does this."),
        NEXT: (_leads, "Only the host or the banker begins the next game."),
        REOPEN: (_leads, "Only the host or the banker opens the book again."),
        INVITE: (BY_HOST, HOST_ONLY),
        BOOK: (
            lambda member: member.host and not member.room,
            "Only the device that keeps the book does this.",
        ),
    }
)
"""Who may do what is no action of a game."""
GONE = "This device no longer takes part. Ask to be let in again."


def why_not_allowed(  # noqa: PLR0913 - who, what and where, and what it would bring about
    member: Member,
    action: str,
    answers: Answers = NO_ANSWERS,
    rules: RulesAt | None = None,
    agreed: Collection[str] = (),
    *,
    room: str = "",
) -> Refusal | None:
    """Why a member may not do something, as to a ``room`` by its id; ``None`` if it may.

    An action of a game is the bank's. Where the room records at once, a player does what the player may ask for, if
    nobody else loses by it who has not ``agreed``.
    """
    if not _is_in(member) or (room and member.room not in ("", room)):
        return Refusal(GONE)
    if action in RIGHTS:
        allowed, why = RIGHTS[action]
        return None if allowed(member) else Refusal(why)
    if member.bank:
        return None
    if rules is None or not (member.at_once and may_ask(member, action, answers, rules)):
        return Refusal(BANK_ONLY)
    try:
        proposal = rules.propose(action, answers)
    except Refusal as refusal:
        return refusal
    lose = [
        rules.table.name(seat)
        for seat in losses_of_others(member, proposal, rules)
        if seat not in agreed
    ]
    return (
        Refusal(f"That takes something from {listed(lose)}: they say yes first, or the banker.")
        if lose
        else None
    )


def records_at_once(member: Member) -> bool:
    """Whether what this member's players ask for is recorded without the banker's nod."""
    return _is_in(member) and member.at_once and bool(member.people)


def losses_of_others(asker: Member, proposal: Proposal, rules: RulesAt) -> dict[str, str]:
    """What an entry takes from players who do not play on the device that asks for it, or needs their say, by seat."""
    own = own_seats(asker, rules.table)
    action, answers = rules.game.find_action(proposal.action), proposal.answers
    agreeing = action.players(action.agreed_by, rules.table, answers)
    decide = dict.fromkeys((seat for seat in agreeing if seat not in own), SAY)
    said = [
        question
        for question in action.questions
        if answers.get(question.name) not in (None, question.default)
    ]
    kinds = [question.kind for question in said if question.name not in action.names_asker]
    rolled = bool(kinds) and all(isinstance(kind, Roll) for kind in kinds)
    return decide | losses(rules.game, rules.table, proposal, own, rolled=rolled)


def may_ask(member: Member, action: str, answers: Answers, rules: RulesAt) -> bool:
    """Whether an action with these answers is one of this member's players' own."""
    if not _is_in(member):
        return False
    own, game, asked = own_seats(member, rules.table), rules.game, rules.game.find_action(action)
    if callable(asked.on_turn):
        return not set(own).isdisjoint(asked.players(asked.on_turn, rules.table))
    if asked.on_turn:
        return any(game.standing(rules.table, seat).up for seat in own)
    return game.auctioneer(rules.table, action) in own or bool(asked.asker(answers, own))


def own_seats(member: Member, table: Table) -> tuple[str, ...]:
    """The seats of those who play on this device, by their keys."""
    people = set(map(name_key, member.people))
    return tuple(seat.key for seat in table.players if name_key(table.name(seat.key)) in people)


def seats(member: Member, table: Table, others: Iterable[Member] = ()) -> tuple[str, ...]:
    """The seats whose secrets a device shows to whoever holds a finger on them.

    They are those of its players; on the table's own device, which is handed round, those too that no other has.
    """
    own = own_seats(member, table)
    if not (member.bank or member.host):
        return own
    held = {
        seat
        for other in others
        if other.id != member.id and _is_in(other)
        for seat in own_seats(other, table)
    }
    return tuple(seat.key for seat in table.players if seat.key in own or seat.key not in held)


def another_device(
    before: Iterable[Member], after: Iterable[Member], table: Table, *, hides: bool
) -> Iterator[Answers]:
    """The answers of the entries that say whose secrets other devices show after a change of the members.

    A seat that a second device plays has an entry of its own. All that devices of host or bank show besides is in
    one, if the table ``hides`` anything. The first device of a player is no news.
    """
    before, after = [
        [device for device in devices if _is_in(device)] for devices in (before, after)
    ]
    old = {(member.id, seat) for member in before for seat in seats(member, table, _phones(before))}
    whose: dict[str, None] = {}
    on: dict[str, None] = {}
    for member in after:
        own = own_seats(member, table)
        for seat in seats(member, table, _phones(after)):
            if (member.id, seat) in old:
                continue
            if seat not in own:
                whose[seat] = None
                on |= dict.fromkeys(own or (_name_of(member, table),))
            elif any(seat in own_seats(other, table) for other in after if other.id != member.id):
                yield {"who": seat}
    if whose and hides:
        yield {"who": ",".join(whose), "on": ",".join(on)}


def _phones(members: Iterable[Member]) -> list[Member]:
    return [member for member in members if member.room]


def signature(
    member: Member, table: Table, asker: Member | None = None, agreed: Collection[str] = ()
) -> str:
    """Who recorded an entry, or said yes to it, and for whom, as the journal keeps it."""
    by = _name_of(member, table)
    if agreed:
        return f"{listed(agreed)} for {by}"
    return f"{by} for {_name_of(asker, table)}" if asker else by


def _name_of(member: Member, table: Table) -> str:
    own = own_seats(member, table)
    return listed(own) or (THIS_DEVICE.id if not member.room else "bank" if member.bank else "host")
