"""The house rules of Rat-a-Tat Cat: how the game ends, and what the table settles where the rulebook is silent."""

from __future__ import annotations

from companion.core.game import Option

ROUNDS, TIME, LIMIT = "rounds", "time", "limit"

HOUSES: tuple[Option, ...] = (
    Option(
        "ending",
        "The game ends",
        (
            (ROUNDS, "After a number of rounds."),
            (TIME, "After a length of time."),
            (LIMIT, "When one player is left under the limit."),
        ),
        "The game",
        lead=True,
    ),
    Option(
        "rounds",
        "Rounds to play",
        (("5", "5 rounds"),),
        "The game",
        whole=True,
        least=1,
        most=200,
        unit="rounds",
        quick=(3, 5, 7, 10),
        lead=True,
        when=("ending", ROUNDS),
    ),
    Option(
        "minutes",
        "Time to play",
        (("30", "30 minutes"),),
        "The game",
        whole=True,
        least=1,
        most=600,
        unit="minutes",
        quick=(15, 30, 45, 60),
        lead=True,
        when=("ending", TIME),
    ),
    Option(
        "limit",
        "Out at",
        (("100", "100 points"),),
        "The game",
        whole=True,
        least=1,
        most=9_999,
        unit="points",
        quick=(50, 100, 200),
        lead=True,
        when=("ending", LIMIT),
    ),
    Option(
        "last_round",
        "The round in play when time runs out",
        (("counts", "Is the last one, and counts."), ("dropped", "Isn't scored.")),
        "The end",
        when=("ending", TIME),
    ),
    Option(
        "all_out",
        "Everybody left reaches the limit in one round",
        (
            ("lowest", "The lowest total among them wins."),
            ("again", "That round isn't counted and is played again."),
        ),
        "The end",
        when=("ending", LIMIT),
    ),
    Option(
        "tie",
        "A tie for the lowest total",
        (
            ("shared", "They share the win."),
            ("last", "Fewest points in the last round wins; still tied, they share."),
            ("sudden", "Sudden death: the tied play a round more, until one has fewest."),
        ),
        "The end",
    ),
    Option(
        "knock",
        "A knocker who is not lowest",
        (
            ("none", "Has no penalty."),
            ("ten", "Gets 10 points more."),
            ("number", "Gets as many points more as the table says."),
            ("double", "Counts the round double."),
            ("highest", "Gets the round's highest score on top."),
        ),
        "Knocking",
    ),
    Option(
        "knock_points",
        "Points for knocking in vain",
        (("5", "5 points"),),
        "Knocking",
        whole=True,
        least=1,
        most=999,
        unit="points",
        quick=(5, 15, 20),
        when=("knock", "number"),
    ),
    Option(
        "knock_tie",
        "A knocker who is lowest with somebody else",
        (("lowest", "Counts as lowest."), ("alone", "Isn't lowest: it must be alone.")),
        "Knocking",
    ),
    Option(
        "late",
        "Late joiners",
        (
            ("no", "Nobody joins once the sheet is open."),
            ("average", "Start on the table's average, rounded up; never in a game to a limit."),
        ),
        "The table",
    ),
    Option(
        "younger",
        "Younger players",
        (
            ("no", "Everybody's cards lie face down."),
            ("yes", "Outer cards lie face up, and only the inner ones can be swapped; scoring is the same."),
        ),
        "The table",
    ),
)
