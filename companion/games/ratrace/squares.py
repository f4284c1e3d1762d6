"""What is done on squares: buying at a Business, the Credit Card, windfalls, payments, schools and clubs, the funeral.

Rulebook: «Q. When does it start to get interesting?» to «Q. What if the Status Symbol I want to buy is out of stock?»,
«Q. Besides running your Business, how else do you make money in Ratrace?» and the questions on schools, taxes and the
funeral.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.ratrace.auction import due_words, falls_due
from companion.games.ratrace.board import (
    BUSINESSES,
    CLASS_NAMES,
    CLASSES,
    CREDIT_INTEREST,
    PAPERS,
    SQUARES,
)
from companion.games.ratrace.game import (
    AT_SQUARE,
    BOTH_DICE,
    CREDIT,
    GAME,
    GOING,
    ITEMS,
    LANDED_THERE,
    QUIET,
    STOCK,
    TREASURY,
    Item,
    Player,
    RatraceTurn,
    ask,
    ask_business,
    at_square,
    on_turn,
)
from companion.games.ratrace.options import House

# --- buying, and the Credit Card -------------------------------------------------------------------

CREDIT_SOURCE = "Q. How do I use my Credit Card?"
CREDIT_RULE = f"Credit Due takes the whole debt and {CREDIT_INTEREST}% interest at once, in cash."
OTHER = "other"


def cost_of(who: Player, what: str) -> int:
    """Return what a symbol costs by its class, a diploma or membership, or the Other Purchase of the square."""
    if what == OTHER:
        return who.figure(OTHER)
    return who.figure(f"{'fee' if what in PAPERS else 'symbol'}.{what}")


def _find_card(t: RatraceTurn, rank: str) -> Item | None:
    return ITEMS.get(f"{t.answers.get('business')}.{rank}")


def _item_label(t: RatraceTurn, value: str) -> str:
    card = _find_card(t, value)
    return card.name(t) if card else CLASS_NAMES.get(value, "Other Purchase")


def _item_detail(t: RatraceTurn, value: str) -> str:
    cost, card = t.written(cost_of(t.find_player(), value)), _find_card(t, value)
    if not card:
        return f"{cost} · no card"
    left = t.in_stock(card)
    return f"{cost} · {CLASS_NAMES[value]}{'' if left is None else f' · {left} left'}"


def _find_cost(t: RatraceTurn) -> int:
    """Return what is about to be paid, for a purchase or for a school or club; zero while that is open."""
    what = str(t.answers.get("club") or t.answers.get("item") or "")
    return cost_of(t.find_player(), what) if what else 0


def _means_detail(t: RatraceTurn, on: str) -> str:
    """Say what is paid, and what that leaves."""
    who, cost = t.find_player(), _find_cost(t)
    if not cost or (on == "cash" and cost > who.cash):
        return ""
    left = (
        f"leaves {t.written(who.cash - cost)}"
        if on == "cash"
        else f"then owes {t.written(who.debt + cost)}"
    )
    return f"{t.written(cost)}, {left}"


MEANS: str = ask.choice(
    "How does {who} pay?",
    {"cash": "Cash", "credit": "Credit Card"},
    detail=_means_detail,
    settles=True,
)


def with_means(t: RatraceTurn, words: str) -> str:
    """Say on a button what is paid for, how, and what it costs."""
    how = " on credit" if t.answers.get("on") == "credit" else ""
    return f"{words}{how} \u00b7 {t.written(_find_cost(t))}"


def _purchase_words(t: RatraceTurn) -> str:
    card = _find_card(t, str(t.answers["item"]))
    return with_means(t, f"Buy {card.name(t)}" if card else "Make the Other Purchase")


def pays_for(t: RatraceTurn, who: Player, payee: Player, cost: int, on: str) -> None:
    """Pay what may go on the Credit Card: then the Treasury pays at once, and the player owes it."""
    if on == "cash":
        held, costs = t.written(who.cash), t.written(cost)
        t.refuse(
            who.cash < cost,
            f"{who} holds {held}; this costs {costs}. The Credit Card will do.",
            "on",
        )
        t.pay(who, payee, cost, what="")
        return
    t.pay(TREASURY, payee, cost)
    if payee != t.treasury:
        t.step(f"The Treasury pays {payee.name}", cost, signed=True)
    t.step("Credit debt so far", who.debt)
    t.pay(who, TREASURY, cost, CREDIT)
    t.step(f"{who} now owes on credit", who.debt, total=True)
    t.step(f"Leaves {who.name} with, in cash", who.cash)


BUYING = {
    "cash": "On another's Business one thing is bought: the Status Symbol with its card, or the Other Purchase.",
    "credit": (
        "The Treasury pays the owner at once; the buyer owes the Treasury until a Credit Due, then "
        f"{CREDIT_INTEREST}% more."
    ),
}
"""The rule of a purchase, by how it is paid."""


@at_square(
    "Buy at a Business",
    *BUSINESSES,
    at="business",
    source="Q. When does it start to get interesting?",
    button=_purchase_words,
)
def buy(
    t: RatraceTurn,
    who: Player = ask.player("Who buys?"),
    business: str = ask_business("At which Business?"),
    item: str = ask.choice(
        "What does {who} buy?",
        (*CLASSES, OTHER),
        label=_item_label,
        now=lambda t: (*CLASSES[t.find_player().level :], OTHER),
        detail=_item_detail,
    ),
    on: str = MEANS,
) -> None:
    """Buy a Status Symbol or make the Other Purchase, in cash or on the Credit Card."""
    called, owner = t.business_name(business), t.owner(business)
    t.refuse(owner == who, f"{called} is {who.name}'s own: nothing is bought.", "business")
    payee, cost, card = _payee(t, owner, item), cost_of(who, item), _find_card(t, item)
    bought = f"buys the {card.name(t)}" if card else "makes the Other Purchase"
    if card:
        reason = who.why_not_hold(card) or (
            f"{card.name(t)}: out of stock." if t.in_stock(card) == 0 else ""
        )
        t.refuse(reason, reason, "item")
        t.hand_over(card, STOCK, who)
    elif t.house.other_credit == "no":
        t.by_house_rule(House.other_credit)
        t.refuse(on == "credit", "By the house rule Other Purchases are paid in cash.", "on")
        if who.cash < cost:
            falls_due(t, who, cost, f"Other Purchase at {called}", OTHER, payee)
            return
    t.explain(BUYING[on])
    pays_for(t, who, payee, cost, on)
    gets = "" if payee == t.treasury else f"; {payee.name} is paid"
    t.narrate(
        f"{who} {bought} at {called} for {t.written(cost)}{'' if on == 'cash' else ' on credit'}{gets}."
    )


def _payee(t: RatraceTurn, owner: Player, item: str) -> Player:
    """Return who is paid: the owner, unless a funeral keeps the Business closed."""
    if not owner.closed:
        return owner
    until = f"{owner}'s Business is closed until {owner.name} moves again"
    t.refuse(t.house.closed != "treasury", f"{until}: nothing can be bought.", "business")
    t.refuse(
        item != OTHER,
        f"{until}: only the Other Purchase is made, and the Treasury is paid.",
        "item",
    )
    t.by_house_rule(House.closed)
    return t.treasury


def credit_falls_due(t: RatraceTurn, who: Player, what: str = "Credit Due") -> None:
    """Make the whole credit debt and its interest due."""
    t.step("Credit debt", who.debt)
    t.step(f"Interest {CREDIT_INTEREST}%", who.interest)
    t.explain(CREDIT_RULE)
    t.by_house_rule(House.interest)
    falls_due(t, who, who.to_clear, what, "credit")


def _must_owe(who: Player) -> None:
    who.t.refuse(who.debt <= 0, f"{who} owes nothing on credit.", "who")


def _clearing_words(t: RatraceTurn) -> str:
    return due_words(t.find_player(), t.find_player().to_clear)


@at_square("Credit Due", "credit_due", source=CREDIT_SOURCE, button=_clearing_words)
def credit_due(t: RatraceTurn, who: Player = ask.player("Who landed on Credit Due?")) -> None:
    """Pay the whole credit debt and its interest at once."""
    _must_owe(who)
    credit_falls_due(t, who)


@on_turn("Repay credit early", source=CREDIT_SOURCE, button=_clearing_words)
def repay(t: RatraceTurn, who: Player = ask.player("Who repays?")) -> None:
    """Repay the whole credit debt and its interest, where the house rule allows it."""
    t.refuse(
        t.house.repay == "no",
        "Credit is not repaid before a Credit Due, unless the house rule allows it.",
    )
    who.must_roll_next()
    _must_owe(who)
    cost, held = t.written(who.to_clear), t.written(who.cash)
    t.refuse(
        who.cash < who.to_clear, f"Clearing the debt costs {cost}; {who.name} holds {held}.", "who"
    )
    t.by_house_rule(House.repay)
    credit_falls_due(t, who, "credit repaid early")


# --- what pays and what costs ----------------------------------------------------------------------

MONEY_SOURCE = "Q. Besides running your Business, how else do you make money in Ratrace?"
FUNERAL_SOURCE = "Q. What about the Grandmother's Funeral square?"
FUNERAL_RULE = "A funeral closes the Business and keeps its owner from auctions and gambling until the next move."
PAYMENT_SOURCE = "Q. Who do I make the Unemployment Insurance, Welfare, and Alimony payments to?"

ONE_DIE = ask.roll("What does the die show?", dice=1)
WINDFALLS = {code: SQUARES[code].title for code in ("gift", "bingo", "uncle")}
"""Those of a fixed amount."""
PAYMENT_RULE = "Forced payments go to the Treasury at once, in cash and never on credit."


def times(who: Player, roll: int, figure: str) -> int:
    """Return a roll times a figure of the board, and show it on the receipt."""
    each = who.figure(figure)
    who.t.step(f"{roll} times {who.t.written(each)}", roll * each)
    return roll * each


def dice_words(figure: str) -> Callable[[RatraceTurn], str]:
    """Say on a button what the dice cost."""
    return lambda t: due_words(
        t.find_player(), int(t.answers["roll"] or 0) * t.find_player().figure(figure)
    )


def receives(
    t: RatraceTurn,
    who: Player,
    amount: int,
    what: str,
    rule: str = "Windfalls come from the Treasury at once.",
) -> None:
    """Pay a player from the Treasury; what for is said where the roll has not led there."""
    t.pay(TREASURY, who, amount, what=what)
    t.narrate(f"{who} receives {t.written(amount)}{t.for_what(what)}.")
    t.explain(rule)


def income(t: RatraceTurn, who: Player) -> None:
    """Pay the income of a player's class."""
    amount = who.figure("income")
    receives(t, who, amount, f"Collect {amount:,}", "Income is paid in passing.")
    t.by_house_rule(House.income)


@GAME.action("Collect income", group="Squares", source=MONEY_SOURCE, when=QUIET, button="Collect")
def collect(t: RatraceTurn, who: Player = ask.player("Who passed the income square?")) -> None:
    """Receive the income of the player's class, where the book does not follow the tokens."""
    t.refuse(
        t.follows and t.landed != (who, "income"),
        "The book pays income itself when a token passes.",
        "who",
    )
    t.square_is_done()
    income(t, who)


AT_SQUARE["income"] = collect
"""A token that is put there by hand has passed nothing."""


@at_square(
    "Gift, Bingo or Rich Uncle", *WINDFALLS, at="square", source=MONEY_SOURCE, button="Collect"
)
def windfall(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    square: str = ask.choice("On which square?", WINDFALLS),
) -> None:
    """Receive a windfall of a fixed amount."""
    receives(t, who, who.figure(square), WINDFALLS[square])


@at_square("Football Pool", "pool", source=MONEY_SOURCE, button="Collect")
def pool(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = BOTH_DICE) -> None:
    """Receive the Football Pool: both dice times the figure on the square."""
    receives(t, who, times(who, roll, "pool"), "Football Pool")


@at_square("Ascot Sweepstake", "ascot", source=MONEY_SOURCE, button="Collect")
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
    receives(t, who, who.figure(f"ascot.{roll}"), f"Ascot Sweepstake, {roll}")


@at_square(
    "Taxes",
    "taxes",
    source="Q. How do you (gulp) pay your Taxes?",
    rule=PAYMENT_RULE,
    button=dice_words("tax"),
)
def taxes(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = BOTH_DICE) -> None:
    """Pay taxes: both dice times the figure of the class, in cash."""
    falls_due(t, who, times(who, roll, "tax"), "Taxes", "taxes")


@at_square(
    "Unemployment",
    "unemployment",
    source=PAYMENT_SOURCE,
    rule=PAYMENT_RULE,
    button=dice_words("unemployment"),
)
def unemployment(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = ONE_DIE) -> None:
    """Pay Unemployment Insurance: one die times the figure on the square."""
    falls_due(t, who, times(who, roll, "unemployment"), "Unemployment Insurance", "unemployment")


@at_square(
    "Welfare", "welfare", source=PAYMENT_SOURCE, rule=PAYMENT_RULE, button=dice_words("welfare")
)
def welfare(t: RatraceTurn, who: Player = LANDED_THERE, roll: int = ONE_DIE) -> None:
    """Pay Welfare: one die times the figure on the square."""
    falls_due(t, who, times(who, roll, "welfare"), "Welfare", "welfare")


@at_square(
    "School or club",
    *PAPERS,
    at="club",
    source="Q. What about the Schools and Clubs? Do I have to join those?",
    rule="One diploma or membership a class is needed to move up, and one is enough.",
    button=lambda t: with_means(t, f"Join {SQUARES[str(t.answers['club'])].title}"),
)
def join_club(
    t: RatraceTurn,
    who: Player = LANDED_THERE,
    club: str = ask.choice(
        "Which one?",
        {code: SQUARES[code].title for code in PAPERS},
        now=lambda t: [code for code in PAPERS if t.find_player().rank in SQUARES[code].classes],
        detail=lambda t, code: t.written(cost_of(t.find_player(), code)),
    ),
    on: str = MEANS,
) -> None:
    """Pay the fee of a school or club and get its diploma or membership, in cash or on credit."""
    fee = cost_of(who, club)
    pays_for(t, who, t.treasury, fee, on)
    who.paper = club
    t.narrate(
        f"{who} gets the {PAPERS[club]} for {t.written(fee)}{'' if on == 'cash' else ' on credit'}."
    )


def funeral_of(t: RatraceTurn, who: Player) -> None:
    """Inherit, miss a turn, and close the Business until the next move."""
    receives(t, who, who.figure("funeral"), "Grandmother's Funeral")
    who.closed = who.misses = 1
    t.narrate(f"{who} misses a turn, and the Business is closed until {who.name} moves again.")
    t.explain(FUNERAL_RULE)


@at_square(
    "Grandmother's Funeral", "funeral", source=FUNERAL_SOURCE, button="Inherit and miss a turn"
)
def funeral(t: RatraceTurn, who: Player = LANDED_THERE) -> None:
    """Inherit, miss one turn, and close the Business until the next move."""
    funeral_of(t, who)
    if t.follows and t.on_turn == who:
        # the token was put right by hand when its next turn had come already: that is the turn missed
        who.misses = None
        t.pass_turn(who)


@GAME.action(
    "Open a closed Business again",
    group="Turn",
    source=FUNERAL_SOURCE,
    when=GOING,
    button="Open the Business again",
)
def reopen(t: RatraceTurn, who: Player = ask.anybody("Who moves again?")) -> None:
    """Open a Business again after a funeral, where the book does not follow the tokens."""
    t.refuse(not who.closed, f"{who}'s Business is open.", "who")
    t.refuse(t.follows, f"The book opens it again when {who.name} moves.", "who")
    who.closed = who.misses = None
    t.narrate(f"{who} moves again: the Business is open.")
