"""No file made for other programs or people tells which cards are hidden at the table."""

from __future__ import annotations

import re

import pytest
from laid import taken

from companion.formats.forms import find_form

KEPT = "game totopoly\nseats Ann Ben Cy Dora\nstart\nkeep who=ben card=b6\nkeep who=ann card={} price=90\n"
TIME = re.compile(r"\d\d:\d\d(:\d\d)?")


@pytest.mark.parametrize("form", ["csv", "hledger", "page"])
def test_a_file_is_the_same_whichever_card_somebody_keeps(form, journal):
    one, other = (
        TIME.sub("", find_form(form).write(journal, taken(journal, KEPT.format(card))).decode())
        for card in ("h5", "h6")
    )
    assert one == other


def test_hidden_cards_are_told_apart_by_letters(journal):
    text = find_form("hledger").write(journal, taken(journal, KEPT.format("h5"))).decode()
    assert 'Players:Ben:cards  1 "hidden A"' in text
    assert 'Players:Ann:cards  1 "hidden B"' in text
