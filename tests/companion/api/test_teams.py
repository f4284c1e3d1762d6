"""Teams in any score game: rounds by team or by player, one place and one column for each team, and its end."""

from __future__ import annotations

import json
from urllib.parse import unquote

import pytest

from companion.api import teams
from companion.formats import bg_stats
from companion.formats.evening import read
from companion.formats.picture import Result
from companion.testing import replayed

BY_PLAYER = """game any_score
seats Ann Ben Cy Dee Eve
house teams=player
score points="ann=1 ben=2 cy=3 dee=4 eve=0"
name_team name=Red members=ann+cy
name_team name=Blue members=ben+dee
score points="ann=10 ben=20 cy=30 dee=0 eve=5"
"""
BY_TEAM = """game any_score
seats Ann Ben Cy Dee
house teams=team
name_team name=Red members=ann+cy
name_team name=Blue members=ben+dee
score points="Red=40 Blue=30"
"""


def sheet_of(referee, at=0):
    return referee.game.boards(referee.table)[at]


def test_points_by_player_are_added_up_by_team_also_of_rounds_before_it_was_named():
    sheet = sheet_of(replayed(BY_PLAYER))
    assert sheet.seats == ("@team_2", "@team_3", "eve")
    assert [[one.points for one in line.scores] for line in sheet.rounds] == [[4, 6, 0], [40, 20, 5]]
    assert (sheet.totals, sheet.ranks) == ((44, 26, 5), (1, 2, 3))


def test_points_by_player_have_a_sheet_of_their_own_beside():
    sheet = sheet_of(replayed(BY_PLAYER), 1)
    assert (sheet.title, sheet.totals) == ("By player", (11, 22, 33, 4, 5))


def test_players_of_a_team_have_its_total_and_share_its_place():
    referee = replayed(BY_TEAM)
    cards = [referee.game.standing(referee.table, who) for who in ("ann", "ben", "cy", "dee")]
    assert [(one.figure, one.rank.text) for one in cards] == [
        ("40 points", "1."), ("30 points", "2."), ("40 points", "1."), ("30 points", "2."),
    ]  # fmt: skip
    assert cards[0].details == (("Team", "Red"),)


def test_the_end_is_by_team_and_everybody_in_it_has_won():
    referee = replayed(f"{BY_TEAM}stop\n")
    ending = referee.game.ending(referee.table)
    assert ending.winners == ("ann", "cy")
    assert (ending.winning_sides, ending.sides) == (
        ("@team_1",), (("@team_1", 1, "40 points"), ("@team_2", 2, "30 points")),
    )  # fmt: skip


def test_a_round_that_is_crossed_out_and_a_team_that_is_named_no_more_leave_the_rest():
    referee = replayed(BY_TEAM)
    referee.void(2, "they play alone")
    assert sheet_of(referee).seats == ("@team_1", "ben", "dee")
    referee.void(3, "never played")
    assert sheet_of(referee).totals == (0, 0, 0)


def test_a_team_that_everybody_has_left_is_in_the_game_no_more():
    referee = replayed(f"{BY_TEAM}change_team who=ann team=Blue\nchange_team who=cy team=Blue\n")
    assert [team.name for team in teams(referee.game.turn(referee.table))] == ["Blue"]


@pytest.mark.parametrize(
    ("leave", "out"), [("ann", set()), ("ann cy", {"@team_2"}), ("eve", {"eve"})], ids=["one", "all", "one alone"]
)
def test_a_team_plays_on_until_the_last_of_it_has_left(leave, out):
    referee = replayed(BY_PLAYER + "".join(f"leave who={who}\n" for who in leave.split()))
    assert sheet_of(referee).out == out
    assert sheet_of(referee, 1).out == set(leave.split())


@pytest.mark.parametrize("session", [BY_TEAM, BY_PLAYER], ids=["by team", "by player"])
def test_pictures_and_the_link_for_bg_stats_have_teams_and_everybody_in_them(session):
    referee = replayed(f"{session}stop\n")
    evening = read(referee.journal, referee.play.id)
    result = Result(evening)
    assert result.title == "Red won"
    assert [one.name for one in result.others][:1] == ["Blue"]
    assert [player.name for player, _ in result.course.lines][:2] == ["Red", "Blue"]
    data = json.loads(unquote(bg_stats.link(evening).removeprefix(bg_stats.ADDRESS)))
    found = {one["name"]: (one["rank"], one["winner"], one["score"]) for one in data["players"]}
    assert found["Ann"] == found["Cy"]
    assert found["Ann"][:2] == (1, True)
    assert found["Dee"][:2] == (2, False)
