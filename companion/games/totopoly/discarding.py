"""Who may hold a lease card: nobody both training stables, and three horses a player run in the race.

Rulebook: «Discarding».
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.api.show import Proposal
from companion.games.totopoly import options
from companion.games.totopoly.game import GAME, LEASED, Player, Stage, TotopolyTurn
from companion.games.totopoly.lease_cards import HORSES, LEASE_CARDS

RIVALS = {"walroy": "stevedon", "stevedon": "walroy"}
MOST_RUN = 3
"""So many horses of a player run in the race."""
WARNING_ONLY = "More than three horses a player: a warning only."


def why_not_hold(who: Player, card: str) -> str:
    """Return why a player may not get a lease card; empty when it is allowed, or only warned of.

    While hands are hidden, what rests on them is refused only as it is recorded.
    """
    t = who.t
    if t.option(options.LIMITS) != "strict":
        return ""
    rival = "" if t.hidden else _other_stable(who, card)
    if rival:
        return f"{who} owns {t.card_name(rival)}: nobody owns both stables."
    # no surplus horse can be scratched any more then
    if card in HORSES and len(who.horses) >= MOST_RUN and t.resume in (Stage.BETTING, Stage.RUNNING):
        return f"{who} runs three horses already: a fourth could not start."
    return ""


def _other_stable(who: Player, card: str) -> str:
    """Return which stable a player has already that does not go with this one; empty where none does."""
    rival = RIVALS.get(who.t.business_type(card))
    return next((one for one in who.cards if rival and who.t.business_type(one) == rival), "")


@GAME.why_not_record
def why_not_record(t: TotopolyTurn, entry: Proposal) -> str:
    """Return why an entry can't be recorded, while hands are hidden: a sheet that said so would show them.

    No name is in it but that of the card, and of the player who would get it.
    """
    if not t.hidden:
        return ""
    moves = Counter[tuple[str, str]]()
    for posting in entry.postings:
        moves[posting.account, posting.unit] += posting.quantity
    if entry.action == "correct_lease" and not moves:
        return "That is how the book has it already."
    for (account, card), quantity in moves.items():
        if card not in LEASE_CARDS or quantity < 0:
            continue
        who, owner = t.holder(account.partition(":")[0]), t.owner(card)
        if owner and not moves[f"{owner.key}:{LEASED}", card]:
            return f"{t.card_name(card)} is kept already: one of two players named the wrong card. Look at both cards."
        if t.option(options.LIMITS) == "strict" and who in t.seats and _other_stable(who, card):
            return f"{t.card_name(card)} can't go to {who.name}: nobody owns both stables."
    return ""


def warn(who: Player, card: str) -> None:
    """Say on the receipt where a limit is a warning only, or scratches a horse; the player has the card by now."""
    t = who.t
    rival = "" if t.hidden else _other_stable(who, card)
    if rival:
        t.step(f"Mind: {who} now owns both stables, {t.card_name(rival)} being the other")
        t.explain("Nobody owns both training stables.")
        t.by_house_rule("Both stables: a warning only.")
    if card in HORSES:
        warn_of_horses(who)


def warn_of_horses(who: Player) -> None:
    """Warn of who has more horses in the race than may run; not before the race is made up."""
    t, count = who.t, len(who.horses)
    stage = t.resume or t.stage
    if count <= MOST_RUN or stage not in (Stage.PARADE, Stage.BETTING, Stage.RUNNING, Stage.HOME):
        return
    if stage == Stage.PARADE and (over := surplus(who)):
        scratches = "one is" if over == 1 else f"{over} are"
        t.step(f"Mind: {who} then has {count} horses, and three may run: {scratches} scratched before the race")
    else:
        t.step(f"Mind: {who} then runs {count}, more than three")
    t.explain("Three horses a player run at most.")
    if t.option(options.LIMITS) == "warn":
        t.by_house_rule(WARNING_ONLY)


def surplus(who: Player) -> int:
    """Return how many horses of a player are too many for the race; none where the limit is a warning only."""
    return max(0, len(who.horses) - MOST_RUN) if who.t.option(options.LIMITS) == "strict" else 0


def require_no_surplus(t: TotopolyTurn, players: Iterable[Player], question: str | None = None) -> None:
    """Refuse while somebody has too many horses for the race."""
    for who in players:
        over = surplus(who)
        t.refuse(over, f"{who} may run three: scratch or sell {t.count(over, 'horse')} first.", question)
