"""A play as a link that BG Stats takes: the documented address of "push plays to BG Stats", with the play as JSON."""

from __future__ import annotations

import json
from datetime import UTC
from urllib.parse import quote, urlsplit

from companion.core.show.boards import ScoreSheet
from companion.core.table import listed
from companion.core.units import HUNDREDTHS, THOUSANDS, in_points, in_wholes
from companion.formats.evening import ExportedPlay
from companion.statistics.one_play import course
from models.names import clean, name_key

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SITE = urlsplit(ADDRESS).hostname
SOURCE = "Companion"
"""BG Stats remembers under this name which of its games and people are meant; it stays for good."""


def link(evening: ExportedPlay) -> str:
    """The address that opens BG Stats with a play that is over: who played, ranks and winners, and open figures."""
    end = evening.game.ending(evening.table)
    ranks = {key: place for key, place, _ in end.ranks} if end else {}
    winners = end.winners if end else ()
    scores = _scores(evening)
    players = [
        {
            "name": clean(evening.table.name(seat.key)),
            "sourcePlayerId": name_key(evening.table.name(seat.key)),
            "rank": ranks.get(seat.key, 0),
            "winner": seat.key in winners,
            "startPlayer": False,  # its app for Android refuses a player without these two
            **({"score": scores[seat.key]} if seat.key in scores else {}),
        }
        for seat in evening.table.players
    ]
    began = evening.lines[0].at if evening.lines else evening.play.created
    lasted = (evening.lines[-1].at - began).total_seconds() / 60 if evening.lines else 0
    figures = {key: float(score) for key, score in scores.items()}
    best = [figures[key] for key in winners if key in figures]
    data = {
        "sourceName": SOURCE,
        "sourcePlayId": evening.play.id,
        "playDate": f"{began.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(0, round(lasted)),
        "game": {
            "name": evening.game.title,
            "sourceGameId": evening.game.key,
            "highestWins": not best or max(best) >= max(figures.values()),
            "noPoints": not scores,
        },
        "players": players,
    }
    return ADDRESS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def describe(evening: ExportedPlay) -> str:
    """Say which site the address opens, and what goes there in it."""
    names = listed(clean(evening.table.name(seat.key)) for seat in evening.table.players)
    figures = "places and scores" if _scores(evening) else "places"
    sent = f"the game ({evening.game.title}), its date and length, the names {names}, and their {figures}"
    return f"This opens {SITE}, a site of BG Stats. It gets {sent}."


def _scores(evening: ExportedPlay) -> dict[str, str]:
    """Everybody's last figure as a bare number: totals of the score sheet, else what they are worth; none if hidden."""
    if evening.hidden:
        return {}
    sheet = next(
        (board for board in evening.game.boards(evening.table) if isinstance(board, ScoreSheet)),
        None,
    )
    if sheet:
        end = evening.game.ending(evening.table)
        totals = {
            who: in_points(total, sheet.unit)
            for who, total in zip(sheet.seats, sheet.totals, strict=True)
        }
        return totals | {
            who: totals[team]
            for team, members in (end.teams if end else {}).items()
            for who in members
        }
    how = course(evening.game, evening.table, list(evening.lines), 2)
    if how is None:
        return {}
    times = 1_000 if how.unit == THOUSANDS else 1
    unit = how.unit if how.unit.endswith(HUNDREDTHS) else ""
    last = dict(zip(how.seats, how.moments[-1].amounts, strict=True))
    return {
        seat: in_wholes(amount * times, unit) for seat, amount in last.items() if amount is not None
    }
