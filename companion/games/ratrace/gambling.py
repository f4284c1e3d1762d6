"""The Racetrack, the Stock Exchange and the Lottery: money that lies on the table until the dice have decided.

Rulebook: «Q. You mentioned a fast buck? How do the Racetrack squares operate?» and the two questions that follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.api import Refusal, State, listed
from companion.api.show import Bars, Offer, Prompt
from companion.games.ratrace.board import HORSES, PLACES
from companion.games.ratrace.game import (
    BOTH_DICE,
    GAME,
    TREASURY,
    Gamble,
    Player,
    RatraceTurn,
    ask,
    at_square,
    during,
)
from companion.games.ratrace.options import House

RACE_SOURCE = "Q. You mentioned a fast buck? How do the Racetrack squares operate?"
RACE_RULE = (
    "All bet cash on one horse, that of whoever landed there. Up to three rolls; the first that shows the horse's "
    "number ends the race: win, place or show. Otherwise the Treasury takes every stake."
)
EXCHANGE_SOURCE = (
    "Q. Maybe the Racetrack is a bit risky. How do I invest money in the Stock Exchange?"
)
EXCHANGE_RULE = (
    "The dice go once round the others from the left. After any roll the investor may cash in at that level; "
    "after the last the investment must be cashed in."
)
EXCHANGE_UNIT = 100
LOTTERY_SOURCE = "Q. What happens on the Lottery square?"
LOTTERY_RULE = (
    "The others may match the stake exactly; if nobody does, it goes back. Everyone in it rolls both dice, and the "
    "highest takes the pot."
)
IN, OUT = "in", "out"


# --- the Racetrack ---------------------------------------------------------------------------------


class Race(Gamble):
    """A race: which horse is bet on, and how often the dice were rolled for it."""

    code, called, title, staked = "race", "the race", "Racetrack", "bet"
    where = "at the Racetrack"
    horse, rolls = State(0), State(0)

    @property
    def bets(self) -> dict[Player, int]:
        return {who: stake for who, stake in self.stakes.items() if stake > 0}

    def figure(self, place: str) -> int:
        """Return what the Tote Board has for the horse at a place."""
        return int(self.t.printed(f"tote.{self.horse}.{place}"))

    def wins(self, stake: int, place: str) -> int:
        """Return what a stake on the horse wins at a place, beside the stake."""
        for_each = self.figure(place)
        return stake * (for_each - 1 if self.t.house.tote == "includes" else for_each)

    @property
    def would_win(self) -> dict[Player, int]:
        """Return what everybody who bet wins if the horse comes in on the next roll, beside the stake."""
        place = PLACES[min(self.rolls, len(PLACES) - 1)]
        return {who: self.wins(stake, place) for who, stake in self.bets.items()}

    def results(self, stake: int) -> tuple[tuple[str, str], ...]:
        written = partial(self.t.written, signed=True)
        wins = (
            (place.capitalize(), written(self.wins(stake, place))) for place in PLACES[self.rolls :]
        )
        return (*wins, ("Not in", written(-stake)))

    def board(self) -> Bars:
        remarks = {who: f"wins {self.t.written(won)} now" for who, won in self.would_win.items()}
        return self.bars(f"Bets on horse {self.horse}", remarks)

    def prompt(self) -> Prompt:
        written = self.t.written
        stakes = ", ".join(f"{who.name} {written(stake)}" for who, stake in self.stakes.items())
        wins = ", ".join(
            f"{who.name} {written(won, signed=True)}" for who, won in self.would_win.items()
        )
        return Prompt(
            f"Race: horse {self.horse}, roll {self.rolls + 1} of 3",
            f"Bets: {stakes}. If it comes in now: {wins}.",
            race_roll("Roll", "primary"),
            () if self.rolls else (side_bet("Add a side bet"),),
        )


racing = partial(
    GAME.action,
    group="Event",
    source=RACE_SOURCE,
    rule=RACE_RULE,
    when=during("There is no race under way.", Race),
)


def _bet(race: Race, who: Player, stake: int) -> None:
    """Put a bet on the table, within the limit of the house."""
    t, limit = race.t, race.t.house.bet_limit
    t.refuse(
        limit and stake > limit, f"By the house rule a bet is at most {t.written(limit)}.", "stake"
    )
    t.by_house_rule(House.bet_limit)
    race.put_up(who, stake)


def tote(t: RatraceTurn, horse: int) -> str:
    """Write what a horse wins for each dollar, at each place."""
    return " / ".join(str(t.printed(f"tote.{horse}.{place}")) for place in PLACES)


HOW_MUCH = ask.money(
    "How much?", at_most=lambda t: t.house.bet_limit or t.find_player().cash, paid_by="who"
)


@at_square(
    "Bet at the Racetrack",
    "racetrack",
    source=RACE_SOURCE,
    rule=RACE_RULE,
    button="Bet on horse {horse}",
)
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
    stake: int = HOW_MUCH,
) -> None:
    """Bet on one horse; others may then bet on the same horse."""
    event = Race(t)
    event.give_back()
    _bet(event, who, stake)
    event.begin(lander=who, horse=horse, rolls=0)
    t.narrate(f"{who} bets {t.written(stake)} on horse {horse}.")
    t.step(f"Horse {horse} wins for each dollar, win / place / show: {tote(t, horse)}")


@racing("Bet on the same horse", button="{who} bets too")
def side_bet(
    t: RatraceTurn, who: Player = ask.player("Who bets too?"), stake: int = HOW_MUCH
) -> None:
    """Bet on the horse that runs, before the first roll."""
    event = Race(t)
    t.refuse(event.rolls, "The race is on: bets are laid before the first roll.")
    t.refuse(who in event.bets, f"{who} has bet already.", "who")
    _bet(event, who, stake)
    t.narrate(f"{who} bets {t.written(stake)} on horse {event.horse} too.")


@racing("Roll for the race", on_turn=True, button="Roll {roll}")
def race_roll(t: RatraceTurn, roll: int = BOTH_DICE) -> None:
    """Roll both dice for the race; the first roll that shows the horse's number ends it."""
    event = Race(t)
    horse, rolls, bets = event.horse, event.rolls + 1, event.bets
    if roll == horse:
        place = PLACES[rolls - 1]
        t.step(f"Horse {horse}, {place}: {event.figure(place)} for each dollar")
        results = []
        for who, stake in bets.items():
            won = event.wins(stake, place)
            t.pay(who, who, stake, event.code, into="cash")
            t.pay(TREASURY, who, won)
            t.step(f"{who}: {t.written(stake)} times {won // stake}", won, signed=True)
            t.step("The stake comes back", stake, signed=True)
            t.step(f"{who} gets", stake + won, signed=True, total=True)
            what = (
                f"{'wins' if won > 0 else 'loses'} {t.written(abs(won))}"
                if won
                else "gets the stake back"
            )
            results.append(f"{who.name} {what}")
        event.end()
        verb = {"win": "wins", "place": "comes second", "show": "comes third"}[place]
        t.narrate(f"Horse {horse} {verb}: {listed(results)}.")
        t.by_house_rule(House.tote)
    elif rolls == len(PLACES):
        for who, stake in bets.items():
            t.pay(who, TREASURY, stake, event.code, into="cash")
            t.step(f"{who} loses the stake to the Treasury", -stake)
        event.end()
        lost = listed(f"{who.name} loses {t.written(stake)}" for who, stake in bets.items())
        t.narrate(f"Horse {horse} is not in: {lost}.")
    else:
        event.rolls = rolls
        left = t.count(len(PLACES) - rolls, "more roll")
        t.narrate(f"Roll {rolls} for horse {horse} is {roll}: the horse is not in yet.")
        t.step(f"Rolled {roll}, horse {horse} not in yet; {left}")


# --- the Stock Exchange ----------------------------------------------------------------------------


class Investment(Gamble):
    """An investment: who rolls for it, by their keys with blanks between, the last level, and what it is worth now."""

    code, called, title, staked = "exchange", "the investment", "Stock Exchange", "invested"
    where = "on the Stock Exchange"
    order = State("")
    rolls, level, invested, value = State(0), State(0), State(0), State(0)

    def worth_at(self, level: int) -> int:
        """Return what it comes to at a level of the Price Index, in dollars."""
        t, each_roll = self.t, self.t.house.exchange == "each"
        base = self.value if each_roll else self.invested
        if level == 3:
            flat = int(t.printed("index.3"))
            return flat if t.house.level3 == "flat" else flat * base // EXCHANGE_UNIT
        return base * int(t.printed(f"index.{level}")) // 100

    @property
    def level_words(self) -> str:
        """Say what the last roll makes of it."""
        t, level = self.t, self.level
        if level == 3:
            per = "" if t.house.level3 == "flat" else f" for each {t.written(EXCHANGE_UNIT)}"
            return f"Level 3: all lost except {t.written(t.printed('index.3'))}{per}"
        base = "the value reached" if t.house.exchange == "each" else "the stake"
        return f"Level {level}: {t.printed(f'index.{level}'):,}% of {base}"

    @property
    def awaited(self) -> Player | None:
        return next((self.t.holder(key) for key in self.order.split()[self.rolls :]), None)

    def results(self, stake: int) -> tuple[tuple[str, str], ...]:
        del stake
        written = self.t.written
        now = ("Worth now", written(self.value))
        if not self.awaited:
            return (now,)
        levels = [self.worth_at(level) for level in range(2, 13)]
        return now, ("Next, at best", written(max(levels))), ("At worst", written(min(levels)))

    def board(self) -> Bars:
        return self.bars("Investment", {self.player: f"worth {self.t.written(self.value)} now"})

    def prompt(self) -> Prompt:
        who, value = self.player, self.t.written(self.value)
        now = f"; now at level {self.level}, worth {value}" if self.rolls else ""
        return Prompt(
            f"{self.awaited or who} rolls for {who.name}'s investment",
            f"{who} invested {self.t.written(self.invested)}{now}.",
            exchange_roll("Roll", "primary"),
            (cash_in(f"{who} cashes in {value}", "primary"),) if self.rolls else (),
        )

    def cash_in(self, subject: str) -> None:
        """Pay what it is worth at the level of the last roll."""
        t, who, value = self.t, self.player, self.value
        stake = t.held(who, self.code)
        gain = value - stake
        word = (
            f"a {'gain' if gain > 0 else 'loss'} of {t.written(abs(gain))}"
            if gain
            else "neither gain nor loss"
        )
        t.pay(who, TREASURY, stake, self.code, into="cash")
        t.pay(TREASURY, who, value)
        self.end()
        t.narrate(f"{subject} cashes in {t.written(value)}, {word}.")
        t.step(f"{who} cashes in", value, signed=True, total=True)


investing = partial(
    GAME.action,
    group="Event",
    source=EXCHANGE_SOURCE,
    rule=EXCHANGE_RULE,
    when=during("There is no investment under way.", Investment),
)


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
        "How much does {who} invest?", at_least=EXCHANGE_UNIT, step=EXCHANGE_UNIT, paid_by="who"
    ),
) -> None:
    """Invest in whole units at level 7; the others then roll for it."""
    everybody, event = t.house.exchange_rollers == "all", Investment(t)
    rollers = [other for other in who.others_from_left if everybody or not other.closed]
    t.refuse(
        not rollers, f"Nobody is left to roll, so {who.name}'s stake would just come back.", "who"
    )
    event.give_back()
    event.put_up(who, stake)
    order = " ".join(roller.key for roller in rollers)
    event.begin(who=who, order=order, rolls=0, level=7, invested=stake, value=stake)
    t.narrate(f"{who} invests {t.written(stake)}.")
    t.step(f"Rolling for it, in this order: {listed(roller.name for roller in rollers)}")


@investing("Roll for the investment", on_turn=True, button="Roll {roll}")
def exchange_roll(t: RatraceTurn, roll: int = BOTH_DICE) -> None:
    """Roll both dice for the investment; after the last roll it is cashed in."""
    investment, who = Investment(t), t.event_player
    roller, before, value = investment.awaited, investment.value, investment.worth_at(roll)
    if roller is None:
        raise Refusal("Everybody has rolled: the investment is cashed in.")
    investment.set(rolls=investment.rolls + 1, level=roll, value=value)
    t.narrate(f"{roller} rolls {roll} for {who.name}'s investment: worth {t.written(value)}.")
    t.step(f"{who} invested", investment.invested)
    if t.house.exchange == "each" and before != investment.invested:
        t.step("Value reached", before)
    more = investment.awaited is not None
    t.step(investment.level_words, value, total=more)
    t.by_house_rule(House.exchange)
    if roll == 3:
        t.by_house_rule(House.level3)
    if not more:
        investment.cash_in(f"The dice have been round, and {who.name}")


@investing("Cash in the investment", on_turn=lambda t: t.event_player, button="Cash in")
def cash_in(t: RatraceTurn) -> None:
    """Cash in the investment at the level of the last roll."""
    investment = Investment(t)
    t.refuse(not investment.rolls, "The first roll must be taken.")
    t.step(f"{t.event_player} invested", investment.invested)
    t.step(investment.level_words, investment.value)
    investment.cash_in(str(t.event_player))


# --- the Lottery -----------------------------------------------------------------------------------


class Lottery(Gamble):
    """A Lottery: what each puts in, and whether anybody has rolled."""

    code, called, title, staked = "lottery", "the Lottery", "Lottery", "in the pot"
    where = "in the Lottery"
    stake, rolled = State(0), State(0)

    @property
    def pot(self) -> int:
        return sum(self.stakes.values())

    @property
    def entrants(self) -> list[Player]:
        """Everyone still in the game whose stake lies in the pot."""
        return [who for who in self.t.seats if self.t.held(who, self.code) > 0]

    def roll_of(self, who: Player) -> int | str | None:
        """What somebody rolled, or a word for who is still to roll or out."""
        return self.t.noted(
            self, f"roll.{who.key}"
        )  # a dot is in nobody's key, so it is nothing else

    def note_rolls(self, rolls: Mapping[Player, int | str]) -> None:
        """Record what some rolled, or a word for who is still to roll or out."""
        self.t.note(self, **{f"roll.{who.key}": roll for who, roll in rolls.items()})

    @property
    def to_roll(self) -> list[Player]:
        """Who has still to roll, from the lander round to the left."""
        return [
            who
            for who in (self.player, *self.player.others_from_left)
            if who in self.entrants and self.roll_of(who) == IN
        ]

    @property
    def awaited(self) -> Player | None:
        return next(iter(self.to_roll), self.player)

    def results(self, stake: int) -> tuple[tuple[str, str], ...]:
        written = partial(self.t.written, signed=True)
        return ("Highest roll", written(self.pot - stake)), ("Otherwise", written(-stake))

    def board(self) -> Bars:
        words = {OUT: "is out", IN: "still to roll"}
        rolls = {who: str(self.roll_of(who) or IN) for who in self.entrants}
        remarks = {who: words.get(roll, f"rolled {roll}") for who, roll in rolls.items()}
        return self.bars(f"Highest roll wins {self.t.written(self.pot)}", remarks)

    def prompt(self) -> Prompt:
        t, inside, waiting = self.t, self.entrants, self.to_roll
        pot, names = t.written(self.pot), listed(who.name for who in inside)
        if self.rolled and waiting:
            return Prompt(
                f"{waiting[0]} rolls in the Lottery",
                f"In the pot: {pot} from {names}. Still to roll: {listed(who.name for who in waiting)}.",
                lottery_roll("Roll", "primary", who=waiting[0]),
            )
        begin: Offer = stake_back("Nobody matches")
        if len(inside) > 1:
            begin = lottery_roll(f"All are in: {waiting[0].name} rolls", "primary", who=waiting[0])
        return Prompt(
            f"Lottery: who matches {t.written(self.stake)}?",
            f"In so far: {names}. Pot: {pot}.",
            match("Match", "primary"),
            (begin,),
        )

    def decide(self) -> None:
        """Pay the pot to the highest roll; those tied roll again, or split it."""
        t, lander, stakes, pot = self.t, self.player, self.stakes, self.pot
        rolls = {who: roll for who in self.entrants if isinstance(roll := self.roll_of(who), int)}
        highest = max(rolls.values())
        best = [who for who, roll in rolls.items() if roll == highest]
        names = t.names(best)
        if len(best) > 1 and t.house.lottery_tie != "split":
            self.note_rolls({who: IN if who in best else OUT for who in rolls})
            t.narrate(f"{names} tie at {highest} and roll again.")
            return
        t.step(
            f"In the pot: {listed(f'{who.name} {t.written(stake)}' for who, stake in stakes.items())}",
            pot,
        )
        each, odd = divmod(pot, len(best))
        gets = dict.fromkeys(best, each)
        gets[lander] = gets.get(lander, 0) + odd
        if len(best) == 1:
            t.narrate(f"{names} takes the pot of {t.written(pot)}.")
        else:
            left = f"; {t.written(odd)} left over goes to {lander.name}" if odd else ""
            t.step(f"Split between {len(best)}{left}", each)
            t.narrate(f"{names} tie at {highest} and split {t.written(pot)}.")
            t.by_house_rule(House.lottery_tie)
        t.pool(stakes, gets, self.code, into="cash")
        for who, amount in gets.items():
            if amount:
                t.step(f"{who} takes", amount, signed=True, total=True)
        self.end()


drawing = partial(
    GAME.action,
    group="Event",
    source=LOTTERY_SOURCE,
    rule=LOTTERY_RULE,
    when=during("There is no Lottery under way.", Lottery),
)


@at_square(
    "Put up a Lottery stake",
    "lottery",
    source=LOTTERY_SOURCE,
    rule=LOTTERY_RULE,
    button="Put in {stake}",
)
def lottery(
    t: RatraceTurn,
    who: Player = ask.player("Who landed on the Lottery?"),
    stake: int = ask.money("How much does {who} put in?", paid_by="who"),
) -> None:
    """Put up a stake that the others may match."""
    event = Lottery(t)
    event.give_back()
    event.put_up(who, stake)
    event.begin(lander=who, stake=stake, **{f"roll.{who.key}": IN})
    t.narrate(f"{who} puts {t.written(stake)} into the Lottery.")


@drawing("Match the Lottery stake", button="{who} is in")
def match(t: RatraceTurn, who: Player = ask.player("Who matches it?")) -> None:
    """Match the stake exactly, before anybody rolls."""
    event = Lottery(t)
    stake, held = t.written(event.stake), t.written(who.cash)
    t.refuse(event.rolled, "The rolling has begun.")
    t.refuse(who in event.entrants, f"{who} is in already.", "who")
    t.refuse(who.cash < event.stake, f"{who} holds {held} and can't put up {stake}.", "who")
    event.put_up(who, event.stake)
    event.note_rolls({who: IN})
    t.narrate(f"{who} matches the Lottery's {stake}.")


@drawing("Nobody matches", button="Nobody matches: take the stake back")
def stake_back(t: RatraceTurn) -> None:
    """Give the stake back, when nobody matches it."""
    event = Lottery(t)
    t.refuse(len(event.entrants) > 1, "The stake was matched: now everybody in it rolls.")
    t.narrate(f"Nobody matches: {event.player.name} takes {t.written(event.stake)} back.")
    event.give_back()
    event.end()


@drawing("Roll in the Lottery", button="{who} rolls {roll}")
def lottery_roll(
    t: RatraceTurn, who: Player = ask.player("Who rolls?"), roll: int = BOTH_DICE
) -> None:
    """Roll both dice in the Lottery; after the last roll the highest takes the pot."""
    event = Lottery(t)
    t.refuse(len(event.entrants) < 2, "Nobody has matched the stake yet.")
    reason = "is not to roll now" if who in event.entrants else "is not in this Lottery"
    t.refuse(who not in event.to_roll, f"{who} {reason}.", "who")
    event.note_rolls({who: roll})
    event.rolled = 1
    t.narrate(f"{who} rolls {roll} in the Lottery.")
    t.step(f"{who} rolls", roll, unit="")
    if not event.to_roll:
        event.decide()
