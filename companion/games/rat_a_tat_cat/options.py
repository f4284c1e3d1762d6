"""The options of Rat-a-Tat Cat: how the game ends, and what the table settles where the rulebook is silent."""

from __future__ import annotations

from companion.api import HouseRules, option

ROUNDS, TIME, LIMIT = "rounds", "time", "limit"


class House(HouseRules):
    """How a table plays."""

    ending = option.choice(
        "ending",
        "The game ends",
        {
            ROUNDS: "After a number of rounds.",
            TIME: "After a length of time.",
            LIMIT: "When one player is left under the limit.",
        },
        group="The game",
        lead=True,
    )
    rounds_to_play = option.number(
        "rounds",
        "Rounds to play",
        5,
        at_least=1,
        at_most=200,
        unit="rounds",
        quick=(3, 5, 7, 10),
        group="The game",
        lead=True,
        when=("ending", ROUNDS),
    )
    minutes = option.number(
        "minutes",
        "Time to play",
        30,
        at_least=1,
        at_most=600,
        unit="minutes",
        quick=(15, 30, 45, 60),
        group="The game",
        lead=True,
        when=("ending", TIME),
    )
    out_at = option.number(
        "limit",
        "Out at",
        100,
        at_least=1,
        at_most=9_999,
        unit="points",
        quick=(50, 100, 200),
        group="The game",
        lead=True,
        when=("ending", LIMIT),
    )
    last_round = option.ways(
        "The end",
        "The round in play when time runs out",
        counts="Is the last one, and counts.",
        dropped="Isn't scored.",
        when=("ending", TIME),
    )
    all_out = option.ways(
        "The end",
        "Everybody left reaches the limit in one round",
        lowest="The lowest total among them wins.",
        again="That round isn't counted and is played again.",
        when=("ending", LIMIT),
    )
    tie = option.ways(
        "The end",
        "A tie for the lowest total",
        shared="They share the win.",
        last="Fewest points in the last round wins, a penalty for knocking counted; still tied, they share.",
        sudden="The tied play a round more (sudden death), until one has fewest.",
    )
    knock = option.ways(
        "Knocking",
        "A knocker who is not lowest",
        none="Has no penalty.",
        ten="Gets 10 points more.",
        number="Gets as many points more as the table says.",
        double="Counts the round double.",
        highest="Gets the round's highest score on top.",
    )
    knock_points = option.number(
        "knock_points",
        "Points for knocking without being lowest",
        5,
        at_least=1,
        at_most=999,
        unit="points",
        quick=(5, 15, 20),
        group="Knocking",
        when=("knock", "number"),
    )
    knock_tie = option.ways(
        "Knocking",
        "A knocker who is lowest with somebody else",
        lowest="Counts as lowest.",
        alone="Isn't lowest, which only one can be.",
    )
    late = option.ways(
        "The table",
        "Late joiners",
        no="Nobody joins once the sheet is open.",
        average="Start on the table's average, rounded up; never in a game to a limit.",
    )
    younger = option.ways(
        "The table",
        "Younger players",
        no="Everybody's cards lie face down.",
        yes="Outer cards lie face up, and only the inner ones can be swapped; scoring is the same.",
    )
