"""Following the tokens: roll, move, pay income passed, and do what the square says.

Optional help, by the house rule «The book follows the tokens»; a token or the turn is put right by hand at
any time. Rulebook: «Q. When does it start to get interesting?».
"""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.api import Condition, Refusal
from companion.games.ratrace.board import BUSINESSES, PAPERS, SQUARES, TOKEN_COLOURS
from companion.games.ratrace.classes import wedding_of
from companion.games.ratrace.game import AT_SQUARE, GAME, QUIET, Player, RatraceTurn, ask
from companion.games.ratrace.squares import (
    WINDFALLS,
    credit_falls_due,
    funeral_of,
    income,
    receives,
)

SOURCE = "Q. When does it start to get interesting?"

FOLLOWED = Condition[RatraceTurn](
    lambda t: t.follows, "The book does not follow the tokens at this table; that is a house rule."
)
moving = partial(GAME.action, group="Turn", source=SOURCE, when=(FOLLOWED, *QUIET))
by_hand = partial(GAME.correction, when=(FOLLOWED, *QUIET))


def _square_label(t: RatraceTurn, number: int) -> str:
    who = t.find_player()
    known = who.key and number <= who.squares
    return f"{number} · {who.title_square(number - 1)}" if known else f"Square {number}"


def ask_square(text: str) -> Any:
    """Ask for a square of the class that the player is in, counted from 1 at its first one."""
    return ask.number(
        text, 1, lambda t: t.find_player().squares, what="square", label=_square_label
    )


def _roll_words(t: RatraceTurn) -> str:
    """Say which roll it is, and what a Credit Due takes where it leads."""
    who, roll = t.find_player(), str(t.answers["roll"] or 0)
    if _leads_to(t, roll) == "credit_due" and who.to_clear:
        return f"Roll {roll} \u00b7 {t.written(-who.to_clear, signed=True)}"
    return f"Roll {roll}"


def _leads_to(t: RatraceTurn, roll: str) -> str:
    who = t.find_player()
    return who.square_at((who.at + int(roll)) % who.squares) if who.key else ""


def _square_in_brief(t: RatraceTurn, roll: str) -> str:
    code = _leads_to(t, roll)
    if code in BUSINESSES:
        return t.business_name(code).split()[0]
    return BRIEFLY.get(code, code.replace("_", " ").capitalize())


def _printed(t: RatraceTurn, roll: str) -> str:
    who = t.find_player()
    return who.title_square((who.at + int(roll)) % who.squares) if who.key else ""


BRIEFLY = {
    "income": "Collect",
    "stock_exchange": "Exchange",
    "night_school": "School",
    "country_club": "Club",
    "yacht_club": "Club",
    "unemployment": "Jobless",
}
"""What is said of a square on a key, where that is not what the books call it."""


TOKEN_ROLL = ask.roll(
    "What do both dice show?",
    detail=_square_in_brief,
    swatch=lambda t, roll: TOKEN_COLOURS.get(_leads_to(t, roll), ""),
    square=_printed,
)


@moving("Roll", button=_roll_words)
def roll(t: RatraceTurn, who: Player = ask.player("Who rolls?"), roll: int = TOKEN_ROLL) -> None:
    """Move the token by what both dice show, and do what the square says."""
    _move(t, who, roll, f"{who} rolls {roll}")


def _square_words(t: RatraceTurn) -> str:
    return t.find_player().name_square(int(t.answers["square"] or 1) - 1)


@moving("Land on a square", button=lambda t: f"Move {t.find_player().name} to {_square_words(t)}")
def land(
    t: RatraceTurn,
    who: Player = ask.player("Who moves?"),
    square: int = ask_square("Where did {who} land?"),
) -> None:
    """Name the square instead of the roll. Income passed on the way is paid as usual."""
    who.must_roll_next()
    steps = (square - 1 - who.at) % who.squares
    ahead = f"{who.title_square(square - 1)} is {t.count(steps, 'square')} ahead"
    way_out = "A token that stands wrong can be put right by hand."
    t.refuse(not 2 <= steps <= 12, f"{ahead}, and two dice show 2 to 12. {way_out}", "square")
    _move(t, who, steps, f"{who} moves {steps}")


def _move(t: RatraceTurn, who: Player, steps: int, words: str) -> None:
    who.must_roll_next()
    who.must_have_auctioned()
    start, was_closed = who.at, who.closed
    t.square_is_done()
    t.moved_up = None
    who.square = (start + steps) % who.squares
    who.closed = who.misses = None
    t.narrate(f"{words} to {who.stands_on}.")
    t.step(f"Lands on {who.stands_on}")
    if was_closed:
        t.step(f"{who}'s Business is open again")
    # the squares that count as passed: those entered, or with that option those left
    first = start if t.house.income == "leaving" else start + 1
    for passed in range(first, first + steps):
        if who.square_at(passed % who.squares) == "income":
            income(t, who)
    _land(t, who, who.square_at(who.square))
    # after the square: with everybody else missing a turn, a funeral's own turn comes round at once
    t.pass_turn(who)


def _land(t: RatraceTurn, who: Player, code: str) -> None:
    """Do what a square says, or let it wait for what the table does there."""
    owner, why = t.owner(code), who.why_void(code)
    if owner == who:
        t.step(f"{who}'s own Business: nothing is bought")
    elif owner.closed and t.house.closed == "nothing":
        t.narrate(f"{owner}'s Business is closed.")
        t.explain(
            "Until its owner moves again nobody can buy from a Business closed for a funeral."
        )
    elif who.has_joined(code) or (why and code == "wedding"):
        t.step(why)
    elif code in WINDFALLS:
        receives(t, who, who.figure(code), WINDFALLS[code])
    elif code == "funeral":
        funeral_of(t, who)
    elif code == "wedding":
        wedding_of(t, who)
    elif code == "credit_due" and who.debt > 0:
        credit_falls_due(t, who)
    elif code == "credit_due":
        t.step("Nothing is owed on credit")
    elif code in AT_SQUARE and code != "income":
        _wait(
            t,
            who,
            code,
            must=code in BUSINESSES
            or not SQUARES[code].skip
            or (code in PAPERS and t.house.join == "required"),
        )


def _wait(t: RatraceTurn, who: Player, code: str, *, must: bool) -> None:
    t.lander = who
    t.pending = code
    t.must = 1 if must else None


@by_hand(
    "Put a token right",
    why=None,
    button=lambda t: f"Put {t.find_player().name} on {_square_words(t)}",
)
def place(
    t: RatraceTurn,
    who: Player = ask.player("Whose token?"),
    square: int = ask_square("On which square?"),
) -> str:
    """Put a token on a square by hand. Nothing is paid in passing; the square may then be dealt with."""
    t.square_is_done()
    who.square = square - 1
    code = who.square_at(who.square)
    if code in AT_SQUARE and t.owner(code) != who and not who.has_joined(code):
        _wait(t, who, code, must=False)
    t.explain("A token is put right by hand at any time; a token that is placed passes nothing.")
    return f"{who}'s token is put on {who.stands_on}"


@by_hand("Set whose turn it is", why=None, button="{who} rolls next")
def turn(t: RatraceTurn, who: Player = ask.player("Who rolls next?")) -> str:
    """Say whose turn it is to roll."""
    t.turn = who
    t.moved_up = None
    who.misses = None
    return f"it is {who.name}'s turn"


@GAME.correction(
    "Let a square go",
    why=ask.reason("Why does the table let it go?"),
    when=QUIET,
    button="Let it go",
)
def waive(t: RatraceTurn) -> str:
    """Skip what the square asks for, and say why."""
    if t.landed is None:
        raise Refusal("Nobody stands on a square that is still to be dealt with.")
    who, _ = t.landed
    t.square_is_done()
    return f"the table lets {who.stands_on} go for {who.name}"
