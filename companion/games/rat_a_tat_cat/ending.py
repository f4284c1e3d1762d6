"""The end of the game: the clock, the table's own stop, and what every entry means for it.

Rulebook: «Ending the Game».
"""

from __future__ import annotations

from functools import partial

from companion.api import Condition, Result, listed
from companion.api.show import Clock
from companion.games.rat_a_tat_cat.game import DECK, GAME, ON, POINTS, CatTurn, Player, ask, lasts
from companion.games.rat_a_tat_cat.options import ROUNDS, TIME, House
from companion.games.rat_a_tat_cat.sheet import LAST_ONE_IN, OUT_TOGETHER, STOPPED

RULE = "The lowest total at the end wins."
UNSCORED = {
    TIME: "Time is up, and no round was scored",
    STOPPED: "Stopped early ({}): no round was scored",
}
"""How a game ends that nobody can have won."""
TIMED = (
    Condition[CatTurn](
        lambda t: t.house.ending == TIME, "This game doesn't end by time, so no clock runs."
    ),
    *ON,
    Condition[CatTurn](
        lambda t: not t.sheet.tied, "Time is up: sudden death runs without a clock."
    ),
)


@GAME.clock
def clock(t: CatTurn) -> Clock | None:
    """Show the clock of a game that ends by time; nothing for one that ends otherwise."""
    sheet = t.sheet
    if t.house.ending != TIME or not t.opened:
        return None
    if sheet.over or sheet.tied:
        return Clock(left=0 if sheet.time_over else sheet.seconds_left(sheet.since or 0), over=True)
    if sheet.since is None:
        return Clock(left=sheet.seconds_left(0))
    return Clock(sheet.since + sheet.seconds - sheet.used)


timing = partial(
    GAME.action,
    group="Clock",
    source="Ending the Game",
    when=TIMED,
    rule="The clock can be stopped.",
)


@timing("Stop the clock")
def pause_clock(t: CatTurn, at: int = ask.moment("When does it stop?", optional=False)) -> None:
    """Stop the clock for a while."""
    sheet = t.sheet
    t.refuse(sheet.since is None, "The clock stands still already.")
    t.refuse(not sheet.seconds_left(at), "The clock has run out.", "at")
    t.append("pause", at)
    t.narrate(f"The clock stops, with {lasts(sheet.seconds_left(at))} left.")


@timing("Start the clock")
def resume_clock(t: CatTurn, at: int = ask.moment("When does it start?", optional=False)) -> None:
    """Set the clock going, at the beginning or after a stop."""
    sheet = t.sheet
    t.refuse(sheet.since is not None, "The clock runs already.")
    t.refuse(not sheet.seconds_left(at), "The clock has run out.")
    t.append("run", at)
    t.narrate(f"The clock runs, with {lasts(sheet.seconds_left(at))} left.")


@timing("Time is up", rule=RULE)
def time_up(t: CatTurn, at: int | None = ask.moment("When was it?")) -> None:
    """End the game because the clock has run out: between two rounds, or in one that isn't scored."""
    sheet = t.sheet
    stands = sheet.since is None
    t.refuse(stands and not sheet.used, "The clock has not been started.")
    if stands or at is not None:
        left = sheet.seconds_left(at or 0)
        t.refuse(left, f"The clock has {lasts(left)} left.", None if stands else "at")
    t.append("time", "said" if at is None else at)
    if t.house.last_round == "dropped":
        t.narrate("A round still in play isn't scored.")
        t.by_house_rule(House.last_round)
    else:
        t.narrate("The clock runs out between two rounds.")


@GAME.action("Stop the game here", group="The end", when=ON, rule=RULE)
def end_game(t: CatTurn, reason: str = ask.reason()) -> None:
    """End the game before its time; the lowest total wins."""
    t.refuse(not t.sheet.counting, "No round counts yet, so there is nothing to win.")
    t.append("stop", reason)


@GAME.end_if
def over(t: CatTurn) -> Result | None:
    """Say how the game ended, with everybody's place and the figure it rests on."""
    if not t.sheet.over:
        return None

    def figure(who: Player) -> str:
        out = f", out in round {who.out_in}" if who.out_in else ""
        return f"{t.points(who.total)}{', left' if who.left else out}"

    places = t.sheet.places
    order = t.players(sorted(places, key=places.__getitem__))
    return Result(
        how_it_ended(t),
        t.players(t.sheet.winners),
        tuple((who, places[who.key], figure(who)) for who in order),
    )


def how_it_ended(t: CatTurn) -> str:
    """Say how the game ended and who won; nothing while it goes on."""
    sheet = t.sheet
    if not sheet.over:
        return ""
    if not sheet.winners:
        return UNSCORED.get(sheet.ended, "Everybody has left").format(sheet.stopped)
    winners = t.players(sheet.winners)
    names = t.names(winners)
    if sheet.ended == LAST_ONE_IN:
        return (
            f"{names} is the last one in, and wins"
            if sheet.out
            else f"Only {names} is left, and wins"
        )
    wins = "wins" if len(winners) == 1 else "share the win"
    if sheet.tie and len(winners) == 1:
        wins += f" the tie by {'the last round' if sheet.tie == 'last' else 'sudden death'}"
    won = f"{names} {wins} with {winners[0].total:,}"
    if sheet.ended == OUT_TOGETHER:
        return f"Everybody left was out at once: {won}"
    if sheet.ended == ROUNDS:
        return f"{won} after {t.count(len(sheet.counting), 'round')}"
    return (
        f"{f'Stopped early ({sheet.stopped})' if sheet.ended == STOPPED else 'Time is up'}: {won}"
    )


@GAME.after_each
def settle(t: CatTurn) -> None:
    """Post what the sheet comes to by now, and say what the entry means for the game.

    It is the difference between the totals of the sheet and those posted so far: so a correction, an option that is
    changed and an entry crossed out earlier all come right with the same entry.
    """
    sheet, moved = t.sheet, measure_lag(t)
    for who, points in measure_lag(t.before).items():
        t.step(f"{who}, for what was crossed out or changed before", points, unit="", signed=True)
    for key in sheet.totals:
        if (who := t.holder(key)) in moved:
            t.step(f"{who} then has", who.total, unit="")
    narrate_outcome(t)
    t.pool(
        {who: -points for who, points in moved.items()},
        {t.bank(DECK): -sum(moved.values())},
        POINTS,
        POINTS,
    )


def measure_lag(t: CatTurn) -> dict[Player, int]:
    """Return by how much what was posted lags behind the sheet, for everybody for whom it does."""
    posted = {
        account.partition(":")[0]: held for (account, unit), held in t.table.ledger.balances.items()
    }
    keys = dict.fromkeys((*t.sheet.totals, *sorted(posted)))
    lag = {key: t.sheet.totals.get(key, 0) - posted.get(key, 0) for key in keys if key != DECK}
    return {t.holder(key): points for key, points in lag.items() if points}


def narrate_outcome(t: CatTurn) -> None:
    """Say who went out or came back in, and whether the game is over, by this entry."""
    was, now, ended = t.before.sheet, t.sheet, how_it_ended(t)
    for key, number in now.out.items():
        who = t.holder(key)
        if key not in was.out:
            t.narrate(f"{who} is out with {who.total:,}.")
        elif was.out[key] != number:
            t.narrate(f"{who} is out from round {number}.")
    for who in t.players(key for key in was.out if key not in now.out and key not in now.left):
        t.narrate(f"{who} is back in with {who.total:,}.")
    # it begins, is for others, or has brought no end with one more round
    played = [sum(row.sudden for row in one.rounds) for one in (was, now)]
    sudden_death = now.tied and (now.tied != was.tied or played[0] != played[1])
    over_now = now.over and ended != how_it_ended(t.before)
    if over_now:
        t.narrate(f"{ended}.")
    elif was.over and not now.over:
        t.narrate("The game goes on.")
    elif sudden_death:
        between = listed(who.name for who in t.players(now.tied))
        t.narrate(
            f"{'Still a tie: sudden death goes on' if was.tied else 'A tie: sudden death'} between {between}."
        )
    if now.tie and (over_now or sudden_death):
        t.by_house_rule(House.tie)
