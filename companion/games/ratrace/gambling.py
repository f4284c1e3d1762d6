"""The Racetrack, the Stock Exchange and the Lottery: money that lies on the table until the dice have decided.

Rulebook: «Q. You mentioned a fast buck? How do the Racetrack squares operate?» and the two questions that follow it.
"""

from __future__ import annotations

from functools import partial

from companion.api import Refusal, listed, sentence
from companion.api.show import Stake
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.game import (
    BOTH_DICE,
    GAME,
    TREASURY,
    Event,
    Investment,
    Lottery,
    Player,
    Race,
    RatraceTurn,
    ask,
    at_square,
    during,
    slot,
)
from companion.games.ratrace.options import House
from companion.rules.betting import shares, winnings
from companion.rules.money import value_at

RACE_SOURCE = "Q. You mentioned a fast buck? How do the Racetrack squares operate?"
RACE_RULE = (
    "Up to three rolls; the first that shows the horse's number ends the race: win, place or show. "
    "Otherwise the Treasury takes every stake."
)
EXCHANGE_SOURCE = "Q. Maybe the Racetrack is a bit risky. How do I invest money in the Stock Exchange?"
EXCHANGE_RULE = (
    "The dice go once round the others from the left. After any roll the investor may cash in at that level; "
    "after the last the investment must be cashed in."
)
EXCHANGE_UNIT = 100
LOTTERY_SOURCE = "Q. What happens on the Lottery square?"
IN, OUT = "in", "out"

racing = partial(GAME.action, group="Event", source=RACE_SOURCE, when=during("There is no race under way.", Race))
investing = partial(
    GAME.action,
    group="Event",
    source=EXCHANGE_SOURCE,
    rule=EXCHANGE_RULE,
    when=during("There is no investment under way.", Investment),
)
drawing = partial(
    GAME.action, group="Event", source=LOTTERY_SOURCE, when=during("There is no Lottery under way.", Lottery)
)


def put_up(t: RatraceTurn, who: Player, stake: int, purse: str) -> None:
    """Put money from a player's hand on the table, unless a funeral keeps the player from gambling."""
    t.refuse(who.closed, f"After the funeral {who.name} does not gamble before moving again.", "who")
    t.refuse(who.cash < stake, f"{who} holds {t.written(who.cash)} and can't put up {t.written(stake)}.", "stake")
    t.pay(who, who, stake, into=purse)
    t.step(f"{who} puts up", stake, total=True)


def begin(event: Event, who: Player, stake: int, /, **remembered: str | int | Player) -> None:
    """Put up the stake that an event begins with, on a cleared table."""
    t = event.t
    for holder, held in t.on_table(event.code).items():
        # only entries crossed out by halves leave any there
        t.pay(holder, holder, held, event.code, into="cash")
        t.step(f"{holder}: left on the table by a crossed-out entry, settled", held, signed=True)
    put_up(t, who, stake, event.code)
    event.begin(**remembered)


def at_stake(t: RatraceTurn, who: Player) -> tuple[Stake, ...]:
    """Return what a player has put up for what goes on, and what each result would bring."""
    event, stake = t.open_event, t.held(who, t.event or "")
    if not event or not event.staked or stake <= 0:
        return ()
    title, lost = f"{event.called.removeprefix('the ').capitalize()}:", t.written(-stake, signed=True)
    if isinstance(event, Race):
        title = f"Race: horse {event.horse},"
        wins = [(place.capitalize(), _wins(t, stake, place)) for place in PLACES[event.rolls :]]
        results = [(place, t.written(won, signed=True)) for place, won in wins]
        results.append(("Not in", lost))
    elif isinstance(event, Investment):
        stake = event.invested
        results = [("Worth now", t.written(event.value))]
        if next_roller(t):
            levels = [_worth(t, level) for level in range(2, 13)]
            results += [("Next, at best", t.written(max(levels))), ("At worst", t.written(min(levels)))]
    else:
        pot = sum(t.on_table(event.code).values())
        results = [("Highest roll", t.written(pot - stake, signed=True)), ("Otherwise", lost)]
    return (Stake(f"{title} {t.written(stake)}", tuple(results)),)


# --- the Racetrack ---------------------------------------------------------------------------------


def _highest_bet(t: RatraceTurn) -> int:
    limit, held = t.house.bet_limit, t.find_player().cash
    return min(held, limit) if limit else held


def _bet(t: RatraceTurn, stake: int) -> None:
    limit = t.house.bet_limit
    t.refuse(limit and stake > limit, f"By the house rule a bet is at most {t.written(limit)}.", "stake")
    t.by_house_rule(House.bet_limit)


def _bets(t: RatraceTurn) -> dict[Player, int]:
    return {who: stake for who, stake in t.on_table(Race.code).items() if stake > 0}


def would_win(t: RatraceTurn) -> dict[Player, int]:
    """Return what everybody who bet wins if the horse comes in on the next roll, beside the stake."""
    place = PLACES[min(Race(t).rolls, len(PLACES) - 1)]
    return {who: _wins(t, stake, place) for who, stake in _bets(t).items()}


def _wins(t: RatraceTurn, stake: int, place: str) -> int:
    """Return what a stake on the horse wins at a place, beside the stake."""
    figure = t.printed(f"tote.{Race(t).horse}.{place}")
    return winnings(stake, figure, includes_stake=t.house.tote == "includes")


def tote(t: RatraceTurn, horse: int) -> str:
    """Write what a horse wins for each dollar, at each place."""
    return " / ".join(str(t.printed(f"tote.{horse}.{place}")) for place in PLACES)


@at_square("Bet at the Racetrack", "racetrack", source=RACE_SOURCE, rule=RACE_RULE, button="Bet on horse {horse}")
def race(
    t: RatraceTurn,
    who: Player = ask.player("Who landed on the Racetrack?"),
    horse: int = ask.number(
        "On which horse?",
        HORSES[0],
        HORSES[-1],
        what="horse",
        detail=lambda t, horse: tote(t, int(horse)).replace(" ", ""),
    ),
    stake: int = ask.money("How much?", at_most=_highest_bet),
) -> None:
    """Bet on one horse; others may then bet on the same horse."""
    _bet(t, stake)
    begin(Race(t), who, stake, lander=who, horse=horse, rolls=0)
    t.narrate(f"{who} bets {t.written(stake)} on horse {horse}.")
    t.step(f"Horse {horse} wins for each dollar, win / place / show: {tote(t, horse)}")


@racing(
    "Bet on the same horse",
    rule="Others may bet any amount of cash, on the same horse only.",
    button="{who} bets too",
)
def side_bet(
    t: RatraceTurn,
    who: Player = ask.player("Who bets too?"),
    stake: int = ask.money("How much?", at_most=_highest_bet),
) -> None:
    """Bet on the horse that runs, before the first roll."""
    t.refuse(Race(t).rolls, "The race is on: bets are laid before the first roll.")
    t.refuse(who in _bets(t), f"{who} has bet already.", "who")
    _bet(t, stake)
    put_up(t, who, stake, Race.code)
    t.narrate(f"{who} bets {t.written(stake)} on horse {Race(t).horse} too.")


def _race_words(t: RatraceTurn) -> str:
    roll, horse = t.answers["roll"], Race(t).horse
    if roll == horse:
        return f"Roll {roll} \u00b7 horse {horse} comes in"
    last = Race(t).rolls + 1 == len(PLACES)
    return f"Roll {roll} \u00b7 horse {horse} is not in{'' if last else ' yet'}"


@racing("Roll for the race", rule=RACE_RULE, on_turn=True, button=_race_words)
def race_roll(t: RatraceTurn, roll: int = BOTH_DICE) -> None:
    """Roll both dice for the race; the first roll that shows the horse's number ends it."""
    event = Race(t)
    horse, rolls = event.horse, event.rolls + 1
    if roll == horse:
        _pay_place(t, horse, PLACES[rolls - 1])
    elif rolls == len(PLACES):
        _is_not_in(t, horse)
    else:
        event.rolls = rolls
        left = t.count(len(PLACES) - rolls, "more roll")
        t.narrate(f"Roll {rolls} for horse {horse} is {roll}: the horse is not in yet.")
        t.step(f"Rolled {roll}, horse {horse} not in yet; {left}")


def _pay_place(t: RatraceTurn, horse: int, place: str) -> None:
    figure, includes = t.printed(f"tote.{horse}.{place}"), t.house.tote == "includes"
    t.step(f"Horse {horse}, {place}: {figure} for each dollar")
    results = []
    for who, stake in _bets(t).items():
        won = winnings(stake, figure, includes_stake=includes)
        t.pay(who, who, stake, Race.code, into="cash")
        t.pay(TREASURY, who, won)
        t.step(f"{who}: {t.written(stake)} times {figure - includes}", won, signed=True)
        t.step("The stake comes back", stake, signed=True)
        t.step(f"{who} gets", stake + won, signed=True, total=True)
        what = f"{'wins' if won > 0 else 'loses'} {t.written(abs(won))}" if won else "gets the stake back"
        results.append(f"{who.name} {what}")
    Race(t).end()
    verb = {"win": "wins", "place": "comes second", "show": "comes third"}[place]
    t.narrate(f"Horse {horse} {verb}: {listed(results)}.")
    t.by_house_rule(House.tote)


def _is_not_in(t: RatraceTurn, horse: int) -> None:
    bets = _bets(t)
    for who, stake in bets.items():
        t.pay(who, TREASURY, stake, Race.code, into="cash")
        t.step(f"{who} loses the stake to the Treasury", -stake)
    Race(t).end()
    lost = listed(f"{who.name} loses {t.written(stake)}" for who, stake in bets.items())
    t.narrate(f"Horse {horse} is not in: {lost}.")


# --- the Stock Exchange ----------------------------------------------------------------------------


def _worth(t: RatraceTurn, level: int) -> int:
    """Return what the investment comes to at a level of the Price Index, in dollars."""
    base = Investment(t).value if t.house.exchange == "each" else Investment(t).invested
    if level == 3:
        flat = int(t.printed("index.3"))
        return flat if t.house.level3 == "flat" else flat * base // EXCHANGE_UNIT
    return value_at(base, t.printed(f"index.{level}"))


def next_roller(t: RatraceTurn) -> Player | None:
    """Return who rolls next for the investment under way."""
    order, rolls = Investment(t).order.split(), Investment(t).rolls
    return t.holder(order[rolls]) if rolls < len(order) else None


@at_square(
    "Invest in the Stock Exchange",
    "stock_exchange",
    source=EXCHANGE_SOURCE,
    rule=EXCHANGE_RULE,
    button="Invest {stake}",
)
def invest(
    t: RatraceTurn,
    who: Player = ask.player("Who landed on the Stock Exchange?"),
    stake: int = ask.money(
        "How much does {who} invest?",
        at_least=EXCHANGE_UNIT,
        at_most=lambda t: t.find_player().cash // EXCHANGE_UNIT * EXCHANGE_UNIT,
        step=EXCHANGE_UNIT,
    ),
) -> None:
    """Invest in whole units at level 7; the others then roll for it."""
    everybody = t.house.exchange_rollers == "all"
    rollers = [other for other in who.others_from_left if everybody or not other.closed]
    t.refuse(not rollers, f"Nobody is left to roll, so {who.name}'s stake would just come back.", "who")
    order = " ".join(roller.key for roller in rollers)
    begin(Investment(t), who, stake, who=who, order=order, rolls=0, level=7, invested=stake, value=stake)
    t.narrate(f"{who} invests {t.written(stake)}.")
    t.step(f"Rolling for it, in this order: {listed(roller.name for roller in rollers)}")


@investing("Roll for the investment", on_turn=True, button="Roll {roll}")
def exchange_roll(t: RatraceTurn, roll: int = BOTH_DICE) -> None:
    """Roll both dice for the investment; after the last roll it is cashed in."""
    investment, who, roller = Investment(t), t.event_player, next_roller(t)
    if roller is None:
        raise Refusal("Everybody has rolled: the investment is cashed in.")
    before, value = investment.value, _worth(t, roll)
    investment.set(rolls=investment.rolls + 1, level=roll, value=value)
    t.narrate(f"{roller} rolls {roll} for {who.name}'s investment: worth {t.written(value)}.")
    t.step(f"{who} invested", investment.invested)
    if t.house.exchange == "each" and before != investment.invested:
        t.step("Value reached", before)
    more = next_roller(t) is not None
    t.step(level_words(t), value, total=more)
    t.by_house_rule(House.exchange)
    if roll == 3:
        t.by_house_rule(House.level3)
    if not more:
        _cash_in(t, f"The dice have been round, and {who.name}")


@investing("Cash in the investment", on_turn=lambda t: t.event_player, button="Cash in")
def cash_in(t: RatraceTurn) -> None:
    """Cash in the investment at the level of the last roll."""
    investment = Investment(t)
    t.refuse(not investment.rolls, "The first roll must be taken.")
    t.step(f"{t.event_player} invested", investment.invested)
    t.step(level_words(t), investment.value)
    _cash_in(t, str(t.event_player))


def _cash_in(t: RatraceTurn, subject: str) -> None:
    who, value = t.event_player, Investment(t).value
    stake = t.held(who, Investment.code)
    gain = value - stake
    word = f"a {'gain' if gain > 0 else 'loss'} of {t.written(abs(gain))}" if gain else "neither gain nor loss"
    t.pay(who, TREASURY, stake, Investment.code, into="cash")
    t.pay(TREASURY, who, value)
    Investment(t).end()
    t.narrate(f"{subject} cashes in {t.written(value)}, {word}.")
    t.step(f"{who} cashes in", value, signed=True, total=True)


def level_words(t: RatraceTurn) -> str:
    """Say what the last roll makes of an investment."""
    level = Investment(t).level
    if level == 3:
        per = "" if t.house.level3 == "flat" else f" for each {t.written(EXCHANGE_UNIT)}"
        return f"Level 3: all lost except {t.written(t.printed('index.3'))}{per}"
    base = "the value reached" if t.house.exchange == "each" else "the stake"
    return f"Level {level}: {t.printed(f'index.{level}'):,}% of {base}"


# --- the Lottery -----------------------------------------------------------------------------------


def entrants(t: RatraceTurn) -> list[Player]:
    """Return everyone still in the game whose stake lies in the pot."""
    return [who for who in t.seats if t.held(who, Lottery.code) > 0]


def drawn(t: RatraceTurn) -> dict[Player, str]:
    """Return what everybody in the Lottery has rolled, or is about to."""
    words: dict[object, str] = {IN: "still to roll", None: "still to roll", OUT: "is out"}
    rolls = {who: Lottery(t).roll_of(who) for who in entrants(t)}
    return {who: words.get(roll, f"rolled {roll}") for who, roll in rolls.items()}


def to_roll(t: RatraceTurn) -> list[Player]:
    """Return who has still to roll, from the lander round to the left."""
    lander, inside = t.event_player, entrants(t)
    order = (lander, *lander.others_from_left)
    return [who for who in order if who in inside and Lottery(t).roll_of(who) == IN]


@at_square(
    "Put up a Lottery stake",
    "lottery",
    source=LOTTERY_SOURCE,
    rule="The others may match the stake exactly. If nobody does, it goes back.",
    button="Put in {stake}",
)
def lottery(
    t: RatraceTurn,
    who: Player = ask.player("Who landed on the Lottery?"),
    stake: int = ask.money("How much does {who} put in?", at_most=lambda t: t.find_player().cash),
) -> None:
    """Put up a stake that the others may match."""
    begin(Lottery(t), who, stake, lander=who, stake=stake, **{slot(who): IN})
    t.narrate(f"{who} puts {t.written(stake)} into the Lottery.")


@drawing("Match the Lottery stake", rule="The stake is matched exactly.", button="{who} is in")
def match(t: RatraceTurn, who: Player = ask.player("Who matches it?")) -> None:
    """Match the stake exactly, before anybody rolls."""
    event = Lottery(t)
    t.refuse(event.rolled, "The rolling has begun.")
    t.refuse(who in entrants(t), f"{who} is in already.", "who")
    put_up(t, who, event.stake, event.code)
    event.note_rolls({who: IN})
    t.narrate(f"{who} matches the Lottery's {t.written(event.stake)}.")


@drawing(
    "Nobody matches",
    rule="If nobody matches the stake, it goes back.",
    button="Nobody matches: take the stake back",
)
def stake_back(t: RatraceTurn) -> None:
    """Give the stake back, when nobody matches it."""
    t.refuse(len(entrants(t)) > 1, "The stake was matched: now everybody in it rolls.")
    who, stake = t.event_player, Lottery(t).stake
    t.pay(who, who, stake, Lottery.code, into="cash")
    Lottery(t).end()
    t.narrate(f"Nobody matches: {who.name} takes {t.written(stake)} back.")
    t.step(f"{who} takes back", stake, signed=True, total=True)


def _lottery_words(t: RatraceTurn) -> str:
    words = f"{t.find_player()} rolls {t.answers['roll']}"
    return f"{words} \u00b7 the last to roll" if len(to_roll(t)) == 1 else words


@drawing(
    "Roll in the Lottery",
    rule="Everyone who matched the stake rolls both dice; the highest takes the pot.",
    button=_lottery_words,
)
def lottery_roll(t: RatraceTurn, who: Player = ask.player("Who rolls?"), roll: int = BOTH_DICE) -> None:
    """Roll both dice in the Lottery; after the last roll the highest takes the pot."""
    t.refuse(len(entrants(t)) < 2, "Nobody has matched the stake yet.")
    reason = "is not to roll now" if who in entrants(t) else "is not in this Lottery"
    t.refuse(who not in to_roll(t), f"{who} {reason}.", "who")
    Lottery(t).note_rolls({who: roll})
    Lottery(t).rolled = 1
    t.narrate(f"{who} rolls {roll} in the Lottery.")
    t.step(f"{who} rolls", roll, unit="")
    if not to_roll(t):
        _decide(t)


def _decide(t: RatraceTurn) -> None:
    rolls = {who: roll for who in entrants(t) if isinstance(roll := Lottery(t).roll_of(who), int)}
    highest = max(rolls.values())
    best = [who for who, roll in rolls.items() if roll == highest]
    stakes, lander = t.on_table(Lottery.code), t.event_player
    pot = sum(stakes.values())
    names = sentence(listed(who.name for who in best))
    if len(best) > 1 and t.house.lottery_tie != "split":
        Lottery(t).note_rolls({who: IN if who in best else OUT for who in rolls})
        t.narrate(f"{names} tie at {highest} and roll again.")
        t.step(f"{names} tie and roll again")
        return
    if len(set(stakes.values())) == 1:
        t.step(f"In the pot: {len(stakes)} times {t.written(pot // len(stakes))}", pot)
    else:
        # stakes are matched exactly, but entries crossed out may leave others in the pot
        for who, stake in stakes.items():
            t.step(f"{who} put in", stake)
    gets = {best[0]: pot}
    if len(best) == 1:
        t.narrate(f"{names} takes the pot of {t.written(pot)}.")
    else:
        each, odd = shares(pot, len(best))
        gets = dict.fromkeys(best, each)
        gets[lander] = gets.get(lander, 0) + odd
        left = f"; {t.written(odd)} left over goes to {lander.name}" if odd else ""
        t.step(f"Split between {len(best)}{left}", each)
        t.narrate(f"{names} tie at {highest} and split {t.written(pot)}.")
        t.by_house_rule(House.lottery_tie)
    t.pool(stakes, gets, Lottery.code, into="cash")
    for who, amount in gets.items():
        if amount:
            t.step(f"{who} takes", amount, signed=True, total=True)
    Lottery(t).end()
