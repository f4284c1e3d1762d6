"""Any score game: rounds of points for everybody, the highest or the lowest total wins."""

from __future__ import annotations

from companion.api import Condition, Game, Result, ScoreSheet, Seat, Turn, ask, option, score_sheet

POINTS = "points"
NO_UNIT = ""
NO = 0
"""Said of a target or a number of rounds: there is none."""
MOST = 100_000
"""No round of any game is worth more; a longer figure is a typing slip."""

ANY_SCORE = Game(
    "any_score",
    "Any score game",
    "A score sheet for any game: points for everybody round by round, totals, ranks and a chart.",
    colour="#5B3A8C",
    players=(2, 12),
    late_join=True,
    options=(
        option.choice(
            "wins", "Who wins", {"highest": "The highest total wins.", "lowest": "The lowest total wins."}, lead=True
        ),
        option.number(
            "target",
            "Ends at a total of",
            NO,
            at_most=MOST,
            unit=POINTS,
            quick=(NO, 50, 100, 500, 1_000),
            said={NO: "No target"},
            lead=True,
        ),
        option.number(
            "rounds",
            "Ends after so many rounds",
            NO,
            at_most=999,
            unit="rounds",
            quick=(NO, 5, 10, 13),
            said={NO: "As many as you like"},
        ),
        option.choice(
            "below",
            "Points below zero",
            {"yes": "A round may bring points below zero.", "no": "No round brings points below zero."},
        ),
        option.choice(
            "zero",
            "A round adds up to zero",
            {"no": "A round may come to any sum.", "yes": "What some win, the others lose: a round adds up to zero."},
        ),
    ),
    banks=("sheet",),
    money="",
    table_state={"stopped": False},
)

OPEN = Condition(lambda t: not t.stopped, "The game is over. Undo its end to go on.")


@ANY_SCORE.score("Points", wins=lambda t: t.option("wins"), unit=POINTS)
def total(t: Turn, who: Seat) -> int:
    """Add up all rounds."""
    return t.held(who, POINTS, POINTS)


@ANY_SCORE.action("Write down a round", group="The game", when=OPEN)
def score(
    t: Turn,
    points: dict[Seat, int] = ask.numbers(
        "How many points does everybody get?",
        at_least=lambda t: 0 if t.option("below") == "no" else -MOST,
        at_most=MOST,
        what="score",
    ),
) -> None:
    """Write down everybody's points of a round."""
    over = sum(points.values())
    t.refuse(
        over and t.option("zero") == "yes",
        f"The points of a round add up to zero at this table; these come to {t.written(over, NO_UNIT)}.",
        "points",
    )
    number = len(t.appended("rounds")) + 1
    for who, figure in points.items():
        t.pay("sheet", who, figure, POINTS, POINTS)
        t.step(str(who), figure, unit=POINTS)
    t.append("rounds", points)
    t.narrate(f"Round {number}: {', '.join(f'{who} {t.written(figure, NO_UNIT)}' for who, figure in points.items())}.")


@ANY_SCORE.action("End the game", group="The end", when=OPEN)
def stop(t: Turn) -> None:
    """End the game here; whoever leads has won."""
    t.refuse(not t.appended("rounds"), "Write down a round first.")
    t.set(stopped=True)
    t.narrate("The game ends here.")


@ANY_SCORE.board
def sheet(t: Turn) -> ScoreSheet:
    """Lay out all rounds, with the totals after each."""
    return score_sheet(t, t.appended_numbers("rounds"))


@ANY_SCORE.next
def what_next(t: Turn) -> tuple[object, ...]:
    """Ask for the next round; once one is written, the game can be ended."""
    return ("The game is over",) if over(t) else (f"Round {len(t.appended('rounds')) + 1}", score(), stop())


@ANY_SCORE.end_if
def over(t: Turn) -> Result | None:
    """End by hand, after the last round, or once somebody has the target."""
    played, target, last = len(t.appended("rounds")), t.option("target"), t.option("rounds")
    reached = target and any(total(t, who) >= target for who in t.seats)
    if t.stopped or (last and played >= last) or reached:
        return Result("{winners} won")
    return None
