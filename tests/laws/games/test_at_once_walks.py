"""Where all is recorded at once no request of a phone leaves anybody but the asker worse off, unless they said yes."""

from collections import Counter
from random import Random

import pytest

from companion.core.recording.losses import LATER, SAY
from companion.core.recording.members import losses_of_others, may_ask, why_not_allowed
from models.ledger import Refusal
from models.rooms import Member
from tests.laws.games.evening import Evening
from tests.laws.games.random_evenings import WALKERS, walk

OWNED = ("pass", "business")
"""What is marked with the player whose it is, beside what is posted."""


def phone(name):
    return Member("phone", "room", (name,), at_once=True)


def has(game, table, seat):
    """What a player has at a table: sums by unit, things marked as the player's, and whether the table waits."""
    held = Counter()
    for (account, unit), quantity in table.ledger.balances.items():
        if account.partition(":")[0] == seat:
            held[unit] += quantity
    held.update(
        name
        for (holder, name), value in table.ledger.marks.items()
        if holder in OWNED and value == seat
    )
    held["turn"] = game.standing(table, seat).up
    return held


def ask(random, walker):
    """Have a random player's phone ask for one thing after another; compare what all the others have then."""
    game, table, at_once = walker.evening.game, walker.evening.table, 0
    for action in game.actions:
        seat = random.choice(table.players)
        askers = [name for name, _ in action.asks]
        if not askers and not (action.on_turn and game.standing(table, seat.key).up):
            continue
        answers = {random.choice(askers): seat.key} if askers else {}
        try:
            stuck = walker.answer(action, answers)
            proposal = action.propose(table, answers)
        except Refusal:
            continue
        asker = phone(table.name(seat.key))
        if stuck or not may_ask(asker, action.name, answers, walker.evening):
            continue
        others = [other.key for other in table.players if other != seat]
        after = table.after(proposal)
        worse = [
            who for who in others if any((has(game, table, who) - has(game, after, who)).values())
        ]
        refusal = why_not_allowed(asker, action.name, answers, walker.evening)
        assert refusal or not worse, (
            f"{proposal.narration} ({action.name} {answers}) takes something from {worse}"
        )
        agreed = why_not_allowed(asker, action.name, answers, walker.evening, others)
        assert agreed is None, f"all agree to {proposal.narration}"
        at_once += refusal is None
    return at_once


@pytest.mark.parametrize("made", WALKERS, ids=lambda made: made.key)
@pytest.mark.seeds(range(8), 1)
def test_no_request_takes_anything_from_others_without_their_yes(made, seed):
    random = Random(f"at once {seed}")  # noqa: S311 - it plays, it keeps no secrets
    walks = walk(made, seed, 90)
    recorded = sum(ask(random, walker) for walker in walks if not walker.steps % 4)
    assert recorded or seed, "nothing at all was recorded at once in the first evening"


def book_alone():
    evening = Evening("totopoly", "Ann", "Ben", "Cy", keeps="book")
    evening.do("start")
    evening.do("open_book", who="ann")
    return evening


BET = {
    "bookmaker": "ann",
    "who": "ben",
    "horse": "h1",
    "kind": "win",
    "odds": "1000-1",
    "stake": 50,
}


def test_a_bet_binds_its_bookmaker_though_the_worst_that_can_come_may_be_no_worse():
    day = book_alone()
    assert losses_of_others(phone("Ben"), day.propose("book_bet", BET), day) == {"ann": LATER}
    assert why_not_allowed(phone("Ben"), "book_bet", BET, day) is not None
    day.do("book_bet", **BET)
    assert losses_of_others(
        phone("Ben"), day.propose("book_bet", BET | {"horse": "h2", "stake": 40}), day
    )


def test_a_gift_that_has_fees_is_for_whoever_gets_it_to_take():
    evening = Evening("rat_race_monopoly", "Ann", "Ben", "Cy")
    evening.do("start", first="ann")
    evening.do("buy_street", who="ann", street="s1")
    gift = evening.propose("deal", {"who": "ann", "other": "ben", "gives": "s1"})
    assert losses_of_others(phone("Ann"), gift, evening) == {"ben": SAY}
