"""The inside track, where the book follows the small pawns: moves, cards, who leads; and Home, which wins the game.

Spaces are counted from Start, which is 0, along the white spaces. A pawn on a purple space counts where it stands;
where its Get-Ahead space is, the table says once. Only a pawn that came there by exact count crosses over.

Rulebook: «THE SPACES ON THE INSIDE TRACK AND WHAT THEY MEAN», «HOW TO WIN THE GAME».
"""

from __future__ import annotations

from functools import partial

from companion.api import Result
from companion.games.doubletrack.box import MOST_SPACES
from companion.games.doubletrack.game import (
    FOLLOWED,
    GAME,
    ON_TRACK,
    PLAYING,
    SETTLED,
    DoubletrackTurn,
    House,
    Player,
    ask,
)

SPACES = "THE SPACES ON THE INSIDE TRACK AND WHAT THEY MEAN"
CARDS = "The 30 cards and what they mean"
WIN = "HOW TO WIN THE GAME"
OPEN = "Two small pawns never share a space: the later one goes on to the next open one."
LEAD = "The lead is one space ahead of the first."
track = partial(GAME.action, group="Inside track", source=CARDS, when=ON_TRACK)
HOME = "The first small pawn Home wins. No exact count is needed, and chips don't count."


# Moving a small pawn


def open_space(who: Player, wanted: int) -> int:
    """Find the next space that no other small pawn stands on; Start has room for all, and so has Home."""
    others = {other.space for other in who.t.seats if other != who}
    while wanted and wanted in others and not who.t.beyond(wanted):
        wanted += 1
    return wanted


def put(who: Player, wanted: int, narration: str, rule: str, *, by_count: bool = False) -> None:
    """Move a small pawn to a space, or on to the next open one. None comes Home by it."""
    t, space = who.t, open_space(who, wanted)
    pushed = space != wanted
    t.narrate(f"{narration}, to {t.space_name(space)}.")
    t.step(f"{who} stood on {who.where}")
    if pushed:
        t.step(f"{t.space_name(wanted).capitalize()} is taken, so on to the next open one")
    t.step(f"{who} stands on {t.space_name(space)}")
    t.explain(f"{rule} {OPEN}" if pushed else rule)
    who.stand(space, by_count=by_count and not pushed)


def move_on(who: Player, wanted: int, narration: str, rule: str, *, by_count: bool = False) -> None:
    """Move a small pawn ahead: to a space, or Home, which is won by it."""
    if who.t.beyond(open_space(who, wanted)):
        go_home(who, f"{narration}.", rule)
        win(who)
    else:
        put(who, wanted, narration, rule, by_count=by_count)


def go_home(who: Player, narration: str, rule: str) -> None:
    """Put a small pawn Home."""
    who.t.narrate(narration)
    who.t.step(f"{who} stood on {who.where}")
    who.t.explain(rule)
    who.stand(who.t.spaces + 1)


def take_the_lead(who: Player, *, bonus: bool = False) -> None:
    """Put a small pawn one space ahead of the leading one; who leads already stays.

    With a Loser's Bonus still to be given, a pawn that comes Home by it wins when that is done.
    """
    t = who.t
    if t.leader == who:
        t.step(f"{who} leads already, and stays on {who.where}")
        return
    wanted = max(other.space for other in t.seats) + 1
    if bonus and t.beyond(wanted):
        go_home(
            who,
            f"{who} takes the lead and is Home; the Loser's Bonus is given first.",
            f"{LEAD} {HOME}",
        )
    else:
        move_on(who, wanted, f"{who} takes the lead", LEAD)


@track("Move ahead", source=SPACES)
def ahead(
    t: DoubletrackTurn,
    who: Player = ask.player("Whose small pawn?"),
    number: int = ask.money("How many spaces ahead?", unit="spaces", quick=(1, 2, 3, 4, 5)),
    get_ahead: int | None = ask.money(
        "From a purple space: where is its Get-Ahead space? 0 if the shortcut is not taken.",
        at_least=0,
        unit="spaces from Start",
        optional=True,
    ),
) -> None:
    """Move a small pawn ahead, by a Number space or a Number card. On a 1-5 space the player chooses."""
    t.refuse(number > 200, "No space and no card sends a pawn that far.", "number")
    space = who.space
    if get_ahead:
        check_shortcut(who, get_ahead)
    across = shortcut(who) if get_ahead is None else get_ahead
    one_less = bool(across) and t.house.crossing == "step"
    if across:
        t.step(f"The shortcut leads from space {space} to space {across}")
        t.explain("A pawn that stands on a purple space goes on from its Get-Ahead space.")
    if get_ahead:
        t.note("track", **{f"shortcut.{space}": across})
    if one_less:
        t.by_house_rule(House.crossing)
    wanted = (across or space) + number - one_less
    narration = f"{who} moves {t.count(number, 'space')} ahead"
    rule = "A small pawn moves as many spaces ahead as the space or the card says."
    move_on(who, wanted, narration, rule, by_count=True)


def shortcut(who: Player) -> int:
    """Find the Get-Ahead space of the purple one a pawn came to by exact count; 0 where there is none, or unknown."""
    across = int(who.t.noted("track", f"shortcut.{who.space}") or 0)
    return across if who.by_count and not who.t.beyond(across) else 0


def check_shortcut(who: Player, get_ahead: int) -> None:
    """Refuse a shortcut that can't be, or that is not taken since the pawn came there otherwise."""
    t = who.t
    where = f"beyond {who.where}" if who.space else "on the way from a purple space, not from Start"
    lies_back = who.space == 0 or get_ahead <= who.space
    t.refuse(lies_back, f"{who}'s Get-Ahead space must lie {where}.", "get_ahead")
    pushed = (
        f"{who} did not come to {who.where} by exact count, and so takes no shortcut from there."
    )
    t.refuse(not who.by_count, pushed, "get_ahead")
    last = f"The last white space is {t.spaces}: no Get-Ahead space lies beyond."
    t.refuse(t.beyond(get_ahead), last, "get_ahead")
    t.refuse(get_ahead > MOST_SPACES, "No inside track is that long.", "get_ahead")


@track(
    "Trade places",
    button="Trade places with {other}",
    rule="Whoever plays the card trades places with another small pawn of choice.",
)
def trade(
    t: DoubletrackTurn,
    who: Player = ask.player("Who plays the card?"),
    other: Player = ask.player("With whose small pawn?", but="who"),
) -> None:
    """Change places with another small pawn."""
    here, there = who.space, other.space
    t.narrate(f"{who} and {other} trade places.")
    t.step(f"{who} stands on {t.space_name(there)}")
    t.step(f"{other} stands on {t.space_name(here)}")
    who.stand(there)
    other.stand(here)


@track("Take the lead")
def lead(t: DoubletrackTurn, who: Player = ask.player("Who plays the card?")) -> None:
    """Move one space ahead of the leading small pawn, by the card."""
    t.refuse(t.leader == who, f"{who} leads already, and stays.", "who")
    take_the_lead(who)


@track("Back 10")
def back_ten(t: DoubletrackTurn, who: Player = ask.player("Who plays the card?")) -> None:
    """Move a small pawn back 10 spaces, by the card; not beyond Start."""
    del t
    put(
        who,
        max(0, who.space - 10),
        f"{who} goes back",
        "The card sends a small pawn 10 spaces back.",
    )


@track("Go farthest back")
def go_last(t: DoubletrackTurn, who: Player = ask.player("Who plays the card?")) -> None:
    """Move a small pawn behind the one that is farthest back, by the card."""
    last = t.farthest_back
    t.refuse(last == t.seats, "All small pawns stand on Start: nobody goes farther back.")
    t.refuse(who in last, f"{who} is farthest back already, and stays.", "who")
    behind = max(0, last[0].space - 1)
    put(who, behind, f"{who} goes farthest back", "The card puts a small pawn behind the last.")


@GAME.correction("Put a pawn right", when=(FOLLOWED, *PLAYING))
def place(
    t: DoubletrackTurn,
    who: Player = ask.player("Whose small pawn?"),
    at: int = ask.money(
        "How many spaces from Start? 0 is Start itself.", at_least=0, unit="spaces from Start"
    ),
) -> str:
    """Put a small pawn on a space by hand, for a reason."""
    too_far = "That is beyond the last white space; a pawn that is Home wins by its own entry."
    t.refuse(at > (t.spaces or MOST_SPACES), too_far, "at")
    t.refuse(at == who.space, f"{who} stands there already.", "at")
    t.refuse(open_space(who, at) != at, f"Another small pawn stands on {t.space_name(at)}.", "at")
    t.step(f"{who} stood on {who.where}")
    who.stand(at, by_count=True)
    t.explain(
        "A pawn is put right by hand at any time, and counts as having come there by exact count."
    )
    return f"{who}'s small pawn stands on {t.space_name(at)}"


# Home


def win(who: Player) -> None:
    """End the game with a small pawn that reaches Home; however a game ended before, the screens stand again."""
    who.t.narrate(f"{who} is Home and wins.")
    who.t.ended = who
    who.t.how = "home"
    who.t.lifted = None
    who.t.explain(HOME)


@GAME.action(
    "Bring a pawn Home",
    group="Turn",
    source=WIN,
    needs_reason="The end of a game is not taken back without a reason. Why?",
    when=SETTLED,
    button="{who} is Home",
)
def home(t: DoubletrackTurn, who: Player = ask.player("Whose small pawn is Home?")) -> None:
    """The first small pawn on the Home circle wins the game."""
    del t
    win(who)


@GAME.action(
    "Lift the screens",
    group="Turn",
    needs_reason="What everybody has seen is not taken back without a reason. Why?",
)
def lift_screens(t: DoubletrackTurn) -> None:
    """Show everybody's chips, once the game is over. They decide nothing."""
    t.refuse(not t.winner, "The screens stay up until the game is won.")
    t.refuse(not t.hidden, "The chips lie open already.")
    # the cards show it once it is recorded: a receipt would show it before, and leave no trace
    t.narrate("The screens are lifted: everybody sees what everybody has.")
    t.lifted = 1
    t.explain("Chips decide nothing, and are shown to all only when the game is over.")


@GAME.end_if
def over(t: DoubletrackTurn) -> Result | None:
    """End with the winner first, the others by their small pawns where the book follows them, else all second.

    Chips decide nothing, and are shown only once the screens are lifted.
    """
    first = t.winner
    if first is None:
        return None
    rest = [who for who in t.seats if who != first]
    if t.follows:
        rest.sort(key=lambda who: -who.space)
    at_home = t.came_home is not None
    places = [(first, 1, "Home" if at_home else "the last one left")]
    for number, who in enumerate(rest):
        level = number > 0 and (not t.follows or who.space == rest[number - 1].space)
        chips = "on the way Home" if t.hidden else f"{t.written(who.chips)} in chips"
        places.append(
            (who, places[-1][1] if level else number + 2, who.where if t.follows else chips)
        )
    return Result(
        f"{first} {'came Home' if at_home else 'was the last one left'}", (first,), tuple(places)
    )
