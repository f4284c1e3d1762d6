"""Ways to play by name: a template is taken over, changed and saved as one's own, and removed again."""

from __future__ import annotations

import pytest

from companion.games import find_game
from views.state.setup_form import SetupForm

pytestmark = pytest.mark.games("all")

HEARTS = {"wins": "lowest", "target": "100", "dealer": "yes"}


@pytest.fixture
def form(open_plays):
    made = SetupForm.of(open_plays.journal)
    made.choose_game(find_game("any_score"), open_plays.journal)
    return made


def test_every_template_can_be_played():
    for key in ("any_score", "any_money"):
        game = find_game(key)
        for template in game.templates:
            assert game.house_rules(template.ways)


def test_ones_own_way_is_saved_chosen_later_and_removed(form, open_plays):
    form.use_template("Hearts")
    form.play_by("target", "50")
    assert form.template == ""
    form.type_template("Hearts to 50")
    form.save_template(open_plays.journal)
    again = SetupForm.of(open_plays.journal)
    again.choose_game(find_game("any_score"), open_plays.journal)
    again.use_template("Hearts to 50")
    assert (again.ways["target"], again.template) == ("50", "Hearts to 50")
    again.forget_template("Hearts to 50", open_plays.journal)
    assert "Hearts to 50" not in again.templates


@pytest.mark.parametrize(
    ("name", "says"), [("", "Write a name first."), ("Golf", "is there already"), ("x" * 61, "60")]
)
def test_a_name_that_will_not_do_is_refused_at_its_field(form, open_plays, name, says):
    form.type_template(name)
    form.save_template(open_plays.journal)
    assert says in form.template_error
    assert not form.saved


def test_a_saved_way_that_this_version_does_not_know_is_played_by_the_rulings(form, open_plays):
    open_plays.journal.set_preference("templates:any_score", {"Old": {"wins": "loudest", "gone": "yes"}})
    form.choose_game(form.game, open_plays.journal)
    form.use_template("Old")
    assert form.ways == form.game.house_rules()
