"""Where all is recorded at once no request of a phone leaves anybody but the asker worse off, unless they said yes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.core.questions import Amount, Moment, Number, Words
from companion.core.recording.losses import LATER, MONEY, SAY, THINGS, TURN
from companion.core.recording.members import losses_of_others, why_not_allowed
from companion.games import infos
from models.ledger import Refusal
from models.rooms import Member
from tests.games.evening import Evening
from tests.games.random_evenings import doubletrack, rat_race_monopoly, ratrace, totopoly

ASKS = {
    "ratrace": {
        "roll": (TURN, "a square passed may be another's to use still"),
        "land": (TURN, "as for a roll"),
        "reopen": (TURN, "as for a roll"),
        "race_roll": (TURN, "who rolls is said by the turn, what is lost by the dice"),
        "exchange_roll": (TURN, "as for a race"),
        "cash_in": (TURN, "the next investor's turn comes after it"),
        "leave": (TURN, "as for a roll"),
        "private_sale": (MONEY, "the buyer pays, and agrees also to a gift"),
    },
    "totopoly": {
        "train_get": (MONEY, "the giver pays"),
        "sell_card": (MONEY, "the buyer pays"),
        "private_sale": (MONEY, "the buyer pays; a debt that is paid with it may bring in more"),
        "book_bet": (LATER, "the bookmaker pays if it is won"),
    },
    "rat_a_tat_cat": {},
    "rat_race_monopoly": {
        "pay": (MONEY, "where the payee asks"),
        "paid_by_each": (MONEY, "all others pay"),
        "deal": (THINGS, "the other gives, or takes what has fees"),
        "next_player": (TURN, "a player who is still to do something"),
        "leave": (TURN, "as for the next player"),
    },
    "doubletrack": {
        "sell_card": (MONEY, "whoever wins it pays"),
        "sell_pass": (MONEY, "as for a card"),
        "sell_lead": (MONEY, "as for a card"),
        "toll": (SAY, "the owner of the gate decides"),
        "take_pass": (THINGS, "a pass may be another's"),
        "steal_pass": (THINGS, "a pass is another's"),
        "take": (MONEY, "the other pays"),
        "trade": (THINGS, "the other's pawn goes back"),
    },
    "any_score": {},
    "any_money": {"deal": (MONEY, "whoever pays more than comes in")},
}
"""The actions that ask others: what for, and why."""
NOTHING_TO_LOSE = {
    "ratrace": (
        "pick buy credit_due repay collect windfall pool ascot taxes unemployment welfare join_club funeral race "
        "side_bet invest lottery match lottery_roll move_up wedding hold_auction divorce retire gift"
    ),
    "totopoly": (
        "keep train_pay gain_card use_card throw_in enter_race nominate order bet open_book lay_odds top_up draw_out "
        "settle_book leave"
    ),
    "rat_a_tat_cat": "leave",
    "rat_race_monopoly": (
        "throw pass_go declare rent pay_each study apply_for_job pay_tax go_to_jail leave_jail take_loan repay visit "
        "raise_shares buy_street mortgage lift_mortgage build sell_buildings insure disaster bankrupt"
    ),
    "doubletrack": "pawns leave ahead lead back_ten go_last home",
    "any_score": "change_team leave",
    "any_money": "pay pay_bank bank_pays named pay_in pot_pays leave",
}
"""The others: what they move is the player's own, the bank's or the table's, or others gain by it."""


STEPS = 90
OWNED = ("pass", "business")
"""What is marked with the player whose it is, beside what is posted."""


class Rules:
    """The rules at a table, as the referee has them."""

    def __init__(self, evening):
        self.game, self.table = evening.game, evening.table

    def propose(self, action, answers):
        return self.game.find_action(action).propose(self.table, answers)


def any_money(seed, number):
    evening = Evening("Ann", "Ben", "Cy", game="any_money", debt=("no", "yes")[seed % 2])
    evening.do("begin")
    for _ in range(number // 10):
        evening.do("bank_pays", payee="ann", amount=10 + seed)
        yield evening


def any_score(seed, number):
    evening = Evening("Ann", "Ben", "Cy", game="any_score")
    for step in range(number // 10):
        evening.do("score", points=f"ann={step} ben={seed} cy=3")
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
        needed = losses_of_others(phone, proposal, rules)
        assert not needed or action.name in ASKS[rules.game.key], f"{proposal.narration} needs the yes of {needed}"
        assert refusal or not worse, f"{proposal.narration} ({action.name} {answers}) takes something from {worse}"
        assert why_not_allowed(phone, action.name, answers, rules, others) is None, f"all agree to {proposal.narration}"


@pytest.mark.parametrize("play", GAMES)
@pytest.mark.seeds(range(4), 1)
def test_no_request_takes_anything_from_others_without_their_yes(play, seed):
    random, seen = Random(f"at once {seed}"), Counter()  # noqa: S311 - it plays, it keeps no secrets
    for step, evening in enumerate(play(seed, STEPS)):
        if step % 6 == 0:
            ask(random, evening, seen)
    assert any(at_once for _, at_once in seen), "nothing at all was recorded at once"


HUGE = {"bookmaker": "ann", "who": "ben", "horse": "h1", "kind": "win", "odds": "1000-1", "stake": 50}


def book_alone():
    evening = Evening("Ann", "Ben", "Cy", game="totopoly", keeps="book")
    evening.do("start")
    evening.do("open_book", who="ann")
    return evening


def streets():
    evening = Evening("Ann", "Ben", "Cy", game="rat_race_monopoly")
    evening.do("start", first="ann")
    evening.do("buy_street", who="ann", street="s1")
    return evening


@pytest.mark.parametrize("game", [info.open() for info in infos()], ids=lambda game: game.key)
def test_each_action_that_a_phone_asks_for_says_what_it_can_cost_others(game):
    asked_for = {one.name for one in game.actions if one.asks or one.on_turn}
    assert asked_for == {*ASKS[game.key], *NOTHING_TO_LOSE[game.key].split()}
    assert not {*ASKS[game.key]} & {*NOTHING_TO_LOSE[game.key].split()}


@pytest.mark.parametrize(
    ("at", "asker", "action", "answers", "needed"),
    [
        (book_alone, "Ben", "book_bet", HUGE, {"ann": LATER}),
        (streets, "Ben", "deal", {"who": "ben", "other": "ann", "gets": "s1"}, {"ann": THINGS}),
        (streets, "Ann", "deal", {"who": "ann", "other": "ben", "gives": "s1"}, {"ben": SAY}),
        (streets, "Ann", "pay", {"giver": "ann", "taker": "ben", "amount": 50, "reason": "a bet"}, {}),
        (streets, "Ann", "pay", {"giver": "ben", "taker": "ann", "amount": 50, "reason": "a bet"}, {"ben": MONEY}),
    ],
)
def test_an_entry_needs_the_yes_of_whoever_it_binds(at, asker, action, answers, needed):
    rules, phone = Rules(at()), Member("phone", "room", (asker,), at_once=True)
    assert losses_of_others(phone, rules.propose(action, answers), rules) == needed
    assert (why_not_allowed(phone, action, answers, rules) is None) is not bool(needed)
    assert why_not_allowed(phone, action, answers, rules, [*needed]) is None


def test_a_bet_on_another_horse_binds_too_though_the_worst_that_can_come_is_no_worse():
    day, phone = book_alone(), Member("phone", "room", ("Ben",), at_once=True)
    day.do("book_bet", **HUGE)
    assert losses_of_others(phone, Rules(day).propose("book_bet", {**HUGE, "horse": "h2", "stake": 40}), Rules(day))
