"""Squares that pay or cost money: windfalls, payments, taxes, schools and clubs, the funeral.

Rulebook: «Q. Besides running your Business, how else do you make money in Ratrace?» and the questions on
schools, taxes and the funeral.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.api import Refusal
from companion.games.ratrace.auction import Due, due_words, falls_due
from companion.games.ratrace.board import CLASS_IN, PAPER_CLASS, PAPER_NAMES, SQUARE_NAMES
from companion.games.ratrace.business import ask_means, goes_on_credit, must_have_cash, with_means
from companion.games.ratrace.game import BOTH_DICE, GAME, GOING, LANDED_THERE, QUIET, TREASURY, Player, RatraceTurn, ask
from companion.games.ratrace.options import House

MONEY_SOURCE = "Q. Besides running your Business, how else do you make money in Ratrace?"
SCHOOL_SOURCE = "Q. What about the Schools and Clubs? Do I have to join those?"
FUNERAL_SOURCE = "Q. What about the Grandmother's Funeral square?"
TAX_SOURCE = "Q. How do you (gulp) pay your Taxes?"
PAYMENT_SOURCE = "Q. Who do I make the Unemployment Insurance, Welfare, and Alimony payments to?"

ONE_DIE = ask.roll("What does the die show?", dice=1)
WINDFALLS = {code: SQUARE_NAMES[code] for code in ("gift", "bingo", "uncle")}
"""Those of a fixed amount."""
WINDFALL_RULE = "Windfalls come from the Treasury at once."
PAYMENT_RULE = "Forced payments go to the Treasury at once, in cash and never on credit."


def receives(  # noqa: PLR0913 - who, how much, for what, and how it is told
    t: RatraceTurn, who: Player, amount: int, what: str, rule: str = WINDFALL_RULE, *, named: bool = True
) -> None:
    """Pay a player from the Treasury; in the journal it is ``named`` what for."""
    t.pay(TREASURY, who, amount)
    t.narrate(f"{who} receives {t.written(amount)}{f': {what}' if named else ''}.")
    t.step(f"{what}: the Treasury pays", amount, signed=True, total=True)
    t.step(f"{who} then has", who.cash)
    t.explain(rule)


def pays_on_leaving(t: RatraceTurn) -> bool:
    """Whether income is paid on leaving its square, and not on landing there."""
    return t.house.income == "leaving"


def leave_square(t: RatraceTurn, who: Player) -> None:
    """Pay the income of the square that a token leaves without a move, where leaving it pays."""
    if not t.follows or not pays_on_leaving(t) or t.ring(who.rank)[who.at] != "income":
        return
    amount = t.printed(f"income.{who.rank}")
    t.pay(TREASURY, who, amount)
    t.narrate(f"{who} collects {t.written(amount)} on leaving.")
    t.step(f"Collect {amount:,}: the Treasury pays", amount, signed=True)
    t.by_house_rule(House.income)


def income(t: RatraceTurn, who: Player) -> None:
    """Pay the income of a player's class."""
    amount = t.printed(f"income.{who.rank}")
    receives(t, who, amount, f"Collect {amount:,}", "Income is paid in passing.")


@GAME.action("Collect income", group="Squares", source=MONEY_SOURCE, when=QUIET, button="Collect")
def collect(t: RatraceTurn, who: Player = ask.anybody("Who passed the income square?")) -> None:
    """Receive the income of the player's class, where the book does not follow the tokens."""
    who.must_play()
    t.refuse(t.follows and t.landed != (who, "income"), "The book pays income itself when a token passes.", "who")
    t.square_is_done()
    income(t, who)


def windfall_of(t: RatraceTurn, who: Player, code: str, *, landed: bool = False) -> None:
    """Pay a windfall of a fixed amount; where the entry says that the player ``landed`` there, it names it once."""
    receives(t, who, t.printed(code), SQUARE_NAMES[code], named=not landed)


@GAME.action("Gift, Bingo or Rich Uncle", group="Squares", source=MONEY_SOURCE, button="Collect")
def windfall(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    square: str = ask.choice("On which square?", WINDFALLS),
) -> None:
    """Receive a windfall of a fixed amount."""
    who.deals_with(square, "square")
    windfall_of(t, who, square)


@GAME.action("Football Pool", group="Squares", source=MONEY_SOURCE, button="Collect")
def pool(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = BOTH_DICE) -> None:
    """Receive the Football Pool: both dice times the figure on the square."""
    who.deals_with("pool")
    t.refuse(who.rank == "high", "There is no Football Pool in High Society.", "who")
    times = t.printed(f"pool.{who.rank}")
    t.step(f"{roll} times {t.written(times)}", roll * times)
    receives(t, who, roll * times, SQUARE_NAMES["pool"])


@GAME.action("Ascot Sweepstake", group="Squares", source=MONEY_SOURCE, button="Collect")
def ascot(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    roll: str = ask.choice(
        "What do both dice show?",
        {"double": "A double", "even": "Any other even roll", "odd": "An odd roll"},
        detail=lambda t, value: t.written(t.printed(f"ascot.{value}")),
    ),
) -> None:
    """Receive the Ascot Sweepstake by what both dice show."""
    who.deals_with("ascot")
    receives(t, who, t.printed(f"ascot.{roll}"), f"{SQUARE_NAMES['ascot']}, {roll}")


def _dice_words(figure: str) -> Callable[[RatraceTurn], str]:
    """Say on a button what the dice cost; ``{rank}`` in the name of the figure is the class."""
    return lambda t: due_words(
        t.find_player(), int(t.answers["roll"] or 0) * int(t.printed(figure.format(rank=t.find_player().rank)))
    )


def _pays_by_dice(t: RatraceTurn, who: Player, roll: int, code: str, figure: str) -> None:
    who.deals_with(code)
    times = t.printed(figure)
    t.step(f"{SQUARE_NAMES[code]}: {roll} times {t.written(times)}", roll * times)
    t.explain(PAYMENT_RULE)
    falls_due(t, Due(who, roll * times, t.bank(TREASURY), SQUARE_NAMES[code], code))


@GAME.action("Taxes", group="Squares", source=TAX_SOURCE, button=_dice_words("tax.{rank}"))
def taxes(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = BOTH_DICE) -> None:
    """Pay taxes: both dice times the figure of the class, in cash."""
    _pays_by_dice(t, who, roll, "taxes", f"tax.{who.rank}")


@GAME.action("Unemployment", group="Squares", source=PAYMENT_SOURCE, button=_dice_words("unemployment"))
def unemployment(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = ONE_DIE) -> None:
    """Pay Unemployment Insurance: one die times the figure on the square."""
    _pays_by_dice(t, who, roll, "unemployment", "unemployment")


@GAME.action("Welfare", group="Squares", source=PAYMENT_SOURCE, button=_dice_words("welfare"))
def welfare(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = ONE_DIE) -> None:
    """Pay Welfare: one die times the figure on the square."""
    _pays_by_dice(t, who, roll, "welfare", "welfare")


def _club_words(t: RatraceTurn) -> str:
    club = str(t.answers["club"])
    return with_means(t, f"Join {SQUARE_NAMES[club]}", int(t.printed(f"fee.{club}")))


@GAME.action("School or club", group="Squares", source=SCHOOL_SOURCE, button=_club_words)
def join_club(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    club: str = ask.choice(
        "Which one?",
        {code: SQUARE_NAMES[code] for code in PAPER_NAMES},
        now=lambda t: [code for code, rank in PAPER_CLASS.items() if rank == t.find_player().rank],
        detail=lambda t, code: t.written(t.printed(f"fee.{code}")),
    ),
    on: str = ask_means(),
) -> None:
    """Pay the fee of a school or club and get its diploma or membership, in cash or on credit."""
    who.deals_with(club, "club")
    paper = PAPER_NAMES[club]
    # only a board corrected by the table has the square in another class
    t.refuse(PAPER_CLASS[club] != who.rank, f"The {paper} is of no use in {CLASS_IN[who.rank]}.", "club")
    if (held := who.own_paper) is not None:
        raise Refusal(f"{who} has the {PAPER_NAMES[held]} already: one is enough.", "who")
    fee = t.printed(f"fee.{club}")
    if on == "cash":
        must_have_cash(who, fee, "the fee is")
        t.pay(who, TREASURY, fee)
        t.step(f"{who} pays the Treasury", -fee, signed=True, total=True)
        t.step(f"Leaves {who.name} with", who.cash)
    else:
        goes_on_credit(t, who, fee)
    who.paper = club
    t.narrate(f"{who} gets the {paper} for {t.written(fee)}{'' if on == 'cash' else ' on credit'}.")
    t.explain("One diploma or membership a class is needed to move up, and one is enough.")


def funeral_of(t: RatraceTurn, who: Player) -> None:
    """Inherit, miss a turn, and close the Business until the next move."""
    receives(t, who, t.printed("funeral"), SQUARE_NAMES["funeral"])
    who.closed = who.misses = 1
    t.narrate(f"{who} misses a turn, and the Business is closed until {who.name} moves again.")
    t.explain("A funeral closes the Business and keeps its owner from auctions and gambling until the next move.")


@GAME.action("Grandmother's Funeral", group="Squares", source=FUNERAL_SOURCE, button="Inherit and miss a turn")
def funeral(t: RatraceTurn, who: Player = LANDED_THERE) -> None:
    """Inherit, miss one turn, and close the Business until the next move."""
    who.deals_with("funeral")
    funeral_of(t, who)
    if t.follows and t.on_turn == who:
        # the token was put right by hand when its next turn had come already: that is the turn missed
        who.misses = None
        t.pass_turn(who)


@GAME.action(
    "Open a closed Business again", group="Turn", source=FUNERAL_SOURCE, when=GOING, button="Open the Business again"
)
def reopen(t: RatraceTurn, who: Player = ask.anybody("Who moves again?")) -> None:
    """Open a Business again after a funeral, where the book does not follow the tokens."""
    t.refuse(not who.closed, f"{who}'s Business is open.", "who")
    t.refuse(t.follows, f"The book opens it again when {who.name} moves.", "who")
    who.closed = who.misses = None
    t.narrate(f"{who} moves again: the Business is open.")
