"""Doubletrack: nothing but ``Standing.secret`` tells what lies behind a screen.

Two tables with the same past in the open, and other chips behind the screens, look alike everywhere: every action,
option, refusal, card, prompt, board and page. What differs is whether a figure that somebody names can be.
"""

import re
from dataclasses import replace
from random import Random

import pytest

from companion.core.answers import write_each
from companion.core.questions import Amount
from companion.core.several import Each, Several
from models.ledger import Posting, Proposal, Refusal
from tests.laws.games.doubletrack.doubletrack_walker import DoubletrackWalker

FIGURE_TOLD = re.compile(r"\b[1-9][0-9]*\b")
ALLOWED = {"5", "25"}
"""What a refusal of chips may say: the least bid, and what is taken."""


class Twins:
    """Two tables; what is done in the open at one is done at the other, and what lies behind the screens differs."""

    def __init__(self, seed, **houses):
        houses = {"secret": "yes"} | houses
        # chance that plays keeps no secrets
        self.random, first, second = (Random(seed) for _ in range(3))  # noqa: S311
        self.walker = DoubletrackWalker(first, **houses)
        self.both = self.walker.evening, DoubletrackWalker(second, **houses).evening

    def shift(self):
        """Move chips behind the screens, otherwise at each table; nobody at the table hears of it."""
        for table in self.both:
            playing = [who.key for who in table.t.seats]
            giver, taker = self.random.sample(playing, 2)
            amount = 5 * self.random.randint(0, table.balance(f"{giver}:chips") // 5)
            table.write(
                Proposal(
                    "step",
                    {},
                    "",
                    (Posting(f"{giver}:chips", -amount), Posting(f"{taker}:chips", amount)),
                )
            )

    def do(self, name, answers):
        """Propose the same at both, and write it where both agree."""
        if self.alike(name, answers):
            for table in self.both:
                table.do(name, **answers)

    def feel(self):
        """Try out figures on somebody: what they are answered is yes or no."""
        random, table = self.random, self.both[0]
        who, other = random.sample([seat.key for seat in table.table.players], 2)
        amount = random.choice((0, 5, 10, 25, 60, 125, 200))
        some = max(5, amount)
        self.alike("take", {"who": who, "of": other, "amount": min(25, amount)})
        self.alike("leave", {"who": other, "chips": amount})
        self.alike("correct_chips", {"giver": other, "taker": who, "amount": some, "reason": "so"})
        self.alike(
            "toll",
            {"who": who, "gate": random.choice(("red", "blue")), "answer": "pays", "amount": some},
        )
        bids = {seat.key: random.choice((0, 5, amount)) for seat in table.t.seats}
        self.alike("sell_lead", {"who": who, "bids": write_each(bids)})
        self.alike("sell_card", {"who": who, "bids": write_each({**bids, who: 0})})
        read = {seat.key: random.choice((5, amount)) for seat in table.t.auction.bids}
        self.alike("correct_bids", {"bids": write_each(read), "reason": "so"})

    def alike(self, name, answers):
        """Whether both would do it, and alike; what one alone refuses rests on a figure that was named."""
        told = [attempt(table, name, answers) for table in self.both]
        refusals = [each for each in told if len(each) == 2]
        if told[0] != told[1]:
            # the other table may have gone on to a fault that is there for all to see
            about = [self.about_chips(name, *each) for each in refusals]
            assert any(about), f"{name} {answers}: {told}"
        return not refusals

    def about_chips(self, name, sentence, question):
        """Whether a refusal rests on a figure of chips that was named; then it tells no other."""
        action = self.both[0].game.find_action(name)
        if not question or not isinstance(action.question(question).kind, Amount | Each):
            return False
        assert set(FIGURE_TOLD.findall(sentence)) <= ALLOWED, f"{name}: {sentence}"
        return True

    def compare(self):
        one, other = map(seen, self.both)
        assert len(one) == len(other)
        for mine, others in zip(one, other, strict=True):
            assert mine == others


def attempt(table, name, answers):
    """What the table would be shown: the receipt without its postings, or the refusal and the question."""
    try:
        proposal = table.propose(name, answers)
    except Refusal as refusal:
        return refusal.sentence, refusal.question
    return (
        proposal.narration,
        proposal.working,
        proposal.rule,
        proposal.house,
        proposal.marks,
        proposal.postings,
    )


def seen(evening):
    """Everything the table sees without asking anybody: nothing of it may rest on what lies behind a screen."""
    table, game, t = evening.table, evening.game, evening.t
    prompt = game.prompt(table)
    shown = [
        prompt,
        game.status_of(table),
        game.boards(table),
        evening.ending,
        game.said("clock", table),
        t.pawns,
    ]
    shown += [replace(game.standing(table, seat.key), secret=()) for seat in table.players]
    shown += [page.grids(t) for page in game.pages if page.grids]
    for offer in filter(None, (prompt.sheet, *prompt.offers)):
        shown += walked(evening, offer.action, dict(offer.answers))
    for action in game.actions:
        shown += walked(evening, action.name, {})
    return shown


def walked(evening, name, answers):
    """A sheet gone through question by question, with everything that stands on it."""
    action, table = evening.game.find_action(name), evening.table
    shown = [action.why_not(table, answers)]
    for question in action.questions:
        kind, t = question.kind, evening.game.turn(table, answers)
        options = action.options(table, answers, question.name)
        shown.append(options)
        if isinstance(kind, Amount):
            shown.append((kind.most_on(t), kind.unit_on(t), kind.step_on(t)))
        elif isinstance(kind, Each):
            shown += [(who, kind.sealed or kind.limits_of(who, t)) for who in kind.offered(t)]
        elif isinstance(kind, Several):
            shown.append((kind.offered(t), kind.count_on(t)))
        if options and question.name not in answers:
            answers[question.name] = options[table.ledger.seq % len(options)].value
            shown.append(action.why_not(table, answers))
    return shown


@pytest.mark.seeds(range(20), 1)
def test_tables_that_differ_behind_the_screens_alone_look_alike(seed):
    twins = Twins(seed)
    walker, game = twins.walker, twins.walker.evening.game
    for step in range(20):
        if step % 3 == 0:
            twins.shift()
        prompt = walker.evening.prompt
        offers = [
            (offer.action, dict(offer.answers)) for offer in (prompt.sheet, *prompt.offers) if offer
        ]
        name, answers = twins.random.choice([*offers, (twins.random.choice(game.actions).name, {})])
        if name not in ("home", "lift_screens", "change_house") and not walker.answer(
            game.find_action(name), answers
        ):
            twins.do(name, answers)
        twins.feel()
        twins.compare()


@pytest.fixture(params=["no", "yes"])
def twins(request):
    twins = Twins(1, secret=request.param)
    twins.shift()
    return twins


def test_the_screens_alone_hide_a_difference_also_where_somebody_is_home_until_they_are_lifted(
    twins,
):
    if twins.walker.evening.t.hidden:
        twins.compare()
        twins.do("home", {"who": twins.both[0].table.seats[0].key})
        twins.compare()
        twins.feel()
        for table in twins.both:
            table.do("lift_screens")
    with pytest.raises(AssertionError):
        twins.compare()
