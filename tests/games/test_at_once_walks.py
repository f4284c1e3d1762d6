"""Where all is recorded at once no request of a phone leaves anybody but the asker worse off, unless they said yes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.core.questions import Amount, Moment, Number, Words
from companion.core.recording.members import why_not_allowed
from models.ledger import Refusal
from models.rooms import Member
from tests.games.doubletrack import test_doubletrack_walks
from tests.games.evening import Evening
from tests.games.rat_race_monopoly import test_rrm_walks
from tests.games.ratrace.ratrace_walker import RatraceWalker, random_houses
from tests.games.totopoly import test_totopoly_walks

STEPS = 90
OWNED = ("pass", "business")
"""What is marked with the player whose it is, beside what is posted."""


class Rules:
    """The rules at a table, as the referee has them."""

    def __init__(self, evening):
        self.game, self.table = evening.game, evening.table

    def propose(self, action, answers):
        return self.game.find_action(action).propose(self.table, answers)


def ratrace(random, seed):
    walker = RatraceWalker(random, 2 + seed % 5, random_houses(random))
    for _ in range(STEPS):
        walker.step()
        yield walker.evening


def totopoly(random, seed):
    walker = test_totopoly_walks.TotopolyWalker(random, 2 + seed % 5, test_totopoly_walks.random_houses(random))
    walker.record("start", {})
    yield walker.evening
    test_totopoly_walks.go_to_the_gate(walker)
    for _ in range(STEPS):
        walker.step()
        yield walker.evening


def rat_race_monopoly(random, seed):
    walker = test_rrm_walks.MillionsWalker(random, 2 + seed % 5, test_rrm_walks.random_houses(random, "both"))
    walker.record("start", {})
    for step in range(STEPS):
        if step % 15 == 0:
            walker.grow_rich()
        walker.step()
        yield walker.evening


def doubletrack(random, seed):
    walk = test_doubletrack_walks.Walk(random, 3 + seed % 2, test_doubletrack_walks.random_houses(random))
    for _ in range(STEPS):
        walk.step()
        yield walk.evening


def any_money(random, seed):
    evening = Evening("Ann", "Ben", "Cy", game="any_money", debt=random.choice(("no", "yes")))
    evening.do("begin")
    for _ in range(STEPS // 10):
        evening.do("bank_pays", payee="ann", amount=10 + seed)
        yield evening


def any_score(random, seed):
    evening = Evening("Ann", "Ben", "Cy", game="any_score")
    for _ in range(STEPS // 10):
        evening.do("score", points=f"ann={random.randint(0, 9)} ben={seed} cy=3")
        yield evening


GAMES = (ratrace, totopoly, rat_race_monopoly, doubletrack, any_money, any_score)


def some_request(random, rules, action, asker, seat):
    """Answers with which a player may ask for an action; ``None`` where something has no answer now."""
    answers = {asker: seat} if asker else {}
    for question in action.questions:
        kind = question.kind
        if question.name in answers or (question.optional and random.random() < 0.4):
            continue
        options = action.options(rules.table, answers, question.name)
        if options is not None:
            values = [one.value for one in options if one.refusal is None]
        elif isinstance(kind, Amount):
            values = [max(kind.least, kind.step_on(rules.game.turn(rules.table)) * random.choice((1, 2, 5, 20)))]
        elif isinstance(kind, Words):
            values = ["said at random"]
        elif isinstance(kind, Number):
            values = [random.randint(kind.least, min(kind.most, 40))]
        elif isinstance(kind, Moment):
            values = [1_800_000_000]
        else:
            values = [kind.sample(rules.game.turn(rules.table, answers))]
        if not values and not question.optional:
            return None
        if values:
            answers[question.name] = random.choice(values)
    return answers


def has(rules, table, seat):
    """What a player has at a table: sums by unit, things marked as the player's, and whether the table waits."""
    held = Counter()
    for (account, unit), quantity in table.ledger.balances.items():
        if account.partition(":")[0] == seat:
            held[unit] += quantity
    held.update(name for (holder, name), value in table.ledger.marks.items() if holder in OWNED and value == seat)
    held["turn"] = rules.game.standing(table, seat).up
    return held


def ask(random, evening, seen):
    """Have a random player's phone ask for one thing after another, and compare what all the others have then."""
    rules = Rules(evening)
    for action in rules.game.actions:
        seat = random.choice(rules.table.players)
        askers = [name for name, _ in action.asks]
        if not askers and not (action.on_turn and rules.game.standing(rules.table, seat.key).up):
            continue
        try:
            answers = some_request(random, rules, action, random.choice(askers or [""]), seat.key)
            proposal = rules.propose(action.name, answers) if answers is not None else None
        except Refusal:
            continue
        if proposal is None:
            continue
        phone = Member("phone", "room", (rules.table.name(seat.key),), at_once=True)
        others = [one.key for one in rules.table.players if one.key != seat.key]
        after = rules.table.after(proposal)
        worse = [who for who in others if any((has(rules, rules.table, who) - has(rules, after, who)).values())]
        refusal = why_not_allowed(phone, action.name, answers, rules)
        seen[action.name, refusal is None] += 1
        assert refusal or not worse, f"{proposal.narration} ({action.name} {answers}) takes something from {worse}"
        assert why_not_allowed(phone, action.name, answers, rules, others) is None, f"all agree to {proposal.narration}"


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.seeds(range(4), 1)
def test_no_request_takes_anything_from_others_without_their_yes(play, seed):
    random, seen = Random(f"at once {seed}"), Counter()  # noqa: S311 - it plays, it keeps no secrets
    for step, evening in enumerate(play(Random(seed), seed)):  # noqa: S311 - as above
        if step % 6 == 0:
            ask(random, evening, seen)
    assert any(at_once for _, at_once in seen), "nothing at all was recorded at once"


@pytest.mark.long
@pytest.mark.parametrize(
    ("play", "taking", "free"),
    [
        (ratrace, {"roll", "private_sale"}, {"buy", "invest", "collect", "gift", "repay", "roll"}),
        (totopoly, set(), {"bet", "keep", "train_pay", "nominate"}),
        (rat_race_monopoly, {"paid_by_each", "deal"}, {"rent", "pay", "pay_each", "buy_street", "build", "pay_tax"}),
        (doubletrack, {"steal_pass", "take_pass", "take", "trade", "sell_card"}, {"ahead", "take_pass", "toll"}),
    ],
)
def test_both_what_waits_and_what_does_not_are_asked_for_in_the_long_run(play, taking, free):
    seen = Counter()
    for seed in range(6):
        random = Random(f"long {seed}")  # noqa: S311 - it plays, it keeps no secrets
        for step, evening in enumerate(play(Random(seed), seed)):  # noqa: S311 - as above
            if step % 3 == 0:
                ask(random, evening, seen)
    assert taking - {name for name, at_once in seen if not at_once} == set()
    assert free - {name for name, at_once in seen if at_once} == set()
