"""What the book expects next: whose turn, which square, which step of an event."""

from __future__ import annotations

from companion.game import Offer, Prompt
from companion.games.ratrace import auction, classes, exchange, lottery, opening, retiring, state
from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES
from companion.games.ratrace.state import AUCTION, DUE, EXCHANGE, LOTTERY, RACE, money, name
from companion.table import Table, listed

CALL_OFF = Offer("call_off", {}, "Call it off", "danger")


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if table.ledger.mark(state.TABLE, "ended") is not None:
        return Prompt("The game is over")
    if table.ledger.mark(state.TABLE, "started") is None:
        return _opening(table)
    kind = state.event(table)
    if kind is not None:
        return EVENTS[kind](table)
    now = state.pending(table)
    if now is not None:
        return _landed(table, *now)
    return _turn(table) if state.follows(table) else _free(table)


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
        "Its colour is the token's, and its nine Status Symbol cards come with it.",
        Offer("pick", {"who": who}, "Pick", "primary"),
    )


def _turn(table: Table) -> Prompt:
    who = state.on_turn(table) or state.playing(table)[0]
    offers = [Offer("land", {"who": who}, "Pick the square instead", "quiet")]
    text = f"Stands on {state.square_name(table, state.rank(table, who), state.square(table, who))}."
    step = classes.step(table, who)
    if table.ledger.mark(who, "owes_auction") is not None:
        return Prompt(
            f"{name(table, who)} auctions first", "The wedding's auction is held before rolling.",
            Offer("hold_auction", {"who": who}, "Hold the auction", "primary"),
        )  # fmt: skip
    if not retiring.missing(table, who):
        offers.insert(0, Offer("retire", {"who": who}, "Retire and win", "primary"))
    if step is not None and not step.missing and table.ledger.mark(state.TABLE, "moved_up") != who:
        answers = {"who": who, "black_market": "no" if step.paper else "yes"}
        how = "" if step.paper else f" (black market {money(classes.BLACK_MARKET[step.to])})"
        offers.insert(0, Offer("move_up", answers, f"Move up to {CLASS_NAMES[step.to]}{how}", "primary"))
    if table.house("repay") == "yes" and state.debt(table, who) > 0:
        offers.append(Offer("repay", {"who": who}, "Repay credit", "plain"))
    return Prompt(f"{name(table, who)} rolls", text, Offer("roll", {"who": who}, "Roll", "primary"), tuple(offers))


def _free(table: Table) -> Prompt:
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
    del table
    return Prompt("What happened?", "Choose the square or the event; more stands under All actions.", None, offers)


def _landed(table: Table, who: str, code: str) -> Prompt:
    where = state.square_name(table, state.rank(table, who), state.square(table, who))
    title = f"{name(table, who)} on {where}"
    sheet, text = _sheet_of(table, who, code)
    offers: list[Offer] = []
    if state.must(table):
        offers.append(Offer("waive", {}, "Let it go", "quiet"))
    elif (turn := state.on_turn(table)) is not None:
        offers.append(Offer("roll", {"who": turn}, f"Go on: {table.name(turn)} rolls", "plain"))
        step = classes.step(table, turn)
        if step is not None and not step.missing:
            answers = {"who": turn, "black_market": "no" if step.paper else "yes"}
            offers.append(Offer("move_up", answers, f"{name(table, turn)} moves up to {CLASS_NAMES[step.to]}"))
        if not retiring.missing(table, turn):
            offers.append(Offer("retire", {"who": turn}, f"{name(table, turn)} retires", "primary"))
    return Prompt(title, text, sheet, tuple(offers))


def _sheet_of(table: Table, who: str, code: str) -> tuple[Offer | None, str]:
    if code in BUSINESSES:
        owner = table.name(state.owner(table, code))
        return Offer("buy", {"who": who, "business": code}, "Record purchase", "primary"), f"Owner: {owner}."
    if code in ("night_school", "country_club", "university", "yacht_club"):
        return Offer("join_club", {"who": who, "club": code}, "Join", "primary"), "One paper a class is enough."
    actions = {
        "racetrack": ("race", "He may bet on one horse; the others on the same."),
        "stock_exchange": ("invest", "He may invest, in hundreds."),
        "lottery": ("lottery", "He may put up a stake for the others to match."),
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
    offers = (Offer("cash_in", {}, f"Cash in {money(value)}", "primary"),) if rolls else ()
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
    lots = auction.lots(table)
    answers = {"lot": lots[0]} if lots else {}
    return Prompt(
        f"{name(table, auction.seller(table))}'s auction",
        f"Still under the hammer: {listed(auction.lot_name(table, lot) for lot in lots)}.",
        Offer("sell", answers, "Sold", "primary"),
        (Offer("unsold", answers, "Nobody bids"), CALL_OFF), "Auction",
    )  # fmt: skip


def _due(table: Table) -> Prompt:
    who, amount = state.said(table, DUE, "who"), state.count(table, DUE, "amount")
    held, what = state.cash(table, who), state.said(table, DUE, "what")
    lots = auction.lots(table)
    title = f"{name(table, who)} must pay {money(amount)}"
    text = f"{what}. Holds {money(held)}, {money(max(0, amount - held))} short."
    if held >= amount:
        return Prompt(title, text, Offer("settle", {}, "Pay", "primary"), (CALL_OFF,), "Debt due")
    if not lots:
        return Prompt(
            title, f"{text} Nothing is left to sell.", Offer("bankrupt", {}, "Bankrupt", "danger"), (CALL_OFF,),
            "Debt due",
        )  # fmt: skip
    able = any(auction.bidders(table, lot) for lot in lots)
    tail = "" if able else " Nobody can buy anything."
    return Prompt(
        title, f"{text} To auction: {listed(auction.lot_name(table, lot) for lot in lots)}.{tail}",
        Offer("sell", {"lot": lots[0]}, "Sold", "primary") if able else Offer("unsold", {"lot": "rest"}, "Go on"),
        (Offer("unsold", {"lot": lots[0]}, "Nobody bids"), CALL_OFF) if able else (CALL_OFF,), "Debt due",
    )  # fmt: skip


EVENTS = {RACE: _race, EXCHANGE: _exchange, LOTTERY: _lottery, AUCTION: _auction, DUE: _due}
