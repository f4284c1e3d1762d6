"""The outside track: tolls at opponents' gates, gate passes taken and stolen, $25 from an opponent.

Chips agreed on for a gate are on the table until the dice are rolled, so that nobody has to be asked later whether
they are still there.

Rulebook: «HOW TO MOVE», «THE SPACES ON THE OUTSIDE TRACK AND WHAT THEY MEAN».
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.api import Refusal
from companion.api.show import Sums
from companion.games.doubletrack.box import QUICK, STEP, TAKEN
from companion.games.doubletrack.game import (
    BOARD,
    GAME,
    GATE,
    NO_BONUS,
    PLAYING,
    SETTLED,
    DoubletrackTurn,
    House,
    Player,
    Toll,
    ask,
    ask_colour,
    toll_first,
)

TOLL = "Who wants through an opponent's gate asks before rolling; the leave holds for one turn."
gates = partial(GAME.action, group="Turn", source="HOW TO MOVE", when=PLAYING)
MUST = "Whoever may go through a gate must take its shortcut when the roll leads there."


# Gates


def owner_of(t: DoubletrackTurn, colour: str) -> str:
    """Say whose a gate and its pass are."""
    who = t.keeper(colour)
    return f"{who.name}'s" if who.playing else "out of play"


SAID = {"free": "no toll", "refused": "shut"}
"""Answers at a gate that a tap records, and what they come to."""
TOLLS = tuple(range(STEP, 6 * STEP, STEP))
"""Usual tolls."""


def gate_owner(t: DoubletrackTurn) -> Player | None:
    """Find whose yes lets somebody through a gate; nobody's where the answer is no, or is left as too dear."""
    return t.keeper(str(t.answers["gate"])) if t.answers["answer"] in ("pays", "free") else None


@gates(
    "Ask at a gate",
    button="Ask at the {gate} gate",
    way_out="Don't ask, {who} rolls",
    agreed_by=gate_owner,
)
def toll(
    t: DoubletrackTurn,
    who: Player = ask.player("Who asks?"),
    gate: str = ask_colour("At which gate?", detail=owner_of),
    answer: str = ask.choice(
        "What does its owner say?",
        {
            "free": "Free",
            "refused": "No",
            "pays": "For chips",
            "declined": "Too dear",
        },
        detail=lambda _t, answer: SAID.get(answer, ""),
        settles=SAID,
        sums={"pays": Sums("amount", "For", TOLLS)},
    ),
    amount: int | None = ask.money(
        "How many dollars in chips?", at_least=STEP, step=STEP, quick=QUICK, optional=True
    ),
) -> None:
    """Ask an opponent, before rolling, to be let through a gate this turn."""
    for toll in t.tolls:
        t.refuse(toll.who != who, toll_first(toll), "who")
    NO_BONUS.check(t)
    keeper, what = t.keeper(gate), t.colour_name(gate)
    t.refuse(not keeper.playing, f"The {what} gate is shut: nobody holds its pass.", "gate")
    own = f"The {what} gate is {who}'s own: free, and its shortcut must be taken."
    t.refuse(keeper == who, own, "gate")
    asked_already = any(toll.gate == gate for toll in t.tolls)
    t.refuse(asked_already, f"{who} may go through the {what} gate already.", "gate")
    asks = f"{who} asks {keeper} at the {what} gate"
    if answer == "pays":
        if not amount:
            raise Refusal("How much is the toll?", "amount")
        agree(t, Toll(gate, who, keeper, amount, t.number), asks)
        return
    t.explain(TOLL)
    if answer == "declined":
        figure = t.written(amount) if amount else "the toll"
        t.narrate(f"{asks}; {figure} is too dear, and the gate stays shut.")
        return
    t.refuse(amount, "No chips go with that answer.", "amount")
    if answer == "refused":
        t.narrate(f"{asks} and is refused.")
    else:
        t.narrate(f"{asks} and is let in free this turn.")
        t.explain(MUST)


def agree(t: DoubletrackTurn, toll: Toll, asks: str) -> None:
    """Have a toll paid at once, or laid down until the dice are rolled."""
    t.refuse(toll.amount > toll.who.chips, toll.who.too_little, "amount")
    t.explain(f"{TOLL} {MUST}")
    if t.house.toll == "at_once":
        t.narrate(f"{asks} and pays {t.written(toll.amount)}.")
        toll.who.pay(toll.keeper, toll.amount)
        t.step(f"{toll.who} pays {toll.keeper}", toll.amount, total=True)
        t.by_house_rule(House.toll)
        return
    t.narrate(f"{asks}: {t.written(toll.amount)}, if the roll goes through.")
    toll.who.pay(t.middle, toll.amount)
    noted: dict[str, str | int] = {"asker": toll.who.key, "toll": toll.amount, "line": toll.line}
    t.note(GATE, **{f"{toll.gate}.{key}": value for key, value in noted.items()})
    t.step(f"{toll.who} lays down", toll.amount, total=True)


@gates("Settle a toll")
def passage(
    t: DoubletrackTurn,
    gate: str = ask_colour(
        "Which gate?", now=lambda t: [toll.gate for toll in t.tolls], detail=owner_of
    ),
    came: bool = ask.yes_no("Did the roll take the pawn into the shortcut?"),
) -> None:
    """Say what the roll made of a toll: paid where it took the pawn into the shortcut, else given back."""
    t.refuse(not t.tolls, "No toll is open.")
    what, toll = t.colour_name(gate), next((toll for toll in t.tolls if toll.gate == gate), None)
    if toll is None:
        raise Refusal(f"No toll is open at the {what} gate.", "gate")
    figure = t.written(toll.amount)
    if toll.lapsed:
        settle(t, toll, toll.who, f"{why_lapsed(t, toll)}: {toll.who}'s {figure} comes back.")
    elif came:
        settle(
            t,
            toll,
            toll.keeper,
            f"{toll.who} goes through the {what} gate and pays {toll.keeper} {figure}.",
        )
    else:
        settle(
            t,
            toll,
            toll.who,
            f"{toll.who}'s roll does not go through the {what} gate; the {figure} comes back.",
        )


def why_lapsed(t: DoubletrackTurn, toll: Toll) -> str:
    """Say why there is nobody to be paid at a gate: it is the asker's own now, or shut."""
    whose = f"{toll.who}'s own" if toll.keeper == toll.who else "shut"
    return f"The {t.colour_name(toll.gate)} gate is {whose} now"


def settle(t: DoubletrackTurn, toll: Toll, taker: Player, narration: str) -> None:
    """Take the chips laid down for a gate from the table: to who keeps it, or back to who asked there."""
    # only lines crossed out by halves leave a toll to somebody who has left
    t.refuse(not taker.playing, f"{taker} has left the game.", "came")
    t.narrate(narration)
    t.middle.pay(taker, toll.amount)
    t.note(GATE, **dict.fromkeys(f"{toll.gate}.{key}" for key in ("asker", "toll", "line")))
    t.rest_on("settled", toll.line)
    t.step(f"{taker} {'takes back' if taker == toll.who else 'gets'}", toll.amount, total=True)
    t.explain("A toll is paid only if the roll takes the pawn into the shortcut.")


# Gate passes


def move_pass(t: DoubletrackTurn, colour: str, taker: Player) -> None:
    """Hand a gate pass to another holder."""
    t.step(f"{t.colour_name(colour)} gate pass: from {t.keeper(colour).name} to {taker.name}")
    t.hand_pass(colour, taker)


spaces = partial(GAME.action, group="Spaces", when=SETTLED)
WHOEVER = "Whoever holds a gate pass says who goes through its gate."


@spaces(
    "Take a gate pass",
    source="TAKE THE (WHATEVER COLOR) GATE PASS SPACE",
    button="Take the {colour} pass",
    rule=WHOEVER,
)
def take_pass(
    t: DoubletrackTurn,
    who: Player = ask.player("Who landed on the space?"),
    colour: str = ask_colour("Which gate pass?", detail=owner_of),
) -> None:
    """Take the gate pass of the space's colour, from whoever has it or from the board."""
    was, what = t.keeper(colour), t.colour_name(colour)
    t.refuse(was == who, f"{who} has the {what} gate pass already: nothing happens.", "colour")
    if was.playing:
        t.narrate(f"{who} takes the {what} gate pass from {was}.")
    else:
        t.narrate(f"{who} brings the {what} gate pass into play.")
    move_pass(t, colour, who)


def opponents_passes(t: DoubletrackTurn) -> list[str]:
    """Find the gate passes that can be stolen by who plays the card, or by anybody."""
    return [colour for colour in t.in_hands if t.keeper(colour) not in t.named("who")]


@spaces(
    "Steal a gate pass",
    group="Cards",
    source="The 30 cards and what they mean",
    button="Steal the {colour} pass",
    rule=WHOEVER,
)
def steal_pass(
    t: DoubletrackTurn,
    who: Player = ask.player("Who plays the card?"),
    colour: str = ask_colour("Which gate pass?", now=opponents_passes, detail=owner_of),
) -> None:
    """Take a gate pass of choice from an opponent. The pawns stay where they are."""
    t.refuse(not t.in_hands, "All gate passes are out of play: there is none to steal.")
    t.refuse(not opponents_passes(t), "No opponent holds a gate pass: nothing happens.", "who")
    was, what = t.keeper(colour), t.colour_name(colour)
    t.refuse(was == who, f"{who} has the {what} gate pass already.", "colour")
    t.refuse(
        not was.playing, f"The {what} gate pass is out of play: it is stolen from nobody.", "colour"
    )
    t.narrate(f"{who} steals the {what} gate pass from {was}.")
    move_pass(t, colour, who)


@GAME.correction("Set who holds a pass", when=PLAYING)
def correct_pass(
    t: DoubletrackTurn,
    colour: str = ask_colour("Which gate pass?"),
    holder: Player = ask.player("Who holds it?", BOARD),
) -> str:
    """Say who holds a gate pass, or that it lies on the board, for a reason."""
    what, where = t.colour_name(colour), "out of play" if holder.key == BOARD else f"{holder}'s"
    t.refuse(t.keeper(colour) == holder, f"The {what} gate pass is {where} already.", "holder")
    agreed = next((toll for toll in t.tolls if toll.gate == colour), None)
    move_pass(t, colour, holder)
    t.explain(WHOEVER)
    if agreed and agreed.who.playing:
        # the chips laid down there wait for who keeps the gate now, or go back
        toll = replace(agreed, keeper=holder)
        chips = f"The {t.written(agreed.amount)} of {agreed.who}'s toll"
        if toll.lapsed:
            settle(t, toll, toll.who, f"{chips} comes back.")
        else:
            t.narrate(f"{chips} is for {holder} now, if the roll goes through.")
    return f"the {what} gate pass is {where}"


# Take $25


@spaces(
    f"Take ${TAKEN}",
    source="TAKE $25 FROM AN OPPONENT SPACE",
    button="Take from {of}",
    rule=f"An opponent of choice gives ${TAKEN}, or everything where there is less.",
)
def take(
    t: DoubletrackTurn,
    who: Player = ask.player("Who landed on the space?"),
    of: Player = ask.player("From whom?", but="who"),
    amount: int = ask.money(
        f"How much? ${TAKEN}, or everything if there is less.",
        at_least=0,
        step=STEP,
        quick=(1, 2, 3, 4, 5),
    ),
) -> None:
    """Take chips from an opponent of choice, or everything if there is less."""
    t.refuse(amount > TAKEN, f"{t.written(TAKEN)} is taken at most.", "amount")
    has = max(0, of.chips)
    t.refuse(amount > has, of.too_little, "amount")
    # without a yellow or red chip, blue ones make 20 at most of what is not more than 25
    all_blue = t.house.change == "chips" and amount == 20 and has > TAKEN and has % 10 == 0
    more = f"{of} has more than that to give: {t.written(TAKEN)}, or everything."
    t.refuse(amount < min(TAKEN, has) and not all_blue, more, "amount")
    if amount:
        t.narrate(f"{who} takes {t.written(amount)} from {of}.")
    else:
        t.narrate(f"{of} has no chips for {who} to take.")
    of.pay(who, amount)
    t.step(f"{of} gives {who}", amount, total=True)
    t.by_house_rule(House.change)
