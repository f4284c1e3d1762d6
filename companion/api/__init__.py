"""Everything that the author of a game imports: a list of names, each of which docs/adding_a_game.md has.

A game is declared once, with its options and the state it keeps. Each thing that can happen at the table is a function:
it is given the table as a `Turn`, reads it, and says what happens. Nothing is written until the table agrees, so a rule
may be tried out at any time. One `score` gives figures, ranks, the podium, the chart and the records.
"""

from companion.core import option
from companion.core.action import Action, Auction, Condition
from companion.core.ask import Ask, ask
from companion.core.declared import KeptNames
from companion.core.figures import read_figure
from companion.core.game import VERSION, Game
from companion.core.option import HouseRules, Option
from companion.core.show.boards import Board, Grid, Round, Score, ScoreSheet
from companion.core.show.score_sheet import score_sheet
from companion.core.table import Refusal, Reserved, listed, sentence
from companion.core.teams import Team, sides, team_of, teams
from companion.core.turn import (
    NamedThing,
    Party,
    Pot,
    Result,
    Seat,
    State,
    Thing,
    Turn,
    TurnOf,
    cached,
    remembered,
)
from companion.rules.payments import fewest_payments
from models.names import name_key

__all__ = [
    "VERSION",
    "Action",
    "Ask",
    "Auction",
    "Board",
    "Condition",
    "Game",
    "Grid",
    "HouseRules",
    "KeptNames",
    "NamedThing",
    "Option",
    "Party",
    "Pot",
    "Refusal",
    "Reserved",
    "Result",
    "Round",
    "Score",
    "ScoreSheet",
    "Seat",
    "State",
    "Team",
    "Thing",
    "Turn",
    "TurnOf",
    "ask",
    "cached",
    "fewest_payments",
    "listed",
    "name_key",
    "option",
    "read_figure",
    "remembered",
    "score_sheet",
    "sentence",
    "sides",
    "team_of",
    "teams",
]
