"""The rules of Doubletrack in our own words, for the screen."""

from __future__ import annotations

import re

from companion.api import Grid, Refusal, listed, read_figure, sentence
from companion.api.show import Calculator
from companion.games.doubletrack.box import (
    BOX,
    CHIP_NAMES,
    COLOURS,
    STACK,
    START_CHIPS,
    STEP,
    TAKEN,
    in_chips,
)
from companion.games.doubletrack.game import GAME, DoubletrackTurn
from companion.rules import chips

AMOUNTS = (
    5,
    10,
    15,
    20,
    25,
    30,
    35,
    40,
    45,
    50,
    60,
    75,
    85,
    100,
    125,
    150,
    200,
    250,
    300,
    400,
    500,
)
ASKED = re.compile(r"(?P<amount>.+?)(?:\s+from\s+(?P<hand>\S.*))?", re.IGNORECASE)
PART = re.compile(r"(?P<count>[0-9]{1,3})\s*(?P<colour>[a-z]+)", re.IGNORECASE)
CHIPS = sentence(listed(f"a {name} chip is ${worth}" for worth, name in sorted(CHIP_NAMES.items())))
HINT = "85, or 30 from 2 yellow 1 red"


def chip_grids(t: DoubletrackTurn) -> tuple[Grid, ...]:
    """What is in the box, and which of its chips make an amount with as few as can be."""
    stack = t.starting_stack
    box = tuple(
        (CHIP_NAMES[value].capitalize(), t.written(value), str(count), t.written(value * count))
        for value, count in BOX.items()
    )
    made = ((amount, chips.fewest(amount, BOX)) for amount in sorted({*AMOUNTS, stack}))
    rows = tuple(
        (t.written(amount), in_chips(heap), str(chips.size(heap))) for amount, heap in made if heap
    )
    starts = f"Everybody starts with {t.written(stack)}."
    total = (("All", "", str(chips.size(BOX)), t.written(chips.worth(BOX))),)
    return (
        Grid(("Chip", "Worth", "How many", "Together"), box + total, "In the box"),
        Grid(("Amount", "Fewest chips", "Chips"), rows, "Which chips make it", starts),
    )


def calculate(_table: object, text: str) -> tuple[str, ...]:
    """Say which chips make an amount, or how to pay it from the chips in a hand.

    Raises:
        Refusal: it is no amount, or no chips make it.

    """
    match = ASKED.fullmatch(" ".join(text.split()))
    if match is None:
        raise Refusal(f"Type an amount, such as {HINT}.")
    amount = read_figure(match["amount"], "$", "An amount")
    if not amount or amount % STEP:
        raise Refusal(f"Chips make multiples of ${STEP:,}; ${amount:,} is none.")
    if match["hand"]:
        return _from_hand(amount, _hand(match["hand"]))
    if amount > chips.worth(BOX):
        raise Refusal(f"All chips in the box come to ${chips.worth(BOX):,}.")
    made = chips.fewest(amount, BOX)
    if made is None:
        raise Refusal(f"No chips in the box make ${amount:,}.")
    number = chips.size(made)
    return (f"${amount:,} is {in_chips(made)}: {number} {'chip' if number == 1 else 'chips'}.",)


def _hand(text: str) -> dict[int, int]:
    hand = dict.fromkeys(BOX, 0)
    for piece in re.split(
        r"\s*(?:,|\+|\band\b)\s*|(?<=[a-z])\s+(?=[0-9])", text, flags=re.IGNORECASE
    ):
        match = PART.fullmatch(piece)
        # a word or its first letters
        word = match["colour"].casefold() if match else "?"
        value = next(
            (value for value, colour in CHIP_NAMES.items() if colour.startswith(word)), None
        )
        if match is None or value is None:
            raise Refusal(f"{piece[:40]!r} is no number of chips; write 2 yellow 3 blue 1 red.")
        hand[value] += int(match["count"])
        if hand[value] > BOX[value]:
            raise Refusal(f"The box holds {BOX[value]} {CHIP_NAMES[value]} chips.")
    return hand


def _from_hand(amount: int, hand: dict[int, int]) -> tuple[str, ...]:
    way = chips.change(amount, hand, {value: BOX[value] - count for value, count in hand.items()})
    if way is None:
        # the rest of the box makes change for whatever is enough
        raise Refusal(f"{in_chips(hand)} come to ${chips.worth(hand):,}, less than ${amount:,}.")
    given, back = way
    if not back:
        return (f"Pay ${amount:,} with {in_chips(given)}.",)
    return (
        f"Hand over {in_chips(given)}, ${chips.worth(given):,}.",
        f"Take back {in_chips(back)}.",
    )


def pass_grid(t: DoubletrackTurn) -> tuple[Grid, ...]:
    """Who holds which gate pass, and since when."""
    if not t.first:
        return ()
    rows = []
    for colour in COLOURS:
        keeper, since = t.keeper(colour), t.since(colour)
        holder = str(keeper) if keeper.playing else "out of play, the gate is shut"
        rows.append((t.colour_name(colour), holder, f"entry {since}" if since else ""))
    return (Grid(("Gate", "Its pass", "Since"), tuple(rows), "Gates and passes now"),)


GAME.page(
    "The aim",
    "Be the first to bring your small pawn Home on the inside track. No exact count is needed, and chips left "
    "over count for nothing.",
    "You roll for the large pawn on the outside track. Where it lands says how far the small pawn goes, or "
    "what else happens.",
)
GAME.page(
    "Beginning",
    lambda t: (
        "Everyone has a large and a small pawn, a gate and its pass, a screen, three cards and "
        f"{t.written(t.starting_stack)} in chips{f': {in_chips(START_CHIPS)}' if t.starting_stack == STACK else ''}. "
        "Chips stay behind the screens."
    ),
    "With three players one pass is out of play. Its gate stays shut until a pawn lands on the space that takes it.",
)
GAME.page(
    "Gates and tolls",
    "The shortcuts on the outside track lie behind gates. Through yours you go free, and must, when the "
    "roll leads there.",
    "At an opponent's gate you ask before you roll. The owner lets you in free, asks for chips, or says no. "
    "The leave holds for one turn; a toll is paid only if the roll takes you into the shortcut.",
    "The player with a pass keeps its gate. Several passes in one hand are allowed.",
    grids=pass_grid,
)
GAME.page(
    "Spaces of the outside track",
    "A number: the small pawn goes so many spaces ahead; on 1-5 you choose. Play a card: play one of your "
    "three and draw another.",
    "Sell a card, sell a pass, sell the lead: auctions. Take the pass of a colour from the player who has it; if it "
    f"is yours, nothing happens. Take ${TAKEN}: from an opponent of choice, or all there is where it is less.",
)
GAME.page(
    "Bidding with closed fists",
    "Everybody who must bid takes chips in secret and holds out a fist; all fists open together. A bid is a "
    f"multiple of ${STEP} and at least ${STEP}. No chips left? Hold out an empty fist.",
    "Every bid is paid, the losing ones too. A tie for the highest goes to the seller, who keeps what was for "
    "sale and has the bids as well. Fists without a single chip are a tie.",
    "In the book each player enters the bid alone, and all are opened together. Opened bids are taken back "
    "only for a reason; read wrongly, they are put right in the open.",
)
GAME.page(
    "Selling the lead",
    "Everybody bids, who landed there too. The highest bidder goes one space ahead of the leading small pawn, "
    "or stays when already leading.",
    "All the chips then go to who is farthest back: the Loser's Bonus. Several on Start roll for it, and the "
    "low roll gets it; equal low rolls roll again. Where the lead is Home, the bonus is given before the end.",
    "In a tie the player who landed there has the lead and the chips, and there is no Loser's Bonus.",
)
GAME.page(
    "The inside track",
    "Small pawns never share a space, except on Start: the later one goes on to the next open space.",
    "Who ends a move on a purple space by exact count crosses over with the next move ahead, and goes on from "
    "the Get-Ahead space. Until then the pawn counts where it stands. A pawn that was bumped there, traded, "
    "led or moved back does not cross; one put there by hand does.",
    "Where the house rule says so, the book follows the small pawns and says who leads and who is last.",
)
GAME.page(
    "The cards",
    "Ahead so many spaces; trade places with any player; take the lead; back 10; go farthest back; steal a "
    "gate pass from an opponent; and cards that are worth nothing.",
    "A pass out of play can't be stolen. Who leads already, or is last already, stays.",
)
GAME.page(
    "Chips and change",
    f"{CHIPS}. Change is always made, unless the table plays it otherwise. Chips are neither lent nor given away.",
    "No chips come in after the start: what everybody has, with the bids on the table, always comes to the same.",
    grids=chip_grids,
    asks=Calculator("Which chips?", HINT, calculate),
)
GAME.page(
    "The book",
    "What lies behind a screen the book shows to nobody else: hold a finger on your card to see it. What "
    "comes into the open is named by the table, and the book checks it.",
    "Chips, passes and pawns can be put right by hand at any time, with a reason. Undo crosses an entry out; "
    "nothing is ever erased.",
    "Chips laid down for a toll or for the Loser's Bonus stay on the table until that is settled.",
    "Who leaves counts the chips into the bank, and the passes go to the board. The last one left wins.",
    "The end shows nobody's chips. Lift the screens then, if all want to see them.",
)
