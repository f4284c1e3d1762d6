"""Evenings in plain text: every session holds to the dollar; `said/commands.txt` has what does not hold."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.formats.session import replay, steps, write_out
from models.backups.untrusted_file import UntrustedFile
from models.journal import Journal
from tests.every_game import GAMES

SESSIONS = sorted(Path(__file__).parent.glob("*.session"))


@pytest.fixture
def journal():
    with closing(UntrustedFile()) as untrusted:
        yield Journal(untrusted)


def played(journal, text):
    return replay(journal, steps(text))


def written(referee):
    """A play as session text."""
    entries = list(reversed(referee.journal.entries(referee.play.id, limit=-1)))
    return "\n".join(write_out(referee.play, entries)) + "\n"


@pytest.mark.parametrize("name", ["half-points", "tenths"])
def test_a_play_in_parts_of_a_point_is_of_a_game_and_a_unit_that_1_1_0_does_not_know(journal, name):
    """Version 1.1.0 finds a game by one of its boxes' keys, and else records nothing of it."""
    file = next(file for file in SESSIONS if file.stem == f"any_score-{name}")
    referee = played(journal, file.read_text(encoding="utf-8"))

    assert referee.game.key == "any_score"
    assert referee.play.game not in {game.key for game in GAMES}
    assert {unit for _, unit in referee.table.ledger.balances}.isdisjoint({"points", ""})
    assert written(referee).startswith("game any_score\n")


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_every_line_of_a_session_holds(file, replayed):
    text = file.read_text(encoding="utf-8")
    assert text.rstrip().rsplit("\nend\n", 1)[1].startswith("  "), "a session ends with balances"
    assert replayed(file.stem).version > 0


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_no_player_could_be_taken_for_a_holder_of_the_books_own(file, replayed):
    referee = replayed(file.stem)
    table, seat_key = referee.table, referee.game.seat_key
    holders = {account.partition(":")[0] for account, _ in table.ledger.balances} | {
        who for who, _ in table.ledger.marks
    }
    own = holders - {seat.key for seat in table.players}
    assert {key for key in own if seat_key(key) == key} == set(), (
        "keep these from players: see companion/games/kept_names.py"
    )


def test_what_people_may_write_is_kept_in_writing_it_out(journal):
    text = (
        '\ufeffgame ratrace\ntitle Ours = yours # ours\nseats "O\'Brien" \'Zoë Day\' "=x"\n'
        'house goal=5,000 businesses=one\nboard business.black="Jack\'s #1 = best" symbol.working=120\n'
        "start first=zoe_day\npick who='zoë day' business=black\npick who=x business=red\n"
        "pick who=o_brien business=blue\n"
        'correct_money giver=treasury taker=x amount=$1,000 reason="he said: \'a=b\' # \\"so\\""\nundo\nredo\n'
        'void seq=5 reason="it\'s wrong"\n'
    )
    referee = played(journal, text)
    again = played(journal, written(referee))
    assert again.table.ledger == referee.table.ledger
    assert again.play.board == referee.play.board
    assert [seat.name for seat in again.play.seats] == ["O'Brien", "Zoë Day", "=x"]
    assert again.play.title == "Ours = yours # ours"
