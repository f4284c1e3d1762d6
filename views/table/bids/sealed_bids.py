"""Sealed bids before they are opened. They are kept in this process alone, and seen by nobody.

One bidding a play, shared by all its screens: a device is handed round, or everyone bids on their own. No bid is ever
in a sheet, the journal, an address or a file before all are opened; then they are recorded together, as one line.
"""

from __future__ import annotations

from types import MappingProxyType

from companion.core.meanwhile import Shown
from companion.core.questions import write_each
from companion.core.table import Value
from models.errors import StorageError
from models.ledger import Entry, Refusal
from views.state.bidding import Bidding
from views.state.draft import Draft
from views.state.play_snapshot import PlaySnapshot
from views.state.play_state import PlayState

BEGUN_ANEW = "The bids on something else went back to whoever made them."


def bidding(state: PlayState, picture: PlaySnapshot) -> Bidding | None:
    """The bidding of a play, held against the play as it is now; nothing where none is going on."""
    found = state.house.biddings.get(state.play_id)
    if found is None:
        return None
    if found.opened:
        # the moment of opening lasts until something else is written
        return found if picture.version == found.opened else None
    found.review(picture)
    return found


def others(picture: PlaySnapshot, draft: Draft, question: str) -> dict[str, Value]:
    """What else a sheet says, beside the bids."""
    names = (one.name for one in picture.game.action(draft.action).questions)
    answers = draft.answers
    return {name: answers[name] for name in names if name != question and answers.get(name) is not None}


def for_sheet(state: PlayState, picture: PlaySnapshot, draft: Draft, question: str) -> Bidding | None:
    """The bidding on a sheet, where it is the one going on: the same action, and all else answered the same."""
    found = bidding(state, picture)
    if found is None or found.opened or found.gone or (found.action, found.question) != (draft.action, question):
        return None
    return found if dict(found.answers) == others(picture, draft, question) else None


def begin(state: PlayState, picture: PlaySnapshot, draft: Draft, question: str) -> Bidding:
    """Take bids on a sheet: go on with those there are, or begin anew."""
    found = for_sheet(state, picture, draft, question)
    if found is None:
        answers = MappingProxyType(others(picture, draft, question))
        before = bidding(state, picture)
        found = Bidding(draft.action, question, answers, picture.version)
        if before and before.bids:
            found.told = BEGUN_ANEW
        state.house.biddings[state.play_id] = found
        _tell(state)
    return found


def lay(state: PlayState, found: Bidding, seat: str, number: int) -> None:
    """Take a player's bid, in place of any made before.

    Raises:
        Refusal: it is no bid, as that player alone is told; or the bids are open by now.

    """
    picture = state.picture
    if bidding(state, picture) is not found or found.opened or found.gone or seat not in found.asked(picture):
        raise Refusal("These bids are no longer taken.")
    if wrong := found.wrong(picture, seat, number):
        raise Refusal(wrong, found.question)
    if found.laid_on.setdefault(seat, state) is not state:
        found.replaced.add(seat)
    found.bids[seat], found.laid_on[seat] = number, state
    if not found.lacking(picture):
        # until then the cover says to each why there is no tick
        found.told = ""
    found.stirred()
    _tell(state)


def ask(state: PlayState, found: Bidding) -> None:
    """Ask whether all bids are to go back."""
    state.ask_back(found.command)


def keep(state: PlayState) -> None:
    """Let all bids lie after all."""
    state.giving_back = ""


def drop(state: PlayState, found: Bidding) -> None:
    """Give every bid back to whoever made it, once that was asked and read."""
    if not state.sure(found.command) or found.opened or found.gone:
        return
    state.giving_back = ""
    found.forget()
    found.gone, found.given_back = True, state
    found.stirred()
    _tell(state)


def open_all(state: PlayState, found: Bidding) -> Entry | None:
    """Open all bids and record what comes of them. However often it is tapped, and on however many screens, once.

    Where anything was written since they were laid, by whatever hand, or a bid can't be, all go back unopened.
    """
    turn, entry = found.turn, None
    try:
        state.house.refresh(state.play_id)
        entry = _opened(state, found)
    except StorageError as error:
        found.told = error.sentence
        found.stirred()
    if found.turn != turn:
        _tell(state)
    return entry


def _opened(state: PlayState, found: Bidding) -> Entry | None:
    picture = state.picture
    if bidding(state, picture) is not found or found.opened or found.gone or found.lacking(picture):
        return None
    sealed = write_each({seat: found.bids[seat] for seat in found.asked(picture)})
    answers = {**found.answers, found.question: sealed}
    try:
        proposal = picture.referee.propose(found.action, answers)
    except Refusal:
        # its sentence may name whose bid it is
        found.give_back()
        return None
    shown, remark = Shown(found.seen, proposal), found.laid_again(picture)
    entry = state.open_bids(found.action, answers, found.command, shown, remark)
    if entry:
        found.opened, found.told = entry.seq, ""
        found.forget()
        found.stirred()
    elif state.picture.version != picture.version:
        state.problem = ""
        found.review(state.picture)
    else:
        found.told = state.problem
        found.stirred()
    return entry


def _tell(state: PlayState) -> None:
    """Have every screen of the play look again, this one too. What is told is which play, never a bid."""
    state.sync()
    state.tell(state.play_id)
