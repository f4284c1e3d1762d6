"""What the book expects next. It keeps no turns: whoever landed somewhere is named with what happened there."""

from __future__ import annotations

from companion.core.prompt import Offer, Prompt
from companion.core.table import Table
from companion.games.doubletrack import bonus, state, tolls
from companion.games.doubletrack.board import TAKEN
from companion.games.doubletrack.state import TABLE, money, name

SPACES = (
    Offer("toll", {}, "Ask at a gate"),
    Offer("sell_card", {}, "Sell a card"),
    Offer("sell_lead", {}, "Sell the lead"),
    Offer("take_pass", {}, "Take a gate pass"),
    Offer("take", {}, f"Take ${TAKEN}"),
    Offer("sell_pass", {}, "Sell a pass"),
    Offer("steal_pass", {}, "Steal a gate pass"),
)
MOVES = (Offer("ahead", {}, "Move ahead"),)
CARDS = (
    Offer("trade", {}, "Trade places"),
    Offer("lead", {}, "Take the lead"),
    Offer("back_ten", {}, "Back 10"),
    Offer("go_last", {}, "Go farthest back"),
)
HOME = (Offer("home", {}, "Home"),)
LIFT = (Offer("lift_screens", {}, "Lift the screens"),)
SHOWN = "Chips stay behind the screens until they are lifted. They decide nothing."


def prompt(table: Table) -> Prompt:
    """What the table does next, with the sheet to open and the other ways to go on."""
    if state.ended(table):
        return Prompt("The game is over", SHOWN, None, LIFT) if state.hidden(table) else Prompt("The game is over")
    if not state.started(table):
        return Prompt(
            "Who starts?",
            f"Name a player, or roll for it. Everyone then has {money(state.stack(table))} in chips, and a gate pass.",
            Offer("start", {}, "Open the table", "primary"),
            (Offer("pawns", {}, "Choose pawns"),),
        )
    if pending := state.tolls(table):
        return _toll(table, pending)
    if (who := state.due_bonus(table)) is not None:
        return _bonus(table, who)
    return _free(table)


def _toll(table: Table, pending: tuple[state.Toll, ...]) -> Prompt:
    one = pending[0]
    if one.lapsed:
        return _lapsed(table, one)
    gate, owner = state.colour_name(table, one.gate), table.name(one.keeper)
    return Prompt(
        f"{name(table, one.who)} rolls: through the {gate} gate?",
        f"{money(one.amount)} lie ready for {owner}. They are paid only if the roll leads into the shortcut.",
        Offer("passage", {"gate": one.gate, "came": "yes"}, f"Through it: {owner} is paid", "primary"),
        (
            Offer("passage", {"gate": one.gate, "came": "no"}, "Not through it"),
            Offer("toll", {"who": one.who}, "Ask at another gate too", "quiet"),
        ),
        "Toll",
    )


def _lapsed(table: Table, one: state.Toll) -> Prompt:
    return Prompt(
        f"{name(table, one.who)}'s toll comes back",
        f"{tolls.why_lapsed(table, one)}: nobody is paid there.",
        Offer("passage", {"gate": one.gate, "came": "no"}, f"{name(table, one.who)} takes it back", "primary"),
        (),
        "Toll",
    )


def _bonus(table: Table, who: str) -> Prompt:
    pot, known = money(state.pot(table)), bonus.known(table)
    title = f"Who gets the Loser's Bonus of {pot}?"
    if known:
        several = len(bonus.may_be_last(table, {})) > 1
        who_is = state.names(table, bonus.may_be_last(table, {}))
        text = f"{who_is} roll for it; the low roll gets it." if several else f"{who_is} is farthest back."
        if state.is_home(table, who):
            text += f" Then {name(table, who)}, who is Home, has won."
        return Prompt(title, text, Offer("losers_bonus", {"last": known}, "Give it", "primary"), (), "Loser's Bonus")
    text = f"{name(table, who)} has the lead. Who is farthest back now? Several on Start roll for it."
    return Prompt(title, text, Offer("losers_bonus", {}, "Give it", "primary"), (), "Loser's Bonus")


def _free(table: Table) -> Prompt:
    first = str(table.ledger.mark(TABLE, "first"))
    text = "Choose the space or the card; everything else is behind More."
    if not state.follows(table):
        return Prompt("What happened?", text, None, (*SPACES, *HOME))
    if all(not state.space(table, who) for who in state.playing(table)) and first in state.playing(table):
        text = f"{name(table, first)} starts. {text}"
    return Prompt("What happened?", text, None, (*MOVES, *SPACES, *CARDS, *HOME))
