"""Any score game: rounds of points for everybody, the highest or the lowest total wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.api import (
    Ask,
    Condition,
    Game,
    Party,
    Result,
    ScoreSheet,
    Seat,
    State,
    Team,
    TurnOf,
    listed,
    option,
    score_sheet,
    sides,
    team_of,
    teams,
)
from companion.api.show import Offer

POINTS = "points"
"""The purse of a player's points, and their unit where they are whole."""
NO = 0
"""Said of a target or a number of rounds: there is none."""
MOST = 100_000
"""No round of any game is worth more; a longer figure is a typing slip."""
HEARTS = 26
"""Points in a round of Hearts: one for each heart, and 13 for the queen of spades."""
ALONE = "alone"
BEGINS = "begins"
"""The list of what latecomers begin with."""

WINS = option.choice(
    "wins",
    "Who wins",
    {"highest": "The highest total wins.", "lowest": "The lowest total wins."},
    lead=True,
)
TARGET = option.number(
    "target",
    "Ends at a total of",
    NO,
    at_most=MOST,
    unit=POINTS,
    quick=(NO, 50, 100, 500, 1_000),
    said={NO: "No target"},
    lead=True,
)
PARTS = option.currency(
    "parts",
    "Parts of a point",
    units={
        POINTS: "Points are whole.",
        "half-points": "Half points count, such as 10.5.",
        "tenth-points": "Tenths of a point count, such as 10.3.",
    },
    lead=False,
)
ROUNDS = option.number(
    "rounds",
    "Ends after so many rounds",
    NO,
    at_most=999,
    unit="rounds",
    quick=(NO, 5, 10, 13),
    said={NO: "As many as you like"},
)
ROWS = option.words("rows", "Names of the rows, with commas between them", "Rounds are numbered.")
BELOW = option.choice(
    "below",
    "Points below zero",
    {"yes": "A round may bring points below zero.", "no": "No round brings points below zero."},
)
ZERO = option.choice(
    "zero",
    "What a round adds up to",
    {
        "no": "A round may come to any sum.",
        "hearts": "26 points are dealt. Whoever takes all of them may give 26 to each of the others.",
        "yes": "What some win, the others lose: a round adds up to zero.",
        "others": "Players left at zero make up for the others in equal parts.",
    },
)
DEALER = option.choice(
    "dealer",
    "Dealer",
    {"no": "Nobody deals.", "yes": "The deal passes to the left, and the app says whose it is."},
)
SOLO = option.choice(
    "solo",
    "Playing alone",
    {"no": "Nobody plays alone.", "yes": "A round can say who played alone."},
)
ALONE_EACH, BY_TEAM, BY_PLAYER = "no", "team", "player"
TEAMS = option.choice(
    "teams",
    "Teams",
    {
        ALONE_EACH: "Everybody plays alone.",
        BY_TEAM: "Players play in teams. A round has points for each team.",
        BY_PLAYER: "Players play in teams. A round has points for each player; a team's are added up.",
    },
)


class Sheet(TurnOf[Seat]):
    """The table with its score sheet."""

    stopped = State(False)


ask = Ask[Sheet]()

GAME: Game[Sheet] = Game(
    "any_score",
    "Any score game",
    "A score sheet for any game: points for everybody round by round, totals, ranks and a chart.",
    colour="#5B3A8C",
    players=(2, 12),
    late_join=True,
    options=(WINS, TARGET, ROUNDS, ROWS, BELOW, ZERO, DEALER, SOLO, TEAMS, PARTS),
    templates={
        "Hearts": {"wins": "lowest", "target": 100, "zero": "hearts", "dealer": "yes"},
        "Rummy": {"target": 500, "dealer": "yes"},
        "Wizard": {"dealer": "yes"},
        "Skull King": {"rounds": 10},
        "Golf": {"wins": "lowest", "rounds": 9},
        "Skat": {"solo": "yes", "dealer": "yes"},
        "Named rows": {"rows": "Points, Bonus, Penalties"},
    },
    banks=("sheet",),
    money="",
    shortlist=("name_team", "change_team", "score", "stop"),
    teams=lambda t: t.option(TEAMS) != ALONE_EACH,
    turn=Sheet,
)

GAME.page(
    "Rounds",
    "Points for everybody round by round, totals, places and a chart.",
    "A latecomer begins with the points that the table agrees on. Where the lowest total wins, the worst total so far "
    "is filled in.",
)
GAME.page(
    "Parts of a point",
    "Choose in the house rules whether half points count, or tenths. Type 10.5 on the keyboard; the pad has a key for "
    "it. A target stays in whole points.",
)
GAME.page(
    "Teams",
    "Choose in the house rules whether you play in teams. Name a team says who is in it, before the first round or "
    "later; Change teams puts a player into another.",
    "Points are written down by team, or by player and added up. Places, the end and the picture to send are by team.",
)

OPEN = Condition[Sheet](
    lambda t: t.result is None, "The game is over. Undo its last entry to go on."
)


def rows(t: Sheet) -> dict[str, str]:
    """Return the names of the rows, each once."""
    return {row: row for one in t.option(ROWS).split(",") if (row := one.strip())}


def rows_left(t: Sheet) -> dict[str, str]:
    """Return the named rows that are still empty."""
    filled = t.appended("row")
    return {row: row for row in rows(t) if row not in filled}


def dealer(t: Sheet) -> Seat:
    """Return whose deal it is: the first to sit down begins, then whoever sits left of the last dealer and plays."""
    dealing: Seat | None = None
    rounds = [
        (t.seated(entry), t.numbers_in(points)) for entry, points in t.by_entry("rounds").items()
    ]
    for seated, playing in (*rounds, (t.everybody, t.seats)):
        here = [
            who for who in seated if who in playing
        ] or t.seats  # where teams get points nobody is named
        at = seated.index(dealing) + 1 if dealing else 0
        dealing = next(who for who in (*seated[at:], *seated[:at]) if who in here)
    return dealing or t.seats[0]


def is_hearts(t: Sheet) -> bool:
    return t.option(ZERO) == "hearts"


def why_miscounted(t: Sheet, points: Mapping[Party, int]) -> str:
    """Say why a round of Hearts can't have come to these points; empty where it can, or another game is played."""
    over, each, hearts = sum(points.values()), sorted(points.values()), HEARTS * t.per_whole
    moon = over == hearts * (len(points) - 1) and each[0] == 0 and each[-1] == hearts
    less = over == each[0] == -hearts and each[-1] == 0
    if not is_hearts(t) or over == hearts or moon or less:
        return ""
    off = over - hearts
    what = "too many" if off > 0 else "missing"
    return f"{t.bare(over)} of {HEARTS} points: {t.bare(abs(off))} {what}."


@GAME.score("Points", wins=lambda t: t.option(WINS))
def total(t: Sheet, who: Seat) -> int:
    team = team_of(t, who)
    return sum(t.held(member, POINTS) for member in ((team, *team.members) if team else (who,)))


@GAME.column("Team")
def team_name(t: Sheet, who: Seat) -> Team | None:
    """Return which team a player is in."""
    return team_of(t, who)


WITH_TEAMS = Condition[Sheet](
    lambda t: t.option(TEAMS) != ALONE_EACH and t.result is None,
    "Everybody plays alone at this table. Change the house rule for teams first.",
)


def without_team(t: Sheet) -> tuple[Seat, ...]:
    return tuple(who for who in t.seats if team_of(t, who) is None)


@GAME.action("Name a team", group="Teams", when=WITH_TEAMS, button="{name}: {members}")
def name_team(
    t: Sheet,
    name: str = ask.words("What is the team called?", ready=("We", "They", "Red", "Blue")),
    members: tuple[Seat, ...] = ask.players(
        "Who is in it?", among=lambda t: without_team(t) or t.seats
    ),
) -> None:
    """Put players together in a team of this name."""
    team = t.new_thing(Team, name)
    team.take_in(*members)
    t.narrate(f"{t.names(members)} {'is' if len(members) == 1 else 'are'} team {team.name}.")


@GAME.again
def same_teams(t: Sheet) -> tuple[Offer, ...]:
    """Return the teams as they are, for the next game with the same people."""
    return tuple(name_team(name=team.name, members=members) for team, members in teams(t).items())


@GAME.action(
    "Change teams",
    group="Teams",
    when=Condition[Sheet](lambda t: teams(t) and t.result is None, "No team is named yet."),
    button="{who} plays for {team}",
)
def change_team(
    t: Sheet,
    who: Seat = ask.player("Who changes?"),
    team: Team = ask.thing("Into which team?", Team),
) -> None:
    """Put a player into another team; points that were written down for the player go along."""
    t.refuse(team_of(t, who) == team, f"{who} plays for {team.name} already.", "team")
    team.take_in(who)


def parties_playing(t: Sheet) -> tuple[Party, ...]:
    """Return who gets points in a round: players, or teams with anybody who still plays."""
    if t.option(TEAMS) != BY_TEAM:
        return t.seats
    return tuple(
        side
        for side in sides(t)
        if any(who in t.seats for who in (side.members if isinstance(side, Team) else (side,)))
    )


EACH_GETS = ask.numbers(
    "Who got how many?",
    among=parties_playing,
    at_least=lambda t: 0 if t.option(BELOW) == "no" else -MOST * t.per_whole,
    at_most=lambda t: MOST * t.per_whole,
    unit=None,
    what="score",
    quick=lambda t: (
        {"Queen": 13 * t.per_whole, "Moon": HEARTS * t.per_whole} if is_hearts(t) else {}
    ),
    total=lambda t: HEARTS * t.per_whole if is_hearts(t) else 0,
)
OTHERS, LESS = "others", "less"
"""How a player who took all points of a round of Hearts is paid for it."""


def who_took_all(t: Sheet, points: Mapping[Party, int]) -> Party | None:
    """Return who has all the points of a round of Hearts; nobody where another game is played."""
    taken = [who for who, figure in points.items() if figure]
    all_of_it = is_hearts(t) and len(taken) == 1 and len(points) > 1
    return taken[0] if all_of_it and points[taken[0]] == HEARTS * t.per_whole else None


def moons(t: Sheet) -> dict[str, str]:
    """Return what shooting the moon may bring instead of the points as they are; nothing where nobody took them all."""
    who = who_took_all(t, EACH_GETS.to_argument(t, t.answers.get("points")))  # type: ignore[attr-defined]
    if who is None:
        return {}
    less = {} if t.option(BELOW) == "no" else {LESS: f"{HEARTS} less for {who}"}
    return {OTHERS: f"{HEARTS} for each of the others", **less}


def is_miscounted(t: Sheet) -> bool:
    """Whether a round comes to another sum than the one that is dealt."""
    points = EACH_GETS.to_argument(t, t.answers.get("points"))  # type: ignore[attr-defined]
    return bool(points and why_miscounted(t, points))


def next_name(t: Sheet) -> str:
    """Return what the next round is called."""
    return next(iter(rows_left(t)), f"Round {len(t.appended('rounds')) + 1}")


@GAME.action(
    "Write down a round",
    group="The game",
    when=OPEN,
    button=lambda t: f"Write down {next_name(t).replace('Round', 'round')}",
)
def score(  # noqa: PLR0913, PLR0917 - what the sheet asks
    t: Sheet,
    points: dict[Party, int] = EACH_GETS,
    row: str | None = ask.choice("Which row?", rows_left, optional=True),
    alone: Seat | None = ask.player(
        "Who played alone?",
        among=lambda t: t.seats if t.option(SOLO) == "yes" else (),
        optional=True,
    ),
    anyway: bool = ask.yes_no("Any sum", when=is_miscounted, usual="no"),
    moon: str | None = ask.choice("Shot the moon?", moons, optional=True),
) -> None:
    """Write down everyone's points of a round."""
    t.refuse(not points, "Nobody is left to play.")
    points = level_out(t, points)
    if who := who_took_all(t, points):
        t.step(f"{who} took all {HEARTS}{': the moon' if moon else ', and they count as written'}")
        if moon:
            hearts = HEARTS * t.per_whole
            paid = {OTHERS: (0, hearts), LESS: (-hearts, 0)}[moon]
            points = {each: paid[each != who] for each in points}
    wrong = "" if anyway else why_miscounted(t, points)
    t.refuse(wrong, wrong, "points")
    row = row or next(iter(rows_left(t)), None)
    name = row or next_name(t)
    for who, figure in points.items():
        t.pay("sheet", who, figure, POINTS)
        t.step(str(who), figure)
    for who in points:
        team = "Team " if isinstance(who, Team) else ""
        t.step(f"{team}{who} then has", t.held(who, POINTS))
    t.append("rounds", points)
    if row:
        t.append("row", row)
    if alone:
        t.append(ALONE, alone.key)
        t.step(f"{alone} played alone")
    t.narrate(f"{name}: {', '.join(f'{who} {t.bare(figure)}' for who, figure in points.items())}.")


def level_out(t: Sheet, points: dict[Party, int]) -> dict[Party, int]:
    """Make a round add up to zero where the table plays so; whoever is left at zero may make up for the others."""
    over, others = sum(points.values()), [who for who, figure in points.items() if not figure]
    if not over or t.option(ZERO) in ("no", "hearts"):
        return points
    t.refuse(
        t.option(ZERO) == "yes",
        f"The points of a round add up to zero at this table; these come to {t.bare(over)}.",
        "points",
    )
    t.refuse(not others, "Leave somebody at zero: whoever is makes up for the others.", "points")
    t.refuse(
        over % len(others),
        f"{t.bare(over)} can't be taken from {listed(other.name for other in others)} in equal parts.",
        "points",
    )
    each = -over // len(others)
    t.refuse(
        t.option(BELOW) == "no" and each < 0,
        f"{listed(str(who) for who in others)} would get {t.bare(each)}, and at this table no round brings points "
        "below zero. Change one of the two house rules.",
        "points",
    )
    return points | dict.fromkeys(others, each)


@GAME.action("End the game", group="The end", when=OPEN)
def stop(t: Sheet) -> None:
    """End the game here; whoever leads has won."""
    t.refuse(not t.appended("rounds"), "Write down a round first.")
    t.stopped = True
    t.narrate("The game ends here.")


def worst_total(t: Sheet) -> int | None:
    """Return what a latecomer is offered to begin with: the worst total so far, where the lowest wins."""
    if t.option(WINS) != "lowest" or t.option(TEAMS) != ALONE_EACH or not t.appended("rounds"):
        return None
    return max(0, *(total(t, who) for who in t.seats))


@GAME.action("Sit down late", group="Players", when=OPEN, button="Seat {called}", replaces=True)
def join(
    t: Sheet,
    called: str = ask.words("What is the new player called?"),
    after: Seat | None = ask.seat_before(),
    begins_with: int = ask.money(
        "With how many points?", at_least=0, usual=0, quick=(0,), preset=worst_total
    ),
) -> None:
    """Seat a player who comes later, and say with how many points the player begins."""
    t.refuse(len(t.seats) >= GAME.most, f"{GAME.most} players are the most.")
    newcomer = t.sit_down(called, after)
    if not begins_with:
        t.narrate(f"{newcomer} sits down.")
        return
    t.narrate(f"{newcomer} sits down and begins with {t.written(begins_with)}.")
    t.pay("sheet", newcomer, begins_with, POINTS)
    t.append(BEGINS, {newcomer: begins_with})
    t.step(f"{newcomer} begins with", begins_with)


@GAME.board
def sheets(t: Sheet) -> tuple[ScoreSheet, ...]:
    """Lay out all rounds, with the totals after each; where points are each player's, also those by player."""
    played = len(t.appended("rounds"))
    lay_out = partial(
        score_sheet,
        t,
        "rounds",
        labels={entry: str(row) for entry, row in t.by_entry("row").items()},
        signs={entry: {t.seat(str(who)): ALONE} for entry, who in t.by_entry(ALONE).items()},
        icons={ALONE: "PERSON"},
        joining=BEGINS,
        to_come=()
        if over(t)
        else tuple(rows_left(t)) or tuple(map(str, range(played + 1, t.option(ROUNDS) + 1))),
    )
    if teams(t) and t.option(TEAMS) == BY_PLAYER:
        return lay_out(), lay_out(title="By player", by_team=False)
    return (lay_out(),)


@GAME.next
def what_next(t: Sheet) -> tuple[object, ...]:
    """Ask for the next round; once one is written, the game can be ended."""
    if over(t):
        return ("The game is over",)
    if t.option(TEAMS) != ALONE_EACH and without_team(t) and not t.appended("rounds"):
        return "Who plays together?", name_team(), score()
    name = next_name(t)
    return (
        f"{name}: {dealer(t)} deals" if t.option(DEALER) == "yes" and t.seats else name,
        score(),
        stop("", "danger"),
    )


@GAME.end_if
def over(t: Sheet) -> Result | None:
    """End by hand, after the last round or row, or once somebody has the target."""
    played, target = len(t.appended("rounds")), t.option(TARGET) * t.per_whole
    last = t.option(ROUNDS) or len(rows(t))
    reached = target and any(total(t, who) >= target for who in t.seats)
    if t.stopped or (last and played >= last) or reached:
        return Result("{winners} won")
    return None
