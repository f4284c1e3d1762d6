"""What the screens show of a player: money, hats, cards, what training brought, and what was agreed before the race."""

from __future__ import annotations

from companion.core.game import Badge, Holding, Standing
from companion.core.table import Table, listed
from companion.games.totopoly import dues, gates, state
from companion.games.totopoly.board import HORSES, INKS, WHITES
from companion.games.totopoly.houses import AUCTION, BANK, BOOK, TOTE
from companion.games.totopoly.state import FUND, HATS, SETUP, TRAINING, money

COUNTS = {"remount": "special"} | {kind: f"white for {colour}" for kind, colour in WHITES.items()}
"""What the cards that are no colour cards are called on a chip."""


def standing(table: Table, who: str) -> Standing:
    """Everything a player's card shows."""
    worn = tuple(hat for hat in HATS if state.wearer(table, hat) == who)
    due = dues.open_due(table)
    owes = due is not None and due.who == who and due.amount > 0
    return Standing(
        seat=who,
        figure=figure(table, who),
        subtitle=", ".join(HATS[hat] for hat in worn),
        debt=Badge(f"owes {money(due.amount)} now", "bad") if due is not None and owes else Badge(""),
        chips=_chips(table, who),
        holdings=_holdings(table, who),
        note=_note(table, who),
        out=who not in state.playing(table),
        up=due is not None and due.who == who,
        details=_details(table, who),
    )


def figure(table: Table, who: str) -> str:
    """Cash in hand; where cash is not followed, what was spent, or won or lost, with its sign."""
    held = state.cash(table, who)
    if state.keeps(table) in (AUCTION, BANK):
        return money(abs(_beside_hats(table, who)))
    return f"+{money(held)}" if held > 0 and not state.tracked(table) else money(held)


def _beside_hats(table: Table, who: str) -> int:
    """What a book that follows no cash has given a player or taken, without what hats have earned."""
    return state.cash(table, who) - sum(state.earned(table, who, hat) for hat in HATS)


def _so_far(table: Table, who: str) -> str:
    """Say what the figure of a book is that follows no cash."""
    if state.keeps(table) not in (AUCTION, BANK):
        return "Won or lost so far"
    if _beside_hats(table, who) > 0:
        return "Received so far"
    return "Spent so far" if state.keeps(table) == AUCTION else "Paid so far"


def _note(table: Table, who: str) -> str:
    if state.stage(table) == SETUP:
        return "Not dealt in yet" if state.tracked(table) else "The book is not open yet"
    if not state.tracked(table):
        return _so_far(table, who)
    if state.hidden(table):
        held = len(state.cards(table, who))
        return f"{held} {'card' if held == 1 else 'cards'}, hidden until the last lot" if held else "No cards yet"
    return ""


def _chips(table: Table, who: str) -> tuple[Badge, ...]:
    chips = [
        Badge(f"{COUNTS.get(kind, kind)} {held}", "warn" if kind in WHITES else "plain")
        for kind, held in state.training(table, who).items()
    ]
    if state.keeps(table) in (AUCTION, BANK):
        chips += [
            Badge(f"{money(got)} as {called}", "good")
            for hat, called in HATS.items()
            if (got := state.earned(table, who, hat))
        ]
    if horse := state.nominated(table, who):
        chips.append(Badge(f"nominates No. {horse[1:]}", "info"))
    for unit, held in table.ledger.holdings(f"{who}:cards").items():
        if held < 0:  # only striking out a line can do this; it must not go unseen
            chips.append(Badge(f"{state.card_name(table, unit)} at \u2212{-held}", "bad"))
    if who not in state.playing(table):
        chips.append(Badge("has left"))
    return tuple(chips)


def _holdings(table: Table, who: str) -> tuple[Holding, ...]:
    if state.hidden(table):
        return ()
    held = state.cards(table, who)
    horses = tuple(
        Holding(
            state.card_name(table, card),
            "scratched" if state.scratched(table, card) else state.colour(table, card),
            counts=not state.scratched(table, card),
            colour=INKS.get(state.colour(table, card), ""),
        )
        for card in held
        if card in HORSES
    )
    return horses + tuple(Holding(state.card_name(table, card), "business") for card in held if card not in HORSES)


def _details(table: Table, who: str) -> tuple[tuple[str, str], ...]:
    rows = [("Cash" if state.tracked(table) else _so_far(table, who), figure(table, who))]
    if state.hidden(table):
        rows.append(("Cards", f"{len(state.cards(table, who))}, hidden until the last lot"))
    else:
        rows += [(_kind(table, card), state.card_name(table, card)) for card in state.cards(table, who)]
    for kind, held in state.training(table, who).items():
        what = f"White cards for {WHITES[kind]}" if kind in WHITES else f"{COUNTS.get(kind, kind).capitalize()} cards"
        rows.append((what, str(held)))
    if horse := state.nominated(table, who):
        rows.append(("Nominated", f"{state.card_name(table, horse)}, moved out of turn"))
    if len(order := state.order(table, who)) > 1 and state.stage(table) in gates.FROM_PARADE:
        rows.append(("Fixed order", listed(f"No. {horse[1:]}" for horse in order)))
    for hat, called in HATS.items():
        if state.wearer(table, hat) == who or state.earned(table, who, hat):
            rows.append((f"Earned as {called}", money(state.earned(table, who, hat))))
    return tuple(rows)


def _kind(table: Table, card: str) -> str:
    return f"Horse, {state.colour(table, card)}" if card in HORSES else "Business"


SHORT_STAGE = {
    "setup": "Set-up", "leases": "Leases", "lots": "Auction", "ring": "Training", "parade": "Parade",
    "betting": "Betting", "running": "Race", "home": "Paying out", "over": "Over",
}  # fmt: skip


def status(table: Table) -> tuple[Badge, ...]:
    """What stands at the head of the table: the stage, the prize fund, and what unworn hats have earned."""
    chips = [Badge(SHORT_STAGE[state.stage(table)], "info")]
    if state.keeps(table) in (TOTE, BOOK) or state.stage(table) == SETUP:
        return tuple(chips)
    if state.keeps(table) != AUCTION:
        chips.append(Badge(f"Prize fund {money(state.held(table, FUND))}"))
    if trained := state.held(table, TRAINING):
        chips.append(Badge(f"Training account {money(trained)}"))
    chips += [Badge(f"{called} {money(got)}") for hat, called in HATS.items() if (got := state.earned(table, hat, hat))]
    return tuple(chips)
