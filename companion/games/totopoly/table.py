"""The table: who plays and who has which role, retiring and leaving for good, and what is put right by hand.

The table has the last word, and every correction carries its reason.

Rulebook: «Borrowing», «Banker», «The Deal» and «The Totalisator or Bookmaker».
"""

from __future__ import annotations

from companion.games.totopoly import borrowing
from companion.games.totopoly.betting import payouts
from companion.games.totopoly.borrowing import require_may_hold, warn, warn_of_horses
from companion.games.totopoly.box import (
    HORSES,
    LEASES,
    LOTS,
    OVER,
    PAYING_OUT,
    PHASES,
    STAGES,
    WITH_BETS,
)
from companion.games.totopoly.game import (
    BANK,
    BANK_NAMES,
    BEGUN,
    BOOKS,
    BOX,
    GAINED,
    GAME,
    GAME_OVER,
    HAMMER,
    LEASED,
    NO_DEBT,
    NOBODY,
    OUT,
    PACK,
    ROLES,
    STACK,
    TILL,
    TRAINING,
    Player,
    Role,
    TotopolyTurn,
    When,
    ask,
    ask_horse,
    ask_lease,
)
from companion.games.totopoly.leases import forget_pass
from companion.games.totopoly.training import KINDS, MANY, cards_words

NOT_OVER = When(lambda t: t.phase != OVER, GAME_OVER)
OTHERS = When(
    lambda t: len(t.seats) > 1,
    "Only one is left at the table: end the game from the list of games.",
)


@borrowing.debts(
    "No buyer: retire",
    rule="Who retires gives the creditor what cash and till hold; the rest of the debt is written off, and the cards "
    "are auctioned for the prize fund. Horses that nobody buys are scratched.",
    when=(BEGUN, OTHERS),
)
def retire(t: TotopolyTurn) -> None:
    """Retire the player who can't pay: nobody buys what is offered, and there is no credit."""
    due = borrowing.require_due(t)
    who, held, till = due.who, max(0, due.who.cash), due.who.free_in_till
    t.refuse(due.amount <= held + till, f"{who} has enough for the debt in cash and till: pay it.")
    t.narrate(f"{who} can't pay {t.written(due.amount)} and retires.")
    t.pay(who, due.to, till, TILL, into="cash", what="")
    t.pay(who, due.to, held, what="")
    t.step(f"{who} owed {due.to.name}", due.amount)
    t.step("The rest is written off", due.amount - held - till)
    t.forget_due()
    for slip in () if who.book_paid else who.book:
        slip.give_back()
    _take_out(who)


@GAME.action(
    "Leave for good",
    group="Players",
    source="Borrowing",
    when=(NOT_OVER, NO_DEBT, OTHERS),
    replaces=True,
)
def leave(t: TotopolyTurn, who: Player = ask.player("Who leaves?")) -> None:
    """Take a player out of the game; the cards are auctioned for the prize fund."""
    first = payouts.first_to_pay(t) if t.phase == PAYING_OUT and who.cards else ""
    t.refuse(first, f"The race is run: first {first}, then {who.name} may go.", "who")
    in_book = who.book and not who.book_paid
    t.refuse(in_book, f"{who}'s book has bets in it: they are paid out or taken back first.", "who")
    t.narrate(f"{who} leaves the game.")
    t.pay(who, BOX, who.cash if t.tracked else 0, what="")
    # where cash is not followed, the till goes back to whose it is
    to, what = (BOX, "Out of the till") if t.tracked else (who, None)
    t.pay(who, to, max(0, who.till), TILL, into="cash", what=what)
    t.explain(t.keeps.leaving)
    _take_out(who)


def _take_out(who: Player) -> None:
    """Take a player's cards and roles away, and hold the auction of what there is to sell."""
    t, for_sale, phase = who.t, borrowing.leases_to_sell(who), who.t.phase
    for card in who.cards:
        if card not in for_sale:
            t.move(card, who, OUT)
    for kind, count in who.training.items():
        t.pay(who, STACK, count, GAINED, kind)
    who.set(left=1, nominated=None, order=None)
    for role, name in ROLES.items():
        if t.role(role) == who:
            t.thing(Role, role).who = None
            t.step(f"Nobody has this role any more: {name}")
    for name in (f"open_{who.key}", *(f"odds_{who.key}_{horse}" for horse in HORSES)):
        if t.noted(BOOKS, name) is not None:
            t.note(BOOKS, **{name: None})
    for card in for_sale:
        t.move(card, who, HAMMER)
    if for_sale and phase not in (LEASES, LOTS):
        t.go_to(LOTS)
        t.resume = phase.key
        t.narrate(f"Auctioned for the prize fund: {t.count(len(for_sale), 'card')}.")


@GAME.action(
    "Change a role",
    group="Players",
    source="Banker",
    when=(NOT_OVER, When(lambda t: t.keeps.roles, "A bookmaker's book needs no roles.")),
    asked_by="",
    rule="What a role earns is its player's own money at once; the book counts it apart.",
    button="Make {who} {hat}",
)
def wear_hat(
    t: TotopolyTurn,
    hat: str = ask.choice("Which role?", ROLES, now=lambda t: t.keeps.roles),
    who: Player = ask.player(
        "Who has it? Nobody, if it is looked after by someone who does not play.", NOBODY
    ),
) -> None:
    """Say who is Banker, Auctioneer or Tote Clerk from now on; it need not be a player."""
    t.give_role(hat, who)
    t.narrate(f"{who} is {ROLES[hat]}.")


BANKS = {"bank": BOX, "fund": BANK, "training": TRAINING}
PLACES = {"hammer": HAMMER, NOBODY: OUT, "dummy": PACK}
PLACE_NAMES = {"hammer": "under the hammer", NOBODY: "out of the game", "dummy": "with nobody yet"}


def _ask_holder(text: str, but: str = "") -> Player:
    """Ask for a player or one of the piles of money."""
    return ask.anybody(
        text, *BANKS, names={key: BANK_NAMES[bank] for key, bank in BANKS.items()}, but=but
    )


@GAME.correction("Move money", replaces=True)
def correct_money(
    t: TotopolyTurn,
    giver: Player = _ask_holder("From whom?"),
    taker: Player = _ask_holder("To whom?", but="giver"),
    amount: int = ask.money("How much?", paid_by="giver"),
) -> str:
    """Move money between players, the prize fund, the training account and the box, for a reason."""
    gives, gets = (t.holder(BANKS.get(who.key, who.key)) for who in (giver, taker))
    t.pay(gives, gets, amount, what="")
    return f"{t.written(amount)} from {gives.name} to {gets.name}"


@GAME.correction(
    "Move a lease card",
    when=(
        When(lambda t: not t.bets_only, "This book keeps only bets: nobody leases a card."),
        BEGUN,
    ),
)
def correct_lease(
    t: TotopolyTurn,
    card: str = ask_lease("Which card?"),
    to: Player = ask.player("Who has it?", *PLACES, names=PLACE_NAMES),
) -> str:
    """Say who has a lease card, for a reason; no money moves."""
    lies = t.owner(card) or next(
        (place for place in (HAMMER, OUT) if t.held(place, LEASED, card) > 0), PACK
    )
    if to.key not in PLACES:
        require_may_hold(to, card, "to")
    t.move(card, lies, t.holder(PLACES.get(to.key, to.key)))
    forget_pass(t, card)
    if to.key not in PLACES:
        warn(to, card)
    whose = PLACE_NAMES.get(to.key) or f"{to.name}'s"
    return f"{'a card' if t.hidden else t.card_name(card)} is {whose}"


@GAME.correction("Set training cards")
def correct_training(
    t: TotopolyTurn,
    who: Player = ask.player("Whose cards?"),
    kind: str = ask.choice("Which cards?", KINDS),
    count: int = ask.number("How many are there?", 0, MANY, what="number of cards"),
) -> str:
    """Set how many cards of a kind a player has from training, for a reason."""
    # crossing an entry out may have left less than none
    t.pay(STACK, who, count - t.held(who, GAINED, kind), GAINED, kind)
    what = KINDS[kind] if count == 1 else cards_words(kind)
    return f"{who} has {count} {what.lower()}"


@GAME.correction("Say whether a horse runs", when=BEGUN)
def correct_scratch(
    t: TotopolyTurn,
    horse: str = ask_horse("Which horse?", None),
    runs: bool = ask.yes_no("Does it run?"),
) -> str:
    """Put a horse back into the race, or take it out, for a reason; bets stay as they are."""
    t.lease(horse).scratched = None if runs else 1
    if runs and (owner := t.owner(horse)):
        warn_of_horses(owner)
    return f"{t.card_name(horse)} {'runs' if runs else 'does not run'}"


@GAME.correction("Set the stage", when=(BEGUN, NO_DEBT))
def correct_stage(
    t: TotopolyTurn,
    stage: str = ask.choice(
        "Where is the table?",
        {phase.key: phase.short for phase in STAGES},
        now=lambda t: [phase.key for phase in STAGES if phase in WITH_BETS or not t.bets_only],
        why="is no stage of a book that keeps only bets",
    ),
) -> str:
    """Say how far the evening is, for a reason. Back at the leases, unsold lots can be kept again."""
    phase = PHASES[stage]
    t.go_to(phase)
    if t.resume:
        t.resume = None
    for card in t.find_lying(HAMMER) if phase == LEASES else ():
        t.move(card, HAMMER, PACK)
    return f"the table is at {phase.name}"
