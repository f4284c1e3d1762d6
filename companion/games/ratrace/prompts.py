"""What the book expects next: whose turn, which square, which step of an event."""

from __future__ import annotations

from dataclasses import replace

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table, listed
from companion.games.ratrace import classes, dues, exchange, lottery, opening, retiring, sale, state
from companion.games.ratrace.board import BUSINESSES, CLASS_IN
from companion.games.ratrace.state import AUCTION, DUE, EXCHANGE, LOTTERY, RACE, money, name

SKIP = {"racetrack": "Don't bet", "stock_exchange": "Don't invest", "lottery": "Don't play"} | dict.fromkeys(
    ("night_school", "country_club", "university", "yacht_club"), "Don't join"
)
"""How a square is left alone."""
CALL_OFF = Offer("call_off", {}, "Call it off", "danger")


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if table.ledger.mark(state.TABLE, "ended") is not None:
        return Prompt("The game is over")
    if not state.started(table):
        return _opening(table)
    kind = state.event(table)
    if kind is not None:
        return EVENTS[kind](table)
    now = state.awaited(table)
    if now is not None:
        return _landed(table, *now)
    return _turn(table) if state.follows(table) else _free()


def _opening(table: Table) -> Prompt:
    who = opening.next_pick(table)
    if who is None:
        return Prompt(
            "Who rolled lowest?",
            "Everyone throws both dice. The lowest picks a Business first and takes the first turn; ties throw again.",
            Offer("start", {}, "Open the table", "primary"),
        )
    return Prompt(
        f"{name(table, who)} picks a Business",
        "Its nine Status Symbol cards come with it; the token keeps the colour of the first."
        if state.owned(table, who)
        else "Its colour is the token's, and its nine Status Symbol cards come with it.",
        Offer("pick", {"who": who}, "Pick", "primary"),
    )


def _turn(table: Table) -> Prompt:
    who = state.on_turn(table)
    if who is None:
        return Prompt("Nobody is left at the table")
    if table.ledger.mark(who, "owes_auction") is not None:
        auction, *more = _before_rolling(table, who)
        text = "The wedding's auction is held before rolling."
        return Prompt(f"{name(table, who)} auctions first", text, auction, tuple(more))
    return Prompt(
        f"{name(table, who)} rolls",
        f"Stands on {state.square_name(table, state.rank(table, who), state.square(table, who))}.",
        Offer("roll", {"who": who}, "Roll", "primary"),
        (*_before_rolling(table, who), Offer("land", {"who": who}, "Pick the square instead", "quiet")),
    )


def _before_rolling(table: Table, who: str) -> tuple[Offer, ...]:
    """What a player may do on the own turn before the dice are rolled."""
    offers: list[Offer] = []
    step = classes.step(table, who)
    if table.ledger.mark(who, "owes_auction") is not None:
        offers.append(Offer("hold_auction", {"who": who}, "Hold the auction", "primary"))
    elif step is not None and not step.missing and table.ledger.mark(state.TABLE, "moved_up") != who:
        answers = {"who": who, "black_market": "no" if step.paper else "yes"}
        how = "" if step.paper else f" (black market {money(classes.BLACK_MARKET[step.to])})"
        offers.append(Offer("move_up", answers, f"Move up to {CLASS_IN[step.to]}{how}", "primary"))
    if not retiring.missing(table, who):
        offers.append(Offer("retire", {"who": who}, "Retire and win", "primary"))
    if table.house("repay") == "yes" and 0 < state.to_clear(table, who) <= state.cash(table, who):
        offers.append(Offer("repay", {"who": who}, f"Repay credit, {money(state.to_clear(table, who))}"))
    return tuple(offers)


def _free() -> Prompt:
    offers = (
        Offer("buy", {}, "Buy at a Business"),
        Offer("credit_due", {}, "Credit Due"),
        Offer("collect", {}, "Collect income"),
        Offer("race", {}, "Racetrack"),
        Offer("invest", {}, "Stock Exchange"),
        Offer("lottery", {}, "Lottery"),
        Offer("taxes", {}, "Taxes"),
        Offer("join_club", {}, "School or club"),
        Offer("windfall", {}, "Windfall"),
        Offer("move_up", {}, "Move up"),
        Offer("retire", {}, "Retire"),
    )
    return Prompt("What happened?", "Choose the square or the event; the rest stands under More.", None, offers)


def _landed(table: Table, who: str, code: str) -> Prompt:
    where = state.square_name(table, state.rank(table, who), state.square(table, who))
    sheet, text = _sheet_of(table, who, code)
    offers: tuple[Offer, ...] = ()
    if state.must(table):
        offers = (Offer("waive", {}, "Let it go", "quiet"),)
    elif (turn := state.on_turn(table)) is not None:
        offers = _passed_over(table, code, turn)
    return Prompt(f"{name(table, who)} on {where}", text, sheet, offers)


def _passed_over(table: Table, code: str, turn: str) -> tuple[Offer, ...]:
    """Leave a square alone that may be left alone: the whole turn of who is next follows."""
    then = _turn(table)
    if then.sheet is None:
        return ()
    label = f"{SKIP.get(code, 'Go on')}: {table.name(turn)}'s turn"
    return (replace(then.sheet, label=label, tone="plain", then=then),)


def _sheet_of(table: Table, who: str, code: str) -> tuple[Offer | None, str]:
    if code in BUSINESSES:
        owner = table.name(state.owner(table, code))
        return Offer("buy", {"who": who, "business": code}, "Record purchase", "primary"), f"Owner: {owner}."
    if code in ("night_school", "country_club", "university", "yacht_club"):
        return Offer("join_club", {"who": who, "club": code}, "Join", "primary"), "One paper a class is enough."
    actions = {
        "racetrack": ("race", "A bet is on one horse; the others may bet on the same."),
        "stock_exchange": ("invest", "An investment is in hundreds; the others roll for it."),
        "lottery": ("lottery", "A stake is put up, for the others to match."),
        "taxes": ("taxes", "Both dice decide."),
        "welfare": ("welfare", "One die decides."),
        "unemployment": ("unemployment", "One die decides."),
        "divorce": ("divorce", "Both dice decide the alimony."),
        "pool": ("pool", "Both dice decide."),
        "ascot": ("ascot", "Both dice decide."),
        "credit_due": ("credit_due", "The whole debt and 10% at once."),
        "funeral": ("funeral", "An inheritance, and a turn missed."),
        "wedding": ("wedding", "Up one class at once."),
        "gift": ("windfall", ""),
        "bingo": ("windfall", ""),
        "uncle": ("windfall", ""),
        "income": ("collect", "Income is paid by hand after a token was put right."),
    }
    if code not in actions:
        return None, "Nothing happens here."
    action, text = actions[code]
    answers = {"who": who, "square": code} if action == "windfall" else {"who": who}
    return Offer(action, answers, "Record", "primary"), text


def _race(table: Table) -> Prompt:
    horse, rolls = state.count(table, RACE, "horse"), state.count(table, RACE, "rolls")
    stakes = ", ".join(f"{table.name(who)} {money(stake)}" for who, stake in state.table_money(table, RACE).items())
    offers = () if rolls else (Offer("side_bet", {}, "Another bets on it"),)
    return Prompt(
        f"Race: horse {horse}, roll {rolls + 1} of 3", f"Bets: {stakes}.",
        Offer("race_roll", {}, "Roll", "primary"), (*offers, CALL_OFF), "Race",
    )  # fmt: skip


def _exchange(table: Table) -> Prompt:
    who, roller = state.said(table, EXCHANGE, "who"), exchange.next_roller(table)
    invested, value = state.count(table, EXCHANGE, "invested"), state.count(table, EXCHANGE, "value")
    rolls = state.count(table, EXCHANGE, "rolls")
    cash_in = f"{name(table, who)} cashes in {money(value)}"
    offers = (Offer("cash_in", {}, cash_in, "primary"),) if rolls else ()
    now = f"; now at level {state.count(table, EXCHANGE, 'level')}, worth {money(value)}" if rolls else ""
    return Prompt(
        f"{name(table, roller or who)} rolls for {table.name(who)}'s investment",
        f"{name(table, who)} invested {money(invested)}{now}.",
        Offer("exchange_roll", {}, "Roll", "primary"), (*offers, CALL_OFF), "Stock Exchange",
    )  # fmt: skip


def _lottery(table: Table) -> Prompt:
    stake, entrants = state.count(table, LOTTERY, "stake"), lottery.entrants(table)
    rolled = bool(state.said(table, LOTTERY, "rolled"))
    waiting = lottery.to_roll(table)
    names = listed(table.name(who) for who in entrants)
    if rolled and waiting:
        return Prompt(
            f"{name(table, waiting[0])} rolls in the Lottery",
            f"In the pot: {money(stake * len(entrants))} from {names}. Still to roll: "
            f"{listed(table.name(who) for who in waiting)}.",
            Offer("lottery_roll", {"who": waiting[0]}, "Roll", "primary"), (CALL_OFF,), "Lottery",
        )  # fmt: skip
    if len(entrants) > 1:
        offers = (Offer("lottery_roll", {"who": waiting[0]}, f"Begin: {table.name(waiting[0])} rolls", "primary"),)
    else:
        offers = (Offer("stake_back", {}, "Nobody matches"),)
    return Prompt(
        f"Lottery: who matches {money(stake)}?", f"In so far: {names}.",
        Offer("match", {}, "Match", "primary"), (*offers, CALL_OFF), "Lottery",
    )  # fmt: skip


def _auction(table: Table) -> Prompt:
    left = sale.lots(table)
    if not left:
        # a struck line may leave an auction with nothing to sell
        return Prompt("The auction has no lots left", "", None, (CALL_OFF,), "Auction")
    return Prompt(
        f"{name(table, sale.seller(table))}'s auction",
        f"Still under the hammer: {listed(sale.lot_name(table, lot) for lot in left)}.",
        Offer("sell", {"lot": _lot_to_sell(table, left)}, "Sold", "primary"),
        (Offer("unsold", {"lot": left[0]}, "Nobody bids"), CALL_OFF),
        "Auction",
    )


def _lot_to_sell(table: Table, left: tuple[str, ...]) -> str:
    """The first lot that somebody may buy."""
    return next((lot for lot in left if sale.bidders(table, lot)), left[0])


def _due(table: Table) -> Prompt:
    due, left = dues.open_due(table), sale.lots(table)
    held = state.cash(table, due.who)
    title = f"{name(table, due.who)} must pay {money(due.amount)}"
    if dues.can_pay(table, due):
        text = f"{due.what}. There is cash enough: {money(held)}."
        return Prompt(title, text, Offer("settle", {}, "Pay", "primary"), (CALL_OFF,), "Debt due")
    text = f"{due.what}. Holds {money(held)}, {money(due.amount - held)} short."
    if not left:
        text += " Nothing is left to sell."
        return Prompt(title, text, Offer("bankrupt", {}, "Bankrupt", "danger"), (CALL_OFF,), "Debt due")
    return Prompt(
        title,
        f"{text} To auction: {listed(sale.lot_name(table, lot) for lot in left)}.",
        Offer("sell", {"lot": _lot_to_sell(table, left)}, "Sold", "primary"),
        (Offer("unsold", {"lot": left[0]}, "Nobody bids"), CALL_OFF),
        "Debt due",
    )


EVENTS = {RACE: _race, EXCHANGE: _exchange, LOTTERY: _lottery, AUCTION: _auction, DUE: _due}
