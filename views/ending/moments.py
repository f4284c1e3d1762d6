"""The moments of an evening, over the whole screen: sealed bids that are opened, the end of a race, a winner."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import flet as ft

from companion.core.answers import read_each
from companion.core.recording.differences import headline
from companion.core.show.boards import ToteBoard
from models.errors import StorageError
from models.ledger import Proposal
from views import theme
from views.app_shell import go, play_route
from views.boards.tote import PLACES, describe_runner, owner_name, per, rate, seat_name
from views.components import amounts
from views.components.controls import Control, log, screen
from views.components.reveal import RevealCard, RevealContent, RevealStage
from views.ending.ending import ranks_of
from views.state.client import Client
from views.state.play.lot import Lot
from views.state.play.moment import BIDS, END, RACE, Moment
from views.state.play.play_state import Panel, PlaySnapshot
from views.table.sealed_bids import BIDS as BIDS_SCREEN

FAR = 2.0
"""Size of text on a television: no letters are smaller than 28 pixels of 900."""
MOST = 3
"""So many places are shown of a race or at the end; more only where they are shared by winners."""


@screen
def MomentDialog(client: Client, panel: Panel, moment: Moment, lasts: float = 0) -> Control:
    """Show the moment over everything else on this screen; one tap goes on.

    Where nobody taps, on a television, it ``lasts`` so many seconds.
    """
    state = panel.play

    def go_on() -> None:
        if moment.kind == END:
            state.sheet.close()  # nothing is left to fill in, and it would hide who won
        moment.over()
        if ft.context.page.route.endswith(f"/{BIDS_SCREEN}"):
            go(play_route(state.play_id, ""))

    async def go_by_itself() -> None:
        kind = moment.kind
        await asyncio.sleep(lasts)
        if lasts and moment.kind == kind:
            moment.over()

    ft.use_effect(go_by_itself, [moment.kind])
    reveal = _reveal(panel, moment.kind) if moment.kind else None
    over = None
    if reveal:
        # on a television the letters are read from afar, whatever it likes them to be
        scale = FAR if lasts else client.scale
        shown = replace(reveal, go_on="") if lasts else reveal
        over = ft.AlertDialog(
            # a dialog needs a control of its own in it, not a component
            content=ft.Container(
                RevealStage(shown, client.width, client.height, scale, go_on),
                width=client.width,
                height=client.height,
                theme=theme.make(reveal.accent, scale=scale) if lasts else None,  # type: ignore[arg-type]  # as theme.make says
                theme_mode=ft.ThemeMode.LIGHT if lasts else None,
            ),
            modal=True,
            inset_padding=0,
            content_padding=0,
            title_padding=0,
            actions_padding=0,
            bgcolor=reveal.accent,
            shape=ft.RoundedRectangleBorder(radius=0),
            on_dismiss=go_on,
        )
    ft.use_dialog(over)
    return ft.Container(visible=False)


def _reveal(panel: Panel, kind: str) -> RevealContent | None:
    """Make the cards of a moment; nothing where the book has no figures for it, which never keeps the table waiting."""
    state = panel.play
    snapshot = state.snapshot
    try:
        if kind == BIDS:
            lot = state.auction.lot
            return opened_bids(snapshot, lot) if lot and lot.opened else None
        return {RACE: race, END: winner}[kind](snapshot)
    except StorageError:
        return None  # what can't be read just now is shown when the table is next drawn
    except Exception:
        log.exception("a moment of %s could not be shown", state.play_id)
        return None


# --- sealed bids --------------------------------------------------------------------------------------


def opened_bids(snapshot: PlaySnapshot, lot: Lot) -> RevealContent | None:
    """Lay out the bids, the highest first; of several highest none has won, and the title says who keeps what."""
    proposal = snapshot.referee.entry(lot.opened).proposal
    bids = read_each(str(proposal.answers.get(lot.sealed) or ""))
    unit, what = lot.unit, lot.each.what
    top = max(bids.values(), default=0)
    alone = sum(bid == top for bid in bids.values()) == 1
    cards = []
    for seat, bid in sorted(bids.items(), key=lambda pair: -pair[1]):
        name = snapshot.name(seat)
        best = bid == top > 0
        mark = "" if not best else "highest" if alone else "tie"
        cards.append(
            RevealCard(
                name,
                amounts.figure(bid, unit) if bid else "empty fist",
                f"{name}: {amounts.speak(bid, unit) if bid else 'an empty fist'}{f', {mark}' if mark else ''}",
                person=snapshot.person(seat),
                word=f"Highest {what}" if mark == "highest" else mark.capitalize(),
                best=best and alone,
            )
        )
    about, title, more = _split_story(proposal)
    foot = more or _sum(sorted(bids.values(), reverse=True), proposal)
    return RevealContent(
        f"{about}The bids are open.", title, tuple(cards), snapshot.game.colour, foot
    )


def _split_story(proposal: Proposal) -> tuple[str, str, str]:
    """Divide what an auction's entry says: what is sold, where that is said first, who has it, and what follows."""
    about, rest = "", proposal.narration
    found = re.match(r"(.+?)[.:] ", rest)
    if found and rest[found.end()].isupper():
        about, rest = f"{found[1]}. ", rest[found.end() :]
    title, _, more = rest.partition(". ")
    return about, f"{title.removesuffix('.')}.", more


def _sum(bids: list[int], proposal: Proposal) -> str:
    """Add up all bids, and say who gets them."""
    head = headline(proposal)
    if head is None or head.figure is None:
        return ""
    each = " + ".join(amounts.figure(bid, head.unit) for bid in bids if bid)
    return f"{each} \u2192 {head.text}, {amounts.figure(head.figure, head.unit)}"


# --- a race ---------------------------------------------------------------------------------------------


def race(snapshot: PlaySnapshot) -> RevealContent | None:
    """Lay out the first three past the post, and who is paid."""
    board = next(
        (board for board in snapshot.boards if isinstance(board, ToteBoard) and not board.book),
        None,
    )
    home = (
        sorted(
            (runner for runner in board.runners if runner.place), key=lambda runner: runner.place
        )
        if board
        else []
    )
    if board is None or not home:
        return None
    names = {person.key: person.name for person in snapshot.people}
    won = home[0].place == 1
    cards = tuple(
        RevealCard(
            runner.name,
            PLACES[runner.place],
            describe_runner(runner, board, names),
            back=PLACES[runner.place],
            lines=tuple(
                filter(
                    None,
                    (
                        owner_name(runner, names),
                        f"pays {runner.pays} for {per(board.unit)}"
                        if runner.place == 1 and rate(runner)
                        else "",
                    ),
                )
            ),
            sign=str(runner.number),
            colour=runner.colour,
            word="Winner" if runner.place == 1 else "",
            best=runner.place == 1,
            place=runner.place,
        )
        for runner in home[:MOST]
    )
    paid = [
        f"{seat_name(seat, snapshot.people)} {amounts.figure(amount, board.unit)}"
        for seat, amount, _ in board.payouts
    ]
    foot = (
        f"{'Will be paid' if board.expected else 'Paid'}: {', '.join(paid)}"
        if paid
        else board.outcome
    )
    title = f"{home[0].name} wins" if won else "No horse has won"
    return RevealContent(
        board.subtitle.split(" \u00b7 ")[0], title, cards, snapshot.game.colour, foot
    )


# --- the end ----------------------------------------------------------------------------------------------


def winner(snapshot: PlaySnapshot) -> RevealContent | None:
    """Lay out the first three places, and name the others below; who shares a win shares the golden edge."""
    ending = snapshot.ending
    if ending is None or not ending.winners:
        return None
    won = ending.winning_sides
    ranks = sorted(ranks_of(snapshot), key=lambda rank: rank[0].key not in won)
    most = max(MOST, len(won))
    cards = tuple(
        RevealCard(
            person.name,
            figure,
            f"Place {place}: {person.name}, {figure}",
            person=person,
            word="Winner" if person.key in won else f"Place {place}",
            best=person.key in won,
            place=place,
        )
        for person, place, figure in ranks[:most]
    )
    others = [f"{place}. {person.name}, {figure}" for person, place, figure in ranks[most:]]
    title, reason = ending.headline(snapshot.name)
    foot = "\n".join((reason, *others))
    return RevealContent(
        snapshot.play.title, title, cards, snapshot.game.colour, foot, "See the evening"
    )
