"""The device goes round: a cover between any two players, a pad for one of them, and the moment when all is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from models.ledger import Refusal
from models.trouble import Trouble
from views import parts, sealed_bids, theme
from views.boundary import screen, whole_view
from views.desk import SAME_TAP
from views.parts import Style, button, face, icon_button, press, soft, text
from views.players import badge
from views.sealed import BIDS, about, again, device
from views.sealed_open import opened
from views.sealed_pad import pad
from views.shell import go, gone, place, use_play
from views.store import StoreContext
from views.veil import use_veil

if TYPE_CHECKING:
    from views.desk import Desk
    from views.person import Person
    from views.picture import Picture
    from views.sealed_bids import Bidding
    from views.store import Store

MEASURE = 460
"""A cover is no wider than this: one thing to do, in the middle."""


@dataclass(eq=False)
class Handing(ft.Observable):
    """Where the device is on its way round: whom it is handed ``to``, who is ``at`` the pad, and what lies there.

    It belongs to one screen. ``chips`` is what the player at the pad has laid so far, ``wrong`` what is said to him.
    """

    to: str = ""
    at: str = ""
    chips: tuple[int, ...] = ()
    wrong: str = ""
    _closed: float = float("-inf")

    def name(self, seat: str) -> None:
        """Hand the device to somebody else than who is next."""
        self.to = seat

    def sit(self, seat: str, desk: Desk) -> None:
        """Let a player to the pad, which is empty then."""
        if desk.clock() - self._closed < SAME_TAP:
            return  # the second half of the tap that closed the fist before
        self.chips, self.wrong, self.at = (), "", seat

    def cover(self) -> None:
        """Cover whatever is private, as if nobody had sat down."""
        self.chips, self.wrong, self.at = (), "", ""

    def away(self) -> None:
        """Cover it, and hand the device to whoever is next."""
        self.cover()
        self.to = ""

    def lay(self, chip: int, desk: Desk, found: Bidding) -> None:
        """Put a chip in the fist, unless the player has not so many left."""
        if not self.at:
            return
        with_it = (*self.chips, chip)
        if sum(with_it) > found.limits(desk.picture, self.at)[1]:
            self.wrong = sealed_bids.NO_BID
            return
        self.chips, self.wrong = with_it, ""

    def back(self) -> None:
        """Take the last chip out again."""
        self.chips, self.wrong = self.chips[:-1], ""

    def clear(self) -> None:
        """Take all chips out again."""
        self.chips, self.wrong = (), ""

    def bid(self, desk: Desk, found: Bidding) -> None:
        """Close the fist: this is the bid."""
        if not self.at:
            return  # the second half of a double tap
        try:
            sealed_bids.lay(desk, found, self.at, sum(self.chips))
        except Refusal as refusal:
            self.wrong = refusal.sentence
            return
        self._closed = desk.clock()
        self.away()


@whole_view
def BidsView() -> ft.View:
    """Fill the screen with the bids of a play: nothing beside them that anybody could want to tap."""
    store: Store = ft.use_context(StoreContext)
    play_id = ft.use_route_params().get("play", "")
    use_play(store, play_id)
    try:
        body: ft.Control = BidsScreen(store, store.desk(play_id), key=play_id)
    except (Refusal, Trouble) as trouble:
        body = gone(trouble.sentence)
    return ft.View(route=f"/play/{play_id}/{BIDS}", padding=0, controls=[ft.SafeArea(body, expand=True)])


@screen
def BidsScreen(store: Store, desk: Desk) -> ft.Control:
    """Draw the cover, the pad of whoever sat down, or the opened bids."""
    handing, _ = ft.use_state(Handing())
    use_veil(store.veil, handing.cover)
    picture = desk.picture
    found = sealed_bids.bidding(desk, picture)
    if found is None or found.gone:
        return _over(desk, found)
    if found.opened:
        return _middle(opened(desk, picture, found))
    asked = found.asked(picture)
    if handing.at in asked:
        return _framed(desk, pad(desk, picture, found, handing), leave=handing)
    return _framed(desk, _cover(desk, picture, found, handing), above=store.height * 0.1)


def _over(desk: Desk, found: Bidding | None) -> ft.Control:
    words = found.reason(desk) if found else "Bids are laid here when something is sold in closed fists."
    return parts.empty(
        ft.Icons.FRONT_HAND_OUTLINED,
        "No bids are taken now",
        words,
        button("Back to the table", press(go, place(desk.play_id, "")), tone="primary"),
    )


def _framed(desk: Desk, body: ft.Control, *, leave: Handing | None = None, above: float = 0.0) -> ft.Control:
    """Set the page in the middle, with the way back to the table above it, or from a pad to its cover."""
    back = press(leave.cover) if leave else press(go, place(desk.play_id, ""))
    words = "Back to the cover" if leave else "Back to the table"
    return ft.Column(
        [
            ft.Container(ft.Row([icon_button(ft.Icons.ARROW_BACK, words, back)]), padding=8),
            _middle(body, above),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _middle(body: ft.Control, above: float = 0.0) -> ft.Control:
    return ft.Container(
        ft.Column(
            [ft.Container(body, width=MEASURE, padding=ft.Padding(18, 12 + above, 18, 20))],
            scroll=ft.ScrollMode.AUTO,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            tight=True,
        ),
        expand=True,
        alignment=ft.Alignment.CENTER,
    )


def _cover(desk: Desk, picture: Picture, found: Bidding, handing: Handing) -> ft.Control:
    """Say whose turn with the device it is. Whoever looks at this sees nothing that is not for everyone."""
    asked, lacking = found.asked(picture), found.lacking(picture)
    people = [one for one in picture.people if one.key in asked]
    to = handing.to if handing.to in asked else next(iter(lacking), "")
    person = next((one for one in people if one.key == to), None)
    lines: list[ft.Control] = [soft(about(picture, found), Style.BODY_MEDIUM, align=ft.TextAlign.CENTER)]
    if found.told:
        lines.append(parts.note(found.told, "warn", live=True))
    lines += again(picture, found)
    if person is None:
        lines += _all_in(desk, found)
    else:
        lines += _to(desk, person, handing, again=to in found.bids)
    names = parts.wrap(*(_naming(one, handing, found, at=one.key == to) for one in people), spacing=8)
    names.alignment = ft.MainAxisAlignment.CENTER
    hint = "Tap a name to change that bid." if person is None else "Somebody else first? Tap the name."
    lines += [ft.Divider(height=1), names, soft(hint, align=ft.TextAlign.CENTER)]
    return ft.Column(
        lines, spacing=16, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER, key=f"cover-{to}"
    )


def _to(desk: Desk, person: Person, handing: Handing, *, again: bool) -> list[ft.Control]:
    lines: list[ft.Control] = [
        badge(person, size=96),
        _title(f"Hand the {device()} to {person.name}."),
        soft("Nobody else looks.", Style.BODY_LARGE),
        _wide(button(f"I am {person.name}", press(handing.sit, person.key, desk), tone="primary", expand=True)),
    ]
    if again:
        lines.insert(3, soft(f"{person.name} has bid already, and may bid again.", Style.BODY_MEDIUM))
        lines.append(button("Leave that bid", press(handing.away), tone="quiet"))
    return lines


def _title(words: str) -> ft.Control:
    said = text(words, Style.HEADLINE_LARGE, align=ft.TextAlign.CENTER)
    return ft.Semantics(header=True, heading_level=1, content=said)


def _all_in(desk: Desk, found: Bidding) -> list[ft.Control]:
    opening = press(sealed_bids.open_all, desk, found)
    return [
        ft.Icon(ft.Icons.BACK_HAND_OUTLINED, size=72, color=theme.ACCENT),
        _title("All bids are in."),
        soft(f"Put the {device()} where all can see it, and open them.", Style.BODY_LARGE, align=ft.TextAlign.CENTER),
        _wide(button("Open all bids", opening, tone="primary", expand=True, key="open-all")),
    ]


def _naming(person: Person, handing: Handing, found: Bidding, *, at: bool) -> ft.Control:
    """A name to tap: with a tick once that player has bid, and framed where the device is handed there now."""
    done = person.key in found.bids
    told = "has bid" if done else "has not bid yet"
    name = text(person.name, Style.LABEL_LARGE, spoken=f"{person.name} {told}. Hand it to {person.name}")
    sign = ft.Icons.CHECK_CIRCLE if done else ft.Icons.RADIO_BUTTON_UNCHECKED
    tick = ft.Icon(sign, size=20, color=theme.GAIN if done else theme.SOFT_INK)
    return face(
        ft.Row([badge(person, size=24), name, tick], spacing=6, tight=True),
        press(handing.name, person.key),
        chosen=at,
        expand=None,
        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        radius=24,
        role="button",
    )


def _wide(one: ft.Control) -> ft.Control:
    return ft.Row([one])
