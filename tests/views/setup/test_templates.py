"""Ways to play by name: a template is taken over, changed and saved as one's own, and removed again."""

from __future__ import annotations

import pytest
from hats_game import field, opened, press
from headless import PHONE

from companion.games import find_game
from models.ledger import Refusal
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


def test_a_template_settles_the_options_and_names_the_play(form):
    form.use_template("Hearts")
    assert {key: form.ways[key] for key in HEARTS} == HEARTS
    assert (form.template, form.title, form.called) == ("Hearts", "Hearts", "Hearts")
    form.use_template("Golf")
    assert (form.ways["target"], form.title) == ("0", "Golf")


def test_a_title_that_somebody_wrote_stays(form):
    form.type_title("At Grandma's")
    form.use_template("Hearts")
    assert form.title == "At Grandma's"


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


def test_names_of_rows_are_kept_short(form):
    with pytest.raises(Refusal, match="keep it to 300 letters"):
        form.game.option("rows").read("x" * 301)


async def test_rows_are_named_in_a_field_and_the_way_is_saved_by_taps(open_plays):
    async with opened(open_plays, "/new", PHONE) as screen:
        await press(screen, "Any score game")
        await press(screen, "Golf")
        await press(screen, "The highest total wins.")
        await press(screen, "Save as my own")
        await screen.write(field(screen, "Name it"), "Minigolf")
        await press(screen, "Save")
        assert screen.says("Minigolf")
        assert screen.button("Remove Minigolf")


async def test_the_button_names_the_game_that_was_chosen_by_its_own_name(open_plays):
    async with opened(open_plays, "/new", PHONE) as screen:
        await press(screen, "Any score game")
        await press(screen, "Hearts")
        await screen.write(field(screen, "Player's name"), "Lily, Tom, Mum, Dad\n")
        assert screen.says("Start Hearts with 4")
        assert not screen.says("Start Any score game")
