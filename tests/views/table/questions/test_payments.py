"""A deal on the sheet: payments line by line, what each gains and loses by all of them, and one entry."""

from __future__ import annotations

import pytest
from headless import PHONE, TABLET
from shared_evening import Evening
from small_game import new_open_plays

from companion.core.prompt import Offer
from views.table.questions.payment_lines import Entered

pytestmark = pytest.mark.games("all")
POTS = """
game any_money
seats Ann Ben Cy
house debt=no
begin
open_pot name=Jackpot
pay_in pot=Jackpot payer=cy amount=200
"""
SIZES = pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])


@pytest.fixture
def evening(tmp_path):
    open_plays = new_open_plays(tmp_path)
    yield Evening(open_plays, POTS)
    open_plays.journal.database.close()


async def lay(screen, evening, clients):
    clients[0].state(evening.play).sheet.open(Offer("deal", {}))
    await screen.settle()


@SIZES
async def test_a_deal_is_entered_line_by_line_and_recorded_as_one_entry(evening, size):
    clients = []
    async with evening.screen(evening.tablet, size=size, clients=clients) as screen:
        await lay(screen, evening, clients)
        assert screen.says("Enter a payment")
        for name in ("Ann", "Ben", "$100", "Another payment", "Jackpot", "Ann", "$50"):
            await screen.tap(name)
        assert screen.says("Ann pays Ben $100")
        assert screen.says("Ann, then $1,450")
        await screen.tap("Deal of 2 payments")
    assert evening.lines[0] == ("table", "Ann pays Ben $100, Jackpot pays Ann $50.")


async def test_a_line_is_taken_out_and_the_rest_stays(evening):
    clients = []
    async with evening.screen(evening.tablet, size=TABLET, clients=clients) as screen:
        await lay(screen, evening, clients)
        for name in ("Ann", "Ben", "$100", "Another payment", "Cy", "The bank", "$10"):
            await screen.tap(name)
        await screen.tap("Take out: Ann pays Ben $100")
        await screen.tap("Deal of 1 payment")
    assert evening.lines[0] == ("table", "Cy pays the bank $10.")


async def test_a_deal_that_somebody_cannot_pay_says_so_and_the_banker_records_it_all_the_same(evening):
    clients = []
    async with evening.screen(evening.tablet, size=TABLET, clients=clients) as screen:
        await lay(screen, evening, clients)
        for name in ("Ann", "Ben"):
            await screen.tap(name)
        for key in "2000":
            await screen.tap(key)
        assert screen.says(
            "Ann has $1,500 and needs $2,000. Ann may not owe money; the banker can record it all the same."
        )
        await screen.tap("Record it all the same")
        await screen.tap("Deal of 1 payment")
    assert evening.lines[0] == ("table", "Ann pays Ben $2,000.")


async def test_on_a_players_own_phone_nobody_records_it_all_the_same(evening):
    clients = []
    async with evening.screen(evening.add("Ann"), size=PHONE, clients=clients) as screen:
        clients[0].state(evening.play).sheet.open(Offer("pay", {"payer": "ann", "payee": "ben"}))
        await screen.settle()
        for key in "2000":
            await screen.tap(key)
        assert screen.says("Ann has $1,500 and needs $2,000.")
        assert not screen.says("Record it all the same")


def test_who_loses_by_a_deal_is_asked_first_on_their_own_phone(evening):
    evening.shared.set_room(evening.room, at_once=True)
    ann, ben = (evening.state(evening.add(name)) for name in ("Ann", "Ben"))
    ann.sheet.open(Offer("deal", {"payments": "ann>ben=10 ben>cy=100 cy>ann=20"}))
    ann.recorder.record(ann.sheet.draft.command)
    (request,) = evening.shared.requests_waiting(evening.play)
    assert ben.requests.demands_on_me(request) == {"ben": "money"}
    assert len(evening.lines) == 3
    ben.requests.agree(request, ben.snapshot.version)
    assert evening.lines[0][1] == "Ann pays Ben $10, Ben pays Cy $100, Cy pays Ann $20."


async def test_a_players_phone_has_the_pots_and_what_lies_in_them(evening):
    async with evening.screen(evening.add("Ann"), size=PHONE) as screen:
        assert screen.says("Jackpot $200")


@pytest.mark.parametrize(
    ("words", "lines"),
    [("", 0), ("ann>", 0), ("ann>ben=", 0), ("ann>ben=5", 1), ("ann>ben=5 ", 1), ("ann>ben=5 cy>ann=7", 2)],
)
def test_what_is_typed_is_read_line_by_line_and_written_the_same(words, lines):
    assert len(Entered.of(words).lines) == lines
    assert Entered.of(words).words.strip() in words


@pytest.mark.parametrize(
    ("words", "step"), [("", "000"), ("ann>", "010"), ("ann>ben=", "011"), ("ann>ben=5", "011"), ("ann>ben=5 ", "100")]
)
def test_the_focus_goes_on_with_each_step_of_a_line_and_stays_while_its_sum_is_typed(words, step):
    assert Entered.of(words).step == step
