"""Laws of what is typed; `tests/evenings/said/typed.txt` has the examples, with what is made of each."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.answers import MOST_TOTAL, Hand, read_each, read_hands, write_each, write_hands
from companion.core.questions import MOST_MONEY, Amount, Choice, Number
from companion.core.table import Refusal, seat_key
from tests.evenings.said.typed import KINDS, T

ANY_KIND = st.sampled_from([Choice(("yes", "no")), Number(2, 12, "horse"), *KINDS.values()])
SEATS = st.sampled_from(("ann", "ben", "cy"))
CARDS = st.lists(st.integers(0, 9), min_size=1, max_size=4)
HANDS = st.integers(0, MOST_TOTAL).map(Hand) | CARDS.map(
    lambda cards: Hand(sum(cards), tuple(cards))
)


@given(st.integers(min_value=1, max_value=MOST_MONEY))
def test_an_amount_shown_is_the_amount_read_back(amount):
    assert Amount().read(Amount().show(amount, T), T) == amount


@given(ANY_KIND, st.text(max_size=60))
def test_no_text_makes_a_kind_do_anything_but_read_or_refuse(kind, text):
    try:
        value = kind.read(text, T)
    except Refusal as refusal:
        assert refusal.sentence.endswith(".")
    else:
        assert kind.read(str(value), T) == value


@given(st.dictionaries(SEATS, st.integers(0, 10**9)), st.dictionaries(SEATS, HANDS))
def test_numbers_and_hands_are_read_back_as_they_were_written(numbers, hands):
    assert read_each(write_each(numbers)) == numbers
    assert read_hands(write_hands(hands)) == hands


@given(st.text(max_size=40))
def test_every_name_makes_a_key_that_the_books_can_hold(name):
    key = seat_key(name)

    assert key
    assert ":" not in key
    assert "." not in key
    assert key == key.lower()
