"""What the screens show: each player's card, the head of the table, and what the book expects next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.api import Action, listed
from companion.api.show import Badge, Bar, Bars, BigBoard, Check, Holding, Lane, Lanes, Lately, Offer, Prompt, Standing
from companion.games.ratrace import auction, business, classes, gambling, moving, retiring, squares, start
from companion.games.ratrace.board import (
    BOARD_VALUES,
    BUSINESSES,
    CLASS_IN,
    CLASS_NAMES,
    CLASSES,
    CREDIT_INTEREST,
    PAPER_NAMES,
)
from companion.games.ratrace.corrections import call_off
from companion.games.ratrace.game import (
    AUCTION,
    CARDS,
    DUE,
    EXCHANGE,
    GAME,
    HAND,
    ITEMS,
    LOTTERY,
    RACE,
    Player,
    RatraceTurn,
)

SHORT_CLASS = {"working": "Working", "middle": "Middle", "high": "High Society"}
TOKEN_COLOURS = {
    "black": "#2B2B2B",
    "red": "#B3261E",
    "blue": "#1F5FA8",
    "green": "#2E7D32",
    "olive": "#6B7A1E",
    "brown": "#7A4A21",
}

# --- the player's card -----------------------------------------------------------------------------


@GAME.card
def card(t: RatraceTurn, who: Player) -> Standing:
    """Return everything a player's card shows."""
    rank, owed, held = who.rank, who.debt, who.cards
    now, lacks = classes.step(t, who), retiring.list_missing(t, who)
    note, tenths, ready = _readiness(t, who, now, lacks)
    if t.first is None:
        note, tenths, ready = "Not dealt in yet", 0, False
    elif t.ended == who:
        note, tenths, ready = "Retired, and won", 10, False
    credit = _credit_due_now(t, who)
    toward, checks = _checklist(t, who, now) if t.first is not None and t.ended != who else ("", ())
    symbols = (
        Holding(
            item.name(t),
            SHORT_CLASS[item.rank],
            counts=t.owner(item.business) != who and item.level >= who.level,
            colour=TOKEN_COLOURS[item.business],
            sign=SHORT_CLASS[item.rank][0],
        )
        for item in held
    )
    return Standing(
        seat=who.key,
        figure=t.written(who.cash),
        subtitle=" and ".join(t.business_name(one) for one in who.businesses),
        rank=Badge(SHORT_CLASS[rank], "info" if rank != "working" else "plain"),
        debt=Badge(f"owes {t.written(owed)}", "bad" if owed > 0 else "warn") if owed else Badge("no debt"),
        chips=_badges(t, who),
        holdings=(*symbols, *(Holding() for _ in range(HAND - len(held)))),
        progress=tenths * 10,
        note=note,
        warning=credit if who.worth < 0 and who.to_clear else "",
        ready=ready,
        out=who not in t.seats,
        up=_find_awaited(t) == who,
        colour=TOKEN_COLOURS.get(who.token_colour, ""),
        details=_details(t, who, credit, now, lacks),
        toward=toward,
        checks=checks,
        stakes=gambling.at_stake(t, who),
    )


def _credit_due_now(t: RatraceTurn, who: Player) -> str:
    """Say what a Credit Due would do to a player now."""
    cost, left = who.to_clear, who.worth
    if not cost:
        return ""
    then = f" and leave {t.written(left)}." if left >= 0 else f": {t.written(-left)} short."
    return f"A Credit Due now would take {t.written(cost)}{then}"


def _readiness(
    t: RatraceTurn, who: Player, next_class: classes.Step | None, lacks: tuple[str, ...]
) -> tuple[str, int, bool]:
    """Return what a player lacks for the next class or for retiring, how far that is in tenths, and whether ready."""
    if not lacks:
        return "Ready to retire before the next roll", 10, True
    if next_class is None:
        tenths = min(7, max(0, who.worth) * 7 // t.house.goal) + min(HAND, len(who.cards_from(2)))
        return f"To retire: {listed(lacks)} missing", tenths, False
    to = CLASS_IN[next_class.to]
    if next_class.missing:
        return f"{listed(next_class.missing)} short of {to}", next_class.tenths, False
    how = "" if next_class.paper else f", by the black market for {t.written(next_class.fee)}"
    return f"Ready for {to} before the next roll{how}", 10, True


def _checklist(t: RatraceTurn, who: Player, now: classes.Step | None) -> tuple[str, tuple[Check, ...]]:
    """Return what the next step needs, point by point: the class above, or in High Society retiring."""
    if now is None:
        goal, count = t.house.goal, len(who.cards_from(len(CLASS_NAMES) - 1))
        needs = [_cash_check(t, goal, who.worth, "after paying off credit" if who.to_clear else "in cash")]
        if t.house.retire_cards == "symbols":
            needs.insert(0, _symbol_check(f"{HAND} High Society symbols", count))
        return "Next: retire and win", tuple(needs)
    paper = PAPER_NAMES[now.paper] if now.paper else "Diploma or membership"
    bought = f"black market, {t.written(now.fee)}" if now.paper is None and now.black_market else ""
    return f"Next: {CLASS_NAMES[now.to]}", (
        _symbol_check(f"{HAND} Status Symbols", now.symbols),
        Check(paper, now.paper is not None or now.black_market, bought, _brief_paper(now)),
        _cash_check(t, now.need, now.cash, "in cash"),
    )


def _symbol_check(words: str, count: int) -> Check:
    return Check(words, done=count >= HAND, detail="" if count >= HAND else f"has {count}", brief="")


def _cash_check(t: RatraceTurn, need: int, there: int, what: str) -> Check:
    short = "" if there >= need else f"{t.written(need - there)} short"
    return Check(f"{t.written(need)} {what}", done=there >= need, detail=short, brief=short or f"has {t.written(need)}")


def _brief_paper(now: classes.Step) -> str:
    if now.paper:
        return PAPER_NAMES[now.paper].split()[-1]
    return "black market" if now.black_market else "no diploma"


@GAME.television
def television(t: RatraceTurn) -> tuple[BigBoard, ...]:
    """Return the three classes as lanes, with everybody's way to the next; where anybody has staked anything, that."""
    if t.first is None:
        return ()
    if t.event and t.event in STAKED:
        return _stakes_board(t, t.event)
    goal, symbols = t.written(t.house.goal), f"{HAND} symbols"
    lanes = []
    for level, rank in enumerate(CLASSES):
        seats = tuple(who.key for who in t.seats if who.rank == rank)
        above = CLASSES[level + 1] if level + 1 < len(CLASSES) else ""
        cards = f"{symbols} and " if t.house.retire_cards == "symbols" else ""
        note = f"Wins with {cards}{goal}"
        if above:
            note = f"Up with {symbols}, a diploma, {t.written(classes.PROOF[above])}"
        lanes.append(Lane(CLASS_NAMES[rank], seats, note, _next_up(t, level - 1)))
    return (Lanes(tuple(lanes)),)


def _stakes_board(t: RatraceTurn, event: str) -> tuple[BigBoard, ...]:
    """Return what everybody has staked on what goes on, with what it has come to."""
    stakes = t.on_table(event)
    if event == RACE:
        said = {who: f"wins {t.written(won)} now" for who, won in gambling.would_win(t).items()}
        title, place = f"Bets on horse {t.race.horse}", "Racetrack"
    elif event == LOTTERY:
        said = gambling.drawn(t)
        title, place = f"Highest roll wins {t.written(sum(stakes.values()))}", "Lottery"
    else:
        said = {t.event_player: f"worth {t.written(t.investment.value)} now"}
        title, place = "Investment", "Stock Exchange"
    bars = tuple(
        Bar(who.key, stake, said.get(who, "")) for who, stake in sorted(stakes.items(), key=lambda bet: -bet[1])
    )
    return Bars(title, "$", bars), Lately(place)


NEAR = 8
"""So many tenths of the way leave one step."""


def _next_up(t: RatraceTurn, level: int) -> tuple[str, str] | None:
    """Return who of a class is nearest to the next, where no more than one symbol or paper is missing, and what."""
    steps = [(who, now) for who in t.seats if who.level == level and (now := classes.step(t, who))]
    near = [(now.tenths, who, now) for who, now in steps if len(now.missing) <= 1 and now.tenths >= NEAR]
    if t.ended is not None or not near:
        return None
    _, who, now = max(near, key=lambda rung: rung[0])
    return who.key, f"needs only {now.missing[0]}" if now.missing else "is ready to move up"


def _find_awaited(t: RatraceTurn) -> Player | None:
    """Return whom the table waits for: to pick, in an event, on the square landed on, or to roll."""
    if t.ended is not None:
        return None
    if not t.under_way:
        return start.next_pick(t)
    if t.event == EXCHANGE:
        return gambling.next_roller(t)
    if t.event is not None:
        waiting = gambling.to_roll(t) if t.event == LOTTERY else []
        return waiting[0] if waiting else t.event_player
    if not t.follows:
        return None
    return t.awaited[0] if t.awaited else t.on_turn


def _badges(t: RatraceTurn, who: Player) -> tuple[Badge, ...]:
    badges = []
    if who.paper:
        badges.append(Badge(PAPER_NAMES[who.paper], "good"))
    if who.closed:
        badges.append(Badge("misses a turn, closed" if who.misses else "closed until the next move", "warn"))
    for purse, word in ((RACE, "bet"), (EXCHANGE, "invested"), (LOTTERY, "in the pot")):
        if lies := t.held(who, purse):
            badges.append(Badge(f"{t.written(lies)} {word}", "info"))
    if t.event == DUE and t.event_player == who:
        badges.append(Badge(f"owes {t.written(t.debt.amount)} now", "bad"))
    for unit, cards in t.holdings(who, CARDS).items():
        if cards < 0:  # only crossing out an entry can do this; it must not go unseen
            badges.append(Badge(f"{ITEMS[unit].name(t)} at \u2212{-cards}", "bad"))
    if who not in t.seats:
        badges.append(Badge("has left"))
    return tuple(badges)


def _details(
    t: RatraceTurn, who: Player, credit: str, next_class: classes.Step | None, lacks: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    rows = [("Class", CLASS_NAMES[who.rank])]
    if t.follows:
        rows.append(("Stands on", who.stands_on))
    rows += [
        ("Cash", t.written(who.cash)),
        ("Credit debt", t.written(who.debt)),
        ("Worth after clearing credit", t.written(who.worth)),
    ]
    if credit:
        rows.append(("Credit Due", credit))
    for item in who.cards:
        own = ", of the own Business: never counts" if t.owner(item.business) == who else ""
        rows.append(("Status Symbol", f"{item.name(t)}, {SHORT_CLASS[item.rank]}{own}"))
    if who.paper:
        rows.append(("Paper", PAPER_NAMES[who.paper]))
    if next_class:
        rows.append((f"Missing for {CLASS_IN[next_class.to]}", listed(next_class.missing) or "nothing"))
    rows.append(("Missing to retire", listed(lacks) or "nothing"))
    if who.bankruptcies:
        rows.append(("Bankruptcies", str(who.bankruptcies)))
    return tuple(rows)


@GAME.status
def status(t: RatraceTurn) -> tuple[Badge, ...]:
    """Return what stands at the head of the table."""
    followed = f"Round {t.round_now}" if t.follows else "Tokens not followed"
    return Badge(f"Goal {t.written(t.house.goal)}"), Badge(followed), *_stakes_left_over(t)


STAKED = {RACE: "race", EXCHANGE: "investment", LOTTERY: "Lottery"}


def _stakes_left_over(t: RatraceTurn) -> Iterator[Badge]:
    """Say whose stakes lie on the table though what they were put up for was crossed out."""
    for purse, called in STAKED.items():
        for who, stake in t.on_table(purse).items() if t.event != purse else ():
            yield Badge(f"{who}'s {t.written(stake)} stays on the table until the next {called}", "warn")


# --- what the book expects next --------------------------------------------------------------------

SKIP = {"racetrack": "No bet", "stock_exchange": "No investment", "lottery": "No stake"}
SKIP |= dict.fromkeys(PAPER_NAMES, "Not joining")
"""How a square is left alone; said to whoever is next as well."""
CALL_OFF = call_off("Call it off", "danger")
FREE = Prompt(
    "What happened?",
    "All else is under Find an action.",
    None,
    (
        business.buy("Buy at a Business"),
        business.credit_due("Credit Due"),
        squares.collect("Collect income"),
        gambling.race("Racetrack"),
        gambling.invest("Stock Exchange"),
        gambling.lottery("Lottery"),
        squares.taxes("Taxes"),
        squares.join_club("School or club"),
        squares.windfall("Windfall"),
        classes.move_up("Move up"),
        retiring.retire("Retire"),
    ),
)
"""Where the book does not follow the tokens."""


@GAME.next
def what_next(t: RatraceTurn) -> Prompt:
    """Return what the table does next, with the sheet to open and the other ways to go on."""
    if t.ended is not None:
        return Prompt("The game is over")
    if not t.under_way:
        return _opening(t)
    if t.event is not None:
        return EVENTS[t.event](t)
    if t.awaited:
        return _ask_of_square(t, *t.awaited)
    return _turn(t) if t.follows else FREE


def _opening(t: RatraceTurn) -> Prompt:
    who = start.next_pick(t)
    if who is None:
        return Prompt(
            "Who rolled lowest?",
            "Everyone throws both dice. The lowest picks a Business first and takes the first turn; ties throw again.",
            start.start("Start the game", "primary"),
        )
    return Prompt(
        f"{who} picks a Business",
        "Its nine Status Symbol cards come with it. The token keeps the colour of the first."
        if who.businesses
        else "Its nine Status Symbol cards come with it, and the token takes its colour.",
        start.pick("Pick", "primary", who=who),
    )


def _turn(t: RatraceTurn) -> Prompt:
    who = t.on_turn
    if who is None:
        return Prompt("Nobody is left at the table")
    if who.owes_auction is not None:
        first, *more = _before_rolling(t, who)
        return Prompt(f"{who} auctions first", "The wedding's auction is held before rolling.", first, tuple(more))
    return Prompt(
        f"{who} rolls",
        f"{who} stands on {who.place_name}.",
        moving.roll("Roll", "primary", who=who),
        (*_before_rolling(t, who), moving.land("Pick the square instead", "quiet", who=who)),
    )


def _before_rolling(t: RatraceTurn, who: Player) -> tuple[Offer, ...]:
    """Return what a player may do on the own turn before the dice are rolled."""
    offers, next_class = [], classes.step(t, who)
    if who.owes_auction is not None:
        offers.append(classes.hold_auction("Hold the auction", "primary", who=who))
    elif next_class and not next_class.missing and t.moved_up != who:
        how = "" if next_class.paper else f": black market, {t.written(next_class.fee)}"
        label = f"Move up to {CLASS_IN[next_class.to]}{how}"
        offers.append(classes.move_up(label, "primary", who=who, black_market=not next_class.paper))
    if not retiring.list_missing(t, who):
        offers.append(retiring.retire("Retire and win", "primary", who=who))
    if t.house.repay == "yes" and 0 < who.to_clear <= who.cash:
        offers.append(business.repay(f"Repay credit, {t.written(who.to_clear)}", who=who))
    return tuple(offers)


def _ask_of_square(t: RatraceTurn, who: Player, code: str) -> Prompt:
    sheet, text = _sheet_of(t, who, code)
    offers: tuple[Offer, ...] = ()
    if t.must:
        offers = (moving.waive("Skip this square", "quiet"),)
    elif t.on_turn:
        # the square may be left alone: the whole turn of who is next follows
        then = _turn(t)
        if then.sheet:
            label = f"{SKIP.get(code, 'Go on')}: {t.on_turn.name}'s turn"
            offers = (replace(then.sheet, label=label, tone="plain", then=then),)
    if code in BUSINESSES and (owner := t.owner(code)) and sheet:
        where = f"from {owner.name}" if owner in t.seats else f"at {t.business_name(code)}"
        return Prompt(f"What does {who.name} buy {where}?", text, sheet, offers)
    fee = f", {t.written(t.printed(f'fee.{code}'))}" if code in PAPER_NAMES else ""
    return Prompt(f"{who} {'at' if fee else 'on'} {who.place_name}{fee}", text, sheet, offers)


SQUARES: dict[str, tuple[Action[...], str]] = {
    "racetrack": (gambling.race, "Win / place / show for each dollar. The others may bet on the same horse."),
    "stock_exchange": (gambling.invest, "Any number of hundreds. The others roll for it."),
    "lottery": (gambling.lottery, "The others may put in the same. The highest roll takes the pot."),
    "taxes": (squares.taxes, "Roll both dice. Pay {tax} for each point."),
    "welfare": (squares.welfare, "Roll one die. Pay {welfare} for each point."),
    "unemployment": (squares.unemployment, "Roll one die. Pay {unemployment} for each point."),
    "divorce": (classes.divorce, "Roll both dice. Alimony is {alimony} for each point."),
    "pool": (squares.pool, "Roll both dice. Win {pool} for each point."),
    "ascot": (squares.ascot, "Both dice say what is won."),
    "credit_due": (business.credit_due, f"All that is owed and {CREDIT_INTEREST}% more, at once."),
    "funeral": (squares.funeral, "Inherit {funeral} and miss a turn."),
    "wedding": (classes.wedding, "Up one class at once."),
    "gift": (squares.windfall, ""),
    "bingo": (squares.windfall, ""),
    "uncle": (squares.windfall, ""),
    "income": (squares.collect, "A token was put here by hand, so collect by hand."),
}
"""What is done on a square, and what is said of it."""


def _sheet_of(t: RatraceTurn, who: Player, code: str) -> tuple[Offer | None, str]:
    if code in BUSINESSES:
        text = f"{who} landed on {t.business_name(code)} and buys one thing."
        return business.buy("", "primary", who=who, business=code), text
    if code in PAPER_NAMES:
        text = "A diploma or membership is needed to move up. One in each class is enough."
        return squares.join_club("", "primary", who=who, club=code), text
    if code not in SQUARES:
        return None, "Nothing happens here."
    act, text = SQUARES[code]
    answers: dict[str, Any] = {"who": who, "square": code} if act is squares.windfall else {"who": who}
    return act("", "primary", **answers), NAMED_FIGURE.sub(lambda found: _figure_here(t, who, found[1]), text)


NAMED_FIGURE = re.compile(r"\{(\w+)\}")


def _figure_here(t: RatraceTurn, who: Player, name: str) -> str:
    """Return a figure of the board: that of the player's class, where each class has its own."""
    own = f"{name}.{who.rank}"
    key = next((one for one in (own, name) if one in PRINTED), "")
    return t.written(t.printed(key)) if key else "nothing"


PRINTED = frozenset(one.key for one in BOARD_VALUES)


def _race(t: RatraceTurn) -> Prompt:
    rolls = t.race.rolls
    stakes = ", ".join(f"{who.name} {t.written(stake)}" for who, stake in t.on_table(RACE).items())
    wins = ", ".join(f"{who.name} {t.written(won, signed=True)}" for who, won in gambling.would_win(t).items())
    return Prompt(
        f"Race: horse {t.race.horse}, roll {rolls + 1} of 3",
        f"Bets: {stakes}. If it comes in now: {wins}.",
        gambling.race_roll("Roll", "primary"),
        (CALL_OFF,) if rolls else (gambling.side_bet("Add a side bet"), CALL_OFF),
        "Race",
    )


def _exchange(t: RatraceTurn) -> Prompt:
    who = t.event_player
    invested, value = t.written(t.investment.invested), t.written(t.investment.value)
    offers: tuple[Offer, ...] = (CALL_OFF,)
    now = ""
    if t.investment.rolls:
        offers = (gambling.cash_in(f"{who} cashes in {value}", "primary"), CALL_OFF)
        now = f"; now at level {t.investment.level}, worth {value}"
    return Prompt(
        f"{gambling.next_roller(t) or who} rolls for {who.name}'s investment",
        f"{who} invested {invested}{now}.",
        gambling.exchange_roll("Roll", "primary"),
        offers,
        "Stock Exchange",
    )


def _lottery(t: RatraceTurn) -> Prompt:
    stake, inside, waiting = t.lottery.stake, gambling.entrants(t), gambling.to_roll(t)
    names = listed(who.name for who in inside)
    if t.lottery.rolled and waiting:
        return Prompt(
            f"{waiting[0]} rolls in the Lottery",
            f"In the pot: {t.written(stake * len(inside))} from {names}. "
            f"Still to roll: {listed(who.name for who in waiting)}.",
            gambling.lottery_roll("Roll", "primary", who=waiting[0]),
            (CALL_OFF,),
            "Lottery",
        )
    begin = gambling.stake_back("Nobody matches")
    if len(inside) > 1:
        begin = gambling.lottery_roll(f"All are in: {waiting[0].name} rolls", "primary", who=waiting[0])
    return Prompt(
        f"Lottery: who matches {t.written(stake)}?",
        f"In so far: {names}. Pot: {t.written(stake * len(inside))}.",
        gambling.match("Match", "primary"),
        (begin, CALL_OFF),
        "Lottery",
    )


def _sale(t: RatraceTurn, title: str, text: str, event: str) -> Prompt:
    """Offer to sell the first lot that somebody may buy."""
    left = auction.lots(t)
    lot = next((one for one in left if auction.bidders(t, one)), left[0])
    return Prompt(
        title,
        text,
        auction.sell("Sold", "primary", lot=lot),
        (auction.unsold("Nobody bids", lot=left[0]), CALL_OFF),
        event,
    )


def _auction(t: RatraceTurn) -> Prompt:
    if not auction.lots(t):
        # an entry crossed out may leave an auction with nothing to sell
        return Prompt("The auction has no lots left", "", None, (CALL_OFF,), "Auction")
    return _sale(t, f"{t.event_player}'s auction", f"Still under the hammer: {auction.lot_names(t)}.", "Auction")


def _due(t: RatraceTurn) -> Prompt:
    due, held = auction.open_due(t), t.event_player.cash
    title = f"{due.who} must pay {t.written(due.amount)}"
    if auction.can_pay(due):
        text = f"{due.what}. There is cash enough: {t.written(held)}."
        return Prompt(title, text, auction.settle("Pay", "primary"), (CALL_OFF,), "Debt due")
    text = f"{due.what}. {due.who} has {t.written(held)}, {t.written(due.amount - held)} short."
    if not auction.lots(t):
        text += " Nothing is left to sell."
        return Prompt(title, text, auction.bankrupt("Bankrupt", "danger"), (CALL_OFF,), "Debt due")
    return _sale(t, title, f"{text} To auction: {auction.lot_names(t)}.", "Debt due")


EVENTS = {RACE: _race, EXCHANGE: _exchange, LOTTERY: _lottery, AUCTION: _auction, DUE: _due}
