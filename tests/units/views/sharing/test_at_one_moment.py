"""Several tables on one server: whoever is at one sees nothing of another, and writes nothing there."""

import pytest

from models.ledger import Refusal
from tests.units.views.headless import TABLET
from tests.units.views.shared_evening import Evening
from views.state.client import Client

pytestmark = pytest.mark.games("all")

PARTS = ("", "journal", "see", "rules", "more", "past", "take", "count", "phones", "next", "show", "bids",
         "correct/line/1")  # fmt: skip
FIGURES = ("1,111", "2,222", "3,333")


@pytest.fixture
def three(open_plays):
    """Three tables on one server, at which people have the same names and money tells whose game it is."""
    session = "game any_money\ntitle Table {0}\nseats Ann Ben Cy\nhouse start={1}\n\nbegin\n"
    return [
        Evening(open_plays, session.format(at, one.replace(",", "")))
        for at, one in enumerate(FIGURES)
    ]


@pytest.mark.parametrize(
    ("people", "rights"), [((), {"host": True, "bank": True}), (("Ben",), {}), ((), {})], ids=str
)
async def test_nobody_at_one_of_three_tables_sees_anything_of_another(three, people, rights):
    for at, evening in enumerate(three):
        places = [
            f"/play/{other.play}/{part}".rstrip("/")
            for other in three
            if other != evening
            for part in PARTS
        ]
        async with evening.screen(evening.add(*people, **rights), size=TABLET) as screen:
            assert screen.says(f"${FIGURES[at]}")
            for route in (
                *places,
                "/",
                "/new",
                "/settings",
                "/players",
                f"/play/{evening.play}/next",
            ):
                await screen.go(route)
            sent = b"".join(screen.wire.sent).decode("utf-8", "replace")
        for number, figure in enumerate(FIGURES):
            assert (figure in sent) is (number == at)
            assert number == at or f"Table {number}" not in sent


def test_nobody_at_one_of_three_tables_writes_anything_at_another(three):
    first = three[0]
    for rights in ({"host": True, "bank": True}, {}):
        client = Client(first.open_plays, member_id=first.add("Ben", **rights))
        for other in three[1:]:
            with pytest.raises(Refusal, match="not one of your table"):
                client.state(other.play)
    for other in three[1:]:
        assert len(other.lines) == 1


def test_who_had_a_game_open_records_nothing_in_it_once_it_is_another_rooms(three):
    first, second = three[:2]
    client = Client(first.open_plays, member_id=first.add(host=True, bank=True))
    state, pay = client.state(first.play), {"payer": "ann", "payee": "cy", "amount": 5}
    assert state.recorder.enter("pay", pay, "while it is theirs")
    first.shared.rooms.add_play(second.room.id, first.play)
    first.shared.refresh()
    assert state.recorder.enter("pay", pay, "afterwards") is None
    assert state.recorder.undo(state.snapshot.version) is None
    assert len(first.lines) == 2
