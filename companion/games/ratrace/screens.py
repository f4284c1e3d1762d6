"""What the screens show: each player's card, the head of the table, and what the book expects next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.api import listed
from companion.api.show import (
    Badge,
    BigBoard,
    Check,
    Holding,
    Lane,
    Lanes,
    Lately,
    Offer,
    Prompt,
    Stake,
    Standing,
)
from companion.games.ratrace import classes, moving, retiring, squares, start
from companion.games.ratrace.auction import Debt
from companion.games.ratrace.board import (
    CLASS_IN,
    CLASS_NAMES,
    CLASSES,
    PAPERS,
    SQUARES,
    TOKEN_COLOURS,
)
from companion.games.ratrace.corrections import call_off
from companion.games.ratrace.game import (
    AT_SQUARE,
    CARDS,
    GAME,
    HAND,
    ITEMS,
    Gamble,
    Player,
    RatraceTurn,
)

SHORT_CLASS = {"working": "Working", "middle": "Middle", "high": "High Society"}

# --- the player's card -----------------------------------------------------------------------------


@GAME.card
def card(t: RatraceTurn, who: Player) -> Standing:
    """Return everything a player's card shows."""
    rank, owed = who.rank, who.debt
    now, to_retire = classes.next_step(who), classes.needs_to_retire(who)
    playing = t.first and t.ended != who
    note, tenths, ready = _readiness(who, now, classes.list_missing(to_retire))
    credit = _credit_due_now(t, who)
    toward = f"Next: {CLASS_NAMES[now.to]}" if now else "Next: retire and win"
    symbols = tuple(
        Holding(
            item.name(t),
            SHORT_CLASS[item.rank],
            counts=item in who.cards_from(who.level),
            colour=TOKEN_COLOURS[item.business],
            sign=SHORT_CLASS[item.rank][0],
        )
        for item in who.cards
    )
    return Standing(
        seat=who.key,
        figure=t.written(who.cash),
        subtitle=" and ".join(map(t.business_name, who.businesses)),
        rank=Badge(SHORT_CLASS[rank], "info" if who.level else "plain"),
        debt=Badge(f"owes {t.written(owed)}", "bad" if owed > 0 else "warn")
        if owed
        else Badge("no debt"),
        chips=tuple(_badges(t, who)),
        holdings=symbols + (Holding(),) * (HAND - len(symbols)),
        progress=tenths * 10,
        note=note,
        warning=credit if who.worth < 0 and who.to_clear else "",
        ready=ready,
        out=who not in t.seats,
        up=_find_awaited(t) == who,
        colour=TOKEN_COLOURS.get(who.token_colour, ""),
        details=tuple(_details(t, who, credit, now, to_retire)),
        toward=toward if playing else "",
        checks=(now.needs if now else to_retire) if playing else (),
        stakes=(Stake(f"{event.title}: {t.written(stake)}", event.results(stake)),)
        if isinstance(event := t.open_event, Gamble) and (stake := t.held(who, event.code)) > 0
        else (),
    )


def _credit_due_now(t: RatraceTurn, who: Player) -> str:
    """Say what a Credit Due would do to a player now."""
    cost, left = who.to_clear, who.worth
    if not cost:
        return ""
    then = f" and leave {t.written(left)}." if left >= 0 else f": {t.written(-left)} short."
    return f"A Credit Due now would take {t.written(cost)}{then}"


def _readiness(
    who: Player, now: classes.Step | None, lacks: tuple[str, ...]
) -> tuple[str, int, bool]:
    """Return what a player lacks for the next class or for retiring, how far that is in tenths, and whether ready."""
    if not who.t.first:
        return "Not dealt in yet", 0, False
    if who.t.ended == who:
        return "Retired, and won", 10, False
    if not lacks:
        return "Ready to retire before the next roll", 10, True
    if now is None:
        tenths = min(7, max(0, who.worth) * 7 // who.t.house.goal) + min(
            HAND, len(who.cards_from(2))
        )
        return f"To retire: {listed(lacks)} missing", tenths, False
    to = CLASS_IN[now.to]
    if now.missing:
        return f"{listed(now.missing)} short of {to}", now.tenths, False
    how = "" if now.paper else f", by the black market for {who.t.written(now.fee)}"
    return f"Ready for {to} before the next roll{how}", 10, True


@GAME.television
def television(t: RatraceTurn) -> tuple[BigBoard, ...]:
    """Return the three classes as lanes, with everybody's way to the next; where anybody has staked anything, that."""
    if not t.first:
        return ()
    if isinstance(event := t.open_event, Gamble):
        return event.board(), Lately(event.title)
    goal, symbols = t.written(t.house.goal), f"{HAND} symbols"
    cards = f"{symbols} and " if t.house.retire_cards == "symbols" else ""
    notes = [
        f"Up with {symbols}, a diploma, {t.written(proof)}" for proof in classes.PROOF.values()
    ]
    notes.append(f"Wins with {cards}{goal}")
    seats = [tuple(who.key for who in t.seats if who.rank == rank) for rank in CLASSES]
    lanes = (
        Lane(CLASS_NAMES[rank], seats[at], notes[at], _next_up(t, at - 1))
        for at, rank in enumerate(CLASSES)
    )
    return (Lanes(tuple(lanes)),)


NEAR = 8
"""So many tenths of the way leave one step."""


def _next_up(t: RatraceTurn, level: int) -> tuple[str, str] | None:
    """Return who of a class is nearest to the next, where no more than one symbol or paper is missing, and what."""
    steps = [now for who in t.seats if who.level == level and (now := classes.next_step(who))]
    near = [now for now in steps if len(now.missing) <= 1 and now.tenths >= NEAR]
    if t.ended or not near:
        return None
    now = max(near, key=lambda step: step.tenths)
    return now.who.key, f"needs only {now.missing[0]}" if now.missing else "is ready to move up"


def _find_awaited(t: RatraceTurn) -> Player | None:
    """Return whom the table waits for: to pick, in an event, on the square landed on, or to roll."""
    if t.ended:
        return None
    if not t.under_way:
        return start.next_pick(t)
    if event := t.open_event:
        return event.awaited
    if not t.follows:
        return None
    return t.awaited[0] if t.awaited else t.on_turn


def _badges(t: RatraceTurn, who: Player) -> Iterator[Badge]:
    if who.paper:
        yield Badge(PAPERS[who.paper], "good")
    if who.closed:
        yield Badge("misses a turn, closed" if who.misses else "closed until the next move", "warn")
    for event in t.gambles:
        if stake := t.held(who, event.code):
            yield Badge(f"{t.written(stake)} {event.staked}", "info")
    if t.event == Debt.code and t.event_player == who:
        yield Badge(f"owes {t.written(Debt(t).amount)} now", "bad")
    for unit, cards in t.holdings(who, CARDS).items():
        if cards < 0:  # only crossing out an entry can do this; it must not go unseen
            yield Badge(f"{ITEMS[unit].name(t)} at \u2212{-cards}", "bad")
    if who not in t.seats:
        yield Badge("has left")


def _details(
    t: RatraceTurn, who: Player, credit: str, now: classes.Step | None, to_retire: tuple[Check, ...]
) -> Iterator[tuple[str, str]]:
    """Say what the figure and the remarks of a card do not."""
    if t.follows:
        yield "Stands on", who.stands_on
    yield "Worth after clearing credit", t.written(who.worth)
    if credit:
        yield "Credit Due", credit
    if now and not t.first:  # the remark says it as soon as there is play
        yield f"Missing for {CLASS_IN[now.to]}", listed(now.missing) or "nothing"
    yield "Missing to retire", listed(classes.list_missing(to_retire)) or "nothing"
    if who.bankruptcies:
        yield "Bankruptcies", str(who.bankruptcies)


@GAME.status
def status(t: RatraceTurn) -> tuple[Badge, ...]:
    """Return what stands at the head of the table."""
    followed = f"Round {t.round_now}" if t.follows else "Tokens not followed"
    return Badge(f"Goal {t.written(t.house.goal)}"), Badge(followed)


# --- what the book expects next --------------------------------------------------------------------

FREELY = (
    "buy", "credit_due", "collect", "race", "invest", "lottery", "taxes", "join_club", "windfall", "move_up", "retire",
)  # fmt: skip
"""What is offered where the book does not follow the tokens."""


@GAME.next
def what_next(t: RatraceTurn) -> Prompt:
    """Return what the table does next, with the sheet to open and the other ways to go on."""
    if t.ended:
        return Prompt("The game is over")
    if not (t.under_way and t.first):  # a start crossed out after the picks is said again
        return _opening(t)
    if event := t.open_event:
        prompt = event.prompt()
        return replace(
            prompt, event=event.title, offers=(*prompt.offers, call_off("Call it off", "danger"))
        )
    if t.awaited:
        return _ask_of_square(t, *t.awaited)
    if t.follows:
        return _turn(t)
    offers = tuple(GAME.find_action(name)() for name in FREELY)
    return Prompt("What happened?", "All else is under Find an action.", None, offers)


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
    if who.owes_auction:
        first, *more = _before_rolling(t, who)
        return Prompt(
            f"{who} auctions first",
            "The wedding's auction is held before rolling.",
            first,
            tuple(more),
        )
    return Prompt(
        f"{who} rolls",
        "",
        moving.roll("Roll", "primary", who=who),
        (*_before_rolling(t, who), moving.land("Pick the square instead", "quiet", who=who)),
    )


def _before_rolling(t: RatraceTurn, who: Player) -> tuple[Offer, ...]:
    """Return what a player may do on the own turn before the dice are rolled."""
    offers, next_class = [], classes.next_step(who)
    if who.owes_auction:
        offers.append(classes.hold_auction("Hold the auction", "primary", who=who))
    elif next_class and not next_class.missing and t.moved_up != who:
        how = "" if next_class.paper else f": black market, {t.written(next_class.fee)}"
        label = f"Move up to {CLASS_IN[next_class.to]}{how}"
        offers.append(classes.move_up(label, "primary", who=who, black_market=not next_class.paper))
    if not classes.list_missing(classes.needs_to_retire(who)):
        offers.append(retiring.retire("Retire and win", "primary", who=who))
    if t.house.repay == "yes" and 0 < who.to_clear <= who.cash:
        offers.append(squares.repay(f"Repay credit, {t.written(who.to_clear)}", who=who))
    return tuple(offers)


def _ask_of_square(t: RatraceTurn, who: Player, code: str) -> Prompt:
    square, act, void = SQUARES.get(code), AT_SQUARE[code], who.why_void(code)
    asked = (question for question in act.questions if not question.optional)
    answers = {question.name: code for question in asked if question.name in ASKED}
    offers: tuple[Offer, ...] = ()
    if t.must:
        offers = (moving.waive("Skip this square", "quiet"),)
    elif t.on_turn:
        # the square may be left alone: the whole turn of who is next follows
        then = _turn(t)
        if then.sheet:
            label = f"{(square and square.skip) or 'Go on'}: {t.on_turn.name}'s turn"
            offers = (replace(then.sheet, label=label, tone="plain", then=then),)
    text = f"{who} buys one thing from {t.owner(code).name}."
    if square:
        text = void or FIGURE.sub(lambda found: t.written(who.figure(found[1])), square.text)
    return Prompt(
        f"{who} on {who.name_square(who.at)}",
        text,
        None if void else act("", "primary", who=who, **answers),
        offers,
    )


ASKED = ("business", "club", "square")
"""The questions that the square landed on answers. To which one a divorce leads is another, and may be left out."""
FIGURE = re.compile(r"\{(\w+)\}")
