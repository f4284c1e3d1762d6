"""Following the tokens: roll, move, pay income passed, and do what the square says.

Optional help, by the house rule «The book follows the tokens»; a token or the turn is put right by hand at
any time. Rulebook: «Q. When does it start to get interesting?».
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.api import Condition, Refusal
from companion.games.ratrace.board import BUSINESSES, CLASS_NAMES, CLASSES, PAPER_NAMES, RINGS
from companion.games.ratrace.business import credit_falls_due
from companion.games.ratrace.classes import wedding_of
from companion.games.ratrace.game import BOTH_DICE, GAME, QUIET, Player, RatraceTurn, ask
from companion.games.ratrace.options import House
from companion.games.ratrace.squares import WINDFALLS, funeral_of, income, pays_on_leaving, windfall_of

SOURCE = "Q. When does it start to get interesting?"
MOST_SQUARES = 36

OBLIGATORY = frozenset({"taxes", "welfare", "unemployment", "divorce", "pool", "ascot"})
OPTIONAL = frozenset({"racetrack", "stock_exchange", "lottery"})

FOLLOWED = Condition[RatraceTurn](
    lambda t: t.follows, "The book does not follow the tokens at this table; that is a house rule."
)


def _square_label(t: RatraceTurn, number: int) -> str:
    rank = t.find_player().rank
    if not t.find_player().key or number > len(RINGS[rank]):
        return f"Square {number}"
    return f"{number} · {t.square_name(rank, number - 1)}"


def ask_square(text: str) -> Any:
    """Ask for a square of the class that the player is in, counted from 1 at its first one."""
    return ask.number(
        text,
        1,
        MOST_SQUARES,
        what="square",
        label=_square_label,
        now=lambda t: range(1, len(RINGS[t.find_player().rank]) + 1),
    )


def must_be_on_ring(t: RatraceTurn, who: Player, square: int) -> None:
    """Refuse a square that the player's class does not have."""
    size = len(RINGS[who.rank])
    t.refuse(square > size, f"{CLASS_NAMES[who.rank]} has {size} squares.", "square")


def _roll_words(t: RatraceTurn) -> str:
    """Say where a roll leads, and what a Credit Due there takes."""
    who, roll = t.find_player(), int(t.answers["roll"] or 0)
    at = (who.at + roll) % len(RINGS[who.rank])
    if t.ring(who.rank)[at] == "credit_due" and who.to_clear:
        return f"Roll {roll} to Credit Due \u00b7 {t.written(-who.to_clear, signed=True)}"
    return f"Roll {roll} to {t.name_square(who.rank, at)}"


@GAME.action("Roll", group="Turn", source=SOURCE, when=FOLLOWED, button=_roll_words)
def roll(t: RatraceTurn, who: Player = ask.anybody("Who rolls?"), roll: int = BOTH_DICE) -> None:
    """Move the token by what both dice show, and do what the square says."""
    who.must_roll_next()
    who.must_have_auctioned()
    _move(t, who, roll, f"{who} rolls {roll}")


def _square_words(t: RatraceTurn) -> str:
    return t.name_square(t.find_player().rank, int(t.answers["square"] or 1) - 1)


@GAME.action(
    "Land on a square",
    group="Turn",
    source=SOURCE,
    when=FOLLOWED,
    button=lambda t: f"Move {t.find_player().name} to {_square_words(t)}",
)
def land(
    t: RatraceTurn,
    who: Player = ask.anybody("Who moves?"),
    square: int = ask_square("Where did {who} land?"),
) -> None:
    """Name the square instead of the roll. Income passed on the way is paid as usual."""
    who.must_roll_next()
    who.must_have_auctioned()
    must_be_on_ring(t, who, square)
    steps = (square - 1 - who.at) % len(RINGS[who.rank])
    if not 2 <= steps <= 12:
        raise Refusal(
            f"{t.square_name(who.rank, square - 1)} is {t.count(steps, 'square')} ahead, and two dice show 2 to 12. "
            "A token that stands wrong can be put right by hand.",
            "square",
        )
    _move(t, who, steps, f"{who} moves {steps}")


def _move(t: RatraceTurn, who: Player, steps: int, words: str) -> None:
    codes, start, was_closed = t.ring(who.rank), who.at, who.closed
    at = (start + steps) % len(codes)
    t.square_is_done()
    t.moved_up = None
    who.square = at
    who.closed = who.misses = None
    t.narrate(f"{words} to {who.stands_on}.")
    t.step(f"Lands on {who.stands_on}")
    if was_closed:
        t.step(f"{who}'s Business is open again")
    leaving = pays_on_leaving(t)
    # the squares that count as passed: those entered, or with that option those left
    first = start if leaving else start + 1
    for passed in range(first, first + steps):
        if codes[passed % len(codes)] == "income":
            income(t, who)
            t.by_house_rule(House.income)
    _land(t, who, codes[at])
    # after the square: with everybody else missing a turn, a funeral's own turn comes round at once
    t.pass_turn(who)


def _land(t: RatraceTurn, who: Player, code: str) -> None:
    """Do what a square says, or let it wait for what the table does there."""
    if code in BUSINESSES:
        _land_at_business(t, who, code)
    elif code in PAPER_NAMES:
        _land_at_school(t, who, code)
    elif code in WINDFALLS:
        windfall_of(t, who, code, landed=True)
    elif code in AT_ONCE:
        AT_ONCE[code](t, who)
    elif code in OBLIGATORY | OPTIONAL:
        _wait(t, who, code, must=code in OBLIGATORY)


def _land_at_business(t: RatraceTurn, who: Player, code: str) -> None:
    owner = t.owner(code)
    if owner == who:
        t.step(f"{who}'s own Business: nothing is bought")
    elif owner.closed and t.house.closed == "nothing":
        t.narrate(f"{owner}'s Business is closed.")
        t.step(f"{owner}'s Business is closed: nothing is paid")
        t.explain("Until its owner moves again nobody can buy from a Business closed for a funeral.")
    else:
        _wait(t, who, code, must=True)


def _land_at_school(t: RatraceTurn, who: Player, code: str) -> None:
    if held := who.own_paper:
        t.step(f"{who} has the {PAPER_NAMES[held]}: the square is void")
    else:
        _wait(t, who, code, must=t.house.join == "required")


def _land_on_credit_due(t: RatraceTurn, who: Player) -> None:
    if who.debt > 0:
        credit_falls_due(t, who)
    else:
        t.step("Nothing is owed on credit")


def _land_on_wedding(t: RatraceTurn, who: Player) -> None:
    if who.rank == CLASSES[-1]:
        # only a board corrected by the table has the square there
        t.step("There is no class above High Society")
    else:
        wedding_of(t, who)


AT_ONCE: dict[str, Callable[[RatraceTurn, Player], None]] = {
    "credit_due": _land_on_credit_due,
    "funeral": funeral_of,
    "wedding": _land_on_wedding,
}


def _wait(t: RatraceTurn, who: Player, code: str, *, must: bool) -> None:
    t.lander = who
    t.pending = code
    t.must = 1 if must else None


@GAME.correction(
    "Put a token right",
    why=None,
    when=(FOLLOWED, QUIET),
    button=lambda t: f"Put {t.find_player().name} on {_square_words(t)}",
)
def place(
    t: RatraceTurn, who: Player = ask.anybody("Whose token?"), square: int = ask_square("On which square?")
) -> str:
    """Put a token on a square by hand. Nothing is paid in passing; the square may then be dealt with."""
    who.must_play()
    must_be_on_ring(t, who, square)
    code = t.ring(who.rank)[square - 1]
    t.square_is_done()
    who.square = square - 1
    if _matters(t, who, code):
        _wait(t, who, code, must=False)
    t.step(f"{who}'s token: {who.stands_on}")
    t.explain("A token is put right by hand at any time; a token that is placed passes nothing.")
    return f"{who}'s token is put on {who.stands_on}"


def _matters(t: RatraceTurn, who: Player, code: str) -> bool:
    """Whether there is anything to do on a square for a player whose token is put there."""
    if code in PAPER_NAMES:
        return who.own_paper is None
    return code not in ("graduation", "enter") and t.owner(code) != who


@GAME.correction("Set whose turn it is", why=None, when=(FOLLOWED, QUIET), button="{who} rolls next")
def turn(t: RatraceTurn, who: Player = ask.anybody("Who rolls next?")) -> str:
    """Say whose turn it is to roll."""
    who.must_play()
    t.turn = who
    t.moved_up = None
    who.misses = None
    return f"it is {who.name}'s turn"


@GAME.correction("Let a square go", why=ask.reason("Why does the table let it go?"), when=QUIET, button="Let it go")
def waive(t: RatraceTurn) -> str:
    """Skip what the square asks for, and say why."""
    if t.landed is None:
        raise Refusal("Nobody stands on a square that is still to be dealt with.")
    who, _ = t.landed
    t.square_is_done()
    return f"the table lets {who.stands_on} go for {who.name}"
