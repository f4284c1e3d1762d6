"""What is bid for, on a phone, on a tablet and for the room: who sells what, how the bids stand, and who bids."""

from __future__ import annotations

import flet as ft

from companion.core.show.boards import Clock
from models.frozen import frozen
from views import theme
from views.boards.look import LOOKS, PHONE, TABLET, Look
from views.boards.parts import figure, name_of, size_of_words, soft, who, words
from views.components import amounts, controls
from views.components.choice_tiles import split_number
from views.components.controls import Controls, Still, inline, press, read_out, row
from views.components.player_card import badge, number_tile
from views.state.play.lot import Lot
from views.state.play.play_state import Person, PlayState
from views.table.clock import ClockFace
from views.table.frame import use_measures

NAME, AMOUNT, SEAL = 1.7, 3.0, 3.0
"""Sizes of the lot's name, of the highest bid and of the seal, in parts of a look's title, large figure and token."""
WIDE = 420
"""From this width on a sheet has a tablet's look."""


def look_here(state: PlayState) -> Look:
    """How large a board is drawn on the sheet of this screen."""
    width = min(use_measures().beside, amounts.WIDE_SHEET)
    return LOOKS[PHONE if width < WIDE else TABLET].sized(state.scale(), width)


def lot_head(lot: Lot, look: Look, height: float = 0) -> ft.Control:
    """Name the lot beside its number, and who sells it; a ``height`` is all there is for it."""
    size, most = look.of(SEAL * look.token / look.unit), NAME * look.title
    low = 0 < height < look.row
    if height:
        size, most = min(size, height - look.gap / 2), height * (0.6 if low else 0.5)
    title, colour, detail, seller = _about(lot)
    number, name = split_number(title)
    offered = f"{seller.name} offers it" if seller else ""
    remark = " \u00b7 ".join(filter(None, (detail[:1].upper() + detail[1:], offered)))
    lines = 1 if height else 2
    letters = size_of_words(name, look.width - size - 2 * look.gap, most, look.words)
    written = words(name, letters, serif=True, lines=lines)
    about = soft(remark, look.words, lines=lines) if remark and not low else None
    told = controls.lines(controls.headed(written, 2), about, expand=True)
    sign = number_tile(number, colour, size) if number else who(seller, size)
    return row(sign, told, spacing=look.gap)


def _about(lot: Lot) -> tuple[str, str, str, Person | None]:
    """What a lot is called, its colour, a little more of it, and who sells it: as the action's questions say."""
    snapshot = lot.snapshot
    action, t = snapshot.game.find_action(lot.action), snapshot.turn(lot.answers)
    seller, colour, detail = snapshot.game.auctioneer(snapshot.table, lot.action), "", ""
    for question in action.questions:
        value, kind = lot.answers.get(question.name), question.kind
        if value is None:
            continue
        if lot.sealed and not seller and snapshot.person(str(value)):
            seller = str(value)
            continue
        colour = colour or kind.colour_of(t, value)
        detail = detail or kind.detail_of(t, value) or (kind.show(value, t) if lot.sealed else "")
    name = action.title if lot.sealed else lot.name
    return name, colour, detail, snapshot.person(seller)


def lot_board(state: PlayState, lot: Lot, look: Look, seat: str = "") -> Controls:
    """Show how the bids stand, and who bids; ``seat`` is whose own phone it is."""
    note = clock = None
    if lot.message:
        ground, ink = theme.TONES["warn"]
        said = words(lot.message, look.words, ink, lines=None)
        inside = ft.Container(said, bgcolor=ground, border_radius=look.radius, padding=look.gap)
        note = read_out(inside, lot.message, live=True)
    if lot.ends is not None and not lot.asked:
        until, ring = Clock(until=lot.ends), press(state.auction.time_is_up, lot)
        key = f"clock-{lot.revision}"
        clock = row(ClockFace(until, state.uptime, ring, look.words, key=key))
    who_bids = None if lot.asked else bidders_row(lot, look, seat)
    return controls.flat((_standing(lot, look, seat), note, clock, who_bids))


def _standing(lot: Lot, look: Look, seat: str) -> ft.Control:
    """Show how the bids stand: the highest, or of sealed ones how many fists are out."""
    highest, inner = lot.highest, look.width - 4 * look.gap
    label, amount, name, said = "", "No bid yet", "", "No bid yet"
    if lot.sealed:
        asked = lot.bidders
        label, amount = "Fists out", f"{len(lot.laid)} of {len(asked)}"
        said = f"{label}: {amount}"
    elif highest:
        label = "Sold for" if lot.asked else "Highest bid"
        amount = lot.format_amount(highest.amount)
        name = "You" if highest.seat == seat else name_of(lot.snapshot, highest.seat)
        told = "to you" if name == "You" and lot.asked else "yours" if name == "You" else name
        said = f"{label} {amount}, {told}"
    most, bidder = AMOUNT * look.large if label else NAME * look.title, None
    size = size_of_words(amount, inner * (0.6 if name else 1), most)
    if name and highest:
        token = 1.6 * look.token
        left = inner * 0.4 - token - look.gap
        letters = size_of_words(name, left, look.title * 1.3, look.words)
        person = who(lot.snapshot.person(highest.seat), token)
        bidder = inline(person, words(name, letters, theme.ON_TINT))
    what = words(label, look.words, theme.ON_TINT) if label else None
    parts = controls.beside(figure(amount, size, theme.ON_TINT), bidder)
    made = controls.card(controls.packed(what, parts), tone="accent", padding=look.gap)
    return read_out(made, said, live=True, identifier="highest-bid")


# --- who bids ------------------------------------------------------------------------------------------


@frozen
class Bidder:
    """Somebody who bids, or is out: what is written, what is read out, and for sealed bids whether it is in."""

    person: Person
    words: str
    spoken: str
    faint: bool = False
    laid: bool | None = None


def list_bidders(lot: Lot, seat: str = "") -> tuple[Bidder, ...]:
    """Those who bid for a lot, then those who are out; ``seat`` is whose own phone it is."""
    there, laid, found = lot.bidders, lot.laid, []
    for person in sorted(lot.snapshot.people, key=lambda person: person.key in lot.out):
        name = "You" if person.key == seat else person.name
        if person.key in lot.out:
            said = "You are out" if name == "You" else f"{name} is out"
            found.append(Bidder(person, said, said, faint=True))
        elif person.key in there and lot.sealed:
            away, done = ", away" if person.away else "", person.key in laid
            said = f"{person.name} {'has bid' if done else 'has not bid yet'}{away}"
            found.append(Bidder(person, person.name, said, laid=done))
        elif person.key in there:
            said = f"{name} is away" if person.away else name
            found.append(Bidder(person, said, said, faint=person.away))
    return tuple(found)


def bidders_row(lot: Lot, look: Look, seat: str = "") -> ft.Control:
    """Show who bids, with a tick once a sealed bid is in, and who is out."""
    head = "" if lot.sealed else "Still in"
    return Still(_row, head, list_bidders(lot, seat), look, key="bidders")


def _row(head: str, bidders: tuple[Bidder, ...], look: Look) -> ft.Control:
    if not bidders:
        return soft("Nobody can bid for it.", look.words)
    faces = (bidder_face(bidder, look) for bidder in bidders)
    made = controls.wrap(soft(head, look.words) if head else None, faces, spacing=look.gap)
    said = ", ".join(bidder.spoken for bidder in bidders)
    return read_out(made, f"{head}: {said}" if head else said)


def bidder_face(bidder: Bidder, look: Look) -> ft.Control:
    """Set a bidder's token before the words, and before the sign of whether a sealed bid is in."""
    ink = theme.SOFT_INK if bidder.faint else theme.INK
    said = words(bidder.words, look.words, ink, semantics_label=bidder.spoken)
    icon, colour = ft.Icons.RADIO_BUTTON_UNCHECKED, theme.SOFT_INK
    if bidder.laid:
        icon, colour = ft.Icons.CHECK_CIRCLE, theme.GAIN
    laid = ft.Icon(icon, colour, look.token * 0.85)
    sign = None if bidder.laid is None else laid
    return inline(badge(bidder.person, look.token), said, sign)
