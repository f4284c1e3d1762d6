"""Opening the sheet, the deal, and who comes and goes.

Rulebook: «Set-up» and «Next Rounds».
"""

from __future__ import annotations

from companion.api import Condition, listed
from companion.games.rat_a_tat_cat.game import GAME, ON, CatTurn, Player, ask, lasts
from companion.games.rat_a_tat_cat.options import LIMIT, TIME, House

DEAL_RULE = "The deal passes to the left after every round; the dealer's left starts."


@GAME.action(
    "Open the sheet",
    group="Set-up",
    source="Set-up",
    when=Condition[CatTurn](lambda t: not t.opened, "The sheet is open already."),
    rule=DEAL_RULE,
)
def start(
    t: CatTurn,
    first: Player = ask.anybody("Who deals first?"),
    at: int | None = ask.moment("When does the clock start?"),
) -> None:
    """Say who deals first. Where the game ends by time, the clock starts."""
    t.opened = True
    t.append("deal", first.key)
    t.narrate(f"{first} deals first, {t.holder(t.sheet.starter).name} starts.")
    if t.house.ending == TIME and at is not None:
        t.append("run", at)
        t.narrate(f"The clock runs: {lasts(60 * t.house.minutes)}.")


@GAME.action(
    "Leave for good",
    group="Players",
    when=ON,
    rule="Who leaves keeps the rounds on the sheet, is passed over, and can't win; the last one left wins.",
    replaces=True,
)
def leave(t: CatTurn, who: Player = ask.anybody("Who leaves?")) -> None:
    """Take a player out of the game. The rounds stay on the sheet."""
    t.refuse(who.left, f"{who} has left already.", "who")
    t.refuse(
        who.out_in and who.key not in t.sheet.tied,
        f"{who} is out already, and keeps a place on the sheet.",
        "who",
    )
    t.narrate(f"{who} leaves with {t.points(who.total)}.")
    t.append("leave", who.key)


@GAME.action(
    "Join late",
    group="Players",
    when=(
        Condition[CatTurn](
            lambda t: t.house.late != "no", "Nobody joins late, unless the house rule allows it."
        ),
        Condition[CatTurn](
            lambda t: t.house.ending != LIMIT, "Nobody joins late in a game to a limit."
        ),
        *ON,
        Condition[CatTurn](lambda t: not t.sheet.tied, "Nobody joins in sudden death."),
        Condition[CatTurn](lambda t: len(t.playing) < GAME.most, "Six players are the most."),
    ),
    rule="A late joiner starts on the average of those still in.",
    replaces=True,
)
def join(
    t: CatTurn,
    called: str = ask.words("What is the new player called?"),
    after: Player | None = ask.seat_before(),
) -> None:
    """Seat a late joiner, who starts on the table's average, rounded up; only if the house rule allows it."""
    playing = t.playing
    who = t.sit_down(called, after)
    t.append("join", who.key)
    t.narrate(f"{who} joins, and starts on {who.total:,}.")
    names = listed(one.name for one in playing)
    t.step(f"The totals of {names} together", sum(one.total for one in playing), unit="")
    t.step(f"Their average over {len(playing)}, rounded up", who.total, unit="")
    t.by_house_rule(House.late)


@GAME.correction("Change the dealer", source="Next Rounds", when=ON)
def correct_dealer(t: CatTurn, who: Player = ask.anybody("Who deals next?")) -> str:
    """Say who deals the next round; the deal goes on from there."""
    t.refuse(not who.plays, f"{who} is not in, and can't deal.", "who")
    t.refuse(who.key == t.sheet.dealer, f"{who} deals next already.", "who")
    t.append("deal", who.key)
    t.explain(DEAL_RULE)
    return f"{who} deals next, {t.holder(t.sheet.starter).name} starts"
