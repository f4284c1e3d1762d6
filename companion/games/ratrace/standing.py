"""What the screens show of a player: figures, remarks, cards, and what is missing for the next step."""

from __future__ import annotations

from companion.core.game import Badge, Holding, Standing
from companion.core.table import Table, listed
from companion.games.ratrace import classes, exchange, lottery, retiring, state
from companion.games.ratrace.board import CLASS_IN, CLASS_NAMES
from companion.games.ratrace.state import HAND, money

SHORT_CLASS = {"working": "Working", "middle": "Middle", "high": "High Society"}
COLOURS = {
    "black": "#2B2B2B",
    "red": "#B3261E",
    "blue": "#1F5FA8",
    "green": "#2E7D32",
    "olive": "#6B7A1E",
    "brown": "#7A4A21",
}


def credit_due_now(table: Table, who: str) -> tuple[str, bool]:
    """What a Credit Due would do to a player now, and whether there is too little cash for it."""
    cost, held = state.to_clear(table, who), state.cash(table, who)
    if not cost:
        return "", False
    if cost <= held:
        return f"A Credit Due now would take {money(cost)} and leave {money(held - cost)}.", False
    return f"A Credit Due now would take {money(cost)}: {money(cost - held)} short.", True


def readiness(table: Table, who: str) -> tuple[str, int, bool]:
    """What a player lacks for the next class or for retiring, how far that is in tenths, and whether ready."""
    lacks_to_retire = retiring.missing(table, who)
    if not lacks_to_retire:
        return "Ready to retire before the next roll", 10, True
    step = classes.step(table, who)
    if step is None:
        goal = int(table.house("goal"))
        worth = max(0, state.cash(table, who) - state.to_clear(table, who))
        held = min(HAND, len(state.counting(table, who, 2)))
        tenths = min(7, worth * 7 // goal) + held
        return f"To retire: {listed(lacks_to_retire)} missing", tenths, False
    to = CLASS_IN[step.to]
    if not step.missing:
        how = "" if step.paper else f", by the black market for {money(classes.BLACK_MARKET[step.to])}"
        return f"Ready for {to} before the next roll{how}", 10, True
    return f"{listed(step.missing)} short of {to}", step.tenths, False


def standing(table: Table, who: str) -> Standing:
    """Everything a player's card shows."""
    owned = state.owned(table, who)
    rank = state.rank(table, who)
    owed = state.debt(table, who)
    note, tenths, ready = readiness(table, who)
    credit, broke = credit_due_now(table, who)
    started = table.ledger.mark(state.TABLE, "first") is not None
    if not started:
        note, tenths, ready = "Not dealt in yet", 0, False
    elif table.ledger.mark(state.TABLE, "ended") == who:
        note, tenths, ready = "Retired, and won", 10, False
    held = state.cards(table, who)
    return Standing(
        seat=who,
        figure=money(state.cash(table, who)),
        subtitle=" and ".join(state.business_name(table, one) for one in owned),
        rank=Badge(SHORT_CLASS[rank], "info" if rank != "working" else "plain"),
        debt=Badge(f"credit {money(owed)}", "bad" if owed > 0 else "warn") if owed else Badge("no debt"),
        chips=_chips(table, who),
        holdings=tuple(
            Holding(
                item.name(table),
                SHORT_CLASS[item.rank],
                counts=state.owner(table, item.business) != who and item.level >= state.level(table, who),
                colour=COLOURS[item.business],
            )
            for item in held
        )
        + tuple(Holding() for _ in range(HAND - len(held))),
        progress=tenths * 10,
        note=note,
        warning=credit if broke else "",
        ready=ready,
        out=who not in state.playing(table),
        up=_waits_for(table) == who,
        colour=COLOURS.get(state.token(table, who), ""),
        details=_details(table, who, credit),
    )


def _waits_for(table: Table) -> str | None:
    """Whom the table waits for: in an event, on the square landed on, or to roll."""
    if table.ledger.mark(state.TABLE, "ended") is not None:
        return None
    kind = state.event(table)
    if kind == state.EXCHANGE:
        return exchange.next_roller(table)
    if kind == state.LOTTERY and (waiting := lottery.to_roll(table)):
        return waiting[0]
    if kind is not None:
        return state.said(table, kind, "who") or state.said(table, kind, "lander")
    if not state.follows(table):
        return None
    now = state.awaited(table)
    return now[0] if now is not None else state.on_turn(table)


def _chips(table: Table, who: str) -> tuple[Badge, ...]:
    chips = []
    if held := state.paper(table, who):
        chips.append(Badge(state.paper_name(held), "good"))
    if state.closed(table, who):
        missing = table.ledger.mark(who, "misses") is not None
        chips.append(Badge("misses a turn, closed" if missing else "closed until the next move", "warn"))
    for purse, word in (("race", "bet"), ("exchange", "invested"), ("lottery", "in the pot")):
        if lies := table.ledger.balance(f"{who}:{purse}"):
            chips.append(Badge(f"{money(lies)} {word}", "info"))
    if state.event(table) == state.DUE and state.said(table, state.DUE, "who") == who:
        chips.append(Badge(f"owes {money(state.count(table, state.DUE, 'amount'))} now", "bad"))
    for unit, cards in table.ledger.holdings(f"{who}:cards").items():
        if cards < 0:  # only striking out a line can do this; it must not go unseen
            chips.append(Badge(f"{state.ITEM_OF[unit].name(table)} at \u2212{-cards}", "bad"))
    if who not in state.playing(table):
        chips.append(Badge("has left"))
    return tuple(chips)


def _details(table: Table, who: str, credit: str) -> tuple[tuple[str, str], ...]:
    rank = state.rank(table, who)
    rows = [("Class", CLASS_NAMES[rank])]
    if state.follows(table):
        rows.append(("Stands on", state.square_name(table, rank, state.square(table, who))))
    rows += [
        ("Cash", money(state.cash(table, who))),
        ("Credit debt", money(state.debt(table, who))),
        ("Worth after clearing credit", money(state.cash(table, who) - state.to_clear(table, who))),
    ]
    if credit:
        rows.append(("Credit Due", credit))
    for item in state.cards(table, who):
        own = ", of the own Business: never counts" if state.owner(table, item.business) == who else ""
        rows.append(("Status Symbol", f"{item.name(table)}, {SHORT_CLASS[item.rank]}{own}"))
    if held := state.paper(table, who):
        rows.append(("Paper", state.paper_name(held)))
    step = classes.step(table, who)
    if step is not None:
        missing = listed(step.missing) or "nothing"
        rows.append((f"Missing for {CLASS_IN[step.to]}", missing))
    rows.append(("Missing to retire", listed(retiring.missing(table, who)) or "nothing"))
    if broken := state.count(table, who, "bankruptcies"):
        rows.append(("Bankruptcies", str(broken)))
    return tuple(rows)


def status(table: Table) -> tuple[Badge, ...]:
    """What stands at the head of the table."""
    chips = [Badge(f"Goal {money(int(table.house('goal')))}")]
    if state.follows(table):
        chips.append(Badge(f"Round {state.round_now(table)}"))
    else:
        chips.append(Badge("Tokens not followed"))
    return tuple(chips)
