"""The score sheet in the middle of the table, its chart, and what a person picks to see there."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import flet as ft
import pytest
import score_game
from device import opened
from headless import PHONE, TABLET, Reading, play

from companion.core.show.boards import Round, Score, ScoreSheet
from companion.core.show.chart import keep_apart
from companion.core.show.player_colours import INKS, SHAPES
from companion.core.units import MINUS
from models.plays import Seat
from views.components import amounts, charts
from views.components.controls import Style
from views.state import preferences
from views.state.client import Preferences
from views.state.play.play_snapshot import Person
from views.table.boards import score_sheet

pytestmark = pytest.mark.games("cats")

ROUNDS = ("ann=12 ben=20 cy=7 dora=3", "ann=9 ben=2,9,9,9 cy=18 dora=11", "ann=22 ben=14 cy=5 dora=12")
PEOPLE = tuple(Person(name.lower(), name, INKS[at], SHAPES[at]) for at, name in enumerate(("Ann", "Ben", "Cy", "Dora")))


def sheet_with(*lines, limit=None, out=frozenset()):
    seats = tuple(one.key for one in PEOPLE)
    sums = [sum(line[at].points or 0 for line in lines) for at in range(4)]
    running = tuple(
        tuple(sum(line[at].points or 0 for line in lines[: upto + 1]) for upto in range(len(lines))) for at in range(4)
    )
    made = tuple(Round(str(number), tuple(line)) for number, line in enumerate(lines, 1))
    ranks = tuple(1 + sum(other < mine for other in sums) for mine in sums)
    return ScoreSheet("Sheet", seats, made, tuple(sums), ranks, running, out, limit)


def test_a_round_is_one_sentence_to_a_screen_reader():
    line = (Score(22), Score(5, frame="lowest", sign="knocked"), Score(14, extra=10), Score(9, crossed_out=True))
    names = {one.key: one.name for one in PEOPLE}
    assert score_sheet.describe_round(sheet_with(line), sheet_with(line).rounds[0], names) == (
        "Round 1: Ann 22, Ben 5 knocked lowest, Cy 14 and 10 more as a penalty, Dora 9 crossed out, does not count."
    )


def test_the_totals_say_places_what_is_left_and_who_is_out():
    line = (Score(49), Score(92), Score(46), Score(110))
    sheet = sheet_with(line, limit=100, out=frozenset({"dora"}))
    names = {one.key: one.name for one in PEOPLE}
    assert score_sheet.describe_totals(sheet, names) == (
        "Totals: Ann 49 2nd with 51 to go, Ben 92 3rd with 8 to go, Cy 46 1st with 54 to go, Dora 110 out."
    )


@pytest.mark.parametrize(
    ("score", "words", "signs"),
    [
        (Score(12), ["12"], 0),
        (Score(5, sign="knocked"), ["5"], 1),
        (Score(14, extra=10), ["14", "+10"], 0),
        (Score(14, extra=10, sign="knocked"), ["14", "+10"], 1),
        (Score(None), [score_sheet.NONE], 0),
        (Score(3, text="2/1"), ["2/1"], 0),
    ],
)
def test_a_score_stands_on_the_sheet_with_its_penalty_and_the_knockers_sign(score, words, signs):
    drawn = Reading(score_sheet._score(score, {"knocked": "SPORTS_MMA"}, out=False, scale=1.0))
    assert drawn.words == words
    assert len(drawn.of(ft.Icon)) == signs


def test_on_the_sheet_who_is_out_has_no_place_and_everybody_else_has_with_what_is_left():
    sheet = sheet_with((Score(49), Score(92), Score(46), Score(110)), limit=100, out=frozenset({"dora"}))
    shown = [Reading(score_sheet._total(sheet, at, 100.0, 1.0)).words for at in range(4)]
    assert shown == [["49", "2nd", "51 to go"], ["92", "3rd", "8 to go"], ["46", "1st", "54 to go"], ["110", "out"]]


def test_a_total_below_zero_has_the_minus_sign_that_scores_have():
    sheet = sheet_with((Score(-10), Score(0), Score(4), Score(6)))
    shown = Reading(score_sheet._total(sheet, 0, 100.0, 1.0)).words[0]
    assert [shown] == Reading(score_sheet._score(Score(-10), {}, out=False, scale=1.0)).words == [f"{MINUS}10"]


@pytest.mark.parametrize(("column", "smaller"), [(60, False), (34, True)])
def test_scores_are_written_smaller_where_their_column_would_cut_them(column, smaller):
    sheet = sheet_with((Score(-12), Score(5), Score(14, frame="lowest"), Score(9)))
    size = score_sheet._score_size(sheet, column, 1.0)
    assert (size is not None) == smaller
    assert not smaller or amounts.room_for("14", Style.TITLE_MEDIUM, 1.0) * size / 17 <= column - score_sheet.IN_FRAME


@pytest.mark.parametrize(("limit", "end"), [(100, "The limit is 100."), (None, "Dora: 3.")])
def test_the_chart_shows_everybodys_totals_and_the_limit_there_is(limit, end):
    described = score_sheet.describe_chart(sheet_with((Score(12), Score(20), Score(7), Score(3)), limit=limit), PEOPLE)
    assert described.startswith("Chart of the totals after each round. Ann: 12. Ben: 20. Cy: 7. Dora: 3.")
    assert described.endswith(end)


@pytest.mark.parametrize(("place", "said"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th")])
def test_places_are_said_as_people_do(place, said):
    assert score_sheet.ordinal(place) == said


@pytest.mark.parametrize("size", [PHONE, TABLET])
async def test_the_sheet_is_in_the_middle_and_a_tap_on_a_round_corrects_it(open_plays, size):
    play_id = score_game.new_play(open_plays)
    score_game.score(open_plays, play_id, *ROUNDS)
    async with opened(open_plays, play_id, size) as screen:
        if size == PHONE:
            await score_game.tap(screen, "Show the score sheet")
        await score_game.tap(screen, "Round 2: ...")
        assert screen.says("Correct round 2")
        assert screen.by_id("sum").label == "Ann's hand: 9"
        await score_game.tap(screen, "Ben: 29")
        await score_game.tap(screen, "Take 9 out of Ben's hand")
        await score_game.tap(screen, "Card 0")
        await score_game.tap(screen, "Ben knocked")
        await score_game.tap(screen, "Record")
        narrations = [one.proposal.narration for one in open_plays.journal.entries(play_id)]
        assert narrations[0] == "Round 2: Ann 9, Ben 20, Cy 18, Dora 11."
        assert open_plays.snapshot(play_id).boards[0].totals == (43, 54, 30, 26)
        assert open_plays.snapshot(play_id).boards[0].rounds[1].scores[1].sign == "knocked"


async def test_what_a_person_picks_for_the_middle_stays(open_plays):
    play_id = score_game.new_play(open_plays)
    score_game.score(open_plays, play_id, *ROUNDS)
    async with opened(open_plays, play_id, TABLET) as screen:
        assert [one for one in ("Sheet", "Chart", "Players") if score_game.named(screen, one)] == [
            "Sheet",
            "Chart",
            "Players",
        ]
        await score_game.tap(screen, "Players")
        assert screen.all(ft.ProgressBar)
        for key in "1234123412341234":
            await score_game.tap(screen, f"Card {key}")
        await score_game.tap(screen, "Record")
        assert screen.all(ft.ProgressBar), "a recorded round does not turn it away"
        await screen.resize(PHONE)
        await score_game.tap(screen, "Show the score sheet")
        assert score_game.named(screen, "Ann...")
        await score_game.tap(screen, "Sheet")
        assert score_game.named(screen, "Round 4: ...")


async def test_a_tablet_shows_the_chart_below_the_sheet_and_a_phone_on_its_own(open_plays):
    play_id = score_game.new_play(open_plays)
    score_game.score(open_plays, play_id, *ROUNDS)
    async with opened(open_plays, play_id, TABLET) as screen:
        assert screen.by_id("totals")
        assert screen.by_id("chart").label.startswith("Chart of the totals after each round. Ann: 12, 21, 43.")
        await score_game.tap(screen, "Chart")
        assert screen.by_id("chart")
        labels = [str(one.label) for one in screen.all(ft.Semantics)]
        assert not any(one.startswith("Round 2: ") for one in labels), "only the journal still has it"
    async with opened(open_plays, play_id, PHONE) as screen:
        assert screen.by_id("totals"), "the totals stay in sight above the pad"
        assert not screen.by_id("chart")
        await score_game.tap(screen, "Show the score sheet")
        await score_game.tap(screen, "Chart")
        assert screen.by_id("chart")


async def test_twenty_rounds_scroll_and_the_totals_do_not(open_plays):
    play_id = score_game.new_play(open_plays, 6)
    everyone = "ann=12 ben=20 cy=7 dora=3 emeka=9 frederika=36"
    score_game.score(open_plays, play_id, *[everyone] * 20)
    async with opened(open_plays, play_id, PHONE) as screen:
        await score_game.tap(screen, "Show the score sheet")
        (rows,) = [one for one in screen.all(ft.ListView) if len(one.controls) == 20]
        assert screen.by_id("totals") not in list(screen.walk(rows))
        assert screen.by_id("totals").label.startswith("Totals: Ann 240 4th")


async def test_before_the_first_round_sheet_and_chart_say_so(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, TABLET) as screen:
        assert screen.says("No round is on the sheet yet.")
        await score_game.tap(screen, "Chart")
        assert screen.says("The chart begins with the first round.")


async def test_the_end_shows_the_podium_and_how_it_went(open_plays):
    play_id = score_game.new_play(open_plays)
    score_game.score(open_plays, play_id, "ann=12 ben=20 cy=12 dora=33")
    open_plays.referee(play_id).write("stop", {})
    for size in (PHONE, TABLET):
        async with opened(open_plays, play_id, size) as screen:
            assert screen.says("Ann and Cy win")
            places = [one.label for one in screen.all(ft.Semantics) if str(one.label).startswith("Place ")]
            assert places == [
                "Place 1: Ann, 12 points",
                "Place 1: Cy, 12 points",
                "Place 3: Ben, 20 points",
                "Place 4: Dora, 33 points",
            ]
            assert len([one for one in screen.all(ft.Semantics) if one.identifier == "chart"]) == 1


async def test_games_without_facts_have_no_board_book(open_plays):
    play_id = score_game.new_play(open_plays)
    async with opened(open_plays, play_id, TABLET) as screen:
        (rail,) = screen.all(ft.NavigationRail)
        assert [one.label for one in rail.destinations] == ["Table", "Journal", "Charts", "Rules", "Phones", "More"]
    async with opened(open_plays, play_id, PHONE) as screen:
        (bar,) = screen.all(ft.NavigationBar)
        assert len(bar.destinations) == 4


def test_lines_differ_without_colour_and_carry_the_sheets_own_figures():
    sheet = sheet_with((Score(12), Score(20), Score(7), Score(3)), (Score(9), Score(29), Score(18), Score(11)))
    lines = score_sheet.tracks(sheet, PEOPLE)
    assert [one.points[-1][1] for one in lines] == list(sheet.totals)
    assert [one.points[0] for one in lines] == [(0, 0)] * 4
    assert len({str(one.dash) for one in lines}) == 4


def test_a_line_ends_where_a_player_went_out_and_begins_where_one_came_late():
    sheet = replace(sheet_with((Score(1),) * 4, (Score(1),) * 4), running=((1, None), (None, 8), (1, 2), (1, 2)))
    first, second, *_ = score_sheet.tracks(sheet, PEOPLE)
    assert first.points == ((0, 0), (1, 1))
    assert second.points == ((2, 8),)


@pytest.mark.parametrize("wanted", [[0, 0, 0, 0], [10, 12, 90, 95], [200, 199, 198, 197], [50]])
def test_labels_at_the_ends_of_lines_never_overlap(wanted):
    tops = keep_apart([float(one) for one in wanted], 200, charts.APART)
    ordered = sorted(tops)
    assert all(after - before >= charts.APART - 0.01 for before, after in pairwise(ordered))
    assert max(tops) <= 200 - charts.APART
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    assert [tops[at] for at in order] == ordered


def test_a_play_without_a_sheet_never_loads_it(tmp_path):
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
import small_game, pathlib, test_table_screen
from headless import TABLET, play
import companion.core.recording.referee
companion.games.find_game = small_game.find
house = small_game.new_open_plays(pathlib.Path({str(tmp_path)!r}))
play_id = small_game.new_play(house)
async def scene():
    async with test_table_screen.opened(house, play_id, TABLET) as screen:
        assert screen.says("Alice rolls")
play(scene)
house.journal.database.close()
sys.exit("flet_charts" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_six_long_names_and_large_text_lose_nothing(open_plays, size):
    names = ("Alexandrina Wilhelmina", "Ben", "Christopher", "Dora", "Emeka", "Frederika")
    play_id = open_plays.journal.begin(
        game="cats",
        title="Friday cats",
        seats=[Seat(f"p{at}", name) for at, name in enumerate(names)],
        houses=score_game.CATS.house_rules({"end": "limit"}),
        board={},
        edition="tests",
    ).id
    score_game.score(open_plays, play_id, " ".join(f"p{at}={at * 7}" for at in range(6)))

    async def scene():
        async with opened(open_plays, play_id, size) as screen:
            client = screen.clients[0]
            preferences.apply(screen.page, client, Preferences(scale=2.0))
            await screen.settle()
            for name in ("Total", "Cards"):
                await score_game.tap(screen, name)
                assert not screen.says("could not be drawn")
            if size == PHONE:
                await score_game.tap(screen, "Show the score sheet")
            for name in ("Chart", "Players", "Sheet"):
                await score_game.tap(screen, name)
                assert not screen.says("could not be drawn")
            assert [one.name for one in open_plays.snapshot(play_id).people] == list(names)

    play(scene)
