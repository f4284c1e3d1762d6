"""What all screens show over whole evenings is as tests/looks/shown has it; `told_evening` says how to read a text.

The looks were chosen from some five hundred. Each was measured by `coverage`: which branches of views/ it takes, how
many lines no other look has told, and its time. They were taken greedily, whichever gives most for its time, until
every branch that any of them takes was in and the whole came to about ten seconds on one core. In light and dark and
in other text sizes the words are the same, so none of these is looked at.
"""

from pathlib import Path

import pytest
from approved import assert_approved

from tests.looks.told_evening import Told, read_plan
from tests.units.views.stillness import make_up_the_same

SHOWN = Path(__file__).with_name("shown")

pytestmark = [pytest.mark.games("all"), pytest.mark.usefixtures("one_thing_after_another")]


@pytest.mark.parametrize("file", sorted(SHOWN.glob("*.txt")), ids=lambda file: file.stem)
async def test_screens_show_what_was_approved(file, open_plays, monkeypatch, request):
    make_up_the_same(monkeypatch)
    head, sessions, looks = read_plan(file.read_text(encoding="utf-8"))
    said = await Told(open_plays, *sessions).tell(looks)
    assert_approved(file, "\n".join([*head, said]), approve=request.config.getoption("--approve"))
